#pragma once
// Where the C library's tables of a multi-byte encoding are not Python's.
#include <cstdint>
#include <span>

namespace adder::lib {

constexpr uint32_t kNoCounterpart = 0xFFFFFFFF;

// `count` codes from `from` on, and what Python converts them to: to, to + 1, ...; kNoCounterpart: to nothing. A code of
// several bytes is the number they form, the first byte on top; a character is its code point.
struct ForeignException {
  const char* encoding;  // Python's name
  uint32_t from, to;
  uint32_t count;
};
std::span<const ForeignException> decoding_exceptions();  // bytes to characters
std::span<const ForeignException> encoding_exceptions();  // characters to bytes

}  // namespace adder::lib
