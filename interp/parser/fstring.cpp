// f-strings by 3.11's rules: the expression part may hold neither a backslash nor a comment, and the string's own
// quotes end the string before this code sees it. The expression is lexed and parsed in place, so its nodes have their
// true positions in the source.
#include "interp/parser/diagnose.h"
#include "interp/parser/parse_state.h"
#include "interp/parser/parser.h"

namespace adder {

using namespace ast;

namespace {

class FString {
 public:
  FString(ParseState& st, FStringParts* parts, uint32_t begin, uint32_t end, bool raw)
      : st_(st), parts_(parts), text_(st.source.text().data()), i_(begin), end_(end), raw_(raw) {}

  // recursion 0: the string itself; 1: inside a format specification, which ends at '}'.
  bool run(int recursion) {
    for (;;) {
      if (!literal(recursion)) return false;
      if (i_ >= end_) return true;
      if (text_[i_] == '}') return true;  // the end of a format specification; the caller consumes it
      if (!replacement(recursion)) return false;
    }
  }
  uint32_t position() const { return i_; }

 private:
  bool fail(std::string message) {
    st_.fail("f-string: " + message, parts_->begin, parts_->end);
    return false;
  }

  bool refuse(const char* what) {
    st_.fail(std::string("f-string expression part cannot include ") + what, parts_->begin, parts_->end);
    return false;
  }

  // Text up to a replacement field or the end.
  bool literal(int recursion) {
    uint32_t start = i_;
    auto take = [&](uint32_t stop) {
      std::string_view body(text_ + start, stop - start);
      return decode_escapes(st_, body, raw_, false, parts_->begin, parts_->end, &parts_->literal);
    };
    while (i_ < end_) {
      char c = text_[i_];
      if (!raw_ && c == '\\' && i_ + 1 < end_) {
        c = text_[i_ + 1];
        if (c == 'N' && i_ + 2 < end_ && text_[i_ + 2] == '{') {
          i_ += 3;
          while (i_ < end_ && text_[i_] != '}') i_++;
          if (i_ < end_) i_++;
          continue;
        }
        // a backslash protects nothing from being a brace, and stands for itself before one
        bool doubled = recursion == 0 && i_ + 2 < end_ && text_[i_ + 2] == c;
        if (c == '{' && !doubled && st_.warnings)
          st_.warnings->push_back({true, true, "invalid escape sequence '\\{'", parts_->begin, parts_->end, {}});
        i_ += c == '{' || c == '}' ? 1 : 2;
        continue;
      }
      if (c != '{' && c != '}') {
        i_++;
        continue;
      }
      if (recursion == 0) {
        if (i_ + 1 < end_ && text_[i_ + 1] == c) {  // a doubled brace is one
          if (!take(i_ + 1)) return false;
          i_ += 2;
          start = i_;
          continue;
        }
        if (c == '}') return take(i_) && fail("single '}' is not allowed");
      }
      return take(i_);
    }
    return take(i_);
  }

