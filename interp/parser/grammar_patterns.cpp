// The match statement and its patterns.
#include "interp/parser/grammar.h"

namespace adder::grammar {

RULE(match_case);
RULE(patterns);  // with top-level commas
RULE(pattern);   // or_pattern ['as' name]
RULE(closed_pattern);
RULE(literal_pattern);  // numbers, strings, None, True, False
RULE(subject);

namespace {

bool is_dotted(Iterator f) {
  return f->kind == Tok::Dot || f->kind == Tok::LParen || f->kind == Tok::Assign;
}

// A name that a pattern may bind: not `_`, and not the start of a dotted name, a class pattern or a keyword.
template <class Ctx>
bool capture_name(Iterator& f, const Ctx& ctx, const Identifier** out, bool lookahead = true) {
  ParseState& st = state(ctx);
  if (f->kind != Tok::Name || st.text(f) == "_" || (lookahead && is_dotted(f + 1))) return false;
  *out = make_identifier(st, f);
  ++f;
  return true;
}

template <class Ctx>
bool wildcard(Iterator& f, const Ctx& ctx) {
  if (f->kind != Tok::Name || state(ctx).text(f) != "_") return false;
  ++f;
  return true;
}

// NAME ('.' NAME)*: a Name or nested Attributes.
template <class Ctx>
Node* dotted(Iterator& f, const Ctx& ctx) {
  ParseState& st = state(ctx);
  uint32_t begin = f->begin;
  auto* head = st.arena.make<Name>(f->begin, f->end);
  head->id = make_identifier(st, f);
  Node* n = head;
  ++f;
  while (f->kind == Tok::Dot && f[1].kind == Tok::Name) {
    auto* a = st.arena.make<Attribute>(begin, f[1].end);
    a->value = n;
    a->attr = make_identifier(st, f + 1);
    f += 2;
    n = a;
  }
  return n;
}

}  // namespace

struct SignedNumber : Component<SignedNumber> {  // ['-'] NUMBER [('+' | '-') NUMBER j]
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    bool minus = f->kind == Tok::Minus;
    if (f[minus].kind != Tok::Number) return false;
    f += minus;
    Node* n = nullptr;
    if (!run(number, f, ctx, n)) return false;
    Node* real = n;
    if (minus) {
      auto* u = st.arena.make<UnaryOp>(begin, f[-1].end);
      u->op = Operator::USub;
      u->operand = n;
      n = u;
    }
    if (f->kind == Tok::Plus || f->kind == Tok::Minus) {
      auto* sum = st.arena.make<BinOp>(begin, begin);
      sum->op = f->kind == Tok::Plus ? Operator::Add : Operator::Sub;
      sum->left = n;
      ++f;
      if (!run(number, f, ctx, sum->right)) return false;
      if (as<Constant>(real)->value.type == Literal::Imaginary) return false;
      if (as<Constant>(sum->right)->value.type != Literal::Imaginary) return false;
      sum->end = f[-1].end;
      n = sum;
    }
    val = n;
    return true;
  }
};

struct LiteralPattern : Component<LiteralPattern> {  // the expression itself
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    switch (f->kind) {
      case Tok::Minus:
      case Tok::Number: return SignedNumber().match(f, ctx, val);
      case Tok::String:
        if (!run(strings, f, ctx, val)) return false;
        return true;
      case Tok::KwNone:
      case Tok::KwTrue:
      case Tok::KwFalse: return run(atom, f, ctx, val);
      default: return false;
    }
  }
};

