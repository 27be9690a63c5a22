#pragma once
// Value: 8 bytes, NaN-boxed. Doubles are stored with an offset of 2^49, so that a pointer is itself; integers of 49
// bits carry 0xFFFE in the top 15 bits. `Value` is a borrow (bits without ownership: registers, arguments); `Owned` and
// `Ref<T>` own one count and move. Counts are not atomic: cells belong to one interpreter, which runs one thread at a
// time.
#include <cstdint>
#include <cstring>
#include <utility>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COLD [[gnu::noinline, gnu::cold]]
#define NOINLINE [[gnu::noinline]]

namespace adder {

enum class Kind : uint8_t {
#define X(name, text, container) name,
#include "interp/objects/kinds.def"
#undef X
  Count
};
constexpr int kKindCount = int(Kind::Count);

// kWatched: some key of the cell has watchers. kHasDel: its type defines __del__. kBusy: recursion mark of repr.
// kLarge: allocated by itself, behind a LargeHeader. kWeak: weak references point here. kIndexed: a Str with an index.
// kCaptured: a Func whose entry the frame hook wants to see.
enum Flag : uint8_t {
  kWatched = 1,
  kImmortal = 2,
  kInterned = 4,
  kHasDel = 8,
  kBusy = 16,
  kLarge = 32,
  kWeak = 64,
  kIndexed = 128,
  kCaptured = 128,
};

struct Cell {
  uint32_t count;  // 0 marks a free cell in the heap's pages
  Kind kind;
  uint8_t flags;
  uint16_t aux;  // belongs to the kind
};
static_assert(sizeof(Cell) == 8);
void dealloc(Cell*);

struct Value {
  uint64_t u;
  static constexpr uint64_t kOffset = 0x0002000000000000ull;
  static constexpr uint64_t kIntTag = 0xFFFE000000000000ull;
  bool is_int() const { return u >= kIntTag; }
  bool is_float() const { return u - kOffset < kIntTag - kOffset; }
  bool is_cell() const { return u - 64 < kOffset - 64; }
  int64_t as_int() const { return int64_t(u << 15) >> 15; }
  double as_float() const {
    uint64_t b = u - kOffset;
    double d;
    memcpy(&d, &b, 8);
    return d;
  }
  Cell* cell() const { return reinterpret_cast<Cell*>(u); }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(u);
  }
  bool operator==(Value o) const { return u == o.u; }  // identity, not ==
  bool is(Kind k) const { return is_cell() && cell()->kind == k; }
};
// kAbsent: unbound register, missing key, "an error is pending". kStop and kGenDone never reach a script.
constexpr Value kAbsent{0}, kNone{8}, kFalse{16}, kTrue{24}, kStop{32}, kGenDone{40}, kEllipsis{48},
    kNotImplemented{56};
inline Value boolean(bool b) {
  return b ? kTrue : kFalse;
}
inline Value integer49(int64_t i) {
  return {Value::kIntTag | (uint64_t(i) & 0x0001FFFFFFFFFFFFull)};
}
inline bool fits49(int64_t i) {
  return i == int64_t(uint64_t(i) << 15) >> 15;
}
inline Value real(double d) {
  if (UNLIKELY(d != d)) d = __builtin_nan("");
  uint64_t b;
  memcpy(&b, &d, 8);
  return {b + Value::kOffset};
}
inline Value of(const Cell* c) {
  return {reinterpret_cast<uint64_t>(c)};
}
inline bool both_int(Value a, Value b) {
  return (a.u & b.u) >= Value::kIntTag;
}
inline bool both_float(Value a, Value b) {
  return a.is_float() & b.is_float();
}

inline Value inc(Value v) {
  if (v.is_cell()) v.cell()->count++;
  return v;
}
template <class T>
inline T* inc(T* c) {
  c->count++;
  return c;
}
inline void dec(Cell* c) {
  if (UNLIKELY(--c->count == 0)) dealloc(c);
}
inline void dec(Value v) {
  if (v.is_cell()) dec(v.cell());
}
// The slot takes over one count of `owned`.
inline void put(Value& slot, Value owned) {
  Value old = slot;
  slot = owned;
  dec(old);
}
inline void clear_values(Value* v, size_t n) {
  for (size_t i = 0; i < n; i++) {
    Value x = v[i];
    v[i] = kAbsent;
    dec(x);
  }
}

class Owned {
 public:
  Owned() : v_(kAbsent) {}
  explicit Owned(Value owned) : v_(owned) {}
  Owned(Owned&& o) noexcept : v_(o.release()) {}
  Owned(const Owned& o) : v_(inc(o.v_)) {}
  Owned& operator=(Owned o) {
    std::swap(v_, o.v_);
    return *this;
  }
  ~Owned() { dec(v_); }
  Value get() const { return v_; }
  Value release() {
    Value v = v_;
    v_ = kAbsent;
    return v;
  }
  explicit operator bool() const { return v_.u != 0; }

 private:
  Value v_;
};
template <class T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* owned) : p_(owned) {}
  Ref(Ref&& o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  Ref(const Ref& o) : p_(o.p_) {
    if (p_) p_->count++;
  }
  Ref& operator=(Ref o) {
    std::swap(p_, o.p_);
    return *this;
  }
  ~Ref() {
    if (p_) dec(p_);
  }
  T* get() const { return p_; }
  T* operator->() const { return p_; }
  Value value() const { return of(p_); }
  T* release() { return std::exchange(p_, nullptr); }
  explicit operator bool() const { return p_ != nullptr; }

 private:
  T* p_ = nullptr;
};

}  // namespace adder
