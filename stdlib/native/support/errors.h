#pragma once
// Exception classes of native modules: made with the module, found again through it.
#include "stdlib/native/support/args.h"

namespace adder::lib {

// Makes the exception class MODULE.NAME and puts it into the module; false: an exception is pending.
inline bool add_exception(Thread& th, Module* m, const char* module, const char* name, ExcId base,
                          const char* doc = nullptr) {
  Owned text(new_str(th, name));
  Ref<Tuple> bases(tuple(th, 1));
  bases->items[0] = of(inc(th.type(base)));
  Ref<Dict> ns(dict(th));
  dict_set(ns.get(), th.name(n_module), new_str(th, module));
  if (doc) dict_set(ns.get(), intern(th.in, "__doc__"), new_str(th, doc));
  Value args[3] = {text.get(), bases.value(), ns.value()};
  Value error = th.call(of(th.in.type_type), args, 3);
  if (!error.u) return false;
  module_set(th.in, m, name, error);
  return true;
}

// A name of a module that is imported (borrowed), or kAbsent.
inline Value module_name(Thread& th, const char* module, const char* name) {
  Value m = dict_get(th.in.modules, intern(th.in, module));
  return m.u && m.is(Kind::Module) ? dict_get(m.as<Module>()->dict, intern(th.in, name)) : kAbsent;
}

// Raises MODULE.NAME(message).
inline Value raise_named(Thread& th, const char* module, const char* name, std::string_view message) {
  Value type = module_name(th, module, name);
  if (!type.is(Kind::Type) || !(type.as<Type>()->tflags & kIsExc)) return th.raise_text(th.type(E_RuntimeError), message);
  return th.raise_text(type.as<Type>(), message);
}

}  // namespace adder::lib
