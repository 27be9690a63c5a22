// A Python function over the overloads of one op name.
//
// Binding is a table walk: nothing here knows any op. The common call (positional tensors and numbers) chooses its
// overload by a few compares, fills a small array and dispatches, without an allocation; all others go through the
// binder. What no overload takes is worded in Python (torch._argument_errors).
#pragma once
#include "interp/bridge/to_arg.h"

namespace adder {

struct OpBinding {
  explicit OpBinding(const rt::Overloads&, uint32_t surface);
  NativeDef def;  // first: a Native's def points here
  const rt::Overloads* overloads;
  uint32_t surface;
  std::string public_name;                // "torch.nn.functional.linear", for capture and repr
  std::vector<std::string> return_names;  // of a named tuple of results
  Value return_type = kAbsent;            // made at the first such result, owned
  Value out_type = kAbsent;               // the same of results of out=
  Native* native = nullptr;               // the function object, owned

  // What the quick path needs of one overload.
  struct Quick {
    const rt::OpRow* row;
    int least, most;      // positional arguments it takes; -1: it has no quick path
    uint8_t kinds[8];     // ParamKind of each
    int8_t canonical[8];  // position in the argument vector
    int8_t n_args;
    bool in_place;  // the first argument is the destination
    bool numbers_as_tensors;
    rt::Arg defaults[8];
  };
  std::vector<Quick> quick;
};

// The function for a name of a surface (rt::kTorch …), new reference; kAbsent without an exception: there is none.
Value find_op_function(Thread&, uint32_t surface, std::string_view name);
// The binding behind a function made here, or null.
const OpBinding* binding_of(Value function);
Value call_binding(Thread&, OpBinding&, Value* args, int n, Tuple* kw);
// Calls an op by name from C++ with Python arguments (self first for methods); new reference or kAbsent.
Value call_op_function(Thread&, uint32_t surface, std::string_view name, const Value* args, int n, Tuple* kw = nullptr);

// Raises the TypeError of a call that fits no overload of `function`; keywords' values stand last in `args`, self of a
// method is not among them. `signatures`: what is known of it where PyTorch's own list is not.
Value raise_argument_error(Thread&, std::string_view function, bool method, const std::vector<std::string>& signatures,
                           const Value* args, int n, Tuple* kw);

// Results of an op as Python sees them: a tensor, a tuple, a list, or a named tuple; `out`: what out= gave.
Value wrap_results(Thread&, OpBinding*, bool list, std::vector<rt::Tensor>& results, bool out = false);

// What torch functions called from Python go through in this thread: overrides of tensor classes unless they are off,
// and TorchFunctionModes (owned, innermost last).
struct FunctionOverrides {
  int off = 0;
  std::vector<Value> modes;
};
FunctionOverrides& function_overrides();
// For methods of Tensor that are no ops: kStop where no mode and no class of an argument takes the call of `method`.
Value overridden_method(Thread&, const char* method, const Value* args, int n);
// Runs __torch_function__ of the overriding arguments in PyTorch's order; func is the public function.
Value call_torch_function(Thread&, Value func, const std::vector<Value>& overriding, const Value* args, int n,
                          Tuple* kw);

}  // namespace adder
