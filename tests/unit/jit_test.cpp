// Machine code against the eval loop: small functions, one or more for each kind of instruction, run in an interpreter
// without a compiler, in one that compiles at the first call, and in one that compiles what has become hot, with the
// types that it has seen then. All three must answer the same, also where an operand is not of the kind that was
// expected (the instruction is left to the loop), where it raises (the edge to a handler), and where it calls back.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "interp/jit/compiler.h"
#include "interp/vm/import.h"
#include "interp/vm/thread.h"
#include "stdlib/native/library.h"

namespace adder {
namespace {
enum class How { Loop, FirstCall, Hot };

struct World {
  Interpreter in;
  Thread th{in};
  Ref<Dict> names;
  explicit World(How how) : names(dict(in)) {
    init_builtins(th);
    init_library(th);
    dict_set(names.get(), in.names[n_name], intern_value(in, "__main__"));
    if (how == How::Loop) return;
    in.machine = jit::make_compiler({.stress = how == How::FirstCall, .dump = {}});
    if (in.machine) th.slow_check();  // the first slice is the compiler's
  }
  bool compiles() const { return in.machine != nullptr; }
  void run(const std::string& text) {
    Owned r(run_source(th, text, "<test>", names.get()));
    if (r) return;
    Owned e(th.take_pending());
    std::string what;
    str_of(th, e.get(), &what);
    ADD_FAILURE() << e.get().as<Exc>()->type()->name->sv() << ": " << what << "\n" << text;
  }
  Value value(const char* name) { return dict_get(names.get(), intern(in, name)); }
  std::string text(const char* name) {
    std::string s;
    if (Value v = value(name); v.u) repr_of(th, v, &s);
    return s;
  }
};

// `function` defines f; `arguments` is a list of tuples for it. Each call stands for itself: what one of them leaves
// behind is seen by the next ones.
struct Case {
  const char* name;
  const char* function;
  const char* arguments;
};

constexpr char kSetUp[] = R"(
class Point:
    kind = 'point'
    def __init__(self, x, y=2):
        self.x = x
        self.y = y
    def total(self, more=0):
        return self.x + self.y + more
    @property
    def doubled(self):
        return self.x * 2
    @staticmethod
    def static(a):
        return a
    @classmethod
    def made(cls, a):
        return cls(a)
    def __repr__(self):
        return f'Point({self.x!r}, {self.y!r})'
class Slots:
    __slots__ = ('x', 'y')
class Own:
    def __init__(self, v): self.v = v
    def __add__(self, o): return ('add', self.v, o)
    def __radd__(self, o): return ('radd', self.v, o)
    def __iadd__(self, o): return ('iadd', self.v, o)
    def __lt__(self, o): return self.v
    def __eq__(self, o): return NotImplemented if o is None else bool(self.v)
    def __hash__(self): return 1
    def __bool__(self):
        if self.v == 'raise': raise ValueError('no truth')
        return bool(self.v)
    def __len__(self): return 3
    def __getitem__(self, k): return ('item', k)
    def __setitem__(self, k, v): self.v = (k, v)
    def __contains__(self, k): return bool(self.v)
    def __iter__(self): return iter((self.v, self.v))
    def __call__(self, *a, **k): return ('called', a, k)
    def __neg__(self): return 'negative'
    def __getattr__(self, n): return 'attribute ' + n
    def __repr__(self): return f'Own({self.v!r})'
    def __format__(self, spec): return f'<{self.v!r}:{spec}>'
class IntLike(int): pass
class ListLike(list): pass
class Raises:
    def __getattribute__(self, n): raise KeyError(n)
    def __add__(self, o): raise OverflowError('add')
    def __lt__(self, o): raise OverflowError('lt')
    def __eq__(self, o): raise OverflowError('eq')
    def __getitem__(self, k): raise OverflowError('item')
    def __setitem__(self, k, v): raise OverflowError('set item')
    def __iter__(self): raise OverflowError('iter')
    def __call__(self): raise OverflowError('call')
    def __hash__(self): raise OverflowError('hash')
log = []
class Ends:
    def __init__(self, n): self.n = n
    def __del__(self): log.append(self.n)
big = 1 << 70
nan = float('nan')
numbers = [0, 1, -1, 7, -7, 255, (1 << 47), (1 << 48) - 1, -(1 << 48), 1 << 48, (1 << 62), -(1 << 63), big, True, False,
           0.0, -0.0, 1.5, -2.25, 1e300, float('inf'), nan, 1j, IntLike(5), 'text', None, [1], (1,), Own(1)]
pairs = [(a, b) for a in numbers for b in numbers]
def clean(t):
    parts = t.split('0x')
    return 'AT'.join(parts[:1] + [p.lstrip('0123456789abcdef') for p in parts[1:]])
def answer(f, a):
    try:
        r = f(*a)
        return repr(r) if not hasattr(r, '__next__') else repr(list(r))
    except BaseException as e:
        t, lines = e.__traceback__.tb_next, []
        while t is not None:
            lines.append(t.tb_lineno - t.tb_frame.f_code.co_firstlineno)
            t = t.tb_next
        return f'{type(e).__name__}: {e} {lines}'
)";

constexpr Case kCases[] = {
    {"add", "def f(a, b):\n  return a + b\n", "pairs"},
    {"sub", "def f(a, b):\n  return a - b\n", "pairs"},
    {"mul", "def f(a, b):\n  return a * b if not (isinstance(a, str) or isinstance(b, str)) else 0\n",
     "[p for p in pairs if not any(isinstance(x, (list, tuple)) for x in p)]"},
    {"div", "def f(a, b):\n  return a / b\n", "pairs"},
    {"floor", "def f(a, b):\n  return a // b\n", "pairs"},
    {"mod", "def f(a, b):\n  return a % b if not isinstance(a, str) else 0\n", "pairs"},
    {"power", "def f(a, b):\n  return a ** b\n", "[(a, b) for a in numbers for b in (0, 1, 2, -1, 0.5, 2.0, None)]"},
    {"bits", "def f(a, b):\n  return (a & b, a | b, a ^ b)\n", "pairs"},
    {"shifts", "def f(a, b):\n  return (a << b, a >> b)\n",
     "[(a, b) for a in numbers for b in (0, 1, 5, 14, 15, 40, 62, 63, 64, -1, True, 1.0, None)]"},
    {"matmul", "def f(a, b):\n  return a @ b\n", "[(1, 2), (1.0, 2)]"},
    {"in place",
     "def f(a, b):\n  a += b\n  a -= 1\n  a *= 3\n  a //= 2\n  a %= 1000\n  a |= 1\n  a &= 255\n  a ^= 3\n  a <<= 2\n"
     "  a >>= 1\n  a **= 2\n  a /= 4\n  return a\n",
     "pairs"},
    {"in place lists", "def f(a, b):\n  c = a\n  c += b\n  c *= 2\n  return a, c\n",
     "[([1], [2]), ([1], (2,)), ('a', 'b'), ((1,), (2,)), ([1], 5), (ListLike([1]), [2]), (Own(1), 3)]"},
    {"constants",
     "def f(a):\n  return [a + 1, a - 70000, a * 3, a // 4, a % 8, a // 7, a % 7, a / 2, a & 6, a | 6, a ^ 6, a << 3, "
     "a >> 2]\n",
     "[(a,) for a in numbers]"},
    {"float constants", "def f(a):\n  return [a + 1.5, a - 0.5, a * 2.0, a / 4.0, a // 2.0, a % 2.0, a ** 0.5]\n",
     "[(a,) for a in numbers if a != -7 and a != -1 and a != -2.25]"},
    {"division by constant zero", "def f(a):\n  return a / 0\n", "[(1,), (1.5,), (big,), ('a',)]"},
    {"chains of constants", "def f(a, b):\n  return (a * b * 25214903917 + 11 & 281474976710655) >> 16\n",
     "[(1, 2), (1 << 40, 3), (1 << 47, 1 << 47), (-5, 1 << 45), (1.5, 2), (True, 9)]"},
    {"known types",
     "def f(n):\n  s = 0\n  t = 0.0\n  for i in range(n):\n    s = s + i * 2 - 1\n    t = t + s / 2 - i * "
     "0.5\n    if s > 50 and t < 1e9: s = s - 50\n  return s, t\n",
     "[(0,), (1,), (10,), (1000,), ('x',)]"},
    {"negate", "def f(a):\n  return -a\n", "[(a,) for a in numbers]"},
    {"unary", "def f(a):\n  return +a, ~a, not a\n", "[(a,) for a in numbers] + [(Own(0),), (Own('raise'),)]"},
    {"comparisons", "def f(a, b):\n  return a < b, a <= b, a > b, a >= b, a == b, a != b\n", "pairs"},
    {"compare and branch",
     "def f(a, b):\n  r = []\n  if a < b: r.append(1)\n  if a <= b: r.append(2)\n  if a > b: r.append(3)\n"
     "  if a >= b: r.append(4)\n  if a == b: r.append(5)\n  if a != b: r.append(6)\n  if not a < b: r.append(7)\n"
     "  if not a == b: r.append(8)\n  return r\n",
     "pairs"},
    {"equality of texts", "def f(a, b):\n  return a == b, a != b, a == 'ab', a != 'ab', 1 if a == b else 2\n",
     "[(a, b) for a in ('ab', 'a' 'b', '', 'abc', 5, None, Own(0), Own(1)) for b in ('ab', 'a', None, 5, Own(1))]"},
    {"compare with constants",
     "def f(a):\n  r = [a < 5, a >= 5, a == 5, a != 2.5, a > 2.5]\n  if a < 5: r.append(1)\n  if a <= 70000: "
     "r.append(2)\n"
     "  if a > -1: r.append(3)\n  if a == 7: r.append(4)\n  if a != 1.5: r.append(5)\n  return r\n",
     "[(a,) for a in numbers]"},
    {"comparisons that raise",
     "def f(a, b):\n  try:\n    if a < b: return 1\n  except OverflowError as e:\n    return e\n"
     "  return 2\n",
     "[(Raises(), 1), (1, 2), (2, 1), (Own(0), 1), (Own('raise'), 1)]"},
    {"identity",
     "def f(a, b):\n  r = [a is b, a is not b, a is None]\n  if a is b: r.append(1)\n  if a is not b: "
     "r.append(2)\n  if a is None: r.append(3)\n  if b is not None: r.append(4)\n  return r\n",
     "[(None, None), (1, 1), (1, True), (None, 1), ('a', None)]"},
    {"membership",
     "def f(a, b):\n  r = [a in b, a not in b]\n  if a in b: r.append(1)\n  if a not in b: r.append(2)\n  return r\n",
     "[(a, b) for a in (1, 'a', None, 1.0, (1,), big, Own(1), [], Raises()) for b in ([1, 'a'], (1.0, None), {1: 2, "
     "'a': 3}, "
     "{1, 'a', None}, 'abc', frozenset([1]), Own(0), Own(1), 5, range(3), [Own(1)])]"},
    {"truth",
     "def f(a):\n  r = [not a]\n  if a: r.append(1)\n  while not a: r.append(2); break\n  r.append(a and 5)\n  "
     "r.append(a or "
     "6)\n  return r\n",
     "[(a,) for a in numbers + ['', [], (), {}, {1: 2}, set(), {1}, Own(0), Own('raise'), range(0)]]"},
    {"truth of temporaries", "def f(a):\n  if a[0]: return 1\n  if not a[1]: return 2\n  return 3\n",
     "[([1, 1],), ([0, 0],), ([0.0, []],), ([[], [1]],), ([],), ([Own('raise')],), ([Ends(1), 2],)]"},
    {"globals", "g = 5\ndef f(a):\n  global g\n  r = g, len\n  g = a\n  return r[0], g\n", "[(1,), ('a',), ([],)]"},
    {"missing globals", "def f(a):\n  global h\n  if a: h = a\n  else:\n    del h\n  return h\n",
     "[(1,), (0,), (0,), (2,)]"},
    {"locals", "def f(a):\n  if a: b = a\n  c = b\n  del b\n  return c, b\n", "[(0,), (1,)]"},
    {"unbound", "def f(a):\n  if a: b = a\n  return b\n", "[(0,), (1,), (0,)]"},
    {"cells",
     "def f(a):\n  b = a\n  def inner(c):\n    nonlocal b\n    b = b + c\n    return b\n  inner(1)\n  return inner(2), "
     "b\n",
     "[(1,), (1.5,), ('a',)]"},
    {"empty cells",
     "def f(a):\n  def inner():\n    return b\n  if a: b = a\n  r = inner()\n  del b\n  return r, inner()\n",
     "[(0,), (1,)]"},
    {"attributes", "def f(o):\n  return o.x, o.kind, o.doubled\n",
     "[(Point(1),), (Point('a'),), (Slots(),), (Own(1),), (Raises(),), (5,), (type('P', (Point,), {'kind': "
     "'other'})(3),)]"},
    {"attributes of types and modules", "import math\ndef f(o):\n  return o.__name__\n",
     "[(Point,), (int,), (math,), (f,), (len,), (5,), (Own(1),)]"},
    {"writing attributes", "def f(o, v):\n  o.x = v\n  o.z = v\n  o.z = o.x\n  return o.z\n",
     "[(Point(1), 2), (Point(1), 'a'), (Slots(), 1), (Own(1), [2]), (5, 1), (Point, 3)]"},
    {"deleting attributes", "def f(o):\n  o.t = 1\n  del o.t\n  return hasattr(o, 't')\n",
     "[(Point(1),), (Slots(),), (5,)]"},
    {"methods", "def f(o):\n  return o.total(), o.total(1), o.static(5), o.made(6), o.total(more=3)\n",
     "[(Point(1),), (Point(1.5),), (Point('a', 'b'),), (Own(1),), (5,), (Point,)]"},
    {"methods of built-in types", "def f(a):\n  return a.count('a'), a.index('a')\n",
     "[('abca',), ([1, 'a'],), (('a',),), ([],), (5,), (ListLike('aa'),)]"},
    {"methods in attributes", "def f(o, g):\n  o.call = g\n  return o.call(1)\n",
     "[(Point(1), len), (Point(1), str), (Point(1), Own(1)), (Point(1), Point), (Point(1), lambda a: [a])]"},
    {"super",
     "class Sub(Point):\n  def total(self, more=0):\n    return super().total(more) + 1\ndef f(o):\n  return "
     "o.total(), o.total(2)\n",
     "[(Sub(1),), (Sub(1.5),), (Point(1),), (Sub('a'),)]"},
    {"items", "def f(a, k):\n  return a[k]\n",
     "[(a, k) for a in ([1, 2], (1, 2), 'ab', {0: 1, 'a': 2, None: 3}, Own(1), ListLike([5]), range(3), b'ab', 5, "
     "Raises()) "
     "for k in (0, 1, -1, 5, -5, 'a', None, True, big, 1.0, slice(0, 1))]"},
    {"items at constants", "def f(a):\n  return a[0], a[-1]\n",
     "[([1, 2],), ((1, 2),), ('ab',), ({0: 1, -1: 5},), ([],), (Own(1),), (5,)]"},
    {"items by names", "def f(a):\n  return a['key']\n", "[({'key': 1},), ({},), (Own(1),), ([],), ({'key': [1]},)]"},
    {"writing items", "def f(a, k, v):\n  a[k] = v\n  a[k] = [v]\n  return a\n",
     "[(a, k, 5) for a in ([1, 2], {0: 1}, {'a': 1}, Own(1), (1,), ListLike([5]), bytearray(3), Raises()) for k in (0, "
     "1, -1, "
     "9, 'a', None, (), [])]"},
    {"deleting items", "def f(a, k):\n  del a[k]\n  return a\n",
     "[([1, 2], 0), ([1], 5), ({1: 2}, 1), ({}, 1), ((1,), 0), ([1, 2, 3], slice(0, 2)), (5, 1)]"},
    {"slices", "def f(a, i, j):\n  return a[i:j], a[:j], a[i:], a[:], a[::2]\n",
     "[(a, i, j) for a in ([1, 2, 3], (1, 2, 3), 'abc', 'a\\u00e9b', b'abc', Own(1), 5, range(4)) for i, j in ((0, 2), "
     "(-2, "
     "None), (1, 9), (None, None), ('a', 1), (big, 1))]"},
    {"displays", "def f(a, b):\n  return [a, b], (a, b), {a: b, b: a}, {a, b}, [*a, b], (*a,), {**b}, {*a}\n",
     "[((1,), {}), ([1], {'k': 2}), ('ab', {}), (5, {}), ((1,), 5), ([], {})]"},
    {"comprehensions",
     "def f(a):\n  return [x + 1 for x in a], {x for x in a}, {x: 1 for x in a}, list(x for x in a if x), [x for x in "
     "a if "
     "x if x > 1]\n",
     "[([1, 2],), ((1, 2.5),), (range(4),), ({1: 2},), ({3},), (5,), (['a'],), ([[]],), (iter([7]),)]"},
    {"unpacking", "def f(a):\n  x, y = a\n  return y, x\n",
     "[((1, 2),), ([1, 2],), ('ab',), ({1: 2, 3: 4},), (range(2),), ((1,),), ([1, 2, 3],), (5,), (Own(7),), "
     "(iter('xy'),)]"},
    {"unpacking the rest", "def f(a):\n  x, *y = a\n  *z, w = a\n  return x, y, z, w\n",
     "[((1, 2, 3),), ([1],), ('',), (5,), (Own(7),)]"},
    {"loops over ranges", "def f(a, b, c):\n  r = []\n  for i in range(a, b, c): r.append(i)\n  return r\n",
     "[(0, 3, 1), (3, 0, -1), (0, 0, 1), (1 << 47, (1 << 47) + 3, 1), ((1 << 48) - 2, (1 << 48) + 2, 1), (big, big + "
     "2, 1), "
     "(0, 3, 0), (0, 'a', 1), (0, 100, 50)]"},
    {"loops over lists that change",
     "def f(a):\n  r = []\n  for x in a:\n    r.append(x)\n    if len(a) < 6: a.append(x)\n"
     "    if x == 'clear': a.clear()\n  return r\n",
     "[([1, 2],), ([],), (['clear', 1],), (ListLike([1]),)]"},
    {"loops of other kinds", "def f(a):\n  r = []\n  for x in a: r.append(x)\n  else: r.append('else')\n  return r\n",
     "[([1],), ((1, 2),), ('ab',), ({1: 2},), ({1: 2}.items(),), (enumerate('ab'),), (zip([1], [2]),), (Own(1),), "
     "(5,), "
     "(Raises(),), (map(str, [1, 2]),), (iter(range(2)),), ((i for i in (1, 2)),), (b'ab',)]"},
    {"loops over pairs", "def f(a):\n  r = []\n  for i, x in a: r.append((x, i))\n  return r\n",
     "[(enumerate('ab'),), ({1: 2, 3: 4}.items(),), (zip([1, 2], 'ab'),), ([(1, 2)],), ([(1,)],), ([5],), ((),)]"},
    {"nested loops",
     "def f(n):\n  s = 0\n  for i in range(n):\n    for j in range(i):\n      if j == 3: continue\n      if j == "
     "5: break\n      s += i * j\n    else: s += 1\n  return s\n",
     "[(0,), (3,), (9,)]"},
    {"while",
     "def f(n):\n  s = i = 0\n  while i < n:\n    i += 1\n    if i % 3 == 0: continue\n    if i > 20: break\n    s += "
     "i\n  return s, i\n",
     "[(0,), (5,), (50,), (2.5,)]"},
    {"generators",
     "def g(n):\n  got = []\n  for i in range(n):\n    got.append((yield i))\n  return got\ndef f(n):\n  r = []\n"
     "  for x in g(n): r.append(x)\n  i = g(n)\n  try:\n    r.append(next(i))\n    r.append(i.send('sent'))\n"
     "    r.append(i.send(5))\n  except StopIteration as e: r.append(e.value)\n  return r\n",
     "[(0,), (1,), (2,), (4,)]"},
    {"delegation",
     "def g(n):\n  for i in range(n): yield i\n  return n\ndef h(n):\n  r = yield from g(n)\n  yield r\n  yield from "
     "[8, 9]\n  return r\ndef f(n):\n  return list(h(n))\n",
     "[(0,), (3,)]"},
    {"generators that raise",
     "def g(n):\n  try:\n    for i in range(n):\n      yield 1 // (2 - i)\n  finally: log.append('f')\n"
     "def f(n):\n  r = []\n  for x in g(n):\n    if x == 5: break\n    r.append(x)\n  return r\n",
     "[(0,), (2,), (3,), (9,)]"},
    {"calls from generators",
     "def one(a, b=2): return a + b\ndef g(n):\n  for i in range(n):\n    yield one(i, 1), one(i), "
     "Point(i).total(), len([i]), Point(i)\ndef f(n): return list(g(n))\n",
     "[(0,), (3,)]"},
    {"coroutines",
     "async def one(a):\n  return a + 1\nasync def two(a):\n  return await one(a) + await one(a + 1)\ndef f(a):\n"
     "  try: two(a).send(None)\n  except StopIteration as e: return e.value\n",
     "[(1,), (1.5,), ('a',)]"},
    {"asynchronous generators",
     "async def g(n):\n  for i in range(n): yield i\nasync def h(n):\n  return [x async for x in g(n)]\n"
     "def f(n):\n  try: h(n).send(None)\n  except StopIteration as e: return e.value\n",
     "[(0,), (3,)]"},
    {"calls",
     "def one(a, b, c=3): return a, b, c\ndef f(a):\n  return one(a, 1), one(a, 1, 2), one(a, b=5), one(*[a, 2]), "
     "one(**{'a': a, 'b': 1})\n",
     "[(1,), ('a',), ([],)]"},
    {"calls that do not fit",
     "def one(a, b): return a\ndef f(n):\n  if n == 0: return one(1)\n  if n == 1: return one(1, 2, 3)\n"
     "  if n == 2: return one(1, c=2)\n  if n == 3: return one(1, 2, a=1)\n  return one(n, n)\n",
     "[(0,), (1,), (2,), (3,), (4,)]"},
    {"calls of anything", "def f(g, a):\n  return g(a)\n",
     "[(len, 'abc'), (len, 5), (str, 5), (int, '7'), (int, 'x'), (Point, 1), (Own(1), 2), (lambda a: a, 3), "
     "(Point(1).total, "
     "4), ('a'.count, 'a'), (5, 1), (type, 1), (list, 'ab'), (Raises, 1), (ValueError, 'v'), (print.__call__, 1)]"},
    {"recursion", "def f(n):\n  return 1 if n < 2 else f(n - 1) + f(n - 2)\n", "[(0,), (10,), (1.5,)]"},
    {"endless recursion",
     "def g(n):\n  return g(n + 1)\ndef f(n):\n  try: g(n)\n  except RecursionError as e: return str(e)\n", "[(0,)]"},
    {"classes", "def f(a):\n  p = Point(a)\n  q = Point(a, 1)\n  return p, q, Slots() is None, Own(v=a)\n",
     "[(1,), ('a',)]"},
    {"init that returns", "class Bad:\n  def __init__(self, a): return a\ndef f(a):\n  return Bad(a) is None\n",
     "[(None,), (1,), (None,)]"},
    {"defaults and closures",
     "def f(a, b=[]):\n  b.append(a)\n  g = lambda x, y=a, *z, k=3: (x, y, z, k)\n  return g(1), g(1, 2, "
     "3, k=4), b\n",
     "[(1,), ('a',)]"},
    {"exceptions",
     "def f(a):\n  try:\n    try:\n      r = 1 / a\n    except ZeroDivisionError as e:\n      return 'zero', "
     "str(e)\n    else: r += 1\n    finally: log.append(a)\n  except (TypeError, KeyError) as e:\n    return "
     "type(e)\n  return r\n",
     "[(0,), (1,), (2.5,), ('a',), (0.0,)]"},
    {"raising",
     "def f(a):\n  if a == 0: raise ValueError('zero')\n  if a == 1: raise ValueError from KeyError(1)\n  if a == 2: "
     "raise 5\n  try: raise a\n  except TypeError: raise\n",
     "[(0,), (1,), (2,), (3,), (KeyError,)]"},
    {"assertions", "def f(a):\n  assert a, 'message'\n  return a\n", "[(0,), (1,)]"},
    {"with",
     "class M:\n  def __init__(self, s): self.s = s\n  def __enter__(self): return self\n  def __exit__(self, *e):\n   "
     " "
     "log.append(e[0])\n    return self.s\ndef f(a, s):\n  with M(s) as m:\n    return 1 / a, m.s\n  return "
     "'swallowed'\n",
     "[(1, True), (0, True), (0, False), ('a', True)]"},
    {"exception groups",
     "def f(n):\n  try: raise ExceptionGroup('g', [ValueError(n), KeyError(n)])\n  except* ValueError as e: "
     "log.append(str(e))\n  except* KeyError as e: return_ = e.exceptions\n  return return_\n",
     "[(1,)]"},
    {"finalizers in the middle",
     "def f(a):\n  x = Ends(a)\n  x = 5\n  y = [Ends(a + 1)]\n  y[0] = 1\n  z = Ends(a + 2)\n  del "
     "z\n  Ends(a + 3)\n  w = Ends(a + 4)\n  return list(log)\n",
     "[(10,), (20,)]"},
    {"texts", "def f(a, b):\n  return f'{a}{b!r}{a!s:>5}{b:{4}}' + f'{a!a}' + 'x' + f'{a}'\n",
     "[(1, 2), ('a', 'b'), (1.5, 'x'), (None, 1), (Own(1), Own(2)), (big, 3), ('\\u00e9', 1)]"},
    {"appending texts", "def f(a, n):\n  s = ''\n  for i in range(n): s += a\n  return s\n",
     "[('ab', 5), ('', 3), (1, 2), ('é', 4)]"},
    {"patterns",
     "def f(a):\n  match a:\n    case 0: return 'zero'\n    case [x, *y]: return x, y\n    case {'k': v, **w}: return "
     "v, w\n"
     "    case Point(x=1): return 'point'\n    case str() | None: return 'text'\n    case int(n) if n > 5: return n\n"
     "    case _: return 'other'\n",
     "[(0,), ([1, 2],), ((3,),), ([],), ({'k': 1, 'l': 2},), ({},), (Point(1),), (Point(2),), ('a',), (None,), (7,), "
     "(3,), "
     "(2.5,), (Raises,)]"},
    {"class bodies",
     "def f(a):\n  class C:\n    x = a\n    y = x, a\n    for i in range(2): z = i\n    del i\n    w: int = 3\n"
     "  return C.x, C.y, C.z, sorted(n for n in vars(C) if n[0] != '_')\n",
     "[(1,), ('a',)]"},
    {"imports",
     "def f(n):\n  import math\n  from math import floor\n  import sys as s\n  return math.ceil(n), floor(n), "
     "s.maxsize\n",
     "[(1.5,), ('a',)]"},
    {"top level",
     "top = compile('t = 0\\nfor i in range(n):\\n  t += i\\n  if i == 3: del i\\nfrom math import *\\nx: int = "
     "4\\nclass "
     "K:\\n  a = t', '<top>', 'exec')\ndef f(n):\n  s = {'n': n, '__builtins__': __builtins__}\n  exec(top, s)\n  "
     "return "
     "s['t'], s['K'].a, s['x'], s['pi'], s.get('i')\n",
     "[(0,), (4,), (9,), ('a',)]"},
    {"many locals",
     "def f(n):\n"
     "  exec('def g(n):\\n' + ''.join(f'  v{i} = n + {i}\\n' for i in range(300)) + '  s = 0\\n  for i in range(n): s "
     "+= v299 + "
     "v1\\n  del v299\\n  return s, v0, v298', globals())\n  return g(n)\n",
     "[(0,), (3,)]"},
    {"in place kinds",
     "def f(a, b):\n  c, d, e, g, h = a, a, a, a, a\n  c -= b\n  d *= b\n  e **= b\n  g //= b\n  h %= b\n  i = "
     "j = k = l = m = a\n  i &= b\n  j |= b\n  k ^= b\n  l <<= b\n  m >>= b\n  n = a\n  n /= b\n  return c, d, "
     "e, g, h, i, j, k, l, m, n\n",
     "[(7, 3), (-9, 2), (1 << 47, 5), (7.5, 2), (7, 0), (True, 1), ('a', 2)]"},
    {"in place multiplication of any kind", "def f(a, b):\n  a *= b\n  return a\n",
     "[(7, 3), (1.5, 2), ('ab', 2), ([1], 3), ((1,), 2), ([1], 'a'), (None, 1)]"},
    {"matrix products",
     "class V:\n  def __matmul__(self, o): return 'mm', o\n  def __imatmul__(self, o): return 'imm', o\ndef "
     "f(a, b):\n  c = d = e = a\n  c @= b\n  d @= 5\n  return c, d, e @ 5, e @ b\n",
     "[(V(), 2), (V(), V), (1, 2)]"},
    {"loops with constants",
     "def f(a):\n  r = 0\n  while a >= 3: a -= 1; r += 1\n  while not a <= -2: a -= 1\n  while a < 5: a += "
     "1\n  while a > 1: a -= 1\n  return r, a\n",
     "[(9,), (2.5,), (-7,), (True,), ('a',)]"},
    {"raising again", "def f(a):\n  try: return 1 // a\n  except ZeroDivisionError:\n    log.append(1)\n    raise\n",
     "[(0,), (1,)]"},
    {"raising nothing", "def f():\n  raise\n", "[()]"},
    {"many targets", "def f(a):\n  (b, c, d, e, g, h, i, j, k, l) = a\n  return l, k, j, i, h, g, e, d, c, b\n",
     "[(range(10),), (list(range(10)),), (tuple(range(9)),), ('abcdefghij',), (list(range(11)),), (5,)]"},
    {"names of a call",
     "def one(**k): return sorted(k.items())\ndef f(a, b):\n  return one(x=1, **a, **b), one(**a, y=2)\n",
     "[({}, {}), ({'a': 1}, {'b': 2}), ({'a': 1}, {'a': 2}), ({1: 2}, {}), (5, {}), ({'x': 1}, {})]"},
    {"deleting cells",
     "def f(a):\n  b = a\n  def g():\n    nonlocal b\n    del b\n    try: return b\n    except NameError as e: "
     "return str(e)\n  r = g()\n  try: g()\n  except NameError as e: return r, str(e)\n",
     "[(1,)]"},
    {"inverted and in-place objects", "def f(a, b):\n  a += b\n  return a, ~5, -True\n",
     "[(Own(1), 2), (1, Own(2)), (Raises(), 1)]"},
};

class Machine : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!World(How::FirstCall).compiles()) GTEST_SKIP() << "no machine code on this machine";
  }
};

