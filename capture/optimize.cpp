#include "capture/optimize.h"

#include <algorithm>

namespace adder::capture {
namespace {
bool is_removable(const Instruction& i) {
  switch (i.op) {
    case TraceOp::Load:
    case TraceOp::Alloc: return true;
    default: return false;
  }
}
// Applies `fn` to every Ref that an instruction, snapshot or recipe mentions.
template <class Fn>
void each_ref(Trace& t, Fn fn) {
  for (Ref& r : t.operands) fn(r);
  for (FrameRecipe& f : t.frames) {
    fn(f.func);
    fn(f.gen);
  }
  for (Ref& r : t.registers) fn(r);
  for (Recipe& r : t.recipes) {
    for (Ref& f : r.fields) fn(f);
    for (Ref& k : r.keys) fn(k);
  }
  fn(t.result);
}
// The results that snapshots mention. What several of them share is visited once, with the first that is asked about:
// whoever looks for last uses asks from the end of the trace.
class Uses {
 public:
  explicit Uses(const Trace& t) : t_(t), frame_seen_(t.frames.size()), recipe_seen_(t.recipes.size()) {}
  template <class Fn>
  void snapshot(uint32_t n, Fn fn) {
    if (n == kNoSnapshot) return;
    for (uint32_t k = t_.snapshots[n].frame; k != kNoFrame && !frame_seen_[k]; k = t_.frames[k].caller) {
      frame_seen_[k] = true;
      visit(t_.frames[k].func, fn);
      visit(t_.frames[k].gen, fn);
      for (Ref r : t_.registers_of(t_.frames[k])) visit(r, fn);
    }
  }
  const std::vector<bool>& frames() const { return frame_seen_; }
  const std::vector<bool>& recipes() const { return recipe_seen_; }

 private:
  template <class Fn>
  void visit(Ref r, Fn fn) {
    if (r.is_result()) fn(r.index());
    if (!r.is_sunk() || recipe_seen_[r.index()]) return;
    recipe_seen_[r.index()] = true;
    for (Ref f : t_.recipes[r.index()].fields) visit(f, fn);
    for (Ref k : t_.recipes[r.index()].keys) visit(k, fn);
  }
  const Trace& t_;
  std::vector<bool> frame_seen_, recipe_seen_;
};
// Drops what no instruction mentions any more: snapshots, frames, recipes, operands and inline caches. Most guards of a
// recording hold by dependency, and their snapshots are most of what it has written.
class Compaction {
 public:
  explicit Compaction(Trace& t) : t_(t), uses_(t), number_(t.snapshots.size(), kNoSnapshot) {}
  void run() {
    each_snapshot([&](uint32_t& s) {
      uses_.snapshot(s, [](uint32_t) {});
      number_[s] = 0;
    });
    move_snapshots();
    move_operands();
    t_.code.shrink_to_fit();
    t_.constants.shrink_to_fit();
    t_.dependencies.shrink_to_fit();
  }

