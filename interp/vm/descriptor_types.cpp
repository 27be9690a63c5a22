// Attributes and methods of the types that stand between a class and its attributes: property, staticmethod,
// classmethod, members, getset descriptors, super.
#include "interp/vm/attrs.h"
#include "interp/vm/thread.h"

namespace adder {
Value wrapper_names(Thread& th, Wrapper* w);  // the __dict__ of a static or class method, a new reference
bool descriptor_applies(Thread& th, const Type* owner, const char* name, Value o) {
  if (subtype(type_of(th, o), owner)) return true;
  th.raise(E_TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name,
           type_name(owner).c_str(), type_name(th, o).c_str());
  return false;
}
bool asks_for_something(Thread& th, const Value* a) {
  if (a[1].u != kNone.u || a[2].u != kNone.u) return true;
  th.raise(E_TypeError, "__get__(None, None) is invalid");
  return false;
}
namespace {
// aux of a Property: whose text __doc__ is.
enum PropertyDoc : uint16_t {
  kOwnDoc,     // its own
  kGetterDoc,  // that of the getter
  kCodeDoc,    // the same, and `doc` is the getter's code, which waits for its body: nobody has asked yet
};
Value property_new(Thread& th, Value*, int) {
  Property* p = make<Property>(th, Kind::Property);
  p->get = p->set = p->del = p->doc = kNone;
  p->name = kAbsent;
  return of(p);
}
Value property_init(Thread& th, Value* a, int) {
  Property* p = unwrap(a[0]).as<Property>();
  put(p->get, inc(a[1]));
  put(p->set, inc(a[2]));
  put(p->del, inc(a[3]));
  Value doc = a[4];
  p->aux = doc.u == kNone.u && a[1].u != kNone.u ? kGetterDoc : kOwnDoc;
  if (p->aux == kGetterDoc) {
    const bool plain = type_of(th.in, a[0]) == th.in.types[int(Kind::Property)];
    if (Func* f = a[1].is(Kind::Func) ? a[1].as<Func>() : nullptr;
        plain && f && f->code->cflags & kLazy && !func_hidden(f)) {
      p->aux = kCodeDoc;
      put(p->doc, of(inc(f->code)));
      return kNone;
    }
    Owned d(get_attr_or_stop(th, a[1], th.name(n_doc)));
    if (!d) return kAbsent;
    put(p->doc, kNone);
    if (d.get().u == kStop.u) return kNone;
    // A subclass has a __doc__ of its own: the getter's text goes to the object's attributes.
    if (!plain) return set_attr_native(th, a[0], th.name(n_doc), d.get()) ? kNone : kAbsent;
    put(p->doc, d.release());
  } else {
    put(p->doc, inc(doc));
  }
  return kNone;
}
Value property_doc(Thread&, Value v) {
  Property* p = v.as<Property>();
  if (p->aux == kCodeDoc) {
    Code* c = p->doc.as<Code>();
    Value text = c->cflags & kHasDoc ? inc(ensure_body(c)->k[0]) : kNone;
    p->aux = kGetterDoc;
    put(p->doc, text);
  }
  return inc(p->doc);
}
Value property_copy(Thread& th, Value self, int which, Value f) {
  Property* o = unwrap(self).as<Property>();
  Value args[4] = {o->get, o->set, o->del, kNone};
  args[which] = f;
  Owned doc;
  if (o->aux == kOwnDoc || args[0].u == kNone.u) doc = Owned(property_doc(th, of(o)));
  if (doc) args[3] = doc.get();
  Value made = th.call(of(type_of(th, self)), args, 4);
  Value p = unwrap(made);
  if (p.is(Kind::Property)) put(p.as<Property>()->name, inc(o->name));
  return made;
}
Value property_getter(Thread& th, Value* a, int) {
  return property_copy(th, a[0], 0, a[1]);
}
Value property_setter(Thread& th, Value* a, int) {
  return property_copy(th, a[0], 1, a[1]);
}
Value property_deleter(Thread& th, Value* a, int) {
  return property_copy(th, a[0], 2, a[1]);
}
Value property_get(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  Property* p = unwrap(a[0]).as<Property>();  // on the class it gives itself, of whatever subclass
  if (a[1].u == kNone.u) return inc(a[0]);
  if (p->get.u == kNone.u) return property_error(th, p, a[1], "getter");
  return th.call(p->get, a + 1, 1);
}
Value property_set(Thread& th, Value* a, int) {
  Property* p = a[0].as<Property>();
  if (p->set.u == kNone.u) return property_error(th, p, a[1], "setter");
  Owned r(th.call(p->set, a + 1, 2));
  return r ? kNone : kAbsent;
}
Value property_delete(Thread& th, Value* a, int) {
  Property* p = a[0].as<Property>();
  if (p->del.u == kNone.u) return property_error(th, p, a[1], "deleter");
  Owned r(th.call(p->del, a + 1, 1));
  return r ? kNone : kAbsent;
}
Value property_set_name(Thread& th, Value* a, int n) {
  if (n != 3) return th.raise(E_TypeError, "__set_name__() takes 2 positional arguments but %d were given", n - 1);
  put(a[0].as<Property>()->name, inc(a[2]));
  return kNone;
}
template <Value Property::*field>
Value property_field(Thread&, Value v) {
  return inc(v.as<Property>()->*field);
}
bool set_property_doc(Thread&, Value v, Value d) {
  Property* p = unwrap(v).as<Property>();
  if (p->aux == kCodeDoc) p->aux = kGetterDoc;
  put(p->doc, d.u ? inc(d) : kNone);
  return true;
}
Value property_abstract(Thread& th, Value v) {
  for (Value f : {v.as<Property>()->get, v.as<Property>()->set, v.as<Property>()->del}) {
    if (f.u == kNone.u) continue;
    Owned r(get_attr_or_stop(th, f, th.name(n_isabstractmethod)));
    bool b = false;
    if (!r || (r.get().u != kStop.u && !truth_native(th, r.get(), &b))) return kAbsent;
    if (b) return kTrue;
  }
  return kFalse;
}
const NativeDef kPropertyMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", property_new, Rule::residual},
    {"__init__", "(self, fget=None, fset=None, fdel=None, doc=None)", "", property_init, Rule::residual,
     kKeepSelf},
    {"getter", "(self, fget, /)", "The property with another function that gets.", property_getter, Rule::residual, kKeepSelf},
    {"setter", "(self, fset, /)", "The property with another function that sets.", property_setter, Rule::residual, kKeepSelf},
    {"deleter", "(self, fdel, /)", "The property with another function that deletes.", property_deleter, Rule::residual, kKeepSelf},
    {"__get__", "(self, instance, owner=None, /)", "", property_get, Rule::traced, kKeepSelf},
    {"__set__", "(self, instance, value, /)", "", property_set, Rule::traced},
    {"__delete__", "(self, instance, /)", "", property_delete, Rule::traced},
    {"__set_name__", "(self, /, *args)", "", property_set_name, Rule::residual},
};
const GetSetDef kPropertyFields[] = {{"fget", property_field<&Property::get>, nullptr, ""},
                                     {"fset", property_field<&Property::set>, nullptr, ""},
                                     {"fdel", property_field<&Property::del>, nullptr, ""},
                                     {"__doc__", property_doc, set_property_doc, ""},
                                     {"__isabstractmethod__", property_abstract, nullptr, ""}};
template <Kind kind>
Value wrapper_new(Thread& th, Value*, int) {
  Wrapper* w = make<Wrapper>(th, kind);
  w->func = kNone;
  w->dict = kAbsent;
  return of(w);
}
Value wrapper_func(Thread&, Value v) {
  return inc(v.as<Wrapper>()->func);
}
Value wrapper_abstract(Thread& th, Value v) {
  Owned r(get_attr_or_stop(th, v.as<Wrapper>()->func, th.name(n_isabstractmethod)));
  bool b = false;
  if (!r || (r.get().u != kStop.u && !truth_native(th, r.get(), &b))) return kAbsent;
  return boolean(b);
}
// What says who the function is, as functools.wraps copies it.
bool take_over(Thread& th, Value f, Dict* into) {
  for (const char* name : {"__module__", "__name__", "__qualname__", "__doc__", "__annotations__"}) {
    Str* n = intern(th.in, name);
    Owned x(get_attr_or_stop(th, f, n));
    if (!x) return false;
    if (x.get().u != kStop.u) dict_set(into, n, x.release());
  }
  return true;
}
Value wrapper_dict(Thread& th, Value v) {
  return wrapper_names(th, unwrap(v).as<Wrapper>());
}
// The names of the first function are read when somebody asks; those of a later one go over what is there.
Value wrapper_init(Thread& th, Value* a, int) {
  Wrapper* w = a[0].as<Wrapper>();
  if (w->func.u != kNone.u) {
    Owned names(wrapper_names(th, w));
    if (!names || !take_over(th, a[1], names.get().as<Dict>())) return kAbsent;
  }
  put(w->func, inc(a[1]));
  return kNone;
}
Value static_get(Thread& th, Value* a, int) {
  return asks_for_something(th, a) ? inc(a[0].as<Wrapper>()->func) : kAbsent;
}
Value class_get(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  Value cls = a[2].u != kNone.u ? a[2] : of(type_of(th, a[1])), f = a[0].as<Wrapper>()->func;
  if (f.is(Kind::Property))
    return f.as<Property>()->get.u == kNone.u ? property_error(th, f.as<Property>(), cls, "getter")
                                              : th.call(f.as<Property>()->get, &cls, 1);
  if (f.is(Kind::ClassMethod) || f.is(Kind::StaticMethod) || (has_fields(f) && type_of(th, f)->tflags & kHasGet)) {
    Value args[2] = {cls, cls};
    return th.call_special(f, n_get, args, 2);
  }
  return bound(th, cls, f);
}
const NativeDef kStaticMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", wrapper_new<Kind::StaticMethod>, Rule::residual},
    {"__init__", "(self, function, /)", "", wrapper_init, Rule::residual},
    {"__get__", "(self, instance, owner=None, /)", "", static_get, Rule::residual}};
