#include "interp/parser/diagnose.h"

#include <memory>

#include "interp/parser/peg_table.h"
#include "interp/text/utf8.h"

namespace adder {

namespace {

using namespace peg;

// What a rule matched: its extent in tokens and, for expressions, its kind and parts. A pass-through (`=a`, or an
// alternative of one item) gives the part itself, so a group has the extent of what stands inside it, as in CPython.
struct Tree {
  ast::Kind kind = ast::Kind::Count;
  bool is_list = false;
  bool is_token = false;
  uint32_t first = 0;
  uint32_t last = 0;  // one past
  std::vector<const Tree*> parts;
};

struct Slot {
  bool known = false;
  const Tree* tree = nullptr;
  uint32_t mark = 0;
};

class Parser {
 public:
  Parser(ParseState& st, const Table& table, const std::vector<Token>& tokens, const TokenList& list, ParseMode mode,
         uint32_t origin, SyntaxErrorInfo* error)
      : st_(st), table_(table), tokens_(tokens), list_(list), mode_(mode), origin_(origin), error_(error) {}

  void diagnose() {
    static constexpr const char* kRoots[] = {"file", "interactive", "eval", "fstring"};
    int root = table_.index.at(kRoots[int(mode_)]);
    pass(root);
    if (raised_) {  // CPython's second pass then stops at once
      if (!from_lexer_ && is_syntax_error()) check_rest_of_source();
      return;
    }
    if (matched_) {  // the X3 grammar disagrees: say at least where it stands
      raise_here("invalid syntax");
      return;
    }
    uint32_t last = fill_ - 1;
    memo_.clear();
    quiet_memo_.clear();
    invalid_rules_ = true;
    pass(root);
    if (raised_) {
      if (!from_lexer_ && is_syntax_error()) check_rest_of_source();
      return;
    }
    const Token& t = tokens_[last];
    if (t.kind == Tok::Indent || t.kind == Tok::Dedent) {
      raise_at_token(fill_ - 1, t.kind == Tok::Indent ? "unexpected indent" : "unexpected unindent",
                     SyntaxErrorInfo::Indentation);
      return;
    }
    raise_tokens(last, last + 1, "invalid syntax");
    check_rest_of_source();
  }

 private:
  // --- running the table ---
  static constexpr int kMaxLevel = 6000;  // CPython's limit on nested rules

  void pass(int root) {
    mark_ = 0;
    quiet_ = 0;
    level_ = 0;
    matched_ = rule(root) != nullptr;
  }

  // The token at mark_, which counts as read from now on. Null: it is the lexer's error, which is raised.
  const Token* token() {
    if (mark_ >= fill_) {
      fill_ = mark_ + 1;
      if (tokens_[mark_].kind == Tok::Error) {
        raise_lexer_error();
        return nullptr;
      }
    }
    return &tokens_[mark_];
  }

  const Tree* rule(int index) {
    const Rule& r = table_.rules[index];
    if (raised_) return nullptr;
    if (level_ >= kMaxLevel) {
      set_error(SyntaxErrorInfo::Memory, "");
      return nullptr;
    }
    level_++;
    const Tree* out = r.left ? left_recursive(index, r) : r.fresh ? alternatives(r.alternatives) : memoized(index, r);
    level_--;
    return out;
  }

  Slot& slot(int index, uint32_t mark, bool shared) {
    // CPython's memo does not know whether invalid_* rules were on; where it memoizes, neither do we.
    auto& memo = shared || !quiet_ ? memo_ : quiet_memo_;
    return memo[uint64_t(index) << 32 | mark];
  }

  const Tree* memoized(int index, const Rule& r) {
    uint32_t start = mark_;
    Slot& known = slot(index, start, r.memo);
    if (known.known) {
      mark_ = known.mark;
      return known.tree;
    }
    if (r.quiet) quiet_++;
    const Tree* out = alternatives(r.alternatives);
    if (r.quiet) quiet_--;
    if (raised_) return nullptr;
    if (!out) mark_ = start;
    Slot& s = slot(index, start, r.memo);
    s.known = true;
    s.tree = out;
    s.mark = mark_;
    return out;
  }

