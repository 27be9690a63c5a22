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
  Encoding exact = Encoding::kUnknown;  // of UTF-16 and UTF-32: with the order of bytes
  bool raised = false;                  // the handler has raised its own exception
  std::string instead;                  // not empty: the error is in this text, which a handler put in place of another
};

// Whoever is asked about errors where the mode is kUnknown: a handler of a script. False: it has raised.
class ErrorHandler {
 public:
  virtual ~ErrorHandler() = default;
  // *by: what stands for the characters, a text or (*bytes) bytes; *next: the code point to go on with, 0 to `count`.
  // `sofar` is the size of the output, which may grow without end.
  virtual bool encoding_error(const CodecError&, size_t count, size_t sofar, std::string* by, bool* bytes,
                              size_t* next) = 0;
  // Appends to *out; *next: the byte to go on with in *input, which may be another one from then on.
  virtual bool decoding_error(const CodecError&, std::string* out, size_t* next, std::string_view* input) = 0;
};

bool encode(std::string_view text, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
            ErrorHandler* handler = nullptr);
// *consumed (if not null): an incomplete sequence at the end is left over instead of being an error.
bool decode(std::string_view bytes, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
            size_t* consumed = nullptr, ErrorHandler* handler = nullptr);

// What the error mode puts in the place of a character, and of the bytes from start to *end (which it may move); false:
// it is an error.
bool encode_replacement(char32_t c, Encoding e, ErrorMode mode, std::string* out);
bool decode_replacement(std::string_view s, size_t start, size_t* end, Encoding e, ErrorMode mode, std::string* out);

// The same with a handler. `error` tells where in s; *at and *index are the byte and the code point where it begins,
// and then where to go on; put_text(text) appends a replacement, or says that it cannot be encoded either.
template <class PutText>
bool handle_encoding_error(ErrorHandler* handler, std::string_view s, size_t count, CodecError* error, size_t unit,
                           size_t* at, size_t* index, std::string* out, PutText put_text);
bool handle_decoding_error(std::string_view* s, size_t* end, Encoding e, ErrorMode mode, std::string* out,
                           CodecError* error, ErrorHandler* handler);

// The byte where code point `to` begins; *at is the one of *index, both move. Takes time for what lies between.
void move_to_index(std::string_view s, size_t to, size_t* at, size_t* index);

template <class PutText>
bool handle_encoding_error(ErrorHandler* handler, std::string_view s, size_t count, CodecError* error, size_t unit,
                           size_t* at, size_t* index, std::string* out, PutText put_text) {
  if (!handler) return false;
  std::string by;
  bool bytes = false;
  size_t next = error->end;
  if (!handler->encoding_error(*error, count, out->size(), &by, &bytes, &next)) {
    error->raised = true;
    return false;
  }
  if (bytes ? by.size() % unit != 0 : !put_text(by)) return false;
  if (bytes) *out += by;
  move_to_index(s, next, at, index);
  return true;
}

}  // namespace adder::lib
