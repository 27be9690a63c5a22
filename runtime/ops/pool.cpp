// Pooling over windows. Kernels work on planes [rows, depth, height, width] with unused leading dims of size 1.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/eager/kernels.h"
#include "runtime/ops/reject.h"
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(max_pool2d_with_indices)
USE_OP(max_pool3d_with_indices)
USE_OP(max_pool1d_with_indices)
USE_OP(max_pool_backward)
USE_OP(avg_pool2d)
USE_OP(avg_pool3d)
USE_OP(avg_pool_backward)
USE_OP(_adaptive_avg_pool2d)
USE_OP(_adaptive_avg_pool3d)
USE_OP(adaptive_avg_pool2d)
USE_OP(adaptive_avg_pool_backward)
USE_OP(adaptive_max_pool2d)
USE_OP(gather)
USE_OP(reshape)
USE_OP(view)
USE_OP(unsqueeze)
USE_OP(squeeze_dim)
USE_OP(mean)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

struct Window {  // of n dims, outermost first
  int64_t kernel[3], stride[3], padding[3], dilation[3];
  bool ceil = false;
};
// kernel_size at `at`, then stride, padding; dilation is optional.
Window window_of(In in, size_t at, int n, bool dilated, size_t ceil_at) {
  Window w;
  spread_ints(in, at, n, 1, w.kernel);
  spread_ints(in, at + 1, n, 0, w.stride);
  bool strided = given_at(in, at + 1) && (in[at + 1].tag != Tag::int_list || in[at + 1].count > 0);
  for (int d = 0; d < n && !strided; ++d) w.stride[d] = w.kernel[d];
  spread_ints(in, at + 2, n, 0, w.padding);
  for (int64_t& v : w.dilation) v = 1;
  if (dilated) spread_ints(in, at + 3, n, 1, w.dilation);
  w.ceil = flag_or(in, ceil_at, false);
  return w;
}

// What is wrong with the lengths of the lists that window_of() reads; empty: nothing. Each op has words of its own.
std::string wrong_window(In in, int n, bool dilated, bool mean) {
  static constexpr const char* words[] = {"kernel_size", "stride", "padding", "dilation"};
  for (size_t k = 0; k < (dilated ? 4 : 3); ++k) {
    size_t at = k + 1;
    bool omitted = k == 1 && given_at(in, at) && in[at].tag == Tag::int_list && in[at].count == 0;
    if (omitted || !wrong_length(in, at, n)) continue;
    std::string name = (mean ? "avg_pool" : "max_pool") + std::to_string(n) + "d";
    std::string count = std::to_string(in[at].count), word = words[k];
    if (n == 1 && mean) return name + "() argument '" + word + "' should contain one int (got " + count + ")";
    if (n == 1) {
      return name + "() " + word + " must be " + (k == 1 ? "None, " : "") + "an int, list of ints" + (k % 3 ? "," : "") +
             " or tuple of ints of size 1 but got size " + count;
    }
    const char* must = mean && n == 3 ? " must be " : k == 3 ? " must be either " : " must either be ";
    return name + ": " + word + must + (k == 1 ? "omitted, " : "") + "a single int, or a tuple of " +
           (n == 2 ? "two" : "three") + " ints";
  }
  return {};
}

template <class D>
D pooled_size(const D& size, const Window& w, int d) {
  D reach = D(w.dilation[d] * (w.kernel[d] - 1) + 1);
  D room = size + D(2 * w.padding[d]) - reach;
  D stride = D(w.stride[d]);
  D out = (w.ceil ? ceil_div(room, stride) : floor_div(room, stride)) + D(1);
  // The last window must start inside the input or its left padding.
  if (w.ceil && guard_bool((out - D(1)) * stride >= size + D(w.padding[d]), "pooling: last window")) out = out - D(1);
  return out;
}

