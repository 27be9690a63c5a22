// datetime.timedelta.
#include <cmath>

#include "interp/bytecode/code.h"
#include "interp/objects/big_limbs.h"
#include "stdlib/native/datetime.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {
constexpr int64_t kSecond = 1000000, kDay = 86400 * kSecond;

Delta* self_of(Value v) {
  return payload<Delta>(v);
}
Wide us_of(Value v) {
  return microseconds_of(*self_of(v));
}
Value int_of(Thread& th, Wide x) {
  if (x == int64_t(x)) return integer(th, int64_t(x));
  unsigned __int128 magnitude = x < 0 ? -(unsigned __int128)(x) : (unsigned __int128)(x);
  uint64_t limbs[2] = {uint64_t(magnitude), uint64_t(magnitude >> 64)};
  return from_limbs(th, limbs, 2, x < 0);
}
// False: beyond 126 bits, which is more than any timedelta has.
bool to_wide(Value intlike, Wide* out) {
  Operand x(intlike);
  if (x.n > 2 || (x.n == 2 && x.p[1] >> 62)) return false;
  Wide magnitude = x.n == 0 ? 0 : x.n == 1 ? Wide(x.p[0]) : Wide(x.p[1]) << 64 | x.p[0];
  *out = x.negative ? -magnitude : magnitude;
  return true;
}
Value too_large(Thread& th) {
  return th.raise(E_OverflowError, "Python int too large to convert to C int");
}
Value make_delta(Thread& th, Type* type, int64_t days, int32_t seconds, int32_t microseconds) {
  if (days != int32_t(days)) return too_large(th);
  if (days > 999999999 || days < -999999999)
    return th.raise(E_OverflowError, "days=%d; must have magnitude <= 999999999", int(days));
  Value v = of(instance(th, type));
  *self_of(v) = {int32_t(days), seconds, microseconds};
  return v;
}
Wide floor_divide(Wide a, Wide b) {
  Wide q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}
// a / b, halves to the even quotient.
Wide nearest(Wide a, Wide b) {
  Wide q = floor_divide(a, b), r = a - q * b;
  if (b < 0) b = -b, r = -r;
  return 2 * r > b || (2 * r == b && q & 1) ? q + 1 : q;
}
// us * f, or us / f, for a float f: rounded once, from its exact value.
Value scaled(Thread& th, Wide us, double f, bool divide) {
  if (!std::isfinite(f)) {
    if (std::isnan(f)) return th.raise(E_ValueError, "cannot convert NaN to integer ratio");
    return th.raise(E_OverflowError, "cannot convert Infinity to integer ratio");
  }
  int exponent;
  int64_t mantissa = int64_t(std::ldexp(std::frexp(f, &exponent), 53));
  exponent -= 53;
  auto shifted = [&](Value owned, int bits) {
    Owned v(owned), by(integer49(bits));
    return Owned(big_binary(th, kShl, v.get(), by.get()));
  };
  Owned us_int(int_of(th, us)), m(integer(th, mantissa));
  Owned over = divide ? us_int : Owned(big_binary(th, kMul, us_int.get(), m.get()));
  Owned under = divide ? m : Owned(integer49(1));
  if (exponent < 0) (divide ? over : under) = shifted((divide ? over : under).release(), -exponent);
  if (exponent > 0) (divide ? under : over) = shifted((divide ? under : over).release(), exponent);
  if (big_sign(under.get()) == 0) return th.raise(E_ZeroDivisionError, "integer division or modulo by zero");
  if (big_sign(under.get()) < 0) {
    under = Owned(big_negate(th, under.get()));
    over = Owned(big_negate(th, over.get()));
  }
  Owned q(big_binary(th, kFdiv, over.get(), under.get())), r(big_binary(th, kMod, over.get(), under.get()));
  Owned twice = shifted(inc(r.get()), 1);
  int order = big_compare(twice.get(), under.get());
  Wide result;
  if (!to_wide(q.get(), &result)) return too_large(th);
  return delta_of(th, result + (order > 0 || (order == 0 && result & 1)));
}

