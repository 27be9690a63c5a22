// Encoding and decoding as Python sees them: names, error handlers, exceptions.
#include <algorithm>
#include <optional>

#include "interp/text/utf8.h"
#include "interp/vm/import.h"
#include "interp/vm/warn.h"
#include "stdlib/native/io.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/codec.h"
#include "stdlib/native/support/escape_codec.h"
#include "stdlib/native/support/foreign_codec.h"

namespace adder::lib {
namespace {

const char* shown_name(Encoding e) {
  return e == Encoding::kLatin1    ? "latin-1"
         : e == Encoding::kUtf8Sig ? "utf-8"
         : e >= Encoding::kForeign ? foreign_shown_name(e)
                                   : encoding_name(e);
}

// What the registries of codecs and of error handlers say, which stand in a module in Python: the result of one of its
// functions.
Value registry(Thread& th, const char* function, std::initializer_list<Value> args) {
  Owned module(import_absolute(th, intern(th.in, "_codecs")));
  return module ? th.call_method(module.get(), intern(th.in, function), args.begin(), int(args.size())) : kAbsent;
}

Value unknown_encoding(Thread& th, std::string_view encoding) {
  return th.raise(E_LookupError, "unknown encoding: %.*s", int(encoding.size()), encoding.data());
}

// UnicodeEncodeError or UnicodeDecodeError; kAbsent: another exception is pending.
Value codec_exception(Thread& th, ExcId id, const char* encoding, Value object, const CodecError& e) {
  Owned name(new_str(th, encoding));
  Owned reason(new_str(th, e.reason));
  Value args[5] = {name.get(), object, integer(th, int64_t(e.start)), integer(th, int64_t(e.end)), reason.get()};
  return th.call(of(th.type(id)), args, 5);
}

// Calls the handler of a script, with the same exception at every error of one text.
class ScriptHandler final : public ErrorHandler {
 public:
  // `object` is what is decoded or encoded, borrowed; kAbsent: made of `contents` at need.
  ScriptHandler(Thread& th, Encoding e, const char* shown, Value object, std::string_view contents, std::string errors)
      : th_(th), encoding_(e), shown_(shown), object_(inc(object)), contents_(contents), errors_(std::move(errors)) {}

  bool encoding_error(const CodecError& e, size_t count, size_t sofar, std::string* by, bool* bytes,
                      size_t* next) override {
    Owned answer(ask(E_UnicodeEncodeError, e));
    const char* wanted = wide() ? "encoding error handler must return (str, int) tuple"
                                : "encoding error handler must return (str/bytes, int) tuple";
    Value text;
    if (!answer || !take_apart(answer.get(), true, wanted, &text) || !position(answer.get(), count, wanted, next))
      return false;
    *bytes = !is_str(text);
    *by = *bytes ? text.as<Bytes>()->sv() : sv(text);
    return th_.check_memory(sofar + by->size());
  }
  bool decoding_error(const CodecError& e, std::string* out, size_t* next, std::string_view* input) override {
    Owned answer(ask(E_UnicodeDecodeError, e));
    const char* wanted = "decoding error handler must return (str, int) tuple";
    Value text;
    if (!answer || !take_apart(answer.get(), false, wanted, &text)) return false;
    if (wide()) {  // sets of more than one byte go on in what they were given
      if (!position(answer.get(), input->size(), wanted, next)) return false;
      *out += sv(text);
      return th_.check_memory(out->size());
    }
    // The handler may have put other bytes into the exception.
    Owned object(get_attr_native(th_, exception_.get(), intern(th_.in, "object")));
    if (!object) return false;
    if (!unwrap(object.get()).is(Kind::Bytes)) {
      th_.raise(E_TypeError, "object attribute must be bytes");
      return false;
    }
    if (object.get().u != object_.get().u) {
      object_ = object;
      *input = unwrap(object.get()).as<Bytes>()->sv();
    }
    if (!position(answer.get(), input->size(), wanted, next)) return false;
    if (!th_.check_memory(out->size() + sv(text).size())) return false;
    *out += sv(text);
    return true;
  }
  // The exception for an error that nobody mends. The handler's own object is used again.
  bool raise(ExcId id, const CodecError& e) {
    if (!e.instead.empty()) {
      object_ = Owned(new_str(th_, e.instead));
      exception_ = Owned();
    }
    if (prepare(id, e)) th_.raise_obj(exception_.release());
    return false;
  }

