// Arguments as numbers, by their special methods and with CPython's errors.
#include "interp/vm/conversions.h"

#include <cmath>

#include "interp/objects/bigint.h"
#include "interp/vm/special.h"
#include "interp/vm/warn.h"

namespace adder {
bool warn_of_subclass(Thread& th, const std::string& method, const char* wanted, const std::string& given) {
  return warn(th, E_DeprecationWarning,
              method + " returned non-" + wanted + " (type " + given +
                  ").  The ability to return an instance of a strict " + "subclass of " + wanted +
                  " is deprecated, and may be removed in a future version of Python.");
}
Value int_given(Thread& th, Value v, const char* method) {
  Value u = unwrap(v);
  if (!is_intlike(u)) return th.raise(E_TypeError, "%s returned non-int (type %s)", method, type_name(th, v).c_str());
  if (v.is_int() || v.is(Kind::Int)) return inc(v);
  if (!warn_of_subclass(th, method, "int", type_name(th, v))) return kAbsent;
  return is_bool(u) ? integer49(u.u == kTrue.u) : inc(u);
}
std::string argument_type_name(Thread& th, Value v) {
  return v.u == kNone.u ? "None" : type_name(th, v);
}
Value to_int_object(Thread& th, Value v) {
  if (v.is_int() || v.is(Kind::Int)) return inc(v);
  if (is_bool(v)) return integer49(v.u == kTrue.u);
  Value u = unwrap(v);
  if (is_intlike(u)) return inc(u);
  Value m = v.is_cell() ? type_find(type_of(th, v), th.name(n_index)) : kAbsent;
  if (!m.u) return th.raise(E_TypeError, "'%s' object cannot be interpreted as an integer", type_name(th, v).c_str());
  Owned r(call_found(th, m, v));
  if (!r) return kAbsent;
  return int_given(th, r.get(), "__index__");
}
bool to_index(Thread& th, Value v, int64_t* out) {
  if (LIKELY(v.is_int())) return *out = v.as_int(), true;
  Owned i(to_int_object(th, v));
  if (!i) return false;
  if (is_big(i.get())) {
    th.raise(E_OverflowError, "Python int too large to convert to C ssize_t");
    return false;
  }
  *out = to_int(i.get());
  return true;
}
bool to_index_clamped(Thread& th, Value v, int64_t* out) {
  if (LIKELY(v.is_int())) return *out = v.as_int(), true;
  Owned i(to_int_object(th, v));
  if (!i) return false;
  *out = is_big(i.get()) ? (big_sign(i.get()) < 0 ? INT64_MIN : INT64_MAX) : to_int(i.get());
  return true;
}
static bool from_int(Thread& th, Value v, double* out) {
  Owned i(to_int_object(th, v));
  if (!i) return false;
  *out = to_double(i.get());
  if (!std::isinf(*out)) return true;
  th.raise(E_OverflowError, "int too large to convert to float");
  return false;
}
// What a __float__ gives.
static bool float_given(Thread& th, Value v, Value method, double* out) {
  Owned r(call_found(th, method, v));
  if (!r) return false;
  Value f = unwrap(r.get());
  if (!f.is_float()) {
    th.raise(E_TypeError, "%s.__float__ returned non-float (type %s)", type_name(th, v).c_str(),
             type_name(th, r.get()).c_str());
    return false;
  }
  *out = f.as_float();
  return r.get().is_float() ||
         warn_of_subclass(th, type_name(th, v) + ".__float__", "float", type_name(th, r.get()));
}
static Value float_method(Thread& th, Value v) {
  Value m = v.is_cell() && has_fields(v) ? type_find(type_of(th, v), th.name(n_float)) : kAbsent;
  return m.u && m.is(Kind::Native) && is_number(unwrap(v)) ? kAbsent : m;  // a number's own tells what is known
}
bool to_double_arg(Thread& th, Value v, double* out) {
  if (v.is_float()) return *out = v.as_float(), true;
  Value u = unwrap(v);
  if (u.is_float()) return *out = u.as_float(), true;
  if (Value m = float_method(th, v); m.u) return float_given(th, v, m, out);
  if (is_intlike(u) || (v.is_cell() && type_find(type_of(th, v), th.name(n_index)).u)) return from_int(th, v, out);
  th.raise(E_TypeError, "must be real number, not %s", type_name(th, v).c_str());
  return false;
}
int number_to_double(Thread& th, Value v, double* out) {
  if (v.is_float()) return *out = v.as_float(), 1;
  if (Value m = float_method(th, v); m.u) return float_given(th, v, m, out) ? 1 : -1;
  Value u = unwrap(v);
  if (u.is_float()) return *out = u.as_float(), 1;
  const bool index = is_intlike(u) || (v.is_cell() && type_find(type_of(th, v), th.name(n_index)).u);
  return index ? from_int(th, v, out) ? 1 : -1 : 0;
}
}  // namespace adder
