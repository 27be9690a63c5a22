#pragma once
// Interpreter: everything that scripts of one interpreter share. Several may exist in a process; none knows of another.
#include <memory>
#include <unordered_map>

#include "interp/objects/intern_table.h"
#include "interp/objects/limbs.h"
#include "interp/objects/object.h"
#include "interp/vm/watch.h"

namespace adder {
enum Name : uint16_t {
#define X(ident, text) n_##ident,
#include "interp/objects/names.def"
#undef X
  kNameCount
};
enum ExcId : uint8_t {
  E_BaseException,
#define X(name, base) E_##name,
#include "interp/objects/exceptions.def"
#undef X
  kExcCount
};

struct Limits {
  int64_t steps = INT64_MAX;      // calls and backward jumps
  int64_t recursion = 1000;       // Python frames; more than max_recursion count as that many
  int max_recursion = 1'000'000;  // what sys.setrecursionlimit may ask for
  double wall_seconds = 0;        // 0: none
};
struct MethodCacheEntry {
  Type* type;
  Str* name;
  uint32_t version;
  Value value;
};
struct ImportPolicy;
struct ModuleSource;
using SourceFinder = bool (*)(void* context, std::string_view name, ModuleSource* out);
struct NativeModuleDef;

struct InterpreterLock;
struct MachineCompiler;
struct Interpreter {
  Interpreter();
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  operator Heap&() { return heap; }

  Heap heap{this};
  InternTable interned;
  std::unordered_map<std::string_view, Str*> hidden_names;  // of hidden slots, see Shape
  Str* names[kNameCount];
  Str* latin1[256];  // one-character strings
  Tuple* empty_tuple;
  Str* hidden_payload;  // the names of hidden instance slots
  Str* hidden_dict;

  Type* types[kKindCount];  // of exact kinds
  Type* small_types[8];     // of immediates that are not numbers, by u >> 3
  Type* iter_types[int(IterKind::Count)];
  Type* exc[kExcCount];
  Type* group_type = nullptr;  // ExceptionGroup
  Type *object_type, *type_type, *method_descriptor_type, *wrapper_descriptor_type, *method_wrapper_type,
      *classmethod_descriptor_type;
  Type* unraisable_type = nullptr;  // of what sys.unraisablehook is told, once it was needed
  static constexpr uint32_t kMethodCacheSize = 2048;
  MethodCacheEntry method_cache[kMethodCacheSize] = {};

  Watches watches;
  Dict* builtins;  // the namespace of the builtins module
  Dict* modules;   // sys.modules
  Value sys_path;  // a list
  limbs::Meter arithmetic;  // of long ints: whether a result is still wanted
  size_t max_int_digits = 4300;  // of decimal texts of ints; 0: no limit
  std::unordered_map<std::string_view, const NativeModuleDef*> native_modules;
  std::unordered_map<const NativeDef*, std::unique_ptr<Signature>> signatures;
  std::unordered_map<const NativeTypeDef*, Type*> native_types;  // by define_type, whatever modules say of them
  std::unordered_map<Cell*, WeakRef*> weakrefs;  // target -> first reference
  std::unordered_map<Str*, std::vector<uint32_t>>
      str_index;  // byte offsets of every 64th code point of long non-ASCII strings

  Limits limits;
  uint64_t hash_seed = 0x9E3779B97F4A7C15ull;
  Thread* current = nullptr;  // the thread that holds the interpreter's lock: finalizers run on it
  std::shared_ptr<InterpreterLock> lock;    // null: no script has started a second thread
  bool (*run_signals)(Thread&) = nullptr;   // runs the script's signal handlers; false: an exception is pending
  int drop_depth = 0;         // dealloc is iterative beyond a depth
  std::vector<Cell*> trash;
  bool collecting = false, gc_enabled = true;
  bool any_finalizers = false;  // some object had __del__, a weak reference a callback, a generator something to finish
  uint32_t finalizers_run = 0;  // counts what has run of these
  int64_t stress_collect = 0;   // collect at every n-th budget check, whatever is free; 0: off
  uint64_t collections = 0;
  std::shared_ptr<void> library, torch;  // what the layers above keep here
  bool shutting_down = false;
  int optimize = 0;  // of what is compiled: 1 leaves asserts out, 2 documentation too (-O, -OO)
  std::vector<Module*> initializing;   // modules whose body is running
  SourceFinder find_source = nullptr;  // modules that are not files (import.h)
  void* find_source_context = nullptr;
  const ImportPolicy* import_policy = nullptr;  // null: everything
  std::unordered_map<std::string, std::vector<std::string>> sources;  // lines of files, for tracebacks
  std::shared_ptr<MachineCompiler> machine;  // vm/machine_code.h; null: everything is interpreted
};

Str* intern(Interpreter&, std::string_view);  // immortal
Str* intern(Interpreter&, Str*);              // the interned equal; borrows
// The name of a hidden slot, such as ".dict": its own text, which no name that a script writes is identical with.
Str* hidden_name(Interpreter&, std::string_view);  // immortal
Value intern_value(Interpreter&, std::string_view);
Str* char_str(Interpreter&, uint32_t code_point);  // new reference

bool is_slot(const Native*);  // a method of a type: an operator or protocol, which CPython keeps in a slot of the type
Type* type_of_native(const Interpreter&, Value);  // natives have types by what they are and how they are bound
inline Type* type_of(const Interpreter& in, Value v) {
  if (v.is_int()) return in.types[int(Kind::Int)];
  if (v.is_float()) return in.types[int(Kind::Float)];
  if (!v.is_cell()) return in.small_types[v.u >> 3];
  Cell* c = v.cell();
  if (c->kind >= Kind::Instance) return v.as<Instance>()->type();
  if (c->kind == Kind::Type) return v.as<Type>()->meta;
  if (c->kind == Kind::Iter) return in.iter_types[int(v.as<Iter>()->ik)];
  if (c->kind == Kind::Native || c->kind == Kind::Method || c->kind == Kind::ClassMethod) return type_of_native(in, v);
  return in.types[int(c->kind)];
}
void init_types(Interpreter&);  // makes the types of kinds.def, iters.def and exceptions.def
}  // namespace adder
