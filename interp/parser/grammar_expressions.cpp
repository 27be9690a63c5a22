// Expressions, from lambda down to primaries.
#include "interp/parser/grammar.h"

namespace adder::grammar {

// --- binary operators: one component climbs the precedences, so that `a + b * c` costs one frame, not twelve ---

namespace {

constexpr Operator kNoOperator = Operator::Count;

Operator binary_operator(Tok t) {
  switch (t) {
    case Tok::VBar: return Operator::BitOr;
    case Tok::Caret: return Operator::BitXor;
    case Tok::Amper: return Operator::BitAnd;
    case Tok::LShift: return Operator::LShift;
    case Tok::RShift: return Operator::RShift;
    case Tok::Plus: return Operator::Add;
    case Tok::Minus: return Operator::Sub;
    case Tok::Star: return Operator::Mult;
    case Tok::Slash: return Operator::Div;
    case Tok::DoubleSlash: return Operator::FloorDiv;
    case Tok::Percent: return Operator::Mod;
    case Tok::At: return Operator::MatMult;
    default: return kNoOperator;
  }
}

// The comparison operator at f and how many tokens it has; kNoOperator if none.
Operator comparison_operator(Iterator f, int* length) {
  *length = 1;
  switch (f->kind) {
    case Tok::EqEqual: return Operator::Eq;
    case Tok::NotEqual: return Operator::NotEq;
    case Tok::Less: return Operator::Lt;
    case Tok::LessEqual: return Operator::LtE;
    case Tok::Greater: return Operator::Gt;
    case Tok::GreaterEqual: return Operator::GtE;
    case Tok::KwIn: return Operator::In;
    case Tok::KwIs:
      if (f[1].kind != Tok::KwNot) return Operator::Is;
      *length = 2;
      return Operator::IsNot;
    case Tok::KwNot:
      if (f[1].kind != Tok::KwIn) return kNoOperator;
      *length = 2;
      return Operator::NotIn;
    default: return kNoOperator;
  }
}

Operator unary_operator(Tok t) {
  return t == Tok::Plus ? Operator::UAdd : t == Tok::Minus ? Operator::USub : Operator::Invert;
}

}  // namespace

RULE(factor);
RULE(inversion);
RULE(comparison);
RULE(conjunction);
RULE(await_primary);
RULE(lambda);

struct BinaryOperators : Component<BinaryOperators> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    return climb(f, ctx, val, 1);
  }

 private:
  template <class Ctx>
  bool climb(Iterator& f, const Ctx& ctx, Node*& val, int lowest) const {
    uint32_t begin = f->begin;
    if (!run(factor, f, ctx, val)) return false;
    for (;;) {
      Operator op = binary_operator(f->kind);
      if (op == kNoOperator || operator_precedence(op) < lowest) return true;
      ++f;
      Node* right = nullptr;
      if (!climb(f, ctx, right, operator_precedence(op) + 1)) return false;
      auto* n = state(ctx).arena.template make<BinOp>(begin, f[-1].end);
      n->left = val;
      n->op = op;
      n->right = right;
      val = n;
    }
  }
};

struct Unary : Component<Unary> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::Minus && f->kind != Tok::Plus && f->kind != Tok::Tilde) return false;
    DepthGuard guard(state(ctx), 1);
    if (!guard.fine()) return false;
    auto* n = state(ctx).arena.template make<UnaryOp>(f->begin, f->end);
    n->op = unary_operator(f->kind);
    ++f;
    if (!run(factor, f, ctx, n->operand)) return false;
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

