"""Every class of collections: results, texts and errors."""
from collections import *
import collections, copy, pickle
P=namedtuple('P','x y z',defaults=[1,2]); print(P(1), P._fields, P._field_defaults, P(1)._replace(x=5), P._make([1,2,3]), P(3)._asdict(), P.__doc__, P.x.__doc__, P.__new__.__doc__, P._make.__qualname__, P.__module__)
for f in (lambda: P(), lambda: P(1,2,3,4), lambda: P(1,w=2), lambda: P._make([1]), lambda: P(1)._replace(q=1), lambda: namedtuple('A','a a'), lambda: namedtuple('A','class'), lambda: namedtuple('A','_a'), lambda: namedtuple('A','a b', defaults=(1,2,3)), lambda: namedtuple('1','a')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(namedtuple('Q','a class _x a 1', rename=True)._fields, pickle.loads(pickle.dumps(P(1))), copy.copy(P(2)))
c=Counter('abracadabra'); d=Counter(a=-1,b=5,z=2); print(c,c+d,c-d,c|d,c&d,+d,-d,c.most_common(2),list(c.elements()),c.total(),c==d,c<=c,c<c|d, Counter(a=1)!=Counter(a=1,b=0))
c+=d; print(c); c-=d; print(c); c|=d; print(c); c&=Counter({'a':3,'z':1}); print(c); c.subtract('aa'); c.update({'q':3}); print(c, c['nope']); del c['nope']
try: Counter.fromkeys('a')
except NotImplementedError as e: print(e)
m=ChainMap({'a':1},{'b':2,'a':3}); print(m,dict(m),list(m),len(m),m.parents,m.new_child({'z':1},q=2),m['b'],m.get('n',4),'a' in m, m|{'x':1},{'x':1}|m)
for f in (lambda: m.pop('b'), lambda: m.__delitem__('b'), lambda: (m.clear(), m.popitem()), lambda: m['zz']):
    try: f()
    except KeyError as e: print(e, repr(e.__context__))
o=OrderedDict([('a',1),('b',2)]); o.move_to_end('a'); print(o,o==OrderedDict(a=1,b=2),o=={'a':1,'b':2},o|{'c':1},{'c':2}|o,o.popitem(False),o.pop('q',9),o.setdefault('n'),o, OrderedDict(), OrderedDict.fromkeys('ab',1))
dd=defaultdict(list,{1:[2]}); dd[3].append(4); print(dd,dd|{5:6},{7:8}|dd,dd.copy(),copy.copy(dd),pickle.loads(pickle.dumps(dd)))
class S(UserString): pass
u=S('hello'); print(u.upper(),type(u.upper()).__name__,u+'x','y'+u,u*2,u.split('l'),u.replace(u[0],'J'),u.find('l'),u%(),'%s'%u,u=='hello',hash(u)==hash('hello'),u.center(9,'*'),u.encode(),u.isalpha(),u.join(['a','b']), 'he' in u, u.count(UserString('l')), u.title.__name__)
l=UserList([3,1]); l.append(UserList([1])); print(l,l+[1],[0]+l,l*2,l[0:2],type(l[:1]).__name__); l.pop(); l.sort(); l.extend((9,)); l+=(4,); print(l,l<[5],l==UserList([1,3,9,4]),copy.copy(l), l.index(9), list(reversed(l)))
class D(UserDict):
    def __missing__(self,k): return k*2
x=D(a=1); print(x,x['q'],x.get('q'),x|{'b':2},{'c':1}|x,x.copy(),copy.copy(x),type(x.copy()).__name__, D.fromkeys('ab'), len(x))
print(UserDict.__module__, UserList, UserString, namedtuple.__module__, collections.UserDict is UserDict, sorted(n for n in dir(collections) if n in collections.__all__)[:2])