// Adds `v` units to the whole microseconds and what is left of floats.
bool accumulate(Thread& th, Value v, const char* name, int64_t unit, Wide* total, double* left) {
  auto add = [&](Wide n, Wide by) {
    Wide product;
    if (!__builtin_mul_overflow(n, by, &product) && !__builtin_add_overflow(*total, product, total)) return true;
    too_large(th);
    return false;
  };
  Value u = unwrap(v);
  if (is_intlike(u)) {
    Wide n;
    if (!to_wide(u, &n)) return too_large(th), false;
    return add(n, unit);
  }
  if (!u.is_float()) {
    th.raise(E_TypeError, "unsupported type for timedelta %s component: %s", name, type_name(th, v).c_str());
    return false;
  }
  double whole, part;
  double fraction = std::modf(u.as_float(), &whole);
  if (std::isnan(whole)) return th.raise(E_ValueError, "cannot convert float NaN to integer"), false;
  if (std::isinf(whole)) return th.raise(E_OverflowError, "cannot convert float infinity to integer"), false;
  if (std::fabs(whole) > 1e36) return too_large(th), false;
  if (!add(Wide(whole), unit)) return false;
  if (fraction == 0) return true;
  *left += std::modf(double(unit) * fraction, &part);
  return add(Wide(part), 1);
}
Value delta_new(Thread& th, Value* a, int) {
  static constexpr struct {
    int at;
    const char* name;
    int64_t unit;
  } kUnits[] = {{3, "microseconds", 1},          {4, "milliseconds", 1000},     {2, "seconds", kSecond},
                {5, "minutes", 60 * kSecond},    {6, "hours", 3600 * kSecond},  {1, "days", kDay},
                {7, "weeks", 7 * kDay}};
  Wide total = 0;
  double left = 0;
  for (const auto& u : kUnits)
    if (a[u.at].u && !accumulate(th, a[u.at], u.name, u.unit, &total, &left)) return kAbsent;
  if (left != 0) {
    double whole = std::round(left);
    if (std::fabs(whole - left) == 0.5) {  // halves: to an even total
      int odd = int(total & 1);
      whole = 2 * std::round((left + odd) * 0.5) - odd;
    }
    total += Wide(whole);
  }
  return delta_of(th, a[0].as<Type>(), total);
}

