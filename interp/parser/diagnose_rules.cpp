// The grammar of Python 3.11 as a PEG, with the rules that exist only to explain errors. Read by diagnose.cpp.
//
//   name: alternative | alternative ;      'x' token · "x" soft keyword · NAME, NEWLINE … token kinds
//   e? [e] e* e+  s.e+ (separated)  &e !e lookahead  ~ cut  &&'x' must follow (an error even in the first pass)
//   a=e    binds; `=a` at the end of an alternative makes a its result
//   #Kind  the result is an expression of that kind, its parts are the results of the items
//   @…     what matching this alternative means (invalid_* rules): `at a "…"`, `range a b "…"`, `from a "…"`,
//          `here "…"`, `indent a "…"`, `target star|del|for a`, or a named check. In texts %n is the name of an
//          expression's kind, %s its text, %d its line.
//   %left  left-recursive · %memo  memoized as CPython does · %fresh  never memoized · %quiet  no invalid_* rules below
#include "interp/parser/diagnose_rules.h"

namespace adder {

const char* const kGrammarRules[] = {
    // Roots, statements
    R"(
file: [statements] ENDMARKER ;
interactive: statement_newline ;
eval: expressions NEWLINE* ENDMARKER ;
fstring: star_expressions NEWLINE* ENDMARKER ;
statements: statement+ ;
statement: compound_stmt | simple_stmts ;
statement_newline: compound_stmt NEWLINE | simple_stmts | NEWLINE | ENDMARKER ;
simple_stmts: simple_stmt !';' NEWLINE | ';'.simple_stmt+ [';'] NEWLINE ;
simple_stmt %memo: assignment | star_expressions | &'return' return_stmt | &('import' | 'from') import_stmt
  | &'raise' raise_stmt | 'pass' | &'del' del_stmt | &'yield' yield_expr | &'assert' assert_stmt | 'break' | 'continue'
  | &'global' global_stmt | &'nonlocal' nonlocal_stmt ;
compound_stmt: &('def' | '@' | 'async') function_def | &'if' if_stmt | &('class' | '@') class_def
  | &('with' | 'async') with_stmt | &('for' | 'async') for_stmt | &'try' try_stmt | &'while' while_stmt | match_stmt ;
assignment: NAME ':' expression ['=' annotated_rhs]
  | ('(' single_target ')' | single_subscript_attribute_target) ':' expression ['=' annotated_rhs]
  | (star_targets '=')+ (yield_expr | star_expressions) !'='
  | single_target augassign ~ (yield_expr | star_expressions)
  | invalid_assignment ;
annotated_rhs: yield_expr | star_expressions ;
augassign: '+=' | '-=' | '*=' | '@=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '**=' | '//=' ;
return_stmt: 'return' [star_expressions] ;
raise_stmt: 'raise' expression ['from' expression] | 'raise' ;
global_stmt: 'global' ','.NAME+ ;
nonlocal_stmt: 'nonlocal' ','.NAME+ ;
del_stmt: 'del' del_targets &(';' | NEWLINE) | invalid_del_stmt ;
assert_stmt: 'assert' expression [',' expression] ;
import_stmt: import_name | import_from ;
import_name: 'import' dotted_as_names ;
import_from: 'from' ('.' | '...')* dotted_name 'import' import_from_targets
  | 'from' ('.' | '...')+ 'import' import_from_targets ;
import_from_targets: '(' import_from_as_names [','] ')' | import_from_as_names !',' | '*'
  | invalid_import_from_targets ;
import_from_as_names: ','.import_from_as_name+ ;
import_from_as_name: NAME ['as' NAME] ;
dotted_as_names: ','.dotted_as_name+ ;
dotted_as_name: dotted_name ['as' NAME] ;
dotted_name %left: dotted_name '.' NAME | NAME ;
block %memo: NEWLINE INDENT statements DEDENT | simple_stmts | invalid_block ;
decorators: ('@' named_expression NEWLINE)+ ;
class_def: decorators class_def_raw | class_def_raw ;
class_def_raw: invalid_class_def_raw | 'class' NAME ['(' [arguments] ')'] ':' block ;
function_def: decorators function_def_raw | function_def_raw ;
function_def_raw: invalid_def_raw
  | 'def' NAME &&'(' [params] ')' ['->' expression] &&':' block
  | 'async' 'def' NAME &&'(' [params] ')' ['->' expression] &&':' block ;
)",
    // Parameters
    R"(
params: invalid_parameters | parameters ;
parameters: slash_no_default param_no_default* param_with_default* [star_etc]
  | slash_with_default param_with_default* [star_etc]
  | param_no_default+ param_with_default* [star_etc]
  | param_with_default+ [star_etc]
  | star_etc ;
slash_no_default: param_no_default+ '/' ',' | param_no_default+ '/' &')' ;
slash_with_default: param_no_default* param_with_default+ '/' ',' | param_no_default* param_with_default+ '/' &')' ;
star_etc: invalid_star_etc
  | '*' param_no_default param_maybe_default* [kwds]
  | '*' param_no_default_star_annotation param_maybe_default* [kwds]
  | '*' ',' param_maybe_default+ [kwds]
  | kwds ;
kwds: invalid_kwds | '**' param_no_default ;
param_no_default: a=param ',' =a | a=param &')' =a ;
param_no_default_star_annotation: param_star_annotation ',' | param_star_annotation &')' ;
param_with_default: param default ',' | param default &')' ;
param_maybe_default: param default? ',' | param default? &')' ;
param: NAME annotation? ;
param_star_annotation: NAME star_annotation ;
annotation: ':' expression ;
star_annotation: ':' star_expression ;
default: '=' expression | invalid_default ;
lambda_params: invalid_lambda_parameters | lambda_parameters ;
lambda_parameters: lambda_slash_no_default lambda_param_no_default* lambda_param_with_default* [lambda_star_etc]
  | lambda_slash_with_default lambda_param_with_default* [lambda_star_etc]
  | lambda_param_no_default+ lambda_param_with_default* [lambda_star_etc]
  | lambda_param_with_default+ [lambda_star_etc]
  | lambda_star_etc ;
lambda_slash_no_default: lambda_param_no_default+ '/' ',' | lambda_param_no_default+ '/' &':' ;
lambda_slash_with_default: lambda_param_no_default* lambda_param_with_default+ '/' ','
  | lambda_param_no_default* lambda_param_with_default+ '/' &':' ;
lambda_star_etc: invalid_lambda_star_etc
  | '*' lambda_param_no_default lambda_param_maybe_default* [lambda_kwds]
  | '*' ',' lambda_param_maybe_default+ [lambda_kwds]
  | lambda_kwds ;
lambda_kwds: invalid_lambda_kwds | '**' lambda_param_no_default ;
lambda_param_no_default: a=lambda_param ',' =a | a=lambda_param &':' =a ;
lambda_param_with_default: lambda_param default ',' | lambda_param default &':' ;
lambda_param_maybe_default: lambda_param default? ',' | lambda_param default? &':' ;
lambda_param: NAME ;
)",
    // Compound statements
    R"(
