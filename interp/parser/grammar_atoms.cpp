// Atoms, displays and comprehensions, arguments, parameters, subscripts.
#include "interp/parser/grammar.h"

namespace adder::grammar {

namespace {

bool starts_comprehension(Iterator f) {
  return f->kind == Tok::KwFor || (f->kind == Tok::KwAsync && f[1].kind == Tok::KwFor);
}

bool plain_walrus(const Node* n) {
  return n->kind == Kind::NamedExpr && !(n->flags & Node::kParenthesized);
}

}  // namespace

RULE(paren);
RULE(bracket);
RULE(brace);
RULE(name_atom);

struct Keyword_ : Component<Keyword_> {  // None, True, False, ...
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    Literal::Type type;
    switch (f->kind) {
      case Tok::KwNone: type = Literal::None; break;
      case Tok::KwTrue: type = Literal::True; break;
      case Tok::KwFalse: type = Literal::False; break;
      case Tok::Ellipsis: type = Literal::Ellipsis; break;
      default: return false;
    }
    auto* n = state(ctx).arena.template make<Constant>(f->begin, f->end);
    n->value.type = type;
    ++f;
    val = n;
    return true;
  }
};

struct Number : Component<Number> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::Number) return false;
    val = make_number(state(ctx), f);
    if (!val) return false;
    ++f;
    return true;
  }
};

struct Strings : Component<Strings> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::String) return false;
    Iterator first = f;
    while (f->kind == Tok::String) ++f;
    val = make_strings(state(ctx), first, f);
    return val != nullptr;
  }
};

// What may stand between brackets, up to (not including) the closing one:
//   nothing -> an empty display · a comprehension · items with commas -> a display ·
//   one item -> a display, or the item itself where brackets only group.
template <Tok kClose, class Display, class Comp, bool kGroups>
struct Bracketed {
  template <class Ctx>
  static bool parse(Iterator& f, const Ctx& ctx, Node*& val, uint32_t begin) {
    ParseState& st = state(ctx);
    if (kGroups && f->kind == Tok::KwYield) {
      if (!run(yield_expr, f, ctx, val)) return false;
      val->flags |= Node::kParenthesized;
      return true;
    }
    auto* display = st.arena.make<Display>(begin, begin);
    if (f->kind == kClose) {
      val = display;
      return true;
    }
    Node* first = nullptr;
    if (!run(star_named_expression, f, ctx, first)) return false;
    if (starts_comprehension(f)) {
      if (first->kind == Kind::Starred) return false;
      auto* comp = st.arena.make<Comp>(begin, begin);
      comp->elt = first;
      val = comp;
      return run(comprehension_clauses, f, ctx, comp->generators);
    }
    if (kGroups && f->kind != Tok::Comma) {
      if (first->kind == Kind::Starred) return false;
      first->flags |= Node::kParenthesized;
      val = first;
      return true;
    }
    display->elts.push(first);
    while (f->kind == Tok::Comma) {
      ++f;
      if (f->kind == kClose) break;
      Node* next = nullptr;
      if (!run(star_named_expression, f, ctx, next)) return false;
      display->elts.push(next);
    }
    val = display;
    return true;
  }
};

template <Tok kOpen, Tok kClose, class Display, class Comp, bool kGroups>
struct Display_ : Component<Display_<kOpen, kClose, Display, Comp, kGroups>> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != kOpen) return false;
    uint32_t begin = f->begin;
    ++f;
    if (!Bracketed<kClose, Display, Comp, kGroups>::parse(f, ctx, val, begin) || f->kind != kClose) return false;
    ++f;
    if (val->begin == begin) val->end = f[-1].end;  // a group keeps the extent of what stands in it
    return true;
  }
};

struct FStringContent : Component<FStringContent> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    uint32_t begin = f->begin;
    if (!Bracketed<Tok::End, Tuple, GeneratorExp, true>::parse(f, ctx, val, begin)) return false;
    if (!(val->flags & Node::kParenthesized)) val->end = f[-1].end;
    return f->kind == Tok::End;
  }
};

