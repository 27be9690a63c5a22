#pragma once
#include <boost/spirit/home/x3.hpp>
#include "interp/parser/ast.h"
namespace x3 = boost::spirit::x3;  // adapted from the measured proof; see INTERPRETER.md section 3
using It = const Token*;
struct st_tag;
using Ctx = x3::context<st_tag, State, x3::unused_type>;
// ---- token primitives -------------------------------------------------
template <Kind... K> struct tok_p : x3::parser<tok_p<K...>> {
  using attribute_type = const Token*; static bool const has_attribute = true;
  template <class I, class C, class R, class A> bool parse(I& f, I const& l, C const& ctx, R&, A& a) const {
    State& st = x3::get<st_tag>(ctx); if (&*f > st.furthest) st.furthest = &*f;
    if (f != l && ((f->kind == K) || ...)) { x3::traits::move_to(static_cast<const Token*>(&*f), a); ++f; return true; } return false; } };
template <Kind... K> struct p_p : x3::parser<p_p<K...>> { // punctuation: no attribute
  using attribute_type = x3::unused_type; static bool const has_attribute = false;
  template <class I, class C, class R, class A> bool parse(I& f, I const& l, C const& ctx, R&, A&) const {
    State& st = x3::get<st_tag>(ctx); if (&*f > st.furthest) st.furthest = &*f;
    if (f != l && ((f->kind == K) || ...)) { ++f; return true; } return false; } };
template <Kind... K> constexpr tok_p<K...> tk{};
template <Kind... K> constexpr p_p<K...> p{};
static const char* kname(Kind k) { switch (k) { case COLON: return "':'"; case RP: return "')'"; case T_NEWLINE: return "newline";
    case T_INDENT: return "an indented block"; case IN: return "'in'"; default: return "token"; } }
namespace boost::spirit::x3 {
template <Kind... K> struct get_info<p_p<K...>> { typedef std::string result_type; std::string operator()(p_p<K...> const&) const { std::string r;
    ((r += kname(K)), ...); return r; } };
template <Kind... K> struct get_info<tok_p<K...>> { typedef std::string result_type; std::string operator()(tok_p<K...> const&) const { std::string r;
    ((r += kname(K)), ...); return r; } };
template <class S, class A> struct get_info<action<S, A>> { typedef std::string result_type; std::string operator()(action<S, A> const& a) const {
    return get_info<S>()(a.subject); } };
template <class L, class R> struct get_info<sequence<L, R>> { typedef std::string result_type; std::string operator()(sequence<L, R> const& a) const {
    return get_info<L>()(a.left); } };
template <class L, class R> struct get_info<alternative<L, R>> { typedef std::string result_type; std::string operator()(alternative<L, R> const& a) const {
    return get_info<L>()(a.left); } };
}
// ---- actions -----------------------------------------------------------
#define ACT(name, body) inline constexpr auto name = [](auto& ctx) { State& st = x3::get<st_tag>(ctx); auto& v = x3::_val(ctx); auto&& a = x3::_attr(ctx); \
    (void)st; (void)v; (void)a; body; }
ACT(set_, v = a);
ACT(add_, v->add(a));
template <NK K> constexpr auto mk = [](auto& ctx) { x3::_val(ctx) = x3::get<st_tag>(ctx).arena.make(K, x3::_attr(ctx)); };
template <NK K> constexpr auto wrap = [](auto& ctx) { Node*& v = x3::_val(ctx); Node* n = x3::get<st_tag>(ctx).arena.make(K, x3::_attr(ctx)); n->add(v);
    v = n; };
template <NK K> constexpr auto wrap0 = [](auto& ctx) { Node*& v = x3::_val(ctx); Node* n = x3::get<st_tag>(ctx).arena.make(K, v->t); n->add(v); v = n; };
template <NK K> constexpr auto addtok = [](auto& ctx) { x3::_val(ctx)->add(x3::get<st_tag>(ctx).arena.make(K, x3::_attr(ctx))); };
template <NK K> constexpr auto retag = [](auto& ctx) { x3::_val(ctx)->k = K; };
#define RULE(n) struct n##_id {}; inline constexpr x3::rule<n##_id, Node*> n = #n
template <Kind K> struct la_p : x3::parser<la_p<K>> {  // one token of lookahead, nothing consumed
  using attribute_type = x3::unused_type; static bool const has_attribute = false;
  template <class I, class C, class R, class A> bool parse(I& f, I const& l, C const&, R&, A&) const { return f != l && f->kind == K; } };
template <Kind K> constexpr la_p<K> la{};
template <NK K> constexpr auto box = [](auto& ctx) { Node* n = x3::get<st_tag>(ctx).arena.make(K, x3::_attr(ctx)->t); n->add(x3::_attr(ctx));
    x3::_val(ctx) = n; };
inline constexpr auto addself = [](auto& ctx) { Node* v = x3::_val(ctx); v->add(x3::get<st_tag>(ctx).arena.make(N_Colon, v->t)); };
inline constexpr auto wrapcolon = [](auto& ctx) {
  Node*& v = x3::_val(ctx); Arena& a = x3::get<st_tag>(ctx).arena; Node* n = a.make(N_Slice, x3::_attr(ctx));
  n->add(v); n->add(a.make(N_Colon, x3::_attr(ctx))); v = n; };
