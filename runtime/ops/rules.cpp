#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"

#include <cstring>

namespace adder::rt {

Dims<SymInt> sym_dims(std::initializer_list<int64_t> values) {
  Dims<SymInt> dims;
  for (int64_t v : values) dims.push(SymInt(v));
  return dims;
}

namespace {

// Dims that lie densely behind one another, in both tensors, count as one.
struct Walk {
  int n = 0;
  int64_t sizes[kMaxDims];
  int64_t from[kMaxDims];
  int64_t to[kMaxDims];
};

Walk walk_of(const TensorImpl& from, const TensorImpl& to) {
  Walk w;
  for (int d = 0; d < from.dim(); ++d) {
    if (from.size(d) == 1) continue;
    int64_t f = from.meta.strides[d];
    int64_t t = to.meta.strides[d];
    if (w.n && w.from[w.n - 1] == f * from.size(d) && w.to[w.n - 1] == t * from.size(d)) {
      w.sizes[w.n - 1] *= from.size(d);
      w.from[w.n - 1] = f;
      w.to[w.n - 1] = t;
      continue;
    }
    w.sizes[w.n] = from.size(d);
    w.from[w.n] = f;
    w.to[w.n] = t;
    ++w.n;
  }
  return w;
}

template <class T>
void copy_walk(const Walk& w, int dim, const T* from, T* to) {
  if (dim == w.n) {
    *to = *from;
    return;
  }
  int64_t f = w.from[dim];
  int64_t t = w.to[dim];
  if (dim + 1 < w.n) {
    for (int64_t i = 0; i < w.sizes[dim]; ++i) copy_walk(w, dim + 1, from + i * f, to + i * t);
    return;
  }
  if (f == 1 && t == 1) {
    std::memcpy(static_cast<void*>(to), from, size_t(w.sizes[dim]) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < w.sizes[dim]; ++i) to[i * t] = from[i * f];
}

template <class From, class To>
To converted(From v) {
  if constexpr (kIsComplex<To>) {
    using R = typename To::value_type;
    if constexpr (kIsComplex<From>) {
      return To(R(v.real()), R(v.imag()));
    } else {
      return To(R(v), R(0));
    }
  } else if constexpr (kIsComplex<From>) {
    return To(v.real());
  } else if constexpr (std::is_same_v<To, bool>) {
    return Wide<From>(v) != Wide<From>(0);
  } else {
    return To(Wide<From>(v));
  }
}

}  // namespace

void copy_elements(const TensorImpl& from, const TensorImpl& to) {
  if (from.numel == 0) return;
  Walk w = walk_of(from, to);
  with_bytes_of(from.dtype(), [&]<class T>(TypeTag<T>) {
    copy_walk(w, 0, static_cast<const T*>(from.data()), static_cast<T*>(to.data()));
  });
}

Tensor dense(const TensorImpl& x) {
  if (x.contiguous) return Tensor(const_cast<TensorImpl*>(&x));
  Tensor copy = new_tensor(x.dtype(), x.meta.sizes);
  copy_elements(x, *copy);
  return copy;
}

Tensor dense_spread(const TensorImpl& x, const Sizes& sizes) {
  Meta<int64_t> wide = x.meta;
  int lead = sizes.n - x.dim();
  CHECK(lead >= 0);
  wide.sizes = sizes;
  wide.strides.resize(sizes.n);
  for (int d = 0; d < sizes.n; ++d) {
    bool repeated = d < lead || x.size(d - lead) == 1;
    CHECK(repeated || x.size(d - lead) == sizes[d]);
    wide.strides[d] = repeated ? 0 : x.meta.strides[d - lead];
  }
  Tensor view = alias_of(x, wide);
  return dense(*view);
}

Tensor dense_as(const TensorImpl& x, DType dtype) {
  Tensor plain = dense(x);
  if (x.dtype() == dtype) return plain;
  Tensor copy = new_tensor(dtype, x.meta.sizes);
  with_any_type(x.dtype(), [&]<class From>(TypeTag<From>) {
    with_any_type(dtype, [&]<class To>(TypeTag<To>) {
      const From* from = plain->data_as<From>();
      To* to = copy->data_as<To>();
      for (int64_t i = 0; i < x.numel; ++i) to[i] = converted<From, To>(from[i]);
    });
  });
  return copy;
}

DType wide_dtype(DType d) {
  return d == DType::f16 || d == DType::bf16 ? DType::f32 : d;
}

bool wrap_dim(OpSink& g, int64_t dim, int n_dims, int* out) {
  if (dim >= -n_dims && dim < n_dims) {
    *out = int(dim < 0 ? dim + n_dims : dim);
    return true;
  }
  g.fail(Status::error(ErrorKind::index, n_dims || dim < -1 || dim > 0
                                             ? dim_range_text(dim, n_dims)
                                             : "Dimension specified as " + std::to_string(dim) + " but tensor has no dimensions"));
  return false;
}

void no_second_derivative(OpSink& g, std::string_view op) {
  g.fail(Status::error(ErrorKind::not_implemented, "derivative for aten::" + std::string(op) + " is not implemented"));
}

void no_derivative_at_all(OpSink& g, std::string_view op) {
  g.fail(Status::error(ErrorKind::not_implemented, "the derivative for '" + std::string(op) + "' is not implemented."));
}

Status unsupported_dtype(std::string_view kernel, DType d) {
  return Status::error(ErrorKind::not_implemented, unsupported_text(kernel, d));
}

}  // namespace adder::rt
