// AST: one node type in an arena, children in a list; free of Spirit. `t` is the token that names the node (operator,
// keyword, name).
#pragma once
#include <memory>
#include "interp/parser/lexer.h"
namespace adder {
struct Str;
}
enum NK : uint8_t {
  N_Module,
  N_Name,
  N_Int,
  N_Float,
  N_Str,
  N_Const,
  N_Paren,
  N_Tuple,
  N_List,
  N_Dict,
  N_Set,
  N_Pair,
  N_Bin,
  N_Un,
  N_Cmp,
  N_And,
  N_Or,
  N_Not,
  N_IfExp,
  N_Lambda,
  N_Call,
  N_Kw,
  N_Star,
  N_DStar,
  N_Sub,
  N_Slice,
  N_Colon,
  N_Attr,
  N_CompFor,
  N_CompIf,
  N_ListComp,
  N_SetComp,
  N_DictComp,
  N_GenExp,
  N_Yield,
  N_YieldFrom,
  N_Walrus,
  N_Assign,
  N_Aug,
  N_Ann,
  N_Return,
  N_Pass,
  N_Break,
  N_Continue,
  N_If,
  N_While,
  N_For,
  N_Def,
  N_Params,
  N_Param,
  N_Class,
  N_Block,
  N_Global,
  N_Nonlocal,
  N_Import,
  N_FromImport,
  N_Alias,
  N_Try,
  N_Except,
  N_Finally,
  N_Else,
  N_Raise,
  N_With,
  N_WithItem,
  N_Assert,
  N_Del,
  N_Decorated,
  N_Default
};
struct Node {
  NK k;
  uint32_t n = 0;
  const Token* t;
  Node *first = nullptr, *last = nullptr, *next = nullptr;
  void* scope = nullptr;
  adder::Str* name = nullptr;
  void add(Node* c) {
    if (!first)
      first = c;
    else
      last->next = c;
    last = c;
    n++;
  }
  Node* at(uint32_t i) const {
    Node* c = first;
    while (i--) c = c->next;
    return c;
  }
};
struct Arena {
  std::vector<std::unique_ptr<char[]>> blocks;
  size_t used = 0, cap = 0, count = 0;
  Node* make(NK k, const Token* t) {
    if (used + sizeof(Node) > cap) {
      cap = 1 << 15;
      blocks.emplace_back(new char[cap]);
      used = 0;
    }
    Node* p = new (blocks.back().get() + used) Node{k, 0, t};
    used += sizeof(Node);
    count++;
    return p;
  }
};
struct State {
  Arena arena;
  const Token* furthest = nullptr;
};
// false: `err` and `where` say what and at which token
bool parse_tokens(const Token* f, const Token* l, State& st, bool expression, Node*& out, std::string& err,
                  const Token*& where);
