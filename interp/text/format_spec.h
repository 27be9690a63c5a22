#pragma once
// The format mini-language of str.format, format() and f-strings, and the directives of the % operator, without any
// knowledge of objects: callers hand over digits, doubles or text.
#include <cstdint>
#include <string>
#include <string_view>

namespace adder::text {

// Which Python exception a failure becomes; `message` is CPython's.
struct TextError {
  enum class Type { kNone, kValueError, kTypeError, kOverflowError } type = Type::kNone;
  std::string message;
};

struct FormatSpec {
  char32_t fill = ' ';
  char align = 0;  // < > = ^
  bool align_given = false;
  bool alternate = false;
  bool no_negative_zero = false;
  char sign = 0;  // + - space, 0: not given
  int64_t width = -1;
  char thousands = 0;  // , or _
  int64_t precision = -1;
  char32_t type = 0;  // 0: not given
};

// `type_name` is the operand's type, for messages. Defaults: align '>' for numbers and '<' for text; type 'd' for int,
// 's' for str, 0 for float and complex.
bool parse_format_spec(std::string_view spec, std::string_view type_name, char default_align, char32_t default_type,
                       FormatSpec* out, TextError* error);

bool format_text(std::string_view s, const FormatSpec& spec, std::string* out, TextError* error);

// 2, 8, 10 or 16 for b o d n x X; 0: a float code (e f g %), which formats the int as a double; -1: c; -2: an unknown
// code (error is set).
int integer_base(const FormatSpec& spec, std::string_view type_name, TextError* error);

// `digits`: the magnitude in the base that integer_base gave, lower case.
bool format_integer(std::string_view digits, bool negative, const FormatSpec& spec, std::string* out, TextError* error);
bool format_char(int64_t code_point, const FormatSpec& spec, std::string* out, TextError* error);
bool format_float(double v, const FormatSpec& spec, std::string_view type_name, std::string* out, TextError* error);
bool format_complex(double real, double imag, const FormatSpec& spec, std::string_view type_name, std::string* out,
                    TextError* error);

// --- the % operator

struct PercentDirective {
  bool has_key = false;
  std::string_view key;
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  int64_t width = -1;      // kStar: taken from the arguments
  int64_t precision = -1;  // -1: not given
  char32_t code = 0;
  size_t code_index = 0;  // of the code, in code points, for messages
  static constexpr int64_t kStar = -2;
};

// `at` is behind the '%'; moved behind the directive.
bool parse_percent(std::string_view format, size_t* at, PercentDirective* out, TextError* error);

// Pads and adds the sign: `body` is the text of the magnitude (numbers) or the whole text. `prefix` is 0x and so on.
void layout_percent(const PercentDirective& d, bool numeric, bool negative, std::string_view prefix,
                    std::string_view body, std::string* out);

// %d %i %u %o %x %X with the magnitude's digits in that base, lower case.
void percent_integer(const PercentDirective& d, bool negative, std::string_view digits, std::string* out);
void percent_float(const PercentDirective& d, double v, std::string* out);

std::string unsupported_percent(const PercentDirective& d);

}  // namespace adder::text
