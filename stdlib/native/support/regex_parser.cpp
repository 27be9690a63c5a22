// Patterns to trees. The messages and their positions are those of CPython 3.11's re.error.
#include <cstdio>

#include "interp/text/unicode.h"
#include "interp/text/unicode_names.h"
#include "interp/text/utf8.h"
#include "stdlib/native/support/regex.h"

namespace adder::regex {
namespace {

struct CasePair {
  char32_t lower, other;
};
#include "stdlib/native/support/case_variants.inc"

using NodePtr = std::unique_ptr<Node>;

constexpr unsigned kGlobalFlags = kDebug | kTemplate;
constexpr unsigned kTypeFlags = kAscii | kLocale | kUnicode;
constexpr int kMaxNesting = 1500;
constexpr char32_t kEndOfPattern = 0xFFFFFFFF;

bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}
bool is_octal(char32_t c) {
  return c >= '0' && c <= '7';
}
bool is_letter(char32_t c) {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z' && c < 0x80;
}
int hex_value(char32_t c) {
  if (is_digit(c)) return int(c - '0');
  char32_t l = c | 0x20;
  return c < 0x80 && l >= 'a' && l <= 'f' ? int(l - 'a') + 10 : -1;
}

unsigned flag_of(char32_t c) {
  switch (c) {
    case 'i': return kIgnoreCase;
    case 'L': return kLocale;
    case 'm': return kMultiline;
    case 's': return kDotAll;
    case 'x': return kVerbose;
    case 'a': return kAscii;
    case 't': return kTemplate;
    case 'u': return kUnicode;
    default: return 0;
  }
}

class Parser {
 public:
  Parser(std::string_view pattern, Program* program, Error* error) : program_(program), error_(error) {
    if (program->bytes) {
      for (char c : pattern) text_.push_back(static_cast<unsigned char>(c));
    } else {
      for (size_t i = 0; i < pattern.size();) text_.push_back(text::next(pattern, &i));
    }
    flags_ = program->flags;
  }

  NodePtr run() {
    NodePtr root = alternation(0, (flags_ & kVerbose) != 0, true);
    if (restart_) {  // (?x) at the start: once more, now verbose
      restart_ = false;
      at_ = 0;
      program_->names.clear();
      program_->groups = 0;
      program_->sets.clear();
      conditions_.clear();
      open_.clear();
      root = alternation(0, true, true);
    }
    if (!root) return nullptr;
    if (!fix_flags()) return nullptr;
    if (at_ < text_.size()) return fail("unbalanced parenthesis", at_);
    for (const auto& [group, position] : conditions_)
      if (group > program_->groups) return fail("invalid group reference " + std::to_string(group), position);
    program_->flags = flags_;
    return root;
  }

