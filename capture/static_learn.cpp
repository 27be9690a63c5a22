// Learning static runs from a replay.
#include <algorithm>
#include <unordered_set>

#include "capture/graph_backend.h"
#include "capture/static_run.h"
#include "capture/values.h"
#include "runtime/autograd/op_node.h"
#include "runtime/types/offset.h"

namespace adder::capture {
using rt::Tensor;
using rt::TensorImpl;

Learner::Learner(Thread& th, Trace& t, Activation& a, std::shared_ptr<Backend> b, uint32_t ip)
    : th_(th), torch_(torch_state(th)), t_(t), alive_(t.alive), activation_(a), backend_(std::move(b)), start_(ip) {
  if (!t.plan) t.plan = std::make_shared<StaticPlan>();
  plan_ = t.plan;
  plan_->lessons++;
  activation_.observer = this;
  restart(ip);
}
Learner::~Learner() {
  restart(0);
}
void Learner::release(Entry& e) {
  dec(e.value);
  for (Entry& p : e.parts) release(p);
}
void Learner::restart(uint32_t ip) {
  for (Entry& e : entries_) release(e);
  entries_.clear();
  for (NumberCheck& n : numbers_) dec(n.value);
  numbers_.clear();
  checks_.clear();
  seen_.clear();
  start_ = ip;
  const rt::Context& c = activation_.context();
  enabled_ = c.enabled;
  thread_keys_ = c.thread_keys;
  default_dtype_ = c.default_dtype;
  inference_mode_ = c.inference_mode;
}

// ---------------------------------------------------------------------------------------------------- watching

void Learner::before() {
  batch_ = activation_.batch();
  refused_ = activation_.refused;
  ops_ = activation_.pending_ops();
}
void Learner::after(uint32_t ip, const Value* env) {
  Entry e = classify(ip, env);
  if (activation_.batch() != batch_ || activation_.refused != refused_) {
    release(e);
    e.what = What::Barrier;
  }
  if (e.what == What::Barrier || ip != start_ + entries_.size()) return restart(ip + 1);
  e.ops = uint32_t(activation_.pending_ops() - ops_);
  entries_.push_back(std::move(e));
}
// What the stretch knows about a value; null: it is an ordinary one.
Learner::Entry* Learner::entry(Ref r) {
  if (!r.is_result() || r.index() < start_ || r.index() >= start_ + entries_.size()) return nullptr;
  Entry& e = entries_[r.index() - start_];
  return e.what == What::Plain ? nullptr : &e;
}
Value Learner::value(Ref r, const Value* env) const {
  return r.is_constant() ? t_.constants[r.index()] : r.is_result() ? env[r.index()] : kAbsent;
}
// Immutable and without tensors, so that meeting it again means meeting its value.
bool Learner::constant_value(Value v) const {
  if (!v.is_cell() || is_scalar(v)) return true;
  if (v.is(Kind::Tuple)) {
    if (type_of(th_.in, v) != th_.in.types[int(Kind::Tuple)]) return false;
    for (uint32_t i = 0; i < v.as<Tuple>()->len; i++)
      if (!constant_value(v.as<Tuple>()->items[i])) return false;
    return true;
  }
  const TorchTypes& t = torch_.types;
  Type* type = type_of(th_.in, v);
  return type == t.dtype || type == t.device || type == t.layout || type == t.memory_format || type == t.size;
}
int Learner::check_for(Ref r, Value v) {
  if (wants_torch_function(torch_, v)) return -1;
  for (size_t k = 0; k < checks_.size(); k++)
    if (checks_[k].source == r) return int(k);
  const Tensor& x = tensor_of(v);
  if (!x->storage->data && x->storage->bytes) return -1;  // pending work of before the stretch, which is not to be held
  TensorCheck c;
  c.source = r;
  c.type = v.as<Instance>()->type();
  c.meta = x->meta;
  c.keys = x->keys;
  c.has_base = x->base;
  c.base_keys = x->base ? x->base->keys : 0;
  c.wrapped_number = x->wrapped_number;
  c.inference = x->inference;
  c.own_version = x->own_version;
  for (size_t k = 0; k < checks_.size() && c.same_as < 0; k++)
    if (seen_[k].get() == x.get()) c.same_as = int(k);
  checks_.push_back(std::move(c));
  seen_.push_back(x);
  return int(checks_.size() - 1);
}
// May an operation of the run read this operand? If it comes from outside, what it must be is written down.
bool Learner::operand(Ref r, const Value* env, int depth) {
  if (r.nothing()) return true;
  if (depth > 4) return false;
  if (Entry* e = entry(r)) {
    switch (e->what) {
      case What::Tensor:
      case What::Check:
      case What::Constant:
      case What::Group: return true;
      case What::Object: {
        Kind k = Kind(t_.code[r.index()].sub);
        if (t_.code[r.index()].op != TraceOp::Alloc || (k != Kind::Tuple && k != Kind::List && k != Kind::Slice))
          return false;
        for (Ref f : std::vector<Ref>(e->fields))
          if (!operand(f, env, depth + 1)) return false;
        return true;
      }
      default: return false;
    }
  }
  Value v = value(r, env);
  if (is_tensor(torch_, v)) return check_for(r, v) >= 0;
  if (r.is_constant()) {
    if (v.is(Kind::Slice)) {
      const Slice* s = v.as<Slice>();
      return constant_value(s->lo) && constant_value(s->hi) && constant_value(s->step);
    }
    return constant_value(v) || v.is(Kind::Native) || v.is(Kind::Type);
  }
  if (!constant_value(v)) return false;
  for (const NumberCheck& n : numbers_)
    if (n.source == r) return true;
  numbers_.push_back({r, inc(v)});
  return true;
}
bool Learner::result_of(Value v, Entry& e) {
  if (is_tensor(torch_, v)) {
    const Tensor& x = tensor_of(v);
    for (size_t k = 0; k < seen_.size(); k++)
      if (seen_[k].get() == x.get()) {
        e.what = What::Check;
        e.number = uint32_t(k);
        return true;
      }
    if (v.as<Instance>()->type() != torch_.types.tensor || x->trace >> 32 != activation_.batch()) return false;
    e.what = What::Tensor;
    e.number = uint32_t(x->trace);
    return true;
  }
  if (constant_value(v)) {
    e.what = What::Constant;
    e.value = inc(v);
    return true;
  }
  if (!v.is(Kind::Tuple) || type_of(th_.in, v) != th_.in.types[int(Kind::Tuple)]) return false;
  e.what = What::Group;
  for (uint32_t i = 0; i < v.as<Tuple>()->len; i++) {
    e.parts.emplace_back();
    if (!result_of(v.as<Tuple>()->items[i], e.parts.back())) return false;
  }
  return true;
}
// Does the residual do nothing but tensor operations and arithmetic? `tensors`: it takes some.
bool Learner::without_effects(uint32_t ip, const Value* env, bool* tensors) {
  const Instruction& i = t_.code[ip];
  if (i.flags & kRaises) return false;
  const Ref* a = t_.args(i);
  uint32_t first = 0;
  Rule rule = Rule::tensor_op;
  switch (Residual(i.sub)) {
    case Residual::Native:
    case Residual::NativePure: {
      Value f = value(a[0], env);
      if (!a[0].is_constant() || !f.is(Kind::Native)) return false;
      rule = f.as<Native>()->def->rule;
      if (rule != Rule::tensor_op && rule != Rule::pure && rule != Rule::symbolic) return false;
      first = 1;
      break;
    }
    case Residual::GetAttr: {
      // Attributes that follow from the metadata, or are views.
      static const char* const kNames[] = {"shape",    "dtype",   "device",  "ndim",         "T",
                                           "mT",       "H",       "mH",      "layout",       "nbytes",
                                           "itemsize", "is_cuda", "is_meta", "requires_grad"};
      std::string_view name = reinterpret_cast<Str*>(i.key)->sv();
      if (name == "__dict__" && !entry(a[0])) {  // the dict of an instance: nothing of the script runs
        Value o = value(a[0], env);
        *tensors = false;
        return is_instance(o) &&
               type_find(type_of(th_.in, o), th_.in.names[n_getattribute]) ==
                   type_find(th_.in.object_type, th_.in.names[n_getattribute]) &&
               type_find(type_of(th_.in, o), reinterpret_cast<Str*>(i.key)) ==
                   type_find(th_.in.object_type, reinterpret_cast<Str*>(i.key));
      }
      if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) return false;
      Value v = value(a[0], env);
      if (!is_tensor(torch_, v) || type_find(v.as<Instance>()->type(), reinterpret_cast<Str*>(i.key)) !=
                                       type_find(torch_.types.tensor, reinterpret_cast<Str*>(i.key)))
        return false;
      break;
    }
    case Residual::Unpack: {  // of a shape
      Value v = value(a[0], env);
      *tensors = false;
      return i.arg_count == 1 && constant_value(v) && (v.is(Kind::Tuple) || type_of(th_.in, v) == torch_.types.size);
    }
    case Residual::Binary:
    case Residual::Compare:
    case Residual::Unary:
    case Residual::Subscript:
    case Residual::SetItem: break;
    default: return false;
  }
  *tensors = false;
  for (uint32_t k = first; k < i.arg_count; k++) {
    Entry* e = entry(a[k]);
    *tensors |= e ? e->what != What::Constant : is_tensor(torch_, value(a[k], env));
  }
  if (*tensors) return true;
  if (first == 1) {
    bool makes = rule == Rule::tensor_op && is_tensor(torch_, env[ip]);  // arange, zeros, rand
    return rule == Rule::pure || rule == Rule::symbolic || makes;
  }
  if (Residual(i.sub) == Residual::SetItem) return false;
  for (uint32_t k = 0; k < i.arg_count; k++)  // arithmetic on sizes: x.shape[1]
    if (!constant_value(value(a[k], env))) return false;
  return true;
}

