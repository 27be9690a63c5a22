#include "capture/capture.h"

#include <algorithm>
#include <cstdlib>

#include "capture/follower.h"
#include "capture/plain_branch.h"
#include "capture/values.h"
#include "capture/python_backend.h"
#include "capture/recorder.h"
#include "capture/replay.h"
#include "capture/trace_text.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/vm/native.h"

namespace adder::capture {
namespace {
Value text_value(Thread& th, std::string_view s) {
  return of(str(th, s));
}
void set_item(Thread& th, Dict* d, const char* key, Value owned) {
  dict_set(d, intern(th.in, key), owned);
}
Session* need_session(Thread& th) {
  return session_of(th);
}

Value capture_region(Thread& th, Value* a, int) {
  Session* s = need_session(th);
  if (!a[0].is(Kind::Func)) return th.raise(E_TypeError, "capture needs a function");
  if (!s) return inc(a[0]);
  Func* f = a[0].as<Func>();
  auto region = std::make_unique<Region>(*s, f);
  region->name = std::string(f->code->name->sv());
  if (a[1].is(Kind::Dict)) {
    Dict* d = a[1].as<Dict>();
    auto get = [&](const char* key) { return dict_get(d, intern(th.in, key)); };
    region->options.fullgraph = get("fullgraph") == kTrue;
    Value dynamic = get("dynamic");
    region->options.dynamic = dynamic == kTrue ? 1 : dynamic == kFalse ? 0 : -1;
    Value backend = get("backend");
    if (is_str(backend))
      region->options.backend = std::string(sv(backend));
    else if (backend.u && backend != kNone)
      region->options.backend_function = inc(backend);
    if (Value name = get("name"); is_str(name)) region->name = std::string(sv(name));
  }
  add_region(*s, f, std::move(region));
  return inc(a[0]);
}
Value capture_reset(Thread& th, Value*, int) {
  Session* s = session_of(th);
  if (s && !s->base && !s->recording) forget_traces(*s);
  return kNone;
}
Value capture_stats(Thread& th, Value*, int) {
  Dict* d = dict(th);
  Session* s = session_of(th);
  if (!s) return of(d);
  const Counters& c = s->counters;
  SegmentTotals t = s->totals;
  for (auto& [f, region] : s->regions) t.add(*region);
  auto put_count = [&](const char* key, uint64_t v) { set_item(th, d, key, integer(th, int64_t(v))); };
  put_count("frames", c.frames);
  put_count("traces", c.traces);
  put_count("side_traces", c.side_traces);
  put_count("graphs", t.graphs);
  put_count("ops", t.ops);
  put_count("breaks", c.breaks);
  put_count("recompiles", c.recompiles);
  put_count("guard_failures", c.guard_failures);
  put_count("fallbacks", c.fallbacks + t.failures);
  put_count("launches", s->activation ? s->activation->total_launches : 0);
  put_count("static_launches", s->activation ? s->activation->static_launches : 0);
  put_count("replays", c.replays);
  put_count("exits", c.exits);
  put_count("abandoned", c.abandoned);
  return of(d);
}
// Rows of torch._dynamo.explain: what has happened since `explain_begin`.
Value capture_explain_begin(Thread& th, Value*, int) {
  if (Session* s = session_of(th)) {
    s->graph_log.clear();
    s->break_log.clear();
    s->guard_log.clear();
    s->explaining = true;
    s->refused_before = s->activation ? s->activation->refused : 0;
  }
  return kNone;
}
Value capture_explain_end(Thread& th, Value*, int) {
  List* out = list(th);
  Session* s = session_of(th);
  if (!s) return of(out);
  s->explaining = false;
  for (const Session::GraphRecord& g : s->graph_log) {
    Dict* row = dict(th);
    List* ops = list(th);
    for (const std::string& op : g.ops) push(ops, text_value(th, op));
    set_item(th, row, "kind", text_value(th, "graph"));
    set_item(th, row, "graph", kNone);
    set_item(th, row, "ops", of(ops));
    push(out, of(row));
  }
  for (const Break& b : s->break_log) {
    Dict* row = dict(th);
    List* stack = list(th);
    for (const UserFrame& f : b.stack) {
      Tuple* t = tuple(th, 3);
      t->items[0] = text_value(th, f.file);
      t->items[1] = integer(th, f.line);
      t->items[2] = text_value(th, f.function);
      push(stack, of(t));
    }
    std::string reason = message_of(b.reason);
    if (!b.detail.empty()) reason += ": " + b.detail;
    set_item(th, row, "kind", text_value(th, "break"));
    set_item(th, row, "reason", text_value(th, reason));
    set_item(th, row, "user_stack", of(stack));
    push(out, of(row));
  }
  for (const GuardFact& g : s->guard_log) {
    Dict* row = dict(th);
    set_item(th, row, "kind", text_value(th, "guard"));
    set_item(th, row, "name", text_value(th, g.source));
    set_item(th, row, "guard", text_value(th, g.kind));
    set_item(th, row, "code", text_value(th, g.code));
    push(out, of(row));
  }
  Dict* totals = dict(th);
  set_item(th, totals, "kind", text_value(th, "totals"));
  uint64_t outside = s->activation ? s->activation->refused - s->refused_before : 0;
  set_item(th, totals, "ops_outside", integer(th, int64_t(outside)));
  set_item(th, totals, "capture_ms", real(s->recording_ms));
  push(out, of(totals));
  return of(out);
}
// The counters of torch._dynamo.utils.counters.
Value capture_counters(Thread& th, Value*, int) {
  Dict* out = dict(th);
  Session* s = session_of(th);
  if (!s) return of(out);
  SegmentTotals t = s->totals;
  for (auto& [f, region] : s->regions) t.add(*region);
  Dict *stats = dict(th), *frames = dict(th), *breaks = dict(th);
  set_item(th, stats, "calls_captured", integer(th, int64_t(t.ops)));
  set_item(th, stats, "unique_graphs", integer(th, int64_t(t.graphs)));
  set_item(th, frames, "total", integer(th, int64_t(s->counters.recordings)));
  set_item(th, frames, "ok", integer(th, int64_t(s->counters.traces)));
  for (int r = 0; r < int(BreakReason::Count); r++) {
    auto it = s->break_counts.find(name_of(BreakReason(r)));
    if (it != s->break_counts.end()) set_item(th, breaks, message_of(BreakReason(r)), integer(th, int64_t(it->second)));
  }
  set_item(th, out, "stats", of(stats));
  set_item(th, out, "frames", of(frames));
  set_item(th, out, "graph_break", of(breaks));
  return of(out);
}
// The settings of torch._dynamo.config that matter here; others are kept by the Python side alone.
Value capture_config(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (!s || !is_str(a[0])) return kNone;
  std::string_view key = sv(a[0]);
  if ((key == "recompile_limit" || key == "cache_size_limit") && a[1].is_int() && a[1].as_int() >= 0)
    s->max_traces = uint32_t(a[1].as_int());
  if ((key == "accumulated_recompile_limit" || key == "accumulated_cache_size_limit") && a[1].is_int() &&
      a[1].as_int() >= 0)
    s->max_recordings = uint32_t(a[1].as_int());
  if (key == "error_on_recompile") s->error_on_recompile = a[1] == kTrue;
  if (key == "suppress_errors") s->suppress_errors = a[1] == kTrue;
  if (key == "fail_on_recompile_limit_hit" || key == "fail_on_cache_limit_hit") s->fail_on_limit = a[1] == kTrue;
  if (key == "disable") s->off = a[1] == kTrue;
  return kNone;
}
Value capture_stance(Thread& th, Value* a, int) {
  static const char* const kNames[] = {"default", "force_eager", "eager_on_recompile", "fail_on_recompile"};
  Session* s = session_of(th);
  Tuple* old = tuple(th, 2);
  old->items[0] = text_value(th, kNames[s ? int(s->stance) : 0]);
  old->items[1] = kNone;
  if (s && is_str(a[0])) {
    s->stance = Session::Stance::Default;
    for (int i = 0; i < 4; i++)
      if (sv(a[0]) == kNames[i]) s->stance = Session::Stance(i);
  }
  return of(old);
}
Value capture_fullgraph(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (!s) return kFalse;
  bool old = s->error_on_break;
  s->error_on_break = a[0] == kTrue;
  return boolean(old);
}
Value capture_graph_break(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (!s || !s->base || !s->activation) return kNone;
  s->reason = BreakReason::UserBreak;
  s->reason_detail = is_str(a[0]) ? std::string(sv(a[0])) : "";
  Status status = s->activation->launch(Cause::Look);
  if (!status.ok()) return raise_status(th, status);
  return kNone;
}
// (channel or "dynamo", level or on/off); None forgets everything. False: there is no such channel.
Value capture_logs(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (!s) return kTrue;
  if (!is_str(a[0])) {
    s->logs.clear();
    return kTrue;
  }
  std::string_view name = sv(a[0]);
  if (name == "dynamo") {
    if (a[1].is_int()) s->logs.set_dynamo(LogLevel(std::clamp<int64_t>(a[1].as_int(), 0, 50)));
    return kTrue;
  }
  return boolean(s->logs.set_channel(name, a[1] == kTrue));
}
// A warning line of the component dynamo.
Value capture_warn(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (s && is_str(a[0]) && s->logs.heard(LogLevel::Warning)) s->logs.write(th, LogLevel::Warning, s->active, sv(a[0]));
  return kNone;
}
// TORCH_LOGS of the environment, None if it is not set.
Value capture_environment(Thread& th, Value*, int) {
  const char* text = getenv("TORCH_LOGS");
  return text ? text_value(th, text) : kNone;
}
Value capture_never(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (s && a[0].is(Kind::Func)) {
    s->never.insert(a[0].as<Func>());
    s->disabled.insert(inc(a[0]).as<Func>());
  }
  return inc(a[0]);
}
Value capture_suspend(Thread& th, Value*, int) {
  Session* s = session_of(th);
  if (!s || s->off || !s->base || !s->activation) return kFalse;
  s->reason = BreakReason::Disabled;
  if (Status status = s->activation->draw_now(); !status.ok()) return raise_status(th, status);  // what runs now may draw
  s->reason_launches = s->activation->launches;
  s->activation->suspend();
  return kTrue;
}
Value capture_resume(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (!s || !s->activation || a[0] != kTrue) return kNone;
  s->activation->resume();
  if (s->activation->launches == s->reason_launches) s->reason = BreakReason::Count;  // it did not look
  return kNone;
}
Value capture_active(Thread& th, Value*, int) {
  Session* s = session_of(th);
  return boolean(s && s->base && s->active && !s->active->automatic);
}
Value capture_switch(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  if (!s) return kFalse;
  bool was = !s->off;
  s->off = a[0] != kTrue;
  return boolean(was);
}
Value capture_computes_only(Thread& th, Value* a, int) {
  Session* s = session_of(th);
  return boolean(s && s->base && !s->off && computes_only(th, a[0]));
}
const NativeDef kFunctions[] = {
    {"region", "(func, options=None, /)", "Marks a function for capture.", capture_region, Rule::residual},
    {"reset", "()", "Forgets all traces and graphs.", capture_reset, Rule::opaque},
    {"stats", "()", "Counters so far.", capture_stats, Rule::residual},
    {"counters", "()", "Counters by kind, as torch._dynamo.utils.counters has them.", capture_counters, Rule::residual},
    {"explain_begin", "()", "Starts a report.", capture_explain_begin, Rule::residual},
    {"explain_end", "()", "Rows of the report.", capture_explain_end, Rule::residual},
    {"graph_break", "(message='', /)", "Ends the segment.", capture_graph_break, Rule::residual},
    {"disable", "(func, recursive=True, reason=None, /)", "Marks a function that is never captured.", capture_never,
     Rule::residual},
    {"suspend", "()", "Carries tensor operations out at once until `resume`.", capture_suspend, Rule::residual},
    {"resume", "(token, /)", "Undoes `suspend`.", capture_resume, Rule::residual},
    {"is_compiling", "()", "Is a captured call under way?", capture_active, Rule::residual},
    {"computes_only", "(func, /)", "Under capture: has a call with tensors no effects?", capture_computes_only,
     Rule::residual},
    {"switch", "(on, /)", "Switches capture on or off; the previous state.", capture_switch, Rule::residual},
    {"config", "(key, value, /)", "Sets a limit or a mode.", capture_config, Rule::residual},
    {"stance", "(stance, backend=None, /)", "Sets the stance; the previous one.", capture_stance, Rule::residual},
    {"logs", "(name=None, level=None, /)", "Turns a log channel on or off.", capture_logs, Rule::residual},
    {"warn", "(text, /)", "Writes a warning line of the component dynamo.", capture_warn, Rule::residual},
    {"environment", "()", "TORCH_LOGS of the environment.", capture_environment, Rule::residual},
    {"fullgraph", "(on, /)", "Breaks become errors; the previous state.", capture_fullgraph, Rule::residual},
};
const NativeModuleDef kModule = {"_capture", "Graph capture.", kFunctions};
// torch._dynamo.mark_dynamic and its kind keep sets of dimensions as attributes of the tensor object.
SegmentCache::Marks marks_of(Thread& th, const rt::Tensor& t) {
  SegmentCache::Marks marks;
  if (!t->object) return marks;
  Value kept = th.take_pending();  // an exception may be on its way
  auto mask = [&](const char* name) {
    uint64_t bits = 0;
    Value v = read_attribute(th.in, of(static_cast<Cell*>(t->object)), intern(th.in, name));
    if (!v.is(Kind::Set)) return bits;
    std::vector<Value> dims;
    if (!iterate(th, v, &dims)) return bits;
    for (Value d : dims) {
      if (d.is_int() && d.as_int() >= 0) bits |= uint64_t(1) << std::min<int64_t>(d.as_int(), 63);
      dec(d);
    }
    return bits;
  };
  marks.dynamic = mask("_dynamo_dynamic_indices") | mask("_dynamo_weak_dynamic_indices") |
                  mask("_dynamo_unbacked_indices");
  marks.fixed = mask("_dynamo_static_indices");
  marks.required = mask("_dynamo_dynamic_indices");
  Value ranges = read_attribute(th.in, of(static_cast<Cell*>(t->object)), intern(th.in, "_dynamo_dynamic_range"));
  std::vector<Value> rows;
  if (ranges.is(Kind::Set) && iterate(th, ranges, &rows)) {
    for (Value row : rows) {
      Value v = has_fields(row) ? unwrap(row) : row;  // (dimension, least, greatest), a named tuple
      if (v.is(Kind::Tuple) && v.as<Tuple>()->len == 3) {
        const Value* item = v.as<Tuple>()->items;
        auto number = [](Value n, int64_t other) { return n.is_int() ? n.as_int() : other; };
        marks.ranges.push_back({uint32_t(number(item[0], 0)), number(item[1], 0), number(item[2], INT64_MAX)});
      }
      dec(row);
    }
  }
  th.clear_pending();
  th.pending = kept;
  return marks;
}
}  // namespace

void SegmentTotals::add(const Region& r) {
  if (!r.segments) return;
  graphs += r.segments->size();
  ops += r.segments->ops();
  failures += r.segments->failures();
}
void forget_traces(Session& s) {
  // Traces own their constants, a captured function among them may die with its trace, and its region with it: so they
  // are taken out first and released when nothing iterates any more.
  std::vector<decltype(Region::traces)> dead_traces;
  std::vector<decltype(Region::continuations)> dead_continuations;
  for (auto& [f, region] : s.regions) {
    s.totals.add(*region);
    dead_traces.push_back(std::move(region->traces));
    dead_continuations.push_back(std::move(region->continuations));
    region->traces.clear();
    region->continuations.clear();
    region->segments.reset();
    region->breaks.clear();
    region->recordings = 0;
    region->given_up = false;
    region->loop_headers.clear();
    region->compiled_for.clear();
  }
  s.generic.clear();
  s.automatic.clear();
  s.shown_breaks.clear();
  s.next_region = 0;
}
Session* session_of(Thread& th) {
  return th.hook ? &static_cast<FrameHook*>(th.hook)->session() : nullptr;
}
Capture::Capture(Thread& th, CaptureOptions options) : options_(std::move(options)) {
  register_module(th.in, kModule);
  if (options_.mode == CaptureOptions::Mode::Off) return;
  session_ = std::make_unique<Session>(th);
  if (options_.dump_trace) session_->dump = [this](const Trace& t) { options_.dump("trace", print(t)); };
  session_->stress = options_.stress;
  session_->context = [](Thread& t) -> rt::Context& { return context_of(t); };
  session_->marks = [&th](const rt::Tensor& t) { return marks_of(th, t); };
  session_->make_backend = [this](Thread& t, Region& region) -> std::shared_ptr<Backend> {
    if (region.options.backend_function.u) return python_backend(t, region.options.backend_function);
    std::string name = region.options.backend;
    if (name == "inductor") name = options_.inductor;
    if (name == "eager" || name == "aot_eager" || !options_.compile) return eager_backend();
    std::function<void(const std::string&)> dump;
    if (options_.dump_graph) dump = [this](const std::string& text) { options_.dump("graph", text); };
    GraphCompiler compile = [this, &region](std::shared_ptr<const ir::Graph> graph, const std::string& backend) {
      auto made = options_.compile(std::move(graph), backend);
      if (made.ok()) session_->show_code(region, *made.value());
      return made;
    };
    return graph_backend(std::move(compile), name, std::move(dump));
  };
  hook_ = std::make_unique<FrameHook>(*session_);
  session_->graph_break = capture_graph_break;
  if (options_.mode == CaptureOptions::Mode::Auto) {
    hook_->marks_functions = true;
    session_->works_on = [&th](Value v) {
      if (!v.is_cell() || !has_fields(v)) return false;
      if (v.is(Kind::Extension)) return is_tensor(torch_state(th), v);
      return type_find(type_of(th.in, v), intern(th.in, "register_forward_pre_hook")).u != 0;  // an nn.Module
    };
  }
  th.hook = hook_.get();
}
Capture::~Capture() {
  if (!session_) return;
  session_->thread.hook = nullptr;
}
void Capture::end_of_script() {
  if (session_) session_->comparison.reset();
}
Capture::Totals Capture::totals() const {
  Totals t;
  if (!session_) return t;
  SegmentTotals all = session_->totals;
  for (auto& [f, region] : session_->regions) all.add(*region);
  for (auto& region : session_->dead_regions) all.add(*region);
  t.graphs = all.graphs;
  t.ops = all.ops;
  t.failures = all.failures;
  t.break_reasons = session_->break_counts;
  t.capture_ms = session_->recording_ms;
  return t;
}
}  // namespace adder::capture
