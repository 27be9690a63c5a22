// Which executable a segment runs: one for exactly its sizes, or one for a family of sizes.
//
// A structure is compiled for its first sizes as they are. When it comes with others, the dimensions and numbers that
// differ become symbols, and the executable made then serves every size that agrees in the rest. `dynamic=True` begins
// with symbols, `dynamic=False` never has any, and marks decide for single dimensions.
#include <map>

#include "capture/activation.h"
#include "capture/public_nodes.h"
#include "capture/scalar.h"
#include "interp/vm/thread.h"
#include "runtime/base/memory_use.h"

namespace adder::capture {
// Executables for one structure of a backend that compiles for sizes: the first sizes are compiled for when they come;
// others, which may be as many as there are calls (a cache that grows by one), when they come again, and so are the
// first ones where they have come but once until then. Whatever has no executable runs through the eager kernels.
static constexpr int kMaxStatic = 16;
// Sets of numbers that a structure is compiled for when they come.
static constexpr int kCompiledAtOnce = 2;
// Operations from which on making a trace and an executable takes memory that counts.
static constexpr size_t kLarge = 32;
// Sizes that have come once are remembered up to this many.
static constexpr size_t kMaxMet = 256;

std::vector<SizePosition> size_positions(const Segment& s) {
  std::vector<SizePosition> out;
  using Kind = SizePosition::Kind;
  for (uint32_t i = 0; i < s.inputs.size(); i++) {
    const rt::Meta<int64_t>& m = s.values[s.inputs[i]].tensor->meta;
    for (uint32_t d = 0; d < uint32_t(m.sizes.n); d++) out.push_back({Kind::Size, i, d, 0});
    for (uint32_t d = 0; d < uint32_t(m.strides.n); d++) out.push_back({Kind::Stride, i, d, 0});
  }
  for (uint32_t k = 0; k < s.ops.size(); k++)
    for (uint32_t i = 0; i < s.ops[k].args.size(); i++) {
      const rt::Arg& a = s.ops[k].args[i];
      if (a.tag == rt::Tag::integer) out.push_back({Kind::Argument, k, i, 0});
      if (a.tag == rt::Tag::int_list)
        for (uint32_t e = 0; e < a.count; e++) out.push_back({Kind::Argument, k, i, e});
    }
  return out;
}
bool SymbolPlan::evaluate(int32_t at, const std::vector<int64_t>& now, int64_t* out) const {
  const Expr& e = exprs[size_t(at)];
  switch (e.form) {
    case Expr::Form::Constant: *out = e.value; return true;
    case Expr::Form::Symbol: *out = now[symbols[size_t(e.value)].position]; return true;
    case Expr::Form::Arithmetic: break;
  }
  int64_t a, b;
  if (!evaluate(e.left, now, &a) || !evaluate(e.right, now, &b)) return false;
  switch (e.arithmetic) {
    case kAdd: return !__builtin_add_overflow(a, b, out);
    case kSub: return !__builtin_sub_overflow(a, b, out);
    case kMul: return !__builtin_mul_overflow(a, b, out);
    case kFdiv:
    case kMod: {
      if (b <= 0) return false;  // sizes are not negative
      int64_t q = a / b - (a % b < 0);
      *out = e.arithmetic == kMod ? a - q * b : q;
      return true;
    }
    default: return false;
  }
}
bool SymbolPlan::fits(const std::vector<int64_t>& now) const {
  if (everything) return true;
  if (now.size() != values.size()) return false;
  for (size_t p = 0; p < now.size(); p++) {
    int32_t s = of[p];
    int64_t v = now[p];
    if (s == kFixed) {
      if (v != values[p]) return false;
    } else if (s == kFree) {
      if (v == 0 || v == 1) return false;
    } else if (s == kComputed) {
      int64_t want;
      if (!evaluate(computed[p], now, &want) || want != v) return false;
    } else {
      if (v == 0 || v == 1) return false;
      if (v != now[symbols[size_t(s)].position]) return false;
    }
  }
  return true;
}
namespace {
std::vector<int64_t> size_values(const Segment& s) {
  std::vector<int64_t> v(s.sizes.size() / sizeof(int64_t));
  memcpy(v.data(), s.sizes.data(), s.sizes.size());
  return v;
}
// Makes a plan in which the given positions vary.
class Planner {
 public:
  Planner(const Segment& s, const std::vector<int64_t>& now, const std::vector<std::vector<int64_t>>& seen,
          const PublicNodes* nodes)
      : s_(s), now_(now), seen_(seen), nodes_(nodes), plan_(std::make_unique<SymbolPlan>()) {
    plan_->positions = size_positions(s);
    plan_->values = now;
    plan_->of.assign(now.size(), SymbolPlan::kFixed);
    plan_->computed.assign(now.size(), -1);
  }
  size_t count() const { return plan_->positions.size(); }
  const SizePosition& at(size_t p) const { return plan_->positions[p]; }
  std::unique_ptr<SymbolPlan> make(const std::vector<bool>& varies) {
    std::map<int64_t, int32_t> by_size;
    for (size_t p = 0; p < count(); p++)
      if (varies[p] && at(p).kind == SizePosition::Kind::Size) {
        auto [it, fresh] = by_size.try_emplace(now_[p], int32_t(plan_->symbols.size()));
        if (fresh) plan_->symbols.push_back({uint32_t(p), true});
        plan_->of[p] = it->second;
      }
    find_expressions();
    for (size_t p = 0; p < count(); p++) {
      if (at(p).kind == SizePosition::Kind::Stride && varies[p]) {
        plan_->of[p] = SymbolPlan::kFree;
      } else if (at(p).kind == SizePosition::Kind::Argument) {
        argument(p, varies[p], by_size);
      }
    }
    return std::move(plan_);
  }

