// Rows of a table by index, alone or folded in bags.
#include <cmath>
#include <cstring>
#include <vector>

#include "runtime/ops/reject.h"
#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"
#include "runtime/types/type_text.h"

namespace adder::rt {

USE_OP(embedding)
USE_OP(embedding_dense_backward)
USE_OP(embedding_bag_backward)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

struct embedding_op {
  static constexpr Schema schemas[] = {
      "embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool "
      "sparse=False) -> Tensor"};
  static constexpr std::string_view doc = "Rows of weight at indices.", samples[] = {"(4,3) i(2,2)"};
  static constexpr uint32_t surface = kTorch;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (c.meta(0).sizes.n != 2) return reject(c, "'weight' must be 2-D");
    DType d = c.meta(1).dtype;
    if (d != DType::i64 && d != DType::i32) {
      return reject(c, [&] {
        return std::string(
                   "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
                   "Long, Int; but got ") +
               tensor_type_text(d) + " instead (while checking arguments for embedding)";
      });
    }
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.meta(1).sizes;
    c.out[0].sizes.push(c.meta(0).sizes[1]);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor weight = dense(in[0]);
    Tensor indices = dense_as(*in[1].t, DType::i64);
    int64_t bytes = weight->size(1) * bytes_of(weight->dtype());
    char* to = static_cast<char*>(out[0]->data());
    for (int64_t i = 0; i < indices->numel; ++i, to += bytes) {
      int64_t k = indices->data_as<int64_t>()[i];
      if (k < 0 || k >= weight->size(0)) return Status::error(ErrorKind::index, "index out of range in self");
      std::memcpy(to, static_cast<const char*>(weight->data()) + k * bytes, size_t(bytes));
    }
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Arg padding = c.given(2) ? c.param(2) : Arg(-1);
    bool by_frequency = c.given(3) && c.param(3).flag();
    c.set(0, emit::embedding_dense_backward(g, c.grad(), c.data(1), c.meta(0).sizes[0], padding, by_frequency));
  }
};

// How often each row is named, for gradients scaled by frequency.
std::vector<int64_t> counts_of(const Tensor& indices, int64_t rows) {
  std::vector<int64_t> counts(static_cast<size_t>(rows), 0);
  for (int64_t i = 0; i < indices->numel; ++i) ++counts[size_t(indices->data_as<int64_t>()[i])];
  return counts;
}

struct embedding_dense_backward_op {
  static constexpr Schema schemas[] = {
      "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool "
      "scale_grad_by_freq) -> Tensor"};
  static constexpr std::string_view doc = "Gradient rows added to the table at indices.",
                                    samples[] = {"(2,3) i(2) 4 -1 False"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = {c.integer(2), c.meta(0).sizes.back()};
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor indices = dense_as(*in[1].t, DType::i64);
    WideResult result(out[0]);
    int64_t padding = in[3].integer();
    int64_t n = out[0]->size(1);
    std::vector<int64_t> counts;
    if (in[4].flag()) counts = counts_of(indices, out[0]->size(0));
    with_wide_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      T* table = result.tensor()->template data_as<T>();
      std::fill_n(table, out[0]->numel, T(0));
      for (int64_t i = 0; i < indices->numel; ++i) {
        int64_t k = indices->data_as<int64_t>()[i];
        if (k == padding) continue;
        T factor = counts.empty() ? T(1) : T(1) / T(counts[size_t(k)]);
        const T* from = grad->data_as<T>() + i * n;
        T* to = table + k * n;
        for (int64_t j = 0; j < n; ++j) to[j] += factor * from[j];
      }
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.param(4).flag()) return no_second_derivative(g, "embedding_dense_backward");
    c.set(0, emit::embedding(g, c.grad(), c.data(1)));
  }
};