struct Brace : Component<Brace> {  // dict, set and their comprehensions
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::LBrace) return false;
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    ++f;
    bool fine;
    if (f->kind == Tok::RBrace || f->kind == Tok::DoubleStar) {
      fine = dict(f, ctx, val, begin, nullptr);
    } else {
      Node* first = nullptr;
      if (!run(star_named_expression, f, ctx, first)) return false;
      if (f->kind == Tok::Colon) {
        fine = first->kind != Kind::Starred && !plain_walrus(first) && dict(f, ctx, val, begin, first);
      } else if (starts_comprehension(f)) {
        auto* n = st.arena.make<SetComp>(begin, begin);
        n->elt = first;
        val = n;
        fine = first->kind != Kind::Starred && run(comprehension_clauses, f, ctx, n->generators);
      } else {
        fine = set_items(f, ctx, val, begin, first);
      }
    }
    if (!fine || f->kind != Tok::RBrace) return false;
    ++f;
    val->end = f[-1].end;
    return true;
  }

 private:
  template <class Ctx>
  bool set_items(Iterator& f, const Ctx& ctx, Node*& val, uint32_t begin, Node* first) const {
    auto* n = state(ctx).arena.template make<ast::Set>(begin, begin);
    n->elts.push(first);
    val = n;
    while (f->kind == Tok::Comma) {
      ++f;
      if (f->kind == Tok::RBrace) break;
      Node* next = nullptr;
      if (!run(star_named_expression, f, ctx, next)) return false;
      n->elts.push(next);
    }
    return true;
  }
  template <class Ctx>
  bool dict(Iterator& f, const Ctx& ctx, Node*& val, uint32_t begin, Node* key) const {
    ParseState& st = state(ctx);
    auto* n = st.arena.make<Dict>(begin, begin);
    val = n;
    while (f->kind != Tok::RBrace) {
      auto* item = st.arena.make<DictItem>(key ? key->begin : f->begin, f->end);
      if (f->kind == Tok::DoubleStar && !key) {
        ++f;
        if (!run(bitwise_or, f, ctx, item->value)) return false;
      } else {
        if (!key && !run(expression, f, ctx, key)) return false;
        if (f->kind != Tok::Colon) return false;
        ++f;
        item->key = key;
        if (!run(expression, f, ctx, item->value)) return false;
        if (n->items.empty() && starts_comprehension(f)) {
          auto* comp = st.arena.make<DictComp>(begin, begin);
          comp->key = item->key;
          comp->value = item->value;
          val = comp;
          return run(comprehension_clauses, f, ctx, comp->generators);
        }
      }
      key = nullptr;
      item->end = f[-1].end;
      n->items.push(item);
      if (f->kind != Tok::Comma) break;
      ++f;
    }
    return true;
  }
};

struct ComprehensionClauses : Component<ComprehensionClauses> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, NodeList& val) const {
    if (!starts_comprehension(f)) return false;
    while (starts_comprehension(f)) {
      auto* n = state(ctx).arena.template make<Comprehension>(f->begin, f->end);
      n->is_async = f->kind == Tok::KwAsync;
      f += n->is_async ? 2 : 1;
      if (!run(targets, f, ctx, n->target) || f->kind != Tok::KwIn) return false;
      ++f;
      if (!run(disjunction, f, ctx, n->iter)) return false;
      while (f->kind == Tok::KwIf) {
        ++f;
        Node* condition = nullptr;
        if (!run(disjunction, f, ctx, condition)) return false;
        n->ifs.push(condition);
      }
      n->end = f[-1].end;
      val.push(n);
    }
    return true;
  }
};