if_stmt: invalid_if_stmt | 'if' named_expression ':' block elif_stmt | 'if' named_expression ':' block [else_block] ;
elif_stmt: invalid_elif_stmt | 'elif' named_expression ':' block elif_stmt
  | 'elif' named_expression ':' block [else_block] ;
else_block: invalid_else_stmt | 'else' &&':' block ;
while_stmt: invalid_while_stmt | 'while' named_expression ':' block [else_block] ;
for_stmt: invalid_for_stmt
  | 'for' star_targets 'in' ~ star_expressions ':' block [else_block]
  | 'async' 'for' star_targets 'in' ~ star_expressions ':' block [else_block]
  | invalid_for_target ;
with_stmt: invalid_with_stmt_indent
  | 'with' '(' ','.with_item+ ','? ')' ':' block
  | 'with' ','.with_item+ ':' block
  | 'async' 'with' '(' ','.with_item+ ','? ')' ':' block
  | 'async' 'with' ','.with_item+ ':' block
  | invalid_with_stmt ;
with_item: expression 'as' star_target &(',' | ')' | ':') | invalid_with_item | expression ;
try_stmt: invalid_try_stmt
  | 'try' &&':' block finally_block
  | 'try' &&':' block except_block+ [else_block] [finally_block]
  | 'try' &&':' block except_star_block+ [else_block] [finally_block] ;
except_block: invalid_except_stmt_indent | 'except' expression ['as' NAME] ':' block | 'except' ':' block
  | invalid_except_stmt ;
