// Pointwise ops: the scalar program of (op, dtypes, static parameters), the result's strides, and the loop nest.
#include <algorithm>
#include "runtime/ops/engine.h"

namespace adder::rt {
namespace {

// Which of two dims of the result is walked faster, seen over all operands; 0 when they do not say.
int compare_dims(const Sizes& sizes, std::span<const Meta<int64_t>* const> operands, int d0, int d1) {
  for (const Meta<int64_t>* m : operands) {
    int lead = sizes.n - m->sizes.n;
    if (d0 < lead || d1 < lead) continue;
    int64_t s0 = m->sizes[d0 - lead] == 1 && sizes[d0] != 1 ? 0 : m->strides[d0 - lead];
    int64_t s1 = m->sizes[d1 - lead] == 1 && sizes[d1] != 1 ? 0 : m->strides[d1 - lead];
    if (s0 == 0 || s1 == 0) continue;
    if (s0 != s1) return s0 < s1 ? -1 : 1;
    if (sizes[d0] > sizes[d1]) return 1;
  }
  return 0;
}

LoopNest flat_nest(std::span<const Arg> in, const TensorImpl& dest, int n_in) {
  LoopNest nest;
  nest.n_operands = n_in + 1;
  nest.n_dims = 1;
  nest.sizes[0] = dest.numel;
  int k = 0;
  auto put = [&](const TensorImpl& t) {
    nest.operand[k].data = static_cast<char*>(t.data());
    nest.operand[k].type = raw_type(t.meta.dtype);
    nest.operand[k++].strides[0] = 1;
  };
  for (const Arg& a : in)
    if (a.is_tensor()) put(*a.t);
  put(dest);
  return nest;
}

LoopNest strided_nest(std::span<const Arg> in, const TensorImpl& dest, int n_in) {
  LoopNest nest;
  const Sizes& sizes = dest.meta.sizes;
  nest.n_operands = n_in + 1;
  nest.n_dims = sizes.n;
  int k = 0;
  for (const Arg& a : in) {
    if (!a.is_tensor()) continue;
    Operand& o = nest.operand[k++];
    o.data = static_cast<char*>(a.t->data());
    o.type = raw_type(a.t->meta.dtype);
    int lead = sizes.n - a.t->meta.sizes.n;
    for (int d = 0; d < sizes.n; ++d)
      o.strides[d] = d < lead || a.t->meta.sizes[d - lead] == 1 ? 0 : a.t->meta.strides[d - lead];
  }
  Operand& o = nest.operand[k];
  o.data = static_cast<char*>(dest.data());
  o.type = raw_type(dest.meta.dtype);
  std::copy(sizes.begin(), sizes.end(), nest.sizes);
  std::copy(dest.meta.strides.begin(), dest.meta.strides.end(), o.strides);
  return nest;
}

// Dims of the destination in the order of its strides, so that a transposed result is walked as memory lies.
void order_by_destination(LoopNest& nest) {
  const int64_t* s = nest.operand[nest.n_operands - 1].strides;
  bool sorted = true;
  for (int d = 0; d + 1 < nest.n_dims; ++d) sorted &= std::abs(s[d]) >= std::abs(s[d + 1]) || nest.sizes[d] == 1;
  if (sorted) return;
  int order[kMaxDims];
  for (int d = 0; d < nest.n_dims; ++d) order[d] = d;
  std::stable_sort(order, order + nest.n_dims, [&](int a, int b) { return std::abs(s[a]) > std::abs(s[b]); });
  LoopNest old = nest;
  for (int d = 0; d < nest.n_dims; ++d) {
    nest.sizes[d] = old.sizes[order[d]];
    for (int k = 0; k < nest.n_operands; ++k) nest.operand[k].strides[d] = old.operand[k].strides[order[d]];
  }
}

Status ensure_program(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out, CachedProgram*& e) {
  ProgramKey key = key_of(c, row.id(), in, out[0]);
  e = &c.caches->entry(key);
  if (e->used && e->key == key) [[likely]]
    return {};
  TRY(check_dtypes(row, in));
  Meta<int64_t> meta;  // what is wrong with the shapes comes before what is wrong with the dtypes
  TRY(infer(c, row, in, {&meta, 1}));
  CachedProgram fresh;
  fresh.types = eager_types(c, row, in);
  TRY(program_for(c, row, in, out[0].is_tensor() ? out[0].t->meta.dtype : fresh.types.out, fresh.program));
  fresh.key = key;
  fresh.used = true;
  *e = std::move(fresh);
  return {};
}

}  // namespace

Sizes pointwise_strides(const Sizes& sizes, std::span<const Meta<int64_t>* const> operands) {
  Dims<int64_t> order;  // fastest dim first
  for (int d = sizes.n; d-- > 0;) order.push(d);
  for (int i = 1; i < order.n; ++i) {
    int d1 = i;
    for (int d0 = i - 1; d0 >= 0; --d0) {
      int c = compare_dims(sizes, operands, int(order[d0]), int(order[d1]));
      if (c > 0) {
        std::swap(order[d0], order[d1]);
        d1 = d0;
      } else if (c < 0) {
        break;
      }
    }
  }
  Sizes strides;
  strides.resize(sizes.n);
  int64_t s = 1;
  for (int64_t d : order) {
    strides[int(d)] = s;
    s *= std::max<int64_t>(sizes[int(d)], 1);
  }
  return strides;
}

Reg operand_in_compute(ProgramBuilder& b, const OpRow& row, size_t i, Reg loaded, DType from, bool no_dims,
                       DType compute) {
  bool mask = row.promotion == Promotion::select && i == 0;
  if (mask) return b.cast(loaded, kB8);
  bool exact = row.promotion == Promotion::cast || (row.exact_number && i == 1 && no_dims);
  if (!exact) loaded = b.round_to(loaded, from, compute);  // as PyTorch's cast does
  return b.cast(loaded, compute_type(compute));
}

Status program_for(Context& c, const OpRow& row, std::span<const Arg> in, DType out, Program& p) {
  ProgramBuilder b;
  Types t = eager_types(c, row, in);
  KType compute = compute_type(t.compute);
  Reg loaded[kMaxParams];
  int operand = 0;
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) {
      const Meta<int64_t>& m = in[i].t->meta;
      loaded[i] = operand_in_compute(b, row, i, b.load(operand++, m.dtype), m.dtype, m.sizes.n == 0, t.compute);
    }
  b.store(row.formula(b, Args(b, in, compute, loaded, t.compute)), out, t.out);
  if (b.failed()) return not_implemented(row, t.compute);
  p = b.finish();
  return {};
}

