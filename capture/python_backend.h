#pragma once
// Backends written in a script: they get a torch.fx.GraphModule and example inputs, and give a callable.
#include "capture/backend.h"
#include "interp/vm/thread.h"

namespace adder::capture {
std::shared_ptr<Backend> python_backend(Thread&, Value function);  // keeps a count of the function
}  // namespace adder::capture
