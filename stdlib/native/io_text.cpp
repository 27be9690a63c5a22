// TextIOWrapper.
#include <unistd.h>

#include "interp/text/utf8.h"
#include "interp/vm/attrs.h"
#include "interp/vm/special.h"
#include "stdlib/native/io.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

using namespace std::string_view_literals;

constexpr size_t kChunk = 8192;

TextFile* text_of(Value v) {
  return payload<TextFile>(v);
}

Value no_buffer(Thread& th, TextFile* f) {
  if (!f->closed) return th.raise(E_ValueError, "I/O operation on uninitialized object");
  return th.raise(E_ValueError, "underlying buffer has been detached");
}
// Whether the buffer is a file of the program, over no object of a script: nobody sees what it is asked.
bool is_own_file(Thread& th, TextFile* f) {
  return is_binary_file(th, f->buffer) && !payload<BinaryFile>(f->buffer)->raw.u;
}
Value buffer_field(Thread&, TextFile*, const char* field);
// An open file: so is its buffer. Null: an exception is pending.
TextFile* open_text(Thread& th, Value v) {
  TextFile* f = text_of(v);
  if (!f->buffer.u) return no_buffer(th, f), nullptr;
  bool closed = f->closed;
  if (closed) {
  } else if (is_own_file(th, f)) {
    closed = payload<BinaryFile>(f->buffer)->closed;
  } else if (type_of(th.in, f->buffer) == io_types(th).bytes_io) {
    closed = payload<BytesStream>(f->buffer)->closed;
  } else {
    Owned answer(buffer_field(th, f, "closed"));
    if (!answer || !truth_native(th, answer.get(), &closed)) return nullptr;
  }
  return closed ? (closed_error(th), nullptr) : f;
}
// What a method of the buffer gives. A script may take the buffer away meanwhile, so it is held.
Value ask_buffer(Thread& th, TextFile* f, const char* method, const Value* args = nullptr, int n = 0) {
  if (!f->buffer.u) return no_buffer(th, f);
  Owned buffer(inc(f->buffer));
  return th.call_method(buffer.get(), intern(th.in, method), args, n);
}
Value buffer_field(Thread& th, TextFile* f, const char* field) {
  if (!f->buffer.u) return no_buffer(th, f);
  Owned buffer(inc(f->buffer));
  return get_attr_native(th, buffer.get(), intern(th.in, field));
}
bool flush_text(Thread& th, TextFile* f);
// A file that dies without close() is closed, and with it the buffer below.
void end_text(TextFile* f) {
  if (f->closed || f->standard >= 0 || !f->buffer.is_cell()) return;
  Thread* th = thread_of(f);
  if (!th) return;
  const RawFile* file = is_binary_file(*th, f->buffer) ? beneath(*th, payload<BinaryFile>(f->buffer))
                        : is_instance_of(f->buffer, io_types(*th).raw) ? payload<RawFile>(f->buffer)
                                                                       : nullptr;
  if (file && file->fd >= 0)
    warn_unclosed(*th, f, file,
                  (f->mode.empty() ? "" : " mode='" + f->mode + "'") + " encoding='" + f->encoding_name + "'");
  Value pending = th->take_pending();
  if (!flush_text(*th, f)) th->clear_pending();  // nobody is left to hear of it
  f->closed = true;
  Owned done(ask_buffer(*th, f, "close"));
  th->clear_pending();
  th->pending = pending;
}
void destroy_text(void* p) {
  TextFile* f = static_cast<TextFile*>(p);
  end_text(f);
  dec(f->buffer);
  dec(f->encoder);
  dec(f->decoder);
  f->~TextFile();
}
void traverse_text(void* p, Visitor& v) {
  TextFile* f = static_cast<TextFile*>(p);
  v.visit(f->buffer);
  v.visit(f->encoder);
  v.visit(f->decoder);
}
void clear_text(void* p) {
  TextFile* f = static_cast<TextFile*>(p);
  end_text(f);
  put(f->buffer, kAbsent);
  put(f->encoder, kAbsent);
  put(f->decoder, kAbsent);
}
Value text_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (payload<TextFile>(self)) TextFile();
  return self;
}
// The encoding behind the byte order mark.
Encoding unmarked(Encoding e) {
  return e == Encoding::kUtf8Sig ? Encoding::kUtf8
         : e == Encoding::kUtf16 ? Encoding::kUtf16Le
         : e == Encoding::kUtf32 ? Encoding::kUtf32Le
                                 : e;
}
// A mark stands at the beginning of a file, and a stream without places has none but that of UTF-8.
bool begin_marks(Thread& th, TextFile* f) {
  const bool mark = unmarked(f->encoding) != f->encoding;
  f->marked = !mark;
  if (is_own_file(th, f)) {
    f->readable = payload<BinaryFile>(f->buffer)->readable;
    f->writable = payload<BinaryFile>(f->buffer)->writable;
    if (!mark) return true;
  }
  auto ask = [&](const char* question, bool* is) {
    Owned answer(ask_buffer(th, f, question));
    return answer && truth_native(th, answer.get(), is);
  };
  if (f->encoding == Encoding::kUnknown) {
    f->readable = f->decoder.u;
    f->writable = f->encoder.u;
  } else if (!ask("readable", &f->readable) || !ask("writable", &f->writable)) {
    return false;
  }
  if (!ask("seekable", &f->seekable)) return false;
  Owned buffer(inc(f->buffer)), found(get_attr_or_stop(th, buffer.get(), intern(th.in, "read1")));
  if (!found) return false;
  f->read1 = found.get().u != kStop.u;
  if (!f->writable || !f->seekable) {
    f->marked = f->encoding != Encoding::kUtf8Sig;
    return true;
  }
  Owned place(ask_buffer(th, f, "tell"));
  bool moved;
  if (!place || !truth_native(th, place.get(), &moved)) return false;
  if (mark) f->marked = moved;
  return true;
}
// The encoding and errors of a file. Codecs of scripts work by their incremental classes, made for what the file can
// do.
bool take_codec(Thread& th, TextFile* f, Value buffer, std::string name, std::string errors) {
  const Encoding encoding = encoding_of(name);
  Owned made[2];
  if (encoding == Encoding::kUnknown) {
    Owned info(codec_info(th, name, "codecs.open()")), mode(new_str(th, errors));
    if (!info) return false;
    static constexpr const char* kWays[][2] = {{"readable", "incrementaldecoder"}, {"writable", "incrementalencoder"}};
    for (int i = 0; i < 2; ++i) {
      Owned answer(th.call_method(buffer, intern(th.in, kWays[i][0]), nullptr, 0));
      bool is;
      if (!answer || !truth_native(th, answer.get(), &is)) return false;
      Owned cls(is ? get_attr_native(th, info.get(), intern(th.in, kWays[i][1])) : kAbsent);
      Value args[1] = {mode.get()};
      if (cls) made[i] = Owned(th.call(cls.get(), args, 1));
      if (is && !made[i]) return false;
    }
  }
  f->encoding = encoding;
  f->encoding_name = std::move(name);
  f->errors = error_mode_of(errors);
  f->errors_name = std::move(errors);
  put(f->decoder, made[0].release());
  put(f->encoder, made[1].release());
  return true;
}
Value text_init(Thread& th, Value* a, int) {
  // self, buffer, encoding, errors, newline, line_buffering, write_through
  TextFile* f = text_of(a[0]);
  std::string_view encoding = "UTF-8", errors = "strict";
  Newline newline;
  if (!text_or_none(th, a[2], "TextIOWrapper() argument 'encoding'", &encoding) ||
      !text_or_none(th, a[3], "TextIOWrapper() argument 'errors'", &errors) ||
      !newline_arg(th, a[4], "TextIOWrapper() argument 'newline'", &newline))
    return kAbsent;
  if (encoding == "locale") encoding = "UTF-8";
  if (!take_codec(th, f, a[1], std::string(encoding), std::string(errors))) return kAbsent;
  f->newline = newline;
  if (!truth_native(th, a[5], &f->line_buffering) || !truth_native(th, a[6], &f->write_through)) return kAbsent;
  put(f->buffer, inc(a[1]));
  return begin_marks(th, f) ? kNone : kAbsent;
}

