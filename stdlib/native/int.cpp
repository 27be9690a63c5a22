// Methods of int and bool.
#include <algorithm>
#include <cmath>

#include "interp/text/int_text.h"
#include "interp/text/unicode.h"
#include "interp/vm/conversions.h"
#include "interp/vm/special.h"
#include "interp/vm/warn.h"
#include "interp/vm/int_digits.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value from_float(Thread& th, double d) {
  if (std::isnan(d)) return th.raise(E_ValueError, "cannot convert float NaN to integer");
  if (std::isinf(d)) return th.raise(E_OverflowError, "cannot convert float infinity to integer");
  if (std::fabs(d) < 9e18) return integer(th, int64_t(d));
  return big_from_double(th, d);
}

// int(x) of any object.
Value convert(Thread& th, Value v) {
  if (is_intlike(v)) return is_bool(v) ? integer49(v.u == kTrue.u) : inc(v);
  if (v.is_float()) return from_float(th, v.as_float());
  Value u = unwrap(v);
  if (v.is_cell()) {
    for (Name method : {n_int, n_index, n_trunc}) {
      Value m = type_find(type_of(th.in, v), th.name(method));
      if (!m.u || m.u == kNone.u) continue;
      if (m.is(Kind::Native) && (is_intlike(u) || u.is_float())) break;  // a subclass without a method of its own
      if (method == n_trunc && !warn(th, E_DeprecationWarning, "The delegation of int() to __trunc__ is deprecated."))
        return kAbsent;
      Owned r(call_found(th, m, v));
      if (!r) return kAbsent;
      if (method != n_trunc) return int_given(th, r.get(), method == n_int ? "__int__" : "__index__");
      if (is_intlike(unwrap(r.get())) || (r.get().is_cell() && type_find(type_of(th.in, r.get()), th.name(n_index)).u))
        return to_int_object(th, r.get());
      return th.raise(E_TypeError, "__trunc__ returned non-Integral (type %s)", type_name(th, r.get()).c_str());
    }
  }
  if (is_intlike(u)) return is_bool(u) ? integer49(u.u == kTrue.u) : inc(u);
  if (u.is_float()) return from_float(th, u.as_float());
  if (is_str(u)) return int_from_text(th, sv(u), 10, v);
  Buffer buffer;
  if (get_buffer(th, v, &buffer)) return int_from_text(th, std::string(buffer.view), 10, v);
  th.clear_pending();
  return th.raise(E_TypeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'",
                  type_name(th, v).c_str());
}

Value int_new(Thread& th, Value* a, int) {
  if (!a[2].u) return a[1].u ? convert(th, a[1]) : integer49(0);
  if (!a[1].u) return th.raise(E_TypeError, "int() missing string argument");
  int64_t base;
  if (!to_index_clamped(th, a[2], &base)) return kAbsent;
  if (base != 0 && (base < 2 || base > 36)) return th.raise(E_ValueError, "int() base must be >= 2 and <= 36, or 0");
  Value u = unwrap(a[1]);
  if (is_str(u)) return int_from_text(th, sv(u), base, a[1]);
  std::string_view view;
  if (bytes_view(u, &view)) return int_from_text(th, view, base, a[1]);
  return th.raise(E_TypeError, "int() can't convert non-string with explicit base");
}
Value bool_new(Thread& th, Value* a, int) {
  bool r = false;
  if (a[1].u && !truth_native(th, a[1], &r)) return kAbsent;
  return boolean(r);
}

