// What a failed allocation below a kernel means to whoever started it.
#pragma once
#include <string>

#include "runtime/base/scratch.h"
#include "runtime/base/status.h"
#include "runtime/tensor/tensor.h"

namespace adder::rt {

inline Status memory_failure(const std::bad_alloc& e) {
  if (auto* known = dynamic_cast<const OutOfMemory*>(&e))
    return Status::error(ErrorKind::memory, out_of_memory_text(known->bytes));
  return Status::error(ErrorKind::memory, "out of memory");
}

}  // namespace adder::rt
