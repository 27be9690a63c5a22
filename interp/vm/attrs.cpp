// Attributes: shapes, caches, descriptors, properties; special-method look-ups.
#include "interp/vm/thread.h"

namespace adder {
std::string type_name(Value v) {
  return std::string(type_of(v)->name->sv());
}
static bool cacheable(Instance* i) {
  return i->kind == Kind::Instance || i->kind == Kind::Exc;
}
static void remember(Instance* i, AttrCache* c, uint32_t idx, bool add, Shape* to, Cell* fn, Shape* from) {
  for (int k = 0; k < 4; k++)
    if (c->e[k].shape == from) {
      c->e[k] = {from, idx, add, to, fn};
      return;
    }
  int k = 0;
  while (k < 4 && c->e[k].shape) k++;
  if (k == 4) k = c->turn = (c->turn + 1) & 3;
  if (c->e[k].shape && c->e[k].shape->type != i->type)
    for (auto& d : c->e[k].shape->type->dependents)
      if (d == c) {
        d = c->e[k].shape->type->dependents.back();
        c->e[k].shape->type->dependents.pop_back();
        break;
      }
  c->e[k] = {from, idx, add, to, fn};
  i->type->dependents.push_back(c);
}
static Value missing(Thread& th, Value o, Str* name) {
  if (o.is(Kind::Type))
    return th.raise(E_AttributeError, "type object '%s' has no attribute '%s'", o.as<Type>()->name->data, name->data);
  return th.raise(E_AttributeError, "'%s' object has no attribute '%s'", type_name(o).c_str(), name->data);
}
static Out special(Thread& th, Value o, Str* name, Value* res) {  // attributes that are C++ fields
  std::string_view n = name->sv();
  if (n == "__class__") {
    Type* t = type_of(o);
    t->count++;
    *res = of(t);
    return kDone;
  }
  if (o.is(Kind::Exc)) {
    Exc* e = o.as<Exc>();
    if (n == "args") {
      *res = inc(e->args);
      return kDone;
    }
    if (n == "__cause__") {
      *res = inc(e->cause);
      return kDone;
    }
    if (n == "__context__") {
      *res = inc(e->context);
      return kDone;
    }
    if (n == "value" && subtype(e->type, E_StopIteration)) {
      Tuple* t = e->args.as<Tuple>();
      *res = t->len ? inc(t->items[0]) : kNone;
      return kDone;
    }
  }
  if (o.is(Kind::Func) && (n == "__name__" || n == "__qualname__")) {
    *res = n == "__name__" ? inc(o.as<Func>()->name) : of(o.as<Func>()->code->qualname);
    return kDone;
  }
  if (o.is(Kind::Func) && o.as<Func>()->dict.u) {
    Value v = dict_get(o.as<Func>()->dict.as<Dict>(), name);
    if (v.u) {
      *res = inc(v);
      return kDone;
    }
  }
  if (o.is(Kind::Func) && n == "__dict__") {
    Func* f = o.as<Func>();
    if (!f->dict.u) f->dict = of(dict());
    *res = inc(f->dict);
    return kDone;
  }
  if (o.is(Kind::Type)) {
    if (n == "__name__" || n == "__qualname__") {
      *res = of(o.as<Type>()->name);
      return kDone;
    }
    if (n == "__mro__") {
      auto& m = o.as<Type>()->mro;
      Tuple* t = tuple(uint32_t(m.size()));
      for (size_t i = 0; i < m.size(); i++) {
        m[i]->count++;
        t->items[i] = of(m[i]);
      }
      *res = of(t);
      return kDone;
    }
  }
  if (o.is(Kind::Instance) && n == "__dict__") {
    Instance* i = o.as<Instance>();
    Dict* d = dict();  // sketch: a copy
    for (size_t k = 0; k < i->shape->names.size(); k++)
      if (i->slots[k].u) dict_set(d, of(i->shape->names[k]), inc(i->slots[k]));
    *res = of(d);
    return kDone;
  }
  return kError;
}
Out get_attr(Thread& th, Value o, Str* name, AttrCache* c, int ret, Value* res) {
  static Str *s_get = intern("__get__"), *s_set = intern("__set__"), *s_getattr = intern("__getattr__");
  if (o.is(Kind::Instance) || o.is(Kind::Exc)) {
    Instance* i = o.as<Instance>();
    Type* t = i->type;
    Value cls = type_find(t, name);
    bool data = cls.is(Kind::Property) || (cls.is(Kind::Instance) && type_find(cls.as<Instance>()->type, s_set).u);
    if (!data) {
      int at = i->shape->find(name);
      if (at >= 0 && i->slots[at].u) {
        if (c && cacheable(i)) remember(i, c, uint32_t(at), false, nullptr, nullptr, i->shape);
        *res = inc(i->slots[at]);
        return kDone;
      }
    }
    if (cls.u) {
      if (cls.is(Kind::Func) || cls.is(Kind::Native)) {
        *res = bound(o, cls);
        return kDone;
      }
      if (cls.is(Kind::Property)) return call_dunder(th, cls.as<Property>()->get, &o, 1, ret, Cont::Store, res);
      if (cls.is(Kind::StaticMethod)) {
        *res = inc(cls.as<Wrapper>()->func);
        return kDone;
      }
      if (cls.is(Kind::ClassMethod)) {
        *res = bound(of(t), cls.as<Wrapper>()->func);
        return kDone;
      }
      if (cls.is(Kind::Instance)) {
        Value g = type_find(cls.as<Instance>()->type, s_get);
        if (g.u) {
          Value a[3] = {cls, o, of(t)};
          return call_dunder(th, g, a, 3, ret, Cont::Store, res);
        }
      }
      *res = inc(cls);
      return kDone;
    }
    if (special(th, o, name, res) == kDone) return kDone;
    if (t->tflags & kGetAttr) {
      Value a[2] = {o, of(name)};
      return call_dunder(th, type_find(t, s_getattr), a, 2, ret, Cont::Store, res);
    }
    missing(th, o, name);
    return kError;
  }
  if (o.is(Kind::Module)) {
    Value v = dict_get(o.as<Module>()->dict, name);
    if (!v.u) {
      th.raise(E_AttributeError, "module has no attribute '%s'", name->data);
      return kError;
    }
    *res = inc(v);
    return kDone;
  }
  if (o.is(Kind::Type)) {
    Value v = type_find(o.as<Type>(), name);
    if (v.u) {
      if (v.is(Kind::StaticMethod))
        v = v.as<Wrapper>()->func;
      else if (v.is(Kind::ClassMethod)) {
        *res = bound(o, v.as<Wrapper>()->func);
        return kDone;
      }
      *res = inc(v);
      return kDone;
    }
  }
  if (o.is(Kind::Super)) {
    Super* s = o.as<Super>();
    Type* t = s->self.is(Kind::Type) ? s->self.as<Type>() : type_of(s->self);
    bool past = false;
    for (Type* m : t->mro) {
      if (past) {
        Value v = dict_get(m->dict, name);
        if (v.u) {
          if (v.is(Kind::Func) || v.is(Kind::Native))
            *res = bound(s->self, v);
          else if (v.is(Kind::Property))
            return call_dunder(th, v.as<Property>()->get, &s->self, 1, ret, Cont::Store, res);
          else if (v.is(Kind::ClassMethod))
            *res = bound(s->self, v.as<Wrapper>()->func);
          else
            *res = inc(v);
          return kDone;
        }
      }
      past |= m == s->type;
    }
    th.raise(E_AttributeError, "'super' object has no attribute '%s'", name->data);
    return kError;
  }
  if (o.is(Kind::Property) && (name->sv() == "setter" || name->sv() == "getter")) {
    static Str* n = intern("__setter");
    *res = bound(o, type_find(type_of(o), n));
    return kDone;
  }
  Value v = type_find(type_of(o), name);
  if (v.u) {
    *res = v.is(Kind::Func) || v.is(Kind::Native) ? bound(o, v) : inc(v);
    return kDone;
  }
  if (special(th, o, name, res) == kDone) return kDone;
  missing(th, o, name);
  return kError;
}
Value get_attr_native(Thread& th, Value o, Str* name) {
  Value res = kAbsent;
  Out r = get_attr(th, o, name, nullptr, 255, &res);
  if (r == kPushed) {
    th.fr->cont = Cont::Exit;
    return th.finish();
  }
  return r == kError ? kAbsent : res;
}
Out get_method(Thread& th, Value o, AttrCache* c, int ret, Value* func, bool* self) {
  *self = false;
  if (o.is(Kind::Instance) || o.is(Kind::Exc)) {
    Instance* i = o.as<Instance>();
    Value cls = type_find(i->type, c->name);
    if ((cls.is(Kind::Func) || cls.is(Kind::Native)) && (i->shape->find(c->name) < 0)) {
      if (o.is(Kind::Instance)) remember(i, c, 0, false, nullptr, cls.cell(), i->shape);
      *func = inc(cls);
      *self = true;
      return kDone;
    }
    return get_attr(th, o, c->name, nullptr, ret, func);
  }
  if (o.is(Kind::Super)) {  // the caller puts super's self in place of the super object
    Out r = get_attr(th, o, c->name, nullptr, ret, func);
    if (r == kDone && func->is(Kind::Method)) {
      Value f = inc(func->as<Method>()->func);
      dec(*func);
      *func = f;
      *self = true;
    }
    return r;
  }
  if (!o.is(Kind::Type) && !o.is(Kind::Module)) {
    Value v = type_find(type_of(o), c->name);
    if (v.is(Kind::Func) || v.is(Kind::Native)) {
      *func = inc(v);
      *self = true;
      return kDone;
    }
  }
  return get_attr(th, o, c->name, nullptr, ret, func);
}
Out set_attr(Thread& th, Value o, Str* name, Value v, AttrCache* c) {
  static Str *s_set = intern("__set__"), *s_setattr = intern("__setattr__");
  Value res = kAbsent;
  if (o.is(Kind::Instance) || o.is(Kind::Exc)) {
    Instance* i = o.as<Instance>();
    Type* t = i->type;
    if (c && t->tflags & kSetAttr) {
      Value a[3] = {o, of(name), v};
      return call_dunder(th, type_find(t, s_setattr), a, 3, 255, Cont::Discard, &res);
    }
    Value cls = type_find(t, name);
    if (cls.is(Kind::Property)) {
      if (cls.as<Property>()->set.u == kNone.u) {
        th.raise(E_AttributeError, "property '%s' of '%s' object has no setter", name->data, t->name->data);
        return kError;
      }
      Value a[2] = {o, v};
      return call_dunder(th, cls.as<Property>()->set, a, 2, 255, Cont::Discard, &res);
    }
    if (cls.is(Kind::Instance)) {
      Value s = type_find(cls.as<Instance>()->type, s_set);
      if (s.u) {
        Value a[3] = {cls, o, v};
        return call_dunder(th, s, a, 3, 255, Cont::Discard, &res);
      }
    }
    barrier(i, name);
    int at = i->shape->find(name);
    if (at >= 0) {
      if (!v.u && !i->slots[at].u) {
        missing(th, o, name);
        return kError;
      }
      if (c && v.u && cacheable(i)) remember(i, c, uint32_t(at), false, nullptr, nullptr, i->shape);
      put(i->slots[at], inc(v));
      if (!v.u) {  // deletion: a new shape without the name (sketch: rebuilt from the root)
        Shape* s = t->root;
        std::vector<Value> keep;
        for (size_t k = 0; k < i->shape->names.size(); k++)
          if (int(k) != at) {
            s = s->add(i->shape->names[k]);
            keep.push_back(i->slots[k]);
          }
        for (size_t k = 0; k < keep.size(); k++) i->slots[k] = keep[k];
        i->shape = s;
      }
      return kDone;
    }
    if (!v.u) {
      missing(th, o, name);
      return kError;
    }
    if (t->tflags & kSlots) {
      bool ok = false;
      for (Str* s : t->slots) ok |= s == name;
      if (!ok) {
        missing(th, o, name);
        return kError;
      }
    }
    Shape *from = i->shape, *to = from->add(name);
    uint32_t idx = uint32_t(from->names.size());
    if (idx >= i->cap) {
      uint32_t cap = i->cap * 2 + 4;
      Value* s = static_cast<Value*>(malloc(cap * 8));
      memcpy(s, i->slots, idx * 8);
      if (i->slots != i->inl) free(i->slots);
      i->slots = s;
      i->cap = cap;
      if (t->slot_hint < 64 && idx + 1 > t->slot_hint) t->slot_hint = idx + 2;  // later instances have room inside
    }
    i->slots[idx] = inc(v);
    i->shape = to;
    if (c && cacheable(i)) remember(i, c, idx, true, to, nullptr, from);
    return kDone;
  }
  if (o.is(Kind::Type)) {
    type_set(o.as<Type>(), name, inc(v));
    return kDone;
  }
  if (o.is(Kind::Module)) {
    barrier(o.as<Module>()->dict, name);
    if (v.u)
      dict_set(o.as<Module>()->dict, of(name), inc(v));
    else
      dict_del(o.as<Module>()->dict, of(name));
    return kDone;
  }
  if (o.is(Kind::Func)) {
    Func* f = o.as<Func>();
    if (!f->dict.u) f->dict = of(dict());
    if (name->sv() == "__name__")
      put(f->name, inc(v));
    else
      dict_set(f->dict.as<Dict>(), of(name), inc(v));
    return kDone;
  }
  missing(th, o, name);
  return kError;
}
}  // namespace adder
