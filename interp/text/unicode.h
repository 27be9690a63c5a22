#pragma once
// Properties of code points by Unicode 14.0, the version of CPython 3.11, and what is built on them: case mapping,
// identifiers, normalization, repr. Text is UTF-8 as in utf8.h. Everything is a constant table: no set-up, any thread.
#include <cstdint>
#include <string>
#include <string_view>

namespace adder::text {

bool is_alpha(char32_t c);
bool is_decimal(char32_t c);
bool is_digit(char32_t c);
bool is_numeric(char32_t c);
bool is_space(char32_t c);
bool is_printable(char32_t c);
bool is_lower(char32_t c);
bool is_upper(char32_t c);
bool is_title(char32_t c);
bool is_identifier_start(char32_t c);
bool is_identifier_part(char32_t c);
bool is_line_break(char32_t c);
inline bool is_alnum(char32_t c) {
  return is_alpha(c) || is_decimal(c) || is_digit(c) || is_numeric(c);
}
int decimal_value(char32_t c);                // -1: none
int digit_value(char32_t c);                  // -1: none
bool numeric_value(char32_t c, double* out);  // false: none

// One code point to one (what regular expressions use to ignore case).
char32_t simple_lower(char32_t c);
char32_t simple_upper(char32_t c);

std::string to_lower(std::string_view s);
std::string to_upper(std::string_view s);
std::string to_title(std::string_view s);
std::string swap_case(std::string_view s);
std::string capitalize(std::string_view s);
std::string casefold(std::string_view s);

bool is_identifier(std::string_view s);

const char* category(char32_t c);
const char* bidirectional(char32_t c);
int combining(char32_t c);
const char* east_asian_width(char32_t c);
bool is_mirrored(char32_t c);
std::string decomposition(char32_t c);  // as unicodedata.decomposition writes it

enum class Form { kNFC, kNFD, kNFKC, kNFKD };
std::string normalize(std::string_view s, Form form);

// repr of a str; `ascii_only` is what ascii() gives.
std::string quote(std::string_view s, bool ascii_only = false);

// What is white space to str.strip() is removed from both ends.
std::string_view trim(std::string_view s);

// White space and decimal digits of any script become ASCII ones (for int() and float()); other characters outside
// ASCII become '?'.
std::string to_ascii_number(std::string_view s);
// The same of bytes, which need not be UTF-8: what is outside ASCII means nothing, and only ASCII's white space is some.
std::string bytes_to_ascii_number(std::string_view bytes);

}  // namespace adder::text
