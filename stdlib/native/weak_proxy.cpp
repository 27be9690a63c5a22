// Proxies: every operation goes to the object, or raises ReferenceError once it is gone. Operands that are proxies stand for
// their objects, on either side.
#include "stdlib/native/weak_proxy.h"

#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

struct Proxy {
  Value ref = kAbsent;
};
void destroy_proxy(void* p) {
  Value ref = static_cast<Proxy*>(p)->ref;
  if (!ref.u) return;
  ref.as<WeakRef>()->outer = nullptr;
  dec(ref);
}
extern const NativeTypeDef kProxy, kCallableProxy;
Type* proxy_type(Thread& th, bool callable) {
  return native_type(th.in, callable ? kCallableProxy : kProxy);
}
bool is_proxy(Thread& th, Value v) {
  if (!v.is(Kind::Extension)) return false;
  Type* t = v.as<Instance>()->type();
  return t == proxy_type(th, false) || t == proxy_type(th, true);
}
// The object of a proxy, anything else as it is; new reference.
Value target(Thread& th, Value v) {
  if (!is_proxy(th, v)) return inc(v);
  WeakRef* w = payload<Proxy>(v)->ref.as<WeakRef>();
  if (w->target) return inc(of(w->target));
  return th.raise(E_ReferenceError, "weakly-referenced object no longer exists");
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
Value proxy_call(Thread& th, Value* a, int n) {  // (self, **kw, *args)
  Owned t(target(th, a[0]));
  if (!t) return kAbsent;
  std::vector<Value> args(a + 2, a + n);
  Dict* kw = a[1].as<Dict>();
  Ref<Tuple> names(kw->used ? tuple(th, kw->used) : nullptr);
  uint32_t j = 0;
  for (uint32_t i = 0; i < kw->filled; ++i) {
    if (!kw->entries[i].key.u) continue;
    names->items[j++] = inc(kw->entries[i].key);
    args.push_back(kw->entries[i].val);
  }
  return th.call(t.get(), args.data(), int(args.size()), names.get());
}
template <Name kMethod, int kArgs>
Value proxy_special(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  if (!t) return kAbsent;
  Value r = th.call_special(t.get(), kMethod, a + 1, kArgs);
  if (r.u != kStop.u) return r;
  return th.raise(E_TypeError, "'%s' object does not support this", type_name(th, t.get()).c_str());
}
Value proxy_next(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  if (!t) return kAbsent;
  if (!type_find(type_of(th.in, t.get()), th.name(n_next)).u)
    return th.raise(E_TypeError, "Weakref proxy referenced a non-iterator '%s' object", type_name(th, t.get()).c_str());
  return th.call_special(t.get(), n_next, nullptr, 0);
}
Value proxy_reversed(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  Value v = t.get();
  return t ? th.call(of(th.in.iter_types[int(IterKind::Reversed)]), &v, 1) : kAbsent;
}
Value proxy_length(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  int64_t n = t ? length(th, t.get()) : -1;
  return n < 0 ? kAbsent : integer(th, n);
}
Value proxy_contains(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  bool r;
  return t && contains_native(th, a[1], t.get(), &r) ? boolean(r) : kAbsent;
}
Value proxy_getitem(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t ? subscript_native(th, t.get(), a[1]) : kAbsent;
}
Value proxy_setitem(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t && set_subscript_native(th, t.get(), a[1], a[2]) ? kNone : kAbsent;
}
Value proxy_delitem(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t && set_subscript_native(th, t.get(), a[1], kAbsent) ? kNone : kAbsent;
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
Value proxy_bytes(Thread& th, Value* a, int) {
  Owned t(target(th, a[0]));
  return t ? th.call_method(t.get(), intern(th.in, "__bytes__"), nullptr, 0) : kAbsent;
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
template <int kKind, bool kSwap, bool kInplace>
Value proxy_binary(Thread& th, Value* a, int) {
  Owned x(target(th, a[kSwap]));
  Owned y(x ? target(th, a[!kSwap]) : kAbsent);
  return y ? binary_native(th, kKind, kInplace, x.get(), y.get()) : kAbsent;
}
template <Op kOp>
Value proxy_compare(Thread& th, Value* a, int) {
  Owned x(target(th, a[0]));
  Owned y(x ? target(th, a[1]) : kAbsent);
  return y ? compare_native(th, kOp, x.get(), y.get()) : kAbsent;
}
#define BINARY(name, kind)                                                                                  \
  {"__" name "__", "(self, value, /)", "", proxy_binary<kind, false, false>, Rule::traced},                 \
      {"__r" name "__", "(self, value, /)", "", proxy_binary<kind, true, false>, Rule::traced}, {           \
    "__i" name "__", "(self, value, /)", "", proxy_binary<kind, false, true>, Rule::traced                  \
  }
const NativeDef kProxyMethods[] = {
    {"__getattribute__", "(self, name, /)", "", proxy_getattr, Rule::traced},
    {"__setattr__", "(self, name, value, /)", "", proxy_setattr, Rule::traced},
    {"__delattr__", "(self, name, /)", "", proxy_delattr, Rule::traced},
    {"__repr__", "(self, /)", "", proxy_repr, Rule::residual},
    {"__str__", "(self, /)", "", proxy_str, Rule::residual},
    {"__bytes__", "(self, /)", "", proxy_bytes, Rule::residual},
    {"__bool__", "(self, /)", "", proxy_bool, Rule::traced},
    {"__len__", "(self, /)", "", proxy_length, Rule::traced},
    {"__iter__", "(self, /)", "", proxy_iter, Rule::traced},
    {"__next__", "(self, /)", "", proxy_next, Rule::traced},
    {"__reversed__", "(self, /)", "", proxy_reversed, Rule::traced},
    {"__contains__", "(self, key, /)", "", proxy_contains, Rule::traced},
    {"__getitem__", "(self, key, /)", "", proxy_getitem, Rule::traced},
    {"__setitem__", "(self, key, value, /)", "", proxy_setitem, Rule::traced},
    {"__delitem__", "(self, key, /)", "", proxy_delitem, Rule::traced},
    {"__neg__", "(self, /)", "", proxy_special<n_neg_, 0>, Rule::traced},
    {"__pos__", "(self, /)", "", proxy_special<n_pos_, 0>, Rule::traced},
    {"__invert__", "(self, /)", "", proxy_special<n_invert_, 0>, Rule::traced},
    {"__abs__", "(self, /)", "", proxy_special<n_abs, 0>, Rule::traced},
    {"__int__", "(self, /)", "", proxy_special<n_int, 0>, Rule::traced},
    {"__float__", "(self, /)", "", proxy_special<n_float, 0>, Rule::traced},
    {"__index__", "(self, /)", "", proxy_special<n_index, 0>, Rule::traced},
    {"__divmod__", "(self, value, /)", "", proxy_special<n_divmod, 1>, Rule::traced},
    {"__rdivmod__", "(self, value, /)", "", proxy_special<n_rdivmod, 1>, Rule::traced},
    BINARY("add", kAdd),
    BINARY("sub", kSub),
    BINARY("mul", kMul),
    BINARY("truediv", kDiv),
    BINARY("floordiv", kFdiv),
    BINARY("mod", kMod),
    BINARY("pow", kPow),
    BINARY("and", kAnd),
    BINARY("or", kOr),
    BINARY("xor", kXor),
    BINARY("lshift", kShl),
    BINARY("rshift", kShr),
    BINARY("matmul", kMatmul),
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

}  // namespace

Value new_proxy(Thread& th, Value* a, int) {
  if (is_proxy(th, a[0]))
    return th.raise(E_TypeError, "cannot create weak reference to '%s' object", type_name(th, a[0]).c_str());
  bool shared = a[1].u == kNone.u;
  if (shared && a[0].is_cell()) {  // proxies without a callback are one object
    auto it = th.in.weakrefs.find(a[0].cell());
    if (it != th.in.weakrefs.end())
      for (WeakRef* w = it->second; w && w->aux < 2; w = w->next)
        if (w->aux == 1) return of(inc(w->outer));
  }
  // a reference of its own, which is no plain one: with a callback for the moment
  Value args[2] = {a[0], shared ? kFalse : a[1]};
  Owned ref(th.call(of(th.in.types[int(Kind::WeakRef)]), args, 2));
  if (!ref) return kAbsent;
  bool callable = type_find(type_of(th.in, a[0]), th.name(n_call)).u != 0;
  Value self = of(instance(th, proxy_type(th, callable)));
  WeakRef* w = ref.get().as<WeakRef>();
  if (shared) {
    Cell* target = w->target;
    forget_target(w);
    w->target = target;
    w->callback = kNone;
    w->aux = 1;
    add_weakref(w);
  }
  w->outer = self.cell();
  payload<Proxy>(self)->ref = ref.release();
  return self;
}
void define_proxies(Thread& th, Module* m) {
  for (bool callable : {false, true}) {
    Type* t = define_type(th.in, callable ? kCallableProxy : kProxy);
    if (callable) add_methods(th.in, t, kCallMethods);
    type_set(t, th.name(n_hash), kNone);  // what it stands for may end
    module_set(th.in, m, callable ? "CallableProxyType" : "ProxyType", of(inc(t)));
  }
}

}  // namespace adder::lib
