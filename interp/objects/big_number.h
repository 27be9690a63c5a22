#pragma once
// Values as Boost numbers; a heavy header, for a few files only.
#include <istream>
#include <ostream>
// cpp_int.hpp asks for <iostream> but uses only what stands above. The standard streams would bring locales into the
// program: 0.6 MB, and made at every start.
#ifndef _GLIBCXX_IOSTREAM
#define _GLIBCXX_IOSTREAM
#include <boost/multiprecision/cpp_int.hpp>
#undef _GLIBCXX_IOSTREAM
#else
#include <boost/multiprecision/cpp_int.hpp>
#endif

#include "interp/objects/object.h"

namespace adder {
using BigNumber = boost::multiprecision::cpp_int;
BigNumber to_big_number(Value intlike);
Value from_big_number(Heap&, const BigNumber&);
}  // namespace adder
