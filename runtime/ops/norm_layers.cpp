// Normalization layers. The forward kernels return what their gradients need (means and inverse deviations); running
// statistics are written by an op of their own, so that a captured graph sees the write.
#include <cmath>
#include <vector>

#include "runtime/eager/rows.h"
#include "runtime/ops/row_parts.h"

namespace adder::rt {

USE_OP(div)
USE_OP(sum)
USE_OP(sub)
USE_OP(linalg_vector_norm)
USE_OP(native_layer_norm)
USE_OP(layer_norm_backward)
USE_OP(layer_norm_parameters)
USE_OP(native_group_norm)
USE_OP(group_norm_backward)
USE_OP(batch_norm)
USE_OP(batch_norm_forward)
USE_OP(batch_norm_backward)
USE_OP(running_update)
USE_OP(add)
USE_OP(mul)
USE_OP(mean)
USE_OP(rsqrt)
USE_OP(sqrt)
USE_OP(view)
USE_OP(reshape)
USE_OP(detach)
USE_OP(reciprocal)
USE_OP(repeat)
USE_OP(select)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

// Rows of a tensor that is normalized over its trailing dims.
struct RowShape {
  int64_t rows = 1;
  int64_t n = 1;
};
RowShape row_shape(const Sizes& sizes, int n_normalized) {
  RowShape s;
  for (int d = 0; d < sizes.n; ++d) (d < sizes.n - n_normalized ? s.rows : s.n) *= sizes[d];
  return s;
}

// ---- second derivatives
//
// h = (x - mean(x)) * r is a normalization over `dims`. For a gradient d of h, that of x is r * P(d), where
// P(d) = d - mean(d) - h * mean(d * h). P is linear and symmetric, so the rules for what the backward ops give (by x,
// and by the weight and bias that follow) are made of it again. h and r are computed from x, so these rules can be
// differentiated themselves; the epsilon is what the kept r says. Fixed statistics make P the identity.
class Normalized {
 public:
  Normalized(OpSink& g, Value x, Value kept_scale, SymDims dims) : g_(g), dims_(dims) {
    Value centered = emit::sub(g, x, average(x));
    Value var = average(emit::mul(g, centered, centered));
    Value eps = emit::sub(g, emit::reciprocal(g, emit::mul(g, kept_scale, kept_scale)), var);
    r = emit::rsqrt(g, emit::add(g, var, emit::detach(g, eps)));
    h = emit::mul(g, centered, r);
  }
  Normalized(OpSink& g, Value x, Value mean, Value scale) : g_(g), r(scale), fixed_(true) {
    h = emit::mul(g, emit::sub(g, x, mean), r);
  }
  Value average(Value v) const { return emit::mean(g_, v, dims_, true); }
  Value project(Value d) const {
    if (fixed_) return d;
    return emit::sub(g_, emit::sub(g_, d, average(d)), emit::mul(g_, h, average(emit::mul(g_, d, h))));
  }

  struct Gradients {
    Value grad, x, weight;  // weight: with the shape of x, to be summed
  };
  // up: of the results by x, weight and bias; any may be undefined.
  Gradients second(Value grad, Value weight, Value up, Value up_weight, Value up_bias) const {
    auto weighted = [&](Value v) { return weight.given() ? emit::mul(g_, v, weight) : v; };
    auto plus = [&](Value a, Value b) { return a.given() && b.given() ? emit::add(g_, a, b) : a.given() ? a : b; };
    Gradients out;
    Value by_h;
    Value by_r;
    if (up.given()) {
      Value through = emit::mul(g_, r, project(up));
      out.grad = weighted(through);
      out.weight = emit::mul(g_, grad, through);
      if (!fixed_) {
        Value d = weighted(grad);
        Value both = emit::add(g_, emit::mul(g_, up, average(emit::mul(g_, d, h))),
                               emit::mul(g_, d, average(emit::mul(g_, up, h))));
        by_h = emit::mul(g_, emit::mul(g_, r, both), -1.0);
        by_r = emit::mul(g_, emit::mul(g_, h, emit::mul(g_, r, r)), average(emit::mul(g_, up, project(d))));
      }
    }
    if (up_weight.given()) {
      out.grad = plus(out.grad, emit::mul(g_, up_weight, h));
      by_h = plus(by_h, emit::mul(g_, grad, up_weight));
    }
    if (up_bias.given()) out.grad = plus(out.grad, up_bias);
    if (by_h.given()) out.x = emit::mul(g_, r, project(by_h));
    if (by_r.given()) out.x = emit::sub(g_, out.x, by_r);
    return out;
  }

 private:
  OpSink& g_;
  SymDims dims_;

 public:
  Value r, h;

