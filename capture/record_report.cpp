// What a recorder says of itself: for TORCH_LOGS, and why tensor data had to be looked at.
#include "capture/recompile.h"
#include "capture/recorder.h"
#include "interp/bytecode/library_code.h"

namespace adder::capture {

void Recorder::describe_look(Break* b) const {
  if (branch_guard_ != kNoResult || known_tensor_compare_) {
    b->reason = BreakReason::DataRead;
    return;
  }
  if (flight_ == kNoResult) return;
  const Instruction& i = trace_->code[flight_];
  Value callee = i.arg_count ? value_of(trace_->args(i)[0]) : kAbsent;
  switch (Residual(i.sub)) {
    case Residual::Truth:
    case Residual::Compare: b->reason = BreakReason::DataRead; return;
    case Residual::Format:
    case Residual::Repr: b->detail = "a tensor was made text of"; return;
    case Residual::Native:
    case Residual::NativePure:
    case Residual::NativeItem:
      if (!callee.is(Kind::Native)) return;
      if (flight_reads_data_) b->reason = BreakReason::ScalarRead;
      b->detail = std::string("call of `") + callee.as<Native>()->def->name + "`";
      return;
    case Residual::Call:
      if (callee.is(Kind::Func))
        b->detail = "call of `" + std::string(callee.as<Func>()->code->name->sv()) + "`";
      else if (callee.is(Kind::Type))
        b->detail = "call of `" + std::string(callee.as<Type>()->name->sv()) + "`";
      return;
    default: b->detail = std::string("`") + text_of(Residual(i.sub)) + "` of a tensor"; return;
  }
}
void describe_look(Session& s, Break* b) {
  if (!s.recorders.empty()) s.recorders.back()->describe_look(b);
}

bool Recorder::stress_abandons() {
  Stress& s = region_.session->stress;
  if (!seen_++) s.turn++;
  return s.turn % 2 && seen_ > s.turn / 2;
}
void Recorder::show_start() {
  const Logs& logs = region_.session->logs;
  if (logs.heard(LogLevel::Debug))
    logs.write(th_, LogLevel::Debug, &region_,
               "torchdynamo start compiling " + target_place(region_) + ", stack:\n" +
                   traceback_lines(user_frames(th_)));
  if (logs.heard(LogLevel::Info))
    logs.write(th_, LogLevel::Info, &region_, "Step 1: torchdynamo start tracing " + target_place(region_));
  if (logs.on(LogChannel::Bytecode))
    logs.write(th_, LogChannel::Bytecode, &region_,
               "ORIGINAL BYTECODE " + target_place(region_) + "\n" + disassemble(ensure_body(target_code(region_))));
}
void Recorder::show_line(const Frame& f) {
  uint32_t line = line_of(f.code, f.pc);
  if (is_library(f.code) || line == shown_line_) return;
  shown_line_ = line;
  std::vector<UserFrame> frames = user_frames(th_, &f);
  if (frames.empty()) return;
  region_.session->logs.write(th_, LogChannel::TraceSource, &region_,
                              "TRACE starts_line " + frames[0].file + ":" + std::to_string(line) + " in " +
                                  frames[0].function + "\n    " + frames[0].text);
}
}  // namespace adder::capture
