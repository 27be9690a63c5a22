#include "interp/vm/records.h"

#include <algorithm>

#include "interp/objects/type_flags.h"

namespace adder {
namespace {
// The names of the fields of a class of records. Null, with an exception: it is another one, for the methods take all tuples.
Tuple* field_names(Thread& th, Type* t) {
  Value names = dict_get(t->dict, intern(th.in, "__match_args__"));
  if (t->tflags & kStandInType && t->tflags & kImmutable && names.is(Kind::Tuple)) return names.as<Tuple>();
  th.raise(E_TypeError, "a record is expected, not '%s'", type_name(t).c_str());
  return nullptr;
}
Value record_new(Thread& th, Value* a, int) {
  Type* cls = a[0].as<Type>();
  const Tuple* names = field_names(th, cls);
  if (!names) return kAbsent;
  const size_t fields = names->len;
  std::vector<Value> items;
  if (!iterate(th, a[1], &items)) {
    if (!th.pending_is(E_TypeError)) return kAbsent;
    th.clear_pending();
    return th.raise(E_TypeError, "constructor requires a sequence");
  }
  Ref<Tuple> made(tuple(th, items.size()));
  std::copy(items.begin(), items.end(), made->items);
  if (items.size() == fields) return of(made.release());
  return th.raise(E_TypeError, "%s() takes a %zu-sequence (%zu-sequence given)", type_name(cls).c_str(), fields,
                  items.size());
}
Value record_repr(Thread& th, Value* a, int) {
  Tuple *names = field_names(th, type_of(th, a[0])), *values = unwrap(a[0]).as<Tuple>();
  if (!names) return kAbsent;
  std::string out = type_name(th, a[0]) + "(";
  for (uint32_t i = 0; i < names->len && i < values->len; i++) {
    out += (i ? ", " : "") + std::string(sv(names->items[i])) + "=";
    if (!repr_of(th, values->items[i], &out)) return kAbsent;
  }
  return of(str(th, out + ")"));
}
Value record_reduce(Thread& th, Value* a, int) {
  if (!field_names(th, type_of(th, a[0]))) return kAbsent;
  Ref<Tuple> arguments(tuple(th, 2)), made(tuple(th, 2));
  arguments->items[0] = inc(unwrap(a[0]));
  arguments->items[1] = of(dict(th));
  made->items[0] = of(inc(type_of(th, a[0])));
  made->items[1] = of(arguments.release());
  return of(made.release());
}
Value record_refuse(Thread& th, Value* a, int) {
  return th.raise(E_TypeError, "cannot create '%s' instances", type_name(a[0].as<Type>()).c_str());
}
const NativeDef kOnlyOurs = {"__new__", "(cls, /, *args, **kwargs)", "", record_refuse, Rule::residual};
const NativeDef kMethods[] = {{"__new__", "(cls, sequence, dict=None)", "", record_new, Rule::residual},
                              {"__repr__", "(self, /)", "", record_repr, Rule::residual, kKeepSelf},
                              {"__reduce__", "(self, /)", "", record_reduce, Rule::residual, kKeepSelf}};
}  // namespace

Type* record_type(Thread& th, std::string_view full_name, std::span<const char* const> fields, bool only_ours) {
  const size_t dot = full_name.rfind('.');
  const bool built_in = dot == full_name.npos;
  Type* base = th.in.types[int(Kind::Tuple)];
  Ref<Dict> ns(dict(th));
  auto set = [&](std::string_view name, Value owned) { dict_set(ns.get(), intern(th.in, name), owned); };
  Tuple* names = tuple(th, fields.size());
  set("__match_args__", of(names));
  uint32_t i = 0;
  for (const char* f : fields) {
    names->items[i] = intern_value(th.in, f);
    TupleGetter* g = make<TupleGetter>(th, Kind::TupleGetter);
    g->index = i++;
    g->doc = kNone;
    set(f, of(g));
  }
  for (const NativeDef& m : kMethods) set(m.name, native(th.in, &m, base));
  if (only_ours) set("__new__", native(th.in, &kOnlyOurs, base));
  for (const char* count : {"n_fields", "n_sequence_fields"}) set(count, integer49(int64_t(fields.size())));
  set("n_unnamed_fields", integer49(0));
  set("__slots__", of(tuple(th, 0)));
  set("__module__", intern_value(th.in, built_in ? "builtins" : full_name.substr(0, dot)));
  Ref<Tuple> bases(tuple(th, 1));
  bases->items[0] = of(inc(base));
  Str* name = intern(th.in, built_in ? full_name : full_name.substr(dot + 1));
  Value made = make_class(th, th.in.type_type, name, bases.get(), ns.value(), nullptr);
  if (!made.u) return nullptr;
  made.as<Type>()->tflags |= kFinal | kImmutable | kStandInType;
  return made.as<Type>();
}
Value record(Thread& th, Type* type, std::span<const Value> values) {
  Tuple* t = tuple(th, values.size());
  std::copy(values.begin(), values.end(), t->items);
  return wrap_payload(th, type, of(t));
}
}  // namespace adder
