#pragma once
// The layout of every heap cell. Every iterator is an object with declared fields (no hidden C++ state), so that the
// recorder can read and rebuild it. Pointers to cells own one count unless the field says "borrowed".
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/objects/heap.h"

namespace adder {
struct Thread;
struct Interpreter;
struct Type;
struct Code;
struct Shape;
struct NativeDef;
struct NativeTypeDef;
struct Signature;

// --- numbers and text ---
struct Int64 : Cell {
  int64_t v;
};  // beyond 49 bits
// Magnitude in 64-bit limbs, least significant first, never fewer than needed; aux is 1 for negative numbers. Values
// that fit in 64 bits are never BigInt. Kind::Int too: aux of an Int64 is kInt64Aux.
constexpr uint16_t kInt64Aux = 2;
struct BigInt : Cell {
  uint32_t n;
  uint32_t pad;
  uint64_t limbs[1];
};
struct Complex : Cell {
  double re, im;
};
struct Str : Cell {
  uint32_t hash;   // 0: not yet computed
  uint32_t len;    // bytes of UTF-8 (surrogates may stand alone, as three bytes each)
  uint32_t chars;  // code points; equal to `len` exactly for ASCII
  char data[4];    // followed by a NUL
  std::string_view sv() const { return {data, len}; }
  bool ascii() const { return chars == len; }
};
struct Bytes : Cell {
  uint32_t hash;
  uint32_t len;
  char data[8];
  std::string_view sv() const { return {data, len}; }
};
struct ByteArray : Cell {
  uint32_t len, cap;
  uint32_t exports;  // memoryviews that forbid a change of size
  uint32_t front;    // of `cap`, the bytes before `data`: what was deleted there leaves room
  char* data;
  char* start() const { return data - front; }
  std::string_view sv() const { return {data, len}; }
};

// --- containers ---
struct Tuple : Cell {
  uint32_t len;
  uint32_t pad;
  Value items[1];
};
struct List : Cell {
  uint32_t len, cap;
  Value* items;
};
struct Dict : Cell {  // insertion-ordered: index table + entries
  struct Entry {
    Value key, val;
    uint32_t hash;
  };
  uint32_t used, filled, cap;  // live entries, entries incl. tombstones, capacity of entries
  uint32_t mask;               // index table size - 1
  uint64_t
      keys_version;  // changes when the set of keys or their order changes, not when a value does; unique in the heap
  int32_t* index;    // -1 empty, -2 deleted
  Entry* entries;
};
struct Set : Cell {  // CPython's table: iteration order is table order, so it is visible
  struct Entry {
    Value key;  // kAbsent: empty, kStop: deleted
    int64_t hash;
  };
  uint32_t fill, used;  // used + deleted, live
  uint32_t mask;
  uint32_t finger;  // where pop() searches next
  Entry* table;     // null: empty set without a table
  int64_t hash;     // frozenset: -1 until computed
};
struct Range : Cell {  // Values: int of any size
  Value start, stop, step;
  int64_t len() const;  // for ranges of inline ints
};
struct Slice : Cell {
  Value lo, hi, step;
};
struct DictView : Cell {  // dict_keys, dict_values, dict_items
  Dict* dict;
};
struct MappingProxy : Cell {
  Value mapping;
};

// --- functions and descriptors ---
struct CellVar : Cell {
  Value v;
};
struct Func : Cell {  // aux: number of closure cells
  Code* code;
  Dict* globals;
  Dict* builtins;
  Tuple* defaults;   // or null
  Dict* kwdefaults;  // or null
  Value name, qualname;
  Value dict;  // attributes, __doc__, __module__ and __annotations__ once they are written; kAbsent: none
  CellVar* cells[1];
};
struct Native : Cell {  // aux: low byte the exact argument count of the allocation-free path (255: none), high byte the
                        // kind that `self` must have (255: any)
  const NativeDef* def;
  const Signature* sig;  // owned by the interpreter
  Type* owner;           // borrowed: the type whose table holds it; null for functions of modules (they never bind)
  Value module;          // name of the module, or kAbsent
};
struct Method : Cell {
  Value self, func;
};
struct Property : Cell {
  Value get, set, del, doc, name;
};
struct Wrapper : Cell {  // staticmethod, classmethod; aux: 1 in the table of a native type, whose own method it is
  Value func;
  Value dict;
};
struct Member : Cell {  // descriptor of a __slots__ entry
  Type* owner;
  Str* name;
  Str* key;  // what shapes name the slot by: see Shape
};
struct GetSetDef;
struct GetSet : Cell {  // descriptor of a C++ attribute
  Type* owner;          // borrowed
  const GetSetDef* def;
};
struct TupleGetter : Cell {  // descriptor of a field of a named tuple
  Value doc;
  uint32_t index;
};
struct Super : Cell {
  Type* type;
  Value self;
  Type* self_type;  // where the search starts
};
// Its cell is as large as an Instance with `aux` slots: a script may make it an instance of a subclass, and back.
struct Module : Cell {
  Dict* dict;
};
struct GenericAlias : Cell {
  Value origin;
  Tuple* args;
  Value parameters;
  bool starred;
};
struct Union : Cell {
  Tuple* args;
};

// --- instances ---
// The slots of an instance in order of assignment. A shape belongs to one type: equal shapes imply equal types. It has
// two kinds of names: attributes, which are interned, and hidden ones, which are not and so are found by who knows the
// text object only: members of __slots__ (each class has a key of its own for each of its names: a base may have a slot
// of the same name, and an attribute of that name may stand beside it) and the two of Instance.
struct Shape {
  Type* type;
  Shape* parent;
  std::vector<Str*> names;
  std::vector<std::pair<Str*, Shape*>> next;
  std::unordered_map<Str*, uint32_t>* table = nullptr;  // beyond 16 names
  int find(Str* name) const {
    if (UNLIKELY(table != nullptr)) {
      auto it = table->find(name);
      return it == table->end() ? -1 : int(it->second);
    }
    for (size_t i = 0; i < names.size(); i++)
      if (names[i] == name) return int(i);
    return -1;
  }
  Shape* add(Str* name);
  ~Shape();
};
inline bool is_hidden(const Str* name_of_slot) {
  return !(name_of_slot->flags & kInterned);
}
// An instance of a class made by a script. Its type is its shape's. Two hidden slots are:
// ".payload" (slot 0) is the value behind a subclass of a built-in type: an exact int, str, dict …, so that
// v.is(Kind::Dict) always means an exact dict; ".dict" is the live __dict__ once a script asked for it: attributes then
// stand in that Dict, and the shape has hidden names only.
struct Instance : Cell {  // aux: slots inside the cell
  Shape* shape;
  Value* slots;
  uint32_t cap;
  uint32_t pad;
  Value inl[1];
  Type* type() const { return shape->type; }
};
struct FrameObject;
struct Traceback : Cell {
  Traceback* next;  // towards the raise, or null
  FrameObject* frame;
  uint32_t pc;     // word offset
  uint32_t line;   // 0: that of pc
  int64_t lasti;   // what a script gave as tb_lasti; kFromPc: that of pc
  static constexpr int64_t kFromPc = INT64_MIN;
  inline Code* code() const;
};
struct Exc : Instance {
  Value args, cause, context, traceback;  // the last three may be None
  bool suppress;
};
// An instance of a native type (native.h) or of a subclass of one: a C++ struct stands behind the header.
struct Extension : Instance {
  void* data() { return this + 1; }
};

struct AttrCache {  // one per attribute instruction. A shape compare is the whole check: a write to a type clears the
                    // caches that depend on it.
  Str* name;
  struct Entry {
    Shape* shape;
    uint32_t idx;
    bool add;
    Shape* to;
    Cell* fn;  // borrowed from a class dict
  } e[4];
  uint8_t turn;
  // What the last receiver gave whose slots do not hold the attribute. It is guarded by the shape of an instance, or by
  // the root shape of a class, since a class may be the receiver too, or the one where the search of a super() starts.
  enum How : uint8_t {
    kNothing,
    kPlain,        // `value` itself
    kStatic,       // a staticmethod
    kClass,        // a classmethod
    kGetter,       // a property
    kMethod,       // a function, to be bound to the receiver
    kItem,         // item `index` of the tuple behind an instance
    kStored,       // of METHOD: what the instance has in slot `index`
    kModuleEntry,  // `entry` of the dict of a module that has this `version` of its keys
  };
  struct Found {
    How how;
    uint8_t changes;  // how often the site was given another guard: one that has many is left alone
    Kind kind;        // of the receiver
    uint32_t index;
    union {
      Shape* shape;
      uint64_t version;
    };
    Type* second;  // the metaclass of a receiver that is a class; the class behind which the search of a super() begins
    union {
      Value value;  // borrowed from the dict of a class
      Value* entry;
    };
  } found;
};

// What a type or one of its bases overrides, so that the common case is one test.
enum TypeFlag : uint32_t {
  kHeapType = 1,         // made by a class statement or type()
  kHasGetAttr = 2,       // __getattr__
  kHasGetAttribute = 4,  // __getattribute__ other than object's
  kHasSetAttr = 8,       // __setattr__ other than object's
  kHasDelAttr = 16,      // __delattr__ other than object's
  kFinalizer = 32,       // __del__
  kIsExc = 64,           // instances are Exc
  kNoDict = 128,         // instances have no __dict__ (only __slots__ all the way)
  kHasEq = 256,          // __eq__ other than object's
  kHasHash = 512,        // __hash__ other than object's
  kHasTruth = 1024,      // __bool__ or __len__
  kIsMeta = 2048,        // subclass of type
  kHasGet = 4096,        // __get__: instances are descriptors
  kHasSet = 8192,        // __set__ or __delete__: data descriptors
  kFinal = 16384,        // cannot be subclassed
  kAbstract = 32768,     // has abstract methods
  kImmutable = 65536,    // attributes cannot be set by scripts
  kStandInType = 131072, // a class of the library that stands for one that is written in C in CPython
};
struct Type : Cell {
  Type* meta;
  Str* name;
  Str* qualname;
  Str* module;  // or null: builtins
  Dict* dict;
  Type* base;  // the base that decides the layout
  std::vector<Type*> bases, mro;
  std::vector<Type*> subs;  // borrowed
  Shape* root;
  uint32_t tflags, slot_hint;
  Kind inst_kind;     // of instances: Instance, Exc, Extension, or the exact built-in kind
  Kind payload_kind;  // of the hidden value of instances of a subclass of a built-in type; Kind::Count: none
  uint32_t version, ctor_version;
  Value ctor_new, ctor_init;  // borrowed; what a call of the type uses, for ctor_version
  std::vector<Str*> slots;    // keys of __slots__ members, inherited ones first; counted
  std::vector<AttrCache*> dependents;
  const NativeTypeDef* native;  // or null; inherited
  Tuple* named_in_mro;          // the classes that mro() of the metaclass gave, or null
};

enum class IterKind : uint8_t {
#define X(name, text) name,
#include "interp/objects/iters.def"
#undef X
  Count
};
struct Iter : Cell {
  IterKind ik;
  bool strict;    // zip(strict=True)
  uint32_t size;  // size of the dict or set at the start
  Value seq;      // kAbsent: exhausted
  int64_t i, stop, step;
};
// list: seq[i]; range: i, stop, step; zip, map: seq is a tuple of (function,) iterators; enumerate: seq is the iterator

struct Gen : Cell {  // generator, coroutine, asynchronous generator
  Func* func;
  const uint32_t* pc;
  Value* top;     // while it runs: where the register stack goes on, since its own registers are not part of it
  uint32_t nreg;  // registers held while suspended; 0 while it runs, when they count as held from outside
  bool running, started, done;
  bool awaited;  // of an asynchronous one: an asend(), athrow() or aclose() has begun and not ended
  Value sent;
  Value name, qualname;
  Value delegate;  // what `yield from`/await stands on, for gi_yieldfrom; kAbsent: none
  Value origin;    // where a coroutine was made, if that is tracked: a tuple of places; kAbsent: it was not
  FrameObject* frame;  // once somebody asked for it
  Value regs[1];
};
struct Awaiter : Cell {  // asend(), athrow(), aclose() of an asynchronous generator
  Gen* gen;
  Value value, type;
  uint8_t state;
};
struct WeakRef : Cell {  // aux: its place among the references of the target, see add_weakref
  Cell* target;          // borrowed; null once it died
  Value callback;
  WeakRef* next;  // of the same target, borrowed
  int64_t hash;
  Cell* outer;  // borrowed: the instance of a subclass or the proxy that holds this reference and is what scripts see
};
// A frame as scripts see it, made when a script asks for it or an exception is raised in it. While the frame runs,
// `index` finds it on the thread's frame stack; when it is left and somebody still holds the object, its variables move
// here. A generator's registers are its own: as long as it has not ended, the variables are read there.
struct FrameObject : Cell {  // aux: how many variables there is room for
  Code* code;
  Func* func;    // null: of the host
  Gen* gen;      // borrowed: the generator that has not ended; it holds this object
  Value locals;  // kAbsent, or the dict that f_locals gave
  Value back;    // FrameObject or None, once the frame was left
  uint32_t pc;
  int32_t index;    // -1: the frame was left, or is a generator's
  Value kept[1];    // the named variables of a frame that was left, else kAbsent
};
inline Code* Traceback::code() const {
  return frame->code;
}
void keep_variables(FrameObject*, Value* registers);  // moves them from the registers of a frame that is being left
// The generator ends: if somebody else still holds its frame object, that keeps the variables (`registers` may be
// null).
void release_generator_frame(Gen*, Value* registers);

// --- making values; every function gives a new reference ---
Str* str(Heap&, std::string_view utf8);
Str* str_blank(Heap&, size_t bytes, size_t chars);  // to be filled at once
uint32_t str_hash(Str*);
uint32_t text_hash(std::string_view);  // what str_hash gives for a string of this text
Bytes* bytes(Heap&, std::string_view);
ByteArray* bytearray(Heap&, std::string_view);
Tuple* tuple(Heap&, size_t n);  // filled with kAbsent
List* list(Heap&, size_t cap = 0);
void push(List*, Value owned);
Dict* dict(Heap&);
Set* set(Heap&, Kind = Kind::Set);
Value integer_slow(Heap&, int64_t);
inline Value integer(Heap& h, int64_t i) {
  return LIKELY(fits49(i)) ? integer49(i) : integer_slow(h, i);
}
Value complex(Heap&, double re, double im);
Value range_of(Heap&, int64_t start, int64_t stop, int64_t step);
Instance* instance(Heap&, Type*);  // Instance, Exc or Extension (payload bytes zero) by the type
void mark_finalizer(Heap&, Instance*);  // its class has __del__
Module* module(Heap&);             // without a dict yet
Value bound(Heap&, Value self, Value func);
Value make_iter(Heap&, IterKind, Value seq_owned);

// --- numbers ---
inline bool is_small_int(Value v) {  // int or bool that fits 64 bits
  return v.is_int() || v.u == kTrue.u || v.u == kFalse.u || (v.is(Kind::Int) && v.cell()->aux == kInt64Aux);
}
inline bool is_intlike(Value v) {  // int or bool of any size
  return v.is_int() || v.u == kTrue.u || v.u == kFalse.u || v.is(Kind::Int);
}
inline bool is_big(Value v) {
  return v.is(Kind::Int) && v.cell()->aux != kInt64Aux;
}
inline bool is_bool(Value v) {
  return v.u == kTrue.u || v.u == kFalse.u;
}
inline int64_t to_int(Value v) {  // of a small int
  return v.is_int() ? v.as_int() : v.is_cell() ? v.as<Int64>()->v : v.u == kTrue.u;
}
inline bool is_number(Value v) {  // int, bool, float
  return v.is_float() || is_intlike(v);
}
double big_to_double(const BigInt*);  // rounds to even; beyond the range: infinity
inline double to_double(Value v) {
  return v.is_float() ? v.as_float() : UNLIKELY(is_big(v)) ? big_to_double(v.as<BigInt>()) : double(to_int(v));
}
inline bool is_str(Value v) {
  return v.is(Kind::Str);
}
inline std::string_view sv(Value v) {
  return v.as<Str>()->sv();
}
inline bool has_fields(Value v) {  // Instance, Exc or Extension: a type, a shape and slots
  return v.is_cell() && v.cell()->kind >= Kind::Instance;
}
// The exact built-in value behind an instance of a subclass of a built-in type; otherwise the value itself.
inline Value unwrap(Value v) {
  if (LIKELY(!v.is(Kind::Instance))) return v;
  Instance* i = v.as<Instance>();
  return i->type()->payload_kind == Kind::Count ? v : i->slots[0];
}

// --- text ---
uint32_t utf8_decode(const char*& p);                    // reads one code point of a valid Str
size_t utf8_encode(uint32_t code_point, char* out);      // bytes written, at most 4
size_t str_offset(Str*, size_t index);                   // byte offset of a code point
size_t str_index(Str*, size_t offset);                   // code point index of a byte offset
Str* str_slice(Heap&, Str*, size_t start, size_t stop);  // code points [start, stop)
size_t count_chars(std::string_view);

// --- dict, keyed by strings: never calls back ---
uint32_t fold_hash(int64_t hash);
int64_t dict_find(Dict*, Str* key);  // entry or -1; other keys compare by identity
Value dict_get(Dict*, Str* key);     // borrow, or kAbsent
void dict_set(Dict*, Str* key, Value owned);
bool dict_del(Dict*, Str* key);
// with a hash known and a probe that found nothing
void dict_insert_new(Dict*, Value key_borrowed, uint32_t hash, Value owned);
void dict_delete_entry(Dict*, int64_t entry);
void dict_clear(Dict*);
void dict_reserve(Dict*, uint32_t entries);
Dict* dict_copy(Heap&, Dict*);
void set_insert_new(Set*, Value key_borrowed, int64_t hash);
void set_delete_entry(Set*, Set::Entry*);
void set_clear(Set*);
Set* set_copy(Heap&, Set*, Kind);

// --- types ---
struct TypeSpec {
  Str* name;
  Str* module = nullptr;
  std::vector<Type*> bases;
  Dict* dict;  // owned
  Type* meta;
  Kind inst_kind;
  Kind payload_kind = Kind::Count;
  uint32_t flags = 0;
};
Type* new_type(Heap&, const TypeSpec&);       // null: no consistent method resolution order
bool mro_of(Type*, std::vector<Type*>* out);  // C3
void type_update_flags(Type*);
Value type_find(Type*, Str* name);  // borrow, along the MRO
Value type_find_owner(Type*, Str* name, Type** owner);
void type_set(Type*, Str* name,
              Value owned);  // kAbsent deletes; clears dependent inline caches, bumps versions, runs watches
void type_changed(Type*);    // after a change of bases
bool subtype(const Type*, const Type*);  // by MRO
void forget_cache(AttrCache*);           // before it is freed: takes it out of the lists of its types
void forget_found(AttrCache*);           // only the part `found`
// False: the site has had too many guards. Both types are told to clear the cache when they change.
bool remember_found(AttrCache*, AttrCache::How, Kind receiver, Shape*, Type* second, Value borrowed);

// --- lifetime ---
struct Visitor {
  virtual void visit(Value) = 0;
  void visit(const Cell* c) {
    if (c) visit(of(c));
  }
};
void traverse(Cell*, Visitor&);  // every counted reference of the cell
void clear_cell(Cell*);          // drops the references through which cycles run; the cell stays valid
// Puts a new reference among those of its target, behind all of a lower `aux`: 0 is the plain reference without a
// callback, 1 the proxy without one, 2 any other.
void add_weakref(WeakRef*);
void clear_weakrefs(Cell*);  // target is dying: callbacks run
// The same in two steps: the references are dead at once, those with callbacks are appended, each with one count (and
// one of its `outer`); then the callbacks run.
void detach_weakrefs(Cell*, std::vector<WeakRef*>* with_callbacks);
void run_weakref_callbacks(Interpreter&, const std::vector<WeakRef*>&);
void forget_target(WeakRef*);  // takes it out of the list of its target
}  // namespace adder
