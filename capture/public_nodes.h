#pragma once
// A segment as the script wrote it.
//
// A segment holds what runs below autograd: the parts that a composite operator issues, canonical arguments, no names.
// A backend written in Python shows and rewrites graphs at the level of the script: one node per call of a torch
// function, with the arguments as they were given. The recorder sees these calls anyway; while a segment is recorded for
// such a backend it notes each of them here, with the range of operations that the call issued and the variable that
// received the result. A segment whose operations are not all covered by complete calls (backward formulas, a call that
// was interrupted by a launch) is shown at the lower level instead.
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/trace.h"

namespace adder::rt {
struct TensorImpl;
}
namespace adder::capture {
struct Segment;

// An integer that the recorded code computed from sizes: a node of a small expression.
struct SizeExpr {
  enum class Form : uint8_t { Constant, Size, Argument, Arithmetic };
  Form form = Form::Constant;
  uint8_t arithmetic = 0;  // BinaryKind
  int64_t value = 0;       // at recording time
  uint32_t tensor = 0;     // Size: value number
  const rt::TensorImpl* of = nullptr;  // until the segment is closed
  uint32_t dim = 0;
  int32_t left = -1, right = -1;
};

// One argument of a call. Integers remember where the operation below received them.
struct PublicArg {
  enum class Form : uint8_t { Plain, Tensor, Integer, Tuple, List, Slice };
  Form form = Form::Plain;
  Value value = kAbsent;             // Plain: owned. Integer: the number
  rt::TensorImpl* tensor = nullptr;  // until the call is over
  uint32_t number = 0;               // Tensor: value number
  int32_t expression = -1;           // Integer: how it was computed
  struct Spot {
    uint32_t op, arg, element;
  };
  std::vector<Spot> spots;  // Integer: where operations have it
  std::vector<PublicArg> items;
};
struct PublicNode {
  Residual kind;
  uint64_t key;
  Value target = kAbsent;  // Call: the native, owned
  std::string file, function;  // the user's line that made the call
  uint32_t line = 0;
  std::vector<PublicArg> args;
  std::vector<std::string> keywords;  // names of the last arguments
  uint32_t first_op = 0, end_op = 0;
  std::vector<uint32_t> results;  // value numbers
  bool many = false;              // the result is a tuple of tensors
  std::vector<std::string> names;  // of variables that received the results; empty: none yet
};

class PublicNodes {
 public:
  PublicNodes() = default;
  ~PublicNodes();
  PublicNodes(const PublicNodes&) = delete;

  // A call begins. Calls that are not operators are not kept.
  void begin(Thread&, const Segment&, Residual, uint64_t key, std::span<const Value> args);
  // It is over; kAbsent: it has raised, or its result is not known.
  void end(Thread&, const Segment&, Value result);
  void name(const Segment&, const rt::TensorImpl*, std::string_view variable);
  // The segment is about to be launched: is all of it covered?
  void close(const Segment&);
  bool whole() const { return whole_; }
  const std::vector<PublicNode>& nodes() const { return nodes_; }

  std::vector<int64_t> recorded;  // Segment::sizes at recording time
  PublicNode* open_node() { return open_ ? &nodes_.back() : nullptr; }

  std::vector<SizeExpr> sizes;
  // Where tensors come from: a Python expression, and the order in which the script touched them.
  struct Source {
    std::string expression;
    uint32_t order = 0;
  };
  std::unordered_map<const rt::TensorImpl*, Source> noted_sources;  // until the segment is closed
  std::unordered_map<uint32_t, Source> sources;                     // by value number

 private:
  std::vector<PublicNode> nodes_;
  bool open_ = false, whole_ = true;
};
}  // namespace adder::capture
