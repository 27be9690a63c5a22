#include "interp/vm/generic_alias.h"

#include "interp/vm/attrs.h"

namespace adder {
namespace {
// --- parameters: the type variables among arguments, in order, each once ---
bool has_substitution(Thread& th, Value arg, Owned* method) {  // false with nothing pending: it is no type variable
  if (arg.is(Kind::Type)) return false;
  *method = Owned(get_attr_or_stop(th, arg, intern(th.in, "__typing_subst__")));
  return *method && method->get().u != kStop.u;
}
bool own_parameters(Thread& th, Value arg, Owned* out) {  // a tuple, perhaps empty; false: an exception
  *out = Owned(of(tuple(th, 0)));
  if (arg.is(Kind::Type)) return true;
  Owned p(get_attr_or_stop(th, arg, intern(th.in, "__parameters__")));
  if (!p) return false;
  if (p.get().is(Kind::Tuple)) *out = p;
  return true;
}
Value parameters_of(Thread& th, Tuple* args) {
  if (!th.native_stack_ok()) return kAbsent;
  std::vector<Owned> found;
  auto add = [&](Value v) {
    for (const Owned& o : found)
      if (o.get().u == v.u) return;
    found.emplace_back(inc(v));
  };
  for (uint32_t i = 0; i < args->len; i++) {
    Owned method;
    if (has_substitution(th, args->items[i], &method)) {
      add(args->items[i]);
      continue;
    }
    Owned own;
    if (th.pending.u || !own_parameters(th, args->items[i], &own)) return kAbsent;
    for (uint32_t k = 0; k < own.get().as<Tuple>()->len; k++) add(own.get().as<Tuple>()->items[k]);
  }
  Tuple* t = tuple(th, found.size());
  for (size_t i = 0; i < found.size(); i++) t->items[i] = found[i].release();
  return of(t);
}
// True or a tuple in an attribute that only typing's own forms have; false: it has none, or an exception is pending.
bool marked(Thread& th, Value v, const char* name, Owned* out) {
  if (v.is(Kind::Type)) return false;
  *out = Owned(get_attr_or_stop(th, v, intern(th.in, name)));
  return *out && (out->get().u == kTrue.u || out->get().is(Kind::Tuple));
}
// The items with unpacked tuples of known lengths written out.
Value unpack_items(Thread& th, Tuple* items) {
  std::vector<Owned> out;
  for (uint32_t i = 0; i < items->len; i++) {
    Owned inner;
    bool given = marked(th, items->items[i], "__typing_unpacked_tuple_args__", &inner);
    if (th.pending.u) return kAbsent;
    if (!given || !inner.get().is(Kind::Tuple)) {
      out.emplace_back(inc(items->items[i]));
      continue;
    }
    Tuple* t = inner.get().as<Tuple>();
    if (t->len && t->items[t->len - 1].u == kEllipsis.u)
      out.emplace_back(inc(items->items[i]));
    else
      for (uint32_t k = 0; k < t->len; k++) out.emplace_back(inc(t->items[k]));
  }
  Tuple* t = tuple(th, out.size());
  for (size_t i = 0; i < out.size(); i++) t->items[i] = out[i].release();
  return of(t);
}
// The arguments with `item` in the places of the parameters: an owned tuple.
Value substitute(Thread& th, Value self, Tuple* args, Tuple* parameters, Value item) {
  if (!th.native_stack_ok()) return kAbsent;
  std::string text;
  if (!parameters->len) {
    if (!repr_of(th, self, &text)) return kAbsent;
    return th.raise_text(th.type(E_TypeError), text + " is not a generic class");
  }
  Owned given(item.is(Kind::Tuple) ? inc(item) : kAbsent);
  if (!given) {
    Tuple* one = tuple(th, 1);
    one->items[0] = inc(item);
    given = Owned(of(one));
  }
  given = Owned(unpack_items(th, given.get().as<Tuple>()));
  if (!given) return kAbsent;
  for (uint32_t i = 0; i < parameters->len; i++) {  // type variables may want the items in another form
    Owned prepare(get_attr_or_stop(th, parameters->items[i], intern(th.in, "__typing_prepare_subst__")));
    if (!prepare) return kAbsent;
    if (prepare.get().u == kStop.u) continue;
    Value a[2] = {self, given.get()};
    given = Owned(th.call(prepare.get(), a, 2));
    if (!given) return kAbsent;
    if (!given.get().is(Kind::Tuple)) return th.raise(E_TypeError, "__typing_prepare_subst__ must return a tuple");
  }
  Tuple* items = given.get().as<Tuple>();
  if (items->len != parameters->len) {
    if (!repr_of(th, self, &text)) return kAbsent;
    return th.raise_text(th.type(E_TypeError), std::string("Too ") + (items->len > parameters->len ? "many" : "few") +
                                                   " arguments for " + text + "; actual " + std::to_string(items->len) +
                                                   ", expected " + std::to_string(parameters->len));
  }
  auto value_of = [&](Value parameter) {
    for (uint32_t i = 0; i < parameters->len; i++)
      if (parameters->items[i].u == parameter.u) return items->items[i];
    return parameter;
  };
  std::vector<Owned> out;
  for (uint32_t i = 0; i < args->len; i++) {
    Value arg = args->items[i];
    Owned method, own;
    if (has_substitution(th, arg, &method)) {
      Value v = value_of(arg);
      out.emplace_back(th.call(method.get(), &v, 1));
      if (!out.back()) return kAbsent;
      continue;
    }
    if (th.pending.u || !own_parameters(th, arg, &own)) return kAbsent;
    Tuple* inner = own.get().as<Tuple>();
    if (!inner->len) {
      out.emplace_back(inc(arg));
      continue;
    }
    std::vector<Owned> values;
    for (uint32_t k = 0; k < inner->len; k++) {
      Value v = value_of(inner->items[k]);
      if (!v.is(Kind::Tuple) || !type_find(type_of(th.in, inner->items[k]), th.name(n_iter)).u) {
        values.emplace_back(inc(v));
        continue;
      }
      Tuple* several = v.as<Tuple>();  // of a TypeVarTuple
      for (uint32_t n = 0; n < several->len; n++) values.emplace_back(inc(several->items[n]));
    }
    const bool single = values.size() == 1;
    Owned key(single ? values[0].release() : of(tuple(th, values.size())));
    if (!single)
      for (size_t n = 0; n < values.size(); n++) key.get().as<Tuple>()->items[n] = values[n].release();
    Owned spread, made;
    bool spreads = marked(th, arg, "__typing_is_unpacked_typevartuple__", &spread);
    if (!th.pending.u) made = Owned(subscript_native(th, arg, key.get()));
    if (!made) return kAbsent;
    if (spreads && made.get().is(Kind::Tuple))
      for (uint32_t n = 0; n < made.get().as<Tuple>()->len; n++) out.emplace_back(inc(made.get().as<Tuple>()->items[n]));
    else if (spreads && single)
      out.push_back(std::move(key));
    else
      out.push_back(std::move(made));
  }
  Tuple* t = tuple(th, out.size());
  for (size_t i = 0; i < out.size(); i++) t->items[i] = out[i].release();
  return of(t);
}

// --- int | str ---
Value union_of(Thread& th, Value a, Value b) {
  auto ok = [](Value v) { return v.u == kNone.u || v.is(Kind::Type) || v.is(Kind::GenericAlias) || v.is(Kind::Union); };
  if (!ok(a) || !ok(b)) return kNotImplemented;
  std::vector<Value> items;
  auto add = [&](Value v) {
    if (v.u == kNone.u) v = of(th.in.types[int(Kind::None)]);
    for (Value x : items)
      if (x.u == v.u || (x.is(Kind::GenericAlias) && v.is(Kind::GenericAlias) && equal(th, x, v) == 1)) return;
    items.push_back(v);
  };
  for (Value v : {a, b})
    if (v.is(Kind::Union))
      for (uint32_t i = 0; i < v.as<Union>()->args->len; i++) add(v.as<Union>()->args->items[i]);
    else
      add(v);
  if (items.size() == 1) return inc(items[0]);
  Union* u = make<Union>(th, Kind::Union);
  u->args = tuple(th, items.size());
  for (size_t i = 0; i < items.size(); i++) u->args->items[i] = inc(items[i]);
  return of(u);
}
Value union_args(Thread&, Value v) {
  return of(inc(v.as<Union>()->args));
}
Value union_parameters(Thread& th, Value v) {
  return parameters_of(th, v.as<Union>()->args);
}
Value union_getitem(Thread& th, Value* a, int) {
  Tuple* args = a[0].as<Union>()->args;
  Owned parameters(parameters_of(th, args));
  if (!parameters) return kAbsent;
  Owned made(substitute(th, a[0], args, parameters.get().as<Tuple>(), a[1]));
  if (!made) return kAbsent;
  Tuple* t = made.get().as<Tuple>();
  Owned all(inc(t->items[0]));
  for (uint32_t i = 1; i < t->len && all; i++) all = Owned(binary_native(th, kOr, false, all.get(), t->items[i]));
  return all.release();
}
Value union_hash(Thread& th, Value* a, int) {  // as the hash of a frozenset of the members
  Owned members(of(set(th, Kind::FrozenSet)));
  int64_t h;
  if (!set_update(th, members.get().as<Set>(), of(a[0].as<Union>()->args)) || !hash_of(th, members.get(), &h)) return kAbsent;
  return integer(th, h);
}
Value union_instancecheck(Thread& th, Value* a, int) {
  bool r;
  return isinstance(th, a[1], a[0], &r) ? boolean(r) : kAbsent;
}
Value union_subclasscheck(Thread& th, Value* a, int) {
  if (!a[1].is(Kind::Type)) return th.raise(E_TypeError, "issubclass() arg 1 must be a class");
  bool r;
  return issubclass(th, a[1], a[0], &r) ? boolean(r) : kAbsent;
}
const NativeDef kUnionMethods[] = {{"__or__", "(self, value, /)", "", type_or, Rule::residual},
                                   {"__ror__", "(self, value, /)", "", type_or, Rule::residual},
                                   {"__hash__", "(self, /)", "", union_hash, Rule::residual},
                                   {"__instancecheck__", "(self, instance, /)", "", union_instancecheck, Rule::residual},
                                   {"__subclasscheck__", "(self, cls, /)", "", union_subclasscheck, Rule::residual},
                                   {"__getitem__", "(self, item, /)", "", union_getitem, Rule::residual}};
const GetSetDef kUnionFields[] = {{"__args__", union_args, nullptr, ""}, {"__parameters__", union_parameters, nullptr, ""}};

// --- list[int] ---
Value alias_origin(Thread&, Value v) {
  return inc(v.as<GenericAlias>()->origin);
}
Value alias_args(Thread&, Value v) {
  return of(inc(v.as<GenericAlias>()->args));
}
Value alias_parameters(Thread& th, Value v) {
  Value& p = v.as<GenericAlias>()->parameters;
  if (!p.u) p = parameters_of(th, v.as<GenericAlias>()->args);
  return inc(p);
}
Value alias_unpacked(Thread&, Value v) {
  return boolean(v.as<GenericAlias>()->starred);
}
Value alias_mro_entries(Thread& th, Value* a, int) {
  Tuple* t = tuple(th, 1);
  t->items[0] = inc(a[0].as<GenericAlias>()->origin);
  return of(t);
}
Value alias_new(Thread& th, Value* a, int) {
  return make_alias(th, a[1], a[2]);
}
Value alias_getitem(Thread& th, Value* a, int) {
  GenericAlias* g = a[0].as<GenericAlias>();
  Owned parameters(alias_parameters(th, a[0]));
  if (!parameters) return kAbsent;
  Owned args(substitute(th, a[0], g->args, parameters.get().as<Tuple>(), a[1]));
  return args ? make_alias(th, g->origin, args.get()) : kAbsent;
}
// *tuple[int]: an iterator over the one alias that stands for its items.
Value alias_iter(Thread& th, Value* a, int) {
  GenericAlias* g = a[0].as<GenericAlias>();
  Tuple* one = tuple(th, 1);
  one->items[0] = make_alias(th, g->origin, of(g->args));
  one->items[0].as<GenericAlias>()->starred = true;
  Owned items(of(one));
  return iter_native(th, items.get());
}
Value alias_tuple_args(Thread& th, Value v) {
  GenericAlias* g = v.as<GenericAlias>();
  return g->starred && g->origin.u == of(th.in.types[int(Kind::Tuple)]).u ? of(inc(g->args)) : kNone;
}
Value alias_reduce(Thread& th, Value* a, int) {
  GenericAlias* g = a[0].as<GenericAlias>();
  Tuple* args = tuple(th, 2);
  args->items[0] = inc(g->origin);
  args->items[1] = of(inc(g->args));
  Tuple* t = tuple(th, g->starred ? 3 : 2);
  t->items[0] = of(inc(th.in.types[int(Kind::GenericAlias)]));
  t->items[1] = of(args);
  if (g->starred) t->items[2] = kTrue;
  return of(t);
}
Value alias_setstate(Thread& th, Value* a, int) {
  return truth_native(th, a[1], &a[0].as<GenericAlias>()->starred) ? kNone : kAbsent;
}
Value alias_instancecheck(Thread& th, Value*, int) {
  return th.raise(E_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
}
Value alias_subclasscheck(Thread& th, Value*, int) {
  return th.raise(E_TypeError, "issubclass() argument 2 cannot be a parameterized generic");
}
const NativeDef kAliasMethods[] = {{"__new__", "(cls, origin, args, /)", "", alias_new, Rule::residual},
                                   {"__mro_entries__", "(self, bases, /)", "", alias_mro_entries, Rule::residual},
                                   {"__getitem__", "(self, args, /)", "", alias_getitem, Rule::residual},
                                   {"__or__", "(self, value, /)", "", type_or, Rule::residual},
                                   {"__ror__", "(self, value, /)", "", type_or, Rule::residual},
                                   {"__instancecheck__", "(self, instance, /)", "", alias_instancecheck, Rule::residual},
                                   {"__subclasscheck__", "(self, cls, /)", "", alias_subclasscheck, Rule::residual},
                                   {"__iter__", "(self, /)", "", alias_iter, Rule::residual},
                                   {"__reduce__", "(self, /)", "", alias_reduce, Rule::residual},
                                   {"__setstate__", "(self, starred, /)", "", alias_setstate, Rule::residual}};
const GetSetDef kAliasFields[] = {{"__origin__", alias_origin, nullptr, ""},
                                  {"__args__", alias_args, nullptr, ""},
                                  {"__parameters__", alias_parameters, nullptr, ""},
                                  {"__unpacked__", alias_unpacked, nullptr, ""},
                                  {"__typing_unpacked_tuple_args__", alias_tuple_args, nullptr, ""}};
}  // namespace

Value make_alias(Thread& th, Value origin, Value args) {
  GenericAlias* g = make<GenericAlias>(th, Kind::GenericAlias);
  g->origin = inc(origin);
  if (args.is(Kind::Tuple)) {
    g->args = inc(args.as<Tuple>());
  } else {
    g->args = tuple(th, 1);
    g->args->items[0] = inc(args);
  }
  g->parameters = kAbsent;
  g->starred = false;
  return of(g);
}
Value type_or(Thread& th, Value* a, int) {
  return union_of(th, a[0], a[1]);
}
void init_generic_alias(Interpreter& in) {
  Type* u = in.types[int(Kind::Union)];
  add_methods(in, u, kUnionMethods);
  add_fields(in, u, kUnionFields);
  Type* alias = in.types[int(Kind::GenericAlias)];
  add_methods(in, alias, kAliasMethods);
  add_fields(in, alias, kAliasFields);
}
}  // namespace adder