struct CallArguments : Component<CallArguments> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t open_paren = f[-1].begin;
    auto* call = st.arena.make<Call>(f->begin, f->end);
    val = call;
    bool named = false;        // after name=value only names and * may follow
    bool double_star = false;  // after ** only names and **
    while (f->kind != Tok::RParen) {
      if (f->kind == Tok::Star) {
        if (double_star) return false;
        auto* n = st.arena.make<Starred>(f->begin, f->end);
        ++f;
        if (!run(expression, f, ctx, n->value)) return false;
        n->end = f[-1].end;
        call->args.push(n);
      } else if (f->kind == Tok::DoubleStar || (f->kind == Tok::Name && f[1].kind == Tok::Assign)) {
        auto* n = st.arena.make<Keyword>(f->begin, f->end);
        if (f->kind == Tok::Name) {
          n->arg = make_identifier(st, f);
          f += 2;
        } else {
          double_star = true;
          ++f;
        }
        named = true;
        if (!run(expression, f, ctx, n->value)) return false;
        n->end = f[-1].end;
        call->keywords.push(n);
      } else {
        if (named) return false;
        Node* n = nullptr;
        if (!run(named_expression, f, ctx, n)) return false;
        if (starts_comprehension(f)) {  // alone between the parentheses, which become its own
          if (!call->args.empty()) return false;
          auto* gen = st.arena.make<GeneratorExp>(open_paren, open_paren);
          gen->elt = n;
          if (!run(comprehension_clauses, f, ctx, gen->generators) || f->kind != Tok::RParen) return false;
          gen->end = f->end;
          call->args.push(gen);
          return true;
        }
        call->args.push(n);
      }
      if (f->kind != Tok::Comma) break;
      ++f;
    }
    return true;
  }
};

struct Slices : Component<Slices> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    if (!one(f, ctx, val)) return false;
    if (f->kind != Tok::Comma && val->kind != Kind::Starred) return true;
    auto* tuple = st.arena.make<Tuple>(begin, begin);
    tuple->elts.push(val);
    while (f->kind == Tok::Comma) {
      ++f;
      if (f->kind == Tok::RBracket) break;
      Node* next = nullptr;
      if (!one(f, ctx, next)) return false;
      tuple->elts.push(next);
    }
    tuple->end = f[-1].end;
    val = tuple;
    return true;
  }

 private:
  template <class Ctx>
  bool one(Iterator& f, const Ctx& ctx, Node*& val) const {
    ParseState& st = state(ctx);
    uint32_t begin = f->begin;
    if (f->kind == Tok::Star) {
      auto* n = st.arena.make<Starred>(begin, begin);
      ++f;
      if (!run(expression, f, ctx, n->value)) return false;
      n->end = f[-1].end;
      val = n;
      return true;
    }
    Node* lower = nullptr;
    if (f->kind != Tok::Colon) {
      if (!run(named_expression, f, ctx, lower)) return false;
      if (f->kind != Tok::Colon) {
        val = lower;
        return true;
      }
      if (plain_walrus(lower)) return false;
    }
    auto* n = st.arena.make<Slice>(begin, begin);
    n->lower = lower;
    auto bound = [&](Node*& out) {
      ++f;
      if (f->kind == Tok::Colon || f->kind == Tok::Comma || f->kind == Tok::RBracket) return true;
      return run(expression, f, ctx, out);
    };
    if (!bound(n->upper)) return false;
    if (f->kind == Tok::Colon && !bound(n->step)) return false;
    n->end = f[-1].end;
    val = n;
    return true;
  }
};

