// Negative log likelihood and cross entropy.
#include <algorithm>
#include <cstdio>

#include "runtime/eager/rows.h"
#include "runtime/ops/loss_rules.h"
#include "runtime/ops/row_parts.h"

namespace adder::rt {

USE_OP(nll_loss)
USE_OP(nll_loss2d)
USE_OP(nll_loss_nd)
USE_OP(nll_loss_forward)
USE_OP(nll_loss2d_forward)
USE_OP(nll_loss_backward)
USE_OP(log_softmax)
USE_OP(mul)
USE_OP(add)
USE_OP(div)
USE_OP(neg)
USE_OP(sum)
USE_OP(eq)
USE_OP(ne)
USE_OP(where)
USE_OP(view)
USE_OP(reshape)
USE_OP(index_select)
USE_OP(arange)
USE_OP(unsqueeze)
USE_OP(expand)
USE_OP(bitwise_and)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

constexpr int64_t kIgnoreIndex = -100;

// Input [batch, classes, positions] against target [batch, positions]; either may lack batch or positions.
struct NllShape {
  int64_t batch = 1;
  int64_t classes = 1;
  int64_t positions = 1;
};
NllShape nll_shape(const Sizes& sizes) {
  NllShape s;
  if (sizes.n == 1) {
    s.classes = sizes[0];
    return s;
  }
  s.batch = sizes[0];
  s.classes = sizes[1];
  for (int d = 2; d < sizes.n; ++d) s.positions *= sizes[d];
  return s;
}

template <class D>
void infer_nll(InferCtx<D>& c, bool spatial) {
  const Meta<D>& x = c.meta(0);
  const Meta<D>& t = c.meta(1);
  if (t.dtype != DType::i64 && t.dtype != DType::u8) {
    return c.fail(std::string("expected target dtype to be Long or Byte, but got ") + row_of(t.dtype).scalar_name);
  }
  if (spatial) {
    if (t.sizes.n != 3) {
      return c.fail("only batches of spatial targets supported (3D tensors) but got targets of dimension: " +
                    std::to_string(t.sizes.n));
    }
    if (x.sizes.n != 4) {
      return c.fail("only batches of spatial inputs supported (4D tensors), but got input of dimension: " +
                    std::to_string(x.sizes.n));
    }
    bool agree = guard_bool(x.sizes[0] == t.sizes[0], "nll_loss: batch sizes") &&
                 guard_bool(x.sizes[2] == t.sizes[1], "nll_loss: heights") &&
                 guard_bool(x.sizes[3] == t.sizes[2], "nll_loss: widths");
    if (!agree) {
      return c.fail("size mismatch (got input: " + sizes_text(x.sizes) + " , target: " + sizes_text(t.sizes));
    }
  } else {
    if (x.sizes.n < 1 || x.sizes.n > 2) return c.fail("input tensor should be 1D or 2D");
    if (t.sizes.n > 1) return c.fail("0D or 1D target tensor expected, multi-target not supported");
    bool single = x.sizes.n == 1 && t.sizes.n == 0;
    if (!single && (t.sizes.n == 0 || !guard_bool(x.sizes[0] == t.sizes[0], "nll_loss: batch sizes"))) {
      return c.fail("size mismatch (got input: " + sizes_text(x.sizes) + ", target: " + sizes_text(t.sizes) + ")");
    }
  }
  D classes = x.sizes.n == 1 ? x.sizes[0] : x.sizes[1];
  if (c.given(2)) {
    const Meta<D>& w = c.meta(2);
    if (w.sizes.n != 1 || !guard_bool(w.sizes[0] == classes, "nll_loss: a weight for each class")) {
      return c.fail("weight tensor should be defined either for all " + std::to_string(hint_of(classes)) +
                    " classes or no classes but got weight tensor of shape: " + sizes_text(w.sizes));
    }
    if (w.dtype != x.dtype) {
      return c.fail(std::string("expected scalar type ") + row_of(x.dtype).scalar_name + " but found " +
                    row_of(w.dtype).scalar_name);
    }
  }
  if (!is_floating(x.dtype)) {
    return c.unsupported("nll_loss_out_frame", x.dtype);
  }
  c.out[0].dtype = c.out[1].dtype = x.dtype;
  if (c.number(3, 1) == int(Reduction::none)) c.out[0].sizes = t.sizes;
}

Status nll_forward(Context&, In in, Out out) {
  Tensor x = dense(in[0]);
  Tensor target = dense_as(*in[1].t, DType::i64);
  Tensor weight = given_at(in, 2) ? dense(in[2]) : Tensor();
  Reduction reduction = Reduction(integer_or(in, 3, 1));
  int64_t ignore = integer_or(in, 4, kIgnoreIndex);
  NllShape s = nll_shape(x->meta.sizes);
  int64_t bad = -1;
  bool failed = false;
  with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    using W = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const T* p = x->data_as<T>();
    const int64_t* t = target->data_as<int64_t>();
    const T* w = data_or_null<T>(weight);
    T* to = out[0]->data_as<T>();
    // Terms first, then their sums in the order of a sum over them: the parts of the op give the same bits.
    bool sums = reduction != Reduction::none;
    std::vector<W> terms(sums ? size_t(target->numel) : 0), factors(terms.size());
    for (int64_t b = 0; b < s.batch; ++b) {
      for (int64_t i = 0; i < s.positions; ++i) {
        int64_t at = b * s.positions + i;
        int64_t k = t[at];
        if (k == ignore) {
          if (!sums) to[at] = T(W(0));
          continue;
        }
        if (k < 0 || k >= s.classes) {
          failed = true;
          bad = k;
          return;
        }
        W factor = w ? W(w[k]) : W(1);
        W loss = -W(p[(b * s.classes + k) * s.positions + i]) * factor;
        if (!sums) {
          to[at] = T(loss);
          continue;
        }
        terms[size_t(at)] = loss;
        factors[size_t(at)] = factor;
      }
    }
    W total_weight = sums ? Rows<W>::sum(factors.data(), long(factors.size())) : W(0);
    *out[1]->data_as<T>() = narrow_to<T>(total_weight);
    if (!sums) return;
    W total = Rows<W>::sum(terms.data(), long(terms.size()));
    *to = narrow_to<T>(reduction == Reduction::mean ? total / total_weight : total);
  });
  if (failed) return Status::error(ErrorKind::index, "Target " + std::to_string(bad) + " is out of bounds.");
  return {};
}