  // Grows the match: each round may use the result of the one before for its leftmost part.
  const Tree* left_recursive(int index, const Rule& r) {
    uint32_t start = mark_;
    Slot& known = slot(index, start, true);
    if (known.known) {
      mark_ = known.mark;
      return known.tree;
    }
    const Tree* best = nullptr;
    uint32_t best_mark = start;
    for (;;) {
      Slot& s = slot(index, start, true);
      s.known = true;
      s.tree = best;
      s.mark = best_mark;
      mark_ = start;
      const Tree* next = alternatives(r.alternatives);
      if (raised_) return nullptr;
      if (!next || mark_ <= best_mark) break;
      best = next;
      best_mark = mark_;
    }
    mark_ = best_mark;
    return best;
  }

  Tree* make(uint32_t first) {
    trees_.push_back(std::make_unique<Tree>());
    trees_.back()->first = first;
    trees_.back()->last = mark_;
    return trees_.back().get();
  }

  const Tree* alternatives(const std::vector<Alternative>& list) {
    uint32_t start = mark_;
    for (const Alternative& a : list) {
      // As in CPython, only an alternative that consists of an invalid_* rule is reserved for the second pass.
      bool diagnostic = a.elements.size() == 1 && a.elements[0].rule >= 0 && table_.rules[a.elements[0].rule].invalid;
      if (diagnostic && (!invalid_rules_ || quiet_)) continue;
      mark_ = start;
      bool cut = false;
      const Tree* bound[2] = {nullptr, nullptr};
      const Tree* result = nullptr;
      std::vector<const Tree*> parts;
      bool matched = true;
      size_t consuming = 0;
      const Tree* only = nullptr;
      for (const Element& e : a.elements) {
        if (e.op == Element::Cut) {
          cut = true;
          continue;
        }
        const Tree* t = element(e);
        if (raised_) return nullptr;
        if (!t) {
          matched = false;
          break;
        }
        if (e.op == Element::And || e.op == Element::Not) continue;
        consuming++;
        only = t;
        add_parts(&parts, t);
        if (e.binding) {
          if (e.binding == a.result) result = t;
          if (e.binding == a.first) bound[0] = t;
          if (e.binding == a.second) bound[1] = t;
        }
      }
      if (matched) {
        if (!a.action.empty()) return act(a, start, bound);
        if (a.result) return result;
        if (a.kind == ast::Kind::Count && consuming == 1) return only;
        Tree* t = make(start);
        t->kind = a.kind;
        t->is_list = a.kind == ast::Kind::Count;
        t->parts = std::move(parts);
        return t;
      }
      if (cut) break;
    }
    mark_ = start;
    return nullptr;
  }

  static void add_parts(std::vector<const Tree*>* out, const Tree* t) {
    if (t->is_token) return;
    if (t->is_list) {
      out->insert(out->end(), t->parts.begin(), t->parts.end());
    } else {
      out->push_back(t);
    }
  }

  const Tree* token_tree() {
    uint32_t at = mark_++;
    Tree* t = make(at);
    t->is_token = true;
    return t;
  }

  const Tree* element(const Element& e) {
    uint32_t start = mark_;
    switch (e.op) {
      case Element::Token: {
        const Token* t = token();
        return t && t->kind == e.token ? token_tree() : nullptr;
      }
      case Element::Forced: {
        const Token* t = token();
        if (!t) return nullptr;
        if (t->kind == e.token) return token_tree();
        raise_tokens(mark_, mark_ + 1, std::string("expected '") + spelling(e.token) + "'");
        return nullptr;
      }
      case Element::SoftWord: {
        const Token* t = token();
        return t && t->kind == Tok::Name && st_.text(t) == e.word ? token_tree() : nullptr;
      }
      case Element::SoftKeyword: {
        const Token* t = token();
        if (!t || t->kind != Tok::Name) return nullptr;
        std::string_view s = st_.text(t);
        // CPython 3.11 compares as many characters as the name has: the start of a soft keyword counts as one.
        for (std::string_view word : {"match", "case", "_"}) {
          if (word.starts_with(s)) return token_tree();
        }
        return nullptr;
      }
      case Element::Rule: return rule(e.rule);
      case Element::Group: return alternatives(e.group);
      case Element::Optional: {
        const Tree* t = element(e.inner[0]);
        if (t || raised_) return t;
        mark_ = start;
        Tree* nothing = make(start);
        nothing->is_list = true;
        return nothing;
      }
      case Element::Star:
      case Element::Plus: {
        Tree* out = make(start);
        out->is_list = true;
        size_t n = 0;
        for (;;) {
          uint32_t before = mark_;
          const Tree* t = element(e.inner[0]);
          if (raised_) return nullptr;
          if (!t || mark_ == before) {
            mark_ = before;
            break;
          }
          n++;
          add_parts(&out->parts, t);
        }
        out->last = mark_;
        return n || e.op == Element::Star ? out : nullptr;
      }
      case Element::Separated: {
        const Tree* t = element(e.inner[0]);
        if (!t) return nullptr;
        Tree* out = make(start);
        out->is_list = true;
        add_parts(&out->parts, t);
        for (;;) {
          uint32_t before = mark_;
          bool more = element(e.inner[1]) && !raised_ && (t = element(e.inner[0]));
          if (raised_) return nullptr;
          if (!more) {
            mark_ = before;
            break;
          }
          add_parts(&out->parts, t);
        }
        out->last = mark_;
        return out;
      }
      case Element::And:
      case Element::Not: {
        const Tree* t = element(e.inner[0]);
        mark_ = start;
        if (raised_ || bool(t) != (e.op == Element::And)) return nullptr;
        return make(start);
      }
      case Element::Cut: break;
    }
    return nullptr;
  }

