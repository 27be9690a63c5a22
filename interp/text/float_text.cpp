#include "interp/text/float_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "runtime/base/decimal.h"

namespace adder::text {
namespace {

// value = 0.d1d2d3... * 10^point; no trailing zeros are removed.
struct Decimal {
  std::string digits;
  int point = 0;
};

Decimal shortest(double magnitude) {
  if (magnitude == 0) return {"0", 1};
  ShortDecimal d = shortest_decimal(magnitude);
  Decimal r{std::to_string(d.digits)};
  r.point = int(r.digits.size()) + d.exponent;
  return r;
}

// `format`: "%.*e" or "%.*f".
std::string printed(const char* format, int precision, double v) {
  std::string r(size_t(precision) + 330, '\0');
  r.resize(size_t(std::snprintf(r.data(), r.size(), format, precision, v)));
  return r;
}

// Rounded to `count` significant digits (count >= 1).
Decimal significant(double magnitude, int count) {
  if (magnitude == 0) return {std::string(size_t(count), '0'), 1};
  if (count < kMostPower) {
    // The logarithm may be that of the next power of ten, where fewer digits than asked for would be found: one less
    // is tried first.
    int point = int(std::floor(std::log10(magnitude)));
    uint64_t n;
    while (scaled_decimal(magnitude, count - point, &n)) {
      if (n < kPowersOfTen[size_t(count)]) return {std::to_string(n), point};
      ++point;
    }
  }
  std::string text = printed("%.*e", count - 1, magnitude);
  size_t e = text.find('e');
  Decimal r{text.substr(0, e), std::atoi(text.c_str() + e + 1) + 1};
  std::erase_if(r.digits, [](char c) { return c < '0' || c > '9'; });  // the point
  return r;
}

// With `precision` digits after the point.
std::string fixed(double magnitude, int precision) {
  std::string r;
  uint64_t n;
  if (precision <= kMostPower && scaled_decimal(magnitude, precision, &n)) {
    r = std::to_string(n);
    if (r.size() <= size_t(precision)) r.insert(0, size_t(precision) + 1 - r.size(), '0');
    if (precision) r.insert(r.size() - size_t(precision), 1, '.');
  } else {
    r = printed("%.*f", precision, magnitude);
    size_t point = r.find_first_not_of("0123456789");  // of any locale
    if (precision) r.replace(point, r.size() - size_t(precision) - point, ".");
  }
  return r;
}

void append_exponent(std::string* out, int exponent, char letter) {
  out->push_back(letter);
  out->push_back(exponent < 0 ? '-' : '+');
  unsigned e = unsigned(exponent < 0 ? -exponent : exponent);
  if (e < 10) out->push_back('0');
  *out += std::to_string(e);
}

// The layout of codes r and g: positional or with an exponent, by where the point falls.
std::string layout_general(Decimal d, int precision, bool repr, unsigned flags, char exponent_letter) {
  bool alternate = flags & kFloatAlternate;
  bool dot_zero = flags & kFloatAddDotZero;
  if (!repr && !alternate) {
    while (d.digits.size() > 1 && d.digits.back() == '0') d.digits.pop_back();
  }
  bool zero = d.digits.find_first_not_of('0') == std::string::npos;
  if (zero) d.point = 1;
  int limit = repr ? 16 : precision - (dot_zero ? 1 : 0);
  bool scientific = d.point <= -4 || d.point > limit;
  std::string out;
  int point = scientific ? 1 : d.point;
  if (point <= 0) {
    out = "0.";
    out.append(size_t(-point), '0');
    out += d.digits;
  } else {
    size_t whole = size_t(point);
    if (d.digits.size() < whole) d.digits.append(whole - d.digits.size(), '0');
    out = d.digits.substr(0, whole);
    std::string rest = d.digits.substr(whole);
    if (!rest.empty())
      out += "." + rest;
    else if (alternate)
      out += ".";
    else if (dot_zero && !scientific)
      out += ".0";
  }
  if (dot_zero && !scientific && out.back() == '.') out += "0";
  if (scientific) append_exponent(&out, d.point - 1, exponent_letter);
  return out;
}

bool equals_ignoring_case(std::string_view s, const char* lower) {
  if (s.size() != std::strlen(lower)) return false;
  for (size_t i = 0; i < s.size(); ++i)
    if ((s[i] | 0x20) != lower[i]) return false;
  return true;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Length of the longest prefix that is an unsigned decimal float (digits, point, exponent); 0 if there is none.
size_t decimal_prefix(std::string_view s) {
  size_t i = 0;
  size_t digits = 0;
  while (i < s.size() && is_digit(s[i])) {
    ++i;
    ++digits;
  }
  if (i < s.size() && s[i] == '.') {
    ++i;
    while (i < s.size() && is_digit(s[i])) {
      ++i;
      ++digits;
    }
  }
  if (!digits) return 0;
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    size_t j = i + 1;
    if (j < s.size() && (s[j] == '+' || s[j] == '-')) ++j;
    if (j < s.size() && is_digit(s[j])) {
      while (j < s.size() && is_digit(s[j])) ++j;
      i = j;
    }
  }
  return i;
}

double convert_decimal(std::string_view s) {
  double v = 0;
  auto r = std::from_chars(s.data(), s.data() + s.size(), v);
  if (r.ec == std::errc::result_out_of_range) return std::strtod(std::string(s).c_str(), nullptr);
  return v;
}

// Sign, then inf, nan or digits. Returns the length read, 0 on failure.
size_t read_float(std::string_view s, double* out) {
  size_t i = 0;
  bool negative = false;
  if (i < s.size() && (s[i] == '+' || s[i] == '-')) negative = s[i++] == '-';
  std::string_view rest = s.substr(i);
  double v;
  size_t n;
  if (rest.size() >= 8 && equals_ignoring_case(rest.substr(0, 8), "infinity")) {
    v = std::numeric_limits<double>::infinity();
    n = 8;
  } else if (rest.size() >= 3 && equals_ignoring_case(rest.substr(0, 3), "inf")) {
    v = std::numeric_limits<double>::infinity();
    n = 3;
  } else if (rest.size() >= 3 && equals_ignoring_case(rest.substr(0, 3), "nan")) {
    v = std::numeric_limits<double>::quiet_NaN();
    n = 3;
  } else {
    n = decimal_prefix(rest);
    if (!n) return 0;
    v = convert_decimal(rest.substr(0, n));
  }
  *out = negative ? -v : v;
  return i + n;
}

// Removes underscores that stand between two digits. False: an underscore stands elsewhere.
bool strip_underscores(std::string_view s, std::string* out) {
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] != '_') {
      out->push_back(s[i]);
      continue;
    }
    if (i == 0 || i + 1 == s.size() || !is_digit(s[i - 1]) || !is_digit(s[i + 1])) return false;
  }
  return true;
}

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  char l = char(c | 0x20);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

}  // namespace

