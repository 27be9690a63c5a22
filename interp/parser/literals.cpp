// The values of literals: numbers, identifiers, and string tokens with their escapes.
#include <charconv>
#include <cstdlib>

#include "interp/parser/parse_state.h"
#include "interp/parser/parser.h"
#include "interp/text/unicode_names.h"
#include "interp/text/unicode.h"
#include "interp/text/utf8.h"

namespace adder {

using namespace ast;

Node* ParseState::fail(std::string message, uint32_t begin, uint32_t end) {
  if (failed) return nullptr;
  failed = true;
  error = SyntaxErrorInfo();
  error.message = std::move(message);
  place(&error, source, begin, end);
  return nullptr;
}

const Identifier* make_identifier(ParseState& st, const Token* t) {
  std::string_view text = st.text(t);
  bool ascii = true;
  for (unsigned char c : text) ascii &= c < 128;
  if (ascii) return st.arena.intern(text);
  return st.arena.intern(text::normalize(text, text::Form::kNFKC));
}

Node* make_number(ParseState& st, const Token* t) {
  std::string_view text = st.text(t);
  std::string stripped;
  if (text.find('_') != text.npos) {
    for (char c : text) {
      if (c != '_') stripped += c;
    }
    text = stripped;
  }
  auto* n = st.arena.make<Constant>(t->begin, t->end);
  Literal& v = n->value;
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    char c = char(text[1] | 32);
    base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
  }
  if (base == 10 && text.find_first_of(".eEjJ") != text.npos) {
    bool imaginary = (text.back() | 32) == 'j';
    if (imaginary) text.remove_suffix(1);
    v.type = imaginary ? Literal::Imaginary : Literal::Float;
    auto r = std::from_chars(text.data(), text.data() + text.size(), v.real);
    if (r.ec != std::errc()) v.real = strtod(std::string(text).c_str(), nullptr);  // overflow, underflow
    return n;
  }
  std::string_view digits = base == 10 ? text : text.substr(2);
  v.type = Literal::Int;
  auto r = std::from_chars(digits.data(), digits.data() + digits.size(), v.integer, base);
  if (r.ec == std::errc()) return n;
  if (base == 10 && digits.size() > 4300) {
    st.fail(
        "Exceeds the limit (4300 digits) for integer string conversion: value has " + std::to_string(digits.size()) +
            " digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer "
            "literals to avoid decimal conversion limits.",
        t->begin, t->end);
    st.error.offset = st.error.end_offset = 0;  // CPython tells the line only
    st.long_number = true;
    return nullptr;
  }
  v.type = Literal::BigInt;
  v.integer = 0;
  v.text = st.arena.copy(text);
  return n;
}

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

