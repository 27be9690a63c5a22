// The enumerators of OpId, for code that switches over ops (table, tests, capture rules). It changes with every new op:
// family files and the engine do not include it.
#pragma once
#include "runtime/ops/op.h"
namespace adder::rt {
enum class OpId : uint16_t {
#define OP(name, family) name,
#include "runtime/ops/ops.def"
#undef OP
  count
};
}  // namespace adder::rt
