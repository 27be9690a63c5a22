// Binary and unary operators behind the eval loop's fast cases: built-in pairs at once, then CPython's protocol
// (in-place, left, reflected, the subclass first). A Python method gets a frame, never a C++ recursion; its value comes
// back under Cont::Bin…, and NotImplemented asks next_attempt again.
#include <cmath>
#include <complex>

#include "interp/vm/containers.h"
#include "interp/vm/special.h"
#include "interp/objects/bigint.h"
#include "interp/objects/same_bytes.h"
#include "interp/vm/thread.h"

namespace adder {
static const char* const kSign[] = {"+", "-", "*", "/", "//", "%", "** or pow()", "&", "|", "^", "<<", ">>", "@"};
static const char* const kSignInplace[] = {
    "+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", "@="};

// --- numbers ---
static Value int_slow(Thread& th, int kind, Value a, Value b) {
  if (kind == kMatmul) return kStop;  // no number knows it
  if ((kind == kFdiv || kind == kMod) && big_sign(b) == 0)
    return th.raise(E_ZeroDivisionError,
                    kind == kMod ? "integer modulo by zero" : "integer division or modulo by zero");
  if (kind == kShl || kind == kShr) {
    if (big_sign(b) < 0) return th.raise(E_ValueError, "negative shift count");
    if (kind == kShl) {
      if (big_sign(a) == 0) return integer49(0);
      if (is_big(b)) return th.raise(E_OverflowError, "too many digits in integer");
      if (!th.check_memory(size_t(to_int(b)) / 8 + 64)) return kAbsent;
    }
  }
  if (kind == kMul && !th.check_memory((big_bit_length(a) + big_bit_length(b)) / 8)) return kAbsent;
  return big_binary(th, kind, a, b);
}
static Value int_power(Thread& th, Value a, Value b) {
  if (big_sign(b) < 0) {
    double x = to_double(a), y = to_double(b);
    if (x == 0) return th.raise(E_ZeroDivisionError, "0.0 cannot be raised to a negative power");
    return real(std::pow(x, y));
  }
  if (is_big(b)) {
    if (!is_big(a) && (to_int(a) == 0 || to_int(a) == 1)) return integer49(to_int(a));
    if (!is_big(a) && to_int(a) == -1) return integer49(b.as<BigInt>()->limbs[0] & 1 ? -1 : 1);
    return th.raise(E_MemoryError, "integer too large");
  }
  uint64_t e = uint64_t(to_int(b));
  if (!is_big(a)) {
    int64_t r = 1, x = to_int(a);
    uint64_t n = e;
    bool over = false;
    for (; n && !over; n >>= 1) {
      if (n & 1) over |= __builtin_mul_overflow(r, x, &r);
      if (n > 1) over |= __builtin_mul_overflow(x, x, &x);
    }
    if (!over) return integer(th, r);
  }
  if (e > size_t(1) << 48 || !th.check_memory(big_bit_length(a) * e / 8)) {
    if (!th.pending.u) th.raise_obj(of(instance(th, th.type(E_MemoryError))));
    return kAbsent;
  }
  return big_pow(th, a, e);
}
static Value int_op(Thread& th, int kind, Value a, Value b) {
  if (kind == kPow) return int_power(th, a, b);
  if (kind == kDiv) {
    if (big_sign(b) == 0) return th.raise(E_ZeroDivisionError, "division by zero");
    if (!is_big(a) && !is_big(b)) {
      int64_t x = to_int(a), y = to_int(b);
      constexpr int64_t kExact = int64_t(1) << 53;
      if (x <= kExact && x >= -kExact && y <= kExact && y >= -kExact) return real(double(x) / double(y));
    }
    double d;
    if (!big_true_divide(a, b, &d)) return th.raise(E_OverflowError, "integer division result too large for a float");
    return real(d);
  }
  if (is_big(a) || is_big(b)) return int_slow(th, kind, a, b);
  int64_t x = to_int(a), y = to_int(b), r;
  switch (kind) {
    case kAdd:
      if (!__builtin_add_overflow(x, y, &r)) return integer(th, r);
      break;
    case kSub:
      if (!__builtin_sub_overflow(x, y, &r)) return integer(th, r);
      break;
    case kMul:
      if (!__builtin_mul_overflow(x, y, &r)) return integer(th, r);
      break;
    case kFdiv:
      if (y != 0 && !(x == INT64_MIN && y == -1)) {
        r = x / y;
        return integer(th, r - ((x % y != 0) && ((x < 0) != (y < 0))));
      }
      break;
    case kMod:
      if (y == -1) return integer49(0);
      if (y != 0) {
        r = x % y;
        return integer(th, r && ((r < 0) != (y < 0)) ? r + y : r);
      }
      break;
    case kAnd: return integer(th, x & y);
    case kOr: return integer(th, x | y);
    case kXor: return integer(th, x ^ y);
    case kShl:
      if (y >= 0 && y < 62 && (int64_t(uint64_t(x) << y) >> y) == x) return integer(th, int64_t(uint64_t(x) << y));
      break;
    case kShr:
      if (y >= 0) return integer(th, y > 63 ? (x < 0 ? -1 : 0) : x >> y);
      break;
    default: return kStop;
  }
  return int_slow(th, kind, a, b);
}
// x / y, where y is not 0: by the larger part of y, as CPython divides, whose rounding and signs of zero show.
static std::complex<double> complex_quotient(std::complex<double> x, std::complex<double> y) {
  if (std::fabs(y.real()) >= std::fabs(y.imag())) {
    double ratio = y.imag() / y.real(), d = y.real() + y.imag() * ratio;
    return {(x.real() + x.imag() * ratio) / d, (x.imag() - x.real() * ratio) / d};
  }
  double ratio = y.real() / y.imag(), d = y.real() * ratio + y.imag();
  return {(x.real() * ratio + x.imag()) / d, (x.imag() * ratio - x.real()) / d};
}
static Value complex_pow(Thread& th, std::complex<double> x, std::complex<double> y) {
  if (y.imag() == 0 && y.real() == std::floor(y.real()) && std::fabs(y.real()) <= 100) {
    int n = int(y.real());
    std::complex<double> r = 1, p = x;
    for (int k = std::abs(n); k; k >>= 1) {
      if (k & 1) r = {r.real() * p.real() - r.imag() * p.imag(), r.real() * p.imag() + r.imag() * p.real()};
      p = {p.real() * p.real() - p.imag() * p.imag(), 2 * p.real() * p.imag()};
    }
    if (n < 0) {
      if (r == 0.0) return th.raise(E_ZeroDivisionError, "0.0 to a negative or complex power");
      r = complex_quotient(1, r);
    }
    if (std::isinf(r.real()) || std::isinf(r.imag())) return th.raise(E_OverflowError, "complex exponentiation");
    return complex(th, r.real(), r.imag());
  }
  if (x == 0.0) {
    if (y.imag() != 0 || y.real() < 0) return th.raise(E_ZeroDivisionError, "0.0 to a negative or complex power");
    return complex(th, 0, 0);
  }
  double vabs = std::hypot(x.real(), x.imag()), len = std::pow(vabs, y.real()), at = std::atan2(x.imag(), x.real());
  double phase = at * y.real();
  if (y.imag() != 0) {
    len /= std::exp(at * y.imag());
    phase += y.imag() * std::log(vabs);
  }
  // An infinite phase has no cosine: CPython's errno says that it is outside of the domain.
  if (std::isinf(phase)) return th.raise(E_ZeroDivisionError, "0.0 to a negative or complex power");
  double re = len * std::cos(phase), im = len * std::sin(phase);
  if (std::isinf(re) || std::isinf(im)) return th.raise(E_OverflowError, "complex exponentiation");
  return complex(th, re, im);
}
static bool as_double(Thread& th, Value v, double* d) {
  *d = to_double(v);
  if (UNLIKELY(std::isinf(*d) && is_big(v))) {
    th.raise(E_OverflowError, "int too large to convert to float");
    return false;
  }
  return true;
}
static Value float_op(Thread& th, int kind, double x, double y) {
  switch (kind) {
    case kAdd: return real(x + y);
    case kSub: return real(x - y);
    case kMul: return real(x * y);
    case kDiv: return y != 0 ? real(x / y) : th.raise(E_ZeroDivisionError, "float division by zero");
    case kFdiv:
    case kMod: {
      if (y == 0) return th.raise(E_ZeroDivisionError, kind == kMod ? "float modulo" : "float floor division by zero");
      double mod = std::fmod(x, y), div = (x - mod) / y;
      if (mod != 0) {
        if ((y < 0) != (mod < 0)) {
          mod += y;
          div -= 1;
        }
      } else {
        mod = std::copysign(0.0, y);
      }
      if (kind == kMod) return real(mod);
      if (div == 0) return real(std::copysign(0.0, x / y));
      double f = std::floor(div);
      return real(div - f > 0.5 ? f + 1 : f);
    }
    case kPow: {
      if (x == 0 && y < 0 && !std::isinf(y))
        return th.raise(E_ZeroDivisionError, "0.0 cannot be raised to a negative power");
      if (x < 0 && std::isfinite(x) && std::isfinite(y) && y != std::floor(y)) return complex_pow(th, x, y);
      double r = std::pow(x, y);
      if (std::isinf(r) && std::isfinite(x) && std::isfinite(y)) {
        th.raise_obj(th.call(of(th.type(E_OverflowError)), nullptr, 0));
        Tuple* t = tuple(th, 2);
        t->items[0] = integer49(34);
        t->items[1] = of(str(th, "Numerical result out of range"));
        put(th.pending.as<Exc>()->args, of(t));
        return kAbsent;
      }
      return real(r);
    }
    default: return kStop;
  }
}
static Value complex_op(Thread& th, int kind, Value a, Value b) {
  auto get = [&](Value v, std::complex<double>* z) {
    if (v.is(Kind::Complex)) {
      *z = {v.as<Complex>()->re, v.as<Complex>()->im};
      return true;
    }
    double d;
    if (!as_double(th, v, &d)) return false;
    *z = d;
    return true;
  };
  std::complex<double> x, y;
  if (!get(a, &x) || !get(b, &y)) return kAbsent;
  switch (kind) {
    case kAdd: return complex(th, x.real() + y.real(), x.imag() + y.imag());
    case kSub: return complex(th, x.real() - y.real(), x.imag() - y.imag());
    case kMul: return complex(th, x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
    case kDiv: {
      if (y == 0.0) return th.raise(E_ZeroDivisionError, "complex division by zero");
      std::complex<double> q = complex_quotient(x, y);
      return complex(th, q.real(), q.imag());
    }
    case kPow: return complex_pow(th, x, y);
    default: return kStop;
  }
}

// --- sequences ---
// `unit` bytes and `items` characters or bytes as scripts count them, so many times.
static bool repeat_count(Thread& th, Value v, size_t unit, size_t items, const char* too_long, size_t* n) {
  if (is_big(v)) {
    th.raise(E_OverflowError, "cannot fit 'int' into an index-sized integer");
    return false;
  }
  int64_t i = to_int(v);
  *n = i < 0 ? 0 : size_t(i);
  if (unit == 0 && *n > 1) *n = 1;  // nothing, however often
  if (items && *n > size_t(INT64_MAX) / items && too_long) {
    th.raise(E_OverflowError, "%s", too_long);
    return false;
  }
  if (unit && *n > UINT32_MAX / unit) {
    th.raise_obj(of(instance(th, th.type(E_MemoryError))));
    return false;
  }
  return th.check_memory(*n * unit);
}
// `unit` n times; each copy is of all that stands there already.
static void fill_repeated(char* to, std::string_view unit, size_t n) {
  size_t total = unit.size() * n, have = std::min(unit.size(), total);
  memcpy(to, unit.data(), have);
  for (size_t more; have < total; have += more) {
    more = std::min(have, total - have);
    memcpy(to + have, to, more);
  }
}
static void fill_repeated(Value* to, const Value* items, uint32_t len, size_t n) {
  if (!len || !n) return;
  fill_repeated(reinterpret_cast<char*>(to), {reinterpret_cast<const char*>(items), len * sizeof(Value)}, n);
  for (uint32_t i = 0; i < len; i++)
    if (items[i].is_cell()) items[i].cell()->count += uint32_t(n);
}
static Value repeat(Thread& th, Value s, Value count, bool inplace) {
  size_t n;
  switch (s.cell()->kind) {
    case Kind::Str: {
      Str* x = s.as<Str>();
      if (!repeat_count(th, count, x->len, x->chars, "repeated string is too long", &n)) return kAbsent;
      if (n == 1) return inc(s);
      Str* r = str_blank(th, x->len * n, x->chars * n);
      if (x->len == 1)
        memset(r->data, x->data[0], n);
      else
        fill_repeated(r->data, x->sv(), n);
      return of(r);
    }
    case Kind::Bytes:
    case Kind::ByteArray: {
      std::string_view x = s.is(Kind::Bytes) ? s.as<Bytes>()->sv() : s.as<ByteArray>()->sv();
      const char* too_long = s.is(Kind::Bytes) ? "repeated bytes are too long" : nullptr;
      if (!repeat_count(th, count, x.size(), x.size(), too_long, &n)) return kAbsent;
      std::string r(n * x.size(), '\0');
      fill_repeated(r.data(), x, n);
      if (s.is(Kind::Bytes)) return of(bytes(th, r));
      if (!inplace) return of(bytearray(th, r));
      return assign_bytes(th, s.as<ByteArray>(), r) ? inc(s) : kAbsent;
    }
    case Kind::List: {
      List* x = s.as<List>();
      if (!repeat_count(th, count, size_t(x->len) * 8, 0, nullptr, &n)) return kAbsent;
      if (inplace) {
        uint32_t len = x->len;
        if (n == 0) {  // finalizers may add to the list: what it held is no part of it by then
          std::vector<Value> gone(x->items, x->items + len);
          x->len = 0;
          for (size_t i = len; i-- > 0;) dec(gone[i]);
        }
        for (size_t i = 1; i < n; i++)
          for (uint32_t k = 0; k < len; k++) push(x, inc(x->items[k]));
        return inc(s);
      }
      List* r = list(th, x->len * n);
      fill_repeated(r->items, x->items, x->len, n);
      r->len = uint32_t(x->len * n);
      return of(r);
    }
    case Kind::Tuple: {
      Tuple* x = s.as<Tuple>();
      if (!repeat_count(th, count, size_t(x->len) * 8, 0, nullptr, &n)) return kAbsent;
      if (n == 1) return inc(s);
      Tuple* r = tuple(th, x->len * n);
      fill_repeated(r->items, x->items, x->len, n);
      return of(r);
    }
    default: return kStop;
  }
}
static Value concat(Thread& th, Value a, Value b, bool inplace) {  // kStop: not of one kind
  Kind k = a.cell()->kind;
  if (k == Kind::List && inplace) return extend_list(th, a.as<List>(), b) ? inc(a) : kAbsent;
  auto is_bytes = [](Value v) { return v.is(Kind::Bytes) || v.is(Kind::ByteArray); };
  auto view = [](Value v) { return v.is(Kind::Bytes) ? v.as<Bytes>()->sv() : v.as<ByteArray>()->sv(); };
  if (is_bytes(a)) {
    if (!is_bytes(b)) return kStop;
    if (inplace && k == Kind::ByteArray) {
      if (a.u == b.u && !view(a).empty())  // it is looked at while it would grow
        return th.raise(E_BufferError, "Existing exports of data: object cannot be re-sized");
      ByteArray* x = a.as<ByteArray>();
      return splice_bytes(th, x, x->len, 0, view(b)) ? inc(a) : kAbsent;
    }
    std::string r(view(a));
    r += view(b);
    return k == Kind::Bytes ? of(bytes(th, r)) : of(bytearray(th, r));
  }
  if (!b.is(k)) return kStop;
  if (k == Kind::Str) {
    Str *x = a.as<Str>(), *y = b.as<Str>();
    if (!x->len) return inc(b);
    if (!y->len) return inc(a);
    if (size_t(x->len) + y->len > UINT32_MAX || !th.check_memory(size_t(x->len) + y->len))
      return th.pending.u ? kAbsent : th.raise(E_OverflowError, "strings are too large to concat");
    Str* r = str_blank(th, x->len + y->len, x->chars + y->chars);
    copy_bytes(copy_bytes(r->data, x->data, x->len), y->data, y->len);
    return of(r);
  }
  if (k == Kind::List) {
    List *x = a.as<List>(), *y = b.as<List>(), *r = list(th, size_t(x->len) + y->len);
    for (uint32_t i = 0; i < x->len; i++) r->items[r->len++] = inc(x->items[i]);
    for (uint32_t i = 0; i < y->len; i++) r->items[r->len++] = inc(y->items[i]);
    return of(r);
  }
  Tuple *x = a.as<Tuple>(), *y = b.as<Tuple>();
  if (!x->len) return inc(b);
  if (!y->len) return inc(a);
  Tuple* r = tuple(th, size_t(x->len) + y->len);
  for (uint32_t i = 0; i < x->len; i++) r->items[i] = inc(x->items[i]);
  for (uint32_t i = 0; i < y->len; i++) r->items[x->len + i] = inc(y->items[i]);
  return of(r);
}
static bool is_sequence_kind(Kind k) {
  return k == Kind::Str || k == Kind::List || k == Kind::Tuple || k == Kind::Bytes || k == Kind::ByteArray;
}
static bool is_sequence(Value v) {
  return v.is_cell() && is_sequence_kind(v.cell()->kind);
}
// seq * count for a count that is not an int but has __index__; kStop: it has none, or seq is no sequence.
Value repeat_by_index(Thread& th, Value seq, Value count, bool inplace) {
  if (!is_sequence(seq) || is_intlike(count) || !count.is_cell() || !type_find(type_of(th, count), th.name(n_index)).u) return kStop;
  Owned n(to_int_object(th, count));
  if (n && is_big(n.get()))
    return th.raise(E_OverflowError, "cannot fit '%s' into an index-sized integer", type_name(th, count).c_str());
  return n ? repeat(th, seq, n.get(), inplace) : kAbsent;
}

// Pairs of exact built-in values. kStop: not one that is known here; kAbsent: an exception.
static bool right_first(Thread& th, int kind, Value a, Value b);  // below, with the protocol
Value binary_exact(Thread& th, int kind, bool inplace, Value a, Value b) {
  bool x = is_intlike(a), y = is_intlike(b);
  if (x && y) {
    if (is_bool(a) && is_bool(b) && kind >= kAnd && kind <= kXor) {
      bool p = a.u == kTrue.u, q = b.u == kTrue.u;
      return boolean(kind == kAnd ? p && q : kind == kOr ? p || q : p != q);
    }
    return int_op(th, kind, a, b);
  }
  if ((x || a.is_float()) && (y || b.is_float())) {
    if (kind > kPow) return kStop;
    double p, q;
    if (!as_double(th, a, &p) || !as_double(th, b, &q)) return kAbsent;
    return float_op(th, kind, p, q);
  }
  if (!a.is_cell()) {
    if (kind == kMul && x && is_sequence(b)) return repeat(th, b, a, false);
    if (b.is(Kind::Complex) && is_number(a)) return complex_op(th, kind, a, b);
    return kStop;
  }
  Kind k = a.cell()->kind;
  if (k >= Kind::Instance) return kStop;
  if (k == Kind::Complex && (is_number(b) || b.is(Kind::Complex))) return complex_op(th, kind, a, b);
  if (b.is(Kind::Complex) && is_number(a)) return complex_op(th, kind, a, b);
  if (is_sequence(a)) {
    if (kind == kAdd) return concat(th, a, b, inplace && (b.is(Kind::List) || a.is(Kind::ByteArray) || !has_fields(b)));
    if (kind == kMul && y) return repeat(th, a, b, inplace);
    if (kind == kMod && k == Kind::Str) {
      if (has_fields(b) && is_str(unwrap(b)) && right_first(th, kind, a, b)) return kStop;
      return percent(th, a, b);
    }
    return kStop;
  }
  if (kind == kMul && x && is_sequence(b)) return repeat(th, b, a, false);
  if ((k == Kind::Set || k == Kind::FrozenSet) && (b.is(Kind::Set) || b.is(Kind::FrozenSet)) &&
      (kind == kSub || (kind >= kAnd && kind <= kXor)))
    return set_binary(th, kind, inplace, a, b);
  if (k == Kind::Dict && kind == kOr) {
    if (inplace) return dict_update(th, a.as<Dict>(), b) ? inc(a) : kAbsent;
    if (!b.is(Kind::Dict)) return kStop;
    Ref<Dict> r(dict_copy(th, a.as<Dict>()));
    return dict_update(th, r.get(), b) ? of(r.release()) : kAbsent;
  }
  return kStop;
}

// --- the protocol ---
static bool right_first(Thread& th, int kind, Value a, Value b) {
  Type *ta = type_of(th, a), *tb = type_of(th, b);
  if (ta == tb || !subtype(tb, ta)) return false;
  Str* n = th.in.names[n_radd_ + kind];
  Value f = type_find(tb, n);
  return f.u && f.u != type_find(ta, n).u;
}
// What to call after `tried` said NotImplemented (Cont::Store: nothing was tried). Cont::Exit: nothing is left.
static Cont next_attempt(Thread& th, Cont tried, int kind, bool inplace, Value a, Value b, Value* func) {
  Type *ta = type_of(th, a), *tb = type_of(th, b);
  // A sequence has no number slot: the right operand's comes before concatenation and repetition, in place too.
  bool joins = is_sequence(a) && (kind == kAdd || kind == kMul) && ta != tb;
  switch (tried) {
    case Cont::Store:
      if (inplace && (*func = type_find(ta, th.in.names[n_iadd_ + kind])).u) {
        if (Value right = joins ? type_find(tb, th.in.names[n_radd_ + kind]) : kAbsent; right.u) {
          *func = right;
          return Cont::BinRightFirst;
        }
        return Cont::BinInplace;
      }
      [[fallthrough]];
    case Cont::BinInplace:
      if (right_first(th, kind, a, b)) {
        *func = type_find(tb, th.in.names[n_radd_ + kind]);
        return Cont::BinRightFirst;
      }
      if (joins && tried == Cont::Store) {
        *func = type_find(tb, th.in.names[n_radd_ + kind]);
        if (func->u) return Cont::BinRightFirst;
      }
      [[fallthrough]];
    case Cont::BinRightFirst:
      if (inplace && joins && tried == Cont::BinRightFirst && (*func = type_find(ta, th.in.names[n_iadd_ + kind])).u)
        return Cont::BinInplace;
      *func = type_find(ta, th.in.names[n_add_ + kind]);
      if (func->u) return Cont::BinLeft;
      if (tried == Cont::BinRightFirst) return Cont::Exit;
      [[fallthrough]];
    case Cont::BinLeft:
      if (ta == tb || right_first(th, kind, a, b) || (is_sequence(a) && (kind == kAdd || kind == kMul)))
        return Cont::Exit;
      *func = type_find(tb, th.in.names[n_radd_ + kind]);
      return func->u ? Cont::BinRight : Cont::Exit;
    default: return Cont::Exit;
  }
}
Value refuse_concat(Thread& th, Value seq, Value other) {
  Value p = unwrap(seq);
  std::string b = type_name(th, other);
  if (p.is(Kind::Bytes) || p.is(Kind::ByteArray))
    return th.raise(E_TypeError, "can't concat %s to %s", b.c_str(), type_name(th, seq).c_str());
  const char* n = p.is(Kind::Str) ? "str" : p.is(Kind::List) ? "list" : "tuple";
  return th.raise(E_TypeError, "can only concatenate %s (not \"%s\") to %s", n, b.c_str(), n);
}
static bool has_sequence_slots(Thread& th, Value v) {
  if (!v.is_cell()) return false;
  switch (v.cell()->kind) {
    case Kind::Dict:
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems:
    case Kind::MappingProxy:
    case Kind::Range:
    case Kind::Set:
    case Kind::FrozenSet: return true;
    default: return type_of(th, v)->tflags & kHeapType;
  }
}
// The last resort of *, else the TypeError.
static Value unsupported(Thread& th, int kind, bool inplace, Value a, Value b) {
  Value p = unwrap(a), q = unwrap(b);
  std::string ta = type_name(th, a), tb = type_name(th, b);
  if (kind == kAdd && is_sequence(p)) return refuse_concat(th, a, b);
  // In place, what has sequence slots of its own, none of them repetition, is not asked to count the right operand.
  bool left_decides = inplace && !is_sequence(p) && has_sequence_slots(th, a);
  if (kind == kMul && (is_sequence(p) || is_sequence(q)) && !left_decides) {
    Value r = repeat_by_index(th, is_sequence(p) ? p : q, is_sequence(p) ? b : a, inplace && a.u == p.u);
    if (r.u != kStop.u) return r;
    const std::string& o = is_sequence(p) ? tb : ta;
    return th.raise(E_TypeError, "can't multiply sequence by non-int of type '%s'", o.c_str());
  }
  if (kind == kShr && a.is(Kind::Native) && a.as<Native>()->def->name == std::string_view("print"))
    return th.raise(E_TypeError,
                    "unsupported operand type(s) for >>: '%s' and '%s'. Did you mean \"print(<message>, "
                    "file=<output_stream>)\"?",
                    ta.c_str(), tb.c_str());
  return th.raise(E_TypeError, "unsupported operand type(s) for %s: '%s' and '%s'",
                  inplace ? kSignInplace[kind] : kSign[kind], ta.c_str(), tb.c_str());
}
// Whether f is repetition by a built-in sequence and `count` is none: asked by name it raises, an operator goes on.
static bool refuses_count(Thread& th, int kind, bool inplace, bool reflected, Value f, Value count) {
  if (kind != kMul || !f.is(Kind::Native) || is_intlike(unwrap(count))) return false;
  Type* owner = f.as<Native>()->owner;
  if (!owner || !is_sequence_kind(owner->inst_kind)) return false;
  return !type_find(type_of(th, count), th.name(n_index)).u || (inplace && reflected && has_sequence_slots(th, count));
}
Out binary_next(Thread& th, Cont tried, int kind, bool inplace, Value a, Value b, int ret, Value* res) {
  for (;;) {
    Value f = kAbsent;
    Cont c = next_attempt(th, tried, kind, inplace, a, b, &f);
    if (c == Cont::Exit) {
      *res = unsupported(th, kind, inplace, a, b);
      return res->u ? kDone : kError;
    }
    bool swap = c == Cont::BinRight || c == Cont::BinRightFirst;
    Value args[2] = {swap ? b : a, swap ? a : b};
    if (refuses_count(th, kind, inplace, swap, f, args[1])) {
      tried = c;
      continue;
    }
    Out o = call_dunder(th, f, args, 2, ret, c, res);
    if (o != kDone || res->u != kNotImplemented.u) return o;
    tried = c;
  }
}
Out binary(Thread& th, int kind, bool inplace, Value a, Value b, int ret, Value* res) {
  // An instance and a value that is none, or is of the same class: the left operand's method goes first.
  if (a.is(Kind::Instance) && (!has_fields(b) || type_of(th, b) == a.as<Instance>()->type())) {
    Type* t = a.as<Instance>()->type();
    Value f = !inplace || !type_find(t, th.in.names[n_iadd_ + kind]).u ? type_find(t, th.in.names[n_add_ + kind]) : kAbsent;
    Value* args = th.free_base() + 2;
    if (LIKELY(f.is(Kind::Func) && args + 300 < th.stack_end)) {
      args[-1] = kAbsent;
      args[0] = inc(a);
      args[1] = inc(b);
      Out o = call_func(th, f.as<Func>(), args, 2, nullptr, ret, Cont::BinLeft, kFrameOwnsFunc, res);
      if (o != kDone || res->u != kNotImplemented.u) return o;
      return binary_next(th, Cont::BinLeft, kind, inplace, a, b, ret, res);
    }
  }
  *res = binary_exact(th, kind, inplace, a, b);
  if (LIKELY(res->u != kStop.u)) return res->u ? kDone : kError;
  return binary_next(th, Cont::Store, kind, inplace, a, b, ret, res);
}
Value binary_native(Thread& th, int kind, bool inplace, Value a, Value b) {
  Value r = binary_exact(th, kind, inplace, a, b);
  if (r.u != kStop.u) return r;
  for (Cont tried = Cont::Store;;) {
    Value f = kAbsent;
    Cont c = next_attempt(th, tried, kind, inplace, a, b, &f);
    if (c == Cont::Exit) return unsupported(th, kind, inplace, a, b);
    bool swap = c == Cont::BinRight || c == Cont::BinRightFirst;
    Value args[2] = {swap ? b : a, swap ? a : b};
    if (refuses_count(th, kind, inplace, swap, f, args[1])) {
      tried = c;
      continue;
    }
    r = call_found(th, f, args[0], args + 1, 1);
    if (r.u != kNotImplemented.u) return r;
    tried = c;
  }
}

// --- unary ---
Value unary_exact(Thread& th, Op op, Value v) {
  if (is_intlike(v)) {
    if (is_big(v)) return op == NEG ? big_negate(th, v) : op == POS ? inc(v) : big_invert(th, v);
    int64_t i = to_int(v);
    if (op == NEG) return UNLIKELY(i == INT64_MIN) ? big_negate(th, v) : integer(th, -i);
    return integer(th, op == POS ? i : ~i);
  }
  if (v.is_float() && op != INVERT) return op == NEG ? real(-v.as_float()) : v;
  if (v.is(Kind::Complex) && op != INVERT)
    return op == NEG ? complex(th, -v.as<Complex>()->re, -v.as<Complex>()->im) : inc(v);
  return kStop;
}
Out unary(Thread& th, Op op, Value v, int ret, Value* res) {
  *res = unary_exact(th, op, v);
  if (res->u != kStop.u) return res->u ? kDone : kError;
  Value m = type_find(type_of(th, v), th.in.names[n_neg_ + (op - NEG)]);
  if (m.u) return call_dunder(th, m, &v, 1, ret, Cont::Store, res);
  th.raise(E_TypeError, "bad operand type for unary %s: '%s'",
           op == NEG   ? "-"
           : op == POS ? "+"
                       : "~",
           type_name(th, v).c_str());
  return kError;
}
}  // namespace adder
