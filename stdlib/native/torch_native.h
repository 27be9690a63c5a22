// The parts of the native module `_torch`; each file adds its types and functions when the module is first imported.
#pragma once
#include "interp/bridge/op_binding.h"

namespace adder {

void register_torch(Interpreter&);
// What a script switched on for this thread and left on: hooks over saved tensors, anomaly mode, function modes. They hold
// objects of their interpreter, so they end before it does.
void end_torch_modes();

bool init_torch_types(Thread&, Module*);     // dtype, device, Size, Generator, layout, memory_format, finfo, iinfo
bool init_torch_tensor(Thread&, Module*);    // Tensor
bool init_torch_autograd(Thread&, Module*);  // Node
std::span<const NativeDef> torch_data_functions();      // tensor, as_tensor, from data and back
std::span<const NativeDef> torch_mode_functions();      // grad mode, defaults, print options, threads
std::span<const NativeDef> torch_autograd_functions();  // backward, Function
std::span<const NativeDef> tensor_methods();            // methods of Tensor that are not ops
std::span<const GetSetDef> tensor_fields();
std::span<const NativeDef> tensor_data_methods();  // item, tolist, __bool__ …
std::span<const NativeDef> tensor_autograd_methods();
std::span<const GetSetDef> tensor_autograd_fields();
const rt::OpRow* op_row(Thread&, const char* name);  // null: NotImplementedError is pending
void add_tensor_operators(Thread&, Type* tensor);    // __add__ …

Value tensor_subscript(Thread&, Value* args, int n);      // __getitem__
Value tensor_set_subscript(Thread&, Value* args, int n);  // __setitem__
std::string tensor_repr(Thread&, Value self);             // what repr shows, without touching errors
Value convert_tensor(Thread&, Value self, const rt::DType* dtype, const rt::Device* device, bool copy);  // Tensor.to
// Builds a tensor from nested sequences of numbers (torch.tensor).
Result<rt::Tensor> tensor_from_data(Thread&, Value data, const rt::DType* dtype, rt::Device device);
bool is_data_sequence(Thread&, Value);                // what torch.tensor goes into
Value scalar_value(Thread&, const rt::ScalarValue&);  // a Python number

// Constructors from before torch.tensor: _legacy_new(dtype, ...), Tensor.__new__(cls, ...) and tensor.new(...).
Value legacy_new(Thread&, Native*, Value* args, int n, Tuple* kw);
Value legacy_class(Thread&, Native*, Value* args, int n, Tuple* kw);
Value legacy_method(Thread&, Native*, Value* args, int n, Tuple* kw);

}  // namespace adder
