// Source from bytes: byte order marks, encodings, and what is said of bytes that no encoding knows.
#include <iconv.h>

#include <algorithm>
#include <cstring>

#include "interp/parser/source.h"
#include "interp/text/utf8.h"

namespace adder {

namespace {

// The length of the well-formed sequence at i, or 0.
size_t sequence_length(std::string_view s, size_t i) {
  auto tail = [&](size_t k, unsigned char lo, unsigned char hi) {
    return i + k < s.size() && (unsigned char)s[i + k] >= lo && (unsigned char)s[i + k] <= hi;
  };
  unsigned char c = s[i];
  if (c < 0x80) return 1;
  if (c >= 0xC2 && c <= 0xDF) return tail(1, 0x80, 0xBF) ? 2 : 0;
  if (c >= 0xE0 && c <= 0xEF) {
    unsigned char lo = c == 0xE0 ? 0xA0 : 0x80;
    unsigned char hi = c == 0xED ? 0x9F : 0xBF;
    return tail(1, lo, hi) && tail(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (c >= 0xF0 && c <= 0xF4) {
    unsigned char lo = c == 0xF0 ? 0x90 : 0x80;
    unsigned char hi = c == 0xF4 ? 0x8F : 0xBF;
    return tail(1, lo, hi) && tail(2, 0x80, 0xBF) && tail(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

// Offset of the first byte from `i` on, where a character begins, that is not UTF-8, or npos.
size_t first_malformed(std::string_view s, size_t i = 0) {
  while (i < s.size()) {
    if (i + 8 <= s.size()) {  // most source text is ASCII: eight bytes at a time
      uint64_t w;
      memcpy(&w, s.data() + i, 8);
      if (!(w & 0x8080808080808080ull)) {
        i += 8;
        continue;
      }
    }
    size_t n = sequence_length(s, i);
    if (!n) return i;
    i += n;
  }
  return std::string_view::npos;
}

// The encoding that a comment in the line names (PEP 263), or "".
std::string cookie(std::string_view line) {
  size_t i = line.find_first_not_of(" \t\f");
  if (i == line.npos || line[i] != '#') return "";
  for (size_t at = line.find("coding", i); at != line.npos; at = line.find("coding", at + 1)) {
    size_t k = at + 6;
    if (k >= line.size() || (line[k] != ':' && line[k] != '=')) continue;
    k++;
    while (k < line.size() && (line[k] == ' ' || line[k] == '\t')) k++;
    size_t b = k;
    auto part = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
             c == '.';
    };
    while (k < line.size() && part(line[k])) k++;
    if (k > b) return std::string(line.substr(b, k - b));
  }
  return "";
}

bool blank_or_comment(std::string_view line) {
  size_t i = line.find_first_not_of(" \t\f\r\n");
  return i == line.npos || line[i] == '#';
}

std::string normalized(std::string name) {
  for (char& c : name) c = c == '_' ? '-' : char(c >= 'A' && c <= 'Z' ? c + 32 : c);
  for (const char* latin1 : {"latin-1", "iso-8859-1", "iso-latin-1"})
    if (name == latin1 || name.starts_with(latin1 + std::string("-"))) return "iso-8859-1";
  return name == "utf-8" || name.starts_with("utf-8-") ? "utf-8" : name;
}
std::string hex(unsigned char c) {
  static constexpr char kDigits[] = "0123456789abcdef";
  return {kDigits[c >> 4], kDigits[c & 15]};
}
// What a decoder says of bytes [first, last).
std::string cannot_decode(const std::string& codec, std::string_view bytes, size_t first, size_t last,
                          const std::string& why) {
  const bool one = last == first + 1;
  return "'" + codec + "' codec can't decode byte" + (one ? " 0x" + hex(uint8_t(bytes[first])) : "s") +
         " in position " + std::to_string(first) + (one ? "" : "-" + std::to_string(last - 1)) + ": " + why;
}
// What begins at `bad` and is no UTF-8: Python's decoder takes it for one character, and says why.
struct Broken {
  size_t end;
  const char* why;
};
Broken broken_at(std::string_view s, size_t bad) {
  const unsigned char c = s[bad];
  if (c < 0xC2 || c > 0xF4) return {bad + 1, "invalid start byte"};
  const size_t wanted = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  for (size_t end = bad + 1; end < bad + wanted; end++) {
    if (end == s.size()) return {end, "unexpected end of data"};
    // Could the bytes up to here begin a sequence? The least or the greatest bytes complete it then.
    bool good = false;
    for (char filler : {'\x80', '\xBF'})
      good |= sequence_length(std::string(s.substr(bad, end + 1 - bad)) + std::string(bad + wanted - end - 1, filler),
                              0) != 0;
    if (!good) return {end, "invalid continuation byte"};
  }
  return {bad + 1, "invalid start byte"};
}
std::string utf8_error(std::string_view s, size_t bad) {
  const Broken b = broken_at(s, bad);
  return cannot_decode("utf-8", s, bad, b.end, b.why);
}

// A script is read line by line, and a NUL ends what is seen of a line: what comes next goes on behind it.
std::string cut_at_nulls(std::string_view bytes) {
  std::string out;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    const size_t nul = bytes.find('\0', at);
    out.append(bytes, at, std::min(nul, end) - at);
    at = end;
  }
  return out;
}

enum class Conversion { done, unknown, bad_bytes };
Conversion convert(const std::string& encoding, std::string_view bytes, std::string* utf8, size_t* bad) {
  iconv_t converter = iconv_open("UTF-8", encoding.c_str());
  if (converter == iconv_t(-1)) return Conversion::unknown;
  utf8->resize(bytes.size() * 4 + 16);
  char *in = const_cast<char*>(bytes.data()), *out = utf8->data();
  size_t in_left = bytes.size(), out_left = utf8->size();
  bool good = iconv(converter, &in, &in_left, &out, &out_left) != size_t(-1);
  good = good && iconv(converter, nullptr, nullptr, &out, &out_left) != size_t(-1);
  iconv_close(converter);
  *bad = bytes.size() - in_left;
  utf8->resize(utf8->size() - out_left);
  return good ? Conversion::done : Conversion::bad_bytes;
}

}  // namespace

bool Source::decode(std::string_view bytes, SourceKind kind, const std::string& filename, SyntaxErrorInfo* error) {
  filename_ = filename;
  kind_ = kind;
  bool mark = bytes.substr(0, 3) == "\xEF\xBB\xBF";
  if (mark) bytes.remove_prefix(3);
  size_t first_end = std::min(bytes.find('\n'), bytes.size());
  std::string_view first = bytes.substr(0, first_end);
  std::string name = cookie(first);
  if (name.empty() && blank_or_comment(first) && first_end < bytes.size()) {
    std::string_view rest = bytes.substr(first_end + 1);
    name = cookie(rest.substr(0, rest.find('\n')));
  }
  counts_bytes_ = !mark && name.empty();
  const std::string encoding = normalized(name);
  // A script's encoding is a problem, whatever it is; of other sources the decoder says more.
  const bool script = kind == SourceKind::Script;
  const size_t nul = script ? bytes.find('\0') : bytes.npos;
  if (nul != bytes.npos && !name.empty()) {  // nor does it know such a character where it decodes lines
    const size_t line = bytes.substr(0, nul).rfind('\n') + 1;
    text_.assign(bytes.substr(0, nul));
    if (finish(error)) place(error, *this, uint32_t(line), uint32_t(line));
    error->message = "unknown parsing error";
    return false;
  }
  std::string cut;
  if (nul != bytes.npos) bytes = cut = cut_at_nulls(bytes);
  const std::string& shown = encoding == "iso-8859-1" ? encoding : name;
  auto problem = [&](const std::string& message) {
    return fail(error, script ? "encoding problem: " + shown : message, SyntaxErrorInfo::Syntax, !script);
  };
  if (mark && encoding != "utf-8" && !name.empty())
    return fail(error, "encoding problem: " + shown + " with BOM", SyntaxErrorInfo::Syntax, !script);
  if (name.empty() || encoding == "utf-8") {
    const size_t bad = first_malformed(bytes);
    if (bad != bytes.npos && counts_bytes_ && script) {
      size_t line = 1;
      for (size_t i = 0; i < bad; i++) line += bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
      return fail(error, "Non-UTF-8 code starting with '\\x" + hex(uint8_t(bytes[bad])) + "' in file " + filename +
                      " on line " + std::to_string(line) +
                      ", but no encoding declared; see https://peps.python.org/pep-0263/ for details");
    }
    text_.assign(bytes);
    if (!finish(error)) return false;
    if (bad != bytes.npos) replace_malformed();
    return true;
  }
  text_.clear();
  if (encoding == "iso-8859-1" || encoding == "latin1") {
    for (unsigned char c : bytes) text::append(&text_, c);
    return finish(error);
  }
  if (encoding == "ascii" || encoding == "us-ascii" || encoding == "utf8") {
    const bool ascii = encoding != "utf8";
    const auto high = std::find_if(bytes.begin(), bytes.end(), [](unsigned char c) { return c >= 128; });
    const size_t bad =
        ascii ? (high == bytes.end() ? bytes.npos : size_t(high - bytes.begin())) : first_malformed(bytes);
    if (bad != bytes.npos)
      return problem(ascii ? cannot_decode("ascii", bytes, bad, bad + 1, "ordinal not in range(128)")
                           : utf8_error(bytes, bad));
    text_.assign(bytes);
    return finish(error);
  }
  size_t bad = 0;
  switch (convert(encoding == "latin9" || encoding == "latin-9" ? "iso-8859-15" : encoding, bytes, &text_, &bad)) {
    case Conversion::unknown: return problem("unknown encoding: " + name);
    case Conversion::bad_bytes:
      return bad < bytes.size() ? problem(cannot_decode(encoding, bytes, bad, bad + 1, "illegal multibyte sequence"))
                                : problem("encoding problem: " + name);
    case Conversion::done: break;
  }
  return finish(error);
}

void Source::replace_malformed() {
  for (size_t bad = 0; (bad = first_malformed(text_, bad)) != text_.npos;) {
    malformed_.push_back({uint32_t(bad), text_[bad]});
    text_[bad] = 'x';
  }
}
std::string Source::original(uint32_t begin, uint32_t end) const {
  std::string s = text_.substr(begin, end - begin);
  for (const Malformed& m : malformed_)
    if (m.offset >= begin && m.offset < end) s[m.offset - begin] = m.byte;
  return s;
}
std::string Source::decoding_error(uint32_t begin, uint32_t end) const {
  const std::string bytes = original(begin, end);
  return "(unicode error) " + utf8_error(bytes, first_malformed(bytes));
}
std::string Source::readable(uint32_t begin, uint32_t end) const {
  const std::string s = original(begin, end);
  std::string out;
  size_t at = 0;
  for (size_t bad; (bad = first_malformed(s, at)) != s.npos; at = broken_at(s, bad).end) {
    out.append(s, at, bad - at);
    out += "\xEF\xBF\xBD";
  }
  return out.append(s, at);
}

}  // namespace adder
