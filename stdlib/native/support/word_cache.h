#pragma once
// Short strings that were cut out of texts lately. Words come again: one that is here needs no cell of its own, and as a key
// it is found by its address.
#include <memory>

#include "interp/objects/same_bytes.h"

namespace adder::lib {
class WordCache {
 public:
  WordCache() = default;
  WordCache(const WordCache&) = delete;
  ~WordCache() {
    for (Str* s : words_)
      if (s) dec(s);
  }
  static constexpr size_t kLongest = 16;
  // A new reference; `word` is ASCII, 2 to kLongest bytes long.
  Str* get(Heap& heap, std::string_view word) {
    Str*& place = words_[place_of(word.data(), word.size())];
    if (place && place->len == word.size() && same_bytes(place->data, word.data(), word.size())) return inc(place);
    Str* s = str_blank(heap, word.size(), word.size());
    copy_bytes(s->data, word.data(), word.size());
    Str* old = std::exchange(place, inc(s));
    if (old) dec(old);
    return s;
  }

 private:
  static constexpr size_t kBits = 10;
  static size_t place_of(const char* p, size_t n) {
    uint64_t a = 0, b = 0;
    if (n >= 8) {
      memcpy(&a, p, 8);
      memcpy(&b, p + n - 8, 8);
    } else if (n >= 4) {
      memcpy(&a, p, 4);
      memcpy(&b, p + n - 4, 4);
    } else {
      memcpy(&a, p, 2);
      b = uint8_t(p[n - 1]);
    }
    uint64_t h = ((a ^ n) * 0x9E3779B97F4A7C15ull ^ b) * 0xD6E8FEB86659FD93ull;
    return size_t(h >> (64 - kBits));
  }
  Str* words_[size_t(1) << kBits] = {};
};
}  // namespace adder::lib
