// dtype, device, Size, Generator, layout, memory_format, finfo, iinfo.
#include <unistd.h>

#include <cerrno>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <new>

#include "interp/bridge/tensor_cell.h"
#include "runtime/random/pending_draws.h"
#include "interp/objects/bigint.h"
#include "stdlib/native/torch_native.h"

namespace adder {
namespace {

using rt::DType;

Value text_value(Thread& th, std::string_view s) {
  return of(str(th, s));
}

// ---- dtype

DType dtype_of(Value self) {
  return payload<DTypePayload>(self)->dtype;
}
Value dtype_repr(Thread& th, Value* a, int) {
  return text_value(th, std::string("torch.") + rt::row_of(dtype_of(a[0])).name);
}
Value dtype_reduce(Thread& th, Value* a, int) {
  return text_value(th, rt::row_of(dtype_of(a[0])).name);
}
Value dtype_to_complex(Thread& th, Value* a, int) {
  DType d = dtype_of(a[0]);
  if (rt::is_complex(d)) return inc(a[0]);
  if (!rt::is_floating(d) || d == DType::bf16) return th.raise(E_RuntimeError, "Unsupported dtype for complex");
  return dtype_object(th.in, rt::complex_of(d));
}
Value dtype_to_real(Thread& th, Value* a, int) {
  return dtype_object(th.in, rt::real_of(dtype_of(a[0])));
}
Value dtype_is_floating(Thread&, Value self) {
  return boolean(rt::is_floating(dtype_of(self)));
}
Value dtype_is_complex(Thread&, Value self) {
  return boolean(rt::is_complex(dtype_of(self)));
}
Value dtype_is_signed(Thread&, Value self) {
  return boolean(dtype_of(self) != DType::u8 && dtype_of(self) != DType::b8);
}
Value dtype_itemsize(Thread& th, Value self) {
  return integer(th, rt::bytes_of(dtype_of(self)));
}
const NativeDef kDTypeMethods[] = {
    {"__repr__", "(self, /)", "", dtype_repr, Rule::pure},
    {"__reduce__", "(self, /)", "", dtype_reduce, Rule::pure},
    {"to_complex", "(self, /)", "The complex dtype of this precision.", dtype_to_complex, Rule::pure},
    {"to_real", "(self, /)", "The real dtype of this precision.", dtype_to_real, Rule::pure},
};
const GetSetDef kDTypeFields[] = {
    {"is_floating_point", dtype_is_floating, nullptr, "whether it is a floating point type"},
    {"is_complex", dtype_is_complex, nullptr, "whether it is a complex type"},
    {"is_signed", dtype_is_signed, nullptr, "whether it has negative numbers"},
    {"itemsize", dtype_itemsize, nullptr, "bytes of an element"},
};
const NativeTypeDef kDTypeType = {"torch.dtype",
                                  "The type of a tensor's elements.",
                                  sizeof(DTypePayload),
                                  kDTypeMethods,
                                  kDTypeFields,
                                  nullptr,
                                  nullptr,
                                  nullptr,
                                  kNoSubclass | kNoAttributes | kNoNew};

// ---- device

Value device_new(Thread& th, Value* a, int) {
  rt::Device d;
  if (is_instance_of(a[1], torch_state(th).types.device)) {
    d = payload<DevicePayload>(a[1])->device;
  } else if (is_str(a[1])) {
    Result<rt::Device> named = rt::parse_device(sv(a[1]));
    if (!named.ok()) return raise_status(th, named.status());
    d = named.value();
  } else if (is_intlike(a[1])) {
    return th.raise(E_RuntimeError, "Cannot access accelerator device when none is available.");
  } else {
    return th.raise(E_TypeError, "device(): argument 'type' (position 1) must be str, not %s",
                    type_name(th, a[1]).c_str());
  }
  if (a[2].u && a[2] != kNone) {
    int64_t index;
    if (!to_index(th, a[2], &index)) return kAbsent;
    if (index < 0 || index > INT8_MAX) return th.raise(E_RuntimeError, "Device index must not be negative");
    if (is_str(a[1]) && sv(a[1]).find(':') != sv(a[1]).npos)
      return th.raise(E_RuntimeError, "type (string) must not include an index because index was passed explicitly: %s",
                      a[1].as<Str>()->data);
    d.index = int8_t(index);
  }
  return device_object(th, d);
}
rt::Device device_self(Value self) {
  return payload<DevicePayload>(self)->device;
}
Value device_repr(Thread& th, Value* a, int) {
  rt::Device d = device_self(a[0]);
  std::string r = "device(type='" + std::string(rt::device_type_name(d.type)) + "'";
  if (d.index >= 0) r += ", index=" + std::to_string(d.index);
  return text_value(th, r + ")");
}
Value device_str(Thread& th, Value* a, int) {
  return text_value(th, rt::device_text(device_self(a[0])));
}
Value device_eq(Thread& th, Value* a, int) {
  if (!is_instance_of(a[1], torch_state(th).types.device)) return kNotImplemented;
  rt::Device x = device_self(a[0]), y = device_self(a[1]);
  return boolean(x.type == y.type && x.index == y.index);
}
Value device_hash(Thread& th, Value* a, int) {
  rt::Device d = device_self(a[0]);
  return integer(th, int64_t(d.type) * 257 + d.index + 1);
}
Value device_enter(Thread& th, Value* a, int) {
  rt::Context& c = context_of(th);
  TorchState& s = torch_state(th);
  if (!check_status(th, rt::check_usable(device_self(a[0])))) return kAbsent;
  s.device_stack.push_back(c.default_device);
  c.default_device = device_self(a[0]);
  return inc(a[0]);
}
Value device_exit(Thread& th, Value*, int) {
  TorchState& s = torch_state(th);
  if (s.device_stack.empty()) return th.raise(E_RuntimeError, "device.__exit__ without __enter__");
  context_of(th).default_device = s.device_stack.back();
  s.device_stack.pop_back();
  return kNone;
}
Value device_reduce(Thread& th, Value* a, int) {
  Tuple* args = tuple(th, 1);
  args->items[0] = text_value(th, rt::device_text(device_self(a[0])));
  Tuple* t = tuple(th, 2);
  t->items[0] = inc(of(torch_state(th).types.device));
  t->items[1] = of(args);
  return of(t);
}
Value device_type(Thread& th, Value self) {
  return text_value(th, rt::device_type_name(device_self(self).type));
}
Value device_index(Thread& th, Value self) {
  int i = device_self(self).index;
  return i < 0 ? kNone : integer(th, i);
}
const NativeDef kDeviceMethods[] = {
    {"__new__", "(cls, type, index=None)", "", device_new, Rule::pure},
    {"__repr__", "(self, /)", "", device_repr, Rule::pure},
    {"__str__", "(self, /)", "", device_str, Rule::pure},
    {"__eq__", "(self, other, /)", "", device_eq, Rule::pure},
    {"__hash__", "(self, /)", "", device_hash, Rule::pure},
    {"__enter__", "(self, /)", "", device_enter, Rule::residual},
    {"__exit__", "(self, kind, value, tb, /)", "", device_exit, Rule::residual},
    {"__reduce__", "(self, /)", "", device_reduce, Rule::pure},
};
const GetSetDef kDeviceFields[] = {
    {"type", device_type, nullptr, "'cpu', 'meta', 'cuda' and so on"},
    {"index", device_index, nullptr, "the number of the device, or None"},
};
const NativeTypeDef kDeviceType = {
    "torch.device", "Where a tensor lives.",    sizeof(DevicePayload), kDeviceMethods, kDeviceFields, nullptr, nullptr,
    nullptr,        kNoSubclass | kNoAttributes};

// ---- Size: a tuple with a text of its own

Value size_wrap(Thread& th, Value tuple_owned) {
  if (!tuple_owned.is(Kind::Tuple)) return tuple_owned;
  return wrap_payload(th, torch_state(th).types.size, tuple_owned);
}
Value size_repr(Thread& th, Value* a, int) {
  Tuple* t = unwrap(a[0]).as<Tuple>();
  std::string r = "torch.Size([";
  for (uint32_t i = 0; i < t->len; ++i) {
    if (i) r += ", ";
    if (!repr_of(th, t->items[i], &r)) return kAbsent;
  }
  return text_value(th, r + "])");
}
Value size_getitem(Thread& th, Value* a, int) {
  Value t = unwrap(a[0]);
  Value r = subscript_native(th, t, a[1]);
  return r.u && a[1].is(Kind::Slice) ? size_wrap(th, r) : r;
}
Value size_add(Thread& th, Value* a, int) {
  Value x = unwrap(a[0]), y = unwrap(a[1]);
  if (!x.is(Kind::Tuple) || !y.is(Kind::Tuple)) return kNotImplemented;
  Tuple *p = x.as<Tuple>(), *q = y.as<Tuple>();
  Tuple* t = tuple(th, p->len + q->len);
  for (uint32_t i = 0; i < p->len; ++i) t->items[i] = inc(p->items[i]);
  for (uint32_t i = 0; i < q->len; ++i) t->items[p->len + i] = inc(q->items[i]);
  return size_wrap(th, of(t));
}
Value size_radd(Thread& th, Value* a, int n) {
  Value swapped[2] = {a[1], a[0]};
  return size_add(th, swapped, n);
}
Value size_mul(Thread& th, Value* a, int) {
  if (!is_small_int(a[1])) return kNotImplemented;
  Tuple* p = unwrap(a[0]).as<Tuple>();
  int64_t times = std::max<int64_t>(0, to_int(a[1]));
  Tuple* t = tuple(th, uint32_t(p->len * times));
  for (uint32_t i = 0; i < t->len; ++i) t->items[i] = inc(p->items[i % p->len]);
  return size_wrap(th, of(t));
}
Value size_numel(Thread& th, Value* a, int) {
  Tuple* t = unwrap(a[0]).as<Tuple>();
  int64_t n = 1;
  for (uint32_t i = 0; i < t->len; ++i) {
    int64_t v;
    if (!to_index(th, t->items[i], &v)) return kAbsent;
    n *= v;
  }
  return integer(th, n);
}
Value size_reduce(Thread& th, Value* a, int) {
  Tuple* args = tuple(th, 1);
  args->items[0] = inc(unwrap(a[0]));
  Tuple* t = tuple(th, 2);
  t->items[0] = inc(of(torch_state(th).types.size));
  t->items[1] = of(args);
  return of(t);
}
const NativeDef kSizeMethods[] = {
    {"__repr__", "(self, /)", "", size_repr, Rule::pure, kKeepSelf},
    {"__getitem__", "(self, index, /)", "", size_getitem, Rule::symbolic, kKeepSelf},
    {"__add__", "(self, other, /)", "", size_add, Rule::symbolic, kKeepSelf},
    {"__radd__", "(self, other, /)", "", size_radd, Rule::symbolic, kKeepSelf},
    {"__mul__", "(self, n, /)", "", size_mul, Rule::symbolic, kKeepSelf},
    {"__rmul__", "(self, n, /)", "", size_mul, Rule::symbolic, kKeepSelf},
    {"numel", "(self, /)", "The number of elements.", size_numel, Rule::symbolic, kKeepSelf},
    {"__reduce__", "(self, /)", "", size_reduce, Rule::pure, kKeepSelf},
};

Type* define_size(Interpreter& in) {
  TypeSpec spec;
  spec.name = intern(in, "Size");
  spec.module = intern(in, "torch");
  spec.bases = {in.types[int(Kind::Tuple)]};
  spec.dict = dict(in);
  spec.meta = in.type_type;
  spec.inst_kind = Kind::Instance;
  spec.payload_kind = Kind::Tuple;
  Type* t = new_type(in, spec);
  add_methods(in, t, kSizeMethods);
  return t;
}

// ---- Generator

// Null: an exception is pending.
rt::Generator* generator_self(Thread& th, Value self) {
  rt::Generator* g = payload<GeneratorPayload>(self)->generator.get();
  auto* draws = dynamic_cast<rt::PendingDraws*>(context_of(th).level[rt::kRecorderLevel]);
  if (draws && g == &context_of(th).default_generator()) {
    if (Status s = draws->draw_now(); !s.ok()) {
      raise_status(th, s);
      return nullptr;
    }
  }
  return g;
}
Value make_generator(Thread& th, std::shared_ptr<rt::Generator> g) {
  Value v = of(instance(th, torch_state(th).types.generator));
  new (payload<GeneratorPayload>(v)) GeneratorPayload{std::move(g)};
  return v;
}
Value generator_new(Thread& th, Value* a, int) {
  if (a[1].u && a[1] != kNone) {
    rt::Device d;
    if (!device_of_value(th, a[1], &d)) return kAbsent;
    if (d.type != rt::DeviceType::cpu)
      return th.raise(E_RuntimeError, "Device type META is not supported for torch.Generator() api.");
  }
  return make_generator(th, std::make_shared<rt::Generator>());
}
void generator_destroy(void* p) {
  static_cast<GeneratorPayload*>(p)->~GeneratorPayload();
}
Value generator_manual_seed(Thread& th, Value* a, int) {
  Owned n(to_int_object(th, a[1]));
  if (!n) return kAbsent;
  rt::Generator* g = generator_self(th, a[0]);
  if (!g) return kAbsent;
  if (is_big(n.get())) {
    // Between 2^63 and 2^64 the number is taken as it is.
    double d = big_to_double(n.get().as<BigInt>());
    if (d < 0 || d >= 18446744073709551616.0)
      return th.raise(E_RuntimeError, "Overflow when unpacking unsigned long long");
    g->manual_seed(n.get().as<BigInt>()->limbs[0]);
    return inc(a[0]);
  }
  g->manual_seed(uint64_t(to_int(n.get())));
  return inc(a[0]);
}
Value generator_seed(Thread& th, Value* a, int) {
  uint64_t seed;
  if (getentropy(&seed, sizeof seed) != 0) return th.raise(E_OSError, "no random numbers from the system: %s", strerror(errno));
  seed >>= 11;  // 53 bits, which a float keeps
  rt::Generator* g = generator_self(th, a[0]);
  if (!g) return kAbsent;
  g->manual_seed(seed);
  return integer(th, int64_t(seed));
}
Value generator_initial_seed(Thread& th, Value* a, int) {
  rt::Generator* g = generator_self(th, a[0]);
  if (!g) return kAbsent;
  uint64_t seed = g->initial_seed();
  return big_from_bytes(th.in.heap, {reinterpret_cast<const char*>(&seed), sizeof seed}, false);
}
Value generator_get_state(Thread& th, Value* a, int) {
  rt::Tensor t = rt::new_tensor(DType::u8, {int64_t(rt::Generator::kStateBytes)});
  rt::Generator* g = generator_self(th, a[0]);
  if (!g) return kAbsent;
  g->get_state(
      std::span<std::byte, rt::Generator::kStateBytes>(t->data_as<std::byte>(), rt::Generator::kStateBytes));
  return wrap_tensor(th, t);
}
Value generator_set_state(Thread& th, Value* a, int) {
  if (!is_tensor(torch_state(th), a[1]))
    return th.raise(E_TypeError, "expected a torch.ByteTensor, but got %s", type_name(th, a[1]).c_str());
  const rt::Tensor& t = tensor_of(a[1]);
  if (t->dtype() != DType::u8 || t->numel != int64_t(rt::Generator::kStateBytes) || !t->contiguous)
    return th.raise(E_RuntimeError, "RNG state is wrong size");
  if (!check_status(th, rt::touch(*t, false))) return kAbsent;
  rt::Generator* g = generator_self(th, a[0]);
  if (!g) return kAbsent;
  if (!g->set_state(
          std::span<const std::byte, rt::Generator::kStateBytes>(t->data_as<std::byte>(), rt::Generator::kStateBytes)))
    return th.raise(E_RuntimeError, "Invalid mt19937 state");
  return inc(a[0]);
}
Value generator_clone(Thread& th, Value* a, int) {
  rt::Generator* g = generator_self(th, a[0]);
  if (!g) return kAbsent;
  return make_generator(th, std::make_shared<rt::Generator>(*g));
}
Value generator_repr(Thread& th, Value* a, int) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "<torch._C.Generator object at %p>", static_cast<void*>(a[0].cell()));
  return text_value(th, buffer);
}
Value generator_device(Thread& th, Value) {
  return device_object(th, {});
}
const NativeDef kGeneratorMethods[] = {
    {"__new__", "(cls, device=None)", "", generator_new, Rule::residual},
    {"__repr__", "(self, /)", "", generator_repr, Rule::residual},
    {"manual_seed", "(self, seed, /)", "Seed it; returns itself.", generator_manual_seed, Rule::residual},
    {"seed", "(self, /)", "Seed it with a random number.", generator_seed, Rule::residual},
    {"initial_seed", "(self, /)", "What it was seeded with.", generator_initial_seed, Rule::residual},
    {"get_state", "(self, /)", "The state as a byte tensor.", generator_get_state, Rule::residual},
    {"set_state", "(self, new_state, /)", "Restore a state.", generator_set_state, Rule::residual},
    {"clone_state", "(self, /)", "A copy.", generator_clone, Rule::residual},
};
const GetSetDef kGeneratorFields[] = {{"device", generator_device, nullptr, "where it draws"}};
const NativeTypeDef kGeneratorType = {"torch._C.Generator",     "A source of random numbers.",
                                      sizeof(GeneratorPayload), kGeneratorMethods,
                                      kGeneratorFields,         generator_destroy};

