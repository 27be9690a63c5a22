// The quick ways of decimal: operations on finite numbers of ordinary size, whose results are ordinary numbers. All else,
// signals that are trapped above all, is left to the functions of the same names in stdlib/py, as if nothing had begun.
#include <pthread.h>

#include <algorithm>

#include "interp/bytecode/code.h"
#include "interp/objects/big_limbs.h"
#include "interp/vm/class_layout.h"
#include "stdlib/native/library.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

struct Number {   // sign, coefficient and exponent; kind: 0 finite, 1 infinite, 2 NaN, 3 signaling NaN
  Value n, exp;  // ints, n not negative
  uint8_t sign, kind;
};
struct Context {
  int64_t prec, emin, emax, capitals, clamp;
  int64_t flags, traps, pending;  // bits of _decimal_core.py
  Value rounding;                 // its name
};
constexpr int64_t kInexact = 64, kRounded = 128;
extern const NativeTypeDef kDecimalType, kContextType;

bool has_native(Value v, const NativeTypeDef& def) {
  return has_fields(v) && v.as<Instance>()->type()->native == &def;
}
Number* number_of(Value v) {
  return payload<Number>(v);
}
Type* decimal_type(Thread& th) {
  return native_type(th.in, kDecimalType);
}
Value make(Thread& th, Type* type, int sign, Value n_owned, Value exp_owned, int kind = 0) {
  Value v = of(instance(th, type));
  *number_of(v) = {n_owned, exp_owned, uint8_t(sign), uint8_t(kind)};
  return v;
}
// The function in Python of an operation.
Value slowly(Thread& th, const char* name, Value* args, int n) {
  Value f = dict_get(library_state(th.in).decimal.slow, intern(th.in, name));
  return f.u ? th.call(f, args, n) : th.raise(E_SystemError, "decimal.%s is missing", name);
}

// --- coefficients ---
constexpr size_t kMostLimbs = 12, kOperandLimbs = 4;
constexpr uint64_t kTens[] = {1,
                              10,
                              100,
                              1000,
                              10000,
                              100000,
                              1000000,
                              10000000,
                              100000000,
                              1000000000,
                              10000000000,
                              100000000000,
                              1000000000000,
                              10000000000000,
                              100000000000000,
                              1000000000000000,
                              10000000000000000,
                              100000000000000000,
                              1000000000000000000,
                              10000000000000000000u};
struct Coefficient {
  uint64_t p[kMostLimbs + 1];
  size_t n = 0;

  bool load(Value intlike) {
    Operand o(intlike);
    if (o.n > kOperandLimbs) return false;
    std::copy(o.p, o.p + o.n, p);
    n = o.n;
    return true;
  }
  bool zero() const { return n == 0; }
  bool times_ten(int64_t k) {  // * 10 ** k; false: too long
    while (k > 0 && n) {
      const int64_t step = std::min<int64_t>(k, 19);
      unsigned __int128 carry = 0;
      for (size_t i = 0; i < n; ++i) {
        carry += (unsigned __int128)(p[i]) * kTens[step];
        p[i] = uint64_t(carry);
        carry >>= 64;
      }
      if (carry) p[n++] = uint64_t(carry);
      if (n > kMostLimbs - 2) return false;
      k -= step;
    }
    return true;
  }
  uint64_t divide(uint64_t d) {  // the rest
    uint64_t rest = limbs::divide_limb(p, p, n, d);
    n = limbs::trim(p, n);
    return rest;
  }
  int64_t digits() const {  // 1 for zero
    Coefficient c = *this;
    int64_t d = 0;
    for (; c.n > 1; d += 19) c.divide(kTens[19]);
    int more = 1;
    while (more < 20 && c.n && c.p[0] >= kTens[more]) ++more;
    return c.n ? d + more : std::max<int64_t>(d, 1);
  }
  void increase() {
    size_t i = 0;
    while (i < n && ++p[i] == 0) ++i;
    if (i == n) p[n++] = 1;
  }
  Value value(Thread& th) const { return from_limbs(th, p, n, false); }
};
int compare(const Coefficient& a, const Coefficient& b) {
  return limbs::compare(a.p, a.n, b.p, b.n);
}

