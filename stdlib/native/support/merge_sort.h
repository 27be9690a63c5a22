#pragma once
// A stable merge sort that finds natural runs, as timsort does. The comparison may lie, fail or change what it
// compares: the array always stays a permutation of what it was.
#include <algorithm>
#include <cstddef>
#include <vector>

namespace adder::lib {

// Less: bool(const T&, const T&). Stop: bool(); true ends the sort early (the comparison failed).
template <class T, class Less, class Stop>
class MergeSort {
 public:
  MergeSort(T* items, size_t n, Less less, Stop stop) : items_(items), n_(n), less_(less), stop_(stop) {}

  void run() {
    if (n_ < 2) return;
    size_t min_run = min_run_of(n_);
    size_t at = 0;
    while (at < n_ && !stop_()) {
      size_t length = natural_run(at);
      size_t forced = std::min(min_run, n_ - at);
      if (length < forced) {
        insertion(at, at + length, at + forced);
        length = forced;
      }
      runs_[count_++] = {at, length};
      at += length;
      collapse();
    }
    while (count_ > 1 && !stop_()) {
      size_t i = count_ - 2;
      if (i > 0 && runs_[i - 1].length < runs_[i + 1].length) --i;
      merge(i);
    }
  }

 private:
  struct Run {
    size_t start, length;
  };

  static size_t min_run_of(size_t n) {
    size_t low = 0;
    while (n >= 64) {
      low |= n & 1;
      n >>= 1;
    }
    return n + low;
  }

  size_t natural_run(size_t at) {
    size_t i = at + 1;
    if (i == n_) return 1;
    if (less_(items_[i], items_[i - 1])) {
      ++i;
      while (i < n_ && less_(items_[i], items_[i - 1])) ++i;
      if (!stop_()) std::reverse(items_ + at, items_ + i);
    } else {
      ++i;
      while (i < n_ && !less_(items_[i], items_[i - 1])) ++i;
    }
    return i - at;
  }

  void insertion(size_t first, size_t sorted_end, size_t end) {
    for (size_t i = sorted_end; i < end; ++i) {
      T pivot = items_[i];
      size_t lo = first;
      size_t hi = i;
      while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (less_(pivot, items_[mid]))
          hi = mid;
        else
          lo = mid + 1;
      }
      if (stop_()) return;
      std::move_backward(items_ + lo, items_ + i, items_ + i + 1);
      items_[lo] = pivot;
    }
  }

  void collapse() {
    while (count_ > 1 && !stop_()) {
      size_t i = count_ - 2;
      bool unbalanced = (i > 0 && runs_[i - 1].length <= runs_[i].length + runs_[i + 1].length) ||
                        (i > 1 && runs_[i - 2].length <= runs_[i - 1].length + runs_[i].length);
      if (unbalanced) {
        if (runs_[i - 1].length < runs_[i + 1].length) --i;
      } else if (runs_[i].length > runs_[i + 1].length) {
        return;
      }
      merge(i);
    }
  }

  // First position in [lo, hi) whose item is greater than `key` (upper) or not less than it (lower).
  size_t upper(const T& key, size_t lo, size_t hi) {
    size_t step = 1;
    size_t base = lo;
    while (base + step < hi && !less_(key, items_[base + step - 1])) {
      base += step;
      step *= 2;
    }
    hi = std::min(hi, base + step);
    lo = base;
    while (lo < hi) {
      size_t mid = lo + (hi - lo) / 2;
      if (less_(key, items_[mid]))
        hi = mid;
      else
        lo = mid + 1;
    }
    return lo;
  }
  size_t lower_from_end(const T& key, size_t lo, size_t hi) {
    size_t step = 1;
    size_t top = hi;
    while (top - lo > step && !less_(items_[top - step], key)) {
      top -= step;
      step *= 2;
    }
    lo = top - lo > step ? top - step : lo;
    hi = top;
    while (lo < hi) {
      size_t mid = lo + (hi - lo) / 2;
      if (less_(items_[mid], key))
        lo = mid + 1;
      else
        hi = mid;
    }
    return lo;
  }

  // Merges runs i and i + 1; all items are back in the array when it returns.
  void merge(size_t i) {
    size_t a = runs_[i].start;
    size_t b = runs_[i + 1].start;
    size_t end = b + runs_[i + 1].length;
    runs_[i].length += runs_[i + 1].length;
    for (size_t k = i + 1; k + 1 < count_; ++k) runs_[k] = runs_[k + 1];
    --count_;
    a = upper(items_[b], a, b);
    if (a == b || stop_()) return;
    end = lower_from_end(items_[b - 1], b, end);
    if (end == b || stop_()) return;
    if (b - a <= end - b)
      merge_low(a, b, end);
    else
      merge_high(a, b, end);
  }

  void merge_low(size_t a, size_t b, size_t end) {
    spare_.assign(items_ + a, items_ + b);
    size_t i = 0;
    size_t out = a;
    size_t n = spare_.size();
    while (i < n && b < end && !stop_()) {
      if (less_(items_[b], spare_[i]))
        items_[out++] = items_[b++];
      else
        items_[out++] = spare_[i++];
    }
    std::copy(spare_.begin() + long(i), spare_.end(), items_ + out);
  }

  void merge_high(size_t a, size_t b, size_t end) {
    spare_.assign(items_ + b, items_ + end);
    size_t j = spare_.size();
    size_t out = end;
    while (j > 0 && b > a && !stop_()) {
      if (less_(spare_[j - 1], items_[b - 1]))
        items_[--out] = items_[--b];
      else
        items_[--out] = spare_[--j];
    }
    std::copy(spare_.begin(), spare_.begin() + long(j), items_ + out - j);
  }

  T* items_;
  size_t n_;
  Less less_;
  Stop stop_;
  // Each run is longer than the next two together, so the lengths grow as Fibonacci's numbers do: 64 bits hold 90. One
  // more comes before collapse() restores that.
  Run runs_[96];
  size_t count_ = 0;
  std::vector<T> spare_;
};

template <class T, class Less, class Stop>
void merge_sort(T* items, size_t n, Less less, Stop stop) {
  MergeSort<T, Less, Stop>(items, n, less, stop).run();
}

}  // namespace adder::lib
