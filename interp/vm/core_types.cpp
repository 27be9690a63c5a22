// Attributes and methods of the types that the VM itself is made of: object, type, functions, modules,
// cells. Descriptors stand in descriptor_types.cpp; what copy and pickle ask of object stands in the library.
#include <algorithm>

#include "interp/vm/attrs.h"
#include "interp/vm/class_bases.h"
#include "interp/vm/generic_alias.h"
#include "interp/vm/import.h"
#include "interp/vm/run_support.h"
#include "interp/vm/thread.h"
#include "interp/vm/type_docs.h"

namespace adder {
Value doc_of_type(Thread& th, Type* t);  // its __doc__, a new reference
Value type_instancecheck(Thread&, Value*, int);
Value type_subclasscheck(Thread&, Value*, int);
Value abstract_error(Thread&, Type*);
bool set_class(Thread&, Value v, Value c);  // change_class.cpp: the setter of __class__
void init_descriptor_types(Interpreter&);
namespace {
Value text(Thread& th, std::string_view s) {
  return of(str(th, s));
}

// --- object ---
Value object_new(Thread& th, Value* a, int n) {  // (cls, **kw, *args)
  Type* t = a[0].as<Type>();
  bool extra = n > 2 || a[1].as<Dict>()->used;
  if (extra) {
    Value nw = type_find(t, th.name(n_new)), init = type_find(t, th.name(n_init));
    bool own_new = !(nw.is(Kind::Native) && nw.as<Native>()->owner == th.in.object_type);
    bool own_init = !(init.is(Kind::Native) && init.as<Native>()->owner == th.in.object_type);
    if (own_new) return th.raise(E_TypeError, "object.__new__() takes exactly one argument (the type to instantiate)");
    if (!own_init) return th.raise(E_TypeError, "%s() takes no arguments", type_name(t).c_str());
  }
  if (t->tflags & kAbstract) {
    return abstract_error(th, t);
  }
  return of(instance(th, t));
}
Value object_init(Thread& th, Value* a, int n) {
  Type* t = type_of(th, a[0]);
  if (n > 2 || a[1].as<Dict>()->used) {
    Value nw = type_find(t, th.name(n_new)), init = type_find(t, th.name(n_init));
    const bool makes_none = t->inst_kind < Kind::Instance || (t->native && t->native->flags & kNoNew);
    bool own_new = makes_none || !(nw.is(Kind::Native) && nw.as<Native>()->owner == th.in.object_type);
    bool own_init = !(init.is(Kind::Native) && init.as<Native>()->owner == th.in.object_type);
    if (own_init)
      return th.raise(E_TypeError, "object.__init__() takes exactly one argument (the instance to initialize)");
    if (!own_new)
      return th.raise(E_TypeError, "%s.__init__() takes exactly one argument (the instance to initialize)",
                      t->name->data);
  }
  return kNone;
}
Value object_repr_method(Thread& th, Value* a, int) {
  return text(th, object_repr(th, a[0]));
}
Value object_str(Thread& th, Value* a, int) {
  std::string s;
  return repr_of(th, a[0], &s) ? text(th, s) : kAbsent;
}
Value object_format(Thread& th, Value* a, int) {
  if (!is_str(a[1]))
    return th.raise(E_TypeError, "__format__() argument must be str, not %s", argument_type_name(th, a[1]).c_str());
  if (a[1].as<Str>()->len)
    return th.raise(E_TypeError, "unsupported format string passed to %s.__format__", type_name(th, a[0]).c_str());
  std::string s;
  return str_of(th, a[0], &s) ? text(th, s) : kAbsent;
}
Value object_hash(Thread& th, Value* a, int) {
  uint64_t y = a[0].u;
  if (!a[0].is_cell() || a[0].cell()->kind < Kind::Func) {
    int64_t h;
    return hash_of(th, a[0], &h) ? integer(th, h) : kAbsent;
  }
  return integer(th, int64_t(y >> 4 | y << 60));
}
Value object_eq(Thread&, Value* a, int) {
  return a[0].u == a[1].u ? kTrue : kNotImplemented;
}
Value object_ne(Thread& th, Value* a, int) {
  Value f = type_find(type_of(th, a[0]), th.name(n_eq_));
  if (!f.u || f.u == kNone.u) return kNotImplemented;
  Owned r(th.call(f, a, 2));
  if (!r || r.get().u == kNotImplemented.u) return r.release();
  bool t;
  return truth_native(th, r.get(), &t) ? boolean(!t) : kAbsent;
}
Value object_order(Thread&, Value*, int) {
  return kNotImplemented;
}
Value object_getattribute(Thread& th, Value* a, int) {
  Str* n;
  return name_arg(th, a[1], &n) ? get_attr_plain(th, a[0], n) : kAbsent;
}
// object's methods would pass by what a type does when its attributes change.
bool plain_setattr_ok(Thread& th, Value o, const char* method) {
  if (!o.is(Kind::Type)) return true;
  th.raise(E_TypeError, "can't apply this %s to %s object", method, type_name(th, o).c_str());
  return false;
}
Value object_setattr(Thread& th, Value* a, int) {
  Str* n;
  if (!plain_setattr_ok(th, a[0], "__setattr__")) return kAbsent;
  return name_arg(th, a[1], &n) && set_attr_plain(th, a[0], n, a[2]) ? kNone : kAbsent;
}
Value object_delattr(Thread& th, Value* a, int) {
  Str* n;
  if (!plain_setattr_ok(th, a[0], "__delattr__")) return kAbsent;
  return name_arg(th, a[1], &n) && set_attr_plain(th, a[0], n, kAbsent) ? kNone : kAbsent;
}
Value object_init_subclass(Thread& th, Value* a, int) {
  (void)a;
  (void)th;
  return kNone;
}
Value object_subclasshook(Thread&, Value*, int) {
  return kNotImplemented;
}
Value object_sizeof(Thread& th, Value*, int) {
  return integer(th, 56);
}
void add_names(Thread& th, Dict* from, Dict* into) {
  for (uint32_t i = 0; i < from->filled; i++)
    if (is_str(from->entries[i].key)) dict_set(into, from->entries[i].key.as<Str>(), kNone);
  (void)th;
}
Value names_list(Thread& th, Dict* d) {
  List* l = list(th, d->used);
  for (uint32_t i = 0; i < d->filled; i++)
    if (d->entries[i].key.u) push(l, inc(d->entries[i].key));
  return of(l);
}
Value object_dir(Thread& th, Value* a, int) {
  Ref<Dict> d(dict(th));
  for (Type* t : type_of(th, a[0])->mro) add_names(th, t->dict, d.get());
  if (has_fields(a[0])) {
    Instance* i = a[0].as<Instance>();
    if (Dict* own = live_dict(th.in, i)) add_names(th, own, d.get());
    for (size_t k = 0; k < i->shape->names.size(); k++)
      if (i->slots[k].u && !is_hidden(i->shape->names[k])) dict_set(d.get(), i->shape->names[k], kNone);
    if (!(i->type()->tflags & kNoDict)) dict_set(d.get(), th.name(n_dict), kNone);
  } else {
    Value f = a[0].is(Kind::Method) ? a[0].as<Method>()->func : a[0];  // a bound method shows its function's attributes
    if (Dict* own = f.is(Kind::Func) ? func_attributes(f.as<Func>()) : nullptr) add_names(th, own, d.get());
  }
  return names_list(th, d.get());
}
Value get_class(Thread& th, Value v) {
  return of(inc(type_of(th, v)));
}
const NativeDef kObjectMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", object_new, Rule::residual},
    {"__init__", "(self, /, *args, **kwargs)", "", object_init, Rule::residual},
    {"__repr__", "(self, /)", "", object_repr_method, Rule::residual},
    {"__str__", "(self, /)", "", object_str, Rule::residual},
    {"__format__", "(self, format_spec, /)", "", object_format, Rule::residual},
    {"__hash__", "(self, /)", "", object_hash, Rule::residual},
    {"__eq__", "(self, value, /)", "", object_eq, Rule::residual},
    {"__ne__", "(self, value, /)", "", object_ne, Rule::residual},
    {"__lt__", "(self, value, /)", "", object_order, Rule::residual},
    {"__le__", "(self, value, /)", "", object_order, Rule::residual},
    {"__gt__", "(self, value, /)", "", object_order, Rule::residual},
    {"__ge__", "(self, value, /)", "", object_order, Rule::residual},
    {"__getattribute__", "(self, name, /)", "", object_getattribute, Rule::traced},
    {"__setattr__", "(self, name, value, /)", "", object_setattr, Rule::traced},
    {"__delattr__", "(self, name, /)", "", object_delattr, Rule::traced},
    {"__dir__", "(self, /)", "", object_dir, Rule::residual},
    {"__sizeof__", "(self, /)", "", object_sizeof, Rule::residual},
    {"__init_subclass__", "(cls, /)", "", object_init_subclass, Rule::residual, kClassMethod},
    {"__subclasshook__", "(cls, /, *args)", "", object_subclasshook, Rule::residual, kClassMethod},
};
const GetSetDef kObjectFields[] = {{"__class__", get_class, set_class, "the object's class"}};

// --- type ---
// The names of keywords as a tuple; their values go behind the arguments.
Tuple* keyword_names(Thread& th, Dict* kw, std::vector<Value>* args) {
  Tuple* names = tuple(th, kw->used);
  uint32_t j = 0;
  for (uint32_t i = 0; i < kw->filled; i++)
    if (kw->entries[i].key.u) {
      names->items[j++] = inc(kw->entries[i].key);
      args->push_back(kw->entries[i].val);
    }
  return names;
}
Value type_new(Thread& th, Value* a, int n) {  // (cls, **kw, *args)
  Type* meta = a[0].as<Type>();
  if (n - 2 == 1 && meta == th.in.type_type && !a[1].as<Dict>()->used) return of(inc(type_of(th, a[2])));
  if (n - 2 == 1 && meta == th.in.type_type) return th.raise(E_TypeError, "type() takes no keyword arguments");
  if (n - 2 != 3 && meta == th.in.type_type) return th.raise(E_TypeError, "type() takes 1 or 3 arguments");
  if (n - 2 != 3) return th.raise(E_TypeError, "type.__new__() takes exactly 3 arguments (%d given)", n - 2);
  Value name = unwrap(a[2]), bases = unwrap(a[3]), ns = unwrap(a[4]);
  if (!is_str(name))
    return th.raise(E_TypeError, "type.__new__() argument 1 must be str, not %s", argument_type_name(th, a[2]).c_str());
  if (!bases.is(Kind::Tuple))
    return th.raise(E_TypeError, "type.__new__() argument 2 must be tuple, not %s",
                    argument_type_name(th, a[3]).c_str());
  if (!ns.is(Kind::Dict))
    return th.raise(E_TypeError, "type.__new__() argument 3 must be dict, not %s",
                    argument_type_name(th, a[4]).c_str());
  Type* best = meta;
  bool classes = true;  // make_class() tells of other bases
  for (uint32_t i = 0; i < bases.as<Tuple>()->len; i++) classes &= bases.as<Tuple>()->items[i].is(Kind::Type);
  if (classes && !best_meta(th, &best, bases.as<Tuple>())) return kAbsent;
  if (best != meta) {  // a base's metaclass makes the class, if it has a way of its own
    Owned own(get_attr_native(th, of(best), th.name(n_new))), usual(get_attr_native(th, of(th.in.type_type), th.name(n_new)));
    if (!own || !usual) return kAbsent;
    if (own.get().u != usual.get().u) {
      std::vector<Value> args{of(best), a[2], a[3], a[4]};
      Ref<Tuple> names(keyword_names(th, a[1].as<Dict>(), &args));
      return th.call(own.get(), args.data(), int(args.size()), names.get());
    }
  }
  return make_class(th, meta, name.as<Str>(), bases.as<Tuple>(), ns, a[1].as<Dict>());
}
Value type_init(Thread& th, Value*, int n) {
  if (n - 2 != 1 && n - 2 != 3) return th.raise(E_TypeError, "type.__init__() takes 1 or 3 arguments");
  return kNone;
}
Value type_call(Thread& th, Value* a, int n) {  // (cls, **kw, *args)
  Dict* kw = a[1].as<Dict>();
  if (!kw->used) return construct_native(th, a[0].as<Type>(), a + 2, n - 2, nullptr);
  std::vector<Value> args(a + 2, a + n);
  Ref<Tuple> names(keyword_names(th, kw, &args));
  return construct_native(th, a[0].as<Type>(), args.data(), int(args.size()), names.get());
}
Value type_prepare(Thread& th, Value*, int) {
  return of(dict(th));
}
Value type_mro(Thread& th, Value* a, int) {
  std::vector<Type*> m;
  if (!mro_of(a[0].as<Type>(), &m))
    return th.raise(E_TypeError, "Cannot create a consistent method resolution order (MRO) for bases");
  List* l = list(th, m.size());
  for (Type* t : m) push(l, of(inc(t)));
  return of(l);
}
Value type_subclasses(Thread& th, Value* a, int) {
  List* l = list(th);
  for (Type* t : a[0].as<Type>()->subs) push(l, of(inc(t)));
  return of(l);
}
Value type_dir(Thread& th, Value* a, int) {
  Ref<Dict> d(dict(th));
  for (Type* t : a[0].as<Type>()->mro) add_names(th, t->dict, d.get());
  return names_list(th, d.get());
}
Value t_name(Thread&, Value v) {
  return of(inc(v.as<Type>()->name));
}
bool set_t_name(Thread& th, Value v, Value given) {
  Type* t = v.as<Type>();
  if (t->tflags & kImmutable)
    return th.raise(E_TypeError, "cannot set '__name__' attribute of immutable type '%s'", type_name(t).c_str()), false;
  Value s = given.u ? unwrap(given) : kAbsent;
  if (!given.u)
    return th.raise(E_TypeError, "cannot delete '__name__' attribute of immutable type '%s'", type_name(t).c_str()),
           false;
  if (!is_str(s))
    return th.raise(E_TypeError, "can only assign string to %s.__name__, not '%s'", type_name(t).c_str(),
                    type_name(th, given).c_str()),
           false;
  if (!class_name_ok(th, s)) return false;
  Str* old = t->name;
  t->name = inc(intern(th.in, s.as<Str>()));
  dec(old);
  return true;
}
Value t_qualname(Thread&, Value v) {
  return of(inc(v.as<Type>()->qualname));
}
bool set_t_qualname(Thread& th, Value v, Value s) {
  Type* t = v.as<Type>();
  if (t->tflags & kImmutable)
    return th.raise(E_TypeError, "cannot set '__qualname__' attribute of immutable type '%s'", type_name(t).c_str()),
           false;
  if (!s.u || !is_str(s))
    return th.raise(E_TypeError, "can only assign string to %s.__qualname__, not '%s'", type_name(t).c_str(),
                    s.u ? type_name(th, s).c_str() : "NULL"),
           false;
  Str* old = t->qualname;
  t->qualname = inc(intern(th.in, s.as<Str>()));
  dec(old);
  return true;
}
Value t_module(Thread& th, Value v) {
  Type* t = v.as<Type>();
  Value m = dict_get(t->dict, th.name(n_module));
  if (m.u && !(m.is(Kind::GetSet) && !(t->tflags & kHeapType))) return inc(m);  // that entry is for the objects
  return t->module ? of(inc(t->module)) : of(th.name(n_builtins) ? intern(th.in, "builtins") : nullptr);
}
bool set_t_dict_entry(Thread& th, Value v, Name n, Value x) {
  Type* t = v.as<Type>();
  if (t->tflags & kImmutable) {
    th.raise(E_TypeError, "cannot set '%s' attribute of immutable type '%s'", th.name(n)->data, type_name(t).c_str());
    return false;
  }
  type_set(t, th.name(n), x.u ? inc(x) : kAbsent);
  return true;
}
bool set_t_module(Thread& th, Value v, Value x) {
  if (!x.u)
    return th.raise(E_TypeError, "cannot delete '__module__' attribute of immutable type '%s'",
                    std::string(v.as<Type>()->name->sv()).c_str()),
           false;
  return set_t_dict_entry(th, v, n_module, x);
}
Value t_doc(Thread& th, Value v) {
  return doc_of_type(th, v.as<Type>());
}
bool set_t_doc(Thread& th, Value v, Value x) {
  return set_t_dict_entry(th, v, n_doc, x);
}
Value t_annotations(Thread& th, Value v) {
  Type* t = v.as<Type>();
  if (!(t->tflags & kHeapType))  // what the type may have of that name is for its objects
    return attribute_error(th, v, th.name(n_annotations),
                           "type object '" + std::string(t->name->sv()) + "' has no attribute '__annotations__'");
  Value d = dict_get(t->dict, th.name(n_annotations));
  if (d.u) return inc(d);
  Value fresh = of(dict(th));
  type_set(t, th.name(n_annotations), inc(fresh));
  return fresh;
}
bool set_t_annotations(Thread& th, Value v, Value x) {
  return set_t_dict_entry(th, v, n_annotations, x);
}
Value t_abstract(Thread& th, Value v) {
  Value d = dict_get(v.as<Type>()->dict, th.name(n_abstractmethods));
  if (d.is(Kind::GetSet)) d = kAbsent;  // type itself: that entry is this descriptor
  return d.u ? inc(d) : attribute_error(th, v, th.name(n_abstractmethods), "__abstractmethods__");
}
bool set_t_abstract(Thread& th, Value v, Value x) {
  Type* t = v.as<Type>();
  bool any = false;
  if (x.u && !truth_native(th, x, &any)) return false;
  if (!x.u && !dict_get(t->dict, th.name(n_abstractmethods)).u)
    return attribute_error(th, v, th.name(n_abstractmethods), "__abstractmethods__"), false;
  if (!set_t_dict_entry(th, v, n_abstractmethods, x)) return false;
  t->tflags = any ? t->tflags | kAbstract : t->tflags & ~uint32_t(kAbstract);
  return true;
}
Value t_mro(Thread& th, Value v) {
  auto& m = v.as<Type>()->mro;
  Tuple* t = tuple(th, m.size());
  for (size_t i = 0; i < m.size(); i++) t->items[i] = of(inc(m[i]));
  return of(t);
}
Value t_bases(Thread& th, Value v) {
  auto& m = v.as<Type>()->bases;
  Tuple* t = tuple(th, m.size());
  for (size_t i = 0; i < m.size(); i++) t->items[i] = of(inc(m[i]));
  return of(t);
}
Value t_base(Thread&, Value v) {
  Type* b = v.as<Type>()->base;
  return b ? of(inc(b)) : kNone;
}
Value t_dict(Thread& th, Value v) {
  MappingProxy* p = make<MappingProxy>(th, Kind::MappingProxy);
  p->mapping = of(inc(v.as<Type>()->dict));
  return of(p);
}
Value t_flags(Thread& th, Value v) {
  return integer(th, v.as<Type>()->tflags & kHeapType ? 1 << 9 | 1 << 10 : 1 << 10);
}
Value t_basicsize(Thread& th, Value) {
  return integer(th, 16);
}
Value t_zero(Thread& th, Value) {
  return integer(th, 0);
}
Value type_setattr(Thread& th, Value* a, int) {
  Str* n;
  return name_arg(th, a[1], &n) && set_attr_plain(th, a[0], n, a[2]) ? kNone : kAbsent;
}
Value type_delattr(Thread& th, Value* a, int) {
  Str* n;
  return name_arg(th, a[1], &n) && set_attr_plain(th, a[0], n, kAbsent) ? kNone : kAbsent;
}
// As repr() of a class whose metaclass says nothing else.
Value type_repr(Thread& th, Value* a, int) {
  return text(th, "<class '" + full_type_name(a[0].as<Type>()) + "'>");
}
const NativeDef kTypeMethods[] = {
    {"__repr__", "(self, /)", "", type_repr, Rule::pure},
    {"__new__", "(cls, /, *args, **kwargs)", "", type_new, Rule::opaque},
    {"__init__", "(self, /, *args, **kwargs)", "", type_init, Rule::residual},
    {"__call__", "(self, /, *args, **kwargs)", "", type_call, Rule::traced},
    {"__prepare__", "(cls, /, *args, **kwargs)", "", type_prepare, Rule::residual, kClassMethod},
    {"__instancecheck__", "(self, instance, /)", "", type_instancecheck, Rule::pure},
    {"__subclasscheck__", "(self, subclass, /)", "", type_subclasscheck, Rule::pure},
    {"mro", "(self, /)", "Return a type's method resolution order.", type_mro, Rule::residual},
    {"__subclasses__", "(self, /)", "", type_subclasses, Rule::residual},
    {"__or__", "(self, value, /)", "", type_or, Rule::residual},
    {"__ror__", "(self, value, /)", "", type_or, Rule::residual},
    {"__dir__", "(self, /)", "", type_dir, Rule::residual},
    {"__setattr__", "(self, name, value, /)", "", type_setattr, Rule::traced},
    {"__delattr__", "(self, name, /)", "", type_delattr, Rule::traced},
};
const GetSetDef kTypeFields[] = {
    {"__name__", t_name, set_t_name, ""},
    {"__qualname__", t_qualname, set_t_qualname, ""},
    {"__module__", t_module, set_t_module, ""},
    {"__doc__", t_doc, set_t_doc, ""},
    {"__annotations__", t_annotations, set_t_annotations, ""},
    {"__abstractmethods__", t_abstract, set_t_abstract, ""},
    {"__mro__", t_mro, nullptr, ""},
    {"__bases__", t_bases, set_type_bases, ""},
    {"__base__", t_base, nullptr, ""},
    {"__dict__", t_dict, nullptr, ""},
    {"__flags__", t_flags, nullptr, ""},
    {"__basicsize__", t_basicsize, nullptr, ""},
    {"__itemsize__", t_zero, nullptr, ""},
    {"__dictoffset__", t_zero, nullptr, ""},
};

// --- functions ---
Value f_name(Thread&, Value v) {
  return inc(v.as<Func>()->name);
}
bool set_f_name(Thread& th, Value v, Value s) {
  if (!s.u || !is_str(s)) return th.raise(E_TypeError, "__name__ must be set to a string object"), false;
  put(v.as<Func>()->name, inc(s));
  return true;
}
Value f_qualname(Thread&, Value v) {
  return inc(v.as<Func>()->qualname);
}
bool set_f_qualname(Thread& th, Value v, Value s) {
  if (!s.u || !is_str(s)) return th.raise(E_TypeError, "__qualname__ must be set to a string object"), false;
  put(v.as<Func>()->qualname, inc(s));
  return true;
}
Value f_dict(Thread& th, Value v) {
  return of(inc(make_func_attributes(th, v.as<Func>())));
}
bool set_f_dict(Thread& th, Value v, Value d) {
  if (!d.u) return th.raise(E_TypeError, "cannot delete __dict__"), false;
  if (!unwrap(d).is(Kind::Dict))
    return th.raise(E_TypeError, "__dict__ must be set to a dictionary, not a '%s'", type_name(th, d).c_str()), false;
  Func* f = v.as<Func>();
  put(f->dict.is(Kind::Tuple) ? f->dict.as<Tuple>()->items[0] : f->dict, inc(unwrap(d)));
  return true;
}
// __doc__, __module__ and __annotations__ once written
Value hidden_of(Thread& th, Func* f, const char* name) {
  Dict* d = func_hidden(f);
  return d ? dict_get(d, intern(th.in, name)) : kAbsent;
}
Value f_doc(Thread& th, Value v) {
  Func* f = v.as<Func>();
  Value d = hidden_of(th, f, "doc");
  if (d.u) return inc(d);
  return f->code->cflags & kHasDoc ? inc(ensure_body(f->code)->k[0]) : kNone;
}
bool set_f_doc(Thread& th, Value v, Value x) {
  dict_set(make_func_hidden(th, v.as<Func>()), intern(th.in, "doc"), x.u ? inc(x) : kNone);
  return true;
}
Value f_module(Thread& th, Value v) {
  Func* f = v.as<Func>();
  Value d = hidden_of(th, f, "module");
  if (d.u) return inc(d);
  d = dict_get(f->globals, th.name(n_name));
  return d.u ? inc(d) : kNone;
}
bool set_f_module(Thread& th, Value v, Value x) {
  dict_set(make_func_hidden(th, v.as<Func>()), intern(th.in, "module"), x.u ? inc(x) : kNone);
  return true;
}
Value f_annotations(Thread& th, Value v) {
  Func* f = v.as<Func>();
  Value d = hidden_of(th, f, "annotations");
  if (d.u) return inc(d);
  Value fresh = of(dict(th));
  dict_set(make_func_hidden(th, f), intern(th.in, "annotations"), inc(fresh));
  return fresh;
}
bool set_f_annotations(Thread& th, Value v, Value x) {
  if (x.u && x.u != kNone.u && !x.is(Kind::Dict))
    return th.raise(E_TypeError, "__annotations__ must be set to a dict object"), false;
  dict_set(make_func_hidden(th, v.as<Func>()), intern(th.in, "annotations"), x.is(Kind::Dict) ? inc(x) : of(dict(th)));
  return true;
}
Value f_code(Thread&, Value v) {
  return of(inc(v.as<Func>()->code));
}
// Before a function gets other code: what runs goes on with the old one. Frames point at it, so the function keeps it;
// generators that stand still ask their function, so they get one of their own. Only the code of a generator function
// needs the walk over the heap that finds them.
void keep_code(Thread& th, Func* f) {
  std::vector<Gen*> started;
  auto find = [&](Cell* c) {
    bool gen = c->kind == Kind::Gen || c->kind == Kind::Coroutine || c->kind == Kind::AsyncGen;
    if (gen && static_cast<Gen*>(c)->func == f && !static_cast<Gen*>(c)->done) started.push_back(static_cast<Gen*>(c));
  };
  if (f->code->cflags & (kGenerator | kCoroutine | kAsyncGen)) th.in.heap.each_cell(find);
  if (!started.empty()) {
    Func* old = make<Func>(th, Kind::Func, f->aux * 8);
    old->aux = f->aux;
    old->code = inc(f->code);
    old->globals = inc(f->globals);
    old->builtins = f->builtins ? inc(f->builtins) : nullptr;
    old->defaults = nullptr;
    old->kwdefaults = nullptr;
    old->name = inc(f->name);
    old->qualname = inc(f->qualname);
    old->dict = kAbsent;
    for (int i = 0; i < f->aux; i++) old->cells[i] = inc(f->cells[i]);
    for (Gen* g : started) {
      Frame* running = th.fr;
      if (g->running)
        while (running > th.frames && !((running->flags & kFrameGen) && running->gen == g)) running--;
      if (running == th.frames) continue;  // another thread is at it
      if (g->running) running->func = old;
      g->func = inc(old);
      dec(f);
    }
    dec(old);
  }
  Dict* hidden = make_func_hidden(th, f);
  Str* key = intern(th.in, "codes");
  Value codes = dict_get(hidden, key);
  if (!codes.u) dict_set(hidden, key, codes = of(dict(th)));
  const uint64_t address = reinterpret_cast<uint64_t>(f->code);
  Owned id(integer(th, int64_t(address)));
  dict_set(th, codes.as<Dict>(), id.get(), of(inc(f->code)));  // once, however often it is given
}
bool set_f_code(Thread& th, Value v, Value c) {
  Func* f = v.as<Func>();
  if (!c.u || !c.is(Kind::Code)) return th.raise(E_TypeError, "__code__ must be set to a code object"), false;
  if (c.as<Code>()->cells.size() != f->aux)
    return th.raise(E_ValueError, "%s() requires a code object with %d free vars, not %zu", sv(f->name).data(),
                    int(f->aux), c.as<Code>()->cells.size()),
           false;
  barrier(f, kWatchCode);
  keep_code(th, f);
  dec(f->code);
  f->code = inc(c.as<Code>());
  return true;
}
Value f_defaults(Thread&, Value v) {
  Tuple* t = v.as<Func>()->defaults;
  return t ? of(inc(t)) : kNone;
}
bool set_f_defaults(Thread& th, Value v, Value t) {
  if (t.u && t.u != kNone.u && !t.is(Kind::Tuple))
    return th.raise(E_TypeError, "__defaults__ must be set to a tuple object"), false;
  Func* f = v.as<Func>();
  barrier(f, kWatchDefaults);
  Tuple* old = f->defaults;
  f->defaults = t.is(Kind::Tuple) ? inc(t.as<Tuple>()) : nullptr;
  if (old) dec(old);
  return true;
}
Value f_kwdefaults(Thread&, Value v) {
  Dict* t = v.as<Func>()->kwdefaults;
  return t ? of(inc(t)) : kNone;
}
bool set_f_kwdefaults(Thread& th, Value v, Value t) {
  if (t.u && t.u != kNone.u && !t.is(Kind::Dict))
    return th.raise(E_TypeError, "__kwdefaults__ must be set to a dict object"), false;
  Func* f = v.as<Func>();
  barrier(f, kWatchDefaults);
  Dict* old = f->kwdefaults;
  f->kwdefaults = t.is(Kind::Dict) ? inc(t.as<Dict>()) : nullptr;
  if (old) dec(old);
  return true;
}
Value f_globals(Thread&, Value v) {
  return of(inc(v.as<Func>()->globals));
}
Value f_closure(Thread& th, Value v) {
  Func* f = v.as<Func>();
  if (!f->aux) return kNone;
  Tuple* t = tuple(th, f->aux);
  for (int i = 0; i < f->aux; i++) t->items[i] = of(inc(f->cells[i]));
  return of(t);
}
Value f_builtins(Thread& th, Value v) {
  Dict* others = v.as<Func>()->builtins;
  return of(inc(others ? others : th.builtins));
}
bool set_readonly(Thread& th, Value, Value) {
  th.raise(E_AttributeError, "readonly attribute");
  return false;
}
Value f_get(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  return a[1].u == kNone.u && a[2].u != of(th.in.types[int(Kind::None)]).u ? inc(a[0]) : bound(th, a[1], a[0]);
}
Value f_call(Thread& th, Value* a, int n) {  // (self, **kw, *args)
  Dict* kw = a[1].as<Dict>();
  std::vector<Value> args(a + 2, a + n);
  Ref<Tuple> names(kw->used ? tuple(th, kw->used) : nullptr);
  uint32_t j = 0;
  for (uint32_t i = 0; i < kw->filled; i++)
    if (kw->entries[i].key.u) {
      names->items[j++] = inc(kw->entries[i].key);
      args.push_back(kw->entries[i].val);
    }
  return th.call(a[0], args.data(), int(args.size()), names.get());
}
Value f_new(Thread& th, Value* a, int) {  // FunctionType(code, globals, name, argdefs, closure)
  if (!a[1].is(Kind::Code))
    return th.raise(E_TypeError, "function() argument 'code' must be code, not %s",
                    argument_type_name(th, a[1]).c_str());
  if (!a[2].is(Kind::Dict))
    return th.raise(E_TypeError, "function() argument 'globals' must be dict, not %s",
                    argument_type_name(th, a[2]).c_str());
  Code* c = a[1].as<Code>();
  size_t n = c->cells.size();
  size_t given = a[5].is(Kind::Tuple) ? a[5].as<Tuple>()->len : 0;
  if (n && !a[5].is(Kind::Tuple)) return th.raise(E_TypeError, "arg 5 (closure) must be tuple");
  if (n != given) return th.raise(E_ValueError, "%s requires closure of length %zu, not %zu", c->name->data, n, given);
  for (size_t i = 0; i < n; i++)
    if (Value cell = a[5].as<Tuple>()->items[i]; !cell.is(Kind::Cell))
      return th.raise(E_TypeError, "arg 5 (closure) expected cell, found %s", type_name(th, cell).c_str());
  Func* f = make<Func>(th, Kind::Func, n * 8);
  f->aux = uint16_t(n);
  f->code = inc(c);
  f->globals = inc(a[2].as<Dict>());
  const bool named = dict_find(f->globals, th.name(n_builtins)) >= 0;
  Dict* own = th.fr && th.fr->func ? th.fr->func->builtins : nullptr;  // of the caller
  f->builtins = named ? other_builtins(th, f->globals).release() : own ? inc(own) : nullptr;
  if (f->builtins) note_other_builtins(f);
  f->defaults = a[4].is(Kind::Tuple) ? inc(a[4].as<Tuple>()) : nullptr;
  f->kwdefaults = nullptr;
  f->name = is_str(a[3]) ? inc(a[3]) : of(inc(c->name));
  f->qualname = of(inc(c->qualname));
  f->dict = kAbsent;
  for (size_t i = 0; i < n; i++) f->cells[i] = inc(a[5].as<Tuple>()->items[i].as<CellVar>());
  return of(f);
}
const NativeDef kFuncMethods[] = {
    {"__new__", "(cls, code, globals, name=None, argdefs=None, closure=None)", "", f_new, Rule::residual},
    {"__get__", "(self, instance, owner=None, /)", "", f_get, Rule::residual},
    {"__call__", "(self, /, *args, **kwargs)", "", f_call, Rule::traced}};
const GetSetDef kFuncFields[] = {
    {"__name__", f_name, set_f_name, ""},
    {"__qualname__", f_qualname, set_f_qualname, ""},
    {"__dict__", f_dict, set_f_dict, ""},
    {"__doc__", f_doc, set_f_doc, ""},
    {"__module__", f_module, set_f_module, ""},
    {"__annotations__", f_annotations, set_f_annotations, ""},
    {"__code__", f_code, set_f_code, ""},
    {"__defaults__", f_defaults, set_f_defaults, ""},
    {"__kwdefaults__", f_kwdefaults, set_f_kwdefaults, ""},
    {"__globals__", f_globals, set_readonly, ""},
    {"__closure__", f_closure, set_readonly, ""},
    {"__builtins__", f_builtins, set_readonly, ""},
};
// natives, free or bound (a Method whose function is a Native), and class methods of built-in types
Native* native_of(Value v) {
  return v.is(Kind::Method)        ? v.as<Method>()->func.as<Native>()
         : v.is(Kind::ClassMethod) ? v.as<Wrapper>()->func.as<Native>()
                                   : v.as<Native>();
}
Value n_name_field(Thread& th, Value v) {
  return of(intern(th.in, native_of(v)->def->name));
}
Value n_qualname_field(Thread& th, Value v) {
  Native* n = native_of(v);
  if (!n->owner) return of(intern(th.in, n->def->name));
  const Type* t = n->owner;
  if (v.is(Kind::Method) && !is_slot(n)) {  // CPython names it by what it is bound to
    Value self = v.as<Method>()->self;
    t = self.is(Kind::Type) ? self.as<Type>() : type_of(th, self);
  }
  return text(th, std::string(t->qualname->sv()) + "." + n->def->name);
}
Value n_doc_field(Thread& th, Value v) {
  const char* d = native_of(v)->def->doc;
  return d && *d ? text(th, d) : kNone;
}
Value n_module_field(Thread& th, Value v) {
  Native* n = native_of(v);
  return n->module.u ? inc(n->module) : n->owner ? kNone : of(intern(th.in, "builtins"));
}
Value n_self_field(Thread& th, Value v) {
  if (v.is(Kind::Method)) return inc(v.as<Method>()->self);
  Native* n = v.as<Native>();
  if (n->owner) return of(inc(n->owner));  // __new__ and static methods
  Module* m = is_str(n->module) ? find_module(th.in, n->module.as<Str>()) : nullptr;
  return m ? of(inc(m)) : kNone;
}
Value n_signature(Thread& th, Value v) {
  return text(th, native_of(v)->def->signature);
}
Value n_objclass(Thread&, Value v) {
  return of(inc(native_of(v)->owner));
}
Value n_get_method(Thread& th, Value* a, int) {
  if (!asks_for_something(th, a)) return kAbsent;
  if (a[0].is(Kind::Method)) return inc(a[0]);
  if (a[0].is(Kind::ClassMethod))
    return bound(th, a[2].u != kNone.u ? a[2] : of(type_of(th, a[1])), a[0].as<Wrapper>()->func);
  if (a[1].u == kNone.u || !binds(a[0])) return inc(a[0]);
  const Native* n = a[0].as<Native>();
  return descriptor_applies(th, n->owner, n->def->name, a[1]) ? bound(th, a[1], a[0]) : kAbsent;
}
// A function of a module is found by its name, one that is bound or stands in a type by what it belongs to.
Value n_reduce(Thread& th, Value* a, int) {
  Value name = n_name_field(th, a[0]);
  if (a[0].is(Kind::Method)) return attribute_recipe(th, a[0].as<Method>()->self, name);
  const Native* n = a[0].as<Native>();
  return n->owner ? attribute_recipe(th, of(n->owner), name) : name;
}
// Of the objects that are found by their own name.
Value named_reduce(Thread& th, Value* a, int) {
  return of(intern(th.in, a[0].u == kEllipsis.u ? "Ellipsis" : "NotImplemented"));
}
const NativeDef kNamedMethods[] = {{"__reduce__", "(self, /)", "", named_reduce, Rule::pure}};
const NativeDef kReduceMethods[] = {{"__reduce__", "(self, /)", "What pickle needs.", n_reduce, Rule::residual}};
const NativeDef kNativeMethods[] = {{"__get__", "(self, instance, owner=None, /)", "", n_get_method, Rule::residual},
                                    {"__call__", "(self, /, *args, **kwargs)", "", f_call, Rule::traced}};
const GetSetDef kNativeFields[] = {{"__name__", n_name_field, nullptr, ""},
                                   {"__qualname__", n_qualname_field, nullptr, ""},
                                   {"__doc__", n_doc_field, nullptr, ""},
                                   {"__text_signature__", n_signature, nullptr, ""}};
const GetSetDef kFreeFields[] = {{"__module__", n_module_field, nullptr, ""}, {"__self__", n_self_field, nullptr, ""}};
const GetSetDef kDescriptorFields[] = {{"__objclass__", n_objclass, nullptr, ""}};
const GetSetDef kWrapperSelf[] = {{"__self__", n_self_field, nullptr, ""}, {"__objclass__", n_objclass, nullptr, ""}};
// bound methods
Value m_self(Thread&, Value v) {
  return inc(v.as<Method>()->self);
}
Value m_func(Thread&, Value v) {
  return inc(v.as<Method>()->func);
}
Value m_new(Thread& th, Value* a, int) {
  if (!is_callable(th.in, a[1])) return th.raise(E_TypeError, "first argument must be callable");
  if (a[2].u == kNone.u) return th.raise(E_TypeError, "instance must not be None");
  return bound(th, a[2], a[1]);
}
Value m_get(Thread& th, Value* a, int) {
  return asks_for_something(th, a) ? inc(a[0]) : kAbsent;
}
// Also of a bound method of a built-in type: its name, to be looked up in the object.
Value m_reduce(Thread& th, Value* a, int) {
  Owned name(get_attr_native(th, a[0].as<Method>()->func, th.name(n_name)));
  return name ? attribute_recipe(th, a[0].as<Method>()->self, name.release()) : kAbsent;
}
const NativeDef kMethodMethods[] = {{"__reduce__", "(self, /)", "What pickle needs.", m_reduce, Rule::residual},
                                    {"__new__", "(cls, function, instance, /)", "", m_new, Rule::residual},
                                    {"__get__", "(self, instance, owner=None, /)", "", m_get, Rule::residual},
                                    {"__call__", "(self, /, *args, **kwargs)", "", f_call, Rule::traced}};
const GetSetDef kMethodFields[] = {{"__self__", m_self, nullptr, ""}, {"__func__", m_func, nullptr, ""}};

// --- modules, cells ---
Value module_new(Thread& th, Value* a, int) {
  Value name = unwrap(a[1]);
  if (!is_str(name))
    return th.raise(E_TypeError, "module() argument 'name' must be str, not %s", argument_type_name(th, a[1]).c_str());
  Module* m = new_module(th, name.as<Str>());
  dict_set(m->dict, th.name(n_doc), inc(a[2]));
  return of(m);
}
Value module_dir(Thread& th, Value* a, int) {
  Dict* d = a[0].as<Module>()->dict;
  Value f = dict_get(d, th.name(n_dir));
  return f.u ? th.call(f, nullptr, 0) : names_list(th, d);
}
Value no_init(Thread&, Value*, int) {
  return kNone;
}
Value module_repr(Thread& th, Value* a, int) {
  std::string s;
  return repr_of(th, a[0], &s) ? text(th, s) : kAbsent;
}
const NativeDef kModuleMethods[] = {{"__new__", "(cls, name, doc=None)", "", module_new, Rule::residual},
                                    {"__repr__", "(self, /)", "", module_repr, Rule::residual},
                                    {"__init__", "(self, /, *args, **kwargs)", "", no_init, Rule::residual},
                                    {"__dir__", "(self, /)", "", module_dir, Rule::residual}};
Value module_annotations(Thread& th, Value v) {
  Dict* d = v.as<Module>()->dict;
  Value known = dict_get(d, th.name(n_annotations));
  if (known.u) return inc(known);
  Value fresh = of(dict(th));
  dict_set(d, th.name(n_annotations), inc(fresh));
  return fresh;
}
bool set_module_annotations(Thread& th, Value v, Value x) {
  Dict* d = v.as<Module>()->dict;
  barrier(d, th.name(n_annotations));
  if (x.u) return dict_set(d, th.name(n_annotations), inc(x)), true;
  return dict_del(d, th.name(n_annotations))
             ? true
             : (attribute_error(th, v, th.name(n_annotations), "__annotations__"), false);
}
const GetSetDef kModuleFields[] = {{"__annotations__", module_annotations, set_module_annotations, ""}};
Value cell_contents(Thread& th, Value v) {
  Value x = v.as<CellVar>()->v;
  return x.u ? inc(x) : th.raise(E_ValueError, "Cell is empty");
}
bool set_cell_contents(Thread&, Value v, Value x) {
  barrier(v.cell(), kWatchCell);
  put(v.as<CellVar>()->v, inc(x));
  return true;
}
Value cell_new(Thread& th, Value* a, int) {
  CellVar* c = make<CellVar>(th, Kind::Cell);
  c->v = inc(a[1]);
  return of(c);
}
const NativeDef kCellMethods[] = {{"__new__", "(cls, contents=..., /)", "", cell_new, Rule::residual}};
const GetSetDef kCellFields[] = {{"cell_contents", cell_contents, set_cell_contents, ""}};
Value proxy_new(Thread& th, Value* a, int) {
  if (!type_find(type_of(th, a[1]), th.name(n_getitem)).u || a[1].is(Kind::List) || a[1].is(Kind::Tuple))
    return th.raise(E_TypeError, "mappingproxy() argument must be a mapping, not %s", type_name(th, a[1]).c_str());
  MappingProxy* p = make<MappingProxy>(th, Kind::MappingProxy);
  p->mapping = inc(a[1]);
  return of(p);
}
template <const char* const* name>
Value proxy_call(Thread& th, Value* a, int n) {
  std::vector<Value> args;
  for (int i = 1; i < n; i++)
    if (a[i].u) args.push_back(a[i]);
  if (!th.native_stack_ok()) return kAbsent;
  return th.call_method(a[0].as<MappingProxy>()->mapping, intern(th.in, *name), args.data(), int(args.size()));
}
const char* const kGet = "get";
const char* const kKeys = "keys";
const char* const kValues = "values";
const char* const kItems = "items";
const char* const kCopy = "copy";
const NativeDef kProxyMethods[] = {
    {"__new__", "(cls, mapping, /)", "", proxy_new, Rule::residual},
    {"get", "(self, key, default=..., /)", "The value of a key, or a default.", proxy_call<&kGet>, Rule::residual},
    {"keys", "(self, /)", "The keys.", proxy_call<&kKeys>, Rule::residual},
    {"values", "(self, /)", "The values.", proxy_call<&kValues>, Rule::residual},
    {"items", "(self, /)", "(key, value) pairs.", proxy_call<&kItems>, Rule::residual},
    {"copy", "(self, /)", "A copy.", proxy_call<&kCopy>, Rule::residual}};
Value proxy_getitem(Thread& th, Value* a, int) {
  return subscript_native(th, a[0], a[1]);
}
Value proxy_len(Thread& th, Value* a, int) {
  int64_t n = length(th, a[0]);
  return n < 0 ? kAbsent : integer(th, n);
}
Value proxy_iter(Thread& th, Value* a, int) {
  return iter_native(th, a[0]);
}
Value proxy_contains(Thread& th, Value* a, int) {
  bool r;
  return contains_native(th, a[1], a[0], &r) ? boolean(r) : kAbsent;
}
Value behind_proxy(Value v) {
  while (v.is(Kind::MappingProxy)) v = v.as<MappingProxy>()->mapping;
  return v;
}
Value proxy_or(Thread& th, Value* a, int) {
  return binary_native(th, kOr, false, behind_proxy(a[0]), behind_proxy(a[1]));
}
Value proxy_ror(Thread& th, Value* a, int) {
  return binary_native(th, kOr, false, behind_proxy(a[1]), behind_proxy(a[0]));
}
Value proxy_ior(Thread& th, Value*, int) {
  return th.raise(E_TypeError, "'|=' is not supported by mappingproxy; use '|' instead");
}
Value proxy_reversed(Thread& th, Value* a, int) {
  Value m = behind_proxy(a[0]);
  return th.call(of(th.in.iter_types[int(IterKind::Reversed)]), &m, 1);
}
Value proxy_class_getitem(Thread& th, Value* a, int) {
  return make_alias(th, a[0], a[1]);
}
const NativeDef kProxySpecials[] = {
    {"__or__", "(self, value, /)", "", proxy_or, Rule::residual},
    {"__ror__", "(self, value, /)", "", proxy_ror, Rule::residual},
    {"__ior__", "(self, value, /)", "", proxy_ior, Rule::residual},
    {"__reversed__", "(self, /)", "", proxy_reversed, Rule::residual},
    {"__class_getitem__", "(cls, item, /)", "", proxy_class_getitem, Rule::residual, kClassMethod},
    {"__getitem__", "(self, key, /)", "", proxy_getitem, Rule::residual},
    {"__len__", "(self, /)", "", proxy_len, Rule::residual},
    {"__iter__", "(self, /)", "", proxy_iter, Rule::residual},
    {"__contains__", "(self, key, /)", "", proxy_contains, Rule::residual},
};
}  // namespace