std::string answers(World& w, const Case& c, int rounds) {
  w.run(c.function);
  // The arguments are made anew for each round: calls may change them. Addresses are no answers.
  w.run("out = []\nfor round_ in range(" + std::to_string(rounds) + "):\n  log.clear()\n  for a_ in " +
        std::string(c.arguments) + ":\n    out.append(answer(f, a_))\n  out.append(repr(log))\n" +
        "out = [clean(t) for t in out]\n");
  return w.text("out");
}
}  // namespace

TEST_F(Machine, CompiledAtTheFirstCallAnswersAsTheLoop) {
  World loop(How::Loop), machine(How::FirstCall);
  loop.run(kSetUp);
  machine.run(kSetUp);
  int compiled = 0;
  for (const Case& c : kCases) {
    EXPECT_EQ(answers(machine, c, 2), answers(loop, c, 2)) << c.name;
    compiled += machine.value("f").as<Func>()->code->machine != nullptr;
  }
  EXPECT_GT(compiled, int(std::size(kCases)) * 9 / 10);
}

TEST_F(Machine, CompiledWhenHotAnswersAsTheLoop) {
  World loop(How::Loop), machine(How::Hot);
  loop.run(kSetUp);
  machine.run(kSetUp);
  // The first arguments make it hot, in a loop: the types that are seen then come first in the code.
  const std::string hot =
      "def heat(f, all_):\n  for i in range(3000):\n    try: f(*all_[0])\n    except Exception: pass\n    "
      "log.clear()\n";
  loop.run(hot);
  machine.run(hot);
  int compiled = 0;
  for (const Case& c : kCases) {
    if (std::string_view(c.name) == "endless recursion" || std::string_view(c.name).starts_with("many ")) continue;
    const std::string heat = std::string("heat(f, list(") + c.arguments + "))\n";
    for (World* w : {&loop, &machine}) {
      w->run(c.function);
      w->run(heat);
    }
    compiled += machine.value("f").as<Func>()->code->machine != nullptr;
    EXPECT_EQ(answers(machine, c, 1), answers(loop, c, 1)) << c.name;
  }
  EXPECT_GT(compiled, int(std::size(kCases)) * 3 / 4);
}