 private:
  // What the recorder knows about numbers that were computed from sizes.
  void find_expressions() {
    if (!nodes_) return;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, size_t> places;
    for (size_t p = 0; p < count(); p++)
      if (at(p).kind == SizePosition::Kind::Argument) places[{at(p).a, at(p).b, at(p).c}] = p;
    std::function<void(const PublicArg&)> visit = [&](const PublicArg& a) {
      for (const PublicArg& item : a.items) visit(item);
      if (a.form != PublicArg::Form::Integer || a.expression < 0) return;
      int32_t e = convert(a.expression);
      bool varies = false;
      if (e < 0 || !depends(e, &varies) || !varies) return;
      int64_t v;
      for (const PublicArg::Spot& spot : a.spots) {
        auto it = places.find({spot.op, spot.arg, spot.element});
        if (it == places.end() || !plan_->evaluate(e, now_, &v) || v != now_[it->second]) continue;
        plan_->of[it->second] = SymbolPlan::kComputed;
        plan_->computed[it->second] = e;
      }
    };
    for (const PublicNode& n : nodes_->nodes())
      for (const PublicArg& a : n.args) visit(a);
  }
  bool depends(int32_t e, bool* varies) const {
    const SymbolPlan::Expr& x = plan_->exprs[size_t(e)];
    if (x.form == SymbolPlan::Expr::Form::Symbol) *varies = true;
    if (x.form == SymbolPlan::Expr::Form::Arithmetic) return depends(x.left, varies) && depends(x.right, varies);
    return true;
  }
  // An expression of the recorder over the plan's symbols; -1: it depends on something else.
  int32_t convert(int32_t at_expr) {
    const SizeExpr& e = nodes_->sizes[size_t(at_expr)];
    SymbolPlan::Expr out;
    switch (e.form) {
      case SizeExpr::Form::Constant: out.value = e.value; break;
      case SizeExpr::Form::Size: {
        int32_t input = -1;
        for (size_t i = 0; i < s_.inputs.size(); i++)
          if (s_.inputs[i] == e.tensor) input = int32_t(i);
        if (input < 0) return -1;
        size_t p = 0;
        while (p < count() &&
               !(at(p).kind == SizePosition::Kind::Size && int32_t(at(p).a) == input && at(p).b == e.dim))
          p++;
        if (p == count()) return -1;
        if (plan_->of[p] >= 0) {
          out.form = SymbolPlan::Expr::Form::Symbol;
          out.value = plan_->of[p];
        } else {
          out.value = now_[p];
        }
        break;
      }
      case SizeExpr::Form::Argument: return -1;
      case SizeExpr::Form::Arithmetic:
        out.form = SymbolPlan::Expr::Form::Arithmetic;
        out.arithmetic = e.arithmetic;
        out.left = convert(e.left);
        out.right = convert(e.right);
        if (out.left < 0 || out.right < 0) return -1;
        break;
    }
    plan_->exprs.push_back(out);
    return int32_t(plan_->exprs.size() - 1);
  }
  void argument(size_t p, bool varies, const std::map<int64_t, int32_t>& by_size) {
    if (plan_->of[p] == SymbolPlan::kComputed || !varies) return;
    auto it = by_size.find(now_[p]);
    if (it != by_size.end()) {  // equal to a size, always so far: it is that size
      bool always = true;
      for (const auto& v : seen_) always &= v[p] == v[plan_->symbols[size_t(it->second)].position];
      if (always) {
        plan_->of[p] = it->second;
        return;
      }
    }
    plan_->of[p] = int32_t(plan_->symbols.size());
    plan_->symbols.push_back({uint32_t(p), false});
  }