// ---- layout, memory_format

constexpr const char* kLayoutNames[] = {"torch.strided", "torch.sparse_coo", "torch.sparse_csr"};
constexpr const char* kFormatNames[] = {"torch.contiguous_format", "torch.preserve_format", "torch.channels_last",
                                        "torch.channels_last_3d"};
Value layout_repr(Thread& th, Value* a, int) {
  return text_value(th, kLayoutNames[payload<EnumPayload>(a[0])->value]);
}
Value format_repr(Thread& th, Value* a, int) {
  return text_value(th, kFormatNames[payload<EnumPayload>(a[0])->value]);
}
const NativeDef kLayoutMethods[] = {{"__repr__", "(self, /)", "", layout_repr, Rule::pure}};
const NativeDef kFormatMethods[] = {{"__repr__", "(self, /)", "", format_repr, Rule::pure}};
const NativeTypeDef kLayoutType = {
    "torch.layout", "How a tensor is stored.",           sizeof(EnumPayload), kLayoutMethods, {}, nullptr, nullptr,
    nullptr,        kNoSubclass | kNoAttributes | kNoNew};
const NativeTypeDef kFormatType = {"torch.memory_format",
                                   "The order of a tensor's dimensions in memory.",
                                   sizeof(EnumPayload),
                                   kFormatMethods,
                                   {},
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   kNoSubclass | kNoAttributes | kNoNew};