// All rows of opcodes.def stand in the functions above, but for that of prompts and those that take 65,536 constants or
// more than 255 registers or targets at once.
TEST_F(Machine, EveryInstructionIsAmongTheCases) {
  World w(How::Loop);
  w.run(kSetUp);
  std::set<int> seen;
  std::function<void(const Code*)> look = [&](const Code* c) {
    for (size_t pc = 0; pc < c->ins.size(); pc += kOps[c->ins[pc] & 255].words) seen.insert(int(c->ins[pc] & 255));
    for (Value k : c->k)
      if (k.is(Kind::Code)) look(k.as<Code>());
  };
  for (const Case& c : kCases) {
    answers(w, c, 2);
    w.in.heap.each_cell([&](Cell* cell) {
      if (cell->kind == Kind::Code && static_cast<Code*>(cell)->filename->sv() != "<frozen>")
        look(static_cast<Code*>(cell));
    });
  }
  std::string missing;
  for (int op = 0; op < int(std::size(kOps)) && kOps[op].name; op++)
    if (!seen.count(op)) missing += std::string(" ") + kOps[op].name;
  EXPECT_EQ(missing, " LOADKX MOVEFAR UNPACKL PRINTEXPR");
}

// A limit of steps is exact, with machine code and without.
TEST_F(Machine, StepsAreCountedExactly) {
  for (How how : {How::Loop, How::FirstCall, How::Hot}) {
    World w(how);
    w.run("def f(n):\n  i = 0\n  while i < n: i += 1\n  return i\ndef g(n):\n  for i in range(n): f(2)\n");
    auto passes = [&](const std::string& text, int64_t steps) {
      w.th.slow_check();
      w.th.steps_left = steps;
      w.th.budget = w.th.slice = std::min<int64_t>(steps, 700);
      Owned r(run_source(w.th, text, "<test>", w.names.get()));
      w.th.steps_left = INT64_MAX;
      w.th.budget = w.th.slice = 1000;
      if (r) return true;
      w.th.clear_pending();
      return false;
    };
    auto least = [&](const std::string& text) {
      int64_t no = 0, yes = 1'000'000;
      while (yes - no > 1) {
        int64_t middle = (no + yes) / 2;
        (passes(text, middle) ? yes : no) = middle;
      }
      return yes;
    };
    EXPECT_EQ(least("f(20000)\n") - least("f(100)\n"), 19900) << int(how);
    EXPECT_EQ(least("g(5000)\n") - least("g(100)\n"), 4900 * 4) << int(how);
  }
}

}  // namespace adder
