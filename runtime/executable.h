// What a compiled graph is to the rest of the runtime: something that can be launched. Codegen and the graph
// interpreter implement it; capture and the backward engine launch it and know nothing else about it.
#pragma once
#include <atomic>
#include <span>
#include <string>
#include "runtime/tensor/tensor.h"
namespace adder::rt {
struct Context;

// One launch. Everything is borrowed for the duration of the call.
struct Launch {
  Context& context;                  // the launching thread's: generator, thread count
  std::span<const Tensor> inputs;    // one per placeholder, with the dtype, sizes and strides that the graph recorded
  std::span<const int64_t> symbols;  // values of the graph's symbols s0, s1, …; empty for a graph without symbols
  std::span<Tensor> outputs;         // filled by run; an output that the graph leaves undefined stays empty
  const std::atomic<bool>* cancel = nullptr;  // polled between kernels; run then returns an error and no outputs
  // `inputs` once more, or empty. The caller needs them no longer: run may empty each when nothing reads it any more, so
  // that its memory serves what comes later in the launch.
  std::span<Tensor> given_up = {};
};

// Re-entrant: any number of threads may run the same Executable at once; what a launch needs lives in the launch.
// Inputs that the graph writes (in-place ops) are changed and their versions bumped; outputs that alias an input or
// each other are views of one storage, as in eager. On error the outputs are empty; effects that eager would have had
// before the error may have happened.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual Status run(Launch& launch) const = 0;
  virtual std::string text() const = 0;  // what will run, without addresses or times
  // The same in two parts for logs: what is launched in order, and the kernels that are launched, if it has any.
  struct Listing {
    std::string launches, kernels;
  };
  virtual Listing listing() const { return {text(), ""}; }
};
}  // namespace adder::rt