  // i_ at '{'. The end of the expression is found by counting brackets and quotes.
  bool replacement(int recursion) {
    if (recursion >= 2) return fail("expressions nested too deeply");
    i_++;
    uint32_t begin = i_;
    char quote = 0;
    int quotes = 0;
    std::string brackets;
    for (; i_ < end_; i_++) {
      char c = text_[i_];
      if (c == '\\') return refuse("a backslash");
      if (quote) {
        if (c == quote) {
          if (quotes == 1) {
            quote = 0;
          } else if (i_ + 2 < end_ && text_[i_ + 1] == c && text_[i_ + 2] == c) {
            i_ += 2;
            quote = 0;
          }
        }
        continue;
      }
      if (c == '\'' || c == '"') {
        if (i_ + 2 < end_ && text_[i_ + 1] == c && text_[i_ + 2] == c) {
          quotes = 3;
          i_ += 2;
        } else {
          quotes = 1;
        }
        quote = c;
        continue;
      }
      if (c == '(' || c == '[' || c == '{') {
        if (brackets.size() >= 200) return fail("too many nested parenthesis");
        brackets += c;
        continue;
      }
      if (c == '#') return refuse("'#'");
      if (brackets.empty() && (c == '!' || c == ':' || c == '}' || c == '=' || c == '<' || c == '>')) {
        char next = i_ + 1 < end_ ? text_[i_ + 1] : 0;
        if (next == '=' && (c == '!' || c == '=' || c == '<' || c == '>')) {
          i_++;
          continue;
        }
        if (c == '<' || c == '>') continue;
        break;
      }
      if (c == ')' || c == ']' || c == '}') {
        if (brackets.empty()) return fail(std::string("unmatched '") + c + "'");
        char o = brackets.back();
        brackets.pop_back();
        if (!((o == '(' && c == ')') || (o == '[' && c == ']') || (o == '{' && c == '}'))) {
          return fail(std::string("closing parenthesis '") + c + "' does not match opening parenthesis '" + o + "'");
        }
      }
    }
    uint32_t end = i_;
    if (quote) return fail("unterminated string");
    if (!brackets.empty()) return fail(std::string("unmatched '") + brackets.back() + "'");
    if (i_ >= end_) return fail("expecting '}'");
    auto* field = st_.arena.make<FormattedValue>(parts_->begin, parts_->end);
    field->conversion = -1;
    field->value = expression(begin, end);
    if (!field->value) return false;

    bool debug = text_[i_] == '=';
    if (debug) {
      i_++;
      while (i_ < end_ && (text_[i_] == ' ' || (text_[i_] >= '\t' && text_[i_] <= '\r'))) i_++;
      if (i_ >= end_) return fail("expecting '}'");
      parts_->literal.append(text_ + begin, i_ - begin);
    }
    if (text_[i_] == '!') {
      i_++;
      if (i_ >= end_) return fail("expecting '}'");
      char c = text_[i_++];
      if (c != 's' && c != 'r' && c != 'a') {
        return fail("invalid conversion character: expected 's', 'r', or 'a'");
      }
      field->conversion = c;
    }
    if (i_ >= end_) return fail("expecting '}'");
    if (text_[i_] == ':') {
      i_++;
      if (i_ >= end_) return fail("expecting '}'");
      FStringParts inner{{}, {}, parts_->begin, parts_->end};
      FString spec(st_, &inner, i_, end_, raw_);
      if (!spec.run(recursion + 1)) return false;
      i_ = spec.position();
      flush_literal(st_, &inner);
      auto* joined = st_.arena.make<JoinedStr>(parts_->begin, parts_->end);
      joined->values = inner.nodes;
      field->format_spec = joined;
    }
    if (i_ >= end_ || text_[i_] != '}') return fail("expecting '}'");
    i_++;
    if (debug && !field->format_spec && field->conversion < 0) field->conversion = 'r';
    flush_literal(st_, parts_);
    parts_->nodes.push(field);
    return true;
  }

  Node* expression(uint32_t begin, uint32_t end) {
    uint32_t k = begin;
    while (k < end &&
           (text_[k] == ' ' || text_[k] == '\t' || text_[k] == '\f' || text_[k] == '\n' || text_[k] == '\r')) {
      k++;
    }
    if (k == end) {
      char c = end < end_ ? text_[end] : 0;
      fail(c == '!' || c == ':' || c == '=' ? std::string("expression required before '") + c + "'"
                                            : "empty expression not allowed");
      return nullptr;
    }
    TokenList list = tokenize_expression(st_.source, begin, end);
    if (list.failed) {
      if (!st_.failed) {
        st_.failed = st_.nested_error = true;
        st_.error = list.error;
        if (!list.raised) st_.error.message = "f-string: " + st_.error.message;
        // columns count from the brace, as if the text were "(expression)"
        int32_t brace = st_.source.character_column(begin) - 1;
        if (st_.error.line == int32_t(st_.source.at(begin).line)) {
          st_.error.offset -= brace;
          st_.error.end_offset -= brace;
        }
        if (list.raised) st_.error.text = "(" + st_.source.text().substr(begin, end - begin) + ")";
      }
      return nullptr;
    }
    bool was_inside = st_.in_fstring;
    st_.in_fstring = true;
    const Token* f = list.tokens.data();
    Node* out = nullptr;
    bool fine = parse_fstring_expression(st_, f, nullptr, out);
    st_.in_fstring = was_inside;
    if (fine) return out;
    if (!st_.failed && !st_.too_deep) {
      st_.failed = st_.nested_error = true;
      diagnose(st_, list, ParseMode::FString, &st_.error);
    }
    return nullptr;
  }

  ParseState& st_;
  FStringParts* parts_;
  const char* text_;
  uint32_t i_;
  uint32_t end_;
  bool raw_;
};

}  // namespace

bool parse_fstring(ParseState& st, FStringParts* parts, uint32_t begin, uint32_t end, bool raw, int recursion) {
  if (++st.fstring_depth > 100) {
    st.too_deep = true;
    return false;
  }
  FString s(st, parts, begin, end, raw);
  bool fine = s.run(recursion);
  st.fstring_depth--;
  return fine;
}

}  // namespace adder