void nll_vjp(OpSink& g, VjpCtx& c) {
  if (!c.needs(0)) return;
  Value weight = c.given(2) ? Value(c.data(2)) : Value();
  c.set(0, emit::nll_loss_backward(g, c.grad(), c.data(1), weight, c.out(1), c.param(3), c.param(4), c.meta(0).sizes));
}

// ---- the parts, for rows of classes in single precision
//
// Whoever takes them instead of the ops has looked at the targets before (index_range.h): one that is out of range is
// no class, and nothing raises.

// One for each row and class: is it the row's target? `targets`: with a dim of classes, of any size, behind that of
// rows.
Value is_target(OpSink& g, Value targets, SymInt classes) {
  Value class_numbers = emit::arange(g, 0, Arg(classes), 1);
  return emit::eq(g, class_numbers, targets);
}
void nll_parts(OpSink& g, In in, std::span<Value> out) {
  const SymMeta m = g.meta(in[0]);
  if (m.sizes.n != 2 || m.dtype != DType::f32 || !has_exact_rows(g, in[0], 1, DType::f32))
    return g.fail("nll_loss: its parts would round differently");
  SymDims classes{SymInt(1)};
  Value hit = is_target(g, emit::unsqueeze(g, in[1], 1), m.sizes[1]);
  Value valid = emit::ne(g, in[1], integer_or(in, 4, kIgnoreIndex));
  Value loss = emit::neg(g, emit::sum(g, emit::where(g, hit, in[0], 0.0), classes));
  Value factor = emit::to(g, valid, DType::f32);
  if (given_at(in, 2)) {
    Value weight = emit::sum(g, emit::where(g, hit, in[2], 0.0), classes);
    loss = emit::mul(g, loss, weight);
    factor = emit::where(g, valid, weight, 0.0);
  }
  loss = emit::where(g, valid, loss, 0.0);
  Reduction reduction = Reduction(integer_or(in, 3, 1));
  if (reduction == Reduction::none) {
    out[0] = loss;
    out[1] = emit::sum(g, emit::mul(g, factor, 0.0));
    return;
  }
  Value total = emit::sum(g, loss);
  out[1] = emit::sum(g, factor);
  out[0] = reduction == Reduction::mean ? emit::div(g, total, out[1]) : total;
}
void nll_backward_parts(OpSink& g, In in, std::span<Value> out) {
  SymDims sizes;
  for (uint32_t k = 0; k < in[6].count; ++k) sizes.push(in[6].ints[k]);
  const SymMeta m = g.meta(in[0]);
  if (sizes.n != 2 || m.dtype != DType::f32) return g.fail("nll_loss_backward: its parts would round differently");
  Reduction reduction = Reduction(in[4].integer());
  // All of it has the sizes of the result, so that one kernel can take it.
  Value targets = emit::expand(g, emit::unsqueeze(g, in[1], 1), sizes);
  Value hit = is_target(g, targets, sizes[1]);
  Value valid = emit::ne(g, targets, in[5].integer());
  Value up = reduction == Reduction::none ? emit::unsqueeze(g, in[0], 1) : Value(in[0]);
  up = emit::expand(g, up, sizes);
  Value v = emit::neg(g, given_at(in, 2) ? emit::mul(g, in[2], up) : up);
  if (reduction == Reduction::mean) v = emit::div(g, v, in[3]);
  out[0] = emit::where(g, emit::bitwise_and(g, hit, valid), v, 0.0);
}

