#include "interp/parser/unparse.h"

#include <charconv>
#include <cmath>

#include "interp/text/float_text.h"
#include "interp/text/unicode.h"
#include "interp/text/utf8.h"

namespace adder {

using namespace ast;

namespace {

// How tightly an expression binds, as in CPython's own unparser.
enum Level {
  kTuple,
  kYield,
  kTest,
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kArith,
  kTerm,
  kFactor,
  kPower,
  kAwait,
  kAtom
};

Level level_of(Operator op) {
  switch (op) {
    case Operator::BitOr: return kBitOr;
    case Operator::BitXor: return kBitXor;
    case Operator::BitAnd: return kBitAnd;
    case Operator::LShift:
    case Operator::RShift: return kShift;
    case Operator::Add:
    case Operator::Sub: return kArith;
    case Operator::Pow: return kPower;
    default: return kTerm;
  }
}

std::string quote_bytes(std::string_view s) {
  char q = s.find('\'') != s.npos && s.find('"') == s.npos ? '"' : '\'';
  std::string out = "b";
  out += q;
  for (unsigned char c : s) {
    static constexpr char kHex[] = "0123456789abcdef";
    switch (c) {
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (c == q) {
          out += '\\';
          out += char(c);
        } else if (c < 32 || c >= 127) {
          out += "\\x";
          out += kHex[c >> 4];
          out += kHex[c & 15];
        } else {
          out += char(c);
        }
    }
  }
  return out + q;
}

std::string float_text(double d) {
  if (std::isinf(d)) return "1e309";
  return text::float_repr(d);
}

class Printer {
 public:
  std::string take() { return std::move(out_); }

  void node(Node* n) {
    switch (n->kind) {
      case Kind::Module: {
        const NodeList& list = as<Module>(n)->body;
        Literal* doc = docstring_of(list);
        if (!doc) return block(list);
        docstring(*doc);
        for (Node* s = list.first->next; s; s = s->next) statement(s);
        return;
      }
      case Kind::Interactive: return block(as<Interactive>(n)->body);
      case Kind::Expression: return expr(as<Expression>(n)->body, kTest);
      default: break;
    }
    if (n->kind >= Kind::FunctionDef && n->kind <= Kind::Continue) {
      statement(n);
    } else {
      expr(n, kTest);
    }
  }

 private:
  void put(std::string_view s) { out_ += s; }
  void line() {
    if (!out_.empty()) out_ += '\n';
    out_.append(size_t(indent_) * 4, ' ');
  }
  void block(const NodeList& list) {
    for (Node* n : list) statement(n);
  }
  void body(const NodeList& list) {
    put(":");
    indent_++;
    block(list);
    indent_--;
  }
  template <class F>
  void commas(const NodeList& list, F&& f) {
    bool first = true;
    for (Node* n : list) {
      if (!first) put(", ");
      first = false;
      f(n);
    }
  }
  void name(const Identifier* id) { put(id->text); }

