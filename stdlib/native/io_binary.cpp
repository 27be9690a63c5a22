// FileIO and the Buffered classes.
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

constexpr size_t kBufferSize = 8192;

BinaryFile* file_of(Value v) {
  return payload<BinaryFile>(v);
}

// An open file; null: ValueError is pending.
BinaryFile* open_of(Thread& th, Value v) {
  BinaryFile* f = file_of(v);
  if (!f->closed) return f;
  closed_error(th);
  return nullptr;
}
Value unsupported(Thread& th, const char* what) {
  Owned cls(import_module(th, intern(th.in, "io"), kNone, 0));
  if (!cls) return kAbsent;
  return raise_named(th, "io", "UnsupportedOperation", what);
}
bool drop_input(Thread&, BinaryFile*);
BinaryFile* readable_of(Thread& th, Value v) {
  BinaryFile* f = open_of(th, v);
  if (f && !f->readable) {
    unsupported(th, f->buffered ? "read" : "File not open for reading");
    return nullptr;
  }
  if (f && !f->output.empty() && !flush_file(th, f)) return nullptr;
  return f;
}

// What a method of the raw object gives, which is held: a script may take it away meanwhile, or have taken it away.
Value ask_raw(Thread& th, BinaryFile* f, const char* method, const Value* args = nullptr, int n = 0) {
  Owned raw(inc(f->raw));
  if (!raw) return th.raise(E_ValueError, "raw stream has been detached");
  return th.call_method(raw.get(), intern(th.in, method), args, n);
}
// The raw stream's position after moving it; -1: an exception is pending.
int64_t seek_raw(Thread& th, BinaryFile* f, int64_t offset, int whence) {
  if (!f->raw.u) {
    off_t r = ::lseek(f->fd, off_t(offset), whence);
    if (r < 0) raise_errno(th, errno);
    return int64_t(r);
  }
  Value args[2] = {integer(th, offset), integer49(whence)};
  Owned hold(args[0]), r(ask_raw(th, f, "seek", args, 2));
  int64_t at;
  return r && to_index(th, r.get(), &at) ? at : -1;
}
// A reader passes flush() on to the raw stream; a writer only writes what it holds.
bool close_buffered(Thread& th, BinaryFile* f) {
  if (f->raw.u && !f->closed && !f->writable) {
    Owned flushed(ask_raw(th, f, "flush"));
    if (!flushed) return false;
  }
  return close_file(th, f);
}
void traverse_file(void* p, Visitor& v) {
  v.visit(static_cast<BinaryFile*>(p)->raw);
}

// What a stream on a script's object still holds goes there, and the object is closed, as if by close().
void close_raw(BinaryFile* f) {
  if (!f->raw.u || f->closed) return;
  Thread* th = heap_of(f->raw.cell()).owner()->current;
  if (!th) return;
  Value pending = th->take_pending();
  if (!close_buffered(*th, f)) th->clear_pending();  // nobody is left to hear of it
  th->pending = pending;
}
void clear_file(void* p) {
  close_raw(static_cast<BinaryFile*>(p));
  put(static_cast<BinaryFile*>(p)->raw, kAbsent);
}
void destroy_file(void* p) {
  BinaryFile* f = static_cast<BinaryFile*>(p);
  close_raw(f);
  if (f->fd >= 0 && !f->closed) {
    size_t at = 0;
    while (at < f->output.size()) {
      ssize_t n = ::write(f->fd, f->output.data() + at, f->output.size() - at);
      if (n <= 0) break;
      at += size_t(n);
    }
    if (f->close_fd) ::close(f->fd);
  }
  dec(f->name);
  dec(f->raw);
  f->~BinaryFile();
}
Value file_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (payload<BinaryFile>(self)) BinaryFile();
  return self;
}

