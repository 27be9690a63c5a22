#include "interp/text/unicode.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

#include "interp/text/utf8.h"

namespace adder::text {
namespace {

struct Record {
  uint8_t category, bidi, combining, width;
  uint16_t flags;
  int8_t decimal, digit;
  int32_t upper, lower, title;  // added to the code point
};
struct Run {  // of kPool
  uint16_t start, count;
};
struct SpecialCase {
  uint32_t code;
  Run lower, title, upper;
};
struct Fold {
  uint32_t code;
  Run text;
};
// The long tables are packed: a code point takes 21 bits.
struct Decomposition {
  uint32_t code : 24, tag : 8;
  Run text;
};
struct Composition {
  uint64_t first : 21, second : 21, composed : 21;
};
struct [[gnu::packed]] Numeric {
  uint32_t code;
  double value;
};
struct PackedChar {
  uint8_t bytes[3];
  constexpr PackedChar(uint32_t c) : bytes{uint8_t(c), uint8_t(c >> 8), uint8_t(c >> 16)} {}
  constexpr operator char32_t() const { return char32_t(bytes[0] | bytes[1] << 8 | bytes[2] << 16); }
};

#include "interp/text/unicode_tables.inc"

// The order is that of FLAGS in tests/generate/unicode_tables.py.
enum Property : unsigned {
  kAlpha = 1 << 0,
  kSpace = 1 << 1,
  kPrintable = 1 << 2,
  kLower = 1 << 3,
  kUpper = 1 << 4,
  kTitle = 1 << 5,
  kIdentifierStart = 1 << 6,
  kIdentifierPart = 1 << 7,
  kLineBreak = 1 << 8,
  kSpecial = 1 << 9,
  kCased = 1 << 10,
  kMirrored = 1 << 11,
  kNumeric = 1 << 12,
};
constexpr const char* kCategories[] = {"Cn", "Lu", "Ll", "Lt", "Mn", "Mc", "Me", "Nd", "Nl", "No",
                                       "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Lm", "Lo", "Pc",
                                       "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So"};
constexpr const char* kBidi[] = {"",   "L",  "LRE", "LRO", "R", "AL", "RLE", "RLO", "PDF", "EN",  "ES",  "ET",
                                 "AN", "CS", "NSM", "BN",  "B", "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI"};
constexpr const char* kWidths[] = {"N", "F", "H", "W", "Na", "A"};
constexpr unsigned kBlock = 128;
constexpr char32_t kLimit = 0x110000;

const Record& record(char32_t c) {
  if (c >= kLimit) return kRecords[kPages[kPageOf[(kLimit - 1) / kBlock] * kBlock + kBlock - 1]];
  return kRecords[kPages[kPageOf[c / kBlock] * kBlock + c % kBlock]];
}

bool has(char32_t c, unsigned property) {
  return record(c).flags & property;
}

template <class Row, size_t N>
const Row* find(const Row (&table)[N], char32_t c) {
  const Row* row =
      std::lower_bound(std::begin(table), std::end(table), c, [](const Row& r, char32_t key) { return r.code < key; });
  return row != std::end(table) && row->code == c ? row : nullptr;
}

void append_run(std::string* out, Run run) {
  for (unsigned i = 0; i < run.count; ++i) append(out, kPool[run.start + i]);
}

bool is_case_ignorable(char32_t c) {
  std::string_view k = category(c);
  if (k == "Mn" || k == "Me" || k == "Cf" || k == "Lm" || k == "Sk") return true;
  switch (c) {
    case 0x27:
    case 0x2E:
    case 0x3A:
    case 0xB7:
    case 0x387:
    case 0x55F:
    case 0x5F4:
    case 0x2018:
    case 0x2019:
    case 0x2024:
    case 0x2027:
    case 0xFE13:
    case 0xFE52:
    case 0xFE55:
    case 0xFF07:
    case 0xFF0E:
    case 0xFF1A: return true;
    default: return false;
  }
}

constexpr char32_t kCapitalSigma = 0x3A3;

// A capital sigma becomes final when a cased letter precedes it and none follows, case-ignorable ones skipped.
bool is_final_sigma(std::string_view s, size_t start, size_t end) {
  size_t i = start;
  bool before = false;
  while (i > 0) {
    char32_t c = previous(s, &i);
    if (is_case_ignorable(c)) continue;
    before = has(c, kCased);
    break;
  }
  if (!before) return false;
  i = end;
  while (i < s.size()) {
    char32_t c = next(s, &i);
    if (is_case_ignorable(c)) continue;
    return !has(c, kCased);
  }
  return true;
}

void append_lower(std::string* out, std::string_view s, size_t start, size_t end, char32_t c) {
  if (c < 0x80) {
    out->push_back(c >= 'A' && c <= 'Z' ? char(c + 32) : char(c));
  } else if (c == kCapitalSigma) {
    append(out, is_final_sigma(s, start, end) ? 0x3C2 : 0x3C3);
  } else if (has(c, kSpecial)) {
    append_run(out, find(kSpecialCases, c)->lower);
  } else {
    append(out, char32_t(int32_t(c) + record(c).lower));
  }
}

void append_upper(std::string* out, char32_t c) {
  if (c < 0x80) {
    out->push_back(c >= 'a' && c <= 'z' ? char(c - 32) : char(c));
  } else if (has(c, kSpecial)) {
    append_run(out, find(kSpecialCases, c)->upper);
  } else {
    append(out, char32_t(int32_t(c) + record(c).upper));
  }
}

void append_title(std::string* out, char32_t c) {
  if (has(c, kSpecial))
    append_run(out, find(kSpecialCases, c)->title);
  else
    append(out, char32_t(int32_t(c) + record(c).title));
}

// --- normalization

constexpr char32_t kHangulBase = 0xAC00, kLeadBase = 0x1100, kVowelBase = 0x1161, kTailBase = 0x11A7;
constexpr int kLeads = 19, kVowels = 21, kTails = 28;
constexpr int kHangul = kLeads * kVowels * kTails;

void decompose(char32_t c, bool compatible, std::vector<char32_t>* out) {
  if (c >= kHangulBase && c < kHangulBase + kHangul) {
    int i = int(c - kHangulBase);
    out->push_back(kLeadBase + char32_t(i / (kVowels * kTails)));
    out->push_back(kVowelBase + char32_t(i % (kVowels * kTails) / kTails));
    if (i % kTails) out->push_back(kTailBase + char32_t(i % kTails));
    return;
  }
  const Decomposition* d = c < 0x80 ? nullptr : find(kDecompositions, c);
  if (!d || (d->tag && !compatible)) {
    out->push_back(c);
    return;
  }
  for (unsigned i = 0; i < d->text.count; ++i) decompose(kPool[d->text.start + i], compatible, out);
}

void order_marks(std::vector<char32_t>* text) {
  size_t i = 0;
  while (i < text->size()) {
    if (!combining((*text)[i])) {
      ++i;
      continue;
    }
    size_t j = i;
    while (j < text->size() && combining((*text)[j])) ++j;
    std::stable_sort(text->begin() + long(i), text->begin() + long(j),
                     [](char32_t a, char32_t b) { return combining(a) < combining(b); });
    i = j;
  }
}

char32_t composed(char32_t a, char32_t b) {
  if (a >= kLeadBase && a < kLeadBase + kLeads && b >= kVowelBase && b < kVowelBase + kVowels)
    return kHangulBase + ((a - kLeadBase) * kVowels + (b - kVowelBase)) * kTails;
  if (a >= kHangulBase && a < kHangulBase + kHangul && (a - kHangulBase) % kTails == 0 && b > kTailBase &&
      b < kTailBase + kTails)
    return a + (b - kTailBase);
  auto before = [](const Composition& r, std::pair<uint32_t, uint32_t> key) {
    return std::make_pair(uint32_t(r.first), uint32_t(r.second)) < key;
  };
  auto row = std::lower_bound(std::begin(kCompositions), std::end(kCompositions),
                              std::make_pair(uint32_t(a), uint32_t(b)), before);
  return row != std::end(kCompositions) && row->first == a && row->second == b ? char32_t(row->composed) : 0;
}

void compose(std::vector<char32_t>* text) {
  std::vector<char32_t> out;
  size_t starter = SIZE_MAX;
  int last_class = 0;
  for (char32_t c : *text) {
    int k = combining(c);
    bool blocked = starter == SIZE_MAX || (starter + 1 != out.size() && last_class >= k);
    if (!blocked) {
      if (char32_t joined = composed(out[starter], c)) {
        out[starter] = joined;
        continue;
      }
    }
    if (k == 0) starter = out.size();
    last_class = k;
    out.push_back(c);
  }
  *text = std::move(out);
}

}  // namespace

bool is_alpha(char32_t c) {
  return has(c, kAlpha);
}
bool is_decimal(char32_t c) {
  return record(c).decimal >= 0;
}
bool is_digit(char32_t c) {
  return record(c).digit >= 0;
}
bool is_numeric(char32_t c) {
  return has(c, kNumeric);
}
bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31);
  return has(c, kSpace);
}
bool is_printable(char32_t c) {
  return has(c, kPrintable);
}
bool is_lower(char32_t c) {
  return has(c, kLower);
}
bool is_upper(char32_t c) {
  return has(c, kUpper);
}
bool is_title(char32_t c) {
  return has(c, kTitle);
}
bool is_identifier_start(char32_t c) {
  return has(c, kIdentifierStart);
}
bool is_identifier_part(char32_t c) {
  return has(c, kIdentifierPart);
}
bool is_line_break(char32_t c) {
  return has(c, kLineBreak);
}
int decimal_value(char32_t c) {
  return record(c).decimal;
}
int digit_value(char32_t c) {
  return record(c).digit;
}
bool numeric_value(char32_t c, double* out) {
  if (!is_numeric(c)) return false;
  if (int d = digit_value(c); d >= 0) {
    *out = d;
    return true;
  }
  const Numeric* row = find(kNumerics, c);
  if (!row) return false;
  *out = row->value;
  return true;
}