 private:
  template <class Fn>
  void each_snapshot(Fn fn) {
    auto one = [&](uint32_t& s) {
      if (s != kNoSnapshot) fn(s);
    };
    for (Instruction& i : t_.code) {
      one(i.snapshot);
      one(i.after);
      if (is_next(i)) one(i.location);
    }
    one(t_.end_snapshot);
  }
  void move_snapshots() {
    std::vector<uint32_t> frame_to(t_.frames.size()), recipe_to(t_.recipes.size());
    std::vector<Recipe> recipes;
    for (size_t n = 0; n < t_.recipes.size(); n++) {
      if (!uses_.recipes()[n]) continue;
      recipe_to[n] = uint32_t(recipes.size());
      recipes.push_back(std::move(t_.recipes[n]));
    }
    auto ref = [&](Ref r) { return r.is_sunk() ? Ref::sunk(recipe_to[r.index()]) : r; };
    for (Recipe& r : recipes) {
      for (Ref& f : r.fields) f = ref(f);
      for (Ref& k : r.keys) k = ref(k);
    }
    std::vector<FrameRecipe> frames;
    std::vector<Ref> registers;
    for (size_t n = 0; n < t_.frames.size(); n++) {
      if (!uses_.frames()[n]) continue;
      FrameRecipe f = t_.frames[n];
      frame_to[n] = uint32_t(frames.size());
      f.func = ref(f.func);
      f.gen = ref(f.gen);
      if (f.caller != kNoFrame) f.caller = frame_to[f.caller];
      f.first_register = uint32_t(registers.size());
      for (Ref r : t_.registers_of(t_.frames[n])) registers.push_back(ref(r));
      frames.push_back(f);
    }
    std::vector<Snapshot> snapshots;
    for (size_t n = 0; n < number_.size(); n++) {
      if (number_[n] == kNoSnapshot) continue;
      number_[n] = uint32_t(snapshots.size());
      snapshots.push_back(std::move(t_.snapshots[n]));
      uint32_t& frame = snapshots.back().frame;
      if (frame != kNoFrame) frame = frame_to[frame];
    }
    each_snapshot([&](uint32_t& s) { s = number_[s]; });
    replace(t_.recipes, recipes);
    replace(t_.frames, frames);
    replace(t_.registers, registers);
    replace(t_.snapshots, snapshots);
  }
  void move_operands() {
    std::vector<Ref> operands;
    std::vector<std::pair<Shape*, int>> caches;
    for (Instruction& i : t_.code) {
      uint32_t at = uint32_t(operands.size());
      operands.insert(operands.end(), t_.args(i), t_.args(i) + i.arg_count);
      i.args = at;
      if ((i.op != TraceOp::Load && i.op != TraceOp::Store) || Field(i.sub) != Field::Attribute) continue;
      if (i.cache >= t_.caches.size()) continue;  // for the verifier to find
      caches.push_back(t_.caches[i.cache]);
      i.cache = uint32_t(caches.size() - 1);
    }
    replace(t_.operands, operands);
    replace(t_.caches, caches);
  }
  template <class T>
  static void replace(std::vector<T>& old, std::vector<T>& now) {
    now.shrink_to_fit();
    old = std::move(now);
  }

