// object.__reduce__, __reduce_ex__ and __getstate__: what copy and pickle ask of every object. The protocol itself is
// written in Python (stdlib/py/copyreg.py).
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value call_copyreg(Thread& th, const char* function, Value* args, int n) {
  Owned module(import_module(th, intern(th.in, "copyreg"), kNone, 0));
  if (!module) return kAbsent;
  return th.call_method(module.get(), intern(th.in, function), args, n);
}
Value object_reduce_ex(Thread& th, Value* a, int) {
  return call_copyreg(th, "_object_reduce_ex", a, 2);
}
Value object_reduce(Thread& th, Value* a, int) {
  Value args[2] = {a[0], integer49(0)};
  return call_copyreg(th, "_reduce_ex", args, 2);
}
Value object_getstate(Thread& th, Value* a, int) {
  return call_copyreg(th, "_object_getstate", a, 1);
}

const NativeDef kMethods[] = {
    {"__reduce_ex__", "(self, protocol, /)", "Helper for pickle.", object_reduce_ex, Rule::traced, kKeepSelf},
    {"__reduce__", "(self, /)", "Helper for pickle.", object_reduce, Rule::traced, kKeepSelf},
    {"__getstate__", "(self, /)", "Helper for pickle.", object_getstate, Rule::traced, kKeepSelf},
};

}  // namespace

void init_object_reduce(Interpreter& in) {
  add_methods(in, in.object_type, kMethods);
}

}  // namespace adder::lib