Learner::Entry Learner::classify(uint32_t ip, const Value* env) {
  const Instruction& i = t_.code[ip];
  const Ref* a = t_.args(i);
  Entry e;
  auto plain = [&] {
    e.what = What::Plain;
    return std::move(e);
  };
  auto barrier = [&] {
    release(e);
    return Entry();
  };
  switch (i.op) {
    case TraceOp::Input:
    case TraceOp::Dead: return plain();
    case TraceOp::Deaths:  // a run is taken only where nothing dies that has a finalizer
      e.what = What::Held;
      return e;
    case TraceOp::Guard: {
      Entry* v = entry(a[0]);
      if (i.arg_count > 1 && entry(a[1])) return barrier();
      if (!v) return plain();
      if (v->what == What::Check && Fact(i.sub) == Fact::Same) return barrier();
      e.what = What::Held;
      return e;
    }
    case TraceOp::Load: {
      Entry* o = entry(a[0]);
      Entry* key = i.flags & kDynamicKey ? entry(a[1]) : nullptr;
      if (key && key->what != What::Constant) return barrier();
      if (!o) return plain();
      Field f = Field(i.sub);
      switch (o->what) {
        case What::Constant:
          if (f != Field::Element && f != Field::Count && f != Field::Class) return barrier();
          break;
        case What::Group:
          if (f != Field::Element && f != Field::Count && f != Field::Class) return barrier();
          break;
        case What::Tensor:
          if (f == Field::Attribute && env[ip] == kAbsent) {  // the run makes it: nothing hangs on it yet
            e.what = What::Constant;
            return e;
          }
          if (f != Field::Class) return barrier();
          break;
        case What::Check:
          if (f != Field::Class) return barrier();
          break;
        default: return barrier();
      }
      if (f == Field::Class) {
        e.what = What::Constant;
        e.value = inc(env[ip]);
        return e;
      }
      if (key) return plain();
      return result_of(env[ip], e) ? std::move(e) : barrier();
    }
    case TraceOp::Pure: {
      bool known = true, some = false;
      for (uint32_t k = 0; k < i.arg_count; k++) {
        Entry* v = entry(a[k]);
        if (v && v->what != What::Constant) return barrier();
        some |= v != nullptr;
        known &= v || a[k].is_constant();
      }
      if (!some || !known) return plain();
      e.what = What::Constant;
      e.value = inc(env[ip]);
      return e;
    }
    case TraceOp::Alloc:
      e.what = What::Object;
      e.number = ip;
      e.fields.assign(a, a + i.arg_count);
      return e;
    case TraceOp::Init: {
      Entry* o = entry(a[0]);
      if (!o || o->what != What::Object) return barrier();
      o->fields.insert(o->fields.end(), a + 1, a + i.arg_count);
      e.what = What::Object;
      e.number = a[0].index();
      return e;
    }
    case TraceOp::Residual: {
      bool tensors;
      if (!without_effects(ip, env, &tensors)) return barrier();
      if (!tensors && Residual(i.sub) == Residual::GetAttr) return plain();
      if (!tensors) {
        for (uint32_t k = 0; k < i.arg_count; k++)
          if (!operand(a[k], env) || !constant_value(value(a[k], env))) {
            Value v = value(a[k], env);
            if (!v.is(Kind::Native)) return barrier();
          }
        return result_of(env[ip], e) ? std::move(e) : barrier();
      }
      for (uint32_t k = 0; k < i.arg_count; k++)
        if (!operand(a[k], env)) return barrier();
      if (Residual(i.sub) == Residual::SetItem) {
        e.what = What::Constant;
        e.value = kNone;
        return e;
      }
      return result_of(env[ip], e) ? std::move(e) : barrier();
    }
    default: return barrier();
  }
}

