#include "runtime/random/generator.h"

#include <cmath>
#include <cstring>
#include <numbers>

namespace adder::rt {
namespace {

// The layout of the state blob, little-endian, as PyTorch writes it.
struct StateBlob {
  uint64_t initial_seed;
  int32_t left;
  int32_t seeded;
  uint64_t next;
  uint64_t words[624];
  double normal_x;  // always 0
  double normal_y;  // the cached deviate
  double normal_rho;
  int32_t normal_is_valid;
  int32_t padding;
  float float_normal;  // no tensor op sets it
  uint8_t float_normal_is_valid;
  uint8_t tail[3];
};
static_assert(sizeof(StateBlob) == Generator::kStateBytes);

}  // namespace

void Generator::manual_seed(uint64_t seed) {
  initial_seed_ = seed;
  state_[0] = uint32_t(seed);
  for (uint32_t j = 1; j < kWords; ++j) {
    uint32_t previous = state_[j - 1];
    state_[j] = 1812433253u * (previous ^ previous >> 30) + j;
  }
  left_ = 1;
  next_ = 0;
  has_normal_ = false;
  normal_ = 0;
}

void Generator::twist() {
  auto mixed = [](uint32_t high, uint32_t low) {
    uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
    return y >> 1 ^ (low & 1 ? 0x9908b0dfu : 0);
  };
  constexpr int kShift = 397;
  for (int i = 0; i < kWords - kShift; ++i) state_[i] = state_[i + kShift] ^ mixed(state_[i], state_[i + 1]);
  for (int i = kWords - kShift; i < kWords - 1; ++i) {
    state_[i] = state_[i + kShift - kWords] ^ mixed(state_[i], state_[i + 1]);
  }
  state_[kWords - 1] = state_[kShift - 1] ^ mixed(state_[kWords - 1], state_[0]);
}

uint32_t Generator::random() {
  if (--left_ == 0) {
    twist();
    left_ = kWords;
    next_ = 0;
  }
  uint32_t y = state_[next_++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

uint64_t Generator::random64() {
  uint64_t high = random();
  uint64_t low = random();
  return high << 32 | low;
}

// Deviates come in pairs; the sine of a pair waits for the next call, of whatever dtype that is.
double Generator::normal() {
  if (has_normal_) {
    has_normal_ = false;
    return normal_;
  }
  double u1 = uniform53();
  double u2 = uniform53();
  double radius = std::sqrt(-2.0 * std::log1p(-u2));
  double angle = 2.0 * std::numbers::pi * u1;
  normal_ = radius * std::sin(angle);
  has_normal_ = true;
  return radius * std::cos(angle);
}

void Generator::get_state(std::span<std::byte, kStateBytes> blob) const {
  StateBlob s{};
  s.initial_seed = initial_seed_;
  s.left = left_;
  s.seeded = 1;
  s.next = next_;
  for (int i = 0; i < kWords; ++i) s.words[i] = state_[i];
  s.normal_y = has_normal_ ? normal_ : 0;
  s.normal_is_valid = has_normal_;
  std::memcpy(blob.data(), &s, sizeof s);
}

bool Generator::set_state(std::span<const std::byte, kStateBytes> blob) {
  StateBlob s;
  std::memcpy(&s, blob.data(), sizeof s);
  if (s.seeded != 1 || s.left < 1 || s.left > kWords || s.next > uint64_t(kWords)) return false;
  // A twist happens before the index could run past the words; a blob that says otherwise is damaged.
  if (s.left > 1 && s.next + uint64_t(s.left) > kWords + 1) return false;
  initial_seed_ = s.initial_seed;
  left_ = s.left;
  next_ = uint32_t(s.next);
  for (int i = 0; i < kWords; ++i) state_[i] = uint32_t(s.words[i]);
  has_normal_ = s.normal_is_valid == 1;
  normal_ = s.normal_y;
  return true;
}

}  // namespace adder::rt
