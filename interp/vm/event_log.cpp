// A small recorder: a linear event log of one function (and what it calls) with register provenance: each register
// carries the number of the event that wrote it, so every operand reads "r3=%17". This is what the capture recorder's
// shadows are.
#include <cstdio>
#include <map>

#include "interp/vm/frame_hook.h"

namespace adder {
namespace {
struct Log : Recorder {
  const char* want;
  Frame* root = nullptr;
  int n = 0;
  int lines = 0;
  std::map<Value*, int> shadow;  // register -> event
  Frame* last = nullptr;
  const Word* last_pc = nullptr;
  static bool reads(char o) { return o == 'r' || o == 'D'; }
  void written(Frame* f, const Word* pc) {  // the previous instruction's destinations now come from event n
    const OpInfo& op = kOps[*pc & 255];
    int i = 0;
    for (const char* o = op.operands; *o && i < 3; o++, i++)
      if (*o == 'd' || *o == 'D') shadow[f->base + (i == 0 ? A_(*pc) : i == 1 ? B_(*pc) : C_(*pc))] = n;
    if ((*pc & 255) >= METHOD && (*pc & 255) <= METHOD_T) shadow[f->base + A_(*pc) + 1] = n;
  }
  bool follow_nested() const override { return true; }
  Step before(Thread&, Frame& f, Value*) override {
    if (!root) {
      if (f.code->name->sv() != want) return Step::Go;
      root = &f;
      for (uint32_t i = 0; i < f.code->nparams; i++) shadow[f.base + i] = 0;
    }
    if (last && &f >= root && last == &f) written(last, last_pc);
    if (&f < root) {
      root = nullptr;
      shadow.clear();
      last = nullptr;
      return Step::Go;
    }
    n++;
    const Word* pc = f.pc;
    const OpInfo& op = kOps[*pc & 255];
    std::string in;
    int i = 0;
    for (const char* o = op.operands; *o && i < 3; o++, i++)
      if (reads(*o)) {
        int r = i == 0 ? A_(*pc) : i == 1 ? B_(*pc) : C_(*pc);
        if (r == 255) continue;
        in += " r" + std::to_string(r) + (shadow.count(f.base + r) ? "=%" + std::to_string(shadow[f.base + r]) : "=?");
      }
    if ((*pc & 255) >= CALL && (*pc & 255) <= CALLKW)
      for (int k = 0; k < B_(*pc); k++) {
        int r = A_(*pc) + 2 + k;
        in += " r" + std::to_string(r) + "=%" + std::to_string(shadow[f.base + r]);
      }
    printf("%%%-4d %*s%s:%s   |%s\n", n, int(&f - root) * 2, "", f.code->name->data, disassemble_at(f.code, pc).c_str(),
           in.c_str());
    last = &f;
    last_pc = pc;
    return Step::Go;
  }
  void event(Thread& th, Event e, Frame* f, const char* what) override {
    if (!root || f < root) return;
    static const char* names[] = {"push", "pop", "unwind", "handler", "native", "resume", "yield"};
    printf("      %*s-- %s %s %s\n", int(f - root) * 2, "", names[int(e)],
           e == Event::Native ? what : f->code->name->data,
           th.pending.u ? th.pending.as<Exc>()->type()->name->data : "");
    if (e == Event::Push && last)
      for (uint32_t i = 0; i < f->code->nparams; i++)
        if (!shadow.count(f->base + i)) shadow[f->base + i] = n;
    if (e == Event::Pop) {
      shadow[(f - 1)->base + f->ret] = n;
      last = f - 1;
      last_pc = (f - 1)->pc;
    }
    if (e == Event::Handler) {  // the exception arrives in the handler's register
      uint32_t at = uint32_t(f->pc - f->code->ins.data());
      for (auto& h : f->code->handlers)
        if (at >= h.start && at < h.end) {
          shadow[f->base + h.reg] = n;
          break;
        }
      last = nullptr;
    }
  }
};
}  // namespace
}  // namespace adder
adder::Recorder* event_log(const char* function) {
  auto* l = new adder::Log();
  l->want = function;
  return l;
}
