// The second pass: why a token list is not a program, in CPython's words.
//
// CPython 3.11 finds its messages by parsing again with extra `invalid_*` rules. The order in which a packrat parser
// tries its alternatives decides which of several possible messages appears, so this pass does the same: it interprets
// a table of the grammar (diagnose_rules.cpp) as a PEG, twice, exactly as CPython does. Speed does not matter here.
#pragma once
#include "interp/parser/parse_state.h"

namespace adder {

enum class ParseMode : uint8_t { File, Interactive, Eval, FString };

// Fills `error`. Called only for token lists that the X3 grammar refused.
void diagnose(ParseState&, const TokenList&, ParseMode, SyntaxErrorInfo* error);

// For the error of an expression given as `text`: CPython ends a program's last line where that is missing, but not an
// expression's. So none is shown, and what is missing behind it has no column.
void place_in_expression(std::string_view text, SyntaxErrorInfo* error);

}  // namespace adder
