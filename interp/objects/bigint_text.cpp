// Ints as digits and as bytes. Long decimal texts are cut in halves by powers of ten that are made once.
#include <bit>
#include <charconv>
#include <vector>

#include "interp/objects/big_limbs.h"
#include "interp/objects/bigint.h"

namespace adder {
namespace {

using limbs::Limb;
using limbs::Meter;
using Limbs = std::vector<Limb>;  // trimmed

constexpr int kHorner = 4;  // halves of so many doublings of a limb's digits are converted digit by digit

void trim(Limbs* a) {
  a->resize(limbs::trim(a->data(), a->size()));
}
Limbs product(const Limbs& a, const Limbs& b, Meter& meter) {
  if (a.empty() || b.empty()) return {};
  Limbs r(a.size() + b.size());
  limbs::multiply(r.data(), a.data(), a.size(), b.data(), b.size(), meter);
  trim(&r);
  return r;
}

// Powers base^(d * 2^k), where d digits of the base fit one limb.
class Powers {
 public:
  Powers(unsigned base, Meter& meter) : meter_(meter) {
    Limb power = base;
    for (; power <= ~Limb(0) / base; power *= base) digits_++;
    powers_.push_back({power});
  }
  size_t digits(int k) const { return digits_ << k; }
  const Limbs& operator[](int k) {
    while (powers_.size() <= size_t(k)) powers_.push_back(product(powers_.back(), powers_.back(), meter_));
    return powers_[size_t(k)];
  }
  Meter& meter() { return meter_; }

 private:
  Meter& meter_;
  size_t digits_ = 1;
  std::vector<Limbs> powers_;
};

class Decimal {
 public:
  Decimal(Meter& meter, std::string* out) : powers_(10, meter), out_(out) {}
  void write(Limbs n) {
    int k = 0;
    while (less(powers_[k], n) || powers_[k] == n) k++;
    write(std::move(n), k, false);
  }

 private:
  static bool less(const Limbs& a, const Limbs& b) {
    return limbs::compare(a.data(), a.size(), b.data(), b.size()) < 0;
  }
  // n < 10^digits(k); `pad`: with leading zeros.
  void write(Limbs n, int k, bool pad) {
    if (k <= kHorner) return write_short(std::move(n), pad ? powers_.digits(k) : 0);
    const Limbs& half = powers_[k - 1];
    if (less(n, half)) {
      if (pad) out_->append(powers_.digits(k - 1), '0');
      return write(std::move(n), k - 1, pad);
    }
    Limbs q(n.size() - half.size() + 2), scratch(half.size());
    n.push_back(0);
    limbs::divide(q.data(), n.data(), n.size() - 1, half.data(), half.size(), scratch.data(), powers_.meter());
    q.pop_back();
    trim(&q);
    n.resize(half.size());
    trim(&n);
    write(std::move(q), k - 1, pad);
    write(std::move(n), k - 1, true);
  }
  void write_short(Limbs n, size_t width) {
    char text[(20 << kHorner) + 20];
    char* p = text + sizeof text;
    while (!n.empty()) {
      Limb part = limbs::divide_limb(n.data(), n.data(), n.size(), powers_[0][0]);
      trim(&n);
      for (size_t i = 0; n.empty() ? part != 0 : i < powers_.digits(0); i++, part /= 10) *--p = char('0' + part % 10);
    }
    size_t length = size_t(text + sizeof text - p);
    if (length < width) out_->append(width - length, '0');
    out_->append(p, length);
  }

