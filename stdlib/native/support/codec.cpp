#include "stdlib/native/support/codec.h"

#include <cstdio>

#include "interp/text/unicode_names.h"
#include "interp/text/utf8.h"
#include "stdlib/native/support/foreign_codec.h"

namespace adder::lib {
namespace {

bool is_surrogate(char32_t c) {
  return c >= 0xD800 && c < 0xE000;
}

struct Width {
  int bytes;  // of a code unit
  bool big;   // byte order
  bool mark;  // a byte order mark is written and understood
};
Width width_of(Encoding e) {
  switch (e) {
    case Encoding::kUtf16: return {2, false, true};
    case Encoding::kUtf16Le: return {2, false, false};
    case Encoding::kUtf16Be: return {2, true, false};
    case Encoding::kUtf32: return {4, false, true};
    case Encoding::kUtf32Le: return {4, false, false};
    case Encoding::kUtf32Be: return {4, true, false};
    default: return {1, false, false};
  }
}

void put_unit(std::string* out, uint32_t v, Width w) {
  for (int i = 0; i < w.bytes; ++i) {
    int shift = 8 * (w.big ? w.bytes - 1 - i : i);
    out->push_back(char(v >> shift & 0xFF));
  }
}
uint32_t get_unit(std::string_view s, size_t at, Width w) {
  uint32_t v = 0;
  for (int i = 0; i < w.bytes; ++i) {
    int shift = 8 * (w.big ? w.bytes - 1 - i : i);
    v |= uint32_t(static_cast<unsigned char>(s[at + size_t(i)])) << shift;
  }
  return v;
}

void put_code_point(std::string* out, char32_t c, Encoding e) {
  Width w = width_of(e);
  if (w.bytes == 1) {
    if (e == Encoding::kAscii || e == Encoding::kLatin1)
      out->push_back(char(c));
    else
      text::append(out, c);
  } else if (w.bytes == 2 && c > 0xFFFF) {
    put_unit(out, 0xD800 + ((c - 0x10000) >> 10), w);
    put_unit(out, 0xDC00 + ((c - 0x10000) & 0x3FF), w);
  } else {
    put_unit(out, c, w);
  }
}

bool encodable(char32_t c, Encoding e) {
  switch (e) {
    case Encoding::kAscii: return c < 0x80;
    case Encoding::kLatin1: return c < 0x100;
    default: return !is_surrogate(c);
  }
}

// Length of the valid UTF-8 sequence at s[at], or 0: then *bad says how many bytes are wrong (0: the text ends too
// soon) and why.
size_t utf8_sequence(std::string_view s, size_t at, size_t* bad, const char** reason) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(s[at + i]); };
  unsigned char c = byte(0);
  *bad = 1;
  *reason = "invalid start byte";
  if (c < 0x80) return 1;
  if (c < 0xC2 || c > 0xF4) return 0;
  size_t n = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (c == 0xE0) low = 0xA0;
  if (c == 0xED) high = 0x9F;
  if (c == 0xF0) low = 0x90;
  if (c == 0xF4) high = 0x8F;
  for (size_t i = 1; i < n; ++i) {
    if (at + i >= s.size()) {
      *bad = 0;
      *reason = "unexpected end of data";
      return 0;
    }
    unsigned char t = byte(i);
    if (i == 1 ? t < low || t > high : t < 0x80 || t > 0xBF) {
      *bad = i;
      *reason = "invalid continuation byte";
      return 0;
    }
  }
  return n;
}

}  // namespace

