// Statement grammar.
#include "interp/parser/exprs.h"
RULE(file); RULE(stmt); RULE(simple_line); RULE(simple); RULE(block); RULE(if_); RULE(elif_); RULE(while_); RULE(for_); RULE(fdef); RULE(class_); RULE(try_);
    RULE(except_);
RULE(with_); RULE(decorated); RULE(import_); RULE(expr_stmt); RULE(assign_rhs); RULE(with_item); RULE(dotted); RULE(alias);
ACT(mkmod, v = st.arena.make(N_Module, nullptr));
inline const auto file_def = x3::eps[mkmod] > *(stmt[add_]) > p<T_EOF>;
inline const auto stmt_def = if_[set_] | while_[set_] | for_[set_] | fdef[set_] | class_[set_] | try_[set_] | with_[set_] | decorated[set_] | simple_line[set_];
inline const auto simple_line_def = simple[set_] >> -(tk<SEMI>[wrap<N_Block>] >> *(simple[add_] >> -p<SEMI>)) > p<T_NEWLINE>;
inline const auto block_def = p<COLON> > ((tk<T_NEWLINE>[mk<N_Block>] > p<T_INDENT> > +(stmt[add_]) > p<T_DEDENT>) | simple_line[box<N_Block>]);
inline const auto elif__def = tk<ELIF>[mk<N_If>] > named[add_] > block[add_] > -(elif_[add_] | (p<ELSE> > block[add_]));
inline const auto if__def = tk<IF>[mk<N_If>] > named[add_] > block[add_] > -(elif_[add_] | (p<ELSE> > block[add_]));
inline const auto while__def = tk<WHILE>[mk<N_While>] > named[add_] > block[add_] > -(p<ELSE> > block[add_]);
inline const auto for__def = tk<FOR>[mk<N_For>] > targets[add_] > p<IN> > exprlist[add_] > block[add_] > -(p<ELSE> > block[add_]);
inline const auto fdef_def = tk<DEF>[mk<N_Def>] > tk<T_NAME>[addtok<N_Name>] > p<LP> > params[add_] > p<RP> > -(p<ARROW> > expr) > block[add_];
inline const auto class__def = tk<CLASS>[mk<N_Class>] > tk<T_NAME>[addtok<N_Name>] > -(p<LP> > -args[add_] > p<RP>) > block[add_];
inline const auto except__def = tk<EXCEPT>[mk<N_Except>] > -(expr[add_] > -(p<AS> > tk<T_NAME>[addtok<N_Name>])) > block[add_];
inline const auto try__def = tk<TRY>[mk<N_Try>] > block[add_] > *(except_[add_])
    > -(tk<ELSE>[addtok<N_Else>] > block[add_]) > -(tk<FINALLY>[addtok<N_Finally>] > block[add_]);
inline const auto with_item_def = expr[box<N_WithItem>] >> -(p<AS> > target[add_]);
inline const auto with__def = tk<WITH>[mk<N_With>] > with_item[add_] > *(p<COMMA> > with_item[add_]) > block[add_];
inline const auto decorated_def = tk<AT>[mk<N_Decorated>] > named[add_] > p<T_NEWLINE> > (decorated[add_] | fdef[add_] | class_[add_]);
inline const auto dotted_def = tk<T_NAME>[mk<N_Alias>] > *(p<DOT> > tk<T_NAME>[addtok<N_Name>]);
inline const auto alias_def = dotted[set_] >> -(p<AS> > tk<T_NAME>[addtok<N_Kw>]);
inline const auto import__def = (tk<IMPORT>[mk<N_Import>] > alias[add_] > *(p<COMMA> > alias[add_]))
    | (tk<FROM>[mk<N_FromImport>] > dotted[add_] > p<IMPORT> > -p<LP> > alias[add_] > *(p<COMMA> >> alias[add_]) > -p<COMMA> > -p<RP>);
inline const auto assign_rhs_def = yield_[set_] | exprlist[set_];
inline const auto expr_stmt_def = assign_rhs[set_] >> -((tk<EQ>[wrap<N_Assign>] > assign_rhs[add_] > *(p<EQ> > assign_rhs[add_]))
    | (tk<AUG>[wrap<N_Aug>] > assign_rhs[add_])
    | (tk<COLON>[wrap<N_Ann>] > expr > -(p<EQ> > assign_rhs[add_])));
inline const auto simple_def = (tk<RETURN>[mk<N_Return>] > -exprlist[add_]) | tk<PASS>[mk<N_Pass>] | tk<BREAK>[mk<N_Break>] | tk<CONTINUE>[mk<N_Continue>]
    | (tk<RAISE>[mk<N_Raise>] > -(expr[add_] > -(p<FROM> > expr[add_])))
        | (tk<GLOBAL>[mk<N_Global>] > tk<T_NAME>[addtok<N_Name>] > *(p<COMMA> > tk<T_NAME>[addtok<N_Name>]))
    | (tk<NONLOCAL>[mk<N_Nonlocal>] > tk<T_NAME>[addtok<N_Name>] > *(p<COMMA> > tk<T_NAME>[addtok<N_Name>])) | (tk<DEL>[mk<N_Del>] > targets[add_])
    | (tk<ASSERT>[mk<N_Assert>] > expr[add_] > -(p<COMMA> > expr[add_])) | import_[set_] | expr_stmt[set_];
BOOST_SPIRIT_DEFINE(file, stmt, simple_line, simple, block, if_, elif_, while_, for_, fdef, class_, try_, except_, with_, with_item, decorated, dotted,
    alias, import_, expr_stmt, assign_rhs)
bool parse_tokens(It f, It l, State& st, bool expression, Node*& out, std::string& err, It& where) {
  try {
    Ctx ctx = x3::make_context<st_tag>(st);
    Node* n = nullptr;
    bool ok = expression ? yield_.parse(f, l, ctx, x3::unused, n) || exprlist.parse(f, l, ctx, x3::unused, n) : file.parse(f, l, ctx, x3::unused, n);
    if (ok && expression && f->kind != T_EOF) ok = false;
    out = n;
    if (!ok) { where = st.furthest ? st.furthest : f; err = "invalid syntax"; }
    return ok;
  } catch (x3::expectation_failure<It> const& e) {
    where = st.furthest > e.where() ? st.furthest : e.where();
    std::string w = e.which();
    err = w == "block" ? "expected ':'" : w == "an indented block" || w == "':'" || w == "')'" ? "expected " + w : "invalid syntax";
    return false;
  }
}
