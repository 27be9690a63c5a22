// The end of a recording: it is given up, or what it rests on is decided and the trace goes where calls look for it.
#include <utility>

#include "capture/follower.h"
#include "capture/optimize.h"
#include "capture/recorder.h"
#include "capture/trace_text.h"

namespace adder::capture {

void Recorder::detach() {
  if (finished_) return;
  finished_ = true;
  region_.session->end_recording(trace_->code.size());
  th_.rec = outer_ ? outer_ : region_.session->resting();
}
void Recorder::abandon(const char* why) {
  Counters& c = region_.session->counters;
  c.abandoned++;
  c.abandon_reasons[why]++;
  detach();
}
void Recorder::finish(End end, Ref result, Continuation* link) {
  if (th_.in.any_finalizers && !tells_deaths_) {  // the first of them has come while it was on
    if (!parent_ && !home_) region_.recordings--;
    return abandon("finalizers");
  }
  trace_->end = end;
  trace_->link = link;
  if (link) {
    // Its end_snapshot is at the loop header.
  } else if (end == End::Exit) {
    trace_->end_snapshot = snapshot();
    region_.session->follower->skip_instruction(*top().frame);
  } else {
    result = escape(result);
    if (!unfinished_.empty() && leaves_generator()) return abandon("generator closed");
  }
  if (is_known(result)) result = constant(value_of(result));
  trace_->result = result;
  detach();
  Session& session = *region_.session;
  bool began_elsewhere = link && !home_ && !parent_;
  if (trace_->code.size() == trace_->inputs && end == End::Exit && !began_elsewhere) {  // it would end where it began
    session.counters.abandoned++;
    session.counters.abandon_reasons["empty"]++;
    return;
  }
  if (!resolve_dependencies()) {
    session.counters.abandoned++;
    session.counters.abandon_reasons["dependency"]++;
    return;
  }
  if (!verify(*trace_).empty()) {  // never run a trace that does not make sense; the call goes on without it
    session.counters.abandoned++;
    session.counters.abandon_reasons["verifier"]++;
    return;
  }
  trace_->tells_deaths = tells_deaths_;
  trace_->id = ++session.next_trace;
  trace_->recording = region_.recordings ? region_.recordings - 1 : 0;
  if (session.logs.heard(LogLevel::Info))
    session.logs.write(th_, LogLevel::Info, &region_, "Step 1: torchdynamo done tracing " + region_.name);
  if (!parent_ && session.reports_guards()) session.report_trace(*trace_);
  (parent_ ? session.counters.side_traces : session.counters.traces)++;
  if (session.dump) session.dump(*trace_);
  if (parent_) {
    if (parent_->side) session.retired.push_back(std::move(parent_->side));
    parent_->side = std::move(trace_);
    return;
  }
  std::vector<std::unique_ptr<Trace>>& home = home_ ? home_->traces : region_.traces;
  home.insert(home.begin(), std::move(trace_));
}
// --stress=text: what the text of the trace says. A text that leaves something out, or is not read as it was meant, is
// a fault of ours.
std::unique_ptr<Trace> Recorder::reread(const Trace& t) const {
  std::vector<Value> objects;
  std::string text = print(t, &objects);
  Result<std::unique_ptr<Trace>> read = parse_trace(region_, text, objects);
  if (!read.ok()) fprintf(stderr, "%s%s\n", text.c_str(), read.status().message().c_str());
  CHECK(read.ok());
  CHECK(print(*read.value()) == text);
  return std::move(read).value();
}
// False: the trace rests on something that has changed.
bool Recorder::resolve_dependencies() {
  for (uint32_t n : watch_->lost) {
    candidates_[n].lost = true;
    if (candidates_[n].reused && candidates_[n].load < trace_->code.size()) return false;
  }
  std::vector<Ref> replacement(trace_->code.size());
  std::vector<bool> holds(candidates_.size());
  for (size_t n = 0; n < candidates_.size(); n++) {
    const Dependency& d = candidates_[n].dependency;
    if (candidates_[n].lost) {
      watch_->lost.push_back(uint32_t(n));
      continue;
    }
    holds[n] = true;
    trace_->dependencies.push_back(d);
    if (d.owner) constant(of(d.owner));
  }
  for (size_t i = 0; i < known_.size(); i++)
    if (known_[i].dependency != ~0u && holds[known_[i].dependency])
      replacement[i] = known_[i].value == kAbsent ? Ref::constant(kReplacedByAbsent) : constant(known_[i].value);
  if (th_.in.any_finalizers) order_deaths();
  // What only recording needed makes room for what the trace needs.
  std::exchange(candidates_, {});
  std::exchange(candidate_index_, {});
  std::exchange(heap_, {});
  optimize(*trace_, replacement);
  if (region_.session->stress.text) trace_ = reread(*trace_);
  watch_->arm(th_.in, *trace_);
  for (uint32_t n : watch_->lost) trace_->valid &= !holds[n];  // in the last moment
  return true;
}
}  // namespace adder::capture