  // --- expressions ---
  void expr(Node* n, int level) {
    switch (n->kind) {
      case Kind::Name: return name(as<Name>(n)->id);
      case Kind::Constant: return constant(as<Constant>(n)->value, level);
      case Kind::BoolOp: {
        auto* b = as<BoolOp>(n);
        int own = b->op == Operator::And ? kAnd : kOr;
        return paren(level > own, [&] {
          for (Node* v : b->values) {
            if (v != b->values.first) {
              put(" ");
              put(operator_spelling(b->op));
              put(" ");
            }
            expr(v, own + 1);
          }
        });
      }
      case Kind::NamedExpr:
        return paren(true, [&] {
          expr(as<NamedExpr>(n)->target, kAtom);
          put(" := ");
          expr(as<NamedExpr>(n)->value, kTest);
        });
      case Kind::BinOp: {
        auto* b = as<BinOp>(n);
        int own = level_of(b->op);
        bool right = b->op == Operator::Pow;
        return paren(level > own, [&] {
          expr(b->left, own + right);
          put(" ");
          put(operator_spelling(b->op));
          put(" ");
          expr(b->right, own + !right);
        });
      }
      case Kind::UnaryOp: {
        auto* u = as<UnaryOp>(n);
        int own = u->op == Operator::Not ? kNot : kFactor;
        return paren(level > own, [&] {
          put(operator_spelling(u->op));
          if (u->op == Operator::Not) put(" ");
          expr(u->operand, own);
        });
      }
      case Kind::Lambda:
        return paren(level > kTest, [&] {
          put("lambda");
          auto* a = as<Arguments>(as<Lambda>(n)->args);
          bool any = !a->posonlyargs.empty() || !a->args.empty() || a->vararg || !a->kwonlyargs.empty() || a->kwarg;
          if (any) put(" ");
          arguments(a);
          put(": ");
          expr(as<Lambda>(n)->body, kTest);
        });
      case Kind::IfExp: {
        auto* i = as<IfExp>(n);
        return paren(level > kTest, [&] {
          expr(i->body, kTest + 1);
          put(" if ");
          expr(i->test, kTest + 1);
          put(" else ");
          expr(i->orelse, kTest);
        });
      }
      case Kind::Dict:
        put("{");
        commas(as<Dict>(n)->items, [&](Node* x) {
          auto* d = as<DictItem>(x);
          if (d->key) {
            expr(d->key, kTest);
            put(": ");
            expr(d->value, kTest);
          } else {
            put("**");
            expr(d->value, kBitOr);
          }
        });
        return put("}");
      case Kind::Set:
        put("{");
        commas(as<ast::Set>(n)->elts, [&](Node* x) { expr(x, kTest); });
        return put("}");
      case Kind::ListComp:
        put("[");
        expr(as<ListComp>(n)->elt, kTest);
        generators(as<ListComp>(n)->generators);
        return put("]");
      case Kind::SetComp:
        put("{");
        expr(as<SetComp>(n)->elt, kTest);
        generators(as<SetComp>(n)->generators);
        return put("}");
      case Kind::GeneratorExp:
        put("(");
        expr(as<GeneratorExp>(n)->elt, kTest);
        generators(as<GeneratorExp>(n)->generators);
        return put(")");
      case Kind::DictComp:
        put("{");
        expr(as<DictComp>(n)->key, kTest);
        put(": ");
        expr(as<DictComp>(n)->value, kTest);
        generators(as<DictComp>(n)->generators);
        return put("}");
      case Kind::Await:
        return paren(level > kAwait, [&] {
          put("await ");
          expr(as<Await>(n)->value, kAtom);
        });
      case Kind::Yield:
        return paren(level > kYield, [&] {
          put("yield");
          if (as<Yield>(n)->value) {
            put(" ");
            expr(as<Yield>(n)->value, kTest);
          }
        });
      case Kind::YieldFrom:
        return paren(level > kYield, [&] {
          put("yield from ");
          expr(as<YieldFrom>(n)->value, kTest);
        });
      case Kind::Compare: {
        auto* c = as<Compare>(n);
        return paren(level > kCompare, [&] {
          expr(c->left, kCompare + 1);
          for (Node* x : c->comparators) {
            put(" ");
            put(operator_spelling(as<Comparator>(x)->op));
            put(" ");
            expr(as<Comparator>(x)->value, kCompare + 1);
          }
        });
      }
      case Kind::Call: {
        auto* c = as<Call>(n);
        expr(c->func, kAtom);
        auto* only = c->args.count == 1 && c->keywords.empty() ? cast<GeneratorExp>(c->args.first) : nullptr;
        if (only) return expr(only, kTest);
        put("(");
        call_arguments(c->args, c->keywords);
        return put(")");
      }
      case Kind::JoinedStr: return joined(as<JoinedStr>(n));
      case Kind::FormattedValue: {
        std::string text;
        field(as<FormattedValue>(n), &text);
        put("f" + quoted_fstring(text));
        return;
      }
      case Kind::Attribute: {
        auto* a = as<Attribute>(n);
        auto* c = cast<Constant>(a->value);
        expr(a->value, kAtom);
        if (c && c->value.type == Literal::Int) put(" ");  // 1 .real
        put(".");
        return name(a->attr);
      }
      case Kind::Subscript: {
        auto* s = as<Subscript>(n);
        expr(s->value, kAtom);
        put("[");
        slice(s->slice);
        return put("]");
      }
      case Kind::Starred: put("*"); return expr(as<Starred>(n)->value, kBitOr);
      case Kind::List:
        put("[");
        commas(as<ast::List>(n)->elts, [&](Node* x) { expr(x, kTest); });
        return put("]");
      case Kind::Tuple: {
        auto* t = as<Tuple>(n);
        if (t->elts.empty()) return put("()");
        return paren(level > kTuple, [&] {
          commas(t->elts, [&](Node* x) { expr(x, kTest); });
          if (t->elts.count == 1) put(",");
        });
      }
      case Kind::Slice: return slice(n);
      default: return;
    }
  }
  template <class F>
  void paren(bool needed, F&& f) {
    if (needed) put("(");
    f();
    if (needed) put(")");
  }
  void slice(Node* n) {
    if (auto* s = cast<Slice>(n)) {
      if (s->lower) expr(s->lower, kTest);
      put(":");
      if (s->upper) expr(s->upper, kTest);
      if (s->step) {
        put(":");
        expr(s->step, kTest);
      }
      return;
    }
    if (auto* t = cast<Tuple>(n); t && !t->elts.empty()) {
      commas(t->elts, [&](Node* x) {
        if (x->kind == Kind::Slice) {
          slice(x);
        } else {
          expr(x, kTest);
        }
      });
      if (t->elts.count == 1) put(",");
      return;
    }
    expr(n, kTest);
  }
  void constant(const Literal& v, int level) {
    switch (v.type) {
      case Literal::None: return put("None");
      case Literal::False: return put("False");
      case Literal::True: return put("True");
      case Literal::Ellipsis: return put("...");
      case Literal::Int: return put(std::to_string(v.integer));
      case Literal::BigInt: return put(v.text);
      case Literal::Float: return put(float_text(v.real));
      case Literal::Imaginary: {
        double r = v.real;
        std::string s = r == std::floor(r) && std::fabs(r) < 1e16 ? std::to_string(int64_t(r)) : float_text(r);
        return put(s + "j");
      }
      case Literal::Str:
        if (v.unicode_prefix) put("u");
        return put(text::quote(v.text));
      case Literal::Bytes: return put(quote_bytes(v.text));
    }
    (void)level;
  }
  void generators(const NodeList& list) {
    for (Node* x : list) {
      auto* g = as<Comprehension>(x);
      put(g->is_async ? " async for " : " for ");
      expr(g->target, kTuple);
      put(" in ");
      expr(g->iter, kTest + 1);
      for (Node* c : g->ifs) {
        put(" if ");
        expr(c, kTest + 1);
      }
    }
  }
  void call_arguments(const NodeList& args, const NodeList& keywords) {
    bool first = true;
    for (Node* x : args) {
      if (!first) put(", ");
      first = false;
      if (auto* s = cast<Starred>(x)) {
        put("*");
        expr(s->value, kTest);
      } else {
        expr(x, kTest);
      }
    }
    for (Node* x : keywords) {
      if (!first) put(", ");
      first = false;
      auto* k = as<Keyword>(x);
      if (k->arg) {
        name(k->arg);
        put("=");
      } else {
        put("**");
      }
      expr(k->value, kTest);
    }
  }
  void argument(Node* n) {
    auto* a = as<Arg>(n);
    name(a->arg);
    if (a->annotation) {
      put(": ");
      expr(a->annotation, kTest);
    }
    if (a->default_value) {
      put("=");
      expr(a->default_value, kTest);
    }
  }
  void arguments(Arguments* a) {
    bool first = true;
    auto comma = [&] {
      if (!first) put(", ");
      first = false;
    };
    for (Node* x : a->posonlyargs) {
      comma();
      argument(x);
    }
    if (!a->posonlyargs.empty()) {
      comma();
      put("/");
    }
    for (Node* x : a->args) {
      comma();
      argument(x);
    }
    if (a->vararg || !a->kwonlyargs.empty()) {
      comma();
      put("*");
      if (a->vararg) argument(a->vararg);
    }
    for (Node* x : a->kwonlyargs) {
      comma();
      argument(x);
    }
    if (a->kwarg) {
      comma();
      put("**");
      argument(a->kwarg);
    }
  }

