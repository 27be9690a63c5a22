#include "interp/parser/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "interp/text/unicode.h"
#include "interp/text/utf8.h"

namespace adder {

const char* spelling(Tok kind) {
  static constexpr const char* kSpelling[] = {
#define TOKEN(name, text) text,
#define OP(name, text) text,
#define KEYWORD(name, text) text,
#include "interp/parser/tokens.def"
  };
  return kSpelling[size_t(kind)];
}

namespace {

enum CharClass : uint8_t { kIdStart = 1, kIdPart = 2, kDigit = 4, kHexDigit = 8, kBlank = 16 };

constexpr std::array<uint8_t, 256> kClass = [] {
  std::array<uint8_t, 256> t{};
  for (int c = 0; c < 256; c++) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 128;
    bool digit = c >= '0' && c <= '9';
    bool hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    t[c] = (letter ? kIdStart | kIdPart : 0) | (digit ? kIdPart | kDigit : 0) | (hex ? kHexDigit : 0) |
           (c == ' ' || c == '\t' || c == '\f' ? kBlank : 0);
  }
  return t;
}();

bool is(char c, int classes) {
  return kClass[(unsigned char)c] & classes;
}

struct Keyword {
  std::string_view text;
  Tok kind;
};
constexpr Keyword kKeywords[] = {
#define TOKEN(name, text)
#define OP(name, text)
#define KEYWORD(name, text) {text, Tok::Kw##name},
#include "interp/parser/tokens.def"
};

// Perfect enough: keywords hashed by length and first two letters into a 128-entry table built at compile time.
constexpr unsigned keyword_hash(std::string_view s) {
  return (unsigned(s.size()) * 11 + unsigned((unsigned char)s[0]) * 3 + unsigned((unsigned char)s[1]) * 5) & 127;
}
constexpr int kKeywordChain = 4;
constexpr auto kKeywordTable = [] {
  std::array<std::array<uint8_t, kKeywordChain>, 128> t{};
  for (size_t i = 0; i < std::size(kKeywords); i++) {
    auto& slot = t[keyword_hash(kKeywords[i].text)];
    int k = 0;
    while (slot[k]) k++;
    slot[k] = uint8_t(i + 1);
  }
  return t;
}();

Tok keyword_or_name(std::string_view s) {
  if (s.size() < 2 || s.size() > 8) return Tok::Name;
  for (uint8_t i : kKeywordTable[keyword_hash(s)]) {
    if (!i) break;
    if (kKeywords[i - 1].text == s) return kKeywords[i - 1].kind;
  }
  return Tok::Name;
}

struct Operator {
  std::string_view text;
  Tok kind;
};
constexpr Operator kOperators[] = {
#define TOKEN(name, text)
#define OP(name, text) {text, Tok::name},
#define KEYWORD(name, text)
#include "interp/parser/tokens.def"
};

// For each first character the operators that start with it, longest first.
struct OperatorTable {
  uint8_t first[128];
  uint8_t order[std::size(kOperators) + 1];
};
constexpr OperatorTable kOperatorTable = [] {
  OperatorTable t{};
  uint8_t n = 0;
  for (int c = 0; c < 128; c++) {
    t.first[c] = n;
    for (size_t len = 3; len > 0; len--) {
      for (size_t i = 0; i < std::size(kOperators); i++) {
        if (kOperators[i].text.size() == len && kOperators[i].text[0] == c) t.order[n++] = uint8_t(i);
      }
    }
  }
  return t;
}();

class Lexer {
 public:
  Lexer(const Source& source, uint32_t begin, uint32_t end, bool expression)
      : source_(source),
        text_(source.text().data()),
        i_(begin),
        end_(end),
        line_(source.at(begin).line),
        expression_(expression) {
    out_.tokens.reserve((end - begin) / 3 + 16);
  }

  TokenList run() {
    bool fine = true;
    bool at_line_start = !expression_;
    while (fine) {
      if (at_line_start && open_.empty()) {
        if (!layout()) break;
        at_line_start = false;
      }
      while (i_ < end_ && is(text_[i_], kBlank)) i_++;
      uint32_t begin = i_;
      if (i_ < end_ && text_[i_] == '#') {
        const void* nl = memchr(text_ + i_, '\n', end_ - i_);
        i_ = nl ? uint32_t(static_cast<const char*>(nl) - text_) : end_;
      }
      if (i_ >= end_) {
        finish();
        break;
      }
      char c = text_[i_];
      if (c == '\n') {
        if (open_.empty() && !expression_) {
          push(Tok::Newline, begin, i_);
          at_line_start = true;
        }
        i_++;
        line_++;
        continue;
      }
      if (c == '\\') {
        fine = continuation();
        continue;
      }
      begin = i_;
      if (is(c, kIdStart)) {
        fine = name();
      } else if (is(c, kDigit) || (c == '.' && is(at(1), kDigit))) {
        fine = number();
      } else if (c == '"' || c == '\'') {
        fine = string(begin, 0);
      } else {
        fine = op();
      }
    }
    out_.open = open_;
    return std::move(out_);
  }

