#include "runtime/ops/index_range.h"

#include "runtime/ops/rules.h"

namespace adder::rt {
namespace {

using In = std::span<const Arg>;

int64_t rows_of(In in) {
  return in[0].t->size(0);
}
int64_t classes_of(In in) {
  return in[0].t->size(in[0].t->dim() == 1 ? 0 : 1);
}
int64_t size_along(In in) {
  const TensorImpl& t = *in[0].t;
  return t.dim() ? t.size(dim_of(in[1], t.dim())) : 1;
}

// The ops, where their indices stand, what they are compared with, and which argument, if any, holds a spare index.
constexpr struct {
  std::string_view op;
  int indices;
  int64_t (*end)(In);
  int spare;
} kIndexed[] = {
    {"embedding", 1, rows_of, -1},
    {"nll_loss_forward", 1, classes_of, 4},
    {"nll_loss2d_forward", 1, classes_of, 4},
    {"index_select", 2, size_along, -1},
    {"gather", 2, size_along, -1},
};

template <class T>
bool within(const IndexRange& r, const TensorImpl& t) {
  auto good = [&](int64_t v) { return (v >= r.least && v < r.end) || (r.spare && v == *r.spare); };
  const T* data = t.data_as<T>();
  bool all = true;
  if (t.contiguous) {
    for (int64_t i = 0; i < t.numel; ++i) all &= good(int64_t(data[i]));
    return all;
  }
  for (int64_t i = 0; i < t.numel; ++i) {
    int64_t at = 0, rest = i;
    for (int d = t.dim(); d-- > 0;) {
      at += rest % t.size(d) * t.meta.strides[d];
      rest /= t.size(d);
    }
    all &= good(int64_t(data[at]));
  }
  return all;
}

}  // namespace

std::optional<IndexRange> index_range(const OpRow& row, In args) {
  for (auto& entry : kIndexed) {
    if (row.name != entry.op) continue;
    if (args.size() <= size_t(entry.indices) || !args[0].is_tensor() || !args[size_t(entry.indices)].is_tensor())
      return std::nullopt;
    IndexRange r{entry.indices, 0, entry.end(args), std::nullopt};
    if (entry.spare >= 0) r.spare = integer_or(args, size_t(entry.spare), -100);
    return r;
  }
  return std::nullopt;
}

bool all_within(const IndexRange& range, const TensorImpl& indices) {
  switch (indices.dtype()) {
    case DType::i64: return within<int64_t>(range, indices);
    case DType::i32: return within<int32_t>(range, indices);
    case DType::u8: return within<uint8_t>(range, indices);
    default: return false;
  }
}

std::optional<std::pair<int64_t, int64_t>> values_made(const OpRow& row, In args) {
  if (row.name == "remainder" && args[0].is_tensor() && args[1].tag == Tag::integer && args[1].integer() > 0 &&
      is_integral(args[0].t->dtype()))
    return std::pair<int64_t, int64_t>(0, args[1].integer() - 1);
  if (row.name != "arange") return std::nullopt;
  auto integer = [&](size_t i, int64_t absent) -> std::optional<int64_t> {
    if (i >= args.size() || !args[i].given()) return absent;
    if (args[i].tag != Tag::integer) return std::nullopt;
    return args[i].integer();
  };
  std::optional<int64_t> start = integer(0, 0), end = integer(1, 0), step = integer(2, 1);
  if (!start || !end || !step || *step <= 0 || *start >= *end) return std::nullopt;
  if (*start < INT32_MIN || *end > INT32_MAX) return std::nullopt;  // could wrap in a smaller dtype
  return std::pair(*start, *end - 1);
}

}  // namespace adder::rt
