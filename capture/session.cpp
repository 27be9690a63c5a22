#include "capture/follower.h"
#include "capture/python_backend.h"
#include "capture/recompile.h"
#include "capture/recorder.h"
#include "capture/region.h"
#include "capture/replay.h"
#include "interp/bridge/torch_state.h"
#include "interp/bytecode/library_code.h"
#include "interp/vm/traceback.h"
#include "runtime/base/memory_use.h"

namespace adder::capture {
// Instructions from which on a recording takes memory that counts.
static constexpr size_t kLargeRecording = 500;

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
// The innermost frame that is the user's; null: there is none.
const Frame* user_frame(const Thread& th) {
  for (const Frame* f = th.fr; f > th.frames && f->func; f--) {
    if (!is_library(f->code)) return f;
  }
  return nullptr;
}
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
Continuation* Region::continuation_at(const Frame* base, const Frame* top) {
  std::vector<std::pair<Code*, uint32_t>> key;
  for (const Frame* f = base; f <= top; f++) {
    if (f->flags & kFrameGen) return nullptr;
    key.emplace_back(f->code, uint32_t(f->pc - f->code->ins.data()));
  }
  return &continuations[key];
}
Continuation* Region::continuation_at(const std::vector<const FrameRecipe*>& frames) {
  std::vector<std::pair<Code*, uint32_t>> key;
  for (const FrameRecipe* f : frames) {
    if (!f->gen.nothing()) return nullptr;
    key.emplace_back(f->code, f->pc);
  }
  return &continuations[key];
}
Session::Session(Thread& t) : thread(t), follower(std::make_unique<Follower>(*this)) {}
Session::~Session() = default;

Region& add_region(Session& session, Func* f, std::unique_ptr<Region> made) {
  f->flags |= kCaptured;
  Region& region = *made;
  session.regions[f] = std::move(made);
  // It finds the session through the thread: at the end of the program functions outlive capture.
  Interpreter* in = &session.thread.in;
  in->watches.watch(f, uint64_t(1) << 40, [in, f](Watches::Slot) {
    FrameHook* hook = in->shutting_down || !in->current ? nullptr : static_cast<FrameHook*>(in->current->hook);
    if (!hook) return;
    Session* s = &hook->session();
    auto it = s->regions.find(f);
    if (it == s->regions.end()) return;
    std::unique_ptr<Region> region = std::move(it->second);
    s->regions.erase(it);
    if (s->active == region.get() || s->recording || s->nesting) s->dead_regions.push_back(std::move(region));
  });
  return region;
}
uint32_t Session::location(Code* code, uint32_t pc, uint32_t n) {
  auto [it, added] = location_ids.try_emplace(Location{code, pc, n}, uint32_t(locations.size()));
  if (added) locations.push_back({code, pc, n});
  return it->second;
}
void Session::begin_recording() {
  recorded = true;
  if (counters.recordings == 1) rt::return_program();  // of starting and importing
  if (!recording++) recording_since = std::chrono::steady_clock::now();
}
void Session::end_recording(size_t instructions) {
  written += instructions;
  if (--recording) return;
  recording_ms += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - recording_since).count();
}
void Session::begin(Region& region, Frame* frame) {
  if (base) return;
  base = frame;
  active = &region;
  recorded = false;
  written = 0;
  reason = BreakReason::Count;
  if (!context) return;
  if (!region.segments) {
    region.segments = std::make_unique<SegmentCache>(make_backend(thread, region), stress.dynamic ? 1 : region.options.dynamic);
    region.segments->marks = marks;
    region.segments->on_compile = [this, &region](const Segment& s, const SymbolPlan* plan) {
      GraphRecord r{region.name, {}};
      for (const DeferredOp& op : s.ops) r.ops.emplace_back(rt::row_of(op.id).name);
      graph_log.push_back(std::move(r));
      show_graph(region, s, plan);
    };
    region.segments->on_recompile = [this, &region](const Segment& s, bool first) {
      if (!within_marked_ranges(*this, s)) return SegmentCache::Recompile::Raised;
      return segment_recompiles(*this, region, s, first);
    };
    region.segments->forgive = [this, &region] {
      if (!suppress_errors || !thread.pending.u) return false;
      if (logs.heard(LogLevel::Warning))
        logs.write(thread, LogLevel::Warning, &region,
                   "WON'T CONVERT " + target_place(region) + "\ndue to:\n" +
                       traceback_text(thread, thread.pending.as<Exc>()));
      thread.clear_pending();
      return true;
    };
  }
  region.segments->nodes_for_reports = explaining || logs.needs_nodes();
  if (!activation) {
    activation = std::make_unique<Activation>(context(thread));
    // Every op asks. A replay stands at one instruction, and to find its line is a walk through the table of positions.
    struct Asked {
      const Frame* frame = nullptr;
      const void *code = nullptr, *pc = nullptr;
      int64_t call = -1;
      std::string text;
    };
    activation->source = [this, asked = std::make_shared<Asked>()] {
      const Frame* f = user_frame(thread);
      if (!f) return std::string();
      int64_t call = int64_t(counters.frames);
      if (asked->frame != f || asked->code != f->code || asked->pc != f->pc || asked->call != call) {
        *asked = {f, f->code, f->pc, call, user_source()};
      }
      return asked->text;
    };
    activation->one_by_one = stress.breaks;
    auto reason_of = [](Cause c) {
      return c == Cause::Write     ? BreakReason::OutsideWrite
             : c == Cause::Refused ? BreakReason::NotDeferred
                                   : BreakReason::OutsideLook;
    };
    activation->on_split = [this, reason_of](Cause c) {
      if (!recording) return;
      split = Break{reason_of(c), "", user_source(), {}};
      if (reason != BreakReason::Count) {
        split.reason = reason;
        split.detail = reason_detail;
      } else if (c == Cause::Look) {
        describe_look(*this, &split);
      }
      if (explaining || logs.on(LogChannel::GraphBreaks)) split.stack = user_frames(thread, base);
    };
    activation->on_second_segment = [this, reason_of](Cause c) {
      reason = BreakReason::Count;
      if (!recording) return;
      if (split.reason == BreakReason::Count) split = Break{reason_of(c), "", user_source(), {}};  // nobody recorded then
      add_break(std::exchange(split, {}));
    };
  }
  activation->start(*region.segments);
}
Status Session::end() {
  base = nullptr;
  Region* region = std::exchange(active, nullptr);
  // What a recorder knows is more than what it has written, and the launch that comes may need the room. One that is not
  // finished may be on its way back to one that is.
  bool under_way = false;
  for (const auto& r : recorders) under_way |= !r->finished();
  if (!under_way) recorders.clear();
  if (!activation) return {};
  bool learnt = recorded || lesson;
  Status s = activation->finish();
  if (!fresh_guards.empty()) show_guards(region);
  if (lesson) {
    activation->observer = nullptr;
    lesson.reset();
  }
  if (written >= kLargeRecording) {  // the trace stays, of what it was made with and of what has been pending nothing
    rt::return_small_memory();
    rt::return_program();
  } else if (learnt) {
    rt::return_compiler_code();
  }
  return s;
}
void Session::call_over(Value result) {
  if (!comparison) return;
  std::unique_ptr<Comparison> c = std::move(comparison);
  c->end(result);
}
adder::Recorder* Session::resting() const {
  return base ? follower.get() : nullptr;
}
void Session::show_guards(const Region* region) {
  std::vector<GuardFact> facts = std::move(fresh_guards);
  fresh_guards.clear();
  if (logs.on(LogChannel::Guards)) logs.write(thread, LogChannel::Guards, region, guard_tree(facts));
  if (explaining)
    for (GuardFact& f : facts) guard_log.push_back(std::move(f));
}
void Session::show_graph(Region& region, const Segment& s, const SymbolPlan* plan) {
  if (reports_guards()) report_segment(s, plan);
  graphs_shown++;
  for (auto [channel, form] : {std::pair(LogChannel::GraphCode, "code"), std::pair(LogChannel::Graph, "table"),
                               std::pair(LogChannel::GraphSizes, "sizes")})
    if (logs.on(channel))
      logs.write(thread, channel, &region,
                 "TRACED GRAPH\n ===== __compiled_fn_" + std::to_string(graphs_shown) + " =====\n" +
                     graph_text(thread, s, plan, form));
  if (logs.heard(LogLevel::Info))
    logs.write(thread, LogLevel::Info, &region, "Step 2: calling compiler function " + region.options.backend);
}
void Session::show_code(const Region& region, const rt::Executable& made) const {
  if (!logs.on(LogChannel::OutputCode) && !logs.on(LogChannel::KernelCode)) return;
  rt::Executable::Listing listing = made.listing();
  auto show = [&](LogChannel channel, const char* title, std::string& text) {
    if (!logs.on(channel) || text.empty()) return;
    text.pop_back();  // the last line's end
    logs.write(thread, channel, &region, title + text);
  };
  show(LogChannel::OutputCode, "Output code:\n", listing.launches);
  show(LogChannel::KernelCode, "Kernels:\n", listing.kernels);
}
// What TORCH_LOGS=graph_breaks shows. The stack is written out once for each place.
void Session::show_break(const Break& b) {
  if (!logs.on(LogChannel::GraphBreaks)) return;
  bool again = !shown_breaks.insert(std::string(name_of(b.reason)) + b.where).second;
  std::string text = again ? "Graph break (user stack suppressed due to duplicate graph break) in user code at "
                           : "Graph break in user code at ";
  text += b.where + "\nGraph Break Reason: " + message_of(b.reason);
  if (!b.detail.empty()) text += "\n  Explanation: " + b.detail;
  text += std::string("\n  Hint: ") + hint_of(b.reason) + "\n";
  if (!again) text += "\nUser code traceback:\n" + traceback_lines(b.stack);
  logs.write(thread, LogChannel::GraphBreaks, active, text);
}
void Session::add_break(Break b) {
  CHECK(b.reason != BreakReason::Count);
  counters.breaks++;
  break_counts[name_of(b.reason)]++;
  show_break(b);
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
  const Frame* f = user_frame(thread);
  if (!f) return "";
  std::string_view file = f->code->filename ? f->code->filename->sv() : std::string_view();
  return std::string(file) + ":" + std::to_string(line_of(f->code, f->pc));
}

