// The central table: ids and the addresses of the rows, nothing that runs at start-up.
#include <algorithm>
#include <array>
#include "runtime/ops/op_id.h"
namespace adder::rt {
#define OP(name, family)         \
  extern const OpRow row_##name; \
  extern const OpId id_##name;   \
  constinit const OpId id_##name = OpId::name;
#include "runtime/ops/ops.def"
#undef OP
namespace {
constinit const OpRow* const kTable[] = {
// addresses only: filled in by the linker, nothing runs at start-up
#define OP(name, family) &row_##name,
#include "runtime/ops/ops.def"
#undef OP
};
constexpr std::string_view kNames[] = {
#define OP(name, family) #name,
#include "runtime/ops/ops.def"
#undef OP
};
consteval bool names_are_unique() {  // sorted: comparing all pairs of 600 names cost 5 s
  auto sorted = std::to_array(kNames);
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}
static_assert(names_are_unique(), "two rows of ops.def have the same name");
static_assert(std::size(kTable) == size_t(OpId::count));
}  // namespace
const OpRow& row_of(OpId id) {
  return *kTable[size_t(id)];
}
std::span<const OpRow* const> all_ops() {
  return kTable;
}
const OpRow* find_op_or_null(std::string_view name) {
  for (const OpRow* r : kTable)
    if (r->name == name) return r;
  return nullptr;
}
const OpRow& find_op(std::string_view name) {
  const OpRow* r = find_op_or_null(name);
  CHECK(r);
  return *r;
}
}  // namespace adder::rt
