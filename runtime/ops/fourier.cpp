// Fourier transforms: three kernels (complex, real to half spectrum, half spectrum to real) and torch.fft over them.
#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/eager/fft.h"
#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(_fft_c2c)
USE_OP(_fft_r2c)
USE_OP(_fft_c2r)
USE_OP(fft_fill_half)
USE_OP(constant_pad_nd)
USE_OP(narrow)
USE_OP(to)
USE_OP(conj)
USE_OP(roll)
USE_OP(mul)
USE_OP(div)
USE_OP(arange)
USE_OP(real_part)
USE_OP(unfold)
USE_OP(transpose)
USE_OP(unsqueeze)
USE_OP(squeeze_dim)
USE_OP(reshape)
USE_OP(view_as_real)
USE_OP(zeros)
USE_OP(ones)
USE_OP(expand)
USE_OP(square)
USE_OP(col2im)
USE_OP(slice)
USE_OP(abs)
USE_OP(slice_backward)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;
using SymDims = Dims<SymInt>;

// How results are scaled: by nothing, by 1/sqrt(n) or by 1/n.
enum Scale : int64_t { kUnscaled = 0, kByRoot = 1, kByN = 2 };

double factor_of(int64_t mode, int64_t n) {
  return mode == kByN ? 1.0 / double(n) : mode == kByRoot ? 1.0 / std::sqrt(double(n)) : 1.0;
}
std::vector<int> dims_of(const Arg& list, int n_dims) {
  std::vector<int> r;
  for (uint32_t k = 0; k < list.count; ++k) r.push_back(dim_of(Arg(list.ints[k].hint), n_dims));
  return r;
}
int64_t signal_size(const Sizes& s, const std::vector<int>& dims) {
  int64_t n = 1;
  for (int d : dims) n *= s[d];
  return n;
}

// Every line of `data` along one dim, in place. All in double: a kernel rounds once, at the end.
void transform(Complex128* data, const Sizes& sizes, int dim, bool inverse) {
  Strip s = strip_of(sizes, dim);
  Fft plan(s.n);
  std::vector<Complex128> line(static_cast<size_t>(s.n));
  for (int64_t l = 0; l < s.lines(); ++l) {
    Complex128* at = data + s.start(l);
    for (int64_t i = 0; i < s.n; ++i) line[size_t(i)] = at[i * s.inner];
    plan.run(line.data(), inverse);
    for (int64_t i = 0; i < s.n; ++i) at[i * s.inner] = line[size_t(i)];
  }
}
// The transform's values times `factor`, rounded to the result's dtype.
void store_scaled(const Tensor& x, double factor, const Tensor& out) {
  const Complex128* from = x->data_as<Complex128>();
  with_float_or_complex_type(out->dtype(), [&]<class T>(TypeTag<T>) {
    if constexpr (kIsComplex<T>)
      for (int64_t i = 0; i < x->numel; ++i) out->data_as<T>()[i] = T(from[i] * factor);
  });
}
template <class D>
bool require_transform_type(InferCtx<D>& c, bool complex) {
  DType d = c.meta(0).dtype;
  if (complex ? is_complex(d) : d == DType::f32 || d == DType::f64) return true;
  c.fail(std::string("Unsupported dtype ") + row_of(d).scalar_name);
  return false;
}

