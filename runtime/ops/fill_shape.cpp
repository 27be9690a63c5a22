// Triangles, diagonals, padding, and other rearrangements.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(clone)
USE_OP(tril)
USE_OP(triu)
USE_OP(diagonal)
USE_OP(sum)
USE_OP(zeros)
USE_OP(add)
USE_OP(unsqueeze)
USE_OP(where)
USE_OP(eq)
USE_OP(arange)
USE_OP(expand)
USE_OP(constant_pad_nd)
USE_OP(pad_by_index)
USE_OP(pad_by_index_backward)
USE_OP(reshape)
USE_OP(permute)
USE_OP(transpose)
USE_OP(im2col)
USE_OP(col2im)
USE_OP(index_select)
USE_OP(repeat_positions)
USE_OP(slice)
USE_OP(stack)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

// ---- triangles and diagonals

template <class D>
void infer_triangle(InferCtx<D>& c, const char* name) {
  set_like(c, 0, c.meta(0));
  if (c.meta(0).sizes.n < 2) c.fail(std::string(name) + ": input tensor must have at least 2 dimensions");
}
Status triangle_kernel(In in, const Tensor& out, bool lower) {
  Tensor x = dense(in[0]);
  int n = x->dim();
  int64_t rows = x->size(n - 2);
  int64_t columns = x->size(n - 1);
  int64_t diagonal = std::clamp(integer_or(in, 1, 0), -rows, columns);  // beyond, nothing or everything is left
  if (x->numel == 0) return {};
  with_bytes_of(x->dtype(), [&]<class T>(TypeTag<T>) {
    const T* from = static_cast<const T*>(x->data());
    T* to = static_cast<T*>(out->data());
    for (int64_t row = 0; row < x->numel / columns; ++row, from += columns, to += columns) {
      int64_t edge = row % rows + diagonal + (lower ? 1 : 0);
      edge = std::clamp<int64_t>(edge, 0, columns);
      int64_t begin = lower ? 0 : edge;
      int64_t end = lower ? edge : columns;
      std::fill(to, to + columns, T{});
      std::copy(from + begin, from + end, to + begin);
    }
  });
  return {};
}
struct tril_op {
  static constexpr Schema schemas[] = {"tril(Tensor self, SymInt diagonal=0) -> Tensor",
                                       "tril_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "The lower triangle, zeros above it.", samples[] = {"(3,4)", "(2,3,3) -1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_triangle(c, "tril");
  }
  static Status eager(Context&, In in, Out out) { return triangle_kernel(in, out[0], true); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::tril(g, c.grad(), c.param(1))); }
};
struct triu_op {
  static constexpr Schema schemas[] = {"triu(Tensor self, SymInt diagonal=0) -> Tensor",
                                       "triu_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "The upper triangle, zeros below it.", samples[] = {"(3,4)", "(2,3,3) 1"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_triangle(c, "triu");
  }
  static Status eager(Context&, In in, Out out) { return triangle_kernel(in, out[0], false); }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::triu(g, c.grad(), c.param(1))); }
};
struct trace_op {
  static constexpr Schema schemas[] = {"trace(Tensor self) -> Tensor"};
  static constexpr std::string_view doc = "Sum of the diagonal of a matrix.", samples[] = {"(3,4)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n;
    if (n != 2) return g.fail("trace: expected a matrix, but got tensor with dim " + std::to_string(n));
    out[0] = emit::sum(g, emit::diagonal(g, in[0], 0, 0, 1));
  }
};
// The last dim becomes a diagonal of a new matrix of two dims at the end; other places follow by a permutation.
Value embedded(OpSink& g, Value x, int64_t offset) {
  SymMeta m = g.meta(x);
  SymInt n = m.sizes.n ? m.sizes.back() : SymInt(1);
  if (offset > INT64_MAX / 4 || offset < -(INT64_MAX / 4)) {
    g.fail("a diagonal that is " + std::to_string(offset) + " places off needs a matrix that is too large");
    return {};
  }
  SymInt size = n + SymInt(offset < 0 ? -offset : offset);
  // row r, column r + offset
  SymInt first_row(offset < 0 ? -offset : 0);
  SymInt first_column(offset > 0 ? offset : 0);
  Value wide = x;
  SymDims pads{first_column, size - n - first_column};
  wide = emit::constant_pad_nd(g, wide, pads, 0.0);  // by column
  Value rows = emit::unsqueeze(g, emit::arange(g, 0, Arg(size), 1), 1);
  Value columns = emit::unsqueeze(g, emit::arange(g, 0, Arg(size), 1), 0);
  Value on = emit::eq(g, emit::add(g, rows, offset), columns);
  return emit::where(g, on, emit::unsqueeze(g, wide, -2), m.dtype == DType::b8 ? Arg(false) : Arg(0));
}
struct diag_embed_op {
  static constexpr Schema schemas[] = {"diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor"};
  static constexpr std::string_view doc = "The last dim as a diagonal of a matrix.", samples[] = {"(2,3)", "(3) 1"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n + 1;
    int first, second;
    if (!wrap_dim(g, integer_or(in, 2, -2), n, &first) || !wrap_dim(g, integer_or(in, 3, -1), n, &second)) return;
    if (first == second) {
      return g.fail("diagonal dimensions cannot be identical " + std::to_string(integer_or(in, 2, -2)) + ", " +
                    std::to_string(integer_or(in, 3, -1)));
    }
    Value matrix = embedded(g, in[0], integer_or(in, 1, 0));
    SymDims order;
    for (int d = 0, rest = 0; d < n; ++d) order.push(SymInt(d == first ? n - 2 : d == second ? n - 1 : rest++));
    out[0] = first == n - 2 && second == n - 1 ? matrix : emit::permute(g, matrix, order);
  }
};
struct diag_op {
  static constexpr Schema schemas[] = {"diag(Tensor self, int diagonal=0) -> Tensor"};
  static constexpr std::string_view doc = "The diagonal of a matrix, or a matrix of a diagonal.",
                                    samples[] = {"(3)", "(3,4) 1"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n;
    if (n != 1 && n != 2) return g.fail("diag(): Supports 1D or 2D tensors. Got " + std::to_string(n) + "D");
    int64_t offset = integer_or(in, 1, 0);
    out[0] = n == 1 ? embedded(g, in[0], offset) : emit::clone(g, emit::diagonal(g, in[0], offset, 0, 1));
  }
};