char32_t simple_lower(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if (c == 0x130) return 'i';
  return char32_t(int32_t(c) + record(c).lower);
}
char32_t simple_upper(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z' ? c - 32 : c;
  return char32_t(int32_t(c) + record(c).upper);
}

std::string to_lower(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    size_t start = i;
    char32_t c = next(s, &i);
    append_lower(&out, s, start, i, c);
  }
  return out;
}

std::string to_upper(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) append_upper(&out, next(s, &i));
  return out;
}

std::string to_title(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  bool in_word = false;
  for (size_t i = 0; i < s.size();) {
    size_t start = i;
    char32_t c = next(s, &i);
    if (in_word)
      append_lower(&out, s, start, i, c);
    else
      append_title(&out, c);
    in_word = has(c, kCased);
  }
  return out;
}

std::string swap_case(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    size_t start = i;
    char32_t c = next(s, &i);
    if (is_upper(c))
      append_lower(&out, s, start, i, c);
    else if (is_lower(c))
      append_upper(&out, c);
    else
      append(&out, c);
  }
  return out;
}

std::string capitalize(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    size_t start = i;
    char32_t c = next(s, &i);
    if (start == 0)
      append_title(&out, c);
    else
      append_lower(&out, s, start, i, c);
  }
  return out;
}

