#include "runtime/eager/conv.h"

#include <algorithm>
#include <vector>

#include "runtime/eager/gemm_workspace.h"
#include "runtime/eager/winograd.h"

namespace adder::rt {
namespace {

constexpr int64_t kPixelTile = 2048;                   // output pixels of one product, at most
constexpr int64_t kWorkWorthATask = int64_t(1) << 20;  // multiply-adds

template <class T>
void run_gemm(const GemmTask<T>& task) {
  if constexpr (std::is_same_v<T, float>) {
    gemm_kernels().f32(task);
  } else {
    gemm_kernels().f64(task);
  }
}

// The cut of one sample's product [out channels of a group, output pixels]: an element's bits depend on its terms alone
// (gemm_isa.inc), so any cut is good.
struct ForwardTiles {
  int64_t rows, pixels;      // of a tile
  int64_t n_rows, n_pixels;  // tiles
  int64_t count() const { return n_rows * n_pixels; }
};
ForwardTiles forward_tiles(const ConvShape& s, int threads) {
  int64_t channels = s.out_group(), pixels = s.out_pixels();
  ForwardTiles t{channels, std::min(pixels, kPixelTile), 1, (pixels + kPixelTile - 1) / kPixelTile};
  int64_t products = std::max<int64_t>(1, s.batch * s.groups);
  int64_t work = channels * pixels * s.in_group() * s.taps();
  int64_t parts = std::min((threads + products - 1) / products, work / kWorkWorthATask);
  if (parts <= t.n_pixels) return t;
  // What is not cut is packed anew for each part, and packing pixels costs more than packing weights.
  if (pixels >= channels / 2) {
    t.pixels = ((pixels + parts - 1) / parts + 31) / 32 * 32;
    t.n_pixels = (pixels + t.pixels - 1) / t.pixels;
  } else {
    t.rows = (channels + parts - 1) / parts;
    t.n_rows = (channels + t.rows - 1) / t.rows;
  }
  return t;
}

template <class T>
Im2col im2col_of(const ConvShape& s, const T* image) {
  Im2col g{};
  g.image = image;
  g.channels = s.in_group();
  g.depth = s.in[0];
  g.height = s.in[1];
  g.width = s.in[2];
  g.kernel_d = s.kernel[0];
  g.kernel_h = s.kernel[1];
  g.kernel_w = s.kernel[2];
  g.stride_d = s.stride[0];
  g.stride_h = s.stride[1];
  g.stride_w = s.stride[2];
  g.pad_d = s.padding[0];
  g.pad_h = s.padding[1];
  g.pad_w = s.padding[2];
  g.dilation_d = s.dilation[0];
  g.dilation_h = s.dilation[1];
  g.dilation_w = s.dilation[2];
  g.out_d = s.out[0];
  g.out_h = s.out[1];
  g.out_w = s.out[2];
  return g;
}

// The range of output positions whose input position, for one tap, lies inside.
struct Inside {
  int64_t begin;
  int64_t end;
};
Inside inside(const ConvShape& s, int dim, int64_t tap) {
  int64_t shift = tap * s.dilation[dim] - s.padding[dim];
  int64_t stride = s.stride[dim];
  int64_t begin = shift >= 0 ? 0 : (-shift + stride - 1) / stride;
  int64_t end = s.in[dim] - 1 - shift < 0 ? 0 : (s.in[dim] - 1 - shift) / stride + 1;
  return {std::min(begin, s.out[dim]), std::min(end, s.out[dim])};
}

// f(tap, output start, input start, count) for each run of output pixels of one row under one tap.
template <class F>
void for_each_run(const ConvShape& s, F f) {
  int64_t tap = 0;
  for (int64_t kz = 0; kz < s.kernel[0]; ++kz) {
    for (int64_t ky = 0; ky < s.kernel[1]; ++ky) {
      for (int64_t kx = 0; kx < s.kernel[2]; ++kx, ++tap) {
        Inside zs = inside(s, 0, kz);
        Inside ys = inside(s, 1, ky);
        Inside xs = inside(s, 2, kx);
        if (xs.begin >= xs.end) continue;
        for (int64_t z = zs.begin; z < zs.end; ++z) {
          int64_t iz = z * s.stride[0] + kz * s.dilation[0] - s.padding[0];
          for (int64_t y = ys.begin; y < ys.end; ++y) {
            int64_t iy = y * s.stride[1] + ky * s.dilation[1] - s.padding[1];
            int64_t ix = xs.begin * s.stride[2] + kx * s.dilation[2] - s.padding[2];
            f(tap, (z * s.out[1] + y) * s.out[2] + xs.begin, (iz * s.in[1] + iy) * s.in[2] + ix, xs.end - xs.begin);
          }
        }
      }
    }
  }
}

bool is_depthwise(const ConvShape& s) {
  return s.groups > 1 && s.in_group() == 1 && s.out_group() <= 4;
}

template <class T>
void depthwise_forward(const Parallel& parallel, const ConvShape& s, const T* input, const T* weight, const T* bias,
                       T* output) {
  int64_t stride = s.stride[2];
  parallel(s.batch * s.out_channels, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t channel = task % s.out_channels;
      const T* image = input + (task / s.out_channels * s.in_channels + channel / s.out_group()) * s.in_pixels();
      const T* kernel = weight + channel * s.taps();
      T* out = output + task * s.out_pixels();
      std::fill(out, out + s.out_pixels(), bias ? bias[channel] : T(0));
      for_each_run(s, [&](int64_t tap, int64_t to, int64_t from, int64_t count) {
        T factor = kernel[tap];
        T* o = out + to;
        const T* x = image + from;
        if (stride == 1) {
          for (int64_t i = 0; i < count; ++i) o[i] += factor * x[i];
        } else {
          for (int64_t i = 0; i < count; ++i) o[i] += factor * x[i * stride];
        }
      });
    }
  });
}

