// Python call -> op call, driven by the schemas alone; error texts follow PyTorch's argument parser.
#pragma once
#include "runtime/ops/dispatch.h"
namespace adder::rt {
using Keyword = std::pair<std::string_view, Arg>;
struct Bound {
  const OpRow* row = nullptr;
  std::vector<Arg> args;
  Arg destination;
  Dims<SymInt> lists[2];
  int n_lists = 0;
};
Status bind(std::string_view name, std::span<const Arg> positional, std::span<const Keyword> keywords, Bound& out);
Status call_by_name(Context&, std::string_view name, std::span<const Arg> positional, std::span<const Keyword> keywords,
                    std::vector<Tensor>& result);
}  // namespace adder::rt