std::string casefold(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    char32_t c = next(s, &i);
    if (c < 0x80) {
      out.push_back(c >= 'A' && c <= 'Z' ? char(c + 32) : char(c));
    } else if (const Fold* f = find(kFolds, c)) {
      append_run(&out, f->text);
    } else if (has(c, kSpecial)) {
      append_run(&out, find(kSpecialCases, c)->lower);
    } else {
      append(&out, char32_t(int32_t(c) + record(c).lower));
    }
  }
  return out;
}

bool is_identifier(std::string_view s) {
  if (s.empty()) return false;
  size_t i = 0;
  if (!is_identifier_start(next(s, &i))) return false;
  while (i < s.size())
    if (!is_identifier_part(next(s, &i))) return false;
  return true;
}

const char* category(char32_t c) {
  return kCategories[record(c).category];
}
const char* bidirectional(char32_t c) {
  return kBidi[record(c).bidi];
}
int combining(char32_t c) {
  return record(c).combining;
}
const char* east_asian_width(char32_t c) {
  return kWidths[record(c).width];
}
bool is_mirrored(char32_t c) {
  return has(c, kMirrored);
}

std::string decomposition(char32_t c) {
  const Decomposition* d = find(kDecompositions, c);
  if (!d) return "";
  std::string out;
  if (d->tag) out = std::string("<") + kDecompositionTags[d->tag] + ">";
  for (unsigned i = 0; i < d->text.count; ++i) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%04X", unsigned(kPool[d->text.start + i]));
    if (!out.empty()) out += " ";
    out += buffer;
  }
  return out;
}