// FileIO(file, mode='r', closefd=True, opener=None)
Value file_init(Thread& th, Value* a, int) {
  std::string_view mode;
  if (!text_arg(th, a[2], "FileIO() argument 'mode'", &mode)) return kAbsent;
  bool close_fd;
  if (!truth_native(th, a[3], &close_fd)) return kAbsent;
  std::string m(mode);
  if (m.find('b') == m.npos) m += "b";
  Owned opened(open_file(th, a[1], m, 0, kNone, kNone, kNone, close_fd, a[4]));
  if (!opened) return kAbsent;
  std::swap(*file_of(a[0]), *file_of(opened.get()));
  return kNone;
}
// Whether a raw object of a script says that it can do something.
bool raw_can(Thread& th, Value raw, const char* method, bool* out) {
  Owned r(th.call_method(raw, intern(th.in, method), nullptr, 0));
  return r && truth_native(th, r.get(), out);
}
// BufferedReader(raw), BufferedWriter(raw), BufferedRandom(raw): of a FileIO it takes over the descriptor, any other
// object is asked by its methods.
Value buffered_init(Thread& th, Value* a, int) {
  BinaryFile* f = file_of(a[0]);
  int64_t size;
  if (!to_index(th, a[2], &size)) return kAbsent;
  auto refused = [&] { return size <= 0 && (th.raise(E_ValueError, "buffer size must be strictly positive"), true); };
  f->buffer_size = size_t(std::max<int64_t>(size, 1));
  if (!is_instance_of(a[1], io_types(th).raw)) {
    bool reads = !is_instance_of(a[0], io_types(th).buffered_writer);
    bool writes = !is_instance_of(a[0], io_types(th).buffered_reader), can;
    if (reads && writes &&
        (!raw_can(th, a[1], "seekable", &can) || (!can && (unsupported(th, "File or stream is not seekable."), true))))
      return kAbsent;
    if (reads &&
        (!raw_can(th, a[1], "readable", &can) || (!can && (unsupported(th, "File or stream is not readable."), true))))
      return kAbsent;
    if (writes &&
        (!raw_can(th, a[1], "writable", &can) || (!can && (unsupported(th, "File or stream is not writable."), true))))
      return kAbsent;
    if (refused()) return kAbsent;
    f->readable = reads;
    f->writable = writes;
    put(f->raw, inc(a[1]));
    th.in.any_finalizers |= writes;  // what a script leaves open is written at its end
    Owned place(ask_raw(th, f, "tell"));
    th.clear_pending();  // a stream without places
    return kNone;
  }
  if (refused()) return kAbsent;
  BinaryFile* raw = file_of(a[1]);
  dec(f->name);
  f->fd = raw->fd;
  f->readable = raw->readable;
  f->writable = raw->writable;
  f->appending = raw->appending;
  f->close_fd = raw->close_fd;
  f->name = inc(raw->name);
  f->mode = raw->mode;
  raw->close_fd = false;
  return kNone;
}

std::string_view pending_input(BinaryFile* f) {
  return std::string_view(f->input).substr(f->input_at);
}
// Reads ahead once; nothing comes at the end of the file. Others may read and fill meanwhile.
bool fill(Thread& th, BinaryFile* f) {
  std::string more;
  const bool ok = read_some(th, f, f->buffer_size, &more);
  f->input.erase(0, std::exchange(f->input_at, 0));
  if (f->input.empty())
    f->input = std::move(more);
  else
    f->input += more;
  return ok;
}
std::string_view take(BinaryFile* f, size_t most) {
  std::string_view taken = pending_input(f).substr(0, most);
  f->input_at += taken.size();
  return taken;
}

