// What exists before any script: the namespace of builtins, the tables of the VM's own types.
#include "interp/vm/class_layout.h"
#include "interp/vm/import.h"
#include "interp/vm/thread.h"

namespace adder {
void init_core_types(Interpreter&);
void init_exceptions(Interpreter&);
void init_generators(Interpreter&);
void init_frames(Interpreter&);
void init_weakref_type(Interpreter&);

static Value f_build_class(Thread& th, Value* a, int) {
  return build_class(th, a[0], a[1].as<Str>(), a[2].as<Tuple>(), a[3].as<Dict>());
}
static const NativeDef kFunctions[] = {
    {"__build_class__", "(body, name, bases, keywords, /)", "Internal helper of the class statement.", f_build_class,
     Rule::opaque},
};
void init_builtins(Thread& th) {
  Interpreter& in = th.in;
  init_core_types(in);
  init_exceptions(in);
  init_generators(in);
  init_frames(in);
  init_weakref_type(in);
  Dict* b = in.builtins;
  auto type = [&](Type* t) { dict_set(b, t->name, of(inc(t))); };
  type(in.object_type);
  type(in.type_type);
  for (Kind k : {Kind::Int, Kind::Float, Kind::Bool, Kind::Complex, Kind::Str, Kind::Bytes, Kind::ByteArray,
                 Kind::Tuple, Kind::List, Kind::Dict, Kind::Set, Kind::FrozenSet, Kind::Range, Kind::Slice, Kind::Super,
                 Kind::Property, Kind::StaticMethod, Kind::ClassMethod})
    type(in.types[int(k)]);
  for (IterKind k : {IterKind::Reversed, IterKind::Enumerate, IterKind::Zip, IterKind::Map, IterKind::Filter})
    type(in.iter_types[int(k)]);
  for (Type* t : in.exc) type(t);
  type(in.group_type);
  dict_set(b, intern(in, "EnvironmentError"), of(inc(in.exc[E_OSError])));
  dict_set(b, intern(in, "IOError"), of(inc(in.exc[E_OSError])));
  dict_set(b, intern(in, "NotImplemented"), kNotImplemented);
  dict_set(b, intern(in, "Ellipsis"), kEllipsis);
  dict_set(b, intern(in, "__debug__"), kTrue);
  dict_set(b, in.names[n_name], of(intern(in, "builtins")));
  dict_set(b, in.names[n_doc], of(str(in, "What every program can use without an import.")));
  add_functions(in, b, kFunctions, of(intern(in, "builtins")));
  Module* m = module(in);
  m->dict = inc(b);
  dict_set(in.modules, intern(in, "builtins"), of(m));
}

// --- weakref ---
static Value weakref_new(Thread& th, Value* a, int) {
  Value target = a[1];
  Type* type = type_of(th, target);
  if (!target.is_cell() || !(type_find(type, intern(th.in, "__weakref__")).is(Kind::GetSet) || gives_weakrefs(type)))
    return th.raise(E_TypeError, "cannot create weak reference to '%s' object", type_name(th, target).c_str());
  Type* exact = th.in.types[int(Kind::WeakRef)];
  bool shared = a[2].u == kNone.u && a[0].u == of(exact).u;  // plain references without a callback are one object
  if (shared) {
    auto it = th.in.weakrefs.find(target.cell());
    if (it != th.in.weakrefs.end() && it->second->aux == 0) return of(inc(it->second));
  }
  WeakRef* w = make<WeakRef>(th, Kind::WeakRef);
  w->target = target.cell();
  w->callback = inc(a[2]);
  w->next = nullptr;
  w->hash = -1;
  w->outer = nullptr;
  w->aux = shared ? 0 : 2;
  add_weakref(w);
  return of(w);
}
static Value weakref_hash(Thread& th, Value* a, int) {
  int64_t h;
  return hash_of(th, a[0], &h) ? integer(th, h) : kAbsent;
}
template <bool kNegate>
static Value weakref_eq(Thread& th, Value* a, int) {
  Value other = unwrap(a[1]);
  if (!other.is(Kind::WeakRef)) return kNotImplemented;
  if (a[0].u != other.u && (!a[0].as<WeakRef>()->target || !other.as<WeakRef>()->target)) return boolean(kNegate);
  int r = equal(th, a[0], other);
  return r < 0 ? kAbsent : boolean((r == 1) != kNegate);
}
static Value weakref_init(Thread&, Value*, int) {
  return kNone;  // what it refers to is settled by __new__
}
static Value weakref_call(Thread&, Value* a, int) {
  WeakRef* w = a[0].as<WeakRef>();
  return w->target ? inc(of(w->target)) : kNone;
}
static Value weakref_callback(Thread&, Value v) {
  return v.as<WeakRef>()->target ? inc(v.as<WeakRef>()->callback) : kNone;
}
static const NativeDef kWeakMethods[] = {
    {"__new__", "(cls, object, callback=None, /)", "", weakref_new, Rule::residual},
    {"__init__", "(self, object, callback=None, /)", "", weakref_init, Rule::residual},
    {"__hash__", "(self, /)", "", weakref_hash, Rule::residual},
    {"__eq__", "(self, value, /)", "", weakref_eq<false>, Rule::residual},
    {"__ne__", "(self, value, /)", "", weakref_eq<true>, Rule::residual},
    {"__call__", "(self, /)", "", weakref_call, Rule::residual}};
static const GetSetDef kWeakFields[] = {{"__callback__", weakref_callback, nullptr, ""}};
void init_weakref_type(Interpreter& in) {
  add_methods(in, in.types[int(Kind::WeakRef)], kWeakMethods);
  add_fields(in, in.types[int(Kind::WeakRef)], kWeakFields);
}
}  // namespace adder
