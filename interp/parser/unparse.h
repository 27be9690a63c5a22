// AST -> text. `unparse` writes what CPython writes for string annotations and what ast.unparse would accept back;
// `dump` writes the tree in the manner of ast.dump(indent=1).
#pragma once
#include <string>

#include "interp/parser/ast.h"

namespace adder {

std::string unparse(ast::Node* n);  // an expression, a statement or a whole module
std::string dump_ast(ast::Node* n);
bool same_tree(ast::Node* a, ast::Node* b);  // equal but for positions

}  // namespace adder
