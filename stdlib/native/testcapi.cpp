// _testcapi: natives of every calling convention, free and in types, that give back what they received; and calls of any
// callable from C++. CPython has a module of that name for its tests; this one holds the part that concerns calls,
// items of sequences and the bytes of floats.
#include <algorithm>
#include <cfloat>

#include "interp/vm/import.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/struct_format.h"

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
// A fault on purpose: a count that nobody gives back, for tests of --check-objects.
Value keep_forever(Thread&, Value* a, int) {
  inc(a[0]);
  return kNone;
}
#define CONVENTIONS(kind, self, flags)                                                                      \
  {"meth_varargs", "(" self "*args)", "", meth_varargs<kind>, Rule::residual, flags},                       \
      {"meth_varargs_keywords", "(" self "*args, **kw)", "", meth_keywords<kind>, Rule::residual, flags},   \
      {"meth_o", "(" self "object, /)", "", meth_o<kind>, Rule::residual, flags},                           \
      {"meth_noargs", sizeof(self) > 1 ? "(self, /)" : "()", "", meth_noargs<kind>, Rule::residual, flags}, \
      {"meth_fastcall", "(" self "*args)", "", meth_varargs<kind>, Rule::residual, flags}, {                \
    "meth_fastcall_keywords", "(" self "*args, **kw)", "", meth_keywords<kind>, Rule::residual, flags       \
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

// Items by position, without the meaning of negative ones.
Value sequence_getitem(Thread& th, Value* a, int) {
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  int64_t n = length(th, a[0]);
  if (n < 0) return kAbsent;
  if (at < 0 || at >= n) return th.raise(E_IndexError, "index out of range");
  return subscript_native(th, a[0], a[1]);
}
Value sequence_setitem(Thread& th, Value* a, int) {
  int64_t at;
  if (!to_index(th, a[1], &at)) return kAbsent;
  int64_t n = length(th, a[0]);
  if (n < 0) return kAbsent;
  if (at < 0 || at >= n) return th.raise(E_IndexError, "index out of range");
  return set_subscript_native(th, a[0], a[1], a[2]) ? kNone : kAbsent;
}
// Floats as struct packs them: by size 'e', 'f' or 'd'.
char float_code(int64_t size) {
  return size == 2 ? 'e' : size == 4 ? 'f' : size == 8 ? 'd' : 0;
}
Value float_pack(Thread& th, Value* a, int) {
  int64_t size;
  bool little;
  if (!to_index(th, a[0], &size) || !truth_native(th, a[2], &little)) return kAbsent;
  char code = float_code(size), data[8];
  if (!code) return th.raise(E_ValueError, "big must 2, 4 or 8");
  if (!pack_item(th, code, a[1], data)) return kAbsent;
  if (!little) std::reverse(data, data + size);
  return new_bytes(th, std::string_view(data, size_t(size)));
}
Value float_unpack(Thread& th, Value* a, int) {
  Buffer b;
  bool little;
  if (!get_buffer(th, a[0], &b) || !truth_native(th, a[1], &little)) return kAbsent;
  char code = float_code(int64_t(b.view.size())), data[8];
  if (!code) return th.raise(E_ValueError, "data length must 2, 4 or 8 bytes");
  std::copy(b.view.begin(), b.view.end(), data);
  if (!little) std::reverse(data, data + b.view.size());
  return unpack_item(th, code, data);
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
    {"keep_forever", "(object, /)", "Count one reference more than there are.", keep_forever, Rule::residual},
    {"pyobject_fastcall", "(function, args, /)", "Call with a tuple of arguments.", fastcall, Rule::opaque},
    {"pyobject_fastcalldict", "(function, args, kwargs, /)", "Call with a dict of keywords.", fastcalldict, Rule::opaque},
    {"pyobject_vectorcall", "(function, args, kwnames, /)", "Call; the last arguments are named.", vectorcall, Rule::opaque},
    {"sequence_getitem", "(object, index, /)", "The item at a position.", sequence_getitem, Rule::residual},
    {"sequence_setitem", "(object, index, value, /)", "Set the item at a position.", sequence_setitem, Rule::residual},
    {"float_pack", "(size, number, little, /)", "A float as bytes.", float_pack, Rule::residual},
    {"float_unpack", "(data, little, /)", "A float from bytes.", float_unpack, Rule::residual},
    {"pyvectorcall_call", "(function, args, kwargs=None, /)", "Call with a dict of keywords.", fastcalldict, Rule::opaque},
};
bool init_testcapi(Thread& th, Module* m) {
  module_set(th.in, m, "MethInstance", of(inc(define_type(th.in, kMethInstance))));
  module_set(th.in, m, "MethClass", of(inc(define_type(th.in, kMethClass))));
  module_set(th.in, m, "MethStatic", of(inc(define_type(th.in, kMethStatic))));
  const std::pair<const char*, double> limits[] = {
      {"FLT_MAX", FLT_MAX}, {"FLT_MIN", FLT_MIN}, {"DBL_MAX", DBL_MAX}, {"DBL_MIN", DBL_MIN}};
  for (auto& [name, value] : limits) module_set(th.in, m, name, real(value));
  return true;
}

}  // namespace

const NativeModuleDef kTestCapiModule = {"_testcapi", "Natives for tests of calls.", kFunctions, init_testcapi};

}  // namespace adder::lib
