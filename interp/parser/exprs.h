#pragma once
#include "interp/parser/grammar.h"
RULE(expr); RULE(test_nocond); RULE(or_); RULE(and_); RULE(not_); RULE(cmp); RULE(bor); RULE(bxor); RULE(band); RULE(shift); RULE(arith); RULE(term);
    RULE(factor); RULE(power); RULE(primary); RULE(atom);
RULE(lambda_); RULE(params); RULE(param); RULE(lparams); RULE(lparam); RULE(paren); RULE(lst); RULE(dct); RULE(args); RULE(arg); RULE(subs); RULE(slice);
    RULE(compfor); RULE(exprlist); RULE(star_expr); RULE(targets); RULE(yield_); RULE(named); RULE(target); RULE(ditem);
using expr_t = x3::rule<expr_id, Node*>;
using exprlist_t = x3::rule<exprlist_id, Node*>;
using params_t = x3::rule<params_id, Node*>;
using named_t = x3::rule<named_id, Node*>;
using targets_t = x3::rule<targets_id, Node*>;
using yield__t = x3::rule<yield__id, Node*>;
using args_t = x3::rule<args_id, Node*>;
using target_t = x3::rule<target_id, Node*>;
BOOST_SPIRIT_DECLARE(expr_t, exprlist_t, params_t, named_t, targets_t, yield__t, args_t, target_t)