// ---------------------------------------------------------------------------------------------------- building

class Learner::Builder {
 public:
  Builder(Learner& l, Segment& s) : l_(l), t_(l.t_), s_(s), run_(std::make_unique<StaticRun>()) {}

  std::unique_ptr<StaticRun> build(const std::shared_ptr<Executable>& ran) {
    if (!find_extent()) return nullptr;
    for (const SegmentValue& v : s_.values) grad_ |= v.tensor && !v.from_outside && v.tensor->requires_grad();
    find_needed();
    if (!number_inputs() || !find_indices() || !count_writes() || !choose_results()) return nullptr;
    find_offset_periods();
    if (grad_ ? !find_joint() : !find_executable(ran)) return nullptr;
    run_->checks = l_.checks_;
    for (const NumberCheck& n : l_.numbers_) run_->numbers.push_back({n.source, inc(n.value)});
    run_->enabled = l_.enabled_;
    run_->thread_keys = l_.thread_keys_;
    run_->default_dtype = l_.default_dtype_;
    run_->inference_mode = l_.inference_mode_;
    return std::move(run_);
  }

 private:
  Entry& entry(uint32_t ip) { return l_.entries_[ip - l_.start_]; }

  bool find_extent() {
    size_t ops = 0, first = 0, last = 0;
    const std::vector<Entry>& entries = l_.entries_;
    for (size_t n = 0; n < entries.size(); n++) {
      ops += entries[n].ops;
      if (entries[n].ops) last = n;
    }
    if (!ops || ops != s_.ops.size()) return false;
    auto deaths = [&](size_t n) { return t_.code[l_.start_ + n].op == TraceOp::Deaths; };
    while (entries[first].what == What::Plain || deaths(first)) first++;
    auto goes_on = [&](size_t n) {
      return entries[n].what != What::Plain && entries[n].what != What::Object && !deaths(n);
    };
    while (last + 1 < entries.size() && goes_on(last + 1)) last++;
    run_->begin = l_.start_ + uint32_t(first);
    run_->end = l_.start_ + uint32_t(last) + 1;
    return true;
  }
  bool inside(Ref r) const { return r.is_result() && r.index() >= run_->begin && r.index() < run_->end; }
  void need(Ref r) {
    if (r.is_sunk()) {
      if (recipes_[r.index()]) return;
      recipes_[r.index()] = true;
      for (Ref f : t_.recipes[r.index()].fields) need(f);
      for (Ref k : t_.recipes[r.index()].keys) need(k);
    } else if (inside(r)) {
      needed_[r.index() - run_->begin] = true;
    }
  }
  void need_snapshot(uint32_t n) {
    if (n == kNoSnapshot) return;
    for (uint32_t k = t_.snapshots[n].frame; k != kNoFrame && !frames_[k]; k = t_.frames[k].caller) {
      frames_[k] = true;
      need(t_.frames[k].func);
      need(t_.frames[k].gen);
      for (Ref r : t_.registers_of(t_.frames[k])) need(r);
    }
  }
  void find_needed() {
    needed_.assign(run_->end - run_->begin, false);
    recipes_.assign(t_.recipes.size(), false);
    frames_.assign(t_.frames.size(), false);
    for (uint32_t ip = run_->end; ip < t_.code.size(); ip++) {
      const Instruction& i = t_.code[ip];
      for (uint32_t k = 0; k < i.arg_count; k++) need(t_.args(i)[k]);
      need_snapshot(i.snapshot);
      need_snapshot(i.after);
      if (is_next(i)) need_snapshot(i.location);
    }
    need(t_.result);
    need_snapshot(t_.end_snapshot);
    // Fields of objects that are made after the launch; an object may be a field of an earlier one.
    for (bool more = true; more;) {
      more = false;
      for (uint32_t ip = run_->begin; ip < run_->end; ip++) {
        if (entry(ip).what != What::Object || t_.code[ip].op != TraceOp::Alloc || !needed_[ip - run_->begin]) continue;
        for (Ref f : entry(ip).fields)
          if (inside(f) && !needed_[f.index() - run_->begin]) more = needed_[f.index() - run_->begin] = true;
      }
    }
    for (uint32_t ip = run_->begin; ip < run_->end; ip++) {
      const Entry& e = entry(ip);
      const Instruction& i = t_.code[ip];
      if (e.what == What::Object && needed_[e.number - run_->begin]) run_->after.push_back(ip);
      if (e.what != What::Plain || i.op == TraceOp::Dead || i.op == TraceOp::Input) continue;
      run_->before.push_back(ip);
      for (uint32_t k = 0; k < i.arg_count; k++) need(t_.args(i)[k]);
    }
  }

