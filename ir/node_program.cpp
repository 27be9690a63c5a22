#include "ir/node_program.h"
#include <memory>
namespace adder::ir {

NodeTypes node_types(const Graph& g, const Node& n) {
  NodeTypes t;
  t.dtypes.resize(n.args.size());
  auto zero_dim = std::make_unique<uint8_t[]>(n.args.size() + 1);
  for (size_t i = 0; i < n.args.size(); ++i)
    if (n.args[i].is_tensor()) {
      const SymMeta& m = g.meta(ValueId(n.args[i].value));
      t.dtypes[i] = m.dtype;
      zero_dim[i] = m.sizes.n == 0;
    }
  // What depends on the default dtype is settled already: the result's dtype was recorded.
  rt::DType result = g.meta(n.first).dtype;
  rt::DType default_dtype = rt::is_floating(result) ? result : rt::DType::f32;
  t.types = rt::resolve_types(n.row(), n.args, t.dtypes.data(), zero_dim.get(), default_dtype);
  return t;
}

std::optional<rt::Program> pointwise_program(const Graph& g, const Node& n) {
  const rt::OpRow& row = n.row();
  NodeTypes t = node_types(g, n);
  KType compute = rt::compute_type(t.types.compute);
  rt::ProgramBuilder b;
  std::vector<rt::Reg> loaded(n.args.size());
  int operand = 0;
  for (size_t i = 0; i < n.args.size(); ++i) {
    if (!n.args[i].is_tensor()) continue;
    bool no_dims = g.meta(ValueId(n.args[i].value)).sizes.n == 0;
    loaded[i] =
        rt::operand_in_compute(b, row, i, b.load(operand++, t.dtypes[i]), t.dtypes[i], no_dims, t.types.compute);
  }
  rt::Reg result = row.formula(b, rt::Args(b, n.args, compute, loaded.data(), t.types.compute));
  b.store(result, g.meta(n.first).dtype, t.types.out);
  if (b.failed()) return std::nullopt;
  return b.finish();
}

}  // namespace adder::ir
