// Taking a static run: checks, launch, results.
#include "capture/static_run.h"

#include "capture/graph_backend.h"
#include "capture/values.h"
#include "runtime/types/offset.h"

namespace adder::capture {
using rt::Tensor;
using rt::TensorImpl;

StaticRun::~StaticRun() {
  for (NumberCheck& n : numbers) dec(n.value);
  for (RunResult& r : results) dec(r.value);
}

bool equal_constants(Value a, Value b) {
  if (same(a, b)) return true;
  if (!a.is(Kind::Tuple) || !b.is(Kind::Tuple) || a.as<Tuple>()->len != b.as<Tuple>()->len) return false;
  for (uint32_t i = 0; i < a.as<Tuple>()->len; i++)
    if (!equal_constants(a.as<Tuple>()->items[i], b.as<Tuple>()->items[i])) return false;
  return true;
}

TensorImpl* TensorCheck::passes(Value v) const {
  if (!v.is(Kind::Extension) || v.as<Instance>()->type() != type) return nullptr;
  TensorImpl* t = tensor_of(v).get();
  const rt::Meta<int64_t>& m = t->meta;
  bool fits = t->keys == keys && m.dtype == meta.dtype && m.sizes == meta.sizes && m.strides == meta.strides &&
              (m.offset - meta.offset) % offset_period == 0 && m.device == meta.device &&
              t->wrapped_number == wrapped_number && t->inference == inference && t->own_version == own_version &&
              bool(t->base) == has_base && (!has_base || t->base->keys == base_keys) &&
              !t->storage->pending.load(std::memory_order_acquire);
  return fits ? t : nullptr;
}

bool fits(const StaticRun& r, const Activation& a) {
  const rt::Context& c = a.context();
  return !a.pending() && c.enabled == r.enabled && c.thread_keys == r.thread_keys &&
         c.default_dtype == r.default_dtype && c.inference_mode == r.inference_mode;
}

namespace {
Value value_of(const Trace& t, Ref r, const Value* env) {
  return r.is_constant() ? t.constants[r.index()] : env[r.index()];
}
bool checks_pass(StaticRun& r, const Trace& t, const Value* env) {
  r.met.resize(r.checks.size());
  for (size_t k = 0; k < r.checks.size(); k++) {
    const TensorCheck& c = r.checks[k];
    TensorImpl* impl = c.passes(value_of(t, c.source, env));
    if (!impl || (c.same_as >= 0 && r.met[size_t(c.same_as)] != impl)) return false;
    r.met[k] = impl;
  }
  for (const NumberCheck& n : r.numbers)
    if (!equal_constants(value_of(t, n.source, env), n.value)) return false;
  for (const IndexCheck& i : r.indices)
    if (!r.met[i.check]->storage->data || !rt::all_within(i.range, *r.met[i.check])) return false;
  if (!r.writes) return true;
  // What is written must not be the memory of anything that was another tensor when the run was learnt.
  auto first = [&](size_t k) { return r.checks[k].same_as >= 0 ? size_t(r.checks[k].same_as) : k; };
  for (size_t w = 0; w < r.checks.size(); w++) {
    if (!r.checks[w].writes) continue;
    for (size_t k = 0; k < r.checks.size(); k++)
      if (first(k) != first(w) && r.met[k]->storage == r.met[w]->storage) return false;
  }
  return true;
}
// An output of the executable as the tensor that the script sees.
Result<Tensor> settle_output(rt::Context& c, Tensor out, const RunOutput& o) {
  const rt::Storage& s = *out->storage;
  bool alone = out->refs == 1 && s.refs.load(std::memory_order_relaxed) == 1 && !out->base &&
               out->meta.offset == o.meta.offset && out->meta.sizes == o.meta.sizes &&
               out->meta.strides == o.meta.strides;
  if (!alone) {
    Tensor t = rt::new_pending_tensor(o.meta);
    TRY(give_data(c, t, out));
    out = std::move(t);
  }
  out->inference = c.inference_mode;
  out->storage->version.store(o.version, std::memory_order_relaxed);
  return out;
}
Tensor make_view(const StaticRun& r, const RunOutput& o) {
  bool of_input = o.kind == RunOutput::InputView;
  TensorImpl* from = of_input ? r.met[o.from] : r.out[o.from].get();
  rt::Meta<int64_t> meta = o.meta;
  if (of_input)
    meta.offset = (from->meta.offset * rt::bytes_of(from->meta.dtype) + meta.offset) / rt::bytes_of(meta.dtype);
  Tensor t = rt::alias_of(*from, meta);
  TensorImpl* base = o.base == RunOutput::Self ? from : o.base == RunOutput::Its ? from->base : nullptr;
  if (base) {
    ++base->refs;
    t->base = base;
  }
  t->view_kind = o.view_kind;
  return t;
}
}  // namespace

namespace {
// Runs the executable of the run, or the forward half of its joint graph; whole outputs are settled.
Status launch(StaticRun& r, rt::Context& c, LazyNode* node) {
  r.out.resize(node ? node->variant().n_forward : r.whole);
  rt::Launch launch{c, r.in, {}, r.out};
  TRY((node ? node->variant().forward : r.executable)->run(launch));
  std::vector<Tensor> saved;
  std::vector<int> saved_output;  // the whole output that it is, or -1
  if (node) {
    for (size_t k = r.graph_outputs; k < r.out.size(); k++) {
      int same = -1;
      for (size_t o = 0; o < r.whole && same < 0; o++)
        if (r.out[o].get() == r.out[k].get()) same = int(o);
      saved_output.push_back(same);
      saved.push_back(same < 0 ? std::move(r.out[k]) : Tensor());
    }
    r.out.resize(r.whole);  // views are made as eager makes them
  }
  for (size_t k = 0; k < r.whole; k++) {
    ASSIGN_OR_RETURN(r.out[k], settle_output(c, std::move(r.out[k]), r.outputs[k]));
  }
  for (size_t k = 0; k < saved.size(); k++)
    if (saved_output[k] >= 0) {
      const Tensor& o = r.out[size_t(saved_output[k])];
      saved[k] = rt::alias_of(*o, o->meta);
    }
  if (node) node->save(std::move(saved), r.out);
  return {};
}
}  // namespace

bool take(StaticRun& r, Thread& th, const Trace& t, Activation& activation, Value* env) {
  if (!checks_pass(r, t, env)) return false;
  rt::Context& c = activation.context();
  rt::WithEnabled below(c, 0);
  r.in.clear();
  for (uint32_t k : r.inputs) r.in.emplace_back(r.met[k]);
  LazyNode* node = nullptr;
  rt::NodeRef handle;
  Status status;
  if (r.joint) {
    node = new LazyNode(c, r.joint);
    handle = rt::NodeRef(node);
    status = node->pin(r.in);
  }
  if (r.writes) {
    r.versions.clear();
    for (const Tensor& in : r.in) r.versions.push_back(rt::version_of(*in));
  }
  if (status.ok()) status = launch(r, c, node);
  if (r.writes)
    for (size_t i = 0; i < r.in.size(); i++)  // an operation counts once, however the executable writes
      rt::set_version(*r.in[i], r.versions[i] + r.checks[r.inputs[i]].writes);
  if (!status.ok()) {  // out of memory: the slow way says so where the script can catch it
    r.in.clear();
    r.out.clear();
    return false;
  }
  ++activation.launches;
  ++activation.total_launches;
  ++activation.static_launches;
  for (size_t k = r.whole; k < r.outputs.size(); k++) r.out.push_back(make_view(r, r.outputs[k]));
  if (node) {
    std::vector<Tensor> outputs(r.joint->names.size());
    for (size_t k = 0; k < r.outputs.size(); k++)
      if (r.outputs[k].node_output >= 0) outputs[size_t(r.outputs[k].node_output)] = r.out[k];
    rt::attach_node(handle, outputs);
  }
  for (size_t n = r.constants; n < r.results.size(); n++) {
    const RunResult& result = r.results[n];
    Value& to = env[result.instruction];
    if (result.kind == RunResult::Output)
      to = wrap_tensor(th, r.out[result.index]);
    else
      to = inc(value_of(t, r.checks[result.index].source, env));
  }
  r.in.clear();
  r.out.clear();
  return true;
}
}  // namespace adder::capture