  // --- what an alternative means ---
  const Tree* act(const Alternative& a, uint32_t start, const Tree* const* bound) {
    const Tree* x = bound[0];
    const Tree* y = bound[1];
    const std::string& action = a.action;
    if (action == "strings") return strings(start);
    if (action == "real" || action == "imaginary") return number(x, action == "imaginary");
    if (action == "at") {
      raise_tokens(x->first, x->last, format(a.message, x));
    } else if (action == "range") {
      raise_tokens(x->first, y->last, format(a.message, x));
    } else if (action == "from") {
      raise_from(x->first, a.message);
    } else if (action == "here") {
      raise_here(a.message);
    } else if (action == "indent" || action == "indent_bare") {
      raise_at_token(fill_ - 1, action == "indent" ? format(a.message, x) : a.message, SyntaxErrorInfo::Indentation);
    } else if (action == "target") {
      const Tree* bad = invalid_target(x, a.target);
      if (bad) {
        raise_tokens(bad->first, bad->last,
                     std::string(a.target == "del" ? "cannot delete " : "cannot assign to ") + name_of(bad));
      }
    } else if (action == "clauses") {
      raise_tokens(x->first, last_clause(y)->last, a.message);
    } else if (action == "bare_genexp") {
      const Tree* last = nullptr;
      int positional = 0;
      for (const Tree* p : x->parts) {
        if (p->kind == ast::Kind::Keyword) continue;
        last = p;
        positional++;
      }
      if (positional > 1) {
        raise_tokens(last->first, last_clause(y)->last, "Generator expression must be parenthesized");
      }
    } else if (action == "positional_after_keyword") {
      bool unpacking = false;
      for (const Tree* p : x->parts) {
        unpacking |= p->kind == ast::Kind::Keyword && tokens_[p->first].kind == Tok::DoubleStar;
      }
      raise_here(unpacking ? "positional argument follows keyword argument unpacking"
                           : "positional argument follows keyword argument");
    } else if (action == "legacy") {
      if (is_legacy(x)) {
        std::string name(st_.text(&tokens_[x->first]));
        raise_tokens(x->first, y->last,
                     "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?");
      }
    } else if (action == "comma") {
      if (!is_legacy(x) && tokens_[mark_ - 1].level > 0) {
        raise_tokens(x->first, y->last, "invalid syntax. Perhaps you forgot a comma?");
      }
    } else if (action == "kvpair") {
      place_at_last_character(tokens_[x->first].begin, tokens_[x->last - 1].end);
      error_->end_offset = 0;
      finish_error(SyntaxErrorInfo::Syntax, a.message);
    }
    return nullptr;
  }

  const Tree* strings(uint32_t start) {
    bool was_failed = st_.failed;
    st_.failed = false;
    ast::Node* n = make_strings(st_, &tokens_[start], &tokens_[start] + (mark_ - start));
    bool failed = st_.failed;
    st_.failed = was_failed;
    if (st_.too_deep) {
      set_error(SyntaxErrorInfo::Recursion, "maximum recursion depth exceeded during compilation");
      return nullptr;
    }
    if (failed) {
      if (st_.nested_error) {
        *error_ = st_.error;
        raised_ = true;
      } else {
        raise_here(st_.error.message);
      }
      return nullptr;
    }
    Tree* t = make(start);
    t->kind = n->kind;
    return t;
  }

  const Tree* number(const Tree* t, bool imaginary) {
    std::string_view s = st_.text(&tokens_[t->first]);
    bool is_imaginary = (s.back() | 32) == 'j' && s.substr(0, 2) != "0x" && s.substr(0, 2) != "0X";
    if (is_imaginary == imaginary) return t;
    raise_tokens(
        t->first, t->last,
        imaginary ? "imaginary number required in complex literal" : "real number required in complex literal");
    return nullptr;
  }

