// dtype, Status, SymInt, shapes, Meta, promotion.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#define CHECK(x)                                                          \
  do {                                                                    \
    if (!(x)) {                                                           \
      std::fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #x); \
      std::abort();                                                       \
    }                                                                     \
  } while (0)
#define TRY(x)                                                   \
  do {                                                           \
    if (::adder::rt::Status try_ = (x); !try_.ok()) return try_; \
  } while (0)

namespace adder::rt {

// Opaque on purpose: only files that name an op (family files, table) include op_id.h and rebuild when a row is added.
enum class OpId : uint16_t;

class [[nodiscard]] Status {  // one pointer; null is success
 public:
  Status() = default;
  static Status error(std::string m) {
    Status s;
    s.message_ = std::make_unique<std::string>(std::move(m));
    return s;
  }
  bool ok() const { return !message_; }
  const std::string& message() const { return *message_; }

 private:
  std::unique_ptr<std::string> message_;
};

enum class DType : uint8_t { b8, i32, i64, f16, bf16, f32, f64 };
struct DTypeRow {
  const char* name;
  int bytes;
  int category;
};  // category: 0 bool, 1 integer, 2 floating
inline constexpr DTypeRow kDTypes[] = {{"bool", 1, 0},     {"int32", 4, 1},   {"int64", 8, 1},  {"float16", 2, 2},
                                       {"bfloat16", 2, 2}, {"float32", 4, 2}, {"float64", 8, 2}};
constexpr int bytes_of(DType d) {
  return kDTypes[int(d)].bytes;
}
constexpr int category_of(DType d) {
  return kDTypes[int(d)].category;
}
constexpr DType promote(DType a, DType b) {
  if (category_of(a) != category_of(b)) return category_of(a) > category_of(b) ? a : b;
  if ((a == DType::f16 && b == DType::bf16) || (a == DType::bf16 && b == DType::f16)) return DType::f32;
  return a > b ? a : b;
}

// A size that may be symbolic. `hint` is its value in the run being recorded; expr 0 means "constant".
// Comparisons give SymBool, which does not convert to bool: a branch must go through guard_bool and say why.
struct SymBool {
  bool hint;
  uint32_t expr = 0;
};
struct SymInt {
  int64_t hint = 0;
  uint32_t expr = 0;
  SymInt(int64_t v = 0) : hint(v) {}
  SymInt(int64_t v, uint32_t e) : hint(v), expr(e) {}
};
struct ShapeEnv {  // one per recording
  std::vector<std::string> exprs{""}, guards;
  SymInt symbol(int64_t hint) {
    exprs.push_back("s" + std::to_string(exprs.size() - 1));
    return {hint, uint32_t(exprs.size() - 1)};
  }
  std::string text(SymInt v) const { return v.expr ? exprs[v.expr] : std::to_string(v.hint); }
};
extern thread_local ShapeEnv* current_shape_env;
SymInt sym_binary(char op, SymInt a, SymInt b);
SymBool sym_compare(const char* op, SymInt a, SymInt b);
inline SymInt operator+(SymInt a, SymInt b) {
  return sym_binary('+', a, b);
}
inline SymInt operator-(SymInt a, SymInt b) {
  return sym_binary('-', a, b);
}
inline SymInt operator*(SymInt a, SymInt b) {
  return sym_binary('*', a, b);
}
inline SymInt operator/(SymInt a, SymInt b) {
  return sym_binary('/', a, b);
}  // floor; the shape rules only divide exactly
inline SymBool operator==(SymInt a, SymInt b) {
  return sym_compare("==", a, b);
}
inline SymBool operator!=(SymInt a, SymInt b) {
  return sym_compare("!=", a, b);
}
inline SymBool operator<(SymInt a, SymInt b) {
  return sym_compare("<", a, b);
}
inline SymBool operator>(SymInt a, SymInt b) {
  return sym_compare(">", a, b);
}
bool guard_bool(SymBool b, const char* why);  // records a guard in current_shape_env
constexpr bool guard_bool(bool b, const char*) {
  return b;
}
inline int64_t hint_of(int64_t v) {
  return v;
}
inline int64_t hint_of(SymInt v) {
  return v.hint;
}

inline constexpr int kMaxDims = 8;
template <class D>
struct Dims {
  D d[kMaxDims];
  int n = 0;
  Dims() {}
  Dims(std::initializer_list<D> l) {
    for (D v : l) push(v);
  }
  void push(D v) {
    CHECK(n < kMaxDims);
    d[n++] = v;
  }
  D& operator[](int i) { return d[i]; }
  const D& operator[](int i) const { return d[i]; }
  void insert(int at, D v) {
    push(v);
    for (int i = n - 1; i > at; --i) d[i] = d[i - 1];
    d[at] = v;
  }
  void erase(int at) {
    for (int i = at; i + 1 < n; ++i) d[i] = d[i + 1];
    --n;
  }
  D product() const {
    D p = 1;
    for (int i = 0; i < n; ++i) p = p * d[i];
    return p;
  }
  const D* begin() const { return d; }
  const D* end() const { return d + n; }
};
using Sizes = Dims<int64_t>;

// What a shape rule sees and produces. Strides and offset count elements and matter for views only.
template <class D>
struct Meta {
  DType dtype = DType::f32;
  Dims<D> sizes, strides;
  D offset = 0;
  void set_contiguous() {
    strides.n = sizes.n;
    D s = 1;
    for (int i = sizes.n; i-- > 0;) {
      strides[i] = s;
      s = s * sizes[i];
    }
  }
};
using SymMeta = Meta<SymInt>;
SymMeta to_sym(const Meta<int64_t>& m);
std::string shape_text(const Sizes& s);

}  // namespace adder::rt