  // --- f-strings: 3.11 forbids backslashes in fields and the outer quotes anywhere ---
  void joined(JoinedStr* n) {
    std::string text;
    for (Node* x : n->values) part(x, &text);
    put("f" + quoted_fstring(text));
  }
  void part(Node* x, std::string* out) {
    if (auto* c = cast<Constant>(x)) {
      for (char ch : c->value.text) {
        if (ch == '{' || ch == '}') *out += ch;
        *out += ch;
      }
      return;
    }
    field(as<FormattedValue>(x), out);
  }
  void field(FormattedValue* f, std::string* out) {
    Printer inner;
    inner.expr(f->value, kTest + 1);
    std::string value = inner.take();
    *out += value[0] == '{' ? "{ " : "{";
    *out += value;
    if (f->conversion >= 0) {
      *out += '!';
      *out += char(f->conversion);
    }
    if (f->format_spec) {
      *out += ':';
      if (auto* j = cast<JoinedStr>(f->format_spec)) {
        for (Node* x : j->values) {
          if (auto* c = cast<Constant>(x)) {
            *out += c->value.text;
          } else {
            field(as<FormattedValue>(x), out);
          }
        }
      }
    }
    *out += '}';
  }
  static std::string quoted_fstring(const std::string& text) {
    static constexpr const char* kQuotes[] = {"'", "\"", "'''", "\"\"\""};
    for (const char* q : kQuotes) {
      std::string_view quote = q;
      bool multiline = quote.size() == 3;
      if (text.find(quote) != text.npos) continue;
      if (!text.empty() && (text.back() == quote[0])) continue;
      if (!multiline && text.find('\n') != text.npos && text.find('{') != text.npos) continue;
      std::string out(quote);
      for (char c : text) {
        switch (c) {
          case '\\': out += "\\\\"; break;
          case '\n': out += multiline ? "\n" : "\\n"; break;
          case '\r': out += "\\r"; break;
          case '\t': out += "\\t"; break;
          default: out += c;
        }
      }
      return out + std::string(quote);
    }
    return text::quote(text);
  }

