// Convolutions. A transposed one is the input gradient of the convolution that maps its output to its input, so three
// kernels (runtime/eager/conv.h) serve both, their gradients, and the gradients of those.
#include <vector>

#include "runtime/eager/conv.h"
#include "runtime/ops/rules.h"
#include "runtime/types/type_text.h"

namespace adder::rt {

USE_OP(convolution)
USE_OP(convolution_input)
USE_OP(convolution_weight)
USE_OP(sum)
USE_OP(unsqueeze)
USE_OP(squeeze_dim)
USE_OP(constant_pad_nd)
USE_OP(real)
USE_OP(imag)
USE_OP(complex)
USE_OP(add)
USE_OP(sub)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

// stride, padding, dilation, transposed, groups stand at `at`, `at + 1`, ... of the schemas below.
struct ConvParameters {
  std::vector<int64_t> stride, padding, dilation;
  bool transposed = false;
  int64_t groups = 1;
};
ConvParameters parameters_of(In in, size_t stride, size_t transposed, size_t groups, int n) {
  ConvParameters p;
  for (auto [list, at, otherwise] : {std::tuple(&p.stride, stride, 1), std::tuple(&p.padding, stride + 1, 0),
                                     std::tuple(&p.dilation, stride + 2, 1)}) {
    list->resize(size_t(n));
    spread_ints(in, at, n, otherwise, list->data());
  }
  p.transposed = in[transposed].flag();
  p.groups = in[groups].integer();
  return p;
}

// The shape of the convolution behind an op: from `large` (its input) to `small` (its output).
ConvShape shape_of(const ConvParameters& p, const Sizes& large, const Sizes& small, const Sizes& weight) {
  ConvShape s;
  int n = large.n - 2;
  s.batch = large[0];
  s.in_channels = large[1];
  s.out_channels = small[1];
  s.groups = p.groups;
  for (int d = 0; d < n; ++d) {
    int to = 3 - n + d;
    s.in[to] = large[d + 2];
    s.out[to] = small[d + 2];
    s.kernel[to] = weight[d + 2];
    s.stride[to] = p.stride[size_t(d)];
    s.padding[to] = p.padding[size_t(d)];
    s.dilation[to] = p.dilation[size_t(d)];
  }
  return s;
}

// Whether the lists of the parameters at these places have one number, or one a dim.
struct ListOf {
  size_t at;
  const char* name;
};
Status check_counts(In in, int n, std::initializer_list<ListOf> lists) {
  for (auto [at, name] : lists) {
    if (!wrong_length(in, at, n)) continue;
    Sizes have;
    for (uint32_t k = 0; k < in[at].count; ++k) have.push(in[at].ints[k].hint);
    return Status::error(std::string("expected ") + name + " to be a single integer value or a list of " +
                         std::to_string(n) + " values to match the convolution dimensions, but got " + name + "=" +
                         shape_text(have));
  }
  return {};
}

Status check_conv_dtype(DType d) {
  return is_floating(d) ? Status() : unsupported_dtype("convolution", d);
}

struct convolution_op {
  static constexpr Schema schemas[] = {
      "convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, "
      "bool "
      "transposed, SymInt[] output_padding, SymInt groups) -> Tensor"};
  static constexpr std::string_view doc = "A convolution, or a transposed one, in one to three dims.",
                                    samples[] = {"(2,3,5,4) (4,3,3,2) (4) [2,1] [1,0] [1,2] False [0,0] 1",
                                                 "(1,4,6) (6,2,3) (6) [1] [2] [1] False [0] 2",
                                                 "(2,3,4,4) (3,2,3,3) (2) [2,2] [1,1] [1,1] True [1,1] 1",
                                                 "(1,4,5,5) (4,1,3,3) (4) [1,1] [1,1] [1,1] False [0,0] 4",
                                                 "(1,2,3,4,3) (3,2,2,2,2) (3) [1,1,1] [0,1,0] [1,1,1] False [0,0,0] 1"};
  static constexpr uint32_t surface = kTorch;
  // Bias first where the convolution is plain, weight first where it is transposed, as PyTorch's checks go; its texts
  // differ between precisions.
  template <class D>
  static Status check_one_dtype(InferCtx<D>& c) {
    DType x = c.meta(0).dtype, w = c.meta(1).dtype, b = c.given(2) ? c.meta(2).dtype : x;
    bool half = x == DType::f16 || x == DType::bf16, transposed = c.args[6].flag();
    auto not_dense = [&](const char* what, DType d) {
      return Status::error("Input type (" + tensor_type_text(x) + ") and " + what + " type (" + tensor_type_text(d) +
                           ") should be the same or input should be a MKLDNN tensor and " + what + " is a dense tensor");
    };
    if (b != x && !transposed) {
      return Status::error(std::string("Input type (") + row_of(x).cpp_name + ") and bias type (" + row_of(b).cpp_name +
                           ") should be the same");
    }
    if (w != x) {
      if (half) return not_dense("weight", w);
      return Status::error(std::string("expected scalar type ") + row_of(x).scalar_name + " but found " +
                           row_of(w).scalar_name);
    }
    if (b != x) return not_dense("bias", b);
    return {};
  }
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    const Meta<D>& w = c.meta(1);
    int n = w.sizes.n - 2;
    if (n < 1 || n > 3 || x.sizes.n != w.sizes.n) {
      return c.fail("Expected " + std::to_string(n + 2) + "-dimensional input for " + std::to_string(n + 2) +
                    "-dimensional weight " + sizes_text(w.sizes) + ", but got " + std::to_string(x.sizes.n) +
                    "-dimensional input of size " + sizes_text(x.sizes) + " instead");
    }
    if (Status s = check_one_dtype(c); !s.ok()) return c.fail(s.message());
    if (Status s = check_conv_dtype(x.dtype); !s.ok()) return c.fail(s.kind(), s.message());
    if (Status s = check_counts(c.args, n, {{3, "stride"}, {4, "padding"}, {5, "dilation"}, {7, "output_padding"}}); !s.ok())
      return c.fail(s.message());
    ConvParameters p = parameters_of(c.args, 3, 6, 8, n);
    std::vector<int64_t> extra(size_t(n), 0);
    spread_ints(c.args, 7, n, 0, extra.data());
    for (int64_t v : p.padding) {
      if (v < 0) return c.fail("negative padding is not supported");
    }
    for (int64_t v : p.stride) {
      if (v <= 0) return c.fail("non-positive stride is not supported");
    }
    for (int64_t v : p.dilation) {
      if (v <= 0) return c.fail("dilation should be greater than zero");
    }
    if (p.groups <= 0) return c.fail("non-positive groups is not supported");
    int64_t out_channels = p.transposed ? hint_of(w.sizes[1]) * p.groups : hint_of(w.sizes[0]);
    int64_t in_channels = p.transposed ? hint_of(w.sizes[0]) : hint_of(w.sizes[1]) * p.groups;
    std::string given = p.transposed ? "Given transposed=1" : "Given groups=" + std::to_string(p.groups);
    if (hint_of(w.sizes[0]) < p.groups) {
      return c.fail("Given groups=" + std::to_string(p.groups) + ", expected weight to be at least " +
                    std::to_string(p.groups) + " at dimension 0, but got weight of size " + sizes_text(w.sizes) +
                    " instead");
    }
    if (hint_of(w.sizes[0]) % p.groups) {
      return c.fail("Given groups=" + std::to_string(p.groups) + ", expected weight to be divisible by " +
                    std::to_string(p.groups) + " at dimension 0, but got weight of size [" + sizes_text(w.sizes) +
                    "] instead");
    }
    if (!guard_bool(x.sizes[1] == D(in_channels), "convolution: channels")) {
      return c.fail(given + ", weight of size " + sizes_text(w.sizes) + ", expected input" + sizes_text(x.sizes) +
                    " to have " + std::to_string(in_channels) + " channels, but got " +
                    std::to_string(hint_of(x.sizes[1])) + " channels instead");
    }
    if (c.given(2)) {
      const Dims<D>& b = c.meta(2).sizes;
      if (b.n != 1 || !guard_bool(b[0] == D(out_channels), "convolution: bias size")) {
        return c.fail((p.transposed ? given + ", weight" : std::string("Given weight")) + " of size " +
                      sizes_text(w.sizes) + ", expected bias to be 1-dimensional with " + std::to_string(out_channels) +
                      " elements, but got bias of size " + sizes_text(b) + " instead");
      }
    }
    c.out[0].dtype = x.dtype;
    c.out[0].sizes = {x.sizes[0], D(out_channels)};
    std::string have;
    std::string kernel;
    bool fits = true;
    for (int d = 0; d < n; ++d) {
      size_t k = size_t(d);
      D reach = D(p.dilation[k]) * (w.sizes[d + 2] - D(1)) + D(1);
      D size = x.sizes[d + 2];
      if (p.transposed) {
        if (extra[k] >= p.stride[k] && extra[k] >= p.dilation[k]) {
          static constexpr const char* names[] = {"depth", "height", "width"};
          std::string text = "output padding must be smaller than either stride or dilation, but got";
          for (auto [word, values] : {std::pair("output_padding", &extra), std::pair("stride", &p.stride),
                                      std::pair("dilation", &p.dilation)}) {
            // A line is an image of height one, whose values are 0 and 1.
            if (n == 1) text += std::string(" ") + word + "_height: " + (values == &extra ? "0" : "1");
            for (int at = 0; at < n; ++at)
              text += std::string(" ") + word + "_" + names[3 - n + at] + ": " + std::to_string((*values)[size_t(at)]);
          }
          return c.fail(text);
        }
        c.out[0].sizes.push((size - D(1)) * D(p.stride[k]) - D(2 * p.padding[k]) + reach + D(extra[k]));
        continue;
      }
      D padded = size + D(2 * p.padding[k]);
      fits = fits && !guard_bool(padded < reach, "convolution: the kernel fits");
      have += (d ? " x " : "") + std::to_string(hint_of(padded));
      kernel += (d ? " x " : "") + std::to_string(hint_of(reach));
      c.out[0].sizes.push(floor_div(padded - reach, D(p.stride[k])) + D(1));
    }
    if (!fits) {
      c.fail("Calculated padded input size per channel: (" + have + "). Kernel size: (" + kernel +
             "). Kernel size can't be greater than actual input size");
    }
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = widened(in[0]);
    Tensor w = widened(in[1]);
    Tensor bias = given_at(in, 2) ? widened(in[2]) : Tensor();
    WideResult result(out[0]);
    ConvParameters p = parameters_of(in, 3, 6, 8, x->dim() - 2);
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = result.tensor()->template data_as<T>();
      const T* b = data_or_null<T>(bias);
      if (!p.transposed) {
        ConvShape s = shape_of(p, x->meta.sizes, out[0]->meta.sizes, w->meta.sizes);
        conv_forward<T>(PoolParallel(c), s, x->data_as<T>(), w->data_as<T>(), b, to);
        return;
      }
      ConvShape s = shape_of(p, out[0]->meta.sizes, x->meta.sizes, w->meta.sizes);
      conv_input_gradient<T>(PoolParallel(c), s, x->data_as<T>(), w->data_as<T>(), to);
      for (int64_t i = 0; b && i < s.batch * s.in_channels; ++i) {
        for (int64_t k = 0; k < s.in_pixels(); ++k) to[i * s.in_pixels() + k] += b[i % s.in_channels];
      }
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) {
      c.set(0, emit::convolution_input(g, c.grad(), c.data(1), c.meta(0).sizes, c.param(3), c.param(4), c.param(5),
                                       c.param(6), c.param(8)));
    }
    if (c.needs(1)) {
      c.set(1, emit::convolution_weight(g, c.grad(), c.data(0), c.meta(1).sizes, c.param(3), c.param(4), c.param(5),
                                        c.param(6), c.param(8)));
    }
    if (c.needs(2)) {
      SymDims dims{SymInt(0)};
      for (int d = 2; d < c.out_meta().sizes.n; ++d) dims.push(SymInt(d));
      c.set(2, emit::sum(g, c.grad(), dims, false));
    }
  }
};