template <class T>
void depthwise_input_gradient(const Parallel& parallel, const ConvShape& s, const T* grad, const T* weight, T* result) {
  parallel(s.batch * s.in_channels, 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t channel = task % s.in_channels;
      T* image = result + task * s.in_pixels();
      std::fill(image, image + s.in_pixels(), T(0));
      for (int64_t m = 0; m < s.out_group(); ++m) {
        int64_t out_channel = channel * s.out_group() + m;
        const T* g = grad + (task / s.in_channels * s.out_channels + out_channel) * s.out_pixels();
        const T* kernel = weight + out_channel * s.taps();
        for_each_run(s, [&](int64_t tap, int64_t to, int64_t from, int64_t count) {
          for (int64_t i = 0; i < count; ++i) image[from + i * s.stride[2]] += kernel[tap] * g[to + i];
        });
      }
    }
  });
}

template <class T>
void depthwise_weight_gradient(const Parallel& parallel, const ConvShape& s, const T* grad, const T* input, T* result) {
  parallel(s.out_channels, 1, [&](int64_t begin, int64_t end) {
    for (int64_t channel = begin; channel < end; ++channel) {
      std::vector<double> sums(size_t(s.taps()), 0.0);
      for (int64_t sample = 0; sample < s.batch; ++sample) {
        const T* image = input + (sample * s.in_channels + channel / s.out_group()) * s.in_pixels();
        const T* g = grad + (sample * s.out_channels + channel) * s.out_pixels();
        for_each_run(s, [&](int64_t tap, int64_t to, int64_t from, int64_t count) {
          T sum = 0;
          for (int64_t i = 0; i < count; ++i) sum += g[to + i] * image[from + i * s.stride[2]];
          sums[size_t(tap)] += double(sum);
        });
      }
      for (int64_t tap = 0; tap < s.taps(); ++tap) result[channel * s.taps() + tap] = T(sums[size_t(tap)]);
    }
  });
}

// The convolution that maps the output gradient to the input gradient; valid for stride 1 and padding up to the
// kernel's extent.
bool flipped_shape(const ConvShape& s, ConvShape& flipped) {
  flipped = s;
  std::swap(flipped.in_channels, flipped.out_channels);
  for (int d = 0; d < 3; ++d) {
    if (s.stride[d] != 1) return false;
    flipped.padding[d] = s.dilation[d] * (s.kernel[d] - 1) - s.padding[d];
    if (flipped.padding[d] < 0) return false;
    std::swap(flipped.in[d], flipped.out[d]);
  }
  return true;
}

