// Special methods of the exact built-in kinds, for explicit calls, super() and subclasses. The operators themselves do
// not come this way: the eval loop knows these kinds. Each record does what the operator does on exact values, and
// gives NotImplemented for operands that the kind does not know; + and * of sequences raise.
#include "interp/vm/containers.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder {
Value repeat_by_index(Thread&, Value seq, Value count, bool inplace);  // ops.cpp, as the next
Value refuse_concat(Thread&, Value seq, Value other);                  // raises
}
namespace adder::lib {
namespace {

using Accepts = bool (*)(Value other);

bool int_operand(Value v) {
  return is_intlike(v);
}
bool float_operand(Value v) {
  return is_number(v);
}
bool complex_operand(Value v) {
  return is_number(v) || v.is(Kind::Complex);
}
bool any_operand(Value) {
  return true;
}
bool set_operand(Value v) {
  return v.is(Kind::Set) || v.is(Kind::FrozenSet);
}
bool dict_operand(Value v) {
  return v.is(Kind::Dict);
}

Value known(Value r) {
  return r.u == kStop.u ? kNotImplemented : r;
}
// A sequence times something with __index__.
Value repeated(Thread& th, int kind, Value seq, Value count, bool inplace) {
  return kind == kMul ? repeat_by_index(th, seq, count, inplace) : kStop;
}

// bytes + any buffer; kStop: not that.
Value joined_with_buffer(Thread& th, int kind, Value seq, Value other, bool inplace) {
  if (kind != kAdd || (!seq.is(Kind::Bytes) && !seq.is(Kind::ByteArray))) return kStop;
  Buffer buffer;
  if (!get_buffer(th, other, &buffer)) {
    if (!th.pending_is(E_TypeError)) return kAbsent;
    th.clear_pending();
    return refuse_concat(th, seq, other);
  }
  Owned copy(new_bytes(th, buffer.view));
  return binary_exact(th, kAdd, inplace, seq, copy.get());
}
// What the slot of a built-in sequence raises for an operand that it cannot take; NotImplemented for other slots.
Value unknown(Thread& th, int kind, Value self, Value other) {
  bool text = self.is(Kind::Str), sequence = text || self.is(Kind::List) || self.is(Kind::Tuple) || self.is(Kind::Bytes) || self.is(Kind::ByteArray);
  if (sequence && kind == kAdd) return refuse_concat(th, self, other);
  if (sequence && kind == kMul)
    return th.raise(E_TypeError, "'%s' object cannot be interpreted as an integer", type_name(th, other).c_str());
  return kNotImplemented;
}

template <int kKind, Accepts kAccepts>
Value binary_slot(Thread& th, Value* a, int) {
  Value other = unwrap(a[1]), r = kStop;
  if (kAccepts(other)) r = binary_exact(th, kKind, false, a[0], other);
  if (r.u == kStop.u) r = repeated(th, kKind, a[0], a[1], false);
  if (r.u == kStop.u) r = joined_with_buffer(th, kKind, a[0], a[1], false);
  return r.u == kStop.u ? unknown(th, kKind, a[0], a[1]) : r;
}
template <int kKind, Accepts kAccepts>
Value reflected_slot(Thread& th, Value* a, int) {
  Value other = unwrap(a[1]), r = kStop;
  if (kAccepts(other)) r = binary_exact(th, kKind, false, other, a[0]);
  if (r.u == kStop.u) r = repeated(th, kKind, a[0], a[1], false);
  return r.u == kStop.u ? unknown(th, kKind, a[0], a[1]) : r;
}
template <int kKind, Accepts kAccepts>
Value inplace_slot(Thread& th, Value* a, int) {  // kKeepSelf
  Value other = unwrap(a[1]);
  Value times = repeated(th, kKind, unwrap(a[0]), a[1], true);
  if (times.u != kStop.u) {
    dec(times);
    return times.u ? inc(a[0]) : kAbsent;
  }
  Value self = unwrap(a[0]);
  if (kKind == kAdd && self.is(Kind::List) && has_fields(a[1]))
    return extend_list(th, self.as<List>(), a[1]) ? inc(a[0]) : kAbsent;
  if (!kAccepts(other)) return kNotImplemented;
  bool whole = kKind == kAdd || (kKind == kOr && unwrap(a[0]).is(Kind::Dict));  // these take any iterable
  Value r = binary_exact(th, kKind, true, self, whole ? a[1] : other);
  if (r.u == kStop.u) r = joined_with_buffer(th, kKind, self, a[1], true);
  if (r.u == kStop.u) return unknown(th, kKind, self, a[1]);
  dec(r);
  return r.u ? inc(a[0]) : kAbsent;
}
// Kinds that a kind's == knows; with others it gives NotImplemented.
bool comparable(Value self, Value other) {
  if (is_intlike(self)) return is_intlike(other);
  if (self.is_float()) return is_number(other);
  if (!self.is_cell() || self.is(Kind::Complex)) return is_number(other) || other.is(Kind::Complex);
  if (!other.is_cell()) return false;
  Kind k = self.cell()->kind, l = other.cell()->kind;
  auto bytes_like = [](Kind x) { return x == Kind::Bytes || x == Kind::ByteArray; };
  auto set_like = [](Kind x) { return x == Kind::Set || x == Kind::FrozenSet; };
  if (l == Kind::MappingProxy) return true;  // it stands for what is behind it
  return k == l || (bytes_like(k) && bytes_like(l)) || (set_like(k) && set_like(l));
}
template <int kOp>
Value compare_slot(Thread& th, Value* a, int) {
  if (kOp >= 4 && !comparable(a[0], unwrap(a[1]))) return kNotImplemented;
  // Of two kinds that know each other only one says so.
  Value other = unwrap(a[1]);
  if ((is_intlike(a[0]) && other.is_float()) || (a[0].is(Kind::Bytes) && other.is(Kind::ByteArray))) return kNotImplemented;
  return known(compare_exact(th, kOp, a[0], other));
}
template <Op kOp>
Value unary_slot(Thread& th, Value* a, int) {
  return known(unary_exact(th, kOp, a[0]));
}
Value getitem_slot(Thread& th, Value* a, int) {
  return known(subscript_exact(th, a[0], a[1]));
}
Value dict_getitem_slot(Thread& th, Value* a, int) {
  return dict_subscript(th, a[0], a[1]);
}
Value setitem_slot(Thread& th, Value* a, int) {
  return set_subscript_exact(th, a[0], a[1], a[2]) == 1 ? kNone : kAbsent;
}
Value delitem_slot(Thread& th, Value* a, int) {
  return set_subscript_exact(th, a[0], a[1], kAbsent) == 1 ? kNone : kAbsent;
}
Value iter_slot(Thread& th, Value* a, int) {
  return known(iter_exact(th, a[0]));
}
Value len_slot(Thread& th, Value* a, int) {
  int64_t n = length(th, a[0]);
  return n < 0 ? kAbsent : integer(th, n);
}
Value contains_slot(Thread& th, Value* a, int) {
  Value known_answer = contains_exact(th, a[1], a[0]);
  if (known_answer.u != kStop.u) return known_answer;
  Owned it(iter_native(th, a[0]));  // a range and something that is no int: one by one
  while (it) {
    Owned x(next_value(th, it.get()));
    if (!x) return kAbsent;
    if (x.get().u == kStop.u) return kFalse;
    int e = equal(th, x.get(), a[1]);
    if (e) return e < 0 ? kAbsent : kTrue;
  }
  return kAbsent;
}
Value repr_slot(Thread& th, Value* a, int) {
  std::string out;
  return repr_of(th, a[0], &out) ? new_str(th, out) : kAbsent;
}
Value hash_slot(Thread& th, Value* a, int) {
  int64_t h;
  return hash_of(th, a[0], &h) ? integer(th, h) : kAbsent;
}
Value bool_slot(Thread& th, Value* a, int) {
  bool r;
  return truth_native(th, a[0], &r) ? boolean(r) : kAbsent;
}

#define BINARY(name, kind, accepts)                                                    \
  {"__" name "__", "(self, value, /)", "", binary_slot<kind, accepts>, Rule::pure}, {  \
    "__r" name "__", "(self, value, /)", "", reflected_slot<kind, accepts>, Rule::pure \
  }
#define PLAIN(name, kind, accepts) \
  { "__" name "__", "(self, value, /)", "", binary_slot<kind, accepts>, Rule::pure }
#define INPLACE(name, kind, accepts) \
  { "__i" name "__", "(self, value, /)", "", inplace_slot<kind, accepts>, Rule::residual, kKeepSelf }
#define COMPARE                                                          \
  {"__lt__", "(self, value, /)", "", compare_slot<0>, Rule::pure},       \
      {"__le__", "(self, value, /)", "", compare_slot<1>, Rule::pure},   \
      {"__gt__", "(self, value, /)", "", compare_slot<2>, Rule::pure}, { \
    "__ge__", "(self, value, /)", "", compare_slot<3>, Rule::pure        \
  }
#define EQUAL                                                        \
  {"__eq__", "(self, value, /)", "", compare_slot<4>, Rule::pure}, { \
    "__ne__", "(self, value, /)", "", compare_slot<5>, Rule::pure    \
  }
#define HASH \
  { "__hash__", "(self, /)", "", hash_slot, Rule::pure }
#define REPR \
  { "__repr__", "(self, /)", "", repr_slot, Rule::residual }
#define TRUTH \
  { "__bool__", "(self, /)", "", bool_slot, Rule::pure }
#define UNARY(name, op) \
  { "__" name "__", "(self, /)", "", unary_slot<op>, Rule::pure }
#define ARITHMETIC(accepts)                                                                 \
  BINARY("add", kAdd, accepts), BINARY("sub", kSub, accepts), BINARY("mul", kMul, accepts), \
      BINARY("truediv", kDiv, accepts), UNARY("neg", NEG), UNARY("pos", POS)
#define SIZED                                               \
  {"__len__", "(self, /)", "", len_slot, Rule::symbolic}, { \
    "__iter__", "(self, /)", "", iter_slot, Rule::residual  \
  }
#define CONTAINS \
  { "__contains__", "(self, key, /)", "", contains_slot, Rule::residual }
#define GETITEM \
  { "__getitem__", "(self, key, /)", "", getitem_slot, Rule::residual }
#define SETITEM                                                                 \
  {"__setitem__", "(self, key, value, /)", "", setitem_slot, Rule::residual}, { \
    "__delitem__", "(self, key, /)", "", delitem_slot, Rule::residual           \
  }

const NativeDef kInt[] = {ARITHMETIC(int_operand),
                          BINARY("floordiv", kFdiv, int_operand),
                          BINARY("mod", kMod, int_operand),
                          BINARY("and", kAnd, int_operand),
                          BINARY("or", kOr, int_operand),
                          BINARY("xor", kXor, int_operand),
                          BINARY("lshift", kShl, int_operand),
                          BINARY("rshift", kShr, int_operand),
                          UNARY("invert", INVERT),
                          COMPARE,
                          EQUAL,
                          HASH,
                          REPR,
                          TRUTH};
const NativeDef kFloat[] = {ARITHMETIC(float_operand),
                            BINARY("floordiv", kFdiv, float_operand),
                            BINARY("mod", kMod, float_operand),
                            COMPARE,
                            EQUAL,
                            HASH,
                            REPR,
                            TRUTH};
const NativeDef kComplex[] = {ARITHMETIC(complex_operand), EQUAL, HASH, REPR, TRUTH};
const NativeDef kBool[] = {BINARY("and", kAnd, int_operand), BINARY("or", kOr, int_operand),
                           BINARY("xor", kXor, int_operand), REPR};
const NativeDef kText[] = {PLAIN("add", kAdd, any_operand),
                           BINARY("mul", kMul, any_operand),
                           BINARY("mod", kMod, any_operand),
                           COMPARE,
                           EQUAL,
                           HASH,
                           REPR,
                           SIZED,
                           CONTAINS,
                           GETITEM};
const NativeDef kBytesLike[] = {
    PLAIN("add", kAdd, any_operand), BINARY("mul", kMul, any_operand), COMPARE, EQUAL, REPR, SIZED, CONTAINS, GETITEM};
const NativeDef kHashed[] = {HASH};
const NativeDef kMutableBytes[] = {INPLACE("add", kAdd, any_operand), INPLACE("mul", kMul, any_operand), SETITEM};
const NativeDef kTuple[] = {PLAIN("add", kAdd, any_operand),
                            BINARY("mul", kMul, any_operand),
                            COMPARE,
                            EQUAL,
                            HASH,
                            REPR,
                            SIZED,
                            CONTAINS,
                            GETITEM};
const NativeDef kList[] = {PLAIN("add", kAdd, any_operand),
                           BINARY("mul", kMul, any_operand),
                           INPLACE("add", kAdd, any_operand),
                           INPLACE("mul", kMul, any_operand),
                           COMPARE,
                           EQUAL,
                           REPR,
                           SIZED,
                           CONTAINS,
                           GETITEM,
                           SETITEM};
const NativeDef kDict[] = {
    BINARY("or", kOr, dict_operand),
    INPLACE("or", kOr, any_operand),
    EQUAL,
    REPR,
    SIZED,
    CONTAINS,
    {"__getitem__", "(self, key, /)", "", dict_getitem_slot, Rule::residual, kKeepSelf},
    SETITEM};
const NativeDef kAnySet[] = {BINARY("and", kAnd, set_operand),
                             BINARY("or", kOr, set_operand),
                             BINARY("xor", kXor, set_operand),
                             BINARY("sub", kSub, set_operand),
                             COMPARE,
                             EQUAL,
                             SIZED,
                             CONTAINS};
const NativeDef kSetInplace[] = {INPLACE("and", kAnd, set_operand), INPLACE("or", kOr, set_operand),
                                 INPLACE("xor", kXor, set_operand), INPLACE("sub", kSub, set_operand)};
const NativeDef kRange[] = {EQUAL, HASH, REPR, SIZED, CONTAINS, GETITEM, TRUTH};
const NativeDef kSlice[] = {COMPARE, EQUAL, REPR};
const NativeDef kView[] = {{"__iter__", "(self, /)", "", iter_slot, Rule::residual}, REPR};
const NativeDef kMembers[] = {CONTAINS};
const NativeDef kNoneSlots[] = {REPR, TRUTH};

struct Row {
  Kind kind;
  std::span<const NativeDef> records;
};

}  // namespace

namespace {
// type(None)() and the like: the one instance. (cls, **kwargs, *args)
template <uint64_t kBits>
Value singleton_new(Thread& th, Value* a, int n) {
  if (n == 2 && !a[1].as<Dict>()->used) return Value{kBits};
  return th.raise(E_TypeError, "%s takes no arguments", type_name(a[0].as<Type>()).c_str());
}
#define SINGLETON(ident, value) \
  const NativeDef ident[] = {{"__new__", "(cls, /, *args, **kwargs)", "", singleton_new<value.u>, Rule::residual}}
SINGLETON(kNoneNew, kNone);
SINGLETON(kEllipsisNew, kEllipsis);
SINGLETON(kNotImplementedNew, kNotImplemented);
}  // namespace

void init_slots(Interpreter& in) {
  const Row rows[] = {
      {Kind::Int, kInt},
      {Kind::Float, kFloat},
      {Kind::Complex, kComplex},
      {Kind::Bool, kBool},
      {Kind::Str, kText},
      {Kind::Bytes, kBytesLike},
      {Kind::Bytes, kHashed},
      {Kind::ByteArray, kBytesLike},
      {Kind::ByteArray, kMutableBytes},
      {Kind::Tuple, kTuple},
      {Kind::List, kList},
      {Kind::Dict, kDict},
      {Kind::Set, kAnySet},
      {Kind::Set, kSetInplace},
      {Kind::FrozenSet, kAnySet},
      {Kind::FrozenSet, kHashed},
      {Kind::Range, kRange},
      {Kind::Slice, kSlice},
      {Kind::DictKeys, kView},
      {Kind::DictKeys, kMembers},
      {Kind::DictItems, kView},
      {Kind::DictItems, kMembers},
      {Kind::DictValues, kView},
      {Kind::None, kNoneSlots},
      {Kind::None, kNoneNew},
      {Kind::Ellipsis, kEllipsisNew},
      {Kind::NotImplemented, kNotImplementedNew},
  };
  for (const Row& row : rows) add_methods(in, in.types[int(row.kind)], row.records);
  // Mutable kinds are not hashable.
  for (Kind k : {Kind::List, Kind::Dict, Kind::Set, Kind::ByteArray, Kind::Slice})
    type_set(in.types[int(k)], in.names[n_hash], kNone);
}

}  // namespace adder::lib