 private:
  bool fixed_ = false;
};
SymDims trailing(int64_t n) {
  SymDims dims;
  for (int64_t d = -n; d < 0; ++d) dims.push(SymInt(d));
  return dims;
}

// ---- layer norm

struct native_layer_norm_op {
  static constexpr Schema schemas[] = {
      "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, "
      "Tensor, Tensor)"};
  static constexpr std::string_view doc = "Layer norm, and the means and inverse deviations of the rows.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Dims<D> shape = c.ints(1);
    if (shape.n == 0) {
      return c.fail(
          "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
          "normalized_shape = []");
    }
    for (int i : {2, 3}) {
      if (!c.given(i)) continue;
      const Dims<D>& s = c.meta(i).sizes;
      bool same = s.n == shape.n;
      for (int d = 0; same && d < s.n; ++d) same = guard_bool(s[d] == shape[d], "layer_norm: parameter sizes");
      const char* name = i == 2 ? "weight" : "bias";
      if (!same) {
        return c.fail(std::string("Expected ") + name + " to be of same shape as normalized_shape, but got " + name +
                      " of shape " + sizes_text(s) + " and normalized_shape = " + sizes_text(shape));
      }
    }
    int lead = x.sizes.n - shape.n;
    bool fits = lead >= 0;
    for (int d = 0; fits && d < shape.n; ++d) fits = guard_bool(x.sizes[lead + d] == shape[d], "layer_norm: sizes");
    if (!fits) {
      std::string wanted;
      for (const D& v : shape) wanted += ", " + std::to_string(hint_of(v));
      return c.fail("Given normalized_shape=" + sizes_text(shape) + ", expected input with shape [*" + wanted +
                    "], but got input of size" + sizes_text(x.sizes));
    }
    if (!is_floating(x.dtype)) {
      return c.unsupported("LayerNormKernelImpl", x.dtype);
    }
    for (int i : {2, 3}) {  // half precision goes with parameters of its own dtype or of float
      if (c.given(i) && c.meta(i).dtype != x.dtype && c.meta(i).dtype != wide_dtype(x.dtype)) {
        return c.fail(std::string("expected scalar type ") + row_of(x.dtype).scalar_name + " but found " +
                      row_of(c.meta(i).dtype).scalar_name);
      }
    }
    set_like(c, 0, x);
    for (int k : {1, 2}) {
      c.out[k].dtype = wide_dtype(x.dtype);
      for (int d = 0; d < x.sizes.n; ++d) c.out[k].sizes.push(d < lead ? x.sizes[d] : D(1));
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = widened(in[0]);
    Tensor weight = given_at(in, 2) ? widened(in[2]) : Tensor();
    Tensor bias = given_at(in, 3) ? widened(in[3]) : Tensor();
    WideResult result(out[0]);
    double eps = in[4].number();
    RowShape s = row_shape(x->meta.sizes, int(in[1].count));
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      parallel_for(c, s.rows, 32768 / (s.n + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          const T* row = x->data_as<T>() + r * s.n;
          T mean;
          T squares;
          Rows<T>::moments(row, s.n, &mean, &squares);
          T scale = T(1) / std::sqrt(squares / T(s.n) + T(eps));
          Rows<T>::normalize(row, data_or_null<T>(weight), data_or_null<T>(bias), mean, scale,
                             result.tensor()->template data_as<T>() + r * s.n, s.n);
          out[1]->data_as<T>()[r] = mean;
          out[2]->data_as<T>()[r] = scale;
        }
      });
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value x = c.data(0);
    Value mean = c.out(1);
    Value scale = c.out(2);
    if (c.needs(0)) {
      Value weight = c.given(2) ? Value(c.data(2)) : Value();
      c.set(0, emit::layer_norm_backward(g, c.grad(), x, mean, scale, weight, int64_t(c.param(1).count)));
    }
    if (c.needs(2) || c.needs(3)) {
      Value parameter = c.data(c.given(2) ? 2 : 3);
      const Arg args[] = {c.grad(), x, mean, scale, parameter, int64_t(c.param(1).count)};
      Value parts[2];
      call_many(g, row_layer_norm_parameters.id(), args, parts);
      if (c.needs(2)) c.set(2, parts[0]);
      if (c.needs(3)) c.set(3, parts[1]);
    }
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType result = g.meta(in[0]).dtype;
    if (!has_exact_rows(g, in[0], int(in[1].count), result))
      return g.fail("layer_norm: its parts would round differently");
    SymDims dims = trailing(in[1].count);
    Value x = in_float(g, in[0]);
    Value mean = emit::mean(g, x, dims, true);
    Value centered = emit::sub(g, x, mean);
    Value var = emit::mean(g, emit::mul(g, centered, centered), dims, true);
    Value scale = emit::reciprocal(g, emit::sqrt(g, emit::add(g, var, in[4].number())));
    Value y = emit::mul(g, centered, scale);
    if (given_at(in, 2)) y = emit::mul(g, y, in_float(g, in[2]));
    if (given_at(in, 3)) y = emit::add(g, y, in_float(g, in[3]));
    out[0] = rounded_to(g, y, result);
    out[1] = mean;
    out[2] = scale;
  }
};