// A finite number whose parts are of ordinary size.
struct Operand10 {
  Coefficient n;
  int64_t exp;
  int sign;
  bool load(Value decimal) {
    const Number& x = *number_of(decimal);
    if (x.kind || !x.exp.is_int()) return false;
    exp = x.exp.as_int();
    sign = x.sign;
    return exp < (int64_t(1) << 40) && exp > -(int64_t(1) << 40) && n.load(x.n);
  }
  // An operand of an operator: a Decimal, or an int; 1, 0: not in the quick way, -1: neither.
  int take(Value v) {
    if (has_native(v, kDecimalType)) return load(v);
    Value u = unwrap(v);
    if (!is_intlike(u)) return -1;
    exp = 0;
    sign = big_sign(u) < 0;
    return n.load(u);
  }
};
enum Rounding { kHalfEven, kHalfUp, kDown, kUp, kOther };
Rounding rounding_of(Value name) {
  std::string_view s = is_str(name) ? sv(name) : std::string_view();
  return s == "ROUND_HALF_EVEN" ? kHalfEven : s == "ROUND_HALF_UP" ? kHalfUp : s == "ROUND_DOWN" ? kDown : s == "ROUND_UP" ? kUp : kOther;
}
// Takes k digits off; false: a rounding that is left to others. *inexact: some were not 0.
bool round_off(Coefficient* c, int64_t k, Rounding rounding, bool* inexact) {
  bool below = false;  // is any digit but the first of those not 0?
  while (k > 1) {
    const int64_t step = std::min<int64_t>(k - 1, 19);
    below |= c->divide(kTens[step]) != 0;
    k -= step;
  }
  const uint64_t digit = c->divide(10);
  *inexact = below || digit;
  if (!*inexact) return true;
  if (rounding == kOther) return false;
  const bool odd = c->n && c->p[0] & 1;
  if (rounding == kUp || (rounding == kHalfUp && digit >= 5) ||
      (rounding == kHalfEven && (digit > 5 || (digit == 5 && (below || odd)))))
    c->increase();
  return true;
}

// --- contexts ---
Context* current(Thread& th) {
  const auto& state = library_state(th.in).decimal;
  Value list, found;
  // contextvars has a stack of contexts for each _thread.get_ident().
  Owned thread(integer(th, int64_t(pthread_self())));
  if (!dict_get(th, state.stacks, thread.get(), &list) || !list.is(Kind::List) || !list.as<List>()->len) return nullptr;
  Owned data(get_attr_native(th, list.as<List>()->items[list.as<List>()->len - 1], state.data_name));
  if (!data.get().is(Kind::Dict) || !dict_get(th, data.get().as<Dict>(), state.variable, &found)) {
    th.clear_pending();
    return nullptr;
  }
  return found.u && has_native(found, kContextType) ? payload<Context>(found) : nullptr;
}
bool signal(Context* c, int64_t bits) {  // false: trapped
  if (bits & c->traps) return false;
  c->flags |= bits;
  return true;
}
// The number rounded into the context, kStop: not in the quick way.
Value finish(Thread& th, Context* c, int sign, Coefficient* n, int64_t exp) {
  if (c->clamp || c->prec > 100 || exp > c->emax) return kStop;
  if (n->zero()) return exp < c->emin - c->prec + 1 ? kStop : make(th, decimal_type(th), sign, integer49(0), integer(th, exp));
  const int64_t size = n->digits(), drop = size - c->prec;
  const int64_t adjusted = exp + size - 1;
  if (adjusted < c->emin || adjusted >= c->emax) return kStop;
  if (drop > 0) {
    bool inexact;
    if (!round_off(n, drop, rounding_of(c->rounding), &inexact)) return kStop;
    exp += drop;
    if (n->digits() > c->prec) n->divide(10), ++exp;
    if (!signal(c, kRounded | (inexact ? kInexact : 0))) return kStop;
  }
  return make(th, decimal_type(th), sign, n->value(th), integer(th, exp));
}

