// Arithmetic on magnitudes: arrays of 64-bit limbs, the least significant first. Outputs may be the inputs' arrays only
// where it is said. Counts are in limbs; a result's leading zeros stay, unless the function returns a count.
#pragma once
#include <cstddef>
#include <cstdint>

namespace adder::limbs {

using Limb = uint64_t;

// Long operations report the limbs they have worked on; each kInterval of them (about a millisecond) it looks whether
// the result is still wanted.
class Meter {
 public:
  using Look = void (*)(const void* context);  // throws to end the operation
  Meter() = default;
  Meter(Look look, const void* context) : look_(look), context_(context) {}
  void spend(size_t limbs) {
    if ((spent_ += limbs) < kInterval) return;
    spent_ = 0;
    if (look_) look_(context_);
  }

 private:
  static constexpr size_t kInterval = size_t(1) << 20;
  size_t spent_ = 0;
  Look look_ = nullptr;
  const void* context_ = nullptr;
};

inline size_t trim(const Limb* a, size_t n) {
  while (n && !a[n - 1]) n--;
  return n;
}
int compare(const Limb* a, size_t n, const Limb* b, size_t m);  // both trimmed
// r has n + 1 limbs, n >= m; r may be a.
void add(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m);
// r has n limbs, a >= b; r may be a.
void subtract(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m);
// r has n + m limbs and is neither a nor b; n, m > 0. Schoolbook, Karatsuba's way from 40 limbs on.
void multiply(Limb* r, const Limb* a, size_t n, const Limb* b, size_t m, Meter&);
// q has n limbs and may be a; the rest is returned. d != 0.
Limb divide_limb(Limb* q, const Limb* a, size_t n, Limb d);
// a (n + 1 limbs, the top one 0) becomes the rest, q gets n - m + 1 limbs; n >= m >= 2, b is trimmed. `scratch`: m.
void divide(Limb* q, Limb* a, size_t n, const Limb* b, size_t m, Limb* scratch, Meter&);
// r = a * x - b * y, which is not negative; all have n limbs, and the result fits them.
void combine(Limb* r, const Limb* a, Limb x, const Limb* b, Limb y, size_t n);
// r has n + bits / 64 + 1 limbs.
void shift_left(Limb* r, const Limb* a, size_t n, size_t bits);
// r has n - bits / 64 limbs (bits / 64 < n); was a bit shifted out that is not 0?
bool shift_right(Limb* r, const Limb* a, size_t n, size_t bits);

}  // namespace adder::limbs
