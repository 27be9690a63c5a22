#include "interp/vm/class_layout.h"

#include <algorithm>

namespace adder {
namespace {
bool exception_with_fields(const Type* t) {
  const Interpreter& in = *heap_of(t).owner();
  for (ExcId e : {E_BaseExceptionGroup, E_StopIteration, E_SystemExit, E_ImportError, E_NameError, E_AttributeError,
                  E_OSError, E_SyntaxError, E_UnicodeEncodeError, E_UnicodeDecodeError, E_UnicodeTranslateError})
    if (t == in.exc[e]) return true;
  return false;
}
// Do its instances have fixed parts that those of its base lack? A dict and a list of weak references do not count.
bool adds_parts(const Type* t) {
  if (t->tflags & kHeapType) return has_own_slots(t) || (t->tflags & kStandInType && !(t->tflags & kIsExc));
  const Type* b = t->base;
  if (!b || (t->tflags & kIsExc)) return !b || !(b->tflags & kIsExc) || exception_with_fields(t);
  if (t->native != b->native) return t->native->size > (b->native ? b->native->size : 0);
  return t->inst_kind != b->inst_kind && t->inst_kind != Kind::Bool;
}
// The class that decides the fixed parts of its instances.
Type* solid_base(Type* t) {
  while (!adds_parts(t)) t = t->base;
  return t;
}
}  // namespace

bool choose_layout(Thread& th, const std::vector<Type*>& bases, Layout* out) {
  Type* winner = nullptr;
  for (Type* b : bases) {
    Type* solid = solid_base(b);
    if (winner && subtype(winner, solid)) continue;
    if (winner && !subtype(solid, winner)) {
      th.raise(E_TypeError, "multiple bases have instance lay-out conflict");
      return false;
    }
    winner = solid;
    out->base = b;
  }
  const Type* b = out->base;
  const bool wraps = b->inst_kind < Kind::Instance && b->inst_kind != Kind::Type;
  out->inst = wraps ? Kind::Instance : b->inst_kind;
  out->payload = wraps ? b->inst_kind : b->payload_kind;
  out->native = b->native;
  return true;
}
bool fits_layout(const Type* t, const Type* other) {
  if (other->inst_kind < Kind::Instance) return other->inst_kind == t->payload_kind || other->inst_kind == t->inst_kind;
  if (other->inst_kind == Kind::Instance && other->payload_kind == Kind::Count) return true;
  if (other->inst_kind != t->inst_kind ||
      (other->payload_kind != Kind::Count && other->payload_kind != t->payload_kind))
    return false;
  return !other->native || t->native == other->native || subtype(t->base, other);
}

bool has_own_slots(const Type* t) {
  return std::any_of(t->slots.begin(), t->slots.end(), [t](Str* key) {
    return std::none_of(t->bases.begin(), t->bases.end(), [key](const Type* b) {
      return std::find(b->slots.begin(), b->slots.end(), key) != b->slots.end();
    });
  });
}
bool gives_dict(const Type* t) {
  if (t->tflags & kHeapType) return !(t->tflags & kNoDict);
  switch (t->inst_kind) {
    case Kind::Instance: return false;  // object
    case Kind::Module:
    case Kind::Type:
    case Kind::Func:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Exc: return true;
    case Kind::Extension: return !(t->tflags & kNoDict);
    default: return false;
  }
}
bool gives_weakrefs(const Type* t) {
  if (t->tflags & kHeapType) {
    Interpreter& in = *heap_of(t).owner();
    return dict_get(t->dict, intern(in, "__weakref__")).is(Kind::GetSet) ||
           std::any_of(t->bases.begin(), t->bases.end(), gives_weakrefs);
  }
  switch (t->inst_kind) {
    case Kind::Set:
    case Kind::FrozenSet:
    case Kind::Module:
    case Kind::Type:
    case Kind::Func:
    case Kind::Native:
    case Kind::Method:
    case Kind::Code:
    case Kind::Gen:
    case Kind::Coroutine:
    case Kind::AsyncGen:
    case Kind::GenericAlias: return true;
    case Kind::Extension: return !(t->native->flags & kNoWeakrefs);
    default: return false;
  }
}
bool varies_in_size(const Type* t) {
  const Kind k = t->payload_kind == Kind::Count ? t->inst_kind : t->payload_kind;
  return k == Kind::Int || k == Kind::Tuple || k == Kind::Bytes || k == Kind::Type;
}

}  // namespace adder