template <int kSign>
Value delta_sum(Thread& th, Value* a, int) {
  if (!is_delta(a[1])) return kNotImplemented;
  const Delta &x = *self_of(a[0]), &y = *self_of(a[1]);
  int32_t us = x.microseconds + kSign * y.microseconds, s = x.seconds + kSign * y.seconds;
  int64_t days = int64_t(x.days) + kSign * y.days;
  if (us < 0) us += kSecond, --s;
  if (us >= kSecond) us -= kSecond, ++s;
  if (s < 0) s += 86400, --days;
  if (s >= 86400) s -= 86400, ++days;
  return make_delta(th, native_type(th.in, kDeltaType), days, s, us);
}
Value delta_rsub(Thread& th, Value* a, int) {
  return is_delta(a[1]) ? delta_of(th, us_of(a[1]) - us_of(a[0])) : kNotImplemented;
}
Value delta_neg(Thread& th, Value* a, int) {
  return delta_of(th, -us_of(a[0]));
}
Value delta_pos(Thread& th, Value* a, int) {
  return delta_of(th, us_of(a[0]));
}
Value delta_abs(Thread& th, Value* a, int) {
  Wide us = us_of(a[0]);
  return delta_of(th, us < 0 ? -us : us);
}
Value delta_mul(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (u.is_float()) return scaled(th, us_of(a[0]), u.as_float(), false);
  if (!is_intlike(u)) return kNotImplemented;
  Wide n, product, us = us_of(a[0]);
  if (us == 0) return delta_of(th, 0);
  if (!to_wide(u, &n) || __builtin_mul_overflow(us, n, &product)) return too_large(th);
  return delta_of(th, product);
}
// An operation on the microseconds of two, as ints do it.
Value of_ints(Thread& th, int kind, Wide a, Wide b) {
  Owned x(int_of(th, a)), y(int_of(th, b));
  return binary_native(th, kind, false, x.get(), y.get());
}
Value delta_floordiv(Thread& th, Value* a, int) {
  if (is_delta(a[1])) return of_ints(th, kFdiv, us_of(a[0]), us_of(a[1]));
  Value u = unwrap(a[1]);
  if (!is_intlike(u)) return kNotImplemented;
  Wide n, us = us_of(a[0]);
  if (!to_wide(u, &n)) return delta_of(th, us != 0 && (us < 0) != (big_sign(u) < 0) ? -1 : 0);
  if (n == 0) return of_ints(th, kFdiv, us, n);
  return delta_of(th, floor_divide(us, n));
}
Value delta_truediv(Thread& th, Value* a, int) {
  if (is_delta(a[1])) return of_ints(th, kDiv, us_of(a[0]), us_of(a[1]));
  Value u = unwrap(a[1]);
  if (u.is_float()) return scaled(th, us_of(a[0]), u.as_float(), true);
  if (!is_intlike(u)) return kNotImplemented;
  Wide n;
  if (!to_wide(u, &n)) return delta_of(th, 0);
  if (n == 0) return of_ints(th, kFdiv, us_of(a[0]), n);
  return delta_of(th, nearest(us_of(a[0]), n));
}
Value delta_mod(Thread& th, Value* a, int) {
  if (!is_delta(a[1])) return kNotImplemented;
  Wide x = us_of(a[0]), y = us_of(a[1]);
  if (y == 0) return of_ints(th, kMod, x, y);
  return delta_of(th, x - floor_divide(x, y) * y);
}
Value delta_divmod(Thread& th, Value* a, int) {
  if (!is_delta(a[1])) return kNotImplemented;
  Wide x = us_of(a[0]), y = us_of(a[1]);
  if (y == 0) return of_ints(th, kFdiv, x, y);
  Owned r(delta_mod(th, a, 2));
  if (!r) return kAbsent;
  return pair(th, int_of(th, floor_divide(x, y)), r.release());
}
template <NativeFn kOperation>
Value delta_reflected(Thread& th, Value* a, int) {
  if (!is_delta(a[1])) return kNotImplemented;
  Value swapped[] = {a[1], a[0]};
  return kOperation(th, swapped, 2);
}
NOINLINE Value compare_deltas(Value* a, Op op) {
  return is_delta(a[1]) ? answer(op, sign_of(us_of(a[0]) - us_of(a[1]))) : kNotImplemented;
}
template <Op kOp>
Value delta_compare(Thread&, Value* a, int) {
  return compare_deltas(a, kOp);
}
Value delta_fields(Thread& th, Value self) {
  const Delta& d = *self_of(self);
  Tuple* t = tuple(th, 3);
  t->items[0] = integer49(d.days);
  t->items[1] = integer49(d.seconds);
  t->items[2] = integer49(d.microseconds);
  return of(t);
}
Value delta_hash(Thread& th, Value* a, int) {
  Owned fields(delta_fields(th, a[0]));
  int64_t h;
  return hash_of(th, fields.get(), &h) ? integer(th, h) : kAbsent;
}
Value delta_bool(Thread&, Value* a, int) {
  const Delta& d = *self_of(a[0]);
  return boolean(d.days | d.seconds | d.microseconds);
}
Value delta_total_seconds(Thread& th, Value* a, int) {
  Wide us = us_of(a[0]);
  if (us < (int64_t(1) << 53) && us > -(int64_t(1) << 53)) return real(double(int64_t(us)) / 1e6);
  return of_ints(th, kDiv, us, kSecond);
}
Value delta_repr(Thread& th, Value* a, int) {
  const Delta& d = *self_of(a[0]);
  std::string out = type_name(type_of(th, a[0])) + "(";
  const char* between = "";
  auto add = [&](const char* name, int value) {
    if (!value) return;
    out += between + std::string(name) + "=" + std::to_string(value);
    between = ", ";
  };
  add("days", d.days);
  add("seconds", d.seconds);
  add("microseconds", d.microseconds);
  return new_str(th, out + (*between ? ")" : "0)"));
}
Value delta_str(Thread& th, Value* a, int) {
  const Delta& d = *self_of(a[0]);
  char text[64];
  int n = 0;
  if (d.days) n = snprintf(text, sizeof text, "%d day%s, ", d.days, d.days == 1 || d.days == -1 ? "" : "s");
  n += snprintf(text + n, sizeof text - size_t(n), "%d:%02d:%02d", d.seconds / 3600, d.seconds / 60 % 60, d.seconds % 60);
  if (d.microseconds) n += snprintf(text + n, sizeof text - size_t(n), ".%06d", d.microseconds);
  return new_str(th, {text, size_t(n)});
}
Value delta_reduce(Thread& th, Value* a, int) {
  return pair(th, of(inc(type_of(th, a[0]))), delta_fields(th, a[0]));
}
template <int32_t Delta::*kField>
Value delta_get(Thread&, Value self) {
  return integer49(self_of(self)->*kField);
}
bool read_only(Thread& th, Value, Value) {
  th.raise(E_AttributeError, "readonly attribute");
  return false;
}

