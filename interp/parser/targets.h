// Which expressions may be assigned to. The grammar parses a target as an expression and asks here.
#pragma once
#include "interp/parser/ast.h"

namespace adder::ast {

inline bool is_single_target(const Node* n) {
  return n->kind == Kind::Name || n->kind == Kind::Attribute || n->kind == Kind::Subscript;
}

// `=`, for, with: names, attributes, subscripts and displays of them, starred or not.
inline bool is_target(const Node* n) {
  auto all = [](const NodeList& list) {
    for (Node* e : list) {
      if (!is_target(e)) return false;
    }
    return true;
  };
  switch (n->kind) {
    case Kind::Tuple: return all(as<Tuple>(n)->elts);
    case Kind::List: return all(as<List>(n)->elts);
    case Kind::Starred: {
      const Node* inner = as<Starred>(n)->value;
      return inner->kind != Kind::Starred && is_target(inner);
    }
    default: return is_single_target(n);
  }
}

inline bool is_del_target(const Node* n) {
  auto all = [](const NodeList& list) {
    for (Node* e : list) {
      if (!is_del_target(e)) return false;
    }
    return true;
  };
  switch (n->kind) {
    case Kind::Tuple: return all(as<Tuple>(n)->elts);
    case Kind::List: return all(as<List>(n)->elts);
    default: return is_single_target(n);
  }
}

}  // namespace adder::ast
