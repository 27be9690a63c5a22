// _abc: what abc.ABCMeta does for each class that it makes.
#include "stdlib/native/library.h"

namespace adder::lib {
namespace {

bool is_abstract(Thread& th, Value v, bool* out) {
  *out = false;
  if (!v.is_cell() || v.is(Kind::Str)) return true;
  Owned mark(get_attr_or_stop(th, v, intern(th.in, "__isabstractmethod__")));
  if (!mark) return false;
  return mark.get().u == kStop.u || truth_native(th, mark.get(), out);
}
// Adds the names that a base has left abstract and nothing in `t` has filled in.
bool add_inherited(Thread& th, Type* t, Type* base, Set* names) {
  if (!(base->tflags & kAbstract)) return true;
  Owned left(inc(dict_get(base->dict, th.name(n_abstractmethods))));
  std::vector<Value> items;
  if (!iterate(th, left.get(), &items)) return false;
  bool fine = true;
  for (Value name : items) {
    bool abstract = false;
    if (fine && !is_str(name)) {
      th.raise(E_TypeError, "attribute name must be string, not '%s'", type_name(th, name).c_str());
      fine = false;
    } else if (fine) {
      Owned found(get_attr_or_stop(th, of(t), intern(th.in, unwrap(name).as<Str>())));
      fine = found && (found.get().u == kStop.u || is_abstract(th, found.get(), &abstract)) &&
             (!abstract || set_add(th, names, name) >= 0);
    }
    dec(name);
  }
  return fine;
}
Value abstract_names(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::Type)) return th.raise(E_TypeError, "a class is required");
  Type* t = a[0].as<Type>();
  Ref<Set> names(set(th, Kind::FrozenSet));
  const Owned hold(inc(of(t->dict)));  // looking at values may run code, which may change the class
  Dict* own = hold.get().as<Dict>();
  for (uint32_t i = 0; i < own->filled; i++) {
    if (!own->entries[i].key.u) continue;
    const Owned key(inc(own->entries[i].key)), value(inc(own->entries[i].val));
    bool abstract;
    if (!is_abstract(th, value.get(), &abstract)) return kAbsent;
    if (abstract && set_add(th, names.get(), key.get()) < 0) return kAbsent;
  }
  for (size_t i = 0; i < t->bases.size(); i++) {
    const Ref<Type> base(inc(t->bases[i]));
    if (!add_inherited(th, t, base.get(), names.get())) return kAbsent;
  }
  return of(names.release());
}
const NativeDef kFunctions[] = {
    {"abstract_names", "(cls, /)",
     "Names that a class marks as abstract, or that its bases have left so and nothing has filled in.", abstract_names,
     Rule::opaque},
};

}  // namespace

const NativeModuleDef kAbcModule = {"_abc", "Helpers of abc.", kFunctions};

}  // namespace adder::lib
