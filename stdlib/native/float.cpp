// Methods of float.
#include <cmath>

#include "interp/text/float_text.h"
#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "interp/vm/conversions.h"
#include "interp/vm/special.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

double self_of(Value* a) {
  return a[0].as_float();
}

Value from_text(Thread& th, std::string_view s, Value source) {
  std::string ascii = is_str(unwrap(source)) ? text::to_ascii_number(s) : text::bytes_to_ascii_number(s);
  double d;
  if (text::parse_float(text::trim(ascii), &d)) return real(d);
  std::string shown;
  if (!repr_of(th, source, &shown)) return kAbsent;
  return th.raise_text(th.type(E_ValueError), "could not convert string to float: " + shown);
}
Value float_new(Thread& th, Value* a, int) {
  if (!a[1].u) return real(0);
  Value v = a[1];
  if (v.is_float()) return v;
  if (is_str(v)) return from_text(th, sv(v), v);
  double d;
  if (int known = number_to_double(th, v, &d)) return known > 0 ? real(d) : kAbsent;
  Value u = unwrap(v);
  if (is_str(u)) return from_text(th, sv(u), v);
  std::string_view view;
  if (bytes_view(u, &view)) return from_text(th, view, v);
  Buffer buffer;
  if (get_buffer(th, v, &buffer)) return from_text(th, std::string(buffer.view), v);
  th.clear_pending();
  return th.raise(E_TypeError, "float() argument must be a string or a real number, not '%s'",
                  type_name(th, v).c_str());
}