Value file_read(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;  // by a method of a script perhaps, which may close the file
  BinaryFile* f = readable_of(th, a[0]);
  if (!f) return kAbsent;
  std::string out;
  if (size >= 0 && pending_input(f).size() >= size_t(size)) return new_bytes(th, take(f, size_t(size)));
  out = pending_input(f);
  f->input.clear();
  f->input_at = 0;
  if (size < 0) {
    struct stat st;
    if (!f->raw.u && fstat(f->fd, &st) == 0 && st.st_size > 0 && !th.check_memory(size_t(st.st_size))) return kAbsent;
    if (f->raw.u) {
      Owned rest(ask_raw(th, f, "readall"));
      std::string_view view;
      if (!rest) return kAbsent;
      if (rest.get().u == kNone.u) return out.empty() ? kNone : new_bytes(th, out);
      if (!bytes_view(rest.get(), &view)) return th.raise(E_TypeError, "readall() should return bytes");
      return new_bytes(th, out.append(view));
    }
    while (true) {
      size_t before = out.size();
      if (!read_some(th, f, std::max(kBufferSize, out.size()), &out)) return kAbsent;
      if (out.size() == before) break;
    }
    return new_bytes(th, out);
  }
  if (!th.check_memory(size_t(size))) return kAbsent;
  do {
    size_t before = out.size();
    const size_t wanted = size_t(size) - before;
    if (f->buffered && wanted < f->buffer_size) {
      if (pending_input(f).empty() && !fill(th, f)) return kAbsent;
      out += take(f, wanted);
    } else if (!read_some(th, f, f->raw.u ? wanted - wanted % f->buffer_size : wanted, &out)) {
      return kAbsent;
    }
    if (out.size() == before) break;
  } while (f->buffered && out.size() < size_t(size));
  return new_bytes(th, out);
}
Value file_read1(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;  // by a method of a script perhaps, which may close the file
  BinaryFile* f = readable_of(th, a[0]);
  if (!f) return kAbsent;
  if (pending_input(f).empty() && !fill(th, f)) return kAbsent;
  return new_bytes(th, take(f, size < 0 ? SIZE_MAX : size_t(size)));
}
Value file_peek(Thread& th, Value* a, int) {
  BinaryFile* f = readable_of(th, a[0]);
  if (!f) return kAbsent;
  if (pending_input(f).empty() && !fill(th, f)) return kAbsent;
  return new_bytes(th, pending_input(f));
}
Value file_readinto(Thread& th, Value* a, int) {
  BinaryFile* f = readable_of(th, a[0]);
  Buffer target;
  if (!f || !get_buffer(th, a[1], &target)) return kAbsent;
  if (!target.writable)
    return th.raise(E_TypeError, "readinto() argument must be read-write bytes-like object, not %s",
                    type_name(th, a[1]).c_str());
  Value args[2] = {a[0], integer(th, int64_t(target.view.size()))};
  Owned data(file_read(th, args, 2));
  if (!data) return kAbsent;
  std::string_view s = data.get().as<Bytes>()->sv();
  memcpy(target.writable, s.data(), s.size());
  return integer(th, int64_t(s.size()));
}
Value file_readinto1(Thread& th, Value* a, int) {
  BinaryFile* f = readable_of(th, a[0]);
  Buffer target;
  if (!f || !get_buffer(th, a[1], &target)) return kAbsent;
  if (!target.writable)
    return th.raise(E_TypeError, "readinto1() argument must be read-write bytes-like object, not %s",
                    type_name(th, a[1]).c_str());
  if (target.view.empty()) return integer49(0);
  Value args[2] = {a[0], integer(th, int64_t(target.view.size()))};
  Owned data(file_read1(th, args, 2));
  if (!data) return kAbsent;
  std::string_view s = data.get().as<Bytes>()->sv();
  memcpy(target.writable, s.data(), s.size());
  return integer(th, int64_t(s.size()));
}
// Gives the raw stream back; of a file that is one that takes over the descriptor.
Value file_detach(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  Owned flushed(th.call_method(a[0], th.name(n_flush), nullptr, 0));
  if (!flushed || !drop_input(th, f) || !open_of(th, a[0])) return kAbsent;
  f->closed = true;
  if (f->raw.u) return std::exchange(f->raw, kAbsent);
  Value raw = of(instance(th, io_types(th).raw));
  BinaryFile* r = new (payload<BinaryFile>(raw)) BinaryFile();
  r->fd = std::exchange(f->fd, -1);
  r->readable = f->readable;
  r->writable = f->writable;
  r->appending = f->appending;
  r->close_fd = f->close_fd;
  r->buffered = false;
  r->name = inc(f->name);
  r->mode = f->mode;
  return raw;
}
Value file_readline(Thread& th, Value* a, int) {
  int64_t limit;
  if (!size_arg(th, a[1], &limit)) return kAbsent;
  BinaryFile* f = readable_of(th, a[0]);
  if (!f) return kAbsent;
  std::string out;
  while (true) {
    if (pending_input(f).empty()) {
      if (!fill(th, f)) return kAbsent;
      if (pending_input(f).empty()) break;
    }
    std::string_view ready = pending_input(f);
    size_t end = ready.find('\n');
    size_t most = end == ready.npos ? ready.size() : end + 1;
    if (limit >= 0 && out.size() + most > size_t(limit)) most = size_t(limit) - out.size();
    out += take(f, most);
    if (end != ready.npos || (limit >= 0 && out.size() >= size_t(limit))) break;
  }
  return new_bytes(th, out);
}
// The position in the file counts from what was read ahead.
bool drop_input(Thread& th, BinaryFile* f) {
  size_t ahead = f->input.size() - f->input_at;
  f->input.clear();
  f->input_at = 0;
  return !ahead || seek_raw(th, f, -int64_t(ahead), SEEK_CUR) >= 0;
}
// More than fits behind what is held: that goes first, then as much as the buffer does not take.
bool write_over(Thread& th, BinaryFile* f, std::string_view rest) {
  if (!flush_file(th, f)) return false;
  while (rest.size() > f->buffer_size) {
    Owned piece(new_bytes(th, rest));
    Value arg = piece.get();
    Owned r(ask_raw(th, f, "write", &arg, 1));
    int64_t n;
    if (r.get() == kNone) return th.raise(E_BlockingIOError, "write could not complete without blocking"), false;
    if (!r || !to_index(th, r.get(), &n)) return false;
    if (n < 0 || size_t(n) > rest.size()) {
      th.raise(E_OSError, "raw write() returned invalid length %lld (should have been between 0 and %zu)",
               static_cast<long long>(n), rest.size());
      return false;
    }
    rest.remove_prefix(size_t(n));
  }
  f->output.append(rest);
  return true;
}
Value file_write(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  if (!f->writable) return unsupported(th, f->buffered ? "write" : "File not open for writing");
  Buffer data;
  if (is_str(unwrap(a[1]))) return th.raise(E_TypeError, "a bytes-like object is required, not 'str'");
  if (!get_buffer(th, a[1], &data)) return kAbsent;
  if (f->readable && !drop_input(th, f)) return kAbsent;
  if (f->fd == 1) th.flush();
  if (f->raw.u && f->output.size() + data.view.size() > f->buffer_size) {
    const std::string copy(data.view);  // the raw stream may change it
    return write_over(th, f, copy) ? integer(th, int64_t(copy.size())) : kAbsent;
  }
  f->output.append(data.view);
  if ((!f->buffered || f->output.size() >= kBufferSize) && !flush_file(th, f)) return kAbsent;
  return integer(th, int64_t(data.view.size()));
}
Value file_seek(Thread& th, Value* a, int) {
  int64_t to;
  int64_t whence;
  if (!to_index(th, a[1], &to) || !to_index(th, a[2], &whence)) return kAbsent;
  BinaryFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  if (f->raw.u) {
    Owned raw(inc(f->raw));
    bool can;
    if (!raw_can(th, raw.get(), "seekable", &can)) return kAbsent;
    if (!can) return unsupported(th, "File or stream is not seekable.");
  }
  if (f->raw.u) {  // told at once where to go from what was read ahead
    if (!flush_file(th, f)) return kAbsent;
    if (whence == 1) to -= int64_t(f->input.size() - f->input_at);
    f->input.clear();
    f->input_at = 0;
  } else if (!flush_file(th, f) || !drop_input(th, f)) {
    return kAbsent;
  }
  int64_t r = seek_raw(th, f, to, int(whence));
  return r < 0 ? kAbsent : integer(th, r);
}
Value file_tell(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  int64_t r;
  if (f->raw.u) {
    Owned place(ask_raw(th, f, "tell"));
    if (!place || !to_index(th, place.get(), &r)) return kAbsent;
  } else {
    r = seek_raw(th, f, 0, SEEK_CUR);
  }
  if (r < 0) return kAbsent;
  return integer(th, r - int64_t(f->input.size() - f->input_at) + int64_t(f->output.size()));
}
Value file_truncate(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  if (!f->writable) return unsupported(th, "truncate");
  if (f->raw.u) {
    if (!flush_file(th, f)) return kAbsent;
    Owned r(ask_raw(th, f, "truncate", a + 1, 1));
    if (!r) return kAbsent;
    Owned place(f->raw.u ? ask_raw(th, f, "tell") : kNone);
    th.clear_pending();
    return r.release();
  }
  Owned size(a[1].u && a[1].u != kNone.u ? inc(a[1]) : file_tell(th, a, 1));
  int64_t n;
  if (!size || !to_index(th, size.get(), &n) || !flush_file(th, f)) return kAbsent;
  if (::ftruncate(f->fd, off_t(n)) != 0) return raise_errno(th, errno);
  return size.release();
}
Value file_flush(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (!f || !flush_file(th, f)) return kAbsent;
  return f->raw.u && !f->writable ? ask_raw(th, f, "flush") : kNone;
}
Value file_close(Thread& th, Value* a, int) {
  return close_buffered(th, file_of(a[0])) ? kNone : kAbsent;
}
Value file_fileno(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (f && f->raw.u) return ask_raw(th, f, "fileno");
  return f ? integer49(f->fd) : kAbsent;
}
Value file_isatty(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (f && f->raw.u) return ask_raw(th, f, "isatty");
  return f ? boolean(::isatty(f->fd)) : kAbsent;
}
Value file_readable(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (f && f->raw.u && f->readable) return ask_raw(th, f, "readable");
  return f ? boolean(f->readable) : kAbsent;
}
Value file_writable(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (f && f->raw.u && f->writable) return ask_raw(th, f, "writable");
  return f ? boolean(f->writable) : kAbsent;
}
Value file_seekable(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0]);
  if (f && f->raw.u) return ask_raw(th, f, "seekable");
  return f ? boolean(::lseek(f->fd, 0, SEEK_CUR) >= 0) : kAbsent;
}
Value file_repr(Thread& th, Value* a, int) {
  BinaryFile* f = file_of(a[0]);
  const bool raw = is_instance_of(a[0], io_types(th).raw);
  std::string out = "<" + (raw ? "_io.FileIO" : full_type_name(type_of(th.in, a[0])));
  if (raw && f->closed) return new_str(th, out + " [closed]>");
  if (f->name.u) {
    out += " name=";
    Owned name(inc(f->name));
    if (!repr_of(th, name.get(), &out)) return kAbsent;
  } else if (raw) {
    out += " fd=" + std::to_string(f->fd);
  }
  if (raw) out += " mode='" + f->mode + (f->close_fd ? "' closefd=True" : "' closefd=False");
  return new_str(th, out + ">");
}
Value file_name(Thread& th, Value v) {
  if (Owned raw(inc(file_of(v)->raw)); raw) return get_attr_native(th, raw.get(), intern(th.in, "name"));
  return file_of(v)->name.u ? inc(file_of(v)->name) : th.raise(E_AttributeError, "name");
}
Value file_mode(Thread& th, Value v) {
  return new_str(th, file_of(v)->mode);
}
Value file_closed(Thread&, Value v) {
  return boolean(file_of(v)->closed);
}
Value file_raw(Thread&, Value v) {
  return file_of(v)->raw.u ? inc(file_of(v)->raw) : inc(v);
}

