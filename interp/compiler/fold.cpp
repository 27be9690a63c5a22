// Constant expressions: what CPython's own folding makes visible (constants of code objects, `is`, speed), restricted
// to results that cannot raise and need no big integers.
#include <cmath>

#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

namespace {

ConstProto of_literal(const Literal& v) {
  ConstProto c;
  switch (v.type) {
    case Literal::None: c.type = ConstProto::None; break;
    case Literal::False: c.type = ConstProto::False; break;
    case Literal::True: c.type = ConstProto::True; break;
    case Literal::Ellipsis: c.type = ConstProto::Ellipsis; break;
    case Literal::Int:
      c.type = ConstProto::Int;
      c.integer = v.integer;
      break;
    case Literal::BigInt:
      c.type = ConstProto::BigInt;
      c.text = v.text;
      break;
    case Literal::Float:
      c.type = ConstProto::Float;
      c.real = v.real;
      break;
    case Literal::Imaginary:
      c.type = ConstProto::Complex;
      c.imaginary = v.real;
      break;
    case Literal::Str:
      c.type = ConstProto::Str;
      c.text = v.text;
      break;
    case Literal::Bytes:
      c.type = ConstProto::Bytes;
      c.text = v.text;
      break;
  }
  return c;
}

bool is_real(const ConstProto& c) {
  return c.type == ConstProto::Int || c.type == ConstProto::Float;
}
double real_of(const ConstProto& c) {
  return c.type == ConstProto::Int ? double(c.integer) : c.real;
}

bool fold_unary(Operator op, const ConstProto& v, ConstProto* out) {
  switch (op) {
    case Operator::USub:
      if (v.type == ConstProto::Int && v.integer != INT64_MIN) {
        *out = v;
        out->integer = -v.integer;
        return true;
      }
      if (v.type == ConstProto::BigInt && v.text[0] != '-') {
        *out = v;
        out->text = "-" + v.text;
        return true;
      }
      if (v.type == ConstProto::Float || v.type == ConstProto::Complex) {
        *out = v;
        out->real = -v.real;
        out->imaginary = -v.imaginary;
        return true;
      }
      return false;
    case Operator::UAdd:
      if (!is_real(v) && v.type != ConstProto::Complex) return false;
      *out = v;
      return true;
    case Operator::Invert:
      if (v.type != ConstProto::Int) return false;
      *out = v;
      out->integer = ~v.integer;
      return true;
    case Operator::Not:
      if (v.type > ConstProto::True && v.type != ConstProto::Int) return false;
      *out = ConstProto();
      out->type =
          v.type == ConstProto::True || (v.type == ConstProto::Int && v.integer) ? ConstProto::False : ConstProto::True;
      return true;
    default: return false;
  }
}

bool fold_int(Operator op, int64_t a, int64_t b, int64_t* out) {
  switch (op) {
    case Operator::Add: return !__builtin_add_overflow(a, b, out);
    case Operator::Sub: return !__builtin_sub_overflow(a, b, out);
    case Operator::Mult: return !__builtin_mul_overflow(a, b, out);
    case Operator::FloorDiv:
      if (b == 0 || (b == -1 && a == INT64_MIN)) return false;
      *out = a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
      return true;
    case Operator::Mod:
      if (b == 0 || b == -1) return false;
      *out = a % b;
      if (*out && ((*out < 0) != (b < 0))) *out += b;
      return true;
    case Operator::Pow: {
      if (b < 0 || b > 64) return false;
      int64_t r = 1;
      for (int64_t i = 0; i < b; i++) {
        if (__builtin_mul_overflow(r, a, &r)) return false;
      }
      *out = r;
      return true;
    }
    case Operator::LShift:
      if (b < 0 || b > 62 || a < 0 || (a >> (62 - b))) return false;
      *out = a << b;
      return true;
    case Operator::RShift:
      if (b < 0) return false;
      *out = a >> std::min<int64_t>(b, 63);
      return true;
    case Operator::BitAnd: *out = a & b; return true;
    case Operator::BitOr: *out = a | b; return true;
    case Operator::BitXor: *out = a ^ b; return true;
    default: return false;
  }
}

bool fold_float(Operator op, double a, double b, double* out) {
  switch (op) {
    case Operator::Add: *out = a + b; return true;
    case Operator::Sub: *out = a - b; return true;
    case Operator::Mult: *out = a * b; return true;
    case Operator::Div:
      if (b == 0) return false;
      *out = a / b;
      return true;
    default: return false;
  }
}

bool fold_binary(Operator op, const ConstProto& a, const ConstProto& b, ConstProto* out) {
  if (a.type == ConstProto::Int && b.type == ConstProto::Int) {
    if (op == Operator::Div) {  // correctly rounded as long as both are exact as doubles
      constexpr int64_t kExact = int64_t(1) << 53;
      auto exact = [](int64_t i) { return i >= -kExact && i <= kExact; };
      if (b.integer == 0 || !exact(a.integer) || !exact(b.integer)) return false;
      out->type = ConstProto::Float;
      out->real = double(a.integer) / double(b.integer);
      return true;
    }
    out->type = ConstProto::Int;
    return fold_int(op, a.integer, b.integer, &out->integer);
  }
  if (is_real(a) && is_real(b)) {
    out->type = ConstProto::Float;
    return fold_float(op, real_of(a), real_of(b), &out->real);
  }
  bool complex = b.type == ConstProto::Complex && is_real(a);
  if (complex && (op == Operator::Add || op == Operator::Sub)) {  // 1 + 2j
    out->type = ConstProto::Complex;
    out->real = op == Operator::Add ? real_of(a) + b.real : real_of(a) - b.real;
    out->imaginary = op == Operator::Add ? 0.0 + b.imaginary : 0.0 - b.imaginary;  // never -0.0
    return true;
  }
  return false;
}

}  // namespace

bool FunctionCompiler::folds(Node* n, ConstProto* out) {
  switch (n->kind) {
    case Kind::Constant: *out = of_literal(as<Constant>(n)->value); return true;
    case Kind::Name:
      if (as<Name>(n)->id->text != "__debug__") return false;
      *out = ConstProto();
      out->type = unit_.options.optimize ? ConstProto::False : ConstProto::True;
      return true;
    case Kind::UnaryOp: {
      auto* u = as<UnaryOp>(n);
      ConstProto v;
      return folds(u->operand, &v) && fold_unary(u->op, v, out);
    }
    case Kind::BinOp: {
      auto* b = as<BinOp>(n);
      if (b->right->kind != Kind::Constant && b->right->kind != Kind::UnaryOp && b->right->kind != Kind::BinOp) {
        return false;
      }
      ConstProto x;
      ConstProto y;
      return folds(b->right, &y) && folds(b->left, &x) && fold_binary(b->op, x, y, out);
    }
    case Kind::Tuple: {
      ConstProto t;
      t.type = ConstProto::Tuple;
      for (Node* e : as<Tuple>(n)->elts) {
        t.items.emplace_back();
        if (!folds(e, &t.items.back())) return false;
      }
      *out = std::move(t);
      return true;
    }
    default: return false;
  }
}

}  // namespace adder