// ---- padding

// Pairs (before, after) from the last dim backwards; negative ones cut.
template <class D>
bool infer_padded(InferCtx<D>& c) {
  const Meta<D>& x = c.meta(0);
  Dims<D> pads = c.ints(1);
  set_like(c, 0, x);
  if (pads.n % 2) {
    c.fail("Padding length must be divisible by 2");
    return false;
  }
  if (pads.n / 2 > x.sizes.n) {
    c.fail("Padding length should be less than or equal to two times the input dimension but got padding length " +
           std::to_string(pads.n) + " and input of dimension " + std::to_string(x.sizes.n));
    return false;
  }
  for (int k = 0; k < pads.n / 2; ++k) {
    D& size = c.out[0].sizes[x.sizes.n - 1 - k];
    D padded = plus_saturated(plus_saturated(size, pads[2 * k]), pads[2 * k + 1]);
    if (hint_of(padded) < 0) {
      c.fail("The input size " + std::to_string(hint_of(size)) + ", plus negative padding " +
             std::to_string(hint_of(pads[2 * k])) + " and " + std::to_string(hint_of(pads[2 * k + 1])) +
             " resulted in a negative output size, which is invalid. Check dimension " +
             std::to_string(x.sizes.n - 1 - k) + " of your input.");
      return false;
    }
    size = padded;
  }
  return true;
}
struct constant_pad_nd_op {
  static constexpr Schema schemas[] = {"constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor"};
  static constexpr std::string_view doc = "self with a border of one value.",
                                    samples[] = {"(2,3) pad=[1,2]", "(3,4) pad=[-1,1,2,0] 1.5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_padded(c);
  }
  static Status eager(Context&, In in, Out out) {
    const TensorImpl& x = *in[0].t;
    const TensorImpl& y = *out[0];
    with_any_type(y.dtype(), [&]<class T>(TypeTag<T>) {
      T value{};
      if constexpr (kIsComplex<T>) {
        value = T(typename T::value_type(number_or(in, 2, 0)));
      } else {
        value = narrow_to<T>(number_or(in, 2, 0));
      }
      std::fill_n(y.data_as<T>(), y.numel, value);
    });
    Meta<int64_t> from = x.meta;
    Meta<int64_t> to = y.meta;
    for (uint32_t k = 0; k < in[1].count / 2; ++k) {
      int d = x.dim() - 1 - int(k);
      int64_t before = in[1].ints[2 * k].hint;
      int64_t after = in[1].ints[2 * k + 1].hint;
      int64_t cut_before = std::max<int64_t>(0, -before);
      int64_t cut_after = std::max<int64_t>(0, -after);
      from.offset += cut_before * from.strides[d];
      from.sizes[d] = std::max<int64_t>(0, from.sizes[d] - cut_before - cut_after);
      to.offset += std::max<int64_t>(0, before) * to.strides[d];
    }
    to.sizes = from.sizes;
    copy_elements(*alias_of(x, from), *alias_of(y, to));
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymDims back;
    for (uint32_t k = 0; k < c.param(1).count; ++k) back.push(SymInt(0) - c.param(1).ints[k]);
    c.set(0, emit::constant_pad_nd(g, c.grad(), back, 0.0));
  }
};

