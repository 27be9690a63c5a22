// For tools of the build that write C++: bytes as a string literal.
#pragma once
#include <cstdio>
#include <string_view>

namespace adder {

// Octal escapes for everything but plain printable text: three digits, so that no following digit can join them.
inline void write_literal(std::FILE* out, std::string_view bytes) {
  std::fputc('"', out);
  for (size_t i = 0; i < bytes.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(bytes[i]);
    if (c >= 32 && c < 127 && c != '"' && c != '\\' && c != '?') {
      std::fputc(c, out);
    } else {
      std::fprintf(out, "\\%03o", c);
    }
    if (i % 100 == 99) std::fputs("\"\n\"", out);
  }
  std::fputc('"', out);
}

}  // namespace adder