// What the incremental decoder of a script makes of the next bytes.
bool decode_by_script(Thread& th, TextFile* f, std::string_view bytes, bool final, std::string* out) {
  if (!f->decoder.u) return unsupported(th, "not readable"), false;  // it could not be read when it was made
  Owned decoder(inc(f->decoder)), data(new_bytes(th, bytes));
  Value args[2] = {data.get(), boolean(final)};
  Owned text(th.call_method(decoder.get(), intern(th.in, "decode"), args, 2));
  if (!text) return false;
  if (is_str(unwrap(text.get()))) return *out = sv(unwrap(text.get())), true;
  th.raise(E_TypeError, "decoder should return a string result, not '%s'", type_name(th, text.get()).c_str());
  return false;
}
bool encode_by_script(Thread& th, TextFile* f, std::string_view text, std::string* out) {
  if (!f->encoder.u) return unsupported(th, "not writable"), false;
  Owned encoder(inc(f->encoder)), whole(new_str(th, text));
  Value args[1] = {whole.get()};
  Owned data(th.call_method(encoder.get(), intern(th.in, "encode"), args, 1));
  if (!data) return false;
  if (unwrap(data.get()).is(Kind::Bytes)) return *out = unwrap(data.get()).as<Bytes>()->sv(), true;
  th.raise(E_TypeError, "encoder should return a bytes object, not '%s'", type_name(th, data.get()).c_str());
  return false;
}

