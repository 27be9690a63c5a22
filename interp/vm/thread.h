#pragma once
// Thread: register stack, frames, pending exception. A frame is {code, pc, base, func, gen, object, ret, cont}; `pc` is
// exact at every call and event, and the pair (pc, cont) says how a value that comes back is used, so a frame can be
// copied out and rebuilt anywhere (frame_hook.h). All state of a Python computation is registers + (pc, cont).
#include <functional>
#include <string>

#include "interp/bytecode/code.h"
#include "interp/objects/interpreter.h"
#include "interp/vm/native.h"

namespace adder {
// What the caller does with the value of a frame that is left. The instruction at the caller's pc gives the rest: where
// operands stand, whether a test branches, stores or negates.
enum class Cont : uint8_t {
  Store,          // register `ret` of the caller, next instruction
  Discard,        // next instruction
  Init,           // __init__: must be None; the instance stands in register a
  Test,           // truth-test the value, then branch or store as the instruction says
  FromBool,       // value of __bool__: must be a bool, then as Test
  FromLen,        // value of __len__: must be an int >= 0, then as Test
  Next,           // value of __next__ or a generator: StopIteration ends the loop
  Exit,           // run() returns it
  BinInplace,     // value of __iop__: NotImplemented tries the others
  BinLeft,        // value of __op__: NotImplemented tries __rop__
  BinRight,       // value of __rop__: NotImplemented raises TypeError
  BinRightFirst,  // value of __rop__ of a subclass, tried first: NotImplemented tries __op__
  CmpLeft,        // value of a rich comparison: NotImplemented tries the reflected one
  CmpRight,       // value of the reflected one: NotImplemented means identity or TypeError
  CmpRightFirst,  // reflected one of a subclass, tried first
  Iter,           // value of __iter__: must be an iterator
  GetAttr,        // value of __getattribute__ or a property: AttributeError tries __getattr__
  Await,          // value of __await__: must be an iterator
  IterAgain,      // as Iter, and the instruction is executed again: register `ret` was one of its operands
};
enum FrameFlag : uint8_t {
  kFrameGen = 1,       // belongs to a generator, and runs in its registers
  kFrameObject = 2,    // it has a frame object, which scripts or tracebacks may hold; a generator's has its own place
  kFrameOwnsFunc = 4,  // the frame holds a count of `func`
};
struct Frame {
  Code* code;
  const Word* pc;
  Value* base;  // on the register stack; of a generator's frame: the registers in the generator itself
  Func* func;   // borrowed (the caller's register, the generator or the native call keeps it) unless kFrameOwnsFunc
  Gen* gen;     // kFrameGen: the generator whose frame this is, counted
  FrameObject* object;  // kFrameObject: counted
  uint8_t ret;          // register of the caller that receives the value
  Cont cont;
  uint8_t flags;
  uint8_t unused = 0;
  // All three at once: a return tests them together, and one load cannot be forwarded from several narrower stores.
  void set_way(int to, Cont c, uint8_t f) {
    uint32_t way = uint32_t(uint8_t(to)) | uint32_t(c) << 8 | uint32_t(f) << 16;
    memcpy(reinterpret_cast<char*>(this) + offsetof(Frame, ret), &way, sizeof way);
  }
};
// How many registers `f` has for itself while `above` is the next frame: the window of a call is the callee's.
inline uint32_t own_registers(const Frame* f, const Frame* above) {
  uintptr_t distance =
      (reinterpret_cast<uintptr_t>(above->base) - reinterpret_cast<uintptr_t>(f->base)) / sizeof(Value);
  return distance < f->code->nreg ? uint32_t(distance) : f->code->nreg;  // frames of generators lie apart: far away
}
struct Recorder;
struct FrameHook;
class Delegating;
enum Out { kDone, kPushed, kError };

// What the calls of a thread stand on: address space, whose pages come as they are touched.
class Stacks {
 public:
  static constexpr size_t kMainRegisters = size_t(1) << 27;
  static constexpr size_t kThreadRegisters = size_t(1) << 24;
  static constexpr size_t kLeastRegisters = size_t(1) << 18;
  static constexpr size_t kMostFrames = 1'050'000;

  // Of a limited address space a small part, whatever is asked for; std::bad_alloc: there is no room.
  explicit Stacks(size_t registers);
  Stacks(Stacks&&) noexcept;
  ~Stacks();
  Value* registers() const { return static_cast<Value*>(memory_); }
  Value* registers_end() const { return registers() + register_count_; }
  Frame* frames() const { return reinterpret_cast<Frame*>(registers_end()); }
  size_t frame_count() const { return register_count_ / 16 < kMostFrames ? register_count_ / 16 : kMostFrames; }