struct _fft_c2c_op {
  static constexpr Schema schemas[] = {"_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view grad_name = "FftC2CBackward0";
  static constexpr std::string_view doc = "Complex Fourier transforms along dims.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (require_transform_type(c, true)) set_like(c, 0, c.meta(0));
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense_as(*in[0].t, DType::c128);
    std::vector<int> dims = dims_of(in[1], x->dim());
    if (x.get() == in[0].t || x->storage == in[0].t->storage) {
      Tensor copy = new_tensor(DType::c128, x->meta.sizes);
      copy_elements(*x, *copy);
      x = copy;
    }
    double f = factor_of(in[2].integer(), signal_size(x->meta.sizes, dims));
    if (x->numel)
      for (int d : dims) transform(x->data_as<Complex128>(), x->meta.sizes, d, !in[3].flag());
    store_scaled(x, f, out[0]);
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    c.set(0, emit::_fft_c2c(g, c.grad(), c.param(1), c.param(2), !c.param(3).flag()));
  }
};
struct _fft_r2c_op {
  static constexpr Schema schemas[] = {"_fft_r2c(Tensor self, SymInt[] dim, int normalization, bool onesided) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view grad_name = "FftR2CBackward0";
  static constexpr std::string_view doc = "Fourier transforms of real tensors along dims.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_transform_type(c, false)) return;
    set_like(c, 0, c.meta(0));
    c.out[0].dtype = complex_of(c.meta(0).dtype);
    if (!c.flag(3)) return;
    int last = c.wrap_dim(c.arg(1).ints[c.arg(1).count - 1].hint, c.meta(0).sizes.n);
    c.out[0].sizes[last] = c.out[0].sizes[last] / D(2) + D(1);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense_as(*in[0].t, DType::c128);
    std::vector<int> dims = dims_of(in[1], x->dim());
    double f = factor_of(in[2].integer(), signal_size(x->meta.sizes, dims));
    if (x->numel)
      for (int d : dims) transform(x->data_as<Complex128>(), x->meta.sizes, d, false);
    Meta<int64_t> part = x->meta;
    part.sizes = out[0]->meta.sizes;
    Tensor kept = dense(*alias_of(*x, part));
    store_scaled(kept, f, out[0]);
    return {};
  }
  // The real part of the whole inverse transform; a half spectrum is filled up with zeros first.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value grad = c.grad();
    if (c.param(3).flag()) {
      const Arg dims = c.param(1);
      int last = dim_of(Arg(dims.ints[dims.count - 1].hint), c.meta(0).sizes.n);
      SymInt missing = c.meta(0).sizes[last] - c.out_meta().sizes[last];
      SymDims pad;
      for (int d = c.meta(0).sizes.n; d-- > last;) {
        pad.push(SymInt(0));
        pad.push(d == last ? missing : SymInt(0));
      }
      grad = emit::constant_pad_nd(g, grad, pad, 0);
    }
    c.set(0, emit::real_part(g, emit::_fft_c2c(g, grad, c.param(1), c.param(2), false)));
  }
};
struct _fft_c2r_op {
  static constexpr Schema schemas[] = {
      "_fft_c2r(Tensor self, SymInt[] dim, int normalization, SymInt last_dim_size) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view grad_name = "FftC2RBackward0";
  static constexpr std::string_view doc = "Inverse Fourier transforms of half spectra along dims.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (!require_transform_type(c, true)) return;
    set_like(c, 0, c.meta(0));
    c.out[0].dtype = real_of(c.meta(0).dtype);
    int last = c.wrap_dim(c.arg(1).ints[c.arg(1).count - 1].hint, c.meta(0).sizes.n);
    c.out[0].sizes[last] = c.integer(3);
  }
  static Status eager(Context&, In in, Out out) {
    Tensor half = dense_as(*in[0].t, DType::c128);
    std::vector<int> dims = dims_of(in[1], half->dim());
    int last = dims.back();
    Tensor work = new_tensor(DType::c128, half->meta.sizes);
    copy_elements(*half, *work);
    if (work->numel)
      for (size_t k = 0; k + 1 < dims.size(); ++k) transform(work->data_as<Complex128>(), work->meta.sizes, dims[k], true);
    Strip to = strip_of(out[0]->meta.sizes, last);
    Strip from = strip_of(work->meta.sizes, last);
    double f = factor_of(in[2].integer(), signal_size(out[0]->meta.sizes, dims));
    Fft plan(to.n);
    std::vector<Complex128> line(static_cast<size_t>(to.n));
    with_floating_type(out[0]->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t l = 0; l < to.lines(); ++l) {
        const Complex128* source = work->data_as<Complex128>() + from.start(l);
        for (int64_t i = 0; i < to.n; ++i) {
          int64_t mirrored = to.n - i;
          Complex128 v = i <= to.n / 2 ? source[i * from.inner] : std::conj(source[mirrored * from.inner]);
          if (i == 0 || 2 * i == to.n) v = v.real();  // these have no partner
          line[size_t(i)] = v;
        }
        plan.run(line.data(), true);
        T* target = out[0]->data_as<T>() + to.start(l);
        for (int64_t i = 0; i < to.n; ++i) target[i * to.inner] = narrow_to<T>(line[size_t(i)].real() * f);
      }
    });
    return {};
  }
  // The half spectrum of the gradient, doubled where an element stands for two.
  static void vjp(OpSink& g, VjpCtx& c) {
    Value half = emit::_fft_r2c(g, c.grad(), c.param(1), c.param(2), true);
    const Arg dims = c.param(1);
    int last = dim_of(Arg(dims.ints[dims.count - 1].hint), c.meta(0).sizes.n);
    c.set(0, emit::fft_fill_half(g, half, last, c.param(3)));
  }
};
struct fft_fill_half_op {
  static constexpr Schema schemas[] = {"fft_fill_half(Tensor self, int dim, SymInt whole) -> Tensor"};
  static constexpr uint32_t surface = kInternal;
  static constexpr std::string_view doc = "Doubles the elements of a half spectrum that have a mirror image.", samples[] = {""};
  template <class D>
  static void infer(InferCtx<D>& c) {
    set_like(c, 0, c.meta(0));
  }
  static Status eager(Context&, In in, Out out) {
    Tensor x = dense(in[0]);
    Strip s = strip_of(x->meta.sizes, int(in[1].integer()));
    int64_t whole = in[2].integer();
    with_float_or_complex_type(x->dtype(), [&]<class T>(TypeTag<T>) {
      for (int64_t l = 0; l < s.lines(); ++l)
        for (int64_t i = 0; i < s.n; ++i) {
          int64_t at = s.start(l) + i * s.inner;
          T v = x->data_as<T>()[at];
          out[0]->data_as<T>()[at] = i > 0 && i < whole - i ? T(v + v) : v;
        }
    });
    return {};
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::fft_fill_half(g, c.grad(), c.param(1), c.param(2))); }
};

