// StringIO.
#include "interp/text/utf8.h"
#include "interp/vm/special.h"
#include "stdlib/native/io_memory.h"
#include "stdlib/native/state.h"

namespace adder::lib {
namespace {

using namespace memory;

StringStream* open_string(Thread& th, Value v) {
  return open_stream<StringStream>(th, v);
}
void put_text(StringStream* s, std::string_view text) {
  std::string translated;
  if (s->newline == Newline::kUniversal || s->newline == Newline::kKeep) s->ends.note(text, true);
  if (s->newline == Newline::kUniversal) {
    bool carriage = false;
    translate_in(text, s->newline, true, &carriage, &translated);
  } else {
    translated = translate_out(text, s->newline);
  }
  if (s->place > s->chars) {  // what was never written reads as zeros
    s->data.append(s->place - s->chars, '\0');
    s->at = s->data.size();
    s->chars = s->place;
  }
  // Over what is there, character by character.
  const size_t n = text::length(translated), kMark = StringStream::kMark;
  size_t over = n;
  size_t gone = prefix_of(std::string_view(s->data).substr(s->at), &over);
  if (gone != translated.size() || over != n || s->place / kMark != (s->place + n) / kMark)
    s->marks.resize(std::min(s->marks.size(), s->place / kMark + 1));
  s->data.replace(s->at, gone, translated);
  s->at += translated.size();
  s->place += n;
  s->chars += n - over;
}
void move_to(StringStream* s, size_t place) {
  const size_t to = std::min(place, s->chars), from = std::min(s->place, s->chars);
  auto forward = [s](size_t at, size_t n) { return at + prefix_of(std::string_view(s->data).substr(at), &n); };
  s->place = place;
  if (to == s->chars || s->data.size() == s->chars) {
    s->at = to == s->chars ? s->data.size() : to;
  } else if (to >= from && to - from < StringStream::kMark) {
    s->at = forward(s->at, to - from);
  } else {
    const size_t mark = to / StringStream::kMark;
    if (s->marks.empty()) s->marks.push_back(0);
    while (s->marks.size() <= mark) s->marks.push_back(forward(s->marks.back(), StringStream::kMark));
    s->at = forward(s->marks[mark], to % StringStream::kMark);
  }
}
void set_text(StringStream* s, std::string_view text, size_t chars) {
  s->data = text;
  s->chars = chars;
  s->place = s->at = 0;
  s->marks.clear();
}
// self, initial_value, newline
Value string_init(Thread& th, Value* a, int) {
  Newline newline;
  if (!newline_arg(th, a[2], kPlainNewline.data(), &newline)) return kAbsent;
  Value u = unwrap(a[1]);
  if (!is_str(u) && u != kNone)
    return th.raise(E_TypeError, "initial_value must be str or None, not %s", type_name(th, a[1]).c_str());
  StringStream* s = stream_of<StringStream>(a[0]);
  s->newline = newline;
  set_text(s, "", 0);
  s->ends = {};
  if (u != kNone) put_text(s, sv(u));
  s->place = s->at = 0;
  s->ready = true;
  s->closed = false;
  return kNone;
}
Value string_write(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (!is_str(u) && !stream_of<StringStream>(a[0])->ready) return open_string(th, a[0]), kAbsent;
  if (!is_str(u)) return th.raise(E_TypeError, "string argument expected, got '%s'", type_name(th, a[1]).c_str());
  StringStream* s = open_string(th, a[0]);
  if (!s) return kAbsent;
  if (!u.as<Str>()->len) return integer49(0);
  const size_t chars = u.as<Str>()->chars, end = s->place + chars;
  if (end > size_t(INT64_MAX)) return th.raise(E_OverflowError, "new position too large");
  if (end > size_t(INT64_MAX) / 4) return th.raise(E_OverflowError, "new buffer size too large");
  if (!th.check_memory(std::max(s->data.size(), end) + sv(u).size())) return kAbsent;
  put_text(s, sv(u));
  return integer(th, u.as<Str>()->chars);
}
Value string_read(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;  // by a method of a script perhaps, which may close this
  StringStream* s = open_string(th, a[0]);
  if (!s) return kAbsent;
  std::string_view rest = std::string_view(s->data).substr(s->at);
  size_t n = s->chars - std::min(s->place, s->chars);
  if (size >= 0 && size_t(size) < n) {
    n = size_t(size);
    rest = rest.substr(0, prefix_of(rest, &n));
  }
  Value r = new_str(th, rest);
  s->at += rest.size();
  s->place += n;
  return r;
}
Value string_readline(Thread& th, Value* a, int) {
  int64_t limit;
  if (!size_arg(th, a[1], &limit)) return kAbsent;
  StringStream* s = open_string(th, a[0]);
  if (!s) return kAbsent;
  std::string_view line = line_of(s->data, s->at, -1, s->newline);
  size_t n = limit >= 0 ? size_t(limit) : line.size();
  line = line.substr(0, prefix_of(line, &n));
  s->at += line.size();
  s->place += n;
  return new_str(th, line);
}
Value string_next(Thread& th, Value* a, int) {
  Value args[2] = {a[0], kNone};
  Value r = string_readline(th, args, 2);
  if (r.u && r.as<Str>()->len == 0) {
    dec(r);
    return kStop;
  }
  return r;
}
Value string_getvalue(Thread& th, Value* a, int) {
  StringStream* s = open_string(th, a[0]);
  return s ? new_str(th, s->data) : kAbsent;
}
Value string_seek(Thread& th, Value* a, int) {
  int64_t to;
  int64_t whence;
  if (!to_index(th, a[1], &to) || !whence_arg(th, a[2], &whence)) return kAbsent;
  StringStream* s = open_string(th, a[0]);
  if (!s) return kAbsent;
  if (whence < 0 || whence > 2)
    return th.raise(E_ValueError, "Invalid whence (%lld, should be 0, 1 or 2)", (long long)whence);
  if (whence == 0 && to < 0) return th.raise(E_ValueError, "Negative seek position %lld", (long long)to);
  if (whence != 0 && to != 0) return th.raise(E_OSError, "Can't do nonzero cur-relative seeks");
  if (whence != 1) move_to(s, whence == 0 ? size_t(to) : s->chars);
  return integer(th, int64_t(s->place));
}
Value string_truncate(Thread& th, Value* a, int) {
  int64_t to;
  if (!size_arg(th, a[1], &to)) return kAbsent;
  StringStream* s = open_string(th, a[0]);
  if (!s) return kAbsent;
  if (a[1] == kNone) to = int64_t(s->place);
  if (to < 0) return th.raise(E_ValueError, "Negative size value %lld", (long long)to);
  if (size_t(to) < s->chars) {
    size_t place = s->place;  // which stays, beyond the end or not
    move_to(s, size_t(to));
    s->data.resize(s->at);
    s->chars = size_t(to);
    s->marks.resize(std::min(s->marks.size(), size_t(to) / StringStream::kMark + 1));
    move_to(s, place);
  }
  return integer(th, to);
}
Value string_close(Thread&, Value* a, int) {
  StringStream* s = stream_of<StringStream>(a[0]);
  s->closed = true;
  set_text(s, "", 0);
  return kNone;
}
Value string_getstate(Thread& th, Value* a, int n) {
  Value text = string_getvalue(th, a, n);
  StringStream* s = stream_of<StringStream>(a[0]);
  return state_of(th, a[0], text, newline_value(th, s->newline), s->place);
}
Value string_setstate(Thread& th, Value* a, int) {
  StringStream* s = stream_of<StringStream>(a[0]);
  if (s->closed) return open_string(th, a[0]), kAbsent;
  Tuple* state = state_arg(th, a[0], a[1], 4);
  if (!state) return kAbsent;
  Value args[3] = {a[0], state->items[0], state->items[1]};
  if (!string_init(th, args, 3).u) return kAbsent;
  size_t place;
  // Its line ends have been translated when it was written.
  if (Value text = unwrap(state->items[0]); is_str(text)) set_text(s, sv(text), text.as<Str>()->chars);
  if (!state_place(th, state, 2, &place)) return kAbsent;
  move_to(s, place);
  return restore_attributes(th, a[0], state, 3) ? kNone : kAbsent;
}
Value string_flush(Thread&, Value*, int) {  // of closed ones too
  return kNone;
}
Value string_closed(Thread& th, Value v) {
  StringStream* s = stream_of<StringStream>(v);
  return s->closed || open_string(th, v) ? boolean(s->closed) : kAbsent;
}
Value string_none(Thread&, Value) {
  return kNone;
}
Value string_newlines(Thread& th, Value v) {
  StringStream* s = open_string(th, v);
  return s ? ends_value(th, s->ends) : kAbsent;
}
Value string_false(Thread& th, Value v) {
  return open_string(th, v) ? kFalse : kAbsent;
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", stream_new<StringStream>, Rule::residual},
    {"__init__", "(self, initial_value='', newline='\\n')", "", string_init, Rule::residual},
    {"write", "(self, text, /)", "Write text.", string_write, Rule::residual},
    {"read", "(self, size=-1, /)", "Text, up to the end if size is negative.", string_read, Rule::residual},
    {"readline", "(self, size=-1, /)", "The next line.", string_readline, Rule::residual},
    {"__next__", "(self, /)", "", string_next, Rule::residual, 0, next_called},
    {"getvalue", "(self, /)", "The whole text.", string_getvalue, Rule::residual},
    {"tell", "(self, /)", "The position.", stream_tell<StringStream>, Rule::residual},
    {"seek", "(self, pos, whence=0, /)", "Change the position.", string_seek, Rule::residual},
    {"truncate", "(self, pos=None, /)", "Cut what follows.", string_truncate, Rule::residual},
    {"close", "(self, /)", "Drop the contents.", string_close, Rule::residual},
    {"readable", "(self, /)", "Whether it can be read from.", stream_yes<StringStream>, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", stream_yes<StringStream>, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", stream_yes<StringStream>, Rule::residual},
    {"flush", "(self, /)", "", string_flush, Rule::residual},
    {"__getstate__", "(self, /)", "", string_getstate, Rule::residual},
    {"__setstate__", "(self, state, /)", "", string_setstate, Rule::residual},
};
const GetSetDef kFields[] = {
    {"closed", string_closed, nullptr, ""},        {"encoding", string_none, nullptr, ""},
    {"errors", string_none, nullptr, ""},          {"newlines", string_newlines, nullptr, ""},
    {"line_buffering", string_false, nullptr, ""},
};
const NativeTypeDef kString = {
    "_io.StringIO", "Text in memory as a file.", sizeof(StringStream), kMethods, kFields, destroy_stream<StringStream>};

}  // namespace

void define_string_stream(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  t.string_io = define_type(th.in, kString, t.base);
  add_unsupported(th, t.string_io, Unsupported::kDetach);
  module_set(th.in, m, "StringIO", of(inc(t.string_io)));
}

}  // namespace adder::lib
