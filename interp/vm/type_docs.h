#pragma once
#include <string_view>

namespace adder {
// What __doc__ of a built-in type says, by the type's name; empty for one that says nothing.
std::string_view type_doc(std::string_view name);
}  // namespace adder