 private:
  char at(uint32_t k) const { return i_ + k < end_ ? text_[i_ + k] : 0; }
  std::string_view slice(uint32_t b, uint32_t e) const { return {text_ + b, e - b}; }

  void push(Tok kind, uint32_t begin, uint32_t end, uint8_t flags = 0) {
    out_.tokens.push_back({kind, flags, uint16_t(open_.size()), begin, end, line_});
  }

  // --- errors ---
  bool fail(std::string message, SyntaxErrorInfo::Kind kind = SyntaxErrorInfo::Syntax) {
    out_.failed = true;
    out_.error.kind = kind;
    out_.error.message = std::move(message);
    push(Tok::Error, i_, i_);
    return false;
  }
  // The tokenizer's own errors: the offset is the number of characters up to `stop`, which has been read.
  bool raise(std::string message, uint32_t stop) {
    LineColumn p = source_.at(stop ? stop - 1 : 0);
    uint32_t start = source_.line_start(p.line);
    out_.raised = true;
    out_.error.filename = source_.filename();
    out_.error.line = out_.error.end_line = int32_t(p.line);
    out_.error.offset = int32_t(text::length(slice(start, stop)));
    out_.error.end_offset = out_.error.offset;
    out_.error.text = source_.shown_line(p.line);
    if (!out_.error.text.empty() && out_.error.text.back() == '\n') out_.error.text.pop_back();
    out_.error.has_text = true;
    return fail(std::move(message));
  }
  // Layout errors are placed in the line that is being read.
  bool raise_layout(std::string message, SyntaxErrorInfo::Kind kind, uint32_t column, uint32_t line,
                    int32_t end_offset = 0) {
    out_.error.filename = source_.filename();
    out_.error.line = out_.error.end_line = int32_t(line);
    out_.error.offset = int32_t(column);
    out_.error.end_offset = end_offset;
    out_.error.text = source_.shown_line(line);
    out_.error.has_text = true;
    return fail(std::move(message), kind);
  }
  // A name that has bytes which are no UTF-8: the error stands at its last character.
  bool raise_malformed(uint32_t begin) {
    LineColumn p = source_.at(begin);
    out_.raised = true;
    out_.error.filename = source_.filename();
    out_.error.line = out_.error.end_line = int32_t(p.line);
    out_.error.offset = int32_t(p.column + i_ - begin);
    out_.error.end_offset = -1;
    out_.error.text = source_.shown_line(p.line);
    out_.error.has_text = true;
    return fail(source_.decoding_error(begin, i_));
  }
  bool raise_end_of_file() {  // behind a backslash
    out_.at_end = true;
    const std::string_view text = source_.line_text(line_ - 1);
    const uint32_t end = source_.line_start(line_ - 1) + uint32_t(text.size());
    // Of a script CPython has left the line, unless a token is waiting for its end.
    const bool left = source_.kind() == SourceKind::Script && text.find_first_not_of(" \t\f") == text.find('\\');
    const uint32_t length = left ? 0 : uint32_t(source_.shown_column(end - 1)) + 1;
    return raise_layout("unexpected EOF while parsing", SyntaxErrorInfo::Syntax, length, line_ - 1, -1);
  }
  bool raise_open_bracket() {
    const Bracket& b = open_.back();
    place(&out_.error, source_, b.begin, b.begin);
    out_.error.end_offset = 0;
    const bool passed = source_.kind() < SourceKind::File && source_.at(end_ - 1).line > b.line;
    if (passed && !out_.error.text.empty())
      out_.error.text.pop_back();  // a line that CPython takes from what it has read
    return fail(std::string("'") + b.open + "' was never closed");
  }

  // --- layout ---
  void finish() {
    if (!open_.empty()) {
      out_.at_end = true;
      raise_open_bracket();
      return;
    }
    if (!expression_) {
      if (!out_.tokens.empty() && out_.tokens.back().kind != Tok::Newline && out_.tokens.back().kind != Tok::Dedent) {
        push(Tok::Newline, i_, i_);
      }
      // what follows the text belongs to its last line
      if (i_ > 0 && text_[i_ - 1] == '\n' && line_ > 1) line_--;
      while (indents_ > 0) {
        indents_--;
        push(Tok::Dedent, i_, i_, Token::kNoColumn);
      }
    }
    push(Tok::End, i_, i_, Token::kNoColumn);
  }