except_star_block: invalid_except_star_stmt_indent | 'except' '*' expression ['as' NAME] ':' block
  | invalid_except_stmt ;
finally_block: invalid_finally_stmt | 'finally' &&':' block ;
match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT | invalid_match_stmt ;
subject_expr: star_named_expression ',' star_named_expressions? #Tuple | named_expression ;
case_block: invalid_case_block | "case" patterns guard? ':' block ;
guard: 'if' named_expression ;
patterns: open_sequence_pattern | pattern ;
pattern: as_pattern | or_pattern ;
as_pattern: or_pattern 'as' pattern_capture_target | invalid_as_pattern ;
or_pattern: '|'.closed_pattern+ ;
closed_pattern %memo: literal_pattern | capture_pattern | wildcard_pattern | value_pattern | group_pattern
  | sequence_pattern | mapping_pattern | class_pattern ;
literal_pattern: signed_number !('+' | '-') | complex_number | strings | 'None' | 'True' | 'False' ;
literal_expr: signed_number !('+' | '-') | complex_number | strings | 'None' | 'True' | 'False' ;
complex_number: signed_real_number '+' imaginary_number | signed_real_number '-' imaginary_number ;
signed_number: NUMBER | '-' NUMBER ;
signed_real_number: real_number | '-' real_number ;
real_number: a=NUMBER @real a ;
imaginary_number: a=NUMBER @imaginary a ;
capture_pattern: pattern_capture_target ;
pattern_capture_target: !"_" NAME !('.' | '(' | '=') ;
wildcard_pattern: "_" ;
value_pattern: attr !('.' | '(' | '=') ;
attr %left: name_or_attr '.' NAME ;
name_or_attr %fresh: attr | NAME ;
group_pattern: '(' pattern ')' ;
sequence_pattern: '[' maybe_sequence_pattern? ']' | '(' open_sequence_pattern? ')' ;
open_sequence_pattern: maybe_star_pattern ',' maybe_sequence_pattern? ;
maybe_sequence_pattern: ','.maybe_star_pattern+ ','? ;
maybe_star_pattern: star_pattern | pattern ;
star_pattern %memo: '*' pattern_capture_target | '*' wildcard_pattern ;
mapping_pattern: '{' '}' | '{' double_star_pattern ','? '}' | '{' items_pattern ',' double_star_pattern ','? '}'
  | '{' items_pattern ','? '}' ;
items_pattern: ','.key_value_pattern+ ;
key_value_pattern: (literal_expr | attr) ':' pattern ;
double_star_pattern: '**' pattern_capture_target ;
class_pattern: name_or_attr '(' ')' | name_or_attr '(' positional_patterns ','? ')'
  | name_or_attr '(' keyword_patterns ','? ')'
  | name_or_attr '(' positional_patterns ',' keyword_patterns ','? ')'
  | invalid_class_pattern ;
positional_patterns: ','.pattern+ ;
keyword_patterns: ','.keyword_pattern+ ;
keyword_pattern: NAME '=' pattern ;
)",
    // Expressions
    R"(
expressions: expression (',' expression)+ [','] #Tuple | expression ',' #Tuple | expression ;
expression %memo: invalid_expression | invalid_legacy_expression
  | disjunction 'if' disjunction 'else' expression #IfExp | disjunction | lambdef ;
yield_expr: 'yield' 'from' expression #YieldFrom | 'yield' [star_expressions] #Yield ;
star_expressions: star_expression (',' star_expression)+ [','] #Tuple | star_expression ',' #Tuple | star_expression ;
star_expression %memo: '*' bitwise_or #Starred | expression ;
star_named_expressions: ','.star_named_expression+ [','] ;
star_named_expression: '*' bitwise_or #Starred | named_expression ;
assignment_expression: NAME ':=' ~ expression #NamedExpr ;
named_expression: assignment_expression | invalid_named_expression | a=expression !':=' =a ;
disjunction %memo: conjunction ('or' conjunction)+ #BoolOp | conjunction ;
conjunction %memo: inversion ('and' inversion)+ #BoolOp | inversion ;
inversion %memo: 'not' inversion #UnaryOp | comparison ;
comparison: bitwise_or compare_op_bitwise_or_pair+ #Compare | bitwise_or ;
compare_op_bitwise_or_pair: '==' bitwise_or #Comparator | '!=' bitwise_or #Comparator | '<=' bitwise_or #Comparator
  | '<' bitwise_or #Comparator | '>=' bitwise_or #Comparator | '>' bitwise_or #Comparator
  | 'not' 'in' bitwise_or #Comparator | 'in' bitwise_or #Comparator | 'is' 'not' bitwise_or #Comparator
  | 'is' bitwise_or #Comparator ;