std::string float_repr(double v) {
  return format_double(v, 'r', 0, kFloatAddDotZero);
}

std::string format_double(double v, char code, int precision, unsigned flags) {
  bool upper = code == 'E' || code == 'F' || code == 'G';
  char kind = upper ? char(code | 0x20) : code;
  bool negative = std::signbit(v) && !std::isnan(v);
  double magnitude = std::fabs(v);
  std::string body;
  if (std::isnan(v)) {
    body = upper ? "NAN" : "nan";
  } else if (std::isinf(v)) {
    body = upper ? "INF" : "inf";
  } else if (kind == 'r') {
    body = layout_general(shortest(magnitude), 0, true, flags, 'e');
  } else if (kind == 'g') {
    int count = precision == 0 ? 1 : precision;
    body = layout_general(significant(magnitude, count), count, false, flags, upper ? 'E' : 'e');
  } else if (kind == 'f') {
    body = fixed(magnitude, precision);
    if (precision == 0 && (flags & kFloatAlternate)) body += ".";
  } else {
    Decimal d = significant(magnitude, precision + 1);
    body = d.digits.substr(0, 1);
    if (precision > 0 || (flags & kFloatAlternate)) body += "." + d.digits.substr(1);
    append_exponent(&body, magnitude == 0 ? 0 : d.point - 1, upper ? 'E' : 'e');
  }
  if (negative && (flags & kFloatNoNegativeZero) && !std::isinf(v)) {
    size_t end = body.find_first_of("eE");
    if (body.substr(0, end).find_first_of("123456789") == std::string::npos) negative = false;
  }
  if (negative) return "-" + body;
  if (flags & kFloatSign) return "+" + body;
  return body;
}

