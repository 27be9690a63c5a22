#include "interp/parser/unparse.h"

namespace adder {

using namespace ast;

namespace {

bool same_list(const NodeList& a, const NodeList& b) {
  if (a.count != b.count) return false;
  for (Node *x = a.first, *y = b.first; x; x = x->next, y = y->next) {
    if (!same_tree(x, y)) return false;
  }
  return true;
}

bool same_literal(const Literal& a, const Literal& b) {
  if (a.type != b.type || a.text != b.text) return false;
  if (a.type == Literal::Int) return a.integer == b.integer;
  if (a.type == Literal::Float || a.type == Literal::Imaginary) return a.real == b.real;
  return true;
}

}  // namespace

bool same_tree(Node* a, Node* b) {
  if (a->kind != b->kind) return false;
  bool same = true;
  switch (a->kind) {
#define CHILD(f) same = same && same_tree(x->f, y->f);
#define OPT(f) same = same && !x->f == !y->f && (!x->f || same_tree(x->f, y->f));
#define LIST(f) same = same && same_list(x->f, y->f);
#define NAME(f) same = same && x->f->text == y->f->text;
#define OPTNAME(f) same = same && !x->f == !y->f && (!x->f || x->f->text == y->f->text);
#define OP(f) same = same && x->f == y->f;
#define FLAG(f) same = same && x->f == y->f;
#define INT(f) same = same && x->f == y->f;
#define LITERAL(f) same = same && same_literal(x->f, y->f);
#define NODE(k, fields)      \
  case Kind::k: {            \
    auto* x = as<ast::k>(a); \
    auto* y = as<ast::k>(b); \
    (void)x;                 \
    (void)y;                 \
    fields break;            \
  }
#include "interp/parser/nodes.def"
    case Kind::Count: break;
  }
  return same;
}

}  // namespace adder
