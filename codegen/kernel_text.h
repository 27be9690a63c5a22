// The text form of kernels. parse_kernel(text(k)) gives a kernel with the same text.
//
//   kernel softmax(b0: f32 dense, b1: f32 dense out) rows(f32, f32) {
//     inner (b0) -> (_) {
//       %0 = load 0 : f32
//       return %0
//       reduce (0) -> (r0) init (-inf) step {
//         ...
//       } combine {
//         ...
//       }
//     }
//     row (r0) -> (r1) { ... }
//   }
//
// Buffers are `dense` or `broadcast` along the inner range, and may be `out` or `scratch`. A stage lists the places its
// program loads from and stores to; `_` is a result that only feeds reductions. `reduce (…)` names results by position.
#pragma once
#include <string>
#include <string_view>
#include "codegen/kernel.h"
namespace adder::codegen {

std::string text(const Kernel&);
std::string program_text(const Program&, const std::string& indent);

struct ParsedKernel {
  Kernel kernel;
  std::string error;  // empty, or "line 3: …"
};
ParsedKernel parse_kernel(std::string_view text);

}  // namespace adder::codegen