template <class D>
void infer_pool(InferCtx<D>& c, int n, bool dilated) {
  if (std::string wrong = wrong_window(c.args, n, dilated, !dilated); !wrong.empty()) return c.fail(std::move(wrong));
  Window w = window_of(c.args, 1, n, dilated, dilated ? 5 : 4);
  const Meta<D>& x = c.meta(0);
  for (int d = 0; d < n; ++d) {
    if (w.stride[d] == 0) return reject(c, "stride should not be zero");
    if (w.stride[d] < 0) {
      return reject(c, [&] {
        std::string text = "stride should be greater than zero, but got";
        for (int k = 0; k < n; ++k) text += std::string(" ") + "dTdHdW"[2 * (3 - n + k)] + "dTdHdW"[2 * (3 - n + k) + 1] + ": " + std::to_string(w.stride[k]);
        return text;
      });
    }
    for (int64_t v : {w.kernel[d], w.padding[d], w.dilation[d]})
      if (v != int32_t(v)) return reject(c, "value cannot be converted to type int without overflow");
    if (w.kernel[d] <= 0) return reject(c, "kernel size should be greater than zero");
    if (w.dilation[d] <= 0) return reject(c, "dilation should be greater than zero");
    if (w.padding[d] < 0) return reject(c, "pad must be non-negative");
    int64_t reach = (w.kernel[d] - 1) * w.dilation[d] + 1;
    if (w.padding[d] > reach / 2) {
      return reject(c, [&] {
        return "pad should be at most half of effective kernel size, but got pad=" + std::to_string(w.padding[d]) +
               ", kernel_size=" + std::to_string(w.kernel[d]) + " and dilation=" + std::to_string(w.dilation[d]);
      });
    }
  }
  if (x.sizes.n != n + 1 && x.sizes.n != n + 2) {
    return reject(c, [&] {
      return "non-empty " + std::to_string(n + 1) + "D or " + std::to_string(n + 2) +
             "D (batch mode) tensor expected for input";
    });
  }
  set_like(c, 0, x);
  int lead = x.sizes.n - n;
  bool empty = false;
  for (int d = 0; d < n; ++d) {
    D size = pooled_size(x.sizes[lead + d], w, d);
    c.out[0].sizes[lead + d] = size;
    empty = empty || guard_bool(size < D(1), "pooling: no window");
  }
  if (empty) {
    return reject(c, [&] {
      auto text = [&](const Dims<D>& sizes) {
        std::string r = std::to_string(hint_of(x.sizes[lead - 1]));
        for (int d = lead; d < lead + n; ++d) r += "x" + std::to_string(hint_of(sizes[d]));
        return r;
      };
      return "Given input size: (" + text(x.sizes) + "). Calculated output size: (" + text(c.out[0].sizes) +
             "). Output size is too small";
    });
  }
  for (int k = 1; k < c.n_out; ++k) {
    c.out[k].sizes = c.out[0].sizes;
    c.out[k].dtype = DType::i64;
  }
}

struct Planes {
  int64_t rows = 1;
  int64_t in[3] = {1, 1, 1};
  int64_t out[3] = {1, 1, 1};
  int64_t in_pixels() const { return in[0] * in[1] * in[2]; }
  int64_t out_pixels() const { return out[0] * out[1] * out[2]; }
};
Planes planes_of(const Sizes& x, const Sizes& y, int n) {
  Planes p;
  int lead = x.n - n;
  for (int d = 0; d < lead; ++d) p.rows *= x[d];
  for (int d = 0; d < n; ++d) {
    p.in[3 - n + d] = x[lead + d];
    p.out[3 - n + d] = y[lead + d];
  }
  return p;
}
Window three_dims(const Window& w, int n) {
  Window r;
  r.ceil = w.ceil;
  for (int d = 0; d < 3; ++d) {
    int from = d - (3 - n);
    r.kernel[d] = from < 0 ? 1 : w.kernel[from];
    r.stride[d] = from < 0 ? 1 : w.stride[from];
    r.padding[d] = from < 0 ? 0 : w.padding[from];
    r.dilation[d] = from < 0 ? 1 : w.dilation[from];
  }
  return r;
}

// The input range of one window along one dim; `begin` may be stepped by the dilation.
struct Range {
  int64_t begin, end;
};
Range range_of(const Window& w, int d, int64_t out, int64_t size) {
  int64_t begin = out * w.stride[d] - w.padding[d];
  int64_t end = std::min(begin + (w.kernel[d] - 1) * w.dilation[d] + 1, size);
  while (begin < 0) begin += w.dilation[d];
  return {begin, end};
}

template <class T>
void max_pool_plane(const Planes& p, const Window& w, const T* x, T* values, int64_t* indices) {
  for (int64_t z = 0; z < p.out[0]; ++z) {
    Range zs = range_of(w, 0, z, p.in[0]);
    for (int64_t y = 0; y < p.out[1]; ++y) {
      Range ys = range_of(w, 1, y, p.in[1]);
      for (int64_t c = 0; c < p.out[2]; ++c) {
        Range xs = range_of(w, 2, c, p.in[2]);
        int64_t best = (zs.begin * p.in[1] + ys.begin) * p.in[2] + xs.begin;
        T top = x[best];
        for (int64_t iz = zs.begin; iz < zs.end; iz += w.dilation[0]) {
          for (int64_t iy = ys.begin; iy < ys.end; iy += w.dilation[1]) {
            const T* row = x + (iz * p.in[1] + iy) * p.in[2];
            for (int64_t ix = xs.begin; ix < xs.end; ix += w.dilation[2]) {
              if (Wide<T>(row[ix]) > Wide<T>(top) || is_nan(row[ix])) {
                top = row[ix];
                best = row + ix - x;
              }
            }
          }
        }
        *values++ = top;
        *indices++ = best;
      }
    }
  }
}

// The same, a row of results at a time. Every element of the window gets a line that holds it for each result, dense
// and with minus infinity where it lies outside: a stride of 2 splits a row of the input into its even and odd places
// first.
class MaxPoolRows {
 public:
  MaxPoolRows(const Planes& p, const Window& w)
      : p_(p),
        w_(w),
        reach_((p.out[2] - 1) * w.stride[2] + (w.kernel[2] - 1) * w.dilation[2] + 1),
        phases_(std::min(w.stride[2], (w.kernel[2] - 1) * w.dilation[2] + 1)),
        phase_size_((reach_ + w.stride[2] - 1) / w.stride[2]),
        direct_(w.stride[2] == 1 && w.padding[2] == 0 && reach_ <= p.in[2]),
        first_(size_t(p.out[2])),
        split_(direct_ ? 0 : size_t(w.kernel[0] * w.kernel[1] * phases_ * phase_size_)) {
    for (int64_t c = 0; c < p.out[2]; ++c) first_[size_t(c)] = int(range_of(w, 2, c, p.in[2]).begin);
  }

