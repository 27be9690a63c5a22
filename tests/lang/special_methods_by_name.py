# Special methods of built-in types called by name, with operands that they do not know; the truth of ... and NotImplemented.
import warnings
warnings.simplefilter('ignore')
for e in ("'a'.__add__([])","[].__add__(1)","().__add__(1)","b''.__add__('')","'a'.__mul__('')","[].__mul__('')","b''.__mul__(1.5)","'a'.__rmul__('')",'bytearray().__add__(1)','[].__iadd__(1)','[].__imul__("")','"a".__mod__(1)','"a".__rmod__(1)','{}.__or__(1)','{}.__ior__(1)','set().__or__(1)','set().__ior__(1)','(1).__add__("")','(1).__pow__("")','1.5.__divmod__("")','"a".__lt__(1)','[].__lt__(1)','{}.__lt__(1)','{}.keys().__or__(1)','{}.keys().__and__(1)','{}.keys().__sub__(1)','{}.keys().__eq__(1)','range(1).__eq__(1)','bytearray().__iadd__(1)', 'bytearray().__imul__("")','(1).__lshift__(1.5)','True.__and__(1.5)','1j.__add__("")','(1j).__eq__("")',"'a'.__contains__(1)","b''.__contains__('')","[].__getitem__('')",'"".__getitem__("")','().__getitem__("")','"".__getitem__(5)',
 '{}.__getitem__(1)','range(3).__getitem__("")','(1).__round__("")',"'a'.__format__(1)",'set().__contains__([])','{}.__contains__([])','frozenset().__and__(1)','frozenset().__xor__([])','set().__sub__([])','set().__le__([])', '(1).__rpow__("")','(2).__pow__(-1,5)','(2).__pow__(2,1.5)','2.5.__pow__(2,1)','1j.__pow__(2,1)','(1).__floordiv__(0)','(1).__truediv__("")','(1).__rtruediv__(1.5)','memoryview(b"").__eq__(1)','type.__or__(int,1)','int.__or__(1,int)','bytes.__mod__(b"",1)','bytearray().__mod__(1)'):
    try: print(e, eval(e))
    except Exception as x: print(e, type(x).__name__, x)
if ...: print('T')
print(not ..., not NotImplemented, bool(...), 1 if ... else 2, ... and 5, NotImplemented or 3)
x=...
while x: print('w'); break
print([1 for i in [1] if x], all([x, NotImplemented]), any([NotImplemented]), list(filter(None,[..., NotImplemented,None])))
assert x
print(x and 1, (not x) is False)

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    bool(NotImplemented)
    if NotImplemented: pass
    not NotImplemented
print([(str(w.message), w.category.__name__, w.lineno) for w in seen])
print(b'a' + memoryview(b'b'), bytearray(b'a') + memoryview(b'b'))
x = b'a'; x += memoryview(b'zz'); print(x)
class C2:
    def __getitem__(self, k): return 1
class C3:
    def __len__(self): return 1
class C4:
    __reversed__ = None
    def __len__(self): return 2
    def __getitem__(self, k): return 1
for c in (C2, C3, C4, dict, set, int):
    try: print(list(reversed(c())))
    except TypeError as e: print(c.__name__, e)
