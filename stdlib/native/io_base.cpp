// The base class of files: what streams do by their own methods, and what those that lack a method answer.
#include "interp/vm/special.h"
#include "stdlib/native/io.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

// Whether a stream is open; false: an exception is pending.
bool check_open(Thread& th, Value self) {
  Owned closed(get_attr_native(th, self, intern(th.in, "closed")));
  bool c;
  if (!closed || !truth_native(th, closed.get(), &c)) return false;
  if (c) closed_error(th);
  return !c;
}

Value base_enter(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? inc(a[0]) : kAbsent;
}
Value base_exit(Thread& th, Value* a, int) {
  return Owned(self_call(th, a[0], "close")) ? kNone : kAbsent;
}
Value base_iter(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? inc(a[0]) : kAbsent;
}
Value base_next(Thread& th, Value* a, int) {
  Value r = self_call(th, a[0], "readline");
  if (!r.u) return kAbsent;
  int64_t n = length(th, r);
  if (n > 0) return r;
  dec(r);
  return n < 0 ? kAbsent : kStop;
}
// What a method of the stream that gives bytes gave.
bool bytes_of(Thread& th, const char* method, Value v, std::string_view* out) {
  if (unwrap(v).is(Kind::Bytes)) return *out = unwrap(v).as<Bytes>()->sv(), true;
  th.raise(E_OSError, "%s() should have returned a bytes object, not '%s'", method, type_name(th, v).c_str());
  return false;
}
// By read() of what peek() shows, or of a byte at a time.
Value base_readline(Thread& th, Value* a, int) {
  int64_t limit;
  if (!size_arg(th, a[1], &limit)) return kAbsent;
  Owned peek(get_attr_or_stop(th, a[0], intern(th.in, "peek")));
  if (!peek) return kAbsent;
  const bool can_peek = peek.get().u != kStop.u;
  if (!can_peek) peek.release();
  std::string line;
  while (limit < 0 || line.size() < size_t(limit)) {
    size_t most = 1;
    std::string_view s;
    if (can_peek) {
      Value one = integer49(1);
      Owned ahead(th.call(peek.get(), &one, 1));
      if (!ahead || !bytes_of(th, "peek", ahead.get(), &s)) return kAbsent;
      if (!s.empty()) most = line_of(s, 0, limit < 0 ? -1 : limit - int64_t(line.size()), Newline::kLf).size();
    }
    Value size = integer(th, int64_t(most));
    Owned part(th.call_method(a[0], intern(th.in, "read"), &size, 1));
    if (!part || !bytes_of(th, "read", part.get(), &s)) return kAbsent;
    if (s.empty()) break;
    line += s;
    if (s.back() == '\n') break;
  }
  return new_bytes(th, line);
}
Value base_readlines(Thread& th, Value* a, int) {
  int64_t hint;
  if (!size_arg(th, a[1], &hint)) return kAbsent;
  Owned it(iter_native(th, a[0]));
  if (!it) return kAbsent;
  Ref<List> lines(list(th));
  for (int64_t total = 0; hint <= 0 || total <= hint;) {
    Owned line(next_value(th, it.get()));
    if (!line) return kAbsent;
    if (line.get().u == kStop.u) {
      line.release();
      break;
    }
    const int64_t n = hint > 0 ? length(th, line.get()) : 0;
    if (n < 0) return kAbsent;
    total += n;
    push(lines.get(), line.release());
  }
  return of(lines.release());
}
Value base_writelines(Thread& th, Value* a, int) {
  if (!check_open(th, a[0])) return kAbsent;
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  while (true) {
    Owned line(next_value(th, it.get()));
    if (!line) return kAbsent;
    if (line.get().u == kStop.u) {
      line.release();
      return kNone;
    }
    Value arg = line.get();
    Owned r(th.call_method(a[0], th.name(n_write), &arg, 1));
    if (!r) return kAbsent;
  }
}
Value base_flush(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? kNone : kAbsent;
}
Value base_tell(Thread& th, Value* a, int) {
  Value here[2] = {integer49(0), integer49(1)};
  return th.call_method(a[0], intern(th.in, "seek"), here, 2);
}
Value base_false(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? kFalse : kAbsent;
}
Value base_never(Thread&, Value*, int) {
  return kFalse;
}
Value check_can(Thread& th, Value self, const char* what) {
  Owned can(self_call(th, self, what));
  if (!can || can.get() == kTrue) return can.release();
  return unsupported(th, std::string("File or stream is not ") + what + ".");
}
template <int kWhat>
Value base_check(Thread& th, Value* a, int) {
  static constexpr const char* kNames[] = {"readable", "writable", "seekable"};
  return check_can(th, a[0], kNames[kWhat]);
}
Value base_closed(Thread&, Value) {
  return kFalse;
}

enum Missing { kSeek, kTruncate, kFileno, kDetach, kReadBytes, kRead1, kWriteBytes };
template <Missing kWhat>
Value missing(Thread& th, Value*, int) {
  static constexpr const char* kNames[] = {"seek", "truncate", "fileno", "detach", "read", "read1", "write"};
  return unsupported(th, kNames[kWhat]);
}
// readinto() and readinto1() by read() and read1().
Value into_by_read(Thread& th, Value* a, bool once) {
  Buffer target;
  if (!into_arg(th, a[1], once ? "readinto1" : "readinto", &target)) return kAbsent;
  Value size = integer(th, int64_t(target.view.size()));
  Owned data(th.call_method(a[0], intern(th.in, once ? "read1" : "read"), &size, 1));
  if (!data) return kAbsent;
  if (!unwrap(data.get()).is(Kind::Bytes)) return th.raise(E_TypeError, "read() should return bytes");
  std::string_view s = unwrap(data.get()).as<Bytes>()->sv();
  if (s.size() > target.view.size())
    return th.raise(E_ValueError, "read() returned too much data: %zu bytes requested, %zu returned",
                    target.view.size(), s.size());
  std::copy(s.begin(), s.end(), target.writable);
  return integer(th, int64_t(s.size()));
}