  bool number_inputs() {
    for (uint32_t n : s_.inputs) {
      int check = -1;
      for (size_t k = 0; k < l_.seen_.size() && check < 0; k++)
        if (l_.seen_[k].get() == s_.values[n].tensor.get()) check = int(k);
      if (check < 0) return false;
      l_.checks_[size_t(check)].value = n;
      run_->inputs.push_back(uint32_t(check));
    }
    return true;
  }
  // Indices that the segment makes itself were found in range when it was recorded, and are the same in every run.
  bool find_indices() {
    for (const DeferredOp& op : s_.ops) {
      const rt::OpRow& row = rt::row_of(op.id);
      if (!row.may_raise) continue;
      std::optional<rt::IndexRange> range = rt::index_range(row, op.args);
      if (!range) return false;
      uint32_t n = op.operands[size_t(range->argument)];
      if (!s_.values[n].from_outside) continue;
      size_t before = run_->indices.size();
      for (uint32_t k : run_->inputs)
        if (l_.checks_[k].value == n) run_->indices.push_back({k, *range});
      if (run_->indices.size() == before) return false;
    }
    return true;
  }
  // Eager raises where an input starts between two elements of a view's wider dtype: the run is for starts like those
  // that were met.
  void find_offset_periods() {
    for (const DeferredOp& op : s_.ops)
      for (uint32_t n : op.results) {
        const TensorImpl& t = *s_.values[n].tensor;
        for (size_t k = 0; k < l_.seen_.size(); k++) {
          if (l_.seen_[k]->storage != t.storage) continue;
          int64_t& period = l_.checks_[k].offset_period;
          period = std::max<int64_t>(period, rt::bytes_of(t.dtype()) / rt::bytes_of(l_.seen_[k]->dtype()));
        }
      }
  }
  int check_of_storage(const rt::Storage* s) const {
    for (uint32_t k : run_->inputs)
      if (l_.seen_[k]->storage == s) return int(k);
    return -1;
  }
  bool count_writes() {
    for (const DeferredOp& op : s_.ops)
      for (size_t k = 0; k < op.results.size(); k++) {
        if (!op.writes[k]) continue;
        const TensorImpl& t = *s_.values[op.results[k]].tensor;
        bool tracked = t.requires_grad() || (t.base && t.base->requires_grad());
        if (grad_ && tracked && (t.base || s_.values[op.results[k]].from_outside)) return false;
        bool own = !s_.values[op.results[k]].from_outside && owner_of(t.storage);
        if (own) continue;
        int check = check_of_storage(t.storage);
        if (check < 0 || l_.checks_[size_t(check)].own_version != t.own_version) return false;
        if (grad_ && l_.seen_[size_t(check)]->requires_grad()) return false;
        l_.checks_[size_t(check)].writes++;
        run_->writes = true;
      }
    if (!run_->writes) return true;
    for (size_t a = 0; a < l_.seen_.size(); a++)
      for (size_t b = 0; b < a; b++)
        if (l_.seen_[a].get() != l_.seen_[b].get() && l_.seen_[a]->storage == l_.seen_[b]->storage) return false;
    return true;
  }
  // The value that made a storage of the segment's own, or 0.
  uint32_t owner_of(const rt::Storage* s) const {
    for (uint32_t n = 1; n < s_.values.size(); n++) {
      if (s_.values[n].tensor->storage != s) continue;
      return s_.values[n].from_outside ? 0 : n;
    }
    return 0;
  }
  // Output of the executable for a value that owns its storage.
  uint32_t whole(uint32_t n) {
    for (size_t k = 0; k < wholes_.size(); k++)
      if (wholes_[k] == n) return uint32_t(k);
    wholes_.push_back(n);
    return uint32_t(wholes_.size() - 1);
  }
  bool choose_results() {
    struct Wanted {
      uint32_t ip, value;
    };
    std::vector<Wanted> tensors;
    for (uint32_t ip = run_->begin; ip < run_->end; ip++) {
      if (!needed_[ip - run_->begin]) continue;
      const Entry& e = entry(ip);
      switch (e.what) {
        case What::Constant: run_->results.push_back({ip, RunResult::Constant, 0, inc(e.value)}); break;
        case What::Tensor: tensors.push_back({ip, e.number}); break;
        case What::Check:
        case What::Plain:
        case What::Object:
        case What::Held: break;
        default: return false;
      }
    }
    run_->constants = run_->results.size();
    for (uint32_t ip = run_->begin; ip < run_->end; ip++)
      if (needed_[ip - run_->begin] && entry(ip).what == What::Check)
        run_->results.push_back({ip, RunResult::Check, entry(ip).number});
    std::vector<RunOutput> views;
    std::vector<std::pair<uint32_t, uint32_t>> view_of_value;  // value, index in views
    struct Use {
      uint32_t ip;
      bool view;
      uint32_t index;
    };
    std::vector<Use> uses;
    for (const Wanted& w : tensors) {
      const SegmentValue& v = s_.values[w.value];
      const TensorImpl& t = *v.tensor;
      if (v.from_outside) return false;
      uint32_t owner = owner_of(t.storage);
      if (owner == w.value) {
        if (t.base) return false;
        uses.push_back({w.ip, false, whole(w.value)});
        continue;
      }
      bool known = false;
      for (auto [value, at] : view_of_value)
        if (value == w.value) {
          uses.push_back({w.ip, true, at});
          known = true;
        }
      if (known) continue;
      RunOutput o;
      o.meta = t.meta;
      o.view_kind = t.view_kind;
      const TensorImpl* from;
      if (owner) {
        o.kind = RunOutput::View;
        o.from = whole(owner);
        from = s_.values[owner].tensor.get();
      } else {
        int check = check_of_storage(t.storage);
        if (check < 0) return false;
        o.kind = RunOutput::InputView;
        o.from = uint32_t(check);
        from = l_.seen_[size_t(check)].get();
        o.meta.offset = rt::bytes_behind(o.meta, from->meta);
      }
      if (t.own_version != from->own_version || t.inference != from->inference) return false;
      if (!t.base)
        o.base = RunOutput::None;
      else if (t.base == from)
        o.base = RunOutput::Self;
      else if (t.base == from->base)
        o.base = RunOutput::Its;
      else
        return false;
      if (grad_ && t.requires_grad()) {
        o.node_output = int(grad_views_.size());  // an index into grad_views_ until the joint graph is known
        grad_views_.push_back(w.value);
      }
      view_of_value.emplace_back(w.value, uint32_t(views.size()));
      uses.push_back({w.ip, true, uint32_t(views.size())});
      views.push_back(std::move(o));
    }
    for (uint32_t n : wholes_) {
      RunOutput o;
      o.meta = s_.values[n].tensor->meta;
      o.version = s_.values[n].tensor->storage->version.load();
      run_->outputs.push_back(std::move(o));
    }
    run_->whole = wholes_.size();
    for (RunOutput& v : views) run_->outputs.push_back(std::move(v));
    for (const Use& u : uses)
      run_->results.push_back({u.ip, RunResult::Output, u.view ? uint32_t(run_->whole) + u.index : u.index});
    return true;
  }
  // The joint graph of a segment that needs gradients, and what eager's tape shows of it.
  bool find_joint() {
    std::vector<bool> wanted, expected;
    for (uint32_t k : run_->inputs) {
      const TensorImpl& t = *l_.seen_[k];
      if (t.base && t.base->requires_grad() && !t.requires_grad()) return false;
      wanted.push_back(t.requires_grad());
    }
    std::vector<uint32_t> outputs = wholes_;
    for (uint32_t n : wholes_) {
      bool result = false;
      for (const RunResult& r : run_->results)
        result |= r.kind == RunResult::Output && r.index < wholes_.size() && wholes_[r.index] == n;
      expected.push_back(result);
    }
    outputs.insert(outputs.end(), grad_views_.begin(), grad_views_.end());
    expected.resize(outputs.size(), true);
    // The recorder stands below autograd; what autograd tracked shows in the results.
    for (DeferredOp& op : s_.ops) {
      op.grad_enabled = false;
      for (uint32_t r : op.results) op.grad_enabled |= s_.values[r].tensor->requires_grad();
    }
    if (!derived_by_their_operands()) return false;
    std::swap(s_.outputs, outputs);
    Result<ir::Graph> g = graph_of(s_);
    std::swap(s_.outputs, outputs);
    if (!g.ok()) return false;
    std::shared_ptr<JointPlan> joint = JointPlan::make(l_.backend_, std::move(g.value()), std::move(wanted), expected);
    if (!joint) return false;
    for (size_t k = 0; k < outputs.size(); k++) {
      const Tensor& t = s_.values[outputs[k]].tensor;
      int o = joint->node_output[k];
      if ((o >= 0) != t->requires_grad()) return false;  // under no_grad, say
      if (o >= 0) joint->names[size_t(o)] = rt::grad_fn_of(t)->name();
    }
    for (RunOutput& o : run_->outputs) {
      size_t at = size_t(&o - run_->outputs.data());
      if (at < wholes_.size())
        o.node_output = joint->node_output[at];
      else if (o.node_output >= 0)
        o.node_output = joint->node_output[wholes_.size() + size_t(o.node_output)];
    }
    for (size_t i = 0; i < run_->inputs.size(); i++)
      if (l_.checks_[run_->inputs[i]].writes) joint->written.push_back(i);
    if (!read_tape(*joint, outputs)) return false;
    run_->graph_outputs = outputs.size();
    run_->joint = std::move(joint);
    return true;
  }
  // An operator that runs as several (mse_loss) has a derivative of its own, and autograd knows nothing of the others: the
  // edges of its node then lead past the operands of the last one, and the joint graph would end at these.
  bool derived_by_their_operands() {
    std::vector<bool> written(s_.values.size());  // whose history is no longer that of the operator that made it
    for (const DeferredOp& op : s_.ops)
      for (size_t k = 0; k < op.results.size(); k++)
        if (k < op.writes.size() && op.writes[k]) written[op.results[k]] = true;
    for (const DeferredOp& op : s_.ops) {
      bool plain = op.grad_enabled;
      for (uint32_t v : op.results) plain &= !written[v];
      for (uint32_t v : op.operands) plain &= !written[v];
      if (!plain) continue;
      for (uint32_t r : op.results) {
        const Tensor& t = s_.values[r].tensor;
        rt::Node* node = t->requires_grad() ? rt::grad_fn_of(t).get() : nullptr;
        if (!node) continue;
        for (const rt::Edge& e : node->edges) {
          bool own = !e.node;
          for (uint32_t v : op.operands)
            if (v && s_.values[v].tensor->requires_grad()) own |= rt::gradient_edge(s_.values[v].tensor).node.get() == e.node.get();
          if (!own) return false;
        }
      }
    }
    return true;
  }
  // Walks eager's nodes from the outputs to the inputs: which inputs do they keep?
  bool read_tape(JointPlan& joint, const std::vector<uint32_t>& outputs) {
    std::unordered_set<rt::Node*> seen;
    for (uint32_t k : run_->inputs)
      if (l_.seen_[k]->requires_grad()) seen.insert(rt::gradient_edge(l_.seen_[k]).node.get());
    std::vector<rt::Node*> stack;
    auto visit = [&](rt::Node* n) {
      if (n && seen.insert(n).second) stack.push_back(n);
    };
    for (uint32_t n : outputs)
      if (s_.values[n].tensor->requires_grad()) visit(rt::grad_fn_of(s_.values[n].tensor).get());
    std::vector<bool> kept(run_->inputs.size()), kept_out(wholes_.size());
    while (!stack.empty()) {
      rt::Node* n = stack.back();
      stack.pop_back();
      auto* op = dynamic_cast<rt::OpNode*>(n);
      if (!op || !op->pre_hooks.empty() || !op->post_hooks.empty()) return false;
      for (const rt::SavedTensor& saved : op->saved) {
        if (!saved.tensor) return false;  // a hook of the script has it
        for (size_t i = 0; i < run_->inputs.size(); i++)
          if (l_.seen_[run_->inputs[i]]->storage == saved.tensor->storage) kept[i] = true;
        for (size_t k = 0; k < wholes_.size(); k++)
          if (s_.values[wholes_[k]].tensor->storage == saved.tensor->storage) kept_out[k] = true;
      }
      for (const rt::Edge& e : n->edges) visit(e.node.get());
    }
    for (size_t i = 0; i < kept.size(); i++)
      if (kept[i]) joint.eager_saves.push_back(i);
    for (size_t k = 0; k < kept_out.size(); k++)
      if (kept_out[k]) joint.eager_saved_outputs.push_back(k);
    return true;
  }
  bool find_executable(const std::shared_ptr<Executable>& ran) {
    if (!ran || !ran->direct()) return false;
    if (wholes_ == s_.outputs) {
      run_->executable = ran->direct();
      return true;
    }
    std::vector<uint32_t> outputs = std::exchange(s_.outputs, wholes_);
    Result<ir::Graph> g = graph_of(s_);
    s_.outputs = std::move(outputs);
    if (!g.ok()) return false;
    Result<std::shared_ptr<rt::Executable>> made =
        l_.backend_->compile_graph(std::make_shared<const ir::Graph>(std::move(g.value())));
    if (!made.ok()) return false;
    run_->executable = made.value();
    return bool(run_->executable);
  }

  Learner& l_;
  Trace& t_;
  Segment& s_;
  std::unique_ptr<StaticRun> run_;
  std::vector<bool> needed_, recipes_, frames_;  // frames_, recipes_: those that have been looked at
  std::vector<uint32_t> wholes_;
  std::vector<uint32_t> grad_views_;  // values: results that are views and need gradients
  bool grad_ = false;
};

void Learner::on_launch(Segment& s, const std::shared_ptr<Executable>& ran) {
  if (alive_.expired() || entries_.empty()) return;
  std::unique_ptr<StaticRun> run = Builder(*this, s).build(ran);
  restart(start_);  // what was watched is about this segment; the replay may have been left, and others may follow
  if (!run) return;
  auto& runs = plan_->runs;
  auto at = std::find_if(runs.begin(), runs.end(), [&](const auto& r) { return r->begin >= run->begin; });
  auto past = std::find_if(at, runs.end(), [&](const auto& r) { return r->begin > run->begin; });
  if (size_t(past - at) < kMaxVariants) runs.insert(at, std::move(run));
}
}  // namespace adder::capture
