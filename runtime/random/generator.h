// The random number generator of the CPU: mt19937 with PyTorch's seeding, derived draws and 5056-byte state.
//
// Threads: none. One generator belongs to one interpreter thread at a time; every fill draws serially, so the number of
// worker threads never changes a result. Copying a generator forks it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace adder::rt {

class Generator {
 public:
  static constexpr uint64_t kDefaultSeed = 67280421310721;
  static constexpr size_t kStateBytes = 5056;

  explicit Generator(uint64_t seed = kDefaultSeed) { manual_seed(seed); }

  // Only the low 32 bits reach the engine. Clears the cached normal deviate.
  void manual_seed(uint64_t seed);
  uint64_t initial_seed() const { return initial_seed_; }

  uint32_t random();                                                   // 32 bits
  uint64_t random64();                                                 // two words, the first is the high half
  float uniform24() { return float(random() & 0xffffff) * 0x1p-24f; }  // [0, 1), 32 bits
  double uniform53() { return double(random64() & ((uint64_t(1) << 53) - 1)) * 0x1p-53; }  // [0, 1), 64 bits
  double normal();                                                                         // 128 or 0 bits

  // PyTorch's blob: states and checkpoints travel both ways.
  void get_state(std::span<std::byte, kStateBytes> blob) const;
  // False when the blob is no valid state; the generator is then unchanged.
  bool set_state(std::span<const std::byte, kStateBytes> blob);

 private:
  static constexpr int kWords = 624;
  void twist();

  uint64_t initial_seed_ = 0;
  uint32_t state_[kWords];
  int left_ = 1;  // draws until the next twist, plus one
  uint32_t next_ = 0;
  bool has_normal_ = false;
  double normal_ = 0;
};

}  // namespace adder::rt