const NativeDef kMethods[] = {
    {"__new__",
     "(cls, days=..., seconds=..., microseconds=..., milliseconds=..., minutes=..., hours=..., weeks=...)",
     "", delta_new, Rule::residual},
    {"__add__", "(self, value, /)", "", delta_sum<1>, Rule::residual},
    {"__radd__", "(self, value, /)", "", delta_sum<1>, Rule::residual},
    {"__sub__", "(self, value, /)", "", delta_sum<-1>, Rule::residual},
    {"__rsub__", "(self, value, /)", "", delta_rsub, Rule::residual},
    {"__neg__", "(self, /)", "", delta_neg, Rule::residual},
    {"__pos__", "(self, /)", "", delta_pos, Rule::residual},
    {"__abs__", "(self, /)", "", delta_abs, Rule::residual},
    {"__bool__", "(self, /)", "", delta_bool, Rule::residual},
    {"__mul__", "(self, value, /)", "", delta_mul, Rule::residual},
    {"__rmul__", "(self, value, /)", "", delta_mul, Rule::residual},
    {"__floordiv__", "(self, value, /)", "", delta_floordiv, Rule::residual},
    {"__truediv__", "(self, value, /)", "", delta_truediv, Rule::residual},
    {"__mod__", "(self, value, /)", "", delta_mod, Rule::residual},
    {"__rfloordiv__", "(self, value, /)", "", delta_reflected<delta_floordiv>, Rule::residual},
    {"__rtruediv__", "(self, value, /)", "", delta_reflected<delta_truediv>, Rule::residual},
    {"__rmod__", "(self, value, /)", "", delta_reflected<delta_mod>, Rule::residual},
    {"__rdivmod__", "(self, value, /)", "", delta_reflected<delta_divmod>, Rule::residual},
    {"__divmod__", "(self, value, /)", "", delta_divmod, Rule::residual},
    {"__eq__", "(self, value, /)", "", delta_compare<EQ>, Rule::residual},
    {"__ne__", "(self, value, /)", "", delta_compare<NE>, Rule::residual},
    {"__lt__", "(self, value, /)", "", delta_compare<LT>, Rule::residual},
    {"__le__", "(self, value, /)", "", delta_compare<LE>, Rule::residual},
    {"__gt__", "(self, value, /)", "", delta_compare<GT>, Rule::residual},
    {"__ge__", "(self, value, /)", "", delta_compare<GE>, Rule::residual},
    {"__hash__", "(self, /)", "", delta_hash, Rule::residual},
    {"__repr__", "(self, /)", "", delta_repr, Rule::residual},
    {"__str__", "(self, /)", "", delta_str, Rule::residual},
    {"__reduce__", "(self, /)", "What a pickle holds.", delta_reduce, Rule::residual},
    {"total_seconds", "(self, /)", "The seconds in it.", delta_total_seconds, Rule::residual},
};
const GetSetDef kFields[] = {
    {"days", delta_get<&Delta::days>, read_only, "Whole days."},
    {"seconds", delta_get<&Delta::seconds>, read_only, "Seconds of the day begun, 0 to 86399."},
    {"microseconds", delta_get<&Delta::microseconds>, read_only, "Microseconds of the second begun."},
};

}  // namespace

Wide microseconds_of(const Delta& d) {
  return Wide(int64_t(d.days) * 86400 + d.seconds) * kSecond + d.microseconds;
}
Value delta_of(Thread& th, Type* type, Wide us) {
  int64_t days, rest;
  if (us == int64_t(us)) {
    days = int64_t(us) / kDay;
    rest = int64_t(us) % kDay;
    if (rest < 0) rest += kDay, --days;
  } else {
    Wide d = floor_divide(us, kDay);
    if (d != int64_t(d)) return too_large(th);
    days = int64_t(d);
    rest = int64_t(us - d * kDay);
  }
  return make_delta(th, type, days, int32_t(rest / kSecond), int32_t(rest % kSecond));
}
const NativeTypeDef kDeltaType = {"datetime.timedelta", "A difference of two times.", sizeof(Delta), kMethods, kFields,
                                  nullptr,              nullptr, nullptr, kPlain};

}  // namespace adder::lib