[[gnu::cold, gnu::noinline]] Status wrong_row(int64_t k, const TensorImpl& table) {
  if (k < 0 && k >= -table.size(0)) return Status::error(ErrorKind::index, "index out of range in self");
  return Status::error(ErrorKind::index, "select(): index " + std::to_string(k) + " out of range for tensor of size " +
                                             shape_text(table.meta.sizes) + " at dimension 0");
}
struct embedding_renorm_op {
  static constexpr Schema schemas[] = {
      "embedding_renorm_(Tensor(a!) self, Tensor indices, float max_norm, float norm_type) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Scales the named rows down to a norm.", samples[] = {"(4,3) i(2) 1.0 2.0"};
  static constexpr uint32_t surface = kTorch;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    copy_elements(*in[0].t, *out[0]);
    Tensor indices = dense_as(*in[1].t, DType::i64);
    double limit = in[2].number();
    double p = in[3].number();
    int64_t n = out[0]->size(1);
    std::vector<bool> seen(size_t(out[0]->size(0)), false);
    Status status;
    with_floating_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < indices->numel; ++i) {
        int64_t k = indices->data_as<int64_t>()[i];
        if (k < 0 || k >= out[0]->size(0)) {
          status = wrong_row(k, *out[0]);
          return;
        }
        if (seen[size_t(k)]) continue;
        seen[size_t(k)] = true;
        T* row = out[0]->data_as<T>() + k * n;
        double norm = 0;
        for (int64_t j = 0; j < n; ++j) norm += std::pow(std::fabs(double(row[j])), p);
        norm = std::pow(norm, 1 / p);
        if (!(norm > limit)) continue;
        double scale = limit / (norm + 1e-7);
        for (int64_t j = 0; j < n; ++j) row[j] = narrow_to<T>(double(row[j]) * scale);
      }
    });
    return status;
  }
  static constexpr NotDifferentiable vjp{};
};

// ---- bags

enum class Bag : int { sum, mean, max };

// Bags end where the next one begins; the last offset is an end when `include_last`.
struct Bags {
  Tensor offsets;
  int64_t count;
  int64_t n_indices;
  int64_t begin(int64_t b) const { return offsets->data_as<int64_t>()[b]; }
  int64_t end(int64_t b) const { return b + 1 < offsets->numel ? offsets->data_as<int64_t>()[b + 1] : n_indices; }
};
Bags bags_of(const Arg& offsets, int64_t n_indices, bool include_last) {
  Tensor plain = dense_as(*offsets.t, DType::i64);
  return {plain, plain->numel - (include_last ? 1 : 0), n_indices};
}
// The error of offsets that do not lie among the indices.
Status check_offsets(const Bags& bags) {
  const Tensor& t = bags.offsets;
  const int64_t* at = t->data_as<int64_t>();
  if (t->numel && at[0] != 0)
    return Status::error(
        "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got " +
        std::to_string(at[0]) + "\n[ torch.LongTensor{} ]");
  if (t->numel && at[t->numel - 1] > bags.n_indices)
    return Status::error("offsets[-1] can not be greater than input's length " + std::to_string(bags.n_indices) +
                         " but got offsets[-1] of " + std::to_string(at[t->numel - 1]));
  for (int64_t b = 0; b < t->numel; ++b)
    if (at[b] < 0 || at[b] > bags.n_indices)
      return Status::error("embedding_bag: offsets must lie among the " + std::to_string(bags.n_indices) +
                           " indices, but offsets[" + std::to_string(b) + "] is " + std::to_string(at[b]));
  return {};
}

