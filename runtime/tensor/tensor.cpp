#include "runtime/tensor/tensor.h"
#include <bit>
#include <cstring>
namespace adder::rt {
namespace {
struct FreeList {
  std::vector<void*> items;
  ~FreeList() {
    for (void* p : items) std::free(p);
  }
};
thread_local FreeList impls, blocks[48];
#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeep = false;  // free lists would hide every use after free
#else
constexpr bool kKeep = true;
#endif
void put(FreeList& l, void* p) {
  if (kKeep)
    l.items.push_back(p);
  else
    std::free(p);
}
}  // namespace

Storage* new_storage(int64_t bytes) {
  int cls = std::bit_width(
      uint64_t(bytes < 64 ? 63 : bytes - 1));  // power-of-two classes; the real allocator wants finer steps above 1 MiB
  auto& list = blocks[cls].items;
  void* p;
  if (!list.empty()) {
    p = list.back();
    list.pop_back();
  } else {
    p = std::aligned_alloc(64, 64 + (size_t(1) << cls));
    CHECK(p);
  }
  return new (p) Storage{1, 0, cls, bytes, static_cast<char*>(p) + 64};
}
void free_storage(Storage* s) {
  if (--s->refs == 0) put(blocks[s->size_class], s);
}
TensorImpl* new_impl() {
  auto& list = impls.items;
  void* p;
  if (!list.empty()) {
    p = list.back();
    list.pop_back();
  } else
    p = std::malloc(sizeof(TensorImpl));
  return new (p) TensorImpl;
}
void free_impl(TensorImpl* t) {
  if (t->autograd) release_autograd(t->autograd);
  if (t->storage) free_storage(t->storage);
  put(impls, t);
}
Tensor new_tensor(DType d, const Sizes& sizes) {
  TensorImpl* t = new_impl();
  t->meta.dtype = d;
  t->meta.sizes = sizes;
  t->meta.set_contiguous();
  t->meta.offset = 0;
  t->numel = sizes.product();
  t->storage = new_storage(t->numel * bytes_of(d));
  return Tensor::adopt(t);
}
Tensor alias_of(const TensorImpl& base, const Meta<int64_t>& meta) {
  TensorImpl* t = new_impl();
  t->meta = meta;
  t->numel = meta.sizes.product();
  t->storage = base.storage;
  ++base.storage->refs;
  int64_t expect = 1;
  t->contiguous = true;
  for (int i = meta.sizes.n; i-- > 0;) {
    if (meta.sizes[i] != 1 && meta.strides[i] != expect) t->contiguous = false;
    expect *= meta.sizes[i];
  }
  return Tensor::adopt(t);
}
static char* element(const TensorImpl& t, int64_t linear) {
  int64_t at = 0;
  for (int i = t.meta.sizes.n; i-- > 0;) {
    at += linear % t.meta.sizes[i] * t.meta.strides[i];
    linear /= t.meta.sizes[i];
  }
  return static_cast<char*>(t.data()) + at * bytes_of(t.meta.dtype);
}
template <class T>
static T peek(const char* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class T>
static void poke(char* p, T v) {
  std::memcpy(p, &v, sizeof v);
}
double read_element(const TensorImpl& t, int64_t linear) {
  const char* p = element(t, linear);
  switch (t.meta.dtype) {
    case DType::b8: return peek<uint8_t>(p);
    case DType::i32: return peek<int32_t>(p);
    case DType::i64: return double(peek<int64_t>(p));
    case DType::f16: return widen_half(peek<uint16_t>(p));
    case DType::bf16: return widen_bfloat(peek<uint16_t>(p));
    case DType::f32: return peek<float>(p);
    case DType::f64: return peek<double>(p);
  }
  return 0;
}
void write_element(TensorImpl& t, int64_t linear, double v) {
  char* p = element(t, linear);
  switch (t.meta.dtype) {
    case DType::b8: return poke<uint8_t>(p, v != 0);
    case DType::i32: return poke<int32_t>(p, int32_t(v));
    case DType::i64: return poke<int64_t>(p, int64_t(v));
    case DType::f16: return poke(p, narrow_half(float(v)));
    case DType::bf16: return poke(p, narrow_bfloat(float(v)));
    case DType::f32: return poke<float>(p, float(v));
    case DType::f64: return poke<double>(p, v);
  }
}
float widen_bfloat(uint16_t h) {
  return std::bit_cast<float>(uint32_t(h) << 16);
}
uint16_t narrow_bfloat(float f) {
  uint32_t u = std::bit_cast<uint32_t>(f);
  if ((u & 0x7fffffff) > 0x7f800000) return 0x7fc0;
  return uint16_t((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
float widen_half(uint16_t h) {
  int e = h >> 10 & 31, m = h & 1023;
  float v = e == 31 ? (m ? __builtin_nanf("") : __builtin_inff())
            : e     ? __builtin_ldexpf(float(1024 + m), e - 25)
                    : __builtin_ldexpf(float(m), -24);
  return h & 0x8000 ? -v : v;
}
uint16_t narrow_half(float f) {
  uint16_t sign = __builtin_signbit(f) ? 0x8000 : 0;
  float a = __builtin_fabsf(f);
  if (a != a) return 0x7e00;
  if (a >= 65520) return sign | 0x7c00;
  if (a < 6.103515625e-05f) return sign | uint16_t(__builtin_nearbyintf(a * 16777216.f));  // subnormal: units of 2^-24
  int e;
  float m = __builtin_frexpf(a, &e);
  int q = int(__builtin_nearbyintf(m * 2048.f));  // 1024..2048; 2048 carries into the exponent
  return sign | uint16_t((e + 14) * 1024 + q - 1024);
}
}  // namespace adder::rt
