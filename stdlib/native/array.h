#pragma once
// array.array's cell, for what looks through buffers.
#include "stdlib/native/library.h"

namespace adder::lib {

struct Array {
  std::string data;
  char code = 'b';
  size_t item = 1;
  uint32_t exports = 0;  // memoryviews that look at `data`: it must not move
  size_t count() const { return data.size() / item; }
};
// The array that a value is, or null.
Array* array_of(Thread&, Value);

}  // namespace adder::lib
