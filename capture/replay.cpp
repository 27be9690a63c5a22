#include "capture/replay.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <unordered_map>

#include "capture/follower.h"
#include "capture/machine.h"
#include "capture/recompile.h"
#include "capture/recorder.h"
#include "capture/scalar.h"
#include "capture/static_run.h"
#include "capture/values.h"

namespace adder::capture {
namespace {
using Operands = boost::container::small_vector<Value, 16>;  // borrowed
class Replay {
 public:
  Replay(Thread& th, Trace& t) : th_(th), t_(t), base_(th.fr - (t.frame_count - 1)) {
    env_.assign(t.code.size(), kAbsent);
  }
  ~Replay() { release(); }

  Outcome run(Value* result);
  Continuation* next() const { return next_; }  // Left: at a loop header, and its traces may go on

 private:
  Value value(Ref r) const {
    switch (r.tag()) {
      case Ref::kResult: return env_[r.index()];
      case Ref::kConstant: return t_.constants[r.index()];
      default: return kAbsent;
    }
  }
  bool holds(const Instruction&) const;
  Outcome fail(uint32_t ip, const Instruction&, Value* result);
  Outcome leave(uint32_t snapshot, Value* result);
  // What an instruction said: go on, or how the trace was left.
  enum class Say : uint8_t { Next, Fail, Leave };
  Say step(uint32_t ip);
  bool serves();
  uint32_t run_static(uint32_t ip, size_t drop);
  bool dies_with_finalizer(const StaticRun&, size_t drop) const;
  bool try_static(StaticRun&);
  void learn(uint32_t ip);
  void take_inputs();
  void give_inputs_back();
  void rebuild(const Snapshot&);
  Value materialize(Ref, std::unordered_map<uint32_t, Value>& memo);
  void release() {
    for (Value& v : env_) {
      Value old = v;
      v = kAbsent;
      dec(old);
    }
  }
  void generalize(const Instruction&);
  Session& session() const { return *t_.region->session; }

