// Expression grammar. Actions only set / add / mk / wrap; `>` after the first distinguishing token, so there is no backtracking.
#include "interp/parser/exprs.h"
inline const auto expr_def = lambda_[set_] | (or_[set_] >> -(tk<IF>[wrap<N_IfExp>] > or_[add_] > p<ELSE> > expr[add_]));
inline const auto named_def = expr[set_] >> -(tk<WALRUS>[wrap<N_Walrus>] > expr[add_]);
inline const auto or__def = and_[set_] >> -(tk<OR>[wrap<N_Or>] > and_[add_] > *(p<OR> > and_[add_]));
inline const auto and__def = not_[set_] >> -(tk<AND>[wrap<N_And>] > not_[add_] > *(p<AND> > not_[add_]));
inline const auto not__def = (tk<NOT>[mk<N_Not>] > not_[add_]) | cmp[set_];
inline const auto cmp_def = bor[set_] >> *(tk<LT, GT, LE, GE, EQEQ, NE, IN, NOT_IN, IS, IS_NOT>[wrap<N_Cmp>] > bor[add_]);
inline const auto bor_def = bxor[set_] >> *(tk<PIPE>[wrap<N_Bin>] > bxor[add_]);
inline const auto bxor_def = band[set_] >> *(tk<CARET>[wrap<N_Bin>] > band[add_]);
inline const auto band_def = shift[set_] >> *(tk<AMP>[wrap<N_Bin>] > shift[add_]);
inline const auto shift_def = arith[set_] >> *(tk<LSH, RSH>[wrap<N_Bin>] > arith[add_]);
inline const auto arith_def = term[set_] >> *(tk<PLUS, MINUS>[wrap<N_Bin>] > term[add_]);
inline const auto term_def = factor[set_] >> *(tk<STAR, SLASH, DSLASH, PERCENT, AT>[wrap<N_Bin>] > factor[add_]);
inline const auto factor_def = (tk<PLUS, MINUS, TILDE>[mk<N_Un>] > factor[add_]) | power[set_];
inline const auto power_def = primary[set_] >> -(tk<DSTAR>[wrap<N_Bin>] > factor[add_]);
inline const auto primary_def = atom[set_] >> *((tk<DOT>[wrap<N_Attr>] > tk<T_NAME>[addtok<N_Name>]) | (tk<LP>[wrap<N_Call>] > -args[add_] > p<RP>)
    | (tk<LB>[wrap<N_Sub>] > subs[add_] > p<RB>));
inline const auto atom_def = tk<T_NAME>[mk<N_Name>] | tk<T_INT>[mk<N_Int>] | tk<T_FLOAT>[mk<N_Float>] | (tk<T_STR, T_FSTR>[mk<N_Str>] > *tk<T_STR,
    T_FSTR>[addtok<N_Str>])
    | tk<NONE, TRUE_, FALSE_, ELLIPSIS>[mk<N_Const>] | paren[set_] | lst[set_] | dct[set_];
inline const auto star_expr_def = (tk<STAR>[mk<N_Star>] > bor[add_]) | named[set_];
inline const auto compfor_def = tk<FOR>[mk<N_CompFor>] > targets[add_] > p<IN> > or_[add_] > *(p<IF> > or_[add_]);
inline const auto paren_def = tk<LP>[mk<N_Paren>] > (tk<RP>[retag<N_Tuple>] | ((yield_[add_]
    | (star_expr[add_] > ((compfor[add_] > *compfor[add_] > x3::eps[retag<N_GenExp>])
    | *(tk<COMMA>[retag<N_Tuple>] >> star_expr[add_]) >> -tk<COMMA>[retag<N_Tuple>]))) > p<RP>));
inline const auto lst_def = tk<LB>[mk<N_List>] > (p<RB> | (star_expr[add_] > ((compfor[add_] > *compfor[add_] > x3::eps[retag<N_ListComp>])
    | *(p<COMMA> >> star_expr[add_]) >> -p<COMMA>) > p<RB>));
// a dict keeps a marker: key Pair value | DStar value; a set has none
inline const auto ditem_def = (tk<DSTAR>[mk<N_DStar>] > bor[add_]) | (star_expr[set_] >> -(tk<COLON>[wrap<N_Pair>] > expr[add_]));
inline const auto dct_def = tk<LC>[mk<N_Dict>] > (p<RC> | (ditem[add_] > ((compfor[add_] > *compfor[add_] > x3::eps[retag<N_DictComp>])
    | *(p<COMMA> >> ditem[add_]) >> -p<COMMA>) > p<RC>));
