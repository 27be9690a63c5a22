// The eager engine: shape rule, allocation, and the program or kernel of the op's kind.
#include "runtime/ops/dispatch.h"

#include <algorithm>

#include "runtime/ops/engine.h"
#include "runtime/ops/memory_failure.h"

namespace adder::rt {

Context::Context() : caches(new OpCaches) {}
Context::~Context() = default;

static Status descend(OpCall& call) {
  if (call.keys == 0) return run_op(call.context, call.id, call.in, call.out);
  int top = 31 - __builtin_clz(call.keys);
  CHECK(call.context.level[top]);
  OpCall below{call.context, call.id, call.in, call.out, call.keys & ~(1u << top), top};
  return call.context.level[top]->on_op(below);
}

Status OpCall::next() {
  return descend(*this);
}

Status OpCall::next_below() {
  WithEnabled below(context, (1u << level) - 1);
  return descend(*this);
}

Status interpose(Context& c, OpId id, std::span<const Arg> in, std::span<Arg> out, uint32_t keys) {
  const OpRow& row = row_of(id);
  if (row.kind == OpKind::composite) {
    keys &= ~(1u << kRecorderLevel);
    if (!row.vjp) keys &= ~(1u << kAutogradLevel);
  }
  NeedMask destinations;  // of the caller; other results are made here and end here where a level fails behind the op
  for (size_t k = 0; k < out.size(); ++k)
    if (out[k].is_tensor()) destinations.add(k);
  OpCall call{c, id, in, out, keys, kMaxLevels};
  Status status = descend(call);
  if (!status.ok()) [[unlikely]]
    for (size_t k = 0; k < out.size(); ++k)
      if (out[k].is_tensor() && !destinations[k]) Tensor::adopt(std::exchange(out[k], Arg()).t);
  return status;
}

// What calls give after an error: rules go on, and may ask for its shape.
static Arg undefined_result() {
  static const Tensor empty = new_tensor(DType::f32, Sizes{}, Device{DeviceType::meta});
  return Arg(empty);
}
void EagerSink::call(OpId id, std::span<const Arg> in, std::span<Value> out) {
  if (!status.ok()) {
    for (Value& o : out) o = undefined_result();
    return;
  }
  NeedMask destinations;  // written in place, owned by the caller
  for (size_t k = 0; k < out.size(); ++k) {
    if (out[k].is_tensor()) {
      destinations.add(k);
    } else {
      out[k] = Arg();
    }
  }
  fail(dispatch(c_, id, in, out));
  for (size_t k = 0; k < out.size(); ++k) {
    if (!status.ok()) {
      out[k] = undefined_result();
    } else if (out[k].given() && !destinations[k]) {
      owned_.push_back(Tensor::adopt(out[k].t));
    }
  }
}

Result<std::vector<Tensor>> call_op_list(Context& c, const OpRow& row, std::span<const Arg> in) {
  ArgList list;
  for (const Arg& a : in) list.add(a);
  std::span<const Arg> args = list.finish();
  std::vector<Arg> out(size_t(count_outs(row, args)));
  TRY(dispatch(c, row.id(), args, out));
  std::vector<Tensor> r;
  for (const Arg& o : out) r.push_back(o.given() ? Tensor::adopt(o.t) : Tensor());
  return r;
}

Result<Tensor> call_op(Context& c, const OpRow& row, std::span<const Arg> in) {
  for (const Arg& a : in)
    if (a.tag == Tag::borrowed_list) {
      ASSIGN_OR_RETURN(std::vector<Tensor> all, call_op_list(c, row, in));
      return std::move(all[0]);
    }
  Arg out[kMaxReturns];
  size_t n = size_t(row.n_outs());
  TRY(dispatch(c, row.id(), in, {out, n}));
  for (size_t k = 1; k < n; ++k)
    if (out[k].given()) Tensor::adopt(out[k].t);
  return Tensor::adopt(out[0].t);
}

Status call_into(Context& c, const OpRow& row, std::span<const Arg> in, const Tensor& destination) {
  Arg out[] = {Arg(destination)};
  return dispatch(c, row.id(), in, out);
}

CachedProgram& OpCaches::entry(const ProgramKey& key) {
  if (!programs) [[unlikely]]
    programs = std::make_unique<CachedProgram[]>(kCacheSize);
  return programs[(key.types * 0x9e3779b97f4a7c15u + key.extra * 0xd6e8feb86659fd93u) >> 54];
}

uint32_t OpCaches::intern(const char* s) {
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i] == s) return uint32_t(i + 1);
  words.emplace_back(s);
  return uint32_t(words.size());
}

