// Types: method resolution order, look-up with a global cache, invalidation of inline caches; shapes.
#include <algorithm>

#include "interp/objects/interpreter.h"
#include "interp/objects/type_flags.h"

namespace adder {
// --- shapes ---
Shape* Shape::add(Str* name) {
  for (auto& [n, s] : next)
    if (n == name) return s;
  Shape* s = new Shape{type, this, names, {}};
  s->names.push_back(name);
  if (s->names.size() > 16) {
    s->table = new std::unordered_map<Str*, uint32_t>();
    for (size_t i = 0; i < s->names.size(); i++) (*s->table)[s->names[i]] = uint32_t(i);
  }
  next.push_back({name, s});
  return s;
}
Shape::~Shape() {
  delete table;
  for (auto& [n, s] : next) delete s;
}

// --- method resolution order (C3) ---
bool mro_of(Type* t, std::vector<Type*>* out) {
  if (t->bases.size() == 1) {  // nothing to merge
    const std::vector<Type*>& above = t->bases[0]->mro;
    out->reserve(out->size() + 1 + above.size());
    out->push_back(t);
    out->insert(out->end(), above.begin(), above.end());
    return true;
  }
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
bool subtype(const Type* a, const Type* b) {
  if (a == b) return true;
  for (Type* m : a->mro)
    if (m == b) return true;
  return false;
}

// --- flags ---
namespace {
// What a special method, found in a class or above it, says of the class's instances. Those that object and type define
// themselves count where another class does.
struct FlagRow {
  Name name;
  uint32_t flag;
  bool overrides;
};
constexpr FlagRow kFlagRows[] = {
    {n_getattr, kHasGetAttr, false},   {n_getattribute, kHasGetAttribute, true}, {n_setattr, kHasSetAttr, true},
    {n_delattr, kHasDelAttr, true},    {n_del, kFinalizer, false},               {n_eq_, kHasEq, true},
    {n_hash, kHasHash, true},          {n_bool, kHasTruth, false},               {n_len, kHasTruth, false},
    {n_get, kHasGet, false},           {n_set, kHasSet, false},                  {n_delete, kHasSet, false},
};
constexpr uint32_t method_flags() {
  uint32_t all = 0;
  for (const FlagRow& r : kFlagRows) all |= r.flag;
  return all;
}
// Is a look-up that starts at t one in t's own table, and else one that starts at its base?
bool continues_in_base(const Type* t) {
  const std::vector<Type*>* above = t->base ? &t->base->mro : nullptr;
  return above && t->mro.size() == above->size() + 1 && std::equal(above->begin(), above->end(), t->mro.begin() + 1);
}
}  // namespace
bool affects_flags(const Interpreter& in, const Str* name) {
  for (const FlagRow& r : kFlagRows)
    if (in.names[r.name] == name) return true;
  return !(name->flags & kInterned);  // its text may be such a name
}
void type_update_flags(Type* t) {
  Interpreter& in = *heap_of(t).owner();
  uint32_t f = 0;
  if (continues_in_base(t)) {
    f = t->base->tflags & method_flags();
    if (t->dict->used)
      for (const FlagRow& r : kFlagRows)
        if (!(f & r.flag) && dict_get(t->dict, in.names[r.name]).u && !(r.overrides && t == in.type_type)) f |= r.flag;
  } else {
    for (const FlagRow& r : kFlagRows) {
      Type* owner = nullptr;
      if (type_find_owner(t, in.names[r.name], &owner).u &&
          !(r.overrides && (owner == in.object_type || owner == in.type_type)))
        f |= r.flag;
    }
  }
  t->tflags = (t->tflags & ~method_flags()) | f;
}

// --- making ---
Type* new_type(Heap& h, const TypeSpec& s) {
  Type* t = static_cast<Type*>(h.cell(sizeof(Type)));
  new (t) Type();
  t->count = 1;
  t->kind = Kind::Type;
  t->flags = sizeof(Type) > Heap::kMaxSmall ? kLarge : 0;
  t->aux = 0;
  t->meta = s.meta;
  if (t->meta) t->meta->count++;
  t->name = t->qualname = inc(s.name);
  t->qualname->count++;
  t->module = s.module;
  if (t->module) t->module->count++;
  t->dict = s.dict;
  t->bases = s.bases;
  t->base = s.bases.empty() ? nullptr : s.bases[0];
  for (Type* b : t->bases) b->count++;
  t->tflags = s.flags;
  t->slot_hint = 4;
  t->inst_kind = s.inst_kind;
  t->payload_kind = s.payload_kind;
  t->version = 1;
  t->ctor_version = 0;
  t->ctor_new = t->ctor_init = kAbsent;
  t->native = nullptr;
  t->root = new Shape{t, nullptr, {}, {}};
  if (s.payload_kind != Kind::Count) t->root->names.push_back(h.owner()->hidden_payload);
  if (!mro_of(t, &t->mro)) {
    t->mro.clear();
    dec(t);
    return nullptr;
  }
  for (Type* b : t->bases) {
    b->subs.push_back(t);
    t->tflags |= b->tflags & uint32_t(kIsExc | kIsMeta);
    if (!t->native) t->native = b->native;
  }
  type_update_flags(t);
  return t;
}

// --- look-up: a cache in front of the walk along the MRO (a megamorphic site ends here too) ---
Value type_find(Type* t, Str* name) {
  Interpreter& in = *heap_of(t).owner();
  uint64_t h = reinterpret_cast<uint64_t>(t) >> 4 ^ reinterpret_cast<uint64_t>(name) >> 4;
  MethodCacheEntry& e = in.method_cache[(h ^ h >> 11) & (Interpreter::kMethodCacheSize - 1)];
  if (LIKELY(e.type == t && e.name == name && e.version == t->version)) return e.value;
  Value v = kAbsent;
  for (Type* m : t->mro)
    if ((v = dict_get(m->dict, name)).u) break;
  if (name->flags & kInterned) e = {t, name, t->version, v};
  return v;
}
Value type_find_owner(Type* t, Str* name, Type** owner) {
  for (Type* m : t->mro)
    if (Value v = dict_get(m->dict, name); v.u) {
      *owner = m;
      return v;
    }
  return kAbsent;
}
static void invalidate(Type* t, Str* name, bool flags) {  // name null: every name
  constexpr uint32_t kAccess = kHasGetAttr | kHasGetAttribute | kHasSetAttr | kHasDelAttr;
  uint32_t access = t->tflags & kAccess;
  t->version++;
  if (flags) type_update_flags(t);
  if ((t->tflags & kAccess) != access) name = nullptr;  // every attribute is found in another way now
  // A cache that is cleared leaves the lists of all types that it named: a list must not outlive its caches.
  auto& d = t->dependents;
  auto hit = std::stable_partition(d.begin(), d.end(), [&](AttrCache* c) { return name && c->name != name; });
  std::vector<AttrCache*> cleared(hit, d.end());
  d.erase(hit, d.end());
  for (AttrCache* c : cleared) forget_cache(c);
  for (Type* s : t->subs) invalidate(s, name, flags);
}
void type_set(Type* t, Str* name, Value v) {
  barrier(t, name);
  if (v.u)
    dict_set(t->dict, name, v);
  else
    dict_del(t->dict, name);
  invalidate(t, name, affects_flags(*heap_of(t).owner(), name));
}
void type_changed(Type* t) {
  invalidate(t, nullptr, true);
}
void type_gained(Type* t, bool flags) {
  invalidate(t, nullptr, flags);
}
void forget_cache(AttrCache* c) {
  for (auto& e : c->e)
    if (e.shape) {
      auto& d = e.shape->type->dependents;
      d.erase(std::remove(d.begin(), d.end(), c), d.end());
      e.shape = nullptr;
    }
  forget_found(c);
}
static void leave(std::vector<AttrCache*>& list, AttrCache* c) {  // one of its places
  auto at = std::find(list.begin(), list.end(), c);
  if (at == list.end()) return;
  *at = list.back();
  list.pop_back();
}
void forget_found(AttrCache* c) {
  AttrCache::Found& n = c->found;
  if (n.how != AttrCache::kNothing && n.how != AttrCache::kModuleEntry) {
    leave(n.shape->type->dependents, c);
    if (n.second) leave(n.second->dependents, c);
  }
  n.how = AttrCache::kNothing;
}
bool remember_found(AttrCache* c, AttrCache::How how, Kind kind, Shape* shape, Type* second, Value value) {
  AttrCache::Found& n = c->found;
  if (n.changes == 32) return false;
  n.changes++;
  forget_found(c);
  n.how = how;
  n.kind = kind;
  n.shape = shape;
  n.second = second;
  n.value = value;
  shape->type->dependents.push_back(c);
  if (second) second->dependents.push_back(c);
  return true;
}
}  // namespace adder
