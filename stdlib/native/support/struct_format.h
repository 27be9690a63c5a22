#pragma once
// Single items of struct's format characters in native byte order, shared by struct, array and memoryview.
#include "interp/vm/thread.h"

namespace adder::lib {

size_t item_size(char format);  // 0: not a format of items (native sizes)
Value unpack_item(Thread&, char format, const char* from);
bool pack_item(Thread&, char format, Value, char* to);  // false: TypeError, OverflowError or struct.error is pending

}  // namespace adder::lib