struct layer_norm_backward_op {
  static constexpr Schema schemas[] = {
      "layer_norm_backward(Tensor grad, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, int n_dims) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of layer norm by its input.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(1));
    require_floating(c, 1);
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor x = widened(in[1]);
    Tensor mean = dense(in[2]);
    Tensor scale = dense(in[3]);
    Tensor weight = given_at(in, 4) ? widened(in[4]) : Tensor();
    WideResult result(out[0]);
    RowShape s = row_shape(x->meta.sizes, int(in[5].integer()));
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      const T* w = data_or_null<T>(weight);
      parallel_for(c, s.rows, 32768 / (s.n + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          const T* up = grad->data_as<T>() + r * s.n;
          const T* row = x->data_as<T>() + r * s.n;
          T center = mean->data_as<T>()[r];
          T factor = scale->data_as<T>()[r];
          T sums[2];
          Rows<T>::normalize_sums(up, row, w, center, factor, sums, s.n);
          Rows<T>::normalize_backward(up, row, w, center, factor, sums[0] / T(s.n), sums[1] / T(s.n),
                                      result.tensor()->template data_as<T>() + r * s.n, s.n);
        }
      });
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value weight = c.given(4) ? Value(c.data(4)) : Value();
    Value grad = c.data(0);
    Normalized norm(g, c.data(1), c.data(3), trailing(c.param(5).integer()));
    Normalized::Gradients d = norm.second(grad, weight, c.grad(), {}, {});
    if (c.needs(0)) c.set(0, d.grad);
    if (c.needs(1)) c.set(1, d.x);
    if (c.needs(4)) c.set(4, d.weight);
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType result = g.meta(in[1]).dtype;
    int n_dims = int(in[5].integer());
    if (!has_exact_rows(g, in[1], n_dims, result) || !has_exact_rows(g, in[0], n_dims, result))
      return g.fail("layer_norm_backward: its parts would round differently");
    SymDims dims = trailing(n_dims);
    Value grad = in_float(g, in[0]);
    if (given_at(in, 4)) grad = emit::mul(g, grad, in_float(g, in[4]));
    Value normal = emit::mul(g, emit::sub(g, in_float(g, in[1]), in[2]), in[3]);
    Value a = emit::mean(g, grad, dims, true);
    Value b = emit::mean(g, emit::mul(g, grad, normal), dims, true);
    Value y = emit::mul(g, emit::sub(g, emit::sub(g, grad, a), emit::mul(g, normal, b)), in[3]);
    out[0] = rounded_to(g, y, result);
  }
};
struct layer_norm_parameters_op {
  static constexpr Schema schemas[] = {
      "layer_norm_parameters(Tensor grad, Tensor input, Tensor mean, Tensor rstd, Tensor parameter, int n_dims) -> "
      "(Tensor, Tensor)"};
  static constexpr std::string_view doc = "Gradients of layer norm by weight and bias, in the dtype of `parameter`.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(1);
    int n = int(c.number(5, 1));
    for (int k : {0, 1}) {
      c.out[k].dtype = c.meta(4).dtype;
      for (int d = x.sizes.n - n; d < x.sizes.n; ++d) c.out[k].sizes.push(x.sizes[d]);
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor x = widened(in[1]);
    Tensor mean = dense(in[2]);
    Tensor scale = dense(in[3]);
    WideResult weight_grad(out[0]);
    WideResult bias_grad(out[1]);
    RowShape s = row_shape(x->meta.sizes, int(in[5].integer()));
    constexpr int64_t kColumns = 256;  // each task sums all rows of a few columns
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      T* dw = weight_grad.tensor()->template data_as<T>();
      T* db = bias_grad.tensor()->template data_as<T>();
      std::fill_n(dw, s.n, T(0));
      std::fill_n(db, s.n, T(0));
      int64_t tasks = (s.n + kColumns - 1) / kColumns;
      parallel_for(c, tasks, 32768 / (kColumns * s.rows + 1) + 1, [&](int64_t begin, int64_t end) {
        int64_t first = begin * kColumns;
        int64_t count = std::min(s.n, end * kColumns) - first;
        for (int64_t r = 0; r < s.rows; ++r) {
          Rows<T>::normalize_parameters(grad->data_as<T>() + r * s.n + first, x->data_as<T>() + r * s.n + first,
                                        mean->data_as<T>()[r], scale->data_as<T>()[r], dw + first, db + first, count);
        }
      });
    });
    weight_grad.finish();
    bias_grad.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value grad = c.data(0);
    Normalized norm(g, c.data(1), c.data(3), trailing(c.param(5).integer()));
    Normalized::Gradients d = norm.second(grad, {}, {}, c.grad(0), c.grad(1));
    if (c.needs(0)) c.set(0, emit::add(g, d.grad, emit::mul(g, grad, 0.0)));
    if (c.needs(1) && d.x.given()) c.set(1, d.x);
  }
};
struct layer_norm_op {
  static constexpr Schema schemas[] = {
      "layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, "
      "bool cudnn_enable=True) -> Tensor"};
  static constexpr std::string_view doc = "Normalizes over the trailing dims.",
                                    samples[] = {"(2,5) normalized_shape=[5] (5) (5)",
                                                 "(2,3,4) normalized_shape=[3,4]"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    Value weight = given_at(in, 2) ? Value(in[2]) : Value();
    Value bias = given_at(in, 3) ? Value(in[3]) : Value();
    out[0] = emit::native_layer_norm(g, in[0], in[1], weight, bias, number_or(in, 4, 1e-5));
  }
};

