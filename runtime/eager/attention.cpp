#include "runtime/eager/attention.h"

#include <algorithm>
#include <cmath>

#include "runtime/eager/gemm_workspace.h"

namespace adder::rt {
namespace {

constexpr int64_t kBlock = 96;  // query rows whose scores are in memory together; fixed, so that bits never change

struct Rows {
  static float attend(float* s, float scale, const float* mask, int64_t n) {
    return row_kernels().attend(s, scale, mask, n);
  }
  static double attend(double* s, double scale, const double* mask, int64_t n) {
    double top = -INFINITY;
    for (int64_t i = 0; i < n; ++i) {
      s[i] = s[i] * scale + (mask ? mask[i] : 0);
      top = s[i] > top || std::isnan(s[i]) ? s[i] : top;
    }
    if (top == -INFINITY) {
      std::fill_n(s, n, 0.0);
      return top;
    }
    double total = 0;
    for (int64_t i = 0; i < n; ++i) total += s[i] = std::exp(s[i] - top);
    for (int64_t i = 0; i < n; ++i) s[i] /= total;
    return top + std::log(total);
  }
  static void attend_backward(float* s, float* g, float scale, const float* mask, float log_sum, float shift,
                              int64_t n) {
    row_kernels().attend_backward(s, g, scale, mask, log_sum, shift, n);
  }
  static void attend_backward(double* s, double* g, double scale, const double* mask, double log_sum, double shift,
                              int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      s[i] = log_sum == -INFINITY ? 0 : std::exp(s[i] * scale + (mask ? mask[i] : 0) - log_sum);
      g[i] = s[i] * (g[i] - shift) * scale;
    }
  }
  static float dot(const float* x, const float* y, int64_t n) { return row_kernels().dot(x, y, n); }
  static double dot(const double* x, const double* y, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
  }
};

template <class T>
struct Matrix {
  T* data;
  int64_t row, column = 1;
  Matrix transposed() const { return {data, column, row}; }
};

// c = a b, or c += a b. One thread: attention splits its work by heads and blocks.
template <class T>
void product(int64_t m, int64_t n, int64_t k, Matrix<const T> a, Matrix<const T> b, Matrix<T> c, bool accumulate,
             T* workspace) {
  constexpr bool kSingle = std::is_same_v<T, float>;
  const GemmKernels& kernels = gemm_kernels();
  if constexpr (kSingle) {
    if (m == 1 && !accumulate && a.column == 1 && b.row == 1) {
      return kernels.dot_rows_f32(n, k, b.data, b.column, a.data, c.data, 1);
    }
    if (m == 1 && !accumulate && b.column == 1) {
      return kernels.sum_rows_f32(n, k, a.data, a.column, b.data, b.row, c.data);
    }
  }
  GemmTask<T> t{};
  t.m = m;
  t.n = n;
  t.k = k;
  t.a = a.data;
  t.a_row = a.row;
  t.a_col = a.column;
  t.b = b.data;
  t.b_row = b.row;
  t.b_col = b.column;
  t.c = c.data;
  t.c_row = c.row;
  t.accumulate = accumulate;
  t.workspace = workspace;
  if constexpr (kSingle) {
    kernels.f32(t);
  } else {
    kernels.f64(t);
  }
}

// The query rows [first, first + rows) of one head, and the keys that any of them sees.
struct QueryBlock {
  int64_t first, rows, visible;
};
QueryBlock block_at(const AttentionShape& s, int64_t index) {
  int64_t first = index * kBlock;
  int64_t rows = std::min(kBlock, s.queries - first);
  return {first, rows, s.causal ? std::min(s.keys, first + rows) : s.keys};
}
int64_t keys_of_row(const AttentionShape& s, int64_t query) {
  return s.causal ? std::min(s.keys, query + 1) : s.keys;
}

}  // namespace

template <class T>
void attention_forward(const Parallel& parallel, const AttentionShape& s, AttentionOperand<const T> q,
                       AttentionOperand<const T> k, AttentionOperand<const T> v, AttentionMask<T> mask,
                       AttentionOperand<T> out, T* log_sums) {
  int64_t blocks = (s.queries + kBlock - 1) / kBlock;
  int64_t work = std::min(kBlock, s.queries) * s.keys * s.depth * 2;
  int64_t grain = std::max<int64_t>(1, (int64_t(1) << 18) / std::max<int64_t>(1, work));
  parallel(s.batch * s.heads * blocks, grain, [&](int64_t begin, int64_t end) {
    GemmWorkspace<T> workspace;
    ScratchBlock<T> memory(std::min(kBlock, s.queries) * s.keys);
    T* scores = memory.data();
    for (int64_t task = begin; task < end; ++task) {
      QueryBlock x = block_at(s, task % blocks);
      int64_t head = task / blocks % s.heads, batch = task / blocks / s.heads;
      Matrix<const T> queries{q.at(batch, head) + x.first * q.row, q.row};
      Matrix<const T> keys{k.at(batch, head), k.row};
      Matrix<const T> values{v.at(batch, head), v.row};
      product<T>(x.rows, x.visible, s.depth, queries, keys.transposed(), {scores, x.visible}, false, workspace.data());
      for (int64_t i = 0; i < x.rows; ++i) {
        int64_t query = x.first + i, n = keys_of_row(s, query);
        T* row = scores + i * x.visible;
        const T* added = mask.data ? mask.at(batch, head) + query * mask.row : nullptr;
        log_sums[(batch * s.heads + head) * s.queries + query] = Rows::attend(row, T(s.scale), added, n);
        std::fill(row + n, row + x.visible, T(0));
      }
      product<T>(x.rows, s.depth, x.visible, {scores, x.visible}, values,
                 {out.at(batch, head) + x.first * out.row, out.row}, false, workspace.data());
    }
  });
}