  void plane(const float* x, float* values, int64_t* indices) {
    for (int64_t z = 0; z < p_.out[0]; ++z) {
      Range zs = range_of(w_, 0, z, p_.in[0]);
      for (int64_t y = 0; y < p_.out[1]; ++y, values += p_.out[2], indices += p_.out[2]) {
        Range ys = range_of(w_, 1, y, p_.in[1]);
        lines_.clear();
        offsets_.clear();
        float* to = split_.data();
        for (int64_t iz = zs.begin; iz < zs.end; iz += w_.dilation[0]) {
          for (int64_t iy = ys.begin; iy < ys.end; iy += w_.dilation[1], to += phases_ * phase_size_) {
            int64_t at = (iz * p_.in[1] + iy) * p_.in[2];
            if (!direct_) split(x + at, to);
            for (int64_t k = 0; k < w_.kernel[2]; ++k) {
              int64_t place = k * w_.dilation[2];
              int64_t phase = place % w_.stride[2];
              lines_.push_back(direct_ ? x + at + place : to + phase * phase_size_ + place / w_.stride[2]);
              offsets_.push_back(int(at + place - w_.padding[2]));
            }
          }
        }
        row_kernels().max_pool(lines_.data(), offsets_.data(), long(lines_.size()), int(w_.stride[2]), first_.data(),
                               int((zs.begin * p_.in[1] + ys.begin) * p_.in[2]), p_.out[2], values, indices);
      }
    }
  }

 private:
  // Places [-padding, reach - padding) of a row, those of one phase of the stride after another.
  void split(const float* row, float* to) const {
    constexpr float kOutside = -std::numeric_limits<float>::infinity();
    if (phases_ == 2 && w_.stride[2] == 2) {
      int64_t padding = w_.padding[2];
      int64_t begin = std::min(phase_size_, (padding + 1) / 2);
      int64_t end = std::clamp((p_.in[2] + padding) / 2, begin, phase_size_);
      float* odd = to + phase_size_;
      row_kernels().split_pairs(row + 2 * begin - padding, end - begin, to + begin, odd + begin);
      auto single = [&](int64_t place) { return place >= 0 && place < p_.in[2] ? row[place] : kOutside; };
      auto edge = [&](int64_t from, int64_t until) {
        for (int64_t i = from; i < until; ++i) {
          to[i] = single(2 * i - padding);
          odd[i] = single(2 * i + 1 - padding);
        }
      };
      edge(0, begin);
      edge(end, phase_size_);
      return;
    }
    for (int64_t phase = 0; phase < phases_; ++phase, to += phase_size_) {
      int64_t stride = w_.stride[2], at = phase - w_.padding[2];  // place of to[0]
      int64_t begin = std::min(phase_size_, at >= 0 ? 0 : (-at + stride - 1) / stride);
      int64_t end = at >= p_.in[2] ? begin : std::min(phase_size_, (p_.in[2] - 1 - at) / stride + 1);
      std::fill(to, to + begin, kOutside);
      for (int64_t i = begin; i < end; ++i) to[i] = row[at + i * stride];
      std::fill(to + std::max(begin, end), to + phase_size_, kOutside);
    }
  }

  const Planes& p_;
  const Window& w_;
  int64_t reach_;  // places of a row, padding included, that windows cover
  int64_t phases_, phase_size_;
  bool direct_;             // the lines are parts of the input itself
  std::vector<int> first_;  // the first place inside of each window
  std::vector<float> split_;
  std::vector<const float*> lines_;
  std::vector<int> offsets_;
};

Status max_pool_kernel(Context& c, In in, Out out, int n) {
  Tensor x = dense(in[0]);
  if (is_complex(x->dtype()) || x->dtype() == DType::b8) return unsupported_dtype("max_pool2d", x->dtype());
  Window w = three_dims(window_of(in, 1, n, true, 5), n);
  Planes p = planes_of(x->meta.sizes, out[0]->meta.sizes, n);
  int64_t work = p.out_pixels() * w.kernel[0] * w.kernel[1] * w.kernel[2];
  with_real_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    parallel_for(c, p.rows, 32768 / (work + 1) + 1, [&](int64_t begin, int64_t end) {
      auto each = [&](auto pool) {
        for (int64_t r = begin; r < end; ++r) {
          pool(x->data_as<T>() + r * p.in_pixels(), out[0]->data_as<T>() + r * p.out_pixels(),
               out[1]->data_as<int64_t>() + r * p.out_pixels());
        }
      };
      if constexpr (std::is_same_v<T, float>) {
        if (p.in_pixels() + w.padding[2] <= std::numeric_limits<int>::max()) {
          MaxPoolRows rows(p, w);
          return each([&](const float* from, float* to, int64_t* at) { rows.plane(from, to, at); });
        }
      }
      each([&](const T* from, T* to, int64_t* at) { max_pool_plane(p, w, from, to, at); });
    });
  });
  return {};
}