Value int_self(Thread&, Value* a, int) {
  return is_bool(a[0]) ? integer49(a[0].u == kTrue.u) : inc(a[0]);
}
Value int_float(Thread& th, Value* a, int) {
  double d = to_double(a[0]);
  if (std::isinf(d)) return th.raise(E_OverflowError, "int too large to convert to float");
  return real(d);
}
Value int_abs(Thread& th, Value* a, int) {
  if (big_sign(a[0]) < 0) return big_negate(th, a[0]);
  return int_self(th, a, 1);
}
Value int_bit_length(Thread& th, Value* a, int) {
  return integer(th, int64_t(big_bit_length(a[0])));
}
Value int_bit_count(Thread& th, Value* a, int) {
  if (!is_big(a[0])) {
    int64_t v = to_int(a[0]);
    return integer49(__builtin_popcountll(v < 0 ? 0 - uint64_t(v) : uint64_t(v)));
  }
  BigInt* b = a[0].as<BigInt>();
  int64_t n = 0;
  for (uint32_t i = 0; i < b->n; ++i) n += __builtin_popcountll(b->limbs[i]);
  return integer(th, n);
}
Value int_divmod(Thread& th, Value x, Value y) {
  if (big_sign(y) == 0) return th.raise(E_ZeroDivisionError, "integer division or modulo by zero");
  Value q = binary_exact(th, kFdiv, false, x, y);
  if (!q.u) return kAbsent;
  Value r = binary_exact(th, kMod, false, x, y);
  if (!r.u) {
    dec(q);
    return kAbsent;
  }
  return pair(th, q, r);
}
Value int_divmod_slot(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  return is_intlike(o) ? int_divmod(th, a[0], o) : kNotImplemented;
}
Value int_rdivmod_slot(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  return is_intlike(o) ? int_divmod(th, o, a[0]) : kNotImplemented;
}

// pow(x, y, m) of ints.
Value power_modulo(Thread& th, Value x, Value y, Value m) {
  if (big_sign(m) == 0) return th.raise(E_ValueError, "pow() 3rd argument cannot be 0");
  bool negative = big_sign(m) < 0;
  Owned modulus(negative ? big_negate(th, m) : inc(m));
  Owned base(inc(x));
  Owned exponent(inc(y));
  if (modulus.get().is_int() && modulus.get().as_int() == 1) return integer49(0);
  if (big_sign(y) < 0) {
    // The inverse by Euclid's algorithm, then a positive exponent.
    Owned r0(inc(modulus.get()));
    Owned r1(big_binary(th, kMod, x, modulus.get()));
    Owned s0(integer49(0));
    Owned s1(integer49(1));
    while (big_sign(r1.get()) != 0) {
      Owned q(big_binary(th, kFdiv, r0.get(), r1.get()));
      Owned qr(big_binary(th, kMul, q.get(), r1.get()));
      Owned qs(big_binary(th, kMul, q.get(), s1.get()));
      Owned r2(big_binary(th, kSub, r0.get(), qr.get()));
      Owned s2(big_binary(th, kSub, s0.get(), qs.get()));
      r0 = std::move(r1);
      r1 = std::move(r2);
      s0 = std::move(s1);
      s1 = std::move(s2);
    }
    if (!(r0.get().is_int() && r0.get().as_int() == 1))
      return th.raise(E_ValueError, "base is not invertible for the given modulus");
    base = Owned(big_binary(th, kMod, s0.get(), modulus.get()));
    exponent = Owned(big_negate(th, y));
  }
  Owned r(big_pow_mod(th, base.get(), exponent.get(), modulus.get()));
  if (negative && big_sign(r.get()) > 0) return big_binary(th, kAdd, r.get(), m);
  return r.release();
}
Value int_pow(Thread& th, Value* a, int) {
  Value y = unwrap(a[1]);
  if (!is_intlike(y)) return kNotImplemented;
  if (a[2].u == kNone.u) return binary_exact(th, kPow, false, a[0], y);
  Value m = unwrap(a[2]);
  return is_intlike(m) ? power_modulo(th, a[0], y, m) : kNotImplemented;
}
Value int_rpow(Thread& th, Value* a, int) {
  Value x = unwrap(a[1]);
  if (!is_intlike(x)) return kNotImplemented;
  return binary_exact(th, kPow, false, x, a[0]);
}

Value int_round(Thread& th, Value* a, int) {
  if (!a[1].u || a[1].u == kNone.u) return int_self(th, a, 1);
  Owned digits(to_int_object(th, a[1]));
  if (!digits) return kAbsent;
  if (big_sign(digits.get()) >= 0) return int_self(th, a, 1);
  if (is_big(digits.get())) return integer49(0);
  uint64_t n = 0 - uint64_t(to_int(digits.get()));
  if (n > big_bit_length(a[0])) return integer49(0);
  // Half to even at 10**n.
  Owned unit(big_pow(th, integer49(10), n));
  Owned rest(big_binary(th, kMod, a[0], unit.get()));
  Owned down(big_binary(th, kSub, a[0], rest.get()));
  Owned twice(big_binary(th, kAdd, rest.get(), rest.get()));
  int order = big_compare(twice.get(), unit.get());
  if (order == 0) {
    Owned quotient(big_binary(th, kFdiv, a[0], unit.get()));
    Owned odd(big_binary(th, kAnd, quotient.get(), integer49(1)));
    order = big_sign(odd.get()) ? 1 : -1;
  }
  return order > 0 ? big_binary(th, kAdd, down.get(), unit.get()) : down.release();
}

