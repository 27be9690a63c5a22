// Simple statements.
#include "interp/parser/grammar.h"

namespace adder::grammar {

namespace {

Operator augmented_operator(Tok t) {
  switch (t) {
    case Tok::PlusAssign: return Operator::Add;
    case Tok::MinusAssign: return Operator::Sub;
    case Tok::StarAssign: return Operator::Mult;
    case Tok::SlashAssign: return Operator::Div;
    case Tok::DoubleSlashAssign: return Operator::FloorDiv;
    case Tok::PercentAssign: return Operator::Mod;
    case Tok::DoubleStarAssign: return Operator::Pow;
    case Tok::LShiftAssign: return Operator::LShift;
    case Tok::RShiftAssign: return Operator::RShift;
    case Tok::AmperAssign: return Operator::BitAnd;
    case Tok::VBarAssign: return Operator::BitOr;
    case Tok::CaretAssign: return Operator::BitXor;
    case Tok::AtAssign: return Operator::MatMult;
    default: return Operator::Count;
  }
}

}  // namespace

RULE(simple_statement);
RULE(import_statement);
RULE(import_from);
RULE(dotted_alias);
RULE(from_alias);
RULE(star_alias);
RULE(rhs);  // yield_expr | star_expressions
RULE(name_node);

// An expression, an assignment to one or more targets, an augmented or an annotated assignment: which of them shows
// only after the first expression, so that is parsed first and checked as a target afterwards.
struct ExpressionStatement : Component<ExpressionStatement> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    Iterator start = f;
    Node* first = nullptr;
    if (!run(rhs, f, ctx, first)) return false;
    if (f->kind == Tok::Assign) {
      auto* n = st.arena.make<Assign>(begin, begin);
      Node* last = first;
      while (f->kind == Tok::Assign) {
        if (!is_target(last)) return false;
        n->targets.push(last);
        ++f;
        if (!run(rhs, f, ctx, last)) return false;
      }
      n->value = last;
      val = n;
    } else if (f->kind == Tok::Colon) {
      auto* n = st.arena.make<AnnAssign>(begin, begin);
      if (!is_single_target(first)) return false;
      n->target = first;
      n->simple = start->kind == Tok::Name && first->kind == Kind::Name;
      ++f;
      if (!run(expression, f, ctx, n->annotation)) return false;
      if (f->kind == Tok::Assign) {
        ++f;
        if (!run(rhs, f, ctx, n->value)) return false;
      }
      val = n;
    } else if (Operator op = augmented_operator(f->kind); op != Operator::Count) {
      if (!is_single_target(first)) return false;
      auto* n = st.arena.make<AugAssign>(begin, begin);
      n->target = first;
      n->op = op;
      ++f;
      if (!run(rhs, f, ctx, n->value)) return false;
      val = n;
    } else {
      auto* n = st.arena.make<Expr>(begin, begin);
      n->value = first;
      val = n;
    }
    val->end = f[-1].end;
    return true;
  }
};

struct DottedName : Component<DottedName> {  // into Alias::name
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    if (f->kind != Tok::Name) return false;
    Iterator first = f;
    ++f;
    while (f->kind == Tok::Dot && f[1].kind == Tok::Name) f += 2;
    if (f == first + 1) {
      as<Alias>(val)->name = make_identifier(st, first);
      return true;
    }
    std::string dotted;  // spaces around the dots do not count
    for (Iterator t = first; t != f; ++t) dotted += t->kind == Tok::Dot ? "." : make_identifier(st, t)->text;
    as<Alias>(val)->name = st.arena.intern(dotted);
    return true;
  }
};

struct FromModule : Component<FromModule> {  // dots and dotted name into ImportFrom
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    auto* n = as<ImportFrom>(val);
    while (f->kind == Tok::Dot || f->kind == Tok::Ellipsis) {
      n->level += f->kind == Tok::Dot ? 1 : 3;
      ++f;
    }
    if (f->kind == Tok::KwImport) return n->level > 0;
    Node* alias = state(ctx).arena.template make<Alias>(f->begin, f->end);
    if (!DottedName().match(f, ctx, alias)) return false;
    n->module = as<Alias>(alias)->name;
    return true;
  }
};

