#include "stdlib/native/support/foreign_codec.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "interp/text/utf8.h"
#include "stdlib/native/support/foreign_exceptions.h"

namespace adder::lib {

namespace {

struct Row {
  const char* name;     // Python's
  const char* library;  // iconv's
  const char* aliases;  // normalized, between spaces
  bool wide;            // more than one byte a character
};
constexpr Row kRows[] = {
    {"iso8859-2", "ISO-8859-2", " iso_8859_2 iso8859_2 8859_2 latin2 latin_2 l2 ", false},
    {"iso8859-3", "ISO-8859-3", " iso_8859_3 iso8859_3 8859_3 latin3 latin_3 l3 ", false},
    {"iso8859-4", "ISO-8859-4", " iso_8859_4 iso8859_4 8859_4 latin4 latin_4 l4 ", false},
    {"iso8859-5", "ISO-8859-5", " iso_8859_5 iso8859_5 8859_5 cyrillic ", false},
    {"iso8859-6", "ISO-8859-6", " iso_8859_6 iso8859_6 8859_6 arabic ", false},
    {"iso8859-7", "ISO-8859-7", " iso_8859_7 iso8859_7 8859_7 greek greek8 ", false},
    {"iso8859-8", "ISO-8859-8", " iso_8859_8 iso8859_8 8859_8 hebrew ", false},
    {"iso8859-9", "ISO-8859-9", " iso_8859_9 iso8859_9 8859_9 latin5 latin_5 l5 ", false},
    {"iso8859-10", "ISO-8859-10", " iso_8859_10 iso8859_10 8859_10 latin6 latin_6 l6 ", false},
    {"iso8859-11", "ISO-8859-11", " iso_8859_11 iso8859_11 8859_11 thai ", false},
    {"iso8859-13", "ISO-8859-13", " iso_8859_13 iso8859_13 8859_13 latin7 latin_7 l7 ", false},
    {"iso8859-14", "ISO-8859-14", " iso_8859_14 iso8859_14 8859_14 latin8 latin_8 l8 ", false},
    {"iso8859-15", "ISO-8859-15", " iso_8859_15 iso8859_15 8859_15 latin9 latin_9 l9 ", false},
    {"iso8859-16", "ISO-8859-16", " iso_8859_16 iso8859_16 8859_16 latin10 latin_10 l10 ", false},
    {"cp1250", "CP1250", " cp1250 1250 windows_1250 ", false},
    {"cp1251", "CP1251", " cp1251 1251 windows_1251 ", false},
    {"cp1252", "CP1252", " cp1252 1252 windows_1252 ", false},
    {"cp1253", "CP1253", " cp1253 1253 windows_1253 ", false},
    {"cp1254", "CP1254", " cp1254 1254 windows_1254 ", false},
    {"cp1255", "CP1255", " cp1255 1255 windows_1255 ", false},
    {"cp1256", "CP1256", " cp1256 1256 windows_1256 ", false},
    {"cp1257", "CP1257", " cp1257 1257 windows_1257 ", false},
    {"cp1258", "CP1258", " cp1258 1258 windows_1258 ", false},
    {"cp037", "IBM037", " cp037 037 ibm037 ibm039 ebcdic_cp_us ", false},
    {"cp273", "IBM273", " cp273 273 ibm273 ", false},
    {"cp424", "IBM424", " cp424 424 ibm424 ", false},
    {"cp437", "IBM437", " cp437 437 ibm437 ", false},
    {"cp500", "IBM500", " cp500 500 ibm500 ", false},
    {"cp737", "CP737", " cp737 737 ", false},
    {"cp775", "CP775", " cp775 775 ibm775 ", false},
    {"cp850", "IBM850", " cp850 850 ibm850 ", false},
    {"cp852", "IBM852", " cp852 852 ibm852 ", false},
    {"cp855", "IBM855", " cp855 855 ibm855 ", false},
    {"cp857", "IBM857", " cp857 857 ibm857 ", false},
    {"cp858", "CP858", " cp858 858 ibm858 ", false},
    {"cp860", "IBM860", " cp860 860 ibm860 ", false},
    {"cp861", "IBM861", " cp861 861 ibm861 cp_is ", false},
    {"cp862", "IBM862", " cp862 862 ibm862 ", false},
    {"cp863", "IBM863", " cp863 863 ibm863 ", false},
    {"cp864", "IBM864", " cp864 864 ibm864 ", false},
    {"cp865", "IBM865", " cp865 865 ibm865 ", false},
    {"cp866", "IBM866", " cp866 866 ibm866 ", false},
    {"cp869", "IBM869", " cp869 869 ibm869 cp_gr ", false},
    {"cp874", "CP874", " cp874 ", false},
    {"cp1026", "IBM1026", " cp1026 1026 ibm1026 ", false},
    {"cp1140", "IBM1140", " cp1140 1140 ibm1140 ", false},
    {"koi8-r", "KOI8-R", " koi8_r cskoi8r ", false},
    {"koi8-u", "KOI8-U", " koi8_u ", false},
    {"mac-roman", "MACINTOSH", " mac_roman macintosh macroman ", false},
    {"mac-cyrillic", "MAC-CYRILLIC", " mac_cyrillic maccyrillic ", false},
    {"tis-620", "TIS-620", " tis_620 tis620 ", false},
    {"shift_jis", "SHIFT_JIS", " shift_jis csshiftjis shiftjis sjis s_jis ", true},
    {"cp932", "CP932", " cp932 932 ms932 mskanji ms_kanji ", true},
    {"euc_jp", "EUC-JP", " euc_jp eucjp ujis u_jis ", true},
    {"iso2022_jp", "ISO-2022-JP", " iso2022_jp csiso2022jp iso2022jp iso_2022_jp ", true},
    {"gb2312", "GB2312", " gb2312 chinese csiso58gb231280 euc_cn euccn gb2312_1980 gb2312_80 ", true},
    {"gbk", "GBK", " gbk 936 cp936 ms936 ", true},
    {"gb18030", "GB18030", " gb18030 gb18030_2000 ", true},
    {"big5", "BIG5", " big5 big5_tw csbig5 ", true},
    {"big5hkscs", "BIG5-HKSCS", " big5hkscs big5_hkscs hkscs ", true},
    {"cp950", "CP950", " cp950 950 ms950 ", true},
    {"euc_kr", "EUC-KR", " euc_kr euckr korean ksc5601 ks_c_5601 ksx1001 ", true},
    {"cp949", "CP949", " cp949 949 ms949 uhc ", true},
    {"johab", "JOHAB", " johab cp1361 ms1361 ", true},
};
const Row& row_of(Encoding e) {
  return kRows[size_t(e) - size_t(Encoding::kForeign)];
}

class Converter {
 public:
  Converter(const char* to, const char* from) : handle_(iconv_open(to, from)) {}
  ~Converter() {
    if (ok()) iconv_close(handle_);
  }
  bool ok() const { return handle_ != iconv_t(-1); }
  // Converts up to the first character that has no counterpart; *at is then where it stands. The errno: 0, EILSEQ, or
  // EINVAL for an unfinished character at the end.
  int run(std::string_view in, size_t* at, std::string* out) {
    char buffer[4096];
    while (true) {
      char* from = const_cast<char*>(in.data() + *at);
      size_t left = in.size() - *at;
      char* to = buffer;
      size_t room = sizeof buffer;
      size_t r = iconv(handle_, &from, &left, &to, &room);
      int code = r == size_t(-1) ? errno : 0;
      out->append(buffer, sizeof buffer - room);
      *at = in.size() - left;
      if (code != E2BIG) return code;
    }
  }
  void finish(std::string* out) {  // back to the first shift state
    char buffer[64];
    char* to = buffer;
    size_t room = sizeof buffer;
    iconv(handle_, nullptr, nullptr, &to, &room);
    out->append(buffer, sizeof buffer - room);
  }

