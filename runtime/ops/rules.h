// What many shape rules and kernels of hand-written ops share.
#pragma once
#include "runtime/eager/parallel.h"
#include "runtime/eager/visit.h"
#include "runtime/ops/dispatch.h"

namespace adder::rt {

// ---- shape rules

// "[2, 3]", for messages; of a symbolic size: what it is just now.
template <class D>
std::string sizes_text(const Dims<D>& sizes) {
  Sizes plain;
  for (const D& v : sizes) plain.push(hint_of(v));
  return shape_text(plain);
}

template <class D>
void set_like(InferCtx<D>& c, int k, const Meta<D>& x) {  // result k has the sizes and the dtype of x
  c.out[k].dtype = x.dtype;
  c.out[k].sizes = x.sizes;
}

// False, with an error, unless argument i is floating.
template <class D>
bool require_floating(InferCtx<D>& c, int i) {
  if (is_floating(c.meta(i).dtype)) return true;
  c.unsupported(c.row.canonical().base_name(), c.meta(i).dtype);
  return false;
}

// Strides of a dense input survive in a result of its shape; any other input gives a contiguous one.
template <class D>
void keep_layout(const Meta<D>& x, Meta<D>& out) {
  Meta<int64_t> plain;
  for (int d = 0; d < x.sizes.n; ++d) {
    plain.sizes.push(hint_of(x.sizes[d]));
    plain.strides.push(hint_of(x.strides[d]));
  }
  if (!is_contiguous(plain) && is_dense(plain)) out.strides = x.strides;
}

template <class D>
void set_memory_format(InferCtx<D>& c, int at, const Meta<D>& x) {
  MemoryFormat format = c.given(at) ? c.arg(at).memory_format() : MemoryFormat::preserve;
  Meta<D>& out = c.out[0];
  if (format == MemoryFormat::preserve) {
    keep_layout(x, out);
  } else if (format == MemoryFormat::channels_last || format == MemoryFormat::channels_last_3d) {
    set_channels_last(c, out, format == MemoryFormat::channels_last ? 4 : 5);
  }
}

template <class D>
void set_channels_last(InferCtx<D>& c, Meta<D>& out, int n_dims) {
  if (out.sizes.n != n_dims) {
    return c.fail("required rank " + std::to_string(n_dims) + " tensor to use channels_last" +
                  (n_dims == 5 ? "_3d" : "") + " format");
  }
  out.strides.resize(n_dims);
  D stride = D(1);
  out.strides[1] = stride;
  stride = stride * out.sizes[1];
  for (int d = n_dims - 1; d > 1; --d) {
    out.strides[d] = stride;
    stride = stride * out.sizes[d];
  }
  out.strides[0] = stride;
}

// dtype, layout, device, pin_memory stand at `at` and after it in the schema of every op that makes a tensor.
template <class D>
void set_creation_options(InferCtx<D>& c, int at, DType otherwise) {
  c.out[0].dtype = c.given(at) ? c.arg(at).dtype() : otherwise;
  if (c.given(at + 2)) c.out[0].device = c.arg(at + 2).device();
}

// ---- rules over sinks

// The dim that a parameter names, counted from the front.
inline int dim_of(const Arg& a, int n_dims) {
  int64_t d = a.integer();
  return int(d < 0 ? d + (n_dims ? n_dims : 1) : d);
}
// The same for one that nobody has looked at; false: out of range, or a tensor without dims, which the sink has been told.
bool wrap_dim(OpSink& g, int64_t dim, int n_dims, int* out);
inline int64_t integer_or(std::span<const Arg> in, size_t i, int64_t otherwise) {
  return i < in.size() && in[i].given() ? in[i].integer() : otherwise;
}
inline double number_or(std::span<const Arg> in, size_t i, double otherwise) {
  return i < in.size() && in[i].given() ? in[i].number() : otherwise;
}
inline bool flag_or(std::span<const Arg> in, size_t i, bool otherwise) {
  return i < in.size() && in[i].given() ? in[i].flag() : otherwise;
}
inline std::string_view word_or(std::span<const Arg> in, size_t i, std::string_view otherwise) {
  return i < in.size() && in[i].given() ? std::string_view(in[i].s) : otherwise;
}
inline bool given_at(std::span<const Arg> in, size_t i) {
  return i < in.size() && in[i].given();
}
// An int or int[n] parameter spread to n values; `otherwise` when it is missing. A list of another length, which
// `wrong_length` is there to refuse, gives its last element to the dims that it does not reach.
inline void spread_ints(std::span<const Arg> in, size_t i, int n, int64_t otherwise, int64_t* to) {
  for (int k = 0; k < n; ++k) {
    to[k] = otherwise;
    if (!given_at(in, i)) continue;
    if (in[i].tag != Tag::int_list) {
      to[k] = in[i].integer();
    } else if (in[i].count > 0) {
      to[k] = in[i].ints[std::min(uint32_t(k), in[i].count - 1)].hint;
    }
  }
}
// Whether parameter `i` is a list that has neither n numbers nor a single one for all dims.
inline bool wrong_length(std::span<const Arg> in, size_t i, int n) {
  return given_at(in, i) && in[i].tag == Tag::int_list && in[i].count != 1 && in[i].count != uint32_t(n);
}
// The gradient of one element chosen among all (extremes, medians): all that equal it share it, and where it is NaN,
// all NaNs; the others get zero whatever the gradient is.
void share_among_equals(OpSink& g, VjpCtx& c);
// The vjp of an op that is itself a gradient and whose own one is not written.
void no_second_derivative(OpSink& g, std::string_view op);
void no_derivative_at_all(OpSink& g, std::string_view op);  // where a first one is asked for

Dims<SymInt> sym_dims(std::initializer_list<int64_t> values);

// ---- kernels

// The tensor itself when it is contiguous, else a contiguous copy.
Tensor dense(const TensorImpl& x);
inline Tensor dense(const Arg& a) {
  return a.is_tensor() ? dense(*a.t) : Tensor();
}
// A contiguous copy in another dtype, or dense(x) when it has that dtype.
Tensor dense_as(const TensorImpl& x, DType dtype);
// Elements of `from` to `to` in logical order; same dtype and sizes, any strides, no overlap.
void copy_elements(const TensorImpl& from, const TensorImpl& to);

// A contiguous copy of x broadcast to `sizes`; the caller has checked that the shapes agree.
Tensor dense_spread(const TensorImpl& x, const Sizes& sizes);

template <class T>
T* data_or_null(const Tensor& t) {
  return t ? t->data_as<T>() : nullptr;
}

class PoolParallel final : public Parallel {  // the context's thread pool
 public:
  explicit PoolParallel(Context& c) : c_(c) {}
  void run(int64_t count, int64_t grain, Body body, void* data) const override {
    parallel_for(c_, count, grain, [&](int64_t begin, int64_t end) { body(data, begin, end); });
  }
  int threads() const override { return c_.pool ? c_.pool->threads() : 1; }

