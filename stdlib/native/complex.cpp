// Methods of complex.
#include <cmath>

#include "interp/text/float_text.h"
#include "interp/text/unicode.h"
#include "interp/vm/conversions.h"
#include "interp/vm/special.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

// One argument of complex(): its value, and whether it was a complex number.
bool part(Thread& th, Value v, bool second, double* re, double* im) {
  *im = 0;
  if (v.is_cell()) {
    Value m = type_find(type_of(th.in, v), th.name(n_complex));
    if (m.u && !m.is(Kind::Native) && !second) {
      Owned r(call_found(th, m, v));
      if (!r) return false;
      Value u = unwrap(r.get());
      if (!u.is(Kind::Complex)) {
        th.raise(E_TypeError, "__complex__ returned non-complex (type %s)", type_name(th, r.get()).c_str());
        return false;
      }
      *re = u.as<Complex>()->re;
      *im = u.as<Complex>()->im;
      return r.get().is(Kind::Complex) || warn_of_subclass(th, "__complex__", "complex", type_name(th, r.get()));
    }
  }
  Value u = unwrap(v);
  if (u.is(Kind::Complex)) {
    *re = u.as<Complex>()->re;
    *im = u.as<Complex>()->im;
    return true;
  }
  if (int known = number_to_double(th, v, re)) return known > 0;
  if (second)
    th.raise(E_TypeError, "complex() second argument must be a number, not '%s'", type_name(th, v).c_str());
  else
    th.raise(E_TypeError, "complex() first argument must be a string or a number, not '%s'", type_name(th, v).c_str());
  return false;
}

Value complex_new(Thread& th, Value* a, int) {
  if (!a[1].u && !a[2].u) return complex(th, 0, 0);
  if (a[1].is(Kind::Complex) && !a[2].u) return inc(a[1]);
  Value first = a[1].u ? unwrap(a[1]) : kAbsent;
  if (is_str(first)) {
    if (a[2].u) return th.raise(E_TypeError, "complex() can't take second arg if first is a string");
    std::string ascii = text::to_ascii_number(sv(first));
    double re;
    double im;
    std::string shown;
    switch (text::parse_complex(text::trim(ascii), &re, &im)) {
      case text::ComplexError::kNone: return complex(th, re, im);
      case text::ComplexError::kMalformed: return th.raise(E_ValueError, "complex() arg is a malformed string");
      default: break;
    }
    if (!repr_of(th, a[1], &shown)) return kAbsent;
    return th.raise_text(th.type(E_ValueError), "could not convert string to complex: " + shown);
  }
  if (a[2].u && is_str(unwrap(a[2]))) return th.raise(E_TypeError, "complex() second arg can't be a string");
  double re = 0;
  double re_im = 0;
  double im = 0;
  double im_im = 0;
  if (a[1].u && !part(th, a[1], false, &re, &re_im)) return kAbsent;
  if (a[2].u && !part(th, a[2], true, &im, &im_im)) return kAbsent;
  // Parts are only added where there are two: 0.0 + -0.0 would lose the sign.
  bool first_complex = a[1].u && first.is(Kind::Complex);
  bool second_complex = a[2].u && unwrap(a[2]).is(Kind::Complex);
  return complex(th, second_complex ? re - im_im : re, a[2].u ? (first_complex ? re_im + im : im) : re_im);
}

Complex* self_of(Value* a) {
  return a[0].as<Complex>();
}
Value complex_conjugate(Thread& th, Value* a, int) {
  return complex(th, self_of(a)->re, -self_of(a)->im);
}
Value complex_abs(Thread& th, Value* a, int) {
  double r = std::hypot(self_of(a)->re, self_of(a)->im);
  if (std::isinf(r) && std::isfinite(self_of(a)->re) && std::isfinite(self_of(a)->im))
    return th.raise(E_OverflowError, "absolute value too large");
  return real(r);
}
Value complex_pow(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  if (!is_number(o) && !o.is(Kind::Complex)) return kNotImplemented;
  if (a[2].u != kNone.u) return th.raise(E_ValueError, "complex modulo");
  return binary_exact(th, kPow, false, a[0], o);
}
Value complex_rpow(Thread& th, Value* a, int) {
  Value o = unwrap(a[1]);
  return is_number(o) || o.is(Kind::Complex) ? binary_exact(th, kPow, false, o, a[0]) : kNotImplemented;
}
Value complex_format(Thread& th, Value* a, int) {
  std::string_view spec;
  if (!text_arg(th, a[1], "__format__() argument", &spec)) return kAbsent;
  std::string out;
  if (spec.empty()) return str_object(th, a[0]);  // a subclass has its own __str__
  bool known;
  return format_exact(th, unwrap(a[0]), spec, &out, &known) ? new_str(th, out) : kAbsent;
}
Value complex_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value complex_getnewargs(Thread& th, Value* a, int) {
  return pair(th, real(self_of(a)->re), real(self_of(a)->im));
}
Value complex_real(Thread&, Value v) {
  return real(unwrap(v).as<Complex>()->re);
}
Value complex_imag(Thread&, Value v) {
  return real(unwrap(v).as<Complex>()->im);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, real=..., imag=...)", "A complex number from parts or a string.", complex_new, Rule::pure},
    {"conjugate", "(self, /)", "The complex conjugate.", complex_conjugate, Rule::pure},
    {"__abs__", "(self, /)", "", complex_abs, Rule::pure},
    {"__complex__", "(self, /)", "", complex_self, Rule::pure},
    {"__format__", "(self, format_spec, /)", "", complex_format, Rule::pure, kKeepSelf},
    {"__getnewargs__", "(self, /)", "", complex_getnewargs, Rule::pure},
    {"__pow__", "(self, value, mod=None, /)", "", complex_pow, Rule::pure},
    {"__rpow__", "(self, value, mod=None, /)", "", complex_rpow, Rule::pure},
};
const GetSetDef kFields[] = {
    {"real", complex_real, nullptr, "the real part of a complex number"},
    {"imag", complex_imag, nullptr, "the imaginary part of a complex number"},
};

}  // namespace

void init_complex(Interpreter& in) {
  Type* t = in.types[int(Kind::Complex)];
  add_methods(in, t, kMethods);
  add_fields(in, t, kFields);
}

}  // namespace adder::lib