template <class T>
std::vector<T> flipped_weight(const ConvShape& s, const T* weight) {
  std::vector<T> flipped(size_t(s.out_channels * s.in_group() * s.taps()));
  for (int64_t g = 0; g < s.groups; ++g) {
    for (int64_t o = 0; o < s.out_group(); ++o) {
      for (int64_t i = 0; i < s.in_group(); ++i) {
        const T* from = weight + ((g * s.out_group() + o) * s.in_group() + i) * s.taps();
        T* to = flipped.data() + ((g * s.in_group() + i) * s.out_group() + o) * s.taps();
        std::reverse_copy(from, from + s.taps(), to);
      }
    }
  }
  return flipped;
}

// Products in tiles of output pixels, each scattered back to the image before the next.
template <class T>
void scattered_input_gradient(const Parallel& parallel, const ConvShape& s, const T* grad, const T* weight, T* result) {
  int64_t rows = s.in_group() * s.taps();
  parallel(s.batch * s.groups, 1, [&](int64_t begin, int64_t end) {
    GemmWorkspace<T> workspace;
    std::vector<T> columns(size_t(rows * s.out_pixels()));
    for (int64_t task = begin; task < end; ++task) {
      int64_t group = task % s.groups;
      T* image = result + task * s.in_group() * s.in_pixels();
      std::fill(image, image + s.in_group() * s.in_pixels(), T(0));
      GemmTask<T> t{};
      t.m = rows;
      t.n = s.out_pixels();
      t.k = s.out_group();
      t.a = weight + group * s.out_group() * rows;
      t.a_row = 1;
      t.a_col = rows;
      t.b = grad + task * s.out_group() * s.out_pixels();
      t.b_row = s.out_pixels();
      t.b_col = 1;
      t.c = columns.data();
      t.c_row = s.out_pixels();
      t.workspace = workspace.data();
      run_gemm(t);
      for (int64_t channel = 0; channel < s.in_group(); ++channel) {
        T* plane = image + channel * s.in_pixels();
        const T* from_rows = columns.data() + channel * s.taps() * s.out_pixels();
        for_each_run(s, [&](int64_t tap, int64_t to, int64_t from, int64_t count) {
          const T* row = from_rows + tap * s.out_pixels() + to;
          for (int64_t i = 0; i < count; ++i) plane[from + i * s.stride[2]] += row[i];
        });
      }
    }
  });
}

}  // namespace

template <class T>
void conv_forward(const Parallel& parallel, const ConvShape& s, const T* input, const T* weight, const T* bias,
                  T* output) {
  if (is_depthwise(s)) return depthwise_forward(parallel, s, input, weight, bias, output);
  if constexpr (std::is_same_v<T, float>) {
    if (winograd_wins(s)) return winograd_forward(parallel, s, input, weight, bias, output);
  }
  int64_t pixels = s.out_pixels();
  int64_t depth = s.in_group() * s.taps();
  ForwardTiles tiles = forward_tiles(s, parallel.threads());
  int64_t work = tiles.pixels * depth * tiles.rows;
  int64_t grain = std::max<int64_t>(1, (int64_t(1) << 19) / std::max<int64_t>(1, work));
  parallel(s.batch * s.groups * tiles.count(), grain, [&](int64_t begin, int64_t end) {
    GemmWorkspace<T> workspace;
    for (int64_t task = begin; task < end; ++task) {
      int64_t row = task % tiles.n_rows * tiles.rows;
      int64_t first = task / tiles.n_rows % tiles.n_pixels * tiles.pixels;
      int64_t sample_group = task / tiles.count();  // sample * groups + group
      int64_t channel = sample_group % s.groups * s.out_group() + row;
      const T* image = input + sample_group * s.in_group() * s.in_pixels();
      Im2col g = im2col_of(s, image);
      GemmTask<T> t{};
      t.m = std::min(tiles.rows, s.out_group() - row);
      t.n = std::min(tiles.pixels, pixels - first);
      t.k = depth;
      t.a = weight + channel * depth;
      t.a_row = depth;
      t.a_col = 1;
      t.c = output + (sample_group * s.out_group() + row) * pixels + first;
      t.c_row = pixels;
      t.workspace = workspace.data();
      bool pointwise = s.taps() == 1 && s.stride[0] == 1 && s.stride[1] == 1 && s.stride[2] == 1 &&
                       s.in_pixels() == pixels && s.padding[0] + s.padding[1] + s.padding[2] == 0;
      if (pointwise) {
        t.b = image + first;
        t.b_row = pixels;
        t.b_col = 1;
      } else {
        t.right = RightOperand::im2col;
        t.im2col = &g;
        t.im2col_column = first;
      }
      t.row_start = bias ? bias + channel : nullptr;
      run_gemm(t);
    }
  });
}

