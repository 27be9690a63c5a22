#include "interp/bridge/to_arg.h"

namespace adder {

rt::Arg* ArgPack::room(uint32_t n) {
  if (used_ + n <= kInline) {
    rt::Arg* at = inline_ + used_;
    used_ += n;
    return at;
  }
  blocks_.push_back(std::make_unique<rt::Arg[]>(n));
  return blocks_.back().get();
}

bool ArgPack::add_list(const Value* items, uint32_t n, rt::Arg* out) {
  rt::Arg* at = room(n);
  for (uint32_t i = 0; i < n; ++i)
    if (!add(items[i], &at[i])) return false;
  *out = rt::Arg(std::span<const rt::Arg>(at, n));
  return true;
}

bool ArgPack::add(Value v, rt::Arg* out) {
  if (v.is_int()) {
    *out = rt::Arg(v.as_int());
    return true;
  }
  if (v.is_float()) {
    *out = rt::Arg(v.as_float());
    return true;
  }
  if (!v.is_cell()) {
    if (v == kNone || !v.u) {
      *out = rt::Arg();
      return true;
    }
    if (is_bool(v)) {
      *out = rt::Arg(v == kTrue);
      return true;
    }
    *out = rt::Arg::object(v == kEllipsis ? "ellipsis" : "NotImplementedType");
    return true;
  }
  switch (v.cell()->kind) {
    case Kind::Str: *out = rt::Arg(v.as<Str>()->data); return true;
    case Kind::Tuple: return add_list(v.as<Tuple>()->items, v.as<Tuple>()->len, out);
    case Kind::List: return add_list(v.as<List>()->items, v.as<List>()->len, out);
    case Kind::Int:
      if (is_small_int(v)) {
        *out = rt::Arg(to_int(v));
        return true;
      }
      th_.raise(E_OverflowError, "int too big to convert");
      return false;
    case Kind::Complex:
      complex_.push_back({v.as<Complex>()->re, v.as<Complex>()->im});
      *out = rt::Arg(complex_.back());
      return true;
    default: return add_object(v, out);
  }
}

bool ArgPack::add_object(Value v, rt::Arg* out) {
  if (v.is(Kind::Extension)) {
    Type* t = v.as<Instance>()->type();
    const TorchTypes& k = state_.types;
    if (LIKELY(t == k.tensor || subtype(t, k.tensor))) {
      if (UNLIKELY(t != k.tensor) && wants_torch_function(state_, v)) overriding_.push_back(v);
      *out = rt::Arg(tensor_of(v));
      return true;
    }
    if (t == k.device) {
      *out = rt::Arg(payload<DevicePayload>(v)->device);
      return true;
    }
    if (t == k.generator) {
      *out = rt::Arg(payload<GeneratorPayload>(v)->generator.get());
      return true;
    }
    if (t == k.memory_format) {
      *out = rt::Arg(rt::MemoryFormat(payload<EnumPayload>(v)->value));
      return true;
    }
    if (t == k.layout && payload<EnumPayload>(v)->value == 0) {
      *out = rt::Arg::strided_layout();
      return true;
    }
  }
  rt::DType d;
  if (is_dtype(state_, v, &d)) {
    *out = rt::Arg(d);
    return true;
  }
  Value exact = unwrap(v);
  if (exact != v) return add(exact, out);
  if (wants_torch_function(state_, v)) {
    overriding_.push_back(v);
    *out = rt::Arg::object("object");
    return true;
  }
  if (v.is(Kind::Range)) {
    std::vector<Value> items;
    if (!iterate(th_, v, &items)) return false;
    bool ok = add_list(items.data(), uint32_t(items.size()), out);
    for (Value i : items) dec(i);
    return ok;
  }
  if (has_fields(v)) {
    Type* t = v.as<Instance>()->type();
    if (type_find(t, th_.name(n_index)).u) {
      int64_t i;
      if (!to_index(th_, v, &i)) return false;
      *out = rt::Arg(i);
      return true;
    }
    if (type_find(t, th_.name(n_float)).u) {
      double f;
      if (!to_double_arg(th_, v, &f)) return false;
      *out = rt::Arg(f);
      return true;
    }
  }
  names_.push_back(type_name(th_, v));
  *out = rt::Arg::object(names_.back().c_str());
  return true;
}

}  // namespace adder