// Parameters up to ')' (def) or ':' (lambda, which has no annotations).
template <bool kLambda>
struct Parameters : Component<Parameters<kLambda>> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    constexpr Tok kEnd = kLambda ? Tok::Colon : Tok::RParen;
    ParseState& st = state(ctx);
    auto* args = st.arena.make<Arguments>(f->begin, f->begin);
    val = args;
    bool slash = false;
    bool star = false;
    bool defaults = false;
    while (f->kind != kEnd) {
      switch (f->kind) {
        case Tok::Name: {
          Arg* a = parameter(f, ctx, false);
          if (!a) return false;
          if (f->kind == Tok::Assign) {
            ++f;
            if (!run(expression, f, ctx, a->default_value)) return false;
            defaults |= !star;
          } else if (defaults && !star) {
            return false;
          }
          (star ? args->kwonlyargs : args->args).push(a);
          break;
        }
        case Tok::Slash:
          if (slash || star || args->args.empty()) return false;
          slash = true;
          args->posonlyargs = args->args;
          args->args = NodeList();
          ++f;
          break;
        case Tok::Star:
          if (star) return false;
          star = true;
          ++f;
          if (f->kind == Tok::Name) {
            Arg* a = parameter(f, ctx, true);
            if (!a) return false;
            args->vararg = a;
          } else if (f->kind != Tok::Comma || f[1].kind != Tok::Name) {
            return false;
          }
          break;
        case Tok::DoubleStar: {
          ++f;
          if (f->kind != Tok::Name) return false;
          args->kwarg = parameter(f, ctx, false);
          if (!args->kwarg) return false;
          if (f->kind == Tok::Comma) ++f;
          args->end = f[-1].end;
          return f->kind == kEnd;
        }
        default: return false;
      }
      if (f->kind != Tok::Comma) break;
      ++f;
    }
    if (!args->args.empty() || args->vararg || !args->kwonlyargs.empty() || slash) args->end = f[-1].end;
    return f->kind == kEnd;
  }

 private:
  template <class Ctx>
  Arg* parameter(Iterator& f, const Ctx& ctx, bool star_annotation) const {
    ParseState& st = state(ctx);
    auto* a = st.arena.make<Arg>(f->begin, f->end);
    a->arg = make_identifier(st, f);
    ++f;
    if (!kLambda && f->kind == Tok::Colon) {
      ++f;
      if (!(star_annotation ? run(star_expression, f, ctx, a->annotation) : run(expression, f, ctx, a->annotation))) {
        return nullptr;
      }
      a->end = f[-1].end;
    }
    return a;
  }
};

const auto paren_def = Display_<Tok::LParen, Tok::RParen, Tuple, GeneratorExp, true>();
const auto bracket_def = Display_<Tok::LBracket, Tok::RBracket, ast::List, ListComp, false>();
const auto brace_def = Brace();
const auto name_atom_def = open<Name> >> name<&Name::id>;
const auto number_def = Number();
const auto strings_def = Strings();
const auto atom_def = just(name_atom) | Number() | Strings() | just(paren) | just(bracket) | Keyword_() | just(brace);
const auto comprehension_clauses_def = ComprehensionClauses();
const auto call_arguments_def = CallArguments();
const auto slices_def = Slices();
const auto parameters_def = Parameters<false>();
const auto lambda_parameters_def = Parameters<true>();
const auto fstring_content_def = FStringContent();

BOOST_SPIRIT_DEFINE(paren, bracket, brace, name_atom, number, strings, atom, comprehension_clauses, call_arguments,
                    slices, parameters, lambda_parameters, fstring_content)
ADDER_INSTANTIATE(number)
ADDER_INSTANTIATE(strings)
ADDER_INSTANTIATE(atom)
ADDER_INSTANTIATE(comprehension_clauses)
ADDER_INSTANTIATE(call_arguments)
ADDER_INSTANTIATE(slices)
ADDER_INSTANTIATE(parameters)
ADDER_INSTANTIATE(lambda_parameters)
ADDER_INSTANTIATE(fstring_content)

}  // namespace adder::grammar

namespace adder {

bool parse_fstring_expression(ParseState& st, const Token*& f, const Token*, ast::Node*& out) {
  grammar::Context ctx = grammar::x3::make_context<grammar::StateTag>(st);
  return grammar::run(grammar::fstring_content, f, ctx, out);
}

}  // namespace adder
