#include "interp/parser/peg_table.h"

#include <cctype>

#include "interp/parser/diagnose_rules.h"
#include "runtime/base/check.h"

namespace adder::peg {

namespace {

struct NamedToken {
  std::string_view name;
  Tok kind;
};
constexpr NamedToken kNamedTokens[] = {{"NAME", Tok::Name},       {"NUMBER", Tok::Number}, {"STRING", Tok::String},
                                       {"NEWLINE", Tok::Newline}, {"INDENT", Tok::Indent}, {"DEDENT", Tok::Dedent},
                                       {"ENDMARKER", Tok::End}};

Tok token_of(std::string_view text) {
  for (size_t k = 0; k < size_t(Tok::Count); k++) {
    if (text == spelling(Tok(k))) return Tok(k);
  }
  CHECK(false);  // the grammar names a token that does not exist
  return Tok::Error;
}

ast::Kind kind_of(std::string_view name) {
  for (size_t k = 0; k < size_t(ast::Kind::Count); k++) {
    if (name == ast::kind_name(ast::Kind(k))) return ast::Kind(k);
  }
  CHECK(false);  // the grammar names a kind that does not exist
  return ast::Kind::Count;
}

class Reader {
 public:
  Reader(const char* text, Table* table) : p_(text), table_(table) {}

  void rules() {
    for (skip(); *p_; skip()) rule();
  }

 private:
  void skip() {
    while (*p_ == ' ' || *p_ == '\n') p_++;
  }
  bool is(char c) {
    skip();
    return *p_ == c;
  }
  bool take(char c) {
    if (!is(c)) return false;
    p_++;
    return true;
  }
  std::string identifier() {
    skip();
    const char* b = p_;
    while (isalnum((unsigned char)*p_) || *p_ == '_') p_++;
    CHECK(p_ != b);
    return {b, p_};
  }
  std::string quoted(char q) {
    std::string out;
    for (p_++; *p_ != q; p_++) {
      if (*p_ == '\\') p_++;
      out += *p_;
    }
    p_++;
    return out;
  }

  void rule() {
    Rule r;
    r.name = identifier();
    r.invalid = r.name.rfind("invalid_", 0) == 0;
    while (take('%')) {
      std::string flag = identifier();
      (flag == "left" ? r.left : flag == "memo" ? r.memo : flag == "fresh" ? r.fresh : r.quiet) = true;
    }
    CHECK(take(':'));
    r.alternatives = alternatives();
    CHECK(take(';'));
    table_->index[r.name] = int(table_->rules.size());
    table_->rules.push_back(std::move(r));
  }

  std::vector<Alternative> alternatives() {
    std::vector<Alternative> out;
    do {
      out.push_back(alternative());
    } while (take('|'));
    return out;
  }

  Alternative alternative() {
    Alternative a;
    for (;;) {
      skip();
      if (*p_ == '|' || *p_ == ';' || *p_ == ')' || *p_ == ']') return a;
      if (take('#')) {
        a.kind = kind_of(identifier());
      } else if (take('=')) {
        a.result = *p_++;
      } else if (take('@')) {
        action(&a);
      } else {
        a.elements.push_back(element());
      }
    }
  }

  void action(Alternative* a) {
    a->action = identifier();
    if (a->action == "target") a->target = identifier();
    for (char* slot : {&a->first, &a->second}) {
      skip();
      if (p_[0] >= 'a' && p_[0] <= 'z' && !isalnum((unsigned char)p_[1])) *slot = *p_++;
    }
    if (is('"')) a->message = quoted('"');
  }

  Element element() {
    skip();
    char binding = 0;
    if (p_[0] >= 'a' && p_[0] <= 'z' && p_[1] == '=') {
      binding = p_[0];
      p_ += 2;
    }
    Element e = prefixed();
    e.binding = binding;
    return e;
  }

  Element wrap(Element::Op op, Element inner) {
    Element e;
    e.op = op;
    e.inner.push_back(std::move(inner));
    return e;
  }

  Element prefixed() {
    skip();
    if (p_[0] == '&' && p_[1] == '&') {
      p_ += 2;
      Element e = atom();
      e.op = Element::Forced;
      return e;
    }
    if (take('&')) return wrap(Element::And, atom());
    if (take('!')) return wrap(Element::Not, atom());
    if (take('~')) {
      Element e;
      e.op = Element::Cut;
      return e;
    }
    Element e = atom();
    if (*p_ == '?') {
      p_++;
      return wrap(Element::Optional, std::move(e));
    }
    if (*p_ == '*') {
      p_++;
      return wrap(Element::Star, std::move(e));
    }
    if (*p_ == '+') {
      p_++;
      return wrap(Element::Plus, std::move(e));
    }
    if (*p_ == '.') {
      p_++;
      Element s = wrap(Element::Separated, atom());
      CHECK(take('+'));
      s.inner.push_back(std::move(e));
      return s;
    }
    return e;
  }

  Element atom() {
    skip();
    Element e;
    if (*p_ == '\'') {
      e.token = token_of(quoted('\''));
      return e;
    }
    if (*p_ == '"') {
      e.op = Element::SoftWord;
      e.word = quoted('"');
      return e;
    }
    if (*p_ == '(' || *p_ == '[') {
      char close = *p_ == '(' ? ')' : ']';
      p_++;
      e.op = Element::Group;
      e.group = alternatives();
      CHECK(take(close));
      return close == ']' ? wrap(Element::Optional, std::move(e)) : e;
    }
    std::string name = identifier();
    if (name == "SOFT_KEYWORD") {
      e.op = Element::SoftKeyword;
      return e;
    }
    for (const NamedToken& t : kNamedTokens) {
      if (t.name == name) {
        e.token = t.kind;
        return e;
      }
    }
    e.op = Element::Rule;
    e.word = name;
    return e;
  }

  const char* p_;
  Table* table_;
};

void resolve(Table* table, std::vector<Alternative>& alternatives);
void resolve(Table* table, std::vector<Element>& elements) {
  for (Element& e : elements) {
    if (e.op == Element::Rule) {
      auto it = table->index.find(e.word);
      CHECK(it != table->index.end());
      e.rule = it->second;
    }
    resolve(table, e.group);
    resolve(table, e.inner);
  }
}
void resolve(Table* table, std::vector<Alternative>& alternatives) {
  for (Alternative& a : alternatives) resolve(table, a.elements);
}

}  // namespace

Table build_table() {
  Table table;
  for (size_t i = 0; i < kGrammarRuleBlocks; i++) Reader(kGrammarRules[i], &table).rules();
  for (Rule& r : table.rules) resolve(&table, r.alternatives);
  return table;
}

}  // namespace adder::peg