  Trace& t_;
  Uses uses_;
  std::vector<uint32_t> number_;  // new numbers of snapshots, kNoSnapshot: unused
};
// Of each result the instruction that mentions it last; their number, where the trace's end does.
std::vector<uint32_t> last_uses(const Trace& t) {
  uint32_t count = uint32_t(t.code.size());
  Uses uses(t);
  std::vector<uint32_t> last_use(count);
  for (uint32_t i = 0; i < count; i++) last_use[i] = i;
  auto at_end = [&](uint32_t r) { last_use[r] = count; };
  if (t.result.is_result()) at_end(t.result.index());
  uses.snapshot(t.end_snapshot, at_end);
  for (uint32_t i = count; i-- > 0;) {
    auto at = [&](uint32_t r) { last_use[r] = std::max(last_use[r], i); };
    const Instruction& ins = t.code[i];
    if (ins.op == TraceOp::Dead) continue;
    for (uint32_t a = 0; a < ins.arg_count; a++)
      if (t.args(ins)[a].is_result()) at(t.args(ins)[a].index());
    uses.snapshot(ins.snapshot, at);
    uses.snapshot(ins.after, at);
    if (is_next(ins)) uses.snapshot(ins.location, at);
  }
  return last_use;
}
// The recorder asks behind every instruction whether something has died. Where nothing can have died since it was asked
// last, and nothing dies behind it, the question goes.
void drop_idle_questions(Trace& t) {
  std::vector<bool> ends(t.code.size() + 1);
  std::vector<uint32_t> last_use = last_uses(t);
  for (size_t i = 0; i < t.code.size(); i++) {
    TraceOp o = t.code[i].op;
    bool object = o == TraceOp::Input || o == TraceOp::Load || o == TraceOp::Alloc || o == TraceOp::Residual;
    if (object) ends[last_use[i]] = true;
  }
  bool died = false, behind_another = false;  // nothing stands between the two
  for (size_t i = 0; i < t.code.size(); i++) {
    TraceOp o = t.code[i].op;
    if (o == TraceOp::Dead) continue;
    if (o != TraceOp::Deaths) {
      behind_another = false;
      died |= ends[i] || (o != TraceOp::Guard && o != TraceOp::Pure && o != TraceOp::Load && o != TraceOp::Input);
      continue;
    }
    bool needed = died || (ends[i] && !behind_another);
    died = ends[i];
    if (!needed) t.code[i].op = TraceOp::Dead;
    behind_another |= needed;
  }
}
}  // namespace

void optimize(Trace& t, const std::vector<Ref>& replacement) {
  each_ref(t, [&](Ref& r) {
    if (!r.is_result()) return;
    Ref to = replacement[r.index()];
    if (to == Ref::constant(kReplacedByAbsent))
      r = Ref();
    else if (!to.nothing())
      r = to;
  });
  size_t n = t.code.size();
  std::vector<bool> live(n);
  for (size_t i = 0; i < n; i++) {
    Instruction& ins = t.code[i];
    if (ins.op == TraceOp::Guard && !t.args(ins)[0].is_result()) ins.op = TraceOp::Dead;  // holds by dependency
    if (!replacement[i].nothing()) ins.op = TraceOp::Dead;
  }
  Uses uses(t);
  auto mark = [&](uint32_t r) { live[r] = true; };
  if (t.result.is_result()) live[t.result.index()] = true;
  uses.snapshot(t.end_snapshot, mark);
  for (size_t i = n; i-- > 0;) {
    Instruction& ins = t.code[i];
    if (ins.op == TraceOp::Dead) continue;
    if (ins.op == TraceOp::Init && t.args(ins)[0].is_result() && t.code[t.args(ins)[0].index()].op == TraceOp::Dead) {
      ins.op = TraceOp::Dead;
      continue;
    }
    if (is_removable(ins) && !live[i]) {
      ins.op = TraceOp::Dead;
      continue;
    }
    for (uint32_t a = 0; a < ins.arg_count; a++)
      if (t.args(ins)[a].is_result()) live[t.args(ins)[a].index()] = true;
    uses.snapshot(ins.snapshot, mark);
    uses.snapshot(ins.after, mark);
    if (is_next(ins)) uses.snapshot(ins.location, mark);
  }
  drop_idle_questions(t);
  // Renumber; inputs stay in front, unused ones included.
  std::vector<uint32_t> to(n);
  uint32_t count = 0;
  for (size_t i = 0; i < n; i++) {
    to[i] = count;
    if (t.code[i].op == TraceOp::Dead) continue;
    t.code[count++] = t.code[i];
  }
  t.code.resize(count);
  each_ref(t, [&](Ref& r) {
    if (r.is_result()) r = Ref::result(to[r.index()]);
  });
  Compaction(t).run();
  plan_drops(t);
}
void plan_drops(Trace& t) {
  uint32_t count = uint32_t(t.code.size());
  t.drops.clear();
  std::vector<uint32_t> last_use = last_uses(t);
  // Before the entry guards are through, inputs may have to be given back: none dies among them.
  uint32_t first_death = count;
  for (uint32_t i = 0; i < t.inputs; i++)
    if ((t.code[i].key & 0xff) != 0xff) first_death = std::min(first_death, last_use[i]);
  t.entry_end = count;
  for (uint32_t i = 0; i < count && t.entry_end == count; i++) {
    const Instruction& ins = t.code[i];
    TraceOp o = ins.op;
    if (o == TraceOp::Store || o == TraceOp::Residual || o == TraceOp::Init || o == TraceOp::Traceback ||
        (o == TraceOp::Deaths && (!ins.key || first_death < i)))
      t.entry_end = i;
  }
  for (uint32_t i = 0; i < count; i++)
    if (last_use[i] == count)
      t.code[i].dies = 0;
    else
      t.drops.emplace_back(std::max(last_use[i], t.entry_end), i);
  std::sort(t.drops.begin(), t.drops.end(), [&](auto& a, auto& b) {
    return std::tuple(a.first, t.code[a.second].dies, a.second) < std::tuple(b.first, t.code[b.second].dies, b.second);
  });
  // Places are told only where they make a difference.
  for (size_t from = 0, to; from < t.drops.size(); from = to) {
    bool in_order = true;
    for (to = from + 1; to < t.drops.size() && t.drops[to].first == t.drops[from].first; to++)
      in_order = in_order && t.drops[to - 1].second < t.drops[to].second;
    for (size_t n = from; n < to; n++) t.code[t.drops[n].second].dies = in_order ? 0 : uint32_t(n - from + 1);
  }
  t.drops.shrink_to_fit();
}
}  // namespace adder::capture
