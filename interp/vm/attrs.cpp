// Attributes: descriptors, instance slots and their inline caches, live __dict__, types, modules, super.
//
// An instance keeps its attributes in slots named by its shape. Asking for __dict__ moves them into a Dict for good
// (hidden slot ".dict"); the shape then has hidden names only and is never cached for attributes.
#include "interp/vm/attrs.h"

#include <algorithm>

#include "interp/vm/exceptions.h"
#include "interp/vm/import.h"
#include "interp/vm/native_depth.h"
#include "interp/vm/thread.h"

namespace adder {
Value doc_of_type(Thread& th, Type* t);       // core_types.cpp: its __doc__, a new reference
Value wrapper_names(Thread& th, Wrapper* w);  // descriptor_types.cpp: its __dict__, a new reference
std::string type_name(const Type* t) {
  const bool full = t->tflags & kHeapType ? t->tflags & kStandInType : !t->native || !(t->native->flags & kShortName);
  return full ? full_type_name(t) : std::string(t->name->sv());
}
std::string type_name(Thread& th, Value v) {
  return type_name(type_of(th, v));
}

// --- instance storage ---
Dict* live_dict(Interpreter& in, Instance* i) {
  int at = i->shape->find(in.hidden_dict);
  return at < 0 ? nullptr : i->slots[at].as<Dict>();
}
static void append_slot(Instance* i, Shape* to, Value owned) {
  Heap& h = heap_of(i);
  uint32_t idx = uint32_t(to->names.size() - 1);
  if (idx >= i->cap) {
    uint32_t cap = i->cap * 2 + 4;
    Value* s = static_cast<Value*>(h.raw(cap * 8));
    if (idx) memcpy(s, i->slots, idx * 8);
    if (i->slots != i->inl) h.raw_free(i->slots, size_t(i->cap) * 8);
    i->slots = s;
    i->cap = cap;
    Type* t = i->type();
    if (i->kind == Kind::Instance && t->slot_hint < 48 && idx + 1 > t->slot_hint)
      t->slot_hint = idx + 2;  // later instances have room inside
  }
  i->slots[idx] = owned;
  i->shape = to;
}
Dict* instance_dict(Interpreter& in, Instance* i) {
  if (Dict* d = live_dict(in, i)) return d;
  const Value exact = unwrap(of(i));
  Dict* d = exact.is(Kind::Module) ? inc(exact.as<Module>()->dict) : dict(in);
  Type* t = i->type();
  Shape* from = i->shape;
  std::vector<std::pair<Str*, Value>> keep;
  for (size_t k = 0; k < from->names.size(); k++) {
    Str* n = from->names[k];
    if (is_hidden(n))
      keep.emplace_back(n, i->slots[k]);
    else if (i->slots[k].u)
      dict_set(d, n, i->slots[k]);
  }
  i->shape = t->root;
  size_t first = t->root->names.size();  // the payload, in place
  for (size_t k = first; k < keep.size(); k++) append_slot(i, i->shape->add(keep[k].first), keep[k].second);
  append_slot(i, i->shape->add(in.hidden_dict), of(d));
  if (UNLIKELY(i->flags & kWatched)) in.watches.copy_names(i, d);
  return d;
}
bool has_dict(Value v) {
  if (has_fields(v)) return !(v.as<Instance>()->type()->tflags & kNoDict);
  return v.is(Kind::Func) || v.is(Kind::Module);
}
Dict* func_attributes(const Func* f) {
  Value d = f->dict.is(Kind::Tuple) ? f->dict.as<Tuple>()->items[0] : f->dict;
  return d.is(Kind::Dict) ? d.as<Dict>() : nullptr;
}
Dict* make_func_attributes(Heap& h, Func* f) {
  if (Dict* d = func_attributes(f)) return d;
  Value fresh = of(dict(h));
  put(f->dict.is(Kind::Tuple) ? f->dict.as<Tuple>()->items[0] : f->dict, fresh);
  return fresh.as<Dict>();
}
Dict* func_hidden(const Func* f) {
  return f->dict.is(Kind::Tuple) ? f->dict.as<Tuple>()->items[1].as<Dict>() : nullptr;
}
Dict* make_func_hidden(Heap& h, Func* f) {
  if (!f->dict.is(Kind::Tuple)) {
    Tuple* both = tuple(h, 2);
    both->items[0] = f->dict.u ? f->dict : kNone;
    both->items[1] = of(dict(h));
    f->dict = of(both);
  }
  return func_hidden(f);
}
static void remove_slot(Interpreter& in, Instance* i, int at) {
  Shape* from = i->shape;
  Value old = i->slots[at];
  size_t n = from->names.size();
  Shape* s = i->type()->root;
  for (size_t k = s->names.size(); k < n; k++)
    if (int(k) != at) s = s->add(from->names[k]);
  for (size_t k = size_t(at) + 1; k < n; k++) i->slots[k - 1] = i->slots[k];
  i->shape = s;
  dec(old);
}
// object.__setattr__ on storage, after descriptors: false: no such attribute to delete
static bool store(Thread& th, Instance* i, Str* name, Value v, AttrCache* c);

// --- inline caches ---
static void remember(Instance* i, AttrCache* c, uint32_t idx, bool add, Shape* to, Cell* fn, Shape* from) {
  for (auto& e : c->e)
    if (e.shape == from) {
      e = {from, idx, add, to, fn};
      return;
    }
  int k = 0;
  while (k < 4 && c->e[k].shape) k++;
  if (k == 4) k = c->turn = (c->turn + 1) & 3;
  Shape* old = c->e[k].shape;
  c->e[k] = {from, idx, add, to, fn};
  bool still = false, known = false;
  for (int j = 0; j < 4; j++) {
    if (j == k || !c->e[j].shape) continue;
    still |= old && c->e[j].shape->type == old->type;
    known |= c->e[j].shape->type == i->type();
  }
  if (old && !still && old->type != i->type()) {
    auto& d = old->type->dependents;
    for (auto& x : d)
      if (x == c) {
        x = d.back();
        d.pop_back();
        break;
      }
  }
  if (!known && !(old && old->type == i->type())) i->type()->dependents.push_back(c);
}

// An entry of a class that an access through an instance gives as it is. What has fields may get a __get__ later: who
// uses the entry looks again.
static bool is_plain(Value d) {
  if (!d.is_cell()) return true;
  switch (d.cell()->kind) {
    case Kind::Func:
    case Kind::Property:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Super:
    case Kind::Member:
    case Kind::TupleGetter:
    case Kind::GetSet: return false;
    case Kind::Native: return !binds(d);
    default:
      return !has_fields(d) ||
             (!(d.as<Instance>()->type()->tflags & kHasGet) && d.as<Instance>()->type()->payload_kind == Kind::Count);
  }
}
static AttrCache::How how_from_class(Value d) {
  if (is_plain(d)) return AttrCache::kPlain;
  switch (d.cell()->kind) {
    case Kind::StaticMethod: return AttrCache::kStatic;
    case Kind::ClassMethod: return AttrCache::kClass;
    case Kind::Property: return AttrCache::kGetter;
    case Kind::Func:
    case Kind::Native: return AttrCache::kMethod;
    default: return AttrCache::kNothing;
  }
}
// `cls` was found in the type of `i`, which neither has the name itself nor a live dict.
static void remember_class_entry(Thread& th, Instance* i, Str* name, Value cls, AttrCache* c) {
  AttrCache::How how = how_from_class(cls);
  Type* t = i->type();
  if (cls.is(Kind::GetSet) && cls.as<GetSet>()->owner == th.in.object_type && name == th.name(n_class)) {
    how = AttrCache::kPlain;
    cls = of(t);
  }
  if (how == AttrCache::kGetter && (t->tflags & kHasGetAttr)) return;  // AttributeError asks __getattr__
  if (cls.is(Kind::TupleGetter) && unwrap(of(i)).is(Kind::Tuple)) {
    if (remember_found(c, AttrCache::kItem, i->kind, i->shape, nullptr, cls))
      c->found.index = cls.as<TupleGetter>()->index;
    return;
  }
  if (how != AttrCache::kNothing) remember_found(c, how, i->kind, i->shape, nullptr, cls);
}

// --- errors ---
Value attribute_error(Thread& th, Value o, Str* name, const std::string& message) {
  th.raise_text(th.type(E_AttributeError), message);
  Instance* e = th.pending.as<Instance>();
  append_slot(e, e->shape->add(th.name(n_dot_name)), of(inc(name)));
  append_slot(e, e->shape->add(th.name(n_dot_obj)), inc(o));
  return kAbsent;
}
void tell_attribute(Thread& th, Value o, Str* name) {
  Instance* e = th.pending.as<Instance>();
  Str *of_name = th.name(n_dot_name), *of_object = th.name(n_dot_obj);
  if (get_hidden(e, of_name).u != kNone.u || get_hidden(e, of_object).u != kNone.u) return;
  set_hidden(e, of_name, of(inc(name)));
  set_hidden(e, of_object, inc(o));
}
static std::string missing_text(Thread& th, Value o, Str* name) {
  return (o.is(Kind::Type) ? "type object '" + type_name(o.as<Type>()) + "'" : "'" + type_name(th, o) + "' object") +
         " has no attribute '" + std::string(name->sv()) + "'";
}
static Value missing(Thread& th, Value o, Str* name) {
  while (o.is(Kind::Method) && !o.as<Method>()->func.is(Kind::Native)) o = o.as<Method>()->func;  // which is asked too
  return attribute_error(th, o, name, missing_text(th, o, name));
}
// Of writing and deleting, where the exception does not tell the attribute.
static Value not_writable(Thread& th, const std::string& message) {
  return th.raise_text(th.type(E_AttributeError), message);
}

// --- descriptors ---
Value property_error(Thread& th, const Property* p, Value o, const char* lacks) {
  std::string name;
  if (p->name.u && p->name.u != kNone.u && (!repr_of(th, p->name, &name) || (name += ' ').empty())) return kAbsent;
  return th.raise(E_AttributeError, "property %sof '%s' object has no %s", name.c_str(), type_of(th, o)->qualname->data,
                  lacks);
}
static bool is_data_descriptor(Value d) {
  if (!d.is_cell()) return false;
  switch (d.cell()->kind) {
    case Kind::Property:
    case Kind::Member:
    case Kind::TupleGetter:
    case Kind::GetSet: return true;
    default: return has_fields(d) && (d.as<Instance>()->type()->tflags & kHasSet);
  }
}
Value get_member(Thread& th, Member* m, Value o) {
  if (!descriptor_applies(th, m->owner, m->name->data, o)) return kAbsent;
  Instance* i = o.as<Instance>();
  int at = i->shape->find(m->key);
  return at < 0 || !i->slots[at].u ? missing(th, o, m->name) : inc(i->slots[at]);
}
static bool put_member(Thread& th, Member* m, Value o, Value v, AttrCache* c) {
  if (!descriptor_applies(th, m->owner, m->name->data, o)) return false;
  if (store(th, o.as<Instance>(), m->key, v, c)) return true;
  not_writable(th, m->name->data);
  return false;
}
bool set_member(Thread& th, Member* m, Value o, Value v) {
  return put_member(th, m, o, v, nullptr);
}
Value get_tuple_item(Thread& th, TupleGetter* g, Value o) {
  Value exact = unwrap(o);
  if (!exact.is(Kind::Tuple))
    return th.raise(E_TypeError, "descriptor for index '%u' for tuple subclasses doesn't apply to '%s' object",
                    g->index, type_name(th, o).c_str());
  Tuple* t = exact.as<Tuple>();
  return g->index < t->len ? inc(t->items[g->index]) : th.raise(E_IndexError, "tuple index out of range");
}
// What stands behind a chain of class methods; kAbsent: nothing, a script has closed it to a ring.
static Value end_of_class_methods(Thread& th, Value f) {
  Value slow = f;
  for (bool step = false; f.is(Kind::ClassMethod); step = !step) {
    f = f.as<Wrapper>()->func;
    if (f.u == slow.u) return th.raise(E_RecursionError, "maximum recursion depth exceeded");
    if (step) slow = slow.as<Wrapper>()->func;
  }
  return f;
}
// d found in a class, for object o (kAbsent: looked up on the class itself) of type t. kPushed only if `ret` is used.
static Out bind(Thread& th, Value d, Value o, Type* t, Str* name, int ret, Cont cont, Value* res) {
  if (LIKELY(d.is_cell())) switch (d.cell()->kind) {
      case Kind::Func: *res = o.u ? bound(th, o, d) : inc(d); return kDone;
      case Kind::Native: *res = o.u && binds(d) ? bound(th, o, d) : inc(d); return kDone;
      case Kind::Property: {
        if (!o.u) return *res = inc(d), kDone;
        Value g = d.as<Property>()->get;
        if (!g.u || g.u == kNone.u) {
          property_error(th, d.as<Property>(), o, "getter");
          return kError;
        }
        return call_callable(th, g, &o, 1, ret, cont, res);
      }
      case Kind::StaticMethod: *res = inc(d.as<Wrapper>()->func); return kDone;
      case Kind::ClassMethod: {
        Value f = d.as<Wrapper>()->func;
        if (UNLIKELY(f.is(Kind::ClassMethod)) && !(f = end_of_class_methods(th, f)).u) return kError;
        bool plain = f.is(Kind::Func) || f.is(Kind::Native) || f.is(Kind::Method) ||
                     (!f.is(Kind::Property) && !f.is(Kind::StaticMethod) && !(type_of(th, f)->tflags & kHasGet));
        if (plain) {
          *res = bound(th, of(t), f);
          return kDone;
        }
        return bind(th, f, of(t), t, name, ret, cont, res);
      }
      case Kind::Super: {  // one without an object, as an attribute of a class: it is given the object now
        if (!o.u || d.as<Super>()->self_type) return *res = inc(d), kDone;
        Value a[2] = {of(d.as<Super>()->type), o};
        *res = th.call(of(type_of(th, d)), a, 2);
        return res->u ? kDone : kError;
      }
      case Kind::Member: {
        if (!o.u) return *res = inc(d), kDone;
        *res = get_member(th, d.as<Member>(), o);
        return res->u ? kDone : kError;
      }
      case Kind::TupleGetter: {
        if (!o.u) return *res = inc(d), kDone;
        *res = get_tuple_item(th, d.as<TupleGetter>(), o);
        return res->u ? kDone : kError;
      }
      case Kind::GetSet: {
        if (!o.u) return *res = inc(d), kDone;
        const GetSetDef* g = d.as<GetSet>()->def;
        Type* owner = d.as<GetSet>()->owner;
        *res = g->get(th, owner->inst_kind != Kind::Instance && owner->inst_kind < Kind::Instance ? unwrap(o) : o);
        return res->u ? kDone : kError;
      }
      case Kind::Instance:
      case Kind::Extension:
      case Kind::Exc: {
        Type* dt = d.as<Instance>()->type();
        if (dt->tflags & kHasGet) {
          Value g = type_find(dt, th.name(n_get));
          Value a[3] = {d, o.u ? o : kNone, of(t)};
          return call_dunder(th, g, a, 3, ret, cont, res);
        }
        Value p = unwrap(d);
        if (p.is(Kind::Super) && o.u && !p.as<Super>()->self_type) {
          Value a[2] = {of(p.as<Super>()->type), o};
          *res = th.call(of(dt), a, 2);
          return res->u ? kDone : kError;
        }
        if (p.is(Kind::Property) || p.is(Kind::StaticMethod)) return bind(th, p, o, t, name, ret, cont, res);
        if (p.is(Kind::ClassMethod)) {
          NativeDepth depth(th);  // a script can close a chain of them to a ring
          return depth ? bind(th, p, o, t, name, ret, cont, res) : kError;
        }
        break;
      }
      default: break;
    }
  *res = inc(d);
  return kDone;
}

// --- reading ---
// kDone with kStop: there is no such attribute (nothing is raised).
static Out find_instance(Thread& th, Value o, Str* name, AttrCache* c, int ret, Cont cont, Value* res) {
  Instance* i = o.as<Instance>();
  Type* t = i->type();
  Value cls = type_find(t, name);
  bool stored_first = !is_data_descriptor(cls);
  if (UNLIKELY(!stored_first && has_fields(cls)))  // one that can only be set does not hide what it stored
    stored_first = !(cls.as<Instance>()->type()->tflags & kHasGet) && !unwrap(cls).is(Kind::Property);
  if (stored_first) {
    int at = i->shape->find(name);
    if (LIKELY(at >= 0)) {
      if (i->slots[at].u) {
        if (c) remember(i, c, uint32_t(at), false, nullptr, nullptr, i->shape);
        *res = inc(i->slots[at]);
        return kDone;
      }
    } else if (Dict* d = live_dict(th.in, i)) {
      Value v = dict_get(d, name);
      if (v.u) {
        *res = inc(v);
        return kDone;
      }
    }
  } else if (cls.is(Kind::Member)) {
    int at = i->shape->find(cls.as<Member>()->key);
    if (at >= 0 && i->slots[at].u) {
      if (c) remember(i, c, uint32_t(at), false, nullptr, nullptr, i->shape);
      *res = inc(i->slots[at]);
      return kDone;
    }
    if (at < 0 && !descriptor_applies(th, cls.as<Member>()->owner, cls.as<Member>()->name->data, o)) return kError;
    *res = kStop;
    return kDone;
  }
  if (cls.u) {
    if (c && i->shape->find(name) < 0 && !live_dict(th.in, i)) remember_class_entry(th, i, name, cls, c);
    return bind(th, cls, o, t, name, ret, cont, res);
  }
  if (name == th.name(n_dict) && !(t->tflags & kNoDict)) {
    *res = of(inc(instance_dict(th.in, i)));
    return kDone;
  }
  if (UNLIKELY(name == th.name(n_doc))) return *res = doc_of_type(th, t), res->u ? kDone : kError;
  *res = kStop;
  return kDone;
}
static Out find_type(Thread& th, Value o, Str* name, AttrCache* c, int ret, Cont cont, Value* res) {
  Type* t = o.as<Type>();
  Value meta = type_find(t->meta, name);
  bool can_only_be_set =
      has_fields(meta) && !(meta.as<Instance>()->type()->tflags & kHasGet) && !unwrap(meta).is(Kind::Property);
  if (is_data_descriptor(meta) && !can_only_be_set) return bind(th, meta, o, t->meta, name, ret, cont, res);
  Value v = type_find(t, name);
  if (v.u) {
    if (c && !meta.u) {
      AttrCache::How how = v.is(Kind::StaticMethod)        ? AttrCache::kStatic
                           : v.is(Kind::ClassMethod)       ? AttrCache::kClass
                           : !has_fields(v) || is_plain(v) ? AttrCache::kPlain
                                                           : AttrCache::kNothing;
      Type* guard = t->meta->tflags & kImmutable ? nullptr : t->meta;
      if (how != AttrCache::kNothing && !v.is(Kind::Super)) remember_found(c, how, Kind::Type, t->root, guard, v);
    }
    return bind(th, v, kAbsent, t, name, ret, cont, res);
  }
  if (meta.u) return bind(th, meta, o, t->meta, name, ret, cont, res);
  *res = kStop;
  return kDone;
}
static Out find_super(Thread& th, Value o, Str* name, AttrCache* c, int ret, Cont cont, Value* res) {
  Super* s = o.as<Super>();
  *res = kStop;
  if (!s->self_type || name == th.name(n_class)) return kDone;
  bool past = false;
  for (Type* m : s->self_type->mro) {
    if (past) {
      Value v = dict_get(m->dict, name);
      if (v.u) {
        bool on_class = s->self.is(Kind::Type) && s->self.as<Type>() == s->self_type;
        if (c && !on_class && (v.is(Kind::Func) || binds(v)))
          remember_found(c, AttrCache::kMethod, Kind::Super, s->self_type->root, s->type, v);
        return bind(th, v, on_class ? kAbsent : s->self, s->self_type, name, ret, cont, res);
      }
    }
    past |= m == s->type;
  }
  return kDone;
}
// Static and class methods take over these attributes of what they wrap; the others they do not have.
static bool is_taken_over(Thread& th, const Str* name) {
  return name == th.name(n_doc) || name == th.name(n_name) || name == th.name(n_qualname) ||
         name == th.name(n_module) || name == th.name(n_annotations);
}
// What is asked for an attribute that `o` itself does not have; kAbsent: nothing.
static Value asked_next(Thread& th, Value o, const Str* name) {
  if (o.is(Kind::Method)) return o.as<Method>()->func.is(Kind::Native) ? kAbsent : o.as<Method>()->func;
  if (o.is(Kind::StaticMethod) || o.is(Kind::ClassMethod))
    return is_taken_over(th, name) ? o.as<Wrapper>()->func : kAbsent;
  return kAbsent;
}
// An alias has these attributes of its own; all others are those of its origin.
static bool is_of_alias(const Str* name) {
  static constexpr std::string_view kOwn[] = {
      "__class__",    "__origin__",      "__args__",      "__parameters__", "__typing_unpacked_tuple_args__",
      "__unpacked__", "__mro_entries__", "__reduce_ex__", "__reduce__",     "__copy__",
      "__deepcopy__", "__setstate__"};  // the last is what pickle needs of a starred one
  return std::find(std::begin(kOwn), std::end(kOwn), name->sv()) != std::end(kOwn);
}
static Out find_other(Thread& th, Value o, Str* name, int ret, Cont cont, Value* res) {
  if (o.is(Kind::GenericAlias) && !is_of_alias(name)) {
    *res = get_attr_native(th, o.as<GenericAlias>()->origin, name);
    return res->u ? kDone : kError;
  }
  // Methods, static and class methods stand in chains of any length; a script can close one to a ring.
  Owned keep;
  Value slow = o;
  for (bool step = false;; step = !step) {
    Type* t = type_of(th, o);
    Value cls = type_find(t, name);
    if (is_data_descriptor(cls)) return bind(th, cls, o, t, name, ret, cont, res);
    Dict* own = o.is(Kind::Func) ? func_attributes(o.as<Func>()) : nullptr;
    Value attrs = own ? of(own) : o.is(Kind::StaticMethod) || o.is(Kind::ClassMethod) ? o.as<Wrapper>()->dict : kAbsent;
    if (attrs.u) {
      Value v = dict_get(attrs.as<Dict>(), name);
      if (v.u) return *res = inc(v), kDone;
    }
    if (cls.u) return bind(th, cls, o, t, name, ret, cont, res);
    *res = kStop;
    Value next = asked_next(th, o, name);
    if (!next.u) break;
    keep = Owned(inc(next));  // what an attribute runs may give a wrapper another function
    if (!next.is(Kind::Method) && !next.is(Kind::StaticMethod) && !next.is(Kind::ClassMethod)) {
      *res = get_attr_or_stop(th, next, name);
      return res->u ? kDone : kError;
    }
    o = next;
    if (o.u == slow.u) return kDone;
    if (step) slow = asked_next(th, slow, name);
  }
  if (UNLIKELY(name == th.name(n_doc))) return *res = doc_of_type(th, type_of(th, o)), res->u ? kDone : kError;
  return kDone;
}
// Nothing was found: __getattr__ among the module's names, if there is one.
static Out module_hook(Thread& th, Dict* d, Str* name, int ret, Cont cont, Value* res) {
  Value g = dict_get(d, th.name(n_getattr));
  if (!g.u) return kDone;
  Value n = of(name);
  return call_callable(th, g, &n, 1, ret, cont, res);
}
static Out find_module(Thread& th, Value o, Str* name, AttrCache* c, int ret, Cont cont, Value* res) {
  Dict* d = o.as<Module>()->dict;
  if (UNLIKELY(name == th.name(n_spec) || name == th.name(n_loader)) && o.as<Module>()->flags & kFoundModule &&
      !describe_module(th, o.as<Module>()))
    return kError;
  if (int64_t at = dict_find(d, name); at >= 0) {
    if (c && c->found.changes < 255) {
      forget_found(c);
      c->found.how = AttrCache::kModuleEntry;
      c->found.kind = Kind::Module;
      c->found.version = d->keys_version;
      c->found.entry = &d->entries[at].val;
    }
    return *res = inc(d->entries[at].val), kDone;
  }
  if (name == th.name(n_dict)) return *res = of(inc(d)), kDone;
  Out r = find_other(th, o, name, ret, cont, res);
  if (r != kDone || res->u != kStop.u) return r;
  return module_hook(th, d, name, ret, cont, res);
}
static Out find(Thread& th, Value o, Str* name, AttrCache* c, int ret, Cont cont, Value* res) {
  if (has_fields(o)) {
    Out r = find_instance(th, o, name, c, ret, cont, res);
    if (r != kDone || LIKELY(res->u != kStop.u) || !unwrap(o).is(Kind::Module)) return r;
    return module_hook(th, unwrap(o).as<Module>()->dict, name, ret, cont, res);
  }
  if (!o.is_cell()) return find_other(th, o, name, ret, cont, res);
  switch (o.cell()->kind) {
    case Kind::Type: return find_type(th, o, name, c, ret, cont, res);
    case Kind::Module: return find_module(th, o, name, c, ret, cont, res);
    case Kind::Super: {
      Out r = find_super(th, o, name, c, ret, cont, res);
      return r != kDone || res->u != kStop.u ? r : find_other(th, o, name, ret, cont, res);
    }
    default: return find_other(th, o, name, ret, cont, res);
  }
}
static Value no_attribute(Thread& th, Value o, Str* name) {
  if (Value exact = unwrap(o); exact.is(Kind::Module)) {
    Value n = dict_get(exact.as<Module>()->dict, th.name(n_name));
    std::string m = is_str(n) ? "module '" + std::string(sv(n)) + "' has no attribute '" : "module has no attribute '";
    if (is_str(n) && is_initializing(th.in, o))
      m = "partially initialized module '" + std::string(sv(n)) + "' has no attribute '" + std::string(name->sv()) +
          "' (most likely due to a circular import)";
    else
      m += std::string(name->sv()) + "'";
    return attribute_error(th, o, name, m);
  }
  return missing(th, o, name);
}
static Value fallback_hook(Thread& th, Value o) {  // __getattr__ of the type
  Type* t = type_of(th, o);
  return t->tflags & kHasGetAttr ? type_find(t, th.name(n_getattr)) : kAbsent;
}
Out get_attr_fallback(Thread& th, Value o, Str* name, int ret, Value* res) {
  Value a[2] = {o, of(name)};
  return call_dunder(th, fallback_hook(th, o), a, 2, ret, Cont::Store, res);
}
bool has_attr_fallback(Thread& th, Value o) {
  return fallback_hook(th, o).u != 0;
}
Out get_attr(Thread& th, Value o, Str* name, AttrCache* c, int ret, Value* res) {
  Type* t = has_fields(o) ? o.as<Instance>()->type() : o.is(Kind::Type) ? o.as<Type>()->meta : nullptr;
  bool hook = t && (t->tflags & kHasGetAttr);
  Out r;
  if (UNLIKELY(t && (t->tflags & kHasGetAttribute))) {
    Value a[2] = {o, of(name)};
    r = call_dunder(th, type_find(t, th.name(n_getattribute)), a, 2, ret, hook ? Cont::GetAttr : Cont::Store, res);
  } else {
    r = find(th, o, name, c, ret, hook ? Cont::GetAttr : Cont::Store, res);
    if (r == kDone && UNLIKELY(res->u == kStop.u)) {
      if (hook) {
        r = get_attr_fallback(th, o, name, ret, res);
        if (r == kError && th.pending_is(E_AttributeError)) tell_attribute(th, o, name);
        return r;
      }
      no_attribute(th, o, name);
      return kError;
    }
  }
  if (r == kError && th.pending_is(E_AttributeError)) {
    if (!hook) return tell_attribute(th, o, name), r;
    th.clear_pending();
    r = get_attr_fallback(th, o, name, ret, res);
    if (r == kError && th.pending_is(E_AttributeError)) tell_attribute(th, o, name);
  }
  return r;
}
static Value finish_native(Thread& th, Out r, Value res, Value o, Str* name) {
  if (r == kPushed) {
    bool hook = th.fr->cont == Cont::GetAttr;
    th.fr->cont = Cont::Exit;
    Value v = th.finish();
    if (!v.u && hook && th.pending_is(E_AttributeError)) {
      th.clear_pending();
      Value n = of(name);
      v = th.call_special(o, n_getattr, &n, 1);
    }
    if (!v.u && th.pending_is(E_AttributeError)) tell_attribute(th, o, name);
    return v;
  }
  return r == kError ? kAbsent : res;
}
Value get_attr_native(Thread& th, Value o, Str* name) {
  if (UNLIKELY(!th.native_stack_ok())) return kAbsent;  // natives ask for attributes of what scripts have nested
  Value res = kAbsent;
  Out r = get_attr(th, o, name, nullptr, 255, &res);
  return finish_native(th, r, res, o, name);
}
Value get_attr_or_stop(Thread& th, Value o, Str* name) {
  if (UNLIKELY(!th.native_stack_ok())) return kAbsent;
  Type* t = has_fields(o) ? o.as<Instance>()->type() : o.is(Kind::Type) ? o.as<Type>()->meta : nullptr;
  Value v;
  if (t && (t->tflags & (kHasGetAttribute | kHasGetAttr))) {
    v = get_attr_native(th, o, name);
  } else {
    Value res = kAbsent;
    Out r = find(th, o, name, nullptr, 255, Cont::Store, &res);
    v = finish_native(th, r, res, o, name);
  }
  if (!v.u && th.pending_is(E_AttributeError)) {
    th.clear_pending();
    return kStop;
  }
  return v;
}
Value get_attr_plain(Thread& th, Value o, Str* name) {
  Value res = kAbsent;
  Out r = find(th, o, name, nullptr, 255, Cont::Store, &res);
  if (r == kDone && res.u == kStop.u) return no_attribute(th, o, name);
  return finish_native(th, r, res, o, name);
}
Out get_method(Thread& th, Value o, AttrCache* c, int ret, Value* func, bool* self) {
  *self = false;
  Str* name = c->name;
  if (has_fields(o)) {
    Instance* i = o.as<Instance>();
    Type* t = i->type();
    if (!(t->tflags & kHasGetAttribute)) {
      Value cls = type_find(t, name);
      int at = i->shape->find(name);
      if ((cls.is(Kind::Func) || binds(cls)) && at < 0) {
        Dict* d = live_dict(th.in, i);
        if (!d || !dict_get(d, name).u) {
          if (!d) remember(i, c, 0, false, nullptr, cls.cell(), i->shape);
          *func = inc(cls);
          *self = true;
          return kDone;
        }
      } else if (at >= 0 && i->slots[at].u && !is_data_descriptor(cls)) {
        if (remember_found(c, AttrCache::kStored, i->kind, i->shape, nullptr, kAbsent)) c->found.index = uint32_t(at);
        *func = inc(i->slots[at]);
        return kDone;
      } else if (at < 0 && cls.u && !live_dict(th.in, i)) {
        remember_class_entry(th, i, name, cls, c);
        if (c->found.how == AttrCache::kGetter) forget_found(c);  // a method call does not run it by itself
      }
    }
    return get_attr(th, o, name, nullptr, ret, func);
  }
  if (o.is(Kind::Super)) {  // the caller puts super's self in place of the super object
    Out r = get_attr(th, o, name, c, ret, func);
    if (r == kDone && func->is(Kind::Method) && func->as<Method>()->self.u == o.as<Super>()->self.u) {
      Value f = inc(func->as<Method>()->func);
      dec(*func);
      *func = f;
      *self = true;
    }
    return r;
  }
  if (!o.is(Kind::Type) && !o.is(Kind::Module) && !o.is(Kind::Func) && !o.is(Kind::GenericAlias)) {
    Value v = type_find(type_of(th, o), name);
    if (v.is(Kind::Func) || binds(v)) {
      *func = inc(v);
      *self = true;
      return kDone;
    }
  }
  return get_attr(th, o, name, o.is(Kind::Type) || o.is(Kind::Module) ? c : nullptr, ret, func);
}

// --- writing ---
static bool store(Thread& th, Instance* i, Str* name, Value v, AttrCache* c) {
  barrier(i, name);
  int at = i->shape->find(name);
  if (at >= 0) {
    if (!v.u) {
      if (!i->slots[at].u) return false;
      remove_slot(th.in, i, at);
      return true;
    }
    if (c) remember(i, c, uint32_t(at), false, nullptr, nullptr, i->shape);
    put(i->slots[at], inc(v));
    return true;
  }
  Dict* d = live_dict(th.in, i);
  if (d && !is_hidden(name)) {
    barrier(d, name);
    if (!v.u) return dict_del(d, name);
    dict_set(d, name, inc(v));
    return true;
  }
  if (!v.u) return false;
  Shape* from = i->shape;
  if (from->names.size() >= 1000) {  // an object used as a table
    dict_set(instance_dict(th.in, i), name, inc(v));
    return true;
  }
  Shape* to = from->add(name);
  append_slot(i, to, inc(v));
  if (c && i->kind == Kind::Instance) remember(i, c, uint32_t(from->names.size()), true, to, nullptr, from);
  return true;
}
static Value no_set(Thread& th, Value o, Str* name, Value cls) {
  if (cls.u)
    return not_writable(th, "'" + type_name(th, o) + "' object attribute '" + std::string(name->sv()) + "' is read-only");
  return not_writable(th, missing_text(th, o, name));
}
static Out store_dict(Thread& th, Instance* i, Value v) {  // o.__dict__ = v
  Value d = unwrap(v);
  if (v.u && !d.is(Kind::Dict)) {
    th.raise(E_TypeError, "__dict__ must be set to a dictionary, not a '%s'", type_name(th, v).c_str());
    return kError;
  }
  instance_dict(th.in, i);
  if (i->flags & kWatched) th.in.watches.on_death(i);  // all attributes may be others now
  put(i->slots[i->shape->find(th.in.hidden_dict)], v.u ? inc(d) : of(dict(th)));
  return kDone;
}
// The `__dict__` that a class puts into its namespace when its instances are the first to have attributes.
static Value get_own_dict(Thread& th, Value v) {
  if (has_fields(v)) return of(inc(instance_dict(th.in, v.as<Instance>())));
  return th.raise(E_TypeError, "this __dict__ descriptor does not support '%s' objects", type_name(th, v).c_str());
}
static bool set_own_dict(Thread& th, Value v, Value d) {
  if (has_fields(v)) return store_dict(th, v.as<Instance>(), d) == kDone;
  th.raise(E_TypeError, "this __dict__ descriptor does not support '%s' objects", type_name(th, v).c_str());
  return false;
}
static const GetSetDef kOwnDict = {"__dict__", get_own_dict, set_own_dict,
                                   "dictionary for instance variables (if defined)"};
Value own_dict_descriptor(Thread& th, Type* t) {
  GetSet* g = make<GetSet>(th, Kind::GetSet);
  g->owner = t;
  g->def = &kOwnDict;
  return of(g);
}
// After __setattr__ hooks: descriptors, then storage.
static Out set_generic(Thread& th, Value o, Str* name, Value v, AttrCache* c) {
  Type* t = type_of(th, o);
  Value cls = type_find(t, name), res = kAbsent;
  Value desc = cls.is(Kind::Instance) ? unwrap(cls) : cls;
  if (desc.is_cell()) switch (desc.cell()->kind) {
      case Kind::Property: {
        Property* p = desc.as<Property>();
        Value f = v.u ? p->set : p->del;
        if (!f.u || f.u == kNone.u) {
          property_error(th, p, o, v.u ? "setter" : "deleter");
          return kError;
        }
        Value a[2] = {o, v};
        Out r = call_callable(th, f, a, v.u ? 2 : 1, 255, Cont::Discard, &res);
        if (r == kDone) dec(res);
        return r;
      }
      case Kind::GetSet: {
        const GetSetDef* g = desc.as<GetSet>()->def;
        if (!g->set) {
          not_writable(th, "attribute '" + std::string(name->sv()) + "' of '" +
                               type_name(desc.as<GetSet>()->owner) + "' objects is not writable");
          return kError;
        }
        return g->set(th, o, v) ? kDone : kError;
      }
      case Kind::TupleGetter:
        not_writable(th, type_of(th, o)->tflags & kStandInType ? "readonly attribute"
                         : v.u                                 ? "can't set attribute"
                                                               : "can't delete attribute");
        return kError;
      case Kind::Member: return put_member(th, desc.as<Member>(), o, v, c) ? kDone : kError;
      case Kind::Instance:
      case Kind::Extension: {
        if (!(desc.as<Instance>()->type()->tflags & kHasSet)) break;
        Value f = type_find(desc.as<Instance>()->type(), th.name(v.u ? n_set : n_delete));
        if (!f.u) {
          not_writable(th, v.u ? "__set__" : "__delete__");
          return kError;
        }
        Value a[3] = {desc, o, v};
        Out r = call_dunder(th, f, a, v.u ? 3 : 2, 255, Cont::Discard, &res);
        if (r == kDone) dec(res);
        return r;
      }
      default: break;
    }
  if (has_fields(o)) {
    if (name == th.name(n_dict) && !(t->tflags & kNoDict)) return store_dict(th, o.as<Instance>(), v);
    if (t->tflags & kNoDict) {
      no_set(th, o, name, cls);
      return kError;
    }
    if (store(th, o.as<Instance>(), name, v, c)) return kDone;
    not_writable(th, missing_text(th, o, name));
    return kError;
  }
  if (o.is(Kind::Module)) {
    Dict* d = o.as<Module>()->dict;
    if (name == th.name(n_dict)) {
      not_writable(th, "readonly attribute");
      return kError;
    }
    barrier(d, name);
    if (v.u) {
      dict_set(d, name, inc(v));
      return kDone;
    }
    if (dict_del(d, name)) return kDone;
    not_writable(th, missing_text(th, o, name));
    return kError;
  }
  if (o.is(Kind::Func) || o.is(Kind::StaticMethod) || o.is(Kind::ClassMethod)) {
    Owned attrs;
    if (!o.is(Kind::Func)) {
      attrs = Owned(wrapper_names(th, o.as<Wrapper>()));
      if (!attrs) return kError;
    } else if (v.u || func_attributes(o.as<Func>())) {
      attrs = Owned(inc(of(make_func_attributes(th, o.as<Func>()))));
    }
    barrier(o.cell(), name);
    if (v.u) {
      dict_set(attrs.get().as<Dict>(), name, inc(v));
      return kDone;
    }
    if (attrs && dict_del(attrs.get().as<Dict>(), name)) return kDone;
    not_writable(th, missing_text(th, o, name));
    return kError;
  }
  no_set(th, o, name, cls);
  return kError;
}
static Out set_type_attr(Thread& th, Type* t, Str* name, Value v) {
  Value meta = type_find(t->meta, name);
  if (is_data_descriptor(meta)) {
    if (meta.is(Kind::GetSet)) {
      const GetSetDef* g = meta.as<GetSet>()->def;
      if (!g->set) {
        not_writable(th, "attribute '" + std::string(name->sv()) + "' of 'type' objects is not writable");
        return kError;
      }
      return g->set(th, of(t), v) ? kDone : kError;
    }
    return set_generic(th, of(t), name, v, nullptr);
  }
  if (t->tflags & kImmutable) {
    th.raise(E_TypeError, "cannot set '%s' attribute of immutable type '%s'", name->data, full_type_name(t).c_str());
    return kError;
  }
  if (!v.u && !dict_get(t->dict, name).u) {
    not_writable(th, missing_text(th, of(t), name));
    return kError;
  }
  type_set(t, name, v.u ? inc(v) : kAbsent);
  return kDone;
}
static Out set_plain(Thread& th, Value o, Str* name, Value v, AttrCache* c) {
  return o.is(Kind::Type) ? set_type_attr(th, o.as<Type>(), name, v) : set_generic(th, o, name, v, c);
}
Out set_attr(Thread& th, Value o, Str* name, Value v, AttrCache* c) {
  Type* t = has_fields(o) ? o.as<Instance>()->type() : o.is(Kind::Type) ? o.as<Type>()->meta : nullptr;
  if (t && UNLIKELY(t->tflags & (v.u ? kHasSetAttr : kHasDelAttr))) {
    Value a[3] = {o, of(name), v}, res = kAbsent;
    Out r =
        call_dunder(th, type_find(t, th.name(v.u ? n_setattr : n_delattr)), a, v.u ? 3 : 2, 255, Cont::Discard, &res);
    if (r == kDone) dec(res);
    return r;
  }
  return set_plain(th, o, name, v, c);
}
static bool finish_set(Thread& th, Out r) {
  if (r != kPushed) return r == kDone;
  th.fr->cont = Cont::Exit;
  Value v = th.finish();
  dec(v);
  return v.u != 0;
}
bool set_attr_native(Thread& th, Value o, Str* name, Value v) {
  return finish_set(th, set_attr(th, o, name, v, nullptr));
}
bool set_attr_plain(Thread& th, Value o, Str* name, Value v) {
  return finish_set(th, set_plain(th, o, name, v, nullptr));
}
Value attribute_recipe(Thread& th, Value owner, Value name) {
  Owned keep(name);
  Value get = dict_get(th.in.builtins, intern(th.in, "getattr"));
  if (!get.u) return th.raise(E_AttributeError, "getattr");  // a script may have deleted it
  Ref<Tuple> arguments(tuple(th, 2));
  arguments->items[0] = inc(owner);
  arguments->items[1] = keep.release();
  Tuple* all = tuple(th, 2);
  all->items[0] = inc(get);
  all->items[1] = of(arguments.release());
  return of(all);
}
}  // namespace adder
