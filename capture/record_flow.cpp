// Displays, exceptions, returns.
#include "capture/recorder.h"
#include "capture/scalar.h"
#include "capture/values.h"

namespace adder::capture {

bool Recorder::record() {
  int op = int(instruction_ & 255);
  if (op <= MKCELL || (op >= LOADC && op <= SETFREE)) return record_move();
  if ((op >= ADD && op <= INVERT) || op == IS || op == ISNOT) return record_arithmetic();
  if (op == NOT || (op >= LT && op <= JNE_K) || (op >= IN && op <= JUMP)) return record_branch();
  if ((op >= GETATTR && op <= METHOD_T) || (op >= SUBSCR && op <= DELSUB)) return record_heap();
  if (op >= CALL && op <= CALLX) return record_call();
  if (op == ITER || op == ITERFROM || op == NEXT || op == JMORE || op == UNPACK || op == UNPACKX || op == SEND) return record_iteration();
  if (op == RAISE || op == RERAISE || op == EXCMATCH || op == RET || op == RETNONE || op == YIELD) return record_exception();
  return record_build();
}

bool Recorder::record_build() {
  Word w = instruction_;
  int a = A_(w), b = B_(w), n = C_(w);
  ShadowFrame& s = top();
  auto operands = [&](int from, int count) {
    std::vector<Ref> out;
    for (int i = 0; i < count; i++) {
      out.push_back(shadow(from + i));
      consume(from + i);
    }
    return out;
  };
  switch (Op(w & 255)) {
    case SLICE: deliver(a, make_sunk(Kind::Slice, kAbsent, 0, {shadow(a), shadow(a + 1), shadow(a + 2)})); return true;
    case MKLIST: deliver(a, make_sunk(Kind::List, kAbsent, 0, operands(b, n))); return true;
    case MKTUPLE: deliver(a, make_sunk(Kind::Tuple, kAbsent, 0, operands(b, n))); return true;
    case MKDICT: deliver(a, make_sunk(Kind::Dict, kAbsent, 0, {})); return true;
    case MKSET: {
      std::vector<Ref> args = operands(b, n);
      residual_to(Residual::MakeSet, 0, args, a, Effect::None);
      return true;
    }
    case DICTSET: {
      Ref key = settled(shadow(b));
      consume(b);
      consume(n);
      Ref target = shadow(a);
      if (SunkObject* d = sunk(target)) {
        if (is_scalar(value_of(key)) && need_same(key)) {
          d = sunk(target);
          for (size_t i = 0; i < d->keys.size(); i++)
            if (same(value_of(d->keys[i]), value_of(key))) {
              d->fields[i] = shadow(n);
              return true;
            }
          d->keys.push_back(key);
          d->fields.push_back(shadow(n));
          return true;
        }
      }
      residual_to(Residual::SetItem, 0, {target, key, shadow(n)}, -1, Effect::Unknown);
      return true;
    }
    case APPEND: {
      if (b >= int(s.code->nlocals)) consume(b);
      if (SunkObject* l = sunk(shadow(a))) {
        l->fields.push_back(shadow(b));
        return true;
      }
      residual_to(Residual::Append, 0, {shadow(a), shadow(b)}, -1, Effect::Container);
      return true;
    }
    case SETADD:
      if (b >= int(s.code->nlocals)) consume(b);
      residual_to(Residual::SetAdd, 0, {shadow(a), shadow(b)}, -1, effect_on({shadow(b)}, Effect::Container));
      return true;
    case EXTEND: {
      Ref target = shadow(a);
      if (sunk(target)) {
        SunkObject copy = *sunk(target);
        if (spread_into_list(copy, shadow(b))) {
          sunk(target)->fields = copy.fields;
          return true;
        }
      }
      residual_to(Residual::Extend, 0, {target, shadow(b)}, -1, Effect::Unknown);
      return true;
    }
    case ASSERTERR:
      deliver(a, Ref::constant(kFromRegister));
      return true;
    case WITHLOOK: return look_up_manager();
    case JNOTSUPER: return need_same(shadow(a));
    case MERGEKW:
    case MERGE: {
      Ref target = shadow(a);
      if (sunk(target)) {
        SunkObject copy = *sunk(target);
        size_t before = copy.keys.size();
        if (merge_into_dict(copy, shadow(b))) {
          if (Op(w & 255) == MERGEKW && before && copy.keys.size() != before + keys_added_) return false;
          sunk(target)->fields = copy.fields;
          sunk(target)->keys = copy.keys;
          return true;
        }
      }
      if (Op(w & 255) == MERGEKW) return false;
      residual_to(Residual::Merge, 0, {target, shadow(b)}, -1, Effect::Unknown);
      return true;
    }
    case TOTUPLE: {
      if (SunkObject* l = sunk(shadow(b))) {
        deliver(a, make_sunk(Kind::Tuple, kAbsent, 0, std::vector<Ref>(l->fields)));
        return true;
      }
      residual_to(Residual::ToTuple, 0, {shadow(b)}, a, Effect::None);
      return true;
    }
    case MKFUNC: {
      if (n & 4) return false;                    // annotations
      if (s.frame->func->builtins) return false;  // built-in names of its own, which the function would have too
      Code* c = s.code->k[pc_[1]].as<Code>();
      std::vector<Ref> fields{n & 1 ? shadow(b) : Ref(), n & 2 ? shadow(b + 1) : Ref()};
      Func* self = s.frame->func;
      for (const CellSpec& cell : c->cells) {
        if (cell.local) {
          fields.push_back(shadow(cell.index));
          continue;
        }
        Ref func = settled(s.func);
        if (SunkObject* o = sunk(func))
          fields.push_back(o->fields[size_t(2 + cell.index)]);
        else
          fields.push_back(load(func, Field::Closure, cell.index, of(self->cells[cell.index])));
      }
      constant(of(c));
      Ref globals = load(s.func, Field::Globals, 0, of(self->globals));
      if (!need_same(globals)) return false;
      Ref r = make_sunk(Kind::Func, kAbsent, bits(c), std::move(fields));
      sunk_[r.index()].extra = bits(self->globals);
      constant(of(self->globals));
      deliver(a, r);
      return true;
    }
    case FORMAT: {
      Ref v = settled(shadow(b));
      Ref spec = n == 255 ? Ref() : settled(shadow(n));
      if (is_known(v) && is_known(spec) && is_scalar(value_of(v))) {
        fallback_ = {true, Residual::Format, 0, {v, spec}, a};
        deliver(a, Ref::constant(kFromRegister));
        return true;
      }
      residual_to(Residual::Format, 0, {v, spec}, a,
                  is_scalar(value_of(v)) && known_type(v) ? Effect::None : Effect::Unknown);
      return true;
    }
    case REPR: {
      Ref v = settled(shadow(b));
      if (is_known(v) && is_scalar(value_of(v))) {
        deliver(a, Ref::constant(kFromRegister));
        return true;
      }
      residual_to(Residual::Repr, uint64_t(n), {v}, a,
                  is_scalar(value_of(v)) && known_type(v) ? Effect::None : Effect::Unknown);
      return true;
    }
    case JOIN: {
      std::vector<Ref> parts = operands(b, n);
      if (all_known(parts)) {
        deliver(a, Ref::constant(kFromRegister));
        return true;
      }
      residual_to(Residual::Join, 0, parts, a, Effect::None);
      return true;
    }
    case IMPORT:
      if (n != 0) return false;
      residual_to(Residual::Import, bits(s.code->k[pc_[1]].cell()), {b == 255 ? Ref() : shadow(b)}, a, Effect::Unknown);
      return true;
    case IMPORTF:
      residual_to(Residual::ImportFrom, bits(s.code->k[pc_[1]].cell()), {shadow(b)}, a, Effect::Unknown);
      return true;
    default: return false;
  }
}

// The methods of a context manager, from its type.
bool Recorder::look_up_manager() {
  Word w = instruction_;
  Ref m = settled(shadow(B_(w)));
  Value v = reg(B_(w));
  if (C_(w) || !v.is_cell() || v.is(Kind::Type)) return false;
  need_type(m);
  Ref methods[2];
  const char* const names[] = {"__exit__", "__enter__"};
  for (int i = 0; i < 2; i++) {
    Value f;
    methods[i] = load_member(type_at(v), intern(th_.in, names[i]), &f);
    if (!is_known(methods[i]) || (!f.is(Kind::Func) && !f.is(Kind::Native))) return false;
  }
  deliver(A_(w), methods[0]);
  deliver(A_(w) + 1, m);
  deliver(A_(w) + 2, methods[1]);
  deliver(A_(w) + 3, m);
  return true;
}

// What the caller will ask of the returned value is asked here, where the frame can still be rebuilt.
bool Recorder::returns_to(Cont k, Value v) {
  int op = int(*frames_[frames_.size() - 2].frame->pc & 255);
  switch (k) {
    case Cont::Init: return v == kNone;
    case Cont::BinInplace:
    case Cont::BinLeft:
    case Cont::BinRight:
    case Cont::BinRightFirst:
    case Cont::CmpLeft:
    case Cont::CmpRight:
    case Cont::CmpRightFirst:
      if (v == kNotImplemented) return false;
      if (!settled(returning_).is_sunk()) need_type(returning_);
      if (k >= Cont::CmpLeft && !is_plain_compare(Word(op))) {
        if (!is_scalar(v)) return false;
        need_truth(returning_, scalar_truth(v));
      }
      return true;
    case Cont::Test:
    case Cont::FromBool:
    case Cont::FromLen:
      if (op >= CALL && op <= CALLX) {  // of len()
        if (!v.is_int() || v.as_int() < 0) return false;
        prefer_constant(returning_);
        if (is_known(settled(returning_))) return true;
        Ref fits = pure(kScalarCompare + 3, returning_, constant(integer49(0)), kTrue);
        known_[fits.index()].type = type_at(kTrue);
        need_truth(fits, true);
        return true;
      }
      if (!is_scalar(v) || (k == Cont::FromBool && !is_bool(v)) || (k == Cont::FromLen && !v.is_int())) return false;
      need_truth(returning_, scalar_truth(v));
      return true;
    case Cont::Iter:
      if (!settled(returning_).is_sunk()) need_type(returning_);
      return true;
    default: return true;
  }
}
bool Recorder::record_exception() {
  Word w = instruction_;
  switch (Op(w & 255)) {
    case RET:
    case RETNONE: {
      returning_ = Op(w & 255) == RET ? shadow(A_(w)) : constant(kNone);
      if (top().frame->flags & kFrameGen && !sunk(top().gen)) return false;
      if (frames_.size() == 1) {
        finish(End::Return, returning_);
        return true;
      }
      Cont k = top().cont;
      return returns_to(k, Op(w & 255) == RET ? reg(A_(w)) : kNone);
    }
    case RAISE: {
      std::vector<Ref> args{shadow(A_(w)), B_(w) == 255 ? Ref() : shadow(B_(w))};
      uint32_t n = residual(Residual::Raise, B_(w) != 255, args, Effect::Unknown);
      trace_->code[n].after = snapshot();
      return true;
    }
    case YIELD:
      if (!sunk(top().gen)) return false;
      returning_ = shadow(A_(w));
      return true;
    case RERAISE: raising_ = settled(shadow(A_(w))); return reg(A_(w)).is(Kind::Exc);
    case EXCMATCH: {
      Ref e = settled(shadow(B_(w))), c = settled(shadow(C_(w)));
      if (!e.is_sunk()) need_type(e);
      if (!c.is_sunk() && !need_same(c)) return false;
      deliver(A_(w), Ref::constant(kFromRegister));
      return true;
    }
    default: return false;
  }
}
}  // namespace adder::capture
