#include "interp/text/int_text.h"

namespace adder::text {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char l = char(c | 0x20);
  return l >= 'a' && l <= 'z' ? l - 'a' + 10 : 99;
}

int prefix_base(char c) {
  switch (c | 0x20) {
    case 'x': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: return 0;
  }
}

}  // namespace

bool parse_int(std::string_view s, int base, IntText* out) {
  size_t i = 0;
  *out = IntText();
  if (i < s.size() && (s[i] == '+' || s[i] == '-')) out->negative = s[i++] == '-';
  bool prefixed = false;
  bool only_zeros = false;  // base 0 without a prefix: "00" is 0, "01" an error
  if (i + 1 < s.size() && s[i] == '0') {
    int implied = prefix_base(s[i + 1]);
    if (implied && (base == 0 || base == implied)) {
      base = implied;
      i += 2;
      prefixed = true;
    }
  }
  if (base == 0) {
    only_zeros = i < s.size() && s[i] == '0';
    base = 10;
  }
  out->base = base;
  bool last_underscore = !prefixed;  // an underscore may follow a prefix, but not start the number
  for (; i < s.size(); ++i) {
    if (s[i] == '_') {
      if (last_underscore) return false;
      last_underscore = true;
      continue;
    }
    int v = digit_value(s[i]);
    if (v >= base || (only_zeros && v != 0)) return false;
    out->digits.push_back(s[i]);
    last_underscore = false;
  }
  return !out->digits.empty() && !last_underscore;
}

}  // namespace adder::text