enum class Border { reflect, replicate, circular };
Border border_of(std::string_view name) {
  return name == "reflect" ? Border::reflect : name == "replicate" ? Border::replicate : Border::circular;
}
int64_t border_source(Border b, int64_t i, int64_t n) {
  if (b == Border::replicate) return std::clamp<int64_t>(i, 0, n - 1);
  if (b == Border::circular) return i < 0 ? n - 1 - (-i - 1) % n : i % n;
  if (i < 0) i = -i;
  return i >= n ? 2 * (n - 1) - i : i;
}
// f(position in the padded tensor, position in the source) over all elements.
template <class F>
void for_each_padded(const Sizes& padded, const Sizes& source, In pads, Border border, F f) {
  int n = padded.n;
  std::vector<std::vector<int64_t>> maps(static_cast<size_t>(n));
  int64_t stride = 1;
  for (int d = n; d-- > 0;) {
    size_t pair = size_t(n - 1 - d);
    bool given = 2 * pair < pads[0].count;
    int64_t before = given ? pads[0].ints[2 * pair].hint : 0, after = given ? pads[0].ints[2 * pair + 1].hint : 0;
    // What wraps around is the part that negative amounts leave; a mirror and an edge stay those of the whole.
    int64_t first = border == Border::circular ? std::max<int64_t>(-before, 0) : 0;
    int64_t part = border == Border::circular ? source[d] - first - std::max<int64_t>(-after, 0) : source[d];
    maps[size_t(d)].resize(size_t(padded[d]));
    for (int64_t i = 0; i < padded[d]; ++i) {
      maps[size_t(d)][size_t(i)] = (first + border_source(border, i - before - first, part)) * stride;
    }
    stride *= source[d];
  }
  std::vector<int64_t> at(static_cast<size_t>(n), 0);
  int64_t total = padded.product();
  for (int64_t i = 0; i < total; ++i) {
    int64_t from = 0;
    for (int d = 0; d < n; ++d) from += maps[size_t(d)][size_t(at[size_t(d)])];
    f(i, from);
    for (int d = n; d-- > 0;) {
      if (++at[size_t(d)] < padded[d]) break;
      at[size_t(d)] = 0;
    }
  }
}
std::string_view pad_grad_name(In in) {
  Border border = border_of(in[2].s);
  uint32_t dims = in[1].count / 2;
  static constexpr std::string_view kNames[2][3] = {
      {"ReflectionPad1DBackward0", "ReflectionPad2DBackward0", "ReflectionPad3DBackward0"},
      {"ReplicationPad1DBackward0", "ReplicationPad2DBackward0", "ReplicationPad3DBackward0"}};
  if (border == Border::circular || dims < 1 || dims > 3) return "CopySlices";
  return kNames[border == Border::replicate][dims - 1];
}
struct pad_by_index_op {
  static constexpr Schema schemas[] = {"pad_by_index(Tensor self, SymInt[] pad, str mode) -> Tensor"};
  static constexpr std::string_view doc = "self with a border made of itself.",
                                    samples[] = {"(2,4) pad=[1,2] 'reflect'", "(3,4) pad=[1,1,2,1] 'circular'",
                                                 "(3,4) pad=[1,3] 'replicate'"};
  static constexpr uint32_t surface = kInternal;
  static std::string_view grad_name_of(In in) { return pad_grad_name(in); }
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_padded(c);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Border border = border_of(in[2].s);
    with_bytes_of(x->dtype(), [&]<class T>(TypeTag<T>) {
      const T* from = static_cast<const T*>(x->data());
      T* to = static_cast<T*>(out[0]->data());
      for_each_padded(out[0]->meta.sizes, x->meta.sizes, in.subspan(1, 1), border,
                      [&](int64_t i, int64_t k) { to[i] = from[k]; });
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::pad_by_index_backward(g, c.grad(), c.param(1), c.param(2), c.meta(0).sizes));
  }
};
struct pad_by_index_backward_op {
  static constexpr Schema schemas[] = {
      "pad_by_index_backward(Tensor grad, SymInt[] pad, str mode, SymInt[] sizes) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of a border made of the tensor itself.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(3);
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor grad = widened(in[0]);
    WideResult result(out[0]);
    with_wide_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      T* to = result.tensor()->template data_as<T>();
      std::fill_n(to, out[0]->numel, T(0));
      for_each_padded(grad->meta.sizes, out[0]->meta.sizes, in.subspan(1, 1), border_of(in[2].s),
                      [&](int64_t i, int64_t k) { to[k] += grad->data_as<T>()[i]; });
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::pad_by_index(g, c.grad(), c.param(1), c.param(2))); }
};
struct pad_op {
  static constexpr Schema schemas[] = {
      "pad(Tensor self, SymInt[] pad, str mode=\"constant\", float? value=None) -> Tensor"};
  static constexpr std::string_view doc = "self with a border.", samples[] = {"(2,3) pad=[1,2]"};
  static constexpr uint32_t surface = kFunctional | kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    std::string_view mode = word_or(in, 2, "constant");
    if (mode == "constant") {
      out[0] = emit::constant_pad_nd(g, in[0], in[1], number_or(in, 3, 0));
      return;
    }
    if (given_at(in, 3) && in[3].number() != 0) {
      return g.fail("Padding mode \"" + std::string(mode) + "\" doesn't take in value argument");
    }
    if (mode != "reflect" && mode != "replicate" && mode != "circular") {
      return g.fail(Status::error(ErrorKind::not_implemented, "Unrecognised padding mode " + std::string(mode)));
    }
    SymMeta x = g.meta(in[0]);
    int n = x.sizes.n;
    int pairs = int(in[1].count) / 2;
    bool supported = in[1].count % 2 == 0 && pairs >= 1 && pairs <= 3 && (n == pairs + 1 || n == pairs + 2);
    if (!supported) {
      return g.fail(Status::error(
          ErrorKind::not_implemented,
          "Padding size " + std::to_string(in[1].count) + " is not supported for " + std::to_string(n) +
              "D input tensor.\nSupported combinations for non-constant padding:\n  - 2D or 3D input: padding size = "
              "2 (pads last dimension)\n  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n  - 4D or 5D "
              "input: padding size = 6 (pads last 3 dimensions)"));
    }
    if (mode != "circular") {  // mirrors and edges are made of what there is: only a batch may be empty
      bool batched = n == pairs + 2, empty = false;
      for (int d = batched; d < n; ++d) empty |= x.sizes[d].hint == 0;
      if (empty) {
        return g.fail("Expected " + std::to_string(pairs + 1) + "D or " + std::to_string(pairs + 2) +
                      "D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: " +
                      sizes_text(x.sizes));
      }
      int64_t width = x.sizes[n - 1].hint;
      int64_t left = plus_saturated(plus_saturated(width, in[1].ints[0].hint), in[1].ints[1].hint);
      if (pairs == 1 && left < 1) {
        return g.fail("input (W: " + std::to_string(width) +
                      ") is too small. Calculated output W: " + std::to_string(left));
      }
    }
    for (int k = 0; k < pairs; ++k) {
      int64_t size = x.sizes[n - 1 - k].hint;
      int64_t before = in[1].ints[2 * k].hint;
      int64_t after = in[1].ints[2 * k + 1].hint;
      if (mode == "reflect" && (before >= size || after >= size)) {
        return g.fail("Argument #" + std::to_string(4 + 2 * k) +
                      ": Padding size should be less than the corresponding input dimension, but got: padding (" +
                      std::to_string(before) + ", " + std::to_string(after) + ") at dimension " +
                      std::to_string(n - 1 - k) + " of input " + sizes_text(x.sizes));
      }
      if (mode == "circular" && (before > size || after > size)) {
        return g.fail("Padding value causes wrapping around more than once.");
      }
      int64_t first = std::max(before, -size - 1), last = std::max(after, -size - 1);  // more is no less
      bool nothing = size + std::min<int64_t>(first, 0) + std::min<int64_t>(last, 0) <= 0;
      if (mode == "circular" && nothing && size + first + last != 0)
        return g.fail("Negative padding value is resulting in an empty dimension");
    }
    out[0] = emit::pad_by_index(g, in[0], in[1],
                                std::string(mode) == "reflect"     ? "reflect"
                                : std::string(mode) == "replicate" ? "replicate"
                                                                   : "circular");
  }
};

