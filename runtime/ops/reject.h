#pragma once
// Errors of `infer` that are put together apart from the code that finds them, for the size of files whose loops are
// compiled for speed.
#include <concepts>

#include "runtime/ops/op.h"

namespace adder::rt {

template <class D>
[[gnu::cold, gnu::noinline]] void reject(InferCtx<D>& c, const char* message) {
  c.fail(message);
}
template <class D, std::invocable F>
[[gnu::cold, gnu::noinline]] void reject(InferCtx<D>& c, ErrorKind kind, F message) {
  c.fail(kind, message());
}
template <class D, std::invocable F>
void reject(InferCtx<D>& c, F message) {
  reject(c, ErrorKind::runtime, message);
}

}  // namespace adder::rt