void drop_input(TextFile* f) {
  f->input.clear();
  f->input_at = f->walked = f->walked_source = 0;
  f->source = f->carriage ? "\r" : "";
}
// What has been decoded and not read yet, with the line ends of the file.
std::string_view unread(TextFile* f) {
  if (f->source.empty()) return std::string_view(f->input).substr(f->input_at);
  const std::string& s = f->source;
  for (size_t& at = f->walked_source; f->walked < f->input_at; f->walked++)
    at += s[at] == '\r' && at + 1 < s.size() && s[at + 1] == '\n' ? 2 : 1;
  return std::string_view(s).substr(f->walked_source);
}

// One read from the buffer, of all that there is if `whole` and the buffer is a script's; nothing comes at the end.
bool read_bytes(Thread& th, TextFile* f, size_t most, bool whole, std::string* bytes) {
  if (!f->buffer.u) {
    no_buffer(th, f);
    return false;
  }
  Owned buffer(inc(f->buffer));
  if (is_binary_file(th, buffer.get()) && !(whole && payload<BinaryFile>(buffer.get())->raw.u)) {
    BinaryFile* b = payload<BinaryFile>(buffer.get());
    FileTurn turn(th, buffer.get());
    if (!turn || !flush_file(th, b)) return false;
    if (b->input_at < b->input.size()) {
      bytes->append(b->input, b->input_at);
      b->input.clear();
      b->input_at = 0;
    } else if (!read_some(th, b, most, bytes)) {
      return false;
    }
  } else {
    Value args[1] = {whole ? kNone : integer49(int64_t(most))};
    const char* method = f->read1 && !whole ? "read1" : "read";
    Owned data(th.call_method(buffer.get(), intern(th.in, method), args, whole ? 0 : 1));
    std::string_view view;
    if (!data) return false;
    if (!bytes_view(data.get(), &view)) {
      th.raise(E_TypeError, "underlying %s() should have returned a bytes-like object, not '%s'", method,
               type_name(th, data.get()).c_str());
      return false;
    }
    bytes->append(view);
  }
  return true;
}