bitwise_or %left: bitwise_or '|' bitwise_xor #BinOp | bitwise_xor ;
bitwise_xor %left: bitwise_xor '^' bitwise_and #BinOp | bitwise_and ;
bitwise_and %left: bitwise_and '&' shift_expr #BinOp | shift_expr ;
shift_expr %left: shift_expr '<<' sum #BinOp | shift_expr '>>' sum #BinOp | sum ;
sum %left: sum '+' term #BinOp | sum '-' term #BinOp | term ;
term %left: term '*' factor #BinOp | term '/' factor #BinOp | term '//' factor #BinOp | term '%' factor #BinOp
  | term '@' factor #BinOp | factor ;
factor %memo: '+' factor #UnaryOp | '-' factor #UnaryOp | '~' factor #UnaryOp | power ;
power: await_primary '**' factor #BinOp | await_primary ;
await_primary %memo: 'await' primary #Await | primary ;
primary %left: primary '.' NAME #Attribute | primary genexp #Call | primary '(' [arguments] ')' #Call
  | primary '[' slices ']' #Subscript | atom ;
slices: a=slice !',' =a | ','.(slice | starred_expression)+ [','] #Tuple ;
slice: [expression] ':' [expression] [':' [expression]] #Slice | named_expression ;
atom: NAME #Name | 'True' #Constant | 'False' #Constant | 'None' #Constant | &STRING strings | NUMBER #Constant
  | &'(' (tuple | group | genexp) | &'[' (list | listcomp) | &'{' (dict | set | dictcomp | setcomp)
  | '...' #Constant ;
group: '(' a=(yield_expr | named_expression) ')' =a | invalid_group ;
lambdef: 'lambda' [lambda_params] ':' expression #Lambda ;
strings %memo: STRING+ @strings ;
list: '[' [star_named_expressions] ']' #List ;
tuple: '(' [star_named_expression ',' [star_named_expressions]] ')' #Tuple ;
set: '{' star_named_expressions '}' #Set ;
dict: '{' [double_starred_kvpairs] '}' #Dict | '{' invalid_double_starred_kvpairs '}' ;
double_starred_kvpairs: ','.double_starred_kvpair+ [','] ;
double_starred_kvpair: '**' bitwise_or | kvpair ;
kvpair: expression ':' expression ;
for_if_clauses: for_if_clause+ ;
for_if_clause: 'async' 'for' star_targets 'in' ~ disjunction ('if' disjunction)* #Comprehension
  | 'for' star_targets 'in' ~ disjunction ('if' disjunction)* #Comprehension
  | invalid_for_target ;
listcomp: '[' named_expression for_if_clauses ']' #ListComp | invalid_comprehension ;
setcomp: '{' named_expression for_if_clauses '}' #SetComp | invalid_comprehension ;
genexp: '(' (assignment_expression | expression !':=') for_if_clauses ')' #GeneratorExp | invalid_comprehension ;
dictcomp: '{' kvpair for_if_clauses '}' #DictComp | invalid_dict_comprehension ;
arguments %memo: args [','] &')' | invalid_arguments ;
args: ','.(starred_expression | (assignment_expression | expression !':=') !'=')+ [',' kwargs] #Call
  | kwargs #Call ;
kwargs: ','.kwarg_or_starred+ ',' ','.kwarg_or_double_starred+ | ','.kwarg_or_starred+
  | ','.kwarg_or_double_starred+ ;
starred_expression: '*' expression #Starred ;
kwarg_or_starred: invalid_kwarg | NAME '=' expression #Keyword | starred_expression ;
kwarg_or_double_starred: invalid_kwarg | NAME '=' expression #Keyword | '**' expression #Keyword ;
star_targets: a=star_target !',' =a | star_target (',' star_target)* [','] #Tuple ;
star_targets_list_seq: ','.star_target+ [','] ;
star_targets_tuple_seq: star_target (',' star_target)+ [','] | star_target ',' ;
star_target %memo: '*' (!'*' star_target) #Starred | target_with_star_atom ;
target_with_star_atom %memo: t_primary '.' NAME !t_lookahead #Attribute
  | t_primary '[' slices ']' !t_lookahead #Subscript | star_atom ;