  Thread& th_;
  Trace& t_;
  Frame* base_;
  std::vector<Value> env_;
  uint32_t exit_ = kNoSnapshot;  // Say::Leave: by this snapshot
  Learner* learner_ = nullptr;
  size_t next_run_ = 0;          // in the trace's plan
  uint32_t finalizers_run_ = 0;  // when that was last looked at
  Continuation* next_ = nullptr;
};

bool Replay::holds(const Instruction& i) const {
  const Ref* a = t_.args(i);
  Value v = value(a[0]);
  switch (Fact(i.sub)) {
    case Fact::Type: return v != kAbsent && v != kStop && bits(type_of(th_.in, v)) == i.key;
    case Fact::Same: return same(v, value(a[1]));
    case Fact::Truth: return scalar_truth(v) == bool(i.key);
    case Fact::Present: return (v != kAbsent) == bool(i.key);
  }
  return false;
}
void Replay::take_inputs() {
  for (uint32_t i = 0; i < t_.inputs; i++) {
    uint64_t key = t_.code[i].key;
    Frame& f = base_[key >> 8];
    if ((key & 0xff) == 0xff) {
      env_[i] = inc(of(f.func));
      continue;
    }
    Value& r = f.base[key & 0xff];
    env_[i] = r;
    r = kAbsent;
  }
}
void Replay::give_inputs_back() {
  for (uint32_t i = 0; i < t_.inputs; i++) {
    uint64_t key = t_.code[i].key;
    if ((key & 0xff) == 0xff) continue;
    base_[key >> 8].base[key & 0xff] = env_[i];
    env_[i] = kAbsent;
  }
}
Value Replay::materialize(Ref r, std::unordered_map<uint32_t, Value>& memo) {
  if (!r.is_sunk()) return inc(value(r));
  auto it = memo.find(r.index());
  if (it != memo.end()) return inc(it->second);
  const Recipe& recipe = t_.recipes[r.index()];
  Value o;
  if (made_whole(recipe.kind)) {
    std::vector<Value> fields;
    for (Ref f : recipe.fields) fields.push_back(materialize(f, memo));
    o = make_object(th_, recipe.kind, recipe.key, recipe.extra, fields);
    for (Value f : fields) dec(f);
    memo[r.index()] = o;
    return o;
  }
  o = make_object(th_, recipe.kind, recipe.key, recipe.extra, {});
  memo[r.index()] = o;
  for (size_t i = 0; i < recipe.fields.size(); i++) {
    Value v = materialize(recipe.fields[i], memo);
    Value key = i < recipe.keys.size() ? materialize(recipe.keys[i], memo) : kAbsent;
    init_object(th_, recipe.kind, o, i, v, key);
    dec(v);
    dec(key);
  }
  return o;
}
void Replay::rebuild(const Snapshot& s) {
  std::unordered_map<uint32_t, Value> memo;
  std::vector<FrameImage> images;
  for (const FrameRecipe* recipe : t_.frames_of(s)) {
    const FrameRecipe& f = *recipe;
    Value func = materialize(f.func, memo);
    FrameImage m{f.code, f.pc, func.as<Func>(), nullptr, nullptr, f.ret, f.cont, kFrameOwnsFunc, {}};
    for (Ref r : t_.registers_of(f)) m.regs.push_back(materialize(r, memo));
    if (images.empty()) dec(func);  // the base frame stays what it is
    if (!f.gen.nothing()) {         // the generator holds the function
      m.gen = materialize(f.gen, memo).as<Gen>();
      m.flags = kFrameGen;
      dec(func);
    }
    images.push_back(std::move(m));
  }
  for (Frame* f = th_.fr; f >= base_; f--)
    for (uint32_t r = 0, n = f < th_.fr ? own_registers(f, f + 1) : f->code->nreg; r < n; r++) put(f->base[r], kAbsent);
  th_.fr = base_;
  base_->pc = base_->code->ins.data() + images[0].pc;
  for (uint32_t r = 0; r < base_->code->nreg; r++)
    base_->base[r] = r < images[0].regs.size() ? images[0].regs[r] : kAbsent;
  images.erase(images.begin());
  adder::rebuild(th_, std::move(images));
}
// Is the trace still right about what it takes for constant, and about what may happen when values die?
bool Replay::serves() {
  if (UNLIKELY(th_.in.any_finalizers) && !t_.tells_deaths) t_.valid = false;
  return t_.valid;
}
void Replay::generalize(const Instruction& i) {
  if (Fact(i.sub) != Fact::Same || !i.location) return;
  Value now = value(t_.args(i)[0]), then = value(t_.args(i)[1]);
  bool number = (now.is_int() || now.is(Kind::Int)) && (then.is_int() || then.is(Kind::Int));
  bool object = is_instance(now) && is_instance(then);
  if (!number && !object) return;
  // How many arguments there are belongs to the structure of a call: another number is another trace.
  const Instruction& from = t_.code[t_.args(i)[0].index()];
  if (from.op == TraceOp::Load && Field(from.sub) == Field::Count) return;
  if (session().generic.insert(i.location).second) t_.valid = false;
}
Outcome Replay::fail(uint32_t ip, const Instruction& i, Value* result) {
  session().counters.guard_failures++;
  generalize(i);
  t_.failed_at = ip;
  if (ip < t_.entry_end) {
    give_inputs_back();
    return Outcome::NotEntered;
  }
  if (!t_.snapshots[i.snapshot].exits && !session().recording) report_exit(session(), *t_.region, t_);
  return leave(i.snapshot, result);
}
Outcome Replay::leave(uint32_t number, Value* result) {
  Snapshot& s = t_.snapshots[number];
  Session& session = this->session();
  Region& region = *t_.region;
  bool raising = th_.pending.u != 0;
  s.exits++;
  session.counters.exits++;
  rebuild(s);
  release();
  if (raising) return Outcome::Left;
  if (s.side && s.side->valid) {
    Outcome o = capture::enter(th_, *s.side, result);
    if (o != Outcome::NotEntered) return o;
    return Outcome::Left;
  }
  // A trace without effects that ends where it cannot be recorded further leads nowhere: another like it would follow.
  bool stuck = t_.end == End::Exit && number == t_.end_snapshot && t_.entry_end == t_.code.size();
  size_t depth = 0;
  for (uint32_t f = s.frame; f != kNoFrame; f = t_.frames[f].caller, depth++)
    stuck |= !t_.frames[f].gen.nothing();  // a trace cannot begin in a generator
  if (t_.valid && !stuck && s.exits >= session.side_trace_threshold && s.attempts < session.max_side_attempts &&
      !session.recording) {
    s.attempts++;
    start_recording(th_, region, th_.fr - (depth - 1), &s);
  }
  return Outcome::Left;
}
// One instruction. Fail: a guard that does not hold; Leave: by the snapshot exit_, perhaps with an exception pending.
Replay::Say Replay::step(uint32_t ip) {
  Thread& th = th_;
  const Instruction& i = t_.code[ip];
  const Ref* a = t_.args(i);
  auto leave_by = [&](uint32_t snapshot) {
    exit_ = snapshot;
    return Say::Leave;
  };
  switch (i.op) {
    case TraceOp::Input:
    case TraceOp::Dead:
    case TraceOp::Total: break;
    case TraceOp::Deaths: {
      bool ran = std::exchange(finalizers_run_, th.in.finalizers_run) != th.in.finalizers_run;
      return t_.valid && !(ran && i.key) ? Say::Next : leave_by(i.snapshot);
    }
    case TraceOp::Guard:
      if (!holds(i)) return Say::Fail;
      return i.flags & kChecked && !t_.valid ? leave_by(i.after) : Say::Next;
    case TraceOp::Load: {
      uint64_t key = i.flags & kDynamicKey ? uint64_t(to_int(value(a[1]))) : i.key;
      auto* cache = Field(i.sub) == Field::Attribute ? &t_.caches[i.cache] : nullptr;
      env_[ip] = inc(read_field(th, Field(i.sub), value(a[0]), key, cache));
      break;
    }
    case TraceOp::Store:
      write_field(th, Field(i.sub), value(a[0]), i.key, value(a[1]));
      if (i.flags & kChecked && !t_.valid) return leave_by(i.after);
      break;
    case TraceOp::Alloc: {
      uint32_t count = i.arg_count;
      Operands fields(count);
      uint64_t extra = 0;
      if (Kind(i.sub) == Kind::Func) extra = value(a[--count]).u;
      for (uint32_t k = 0; k < count; k++) fields[k] = value(a[k]);
      env_[ip] = make_object(th, Kind(i.sub), i.key, extra, {fields.data(), count});
      break;
    }
    case TraceOp::Init:
      init_object(th, Kind(i.sub), value(a[0]), i.key, value(a[1]), i.arg_count > 2 ? value(a[2]) : kAbsent);
      break;
    case TraceOp::Pure: {
      Value v = evaluate_scalar(th, i.sub, value(a[0]), i.arg_count > 1 ? value(a[1]) : kAbsent);
      if (!v.u) {
        put(th.pending, kAbsent);  // the interpreter raises it again, at the instruction
        return leave_by(i.snapshot);
      }
      env_[ip] = v;
      break;
    }
    case TraceOp::Traceback: {
      Code* c = reinterpret_cast<Code*>(i.key);
      add_traceback(th, value(a[0]).as<Exc>(), c, value(a[1]).as<Func>(), i.location);
      break;
    }
    case TraceOp::Context: {
      Exc* e = value(a[0]).as<Exc>();
      if (e->context == kNone && value(a[0]) != value(a[1])) put(e->context, inc(value(a[1])));
      break;
    }
    case TraceOp::Residual: {
      uint32_t count = i.arg_count;
      Operands args(count);
      bool raises = i.flags & kRaises;
      for (uint32_t k = 0; k < count; k++) args[k] = value(a[k]);
      Value v = run_residual(th, i, {args.data(), count - raises});
      if (!v.u) {
        if (!raises || bits(exact_type(th.in, th.pending)) != args[count - 1].u || !serves())
          return leave_by(i.snapshot);
        env_[ip] = th.pending;
        th.pending = kAbsent;
        break;
      }
      if (Residual(i.sub) == Residual::NextItem) {
        bool stopped = v == kStop, expected = i.flags & kStopped;
        if (!stopped) env_[ip] = v;
        if (raises) return leave_by(stopped ? i.location : i.after);
        if (stopped != expected) return leave_by(i.after);
        if (i.flags & kChecked && !serves()) return leave_by(i.location);
        break;
      }
      env_[ip] = v;
      if (raises || (i.flags & kChecked && !serves())) return leave_by(i.after);
      break;
    }
  }
  return Say::Next;
}

// ---------------------------------------------------------------------------------------------------- static runs

bool Replay::try_static(StaticRun& r) {
  if (!fits(r, *session().activation)) return false;
  bool ok = true;
  for (size_t n = 0; n < r.constants; n++) env_[r.results[n].instruction] = inc(r.results[n].value);
  for (uint32_t ip : r.before)
    if (step(ip) != Say::Next) {
      ok = false;
      break;
    }
  ok = ok && take(r, th_, t_, *session().activation, env_.data());
  if (!ok) {
    for (uint32_t ip = r.begin; ip < r.end; ip++) put(env_[ip], kAbsent);
    return false;
  }
  for (uint32_t ip : r.after) step(ip);
  return true;
}
// Can its death run no code of a script's? A tensor of no subclass on which nothing hangs but its memory, and a few of
// them in a container.
static bool dies_in_silence(const TorchState& torch, Value v, int depth = 0) {
  if (!v.is_cell() || is_scalar(v)) return true;
  if (v.cell()->flags & kWeak || depth > 2) return false;
  auto all = [&](const Value* item, uint32_t count) {
    bool silent = count <= 16;
    for (uint32_t k = 0; k < count && silent; k++) silent = dies_in_silence(torch, item[k], depth + 1);
    return silent;
  };
  if (v.is(Kind::Tuple)) return all(v.as<Tuple>()->items, v.as<Tuple>()->len);
  if (v.is(Kind::List)) return all(v.as<List>()->items, v.as<List>()->len);
  if (v.is(Kind::Dict)) return !v.as<Dict>()->filled;
  if (!v.is(Kind::Extension) || v.as<Instance>()->type() != torch.types.tensor) return false;
  const rt::TensorImpl& t = *tensor_of(v);
  return v.as<Instance>()->shape->names.empty() && !t.autograd && !(t.base && t.base->autograd) && !t.storage->deleter;
}
// Values that the trace drops in the stretch are dropped behind the launch. A finalizer would run too late there: may
// one of them have one, or hold what has one?
bool Replay::dies_with_finalizer(const StaticRun& r, size_t drop) const {
  if (th_.in.finalizers_run != finalizers_run_) return true;  // to be noticed inside
  size_t end = drop;
  while (end < t_.drops.size() && t_.drops[end].first < r.end) end++;
  for (size_t n = drop; n < end; n++) {
    Value v = env_[t_.drops[n].second];
    if (dies_in_silence(torch_state(th_), v)) continue;
    uint32_t here = 0;
    for (size_t k = drop; k < end; k++) here += env_[t_.drops[k].second] == v;
    if (v.cell()->count <= here) return true;
  }
  return false;
}
// Takes a run that begins at ip, if one fits. `drop`: the first drop to come. The instruction to go on with.
uint32_t Replay::run_static(uint32_t ip, size_t drop) {
  auto& runs = t_.plan->runs;
  while (next_run_ < runs.size() && runs[next_run_]->begin < ip) next_run_++;
  size_t first = next_run_;
  while (next_run_ < runs.size() && runs[next_run_]->begin == ip) {
    StaticRun& r = *runs[next_run_++];
    if (th_.attention || (UNLIKELY(th_.in.any_finalizers) && dies_with_finalizer(r, drop)) || !try_static(r)) continue;
    uint32_t end = r.end;
    if (next_run_ - 1 > first)
      std::rotate(runs.begin() + ptrdiff_t(first), runs.begin() + ptrdiff_t(next_run_ - 1),
                  runs.begin() + ptrdiff_t(next_run_));
    if (learner_) learner_->restart(end);
    return end;
  }
  if (next_run_ > first && !learner_) learn(ip);  // a stretch that no variant fits
  return ip;
}
void Replay::learn(uint32_t ip) {
  Session& s = session();
  if (!s.activation || !s.active || !s.active->segments->backend()->launches_whole() || s.recording ||
      (t_.plan && t_.plan->lessons >= kMaxLessons))
    return;
  if (s.activation->observer && s.activation->pending()) return;  // somebody else's segment is under way
  auto learner = std::make_shared<Learner>(th_, t_, *s.activation, s.active->segments->backend(), ip);
  learner_ = learner.get();
  s.lesson = std::move(learner);
}

Outcome Replay::run(Value* result) {
  if (th_.fr + t_.max_depth >= th_.frame_limit || !serves()) return Outcome::NotEntered;
  Thread& th = th_;
  take_inputs();
  uint32_t n = uint32_t(t_.code.size());
  size_t drop = 0;
  finalizers_run_ = th.in.finalizers_run;
  if (!t_.plan) learn(t_.inputs);
  uint32_t leave_at = stress_point(session().stress, t_);
  for (uint32_t ip = t_.inputs; ip < n; ip++) {
    while (drop < t_.drops.size() && t_.drops[drop].first < ip) put(env_[t_.drops[drop++].second], kAbsent);
    if (t_.plan && next_run_ < t_.plan->runs.size() && leave_at == ~0u) {
      uint32_t behind = run_static(ip, drop);
      if (behind != ip) {
        ip = behind - 1;
        continue;
      }
    }
    if (UNLIKELY(th.attention) && ip >= t_.entry_end && t_.code[ip].op == TraceOp::Residual &&
        t_.code[ip].snapshot != kNoSnapshot && !(t_.code[ip].flags & kUnwindOnly)) {
      rebuild(t_.snapshots[t_.code[ip].snapshot]);  // a signal: the interpreter looks at it at its next check
      release();
      return Outcome::Left;
    }
    if (learner_) learner_->before();
    const Instruction& i = t_.code[ip];
    bool guard = i.op == TraceOp::Guard;
    if (UNLIKELY(ip == leave_at) && !th.pending.u && !(guard && !holds(i))) {
      if (guard && ip < t_.entry_end) {
        give_inputs_back();
        return Outcome::NotEntered;
      }
      // A branch's guard holds: the interpreter goes on where the trace would have gone.
      return leave(guard && i.after != kNoSnapshot ? i.after : i.snapshot, result);
    }
    Say said = step(ip);
    if (said == Say::Next) {
      if (learner_) {
        if (session().lesson.get() == learner_)
          learner_->after(ip, env_.data());
        else
          learner_ = nullptr;
      }
      continue;
    }
    if (said == Say::Fail) return fail(ip, t_.code[ip], result);
    return leave(exit_, result);
  }
  session().counters.replays++;
  switch (t_.end) {
    case End::Exit: {
      if (t_.link) {
        rebuild(t_.snapshots[t_.end_snapshot]);
        release();
        next_ = t_.link;
        return Outcome::Left;
      }
      Outcome o = leave(t_.end_snapshot, result);
      if (o == Outcome::Left && !th.pending.u) session().follower->skip_instruction(*th.fr);
      return o;
    }
    case End::Return: *result = inc(value(t_.result)); break;
    case End::Raise: th.pending = inc(value(t_.result)); break;
  }
  for (Frame* f = th.fr; f > base_; f--)
    for (uint32_t r = 0; r < f->code->nreg; r++) put(f->base[r], kAbsent);
  th.fr = base_;
  release();
  if (t_.end == End::Raise) {
    base_->pc = base_->code->ins.data() + t_.raise_pc;
    return Outcome::Left;
  }
  return Outcome::Returned;
}
}  // namespace

namespace {
// Keeps a trace and its constants while it runs, however it ends: memory that runs out leaves by a C++ exception.
class Running {
 public:
  explicit Running(Trace& t) : t_(t), session_(*t.region->session) {
    t_.running++;
    session_.nesting++;
    for (const Trace::Weak& w : t_.weak) inc(t_.constants[w.constant]);
  }
  Running(const Running&) = delete;
  ~Running() {
    for (size_t n = 0; n < t_.weak.size(); n++) dec(t_.constants[t_.weak[n].constant]);
    session_.nesting--;
    if (!--t_.running && !t_.valid && !wants_reasons(session_)) t_.let_go();
  }