struct Power : Component<Power> {  // await_primary ['**' factor]
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    uint32_t begin = f->begin;
    if (!run(await_primary, f, ctx, val)) return false;
    if (f->kind != Tok::DoubleStar) return true;
    DepthGuard guard(state(ctx), 1);
    if (!guard.fine()) return false;
    ++f;
    auto* n = state(ctx).arena.template make<BinOp>(begin, begin);
    n->left = val;
    n->op = Operator::Pow;
    if (!run(factor, f, ctx, n->right)) return false;
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

struct Comparisons : Component<Comparisons> {  // bitwise_or (operator bitwise_or)*
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    uint32_t begin = f->begin;
    if (!run(bitwise_or, f, ctx, val)) return false;
    int length;
    Operator op = comparison_operator(f, &length);
    if (op == kNoOperator) return true;
    auto* n = state(ctx).arena.template make<Compare>(begin, begin);
    n->left = val;
    do {
      f += length;
      auto* c = state(ctx).arena.template make<Comparator>(f->begin, f->begin);
      c->op = op;
      if (!run(bitwise_or, f, ctx, c->value)) return false;
      c->end = f[-1].end;
      n->comparators.push(c);
      op = comparison_operator(f, &length);
    } while (op != kNoOperator);
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

struct Inversion : Component<Inversion> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::KwNot) return false;
    DepthGuard guard(state(ctx), 1);
    if (!guard.fine()) return false;
    auto* n = state(ctx).arena.template make<UnaryOp>(f->begin, f->end);
    n->op = Operator::Not;
    ++f;
    if (!run(inversion, f, ctx, n->operand)) return false;
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

template <Tok kWord, Operator kOp, class Subject>
struct Chain : Component<Chain<kWord, kOp, Subject>> {  // item (word item)*: one flat BoolOp
  Subject subject;
  constexpr explicit Chain(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    uint32_t begin = f->begin;
    if (!run(subject, f, ctx, val)) return false;
    if (f->kind != kWord) return true;
    auto* n = state(ctx).arena.template make<BoolOp>(begin, begin);
    n->op = kOp;
    n->values.push(val);
    while (f->kind == kWord) {
      ++f;
      Node* next = nullptr;
      if (!run(subject, f, ctx, next)) return false;
      n->values.push(next);
    }
    n->end = f[-1].end;
    val = n;
    return true;
  }
};
template <Tok kWord, Operator kOp, class Subject>
constexpr auto chain(const Subject& s) {
  return Chain<kWord, kOp, Subject>(s);
}

struct Ternary : Component<Ternary> {  // disjunction ['if' disjunction 'else' expression]
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    DepthGuard guard(state(ctx), 2);
    if (!guard.fine()) return false;
    Node** place = &val;
    for (;;) {  // `a if b else c if d else e` nests to the right, without a level of the stack for each
      uint32_t begin = f->begin;
      if (place != &val && f->kind == Tok::KwLambda) {
        if (!run(expression, f, ctx, *place)) return false;
        break;
      }
      if (!run(disjunction, f, ctx, *place)) return false;
      if (f->kind != Tok::KwIf) break;
      Iterator at_if = f;
      auto* n = state(ctx).arena.template make<IfExp>(begin, begin);
      n->body = *place;
      ++f;
      if (!run(disjunction, f, ctx, n->test) || f->kind != Tok::KwElse) {
        f = at_if;  // a comprehension's condition, or a case guard
        break;
      }
      ++f;
      *place = n;
      place = &n->orelse;
    }
    for (Node** p = &val; p != place; p = &as<IfExp>(*p)->orelse) (*p)->end = f[-1].end;
    return true;
  }
};

struct Walrus : Component<Walrus> {  // NAME ':=' expression
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::Name || f[1].kind != Tok::Walrus) return false;
    ParseState& st = state(ctx);
    auto* target = st.arena.make<Name>(f->begin, f->end);
    target->id = make_identifier(st, f);
    auto* n = st.arena.make<NamedExpr>(f->begin, f->end);
    n->target = target;
    f += 2;
    if (!run(expression, f, ctx, n->value)) return false;
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

struct Trailers : Component<Trailers> {  // atom ('.' NAME | '(' arguments ')' | '[' slices ']')*
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    if (!run(atom, f, ctx, val)) return false;
    for (;;) {
      switch (f->kind) {
        case Tok::Dot: {
          if (f[1].kind != Tok::Name) return false;
          auto* n = st.arena.make<Attribute>(begin, f[1].end);
          n->value = val;
          n->attr = make_identifier(st, f + 1);
          f += 2;
          val = n;
          break;
        }
        case Tok::LParen: {
          ++f;
          Node* call = nullptr;
          if (!run(call_arguments, f, ctx, call) || f->kind != Tok::RParen) return false;
          ++f;
          call->begin = begin;
          call->end = f[-1].end;
          as<Call>(call)->func = val;
          val = call;
          break;
        }
        case Tok::LBracket: {
          ++f;
          auto* n = st.arena.make<Subscript>(begin, begin);
          n->value = val;
          if (!run(slices, f, ctx, n->slice) || f->kind != Tok::RBracket) return false;
          ++f;
          n->end = f[-1].end;
          val = n;
          break;
        }
        default: return true;
      }
    }
  }
};

