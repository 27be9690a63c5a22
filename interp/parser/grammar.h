// The vocabulary of the X3 grammar: parsers over tokens that build nodes.
//
// Every rule has a Node* (or a NodeList) as its attribute. X3 hands the attribute of the rule that is running to each
// component as `val`, so the components below write into it directly and no semantic actions or attribute
// propagation are needed; that keeps both the grammar and its compile time small. A rule is entered on its first
// token and fails without a message: the second pass (diagnose.cpp) finds the words for it.
//
//   start<If, Tok::KwIf>        match the token; val := new If that begins there
//   open<Tuple>                 val := new Tuple that begins at the next token (open_previous: at the one before)
//   set<&If::test>(rule)        parse the rule into that field of val
//   push<&Try::handlers>(rule)  parse the rule and append to that list of val
//   name<&Alias::name>          match an identifier into that field
//   flag<&Try::is_star>         set that field
//   item(rule), splice(rule)    val is a NodeList: append what the rule gives
//   finish                      val ends with the last token before this point
//   sym<Tok::Colon>, peek<...>  match a token; look at it only
#pragma once
#include <boost/spirit/home/x3.hpp>

#include "interp/parser/parse_state.h"
#include "interp/parser/targets.h"

namespace adder::grammar {

namespace x3 = boost::spirit::x3;
using namespace ast;
using Iterator = const Token*;
struct StateTag;
using Context = x3::context<StateTag, ParseState, x3::unused_type>;

#define RULE(n)     \
  struct n##_id {}; \
  inline constexpr x3::rule<n##_id, Node*> n = #n
#define LIST_RULE(n) \
  struct n##_id {};  \
  inline constexpr x3::rule<n##_id, NodeList> n = #n

template <class Context_>
ParseState& state(const Context_& ctx) {
  return x3::get<StateTag>(ctx);
}

// A component without an attribute; Derived has bool match(Iterator&, const Context&, Val&).
template <class Derived>
struct Component : x3::parser<Derived> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;
  template <class It, class Ctx, class Val, class Attr>
  bool parse(It& f, const It&, const Ctx& ctx, Val& val, Attr&) const {
    It saved = f;
    if (static_cast<const Derived*>(this)->match(f, ctx, val)) return true;
    f = saved;
    return false;
  }
};

// Runs a rule outside of any X3 expression.
template <class Rule, class T>
bool run(const Rule& rule, Iterator& f, const Context& ctx, T& out) {
  const Iterator no_end = nullptr;
  return rule.parse(f, no_end, ctx, x3::unused, out);
}

// The list always ends in a token that no rule but the entry rules match (End, Error), so `last` is never needed.
template <Tok... kKinds>
struct Sym : Component<Sym<kKinds...>> {
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx&, Val&) const {
    if (!((f->kind == kKinds) || ...)) return false;
    ++f;
    return true;
  }
};
template <Tok... kKinds>
constexpr Sym<kKinds...> sym{};

template <Tok... kKinds>
struct Peek : Component<Peek<kKinds...>> {
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx&, Val&) const {
    return ((f->kind == kKinds) || ...);
  }
};
template <Tok... kKinds>
constexpr Peek<kKinds...> peek{};

struct Soft : Component<Soft> {  // a soft keyword
  std::string_view word;
  constexpr explicit Soft(std::string_view w) : word(w) {}
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx& ctx, Val&) const {
    if (f->kind != Tok::Name || state(ctx).text(f) != word) return false;
    ++f;
    return true;
  }
};

template <class N>
struct Open : Component<Open<N>> {
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx& ctx, Val& val) const {
    val = state(ctx).arena.template make<N>(f->begin, f->end);
    return true;
  }
};
template <class N>
constexpr Open<N> open{};

template <class N>
struct OpenPrevious : Component<OpenPrevious<N>> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    val = state(ctx).arena.template make<N>(f[-1].begin, f[-1].end);
    return true;
  }
};
template <class N>
constexpr OpenPrevious<N> open_previous{};

template <class N, Tok kKind>
struct Start : Component<Start<N, kKind>> {
  template <class Ctx, class Val>
  bool match(Iterator& f, const Ctx& ctx, Val& val) const {
    if (f->kind != kKind) return false;
    val = state(ctx).arena.template make<N>(f->begin, f->end);
    ++f;
    return true;
  }
};
template <class N, Tok kKind>
constexpr Start<N, kKind> start{};

inline uint32_t end_before(Iterator f) {
  do {
    --f;
  } while (f->kind == Tok::Newline || f->kind == Tok::Indent || f->kind == Tok::Dedent);
  return f->end;
}

struct Finish : Component<Finish> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx&, Node*& val) const {
    val->end = end_before(f);
    return true;
  }
};
constexpr Finish finish{};

template <class M>
struct MemberOf;
template <class T, class C>
struct MemberOf<T C::*> {
  using Type = T;
  using Owner = C;
};

template <auto kMember, class Subject>
struct IntoField : Component<IntoField<kMember, Subject>> {
  using M = MemberOf<decltype(kMember)>;
  Subject subject;
  constexpr explicit IntoField(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    typename M::Type out{};
    if (!run(subject, f, ctx, out)) return false;
    static_cast<typename M::Owner*>(val)->*kMember = out;
    return true;
  }
};
template <auto kMember, class Subject>
constexpr auto set(const Subject& s) {
  return IntoField<kMember, Subject>(s);
}

