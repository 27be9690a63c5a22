#include "runtime/types/symint.h"
#include <algorithm>
#include "runtime/base/check.h"

namespace adder::rt {
namespace {

int64_t apply(SymOp op, int64_t a, int64_t b) {
  switch (op) {
    case SymOp::add: return int64_t(uint64_t(a) + uint64_t(b));
    case SymOp::sub: return int64_t(uint64_t(a) - uint64_t(b));
    case SymOp::mul: return int64_t(uint64_t(a) * uint64_t(b));
    case SymOp::floordiv: return b == 0 ? 0 : b == -1 ? int64_t(0 - uint64_t(a)) : floor_div(a, b);
    case SymOp::mod: return b == 0 || b == -1 ? 0 : a - floor_div(a, b) * b;
    case SymOp::min: return std::min(a, b);
    case SymOp::max: return std::max(a, b);
    case SymOp::eq: return a == b;
    case SymOp::ne: return a != b;
    case SymOp::lt: return a < b;
    case SymOp::le: return a <= b;
    case SymOp::symbol: break;
  }
  CHECK(!"a symbol has no operands");
  return 0;
}
bool same(SymInt a, SymInt b) {
  return a.expr == b.expr && (a.expr || a.hint == b.hint);
}
bool is_constant(SymInt a, int64_t v) {
  return !a.expr && a.hint == v;
}
bool commutes(SymOp op) {
  return op == SymOp::add || op == SymOp::mul || op == SymOp::min || op == SymOp::max || op == SymOp::eq ||
         op == SymOp::ne;
}
ShapeEnv& env_of(SymInt a, SymInt b) {
  CHECK(!a.expr || !b.expr || a.expr->env == b.expr->env);
  return a.expr ? *a.expr->env : *b.expr->env;
}

// Loosest to tightest, so that text() writes only the parentheses that are needed: a*b//c is not a*(b//c), and a*(b*c)
// is another expression than a*b*c, with other strides equal to it.
int precedence(SymOp op) {
  switch (op) {
    case SymOp::symbol:
    case SymOp::min:
    case SymOp::max: return 4;
    case SymOp::mul:
    case SymOp::floordiv:
    case SymOp::mod: return 3;
    case SymOp::add:
    case SymOp::sub: return 2;
    default: return 1;
  }
}
std::string operand_text(SymInt v, int outer) {
  std::string s = ShapeEnv::text(v);
  return v.expr && precedence(v.expr->op) < outer ? "(" + s + ")" : s;
}

}  // namespace

SymInt ShapeEnv::symbol(int64_t hint) {
  exprs_.push_back({SymOp::symbol, uint32_t(exprs_.size()), uint32_t(symbols_.size()), {}, {}, hint, this});
  symbols_.push_back(&exprs_.back());
  return {hint, &exprs_.back()};
}

const SymExpr* ShapeEnv::make(SymOp op, SymInt a, SymInt b, int64_t hint) {
  auto mix = [](uint64_t h, SymInt v) {
    uint64_t key = v.expr ? 0x8000000000000000ull + v.expr->id : uint64_t(v.hint);
    return (h ^ key) * 0x9e3779b97f4a7c15ull;
  };
  auto& bucket = known_[mix(mix(uint64_t(op) + 1, a), b)];
  for (const SymExpr* e : bucket)
    if (e->op == op && same(e->a, a) && same(e->b, b)) return e;
  exprs_.push_back({op, uint32_t(exprs_.size()), 0, a, b, hint, this});
  bucket.push_back(&exprs_.back());
  return &exprs_.back();
}

void ShapeEnv::add_guard(const SymExpr* condition, bool value, const char* why) {
  for (const ShapeGuard& g : guards_)
    if (g.condition == condition) return;
  guards_.push_back({condition, value, why});
}

std::string ShapeEnv::text(SymInt v) {
  return v.expr ? text(v.expr) : std::to_string(v.hint);
}

std::string ShapeEnv::text(const SymExpr* e) {
  static constexpr const char* kSigns[] = {"", "+", "-", "*", "//", "%", "Min", "Max", " == ", " != ", " < ", " <= "};
  const char* sign = kSigns[int(e->op)];
  if (e->op == SymOp::symbol) return "s" + std::to_string(e->symbol);
  if (e->op == SymOp::min || e->op == SymOp::max) return sign + ("(" + text(e->a) + ", " + text(e->b) + ")");
  int p = precedence(e->op);
  return operand_text(e->a, p) + sign + operand_text(e->b, p + 1);
}

int64_t ShapeEnv::evaluate(SymInt v, std::span<const int64_t> symbols) {
  if (!v.expr) return v.hint;
  const SymExpr& e = *v.expr;
  if (e.op == SymOp::symbol) return symbols[e.symbol];
  int64_t a = evaluate(e.a, symbols);
  int64_t b = evaluate(e.b, symbols);
  return apply(e.op, a, b);
}

SymInt sym_binary(SymOp op, SymInt a, SymInt b) {
  int64_t hint = apply(op, a.hint, b.hint);
  if (!a.expr && !b.expr) return hint;
  if (commutes(op) && !a.expr) std::swap(a, b);  // constants stand right
  switch (op) {
    case SymOp::add:
      if (is_constant(b, 0)) return a;
      break;
    case SymOp::sub:
      if (same(a, b)) return 0;
      if (!b.expr) return sym_binary(SymOp::add, a, SymInt(-b.hint));
      if (a.expr && a.expr->op == SymOp::add && same(a.expr->a, b)) return a.expr->b;
      break;
    case SymOp::mul:
      if (is_constant(b, 1)) return a;
      if (is_constant(b, 0)) return 0;
      break;
    case SymOp::floordiv:
      if (is_constant(b, 1)) return a;
      if (a.expr && a.expr->op == SymOp::mul && hint_of(b) != 0) {  // (x*y)//y: sizes are never zero divisors here
        if (same(a.expr->b, b)) return a.expr->a;
        if (same(a.expr->a, b)) return a.expr->b;
      }
      break;
    case SymOp::mod:
      if (is_constant(b, 1)) return 0;
      break;
    case SymOp::min:
    case SymOp::max:
      if (same(a, b)) return a;
      break;
    default: break;
  }
  bool folds = (op == SymOp::add || op == SymOp::mul) && !b.expr && a.expr->op == op && !a.expr->b.expr;
  if (folds) return sym_binary(op, a.expr->a, SymInt(apply(op, a.expr->b.hint, b.hint)));
  return {hint, env_of(a, b).make(op, a, b, hint)};
}

SymBool sym_compare(SymOp op, SymInt a, SymInt b) {
  bool hint = apply(op, a.hint, b.hint) != 0;
  if (!a.expr && !b.expr) return {hint};
  if (same(a, b)) return {op == SymOp::eq || op == SymOp::le};  // the same expression: known without a guard
  if (commutes(op) && !a.expr) std::swap(a, b);
  return {hint, env_of(a, b).make(op, a, b, hint)};
}

bool guard_bool(SymBool b, const char* why) {
  if (b.expr) b.expr->env->add_guard(b.expr, b.hint, why);
  return b.hint;
}

}  // namespace adder::rt
