#include "runtime/types/types.h"
namespace adder::rt {
thread_local ShapeEnv* current_shape_env = nullptr;

static int64_t apply(char op, int64_t a, int64_t b) {
  return op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b;
}
SymInt sym_binary(char op, SymInt a, SymInt b) {
  int64_t hint = apply(op, a.hint, b.hint);
  if (!a.expr && !b.expr) return hint;
  if (!b.expr && b.hint == 1 && (op == '*' || op == '/')) return a;
  if (!a.expr && a.hint == 1 && op == '*') return b;
  CHECK(current_shape_env);
  ShapeEnv& e = *current_shape_env;
  e.exprs.push_back("(" + e.text(a) + op + e.text(b) + ")");
  return {hint, uint32_t(e.exprs.size() - 1)};
}
SymBool sym_compare(const char* op, SymInt a, SymInt b) {
  bool hint = op[0] == '='   ? a.hint == b.hint
              : op[0] == '!' ? a.hint != b.hint
              : op[0] == '<' ? a.hint < b.hint
                             : a.hint > b.hint;
  if (a.expr == b.expr && (a.expr || a.hint == b.hint))
    return {op[0] == '='};  // the same expression: known without a guard
  if (!a.expr && !b.expr) return {hint};
  CHECK(current_shape_env);
  ShapeEnv& e = *current_shape_env;
  e.exprs.push_back(e.text(a) + " " + op + " " + e.text(b));
  return {hint, uint32_t(e.exprs.size() - 1)};
}
bool guard_bool(SymBool b, const char* why) {
  if (b.expr) {
    ShapeEnv& e = *current_shape_env;
    std::string g = (b.hint ? "" : "not ") + e.exprs[b.expr] + "  # " + why;
    bool known = false;
    for (auto& x : e.guards) known |= x == g;
    if (!known) e.guards.push_back(g);
  }
  return b.hint;
}
SymMeta to_sym(const Meta<int64_t>& m) {
  SymMeta r;
  r.dtype = m.dtype;
  r.offset = m.offset;
  for (int64_t v : m.sizes) r.sizes.push(v);
  for (int64_t v : m.strides) r.strides.push(v);
  return r;
}
std::string shape_text(const Sizes& s) {
  std::string r = "[";
  for (int i = 0; i < s.n; ++i) r += (i ? ", " : "") + std::to_string(s[i]);
  return r + "]";
}
}  // namespace adder::rt
