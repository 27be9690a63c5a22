// Python call -> op call, driven by the schemas alone. What is wrong with a call that no overload takes is not worded
// here: the bridge does that, from signatures_of() or from PyTorch's own list.
//
// The caller looks a name up once (find_overloads) and keeps the pointer. Arguments come as Args: a Python list or
// tuple as Tag::borrowed_list of its elements' Args, other objects as Arg::object(type name). For a method, self is the
// first positional argument.
#pragma once
#include "runtime/ops/dispatch.h"

namespace adder::rt {

struct Keyword {
  std::string_view name;
  Arg value;
};
struct Candidate {
  const OpRow* row;
  const Schema* schema;
  const Schema* out_form;        // the .out overload with the same parameters, or null
  int8_t canonical[kMaxParams];  // position of each parameter in the row's argument vector, -1: written only
};
struct Overloads {
  std::string name;   // as Python spells it
  std::string shown;  // in errors: linalg_det of torch.linalg.det
  bool method;
  std::vector<Candidate> candidates;
};
// surface: one bit. The name is the plain one: "softmax" of kFunctional, "norm" of kLinalg. Null when there is none.
const Overloads* find_overloads(Surface surface, std::string_view name);
// All names of a surface, for dir() and for bindings that are made at start.
std::vector<const Overloads*> overloads_of(Surface surface);

struct Bound {  // points into the arguments it was bound from; not copyable
  Bound() = default;
  Bound(const Bound&) = delete;
  const OpRow* row = nullptr;
  const Schema* schema = nullptr;
  Arg fixed[kMaxParams];
  std::vector<Arg> flat;  // with tensor lists; then it stands in for `fixed`
  int n_args = 0;
  Arg destination[kMaxReturns];
  int n_destinations = 0;
  Dims<SymInt> ints[kMaxParams];
  std::vector<double> floats[3];
  bool bools[8];
  int n_float_lists = 0, n_bools = 0;
  Tensor number;         // the first operand where numbers stand for all tensors
  bool matched = false;  // some overload takes arguments of these kinds, so its error is the answer
  std::span<const Arg> args() const { return flat.empty() ? std::span(fixed, size_t(n_args)) : std::span(flat); }
};
// Whether PyTorch's parser takes Python numbers for tensors of this op: a closed set.
bool takes_numbers_as_tensors(const OpRow& row);
// The signatures as PyTorch writes them; a type that takes None without a default ends in "?".
std::vector<std::string> signatures_of(const Overloads& o);
Status bind(Context& c, const Overloads& o, std::span<const Arg> positional, std::span<const Keyword> keywords,
            Bound& out);
// bind, dispatch, results. A destination (in-place, out=) is returned as itself; an op that returns a list or several
// results gives them in order, an absent one as an empty Tensor.
Status call_bound(Context& c, Bound& b, std::vector<Tensor>& result);
Status call_by_name(Context&, Surface surface, std::string_view name, std::span<const Arg> positional,
                    std::span<const Keyword> keywords, std::vector<Tensor>& result);

}  // namespace adder::rt
