// Encoding and decoding as Python sees them: names, error handlers, exceptions.
#include <cctype>
#include <cstdio>

#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/codec.h"

namespace adder::lib {
namespace {

// Raises UnicodeEncodeError or UnicodeDecodeError.
Value raise_codec(Thread& th, ExcId id, const char* encoding, Value object, const CodecError& e) {
  Owned name(new_str(th, encoding));
  Owned reason(new_str(th, e.reason));
  Value args[5] = {name.get(), object, integer(th, int64_t(e.start)), integer(th, int64_t(e.end)), reason.get()};
  Value exc = th.call(of(th.type(id)), args, 5);
  if (!exc.u) return kAbsent;
  return th.raise_obj(exc);
}

bool find(Thread& th, std::string_view encoding, std::string_view errors, Encoding* e, ErrorMode* mode) {
  *e = encoding_of(encoding);
  if (*e == Encoding::kUnknown) {
    th.raise(E_LookupError, "unknown encoding: %.*s", int(encoding.size()), encoding.data());
    return false;
  }
  *mode = error_mode_of(errors);
  return true;
}

Value unknown_handler(Thread& th, std::string_view errors) {
  return th.raise(E_LookupError, "unknown error handler name '%.*s'", int(errors.size()), errors.data());
}

const char* shown_name(Encoding e) {
  return e == Encoding::kLatin1 ? "latin-1" : e == Encoding::kUtf8Sig ? "utf-8" : encoding_name(e);
}

bool is_raw_escape(std::string_view encoding) {
  std::string name;
  for (char c : encoding) name += c == '-' || c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return name == "raw_unicode_escape";
}
// Latin-1, with \uXXXX and \UXXXXXXXX for the rest.
std::string encode_raw_escape(std::string_view s) {
  std::string out;
  char b[16];
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
    if (c < 256) {
      out += char(c);
    } else {
      std::snprintf(b, sizeof b, c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
      out += b;
    }
  }
  return out;
}
// False: a backslash-u without its digits, at *at.
bool decode_raw_escape(std::string_view s, std::string* out, CodecError* error) {
  size_t slashes = 0;  // in a row, before this byte
  for (size_t i = 0; i < s.size(); ++i) {
    char c = s[i];
    if ((c == 'u' || c == 'U') && slashes % 2) {
      size_t want = c == 'u' ? 4 : 8, n = 0;
      uint32_t code = 0;
      for (; n < want && i + 1 + n < s.size() && isxdigit(static_cast<unsigned char>(s[i + 1 + n])); ++n) {
        char d = s[i + 1 + n];
        code = code * 16 + uint32_t(d <= '9' ? d - '0' : (d | 32) - 'a' + 10);
      }
      if (n < want || code > 0x10FFFF) {
        error->start = i - 1;
        error->end = i + 1 + n;
        error->reason = n < want ? c == 'u' ? "truncated \\uXXXX escape" : "truncated \\UXXXXXXXX escape" : "\\Uxxxxxxxx out of range";
        return false;
      }
      out->pop_back();
      text::append(out, code);
      i += want;
      slashes = 0;
      continue;
    }
    slashes = c == '\\' ? slashes + 1 : 0;
    text::append(out, static_cast<unsigned char>(c));
  }
  return true;
}

}  // namespace

Value encode_text(Thread& th, Value v, std::string_view encoding, std::string_view errors) {
  if (is_raw_escape(encoding)) return new_bytes(th, encode_raw_escape(sv(unwrap(v))));
  Encoding e;
  ErrorMode mode;
  if (!find(th, encoding, errors, &e, &mode)) return kAbsent;
  std::string out;
  CodecError error;
  if (encode(sv(unwrap(v)), e, mode, &out, &error)) return new_bytes(th, out);
  if (mode == ErrorMode::kUnknown) return unknown_handler(th, errors);
  return raise_codec(th, E_UnicodeEncodeError, shown_name(e), v, error);
}

Value decode_bytes(Thread& th, std::string_view s, std::string_view encoding, std::string_view errors, Value source) {
  if (is_raw_escape(encoding)) {
    std::string text;
    CodecError wrong;
    if (decode_raw_escape(s, &text, &wrong)) return new_str(th, text);
    Owned object(unwrap(source).is(Kind::Bytes) ? inc(unwrap(source)) : new_bytes(th, s));
    return raise_codec(th, E_UnicodeDecodeError, "rawunicodeescape", object.get(), wrong);
  }
  Encoding e;
  ErrorMode mode;
  if (!find(th, encoding, errors, &e, &mode)) return kAbsent;
  std::string out;
  CodecError error;
  if (decode(s, e, mode, &out, &error)) return new_str(th, out);
  if (mode == ErrorMode::kUnknown) return unknown_handler(th, errors);
  Owned object(unwrap(source).is(Kind::Bytes) ? inc(unwrap(source)) : new_bytes(th, s));
  return raise_codec(th, E_UnicodeDecodeError, shown_name(e), object.get(), error);
}

}  // namespace adder::lib
