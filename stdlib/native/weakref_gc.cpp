// _weakref and gc.
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value weak_count(Thread& th, Value* a, int) {
  int64_t n = 0;
  if (a[0].is_cell()) {
    auto it = th.in.weakrefs.find(a[0].cell());
    if (it != th.in.weakrefs.end())
      for (WeakRef* w = it->second; w; w = w->next) ++n;
  }
  return integer49(n);
}
Value weak_list(Thread& th, Value* a, int) {
  List* l = list(th);
  if (a[0].is_cell()) {
    auto it = th.in.weakrefs.find(a[0].cell());
    if (it != th.in.weakrefs.end())
      for (WeakRef* w = it->second; w; w = w->next) push(l, of(inc(w)));
  }
  return of(l);
}

// --- proxies: every operation goes to the object, or raises ReferenceError once it is gone

struct Proxy {
  Value ref = kAbsent;
};
void destroy_proxy(void* p) {
  dec(static_cast<Proxy*>(p)->ref);
}
Value target(Thread& th, Value v) {
  WeakRef* w = payload<Proxy>(v)->ref.as<WeakRef>();
  if (w->target) return inc(of(w->target));
  return th.raise(E_ReferenceError, "weakly-referenced object no longer exists");
}
Value proxy_new(Thread& th, Value* a, int) {
  Value args[2] = {a[0], a[1]};
  Owned ref(th.call(of(th.in.types[int(Kind::WeakRef)]), args, a[1].u == kNone.u ? 1 : 2));
  if (!ref) return kAbsent;
  Value m = dict_get(th.in.modules, intern(th.in, "_weakref"));
  bool callable = type_find(type_of(th.in, a[0]), th.name(n_call)).u != 0;
  Type* t = dict_get(m.as<Module>()->dict, intern(th.in, callable ? "CallableProxyType" : "ProxyType")).as<Type>();
  Value self = of(instance(th, t));
  payload<Proxy>(self)->ref = ref.release();
  return self;
}
Value proxy_getattr(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t ? get_attr_native(th, t.get(), intern(th.in, a[1].as<Str>())) : kAbsent;
}
Value proxy_setattr(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t && set_attr_native(th, t.get(), intern(th.in, a[1].as<Str>()), a[2]) ? kNone : kAbsent;
}
Value proxy_delattr(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t && set_attr_native(th, t.get(), intern(th.in, a[1].as<Str>()), kAbsent) ? kNone : kAbsent;
}
Value proxy_call(Thread& th, Value* a, int n) {
  Owned t(target(th, a[0]));
  return t ? th.call(t.get(), a + 2, n - 2) : kAbsent;
}
template <Name kMethod, int kArgs>
Value proxy_special(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  if (!t) return kAbsent;
  Value r = th.call_special(t.get(), kMethod, a + 1, kArgs);
  if (r.u == kStop.u) return th.raise(E_TypeError, "'%s' object does not support this", type_name(th, t.get()).c_str());
  return r;
}
Value proxy_repr(Thread& th, Value* a, int) {
  WeakRef* w = payload<Proxy>(a[0])->ref.as<WeakRef>();
  char b[96];
  snprintf(b, sizeof b, "<weakproxy at %p to %.40s at %p>", static_cast<void*>(a[0].cell()),
           w->target ? type_name(th, of(w->target)).c_str() : "NoneType", static_cast<void*>(w->target));
  return new_str(th, b);
}
Value proxy_str(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  std::string out;
  return t && str_of(th, t.get(), &out) ? new_str(th, out) : kAbsent;
}
Value proxy_bool(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  bool r;
  return t && truth_native(th, t.get(), &r) ? boolean(r) : kAbsent;
}
Value proxy_iter(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t ? iter_native(th, t.get()) : kAbsent;
}
template <int kKind>
Value proxy_binary(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t ? binary_native(th, kKind, false, t.get(), a[1]) : kAbsent;
}
template <Op kOp>
Value proxy_compare(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t ? compare_native(th, kOp, t.get(), a[1]) : kAbsent;
}
const NativeDef kProxyMethods[] = {
    {"__getattribute__", "(self, name, /)", "", proxy_getattr, Rule::traced},
    {"__setattr__", "(self, name, value, /)", "", proxy_setattr, Rule::traced},
    {"__delattr__", "(self, name, /)", "", proxy_delattr, Rule::traced},
    {"__repr__", "(self, /)", "", proxy_repr, Rule::residual},
    {"__str__", "(self, /)", "", proxy_str, Rule::residual},
    {"__bool__", "(self, /)", "", proxy_bool, Rule::traced},
    {"__len__", "(self, /)", "", proxy_special<n_len, 0>, Rule::traced},
    {"__iter__", "(self, /)", "", proxy_iter, Rule::traced},
    {"__next__", "(self, /)", "", proxy_special<n_next, 0>, Rule::traced},
    {"__contains__", "(self, key, /)", "", proxy_special<n_contains, 1>, Rule::traced},
    {"__getitem__", "(self, key, /)", "", proxy_special<n_getitem, 1>, Rule::traced},
    {"__setitem__", "(self, key, value, /)", "", proxy_special<n_setitem, 2>, Rule::traced},
    {"__delitem__", "(self, key, /)", "", proxy_special<n_delitem, 1>, Rule::traced},
    {"__add__", "(self, value, /)", "", proxy_binary<kAdd>, Rule::traced},
    {"__sub__", "(self, value, /)", "", proxy_binary<kSub>, Rule::traced},
    {"__mul__", "(self, value, /)", "", proxy_binary<kMul>, Rule::traced},
    {"__truediv__", "(self, value, /)", "", proxy_binary<kDiv>, Rule::traced},
    {"__floordiv__", "(self, value, /)", "", proxy_binary<kFdiv>, Rule::traced},
    {"__mod__", "(self, value, /)", "", proxy_binary<kMod>, Rule::traced},
    {"__matmul__", "(self, value, /)", "", proxy_binary<kMatmul>, Rule::traced},
    {"__eq__", "(self, value, /)", "", proxy_compare<EQ>, Rule::traced},
    {"__ne__", "(self, value, /)", "", proxy_compare<NE>, Rule::traced},
    {"__lt__", "(self, value, /)", "", proxy_compare<LT>, Rule::traced},
    {"__le__", "(self, value, /)", "", proxy_compare<LE>, Rule::traced},
    {"__gt__", "(self, value, /)", "", proxy_compare<GT>, Rule::traced},
    {"__ge__", "(self, value, /)", "", proxy_compare<GE>, Rule::traced},
};
const NativeDef kCallMethods[] = {{"__call__", "(self, /, *args, **kwargs)", "", proxy_call, Rule::traced}};
const NativeTypeDef kProxy = {"weakref.ProxyType",
                              "",
                              sizeof(Proxy),
                              kProxyMethods,
                              {},
                              destroy_proxy,
                              nullptr,
                              nullptr,
                              kNoSubclass | kNoAttributes | kNoNew};