#define MAX_POOL_SCHEMA(n, name, returns)                                                        \
  "max_pool" #n "d" name "(Tensor self, int[" #n "] kernel_size, int[" #n "] stride=[], int[" #n \
  "] padding=0, "                                                                                \
  "int[" #n "] dilation=1, bool ceil_mode=False) -> " returns

void max_pool_vjp(OpSink& g, VjpCtx& c, int n) {
  if (c.needs(0) && c.grad().given()) {
    c.set(0, emit::max_pool_backward(g, c.grad(), c.out(1), c.meta(0).sizes, n));
  }
}
struct max_pool2d_with_indices_op {
  static constexpr Schema schemas[] = {MAX_POOL_SCHEMA(2, "_with_indices", "(Tensor, Tensor)")};
  static constexpr std::string_view doc = "The largest of each window, and where it is in the plane.",
                                    samples[] = {"(2,3,5,6) [2,2]", "(3,7,6) [3,2] [2,1] [1,1] [1,1] True"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "MaxPool2DWithIndicesBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_pool(c, 2, true);
  }
  static Status eager(Context& c, In in, Out out) { return max_pool_kernel(c, in, out, 2); }
  static void vjp(OpSink& g, VjpCtx& c) { max_pool_vjp(g, c, 2); }
};
struct max_pool3d_with_indices_op {
  static constexpr Schema schemas[] = {MAX_POOL_SCHEMA(3, "_with_indices", "(Tensor, Tensor)")};
  static constexpr std::string_view doc = "The largest of each window, and where it is in the volume.",
                                    samples[] = {"(2,4,5,4) [2,2,2]"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "MaxPool3DWithIndicesBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_pool(c, 3, true);
  }
  static Status eager(Context& c, In in, Out out) { return max_pool_kernel(c, in, out, 3); }
  static void vjp(OpSink& g, VjpCtx& c) { max_pool_vjp(g, c, 3); }
};
struct max_pool_backward_op {
  static constexpr Schema schemas[] = {
      "max_pool_backward(Tensor grad, Tensor indices, SymInt[] sizes, int n_dims) -> Tensor"};
  static constexpr std::string_view doc = "grad added where each window's largest element was.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(2);
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = dense(in[0]);
    Tensor indices = dense(in[1]);
    Planes p = planes_of(out[0]->meta.sizes, grad->meta.sizes, int(in[3].integer()));
    with_floating_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      parallel_for(c, p.rows, 32768 / (p.in_pixels() + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          T* to = out[0]->data_as<T>() + r * p.in_pixels();
          std::fill_n(to, p.in_pixels(), T(0.f));
          for (int64_t i = 0; i < p.out_pixels(); ++i) {
            T& at = to[indices->data_as<int64_t>()[r * p.out_pixels() + i]];
            at = T(Wide<T>(at) + Wide<T>(grad->data_as<T>()[r * p.out_pixels() + i]));
          }
        }
      });
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {  // the elements of the upper gradient that indices name
    int n = int(c.param(3).integer());
    const SymMeta& small = c.meta(0);
    SymDims flat;
    SymDims flat_index;
    for (int d = 0; d < small.sizes.n - n; ++d) {
      flat.push(small.sizes[d]);
      flat_index.push(small.sizes[d]);
    }
    flat.push(SymInt(-1));
    flat_index.push(SymInt(-1));
    Value picked = emit::gather(g, emit::reshape(g, c.grad(), flat), -1, emit::reshape(g, c.data(1), flat_index));
    c.set(0, emit::reshape(g, picked, small.sizes));
  }
};

#define MAX_POOL(n)                                                                          \
  struct max_pool##n##d_op {                                                                 \
    static constexpr Schema schemas[] = {MAX_POOL_SCHEMA(n, "", "Tensor")};                  \
    static constexpr std::string_view doc = "The largest of each window.", samples[] = {""}; \
    static constexpr uint32_t surface = kTorch;                                              \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                          \
      out[0] = call_span(g, row_max_pool##n##d_with_indices.id(), in);                       \
    }                                                                                        \
  };
MAX_POOL(1)
MAX_POOL(2)
MAX_POOL(3)
#undef MAX_POOL

// Two dims for one: a row of height 1.
SymDims with_leading(In in, size_t at, int64_t leading, int64_t otherwise) {
  int64_t v = otherwise;
  spread_ints(in, at, 1, otherwise, &v);
  return SymDims{SymInt(leading), SymInt(v)};
}
SymDims stride_or_kernel(In in, size_t at) {
  bool given = given_at(in, at) && (in[at].tag != Tag::int_list || in[at].count > 0);
  return with_leading(in, given ? at : at - 1, 1, 1);
}
struct max_pool1d_with_indices_op {
  static constexpr Schema schemas[] = {MAX_POOL_SCHEMA(1, "_with_indices", "(Tensor, Tensor)")};
  static constexpr std::string_view doc = "The largest of each window, and where it is.", samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    if (x.sizes.n != 2 && x.sizes.n != 3) {
      return g.fail(
          "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
          "got:" +
          sizes_text(x.sizes));
    }
    if (std::string wrong = wrong_window(in, 1, true, false); !wrong.empty()) return g.fail(wrong);
    SymDims kernel = with_leading(in, 1, 1, 1);
    SymDims stride = stride_or_kernel(in, 2);
    SymDims padding = with_leading(in, 3, 0, 0);
    SymDims dilation = with_leading(in, 4, 1, 1);
    const Arg args[] = {emit::unsqueeze(g, in[0], -2), kernel, stride, padding, dilation, flag_or(in, 5, false)};
    Value parts[2];
    call_many(g, row_max_pool2d_with_indices.id(), args, parts);
    if (!g.status.ok()) return;
    for (size_t k : {size_t(0), size_t(1)}) out[k] = emit::squeeze_dim(g, parts[k], -2);
  }
};