static uint8_t promotion_class(const TensorImpl& t) {
  return t.wrapped_number ? 2 : t.meta.sizes.n == 0;
}

// Exact, not a hash: 6 bits for each argument after a leading 1 that fixes their number, then the destination's dtype;
// the op, the default dtype and string parameters apart.
ProgramKey key_of(Context& c, OpId id, std::span<const Arg> in, Arg out) {
  ProgramKey k{1, uint64_t(id) << 48 | uint64_t(c.default_dtype) << 44};
  CHECK(in.size() <= 9);
  for (const Arg& a : in) {
    uint64_t code;
    switch (a.tag) {
      case Tag::tensor: code = 24 + unsigned(a.t->meta.dtype) * 3 + promotion_class(*a.t); break;
      case Tag::integer:
      case Tag::symbol: code = 1; break;
      case Tag::floating: code = 2; break;
      case Tag::boolean: code = 3 + (a.i != 0); break;
      case Tag::complex_number: code = 5; break;
      case Tag::dtype: code = 6 + unsigned(a.i); break;
      case Tag::string:
        code = 18;
        k.extra = (k.extra & ~0xffffffffull) | (k.extra << 16 & 0xffff0000ull) | c.caches->intern(a.s);
        break;
      case Tag::none: code = 0; break;
      default: code = 19;
    }
    k.types = k.types << 6 | code;
  }
  k.types = k.types << 4 | (out.is_tensor() ? unsigned(out.t->meta.dtype) + 1 : 0);
  return k;
}

Types eager_types(Context& c, const OpRow& row, std::span<const Arg> in) {
  DType d[kMaxParams] = {};
  uint8_t classes[kMaxParams] = {};
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) {
      d[i] = in[i].t->meta.dtype;
      classes[i] = promotion_class(*in[i].t);
    }
  return resolve_types(row, in, d, classes, c.default_dtype);
}

Status check_dtypes(const OpRow& row, std::span<const Arg> in) {
  if (!row.check) return {};
  std::vector<DType> d(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].is_tensor()) d[i] = in[i].t->meta.dtype;
  return row.check(in, d.data());
}

Status check_sizes(const Sizes& sizes) {
  for (int64_t s : sizes)
    if (s < 0)
      return Status::error("Trying to create tensor with negative dimension " + std::to_string(s) + ": " + shape_text(sizes));
  return {};
}

Status infer(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Meta<int64_t>> out) {
  constexpr size_t kInline = 24;
  const Meta<int64_t>* few[kInline];
  std::vector<const Meta<int64_t>*> many;
  const Meta<int64_t>** metas = few;
  if (in.size() > kInline) {
    many.resize(in.size());
    metas = many.data();
  }
  Device device = c.default_device;
  bool found = false;
  for (size_t i = 0; i < in.size(); ++i) {
    metas[i] = in[i].is_tensor() ? &in[i].t->meta : nullptr;
    if (!metas[i]) continue;
    if (found && !(metas[i]->device == device) && metas[i]->sizes.n != 0 && device.type != metas[i]->device.type)
      return Status::error("Expected all tensors to be on the same device, but found at least two devices, " +
                           device_text(device) + " and " + device_text(metas[i]->device) + "!");
    if (!found || metas[i]->sizes.n != 0) device = metas[i]->device;
    found = true;
  }
  for (Meta<int64_t>& m : out) m.device = device;
  InferCtx<int64_t> x{row, in, metas, out.data(), int(out.size()), c.default_dtype, {}};
  row.infer(x);
  TRY(std::move(x.status));
  for (Meta<int64_t>& m : out) {
    if (m.sizes.n > kMaxDims) return Status::error("tensors of more than 64 dimensions are not supported");
    TRY(check_sizes(m.sizes));
  }
  return {};
}

static int64_t to_integer(double v) {
  return v >= -9223372036854775808.0 && v < 9223372036854775808.0 ? int64_t(v) : INT64_MIN;
}

void read_scalars(std::span<const Arg> in, bool complex, ScalarArg* s) {
  size_t n = std::min<size_t>(in.size(), kCountScalar);
  for (size_t i = 0; i < n; ++i) {
    const Arg& a = in[i];
    if (!a.is_number()) continue;
    // A complex program reads both halves of a scalar: f and the bits of i.
    s[i] = {a.number(), complex                  ? __builtin_bit_cast(int64_t, a.complex().im)
                        : a.tag == Tag::floating ? to_integer(a.f)
                                                 : a.integer()};
  }
}