template <class T>
void conv_input_gradient(const Parallel& parallel, const ConvShape& s, const T* grad, const T* weight, T* result) {
  if (is_depthwise(s)) return depthwise_input_gradient(parallel, s, grad, weight, result);
  ConvShape flipped;
  if (flipped_shape(s, flipped)) {
    std::vector<T> turned = flipped_weight(s, weight);
    return conv_forward<T>(parallel, flipped, grad, turned.data(), nullptr, result);
  }
  scattered_input_gradient(parallel, s, grad, weight, result);
}

template <class T>
void conv_weight_gradient(const Parallel& parallel, const ConvShape& s, const T* grad, const T* input, T* result) {
  if (is_depthwise(s)) return depthwise_weight_gradient(parallel, s, grad, input, result);
  int64_t depth = s.in_group() * s.taps();
  // Columns of the result that one task computes: few columns leave threads without work, many pack the gradient
  // seldom.
  int64_t tap_tile = std::clamp<int64_t>((depth / 4 + 31) / 32 * 32, 64, 512);
  int64_t tiles = (depth + tap_tile - 1) / tap_tile;
  if (s.batch * s.out_pixels() == 0) {
    std::fill(result, result + s.out_channels * depth, T(0));
    return;
  }
  // Few tiles: the rows are cut as well.
  constexpr int64_t kRowTile = 84;
  int64_t row_tiles = (s.out_group() + kRowTile - 1) / kRowTile;
  parallel(s.groups * row_tiles * tiles, 1, [&](int64_t begin, int64_t end) {
    GemmWorkspace<T> workspace;
    for (int64_t task = begin; task < end; ++task) {
      int64_t first = task % tiles * tap_tile;
      int64_t row = task / tiles % row_tiles * kRowTile;
      int64_t group = task / tiles / row_tiles;
      for (int64_t sample = 0; sample < s.batch; ++sample) {
        int64_t sample_group = sample * s.groups + group;
        Im2col g = im2col_of(s, input + sample_group * s.in_group() * s.in_pixels());
        GemmTask<T> t{};
        t.m = std::min(kRowTile, s.out_group() - row);
        t.n = std::min(tap_tile, depth - first);
        t.k = s.out_pixels();
        t.a = grad + (sample_group * s.out_group() + row) * s.out_pixels();
        t.a_row = s.out_pixels();
        t.a_col = 1;
        t.right = RightOperand::im2col_transposed;
        t.im2col = &g;
        t.im2col_column = first;
        t.c = result + (group * s.out_group() + row) * depth + first;
        t.c_row = depth;
        t.accumulate = sample > 0;
        t.workspace = workspace.data();
        run_gemm(t);
      }
    }
  });
}

#define FOR_TYPE(T)                                                                                \
  template void conv_forward(const Parallel&, const ConvShape&, const T*, const T*, const T*, T*); \
  template void conv_input_gradient(const Parallel&, const ConvShape&, const T*, const T*, T*);    \
  template void conv_weight_gradient(const Parallel&, const ConvShape&, const T*, const T*, T*);
FOR_TYPE(float)
FOR_TYPE(double)
#undef FOR_TYPE

}  // namespace adder::rt
