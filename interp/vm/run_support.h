#pragma once
// Cold parts of the eval loop's handlers.
#include "interp/vm/thread.h"

namespace adder {
Value import_statement(Thread&, Str* name, Value fromlist, int level);  // asks what the script may import
Value iter_step(Thread&, Iter*);                                        // iter.cpp
// sequence[lo:hi] of a str, list or tuple with inline ints or None as bounds, else kStop.
Value plain_slice(Thread&, Value sequence, Value lo, Value hi);
// One count less; the cell if that was the last one, else null.
inline Cell* count_down(Cell* c) {
  return --c->count == 0 ? c : nullptr;
}
inline Cell* count_down(Value v) {
  return v.is_cell() ? count_down(v.cell()) : nullptr;
}
// What ends with a frame on top that is being left: to the finalizer the frame is gone, and its caller is on top.
void dealloc_left(Thread&, Frame*, Cell*);
void release_left(Thread&, Frame*, int from, int to);  // the frame's registers from..to-1
// Pushes the frame of a suspended generator, which goes on at `pc`.
inline void push_generator(Thread& th, Gen* g, Value* top, const Word* pc, int ret, Cont cont) {
  g->top = top;
  g->nreg = 0;
  g->running = true;
  g->count++;
  Frame* n = th.fr + 1;
  n->code = g->func->code;
  n->pc = pc;
  n->base = g->regs;
  n->func = g->func;
  n->gen = g;
  n->set_way(ret, cont, kFrameGen);
}
// Goes on in a generator with `sent`, borrowed: its frame is pushed. False: something stands against it, and resume()
// says what; nothing has happened. Not with a recorder, which wants to see a value that is dropped at once.
inline bool resume_quick(Thread& th, Gen* g, Value sent, int ret, Cont cont) {
  Value* top = th.free_base();
  if (UNLIKELY(g->running || g->done || (sent.u != kNone.u && !g->started) || !th.fits(th.fr, top, 0))) return false;
  const Word* pc = g->pc;
  int at = B_(*pc);
  bool started = g->started, asked = true;
  if (LIKELY(started)) {
    asked = *++pc != word(KILL, at, at);
    pc += !asked;
  }
  push_generator(th, g, top, pc, ret, cont);
  g->started = true;
  th.fr++;
  if (LIKELY(started)) put(g->regs[at], asked ? inc(sent) : kAbsent);
  return true;
}
// The two parts of the next value, which would be a new tuple of two. 1; 0: exhausted; -1: an exception is pending; 2:
// no such iterator, nothing happened.
int next_pair(Thread&, Iter*, Value* first, Value* second);
Value construct_plain(Thread&, Type*, const Value* args, int n);  // calls.cpp
// calls.cpp: values at base[0..n), the last kw->len named, become the callee's registers 0..nlocals-1. False: they do
// not fit, or not in a simple way; nothing has happened.
bool bind_quick(Thread&, Func*, Value* base, int n, Tuple* kw);
// lookup.cpp: strings and inline ints; -1: another key would have to be asked, or a key of another kind.
int quick_set_contains(Set*, Value key);
void name_error(Thread&, Str* name);
bool describe_globals(Thread&, Dict*);  // import.cpp: describe_module() of the module whose dict it is, if it is one
Value other_builtin(Thread&, const Func*, Str* name);  // of a function with builtins of its own; kAbsent: NameError
// What __builtins__ among globals is where it is not the usual: a dict, empty for what is none. Null: the usual.
Ref<Dict> other_builtins(Thread&, Dict* globals);
// In Code::cflags, beside CodeFlag: some function of the code has builtins of its own, so that caches keep none.
constexpr uint32_t kOtherBuiltins = 1u << 31;
void note_other_builtins(Func*);  // of a new function that has
bool append_in_place(Thread&, Value* slot, Str* tail);  // grows the string in *slot, which nobody else holds
std::string callee_text(Thread&, Value callee);         // "f()" for messages about arguments
bool merge_keywords(Thread&, Dict* into, Value mapping, Value callee);
void native_event(Thread&, Value callee, Value* args, int n, Tuple* kw);
bool unpack_any(Thread&, Value o, uint32_t n, Value* out);
bool unpack_star(Thread&, Value o, uint32_t before, uint32_t after, Value* out);
void unpack_error(Thread&, uint32_t want, uint32_t got);
bool raise_statement(Thread&, Value exception, Value cause);     // cause kAbsent: no `from`; false: raised another
int exception_matches(Thread&, Value exception, Value classes);  // 1, 0, -1: error
void raise_stop_iteration(Thread&, Value value_owned);
// Arguments of a call leave the window for the place above the whole frame; where they stand then.
Value* move_window(Thread&, Value* args, int n);
void convert_stop_iteration(Thread&, Gen*);  // StopIteration that leaves a generator becomes RuntimeError
void set_context(Thread&, Exc*);
// A frame is being left, and has an object: if somebody still holds that, it keeps the variables, and the frame has
// lost it.
// `leaving`: the exception that leaves it, or null.
void leave_frame_object(Thread&, Frame*, const Exc* leaving = nullptr);
// The error of reading a local variable that has no value; hidden: it belongs to a comprehension that runs inlined.
inline bool is_hidden(const Code* c, int r) {
  return uint32_t(r) >= c->nnamed && uint32_t(r) < c->nlocals;
}
void raise_unbound(Thread&, Str* variable, bool hidden);
void raise_unbound_free(Thread&, Str* name);  // a variable of a function around this one
void tell_attribute_asked(Thread&);  // after a call for an attribute has raised AttributeError
}  // namespace adder
