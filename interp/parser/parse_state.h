// What the grammar's rules share. One ParseState per parse; nothing here outlives it but the tree.
#pragma once
#include "interp/parser/ast.h"
#include "interp/parser/lexer.h"

namespace adder {


struct CompileWarning;
struct ParseState {
  const Source& source;
  ast::Arena& arena;
  std::vector<CompileWarning>* warnings = nullptr;
  bool in_fstring = false;
  int fstring_depth = 0;

  // Nesting of expressions and statements; past the limit every rule fails and `too_deep` says why.
  static constexpr int kMaxDepth = 3000;
  int depth = 0;
  bool too_deep = false;

  // An error that no grammar can express (a bad escape, a broken f-string): final, whatever the rules say.
  bool failed = false;
  bool nested_error = false;  // `error` is complete: it comes from the inside of an f-string
  bool long_number = false;   // `error` tells of a number with too many digits: no rule has more to say
  SyntaxErrorInfo error;

  std::string_view text(const Token* t) const {
    return std::string_view(source.text()).substr(t->begin, t->end - t->begin);
  }
  // At a place of the source; the message gets its "f-string: " inside one.
  ast::Node* fail(std::string message, uint32_t begin, uint32_t end);
};

// --- literals.cpp ---
ast::Node* make_number(ParseState&, const Token*);
const ast::Identifier* make_identifier(ParseState&, const Token*);
// Adjacent string tokens [first, last): one Constant or JoinedStr. Null: state.failed.
ast::Node* make_strings(ParseState&, const Token* first, const Token* last);

// --- fstring.cpp ---
// Appends the parts of one f-string body [begin, end) to `parts` (Constant and FormattedValue nodes).
struct FStringParts {
  ast::NodeList nodes;
  std::string literal;  // text not yet made into a node
  uint32_t begin;       // the place of every node: the whole literal
  uint32_t end;
};
bool parse_fstring(ParseState&, FStringParts*, uint32_t begin, uint32_t end, bool raw, int recursion);
void flush_literal(ParseState&, FStringParts*);

// Appends the decoded body of a string. False: state.failed.
bool decode_escapes(ParseState&, std::string_view body, bool raw, bool bytes, uint32_t begin, uint32_t end,
                    std::string* out);

// --- the entry rules (grammar files) ---
bool parse_file(ParseState&, const Token*& f, const Token* l, ast::Node*& out);
bool parse_interactive(ParseState&, const Token*& f, const Token* l, ast::Node*& out);
bool parse_eval(ParseState&, const Token*& f, const Token* l, ast::Node*& out);
// The inside of f"{ }": what may stand in parentheses.
bool parse_fstring_expression(ParseState&, const Token*& f, const Token* l, ast::Node*& out);

}  // namespace adder