// ---- averages

// f(output position, input ranges, divisor) for every window.
// Means of windows, fixed or adaptive ones: windows(f) calls f(position in the result, ranges of the picture, divisor).
// `work` is what a row costs.
template <class T, class Windows>
void mean_of_windows(Context& c, const Tensor& x, const Tensor& out, const Planes& p, int64_t work, Windows windows) {
  using W = Wide<T>;
  parallel_for(c, p.rows, 32768 / (work + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = x->data_as<T>() + row * p.in_pixels();
      T* to = out->data_as<T>() + row * p.out_pixels();
      windows([&](int64_t at, const Range* r, int64_t by) {
        W sum = 0;
        for (int64_t z = r[0].begin; z < r[0].end; ++z) {
          for (int64_t y = r[1].begin; y < r[1].end; ++y) {
            const T* line = from + (z * p.in[1] + y) * p.in[2];
            for (int64_t i = r[2].begin; i < r[2].end; ++i) sum = W(sum + W(line[i]));
          }
        }
        to[at] = T(W(sum / W(by)));
      });
    }
  });
}
// Their gradient: every window's share goes to all its elements.
template <class T, class Windows>
void spread_over_windows(Context& c, const Tensor& grad, const Tensor& out, const Planes& p, Windows windows) {
  using W = Wide<T>;
  parallel_for(c, p.rows, 32768 / (p.in_pixels() + 1) + 1, [&](int64_t begin, int64_t end) {
    std::vector<W> plane(size_t(p.in_pixels()));
    for (int64_t row = begin; row < end; ++row) {
      std::fill(plane.begin(), plane.end(), W(0));
      const T* from = grad->data_as<T>() + row * p.out_pixels();
      windows([&](int64_t at, const Range* r, int64_t by) {
        W share = W(from[at]) / W(by);
        for (int64_t z = r[0].begin; z < r[0].end; ++z) {
          for (int64_t y = r[1].begin; y < r[1].end; ++y) {
            W* line = plane.data() + (z * p.in[1] + y) * p.in[2];
            for (int64_t i = r[2].begin; i < r[2].end; ++i) line[i] += share;
          }
        }
      });
      T* to = out->data_as<T>() + row * p.in_pixels();
      for (int64_t i = 0; i < p.in_pixels(); ++i) to[i] = T(plane[size_t(i)]);
    }
  });
}

template <class F>
void avg_windows(const Planes& p, const Window& w, bool include_pad, int64_t divisor, F f) {
  for (int64_t z = 0; z < p.out[0]; ++z) {
    for (int64_t y = 0; y < p.out[1]; ++y) {
      for (int64_t c = 0; c < p.out[2]; ++c) {
        int64_t at[3] = {z, y, c};
        Range r[3];
        int64_t padded = 1;
        int64_t inside = 1;
        for (int d = 0; d < 3; ++d) {
          int64_t begin = at[d] * w.stride[d] - w.padding[d];
          int64_t end = std::min(begin + w.kernel[d], p.in[d] + w.padding[d]);
          padded *= end - begin;
          r[d] = {std::max<int64_t>(begin, 0), std::min(end, p.in[d])};
          inside *= std::max<int64_t>(0, r[d].end - r[d].begin);
        }
        int64_t by = divisor ? divisor : include_pad ? padded : inside;
        f((z * p.out[1] + y) * p.out[2] + c, r, by);
      }
    }
  }
}

// self (or grad), kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
Status avg_pool_kernel(Context& c, In in, Out out, int n) {
  if (!is_floating(out[0]->dtype())) {
    if (out[0]->dtype() != DType::i64) return unsupported_dtype("avg_pool2d_out_frame", out[0]->dtype());
  }
  Tensor x = dense(in[0]);
  Window w = three_dims(window_of(in, 1, n, false, 4), n);
  Planes p = planes_of(x->meta.sizes, out[0]->meta.sizes, n);
  bool include_pad = flag_or(in, 5, true);
  int64_t divisor = integer_or(in, 6, 0);
  int64_t work = p.out_pixels() * w.kernel[0] * w.kernel[1] * w.kernel[2];
  with_real_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    mean_of_windows<T>(c, x, out[0], p, work, [&](auto f) { avg_windows(p, w, include_pad, divisor, f); });
  });
  return {};
}