// ---- group norm

struct GroupShape {
  int64_t batch, channels, groups, pixels;
  int64_t per_group() const { return channels / groups; }
};
GroupShape group_shape(const Sizes& sizes, int64_t groups) {
  GroupShape s{sizes[0], sizes[1], groups, 1};
  for (int d = 2; d < sizes.n; ++d) s.pixels *= sizes[d];
  return s;
}

struct native_group_norm_op {
  static constexpr Schema schemas[] = {
      "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, int group, float eps) -> (Tensor, Tensor, "
      "Tensor)"};
  static constexpr std::string_view doc = "Group norm, and the means and inverse deviations of the groups.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    set_like(c, 0, x);
    if (!is_floating(x.dtype)) {
      return c.unsupported("GroupNormKernelImpl", x.dtype);
    }
    for (int k : {1, 2}) {
      c.out[k].dtype = wide_dtype(x.dtype);
      c.out[k].sizes = {x.sizes[0], D(c.number(3, 1))};
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = widened(in[0]);
    Tensor weight = given_at(in, 1) ? widened(in[1]) : Tensor();
    Tensor bias = given_at(in, 2) ? widened(in[2]) : Tensor();
    WideResult result(out[0]);
    double eps = in[4].number();
    GroupShape s = group_shape(x->meta.sizes, in[3].integer());
    int64_t n = s.per_group() * s.pixels;
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      parallel_for(c, s.batch * s.groups, 32768 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          const T* rows = x->data_as<T>() + r * n;
          T* to = result.tensor()->template data_as<T>() + r * n;
          T mean = 0;
          T squares = 0;
          if (n) Rows<T>::moments(rows, n, &mean, &squares);
          T scale = T(1) / std::sqrt(squares / T(n) + T(eps));
          for (int64_t k = 0; k < s.per_group(); ++k) {
            int64_t channel = r % s.groups * s.per_group() + k;
            T a = weight ? scale * weight->data_as<T>()[channel] : scale;
            T b = (bias ? bias->data_as<T>()[channel] : T(0)) - mean * a;
            Rows<T>::scale_shift(rows + k * s.pixels, a, b, to + k * s.pixels, s.pixels);
          }
          out[1]->data_as<T>()[r] = mean;
          out[2]->data_as<T>()[r] = scale;
        }
      });
    });
    result.finish();
    return {};
  }
  static constexpr std::string_view grad_name = "NativeGroupNormBackward0";
  static void vjp(OpSink& g, VjpCtx& c) {
    Value weight = c.given(1) ? Value(c.data(1)) : Value();
    const Arg args[] = {c.grad(), c.data(0), c.out(1), c.out(2), weight, c.param(3)};
    Value parts[3];
    call_many(g, row_group_norm_backward.id(), args, parts);
    if (c.needs(0)) c.set(0, parts[0]);
    if (c.needs(1)) c.set(1, parts[1]);
    if (c.needs(2)) c.set(2, parts[2]);
  }
};
// Gradients of a backward op whose operands were reshaped; `outer`: the dims of that shape that a weight does not have.
void set_shaped(OpSink& g, VjpCtx& c, const Normalized::Gradients& d, Value grad, const SymDims& outer) {
  const SymDims& sizes = c.meta(1).sizes;
  if (c.needs(0) && d.grad.given()) {
    Value whole = emit::add(g, d.grad, emit::mul(g, grad, 0.0));  // what flows into the bias alone has its shape
    c.set(0, emit::reshape(g, whole, sizes));
  }
  if (c.needs(1) && d.x.given()) c.set(1, emit::reshape(g, d.x, sizes));
  if (c.needs(4) && d.weight.given())
    c.set(4, emit::reshape(g, emit::sum(g, d.weight, outer, false), SymDims{sizes[1]}));
}
struct group_norm_backward_op {
  static constexpr Schema schemas[] = {
      "group_norm_backward(Tensor grad, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, int group) -> (Tensor, "
      "Tensor, Tensor)"};
  static constexpr std::string_view doc = "Gradients of group norm by input, weight and bias.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(1));
    require_floating(c, 1);
    for (int k : {1, 2}) {
      c.out[k].dtype = c.meta(1).dtype;
      c.out[k].sizes = {c.meta(1).sizes[1]};
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor x = widened(in[1]);
    Tensor mean = dense(in[2]);
    Tensor scale = dense(in[3]);
    Tensor weight = given_at(in, 4) ? widened(in[4]) : Tensor();
    WideResult input_grad(out[0]);
    WideResult weight_grad(out[1]);
    WideResult bias_grad(out[2]);
    GroupShape s = group_shape(x->meta.sizes, in[5].integer());
    int64_t n = s.per_group() * s.pixels;
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      // Of each (sample, channel): the sum of the gradient, and of the gradient times the centered input.
      std::vector<T> sums(size_t(2 * s.batch * s.channels));
      parallel_for(c, s.batch * s.groups, 32768 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          T center = mean->data_as<T>()[r];
          T factor = scale->data_as<T>()[r];
          const T* rows = x->data_as<T>() + r * n;
          const T* up = grad->data_as<T>() + r * n;
          T total = 0;
          T projected = 0;
          for (int64_t k = 0; k < s.per_group(); ++k) {
            T* pair = sums.data() + 2 * (r * s.per_group() + k);
            Rows<T>::normalize_sums(up + k * s.pixels, rows + k * s.pixels, nullptr, center, T(1), pair, s.pixels);
            T w = weight ? weight->data_as<T>()[r % s.groups * s.per_group() + k] : T(1);
            total += w * pair[0];
            projected += w * pair[1];
          }
          T b = -projected * factor * factor * factor / T(n);
          T shift = -total * factor / T(n) - b * center;
          for (int64_t k = 0; k < s.per_group(); ++k) {
            T w = weight ? weight->data_as<T>()[r % s.groups * s.per_group() + k] : T(1);
            Rows<T>::combine(up + k * s.pixels, rows + k * s.pixels, w * factor, b, shift,
                             input_grad.tensor()->template data_as<T>() + r * n + k * s.pixels, s.pixels);
          }
        }
      });
      for (int64_t channel = 0; channel < s.channels; ++channel) {
        T dw = 0;
        T db = 0;
        for (int64_t b = 0; b < s.batch; ++b) {
          const T* pair = sums.data() + 2 * (b * s.channels + channel);
          dw += pair[1] * scale->data_as<T>()[b * s.groups + channel / s.per_group()];
          db += pair[0];
        }
        weight_grad.tensor()->template data_as<T>()[channel] = dw;
        bias_grad.tensor()->template data_as<T>()[channel] = db;
      }
    });
    input_grad.finish();
    weight_grad.finish();
    bias_grad.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    const SymDims& sizes = c.meta(1).sizes;
    SymInt groups(c.param(5).integer());
    SymInt channels(sizes[1].hint / groups.hint);
    SymDims flat{sizes[0], groups, channels, SymInt(-1)};
    SymDims one{SymInt(1), groups, channels, SymInt(1)};
    auto shaped = [&](Value v, const SymDims& to) { return v.given() ? emit::reshape(g, v, to) : v; };
    Value grad = shaped(c.data(0), flat);
    Value weight = c.given(4) ? shaped(c.data(4), one) : Value();
    Value scale = shaped(c.data(3), {sizes[0], groups, SymInt(1), SymInt(1)});
    Normalized norm(g, shaped(c.data(1), flat), scale, trailing(2));
    Normalized::Gradients d =
        norm.second(grad, weight, shaped(c.grad(0), flat), shaped(c.grad(1), one), shaped(c.grad(2), one));
    set_shaped(g, c, d, grad, {SymInt(0), SymInt(3)});
  }
};
struct group_norm_op {
  static constexpr Schema schemas[] = {
      "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool "
      "cudnn_enabled=True) -> Tensor"};
  static constexpr std::string_view doc = "Normalizes groups of channels.", samples[] = {"(2,4,3) 2 (4) (4)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    int64_t groups = in[1].integer();
    if (x.sizes.n < 2) {
      return g.fail("Expected at least 2 dimensions for input tensor but received " + std::to_string(x.sizes.n));
    }
    if (groups <= 0) {
      return g.fail("Expected num groups to be greater than 0, got " + std::to_string(groups));
    }
    if (x.sizes[1].hint % groups) {
      return g.fail("Expected number of channels in input to be divisible by num_groups, but got input of shape " +
                    sizes_text(x.sizes) + " and num_groups=" + std::to_string(groups));
    }
    Value parameters[2];
    for (size_t i : {size_t(2), size_t(3)}) {
      if (!given_at(in, i)) continue;
      SymMeta m = g.meta(in[i]);
      if (m.sizes.n != 1 || !guard_bool(m.sizes[0] == x.sizes[1], "group_norm: parameter sizes")) {
        return g.fail(std::string("Expected ") + (i == 2 ? "weight" : "bias") +
                      " to be a vector of size equal to the number of channels in input, but got " +
                      (i == 2 ? "weight" : "bias") + " of shape " + sizes_text(m.sizes) + " and input of shape " +
                      sizes_text(x.sizes));
      }
      parameters[i - 2] = in[i];
    }
    out[0] = emit::native_group_norm(g, in[0], parameters[0], parameters[1], groups, number_or(in, 4, 1e-5));
  }
};

