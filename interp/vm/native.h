#pragma once
// Natives: functions, types and modules written in C++.
//
// A function is one record. Its signature text is parsed once and is all there is about its parameters: argument
// binding, error messages, help() and inspect.signature come from it.
//
//   Value math_hypot2(Thread& th, Value* a, int) {
//     double x, y;
//     if (!to_double_arg(th, a[0], &x) || !to_double_arg(th, a[1], &y)) return kAbsent;
//     return real(std::sqrt(x * x + y * y));
//   }
//   const NativeDef kFunctions[] = {
//       {"hypot2", "(x, y=0.0, /)", "Length of (x, y).", math_hypot2, Rule::pure},
//   };
//   const NativeModuleDef kMath = {"math", "doc", kFunctions, init_math};   // init adds constants; may be null
//   register_module(interp, kMath);                                         // made at the first import
//
// `a` holds the bound arguments, all borrowed, in the order of the signature text. An optional parameter written
// `x=...` has no default: it arrives as kAbsent. Other defaults are literals (None, True, False, numbers, quoted
// strings, ()). With `*args` the named parameters come first (positional, keyword-only, then the Dict of `**kw`), the
// variadic ones behind them: a[fixed] .. a[n-1]. The result is a new reference; kAbsent says that an exception is
// pending. A call with plain positional arguments allocates nothing.
//
// A method is a record in its type's table; its first parameter is `self`, already checked to be an instance of the
// type. In tables of built-in kinds `self` is the exact value (see unwrap). Special methods (__add__, __len__,
// __getitem__,
// __repr__, __call__ …) are records like any other and serve operators, built-in functions and subclasses alike;
// binary ones return kNotImplemented. `__new__` receives the class first and must make an instance of it.
//
//   struct Counter { int64_t n; };
//   Value counter_new(Thread& th, Value* a, int) {
//     Value self = of(instance(th, a[0].as<Type>()));   // payload bytes are zero
//     payload<Counter>(self)->n = 0;
//     return self;
//   }
//   Value counter_get(Thread& th, Value self) { return integer(th, payload<Counter>(self)->n); }
//   const NativeDef kMethods[] = {{"__new__", "(cls, /)", "", counter_new, Rule::residual}, …};
//   const GetSetDef kFields[] = {{"n", counter_get, nullptr, "the count"}};
//   const NativeTypeDef kCounter = {"counters.Counter", "doc", sizeof(Counter), kMethods, kFields};
//   Type* t = define_type(interp, kCounter);            // or define_type(interp, kCounter, base)
//
// An instance of a native type is an Extension cell: scripts may subclass the type and set attributes on instances
// (unless kNoAttributes). `destroy` runs the struct's destructor; `traverse` and `clear` are needed only if the struct
// owns counted Values (they make cycles collectable). Structs with constructors: placement-new them in __new__.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interp/objects/interpreter.h"