  bool is_legacy(const Tree* t) const {
    bool name = t->last == t->first + 1 && tokens_[t->first].kind == Tok::Name;
    if (!name) return false;
    std::string_view s = st_.text(&tokens_[t->first]);
    return s == "print" || s == "exec";
  }

  // The condition or iterable at the end of `for x in a if b`.
  static const Tree* last_clause(const Tree* clauses) {
    const Tree* last = clauses->kind == ast::Kind::Comprehension ? clauses : clauses->parts.back();
    return last->parts.back();
  }

  const Tree* invalid_target(const Tree* t, const std::string& type) const {
    switch (t->kind) {
      case ast::Kind::List:
      case ast::Kind::Tuple:
        for (const Tree* p : t->parts) {
          if (const Tree* bad = invalid_target(p, type)) return bad;
        }
        return nullptr;
      case ast::Kind::Starred: return type == "del" ? t : invalid_target(t->parts[0], type);
      case ast::Kind::Compare:
        if (type == "for") {  // `for f() in x` reads as a comparison
          if (tokens_[t->parts[1]->first].kind == Tok::KwIn) return invalid_target(t->parts[0], type);
          return nullptr;
        }
        return t;
      case ast::Kind::Name:
      case ast::Kind::Subscript:
      case ast::Kind::Attribute: return nullptr;
      default: return t;
    }
  }

  std::string name_of(const Tree* t) const {
    switch (t->kind) {
      case ast::Kind::Attribute: return "attribute";
      case ast::Kind::Subscript: return "subscript";
      case ast::Kind::Starred: return "starred";
      case ast::Kind::Name: return "name";
      case ast::Kind::List: return "list";
      case ast::Kind::Tuple: return "tuple";
      case ast::Kind::Lambda: return "lambda";
      case ast::Kind::Call: return "function call";
      case ast::Kind::BoolOp:
      case ast::Kind::BinOp:
      case ast::Kind::UnaryOp: return "expression";
      case ast::Kind::GeneratorExp: return "generator expression";
      case ast::Kind::Yield:
      case ast::Kind::YieldFrom: return "yield expression";
      case ast::Kind::Await: return "await expression";
      case ast::Kind::ListComp: return "list comprehension";
      case ast::Kind::SetComp: return "set comprehension";
      case ast::Kind::DictComp: return "dict comprehension";
      case ast::Kind::Dict: return "dict literal";
      case ast::Kind::Set: return "set display";
      case ast::Kind::JoinedStr: return "f-string expression";
      case ast::Kind::Compare: return "comparison";
      case ast::Kind::IfExp: return "conditional expression";
      case ast::Kind::NamedExpr: return "named expression";
      default: break;
    }
    switch (tokens_[t->first].kind) {
      case Tok::KwNone: return "None";
      case Tok::KwTrue: return "True";
      case Tok::KwFalse: return "False";
      case Tok::Ellipsis: return "ellipsis";
      default: return "literal";
    }
  }

  std::string format(const std::string& message, const Tree* t) const {
    std::string out;
    for (size_t i = 0; i < message.size(); i++) {
      if (message[i] != '%') {
        out += message[i];
        continue;
      }
      switch (message[++i]) {
        case 'n': out += name_of(t); break;
        case 's': out += st_.text(&tokens_[t->first]); break;
        default: out += std::to_string(tokens_[t->first].line); break;
      }
    }
    return out;
  }

  // --- raising ---
  bool is_syntax_error() const { return error_->kind != SyntaxErrorInfo::Memory; }

  void set_error(SyntaxErrorInfo::Kind kind, std::string message) {
    *error_ = SyntaxErrorInfo();
    finish_error(kind, std::move(message));
  }
  void finish_error(SyntaxErrorInfo::Kind kind, std::string message) {
    error_->kind = kind;
    error_->message = mode_ == ParseMode::FString ? "f-string: " + message : std::move(message);
    error_->filename = st_.source.filename();
    raised_ = true;
  }