// ---- batch norm

GroupShape channel_shape(const Sizes& sizes) {
  return group_shape(sizes, 1);
}

struct batch_norm_forward_op {
  static constexpr Schema schemas[] = {
      "batch_norm_forward(Tensor input, Tensor? weight, Tensor? bias, Tensor? mean, Tensor? var, bool training, float "
      "eps) -> (Tensor, Tensor, Tensor, Tensor)"};
  static constexpr std::string_view
      doc =
          "Batch norm, means and inverse deviations of the channels, and their unbiased variances. Without training "
          "the given statistics are used.",
      samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view grad_name = "NativeBatchNormBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    set_like(c, 0, x);
    if (!is_floating(x.dtype)) {
      return c.unsupported("batch_norm", x.dtype);
    }
    for (int k : {1, 2, 3}) {
      c.out[k].dtype = wide_dtype(x.dtype);
      c.out[k].sizes = {x.sizes[1]};
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = widened(in[0]);
    Tensor weight = given_at(in, 1) ? widened(in[1]) : Tensor();
    Tensor bias = given_at(in, 2) ? widened(in[2]) : Tensor();
    bool training = in[5].flag();
    Tensor given_mean = training ? Tensor() : dense_as(*in[3].t, x->dtype());
    Tensor given_var = training ? Tensor() : dense_as(*in[4].t, x->dtype());
    WideResult result(out[0]);
    double eps = in[6].number();
    GroupShape s = channel_shape(x->meta.sizes);
    int64_t n = s.batch * s.pixels;
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      const T* from = x->data_as<T>();
      T* to = result.tensor()->template data_as<T>();
      parallel_for(c, s.channels, 32768 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t channel = begin; channel < end; ++channel) {
          double mean = 0;
          double var = 0;
          double unbiased = 0;
          if (training) {
            double squares = channel_moments(s, from + channel * s.pixels, mean);
            var = squares / double(n);
            unbiased = squares / double(n - 1);
          } else {
            mean = double(given_mean->data_as<T>()[channel]);
            var = double(given_var->data_as<T>()[channel]);
          }
          T scale = T(1) / std::sqrt(T(var) + T(eps));
          T a = weight ? scale * weight->data_as<T>()[channel] : scale;
          T b = (bias ? bias->data_as<T>()[channel] : T(0)) - T(mean) * a;
          for (int64_t i = 0; i < s.batch; ++i) {
            int64_t at = (i * s.channels + channel) * s.pixels;
            Rows<T>::scale_shift(from + at, a, b, to + at, s.pixels);
          }
          out[1]->data_as<T>()[channel] = T(mean);
          out[2]->data_as<T>()[channel] = scale;
          out[3]->data_as<T>()[channel] = T(unbiased);
        }
      });
    });
    result.finish();
    return {};
  }
  // The sum of squared deviations of a channel, and its mean; rows are merged pairwise.
  template <class T>
  static double channel_moments(const GroupShape& s, const T* first, double& mean) {
    int64_t step = s.channels * s.pixels;
    double total = 0;
    for (int64_t i = 0; i < s.batch; ++i) {
      total += s.pixels == 1 ? double(first[i * step]) : double(Rows<T>::sum(first + i * step, s.pixels));
    }
    mean = total / double(s.batch * s.pixels);
    double squares = 0;
    for (int64_t i = 0; i < s.batch; ++i) {
      if (s.pixels == 1) {
        double d = double(first[i * step]) - mean;
        squares += d * d;
        continue;
      }
      T row_mean;
      T row_squares;
      Rows<T>::moments(first + i * step, s.pixels, &row_mean, &row_squares);
      double d = double(row_mean) - mean;
      squares += double(row_squares) + double(s.pixels) * d * d;
    }
    return squares;
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value weight = c.given(1) ? Value(c.data(1)) : Value();
    const Arg args[] = {c.grad(), c.data(0), c.out(1), c.out(2), weight, c.param(5)};
    Value parts[3];
    call_many(g, row_batch_norm_backward.id(), args, parts);
    if (c.needs(0)) c.set(0, parts[0]);
    if (c.needs(1)) c.set(1, parts[1]);
    if (c.needs(2)) c.set(2, parts[2]);
  }
};
struct batch_norm_backward_op {
  static constexpr Schema schemas[] = {
      "batch_norm_backward(Tensor grad, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, bool training) -> "
      "(Tensor, Tensor, Tensor)"};
  static constexpr std::string_view doc = "Gradients of batch norm by input, weight and bias.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(1));
    require_floating(c, 1);
    for (int k : {1, 2}) {
      c.out[k].dtype = c.meta(1).dtype;
      c.out[k].sizes = {c.meta(1).sizes[1]};
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor x = widened(in[1]);
    Tensor mean = dense(in[2]);
    Tensor scale = dense(in[3]);
    Tensor weight = given_at(in, 4) ? widened(in[4]) : Tensor();
    bool training = in[5].flag();
    WideResult input_grad(out[0]);
    WideResult weight_grad(out[1]);
    WideResult bias_grad(out[2]);
    GroupShape s = channel_shape(x->meta.sizes);
    int64_t n = s.batch * s.pixels;
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      parallel_for(c, s.channels, 32768 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t channel = begin; channel < end; ++channel) {
          T center = mean->data_as<T>()[channel];
          T factor = scale->data_as<T>()[channel];
          double total = 0;
          double projected = 0;
          for (int64_t i = 0; i < s.batch; ++i) {
            int64_t at = (i * s.channels + channel) * s.pixels;
            T sums[2];
            Rows<T>::normalize_sums(grad->data_as<T>() + at, x->data_as<T>() + at, nullptr, center, T(1), sums,
                                    s.pixels);
            total += double(sums[0]);
            projected += double(sums[1]);
          }
          T a = weight ? factor * weight->data_as<T>()[channel] : factor;
          T b = training ? T(-double(a) * double(factor) * double(factor) * projected / double(n)) : T(0);
          T shift = training ? T(-double(a) * total / double(n) - double(b) * double(center)) : T(0);
          for (int64_t i = 0; i < s.batch; ++i) {
            int64_t at = (i * s.channels + channel) * s.pixels;
            Rows<T>::combine(grad->data_as<T>() + at, x->data_as<T>() + at, a, b, shift,
                             input_grad.tensor()->template data_as<T>() + at, s.pixels);
          }
          weight_grad.tensor()->template data_as<T>()[channel] = T(projected * double(factor));
          bias_grad.tensor()->template data_as<T>()[channel] = T(total);
        }
      });
    });
    input_grad.finish();
    weight_grad.finish();
    bias_grad.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    const SymDims& sizes = c.meta(1).sizes;
    SymDims flat{sizes[0], sizes[1], SymInt(-1)};
    SymDims one{SymInt(1), sizes[1], SymInt(1)};
    auto shaped = [&](Value v, const SymDims& to) { return v.given() ? emit::reshape(g, v, to) : v; };
    Value grad = shaped(c.data(0), flat);
    Value weight = c.given(4) ? shaped(c.data(4), one) : Value();
    Value x = shaped(c.data(1), flat);
    Value mean = shaped(c.data(2), one);
    Value scale = shaped(c.data(3), one);
    Normalized norm =
        c.param(5).flag() ? Normalized(g, x, scale, SymDims{SymInt(0), SymInt(2)}) : Normalized(g, x, mean, scale);
    Normalized::Gradients d =
        norm.second(grad, weight, shaped(c.grad(0), flat), shaped(c.grad(1), one), shaped(c.grad(2), one));
    set_shaped(g, c, d, grad, {SymInt(0), SymInt(2)});
  }
};

