// Making classes: the class statement, type(), layouts, __slots__, hooks; isinstance and issubclass.
#include <algorithm>

#include "interp/bytecode/library_code.h"
#include "interp/vm/attrs.h"
#include "interp/vm/class_bases.h"
#include "interp/vm/class_layout.h"
#include "interp/vm/native_depth.h"

namespace adder {
std::string full_type_name(const Type* t) {
  std::string q(t->qualname->sv());
  Interpreter& in = *heap_of(t).owner();
  if (t->tflags & kHeapType) {
    Value m = dict_get(t->dict, in.names[n_module]);
    if (is_str(m) && sv(m) != "builtins") return std::string(sv(m)) + "." + q;
    return q;
  }
  return t->module ? std::string(t->module->sv()) + "." + q : q;
}

// --- slots ---
namespace {
bool is_identifier(std::string_view s) {
  if (s.empty() || (s[0] >= '0' && s[0] <= '9')) return false;
  for (char c : s)
    if (!(c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || uint8_t(c) >= 128))
      return false;
  return true;
}
Str* mangle(Interpreter& in, std::string_view cls, std::string_view name) {
  if (name.size() < 3 || !name.starts_with("__") || name.ends_with("__")) return intern(in, name);
  size_t i = cls.find_first_not_of('_');
  if (i == cls.npos) return intern(in, name);
  return intern(in, "_" + std::string(cls.substr(i)) + std::string(name));
}
Value first_weakref(Thread& th, Value v) {
  if (!v.is_cell()) return kNone;
  auto it = th.in.weakrefs.find(v.cell());
  return it == th.in.weakrefs.end() ? kNone : of(inc(it->second));
}
void add_weakref_field(Thread& th, Type* t) {
  static const GetSetDef kWeakref = {"__weakref__", first_weakref, nullptr, "list of weak references to the object (if defined)"};
  GetSet* g = make<GetSet>(th, Kind::GetSet);
  g->owner = t;
  g->def = &kWeakref;
  dict_set(t->dict, intern(th.in, "__weakref__"), of(g));
}
// What a class adds to the instances of its base.
struct Parts {
  bool may_add_dict, may_add_weakrefs;  // the base has none
  bool dict = false, weakrefs = false;
};
bool add_slots(Thread& th, Type* t, Value slots, Parts* parts) {
  std::vector<Value> names;
  if (is_str(slots))
    names.push_back(inc(slots));
  else if (!iterate(th, slots, &names))
    return false;
  bool ok = names.empty() || !varies_in_size(t->base);
  if (!ok) th.raise(E_TypeError, "nonempty __slots__ not supported for subtype of '%s'", type_name(t->base).c_str());
  const size_t inherited = t->slots.size();
  for (Value v : names) {
    if (!ok) {
      dec(v);
      continue;
    }
    Value s = unwrap(v);
    if (!is_str(s)) {
      th.raise(E_TypeError, "__slots__ items must be strings, not '%s'", type_name(th, v).c_str());
      ok = false;
    } else if (!is_identifier(sv(s))) {
      th.raise(E_TypeError, "__slots__ must be identifiers");
      ok = false;
    } else if (sv(s) == "__dict__") {
      if (!parts->may_add_dict || parts->dict) {
        th.raise(E_TypeError, "__dict__ slot disallowed: we already got one");
        ok = false;
      }
      parts->dict = true;
    } else if (sv(s) == "__weakref__") {
      if (!parts->may_add_weakrefs || parts->weakrefs) {
        th.raise(E_TypeError, "__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0");
        ok = false;
      }
      parts->weakrefs = true;
    } else {
      Str* n = mangle(th.in, t->name->sv(), sv(s));
      if (dict_get(t->dict, n).u) {
        th.raise(E_ValueError, "'%s' in __slots__ conflicts with class variable", n->data);
        ok = false;
      } else {
        Member* m = make<Member>(th, Kind::Member);
        m->owner = inc(t);
        m->name = inc(n);
        m->key = str(th, n->sv());
        dict_set(t->dict, n, of(m));
        t->slots.push_back(inc(m->key));
        for (size_t i = t->slots.size() - 1; i > inherited && t->slots[i]->sv() < t->slots[i - 1]->sv(); i--)
          std::swap(t->slots[i], t->slots[i - 1]);
      }
    }
    dec(v);
  }
  return ok;
}
}  // namespace

bool best_meta(Thread& th, Type** meta, Tuple* bases) {
  for (uint32_t i = 0; i < bases->len; i++) {
    Type* m = type_of(th, bases->items[i]);
    if (subtype(*meta, m)) continue;
    if (subtype(m, *meta)) {
      *meta = m;
      continue;
    }
    th.raise(E_TypeError,
             "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses "
             "of all its bases");
    return false;
  }
  return true;
}

// The order that an mro() of the metaclass gives, if there is one.
bool own_mro(Thread& th, Type* t) {
  Value user_mro = type_find(t->meta, th.name(n_mro_plain));
  if (!user_mro.is(Kind::Func)) return true;
  Value tv = of(t);
  Owned r(th.call(user_mro, &tv, 1));
  std::vector<Value> items;
  if (!r || !iterate(th, r.get(), &items)) return false;
  if (items.empty()) return th.raise(E_TypeError, "type MRO must not be empty"), false;
  bool good = true;
  for (Value v : items) {
    if (!good) break;
    if (!v.is(Kind::Type))
      good = th.raise(E_TypeError, "mro() returned a non-class ('%s')", type_name(th, v).c_str()).u;
    else if (!fits_layout(t, v.as<Type>()))
      good = th.raise(E_TypeError, "mro() returned base with unsuitable layout ('%s')",
                      full_type_name(v.as<Type>()).c_str()).u;
  }
  if (!good) {
    for (Value v : items) dec(v);
    return false;
  }
  Tuple* held = tuple(th, items.size());
  std::copy(items.begin(), items.end(), held->items);
  t->mro.clear();
  for (Value v : items) t->mro.push_back(v.as<Type>());
  Tuple* before = std::exchange(t->named_in_mro, held);
  if (before) dec(before);
  return true;
}

// A name that a class can have: no null character, nothing that UTF-8 cannot hold.
bool class_name_ok(Thread& th, Value name) {
  if (sv(name).find('\0') != std::string_view::npos) {
    th.raise(E_ValueError, "type name must not contain null characters");
    return false;
  }
  if (name.as<Str>()->ascii()) return true;
  return bool(Owned(th.call_method(name, intern(th.in, "encode"), nullptr, 0)));
}

// type.__new__(meta, name, bases, ns, **keywords)
Value make_class(Thread& th, Type* meta, Str* name, Tuple* bases_in, Value ns_value, Dict* keywords) {
  Interpreter& in = th.in;
  for (uint32_t i = 0; i < bases_in->len; i++) {
    if (bases_in->items[i].is(Kind::Type)) continue;
    Owned entries(get_attr_or_stop(th, bases_in->items[i], th.name(n_mro_entries)));
    if (!entries) return kAbsent;
    if (entries.get().u != kStop.u)
      return th.raise(E_TypeError, "type() doesn't support MRO entry resolution; use types.new_class()");
  }
  if (!class_name_ok(th, of(name)) || !best_meta(th, &meta, bases_in)) return kAbsent;
  std::vector<Type*> bases;
  for (uint32_t i = 0; i < bases_in->len; i++) {
    Value b = bases_in->items[i];
    if (!b.is(Kind::Type)) return th.raise(E_TypeError, "bases must be types");
    Type* t = b.as<Type>();
    if (t->tflags & kFinal)
      return th.raise(E_TypeError, "type '%s' is not an acceptable base type", full_type_name(t).c_str());
    for (uint32_t j = 0; j < i; j++)
      if (bases_in->items[j].u == b.u) return th.raise(E_TypeError, "duplicate base class %s", t->name->data);
    bases.push_back(t);
  }
  if (bases.empty()) bases.push_back(in.object_type);
  Layout layout;
  if (!choose_layout(th, bases, &layout)) return kAbsent;
  TypeSpec s{};
  s.name = intern(in, name);
  s.bases = bases;
  Dict* source = unwrap(ns_value).as<Dict>();
  s.dict = dict_copy(th, source);
  s.meta = meta;
  s.inst_kind = layout.inst;
  s.payload_kind = layout.payload;
  s.flags = kHeapType;
  Owned cell(inc(dict_get(s.dict, th.name(n_classcell))));
  if (cell && !cell.get().is(Kind::Cell)) {
    std::string given;
    if (!repr_of(th, of(type_of(th, cell.get())), &given)) return kAbsent;
    dec(s.dict);
    return th.raise(E_TypeError, "__classcell__ must be a nonlocal cell, not %s", given.c_str());
  }
  dict_del(s.dict, th.name(n_classcell));
  Type* t = new_type(th, s);
  if (!t) {
    std::string names;
    for (Type* b : bases) names += (names.empty() ? "" : ", ") + std::string(b->name->sv());
    return th.raise(E_TypeError, "Cannot create a consistent method resolution\norder (MRO) for bases %s",
                    names.c_str());
  }
  Owned self(of(t));
  t->base = layout.base ? layout.base : in.object_type;
  t->native = layout.native;
  if (cell.get().is(Kind::Cell)) put(cell.get().as<CellVar>()->v, inc(of(t)));
  if (meta != in.type_type && !own_mro(th, t)) return kAbsent;
  Value q = dict_get(t->dict, th.name(n_qualname));
  if (q.u) {
    if (!is_str(q)) return th.raise(E_TypeError, "type __qualname__ must be a str, not %s", type_name(th, q).c_str());
    dec(t->qualname);
    t->qualname = inc(intern(in, q.as<Str>()));
    dict_del(t->dict, th.name(n_qualname));
  }
  if (!dict_get(t->dict, th.name(n_module)).u && th.fr->func) {
    Value m = dict_get(th.fr->func->globals, th.name(n_name));
    if (m.u) dict_set(t->dict, th.name(n_module), inc(m));
  }
  // Slots, __dict__ and __weakref__: a class adds what its base lacks, unless it has __slots__ that do not name it.
  auto inherit_slots = [t](const Type* b) {
    for (Str* key : b->slots)
      if (std::find(t->slots.begin(), t->slots.end(), key) == t->slots.end()) t->slots.push_back(inc(key));
  };
  inherit_slots(t->base);
  for (Type* b : bases) inherit_slots(b);
  Parts parts{!gives_dict(t->base), !gives_weakrefs(t->base) && !varies_in_size(t->base)};
  if (Value slots = dict_get(t->dict, intern(in, "__slots__")); slots.u) {
    Owned keep(inc(slots));
    if (!add_slots(th, t, keep.get(), &parts)) return kAbsent;
    for (Type* b : bases) {  // a further base that has it brings it
      parts.dict |= parts.may_add_dict && b != t->base && gives_dict(b);
      parts.weakrefs |= parts.may_add_weakrefs && b != t->base && gives_weakrefs(b);
    }
  } else {
    parts.dict = parts.may_add_dict;
    parts.weakrefs = parts.may_add_weakrefs;
  }
  if (parts.may_add_dict && !parts.dict) t->tflags |= kNoDict;
  if (parts.dict && !dict_get(t->dict, th.name(n_dict)).u)
    dict_set(t->dict, th.name(n_dict), own_dict_descriptor(th, t));
  if (parts.weakrefs && !dict_get(t->dict, intern(in, "__weakref__")).u) add_weakref_field(th, t);
  Value doc = dict_get(t->dict, th.name(n_doc));
  if (!doc.u) dict_set(t->dict, th.name(n_doc), kNone);
  if (is_str(doc) && !doc.as<Str>()->ascii() && !Owned(th.call_method(doc, intern(in, "encode"), nullptr, 0))) return kAbsent;
  // a plain function as __init_subclass__ or __class_getitem__ is a class method, as __new__ a static method
  for (Name n : {n_init_subclass, n_class_getitem, n_new}) {
    Value v = dict_get(t->dict, th.name(n));
    if (!v.is(Kind::Func)) continue;
    Wrapper* w = make<Wrapper>(th, n == n_new ? Kind::StaticMethod : Kind::ClassMethod);
    w->func = inc(v);
    w->dict = kAbsent;
    dict_set(t->dict, th.name(n), of(w));
  }
  // __eq__ without __hash__ makes instances unhashable
  if (dict_get(t->dict, th.name(n_eq_)).u && !dict_get(t->dict, th.name(n_hash)).u)
    dict_set(t->dict, th.name(n_hash), kNone);
  type_changed(t);
  // __set_name__, in the order of definition
  Ref<Dict> order(dict_copy(th, t->dict));
  for (uint32_t i = 0; i < order->filled; i++) {
    Value k = order->entries[i].key, v = order->entries[i].val;
    if (!k.u || !has_fields(v)) {
      if (v.is(Kind::Property) && is_str(k) && !v.as<Property>()->name.u) v.as<Property>()->name = inc(k);
      continue;
    }
    Value m = type_find(v.as<Instance>()->type(), th.name(n_set_name));
    if (!m.u) continue;
    Value args[2] = {of(t), k};
    Owned r(th.call_special(v, n_set_name, args, 2));
    if (!r) {
      Value cause = th.take_pending();
      th.raise(E_RuntimeError, "Error calling __set_name__ on '%s' instance '%s' in '%s'", type_name(th, v).c_str(),
               sv(k).data(), t->name->data);
      put(th.pending.as<Exc>()->cause, cause);
      th.pending.as<Exc>()->suppress = true;
      return kAbsent;
    }
  }
  // super(t, t).__init_subclass__(**keywords)
  for (size_t i = 1; i < t->mro.size(); i++) {
    Value v = dict_get(t->mro[i]->dict, th.name(n_init_subclass));
    if (!v.u) continue;
    Value f = v.is(Kind::ClassMethod) ? v.as<Wrapper>()->func : v;
    std::vector<Value> args{of(t)};
    Tuple* names = nullptr;
    if (keywords && keywords->used) {
      names = tuple(th, keywords->used);
      uint32_t j = 0;
      for (uint32_t e = 0; e < keywords->filled; e++)
        if (keywords->entries[e].key.u) {
          names->items[j++] = inc(keywords->entries[e].key);
          args.push_back(keywords->entries[e].val);
        }
    }
    Ref<Tuple> hold(names);
    Owned r(th.call(f, args.data(), int(args.size()), names));
    if (!r) return kAbsent;
    break;
  }
  return self.release();
}
Value abstract_error(Thread& th, Type* t) {
  Owned set(get_attr_or_stop(th, of(t), th.name(n_abstractmethods)));
  std::vector<Value> names;
  if (!set || set.get().u == kStop.u || !iterate(th, set.get(), &names)) return kAbsent;
  std::vector<std::string> s;
  for (Value v : names) {
    if (is_str(v)) s.emplace_back(sv(v));
    dec(v);
  }
  std::sort(s.begin(), s.end());
  std::string text;
  for (auto& x : s) text += (text.empty() ? "" : ", ") + x;
  return th.raise(E_TypeError, "Can't instantiate abstract class %s with abstract method%s %s", type_name(t).c_str(),
                  s.size() == 1 ? "" : "s", text.c_str());
}

// The class statement. `body` takes the namespace and returns its __class__ cell or None.
Value build_class(Thread& th, Value body, Str* name, Tuple* bases_in, Dict* keywords) {
  Interpreter& in = th.in;
  Ref<Tuple> bases(inc(bases_in));
  bool replaced = false;
  {  // __mro_entries__
    std::vector<Value> out;
    bool ok = true;
    for (uint32_t i = 0; i < bases_in->len && ok; i++) {
      Value b = bases_in->items[i];
      if (b.is(Kind::Type)) {
        out.push_back(inc(b));
        continue;
      }
      Owned f(get_attr_or_stop(th, b, th.name(n_mro_entries)));
      if (!f) {
        ok = false;
      } else if (f.get().u == kStop.u) {
        out.push_back(inc(b));
      } else {
        Value arg = of(bases_in);
        Owned r(th.call(f.get(), &arg, 1));
        replaced = true;
        if (!r) {
          ok = false;
        } else if (!r.get().is(Kind::Tuple)) {
          th.raise(E_TypeError, "__mro_entries__ must return a tuple");
          ok = false;
        } else {
          iterate(th, r.get(), &out);
        }
      }
    }
    if (!ok) {
      for (Value v : out) dec(v);
      return kAbsent;
    }
    if (replaced) {
      Tuple* t = tuple(th, out.size());
      std::copy(out.begin(), out.end(), t->items);
      bases = Ref<Tuple>(t);
    } else {
      for (Value v : out) dec(v);
    }
  }
  Ref<Dict> kw(keywords ? dict_copy(th, keywords) : dict(th));
  Value meta_value = dict_get(kw.get(), th.name(n_metaclass));
  Owned meta;
  if (meta_value.u) {
    meta = Owned(inc(meta_value));
    dict_del(kw.get(), th.name(n_metaclass));
  } else {
    meta = Owned(of(inc(bases->len ? type_of(th, bases->items[0]) : in.type_type)));
  }
  if (meta.get().is(Kind::Type)) {
    Type* m = meta.get().as<Type>();
    if (subtype(m, in.type_type)) {
      if (!best_meta(th, &m, bases.get())) return kAbsent;
      meta = Owned(of(inc(m)));
    }
  }
  auto call_meta = [&](Value f, Value ns) {
    std::vector<Value> args{of(name), bases.value()};
    if (ns.u) args.push_back(ns);
    Tuple* names = kw->used ? tuple(th, kw->used) : nullptr;
    uint32_t j = 0;
    for (uint32_t e = 0; e < kw->filled; e++)
      if (kw->entries[e].key.u) {
        names->items[j++] = inc(kw->entries[e].key);
        args.push_back(kw->entries[e].val);
      }
    Ref<Tuple> hold(names);
    return th.call(f, args.data(), int(args.size()), names);
  };
  Owned ns;
  bool plain_meta = meta.get().u == of(in.type_type).u;
  if (!plain_meta) {
    Owned prepare(get_attr_or_stop(th, meta.get(), th.name(n_prepare)));
    if (!prepare) return kAbsent;
    if (prepare.get().u != kStop.u) {
      ns = Owned(call_meta(prepare.get(), kAbsent));
      if (!ns) return kAbsent;
      if (!unwrap(ns.get()).is(Kind::Dict) && !type_find(type_of(th, ns.get()), th.name(n_getitem)).u)
        return th.raise(E_TypeError, "%s.__prepare__() must return a mapping, not %s",
                        meta.get().is(Kind::Type) ? meta.get().as<Type>()->name->data : "<metaclass>",
                        type_name(th, ns.get()).c_str());
    }
  }
  if (!ns) ns = Owned(of(dict(th)));
  Dict* exact = ns.get().is(Kind::Dict) ? ns.get().as<Dict>() : nullptr;
  auto set = [&](Name n, Value owned) {
    if (exact) {
      dict_set(exact, th.name(n), owned);
      return true;
    }
    bool ok = set_subscript_native(th, ns.get(), of(th.name(n)), owned);
    dec(owned);
    return ok;
  };
  Func* f = body.as<Func>();
  Value module = dict_get(f->globals, th.name(n_name));
  if (module.u && !set(n_module, inc(module))) return kAbsent;
  if (!set(n_qualname, of(inc(f->code->qualname)))) return kAbsent;
  if (f->code->cflags & kHasDoc && !set(n_doc, inc(f->code->k[0]))) return kAbsent;
  if (replaced && !set(n_orig_bases, of(inc(bases_in)))) return kAbsent;
  Value nsv = ns.get();
  Owned cell(th.call(body, &nsv, 1));
  if (!cell) return kAbsent;
  if (cell.get().is(Kind::Cell) && !set(n_classcell, inc(cell.get()))) return kAbsent;
  Value c = plain_meta && exact ? make_class(th, in.type_type, name, bases.get(), ns.get(), kw.get())
                                : call_meta(meta.get(), ns.get());
  if (c.is(Kind::Type) && is_stand_in(f->code)) c.as<Type>()->tflags |= kStandInType;
  if (plain_meta && exact) return c;
  if (c.is(Kind::Type) && cell.get().is(Kind::Cell)) {
    Value inside = cell.get().as<CellVar>()->v;
    if (inside.u != c.u) {
      Owned made(c), title(of(inc(name)));
      std::string n, m, i;
      if (!repr_of(th, title.get(), &n) || !repr_of(th, c, &m) || (inside.u && !repr_of(th, inside, &i))) return kAbsent;
      if (!inside.u)
        return th.raise(E_RuntimeError, "__class__ not set defining %s as %s. Was __classcell__ propagated to type.__new__?",
                        n.c_str(), m.c_str());
      return th.raise(E_TypeError, "__class__ set to %s defining %s as %s", i.c_str(), n.c_str(), m.c_str());
    }
  }
  return c;
}

// --- isinstance, issubclass ---
static bool bases_reach(Thread& th, Value c, Value cls, bool* out) {  // objects with a __bases__ tuple
  if (c.u == cls.u) return *out = true, true;
  NativeDepth depth(th, " in __subclasscheck__");
  if (!depth) return false;
  Owned b(get_attr_or_stop(th, c, th.name(n_bases)));
  if (!b) return false;
  *out = false;
  if (!b.get().is(Kind::Tuple)) return true;
  for (uint32_t i = 0; i < b.get().as<Tuple>()->len && !*out; i++)
    if (!bases_reach(th, b.get().as<Tuple>()->items[i], cls, out)) return false;
  return true;
}
static bool plain_isinstance(Thread& th, Value v, Value cls, bool* out) {
  Type* t = type_of(th, v);
  if (cls.is(Kind::Type)) {
    *out = subtype(t, cls.as<Type>());
    if (!*out && has_fields(v)) {  // a __class__ that lies
      if (t->tflags & kHasGetAttribute || (type_find_owner(t, th.name(n_class), &t).u && t != th.in.object_type)) {
        Owned c(get_attr_or_stop(th, v, th.name(n_class)));
        if (!c) return false;
        if (c.get().is(Kind::Type)) *out = subtype(c.get().as<Type>(), cls.as<Type>());
      }
    }
    return true;
  }
  Owned b(get_attr_or_stop(th, cls, th.name(n_bases)));
  if (!b) return false;
  if (!b.get().is(Kind::Tuple)) {
    th.raise(E_TypeError, "isinstance() arg 2 must be a type, a tuple of types, or a union");
    return false;
  }
  Owned c(get_attr_or_stop(th, v, th.name(n_class)));
  if (!c) return false;
  return bases_reach(th, c.get(), cls, out);
}
bool isinstance(Thread& th, Value v, Value cls, bool* out) {
  if (cls.is(Kind::Type) && cls.as<Type>()->meta == th.in.type_type) {
    if (subtype(type_of(th, v), cls.as<Type>())) return *out = true, true;
    return plain_isinstance(th, v, cls, out);
  }
  if (of(type_of(th, v)).u == cls.u) return *out = true, true;
  if (cls.is(Kind::Tuple) || cls.is(Kind::Union)) {
    Tuple* t = cls.is(Kind::Tuple) ? cls.as<Tuple>() : cls.as<Union>()->args;
    NativeDepth depth(th, " in __instancecheck__");
  if (!depth) return false;
    *out = false;
    for (uint32_t i = 0; i < t->len && !*out; i++) {
      if (cls.is(Kind::Union) && t->items[i].is(Kind::GenericAlias)) {
        th.raise(E_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
        return false;
      }
      Value c = t->items[i].u == kNone.u && cls.is(Kind::Union) ? of(th.in.types[int(Kind::None)]) : t->items[i];
      if (!isinstance(th, v, c, out)) return false;
    }
    return true;
  }
  if (cls.is(Kind::GenericAlias)) {
    th.raise(E_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
    return false;
  }
  Value hook = type_find(type_of(th, cls), th.name(n_instancecheck));
  if (hook.u && !(hook.is(Kind::Native) && hook.as<Native>()->owner == th.in.type_type)) {
    Value args[1] = {v};
    Owned r(th.call_special(cls, n_instancecheck, args, 1));
    return r && truth_native(th, r.get(), out);
  }
  return plain_isinstance(th, v, cls, out);
}
static bool plain_issubclass(Thread& th, Value c, Value cls, bool* out) {
  if (c.is(Kind::Type) && cls.is(Kind::Type)) {
    *out = subtype(c.as<Type>(), cls.as<Type>());
    return true;
  }
  Owned b(get_attr_or_stop(th, c, th.name(n_bases)));
  if (!b) return false;
  if (!b.get().is(Kind::Tuple)) {
    th.raise(E_TypeError, "issubclass() arg 1 must be a class");
    return false;
  }
  Owned d(get_attr_or_stop(th, cls, th.name(n_bases)));
  if (!d) return false;
  if (!d.get().is(Kind::Tuple)) {
    th.raise(E_TypeError, "issubclass() arg 2 must be a class, a tuple of classes, or a union");
    return false;
  }
  return bases_reach(th, c, cls, out);
}
bool issubclass(Thread& th, Value c, Value cls, bool* out) {
  if (cls.is(Kind::Tuple) || cls.is(Kind::Union)) {
    Tuple* t = cls.is(Kind::Tuple) ? cls.as<Tuple>() : cls.as<Union>()->args;
    NativeDepth depth(th, " in __subclasscheck__");
  if (!depth) return false;
    *out = false;
    for (uint32_t i = 0; i < t->len && !*out; i++)
      if (!issubclass(th, c, t->items[i], out)) return false;
    return true;
  }
  if (cls.is(Kind::GenericAlias)) {
    th.raise(E_TypeError, "issubclass() argument 2 cannot be a parameterized generic");
    return false;
  }
  Value hook = type_find(type_of(th, cls), th.name(n_subclasscheck));
  if (hook.u && !(hook.is(Kind::Native) && hook.as<Native>()->owner == th.in.type_type)) {
    Value args[1] = {c};
    Owned r(th.call_special(cls, n_subclasscheck, args, 1));
    return r && truth_native(th, r.get(), out);
  }
  return plain_issubclass(th, c, cls, out);
}
Value type_instancecheck(Thread& th, Value* a, int) {
  bool r;
  return plain_isinstance(th, a[1], a[0], &r) ? boolean(r) : kAbsent;
}
Value type_subclasscheck(Thread& th, Value* a, int) {
  bool r;
  return plain_issubclass(th, a[1], a[0], &r) ? boolean(r) : kAbsent;
}
}  // namespace adder
