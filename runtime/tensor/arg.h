// One argument or result of an op: 16 bytes, trivially copyable, borrows everything it points to.
//
// An op's argument vector holds one Arg for each parameter of the first schema, in order; trailing ones may be missing.
// A tensor list stands in its place as Tag::tensor_list {i: position of its first element, count}, and its elements
// (tensors, or none for an optional one) follow behind the last parameter in the same vector. So "all tensors of the
// call" is one loop over the vector, positions are those of the schema, and a copied vector needs no repair.
//
// `tensor` holds a TensorImpl* in eager execution and a value number under a graph builder: op rules never look inside,
// they ask the sink.
#pragma once
#include "runtime/tensor/tensor.h"

namespace adder::rt {

class Generator;  // runtime/random/generator.h

enum class Tag : uint8_t {
  none,
  tensor,
  integer,
  floating,
  boolean,
  complex_number,
  int_list,
  float_list,
  bool_list,
  tensor_list,    // in an argument vector
  borrowed_list,  // before binding: points to its elements
  dtype,
  device,
  memory_format,
  layout,
  generator,
  string,
  symbol,  // an integer with an expression
  object,  // before binding: anything else; `s` is its Python type's name
  count_
};
struct Arg {
  union {
    TensorImpl* t;
    uint64_t value;
    int64_t i;
    double f;
    const SymInt* ints;
    const double* floats;
    const bool* bools;
    const Arg* list;
    const char* s;  // ends in 0
    const Complex* z;
    Generator* g;
    const SymExpr* expr;
  };
  Tag tag = Tag::none;
  uint32_t count = 0;  // elements of a list

  Arg() : value(0) {}
  Arg(std::nullptr_t) : Arg() {}
  Arg(TensorImpl* p) : t(p), tag(p ? Tag::tensor : Tag::none) {}
  Arg(const Tensor& x) : Arg(x.get()) {}
  Arg(SymInt v) : tag(v.expr ? Tag::symbol : Tag::integer) {
    if (v.expr)
      expr = v.expr;
    else
      i = v.hint;
  }
  Arg(int v) : i(v), tag(Tag::integer) {}
  Arg(int64_t v) : i(v), tag(Tag::integer) {}
  Arg(double v) : f(v), tag(Tag::floating) {}
  Arg(bool v) : i(v), tag(Tag::boolean) {}
  Arg(DType d) : i(int64_t(d)), tag(Tag::dtype) {}
  Arg(Device d) : i(int64_t(d.type) | int64_t(uint8_t(d.index)) << 8), tag(Tag::device) {}
  Arg(MemoryFormat m) : i(int64_t(m)), tag(Tag::memory_format) {}
  Arg(Generator* p) : g(p), tag(p ? Tag::generator : Tag::none) {}
  Arg(const char* v) : s(v), tag(Tag::string) {}
  Arg(const Complex& v) : z(&v), tag(Tag::complex_number) {}
  Arg(const Dims<SymInt>& l) : ints(l.data()), tag(Tag::int_list), count(uint32_t(l.n)) {}
  Arg(std::span<const SymInt> l) : ints(l.data()), tag(Tag::int_list), count(uint32_t(l.size())) {}
  Arg(std::span<const double> l) : floats(l.data()), tag(Tag::float_list), count(uint32_t(l.size())) {}
  Arg(std::span<const bool> l) : bools(l.data()), tag(Tag::bool_list), count(uint32_t(l.size())) {}
  Arg(std::span<const Arg> elements)
      : list(elements.data()), tag(Tag::borrowed_list), count(uint32_t(elements.size())) {}

  static Arg graph_value(uint64_t n) {
    Arg a;
    a.value = n;
    a.tag = Tag::tensor;
    return a;
  }
  static Arg tensor_list(int64_t first, uint32_t count) {
    Arg a(first);
    a.tag = Tag::tensor_list;
    a.count = count;
    return a;
  }
  static Arg object(const char* type_name) {
    Arg a(type_name);
    a.tag = Tag::object;
    return a;
  }
  static Arg strided_layout() {
    Arg a(0);
    a.tag = Tag::layout;
    return a;
  }
  bool given() const { return tag != Tag::none; }
  bool is_tensor() const { return tag == Tag::tensor; }
  bool is_integer() const { return tag == Tag::integer || tag == Tag::symbol; }
  bool is_number() const {
    return is_integer() || tag == Tag::floating || tag == Tag::boolean || tag == Tag::complex_number;
  }
  bool flag() const { return tag == Tag::boolean && i; }  // false when not given
  int64_t integer() const { return tag == Tag::symbol ? expr->hint : tag == Tag::floating ? int64_t(f) : i; }
  SymInt sym() const { return tag == Tag::symbol ? SymInt(expr->hint, expr) : SymInt(i); }
  double number() const {  // the real part
    return tag == Tag::floating ? f : tag == Tag::complex_number ? z->re : double(integer());
  }
  Complex complex() const { return tag == Tag::complex_number ? *z : Complex{number(), 0}; }
  DType dtype() const { return DType(i); }
  Device device() const { return {DeviceType(i & 255), int8_t(i >> 8)}; }
  MemoryFormat memory_format() const { return MemoryFormat(i); }
};
static_assert(sizeof(Arg) == 16 && std::is_trivially_copyable_v<Arg>);
using Value = Arg;  // a tensor, or undefined (none)

}  // namespace adder::rt
