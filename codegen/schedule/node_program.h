// The programs of a single reduction, from metas alone, and how programs are put together. Those of pointwise nodes are
// in ir/node_program.h.
#pragma once
#include <optional>
#include "codegen/kernel.h"
#include "ir/node_program.h"
namespace adder::codegen {

struct NodeReduction {
  Reduction
      reduction;   // `from` and `to` are left to the caller; operand 0 of the step, after the accumulators, is lift's x
  Program lift;    // the element as stored -> the element in the compute type
  Program finish;  // accumulators -> results, as stored; scalars by argument position, and the count
};
std::optional<NodeReduction> reduction_program(const ir::Graph&, const ir::Node&);

// Copies a program into a builder: loads become `in`, scalars what scalar_of(number, type) gives.
template <class F>
std::vector<Reg> splice(ProgramBuilder& b, const Program& p, std::span<const Reg> in, F&& scalar_of) {
  std::vector<Reg> r(p.code.size());
  auto at = [&](uint16_t u) { return u == 0xffff ? Reg() : r[u]; };
  for (const Instr& s : p.code) {
    switch (s.op) {
      case kLoad: r[s.out] = in[size_t(s.index)]; break;
      case kScalar:
        r[s.out] = s.index == rt::kCountScalar ? b.scalar(s.index, s.type) : scalar_of(s.index, s.type);
        break;
      case kConstant: r[s.out] = b.constant(s.constant, s.type); break;
      case kIndex: r[s.out] = b.index(); break;
      default: r[s.out] = b.op(s.op, at(s.a), at(s.b), at(s.c));
    }
  }
  std::vector<Reg> outs;
  for (uint16_t o : p.outs) outs.push_back(r[o]);
  return outs;
}

}  // namespace adder::codegen