  // At the start of a line: measures the indentation, skips lines without tokens. False: an error.
  bool layout() {
    for (;;) {
      uint32_t column = 0;
      uint32_t alternative = 0;  // the same with tabs of width one: both must agree on every comparison
      uint32_t continued = 0;
      for (;; i_++) {
        char c = i_ < end_ ? text_[i_] : 0;
        if (c == ' ') {
          column++;
          alternative++;
        } else if (c == '\t') {
          column = (column / 8 + 1) * 8;
          alternative++;
        } else if (c == '\f') {
          column = alternative = 0;
        } else if (c == '\\') {
          if (at(1) != '\n') return continuation();  // which raises
          continued = continued ? continued : column;  // the first backslash fixes the indentation
          i_++;
          line_++;
          if (i_ + 1 >= end_) {
            out_.at_end = true;
            return raise_end_of_file();
          }
        } else {
          break;
        }
      }
      if (i_ >= end_) return true;
      if (text_[i_] == '\n' || text_[i_] == '#') {
        const void* nl = memchr(text_ + i_, '\n', end_ - i_);
        if (!nl) {
          i_ = end_;
          return true;
        }
        i_ = uint32_t(static_cast<const char*>(nl) - text_) + 1;
        line_++;
        continue;
      }
      if (continued) column = alternative = continued;
      return indentation(column, alternative);
    }
  }

  bool indentation(uint32_t column, uint32_t alternative) {
    auto inconsistent = [&] {
      return raise_layout("inconsistent use of tabs and spaces in indentation", SyntaxErrorInfo::Tab, 1, line_);
    };
    if (column == indent_[indents_].column) {
      return alternative == indent_[indents_].alternative || inconsistent();
    }
    if (column > indent_[indents_].column) {
      if (indents_ + 1 >= kMaxIndents) {
        return raise_layout("too many levels of indentation", SyntaxErrorInfo::Indentation, 1, line_);
      }
      if (alternative <= indent_[indents_].alternative) return inconsistent();
      indent_[++indents_] = {column, alternative};
      push(Tok::Indent, i_, i_, Token::kNoColumn);
      return true;
    }
    int dedents = 0;
    while (indents_ > 0 && column < indent_[indents_].column) {
      indents_--;
      dedents++;
    }
    if (column != indent_[indents_].column) {
      uint32_t line_begin = source_.line_start(line_);
      uint32_t line_end = line_begin + uint32_t(source_.line_text(line_).size());
      uint32_t length = uint32_t(text::length(slice(line_begin, line_end)));
      return raise_layout("unindent does not match any outer indentation level", SyntaxErrorInfo::Indentation, length,
                          line_, -1);
    }
    if (alternative != indent_[indents_].alternative) return inconsistent();
    while (dedents-- > 0) push(Tok::Dedent, i_, i_, Token::kNoColumn);
    return true;
  }

  bool continuation() {
    if (at(1) != '\n') {
      uint32_t column = uint32_t(source_.shown_column(i_ + 1));
      return raise_layout("unexpected character after line continuation character", SyntaxErrorInfo::Syntax, column + 1,
                          line_);
    }
    i_ += 2;
    line_++;
    if (i_ >= end_) {
      if (!open_.empty()) {
        out_.at_end = true;
        return raise_open_bracket();
      }
      return raise_end_of_file();
    }
    return true;
  }

  // --- names and string prefixes ---
  bool name() {
    uint32_t begin = i_;
    unsigned char seen = 0;
    do {
      seen |= text_[i_];
      i_++;
    } while (i_ < end_ && is(text_[i_], kIdPart));
    if (i_ < end_ && i_ - begin <= 2 && (text_[i_] == '"' || text_[i_] == '\'')) {
      int flags = string_prefix(slice(begin, i_));
      if (flags >= 0) return string(begin, uint8_t(flags));
    }
    if (source_.has_malformed(begin, i_)) return raise_malformed(begin);
    if (seen >= 128 && !check_identifier(begin, i_)) return false;
    push(seen >= 128 ? Tok::Name : keyword_or_name(slice(begin, i_)), begin, i_);
    return true;
  }

  static int string_prefix(std::string_view s) {
    int flags = 0;
    for (char c : s) {
      int bit = 0;
      switch (c | 32) {
        case 'r': bit = kRawString; break;
        case 'b': bit = kBytesString; break;
        case 'f': bit = kFormatString; break;
        case 'u': bit = kUnicodePrefix; break;
        default: return -1;
      }
      if (flags & bit) return -1;
      flags |= bit;
    }
    bool both = (flags & kBytesString) && (flags & kFormatString);
    bool unicode_mixed = (flags & kUnicodePrefix) && flags != kUnicodePrefix;
    return both || unicode_mixed ? -1 : flags;
  }