 private:
  iconv_t handle_;
};

// Bytes of one-byte sets that stand for another character in Python than in the C library.
struct ByteException {
  const char* name;
  unsigned char byte;
  char32_t character;
};
constexpr ByteException kByteExceptions[] = {
    {"cp273", 0xBC, 0x203E}, {"cp424", 0x78, 0x2017},     {"cp424", 0x8F, 0xB1},       {"cp1026", 0x9D, 0xB8},
    {"cp1026", 0xBC, 0xAF},  {"mac-roman", 0xC6, 0x2206}, {"mac-roman", 0xF0, 0xF8FF}, {"mac-cyrillic", 0xFF, 0x20AC},
};

// Both directions of a one-byte set. Bytes without a character: kNoCounterpart.
struct Table {
  std::array<char32_t, 256> characters;
  std::unordered_map<char32_t, char> bytes;
};
const Table* table_of(Encoding e) {
  static std::mutex lock;
  static std::map<Encoding, std::unique_ptr<Table>> tables;
  std::lock_guard<std::mutex> hold(lock);
  std::unique_ptr<Table>& known = tables[e];
  if (known) return known.get();
  auto made = std::make_unique<Table>();
  made->characters.fill(kNoCounterpart);
  for (int b = 0; b < 256; ++b) {
    Converter converter("UTF-8", row_of(e).library);
    if (!converter.ok()) return nullptr;
    char byte = char(b);
    std::string out;
    size_t at = 0, next = 0;
    if (converter.run(std::string_view(&byte, 1), &at, &out) != 0) continue;
    converter.finish(&out);  // some sets hold a character back, for a combining one behind it
    if (out.empty()) continue;
    made->characters[size_t(b)] = text::next(out, &next);
  }
  const std::string_view name = row_of(e).name;
  for (const ByteException& x : kByteExceptions)
    if (name == x.name) made->characters[x.byte] = x.character;
  // The C library has no controls from 0x80 on in this set.
  for (size_t b = 0x80; name == "tis-620" && b < 0xA0; ++b) made->characters[b] = char32_t(b);
  for (size_t b = 0; b < 256; ++b)
    if (made->characters[b] != kNoCounterpart) made->bytes.emplace(made->characters[b], char(b));
  known = std::move(made);
  return known.get();
}

// What differs of a multi-byte set; both maps are empty for most. Codes are numbers, as in foreign_exceptions.h.
struct Differences {
  std::unordered_map<uint32_t, char32_t> characters;  // by code
  std::unordered_map<char32_t, uint32_t> codes;       // by character
};
const Differences& differences_of(Encoding e) {
  static std::mutex lock;
  static std::map<Encoding, std::unique_ptr<Differences>> all;
  std::lock_guard<std::mutex> hold(lock);
  std::unique_ptr<Differences>& known = all[e];
  if (known) return *known;
  known = std::make_unique<Differences>();
  const std::string_view name = row_of(e).name;
  auto each = [&](std::span<const ForeignException> list, auto take) {
    for (const ForeignException& x : list)
      for (uint32_t i = 0; name == x.encoding && i < x.count; ++i)
        take(x.from + i, x.to == kNoCounterpart ? x.to : x.to + i);
  };
  each(decoding_exceptions(), [&](uint32_t code, uint32_t c) { known->characters[code] = c; });
  if (name == "cp932") {  // characters with two codes: Python writes those of NEC's rows, the C library those of IBM's
    Converter converter("UTF-8", row_of(e).library);
    for (uint32_t code = 0xED40; converter.ok() && code <= 0xEEFC; ++code) {
      const char bytes[2] = {char(code >> 8), char(code)};
      std::string out;
      size_t at = 0, next = 0;
      if (converter.run(std::string_view(bytes, 2), &at, &out) == 0 && !out.empty())
        known->codes.emplace(text::next(out, &next), code);
    }
  }
  each(encoding_exceptions(), [&](uint32_t c, uint32_t code) { known->codes[c] = code; });
  return *known;
}

// The code that begins at s[at], as a number, and its size in bytes.
struct Code {
  uint32_t number = 0;
  size_t size = 1;
};
Code code_at(std::string_view s, size_t at, std::string_view name, const Differences& d) {
  auto byte = [&](size_t i) { return at + i < s.size() ? static_cast<unsigned char>(s[at + i]) : 0; };
  Code code{uint32_t(byte(0)), 1};
  if (code.number < 0x80 || d.characters.count(code.number)) return code;
  if (name == "shift_jis" || name == "cp932")
    code.size = code.number > 0xA0 && code.number < 0xE0 ? 1 : 2;
  else if (name == "euc_jp")
    code.size = code.number == 0x8F ? 3 : 2;
  else
    code.size = name == "gb18030" && byte(1) >= '0' && byte(1) <= '9' ? 4 : 2;
  code.size = std::min(code.size, s.size() - at);
  for (size_t i = 1; i < code.size; ++i) code.number = code.number << 8 | uint32_t(byte(i));
  return code;
}
void put_code(std::string* out, uint32_t code) {
  for (int shift = 24; shift >= 0; shift -= 8)
    if (shift == 0 || code >> shift) *out += char(code >> shift);
}
// Hangul that has no code of its own in KS X 1001 is written in euc_kr as a filler and three letters, of two bytes
// each: first consonant, vowel, last consonant (the filler where there is none). All stand in one row, by their second
// byte.
constexpr unsigned char kLetterRow = 0xA4, kFiller = 0xD4, kVowels = 0xBF;
constexpr std::string_view kFirst = "\xA1\xA2\xA4\xA7\xA8\xA9\xB1\xB2\xB3\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xBE";
constexpr std::string_view kLast =
    "\xD4\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA9\xAA\xAB\xAC\xAD\xAE\xAF\xB0\xB1\xB2\xB4\xB5\xB6\xB7\xB8\xBA\xBB\xBC\xBD\xBE";
constexpr char32_t kSyllables = 0xAC00, kVowelCount = 21;
bool put_syllable(std::string* out, char32_t c) {
  size_t n = c - kSyllables;
  if (c < kSyllables || n >= kFirst.size() * kVowelCount * kLast.size()) return false;
  const char letters[] = {char(kFiller), kFirst[n / kLast.size() / kVowelCount],
                          char(kVowels + n / kLast.size() % kVowelCount), kLast[n % kLast.size()]};
  for (char letter : letters) (*out += char(kLetterRow)) += letter;
  return true;
}
char32_t syllable_at(std::string_view s) {  // of 8 bytes; kNoCounterpart: it is none
  for (size_t i = 0; i < 8; i += 2)
    if (static_cast<unsigned char>(s[i]) != kLetterRow) return kNoCounterpart;
  size_t first = kFirst.find(s[3]), vowel = size_t(static_cast<unsigned char>(s[5])) - kVowels, last = kLast.find(s[7]);
  if (first == kFirst.npos || vowel >= kVowelCount || last == kLast.npos) return kNoCounterpart;
  return char32_t(kSyllables + (first * kVowelCount + vowel) * kLast.size() + last);
}
// Whether more bytes could make a code of s, which cannot be converted, in Python's eyes: any byte from 0x80 on begins
// one, but in the Shift_JIS family and sets of 7 bits.
bool may_go_on(std::string_view s, std::string_view name) {
  auto first = static_cast<unsigned char>(s[0]);
  if (first < 0x80 || name == "shift_jis" || name == "cp932" || name == "iso2022_jp") return false;
  if (name == "euc_jp" && first == 0x8F) return s.size() < 3;
  if (name == "euc_kr" && s.starts_with("\xA4\xD4")) return s.size() < 8;
  if (name == "gb18030" && s.size() > 1 && s[1] >= '0' && s[1] <= '9') return s.size() < 4;
  return s.size() < 2;
}
// How far text is looked through for exceptions, and given to the C library, which may convert much of it before it
// meets an error. Behind an error both begin anew, so it is little at first and becomes more while all goes well.
class Ahead {
 public:
  size_t bytes() const { return bytes_; }
  void went_well() { bytes_ = std::min(2 * bytes_, kMost); }
  void met_error() { bytes_ = kLeast; }