// CPython decodes after it has parsed, and reports positions in the decoded text (where a non-ASCII character
// counts as a ten-character \U escape); `position` keeps that count.
bool decode_escapes(ParseState& st, std::string_view s, bool raw, bool bytes, uint32_t begin, uint32_t end,
                    std::string* out) {
  const bool plain = raw || s.find('\\') == s.npos;
  const uint32_t at = uint32_t(s.data() - st.source.text().data());
  if (st.source.has_malformed(at, at + uint32_t(s.size()))) {
    // With escapes it is decoded piece by piece: what lies between characters of ASCII.
    auto high = [&](uint32_t i) { return uint8_t(st.source.text()[i]) >= 128 || st.source.has_malformed(i, i + 1); };
    uint32_t first = at, last = at + uint32_t(s.size());
    while (!plain && !st.source.has_malformed(first, first + 1)) first++;
    for (uint32_t i = first; !plain && i < last; i++)
      if (!high(i)) last = i;
    while (!plain && first > at && high(first - 1)) first--;
    st.fail(bytes ? "bytes can only contain ASCII literal characters" : st.source.decoding_error(first, last), begin,
            end);
    return false;
  }
  if (plain) {
    out->append(s);
    return true;
  }
  size_t position = 0;
  bool warned = false;
  auto unicode_error = [&](size_t first, size_t last, const std::string& why) {
    st.fail("(unicode error) 'unicodeescape' codec can't decode bytes in position " + std::to_string(first) + "-" +
                std::to_string(last) + ": " + why,
            begin, end);
    return false;
  };
  for (size_t i = 0; i < s.size();) {
    unsigned char c = s[i];
    if (c != '\\') {
      if (c < 128 || bytes) {
        *out += char(c);
        i++;
        position++;
      } else {
        size_t b = i;
        text::next(s, &i);
        out->append(s.substr(b, i - b));
        position += 10;
      }
      continue;
    }
    size_t start = position;
    if (++i >= s.size()) {
      if (bytes) {
        st.fail("(value error) Trailing \\ in string", begin, end);
        return false;
      }
      *out += '\\';  // the text of an f-string before a brace: others do not end so
      return true;
    }
    c = s[i++];
    position += 2;
    auto warn = [&](const char* kind, size_t from, size_t to) {
      if (!st.warnings || warned) return;  // of the first of a string
      warned = true;
      std::string message = std::string("invalid ") + kind + "escape sequence '\\";
      st.warnings->push_back({true, true, message.append(s.substr(from, to - from)) + "'", begin, end, {}});
    };
    auto unknown = [&] {
      if (c < 128) warn("", i - 1, i);  // CPython has no word for others
      *out += '\\';
      i--;
      position--;
    };
    switch (c) {
      case '\n': break;
      case '\\':
      case '\'':
      case '"': *out += char(c); break;
      case 'a': *out += '\a'; break;
      case 'b': *out += '\b'; break;
      case 'f': *out += '\f'; break;
      case 'n': *out += '\n'; break;
      case 'r': *out += '\r'; break;
      case 't': *out += '\t'; break;
      case 'v': *out += '\v'; break;
      case 'x':
      case 'u':
      case 'U': {
        if (bytes && c != 'x') {
          unknown();
          break;
        }
        size_t want = c == 'x' ? 2 : c == 'u' ? 4 : 8;
        uint32_t code = 0;
        size_t got = 0;
        while (got < want && i < s.size() && hex_value(s[i]) >= 0) {
          code = code << 4 | uint32_t(hex_value(s[i]));
          i++;
          got++;
        }
        position += got;
        if (got < want) {
          if (bytes) {
            st.fail("(value error) invalid \\x escape at position " + std::to_string(start), begin, end);
            return false;
          }
          std::string form = c == 'x' ? "\\xXX" : c == 'u' ? "\\uXXXX" : "\\UXXXXXXXX";
          return unicode_error(start, position - 1, "truncated " + form + " escape");
        }
        if (code > 0x10FFFF) return unicode_error(start, position - 1, "illegal Unicode character");
        if (bytes) {
          *out += char(code);
        } else {
          text::append(out, code);
        }
        break;
      }
      case 'N': {
        if (bytes) {
          unknown();
          break;
        }
        size_t close = i < s.size() && s[i] == '{' ? s.find('}', i) : s.npos;
        if (close == s.npos || close == i + 1) {
          size_t last = position - 1;
          if (i < s.size() && s[i] == '{') last = close == s.npos ? position + (s.size() - i) - 1 : position;
          return unicode_error(start, last, "malformed \\N character escape");
        }
        std::string_view wanted = s.substr(i + 1, close - i - 1);
        uint32_t code = text::character_by_name(wanted);
        position += close - i + 1;
        i = close + 1;
        if (code == text::kNoCharacter) return unicode_error(start, position - 1, "unknown Unicode character name");
        text::append(out, code);
        break;
      }
      default: {
        if (c < '0' || c > '7') {
          unknown();
          break;
        }
        const size_t first = i - 1;
        uint32_t code = uint32_t(c - '0');
        for (int k = 0; k < 2 && i < s.size() && s[i] >= '0' && s[i] <= '7'; k++) {
          code = code * 8 + uint32_t(s[i++] - '0');
          position++;
        }
        if (code > 255) warn("octal ", first, i);
        if (bytes) {
          *out += char(code);
        } else {
          text::append(out, code);
        }
      }
    }
  }
  return true;
}

void flush_literal(ParseState& st, FStringParts* parts) {
  if (parts->literal.empty()) return;
  auto* n = st.arena.make<Constant>(parts->begin, parts->end);
  n->value.type = Literal::Str;
  n->value.text = st.arena.copy(parts->literal);
  parts->nodes.push(n);
  parts->literal.clear();
}

Node* make_strings(ParseState& st, const Token* first, const Token* last) {
  uint32_t begin = first->begin;
  uint32_t end = last[-1].end;
  bool bytes = first->flags & kBytesString;
  bool formatted = false;
  FStringParts parts{{}, {}, begin, end};
  for (const Token* t = first; t != last; t++) {
    const bool of_bytes = t->flags & kBytesString;
    size_t quotes = t->flags & kTripleQuoted ? 3 : 1;
    std::string_view text = st.text(t);
    size_t prefix = text.find_first_of("'\"");
    uint32_t b = t->begin + uint32_t(prefix + quotes);
    uint32_t e = t->end - uint32_t(quotes);
    std::string_view body = std::string_view(st.source.text()).substr(b, e - b);
    bool raw = t->flags & kRawString;
    auto mixed = [&] { return st.fail("cannot mix bytes and nonbytes literals", begin, first->end); };
    if (t->flags & kFormatString) {
      if (bytes) return mixed();
      formatted = true;
      if (!parse_fstring(st, &parts, b, e, raw, 0)) return nullptr;
      continue;
    }
    if (of_bytes) {  // what is wrong with a piece itself comes first
      for (unsigned char c : body) {
        if (c >= 128) {
          return st.fail("bytes can only contain ASCII literal characters", t->begin, t->end);
        }
      }
    }
    if (!decode_escapes(st, body, raw, of_bytes, t->begin, t->end, &parts.literal)) return nullptr;
    if (of_bytes != bytes) return mixed();
  }
  if (formatted) {
    flush_literal(st, &parts);
    auto* n = st.arena.make<JoinedStr>(begin, end);
    n->values = parts.nodes;
    return n;
  }
  auto* n = st.arena.make<Constant>(begin, end);
  n->value.type = bytes ? Literal::Bytes : Literal::Str;
  n->value.unicode_prefix = first->flags & kUnicodePrefix;
  n->value.text = st.arena.copy(parts.literal);
  return n;
}

}  // namespace adder