template <auto kMember, class Subject>
struct IntoList : Component<IntoList<kMember, Subject>> {
  Subject subject;
  constexpr explicit IntoList(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    Node* out = nullptr;
    if (!run(subject, f, ctx, out)) return false;
    (static_cast<typename MemberOf<decltype(kMember)>::Owner*>(val)->*kMember).push(out);
    return true;
  }
};
template <auto kMember, class Subject>
constexpr auto push(const Subject& s) {
  return IntoList<kMember, Subject>(s);
}

template <auto kMember>
struct NameInto : Component<NameInto<kMember>> {
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    if (f->kind != Tok::Name) return false;
    static_cast<typename MemberOf<decltype(kMember)>::Owner*>(val)->*kMember = make_identifier(state(ctx), f);
    ++f;
    return true;
  }
};
template <auto kMember>
constexpr NameInto<kMember> name{};

template <auto kMember>
struct IntoFlag : Component<IntoFlag<kMember>> {
  template <class Ctx>
  bool match(Iterator&, const Ctx&, Node*& val) const {
    static_cast<typename MemberOf<decltype(kMember)>::Owner*>(val)->*kMember = true;
    return true;
  }
};
template <auto kMember>
constexpr IntoFlag<kMember> flag{};

template <class Subject>
struct Same : Component<Same<Subject>> {  // a rule's result becomes val
  Subject subject;
  constexpr explicit Same(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    return run(subject, f, ctx, val);
  }
};
template <class Subject>
constexpr auto just(const Subject& s) {
  return Same<Subject>(s);
}

template <class Subject>
struct Item : Component<Item<Subject>> {
  Subject subject;
  constexpr explicit Item(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, NodeList& val) const {
    Node* out = nullptr;
    if (!run(subject, f, ctx, out)) return false;
    val.push(out);
    return true;
  }
};
template <class Subject>
constexpr auto item(const Subject& s) {
  return Item<Subject>(s);
}

template <class Subject>
struct Splice : Component<Splice<Subject>> {
  Subject subject;
  constexpr explicit Splice(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, NodeList& val) const {
    NodeList out;
    if (!run(subject, f, ctx, out)) return false;
    for (Node* n = out.first; n;) {
      Node* next = n->next;
      n->next = nullptr;
      val.push(n);
      n = next;
    }
    return true;
  }
};
template <class Subject>
constexpr auto splice(const Subject& s) {
  return Splice<Subject>(s);
}

// Counts nesting while the subject runs; val passes through.
class DepthGuard {
 public:
  DepthGuard(ParseState& st, int cost) : st_(st), cost_(cost) {
    st_.depth += cost_;
    if (st_.depth > ParseState::kMaxDepth) st_.too_deep = true;
  }
  ~DepthGuard() { st_.depth -= cost_; }
  bool fine() const { return !st_.too_deep; }

 private:
  ParseState& st_;
  int cost_;
};

// item (',' item)* [',']: the item itself, or a Tuple once there is a comma.
template <class Subject>
struct TupleOf : Component<TupleOf<Subject>> {
  Subject subject;
  constexpr explicit TupleOf(const Subject& s) : subject(s) {}
  template <class Ctx>
  bool match(Iterator& f, const Ctx& ctx, Node*& val) const {
    uint32_t begin = f->begin;
    if (!run(subject, f, ctx, val)) return false;
    if (f->kind != Tok::Comma) return true;
    auto* tuple = state(ctx).arena.template make<Tuple>(begin, begin);
    tuple->elts.push(val);
    while (f->kind == Tok::Comma) {
      ++f;
      Node* next = nullptr;
      Iterator before = f;
      if (!run(subject, f, ctx, next)) {
        f = before;
        break;
      }
      tuple->elts.push(next);
    }
    tuple->end = f[-1].end;
    val = tuple;
    return true;
  }
};
template <class Subject>
constexpr auto tuple_of(const Subject& s) {
  return TupleOf<Subject>(s);
}

// --- rules that other files use ---
RULE(expression);             // no tuple, no star, no walrus
RULE(named_expression);       // with walrus
RULE(star_named_expression);  // *a | named_expression
RULE(star_expression);        // *a | expression
RULE(star_expressions);       // tuple_of(star_expression)
RULE(disjunction);
RULE(bitwise_or);
RULE(primary);
RULE(atom);
RULE(yield_expr);
RULE(target);   // one star_target
RULE(targets);  // tuple_of(target)
RULE(del_target);
RULE(strings);
RULE(number);
RULE(parameters);         // Arguments, up to ')'
RULE(lambda_parameters);  // Arguments, up to ':'
RULE(call_arguments);     // a Call with args and keywords but no function, up to ')'
RULE(slices);             // up to ']'
RULE(fstring_content);
LIST_RULE(comprehension_clauses);
LIST_RULE(statements);
LIST_RULE(simple_statements);  // one line
LIST_RULE(block);              // ':' and the body
RULE(match_statement);
RULE(compound_statement);

BOOST_SPIRIT_DECLARE(decltype(expression), decltype(named_expression), decltype(star_named_expression),
                     decltype(star_expression), decltype(star_expressions), decltype(disjunction), decltype(bitwise_or),
                     decltype(primary), decltype(atom), decltype(yield_expr), decltype(target), decltype(targets),
                     decltype(del_target), decltype(strings), decltype(number), decltype(parameters),
                     decltype(lambda_parameters), decltype(call_arguments), decltype(slices), decltype(fstring_content),
                     decltype(comprehension_clauses), decltype(statements), decltype(simple_statements),
                     decltype(block), decltype(match_statement), decltype(compound_statement))

#define ADDER_INSTANTIATE(rule) BOOST_SPIRIT_INSTANTIATE(std::remove_const_t<decltype(rule)>, Iterator, Context)

}  // namespace adder::grammar
