// Does --stress=memory find what it is for? Natives with planted faults, beside the same natives without them, run
// under the refusals that stress_memory.conf asks for, each turn in a process of its own. A fault is found if a turn
// does not survive, as script_test judges it: the process is killed. The sound natives must survive all turns.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "interp/vm/import.h"
#include "interp/vm/thread.h"
#include "stdlib/native/library.h"

namespace adder {
namespace {
constexpr uint32_t kMore = 20'000;
// Sound: what may fail comes before the first effect.
Value grow(Thread& th, Value* a, int) {
  List* l = a[0].as<List>();
  if (!th.check_memory(kMore, sizeof(Value))) return kAbsent;
  l->items =
      static_cast<Value*>(th.in.heap.raw_resize(l->items, l->cap * sizeof(Value), (l->cap + kMore) * sizeof(Value)));
  l->cap += kMore;
  for (uint32_t i = 0; i < kMore; i++) push(l, kNone);
  return kNone;
}
// Fault: the items are counted before there is room for them.
Value grow_counted_first(Thread& th, Value* a, int) {
  List* l = a[0].as<List>();
  const uint32_t before = l->len;
  l->len += kMore;
  l->items =
      static_cast<Value*>(th.in.heap.raw_resize(l->items, l->cap * sizeof(Value), (l->cap + kMore) * sizeof(Value)));
  l->cap += kMore;
  for (uint32_t i = before; i < l->len; i++) l->items[i] = kNone;
  return kNone;
}
// Sound: the exception of C++ passes through, and the VM makes it a MemoryError.
Value pair_of_texts(Thread& th, Value*, int) {
  Ref<Tuple> t(tuple(th, 2));
  t->items[0] = of(str(th, std::string(100, 'a')));
  t->items[1] = of(str(th, std::string(100, 'b')));
  return of(t.release());
}
// Fault: the refusal is caught, but nothing says so: kAbsent promises a pending exception.
Value pair_of_texts_silent(Thread& th, Value* a, int n) {
  try {
    return pair_of_texts(th, a, n);
  } catch (const std::bad_alloc&) {
    return kAbsent;
  }
}
const NativeDef kNatives[] = {
    {"grow", "(l, /)", "", grow, Rule::residual},
    {"grow_counted_first", "(l, /)", "", grow_counted_first, Rule::residual},
    {"pair_of_texts", "()", "", pair_of_texts, Rule::residual},
    {"pair_of_texts_silent", "()", "", pair_of_texts_silent, Rule::residual},
};
constexpr int kTurns[] = {2, 57, 410, 1100, 3300, 7000, 20000};

// What a script does with the native, and with what is left after a refusal.
std::string making(const std::string& native) {
  return "kept = []\nfor i in range(20000):\n  try:\n    r = " + native +
         "()\n    kept.append(r)\n    if len(kept) > 50:\n      for x in kept: str(x)\n      kept.clear()\n  except "
         "MemoryError: pass\n";
}
std::string growing(const std::string& native) {
  return "for i in range(1500):\n  if i % 5 == 0: l = []\n  try: " + native +
         "(l)\n  except MemoryError: pass\n  if l: str(l[len(l) // 2]), str(l[-1])\n";
}
// How many turns end in a signal.
int killed(const std::string& text) {
  int n = 0;
  for (int turn : kTurns) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      if (!freopen("/dev/null", "w", stderr)) _exit(1);
      Interpreter in;
      Thread th(in);
      init_builtins(th);
      init_library(th);
      Ref<Dict> names(dict(in));
      dict_set(names.get(), in.names[n_name], intern_value(in, "__main__"));
      add_functions(in, names.get(), kNatives);
      in.heap.stress(turn);
      Value r = kAbsent;
      try {
        r = run_source(th, text, "<test>", names.get());
      } catch (const std::bad_alloc&) {  // in this function: the runner's own memory
      }
      _exit(r.u ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    n += WIFSIGNALED(status);
  }
  return n;
}
}  // namespace

TEST(MemoryStress, SoundNativesSurvive) {
  EXPECT_EQ(killed(growing("grow")), 0);
  EXPECT_EQ(killed(making("pair_of_texts")), 0);
}
TEST(MemoryStress, FindsAnEffectBeforeTheCheck) {
  EXPECT_GT(killed(growing("grow_counted_first")), 0);
}
TEST(MemoryStress, FindsARefusalThatIsNotReported) {
  EXPECT_GT(killed(making("pair_of_texts_silent")), 0);
}

}  // namespace adder