struct _embedding_bag_op {
  static constexpr Schema schemas[] = {
      "_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool "
      "sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1) -> (Tensor, "
      "Tensor)"};
  static constexpr std::string_view
      doc = "Rows summed, averaged or maximized in bags; the second result names the largest rows.",
      samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view aliases[] = {"embedding_bag"};
  static constexpr std::string_view grad_name = "EmbeddingBagBackward0";
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& w = c.meta(0);
    static constexpr const char* kNames[] = {"weight", "input", "offsets"};
    for (int i : {1, 0, 2}) {
      int n = c.meta(i).sizes.n;
      if (i == 1 ? n == 1 || n == 2 : n == (i ? 1 : 2)) continue;
      return reject(c, [&] {
        return std::string(kNames[i]) + " has to be a " +
               (i == 1 ? "1D or 2D" : i ? "1D" : "2D") + " Tensor, but got Tensor of dimension " + std::to_string(n);
      });
    }
    for (int i : {1, 2}) {
      DType d = c.meta(i).dtype;
      if (d == DType::i64 || d == DType::i32) continue;
      return reject(c, [&] {
        return "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but "
               "got " +
               type_text(d) + " instead (while checking arguments for embedding_bag)";
      });
    }
    if (c.flag(7) && guard_bool(c.meta(2).sizes[0] == D(0), "embedding_bag: offsets"))
      return reject(c, "include_last_offset: number of offset should be at least 1");
    if (int64_t mode = integer_or(c.args, 4, 0); mode < 0 || mode > 2)
      return reject(c, "`mode` must be sum, mean, or max.");
    if (given_at(c.args, 6)) {
      const Meta<D>& scales = c.meta(6);
      if (integer_or(c.args, 4, 0))
        return reject(c, "embedding_bag: per_sample_weights only supported with mode='sum'");
      if (scales.dtype != w.dtype) {
        return reject(c, [&] {
          return "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
                 "'per_sample_weights'; but type " +
                 type_text(w.dtype) + " does not equal " + type_text(scales.dtype) +
                 " (while checking arguments for embedding_bag)";
        });
      }
      const char* wrong = scales.sizes.n != 1 ? "dim() == 1" : nullptr;
      D count = c.meta(1).sizes[0];
      if (c.meta(1).sizes.n == 2) count = count * c.meta(1).sizes[1];
      if (!wrong && !guard_bool(scales.sizes[0] == count, "embedding_bag: weights"))
        wrong = "numel() == indices.numel()";
      if (wrong)
        return reject(c, [&] {
          return std::string("Expected per_sample_weights.value().") + wrong + " to be true, but got false.  (Could "
                 "this error message be improved?  If so, please report an enhancement request to PyTorch.)";
        });
    }
    D bags = c.meta(2).sizes[0] - D(c.flag(7) ? 1 : 0);
    c.out[0].dtype = w.dtype;
    c.out[0].sizes = {bags, w.sizes[1]};
    c.out[1].dtype = DType::i64;
    c.out[1].sizes = {bags, w.sizes[1]};
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor weight = dense(in[0]);
    Tensor indices = dense_as(*in[1].t, DType::i64);
    Bags bags = bags_of(in[2], indices->numel, flag_or(in, 7, false));
    TRY(check_offsets(bags));
    Bag mode = Bag(integer_or(in, 4, 0));
    int64_t padding = integer_or(in, 8, -1);
    Tensor scales = given_at(in, 6) ? dense(in[6]) : Tensor();
    int64_t n = weight->size(1);
    const int64_t* at = indices->data_as<int64_t>();
    for (int64_t i = 0; i < indices->numel; ++i) {
      if (at[i] < 0 || at[i] >= weight->size(0)) {
        return Status::error("embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be " +
                             std::to_string(at[i]));
      }
    }
    with_floating_type(weight->dtype(), [&]<class T>(TypeTag<T>) {
      using W = Wide<T>;
      std::vector<W> row(static_cast<size_t>(n));
      int64_t* largest = out[1]->data_as<int64_t>();
      for (int64_t b = 0; b < bags.count; ++b) {
        std::fill(row.begin(), row.end(), W(0));
        std::fill_n(largest + b * n, n, int64_t(-1));
        int64_t used = 0;
        for (int64_t i = bags.begin(b); i < bags.end(b); ++i) {
          if (at[i] == padding) continue;
          ++used;
          const T* from = weight->data_as<T>() + at[i] * n;
          W scale = scales ? W(scales->data_as<T>()[i]) : W(1);
          for (int64_t j = 0; j < n; ++j) {
            W v = W(from[j]);
            if (mode != Bag::max) {
              row[size_t(j)] += v * scale;
            } else if (used == 1 || v > row[size_t(j)]) {
              row[size_t(j)] = v;
              largest[b * n + j] = at[i];
            }
          }
        }
        for (int64_t j = 0; j < n; ++j) {
          W v = row[size_t(j)];
          out[0]->data_as<T>()[b * n + j] = T(mode == Bag::mean && used ? v / W(used) : v);
        }
      }
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.given(6) && c.needs(6)) return no_second_derivative(g, "_embedding_bag_per_sample_weights_backward");
    Value scales = c.given(6) ? Value(c.data(6)) : Value();
    c.set(0, emit::embedding_bag_backward(g, c.grad(), c.data(1), c.data(2), c.out(1), scales, c.meta(0).sizes[0],
                                          c.param(4), c.param(7), c.param(8)));
  }
};
struct embedding_bag_backward_op {
  static constexpr Schema schemas[] = {
      "embedding_bag_backward(Tensor grad, Tensor indices, Tensor offsets, Tensor largest, Tensor? per_sample_weights, "
      "SymInt rows, int? mode, bool? include_last_offset, int? padding_idx) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of bags by the table.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = {c.integer(5), c.meta(0).sizes[1]};
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor indices = dense_as(*in[1].t, DType::i64);
    Bags bags = bags_of(in[2], indices->numel, flag_or(in, 7, false));
    Tensor largest = dense(in[3]);
    Tensor scales = given_at(in, 4) ? widened(in[4]) : Tensor();
    Bag mode = Bag(integer_or(in, 6, 0));
    int64_t padding = integer_or(in, 8, -1);
    WideResult result(out[0]);
    int64_t n = out[0]->size(1);
    const int64_t* at = indices->data_as<int64_t>();
    with_wide_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      T* table = result.tensor()->template data_as<T>();
      std::fill_n(table, out[0]->numel, T(0));
      for (int64_t b = 0; b < bags.count; ++b) {
        const T* up = grad->data_as<T>() + b * n;
        if (mode == Bag::max) {
          for (int64_t j = 0; j < n; ++j) {
            int64_t k = largest->data_as<int64_t>()[b * n + j];
            if (k >= 0) table[k * n + j] += up[j];
          }
          continue;
        }
        int64_t used = 0;
        for (int64_t i = bags.begin(b); i < bags.end(b); ++i) used += at[i] != padding;
        for (int64_t i = bags.begin(b); i < bags.end(b); ++i) {
          if (at[i] == padding) continue;
          T factor = scales ? scales->data_as<T>()[i] : T(1);
          if (mode == Bag::mean) factor /= T(used);
          for (int64_t j = 0; j < n; ++j) table[at[i] * n + j] += factor * up[j];
        }
      }
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx&) { no_second_derivative(g, "_embedding_bag_dense_backward"); }
};