Status run_pointwise(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out) {
  CachedProgram* found;
  TRY(ensure_program(c, row, in, out, found));
  CachedProgram& e = *found;
  const TensorImpl* first = nullptr;
  bool dense = true;
  int n_in = 0;
  const Arg* format = nullptr;  // clone and to take one; preserve means what every pointwise op does
  for (const Arg& a : in)
    if (a.is_tensor()) {
      if (!first) first = a.t;
      dense &= a.t->contiguous && has_data(*a.t) && (a.t == first || a.t->meta.sizes == first->meta.sizes);
      ++n_in;
    } else if (a.tag == Tag::memory_format && a.memory_format() != MemoryFormat::preserve) {
      format = &a;
    }
  dense &= !format || format->memory_format() == MemoryFormat::contiguous;
  CHECK(first && n_in < kMaxOperands);
  Tensor fresh;
  TensorImpl* dest = out[0].is_tensor() ? out[0].t : nullptr;
  Meta<int64_t> meta;
  const Sizes* sizes = &first->meta.sizes;
  if (!dense) {
    TRY(infer(c, row, in, {&meta, 1}));
    sizes = &meta.sizes;
  }
  if (dest) {
    TRY(check_destination(*dest, *sizes, e.types.out));
    for (const Arg& a : in)
      if (a.is_tensor() && partial_overlap(*dest, *a.t)) {
        Arg temporary[1];
        TRY(run_pointwise(c, row, in, temporary));
        Tensor hold = Tensor::adopt(temporary[0].t);
        const Arg copy[] = {hold, dest->meta.dtype};
        static const OpRow& to = find_op("to");
        return run_pointwise(c, to, copy, out);
      }
    dense &= dest->contiguous;
  } else {
    if (dense) {
      fresh = new_tensor(e.types.out, *sizes);
    } else {
      const Meta<int64_t>* operands[kMaxOperands];
      int k = 0;
      for (const Arg& a : in)
        if (a.is_tensor()) operands[k++] = &a.t->meta;
      meta.dtype = e.types.out;
      if (format && format->memory_format() == MemoryFormat::contiguous)
        meta.strides.resize(0);
      else if (format)
        meta.strides = channels_last_strides(*sizes);
      else
        meta.strides = pointwise_strides(*sizes, {operands, size_t(k)});
      ASSIGN_OR_RETURN(fresh, allocate(meta));
    }
    fresh->inference = c.inference_mode;
    dest = fresh.get();
  }
  if (!has_data(*dest)) {
    if (fresh) out[0] = Arg(fresh.release());
    return {};
  }
  ScalarArg scalars[kScalars];
  read_scalars(in, is_complex(e.types.compute), scalars);
  if (dense && c.jit && c.executor == Executor::tiles && pointwise_is_jittable(e.program)) {
    if (++e.calls == kJitAfter) e.jit = c.jit(row, e.program);
    if (e.jit) {
      void* ops[kMaxOperands];
      int k = 0;
      for (const Arg& a : in)
        if (a.is_tensor()) ops[k++] = a.t->data();
      ops[k] = dest->data();
      e.jit(ops, dest->numel, scalars);
      if (fresh) out[0] = Arg(fresh.release());
      return {};
    }
  }
  LoopNest nest = dense ? flat_nest(in, *dest, n_in) : strided_nest(in, *dest, n_in);
  if (!dense) order_by_destination(nest);
  run_elementwise(e.program, nest, scalars, c.executor, c.pool.get());
  if (fresh) out[0] = Arg(fresh.release());
  return {};
}

bool pointwise_is_jittable(const Program& p) {
  for (const Instr& i : p.code)
    if (i.type >= kU8 || i.result >= kU8) return false;
  return true;
}

}  // namespace adder::rt
