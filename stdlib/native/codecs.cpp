// Encoding and decoding as Python sees them: names, error handlers, exceptions.
#include "interp/text/utf8.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/codec.h"
#include "stdlib/native/support/escape_codec.h"
#include "stdlib/native/support/foreign_codec.h"

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
  return e == Encoding::kLatin1     ? "latin-1"
         : e == Encoding::kUtf8Sig  ? "utf-8"
         : e >= Encoding::kForeign ? foreign_shown_name(e)
                                    : encoding_name(e);
}

}  // namespace

// Null: there is something else than ASCII. ASCII is the same in UTF-8, and no handler of errors is asked.
static Str* ascii_str(Thread& th, std::string_view s) {
  for (size_t i = 0; i < s.size(); ++i)
    if (static_cast<unsigned char>(s[i]) >= 0x80) return nullptr;
  if (s.size() == 1) return inc(th.in.latin1[static_cast<unsigned char>(s[0])]);
  Str* text = str_blank(th, s.size(), s.size());
  memcpy(text->data, s.data(), s.size());
  return text;
}
bool codec_name_arg(Thread& th, Value v, const char* what, std::string_view* out) {
  if (!text_arg(th, v, what, out)) return false;
  if (text::may_have_surrogates(*out) && !Owned(encode_text(th, v, "utf-8", "strict"))) return false;
  if (out->find('\0') != out->npos) return th.raise(E_ValueError, "embedded null character"), false;
  return true;
}
Value encode_text(Thread& th, Value v, std::string_view encoding, std::string_view errors) {
  if (is_str(v) && v.as<Str>()->ascii() && encoding == "utf-8") return new_bytes(th, sv(v));
  Escapes escapes = escapes_of(encoding);
  if (escapes != Escapes::kNone) return new_bytes(th, encode_escapes(sv(unwrap(v)), escapes));
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
  if (encoding == "utf-8")
    if (Str* plain = ascii_str(th, s)) return of(plain);
  if (Escapes escapes = escapes_of(encoding); escapes != Escapes::kNone) {
    std::string text;
    CodecError wrong;
    ErrorMode how = error_mode_of(errors);
    if (decode_escapes(s, escapes, how, &text, &wrong)) return new_str(th, text);
    if (how == ErrorMode::kUnknown) return unknown_handler(th, errors);
    Owned object(unwrap(source).is(Kind::Bytes) ? inc(unwrap(source)) : new_bytes(th, s));
    return raise_codec(th, E_UnicodeDecodeError, escapes == Escapes::kRaw ? "rawunicodeescape" : "unicodeescape",
                       object.get(), wrong);
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