// ---------------------------------------------------------------------------------------------------- follower

void Follower::skip_instruction(Frame& frame) {
  skipped_ = {&frame, frame.pc};
}
Step Follower::before(Thread& th, Frame& f, Value* result) {
  if (compared_register_ >= 0) {
    Value v = f.base[compared_register_];
    compared_register_ = -1;
    th.rec = nullptr;
    session_.call_over(v);
    return Step::Go;
  }
  if (!session_.base || &f < session_.base) return Step::Go;
  Region& region = *session_.active;
  Place here{&f, f.pc};
  if (here == skipped_ || here == passed_) return Step::Go;
  passed_ = {};
  bool header = !region.loop_headers.empty() && region.loop_headers.count(f.pc);
  if (!skipped_.frame && !header) return Step::Go;
  skipped_ = {};
  Continuation* c = region.continuation_at(session_.base, &f);
  if (!c) return Step::Go;
  for (auto& t : c->traces) {
    if (!t->valid || t->running) continue;
    Outcome o = enter(th, *t, result);
    if (o == Outcome::NotEntered) continue;
    if (o == Outcome::Left) {
      // For a signal or a limit: the interpreter goes on from here, so that its next jump or call answers.
      if (th.budget < 0 || th.attention) passed_ = {th.fr, th.fr->pc};
      return Step::Reload;
    }
    th.rec = nullptr;
    Status s = session_.end();
    if (s.ok()) {
      session_.call_over(*result);
      return Step::Return;
    }
    dec(*result);
    raise_failure(th, s);
    session_.call_over(kAbsent);
    return Step::Reload;
  }
  if (header) passed_ = here;
  uint32_t wanted = header ? 1 : 2;
  if (++c->visits < wanted || c->recordings >= session_.max_continuations || session_.recording) return Step::Go;
  c->recordings++;
  start_recording(th, region, session_.base, nullptr, c);
  return Step::Reload;
}
// A second thread would meet tensors that this one has only promised: from there on the call is an ordinary one.
void Follower::native_call(Thread& th, Native* n, Value*, int, Tuple*) {
  if (!session_.base || n->def->rule != Rule::breaks || !std::string_view(n->def->name).starts_with("start_new")) return;
  th.rec = nullptr;
  skipped_ = passed_ = {};
  session_.comparison.reset();  // nobody will say that the call is over
  if (Status s = session_.end(); !s.ok()) th.clear_pending();
}
void Follower::event(Thread& th, Event e, Frame* f, const char*) {
  if (f != session_.base) return;
  if (e != Event::Pop && e != Event::Unwind) return;
  th.rec = nullptr;
  skipped_ = passed_ = {};
  Status s = session_.end();
  // An exception under way is the script's; otherwise the failure is raised where the call would have returned.
  if (!s.ok() && e == Event::Pop) raise_failure(th, s);
  if (!s.ok() && e == Event::Unwind && s.kind() == ErrorKind::pending && !th.pending.u) raise_failure(th, s);
  if (!session_.comparison) return;
  if (th.pending.u || f->cont != Cont::Store || f - 1 < th.frames) return session_.call_over(th.pending.u ? kAbsent : kStop);
  compared_register_ = f->ret;  // the result arrives in the caller's register, and is looked at before what comes next
  th.rec = this;
}
}  // namespace adder::capture