template <bool (*kCheck)(const Node*), class Subject>
struct Checked : Component<Checked<kCheck, Subject>> {
  Subject subject;
  constexpr explicit Checked(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    return run(subject, f, ctx, val) && kCheck(val);
  }
};
template <bool (*kCheck)(const Node*), class Subject>
constexpr auto checked(const Subject& s) {
  return Checked<kCheck, Subject>(s);
}

struct NotWalrus : Component<NotWalrus> {
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx&, Val&) const {
    return f->kind != Tok::Walrus;
  }
};

RULE(starred_or);  // '*' bitwise_or
RULE(starred_target);

const auto lambda_def =
    start<Lambda, Tok::KwLambda> >>
    set<&Lambda::args>(lambda_parameters) >> sym<Tok::Colon> >> set<&Lambda::body>(expression) >> finish;
struct NestedLambda : Component<NestedLambda> {  // the body of one may be another, without end
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::KwLambda) return false;
    DepthGuard guard(state(ctx), 2);
    return guard.fine() && run(lambda, f, ctx, val);
  }
};
const auto expression_def = NestedLambda() | Ternary();
const auto named_expression_def = Walrus() | (just(expression) >> NotWalrus());
const auto starred_or_def = start<Starred, Tok::Star> >> set<&Starred::value>(bitwise_or) >> finish;
const auto star_named_expression_def = just(starred_or) | just(named_expression);
const auto star_expression_def = just(starred_or) | just(expression);
const auto star_expressions_def = tuple_of(star_expression);
const auto disjunction_def = chain<Tok::KwOr, Operator::Or>(conjunction);
const auto conjunction_def = chain<Tok::KwAnd, Operator::And>(inversion);
const auto inversion_def = Inversion() | just(comparison);
const auto comparison_def = Comparisons();
const auto bitwise_or_def = BinaryOperators();
const auto factor_def = Unary() | Power();
const auto await_primary_def = (start<Await, Tok::KwAwait> >> set<&Await::value>(primary) >> finish) | just(primary);
const auto primary_def = Trailers();
const auto yield_expr_def =
    (start<YieldFrom, Tok::KwYield> >> sym<Tok::KwFrom> >> set<&YieldFrom::value>(expression) >> finish) |
    (start<Yield, Tok::KwYield> >> -set<&Yield::value>(star_expressions) >> finish);
const auto starred_target_def = start<Starred, Tok::Star> >> set<&Starred::value>(primary) >> finish;
RULE(any_target);
const auto any_target_def = just(starred_target) | just(primary);
const auto target_def = checked<is_target>(any_target);
const auto targets_def = tuple_of(target);
const auto del_target_def = checked<is_del_target>(primary);

BOOST_SPIRIT_DEFINE(lambda, expression, named_expression, starred_or, star_named_expression, star_expression,
                    star_expressions, disjunction, conjunction, inversion, comparison, bitwise_or, factor,
                    await_primary, primary, yield_expr, starred_target, any_target, target, targets, del_target)
ADDER_INSTANTIATE(expression)
ADDER_INSTANTIATE(named_expression)
ADDER_INSTANTIATE(star_named_expression)
ADDER_INSTANTIATE(star_expression)
ADDER_INSTANTIATE(star_expressions)
ADDER_INSTANTIATE(disjunction)
ADDER_INSTANTIATE(bitwise_or)
ADDER_INSTANTIATE(primary)
ADDER_INSTANTIATE(yield_expr)
ADDER_INSTANTIATE(target)
ADDER_INSTANTIATE(targets)
ADDER_INSTANTIATE(del_target)

}  // namespace adder::grammar
