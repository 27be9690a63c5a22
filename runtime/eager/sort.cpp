#include "runtime/eager/sort.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace adder::rt {
namespace {

template <class T>
using Pairs = std::vector<std::pair<T, int64_t>>;

template <class T>
bool equal_values(T a, T b) {
  return Wide<T>(a) == Wide<T>(b);
}

template <class T>
void sort_typed(const T* in, T* values, int64_t* indices, Strip s, int64_t begin, int64_t end, bool descending) {
  Pairs<T> line{size_t(s.n)};
  for (int64_t l = begin; l < end; ++l) {
    int64_t at = s.start(l);
    for (int64_t i = 0; i < s.n; ++i) line[size_t(i)] = {in[at + i * s.inner], i};
    if (descending) {
      std::stable_sort(line.begin(), line.end(),
                       [](const auto& a, const auto& b) { return less_nan_last(b.first, a.first); });
    } else {
      std::stable_sort(line.begin(), line.end(),
                       [](const auto& a, const auto& b) { return less_nan_last(a.first, b.first); });
    }
    for (int64_t i = 0; i < s.n; ++i) {
      values[at + i * s.inner] = line[size_t(i)].first;
      indices[at + i * s.inner] = line[size_t(i)].second;
    }
  }
}

template <class T, class Before>
void select_top(Pairs<T>& line, int64_t k, bool sorted, Before before) {
  if (k * 64 <= int64_t(line.size())) {
    std::partial_sort(line.begin(), line.begin() + k, line.end(), before);
    return;
  }
  std::nth_element(line.begin(), line.begin() + k - 1, line.end(), before);
  if (sorted) std::sort(line.begin(), line.begin() + k - 1, before);
}

template <class T>
void topk_typed(const T* in, T* values, int64_t* indices, Strip s, int64_t begin, int64_t end, int64_t k, bool largest,
                bool sorted) {
  if (k == 0) return;
  Pairs<T> line{size_t(s.n)};
  for (int64_t l = begin; l < end; ++l) {
    int64_t at = s.start(l);
    for (int64_t i = 0; i < s.n; ++i) line[size_t(i)] = {in[at + i * s.inner], i};
    if (largest) {
      select_top(line, k, sorted, [](const auto& a, const auto& b) {
        return (is_nan(a.first) && !is_nan(b.first)) || Wide<T>(a.first) > Wide<T>(b.first);
      });
    } else {
      select_top(line, k, sorted, [](const auto& a, const auto& b) { return less_nan_last(a.first, b.first); });
    }
    int64_t to = l / s.inner * k * s.inner + l % s.inner;
    for (int64_t i = 0; i < k; ++i) {
      values[to + i * s.inner] = line[size_t(i)].first;
      indices[to + i * s.inner] = line[size_t(i)].second;
    }
  }
}

// Quick-select with the median of three as pivot.
template <class T>
void quick_select(Pairs<T>& v, int64_t k) {
  auto above = [](const auto& a, const auto& b) {
    return (is_nan(a.first) && !is_nan(b.first)) || Wide<T>(a.first) > Wide<T>(b.first);
  };
  int64_t low = 0;
  int64_t high = int64_t(v.size()) - 1;
  auto at = [&](int64_t i) -> auto& {
    return v[size_t(i)];
  };
  while (high > low) {
    if (high == low + 1) {
      if (above(at(low), at(high))) std::swap(at(low), at(high));
      return;
    }
    std::swap(at(low + (high - low) / 2), at(low + 1));
    if (above(at(low + 1), at(high))) std::swap(at(low + 1), at(high));
    if (above(at(low), at(high))) std::swap(at(low), at(high));
    if (above(at(low + 1), at(low))) std::swap(at(low + 1), at(low));
    int64_t i = low + 1;
    int64_t j = high;
    auto pivot = at(low);
    while (true) {
      do ++i;
      while (above(pivot, at(i)));
      do --j;
      while (above(at(j), pivot));
      if (j < i) break;
      std::swap(at(i), at(j));
    }
    std::swap(at(low), at(j));
    if (j <= k) low = i;
    if (j >= k) high = j - 1;
  }
}

template <class T>
void mode_typed(const T* in, T* values, int64_t* indices, Strip s, int64_t begin, int64_t end) {
  Pairs<T> line{size_t(s.n)};
  for (int64_t l = begin; l < end; ++l) {
    int64_t at = s.start(l);
    for (int64_t i = 0; i < s.n; ++i) line[size_t(i)] = {in[at + i * s.inner], i};
    std::sort(line.begin(), line.end(), [](const auto& a, const auto& b) { return less_nan_last(a.first, b.first); });
    int64_t best = 0;
    int64_t run = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      ++run;
      if (i + 1 < line.size() && equal_values(line[i].first, line[i + 1].first)) continue;
      if (run > best) {
        best = run;
        values[l] = line[i].first;
        indices[l] = line[i].second;
      }
      run = 0;
    }
  }
}

