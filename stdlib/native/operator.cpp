// The operators as functions, and itemgetter, attrgetter, methodcaller. `operator` (stdlib/py/operator.py) re-exports.
#include "interp/vm/containers.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

template <int kKind, bool kInplace>
Value operate(Thread& th, Value* a, int) {
  return binary_native(th, kKind, kInplace, a[0], a[1]);
}
template <Op kOp>
Value compare(Thread& th, Value* a, int) {
  return compare_native(th, kOp, a[0], a[1]);
}
template <Op kOp>
Value operate_unary(Thread& th, Value* a, int) {
  Value r = kAbsent;
  Out o = unary(th, kOp, a[0], 255, &r);
  if (o == kPushed) {
    th.fr->cont = Cont::Exit;
    return th.finish();
  }
  return o == kError ? kAbsent : r;
}
Value operator_not(Thread& th, Value* a, int) {
  bool t;
  return truth_native(th, a[0], &t) ? boolean(!t) : kAbsent;
}
Value operator_truth(Thread& th, Value* a, int) {
  bool t;
  return truth_native(th, a[0], &t) ? boolean(t) : kAbsent;
}
Value operator_is(Thread&, Value* a, int) {
  return boolean(a[0] == a[1]);
}
Value operator_is_not(Thread&, Value* a, int) {
  return boolean(!(a[0] == a[1]));
}
Value operator_contains(Thread& th, Value* a, int) {
  bool r;
  return contains_native(th, a[1], a[0], &r) ? boolean(r) : kAbsent;
}
Value operator_getitem(Thread& th, Value* a, int) {
  return subscript_native(th, a[0], a[1]);
}
Value operator_setitem(Thread& th, Value* a, int) {
  return set_subscript_native(th, a[0], a[1], a[2]) ? kNone : kAbsent;
}
Value operator_delitem(Thread& th, Value* a, int) {
  return set_subscript_native(th, a[0], a[1], kAbsent) ? kNone : kAbsent;
}
Value operator_index(Thread& th, Value* a, int) {
  return to_int_object(th, a[0]);
}
Value operator_length_hint(Thread& th, Value* a, int) {
  if (!is_intlike(unwrap(a[1])))
    return th.raise(E_TypeError, "'%s' object cannot be interpreted as an integer", type_name(th, a[1]).c_str());
  int64_t otherwise;
  if (!to_index(th, a[1], &otherwise)) return kAbsent;
  int64_t n = length_hint(th, a[0], otherwise);
  return n < 0 && th.pending.u ? kAbsent : integer(th, n);
}

// --- getters