template <class T>
void attention_backward(const Parallel& parallel, const AttentionShape& s, AttentionOperand<const T> grad,
                        AttentionOperand<const T> q, AttentionOperand<const T> k, AttentionOperand<const T> v,
                        AttentionOperand<const T> out, AttentionMask<T> mask, const T* log_sums,
                        AttentionOperand<T> grad_q, AttentionOperand<T> grad_k, AttentionOperand<T> grad_v) {
  int64_t blocks = (s.queries + kBlock - 1) / kBlock;
  int64_t work = s.queries * s.keys * s.depth * 5;
  int64_t grain = std::max<int64_t>(1, (int64_t(1) << 18) / std::max<int64_t>(1, work));
  parallel(s.batch * s.heads, grain, [&](int64_t begin, int64_t end) {
    GemmWorkspace<T> workspace;
    ScratchBlock<T> memory(2 * std::min(kBlock, s.queries) * s.keys);
    T* weights = memory.data();
    T* slopes = weights + std::min(kBlock, s.queries) * s.keys;
    for (int64_t task = begin; task < end; ++task) {
      int64_t head = task % s.heads, batch = task / s.heads;
      Matrix<const T> keys{k.at(batch, head), k.row};
      Matrix<const T> values{v.at(batch, head), v.row};
      Matrix<T> to_keys{grad_k.at(batch, head), grad_k.row};
      Matrix<T> to_values{grad_v.at(batch, head), grad_v.row};
      for (int64_t i = 0; i < s.keys; ++i) {
        std::fill_n(to_keys.data + i * to_keys.row, s.depth, T(0));
        std::fill_n(to_values.data + i * to_values.row, s.depth, T(0));
      }
      for (int64_t index = 0; index < blocks; ++index) {
        QueryBlock x = block_at(s, index);
        Matrix<const T> queries{q.at(batch, head) + x.first * q.row, q.row};
        Matrix<const T> ups{grad.at(batch, head) + x.first * grad.row, grad.row};
        const T* results = out.at(batch, head) + x.first * out.row;
        product<T>(x.rows, x.visible, s.depth, queries, keys.transposed(), {weights, x.visible}, false,
                   workspace.data());
        product<T>(x.rows, x.visible, s.depth, ups, values.transposed(), {slopes, x.visible}, false, workspace.data());
        for (int64_t i = 0; i < x.rows; ++i) {
          int64_t query = x.first + i, n = keys_of_row(s, query);
          T* p = weights + i * x.visible;
          T* ds = slopes + i * x.visible;
          const T* added = mask.data ? mask.at(batch, head) + query * mask.row : nullptr;
          T shift = Rows::dot(ups.data + i * ups.row, results + i * out.row, s.depth);
          T log_sum = log_sums[(batch * s.heads + head) * s.queries + query];
          Rows::attend_backward(p, ds, T(s.scale), added, log_sum, shift, n);
          std::fill(p + n, p + x.visible, T(0));
          std::fill(ds + n, ds + x.visible, T(0));
        }
        Matrix<const T> p{weights, x.visible}, ds{slopes, x.visible};
        product<T>(x.visible, s.depth, x.rows, p.transposed(), ups, to_values, true, workspace.data());
        product<T>(x.visible, s.depth, x.rows, ds.transposed(), queries, to_keys, true, workspace.data());
        product<T>(x.rows, s.depth, x.visible, ds, keys, {grad_q.at(batch, head) + x.first * grad_q.row, grad_q.row},
                   false, workspace.data());
      }
    }
  });
}

#define FOR_TYPE(T)                                                                                                    \
  template void attention_forward(const Parallel&, const AttentionShape&, AttentionOperand<const T>,                   \
                                  AttentionOperand<const T>, AttentionOperand<const T>, AttentionMask<T>,              \
                                  AttentionOperand<T>, T*);                                                            \
  template void attention_backward(const Parallel&, const AttentionShape&, AttentionOperand<const T>,                  \
                                   AttentionOperand<const T>, AttentionOperand<const T>, AttentionOperand<const T>,    \
                                   AttentionOperand<const T>, AttentionMask<T>, const T*, AttentionOperand<T>,         \
                                   AttentionOperand<T>, AttentionOperand<T>);
FOR_TYPE(float)
FOR_TYPE(double)
#undef FOR_TYPE

}  // namespace adder::rt
