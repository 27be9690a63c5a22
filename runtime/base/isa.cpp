#include "runtime/base/isa.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

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

#ifdef __x86_64__
namespace {
// __builtin_cpu_supports would have the start of every program ask the CPU a dozen questions, each of which costs
// microseconds under a hypervisor.
Isa ask_cpu() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return Isa::generic;
  constexpr unsigned kNeeded = bit_FMA | bit_OSXSAVE | bit_F16C | bit_AVX;
  if ((c & kNeeded) != kNeeded) return Isa::generic;
  unsigned saved, high;  // the registers that the system saves when threads change
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  constexpr unsigned kYmm = 0x06, kZmm = 0xE6;
  if ((saved & kYmm) != kYmm || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return Isa::generic;
  constexpr unsigned kAvx2 = bit_AVX2 | bit_BMI2;
  constexpr unsigned kAvx512 = bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL;
  if ((b & kAvx2) != kAvx2) return Isa::generic;
  return (b & kAvx512) == kAvx512 && (saved & kZmm) == kZmm ? Isa::avx512 : Isa::avx2;
}
}  // namespace
Isa host_isa() {
  static const Isa isa = ask_cpu();
  return isa;
}
#else
Isa host_isa() {
  return Isa::generic;
}
#endif

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