Value int_to_bytes(Thread& th, Value* a, int) {
  int64_t length_wanted;
  if (!to_index(th, a[1], &length_wanted)) return kAbsent;
  std::string_view order;
  if (!text_arg(th, a[2], "to_bytes() argument 'byteorder'", &order)) return kAbsent;
  bool is_signed;
  if (!truth_native(th, a[3], &is_signed)) return kAbsent;
  if (order != "big" && order != "little") return th.raise(E_ValueError, "byteorder must be either 'little' or 'big'");
  if (length_wanted < 0) return th.raise(E_ValueError, "length argument must be non-negative");
  if (!is_signed && big_sign(a[0]) < 0) return th.raise(E_OverflowError, "can't convert negative int to unsigned");
  if (!th.check_memory(size_t(length_wanted))) return kAbsent;
  std::string out(size_t(length_wanted), '\0');
  if (out.empty() && is_signed && a[0].u == integer49(-1).u) return new_bytes(th, out);  // as CPython 3.11 says
  if (!big_to_bytes(a[0], out.data(), out.size(), is_signed))
    return th.raise(E_OverflowError, "int too big to convert");
  if (order == "big") std::reverse(out.begin(), out.end());
  return new_bytes(th, out);
}
Value int_from_bytes(Thread& th, Value* a, int) {
  std::string_view order;
  if (!text_arg(th, a[2], "from_bytes() argument 'byteorder'", &order)) return kAbsent;
  bool is_signed;
  if (!truth_native(th, a[3], &is_signed)) return kAbsent;
  if (order != "big" && order != "little") return th.raise(E_ValueError, "byteorder must be either 'little' or 'big'");
  std::string data;
  std::string_view view;
  if (bytes_view(a[1], &view)) {
    data = view;
  } else {
    Type* t = type_of(th, a[1]);
    if (!type_find(t, intern(th.in, "__bytes__")).u && type_find(t, th.name(n_index)).u)
      return th.raise(E_TypeError, "cannot convert '%s' object to bytes", type_name(th, a[1]).c_str());
    Owned b(th.call(of(th.in.types[int(Kind::Bytes)]), &a[1], 1));
    if (!b) return kAbsent;
    data = unwrap(b.get()).as<Bytes>()->sv();
  }
  if (order == "big") std::reverse(data.begin(), data.end());
  Owned r(big_from_bytes(th, data, is_signed));
  Value cls = a[0];
  if (cls.as<Type>() == th.in.types[int(Kind::Int)]) return r.release();
  Value args[1] = {r.get()};
  return th.call(cls, args, 1);
}
Value int_as_integer_ratio(Thread& th, Value* a, int) {
  return pair(th, int_self(th, a, 1), integer49(1));
}
Value int_format(Thread& th, Value* a, int) {
  std::string_view spec;
  if (!text_arg(th, a[1], "__format__() argument", &spec)) return kAbsent;
  std::string out;
  if (spec.empty()) return str_object(th, a[0]);  // a subclass has its own __str__
  bool known;
  return format_exact(th, unwrap(a[0]), spec, &out, &known) ? new_str(th, out) : kAbsent;
}
Value int_getnewargs(Thread& th, Value* a, int) {
  Tuple* t = tuple(th, 1);
  t->items[0] = int_self(th, a, 1);
  return of(t);
}
Value int_sizeof(Thread& th, Value* a, int) {
  return integer(th, is_big(a[0]) ? int64_t(sizeof(BigInt)) + int64_t(a[0].as<BigInt>()->n) * 8 : 16);
}
Value int_real(Thread&, Value v) {
  Value u = unwrap(v);
  return is_bool(u) ? integer49(u.u == kTrue.u) : inc(u);
}
Value int_imag(Thread&, Value) {
  return integer49(0);
}
Value int_denominator(Thread&, Value) {
  return integer49(1);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, x=..., /, base=...)", "An integer from a number or a string.", int_new, Rule::symbolic},
    {"as_integer_ratio", "(self, /)", "(self, 1).", int_as_integer_ratio, Rule::pure},
    {"bit_count", "(self, /)", "Number of ones of the absolute value in binary.", int_bit_count, Rule::pure},
    {"bit_length", "(self, /)", "Bits needed for the absolute value.", int_bit_length, Rule::pure},
    {"conjugate", "(self, /)", "The number itself.", int_self, Rule::pure},
    {"from_bytes", "(type, /, bytes, byteorder='big', *, signed=False)", "The integer that the bytes stand for.",
     int_from_bytes, Rule::residual, kClassMethod},
    {"to_bytes", "(self, /, length=1, byteorder='big', *, signed=False)", "Bytes that stand for the integer.",
     int_to_bytes, Rule::pure},
    {"__abs__", "(self, /)", "", int_abs, Rule::symbolic},
    {"__ceil__", "(self, /)", "", int_self, Rule::symbolic},
    {"__divmod__", "(self, value, /)", "", int_divmod_slot, Rule::symbolic},
    {"__rdivmod__", "(self, value, /)", "", int_rdivmod_slot, Rule::symbolic},
    {"__float__", "(self, /)", "", int_float, Rule::symbolic},
    {"__floor__", "(self, /)", "", int_self, Rule::symbolic},
    {"__format__", "(self, format_spec, /)", "", int_format, Rule::pure, kKeepSelf},
    {"__getnewargs__", "(self, /)", "", int_getnewargs, Rule::pure},
    {"__index__", "(self, /)", "", int_self, Rule::symbolic},
    {"__int__", "(self, /)", "", int_self, Rule::symbolic},
    {"__pow__", "(self, value, mod=None, /)", "", int_pow, Rule::pure},
    {"__round__", "(self, ndigits=None, /)", "", int_round, Rule::pure},
    {"__rpow__", "(self, value, mod=None, /)", "", int_rpow, Rule::pure},
    {"__sizeof__", "(self, /)", "Size in memory, in bytes.", int_sizeof, Rule::residual},
    {"__trunc__", "(self, /)", "", int_self, Rule::symbolic},
};
const NativeDef kBoolMethods[] = {
    {"__new__", "(cls, x=..., /)", "The truth of an object.", bool_new, Rule::traced},
};
const GetSetDef kFields[] = {
    {"real", int_real, nullptr, "the real part of a complex number"},
    {"imag", int_imag, nullptr, "the imaginary part of a complex number"},
    {"numerator", int_real, nullptr, "the numerator of a rational number in lowest terms"},
    {"denominator", int_denominator, nullptr, "the denominator of a rational number in lowest terms"},
};

}  // namespace