const NativeDef kClassMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", wrapper_new<Kind::ClassMethod>, Rule::residual},
    {"__init__", "(self, function, /)", "", wrapper_init, Rule::residual},
    {"__get__", "(self, instance, owner=None, /)", "", class_get, Rule::residual}};
const GetSetDef kWrapperFields[] = {{"__func__", wrapper_func, nullptr, ""},
                                    {"__wrapped__", wrapper_func, nullptr, ""},
                                    {"__dict__", wrapper_dict, nullptr, ""},
                                    {"__isabstractmethod__", wrapper_abstract, nullptr, ""}};
Value member_get_method(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  if (a[1].u == kNone.u) return inc(a[0]);
  return get_member(th, a[0].as<Member>(), a[1]);
}
Value member_set_method(Thread& th, Value* a, int) {
  return set_member(th, a[0].as<Member>(), a[1], a[2]) ? kNone : kAbsent;
}
Value member_delete_method(Thread& th, Value* a, int) {
  return set_member(th, a[0].as<Member>(), a[1], kAbsent) ? kNone : kAbsent;
}
Value member_name(Thread&, Value v) {
  return of(inc(v.as<Member>()->name));
}
Value member_class(Thread&, Value v) {
  return of(inc(v.as<Member>()->owner));
}
Value member_reduce(Thread& th, Value* a, int) {
  return attribute_recipe(th, of(a[0].as<Member>()->owner), of(inc(a[0].as<Member>()->name)));
}
const NativeDef kMemberMethods[] = {
    {"__reduce__", "(self, /)", "What pickle needs.", member_reduce, Rule::residual},
    {"__get__", "(self, instance, owner=None, /)", "", member_get_method, Rule::residual},
    {"__set__", "(self, instance, value, /)", "", member_set_method, Rule::residual},
    {"__delete__", "(self, instance, /)", "", member_delete_method, Rule::residual}};