 private:
  char32_t peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : kEndOfPattern; }
  bool accept(char32_t c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  NodePtr fail(std::string message, size_t position, Error::Kind kind = Error::Kind::kError) {
    if (!failed_) {
      failed_ = true;
      // CPython reads one token ahead and so meets a lone backslash at the end before other errors.
      if (at_ + 1 == text_.size() && text_[at_] == '\\' && kind == Error::Kind::kError) {
        message = "bad escape (end of pattern)";
        position = at_;
      }
      error_->message = std::move(message);
      error_->position = kind == Error::Kind::kError ? long(position) : -1;
      error_->kind = kind;
    }
    return nullptr;
  }
  bool bad(std::string message, size_t position) {
    fail(std::move(message), position);
    return false;
  }

  std::string slice(size_t from, size_t to) const {
    std::string out;
    for (size_t i = from; i < to && i < text_.size(); ++i) text::append(&out, text_[i]);
    return out;
  }
  std::string quoted(const std::string& name) const {
    return program_->bytes ? "b" + text::quote(name, true) : text::quote(name);
  }

  bool fix_flags() {
    if (!program_->bytes) {
      if (flags_ & kLocale) return value_error("cannot use LOCALE flag with a str pattern");
      if (flags_ & kAscii && flags_ & kUnicode) return value_error("ASCII and UNICODE flags are incompatible");
      if (!(flags_ & kAscii)) flags_ |= kUnicode;
    } else {
      if (flags_ & kUnicode) return value_error("cannot use UNICODE flag with a bytes pattern");
      if (flags_ & kLocale && flags_ & kAscii) return value_error("ASCII and LOCALE flags are incompatible");
    }
    return true;
  }
  bool value_error(const char* message) {
    fail(message, 0, Error::Kind::kValue);
    return false;
  }

  bool ascii() const { return program_->bytes || (flags_ & kAscii); }

  NodePtr leaf(Node::Kind kind) {
    auto n = std::make_unique<Node>(kind);
    n->ignore_case = flags_ & kIgnoreCase;
    n->dot_all = flags_ & kDotAll;
    n->ascii = ascii();
    return n;
  }
  NodePtr literal(char32_t c) {
    if (flags_ & kIgnoreCase) {
      std::vector<char32_t> variants = case_variants(c, ascii());
      if (variants.size() > 1) {
        CharSet set;
        for (char32_t v : variants) add_range(&set, v, v);
        return set_node(std::move(set), false);
      }
    }
    NodePtr n = leaf(Node::kChar);
    n->c = c;
    return n;
  }
  NodePtr at_node(At at) {
    NodePtr n = leaf(Node::kAt);
    n->at = at;
    return n;
  }

  static void add_range(CharSet* set, char32_t low, char32_t high) {
    for (char32_t c = low; c <= high && c < 256; ++c) set->low[c] = true;
    if (high >= 256) set->ranges.emplace_back(low < 256 ? 256 : low, high);
  }
  void add_category(CharSet* set, Category k) const {
    for (char32_t c = 0; c < 256; ++c)
      if (in_category(k, ascii(), c)) set->low[c] = true;
    set->categories.push_back(k);
  }
  void add_case_range(CharSet* set, char32_t low, char32_t high) const {
    add_range(set, low, high);
    if (!(flags_ & kIgnoreCase)) return;
    for (char32_t c = low; c <= high; ++c) {
      if (ascii() && c > 127) break;
      for (char32_t v : case_variants(c, ascii()))
        if (v < low || v > high) add_range(set, v, v);
    }
  }
  NodePtr set_node(CharSet set, bool negate) {
    set.ascii = ascii();
    set.negate = negate;
    if (negate)
      for (bool& b : set.low) b = !b;
    NodePtr n = leaf(Node::kSet);
    n->set = uint32_t(program_->sets.size());
    program_->sets.push_back(std::move(set));
    return n;
  }

  // --- escapes

  // Hexadecimal digits, exactly `count`; false: too few (the error is set).
  bool read_hex(size_t count, size_t start, char32_t* out) {
    char32_t v = 0;
    size_t seen = 0;
    while (seen < count && hex_value(peek()) >= 0) {
      v = v * 16 + char32_t(hex_value(peek()));
      ++at_;
      ++seen;
    }
    if (seen < count) return bad("incomplete escape " + slice(start, at_), start);
    *out = v;
    return true;
  }

  // The escapes that mean one character both inside and outside of sets; at_ is behind the letter.
  // 1: read, 0: not such an escape, -1: error.
  int common_escape(char32_t letter, size_t start, char32_t* out) {
    switch (letter) {
      case 'a': *out = 7; return 1;
      case 'f': *out = 12; return 1;
      case 'n': *out = 10; return 1;
      case 'r': *out = 13; return 1;
      case 't': *out = 9; return 1;
      case 'v': *out = 11; return 1;
      case '\\': *out = '\\'; return 1;
      case 'x': return read_hex(2, start, out) ? 1 : -1;
      case 'u':
      case 'U':
        if (program_->bytes) return 0;
        if (!read_hex(letter == 'u' ? 4 : 8, start, out)) return -1;
        if (*out > 0x10FFFF) return bad("bad escape " + slice(start, at_), start) ? 1 : -1;
        return 1;
      case 'N': {
        if (program_->bytes) return 0;
        if (!accept('{')) return bad("missing {", at_) ? 1 : -1;
        size_t name = at_;
        while (peek() != '}' && peek() != kEndOfPattern) ++at_;
        if (peek() != '}') {
          if (at_ == name) return bad("missing character name", at_) ? 1 : -1;
          return bad("missing }, unterminated name", name) ? 1 : -1;
        }
        std::string wanted = slice(name, at_);
        if (wanted.empty()) return bad("missing character name", at_) ? 1 : -1;
        ++at_;
        uint32_t named = text::character_by_name(wanted);
        if (named != text::kNoCharacter) {
          *out = char32_t(named);
          return 1;
        }
        return bad("undefined character name " + quoted(wanted), start) ? 1 : -1;
      }
      default: return 0;
    }
  }

  static bool category_of(char32_t letter, Category* out) {
    switch (letter) {
      case 'd': *out = Category::kDigit; return true;
      case 'D': *out = Category::kNotDigit; return true;
      case 's': *out = Category::kSpace; return true;
      case 'S': *out = Category::kNotSpace; return true;
      case 'w': *out = Category::kWord; return true;
      case 'W': *out = Category::kNotWord; return true;
      default: return false;
    }
  }

  NodePtr escape() {
    size_t start = at_++;
    if (at_ >= text_.size()) return fail("bad escape (end of pattern)", start);
    char32_t c = text_[at_++];
    Category k;
    if (category_of(c, &k)) {
      CharSet set;
      add_category(&set, k);
      return set_node(std::move(set), false);
    }
    switch (c) {
      case 'A': return at_node(At::kBegin);
      case 'Z': return at_node(At::kEndString);
      case 'b': return at_node(At::kBoundary);
      case 'B': return at_node(At::kNotBoundary);
      default: break;
    }
    char32_t value;
    int r = common_escape(c, start, &value);
    if (r < 0) return nullptr;
    if (r > 0) return literal(value);
    if (c == '0') {
      char32_t v = 0;
      for (int i = 0; i < 2 && is_octal(peek()); ++i) v = v * 8 + (text_[at_++] - '0');
      return literal(v);
    }
    if (is_digit(c)) {
      if (is_digit(peek())) {
        char32_t second = peek();
        if (is_octal(c) && is_octal(second) && is_octal(peek(1))) {
          char32_t v = (c - '0') * 64 + (second - '0') * 8 + (peek(1) - '0');
          at_ += 2;
          if (v > 0377) return fail("octal escape value " + slice(start, at_) + " outside of range 0-0o377", start);
          return literal(v);
        }
        ++at_;
      }
      int group = 0;
      for (size_t i = start + 1; i < at_; ++i) group = group * 10 + int(text_[i] - '0');
      if (group > program_->groups) return fail("invalid group reference " + std::to_string(group), start + 1);
      return backref(group, start);
    }
    if (is_letter(c)) return fail("bad escape " + slice(start, at_), start);
    return literal(c);
  }

  NodePtr backref(int group, size_t position) {
    if (is_open(group)) return fail("cannot refer to an open group", position);
    if (lookbehind_groups_ >= 0 && group >= lookbehind_groups_)
      return fail("cannot refer to group defined in the same lookbehind subpattern", at_);
    NodePtr n = leaf(Node::kBackref);
    n->group = group;
    return n;
  }
  bool is_open(int group) const {
    for (int g : open_)
      if (g == group) return true;
    return false;
  }

  // --- sets

  // One member of a set: a category (true in *is_category) or a character.
  bool set_member(bool* is_category, Category* k, char32_t* c) {
    *is_category = false;
    char32_t first = text_[at_];
    if (first != '\\') {
      ++at_;
      *c = first;
      return true;
    }
    size_t start = at_++;
    if (at_ >= text_.size()) return bad("bad escape (end of pattern)", start);
    char32_t letter = text_[at_++];
    if (category_of(letter, k)) {
      *is_category = true;
      return true;
    }
    if (letter == 'b') {
      *c = 8;
      return true;
    }
    int r = common_escape(letter, start, c);
    if (r != 0) return r > 0;
    if (is_octal(letter)) {
      char32_t v = letter - '0';
      for (int i = 0; i < 2 && is_octal(peek()); ++i) v = v * 8 + (text_[at_++] - '0');
      if (v > 0377) return bad("octal escape value " + slice(start, at_) + " outside of range 0-0o377", start);
      *c = v;
      return true;
    }
    if (is_digit(letter) || is_letter(letter)) return bad("bad escape " + slice(start, at_), start);
    *c = letter;
    return true;
  }

  void warn(const char* what, size_t position) {
    program_->warnings.push_back("Possible " + std::string(what) + " at position " + std::to_string(position));
  }

  NodePtr set() {
    size_t here = at_++;
    CharSet set;
    bool negate = accept('^');
    size_t first = at_;
    if (peek() == '[') warn("nested set", at_);
    while (true) {
      if (at_ >= text_.size()) return fail("unterminated character set", here);
      if (peek() == ']' && at_ != first) {
        ++at_;
        break;
      }
      size_t member = at_;
      bool category;
      Category k;
      char32_t low;
      bool escaped = peek() == '\\';
      char32_t raw = peek();
      if (!set_member(&category, &k, &low)) return nullptr;
      if (!escaped && member != first) {
        if (raw == '[' && peek() == ':') warn("nested set", member);
        char32_t twin = peek();
        if ((raw == '-' || raw == '&' || raw == '~' || raw == '|') && twin == raw)
          warn(raw == '-'   ? "set difference"
               : raw == '&' ? "set intersection"
               : raw == '~' ? "set symmetric difference"
                            : "set union",
               member);
      }
      if (peek() != '-') {
        if (category)
          add_category(&set, k);
        else
          add_case_range(&set, low, low);
        continue;
      }
      ++at_;
      if (at_ >= text_.size()) return fail("unterminated character set", here);
      if (peek() == ']') {
        if (category)
          add_category(&set, k);
        else
          add_case_range(&set, low, low);
        add_range(&set, '-', '-');
        ++at_;
        break;
      }
      if (peek() == '-' && peek(1) != ']') warn("set difference", at_ - 1);
      size_t second = at_;
      bool high_category;
      Category high_k;
      char32_t high;
      if (!set_member(&high_category, &high_k, &high)) return nullptr;
      if (category || high_category || high < low)
        return fail("bad character range " + slice(member, second - 1) + "-" + slice(second, at_), member);
      add_case_range(&set, low, high);
    }
    return set_node(std::move(set), negate);
  }

  // --- groups

  bool group_name(char32_t terminator, std::string* out, size_t* position) {
    size_t start = at_;
    *position = start;
    while (at_ < text_.size() && text_[at_] != terminator) ++at_;
    if (at_ >= text_.size()) {
      if (at_ == start) return bad("missing group name", at_);
      std::string mark;
      text::append(&mark, terminator);
      return bad("missing " + mark + ", unterminated name", start);
    }
    *out = slice(start, at_);
    ++at_;
    if (out->empty()) return bad("missing group name", at_ - 1);
    return true;
  }
  bool check_name(const std::string& name, size_t position) {
    if (!text::is_identifier(name)) return bad("bad character in group name " + quoted(name), position);
    return true;
  }
  int find_name(const std::string& name) const {
    for (const auto& [n, g] : program_->names)
      if (n == name) return g;
    return 0;
  }

  enum class FlagsResult { kError, kGlobal, kScoped };
  FlagsResult inline_flags(unsigned* add, unsigned* remove, size_t start) {
    *add = 0;
    *remove = 0;
    auto error = [&](std::string message, size_t position) {
      fail(std::move(message), position);
      return FlagsResult::kError;
    };
    char32_t c = text_[at_++];
    if (c != '-') {
      while (true) {
        unsigned flag = flag_of(c);
        if (!program_->bytes) {
          if (c == 'L') return error("bad inline flags: cannot use 'L' flag with a str pattern", at_);
        } else if (c == 'u') {
          return error("bad inline flags: cannot use 'u' flag with a bytes pattern", at_);
        }
        *add |= flag;
        if (flag & kTypeFlags && (*add & kTypeFlags) != flag)
          return error("bad inline flags: flags 'a', 'u' and 'L' are incompatible", at_);
        if (at_ >= text_.size()) return error("missing -, : or )", at_);
        c = text_[at_++];
        if (c == ')' || c == '-' || c == ':') break;
        if (!flag_of(c)) return error(is_alpha(c) ? "unknown flag" : "missing -, : or )", at_ - 1);
      }
    }
    if (c == ')') return FlagsResult::kGlobal;
    if (*add & kGlobalFlags) return error("bad inline flags: cannot turn on global flag", at_ - 1);
    if (c == '-') {
      if (at_ >= text_.size()) return error("missing flag", at_);
      c = text_[at_++];
      if (!flag_of(c)) return error(is_alpha(c) ? "unknown flag" : "missing flag", at_ - 1);
      while (true) {
        unsigned flag = flag_of(c);
        if (flag & kTypeFlags) return error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", at_);
        *remove |= flag;
        if (at_ >= text_.size()) return error("missing :", at_);
        c = text_[at_++];
        if (c == ':') break;
        if (!flag_of(c)) return error(is_alpha(c) ? "unknown flag" : "missing :", at_ - 1);
      }
    }
    if (*remove & kGlobalFlags) return error("bad inline flags: cannot turn off global flag", at_ - 1);
    if (*add & *remove) return error("bad inline flags: flag turned on and off", at_ - 1);
    (void)start;
    return FlagsResult::kScoped;
  }
  static bool is_alpha(char32_t c) { return text::is_alpha(c); }

  NodePtr close(NodePtr body, size_t start) {
    if (!body) return nullptr;
    if (!accept(')')) return fail("missing ), unterminated subpattern", start);
    return body;
  }

  NodePtr look(bool behind, bool negative, int depth, bool verbose, size_t start) {
    int outer = lookbehind_groups_;
    if (behind && outer < 0) lookbehind_groups_ = program_->groups + 1;
    NodePtr body = alternation(depth + 1, verbose, false);
    if (behind) lookbehind_groups_ = outer;
    if (!body) return nullptr;
    if (!accept(')')) return fail("missing ), unterminated subpattern", start);
    NodePtr n = leaf(Node::kLook);
    n->behind = behind;
    n->negative = negative;
    n->children.push_back(std::move(body));
    return n;
  }

  NodePtr condition(int depth, bool verbose, size_t start) {
    std::string name;
    size_t position;
    if (!group_name(')', &name, &position)) return nullptr;
    int group = 0;
    if (text::is_identifier(name)) {
      group = find_name(name);
      if (!group) return fail("unknown group name " + quoted(name), position);
    } else {
      bool digits = true;
      long v = 0;
      for (size_t i = 0; i < name.size(); ++i) {
        if (!is_digit(static_cast<unsigned char>(name[i]))) digits = false;
        if (digits && v < 1000000000) v = v * 10 + (name[i] - '0');
      }
      if (!digits) return fail("bad character in group name " + quoted(name), position);
      if (v == 0) return fail("bad group number", position);
      if (v >= 100000000) return fail("invalid group reference " + name.substr(name.find_first_not_of('0')), position);
      group = int(v);
      if (group > program_->groups) conditions_.emplace_back(group, position);
    }
    if (lookbehind_groups_ >= 0) {
      if (group > program_->groups || is_open(group)) return fail("cannot refer to an open group", at_);
      if (group >= lookbehind_groups_)
        return fail("cannot refer to group defined in the same lookbehind subpattern", at_);
    }
    NodePtr n = leaf(Node::kCondition);
    n->group = group;
    NodePtr yes = sequence(depth + 1, verbose, false);
    if (!yes) return nullptr;
    n->children.push_back(std::move(yes));
    if (accept('|')) {
      NodePtr no = sequence(depth + 1, verbose, false);
      if (!no) return nullptr;
      n->children.push_back(std::move(no));
      if (peek() == '|') return fail("conditional backref with more than two branches", at_);
    }
    if (!accept(')')) return fail("missing ), unterminated subpattern", start);
    return n;
  }

  NodePtr capture(const std::string& name, size_t name_position, int depth, bool verbose, size_t start) {
    int group = ++program_->groups;
    if (!name.empty()) {
      if (int old = find_name(name)) {
        return fail("redefinition of group name " + quoted(name) + " as group " + std::to_string(group) +
                        "; was group " + std::to_string(old),
                    name_position);
      }
      program_->names.emplace_back(name, group);
    }
    open_.push_back(group);
    NodePtr body = alternation(depth + 1, verbose, false);
    if (!body) return nullptr;
    if (!accept(')')) return fail("missing ), unterminated subpattern", start);
    open_.pop_back();
    NodePtr n = leaf(Node::kGroup);
    n->group = group;
    n->children.push_back(std::move(body));
    return n;
  }

  // "(?" was read. Null without failed_: a comment or a global flag group, nothing to add.
  NodePtr extension(int depth, bool verbose, size_t start, bool first_item) {
    if (at_ >= text_.size()) return fail("unexpected end of pattern", at_);
    char32_t c = text_[at_++];
    switch (c) {
      case 'P':
        if (accept('<')) {
          std::string name;
          size_t position;
          if (!group_name('>', &name, &position) || !check_name(name, position)) return nullptr;
          return capture(name, position, depth, verbose, start);
        }
        if (accept('=')) {
          std::string name;
          size_t position;
          if (!group_name(')', &name, &position) || !check_name(name, position)) return nullptr;
          int group = find_name(name);
          if (!group) return fail("unknown group name " + quoted(name), position);
          return backref(group, position);
        }
        if (at_ >= text_.size()) return fail("unexpected end of pattern", at_);
        return fail("unknown extension ?P" + slice(at_, at_ + 1), start + 1);
      case ':': return close(alternation(depth + 1, verbose, false), start);
      case '#':
        while (true) {
          if (at_ >= text_.size()) return fail("missing ), unterminated comment", start);
          if (text_[at_++] == ')') return nullptr;
        }
      case '=': return look(false, false, depth, verbose, start);
      case '!': return look(false, true, depth, verbose, start);
      case '<': {
        if (at_ >= text_.size()) return fail("unexpected end of pattern", at_);
        char32_t d = text_[at_++];
        if (d == '=') return look(true, false, depth, verbose, start);
        if (d == '!') return look(true, true, depth, verbose, start);
        return fail("unknown extension ?<" + slice(at_ - 1, at_), start + 1);
      }
      case '(': return condition(depth, verbose, start);
      case '>': {
        NodePtr body = close(alternation(depth + 1, verbose, false), start);
        if (!body) return nullptr;
        NodePtr n = leaf(Node::kAtomic);
        n->children.push_back(std::move(body));
        return n;
      }
      default: break;
    }
    if (!flag_of(c) && c != '-') return fail("unknown extension ?" + slice(at_ - 1, at_), start + 1);
    --at_;
    unsigned add;
    unsigned remove;
    switch (inline_flags(&add, &remove, start)) {
      case FlagsResult::kError: return nullptr;
      case FlagsResult::kGlobal:
        if (!first_item) return fail("global flags not at the start of the expression", start);
        if (add & kVerbose && !(flags_ & kVerbose)) {
          flags_ |= add;
          if (!verbose) {
            restart_ = true;
            failed_ = true;
            return nullptr;
          }
        }
        flags_ |= add;
        return nullptr;
      case FlagsResult::kScoped: break;
    }
    unsigned outer = flags_;
    if (add & kTypeFlags) flags_ &= ~kTypeFlags;
    flags_ = (flags_ | add) & ~remove;
    NodePtr body = close(alternation(depth + 1, ((verbose || (add & kVerbose)) && !(remove & kVerbose)), false), start);
    flags_ = outer;
    return body;
  }

  // --- sequences

  // Reads {m}, {m,}, {,n}, {m,n} at '{'. 1: read, 0: a literal brace, -1: error.
  int braces(uint32_t* min, uint32_t* max) {
    const size_t here = at_;
    ++at_;
    if (peek() == '}') {
      at_ = here;
      return 0;
    }
    std::string low;
    std::string high;
    while (is_digit(peek())) low.push_back(char(text_[at_++]));
    bool comma = accept(',');
    if (comma)
      while (is_digit(peek())) high.push_back(char(text_[at_++]));
    else
      high = low;
    if (!accept('}')) {
      at_ = here;
      return 0;
    }
    *min = 0;
    *max = kInfinite;
    auto convert = [&](const std::string& s, uint32_t* out) {
      uint64_t v = 0;
      for (char d : s) {
        v = v * 10 + uint64_t(d - '0');
        if (v >= kInfinite) {
          fail("the repetition number is too large", 0, Error::Kind::kOverflow);
          return false;
        }
      }
      *out = uint32_t(v);
      return true;
    };
    if (!low.empty() && !convert(low, min)) return -1;
    if (!high.empty()) {
      if (!convert(high, max)) return -1;
      if (*max < *min) {
        fail("min repeat greater than max repeat", here + 1);
        return -1;
      }
    }
    if (low.empty() && high.empty() && !comma) {
      at_ = here;
      return 0;
    }
    return 1;
  }

  NodePtr sequence(int depth, bool verbose, bool first) {
    if (depth > kMaxNesting) return fail("maximum recursion depth exceeded", 0, Error::Kind::kRecursion);
    auto out = std::make_unique<Node>(Node::kSequence);
    while (at_ < text_.size()) {
      char32_t c = text_[at_];
      if (c == '|' || c == ')') break;
      if (verbose) {
        if (c == ' ' || (c >= 9 && c <= 13)) {
          ++at_;
          continue;
        }
        if (c == '#') {
          while (at_ < text_.size() && text_[at_++] != '\n') {
          }
          continue;
        }
      }
      size_t here = at_;
      NodePtr item;
      if (c == '*' || c == '+' || c == '?' || c == '{') {
        uint32_t min = 0;
        uint32_t max = kInfinite;
        if (c == '{') {
          int r = braces(&min, &max);
          if (r < 0) return nullptr;
          if (r == 0) {
            ++at_;
            out->children.push_back(literal('{'));
            continue;
          }
        } else {
          ++at_;
          min = c == '+';
          max = c == '?' ? 1 : kInfinite;
        }
        if (out->children.empty() || out->children.back()->kind == Node::kAt) return fail("nothing to repeat", here);
        Node* last = out->children.back().get();
        if (last->kind == Node::kRepeat) return fail("multiple repeat", here);
        auto repeat = std::make_unique<Node>(Node::kRepeat);
        repeat->min = min;
        repeat->max = max;
        if (accept('?'))
          repeat->mode = RepeatMode::kLazy;
        else if (accept('+'))
          repeat->mode = RepeatMode::kPossessive;
        repeat->children.push_back(std::move(out->children.back()));
        out->children.back() = std::move(repeat);
        continue;
      }
      switch (c) {
        case '\\': item = escape(); break;
        case '[': item = set(); break;
        case '.':
          ++at_;
          item = leaf(Node::kAny);
          break;
        case '^':
          ++at_;
          item = at_node(flags_ & kMultiline ? At::kBeginLine : At::kBegin);
          break;
        case '$':
          ++at_;
          item = at_node(flags_ & kMultiline ? At::kEndLine : At::kEnd);
          break;
        case '(':
          ++at_;
          if (accept('?')) {
            item = extension(depth, verbose, here, first && out->children.empty());
            if (!item && !failed_) {
              if (flags_ & kVerbose && first && !verbose && out->children.empty()) verbose = true;
              continue;
            }
          } else {
            item = capture("", 0, depth, verbose, here);
          }
          break;
        default:
          ++at_;
          item = literal(c);
          break;
      }
      if (!item) return nullptr;
      out->children.push_back(std::move(item));
    }
    // A sequence of one is that one: groups without capture keep their node, so that a repeat may follow.
    if (out->children.size() == 1 && out->children[0]->kind != Node::kRepeat && out->children[0]->kind != Node::kAt)
      return std::move(out->children[0]);
    return out;
  }

  NodePtr alternation(int depth, bool verbose, bool first) {
    NodePtr one = sequence(depth, verbose, first);
    if (!one) {
      if (restart_) failed_ = false;
      return nullptr;
    }
    if (peek() != '|') return one;
    auto out = std::make_unique<Node>(Node::kAlternation);
    out->children.push_back(std::move(one));
    while (accept('|')) {
      NodePtr next = sequence(depth, verbose, false);
      if (!next) return nullptr;
      out->children.push_back(std::move(next));
    }
    return out;
  }

  std::vector<char32_t> text_;
  size_t at_ = 0;
  unsigned flags_ = 0;
  Program* program_;
  Error* error_;
  bool failed_ = false;
  bool restart_ = false;
  int lookbehind_groups_ = -1;  // first group that a lookbehind around here defines
  std::vector<int> open_;
  std::vector<std::pair<int, size_t>> conditions_;
};

}  // namespace