// Replaces one character that cannot be encoded; false: the mode has no answer.
bool encode_replacement(char32_t c, Encoding e, ErrorMode mode, std::string* out) {
  char b[32];
  auto ascii = [&](const char* s) {
    for (; *s; ++s) put_code_point(out, static_cast<unsigned char>(*s), e);
    return true;
  };
  switch (mode) {
    case ErrorMode::kIgnore: return true;
    case ErrorMode::kReplace: return ascii("?");
    case ErrorMode::kNameReplace:
      if (const std::string name = text::character_name(c); !name.empty()) return ascii(("\\N{" + name + "}").c_str());
      [[fallthrough]];
    case ErrorMode::kBackslashReplace:
      std::snprintf(b, sizeof b, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
      return ascii(b);
    case ErrorMode::kXmlCharRefReplace: std::snprintf(b, sizeof b, "&#%u;", unsigned(c)); return ascii(b);
    case ErrorMode::kSurrogateEscape:
      if (c < 0xDC80 || c > 0xDCFF) return false;
      if (width_of(e).bytes > 1) return false;
      out->push_back(char(c - 0xDC00));
      return true;
    case ErrorMode::kSurrogatePass:
      if (!is_surrogate(c) || e == Encoding::kAscii || e == Encoding::kLatin1 || e >= Encoding::kForeign) return false;
      put_code_point(out, c, e);
      return true;
    default: return false;
  }
}

// Replaces the bad bytes s[start, end); false: the mode has no answer. May move *end.
bool decode_replacement(std::string_view s, size_t start, size_t* end, Encoding e, ErrorMode mode, std::string* out) {
  char b[8];
  switch (mode) {
    case ErrorMode::kIgnore: return true;
    case ErrorMode::kReplace: text::append(out, 0xFFFD); return true;
    case ErrorMode::kBackslashReplace:
      for (size_t i = start; i < *end; ++i) {
        std::snprintf(b, sizeof b, "\\x%02x", static_cast<unsigned char>(s[i]));
        *out += b;
      }
      return true;
    case ErrorMode::kSurrogateEscape: {
      size_t i = start;
      for (; i < *end && static_cast<unsigned char>(s[i]) >= 0x80; ++i)
        text::append(out, 0xDC00 + static_cast<unsigned char>(s[i]));
      if (i == start) return false;
      *end = i;
      return true;
    }
    case ErrorMode::kSurrogatePass: {
      Width w = width_of(e);
      if (w.bytes == 1) {
        if (start + 3 > s.size() || static_cast<unsigned char>(s[start]) != 0xED) return false;
        unsigned char second = static_cast<unsigned char>(s[start + 1]);
        if (second < 0xA0 || second > 0xBF || !text::is_continuation(s[start + 2])) return false;
        out->append(s.substr(start, 3));
        *end = start + 3;
        return true;
      }
      if (start + size_t(w.bytes) > s.size()) return false;
      uint32_t unit = get_unit(s, start, w);
      if (!is_surrogate(unit)) return false;
      text::append(out, unit);
      *end = start + size_t(w.bytes);
      return true;
    }
    default: return false;
  }
}

namespace {

bool decode_units(std::string_view s, Encoding e, ErrorMode mode, std::string* out, CodecError* error, size_t* consumed,
                  ErrorHandler* handler) {
  Width w = width_of(e);
  size_t unit = size_t(w.bytes);
  size_t at = 0;
  if (w.mark && s.size() >= unit) {
    uint32_t first = get_unit(s, 0, w);
    if (first == 0xFEFF) {
      at = unit;
    } else if (first == (unit == 2 ? 0xFFFEu : 0xFFFE0000u)) {
      w.big = true;
      at = unit;
    }
  }
  while (at < s.size()) {
    const char* reason = nullptr;
    size_t end = at;
    if (s.size() - at < unit) {
      if (consumed) break;
      reason = "truncated data";
      end = s.size();
    } else {
      uint32_t c = get_unit(s, at, w);
      if (unit == 4) {
        if (c > 0x10FFFF)
          reason = "code point not in range(0x110000)";
        else if (is_surrogate(c))
          reason = "code point in surrogate code point range(0xd800, 0xe000)";
        end = at + 4;
        if (!reason) text::append(out, c);
      } else if (!is_surrogate(c)) {
        text::append(out, c);
        end = at + 2;
      } else if (c >= 0xDC00) {
        reason = "illegal encoding";
        end = at + 2;
      } else if (s.size() - at < 4) {
        if (consumed) break;
        reason = "unexpected end of data";
        end = s.size();
      } else {
        uint32_t low = get_unit(s, at + 2, w);
        if (low >= 0xDC00 && low < 0xE000) {
          text::append(out, 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00));
          end = at + 4;
        } else {
          reason = "illegal UTF-16 surrogate";
          end = at + 2;
        }
      }
    }
    if (reason) {
      Encoding exact = unit == 2 ? (w.big ? Encoding::kUtf16Be : Encoding::kUtf16Le)
                                 : (w.big ? Encoding::kUtf32Be : Encoding::kUtf32Le);
      *error = {at, end, reason, exact};
      if (!handle_decoding_error(&s, &end, exact, mode, out, error, handler)) return false;
    }
    at = end;
  }
  if (consumed) *consumed = at;
  return true;
}

}  // namespace

void move_to_index(std::string_view s, size_t to, size_t* at, size_t* index) {
  for (; *index < to; ++*index) text::next(s, at);
  for (; *index > to; --*index) text::previous(s, at);
}

bool handle_decoding_error(std::string_view* s, size_t* end, Encoding e, ErrorMode mode, std::string* out,
                           CodecError* error, ErrorHandler* handler) {
  if (decode_replacement(*s, error->start, end, e, mode, out)) return true;
  if (mode != ErrorMode::kUnknown || !handler) return false;
  error->raised = !handler->decoding_error(*error, out, end, s);
  return !error->raised;
}

