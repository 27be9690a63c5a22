#include "interp/objects/object.h"

#include <cmath>
#include <cstdlib>

#include "interp/vm/watch.h"

namespace adder {
Type* g_types[int(Kind::Count)];
Type *g_object, *g_base_exception;
Watches g_watches;

// --- allocator: size classes of 16 bytes up to 512, free lists, chunks of 64 KiB ---
static void* free_list[33];
static char *chunk, *chunk_end;
void* alloc_bytes(size_t n) {
  size_t c = (n + 15) >> 4;
  if (UNLIKELY(c > 32)) return malloc(n);
  if (void* p = free_list[c]) {
    free_list[c] = *static_cast<void**>(p);
    return p;
  }
  if (UNLIKELY(chunk + c * 16 > chunk_end)) {
    chunk = static_cast<char*>(malloc(1 << 16));
    chunk_end = chunk + (1 << 16);
  }
  void* p = chunk;
  chunk += c * 16;
  return p;
}
void free_bytes(void* p, size_t n) {
  size_t c = (n + 15) >> 4;
  if (UNLIKELY(c > 32)) return free(p);
  *static_cast<void**>(p) = free_list[c];
  free_list[c] = p;
}

Value integer_slow(int64_t v) {
  Int64* i = make<Int64>(Kind::Int);
  i->v = v;
  return of(i);
}
Str* str_blank(size_t n) {
  Str* s = make<Str>(Kind::Str, n);
  s->len = uint32_t(n);
  s->hash = 0;
  s->data[n] = 0;
  return s;
}
Str* str(std::string_view v) {
  Str* s = str_blank(v.size());
  memcpy(s->data, v.data(), v.size());
  return s;
}
uint32_t str_hash(Str* s) {
  if (LIKELY(s->hash)) return s->hash;
  uint64_t h = 0x9E3779B97F4A7C15ull ^ s->len;
  const char* p = s->data;
  size_t n = s->len;
  for (; n >= 8; n -= 8, p += 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    h = (h ^ w) * 0xD6E8FEB86659FD93ull;
    h ^= h >> 32;
  }
  uint64_t w = 0;
  memcpy(&w, p, n);
  h = (h ^ w) * 0xD6E8FEB86659FD93ull;
  h ^= h >> 32;
  return s->hash = uint32_t(h) | 1;
}
Str* intern(std::string_view v) {
  static std::unordered_map<std::string_view, Str*> table;
  auto it = table.find(v);
  if (it != table.end()) return it->second;
  Str* s = str(v);
  s->count = 1u << 30;
  s->flags |= kInterned | kImmortal;
  str_hash(s);
  table[s->sv()] = s;
  return s;
}
Tuple* tuple(uint32_t n) {
  Tuple* t = make<Tuple>(Kind::Tuple, n * 8);
  t->len = n;
  for (uint32_t i = 0; i < n; i++) t->items[i] = kAbsent;
  return t;
}
List* list(uint32_t cap) {
  List* l = make<List>(Kind::List);
  l->len = 0;
  l->cap = cap;
  l->items = cap ? static_cast<Value*>(malloc(cap * 8)) : nullptr;
  return l;
}
void push(List* l, Value v) {
  if (UNLIKELY(l->len == l->cap)) {
    l->cap = l->cap ? l->cap + (l->cap >> 1) + 4 : 4;
    l->items = static_cast<Value*>(realloc(l->items, l->cap * 8));
  }
  l->items[l->len++] = v;
}
Value bound(Value self, Value func) {
  Method* m = make<Method>(Kind::Method);
  m->self = inc(self);
  m->func = inc(func);
  return of(m);
}

// --- dict ---
static uint32_t next_version = 1;
Dict* dict(Kind k) {
  Dict* d = make<Dict>(k);
  d->used = d->filled = d->cap = 0;
  d->keys_version = next_version++;
  d->mask = 0;
  d->index = nullptr;
  d->entries = nullptr;
  return d;
}
void dict_free_tables(Dict* d) {
  if (d->index) {
    free_bytes(d->index, (d->mask + 1) * 4);
    free_bytes(d->entries, d->cap * sizeof(Dict::Entry));
  }
  d->index = nullptr;
  d->entries = nullptr;
}
bool hash_of(Value v, uint32_t* out) {
  if (is_str(v)) {
    *out = str_hash(v.as<Str>());
    return true;
  }
  auto mix = [](uint64_t x) {
    x *= 0x9E3779B97F4A7C15ull;
    return uint32_t(x >> 32) ^ uint32_t(x);
  };
  if (v.is_int()) {
    *out = mix(uint64_t(v.as_int()));
    return true;
  }
  if (v.is_float()) {
    double d = v.as_float();
    *out = d == std::floor(d) && std::fabs(d) < 1e18 ? mix(uint64_t(int64_t(d))) : mix(v.u);
    return true;
  }
  if (is_intlike(v)) {
    *out = mix(uint64_t(to_int(v)));
    return true;
  }
  if (!v.is_cell()) {
    *out = mix(v.u);
    return true;
  }
  if (v.is(Kind::Tuple)) {
    uint32_t h = 0x345678;
    for (uint32_t i = 0; i < v.as<Tuple>()->len; i++) {
      uint32_t e;
      if (!hash_of(v.as<Tuple>()->items[i], &e)) return false;
      h = (h ^ e) * 1000003;
    }
    *out = h;
    return true;
  }
  if (v.is(Kind::List) || v.is(Kind::Dict) || v.is(Kind::Set)) return false;
  *out = mix(v.u >> 4);
  return true;
}
bool equal(Value a, Value b) {
  if (a.u == b.u) return !a.is_float() || a.as_float() == a.as_float();
  if (is_number(a) && is_number(b))
    return a.is_float() || b.is_float() ? to_double(a) == to_double(b) : to_int(a) == to_int(b);
  if (!a.is_cell() || !b.is_cell() || a.cell()->kind != b.cell()->kind) return false;
  switch (a.cell()->kind) {
    case Kind::Str: return sv(a) == sv(b);
    case Kind::Tuple: {
      Tuple *x = a.as<Tuple>(), *y = b.as<Tuple>();
      if (x->len != y->len) return false;
      for (uint32_t i = 0; i < x->len; i++)
        if (!equal(x->items[i], y->items[i])) return false;
      return true;
    }
    case Kind::List: {
      List *x = a.as<List>(), *y = b.as<List>();
      if (x->len != y->len) return false;
      for (uint32_t i = 0; i < x->len; i++)
        if (!equal(x->items[i], y->items[i])) return false;
      return true;
    }
    case Kind::Dict:
    case Kind::Set: {
      Dict *x = a.as<Dict>(), *y = b.as<Dict>();
      if (x->used != y->used) return false;
      for (uint32_t i = 0; i < x->filled; i++)
        if (x->entries[i].key.u) {
          int64_t j = dict_find(y, x->entries[i].key, x->entries[i].hash);
          if (j < 0 || !equal(x->entries[i].val, y->entries[j].val)) return false;
        }
      return true;
    }
    case Kind::Range: {
      Range *x = a.as<Range>(), *y = b.as<Range>();
      return x->start == y->start && x->stop == y->stop && x->step == y->step;
    }
    case Kind::Method:
      return a.as<Method>()->self == b.as<Method>()->self && a.as<Method>()->func == b.as<Method>()->func;
    default: return false;
  }
}
int64_t dict_find(Dict* d, Value key, uint32_t hash) {
  if (UNLIKELY(!d->index)) return -1;
  for (uint32_t i = hash & d->mask;; i = (i + 1) & d->mask) {
    int32_t e = d->index[i];
    if (e == -1) return -1;
    if (e >= 0 && d->entries[e].hash == hash) {
      Value k = d->entries[e].key;
      if (k.u == key.u) return e;
      if (is_str(k) && is_str(key)) {
        Str *a = k.as<Str>(), *b = key.as<Str>();
        if (a->len == b->len && !memcmp(a->data, b->data, a->len)) return e;
      } else if (equal(k, key))
        return e;
    }
  }
}
Value dict_get(Dict* d, Value key) {
  uint32_t h;
  if (!hash_of(key, &h)) return kAbsent;
  int64_t i = dict_find(d, key, h);
  return i < 0 ? kAbsent : d->entries[i].val;
}
Value dict_get(Dict* d, Str* key) {
  int64_t i = dict_find(d, of(key), str_hash(key));
  return i < 0 ? kAbsent : d->entries[i].val;
}
static void dict_grow(Dict* d) {
  uint32_t cap = d->used * 2 < 5 ? 5 : d->used * 2, size = 8;
  while (size * 2 < cap * 3) size *= 2;
  auto* entries = static_cast<Dict::Entry*>(alloc_bytes(cap * sizeof(Dict::Entry)));
  auto* index = static_cast<int32_t*>(alloc_bytes(size * 4));
  memset(index, 0xFF, size * 4);
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->filled; i++) {
    if (!d->entries[i].key.u) continue;
    entries[n] = d->entries[i];
    uint32_t j = entries[n].hash & (size - 1);
    while (index[j] != -1) j = (j + 1) & (size - 1);
    index[j] = int32_t(n++);
  }
  dict_free_tables(d);
  d->entries = entries;
  d->index = index;
  d->mask = size - 1;
  d->cap = cap;
  d->filled = n;
}
void dict_set(Dict* d, Value key, Value v) {
  uint32_t h = 0;
  hash_of(key, &h);
  int64_t e = dict_find(d, key, h);
  if (LIKELY(e >= 0)) {
    put(d->entries[e].val, v);
    return;
  }
  if (UNLIKELY(d->filled == d->cap)) dict_grow(d);
  uint32_t i = h & d->mask;
  while (d->index[i] >= 0) i = (i + 1) & d->mask;
  d->index[i] = int32_t(d->filled);
  d->entries[d->filled++] = {inc(key), v, h};
  d->used++;
  d->keys_version = next_version++;
}
bool dict_del(Dict* d, Value key) {
  uint32_t h;
  if (!hash_of(key, &h)) return false;
  int64_t e = dict_find(d, key, h);
  if (e < 0) return false;
  for (uint32_t i = h & d->mask;; i = (i + 1) & d->mask)
    if (d->index[i] == e) {
      d->index[i] = -2;
      break;
    }
  Value k = d->entries[e].key, v = d->entries[e].val;
  d->entries[e] = {kAbsent, kAbsent, 0};
  d->used--;
  d->keys_version = next_version++;
  dec(k);
  dec(v);
  return true;
}