// The output padding that gives a transposed convolution the sizes it had.
SymDims output_padding_of(const SymMeta& small, const SymMeta& large, const SymMeta& weight, In in) {
  int n = small.sizes.n - 2;
  ConvParameters p = parameters_of(in, 3, 6, 7, n);
  SymDims extra;
  for (int d = 0; d < n; ++d) {
    size_t k = size_t(d);
    SymInt reach = SymInt(p.dilation[k]) * (weight.sizes[d + 2] - SymInt(1)) + SymInt(1);
    SymInt base = (small.sizes[d + 2] - SymInt(1)) * SymInt(p.stride[k]) - SymInt(2 * p.padding[k]) + reach;
    extra.push(SymInt((large.sizes[d + 2] - base).hint));
  }
  return extra;
}

struct convolution_input_op {
  static constexpr Schema schemas[] = {
      "convolution_input(Tensor grad, Tensor weight, SymInt[] sizes, SymInt[] stride, SymInt[] padding, SymInt[] "
      "dilation, bool transposed, SymInt groups) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of a convolution by its input.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(2);
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor w = widened(in[1]);
    WideResult result(out[0]);
    ConvParameters p = parameters_of(in, 3, 6, 7, grad->dim() - 2);
    with_wide_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = result.tensor()->template data_as<T>();
      if (p.transposed) {
        ConvShape s = shape_of(p, grad->meta.sizes, out[0]->meta.sizes, w->meta.sizes);
        conv_forward<T>(PoolParallel(c), s, grad->data_as<T>(), w->data_as<T>(), nullptr, to);
      } else {
        ConvShape s = shape_of(p, out[0]->meta.sizes, grad->meta.sizes, w->meta.sizes);
        conv_input_gradient<T>(PoolParallel(c), s, grad->data_as<T>(), w->data_as<T>(), to);
      }
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value up = c.grad();
    bool transposed = c.param(6).flag();
    if (c.needs(0)) {
      const Arg args[] = {c.param(0), c.param(1), c.param(2), c.param(3),
                          c.param(4), c.param(5), c.param(6), c.param(7)};
      SymDims extra;
      if (transposed) {
        extra = output_padding_of(c.out_meta(), c.meta(0), c.meta(1), args);
      } else {
        for (int d = 2; d < c.meta(0).sizes.n; ++d) extra.push(SymInt(0));
      }
      Value none;
      c.set(0, emit::convolution(g, up, c.data(1), none, c.param(3), c.param(4), c.param(5), c.param(6), extra,
                                 c.param(7)));
    }
    if (c.needs(1)) {
      c.set(1, emit::convolution_weight(g, c.data(0), up, c.meta(1).sizes, c.param(3), c.param(4), c.param(5),
                                        c.param(6), c.param(7)));
    }
  }
};
struct convolution_weight_op {
  static constexpr Schema schemas[] = {
      "convolution_weight(Tensor grad, Tensor input, SymInt[] sizes, SymInt[] stride, SymInt[] padding, SymInt[] "
      "dilation, bool transposed, SymInt groups) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of a convolution by its weight.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(2);
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = widened(in[0]);
    Tensor x = widened(in[1]);
    WideResult result(out[0]);
    ConvParameters p = parameters_of(in, 3, 6, 7, grad->dim() - 2);
    with_wide_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = result.tensor()->template data_as<T>();
      const Tensor& small = p.transposed ? x : grad;
      const Tensor& large = p.transposed ? grad : x;
      ConvShape s = shape_of(p, large->meta.sizes, small->meta.sizes, out[0]->meta.sizes);
      conv_weight_gradient<T>(PoolParallel(c), s, small->data_as<T>(), large->data_as<T>(), to);
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    Value up = c.grad();
    if (c.needs(0)) {
      const Arg args[] = {c.param(0), c.param(1), c.param(2), c.param(3),
                          c.param(4), c.param(5), c.param(6), c.param(7)};
      SymDims extra;
      if (c.param(6).flag()) {
        extra = output_padding_of(c.meta(1), c.meta(0), c.out_meta(), args);
      } else {
        for (int d = 2; d < c.meta(0).sizes.n; ++d) extra.push(SymInt(0));
      }
      Value none;
      c.set(0, emit::convolution(g, c.data(1), up, none, c.param(3), c.param(4), c.param(5), c.param(6), extra,
                                 c.param(7)));
    }
    if (c.needs(1)) {
      c.set(1, emit::convolution_input(g, c.data(0), up, c.meta(1).sizes, c.param(3), c.param(4), c.param(5),
                                       c.param(6), c.param(7)));
    }
  }
};