// ---- finfo, iinfo

Value info_new(Thread& th, Value* a, bool floating) {
  TorchState& s = torch_state(th);
  DType d = context_of(th).default_dtype;
  if (a[1].u) {
    if (!is_dtype(s, a[1], &d))
      return th.raise(E_TypeError, "%s(): argument 'type' (position 1) must be torch.dtype, not %s",
                      floating ? "finfo" : "iinfo", type_name(th, a[1]).c_str());
  } else if (!floating) {
    return th.raise(E_TypeError, "iinfo() missing 1 required positional arguments: \"type\"");
  }
  if (floating && !rt::is_differentiable(d))
    return th.raise(E_TypeError,
                    "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'");
  if (!floating && rt::is_differentiable(d))
    return th.raise(E_TypeError,
                    "torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'");
  if (!floating && d == DType::b8) return th.raise(E_TypeError, "torch.bool is not supported by torch.iinfo");
  Value v = of(instance(th, floating ? s.types.finfo : s.types.iinfo));
  payload<DTypePayload>(v)->dtype = rt::real_of(d);
  return v;
}
Value finfo_new(Thread& th, Value* a, int) {
  return info_new(th, a, true);
}
Value iinfo_new(Thread& th, Value* a, int) {
  return info_new(th, a, false);
}
struct FloatFacts {
  double max, tiny, eps, resolution, smallest_subnormal;
};
FloatFacts facts_of(DType d) {
  switch (d) {
    case DType::f64: return {DBL_MAX, DBL_MIN, DBL_EPSILON, 1e-15, 4.9406564584124654e-324};
    case DType::f16: return {65504.0, 6.103515625e-05, 0.0009765625, 0.001, 5.9604644775390625e-08};
    case DType::bf16: return {3.3895313892515355e+38, FLT_MIN, 0.0078125, 0.01, 9.183549615799121e-41};
    default: return {FLT_MAX, FLT_MIN, FLT_EPSILON, 1e-6, 1.401298464324817e-45};
  }
}
FloatFacts float_self(Value self) {
  return facts_of(payload<DTypePayload>(self)->dtype);
}
Value info_bits(Thread& th, Value self) {
  return integer(th, rt::bytes_of(payload<DTypePayload>(self)->dtype) * 8);
}
Value info_dtype(Thread& th, Value self) {
  return text_value(th, rt::row_of(payload<DTypePayload>(self)->dtype).name);
}
Value finfo_max(Thread&, Value self) {
  return real(float_self(self).max);
}
Value finfo_min(Thread&, Value self) {
  return real(-float_self(self).max);
}
Value finfo_eps(Thread&, Value self) {
  return real(float_self(self).eps);
}
Value finfo_tiny(Thread&, Value self) {
  return real(float_self(self).tiny);
}
Value finfo_resolution(Thread&, Value self) {
  return real(float_self(self).resolution);
}
Value finfo_subnormal(Thread&, Value self) {
  return real(float_self(self).smallest_subnormal);
}
int64_t iinfo_limit(DType d, bool high) {
  int bits = rt::bytes_of(d) * 8;
  if (d == DType::u8) return high ? 255 : 0;
  int64_t top = int64_t(~uint64_t(0) >> (65 - bits));
  return high ? top : -top - 1;
}
Value iinfo_max(Thread& th, Value self) {
  return integer(th, iinfo_limit(payload<DTypePayload>(self)->dtype, true));
}
Value iinfo_min(Thread& th, Value self) {
  return integer(th, iinfo_limit(payload<DTypePayload>(self)->dtype, false));
}
std::string g_text(double v) {  // as C++ streams print it
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%g", v);
  return buffer;
}
Value finfo_repr(Thread& th, Value* a, int) {
  FloatFacts f = float_self(a[0]);
  DType d = payload<DTypePayload>(a[0])->dtype;
  std::string r = "finfo(resolution=" + g_text(f.resolution) + ", min=" + g_text(-f.max) + ", max=" + g_text(f.max) +
                  ", eps=" + g_text(f.eps) + ", smallest_normal=" + g_text(f.tiny) + ", tiny=" + g_text(f.tiny) +
                  ", dtype=" + rt::row_of(d).name + ")";
  return text_value(th, r);
}
Value iinfo_repr(Thread& th, Value* a, int) {
  DType d = payload<DTypePayload>(a[0])->dtype;
  std::string r = "iinfo(min=" + g_text(double(iinfo_limit(d, false))) +
                  ", max=" + g_text(double(iinfo_limit(d, true))) + ", dtype=" + rt::row_of(d).name + ")";
  return text_value(th, r);
}
const NativeDef kFinfoMethods[] = {
    {"__new__", "(cls, type=...)", "", finfo_new, Rule::pure},
    {"__repr__", "(self, /)", "", finfo_repr, Rule::pure},
};
const NativeDef kIinfoMethods[] = {
    {"__new__", "(cls, type=...)", "", iinfo_new, Rule::pure},
    {"__repr__", "(self, /)", "", iinfo_repr, Rule::pure},
};
const GetSetDef kFinfoFields[] = {
    {"bits", info_bits, nullptr, "bits of a number"},
    {"dtype", info_dtype, nullptr, "name of the dtype"},
    {"max", finfo_max, nullptr, "largest number"},
    {"min", finfo_min, nullptr, "smallest number"},
    {"eps", finfo_eps, nullptr, "distance from 1 to the next number"},
    {"tiny", finfo_tiny, nullptr, "smallest positive normal number"},
    {"smallest_normal", finfo_tiny, nullptr, "smallest positive normal number"},
    {"smallest_subnormal", finfo_subnormal, nullptr, "smallest positive number"},
    {"resolution", finfo_resolution, nullptr, "decimal resolution"},
};
const GetSetDef kIinfoFields[] = {
    {"bits", info_bits, nullptr, "bits of a number"},
    {"dtype", info_dtype, nullptr, "name of the dtype"},
    {"max", iinfo_max, nullptr, "largest number"},
    {"min", iinfo_min, nullptr, "smallest number"},
};
const NativeTypeDef kFinfo = {"torch.finfo", "Limits of a floating point dtype.", sizeof(DTypePayload), kFinfoMethods,
                              kFinfoFields};