const NativeDef kFileMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", file_new, Rule::residual},
    {"read", "(self, size=-1, /)", "Bytes, up to the end if size is negative.", file_read, Rule::opaque},
    {"read1", "(self, size=-1, /)", "Bytes, with one read of the system at most.", file_read1, Rule::opaque},
    {"readall", "(self, size=-1, /)", "All bytes to the end.", file_read, Rule::opaque},
    {"peek", "(self, size=0, /)", "Bytes without moving the position.", file_peek, Rule::opaque},
    {"readinto", "(self, buffer, /)", "Fill a buffer.", file_readinto, Rule::opaque},
    {"readinto1", "(self, buffer, /)", "Fill a buffer, with one read of the system at most.", file_readinto1,
     Rule::opaque},
    {"detach", "(self, /)", "Give the raw stream back.", file_detach, Rule::residual},
    {"readline", "(self, size=-1, /)", "The next line.", file_readline, Rule::opaque},
    {"write", "(self, data, /)", "Write bytes.", file_write, Rule::residual},
    {"seek", "(self, target, whence=0, /)", "Change the position.", file_seek, Rule::residual},
    {"tell", "(self, /)", "The position.", file_tell, Rule::residual},
    {"truncate", "(self, pos=None, /)", "Change the size of the file.", file_truncate, Rule::residual},
    {"flush", "(self, /)", "Write what is collected.", file_flush, Rule::residual},
    {"close", "(self, /)", "Close the file.", file_close, Rule::residual},
    {"fileno", "(self, /)", "The descriptor.", file_fileno, Rule::residual},
    {"isatty", "(self, /)", "A terminal?", file_isatty, Rule::residual},
    {"readable", "(self, /)", "Whether it can be read from.", file_readable, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", file_writable, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", file_seekable, Rule::residual},
    {"__repr__", "(self, /)", "", file_repr, Rule::residual},
};
const NativeDef kRawInit[] = {
    {"__init__", "(self, file, mode='r', closefd=True, opener=None)", "", file_init, Rule::opaque}};
