#pragma once
// The door of capture: switches it on for a thread and gives scripts the native module `_capture`.
#include <memory>

#include "capture/graph_backend.h"
#include "capture/region.h"

namespace adder::capture {
struct CaptureOptions {
  enum class Mode : uint8_t { Script, Auto, Off } mode = Mode::Script;
  std::string inductor = "eager";  // what the backend "inductor" means: eager, reference, cpu, vulkan
  GraphCompiler compile;           // null: only the eager backend
  bool dump_trace = false, dump_graph = false;
  std::function<void(std::string_view stage, std::string_view text)> dump;
  Stress stress;
};
// Owns all capture state of the thread; destroy it before the thread.
class Capture {
 public:
  Capture(Thread&, CaptureOptions);
  ~Capture();
  Session& session() { return *session_; }
  // The script is over, perhaps in the middle of a captured call.
  void end_of_script();
  // For --stats.
  struct Totals {
    uint64_t graphs = 0, ops = 0, failures = 0;
    double capture_ms = 0;  // wall time with a recorder on, compilation included
    std::map<std::string, uint64_t> break_reasons;
  };
  Totals totals() const;

 private:
  std::unique_ptr<Session> session_;
  std::unique_ptr<adder::FrameHook> hook_;
  CaptureOptions options_;
};
// As in a new process: no traces, no graphs. No captured call may be under way.
void forget_traces(Session&);
Session* session_of(Thread&);  // null where capture is off
}  // namespace adder::capture
