#include "capture/follower.h"
#include "capture/region.h"
#include "capture/replay.h"
#include "interp/bridge/torch_state.h"

namespace adder::capture {
namespace {
const char* const kBreakNames[] = {
#define X(id, goes_on, message, hint) #id,
#include "capture/graph_break.def"
#undef X
};
const char* const kBreakMessages[] = {
#define X(id, goes_on, message, hint) message,
#include "capture/graph_break.def"
#undef X
};
const char* const kBreakHints[] = {
#define X(id, goes_on, message, hint) hint,
#include "capture/graph_break.def"
#undef X
};
}  // namespace

const char* name_of(BreakReason r) {
  return kBreakNames[int(r)];
}
const char* message_of(BreakReason r) {
  return kBreakMessages[int(r)];
}
const char* hint_of(BreakReason r) {
  return kBreakHints[int(r)];
}

Region::~Region() {
  dec(options.backend_function);
}
Session::Session(Thread& t) : thread(t), follower(std::make_unique<Follower>(*this)) {}
Session::~Session() = default;

uint32_t Session::location(Code* code, uint32_t pc, uint32_t n) {
  auto [it, added] = location_ids.try_emplace(Location{code, pc, n}, uint32_t(locations.size()));
  if (added) locations.push_back({code, pc, n});
  return it->second;
}
void Session::begin_recording() {
  if (!recording++) recording_since = std::chrono::steady_clock::now();
}
void Session::end_recording() {
  if (--recording) return;
  recording_ms += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - recording_since).count();
}
void Session::begin(Region& region, Frame* frame) {
  if (base) return;
  base = frame;
  active = &region;
  reason = BreakReason::Count;
  if (!context) return;
  if (!region.segments) {
    region.segments = std::make_unique<SegmentCache>(make_backend(thread, region), region.options.dynamic);
    region.segments->marks = marks;
    region.segments->on_compile = [this, &region](const Segment& s) {
      GraphRecord r{region.name, {}};
      for (const DeferredOp& op : s.ops) r.ops.emplace_back(rt::row_of(op.id).name);
      graph_log.push_back(std::move(r));
    };
  }
  if (!activation) {
    activation = std::make_unique<Activation>(context(thread));
    activation->source = [this] { return user_source(); };
    activation->on_second_segment = [this](Cause c) {
      BreakReason announced = reason;
      reason = BreakReason::Count;
      if (!recording) return;
      if (announced != BreakReason::Count) return add_break(announced, reason_detail);
      add_break(c == Cause::Write     ? BreakReason::OutsideWrite
                : c == Cause::Refused ? BreakReason::NotDeferred
                                      : BreakReason::OutsideLook,
                "");
    };
  }
  activation->start(*region.segments);
}
Status Session::end() {
  base = nullptr;
  active = nullptr;
  if (!activation) return {};
  Status s = activation->finish();
  if (lesson) {
    activation->observer = nullptr;
    lesson.reset();
  }
  return s;
}
adder::Recorder* Session::resting() const {
  return base ? follower.get() : nullptr;
}
void Session::add_break(BreakReason reason, std::string detail) {
  counters.breaks++;
  break_counts[name_of(reason)]++;
  Break b{reason, std::move(detail), user_source()};
  break_log.push_back(b);
  if (active) active->breaks.push_back(std::move(b));
}
void raise_failure(Thread& th, const Status& s) {
  if (!th.pending.u) raise_status(th, s);
}
void raise_dynamo(Thread& th, const char* cls, const std::string& message) {
  Value module = import_module(th, intern(th.in, "torch._dynamo.exc"), kNone, 0);
  if (!module.u) return;
  Owned hold(module);
  Value exc = th.in.modules ? dict_get(th.in.modules, intern(th.in, "torch._dynamo.exc")) : kAbsent;
  Owned type(get_attr_native(th, exc.u ? exc : module, intern(th.in, cls)));
  if (!type) return;
  bool user = std::string_view(cls) == "UserError";
  Owned text(of(str(th, message))), kind(of(str(th, "dynamic_control_flow")));
  Value args[] = {user ? kind.get() : text.get(), text.get()};
  Value e = th.call(type.get(), args, user ? 2 : 1);
  if (e.u) th.raise_obj(e);
}
std::string Session::user_source() const {
  for (Frame* f = thread.fr; f > thread.frames; f--) {
    if (!f->func) break;
    std::string_view file = f->code->filename ? f->code->filename->sv() : std::string_view();
    if (file.starts_with("<adder>")) continue;
    return std::string(file) + ":" + std::to_string(line_of(f->code, f->pc));
  }
  return "";
}

// ---------------------------------------------------------------------------------------------------- follower

void Follower::skip_instruction(Frame& frame) {
  skipped_frame_ = &frame;
  skipped_pc_ = frame.pc;
}
Step Follower::before(Thread& th, Frame& f, Value* result) {
  if (!skipped_frame_ || !session_.base || &f < session_.base) return Step::Go;
  if (&f == skipped_frame_ && f.pc == skipped_pc_) return Step::Go;
  skipped_frame_ = nullptr;
  Region& region = *session_.active;
  std::vector<std::pair<Code*, uint32_t>> key;
  for (Frame* g = session_.base; g <= &f; g++) {
    if (g->flags & kFrameGen) return Step::Go;
    key.emplace_back(g->code, uint32_t(g->pc - g->code->ins.data()));
  }
  Continuation& c = region.continuations[key];
  for (auto& t : c.traces) {
    if (!t->valid || t->running) continue;
    Outcome o = enter(th, *t, result);
    if (o == Outcome::NotEntered) continue;
    if (o == Outcome::Left) return Step::Reload;
    th.rec = nullptr;
    Status s = session_.end();
    if (s.ok()) return Step::Return;
    dec(*result);
    raise_failure(th, s);
    return Step::Reload;
  }
  if (++c.visits < 2 || c.recordings >= session_.max_continuations || session_.recording) return Step::Go;
  c.recordings++;
  start_recording(th, region, session_.base, nullptr, &c.traces);
  return Step::Reload;
}
void Follower::event(Thread& th, Event e, Frame* f, const char*) {
  if (f != session_.base) return;
  if (e != Event::Pop && e != Event::Unwind) return;
  th.rec = nullptr;
  skipped_frame_ = nullptr;
  Status s = session_.end();
  // An exception under way is the script's; otherwise the failure is raised where the call would have returned.
  if (!s.ok() && e == Event::Pop) raise_failure(th, s);
  if (!s.ok() && e == Event::Unwind && s.kind() == ErrorKind::pending && !th.pending.u) raise_failure(th, s);
}
}  // namespace adder::capture