const NativeTypeDef kCallableProxy = {
    "weakref.CallableProxyType",         "", sizeof(Proxy), kProxyMethods, {}, destroy_proxy, nullptr, nullptr,
    kNoSubclass | kNoAttributes | kNoNew};

const NativeDef kWeakFunctions[] = {
    {"getweakrefcount", "(object, /)", "The number of weak references.", weak_count, Rule::residual},
    {"getweakrefs", "(object, /)", "The weak references.", weak_list, Rule::residual},
    {"proxy", "(object, callback=None, /)", "A proxy that holds the object weakly.", proxy_new, Rule::residual},
};
bool init_weakref(Thread& th, Module* m) {
  Type* t = th.in.types[int(Kind::WeakRef)];
  module_set(th.in, m, "ref", of(inc(t)));
  module_set(th.in, m, "ReferenceType", of(inc(t)));
  module_set(th.in, m, "ProxyType", of(inc(define_type(th.in, kProxy))));
  Type* callable = define_type(th.in, kCallableProxy);
  add_methods(th.in, callable, kCallMethods);
  module_set(th.in, m, "CallableProxyType", of(inc(callable)));
  return true;
}

// --- gc

Value gc_collect(Thread& th, Value*, int) {
  return integer(th, int64_t(collect_cycles(th)));
}
Value gc_enable(Thread& th, Value*, int) {
  th.in.gc_enabled = true;
  return kNone;
}
Value gc_disable(Thread& th, Value*, int) {
  th.in.gc_enabled = false;
  return kNone;
}
Value gc_isenabled(Thread& th, Value*, int) {
  return boolean(th.in.gc_enabled);
}
Value gc_nothing(Thread&, Value*, int) {
  return kNone;
}
Value gc_count(Thread& th, Value*, int) {
  Tuple* t = tuple(th, 3);
  for (int i = 0; i < 3; ++i) t->items[i] = integer49(0);
  return of(t);
}
Value gc_threshold(Thread& th, Value*, int) {
  Tuple* t = tuple(th, 3);
  t->items[0] = integer49(700);
  t->items[1] = integer49(10);
  t->items[2] = integer49(10);
  return of(t);
}
Value gc_zero(Thread&, Value*, int) {
  return integer49(0);
}
bool is_container(Value v) {
  static constexpr bool kContainer[] = {
#define X(name, text, container) container != 0,
#include "interp/objects/kinds.def"
#undef X
  };
  return v.is_cell() && kContainer[int(v.cell()->kind)];
}
Value gc_is_tracked(Thread&, Value* a, int) {
  return boolean(is_container(a[0]));
}
Value gc_objects(Thread& th, Value*, int) {
  std::vector<Cell*> cells;
  th.in.heap.each_cell([&](Cell* c) {
    if (is_container(of(c))) cells.push_back(c);
  });
  List* l = list(th, cells.size());
  for (Cell* c : cells) push(l, of(inc(c)));
  return of(l);
}
Value gc_referents(Thread& th, Value* a, int n) {
  struct Collect : Visitor {
    List* out;
    void visit(Value v) override {
      if (v.is_cell()) push(out, inc(v));
    }
  } visitor;
  Ref<List> l(list(th));
  visitor.out = l.get();
  for (int i = 0; i < n; ++i)
    if (a[i].is_cell()) traverse(a[i].cell(), visitor);
  return of(l.release());
}
Value gc_referrers(Thread& th, Value* a, int n) {
  struct Find : Visitor {
    Value* targets;
    int n;
    bool found;
    void visit(Value v) override {
      for (int i = 0; i < n; ++i) found |= v == targets[i];
    }
  } visitor;
  visitor.targets = a;
  visitor.n = n;
  std::vector<Cell*> cells;
  th.in.heap.each_cell([&](Cell* c) {
    if (!is_container(of(c))) return;
    visitor.found = false;
    traverse(c, visitor);
    if (visitor.found) cells.push_back(c);
  });
  List* l = list(th, cells.size());
  for (Cell* c : cells) push(l, of(inc(c)));
  return of(l);
}
const NativeDef kGcFunctions[] = {
    {"collect", "(generation=2)", "Find and free cycles; the number of objects freed.", gc_collect, Rule::opaque},
    {"enable", "()", "Let collections run by themselves.", gc_enable, Rule::residual},
    {"disable", "()", "Collect only on request.", gc_disable, Rule::residual},
    {"isenabled", "()", "", gc_isenabled, Rule::residual},
    {"freeze", "()", "", gc_nothing, Rule::residual},
    {"unfreeze", "()", "", gc_nothing, Rule::residual},
    {"get_freeze_count", "()", "", gc_zero, Rule::residual},
    {"get_count", "()", "", gc_count, Rule::residual},
    {"get_threshold", "()", "", gc_threshold, Rule::residual},
    {"set_threshold", "(threshold0, threshold1=10, threshold2=10, /)", "", gc_nothing, Rule::residual},
    {"get_debug", "()", "", gc_zero, Rule::residual},
    {"set_debug", "(flags, /)", "", gc_nothing, Rule::residual},
    {"is_tracked", "(obj, /)", "Can the collector reach it?", gc_is_tracked, Rule::residual},
    {"get_objects", "(generation=None)", "All containers.", gc_objects, Rule::opaque},
    {"get_referents", "(*objs)", "What the objects refer to.", gc_referents, Rule::opaque},
    {"get_referrers", "(*objs)", "What refers to any of the objects.", gc_referrers, Rule::opaque},
};
bool init_gc(Thread& th, Module* m) {
  module_set(th.in, m, "garbage", of(list(th)));
  module_set(th.in, m, "callbacks", of(list(th)));
  module_set(th.in, m, "DEBUG_STATS", integer49(1));
  module_set(th.in, m, "DEBUG_COLLECTABLE", integer49(2));
  module_set(th.in, m, "DEBUG_UNCOLLECTABLE", integer49(4));
  module_set(th.in, m, "DEBUG_SAVEALL", integer49(32));
  module_set(th.in, m, "DEBUG_LEAK", integer49(38));
  return true;
}

}  // namespace

const NativeModuleDef kWeakrefModule = {"_weakref", "Weak references.", kWeakFunctions, init_weakref};
const NativeModuleDef kGcModule = {"gc", "The cycle collector.", kGcFunctions, init_gc};

}  // namespace adder::lib