// ---- torch.fft

bool mode_of(OpSink& g, const Arg& norm, bool forward, int64_t* mode) {
  std::string_view word = norm.given() ? std::string_view(norm.s) : "backward";
  if (word == "backward") {
    *mode = forward ? kUnscaled : kByN;
  } else if (word == "forward") {
    *mode = forward ? kByN : kUnscaled;
  } else if (word == "ortho") {
    *mode = kByRoot;
  } else {
    g.fail("Invalid normalization mode: \"" + std::string(word) + "\"");
    return false;
  }
  return true;
}
Arg at(In in, size_t i) {
  return i < in.size() ? in[i] : Arg();
}
Value promoted(OpSink& g, Value x, bool complex) {
  DType d = g.meta(x).dtype;
  if (d == DType::f16 || d == DType::bf16) {
    g.fail(std::string("Unsupported dtype ") + row_of(d).scalar_name);
    return x;
  }
  DType want = is_integral(d) ? g.default_dtype : d;
  if (complex && !is_complex(want)) want = complex_of(want);
  return want == d ? x : emit::to(g, x, want);
}
// Cut or filled up with zeros to n elements along dim.
Value resized(OpSink& g, Value x, int dim, int64_t n) {
  SymMeta m = g.meta(x);
  int64_t have = m.sizes[dim].hint;
  if (have == n) return x;
  if (have > n) return emit::narrow(g, x, dim, 0, n);
  SymDims pad;
  for (int d = m.sizes.n; d-- > dim;) {
    pad.push(SymInt(0));
    pad.push(SymInt(d == dim ? n - have : 0));
  }
  return emit::constant_pad_nd(g, x, pad, 0);
}
enum class Kind { c2c, r2c, c2r };
// What a function of the family does: kind, direction, and whether its input is conjugated first (the Hermitian ones).
struct Plan {
  Kind kind;
  bool forward;
  bool hermitian = false;
};