bool parse_float(std::string_view s, double* out) {
  std::string plain;
  if (s.find('_') != s.npos) {
    if (!strip_underscores(s, &plain)) return false;
    s = plain;
  }
  return !s.empty() && read_float(s, out) == s.size();
}

std::string float_hex(double v) {
  if (!std::isfinite(v)) return float_repr(v);
  std::string sign = std::signbit(v) ? "-" : "";
  double m = std::fabs(v);
  if (m == 0) return sign + "0x0.0p+0";
  int exponent;
  double f = std::frexp(m, &exponent);
  constexpr int kMinExponent = std::numeric_limits<double>::min_exponent;
  int shift = 1 - (kMinExponent - exponent > 0 ? kMinExponent - exponent : 0);
  f = std::ldexp(f, shift);
  exponent -= shift;
  std::string out = sign + "0x";
  int first = int(f);
  out.push_back("0123456789abcdef"[first]);
  out.push_back('.');
  f -= first;
  for (int i = 0; i < 13; ++i) {
    f *= 16;
    int digit = int(f);
    out.push_back("0123456789abcdef"[digit]);
    f -= digit;
  }
  out += exponent < 0 ? "p-" : "p+";
  return out + std::to_string(exponent < 0 ? -exponent : exponent);
}

HexError parse_hex_float(std::string_view s, double* out) {
  size_t i = 0;
  bool negative = false;
  if (i < s.size() && (s[i] == '+' || s[i] == '-')) negative = s[i++] == '-';
  double special;
  std::string_view rest = s.substr(i);
  if (equals_ignoring_case(rest, "inf") || equals_ignoring_case(rest, "infinity") ||
      equals_ignoring_case(rest, "nan")) {
    read_float(rest, &special);
    *out = negative ? -special : special;
    return HexError::kNone;
  }
  if (i + 1 < s.size() && s[i] == '0' && (s[i + 1] | 0x20) == 'x') i += 2;
  // The significant hexadecimal digits as an exact integer of at most 64 bits, with a sticky bit for what is below.
  uint64_t mantissa = 0;
  bool sticky = false;
  long exponent = 0;
  size_t digits = 0;
  bool point = false;
  for (; i < s.size(); ++i) {
    if (s[i] == '.' && !point) {
      point = true;
      continue;
    }
    int h = hex_value(s[i]);
    if (h < 0) break;
    ++digits;
    if (mantissa >> 60) {
      sticky |= h != 0;
      if (!point) exponent += 4;
    } else {
      mantissa = mantissa << 4 | unsigned(h);
      if (point) exponent -= 4;
    }
  }
  if (!digits) return HexError::kInvalid;
  if (i < s.size() && (s[i] | 0x20) == 'p') {
    ++i;
    bool minus = false;
    if (i < s.size() && (s[i] == '+' || s[i] == '-')) minus = s[i++] == '-';
    if (i == s.size() || !is_digit(s[i])) return HexError::kInvalid;
    long e = 0;
    for (; i < s.size() && is_digit(s[i]); ++i)
      if (e < 100000000) e = e * 10 + (s[i] - '0');
    exponent += minus ? -e : e;
  }
  if (i != s.size()) return HexError::kInvalid;
  if (mantissa == 0) {
    *out = negative ? -0.0 : 0.0;
    return HexError::kNone;
  }
  // Round half to even once, at the precision that the result's exponent leaves.
  int width = 64 - __builtin_clzll(mantissa);
  long top = exponent + width;
  if (top > 1024) return HexError::kOverflow;
  if (top < -1100) {
    *out = negative ? -0.0 : 0.0;
    return HexError::kNone;
  }
  int keep = top >= -1021 ? 53 : int(53 + (top + 1021));
  int drop = width - keep;
  double v;
  if (drop <= 0) {
    v = std::ldexp(double(mantissa), int(exponent));
  } else {
    uint64_t kept = drop >= 64 ? 0 : mantissa >> drop;
    uint64_t low = drop >= 64 ? mantissa : mantissa & ((uint64_t(1) << drop) - 1);
    bool above = drop > 64 ? false : low > (uint64_t(1) << (drop - 1));
    bool half = drop > 64 ? false : low == (uint64_t(1) << (drop - 1));
    if (above || (half && (sticky || (kept & 1)))) ++kept;
    v = std::ldexp(double(kept), int(exponent) + drop);
  }
  if (std::isinf(v)) return HexError::kOverflow;
  *out = negative ? -v : v;
  return HexError::kNone;
}