  const Segment& s_;
  const std::vector<int64_t>& now_;
  const std::vector<std::vector<int64_t>>& seen_;
  const PublicNodes* nodes_;
  std::unique_ptr<SymbolPlan> plan_;
};
}  // namespace

// Null: compile for these sizes only.
std::unique_ptr<SymbolPlan> SegmentCache::choose(Structure& known, const Segment& s, const std::vector<int64_t>& now) {
  if (dynamic_ == 0) return nullptr;
  Planner planner(s, now, known.seen, known.nodes.get());
  std::vector<bool> varies(now.size());
  bool any = false, marked = false, differs = false;
  std::vector<Marks> marked_dims(s.inputs.size());
  if (marks)
    for (size_t i = 0; i < s.inputs.size(); i++) marked_dims[i] = marks(s.values[s.inputs[i]].tensor);
  auto bit = [](uint64_t mask, uint32_t d) { return mask >> std::min(d, 63u) & 1; };
  for (size_t p = 0; p < now.size(); p++) {
    const SizePosition& at = planner.at(p);
    bool size = at.kind == SizePosition::Kind::Size, stride = at.kind == SizePosition::Kind::Stride;
    bool v = false;
    for (const auto& other : known.seen) v |= other[p] != now[p];
    if (size) {
      uint64_t bit_of = uint64_t(1) << std::min(at.b, 63u);
      SegmentCache::InputPlace place{at.a, s.values[s.inputs[at.a]].tensor->meta.sizes.n};
      std::vector<int64_t>& before = compiled_[place];
      // One executable for all sizes costs nothing where the backend knows no sizes.
      if (backend_->any_sizes() && before.size() > at.b && before[at.b] != now[p]) v = true;
      if (before.size() <= at.b) before.resize(at.b + 1);
      before[at.b] = now[p];
      if (v)
        varied_[place] |= bit_of;
      else if (known.seen.empty())
        v = varied_[place] & bit_of;
    }
    differs |= v;
    if (size && dynamic_ == 1) v = true;
    if (stride && dynamic_ == 1) v = true;
    if (size) {
      if (bit(marked_dims[at.a].dynamic, at.b)) v = marked = true;
      if (bit(marked_dims[at.a].fixed, at.b)) v = false;
    }
    if (stride && marked_dims[at.a].dynamic) v = true;
    if (now[p] == 0 || now[p] == 1) v = false;
    varies[p] = v;
    any |= v;
  }
  if (backend_->any_sizes()) {  // it knows no sizes at all: one executable for the rest
    if (!differs && dynamic_ != 1 && !marked) return nullptr;
    auto all = std::make_unique<SymbolPlan>();
    all->everything = true;
    return all;
  }
  if (!any || !backend_->takes_symbols()) return nullptr;
  return planner.make(varies);
}

// Floating-point numbers are constants of what is compiled. Those of a schedule, or of an optimizer's bias correction,
// are others in each call: beyond a few, numbers are compiled for when they come again.
bool SegmentCache::admits_numbers(const Segment& s) {
  Numbers& n = numbers_[s.structure];
  if (n.compiled >= kMaxStatic) return false;
  if (n.compiled >= kCompiledAtOnce) {
    if (n.met.size() == kMaxMet) n.met.clear();
    if (n.met.insert(std::hash<std::string>()(s.floats)).second) return false;
  }
  ++n.compiled;
  return true;
}
// Other sizes have come than those that the structure was compiled for: its executable goes if it has run but once.
void SegmentCache::give_up_first(const std::string& key, Structure& known) {
  std::string sizes(known.seen.front().size() * sizeof(int64_t), '\0');
  memcpy(sizes.data(), known.seen.front().data(), sizes.size());
  auto it = segments_.find(key + sizes);
  if (it == segments_.end() || it->second.launches > 1 || !it->second.executable) return;
  it->second.executable = nullptr;
  it->second.given_up = true;
  if (size_t(it->second.ops) >= kLarge) rt::return_small_memory();
  known.met.insert(std::hash<std::string>()(sizes));
}
Status SegmentCache::run(rt::Context& c, Segment& s, std::shared_ptr<Executable>* ran) {
  std::string key = s.structure;
  if (!backend_->any_floats()) key += s.floats;
  std::string full = key + s.sizes;
  auto it = segments_.find(full);
  if (it != segments_.end() && it->second.given_up) it = segments_.end();
  if (it == segments_.end()) {
    Structure& known = structures_[key];
    std::vector<int64_t> now = size_values(s);
    if (s.nodes && !known.nodes && s.nodes->whole()) {
      known.nodes = s.nodes;
      known.nodes->recorded = now;
    }
    for (size_t n = known.plans.size(); n-- > 0 && it == segments_.end();)
      if (known.plans[n].first->fits(now)) it = segments_.find(known.plans[n].second);
    if (it == segments_.end()) {
      // A script's own backend is called as soon as there is a graph: the script sees that.
      if (!backend_->any_floats() && !backend_->wants_nodes() && known.seen.empty() && !admits_numbers(s)) {
        structures_.erase(key);
        ++launches_;
        return run_eagerly(c, s);
      }
      std::unique_ptr<SymbolPlan> plan = choose(known, s, now);
      if (!plan && known.fixed >= kMaxStatic) {
        ++launches_;
        return run_eagerly(c, s);
      }
      if (on_recompile) {
        std::shared_ptr<PublicNodes> own = s.nodes;
        if (known.nodes) s.nodes = known.nodes;
        Recompile answer = on_recompile(s, segments_.empty());
        s.nodes = own;
        if (answer == Recompile::Raised) return Status::pending();
        if (answer == Recompile::Eager) {
          ++launches_;
          return run_eagerly(c, s);
        }
      }
      bool each = dynamic_ == 0 || backend_->takes_symbols();  // asked for; or what differs is no size
      if (!plan && !each && known.fixed) {
        if (known.met.size() == kMaxMet) known.met.clear();
        if (known.met.insert(std::hash<std::string>()(s.sizes)).second) {
          if (known.fixed == 1) give_up_first(key, known);
          ++launches_;
          return run_eagerly(c, s);
        }
      }
      std::string name = plan ? key + "\n" + std::to_string(known.plans.size()) : full;
      it = segments_.try_emplace(name).first;
      it->second.ops = int(s.ops.size());
      it->second.given_up = false;
      ops_ += s.ops.size();
      s.nodes = known.nodes;
      if (on_compile) {
        on_compile(s, plan.get());
        it = segments_.find(name);
      }
      Result<std::shared_ptr<Executable>> r = plan ? backend_->compile_symbolic(c, s, *plan) : backend_->compile(c, s);
      it = segments_.find(name);  // a backend written in Python may have compiled another segment meanwhile
      if (r.ok()) {
        it->second.executable = r.value();
      } else if (r.status().kind() == ErrorKind::pending && !(forgive && forgive())) {
        segments_.erase(it);
        return std::move(r).status();
      } else {
        ++failures_;
      }
      if (s.ops.size() >= kLarge) {
        rt::return_small_memory();  // of the recorder and of the compiler's passes
        rt::return_program();
      } else {
        rt::return_compiler_code();
      }
      Structure& again = structures_[key];
      again.seen.push_back(std::move(now));
      if (plan)
        again.plans.emplace_back(std::move(plan), std::move(name));
      else
        ++again.fixed;
    }
  }
  CompiledSegment& compiled = it->second;
  ++compiled.launches;
  ++launches_;
  if (!compiled.executable) return run_eagerly(c, s);
  std::shared_ptr<Executable> hold = compiled.executable;
  if (ran) *ran = hold;
  return hold->run(c, s);
}
}  // namespace adder::capture