  bool check_identifier(uint32_t begin, uint32_t end) {
    size_t k = 0;
    std::string_view s = slice(begin, end);
    bool first = true;
    while (k < s.size()) {
      size_t here = k;
      uint32_t code = text::next(s, &k);
      if (first ? text::is_identifier_start(code) : text::is_identifier_part(code)) {
        first = false;
        continue;
      }
      i_ = begin + uint32_t(k);
      char hex[16];
      snprintf(hex, sizeof hex, "%04X", code);
      if (text::is_printable(code)) {
        return raise("invalid character '" + std::string(s.substr(here, k - here)) + "' (U+" + hex + ")", i_);
      }
      return raise(std::string("invalid non-printable character U+") + hex, i_);
    }
    return true;
  }

  // --- numbers ---
  bool digits(int classes) {  // digits with single underscores between them; at least one digit stands at i_
    for (;;) {
      while (i_ < end_ && is(text_[i_], classes)) i_++;
      if (at(0) != '_') return true;
      i_++;
      if (!is(at(0), classes)) {
        return raise("invalid decimal literal", i_);
      }
    }
  }
  bool number() {
    uint32_t begin = i_;
    char c = text_[i_];
    if (c == '0' && i_ + 1 < end_) {
      switch (text_[i_ + 1] | 32) {
        case 'x': return radix(begin, "hexadecimal", 16);
        case 'o': return radix(begin, "octal", 8);
        case 'b': return radix(begin, "binary", 2);
      }
    }
    bool integer = true;
    bool leading_zero = c == '0';
    bool nonzero = false;
    if (c != '.') {
      if (!digits(kDigit)) return false;
      for (uint32_t k = begin; k < i_; k++) nonzero |= text_[k] != '0' && text_[k] != '_';
    }
    if (at(0) == '.') {
      integer = false;
      i_++;
      if (is(at(0), kDigit) && !digits(kDigit)) return false;
    }
    if ((at(0) | 32) == 'e') {
      uint32_t k = 1;
      if (at(k) == '+' || at(k) == '-') k++;
      if (is(at(k), kDigit)) {
        integer = false;
        i_ += k;
        if (!digits(kDigit)) return false;
      } else if (k == 2) {
        return raise("invalid decimal literal", i_ + 2);
      } else if (!number_end("decimal")) {
        return false;
      }
    }
    if ((at(0) | 32) == 'j') {
      integer = false;
      i_++;
      if (!number_end("imaginary")) return false;
      push(Tok::Number, begin, i_);
      return true;
    }
    if (integer && leading_zero && nonzero) {
      bool fine =
          raise("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
                begin + 1);
      uint32_t zeros = begin;
      while (text_[zeros] == '0' || text_[zeros] == '_') zeros++;
      out_.error.offset = int32_t(source_.at(begin).column) + 1;  // in bytes, as CPython gives it here
      out_.error.end_offset = int32_t(source_.at(zeros).column) + 1;
      return fine;
    }
    if (!number_end("decimal")) return false;
    push(Tok::Number, begin, i_);
    return true;
  }
  bool radix(uint32_t begin, const char* kind, int base) {
    i_ += 2;
    auto fits = [&](char c) { return base == 16 ? is(c, kHexDigit) : c >= '0' && c < '0' + base; };
    auto bad_digit = [&](char c) {
      return raise(std::string("invalid digit '") + c + "' in " + kind + " literal", i_ + 1);
    };
    do {
      if (at(0) == '_') i_++;
      if (!fits(at(0))) {
        if (base != 16 && is(at(0), kDigit)) return bad_digit(at(0));
        return raise(std::string("invalid ") + kind + " literal", i_);
      }
      while (fits(at(0))) i_++;
    } while (at(0) == '_');
    if (base != 16 && is(at(0), kDigit)) return bad_digit(at(0));
    if (!number_end(kind)) return false;
    push(Tok::Number, begin, i_);
    return true;
  }
  // A number may be followed at once by and, else, for, if, in, is, not, or; by no other name.
  bool number_end(const char* kind) {
    static constexpr std::string_view kAllowed[] = {"and", "else", "for", "not", "or"};
    if (!is(at(0), kIdPart)) return true;
    bool allowed = at(0) == 'i' && (at(1) == 'f' || at(1) == 'n' || at(1) == 's');  // whatever follows
    for (std::string_view word : kAllowed) {
      allowed |= slice(i_, end_).starts_with(word) && !is(at(uint32_t(word.size())), kIdPart);
    }
    if (allowed) {
      out_.warnings.push_back({std::string("invalid ") + kind + " literal", i_ - 1});
      return true;
    }
    return raise(std::string("invalid ") + kind + " literal", i_);
  }