// --- arithmetic ---
// Operations give kStop where they are not in the quick way. The operands may be changed.
Value add(Thread& th, Context* c, Operand10& a, Operand10& b) {
  if (a.exp != b.exp) {
    if (a.n.zero() || b.n.zero()) return kStop;
    const int64_t apart = a.exp - b.exp;
    if (apart > 80 || apart < -80 || !(apart > 0 ? a.n : b.n).times_ten(apart > 0 ? apart : -apart)) return kStop;
    a.exp = std::min(a.exp, b.exp);
  }
  if (a.sign == b.sign) {
    Coefficient &x = a.n.n >= b.n.n ? a.n : b.n, &y = a.n.n >= b.n.n ? b.n : a.n;
    limbs::add(x.p, x.p, x.n, y.p, y.n);
    x.n = limbs::trim(x.p, x.n + 1);
    return finish(th, c, a.sign, &x, a.exp);
  }
  const int order = compare(a.n, b.n);
  if (order == 0 && rounding_of(c->rounding) == kOther) return kStop;  // the sign of zero depends on it
  Coefficient &x = order >= 0 ? a.n : b.n, &y = order >= 0 ? b.n : a.n;
  limbs::subtract(x.p, x.p, x.n, y.p, y.n);
  x.n = limbs::trim(x.p, x.n);
  return finish(th, c, order == 0 ? 0 : order > 0 ? a.sign : b.sign, &x, a.exp);
}
Value subtract(Thread& th, Context* c, Operand10& a, Operand10& b) {
  b.sign ^= 1;
  return add(th, c, a, b);
}
Value multiply(Thread& th, Context* c, Operand10& a, Operand10& b) {
  Coefficient r;
  if (!a.n.zero() && !b.n.zero()) {
    limbs::multiply(r.p, a.n.p, a.n.n, b.n.p, b.n.n, meter_of(th));
    r.n = limbs::trim(r.p, a.n.n + b.n.n);
  }
  return finish(th, c, a.sign ^ b.sign, &r, a.exp + b.exp);
}
// a becomes the quotient, *rest what is left.
void divide(Thread& th, Coefficient* a, const Coefficient& b, Coefficient* rest) {
  if (compare(*a, b) < 0) {
    *rest = *a;
    a->n = 0;
  } else if (b.n == 1) {
    rest->p[0] = a->divide(b.p[0]);
    rest->n = rest->p[0] != 0;
  } else {
    Coefficient q;
    uint64_t scratch[kMostLimbs];
    a->p[a->n] = 0;
    limbs::divide(q.p, a->p, a->n, b.p, b.n, scratch, meter_of(th));
    q.n = limbs::trim(q.p, a->n - b.n + 1);
    *rest = *a;
    rest->n = limbs::trim(rest->p, b.n);
    *a = q;
  }
}
Value true_divide(Thread& th, Context* c, Operand10& a, Operand10& b) {
  if (a.n.zero() || b.n.zero() || c->prec > 100) return kStop;
  const int64_t ideal = a.exp - b.exp, shift = b.n.digits() - a.n.digits() + c->prec + 1;
  if (shift >= 0 ? !a.n.times_ten(shift) : !b.n.times_ten(-shift)) return kStop;
  int64_t exp = ideal - shift;
  Coefficient rest;
  divide(th, &a.n, b.n, &rest);
  if (!rest.zero()) {
    Coefficient fives = a.n;
    if (fives.divide(5) == 0) a.n.increase();  // so that nothing looks like a half or an exact result
  } else {
    while (exp < ideal) {
      Coefficient shorter = a.n;
      const int64_t step = ideal - exp >= 8 ? 8 : 1;
      if (shorter.divide(kTens[step]) == 0) {
        a.n = shorter;
        exp += step;
      } else if (step == 1) {
        break;
      } else {
        while (exp < ideal) {
          shorter = a.n;
          if (shorter.divide(10)) break;
          a.n = shorter;
          ++exp;
        }
        break;
      }
    }
  }
  return finish(th, c, a.sign ^ b.sign, &a.n, exp);
}
template <bool kQuotient>
Value whole_divide(Thread& th, Context* c, Operand10& a, Operand10& b) {
  if (a.n.zero() || b.n.zero()) return kStop;
  const int64_t apart = a.exp - b.exp;
  if (apart > 80 || apart < -80 || !(apart > 0 ? a.n : b.n).times_ten(apart > 0 ? apart : -apart)) return kStop;
  Coefficient rest;
  divide(th, &a.n, b.n, &rest);
  if (a.n.digits() > c->prec) return kStop;
  return kQuotient ? finish(th, c, a.sign ^ b.sign, &a.n, 0) : finish(th, c, a.sign, &rest, std::min(a.exp, b.exp));
}

