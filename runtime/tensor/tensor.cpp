#include "runtime/tensor/tensor.h"
#include "runtime/base/scratch.h"
#include <bit>
#include <cstring>

namespace adder::rt {

TensorImpl* new_impl() {
  return new TensorImpl;
}

void destroy_impl(TensorImpl* t) {
  if (t->autograd) destroy_autograd(t->autograd);
  if (t->storage) release_storage(t->storage);
  if (t->base && --t->base->refs == 0) destroy_impl(t->base);
  delete t;
}

uint32_t version_of(const TensorImpl& t) {
  return t.own_version ? t.version : t.storage->version.load(std::memory_order_relaxed);
}

void set_version(TensorImpl& t, uint32_t version) {
  if (t.own_version)
    t.version = version;
  else
    t.storage->version.store(version, std::memory_order_relaxed);
}

void bump_version(TensorImpl& t) {
  if (t.own_version)
    ++t.version;
  else
    t.storage->version.fetch_add(1, std::memory_order_relaxed);
}

Tensor tensor_over(Storage* adopted, const Meta<int64_t>& meta) {
  TensorImpl* t = new_impl();
  t->meta = meta;
  if (t->meta.strides.n != t->meta.sizes.n) t->meta.set_contiguous();
  t->numel = meta.sizes.product();
  t->contiguous = is_contiguous(t->meta);
  t->storage = adopted;
  return Tensor::adopt(t);
}

static Tensor make(const Meta<int64_t>& meta, bool with_data) {
  int64_t bytes = meta.sizes.product() * bytes_of(meta.dtype);
  bool data = with_data && meta.device.type == DeviceType::cpu;
  return tensor_over(data ? new_storage(bytes) : new_storage_without_data(bytes), meta);
}

static Tensor with_memory(Tensor t) {
  int64_t bytes = t->numel * bytes_of(t->dtype());
  if (bytes > 0 && !t->storage->data && has_data(*t)) [[unlikely]]
    throw OutOfMemory(bytes);
  return t;
}

Tensor new_tensor(const Meta<int64_t>& meta) {
  return with_memory(make(meta, true));
}

Tensor new_pending_tensor(const Meta<int64_t>& meta) {
  return make(meta, false);
}

Tensor new_tensor(DType d, const Sizes& sizes, Device device) {
  TensorImpl* t = new_impl();
  t->meta.dtype = d;
  t->meta.device = device;
  t->meta.sizes = sizes;
  t->meta.set_contiguous();
  t->numel = sizes.product();
  int64_t bytes = t->numel * bytes_of(d);
  t->storage = device.type == DeviceType::cpu ? new_storage(bytes) : new_storage_without_data(bytes);
  return with_memory(Tensor::adopt(t));
}

Tensor alias_of(const TensorImpl& t, const Meta<int64_t>& meta) {
  retain_storage(t.storage);
  Tensor r = tensor_over(t.storage, meta);
  r->own_version = t.own_version;
  r->version = t.version;
  r->inference = t.inference;
  return r;
}

bool has_data(const TensorImpl& t) {
  return t.meta.device.type == DeviceType::cpu;
}

std::string out_of_memory_text(int64_t bytes) {
  return "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to "
         "allocate " +
         std::to_string(bytes) + " bytes. Error code 12 (Cannot allocate memory)";
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

ScalarValue read_scalar(const TensorImpl& t, int64_t linear) {
  const char* p = element(t, linear);
  ScalarValue r;
  r.category = category_of(t.meta.dtype);
  switch (t.meta.dtype) {
    case DType::b8: r.i = peek<uint8_t>(p) != 0; break;
    case DType::u8: r.i = peek<uint8_t>(p); break;
    case DType::i8: r.i = peek<int8_t>(p); break;
    case DType::i16: r.i = peek<int16_t>(p); break;
    case DType::i32: r.i = peek<int32_t>(p); break;
    case DType::i64: r.i = peek<int64_t>(p); break;
    case DType::f16: r.z.re = widen_half(peek<uint16_t>(p)); break;
    case DType::bf16: r.z.re = widen_bfloat(peek<uint16_t>(p)); break;
    case DType::f32: r.z.re = peek<float>(p); break;
    case DType::f64: r.z.re = peek<double>(p); break;
    case DType::c64: r.z = {peek<float>(p), peek<float>(p + 4)}; break;
    case DType::c128: r.z = {peek<double>(p), peek<double>(p + 8)}; break;
  }
  return r;
}

// The conversion of a C cast on x86-64, which is what PyTorch's kernels do: out of range gives the lowest value.
static int64_t to_integer(double v) {
  return v >= -9223372036854775808.0 && v < 9223372036854775808.0 ? int64_t(v) : INT64_MIN;
}

void write_scalar(TensorImpl& t, int64_t linear, const ScalarValue& v) {
  char* p = element(t, linear);
  bool whole = v.category <= Category::integral;
  double re = whole ? double(v.i) : v.z.re;
  int64_t i = whole ? v.i : to_integer(v.z.re);
  switch (t.meta.dtype) {
    case DType::b8: return poke<uint8_t>(p, whole ? v.i != 0 : v.z.re != 0 || v.z.im != 0);
    case DType::u8: return poke(p, uint8_t(i));
    case DType::i8: return poke(p, int8_t(i));
    case DType::i16: return poke(p, int16_t(i));
    case DType::i32: return poke(p, int32_t(i));
    case DType::i64: return poke(p, i);
    case DType::f16: return poke(p, narrow_half(whole ? float(v.i) : float(re)));
    case DType::bf16: return poke(p, narrow_bfloat(whole ? float(v.i) : float(re)));
    case DType::f32: return poke(p, whole ? float(v.i) : float(re));
    case DType::f64: return poke(p, re);
    case DType::c64: poke(p, float(re)); return poke(p + 4, float(v.z.im));
    case DType::c128: poke(p, re); return poke(p + 8, v.z.im);
  }
}

double read_element(const TensorImpl& t, int64_t linear) {
  ScalarValue v = read_scalar(t, linear);
  return v.category <= Category::integral ? double(v.i) : v.z.re;
}

void write_element(TensorImpl& t, int64_t linear, double v) {
  ScalarValue s;
  s.z.re = v;
  write_scalar(t, linear, s);
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
  int e = h >> 10 & 31;
  int m = h & 1023;
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