#define AVG_POOL(n, node)                                                                                         \
  struct avg_pool##n##d_op {                                                                                      \
    static constexpr Schema schemas[] = {                                                                         \
        "avg_pool" #n "d(Tensor self, int[" #n "] kernel_size, int[" #n "]? stride=None, int[" #n                 \
        "] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor"}; \
    static constexpr std::string_view doc = "The mean of each window.",                                           \
                                      samples[] = {n == 2 ? "(2,5,6) [2,2]" : "(2,4,4,4) [2,2,2]",                \
                                                   n == 2 ? "(1,2,5,6) [3,2] [2,1] [1,1] True False"              \
                                                          : "(2,4,4,4) [3,2,2] [1,2,1] [1,1,0]"};                 \
    static constexpr uint32_t surface = kNn | kFunctional;                                                        \
    static constexpr std::string_view grad_name = node;                                                           \
    template <class D>                                                                                            \
    static void infer(InferCtx<D>& c) {                                                                           \
      if (c.given(6) && c.arg(6).integer() == 0) return reject(c, "divisor must be not zero");                    \
      infer_pool(c, n, false);                                                                                    \
    }                                                                                                             \
    static Status eager(Context& c, In in, Out out) { return avg_pool_kernel(c, in, out, n); }                    \
    static void vjp(OpSink& g, VjpCtx& c) {                                                                       \
      c.set(0, emit::avg_pool_backward(g, c.grad(), c.param(1), c.param(2), c.param(3), c.param(4), c.param(5),   \
                                       c.param(6), c.meta(0).sizes, n));                                          \
    }                                                                                                             \
  };
AVG_POOL(2, "AvgPool2DBackward0")
AVG_POOL(3, "AvgPool3DBackward0")
#undef AVG_POOL

struct avg_pool_backward_op {
  static constexpr Schema schemas[] = {
      "avg_pool_backward(Tensor grad, int[]? kernel_size, int[]? stride, int[]? padding, bool? ceil_mode, bool? "
      "count_include_pad, int? divisor_override, SymInt[] sizes, int n_dims) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of the mean of windows.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(7);
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    int n = int(in[8].integer());
    Tensor grad = dense(in[0]);
    Window w = three_dims(window_of(in, 1, n, false, 4), n);
    Planes p = planes_of(out[0]->meta.sizes, grad->meta.sizes, n);
    bool include_pad = flag_or(in, 5, true);
    int64_t divisor = integer_or(in, 6, 0);
    with_floating_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      spread_over_windows<T>(c, grad, out[0], p, [&](auto f) { avg_windows(p, w, include_pad, divisor, f); });
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    auto with = [&](auto mean) {
      return mean(g, c.grad(), c.param(1), c.param(2), c.param(3), c.param(4), c.param(5), c.param(6));
    };
    c.set(0, c.param(8).integer() == 2 ? with([](auto&&... a) { return emit::avg_pool2d(a...); })
                                       : with([](auto&&... a) { return emit::avg_pool3d(a...); }));
  }
};
struct avg_pool1d_op {
  static constexpr Schema schemas[] = {
      "avg_pool1d(Tensor self, int[1] kernel_size, int[1]? stride=None, int[1] padding=0, bool ceil_mode=False, bool "
      "count_include_pad=True) -> Tensor"};
  static constexpr std::string_view doc = "The mean of each window.", samples[] = {""};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    int n = g.meta(in[0]).sizes.n;
    if (n != 2 && n != 3) return g.fail("Expected 2-dimensional or 3-dimensional input for avg_pool1d");
    if (std::string wrong = wrong_window(in, 1, false, true); !wrong.empty()) return g.fail(wrong);
    SymDims kernel = with_leading(in, 1, 1, 1);
    SymDims stride = stride_or_kernel(in, 2);
    SymDims padding = with_leading(in, 3, 0, 0);
    Value y = emit::avg_pool2d(g, emit::unsqueeze(g, in[0], -2), kernel, stride, padding, flag_or(in, 4, false),
                               flag_or(in, 5, true));
    if (g.status.ok()) out[0] = emit::squeeze_dim(g, y, -2);
  }
};

// ---- adaptive: windows from the sizes