using Operation = Value (*)(Thread&, Context*, Operand10&, Operand10&);
NOINLINE Value operate(Thread& th, Value* a, Operation operation, bool reflected, const char* name) {
  Operand10 x, y;
  const int other = y.take(a[1]);
  if (other < 0) return kNotImplemented;
  Value r = kStop;
  if (other && x.load(a[0]))
    if (Context* c = current(th)) r = reflected ? operation(th, c, y, x) : operation(th, c, x, y);
  return r.u == kStop.u ? slowly(th, name, a, 2) : r;
}
#define OPERATOR(name, operation)                              \
  Value number_##name(Thread& th, Value* a, int) {             \
    return operate(th, a, operation, false, "__" #name "__");  \
  }                                                            \
  Value number_r##name(Thread& th, Value* a, int) {            \
    return operate(th, a, operation, true, "__r" #name "__");  \
  }
OPERATOR(add, add)
OPERATOR(sub, subtract)
OPERATOR(mul, multiply)
OPERATOR(truediv, true_divide)
OPERATOR(floordiv, whole_divide<true>)
OPERATOR(mod, whole_divide<false>)
#undef OPERATOR

Value with_sign(Thread& th, Value* a, int sign, const char* name) {
  Operand10 x;
  Context* c = x.load(a[0]) && !x.n.zero() ? current(th) : nullptr;
  Value r = c ? finish(th, c, sign < 0 ? !x.sign : sign, &x.n, x.exp) : kStop;
  return r.u == kStop.u ? slowly(th, name, a, 1) : r;
}
Value number_neg(Thread& th, Value* a, int) {
  return with_sign(th, a, -1, "__neg__");
}
Value number_abs(Thread& th, Value* a, int) {
  return with_sign(th, a, 0, "__abs__");
}

// --- comparison ---
NOINLINE Value compare_numbers(Thread& th, Value* a, Op op, const char* name) {
  Operand10 x, y;
  if (y.take(a[1]) != 1 || !x.load(a[0])) return slowly(th, name, a, 2);
  int sign_x = x.n.zero() ? 0 : x.sign ? -1 : 1, sign_y = y.n.zero() ? 0 : y.sign ? -1 : 1;
  int order = (sign_x > sign_y) - (sign_x < sign_y);
  if (order == 0 && sign_x) {
    const int64_t apart = x.exp - y.exp;
    if (apart > 80 || apart < -80 || !(apart > 0 ? x.n : y.n).times_ten(apart > 0 ? apart : -apart))
      return slowly(th, name, a, 2);
    order = compare(x.n, y.n) * sign_x;
  }
  switch (op) {
    case LT: return boolean(order < 0);
    case LE: return boolean(order <= 0);
    case GT: return boolean(order > 0);
    case GE: return boolean(order >= 0);
    default: return boolean(order == 0);
  }
}
Value number_eq(Thread& th, Value* a, int) { return compare_numbers(th, a, EQ, "__eq__"); }
Value number_lt(Thread& th, Value* a, int) { return compare_numbers(th, a, LT, "__lt__"); }
Value number_le(Thread& th, Value* a, int) { return compare_numbers(th, a, LE, "__le__"); }
Value number_gt(Thread& th, Value* a, int) { return compare_numbers(th, a, GT, "__gt__"); }
Value number_ge(Thread& th, Value* a, int) { return compare_numbers(th, a, GE, "__ge__"); }

