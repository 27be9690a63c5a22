// Products of matrices and vectors: the kernels. What is composed of them is in matmul_composite.cpp.
#include "runtime/eager/gemm.h"
#include "runtime/ops/conj_rules.h"
#include "runtime/ops/matmul_rules.h"

namespace adder::rt {

USE_OP(mm)
USE_OP(bmm)
USE_OP(mv)
USE_OP(sum)
USE_OP(transpose)
USE_OP(unsqueeze)
USE_OP(reshape)

namespace {

using In = std::span<const Arg>;
using Out = std::span<const Tensor>;

template <class F>
Status with_product_type(DType d, std::string_view kernel, F f) {
  if (d == DType::b8) return unsupported_dtype(kernel, d);
  with_any_type(d, [&]<class T>(TypeTag<T> tag) {
    if constexpr (!std::is_same_v<T, bool>) f(tag);
  });
  return {};
}

template <class T>
MatrixView<T> matrix_of(const TensorImpl& t) {  // the last two dims
  int n = t.dim();
  return {t.data_as<const T>(), t.meta.strides[n - 2], t.meta.strides[n - 1]};
}

// beta and alpha in the type that the kernel combines in.
template <class T>
Wide<T> factor_of(const Arg& a) {
  if constexpr (kIsComplex<T>) {
    Complex z = a.complex();
    return T(typename T::value_type(z.re), typename T::value_type(z.im));
  } else if constexpr (kIsFloating<T>) {
    return Wide<T>(a.number());
  } else {
    return T(a.tag == Tag::floating ? int64_t(a.f) : a.integer());
  }
}
Arg scalar_or_one(In in, size_t i) {
  return given_at(in, i) ? in[i] : Arg(1);
}

// out = beta * base + alpha * out. A beta of 0 ignores the base, NaN included.
template <class T>
void blend(T* out, const T* base, int64_t n, Wide<T> beta, Wide<T> alpha) {
  using W = Wide<T>;
  for (int64_t i = 0; i < n; ++i) {
    W product = alpha == W(1) ? W(out[i]) : W(alpha * W(out[i]));
    if (beta == W(0)) {
      out[i] = T(product);
    } else {
      out[i] = T(W(product + (beta == W(1) ? W(base[i]) : W(beta * W(base[i])))));
    }
  }
}

template <class T>
constexpr bool kStartsFromRow = std::is_same_v<T, float> || std::is_same_v<T, double>;

// The bias rows of a linear layer start the sums, so that no second pass over the result is needed.
template <class T>
bool starts_sums(const Arg& beta, const Arg& alpha) {
  bool plain = beta.tag != Tag::complex_number && alpha.tag != Tag::complex_number;
  return (std::is_same_v<T, float> || std::is_same_v<T, double>)&&plain && beta.number() == 1 && alpha.number() == 1;
}

// Half precision computes in float and rounds the whole result once: Op's kernel on widened tensors.
bool is_half(DType d) {
  return d == DType::f16 || d == DType::bf16;
}
template <class Op>
Status rounded_once(Context& c, In in, Out out) {
  const Tensor wide[] = {widened(in[0]), widened(in[1]), widened(in[2])};
  std::vector<Arg> args(in.begin(), in.end());
  for (size_t i = 0; i < 3; ++i) args[i] = Arg(wide[i]);
  WideResult result(out[0]);
  const Tensor to[] = {result.tensor()};
  TRY(Op::eager(c, args, to));
  result.finish();
  return {};
}

Value transposed(OpSink& g, Value x, int first = 0) {  // of a matrix, or of a batch of them with first = 1
  return emit::transpose(g, x, first, first + 1);
}
Value conjugate_of(OpSink& g, Value x, DType d) {
  return is_complex(d) ? emit::conj(g, x) : x;
}
Value scaled(OpSink& g, Value x, const Arg& factor) {  // the gradient by what a number multiplied
  bool one = !factor.given() || (factor.tag != Tag::complex_number && factor.number() == 1);
  return one ? x : times_conj(g, x, factor);
}

struct mm_op {
  static constexpr Schema schemas[] = {"mm(Tensor self, Tensor mat2) -> Tensor",
                                       "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr std::string_view doc = "Matrix product of two 2-d tensors.",
                                    samples[] = {"(2,3) (3,4)", "(1,5) (5,1)", "(20,33) (33,17)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (c.meta(0).sizes.n != 2) return c.fail("self must be a matrix");
    if (c.meta(1).sizes.n != 2) return c.fail("mat2 must be a matrix");
    if (!infer_mm(c, 0, 1)) return;
    if (c.meta(0).dtype != c.meta(1).dtype) {
      c.fail(std::string("expected m1 and m2 to have the same dtype, but got: ") + row_of(c.meta(0).dtype).cpp_name +
             " != " + row_of(c.meta(1).dtype).cpp_name);
    }
  }
  static Status eager(Context& c, In in, Out out) {
    const TensorImpl& a = *in[0].t;
    const TensorImpl& b = *in[1].t;
    return with_product_type(a.dtype(), "addmm_impl_cpu_", [&]<class T>(TypeTag<T>) {
      gemm<T>(PoolParallel(c), a.size(0), b.size(1), a.size(1), matrix_of<T>(a), matrix_of<T>(b), out[0]->data_as<T>(),
              b.size(1));
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(0).dtype;
    if (c.needs(0)) c.set(0, emit::mm(g, c.grad(), conjugate_of(g, transposed(g, c.data(1)), d)));
    if (c.needs(1)) c.set(1, emit::mm(g, conjugate_of(g, transposed(g, c.data(0)), d), c.grad()));
  }
};

struct bmm_op {
  static constexpr Schema schemas[] = {"bmm(Tensor self, Tensor mat2) -> Tensor",
                                       "bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Matrix products of two batches.",
                                    samples[] = {"(2,3,4) (2,4,5)", "(3,1,2) (3,2,1)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_bmm(c, 0, 1);
  }
  static Status eager(Context& c, In in, Out out) {
    const TensorImpl& a = *in[0].t;
    const TensorImpl& b = *in[1].t;
    return with_product_type(a.dtype(), "bmm", [&]<class T>(TypeTag<T>) {
      gemm_batch<T>(PoolParallel(c), a.size(0), a.size(1), b.size(2), a.size(2), matrix_of<T>(a), a.meta.strides[0],
                    matrix_of<T>(b), b.meta.strides[0], out[0]->data_as<T>(), a.size(1) * b.size(2));
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(0).dtype;
    if (c.needs(0)) c.set(0, emit::bmm(g, c.grad(), conjugate_of(g, transposed(g, c.data(1), 1), d)));
    if (c.needs(1)) c.set(1, emit::bmm(g, conjugate_of(g, transposed(g, c.data(0), 1), d), c.grad()));
  }
};

struct addmm_op {
  static constexpr Schema schemas[] = {
      "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
      "addmm_(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)",
      "addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> "
      "Tensor(a!)"};
  static constexpr std::string_view doc = "beta * self + alpha * (mat1 @ mat2).",
                                    samples[] = {"(4) (2,3) (3,4)", "(2,4) (2,3) (3,4) beta=0.5 alpha=2.0"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    auto differ = [&](int a, int b, const char* names) {
      if (c.meta(a).dtype == c.meta(b).dtype) return false;
      c.fail(std::string(names) + " must have the same dtype, but got " + row_of(c.meta(a).dtype).scalar_name +
             " and " + row_of(c.meta(b).dtype).scalar_name);
      return true;
    };
    if (differ(0, 2, "self and mat2") || differ(1, 2, "mat1 and mat2")) return;
    for (int i : {1, 2}) {
      if (c.meta(i).sizes.n == 2) continue;
      return c.fail("mat" + std::to_string(i) + " must be a matrix, got " + std::to_string(c.meta(i).sizes.n) +
                    "-D tensor");
    }
    if (infer_mm(c, 1, 2)) check_expands(c, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    const TensorImpl& a = *in[1].t;
    const TensorImpl& b = *in[2].t;
    if (is_half(a.dtype())) return rounded_once<addmm_op>(c, in, out);
    int64_t m = a.size(0);
    int64_t n = b.size(1);
    Arg beta = scalar_or_one(in, 3);
    Arg alpha = scalar_or_one(in, 4);
    return with_product_type(a.dtype(), "addmm_impl_cpu_", [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      bool start = starts_sums<T>(beta, alpha);
      if constexpr (kStartsFromRow<T>) {
        const TensorImpl& bias = *in[0].t;
        if (start && bias.dim() == 1 && bias.size(0) == n && bias.contiguous) {
          gemm_from<T>(PoolParallel(c), m, n, a.size(1), matrix_of<T>(a), matrix_of<T>(b), bias.data_as<T>(), to, n);
          return;
        }
      }
      Tensor base = dense_spread(*in[0].t, out[0]->meta.sizes);
      if (start) copy_elements(*base, *out[0]);
      gemm<T>(PoolParallel(c), m, n, a.size(1), matrix_of<T>(a), matrix_of<T>(b), to, n, start);
      if (!start) blend(to, base->data_as<T>(), m * n, factor_of<T>(beta), factor_of<T>(alpha));
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(1).dtype;
    if (c.needs(0)) c.set(0, scaled(g, c.grad(), c.param(3)));
    if (c.needs(1)) {
      c.set(1, scaled(g, emit::mm(g, c.grad(), conjugate_of(g, transposed(g, c.data(2)), d)), c.param(4)));
    }
    if (c.needs(2)) {
      c.set(2, scaled(g, emit::mm(g, conjugate_of(g, transposed(g, c.data(1)), d), c.grad()), c.param(4)));
    }
  }
};

struct baddbmm_op {
  static constexpr Schema schemas[] = {
      "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
      "baddbmm_(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)",
      "baddbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> "
      "Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "beta * self + alpha * (batch1 @ batch2).",
                                    samples[] = {"(2,3,5) (2,3,4) (2,4,5)", "(5) (2,3,4) (2,4,5) beta=2.0 alpha=0.5"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    DType d = c.meta(0).dtype;
    if (c.meta(1).dtype != d || c.meta(2).dtype != d) {
      return c.fail(std::string("Input dtypes must be the same, got: input ") + row_of(d).cpp_name + ", batch1: " +
                    row_of(c.meta(1).dtype).cpp_name + ", batch2: " + row_of(c.meta(2).dtype).cpp_name);
    }
    if (infer_bmm(c, 1, 2)) check_expands(c, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    const TensorImpl& a = *in[1].t;
    const TensorImpl& b = *in[2].t;
    if (is_half(a.dtype())) return rounded_once<baddbmm_op>(c, in, out);
    Arg beta = scalar_or_one(in, 3);
    Arg alpha = scalar_or_one(in, 4);
    return with_product_type(a.dtype(), "baddbmm", [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      gemm_batch<T>(PoolParallel(c), a.size(0), a.size(1), b.size(2), a.size(2), matrix_of<T>(a), a.meta.strides[0],
                    matrix_of<T>(b), b.meta.strides[0], to, a.size(1) * b.size(2));
      Tensor base = dense_spread(*in[0].t, out[0]->meta.sizes);
      blend(to, base->data_as<T>(), out[0]->numel, factor_of<T>(beta), factor_of<T>(alpha));
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(1).dtype;
    if (c.needs(0)) c.set(0, scaled(g, c.grad(), c.param(3)));
    if (c.needs(1)) {
      c.set(1, scaled(g, emit::bmm(g, c.grad(), conjugate_of(g, transposed(g, c.data(2), 1), d)), c.param(4)));
    }
    if (c.needs(2)) {
      c.set(2, scaled(g, emit::bmm(g, conjugate_of(g, transposed(g, c.data(1), 1), d), c.grad()), c.param(4)));
    }
  }
};

template <class D>
bool infer_mv(InferCtx<D>& c, int input, int mat, int vec) {
  const Meta<D>& a = c.meta(mat);
  const Meta<D>& x = c.meta(vec);
  int base_dims = input < 0 ? 1 : c.meta(input).sizes.n;
  if (a.sizes.n != 2 || x.sizes.n != 1 || base_dims > 1) {
    c.fail("vector + matrix @ vector expected, got " + std::to_string(base_dims) + ", " + std::to_string(a.sizes.n) +
           ", " + std::to_string(x.sizes.n));
    return false;
  }
  if (!guard_bool(a.sizes[1] == x.sizes[0], "matrix times vector: sizes")) {
    c.fail("size mismatch, got input (" + std::to_string(hint_of(a.sizes[0])) + "), mat (" +
           pair_text(a.sizes[0], a.sizes[1]) + "), vec (" + std::to_string(hint_of(x.sizes[0])) + ")");
    return false;
  }
  DType base = input < 0 ? x.dtype : c.meta(input).dtype;
  if (a.dtype != x.dtype || base != x.dtype) {
    c.fail(std::string("addmv input tensors must have the same dtype, but got ") + row_of(base).scalar_name + ", " +
           row_of(a.dtype).scalar_name + ", and " + row_of(x.dtype).scalar_name);
    return false;
  }
  c.out[0].dtype = a.dtype;
  c.out[0].sizes = {a.sizes[0]};
  return true;
}
template <class T>
void mv_kernel(Context& c, const TensorImpl& a, const TensorImpl& x, T* out) {
  MatrixView<T> column{x.data_as<const T>(), x.meta.strides[0], 1};
  gemm<T>(PoolParallel(c), a.size(0), 1, a.size(1), matrix_of<T>(a), column, out, 1);
}
// Gradients of a matrix times a vector.
Value mv_matrix_grad(OpSink& g, Value grad, Value vec, DType d) {
  return emit::mul(g, emit::unsqueeze(g, grad, 1), conjugate_of(g, emit::unsqueeze(g, vec, 0), d));
}
Value mv_vector_grad(OpSink& g, Value grad, Value mat, DType d) {
  return emit::mv(g, conjugate_of(g, transposed(g, mat), d), grad);
}

struct mv_op {
  static constexpr Schema schemas[] = {"mv(Tensor self, Tensor vec) -> Tensor",
                                       "mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Matrix times vector.", samples[] = {"(3,4) (4)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_mv(c, -1, 0, 1);
  }
  static Status eager(Context& c, In in, Out out) {
    return with_product_type(out[0]->dtype(), "addmv_impl_cpu",
                             [&]<class T>(TypeTag<T>) { mv_kernel<T>(c, *in[0].t, *in[1].t, out[0]->data_as<T>()); });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(0).dtype;
    if (c.needs(0)) c.set(0, mv_matrix_grad(g, c.grad(), c.data(1), d));
    if (c.needs(1)) c.set(1, mv_vector_grad(g, c.grad(), c.data(0), d));
  }
};
struct addmv_op {
  static constexpr Schema schemas[] = {
      "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
      "addmv_(Tensor(a!) self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "beta * self + alpha * (mat @ vec).", samples[] = {"(3) (3,4) (4)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    if (infer_mv(c, 0, 1, 2)) check_expands(c, c.meta(0));
  }
  static Status eager(Context& c, In in, Out out) {
    return with_product_type(out[0]->dtype(), "addmv_impl_cpu", [&]<class T>(TypeTag<T>) {
      T* to = out[0]->data_as<T>();
      mv_kernel<T>(c, *in[1].t, *in[2].t, to);
      Tensor base = dense_spread(*in[0].t, out[0]->meta.sizes);
      blend(to, base->data_as<T>(), out[0]->numel, factor_of<T>(scalar_or_one(in, 3)),
            factor_of<T>(scalar_or_one(in, 4)));
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(1).dtype;
    if (c.needs(0)) c.set(0, scaled(g, c.grad(), c.param(3)));
    if (c.needs(1)) c.set(1, scaled(g, mv_matrix_grad(g, c.grad(), c.data(2), d), c.param(4)));
    if (c.needs(2)) c.set(2, scaled(g, mv_vector_grad(g, c.grad(), c.data(1), d), c.param(4)));
  }
};
struct addr_op {
  static constexpr Schema schemas[] = {
      "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
      "addr_(Tensor(a!) self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)"};
  static constexpr std::string_view doc = "beta * self + alpha * outer(vec1, vec2).", samples[] = {"(3,4) (3) (4)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    for (int i : {1, 2}) {
      if (c.meta(i).sizes.n != 1) {
        return c.fail("addr: Expected 1-D argument vec" + std::to_string(i) + ", but got " +
                      std::to_string(c.meta(i).sizes.n) + "-D");
      }
    }
    c.out[0].dtype = promote(c.meta(0).dtype, promote(c.meta(1).dtype, c.meta(2).dtype));
    c.out[0].sizes = {c.meta(1).sizes[0], c.meta(2).sizes[0]};
    check_expands(c, c.meta(0));
  }
  static Status eager(Context&, In in, Out out) {
    DType d = out[0]->dtype();
    return with_product_type(d, "addr", [&]<class T>(TypeTag<T>) {
      Tensor x = dense_as(*in[1].t, d);
      Tensor y = dense_as(*in[2].t, d);
      Tensor base = dense_as(*dense_spread(*in[0].t, out[0]->meta.sizes), d);
      T* to = out[0]->data_as<T>();
      for (int64_t i = 0; i < x->numel; ++i) {
        for (int64_t j = 0; j < y->numel; ++j) {
          to[i * y->numel + j] = T(Wide<T>(x->data_as<T>()[i]) * Wide<T>(y->data_as<T>()[j]));
        }
      }
      blend(to, base->data_as<T>(), out[0]->numel, factor_of<T>(scalar_or_one(in, 3)),
            factor_of<T>(scalar_or_one(in, 4)));
    });
  }
  static void vjp(OpSink& g, VjpCtx& c) {
    if (c.needs(0)) c.set(0, scaled(g, c.grad(), c.param(3)));
    if (c.needs(1)) {
      Value y = conjugate_of(g, c.data(2), c.meta(2).dtype);
      c.set(1, scaled(g, emit::mv(g, c.grad(), y), c.param(4)));
    }
    if (c.needs(2)) {
      Value x = conjugate_of(g, c.data(1), c.meta(1).dtype);
      c.set(2, scaled(g, emit::mv(g, transposed(g, c.grad()), x), c.param(4)));
    }
  }
};

template <class D>
void infer_dot(InferCtx<D>& c, const char* name) {
  const Meta<D>& a = c.meta(0);
  const Meta<D>& b = c.meta(1);
  if (a.sizes.n != 1 || b.sizes.n != 1) {
    return c.fail("1D tensors expected, but got " + std::to_string(a.sizes.n) + "D and " + std::to_string(b.sizes.n) +
                  "D tensors");
  }
  if (a.dtype != b.dtype) {
    return c.fail(std::string(name) + " : expected both vectors to have same dtype, but found " +
                  row_of(a.dtype).scalar_name + " and " + row_of(b.dtype).scalar_name);
  }
  if (!guard_bool(a.sizes[0] == b.sizes[0], "dot: equal sizes")) {
    std::string x = std::to_string(hint_of(a.sizes[0]));
    std::string y = std::to_string(hint_of(b.sizes[0]));
    return c.fail("inconsistent tensor size, expected tensor [" + x + "] and src [" + y +
                  "] to have the same number of elements, but got " + x + " and " + y + " elements respectively");
  }
  c.out[0].dtype = a.dtype;
}
template <bool kConjugate>
Status dot_kernel(Context& c, In in, Out out) {
  return with_product_type(out[0]->dtype(), "dot", [&]<class T>(TypeTag<T>) {
    Tensor x = dense(in[0]);
    Tensor y = dense(in[1]);
    int64_t n = x->numel;
    if constexpr (kIsComplex<T>) {
      T sum(0);
      for (int64_t i = 0; i < n; ++i) {
        T left = x->data_as<T>()[i];
        sum += (kConjugate ? std::conj(left) : left) * y->data_as<T>()[i];
      }
      *out[0]->data_as<T>() = sum;
    } else {
      gemm<T>(PoolParallel(c), 1, 1, n, {x->data_as<T>(), n, 1}, {y->data_as<T>(), 1, n}, out[0]->data_as<T>(), 1);
    }
  });
}
struct dot_op {
  static constexpr Schema schemas[] = {"dot(Tensor self, Tensor tensor) -> Tensor"};
  static constexpr std::string_view doc = "Sum of products of two vectors.", samples[] = {"(5) (5)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_dot(c, "dot");
  }
  static Status eager(Context& c, In in, Out out) { return dot_kernel<false>(c, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(0).dtype;
    if (c.needs(0)) c.set(0, emit::mul(g, c.grad(), conjugate_of(g, c.data(1), d)));
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), conjugate_of(g, c.data(0), d)));
  }
};
struct vdot_op {
  static constexpr Schema schemas[] = {"vdot(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "Sum of products of self's conjugate and other.", samples[] = {"(5) (5)"};
  template <class D>
  static void infer(InferCtx<D>& c) {
    infer_dot(c, "vdot");
  }
  static Status eager(Context& c, In in, Out out) { return dot_kernel<true>(c, in, out); }
  static void vjp(OpSink& g, VjpCtx& c) {
    DType d = c.meta(0).dtype;
    if (c.needs(0)) c.set(0, emit::mul(g, conjugate_of(g, c.grad(), d), c.data(1)));
    if (c.needs(1)) c.set(1, emit::mul(g, c.grad(), c.data(0)));
  }
};

// Views of a product's fresh result, under the names that PyTorch's gradient functions have.
struct _unsafe_view_op {
  static constexpr Schema schemas[] = {"_unsafe_view(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
  static constexpr std::string_view doc = "A contiguous tensor's elements under other sizes.", samples[] = {""};
  static constexpr std::string_view grad_name = "UnsafeViewBackward0";
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    Meta<int64_t> plain;
    for (const D& v : c.meta(0).sizes) plain.sizes.push(hint_of(v));
    for (const D& v : c.meta(0).strides) plain.strides.push(hint_of(v));
    if (!is_contiguous(plain)) return c.fail("_unsafe_view: expected a contiguous tensor");
    c.out[0].dtype = c.meta(0).dtype;
    c.out[0].offset = c.meta(0).offset;
    c.out[0].sizes = c.ints(1);
    c.out[0].set_contiguous();
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::reshape(g, c.grad(), c.meta(0).sizes)); }
};
struct matmul_squeeze_op {
  static constexpr Schema schemas[] = {"matmul_squeeze(Tensor(a) self, int dim) -> Tensor(a)"};
  static constexpr std::string_view doc = "Removes a dim of size 1.", samples[] = {"(1,4) dim=0"};
  static constexpr std::string_view grad_name = "SqueezeBackward4";
  static constexpr uint32_t surface = kInternal;
  template <class D>
  static void infer(InferCtx<D>& c) {
    c.out[0] = c.meta(0);
    int d = c.dim(1, c.meta(0).sizes.n);
    c.out[0].sizes.erase(d);
    c.out[0].strides.erase(d);
  }
  static void vjp(OpSink& g, VjpCtx& c) { c.set(0, emit::unsqueeze(g, c.grad(), c.param(1))); }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/matmul.def"
}  // namespace adder::rt