// ---- pixels and channels

struct pixel_shuffle_op {
  static constexpr Schema schemas[] = {"pixel_shuffle(Tensor self, int upscale_factor) -> Tensor"};
  static constexpr std::string_view doc = "Channels moved into a finer grid.", samples[] = {"(1,8,2,3) 2"};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static constexpr std::string_view grad_name = "PixelShuffleBackward0";
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    int n = x.sizes.n;
    int64_t r = in[1].integer();
    if (n < 3) {
      return g.fail("pixel_shuffle expects input to have at least 3 dimensions, but got input with " +
                    std::to_string(n) + " dimension(s)");
    }
    if (r <= 0) return g.fail("pixel_shuffle expects a positive upscale_factor, but got " + std::to_string(r));
    if (x.sizes[n - 3].hint % (r * r)) {
      return g.fail(
          "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
          "upscale_factor, but input.size(-3)=" +
          std::to_string(x.sizes[n - 3].hint) + " is not divisible by " + std::to_string(r * r));
    }
    SymInt channels = x.sizes[n - 3] / SymInt(r * r);
    SymDims split, order, result;
    for (int d = 0; d < n - 3; ++d) {
      split.push(x.sizes[d]);
      result.push(x.sizes[d]);
      order.push(SymInt(d));
    }
    for (SymInt v : {channels, SymInt(r), SymInt(r), x.sizes[n - 2], x.sizes[n - 1]}) split.push(v);
    int64_t b = n - 3;
    for (int64_t v : {b, b + 3, b + 1, b + 4, b + 2}) order.push(SymInt(v));
    for (SymInt v : {channels, x.sizes[n - 2] * SymInt(r), x.sizes[n - 1] * SymInt(r)}) result.push(v);
    out[0] = emit::reshape(g, emit::permute(g, emit::reshape(g, in[0], split), order), result);
  }
};
struct pixel_unshuffle_op {
  static constexpr Schema schemas[] = {"pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor"};
  static constexpr std::string_view doc = "A finer grid moved into channels.", samples[] = {"(1,2,4,6) 2"};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    int n = x.sizes.n;
    int64_t r = in[1].integer();
    if (n < 3) {
      return g.fail("pixel_unshuffle expects input to have at least 3 dimensions, but got input with " +
                    std::to_string(n) + " dimension(s)");
    }
    if (r <= 0) return g.fail("pixel_unshuffle expects a positive downscale_factor, but got " + std::to_string(r));
    for (auto [d, name] : {std::pair(n - 2, "height"), std::pair(n - 1, "width")}) {
      if (x.sizes[d].hint % r == 0) continue;
      return g.fail(std::string("pixel_unshuffle expects ") + name + " to be divisible by downscale_factor, but " +
                    "input.size(" + std::to_string(d - n) + ")=" + std::to_string(x.sizes[d].hint) +
                    " is not divisible by " + std::to_string(r));
    }
    SymInt height = x.sizes[n - 2] / SymInt(r);
    SymInt width = x.sizes[n - 1] / SymInt(r);
    SymDims split, order, result;
    for (int d = 0; d < n - 3; ++d) {
      split.push(x.sizes[d]);
      result.push(x.sizes[d]);
      order.push(SymInt(d));
    }
    for (SymInt v : {x.sizes[n - 3], height, SymInt(r), width, SymInt(r)}) split.push(v);
    int64_t b = n - 3;
    for (int64_t v : {b, b + 2, b + 4, b + 1, b + 3}) order.push(SymInt(v));
    for (SymInt v : {x.sizes[n - 3] * SymInt(r * r), height, width}) result.push(v);
    out[0] = emit::reshape(g, emit::permute(g, emit::reshape(g, in[0], split), order), result);
  }
};
struct channel_shuffle_op {
  static constexpr Schema schemas[] = {"channel_shuffle(Tensor self, SymInt groups) -> Tensor"};
  static constexpr std::string_view doc = "Channels of groups interleaved.", samples[] = {"(1,6,2) 2"};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymInt groups(in[1].integer());
    SymDims split{x.sizes[0], groups, x.sizes[1] / groups};
    for (int d = 2; d < x.sizes.n; ++d) split.push(x.sizes[d]);
    out[0] = emit::reshape(g, emit::transpose(g, emit::reshape(g, in[0], split), 1, 2), x.sizes);
  }
};

