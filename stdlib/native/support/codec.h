#pragma once
// Text encodings. Text is UTF-8 that may hold lone surrogates (interp/text/utf8.h).
#include <cstdint>
#include <string>
#include <string_view>

namespace adder::lib {

enum class Encoding {
  kUnknown,
  kUtf8,
  kUtf8Sig,
  kAscii,
  kLatin1,
  kUtf16,
  kUtf16Le,
  kUtf16Be,
  kUtf32,
  kUtf32Le,
  kUtf32Be,
  kForeign = 100  // and beyond: foreign_codec.h
};
enum class ErrorMode {
  kUnknown,
  kStrict,
  kIgnore,
  kReplace,
  kBackslashReplace,
  kXmlCharRefReplace,
  kNameReplace,
  kSurrogateEscape,
  kSurrogatePass
};

Encoding encoding_of(std::string_view name);  // any spelling: "UTF8", "latin_1", "us-ascii"
const char* encoding_name(Encoding e);        // "utf-8", as codecs.lookup gives it
ErrorMode error_mode_of(std::string_view name);

// Where and why it failed: code points for encode, bytes for decode.
struct CodecError {
  size_t start = 0, end = 0;
  const char* reason = "";
};

bool encode(std::string_view text, Encoding e, ErrorMode mode, std::string* out, CodecError* error);
// *consumed (if not null): an incomplete sequence at the end is left over instead of being an error.
bool decode(std::string_view bytes, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
            size_t* consumed = nullptr);

// What the error mode puts in the place of a character, and of the bytes from start to *end (which it may move); false:
// it is an error.
bool encode_replacement(char32_t c, Encoding e, ErrorMode mode, std::string* out);
bool decode_replacement(std::string_view s, size_t start, size_t* end, Encoding e, ErrorMode mode, std::string* out);

}  // namespace adder::lib