struct ClosedPattern : Component<ClosedPattern> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    DepthGuard guard(st, 2);
    if (!guard.fine()) return false;
    uint32_t begin = f->begin;
    switch (f->kind) {
      case Tok::LParen: return sequence(f, ctx, val, Tok::RParen);
      case Tok::LBracket: return sequence(f, ctx, val, Tok::RBracket);
      case Tok::LBrace: return mapping(f, ctx, val);
      case Tok::Name: return named(f, ctx, val);
      default: break;
    }
    Node* value = nullptr;
    if (!run(literal_pattern, f, ctx, value)) return false;
    auto* c = cast<Constant>(value);
    if (c && c->value.type <= Literal::True) {
      auto* n = st.arena.make<MatchSingleton>(begin, f[-1].end);
      n->value = value;
      val = n;
    } else {
      auto* n = st.arena.make<MatchValue>(begin, f[-1].end);
      n->value = value;
      val = n;
    }
    return true;
  }

 private:
  template <class Ctx>
  bool named(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    if (!is_dotted(f + 1)) {
      auto* n = st.arena.make<MatchAs>(f->begin, f->end);
      if (!wildcard(f, ctx)) {
        n->name = make_identifier(st, f);
        ++f;
      }
      val = n;
      return true;
    }
    Node* value = dotted(f, ctx);
    if (f->kind == Tok::LParen) return class_pattern(f, ctx, val, value, begin);
    if (is_dotted(f) || value->kind != Kind::Attribute) return false;
    auto* n = st.arena.make<MatchValue>(begin, f[-1].end);
    n->value = value;
    val = n;
    return true;
  }

  template <class Ctx>
  bool class_pattern(Iterator& f, const Ctx& ctx, Node*& val, Node* cls, uint32_t begin) const {
    ParseState& st = state(ctx);
    auto* n = st.arena.make<MatchClass>(begin, begin);
    n->cls = cls;
    ++f;
    while (f->kind != Tok::RParen) {
      if (f->kind == Tok::Name && f[1].kind == Tok::Assign) {
        auto* k = st.arena.make<KeywordPattern>(f->begin, f->end);
        k->attr = make_identifier(st, f);
        f += 2;
        if (!run(pattern, f, ctx, k->pattern)) return false;
        k->end = f[-1].end;
        n->kwd_patterns.push(k);
      } else {
        Node* p = nullptr;
        if (!n->kwd_patterns.empty() || !run(pattern, f, ctx, p)) return false;
        n->patterns.push(p);
      }
      if (f->kind != Tok::Comma) break;
      ++f;
    }
    if (f->kind != Tok::RParen) return false;
    ++f;
    n->end = f[-1].end;
    val = n;
    return true;
  }

  template <class Ctx>
  bool sequence(Iterator& f, const Ctx& ctx, Node*& val, Tok close) const {
    uint32_t begin = f->begin;
    ++f;
    auto* n = state(ctx).arena.template make<MatchSequence>(begin, begin);
    bool comma = close == Tok::RBracket || f->kind == close;
    while (f->kind != close) {
      Node* p = nullptr;
      if (!element(f, ctx, p)) return false;
      n->patterns.push(p);
      if (f->kind != Tok::Comma) break;
      comma = true;
      ++f;
    }
    if (f->kind != close) return false;
    ++f;
    if (!comma) {  // a group
      val = n->patterns.first;
      return val->kind != Kind::MatchStar;
    }
    n->end = f[-1].end;
    val = n;
    return true;
  }

  template <class Ctx>
  bool mapping(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    ++f;
    auto* n = st.arena.make<MatchMapping>(begin, begin);
    while (f->kind != Tok::RBrace) {
      if (f->kind == Tok::DoubleStar) {
        ++f;
        if (!capture_name(f, ctx, &n->rest)) return false;
        if (f->kind == Tok::Comma) ++f;
        break;
      }
      auto* m = st.arena.make<MappingItem>(f->begin, f->end);
      if (f->kind == Tok::Name) {
        m->key = dotted(f, ctx);
        if (m->key->kind != Kind::Attribute) return false;
      } else if (!run(literal_pattern, f, ctx, m->key)) {
        return false;
      }
      if (f->kind != Tok::Colon) return false;
      ++f;
      if (!run(pattern, f, ctx, m->pattern)) return false;
      m->end = f[-1].end;
      n->items.push(m);
      if (f->kind != Tok::Comma) break;
      ++f;
    }
    if (f->kind != Tok::RBrace) return false;
    ++f;
    n->end = f[-1].end;
    val = n;
    return true;
  }

 public:
  template <class Ctx>
  static bool element(Iterator& f, const Ctx& ctx, Node*& val) {  // star_pattern | pattern
    if (f->kind != Tok::Star) return run(pattern, f, ctx, val);
    auto* n = state(ctx).arena.template make<MatchStar>(f->begin, f->end);
    ++f;
    if (!wildcard(f, ctx) && !capture_name(f, ctx, &n->name)) return false;
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

struct PatternRule : Component<PatternRule> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    if (!run(closed_pattern, f, ctx, val)) return false;
    if (f->kind == Tok::VBar) {
      auto* n = st.arena.make<MatchOr>(begin, begin);
      n->patterns.push(val);
      while (f->kind == Tok::VBar) {
        ++f;
        Node* next = nullptr;
        if (!run(closed_pattern, f, ctx, next)) return false;
        n->patterns.push(next);
      }
      n->end = f[-1].end;
      val = n;
    }
    if (f->kind == Tok::KwAs) {
      auto* n = st.arena.make<MatchAs>(begin, begin);
      n->pattern = val;
      ++f;
      if (!capture_name(f, ctx, &n->name)) return false;
      n->end = f[-1].end;
      val = n;
    }
    return true;
  }
};

struct OpenSequence : Component<OpenSequence> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    uint32_t begin = f->begin;
    if (!ClosedPattern::element(f, ctx, val)) return false;
    if (f->kind != Tok::Comma) return val->kind != Kind::MatchStar;
    auto* n = state(ctx).arena.template make<MatchSequence>(begin, begin);
    n->patterns.push(val);
    while (f->kind == Tok::Comma) {
      ++f;
      if (f->kind == Tok::Colon || f->kind == Tok::KwIf) break;
      Node* next = nullptr;
      if (!ClosedPattern::element(f, ctx, next)) return false;
      n->patterns.push(next);
    }
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

struct Subject : Component<Subject> {  // star_named_expression ',' ... | named_expression
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (!TupleOf<decltype(star_named_expression)>(star_named_expression).match(f, ctx, val)) return false;
    return val->kind != Kind::Starred;
  }
};

const auto literal_pattern_def = LiteralPattern();
const auto closed_pattern_def = ClosedPattern();
const auto pattern_def = PatternRule();
const auto patterns_def = OpenSequence();
const auto subject_def = Subject();
const auto match_case_def =
    Soft("case") >> open_previous<MatchCase> >> set<&MatchCase::pattern>(patterns) >>
    -(sym<Tok::KwIf> >> set<&MatchCase::guard>(named_expression)) >> set<&MatchCase::body>(block) >> finish;
const auto match_statement_def =
    Soft("match") >> open_previous<Match> >>
    set<&Match::subject>(subject) >> sym<Tok::Colon> >> sym<Tok::Newline> >> sym<Tok::Indent> >>
    +push<&Match::cases>(match_case) >> sym<Tok::Dedent> >> finish;

BOOST_SPIRIT_DEFINE(literal_pattern, closed_pattern, pattern, patterns, subject, match_case, match_statement)
ADDER_INSTANTIATE(match_statement)

}  // namespace adder::grammar
