#pragma once
// Backends written in a script: they get a torch.fx.GraphModule and example inputs, and give a callable.
#include "capture/backend.h"
#include "interp/vm/thread.h"

namespace adder::capture {
std::shared_ptr<Backend> python_backend(Thread&, Value function);  // keeps a count of the function
// The graph that such a backend would get, as text; form: code, table or sizes. `plan`: null for a segment of fixed sizes.
std::string graph_text(Thread&, const Segment&, const SymbolPlan* plan, const char* form);
}  // namespace adder::capture
