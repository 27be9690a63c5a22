# zip, map, filter and enumerate keep no note of their end, and hand on what a StopIteration carries.
def g(v=5):
    yield 1
    return v
for mk in (lambda: zip(g()), lambda: map(str,g()), lambda: enumerate(g()), lambda: filter(None,g()), lambda: zip([1,2],g()), lambda: enumerate(zip(g(7))), lambda: iter(g()), lambda: zip(g(),strict=True), lambda: zip([1,2],g(),strict=True), lambda: zip(g(),[1,2],strict=True)):
    it=mk()
    for k in range(3):
        try: print(next(it))
        except StopIteration as e: print('stop', e.value, e.args)
        except ValueError as e: print(e)
    it=mk()
    for k in range(3):
        try: print(it.__next__())
        except StopIteration as e: print('stop', e.value, e.args)
        except ValueError as e: print(e)
    print(next(it,'dflt'))
class Again:
    def __init__(s): s.n=0
    def __iter__(s): return s
    def __next__(s):
        s.n+=1
        if s.n%3==0: raise StopIteration(s.n)
        return s.n
for mk in (lambda a: zip(a), lambda a: enumerate(a), lambda a: map(lambda x:x, a), lambda a: filter(None,a), lambda a: zip(a,a), lambda a: zip([1,2,3,4,5],a), lambda a: iter(lambda: next(a), 4)):
    it=mk(Again())
    print([list(it) for _ in range(3)])
    it=mk(Again())
    r=[]
    for _ in range(8):
        try: r.append(next(it))
        except StopIteration as e: r.append(('stop',e.value))
    print(r)
l=[1]; z=zip(l); print(list(z)); l.append(2); print(list(z))
def d():
    it = zip(Again(), 'abcdefgh')
    return [x for x in it]+[x for x in it], [a+b for a,b in enumerate(Again())]
print(d())
def y():
    it=zip(g())
    r = yield from it
    print('r', r)
print(list(y()))
def stop(x): raise StopIteration(9)
print(list(map(stop,[1,2])), list(filter(stop,[1])))
m=map(stop,[1,2])
try: next(m)
except StopIteration as e: print(e.value)
a,*b = zip(g()); print(a,b)
print(dict(zip(g(),g())), sorted(zip(g())), *zip(g()))
print({**{}, 'a':1, **{'b':2}}, {*[1,2],3})
