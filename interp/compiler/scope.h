// Scopes: which names are local, in cells, free or global.
//
// Every function, lambda, class, comprehension and generator expression has a Scope. List, set and dict comprehensions
// are *inlined*: their code runs in the frame of the nearest real scope around them, with their variables in hidden
// registers, but their names resolve as if they were functions, as in CPython. So only a reference that crosses a real
// scope turns a variable into a cell. One that would need more than kMaxHidden registers is a function, as generator
// expressions are.
#pragma once
#include <memory>
#include <unordered_map>
#include <vector>

#include "interp/parser/ast.h"

namespace adder {

enum SymbolFlag : uint16_t {
  kDefLocal = 1,
  kDefParam = 2,
  kDefGlobal = 4,    // global statement
  kDefNonlocal = 8,  // nonlocal statement
  kUsed = 16,
  kAnnotated = 32,
  kIterationVariable = 64,  // target of a comprehension's for
  kWalrusTarget = 128,
  kDeleted = 256,  // by del or at the end of an except clause: never known to be bound
  kCellVariable = 512,
  kFreeVariable = 1024,  // passes through or is used here, belongs to an outer scope
  kGlobalImplicit = 2048,
};

constexpr uint32_t kMaxHidden = 60;

struct Symbol {
  const ast::Identifier* name;
  uint16_t flags = 0;
  bool local() const { return (flags & (kDefLocal | kDefParam)) && !(flags & (kDefGlobal | kDefNonlocal)); }
};

struct Scope {
  enum Type : uint8_t { Module, Class, Function, Lambda, Generator, Comprehension };
  Type type = Module;
  Scope* parent = nullptr;
  ast::Node* node = nullptr;
  std::vector<Symbol> symbols;  // in order of first appearance
  std::unordered_map<const ast::Identifier*, uint32_t> index;
  std::vector<Scope*> children;
  std::vector<const ast::Identifier*> free;       // closure cells, in order
  const ast::Identifier* private_name = nullptr;  // the class whose __names are mangled here
  bool is_generator = false;
  bool is_async = false;  // async def, or an async comprehension
  bool returns_value = false;
  bool needs_class_cell = false;  // Class: a method uses super or __class__
  bool has_walrus = false;        // some expression of this code binds a local while it runs
  // Registers that the comprehensions inlined here need at the same time; of an inlined one: its own, at most.
  uint32_t hidden = 0;

  bool inlined() const { return type == Comprehension; }
  bool function_like() const { return type != Module && type != Class; }
  Symbol* find(const ast::Identifier* name) {
    auto it = index.find(name);
    return it == index.end() ? nullptr : &symbols[it->second];
  }
  const Symbol* find(const ast::Identifier* name) const { return const_cast<Scope*>(this)->find(name); }
  Scope* real() {  // the scope whose frame this code runs in
    Scope* s = this;
    while (s->inlined()) s = s->parent;
    return s;
  }
};

struct ScopeError {
  std::string message;
  uint32_t begin = 0;
  uint32_t end = 0;
  bool too_deep = false;   // a RecursionError: the tree nests deeper than the passes over it may recurse
  bool line_only = false;  // CPython gives the end no column
};

class ScopeTable {
 public:
  // False: `error` says what is wrong with the program's names. `arena` takes mangled names.
  bool build(ast::Node* root, ast::Arena* arena, bool own_locals, ScopeError* error);
  Scope* top() const { return scopes_[0].get(); }
  Scope* of(const ast::Node* n) const { return by_node_.at(n); }

 private:
  friend class ScopeBuilder;
  std::vector<std::unique_ptr<Scope>> scopes_;
  std::unordered_map<const ast::Node*, Scope*> by_node_;
};

// __name inside class C is _C__name.
const ast::Identifier* mangle(ast::Arena*, const ast::Identifier* class_name, const ast::Identifier* name);

}  // namespace adder