Encoding encoding_of(std::string_view name) {
  if (name == "utf-8") return Encoding::kUtf8;
  std::string key;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = char(c + 32);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      key.push_back(c);
    else if (!key.empty() && key.back() != '_')
      key.push_back('_');
  }
  struct Row {
    std::string_view name;
    Encoding encoding;
  };
  static constexpr Row kRows[] = {
      {"utf_8", Encoding::kUtf8},        {"utf8", Encoding::kUtf8},        {"u8", Encoding::kUtf8},
      {"utf", Encoding::kUtf8},          {"utf8_ucs2", Encoding::kUtf8},   {"cp65001", Encoding::kUtf8},
      {"utf_8_sig", Encoding::kUtf8Sig}, {"utf8_sig", Encoding::kUtf8Sig}, {"ascii", Encoding::kAscii},
      {"us_ascii", Encoding::kAscii},    {"646", Encoding::kAscii},        {"ansi_x3_4_1968", Encoding::kAscii},
      {"iso646_us", Encoding::kAscii},   {"us", Encoding::kAscii},         {"latin_1", Encoding::kLatin1},
      {"latin1", Encoding::kLatin1},     {"latin", Encoding::kLatin1},     {"l1", Encoding::kLatin1},
      {"iso_8859_1", Encoding::kLatin1}, {"iso8859_1", Encoding::kLatin1}, {"iso8859", Encoding::kLatin1},
      {"8859", Encoding::kLatin1},       {"cp819", Encoding::kLatin1},     {"utf_16", Encoding::kUtf16},
      {"utf16", Encoding::kUtf16},       {"u16", Encoding::kUtf16},        {"utf_16_le", Encoding::kUtf16Le},
      {"utf_16le", Encoding::kUtf16Le},  {"utf16le", Encoding::kUtf16Le},  {"utf16_le", Encoding::kUtf16Le},
      {"utf_16_be", Encoding::kUtf16Be}, {"utf_16be", Encoding::kUtf16Be}, {"utf16be", Encoding::kUtf16Be},
      {"utf_32", Encoding::kUtf32},      {"utf32", Encoding::kUtf32},      {"u32", Encoding::kUtf32},
      {"utf_32_le", Encoding::kUtf32Le}, {"utf_32le", Encoding::kUtf32Le}, {"utf_32_be", Encoding::kUtf32Be},
      {"utf_32be", Encoding::kUtf32Be},
  };
  for (const Row& row : kRows)
    if (key == row.name) return row.encoding;
  return foreign_encoding_of(key);
}

const char* encoding_name(Encoding e) {
  switch (e) {
    case Encoding::kUtf8: return "utf-8";
    case Encoding::kUtf8Sig: return "utf-8-sig";
    case Encoding::kAscii: return "ascii";
    case Encoding::kLatin1: return "iso8859-1";
    case Encoding::kUtf16: return "utf-16";
    case Encoding::kUtf16Le: return "utf-16-le";
    case Encoding::kUtf16Be: return "utf-16-be";
    case Encoding::kUtf32: return "utf-32";
    case Encoding::kUtf32Le: return "utf-32-le";
    case Encoding::kUtf32Be: return "utf-32-be";
    default: return e >= Encoding::kForeign ? foreign_encoding_name(e) : "unknown";
  }
}

ErrorMode error_mode_of(std::string_view name) {
  if (name == "strict") return ErrorMode::kStrict;
  if (name == "ignore") return ErrorMode::kIgnore;
  if (name == "replace") return ErrorMode::kReplace;
  if (name == "backslashreplace") return ErrorMode::kBackslashReplace;
  if (name == "xmlcharrefreplace") return ErrorMode::kXmlCharRefReplace;
  if (name == "namereplace") return ErrorMode::kNameReplace;
  if (name == "surrogateescape") return ErrorMode::kSurrogateEscape;
  if (name == "surrogatepass") return ErrorMode::kSurrogatePass;
  return ErrorMode::kUnknown;
}

