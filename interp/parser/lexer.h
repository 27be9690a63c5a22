// Lexer and layout pass: Source -> tokens. Python 3.11's lexical grammar.
//
// CPython tokenizes while it parses, so an error in the text counts only if the parser gets there. Here the whole text
// is tokenized first; the token list then ends with one Error token, and whoever reads that token reports `error`.
#pragma once
#include <vector>

#include "interp/parser/source.h"
#include "interp/parser/token.h"

namespace adder {

struct Bracket {
  char open;
  uint32_t begin;
  uint32_t line;
};

struct TokenList {
  std::vector<Token> tokens;  // the last one is End or Error
  bool failed = false;
  // The text of the error is final when the tokenizer itself raised it; the layout errors (tabs, too deep,
  // unindent, end of file) are worth less to CPython's search for the best message.
  bool raised = false;
  bool at_end = false;  // failed because the text ended
  SyntaxErrorInfo error;
  std::vector<Bracket> open;  // brackets still open at the end
  struct Warning {
    std::string message;
    uint32_t at;
  };
  std::vector<Warning> warnings;  // of numbers that end in a keyword
};

// Token::flags of a String.
enum StringFlag : uint8_t {
  kRawString = 2,
  kBytesString = 4,
  kFormatString = 8,
  kUnicodePrefix = 16,
  kTripleQuoted = 32
};

constexpr int kMaxBrackets = 200;
constexpr int kMaxIndents = 100;

// The whole source.
TokenList tokenize(const Source&);
// The expression in [begin, end) of an f-string: line ends are white space, as inside brackets.
TokenList tokenize_expression(const Source&, uint32_t begin, uint32_t end);

}  // namespace adder