// Sizes and dims of an n-dimensional transform.
struct Axes {
  std::vector<int> dims;
  std::vector<int64_t> sizes;  // -1: as it is
};
bool axes_of(OpSink& g, Value x, const Arg& s, const Arg& dim, Axes& a) {
  SymMeta m = g.meta(x);
  int n = m.sizes.n;
  if (dim.given()) {
    uint64_t seen = 0;
    for (uint32_t k = 0; k < dim.count; ++k) {
      int d = 0;
      if (!wrap_dim(g, dim.ints[k].hint, n, &d)) return false;
      if (seen >> d & 1) {
        g.fail("FFT dims must be unique");
        return false;
      }
      seen |= uint64_t(1) << d;
      a.dims.push_back(d);
    }
  }
  if (s.given()) {
    if (dim.given() && dim.count != s.count) {
      g.fail("When given, dim and shape arguments must have the same length");
      return false;
    }
    if (int(s.count) > n) {
      g.fail("Got shape with " + std::to_string(s.count) + " values but input tensor only has " + std::to_string(n) + " dimensions.");
      return false;
    }
    for (uint32_t k = 0; k < s.count; ++k) {
      if (!dim.given()) a.dims.push_back(n - int(s.count) + int(k));
      a.sizes.push_back(s.ints[k].hint);
    }
  } else if (!dim.given()) {
    for (int d = 0; d < n; ++d) a.dims.push_back(d);
  }
  a.sizes.resize(a.dims.size(), -1);
  return true;
}
Value transformed(OpSink& g, Value x, Plan p, Axes a, const Arg& norm, std::string_view name) {
  int64_t mode = 0;
  if (!mode_of(g, norm, p.forward, &mode)) return {};
  if (p.kind == Kind::r2c && is_complex(g.meta(x).dtype)) {
    g.fail(std::string(name) + " expects a real input tensor, but got " + row_of(g.meta(x).dtype).scalar_name);
    return {};
  }
  x = promoted(g, x, p.kind != Kind::r2c);
  if (a.dims.empty()) {
    if (p.kind == Kind::c2c) return x;
    g.fail(std::string(name) + " must transform at least one axis");
    return {};
  }
  SymMeta m = g.meta(x);
  int64_t whole = 0;
  SymDims dims;
  for (size_t k = 0; k < a.dims.size(); ++k) {
    int64_t n = a.sizes[k];
    int64_t have = m.sizes.n ? m.sizes[a.dims[k]].hint : 1;
    bool last = k + 1 == a.dims.size();
    if (p.kind == Kind::c2r && last) {
      whole = n == -1 ? 2 * (have - 1) : n;
      if (whole < 1) {
        g.fail("Invalid number of data points (" + std::to_string(whole) + ") specified");
        return {};
      }
      x = resized(g, x, a.dims[k], whole / 2 + 1);
    } else {
      if (n == -1) n = have;
      if (n < 1) {
        g.fail("Invalid number of data points (" + std::to_string(n) + ") specified");
        return {};
      }
      x = resized(g, x, a.dims[k], n);
    }
    dims.push(SymInt(a.dims[k]));
  }
  // Hermitian transforms run the other way on the conjugate: only the last dim is the Hermitian one.
  if (p.kind == Kind::c2c) return emit::_fft_c2c(g, x, dims, mode, p.forward);
  if (p.kind == Kind::r2c) {
    if (!p.hermitian) return emit::_fft_r2c(g, x, dims, mode, true);
    SymDims last{dims[dims.n - 1]};
    if (dims.n == 1) return emit::conj(g, emit::_fft_r2c(g, x, last, mode, true));
    return emit::conj(g, emit::_fft_r2c(g, x, dims, mode, true));
  }
  if (!p.hermitian) return emit::_fft_c2r(g, x, dims, mode, whole);
  return emit::_fft_c2r(g, emit::conj(g, x), dims, mode, whole);
}

#define FFT_1D(opname, text, sample, kind, forward, hermitian)                                                        \
  struct fft_##opname##_op {                                                                                          \
    static constexpr Schema schemas[] = {"fft_" #opname                                                               \
                                         "(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor"};      \
    static constexpr uint32_t surface = kFft;                                                                         \
    static constexpr std::string_view doc = text, samples[] = {sample};                                               \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                                                   \
      Axes a;                                                                                                         \
      int d = 0;                                                                                                      \
      if (!wrap_dim(g, integer_or(in, 2, -1), g.meta(in[0]).sizes.n, &d)) return;                                          \
      a.dims = {d};                                                                                                   \
      a.sizes = {integer_or(in, 1, -1)};                                                                              \
      out[0] = transformed(g, in[0], Plan{Kind::kind, forward, hermitian}, a, at(in, 3), #opname);                    \
    }                                                                                                                 \
  };
FFT_1D(fft, "The discrete Fourier transform.", "(6)", c2c, true, false)
FFT_1D(ifft, "The inverse discrete Fourier transform.", "(6)", c2c, false, false)
FFT_1D(rfft, "Half of the transform of a real signal.", "(2,6)", r2c, true, false)
FFT_1D(irfft, "The real signal of half a spectrum.", "(2,4)", c2r, false, false)
FFT_1D(hfft, "The real spectrum of half a Hermitian signal.", "(4)", c2r, true, true)
FFT_1D(ihfft, "Half of the Hermitian signal of a real spectrum.", "(6)", r2c, false, true)
#undef FFT_1D

