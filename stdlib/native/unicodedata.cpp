// unicodedata: the tables of interp/text.
#include <cmath>

#include "interp/text/unicode.h"
#include "interp/text/unicode_names.h"
#include "interp/text/utf8.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

bool character(Thread& th, Value v, const char* what, char32_t* c) {
  Value u = unwrap(v);
  if (is_str(u) && !sv(u).empty()) {
    size_t at = 0;
    *c = text::next(sv(u), &at);
    if (at == sv(u).size()) return true;
  }
  th.raise(E_TypeError, "%s must be a unicode character, not %s", what, argument_type_name(th, v).c_str());
  return false;
}
template <const char* (*kGet)(char32_t)>
Value text_property(Thread& th, Value v, const char* what) {
  char32_t c;
  return character(th, v, what, &c) ? new_str(th, kGet(c)) : kAbsent;
}
Value data_category(Thread& th, Value* a, int) {
  return text_property<text::category>(th, a[0], "category() argument");
}
Value data_bidirectional(Thread& th, Value* a, int) {
  return text_property<text::bidirectional>(th, a[0], "bidirectional() argument");
}
Value data_width(Thread& th, Value* a, int) {
  return text_property<text::east_asian_width>(th, a[0], "east_asian_width() argument");
}
Value data_combining(Thread& th, Value* a, int) {
  char32_t c;
  return character(th, a[0], "combining() argument", &c) ? integer49(text::combining(c)) : kAbsent;
}
Value data_mirrored(Thread& th, Value* a, int) {
  char32_t c;
  return character(th, a[0], "mirrored() argument", &c) ? integer49(text::is_mirrored(c)) : kAbsent;
}
Value data_decomposition(Thread& th, Value* a, int) {
  char32_t c;
  return character(th, a[0], "decomposition() argument", &c) ? new_str(th, text::decomposition(c)) : kAbsent;
}
Value with_default(Thread& th, Value fallback, const char* error) {
  return fallback.u ? inc(fallback) : th.raise(E_ValueError, "%s", error);
}
Value data_decimal(Thread& th, Value* a, int) {
  char32_t c;
  if (!character(th, a[0], "decimal() argument 1", &c)) return kAbsent;
  int n = text::decimal_value(c);
  return n >= 0 ? integer49(n) : with_default(th, a[1], "not a decimal");
}
Value data_digit(Thread& th, Value* a, int) {
  char32_t c;
  if (!character(th, a[0], "digit() argument 1", &c)) return kAbsent;
  int n = text::digit_value(c);
  return n >= 0 ? integer49(n) : with_default(th, a[1], "not a digit");
}
Value data_numeric(Thread& th, Value* a, int) {
  char32_t c;
  double n;
  if (!character(th, a[0], "numeric() argument 1", &c)) return kAbsent;
  return text::numeric_value(c, &n) ? real(n) : with_default(th, a[1], "not a numeric character");
}
Value data_name(Thread& th, Value* a, int) {
  char32_t c;
  if (!character(th, a[0], "name() argument 1", &c)) return kAbsent;
  std::string name = text::character_name(c);
  return !name.empty() ? new_str(th, name) : with_default(th, a[1], "no such name");
}
Value data_lookup(Thread& th, Value* a, int) {
  Value u = unwrap(a[0]);
  Buffer bytes;
  std::string name;
  if (is_str(u))
    name = sv(u);
  else if (get_buffer(th, a[0], &bytes))
    name = bytes.view;
  else
    return kAbsent;
  Owned message;
  if (name.size() > 256) {
    message = Owned(new_str(th, "name too long"));
    return th.raise_value(E_KeyError, message.get());
  }
  std::string found = text::characters_by_name(name);
  if (!found.empty()) return new_str(th, found);
  message = Owned(new_str(th, "undefined character name '" + name + "'"));
  return th.raise_value(E_KeyError, message.get());
}
bool form_args(Thread& th, Value* a, const char* function, text::Form* form, std::string_view* s) {
  std::string_view name;
  if (!text_arg(th, a[0], (std::string(function) + "() argument 1").c_str(), &name) ||
      !text_arg(th, a[1], (std::string(function) + "() argument 2").c_str(), s))
    return false;
  const std::pair<std::string_view, text::Form> forms[] = {{"NFC", text::Form::kNFC},
                                                           {"NFD", text::Form::kNFD},
                                                           {"NFKC", text::Form::kNFKC},
                                                           {"NFKD", text::Form::kNFKD}};
  for (auto& [n, f] : forms)
    if (n == name) {
      *form = f;
      return true;
    }
  th.raise(E_ValueError, "invalid normalization form");
  return false;
}
Value data_normalize(Thread& th, Value* a, int) {
  text::Form form;
  std::string_view s;
  return form_args(th, a, "normalize", &form, &s) ? new_str(th, text::normalize(s, form)) : kAbsent;
}
Value data_is_normalized(Thread& th, Value* a, int) {
  text::Form form;
  std::string_view s;
  return form_args(th, a, "is_normalized", &form, &s) ? boolean(text::normalize(s, form) == s) : kAbsent;
}

const NativeDef kFunctions[] = {
    {"bidirectional", "(chr, /)", "The bidirectional class of a character.", data_bidirectional, Rule::pure},
    {"category", "(chr, /)", "The general category of a character.", data_category, Rule::pure},
    {"combining", "(chr, /)", "The combining class of a character; 0: none.", data_combining, Rule::pure},
    {"decimal", "(chr, default=..., /)", "The decimal value of a character.", data_decimal, Rule::residual},
    {"decomposition", "(chr, /)", "The decomposition of a character as text.", data_decomposition, Rule::pure},
    {"digit", "(chr, default=..., /)", "The digit value of a character.", data_digit, Rule::residual},
    {"east_asian_width", "(chr, /)", "The width class of a character.", data_width, Rule::pure},
    {"is_normalized", "(form, unistr, /)", "Is the text in a normal form?", data_is_normalized, Rule::pure},
    {"lookup", "(name, /)", "The character of a name.", data_lookup, Rule::pure},
    {"mirrored", "(chr, /)", "1 if the character is mirrored in text from right to left.", data_mirrored, Rule::pure},
    {"name", "(chr, default=..., /)", "The name of a character.", data_name, Rule::residual},
    {"normalize", "(form, unistr, /)", "The text in a normal form: NFC, NFD, NFKC or NFKD.", data_normalize,
     Rule::pure},
    {"numeric", "(chr, default=..., /)", "The numeric value of a character as a float.", data_numeric, Rule::residual},
};
bool init_unicodedata(Thread& th, Module* m) {
  module_set(th.in, m, "unidata_version", new_str(th, "14.0.0"));
  return true;
}

}  // namespace

const NativeModuleDef kUnicodedataModule = {"unicodedata", "Properties of characters by Unicode 14.0.", kFunctions,
                                            init_unicodedata};

}  // namespace adder::lib
