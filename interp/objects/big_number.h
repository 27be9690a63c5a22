#pragma once
// Values as Boost numbers; a heavy header, for a few files only.
#include <boost/multiprecision/cpp_int.hpp>

#include "interp/objects/object.h"

namespace adder {
using BigNumber = boost::multiprecision::cpp_int;
BigNumber to_big_number(Value intlike);
Value from_big_number(Heap&, const BigNumber&);
}  // namespace adder
