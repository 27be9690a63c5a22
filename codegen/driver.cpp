#include "codegen/driver.h"
#include <algorithm>
#include <cstring>
#include "runtime/base/scratch.h"
#include "runtime/kernel/loop_nest.h"
namespace adder::codegen {
namespace {

constexpr int64_t kGrain = 1 << 15;  // elements; below that a second thread costs more than it gives

int64_t wanted_stride(const BufferDecl& b) {
  return b.walk == Walk::dense ? 1 : 0;
}

template <class T>
void copy_strided(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  T* t = reinterpret_cast<T*>(to);
  const T* f = reinterpret_cast<const T*>(from);
  for (int64_t i = 0; i < n; ++i) t[i * to_stride] = f[i * from_stride];
}
void copy_elements(int bytes, char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  switch (bytes) {
    case 1: return copy_strided<uint8_t>(to, to_stride, from, from_stride, n);
    case 2: return copy_strided<uint16_t>(to, to_stride, from, from_stride, n);
    case 4: return copy_strided<uint32_t>(to, to_stride, from, from_stride, n);
    default: return copy_strided<uint64_t>(to, to_stride, from, from_stride, n);
  }
}

// Memory of one thread for scratch rows and packed rows: on the stack when small.
using RowMemory = rt::SmallScratch<8192>;

// The walk over rows [begin, end) of one thread.
class RowWalk {
 public:
  RowWalk(const Kernel& k, KernelFn fn, const KernelLaunch& l)
      : k_(k), fn_(fn), l_(l), n_buffers_(int(k.buffers.size())) {
    row_bytes_ = (l.n * 8 + 127) / 64 * 64;  // not a power of two: rows would share cache sets
    for (int b = 0; b < n_buffers_; ++b) {
      const BufferDecl& d = k.buffers[size_t(b)];
      packed_[b] = !d.scratch && l.n > 1 && l.inner_stride[b] != wanted_stride(d);
      any_packed_ |= packed_[b];
      private_rows_ += d.scratch || packed_[b];
    }
    last_ = l.n_outer - 1;
    last_size_ = last_ < 0 ? 1 : l.outer[last_];
  }

  void run(int64_t begin, int64_t end) const {
    RowMemory memory(private_rows_ * row_bytes_);
    void* data[kMaxBuffers];
    int64_t step[kMaxBuffers];
    for (int64_t r = begin; r < end;) {
      int64_t run = any_packed_ ? 1 : std::min(end - r, last_size_ - (last_ < 0 ? 0 : r % last_size_));
      char* free_at = memory.data();
      char* rows[kMaxBuffers];
      for (int b = 0; b < n_buffers_; ++b) {
        if (k_.buffers[size_t(b)].scratch) {
          data[b] = free_at;
          step[b] = 0;
          free_at += row_bytes_;
          continue;
        }
        int bytes = rt::kTypeBytes[k_.buffers[size_t(b)].type];
        rows[b] = row_of(b, r, bytes);
        data[b] = rows[b];
        step[b] = last_ < 0 ? 0 : l_.strides[b][last_] * bytes;
        if (packed_[b]) {
          data[b] = free_at;
          free_at += row_bytes_;
          if (!k_.buffers[size_t(b)].written)
            copy_elements(bytes, static_cast<char*>(data[b]), 1, rows[b], l_.inner_stride[b], l_.n);
        }
      }
      fn_(data, step, run, l_.n, l_.scalars);
      for (int b = 0; any_packed_ && b < n_buffers_; ++b)
        if (packed_[b] && k_.buffers[size_t(b)].written)
          copy_elements(rt::kTypeBytes[k_.buffers[size_t(b)].type], rows[b], l_.inner_stride[b],
                        static_cast<const char*>(data[b]), 1, l_.n);
      r += run;
    }
  }

 private:
  char* row_of(int b, int64_t r, int bytes) const {
    int64_t at = 0;
    for (int d = last_; d >= 0; --d) {
      at += r % l_.outer[d] * l_.strides[b][d];
      r /= l_.outer[d];
    }
    return static_cast<char*>(l_.data[b]) + at * bytes;
  }