// --- types, shapes ---
Shape* Shape::add(Str* name) {
  for (auto& [n, s] : next)
    if (n == name) return s;
  Shape* s = new Shape{type, names, {}};
  s->names.push_back(name);
  next.push_back({name, s});
  return s;
}
bool mro_of(Type* t, std::vector<Type*>* out) {
  std::vector<std::vector<Type*>> seqs;
  for (Type* b : t->bases) seqs.push_back(b->mro);
  seqs.push_back(t->bases);
  out->push_back(t);
  for (;;) {
    Type* pick = nullptr;
    bool left = false;
    for (auto& s : seqs) {
      if (s.empty()) continue;
      left = true;
      bool in_tail = false;
      for (auto& o : seqs)
        for (size_t i = 1; i < o.size(); i++) in_tail |= o[i] == s[0];
      if (!in_tail) {
        pick = s[0];
        break;
      }
    }
    if (!left) return true;
    if (!pick) return false;
    out->push_back(pick);
    for (auto& s : seqs)
      if (!s.empty() && s[0] == pick) s.erase(s.begin());
  }
}
static void type_flags(Type* t) {
  static Str *sa = intern("__setattr__"), *ga = intern("__getattr__"), *de = intern("__del__");
  t->tflags &= ~(kSetAttr | kGetAttr | kDel);
  auto user = [&](Str* n) {
    for (Type* m : t->mro)
      if (dict_get(m->dict, n).u) return (m->tflags & kHeapType) != 0;
    return false;
  };
  if (user(sa)) t->tflags |= kSetAttr;
  if (user(ga)) t->tflags |= kGetAttr;
  if (user(de)) t->tflags |= kDel;
}
Type* new_type(Str* name, std::vector<Type*> bases, Dict* ns, Kind inst_kind) {
  Type* t = new Type();
  t->count = 1u << 29;
  t->kind = Kind::Type;
  t->flags = 0;
  t->name = name;
  t->dict = ns;
  t->bases = std::move(bases);
  t->tflags = 0;
  t->slot_hint = 4;
  t->inst_kind = inst_kind;
  t->version = 1;
  t->ctor_version = 0;
  t->root = new Shape{t, {}, {}};
  if (!mro_of(t, &t->mro)) {
    delete t;
    return nullptr;
  }
  for (Type* b : t->bases) {
    b->subs.push_back(t);
    t->tflags |= b->tflags & (kIsExc | kHasInitNative);
  }
  return t;
}
void type_ready(Type* t) {
  type_flags(t);
}
Value type_find(
    Type* t, Str* name) {  // global method cache in front of the MRO walk (this is also what a megamorphic site uses)
  struct E {
    Type* t;
    Str* n;
    uint32_t ver;
    Value v;
  };
  static E cache[1024];
  E& e = cache[(reinterpret_cast<uint64_t>(t) >> 4 ^ reinterpret_cast<uint64_t>(name) >> 4) & 1023];
  if (e.t == t && e.n == name && e.ver == t->version) return e.v;
  Value v = kAbsent;
  for (Type* m : t->mro)
    if ((v = dict_get(m->dict, name)).u) break;
  e = {t, name, t->version, v};
  return v;
}
static void invalidate(Type* t, Str* name) {
  t->version++;
  for (AttrCache* c : t->dependents)
    if (c->name == name)
      for (auto& e : c->e) e.shape = nullptr;
  type_flags(t);
  for (Type* s : t->subs) invalidate(s, name);
}
void type_set(Type* t, Str* name, Value v) {
  barrier(t, name);
  if (v.u)
    dict_set(t->dict, of(name), v);
  else
    dict_del(t->dict, of(name));
  invalidate(t, name);
}
bool subtype(Type* a, Type* b) {
  if (a == b) return true;
  for (Type* m : a->mro)
    if (m == b) return true;
  return false;
}
Type* type_of(Value v) {
  if (v.is_int()) return g_types[int(Kind::Int)];
  if (v.is_float()) return g_types[int(Kind::Float)];
  if (!v.is_cell()) return g_types[int(v.u == kNone.u ? Kind::None : Kind::Bool)];
  if (v.cell()->kind == Kind::Instance || v.cell()->kind == Kind::Exc) return v.as<Instance>()->type;
  return g_types[int(v.cell()->kind)];
}
Instance* instance(Type* t) {
  uint32_t cap = t->slot_hint;
  bool exc = t->tflags & kIsExc;
  size_t size = exc ? sizeof(Exc) : sizeof(Instance) + cap * 8;
  Instance* i = static_cast<Instance*>(alloc_bytes(size));
  i->count = 1;
  i->kind = exc ? Kind::Exc : Kind::Instance;
  i->flags = t->tflags & kDel ? kHasDel : 0;
  i->aux = uint16_t(cap);
  i->type = t;
  t->count++;
  i->shape = t->root;
  i->cap = exc ? 0 : cap;
  i->slots = i->inl;
  if (exc) {
    Exc* e = static_cast<Exc*>(i);
    e->slots = nullptr;
    e->args = of(tuple(0));
    e->cause = e->context = kNone;
    e->tb = nullptr;
    e->ntb = e->tbcap = 0;
    e->suppress = false;
  }
  return i;
}

