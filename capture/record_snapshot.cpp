// Snapshots: the frames of the recording as a later side exit has to rebuild them.
//
// Most guards of a recording stand in callees a few calls deep, thousands of them in a model of some layers. Between two
// snapshots only the innermost frames change, so a snapshot is written as what differs: frames, and recipes of sunk
// objects, that are as they were in the last snapshot are mentioned again.
#include "capture/recorder.h"
#include "runtime/base/memory_use.h"

namespace adder::capture {
// Of a long recording each so many run the same parts of the program, fewer than its beginning and what ran before.
static constexpr size_t kManySnapshots = 512;

// A reference as a snapshot has it. Each sunk object gets a recipe; `objects` are those that have one so far, the
// recipe of object k is first_recipe + k.
Ref Recorder::in_snapshot(Ref r, std::vector<uint32_t>& objects, uint32_t first_recipe) {
  r = settled(r);
  if (is_known(r) && r.is_result()) return constant(known_[r.index()].value);
  if (!r.is_sunk()) return r;
  for (size_t k = 0; k < objects.size(); k++)
    if (objects[k] == r.index()) return Ref::sunk(first_recipe + uint32_t(k));
  uint32_t number = first_recipe + uint32_t(objects.size());
  objects.push_back(r.index());
  const SunkObject& s = sunk_[r.index()];
  trace_->recipes.push_back({s.kind, s.key, s.extra, {}, {}});
  if (s.kind == Kind::Instance) constant({s.key});
  std::vector<Ref> fields, keys;
  for (Ref f : std::vector<Ref>(s.fields)) fields.push_back(in_snapshot(f, objects, first_recipe));
  for (Ref k : std::vector<Ref>(sunk_[r.index()].keys)) keys.push_back(in_snapshot(k, objects, first_recipe));
  trace_->recipes[number].fields = std::move(fields);
  trace_->recipes[number].keys = std::move(keys);
  return Ref::sunk(number);
}
// Replaces new recipes by those of earlier snapshots where nothing has changed. Objects may refer to each other in
// circles: all are taken for unchanged at first, and each that differs, or refers to one that does, is crossed out.
void Recorder::share_recipes(const std::vector<uint32_t>& objects, uint32_t first, std::vector<Ref>& refs) {
  std::vector<Recipe>& recipes = trace_->recipes;
  std::vector<uint32_t> to;
  for (uint32_t o : objects) to.push_back(sunk_[o].recipe);
  auto now = [&](Ref r) {
    bool fresh = r.is_sunk() && r.index() >= first;
    return fresh && to[r.index() - first] != kNoRecipe ? Ref::sunk(to[r.index() - first]) : r;
  };
  auto equal = [&](const std::vector<Ref>& fresh, const std::vector<Ref>& old) {
    if (fresh.size() != old.size()) return false;
    for (size_t i = 0; i < fresh.size(); i++)
      if (now(fresh[i]) != old[i]) return false;
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = 0; k < objects.size(); k++) {
      if (to[k] == kNoRecipe) continue;
      const Recipe &a = recipes[first + k], &b = recipes[to[k]];
      if (a.kind == b.kind && a.key == b.key && a.extra == b.extra && equal(a.fields, b.fields) && equal(a.keys, b.keys))
        continue;
      to[k] = kNoRecipe;
      changed = true;
    }
  }
  uint32_t count = first;
  std::vector<bool> kept(objects.size());
  for (size_t k = 0; k < objects.size(); k++) {
    kept[k] = to[k] == kNoRecipe;
    if (kept[k]) to[k] = count++;
    sunk_[objects[k]].recipe = to[k];
  }
  for (size_t k = 0; k < objects.size(); k++) {
    if (!kept[k]) continue;
    Recipe r = std::move(recipes[first + k]);
    for (Ref& f : r.fields) f = now(f);
    for (Ref& f : r.keys) f = now(f);
    recipes[to[k]] = std::move(r);
  }
  recipes.resize(count);
  for (Ref& r : refs) r = now(r);
}
uint32_t Recorder::new_snapshot(const After* after) {
  Trace& t = *trace_;
  std::vector<Ref> refs;  // of each frame: function, generator, registers
  std::vector<uint32_t> objects;
  uint32_t first = uint32_t(t.recipes.size());
  for (const ShadowFrame& f : frames_) {
    refs.push_back(in_snapshot(f.func, objects, first));
    refs.push_back(in_snapshot(f.gen, objects, first));
    size_t registers = refs.size();
    for (Ref v : f.registers) refs.push_back(in_snapshot(v, objects, first));
    if (!after || &f != &frames_.back()) continue;
    for (int c : consumed_) refs[registers + size_t(c)] = Ref();
    if (after->reg >= 0) refs[registers + size_t(after->reg)] = after->value;
  }
  if (!objects.empty()) share_recipes(objects, first, refs);
  uint32_t caller = kNoFrame;
  const Ref* next = refs.data();
  for (ShadowFrame& f : frames_) {
    const Ref *func = next++, *gen = next++, *registers = next;
    next += f.registers.size();
    uint32_t pc = after && &f == &frames_.back() ? after->pc : f.pc;
    bool same = false;
    if (f.recipe != kNoFrame) {
      const FrameRecipe& r = t.frames[f.recipe];
      same = r.caller == caller && r.pc == pc && r.func == *func && r.gen == *gen &&
             std::equal(registers, next, t.registers.data() + r.first_register);
    }
    if (!same) {
      f.recipe = uint32_t(t.frames.size());
      t.frames.push_back({f.code, *func, *gen, pc, caller, uint32_t(t.registers.size()), f.ret, f.cont});
      t.registers.insert(t.registers.end(), registers, next);
    }
    caller = f.recipe;
  }
  t.snapshots.emplace_back().frame = caller;
  if (t.snapshots.size() % kManySnapshots == 0) rt::return_program();
  return uint32_t(t.snapshots.size() - 1);
}
uint32_t Recorder::snapshot() {
  if (current_snapshot_ == kNoSnapshot) current_snapshot_ = new_snapshot(nullptr);
  return current_snapshot_;
}
uint32_t Recorder::snapshot_after(uint32_t pc, int reg, Ref value) {
  After after{pc, reg, value};
  return new_snapshot(&after);
}
}  // namespace adder::capture