bool round_to_digits(double v, long digits, double* out) {
  if (v == 0 || digits > 323) {
    *out = v;
    return true;
  }
  if (digits < -309) {
    *out = std::copysign(0.0, v);
    return true;
  }
  double m = std::fabs(v);
  std::string body;
  if (digits >= 0) {
    body = format_double(m, 'f', int(digits), 0);
  } else {
    // The exact integer part, then one rounding at the wanted decimal place.
    std::string whole = format_double(std::floor(m), 'f', 0, 0);
    bool fraction = m != std::floor(m);
    size_t cut = size_t(-digits);
    if (whole.size() < cut) {
      *out = std::copysign(0.0, v);
      return true;
    }
    std::string head = whole.substr(0, whole.size() - cut);
    std::string tail = whole.substr(whole.size() - cut);
    std::string half = "5" + std::string(cut - 1, '0');
    bool odd = !head.empty() && ((head.back() - '0') & 1);
    int order = tail.compare(half);
    bool up = order > 0 || (order == 0 && (fraction || odd));
    if (head.empty()) head = "0";
    if (up) {
      size_t i = head.size();
      while (i > 0 && head[i - 1] == '9') head[--i] = '0';
      if (i == 0)
        head.insert(head.begin(), '1');
      else
        ++head[i - 1];
    }
    body = head + std::string(cut, '0');
  }
  double r = convert_decimal(body);
  if (std::isinf(r)) return false;
  *out = std::copysign(r, v);
  return true;
}

std::string complex_repr(double real, double imag) {
  if (real == 0 && !std::signbit(real)) return format_double(imag, 'r', 0, 0) + "j";
  return "(" + format_double(real, 'r', 0, 0) + format_double(imag, 'r', 0, kFloatSign) + "j)";
}

ComplexError parse_complex(std::string_view s, double* real, double* imag) {
  std::string plain;
  if (s.find('_') != s.npos) {
    if (!strip_underscores(s, &plain)) return ComplexError::kUnderscore;
    s = plain;
  }
  auto trim = [](std::string_view t) {
    while (!t.empty() && (t.front() == ' ' || (t.front() >= '\t' && t.front() <= '\r'))) t.remove_prefix(1);
    while (!t.empty() && (t.back() == ' ' || (t.back() >= '\t' && t.back() <= '\r'))) t.remove_suffix(1);
    return t;
  };
  if (s.size() >= 2 && s.front() == '(' && s.back() == ')') s = trim(s.substr(1, s.size() - 2));
  *real = 0;
  *imag = 0;
  if (s.empty()) return ComplexError::kMalformed;
  auto is_unit = [](char c) { return c == 'j' || c == 'J'; };
  double first;
  size_t n = read_float(s, &first);
  if (n == s.size()) {
    *real = first;
    return ComplexError::kNone;
  }
  size_t at = n;
  if (n > 0) {
    if (is_unit(s[n])) {
      *imag = first;
      return n + 1 == s.size() ? ComplexError::kNone : ComplexError::kMalformed;
    }
    if (s[n] != '+' && s[n] != '-') return ComplexError::kMalformed;
    *real = first;
  }
  double second;
  size_t m = read_float(s.substr(at), &second);
  if (m == 0) {  // a bare j, perhaps with a sign
    second = 1;
    if (s[at] == '+' || s[at] == '-') second = s[at++] == '-' ? -1 : 1;
  }
  at += m;
  if (at >= s.size() || !is_unit(s[at])) return ComplexError::kMalformed;
  *imag = second;
  return at + 1 == s.size() ? ComplexError::kNone : ComplexError::kMalformed;
}

}  // namespace adder::text
