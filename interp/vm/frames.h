#pragma once
// Frame objects and locals(), for natives such as sys._getframe, locals, exec.
#include "interp/vm/thread.h"

namespace adder {
// While it lives, `gen` throws into what it delegates to: to scripts its frame stands above the one on top, though it
// is not resumed and its handled exception is not in force.
class Delegating {
 public:
  Delegating(Thread& th, Gen* gen) : gen(gen), below(th.fr - th.frames), outer(th.delegating), th_(th) {
    gen->running = true;
    th.delegating = this;
  }
  ~Delegating() {
    gen->running = false;
    th_.delegating = outer;
  }
  Delegating(const Delegating&) = delete;

  Gen* const gen;         // borrowed
  const int64_t below;    // the place on the frame stack of the frame below it
  Delegating* const outer;

 private:
  Thread& th_;
};
FrameObject* frame_object(Thread&, Frame*);  // borrow
// Of a call that had no frame: without variables; new reference.
FrameObject* left_frame(Thread&, Code*, Func*, uint32_t pc);
uint32_t frame_line(Thread&, FrameObject*);
FrameObject* visible_frame(Thread&);  // the innermost frame that scripts see; borrow, or null
Value frame_locals(Thread&, Frame*);         // what locals() gives there; new reference
Value generator_frame(Thread&, Gen*);        // what gi_frame gives; new reference
void init_code_objects(Interpreter&);        // what scripts see of code (code_objects.cpp)
int equal_codes(Thread&, Code*, Code*);       // 1, 0, -1: error
int64_t hash_code(const Code*);
}  // namespace adder
