// Recording and replay of Python code without tensors: every program is run plain and captured, with several settings,
// and must print the same; the counters say that traces were used.
#include <gtest/gtest.h>

#include "capture/replay.h"
#include "interp/vm/import.h"
#include "stdlib/native/library.h"

using namespace adder;
namespace {
struct Settings {
  bool capture = true;
  uint32_t side_threshold = 2;
};
struct Outcome {
  std::string text;
  capture::Counters counters;
  std::string trace;  // the first trace of the first region
};
capture::Session* session_in(Thread& th) {
  return th.hook ? &static_cast<capture::FrameHook*>(th.hook)->session() : nullptr;  // null: the plain run
}
Value mark(Thread& th, Value* a, int) {
  capture::Session* s = session_in(th);
  if (s && a[0].is(Kind::Func)) {
    Func* f = inc(a[0].as<Func>());
    s->regions[f] = std::make_unique<capture::Region>(*s, f);
    f->flags |= kCaptured;
  }
  return inc(a[0]);
}
Value never(Thread& th, Value* a, int) {
  if (capture::Session* s = session_in(th)) s->never.insert(inc(a[0].as<Func>()));
  return inc(a[0]);
}
const NativeDef kFunctions[] = {{"capture", "(f, /)", "", mark, Rule::residual},
                                {"nocapture", "(f, /)", "", never, Rule::residual}};

Outcome run(const std::string& source, Settings settings) {
  Interpreter in;
  Thread th(in);
  init_builtins(th);
  init_library(th);
  capture::Session session(th);
  session.side_trace_threshold = settings.side_threshold;
  capture::FrameHook hook(session);
  if (settings.capture) {
    th.hook = &hook;
  }
  add_functions(in, in.builtins, kFunctions);
  Module* m = new_module(in, intern(in, "__main__"));
  dict_set(m->dict, in.names[n_builtins], of(find_module(in, intern(in, "builtins"))));
  dict_set(in.modules, intern(in, "__main__"), of(m));
  Value r = run_source(th, source, "test.py", m->dict);
  Outcome o;
  o.text = std::move(th.out);
  th.out.clear();
  if (!r.u) {
    o.text += traceback_text(th, th.pending.as<Exc>());
    th.clear_pending();
  }
  o.counters = session.counters;
  for (auto& [f, region] : session.regions)
    if (!region->traces.empty()) o.trace = capture::print(*region->traces.back());
  th.hook = nullptr;
  return o;
}
capture::Counters same(const std::string& source) {
  Outcome plain = run(source, {false, 0});
  Outcome captured = run(source, {true, 2});
  Outcome hot = run(source, {true, 1});
  EXPECT_EQ(plain.text, captured.text);
  EXPECT_EQ(plain.text, hot.text);
  EXPECT_EQ(captured.counters.abandoned, 0u);
  return captured.counters;
}

TEST(Capture, ACounterIsGeneralizedOnce) {
  auto c = same(R"(
class Acc: pass
acc = Acc()
acc.n = 0
@capture
def f(x):
    acc.n += 1
    return x * acc.n
for i in range(8): print(f(3))
)");
  EXPECT_EQ(c.recompiles, 1u);
  EXPECT_GE(c.replays, 6u);
}
TEST(Capture, AGlobalIsADependency) {
  auto c = same(R"(
K = 2
def helper(x): return x + K
@capture
def f(x): return helper(x) * 2
for i in range(4): print(f(i))
K = 5
for i in range(4): print(f(i))
def helper(x): return x - K
for i in range(4): print(f(i))
)");
  EXPECT_GE(c.invalidated, 2u);
  EXPECT_GE(c.replays, 4u);
}
TEST(Capture, SideExitInsideATryOfAnInlinedCallee) {
  same(R"(
log = []
def inner(x):
    try:
        if x > 3:
            raise ValueError(x)
        return x * 2
    except ValueError as e:
        log.append(str(e))
        return -1
    finally:
        log.append(x)
@capture
def f(x):
    return inner(x) + inner(x + 1)
for i in [0, 1, 2, 3, 4, 5, 0, 6, 2, 7, 3, 3, 3]: print(f(i))
print(log)
)");
}
TEST(Capture, AbsenceIsAFact) {
  same(R"(
class C:
    def m(self): return 'class'
o = C()
@capture
def f(): return o.m()
print(f(), f(), f())
o.m = lambda: 'instance'
print(f(), f())
del o.m
print(f(), f())
C.m = lambda self: 'other'
print(f(), f())
)");
}
TEST(Capture, AListMayGrowWhileItIsIterated) {
  same(R"(
@capture
def f(l):
    n = 0
    for x in l:
        n += x
        if x < 4: l.append(x + 2)
    return n, l
for i in range(5): print(f([1, 2]), f([i]))
)");
}
TEST(Capture, SunkObjectsKeepTheirIdentity) {
  same(R"(
keep = []
class Node:
    def __init__(self, v): self.v = v; self.me = self
@capture
def f(x):
    n = Node(x)
    pair = (n, [n, x])
    if x > 2: keep.append(pair)
    n.v += 1
    return pair[1][0] is n, n.me.v, pair[0].v
for i in range(6): print(f(i))
print([p[0].v for p in keep], [p[0] is p[1][0] for p in keep])
)");
}
TEST(Capture, DefaultsAndClosuresMayChange) {
  same(R"(
def g(a, b=2): return a + b
def make(n):
    def count():
        nonlocal n
        n += 1
        return n
    return count
c1, c2 = make(0), make(10)
@capture
def f(c): return g(c()), g(1)
for i in range(3): print(f(c1), f(c2))
g.__defaults__ = (7,)
for i in range(3): print(f(c1), f(c2))
)");
}
TEST(Capture, ResidualCallsThatWriteWhatWasRead) {
  same(R"(
K = 1
state = [0]
@nocapture
def poke():
    global K
    state[0] += 1
    if state[0] % 3 == 0: K += 1
@capture
def f(x):
    a = x + K
    poke()
    return a, x + K
for i in range(12): print(f(i))
)");
}
TEST(Capture, ExceptionsKeepTracebackAndContext) {
  same(R"(
import traceback
def deep(x):
    if x % 2: raise KeyError(x)
    return x
@capture
def f(x):
    try:
        return deep(x)
    except KeyError as e:
        raise ValueError('outer') from e
for i in range(6):
    try: print(f(i))
    except ValueError as e: print(repr(e), repr(e.__cause__), repr(e.__context__))
)");
}
TEST(Capture, GeneratorsAndIteratorsFromOutside) {
  same(R"(
def gen(n):
    try:
        for i in range(n): yield i
    finally: print('closed')
@capture
def f(it):
    t = 0
    for i, x in enumerate(it):
        t += i * x
        if i > 2: break
    return t
for n in range(7): print(f(gen(n)), f(iter([n, 2, n])))
shared = iter(range(20))
for n in range(4): print(f(shared), next(shared))
)");
}
TEST(Capture, ArgumentsOfEveryKind) {
  same(R"(
def g(a, /, b=1, *rest, c=3, **kw): return a, b, rest, c, sorted(kw.items())
@capture
def f(*args, **kw): return g(*args, **kw), g(1, c=5, z=2), g(*args, 9, **{'q': 1})
for i in range(3): print(f(i), f(i, 2, 3), f(i, c=7, y=8))
)");
}
TEST(Capture, TheTextOfATrace) {
  Outcome o = run(R"(
K = 2
@capture
def f(x, l):
    y = x * K
    l.append(y)
    return y + 1
print(f(3.5, []), f(4.5, []))
)",
                  {true, 2});
  EXPECT_EQ(o.text, "8.0 10.0\n");
  EXPECT_EQ(o.trace, R"(trace
  v0 = input 0:0()
  v1 = input 0:1()
  v2 = guard type float(v0)  @f:2[r0=v0 r1=v1 r4=2]
  v3 = pure *(v0, 2)  @f:2[r0=v0 r1=v1 r4=2]
  v4 = guard type list(v1)  @f:3[r0=v0 r1=v1 r2=v3 r4=2]
  v5 = residual item(@append, v1, v3)  @f:6[r0=v0 r1=v1 r2=v3 r3=@append r4=v1 r5=v3]
  v6 = pure +(v3, 1)  @f:8[r0=v0 r1=v1 r2=v3]
  return v6
)");
}
TEST(Capture, IterationOverWatchedContainersCostsNothing) {
  Outcome o = run(R"(
TABLE = {'a': 1, 'b': 2}
class Bag:
    def __init__(self): self.items = {'p': 3, 'q': 4}
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items.values())
bag = Bag()
def scaled(by):
    for k, v in TABLE.items(): yield v * by
@capture
def f(x):
    for v in scaled(10): x = x + v
    for i, v in enumerate(bag): x = x + i * v
    for v in reversed(list(TABLE)): x = x + len(v)
    return x + next(iter(bag)) + len(bag)
print(f(0.5), f(1.5))
)",
                  {true, 2});
  EXPECT_EQ(o.text, "41.5 42.5\n");
  // What is left is the arithmetic on the argument.
  EXPECT_EQ(o.trace.find("load"), std::string::npos) << o.trace;
  EXPECT_EQ(o.trace.find("next("), std::string::npos) << o.trace;
  EXPECT_EQ(o.trace.find("guard same"), std::string::npos) << o.trace;
}
}  // namespace