 private:
  bool wide() const { return encoding_ >= Encoding::kForeign && shown_ == encoding_name(encoding_); }
  bool prepare(ExcId id, const CodecError& e) {
    if (!object_) object_ = Owned(id == E_UnicodeDecodeError ? new_bytes(th_, contents_) : new_str(th_, contents_));
    if (!exception_) {
      const char* shown = e.exact == Encoding::kUnknown ? shown_ : encoding_name(e.exact);
      exception_ = Owned(codec_exception(th_, id, shown, object_.get(), e));
      return bool(exception_);
    }
    Owned reason(new_str(th_, e.reason));
    return set_attr_native(th_, exception_.get(), intern(th_.in, "start"), integer(th_, int64_t(e.start))) &&
           set_attr_native(th_, exception_.get(), intern(th_.in, "end"), integer(th_, int64_t(e.end))) &&
           set_attr_native(th_, exception_.get(), intern(th_.in, "reason"), reason.get());
  }
  Value ask(ExcId id, const CodecError& e) {
    if (!handler_) {
      Owned name(new_str(th_, errors_));
      handler_ = Owned(registry(th_, "_handler", {name.get()}));
      if (!handler_) return kAbsent;
      if (handler_.get().u == kNone.u)
        return th_.raise(E_LookupError, "unknown error handler name '%s'", errors_.c_str());
    }
    // A step for handlers that count none themselves: one that never advances ends by the limits.
    if ((--th_.budget < 0 || th_.attention) && !th_.slow_check()) return kAbsent;
    if (!prepare(id, e)) return kAbsent;
    Value args[1] = {exception_.get()};
    return th_.call(handler_.get(), args, 1);
  }
  bool take_apart(Value answer, bool bytes, const char* wanted, Value* text) {
    Value u = unwrap(answer);
    if (u.is(Kind::Tuple) && u.as<Tuple>()->len == 2) {
      *text = unwrap(u.as<Tuple>()->items[0]);
      if (is_str(*text) || (bytes && text->is(Kind::Bytes))) return true;
    }
    th_.raise(E_TypeError, "%s", wanted);
    return false;
  }
  bool position(Value answer, size_t count, const char* wanted, size_t* next) {
    Value place = unwrap(answer).as<Tuple>()->items[1];
    int64_t at;
    if (wide() && !is_intlike(unwrap(place))) {
      th_.raise(E_TypeError, "%s", wanted);
      return false;
    }
    if (!to_index(th_, place, &at)) return false;
    if (at < 0) at += int64_t(count);
    if (at < 0 || at > int64_t(count)) {
      th_.raise(E_IndexError, "position %lld from error handler out of bounds", (long long)at);
      return false;
    }
    *next = size_t(at);
    return true;
  }