// ---- the public forms

SymDims spread(In in, size_t at, int n, int64_t otherwise) {
  std::vector<int64_t> plain(static_cast<size_t>(n));
  spread_ints(in, at, n, otherwise, plain.data());
  SymDims dims;
  for (int64_t v : plain) dims.push(SymInt(v));
  return dims;
}

// One of complex tensors is three of real ones: a of the real parts, b of the imaginary ones, c of the sums of both.
Value convolved(OpSink& g, Value x, Value w, Value bias, const SymDims& stride, const SymDims& padding,
                const SymDims& dilation, bool transposed, const SymDims& extra, int64_t groups) {
  auto one = [&](Value x, Value w, Value b) {
    return emit::convolution(g, x, w, b, stride, padding, dilation, transposed, extra, groups);
  };
  auto complex = [&](Value v) { return !v.given() || is_complex(g.meta(v).dtype); };
  if (!complex(x) || !complex(w) || !complex(bias)) return one(x, w, bias);
  Value xr = emit::real(g, x), xi = emit::imag(g, x), wr = emit::real(g, w), wi = emit::imag(g, w), br, both;
  if (bias.given()) {
    br = emit::real(g, bias);
    both = emit::add(g, br, emit::imag(g, bias));
  }
  Value a = one(xr, wr, br);
  Value b = one(xi, wi, Value());
  Value c = one(emit::add(g, xr, xi), emit::add(g, wr, wi), both);
  return emit::complex(g, emit::sub(g, a, b), emit::sub(g, emit::sub(g, c, a), b));
}

