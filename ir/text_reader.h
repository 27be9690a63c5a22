// A cursor over the text form of an IR: what the parsers of graphs and kernels share.
#pragma once
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
namespace adder::ir {

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }  // "line 3: expected …"
  void fail(const std::string& what) {
    if (!failed()) error_ = "line " + std::to_string(line_) + ": " + what;
  }

  // Blanks and comments (// after a blank, to the end of the line; s0//2 divides) are skipped before every token;
  // newlines too.
  void skip() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n') ++line_;
      if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//" && (!at_ || std::isspace(static_cast<unsigned char>(text_[at_ - 1])))) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return;
      }
    }
  }
  bool done() {
    skip();
    return failed() || at_ >= text_.size();
  }
  bool peek(std::string_view token) {
    skip();
    if (failed() || text_.substr(at_, token.size()) != token) return false;
    bool word = is_word(token.back());
    return !(word && at_ + token.size() < text_.size() && is_word(text_[at_ + token.size()]));
  }
  bool accept(std::string_view token) {
    if (!peek(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail("expected '" + std::string(token) + "' before '" + std::string(rest()) + "'");
  }
  std::string_view word() {  // letters, digits, _ and . after a letter or _
    skip();
    size_t from = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || (text_[at_] == '.' && at_ > from))) ++at_;
    if (from == at_) fail("expected a name before '" + std::string(rest()) + "'");
    return text_.substr(from, at_ - from);
  }
  // What stands before `stop`, which is taken too; on this line.
  std::string_view until(char stop) {
    skip();
    size_t from = at_, to = from;
    while (to < text_.size() && text_[to] != stop && text_[to] != '\n') ++to;
    if (to >= text_.size() || text_[to] != stop) {
      fail(std::string("expected '") + stop + "' after '" + std::string(rest()) + "'");
      return {};
    }
    at_ = to + 1;
    return text_.substr(from, to - from);
  }
  int64_t integer() {
    skip();
    int64_t v = 0;
    auto [end, bad] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v);
    if (bad != std::errc()) fail("expected an integer before '" + std::string(rest()) + "'");
    at_ = size_t(end - text_.data());
    return v;
  }
  bool at_digit() {
    skip();
    return at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]));
  }
  // A number token; `integral` says whether it was written without a point, an exponent, inf or nan.
  double number(bool* integral, int64_t* as_integer) {
    skip();
    size_t from = at_;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    if (text_.substr(at_, 3) == "inf" || text_.substr(at_, 3) == "nan") {
      double v = text_[at_] == 'i' ? __builtin_inf() : __builtin_nan("");
      at_ += 3;
      *integral = false;
      return text_[from] == '-' ? -v : v;
    }
    *integral = true;
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '.' || c == 'e' || c == 'E') {
        *integral = false;
      } else if (!std::isdigit(static_cast<unsigned char>(c)) &&
                 !((c == '-' || c == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E'))) {
        break;
      }
      ++at_;
    }
    std::string token(text_.substr(from, at_ - from));
    if (token.empty() || token == "-") {
      fail("expected a number before '" + std::string(rest()) + "'");
      return 0;
    }
    *as_integer = *integral ? std::strtoll(token.c_str(), nullptr, 10) : 0;
    return std::strtod(token.c_str(), nullptr);
  }
  std::string quoted() {  // "…" with \" and \\ and \n
    std::string r;
    skip();
    if (at_ >= text_.size() || text_[at_] != '"') {
      fail("expected a string before '" + std::string(rest()) + "'");
      return r;
    }
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        r += text_[at_] == 'n' ? '\n' : text_[at_];
      } else {
        r += text_[at_];
      }
    }
    if (at_ >= text_.size()) {
      fail("a string without an end");
    } else {
      ++at_;
    }
    return r;
  }

 private:
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  std::string_view rest() const {
    std::string_view r = text_.substr(std::min(at_, text_.size()), 20);
    return r.substr(0, r.find('\n'));
  }
  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  std::string error_;
};

inline std::string quote(std::string_view s) {
  std::string r = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') r += '\\';
    if (c == '\n') {
      r += "\\n";
    } else {
      r += c;
    }
  }
  return r + "\"";
}

// The shortest text that reads back as the same double and is not an integer's.
std::string number_text(double v);  // printer.cpp

}  // namespace adder::ir