namespace adder {
struct Thread;

// What a recorder does with a call; there is no default.
enum class Rule : uint8_t {
  pure,       // foldable, on exact built-in operand types only
  symbolic,   // pure, and has a form for symbolic sizes
  residual,   // executed again on replay
  tensor_op,  // goes through dispatch, which the recorder sees by itself
  traced,     // only calls back into the VM in ways that the recorder follows
  calls,      // takes callables or iterators: a residual whose callbacks run interpreted on replay
  opaque,     // recorder suspended for its extent, replayed whole
  breaks,     // ends the recording
};
enum NativeFlag : uint8_t {
  kStaticMethod = 1,
  kClassMethod = 2,  // the first parameter is the class
  kKeepSelf = 4,     // `self` of a built-in kind's method is passed as it came, not unwrapped
  kParsesTuple = 8,  // CPython's function takes a tuple apart itself: other words for wrong counts (argument_errors.h)
};
using NativeFn = Value (*)(Thread&, Value* args, int n);
// Arguments as the call instruction has them (the last kw->len are named), for tables that bind by themselves; only
// `self` is checked.
using RawFn = Value (*)(Thread&, Native*, Value* args, int n, Tuple* kw);
struct NativeDef {
  const char *name, *signature, *doc;
  NativeFn fn;
  Rule rule;
  uint8_t flags = 0;
  RawFn raw = nullptr;  // if set, it is called instead of fn
};

struct Signature {
  struct Param {
    Str* name;
    Value value;  // default; kAbsent: required unless `optional`
    bool optional;
  };
  std::vector<Param> params;  // positional, then keyword-only
  int npos = 0, nposonly = 0, required = 0;
  bool varargs = false, varkw = false;
  bool simple = false;  // positional parameters only
  int fixed = 0;        // params + varkw
};

struct GetSetDef {
  const char* name;
  Value (*get)(Thread&, Value self);          // new reference or kAbsent
  bool (*set)(Thread&, Value self, Value v);  // v borrowed, kAbsent deletes; null: read-only
  const char* doc;
};
enum NativeTypeFlag : uint8_t {
  kNoSubclass = 1,
  kNoAttributes = 2,
  kNoNew = 4,
  kShortName = 8,  // a class of Python elsewhere: messages do not give its module
};
struct NativeTypeDef {
  const char* name;  // "module.Name"; no dot: builtins
  const char* doc;
  size_t size;  // of the C++ struct; alignment up to 8
  std::span<const NativeDef> methods;
  std::span<const GetSetDef> fields = {};
  void (*destroy)(void*) = nullptr;
  void (*traverse)(void*, Visitor&) = nullptr;
  void (*clear)(void*) = nullptr;
  uint8_t flags = 0;
};
Type* define_type(Interpreter&, const NativeTypeDef&, Type* base = nullptr);  // owned by the interpreter
Type* native_type(const Interpreter&, const NativeTypeDef&);                   // one that was defined
// Adds records to the table of an existing type, before scripts run.
void add_methods(Interpreter&, Type*, std::span<const NativeDef>);
void add_fields(Interpreter&, Type*, std::span<const GetSetDef>);
template <class T>
T* payload(Value v) {
  return static_cast<T*>(v.as<Extension>()->data());
}
// Is v an instance of the native type or of a subclass?
inline bool is_instance_of(Value v, const Type* t) {
  return has_fields(v) && subtype(v.as<Instance>()->type(), t);
}
// What messages about arguments call the type of a value: "int", but "None" for None.
std::string argument_type_name(Thread&, Value);

struct NativeModuleDef {
  const char* name;
  const char* doc;
  std::span<const NativeDef> functions;
  bool (*init)(Thread&, Module*) = nullptr;  // adds constants and types; false: an exception is pending
};
void register_module(Interpreter&, const NativeModuleDef&);
Module* new_module(Heap&, Str* name, std::string_view doc = {});
void module_set(Interpreter&, Module*, std::string_view name, Value owned);
// Puts the functions of a table into a namespace (builtins, a module's dict).
void add_functions(Interpreter&, Dict*, std::span<const NativeDef>, Value module_name = kAbsent);
Value native(Interpreter&, const NativeDef*, Type* owner = nullptr, Value module_name = kAbsent);

// Calls a native with arguments as a call instruction has them: `args` are the positional ones, then one for each name
// of `kw` (or null). Borrows all.
Value call_native(Thread&, Native*, Value* args, int n, Tuple* kw);

// --- arguments with CPython's errors; false: TypeError (or the error of __index__, __float__ …) is pending ---
bool to_index(Thread&, Value, int64_t* out);          // __index__; OverflowError beyond 64 bits
bool to_index_clamped(Thread&, Value, int64_t* out);  // as slice bounds: beyond 64 bits the nearest
Value to_int_object(Thread&, Value);                  // __index__ as an exact int, new reference
bool to_double_arg(Thread&, Value, double* out);      // __float__, __index__
}  // namespace adder