// input, weight, bias, stride, padding, dilation, groups
void conv_rule(OpSink& g, In in, int n, Value& out) {
  SymMeta x = g.meta(in[0]);
  SymMeta w = g.meta(in[1]);
  bool batched = x.sizes.n == n + 2;
  if (!batched && x.sizes.n != n + 1) {
    return g.fail("Expected " + std::to_string(n + 1) + "D (unbatched) or " + std::to_string(n + 2) +
                  "D (batched) input to conv" + std::to_string(n) + "d, but got input of size: " + sizes_text(x.sizes));
  }
  if (Status s = check_counts(in, n, {{3, "stride"}, {4, "padding"}, {5, "dilation"}}); !s.ok()) return g.fail(s.message());
  SymDims stride = spread(in, 3, n, 1);
  SymDims dilation = spread(in, 5, n, 1);
  SymDims padding;
  Value input = batched ? Value(in[0]) : emit::unsqueeze(g, in[0], 0);
  if (given_at(in, 4) && in[4].tag == Tag::string) {
    std::string_view word = in[4].s;
    if (word != "same" && word != "valid") return g.fail("Invalid padding string: '" + std::string(word) + "'");
    SymDims uneven;  // innermost dim first, as pad counts
    bool is_uneven = false;
    for (int d = 0; d < n; ++d) {
      if (word == "valid") {
        padding.push(SymInt(0));
        continue;
      }
      if (stride[d].hint != 1) return g.fail("padding='same' is not supported for strided convolutions");
      int64_t total = dilation[d].hint * (w.sizes[d + 2].hint - 1);
      padding.push(SymInt(total / 2));
      is_uneven |= total % 2 != 0;
    }
    if (is_uneven) {
      for (int d = n; d-- > 0;) {
        int64_t total = dilation[d].hint * (w.sizes[d + 2].hint - 1);
        uneven.push(SymInt(0));
        uneven.push(SymInt(total % 2));
      }
      input = emit::constant_pad_nd(g, input, uneven, 0.0);
    }
  } else {
    padding = spread(in, 4, n, 0);
  }
  SymDims none;
  for (int d = 0; d < n; ++d) none.push(SymInt(0));
  Value bias = given_at(in, 2) ? Value(in[2]) : Value();
  out = convolved(g, input, in[1], bias, stride, padding, dilation, false, none, integer_or(in, 6, 1));
  if (!batched) out = emit::squeeze_dim(g, out, 0);
}

