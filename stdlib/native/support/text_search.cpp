#include "stdlib/native/support/text_search.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "interp/text/unicode.h"
#include "interp/text/utf8.h"

namespace adder::lib {

size_t find(std::string_view s, std::string_view sub, size_t from) {
  if (from > s.size()) return s.npos;
  if (sub.empty()) return from;
  if (sub.size() == 1) {
    const void* p = std::memchr(s.data() + from, sub[0], s.size() - from);
    return p ? size_t(static_cast<const char*>(p) - s.data()) : s.npos;
  }
  const void* p = memmem(s.data() + from, s.size() - from, sub.data(), sub.size());
  return p ? size_t(static_cast<const char*>(p) - s.data()) : s.npos;
}

size_t rfind(std::string_view s, std::string_view sub) {
  if (sub.empty()) return s.size();
  for (size_t end = s.size(); end >= sub.size();) {  // by the last character of `sub`
    const void* p = memrchr(s.data() + sub.size() - 1, sub.back(), end - sub.size() + 1);
    if (!p) break;
    const char* start = static_cast<const char*>(p) - (sub.size() - 1);
    if (memcmp(start, sub.data(), sub.size()) == 0) return size_t(start - s.data());
    end = size_t(start - s.data()) + sub.size() - 1;
  }
  return s.npos;
}

size_t count(std::string_view s, std::string_view sub) {
  size_t n = 0;
  if (sub.size() == 1) {
    const char *p = s.data(), *end = p + s.size();
    constexpr uint64_t kLow = 0x7F7F7F7F7F7F7F7F;
    const uint64_t pattern = static_cast<unsigned char>(sub[0]) * uint64_t(0x0101010101010101);
    for (; end - p >= 8; p += 8) {
      uint64_t word;
      memcpy(&word, p, 8);
      word ^= pattern;
      n += size_t(__builtin_popcountll(~((((word & kLow) + kLow) | word) | kLow)));  // its bytes that are zero
    }
    for (; p < end; ++p) n += *p == sub[0];
    return n;
  }
  for (size_t at = find(s, sub); at != s.npos; at = find(s, sub, at + sub.size())) ++n;
  return n;
}

void split(std::string_view s, std::string_view separator, int64_t maxsplit, Pieces* out) {
  each_part(s, separator, maxsplit, [out](std::string_view part) { out->push_back(part); });
}

void rsplit(std::string_view s, std::string_view separator, int64_t maxsplit, Pieces* out) {
  size_t end = s.size();
  while (maxsplit != 0) {
    size_t hit = s.substr(0, end).rfind(separator);
    if (hit == s.npos) break;
    out->push_back(s.substr(hit + separator.size(), end - hit - separator.size()));
    end = hit;
    if (maxsplit > 0) --maxsplit;
  }
  out->push_back(s.substr(0, end));
  std::reverse(out->begin(), out->end());
}

namespace {

// Is there white space at s[at]? Moves *at behind the character in any case.
bool space_at(std::string_view s, size_t* at, bool unicode) {
  if (!unicode || static_cast<unsigned char>(s[*at]) < 0x80) {
    char c = s[(*at)++];
    return unicode ? text::is_space(static_cast<unsigned char>(c)) : is_byte_space(c);
  }
  return text::is_space(text::next(s, at));
}

bool space_before(std::string_view s, size_t* at, bool unicode) {
  if (!unicode || static_cast<unsigned char>(s[*at - 1]) < 0x80) {
    char c = s[--*at];
    return unicode ? text::is_space(static_cast<unsigned char>(c)) : is_byte_space(c);
  }
  return text::is_space(text::previous(s, at));
}

}  // namespace

void split_space(std::string_view s, int64_t maxsplit, bool unicode, Pieces* out) {
  size_t at = 0;
  while (true) {
    size_t start = at;
    while (start < s.size()) {
      size_t next = start;
      if (!space_at(s, &next, unicode)) break;
      start = next;
    }
    if (start == s.size()) return;
    if (maxsplit == 0) {
      out->push_back(s.substr(start));
      return;
    }
    size_t end = start;
    size_t behind = start;
    while (end < s.size()) {
      if (uint8_t plain = uint8_t(s[end]); plain > 0x20 && plain < 0x80) {
        end++;
        continue;
      }
      behind = end;
      if (space_at(s, &behind, unicode)) break;
      end = behind;
    }
    out->push_back(s.substr(start, end - start));
    at = end;
    if (maxsplit > 0) --maxsplit;
  }
}

void rsplit_space(std::string_view s, int64_t maxsplit, bool unicode, Pieces* out) {
  size_t end = s.size();
  while (true) {
    while (end > 0) {
      size_t before = end;
      if (!space_before(s, &before, unicode)) break;
      end = before;
    }
    if (end == 0) break;
    if (maxsplit == 0) {
      out->push_back(s.substr(0, end));
      break;
    }
    size_t start = end;
    while (start > 0) {
      size_t before = start;
      if (space_before(s, &before, unicode)) break;
      start = before;
    }
    out->push_back(s.substr(start, end - start));
    end = start;
    if (maxsplit > 0) --maxsplit;
  }
  std::reverse(out->begin(), out->end());
}

void split_lines(std::string_view s, bool keep_ends, bool unicode, Pieces* out) {
  size_t start = 0;
  while (start < s.size()) {
    size_t end = start;
    size_t behind = start;
    bool found = false;
    while (end < s.size()) {
      if (uint8_t plain = uint8_t(s[end]); plain >= 0x20 && plain < 0x80) {
        behind = ++end;
        continue;
      }
      behind = end;
      char32_t c = unicode ? text::next(s, &behind) : static_cast<unsigned char>(s[behind++]);
      bool line_break = unicode ? text::is_line_break(c) : c == '\n' || c == '\r';
      if (line_break) {
        if (c == '\r' && behind < s.size() && s[behind] == '\n') ++behind;
        found = true;
        break;
      }
      end = behind;
    }
    if (!found) behind = end;
    out->push_back(s.substr(start, (keep_ends ? behind : end) - start));
    start = behind;
  }
}

std::string replace(std::string_view s, std::string_view sub, std::string_view by, int64_t maxcount) {
  std::string out;
  if (sub.size() == 1 && by.size() == 1 && maxcount < 0) {
    out = s;
    char *p = out.data(), *end = p + out.size();
    for (; (p = static_cast<char*>(memchr(p, sub[0], size_t(end - p)))) != nullptr; ++p) *p = by[0];
    return out;
  }
  out.reserve(s.size());
  size_t at = 0;
  while (maxcount != 0) {
    size_t hit = find(s, sub, at);
    if (hit == s.npos) break;
    out.append(s.substr(at, hit - at));
    out.append(by);
    at = hit + sub.size();
    if (maxcount > 0) --maxcount;
  }
  out.append(s.substr(at));
  return out;
}

}  // namespace adder::lib
