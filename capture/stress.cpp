#include "capture/stress.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture/recompile.h"
#include "capture/region.h"
#include "interp/vm/interpreter_lock.h"

namespace adder::capture {
uint32_t stress_point(Stress& s, const Trace& t) {
  if (!s.guards && !s.exits) return ~0u;
  std::vector<uint32_t> points;
  for (uint32_t n = t.inputs; n < t.code.size(); n++) {
    const Instruction& i = t.code[n];
    if (i.op == TraceOp::Guard && s.guards) points.push_back(n);
    // A snapshot for unwinding only does not stand at the start of its instruction.
    bool at_start = i.snapshot != kNoSnapshot && !(i.flags & kUnwindOnly);
    if (i.op == TraceOp::Residual && s.exits && at_start && n >= t.entry_end) points.push_back(n);
  }
  // Every third replay is left alone, so that traces are also run to their end.
  if (points.empty() || s.turn++ % 3 == 2) return ~0u;
  return points[s.turn / 3 % points.size()];
}

std::vector<Value> roots_of_call(const Region& region, const Frame& f) {
  std::vector<Value> roots;
  Value behind = target_of(region);
  roots.push_back(inc(behind));
  Value func = behind.is(Kind::Method) ? behind.as<Method>()->func : behind;
  if (func.is(Kind::Func)) roots.push_back(inc(of(func.as<Func>()->globals)));
  auto add = [&](Value v) {
    if (v.is_cell() && v.cell()->count > 1) roots.push_back(inc(v));
  };
  for (uint32_t r = 0; r < f.code->nlocals; r++) {
    Value v = f.base[r];
    add(v);
    if (v.is(Kind::Tuple))
      for (uint32_t i = 0; i < v.as<Tuple>()->len; i++) add(v.as<Tuple>()->items[i]);
    if (v.is(Kind::Dict))
      for (uint32_t i = 0; i < v.as<Dict>()->filled; i++) add(v.as<Dict>()->entries[i].val);
  }
  return roots;
}
void settle_in_fork(Session& s) {
  s.thread.rec = nullptr;
  if (s.context) {
    rt::Context& c = s.context(s.thread);
    new std::shared_ptr<rt::ThreadPool>(std::move(c.pool));  // its threads are not in this process
    c.pool = nullptr;
  }
}
bool can_fork(Session& s) {
  const auto& lock = s.thread.in.lock;
  return !lock || !lock->started;
}
void report_and_exit(Session& s, const Region& region, const char* kind, const std::string& what) {
  s.thread.flush();
  std::fprintf(stderr, "adder: --stress=%s: a captured call of %s differs from %s\n", kind,
               target_place(region).c_str(), what.c_str());
  std::fflush(stderr);
  _exit(70);
}

void Comparison::run_interpreted(Frame& f, int to) {
  Thread& th = session_.thread;
  session_.off = true;
  session_.base = &f;  // torch.compiler.is_compiling() says the same on both sides
  settle_in_fork(session_);
  if (int null = open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
  f.cont = Cont::Exit;
  Value v = th.finish();
  session_.base = nullptr;
  send(to, digest(session_, roots_, v, output_.end(th)));
  _exit(0);
}
std::unique_ptr<Comparison> Comparison::begin(Session& s, const Region& region, Frame& f) {
  if (!can_fork(s)) return nullptr;
  std::unique_ptr<Comparison> c(new Comparison(s, region));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) report_and_exit(s, region, "verify", "its interpretation: there is no pipe for it");
  c->roots_ = roots_of_call(region, f);
  c->output_.begin(s.thread);
  c->pid_ = fork();
  if (c->pid_ == 0) {
    close(ends[0]);
    c->output_.begin_in_fork();
    c->run_interpreted(f, ends[1]);
  }
  close(ends[1]);
  c->from_ = ends[0];
  return c;
}
Comparison::~Comparison() {
  if (output_.active()) output_.end_and_print(session_.thread);
  if (from_ >= 0) close(from_);
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
  for (Value v : roots_) dec(v);
}
void Comparison::end(Value result) {
  std::string printed = output_.end(session_.thread);
  fwrite(printed.data(), 1, printed.size(), stdout);
  std::fflush(stdout);
  Digest mine = digest(session_, roots_, result, printed), theirs;
  std::string what = "the interpreted call died";
  if (receive(from_, &theirs)) what = difference({"captured", mine}, {"interpreted", theirs}, result != kStop);
  if (!what.empty()) report_and_exit(session_, region_, "verify", "its interpretation: " + what);
}
}  // namespace adder::capture