Value float_self(Thread&, Value* a, int) {
  return a[0];
}
Value float_abs(Thread&, Value* a, int) {
  return real(std::fabs(self_of(a)));
}
Value to_integer(Thread& th, double d) {
  if (std::isnan(d)) return th.raise(E_ValueError, "cannot convert float NaN to integer");
  if (std::isinf(d)) return th.raise(E_OverflowError, "cannot convert float infinity to integer");
  if (std::fabs(d) < 9e18) return integer(th, int64_t(d));
  return big_from_double(th, d);
}
Value float_trunc(Thread& th, Value* a, int) {
  return to_integer(th, self_of(a));
}
Value float_floor(Thread& th, Value* a, int) {
  return to_integer(th, std::floor(self_of(a)));
}
Value float_ceil(Thread& th, Value* a, int) {
  return to_integer(th, std::ceil(self_of(a)));
}
Value float_round(Thread& th, Value* a, int) {
  double d = self_of(a);
  if (!a[1].u || a[1].u == kNone.u) return to_integer(th, std::nearbyint(d));
  int64_t digits;
  if (!to_index_clamped(th, a[1], &digits)) return kAbsent;
  if (!std::isfinite(d)) return a[0];
  double r;
  long clamped = digits > 400 ? 400 : digits < -400 ? -400 : long(digits);
  if (!text::round_to_digits(d, clamped, &r)) return th.raise(E_OverflowError, "rounded value too large to represent");
  return real(r);
}
Value float_divmod(Thread& th, Value x, Value y) {
  Value q = binary_exact(th, kFdiv, false, x, y);
  if (!q.u) {
    if (th.pending_is(E_ZeroDivisionError)) {
      th.clear_pending();
      th.raise(E_ZeroDivisionError, "float divmod()");
    }
    return kAbsent;
  }
  return pair(th, q, binary_exact(th, kMod, false, x, y));
}
Value float_divmod_slot(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  return is_number(o) ? float_divmod(th, a[0], o) : kNotImplemented;
}
Value float_rdivmod_slot(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  return is_number(o) ? float_divmod(th, o, a[0]) : kNotImplemented;
}
Value float_pow(Thread& th, Value* a, int) {
  if (a[2].u != kNone.u)
    return th.raise(E_TypeError, "pow() 3rd argument not allowed unless all arguments are integers");
  Value o = unwrap(a[1]);
  return is_number(o) ? binary_exact(th, kPow, false, a[0], o) : kNotImplemented;
}
Value float_rpow(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  return is_number(o) ? binary_exact(th, kPow, false, o, a[0]) : kNotImplemented;
}
Value float_is_integer(Thread&, Value* a, int) {
  double d = self_of(a);
  return boolean(std::isfinite(d) && d == std::floor(d));
}
Value float_as_integer_ratio(Thread& th, Value* a, int) {
  double d = self_of(a);
  if (std::isinf(d)) return th.raise(E_OverflowError, "cannot convert Infinity to integer ratio");
  if (std::isnan(d)) return th.raise(E_ValueError, "cannot convert NaN to integer ratio");
  int exponent;
  double f = std::frexp(d, &exponent);
  for (int i = 0; i < 300 && f != std::floor(f); ++i) {
    f *= 2;
    --exponent;
  }
  Owned numerator(big_from_double(th, f));
  Owned denominator(integer49(1));
  Owned power(big_binary(th, kShl, integer49(1), integer49(std::abs(exponent))));
  if (exponent > 0)
    numerator = Owned(big_binary(th, kMul, numerator.get(), power.get()));
  else
    denominator = std::move(power);
  return pair(th, numerator.release(), denominator.release());
}
Value float_hex(Thread& th, Value* a, int) {
  return new_str(th, text::float_hex(self_of(a)));
}
Value float_fromhex(Thread& th, Value* a, int) {
  std::string_view s;
  if (!is_str(unwrap(a[1]))) return th.raise(E_TypeError, "bad argument type for built-in operation");
  s = sv(unwrap(a[1]));
  if (text::may_have_surrogates(s) && !Owned(encode_text(th, unwrap(a[1]), "utf-8", "strict"))) return kAbsent;
  s = text::trim(s);
  double d;
  switch (text::parse_hex_float(s, &d)) {
    case text::HexError::kInvalid: return th.raise(E_ValueError, "invalid hexadecimal floating-point string");
    case text::HexError::kOverflow:
      return th.raise(E_OverflowError, "hexadecimal value too large to represent as a float");
    default: break;
  }
  if (a[0].as<Type>() == th.in.types[int(Kind::Float)]) return real(d);
  Value arg = real(d);
  return th.call(a[0], &arg, 1);
}
Value float_format(Thread& th, Value* a, int) {
  std::string_view spec;
  if (!text_arg(th, a[1], "__format__() argument", &spec)) return kAbsent;
  std::string out;
  if (spec.empty()) return str_object(th, a[0]);  // a subclass has its own __str__
  bool known;
  return format_exact(th, unwrap(a[0]), spec, &out, &known) ? new_str(th, out) : kAbsent;
}
Value float_getnewargs(Thread& th, Value* a, int) {
  Tuple* t = tuple(th, 1);
  t->items[0] = a[0];
  return of(t);
}
Value float_getformat(Thread& th, Value* a, int) {
  std::string_view s;
  if (!text_arg(th, a[1], "__getformat__() argument", &s)) return kAbsent;
  if (s != "double" && s != "float")
    return th.raise(E_ValueError, "__getformat__() argument 1 must be 'double' or 'float'");
  return new_str(th, "IEEE, little-endian");
}
Value float_real(Thread&, Value v) {
  return unwrap(v);
}
Value float_imag(Thread&, Value) {
  return real(0);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, x=0, /)", "A float from a number or a string.", float_new, Rule::symbolic},
    {"as_integer_ratio", "(self, /)", "Two integers whose quotient is the number.", float_as_integer_ratio, Rule::pure},
    {"conjugate", "(self, /)", "The number itself.", float_self, Rule::pure},
    {"fromhex", "(type, string, /)", "A float from hexadecimal text.", float_fromhex, Rule::pure, kClassMethod},
    {"hex", "(self, /)", "Hexadecimal text.", float_hex, Rule::pure},
    {"is_integer", "(self, /)", "Is it a whole number?", float_is_integer, Rule::pure},
    {"__abs__", "(self, /)", "", float_abs, Rule::symbolic},
    {"__ceil__", "(self, /)", "", float_ceil, Rule::symbolic},
    {"__divmod__", "(self, value, /)", "", float_divmod_slot, Rule::pure},
    {"__rdivmod__", "(self, value, /)", "", float_rdivmod_slot, Rule::pure},
    {"__float__", "(self, /)", "", float_self, Rule::symbolic},
    {"__floor__", "(self, /)", "", float_floor, Rule::symbolic},
    {"__format__", "(self, format_spec, /)", "", float_format, Rule::pure, kKeepSelf},
    {"__getformat__", "(type, typestr, /)", "", float_getformat, Rule::pure, kClassMethod},
    {"__getnewargs__", "(self, /)", "", float_getnewargs, Rule::pure},
    {"__int__", "(self, /)", "", float_trunc, Rule::symbolic},
    {"__pow__", "(self, value, mod=None, /)", "", float_pow, Rule::pure},
    {"__round__", "(self, ndigits=None, /)", "", float_round, Rule::pure},
    {"__rpow__", "(self, value, mod=None, /)", "", float_rpow, Rule::pure},
    {"__trunc__", "(self, /)", "", float_trunc, Rule::symbolic},
};
const GetSetDef kFields[] = {
    {"real", float_real, nullptr, "the real part of a complex number"},
    {"imag", float_imag, nullptr, "the imaginary part of a complex number"},
};

}  // namespace

void init_float(Interpreter& in) {
  Type* t = in.types[int(Kind::Float)];
  add_methods(in, t, kMethods);
  add_fields(in, t, kFields);
}

}  // namespace adder::lib