  // Inside an f-string CPython parses the text "(expression)", and its positions are relative to that.
  void place_bytes(uint32_t begin, uint32_t end) {
    *error_ = SyntaxErrorInfo();
    if (mode_ != ParseMode::FString) {
      place(error_, st_.source, begin, end);
      error_->text = text_of(uint32_t(error_->line));
      return;
    }
    error_->line = error_->end_line = int32_t(st_.source.at(begin).line);
    std::string_view text = st_.source.text();
    auto column = [&](uint32_t at) {
      uint32_t from = std::max(origin_, at - st_.source.at(at).column);
      return at <= from ? 0 : int32_t(text::length(text.substr(from, at - from)));
    };
    error_->offset = column(begin) + 1;
    error_->end_offset = column(end) + 1;
    uint32_t last = tokens_[tokens_.size() - 3].begin;
    error_->text = "(" + std::string(text.substr(origin_ + 1, last - origin_ - 1)) + ")\n";
    error_->has_text = true;
  }

  // A column of a later line as CPython shows it: it counts that many bytes in the text of the first line, and no
  // further than one behind that.
  int32_t column_in(uint32_t line, uint32_t bytes) const {
    std::string_view text = st_.source.line_text(line);
    if (text.ends_with('\n')) text.remove_suffix(1);
    return int32_t(text::length(text.substr(0, bytes))) + (bytes > text.size() ? 1 : 0);
  }
  // The end of a range of several lines.
  void measure_end(uint32_t end, uint32_t from) {
    if (mode_ == ParseMode::FString || error_->end_line == error_->line) return;
    error_->end_offset = column_in(uint32_t(error_->line), st_.source.at(end).column + from);
  }
  // At the last character of what begins and ends there (it may have several bytes).
  void place_at_last_character(uint32_t begin, uint32_t end) {
    place_bytes(end, end);
    error_->offset--;
    uint32_t line = st_.source.at(begin).line;
    if (mode_ == ParseMode::FString || uint32_t(error_->line) == line) return;
    int32_t end_line = error_->line;
    place_bytes(begin, begin);
    error_->end_line = end_line;
    error_->offset = column_in(line, st_.source.at(end).column);
  }

  uint32_t end_line(const Token& t) const { return t.flags & Token::kNoColumn ? t.line : st_.source.at(t.end).line; }
  // A line as CPython shows it. Without a file it has only its buffer: a line that was left has lost its end, and one
  // that a string began before is not alone there.
  std::string text_of(uint32_t line) const {
    std::string s = st_.source.shown_line(line);
    if (st_.source.kind() >= SourceKind::File || fill_ == 0) return s;
    if (end_line(tokens_[fill_ - 1]) > line) {
      if (!s.empty() && s.back() == '\n') s.pop_back();
      return s;
    }
    uint32_t first = line;
    for (uint32_t k = fill_; k-- > 0 && end_line(tokens_[k]) >= line;)
      if (tokens_[k].kind == Tok::String) first = std::min(first, tokens_[k].line);
    while (line-- > first) s = st_.source.shown_line(line) + s;
    return s;
  }

  void raise_tokens(uint32_t first, uint32_t last, std::string message) {
    const Token& t = tokens_[first];
    if (t.flags & Token::kNoColumn) {
      raise_at_token(first, std::move(message), SyntaxErrorInfo::Syntax);
      error_->offset = error_->end_offset = 0;
      return;
    }
    place_bytes(t.begin, tokens_[last - 1].end);
    measure_end(tokens_[last - 1].end, 1);
    finish_error(SyntaxErrorInfo::Syntax, std::move(message));
  }

  // At one token; those without a column are placed behind what the lexer has read of their line.
  void raise_at_token(uint32_t at, std::string message, SyntaxErrorInfo::Kind kind) {
    const Token& t = tokens_[at];
    if (!(t.flags & Token::kNoColumn)) {
      place_bytes(t.begin, t.end);
      finish_error(kind, std::move(message));
      return;
    }
    uint32_t start = st_.source.line_start(t.line);
    *error_ = SyntaxErrorInfo();
    error_->line = error_->end_line = int32_t(t.line);
    const bool script = st_.source.kind() == SourceKind::Script;  // CPython has no line any more
    error_->offset =
        script ? 0 : int32_t(text::length(std::string_view(st_.source.text()).substr(start, t.begin - start)));
    error_->end_offset = -1;
    error_->text = text_of(t.line);
    error_->has_text = true;
    finish_error(kind, std::move(message));
  }

  void raise_here(std::string message) { raise_at_token(fill_ - 1, std::move(message), SyntaxErrorInfo::Syntax); }

  // From a token to the end of what has been read.
  void raise_from(uint32_t first, std::string message) {
    place_bytes(tokens_[first].begin, tokens_[fill_ - 1].end);
    error_->end_offset--;
    measure_end(tokens_[fill_ - 1].end, 0);
    finish_error(SyntaxErrorInfo::Syntax, std::move(message));
  }