  // --- strings: i_ stands at the opening quote ---
  bool string(uint32_t begin, uint8_t flags) {
    char q = text_[i_];
    uint32_t first_line = line_;
    uint32_t size = at(1) == q && at(2) == q ? 3 : 1;
    if (size == 1 && at(1) == q) {
      i_ += 2;
    } else {
      i_ += size;
      uint32_t run = 0;
      while (run < size) {
        char c = i_ < end_ ? text_[i_] : 0;
        if (i_ >= end_ || (size == 1 && c == '\n')) return unterminated(begin, first_line, size);
        i_++;
        if (c == q) {
          run++;
          continue;
        }
        run = 0;
        if (c == '\\') {
          if (i_ >= end_) return unterminated(begin, first_line, size);
          c = text_[i_++];
        }
        if (c == '\n') line_++;
      }
    }
    if (size == 3) flags |= kTripleQuoted;
    out_.tokens.push_back({Tok::String, flags, uint16_t(open_.size()), begin, i_, first_line});
    return true;
  }
  bool unterminated(uint32_t begin, uint32_t first_line, uint32_t size) {
    uint32_t last_line = std::max<uint32_t>(1, uint32_t(source_.line_starts().size()) - 1);
    uint32_t detected = std::min(line_, last_line);
    if (size == 3) {
      line_ = first_line;
      return raise("unterminated triple-quoted string literal (detected at line " + std::to_string(detected) + ")",
                   begin + 1);
    }
    line_ = first_line;
    return raise("unterminated string literal (detected at line " + std::to_string(detected) + ")", begin + 1);
  }

  // --- operators and brackets ---
  bool op() {
    unsigned char c = text_[i_];
    if (c == '<' && at(1) == '>') {
      i_ += 2;
      push(Tok::Unknown, i_ - 2, i_);
      return true;
    }
    if (c < 128) {
      for (uint32_t k = kOperatorTable.first[c], e = c == 127 ? k : kOperatorTable.first[c + 1]; k < e; k++) {
        const Operator& o = kOperators[kOperatorTable.order[k]];
        if (slice(i_, end_).substr(0, o.text.size()) != o.text) continue;
        uint32_t begin = i_;
        if (o.kind >= Tok::LParen && o.kind <= Tok::RBrace && !bracket(char(c))) return false;
        i_ += uint32_t(o.text.size());
        push(o.kind, begin, i_);
        return true;
      }
    }
    if (c == '!' || c == '$' || c == '?' || c == '`') {
      i_++;
      push(Tok::Unknown, i_ - 1, i_);
      return true;
    }
    char hex[16];
    snprintf(hex, sizeof hex, "%04X", c);
    return raise(std::string("invalid non-printable character U+") + hex, i_ + 1);
  }

  bool bracket(char c) {
    if (c == '(' || c == '[' || c == '{') {
      if (open_.size() >= size_t(kMaxBrackets)) return raise("too many nested parentheses", i_ + 1);
      open_.push_back({c, i_, line_});
      return true;
    }
    if (open_.empty()) return raise(std::string("unmatched '") + c + "'", i_ + 1);
    const Bracket& b = open_.back();
    bool match = (b.open == '(' && c == ')') || (b.open == '[' && c == ']') || (b.open == '{' && c == '}');
    if (!match) {
      std::string message =
          std::string("closing parenthesis '") + c + "' does not match opening parenthesis '" + b.open + "'";
      if (b.line != line_) message += " on line " + std::to_string(b.line);
      return raise(std::move(message), i_ + 1);
    }
    open_.pop_back();
    return true;
  }

  struct Indent {
    uint32_t column = 0;
    uint32_t alternative = 0;
  };
  const Source& source_;
  const char* text_;
  uint32_t i_;
  uint32_t end_;
  uint32_t line_;
  bool expression_;
  Indent indent_[kMaxIndents + 1];
  int indents_ = 0;
  std::vector<Bracket> open_;
  TokenList out_;
};

}  // namespace

TokenList tokenize(const Source& source) {
  return Lexer(source, 0, uint32_t(source.text().size()), false).run();
}
TokenList tokenize_expression(const Source& source, uint32_t begin, uint32_t end) {
  return Lexer(source, begin, end, true).run();
}

}  // namespace adder