bool name_arg(Thread& th, Value v, Str** out) {
  Value s = unwrap(v);
  if (!is_str(s)) {
    th.raise(E_TypeError, "attribute name must be string, not '%s'", type_name(th, v).c_str());
    return false;
  }
  *out = intern(th.in, s.as<Str>());
  return true;
}
Value doc_of_type(Thread& th, Type* t) {
  Value d = dict_get(t->dict, th.name(n_doc));
  if (!d.u || d.is(Kind::GetSet)) {  // the latter for types whose objects have texts of their own
    std::string_view said;
    if (!(t->tflags & kHeapType)) said = type_doc(t->name->sv());
    return said.empty() ? kNone : text(th, said);
  }
  if (d.is(Kind::ClassMethod) || (has_fields(d) && (d.as<Instance>()->type()->tflags & kHasGet))) {
    Value args[2] = {kNone, of(t)};
    return th.call_special(d, n_get, args, 2);
  }
  return inc(d);
}
bool is_callable(Interpreter& in, Value v) {
  if (!v.is_cell()) return false;
  switch (v.cell()->kind) {
    case Kind::Func:
    case Kind::Native:
    case Kind::Method:
    case Kind::Type:
    case Kind::StaticMethod:
    case Kind::GenericAlias:
    case Kind::WeakRef: return true;
    default: return type_find(type_of(in, v), in.names[n_call]).u != 0;
  }
}
Value call_descriptor(Thread& th, Value d, Value o) {
  if (!d.is_cell()) return d;
  switch (d.cell()->kind) {
    case Kind::Func: return bound(th, o, d);
    case Kind::Native: return binds(d) ? bound(th, o, d) : inc(d);
    case Kind::StaticMethod: return inc(d.as<Wrapper>()->func);
    case Kind::ClassMethod: return bound(th, of(type_of(th, o)), d.as<Wrapper>()->func);
    case Kind::Property:
      return d.as<Property>()->get.u == kNone.u ? property_error(th, d.as<Property>(), o, "getter")
                                                : th.call(d.as<Property>()->get, &o, 1);
    default: break;
  }
  if (!(type_of(th, d)->tflags & kHasGet)) return inc(d);
  Value args[2] = {o, of(type_of(th, o))};
  return th.call_special(d, n_get, args, 2);
}
// cls[k] of classes without __class_getitem__: list[int] and the like
Value class_subscript(Thread& th, Value o, Value k) {
  if (!o.is(Kind::Type)) return kStop;
  Type* t = o.as<Type>();
  Kind items = t->tflags & kHeapType ? t->payload_kind : t->inst_kind;  // a class derived from list has list's way
  switch (items) {
    case Kind::Type:
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict:
    case Kind::Set:
    case Kind::FrozenSet: return make_alias(th, o, k);
    default: return kStop;
  }
}
Func* make_func(Heap& h, Code* c, Dict* globals, Dict* builtins) {
  Func* f = make<Func>(h, Kind::Func);
  f->aux = 0;
  f->code = inc(c);
  f->globals = inc(globals);
  f->builtins = builtins ? inc(builtins) : nullptr;
  f->defaults = nullptr;
  f->kwdefaults = nullptr;
  f->name = of(inc(c->name));
  f->qualname = of(inc(c->qualname));
  f->dict = kAbsent;
  f->cells[0] = nullptr;
  if (builtins) note_other_builtins(f);
  return f;
}
void note_other_builtins(Func* f) {
  f->code->cflags |= kOtherBuiltins;
  f->globals->keys_version = heap_of(f).next_version();  // what caches know of the names is out of date
}
void init_core_types(Interpreter& in) {
  auto add = [&](Type* t, std::span<const NativeDef> m, std::span<const GetSetDef> f) {
    add_methods(in, t, m);
    add_fields(in, t, f);
  };
  auto kind = [&](Kind k) { return in.types[int(k)]; };
  add(in.object_type, kObjectMethods, kObjectFields);
  add(in.type_type, kTypeMethods, kTypeFields);
  init_generic_alias(in);
  add(kind(Kind::Func), kFuncMethods, kFuncFields);
  for (Type* t : {kind(Kind::Native), in.method_descriptor_type, in.wrapper_descriptor_type, in.method_wrapper_type,
                  in.classmethod_descriptor_type})
    add(t, kNativeMethods, kNativeFields);
  for (Type* t : {kind(Kind::Native), in.method_descriptor_type, in.wrapper_descriptor_type, in.method_wrapper_type})
    add_methods(in, t, kReduceMethods);
  for (Kind k : {Kind::Ellipsis, Kind::NotImplemented}) add_methods(in, kind(k), kNamedMethods);
  add_fields(in, kind(Kind::Native), kFreeFields);
  add_fields(in, in.method_wrapper_type, kWrapperSelf);
  for (Type* t : {in.method_descriptor_type, in.wrapper_descriptor_type, in.classmethod_descriptor_type})
    add_fields(in, t, kDescriptorFields);
  add(kind(Kind::Method), kMethodMethods, kMethodFields);
  init_descriptor_types(in);
  add(kind(Kind::Module), kModuleMethods, kModuleFields);
  add(kind(Kind::Cell), kCellMethods, kCellFields);
  add_methods(in, kind(Kind::MappingProxy), kProxyMethods);
  add_methods(in, kind(Kind::MappingProxy), kProxySpecials);
}
}  // namespace adder