struct Getter {
  Value names = kAbsent;     // a tuple of items, attribute names or (name, args, keywords)
  Value keywords = kAbsent;  // methodcaller: a dict
};
Getter* getter_of(Value v) {
  return payload<Getter>(v);
}
void destroy_getter(void* p) {
  dec(static_cast<Getter*>(p)->names);
  dec(static_cast<Getter*>(p)->keywords);
}
void traverse_getter(void* p, Visitor& v) {
  v.visit(static_cast<Getter*>(p)->names);
  v.visit(static_cast<Getter*>(p)->keywords);
}
void clear_getter(void* p) {
  put(static_cast<Getter*>(p)->names, kAbsent);
  put(static_cast<Getter*>(p)->keywords, kAbsent);
}
Value make_getter(Thread& th, Value cls, Value* items, int n, Value keywords) {
  Value self = of(instance(th, cls.as<Type>()));
  Tuple* t = tuple(th, size_t(n));
  for (int i = 0; i < n; ++i) t->items[i] = inc(items[i]);
  getter_of(self)->names = of(t);
  getter_of(self)->keywords = keywords.u ? inc(keywords) : kNone;
  return self;
}
// The results of all, one alone or as a tuple.
template <class Get>
Value get_all(Thread& th, Value self, Get get) {
  Tuple* names = getter_of(self)->names.as<Tuple>();
  if (names->len == 1) return get(names->items[0]);
  Ref<Tuple> out(tuple(th, names->len));
  for (uint32_t i = 0; i < names->len; ++i) {
    Value v = get(names->items[i]);
    if (!v.u) {
      for (; i < names->len; ++i) out->items[i] = kNone;
      return kAbsent;
    }
    out->items[i] = v;
  }
  return of(out.release());
}
Value itemgetter_new(Thread& th, Value* a, int n) {
  return make_getter(th, a[0], a + 1, n - 1, kAbsent);
}
Value itemgetter_call(Thread& th, Value* a, int) {
  return get_all(th, a[0], [&](Value k) { return subscript_native(th, a[1], k); });
}
Value attrgetter_new(Thread& th, Value* a, int n) {
  for (int i = 1; i < n; ++i)
    if (!is_str(unwrap(a[i]))) return th.raise(E_TypeError, "attribute name must be a string");
  return make_getter(th, a[0], a + 1, n - 1, kAbsent);
}
Value attrgetter_call(Thread& th, Value* a, int) {
  return get_all(th, a[0], [&](Value name) {
    std::string_view rest = sv(unwrap(name));
    Owned v(inc(a[1]));
    while (v) {
      size_t dot = rest.find('.');
      v = Owned(get_attr_native(th, v.get(), intern(th.in, rest.substr(0, dot))));
      if (dot == rest.npos) break;
      rest.remove_prefix(dot + 1);
    }
    return v.release();
  });
}
Value methodcaller_new(Thread& th, Value* a, int n) {
  // cls, keywords, *args
  if (n < 3) return th.raise(E_TypeError, "methodcaller needs at least one argument, the method name");
  if (!is_str(unwrap(a[2]))) return th.raise(E_TypeError, "method name must be a string");
  return make_getter(th, a[0], a + 2, n - 2, a[1]);
}
Value methodcaller_call(Thread& th, Value* a, int) {
  Getter* g = getter_of(a[0]);
  Tuple* names = g->names.as<Tuple>();
  Owned method(get_attr_native(th, a[1], intern(th.in, unwrap(names->items[0]).as<Str>())));
  if (!method) return kAbsent;
  std::vector<Value> args(names->items + 1, names->items + names->len);
  Ref<Tuple> kw;
  if (g->keywords.is(Kind::Dict) && g->keywords.as<Dict>()->used) {
    Dict* d = g->keywords.as<Dict>();
    kw = Ref<Tuple>(tuple(th, d->used));
    uint32_t k = 0;
    for (uint32_t i = 0; i < d->filled; ++i) {
      if (!d->entries[i].key.u) continue;
      kw->items[k++] = inc(d->entries[i].key);
      args.push_back(d->entries[i].val);
    }
  }
  return th.call(method.get(), args.data(), int(args.size()), kw.get());
}
Value getter_repr(Thread& th, Value* a, int) {
  std::string out = full_type_name(type_of(th.in, a[0])) + "(";
  Getter* g = getter_of(a[0]);
  Tuple* names = g->names.as<Tuple>();
  for (uint32_t i = 0; i < names->len; ++i) {
    if (i) out += ", ";
    if (!repr_of(th, names->items[i], &out)) return kAbsent;
  }
  if (g->keywords.is(Kind::Dict)) {
    Dict* d = g->keywords.as<Dict>();
    for (uint32_t i = 0; i < d->filled; ++i) {
      if (!d->entries[i].key.u) continue;
      out += ", " + std::string(sv(d->entries[i].key)) + "=";
      if (!repr_of(th, d->entries[i].val, &out)) return kAbsent;
    }
  }
  return new_str(th, out + ")");
}
Value getter_reduce(Thread& th, Value* a, int) {
  return pair(th, of(inc(type_of(th.in, a[0]))), inc(getter_of(a[0])->names));
}

// With keywords, functools.partial takes the name and them.
Value methodcaller_reduce(Thread& th, Value* a, int) {
  Getter* g = getter_of(a[0]);
  if (!g->keywords.is(Kind::Dict) || !g->keywords.as<Dict>()->used) return getter_reduce(th, a, 1);
  Owned module(import_module(th, intern(th.in, "functools"), kNone, 0));
  Owned partial(module ? get_attr_native(th, module.get(), intern(th.in, "partial")) : kAbsent);
  if (!partial) return kAbsent;
  const Tuple* names = g->names.as<Tuple>();
  std::vector<Value> args{of(type_of(th.in, a[0])), names->items[0]};
  Dict* d = g->keywords.as<Dict>();
  Ref<Tuple> kw(tuple(th, d->used));
  uint32_t k = 0;
  for (uint32_t i = 0; i < d->filled; ++i) {
    if (!d->entries[i].key.u) continue;
    kw->items[k++] = inc(d->entries[i].key);
    args.push_back(d->entries[i].val);
  }
  Owned made(th.call(partial.get(), args.data(), int(args.size()), kw.get()));
  if (!made) return kAbsent;
  Ref<Tuple> rest(tuple(th, names->len - 1));
  for (uint32_t i = 1; i < names->len; ++i) rest->items[i - 1] = inc(names->items[i]);
  return pair(th, made.release(), of(rest.release()));
}

const NativeDef kItemMethods[] = {
    {"__new__", "(cls, item, /, *items)", "", itemgetter_new, Rule::residual},
    {"__call__", "(self, obj, /)", "", itemgetter_call, Rule::traced},
    {"__repr__", "(self, /)", "", getter_repr, Rule::residual},
    {"__reduce__", "(self, /)", "", getter_reduce, Rule::residual},
};
const NativeDef kAttrMethods[] = {
    {"__new__", "(cls, attr, /, *attrs)", "", attrgetter_new, Rule::residual},
    {"__call__", "(self, obj, /)", "", attrgetter_call, Rule::traced},
    {"__repr__", "(self, /)", "", getter_repr, Rule::residual},
    {"__reduce__", "(self, /)", "", getter_reduce, Rule::residual},
};
const NativeDef kMethodMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", methodcaller_new, Rule::residual},
    {"__call__", "(self, obj, /)", "", methodcaller_call, Rule::traced},
    {"__repr__", "(self, /)", "", getter_repr, Rule::residual},
    {"__reduce__", "(self, /)", "", methodcaller_reduce, Rule::residual},
};
const NativeTypeDef kItemGetter = {"operator.itemgetter",
                                   "Fetches items of its operand.",
                                   sizeof(Getter),
                                   kItemMethods,
                                   {},
                                   destroy_getter,
                                   traverse_getter,
                                   clear_getter};