 private:
  Trace& t_;
  Session& session_;
};
Outcome run(Thread& th, Trace& t, Value* result, Continuation** next) {
  Running running(t);
  Replay replay(th, t);
  Outcome o = replay.run(result);
  *next = replay.next();
  return o;
}
}  // namespace
Outcome enter(Thread& th, Trace& t, Value* result) {
  Session& session = *t.region->session;
  Continuation* next;
  Outcome o = run(th, t, result, &next);
  while (next) {
    if (next->launches && session.activation && session.activation->pending()) {
      Status s = session.activation->launch(Cause::Edge);
      if (!s.ok()) raise_failure(th, s);
    }
    // An iteration counts as one, and signals are looked at between two: the interpreter does that.
    if (--th.budget < 0 || th.attention || th.pending.u) return Outcome::Left;
    Continuation* here = std::exchange(next, nullptr);
    for (size_t n = 0; n < here->traces.size(); n++) {
      Trace& loop = *here->traces[n];
      if (!loop.valid) continue;
      o = run(th, loop, result, &next);
      if (o != Outcome::NotEntered) break;
    }
    if (o == Outcome::NotEntered) return Outcome::Left;
    if (o != Outcome::Left) return o;
  }
  return o;
}

void start_recording(Thread& th, Region& region, Frame* base, Snapshot* parent, Continuation* home) {
  auto r = std::make_unique<Recorder>(th, region, home);
  Recorder* p = r.get();
  region.session->recorders.push_back(std::move(r));
  p->start(base, parent);
}

FrameHook::~FrameHook() = default;
static constexpr int kMaxNesting = 60;

// The call is over or goes on in the interpreter.
Step FrameHook::settle(Thread& th, Outcome o, Frame* base, Value* result) {
  if (o == Outcome::Returned) {
    if (session_.base != base) return Step::Return;
    Status s = session_.end();
    if (s.ok()) {
      session_.call_over(*result);
      return Step::Return;
    }
    dec(*result);
    raise_failure(th, s);
    session_.call_over(kAbsent);
    return Step::Reload;
  }
  if (session_.base && !th.rec && session_.base == base) th.rec = session_.follower.get();
  return Step::Reload;
}
// --capture=auto: a function of the script that has been called with tensors or modules before becomes a region of its
// own. One that capture has given up loses its mark, and costs nothing from then on.
bool FrameHook::marks(const Code& c) {
  return !(c.cflags & (kGenerator | kCoroutine | kAsyncGen)) && c.filename && !c.filename->sv().starts_with("<");
}
void FrameHook::forget_at_death(Interpreter& in, Func* f) {
  Interpreter* interpreter = &in;  // functions outlive the hook at the end of the program
  in.watches.watch(f, uint64_t(1) << 41, [interpreter, f](Watches::Slot) {
    if (interpreter->shutting_down || !interpreter->current) return;
    if (auto* hook = static_cast<FrameHook*>(interpreter->current->hook)) hook->session_.automatic.erase(f);
  });
}
Region* FrameHook::automatic(Thread& th, Frame& f) {
  static constexpr uint32_t kHot = 3, kIdle = 64;
  if (!marks_functions || session_.base || th.rec || !(f.func->flags & kCaptured)) return nullptr;
  bool works = false;
  for (uint32_t r = 0; r < f.code->nlocals && !works; r++) works = session_.works_on(f.base[r]);
  auto [entry, fresh] = session_.automatic.try_emplace(f.func);
  if (fresh) forget_at_death(th.in, f.func);
  auto& [hot, idle] = entry->second;
  bool leave = works ? ++hot < kHot : ++idle < kIdle;
  if (leave) return nullptr;
  session_.automatic.erase(f.func);
  if (!works) {
    f.func->flags &= uint8_t(~kCaptured);
    return nullptr;
  }
  auto region = std::make_unique<Region>(session_, f.func);
  region->name = std::string(f.code->name->sv());
  region->automatic = true;
  return &add_region(session_, f.func, std::move(region));
}
Step FrameHook::on_enter(Thread& th, Frame& f, Value* result) {
  if (session_.off || session_.stance == Session::Stance::ForceEager || (th.rec && th.rec != session_.follower.get()))
    return Step::Go;                                    // inlined, or below a residual
  if (session_.nesting > kMaxNesting) return Step::Go;  // replay nests on the C stack, the interpreter does not
  auto it = session_.regions.find(f.func);
  Region* found = it != session_.regions.end() ? it->second.get() : automatic(th, f);
  if (!found) return Step::Go;
  Region& region = *found;
  session_.counters.frames++;
  if (session_.stress.verify && !session_.base && !session_.comparison)
    session_.comparison = Comparison::begin(session_, region, f);
  if (session_.stress.again && !session_.base) check_again(session_, region, f);
  session_.begin(region, &f);
  std::vector<std::string> stale;
  if (!session_.recording) {
    if (wants_reasons(session_)) stale = stale_reasons(session_, region);
    std::erase_if(region.traces, [](const auto& t) { return !t->valid && !t->running; });
  }
  for (size_t n = 0; n < region.traces.size(); n++) {
    Trace* t = region.traces[n].get();
    if (!t->valid) continue;
    t->failed_at = ~0u;
    Outcome o = enter(th, *t, result);
    if (o == Outcome::NotEntered) continue;
    return settle(th, o, &f, result);
  }
  if (session_.recording) return settle(th, Outcome::Left, &f, result);
  switch (judge_recompile(session_, region, stale)) {
    case Verdict::Raised: {
      Status ignored = session_.end();
      session_.call_over(kAbsent);
      return Step::Reload;
    }
    case Verdict::Interpret:
      if (session_.stance == Session::Stance::Default || session_.base != &f)
        return settle(th, Outcome::Left, &f, result);
      if (Status s = session_.end(); !s.ok()) raise_failure(th, s);  // nothing is deferred
      session_.comparison.reset();
      return Step::Reload;
    case Verdict::Record: break;
  }
  if (!region.recordings) region.number = session_.next_region++;
  if (region.recordings++) session_.counters.recompiles++;
  start_recording(th, region, &f, nullptr);
  return Step::Reload;
}
}  // namespace adder::capture
