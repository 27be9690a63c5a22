#pragma once
// Thread: register stack, frames, pending exception. A frame is {code, pc, base, func, gen, ret, cont}; `pc` is exact
// at every call and event, and the pair (pc, cont) says how a value that comes back is used, so a frame can be copied
// out and rebuilt anywhere (frame_hook.h).
#include <string>
#include "interp/bytecode/code.h"
#include "interp/vm/watch.h"

namespace adder {
enum class Cont : uint8_t { Store, Discard, Init, Branch, Bool, Not, Next, Exit };
struct Frame {
  Code* code;
  const Word* pc;
  Value* base;
  Func* func;   // borrowed: the caller's register, the generator or the native call keeps it
  Gen* gen;     // the generator whose frame this is
  uint8_t ret;  // register of the caller that receives the value
  Cont cont;
};
struct Recorder;
constexpr Value kGenDone{40};
struct Thread;
enum Out { kDone, kPushed, kError };

enum class Rule : uint8_t {
  pure,
  symbolic,
  residual,
  tensor_op,
  traced,
  calls,
  opaque,
  breaks
};  // capture rule; there is no default
struct NativeDef {
  const char *name, *signature, *doc;
  Value (*fn)(Thread&, Value* args, int n,
              Tuple* kw);  // borrowed arguments (the last kw->len are named); owned result, kAbsent: exception pending
  int8_t min, max;         // argument count, max -1: any
  Rule rule;
  const char* polyfill;  // Rule::calls: the function of prelude.py that runs instead while a recorder is on
};
struct Native : Cell {
  const NativeDef* def;
  Value poly;
};

struct Thread {
  Frame* fr;
  int64_t budget = INT64_MAX;
  Value pending = kAbsent;
  Recorder* rec = nullptr;
  bool polyfill = false;
  Frame *frames, *frames_end;
  Value *stack, *stack_end;
  Dict* builtins;
  int limit = 1000, base_depth = 0, native_depth = 0;
  std::string out;  // buffered stdout

  Thread();
  Value raise(Type* t, const char* fmt, ...) __attribute__((format(printf, 3, 4)));  // sets pending, gives kAbsent
  Value raise_obj(Value owned);
  Value call(Value callee, const Value* args, int n, Tuple* kw = nullptr);  // re-entry for natives that insist
  Value run();               // until the innermost Exit frame is left; kStop: a recorder asked to stop
  Value gen_result = kNone;  // with kGenDone: a generator entered from a native returned this
  Value* free_base() const { return fr->base + fr->code->nreg; }
  Value finish();  // run() through stops: frames are rebuilt and the run goes on
  void flush();
};

// slow paths (slow.cpp); `th.fr->pc` is saved before. kPushed: a frame was pushed and will deliver to register `ret`
// under `cont`.
Out call_value(Thread&, Value callee, Value* args, int n, Tuple* kw, int ret, Cont cont,
               Value* res);  // args[-1] is a free slot; args are consumed
Out call_dunder(Thread&, Value func, const Value* args, int n, int ret, Cont cont,
                Value* res);  // copies the (borrowed) arguments above the frame
Out get_attr(Thread&, Value obj, Str* name, AttrCache*, int ret, Value* res);
Out set_attr(Thread&, Value obj, Str* name, Value v, AttrCache*);  // v borrowed; kAbsent deletes
Out get_method(Thread&, Value obj, AttrCache*, int ret, Value* func, bool* self);
Out binary(Thread&, int kind, bool inplace, Value a, Value b, int ret, Value* res);
Out compare(Thread&, Op op, Value a, Value b, int ret, Cont cont, Value* res);
Out contains(Thread&, Value item, Value seq, int ret, Cont cont, Value* res);
Out truth(Thread&, Value v, int ret, Cont cont, bool* res);
Out subscript(Thread&, Value o, Value k, int ret, Value* res);
Out set_subscript(Thread&, Value o, Value k, Value v);  // kAbsent deletes
Out unary(Thread&, Op op, Value v, int ret, Value* res);
Out get_iter(Thread&, Value v, int ret, Value* res);
Out iter_next(Thread&, Value it, int ret, Value* res);  // kDone with kStop: exhausted
Out resume(Thread&, Gen*, Value sent_owned, int ret, Cont cont, Value* res);
bool iterate(Thread&, Value iterable, std::vector<Value>* out);  // native side: owned items
Value next_value(Thread&, Value it);                             // native side: kStop, or kAbsent on error
bool truth_native(Thread&, Value, bool* out);
Value get_attr_native(Thread&, Value, Str*);
std::string type_name(Value);
bool repr_of(Thread&, Value, std::string* out);
bool str_of(Thread&, Value, std::string* out);
bool format_value(Thread&, Value v, std::string_view spec, std::string* out);
Value import(Thread&, Str* name);
void add_traceback(Exc*, Code*, uint32_t line);
std::string traceback(Thread&, Exc*);
inline uint32_t line_of(const Code* c, const Word* pc) {
  return c->line[pc - c->ins.data()];
}
void init_builtins(Thread&);
Value native(const NativeDef*);
Value make_func(Code*, Dict* globals);
extern Type *E_TypeError, *E_ValueError, *E_NameError, *E_UnboundLocalError, *E_AttributeError, *E_KeyError,
    *E_IndexError, *E_ZeroDivisionError, *E_StopIteration, *E_RuntimeError, *E_RecursionError, *E_OverflowError,
    *E_ImportError, *E_AssertionError, *E_GeneratorExit, *E_Exception;
}  // namespace adder