template <bool kOnce>
Value missing_into(Thread& th, Value* a, int) {
  return into_by_read(th, a, kOnce);
}

const NativeDef kMethods[] = {
    {"__enter__", "(self, /)", "", base_enter, Rule::residual},
    {"__exit__", "(self, /, *args)", "", base_exit, Rule::residual},
    {"__iter__", "(self, /)", "", base_iter, Rule::residual},
    {"__next__", "(self, /)", "", base_next, Rule::opaque, 0, next_called},
    {"readline", "(self, size=-1, /)", "The next line.", base_readline, Rule::opaque},
    {"readlines", "(self, hint=-1, /)", "A list of lines.", base_readlines, Rule::opaque},
    {"writelines", "(self, lines, /)", "Write each of the lines.", base_writelines, Rule::opaque},
    {"flush", "(self, /)", "", base_flush, Rule::residual},
    {"seek", "(self, /, *args)", "Change the position.", missing<kSeek>, Rule::residual},
    {"tell", "(self, /)", "The position.", base_tell, Rule::residual},
    {"truncate", "(self, /, *args)", "Change the size.", missing<kTruncate>, Rule::residual},
    {"fileno", "(self, /)", "The descriptor.", missing<kFileno>, Rule::residual},
    {"isatty", "(self, /)", "Whether it is a terminal.", base_false, Rule::residual},
    {"readable", "(self, /)", "Whether it can be read from.", base_never, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", base_never, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", base_never, Rule::residual},
    {"_checkClosed", "(self, /, *args)", "", base_flush, Rule::residual},
    {"_checkReadable", "(self, /, *args)", "", base_check<0>, Rule::residual},
    {"_checkWritable", "(self, /, *args)", "", base_check<1>, Rule::residual},
    {"_checkSeekable", "(self, /, *args)", "", base_check<2>, Rule::residual},
};
const GetSetDef kFields[] = {{"closed", base_closed, nullptr, ""}};
const NativeTypeDef kBase = {"_io._IOBase", "The base class of files.", 0, kMethods, kFields};

const NativeDef kNoRead[] = {
    {"read", "(self, /, *args)", "", missing<kReadBytes>, Rule::residual},
    {"read1", "(self, /, *args)", "", missing<kRead1>, Rule::residual},
    {"readinto", "(self, buffer, /)", "", missing_into<false>, Rule::residual},
};
const NativeDef kNoRead1[] = {{"readinto1", "(self, buffer, /)", "", missing_into<true>, Rule::residual}};
const NativeDef kNoDetach[] = {{"detach", "(self, /)", "", missing<kDetach>, Rule::residual}};
const NativeDef kNoWrite[] = {{"write", "(self, /, *args)", "", missing<kWriteBytes>, Rule::residual}};

}  // namespace

Value self_call(Thread& th, Value self, const char* method) {
  return th.call_method(self, intern(th.in, method), nullptr, 0);
}
Value closed_error(Thread& th) {
  return th.raise(E_ValueError, "I/O operation on closed file.");
}
Value unsupported(Thread& th, std::string_view what) {
  Owned io(import_module(th, intern(th.in, "io"), kNone, 0));
  return io ? raise_named(th, "io", "UnsupportedOperation", what) : kAbsent;
}

// -- Arguments

bool size_arg(Thread& th, Value v, int64_t* out) {
  *out = -1;
  if (!v.u || v.u == kNone.u) return true;
  if (!to_index(th, v, out)) {
    if (th.pending_is(E_TypeError)) {
      th.clear_pending();
      th.raise(E_TypeError, "argument should be integer or None, not '%s'", type_name(th, v).c_str());
    } else if (th.pending_is(E_OverflowError)) {
      th.clear_pending();
      th.raise(E_OverflowError, "cannot fit '%s' into an index-sized integer", type_name(th, v).c_str());
    }
    return false;
  }
  return true;
}

bool into_arg(Thread& th, Value v, const char* method, Buffer* out) {
  const bool bytes = get_buffer(th, v, out);
  if (bytes && out->writable) return true;
  if (!bytes && !th.pending_is(E_TypeError)) return false;
  th.clear_pending();
  th.raise(E_TypeError, "%s() argument must be read-write bytes-like object, not %s", method,
           argument_type_name(th, v).c_str());
  return false;
}
bool text_or_none(Thread& th, Value v, const char* what, std::string_view* out) {
  if (is_str(unwrap(v))) return *out = sv(unwrap(v)), true;
  if (v == kNone) return true;
  th.raise(E_TypeError, "%s must be str or None, not %s", what, type_name(th, v).c_str());
  return false;
}

void add_unsupported(Thread& th, Type* type, Unsupported what) {
  if (what == Unsupported::kRead) add_methods(th.in, type, kNoRead);
  if (what == Unsupported::kRead || what == Unsupported::kReadInto1) add_methods(th.in, type, kNoRead1);
  if (what == Unsupported::kDetach) add_methods(th.in, type, kNoDetach);
  if (what == Unsupported::kWrite) add_methods(th.in, type, kNoWrite);
}
void define_base(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  t.base = define_type(th.in, kBase);
  module_set(th.in, m, "_IOBase", of(inc(t.base)));
}

}  // namespace adder::lib
