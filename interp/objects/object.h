#pragma once
// Heap objects. Every iterator is an object with declared fields (no hidden C++ state), so the recorder can read and
// rebuild it.
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/objects/value.h"

namespace adder {
struct Thread;
struct Type;
struct Code;

struct Int64 : Cell {
  int64_t v;
};  // second rung of int: beyond 49 bits; beyond 64 bits the sketch raises OverflowError
struct Str : Cell {
  uint32_t hash, len;
  char data[1];
  std::string_view sv() const { return {data, len}; }
};
struct Tuple : Cell {
  uint32_t len;
  Value items[1];
};  // items start 16 bytes in (padding)
struct List : Cell {
  uint32_t len, cap;
  Value* items;
};

struct Dict : Cell {  // insertion-ordered: index table + entries; a Set is a Dict without values
  struct Entry {
    Value key, val;
    uint32_t hash;
  };
  uint32_t used, filled, cap;  // live entries, entries incl. tombstones, capacity of entries
  uint32_t keys_version;       // changes when the set of keys or their order changes, not when a value does
  uint32_t mask;               // index table size - 1
  int32_t* index;              // -1 empty, -2 deleted
  Entry* entries;
};
struct Range : Cell {
  int64_t start, stop, step;
};
struct Slice : Cell {
  Value lo, hi, step;
};
struct CellVar : Cell {
  Value v;
};
struct Func : Cell {
  Code* code;
  Dict* globals;
  Tuple* defaults;
  Dict* kwdefaults;
  Value name;
  Value dict;
  CellVar* cells[1];
};
struct Method : Cell {
  Value self, func;
};
struct Property : Cell {
  Value get, set;
};
struct Wrapper : Cell {
  Value func;
};  // staticmethod, classmethod
struct Super : Cell {
  Type* type;
  Value self;
};
struct Module : Cell {
  Dict* dict;
};

struct Shape {  // belongs to one type: equal shapes imply equal types
  Type* type;
  std::vector<Str*> names;
  std::vector<std::pair<Str*, Shape*>> next;
  int find(Str* name) const {
    for (size_t i = 0; i < names.size(); i++)
      if (names[i] == name) return int(i);
    return -1;
  }
  Shape* add(Str* name);
};
struct Instance : Cell {
  Type* type;
  Shape* shape;
  Value* slots;
  uint32_t cap;
  Value inl[1];
};
struct TbEntry {
  Code* code;
  uint32_t line;
};
struct Exc : Instance {
  Value args, cause, context;
  TbEntry* tb;
  uint32_t ntb, tbcap;
  bool suppress;
};

struct AttrCache {  // one per attribute instruction. A shape compare is the whole check: a write to a type clears the
                    // caches that depend on it.
  Str* name;
  struct Entry {
    Shape* shape;
    uint32_t idx;
    bool add;
    Shape* to;
    Cell* fn;
  } e[4];
  uint8_t turn;
};
enum TypeFlag : uint32_t {
  kSetAttr = 1,
  kGetAttr = 2,
  kDel = 4,
  kIsExc = 8,
  kHeapType = 16,
  kHasInitNative = 32,
  kSlots = 64,
  kGetAttribute = 128
};
struct Type : Cell {
  Str* name;
  Dict* dict;
  std::vector<Type*> bases, mro, subs;
  Shape* root;
  uint32_t tflags, slot_hint;
  Kind inst_kind;
  uint32_t version, ctor_version;
  Value ctor_new, ctor_init;  // what a call of the type uses, for ctor_version
  std::vector<Str*> slots;
  std::vector<AttrCache*> dependents;
};

enum class IterKind : uint8_t { Range, List, Tuple, Str, Keys, Values, Items, Reversed, Enumerate, Zip, Map, Filter };
struct Iter : Cell {
  IterKind ik;
  uint32_t size;
  Value seq;
  int64_t i, stop, step;
};
// list: seq[i]; range: i, stop, step; zip, enumerate: seq holds the iterators

struct Gen : Cell {
  Func* func;
  const uint32_t* pc;
  uint32_t nreg;
  bool running, started, done;
  Value sent;
  Value regs[1];
};

// --- allocation
// -------------------------------------------------------------------------------------------------------------------------
void* alloc_bytes(size_t n);
void free_bytes(void* p, size_t n);
template <class T>
T* make(Kind k, size_t extra = 0) {
  T* t = static_cast<T*>(alloc_bytes(sizeof(T) + extra));
  t->count = 1;
  t->kind = k;
  t->flags = 0;
  t->aux = 0;
  return t;
}
Str* str(std::string_view);     // new reference
Str* intern(std::string_view);  // immortal
Str* str_blank(size_t len);     // to be filled at once
uint32_t str_hash(Str*);
Tuple* tuple(uint32_t n);  // filled with kAbsent
List* list(uint32_t cap = 0);
void push(List*, Value owned);
Dict* dict(Kind = Kind::Dict);
Value integer_slow(int64_t);
inline Value integer(int64_t i) {
  return LIKELY(fits49(i)) ? integer49(i) : integer_slow(i);
}
Instance* instance(Type*);
Value bound(Value self, Value func);

inline bool is_intlike(Value v) {
  return v.is_int() || v.is(Kind::Int) || v.u == kTrue.u || v.u == kFalse.u;
}
inline int64_t to_int(Value v) {
  return v.is_int() ? v.as_int() : v.is_cell() ? v.as<Int64>()->v : v.u == kTrue.u;
}
inline bool is_number(Value v) {
  return v.is_float() || is_intlike(v);
}
inline double to_double(Value v) {
  return v.is_float() ? v.as_float() : double(to_int(v));
}
inline bool is_str(Value v) {
  return v.is(Kind::Str);
}
inline std::string_view sv(Value v) {
  return v.as<Str>()->sv();
}

// dict: string keys never call back; other keys use hash_of / equal (built-in kinds only in this sketch, user classes
// by identity)
int64_t dict_find(Dict*, Value key, uint32_t hash);
bool hash_of(Value, uint32_t* out);  // false: unhashable
bool equal(Value, Value);            // built-in kinds; the VM handles __eq__ of user classes before it comes here
Value dict_get(Dict*, Value key);    // borrow, or kAbsent
Value dict_get(Dict*, Str* key);
void dict_set(Dict*, Value key, Value owned);  // the key is borrowed
bool dict_del(Dict*, Value key);
void dict_free_tables(Dict*);

// types
Type* new_type(Str* name, std::vector<Type*> bases, Dict* ns_owned, Kind inst_kind);
bool mro_of(Type*, std::vector<Type*>* out);   // C3; false: no consistent order
Value type_find(Type*, Str* name);             // borrow, along the MRO
void type_set(Type*, Str* name, Value owned);  // clears dependent inline caches, bumps versions, runs watches
bool subtype(Type*, Type*);
Type* type_of(Value);
extern Type* g_types[int(Kind::Count)];  // sketch only: the real thing keeps them in Interpreter
extern Type *g_object, *g_base_exception;
extern size_t g_live_cells;
void run_del(Instance*);  // calls __del__ (vm)

}  // namespace adder
