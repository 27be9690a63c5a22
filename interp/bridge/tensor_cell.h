// Tensors as Python objects.
//
// The cell owns one reference of its TensorImpl; the TensorImpl knows its cell weakly (TensorImpl::object), so that the
// same tensor is the same object as long as a script holds it, and its memory is freed with the last reference. A
// tensor that only C++ holds (a saved tensor, a .grad) gets a new cell when a script sees it again.
#pragma once
#include "interp/bridge/torch_state.h"

namespace adder {

struct TensorPayload {
  rt::Tensor tensor;
};
void destroy_tensor_payload(void*);

// The object of a tensor: the one it has, or a new one of type `cls` (null: Tensor). New reference. An absent tensor
// gives None.
Value wrap_tensor(Thread&, const rt::Tensor&, Type* cls = nullptr);
// Takes over the reference, as dispatch() gives it.
Value adopt_tensor(Thread&, rt::TensorImpl* owned);
inline bool is_tensor(const TorchState& s, Value v) {
  return v.is(Kind::Extension) &&
         (v.as<Instance>()->type() == s.types.tensor || subtype(v.as<Instance>()->type(), s.types.tensor));
}
inline const rt::Tensor& tensor_of(Value v) {
  return payload<TensorPayload>(v)->tensor;
}
// Empty for None; false after raising TypeError ("NAME must be Tensor, not int").
bool tensor_or_none(Thread&, Value v, const char* what, rt::Tensor* out);

// Does an argument of this type want __torch_function__? `tensor` itself and types that carry the disabled
// implementation (Parameter) do not.
bool wants_torch_function(const TorchState&, Value v);

}  // namespace adder
