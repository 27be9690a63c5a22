#include "capture/activation.h"

#include <algorithm>
#include <cstring>

#include "capture/graph_backend.h"
#include "capture/public_nodes.h"
#include "runtime/ops/engine.h"
#include "runtime/ops/index_range.h"

namespace adder::capture {
using rt::Arg;
using rt::Meta;
using rt::OpKind;
using rt::OpRow;

using rt::Storage;
using rt::Tensor;
using rt::TensorImpl;

Activation::~Activation() {
  while (on_) suspend();
}

void Activation::start(SegmentCache& cache) {
  cache_ = &cache;
  wants_nodes = cache.wants_nodes();
  launches = 0;
  resume();
}
Segment* Activation::noted_segment() {
  if (!wants_nodes) return nullptr;
  if (!segment_.nodes) segment_.nodes = std::make_shared<PublicNodes>();
  return &segment_;
}
Status Activation::finish() {
  Status s = launch(Cause::End);
  suspend();
  return s;
}
void Activation::resume() {
  if (on_++) return;
  below_ = context_.level[rt::kRecorderLevel];
  context_.install(rt::kRecorderLevel, this);
}
void Activation::suspend() {
  if (!on_ || --on_) return;
  context_.remove(rt::kRecorderLevel);
  if (below_) context_.install(rt::kRecorderLevel, below_);
}

// Operations whose sizes depend on data, or that may raise on data, or that have no shape rule, are carried out at
// once; their operands are touched, which launches what they need. Where all that can raise is an index out of range,
// the indices are looked at now, if they are there.
bool Activation::can_defer(const OpRow& row, const rt::OpCall& call) const {
  if (row.kind == OpKind::composite) return false;
  if (!row.infer) return false;
  if (row.kind == OpKind::random && !draws_surely(row, call)) return false;
  for (const Arg& a : call.in) {
    if (row.guard && a.is_tensor() && a.t->numel == 0) return false;  // extremes of nothing raise
    if (a.tag == rt::Tag::generator || a.tag == rt::Tag::symbol || a.tag == rt::Tag::object) return false;
    if (a.is_tensor() && (a.t->meta.device.type != rt::DeviceType::cpu)) return false;
  }
  for (const Arg& a : call.out)
    if (a.is_tensor() && a.t->meta.device.type != rt::DeviceType::cpu) return false;
  if (row.may_raise && !indices_fit(row, call)) return false;
  return call.in.size() <= 24 && !call.out.empty();
}
// Random ops keep their place in the order of drawing, so they may wait if they cannot fail then.
bool Activation::draws_surely(const OpRow& row, const rt::OpCall& call) {
  bool into = !call.out.empty() && call.out[0].is_tensor();
  if (into && !rt::is_floating(call.out[0].t->meta.dtype)) return false;
  return row.draws_surely && row.draws_surely(call.in);
}
bool Activation::indices_fit(const OpRow& row, const rt::OpCall& call) const {
  std::optional<rt::IndexRange> range = rt::index_range(row, call.in);
  if (!range) return false;
  const TensorImpl& indices = *call.in[size_t(range->argument)].t;
  if (uint32_t n = known_as(indices); n && !segment_.values[n].from_outside) {
    const DeferredOp& maker = segment_.ops[segment_.values[n].producer];
    auto made = rt::values_made(rt::row_of(maker.id), maker.args);
    return made && !written_.count(indices.storage) && range->holds(made->first, made->second);
  }
  PendingWork* pending = indices.storage->pending.load(std::memory_order_acquire);
  bool there = indices.storage->data && (!pending || pending == this) && !written_.count(indices.storage);
  return there && rt::all_within(*range, indices);
}

// Metadata and errors of the results, without their data. Pointwise operations are run on tensors of the meta device,
// which takes the engine's own way through promotion, broadcasting and checks.
Status Activation::infer(const OpRow& row, rt::OpCall& call, std::vector<Meta<int64_t>>& metas) {
  TRY(rt::check_overlap(context_, row, call.in, call.out));
  metas.resize(call.out.size());
  if (row.kind != OpKind::pointwise) {
    TRY(rt::check_dtypes(row, call.in));
    TRY(rt::infer(context_, row, call.in, metas));
    for (size_t k = 0; k < metas.size(); ++k)
      if (call.out[k].is_tensor()) TRY(rt::check_destination(*call.out[k].t, metas[k].sizes, metas[k].dtype));
    for (Meta<int64_t>& m : metas)
      if (m.strides.n != m.sizes.n) m.set_contiguous();
    return {};
  }
  Arg in[24], out[1];
  Tensor shadows[25];
  auto shadow = [](const TensorImpl& t) {
    TensorImpl* s = rt::new_impl();
    s->meta = t.meta;
    s->meta.device = rt::Device{rt::DeviceType::meta};
    s->meta.offset = 0;
    s->numel = t.numel;
    s->contiguous = t.contiguous;
    s->wrapped_number = t.wrapped_number;
    s->storage = rt::new_storage_without_data(0);
    return Tensor::adopt(s);
  };
  for (size_t i = 0; i < call.in.size(); ++i) {
    in[i] = call.in[i];
    if (!in[i].is_tensor()) continue;
    shadows[i] = shadow(*in[i].t);
    in[i] = Arg(shadows[i]);
  }
  if (call.out[0].is_tensor()) {
    shadows[24] = shadow(*call.out[0].t);
    out[0] = Arg(shadows[24]);
  }
  rt::WithEnabled below(context_, 0);
  TRY(rt::run_op(context_, call.id, {in, call.in.size()}, {out, 1}));
  metas[0] = out[0].t->meta;
  metas[0].device = {};
  if (!call.out[0].is_tensor()) Tensor::adopt(out[0].t);
  return {};
}

void Activation::mark(Storage* s) {
  if (s->pending.load(std::memory_order_relaxed) == this) return;
  s->pending.store(this, std::memory_order_release);
  rt::retain_storage(s);
  marked_.push_back(s);
}
// The number of a tensor's value, 0: it is none of the segment's. Tensors that share a storage without an operation
// between them (detach(), what autograd saves) are one value.
uint32_t Activation::known_as(const TensorImpl& t) const {
  if (t.trace >> 32 == batch_) return uint32_t(t.trace);
  if (t.storage->data) return 0;
  auto it = made_.find(t.storage);
  if (it == made_.end()) return 0;
  const rt::Meta<int64_t>& m = segment_.values[it->second].tensor->meta;
  bool same =
      m.sizes == t.meta.sizes && m.strides == t.meta.strides && m.offset == t.meta.offset && m.dtype == t.meta.dtype;
  return same ? it->second : 0;
}
uint32_t Activation::value_of(TensorImpl* t) {
  if (uint32_t known = known_as(*t)) return known;
  uint32_t n = uint32_t(segment_.values.size());
  segment_.values.push_back({Tensor(t), true, 0});
  segment_.inputs.push_back(n);
  t->trace = batch_ << 32 | n;
  ++entered_[t->storage];
  mark(t->storage);
  return n;
}
bool Activation::needs_launch_first(const rt::OpCall& call) {
  if (segment_.ops.empty()) return false;
  // Another layout of a storage that the segment has yet to make.
  auto unknown = [&](const Arg& a) { return a.is_tensor() && made_.count(a.t->storage) && !known_as(*a.t); };
  for (const Arg& a : call.in)
    if (unknown(a)) return true;
  for (const Arg& a : call.out)
    if (unknown(a)) return true;
  for (const Arg& a : call.in)
    if (a.is_tensor() && !known_as(*a.t) && written_.count(a.t->storage)) return true;
  for (const Arg& a : call.out) {
    if (!a.is_tensor()) continue;
    bool known = known_as(*a.t);
    auto e = entered_.find(a.t->storage);
    uint32_t others = e == entered_.end() ? 0 : e->second;
    if (others > (known ? 1u : 0u)) return true;
    if (!known && written_.count(a.t->storage)) return true;
  }
  return false;
}
// Does it write a tensor from outside whose memory another operand from outside shares? A segment knows its inputs by
// number only.
bool Activation::overlaps_from_outside(const rt::OpCall& call) const {
  auto outside = [&](const TensorImpl& t) {
    uint32_t n = known_as(t);
    return !n || segment_.values[n].from_outside;
  };
  for (const Arg& o : call.out) {
    if (!o.is_tensor() || !outside(*o.t)) continue;
    for (const Arg& a : call.in)
      if (a.is_tensor() && a.t != o.t && a.t->storage == o.t->storage && outside(*a.t)) return true;
  }
  return false;
}
Status Activation::on_op(rt::OpCall& call) {
  const OpRow& row = rt::row_of(call.id);
  TRY(rt::check_writable(context_, call.out));
  if (!can_defer(row, call) || overlaps_from_outside(call)) {
    ++refused;
    if (pending()) TRY(launch(Cause::Refused));
    if (row.kind == OpKind::composite) return call.next();  // its parts are deferred
    // A kernel reads the results of the operations that it issues itself.
    rt::WithEnabled now(context_, ~(1u << rt::kRecorderLevel));
    return call.next();
  }
  // Other deferred work on an operand comes first.
  for (const Arg& a : call.in)
    if (a.is_tensor()) {
      PendingWork* p = a.t->storage->pending.load(std::memory_order_acquire);
      if (p && p != this) TRY(p->flush(*a.t->storage, false));
    }
  for (const Arg& a : call.out)
    if (a.is_tensor()) {
      PendingWork* p = a.t->storage->pending.load(std::memory_order_acquire);
      if (p && p != this) TRY(p->flush(*a.t->storage, true));
    }
  if (needs_launch_first(call)) TRY(launch(Cause::Write));
  if (row.kind == OpKind::view) {
    bool in_place = false;
    for (const Arg& a : call.out) in_place |= a.is_tensor();
    if (in_place) {
      ++refused;
      if (pending()) TRY(launch(Cause::Refused));
      return call.next();
    }
    TRY(call.next());
    return defer(row, call, {});
  }
  std::vector<Meta<int64_t>> metas;
  TRY(infer(row, call, metas));
  if (row.kind == OpKind::random && !rt::is_floating(metas[0].dtype)) {
    ++refused;
    if (pending()) TRY(launch(Cause::Refused));
    rt::WithEnabled now(context_, ~(1u << rt::kRecorderLevel));
    return call.next();
  }
  TRY(defer(row, call, metas));
  return one_by_one ? launch(Cause::Look) : Status();
}
Status Activation::defer(const OpRow& row, rt::OpCall& call, const std::vector<Meta<int64_t>>& metas) {
  if (segment_.ops.empty() && launches && on_second_segment && row.kind != OpKind::view) on_second_segment(last_cause_);
  DeferredOp op{call.id,
                {call.in.begin(), call.in.end()},
                {},
                {},
                {},
                rt::grad_mode(context_),
                context_.default_dtype,
                source ? source() : std::string()};
  for (Arg& a : op.args) {
    op.operands.push_back(a.is_tensor() ? value_of(a.t) : 0);
    if (a.is_tensor()) a.t = segment_.values[op.operands.back()].tensor.get();  // the one that the segment keeps alive
    switch (a.tag) {  // what an argument points to outlives the call
      case rt::Tag::int_list:
        segment_.int_lists.emplace_back(a.ints, a.ints + a.count);
        a.ints = segment_.int_lists.back().data();
        break;
      case rt::Tag::float_list:
        segment_.float_lists.emplace_back(a.floats, a.floats + a.count);
        a.floats = segment_.float_lists.back().data();
        break;
      case rt::Tag::bool_list:
        segment_.bool_lists.push_back(std::make_unique<bool[]>(a.count));
        std::copy(a.bools, a.bools + a.count, segment_.bool_lists.back().get());
        a.bools = segment_.bool_lists.back().get();
        break;
      case rt::Tag::complex_number:
        segment_.complex_numbers.push_back(std::make_unique<rt::Complex>(*a.z));
        a.z = segment_.complex_numbers.back().get();
        break;
      case rt::Tag::string:
        segment_.strings.push_back(std::make_unique<std::string>(a.s));
        a.s = segment_.strings.back()->c_str();
        break;
      default: break;
    }
  }
  uint32_t number = uint32_t(segment_.ops.size());
  for (size_t k = 0; k < call.out.size(); ++k) {
    bool view = row.kind == OpKind::view;
    if (call.out[k].is_tensor() && !view) {
      TensorImpl* t = call.out[k].t;
      op.results.push_back(value_of(t));
      op.writes.push_back(true);
      rt::bump_version(*t);
      mark(t->storage);
      ++written_[t->storage];
      continue;
    }
    if (!view) {
      Tensor t = rt::new_pending_tensor(metas[k]);
      t->inference = context_.inference_mode;
      call.out[k] = Arg(t.release());
    }
    TensorImpl* t = call.out[k].t;
    uint32_t n = uint32_t(segment_.values.size());
    segment_.values.push_back({Tensor(t), false, number});
    t->trace = batch_ << 32 | n;
    if (!view) made_[t->storage] = n;
    mark(t->storage);
    op.results.push_back(n);
    op.writes.push_back(false);
  }
  segment_.ops.push_back(std::move(op));
  return {};
}
Status Activation::flush(Storage& s, bool write) {
  // A read of something that pending work only reads changes nothing for it.
  if (!write && s.data && !written_.count(&s)) return {};
  return launch(Cause::Look);
}

Status Activation::draw_now() {
  bool drawing = false;
  for (const DeferredOp& op : segment_.ops) drawing |= rt::row_of(op.id).kind == OpKind::random;
  return drawing ? launch(Cause::Look) : Status();
}

namespace {
void put_bytes(std::string& key, const void* p, size_t n) {
  key.append(static_cast<const char*>(p), n);
}
template <class T>
void put(std::string& key, T v) {
  put_bytes(key, &v, sizeof v);
}
void make_key(Segment& s) {
  std::string &key = s.structure, &sizes = s.sizes;
  for (uint32_t v : s.inputs) {
    const TensorImpl& t = *s.values[v].tensor;
    put(key, uint8_t(t.meta.dtype));
    put(key, uint8_t(t.wrapped_number));
    put(key, uint8_t(t.meta.sizes.n));
    for (int64_t n : t.meta.sizes) put(sizes, n);
    for (int64_t n : t.meta.strides) put(sizes, n);
  }
  for (const DeferredOp& op : s.ops) {
    put(key, uint64_t(op.id));
    put(key, uint8_t(op.args.size()));
    put(key, uint8_t(op.grad_enabled));
    put(key, uint8_t(op.default_dtype));
    for (size_t i = 0; i < op.args.size(); ++i) {
      const Arg& a = op.args[i];
      put(key, uint8_t(a.tag));
      put(key, a.count);
      switch (a.tag) {
        case rt::Tag::tensor: put(key, op.operands[i]); break;
        case rt::Tag::integer: put(sizes, a.i); break;
        case rt::Tag::int_list:
          for (uint32_t k = 0; k < a.count; ++k) put(sizes, a.ints[k].hint);
          break;
        case rt::Tag::floating: put(s.floats, a.f); break;
        case rt::Tag::float_list: put_bytes(s.floats, a.floats, a.count * sizeof(double)); break;
        case rt::Tag::bool_list: put_bytes(key, a.bools, a.count); break;
        case rt::Tag::complex_number: put_bytes(s.floats, a.z, sizeof *a.z); break;
        case rt::Tag::string: put_bytes(key, a.s, strlen(a.s) + 1); break;
        case rt::Tag::none: break;
        default: put(key, a.i); break;
      }
    }
    put(key, uint8_t(op.results.size()));
    for (uint32_t r : op.results) put(key, r);
  }
  put(key, uint32_t(s.outputs.size()));
  for (uint32_t o : s.outputs) put(key, o);
}
}  // namespace

// A storage made here is an output if anything but the segment itself holds it; its owner is the value that made it.
void Activation::choose_outputs(Segment& s) {
  std::map<Storage*, uint32_t> owner;
  std::map<Storage*, int> dead;  // references of values that die with the segment
  std::vector<int> held(s.values.size());
  for (uint32_t n = 1; n < s.values.size(); ++n) {
    TensorImpl* t = s.values[n].tensor.get();
    if (s.values[n].from_outside || t->storage->data) continue;
    owner.try_emplace(t->storage, n);
  }
  // A view that nobody holds keeps its base alive only until it goes.
  std::vector<bool> live(s.values.size());
  for (uint32_t n = uint32_t(s.values.size()); n-- > 1;) {
    TensorImpl* t = s.values[n].tensor.get();
    int others = t->refs - 1 - held[n];
    live[n] = others > 0;
    if (live[n]) continue;
    if (t->base && t->base->trace >> 32 == batch_) ++held[uint32_t(t->base->trace)];
    ++dead[t->storage];
  }
  for (auto [storage, n] : owner) {
    int refs = storage->refs.load(std::memory_order_relaxed) - dead[storage] - 1;  // ours in marked_
    if (refs > 0) s.outputs.push_back(n);
  }
  std::sort(s.outputs.begin(), s.outputs.end());
}

Status Activation::launch(Cause cause) {
  if (segment_.ops.empty()) return {};
  if (cause != Cause::End && on_split) on_split(cause);
  if (segment_.nodes) segment_.nodes->close(segment_);
  Segment s = std::move(segment_);
  segment_ = Segment();
  choose_outputs(s);
  for (Storage* m : marked_) m->pending.store(nullptr, std::memory_order_release);
  std::vector<Storage*> marked = std::move(marked_);
  marked_.clear();
  written_.clear();
  entered_.clear();
  made_.clear();
  ++batch_;
  last_cause_ = cause;
  Status status;
  bool computes = false;
  for (const DeferredOp& op : s.ops) computes |= rt::row_of(op.id).kind != OpKind::view;
  if (computes) {
    make_key(s);
    ++launches;
    ++total_launches;
    rt::WithEnabled below(context_, 0);
    std::shared_ptr<Executable> ran;
    status = cache_->run(context_, s, &ran);
    if (observer && status.ok()) observer->on_launch(s, ran);
  }
  for (Storage* m : marked) rt::release_storage(m);
  return status;
}

// ---------------------------------------------------------------------------------------------------- running

namespace {
// The memory of a fresh result becomes that of the pending tensor.
void move_memory(Storage& to, Storage& from) {
  std::swap(to.data, from.data);
  std::swap(to.block, from.block);
  std::swap(to.deleter, from.deleter);
  std::swap(to.owner, from.owner);
}
class EagerExecutable final : public Executable {
 public:
  Status run(rt::Context& c, Segment& s) override { return run_eagerly(c, s); }
};
class EagerBackend final : public Backend {
 public:
  Result<std::shared_ptr<Executable>> compile(rt::Context&, const Segment&) override {
    return std::shared_ptr<Executable>(std::make_shared<EagerExecutable>());
  }
  bool any_sizes() const override { return true; }
  bool any_floats() const override { return true; }
};
// Storages that only the segment knows, by the op after which it needs them no more.
std::vector<std::vector<Storage*>> last_needs(const Segment& s) {
  std::vector<uint32_t> root(s.values.size()), last(s.values.size());
  for (uint32_t n = 0; n < root.size(); ++n) root[n] = n;
  for (uint32_t k = 0; k < s.ops.size(); ++k) {
    const DeferredOp& op = s.ops[k];
    uint32_t base = 0;
    for (uint32_t v : op.operands) {
      if (!base) base = v;
      last[root[v]] = k;
    }
    for (uint32_t v : op.results) {
      if (rt::row_of(op.id).kind == OpKind::view) root[v] = root[base];
      last[root[v]] = k;
    }
  }
  std::vector<bool> stays(s.values.size());
  for (uint32_t v : s.outputs) stays[root[v]] = true;
  std::vector<std::vector<Storage*>> needs(s.ops.size());
  for (uint32_t n = 1; n < root.size(); ++n) {
    Storage* storage = s.values[n].tensor->storage;
    if (root[n] == n && !stays[n] && !s.values[n].from_outside && !storage->data) needs[last[n]].push_back(storage);
  }
  return needs;
}
}  // namespace

Status run_eagerly(rt::Context& c, Segment& s) {
  rt::DType default_dtype = c.default_dtype;
  std::vector<std::vector<Storage*>> needs = last_needs(s);
  Status status;
  for (DeferredOp& op : s.ops) {
    if (size_t k = size_t(&op - s.ops.data())) {
      for (Storage* done : needs[k - 1]) {
        Storage* gone = rt::new_storage_without_data(0);
        move_memory(*gone, *done);
        rt::release_storage(gone);
      }
    }
    const OpRow& row = rt::row_of(op.id);
    if (row.kind == OpKind::view) continue;  // made when it was issued
    c.default_dtype = op.default_dtype;
    std::vector<Arg> out(op.results.size());
    std::vector<uint32_t> versions(op.results.size());
    for (size_t k = 0; k < out.size(); ++k)
      if (op.writes[k]) {
        TensorImpl* t = s.values[op.results[k]].tensor.get();
        out[k] = Arg(t);
        versions[k] = rt::version_of(*t);
      }
    status = rt::run_op(c, op.id, op.args, out);
    if (!status.ok()) break;
    for (size_t k = 0; k < out.size(); ++k) {
      TensorImpl* t = s.values[op.results[k]].tensor.get();
      if (op.writes[k]) {
        rt::set_version(*t, versions[k]);  // counted when the op was issued
        continue;
      }
      Tensor fresh = Tensor::adopt(out[k].t);
      if (fresh->meta.sizes == t->meta.sizes && fresh->meta.strides == t->meta.strides) {
        move_memory(*t->storage, *fresh->storage);
      } else if (fresh->meta.sizes == t->meta.sizes) {
        // The kernel chose another layout than the shape rule had promised; views may already count on the promise.
        status = give_data(c, s.values[op.results[k]].tensor, fresh);
      } else {
        status = Status::error("the result of " + std::string(row.name) + " has another size than its shape rule said");
      }
      if (!status.ok()) break;
    }
  }
  c.default_dtype = default_dtype;
  return status;
}
std::shared_ptr<Backend> eager_backend() {
  return std::make_shared<EagerBackend>();
}
}  // namespace adder::capture
