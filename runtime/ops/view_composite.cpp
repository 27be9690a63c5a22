// Shape operations that are views where they can be and copies where they must, and the many names for a few views.
#include "runtime/ops/view_rules.h"

namespace adder::rt {

USE_OP(view)
USE_OP(clone)
USE_OP(permute)
USE_OP(slice)
USE_OP(split_with_sizes)
USE_OP(expand)
USE_OP(view_as_real)
USE_OP(select)
USE_OP(reshape)
USE_OP(contiguous)

Value zeros_of(OpSink& g, const SymMeta& m) {
  static const OpRow& full = find_op("full");
  return call(g, full.id(), m.sizes, 0, m.dtype);
}

namespace {

bool lies_contiguous(const SymMeta& m) {
  SymInt expect = 1;
  for (int d = m.sizes.n; d-- > 0;) {
    if (m.sizes[d].hint == 0) return true;
    if (guard_bool(m.sizes[d] == SymInt(1), "contiguous: size 1")) continue;
    if (!guard_bool(m.strides[d] == expect, "contiguous: stride")) return false;
    expect = expect * m.sizes[d];
  }
  return true;
}

struct contiguous_op {
  static constexpr Schema schemas[] = {
      "contiguous(Tensor(a) self, *, MemoryFormat? memory_format=None) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "self if its elements lie in order, else a copy.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    MemoryFormat format = in.size() > 1 && in[1].given() ? in[1].memory_format() : MemoryFormat::contiguous;
    SymMeta m = g.meta(in[0]);
    if (format == MemoryFormat::preserve)
      return g.fail("preserve memory format is unsupported by the contiguous operator");
    if (format == MemoryFormat::contiguous) {
      out[0] = lies_contiguous(m) ? in[0] : emit::clone(g, in[0], format);
      return;
    }
    int rank = format == MemoryFormat::channels_last ? 4 : 5;
    if (m.sizes.n != rank) return g.fail("required rank " + std::to_string(rank) + " tensor to use channels_last" + (rank == 5 ? "_3d" : "") + " format");
    Meta<int64_t> hints;
    for (int d = 0; d < m.sizes.n; ++d) {
      hints.sizes.push(m.sizes[d].hint);
      hints.strides.push(m.strides[d].hint);
    }
    out[0] = is_contiguous(hints, format) ? in[0] : emit::clone(g, in[0], format);
  }
};
struct reshape_op {
  static constexpr Schema schemas[] = {"reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)"};
  static constexpr std::string_view doc = "Other sizes: a view where the strides allow it, else a copy.",
                                    samples[] = {"(2,6) shape=[3,-1]"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    Dims<SymInt> want, sizes, strides;
    for (uint32_t k = 0; k < in[1].count; ++k) want.push(in[1].ints[k]);
    static const OpRow& row = find_op("reshape");
    const SymMeta* metas[] = {&m};
    SymMeta unused;
    InferCtx<SymInt> c{row, in, metas, &unused, 1, g.default_dtype, {}};
    if (!infer_size(c, m.sizes, want, sizes)) return g.fail(std::move(c.status));
    if (view_strides(m, sizes, strides)) {
      out[0] = emit::view(g, in[0], sizes);
    } else {
      out[0] = emit::view(g, emit::clone(g, in[0], MemoryFormat::contiguous), sizes);
    }
  }
};
struct reshape_as_op {
  static constexpr Schema schemas[] = {"reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "reshape to the sizes of other.", samples[] = {"(2,6) (3,4)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = emit::reshape(g, in[0], g.meta(in[1]).sizes);
  }
};
struct view_as_op {
  static constexpr Schema schemas[] = {"view_as(Tensor(a) self, Tensor other) -> Tensor(a)"};
  static constexpr uint32_t surface = kTensor;
  static constexpr std::string_view doc = "view with the sizes of other.", samples[] = {"(2,6) (3,4)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = emit::view(g, in[0], g.meta(in[1]).sizes);
  }
};
struct ravel_op {
  static constexpr Schema schemas[] = {"ravel(Tensor(a) self) -> Tensor(a)"};
  static constexpr std::string_view doc = "One dim.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    out[0] = emit::reshape(g, in[0], Dims<SymInt>{-1});
  }
};
struct flatten_op {
  static constexpr Schema schemas[] = {
      "flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)"};
  static constexpr std::string_view doc = "Merges a range of dims.", samples[] = {"(2,3,4)", "(2,3,4) start_dim=1"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int n = m.sizes.n;
    int64_t raw[2] = {in.size() > 1 && in[1].given() ? in[1].integer() : 0,
                      in.size() > 2 && in[2].given() ? in[2].integer() : -1};
    for (int64_t d : raw)
      if (d < -(n ? n : 1) || d >= (n ? n : 1)) return g.fail(Status::error(ErrorKind::index, dim_range_text(d, n)));
    int first = wrapped(raw[0], n);
    int last = wrapped(raw[1], n);
    if (first > last) return g.fail("flatten() has invalid args: start_dim cannot come after end_dim");
    if (n == 0) {
      out[0] = emit::reshape(g, in[0], Dims<SymInt>{1});
      return;
    }
    if (first == last) {
      out[0] = in[0];
      return;
    }
    Dims<SymInt> sizes;
    SymInt merged = 1;
    for (int d = 0; d < n; ++d) {
      if (d < first || d > last) {
        sizes.push(m.sizes[d]);
        continue;
      }
      merged = merged * m.sizes[d];
      if (d == last) sizes.push(merged);
    }
    out[0] = emit::reshape(g, in[0], sizes);
  }
};
struct unflatten_op {
  static constexpr Schema schemas[] = {"unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)"};
  static constexpr std::string_view doc = "Splits a dim into several.", samples[] = {"(2,6) dim=1 sizes=[3,-1]"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int n = m.sizes.n;
    int64_t raw = in[1].integer();
    if (raw < -(n ? n : 1) || raw >= (n ? n : 1)) return g.fail(Status::error(ErrorKind::index, dim_range_text(raw, n)));
    if (in[2].count == 0) return g.fail("unflatten: sizes must be non-empty");
    int d = wrapped(raw, n);
    SymInt product = 1;
    int unknown = -1;
    Dims<SymInt> parts;
    for (uint32_t k = 0; k < in[2].count; ++k) {
      parts.push(in[2].ints[k]);
      if (in[2].ints[k].hint == -1)
        unknown = int(k);
      else
        product = product * in[2].ints[k];
    }
    if (unknown >= 0 && product.hint != 0) parts[unknown] = m.sizes[d] / product;
    SymInt all = parts.product();
    if (all.hint != m.sizes[d].hint)
      return g.fail("unflatten: Provided sizes " + sizes_text(parts) + " don't multiply up to the size of dim " +
                    std::to_string(d) + " (" + std::to_string(m.sizes[d].hint) + ") in the input tensor");
    Dims<SymInt> sizes;
    for (int k = 0; k < n; ++k) {
      if (k != d) {
        sizes.push(m.sizes[k]);
        continue;
      }
      for (SymInt p : parts) sizes.push(p);
    }
    out[0] = emit::view(g, in[0], sizes);
  }
};
struct movedim_op {
  static constexpr Schema schemas[] = {
      "movedim.intlist(Tensor(a) self, int[1] source, int[1] destination) -> Tensor(a)"};
  static constexpr std::string_view aliases[] = {"moveaxis"};
  static constexpr std::string_view doc = "Moves dims to other places.",
                                    samples[] = {"(2,3,4) source=[0] destination=[2]"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int n = m.sizes.n;
    if (in[1].count != in[2].count)
      return g.fail("movedim: Invalid source or destination dims: source (" + list_text(in[1]) +
                    " dims) should contain the same number of dims as destination (" + list_text(in[2]) + " dims)");
    Dims<SymInt> order;
    order.resize(n);
    uint64_t placed = 0;
    uint64_t moved = 0;
    for (uint32_t k = 0; k < in[1].count; ++k) {
      int64_t from = in[1].ints[k].hint;
      int64_t to = in[2].ints[k].hint;
      for (int64_t d : {from, to})
        if (d < -(n ? n : 1) || d >= (n ? n : 1)) return g.fail(Status::error(ErrorKind::index, dim_range_text(d, n)));
      int f = wrapped(from, n);
      int t = wrapped(to, n);
      if (moved >> f & 1) return g.fail("movedim: repeated dim in `source` (" + list_text(in[1]) + ")");
      if (placed >> t & 1) return g.fail("movedim: repeated dim in `destination` (" + list_text(in[2]) + ")");
      moved |= uint64_t(1) << f;
      placed |= uint64_t(1) << t;
      if (n) order[t] = SymInt(f);
    }
    int next = 0;
    for (int t = 0; t < n; ++t) {
      if (placed >> t & 1) continue;
      while (moved >> next & 1) ++next;
      order[t] = SymInt(next++);
    }
    out[0] = n ? emit::permute(g, in[0], order) : in[0];
  }
  static std::string list_text(const Arg& a) {
    Dims<SymInt> d;
    for (uint32_t k = 0; k < a.count; ++k) d.push(a.ints[k]);
    return sizes_text(d);
  }
};
// adjoint, mT, H, T are attributes made of these by the bridge.
struct adjoint_op {
  static constexpr Schema schemas[] = {"adjoint(Tensor(a) self) -> Tensor(a)"};
  static constexpr std::string_view doc = "Conjugate transpose of the last two dims.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    static const OpRow& transpose = find_op("transpose");
    static const OpRow& conj = find_op("conj");
    int dims = g.meta(in[0]).sizes.n;
    if (dims == 1)
      return g.fail("tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.");
    out[0] = call(g, conj.id(), dims ? call(g, transpose.id(), in[0], -2, -1) : in[0]);
  }
};