Value number_hash(Thread& th, Value* a, int) {
  constexpr uint64_t kModulus = (uint64_t(1) << 61) - 1, kTenth = 2075258708292324556u;  // 10 * kTenth % kModulus == 1
  Operand10 x;
  if (!x.load(a[0])) return slowly(th, "__hash__", a, 1);
  auto times = [](uint64_t p, uint64_t q) { return uint64_t((unsigned __int128)(p) * q % kModulus); };
  uint64_t h = x.n.divide(kModulus), base = x.exp < 0 ? kTenth : 10;
  for (uint64_t e = uint64_t(x.exp < 0 ? -x.exp : x.exp); e; e >>= 1, base = times(base, base))
    if (e & 1) h = times(h, base);
  int64_t r = x.sign ? -int64_t(h) : int64_t(h);
  return integer(th, r == -1 ? -2 : r);
}
Value number_bool(Thread&, Value* a, int) {
  const Number& x = *number_of(a[0]);
  return boolean(x.kind || big_sign(x.n) != 0);
}
// quantize(exp, rounding=None, context=None)
Value number_quantize(Thread& th, Value* a, int) {
  Operand10 x, y;
  Context* c = a[3].u == kNone.u && y.take(a[1]) == 1 && x.load(a[0]) && !x.n.zero() ? current(th) : nullptr;
  auto quick = [&]() -> Value {
    if (!c || c->clamp || c->prec > 100 || y.exp > c->emax || y.exp < c->emin - c->prec + 1) return kStop;
    const int64_t adjusted = x.exp + x.n.digits() - 1;
    if (adjusted > c->emax || adjusted - y.exp + 1 > c->prec || y.exp - x.exp > 200) return kStop;
    int64_t bits = 0;
    if (y.exp > x.exp) {
      bool inexact;
      if (!round_off(&x.n, y.exp - x.exp, rounding_of(a[2].u == kNone.u ? c->rounding : a[2]), &inexact)) return kStop;
      bits = kRounded | (inexact ? kInexact : 0);
    } else if (!x.n.times_ten(x.exp - y.exp)) {
      return kStop;
    }
    const int64_t size = x.n.digits();
    if (size > c->prec || y.exp + size - 1 > c->emax || (!x.n.zero() && y.exp + size - 1 < c->emin) || !signal(c, bits)) return kStop;
    return make(th, decimal_type(th), x.sign, x.n.value(th), integer(th, y.exp));
  };
  Value r = quick();
  return r.u == kStop.u ? slowly(th, "quantize", a, 4) : r;
}

// --- text ---
Value number_str(Thread& th, Value* a, int) {
  Operand10 x;
  if (!x.load(a[0])) return slowly(th, "__str__", a, 1);
  std::string text = big_to_text(number_of(a[0])->n, 10);
  const int64_t left = x.exp + int64_t(text.size());
  if (x.exp > 0 || left <= -6) return slowly(th, "__str__", a, 1);  // with an exponent
  if (x.exp < 0) {
    if (left <= 0) text.insert(0, size_t(1 - left), '0');
    text.insert(text.size() - size_t(-x.exp), 1, '.');
  }
  return new_str(th, x.sign ? "-" + text : text);
}
// What a plain text of a number says; kStop: something else.
Value read(Thread& th, Type* type, std::string_view s) {
  const bool negative = !s.empty() && s[0] == '-';
  if (negative) s.remove_prefix(1);
  const size_t point = s.find('.');
  std::string digits(s.substr(0, point));
  if (point != s.npos) digits += s.substr(point + 1);
  if (digits.empty() || digits.size() > 70) return kStop;
  for (char c : digits)
    if (c < '0' || c > '9') return kStop;
  const int64_t exp = point == s.npos ? 0 : -int64_t(s.size() - point - 1);
  if (digits.size() > 18) return make(th, type, negative, big_from_text(th, digits, 10, false), integer49(exp));
  int64_t n = 0;
  for (char c : digits) n = n * 10 + (c - '0');
  return make(th, type, negative, integer(th, n), integer49(exp));
}
Value number_new(Thread& th, Value* a, int) {
  Type* type = a[0].as<Type>();
  if (a[2].u == kNone.u) {
    Value v = a[1];
    if (is_str(v)) {
      Value r = read(th, type, sv(v));
      if (r.u != kStop.u) return r;
    } else if (v.is_int()) {
      return make(th, type, v.as_int() < 0, integer49(v.as_int() < 0 ? -v.as_int() : v.as_int()), integer49(0));
    } else if (has_native(v, kDecimalType) && type == decimal_type(th) && v.as<Instance>()->type() == type) {
      return inc(v);
    }
  }
  return slowly(th, "__new__", a, 3);
}

