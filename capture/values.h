#pragma once
// Small questions about interpreter values that the recorder, replay and printing share.
#include "interp/vm/frame_hook.h"

namespace adder::capture {
// Numbers, strings and None: immutable, compared by value, identity invisible.
inline bool is_scalar(Value v) {
  return v.is_int() || v.is_float() || v == kNone || v == kTrue || v == kFalse || v.is(Kind::Str) || v.is(Kind::Int);
}
inline Type* exact_type(const Interpreter& in, Value v) {
  return v == kAbsent || v == kStop ? nullptr : type_of(in, v);
}
bool int_equal(Value a, Value b);  // ints that are cells
// Equal scalars of the same type, or the same object: what the fact Same means.
inline bool same(Value a, Value b) {
  if (a == b) return true;
  if (!a.is_cell() || !b.is_cell() || a.cell()->kind != b.cell()->kind) return false;
  if (a.is(Kind::Str)) return sv(a) == sv(b);
  if (a.is(Kind::Int)) return int_equal(a, b);
  return false;
}
inline bool scalar_truth(Value v) {
  if (v.is_int()) return v.as_int() != 0;
  if (v.is_float()) return v.as_float() != 0;
  if (v.is(Kind::Str)) return v.as<Str>()->len != 0;
  if (v.is(Kind::Int)) return true;
  return v == kTrue;
}
inline bool is_exact_container(Value v) {
  return v.is(Kind::List) || v.is(Kind::Tuple) || v.is(Kind::Dict) || v.is(Kind::Set);
}
inline bool is_instance(Value v) {
  return v.is_cell() && v.cell()->kind >= Kind::Instance;
}
inline uint64_t bits(const void* p) {
  return reinterpret_cast<uint64_t>(p);
}
inline int64_t container_length(Value v) {
  if (v.is(Kind::List)) return v.as<List>()->len;
  if (v.is(Kind::Tuple)) return v.as<Tuple>()->len;
  if (v.is(Kind::Str)) return v.as<Str>()->chars;
  if (v.is(Kind::Dict)) return v.as<Dict>()->used;
  return v.as<Set>()->used;
}
// Reads a slot; absent if there is none. Borrowed.
Value read_attribute(Interpreter&, Value object, Str* name);
// The Dict that holds the attributes of an instance whose __dict__ was asked for, or null.
Dict* live_dict_of(Interpreter&, Value object);
}  // namespace adder::capture