#define FFT_ND(opname, dim_default, last_two, text, sample, kind, forward, hermitian)                                 \
  struct fft_##opname##_op {                                                                                          \
    static constexpr Schema schemas[] = {"fft_" #opname "(Tensor self, SymInt[1]? s=None, int[1]" dim_default ", str? " \
                                         "norm=None) -> Tensor"};                                                     \
    static constexpr uint32_t surface = kFft;                                                                         \
    static constexpr std::string_view doc = text, samples[] = {sample};                                               \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                                                   \
      Axes a;                                                                                                         \
      SymDims two{SymInt(-2), SymInt(-1)};                                                                            \
      Arg dim = last_two && !given_at(in, 2) ? Arg(two) : at(in, 2);                                                  \
      if (!axes_of(g, in[0], at(in, 1), dim, a)) return;                                                              \
      out[0] = transformed(g, in[0], Plan{Kind::kind, forward, hermitian}, a, at(in, 3), #opname);                    \
    }                                                                                                                 \
  };
#define FFT_PAIR(two, n, text, sample, kind, forward, hermitian)                     \
  FFT_ND(two, " dim=[-2,-1]", true, text, sample, kind, forward, hermitian)          \
  FFT_ND(n, "? dim=None", false, text, sample, kind, forward, hermitian)
FFT_PAIR(fft2, fftn, "Discrete Fourier transforms of several dims.", "(3,4)", c2c, true, false)
FFT_PAIR(ifft2, ifftn, "Inverse discrete Fourier transforms of several dims.", "(3,4)", c2c, false, false)
FFT_PAIR(rfft2, rfftn, "Half of the transform of a real signal of several dims.", "(3,4)", r2c, true, false)
FFT_PAIR(irfft2, irfftn, "The real signal of half a spectrum of several dims.", "(3,4)", c2r, false, false)
FFT_PAIR(hfft2, hfftn, "The real spectrum of half a Hermitian signal of several dims.", "(3,4)", c2r, true, true)
FFT_PAIR(ihfft2, ihfftn, "Half of the Hermitian signal of a real spectrum of several dims.", "(3,4)", r2c, false, true)
#undef FFT_PAIR
#undef FFT_ND