  Thread& th_;
  Encoding encoding_;
  const char* shown_;
  Owned object_, exception_, handler_;
  std::string_view contents_;
  std::string errors_;
};

// work(handler) encodes or decodes; the handler is null where the mode needs none. False: an exception is pending.
template <class Work>
bool with_handler(Thread& th, ExcId id, Encoding e, const char* shown, Value object, std::string_view contents,
                  ErrorMode mode, std::string_view errors, CodecError* error, Work work) {
  std::optional<ScriptHandler> handler;
  auto make = [&] { handler.emplace(th, e, shown, object, contents, std::string(errors)); };
  if (mode == ErrorMode::kUnknown) make();
  if (work(handler ? &*handler : nullptr)) return true;
  if (error->raised) return false;
  if (!handler) make();
  return handler->raise(id, *error);
}

// Encodings whose errors str.encode() and bytes.decode() let through as they are: CPython asks no codec of them.
bool is_direct(std::string_view name) {
  std::string key;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = char(c + 32);
    key += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
  }
  for (const char* direct : {"utf_8", "utf8", "utf_16", "utf16", "utf_32", "utf32", "ascii", "us_ascii", "latin1",
                             "latin_1", "iso_8859_1", "iso8859_1"})
    if (key == direct) return true;
  return false;
}
// The pending exception as one that tells of the codec, where its class can be made so.
Value tell_codec(Thread& th, const char* doing, std::string_view encoding) {
  if (!th.pending.u || !th.pending_is(E_Exception) || th.pending_is(E_MemoryError)) return kAbsent;
  if (th.pending_is(E_UnicodeEncodeError) || th.pending_is(E_UnicodeDecodeError)) return kAbsent;
  Owned raised(th.take_pending()), what(new_str(th, doing)), name(new_str(th, encoding));
  Owned told(registry(th, "_told", {raised.get(), what.get(), name.get()}));
  return told ? th.raise_obj(told.release()) : kAbsent;
}

// Calls the encoder or decoder of a codec of a script.
Value call_codec(Thread& th, Value object, std::string_view encoding, std::string_view errors, bool encoding_it) {
  Owned info(codec_info(th, encoding, encoding_it ? "codecs.encode()" : "codecs.decode()"));
  if (!info) return kAbsent;
  Owned function(subscript_native(th, info.get(), integer49(encoding_it ? 0 : 1))), mode(new_str(th, errors));
  Value args[2] = {object, mode.get()};
  Owned r(function ? th.call(function.get(), args, 2) : kAbsent);
  if (!r) return tell_codec(th, encoding_it ? "encoding" : "decoding", encoding);
  Value pair = unwrap(r.get());
  if (!pair.is(Kind::Tuple) || pair.as<Tuple>()->len != 2)
    return th.raise(E_TypeError, encoding_it ? "encoder must return a tuple (object, integer)"
                                             : "decoder must return a tuple (object,integer)");
  Owned result(inc(pair.as<Tuple>()->items[0]));
  Value u = unwrap(result.get());
  if (encoding_it ? u.is(Kind::Bytes) : is_str(u)) return result.release();
  const std::string type = type_name(th, result.get()), name(encoding);
  if (encoding_it && u.is(Kind::ByteArray)) {
    if (!warn(th, E_RuntimeWarning,
              "encoder " + name +
                  " returned bytearray instead of bytes; use codecs.encode() to encode to arbitrary types"))
      return kAbsent;
    return new_bytes(th, u.as<ByteArray>()->sv());
  }
  return encoding_it ? th.raise(E_TypeError,
                                "'%s' encoder returned '%s' instead of 'bytes'; use codecs.encode() to encode to "
                                "arbitrary types",
                                name.c_str(), type.c_str())
                     : th.raise(E_TypeError,
                                "'%s' decoder returned '%s' instead of 'str'; use codecs.decode() to decode to "
                                "arbitrary types",
                                name.c_str(), type.c_str());
}

// The mark of utf-8-sig, which no position counts; its size if it is there. The rest is plain UTF-8.
size_t skip_signature(std::string_view* s, Encoding* e) {
  if (*e != Encoding::kUtf8Sig || !s->starts_with("\xEF\xBB\xBF")) return 0;
  s->remove_prefix(3);
  *e = Encoding::kUtf8;
  return 3;
}

// decode() of either family; false: an exception is pending.
bool decode_any(Thread& th, std::string_view s, Encoding e, Escapes escapes, Value source, std::string_view errors,
                size_t* consumed, std::string* out) {
  CodecError error;
  ErrorMode mode = error_mode_of(errors);
  // Handlers that do not know what to do with bytes, and say so.
  if (mode == ErrorMode::kXmlCharRefReplace || mode == ErrorMode::kNameReplace) mode = ErrorMode::kUnknown;
  const size_t skipped = skip_signature(&s, &e);
  if (skipped) source = kAbsent;
  const char* shown = escapes == Escapes::kRaw    ? "rawunicodeescape"
                      : escapes == Escapes::kFull ? "unicodeescape"
                                                  : shown_name(e);
  if (source.u && !unwrap(source).is(Kind::Bytes)) source = kAbsent;
  if (!with_handler(th, E_UnicodeDecodeError, e, shown, source, s, mode, errors, &error, [&](ErrorHandler* handler) {
        return escapes != Escapes::kNone ? decode_escapes(s, escapes, mode, out, &error, consumed, handler)
                                         : decode(s, e, mode, out, &error, consumed, handler);
      }))
    return false;
  if (consumed) *consumed += skipped;
  return true;
}
// encode() of a text; `text` is the object for the exception, or kAbsent.
bool encode_any(Thread& th, std::string_view s, Encoding e, Value text, std::string_view errors, std::string* out) {
  if (e == Encoding::kUtf8 && !text::may_have_surrogates(s)) return out->append(s), true;
  CodecError error;
  const ErrorMode mode = error_mode_of(errors);
  return with_handler(th, E_UnicodeEncodeError, e, shown_name(e), text, s, mode, errors, &error,
                      [&](ErrorHandler* handler) { return encode(s, e, mode, out, &error, handler); });
}

}  // namespace

