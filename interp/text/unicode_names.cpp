#include "interp/text/unicode_names.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>

#include "interp/text/name_table.h"
#include "interp/text/utf8.h"

namespace adder::text {
namespace {

// Names and the characters that they stand for, in turn, with a byte that is no part of UTF-8 before and behind each:
// 30 KB less than a table of pointers, and seldom searched.
constexpr char kAliasText[] =
    "\xff"
#include "interp/text/unicode_aliases.inc"
    ;
constexpr std::string_view kAliases(kAliasText, sizeof kAliasText - 1);

constexpr std::string_view kIdeographPrefix = "CJK UNIFIED IDEOGRAPH-";

constexpr size_t kLongestName = 255;  // longer texts are not looked up
constexpr std::string_view kSyllablePrefix = "HANGUL SYLLABLE ";
constexpr std::string_view kLeading[] = {"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S",
                                         "SS", "", "J", "JJ", "C", "K", "T", "P", "H"};
constexpr std::string_view kVowels[] = {"A",  "AE",  "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
                                        "OE", "YO",  "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
constexpr std::string_view kTrailing[] = {"",  "G",  "GG", "GS", "N", "NJ", "NH", "D", "L",  "LG", "LM", "LB", "LS", "LT",
                                          "LP", "LH", "M",  "B",  "BS", "S", "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};
constexpr char32_t kVowelCount = 21, kTrailingCount = 28;

// The longest of `names` that `s` starts with: its index; -1: none.
int longest(std::span<const std::string_view> names, std::string_view s) {
  int best = -1;
  for (size_t i = 0; i < names.size(); ++i)
    if (s.starts_with(names[i]) && (best < 0 || names[i].size() > names[size_t(best)].size())) best = int(i);
  return best;
}

std::string upper(std::string_view s) {
  std::string r(s);
  for (char& c : r)
    if (c >= 'a' && c <= 'z') c = char(c - 32);
  return r;
}

}  // namespace

std::string character_name(char32_t c) {
  if (is_ideograph(c)) {
    char digits[8];
    snprintf(digits, sizeof digits, "%04X", unsigned(c));
    return std::string(kIdeographPrefix) + digits;
  }
  if (is_syllable(c)) {
    char32_t i = c - kFirstSyllable;
    return std::string(kSyllablePrefix)
        .append(kLeading[i / (kVowelCount * kTrailingCount)])
        .append(kVowels[i / kTrailingCount % kVowelCount])
        .append(kTrailing[i % kTrailingCount]);
  }
  return std::string(NameTable::get().name(c));
}

std::string characters_by_name(std::string_view given) {
  if (given.empty() || given.size() > kLongestName) return "";
  std::string name = upper(given), out;
  if (given.starts_with(kSyllablePrefix)) {  // these two kinds in capitals only
    std::string_view rest = given.substr(kSyllablePrefix.size());
    int l = longest(kLeading, rest);
    rest.remove_prefix(kLeading[l].size());
    int v = longest(kVowels, rest);
    if (v < 0) return "";
    rest.remove_prefix(kVowels[v].size());
    int t = longest(kTrailing, rest);
    if (rest != kTrailing[t]) return "";
    append(&out, kFirstSyllable + (char32_t(l) * kVowelCount + char32_t(v)) * kTrailingCount + char32_t(t));
    return out;
  }
  if (given.starts_with(kIdeographPrefix)) {
    std::string_view digits = given.substr(kIdeographPrefix.size());
    if (digits.size() < 4 || digits.size() > 5 || digits.find_first_not_of("0123456789ABCDEF") != digits.npos) return "";
    char32_t c = char32_t(std::stoul(std::string(digits), nullptr, 16));
    if (is_ideograph(c)) append(&out, c);
    return out;
  }
  if (size_t at = kAliases.find("\xff" + name + "\xff"); at != kAliases.npos) {
    at += name.size() + 2;
    return std::string(kAliases.substr(at, kAliases.find('\xff', at) - at));
  }
  char32_t c = NameTable::get().character(name);
  if (c == NameTable::kMissing) return "";
  append(&out, c);
  return out;
}

uint32_t character_by_name(std::string_view name) {
  std::string s = characters_by_name(name);
  if (s.empty()) return kNoCharacter;
  size_t at = 0;
  uint32_t c = uint32_t(next(s, &at));
  return at == s.size() ? c : kNoCharacter;
}

}  // namespace adder::text
