#include "capture/recompile.h"

#include "capture/public_nodes.h"

namespace adder::capture {
namespace {
using Stance = Session::Stance;

std::string id_of(const Region& region, uint32_t recording) {
  return std::to_string(region.number) + "/" + std::to_string(recording);
}
// The last one first, as PyTorch lists its cache.
std::vector<std::string> reasons_of(Session& s, const Region& region, const std::vector<std::string>& stale) {
  std::vector<std::string> out;
  for (const auto& t : region.traces)
    if (t->failed_at != ~0u || !t->valid)
      out.push_back(id_of(region, t->recording) + ": " + failure_of(s.thread, *t));
  out.insert(out.end(), stale.begin(), stale.end());
  return out;
}
std::string listed(const std::vector<std::string>& reasons) {
  std::string text = "    triggered by the following guard failure(s):";
  for (const std::string& r : reasons) text += "\n    - " + r;
  return text;
}
// What a setting or the stance makes of a recompile; Record: nothing forbids it.
Verdict judge(Session& s, const Region& region, const std::vector<std::string>& reasons) {
  if (s.error_on_recompile) {
    raise_dynamo(s.thread, "RecompileError", "Recompiling function " + target_place(region) + "\n" + listed(reasons));
    return Verdict::Raised;
  }
  if (s.stance == Stance::FailOnRecompile) {
    Code* c = target_code(region);
    std::string text = "Detected recompile when torch.compile stance is 'fail_on_recompile'. filename: '" +
                       std::string(c->filename ? c->filename->sv() : "?") + "', function name: '" +
                       std::string(c->name->sv()) + "', line number: " + std::to_string(c->first_line) +
                       (reasons.empty() ? "" : "\n" + listed(reasons));
    s.thread.raise_text(s.thread.type(E_RuntimeError), text);
    return Verdict::Raised;
  }
  return s.stance == Stance::EagerOnRecompile ? Verdict::Interpret : Verdict::Record;
}
void show(Session& s, const Region& region, const std::vector<std::string>& reasons) {
  for (LogChannel c : {LogChannel::Recompiles, LogChannel::RecompilesVerbose})
    if (s.logs.on(c))
      s.logs.write(s.thread, c, &region, "Recompiling function " + target_place(region) + "\n" + listed(reasons));
}
// Past a limit the function runs interpreted, which is said once.
Verdict limit_hit(Session& s, Region& region, const char* setting, uint32_t limit,
                  const std::vector<std::string>& reasons) {
  if (region.automatic) {  // nobody has asked for it
    region.func->flags &= uint8_t(~kCaptured);
    return Verdict::Interpret;
  }
  if (!region.given_up) {
    region.given_up = true;
    s.counters.fallbacks++;
    if (s.logs.heard(LogLevel::Warning)) {
      Code* c = target_code(region);
      std::string text = std::string("torch._dynamo hit config.") + setting + " (" + std::to_string(limit) +
                         ")\n   function: '" + std::string(c->name->sv()) + "' (" +
                         std::string(c->filename ? c->filename->sv() : "?") + ":" + std::to_string(c->first_line) +
                         ")\n   last reason: " + (reasons.empty() ? "unknown" : reasons[0]) +
                         "\nTo log all recompilation reasons, use TORCH_LOGS=\"recompiles\".";
      s.logs.write(s.thread, LogLevel::Warning, &region, text);
    }
  }
  bool whole = s.fullgraph();
  if (!s.fail_on_limit && !whole) return Verdict::Interpret;
  raise_dynamo(s.thread, "FailOnRecompileLimitHit",
               whole ? "Hard failure due to fullgraph=True" : "Hard failure due to fail_on_recompile_limit_hit");
  return Verdict::Raised;
}
}  // namespace

bool wants_reasons(const Session& s) {
  return s.logs.on(LogChannel::Recompiles) || s.logs.on(LogChannel::RecompilesVerbose) || s.error_on_recompile ||
         s.stance == Stance::FailOnRecompile;
}
std::vector<std::string> stale_reasons(Session& s, const Region& region) {
  std::vector<std::string> out;
  for (const auto& t : region.traces)
    if (!t->valid) out.push_back(id_of(region, t->recording) + ": " + failure_of(s.thread, *t));
  return out;
}
Verdict judge_recompile(Session& s, Region& region, const std::vector<std::string>& stale) {
  bool full = region.traces.size() >= s.max_traces, spent = region.recordings >= s.max_recordings;
  bool again = region.recordings > 0;
  if (!again && s.stance == Stance::Default) return full || spent ? Verdict::Interpret : Verdict::Record;
  std::vector<std::string> reasons;
  if (wants_reasons(s) || ((full || spent) && !region.given_up)) reasons = reasons_of(s, region, stale);
  Verdict v = judge(s, region, reasons);
  if (v != Verdict::Record || !again) return v;
  if (full) return limit_hit(s, region, "recompile_limit", s.max_traces, reasons);
  if (spent) return limit_hit(s, region, "accumulated_recompile_limit", s.max_recordings, reasons);
  show(s, region, reasons);
  return Verdict::Record;
}

namespace {
std::string input_name(const Segment& segment, uint32_t i) {
  if (segment.nodes) {
    auto it = segment.nodes->sources.find(segment.inputs[i]);
    if (it != segment.nodes->sources.end()) return plain(it->second.expression);
  }
  return "arg" + std::to_string(i);
}
// What differs from a segment with the same operators; empty: nothing that an input could be blamed for.
std::string difference(const Segment& segment, const Region::CompiledFor& before) {
  for (uint32_t i = 0; i < segment.inputs.size(); i++) {
    const rt::Meta<int64_t>&now = segment.values[segment.inputs[i]].tensor->meta, &then = before.inputs[i];
    std::string tensor = "tensor '" + before.names[i] + "' ";
    if (now.dtype != then.dtype)
      return tensor + "dtype mismatch. expected " + rt::row_of(then.dtype).scalar_name + ", actual " +
             rt::row_of(now.dtype).scalar_name;
    if (now.sizes.n != then.sizes.n)
      return tensor + "rank mismatch. expected " + std::to_string(then.sizes.n) + ", actual " +
             std::to_string(now.sizes.n);
    for (int d = 0; d < now.sizes.n; d++)
      if (now.sizes[d] != then.sizes[d])
        return tensor + "size mismatch at index " + std::to_string(d) + ". expected " + std::to_string(then.sizes[d]) +
               ", actual " + std::to_string(now.sizes[d]);
    for (int d = 0; d < now.strides.n && d < then.strides.n; d++)
      if (now.strides[d] != then.strides[d])
        return tensor + "stride mismatch at index " + std::to_string(d) + ". expected " +
               std::to_string(then.strides[d]) + ", actual " + std::to_string(now.strides[d]);
  }
  return "";
}
}  // namespace

bool within_marked_ranges(Session& s, const Segment& segment) {
  if (!s.marks) return true;
  for (uint32_t v : segment.inputs) {
    const rt::Tensor& t = segment.values[v].tensor;
    if (!t->object) continue;
    for (const SegmentCache::Marks::Range& r : s.marks(t).ranges) {
      if (r.dimension >= uint32_t(t->meta.sizes.n)) continue;
      int64_t size = t->meta.sizes[r.dimension];
      if (size >= r.least && size <= r.greatest) continue;
      raise_dynamo(s.thread, "ConstraintViolationError",
                   std::to_string(size) + " not in range [" + std::to_string(r.least) + ", " +
                       (r.greatest == INT64_MAX ? "int_oo" : std::to_string(r.greatest)) + "]");
      return false;
    }
  }
  return true;
}
// The first time that a trace is left by a guard behind its first effect: a recompile in PyTorch's eyes, a side trace here.
void report_exit(Session& s, const Region& region, const Trace& t) {
  s.recorded = true;  // what the interpreted rest of the call compiles belongs to it
  if (s.logs.on(LogChannel::Recompiles) || s.logs.on(LogChannel::RecompilesVerbose))
    show(s, region, {id_of(region, t.recording) + ": " + failure_of(s.thread, t)});
}
// Other sizes and dtypes reach the segment that has them, not the guards of a trace. A segment that differs in the
// results that somebody keeps is compiled once more without being a recompile.
SegmentCache::Recompile segment_recompiles(Session& s, Region& region, const Segment& segment, bool first) {
  using Answer = SegmentCache::Recompile;
  bool restricted = s.stance == Stance::EagerOnRecompile;
  if (!wants_reasons(s) && !restricted) return Answer::Go;
  Region::CompiledFor now;
  for (const DeferredOp& op : segment.ops) now.ops.push_back(op.id);
  for (uint32_t i = 0; i < segment.inputs.size(); i++) {
    now.inputs.push_back(segment.values[segment.inputs[i]].tensor->meta);
    now.names.push_back(input_name(segment, i));
  }
  std::string reason;
  bool known = false;
  for (size_t n = region.compiled_for.size(); n-- > 0;) {
    const Region::CompiledFor& c = region.compiled_for[n];
    if (c.ops != now.ops || c.inputs.size() != now.inputs.size()) continue;
    known = true;
    now.names = c.names;  // replays do not know them
    reason = difference(segment, c);
    if (reason.empty()) break;
  }
  region.compiled_for.push_back(std::move(now));
  if (first || s.recorded || (known && reason.empty())) return Answer::Go;
  if (!known) reason = "other operators than those that were recorded";
  std::vector<std::string> reasons{id_of(region, region.recordings ? region.recordings - 1 : 0) + ": " + reason};
  switch (judge(s, region, reasons)) {
    case Verdict::Raised: return Answer::Raised;
    case Verdict::Interpret: return Answer::Eager;
    case Verdict::Record: break;
  }
  show(s, region, reasons);
  return Answer::Go;
}
}  // namespace adder::capture