int64_t adaptive_begin(int64_t i, int64_t in, int64_t out) {
  return i * in / out;
}
int64_t adaptive_end(int64_t i, int64_t in, int64_t out) {
  return ((i + 1) * in + out - 1) / out;
}
template <class F>
void adaptive_windows(const Planes& p, F f) {
  for (int64_t z = 0; z < p.out[0]; ++z) {
    for (int64_t y = 0; y < p.out[1]; ++y) {
      for (int64_t c = 0; c < p.out[2]; ++c) {
        int64_t at[3] = {z, y, c};
        Range r[3];
        int64_t count = 1;
        for (int d = 0; d < 3; ++d) {
          r[d] = {adaptive_begin(at[d], p.in[d], p.out[d]), adaptive_end(at[d], p.in[d], p.out[d])};
          count *= r[d].end - r[d].begin;
        }
        f((z * p.out[1] + y) * p.out[2] + c, r, count);
      }
    }
  }
}
template <class D>
void infer_adaptive(InferCtx<D>& c, int n, bool mean) {
  const Meta<D>& x = c.meta(0);
  auto name = [&] { return (mean ? "adaptive_avg_pool" : "adaptive_max_pool") + std::to_string(n) + "d"; };
  if (c.list_size(1) != n) {
    return reject(c, [&] {
      return name() + (mean ? ": output_size must be " : "(): internal error: output_size.size() must be ") +
             std::to_string(n);
    });
  }
  if (x.sizes.n != n + 1 && x.sizes.n != n + 2) {
    return reject(c, [&] {
      return name() + "(): Expected " + std::to_string(n + 1) + "D or " + std::to_string(n + 2) +
             "D tensor, but got " + sizes_text(x.sizes);
    });
  }
  for (int d = x.sizes.n - n; d < x.sizes.n; ++d) {
    if (hint_of(x.sizes[d]) != 0) continue;
    return reject(c, [&] {
      return name() +
             "(): Expected input to have non-zero size for non-batch dimensions, but input has sizes " +
             sizes_text(x.sizes) + " with dimension " + std::to_string(d) + " being empty";
    });
  }
  set_like(c, 0, x);
  Dims<D> want = c.ints(1);
  for (int d = 0; d < n; ++d) c.out[0].sizes[x.sizes.n - n + d] = want[d];
  if (!is_floating(x.dtype)) c.unsupported(name(), x.dtype);
}
Status adaptive_avg_kernel(Context& c, In in, Out out, int n) {
  Tensor x = dense(in[0]);
  Planes p = planes_of(x->meta.sizes, out[0]->meta.sizes, n);
  with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
    mean_of_windows<T>(c, x, out[0], p, p.in_pixels(), [&](auto f) { adaptive_windows(p, f); });
  });
  return {};
}
#define ADAPTIVE_AVG(n, node)                                                                       \
  struct _adaptive_avg_pool##n##d_op {                                                              \
    static constexpr Schema schemas[] = {"_adaptive_avg_pool" #n "d(Tensor self, SymInt[" #n        \
                                         "] output_size) -> Tensor"};                               \
    static constexpr std::string_view doc = "Means of as many windows as asked for.",               \
                                      samples[] = {n == 2 ? "(2,5,7) [3,2]" : "(2,4,5,3) [2,3,3]"}; \
    static constexpr uint32_t surface = kNn;                                                        \
    static constexpr std::string_view grad_name = node;                                             \
    template <class D>                                                                              \
    static void infer(InferCtx<D>& c) {                                                             \
      infer_adaptive(c, n, true);                                                                     \
    }                                                                                               \
    static Status eager(Context& c, In in, Out out) { return adaptive_avg_kernel(c, in, out, n); }  \
    static void vjp(OpSink& g, VjpCtx& c) {                                                         \
      c.set(0, emit::adaptive_avg_pool_backward(g, c.grad(), c.meta(0).sizes, n));                  \
    }                                                                                               \
  };
ADAPTIVE_AVG(2, "AdaptiveAvgPool2DBackward0")
ADAPTIVE_AVG(3, "AdaptiveAvgPool3DBackward0")
#undef ADAPTIVE_AVG
struct adaptive_avg_pool_backward_op {
  static constexpr Schema schemas[] = {"adaptive_avg_pool_backward(Tensor grad, SymInt[] sizes, int n_dims) -> Tensor"};
  static constexpr std::string_view doc = "Gradient of adaptive means.", samples[] = {""};
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].sizes = c.ints(1);
    require_floating(c, 0);
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor grad = dense(in[0]);
    Planes p = planes_of(out[0]->meta.sizes, grad->meta.sizes, int(in[2].integer()));
    with_floating_type(grad->dtype(), [&]<class T>(TypeTag<T>) {
      spread_over_windows<T>(c, grad, out[0], p, [&](auto f) { adaptive_windows(p, f); });
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    int n = int(c.param(2).integer());
    SymDims size;
    for (int d = c.meta(0).sizes.n - n; d < c.meta(0).sizes.n; ++d) size.push(c.meta(0).sizes[d]);
    c.set(0, n == 2 ? emit::_adaptive_avg_pool2d(g, c.grad(), size) : emit::_adaptive_avg_pool3d(g, c.grad(), size));
  }
};

bool all_ones(In in) {
  for (uint32_t k = 0; k < in[1].count; ++k) {
    if (in[1].ints[k].hint != 1) return false;
  }
  return true;
}
#define ADAPTIVE_PUBLIC(n)                                                                              \
  struct adaptive_avg_pool##n##d_op {                                                                   \
    static constexpr Schema schemas[] = {"adaptive_avg_pool" #n "d(Tensor self, SymInt[" #n             \
                                         "] output_size) -> Tensor"};                                   \
    static constexpr std::string_view doc = "Means of as many windows as asked for.", samples[] = {""}; \
    static constexpr uint32_t surface = kNn;                                                            \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                                     \
      if (in[1].count != n || !all_ones(in)) {                                                          \
        out[0] = emit::_adaptive_avg_pool##n##d(g, in[0], in[1]);                                       \
        return;                                                                                         \
      }                                                                                                 \
      SymDims dims;                                                                                     \
      for (int d = 0; d < n; ++d) dims.push(SymInt(d - n));                                             \
      out[0] = emit::mean(g, in[0], dims, true);                                                        \
    }                                                                                                   \
  };