 private:
  Context& c_;
};

// Lines along one dim, each some multiple of its length in work.
inline int64_t line_grain(const Strip& s, int64_t work_per_element = 1) {
  int64_t work = s.n * work_per_element;
  return work >= 32768 ? 1 : 32768 / (work > 0 ? work : 1) + 1;
}

// Half types compute in float: the operand widened, and the result narrowed to where it belongs.
DType wide_dtype(DType d);
inline Tensor widened(const Arg& a) {
  return a.is_tensor() ? dense_as(*a.t, wide_dtype(a.t->dtype())) : Tensor();
}
class WideResult {
 public:
  explicit WideResult(const Tensor& out)
      : out_(out),
        wide_(wide_dtype(out->dtype()) == out->dtype() && out->contiguous
                  ? out
                  : new_tensor(wide_dtype(out->dtype()), out->meta.sizes)) {}
  const Tensor& tensor() const { return wide_; }
  void finish() {
    if (wide_.get() != out_.get()) copy_elements(*dense_as(*wide_, out_->dtype()), *out_);
  }

 private:
  Tensor out_;
  Tensor wide_;
};
// f(TypeTag<float or double>)
template <class F>
auto with_wide_type(DType d, F&& f) {
  if (d == DType::f64) return f(TypeTag<double>{});
  CHECK(d == DType::f32);
  return f(TypeTag<float>{});
}

Status unsupported_dtype(std::string_view kernel, DType d);  // with unsupported_text

}  // namespace adder::rt
