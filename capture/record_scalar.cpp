// Moves, names, arithmetic, comparisons and branches.
#include "capture/recorder.h"
#include "capture/scalar.h"
#include "capture/values.h"
#include "interp/bridge/tensor_cell.h"

namespace adder::capture {

bool Recorder::all_known(const std::vector<Ref>& refs) const {
  for (Ref r : refs)
    if (!is_known(settled(r))) return false;
  return true;
}
void Recorder::consume(int reg) {
  consumed_.push_back(reg);
}
bool Recorder::plain(Ref r) const {
  Type* t = known_type(settled(r));
  if (!t || !(t->tflags & kHeapType)) return t;
  // A Parameter, say: its class is a script's, what operators do is not. Where an operator's method is one of the
  // script's, special_call has found it.
  Value v = value_of(settled(r));
  return is_tensor_value(v) && !wants_torch_function(torch_state(th_), v);
}
Effect Recorder::effect_on(const std::vector<Ref>& args, Effect effect) const {
  for (Ref r : args)
    if (!plain(r)) return Effect::Unknown;
  return effect;
}
bool Recorder::inlines_special(Value v) const {
  return is_instance(v) || (v.is_cell() && type_at(v)->tflags & kHeapType);
}
// The instruction may call one of these special methods, with these operands as arguments. The frame that the VM pushes
// says which.
bool Recorder::special_call(std::initializer_list<Ref> operands,
                            std::initializer_list<std::pair<Ref, const char*>> methods) {
  bool found = false;
  implicit_.assign(operands);
  implicit_funcs_.clear();
  for (auto [r, name] : methods) {
    Value v = value_of(settled(r));
    Type* t = type_at(v);
    if (!t) continue;
    need_type(r);
    Value f;
    Ref func = load_member(t, intern(th_.in, name), &f);
    bool usable = f.is(Kind::Func) && is_known(func);
    if (usable) implicit_funcs_.emplace_back(f, func);
    found |= usable;
  }
  if (!found) implicit_.clear();
  return found;
}

bool Recorder::record_move() {
  Word w = instruction_;
  ShadowFrame& s = top();
  switch (Op(w & 255)) {
    case NOP: return true;
    case MOVE:
    case TAKE: deliver(A_(w), shadow(B_(w))); return true;
    case LOADK: deliver(A_(w), constant(s.code->k[uint16_t(BX_(w))])); return true;
    case LOADKX: deliver(A_(w), constant(s.code->k[pc_[1]])); return true;
    case LOADI: deliver(A_(w), constant(integer49(BX_(w)))); return true;
    case CHECK: return reg(A_(w)).u != 0;
    case KILL: return true;
    case LOADG:
    case LOADG_M:
    case LOADG_B: {
      Func* f = s.frame->func;
      if (f->builtins) return false;  // of its own
      Str* name = s.code->glob[pc_[1]].name;
      Ref globals = load(s.func, Field::Globals, 0, of(f->globals));
      if (!need_same(globals)) return false;
      Value v = dict_get(f->globals, name);
      Ref r = load(globals, Field::Entry, bits(name), v);
      need_present(r);
      if (v == kAbsent) {
        v = dict_get(th_.builtins, name);
        r = load(constant(of(th_.builtins)), Field::Entry, bits(name), v);
        need_present(r);
        if (v == kAbsent) return false;
      }
      deliver(A_(w), r);
      return true;
    }
    case STOREG: {
      Ref globals = load(s.func, Field::Globals, 0, of(s.frame->func->globals));
      if (!need_same(globals)) return false;
      if (C_(w)) consume(A_(w));
      store(globals, Field::Entry, bits(s.code->k[pc_[1]].cell()), shadow(A_(w)));
      return true;
    }
    case MKCELL: {
      Ref r = make_sunk(Kind::Cell, kAbsent, 0, {shadow(A_(w))});
      deliver(A_(w), r);
      return true;
    }
    case LOADC: {
      Ref cell = settled(shadow(B_(w)));
      Value v = reg(B_(w)).as<CellVar>()->v;
      if (v == kAbsent) return false;
      if (SunkObject* o = sunk(cell)) {
        deliver(A_(w), o->fields[0]);
        return true;
      }
      Ref r = load(cell, Field::Content, 0, v);
      need_present(r);
      deliver(A_(w), r);
      return true;
    }
    case STOREC: {
      Ref cell = settled(shadow(A_(w)));
      Ref value = B_(w) == 255 ? Ref() : shadow(B_(w));
      if (SunkObject* o = sunk(cell))
        o->fields[0] = value;
      else
        store(cell, Field::Content, 0, value);
      return true;
    }
    case FREE:
    case SETFREE: {
      Ref func = settled(s.func), cell;
      uint16_t index = uint16_t(BX_(w));
      CellVar* c = s.frame->func->cells[index];
      bool set = Op(w & 255) == SETFREE;
      if (set && A_(w) == 255) return false;
      if (SunkObject* o = sunk(func))
        cell = settled(o->fields[size_t(2 + index)]);
      else
        cell = load(func, Field::Closure, index, of(c));
      if (!set && c->v == kAbsent) return false;
      if (SunkObject* o = sunk(cell)) {
        if (set)
          o->fields[0] = shadow(A_(w));
        else
          deliver(A_(w), o->fields[0]);
        return true;
      }
      if (set) {
        store(cell, Field::Content, 0, shadow(A_(w)));
        return true;
      }
      // The cell of a function that came as a value is as new as the function may be.
      if (sunk(func) || is_known(func)) {
        if (may_specialize(cell)) need_same(cell);
      }
      Ref r = load(cell, Field::Content, 0, c->v);
      need_present(r);
      deliver(A_(w), r);
      return true;
    }
    default: return false;
  }
}

bool Recorder::binary(int kind, bool inplace, Ref a, Ref b, int dest) {
  static const char* const kNames[] = {"__add__",    "__sub__",    "__mul__",   "__truediv__", "__floordiv__",
                                       "__mod__",    "__pow__",    "__and__",   "__or__",      "__xor__",
                                       "__lshift__", "__rshift__", "__matmul__"};
  static const char* const kReflected[] = {"__radd__",    "__rsub__",    "__rmul__",   "__rtruediv__", "__rfloordiv__",
                                           "__rmod__",    "__rpow__",    "__rand__",   "__ror__",      "__rxor__",
                                           "__rlshift__", "__rrshift__", "__rmatmul__"};
  static const char* const kInplace[] = {"__iadd__",    "__isub__",    "__imul__",   "__itruediv__", "__ifloordiv__",
                                         "__imod__",    "__ipow__",    "__iand__",   "__ior__",      "__ixor__",
                                         "__ilshift__", "__irshift__", "__imatmul__"};
  a = settled(a);
  b = settled(b);
  Value x = value_of(a), y = value_of(b);
  fallback_ = {true, Residual::Binary, uint64_t(kind) | (inplace ? 0x100u : 0u), {a, b}, dest};
  if (is_scalar(x) && is_scalar(y)) {
    prefer_constant(a);
    prefer_constant(b);
    if (is_known(a) && is_known(b)) {
      deliver(dest, Ref::constant(kFromRegister));
      return true;
    }
    deliver(dest, pure(uint8_t(kind), a, b, kAbsent));
    return true;
  }
  if (inlines_special(x) || inlines_special(y)) {
    bool inlined = inplace ? special_call({a, b}, {{a, kInplace[kind]}, {a, kNames[kind]}, {b, kReflected[kind]}})
                           : special_call({a, b}, {{a, kNames[kind]}, {b, kReflected[kind]}});
    if (inlined) return true;
  } else {
    need_type(a);
    need_type(b);
  }
  residual_to(Residual::Binary, fallback_.key, {a, b}, dest,
              effect_on({a, b}, inplace ? Effect::Container : Effect::None));
  return true;
}
bool Recorder::record_arithmetic() {
  Word w = instruction_;
  int op = int(w & 255);
  ShadowFrame& s = top();
  int locals = int(s.code->nlocals);
  if (op >= ADD && op < NEG) {
    int which = op - ADD;
    Ref a = shadow(B_(w));
    Ref b = which & 1 ? constant(s.code->k[size_t(C_(w))]) : shadow(C_(w));
    if (B_(w) >= locals && B_(w) != A_(w)) consume(B_(w));
    if (!(which & 1) && C_(w) >= locals && C_(w) != A_(w)) consume(C_(w));
    return binary(which >> 2, which & 2, a, b, A_(w));
  }
  if (op == NEG || op == POS || op == INVERT) {
    Ref a = settled(shadow(B_(w)));
    Value x = value_of(a);
    fallback_ = {true, Residual::Unary, uint64_t(op), {a}, A_(w)};
    if (is_scalar(x)) {
      prefer_constant(a);
      deliver(A_(w),
              is_known(a) ? Ref::constant(kFromRegister) : pure(uint8_t(kScalarUnary + op - NEG), a, {}, kAbsent));
      return true;
    }
    const char* name = op == NEG ? "__neg__" : op == POS ? "__pos__" : "__invert__";
    if (inlines_special(x) && special_call({a}, {{a, name}})) return true;
    need_type(a);
    residual_to(Residual::Unary, uint64_t(op), {a}, A_(w), effect_on({a}, Effect::None));
    return true;
  }
  if (op == IS || op == ISNOT) {
    Ref a = settled(shadow(B_(w))), b = settled(shadow(C_(w)));
    deliver(A_(w),
            identity(a, b) ? Ref::constant(kFromRegister) : pure(op == IS ? kScalarIs : kScalarIsNot, a, b, kAbsent));
    return true;
  }
  return false;
}
// Demands what makes `a is b` a constant; false: it has to be computed.
bool Recorder::identity(Ref a, Ref b) {
  a = settled(a);
  b = settled(b);
  if (a == b || a.is_sunk() || b.is_sunk()) return true;
  if (is_known(a) && is_known(b)) return true;
  for (auto [p, q] : {std::pair(a, b), std::pair(b, a)}) {
    if (!is_known(q)) continue;
    Value want = value_of(q), have = value_of(p);
    if (want == kNone || want == kTrue || want == kFalse) {  // only the type matters, unless it is a bool itself
      if (!(have == kTrue || have == kFalse) || want == kNone) {
        need_type(p);
        return true;
      }
    }
    return need_same(p);
  }
  return false;
}
Value Recorder::evaluate_compare(int op, Value a, Value b) {
  Value res = kAbsent;
  if (adder::compare(th_, Op(op), a, b, 0, &res) != kDone) {
    put(th_.pending, kAbsent);
    return kAbsent;
  }
  return res;
}
bool Recorder::compare(int op, Ref a, Ref b, int dest, bool branch) {
  static const char* const kNames[] = {"__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"};
  static const char* const kSwapped[] = {"__gt__", "__ge__", "__lt__", "__le__", "__eq__", "__ne__"};
  a = settled(a);
  b = settled(b);
  int which = (op - LT) / 3;
  Value x = value_of(a), y = value_of(b);
  fallback_ = {true, Residual::Compare, uint64_t(op), {a, b}, branch ? -2 : dest};
  if (is_scalar(x) && is_scalar(y)) {
    prefer_constant(a);
    prefer_constant(b);
    if (is_known(a) && is_known(b)) {
      if (!branch) deliver(dest, Ref::constant(kFromRegister));
      return true;
    }
    Value r = evaluate_compare(op, x, y);
    if (r == kAbsent) return true;  // raises: the fallback
    Ref result = pure(uint8_t(kScalarCompare + which), a, b, r);
    known_[result.index()].type = type_at(r);
    if (branch)
      need_truth(result, r == kTrue);
    else
      deliver(dest, result);
    return true;
  }
  if ((inlines_special(x) || inlines_special(y)) && special_call({a, b}, {{a, kNames[which]}, {b, kSwapped[which]}}))
    return true;
  need_type(a);
  need_type(b);
  if (!branch) {
    residual_to(Residual::Compare, uint64_t(op), {a, b}, dest, effect_on({a, b}, Effect::None));
    return true;
  }
  // The result steers: compared and looked at again when the guard fails, which nobody can see for these types.
  if (has_method(x, kNames[which]) || has_method(y, kSwapped[which])) return false;
  known_tensor_compare_ = is_tensor_value(x) || is_tensor_value(y);
  branch_on_residual(Residual::Compare, uint64_t(op), {a, b}, effect_on({a, b}, Effect::None));
  return true;
}
// Is the special method a function of the script's? The VM then runs it in a frame of its own.
bool Recorder::has_method(Value v, const char* name) const {
  Type* t = type_at(v);
  return t && type_find(t, intern(th_.in, name)).is(Kind::Func);
}
// The same on what a residual gives. One that runs code of the script's may end the trace's validity: it is then left
// behind the instruction, the way that was taken. Raising where it is not expected, it cannot be asked again.
void Recorder::branch_on_residual(Residual kind, uint64_t key, const std::vector<Ref>& args, Effect e) {
  if (e != Effect::None) fallback_.set = false;
  uint32_t n = residual(kind, key, args, e);
  trace_->code[n].flags &= uint8_t(~kChecked);
  branch_on_residual(Ref::result(n));
  if (e != Effect::None) trace_->code[branch_guard_].flags |= kChecked;
}
// Guards the way that the branch at hand will take on a value that only exists inside the instruction.
void Recorder::branch_on_residual(Ref value) {
  if ((is_tensor_value(value_of(value)) || known_tensor_compare_) && !only_checks())
    refuse(
        "Unsupported",
        "Data-dependent branching\n  Explanation: Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`).");
  known_tensor_compare_ = false;
  bool own = value.is_result() && value.index() + 1 == trace_->code.size();
  branch_start_ = own ? value.index() : uint32_t(trace_->code.size());
  uint32_t n = residual(Residual::Truth, 0, {value}, Effect::None);
  flight_ = kNoResult;
  known_[n].type = type_at(kTrue);
  branch_guard_ = emit(TraceOp::Guard, uint8_t(Fact::Truth), 0, {Ref::result(n)});
  // Going the other way means going on there: nothing is computed or looked at twice, and the operands that the
  // instruction empties need not be kept for it.
  uint32_t at = uint32_t(pc_ - top().code->ins.data());
  snapshot_taken_ = snapshot_after(uint32_t(int(at) + int32_t(pc_[1])), -1, {});
  snapshot_not_taken_ = snapshot_after(at + 2, -1, {});
  trace_->code[branch_guard_].snapshot = snapshot_taken_;
  trace_->code[n].snapshot = snapshot_after(at, -1, {});
  trace_->code[n].flags |= kUnwindOnly;
}
bool Recorder::truth_branch(Ref r, Value v) {
  r = settled(r);
  if (is_scalar(v)) {
    need_truth(r, scalar_truth(v));
    return true;
  }
  if (SunkObject* o = sunk(r))
    if (o->kind == Kind::Tuple || o->kind == Kind::List || o->kind == Kind::Dict || o->kind == Kind::Func ||
        o->kind == Kind::Method)
      return true;
  if (is_exact_container(v)) {
    need_type(r);
    Ref n = load(r, v.is(Kind::Tuple) ? Field::Count : Field::Length, 0, integer(th_, container_length(v)));
    if (n.is_result()) known_[n.index()].type = type_at(integer49(0));
    need_truth(n, container_length(v) != 0);
    return true;
  }
  if (inlines_special(v) || v.is(Kind::Func) || v.is(Kind::Native) || v.is(Kind::Type) || v.is(Kind::Module)) {
    need_type(r);
    Type* t = type_at(v);
    Value m;
    load_member(t, intern(th_.in, "__bool__"), &m);
    if (m == kAbsent) load_member(t, intern(th_.in, "__len__"), &m);
    if (m == kAbsent) return true;
    return special_call({r}, {{r, "__bool__"}, {r, "__len__"}});
  }
  need_type(r);
  branch_on_residual(r);
  return true;
}
bool Recorder::record_branch() {
  Word w = instruction_;
  int op = int(w & 255), locals = int(top().code->nlocals);
  ShadowFrame& s = top();
  if (op >= LT && op <= JNE_K) {
    int which = (op - LT) % 3, plain_op = op - which;
    if (which == 0) return compare(plain_op, shadow(B_(w)), shadow(C_(w)), A_(w), false);
    Ref a = shadow(A_(w)), b = which == 2 ? constant(s.code->k[size_t(B_(w))]) : shadow(B_(w));
    if (A_(w) >= locals) consume(A_(w));
    if (which == 1 && B_(w) >= locals) consume(B_(w));
    return compare(plain_op, a, b, -1, true);
  }
  switch (Op(op)) {
    case JUMP: return true;
    case NOT: {
      Ref r = shadow(B_(w));
      Value v = reg(B_(w));
      if (is_scalar(v) && !is_known(settled(r))) {
        need_type(r);
        deliver(A_(w), pure(kScalarNot, settled(r), {}, boolean(!scalar_truth(v))));
        return true;
      }
      if (!is_scalar(v) && !is_exact_container(v) && !inlines_special(v)) {
        need_type(r);
        residual_to(Residual::Truth, 1, {settled(r)}, A_(w), Effect::None);
        return true;
      }
      if (!truth_branch(r, v)) return false;
      if (implicit_.empty()) deliver(A_(w), Ref::constant(kFromRegister));
      return true;
    }
    case JTRUE:
      if (B_(w)) consume(A_(w));
      return truth_branch(shadow(A_(w)), reg(A_(w)));
    case JNONE: {
      Ref r = settled(shadow(A_(w)));
      if (!r.is_sunk()) need_type(r);
      return true;
    }
    case JIS: {
      Ref a = settled(shadow(A_(w))), b = settled(shadow(B_(w)));
      if (identity(a, b)) return true;
      Ref r = pure(kScalarIs, a, b, boolean(reg(A_(w)) == reg(B_(w))));
      known_[r.index()].type = type_at(kTrue);
      need_truth(r, reg(A_(w)) == reg(B_(w)));
      return true;
    }
    case IN:
    case NOTIN:
    case JIN: {
      bool branch = op == JIN;
      Ref item = settled(shadow(branch ? A_(w) : B_(w))), seq = settled(shadow(branch ? B_(w) : C_(w)));
      Value v = value_of(item), c = value_of(seq);
      fallback_ = {true, Residual::Contains, op == NOTIN, {item, seq}, branch ? -2 : A_(w)};
      if (branch && A_(w) >= locals) consume(A_(w));
      if (branch && B_(w) >= locals) consume(B_(w));
      if (v.is(Kind::Str) && c.is(Kind::Dict) && !sunk(seq)) {
        need_type(seq);
        if (need_same(item)) {
          Value at = dict_get(c.as<Dict>(), v.as<Str>());
          need_present(load(seq, Field::Entry, bits(intern(th_.in, v.as<Str>())), at));
          if (!branch) deliver(A_(w), Ref::constant(kFromRegister));
          return true;
        }
      }
      if (inlines_special(c) && special_call({seq, item}, {{seq, "__contains__"}})) return true;
      if (is_known(item) && is_known(seq) && c.is(Kind::Tuple) && is_scalar(v)) {
        bool scalars = true;
        for (uint32_t i = 0; i < c.as<Tuple>()->len; i++) scalars &= is_scalar(c.as<Tuple>()->items[i]);
        if (scalars) {
          if (!branch) deliver(A_(w), Ref::constant(kFromRegister));
          return true;
        }
      }
      if (is_scalar(v)) prefer_constant(item);
      need_type(item);
      need_type(seq);
      Effect e = effect_on({item, seq}, Effect::None);
      if (!branch) {
        residual_to(Residual::Contains, op == NOTIN, {item, seq}, A_(w), e);
        return true;
      }
      if (has_method(c, "__contains__")) return false;
      branch_on_residual(Residual::Contains, 0, {item, seq}, e);
      return true;
    }
    default: return false;
  }
}
}  // namespace adder::capture