star_atom: NAME #Name | '(' a=target_with_star_atom ')' =a | '(' [star_targets_tuple_seq] ')' #Tuple
  | '[' [star_targets_list_seq] ']' #List ;
single_target: single_subscript_attribute_target | NAME #Name | '(' a=single_target ')' =a ;
single_subscript_attribute_target: t_primary '.' NAME !t_lookahead #Attribute
  | t_primary '[' slices ']' !t_lookahead #Subscript ;
t_primary %left: t_primary '.' NAME &t_lookahead #Attribute | t_primary '[' slices ']' &t_lookahead #Subscript
  | t_primary genexp &t_lookahead #Call | t_primary '(' [arguments] ')' &t_lookahead #Call | a=atom &t_lookahead =a ;
t_lookahead: '(' | '[' | '.' ;
del_targets: ','.del_target+ [','] ;
del_target %memo: t_primary '.' NAME !t_lookahead #Attribute | t_primary '[' slices ']' !t_lookahead #Subscript
  | del_t_atom ;
del_t_atom: NAME #Name | '(' a=del_target ')' =a | '(' [del_targets] ')' #Tuple | '[' [del_targets] ']' #List ;
)",
    // Errors in expressions
    R"(
invalid_arguments: a=args ',' '*' @at a "iterable argument unpacking follows keyword argument unpacking"
  | a=expression b=for_if_clauses ',' [args | expression for_if_clauses]
    @clauses a b "Generator expression must be parenthesized"
  | a=NAME b='=' expression for_if_clauses @range a b "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
  | a=args b=for_if_clauses @bare_genexp a b
  | args ',' a=expression b=for_if_clauses @clauses a b "Generator expression must be parenthesized"
  | a=args ',' args @positional_after_keyword a ;
invalid_kwarg: a=('True' | 'False' | 'None') b='=' @range a b "cannot assign to %s"
  | a=NAME b='=' expression for_if_clauses @range a b "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
  | !(NAME '=') a=expression b='='
    @range a b "expression cannot contain assignment, perhaps you meant \"==\"?" ;
expression_without_invalid %quiet: disjunction 'if' disjunction 'else' expression #IfExp | disjunction | lambdef ;
invalid_legacy_expression: a=NAME !'(' b=star_expressions @legacy a b ;
invalid_expression: !(NAME STRING | SOFT_KEYWORD) a=disjunction b=expression_without_invalid @comma a b
  | a=disjunction 'if' b=disjunction !('else' | ':') @range a b "expected 'else' after 'if' expression" ;
invalid_named_expression %memo: a=expression ':=' expression @at a "cannot use assignment expressions with %n"
  | a=NAME '=' b=bitwise_or !('=' | ':=') @range a b "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
  | !(list | tuple | genexp | 'True' | 'None' | 'False') a=bitwise_or b='=' bitwise_or !('=' | ':=')
    @at a "cannot assign to %n here. Maybe you meant '==' instead of '='?" ;
invalid_assignment: a=invalid_ann_assign_target ':' expression @at a "only single target (not %n) can be annotated"
  | a=star_named_expression ',' star_named_expressions* ':' expression
    @at a "only single target (not tuple) can be annotated"
  | a=expression ':' expression @at a "illegal target for annotation"
  | (star_targets '=')* a=star_expressions '=' @target star a
  | (star_targets '=')* a=yield_expr '=' @at a "assignment to yield expression not possible"
  | a=star_expressions augassign (yield_expr | star_expressions)
    @at a "'%n' is an illegal expression for augmented assignment" ;
invalid_ann_assign_target: list | tuple | '(' a=invalid_ann_assign_target ')' =a ;
invalid_del_stmt: 'del' a=star_expressions @target del a ;
invalid_block: NEWLINE !INDENT @indent_bare "expected an indented block" ;
invalid_comprehension: ('[' | '(' | '{') a=starred_expression for_if_clauses
    @at a "iterable unpacking cannot be used in comprehension"
  | ('[' | '{') a=star_named_expression ',' b=star_named_expressions for_if_clauses
    @range a b "did you forget parentheses around the comprehension target?"
  | ('[' | '{') a=star_named_expression b=',' for_if_clauses
    @range a b "did you forget parentheses around the comprehension target?" ;
