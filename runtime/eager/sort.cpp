#include "runtime/eager/sort.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace adder::rt {
namespace {

// The algorithms see keys: integers in the order of the values, of the two widths that hold them all. So each is
// compiled twice and not for every dtype, and compares integers. Equal values have equal keys (0.0 and -0.0 too), and
// every NaN has the greatest.
template <class T>
using KeyOf = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
template <class K>
constexpr K kNanKey = std::numeric_limits<K>::max();

template <class T>
KeyOf<T> key_of(T value) {
  using K = KeyOf<T>;
  if constexpr (kIsFloating<T>) {
    if (is_nan(value)) return kNanKey<K>;
    K bits = std::bit_cast<K>(Wide<T>(value) + Wide<T>(0));  // the sum turns -0.0 into 0.0
    return bits < 0 ? bits ^ kNanKey<K> : bits;
  } else {
    return K(value);
  }
}

template <class F>
void with_key_type(DType d, F&& f) {
  if (bytes_of(d) == 8)
    f(TypeTag<int64_t>{});
  else
    f(TypeTag<int32_t>{});
}

template <class K>
using Pairs = std::vector<std::pair<K, int64_t>>;  // key, place in the line

// Lines of one tensor.
struct Source {
  DType d;
  const void* in;
  Strip s;

  template <class K>
  void read(int64_t line, Pairs<K>* out) const {
    out->resize(size_t(s.n));
    with_real_type(d, [&]<class T>(TypeTag<T>) {
      if constexpr (std::is_same_v<KeyOf<T>, K>) {
        const T* from = static_cast<const T*>(in) + s.start(line);
        for (int64_t i = 0; i < s.n; ++i) (*out)[size_t(i)] = {key_of(from[i * s.inner]), i};
      } else {
        CHECK(false);
      }
    });
  }
  // The first `count` of the line's elements as `line` orders them, `step` apart from `to` on.
  template <class K>
  void write(int64_t at_line, const Pairs<K>& line, int64_t count, void* values, int64_t* indices, int64_t to,
             int64_t step) const {
    with_bytes_of(d, [&]<class T>(TypeTag<T>) {
      const T* from = static_cast<const T*>(in) + s.start(at_line);
      for (int64_t i = 0; i < count; ++i) {
        static_cast<T*>(values)[to + i * step] = from[line[size_t(i)].second * s.inner];
        indices[to + i * step] = line[size_t(i)].second;
      }
    });
  }
  // One element of the line, as the result of the whole line.
  void write_one(int64_t line, int64_t place, void* values, int64_t* indices) const {
    with_bytes_of(d, [&]<class T>(TypeTag<T>) {
      static_cast<T*>(values)[line] = static_cast<const T*>(in)[s.start(line) + place * s.inner];
    });
    indices[line] = place;
  }
};

constexpr auto kBelow = [](const auto& a, const auto& b) { return a.first < b.first; };
constexpr auto kAbove = [](const auto& a, const auto& b) { return a.first > b.first; };

template <class K, class Before>
void select_top(Pairs<K>& line, int64_t k, bool sorted, Before before) {
  if (k * 64 <= int64_t(line.size())) {
    std::partial_sort(line.begin(), line.begin() + k, line.end(), before);
    return;
  }
  std::nth_element(line.begin(), line.begin() + k - 1, line.end(), before);
  if (sorted) std::sort(line.begin(), line.begin() + k - 1, before);
}

// Quick-select with the median of three as pivot.
template <class K>
void quick_select(Pairs<K>& v, int64_t k) {
  int64_t low = 0;
  int64_t high = int64_t(v.size()) - 1;
  auto at = [&](int64_t i) -> auto& {
    return v[size_t(i)];
  };
  while (high > low) {
    if (high == low + 1) {
      if (kAbove(at(low), at(high))) std::swap(at(low), at(high));
      return;
    }
    std::swap(at(low + (high - low) / 2), at(low + 1));
    if (kAbove(at(low + 1), at(high))) std::swap(at(low + 1), at(high));
    if (kAbove(at(low), at(high))) std::swap(at(low), at(high));
    if (kAbove(at(low + 1), at(low))) std::swap(at(low + 1), at(low));
    int64_t i = low + 1;
    int64_t j = high;
    auto pivot = at(low);
    while (true) {
      do ++i;
      while (kAbove(pivot, at(i)));
      do --j;
      while (kAbove(at(j), pivot));
      if (j < i) break;
      std::swap(at(i), at(j));
    }
    std::swap(at(low), at(j));
    if (j <= k) low = i;
    if (j >= k) high = j - 1;
  }
}

// The place, behind sorting, of the first of the most frequent values. A NaN equals none, another NaN neither.
template <class K>
int64_t most_frequent(const Pairs<K>& line, bool floating) {
  int64_t best = 0;
  int64_t run = 0;
  int64_t found = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    ++run;
    bool goes_on =
        i + 1 < line.size() && line[i].first == line[i + 1].first && !(floating && line[i].first == kNanKey<K>);
    if (goes_on) continue;
    if (run > best) {
      best = run;
      found = line[i].second;
    }
    run = 0;
  }
  return found;
}

