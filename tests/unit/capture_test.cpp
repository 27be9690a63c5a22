// Recording and replay of Python code without tensors: every program is run plain and captured, with several settings,
// and must print the same; the counters say that traces were used.
#include <gtest/gtest.h>

#include "capture/optimize.h"
#include "capture/replay.h"
#include "capture/trace_text.h"
#include "capture/trace_watch.h"
#include "interp/vm/import.h"
#include "stdlib/native/library.h"

using namespace adder;
namespace {
struct Settings {
  bool capture = true;
  uint32_t side_threshold = 2;
  bool text = false;  // traces run as they are read back from their text
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

// An interpreter with the two decorators, and a module that sources run in one after the other.
class Program {
 public:
  explicit Program(Settings settings) : th_(in_) {
    init_builtins(th_);
    init_library(th_);
    session_ = std::make_unique<capture::Session>(th_);
    session_->side_trace_threshold = settings.side_threshold;
    session_->stress.text = settings.text;
    hook_ = std::make_unique<capture::FrameHook>(*session_);
    if (settings.capture) th_.hook = hook_.get();
    add_functions(in_, in_.builtins, kFunctions);
    Module* m = new_module(in_, intern(in_, "__main__"));
    globals_ = m->dict;
    dict_set(m->dict, in_.names[n_builtins], of(find_module(in_, intern(in_, "builtins"))));
    dict_set(in_.modules, intern(in_, "__main__"), of(m));
  }
  ~Program() { th_.hook = nullptr; }
  // What the source prints, and the traceback if it raises.
  std::string run(const std::string& source) {
    Value r = run_source(th_, source, "test.py", globals_);
    std::string text = std::move(th_.out);
    th_.out.clear();
    if (!r.u) {
      text += traceback_text(th_, th_.pending.as<Exc>());
      th_.clear_pending();
    }
    return text;
  }
  capture::Session& session() { return *session_; }
  Interpreter& interpreter() { return in_; }
  capture::Region& region() { return *session_->regions.begin()->second; }

