// Resampling of pictures. Every mode is separable: along each dim an output position is a weighted sum of a few input
// positions, so one kernel serves all modes and dims, and its gradient adds along the same weights.
#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(resample)
USE_OP(resample_backward)
USE_OP(unique_all)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

enum class Mode : int { nearest, nearest_exact, linear, cubic, linear_smooth, cubic_smooth };

template <class T>
struct Tap {
  int64_t at;
  T weight;
};
template <class T>
using Taps = std::vector<std::vector<Tap<T>>>;  // by output position

// The antialiased modes: a triangle or a cubic as wide as the input step of one output step, its weights made to sum
// to 1.
template <class T>
std::vector<Tap<T>> smooth_taps(bool cubic, T scale, int64_t i, int64_t in) {
  T radius = cubic ? T(2) : T(1);
  T support = scale >= 1 ? radius * scale : radius;
  T step = scale >= 1 ? 1 / scale : T(1);
  T center = scale * (T(i) + T(0.5));
  int64_t first = std::max(int64_t(center - support + T(0.5)), int64_t(0));
  int64_t last = std::min(int64_t(center + support + T(0.5)), in);
  auto filter = [&](T x) {
    constexpr T kA = T(-0.5);
    x = std::fabs(x);
    if (!cubic) return x < 1 ? 1 - x : T(0);
    if (x < 1) return ((kA + 2) * x - (kA + 3)) * x * x + 1;
    return x < 2 ? ((x - 5) * x + 8) * x * kA - 4 * kA : T(0);
  };
  std::vector<Tap<T>> taps;
  T total = 0;
  for (int64_t k = first; k < last; ++k) {
    T w = filter((T(k) - center + T(0.5)) * step);
    taps.push_back({k, w});
    total += w;
  }
  for (Tap<T>& t : taps)
    if (total != 0) t.weight /= total;
  return taps;
}

