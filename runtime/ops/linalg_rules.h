// Checks, layouts and small products that the linear algebra families share.
#pragma once
#include "runtime/eager/lapack.h"
#include "runtime/ops/rules.h"
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(matmul)
USE_OP(transpose)
USE_OP(conj)
USE_OP(mul)
USE_OP(add)
USE_OP(sub)
USE_OP(div)
USE_OP(neg)
USE_OP(sum)
USE_OP(tril)
USE_OP(triu)
USE_OP(diagonal)
USE_OP(diag_embed)
USE_OP(unsqueeze)
USE_OP(squeeze_dim)
USE_OP(reshape)
USE_OP(narrow)

namespace linalg {

// ---- shape rules; `name` is PyTorch's for the function, as in "linalg.inv: ..."

template <class D>
bool require_element_type(InferCtx<D>& c, int i, std::string_view name) {
  DType d = c.meta(i).dtype;
  if (is_integral(d)) {
    c.fail(std::string(name) + ": Expected a floating point or complex tensor as input. Got " + row_of(d).scalar_name);
    return false;
  }
  if (d == DType::f16 || d == DType::bf16) {
    c.fail(std::string(name) + ": Low precision dtypes not supported. Got " + row_of(d).scalar_name);
    return false;
  }
  return true;
}
// Where PyTorch checks nothing before its kernel, the kernel refuses the half types.
template <class D>
bool require_kernel_type(InferCtx<D>& c, int i, std::string_view kernel) {
  DType d = c.meta(i).dtype;
  if (d != DType::f16 && d != DType::bf16) return true;
  c.status = unsupported_dtype(kernel, d);
  return false;
}
template <class D>
bool require_matrix(InferCtx<D>& c, int i, std::string_view name, std::string_view argument = "A") {
  if (c.meta(i).sizes.n >= 2) return true;
  c.fail(std::string(name) + ": The input tensor " + std::string(argument) + " must have at least 2 dimensions.");
  return false;
}
template <class D>
bool require_square(InferCtx<D>& c, int i, std::string_view name, std::string_view argument = "A") {
  if (!require_matrix(c, i, name, argument)) return false;
  const Dims<D>& s = c.meta(i).sizes;
  if (guard_bool(s[s.n - 1] == s[s.n - 2], "square matrix")) return true;
  c.fail(std::string(name) + ": " + std::string(argument) + " must be batches of square matrices, but they are " +
         std::to_string(hint_of(s[s.n - 2])) + " by " + std::to_string(hint_of(s[s.n - 1])) + " matrices");
  return false;
}
// Columns without gaps, matrices one after the other: what LAPACK takes and gives.
template <class D>
void column_major(Meta<D>& m) {
  int n = m.sizes.n;
  m.strides.resize(n);
  D rows = m.sizes[n - 2];
  D stride = rows * m.sizes[n - 1];
  m.strides[n - 2] = D(1);
  m.strides[n - 1] = rows;
  for (int d = n - 2; d-- > 0;) {
    m.strides[d] = stride;
    stride = stride * m.sizes[d];
  }
}
template <class D>
D smaller(D a, D b) {
  return guard_bool(a < b, "linalg: rows below columns") ? a : b;
}
template <class D>
Dims<D> batch_of(const Dims<D>& sizes) {
  Dims<D> r;
  for (int d = 0; d + 2 < sizes.n; ++d) r.push(sizes[d]);
  return r;
}
template <class D>
bool same_sizes(const Dims<D>& a, const Dims<D>& b) {
  bool same = a.n == b.n;
  for (int d = 0; same && d < a.n; ++d) same = guard_bool(a[d] == b[d], "linalg: equal sizes");
  return same;
}
template <class D>
Dims<D> matrices(Dims<D> batch, D rows, D columns) {
  batch.push(rows);
  batch.push(columns);
  return batch;
}

// ---- kernels

inline int64_t batch_count(const TensorImpl& t) {
  int64_t n = 1;
  for (int d = 0; d + 2 < t.dim(); ++d) n *= t.size(d);
  return n;
}
inline int rows_of(const TensorImpl& t) {
  return int(t.size(t.dim() - 2));
}
inline int columns_of(const TensorImpl& t) {
  return int(t.size(t.dim() - 1));
}
// A fresh column-major copy, broadcast to `batch` dims.
inline Tensor column_copy(const TensorImpl& x, const Sizes* batch = nullptr) {
  Meta<int64_t> m = x.meta;
  m.offset = 0;
  if (batch) {
    m.sizes = *batch;
    m.sizes.push(x.size(x.dim() - 2));
    m.sizes.push(x.size(x.dim() - 1));
  }
  column_major(m);
  Tensor t = new_tensor(m);
  copy_elements(batch ? *dense_spread(x, m.sizes) : x, *t);
  return t;
}
Status require_lapack();
template <class F>
Status with_lapack_type(DType d, F&& f) {
  TRY(require_lapack());
  switch (d) {
    case DType::f32: f(TypeTag<float>{}); break;
    case DType::f64: f(TypeTag<double>{}); break;
    case DType::c64: f(TypeTag<Complex64>{}); break;
    case DType::c128: f(TypeTag<Complex128>{}); break;
    default: return Status::error(std::string("linear algebra does not support dtype ") + row_of(d).scalar_name);
  }
  return {};
}
// The error of the first matrix whose info is not 0; text(info) says what it means.
template <class F>
Status info_status(const Tensor& info, std::string_view name, bool batched, F text) {
  const int32_t* p = info->data_as<int32_t>();
  for (int64_t i = 0; i < info->numel; ++i) {
    if (p[i] == 0) continue;
    std::string where = batched ? "(Batch element " + std::to_string(i) + "): " : std::string();
    return Status::error(ErrorKind::linalg, std::string(name) + ": " + where + text(p[i]));
  }
  return {};
}

// ---- rules

inline Value adjoint(OpSink& g, Value x) {
  Value t = emit::transpose(g, x, -2, -1);
  return is_complex(g.meta(x).dtype) ? emit::conj(g, t) : t;
}
inline Value conj_if(OpSink& g, Value x) {
  return is_complex(g.meta(x).dtype) ? emit::conj(g, x) : x;
}
inline Value product(OpSink& g, Value a, Value b) {
  return emit::matmul(g, a, b);
}
inline Value scale_columns(OpSink& g, Value x, Value s) {  // x diag(s)
  return emit::mul(g, x, emit::unsqueeze(g, s, -2));
}
inline Value scale_rows(OpSink& g, Value s, Value x) {  // diag(s) x
  return emit::mul(g, emit::unsqueeze(g, s, -1), x);
}
inline Value diagonal_of(OpSink& g, Value x) {
  return emit::diagonal(g, x, 0, -2, -1);
}
inline Value plus(OpSink& g, Value a, Value b) {  // either may be undefined
  return !a.given() ? b : !b.given() ? a : emit::add(g, a, b);
}
// A number for each matrix, spread over it.
inline Value over_matrix(OpSink& g, Value x) {
  return emit::unsqueeze(g, emit::unsqueeze(g, x, -1), -1);
}

}  // namespace linalg
}  // namespace adder::rt