Status check_destination(const TensorImpl& dest, const Sizes& sizes, DType result) {
  if (!(dest.meta.sizes == sizes))
    return Status::error("output with shape " + shape_text(dest.meta.sizes) + " doesn't match the broadcast shape " +
                         shape_text(sizes));
  if (category_of(result) > category_of(dest.meta.dtype))
    return Status::error(std::string("result type ") + row_of(result).scalar_name +
                         " can't be cast to the desired output type " + row_of(dest.meta.dtype).scalar_name);
  return {};
}

// Whether there are more than 2^63 - 1 units in elements of these sizes, of `units` each. A zero anywhere makes them none.
static bool count_overflows(const Sizes& sizes, int64_t units) {
  bool overflows = false;
  for (int64_t d : sizes) {
    if (d == 0) return false;
    overflows |= __builtin_mul_overflow(units, d, &units);
  }
  return overflows;
}

Result<Tensor> allocate(const Meta<int64_t>& meta) {
  if (count_overflows(meta.sizes, bytes_of(meta.dtype))) [[unlikely]]
    return Status::error("Storage size calculation overflowed with sizes=" + shape_text(meta.sizes));
  try {
    return new_tensor(meta);
  } catch (const OutOfMemory& e) {
    return memory_failure(e);
  }
}

Status not_implemented(const OpRow& row, DType d) {
  std::string name = row.kernel_name.empty() ? std::string(row.canonical().base_name()) + "_cpu"
                                             : std::string(row.kernel_name);
  return Status::error(ErrorKind::not_implemented, unsupported_text(name, d));
}

// A row's look at its operands' data, where there is any.
static Status run_guard(Context& c, const OpRow& row, std::span<const Arg> in) {
  if (!row.guard) return {};
  for (const Arg& a : in)
    if (a.is_tensor() && !has_data(*a.t)) return {};
  return row.guard(c, in);
}

static Status touch_all(std::span<const Arg> in, std::span<Arg> out) {
  for (const Arg& a : in)
    if (a.is_tensor()) TRY(touch(*a.t, false));
  for (const Arg& a : out)
    if (a.is_tensor()) TRY(touch(*a.t, true));
  return {};
}

// A view op gives tensors over the input's storage. One with a destination changes that tensor's own sizes and strides
// (transpose_ and the like).
static Status run_view(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out) {
  Meta<int64_t> few[2];
  std::vector<Meta<int64_t>> many(out.size() > 2 ? out.size() : 0);
  std::span<Meta<int64_t>> metas = out.size() > 2 ? std::span(many) : std::span(few, out.size());
  TRY(infer(c, row, in, metas));
  for (const Meta<int64_t>& m : metas) {
    if (count_overflows(m.sizes, 1)) [[unlikely]]
      return Status::error("numel: integer multiplication overflow");
  }
  TRY(run_guard(c, row, in));
  TensorImpl& x = *in[0].t;
  for (size_t k = 0; k < out.size(); ++k) {
    if (out[k].is_tensor()) {
      TensorImpl& t = *out[k].t;
      t.meta = metas[k];
      t.numel = t.meta.sizes.product();
      t.contiguous = is_contiguous(t.meta);
      continue;
    }
    Tensor v = alias_of(x, metas[k]);
    static const OpId detach = find_op("detach").id();
    if (x.inference && row.id() == detach) v->own_version = true;
    if (row.vjp && !c.inference_mode) {  // a view without gradient shares no history
      v->base = x.base ? x.base : &x;
      ++v->base->refs;
      v->view_version = version_of(x);
      v->view_kind = !grad_mode(c)    ? ViewKind::made_without_grad
                     : out.size() > 1 ? ViewKind::one_of_many
                                      : ViewKind::plain;
    }
    out[k] = Arg(v.release());
  }
  return {};
}