struct nll_loss_forward_op {
  static constexpr Schema schemas[] = {
      "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor, "
      "Tensor)"};
  static constexpr std::string_view doc = "Negative log likelihood and the weight it is divided by.",
                                    samples[] = {"(3,5) i(3) None 1 -100"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view grad_name = "NllLossBackward0";
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_nll(c, false);
  }
  static Status eager(Context& c, In in, Out out) { return nll_forward(c, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) { nll_vjp(g, c); }
  static void decompose(OpSink& g, In in, std::span<Value> out) { nll_parts(g, in, out); }
};
struct nll_loss2d_forward_op {
  static constexpr Schema schemas[] = {
      "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor, "
      "Tensor)"};
  static constexpr std::string_view doc = "Negative log likelihood of pictures.",
                                    samples[] = {"(2,5,2,2) i(2,2,2) None 1 -100"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view grad_name = "NllLoss2DBackward0";
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_nll(c, true);
  }
  static Status eager(Context& c, In in, Out out) { return nll_forward(c, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) { nll_vjp(g, c); }
};
struct nll_loss_backward_op {
  static constexpr Schema schemas[] = {
      "nll_loss_backward(Tensor grad, Tensor target, Tensor? weight, Tensor total_weight, int reduction, SymInt "
      "ignore_index, SymInt[] sizes) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of the negative log likelihood.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(6);
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor grad = dense(in[0]);
    Tensor target = dense_as(*in[1].t, DType::i64);
    Tensor weight = given_at(in, 2) ? dense(in[2]) : Tensor();
    Reduction reduction = Reduction(in[4].integer());
    int64_t ignore = in[5].integer();
    NllShape s = nll_shape(out[0]->meta.sizes);
    __builtin_memset(out[0]->data(), 0, size_t(out[0]->numel * bytes_of(out[0]->dtype())));
    with_floating_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      using W = Wide<T>;
      const T* w = data_or_null<T>(weight);
      const int64_t* t = target->data_as<int64_t>();
      W total = W(*in[3].t->data_as<T>());
      for (int64_t at = 0; at < s.batch * s.positions; ++at) {
        if (t[at] == ignore || t[at] < 0 || t[at] >= s.classes) continue;
        W up = W(grad->data_as<T>()[reduction == Reduction::none ? at : 0]);
        W factor = w ? W(w[t[at]]) : W(1);
        W v = -factor * up;
        if (reduction == Reduction::mean) v /= total;
        out[0]->data_as<T>()[(at / s.positions * s.classes + t[at]) * s.positions + at % s.positions] = T(v);
      }
    });
    return {};
  }
  static void decompose(OpSink& g, In in, std::span<Value> out) { nll_backward_parts(g, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (!c.needs(0)) return;
    bool spatial = c.out_meta().sizes.n == 4;
    Value weight = c.given(2) ? Value(c.data(2)) : Value();
    Value target = c.data(1);
    c.set(0, spatial ? emit::nll_loss2d_forward(g, c.grad(), target, weight, c.param(4), c.param(5))
                     : emit::nll_loss_forward(g, c.grad(), target, weight, c.param(4), c.param(5)));
  }
};

Value weight_of(In in) {
  return given_at(in, 2) ? Value(in[2]) : Value();
}

struct nll_loss_op {
  static constexpr Schema schemas[] = {
      "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor"};
  static constexpr std::string_view doc = "Negative log likelihood of class indices.", samples[] = {"(3,5) i(3)"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    out[0] =
        emit::nll_loss_forward(g, in[0], in[1], weight_of(in), integer_or(in, 3, 1), integer_or(in, 4, kIgnoreIndex));
  }
};
struct nll_loss2d_op {
  static constexpr Schema schemas[] = {
      "nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> "
      "Tensor"};
  static constexpr std::string_view doc = "Negative log likelihood of pictures.", samples[] = {"(2,5,2,2) i(2,2,2)"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    out[0] =
        emit::nll_loss2d_forward(g, in[0], in[1], weight_of(in), integer_or(in, 3, 1), integer_or(in, 4, kIgnoreIndex));
  }
};

struct nll_loss_nd_op {
  static constexpr Schema schemas[] = {
      "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> "
      "Tensor"};
  static constexpr std::string_view doc = "Negative log likelihood with any number of positions.",
                                    samples[] = {"(3,5) i(3)", "(2,5,4) i(2,4)"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymMeta t = g.meta(in[1]);
    int dims = x.sizes.n;
    int64_t reduction = integer_or(in, 3, 1);
    int64_t ignore = integer_or(in, 4, kIgnoreIndex);
    auto value_error = [&](std::string text) { g.fail(Status::error(ErrorKind::value, std::move(text))); };
    if (dims < 1) return value_error("Expected 1 or more dimensions (got " + std::to_string(dims) + ")");
    if (dims != 1) {
      bool agree = t.sizes.n > 0 && guard_bool(x.sizes[0] == t.sizes[0], "nll_loss: batch sizes");
      if (!agree) {
        return value_error("Expected input batch_size (" + std::to_string(x.sizes[0].hint) +
                           ") to match target batch_size (" + std::to_string(t.sizes.n ? t.sizes[0].hint : 0) + ").");
      }
    }
    if (dims <= 2) {
      out[0] = emit::nll_loss(g, in[0], in[1], weight_of(in), reduction, ignore);
      return;
    }
    if (dims == 4) {
      out[0] = emit::nll_loss2d(g, in[0], in[1], weight_of(in), reduction, ignore);
      return;
    }
    SymDims expected{x.sizes[0]};
    for (int d = 2; d < dims; ++d) expected.push(x.sizes[d]);
    bool same = t.sizes.n == expected.n;
    SymInt positions(1);
    for (int d = 1; d < expected.n; ++d) {
      same = same && guard_bool(t.sizes[d] == expected[d], "nll_loss: positions");
      positions = positions * expected[d];
    }
    if (!same) {
      return g.fail("Expected target size " + sizes_text(expected) + ", got " + sizes_text(t.sizes));
    }
    SymDims flat{x.sizes[0], x.sizes[1], SymInt(1), positions};
    SymDims flat_target{x.sizes[0], SymInt(1), positions};
    Value loss = emit::nll_loss2d(g, emit::reshape(g, in[0], flat), emit::reshape(g, in[1], flat_target), weight_of(in),
                                  reduction, ignore);
    out[0] = reduction == int(Reduction::none) ? emit::view(g, loss, expected) : loss;
  }
};

// Targets that are distributions over the classes.
Value soft_cross_entropy(OpSink& g, Value x, Value target, Value weight, Reduction reduction, double smoothing) {
  SymMeta m = g.meta(x);
  int class_dim = m.sizes.n == 1 ? 0 : 1;
  SymInt classes = m.sizes[class_dim];
  if (smoothing > 0) {
    target = emit::add(g, emit::mul(g, target, 1 - smoothing), smoothing / double(classes.hint));
  }
  Value terms = emit::mul(g, emit::log_softmax(g, x, class_dim), target);
  if (weight.given()) {
    SymDims shape;
    for (int d = 0; d < m.sizes.n; ++d) shape.push(d == class_dim ? g.meta(weight).sizes[0] : SymInt(1));
    terms = emit::mul(g, terms, emit::view(g, weight, shape));
  }
  if (reduction == Reduction::none) {
    SymDims dim{SymInt(class_dim)};
    return emit::neg(g, emit::sum(g, terms, dim, false));
  }
  Value total = emit::neg(g, emit::sum(g, terms));
  if (reduction == Reduction::sum) return total;
  Arg count = m.sizes.product() / classes;
  count.count = 1;  // the overload for numbers
  return emit::div(g, total, count);
}

// The usual loss of all classes, mixed in by label smoothing.
Value smoothed_cross_entropy(OpSink& g, Value x, Value target, Value weight, Reduction reduction, int64_t ignore,
                             double smoothing) {
  SymMeta m = g.meta(x);
  int class_dim = m.sizes.n == 1 ? 0 : 1;
  Value p = emit::log_softmax(g, x, class_dim);
  Value loss = emit::nll_loss_nd(g, p, target, weight, int64_t(reduction), ignore);
  Value terms = p;
  if (weight.given()) {
    SymDims shape;
    for (int d = 0; d < m.sizes.n; ++d) shape.push(d == class_dim ? g.meta(weight).sizes[0] : SymInt(1));
    terms = emit::mul(g, p, emit::view(g, weight, shape));
  }
  SymDims dim{SymInt(class_dim)};
  Value ignored = emit::eq(g, target, ignore);
  Value smooth = emit::where(g, ignored, 0.0, emit::neg(g, emit::sum(g, terms, dim, false)));
  if (reduction != Reduction::none) smooth = emit::sum(g, smooth);
  if (reduction == Reduction::mean) {
    Value counted;
    if (weight.given()) {
      SymDims flat{SymInt(-1)};
      Value valid = emit::reshape(g, emit::where(g, ignored, int64_t(0), target), flat);
      Value weights = emit::index_select(g, weight, 0, valid);
      counted = emit::sum(g, emit::where(g, emit::reshape(g, ignored, flat), 0.0, weights));
    } else {
      counted = emit::sum(g, emit::ne(g, target, ignore));
    }
    smooth = emit::div(g, smooth, counted);
  }
  double share = smoothing / double(m.sizes[class_dim].hint);
  return emit::add(g, emit::mul(g, loss, 1 - smoothing), emit::mul(g, smooth, share));
}

struct cross_entropy_loss_op {
  static constexpr Schema schemas[] = {
      "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, "
      "float label_smoothing=0.) -> Tensor"};
  static constexpr std::string_view doc = "Cross entropy of logits with class indices or distributions.",
                                    samples[] = {"(3,5) i(3)", "(3,5) (3,5)"};
  static constexpr uint32_t surface = kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymMeta t = g.meta(in[1]);
    Reduction reduction = Reduction(integer_or(in, 3, 1));
    int64_t ignore = integer_or(in, 4, kIgnoreIndex);
    double smoothing = number_or(in, 5, 0);
    if (smoothing > 1) {  // a negative one is as none
      char text[32];
      std::snprintf(text, sizeof text, "%g", smoothing);
      return g.fail("label_smoothing must be between 0.0 and 1.0. Got: " + std::string(text));
    }
    smoothing = std::max(smoothing, 0.0);
    bool soft = x.sizes.n == t.sizes.n;
    for (int d = 0; soft && d < x.sizes.n; ++d) {
      soft = guard_bool(x.sizes[d] == t.sizes[d], "cross_entropy: target has the input's sizes");
    }
    if (soft) {
      if (!is_floating(t.dtype)) {
        return g.fail(std::string("Expected floating point type for target with class probabilities, got ") +
                      row_of(t.dtype).scalar_name);
      }
      if (ignore >= 0) return g.fail("ignore_index is not supported for floating point target");
      out[0] = soft_cross_entropy(g, in[0], in[1], weight_of(in), reduction, smoothing);
      return;
    }
    if (x.sizes.n == 0) {
      return g.fail(Status::error(ErrorKind::index, "Dimension specified as 0 but tensor has no dimensions"));
    }
    if (smoothing > 0) {
      out[0] = smoothed_cross_entropy(g, in[0], in[1], weight_of(in), reduction, ignore, smoothing);
      return;
    }
    Value p = emit::log_softmax(g, in[0], x.sizes.n == 1 ? 0 : 1);
    out[0] = emit::nll_loss_nd(g, p, in[1], weight_of(in), int64_t(reduction), ignore);
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/nll_loss.def"
}  // namespace adder::rt
