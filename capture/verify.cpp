// What must hold of every trace; a violation is a bug of the recorder or the optimizer.
#include "capture/optimize.h"

namespace adder::capture {
namespace {
class Verifier {
 public:
  explicit Verifier(const Trace& t) : t_(t) {}
  std::string run() {
    for (uint32_t i = 0; i < t_.code.size() && error_.empty(); i++) instruction(i);
    uint32_t end = uint32_t(t_.code.size());
    for (const Dependency& d : t_.dependencies)
      if (!watchable(d.field))
        fail(uint32_t(t_.code.size()), std::string("a slot that cannot be watched: ") + text_of(d.field));
    if (t_.inputs > t_.code.size() || !t_.frame_count) fail(0, "fewer instructions than inputs, or no frame");
    if (t_.end == End::Exit)
      snapshot(t_.end_snapshot, end, "end");
    else
      ref(t_.result, end, "result");
    return error_;
  }

 private:
  void fail(uint32_t at, const std::string& what) {
    if (error_.empty()) error_ = "v" + std::to_string(at) + ": " + what;
  }
  void ref(Ref r, uint32_t before, const char* what) {
    switch (r.tag()) {
      case Ref::kNothing: return;
      case Ref::kResult:
        if (r.index() >= before) fail(before, std::string(what) + " used before it is defined");
        return;
      case Ref::kConstant:
        if (r.index() >= t_.constants.size()) fail(before, std::string(what) + " is no constant");
        return;
      case Ref::kSunkObject: recipe(r.index(), before, what); return;
    }
  }
  void recipe(uint32_t n, uint32_t before, const char* what) {
    if (n >= t_.recipes.size()) return fail(before, std::string(what) + " has no recipe");
    for (uint32_t o : open_)
      if (o == n) return;
    open_.push_back(n);
    for (Ref f : t_.recipes[n].fields) ref(f, before, what);
    for (Ref k : t_.recipes[n].keys) ref(k, before, what);
    open_.pop_back();
  }
  // `before`: results below it exist; a resume point behind an instruction knows that instruction's result too.
  void snapshot(uint32_t n, uint32_t before, const char* what) {
    if (n == kNoSnapshot) return fail(before, std::string(what) + " has no snapshot");
    if (n >= t_.snapshots.size()) return fail(before, std::string(what) + " has a wrong snapshot");
    const Snapshot& s = t_.snapshots[n];
    if (s.frame == kNoFrame) return fail(before, std::string(what) + " has an empty snapshot");
    for (uint32_t k = s.frame; k != kNoFrame; k = t_.frames[k].caller) {
      const FrameRecipe& f = t_.frames[k];
      if (f.caller != kNoFrame && f.caller >= k) return fail(before, "a frame stands before its caller");
      if (f.pc >= f.code->ins.size()) fail(before, "resume point past the end of the code");
      if (size_t(f.first_register) + f.code->nreg > t_.registers.size())
        return fail(before, "another number of registers than the frame has");
      if (f.func.nothing()) fail(before, "a frame without a function");
      ref(f.func, before, what);
      ref(f.gen, before, what);
      for (Ref r : t_.registers_of(f)) ref(r, before, what);
    }
  }
  void instruction(uint32_t n) {
    const Instruction& i = t_.code[n];
    if (size_t(i.args) + i.arg_count > t_.operands.size()) return fail(n, "operands out of range");
    for (uint32_t a = 0; a < i.arg_count; a++) {
      Ref r = t_.args(i)[a];
      if (r.is_sunk()) fail(n, "a sunk object is an operand");
      ref(r, n, "operand");
    }
    OperandCount wanted = operands_of(i.op);
    if (i.arg_count < wanted.least || i.arg_count > wanted.most) fail(n, "a wrong number of operands");
    switch (i.op) {
      case TraceOp::Input:
        if (n >= t_.inputs) fail(n, "input behind the first instruction");
        if (i.key >> 8 >= t_.frame_count) fail(n, "an input of a frame that the trace has not");
        return;
      case TraceOp::Load: slot(n, i); return;
      case TraceOp::Guard:
        if ((i.arg_count == 2) != (Fact(i.sub) == Fact::Same)) fail(n, "a wrong number of operands");
        if (Fact(i.sub) == Fact::Type && !i.key) fail(n, "a guard of no type");
        if (i.flags & kChecked || i.after != kNoSnapshot) snapshot(i.after, n, "guard's end");
        [[fallthrough]];
      case TraceOp::Deaths:
      case TraceOp::Pure: snapshot(i.snapshot, n, "guard"); return;
      case TraceOp::Store:
        slot(n, i);
        if (i.flags & kChecked) snapshot(i.after, n + 1, "store");
        return;
      case TraceOp::Residual:
        snapshot(i.snapshot, n, "residual");
        if (i.flags & (kChecked | kRaises) || i.after != kNoSnapshot) snapshot(i.after, n + 1, "residual's end");
        if (is_next(i)) snapshot(i.location, n + 1, "way on");
        if (i.flags & kRaises && (!i.arg_count || !t_.args(i)[i.arg_count - 1].is_constant()))
          fail(n, "raises, but the last operand is no type");
        return;
      default: return;
    }
  }
  void slot(uint32_t n, const Instruction& i) {
    KeyForm form = key_form(Field(i.sub));
    bool dynamic = i.flags & kDynamicKey;
    if ((i.arg_count == operands_of(i.op).most) != dynamic) fail(n, "a wrong number of operands");
    if (form == KeyForm::Name && !dynamic && !i.key) fail(n, "a slot without a name");
    if (form == KeyForm::Slot && i.key != slot_key(Field(i.sub))) fail(n, "a key that is not the slot's");
    if (Field(i.sub) == Field::Attribute && i.cache >= t_.caches.size()) fail(n, "no inline cache");
  }
  const Trace& t_;
  std::string error_;
  std::vector<uint32_t> open_;
};
}  // namespace

std::string verify(const Trace& t) {
  return Verifier(t).run();
}
}  // namespace adder::capture