// Positions and weights are computed in T, those of the nearest element in float. `factor` is the scale factor that was
// given, or 0.
template <class T>
Taps<T> taps_of(Mode mode, bool align_corners, double factor, int64_t in, int64_t out) {
  T scale = factor > 0 ? T(1.0 / factor) : T(in) / T(out);
  if (align_corners) scale = out > 1 ? T(in - 1) / T(out - 1) : T(0);
  Taps<T> taps(static_cast<size_t>(out));
  for (int64_t i = 0; i < out; ++i) {
    std::vector<Tap<T>>& to = taps[size_t(i)];
    if (mode == Mode::nearest || mode == Mode::nearest_exact) {
      float step = align_corners ? float(scale) : factor > 0 ? float(1.0 / factor) : float(in) / float(out);
      float position = mode == Mode::nearest ? float(i) * step : (float(i) + 0.5f) * step;
      to.push_back({std::min(int64_t(std::floor(position)), in - 1), T(1)});
      continue;
    }
    if (mode == Mode::linear_smooth || mode == Mode::cubic_smooth) {
      to = smooth_taps(mode == Mode::cubic_smooth, scale, i, in);
      continue;
    }
    T position = align_corners ? T(i) * scale : (T(i) + T(0.5)) * scale - T(0.5);
    if (mode == Mode::linear) {
      position = std::max(position, T(0));
      int64_t low = std::min(int64_t(position), in - 1);
      T share = std::clamp(position - T(low), T(0), T(1));
      to.push_back({low, T(1) - share});
      to.push_back({std::min(low + 1, in - 1), share});
      continue;
    }
    int64_t low = int64_t(std::floor(position));
    T t = position - T(low);
    constexpr T kA = T(-0.75);
    auto near = [](T x) { return ((kA + 2) * x - (kA + 3)) * x * x + 1; };
    auto far = [](T x) { return ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
    T left = 1 - t;
    T weights[] = {far(t + 1), near(t), near(left), far(left + 1)};
    for (int64_t k = 0; k < 4; ++k) to.push_back({std::clamp<int64_t>(low - 1 + k, 0, in - 1), weights[k]});
  }
  return taps;
}

// f(output position, input position, weight) for one plane of up to three dims.
template <class T, class F>
void for_each_tap(const Taps<T> (&taps)[3], const int64_t (&in)[3], F f) {
  int64_t at = 0;
  for (const auto& zs : taps[0]) {
    for (const auto& ys : taps[1]) {
      for (const auto& xs : taps[2]) {
        for (const Tap<T>& z : zs) {
          for (const Tap<T>& y : ys) {
            for (const Tap<T>& x : xs) f(at, (z.at * in[1] + y.at) * in[2] + x.at, z.weight * y.weight * x.weight);
          }
        }
        ++at;
      }
    }
  }
}

// One plane at its new size: along x first, then y, then z.
template <class T>
void resample_plane(const Taps<T> (&taps)[3], const int64_t (&in)[3], const T* picture, T* out) {
  auto weighted = [](const std::vector<Tap<T>>& line, auto value) {
    T sum = line.empty() ? T(0) : line[0].weight * value(line[0].at);
    for (size_t i = 1; i < line.size(); ++i) sum += line[i].weight * value(line[i].at);
    return sum;
  };
  for (const auto& zs : taps[0])
    for (const auto& ys : taps[1])
      for (const auto& xs : taps[2])
        *out++ = weighted(zs, [&](int64_t z) {
          return weighted(ys, [&](int64_t y) {
            const T* row = picture + (z * in[1] + y) * in[2];
            return weighted(xs, [&](int64_t x) { return row[x]; });
          });
        });
}

// mode, align_corners, factors stand at `first` and behind it.
template <class T>
void all_taps(In args, size_t first, const Sizes& large, const Sizes& small, Taps<T> (&taps)[3], int64_t (&in)[3]) {
  int n = small.n - 2;
  for (int d = 0; d < 3; ++d) {
    int from = d - (3 - n) + 2;
    bool real = from >= 2;
    in[d] = real ? small[from] : 1;
    double factor = real && given_at(args, first + 2) ? args[first + 2].floats[from - 2] : 0;
    taps[d] = taps_of<T>(real ? Mode(args[first].integer()) : Mode::nearest, flag_or(args, first + 1, false) && real,
                      factor, in[d], real ? large[from] : 1);
  }
}

// Both directions of a resampling, plane by plane: the picture at its new size gathers from the old one, or, for the
// gradient, the old one collects what went to the new one. mode, align_corners and factors stand behind args[1].
Status run_taps(Context& c, In args, Out out, bool collects) {
  if (!out[0]->numel) return {};  // an empty batch, whatever the size of its pictures
  Tensor from = widened(args[0]);
  WideResult result(out[0]);
  const Tensor& old_picture = collects ? out[0] : from;
  with_wide_type(from->dtype(), [&]<class T>(TypeTag<T>) {
    Taps<T> taps[3];
    int64_t sizes[3];
    all_taps(args, 2, (collects ? from : out[0])->meta.sizes, old_picture->meta.sizes, taps, sizes);
    int64_t in_plane = sizes[0] * sizes[1] * sizes[2];
    int64_t planes = in_plane ? old_picture->numel / in_plane : 0;
    int64_t read = planes ? from->numel / planes : 0;
    int64_t written = planes ? out[0]->numel / planes : 0;
    parallel_for(c, planes, 8192 / ((collects ? read : written) + 1) + 1, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        const T* x = from->data_as<T>() + p * read;
        T* y = result.tensor()->template data_as<T>() + p * written;
        if (collects) {
          std::fill_n(y, written, T(0));
          for_each_tap(taps, sizes, [&](int64_t at, int64_t k, T w) { y[k] += w * x[at]; });
        } else {
          resample_plane(taps, sizes, x, y);
        }
      }
    });
  });
  result.finish();
  return {};
}

std::string_view node_name(In in, size_t mode) {
  static constexpr std::string_view kNames[] = {"UpsampleNearest2DBackward0", "UpsampleNearestExact2DBackward0",
                                                "UpsampleBilinear2DBackward0", "UpsampleBicubic2DBackward0",
                                                "UpsampleBilinear2DAaBackward0", "UpsampleBicubic2DAaBackward0"};
  return kNames[in[mode].integer()];
}

