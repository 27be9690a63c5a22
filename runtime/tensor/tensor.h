// Storage with a version counter, tensors, the 16-byte Arg.
#pragma once
#include "runtime/types/types.h"
namespace adder::rt {

struct Storage {
  int refs;
  uint32_t version;
  int size_class;
  int64_t bytes;
  void* data;
};                    // data follows in the same block, 64-byte aligned
struct AutogradMeta;  // autograd.h
void release_autograd(AutogradMeta*);

struct TensorImpl {
  int refs = 1;
  uint32_t keys = 0;  // interposers this tensor asks for; bit 0 is autograd
  bool contiguous = true;
  int64_t numel = 0;
  Meta<int64_t> meta;
  Storage* storage = nullptr;
  AutogradMeta* autograd = nullptr;
  void* data() const { return static_cast<char*>(storage->data) + meta.offset * bytes_of(meta.dtype); }
};
TensorImpl* new_impl();  // both from per-thread free lists
void free_impl(TensorImpl*);
Storage* new_storage(int64_t bytes);
void free_storage(Storage*);

class Tensor {  // owns; Arg and TensorImpl* borrow
 public:
  Tensor() = default;
  static Tensor adopt(TensorImpl* p) {
    Tensor t;
    t.p_ = p;
    return t;
  }
  explicit Tensor(TensorImpl* p) : p_(p) {
    if (p_) ++p_->refs;
  }
  Tensor(const Tensor& o) : Tensor(o.p_) {}
  Tensor(Tensor&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  Tensor& operator=(Tensor o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~Tensor() {
    if (p_ && --p_->refs == 0) free_impl(p_);
  }
  TensorImpl* get() const { return p_; }
  TensorImpl* release() {
    auto* p = p_;
    p_ = nullptr;
    return p;
  }
  TensorImpl* operator->() const { return p_; }
  explicit operator bool() const { return p_; }

 private:
  TensorImpl* p_ = nullptr;
};
Tensor new_tensor(DType, const Sizes&);  // contiguous, uninitialized
Tensor alias_of(const TensorImpl& base, const Meta<int64_t>& meta);
double read_element(const TensorImpl&, int64_t linear);  // slow; for printing and tests
void write_element(TensorImpl&, int64_t linear, double);
uint16_t narrow_half(float), narrow_bfloat(float);  // round to nearest even
float widen_half(uint16_t), widen_bfloat(uint16_t);

// One argument or result of an op. Trivially copyable, borrows everything it points to. `tensor` holds a TensorImpl* in
// eager execution and a graph value number under a GraphBuilder: op rules never look inside, they ask the sink.
enum class Tag : uint8_t { none, tensor, integer, floating, boolean, int_list, dtype, string };
struct Arg {
  union {
    TensorImpl* t;
    uint64_t value;
    int64_t i;
    double f;
    const SymInt* ints;
    const char* s;
  };
  Tag tag = Tag::none;
  uint8_t count = 0;  // length of int_list
  uint32_t expr = 0;  // symbolic expression of an integer
  Arg() : value(0) {}
  Arg(std::nullptr_t) : Arg() {}
  Arg(TensorImpl* p) : t(p), tag(p ? Tag::tensor : Tag::none) {}
  Arg(const Tensor& x) : Arg(x.get()) {}
  Arg(SymInt v) : i(v.hint), tag(Tag::integer), expr(v.expr) {}
  Arg(int v) : i(v), tag(Tag::integer) {}
  Arg(int64_t v) : i(v), tag(Tag::integer) {}
  Arg(double v) : f(v), tag(Tag::floating) {}
  Arg(bool v) : i(v), tag(Tag::boolean) {}
  Arg(DType d) : i(int64_t(d)), tag(Tag::dtype) {}
  Arg(const char* v) : s(v), tag(Tag::string) {}
  Arg(const Dims<SymInt>& l) : ints(l.d), tag(Tag::int_list), count(uint8_t(l.n)) {}
  static Arg graph_value(uint64_t n) {
    Arg a;
    a.value = n;
    a.tag = Tag::tensor;
    return a;
  }
  bool given() const { return tag != Tag::none; }
  bool is_tensor() const { return tag == Tag::tensor; }
  bool is_number() const { return tag == Tag::integer || tag == Tag::floating || tag == Tag::boolean; }
  SymInt sym() const { return {i, expr}; }
  double number() const { return tag == Tag::floating ? f : double(i); }
  DType dtype() const { return DType(i); }
};
static_assert(sizeof(Arg) == 16 && std::is_trivially_copyable_v<Arg>);
using Value = Arg;  // a tensor, or undefined (none)

}  // namespace adder::rt
