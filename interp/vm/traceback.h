#pragma once
#include "interp/vm/thread.h"

namespace adder {
bool source_line(Thread&, std::string_view filename, uint32_t line, std::string* out);
std::string suggestion(Thread&, Exc*);  // ". Did you mean: 'x'?" or nothing
}  // namespace adder
