#include "capture/trace_watch.h"

#include <algorithm>

#include "capture/recompile.h"
#include "capture/region.h"
#include "capture/values.h"

namespace adder::capture {
namespace {
// A key that nobody writes: it fires when the owner dies, ahead of the watches of its slots.
uint64_t death_key(Value owner) {
  return owner.is(Kind::Dict) ? kWatchClass + 1 : kWatchCell;
}
}  // namespace

std::vector<Cell*> watched_cells(Interpreter& in, const Dependency& d) {
  if (d.field != Field::Member) {
    Cell* dict = d.field == Field::Attribute ? live_dict_of(in, of(d.owner)) : nullptr;
    return dict ? std::vector{d.owner, dict} : std::vector{d.owner};
  }
  std::vector<Cell*> cells;
  for (Type* t : static_cast<Type*>(d.owner)->mro) {
    cells.push_back(t);
    if (dict_get(t->dict, reinterpret_cast<Str*>(d.key)).u) break;
  }
  return cells;
}
bool TraceWatch::add(Interpreter& in, const Dependency& d, uint32_t number) {
  std::vector<Cell*> cells = watched_cells(in, d);
  for (Cell* c : cells)
    if (in.watches.is_volatile(c, d.key)) return false;
  for (Cell* c : cells) in.watches.watch(c, d.key, *this, number);
  return true;
}
bool TraceWatch::is_lost(uint32_t number) const {
  return std::find(lost.begin(), lost.end(), number) != lost.end();
}
void TraceWatch::arm(Interpreter& in, Trace& t) {
  end_recording();
  t.alive = std::make_shared<Trace*>(&t);
  trace_ = t.alive;
  session_ = t.region ? t.region->session : nullptr;
  if (!session_) return;
  // An object that came as an argument may die: the next one is then asked for its type only.
  std::vector<bool> seen(t.constants.size());
  for (const Instruction& i : t.code) {
    if (i.op != TraceOp::Guard || Fact(i.sub) != Fact::Same) continue;
    Ref r = t.args(i)[1];
    if (!r.is_constant() || seen[r.index()]) continue;
    Value v = t.constants[r.index()];
    if (!is_instance(v) && !v.is(Kind::Func) && !v.is(Kind::Method) && !v.is(Kind::Dict) && !v.is(Kind::List)) continue;
    seen[r.index()] = true;
    if (!in.watches.watch(v.cell(), death_key(v), *this, kConstants + uint32_t(t.weak.size()))) continue;
    t.weak.push_back({r.index(), i.location});
    dec(v);
  }
}
void TraceWatch::fired(Cell*, uint64_t, uint32_t number) {
  if (recording_) {
    lost.push_back(number);
    return;
  }
  std::shared_ptr<Trace*> trace = trace_.lock();
  if (!trace || !*trace) return;
  Trace& t = **trace;
  if (number >= kConstants) {
    uint32_t location = t.weak[number - kConstants].location;
    if (location) session_->generic.insert(location);
    for (Trace::Weak& w : t.weak)
      if (w.location == location) t.constants[w.constant] = kAbsent;
  } else {
    if (is_lost(number)) return;
    if (t.valid && session_) session_->counters.invalidated++;
  }
  t.valid = false;
  if (session_ && !wants_reasons(*session_)) t.let_go();
}

void arm(Interpreter& in, Trace& t) {
  WatcherRef<TraceWatch> watch(new TraceWatch);
  uint32_t number = 0;
  for (const Dependency& d : t.dependencies) t.valid &= watch->add(in, d, number++);
  watch->arm(in, t);
}
}  // namespace adder::capture