  // --- statements ---
  void decorators(const NodeList& list) {
    for (Node* d : list) {
      line();
      put("@");
      expr(d, kTest);
    }
  }
  void orelse(const char* word, const NodeList& list) {
    if (list.empty()) return;
    line();
    put(word);
    body(list);
  }
  // A blank line before a definition, unless the text begins with it.
  void gap() {
    if (!out_.empty()) out_ += '\n';
  }
  static Literal* docstring_of(const NodeList& list) {
    auto* e = cast<Expr>(list.first);
    auto* c = e ? cast<Constant>(e->value) : nullptr;
    return c && c->value.type == Literal::Str ? &c->value : nullptr;
  }
  // A docstring keeps its lines.
  void docstring(const Literal& l) {
    line();
    std::string text;
    for (size_t at = 0; at < l.text.size();) {
      size_t from = at;
      char32_t c = text::next(l.text, &at);
      if (c == '\n' || c == '\t' || (c != '\\' && text::is_printable(c))) {
        text::append(&text, c);
      } else {
        std::string quoted = text::quote(l.text.substr(from, at - from));
        text += quoted.substr(1, quoted.size() - 2);
      }
    }
    bool both = text.find("\"\"\"") != text.npos && text.find("'''") != text.npos;
    if (both) return put(text::quote(l.text));
    std::string quote = text.find("\"\"\"") != text.npos || (!text.empty() && text.back() == '"' && text.find("'''") == text.npos)
                            ? "'''"
                            : "\"\"\"";
    if (!text.empty() && text.back() == quote[0]) text.insert(text.size() - 1, "\\");
    put(quote + text + quote);
  }
  void documented_body(const NodeList& list) {
    Literal* doc = docstring_of(list);
    if (!doc) return body(list);
    put(":");
    indent_++;
    docstring(*doc);
    for (Node* n = list.first->next; n; n = n->next) statement(n);
    indent_--;
  }
  void statement(Node* n) {
    switch (n->kind) {
      case Kind::FunctionDef: {
        auto* f = as<FunctionDef>(n);
        gap();
        decorators(f->decorator_list);
        line();
        put(f->is_async ? "async def " : "def ");
        name(f->name);
        put("(");
        arguments(as<Arguments>(f->args));
        put(")");
        if (f->returns) {
          put(" -> ");
          expr(f->returns, kTest);
        }
        return documented_body(f->body);
      }
      case Kind::ClassDef: {
        auto* c = as<ClassDef>(n);
        gap();
        decorators(c->decorator_list);
        line();
        put("class ");
        name(c->name);
        if (!c->bases.empty() || !c->keywords.empty()) {
          put("(");
          call_arguments(c->bases, c->keywords);
          put(")");
        }
        return documented_body(c->body);
      }
      case Kind::If: {
        auto* i = as<If>(n);
        line();
        put("if ");
        for (;;) {
          expr(i->test, kTest);
          body(i->body);
          auto* next = i->orelse.count == 1 ? cast<If>(i->orelse.first) : nullptr;
          if (!next) break;
          line();
          put("elif ");
          i = next;
        }
        return orelse("else", i->orelse);
      }
      case Kind::For: {
        auto* f = as<For>(n);
        line();
        put(f->is_async ? "async for " : "for ");
        expr(f->target, kTuple);
        put(" in ");
        expr(f->iter, kTest);
        body(f->body);
        return orelse("else", f->orelse);
      }
      case Kind::While:
        line();
        put("while ");
        expr(as<While>(n)->test, kTest);
        body(as<While>(n)->body);
        return orelse("else", as<While>(n)->orelse);
      case Kind::With: {
        auto* w = as<With>(n);
        line();
        put(w->is_async ? "async with " : "with ");
        commas(w->items, [&](Node* x) {
          auto* i = as<WithItem>(x);
          expr(i->context_expr, kTest);
          if (i->optional_vars) {
            put(" as ");
            expr(i->optional_vars, kTest);
          }
        });
        return body(w->body);
      }
      case Kind::Try: {
        auto* t = as<Try>(n);
        line();
        put("try");
        body(t->body);
        for (Node* x : t->handlers) {
          auto* h = as<ExceptHandler>(x);
          line();
          put(t->is_star ? "except*" : "except");
          if (h->type) {
            put(" ");
            expr(h->type, kTest);
          }
          if (h->name) {
            put(" as ");
            name(h->name);
          }
          body(h->body);
        }
        orelse("else", t->orelse);
        return orelse("finally", t->finalbody);
      }
      case Kind::Match:
        line();
        put("match ");
        expr(as<Match>(n)->subject, kTest);
        put(":");
        indent_++;
        for (Node* x : as<Match>(n)->cases) {
          auto* c = as<MatchCase>(x);
          line();
          put("case ");
          pattern(c->pattern, 0);
          if (c->guard) {
            put(" if ");
            expr(c->guard, kTest);
          }
          body(c->body);
        }
        indent_--;
        return;
      default: break;
    }
    line();
    simple(n);
  }
  void simple(Node* n) {
    switch (n->kind) {
      case Kind::Expr: {
        return expr(as<Expr>(n)->value, kYield);
      }
      case Kind::Assign:
        for (Node* t : as<Assign>(n)->targets) {
          expr(t, kTuple);
          put(" = ");
        }
        return expr(as<Assign>(n)->value, kTest);
      case Kind::AugAssign:
        expr(as<AugAssign>(n)->target, kTest);
        put(" ");
        put(operator_spelling(as<AugAssign>(n)->op));
        put("= ");
        return expr(as<AugAssign>(n)->value, kTest);
      case Kind::AnnAssign: {
        auto* a = as<AnnAssign>(n);
        paren(!a->simple && a->target->kind == Kind::Name, [&] { expr(a->target, kTest); });
        put(": ");
        expr(a->annotation, kTest);
        if (a->value) {
          put(" = ");
          expr(a->value, kTest);
        }
        return;
      }
      case Kind::Return:
        put("return");
        if (as<Return>(n)->value) {
          put(" ");
          expr(as<Return>(n)->value, kTest);
        }
        return;
      case Kind::Delete: put("del "); return commas(as<Delete>(n)->targets, [&](Node* x) { expr(x, kTest); });
      case Kind::Raise:
        put("raise");
        if (as<Raise>(n)->exc) {
          put(" ");
          expr(as<Raise>(n)->exc, kTest);
        }
        if (as<Raise>(n)->cause) {
          put(" from ");
          expr(as<Raise>(n)->cause, kTest);
        }
        return;
      case Kind::Assert:
        put("assert ");
        expr(as<Assert>(n)->test, kTest);
        if (as<Assert>(n)->msg) {
          put(", ");
          expr(as<Assert>(n)->msg, kTest);
        }
        return;
      case Kind::Import: put("import "); return aliases(as<Import>(n)->names);
      case Kind::ImportFrom:
        put("from ");
        put(std::string(size_t(as<ImportFrom>(n)->level), '.'));
        if (as<ImportFrom>(n)->module) name(as<ImportFrom>(n)->module);
        put(" import ");
        return aliases(as<ImportFrom>(n)->names);
      case Kind::Global: put("global "); return commas(as<Global>(n)->names, [&](Node* x) { expr(x, kTest); });
      case Kind::Nonlocal: put("nonlocal "); return commas(as<Nonlocal>(n)->names, [&](Node* x) { expr(x, kTest); });
      case Kind::Pass: return put("pass");
      case Kind::Break: return put("break");
      case Kind::Continue: return put("continue");
      default: return;
    }
  }
  void aliases(const NodeList& list) {
    commas(list, [&](Node* x) {
      auto* a = as<Alias>(x);
      name(a->name);
      if (a->asname) {
        put(" as ");
        name(a->asname);
      }
    });
  }

