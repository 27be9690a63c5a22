// Text -> AST. The one entry to the parser.
#pragma once
#include "interp/parser/ast.h"
#include "interp/parser/diagnose.h"

namespace adder {

struct CompileWarning {
  bool deprecated;  // a DeprecationWarning, else a SyntaxWarning
  bool by_parser;   // its columns count characters, the compiler's bytes
  std::string message;
  uint32_t begin, end;    // its place in the source
  SyntaxErrorInfo error;  // what is raised where warnings are errors; its line is the warning's
};

struct ParseOptions {
  ParseMode mode = ParseMode::File;
  std::vector<CompileWarning>* warnings = nullptr;  // of unknown escapes and odd numbers; null: not wanted
};

// The root (Module, Interactive or Expression), owned by `arena`; its nodes refer to `source`.
// Null: `error` holds what CPython's SyntaxError would; there may be warnings all the same.
ast::Node* parse(const Source& source, ast::Arena& arena, const ParseOptions& options, SyntaxErrorInfo* error);

// Where a traceback puts its carets inside a line's segment: [0, left) and [right, end) are '~', [left, right) '^'.
// Byte offsets; false: the segment is no binary operation or subscript.
bool caret_anchors(std::string_view segment, uint32_t* left, uint32_t* right);

}  // namespace adder