template <class K>
int64_t median_place(const Pairs<K>& line, bool floating, bool ignore_nan, std::vector<int64_t>* order) {
  int64_t n = int64_t(line.size());
  int64_t nans = 0;
  int64_t first_nan = -1;
  for (int64_t i = 0; floating && i < n; ++i) {
    if (line[size_t(i)].first != kNanKey<K>) continue;
    if (nans++ == 0) first_nan = i;
  }
  if (nans > 0 && !(ignore_nan && nans < n)) return ignore_nan ? 0 : first_nan;
  order->resize(size_t(n));
  std::iota(order->begin(), order->end(), 0);
  auto middle = order->begin() + (n - nans - 1) / 2;
  std::nth_element(order->begin(), middle, order->end(),
                   [&](int64_t a, int64_t b) { return kBelow(line[size_t(a)], line[size_t(b)]); });
  return *middle;
}

}  // namespace

void sort_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end,
                bool descending) {
  Source source{d, in, s};
  with_key_type(d, [&]<class K>(TypeTag<K>) {
    Pairs<K> line;
    for (int64_t l = begin; l < end; ++l) {
      source.read(l, &line);
      if (descending)
        std::stable_sort(line.begin(), line.end(), kAbove);
      else
        std::stable_sort(line.begin(), line.end(), kBelow);
      source.write(l, line, s.n, values, indices, s.start(l), s.inner);
    }
  });
}

void topk_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end, int64_t k,
                bool largest, bool sorted) {
  if (k == 0) return;
  Source source{d, in, s};
  with_key_type(d, [&]<class K>(TypeTag<K>) {
    Pairs<K> line;
    for (int64_t l = begin; l < end; ++l) {
      source.read(l, &line);
      if (largest)
        select_top(line, k, sorted, kAbove);
      else
        select_top(line, k, sorted, kBelow);
      source.write(l, line, k, values, indices, l / s.inner * k * s.inner + l % s.inner, s.inner);
    }
  });
}

void kth_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end,
               int64_t k) {
  Source source{d, in, s};
  with_key_type(d, [&]<class K>(TypeTag<K>) {
    Pairs<K> line;
    for (int64_t l = begin; l < end; ++l) {
      source.read(l, &line);
      quick_select(line, k - 1);
      source.write_one(l, line[size_t(k - 1)].second, values, indices);
    }
  });
}

void median_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end,
                  bool ignore_nan) {
  Source source{d, in, s};
  with_key_type(d, [&]<class K>(TypeTag<K>) {
    Pairs<K> line;
    std::vector<int64_t> order;
    for (int64_t l = begin; l < end; ++l) {
      source.read(l, &line);
      source.write_one(l, median_place(line, is_floating(d), ignore_nan, &order), values, indices);
    }
  });
}

void mode_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end) {
  if (s.n == 0) return;
  Source source{d, in, s};
  // As in PyTorch a NaN compares with nothing: it stays about where it is, and values around it may stay unsorted. The
  // one in front of the line stops what is sorted into its place from running on.
  const bool floating = is_floating(d);
  with_key_type(d, [&]<class K>(TypeTag<K>) {
    auto below = [&](const auto& a, const auto& b) {
      return a.first < b.first && !(floating && b.first == kNanKey<K>);
    };
    Pairs<K> line;
    for (int64_t l = begin; l < end; ++l) {
      source.read(l, &line);
      line.insert(line.begin(), {kNanKey<K>, 0});
      std::sort(line.begin() + 1, line.end(), below);
      line.erase(line.begin());
      source.write_one(l, most_frequent(line, floating), values, indices);
    }
  });
}

}  // namespace adder::rt
