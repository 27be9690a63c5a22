#include "capture/recorder.h"

#include <algorithm>

#include "capture/follower.h"
#include "capture/optimize.h"
#include "capture/trace_text.h"
#include "capture/values.h"
#include "interp/bridge/tensor_cell.h"

namespace adder::capture {
static constexpr size_t kMaxEmitted = 10;  // times max_instructions, before dependencies are resolved

Recorder::Recorder(Thread& thread, Region& region, Continuation* home)
    : th_(thread), region_(region), trace_(std::make_unique<Trace>()), home_(home) {
  lost_ = std::make_shared<std::vector<uint32_t>>();
  dead_generators_ = std::make_shared<std::vector<uint32_t>>();
}
Recorder::~Recorder() = default;

void Recorder::start(Frame* base, Snapshot* parent) {
  parent_ = parent;
  bool resumed = parent || home_;
  outer_ = th_.rec;
  trace_->region = &region_;
  trace_->side = resumed;
  trace_->frame_count = uint32_t(th_.fr - base) + 1;
  trace_->max_depth = trace_->frame_count;
  for (Frame* f = base; f <= th_.fr; f++) {
    uint64_t number = uint64_t(f - base);
    ShadowFrame s{f, f->code, {}, {}, uint32_t(f->pc - f->code->ins.data()), f->ret, f->cont, {}};
    s.registers.resize(f->code->nreg);
    auto input = [&](uint64_t which, Value v) {
      uint32_t n = emit(TraceOp::Input, 0, number << 8 | which, {});
      Known& k = known_[n];
      k.value = v;
      k.has_value = k.loaded = true;
      k.location = region_.session->location(f->code, s.pc | 0x80000000u, uint32_t(which));
      return Ref::result(n);
    };
    s.func = f == base ? constant(of(f->func)) : input(0xff, of(f->func));  // a region belongs to one function
    uint32_t count = f < th_.fr ? own_registers(f, f + 1) : f->code->nreg;
    for (uint32_t r = 0; r < count; r++)
      if (f->base[r].u && (resumed || r < f->code->nlocals)) s.registers[r] = input(r, f->base[r]);
    frames_.push_back(std::move(s));
  }
  trace_->inputs = uint32_t(trace_->code.size());
  region_.session->counters.recordings++;
  region_.session->begin_recording();
  show_start();
  th_.rec = this;
}

// ---------------------------------------------------------------------------------------------------- values

Ref Recorder::constant(Value v) {
  if (v == kAbsent) return Ref();
  auto [it, added] = constant_index_.try_emplace(v.u, uint32_t(trace_->constants.size()));
  if (added) trace_->constants.push_back(inc(v));
  return Ref::constant(it->second);
}
Ref Recorder::settled(Ref r) const {
  if (r.is_sunk() && !sunk_[r.index()].real.nothing()) return sunk_[r.index()].real;
  return r;
}
SunkObject* Recorder::sunk(Ref r) {
  if (!r.is_sunk()) return nullptr;
  SunkObject& s = sunk_[r.index()];
  return s.real.nothing() ? &s : nullptr;
}
Value Recorder::value_of(Ref r) const {
  switch (r.tag()) {
    case Ref::kNothing: return kAbsent;
    case Ref::kConstant: return trace_->constants[r.index()];
    case Ref::kSunkObject: return sunk_[r.index()].object;
    case Ref::kResult: return known_[r.index()].value;
  }
  return kAbsent;
}
bool Recorder::is_known(Ref r) const {
  return r.is_constant() || r.nothing() || (r.is_result() && known_[r.index()].same);
}
bool Recorder::may_specialize(Ref r) const {
  if (!r.is_result()) return r.is_constant();
  const Known& k = known_[r.index()];
  if (!k.loaded || !k.has_value || k.promised || k.value.is_float()) return false;
  if (region_.session->generic.count(k.location)) return false;
  if (is_instance(k.value) && type_at(k.value)->tflags & kFinalizer) return false;  // it dies when it would have died
  if (k.value.is(Kind::Native)) return true;  // a module's functions come into being when they are first named
  return !(k.value.is_cell() && born_.count(k.value.u));
}
Type* Recorder::known_type(Ref r) const {
  if (r.is_constant() || r.is_sunk()) return type_at(value_of(r));
  if (!r.is_result()) return nullptr;
  const Known& k = known_[r.index()];
  return k.same ? type_at(k.value) : k.type;
}

// ---------------------------------------------------------------------------------------------------- facts

void Recorder::guard(Fact fact, Ref r, uint64_t key, Ref expected) {
  uint32_t n = expected.nothing() ? emit(TraceOp::Guard, uint8_t(fact), key, {r})
                                  : emit(TraceOp::Guard, uint8_t(fact), key, {r, expected});
  trace_->code[n].snapshot = snapshot();
  if (r.is_result()) trace_->code[n].location = known_[r.index()].location;
  if (r.is_result() && known_[r.index()].dependency != kNoResult) watched_++;
}
void Recorder::need_type(Ref r) {
  r = settled(r);
  if (!r.is_result()) return;
  Known& k = known_[r.index()];
  if (k.type || k.same) return;
  Type* t = type_at(k.value);
  if (!t) return need_present(r);
  // A dict whose place is watched is asked which one it is: then its entries can be watched, too.
  if (k.value.is(Kind::Dict) && k.dependency != kNoResult && need_same(r)) return;
  constant(of(t));  // the trace keeps the type, so that its address means it
  guard(Fact::Type, r, bits(t));
  known_[r.index()].type = t;
  known_[r.index()].present = true;
}
void Recorder::need_class(Ref object, Type* t) {
  Ref r = load(object, Field::Class, kWatchClass, of(t));
  if (r.is_result()) need_same(r);
}
bool Recorder::need_same(Ref r) {
  r = settled(r);
  if (is_known(r)) return true;
  if (!may_specialize(r)) return false;
  Value v = known_[r.index()].value;
  if (v == kAbsent) {
    guard(Fact::Present, r, 0);
  } else {
    Ref c = constant(v);
    guard(Fact::Same, r, 0, c);
    // What is known of its fields is known of the constant.
    std::vector<std::pair<HeapKey, Ref>> fields;
    for (auto it = heap_.lower_bound({r.bits(), Field{}, 0}); it != heap_.end() && std::get<0>(it->first) == r.bits(); ++it)
      fields.push_back(*it);
    for (auto& [key, value] : fields) {
      heap_.erase(key);
      heap_.try_emplace({c.bits(), std::get<1>(key), std::get<2>(key)}, value);
    }
  }
  known_[r.index()].same = true;
  return true;
}
void Recorder::need_present(Ref r) {
  r = settled(r);
  if (!r.is_result()) return;
  Known& k = known_[r.index()];
  if (k.type || k.same || k.present) return;
  if (!k.loaded) return;
  bool there = k.value != kAbsent;
  guard(Fact::Present, r, there);
  known_[r.index()].present = true;
  if (!there) known_[r.index()].same = true;
}
void Recorder::need_truth(Ref r, bool truth) {
  r = settled(r);
  if (is_known(r) || r.is_sunk()) return;
  need_type(r);
  Known& k = known_[r.index()];
  if (k.truth || k.value == adder::kNone) return;
  if (k.from_data)
    refuse("UserError",
           "Dynamic control flow is not supported at the moment. Please use torch.cond to explicitly capture the "
           "control flow.");
  check_marks(r, truth);
  guard(Fact::Truth, r, truth);
  known_[r.index()].truth = true;
}
void Recorder::prefer_constant(Ref r) {
  r = settled(r);
  if (!need_same(r)) need_type(r);
}

bool Recorder::is_tensor_value(Value v) const {
  return v.is(Kind::Extension) && region_.session->context && is_tensor(torch_state(th_), v);
}
void Recorder::refuse(const char* cls, std::string message, bool always) {
  if ((!always && !region_.session->fullgraph()) || !refusal_.empty()) return;
  refusal_class_ = cls;
  refusal_ = std::move(message);
}

// ---------------------------------------------------------------------------------------------------- instructions

uint32_t Recorder::emit_list(TraceOp op, uint8_t sub, uint64_t key, const std::vector<Ref>& args) {
  std::vector<Ref> ready;
  for (Ref r : args) ready.push_back(escape(r));  // an operand is seen
  Instruction i{op, sub};
  i.key = key;
  i.args = uint32_t(trace_->operands.size());
  i.arg_count = uint32_t(args.size());
  for (Ref r : ready) {
    trace_->operands.push_back(r.is_result() && known_[r.index()].same ? constant(known_[r.index()].value) : r);
  }
  trace_->code.push_back(i);
  known_.emplace_back();
  return uint32_t(trace_->code.size() - 1);
}
uint32_t Recorder::emit(TraceOp op, uint8_t sub, uint64_t key, std::initializer_list<Ref> args) {
  if (op == TraceOp::Guard) {  // a guard looks at the result itself
    Instruction i{op, sub};
    i.key = key;
    i.args = uint32_t(trace_->operands.size());
    i.arg_count = uint32_t(args.size());
    for (Ref r : args) trace_->operands.push_back(r);
    trace_->code.push_back(i);
    known_.emplace_back();
    return uint32_t(trace_->code.size() - 1);
  }
  return emit_list(op, sub, key, std::vector<Ref>(args));
}
uint32_t Recorder::location() {
  return region_.session->location(top().code, uint32_t(pc_ - top().code->ins.data()), loads_++);
}
Ref Recorder::load(Ref object, Field f, uint64_t key, Value v) {
  object = settled(object);
  if (SunkObject* s = sunk(object); s && s->kind == Kind::Func) {
    switch (f) {
      case Field::FuncCode:
      case Field::Globals: return constant(v);
      case Field::Defaults: return s->fields[0];
      case Field::KwDefaults: return s->fields[1];
      case Field::Closure: return s->fields[size_t(2 + key)];
      default: break;
    }
  }
  bool fixed = is_known(object);
  if (fixed) object = constant(value_of(object));
  if (v.is_cell() && noted()) note_load(value_of(object), f, key, v);
  if (fixed && frozen(f)) return constant(v);
  auto it = heap_.find({object.bits(), f, key});
  if (it != heap_.end()) {
    Ref r = settled(it->second);
    if (value_of(r) == v) return it->second;
    heap_.erase(it);  // a write that the recorder has not seen
  }
  bool may_depend = fixed && watchable(f) && (f != Field::Length || value_of(object).is(Kind::Dict));
  if (may_depend) {
    Ref r = watched_load(value_of(object).cell(), f, key, v);
    if (!r.nothing()) return r;
  }
  uint32_t n = emit(TraceOp::Load, uint8_t(f), key, {object});
  Known& k = known_[n];
  k.value = v;
  k.has_value = true;
  k.loaded = f != Field::IterAt;
  k.location = location();
  if (f == Field::Attribute) {
    trace_->code[n].cache = uint32_t(trace_->caches.size());
    trace_->caches.emplace_back(nullptr, -1);
  }
  if (may_depend) depend(n, value_of(object).cell(), f, key, v);
  heap_[HeapKey{object.bits(), f, key}] = Ref::result(n);
  return Ref::result(n);
}
bool Recorder::is_lost(uint32_t candidate) const {
  return std::find(lost_->begin(), lost_->end(), candidate) != lost_->end();
}
// The load that a dependency has been asked for before, as long as nobody has written the slot. What ran in between
// could have, on another day: then that load is not what stands in the slot, and the trace is not kept.
Ref Recorder::watched_load(Cell* owner, Field f, uint64_t key, Value v) {
  auto it = candidate_index_.find({owner, f, key});
  if (it == candidate_index_.end() || is_lost(it->second)) return {};
  Candidate& c = candidates_[it->second];
  if (!(known_[c.load].value == v)) return {};
  c.reused |= c.epoch != epoch_;
  return Ref::result(c.load);
}
// Makes the load a constant if nobody writes the slot until the recording is over.
void Recorder::depend(uint32_t n, Cell* owner, Field f, uint64_t key, Value v) {
  uint32_t number = uint32_t(candidates_.size());
  std::weak_ptr<std::vector<uint32_t>> lost = lost_;
  auto fire = [lost, number](Watches::Slot) {
    if (auto l = lost.lock()) l->push_back(number);
  };
  bool watched = true;
  if (f == Field::Member) {
    for (Type* t : static_cast<Type*>(owner)->mro) {
      watched = watched && th_.in.watches.watch(t, key, fire);
      if (dict_get(t->dict, reinterpret_cast<Str*>(key)).u) break;
    }
  } else {
    watched = th_.in.watches.watch(owner, key, fire);
    Cell* dict = f == Field::Attribute ? live_dict_of(th_.in, of(owner)) : nullptr;
    if (dict) watched = watched && th_.in.watches.watch(dict, key, fire);
  }
  if (!watched) return;
  candidates_.push_back({{owner, f, key, v}, n, epoch_});
  candidate_index_[{owner, f, key}] = number;
  known_[n].dependency = number;
  watched_++;
}
Ref Recorder::load_dynamic(Ref object, Field f, Ref key, Value v) {
  uint32_t n = emit(TraceOp::Load, uint8_t(f), 0, {object, key});
  trace_->code[n].flags |= kDynamicKey;
  Known& k = known_[n];
  k.value = v;
  k.has_value = k.loaded = true;
  k.location = location();
  return Ref::result(n);
}
Ref Recorder::load_member(Type* t, Str* name, Value* value) {
  *value = type_find(t, name);
  Ref r = load(constant(of(t)), Field::Member, bits(name), *value);
  if (value->u)
    need_same(r);
  else
    need_present(r);
  return is_known(r) ? constant(*value) : r;
}
static bool of_container(Field f) {
  return f == Field::Item || f == Field::Length || f == Field::Entry || f == Field::Keys || f == Field::KeyAt ||
         f == Field::ValueAt;
}
void Recorder::store(Ref object, Field f, uint64_t key, Ref value) {
  object = settled(object);
  if (is_known(object)) object = constant(value_of(object));
  value = escape(value);
  uint32_t n = emit(TraceOp::Store, uint8_t(f), key, {object, value});
  if (f == Field::Attribute) {
    trace_->code[n].cache = uint32_t(trace_->caches.size());
    trace_->caches.emplace_back(nullptr, -1);
  }
  if (watchable(f)) {
    trace_->code[n].flags |= kChecked;
    trace_->code[n].after =
        snapshot_after(uint32_t(pc_ - top().code->ins.data()) + kOps[instruction_ & 255].words, -1, {});
  }
  epoch_++;
  // Another object may be the same one: what was known of this field of all others is forgotten. A negative index makes
  // any two items the same.
  std::erase_if(heap_, [&](const auto& e) {
    auto [owner, field, k] = e.first;
    bool entry = f == Field::Entry, attribute = f == Field::Attribute;
    if (field == Field::Item) return f == Field::Item;
    if (entry && field != Field::Entry && of_container(field)) return true;
    // Attributes may stand in a __dict__ that was asked for.
    bool same_field = field == f || (entry && field == Field::Attribute) || (attribute && field == Field::Entry);
    return same_field && k == key;
  });
  heap_[HeapKey{object.bits(), f, key}] = value;
}
Ref Recorder::pure(uint8_t kind, Ref a, Ref b, Value value) {
  uint32_t n = b.nothing() ? emit(TraceOp::Pure, kind, 0, {a}) : emit(TraceOp::Pure, kind, 0, {a, b});
  trace_->code[n].snapshot = snapshot();
  Known& k = known_[n];
  k.value = value;
  k.has_value = value.u != 0;
  for (Ref r : {settled(a), settled(b)})
    if (r.is_result() && known_[r.index()].from_data) known_[n].from_data = true;
  return Ref::result(n);
}
uint32_t Recorder::residual(Residual r, uint64_t key, const std::vector<Ref>& args, Effect effect) {
  std::vector<Ref> out;
  for (Ref a : args) out.push_back(escape(a));
  uint32_t before = snapshot();
  uint32_t n = emit_list(TraceOp::Residual, uint8_t(r), key, out);
  trace_->code[n].snapshot = before;
  if (effect != Effect::None) trace_->code[n].flags |= kChecked;
  forget(effect);
  flight_ = n;
  flight_dest_ = -1;
  if (r != Residual::Call && noted()) note_call(r, key, args);
  note_shape(n, r, key, args);
  return n;
}
void Recorder::residual_to(Residual r, uint64_t key, const std::vector<Ref>& args, int dest, Effect effect) {
  uint32_t n = residual(r, key, args, effect);
  flight_dest_ = dest;
  uint32_t next = uint32_t(pc_ - top().code->ins.data()) + kOps[instruction_ & 255].words;
  uint32_t after = snapshot_after(next, dest, Ref::result(n));
  trace_->code[n].after = after;
}
void Recorder::forget(Effect effect) {
  if (effect == Effect::None) return;
  epoch_++;
  std::erase_if(heap_, [&](const auto& e) {
    if (effect == Effect::Unknown) return true;
    return of_container(std::get<1>(e.first));
  });
}
Ref Recorder::make_sunk(Kind kind, Value object, uint64_t key, std::vector<Ref> fields, std::vector<Ref> keys) {
  sunk_.push_back({kind, object, key, 0, std::move(fields), std::move(keys), {}});
  if (object.is_cell()) born_.insert(object.u);
  return Ref::sunk(uint32_t(sunk_.size() - 1));
}
// Builds the object in the trace: immutable kinds from their fields, the others empty and then filled, so that objects
// may refer to each other in circles.
Ref Recorder::escape(Ref r) {
  r = settled(r);
  if (!r.is_sunk()) return r;
  uint32_t at = r.index();
  bool whole = false;
  switch (sunk_[at].kind) {
    case Kind::Tuple:
    case Kind::Method:
    case Kind::Slice:
    case Kind::Range:
    case Kind::Super:
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems:
    case Kind::Func: whole = true; break;
    default: break;
  }
  auto finish = [&](uint32_t n) {
    Known& k = known_[n];
    k.value = sunk_[at].object;
    k.has_value = true;
    k.type = type_at(k.value);
    sunk_[at].real = Ref::result(n);
    return Ref::result(n);
  };
  if (whole) {
    std::vector<Ref> fields;
    for (size_t i = 0; i < sunk_[at].fields.size(); i++) fields.push_back(escape(sunk_[at].fields[i]));
    if (!sunk_[at].real.nothing()) return sunk_[at].real;  // a field led back here
    uint32_t n = emit_list(TraceOp::Alloc, uint8_t(sunk_[at].kind), sunk_[at].key, fields);
    if (sunk_[at].extra) trace_->operands.push_back(constant({sunk_[at].extra})), trace_->code[n].arg_count++;
    return finish(n);
  }
  uint32_t n = emit_list(TraceOp::Alloc, uint8_t(sunk_[at].kind), sunk_[at].key, {});
  if (sunk_[at].kind == Kind::Instance) constant({sunk_[at].key});
  Ref out = finish(n);
  for (size_t i = 0; i < sunk_[at].fields.size(); i++) {
    Ref v = escape(sunk_[at].fields[i]);
    if (i < sunk_[at].keys.size())
      emit(TraceOp::Init, uint8_t(sunk_[at].kind), i, {out, v, sunk_[at].keys[i]});
    else
      emit(TraceOp::Init, uint8_t(sunk_[at].kind), i, {out, v});
  }
  return out;
}

// ---------------------------------------------------------------------------------------------------- following the VM

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
    if (trace_->code[n].sub != uint8_t(Residual::Call) && noted()) note_result(flight_dest_ >= 0 ? f.base[flight_dest_] : kNone);
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
  pc_ = f.pc;
  last_frame_ = &f;
  instruction_ = *f.pc;
  loads_ = 0;
  consumed_.clear();
  implicit_.clear();
  fallback_ = {};
  next_item_ = false;
  resuming_ = Ref();
  if (UNLIKELY(finalized_)) note_finalizers();
  if (trace_->code.size() - watched_ > region_.session->max_instructions ||
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
        for (size_t r = h.clear_from; r < top().registers.size(); r++) top().registers[r] = Ref();
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

// ---------------------------------------------------------------------------------------------------- the end

void Recorder::detach() {
  if (finished_) return;
  finished_ = true;
  region_.session->end_recording();
  th_.rec = outer_ ? outer_ : region_.session->resting();
}
void Recorder::abandon(const char* why) {
  Counters& c = region_.session->counters;
  c.abandoned++;
  c.abandon_reasons[why]++;
  detach();
}
void Recorder::finish(End end, Ref result, Continuation* link) {
  trace_->end = end;
  trace_->link = link;
  if (link) {
    // Its end_snapshot is at the loop header.
  } else if (end == End::Exit) {
    trace_->end_snapshot = snapshot();
    region_.session->follower->skip_instruction(*top().frame);
  } else {
    result = escape(result);
    if (!unfinished_.empty() && leaves_generator()) return abandon("generator closed");
  }
  if (is_known(result)) result = constant(value_of(result));
  trace_->result = result;
  detach();
  Session& session = *region_.session;
  bool began_elsewhere = link && !home_ && !parent_;
  if (trace_->code.size() == trace_->inputs && end == End::Exit && !began_elsewhere) {  // it would end where it began
    session.counters.abandoned++;
    session.counters.abandon_reasons["empty"]++;
    return;
  }
  if (!resolve_dependencies()) {
    session.counters.abandoned++;
    session.counters.abandon_reasons["dependency"]++;
    return;
  }
  if (!verify(*trace_).empty()) {  // never run a trace that does not make sense; the call goes on without it
    session.counters.abandoned++;
    session.counters.abandon_reasons["verifier"]++;
    return;
  }
  trace_->id = ++session.next_trace;
  trace_->recording = region_.recordings ? region_.recordings - 1 : 0;
  if (session.logs.heard(LogLevel::Info))
    session.logs.write(th_, LogLevel::Info, &region_, "Step 1: torchdynamo done tracing " + region_.name);
  if (!parent_ && session.reports_guards()) session.report_trace(*trace_);
  (parent_ ? session.counters.side_traces : session.counters.traces)++;
  if (session.dump) session.dump(*trace_);
  if (parent_) {
    if (parent_->side) session.retired.push_back(std::move(parent_->side));
    parent_->side = std::move(trace_);
    return;
  }
  std::vector<std::unique_ptr<Trace>>& home = home_ ? home_->traces : region_.traces;
  home.insert(home.begin(), std::move(trace_));
}
// --stress=text: what the text of the trace says. A text that leaves something out, or is not read as it was meant, is a
// fault of ours.
std::unique_ptr<Trace> Recorder::reread(const Trace& t) const {
  std::vector<Value> objects;
  std::string text = print(t, &objects);
  Result<std::unique_ptr<Trace>> read = parse_trace(region_, text, objects);
  if (!read.ok()) fprintf(stderr, "%s%s\n", text.c_str(), read.status().message().c_str());
  CHECK(read.ok());
  CHECK(print(*read.value()) == text);
  return std::move(read).value();
}
// False: the trace rests on something that has changed.
bool Recorder::resolve_dependencies() {
  for (uint32_t n : *lost_) {
    candidates_[n].lost = true;
    if (candidates_[n].reused && candidates_[n].load < trace_->code.size()) return false;
  }
  std::vector<Ref> replacement(trace_->code.size());
  std::vector<bool> holds(candidates_.size());
  for (size_t n = 0; n < candidates_.size(); n++) {
    const Dependency& d = candidates_[n].dependency;
    if (candidates_[n].lost) continue;
    holds[n] = true;
    trace_->dependencies.push_back(d);
    if (d.owner) constant(of(d.owner));
  }
  lost_.reset();
  for (size_t i = 0; i < known_.size(); i++)
    if (known_[i].dependency != ~0u && holds[known_[i].dependency])
      replacement[i] = known_[i].value == kAbsent ? Ref::constant(kReplacedByAbsent) : constant(known_[i].value);
  if (th_.in.any_finalizers) order_deaths();
  optimize(*trace_, replacement);
  if (region_.session->stress.text) trace_ = reread(*trace_);
  arm(th_.in, *trace_);
  return true;
}
}  // namespace adder::capture
