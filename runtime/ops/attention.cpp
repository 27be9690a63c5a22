// Attention: one kernel over blocks of queries (runtime/eager/attention.h) where it fits, matrix products and a softmax
// elsewhere.
#include "runtime/eager/attention.h"

#include <cmath>
#include <limits>

#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(_scaled_dot_product_flash_attention_for_cpu)
USE_OP(_scaled_dot_product_flash_attention_for_cpu_backward)
USE_OP(add)
USE_OP(amax)
USE_OP(dropout)
USE_OP(eq)
USE_OP(exp)
USE_OP(expand)
USE_OP(matmul)
USE_OP(mul)
USE_OP(ones)
USE_OP(reshape)
USE_OP(softmax)
USE_OP(sub)
USE_OP(sum)
USE_OP(to)
USE_OP(transpose)
USE_OP(tril)
USE_OP(unsqueeze)
USE_OP(where)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

double scale_of(const Arg& scale, int64_t depth) {
  return scale.given() ? scale.number() : 1.0 / std::sqrt(double(depth));
}

// The tensor itself when its rows are dense, else a contiguous copy.
Tensor with_dense_rows(const Arg& a) {
  const TensorImpl& t = *a.t;
  return t.meta.strides[3] == 1 || t.size(3) == 1 ? Tensor(a.t) : dense(t);
}
template <class T>
AttentionOperand<T> operand_of(const TensorImpl& t) {
  return {t.data_as<T>(), t.meta.strides[0], t.meta.strides[1], t.meta.strides[2]};
}
AttentionShape shape_of(const TensorImpl& q, const TensorImpl& k, const Arg& causal, const Arg& scale) {
  return {q.size(0), q.size(1), q.size(2), k.size(2), q.size(3), scale_of(scale, q.size(3)), causal.flag()};
}

// The mask with one dense row of keys for each query, or a repeated one; null without a mask.
Tensor mask_rows(const Arg& mask, int64_t keys) {
  if (!mask.is_tensor()) return Tensor();
  const TensorImpl& t = *mask.t;
  if (t.size(t.dim() - 1) == keys && (t.meta.strides[t.dim() - 1] == 1 || keys == 1)) return Tensor(mask.t);
  Sizes sizes = t.meta.sizes;
  sizes[t.dim() - 1] = keys;
  return dense_spread(t, sizes);
}
template <class T>
AttentionMask<T> mask_of(const Tensor& mask) {
  if (!mask) return {nullptr, 0, 0, 0};
  int64_t strides[3] = {};
  int lead = 4 - mask->dim();
  for (int d = lead; d < 3; ++d) strides[d] = mask->size(d - lead) == 1 ? 0 : mask->meta.strides[d - lead];
  return {mask->data_as<const T>(), strides[0], strides[1], strides[2]};
}