struct one_hot_op {
  static constexpr Schema schemas[] = {"one_hot(Tensor self, int num_classes=-1) -> Tensor"};
  static constexpr std::string_view doc = "Rows of zeros with a one at each index.", samples[] = {"i(4) 4"};
  static constexpr uint32_t surface = kFunctional | kNn;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (c.meta(0).dtype != DType::i64) {
      return reject(c, "one_hot is only applicable to index tensor of type LongTensor.");
    }
    c.out[0].dtype = DType::i64;
    c.out[0].sizes = c.meta(0).sizes;
    int64_t classes = c.number(1, -1);
    if (classes == -1) {  // the largest index decides
      if constexpr (std::is_same_v<D, int64_t>) {
        const TensorImpl& x = *c.arg(0).t;
        c.status = touch(x, false);
        if (!c.status.ok()) return;
        if (x.numel == 0) return reject(c, "Can not infer total number of classes from empty tensor.");
        for (int64_t i = 0; i < x.numel; ++i) classes = std::max(classes, read_scalar(x, i).i);
        ++classes;
      } else {
        return reject(c, "the size of one_hot without num_classes depends on data");
      }
    }
    c.out[0].sizes.push(D(classes));
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    int64_t classes = out[0]->size(out[0]->dim() - 1);
    std::memset(out[0]->data(), 0, size_t(out[0]->numel) * sizeof(int64_t));
    for (int64_t i = 0; i < x->numel; ++i) {
      int64_t k = x->data_as<int64_t>()[i];
      if (k < 0) return Status::error("Class values must be non-negative.");
      if (k >= classes) return Status::error("Class values must be smaller than num_classes.");
      out[0]->data_as<int64_t>()[i * classes + k] = 1;
    }
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/embedding.def"
}  // namespace adder::rt