template <class T>
void median_typed(const T* in, T* values, int64_t* indices, Strip s, int64_t begin, int64_t end, bool ignore_nan) {
  std::vector<int64_t> order{};
  for (int64_t l = begin; l < end; ++l) {
    const T* line = in + s.start(l);
    auto value = [&](int64_t i) { return line[i * s.inner]; };
    int64_t nans = 0;
    int64_t first_nan = -1;
    for (int64_t i = 0; i < s.n; ++i) {
      if (!is_nan(value(i))) continue;
      if (nans++ == 0) first_nan = i;
    }
    int64_t chosen = first_nan;
    if (nans == 0 || (ignore_nan && nans < s.n)) {
      order.resize(size_t(s.n));
      std::iota(order.begin(), order.end(), 0);
      auto middle = order.begin() + (s.n - nans - 1) / 2;
      std::nth_element(order.begin(), middle, order.end(),
                       [&](int64_t a, int64_t b) { return less_nan_last(value(a), value(b)); });
      chosen = *middle;
    } else if (ignore_nan) {
      chosen = 0;
    }
    values[l] = value(chosen);
    indices[l] = chosen;
  }
}

}  // namespace

void sort_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end,
                bool descending) {
  with_real_type(d, [&]<class T>(TypeTag<T>) {
    sort_typed(static_cast<const T*>(in), static_cast<T*>(values), indices, s, begin, end, descending);
  });
}

void topk_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end, int64_t k,
                bool largest, bool sorted) {
  with_real_type(d, [&]<class T>(TypeTag<T>) {
    topk_typed(static_cast<const T*>(in), static_cast<T*>(values), indices, s, begin, end, k, largest, sorted);
  });
}

void kth_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end,
               int64_t k) {
  with_real_type(d, [&]<class T>(TypeTag<T>) {
    const T* from = static_cast<const T*>(in);
    Pairs<T> line{size_t(s.n)};
    for (int64_t l = begin; l < end; ++l) {
      int64_t at = s.start(l);
      for (int64_t i = 0; i < s.n; ++i) line[size_t(i)] = {from[at + i * s.inner], i};
      quick_select(line, k - 1);
      static_cast<T*>(values)[l] = line[size_t(k - 1)].first;
      indices[l] = line[size_t(k - 1)].second;
    }
  });
}

void median_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end,
                  bool ignore_nan) {
  with_real_type(d, [&]<class T>(TypeTag<T>) {
    median_typed(static_cast<const T*>(in), static_cast<T*>(values), indices, s, begin, end, ignore_nan);
  });
}

void mode_lines(DType d, const void* in, void* values, int64_t* indices, Strip s, int64_t begin, int64_t end) {
  with_real_type(d, [&]<class T>(TypeTag<T>) {
    mode_typed(static_cast<const T*>(in), static_cast<T*>(values), indices, s, begin, end);
  });
}

}  // namespace adder::rt