invalid_dict_comprehension: '{' a='**' bitwise_or for_if_clauses '}'
    @at a "dict unpacking cannot be used in dict comprehension" ;
invalid_group: '(' a=starred_expression ')' @at a "cannot use starred expression here"
  | '(' a='**' expression ')' @at a "cannot use double starred expression here" ;
invalid_double_starred_kvpairs: ','.double_starred_kvpair+ ',' invalid_kvpair
  | expression ':' a='*' bitwise_or @from a "cannot use a starred expression in a dictionary value"
  | expression a=':' &('}' | ',') @at a "expression expected after dictionary key and ':'" ;
invalid_kvpair: a=expression !(':') @kvpair a "':' expected after dictionary key"
  | expression ':' a='*' bitwise_or @from a "cannot use a starred expression in a dictionary value"
  | expression a=':' &('}' | ',') @at a "expression expected after dictionary key and ':'" ;
invalid_for_target: 'async'? 'for' a=star_expressions @target for a ;
)",
    // Errors in parameters
    R"(
invalid_parameters: param_no_default* invalid_parameters_helper a=param_no_default
    @at a "non-default argument follows default argument"
  | param_no_default* a='(' param_no_default+ ','? b=')' @range a b "Function parameters cannot be parenthesized"
  | a='/' ',' @at a "at least one argument must precede /"
  | (slash_no_default | slash_with_default) param_maybe_default* a='/' @at a "/ may appear only once"
  | (slash_no_default | slash_with_default)? param_maybe_default* '*' (',' | param_no_default) param_maybe_default*
    a='/' @at a "/ must be ahead of *"
  | param_maybe_default+ '/' a='*' @at a "expected comma between / and *" ;
invalid_parameters_helper: slash_with_default | param_with_default+ ;
invalid_default: a='=' &(')' | ',') @at a "expected default value expression" ;
invalid_star_etc: a='*' (')' | ',' (')' | '**')) @at a "named arguments must follow bare *"
  | '*' param a='=' @at a "var-positional argument cannot have default value"
  | '*' (param_no_default | ',') param_maybe_default* a='*' (param_no_default | ',')
    @at a "* argument may appear only once" ;
invalid_kwds: '**' param a='=' @at a "var-keyword argument cannot have default value"
  | '**' param ',' a=param @at a "arguments cannot follow var-keyword argument"
  | '**' param ',' a=('*' | '**' | '/') @at a "arguments cannot follow var-keyword argument" ;
invalid_lambda_parameters: lambda_param_no_default* invalid_lambda_parameters_helper a=lambda_param_no_default
    @at a "non-default argument follows default argument"
  | lambda_param_no_default* a='(' ','.lambda_param+ ','? b=')'
    @range a b "Lambda expression parameters cannot be parenthesized"
  | a='/' ',' @at a "at least one argument must precede /"
  | (lambda_slash_no_default | lambda_slash_with_default) lambda_param_maybe_default* a='/'
    @at a "/ may appear only once"
  | (lambda_slash_no_default | lambda_slash_with_default)? lambda_param_maybe_default* '*'
    (',' | lambda_param_no_default) lambda_param_maybe_default* a='/' @at a "/ must be ahead of *"
  | lambda_param_maybe_default+ '/' a='*' @at a "expected comma between / and *" ;
invalid_lambda_parameters_helper: lambda_slash_with_default | lambda_param_with_default+ ;
invalid_lambda_star_etc: '*' (':' | ',' (':' | '**')) @here "named arguments must follow bare *"
  | '*' lambda_param a='=' @at a "var-positional argument cannot have default value"
  | '*' (lambda_param_no_default | ',') lambda_param_maybe_default* a='*' (lambda_param_no_default | ',')
    @at a "* argument may appear only once" ;
invalid_lambda_kwds: '**' lambda_param a='=' @at a "var-keyword argument cannot have default value"
  | '**' lambda_param ',' a=lambda_param @at a "arguments cannot follow var-keyword argument"
  | '**' lambda_param ',' a=('*' | '**' | '/') @at a "arguments cannot follow var-keyword argument" ;
)",
    // Errors in statements
    R"(