// The sizes of a picture by their letters.
template <class D>
std::string named_sizes(const Dims<D>& sizes) {
  std::string text = "(";
  for (int d = 2; d < sizes.n; ++d) {
    text += std::string(d > 2 ? ", " : "") + "DHW"[3 - sizes.n + d] + ": " + std::to_string(hint_of(sizes[d]));
  }
  return text + ")";
}
struct resample_op {
  static constexpr Schema schemas[] = {
      "resample(Tensor input, SymInt[] size, int mode, bool align_corners, float[]? scale_factors) -> Tensor"};
  static constexpr std::string_view doc = "A picture at another size.",
                                    samples[] = {"(1,2,3,4) [5,3] 2 False", "(1,2,4,3) [6,6] 3 False",
                                                 "(1,2,3) [5] 0 False"};
  static constexpr uint32_t surface = kInternal;
  static std::string_view grad_name_of(In in) { return node_name(in, 2); }
  template <class D>
  static void infer(InferCtx<D>& c) {
    const Meta<D>& x = c.meta(0);
    Dims<D> size = c.ints(1);
    set_like(c, 0, x);
    if (size.n != x.sizes.n - 2) {
      return c.fail("It is expected output_size equals to " + std::to_string(x.sizes.n - 2) + ", but got size " +
                    std::to_string(size.n));
    }
    bool positive = true;
    for (int d = 0; d < size.n; ++d) {
      positive &= hint_of(size[d]) > 0 && hint_of(x.sizes[d + 2]) > 0;
      c.out[0].sizes[d + 2] = size[d];
    }
    if (!positive) {
      return c.fail("Input and output sizes should be greater than 0, but got input " + named_sizes(x.sizes) +
                    (size.n == 1 ? " and output " : " output ") + named_sizes(c.out[0].sizes));
    }
    if (hint_of(x.sizes[1]) == 0) {
      return c.fail("Non-empty " + std::to_string(x.sizes.n) + "D data tensor expected but got a tensor with sizes " +
                    sizes_text(x.sizes));
    }
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) { return run_taps(c, in, out, false); }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::resample_backward(g, c.grad(), c.meta(0).sizes, c.param(2), c.param(3), c.param(4)));
  }
};
struct resample_backward_op {
  static constexpr Schema schemas[] = {
      "resample_backward(Tensor grad, SymInt[] sizes, int mode, bool align_corners, float[]? scale_factors) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of a picture at another size.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(1);
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) { return run_taps(c, in, out, true); }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymDims size;
    for (int d = 2; d < c.meta(0).sizes.n; ++d) size.push(c.meta(0).sizes[d]);
    c.set(0, emit::resample(g, c.grad(), size, c.param(2), c.param(3), c.param(4)));
  }
};

// input, output_size, (align_corners,) scale_factors
void resample_rule(OpSink& g, In in, Mode mode, size_t factors, bool align_corners, Value& out) {
  SymMeta x = g.meta(in[0]);
  SymDims size;
  bool scaled = given_at(in, factors);
  for (int d = 0; d + 2 < x.sizes.n; ++d) {
    if (given_at(in, 1)) {
      size.push(in[1].ints[d]);
    } else if (scaled) {
      size.push(SymInt(int64_t(double(x.sizes[d + 2].hint) * in[factors].floats[d])));
    }
  }
  out = emit::resample(g, in[0], size, int64_t(mode), align_corners, scaled ? in[factors] : Arg());
}
#define NEAREST(name, mode)                                                                                         \
  struct name##_op {                                                                                                \
    static constexpr Schema schemas[] = {#name                                                                      \
                                         ".vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) "       \
                                         "-> Tensor"};                                                              \
    static constexpr std::string_view doc = "The nearest element of each position.", samples[] = {""};              \
    static constexpr uint32_t surface = kNn;                                                                        \
    static void decompose(OpSink& g, In in, std::span<Value> out) { resample_rule(g, in, mode, 2, false, out[0]); } \
  };
NEAREST(upsample_nearest1d, Mode::nearest)
NEAREST(upsample_nearest2d, Mode::nearest)
NEAREST(upsample_nearest3d, Mode::nearest)
NEAREST(_upsample_nearest_exact1d, Mode::nearest_exact)
NEAREST(_upsample_nearest_exact2d, Mode::nearest_exact)
NEAREST(_upsample_nearest_exact3d, Mode::nearest_exact)
#undef NEAREST
#define SMOOTH(name, mode)                                                                                \
  struct name##_op {                                                                                      \
    static constexpr Schema schemas[] = {#name                                                            \
                                         ".vec(Tensor input, SymInt[]? output_size, bool align_corners, " \
                                         "float[]? scale_factors) -> Tensor"};                            \
    static constexpr std::string_view doc = "Interpolation between elements.", samples[] = {""};          \
    static constexpr uint32_t surface = kNn;                                                              \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                                       \
      resample_rule(g, in, mode, 3, in[2].flag(), out[0]);                                                \
    }                                                                                                     \
  };
SMOOTH(upsample_linear1d, Mode::linear)
SMOOTH(upsample_bilinear2d, Mode::linear)
SMOOTH(upsample_trilinear3d, Mode::linear)
SMOOTH(upsample_bicubic2d, Mode::cubic)
SMOOTH(_upsample_bilinear2d_aa, Mode::linear_smooth)
SMOOTH(_upsample_bicubic2d_aa, Mode::cubic_smooth)
#undef SMOOTH

struct _unique2_op {
  static constexpr Schema schemas[] = {
      "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, "
      "Tensor, "
      "Tensor)"};
  static constexpr std::string_view doc = "Distinct elements, which one each element is, and their counts.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    const Arg args[] = {in[0]};
    Value parts[3];
    call_many(g, row_unique_all.id(), args, parts);
    for (size_t k = 0; k < 3; ++k) out[k] = parts[k];
  }
  static constexpr std::string_view grad_name = "Unique2Backward0";
  static void vjp(OpSink& g, VjpCtx&) { no_derivative_at_all(g, "_unique2"); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/upsample.def"
}  // namespace adder::rt
