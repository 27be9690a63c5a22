#include "capture/recorder.h"

#include <algorithm>

#include "capture/values.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/library_code.h"

namespace adder::capture {

Recorder::Recorder(Thread& thread, Region& region, Continuation* home)
    : th_(thread), region_(region), trace_(std::make_unique<Trace>()), home_(home) {
  dead_generators_ = std::make_shared<std::vector<uint32_t>>();
}
Recorder::~Recorder() {
  watch_->end_recording();
}

void Recorder::start(Frame* base, Snapshot* parent) {
  parent_ = parent;
  bool resumed = parent || home_;
  outer_ = th_.rec;
  tells_deaths_ = th_.in.any_finalizers;
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
  if (k.from_data && !only_checks())
    refuse("UserError",
           "Dynamic control flow is not supported at the moment. Please use torch.cond to explicitly capture the "
           "control flow.");
  check_marks(r, truth);
  guard(Fact::Truth, r, truth);
  known_[r.index()].truth = true;
}
// Is the branch at hand that of an assert statement, or of torch._check and its kind? They are no control flow that
// fullgraph forbids: the segment ends there, since the script's exception is raised where the script raises it.
bool Recorder::only_checks() const {
  const Frame& f = *frames_.back().frame;
  bool branch = kOps[instruction_ & 255].words == 2;
  if (branch && Op(f.pc[2] & 255) == ASSERTERR) return true;
  return is_library(f.code) && f.code->name->sv() == "_check_with";
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
// The load that a dependency has been asked for before, as long as nobody has written the slot. What ran in between
// could have, on another day: then that load is not what stands in the slot, and the trace is not kept.
Ref Recorder::watched_load(Cell* owner, Field f, uint64_t key, Value v) {
  auto it = candidate_index_.find({owner, f, key});
  if (it == candidate_index_.end() || watch_->is_lost(it->second)) return {};
  Candidate& c = candidates_[it->second];
  if (!(known_[c.load].value == v)) return {};
  c.reused |= c.epoch != epoch_;
  return Ref::result(c.load);
}
// Makes the load a constant if nobody writes the slot until the recording is over.
void Recorder::depend(uint32_t n, Cell* owner, Field f, uint64_t key, Value v) {
  uint32_t number = uint32_t(candidates_.size());
  if (!watch_->add(th_.in, {owner, f, key, v}, number)) return;
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
}  // namespace adder::capture
