// Tensors: sizes, signed strides and an offset over a storage, and what autograd, capture and the interpreter hang on
// one. A TensorImpl belongs to one interpreter and is counted without atomics, under that interpreter's lock; only its
// storage may be shared wider.
#pragma once
#include "runtime/tensor/storage.h"
#include "runtime/types/types.h"

namespace adder::rt {

struct AutogradMeta;  // runtime/autograd/autograd.h
void destroy_autograd(AutogradMeta*);

// Dispatch level of autograd; the bit of it in TensorImpl::keys means "requires grad".
inline constexpr int kAutogradLevel = 1;

// How a view came to be: what PyTorch allows to change in place depends on it.
enum class ViewKind : uint8_t { none, plain, made_without_grad, one_of_many };

struct TensorImpl {
  int refs = 1;
  uint32_t keys = 0;  // dispatch levels this tensor asks for (one bit each)
  bool contiguous = true;
  bool inference = false;    // made in inference mode
  bool own_version = false;  // of .data or detach() in PyTorch's sense: writes here bump `version`, not the storage's
  bool wrapped_number = false;  // a 0-d tensor that stands for a Python number in promotion
  bool is_conj = false;         // reserved for lazy conjugation; kernels materialize conj()
  ViewKind view_kind = ViewKind::none;
  uint32_t version = 0;
  uint32_t view_version = 0;  // of a view: the version of its storage when its history was derived from the base's
  int64_t numel = 0;
  Meta<int64_t> meta;
  Storage* storage = nullptr;
  AutogradMeta* autograd = nullptr;
  TensorImpl* base = nullptr;  // of a view: the tensor that owns the storage's history, counted; never itself a view
  uint64_t trace = 0;          // the recorder's name for this tensor
  void* object = nullptr;      // the interpreter's object for it, not owned, so that `x is x`

  int dim() const { return meta.sizes.n; }
  int64_t size(int d) const { return meta.sizes[d]; }
  DType dtype() const { return meta.dtype; }
  bool requires_grad() const { return keys >> kAutogradLevel & 1; }
  void* data() const { return static_cast<char*>(storage->data) + meta.offset * bytes_of(meta.dtype); }
  template <class T>
  T* data_as() const {
    return static_cast<T*>(data());
  }
};
TensorImpl* new_impl();
void destroy_impl(TensorImpl*);
uint32_t version_of(const TensorImpl& t);
void set_version(TensorImpl& t, uint32_t version);
void bump_version(TensorImpl& t);
inline Status touch(const TensorImpl& t, bool write) {
  return touch(t.storage, write);
}

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
    if (p_ && --p_->refs == 0) destroy_impl(p_);
  }
  TensorImpl* get() const { return p_; }
  TensorImpl* release() {
    TensorImpl* p = p_;
    p_ = nullptr;
    return p;
  }
  TensorImpl* operator->() const { return p_; }
  TensorImpl& operator*() const { return *p_; }
  explicit operator bool() const { return p_; }

 private:
  TensorImpl* p_ = nullptr;
};

// Uninitialized. Where there is no memory: OutOfMemory (base/scratch.h), which whoever started the op makes an error.
Tensor new_tensor(DType, const Sizes&, Device = {});   // contiguous
Tensor new_tensor(const Meta<int64_t>& meta);          // meta.strides empty: contiguous; else they must be dense
Tensor new_pending_tensor(const Meta<int64_t>& meta);  // no memory yet: capture gives it some at the launch
Tensor alias_of(const TensorImpl& t, const Meta<int64_t>& meta);  // same storage, no autograd, no base
Tensor tensor_over(Storage* adopted, const Meta<int64_t>& meta);
bool has_data(const TensorImpl& t);  // false on meta
std::string out_of_memory_text(int64_t bytes);

// One element, exactly: for item(), printing, tests. Callers touch() first; `linear` counts in row-major order.
struct Complex {
  double re = 0, im = 0;
};
struct ScalarValue {
  Category category = Category::floating;
  int64_t i = 0;  // boolean and integral
  Complex z;      // floating (re) and complex
};
ScalarValue read_scalar(const TensorImpl&, int64_t linear);
void write_scalar(TensorImpl&, int64_t linear, const ScalarValue&);
double read_element(const TensorImpl&, int64_t linear);  // real part
void write_element(TensorImpl&, int64_t linear, double);

uint16_t narrow_half(float), narrow_bfloat(float);  // round to nearest even
float widen_half(uint16_t), widen_bfloat(uint16_t);

}  // namespace adder::rt
