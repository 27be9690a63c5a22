// Generators of the recorded code. A generator whose object nobody outside has seen is a sunk object: function, program
// counter, state and the registers it holds while suspended. Resuming it inlines its frame, which takes the registers
// over; a yield puts them back. So a generator that is used up inside the trace leaves nothing in it but its work.
//
// One that is dropped while suspended inside a try or with statement has work left to do. The recorder watches the real
// object of each such generator and gives up when it dies early.
#include "capture/recorder.h"
#include "capture/values.h"

namespace adder::capture {

// The generator that a call has just made: `registers` are its arguments.
Ref Recorder::new_generator(Ref func, std::vector<Ref> registers, Code* code) {
  std::vector<Ref> fields{func, constant(integer49(0)), state_constant(GeneratorState::Fresh)};
  fields.insert(fields.end(), registers.begin(), registers.end());
  constant(of(code));
  return make_sunk(Kind::Gen, kAbsent, bits(code), std::move(fields));
}
Ref Recorder::state_constant(GeneratorState s) {
  return constant(integer49(int64_t(s)));
}
GeneratorState Recorder::generator_state(Ref gen) {
  return GeneratorState(to_int(value_of(sunk_[gen.index()].fields[kGeneratorState])));
}
// Is a call of the generator function followed?
bool Recorder::makes_generator(Ref func, Func* f, std::vector<Ref> args, Tuple* names, int dest) {
  if ((f->code->cflags & (kGenerator | kCoroutine | kAsyncGen)) != kGenerator || region_.session->never.count(f))
    return false;
  if (!call_function(func, f, std::move(args), names)) return false;
  inlining_.generator_register = dest;
  return true;
}
// The call of a generator function is over: its arguments stand in the generator's registers.
bool Recorder::bind_generator(Frame& f) {
  inlining_.active = false;
  Value v = f.base[inlining_.generator_register];
  if (!v.is(Kind::Gen) || v.as<Gen>()->func != inlining_.f) return false;
  Gen* g = v.as<Gen>();
  Code* c = g->func->code;
  Frame image{c, c->ins.data(), g->regs, g->func, nullptr, nullptr, 0, Cont::Exit, 0};
  ShadowFrame s{&image, c, inlining_.func, {}, 0, 0, Cont::Exit, {}};
  s.registers.resize(c->nreg);
  bind_arguments(s, &image);
  if (finished_) return false;
  deliver(inlining_.generator_register, new_generator(inlining_.func, std::move(s.registers), c));
  return true;
}
// May the generator's frame be inlined when it is resumed? True also for one that is exhausted.
bool Recorder::resumes(Ref r) {
  r = settled(r);
  if (!sunk(r) || sunk(r)->kind != Kind::Gen) return false;
  switch (generator_state(r)) {
    case GeneratorState::Done: return true;
    case GeneratorState::Running: return false;
    default: break;
  }
  if (frames_.size() >= region_.session->max_inline) return false;
  resuming_ = r;
  return true;
}
void Recorder::enter_generator(Frame* f) {
  Ref gen = std::exchange(resuming_, Ref());
  if (!sunk(gen) || !(f->flags & kFrameGen) || sunk(gen)->object != of(f->gen)) return abandon("generator");
  std::vector<Ref>& fields = sunk_[gen.index()].fields;
  ShadowFrame s{f, f->code, fields[kGeneratorFunc], gen, 0, f->ret, f->cont, {}};
  s.registers.assign(fields.begin() + kGeneratorRegisters, fields.end());
  s.registers.resize(f->code->nreg);
  if (generator_state(gen) == GeneratorState::Suspended) {
    Word yield = f->code->ins[size_t(to_int(value_of(fields[kGeneratorPc])))];
    s.registers[size_t(B_(yield))] = constant(kNone);
  }
  fields.resize(kGeneratorRegisters);
  fields[kGeneratorState] = state_constant(GeneratorState::Running);
  ShadowFrame& caller = top();
  for (size_t r = own_registers(caller.frame, f); r < caller.registers.size(); r++) caller.registers[r] = Ref();
  frames_.push_back(std::move(s));
  trace_->max_depth = std::max(trace_->max_depth, uint32_t(frames_.size()));
  current_snapshot_ = kNoSnapshot;
}
// Its frame has yielded.
void Recorder::suspend_generator(const ShadowFrame& left) {
  std::vector<Ref>& fields = sunk_[left.gen.index()].fields;
  Code* c = left.code;
  fields[kGeneratorPc] = constant(integer49(left.pc));
  fields[kGeneratorState] = state_constant(GeneratorState::Suspended);
  fields.insert(fields.end(), left.registers.begin(), left.registers.end());
  int yielded = A_(c->ins[left.pc]);
  if (yielded >= int(c->nlocals)) fields[size_t(kGeneratorRegisters + yielded)] = Ref();
  bool covered = false;
  if (c->ins.size() > left.pc + 1 && (c->ins[left.pc + 1] & 255) == SEND) {  // what it stands on is closed first
    Ref inner = left.registers[size_t(B_(c->ins[left.pc + 1]))];
    covered = !sunk(inner) || (sunk(inner)->kind == Kind::Gen && unfinished_.count(inner.index()));
  }
  for (const Handler& h : c->handlers) covered |= left.pc >= h.start && left.pc < h.end;
  if (!covered || !unfinished_.insert(left.gen.index()).second) return;
  uint32_t number = left.gen.index();
  std::weak_ptr<std::vector<uint32_t>> dead = dead_generators_;
  th_.in.watches.watch(sunk_[number].object.cell(), kWatchCell, [dead, number](Watches::Slot) {
    if (auto d = dead.lock()) d->push_back(number);
  });
}
void Recorder::end_generator(Ref gen) {
  std::vector<Ref>& fields = sunk_[gen.index()].fields;
  fields.resize(kGeneratorRegisters);
  fields[kGeneratorState] = state_constant(GeneratorState::Done);
}
// Has a generator been closed because nobody refers to it any more? What its frame did then has not been recorded.
bool Recorder::generator_was_closed() {
  for (uint32_t n : *dead_generators_)
    if (sunk_[n].real.nothing() && generator_state(Ref::sunk(n)) == GeneratorState::Suspended) return true;
  dead_generators_->clear();
  return false;
}
// The trace returns: is one left that will be closed with the frame?
bool Recorder::leaves_generator() {
  for (uint32_t n : unfinished_)
    if (sunk_[n].real.nothing() && generator_state(Ref::sunk(n)) == GeneratorState::Suspended) return true;
  return false;
}
}  // namespace adder::capture