bool encode(std::string_view s, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
            ErrorHandler* handler) {
  if (e >= Encoding::kForeign) return encode_foreign(s, e, mode, out, error, handler);
  Width w = width_of(e);
  if (e == Encoding::kUtf8Sig) {
    *out += "\xEF\xBB\xBF";
    e = Encoding::kUtf8;
  }
  if (w.mark) put_unit(out, 0xFEFF, w);
  if (w.bytes == 1 && text::is_ascii(s)) {
    out->append(s);
    return true;
  }
  if (w.bytes > 1 && text::is_ascii(s)) {
    const size_t start = out->size(), width = size_t(w.bytes);
    out->resize(start + s.size() * width, '\0');
    char* to = out->data() + start + (w.big ? width - 1 : 0);
    for (char c : s) *to = c, to += width;
    return true;
  }
  if (e == Encoding::kLatin1) {  // as far as it goes, which is to the end as a rule
    const size_t start = out->size();
    size_t i = 0;
    while (i < s.size() && static_cast<unsigned char>(s[i]) < 0xC4) {
      const char lead = s[i++];
      out->push_back(lead >= 0 ? lead : char(lead << 6 | (s[i++] & 0x3F)));
    }
    if (i == s.size()) return true;
    out->resize(start);
  }
  size_t index = 0, count = SIZE_MAX;  // of code points, once it was needed
  // A text that stands for others must be plain where it may not be every character of the encoding.
  auto put_text = [&](std::string_view by) {
    const Encoding plain = e == Encoding::kLatin1 ? e : Encoding::kAscii;
    for (size_t i = 0; i < by.size();)
      if (!encodable(text::next(by, &i), plain)) return false;
    for (size_t i = 0; i < by.size();) put_code_point(out, text::next(by, &i), e);
    return true;
  };
  for (size_t i = 0; i < s.size();) {
    size_t before = i;
    char32_t c = text::next(s, &i);
    if (encodable(c, e)) {
      put_code_point(out, c, e);
      ++index;
      continue;
    }
    if (encode_replacement(c, e, mode, out)) {
      ++index;
      continue;
    }
    *error = {index, index + 1,
              e == Encoding::kAscii    ? "ordinal not in range(128)"
              : e == Encoding::kLatin1 ? "ordinal not in range(256)"
                                       : "surrogates not allowed"};
    // The whole run that cannot be encoded is reported, but in units.
    while (w.bytes == 1 && i < s.size() && !encodable(text::next(s, &i), e)) ++error->end;
    if (mode != ErrorMode::kUnknown) return false;
    if (count == SIZE_MAX) count = text::length(s);
    if (!handle_encoding_error(handler, s, count, error, size_t(w.bytes), &before, &index, out, put_text)) return false;
    i = before;
  }
  return true;
}

bool decode(std::string_view s, Encoding e, ErrorMode mode, std::string* out, CodecError* error, size_t* consumed,
            ErrorHandler* handler) {
  if (e >= Encoding::kForeign) return decode_foreign(s, e, mode, out, error, consumed, handler);
  if (consumed) *consumed = s.size();
  if (width_of(e).bytes > 1) return decode_units(s, e, mode, out, error, consumed, handler);
  if (e == Encoding::kLatin1) {
    if (text::is_ascii(s)) return out->append(s), true;
    const size_t start = out->size();
    out->resize(start + s.size() * 2);
    char* to = out->data() + start;
    for (char x : s) {
      const unsigned char c = static_cast<unsigned char>(x);
      if (c >= 0x80) *to++ = char(0xC0 | c >> 6);
      *to++ = c < 0x80 ? x : char(0x80 | (c & 0x3F));
    }
    out->resize(size_t(to - out->data()));
    return true;
  }
  size_t at = 0;
  if (e == Encoding::kUtf8Sig && s.starts_with("\xEF\xBB\xBF")) at = 3;
  if (text::is_ascii(s)) {
    out->append(s);
    return true;
  }
  while (at < s.size()) {
    size_t bad;
    const char* reason;
    size_t n;
    if (e == Encoding::kAscii) {
      n = static_cast<unsigned char>(s[at]) < 0x80;
      bad = 1;
      reason = "ordinal not in range(128)";
    } else {
      n = utf8_sequence(s, at, &bad, &reason);
    }
    if (n) {
      const size_t start = at;
      do at += n;
      while (at < s.size() && (n = e == Encoding::kAscii ? static_cast<unsigned char>(s[at]) < 0x80
                                                         : utf8_sequence(s, at, &bad, &reason)));
      out->append(s.substr(start, at - start));
      continue;
    }
    // The beginning of a surrogate may wait too: the handler wants to see all of it.
    const std::string_view rest = s.substr(at);
    const bool half = e != Encoding::kAscii && consumed && rest.size() == 2 && rest[0] == '\xED' && rest[1] >= '\xA0' &&
                      rest[1] <= '\xBF';
    if (bad == 0 || half) {
      if (consumed) {
        *consumed = at;
        return true;
      }
      bad = s.size() - at;
    }
    size_t end = at + bad;
    *error = {at, end, reason};
    if (!handle_decoding_error(&s, &end, e, mode, out, error, handler)) return false;
    at = end;
  }
  if (consumed) *consumed = s.size();
  return true;
}

}  // namespace adder::lib