 private:
  static constexpr size_t kLeast = 16, kMost = 4096;
  size_t bytes_ = kMost;
};

}  // namespace

Encoding foreign_encoding_of(std::string_view normalized) {
  std::string wanted = " " + std::string(normalized) + " ";
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (strstr(kRows[i].aliases, wanted.c_str())) return Encoding(size_t(Encoding::kForeign) + i);
  return Encoding::kUnknown;
}
const char* foreign_encoding_name(Encoding e) {
  return row_of(e).name;
}
const char* foreign_shown_name(Encoding e) {
  return row_of(e).wide ? row_of(e).name : "charmap";
}

bool encode_foreign(std::string_view s, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
                    ErrorHandler* handler) {
  const Row& row = row_of(e);
  const Table* table = row.wide ? nullptr : table_of(e);
  Converter converter(row.library, "UTF-8");
  if (!table && (!row.wide || !converter.ok())) {
    *error = {0, text::length(s), "the C library has no tables of this encoding"};
    return false;
  }
  static const Differences none;
  const Differences& d = row.wide ? differences_of(e) : none;
  size_t at = 0, index = 0, count = SIZE_MAX;  // of code points, once it was needed
  // A text that stands for others is encoded as they are, and must not have errors of its own.
  auto put_text = [&](std::string_view by) {
    std::string coded;
    CodecError wrong;
    if (row.wide && text::is_ascii(by) && by.find_first_of("\\~") == by.npos) {
      *out += by;  // the same everywhere
    } else if (encode_foreign(by, e, ErrorMode::kStrict, &coded, &wrong, nullptr)) {
      *out += coded;
    } else {
      if (!row.wide) return false;
      *error = wrong;
      error->instead = by;
      return false;
    }
    return true;
  };
  Ahead ahead;
  size_t escapes_end = 0;  // of a run of what surrogateescape can encode
  auto replace = [&](char32_t c) {
    std::string by;
    // In one-byte sets it takes a whole run that has no bytes, or nothing of it.
    for (size_t i = at; table && mode == ErrorMode::kSurrogateEscape && i >= escapes_end && i < s.size();) {
      const char32_t next = text::next(s, &i);
      if (table->bytes.count(next)) break;
      if (next < 0xDC80 || next > 0xDCFF) return false;
      escapes_end = i;
    }
    if (!encode_replacement(c, e, mode, &by)) return false;
    if (mode != ErrorMode::kSurrogateEscape) return put_text(by);
    *out += by;
    return true;
  };
  while (at < s.size()) {
    auto known = d.codes.end();
    if (row.wide) {
      size_t before = at, stop = at;
      while (stop < s.size() && stop - at < ahead.bytes()) {
        size_t next = stop;
        const char32_t c = text::next(s, &next);
        if (!d.codes.empty()) known = d.codes.find(c);
        if (known != d.codes.end()) break;
        stop = next;
      }
      int code = converter.run(s.substr(0, stop), &at, out);
      index += text::length(s.substr(before, at - before));
      ahead.went_well();
      if (code == 0 && known == d.codes.end()) continue;
      if (code != 0) {
        known = d.codes.end();
        ahead.met_error();
      }
      converter.finish(out);  // what follows is not in a shifted state
    }
    size_t next = at;
    char32_t c = text::next(s, &next);
    auto byte = table ? table->bytes.find(c) : decltype(table->bytes.find(c))();
    if (table && byte != table->bytes.end()) {
      *out += byte->second;
    } else if (known != d.codes.end() && known->second != kNoCounterpart) {
      put_code(out, known->second);
    } else if (!(row.name == std::string_view("euc_kr") && put_syllable(out, c)) && !replace(c)) {
      *error = {index, index + 1, row.wide ? "illegal multibyte sequence" : "character maps to <undefined>"};
      // One-byte sets report the whole run.
      while (table && next < s.size() && !table->bytes.count(text::next(s, &next))) ++error->end;
      if (mode != ErrorMode::kUnknown) return false;
      if (count == SIZE_MAX) count = text::length(s);
      if (!handle_encoding_error(handler, s, count, error, 1, &at, &index, out, put_text)) return false;
      continue;
    }
    at = next;
    ++index;
  }
  if (row.wide) converter.finish(out);
  return true;
}

bool decode_foreign(std::string_view s, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
                    size_t* consumed, ErrorHandler* handler) {
  const Row& row = row_of(e);
  const Table* table = row.wide ? nullptr : table_of(e);
  Converter converter("UTF-8", row.library);
  if (consumed) *consumed = s.size();
  if (!table && (!row.wide || !converter.ok())) {
    *error = {0, s.size(), "the C library has no tables of this encoding"};
    return false;
  }
  static const Differences none;
  const Differences& d = row.wide ? differences_of(e) : none;
  Ahead ahead;
  for (size_t at = 0; at < s.size();) {
    bool unfinished = false;
    if (row.wide) {
      auto known = d.characters.end();
      size_t stop = d.characters.empty() ? s.size() : at;
      Code code;
      while (stop < s.size() && stop - at < ahead.bytes()) {
        code = code_at(s, stop, row.name, d);
        known = d.characters.find(code.number);
        if (known != d.characters.end()) break;
        stop += code.size;
      }
      int result = converter.run(s.substr(0, stop), &at, out);
      ahead.went_well();
      if (result != 0) {
        at = std::min(at, s.size() - 1);  // the library may have taken what it then refuses
        ahead.met_error();
      }
      if (result == 0 && known == d.characters.end()) continue;
      if (result == 0) {
        converter.finish(out);
        if (known->second != kNoCounterpart) {
          text::append(out, known->second);
          at += code.size;
          continue;
        }
        if (code.number == (kLetterRow << 8 | kFiller) && s.size() - at >= 8) {
          if (char32_t c = syllable_at(s.substr(at, 8)); c != kNoCounterpart) {
            text::append(out, c);
            at += 8;
            continue;
          }
        }
      }
      unfinished = (result == EINVAL && stop == s.size()) || may_go_on(s.substr(at), row.name);
      if (unfinished && consumed) {
        *consumed = at;
        return true;
      }
    } else if (char32_t c = table->characters[static_cast<unsigned char>(s[at])]; c != kNoCounterpart) {
      text::append(out, c);
      ++at;
      continue;
    }
    size_t end = unfinished ? s.size() : at + 1;
    *error = {at, end,
              unfinished ? "incomplete multibyte sequence"
              : row.wide ? "illegal multibyte sequence"
                         : "character maps to <undefined>"};
    if (!handle_decoding_error(&s, &end, e, mode, out, error, handler)) return false;
    at = end;
  }
  if (row.wide) converter.finish(out);
  return true;
}

}  // namespace adder::lib
