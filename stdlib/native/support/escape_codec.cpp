#include "stdlib/native/support/escape_codec.h"

#include <cctype>
#include <cstdio>

#include "interp/text/unicode_names.h"
#include "interp/text/utf8.h"

namespace adder::lib {

Escapes escapes_of(std::string_view encoding) {
  std::string name;
  for (char c : encoding) name += c == '-' || c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return name == "unicode_escape" || name == "unicodeescape"          ? Escapes::kFull
         : name == "raw_unicode_escape" || name == "rawunicodeescape" ? Escapes::kRaw
                                                                      : Escapes::kNone;
}

std::string encode_escapes(std::string_view s, Escapes which) {
  std::string out;
  char b[16];
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
    bool full = which == Escapes::kFull;
    const char* letter = !full       ? nullptr
                         : c == '\\' ? "\\\\"
                         : c == '\n' ? "\\n"
                         : c == '\r' ? "\\r"
                         : c == '\t' ? "\\t"
                                     : nullptr;
    if (letter) {
      out += letter;
    } else if (full ? c >= 32 && c < 127 : c < 256) {
      out += char(c);
    } else {
      std::snprintf(b, sizeof b, c < 256 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
      out += b;
    }
  }
  return out;
}

namespace {

class Decoder {
 public:
  Decoder(std::string_view s, Escapes which, std::string* out, CodecError* error)
      : s_(s), raw_(which == Escapes::kRaw), out_(out), error_(error) {}

  bool run(ErrorMode mode, size_t* consumed, ErrorHandler* handler) {
    more_may_come_ = consumed;
    while (at_ < s_.size()) {
      start_ = at_;
      cut_off_ = false;
      if (one()) continue;
      if (consumed && cut_off_) return *consumed = start_, true;
      size_t end = error_->end;
      if (!handle_decoding_error(&s_, &end, Encoding::kUnknown, mode, out_, error_, handler)) return false;
      at_ = end;
    }
    if (consumed) *consumed = s_.size();
    return true;
  }

 private:
  bool fail(size_t end, const char* reason) {
    *error_ = {start_, end, reason};
    return false;
  }
  // One character or escape; false: the error is set.
  bool one() {
    unsigned char c = static_cast<unsigned char>(s_[at_++]);
    if (c != '\\') return text::append(out_, c), true;
    if (at_ == s_.size()) {
      cut_off_ = true;
      return raw_ && !more_may_come_ ? (*out_ += '\\', true) : fail(at_, "\\ at end of string");
    }
    char e = s_[at_++];
    if (e == 'u') return digits(4, "truncated \\uXXXX escape");
    if (e == 'U') return digits(8, "truncated \\UXXXXXXXX escape");
    if (raw_) {  // the second of two backslashes begins no escape
      *out_ += '\\';
      text::append(out_, static_cast<unsigned char>(e));
      return true;
    }
    static constexpr char kLetters[] = "\\\\\'\'\"\"b\bf\ft\tn\nr\rv\va\a";
    for (const char* p = kLetters; *p; p += 2)
      if (*p == e) return *out_ += p[1], true;
    if (e == '\n') return true;
    if (e == 'x') return digits(2, "truncated \\xXX escape");
    if (e == 'N') return name();
    if (e >= '0' && e <= '7') {
      uint32_t code = uint32_t(e - '0');
      for (int i = 0; i < 2 && at_ < s_.size() && s_[at_] >= '0' && s_[at_] <= '7'; ++i)
        code = code * 8 + uint32_t(s_[at_++] - '0');
      return text::append(out_, code), true;
    }
    *out_ += '\\';
    text::append(out_, static_cast<unsigned char>(e));
    return true;
  }
  bool digits(size_t want, const char* truncated) {
    uint32_t code = 0;
    size_t n = 0;
    for (; n < want && at_ + n < s_.size() && isxdigit(static_cast<unsigned char>(s_[at_ + n])); ++n) {
      char d = s_[at_ + n];
      code = code * 16 + uint32_t(d <= '9' ? d - '0' : (d | 32) - 'a' + 10);
    }
    cut_off_ = n < want && at_ + n == s_.size();
    if (n < want) return fail(at_ + n, truncated);
    if (code > 0x10FFFF) return fail(at_ + n, raw_ ? "\\Uxxxxxxxx out of range" : "illegal Unicode character");
    at_ += n;
    text::append(out_, code);
    return true;
  }
  bool name() {
    size_t end = at_ < s_.size() && s_[at_] == '{' ? s_.find('}', at_) : s_.npos;
    cut_off_ = at_ == s_.size() || (s_[at_] == '{' && end == s_.npos);
    if (end == s_.npos || end == at_ + 1)
      return fail(end == s_.npos ? s_.size() : end + 1, "malformed \\N character escape");
    uint32_t code = text::character_by_name(s_.substr(at_ + 1, end - at_ - 1));
    if (code == text::kNoCharacter) return fail(end + 1, "unknown Unicode character name");
    at_ = end + 1;
    text::append(out_, code);
    return true;
  }

  std::string_view s_;
  bool raw_;
  std::string* out_;
  CodecError* error_;
  size_t at_ = 0, start_ = 0;
  bool more_may_come_ = false, cut_off_ = false;  // the input ends where the escape might go on
};

}  // namespace

bool decode_escapes(std::string_view s, Escapes which, ErrorMode mode, std::string* out, CodecError* error,
                    size_t* consumed, ErrorHandler* handler) {
  return Decoder(s, which, out, error).run(mode, consumed, handler);
}

}  // namespace adder::lib