const NativeTypeDef kAttrGetter = {"operator.attrgetter",
                                   "Fetches attributes of its operand.",
                                   sizeof(Getter),
                                   kAttrMethods,
                                   {},
                                   destroy_getter,
                                   traverse_getter,
                                   clear_getter};
const NativeTypeDef kMethodCaller = {"operator.methodcaller",
                                     "Calls a method of its operand.",
                                     sizeof(Getter),
                                     kMethodMethods,
                                     {},
                                     destroy_getter,
                                     traverse_getter,
                                     clear_getter};

#define BINARY(name, kind, sign) \
  { name, "(a, b, /)", "Same as a " sign " b.", operate<kind, false>, Rule::traced }
#define INPLACE(name, kind, sign) \
  { name, "(a, b, /)", "Same as a " sign "= b.", operate<kind, true>, Rule::traced }
#define COMPARE(name, op, sign) \
  { name, "(a, b, /)", "Same as a " sign " b.", compare<op>, Rule::traced }

const NativeDef kFunctions[] = {
    BINARY("add", kAdd, "+"),
    BINARY("sub", kSub, "-"),
    BINARY("mul", kMul, "*"),
    BINARY("truediv", kDiv, "/"),
    BINARY("floordiv", kFdiv, "//"),
    BINARY("mod", kMod, "%"),
    BINARY("pow", kPow, "**"),
    BINARY("and_", kAnd, "&"),
    BINARY("or_", kOr, "|"),
    BINARY("xor", kXor, "^"),
    BINARY("lshift", kShl, "<<"),
    BINARY("rshift", kShr, ">>"),
    BINARY("matmul", kMatmul, "@"),
    BINARY("concat", kAdd, "+"),
    INPLACE("iadd", kAdd, "+"),
    INPLACE("isub", kSub, "-"),
    INPLACE("imul", kMul, "*"),
    INPLACE("itruediv", kDiv, "/"),
    INPLACE("ifloordiv", kFdiv, "//"),
    INPLACE("imod", kMod, "%"),
    INPLACE("ipow", kPow, "**"),
    INPLACE("iand", kAnd, "&"),
    INPLACE("ior", kOr, "|"),
    INPLACE("ixor", kXor, "^"),
    INPLACE("ilshift", kShl, "<<"),
    INPLACE("irshift", kShr, ">>"),
    INPLACE("imatmul", kMatmul, "@"),
    INPLACE("iconcat", kAdd, "+"),
    COMPARE("lt", LT, "<"),
    COMPARE("le", LE, "<="),
    COMPARE("gt", GT, ">"),
    COMPARE("ge", GE, ">="),
    COMPARE("eq", EQ, "=="),
    COMPARE("ne", NE, "!="),
    {"neg", "(a, /)", "Same as -a.", operate_unary<NEG>, Rule::traced},
    {"pos", "(a, /)", "Same as +a.", operate_unary<POS>, Rule::traced},
    {"invert", "(a, /)", "Same as ~a.", operate_unary<INVERT>, Rule::traced},
    {"inv", "(a, /)", "Same as ~a.", operate_unary<INVERT>, Rule::traced},
    {"not_", "(a, /)", "Same as not a.", operator_not, Rule::traced},
    {"truth", "(a, /)", "Is a true?", operator_truth, Rule::traced},
    {"is_", "(a, b, /)", "Same as a is b.", operator_is, Rule::pure},
    {"is_not", "(a, b, /)", "Same as a is not b.", operator_is_not, Rule::pure},
    {"contains", "(a, b, /)", "Same as b in a.", operator_contains, Rule::traced},
    {"getitem", "(a, b, /)", "Same as a[b].", operator_getitem, Rule::traced},
    {"setitem", "(a, b, c, /)", "Same as a[b] = c.", operator_setitem, Rule::traced},
    {"delitem", "(a, b, /)", "Same as del a[b].", operator_delitem, Rule::traced},
    {"index", "(a, /)", "a as an int.", operator_index, Rule::traced},
    {"length_hint", "(obj, default=0, /)", "About how many items there are.", operator_length_hint, Rule::traced},
};

bool init_operator(Thread& th, Module* m) {
  module_set(th.in, m, "itemgetter", of(inc(define_type(th.in, kItemGetter))));
  module_set(th.in, m, "attrgetter", of(inc(define_type(th.in, kAttrGetter))));
  module_set(th.in, m, "methodcaller", of(inc(define_type(th.in, kMethodCaller))));
  return true;
}

}  // namespace

int64_t length_hint(Thread& th, Value v, int64_t otherwise) {
  return hinted_length(th, v, otherwise);
}

const NativeModuleDef kOperatorModule = {"_operator", "Operators as functions.", kFunctions, init_operator};

}  // namespace adder::lib