struct running_update_op {
  static constexpr Schema schemas[] = {"running_update_(Tensor(a!) self, Tensor value, float momentum) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Moves running statistics towards new ones.", samples[] = {"(3) (3) 0.1"};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor running = widened(in[0]);
    Tensor value = dense_as(*in[1].t, running->dtype());
    double momentum = in[2].number();
    WideResult result(out[0]);
    with_wide_type(running->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t i = 0; i < running->numel; ++i) {
        T old = running->data_as<T>()[i];
        result.tensor()->template data_as<T>()[i] = T(momentum) * value->data_as<T>()[i] + T(1 - momentum) * old;
      }
    });
    result.finish();
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};

void update_running(OpSink& g, Value running, Value value, double momentum) {
  Value written[] = {running};
  const Arg args[] = {running, value, momentum};
  g.call(row_running_update.id(), args, written);
}

struct batch_norm_op {
  static constexpr Schema schemas[] = {
      "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
      "training, "
      "float momentum, float eps, bool cudnn_enabled) -> Tensor"};
  static constexpr std::string_view doc = "Normalizes channels over the batch, or by running statistics.",
                                    samples[] = {"(4,3) (3) (3) None None True 0.1 1e-5 True"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    bool training = in[5].flag();
    if (x.sizes.n < 2) {
      return g.fail("Expected at least 2 dimensions for input tensor but received " + std::to_string(x.sizes.n));
    }
    static constexpr const char* kNames[] = {"weight", "bias", "running_mean", "running_var"};
    Value p[4];
    for (size_t i = 0; i < 4; ++i) {
      if (!given_at(in, i + 1)) continue;
      p[i] = in[i + 1];
      SymMeta m = g.meta(p[i]);
      if (!guard_bool(m.sizes.product() == x.sizes[1], "batch_norm: a parameter for each channel")) {
        return g.fail(std::string(kNames[i]) + " should contain " + std::to_string(x.sizes[1].hint) + " elements not " +
                      std::to_string(m.sizes.product().hint));
      }
    }
    for (size_t i : {size_t(2), size_t(3)}) {
      if (!training && !p[i].given()) {
        return g.fail(std::string(kNames[i]) + " must be defined in evaluation mode");
      }
    }
    if (x.sizes.product().hint == 0 && guard_bool(x.sizes.product() == SymInt(0), "batch_norm of nothing")) {
      out[0] = emit::view(g, in[0], x.sizes);
      if (p[0].given()) out[0] = emit::mul(g, out[0], emit::select(g, p[0], 0, 0));
      if (p[1].given()) out[0] = emit::add(g, out[0], emit::select(g, p[1], 0, 0));
      return;
    }
    Value parts[4];
    Value none;
    const Arg args[] = {in[0], p[0], p[1], training ? none : p[2], training ? none : p[3], training, in[7].number()};
    call_many(g, row_batch_norm_forward.id(), args, parts);
    out[0] = parts[0];
    if (!training || !g.status.ok()) return;
    if (p[2].given()) update_running(g, p[2], parts[1], in[6].number());
    if (p[3].given()) update_running(g, p[3], parts[3], in[6].number());
  }
};

