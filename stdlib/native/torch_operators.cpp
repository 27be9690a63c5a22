// Python's operators on tensors: x + y, -x, x < y, x @= y …: rows that name an op each.
#include <cstring>
#include <memory>

#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

enum class Form : uint8_t { plain, reflected, in_place };
struct OperatorRow {
  const char* method;
  const char* op;
  Form form;
};
constexpr OperatorRow kRows[] = {
    {"__add__", "add", Form::plain},
    {"__radd__", "add", Form::plain},
    {"__iadd__", "add_", Form::in_place},
    {"__sub__", "sub", Form::plain},
    {"__rsub__", "rsub", Form::plain},
    {"__isub__", "sub_", Form::in_place},
    {"__mul__", "mul", Form::plain},
    {"__rmul__", "mul", Form::plain},
    {"__imul__", "mul_", Form::in_place},
    {"__truediv__", "div", Form::plain},
    {"__itruediv__", "div_", Form::in_place},
    {"__floordiv__", "floor_divide", Form::plain},
    {"__rfloordiv__", "floor_divide", Form::reflected},
    {"__ifloordiv__", "floor_divide_", Form::in_place},
    {"__mod__", "remainder", Form::plain},
    {"__rmod__", "remainder", Form::reflected},
    {"__imod__", "remainder_", Form::in_place},
    {"__pow__", "pow", Form::plain},
    {"__rpow__", "pow", Form::reflected},
    {"__ipow__", "pow_", Form::in_place},
    {"__matmul__", "matmul", Form::plain},
    {"__rmatmul__", "matmul", Form::reflected},
    {"__and__", "bitwise_and", Form::plain},
    {"__rand__", "bitwise_and", Form::plain},
    {"__iand__", "bitwise_and_", Form::in_place},
    {"__or__", "bitwise_or", Form::plain},
    {"__ror__", "bitwise_or", Form::plain},
    {"__ior__", "bitwise_or_", Form::in_place},
    {"__xor__", "bitwise_xor", Form::plain},
    {"__rxor__", "bitwise_xor", Form::plain},
    {"__ixor__", "bitwise_xor_", Form::in_place},
    {"__lshift__", "bitwise_left_shift", Form::plain},
    {"__rlshift__", "bitwise_left_shift", Form::reflected},
    {"__ilshift__", "bitwise_left_shift_", Form::in_place},
    {"__rshift__", "bitwise_right_shift", Form::plain},
    {"__rrshift__", "bitwise_right_shift", Form::reflected},
    {"__irshift__", "bitwise_right_shift_", Form::in_place},
    {"__eq__", "eq", Form::plain},
    {"__ne__", "ne", Form::plain},
    {"__lt__", "lt", Form::plain},
    {"__le__", "le", Form::plain},
    {"__gt__", "gt", Form::plain},
    {"__ge__", "ge", Form::plain},
    {"__neg__", "neg", Form::plain},
    {"__pos__", "positive", Form::plain},
    {"__abs__", "abs", Form::plain},
};

struct OperatorDef {
  NativeDef def;  // first: a Native's def points here
  const OperatorRow* row;
  OpBinding* binding;
};

// What can stand beside a tensor; anything else lets Python try the other operand.
bool is_operand(const TorchState& s, Value v) {
  return is_number(v) || v.is(Kind::Complex) || is_tensor(s, v) || wants_torch_function(s, v) ||
         (has_fields(v) && unwrap(v) != v && is_number(unwrap(v)));
}

Value operator_entry(Thread& th, Native* function, Value* args, int n, Tuple* kw) {
  const OperatorDef& o = *reinterpret_cast<const OperatorDef*>(function->def);
  if (n == 2 && !is_operand(torch_state(th), args[1])) return kNotImplemented;
  // Products take tensors alone.
  if (n == 2 && !strcmp(o.row->op, "matmul") && is_number(args[1])) return kNotImplemented;
  if (o.row->form != Form::reflected) return call_binding(th, *o.binding, args, n, kw);
  Value swapped[2] = {args[1], args[0]};
  return call_binding(th, *o.binding, swapped, n, kw);
}

// 2 / x is x.reciprocal() * 2, as PyTorch has it.
Value reflected_div(Thread& th, Value* a, int) {
  if (!is_operand(torch_state(th), a[1])) return kNotImplemented;
  Owned inverse(call_op_function(th, rt::kTensor, "reciprocal", a, 1));
  if (!inverse) return kAbsent;
  Value args[2] = {inverse.get(), a[1]};
  return call_op_function(th, rt::kTensor, "mul", args, 2);
}
Value invert(Thread& th, Value* a, int) {
  rt::DType d = tensor_of(a[0])->dtype();
  if (rt::is_floating(d) || rt::is_complex(d))
    return th.raise(E_TypeError, "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
  return call_op_function(th, rt::kTensor, "bitwise_not", a, 1);
}
const NativeDef kOthers[] = {
    {"__invert__", "(self, /)", "", invert, Rule::tensor_op},
    {"__rtruediv__", "(self, other, /)", "", reflected_div, Rule::tensor_op},
};

}  // namespace

void add_tensor_operators(Thread& th, Type* tensor) {
  TorchState& s = torch_state(th);
  for (const OperatorRow& row : kRows) {
    // A reflected form has the tensor second, which only the function takes.
    uint32_t surface = row.form == Form::reflected ? rt::kTorch : rt::kTensor;
    Value f = find_op_function(th, surface, row.op);
    if (!f.u && surface == rt::kTensor) f = find_op_function(th, rt::kTorch, row.op);
    if (!f.u) continue;  // an op that is not there: the operator is not there either
    OpBinding* b = const_cast<OpBinding*>(binding_of(f));
    dec(f);
    auto o = std::make_shared<OperatorDef>();
    bool unary = !strcmp(row.method, "__neg__") || !strcmp(row.method, "__pos__") ||
                 !strcmp(row.method, "__abs__");
    o->def = NativeDef{row.method, unary ? "(self, /)" : "(self, other, /)", "", nullptr, Rule::tensor_op};
    o->def.raw = operator_entry;
    o->row = &row;
    o->binding = b;
    s.operator_defs.push_back(o);
    type_set(tensor, intern(th.in, row.method), native(th.in, &o->def, tensor));
  }
  add_methods(th.in, tensor, kOthers);
}

}  // namespace adder
