// BytesIO, and the views of its bytes that getbuffer() gives.
#include <cstring>

#include "stdlib/native/io_memory.h"
#include "stdlib/native/state.h"

namespace adder::lib {
namespace {

using namespace memory;

BytesStream* open_bytes(Thread& th, Value v) {
  return open_stream<BytesStream>(th, v);
}
// Whether the bytes may move: no view looks at them.
bool resizable(Thread& th, const BytesStream* s) {
  if (!s->exports) return true;
  th.raise(E_BufferError, "Existing exports of data: object cannot be re-sized");
  return false;
}
// An open stream that nobody looks at; null: an exception is pending.
BytesStream* resizable_bytes(Thread& th, Value v) {
  BytesStream* s = open_bytes(th, v);
  return s && resizable(th, s) ? s : nullptr;
}

Value bytes_init(Thread& th, Value* a, int) {
  BytesStream* s = stream_of<BytesStream>(a[0]);
  if (!resizable(th, s)) return kAbsent;
  s->data.clear();
  s->place = 0;
  if (a[1] == kNone) return kNone;
  Buffer data;
  if (!get_buffer(th, a[1], &data)) return kAbsent;
  if (!th.check_memory(data.view.size())) return kAbsent;
  s->data = data.view;
  s->closed = s->closed && data.view.empty();
  return kNone;
}
// The bytes from here on, at most so many (all if negative), which are taken.
std::string_view take(BytesStream* s, int64_t most) {
  const size_t at = std::min(s->place, s->data.size());
  std::string_view rest = std::string_view(s->data).substr(at);
  if (most >= 0) rest = rest.substr(0, size_t(most));
  if (!rest.empty()) s->place = at + rest.size();
  return rest;
}
Value bytes_read(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;
  BytesStream* s = open_bytes(th, a[0]);
  return s ? new_bytes(th, take(s, size)) : kAbsent;
}
Value bytes_readline(Thread& th, Value* a, int) {
  int64_t limit;
  if (!size_arg(th, a[1], &limit)) return kAbsent;
  BytesStream* s = open_bytes(th, a[0]);
  if (!s) return kAbsent;
  const size_t at = std::min(s->place, s->data.size());
  return new_bytes(th, take(s, int64_t(line_of(s->data, at, limit, Newline::kLf).size())));
}
Value bytes_iter(Thread&, Value* a, int) {  // of closed ones too
  return inc(a[0]);
}
// Stops where a hint is reached, not passed as by other streams.
Value bytes_readlines(Thread& th, Value* a, int) {
  BytesStream* s = open_bytes(th, a[0]);
  if (!s) return kAbsent;
  int64_t hint = -1;
  if (a[1] != kNone && !is_intlike(unwrap(a[1])))
    return th.raise(E_TypeError, "integer argument expected, got '%s'", type_name(th, a[1]).c_str());
  if (a[1] != kNone && !to_index(th, a[1], &hint)) return kAbsent;
  Ref<List> lines(list(th));
  for (int64_t total = 0; hint <= 0 || total < hint;) {
    const size_t at = std::min(s->place, s->data.size());
    std::string_view line = take(s, int64_t(line_of(s->data, at, -1, Newline::kLf).size()));
    if (line.empty()) break;
    total += int64_t(line.size());
    push(lines.get(), new_bytes(th, line));
  }
  return of(lines.release());
}
Value bytes_readinto(Thread& th, Value* a, int) {
  Buffer target;
  if (!into_arg(th, a[1], "readinto", &target)) return kAbsent;
  BytesStream* s = open_bytes(th, a[0]);
  if (!s) return kAbsent;
  std::string_view taken = take(s, int64_t(target.view.size()));
  memmove(target.writable, taken.data(), taken.size());  // it may be a view of this stream
  return integer(th, int64_t(taken.size()));
}
// Puts bytes at the place, over what is there.
bool put_bytes(Thread& th, BytesStream* s, std::string_view bytes) {
  if (bytes.empty()) return true;
  const size_t end = s->place + bytes.size();
  if (end > size_t(INT64_MAX)) return th.raise(E_OverflowError, "new buffer size too large"), false;
  if (!th.check_memory(end)) return false;
  if (s->place > s->data.size()) s->data.resize(s->place);
  s->data.replace(s->place, std::min(bytes.size(), s->data.size() - s->place), bytes);
  s->place += bytes.size();
  return true;
}
Value bytes_write(Thread& th, Value* a, int) {
  BytesStream* s = resizable_bytes(th, a[0]);
  Buffer data;
  if (!s || !get_buffer(th, a[1], &data) || !put_bytes(th, s, data.view)) return kAbsent;
  return integer(th, int64_t(data.view.size()));
}
Value bytes_seek(Thread& th, Value* a, int) {
  int64_t to, whence;
  if (!to_index(th, a[1], &to) || !whence_arg(th, a[2], &whence)) return kAbsent;
  BytesStream* s = open_bytes(th, a[0]);
  if (!s) return kAbsent;
  if (whence == 0 && to < 0) return th.raise(E_ValueError, "negative seek value %lld", (long long)to);
  if (whence < 0 || whence > 2)
    return th.raise(E_ValueError, "invalid whence (%lld, should be 0, 1 or 2)", (long long)whence);
  int64_t base = whence == 1 ? int64_t(s->place) : whence == 2 ? int64_t(s->data.size()) : 0;
  if (__builtin_add_overflow(to, base, &to)) return th.raise(E_OverflowError, "new position too large");
  s->place = to < 0 ? 0 : size_t(to);
  return integer(th, int64_t(s->place));
}
Value bytes_truncate(Thread& th, Value* a, int) {
  int64_t n;
  if (!size_arg(th, a[1], &n)) return kAbsent;
  BytesStream* s = resizable_bytes(th, a[0]);
  if (!s) return kAbsent;
  if (a[1] == kNone) n = int64_t(s->place);
  if (n < 0) return th.raise(E_ValueError, "negative size value %lld", (long long)n);
  if (size_t(n) < s->data.size()) s->data.resize(size_t(n));
  return integer(th, n);
}
Value bytes_getvalue(Thread& th, Value* a, int) {
  BytesStream* s = open_bytes(th, a[0]);
  return s ? new_bytes(th, s->data) : kAbsent;
}
Value bytes_getbuffer(Thread& th, Value* a, int) {
  if (!open_bytes(th, a[0])) return kAbsent;
  Owned look(of(instance(th, io_types(th).bytes_buffer)));
  *payload<Value>(look.get()) = inc(a[0]);
  Value arg = look.get();
  return th.call(of(library_state(th.in).memoryview), &arg, 1);
}
Value bytes_close(Thread& th, Value* a, int) {
  BytesStream* s = stream_of<BytesStream>(a[0]);
  if (!resizable(th, s)) return kAbsent;
  s->closed = true;
  std::string().swap(s->data);
  return kNone;
}
Value bytes_closed(Thread&, Value v) {
  return boolean(stream_of<BytesStream>(v)->closed);
}
Value bytes_getstate(Thread& th, Value* a, int n) {
  return state_of(th, a[0], bytes_getvalue(th, a, n), kAbsent, stream_of<BytesStream>(a[0])->place);
}
Value bytes_setstate(Thread& th, Value* a, int) {
  Tuple* state = state_arg(th, a[0], a[1], 3);
  if (!state) return kAbsent;
  BytesStream* s = stream_of<BytesStream>(a[0]);
  if (!resizable(th, s)) return kAbsent;
  s->data.clear();
  s->place = 0;
  Value args[2] = {a[0], state->items[0]};
  Owned written(bytes_write(th, args, 2));
  if (!written || !state_place(th, state, 1, &s->place)) return kAbsent;
  return restore_attributes(th, a[0], state, 2) ? kNone : kAbsent;
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", stream_new<BytesStream>, Rule::residual},
    {"__init__", "(self, initial_bytes=b'')", "", bytes_init, Rule::residual},
    {"read", "(self, size=-1, /)", "Bytes, up to the end if size is negative.", bytes_read, Rule::residual},
    {"read1", "(self, size=-1, /)", "The same.", bytes_read, Rule::residual},
    {"readinto", "(self, buffer, /)", "Fill a buffer.", bytes_readinto, Rule::residual},
    {"readline", "(self, size=-1, /)", "The next line.", bytes_readline, Rule::residual},
    {"readlines", "(self, size=None, /)", "A list of lines.", bytes_readlines, Rule::residual},
    {"__iter__", "(self, /)", "", bytes_iter, Rule::residual},
    {"write", "(self, b, /)", "Write bytes.", bytes_write, Rule::residual},
    {"seek", "(self, pos, whence=0, /)", "Change the position.", bytes_seek, Rule::residual},
    {"tell", "(self, /)", "The position.", stream_tell<BytesStream>, Rule::residual},
    {"truncate", "(self, size=None, /)", "Cut what follows.", bytes_truncate, Rule::residual},
    {"getvalue", "(self, /)", "All bytes.", bytes_getvalue, Rule::residual},
    {"getbuffer", "(self, /)", "A view of the bytes, which keeps their number.", bytes_getbuffer, Rule::residual},
    {"close", "(self, /)", "Drop the contents.", bytes_close, Rule::residual},
    {"readable", "(self, /)", "Whether it can be read from.", stream_yes<BytesStream>, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", stream_yes<BytesStream>, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", stream_yes<BytesStream>, Rule::residual},
    {"__getstate__", "(self, /)", "", bytes_getstate, Rule::residual},
    {"__setstate__", "(self, state, /)", "", bytes_setstate, Rule::residual},
};
const GetSetDef kFields[] = {{"closed", bytes_closed, nullptr, "True if the file is closed."}};
const NativeTypeDef kBytesIO = {
    "_io.BytesIO", "Bytes in memory as a file.", sizeof(BytesStream), kMethods, kFields, destroy_stream<BytesStream>};

// What a view of a BytesIO looks at: it holds the stream and nothing else.
void destroy_look(void* p) {
  dec(*static_cast<Value*>(p));
}
void traverse_look(void* p, Visitor& v) {
  v.visit(*static_cast<Value*>(p));
}
const NativeTypeDef kLook = {
    "_io._BytesIOBuffer", "", sizeof(Value), {}, {}, destroy_look, traverse_look, nullptr,
    kNoSubclass | kNoAttributes | kNoNew};

}  // namespace

BytesStream* looked_at(Thread& th, Value v) {
  Type* t = io_types(th).bytes_buffer;
  return t && is_instance_of(v, t) ? payload<BytesStream>(*payload<Value>(v)) : nullptr;
}

void define_bytes_stream(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  t.bytes_io = define_type(th.in, kBytesIO, t.base);
  add_unsupported(th, t.bytes_io, Unsupported::kReadInto1);
  add_unsupported(th, t.bytes_io, Unsupported::kDetach);
  t.bytes_buffer = define_type(th.in, kLook);
  module_set(th.in, m, "BytesIO", of(inc(t.bytes_io)));
  module_set(th.in, m, "_BytesIOBuffer", of(inc(t.bytes_buffer)));
}

}  // namespace adder::lib