struct instance_norm_op {
  static constexpr Schema schemas[] = {
      "instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
      "use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor"};
  static constexpr std::string_view doc = "Normalizes each channel of each sample.",
                                    samples[] = {"(2,3,4) (3) (3) None None True 0.1 1e-5 True"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    bool stats = in[5].flag();
    if (!stats && (!given_at(in, 3) || !given_at(in, 4))) {
      return g.fail("Expected running_mean and running_var to be defined when use_input_stats is false");
    }
    SymInt batch = x.sizes[0];
    SymDims flat{SymInt(1), batch * x.sizes[1]};
    for (int d = 2; d < x.sizes.n; ++d) flat.push(x.sizes[d]);
    SymDims times{batch};
    Value p[4];
    for (size_t i = 0; i < 4; ++i) {
      if (given_at(in, i + 1)) p[i] = emit::repeat(g, in[i + 1], times);
    }
    Value y = emit::batch_norm(g, emit::reshape(g, in[0], flat), p[0], p[1], p[2], p[3], stats, in[6].number(),
                               in[7].number(), in[8].flag());
    out[0] = emit::view(g, y, x.sizes);
    for (size_t i : {size_t(2), size_t(3)}) {
      if (!stats || !p[i].given() || !g.status.ok()) continue;
      SymDims table{batch, x.sizes[1]};
      SymDims first{SymInt(0)};
      update_running(g, in[i + 1], emit::mean(g, emit::view(g, p[i], table), first, false), 1.0);
    }
  }
};

