#include "interp/text/format_spec.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "interp/text/float_text.h"
#include "interp/text/utf8.h"

namespace adder::text {
namespace {

constexpr int64_t kMaxCount = INT64_MAX;

bool fail(TextError* error, TextError::Type type, std::string message) {
  error->type = type;
  error->message = std::move(message);
  return false;
}

bool value_error(TextError* error, std::string message) {
  return fail(error, TextError::Type::kValueError, std::move(message));
}

bool is_align(char c) {
  return c == '<' || c == '>' || c == '=' || c == '^';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Reads digits; false: too many. *count says how many were there.
bool read_count(std::string_view s, size_t* at, int64_t* out, size_t* count) {
  int64_t v = 0;
  *count = 0;
  for (; *at < s.size() && is_digit(s[*at]); ++*at, ++*count) {
    int digit = s[*at] - '0';
    if (v > (kMaxCount - digit) / 10) return false;
    v = v * 10 + digit;
  }
  if (*count) *out = v;
  return true;
}

std::string code_text(char32_t c) {
  if (c > 32 && c < 128) return std::string(1, char(c));
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "\\x%x", unsigned(c));
  return buffer;
}

bool unknown_code(char32_t code, std::string_view type_name, TextError* error) {
  return value_error(
      error, "Unknown format code '" + code_text(code) + "' for object of type '" + std::string(type_name) + "'");
}

void append_fill(std::string* out, char32_t fill, int64_t count) {
  if (fill < 0x80) {
    if (count > 0) out->append(size_t(count), char(fill));
    return;
  }
  for (; count > 0; --count) append(out, fill);
}

// Groups `digits` from the right; zeros are added until the whole, separators included, has `min_width` characters.
std::string group_digits(std::string_view digits, char separator, int64_t min_width, int group) {
  if (!separator) {
    std::string out;
    int64_t zeros = min_width - int64_t(digits.size());
    if (zeros > 0) out.append(size_t(zeros), '0');
    return out.append(digits);
  }
  std::string reversed;
  int64_t remaining = int64_t(digits.size());
  bool first = true;
  while (true) {
    int64_t l = std::min<int64_t>(group, std::max<int64_t>(std::max(remaining, min_width), 1));
    int64_t chars = std::max<int64_t>(0, std::min(remaining, l));
    int64_t zeros = std::max<int64_t>(0, l - remaining);
    if (!first) reversed.push_back(separator);
    first = false;
    for (int64_t i = 0; i < chars; ++i) reversed.push_back(digits[size_t(remaining - 1 - i)]);
    reversed.append(size_t(zeros), '0');
    remaining -= chars;
    min_width -= l;
    if (remaining <= 0 && min_width <= 0) break;
    min_width -= 1;
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

// One number laid out: sign, prefix, grouped digits, the rest (point, fraction, exponent, %), padding.
void layout_number(const FormatSpec& spec, bool negative, std::string_view prefix, std::string_view digits,
                   std::string_view rest, int group, std::string* out) {
  std::string sign = negative ? "-" : spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
  int64_t fixed = int64_t(sign.size() + prefix.size() + rest.size());
  bool zero_fill = spec.fill == '0' && spec.align == '=';
  std::string grouped =
      digits.empty() ? std::string() : group_digits(digits, spec.thousands, zero_fill ? spec.width - fixed : 0, group);
  int64_t pad = std::max<int64_t>(0, spec.width - fixed - int64_t(grouped.size()));
  int64_t before = 0;
  int64_t inside = 0;
  switch (spec.align) {
    case '<': break;
    case '^': before = pad / 2; break;
    case '=': inside = pad; break;
    default: before = pad; break;
  }
  append_fill(out, spec.fill, before);
  *out += sign;
  *out += prefix;
  append_fill(out, spec.fill, inside);
  *out += grouped;
  *out += rest;
  append_fill(out, spec.fill, pad - before - inside);
}

// Text of |v| for a float code, with the precision that the spec asks for, split where the digits end.
bool float_body(double v, const FormatSpec& spec, bool for_complex, std::string* body, bool* negative,
                TextError* error) {
  int64_t precision = spec.precision;
  if (precision > INT32_MAX) return value_error(error, "precision too big");
  char code = char(spec.type);
  unsigned flags = spec.alternate ? kFloatAlternate : 0u;
  if (spec.no_negative_zero) flags |= kFloatNoNegativeZero;
  bool percent = false;
  if (code == 0) {
    code = 'r';
    if (!for_complex) flags |= kFloatAddDotZero;
  }
  if (code == 'n') code = 'g';
  if (code == '%') {
    code = 'f';
    v *= 100;
    percent = true;
  }
  if (precision < 0 && code != 'r')
    precision = 6;
  else if (precision >= 0 && code == 'r')
    code = 'g';
  *body = format_double(v, code, int(precision < 0 ? 0 : precision), flags);
  if (percent) *body += "%";
  *negative = (*body)[0] == '-';
  if (*negative) body->erase(0, 1);
  return true;
}

}  // namespace

bool parse_format_spec(std::string_view s, std::string_view type_name, char default_align, char32_t default_type,
                       FormatSpec* out, TextError* error) {
  *out = FormatSpec();
  out->align = default_align;
  out->type = default_type;
  size_t at = 0;
  bool fill_given = false;
  size_t behind_first = 0;
  if (!s.empty()) next(s, &behind_first);
  if (behind_first > 0 && behind_first < s.size() && is_align(s[behind_first])) {
    size_t p = 0;
    out->fill = next(s, &p);
    out->align = s[behind_first];
    fill_given = true;
    out->align_given = true;
    at = behind_first + 1;
  } else if (!s.empty() && is_align(s[0])) {
    out->align = s[0];
    out->align_given = true;
    at = 1;
  }
  if (at < s.size() && (s[at] == ' ' || s[at] == '+' || s[at] == '-')) out->sign = s[at++];
  if (at < s.size() && s[at] == 'z') {
    out->no_negative_zero = true;
    ++at;
  }
  if (at < s.size() && s[at] == '#') {
    out->alternate = true;
    ++at;
  }
  if (!fill_given && at < s.size() && s[at] == '0') {
    out->fill = '0';
    if (!out->align_given && default_align == '>') out->align = '=';
    ++at;
  }
  size_t count;
  if (!read_count(s, &at, &out->width, &count)) return value_error(error, "Too many decimal digits in format string");
  if (at < s.size() && s[at] == ',') {
    out->thousands = ',';
    ++at;
  }
  if (at < s.size() && s[at] == '_') {
    if (out->thousands) return value_error(error, "Cannot specify both ',' and '_'.");
    out->thousands = '_';
    ++at;
  }
  if (at < s.size() && s[at] == ',') {
    if (out->thousands == '_') return value_error(error, "Cannot specify both ',' and '_'.");
  }
  if (at < s.size() && s[at] == '.') {
    ++at;
    if (!read_count(s, &at, &out->precision, &count))
      return value_error(error, "Too many decimal digits in format string");
    if (!count) return value_error(error, "Format specifier missing precision");
  }
  if (at < s.size()) {
    size_t p = at;
    char32_t code = next(s, &p);
    if (p != s.size())
      return value_error(error, "Invalid format specifier '" + std::string(s) + "' for object of type '" +
                                    std::string(type_name) + "'");
    out->type = code;
  }
  if (out->thousands) {
    switch (out->type) {
      case 'd':
      case 'e':
      case 'f':
      case 'g':
      case 'E':
      case 'G':
      case '%':
      case 'F':
      case 0: break;
      case 'b':
      case 'o':
      case 'x':
      case 'X':
        if (out->thousands == '_') break;
        [[fallthrough]];
      default:
        return value_error(error,
                           std::string("Cannot specify '") + out->thousands + "' with '" + code_text(out->type) + "'.");
    }
  }
  return true;
}

bool format_text(std::string_view s, const FormatSpec& spec, std::string* out, TextError* error) {
  if (spec.type != 's') return unknown_code(spec.type, "str", error);
  if (spec.sign == ' ') return value_error(error, "Space not allowed in string format specifier");
  if (spec.sign) return value_error(error, "Sign not allowed in string format specifier");
  if (spec.no_negative_zero)
    return value_error(error, "Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate) return value_error(error, "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=') return value_error(error, "'=' alignment not allowed in string format specifier");
  size_t n = length(s);
  if (spec.precision >= 0 && uint64_t(spec.precision) < n) {
    n = size_t(spec.precision);
    s = s.substr(0, offset_of(s, n));
  }
  int64_t pad = std::max<int64_t>(0, spec.width - int64_t(n));
  int64_t before = spec.align == '>' ? pad : spec.align == '^' ? pad / 2 : 0;
  append_fill(out, spec.fill, before);
  out->append(s);
  append_fill(out, spec.fill, pad - before);
  return true;
}

int integer_base(const FormatSpec& spec, std::string_view type_name, TextError* error) {
  switch (spec.type) {
    case 'b': return 2;
    case 'o': return 8;
    case 'd':
    case 'n': return 10;
    case 'x':
    case 'X': return 16;
    case 'c': return -1;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': return 0;
    default: unknown_code(spec.type, type_name, error); return -2;
  }
}

bool format_integer(std::string_view digits, bool negative, const FormatSpec& spec, std::string* out,
                    TextError* error) {
  if (spec.precision != -1) return value_error(error, "Precision not allowed in integer format specifier");
  if (spec.no_negative_zero)
    return value_error(error, "Negative zero coercion (z) not allowed in integer format specifier");
  std::string upper;
  std::string_view prefix;
  int group = 3;
  switch (spec.type) {
    case 'b':
      prefix = "0b";
      group = 4;
      break;
    case 'o':
      prefix = "0o";
      group = 4;
      break;
    case 'x':
      prefix = "0x";
      group = 4;
      break;
    case 'X':
      prefix = "0X";
      group = 4;
      upper = digits;
      for (char& c : upper) c = c >= 'a' ? char(c - 32) : c;
      digits = upper;
      break;
    default: break;
  }
  layout_number(spec, negative, spec.alternate ? prefix : "", digits, "", group, out);
  return true;
}

bool format_char(int64_t code_point, const FormatSpec& spec, std::string* out, TextError* error) {
  if (spec.precision != -1) return value_error(error, "Precision not allowed in integer format specifier");
  if (spec.no_negative_zero)
    return value_error(error, "Negative zero coercion (z) not allowed in integer format specifier");
  if (spec.sign) return value_error(error, "Sign not allowed with integer format specifier 'c'");
  if (spec.alternate) return value_error(error, "Alternate form (#) not allowed with integer format specifier 'c'");
  if (code_point < 0 || code_point > 0x10FFFF)
    return fail(error, TextError::Type::kOverflowError, "%c arg not in range(0x110000)");
  std::string body;
  append(&body, char32_t(code_point));
  int64_t pad = std::max<int64_t>(0, spec.width - 1);
  int64_t before = spec.align == '<' ? 0 : spec.align == '^' ? pad / 2 : pad;
  append_fill(out, spec.fill, before);
  *out += body;
  append_fill(out, spec.fill, pad - before);
  return true;
}

bool format_float(double v, const FormatSpec& spec, std::string_view type_name, std::string* out, TextError* error) {
  switch (spec.type) {
    case 0:
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'n':
    case '%': break;
    default: return unknown_code(spec.type, type_name, error);
  }
  std::string body;
  bool negative;
  if (!float_body(v, spec, false, &body, &negative, error)) return false;
  size_t digits = 0;
  while (digits < body.size() && is_digit(body[digits])) ++digits;
  std::string_view view = body;
  layout_number(spec, negative, "", view.substr(0, digits), view.substr(digits), 3, out);
  return true;
}

bool format_complex(double real, double imag, const FormatSpec& spec, std::string_view type_name, std::string* out,
                    TextError* error) {
  switch (spec.type) {
    case 0:
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'n': break;
    default: return unknown_code(spec.type, type_name, error);
  }
  if (spec.fill == '0') return value_error(error, "Zero padding is not allowed in complex format specifier");
  if (spec.align == '=') return value_error(error, "'=' alignment flag is not allowed in complex format specifier");
  bool parentheses = false;
  bool skip_real = false;
  if (spec.type == 0) {
    if (real == 0 && !std::signbit(real))
      skip_real = true;
    else
      parentheses = true;
  }
  FormatSpec part = spec;
  part.width = -1;
  part.fill = 0;
  part.align = '<';
  std::string text;
  auto add = [&](double v, char sign) {
    std::string body;
    bool negative;
    if (!float_body(v, spec, true, &body, &negative, error)) return false;
    part.sign = sign;
    size_t digits = 0;
    while (digits < body.size() && is_digit(body[digits])) ++digits;
    std::string_view view = body;
    layout_number(part, negative, "", view.substr(0, digits), view.substr(digits), 3, &text);
    return true;
  };
  if (parentheses) text += "(";
  if (!skip_real && !add(real, spec.sign)) return false;
  if (!add(imag, skip_real ? spec.sign : '+')) return false;
  text += parentheses ? "j)" : "j";
  FormatSpec outer;
  outer.fill = spec.fill;
  outer.align = spec.align;
  outer.width = spec.width;
  outer.type = 's';
  return format_text(text, outer, out, error);
}

bool parse_percent(std::string_view format, size_t* at, PercentDirective* out, TextError* error) {
  *out = PercentDirective();
  size_t i = *at;
  if (i < format.size() && format[i] == '(') {
    int depth = 1;
    size_t start = ++i;
    while (depth > 0 && i < format.size()) {
      if (format[i] == ')') --depth;
      if (format[i] == '(') ++depth;
      ++i;
    }
    if (depth > 0) return value_error(error, "incomplete format key");
    out->has_key = true;
    out->key = format.substr(start, i - 1 - start);
  }
  for (bool more = true; more && i < format.size();) {
    switch (format[i]) {
      case '-': out->left = true; break;
      case '+': out->plus = true; break;
      case ' ': out->space = true; break;
      case '#': out->alternate = true; break;
      case '0': out->zero = true; break;
      default: more = false; break;
    }
    if (more) ++i;
  }
  size_t count;
  if (i < format.size() && format[i] == '*') {
    out->width = PercentDirective::kStar;
    ++i;
  } else if (!read_count(format, &i, &out->width, &count)) {
    return value_error(error, "width too big");
  }
  if (i < format.size() && format[i] == '.') {
    ++i;
    out->precision = 0;
    if (i < format.size() && format[i] == '*') {
      out->precision = PercentDirective::kStar;
      ++i;
    } else if (!read_count(format, &i, &out->precision, &count) || out->precision > INT32_MAX) {
      return value_error(error, "precision too big");
    }
  }
  if (i < format.size() && (format[i] == 'h' || format[i] == 'l' || format[i] == 'L')) ++i;
  if (i >= format.size()) return value_error(error, "incomplete format");
  out->code_index = length(format.substr(0, i));
  out->code = next(format, &i);
  *at = i;
  return true;
}

void layout_percent(const PercentDirective& d, bool numeric, bool negative, std::string_view prefix,
                    std::string_view body, std::string* out) {
  std::string_view sign;
  if (numeric) sign = negative ? "-" : d.plus ? "+" : d.space ? " " : "";
  int64_t n = int64_t(sign.size() + prefix.size() + length(body));
  int64_t pad = std::max<int64_t>(0, d.width - n);
  bool zeros = d.zero && numeric && !d.left;
  if (!d.left && !zeros) out->append(size_t(pad), ' ');
  *out += sign;
  *out += prefix;
  if (zeros) out->append(size_t(pad), '0');
  *out += body;
  if (d.left) out->append(size_t(pad), ' ');
}

void percent_integer(const PercentDirective& d, bool negative, std::string_view digits, std::string* out) {
  std::string body(digits);
  if (d.precision > int64_t(body.size())) body.insert(0, size_t(d.precision) - body.size(), '0');
  std::string_view prefix;
  if (d.code == 'X')
    for (char& c : body) c = c >= 'a' ? char(c - 32) : c;
  if (d.alternate) prefix = d.code == 'x' ? "0x" : d.code == 'X' ? "0X" : d.code == 'o' ? "0o" : "";
  layout_percent(d, true, negative, prefix, body, out);
}

void percent_float(const PercentDirective& d, double v, std::string* out) {
  std::string body =
      format_double(v, char(d.code), d.precision < 0 ? 6 : int(d.precision), d.alternate ? kFloatAlternate : 0u);
  bool negative = body[0] == '-';
  if (negative) body.erase(0, 1);
  layout_percent(d, true, negative, "", body, out);
}

std::string unsupported_percent(const PercentDirective& d) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, "unsupported format character '%c' (0x%x) at index %zu",
                d.code > 31 && d.code < 128 ? char(d.code) : '?', unsigned(d.code), d.code_index);
  return buffer;
}

}  // namespace adder::text