const NativeTypeDef kIinfo = {"torch.iinfo", "Limits of an integer dtype.", sizeof(DTypePayload), kIinfoMethods,
                              kIinfoFields};

Value enum_object(Thread& th, Type* type, int value) {
  Value v = of(instance(th, type));
  payload<EnumPayload>(v)->value = value;
  return v;
}

}  // namespace

bool init_torch_types(Thread& th, Module* m) {
  Interpreter& in = th.in;
  TorchState& s = torch_state(th);
  s.types.dtype = define_type(in, kDTypeType);
  s.types.device = define_type(in, kDeviceType);
  s.types.generator = define_type(in, kGeneratorType);
  s.types.layout = define_type(in, kLayoutType);
  s.types.memory_format = define_type(in, kFormatType);
  s.types.finfo = define_type(in, kFinfo);
  s.types.iinfo = define_type(in, kIinfo);
  s.types.size = define_size(in);
  for (int d = 0; d < rt::kDTypeCount; ++d) {
    s.dtypes[d] = of(instance(th, s.types.dtype));
    payload<DTypePayload>(s.dtypes[d])->dtype = DType(d);
    module_set(in, m, rt::kDTypes[d].name, inc(s.dtypes[d]));
  }
  for (int i = 0; i < 3; ++i) {
    s.layouts[i] = enum_object(th, s.types.layout, i);
    module_set(in, m, std::string_view(kLayoutNames[i]).substr(6), inc(s.layouts[i]));
  }
  for (int i = 0; i < 4; ++i) {
    s.memory_formats[i] = enum_object(th, s.types.memory_format, i);
    module_set(in, m, std::string_view(kFormatNames[i]).substr(6), inc(s.memory_formats[i]));
  }
  s.generator_object = make_generator(th, s.generator);
  module_set(in, m, "default_generator", inc(s.generator_object));
  module_set(in, m, "dtype", inc(of(s.types.dtype)));
  module_set(in, m, "device", inc(of(s.types.device)));
  module_set(in, m, "Size", inc(of(s.types.size)));
  module_set(in, m, "Generator", inc(of(s.types.generator)));
  module_set(in, m, "layout", inc(of(s.types.layout)));
  module_set(in, m, "memory_format", inc(of(s.types.memory_format)));
  module_set(in, m, "finfo", inc(of(s.types.finfo)));
  module_set(in, m, "iinfo", inc(of(s.types.iinfo)));
  return true;
}

}  // namespace adder