double epsilon_of(DType d) {
  switch (wide_dtype(d)) {
    case DType::f64: return 0x1p-52;
    default: return 0x1p-23;
  }
}

struct rms_norm_op {
  static constexpr Schema schemas[] = {
      "rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor"};
  static constexpr std::string_view doc = "Divides by the root mean square over the trailing dims.",
                                    samples[] = {"(2,5) normalized_shape=[5] (5)"};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymDims shape;
    for (uint32_t k = 0; k < in[1].count; ++k) shape.push(in[1].ints[k]);
    int lead = x.sizes.n - shape.n;
    bool fits = shape.n > 0 && lead >= 0;
    for (int d = 0; fits && d < shape.n; ++d) fits = guard_bool(x.sizes[lead + d] == shape[d], "rms_norm: sizes");
    if (!fits) {
      std::string wanted;
      for (const SymInt& v : shape) wanted += (wanted.empty() ? "" : ", ") + std::to_string(v.hint);
      return g.fail("Given normalized_shape=" + sizes_text(shape) + ", expected input with shape [*" + wanted +
                    "], but got input of size" + sizes_text(x.sizes));
    }
    SymDims dims;
    for (int d = lead; d < x.sizes.n; ++d) dims.push(SymInt(d));
    DType wide = wide_dtype(x.dtype);
    Value v = wide == x.dtype ? Value(in[0]) : emit::to(g, in[0], wide);
    Value power = emit::mean(g, emit::mul(g, v, v), dims, true);
    Value scale = emit::rsqrt(g, emit::add(g, power, number_or(in, 3, epsilon_of(wide))));
    v = emit::mul(g, v, scale);
    if (given_at(in, 2)) v = emit::mul(g, v, g.meta(in[2]).dtype == wide ? Value(in[2]) : emit::to(g, in[2], wide));
    out[0] = wide == x.dtype ? v : emit::to(g, v, x.dtype);
  }
};

// ---- weight normalization

// All dims but one.
SymDims other_dims(int n, int dim) {
  SymDims r;
  for (int d = 0; d < n; ++d)
    if (d != dim) r.push(SymInt(d));
  return r;
}
struct _weight_norm_interface_op {
  static constexpr Schema schemas[] = {"_weight_norm_interface(Tensor v, Tensor g, int dim=0) -> (Tensor, Tensor)"};
  static constexpr std::string_view doc = "v scaled to the norms g, slice by slice of dim; and the norms of v.",
                                    samples[] = {"(3,4) (3,1)"};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int dim;
    if (!wrap_dim(g, integer_or(in, 2, 0), g.meta(in[0]).sizes.n, &dim)) return;
    out[1] = emit::linalg_vector_norm(g, in[0], 2.0, other_dims(g.meta(in[0]).sizes.n, dim), true);
    out[0] = emit::mul(g, in[0], emit::div(g, in[1], out[1]));
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value v = c.data(0);
    Value length = c.data(1);
    Value norm = c.out(1);
    Value grad = c.grad(0);
    Value of_norm = c.grad(1).given() && c.needs(0) ? emit::mul(g, c.grad(1), emit::div(g, v, norm)) : Value();
    if (!grad.given()) {
      if (of_norm.given()) c.set(0, of_norm);
      return;
    }
    int n = c.meta(0).sizes.n;
    SymDims dims = other_dims(n, dim_of(Arg(c.given(2) ? c.param(2).integer() : 0), n));
    Value along = emit::sum(g, emit::mul(g, grad, v), dims, true);
    if (c.needs(1)) c.set(1, emit::div(g, along, norm));
    if (!c.needs(0)) return;
    Value rest = emit::sub(g, grad, emit::mul(g, v, emit::div(g, along, emit::mul(g, norm, norm))));
    Value total = emit::mul(g, emit::div(g, length, norm), rest);
    c.set(0, of_norm.given() ? emit::add(g, total, of_norm) : total);
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/norm_layers.def"
}  // namespace adder::rt
