#include "interp/text/unicode_names.h"

#include <uniname.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>

#include "interp/text/utf8.h"

namespace adder::text {
namespace {

struct Alias {
  std::string_view name;
  std::string_view characters;  // UTF-8
};
constexpr Alias kAliases[] = {
#include "interp/text/unicode_aliases.inc"
};

struct Range {
  char32_t first, last;
};
constexpr Range kIdeographs[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B738},
                                 {0x2B740, 0x2B81D}, {0x2B820, 0x2CEA1}, {0x2CEB0, 0x2EBE0}, {0x30000, 0x3134A}};
constexpr std::string_view kIdeographPrefix = "CJK UNIFIED IDEOGRAPH-";

// Hangul syllables are named after their jamo.
constexpr char32_t kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3;
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

bool is_ideograph(char32_t c) {
  for (Range r : kIdeographs)
    if (c >= r.first && c <= r.last) return true;
  return false;
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
  if (c >= kFirstSyllable && c <= kLastSyllable) {
    char32_t i = c - kFirstSyllable;
    return std::string(kSyllablePrefix)
        .append(kLeading[i / (kVowelCount * kTrailingCount)])
        .append(kVowels[i / kTrailingCount % kVowelCount])
        .append(kTrailing[i % kTrailingCount]);
  }
  char buffer[UNINAME_MAX];
  return unicode_character_name(c, buffer) ? buffer : "";
}

std::string characters_by_name(std::string_view given) {
  if (given.empty() || given.size() >= UNINAME_MAX || given.find('\0') != given.npos) return "";
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
  auto* alias = std::lower_bound(std::begin(kAliases), std::end(kAliases), name,
                                 [](const Alias& a, const std::string& n) { return a.name < n; });
  if (alias != std::end(kAliases) && alias->name == name) return std::string(alias->characters);
  ucs4_t c = unicode_name_character(name.c_str());
  // The library is generous with spaces and hyphens: the name must be spelled as the character's own.
  if (c == UNINAME_INVALID || is_ideograph(c) || (c >= kFirstSyllable && c <= kLastSyllable) ||
      character_name(c) != name) return "";
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