// Null: there is something else than ASCII. ASCII is the same in UTF-8, and no handler of errors is asked.
static Str* ascii_str(Thread& th, std::string_view s) {
  if (!text::is_ascii(s)) return nullptr;
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
Value codec_info(Thread& th, std::string_view encoding, const char* use) {
  Owned name(new_str(th, encoding));
  Owned info(registry(th, "_info", {name.get()}));
  if (!info) return kAbsent;
  if (info.get().u == kNone.u) return unknown_encoding(th, encoding);
  Owned textual(get_attr_or_stop(th, info.get(), intern(th.in, "_is_text_encoding")));
  bool is = true;
  if (!textual || (textual.get().u != kStop.u && !truth_native(th, textual.get(), &is))) return kAbsent;
  if (textual.get().u == kStop.u) textual.release();
  if (is) return info.release();
  return th.raise(E_LookupError, "'%.*s' is not a text encoding; use %s to handle arbitrary codecs",
                  int(encoding.size()), encoding.data(), use);
}
Value encode_text(Thread& th, Value v, std::string_view encoding, std::string_view errors) {
  if (encoding == "utf-8" && is_str(v) && (v.as<Str>()->ascii() || !text::may_have_surrogates(sv(v))))
    return new_bytes(th, sv(v));
  Escapes escapes = escapes_of(encoding);
  if (escapes != Escapes::kNone) return new_bytes(th, encode_escapes(sv(unwrap(v)), escapes));
  const Encoding e = encoding_of(encoding);
  if (e == Encoding::kUnknown) return call_codec(th, v, encoding, errors, true);
  std::string out;
  const std::string name(encoding);  // a handler may drop what holds it
  if (encode_any(th, sv(unwrap(v)), e, v, errors, &out)) return new_bytes(th, out);
  return is_direct(name) ? kAbsent : tell_codec(th, "encoding", name);
}

Value decode_bytes(Thread& th, std::string_view s, std::string_view encoding, std::string_view errors, Value source) {
  if (encoding == "utf-8") {
    if (Str* plain = ascii_str(th, s)) return of(plain);
    if (text::is_valid(s)) return new_str(th, s);
  }
  const Escapes escapes = escapes_of(encoding);
  const Encoding e = escapes == Escapes::kNone ? encoding_of(encoding) : Encoding::kUnknown;
  if (escapes == Escapes::kNone && e == Encoding::kUnknown) return call_codec(th, source, encoding, errors, false);
  std::string out;
  const std::string name(encoding);
  if (decode_any(th, s, e, escapes, source, errors, nullptr, &out)) return new_str(th, out);
  return is_direct(name) ? kAbsent : tell_codec(th, "decoding", name);
}

bool encode_part(Thread& th, std::string_view text, Encoding e, const std::string& errors, std::string* out) {
  return encode_any(th, text, e, kAbsent, errors, out);
}
bool decode_part(Thread& th, std::string_view bytes, Encoding e, const std::string& errors, std::string* out,
                 size_t* consumed) {
  if (!decode_any(th, bytes, e, Escapes::kNone, kAbsent, errors, consumed, out)) return false;
  if (consumed) *consumed = std::min(*consumed, bytes.size());  // of other bytes, where a handler has put them there
  return true;
}

namespace {

// The name of a built-in encoding as codecs.lookup() gives it, or None.
Value text_codecs_name(Thread& th, Value* a, int) {
  std::string_view name;
  if (!text_arg(th, a[0], "encoding", &name)) return kAbsent;
  if (const Escapes escapes = escapes_of(name); escapes != Escapes::kNone)
    return new_str(th, escapes == Escapes::kRaw ? "raw-unicode-escape" : "unicode-escape");
  const Encoding e = encoding_of(name);
  return e == Encoding::kUnknown ? kNone : new_str(th, encoding_name(e));
}
// What exceptions call it: "charmap" for all sets of one byte.
Value text_codecs_shown(Thread& th, Value* a, int) {
  std::string_view name;
  if (!text_arg(th, a[0], "encoding", &name)) return kAbsent;
  const Encoding e = encoding_of(name);
  return e == Encoding::kUnknown ? kNone : new_str(th, shown_name(e));
}
Value text_codecs_encode(Thread& th, Value* a, int) {
  std::string_view text, encoding, errors;
  if (!text_arg(th, a[0], "text", &text) || !text_arg(th, a[1], "encoding", &encoding) ||
      !text_arg(th, a[2], "errors", &errors))
    return kAbsent;
  const Escapes escapes = escapes_of(encoding);
  if (escapes != Escapes::kNone) return new_bytes(th, encode_escapes(text, escapes));
  const Encoding e = encoding_of(encoding);
  if (e == Encoding::kUnknown) return unknown_encoding(th, encoding);
  std::string out;
  return encode_any(th, text, e, a[0], errors, &out) ? new_bytes(th, out) : kAbsent;
}
Value text_codecs_decode(Thread& th, Value* a, int) {
  std::string_view encoding, errors;
  Buffer data;
  bool final;
  if (!text_arg(th, a[1], "encoding", &encoding) || !text_arg(th, a[2], "errors", &errors) ||
      !truth_native(th, a[3], &final) || !get_buffer(th, a[0], &data))
    return kAbsent;
  const Escapes escapes = escapes_of(encoding);
  const Encoding e = escapes == Escapes::kNone ? encoding_of(encoding) : Encoding::kUnknown;
  if (escapes == Escapes::kNone && e == Encoding::kUnknown) return unknown_encoding(th, encoding);
  std::string out;
  size_t consumed = data.view.size();
  if (!decode_any(th, data.view, e, escapes, a[0], errors, final ? nullptr : &consumed, &out)) return kAbsent;
  return pair(th, new_str(th, out), integer(th, int64_t(std::min(consumed, data.view.size()))));
}

const NativeDef kFunctions[] = {
    {"name", "(encoding, /)", "The name of a built-in encoding, or None.", text_codecs_name, Rule::residual},
    {"shown", "(encoding, /)", "What exceptions call a built-in encoding.", text_codecs_shown, Rule::residual},
    {"encode", "(text, encoding, errors, /)", "The bytes of a text in a built-in encoding.", text_codecs_encode,
     Rule::calls},
    {"decode", "(data, encoding, errors, final, /)",
     "The text of bytes in a built-in encoding, and how many were read.", text_codecs_decode, Rule::calls},
};

}  // namespace

const NativeModuleDef kTextCodecsModule = {"_text_codecs", "The built-in encodings.", kFunctions};

}  // namespace adder::lib
