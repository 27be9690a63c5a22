#include "stdlib/native/system_numbers.h"

namespace adder::lib {
namespace {

// What the number is if it fits in 64 bits; `beyond`: it does not, and *out has its sign.
bool read_number(Thread& th, Value v, int64_t* out, bool* beyond) {
  *beyond = false;
  if (!to_index_clamped(th, v, out)) return false;
  if (*out != INT64_MIN && *out != INT64_MAX) return true;
  if (int64_t same; to_index(th, v, &same)) return true;
  if (!th.pending_is(E_OverflowError)) return false;
  th.clear_pending();
  *beyond = true;
  return true;
}
bool too_large(Thread& th, const char* type) {
  th.raise(E_OverflowError, "Python int too large to convert to C %s", type);
  return false;
}

}  // namespace

bool system_number(Thread& th, Value v, NumberKind kind, int64_t* out) {
  const bool whole = is_intlike(unwrap(v)), owner = kind == kUser || kind == kGroup;
  const char* name = kind == kUser ? "uid" : "gid";
  Owned file;
  if (kind == kOpenFile && !whole) {
    Owned method(get_attr_native(th, v, intern(th.in, "fileno")));
    if (method) file = Owned(th.call(method.get(), nullptr, 0));
    if (method && !file) return false;
    if (!method || !is_intlike(unwrap(file.get()))) {
      th.clear_pending();
      th.raise(E_TypeError, method ? "fileno() returned a non-integer"
                                   : "argument must be an int, or have a fileno() method.");
      return false;
    }
    v = file.get();
  }
  bool beyond;
  if (!read_number(th, v, out, &beyond)) {
    if (owner && !whole && th.pending_is(E_TypeError)) {
      th.clear_pending();
      th.raise(E_TypeError, "%s should be integer, not %s", name, type_name(th, v).c_str());
    }
    return false;
  }
  if (owner) {
    if (!beyond && *out >= -1 && *out <= int64_t(UINT32_MAX)) return true;
    // CPython has the same words for what is beyond 32 bits at either end.
    th.raise(E_OverflowError, beyond && *out > 0 ? "%s is greater than maximum" : "%s is less than minimum", name);
    return false;
  }
  if (kind == kOffset) return !beyond || too_large(th, "long");
  const bool fits = *out == int(*out);
  if (kind == kProcess && !fits) {
    if (beyond) return too_large(th, "long");
    th.raise(E_OverflowError, "signed integer is %s", *out > 0 ? "greater than maximum" : "less than minimum");
    return false;
  }
  if (!fits) return too_large(th, "int");
  if (kind == kOpenFile && *out < 0) {
    th.raise(E_ValueError, "file descriptor cannot be a negative integer (%d)", int(*out));
    return false;
  }
  return true;
}
bool int_arg(Thread& th, Value v, int* out) {
  int64_t n;
  if (!system_number(th, v, kCInt, &n)) return false;
  *out = int(n);
  return true;
}

}  // namespace adder::lib