void shifted(OpSink& g, In in, std::span<Value> out, bool inverse) {
  SymMeta m = g.meta(in[0]);
  SymDims dims, by;
  for (int k = 0; k < (given_at(in, 1) ? int(in[1].count) : m.sizes.n); ++k) {
    int d = k;
    if (given_at(in, 1) && !wrap_dim(g, in[1].ints[k].hint, m.sizes.n, &d)) return;
    int64_t n = m.sizes[d].hint;
    dims.push(SymInt(d));
    by.push(SymInt(inverse ? (n + 1) / 2 : n / 2));
  }
  out[0] = emit::roll(g, in[0], by, dims);
}
struct fft_fftshift_op {
  static constexpr Schema schemas[] = {"fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor"};
  static constexpr uint32_t surface = kFft;
  static constexpr std::string_view doc = "Moves frequency zero to the middle.", samples[] = {"(5)", "(2,4)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) { shifted(g, in, out, false); }
};
struct fft_ifftshift_op {
  static constexpr Schema schemas[] = {"fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor"};
  static constexpr uint32_t surface = kFft;
  static constexpr std::string_view doc = "Undoes fftshift.", samples[] = {"(5)", "(2,4)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) { shifted(g, in, out, true); }
};
#define FREQUENCIES(opname, text, half)                                                                                \
  struct fft_##opname##_op {                                                                                           \
    static constexpr Schema schemas[] = {"fft_" #opname                                                                \
                                         "(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, "       \
                                         "Device? device=None, bool? pin_memory=None) -> Tensor"};                     \
    static constexpr uint32_t surface = kFft;                                                                          \
    static constexpr std::string_view doc = text, samples[] = {""};                                                    \
    static void decompose(OpSink& g, In in, std::span<Value> out) {                                                    \
      int64_t n = in[0].integer();                                                                                     \
      DType d = given_at(in, 2) ? in[2].dtype() : g.default_dtype;                                                     \
      if (n <= 0) {                                                                                                    \
        out[0] = emit::zeros(g, SymDims{SymInt(0)}, d, Arg(), at(in, 4));                                              \
        return;                                                                                                        \
      }                                                                                                                \
      double step = 1.0 / (double(n) * number_or(in, 1, 1.0));                                                         \
      int64_t positive = half ? n / 2 + 1 : (n + 1) / 2;                                                               \
      Value k = emit::arange(g, Arg(0), Arg(half ? positive : n), Arg(1), d, Arg(), at(in, 4));                        \
      if (!half) {                                                                                                     \
        k = emit::arange(g, Arg(-(n / 2)), Arg(positive), Arg(1), d, Arg(), at(in, 4));                                \
        k = emit::roll(g, k, SymDims{SymInt(positive)}, SymDims{SymInt(0)});                                           \
      }                                                                                                                \
      out[0] = emit::mul(g, k, step);                                                                                  \
    }                                                                                                                  \
  };
FREQUENCIES(fftfreq, "The frequencies of fft's results.", false)
FREQUENCIES(rfftfreq, "The frequencies of rfft's results.", true)
#undef FREQUENCIES

// ---- short-time transforms

// The window as long as a frame, in the middle.
Value centered(OpSink& g, Value window, int64_t n) {
  int64_t have = g.meta(window).sizes[0].hint;
  if (have == n) return window;
  int64_t left = (n - have) / 2;
  SymDims pad{SymInt(left), SymInt(n - have - left)};
  return emit::constant_pad_nd(g, window, pad, 0);
}
struct stft_op {
  static constexpr Schema schemas[] = {
      "stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool normalized=False, "
      "bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "Transforms of overlapping frames.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int64_t n = in[1].integer();
    int64_t hop = integer_or(in, 2, n / 4);
    int64_t width = integer_or(in, 3, n);
    bool windowed = given_at(in, 4);
    bool complex = is_complex(m.dtype) || (windowed && is_complex(g.meta(in[4]).dtype));
    if (!given_at(in, 7) && !complex) {
      return g.fail("stft requires the return_complex parameter be given for real inputs, and will further require that "
                    "return_complex=True in a future PyTorch release.");
    }
    std::string where = "stft(" + std::string(row_of(m.dtype).cpp_name) + "[";
    if (is_integral(m.dtype) || m.sizes.n < 1 || m.sizes.n > 2)
      return g.fail("stft: expected a 1D or 2D tensor of floating types");
    Value x = m.sizes.n == 1 ? emit::unsqueeze(g, in[0], 0) : Value(in[0]);
    int64_t length = m.sizes.back().hint;
    if (n <= 0 || n > length) {
      return g.fail("stft: expected 0 < n_fft < " + std::to_string(length) + ", but got n_fft=" + std::to_string(n));
    }
    if (hop <= 0) return g.fail("stft: expected hop_length > 0, but got hop_length=" + std::to_string(hop));
    if (width <= 0 || width > n)
      return g.fail("stft: expected 0 < win_length <= n_fft, but got win_length=" + std::to_string(width));
    if (windowed && (g.meta(in[4]).sizes.n != 1 || g.meta(in[4]).sizes[0].hint != width))
      return g.fail("stft: expected a 1D window tensor of size equal to win_length=" + std::to_string(width));
    Value frames = emit::unfold(g, x, -1, n, hop);
    if (windowed || width < n) {
      Value window = windowed ? Value(in[4]) : emit::ones(g, SymDims{SymInt(width)}, real_of(m.dtype));
      frames = emit::mul(g, frames, centered(g, window, n));
    }
    int64_t mode = flag_or(in, 5, false) ? kByRoot : kUnscaled;
    SymDims last{SymInt(-1)};
    bool onesided = given_at(in, 6) ? in[6].flag() : !complex;
    if (complex && onesided) return g.fail("Cannot have onesided output if window or input is complex");
    Value s = complex ? emit::_fft_c2c(g, is_complex(g.meta(frames).dtype) ? frames : emit::to(g, frames, complex_of(m.dtype)), last, mode, true)
                      : emit::_fft_r2c(g, frames, last, mode, onesided);
    s = emit::transpose(g, s, 1, 2);
    if (m.sizes.n == 1) s = emit::squeeze_dim(g, s, 0);
    bool as_complex = given_at(in, 7) ? in[7].flag() : true;
    out[0] = as_complex ? s : emit::view_as_real(g, s);
  }
};
// Frames [batch, frames, n] added where they lie, hop apart.
Value overlapped(OpSink& g, Value frames, int64_t n, int64_t hop, int64_t total) {
  // col2im folds [batch, n, frames] of a row of blocks.
  Value columns = emit::transpose(g, frames, 1, 2);
  SymDims size{SymInt(1), SymInt(total)}, kernel{SymInt(1), SymInt(n)}, one{SymInt(1), SymInt(1)};
  SymDims zero{SymInt(0), SymInt(0)}, stride{SymInt(1), SymInt(hop)};
  Value y = emit::col2im(g, columns, size, kernel, one, zero, stride);
  int64_t batch = g.meta(frames).sizes[0].hint;
  return emit::reshape(g, y, SymDims{SymInt(batch), SymInt(total)});
}
struct istft_op {
  static constexpr Schema schemas[] = {
      "istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, "
      "bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor"};
  static constexpr uint32_t surface = kTorch;
  static constexpr std::string_view doc = "The signal of a short-time transform.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int64_t n = in[1].integer();
    int64_t hop = integer_or(in, 2, n / 4);
    int64_t width = integer_or(in, 3, n);
    bool center = flag_or(in, 5, true);
    bool complex = flag_or(in, 9, false);
    if (!is_complex(m.dtype)) return g.fail("istft requires a complex-valued input tensor matching the output from stft with return_complex=True.");
    if (m.sizes.n != 2 && m.sizes.n != 3) return g.fail("istft: expected a tensor with 2 or 3 dimensions");
    Value x = m.sizes.n == 2 ? emit::unsqueeze(g, in[0], 0) : Value(in[0]);
    int64_t bins = g.meta(x).sizes[1].hint;
    int64_t frames = g.meta(x).sizes[2].hint;
    bool onesided = given_at(in, 7) ? in[7].flag() : bins != n;
    if (bins != (onesided ? n / 2 + 1 : n)) {
      return g.fail("istft: expected the frequency dimension (3rd to the last) of the input tensor to match n_fft" +
                    std::string(onesided ? " / 2 + 1" : "") + " when onesided=" + (onesided ? "True" : "False") + ", but got " + std::to_string(bins));
    }
    if (hop <= 0 || hop > width) return g.fail("istft: expected 0 < hop_length <= win_length");
    if (width <= 0 || width > n) return g.fail("istft: expected 0 < win_length <= n_fft");
    DType real = real_of(m.dtype);
    Value window = given_at(in, 4) ? Value(in[4]) : emit::ones(g, SymDims{SymInt(width)}, real);
    if (g.meta(window).sizes.n != 1 || g.meta(window).sizes[0].hint != width)
      return g.fail("istft: Invalid window shape. window has to be 1D and length of `win_length`");
    window = centered(g, window, n);
    x = emit::transpose(g, x, 1, 2);
    int64_t mode = flag_or(in, 6, false) ? kByRoot : kByN;
    SymDims last{SymInt(-1)};
    Value pieces = onesided ? emit::_fft_c2r(g, x, last, mode, n) : emit::_fft_c2c(g, x, last, mode, false);
    if (!complex && !onesided) pieces = emit::real_part(g, pieces);
    int64_t total = n + hop * (frames - 1);
    Value y = overlapped(g, emit::mul(g, pieces, window), n, hop, total);
    SymDims spread{SymInt(1), SymInt(frames), SymInt(n)};
    Value weight = overlapped(g, emit::expand(g, emit::square(g, window), spread), n, hop, total);
    int64_t start = center ? n / 2 : 0;
    int64_t end = given_at(in, 8) ? start + in[8].integer() : center ? total - n / 2 : total;
    int64_t cut = std::min(end, total);
    y = emit::slice(g, y, 1, start, cut);
    weight = emit::slice(g, weight, 1, start, cut);
    y = emit::div(g, y, weight);
    if (end > cut) y = emit::constant_pad_nd(g, y, SymDims{SymInt(0), SymInt(end - cut)}, 0);
    out[0] = m.sizes.n == 2 ? emit::squeeze_dim(g, y, 0) : y;
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/fourier.def"

}  // namespace adder::rt
