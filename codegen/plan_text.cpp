// The text form of a plan: its launches in order, as a reader of logs wants them.
#include <set>
#include "codegen/kernel_text.h"
#include "codegen/plan.h"
#include "ir/printer.h"
namespace adder::codegen {
namespace {

std::string value_text(ValueId v) {
  return "%" + std::to_string(v);
}
std::string sizes_text(const SymDims& sizes) {
  std::string s;
  for (const SymInt& v : sizes) s += (s.empty() ? "" : ", ") + rt::ShapeEnv::text(v);
  return "[" + s + "]";
}

class PlanPrinter {
 public:
  PlanPrinter(const Graph& g, const Plan& p) : g_(g), p_(p) {}

  std::string run() {
    std::string s;
    for (ValueId v : g_.inputs()) s += "input " + value_text(v) + ": " + ir::meta_text(g_.meta(v)) + "\n";
    for (const Node& n : g_.nodes())
      if (n.kind == ir::NodeKind::constant)
        s += "constant " + value_text(n.first) + ": " + ir::meta_text(g_.meta(n.first)) + "\n";
    for (const Step& st : p_.steps) {
      if (st.kind == Step::external) {
        const Node& n = g_.node(p_.externals[size_t(st.index)].node);
        ir::for_each_use(n, [&](ValueId v) { s += views_of(v); });
        s += "external " + ir::node_text(g_, n);
        if (st.feeds_next) s += "  # tile by tile into the next launch";
        if (st.in_place) s += ", in the memory of " + value_text(st.in_place);
        s += "\n";
      } else {
        s += launch_text(p_.kernels[size_t(st.index)]);
      }
    }
    for (const ir::WriteBack& w : p_.direct_writes)
      s += "write " + value_text(w.input) + " <- " + value_text(w.source) + "  # by its launch\n";
    for (const ir::WriteBack& w : p_.copies) s += "write " + value_text(w.input) + " <- " + value_text(w.source) + "\n";
    for (ValueId v : g_.outputs())
      if (v) s += views_of(v);
    s += "return";
    for (size_t k = 0; k < g_.outputs().size(); ++k)
      s += (k ? ", " : " ") + (g_.outputs()[k] ? value_text(g_.outputs()[k]) : std::string("None"));
    return s + "\n";
  }

 private:
  // The views between a value and what has memory, before their first mention; kernels see the memory itself.
  std::string views_of(ValueId v) {
    const Node& n = g_.producer(v);
    if (n.kind != ir::NodeKind::call || !is_view(n) || !shown_.insert(n.first).second) return "";
    std::string s;
    ir::for_each_operand(n.args, [&](ValueId u) { s += views_of(u); });
    return s + "view " + ir::node_text(g_, n) + "\n";
  }
  // launch k0(%1, %2) over [64] x [256] -> %5: float32[64, 256] in the arena
  std::string launch_text(const KernelStep& k) const {
    std::string reads, writes;
    bool scratch = false;
    for (size_t b = 0; b < k.buffers.size(); ++b) {
      ValueId v = k.buffers[b].root;
      scratch |= k.kernel.buffers[b].scratch;
      if (!v) continue;
      if (!k.kernel.buffers[b].written) {
        reads += (reads.empty() ? "" : ", ") + value_text(v);
        continue;
      }
      writes += (writes.empty() ? "" : ", ") + value_text(v) + ": " + ir::meta_text(g_.meta(v));
      if (p_.roots[v].home == Home::arena) writes += " in the arena";
    }
    for (const ColumnReduction& c : k.columns)
      for (ValueId v : c.results)
        writes += (writes.empty() ? "" : ", ") + value_text(v) + ": " + ir::meta_text(g_.meta(v)) + " by columns";
    return "launch " + k.kernel.name + "(" + reads + ") over " + sizes_text(k.outer) + " x " + sizes_text(k.inner) +
           " -> " + writes + (scratch ? "  # with scratch rows\n" : "\n");
  }

  const Graph& g_;
  const Plan& p_;
  std::set<ValueId> shown_;
};

}  // namespace

std::string launches_text(const Graph& graph, const Plan& plan) {
  return PlanPrinter(graph, plan).run();
}

std::string kernels_text(const Plan& plan) {
  std::string s;
  for (const KernelStep& k : plan.kernels) {
    s += text(k.kernel);
    for (const ColumnReduction& c : k.columns) s += text(c.combine) + text(c.finish);
  }
  return s;
}

}  // namespace adder::codegen
