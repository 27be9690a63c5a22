// The saved set of an op: its gradient rule runs once over values that only have shapes, and what it touches is what
// the tape keeps.
#include <bit>
#include <functional>

#include "runtime/autograd/autograd.h"

namespace adder::rt {
namespace {

class ProbeSink : public OpSink {
 public:
  explicit ProbeSink(DType default_type) { default_dtype = default_type; }
  Value input(const SymMeta& m) {
    metas_.push_back(m);
    return Arg::graph_value(metas_.size());
  }
  SymMeta meta(Value v) override { return v.is_tensor() ? metas_[v.value - 1] : SymMeta(); }
  void call(OpId id, std::span<const Arg> in, std::span<Value> out) override {
    for (Value& o : out) o = Arg();
    if (!status.ok()) return;
    const OpRow& row = row_of(id);
    if (row.kind == OpKind::composite) return row.decompose(*this, in, out);
    std::vector<SymMeta> copies(in.size());
    std::vector<const SymMeta*> at(in.size());
    for (size_t i = 0; i < in.size(); ++i)
      if (in[i].is_tensor()) {
        copies[i] = metas_[in[i].value - 1];
        at[i] = &copies[i];
      }
    std::vector<SymMeta> result(out.size());
    InferCtx<SymInt> c{row, in, at.data(), result.data(), int(out.size()), default_dtype, {}};
    row.infer_sym(c);
    if (!c.status.ok()) return fail(std::move(c.status));
    for (size_t k = 0; k < out.size(); ++k) {
      if (result[k].strides.n != result[k].sizes.n) result[k].set_contiguous();
      out[k] = input(result[k]);
    }
  }

 private:
  std::vector<SymMeta> metas_;
};

// `whole`: the rule ran to its end, and did not refuse these sizes, which says nothing of others. `unchecked`: the op has
// not run yet and may refuse its operands.
SavedSet probe(Context& c, OpId id, const NeedMask& needs, std::span<const Arg> args, std::span<const SymMeta> metas,
               std::span<const SymMeta> out_metas, bool& whole, bool unchecked) {
  ProbeSink g(c.default_dtype);
  std::vector<Arg> in(args.begin(), args.end());
  std::vector<Value> outs;
  std::vector<Value> grads;
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) in[i] = g.input(metas[i]);
  for (const SymMeta& m : out_metas) {
    outs.push_back(g.input(m));
    grads.push_back(is_differentiable(m.dtype) ? g.input(m) : Arg());
  }
  const OpRow& row = row_of(id);
  if (unchecked && row.infer_sym) {
    std::vector<Value> trial(outs.size());
    g.call(id, in, trial);
    if (!(whole = g.status.ok())) return {};
  }
  VjpCtx v(g, in, metas, outs, out_metas, grads, needs);
  row.vjp(g, v);
  whole = g.status.ok();
  return {v.touched_in, v.touched_out};
}

// Of what a rule may look at beside the data.
uint64_t hash_of(std::span<const Arg> args, std::span<const SymMeta> metas) {
  uint64_t h = 0;
  auto mix = [&h](uint64_t v) { h = (std::rotl(h, 23) ^ v) * 0x9e3779b97f4a7c15u; };
  for (size_t i = 0; i < args.size(); ++i) {
    const Arg& a = args[i];
    mix(uint64_t(a.tag) | uint64_t(a.count) << 8);
    switch (a.tag) {
      case Tag::tensor:
        mix(uint64_t(metas[i].dtype) | uint64_t(metas[i].sizes.n) << 8);
        for (int d = 0; d < metas[i].sizes.n; ++d) mix(uint64_t(metas[i].sizes[d].hint));
        break;
      case Tag::string: mix(std::hash<std::string_view>()(a.s)); break;
      case Tag::complex_number:
        mix(std::bit_cast<uint64_t>(a.z->re));
        mix(std::bit_cast<uint64_t>(a.z->im));
        break;
      case Tag::int_list:
        for (uint32_t k = 0; k < a.count; ++k) mix(uint64_t(a.ints[k].hint));
        break;
      case Tag::float_list:
        for (uint32_t k = 0; k < a.count; ++k) mix(std::bit_cast<uint64_t>(a.floats[k]));
        break;
      case Tag::bool_list:
        for (uint32_t k = 0; k < a.count; ++k) mix(a.bools[k]);
        break;
      case Tag::integer:
      case Tag::floating:
      case Tag::boolean:
      case Tag::dtype: mix(a.value); break;
      default: break;
    }
  }
  return h;
}

}  // namespace

SavedSet saved_set(Context& c, OpId id, const NeedMask& needs, std::span<const Arg> args,
                   std::span<const SymMeta> metas, std::span<const SymMeta> out_metas, bool unchecked) {
  bool whole = true;
  if (args.size() > 64 || !needs.small()) return probe(c, id, needs, args, metas, out_metas, whole, unchecked);
  SavedKey key{id, needs.low(), hash_of(args, metas)};
  OpCaches& caches = *c.caches;
  if (!caches.saved) caches.saved = std::make_unique<CachedSaved[]>(kCacheSize);
  uint64_t hash = (uint64_t(id) << 40 ^ key.needs << 20 ^ key.values) * 0x9e3779b97f4a7c15u;
  CachedSaved& e = caches.saved[hash >> 54];
  if (e.used && e.key == key) return e.set;
  e = {key, true, probe(c, id, needs, args, metas, out_metas, whole, unchecked)};
  e.used = whole;
  return e.set;
}

}  // namespace adder::rt
