// What CPython warns about while it compiles: `is` with a literal, an assertion that is a tuple, calls and subscripts of
// displays where a comma is missing. (Unknown escapes in strings are found by the parser.)
#pragma once
#include "interp/parser/parser.h"

namespace adder {

// Appends what is found in a tree (null: none was made), sorts all by their place and gives each the SyntaxError that it
// may become.
void find_warnings(ast::Node* root, const Source&, const std::string& filename, std::vector<CompileWarning>* out);

}  // namespace adder