// ---- windows as columns

struct Columns {  // kernel_size, dilation, padding, stride
  int64_t kernel[2], dilation[2], padding[2], stride[2];
};
Columns columns_of(In in, size_t at) {
  Columns c;
  spread_ints(in, at, 2, 1, c.kernel);
  spread_ints(in, at + 1, 2, 1, c.dilation);
  spread_ints(in, at + 2, 2, 0, c.padding);
  spread_ints(in, at + 3, 2, 1, c.stride);
  return c;
}
// What is wrong with these numbers, or with the lengths of their lists; empty: nothing.
std::string wrong_columns(In in, size_t at, const Columns& c) {
  static constexpr const char* words[] = {"kernel_size", "dilation", "padding", "stride"};
  for (size_t k = 0; k < 4; ++k) {
    if (in[at + k].count != 2)
      return std::string("It is expected ") + words[k] + " equals to 2, but got size " + std::to_string(in[at + k].count);
  }
  auto pair_of = [](const char* name, const int64_t* v) {
    return std::string(name) + "_height: " + std::to_string(v[0]) + " " + name + "_width: " + std::to_string(v[1]);
  };
  if (c.kernel[0] <= 0 || c.kernel[1] <= 0)
    return "kernel size should be greater than zero, but got " + pair_of("kernel", c.kernel);
  if (c.dilation[0] <= 0 || c.dilation[1] <= 0)
    return "dilation should be greater than zero, but got " + pair_of("dilation", c.dilation);
  if (c.padding[0] < 0 || c.padding[1] < 0) return "padding should be non-negative, but got " + pair_of("pad", c.padding);
  if (c.stride[0] <= 0 || c.stride[1] <= 0)
    return "stride should be greater than zero, but got " + pair_of("stride", c.stride);
  return "";
}
template <class D>
D positions(const Columns& c, int d, const D& size) {
  return floor_div(size + D(2 * c.padding[d] - c.dilation[d] * (c.kernel[d] - 1) - 1), D(c.stride[d])) + D(1);
}
// f(column element, picture element): both positions count from the start of one sample; picture < 0 outside.
template <class F>
void for_each_tap(const Columns& c, int64_t channels, const int64_t* picture, F f) {
  int64_t rows = positions(c, 0, picture[0]);
  int64_t lines = positions(c, 1, picture[1]);
  int64_t at = 0;
  for (int64_t channel = 0; channel < channels; ++channel) {
    for (int64_t ky = 0; ky < c.kernel[0]; ++ky) {
      for (int64_t kx = 0; kx < c.kernel[1]; ++kx) {
        for (int64_t y = 0; y < rows; ++y) {
          for (int64_t x = 0; x < lines; ++x, ++at) {
            int64_t iy = y * c.stride[0] - c.padding[0] + ky * c.dilation[0];
            int64_t ix = x * c.stride[1] - c.padding[1] + kx * c.dilation[1];
            bool inside = iy >= 0 && iy < picture[0] && ix >= 0 && ix < picture[1];
            f(at, inside ? (channel * picture[0] + iy) * picture[1] + ix : -1);
          }
        }
      }
    }
  }
}
struct im2col_op {
  static constexpr Schema schemas[] = {
      "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor"};
  static constexpr std::string_view doc = "Windows of a picture as columns.",
                                    samples[] = {"(1,2,4,5) [2,3] [1,1] [0,1] [1,2]"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "Im2ColBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Columns k = columns_of(c.args, 1);
    if (std::string wrong = wrong_columns(c.args, 1, k); !wrong.empty()) return c.fail(wrong);
    int n = x.sizes.n;
    if (n != 3 && n != 4) {
      return c.fail(
          "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
          "for input, but got: " +
          sizes_text(x.sizes));
    }
    D rows = positions(k, 0, x.sizes[n - 2]);
    D lines = positions(k, 1, x.sizes[n - 1]);
    if (hint_of(rows) < 1 || hint_of(lines) < 1) {
      return c.fail("Given input with spatial size (" + std::to_string(hint_of(x.sizes[n - 2])) + ", " +
                    std::to_string(hint_of(x.sizes[n - 1])) + "), kernel_size=(" + std::to_string(k.kernel[0]) + ", " +
                    std::to_string(k.kernel[1]) + "), dilation=(" + std::to_string(k.dilation[0]) + ", " +
                    std::to_string(k.dilation[1]) + "), padding=(" + std::to_string(k.padding[0]) + ", " +
                    std::to_string(k.padding[1]) + "), calculated shape of the array of sliding blocks as (" +
                    std::to_string(hint_of(rows)) + ", " + std::to_string(hint_of(lines)) +
                    "), but its components must be at least one.");
    }
    c.out[0].dtype = x.dtype;
    if (n == 4) c.out[0].sizes.push(x.sizes[0]);
    c.out[0].sizes.push(x.sizes[n - 3] * D(k.kernel[0] * k.kernel[1]));
    c.out[0].sizes.push(rows * lines);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    int n = x->dim();
    int64_t picture[2] = {x->size(n - 2), x->size(n - 1)};
    int64_t channels = x->size(n - 3);
    int64_t samples = n == 4 ? x->size(0) : 1;
    Columns k = columns_of(in, 1);
    with_bytes_of(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t s = 0; s < samples; ++s) {
        const T* from = static_cast<const T*>(x->data()) + s * channels * picture[0] * picture[1];
        T* to = static_cast<T*>(out[0]->data()) + s * (out[0]->numel / samples);
        for_each_tap(k, channels, picture, [&](int64_t at, int64_t p) { to[at] = p < 0 ? T{} : from[p]; });
      }
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    const SymMeta& x = c.meta(0);
    SymDims size{x.sizes[x.sizes.n - 2], x.sizes[x.sizes.n - 1]};
    c.set(0, emit::col2im(g, c.grad(), size, c.param(1), c.param(2), c.param(3), c.param(4)));
  }
};
struct col2im_op {
  static constexpr Schema schemas[] = {
      "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) "
      "-> Tensor"};
  static constexpr std::string_view doc = "Columns added back to the windows of a picture.",
                                    samples[] = {"(1,12,9) [4,5] [2,3] [1,1] [0,1] [1,2]"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "Col2ImBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    int n = x.sizes.n;
    Dims<D> size = c.ints(1);
    if (size.n != 2) return c.fail("It is expected output_size equals to 2, but got size " + std::to_string(size.n));
    Columns k = columns_of(c.args, 2);
    if (std::string wrong = wrong_columns(c.args, 2, k); !wrong.empty()) return c.fail(wrong);
    if (n != 2 && n != 3) {
      return c.fail(
          "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions "
          "for input, but got: " +
          sizes_text(x.sizes));
    }
    int64_t window = k.kernel[0] * k.kernel[1];
    if (hint_of(x.sizes[n - 2]) % window) {
      return c.fail(
          "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
          "input.size(1)=" +
          std::to_string(hint_of(x.sizes[n - 2])) + " and kernel_size=(" + std::to_string(k.kernel[0]) + ", " +
          std::to_string(k.kernel[1]) + ").");
    }
    D blocks = positions(k, 0, size[0]) * positions(k, 1, size[1]);
    if (!guard_bool(blocks == x.sizes[n - 1], "fold: number of blocks")) {
      return c.fail("Given output_size=(" + std::to_string(hint_of(size[0])) + ", " + std::to_string(hint_of(size[1])) +
                    "), kernel_size=(" + std::to_string(k.kernel[0]) + ", " + std::to_string(k.kernel[1]) +
                    "), dilation=(" + std::to_string(k.dilation[0]) + ", " + std::to_string(k.dilation[1]) +
                    "), padding=(" + std::to_string(k.padding[0]) + ", " + std::to_string(k.padding[1]) +
                    "), stride=(" + std::to_string(k.stride[0]) + ", " + std::to_string(k.stride[1]) +
                    "), expected size of input's dimension 2 to match the calculated " + "number of sliding blocks " +
                    std::to_string(hint_of(positions(k, 0, size[0]))) + " * " +
                    std::to_string(hint_of(positions(k, 1, size[1]))) + " = " + std::to_string(hint_of(blocks)) +
                    ", but got input.size(2)=" + std::to_string(hint_of(x.sizes[n - 1])) + ".");
    }
    c.out[0].dtype = x.dtype;
    if (n == 3) c.out[0].sizes.push(x.sizes[0]);
    c.out[0].sizes.push(x.sizes[n - 2] / D(window));
    c.out[0].sizes.push(size[0]);
    c.out[0].sizes.push(size[1]);
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = widened(in[0]);
    WideResult result(out[0]);
    int n = out[0]->dim();
    int64_t picture[2] = {out[0]->size(n - 2), out[0]->size(n - 1)};
    int64_t channels = out[0]->size(n - 3);
    int64_t samples = n == 4 ? out[0]->size(0) : 1;
    Columns k = columns_of(in, 2);
    with_wide_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      T* all = result.tensor()->template data_as<T>();
      std::fill_n(all, out[0]->numel, T(0));
      for (int64_t s = 0; s < samples; ++s) {
        const T* from = x->data_as<T>() + s * (x->numel / samples);
        T* to = all + s * channels * picture[0] * picture[1];
        for_each_tap(k, channels, picture, [&](int64_t at, int64_t p) {
          if (p >= 0) to[p] += from[at];
        });
      }
    });
    result.finish();
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::im2col(g, c.grad(), c.param(2), c.param(3), c.param(4), c.param(5)));
  }
};