struct StarAlias : Component<StarAlias> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::Star) return false;
    auto* n = state(ctx).arena.template make<Alias>(f->begin, f->end);
    n->name = state(ctx).arena.intern("*");
    ++f;
    val = n;
    return true;
  }
};

struct NotComma : Component<NotComma> {
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx&, Val&) const {
    return f->kind != Tok::Comma;
  }
};

struct SimpleStatements : Component<SimpleStatements> {  // ';'.simple_statement+ [';'] NEWLINE
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, NodeList& val) const {
    for (;;) {
      Node* n = nullptr;
      if (!run(simple_statement, f, ctx, n)) return false;
      val.push(n);
      if (f->kind != Tok::Semicolon) break;
      ++f;
      if (f->kind == Tok::Newline) break;
    }
    if (f->kind != Tok::Newline) return false;
    ++f;
    return true;
  }
};

const auto rhs_def = just(yield_expr) | just(star_expressions);
const auto name_node_def = open<Name> >> name<&Name::id>;

const auto dotted_alias_def = open<Alias> >> DottedName() >> -(sym<Tok::KwAs> >> name<&Alias::asname>) >> finish;
const auto from_alias_def = open<Alias> >> name<&Alias::name> >> -(sym<Tok::KwAs> >> name<&Alias::asname>) >> finish;
const auto star_alias_def = StarAlias();

const auto import_statement_def = start<Import, Tok::KwImport> >> push<&Import::names>(dotted_alias) >>
                                  *(sym<Tok::Comma> >> push<&Import::names>(dotted_alias)) >> finish;
const auto import_from_def = start<ImportFrom, Tok::KwFrom> >> FromModule() >> sym<Tok::KwImport> >>
                             (push<&ImportFrom::names>(star_alias) |
                              (sym<Tok::LParen> >> push<&ImportFrom::names>(from_alias) >>
                               *(sym<Tok::Comma> >> push<&ImportFrom::names>(from_alias)) >> -sym<Tok::Comma> >>
                               sym<Tok::RParen>) |
                              (push<&ImportFrom::names>(from_alias) >>
                               *(sym<Tok::Comma> >> push<&ImportFrom::names>(from_alias)) >> NotComma())) >>
                             finish;

RULE(return_statement);
RULE(raise_statement);
RULE(del_statement);
RULE(assert_statement);
RULE(global_statement);
RULE(nonlocal_statement);
const auto return_statement_def = start<Return, Tok::KwReturn> >> -set<&Return::value>(star_expressions) >> finish;
const auto raise_statement_def =
    start<Raise, Tok::KwRaise> >>
    -(set<&Raise::exc>(expression) >> -(sym<Tok::KwFrom> >> set<&Raise::cause>(expression))) >> finish;
const auto del_statement_def = start<Delete, Tok::KwDel> >> push<&Delete::targets>(del_target) >>
                               *(sym<Tok::Comma> >> push<&Delete::targets>(del_target)) >> -sym<Tok::Comma> >> finish;
const auto assert_statement_def = start<Assert, Tok::KwAssert> >> set<&Assert::test>(expression) >>
                                  -(sym<Tok::Comma> >> set<&Assert::msg>(expression)) >> finish;
const auto global_statement_def = start<Global, Tok::KwGlobal> >> push<&Global::names>(name_node) >>
                                  *(sym<Tok::Comma> >> push<&Global::names>(name_node)) >> finish;
const auto nonlocal_statement_def = start<Nonlocal, Tok::KwNonlocal> >> push<&Nonlocal::names>(name_node) >>
                                    *(sym<Tok::Comma> >> push<&Nonlocal::names>(name_node)) >> finish;

const auto simple_statement_def = ExpressionStatement() | just(return_statement) | just(import_statement) |
                                  just(import_from) | just(raise_statement) | start<Pass, Tok::KwPass> |
                                  just(del_statement) | just(assert_statement) | start<Break, Tok::KwBreak> |
                                  start<Continue, Tok::KwContinue> | just(global_statement) | just(nonlocal_statement);
const auto simple_statements_def = SimpleStatements();

BOOST_SPIRIT_DEFINE(simple_statement, import_statement, import_from, dotted_alias, from_alias, star_alias, rhs,
                    name_node, return_statement, raise_statement, del_statement, assert_statement, global_statement,
                    nonlocal_statement, simple_statements)
ADDER_INSTANTIATE(simple_statements)

}  // namespace adder::grammar