struct kwarg_look : x3::parser<kwarg_look> { using attribute_type = x3::unused_type; static bool const has_attribute = false;
  template <class I, class C, class R, class A> bool parse(I& f, I const& l, C const&, R&, A&) const { return f != l && f[0].kind == T_NAME &&
      f[1].kind == EQ; } };
inline const auto arg_def = (kwarg_look{} >> tk<T_NAME>[mk<N_Kw>] > p<EQ> > expr[add_]) | (tk<STAR>[mk<N_Star>] > expr[add_])
    | (tk<DSTAR>[mk<N_DStar>] > expr[add_])
    | (named[set_] >> -(la<FOR> >> x3::eps[wrap0<N_GenExp>] >> +(compfor[add_])));
inline const auto args_def = arg[box<N_Tuple>] >> *(p<COMMA> >> arg[add_]) >> -p<COMMA>;
// slice children: expressions and a Colon marker for each ':'
inline const auto slice_def = (tk<COLON>[mk<N_Slice>] > x3::eps[addself] > -expr[add_] > -(tk<COLON>[addtok<N_Colon>] > -expr[add_]))
    | (star_expr[set_] >> -(tk<COLON>[wrapcolon] > -expr[add_] > -(tk<COLON>[addtok<N_Colon>] > -expr[add_])));
inline const auto subs_def = slice[set_] >> -(tk<COMMA>[wrap<N_Tuple>] > -(slice[add_] > *(p<COMMA> >> slice[add_]) > -p<COMMA>));
inline const auto exprlist_def = star_expr[set_] >> -(tk<COMMA>[wrap<N_Tuple>] >> -(star_expr[add_] >> *(p<COMMA> >> star_expr[add_]) >> -p<COMMA>));
inline const auto target_def = (tk<STAR>[mk<N_Star>] > primary[add_]) | primary[set_];
inline const auto targets_def = target[set_] >> -(tk<COMMA>[wrap<N_Tuple>] >> -(target[add_] >> *(p<COMMA> >> target[add_]) >> -p<COMMA>));
inline const auto yield__def = tk<YIELD>[mk<N_Yield>] > ((p<FROM>[retag<N_YieldFrom>] > expr[add_]) | -exprlist[add_]);
inline const auto lambda__def = tk<LAMBDA>[mk<N_Lambda>] > lparams[add_] > p<COLON> > expr[add_];
ACT(mkparams, v = st.arena.make(N_Params, nullptr));
inline const auto param_def = ((tk<T_NAME>[mk<N_Param>] >> -(p<COLON> >> expr) >> -(p<EQ> > expr[add_]))
    | (tk<DSTAR>[mk<N_DStar>] > tk<T_NAME>[addtok<N_Name>] > -(p<COLON> >> expr))
    | (tk<STAR>[mk<N_Star>] >> -(tk<T_NAME>[addtok<N_Name>] >> -(p<COLON> >> expr))) | tk<SLASH>[mk<N_Const>]);
inline const auto lparam_def = ((tk<T_NAME>[mk<N_Param>] >> -(p<EQ> > expr[add_])) | (tk<DSTAR>[mk<N_DStar>] > tk<T_NAME>[addtok<N_Name>])
    | (tk<STAR>[mk<N_Star>] >> -tk<T_NAME>[addtok<N_Name>]) | tk<SLASH>[mk<N_Const>]);
inline const auto lparams_def = x3::eps[mkparams] >> -(lparam[add_] >> *(p<COMMA> >> lparam[add_]) >> -p<COMMA>);
inline const auto params_def = x3::eps[mkparams] >> -(param[add_] >> *(p<COMMA> >> param[add_]) >> -p<COMMA>);
BOOST_SPIRIT_DEFINE(expr, named, or_, and_, not_, cmp, bor, bxor, band, shift, arith, term, factor, power, primary, atom, star_expr, compfor, paren, lst,
    dct, ditem)
BOOST_SPIRIT_DEFINE(arg, args, slice, subs, exprlist, target, targets, yield_, lambda_, param, params, lparam, lparams)
BOOST_SPIRIT_INSTANTIATE(expr_t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(exprlist_t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(params_t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(named_t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(targets_t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(target_t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(yield__t, It, Ctx)
BOOST_SPIRIT_INSTANTIATE(args_t, It, Ctx)