invalid_with_item: expression 'as' a=expression &(',' | ')' | ':') @target star a ;
invalid_import_from_targets: import_from_as_names ',' NEWLINE
    @here "trailing comma not allowed without surrounding parentheses" ;
invalid_with_stmt: ['async'] 'with' ','.(expression ['as' star_target])+ NEWLINE @here "expected ':'"
  | ['async'] 'with' '(' ','.(expressions ['as' star_target])+ ','? ')' NEWLINE @here "expected ':'" ;
invalid_with_stmt_indent: ['async'] a='with' ','.(expression ['as' star_target])+ ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'with' statement on line %d"
  | ['async'] a='with' '(' ','.(expressions ['as' star_target])+ ','? ')' ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'with' statement on line %d" ;
invalid_try_stmt: a='try' ':' NEWLINE !INDENT @indent a "expected an indented block after 'try' statement on line %d"
  | 'try' ':' block !('except' | 'finally') @here "expected 'except' or 'finally' block"
  | 'try' ':' block* except_block+ a='except' b='*' expression ['as' NAME] ':'
    @range a b "cannot have both 'except' and 'except*' on the same 'try'"
  | 'try' ':' block* except_star_block+ a='except' [expression ['as' NAME]] ':'
    @at a "cannot have both 'except' and 'except*' on the same 'try'" ;
invalid_except_stmt: 'except' '*'? a=expression ',' expressions ['as' NAME] ':'
    @from a "multiple exception types must be parenthesized"
  | 'except' '*'? expression ['as' NAME] NEWLINE @here "expected ':'"
  | 'except' NEWLINE @here "expected ':'"
  | 'except' '*' (NEWLINE | ':') @here "expected one or more exception types" ;
invalid_finally_stmt: a='finally' ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'finally' statement on line %d" ;
invalid_except_stmt_indent: a='except' expression ['as' NAME] ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'except' statement on line %d"
  | a='except' ':' NEWLINE !INDENT @indent a "expected an indented block after 'except' statement on line %d" ;
invalid_except_star_stmt_indent: a='except' '*' expression ['as' NAME] ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'except*' statement on line %d" ;
invalid_match_stmt: "match" subject_expr NEWLINE @here "expected ':'"
  | a="match" subject_expr ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'match' statement on line %d" ;
invalid_case_block: "case" patterns guard? NEWLINE @here "expected ':'"
  | a="case" patterns guard? ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'case' statement on line %d" ;
invalid_as_pattern: or_pattern 'as' a="_" @at a "cannot use '_' as a target"
  | or_pattern 'as' !NAME a=expression @at a "invalid pattern target" ;
invalid_class_pattern: name_or_attr '(' a=invalid_class_argument_pattern
    @at a "positional patterns follow keyword patterns" ;
invalid_class_argument_pattern: [positional_patterns ','] keyword_patterns ',' a=positional_patterns =a ;
invalid_if_stmt: 'if' named_expression NEWLINE @here "expected ':'"
  | a='if' named_expression ':' NEWLINE !INDENT @indent a "expected an indented block after 'if' statement on line %d" ;
invalid_elif_stmt: 'elif' named_expression NEWLINE @here "expected ':'"
  | a='elif' named_expression ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'elif' statement on line %d" ;
invalid_else_stmt: a='else' ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'else' statement on line %d" ;
invalid_while_stmt: 'while' named_expression NEWLINE @here "expected ':'"
  | a='while' named_expression ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'while' statement on line %d" ;
invalid_for_stmt: ['async'] 'for' star_targets 'in' star_expressions NEWLINE @here "expected ':'"
  | ['async'] a='for' star_targets 'in' star_expressions ':' NEWLINE !INDENT
    @indent a "expected an indented block after 'for' statement on line %d" ;
invalid_def_raw: ['async'] a='def' NAME '(' [params] ')' ['->' expression] ':' NEWLINE !INDENT
    @indent a "expected an indented block after function definition on line %d" ;
invalid_class_def_raw: 'class' NAME ['(' [arguments] ')'] NEWLINE @here "expected ':'"
  | a='class' NAME ['(' [arguments] ')'] ':' NEWLINE !INDENT
    @indent a "expected an indented block after class definition on line %d" ;
)"};

const size_t kGrammarRuleBlocks = std::size(kGrammarRules);

}  // namespace adder
