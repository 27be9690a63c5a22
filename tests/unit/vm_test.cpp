// What a script cannot see of the VM: limits that leave the interpreter usable, several interpreters, the collector,
// natives and their binding, watches.
#include <gtest/gtest.h>

#include "interp/vm/import.h"
#include "interp/vm/thread.h"
#include "stdlib/native/library.h"

namespace adder {
namespace {
struct World {
  Interpreter in;
  Thread th{in};
  Ref<Dict> names;
  World() : names(dict(in)) {
    init_builtins(th);
    init_library(th);
    dict_set(names.get(), in.names[n_name], intern_value(in, "__main__"));
  }
  // "" or the type and text of the exception
  std::string run(const std::string& text) {
    Value r = run_source(th, text, "<test>", names.get());
    if (r.u) {
      dec(r);
      return {};
    }
    Owned e(th.take_pending());
    std::string s(e.get().as<Exc>()->type()->name->sv()), m;
    str_of(th, e.get(), &m);
    return m.empty() ? s : s + ": " + m;
  }
  std::string text(const char* name) {
    Value v = dict_get(names.get(), intern(in, name));
    std::string s;
    if (v.u) repr_of(th, v, &s);
    return s;
  }
  size_t live() {
    size_t n = 0;
    in.heap.each_cell([&](Cell*) { n++; });
    return n;
  }
};
}  // namespace

TEST(Vm, StepLimitLeavesTheInterpreterUsable) {
  World w;
  w.th.steps_left = 50'000;
  w.th.budget = w.th.slice = 0;
  EXPECT_EQ(w.run("i = 0\nwhile True: i += 1\n"), "LimitExceeded: step limit reached");
  w.th.steps_left = INT64_MAX;
  w.th.budget = w.th.slice = 1000;
  EXPECT_EQ(w.run("x = sum(range(10))\n"), "");
  EXPECT_EQ(w.text("x"), "45");
}
TEST(Vm, MemoryLimitRaisesMemoryError) {
  World w;
  w.in.heap.set_limit(w.in.heap.bytes() + (size_t(8) << 20));
  EXPECT_EQ(w.run("s = 'x' * (1 << 30)\n"), "MemoryError");
  EXPECT_EQ(w.run("l = []\nwhile True: l.append(str(len(l)) * 10)\n"), "MemoryError");
  EXPECT_EQ(w.run("l = None\ny = 1 + 1\n"), "");
  EXPECT_EQ(w.text("y"), "2");
}
TEST(Vm, RecursionLimitAndDeepStructures) {
  World w;
  EXPECT_EQ(w.run("def f(n): return f(n + 1)\nf(0)\n"), "RecursionError: maximum recursion depth exceeded");
  w.th.in.limits.recursion = 300'000;
  w.th.take_limit();
  EXPECT_EQ(w.run("def g(n): return 0 if n == 0 else 1 + g(n - 1)\nr = g(200000)\n"), "");
  EXPECT_EQ(w.text("r"), "200000");
  EXPECT_EQ(w.run("l = []\nfor i in range(300000): l = [l]\nl = None\n"), "");
  EXPECT_EQ(w.run("a = []\nfor i in range(300000): a = [a]\nb = []\nfor i in range(300000): b = [b]\na == b\n"),
            "RecursionError: maximum recursion depth exceeded");
}
TEST(Vm, InterruptIsAnException) {
  World w;
  w.th.interrupt();
  EXPECT_EQ(w.run("while True: pass\n"), "KeyboardInterrupt");
  EXPECT_EQ(w.run("z = 3\n"), "");
}
TEST(Vm, InterpretersShareNothing) {
  World a, b;
  EXPECT_EQ(a.run("class C: pass\nx = C()\nx.v = 'a'\n"), "");
  EXPECT_EQ(b.run("x\n"), "NameError: name 'x' is not defined");
  EXPECT_NE(intern(a.in, "v"), intern(b.in, "v"));
  EXPECT_EQ(&heap_of(a.names.get()), &a.in.heap);
  EXPECT_EQ(&heap_of(b.names.get()), &b.in.heap);
}
TEST(Vm, CyclesAreCollected) {
  World w;
  EXPECT_EQ(
      w.run("class N: pass\ndef make():\n  a = N(); b = N(); a.o = b; b.o = a; a.l = [a]; a.f = lambda: a\nmake()\n"),
      "");
  collect_cycles(w.th);
  size_t before = w.live();
  EXPECT_EQ(w.run("for i in range(1000): make()\n"), "");
  size_t freed = collect_cycles(w.th);
  EXPECT_GE(freed, 5000u);
  EXPECT_LT(w.live(), before + 100);
}
// Each body runs many times: the number of live cells must not grow.
TEST(Vm, CountsBalance) {
  const char* const kBodies[] = {
      "d = {str(i): [i, (i, i)] for i in range(50)}; x = len(d)",
      "s = sorted([3, 1, 2], key=lambda k: -k)",
      "s = sorted({'a': 1, 'b': 2}, key=len, reverse=True)",
      "g = (x * 2 for x in [1, 2, 3]); y = list(g)",
      "g = (x * 2 for x in [[1], [2]]); next(g)",
      "g = (x * 2 for x in [[1], [2]]); next(g); g.close()",
      "m = '%s-%d' % ('x', 3); n = f'{m!r:>10}' + str([1.5, m])",
      "a, *b = [[1], [2], [3]]; c = [*b, *b]; d = {**{'k': b}}",
      "def f(*a, **k): return a, k\n  y = f([1], [2], z=[3]); y = f(*[[1], [2]], **{'q': [4]})",
      "def f(a, b=[1], *, c=(2,)): return a\n  y = f([3]); y = f([3], b=[4]); y = f([5], c=[6])",
      "class A:\n    def __init__(self, *a, **k): self.a = a; self.k = k\n  a = A([1], k=[2])",
      "class A:\n    def __add__(self, o): return NotImplemented\n  try:\n    A() + [1]\n  except TypeError: pass",
      "class A:\n    def __add__(self, o): return [o]\n    def __radd__(self, o): return [o]\n  x = A() + [1]; x = [1] "
      "+ A()",
      "class A:\n    def __eq__(self, o): return True\n    def __hash__(self): return 1\n  d = {A(): [1]}; x = d[A()]; "
      "x = A() == A(); x = A() in [A()]",
      "class A:\n    @property\n    def p(self): return [1]\n    def __getattr__(self, n): return [n]\n  a = A(); x = "
      "a.p; x = a.zz",
      "class A:\n    def __getitem__(self, i): return [i]\n    def __len__(self): return 2\n    def __bool__(self): "
      "return False\n  a = A(); x = a[[1]]; x = len(a); x = 1 if a else 2",
      "class A(list): pass\n  a = A([[1]]); a.append([2]); x = a + [3]; x = a[0]",
      "class A(dict):\n    def __missing__(self, k): return [k]\n  a = A(); x = a['q']",
      "class A(Exception): pass\n  try:\n    raise A([1]) from ValueError([2])\n  except A as e: m = repr(e)",
      "try:\n    {}['zz']\n  except KeyError as e: m = repr(e)",
      "try:\n    [1, 2].index([3])\n  except ValueError as e: m = e.args\n  e = None",
      "class CM:\n    def __enter__(self): return [1]\n    def __exit__(self, *a): return True\n  with CM() as x:\n    "
      "raise ValueError([1])",
      "def g():\n    try:\n      x = yield [1]\n    finally:\n      y = [2]\n  i = g(); next(i); i.send([3]) if False "
      "else None",
      "def inner(): r = yield [1]; return [r]\n  def outer(): x = yield from inner(); yield x\n  i = outer(); next(i); "
      "i.send([5])",
      "x = list(map(lambda a, b: [a, b], [1, 2], [3, 4])); y = list(zip([1], [2])); z = list(enumerate([[1]]))",
      "x = {[1][0], 2} | {3}; y = frozenset([(1, 2)]); x.add((5, 6)); x.discard((5, 6)); z = x & y",
      "x = [1, 2, 3][::2]; x[0:1] = [[4]]; del x[0]; y = (1, [2], 3)[1:]",
      "x = 10 ** 40; y = x // 3; z = str(y); w = x + y * z.count('3')",
      "s = 'abc' * 10; t = s.split('b'); u = ','.join(t); s += u",
      "x = type('T', (object,), {'v': [1]}); y = x().v",
      "f = lambda: [1]; f.attr = [2]; x = f.attr; y = f.__dict__; z = f.__name__",
      "x = super(int, 5) if False else super; o = object(); w = (o == o, o != 1, hash(o))",
      "def f():\n    x = [1]\n    def h(): return x\n    return h\n  y = f()()",
      "x = [i for i in range(5) if i % 2]; y = {i: [i] for i in x}; z = {(i, i) for i in x}",
      "import math; x = math.sqrt(4.0); from math import pi",
      "x = isinstance(1, (int, str)); y = issubclass(bool, int); z = getattr([], 'append'); w = hasattr([], 'zz')",
  };
  for (const char* body : kBodies) {
    World w;
    w.in.stress_collect = 2;  // a collection at every other call and jump
    ASSERT_EQ(w.run(std::string("def run():\n  ") + body + "\n"), "") << body;
    Value run = dict_get(w.names.get(), intern(w.in, "run"));
    auto once = [&] {
      Value r = w.th.call(run, nullptr, 0);
      EXPECT_TRUE(r.u != 0) << body;
      if (!r.u) w.th.clear_pending();
      dec(r);
    };
    for (int i = 0; i < 3; i++) once();
    collect_cycles(w.th);
    size_t before = w.live();
    for (int i = 0; i < 20; i++) once();
    collect_cycles(w.th);
    EXPECT_LE(w.live(), before + 3) << body;
  }
}
namespace {
Value add_native(Thread& th, Value* a, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i].u && a[i].is_int()) sum = sum * 10 + a[i].as_int();
  return integer(th, sum);
}
const NativeDef kNatives[] = {
    {"three", "(a, b=2, /, c=3)", "", add_native, Rule::pure},
    {"many", "(*args, key=5)", "", add_native, Rule::pure},
};
}  // namespace
// Tables go by the low bits of a hash: names that differ in a byte or two must spread over them as chance would.
TEST(Vm, HashesOfLikeNamesSpread) {
  World w;
  auto places = [&](const char* prefix, int digits) {
    std::vector<bool> taken(256);
    size_t n = 0;
    for (int i = 0; i < 100; i++) {
      char name[32];
      snprintf(name, sizeof name, "%s%0*d", prefix, digits, i);
      Ref<Str> s(str(w.in.heap, name));
      auto place = taken[str_hash(s.get()) & 255];
      n += !place;
      place = true;
    }
    return n;
  };
  for (const char* prefix : {"", "k", "ab", "key", "key_", "key__", "some_name_", "a_name_of_twelve_"})
    for (int digits = 1; digits <= 4; digits++)
      EXPECT_GT(places(prefix, digits), 65u) << prefix << digits;  // chance: 83
}
TEST(Vm, NativesBindBySignature) {
  World w;
  add_functions(w.in, w.names.get(), kNatives);
  EXPECT_EQ(w.run("x = three(1), three(1, 4), three(1, c=9), many(1, 2), many(), many(7, key=1)\n"), "");
  EXPECT_EQ(w.text("x"), "(123, 143, 129, 512, 5, 17)");
  EXPECT_EQ(w.run("three()\n"), "TypeError: three() takes at least 1 positional argument (0 given)");
  EXPECT_EQ(w.run("three(1, 2, 3, 4)\n"), "TypeError: three() takes at most 3 arguments (4 given)");
  EXPECT_EQ(w.run("three(1, z=2)\n"), "TypeError: 'z' is an invalid keyword argument for three()");
}
TEST(Vm, WatchesFireOnceAndOnDeath) {
  World w;
  EXPECT_EQ(w.run("G = 1\nclass C: pass\no = C()\no.a = 1\n"), "");
  int fired = 0;
  auto fire = [&](Watches::Slot) { fired++; };
  EXPECT_TRUE(w.in.watches.watch(w.names.get(), intern(w.in, "G"), fire));
  EXPECT_EQ(w.run("G = 2\n"), "");
  EXPECT_EQ(w.run("G = 3\n"), "");
  EXPECT_EQ(fired, 1);
  EXPECT_FALSE(w.in.watches.watch(w.names.get(), intern(w.in, "G"), fire));
  Cell* o = dict_get(w.names.get(), intern(w.in, "o")).cell();
  EXPECT_TRUE(w.in.watches.watch(o, intern(w.in, "a"), fire));
  EXPECT_EQ(w.run("o = None\n"), "");
  EXPECT_EQ(fired, 2);
}
// One watcher on many slots, which it knows by numbers. One that has nothing to tell any more makes room.
TEST(Vm, WatchersTellTheirSlotsByNumber) {
  struct Notes final : Watcher {
    void fired(Cell*, uint64_t, uint32_t number) override { told->push_back(number); }
    bool idle() const override { return done; }
    ~Notes() override { told->push_back(1000); }
    std::vector<uint32_t>* told = nullptr;
    bool done = false;
  };
  World w;
  EXPECT_EQ(w.run("class C: pass\no, p = C(), C()\no.a = o.b = o.c = 1\n"), "");
  Cell* o = dict_get(w.names.get(), intern(w.in, "o")).cell();
  Cell* p = dict_get(w.names.get(), intern(w.in, "p")).cell();
  auto watch = [&](Cell* owner, const char* name, Watcher& who, uint32_t number) {
    return w.in.watches.watch(owner, reinterpret_cast<uint64_t>(intern(w.in, name)), who, number);
  };
  std::vector<uint32_t> told;
  {
    WatcherRef<Notes> notes(new Notes);
    notes->told = &told;
    EXPECT_TRUE(watch(o, "c", *notes, 3));
    EXPECT_TRUE(watch(o, "a", *notes, 1));
    EXPECT_TRUE(watch(o, "b", *notes, 2));
    EXPECT_TRUE(watch(o, "a", *notes, 4));
    EXPECT_EQ(w.run("o.a = 2\no.a = 3\n"), "");
    EXPECT_EQ(told, (std::vector<uint32_t>{1, 4}));
    EXPECT_FALSE(watch(o, "a", *notes, 5));
    EXPECT_EQ(w.run("o.b = 2\n"), "");
    w.in.watches.copy_names(o, p);
    EXPECT_EQ(w.run("p.c = 2\n"), "");
    EXPECT_EQ(told, (std::vector<uint32_t>{1, 4, 2, 3}));
  }
  EXPECT_EQ(w.run("o = None\n"), "");  // the last that holds it
  EXPECT_EQ(told, (std::vector<uint32_t>{1, 4, 2, 3, 3, 1000}));
  told.clear();
  WatcherRef<Notes> idle(new Notes);
  idle->told = &told;
  idle->done = true;
  for (uint32_t i = 0; i < 100; ++i) EXPECT_TRUE(watch(p, "d", *idle, i));
  EXPECT_EQ(w.run("p.d = 1\n"), "");
  EXPECT_LT(told.size(), 3u);
}
}  // namespace adder
