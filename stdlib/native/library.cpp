// The list of what there is: tables of built-in types, native modules.
#include "stdlib/native/library.h"

#include "stdlib/native/state.h"

namespace adder {
namespace lib {

void init_eval(Interpreter&);
void init_memoryview(Interpreter&);
void init_open(Interpreter&);

LibraryState& library_state(Interpreter& in) {
  if (!in.library) in.library = std::make_shared<LibraryState>();
  return *static_cast<LibraryState*>(in.library.get());
}
IoTypes& io_types(Thread& th) {
  return library_state(th.in).io;
}

void register_modules(Interpreter& in) {
#define X(name) register_module(in, name);
#include "stdlib/native/modules.def"
#undef X
}

}  // namespace lib

void init_library(Thread& th) {
  Interpreter& in = th.in;
  lib::init_slots(in);
  lib::init_object_reduce(in);
  lib::init_str(in);
  lib::init_bytes(in);
  lib::init_int(in);
  lib::init_float(in);
  lib::init_complex(in);
  lib::init_list(in);
  lib::init_tuple(in);
  lib::init_dict(in);
  lib::init_set(in);
  lib::init_range_slice(in);
  lib::init_iterators(in);
  lib::init_memoryview(in);
  lib::init_builtin_functions(in);
  lib::init_site_builtins(in);
  lib::init_open(in);
  lib::init_eval(in);
  lib::register_modules(in);
}

}  // namespace adder
