#pragma once
// What the files of bigint.h share: ints as arrays of limbs.
#include <cstring>
#include <memory>

#include "interp/objects/interpreter.h"
#include "interp/objects/limbs.h"

namespace adder {
inline limbs::Meter& meter_of(Heap& h) {
  return h.owner()->arithmetic;
}
// An int as sign and magnitude; zero has no limbs.
struct Operand {
  uint64_t small;
  const uint64_t* p = &small;
  size_t n;
  bool negative;
  explicit Operand(Value v) {
    if (is_big(v)) {
      const BigInt* b = v.as<BigInt>();
      p = b->limbs;
      n = b->n;
      negative = b->aux == 1;
    } else {
      int64_t i = to_int(v);
      negative = i < 0;
      small = negative ? 0 - uint64_t(i) : uint64_t(i);
      n = small != 0;
    }
  }
  Operand(const Operand&) = delete;
};
// Room for a result: on the C stack if it is short.
class Room {
 public:
  explicit Room(size_t n) {
    if (n > kSmall) {
      large_.reset(new uint64_t[n]);
      p_ = large_.get();
    }
  }
  uint64_t* get() { return p_; }

 private:
  static constexpr size_t kSmall = 160;
  uint64_t small_[kSmall];
  std::unique_ptr<uint64_t[]> large_;
  uint64_t* p_ = small_;
};
inline Value from_limbs(Heap& h, const uint64_t* p, size_t n, bool negative) {
  n = limbs::trim(p, n);
  if (n == 0) return integer49(0);
  if (n == 1 && p[0] <= uint64_t(INT64_MAX) + negative) return integer(h, int64_t(negative ? 0 - p[0] : p[0]));
  BigInt* b = make<BigInt>(h, Kind::Int, (n - 1) * 8);
  b->aux = negative;
  b->n = uint32_t(n);
  memcpy(b->limbs, p, n * 8);
  return of(b);
}
}  // namespace adder
