// Compound statements, blocks, and the entry rules.
#include "interp/parser/grammar.h"

namespace adder::grammar {

RULE(if_statement);
RULE(while_statement);
RULE(for_statement);
RULE(with_statement);
RULE(with_item);
RULE(try_statement);
RULE(except_handler);
RULE(except_star_handler);
RULE(function_def);
RULE(class_def);
RULE(decorated);
RULE(async_statement);
LIST_RULE(else_block);
LIST_RULE(finally_block);

struct Statements : Component<Statements> {  // one or more
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, NodeList& val) const {
    do {
      Node* n = nullptr;
      if (run(compound_statement, f, ctx, n)) {
        val.push(n);
        continue;
      }
      NodeList line;
      if (!run(simple_statements, f, ctx, line)) return false;
      for (Node* s = line.first; s;) {
        Node* next = s->next;
        s->next = nullptr;
        val.push(s);
        s = next;
      }
    } while (f->kind != Tok::Dedent && f->kind != Tok::End && f->kind != Tok::Error);
    return true;
  }
};

struct Block : Component<Block> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, NodeList& val) const {
    if (f->kind != Tok::Colon) return false;
    DepthGuard guard(state(ctx), 4);
    if (!guard.fine()) return false;
    ++f;
    if (f->kind != Tok::Newline) return run(simple_statements, f, ctx, val);
    if (f[1].kind != Tok::Indent) return false;
    f += 2;
    if (!run(statements, f, ctx, val) || f->kind != Tok::Dedent) return false;
    ++f;
    return true;
  }
};

// `elif` is an If in the orelse of the one before; built in a loop, so that a long chain needs no stack.
struct IfStatement : Component<IfStatement> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::KwIf) return false;
    ParseState& st = state(ctx);
    std::vector<If*> nest;
    do {
      auto* n = st.arena.make<If>(f->begin, f->end);
      ++f;
      if (!run(named_expression, f, ctx, n->test) || !run(block, f, ctx, n->body)) return false;
      if (!nest.empty()) nest.back()->orelse.push(n);
      nest.push_back(n);
    } while (f->kind == Tok::KwElif);
    if (f->kind == Tok::KwElse) {
      ++f;
      if (!run(block, f, ctx, nest.back()->orelse)) return false;
    }
    uint32_t end = end_before(f);
    for (If* n : nest) n->end = end;
    val = nest[0];
    return true;
  }
};

// Parentheses around the items are the statement's own if they hold items and a ':' follows; else they are part of
// the first expression. Trying the first reading costs a second parse of the line only.
struct WithItems : Component<WithItems> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    auto* n = as<With>(val);
    if (f->kind == Tok::LParen) {
      Iterator saved = f;
      ++f;
      if (list(f, ctx, n->items, true) && f->kind == Tok::RParen && f[1].kind == Tok::Colon) {
        ++f;
        return true;
      }
      f = saved;
      n->items = NodeList();
    }
    return list(f, ctx, n->items, false);
  }

 private:
  template <class Ctx>
  bool list(Iterator& f, const Ctx& ctx, NodeList& items, bool trailing) const {
    for (;;) {
      Node* item = nullptr;
      if (!run(with_item, f, ctx, item)) return false;
      items.push(item);
      if (f->kind != Tok::Comma) return true;
      ++f;
      if (trailing && f->kind == Tok::RParen) return true;
    }
  }
};

struct Async : Component<Async> {  // async def / for / with
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::KwAsync) return false;
    uint32_t begin = f->begin;
    ++f;
    switch (f->kind) {
      case Tok::KwDef:
        if (!run(function_def, f, ctx, val)) return false;
        as<FunctionDef>(val)->is_async = true;
        break;
      case Tok::KwFor:
        if (!run(for_statement, f, ctx, val)) return false;
        as<For>(val)->is_async = true;
        break;
      case Tok::KwWith:
        if (!run(with_statement, f, ctx, val)) return false;
        as<With>(val)->is_async = true;
        break;
      default: return false;
    }
    val->begin = begin;
    return true;
  }
};

struct Decorated : Component<Decorated> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::At) return false;
    NodeList decorators;
    while (f->kind == Tok::At) {
      ++f;
      Node* n = nullptr;
      if (!run(named_expression, f, ctx, n) || f->kind != Tok::Newline) return false;
      ++f;
      decorators.push(n);
    }
    if (f->kind == Tok::KwClass) {
      if (!run(class_def, f, ctx, val)) return false;
      as<ClassDef>(val)->decorator_list = decorators;
      return true;
    }
    bool is_async = f->kind == Tok::KwAsync && f[1].kind == Tok::KwDef;
    if (!(is_async ? run(async_statement, f, ctx, val) : run(function_def, f, ctx, val))) return false;
    as<FunctionDef>(val)->decorator_list = decorators;
    return true;
  }
};

struct ClassArguments : Component<ClassArguments> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::LParen) return true;
    ++f;
    Node* call = nullptr;
    uint32_t paren = f[-1].begin;
    if (!run(call_arguments, f, ctx, call) || f->kind != Tok::RParen) return false;
    ++f;
    Node* first = as<Call>(call)->args.first;
    if (first && first->kind == Kind::GeneratorExp && first->begin == paren)
      return false;  // only calls may drop its ()
    as<ClassDef>(val)->bases = as<Call>(call)->args;
    as<ClassDef>(val)->keywords = as<Call>(call)->keywords;
    return true;
  }
};

struct HasHandlers : Component<HasHandlers> {  // handlers or finally; else needs handlers
  template <class Ctx>
  bool match(Iterator&, const Ctx&, Node*& val) const {
    auto* n = as<Try>(val);
    if (n->handlers.empty()) return n->orelse.empty() && !n->finalbody.empty();
    return true;
  }
};