 private:
  Interpreter in_;
  Thread th_;
  std::unique_ptr<capture::Session> session_;
  std::unique_ptr<capture::FrameHook> hook_;
  Dict* globals_ = nullptr;
};
Outcome run(const std::string& source, Settings settings) {
  Program program(settings);
  Outcome o;
  o.text = program.run(source);
  o.counters = program.session().counters;
  for (auto& [f, region] : program.session().regions)
    if (!region->traces.empty()) o.trace = capture::print(*region->traces.back());
  return o;
}
capture::Counters same(const std::string& source) {
  Outcome plain = run(source, {false, 0});
  Outcome captured = run(source, {true, 2});
  Outcome hot = run(source, {true, 1});
  Outcome read_back = run(source, {true, 2, true});
  EXPECT_EQ(plain.text, captured.text);
  EXPECT_EQ(plain.text, hot.text);
  EXPECT_EQ(plain.text, read_back.text);
  EXPECT_EQ(captured.counters.abandoned, 0u);
  EXPECT_EQ(captured.counters.replays, read_back.counters.replays);
  EXPECT_EQ(captured.counters.exits, read_back.counters.exits);
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
constexpr const char* kCounted = R"(
K = 2
class Bag: pass
bag = Bag()
bag.n = 0
@capture
def f(x, l):
    pair = (x, x * K)
    bag.n += 1
    l.append(pair[1])
    return pair[1] + 1
log = []
print(f(3.5, log), f(4.5, log), f(5.5, log))
)";
// The trace that runs now, as text; `objects` receives what it mentions.
std::string newest(Program& p, std::vector<Value>* objects) {
  return capture::print(*p.region().traces.front(), objects);
}
size_t occurrences(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) n++;
  return n;
}
TEST(TraceText, SaysWhatTheTraceRestsOnAndDoes) {
  Program p({true, 2});
  EXPECT_EQ(p.run(kCounted), "8.0 10.0 12.0\n");
  std::vector<Value> objects;
  std::string text = newest(p, &objects);
  for (const char* part :
       {"watch entry K of @dict#", " is 2\n", "guard type @float#", "load attr n(", "store attr n(",
        ") checked after s", "pure \"+\"(", "pure \"*\"(v0, 2)", "residual item(@append#", "=tuple{v0 v", "return v"})
    EXPECT_NE(text.find(part), text.npos) << part << " in\n" << text;
  EXPECT_GT(occurrences(text, " at s0"), 1u);  // shared by the guards of one instruction
  EXPECT_EQ(occurrences(text, " s0 = f#"), 1u);
  Result<std::unique_ptr<capture::Trace>> read = capture::parse_trace(p.region(), text, objects);
  ASSERT_TRUE(read.ok()) << read.status().message();
  const capture::Trace &then = *p.region().traces.front(), &now = *read.value();
  ASSERT_EQ(then.code.size(), now.code.size());
  for (size_t i = 0; i < then.code.size(); i++) {
    EXPECT_EQ(then.code[i].op, now.code[i].op);
    EXPECT_EQ(then.code[i].sub, now.code[i].sub);
    EXPECT_EQ(then.code[i].key, now.code[i].key);
    EXPECT_EQ(then.code[i].flags, now.code[i].flags);
    EXPECT_EQ(then.code[i].location, now.code[i].location);
  }
  EXPECT_EQ(then.drops, now.drops);
  EXPECT_EQ(then.entry_end, now.entry_end);
  EXPECT_EQ(then.dependencies.size(), now.dependencies.size());
  EXPECT_EQ(capture::print(now), text);
}
TEST(TraceText, IsWhatRuns) {
  Program p({true, 2});
  p.run(kCounted);
  std::vector<Value> objects;
  std::string text = newest(p, &objects);
  size_t at = text.find("\"*\"(v0, 2)");
  ASSERT_NE(at, text.npos);
  text.replace(at, 10, "\"*\"(v0, 7)");
  Result<std::unique_ptr<capture::Trace>> read = capture::parse_trace(p.region(), text, objects);
  ASSERT_TRUE(read.ok()) << read.status().message();
  p.region().traces.front() = std::move(read).value();
  capture::arm(p.interpreter(), *p.region().traces.front());
  EXPECT_EQ(p.run("print(f(2.0, log), bag.n)"), "15.0 4\n");
  EXPECT_EQ(p.run("K = 3\nprint(f(2.0, log), bag.n)"), "7.0 5\n");  // the dependency is watched
}
TEST(TraceText, RefusesWhatIsNoTrace) {
  Program p({true, 2});
  p.run(kCounted);
  std::vector<Value> objects;
  std::string text = newest(p, &objects);
  const struct {
    const char *old, *text, *message;
  } kWrong[] = {
      {"trace frames", "frames", "expected 'trace'"},
      {"guard type", "guard size", "no fact is called 'size'"},
      {"load attr n", "load slot n", "no field is called 'slot'"},
      {"\"*\"", "\"@@\"", "there is no arithmetic '@@'"},
      {"v1 = input", "v7 = input", "results are not numbered in order"},
      {"v1 = input 0:1", "v1 = input 3:1", "an input of a frame that the trace has not"},
      {"pure \"*\"(v0, 2)", "pure \"*\"(v900, 2)", "used before it is defined"},
      {"pure \"*\"(v0, 2)", "pure \"*\"(v0, 2, 3)", "a wrong number of operands"},
      {"residual item", "residual call names @append#999", "there is no object 999"},
      {"[r0=", "[r200=", "'r200' is no register of the frame"},
      {"tuple{v0", "tuple{v0 ^5", "there is no sunk object ^5"},
      {"tuple{v0", "tuples{v0", "no kind of object is called 'tuples'"},
      {" checked after s", " checked after t", "snapshots are not in order"},
      {"return v", "return @append#", "there is no object"},
      {"return v", "exit v", "there is no snapshot 'v"},
  };
  for (auto [old, other, message] : kWrong) {
    std::string wrong = text;
    size_t at = wrong.find(old);
    ASSERT_NE(at, wrong.npos) << old << " in\n" << text;
    wrong.replace(at, strlen(old), other);
    Result<std::unique_ptr<capture::Trace>> read = capture::parse_trace(p.region(), wrong, objects);
    ASSERT_FALSE(read.ok()) << other;
    EXPECT_NE(read.status().message().find(message), std::string::npos) << other << ": " << read.status().message();
  }
  // Cut off anywhere, it is no trace either, and nothing else happens.
  for (size_t n = 0; n + 2 < text.size(); n += 7)
    EXPECT_FALSE(capture::parse_trace(p.region(), text.substr(0, n), objects).ok()) << n;
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
