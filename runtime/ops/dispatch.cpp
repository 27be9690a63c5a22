// The eager engine: shape rule, allocation, and the program or kernel of the op's kind.
#include "runtime/ops/dispatch.h"
namespace adder::rt {
Context& this_context() {
  static thread_local Context c;
  return c;
}

Status interpose(Context& c, OpId id, std::span<const Arg> in, std::span<Arg> out, uint32_t keys) {
  int top = 31 - __builtin_clz(keys);
  CHECK(c.level[top]);
  OpCall call{c, id, in, out, top};
  return c.level[top]->on_op(call);
}
void EagerSink::call(OpId id, std::span<const Arg> in, std::span<Value> out) {
  for (auto& o : out) o = Arg();
  if (!status.ok()) return;
  fail(dispatch(c_, id, in, out));
  if (!status.ok()) {
    for (auto& o : out) o = Arg();
    return;
  }
  for (auto& o : out)
    if (o.given()) owned_.push_back(Tensor::adopt(o.t));
}
std::vector<Tensor> call_eager_n(OpId id, std::span<const Arg> in) {
  Arg out[4];
  int n = row_of(id).n_outs();
  Status s = dispatch(this_context(), id, in, {out, size_t(n)});
  if (!s.ok()) {
    std::fprintf(stderr, "%.*s: %s\n", int(row_of(id).name.size()), row_of(id).name.data(), s.message().c_str());
    std::abort();
  }
  std::vector<Tensor> r;
  for (int k = 0; k < n; ++k) r.push_back(Tensor::adopt(out[k].t));
  return r;
}
Tensor call_eager(OpId id, std::initializer_list<Arg> in) {
  return std::move(call_eager_n(id, {in.begin(), in.size()})[0]);
}

namespace {
// ---- programs: built once per key
// --------------------------------------------------------------------------------------
struct CachedProgram {
  ProgramKey key{};
  bool used = false;
  Program program;
  ReduceProgram reduce;
  Types types{};
  int calls = 0;
  JitKernel jit = nullptr;
};
constexpr int kCacheSize = 1024, kJitAfter = 64;
thread_local std::unique_ptr<CachedProgram[]> program_cache;
CachedProgram& cached(const ProgramKey& key) {  // direct-mapped; the caller fills an entry whose key differs
  if (!program_cache) [[unlikely]]
    program_cache = std::make_unique<CachedProgram[]>(kCacheSize);
  return program_cache[(key.types * 0x9e3779b97f4a7c15u + key.extra * 0xd6e8feb86659fd93u) >> 54];
}

uint32_t intern(const char* s) {  // string parameters are few words from a closed set per op
  static thread_local std::vector<std::string> words;
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i] == s) return uint32_t(i + 1);
  words.emplace_back(s);
  return uint32_t(words.size());
}
// Exact, not a hash: 5 bits for each argument (none, number kinds, dtype with 0-d) after a leading 1 that fixes their
// number, then the destination's dtype; the op and its string parameters apart. (Shifted in after the op, two ops of
// different arity once met in one key.)
inline ProgramKey key_of(OpId id, std::span<const Arg> in, Arg out) {
  ProgramKey k{1, uint64_t(id) << 48};
  for (const Arg& a : in) {
    uint64_t code;
    switch (a.tag) {
      case Tag::tensor: code = 16 + unsigned(a.t->meta.dtype) * 2 + (a.t->meta.sizes.n == 0); break;
      case Tag::integer: code = 1; break;
      case Tag::floating: code = 2; break;
      case Tag::boolean: code = 3 + (a.i != 0); break;
      case Tag::dtype: code = 5 + unsigned(a.i); break;
      case Tag::string:
        code = 15;
        k.extra = (k.extra & ~0xffffffffffffull) | (k.extra << 16 & 0xffffffff0000ull) | intern(a.s);
        break;
      default: code = 0;
    }
    k.types = k.types << 5 | code;
  }
  k.types = k.types << 4 | (out.is_tensor() ? unsigned(out.t->meta.dtype) + 1 : 0);
  return k;
}
Types eager_types(const OpRow& row, std::span<const Arg> in) {
  DType d[kMaxParams];
  bool zero[kMaxParams];
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) {
      d[i] = in[i].t->meta.dtype;
      zero[i] = in[i].t->meta.sizes.n == 0;
    }
  return resolve_types(row, in, d, zero);
}
Status infer(const OpRow& row, std::span<const Arg> in, Meta<int64_t>* out) {
  const Meta<int64_t>* metas[kMaxParams];
  for (size_t i = 0; i < in.size(); ++i) metas[i] = in[i].is_tensor() ? &in[i].t->meta : nullptr;
  InferCtx<int64_t> c{row, in, metas, out, {}};
  row.infer(c);
  return std::move(c.status);
}
void read_scalars(std::span<const Arg> in, ScalarArg* s) {
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_number()) s[i] = {in[i].number(), in[i].tag == Tag::floating ? int64_t(in[i].f) : in[i].i};
}
bool same_sizes(const Sizes& a, const Sizes& b) {
  if (a.n != b.n) return false;
  for (int i = 0; i < a.n; ++i)
    if (a[i] != b[i]) return false;
  return true;
}
Status check_destination(const TensorImpl& dest, const Sizes& sizes, DType result) {
  if (!same_sizes(dest.meta.sizes, sizes))
    return Status::error("output with shape " + shape_text(dest.meta.sizes) + " doesn't match the broadcast shape " +
                         shape_text(sizes));
  if (category_of(result) > category_of(dest.meta.dtype))
    return Status::error(std::string("result type ") + kDTypes[int(result)].name +
                         " can't be cast to the desired output type " + kDTypes[int(dest.meta.dtype)].name);
  return {};
}
bool partial_overlap(
    const TensorImpl& dest,
    const TensorImpl& in) {  // same storage, walked differently: an element could be read after it was written
  if (dest.storage != in.storage) return false;
  if (dest.meta.offset != in.meta.offset || !same_sizes(dest.meta.sizes, in.meta.sizes)) return true;
  return !same_sizes(dest.meta.strides, in.meta.strides);
}