  Powers powers_;
  std::string* out_;
};

unsigned digit_value(char c) {
  return unsigned(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

class Reader {
 public:
  Reader(unsigned base, Meter& meter) : base_(base), powers_(base, meter) {}
  Limbs read(std::string_view s) {
    int k = kHorner;
    while (powers_.digits(k) < s.size()) k++;
    return read(s, k);
  }

 private:
  Limbs read(std::string_view s, int k) {  // at most digits(k)
    if (k <= kHorner) return read_short(s);
    size_t low = powers_.digits(k - 1);
    if (s.size() <= low) return read(s, k - 1);
    Limbs r = product(read(s.substr(0, s.size() - low), k - 1), powers_[k - 1], powers_.meter());
    Limbs rest = read(s.substr(s.size() - low), k - 1);
    if (r.size() < rest.size()) r.resize(rest.size());
    r.push_back(0);
    limbs::add(r.data(), r.data(), r.size() - 1, rest.data(), rest.size());
    trim(&r);
    return r;
  }
  Limbs read_short(std::string_view s) {
    Limbs r;
    while (!s.empty()) {
      size_t count = s.size() % powers_.digits(0);  // the first group may be shorter
      if (!count) count = powers_.digits(0);
      Limb group = 0, power = 1;
      for (char c : s.substr(0, count)) {
        group = group * base_ + digit_value(c);
        power *= base_;
      }
      s.remove_prefix(count);
      Limbs next(r.size() + 1);
      if (!r.empty()) limbs::multiply(next.data(), r.data(), r.size(), &power, 1, powers_.meter());
      next.push_back(0);
      limbs::add(next.data(), next.data(), next.size() - 1, &group, 1);
      trim(&next);
      r = std::move(next);
    }
    return r;
  }

  unsigned base_;
  Powers powers_;
};

}  // namespace

Value big_from_text(Heap& h, std::string_view digits, int base, bool negative) {
  Limbs n;
  if (std::has_single_bit(unsigned(base))) {
    const size_t width = size_t(std::countr_zero(unsigned(base)));
    n.resize(digits.size() * width / 64 + 1);
    for (size_t i = 0, bit = 0; i < digits.size(); i++, bit += width) {
      Limb d = digit_value(digits[digits.size() - 1 - i]);
      n[bit / 64] |= d << bit % 64;
      if (bit % 64 + width > 64) n[bit / 64 + 1] |= d >> (64 - bit % 64);
    }
  } else {
    n = Reader(unsigned(base), meter_of(h)).read(digits);
  }
  return from_limbs(h, n.data(), n.size(), negative);
}
Value big_from_literal(Heap& h, std::string_view digits) {
  bool negative = digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    char kind = char(digits[1] | 32);
    base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
    if (base != 10) digits.remove_prefix(2);
  }
  return big_from_text(h, digits, base, negative);
}
std::string big_to_text(Value v, int base) {
  if (!is_big(v)) {
    char text[68];
    return std::string(text, std::to_chars(text, text + sizeof text, to_int(v), base).ptr);
  }
  Operand a(v);
  std::string s;
  if (a.negative) s += '-';
  if (base == 10) {
    Decimal(meter_of(heap_of(v.cell())), &s).write(Limbs(a.p, a.p + a.n));
    return s;
  }
  const size_t width = size_t(std::countr_zero(unsigned(base)));
  for (size_t i = (big_bit_length(v) + width - 1) / width; i-- > 0;) {
    size_t bit = i * width;
    Limb d = a.p[bit / 64] >> bit % 64;
    if (bit % 64 + width > 64 && bit / 64 + 1 < a.n) d |= a.p[bit / 64 + 1] << (64 - bit % 64);
    s += "0123456789abcdef"[d & (unsigned(base) - 1)];
  }
  return s;
}

Value big_from_bytes(Heap& h, std::string_view b, bool is_signed) {
  bool negative = is_signed && !b.empty() && uint8_t(b.back()) & 0x80;
  Limbs n(b.size() / 8 + 1, negative ? ~Limb(0) : 0);
  for (size_t i = 0; i < b.size(); i++) {
    n[i / 8] &= ~(Limb(0xFF) << i % 8 * 8);
    n[i / 8] |= Limb(uint8_t(b[i])) << i % 8 * 8;
  }
  bool carry = negative;
  for (Limb& x : n) {
    if (negative) x = ~x;
    if (carry) carry = ++x == 0;
  }
  return from_limbs(h, n.data(), n.size(), negative);
}
bool big_to_bytes(Value v, char* out, size_t n, bool is_signed) {
  Operand a(v);
  if (a.negative && !is_signed) return false;
  if (!a.n) {
    memset(out, 0, n);
    return true;
  }
  // Signed numbers need a bit for the sign; the least one of a width is as long as that width.
  size_t bits = a.n * 64 - size_t(__builtin_clzll(a.p[a.n - 1]));
  bool one_bit = std::has_single_bit(a.p[a.n - 1]);
  for (size_t i = 0; one_bit && i + 1 < a.n; i++) one_bit = !a.p[i];
  if ((is_signed && !(a.negative && one_bit) ? bits + 1 : bits) > n * 8) return false;
  bool carry = a.negative;
  for (size_t i = 0; i < n; i++) {
    uint8_t x = i / 8 < a.n ? uint8_t(a.p[i / 8] >> i % 8 * 8) : 0;
    if (a.negative) x = uint8_t(~x);
    if (carry) carry = ++x == 0;
    out[i] = char(x);
  }
  return true;
}
}  // namespace adder