// --- tables ---
template <Value Number::*kField>
Value value_get(Thread&, Value self) {
  return inc(number_of(self)->*kField);
}
template <uint8_t Number::*kField>
Value byte_get(Thread&, Value self) {
  return integer49(number_of(self)->*kField);
}
void drop_number(void* p) {
  put(static_cast<Number*>(p)->n, kAbsent);
  put(static_cast<Number*>(p)->exp, kAbsent);
}
const NativeDef kNumberMethods[] = {
    {"__new__", "(cls, value='0', context=None)", "", number_new, Rule::calls},
    {"__add__", "(self, value, /)", "", number_add, Rule::calls},
    {"__radd__", "(self, value, /)", "", number_radd, Rule::calls},
    {"__sub__", "(self, value, /)", "", number_sub, Rule::calls},
    {"__rsub__", "(self, value, /)", "", number_rsub, Rule::calls},
    {"__mul__", "(self, value, /)", "", number_mul, Rule::calls},
    {"__rmul__", "(self, value, /)", "", number_rmul, Rule::calls},
    {"__truediv__", "(self, value, /)", "", number_truediv, Rule::calls},
    {"__rtruediv__", "(self, value, /)", "", number_rtruediv, Rule::calls},
    {"__floordiv__", "(self, value, /)", "", number_floordiv, Rule::calls},
    {"__rfloordiv__", "(self, value, /)", "", number_rfloordiv, Rule::calls},
    {"__mod__", "(self, value, /)", "", number_mod, Rule::calls},
    {"__rmod__", "(self, value, /)", "", number_rmod, Rule::calls},
    {"__neg__", "(self, /)", "", number_neg, Rule::calls},
    {"__abs__", "(self, /)", "", number_abs, Rule::calls},
    {"__bool__", "(self, /)", "", number_bool, Rule::residual},
    {"__eq__", "(self, value, /)", "", number_eq, Rule::calls},
    {"__lt__", "(self, value, /)", "", number_lt, Rule::calls},
    {"__le__", "(self, value, /)", "", number_le, Rule::calls},
    {"__gt__", "(self, value, /)", "", number_gt, Rule::calls},
    {"__ge__", "(self, value, /)", "", number_ge, Rule::calls},
    {"__hash__", "(self, /)", "", number_hash, Rule::calls},
    {"__str__", "(self, /)", "", number_str, Rule::calls},
    {"quantize", "(self, exp, rounding=None, context=None)", "The number with the exponent of another.", number_quantize,
     Rule::calls},
};
const GetSetDef kNumberFields[] = {
    {"_sign", byte_get<&Number::sign>, nullptr, ""},
    {"_n", value_get<&Number::n>, nullptr, ""},
    {"_exp", value_get<&Number::exp>, nullptr, ""},
    {"_kind", byte_get<&Number::kind>, nullptr, ""},
};
const NativeTypeDef kDecimalType = {"decimal.Decimal", "A decimal floating-point number.", sizeof(Number), kNumberMethods,
                                    kNumberFields, drop_number, nullptr, nullptr, kNoAttributes | kNoWeakrefs};

