// exit, quit and help: objects with texts of their own that are called.
#include "interp/vm/import.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

struct Quitter {
  const char* name;
};
Value quitter_repr(Thread& th, Value* a, int) {
  const char* name = payload<Quitter>(a[0])->name;
  return new_str(th, std::string("Use ") + name + "() or Ctrl-D (i.e. EOF) to exit");
}
Value quitter_call(Thread& th, Value* a, int) {  // (self, code)
  Value e = th.call(of(th.type(E_SystemExit)), &a[1], a[1].u == kNone.u ? 0 : 1);
  return e.u ? th.raise_obj(e) : kAbsent;
}
Value quitter_name(Thread& th, Value v) {
  return new_str(th, payload<Quitter>(v)->name);
}
Value quitter_eof(Thread& th, Value) {
  return new_str(th, "Ctrl-D (i.e. EOF)");
}
Value helper_repr(Thread& th, Value*, int) {
  return new_str(th, "Type help() for interactive help, or help(object) for help about object.");
}
Value helper_call(Thread& th, Value* a, int n) {  // (self, arguments)
  Owned m(import_absolute(th, intern(th.in, "pydoc")));
  return m ? th.call_method(m.get(), intern(th.in, "help"), a + 1, n - 1) : kAbsent;
}

const NativeDef kQuitterMethods[] = {
    {"__repr__", "(self, /)", "", quitter_repr, Rule::residual},
    {"__call__", "(self, /, code=None)", "Raise SystemExit.", quitter_call, Rule::residual},
};
const GetSetDef kQuitterFields[] = {
    {"name", quitter_name, nullptr, "The name of the function."},
    {"eof", quitter_eof, nullptr, "What ends the input."},
};
const NativeDef kHelperMethods[] = {
    {"__repr__", "(self, /)", "", helper_repr, Rule::residual},
    {"__call__", "(self, /, *args)", "Print help on an object.", helper_call, Rule::opaque},
};
const NativeTypeDef kQuitter = {"_sitebuiltins.Quitter", "Ends the program.", sizeof(Quitter), kQuitterMethods,
                                kQuitterFields,          nullptr,             nullptr,         nullptr,
                                kNoNew};
const NativeTypeDef kHelper = {
    "_sitebuiltins._Helper", "Prints help.", 1, kHelperMethods, {}, nullptr, nullptr, nullptr, kNoNew};

}  // namespace

void init_site_builtins(Interpreter& in) {
  Type* quitter = define_type(in, kQuitter);
  for (const char* name : {"exit", "quit"}) {
    Value v = of(instance(in, quitter));
    payload<Quitter>(v)->name = name;
    dict_set(in.builtins, intern(in, name), v);
  }
  dict_set(in.builtins, intern(in, "help"), of(instance(in, define_type(in, kHelper))));
}

}  // namespace adder::lib
