// Names of characters, packed: 0.9 MB of text that few scripts ask for take 0.1 MB of the program.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace adder::text {

struct Range {
  char32_t first, last;
};
// Ideographs are named after their numbers, Hangul syllables after their jamo: neither is in the table.
inline constexpr Range kIdeographs[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B738},
                                        {0x2B740, 0x2B81D}, {0x2B820, 0x2CEA1}, {0x2CEB0, 0x2EBE0}, {0x30000, 0x3134A}};
inline constexpr char32_t kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3;

inline bool is_ideograph(char32_t c) {
  for (Range r : kIdeographs)
    if (c >= r.first && c <= r.last) return true;
  return false;
}
inline bool is_syllable(char32_t c) {
  return c >= kFirstSyllable && c <= kLastSyllable;
}

// What tools/make_names.cpp writes. Unpacked: the steps from each character to the next one that has a name, in groups
// of 7 bits with the lowest first, then the names in that order, each with '\n' behind it.
struct PackedNames {
  std::string_view zstd;
  size_t size;   // unpacked, in bytes
  size_t steps;  // of it for the steps
  size_t count;  // characters
};
extern const PackedNames kPackedNames;

// The table unpacked, with an index for each direction; 1.5 MB, made at the first question of the process (4 ms) and
// read only from then on, by all threads.
class NameTable {
 public:
  static const NameTable& get();                    // may throw std::bad_alloc; the next call tries again
  std::string_view name(char32_t c) const;          // empty: none
  char32_t character(std::string_view name) const;  // kMissing: none; capitals as in the names
  static constexpr char32_t kMissing = 0xFFFFFFFF;

 private:
  NameTable();
  std::string_view name_at(size_t i) const;

  std::string text_;
  std::vector<char32_t> characters_;  // ascending
  std::vector<uint32_t> starts_;      // of each name in text_, and one more: the end
  std::vector<uint16_t> by_hash_;     // open addressing: 1 + index into characters_; 0: free
};

}  // namespace adder::text