Value context_new(Thread& th, Value* a, int) {
  Value v = of(instance(th, a[0].as<Type>()));
  payload<Context>(v)->rounding = kNone;
  return v;
}
template <int64_t Context::*kField>
Value setting_get(Thread& th, Value self) {
  return integer(th, payload<Context>(self)->*kField);
}
template <int64_t Context::*kField>
bool setting_set(Thread& th, Value self, Value v) {
  int64_t n;
  if (!v.u) return th.raise(E_AttributeError, "context attributes cannot be deleted"), false;
  if (!to_index(th, v, &n)) return false;
  payload<Context>(self)->*kField = n;
  return true;
}
Value rounding_get(Thread&, Value self) {
  return inc(payload<Context>(self)->rounding);
}
bool rounding_set(Thread& th, Value self, Value v) {
  if (!v.u) return th.raise(E_AttributeError, "context attributes cannot be deleted"), false;
  put(payload<Context>(self)->rounding, inc(v));
  return true;
}
void drop_context(void* p) {
  put(static_cast<Context*>(p)->rounding, kAbsent);
}
#define SETTING(name, field) {name, setting_get<&Context::field>, setting_set<&Context::field>, ""}
const GetSetDef kContextFields[] = {
    SETTING("_prec", prec),   SETTING("_Emin", emin),   SETTING("_Emax", emax),   SETTING("_capitals", capitals),
    SETTING("_clamp", clamp), SETTING("_flags", flags), SETTING("_traps", traps), SETTING("_pending", pending),
    {"_rounding", rounding_get, rounding_set, ""},
};
#undef SETTING
const NativeDef kContextMethods[] = {{"__new__", "(cls, *args, **kwargs)", "", context_new, Rule::residual}};
const NativeTypeDef kContextType = {"decimal.Context", "Precision, rounding, exponent bounds, flags and traps of decimal arithmetic.",
                                    sizeof(Context), kContextMethods, kContextFields, drop_context, nullptr, nullptr, kNoAttributes | kNoWeakrefs};

// join(type, name, method): gives a type a method in Python, or the slow way of one it has.
Value join(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::Type) || !is_str(a[1])) return th.raise(E_TypeError, "a type and a name are wanted");
  Type* type = a[0].as<Type>();
  Str* name = intern(th.in, a[1].as<Str>());
  if (dict_get(type->dict, name).is(Kind::Native))
    dict_set(library_state(th.in).decimal.slow, name, inc(a[2]));
  else
    type_set(type, name, inc(a[2]));
  return kNone;
}
// Where the context of a thread is found: by the stacks of contextvars and the variable.
Value find_by(Thread& th, Value* a, int) {
  auto& state = library_state(th.in).decimal;
  Value stacks = unwrap(a[0]);
  if (!stacks.is(Kind::Dict)) return th.raise(E_TypeError, "a dict is wanted");
  state.stacks = stacks.as<Dict>();
  state.variable = a[1];
  dict_set(state.slow, intern(th.in, "stacks"), inc(a[0]));  // which keeps both
  dict_set(state.slow, intern(th.in, "variable"), inc(a[1]));
  return kNone;
}
bool ints_arg(Value n, Value exp) {
  return is_intlike(n) && is_intlike(exp) && big_sign(n) >= 0;
}
// make(cls, sign, n, exp, kind=0)
Value make_number(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::Type) || a[0].as<Type>()->native != &kDecimalType || !ints_arg(a[2], a[3]))
    return th.raise(E_TypeError, "parts of a number are wanted");
  Value n = is_bool(a[2]) ? integer49(to_int(a[2])) : inc(a[2]);
  return make(th, a[0].as<Type>(), a[1].u != integer49(0).u && a[1].u != kFalse.u, n, inc(a[3]), int(to_int(a[4])));
}
Value new_number(Thread& th, Value* a, int) {
  Value args[] = {of(decimal_type(th)), a[0], a[1], a[2], integer49(0)};
  return make_number(th, args, 5);
}
const NativeDef kFunctions[] = {
    {"join", "(type, name, method, /)", "Gives a type a method.", join, Rule::opaque},
    {"find_by", "(stacks, variable, /)", "Tells where contexts are found.", find_by, Rule::opaque},
    {"make", "(cls, sign, n, exp, kind=0, /)", "A number of its parts.", make_number, Rule::residual},
    {"new", "(sign, n, exp, /)", "A finite Decimal of its parts.", new_number, Rule::residual},
};
bool init_decimal(Thread& th, Module* m) {
  module_set(th.in, m, "Decimal", of(inc(define_type(th.in, kDecimalType))));
  Type* context = define_type(th.in, kContextType);
  module_set(th.in, m, "Context", of(inc(context)));
  auto& state = library_state(th.in).decimal;
  state.slow = dict(th);
  state.data_name = intern(th.in, "_data");
  type_set(context, intern(th.in, "_slow"), of(state.slow));  // which keeps it
  return true;
}

}  // namespace

const NativeModuleDef kDecimalModule = {"_decimal", "The quick ways of decimal.", kFunctions, init_decimal};

}  // namespace adder::lib
