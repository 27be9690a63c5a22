// Checks a graph. Runs after every pass in builds with checks, and on graphs that were parsed. The rules:
//
//   values     each operand, destination and output is defined by an earlier node; outputs exist or are 0
//   calls      as many results as the op returns; arguments of the kinds that its first schema names; none only where a
//              parameter is optional or has a default; a number for a tensor where an overload has one, and beside a
//              tensor in every pointwise op
//   metas      the op's shape rule, run again, gives the recorded dtypes and sizes (and strides, for views); metas of
//              results written into a destination are the destination's; sizes are not negative
//   writes     a destination is never a constant; an op without an in-place or out= form has none
//   write_backs  from a value of the placeholder's dtype and sizes, into a placeholder, at most one for each
//   constants  number and meta agree with the tensor
#pragma once
#include <string>
#include "ir/graph.h"
namespace adder::ir {
std::string verify(const Graph& g);  // empty, or what is wrong with which node
// The rule about arguments alone, which makes it safe to run the op's shape rule.
std::string check_arguments(const OpRow& row, std::span<const Arg> args);
}  // namespace adder::ir
