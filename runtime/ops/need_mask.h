// A set of argument positions. Most ops fit one word; only calls with long tensor lists go past it.
#pragma once
#include <cstdint>
#include <vector>

namespace adder::rt {

class NeedMask {
 public:
  NeedMask() = default;
  NeedMask(uint64_t low) : low_(low) {}
  bool operator[](size_t i) const {
    if (i < 64) return low_ >> i & 1;
    return i / 64 - 1 < high_.size() && (high_[i / 64 - 1] >> (i % 64) & 1);
  }
  void add(size_t i) {
    if (i < 64) {
      low_ |= uint64_t(1) << i;
      return;
    }
    if (high_.size() < i / 64) high_.resize(i / 64);
    high_[i / 64 - 1] |= uint64_t(1) << (i % 64);
  }
  bool any() const {
    bool r = low_ != 0;
    for (uint64_t w : high_) r |= w != 0;
    return r;
  }
  bool intersects(const NeedMask& o) const {
    bool r = (low_ & o.low_) != 0;
    for (size_t k = 0; k < high_.size() && k < o.high_.size(); ++k) r |= (high_[k] & o.high_[k]) != 0;
    return r;
  }
  bool small() const { return high_.empty(); }
  uint64_t low() const { return low_; }
  bool operator==(const NeedMask&) const = default;

 private:
  uint64_t low_ = 0;
  std::vector<uint64_t> high_;
};

}  // namespace adder::rt
