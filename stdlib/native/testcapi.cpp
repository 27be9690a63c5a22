// _testcapi: natives of every calling convention, free and in types, that give back what they received; and calls of any
// callable from C++. CPython has a module of that name for its tests; this one holds the part that concerns calls.
#include "interp/vm/import.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value triple(Thread& th, Value self, Value args_owned, Value keywords_owned = kAbsent) {
  Tuple* t = tuple(th, keywords_owned.u ? 3 : 2);
  t->items[0] = inc(self);
  t->items[1] = args_owned;
  if (keywords_owned.u) t->items[2] = keywords_owned;
  return of(t);
}
Value tuple_of(Thread& th, Value* items, int n) {
  Tuple* t = tuple(th, size_t(n));
  for (int i = 0; i < n; ++i) t->items[i] = inc(items[i]);
  return of(t);
}
// What CPython passes as self: the module, the instance, the class, or None for static methods.
enum class Self { module, first, none };
template <Self kind>
Value self_of(Thread& th, Value* a) {
  if (kind == Self::first) return a[0];
  Module* m = kind == Self::module ? find_module(th.in, intern(th.in, "_testcapi")) : nullptr;
  return m ? of(m) : kNone;
}
template <Self kind>
constexpr int kFirst = kind == Self::first ? 1 : 0;

template <Self kind>
Value meth_varargs(Thread& th, Value* a, int n) {  // [self,] *args
  return triple(th, self_of<kind>(th, a), tuple_of(th, a + kFirst<kind>, n - kFirst<kind>));
}
template <Self kind>
Value meth_keywords(Thread& th, Value* a, int n) {  // [self,] **kw, *args
  Value kw = a[kFirst<kind>];
  return triple(th, self_of<kind>(th, a), tuple_of(th, a + kFirst<kind> + 1, n - kFirst<kind> - 1),
                kw.as<Dict>()->used ? inc(kw) : kNone);
}
template <Self kind>
Value meth_o(Thread& th, Value* a, int) {
  return triple(th, self_of<kind>(th, a), inc(a[kFirst<kind>]));
}
template <Self kind>
Value meth_noargs(Thread& th, Value* a, int) {
  return inc(self_of<kind>(th, a));
}
#define CONVENTIONS(kind, self, flags)                                                                                 \
  {"meth_varargs", "(" self "*args)", "", meth_varargs<kind>, Rule::residual, nullptr, flags},                         \
      {"meth_varargs_keywords", "(" self "*args, **kw)", "", meth_keywords<kind>, Rule::residual, nullptr, flags},     \
      {"meth_o", "(" self "object, /)", "", meth_o<kind>, Rule::residual, nullptr, flags},                             \
      {"meth_noargs", sizeof(self) > 1 ? "(self, /)" : "()", "", meth_noargs<kind>, Rule::residual, nullptr, flags},   \
      {"meth_fastcall", "(" self "*args)", "", meth_varargs<kind>, Rule::residual, nullptr, flags}, {                  \
    "meth_fastcall_keywords", "(" self "*args, **kw)", "", meth_keywords<kind>, Rule::residual, nullptr, flags         \
  }

// The arguments of a call given as a tuple or None, and the names of the last ones.
Value call_with(Thread& th, Value function, Value args, Tuple* names) {
  if (args.u != kNone.u && !args.is(Kind::Tuple)) return th.raise(E_TypeError, "args must be None or a tuple");
  Tuple* t = args.is(Kind::Tuple) ? args.as<Tuple>() : nullptr;
  return th.call(function, t ? t->items : nullptr, t ? int(t->len) : 0, names && names->len ? names : nullptr);
}
Value fastcall(Thread& th, Value* a, int) {
  return call_with(th, a[0], a[1], nullptr);
}
Value vectorcall(Thread& th, Value* a, int) {
  if (a[2].u != kNone.u && !a[2].is(Kind::Tuple)) return th.raise(E_TypeError, "kwnames must be None or a tuple");
  return call_with(th, a[0], a[1], a[2].is(Kind::Tuple) ? a[2].as<Tuple>() : nullptr);
}
Value fastcalldict(Thread& th, Value* a, int) {
  if (a[2].u == kNone.u) return call_with(th, a[0], a[1], nullptr);
  if (!a[2].is(Kind::Dict)) return th.raise(E_TypeError, "kwnames must be None or a dict");
  std::vector<Value> all;
  if (a[1].is(Kind::Tuple)) all.assign(a[1].as<Tuple>()->items, a[1].as<Tuple>()->items + a[1].as<Tuple>()->len);
  Dict* d = a[2].as<Dict>();
  Ref<Tuple> names(tuple(th, d->used));
  uint32_t j = 0;
  for (uint32_t i = 0; i < d->filled; ++i) {
    if (!d->entries[i].key.u) continue;
    names->items[j++] = inc(d->entries[i].key);
    all.push_back(d->entries[i].val);
  }
  return th.call(a[0], all.data(), int(all.size()), d->used ? names.get() : nullptr);
}

Value instance_new(Thread& th, Value* a, int) {
  return of(instance(th, a[0].as<Type>()));
}
const NativeDef kInstance[] = {{"__new__", "(cls, /)", "", instance_new, Rule::residual},
                               CONVENTIONS(Self::first, "self, /, ", 0)};
const NativeDef kClass[] = {{"__new__", "(cls, /)", "", instance_new, Rule::residual},
                            CONVENTIONS(Self::first, "self, /, ", kClassMethod)};
const NativeDef kStatic[] = {{"__new__", "(cls, /)", "", instance_new, Rule::residual},
                             CONVENTIONS(Self::none, "", kStaticMethod)};
const NativeTypeDef kMethInstance = {"_testcapi.MethInstance", "Methods of every convention.", 8, kInstance};
const NativeTypeDef kMethClass = {"_testcapi.MethClass", "Class methods of every convention.", 8, kClass};
const NativeTypeDef kMethStatic = {"_testcapi.MethStatic", "Static methods of every convention.", 8, kStatic};

const NativeDef kFunctions[] = {
    CONVENTIONS(Self::module, "", 0),
    {"pyobject_fastcall", "(function, args, /)", "Call with a tuple of arguments.", fastcall, Rule::opaque},
    {"pyobject_fastcalldict", "(function, args, kwargs, /)", "Call with a dict of keywords.", fastcalldict, Rule::opaque},
    {"pyobject_vectorcall", "(function, args, kwnames, /)", "Call; the last arguments are named.", vectorcall, Rule::opaque},
    {"pyvectorcall_call", "(function, args, kwargs=None, /)", "Call with a dict of keywords.", fastcalldict, Rule::opaque},
};
bool init_testcapi(Thread& th, Module* m) {
  module_set(th.in, m, "MethInstance", of(inc(define_type(th.in, kMethInstance))));
  module_set(th.in, m, "MethClass", of(inc(define_type(th.in, kMethClass))));
  module_set(th.in, m, "MethStatic", of(inc(define_type(th.in, kMethStatic))));
  return true;
}

}  // namespace

const NativeModuleDef kTestCapiModule = {"_testcapi", "Natives for tests of calls.", kFunctions, init_testcapi};

}  // namespace adder::lib