  const Kernel& k_;
  KernelFn fn_;
  const KernelLaunch& l_;
  int n_buffers_, last_, private_rows_ = 0;
  int64_t row_bytes_, last_size_;
  bool packed_[kMaxBuffers] = {}, any_packed_ = false;
};

bool walks_inner(const Kernel& k, const KernelLaunch& l) {
  for (size_t b = 0; b < k.buffers.size(); ++b)
    if (!k.buffers[b].scratch && l.n > 1 && l.inner_stride[b] != wanted_stride(k.buffers[b])) return false;
  return true;
}

}  // namespace

void merge_dims(const Kernel& k, KernelLaunch& l) {
  int n_buffers = int(k.buffers.size());
  // Outer dims: drop those of size 1, join neighbors that all buffers walk as one.
  int kept = 0;
  for (int d = 0; d < l.n_outer; ++d) {
    if (l.outer[d] == 1) continue;
    bool joins = kept > 0;
    for (int b = 0; b < n_buffers && joins; ++b)
      joins = k.buffers[size_t(b)].scratch || l.strides[b][kept - 1] == l.strides[b][d] * l.outer[d];
    int to = joins ? kept - 1 : kept++;
    l.outer[to] = joins ? l.outer[to] * l.outer[d] : l.outer[d];
    for (int b = 0; b < n_buffers; ++b) l.strides[b][to] = l.strides[b][d];
  }
  l.n_outer = kept;
  if (!k.pointwise() || k.uses_index()) return;
  while (l.n_outer > 0) {
    int last = l.n_outer - 1;
    bool joins = true;
    for (int b = 0; b < n_buffers && joins; ++b) joins = l.strides[b][last] == l.inner_stride[b] * l.n;
    if (!joins) return;
    l.n *= l.outer[last];
    l.n_outer = last;
  }
}

void run_kernel(const Kernel& k, KernelFn fn, const KernelLaunch& l, rt::ThreadPool* pool) {
  int64_t rows = l.rows();
  if (rows == 0 || (l.n == 0 && k.pointwise())) return;
  if (rows == 1 && k.pointwise() && !k.uses_index() && walks_inner(k, l)) {  // one long run
    rt::parallel_for(pool, l.n, kGrain, [&](int64_t begin, int64_t end) {
      void* data[kMaxBuffers];
      int64_t zero[kMaxBuffers] = {};
      for (size_t b = 0; b < k.buffers.size(); ++b) {
        int64_t skip = k.buffers[b].walk == Walk::dense ? begin * rt::kTypeBytes[k.buffers[b].type] : 0;
        data[b] = static_cast<char*>(l.data[b]) + skip;
      }
      fn(data, zero, 1, end - begin, l.scalars);
    });
    return;
  }
  RowWalk walk(k, fn, l);
  int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, l.n));
  rt::parallel_for(pool, rows, grain, [&](int64_t begin, int64_t end) { walk.run(begin, end); });
}

namespace {

constexpr int64_t kColumns = 1024;  // of a task: their accumulators stay in the first cache

// All rows of the columns [first, first + count).
void reduce_columns(const KernelStep& step, const KernelLaunch& l, std::span<char* const> results, int64_t first,
                    int64_t count) {
  KernelLaunch part = l;
  part.n = count;
  for (size_t b = 0; b < step.kernel.buffers.size(); ++b)
    if (part.data[b])
      part.data[b] =
          static_cast<char*>(part.data[b]) + first * part.inner_stride[b] * rt::kTypeBytes[step.kernel.buffers[b].type];
  int64_t rows = l.rows(), row_bytes = (count * 8 + 127) / 64 * 64;
  part.scalars[rt::kCountScalar] = {double(rows), rows};
  int64_t n_accumulators = 0;
  for (const ColumnReduction& c : step.columns) n_accumulators += int64_t(c.buffers.size());
  RowMemory memory(2 * n_accumulators * row_bytes);
  // Accumulators of the rows so far, then those of the present block.
  auto accumulators = [&](bool later, auto&& each) {
    char* at = memory.data() + (later ? n_accumulators * row_bytes : 0);
    for (const ColumnReduction& c : step.columns)
      for (size_t j = 0; j < c.buffers.size(); ++j, at += row_bytes) each(c, j, at);
  };
  const int64_t zero[kMaxBuffers] = {};
  for (int64_t begin = 0; begin == 0 || begin < rows; begin += rt::kAcrossBlock) {
    accumulators(begin > 0, [&](const ColumnReduction& c, size_t j, char* at) {
      rt::fill_cell(at, step.kernel.buffers[size_t(c.buffers[j])].type, c.init[j], count);
      part.data[c.buffers[j]] = at;
    });
    RowWalk(step.kernel, step.fn, part).run(begin, std::min(rows, begin + rt::kAcrossBlock));
    if (begin == 0) continue;
    char* at = memory.data();
    for (const ColumnReduction& c : step.columns) {
      void* data[kMaxBuffers];
      for (size_t j = 0; j < c.buffers.size(); ++j, at += row_bytes) {
        data[j] = at;
        data[c.buffers.size() + j] = at + n_accumulators * row_bytes;
      }
      c.combine_fn(data, zero, 1, count, part.scalars);
    }
  }
  char* at = memory.data();
  size_t result = 0;
  for (const ColumnReduction& c : step.columns) {
    void* data[kMaxBuffers];
    size_t n = c.buffers.size();
    for (size_t j = 0; j < n; ++j, at += row_bytes) data[j] = at;
    for (size_t k = 0; k < c.results.size(); ++k, ++result)
      data[n + k] = results[result] + first * rt::kTypeBytes[c.finish.buffers[n + k].type];
    c.finish_fn(data, zero, 1, count, part.scalars);
  }
}

}  // namespace

void run_columns(const KernelStep& step, const KernelLaunch& l, std::span<char* const> results, rt::ThreadPool* pool) {
  int64_t tasks = (l.n + kColumns - 1) / kColumns;
  int64_t grain = std::max<int64_t>(1, kGrain / (kColumns * std::max<int64_t>(1, l.rows())));
  rt::parallel_for(pool, tasks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t t = begin; t < end; ++t)
      reduce_columns(step, l, results, t * kColumns, std::min(kColumns, l.n - t * kColumns));
  });
}

}  // namespace adder::codegen
