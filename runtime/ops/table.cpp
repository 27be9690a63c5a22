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
// Positions in the order of the names: look-up by bisection, and uniqueness without comparing all pairs.
consteval auto sort_by_name() {
  std::array<uint16_t, std::size(kNames)> order{};
  for (size_t i = 0; i < order.size(); ++i) order[i] = uint16_t(i);
  std::sort(order.begin(), order.end(), [](uint16_t a, uint16_t b) { return kNames[a] < kNames[b]; });
  return order;
}
constexpr auto kByName = sort_by_name();
consteval bool names_are_unique() {
  for (size_t i = 1; i < kByName.size(); ++i)
    if (kNames[kByName[i - 1]] == kNames[kByName[i]]) return false;
  return true;
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
  auto it = std::lower_bound(kByName.begin(), kByName.end(), name,
                             [](uint16_t i, std::string_view n) { return kNames[i] < n; });
  return it != kByName.end() && kNames[*it] == name ? kTable[*it] : nullptr;
}
const OpRow& find_op(std::string_view name) {
  const OpRow* r = find_op_or_null(name);
  CHECK(r);
  return *r;
}
}  // namespace adder::rt