// Decodes one more chunk into `input`, or (`whole`) all that there is. *at_end: nothing came. Scripts and other threads
// may use the file meanwhile: what the caller knows of it does not hold any more.
bool read_chunk(Thread& th, TextFile* f, size_t most, bool* at_end, bool whole = false) {
  std::string bytes = std::move(f->raw);
  f->raw.clear();
  const size_t carried = bytes.size();
  for (size_t before = carried;; before = bytes.size()) {
    if (!read_bytes(th, f, most, whole, &bytes) || !th.check_memory(2 * bytes.size())) {
      f->raw.insert(0, bytes);  // for whoever reads on
      return false;
    }
    if (!whole || bytes.size() == before || !is_own_file(th, f)) break;
  }
  *at_end = whole || bytes.size() == carried;
  // What is kept here is no object that the heap counts; it becomes one, and is there twice then.
  if (!th.check_memory(2 * (f->input.size() - f->input_at + bytes.size()))) return false;
  std::string decoded;
  size_t consumed = bytes.size();
  const Encoding encoding = f->encoding, reading = f->found == Encoding::kUnknown ? encoding : f->found;
  const bool by_script = encoding == Encoding::kUnknown;
  if (by_script ? !decode_by_script(th, f, bytes, *at_end, &decoded)
                : !decode_part(th, bytes, reading, f->errors_name, &decoded, *at_end ? nullptr : &consumed))
    return false;
  if (!by_script && f->encoding == encoding && f->found == Encoding::kUnknown && consumed) {
    bool big16 = encoding == Encoding::kUtf16 && bytes.starts_with("\xfe\xff");
    bool big32 = encoding == Encoding::kUtf32 && bytes.starts_with(std::string_view("\0\0\xfe\xff", 4));
    const bool wide = encoding == Encoding::kUtf16 || encoding == Encoding::kUtf32;
    if (wide && bytes.size() >= (encoding == Encoding::kUtf16 ? 2 : 4) && !big16 && !big32 &&
        !bytes.starts_with(encoding == Encoding::kUtf16 ? "\xff\xfe" : "\xff\xfe\0\0"sv)) {
      th.raise(E_UnicodeError, "UTF-%d stream does not start with BOM", encoding == Encoding::kUtf16 ? 16 : 32);
      return false;
    }
    f->found = big16 ? Encoding::kUtf16Be : big32 ? Encoding::kUtf32Be : unmarked(encoding);
  }
  if (!*at_end) f->raw.insert(0, bytes, consumed);
  std::string().swap(bytes);  // it may be as large as the file
  if (f->input_at == f->input.size()) {
    drop_input(f);
  } else if (f->input_at) {  // what has been read goes
    f->source.erase(0, f->source.size() - (f->source.empty() ? 0 : unread(f).size()));
    if (f->source.find('\r') == f->source.npos) f->source.clear();
    f->input.erase(0, f->input_at);
    f->input_at = f->walked = f->walked_source = 0;
  }
  if (f->newline == Newline::kUniversal && (!f->source.empty() || decoded.find('\r') != decoded.npos)) {
    if (f->source.empty()) f->source = f->input;
    f->source += decoded;
  }
  if (f->newline == Newline::kUniversal || f->newline == Newline::kKeep) f->ends.note(decoded, *at_end);
  if (f->input.empty() && !f->carriage && decoded.find('\r') == decoded.npos)
    f->input = std::move(decoded);
  else
    translate_in(decoded, f->newline, *at_end, &f->carriage, &f->input);
  return true;
}

bool flush_text(Thread& th, TextFile* f) {
  if (f->standard == 1) return flush_stdout(th);
  if (f->output.empty()) return true;
  if (!f->buffer.u) {
    no_buffer(th, f);
    return false;
  }
  std::string data;
  data.swap(f->output);
  Owned buffer(inc(f->buffer));
  if (is_binary_file(th, buffer.get())) {
    BinaryFile* b = payload<BinaryFile>(buffer.get());
    FileTurn turn(th, buffer.get());
    if (!turn) return false;
    b->output.append(data);
    return b->output.size() < kChunk || flush_file(th, b);
  }
  Owned bytes(new_bytes(th, data));
  Value args[1] = {bytes.get()};
  Owned r(th.call_method(buffer.get(), th.name(n_write), args, 1));
  return bool(r);
}

// All the way to the stream below, as its flush() does it. What a file of the program holds counts as its own.
bool flush_through(Thread& th, TextFile* f) {
  if (!flush_text(th, f)) return false;
  if (f->standard == 1 || is_own_file(th, f)) return true;
  return bool(Owned(ask_buffer(th, f, "flush")));
}