bool in_category(Category k, bool ascii, char32_t c) {
  switch (k) {
    case Category::kNotDigit: return !in_category(Category::kDigit, ascii, c);
    case Category::kNotSpace: return !in_category(Category::kSpace, ascii, c);
    case Category::kNotWord: return !in_category(Category::kWord, ascii, c);
    case Category::kDigit: return ascii || c < 0x80 ? is_digit(c) : text::is_decimal(c);
    case Category::kSpace:
      if (ascii) return c == ' ' || (c >= 9 && c <= 13);
      return text::is_space(c);
    case Category::kWord:
      if (c < 0x80) return is_digit(c) || is_letter(c) || c == '_';
      return !ascii && text::is_alnum(c);
  }
  return false;
}

bool CharSet::contains_high(char32_t c) const {
  for (const auto& [low_end, high_end] : ranges)
    if (c >= low_end && c <= high_end) return !negate;
  for (Category k : categories)
    if (in_category(k, ascii, c)) return !negate;
  return negate;
}

std::vector<char32_t> case_variants(char32_t c, bool ascii) {
  std::vector<char32_t> out = {c};
  auto add = [&](char32_t v) {
    for (char32_t o : out)
      if (o == v) return;
    out.push_back(v);
  };
  if (ascii) {
    if (is_letter(c)) add(c ^ 0x20);
    return out;
  }
  auto add_family = [&](char32_t lower) {
    add(lower);
    char32_t upper = text::simple_upper(lower);
    if (text::simple_lower(upper) == lower) add(upper);
    for (const CasePair& p : kLowerAlso)
      if (p.lower == lower) add(p.other);
  };
  char32_t lower = text::simple_lower(c);
  add_family(lower);
  for (const CasePair& p : kSameUpper)
    if (p.lower == lower) add_family(p.other);
  return out;
}

std::unique_ptr<Node> parse(std::string_view pattern, Program* program, Error* error) {
  return Parser(pattern, program, error).run();
}

}  // namespace adder::regex