// ---- parts

// Parts of one size; torch.split(x, 2) and chunk are this.
struct split_size_op {
  static constexpr Schema schemas[] = {"split.Tensor(Tensor(a) self, SymInt split_size, int dim=0) -> Tensor(a)[]"};
  static constexpr std::string_view grad_name = "SplitBackward0";
  static constexpr std::string_view doc = "Parts of one size along dim; the last may be smaller.",
                                    samples[] = {"(5,3) split_size=2"};
  static void vjp(OpSink& g, VjpCtx& c) { parts_gradient(g, c); }
  static int count_outs(std::span<const Arg> in, const SymMeta* const* metas) {
    int n = metas[0]->sizes.n;
    int64_t d = in.size() > 2 && in[2].given() ? in[2].integer() : 0;
    int64_t part = in[1].integer();
    if (n == 0 || d < -n || d >= n || part <= 0) return 1;
    int64_t size = metas[0]->sizes[wrapped(d, n)].hint;
    return int(std::max<int64_t>(1, (size + part - 1) / part));
  }
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int n = m.sizes.n;
    int64_t raw = in.size() > 2 && in[2].given() ? in[2].integer() : 0;
    if (n == 0) return g.fail("split expects at least a 1-dimensional tensor");
    if (raw < -n || raw >= n) return g.fail(Status::error(ErrorKind::index, dim_range_text(raw, n)));
    SymInt part = in[1].sym();
    SymInt size = m.sizes[wrapped(raw, n)];
    if (part.hint < 0)
      return g.fail("split expects split_size be non-negative, but got split_size=" + std::to_string(part.hint));
    if (part.hint == 0 && size.hint != 0)
      return g.fail("split_size can only be 0 if dimension size is 0, but got dimension size of " +
                    std::to_string(size.hint));
    Dims<SymInt> sizes;
    SymInt left = size;
    for (size_t k = 0; k < out.size(); ++k) {
      SymInt s = k + 1 == out.size() ? left : part;
      sizes.push(s);
      left = left - s;
    }
    const Arg args[] = {in[0], sizes, raw};
    call_many(g, row_split_with_sizes.id(), args, out);
  }
};
struct chunk_op {
  static constexpr Schema schemas[] = {"chunk(Tensor(a) self, int chunks, int dim=0) -> Tensor(a)[]"};
  static constexpr std::string_view doc = "At most `chunks` parts of equal size along dim.", samples[] = {"(5,3) chunks=2"};
  static constexpr std::string_view grad_name = "SplitBackward0";
  static void vjp(OpSink& g, VjpCtx& c) { parts_gradient(g, c); }
  static int64_t part_of(int64_t size, int64_t chunks) { return std::max<int64_t>(1, (size + chunks - 1) / chunks); }
  static int count_outs(std::span<const Arg> in, const SymMeta* const* metas) {
    int n = metas[0]->sizes.n;
    int64_t d = in.size() > 2 && in[2].given() ? in[2].integer() : 0;
    int64_t chunks = in[1].integer();
    if (n == 0 || d < -n || d >= n || chunks <= 0) return 1;
    int64_t size = metas[0]->sizes[wrapped(d, n)].hint;
    if (size == 0) return int(chunks);
    int64_t part = part_of(size, chunks);
    return int((size + part - 1) / part);
  }
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    SymMeta m = g.meta(in[0]);
    int n = m.sizes.n;
    int64_t raw = in.size() > 2 && in[2].given() ? in[2].integer() : 0;
    int64_t chunks = in[1].integer();
    if (n == 0) return g.fail("chunk expects at least a 1-dimensional tensor");
    if (chunks <= 0) return g.fail("chunk expects `chunks` to be greater than 0, got: " + std::to_string(chunks));
    if (raw < -n || raw >= n) return g.fail(Status::error(ErrorKind::index, dim_range_text(raw, n)));
    SymInt size = m.sizes[wrapped(raw, n)];
    SymInt part = size.hint == 0 ? SymInt(0) : ceil_div(size, SymInt(chunks));
    Dims<SymInt> sizes;
    SymInt left = size;
    for (size_t k = 0; k < out.size(); ++k) {
      SymInt s = k + 1 == out.size() ? left : part;
      sizes.push(s);
      left = left - s;
    }
    const Arg args[] = {in[0], sizes, raw};
    call_many(g, row_split_with_sizes.id(), args, out);
  }
};

// ---- parts of complex numbers, as views

struct real_op {
  static constexpr Schema schemas[] = {"real(Tensor(a) self) -> Tensor(a)"};
  static constexpr uint32_t surface = kTorch | kTensor;
  static constexpr std::string_view doc = "Real part; a real tensor itself.", samples[] = {"(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    if (!is_complex(g.meta(in[0]).dtype)) {
      out[0] = in[0];
      return;
    }
    out[0] = emit::select(g, emit::view_as_real(g, in[0]), -1, 0);
  }
};
struct imag_op {
  static constexpr Schema schemas[] = {"imag(Tensor(a) self) -> Tensor(a)"};
  static constexpr uint32_t surface = kTorch | kTensor;
  static constexpr std::string_view doc = "Imaginary part of a complex tensor.", samples[] = {"c(2,3)"};
  static void decompose(OpSink& g, std::span<const Arg> in, std::span<Value> out) {
    if (!is_complex(g.meta(in[0]).dtype)) return g.fail("imag is not implemented for tensors with non-complex dtypes.");
    out[0] = emit::select(g, emit::view_as_real(g, in[0]), -1, 1);
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/view_composite.def"

}  // namespace adder::rt