Value text_write(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (!is_str(u))
    return th.raise(E_TypeError, "write() argument must be str, not %s", argument_type_name(th, a[1]).c_str());
  TextFile* f = open_text(th, a[0]);
  if (!f) return kAbsent;
  if (!f->writable) return unsupported(th, "not writable");
  std::string_view s = sv(u);
  if (f->standard == 1 && is_plain(f)) {
    if (!write_stdout(th, s, false)) return kAbsent;
    return integer(th, u.as<Str>()->chars);
  }
  std::string translated;
  std::string_view text = s;
  if (f->newline == Newline::kCr || f->newline == Newline::kCrLf) text = translated = translate_out(s, f->newline);
  // A script may run, and use the file meanwhile.
  const Encoding encoding = f->encoding;
  const bool scripted = encoding == Encoding::kUnknown || f->errors == ErrorMode::kUnknown;
  std::string coded;
  std::string* out = scripted ? &coded : &f->output;
  const size_t before = out->size();
  if (encoding == Encoding::kUnknown
          ? !encode_by_script(th, f, text, out)
          : !encode_part(th, text, f->marked ? unmarked(encoding) : encoding, f->errors_name, out)) {
    if (!scripted) out->resize(std::min(before, out->size()));
    return kAbsent;
  }
  if (scripted && !open_text(th, a[0])) return kAbsent;
  if (!scripted && before && f->output.size() > kChunk && f->standard < 0 && !is_own_file(th, f)) {
    coded = f->output.substr(before);
    f->output.resize(before);
    if (!flush_text(th, f)) return kAbsent;  // what waited is written alone, before what does not fit behind it
  }
  f->output += coded;
  f->marked = true;
  if (f->standard == 1) {
    std::string data;
    data.swap(f->output);
    if (!write_stdout_bytes(th, data, false)) return kAbsent;
  } else if (f->standard == 2) {
    th.flush();
    std::string data;
    data.swap(f->output);
    std::string_view rest = data;
    if (!write_all(th, 2, &rest)) return kAbsent;
  } else if (f->line_buffering && s.find_first_of("\r\n") != s.npos && !is_binary_file(th, f->buffer)) {
    if (!flush_through(th, f)) return kAbsent;
  } else if (f->write_through || f->output.size() >= kChunk ||
             (f->line_buffering && s.find_first_of("\r\n") != s.npos)) {
    if (!flush_text(th, f)) return kAbsent;
    Owned buffer(inc(f->buffer));
    if (f->line_buffering && is_binary_file(th, buffer.get()) && !flush_file(th, payload<BinaryFile>(buffer.get())))
      return kAbsent;
  }
  return integer(th, u.as<Str>()->chars);
}
// An open file that can be read from, to which nothing waits to be written; null: an exception is pending.
TextFile* readable_text(Thread& th, Value v) {
  TextFile* f = open_text(th, v);
  if (!f) return nullptr;
  if (!f->readable) return unsupported(th, "not readable"), nullptr;
  return f->output.empty() || flush_text(th, f) ? f : nullptr;
}
// Takes the next bytes of what has been decoded, behind `start`, which was taken before.
Value take_text(Thread& th, TextFile* f, std::string&& start, size_t bytes) {
  std::string_view part = std::string_view(f->input).substr(f->input_at, bytes);
  f->input_at += part.size();
  if (start.empty()) return new_str(th, part);
  start += part;
  return new_str(th, start);
}
// Puts the next bytes aside and decodes one more chunk.
bool go_on(Thread& th, TextFile* f, std::string* start, size_t bytes, size_t most, bool* at_end) {
  start->append(f->input, f->input_at, bytes);
  f->input_at += bytes;
  return th.check_memory(2 * start->size()) && read_chunk(th, f, most, at_end);
}
Value text_read(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;
  TextFile* f = readable_text(th, a[0]);
  if (!f) return kAbsent;
  bool at_end = false;
  if (size < 0) {
    if (!read_chunk(th, f, 65536, &at_end, true)) return kAbsent;
    Value r = new_str(th, std::string_view(f->input).substr(f->input_at));
    drop_input(f);
    return r;
  }
  std::string start;
  for (size_t wanted = size_t(size);;) {
    size_t n = wanted;
    const size_t bytes = prefix_of(std::string_view(f->input).substr(f->input_at), &n);
    wanted -= n;
    if (at_end || !wanted) return take_text(th, f, std::move(start), bytes);
    if (!go_on(th, f, &start, bytes, std::clamp(wanted, kChunk, kChunk << 7), &at_end)) return kAbsent;
  }
}
// The first line of `rest`, behind `start` of the same line; *complete: its end is known.
std::string_view next_line(std::string_view start, std::string_view rest, Newline newline, bool* complete) {
  if (start.ends_with('\r') && (newline == Newline::kCrLf || newline == Newline::kKeep) && !rest.empty()) {
    *complete = newline == Newline::kKeep || rest[0] == '\n';
    if (*complete) return rest.substr(0, rest[0] == '\n');
  }
  std::string_view line = line_of(rest, 0, -1, newline);
  switch (newline) {
    case Newline::kUniversal:
    case Newline::kLf: *complete = line.ends_with('\n'); break;
    case Newline::kCr: *complete = line.ends_with('\r'); break;
    case Newline::kCrLf: *complete = line.ends_with("\r\n"); break;
    case Newline::kKeep: *complete = line.ends_with('\n') || (line.ends_with('\r') && line.size() < rest.size()); break;
  }
  return line;
}
Value text_readline(Thread& th, Value* a, int) {
  int64_t limit;
  if (!to_index(th, a[1], &limit)) return kAbsent;
  TextFile* f = readable_text(th, a[0]);
  if (!f) return kAbsent;
  std::string start;
  bool at_end = false;
  for (size_t wanted = limit < 0 ? SIZE_MAX : size_t(limit);;) {
    bool complete;
    std::string_view line = next_line(start, std::string_view(f->input).substr(f->input_at), f->newline, &complete);
    if (limit >= 0) {
      size_t n = wanted;
      line = line.substr(0, prefix_of(line, &n));
      wanted -= n;
    }
    if (complete || at_end || !wanted) return take_text(th, f, std::move(start), line.size());
    if (!go_on(th, f, &start, line.size(), kChunk, &at_end)) return kAbsent;
  }
}
Value text_next(Thread& th, Value* a, int) {
  Value args[2] = {a[0], integer49(-1)};
  text_of(a[0])->stepping = true;
  Value r = text_readline(th, args, 2);
  if (r.u && r.as<Str>()->len == 0) {
    dec(r);
    text_of(a[0])->stepping = false;
    return kStop;
  }
  return r;
}
Value text_flush(Thread& th, Value* a, int) {
  TextFile* f = open_text(th, a[0]);
  if (!f) return kAbsent;
  f->stepping = false;
  if (!flush_text(th, f)) return kAbsent;
  if (f->standard == 1 || f->standard == 2) return kNone;
  return Owned(ask_buffer(th, f, "flush")) ? kNone : kAbsent;
}
Value text_close(Thread& th, Value* a, int) {
  TextFile* f = text_of(a[0]);
  if (!f->buffer.u) return no_buffer(th, f);
  if (f->closed) return kNone;
  if (!is_own_file(th, f)) {
    Owned closed(buffer_field(th, f, "closed"));
    bool is;
    if (!closed || !truth_native(th, closed.get(), &is)) return kAbsent;
    if (is) return kNone;
  }
  Owned buffer(inc(f->buffer));
  bool ok = flush_through(th, f);
  Value pending = ok ? kAbsent : th.take_pending();
  f->closed = true;
  Owned r(buffer ? th.call_method(buffer.get(), th.name(n_close), nullptr, 0) : kNone);
  if (!ok) return th.raise_obj(pending);
  return r ? kNone : kAbsent;
}
Value text_detach(Thread& th, Value* a, int) {
  TextFile* f = open_text(th, a[0]);
  if (!f || !flush_through(th, f)) return kAbsent;
  if (!f->buffer.u) return no_buffer(th, f);
  f->closed = true;
  return std::exchange(f->buffer, kAbsent);
}
// Whether the file can tell places and go to them; false: an exception is pending.
bool must_seek(Thread& th, TextFile* f) {
  bool can = f->seekable;
  if (is_own_file(th, f)) can = ::lseek(payload<BinaryFile>(f->buffer)->fd, 0, SEEK_CUR) >= 0;
  if (!can) unsupported(th, "underlying stream is not seekable");
  return can;
}
Value text_tell(Thread&, Value*, int);
// self, cookie, whence. Of what is not at the start only the file's own places are known.
Value text_seek(Thread& th, Value* a, int) {
  int64_t whence, to;
  if (!to_index(th, a[2], &whence)) return kAbsent;
  TextFile* f = open_text(th, a[0]);
  if (!f || !must_seek(th, f)) return kAbsent;
  if (whence < 0 || whence > 2)
    return th.raise(E_ValueError, "invalid whence (%lld, should be 0, 1 or 2)", static_cast<long long>(whence));
  if (!to_index(th, a[1], &to)) return kAbsent;
  if (whence && to)
    return unsupported(th, whence == 1 ? "can't do nonzero cur-relative seeks" : "can't do nonzero end-relative seeks");
  if (to < 0) return th.raise(E_ValueError, "negative seek position %lld", static_cast<long long>(to));
  Owned cookie(whence == 1 ? text_tell(th, a, 1) : inc(a[1]));
  if (!cookie || !flush_through(th, f)) return kAbsent;
  Value args[2] = {cookie.get(), integer49(whence == 2 ? 2 : 0)};
  f->stepping = false;
  f->raw.clear();
  f->carriage = false;
  drop_input(f);
  for (Value TextFile::*codec : {&TextFile::encoder, &TextFile::decoder}) {
    if (!(f->*codec).u) continue;
    Owned held(inc(f->*codec)), done(th.call_method(held.get(), intern(th.in, "reset"), nullptr, 0));
    if (!done) return kAbsent;
  }
  Owned place(ask_buffer(th, f, "seek", args, 2));
  if (!place || !truth_native(th, place.get(), &f->marked)) return kAbsent;
  if (!f->marked) f->found = Encoding::kUnknown;
  return place.release();
}
// How many bytes of the file a codec of a script has been given for `rest`, which is unread, and for what it holds
// back.
bool by_script_unread(Thread& th, TextFile* f, std::string_view rest, int64_t* out) {
  *out = 0;
  if (!rest.empty()) {
    Owned text(new_str(th, rest)), data(encode_text(th, text.get(), std::string(f->encoding_name), "strict"));
    if (!data) return false;
    *out = int64_t(data.get().as<Bytes>()->len);
  }
  if (!f->decoder.u) return true;
  Owned decoder(inc(f->decoder)), state(th.call_method(decoder.get(), intern(th.in, "getstate"), nullptr, 0));
  Owned buffered(state ? subscript_native(th, state.get(), integer49(0)) : kAbsent);
  if (!buffered) return false;
  const int64_t n = length(th, buffered.get());
  *out += n;
  return n >= 0;
}
Value text_tell(Thread& th, Value* a, int) {
  TextFile* f = open_text(th, a[0]);
  if (!f || !must_seek(th, f)) return kAbsent;
  if (f->stepping) return th.raise(E_OSError, "telling position disabled by next() call");
  if (!flush_through(th, f)) return kAbsent;
  Owned r(ask_buffer(th, f, "tell"));
  int64_t at;
  if (!r || !to_index(th, r.get(), &at)) return kAbsent;
  std::string_view rest = unread(f);
  std::string encoded;
  CodecError error;
  int64_t held = int64_t(f->raw.size());  // read, but not decoded yet
  if (f->encoding == Encoding::kUnknown) {
    if (!by_script_unread(th, f, rest, &held)) return kAbsent;
    rest = {};
  } else if (f->encoding != Encoding::kUtf8 || f->errors != ErrorMode::kStrict) {
    encode(rest, unmarked(f->encoding), ErrorMode::kReplace, &encoded, &error);
    rest = encoded;
  }
  return integer(th, at - int64_t(rest.size()) - held);
}
Value text_truncate(Thread& th, Value* a, int) {
  TextFile* f = open_text(th, a[0]);
  if (!f || !flush_through(th, f)) return kAbsent;
  return ask_buffer(th, f, "truncate", a + 1, a[1].u == kNone.u ? 0 : 1);
}
Value text_reconfigure(Thread& th, Value* a, int) {
  // self, encoding, errors, newline, line_buffering, write_through
  TextFile* f = open_text(th, a[0]);
  if (!f) return kAbsent;
  if (!f->input.empty() && (a[1].u != kNone.u || a[2].u != kNone.u || a[3].u)) {
    unsupported(th, "It is not possible to set the encoding or newline of stream after the first read");
    return kAbsent;
  }
  Newline newline = f->newline;
  bool line_buffering = f->line_buffering, write_through = f->write_through;
  if (a[3].u && !newline_arg(th, a[3], "reconfigure() argument 'newline'", &newline)) return kAbsent;
  if (a[4].u != kNone.u && !truth_native(th, a[4], &line_buffering)) return kAbsent;
  if (a[5].u != kNone.u && !truth_native(th, a[5], &write_through)) return kAbsent;
  if (!flush_through(th, f)) return kAbsent;
  f->newline = newline;
  std::string_view errors = "strict";
  if (a[1].u == kNone.u) errors = f->errors_name;
  if (a[2].u != kNone.u && !text_arg(th, a[2], "errors", &errors)) return kAbsent;
  std::string_view encoding = f->encoding_name;
  if (a[1].u != kNone.u && !text_arg(th, a[1], "encoding", &encoding)) return kAbsent;
  if (encoding == "locale") encoding = "UTF-8";
  if (a[1].u != kNone.u || a[2].u != kNone.u) {
    Owned buffer(inc(f->buffer));
    if (!take_codec(th, f, buffer.get(), std::string(encoding), std::string(errors))) return kAbsent;
    if (a[1].u != kNone.u) f->found = Encoding::kUnknown;
  }
  if (a[1].u != kNone.u && !begin_marks(th, f)) return kAbsent;
  f->line_buffering = line_buffering;
  f->write_through = write_through;
  if (f->standard == 1) library_state(th.in).stdout_errors = f->errors;
  return kNone;
}
template <int kWhat>
Value text_forward(Thread& th, Value* a, int) {
  static constexpr const char* kNames[] = {"fileno", "isatty", "readable", "writable", "seekable"};
  return ask_buffer(th, text_of(a[0]), kNames[kWhat]);
}
Value text_repr(Thread& th, Value* a, int) {
  TextFile* f = text_of(a[0]);
  std::string out = "<" + full_type_name(type_of(th.in, a[0]));
  for (const char* field : {"name", "mode"}) {
    Owned v(get_attr_or_stop(th, a[0], intern(th.in, field)));
    if (!v && th.pending_is(E_ValueError)) {  // it is closed or has no buffer
      th.clear_pending();
      continue;
    }
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) {
      v.release();
      continue;
    }
    out += std::string(" ") + field + "=";
    if (!repr_of(th, v.get(), &out)) return kAbsent;
  }
  return new_str(th, out + " encoding='" + f->encoding_name + "'>");
}
Value text_buffer(Thread&, Value v) {
  return inc(text_of(v)->buffer.u ? text_of(v)->buffer : kNone);
}
Value text_encoding(Thread& th, Value v) {
  return new_str(th, text_of(v)->encoding_name);
}
Value text_errors(Thread& th, Value v) {
  return new_str(th, text_of(v)->errors_name);
}
Value text_newlines(Thread& th, Value v) {
  return text_of(v)->buffer.u ? ends_value(th, text_of(v)->ends) : no_buffer(th, text_of(v));
}
Value text_write_through(Thread&, Value v) {
  return boolean(text_of(v)->write_through);
}
Value text_line_buffering(Thread&, Value v) {
  return boolean(text_of(v)->line_buffering);
}
Value text_closed(Thread& th, Value v) {
  TextFile* f = text_of(v);
  if (f->buffer.u && f->closed) return kTrue;
  return buffer_field(th, f, "closed");
}
Value text_name(Thread& th, Value v) {
  TextFile* f = text_of(v);
  if (f->standard >= 0) return new_str(th, f->standard == 0 ? "<stdin>" : f->standard == 1 ? "<stdout>" : "<stderr>");
  return buffer_field(th, f, "name");
}
Value text_mode(Thread& th, Value v) {
  const std::string& mode = text_of(v)->mode;
  if (!mode.empty()) return new_str(th, mode);
  return attribute_error(th, v, intern(th.in, "mode"), "'" + type_name(th, v) + "' object has no attribute 'mode'");
}

