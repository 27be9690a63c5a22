#pragma once
// Questions about built-in values that are answered in line, for the eval loop and for machine code. Nothing here can
// run user code.
#include <charconv>

#include "interp/objects/dict_probe.h"
#include "interp/objects/same_bytes.h"
#include "interp/vm/run_support.h"

namespace adder {
// What str() makes of an inline int.
inline Str* int_text(Interpreter& in, int64_t i) {
  char text[24];
  size_t n = size_t(std::to_chars(text, text + sizeof text, i).ptr - text);
  if (n == 1) return inc(in.latin1[uint8_t(text[0])]);
  Str* s = str_blank(in, n, n);
  memcpy(s->data, text, n);
  return s;
}
// Whether the kind of a built-in value says which type it has: those that a kind stands for are immutable.
inline bool kind_is_type(Kind k) {
  return k < Kind::Super && k != Kind::Native && k != Kind::Method && k != Kind::ClassMethod;
}
inline bool same_text(const Str* a, const Str* b) {
  return a == b || (a->len == b->len && !(a->flags & b->flags & kInterned) && same_bytes(a->data, b->data, a->len));
}
// Strings and inline ints among their like in a list or tuple; one ASCII character in a string. -1: ask contains().
NOINLINE inline int quick_sequence_contains(Value item, Value seq) {
  bool text = is_str(item);
  if (!text && !item.is_int()) return -1;
  if (text && is_str(seq)) {
    const Str *c = item.as<Str>(), *s = seq.as<Str>();
    return c->len == 1 ? memchr(s->data, c->data[0], s->len) != nullptr : -1;
  }
  bool tuple = seq.is(Kind::Tuple);
  if (!tuple && !seq.is(Kind::List)) return -1;
  const Value* items = tuple ? seq.as<Tuple>()->items : seq.as<List>()->items;
  for (uint32_t i = 0, n = tuple ? seq.as<Tuple>()->len : seq.as<List>()->len; i < n; i++) {
    if (items[i].u == item.u) return 1;
    if (text ? !is_str(items[i]) : !items[i].is_int()) return -1;
    if (text && same_str(items[i], item)) return 1;
  }
  return 0;
}
// Membership that cannot run user code. -1: ask contains().
inline int quick_contains(Value item, Value seq) {
  if (seq.is(Kind::Set) || seq.is(Kind::FrozenSet)) return quick_set_contains(seq.as<Set>(), item);
  if (!seq.is(Kind::Dict)) return quick_sequence_contains(item, seq);
  int64_t e = is_str(item)    ? dict_find_quick(seq.as<Dict>(), item.as<Str>())
              : item.is_int() ? dict_find_int(seq.as<Dict>(), item, int_key_hash(item.as_int()))
                              : -2;
  return e == -2 ? -1 : e >= 0;
}
// The truth of a str, list, tuple, dict or set. -1: ask truth().
inline int quick_truth(Value v) {
  if (!v.is_cell()) return -1;
  switch (v.cell()->kind) {
    case Kind::Str: return v.as<Str>()->len != 0;
    case Kind::List: return v.as<List>()->len != 0;
    case Kind::Tuple: return v.as<Tuple>()->len != 0;
    case Kind::Dict: return v.as<Dict>()->used != 0;
    case Kind::Set:
    case Kind::FrozenSet: return v.as<Set>()->used != 0;
    default: return -1;
  }
}
}  // namespace adder