 private:
  size_t bytes() const { return register_count_ * sizeof(Value) + frame_count() * sizeof(Frame); }
  size_t register_count_;
  void* memory_;
};

struct Thread {
  explicit Thread(Interpreter&, Stacks = Stacks(Stacks::kMainRegisters));
  ~Thread();
  Thread(const Thread&) = delete;
  operator Heap&() { return in.heap; }
  operator Interpreter&() { return in; }

  Interpreter& in;
  Frame* fr;
  // Calls and backward jumps left until the next check; other threads set `attention` and the check finds it.
  int64_t budget;
  Value pending = kAbsent;  // the exception on its way, owned
  Delegating* delegating = nullptr;  // frames.h: the innermost generator that throws into another
  // sys.set_asyncgen_hooks(): owned, or None.
  Value asyncgen_firstiter = kNone, asyncgen_finalizer = kNone;
  const Native* bound_native = nullptr;  // the one that a bound method calls just now, which messages name differently
  Recorder* rec = nullptr;
  FrameHook* hook = nullptr;  // asked at the entry of functions marked kCaptured
  Frame* frames;
  Value *stack, *stack_end;
  Value* spill = nullptr;  // end of arguments that a running native has above its frame
  Dict* builtins;
  int limit = 1000;             // what scripts see as the recursion limit; see take_limit
  int origin_depth = 0;         // how many frames of its making a coroutine remembers
  char* c_stack_limit;          // below it native recursion raises RecursionError
  Value gen_result = kNone;     // with kGenDone: a generator entered from a native returned this
  std::string out;              // buffered stdout
  std::shared_ptr<void> torch;  // what the layer above keeps here: the dispatch context
  volatile int attention = 0;   // what arrived, bits of Attention
  int64_t steps_left, slice;    // of Limits::steps; what `budget` started from
  double started;               // seconds, for the limit of wall time
  Code* host;                   // code of the frame below all others
  Stacks stacks;
  Frame* frame_limit;  // the last frame that may be entered: `limit` of them, less what recursion of natives counts for

  Str* name(Name n) const { return in.names[n]; }
  Type* type(ExcId e) const { return in.exc[e]; }

  void take_limit();  // sys.setrecursionlimit() holds for all threads: each takes it over when it goes on
  // Set the pending exception and give kAbsent.
  Value raise(ExcId, const char* fmt, ...) __attribute__((format(printf, 3, 4)));
  Value raise(Type*, const char* fmt, ...) __attribute__((format(printf, 3, 4)));
  Value raise_text(Type*, std::string_view message);
  Value raise_value(ExcId, Value arg_borrowed);  // args = (arg,)
  Value raise_obj(Value owned);
  bool pending_is(ExcId) const;
  void clear_pending() { put(pending, kAbsent); }
  Value take_pending() { return std::exchange(pending, kAbsent); }