Value int_from_text(Thread& th, std::string_view s, int64_t base, Value source) {
  std::string ascii = is_str(unwrap(source)) ? text::to_ascii_number(s) : text::bytes_to_ascii_number(s);
  std::string_view trimmed = text::trim(ascii);
  text::IntText parsed;
  if (!text::parse_int(trimmed, int(base), &parsed)) {
    std::string shown;
    Owned text(is_str(unwrap(source)) ? inc(source) : new_bytes(th, s));  // a buffer is shown as bytes
    if (!repr_of(th, text.get(), &shown)) return kAbsent;
    return th.raise_text(th.type(E_ValueError),
                         "invalid literal for int() with base " + std::to_string(base) + ": " + shown);
  }
  bool power_of_two = (parsed.base & (parsed.base - 1)) == 0;
  size_t most = power_of_two ? 0 : max_int_digits(th);
  if (most && parsed.digits.size() > most)
    return th.raise(E_ValueError,
                    "Exceeds the limit (%zu digits) for integer string conversion: value has %zu digits; use "
                    "sys.set_int_max_str_digits() to increase the limit",
                    most, parsed.digits.size());
  return big_from_text(th, parsed.digits, parsed.base, parsed.negative);
}

void init_int(Interpreter& in) {
  Type* t = in.types[int(Kind::Int)];
  add_methods(in, t, kMethods);
  add_fields(in, t, kFields);
  add_methods(in, in.types[int(Kind::Bool)], kBoolMethods);
}

}  // namespace adder::lib
