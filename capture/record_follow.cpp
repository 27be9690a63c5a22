// Following the VM: what is called ahead of each instruction and at calls, returns and exceptions, and keeps the
// shadows of the frames in step with it. What the instruction means is asked of record() in between.
#include <algorithm>

#include "capture/follower.h"
#include "capture/recorder.h"
#include "capture/values.h"

namespace adder::capture {
static constexpr size_t kMaxEmitted = 10;  // times max_instructions, before dependencies are resolved

void Recorder::deliver(int reg, Ref r) {
  pending_.emplace_back(reg, r);
}
// The last instruction is over: its results are in their registers.
bool Recorder::settle(Frame& f) {
  if (inlining_.active && (inlining_.generator_register < 0 || !bind_generator(f))) return false;  // pushed nothing
  ShadowFrame& s = top();
  if (flight_ != kNoResult) {
    uint32_t n = flight_;
    flight_ = kNoResult;
    if (trace_->code[n].sub != uint8_t(Residual::Call) && noted())
      note_result(flight_dest_ >= 0 ? f.base[flight_dest_] : kNone);
    Known& k = known_[n];
    if (next_item_) {
      bool stopped = f.pc == pc_ + 2;
      if (stopped) trace_->code[n].flags |= kStopped;
      trace_->code[n].after = stopped ? snapshot_more_ : snapshot_stop_;
      trace_->code[n].location = stopped ? snapshot_stop_ : snapshot_more_;
      if (stopped) flight_dest_ = -1;
    }
    if (flight_dest_ >= 0) {
      k.value = f.base[flight_dest_];
      k.has_value = true;
      k.from_data = flight_reads_data_ && is_scalar(k.value) && k.value != kNone;
      if (k.value.is_cell() && !is_scalar(k.value)) born_.insert(k.value.u);
      pending_.emplace_back(flight_dest_, Ref::result(n));
    }
  }
  if (branch_guard_ != kNoResult) {  // which way did it go?
    bool taken = f.pc == pc_ + int32_t(pc_[1]);
    bool truth = taken == bool(C_(instruction_));
    trace_->code[branch_guard_].key = truth;
    trace_->code[branch_guard_].snapshot = taken ? snapshot_not_taken_ : snapshot_taken_;
    if (region_.session->stress.guards || trace_->code[branch_guard_].flags & kChecked)
      trace_->code[branch_guard_].after = taken ? snapshot_taken_ : snapshot_not_taken_;
    branch_guard_ = kNoResult;
  }
  for (auto [r, ref] : pending_) {
    Value v = f.base[r];
    if (ref == Ref::constant(kFromRegister)) ref = constant(v);
    if (sunk(ref)) {
      adopt(ref, v);
    } else if (ref.is_result() && !known_[ref.index()].has_value) {
      known_[ref.index()].value = v;
      known_[ref.index()].has_value = true;
      if (trace_->code[ref.index()].op == TraceOp::Pure) known_[ref.index()].type = type_at(v);
    }
    note_release(s.registers[size_t(r)]);
    s.registers[size_t(r)] = ref;
    if (r < int(s.code->nlocals) && noted()) note_name(s, r, v);
  }
  pending_.clear();
  return true;
}
bool Recorder::synchronized() {
  for (size_t i = frames_.size() >= 2 ? frames_.size() - 2 : 0; i < frames_.size(); i++) {
    ShadowFrame& s = frames_[i];
    size_t count = i + 1 < frames_.size() ? own_registers(s.frame, frames_[i + 1].frame) : s.registers.size();
    for (size_t r = 0; r < s.registers.size(); r++) {
      if (s.registers[r].nothing()) continue;  // dead; what lies there means nothing
      if (r >= count || s.frame->base[r] == kAbsent) {
        note_release(s.registers[r]);
        s.registers[r] = Ref();
      } else if (!(value_of(s.registers[r]) == s.frame->base[r])) {
        out_of_step_ = std::to_string(r);
        return false;
      } else {
        note_held(s.registers[r], i, r);
      }
    }
  }
  return true;
}
Step Recorder::before(Thread&, Frame& f, Value*) {
  if (asleep_) {
    if (&f >= asleep_) return Step::Go;
    asleep_ = nullptr;
  }
  raising_ = Ref();
  // A cache miss re-dispatches the same instruction under its plain name.
  if (&f == top().frame && f.pc == pc_ && pc_ && (*pc_ & 255) == LOADG) return Step::Go;
  if (&f != top().frame) {
    abandon(("frame after " + std::string(kOps[instruction_ & 255].name)).c_str());
    return Step::Go;
  }
  if (!settle(f)) {
    abandon("call");
    return Step::Go;
  }
  if (!dead_generators_->empty() && generator_was_closed()) {
    abandon("generator closed");
    return Step::Go;
  }
  steps_++;
  if (!synchronized()) {
    abandon(("register after " + std::string(kOps[instruction_ & 255].name)).c_str());
    return Step::Go;
  }
  top().pc = uint32_t(f.pc - f.code->ins.data());
  current_snapshot_ = kNoSnapshot;
  if (ends_at_header(f)) return Step::Reload;
  bool deaths = tells_deaths_ && last_frame_ && may_have_died();
  pc_ = f.pc;
  last_frame_ = &f;
  instruction_ = *f.pc;
  loads_ = 0;
  consumed_.clear();
  implicit_.clear();
  fallback_ = {};
  next_item_ = false;
  resuming_ = Ref();
  if (UNLIKELY(deaths)) note_deaths();
  before_last_ = trace_->code.size();
  if (trace_->code.size() - watched_ - deaths_ > region_.session->max_instructions ||
      trace_->code.size() > kMaxEmitted * region_.session->max_instructions) {
    finish(End::Exit, {});
    return Step::Go;
  }
  flight_reads_data_ = false;
  if (UNLIKELY(region_.session->stress.abandon) && stress_abandons()) {
    abandon("stress");
    return Step::Go;
  }
  if (region_.session->logs.on(LogChannel::TraceSource)) show_line(f);
  bool recorded = record();
  if (!refusal_.empty()) {
    abandon("fullgraph");
    raise_dynamo(th_, refusal_class_.c_str(), refusal_);
    return Step::Reload;
  }
  if (!recorded) finish(End::Exit, {});
  if (finished_) return Step::Go;
  return instead_.what == Instead::Nothing ? Step::Go : go_instead(f);
}
// A frame has been left: its value goes where the caller's instruction wants it.
void Recorder::returned_to_caller(const ShadowFrame& left, Ref value) {
  ShadowFrame& s = top();
  pc_ = s.frame->pc;
  last_frame_ = s.frame;
  instruction_ = *pc_;
  switch (left.cont) {
    case Cont::Store:
    case Cont::Iter:
    case Cont::GetAttr:
    case Cont::Await:
    case Cont::IterAgain: deliver(left.ret, value); break;
    case Cont::BinInplace:
    case Cont::BinLeft:
    case Cont::BinRight:
    case Cont::BinRightFirst: deliver(A_(instruction_), value); break;
    case Cont::CmpLeft:
    case Cont::CmpRight:
    case Cont::CmpRightFirst:
      if (is_plain_compare(instruction_)) deliver(A_(instruction_), value);
      break;
    case Cont::Test:
    case Cont::FromBool:
    case Cont::FromLen: {  // the truth has been asked for where the frame returned
      int op = int(instruction_ & 255);
      if (op >= CALL && op <= CALLX) deliver(left.ret, value);  // len()
      if (op == NOT || op == IN || op == NOTIN) deliver(A_(instruction_), Ref::constant(kFromRegister));
      break;
    }
    case Cont::Init: deliver(C_(instruction_), s.registers[size_t(A_(instruction_))]); break;
    case Cont::Next: deliver(A_(instruction_), value); break;
    case Cont::Discard: break;
    case Cont::Exit: abandon("exit"); break;
  }
}
void Recorder::event(Thread& th, Event e, Frame* f, const char* what) {
  if (finished_) return;
  finalized_ |= e == Event::Finalizer;
  follow(e, f);
  // An event that ends the recording may end the captured call as well, and that is the follower's business.
  Follower* follower = region_.session->follower.get();
  if (finished_ && th_.rec == follower) follower->event(th, e, f, what);
}
void Recorder::follow(Event e, Frame* f) {
  if (asleep_ && f >= asleep_) return;
  switch (e) {
    case Event::Resume:
    case Event::Push: {
      if (flight_ != kNoResult) {
        asleep_ = f;
        for (size_t r = own_registers(top().frame, f); r < top().registers.size(); r++) top().registers[r] = Ref();
        return;
      }
      if (e == Event::Resume) return enter_generator(f);
      if (!inlining_.active && implicit_.empty())
        return abandon(("push after " + std::string(kOps[instruction_ & 255].name)).c_str());
      ShadowFrame s{f, f->code, {}, {}, 0, f->ret, f->cont, {}};
      s.registers.resize(f->code->nreg);
      for (auto [r, ref] : pending_) top().registers[size_t(r)] = ref;
      pending_.clear();
      if (inlining_.active) {
        s.func = inlining_.func;
        if (!inlining_.constructs && noted()) note_function(inlining_.args, inlining_.f, inlining_.names);
        bind_arguments(s, f);
        inlining_.active = false;
      } else {
        bind_implicit(s, f);
      }
      if (finished_) return;
      if (!rooted_ && noted()) note_root(s);
      ShadowFrame& caller = top();
      for (size_t r = own_registers(caller.frame, f); r < caller.registers.size(); r++) caller.registers[r] = Ref();
      frames_.push_back(std::move(s));
      trace_->max_depth = std::max(trace_->max_depth, uint32_t(frames_.size()));
      current_snapshot_ = kNoSnapshot;
      return;
    }
    case Event::Pop: {
      asleep_ = nullptr;
      if (flight_ != kNoResult) return;  // the residual's own frame
      if (f != top().frame) return abandon("pop");
      Ref value = returning_;
      released_ = true;
      ShadowFrame left = std::move(frames_.back());
      frames_.pop_back();
      if (function_depth_) note_left(value_of(settled(value)));
      if (sunk(left.gen)) {
        end_generator(left.gen);
        if (left.cont != Cont::Next) return abandon("stop iteration");
        pc_ = top().frame->pc;
        last_frame_ = top().frame;
        instruction_ = *pc_;
        if (Op(instruction_ & 255) == SEND) deliver(C_(instruction_), value);
        return;
      }
      returned_to_caller(left, value);
      return;
    }
    case Event::Yield: {
      if (flight_ != kNoResult) return;
      if (f != top().frame || !sunk(top().gen)) return abandon("yield");
      released_ = true;
      ShadowFrame left = std::move(frames_.back());
      frames_.pop_back();
      if (function_depth_) note_left(value_of(settled(returning_)));
      suspend_generator(left);
      returned_to_caller(left, returning_);
      return;
    }
    case Event::Unwind:
    case Event::Handler: {
      if (asleep_ && f < asleep_) asleep_ = nullptr;
      if (f != top().frame) return abandon("unwind");
      Ref exc = raised();
      if (finished_) return;
      released_ = true;
      if (e == Event::Unwind && top().cont == Cont::GetAttr && frames_.size() > 1) return abandon("attribute fallback");
      if (e == Event::Unwind && frames_.size() == 1) {
        trace_->raise_pc = uint32_t(f->pc - f->code->ins.data());
        return finish(End::Raise, exc);
      }
      if ((*f->pc & 255) != RERAISE) {
        uint32_t n = emit(TraceOp::Traceback, 0, bits(f->code), {exc, escape(top().func)});
        trace_->code[n].location = uint32_t(f->pc - f->code->ins.data());
      }
      if (e == Event::Unwind) {
        if (sunk(top().gen)) {
          if (subtype(type_at(value_of(exc)), th_.in.exc[E_StopIteration])) return abandon("stop iteration");
          end_generator(top().gen);
        }
        frames_.pop_back();
        if (function_depth_) note_left(kAbsent);
        raising_ = exc;
        return;
      }
      uint32_t at = uint32_t(f->pc - f->code->ins.data());
      for (const Handler& h : f->code->handlers) {
        if (at < h.start || at >= h.end) continue;
        for (size_t r = h.clear_from; r < top().registers.size(); r++)
          if (r < f->code->far_base || r >= f->code->far_temps) top().registers[r] = Ref();
        top().registers[h.reg] = exc;
        break;
      }
      raising_ = Ref();
      return;
    }
    default: return;
  }
}
// The exception under way, as a trace value. If an instruction that was recorded as something milder has raised, it
// becomes a residual that raises.
Ref Recorder::raised() {
  inlining_.active = false;
  pending_.clear();
  if (!raising_.nothing()) return raising_;
  if (branch_guard_ != kNoResult) {  // it did not get as far as looking
    trace_->code.resize(branch_start_);
    known_.resize(branch_start_);
    branch_guard_ = flight_ = kNoResult;
  }
  if (flight_ == kNoResult) {
    if (!fallback_.set) {
      abandon("raise");
      return {};
    }
    // Should it not raise one day, the trace is left behind the instruction with its result; a branch is looked at
    // again.
    if (fallback_.dest >= -1) {
      residual_to(fallback_.kind, fallback_.key, fallback_.args, fallback_.dest, Effect::Unknown);
    } else {
      uint32_t n = residual(fallback_.kind, fallback_.key, fallback_.args, Effect::Unknown);
      trace_->code[n].after = snapshot();
    }
  }
  uint32_t n = flight_;
  flight_ = kNoResult;
  if (noted()) note_result(kAbsent);
  Instruction& i = trace_->code[n];
  i.flags |= kRaises;
  if (next_item_) {
    i.after = snapshot_more_;
    i.location = snapshot_stop_;
    next_item_ = false;
  }
  Type* type = type_at(th_.pending);
  Ref t = constant(of(type));
  if (i.args + i.arg_count != trace_->operands.size()) {
    uint32_t from = i.args;
    i.args = uint32_t(trace_->operands.size());
    for (uint32_t a = 0; a < i.arg_count; a++) {
      Ref copy = trace_->operands[from + a];
      trace_->operands.push_back(copy);
    }
  }
  trace_->operands.push_back(t);
  i.arg_count++;
  Known& k = known_[n];
  k.value = th_.pending;
  k.has_value = true;
  k.type = type;
  born_.insert(th_.pending.u);
  chain_context(Ref::result(n));
  return Ref::result(n);
}

// An exception raised while another is handled remembers it. The VM finds the other one in the registers of the frames;
// a trace has no frames, so the connection is written down.
void Recorder::chain_context(Ref exc) {
  for (size_t i = frames_.size(); i-- > 0;) {
    const ShadowFrame& s = frames_[i];
    uint32_t at = uint32_t(s.frame->pc - s.code->ins.data());
    for (const Handled& h : s.code->handled) {
      if (at < h.start || at >= h.end || s.registers[h.reg].nothing()) continue;
      emit(TraceOp::Context, 0, 0, {exc, escape(s.registers[h.reg])});
      return;
    }
  }
}
}  // namespace adder::capture
