#include "capture/scalar.h"

#include "capture/values.h"

namespace adder::capture {
bool int_equal(Value a, Value b) {
  if (a.cell()->aux != b.cell()->aux) return false;
  if (a.cell()->aux == kInt64Aux) return a.as<Int64>()->v == b.as<Int64>()->v;
  const BigInt &x = *a.as<BigInt>(), &y = *b.as<BigInt>();
  return x.n == y.n && !memcmp(x.limbs, y.limbs, x.n * sizeof(uint64_t));
}
const char* scalar_name(uint8_t kind) {
  static const char* const kBinary[] = {"+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "@"};
  static const char* const kCompare[] = {"<", "<=", ">", ">=", "==", "!="};
  static const char* const kUnary[] = {"neg", "pos", "invert"};
  auto in = [kind](auto& names, int from) {
    size_t n = size_t(kind - from);
    return n < std::size(names) ? names[n] : "";
  };
  if (kind < kScalarCompare) return in(kBinary, 0);
  if (kind < kScalarIs) return in(kCompare, kScalarCompare);
  if (kind == kScalarIs) return "is";
  if (kind == kScalarIsNot) return "isnot";
  if (kind == kScalarNot) return "not";
  return kind < kScalarUnary ? "" : in(kUnary, kScalarUnary);
}
Value evaluate_scalar(Thread& th, uint8_t kind, Value a, Value b) {
  if (kind == kScalarIs) return boolean(same(a, b) && (a == b || is_scalar(a)));
  if (kind == kScalarIsNot) return boolean(!(same(a, b) && (a == b || is_scalar(a))));
  if (kind == kScalarNot) return boolean(!scalar_truth(a));
  if (both_int(a, b)) {
    int64_t x = a.as_int(), y = b.as_int(), r;
    switch (kind) {
      case kAdd: return integer(th, x + y);
      case kSub: return integer(th, x - y);
      case kMul:
        if (!__builtin_mul_overflow(x, y, &r)) return integer(th, r);
        break;
      case kScalarCompare + 0: return boolean(x < y);
      case kScalarCompare + 1: return boolean(x <= y);
      case kScalarCompare + 2: return boolean(x > y);
      case kScalarCompare + 3: return boolean(x >= y);
      case kScalarCompare + 4: return boolean(x == y);
      case kScalarCompare + 5: return boolean(x != y);
      default: break;
    }
  }
  Value res = kAbsent;
  Out o;
  if (kind < kScalarCompare)
    o = adder::binary(th, kind, false, a, b, 255, &res);
  else if (kind < kScalarIs)
    o = adder::compare(th, Op(LT + 3 * (kind - kScalarCompare)), a, b, 255, &res);
  else
    o = adder::unary(th, Op(NEG + kind - kScalarUnary), a, 255, &res);
  return o == kDone ? res : kAbsent;
}
}  // namespace adder::capture
