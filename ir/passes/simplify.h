// Algebraic rules that keep every bit of every result, NaN, -0.0 and rounding included:
//
//   to(x, dtype of x)            x
//   mul(x, 1), div(x, 1)         x      when the result has x's dtype and shape
//   neg(neg(x))                  x
//   view, expand, transpose …    x      when the view shows exactly what its operand shows
//   transpose(transpose(x))      x      by the same rule, through the layout
//
// A result that is an output keeps its node: an output is a tensor of its own. Rules that could change a value do not
// belong here.
#pragma once
#include "ir/graph.h"
namespace adder::ir {
Graph simplify(Graph g);
}  // namespace adder::ir