  void raise_lexer_error() {
    *error_ = list_.error;
    error_->filename = st_.source.filename();
    raised_ = true;
    from_lexer_ = true;
  }

  // CPython reads on after a syntax error: an error of the tokenizer, or a bracket that was opened on an earlier line
  // and never closed, explains more.
  void check_rest_of_source() {
    if (!list_.failed || mode_ == ParseMode::FString || mode_ == ParseMode::Interactive) return;
    if (list_.raised) {
      raise_lexer_error();
      return;
    }
    if (list_.open.empty()) return;
    const Bracket& b = list_.open.back();
    uint32_t line = tokens_[fill_ - 1].line;
    if (line <= b.line) return;
    *error_ = SyntaxErrorInfo();
    place(error_, st_.source, b.begin, b.begin);
    error_->end_offset = 0;
    if (st_.source.kind() < SourceKind::File && !error_->text.empty()) error_->text.pop_back();
    finish_error(SyntaxErrorInfo::Syntax, std::string("'") + b.open + "' was never closed");
  }

  ParseState& st_;
  const Table& table_;
  const std::vector<Token>& tokens_;
  const TokenList& list_;
  ParseMode mode_;
  uint32_t origin_;  // f-string: where the "(" of "(expression)" stands
  SyntaxErrorInfo* error_;

  uint32_t mark_ = 0;
  uint32_t fill_ = 0;  // tokens read so far
  int level_ = 0;
  int quiet_ = 0;
  bool invalid_rules_ = false;
  bool raised_ = false;
  bool from_lexer_ = false;
  bool matched_ = false;
  std::unordered_map<uint64_t, Slot> memo_;
  std::unordered_map<uint64_t, Slot> quiet_memo_;
  std::vector<std::unique_ptr<Tree>> trees_;
};

}  // namespace

void diagnose(ParseState& st, const TokenList& list, ParseMode mode, SyntaxErrorInfo* error) {
  Table table = build_table();
  std::vector<Token> tokens = list.tokens;
  uint32_t origin = 0;
  if (mode == ParseMode::FString) {
    for (Token& t : tokens) t.level++;
    Token open{Tok::LParen, 0, 1, tokens[0].begin, tokens[0].begin + 1, tokens[0].line};
    // the expression begins right behind the brace
    uint32_t brace = tokens[0].begin;
    while (brace > 0 && st.source.text()[brace - 1] != '{') brace--;
    origin = brace - 1;
    open.begin = origin;
    open.end = origin + 1;
    Token end = tokens.back();
    tokens.back() = {Tok::RParen, 0, 0, end.begin, end.begin + 1, end.line};
    tokens.insert(tokens.begin(), open);
    tokens.push_back({Tok::Newline, 0, 0, end.begin + 1, end.begin + 1, end.line});
    end.flags |= Token::kNoColumn;
    tokens.push_back(end);
  }
  Parser(st, table, tokens, list, mode, origin, error).diagnose();
}

void place_in_expression(std::string_view text, SyntaxErrorInfo* error) {
  if (text.ends_with('\n') || text.ends_with('\r') || error->kind > SyntaxErrorInfo::Tab) return;
  if (text.empty()) {
    error->line = error->end_line = error->offset = error->end_offset = 0;
    error->text.clear();
    error->has_text = true;
    return;
  }
  std::string& shown = error->text;
  if (!error->has_text || !shown.ends_with('\n')) return;
  std::string_view line = std::string_view(shown).substr(0, shown.size() - 1);
  const size_t start = text.find_last_of("\r\n");
  const std::string_view last = start == text.npos ? text : text.substr(start + 1);
  if (!line.ends_with(last)) return;
  if (last.ends_with('\\') && error->message == "unexpected EOF while parsing") {
    error->message = "unexpected character after line continuation character";
    error->offset = int32_t(text::length(line));
    error->end_offset = 0;
  }
  const int32_t length = int32_t(text::length(line));
  const bool comment = error->offset > 0 && error->offset <= length && error->message == "invalid syntax" &&
                       error->end_offset == length + 1 && line[line.size() - size_t(length + 1 - error->offset)] == '#';
  if (comment || (error->offset == length + 1 && error->end_offset == error->offset)) {
    const bool generic = error->message == "invalid syntax";
    error->offset = generic ? 0 : length;
    error->end_offset = generic ? 0 : -1;
  }
  shown.pop_back();
}

}  // namespace adder