// --- dealloc: iterative past a depth, so that long chains do not overflow the C stack ---
static int depth;
static std::vector<Cell*> trash;
static void drop(Cell* c) {
  switch (c->kind) {
    case Kind::Int: return free_bytes(c, sizeof(Int64));
    case Kind::Str: return free_bytes(c, sizeof(Str) + static_cast<Str*>(c)->len);
    case Kind::Tuple: {
      Tuple* t = static_cast<Tuple*>(c);
      for (uint32_t i = 0; i < t->len; i++) dec(t->items[i]);
      return free_bytes(t, sizeof(Tuple) + t->len * 8);
    }
    case Kind::List: {
      List* l = static_cast<List*>(c);
      for (uint32_t i = 0; i < l->len; i++) dec(l->items[i]);
      free(l->items);
      return free_bytes(l, sizeof(List));
    }
    case Kind::Dict:
    case Kind::Set: {
      Dict* d = static_cast<Dict*>(c);
      for (uint32_t i = 0; i < d->filled; i++) {
        dec(d->entries[i].key);
        dec(d->entries[i].val);
      }
      dict_free_tables(d);
      return free_bytes(d, sizeof(Dict));
    }
    case Kind::Range: return free_bytes(c, sizeof(Range));
    case Kind::Slice: {
      Slice* s = static_cast<Slice*>(c);
      dec(s->lo);
      dec(s->hi);
      dec(s->step);
      return free_bytes(c, sizeof(Slice));
    }
    case Kind::Func: {
      Func* f = static_cast<Func*>(c);
      for (int i = 0; i < c->aux; i++) dec(f->cells[i]);
      if (f->defaults) dec(f->defaults);
      if (f->kwdefaults) dec(f->kwdefaults);
      dec(f->name);
      dec(f->dict);
      return free_bytes(c, sizeof(Func) + c->aux * 8);
    }
    case Kind::Method: {
      Method* m = static_cast<Method*>(c);
      dec(m->self);
      dec(m->func);
      return free_bytes(c, sizeof(Method));
    }
    case Kind::Property: {
      Property* p = static_cast<Property*>(c);
      dec(p->get);
      dec(p->set);
      return free_bytes(c, sizeof(Property));
    }
    case Kind::StaticMethod:
    case Kind::ClassMethod: dec(static_cast<Wrapper*>(c)->func); return free_bytes(c, sizeof(Wrapper));
    case Kind::Super: dec(static_cast<Super*>(c)->self); return free_bytes(c, sizeof(Super));
    case Kind::Cell: dec(static_cast<CellVar*>(c)->v); return free_bytes(c, sizeof(CellVar));
    case Kind::Iter: dec(static_cast<Iter*>(c)->seq); return free_bytes(c, sizeof(Iter));
    case Kind::Gen: {
      Gen* g = static_cast<Gen*>(c);
      for (uint32_t i = 0; i < g->nreg; i++) dec(g->regs[i]);
      dec(g->func);
      dec(g->sent);
      return free_bytes(c, sizeof(Gen) + g->nreg * 8);
    }
    case Kind::Instance:
    case Kind::Exc: {
      Instance* o = static_cast<Instance*>(c);
      if (UNLIKELY(o->flags & kHasDel)) {
        o->flags &= ~kHasDel;
        o->count = 1;
        run_del(o);
        if (--o->count) return;
      }
      size_t n = o->shape->names.size();
      for (size_t i = 0; i < n; i++) dec(o->slots[i]);
      if (o->kind == Kind::Exc) {
        Exc* e = static_cast<Exc*>(o);
        dec(e->args);
        dec(e->cause);
        dec(e->context);
        free(e->tb);
        free(e->slots);
        free_bytes(e, sizeof(Exc));
      } else {
        if (o->slots != o->inl) free(o->slots);
        free_bytes(o, sizeof(Instance) + o->aux * 8);
      }
      o->type->count--;
      return;
    }
    default: return;  // types, modules, code: kept for the whole run in this sketch
  }
}
void dealloc(Cell* c) {
  if (depth > 200) {
    trash.push_back(c);
    return;
  }
  depth++;
  drop(c);
  if (depth == 1)
    while (!trash.empty()) {
      Cell* t = trash.back();
      trash.pop_back();
      drop(t);
    }
  depth--;
}
}  // namespace adder