  // Re-entry for natives that insist. Arguments are borrowed, the last kw->len are named.
  Value call(Value callee, const Value* args, int n, Tuple* kw = nullptr);
  Value call_method(Value self, Str* name, const Value* args, int n);  // looked up on the object
  Value call_special(Value self, Name, const Value* args, int n);      // looked up on the type; kStop: not defined
  Value run();                      // until the innermost Exit frame is left; kStop: a recorder asked to stop
  Value finish();                   // run() through stops: frames are rebuilt and the run goes on
  bool native_stack_ok();           // false: RecursionError is pending
  bool check_memory(size_t bytes);  // false: MemoryError is pending
  bool check_memory(size_t count, size_t each);  // of a product, which may not fit 64 bits; `count` fits 32 bits then
  void raise_caught();  // in a catch block, what a C++ exception means to a script: MemoryError, or SystemError
  // From a signal handler or another thread: the next call or backward jump looks at `attention`. Should that thread
  // count its budget down at the same moment, it looks when the budget ends, as ever.
  enum Attention { kInterrupted = 1, kStopped = 2, kSignalled = 4, kTimeOver = 8 };
  void wake(Attention what) {
    __atomic_fetch_or(&attention, int(what), __ATOMIC_RELAXED);
    __atomic_store_n(&budget, 0, __ATOMIC_RELAXED);
  }
  void interrupt() { wake(kInterrupted); }  // KeyboardInterrupt
  bool slow_check();  // the budget is used up: signals, limits, collection; false: an exception is pending
  bool slow_check(Code* running);  // the same, and a sample for the compiler of machine code
  // Is there room above `below` for a frame whose registers, so many of them, begin at `base`? Calls leave a reserve
  // free beyond them, for arguments of natives.
  static constexpr uint32_t kStackReserve = 256;
  bool fits(const Frame* below, const Value* base, uint32_t registers) const {
    return below + 1 <= frame_limit && base + registers + kStackReserve <= stack_end;
  }
  // Where the register stack goes on above the current frame.
  Value* free_base() const {
    Value* b = UNLIKELY(fr->flags & kFrameGen) ? fr->gen->top : fr->base + fr->code->nreg;
    return b > spill ? b : spill;
  }
  void flush();
};

// --- slow paths; `th.fr->pc` is saved before. kPushed: a frame was pushed and delivers to `ret` under `cont`. ---
// args[-1] is a free slot; args are consumed. owns: the callee may die during the call, so its frame keeps it.
Out call_value(Thread&, Value callee, Value* args, int n, Tuple* kw, int ret, Cont cont, Value* res, bool owns = false);
// A special method found on the type of args[0]: it may be a descriptor. Borrows.
Out call_dunder(Thread&, Value func, const Value* args, int n, int ret, Cont cont, Value* res);
Out call_callable(Thread&, Value callee, const Value* args, int n, int ret, Cont cont, Value* res);  // borrows
Out get_attr(Thread&, Value obj, Str* name, AttrCache*, int ret, Value* res);
Out set_attr(Thread&, Value obj, Str* name, Value v, AttrCache*);  // v borrowed; kAbsent deletes
Out get_method(Thread&, Value obj, AttrCache*, int ret, Value* func, bool* self);
Out binary(Thread&, int kind, bool inplace, Value a, Value b, int ret, Value* res);
Out binary_next(Thread&, Cont tried, int kind, bool inplace, Value a, Value b, int ret, Value* res);
Out compare(Thread&, Op op, Value a, Value b, int ret, Value* res);
Out compare_next(Thread&, Cont tried, Op op, Value a, Value b, int ret, Value* res);
Out contains(Thread&, Value item, Value seq, int ret, Value* res);
Out truth(Thread&, Value v, int ret, bool* res);
Out subscript(Thread&, Value o, Value k, int ret, Value* res);
Out set_subscript(Thread&, Value o, Value k, Value v);  // kAbsent deletes
Out unary(Thread&, Op op, Value v, int ret, Value* res);
Out get_iter(Thread&, Value v, int ret, Value* res);
Out iter_next(Thread&, Value it, int ret, Value* res);  // kDone with kStop: exhausted
Out resume(Thread&, Gen*, Value sent_owned, int ret, Cont cont, Value* res);

// --- exact built-in values only: kStop (or -1) when they do not know the operands, so that a special method of a
// built-in type answers NotImplemented ---
Value binary_exact(Thread&, int kind, bool inplace, Value a, Value b);
Value unary_exact(Thread&, Op op, Value v);
Value compare_exact(Thread&, int which, Value a, Value b);  // <, <=, >, >=, ==, !=
int equal_exact(Thread&, Value a, Value b);                 // 1, 0, -1: error, 2: does not know
Value contains_exact(Thread&, Value item, Value seq);
Value subscript_exact(Thread&, Value o, Value k);
Value dict_subscript(Thread&, Value o, Value k);  // of a dict or an instance that stands on one: with __missing__
int set_subscript_exact(Thread&, Value o, Value k, Value v);  // 1: done, 0: error, -1
Value iter_exact(Thread&, Value v);
bool check_iterator(Thread&, Value it);                          // what __iter__ gave
bool truth_value(Thread&, Value given, Cont method, bool* out);  // what __bool__ or __len__ gave

// --- the same for natives: new reference or kAbsent ---
Value get_attr_native(Thread&, Value, Str*);
Value get_attr_or_stop(Thread&, Value, Str*);  // kStop instead of AttributeError
bool set_attr_native(Thread&, Value, Str*, Value v);
bool set_attr_plain(Thread&, Value o, Str* name, Value v);  // object.__setattr__
Value get_attr_plain(Thread&, Value o, Str* name);          // object.__getattribute__
Value binary_native(Thread&, int kind, bool inplace, Value a, Value b);
Value compare_native(Thread&, Op op, Value a, Value b);
int less(Thread&, Value a, Value b);         // 1, 0, -1: error
int equal(Thread&, Value a, Value b);        // 1, 0, -1: error; identity counts as equal, as in containers
bool hash_of(Thread&, Value, int64_t* out);  // false: TypeError is pending
int64_t hash_double(double);
int64_t hash_int(int64_t);
bool contains_native(Thread&, Value item, Value seq, bool* out);
bool truth_native(Thread&, Value, bool* out);
Value subscript_native(Thread&, Value o, Value k);
bool set_subscript_native(Thread&, Value o, Value k, Value v);
Value iter_native(Thread&, Value);
Value next_value(Thread&, Value it);                             // kStop: exhausted
bool iterate(Thread&, Value iterable, std::vector<Value>* out);  // owned items
int64_t length(Thread&, Value);                                  // len(); -1: error
bool slice_indices(Thread&, Slice*, int64_t len, int64_t* start, int64_t* stop, int64_t* step, int64_t* count);
// `len` is asked when all __index__ methods have run, which may change it.
bool slice_indices(Thread&, Slice*, const std::function<int64_t()>& len, int64_t* start, int64_t* stop, int64_t* step,
                   int64_t* count);

// --- dict and set by arbitrary keys; false or -2: an exception is pending ---
int64_t dict_find(Thread&, Dict*, Value key, uint32_t hash);  // entry, -1: none, -2
bool dict_get(Thread&, Dict*, Value key, Value* out);         // borrow, or kAbsent
bool dict_set(Thread&, Dict*, Value key, Value owned);        // the value is released on failure
int dict_del(Thread&, Dict*, Value key);                      // 1, 0: no such key, -1
bool dict_update(Thread&, Dict*, Value source);               // mapping or pairs
Set::Entry* set_find(Thread&, Set*, Value key, int64_t hash, bool* error);
int set_contains(Thread&, Set*, Value key);  // 1, 0, -1
int set_add(Thread&, Set*, Value key);       // 1: added, 0: was there, -1
int set_discard(Thread&, Set*, Value key);   // 1, 0, -1
bool set_update(Thread&, Set*, Value iterable);

// --- text ---
std::string type_name(const Type*);   // as messages have it: with its module, if it is written in C in CPython
std::string type_name(Thread&, Value);  // of the value's type
std::string full_type_name(const Type*);  // module.qualname, without builtins
bool repr_of(Thread&, Value, std::string* out);
bool str_of(Thread&, Value, std::string* out);
bool format_value(Thread&, Value v, std::string_view spec, std::string* out);
bool format_exact(Thread&, Value, std::string_view spec, std::string* out, bool* known);
Value percent(Thread&, Value format, Value args);
bool percent_bytes(Thread&, std::string_view format, Value args, std::string* out);
std::string object_repr(Thread&, Value);
bool set_repr(Thread&, Value, std::string_view name, std::string*);
std::string quote(std::string_view utf8);
std::string float_repr(double);

// --- functions, classes, modules, exceptions ---
Func* make_func(Heap&, Code*, Dict* globals, Dict* builtins);
bool is_callable(Interpreter&, Value);
Value call_descriptor(Thread&, Value descriptor, Value o);  // descriptor.__get__(o, type(o))
void mark_generator_done(Gen*);
Value generator_send(Thread&, Gen*, Value sent_owned);  // StopIteration is pending at its end
Value generator_throw(Thread&, Gen*, Value exception_owned);
bool generator_close(Thread&, Gen*);
Value wrap_async_yield(Heap&, Value owned);
// Tells sys.unraisablehook of the pending exception, which nobody can catch. `message` says where it happened, without
// a colon; null: in `object`, which may be kAbsent.
void report_unraisable(Thread&, const char* message, Value object);
Value wrap_payload(Thread&, Type* cls, Value exact_owned);  // an instance of a subclass of a built-in type
Out call_func(Thread&, Func*, Value* base, int n, Tuple* kw, int ret, Cont, uint8_t flags, Value* res);
Value build_class(Thread&, Value body, Str* name, Tuple* bases, Dict* keywords);
Value make_class(Thread&, Type* meta, Str* name, Tuple* bases, Value ns, Dict* keywords);  // type.__new__
Value construct_native(Thread&, Type*, Value* args, int n, Tuple* kw);                     // what calling the type does
bool isinstance(Thread&, Value v, Value cls, bool* out);
bool issubclass(Thread&, Value c, Value cls, bool* out);
Value import_module(Thread&, Str* name, Value fromlist, int level);
Value import_from(Thread&, Value module, Str* name);
Value run_code(Thread&, Code*, Dict* globals, Value locals);
void add_traceback(Thread&, Exc*, Frame*);
void add_traceback(Thread&, Exc*, Code*, Func*, uint32_t pc);  // of a call that had no frame
void add_first_line(Thread&, Exc*, Func*);  // for a function whose frame has not begun to run
std::string traceback_text(Thread&, Exc*);
Value handled_exception(Thread&);  // borrow: what sys.exc_info() tells, or None
void close_dropped(Thread&, Gen*);
void run_del(Interpreter&, Instance*);
void run_weakref_callback(Interpreter&, WeakRef*);
void init_builtins(Thread&);
// Objects freed; with `save` they are appended there instead.
size_t collect_cycles(Thread&, List* save = nullptr);
}  // namespace adder
