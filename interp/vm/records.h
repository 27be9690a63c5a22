#pragma once
// Tuples whose fields have names: sys.flags, what sys.unraisablehook is told. CPython calls them struct sequences.
#include <span>
#include <string_view>

#include "interp/vm/thread.h"

namespace adder {

// A class of its own for such tuples, named "module.Name" or, in builtins, "Name". New reference; null: an exception is
// pending. Of some only the program makes instances.
Type* record_type(Thread&, std::string_view full_name, std::span<const char* const> fields, bool only_ours = false);
// An instance, of as many values (owned) as the class has fields.
Value record(Thread&, Type*, std::span<const Value> values);

}  // namespace adder