const NativeDef kBufferedInit[] = {{"__init__", "(self, raw, buffer_size=8192)", "", buffered_init, Rule::residual}};
const GetSetDef kFileFields[] = {
    {"name", file_name, nullptr, ""},
    {"mode", file_mode, nullptr, ""},
    {"closed", file_closed, nullptr, "True if the file is closed"},
    {"raw", file_raw, nullptr, ""},
};
const NativeTypeDef kRaw = {"_io.FileIO", "A file without a buffer.", sizeof(BinaryFile), kRawInit, kFileFields,
                            destroy_file};
const NativeTypeDef kReader = {"_io.BufferedReader", "A file opened for reading.",
                               sizeof(BinaryFile),   kBufferedInit,
                               kFileFields,          destroy_file,
                               traverse_file,        clear_file};
const NativeTypeDef kWriter = {"_io.BufferedWriter", "A file opened for writing.",
                               sizeof(BinaryFile),   kBufferedInit,
                               kFileFields,          destroy_file,
                               traverse_file,        clear_file};
const NativeTypeDef kRandom = {"_io.BufferedRandom", "A file opened for both.",
                               sizeof(BinaryFile),   kBufferedInit,
                               kFileFields,          destroy_file,
                               traverse_file,        clear_file};

}  // namespace