ADAPTIVE_PUBLIC(2)
ADAPTIVE_PUBLIC(3)
#undef ADAPTIVE_PUBLIC
std::string one_size_text(const char* op, uint32_t count) {
  return std::string(op) + "() argument 'output_size' should contain one int (got " + std::to_string(count) + ")";
}
struct adaptive_avg_pool1d_op {
  static constexpr Schema schemas[] = {"adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor"};
  static constexpr std::string_view doc = "Means of as many windows as asked for.", samples[] = {""};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (in[1].count != 1) return g.fail(one_size_text("adaptive_avg_pool1d", in[1].count));
    SymDims size = with_leading(in, 1, 1, 1);
    Value y = emit::adaptive_avg_pool2d(g, emit::unsqueeze(g, in[0], -2), size);
    if (g.status.ok()) out[0] = emit::squeeze_dim(g, y, -2);
  }
};
struct adaptive_max_pool2d_op {
  static constexpr Schema schemas[] = {"adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)"};
  static constexpr std::string_view doc = "The largest of as many windows as asked for.", samples[] = {"(2,5,7) [3,2]"};
  static constexpr uint32_t surface = kNn;
  static constexpr std::string_view grad_name = "AdaptiveMaxPool2DBackward0";
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_adaptive(c, 2, false);
    c.out[1].sizes = c.out[0].sizes;
    c.out[1].dtype = DType::i64;
  }
  static Status eager(Context& c, In in, Out out) {
    Tensor x = dense(in[0]);
    Planes p = planes_of(x->meta.sizes, out[0]->meta.sizes, 2);
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t row = 0; row < p.rows; ++row) {
        const T* from = x->data_as<T>() + row * p.in_pixels();
        adaptive_windows(p, [&](int64_t at, const Range* r, int64_t) {
          int64_t best = r[1].begin * p.in[2] + r[2].begin;
          for (int64_t y = r[1].begin; y < r[1].end; ++y) {
            for (int64_t i = r[2].begin; i < r[2].end; ++i) {
              int64_t k = y * p.in[2] + i;
              if (Wide<T>(from[k]) > Wide<T>(from[best]) || is_nan(from[k])) best = k;
            }
          }
          out[0]->data_as<T>()[row * p.out_pixels() + at] = from[best];
          out[1]->data_as<int64_t>()[row * p.out_pixels() + at] = best;
        });
      }
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { max_pool_vjp(g, c, 2); }
};
struct adaptive_max_pool1d_op {
  static constexpr Schema schemas[] = {"adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)"};
  static constexpr std::string_view doc = "The largest of as many windows as asked for.", samples[] = {""};
  static constexpr uint32_t surface = kTorch;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (in[1].count != 1) return g.fail(one_size_text("adaptive_max_pool1d", in[1].count));
    SymDims size = with_leading(in, 1, 1, 1);
    const Arg args[] = {emit::unsqueeze(g, in[0], -2), size};
    Value parts[2];
    call_many(g, row_adaptive_max_pool2d.id(), args, parts);
    if (!g.status.ok()) return;
    for (size_t k : {size_t(0), size_t(1)}) out[k] = emit::squeeze_dim(g, parts[k], -2);
  }
};
struct max_unpool2d_op {
  static constexpr Schema schemas[] = {"max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor"};
  static constexpr std::string_view doc = "Zeros with self written at indices of each plane.", samples[] = {""};
  static constexpr uint32_t surface = kNn;
  static constexpr bool may_raise = true;
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
    Dims<D> size = c.ints(2);
    if (size.n != 2) {
      return reject(c, [&] {
        return "There should be exactly two elements (height, width) in output_size, but got " + std::to_string(size.n) +
               " elements.";
      });
    }
    int n = c.meta(0).sizes.n;
    if (n != 3 && n != 4) {
      return reject(c, [&] {
        return "Input to max_unpooling2d should be a 3d or 4d Tensor, but got a tensor with " + std::to_string(n) +
               " dimensions";
      });
    }
    c.out[0].sizes[n - 2] = size[0];
    c.out[0].sizes[n - 1] = size[1];
    require_floating(c, 0);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Tensor indices = dense(in[1]);
    Planes p = planes_of(out[0]->meta.sizes, x->meta.sizes, 2);
    std::optional<int64_t> bad;
    with_floating_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      std::fill_n(out[0]->data_as<T>(), out[0]->numel, T(0.f));
      for (int64_t i = 0; i < x->numel; ++i) {
        int64_t k = indices->data_as<int64_t>()[i];
        if (k < 0 || k >= p.in_pixels()) {
          bad = k;
          return;
        }
        out[0]->data_as<T>()[i / p.out_pixels() * p.in_pixels() + k] = x->data_as<T>()[i];
      }
    });
    if (!bad) return {};
    return Status::error("Found an invalid max index: " + std::to_string(*bad) + " (output volumes are of size " +
                         std::to_string(p.in[1]) + "x" + std::to_string(p.in[2]) + ")");
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    SymDims flat;
    const SymMeta& small = c.meta(0);
    for (int d = 0; d < small.sizes.n - 2; ++d) flat.push(small.sizes[d]);
    flat.push(SymInt(-1));
    Value picked = emit::gather(g, emit::reshape(g, c.grad(), flat), -1, emit::reshape(g, c.data(1), flat));
    c.set(0, emit::reshape(g, picked, small.sizes));
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/pool.def"
}  // namespace adder::rt