struct _scaled_dot_product_flash_attention_for_cpu_op {
  static constexpr Schema schemas[] = {
      "_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, bool "
      "is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor, Tensor)"};
  static constexpr std::string_view doc = "Attention, and the logarithm of each row's sum of exponentials.",
                                    samples[] = {""};
  static constexpr std::string_view grad_name = "ScaledDotProductFlashAttentionForCpuBackward0";
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& q = c.meta(0);
    for (int i : {0, 1, 2}) {
      if (c.meta(i).sizes.n != 4) return c.fail("scaled_dot_product_attention_flash_attention: Accept only 4 dims inputs");
    }
    if (!require_floating(c, 0)) return;
    set_like(c, 0, q);
    // As PyTorch lays it out: heads side by side in each row, so that the reshape that follows copies nothing.
    D head = q.sizes[3], row = q.sizes[1] * head, batch = q.sizes[2] * row;
    c.out[0].strides = {batch, head, row, D(1)};
    c.out[1].dtype = q.dtype;
    c.out[1].sizes = {q.sizes[0], q.sizes[1], q.sizes[2]};
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor q = with_dense_rows(in[0]), k = with_dense_rows(in[1]), v = with_dense_rows(in[2]);
    AttentionShape s = shape_of(*q, *k, in[4], in[6]);
    Tensor mask = mask_rows(in[5], s.keys);
    with_wide_type(q->dtype(), [&]<class T>(TypeTag<T>) {
      attention_forward<T>(PoolParallel(c), s, operand_of<const T>(*q), operand_of<const T>(*k),
                           operand_of<const T>(*v), mask_of<T>(mask), operand_of<T>(*out[0]), out[1]->data_as<T>());
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value q = c.data(0), k = c.data(1), v = c.data(2);
    Value result = c.out(0), log_sums = c.out(1);
    Value mask = c.given(5) ? Value(c.data(5)) : Value();
    if (c.needs(0) || c.needs(1) || c.needs(2)) {
      const Arg args[] = {c.grad(),   q, k, v, result, log_sums, c.param(3), c.param(4),
                          c.given(5) ? Arg(mask) : Arg(), c.param(6)};
      Value parts[3];
      call_many(g, row__scaled_dot_product_flash_attention_for_cpu_backward.id(), args, parts);
      for (int i : {0, 1, 2}) {
        if (c.needs(i)) c.set(i, parts[i]);
      }
    }
    if (c.given(5) && c.needs(5)) {  // the scores once more: a mask that learns is rare
      double scale = scale_of(c.param(6), hint_of(c.meta(0).sizes[3]));
      Value scores = emit::add(g, emit::mul(g, emit::matmul(g, q, emit::transpose(g, k, -2, -1)), scale), mask);
      Value weights = emit::exp(g, emit::sub(g, scores, emit::unsqueeze(g, log_sums, -1)));
      SymDims last{SymInt(-1)};
      Value shift = emit::sum(g, emit::mul(g, c.grad(), result), last, true);
      Value slopes = emit::sub(g, emit::matmul(g, c.grad(), emit::transpose(g, v, -2, -1)), shift);
      c.set(5, emit::mul(g, weights, slopes));
    }
  }
};

struct _scaled_dot_product_flash_attention_for_cpu_backward_op {
  static constexpr Schema schemas[] = {
      "_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, "
      "Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) -> "
      "(Tensor, Tensor, Tensor)"};
  static constexpr std::string_view doc = "Gradients of attention by query, key and value.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    for (int k : {0, 1, 2}) {
      const Meta<D>& x = c.meta(k + 1);
      set_like(c, k, x);
      D head = x.sizes[3], row = x.sizes[1] * head, batch = x.sizes[2] * row;
      c.out[k].strides = {batch, head, row, D(1)};
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = with_dense_rows(in[0]);
    Tensor q = with_dense_rows(in[1]), k = with_dense_rows(in[2]), v = with_dense_rows(in[3]);
    Tensor result = with_dense_rows(in[4]), log_sums = dense(in[5]);
    AttentionShape s = shape_of(*q, *k, in[7], in[9]);
    Tensor mask = mask_rows(in[8], s.keys);
    with_wide_type(q->dtype(), [&]<class T>(TypeTag<T>) {
      attention_backward<T>(PoolParallel(c), s, operand_of<const T>(*grad), operand_of<const T>(*q),
                            operand_of<const T>(*k), operand_of<const T>(*v), operand_of<const T>(*result),
                            mask_of<T>(mask), log_sums->data_as<T>(), operand_of<T>(*out[0]), operand_of<T>(*out[1]),
                            operand_of<T>(*out[2]));
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx&) {
    no_second_derivative(g, "_scaled_dot_product_flash_attention_for_cpu_backward");
  }
};

struct scaled_dot_product_attention_op {
  static constexpr Schema schemas[] = {
      "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
      "dropout_p=0., "
      "bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor"};
  static constexpr std::string_view doc = "softmax(query @ key.T * scale + mask) @ value.",
                                    samples[] = {"(2,3,4) (2,5,4) (2,5,6)"};
  static constexpr uint32_t surface = kNn | kFunctional;
  static Value repeated(OpSink& g, Value x, SymInt times) {  // heads, for grouped queries
    SymMeta m = g.meta(x);
    int n = m.sizes.n;
    SymDims wide = m.sizes;
    wide.insert(n - 2, times);
    SymDims flat = m.sizes;
    flat[n - 3] = flat[n - 3] * times;
    return emit::reshape(g, emit::expand(g, emit::unsqueeze(g, x, -3), wide), flat);
  }
  // What PyTorch gives its fused kernel: four dims, one depth, no dropout, nothing empty.
  static bool fits_kernel(OpSink& g, In in, Value q, Value k, Value v) {
    SymMeta a = g.meta(q), b = g.meta(k), c = g.meta(v);
    if (a.dtype != DType::f32 && a.dtype != DType::f64) return false;
    if (a.sizes.n != 4 || b.sizes.n != 4 || c.sizes.n != 4 || number_or(in, 4, 0) > 0) return false;
    for (int d : {0, 1}) {
      if (!guard_bool(a.sizes[d] == b.sizes[d], "attention: equal batches and heads")) return false;
      if (!guard_bool(a.sizes[d] == c.sizes[d], "attention: equal batches and heads")) return false;
    }
    if (!guard_bool(a.sizes[3] == b.sizes[3], "attention: one depth")) return false;
    if (!guard_bool(a.sizes[3] == c.sizes[3], "attention: one depth")) return false;
    if (!guard_bool(b.sizes[2] == c.sizes[2], "attention: as many values as keys")) return false;
    for (const SymInt& size : a.sizes) {
      if (guard_bool(size == SymInt(0), "attention: something to do")) return false;
    }
    if (guard_bool(b.sizes[2] == SymInt(0), "attention: something to do")) return false;
    for (const SymMeta* m : {&a, &b, &c}) {  // PyTorch's kernel wants dense rows, even of one element
      if (m->strides.n == 4 && !guard_bool(m->strides[3] == SymInt(1), "attention: dense rows")) return false;
    }
    if (!given_at(in, 3)) return true;
    SymMeta m = g.meta(in[3]);
    if ((m.dtype != DType::b8 && m.dtype != a.dtype) || m.sizes.n > 4 || m.sizes.n < 2) return false;
    const SymInt wanted[] = {a.sizes[0], a.sizes[1], a.sizes[2], b.sizes[2]};
    for (int d = 0; d < m.sizes.n; ++d) {
      const SymInt& size = m.sizes[d];
      bool fits = guard_bool(size == wanted[4 - m.sizes.n + d], "attention: the mask's size") ||
                  guard_bool(size == SymInt(1), "attention: a mask that repeats");
      if (!fits) return false;
    }
    return true;
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value q = in[0];
    Value k = in[1];
    Value v = in[2];
    SymMeta qm = g.meta(q);
    SymMeta km = g.meta(k);
    bool causal = flag_or(in, 5, false);
    if (causal && given_at(in, 3)) {
      return g.fail("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
    }
    if (qm.sizes.n < 2 || km.sizes.n < 2 || g.meta(v).sizes.n < 2) {
      return g.fail("scaled_dot_product_attention: Expected query, key, and value to all be  at least 2 dimensional");
    }
    for (Value other : {k, v}) {
      if (g.meta(other).dtype == qm.dtype) continue;
      return g.fail(std::string("Expected query, key, and value to have the same dtype, but got query.dtype: ") +
                    row_of(qm.dtype).cpp_name + " key.dtype: " + row_of(km.dtype).cpp_name +
                    " and value.dtype: " + row_of(g.meta(v).dtype).cpp_name + " instead.");
    }
    if (flag_or(in, 7, false)) {
      SymInt heads = qm.sizes[qm.sizes.n - 3];
      k = repeated(g, k, heads / km.sizes[km.sizes.n - 3]);
      v = repeated(g, v, heads / g.meta(v).sizes[g.meta(v).sizes.n - 3]);
    }
    if (fits_kernel(g, in, q, k, v)) {
      Value mask = in[3];
      if (given_at(in, 3) && g.meta(in[3]).dtype == DType::b8) {
        mask = emit::where(g, in[3], 0.0, -std::numeric_limits<double>::infinity());
        if (g.meta(mask).dtype != qm.dtype) mask = emit::to(g, mask, qm.dtype);
      }
      const Arg args[] = {q, k, v, 0.0, causal, given_at(in, 3) ? Arg(mask) : Arg(), in.size() > 6 ? in[6] : Arg()};
      Value results[2];
      call_many(g, row__scaled_dot_product_flash_attention_for_cpu.id(), args, results);
      out[0] = results[0];
      return;
    }
    double scale = given_at(in, 6) ? in[6].number() : 1.0 / std::sqrt(double(qm.sizes.back().hint));
    // The scale is split between both factors, as PyTorch does.
    double root = std::sqrt(std::fabs(scale));
    q = emit::mul(g, q, scale < 0 ? -root : root);
    Value scores = emit::matmul(g, q, emit::transpose(g, emit::mul(g, k, root), -2, -1));
    double low = -std::numeric_limits<double>::infinity();
    if (causal) {
      SymDims square{qm.sizes[qm.sizes.n - 2], km.sizes[km.sizes.n - 2]};
      Value keep = emit::tril(g, emit::ones(g, square, DType::b8), 0);
      scores = emit::where(g, keep, scores, low);
    } else if (given_at(in, 3)) {
      bool boolean = g.meta(in[3]).dtype == DType::b8;
      scores = boolean ? emit::where(g, in[3], scores, low) : emit::add(g, scores, in[3]);
    }
    Value dead;  // queries that may look at no key: their weights are 0, as in PyTorch's _safe_softmax
    if (given_at(in, 3)) {
      dead = emit::eq(g, emit::amax(g, scores, SymDims{SymInt(-1)}, true), low);
      scores = emit::where(g, dead, 0.0, scores);
    }
    Value weights = emit::softmax(g, scores, -1);
    if (dead.given()) weights = emit::where(g, dead, 0.0, weights);
    double p = number_or(in, 4, 0);
    if (p > 0) weights = emit::dropout(g, weights, p, true);
    out[0] = emit::matmul(g, weights, v);
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/attention.def"
}  // namespace adder::rt