  // --- patterns: level 0 anything, 1 inside |, 2 closed ---
  void pattern(Node* p, int level) {
    switch (p->kind) {
      case Kind::MatchValue: return expr(as<MatchValue>(p)->value, kTest);
      case Kind::MatchSingleton: return expr(as<MatchSingleton>(p)->value, kTest);
      case Kind::MatchSequence:
        put("[");
        commas(as<MatchSequence>(p)->patterns, [&](Node* x) { pattern(x, 0); });
        return put("]");
      case Kind::MatchMapping: {
        auto* m = as<MatchMapping>(p);
        put("{");
        commas(m->items, [&](Node* x) {
          expr(as<MappingItem>(x)->key, kTest);
          put(": ");
          pattern(as<MappingItem>(x)->pattern, 0);
        });
        if (m->rest) {
          if (!m->items.empty()) put(", ");
          put("**");
          name(m->rest);
        }
        return put("}");
      }
      case Kind::MatchClass: {
        auto* c = as<MatchClass>(p);
        expr(c->cls, kAtom);
        put("(");
        commas(c->patterns, [&](Node* x) { pattern(x, 0); });
        bool first = c->patterns.empty();
        for (Node* x : c->kwd_patterns) {
          if (!first) put(", ");
          first = false;
          name(as<KeywordPattern>(x)->attr);
          put("=");
          pattern(as<KeywordPattern>(x)->pattern, 0);
        }
        return put(")");
      }
      case Kind::MatchStar:
        put("*");
        if (as<MatchStar>(p)->name) return name(as<MatchStar>(p)->name);
        return put("_");
      case Kind::MatchAs: {
        auto* a = as<MatchAs>(p);
        if (!a->pattern) {
          if (a->name) return name(a->name);
          return put("_");
        }
        return paren(level > 0, [&] {
          pattern(a->pattern, 1);
          put(" as ");
          name(a->name);
        });
      }
      case Kind::MatchOr:
        return paren(level > 1, [&] {
          for (Node* x : as<MatchOr>(p)->patterns) {
            if (x != as<MatchOr>(p)->patterns.first) put(" | ");
            pattern(x, 2);
          }
        });
      default: return;
    }
  }