Status run_pointwise(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out) {
  ProgramKey key = key_of(row.id(), in, out[0]);
  CachedProgram& e = cached(key);
  if (!e.used || !(e.key == key)) {
    e = {};
    e.types = eager_types(row, in);
    TRY(program_for(row, in, out[0].is_tensor() ? out[0].t->meta.dtype : e.types.out, e.program));
    e.key = key;
    e.used = true;
  }
  const TensorImpl* first = nullptr;
  bool dense = true;
  int n_in = 0;
  for (const Arg& a : in)
    if (a.is_tensor()) {
      if (!first) first = a.t;
      dense &= a.t->contiguous && (a.t == first || same_sizes(a.t->meta.sizes, first->meta.sizes));
      ++n_in;
    }
  CHECK(first);
  Tensor fresh;
  TensorImpl* dest = out[0].is_tensor() ? out[0].t : nullptr;
  Meta<int64_t> meta;
  const Sizes* sizes = &first->meta.sizes;
  if (!dense) {
    TRY(infer(row, in, &meta));
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
    fresh = new_tensor(e.types.out, *sizes);
    dest = fresh.get();
  }
  ScalarArg scalars[kScalars];
  read_scalars(in, scalars);
  if (dense && c.jit && c.executor == Executor::tiles) {
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
  LoopNest nest;
  nest.n_operands = n_in + 1;
  int k = 0;
  if (dense) {
    nest.n_dims = 1;
    nest.sizes[0] = dest->numel;
    for (const Arg& a : in)
      if (a.is_tensor()) {
        nest.operand[k].data = static_cast<char*>(a.t->data());
        nest.operand[k].type = raw_type(a.t->meta.dtype);
        nest.operand[k++].strides[0] = 1;
      }
    nest.operand[k].strides[0] = 1;
  } else {
    nest.n_dims = sizes->n;
    std::copy(sizes->begin(), sizes->end(), nest.sizes);
    for (const Arg& a : in)
      if (a.is_tensor()) {
        auto& o = nest.operand[k++];
        o.data = static_cast<char*>(a.t->data());
        o.type = raw_type(a.t->meta.dtype);
        int lead = sizes->n - a.t->meta.sizes.n;
        for (int d = 0; d < sizes->n; ++d)
          o.strides[d] = d < lead || a.t->meta.sizes[d - lead] == 1 ? 0 : a.t->meta.strides[d - lead];
      }
    std::copy(dest->meta.strides.begin(), dest->meta.strides.end(), nest.operand[k].strides);
  }
  nest.operand[k].data = static_cast<char*>(dest->data());
  nest.operand[k].type = raw_type(dest->meta.dtype);
  run_elementwise(e.program, nest, scalars, c.executor);
  if (fresh) out[0] = Arg(fresh.release());
  return {};
}

Status reduce_program(const OpRow& row, std::span<const Arg> in, DType compute, const Tensor* outs, ReduceProgram& p) {
  KType t = compute_type(compute);
  DType stored = in[0].t->meta.dtype;
  ProgramBuilder b;
  Acc init = row.init(b, t);
  for (int j = 0; j < init.n; ++j) {
    p.acc.push_back(init[j].type);
    b.store_raw(init[j]);
  }
  Program start = b.finish();
  Cell cells[4];
  ScalarArg none[kScalars];
  evaluate(start, nullptr, none, 0, cells);
  p.init.assign(cells, cells + init.n);
  auto load_acc = [&](ProgramBuilder& pb, int at) {
    Acc a{};
    for (size_t j = 0; j < p.acc.size(); ++j) a.r[a.n++] = pb.load_raw(at + int(j), p.acc[j]);
    return a;
  };
  auto store_acc = [](ProgramBuilder& pb, Acc a) {
    for (int j = 0; j < a.n; ++j) pb.store_raw(a[j]);
    return pb.finish();
  };
  ProgramBuilder step, merge, last;
  Acc have = load_acc(step, 0);
  Reg x = step.cast(step.load(init.n, stored), t);
  p.step = store_acc(step, row.combine(step, have, row.lift(step, x, step.index())));
  Acc left = load_acc(merge, 0), right = load_acc(merge, init.n);
  p.combine = store_acc(merge, row.combine(merge, left, right));
  Acc total = load_acc(last, 0), r = row.finish(last, total, Args(last, in, t, nullptr));
  for (int j = 0; j < row.n_outs(); ++j) last.store(r[j], outs[j]->meta.dtype);
  p.finish = last.finish();
  if (step.failed() || merge.failed() || last.failed())
    return Status::error("\"" + std::string(row.name) + "\" not implemented for '" + kDTypes[int(compute)].name + "'");
  return {};
}
Status run_reduction(Context& c, const OpRow& row, std::span<const Arg> in, std::span<const Tensor> outs) {
  const TensorImpl& x = *in[0].t;
  uint32_t mask = reduced_dims(in, x.meta.sizes.n);
  if (x.numel == 0 && outs[0]->numel && (row.name == "amax" || row.name == "max_dim"))
    return Status::error(std::string(row.canonical().base_name()) +
                         "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                         "with the 'dim' argument.");
  ReduceNest nest;
  nest.kept.n_operands = 1 + int(outs.size());
  nest.reduced.n_operands = 1;
  auto& kx = nest.kept.operand[0];
  auto& rx = nest.reduced.operand[0];
  kx.data = rx.data = static_cast<char*>(x.data());
  kx.type = rx.type = raw_type(x.meta.dtype);
  for (int d = 0; d < x.meta.sizes.n; ++d) {
    LoopNest& n = mask >> d & 1 ? nest.reduced : nest.kept;
    n.operand[0].strides[n.n_dims] = x.meta.strides[d];
    n.sizes[n.n_dims++] = x.meta.sizes[d];
  }
  for (size_t k = 0; k < outs.size(); ++k) {
    auto& o = nest.kept.operand[1 + k];
    o.data = static_cast<char*>(outs[k]->data());
    o.type = raw_type(outs[k]->meta.dtype);
    bool keep = outs[k]->meta.sizes.n == x.meta.sizes.n;
    for (int d = 0, w = 0; d < outs[k]->meta.sizes.n; ++d)
      if (!keep || !(mask >> d & 1)) o.strides[w++] = outs[k]->meta.strides[d];
  }
  ScalarArg scalars[kScalars];
  read_scalars(in, scalars);
  ProgramKey key = key_of(row.id(), in, Arg(outs[0]));
  CachedProgram& e = cached(key);
  if (!e.used || !(e.key == key)) {
    e = {};
    TRY(reduce_program(row, in, eager_types(row, in).compute, outs.data(), e.reduce));
    e.key = key;
    e.used = true;
  }
  run_reduce(e.reduce, nest, scalars, c.threads, c.executor);
  return {};
}
}  // namespace

Status program_for(const OpRow& row, std::span<const Arg> in, DType out, Program& p) {
  ProgramBuilder b;
  Types t = eager_types(row, in);
  KType compute = compute_type(t.compute);
  Reg loaded[kMaxParams];
  int operand = 0;
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) {
      Reg r = b.load(operand++, in[i].t->meta.dtype);
      loaded[i] = b.cast(r, row.promotion == Promotion::select && i == 0 ? kB8 : compute);
    }
  b.store(row.formula(b, Args(b, in, compute, loaded)), out);
  if (b.failed())
    return Status::error("\"" + std::string(row.name) + "\" not implemented for '" + kDTypes[int(t.compute)].name +
                         "'");
  p = b.finish();
  return {};
}

