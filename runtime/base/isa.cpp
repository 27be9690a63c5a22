#include "runtime/base/isa.h"

#include <atomic>
#include <cstdlib>

#include "runtime/base/check.h"

namespace adder::rt {
namespace {

constexpr const char* kNames[] = {"generic", "avx2", "avx512"};

std::atomic<Isa>& present_choice() {
  static std::atomic<Isa> choice{[] {
    const char* name = std::getenv("ADDER_ISA");
    std::optional<Isa> wanted = isa_of(name ? name : "");
    return wanted && *wanted <= host_isa() ? *wanted : host_isa();
  }()};
  return choice;
}

}  // namespace

Isa host_isa() {
#ifdef __x86_64__
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
              __builtin_cpu_supports("f16c");
  bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2 && avx512) return Isa::avx512;
  if (avx2) return Isa::avx2;
#endif
  return Isa::generic;
}

const char* isa_name(Isa isa) {
  return kNames[int(isa)];
}

std::optional<Isa> isa_of(std::string_view name) {
  for (int i = 0; i < 3; ++i)
    if (name == kNames[i]) return Isa(i);
  return std::nullopt;
}

Isa chosen_isa() {
  return present_choice().load(std::memory_order_relaxed);
}

void choose_isa(Isa isa) {
  CHECK(isa <= host_isa());
  present_choice() = isa;
}

}  // namespace adder::rt
