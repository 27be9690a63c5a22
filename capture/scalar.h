#pragma once
// Arithmetic of trace instructions on scalars. Kinds below 16 are the binary operators of bytecode/code.h.
#include "interp/vm/frame_hook.h"

namespace adder::capture {
enum ScalarKind : uint8_t {
  kScalarCompare = 16,  // + 0..5: < <= > >= == !=
  kScalarIs = 32,
  kScalarIsNot,
  kScalarNot,
  kScalarUnary = 40,  // + 0..2: - + ~
};
const char* scalar_name(uint8_t kind);  // "": there is no such kind
// Owned result; absent with th.pending set if it raises.
Value evaluate_scalar(Thread& th, uint8_t kind, Value a, Value b);
}  // namespace adder::capture