Value member_doc(Thread&, Value) {
  return kNone;
}
const GetSetDef kMemberFields[] = {{"__name__", member_name, nullptr, ""},
                                   {"__objclass__", member_class, nullptr, ""},
                                   {"__doc__", member_doc, nullptr, ""}};
Value tuple_getter_new(Thread& th, Value* a, int) {
  int64_t index;
  if (!to_index(th, a[1], &index)) return kAbsent;
  if (index < 0 || index > INT32_MAX) return th.raise(E_ValueError, "index out of range");
  TupleGetter* g = make<TupleGetter>(th, Kind::TupleGetter);
  g->index = uint32_t(index);
  g->doc = inc(a[2]);
  return of(g);
}
Value tuple_getter_get(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  if (a[1].u == kNone.u) return inc(a[0]);
  return get_tuple_item(th, a[0].as<TupleGetter>(), a[1]);
}
Value tuple_getter_set(Thread& th, Value*, int) {
  return th.raise(E_AttributeError, "can't set attribute");
}
Value tuple_getter_delete(Thread& th, Value*, int) {
  return th.raise(E_AttributeError, "can't delete attribute");
}
Value tuple_getter_reduce(Thread& th, Value* a, int) {
  Ref<Tuple> arguments(tuple(th, 2)), pair(tuple(th, 2));
  arguments->items[0] = integer49(a[0].as<TupleGetter>()->index);
  arguments->items[1] = inc(a[0].as<TupleGetter>()->doc);
  pair->items[0] = of(inc(type_of(th, a[0])));
  pair->items[1] = of(arguments.release());
  return of(pair.release());
}
Value tuple_getter_doc(Thread&, Value v) {
  return inc(v.as<TupleGetter>()->doc);
}
bool set_tuple_getter_doc(Thread&, Value v, Value doc) {
  put(v.as<TupleGetter>()->doc, doc.u ? inc(doc) : kNone);
  return true;
}
const NativeDef kTupleGetterMethods[] = {
    {"__new__", "(cls, index, doc, /)", "", tuple_getter_new, Rule::residual},
    {"__get__", "(self, instance, owner=None, /)", "", tuple_getter_get, Rule::residual},
    {"__set__", "(self, instance, value, /)", "", tuple_getter_set, Rule::residual},
    {"__delete__", "(self, instance, /)", "", tuple_getter_delete, Rule::residual},
    {"__reduce__", "(self, /)", "", tuple_getter_reduce, Rule::residual}};
