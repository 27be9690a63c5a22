#include "interp/bridge/tensor_cell.h"
#include "interp/bridge/op_binding.h"

#include <new>

namespace adder {

void destroy_tensor_payload(void* p) {
  TensorPayload* t = static_cast<TensorPayload*>(p);
  if (t->tensor) t->tensor->object = nullptr;
  t->~TensorPayload();
}

Value wrap_tensor(Thread& th, const rt::Tensor& t, Type* cls) {
  if (!t) return kNone;
  if (t->object) return inc(of(static_cast<Cell*>(t->object)));
  Value v = of(instance(th, cls ? cls : torch_state(th).types.tensor));
  new (payload<TensorPayload>(v)) TensorPayload{t};
  t->object = v.cell();
  return v;
}

Value adopt_tensor(Thread& th, rt::TensorImpl* owned) {
  return wrap_tensor(th, rt::Tensor::adopt(owned));
}

bool tensor_or_none(Thread& th, Value v, const char* what, rt::Tensor* out) {
  if (v == kNone || !v.u) {
    *out = {};
    return true;
  }
  if (is_tensor(torch_state(th), v)) {
    *out = tensor_of(v);
    return true;
  }
  th.raise(E_TypeError, "%s must be Tensor, not %s", what, type_name(th, v).c_str());
  return false;
}

FunctionOverrides& function_overrides() {
  static thread_local FunctionOverrides state;  // modes are released when their interpreter ends, not by the thread's end
  return state;
}

bool wants_torch_function(const TorchState& s, Value v) {
  if (!has_fields(v)) return false;
  Type* t = v.as<Instance>()->type();
  if (t == s.types.tensor || !(t->tflags & kHeapType) || function_overrides().off) return false;
  Value f = type_find(t, s.torch_function);
  return f.u && f != s.disabled_torch_function;
}

}  // namespace adder