Status run_op(Context& c, OpId id, std::span<const Arg> in, std::span<Arg> out) {
  const OpRow& row = row_of(id);
  if (row.kind == OpKind::pointwise) [[likely]] {
    if (out[0].is_tensor()) ++out[0].t->storage->version;
    return run_pointwise(c, row, in, out);
  }
  if (row.kind == OpKind::composite) {
    EagerSink g(c);
    Value values[4];
    row.decompose(g, in, {values, out.size()});
    if (!g.status.ok()) return std::move(g.status);
    for (size_t k = 0; k < out.size(); ++k) out[k] = Arg(Tensor(values[k].t).release());
    return {};
  }
  Meta<int64_t> meta[4];
  TRY(infer(row, in, meta));
  if (row.kind == OpKind::view) {
    out[0] = Arg(alias_of(*in[0].t, meta[0]).release());
    return {};
  }
  Tensor results[4];
  for (size_t k = 0; k < out.size(); ++k) {
    if (!out[k].is_tensor()) {
      results[k] = new_tensor(meta[k].dtype, meta[k].sizes);
      continue;
    }
    TRY(check_destination(*out[k].t, meta[k].sizes, meta[k].dtype));
    results[k] = Tensor(out[k].t);
    ++out[k].t->storage->version;
  }
  std::span<const Tensor> r{results, out.size()};
  TRY(row.kind == OpKind::reduction ? run_reduction(c, row, in, r) : row.eager(c, in, r));
  for (size_t k = 0; k < out.size(); ++k)
    if (!out[k].is_tensor()) out[k] = Arg(results[k].release());
  return {};
}
}  // namespace adder::rt
