// make_names OUT.cpp: writes a C++ file that holds the names of characters as libunistring knows them, packed by zstd
// (interp/text/name_table.h). Ideographs and Hangul syllables, whose names follow from their numbers, are left out.
#include <uniname.h>
#include <zstd.h>

#include <cstdio>
#include <string>

#include "interp/text/name_table.h"
#include "interp/tools/cpp_literal.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_names OUT.cpp\n");
    return 2;
  }
  std::string steps, names;
  char32_t last = 0, count = 0;
  char name[UNINAME_MAX];
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (adder::text::is_ideograph(c) || adder::text::is_syllable(c) || !unicode_character_name(c, name)) continue;
    for (char32_t step = c - last;; step >>= 7) {
      steps += char((step & 127) | (step > 127 ? 128 : 0));
      if (step <= 127) break;
    }
    names.append(name).append(1, '\n');
    last = c;
    ++count;
  }
  std::string plain = steps + names;
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  size_t n = ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), ZSTD_maxCLevel());
  std::FILE* out = ZSTD_isError(n) ? nullptr : std::fopen(argv[1], "w");
  if (!out) {
    std::perror(argv[1]);
    return 1;
  }
  packed.resize(n);
  std::fputs("#include \"interp/text/name_table.h\"\nnamespace adder::text {\nconst PackedNames kPackedNames = {{",
             out);
  adder::write_literal(out, packed);
  std::fprintf(out, ", %zu}, %zu, %zu, %zu};\n}\n", packed.size(), plain.size(), steps.size(), size_t(count));
  return std::fclose(out) == 0 ? 0 : 1;
}
