// Sizes and strides: up to six dims inside the object, more on the heap. PyTorch's limit of 64 dims is enforced by the
// engine, which checks every shape rule's result; Dims itself grows freely.
#pragma once
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include "runtime/types/symint.h"

namespace adder::rt {

inline constexpr int kMaxDims = 64;

template <class D>
class Dims {
 public:
  int n = 0;

  Dims() {}
  Dims(std::initializer_list<D> l) {
    for (const D& v : l) push(v);
  }
  Dims(const Dims& o) { assign(o.d_, o.n); }
  Dims(Dims&& o) noexcept { take(o); }
  Dims& operator=(const Dims& o) {
    if (this != &o) assign(o.d_, o.n);
    return *this;
  }
  Dims& operator=(Dims&& o) noexcept {
    if (this == &o) return *this;
    if (d_ != inline_) delete[] d_;
    d_ = inline_;
    capacity_ = kInline;
    take(o);
    return *this;
  }
  ~Dims() {
    if (d_ != inline_) delete[] d_;
  }

  D* data() { return d_; }
  const D* data() const { return d_; }
  int size() const { return n; }
  bool empty() const { return n == 0; }
  D& operator[](int i) { return d_[i]; }
  const D& operator[](int i) const { return d_[i]; }
  D& back() { return d_[n - 1]; }
  const D& back() const { return d_[n - 1]; }
  const D* begin() const { return d_; }
  const D* end() const { return d_ + n; }

  void assign(const D* from, int count) {
    n = 0;
    reserve(count);
    for (int i = 0; i < count; ++i) d_[i] = from[i];
    n = count;
  }
  void push(const D& v) {
    D copy = v;
    if (n == capacity_) [[unlikely]]
      reserve(2 * n);
    d_[n++] = copy;
  }
  void resize(int count) {
    reserve(count);
    for (int i = n; i < count; ++i) d_[i] = D(0);
    n = count;
  }
  void insert(int at, const D& v) {
    D copy = v;
    push(copy);
    for (int i = n - 1; i > at; --i) d_[i] = d_[i - 1];
    d_[at] = copy;
  }
  void erase(int at) {
    for (int i = at; i + 1 < n; ++i) d_[i] = d_[i + 1];
    --n;
  }
  D product() const {
    if constexpr (std::is_same_v<D, int64_t>) {  // whoever makes sizes refuses those whose product overflows
      uint64_t p = 1;
      for (int i = 0; i < n; ++i) p *= uint64_t(d_[i]);
      return int64_t(p);
    }
    D p = D(1);
    for (int i = 0; i < n; ++i) p = p * d_[i];
    return p;
  }
  bool operator==(const Dims& o) const requires std::is_same_v<D, int64_t> {
    if (n != o.n) return false;
    for (int i = 0; i < n; ++i)
      if (d_[i] != o.d_[i]) return false;
    return true;
  }

 private:
  static constexpr int kInline = 6;
  void reserve(int count) {
    if (count <= capacity_) return;
    D* bigger = new D[size_t(std::max(count, kInline + 1))];
    std::copy_n(d_, n, bigger);
    if (d_ != inline_) delete[] d_;
    d_ = bigger;
    capacity_ = count;
  }
  void take(Dims& o) {
    n = o.n;
    if (o.d_ == o.inline_) {
      for (int i = 0; i < n; ++i) inline_[i] = o.inline_[i];
    } else {
      d_ = o.d_;
      capacity_ = o.capacity_;
      o.d_ = o.inline_;
      o.capacity_ = kInline;
    }
    o.n = 0;
  }
  int capacity_ = kInline;
  D* d_ = inline_;
  D inline_[kInline];
};
using Sizes = Dims<int64_t>;
std::string shape_text(const Sizes& s);  // "[2, 3]"

}  // namespace adder::rt
