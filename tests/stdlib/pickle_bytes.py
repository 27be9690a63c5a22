"""Pickles of all protocols byte by byte, damaged pickles, persistent ids, buffers."""
import pickle, io, collections, datetime, decimal, fractions, sys, copyreg
class A:
    def __init__(self,x): self.x=x
    def __eq__(s,o): return type(s) is type(o) and s.__dict__==o.__dict__
class S: __slots__=('a','b')
class L(list): pass
class D(dict): pass
class N:
    def __new__(cls,*a,**k):
        s=object.__new__(cls); s.a=a; s.k=k; return s
    def __init__(self,*a,**k): pass
    def __getnewargs_ex__(self): return self.a,self.k
class ST:
    def __getstate__(self): return 5
    def __setstate__(self,s): self.s=s
class R:
    def __reduce__(self): return (A,(3,),{'y':1},iter([]),None)
class In:
    class Deep: pass
rec=[1]; rec.append(rec); t=([],); t[0].append(t); dd={}; dd['me']=dd
a=A(1); a.self=a
objs=[None,True,False,0,1,255,256,65535,65536,-1,2**31-1,2**31,-2**31,-2**31-1,2**70,-2**70,2**2100,1.5,-0.0,float('inf'),b'',b'abc',b'x'*300,b'y'*70000,bytearray(b'z'*10),bytearray(),'', 'abc','\u20ac'*100,'a\nb\\c\0','x'*70000,'\ud800',(),(1,),(1,2),(1,2,3),(1,2,3,4),[],list(range(1001)),{},{i:i for i in range(1001)},set(),{1,2},frozenset(),frozenset([1]),set(range(1001)),
 A,A(3),L([1,2]),D(a=1),len,In.Deep,In.Deep(),ST(),R(),N(1,k=2),collections.OrderedDict(a=1),collections.Counter('aab'),collections.deque([1,2],5),collections.defaultdict(list,{1:[2]}),datetime.timedelta(5),decimal.Decimal('1.5'),fractions.Fraction(1,3),range(5),slice(1,2),complex(1,2),type(None),...,NotImplemented,[a,a],int,collections.namedtuple]
def key(o): return repr(o) if not isinstance(o,(A,S,N,ST,In.Deep,R)) else (type(o).__name__,getattr(o,'__dict__',None) and sorted(map(str,o.__dict__)))
import hashlib
for proto in range(6):
    out=[]
    for o in objs:
        try:
            b=pickle.dumps(o,proto); r=pickle.loads(b); out.append(b if not (isinstance(o,(set,frozenset)) and len(o)>1) else b'')
            if not (key(r)==key(o) or isinstance(o,(R,ST)) or o == [a,a]): print(proto,'DIFF',type(o),key(o)[:50],key(r)[:50])
        except Exception as e: out.append(repr(e).encode()); print(proto,type(o).__name__,type(e).__name__,str(e)[:80])
    for o in (rec,t,dd,a):
        r=pickle.loads(pickle.dumps(o,proto)); print((r[1] is r) if o is rec else (r[0][0] is r) if o is t else (r['me'] is r) if o is dd else r.self is r, end=' ')
        out.append(pickle.dumps(o,proto))
    print(proto,hashlib.md5(b'|'.join(out)).hexdigest(), [len(x) for x in out][:80])
for bad in (b'',b'x',b'\x80\x04',b'\x80\x09.',b'(.',b'0.',b']a.',b'I1\n',b'S1\n.',b'X\xff\xff\xff\xff.',b'h\x05.',b'cfoo\nbar\n.',b'\x8a\xff1.',b'g5\n.',b'p-1\n.',b'1.',b't.',b'\x97.',b'Pid\n.',b'\x82\x05.', b'K'):
    try: print(bad, pickle.loads(bad))
    except Exception as e: print(bad,type(e).__name__,e)
class PP(pickle.Pickler):
    def persistent_id(self,o): return 'pid%d'%o.x if isinstance(o,A) else None
class UU(pickle.Unpickler):
    def persistent_load(self,pid): return 'loaded '+pid
    def find_class(self,m,n): raise pickle.UnpicklingError('no %s.%s'%(m,n))
for p in (0,1,4):
    f=io.BytesIO(); PP(f,p).dump([A(1),A(2)]); f.seek(0); print(UU(f).load())
try: UU(io.BytesIO(pickle.dumps(A))).load()
except Exception as e: print(type(e).__name__,e)
bufs=[]; b=pickle.dumps([pickle.PickleBuffer(b'abc'),pickle.PickleBuffer(bytearray(b'def'))],5,buffer_callback=bufs.append); print(b,[bytes(x.raw()) for x in bufs]); r=pickle.loads(b,buffers=[b'abc',bytearray(b'def')]); print(r)
print(pickle.loads(pickle.dumps([pickle.PickleBuffer(b'abc')],5)))
for f in (lambda: pickle.dumps(lambda:1), lambda: pickle.dumps(1,9), lambda: pickle.loads('s'), lambda: pickle.Pickler(3), lambda: pickle.Unpickler(3), lambda: pickle.dumps(1,4,buffer_callback=print), lambda: pickle.dumps((x for x in ())), lambda: pickle.dumps(sys), lambda: pickle.loads(b"c__builtin__\nxrange\n."), lambda: pickle.loads(b"S'ab\\x80'\n.",encoding='latin1'), lambda: pickle.loads(b"U\x02ab.",encoding='bytes')):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).partition(' at 0x')[0])
f=io.BytesIO(); p=pickle.Pickler(f); p.dump([1]); p.dump([2]); f.seek(0); u=pickle.Unpickler(f); print(u.load(),u.load())