const auto statements_def = Statements();
const auto block_def = Block();
const auto else_block_def = sym<Tok::KwElse> >> splice(block);
const auto finally_block_def = sym<Tok::KwFinally> >> splice(block);
const auto if_statement_def = IfStatement();
const auto while_statement_def = start<While, Tok::KwWhile> >>
                                 set<&While::test>(named_expression) >> set<&While::body>(block) >>
                                 -set<&While::orelse>(else_block) >> finish;
const auto for_statement_def =
    start<For, Tok::KwFor> >>
    set<&For::target>(targets) >> sym<Tok::KwIn> >> set<&For::iter>(star_expressions) >> set<&For::body>(block) >>
    -set<&For::orelse>(else_block) >> finish;
const auto with_item_def =
    open<WithItem> >> set<&WithItem::context_expr>(expression) >>
    -(sym<Tok::KwAs> >> set<&WithItem::optional_vars>(target) >> peek<Tok::Comma, Tok::RParen, Tok::Colon>) >> finish;
const auto with_statement_def = start<With, Tok::KwWith> >> WithItems() >> set<&With::body>(block) >> finish;
const auto except_handler_def = start<ExceptHandler, Tok::KwExcept> >>
                                -(set<&ExceptHandler::type>(expression) >>
                                  -(sym<Tok::KwAs> >> name<&ExceptHandler::name>)) >>
                                set<&ExceptHandler::body>(block) >> finish;
const auto except_star_handler_def =
    start<ExceptHandler, Tok::KwExcept> >> sym<Tok::Star> >> set<&ExceptHandler::type>(expression) >>
    -(sym<Tok::KwAs> >> name<&ExceptHandler::name>) >> set<&ExceptHandler::body>(block) >> finish;
const auto try_statement_def = start<Try, Tok::KwTry> >> set<&Try::body>(block) >>
                               ((+push<&Try::handlers>(except_star_handler) >> flag<&Try::is_star>) |
                                *push<&Try::handlers>(except_handler)) >>
                               -set<&Try::orelse>(else_block) >> -set<&Try::finalbody>(finally_block) >>
                               HasHandlers() >> finish;
const auto function_def_def =
    start<FunctionDef, Tok::KwDef> >> name<&FunctionDef::name> >> sym<Tok::LParen> >>
    set<&FunctionDef::args>(parameters) >> sym<Tok::RParen> >>
    -(sym<Tok::Arrow> >> set<&FunctionDef::returns>(expression)) >> set<&FunctionDef::body>(block) >> finish;
const auto class_def_def = start<ClassDef, Tok::KwClass> >> name<&ClassDef::name> >>
                           ClassArguments() >> set<&ClassDef::body>(block) >> finish;
const auto decorated_def = Decorated();
const auto async_statement_def = Async();
const auto compound_statement_def = just(if_statement) | just(function_def) | just(for_statement) | just(decorated) |
                                    just(with_statement) | just(try_statement) | just(class_def) |
                                    just(while_statement) | just(async_statement) | just(match_statement);

BOOST_SPIRIT_DEFINE(statements, block, else_block, finally_block, if_statement, while_statement, for_statement,
                    with_item, with_statement, except_handler, except_star_handler, try_statement, function_def,
                    class_def, decorated, async_statement, compound_statement)
ADDER_INSTANTIATE(statements)
ADDER_INSTANTIATE(block)
ADDER_INSTANTIATE(compound_statement)

}  // namespace adder::grammar

namespace adder {

namespace {
grammar::Context context(ParseState& st) {
  return grammar::x3::make_context<grammar::StateTag>(st);
}
}  // namespace

bool parse_file(ParseState& st, const Token*& f, const Token*, ast::Node*& out) {
  auto* module = st.arena.make<ast::Module>(0, uint32_t(st.source.text().size()));
  out = module;
  grammar::Context ctx = context(st);
  while (f->kind == Tok::Newline) ++f;
  if (f->kind != Tok::End && !grammar::run(grammar::statements, f, ctx, module->body)) return false;
  return f->kind == Tok::End;
}

bool parse_interactive(ParseState& st, const Token*& f, const Token*, ast::Node*& out) {
  auto* root = st.arena.make<ast::Interactive>(0, uint32_t(st.source.text().size()));
  out = root;
  grammar::Context ctx = context(st);
  while (f->kind == Tok::Newline) ++f;
  if (f->kind == Tok::End) return true;
  ast::Node* one = nullptr;
  if (grammar::run(grammar::compound_statement, f, ctx, one)) {
    root->body.push(one);
    return true;
  }
  return grammar::run(grammar::simple_statements, f, ctx, root->body);
}

bool parse_eval(ParseState& st, const Token*& f, const Token*, ast::Node*& out) {
  auto* root = st.arena.make<ast::Expression>(0, uint32_t(st.source.text().size()));
  out = root;
  grammar::Context ctx = context(st);
  ast::Node* value = nullptr;
  uint32_t begin = f->begin;
  if (!grammar::run(grammar::expression, f, ctx, value)) return false;
  if (f->kind == Tok::Comma) {
    auto* tuple = st.arena.make<ast::Tuple>(begin, begin);
    tuple->elts.push(value);
    while (f->kind == Tok::Comma) {
      ++f;
      if (f->kind == Tok::Newline || f->kind == Tok::End) break;
      ast::Node* next = nullptr;
      if (!grammar::run(grammar::expression, f, ctx, next)) return false;
      tuple->elts.push(next);
    }
    tuple->end = f[-1].end;
    value = tuple;
  }
  root->body = value;
  while (f->kind == Tok::Newline) ++f;
  return f->kind == Tok::End;
}

}  // namespace adder