const GetSetDef kTupleGetterFields[] = {{"__doc__", tuple_getter_doc, set_tuple_getter_doc, ""}};
Value getset_get_method(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  if (a[1].u == kNone.u) return inc(a[0]);
  const GetSet* g = a[0].as<GetSet>();
  return descriptor_applies(th, g->owner, g->def->name, a[1]) ? g->def->get(th, unwrap(a[1])) : kAbsent;
}
Value getset_set_method(Thread& th, Value* a, int) {
  const GetSetDef* d = a[0].as<GetSet>()->def;
  if (!descriptor_applies(th, a[0].as<GetSet>()->owner, d->name, a[1])) return kAbsent;
  if (!d->set)
    return th.raise(E_AttributeError, "attribute '%s' of '%s' objects is not writable", d->name,
                    type_name(a[0].as<GetSet>()->owner).c_str());
  return d->set(th, a[1], a[2]) ? kNone : kAbsent;
}
Value getset_delete_method(Thread& th, Value* a, int) {
  Value args[3] = {a[0], a[1], kAbsent};
  return getset_set_method(th, args, 3);
}
Value getset_name(Thread& th, Value v) {
  return of(intern(th.in, v.as<GetSet>()->def->name));
}
Value getset_doc(Thread& th, Value v) {
  return of(str(th, v.as<GetSet>()->def->doc));
}
const NativeDef kGetSetMethods[] = {
    {"__get__", "(self, instance, owner=None, /)", "", getset_get_method, Rule::residual},
    {"__set__", "(self, instance, value, /)", "", getset_set_method, Rule::residual},
    {"__delete__", "(self, instance, /)", "", getset_delete_method, Rule::residual}};
const GetSetDef kGetSetFields[] = {{"__name__", getset_name, nullptr, ""}, {"__doc__", getset_doc, nullptr, ""}};

