#include "interp/parser/source.h"

#include <iconv.h>

#include <algorithm>
#include <cstring>

#include "interp/text/utf8.h"

namespace adder {

const char* exception_name(SyntaxErrorInfo::Kind kind) {
  static constexpr const char* kNames[] = {"SyntaxError",    "IndentationError", "TabError",  "MemoryError",
                                           "RecursionError", "OverflowError",    "ValueError"};
  return kNames[kind];
}

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

// Offset of the first byte that is not UTF-8, or npos.
size_t first_malformed(std::string_view s) {
  size_t i = 0;
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
  return name;
}

enum class Conversion { done, unknown, bad_bytes };
Conversion convert(const std::string& encoding, std::string_view bytes, std::string* utf8) {
  iconv_t converter = iconv_open("UTF-8", encoding.c_str());
  if (converter == iconv_t(-1)) return Conversion::unknown;
  utf8->resize(bytes.size() * 4 + 16);
  char *in = const_cast<char*>(bytes.data()), *out = utf8->data();
  size_t in_left = bytes.size(), out_left = utf8->size();
  bool good = iconv(converter, &in, &in_left, &out, &out_left) != size_t(-1);
  good = good && iconv(converter, nullptr, nullptr, &out, &out_left) != size_t(-1);
  iconv_close(converter);
  utf8->resize(utf8->size() - out_left);
  return good ? Conversion::done : Conversion::bad_bytes;
}

bool fail(SyntaxErrorInfo* error, const std::string& filename, std::string message,
          SyntaxErrorInfo::Kind kind = SyntaxErrorInfo::Syntax) {
  *error = SyntaxErrorInfo();
  error->kind = kind;
  error->message = std::move(message);
  error->filename = filename;
  return false;
}

}  // namespace

bool Source::decode(std::string_view bytes, const std::string& filename, SyntaxErrorInfo* error) {
  filename_ = filename;
  bool mark = bytes.substr(0, 3) == "\xEF\xBB\xBF";
  if (mark) bytes.remove_prefix(3);
  size_t first_end = std::min(bytes.find('\n'), bytes.size());
  std::string_view first = bytes.substr(0, first_end);
  std::string name = cookie(first);
  if (name.empty() && blank_or_comment(first) && first_end < bytes.size()) {
    std::string_view rest = bytes.substr(first_end + 1);
    name = cookie(rest.substr(0, rest.find('\n')));
  }
  std::string encoding = normalized(name);
  bool utf8 = encoding.empty() || encoding == "utf-8" || encoding == "utf8" || encoding.rfind("utf-8-", 0) == 0;
  if (mark && !utf8) return fail(error, filename, "encoding problem: " + name + " with BOM");
  if (utf8 || encoding == "ascii" || encoding == "us-ascii") {
    size_t bad = first_malformed(bytes);
    if (bad != std::string_view::npos) {
      static constexpr char kHex[] = "0123456789abcdef";
      unsigned char c = bytes[bad];
      size_t line = 1 + std::count(bytes.begin(), bytes.begin() + bad, '\n');
      return fail(error, filename,
                  std::string("(unicode error) 'utf-8' codec can't decode byte 0x") + kHex[c >> 4] + kHex[c & 15] +
                      " on line " + std::to_string(line));
    }
    text_.assign(bytes);
    return finish(error);
  }
  bool latin1 = encoding == "latin-1" || encoding == "iso-8859-1" || encoding == "iso8859-1" || encoding == "latin1" ||
                encoding.rfind("latin-1-", 0) == 0 || encoding.rfind("iso-8859-1-", 0) == 0;
  text_.clear();
  if (!latin1) {
    switch (convert(encoding == "latin9" || encoding == "latin-9" ? "iso-8859-15" : encoding, bytes, &text_)) {
      case Conversion::unknown: return fail(error, filename, "unknown encoding: " + name);
      case Conversion::bad_bytes: return fail(error, filename, "encoding problem: " + name);
      case Conversion::done: return finish(error);
    }
  }
  for (unsigned char c : bytes) text::append(&text_, c);
  return finish(error);
}

bool Source::set_text(std::string_view utf8, const std::string& filename, SyntaxErrorInfo* error) {
  filename_ = filename;
  text_.assign(utf8);
  return finish(error);
}

bool Source::finish(SyntaxErrorInfo* error) {
  if (text_.size() > 0xFFFFFF00u) {
    return fail(error, filename_, "source code is too long", SyntaxErrorInfo::Overflow);
  }
  if (memchr(text_.data(), 0, text_.size())) {
    return fail(error, filename_, "source code string cannot contain null bytes", SyntaxErrorInfo::Value);
  }
  if (text_.find('\r') != text_.npos) {
    size_t o = 0;
    for (size_t i = 0; i < text_.size(); i++) {
      char c = text_[i];
      if (c == '\r') {
        if (i + 1 < text_.size() && text_[i + 1] == '\n') i++;
        c = '\n';
      }
      text_[o++] = c;
    }
    text_.resize(o);
  }
  added_newline_ = !text_.empty() && text_.back() != '\n';
  if (added_newline_) text_ += '\n';
  line_starts_.assign(1, 0);
  line_starts_.reserve(text_.size() / 24 + 2);
  for (const char *p = text_.data(), *e = p + text_.size(); (p = static_cast<const char*>(memchr(p, '\n', e - p)));) {
    line_starts_.push_back(uint32_t(++p - text_.data()));
  }
  ascii_ = true;
  for (unsigned char c : text_) ascii_ &= c < 128;
  return true;
}

LineColumn Source::at(uint32_t offset) const {
  auto it = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  uint32_t line = uint32_t(it - line_starts_.begin());
  return {line, offset - line_starts_[line - 1]};
}

std::string_view Source::line_text(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  uint32_t b = line_starts_[line - 1];
  uint32_t e = line < line_starts_.size() ? line_starts_[line] : uint32_t(text_.size());
  return std::string_view(text_).substr(b, e - b);
}

int32_t Source::character_column(uint32_t offset) const {
  LineColumn p = at(offset);
  if (ascii_) return int32_t(p.column);
  return int32_t(text::length(std::string_view(text_).substr(offset - p.column, p.column)));
}

void place(SyntaxErrorInfo* error, const Source& source, uint32_t begin, uint32_t end) {
  LineColumn b = source.at(begin);
  error->filename = source.filename();
  error->line = int32_t(b.line);
  error->offset = source.character_column(begin) + 1;
  error->end_line = error->line;
  error->end_offset = 0;
  if (end >= begin) {
    error->end_line = int32_t(source.at(end).line);
    error->end_offset = source.character_column(end) + 1;
  }
  error->text = source.line_text(b.line);
  error->has_text = true;
}
void place_by_bytes(SyntaxErrorInfo* error, const Source& source, uint32_t begin, uint32_t end) {
  place(error, source, begin, end);
  error->offset = int32_t(source.at(begin).column) + 1;
  if (end >= begin) error->end_offset = int32_t(source.at(end).column) + 1;
}

}  // namespace adder
