#pragma once
// What special methods that convert give. The functions for arguments stand in native.h.
#include <string>

#include "interp/vm/thread.h"

namespace adder {

// Tells that a method gave an instance of a subclass of what it should. False: that became an exception.
bool warn_of_subclass(Thread&, const std::string& method, const char* wanted, const std::string& given);
// What `method` (__int__, __index__) gave, borrowed, as an exact int: a new reference.
Value int_given(Thread&, Value, const char* method);
// As float() of anything but texts: 1, -1: an exception is pending, 0: it is no number. Other than to_double_arg() it
// asks the __float__ of a subclass of float.
int number_to_double(Thread&, Value, double* out);

}  // namespace adder