// ---- repeats

// 0 as often as the first number says, 1 as often as the second, ...
struct repeat_positions_op {
  static constexpr Schema schemas[] = {"repeat_positions(Tensor repeats) -> Tensor"};
  static constexpr std::string_view doc = "Each position as often as its element says.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = DType::i64;
    if constexpr (std::is_same_v<D, int64_t>) {
      const TensorImpl& t = *c.arg(0).t;
      if (!has_data(t)) return c.fail("repeat_interleave of meta tensors has no size");
      c.status = touch(t, false);
      if (!c.status.ok()) return;
      int64_t total = 0;
      for (int64_t i = 0; i < t.numel; ++i) {
        int64_t v = read_scalar(t, i).i;
        if (v < 0) return c.fail("repeats can not be negative");
        total += v;
      }
      c.out[0].sizes = {total};
    } else {
      c.fail("the size of repeat_interleave depends on data");
    }
  }
  static Status eager(Context&, In in, Out out) {
    int64_t* to = out[0]->data_as<int64_t>();
    for (int64_t i = 0; i < in[0].t->numel; ++i) to = std::fill_n(to, read_scalar(*in[0].t, i).i, i);
    return {};
  }
  static constexpr NotDifferentiable vjp{};
};
struct repeat_interleave_op {
  static constexpr Schema schemas[] = {
      "repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> "
      "Tensor",
      "repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor",
      "repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor"};
  static constexpr std::string_view doc = "Each element repeated.", samples[] = {"(2,3) 2 dim=1", "(2,3) 3"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (!given_at(in, 0)) {
      if (g.meta(in[1]).sizes.n != 1) return g.fail("repeat_interleave only accept 1D vector as repeat");
      out[0] = emit::repeat_positions(g, in[1]);
      return;
    }
    Value x = in[0];
    int64_t dim = integer_or(in, 2, 0);
    if (!given_at(in, 2)) {
      SymDims flat{SymInt(-1)};
      x = emit::reshape(g, x, flat);
    }
    SymMeta m = g.meta(x);
    int d;
    if (!wrap_dim(g, dim, m.sizes.n, &d)) return;
    if (in[1].is_tensor()) {
      SymMeta r = g.meta(in[1]);
      if (r.dtype != DType::i64 && r.dtype != DType::i32) {
        return g.fail(unsupported_dtype("repeat_interleave_cpu", r.dtype));
      }
      bool one = r.sizes.n == 0 || guard_bool(r.sizes[0] == SymInt(1), "repeat_interleave: one number");
      if (r.sizes.n > 1) return g.fail("repeats must be 0-dim or 1-dim tensor");
      if (!one && !guard_bool(r.sizes[0] == m.sizes[d], "repeat_interleave: a number for each")) {
        return g.fail("repeats must have the same size as input along dim, but got repeats.size(0) = " +
                      std::to_string(r.sizes[0].hint) + " and input.size(" + std::to_string(d) +
                      ") = " + std::to_string(m.sizes[d].hint));
      }
      SymDims count{m.sizes[d]};
      Value each = emit::expand(g, one && r.sizes.n == 1 ? emit::reshape(g, in[1], SymDims()) : Value(in[1]), count);
      out[0] = emit::index_select(g, x, d, emit::repeat_positions(g, each));
      return;
    }
    int64_t times = in[1].integer();
    if (times < 0) return g.fail("Repeats must be non-negative");
    SymDims wide = m.sizes;
    wide.insert(d + 1, SymInt(times));
    SymDims flat = m.sizes;
    flat[d] = flat[d] * SymInt(times);
    out[0] = emit::reshape(g, emit::expand(g, emit::unsqueeze(g, x, d + 1), wide), flat);
  }
};