  std::string out_;
  int indent_ = 0;
};

std::string literal_text(const Literal& v) {
  switch (v.type) {
    case Literal::None: return "None";
    case Literal::False: return "False";
    case Literal::True: return "True";
    case Literal::Ellipsis: return "Ellipsis";
    case Literal::Int: return std::to_string(v.integer);
    case Literal::BigInt: return std::string(v.text);
    case Literal::Float: return text::float_repr(v.real);
    case Literal::Imaginary: return text::float_repr(v.real) + "j";
    case Literal::Str: return text::quote(v.text);
    case Literal::Bytes: return quote_bytes(v.text);
  }
  return {};
}

// One field a line, nested by one blank.
class Dumper {
 public:
  std::string out;

  void node(Node* n, int depth) {
    out += kind_name(n->kind);
    out += '(';
    bool any = false;
    auto field = [&](const char* name) {
      out += any ? ",\n" : "\n";
      any = true;
      out.append(size_t(depth) + 1, ' ');
      out += name;
      out += '=';
    };
    auto list = [&](const char* name, const NodeList& l) {
      if (l.empty()) return;
      field(name);
      out += '[';
      bool first = true;
      for (Node* c : l) {
        out += first ? "\n" : ",\n";
        first = false;
        out.append(size_t(depth) + 2, ' ');
        node(c, depth + 2);
      }
      out += ']';
    };
    (void)list;
    switch (n->kind) {
#define CHILD(f) \
  field(#f);     \
  node(t->f, depth + 1);
#define OPT(f)             \
  if (t->f) {              \
    field(#f);             \
    node(t->f, depth + 1); \
  }
#define LIST(f) list(#f, t->f);
#define NAME(f) \
  field(#f);    \
  out += text::quote(t->f->text);
#define OPTNAME(f)                  \
  if (t->f) {                       \
    field(#f);                      \
    out += text::quote(t->f->text); \
  }
#define OP(f) \
  field(#f);  \
  out += operator_name(t->f);
#define FLAG(f)    \
  if (t->f) {      \
    field(#f);     \
    out += "True"; \
  }
#define INT(f) \
  field(#f);   \
  out += std::to_string(t->f);
#define LITERAL(f) \
  field(#f);       \
  out += literal_text(t->f);
#define NODE(k, fields)      \
  case Kind::k: {            \
    auto* t = as<ast::k>(n); \
    (void)t;                 \
    fields break;            \
  }
#include "interp/parser/nodes.def"
      case Kind::Count: break;
    }
    out += ')';
  }
};

}  // namespace

std::string unparse(Node* n) {
  Printer p;
  p.node(n);
  return p.take();
}

std::string dump_ast(Node* n) {
  Dumper d;
  d.node(n, 0);
  return std::move(d.out);
}

}  // namespace adder
