// Sizes that may be symbolic. A SymInt carries its value in the run being recorded (`hint`) and, when it depends on a
// symbol, the expression for it; expressions belong to a ShapeEnv (one per recording or graph) and live as long as it.
// A comparison gives a SymBool, which does not convert to bool: a branch goes through guard_bool and says why.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace adder::rt {

class ShapeEnv;
struct SymExpr;

struct SymInt {
  int64_t hint = 0;
  const SymExpr* expr = nullptr;  // null: a constant
  SymInt(int64_t v = 0) : hint(v) {}
  SymInt(int64_t v, const SymExpr* e) : hint(v), expr(e) {}
};
struct SymBool {
  bool hint;
  const SymExpr* expr = nullptr;
};

enum class SymOp : uint8_t { symbol, add, sub, mul, floordiv, mod, min, max, eq, ne, lt, le };
struct SymExpr {
  SymOp op;
  uint32_t id;      // position in its ShapeEnv
  uint32_t symbol;  // number of a symbol
  SymInt a, b;      // operands; constants have no expr
  int64_t hint;
  ShapeEnv* env;
};
struct ShapeGuard {
  const SymExpr* condition;
  bool value;
  std::string why;
};

// Not thread-safe: a recording belongs to one thread.
class ShapeEnv {
 public:
  ShapeEnv() = default;
  ShapeEnv(const ShapeEnv&) = delete;
  ShapeEnv& operator=(const ShapeEnv&) = delete;

  SymInt symbol(int64_t hint);
  int n_symbols() const { return int(symbols_.size()); }
  const SymExpr* symbol_at(int i) const { return symbols_[size_t(i)]; }
  const std::deque<SymExpr>& expressions() const { return exprs_; }
  const std::vector<ShapeGuard>& guards() const { return guards_; }

  const SymExpr* make(SymOp op, SymInt a, SymInt b, int64_t hint);  // hash-consed
  void add_guard(const SymExpr* condition, bool value, const char* why);

  static std::string text(SymInt v);  // "(s0+1)*s1"
  static std::string text(const SymExpr* e);
  static int64_t evaluate(SymInt v, std::span<const int64_t> symbols);

 private:
  std::deque<SymExpr> exprs_;
  std::vector<const SymExpr*> symbols_;
  std::unordered_map<uint64_t, std::vector<const SymExpr*>> known_;
  std::vector<ShapeGuard> guards_;
};

SymInt sym_binary(SymOp op, SymInt a, SymInt b);
SymBool sym_compare(SymOp op, SymInt a, SymInt b);
inline SymInt operator+(SymInt a, SymInt b) {
  return sym_binary(SymOp::add, a, b);
}
inline SymInt operator-(SymInt a, SymInt b) {
  return sym_binary(SymOp::sub, a, b);
}
inline SymInt operator*(SymInt a, SymInt b) {
  return sym_binary(SymOp::mul, a, b);
}
inline SymInt operator/(SymInt a, SymInt b) {  // floor; the divisor is not zero
  return sym_binary(SymOp::floordiv, a, b);
}
inline SymInt operator%(SymInt a, SymInt b) {  // sign of the divisor
  return sym_binary(SymOp::mod, a, b);
}
inline SymBool operator==(SymInt a, SymInt b) {
  return sym_compare(SymOp::eq, a, b);
}
inline SymBool operator!=(SymInt a, SymInt b) {
  return sym_compare(SymOp::ne, a, b);
}
inline SymBool operator<(SymInt a, SymInt b) {
  return sym_compare(SymOp::lt, a, b);
}
inline SymBool operator>(SymInt a, SymInt b) {
  return sym_compare(SymOp::lt, b, a);
}
inline SymBool operator<=(SymInt a, SymInt b) {
  return sym_compare(SymOp::le, a, b);
}
inline SymBool operator>=(SymInt a, SymInt b) {
  return sym_compare(SymOp::le, b, a);
}
bool guard_bool(SymBool b, const char* why);  // records a guard in the expression's ShapeEnv
constexpr bool guard_bool(bool b, const char*) {
  return b;
}
inline int64_t hint_of(int64_t v) {
  return v;
}
inline int64_t hint_of(SymInt v) {
  return v.hint;
}
// Shape rules divide through these two, which floor for both kinds of size.
inline int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
inline SymInt floor_div(SymInt a, SymInt b) {
  return a / b;
}
inline int64_t ceil_div(int64_t a, int64_t b) {
  return -floor_div(-a, b);
}
inline SymInt ceil_div(SymInt a, SymInt b) {
  return SymInt(0) - (SymInt(0) - a) / b;
}

}  // namespace adder::rt
