// Text -> CodeProto: parser, scopes and code generation behind one call. No interpreter, no global state: any thread
// may compile anything at any time.
#pragma once
#include <string>
#include <string_view>

#include "interp/bytecode/code_proto.h"
#include "interp/parser/parser.h"

namespace adder {

enum class CompileMode : uint8_t { Exec, Eval, Single };

struct CompileOptions {
  std::string filename = "<string>";
  CompileMode mode = CompileMode::Exec;
  int optimize = 0;                 // 1: no asserts, __debug__ is False; 2: no docstrings either; -1: as the interpreter
  bool future_annotations = false;  // inherited `from __future__ import annotations`
  bool own_locals = false;          // names go to the dict in register 0 first (exec with a locals dict of its own)
  SourceKind source = SourceKind::Text;  // of a file: errors found after parsing show the source line too
  std::vector<CompileWarning>* warnings = nullptr;  // filled in; null: not wanted
  const ast::Arena::Charge* charge = nullptr;
};

// False: `error` holds what the SyntaxError (or MemoryError …) must say.
bool compile_source(std::string_view text, const CompileOptions&, CodeProto* out, SyntaxErrorInfo* error);

// The same for a tree that was made or changed elsewhere; its nodes' offsets are places of `source`.
bool compile_tree(ast::Node* root, ast::Arena*, const Source&, const CompileOptions&, CodeProto* out,
                  SyntaxErrorInfo* error);

}  // namespace adder
