// Which nodes run in one kernel.
//
// Groups are ordered and run one after the other. A node joins the last group whose space fits, but never one before
// the groups of its operands, so no cycle can arise. Inside a group a value is on the inner level (one element for each
// position of the space) or on the row level (one for each row: results of reductions, and what is computed from them).
// The space's last n_inner dims are the inner range; reductions run over exactly these. Or they run over all the others:
// then their results are columns, which nothing in the group reads.
#pragma once
#include <functional>
#include <optional>
#include <unordered_map>
#include "codegen/schedule/node_program.h"
#include "codegen/schedule/values.h"
namespace adder::codegen {

enum class Level : uint8_t { outside, inner, row, column };
enum class GroupKind : uint8_t { kernel, external };

struct Group {
  GroupKind kind = GroupKind::external;
  SymDims space;
  std::vector<int> order;  // the space's dims from the slowest to the fastest, as results lie in memory
  int n_inner = 1;
  bool reduces = false;  // over the inner range
  bool columns = false;  // over the outer dims
  std::vector<NodeId> nodes;
  int cost = 0;  // machine instructions for an element, roughly
};

// What the target can express; the text names the first op that it cannot.
using SupportCheck = std::function<std::string(const Program&)>;

class Grouping {
 public:
  // Without a check nothing is fused: every node is a group of its own. `columns`: reductions over outer dims are fused.
  Grouping(const Graph& g, SupportCheck missing, bool columns);

  const Graph& graph;
  std::vector<ValueId> root;
  std::vector<Group> groups;
  std::vector<int> group_of;  // by value; of a view: the group of its root; -1: input or constant
  std::vector<Level> level;   // by value, as its producer makes it

  const Program& program(NodeId n) { return programs_.at(n); }
  const NodeReduction& reduction(NodeId n) { return reductions_.at(n); }
  bool is_pointwise(NodeId n) const { return programs_.count(n); }
  bool is_reduction(NodeId n) const { return reductions_.count(n); }

  // A value as a group sees it: one of the group's own values (possibly through a view that changes nothing for a row
  // value), or something that lies in memory (source 0).
  struct Seen {
    ValueId source = 0;
    Level level = Level::outside;
    bool usable = true;  // false: a view of a group's value that has no memory yet
  };
  Seen seen_in(ValueId v, int group) const;

  // Strides of v, element steps, over the dims of `sizes` to which it broadcasts.
  SymDims broadcast_strides(ValueId v, const SymDims& sizes) const;
  SymDims row_sizes(const Group& g, bool keep_dims) const;

 private:
  void classify(NodeId n);
  bool is_source(NodeId n) const;
  void place(NodeId n);
  bool fits(NodeId n, int group, Level* level) const;
  bool pointwise_fits(NodeId n, const Group& g, int group, Level* level) const;
  bool reduction_fits(NodeId n, const Group& g, int group) const;
  int column_dims(NodeId n) const;
  bool column_fits(NodeId n, const Group& g, int group) const;
  bool walks_inner(ValueId v, const Group& g, int n_inner) const;
  bool reduces_by_rows(ValueId x, int n_inner) const;
  bool becomes_row_range(const Group& g, int group, int n_inner) const;
  int n_buffers(const Group& g, int group, NodeId with) const;

  SupportCheck missing_;
  bool columns_;
  std::unordered_map<NodeId, Program> programs_;
  std::unordered_map<NodeId, NodeReduction> reductions_;
  std::unordered_map<NodeId, int> cost_;
  int barrier_ = 0;  // groups before it are closed: a node wrote into memory that they may read
};

// The dims of a dense layout from the slowest to the fastest; empty when the strides are not those of a dense layout.
std::optional<std::vector<int>> dense_order(const SymMeta& m);

}  // namespace adder::codegen