std::string normalize(std::string_view s, Form form) {
  if (is_ascii(s)) return std::string(s);
  bool compatible = form == Form::kNFKC || form == Form::kNFKD;
  std::vector<char32_t> text;
  for (size_t i = 0; i < s.size();) decompose(next(s, &i), compatible, &text);
  order_marks(&text);
  if (form == Form::kNFC || form == Form::kNFKC) compose(&text);
  std::string out;
  for (char32_t c : text) append(&out, c);
  return out;
}

std::string quote(std::string_view s, bool ascii_only) {
  bool plain = true;
  for (char c : s) plain &= c >= ' ' && c < 0x7F && c != '\\' && c != '\'';
  if (plain) {
    std::string out(s.size() + 2, '\'');
    s.copy(out.data() + 1, s.size());
    return out;
  }
  char mark = s.find('\'') != s.npos && s.find('"') == s.npos ? '"' : '\'';
  std::string out;
  out.reserve(s.size() + 2);
  out.push_back(mark);
  char buffer[16];
  for (size_t i = 0; i < s.size();) {
    char32_t c = next(s, &i);
    if (c == char32_t(mark) || c == '\\') {
      out.push_back('\\');
      out.push_back(char(c));
    } else if (c >= ' ' && c < 0x7F) {
      out.push_back(char(c));
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out.push_back('\\');
      out.push_back(c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    } else if (c >= 0x80 && !ascii_only && is_printable(c)) {
      append(&out, c);
    } else {
      const char* pattern = c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
      std::snprintf(buffer, sizeof buffer, pattern, unsigned(c));
      out += buffer;
    }
  }
  out.push_back(mark);
  return out;
}

std::string_view trim(std::string_view s) {
  size_t start = 0;
  while (start < s.size()) {
    size_t i = start;
    if (!is_space(next(s, &i))) break;
    start = i;
  }
  size_t end = s.size();
  while (end > start) {
    size_t i = end;
    if (!is_space(previous(s, &i))) break;
    end = i;
  }
  return s.substr(start, end - start);
}

std::string bytes_to_ascii_number(std::string_view bytes) {
  std::string out(bytes);
  for (char& c : out)
    if (static_cast<unsigned char>(c) >= 0x80 || (c >= 0x1C && c <= 0x1F)) c = '?';  // separators are space in texts only
  return out;
}
std::string to_ascii_number(std::string_view s) {
  std::string out;
  for (size_t i = 0; i < s.size();) {
    char32_t c = next(s, &i);
    if (c < 0x80) {
      out.push_back(char(c));
    } else if (is_space(c)) {
      out.push_back(' ');
    } else if (int d = decimal_value(c); d >= 0) {
      out.push_back(char('0' + d));
    } else {  // no number; CPython's copy ends here, which complex() shows
      out.push_back('?');
      break;
    }
  }
  return out;
}

}  // namespace adder::text