struct combinations_op {
  static constexpr Schema schemas[] = {"combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor"};
  static constexpr std::string_view doc = "All choices of r elements, one a row.", samples[] = {"(4) 2"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    if (x.sizes.n != 1) return g.fail("Expect a 1D vector, but got shape " + sizes_text(x.sizes));
    int64_t r = integer_or(in, 1, 2);
    if (r < 0) return g.fail("Expect a non-negative number, but got " + std::to_string(r));
    bool again = flag_or(in, 2, false);
    int64_t n = x.sizes[0].hint;
    guard_bool(x.sizes[0] == SymInt(n), "combinations: fixed length");
    if (r == 0) {
      SymDims empty{SymInt(0)};
      out[0] = emit::zeros(g, empty, x.dtype);
      return;
    }
    // Columns of positions, as slices joined; the number of rows is small in practice.
    std::vector<int64_t> choice(static_cast<size_t>(r));
    for (int64_t i = 0; i < r; ++i) choice[size_t(i)] = again ? 0 : i;
    std::vector<std::vector<int64_t>> rows;
    while (r <= n || again) {
      if (n == 0) break;
      rows.push_back(choice);
      int64_t i = r - 1;
      while (i >= 0 && choice[size_t(i)] == (again ? n - 1 : n - r + i)) --i;
      if (i < 0) break;
      ++choice[size_t(i)];
      for (int64_t j = i + 1; j < r; ++j) choice[size_t(j)] = choice[size_t(j - 1)] + (again ? 0 : 1);
    }
    if (rows.empty()) {
      SymDims none{SymInt(0), SymInt(r)};
      out[0] = emit::zeros(g, none, x.dtype);
      return;
    }
    std::vector<Value> parts;
    for (const std::vector<int64_t>& row : rows) {
      std::vector<Value> elements;
      for (int64_t k : row) elements.push_back(emit::reshape(g, emit::slice(g, in[0], 0, k, k + 1, 1), SymDims()));
      const Arg args[] = {Arg(std::span<const Arg>(elements)), Arg(0)};
      parts.push_back(call_span(g, row_stack.id(), args));
    }
    const Arg args[] = {Arg(std::span<const Arg>(parts)), Arg(0)};
    out[0] = call_span(g, row_stack.id(), args);
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/fill_shape.def"
}  // namespace adder::rt
