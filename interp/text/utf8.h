#pragma once
// UTF-8 as strings hold it: code points 0..0x10FFFF, lone surrogates included (three bytes each, as in WTF-8).
// `next` and `previous` take well-formed text only; text from outside goes through a codec first.
#include <cstring>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace adder::text {

inline bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Reads the code point that starts at s[*at] and moves *at behind it.
inline char32_t next(std::string_view s, size_t* at) {
  unsigned char c = static_cast<unsigned char>(s[*at]);
  auto tail = [&](size_t k) { return char32_t(static_cast<unsigned char>(s[*at + k]) & 0x3F); };
  char32_t r;
  if (c < 0x80) {
    r = c;
    *at += 1;
  } else if (c < 0xE0) {
    r = (char32_t(c & 0x1F) << 6) | tail(1);
    *at += 2;
  } else if (c < 0xF0) {
    r = (char32_t(c & 0x0F) << 12) | (tail(1) << 6) | tail(2);
    *at += 3;
  } else {
    r = (char32_t(c & 0x07) << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3);
    *at += 4;
  }
  return r;
}

// Reads the code point that ends before s[*at] and moves *at to its start.
inline char32_t previous(std::string_view s, size_t* at) {
  size_t p = *at - 1;
  while (is_continuation(s[p])) --p;
  *at = p;
  return next(s, &p);
}

// False: `s` (well-formed) has no lone surrogate and is valid UTF-8 for others. True: it may have one; U+D000 to U+D7FF
// share the byte that is looked for.
inline bool may_have_surrogates(std::string_view s) {
  return s.find('\xED') != s.npos;
}

inline void append(std::string* out, char32_t c) {
  if (c < 0x80) {
    out->push_back(char(c));
  } else if (c < 0x800) {
    out->push_back(char(0xC0 | (c >> 6)));
    out->push_back(char(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    out->push_back(char(0xE0 | (c >> 12)));
    out->push_back(char(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(char(0x80 | (c & 0x3F)));
  } else {
    out->push_back(char(0xF0 | (c >> 18)));
    out->push_back(char(0x80 | ((c >> 12) & 0x3F)));
    out->push_back(char(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(char(0x80 | (c & 0x3F)));
  }
}

// Number of code points.
inline size_t length(std::string_view s) {
  size_t n = 0;
  for (char c : s) n += !is_continuation(c);
  return n;
}

// Byte offset of the n-th code point (n may be the length).
inline size_t offset_of(std::string_view s, size_t n) {
  size_t at = 0;
  while (n > 0) {
    ++at;
    while (at < s.size() && is_continuation(s[at])) ++at;
    --n;
  }
  return at;
}

inline bool is_ascii(std::string_view s) {
  constexpr uint64_t kHigh = 0x8080808080808080;
  const char *p = s.data(), *end = p + s.size();
  for (; end - p >= 8; p += 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    if (word & kHigh) return false;
  }
  for (; p < end; ++p)
    if (static_cast<unsigned char>(*p) >= 0x80) return false;
  return true;
}

// Is this well-formed UTF-8 (no overlong forms, no surrogates)? What comes from outside must be.
inline bool is_valid(std::string_view s) {
  for (size_t i = 0; i < s.size();) {
    unsigned char lead = static_cast<unsigned char>(s[i]);
    size_t n = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (n == 0 || n > s.size() - i) return false;
    for (size_t k = 1; k < n; ++k)
      if (!is_continuation(s[i + k])) return false;
    unsigned char second = n > 1 ? static_cast<unsigned char>(s[i + 1]) : 0;
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second > 0x8F))
      return false;
    i += n;
  }
  return true;
}

}  // namespace adder::text
