// Decimal text of integers within the limit that sys.set_int_max_str_digits sets: conversions take quadratic time.
#pragma once
#include "interp/vm/thread.h"

namespace adder {
size_t max_int_digits(Thread&);  // 0: no limit
void set_max_int_digits(Thread&, size_t);
bool int_text(Thread&, Value exact_int, int base, std::string* out);  // appends; false: ValueError is pending
}  // namespace adder