// --- super ---
Value super_new(Thread& th, Value* a, int) {
  Value c = a[1], self = a[2];
  if (!c.u) {  // super() outside what the compiler fills in
    return th.raise(E_RuntimeError, "super(): no arguments");
  }
  if (c.is(Kind::Cell)) {
    c = c.as<CellVar>()->v;
    if (!c.u) return th.raise(E_RuntimeError, "super(): empty __class__ cell");
  }
  if (!c.is(Kind::Type))
    return th.raise(E_TypeError, "super() argument 1 must be a type, not %s", type_name(th, c).c_str());
  Type* start = nullptr;
  if (self.u && self.u != kNone.u) {
    if (self.is(Kind::Type) && subtype(self.as<Type>(), c.as<Type>())) {
      start = self.as<Type>();
    } else if (subtype(type_of(th, self), c.as<Type>())) {
      start = type_of(th, self);
    } else {
      Owned k(get_attr_or_stop(th, self, th.name(n_class)));
      if (!k) return kAbsent;
      if (k.get().is(Kind::Type) && subtype(k.get().as<Type>(), c.as<Type>())) start = k.get().as<Type>();
    }
    if (!start) return th.raise(E_TypeError, "super(type, obj): obj must be an instance or subtype of type");
  }
  Super* s = make<Super>(th, Kind::Super);
  s->type = inc(c.as<Type>());
  s->self = start ? inc(self) : kNone;
  s->self_type = start ? inc(start) : nullptr;
  return of(s);
}
Value super_init(Thread&, Value*, int) {
  return kNone;  // __new__ has settled it
}
Value super_this(Thread&, Value v) {
  return of(inc(v.as<Super>()->type));
}
Value super_self(Thread&, Value v) {
  return inc(v.as<Super>()->self);
}
Value super_self_class(Thread&, Value v) {
  Type* t = v.as<Super>()->self_type;
  return t ? of(inc(t)) : kNone;
}
Value super_getattribute(Thread& th, Value* a, int) {
  Str* n;
  return name_arg(th, a[1], &n) ? get_attr_plain(th, a[0], n) : kAbsent;
}
Value super_get(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  if (a[1].u == kNone.u || a[0].as<Super>()->self_type) return inc(a[0]);
  Value args[2] = {of(a[0].as<Super>()->type), a[1]};
  return th.call(of(th.in.types[int(Kind::Super)]), args, 2);
}
const NativeDef kSuperMethods[] = {
    {"__new__", "(cls, type=..., object_or_type=..., /)", "", super_new, Rule::traced},
    {"__init__", "(self, type=..., object_or_type=..., /)", "", super_init, Rule::traced},
    {"__getattribute__", "(self, name, /)", "", super_getattribute, Rule::traced},
    {"__get__", "(self, instance, owner=None, /)", "", super_get, Rule::residual}};
const GetSetDef kSuperFields[] = {{"__thisclass__", super_this, nullptr, ""},
                                  {"__self__", super_self, nullptr, ""},
                                  {"__self_class__", super_self_class, nullptr, ""}};
}  // namespace

Value wrapper_names(Thread& th, Wrapper* w) {
  if (w->dict.u) return inc(w->dict);
  w->dict = of(dict(th));
  Owned keep(inc(w->dict)), f(inc(w->func));
  return take_over(th, f.get(), keep.get().as<Dict>()) ? keep.release() : kAbsent;
}
void init_descriptor_types(Interpreter& in) {
  auto add = [&](Kind k, std::span<const NativeDef> methods, std::span<const GetSetDef> fields) {
    add_methods(in, in.types[int(k)], methods);
    add_fields(in, in.types[int(k)], fields);
  };
  add(Kind::Property, kPropertyMethods, kPropertyFields);
  add(Kind::StaticMethod, kStaticMethods, kWrapperFields);
  add(Kind::ClassMethod, kClassMethods, kWrapperFields);
  add(Kind::Member, kMemberMethods, kMemberFields);
  add(Kind::TupleGetter, kTupleGetterMethods, kTupleGetterFields);
  add(Kind::GetSet, kGetSetMethods, kGetSetFields);
  add(Kind::Super, kSuperMethods, kSuperFields);
}
}  // namespace adder