// input, weight, bias, stride, padding, output_padding, groups, dilation
void conv_transpose_rule(OpSink& g, In in, int n, Value& out) {
  SymMeta x = g.meta(in[0]);
  bool batched = x.sizes.n == n + 2;
  if (!batched && x.sizes.n != n + 1) {
    return g.fail("Expected " + std::to_string(n + 1) + "D (unbatched) or " + std::to_string(n + 2) +
                  "D (batched) input to conv_transpose" + std::to_string(n) +
                  "d, but got input of size: " + sizes_text(x.sizes));
  }
  if (Status s = check_counts(in, n, {{3, "stride"}, {4, "padding"}, {5, "output_padding"}, {7, "dilation"}}); !s.ok())
    return g.fail(s.message());
  Value input = batched ? Value(in[0]) : emit::unsqueeze(g, in[0], 0);
  Value bias = given_at(in, 2) ? Value(in[2]) : Value();
  out = convolved(g, input, in[1], bias, spread(in, 3, n, 1), spread(in, 4, n, 0), spread(in, 7, n, 1), true,
                  spread(in, 5, n, 0), integer_or(in, 6, 1));
  if (!batched) out = emit::squeeze_dim(g, out, 0);
}

#define CONV(n)                                                                                                        \
  struct conv##n##d_op {                                                                                               \
    static constexpr Schema schemas[] = {                                                                              \
        "conv" #n "d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[" #n "] stride=1, SymInt[" #n              \
        "] padding=0, SymInt[" #n "] dilation=1, SymInt groups=1) -> Tensor",                                          \
        "conv" #n "d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[" #n                               \
        "] stride=1, str padding, "                                                                                    \
        "SymInt[" #n "] dilation=1, SymInt groups=1) -> Tensor"};                                                      \
    static constexpr std::string_view doc = "A convolution in " #n " dims.", samples[] = {""};                         \
    static constexpr uint32_t surface = kTorch | kFunctional;                                                          \
    static void decompose(OpSink& g, In in, std::span<Value> out) { conv_rule(g, in, n, out[0]); }                     \
  };                                                                                                                   \
  struct conv_transpose##n##d_op {                                                                                     \
    static constexpr Schema schemas[] = {"conv_transpose" #n                                                           \
                                         "d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[" #n          \
                                         "] stride=1, SymInt[" #n "] padding=0, SymInt[" #n                            \
                                         "] output_padding=0, SymInt groups=1, SymInt[" #n "] dilation=1) -> Tensor"}; \
    static constexpr std::string_view doc = "A transposed convolution in " #n " dims.", samples[] = {""};              \
    static constexpr uint32_t surface = kTorch | kFunctional;                                                          \
    static void decompose(OpSink& g, In in, std::span<Value> out) { conv_transpose_rule(g, in, n, out[0]); }           \
  };
CONV(1)
CONV(2)
CONV(3)
#undef CONV

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/conv_ops.def"
}  // namespace adder::rt