bool write_all(Thread& th, int fd, std::string_view* rest) {
  while (!rest->empty()) {
    ssize_t n;
    int error;
    {
      Unlocked unlocked(th);
      n = ::write(fd, rest->data(), rest->size());
      error = errno;
    }
    if (n < 0) {
      if (error == EINTR) {
        if (!heed_signal(th)) return false;
        continue;
      }
      raise_errno(th, error);
      return false;
    }
    rest->remove_prefix(size_t(n));
  }
  return true;
}
bool flush_file(Thread& th, BinaryFile* f) {
  if (f->output.empty()) return true;
  std::string data;
  data.swap(f->output);  // raw.write() may come back here
  // What could not be written stays, before what was added meanwhile: the next flush tries again.
  auto keep = [&](size_t from) {
    f->output.insert(0, data, from);
    return false;
  };
  if (f->raw.u) {
    Owned raw(inc(f->raw));
    for (size_t at = 0; at < data.size();) {
      Owned piece(new_bytes(th, std::string_view(data).substr(at)));
      Value arg = piece.get();
      Owned r(th.call_method(raw.get(), intern(th.in, "write"), &arg, 1));
      int64_t n;
      if (r.get() == kNone) {
        th.raise(E_BlockingIOError, "write could not complete without blocking");
        return keep(at);
      }
      if (!r || !to_index(th, r.get(), &n)) return keep(at);
      if (n < 0 || size_t(n) > data.size() - at) {
        th.raise(E_OSError, "raw write() returned invalid length %lld (should have been between 0 and %zu)",
                 static_cast<long long>(n), data.size() - at);
        return keep(at);
      }
      at += size_t(n);
    }
    return true;
  }
  std::string_view rest = data;
  return write_all(th, f->fd, &rest) || keep(data.size() - rest.size());
}
bool read_some(Thread& th, BinaryFile* f, size_t most, std::string* out) {
  size_t before = out->size();
  if (f->raw.u) {
    Owned raw(inc(f->raw)), room(of(bytearray(th, std::string(most, '\0'))));
    Value arg = room.get();
    Owned r(th.call_method(raw.get(), intern(th.in, "readinto"), &arg, 1));
    int64_t n = 0;
    if (!r || (r.get().u != kNone.u && !to_index(th, r.get(), &n))) return false;
    if (n < 0 || n > int64_t(room.get().as<ByteArray>()->len)) {
      th.raise(E_OSError, "raw readinto() returned invalid length %lld (should have been between 0 and %zu)",
               static_cast<long long>(n), most);
      return false;
    }
    out->append(room.get().as<ByteArray>()->data, size_t(n));
    return true;
  }
  if (f->fd == 0) th.flush();
  out->resize(before + most);
  ssize_t n;
  int error;
  while (true) {
    {
      Unlocked unlocked(th);
      n = ::read(f->fd, out->data() + before, most);
      error = errno;
    }
    if (n >= 0 || error != EINTR) break;
    if (heed_signal(th)) continue;
    out->resize(before);
    return false;
  }
  out->resize(before + size_t(n > 0 ? n : 0));
  if (n < 0) raise_errno(th, error, f->name);
  return n >= 0;
}
bool close_file(Thread& th, BinaryFile* f) {
  if (f->closed) return true;
  bool ok = flush_file(th, f);
  f->closed = true;
  if (f->raw.u) {
    Value pending = th.take_pending();
    Owned r(ask_raw(th, f, "close"));
    if (pending.u) {
      put(th.pending, pending);
      return false;
    }
    return bool(r);
  }
  if (f->close_fd && f->fd >= 0 && ::close(f->fd) != 0 && ok) {
    raise_errno(th, errno);
    ok = false;
  }
  f->fd = -1;
  return ok;
}
bool is_binary_file(Thread& th, Value v) {
  if (!v.u) return false;
  IoTypes& t = io_types(th);
  return is_instance_of(v, t.raw) || is_instance_of(v, t.buffered_reader) || is_instance_of(v, t.buffered_writer) ||
         is_instance_of(v, t.buffered_random);
}

void define_binary_files(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  auto define = [&](const NativeTypeDef& def, const char* name) {
    Type* type = define_type(th.in, def, t.base);
    add_methods(th.in, type, kFileMethods);
    module_set(th.in, m, name, of(inc(type)));
    return type;
  };
  t.raw = define(kRaw, "FileIO");
  t.buffered_reader = define(kReader, "BufferedReader");
  t.buffered_writer = define(kWriter, "BufferedWriter");
  t.buffered_random = define(kRandom, "BufferedRandom");
}

}  // namespace adder::lib
