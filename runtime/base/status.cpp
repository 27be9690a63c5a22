#include "runtime/base/status.h"

namespace adder {

const char* python_name(ErrorKind kind) {
  static constexpr const char* kNames[] = {
      "RuntimeError",   "TypeError",           "ValueError",        "IndexError",    "KeyError",
      "AttributeError", "NotImplementedError", "ZeroDivisionError", "OverflowError", "MemoryError",
      "AssertionError", "LinAlgError",         "SystemError"};
  static_assert(std::size(kNames) == size_t(ErrorKind::count));
  return kNames[size_t(kind)];
}

}  // namespace adder