const NativeDef kTextMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", text_new, Rule::residual},
    {"__init__", "(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)",
     "", text_init, Rule::residual},
    {"write", "(self, text, /)", "Write text.", text_write, Rule::residual},
    {"read", "(self, size=-1, /)", "Text, up to the end if size is negative.", text_read, Rule::opaque},
    {"readline", "(self, size=-1, /)", "The next line.", text_readline, Rule::opaque},
    {"__next__", "(self, /)", "", text_next, Rule::opaque, 0, next_called},
    {"flush", "(self, /)", "Write what is collected.", text_flush, Rule::residual},
    {"close", "(self, /)", "Close the file.", text_close, Rule::residual},
    {"detach", "(self, /)", "Give the buffer back.", text_detach, Rule::residual},
    {"seek", "(self, cookie, whence=0, /)", "Change the position.", text_seek, Rule::residual},
    {"tell", "(self, /)", "The position.", text_tell, Rule::residual},
    {"truncate", "(self, pos=None, /)", "Change the size.", text_truncate, Rule::residual},
    {"reconfigure", "(self, *, encoding=None, errors=None, newline=..., line_buffering=None, write_through=None)",
     "Change parameters.", text_reconfigure, Rule::residual},
    {"fileno", "(self, /)", "The number of its descriptor.", text_forward<0>, Rule::residual},
    {"isatty", "(self, /)", "Whether it is a terminal.", text_forward<1>, Rule::residual},
    {"readable", "(self, /)", "Whether it can be read from.", text_forward<2>, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", text_forward<3>, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", text_forward<4>, Rule::residual},
    {"__repr__", "(self, /)", "", text_repr, Rule::residual},
};
const GetSetDef kTextFields[] = {
    {"buffer", text_buffer, nullptr, ""}, {"encoding", text_encoding, nullptr, ""},
    {"errors", text_errors, nullptr, ""}, {"newlines", text_newlines, nullptr, ""},
    {"closed", text_closed, nullptr, ""}, {"name", text_name, nullptr, ""},
    {"mode", text_mode, nullptr, ""},     {"line_buffering", text_line_buffering, nullptr, ""},
    {"write_through", text_write_through, nullptr, ""},
};
const NativeTypeDef kText = {"_io.TextIOWrapper", "Text over a binary file.",
                             sizeof(TextFile),    kTextMethods,
                             kTextFields,         destroy_text,
                             traverse_text,       clear_text};
}  // namespace

void define_text_files(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  t.text_wrapper = define_type(th.in, kText, t.base);
  module_set(th.in, m, "TextIOWrapper", of(inc(t.text_wrapper)));
}

}  // namespace adder::lib
