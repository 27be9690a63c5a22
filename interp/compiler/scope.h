#pragma once
// Names: which are locals, cells, free or global. Comprehensions are inlined into their function: their targets get
// names "x.N" (a dot marks a hidden local).
#include <map>
#include "interp/bytecode/code.h"
#include "interp/objects/interpreter.h"
#include "interp/parser/ast.h"

namespace adder {
struct Scope {
  enum Type { Module, Function, Class } type;
  Scope* parent;
  Node* node;
  enum Bits { kLocal = 1, kParam = 2, kGlobal = 4, kNonlocal = 8, kUsed = 16, kCell = 32, kFreeVar = 64 };
  std::map<Str*, int> vars;
  std::vector<Str*> order;  // locals in order of first binding
  std::vector<Str*> frees;
  std::vector<Scope*> kids;
  bool generator = false;
  void mark(Str* n, int bits) {
    int& b = vars[n];
    if (bits & kLocal && !(b & kLocal)) order.push_back(n);
    b |= bits;
  }
  bool fast(Str* n) const { return type == Function || n->sv().find('.') != std::string_view::npos; }
};
struct Front {  // what the scope pass and the compiler share
  Interpreter& interp;
  std::string_view src;
  State* st;
  Str* file;
  std::vector<std::unique_ptr<Scope>> scopes;
  std::vector<std::vector<Token>*> extra;  // tokens of f-string parts
  std::string error;
  uint32_t error_line = 0;
  bool fail(const Node* n, std::string m) {
    if (error.empty()) {
      error = std::move(m);
      error_line = n && n->t ? n->t->line : 0;
    }
    return false;
  }
  std::string_view text(const Token* t) const { return src.substr(t->pos, t->len); }
  Str* name(Node* n) {
    if (!n->name) n->name = intern(interp, text(n->t));
    return n->name;
  }
};
Scope* analyze(Front&, Node* module);
struct FPart {
  std::string text;
  Node* expr = nullptr;
  char conv = 0;
  std::vector<FPart> spec;
  bool has_spec = false;
};
bool fstring_parts(
    Front&, Node* str,
    std::vector<FPart>* out);  // cached per node, so that the scope pass and the compiler see the same nodes
}  // namespace adder