static Status run_composite(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out) {
  TRY(check_dtypes(row, in));
  EagerSink g(c);
  Value few[kMaxReturns];
  std::vector<Value> many(out.size() > kMaxReturns ? out.size() : 0);
  std::span<Value> values = many.empty() ? std::span<Value>(few, out.size()) : std::span<Value>(many);
  std::span<const Arg> args = in;
  std::vector<Arg> own;
  std::vector<Tensor> kept;  // what is overwritten and may be asked for again in the backward pass
  auto is_overwritten = [&](const Arg& a) {
    return a.is_tensor() && std::any_of(out.begin(), out.end(), [&](const Arg& o) { return o.is_tensor() && o.t == a.t; });
  };
  auto needs_gradient = [](const Arg& a) { return a.is_tensor() && a.t->requires_grad(); };
  if (!out.empty() && out[0].is_tensor() && grad_mode(c) && std::any_of(in.begin(), in.end(), needs_gradient)) {
    own.assign(in.begin(), in.end());
    for (Arg& a : own)
      if (is_overwritten(a)) {
        ASSIGN_OR_RETURN(Tensor copy, call_op(c, find_op("clone"), {a}));
        kept.push_back(std::move(copy));
        a = Arg(kept.back().get());
      }
    args = own;
  }
  row.decompose(g, args, values);
  TRY(std::move(g.status));
  for (size_t k = 0; k < out.size(); ++k) {
    if (out[k].is_tensor()) {
      static const OpRow &to = find_op("to"), &copy = find_op("copy");
      TRY(check_destination(*out[k].t, values[k].t->meta.sizes, values[k].t->meta.dtype));
      size_t at = 0;  // the operand that is changed in place, whose history goes on
      while (at < in.size() && !(in[at].is_tensor() && in[at].t == out[k].t)) ++at;
      if (at == in.size()) {
        const Arg as[] = {values[k], out[k].t->meta.dtype};
        TRY(dispatch(c, to.id(), as, out.subspan(k, 1)));
      } else if (values[k].t != args[at].t) {
        const Arg into[] = {out[k], values[k], false};
        TRY(dispatch(c, copy.id(), into, out.subspan(k, 1)));
      }
      continue;
    }
    if (!values[k].given()) continue;
    out[k] = Arg(Tensor(values[k].t).release());
  }
  return {};
}

static Status run_row(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out) {
  if (row.kind == OpKind::pointwise) [[likely]] {
    TRY(touch_all(in, out));
    TRY(run_guard(c, row, in));
    if (out[0].is_tensor()) bump_version(*out[0].t);
    if (const OpRow* other = row.rewrite ? row.rewrite(in) : nullptr) {
      if (other->kind == OpKind::pointwise) return run_pointwise(c, *other, in.first(1), out);
      if (!out[0].is_tensor() && c.executor != Executor::reference) return run_op(c, other->id(), in.first(1), out);
    }
    return run_pointwise(c, row, in, out);
  }
  if (row.kind == OpKind::composite) return run_composite(c, row, in, out);
  if (row.kind == OpKind::view) return run_view(c, row, in, out);
  TRY(check_dtypes(row, in));
  Meta<int64_t> few[kMaxReturns];
  std::vector<Meta<int64_t>> many(out.size() > kMaxReturns ? out.size() : 0);
  std::span<Meta<int64_t>> meta = many.empty() ? std::span(few, out.size()) : std::span(many);
  TRY(infer(c, row, in, meta));
  TRY(touch_all(in, out));
  TRY(run_guard(c, row, in));
  std::vector<Tensor> results(out.size());
  bool data = true;
  for (size_t k = 0; k < out.size(); ++k) {
    if (!out[k].is_tensor()) {
      ASSIGN_OR_RETURN(results[k], allocate(meta[k]));
      results[k]->inference = c.inference_mode;
      data &= has_data(*results[k]);
      continue;
    }
    TRY(check_destination(*out[k].t, meta[k].sizes, meta[k].dtype));
    bump_version(*out[k].t);
    bool copy = out[k].t->meta.dtype != meta[k].dtype;
    for (const Arg& a : in) copy |= a.is_tensor() && partial_overlap(*out[k].t, *a.t);
    if (copy || row.kind == OpKind::external) {  // kernels may read an operand after they wrote the result
      ASSIGN_OR_RETURN(results[k], allocate(meta[k]));
    } else {
      results[k] = Tensor(out[k].t);
    }
    data &= has_data(*out[k].t);
  }
  if (data) TRY(row.kind == OpKind::reduction ? run_reduction(c, row, in, results) : row.eager(c, in, results));
  for (size_t k = 0; k < out.size(); ++k) {
    if (!out[k].is_tensor()) {
      out[k] = Arg(results[k].release());
    } else if (results[k].get() != out[k].t && data) {
      static const OpRow& to = find_op("to");
      const Arg copy[] = {results[k], out[k].t->meta.dtype};
      TRY(run_pointwise(c, to, copy, out.subspan(k, 1)));
    }
  }
  return {};
}

Status check_writable(const Context& c, std::span<const Arg> out) {
  if (c.inference_mode) return {};
  for (const Arg& a : out)
    if (a.is_tensor() && a.t->inference && !a.t->own_version)  // detached, it counts its own changes
      return Status::error(
          "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a "
          "normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.");
  return {};
}
Status run_op(Context& c, OpId id, std::span<const Arg> in, std::span<Arg> out) {
  try {
    const OpRow& row = row_of(id);
    if (c.enabled) {  // 0: pending work is launched, which was checked when it was issued
      TRY(check_writable(c, out));
      TRY(check_overlap(c, row, in, out));
    }
    return run_row(c, row, in, out);
  } catch (const std::bad_alloc& e) {
    return memory_failure(e);
  }
}

}  // namespace adder::rt
