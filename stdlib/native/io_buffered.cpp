// The Buffered classes: what is read ahead or waits to be written, over a descriptor or over any raw stream.
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

#include "stdlib/native/io_buffered.h"

namespace adder::lib {
namespace {

constexpr size_t kPiece = 8192;  // of what is read to the end

BinaryFile* file_of(Value v) {
  return payload<BinaryFile>(v);
}
// A file that has a raw stream, closed or not; null: ValueError is pending.
BinaryFile* attached(Thread& th, Value v) {
  BinaryFile* f = file_of(v);
  if (f->raw.u || f->fd >= 0 || (f->closed && !f->detached)) return f;
  th.raise(E_ValueError, f->detached ? "raw stream has been detached" : "I/O operation on uninitialized object");
  return nullptr;
}
Value raw_field(Thread& th, BinaryFile* f, const char* name) {
  Owned raw(inc(f->raw));
  return get_attr_native(th, raw.get(), intern(th.in, name));
}
// Whether a raw object of a script says that it can do something.
bool raw_can(Thread& th, BinaryFile* f, const char* method, bool* out) {
  Owned r(ask_raw(th, f, method));
  return r && truth_native(th, r.get(), out);
}
bool is_closed(Thread& th, BinaryFile* f, bool* out) {
  *out = f->closed;
  if (!f->raw.u) return true;
  Owned r(raw_field(th, f, "closed"));
  return r && truth_native(th, r.get(), out);
}
// An open file; null: an exception is pending, in whose message `doing` stands before "closed file".
BinaryFile* open_of(Thread& th, Value v, const char* doing) {
  BinaryFile* f = attached(th, v);
  bool closed;
  if (!f || !is_closed(th, f, &closed)) return nullptr;
  if (closed) th.raise(E_ValueError, "%s closed file", doing);
  return closed ? nullptr : f;
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
// The position in the file counts from what was read ahead.
bool drop_input(Thread& th, BinaryFile* f) {
  size_t ahead = f->input.size() - f->input_at;
  f->input.clear();
  f->input_at = 0;
  return !ahead || seek_raw(th, f, -int64_t(ahead), SEEK_CUR) >= 0;
}

void traverse_file(void* p, Visitor& v) {
  v.visit(static_cast<BinaryFile*>(p)->raw);
  v.visit(static_cast<BinaryFile*>(p)->name);
}
// What a stream on a script's object still holds goes there, and the object is closed, as if by close().
void close_raw(BinaryFile* f) {
  if (Thread* th = f->closed ? nullptr : thread_of(f))
    if (const RawFile* file = beneath(*th, f)) warn_unclosed(*th, f, file, "");
  if (!f->raw.u || f->closed) return;
  Thread* th = heap_of(f->raw.cell()).owner()->current;
  if (!th) return;
  Value pending = th->take_pending();
  bool closed;
  if (is_closed(*th, f, &closed) && !closed) {
    if (f->writable)
      flush_file(*th, f);
    else
      Owned flushed(ask_raw(*th, f, "flush"));
    th->clear_pending();  // nobody is left to hear of it
    Owned done(ask_raw(*th, f, "close"));
  }
  f->closed = true;
  th->clear_pending();
  th->pending = pending;
}
void clear_file(void* p) {
  if (static_cast<BinaryFile*>(p)->raw.u) close_raw(static_cast<BinaryFile*>(p));
  put(static_cast<BinaryFile*>(p)->raw, kAbsent);
}
void destroy_file(void* p) {
  BinaryFile* f = static_cast<BinaryFile*>(p);
  close_raw(f);
  if (f->fd >= 0) {
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
// BufferedReader(raw), BufferedWriter(raw), BufferedRandom(raw): any object with the methods of a raw stream.
Value file_init(Thread& th, Value* a, int) {
  BinaryFile* f = file_of(a[0]);
  int64_t size;
  if (!to_index(th, a[2], &size)) return kAbsent;
  const bool reads = !is_instance_of(a[0], io_types(th).buffered_writer);
  const bool writes = !is_instance_of(a[0], io_types(th).buffered_reader);
  put(f->raw, inc(a[1]));
  auto must = [&](const char* can, const char* refusal) {
    bool is;
    return raw_can(th, f, can, &is) && (is || (unsupported(th, refusal), false));
  };
  const bool able = (!(reads && writes) || must("seekable", "File or stream is not seekable.")) &&
                    (!reads || must("readable", "File or stream is not readable.")) &&
                    (!writes || must("writable", "File or stream is not writable."));
  if (able && size <= 0) th.raise(E_ValueError, "buffer size must be strictly positive");
  if (!able || size <= 0) {
    put(f->raw, kAbsent);
    return kAbsent;
  }
  f->buffer_size = size_t(size);
  f->readable = reads;
  f->writable = writes;
  f->closed = f->detached = false;
  f->input.clear();
  f->output.clear();
  f->input_at = 0;
  th.in.any_finalizers |= writes;  // what a script leaves open is written at its end
  Owned place(ask_raw(th, f, "tell"));
  th.clear_pending();  // a stream without places
  return kNone;
}

std::string_view pending_input(BinaryFile* f) {
  return std::string_view(f->input).substr(f->input_at);
}
// Reads ahead once; nothing comes at the end of the file. Others may read and fill meanwhile.
bool fill(Thread& th, BinaryFile* f, bool* blocked = nullptr) {
  std::string more;
  const bool ok = read_some(th, f, f->buffer_size, &more, blocked);
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
// Everything to the end, behind `out`. None: the raw stream has nothing yet.
Value read_rest(Thread& th, BinaryFile* f, std::string out) {
  if (!f->raw.u) {
    struct stat st;
    if (fstat(f->fd, &st) == 0 && st.st_size > 0 && !th.check_memory(size_t(st.st_size))) return kAbsent;
    while (true) {
      const size_t before = out.size();
      bool blocked = false;
      if (!read_some(th, f, std::max(kPiece, before), &out, &blocked)) return kAbsent;
      if (blocked && out.empty()) return kNone;
      if (out.size() == before) return new_bytes(th, out);
    }
  }
  Owned raw(inc(f->raw)), whole(get_attr_or_stop(th, raw.get(), intern(th.in, "readall")));
  if (!whole) return kAbsent;
  const bool at_once = whole.get().u != kStop.u;
  if (!at_once) whole.release();
  while (true) {
    Owned part(at_once ? th.call(whole.get(), nullptr, 0) : ask_raw(th, f, "read"));
    std::string_view view;
    if (!part) return kAbsent;
    if (part.get() == kNone) return out.empty() ? kNone : new_bytes(th, out);
    if (!unwrap(part.get()).is(Kind::Bytes) || !bytes_view(part.get(), &view))
      return th.raise(E_TypeError, "%s() should return bytes", at_once ? "readall" : "read");
    out.append(view);
    if (at_once || view.empty()) return new_bytes(th, out);
  }
}
// Before a file of both is read, what waits is written.
bool begin_reading(Thread& th, BinaryFile* f) {
  return f->output.empty() || flush_file(th, f);
}
Value read_bytes(Thread& th, BinaryFile* f, int64_t size) {
  if (size >= 0 && pending_input(f).size() >= size_t(size)) return new_bytes(th, take(f, size_t(size)));
  std::string out(pending_input(f));
  f->input.clear();
  f->input_at = 0;
  if (size < 0) return read_rest(th, f, std::move(out));
  if (!th.check_memory(size_t(size))) return kAbsent;
  bool blocked = false;
  while (out.size() < size_t(size)) {
    const size_t before = out.size(), wanted = size_t(size) - before;
    if (wanted < f->buffer_size) {
      if (pending_input(f).empty() && !fill(th, f, &blocked)) return kAbsent;
      out += take(f, wanted);
    } else if (!read_some(th, f, wanted - (f->raw.u ? wanted % f->buffer_size : 0), &out, &blocked)) {
      return kAbsent;
    }
    if (out.size() == before) break;
  }
  return blocked && out.empty() ? kNone : new_bytes(th, out);
}
// By one read of the raw stream at most, and none where something was read ahead.
bool read_once(Thread& th, BinaryFile* f, size_t most, std::string* out, bool* blocked) {
  if (pending_input(f).empty()) return read_some(th, f, most, out, blocked);
  *out = take(f, most);
  return true;
}

Value reader_read(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;  // by a method of a script perhaps, which may close the file
  if (!attached(th, a[0])) return kAbsent;
  if (size < -1) return th.raise(E_ValueError, "read length must be non-negative or -1");
  BinaryFile* f = open_of(th, a[0], "read of");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  return turn && begin_reading(th, f) ? read_bytes(th, f, size) : kAbsent;
}
Value reader_read1(Thread& th, Value* a, int) {
  int64_t size;
  if (!to_index(th, a[1], &size)) return kAbsent;
  BinaryFile* f = open_of(th, a[0], "read of");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  if (!turn || !begin_reading(th, f)) return kAbsent;
  const size_t most = size < 0 ? f->buffer_size : size_t(size);
  std::string out;
  bool blocked = false;
  if (!most) return new_bytes(th, "");
  if (!th.check_memory(most) || !read_once(th, f, most, &out, &blocked)) return kAbsent;
  return new_bytes(th, out);
}
Value reader_peek(Thread& th, Value* a, int) {
  int64_t size;
  if (!to_index(th, a[1], &size)) return kAbsent;
  BinaryFile* f = open_of(th, a[0], "peek of");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  if (!turn || !begin_reading(th, f)) return kAbsent;
  bool blocked = false;
  if (pending_input(f).empty() && !fill(th, f, &blocked)) return kAbsent;
  return new_bytes(th, pending_input(f));
}
Value read_into(Thread& th, Value* a, bool once) {
  Buffer target;
  if (!into_arg(th, a[1], once ? "readinto1" : "readinto", &target)) return kAbsent;
  BinaryFile* f = open_of(th, a[0], "readinto of");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  if (!turn || !begin_reading(th, f)) return kAbsent;
  const size_t room = target.view.size();
  auto fit = [&](std::string_view s) {
    memcpy(target.writable, s.data(), s.size());
    return integer(th, int64_t(s.size()));
  };
  if (!room) return integer49(0);
  if (once) {
    std::string out;
    bool blocked = false;
    if (pending_input(f).empty() && room <= f->buffer_size) {
      if (!fill(th, f, &blocked)) return kAbsent;
      out = take(f, room);
    } else if (!read_once(th, f, room, &out, &blocked)) {
      return kAbsent;
    }
    return blocked && out.empty() ? kNone : fit(out);
  }
  Owned data(read_bytes(th, f, int64_t(room)));
  if (!data || data.get() == kNone) return data.release();
  return fit(data.get().as<Bytes>()->sv());
}
template <bool kOnce>
Value reader_into(Thread& th, Value* a, int) {
  return read_into(th, a, kOnce);
}
Value reader_readline(Thread& th, Value* a, int) {
  int64_t limit;
  if (!size_arg(th, a[1], &limit)) return kAbsent;
  BinaryFile* f = open_of(th, a[0], "readline of");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  if (!turn || !begin_reading(th, f)) return kAbsent;
  std::string out;
  while (true) {
    bool blocked = false;
    if (pending_input(f).empty()) {
      if (!fill(th, f, &blocked)) return kAbsent;
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

// More than fits behind what is held: that goes first, then as much as the buffer does not take. Where the raw stream
// takes no more, the buffer is filled, and the error tells how much went into it.
bool write_over(Thread& th, BinaryFile* f, std::string_view data) {
  std::string_view rest = data;
  bool blocked = false;
  if (!flush_file(th, f)) {
    if (!th.pending_is(E_BlockingIOError)) return false;
    th.clear_pending();
    blocked = true;
  }
  while (!blocked && rest.size() > f->buffer_size) {
    const int64_t n = write_raw(th, f, rest);
    if (n == kFailed) return false;
    blocked = n == kBlocked;
    if (n > 0) rest.remove_prefix(size_t(n));
  }
  const size_t room = f->buffer_size - std::min(f->buffer_size, f->output.size());
  f->output.append(rest.substr(0, room));
  if (rest.size() <= room) return true;
  return would_block(th, data.size() - rest.size() + room), false;
}
Value writer_write(Thread& th, Value* a, int) {
  Buffer data;
  if (!get_buffer(th, a[1], &data)) return kAbsent;
  BinaryFile* f = open_of(th, a[0], "write to");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  if (!turn || (f->readable && !drop_input(th, f))) return kAbsent;
  if (f->fd == 1) th.flush();
  if (f->output.size() + data.view.size() > f->buffer_size) {
    if (!write_over(th, f, data.view)) return kAbsent;
  } else {
    f->output.append(data.view);
  }
  if (!f->buffered && !flush_file(th, f)) return kAbsent;
  return integer(th, int64_t(data.view.size()));
}

Value file_seek(Thread& th, Value* a, int) {
  int64_t to, whence;
  if (!to_index(th, a[2], &whence) || !attached(th, a[0])) return kAbsent;
  if (whence < 0 || whence > SEEK_HOLE)
    return th.raise(E_ValueError, "whence value %lld unsupported", static_cast<long long>(whence));
  BinaryFile* f = open_of(th, a[0], "seek of");
  if (!f) return kAbsent;
  bool can = !f->raw.u && ::lseek(f->fd, 0, SEEK_CUR) >= 0;
  if (f->raw.u && !raw_can(th, f, "seekable", &can)) return kAbsent;
  if (!can) return unsupported(th, "File or stream is not seekable.");
  if (!to_index(th, a[1], &to)) {
    if (th.pending_is(E_OverflowError)) {
      th.clear_pending();
      th.raise(E_ValueError, "cannot fit '%s' into an offset-sized integer", type_name(th, a[1]).c_str());
    }
    return kAbsent;
  }
  FileTurn turn(th, a[0]);
  if (!turn || !flush_file(th, f)) return kAbsent;
  if (f->raw.u) {  // told at once where to go from what was read ahead
    if (whence == SEEK_CUR) to -= int64_t(f->input.size() - f->input_at);
    f->input.clear();
    f->input_at = 0;
  } else if (!drop_input(th, f)) {
    return kAbsent;
  }
  int64_t r = seek_raw(th, f, to, int(whence));
  return r < 0 ? kAbsent : integer(th, r);
}
Value raw_closed(Thread& th) {  // the descriptor is
  return th.raise(E_ValueError, "I/O operation on closed file");
}
Value file_tell(Thread& th, Value* a, int) {
  BinaryFile* f = attached(th, a[0]);
  if (!f) return kAbsent;
  int64_t r;
  if (f->raw.u) {
    Owned place(ask_raw(th, f, "tell"));
    if (!place || !to_index(th, place.get(), &r)) return kAbsent;
    if (r < 0) return th.raise(E_OSError, "Raw stream returned invalid position %lld", static_cast<long long>(r));
  } else {
    if (f->closed) return raw_closed(th);
    r = seek_raw(th, f, 0, SEEK_CUR);
  }
  if (r < 0) return kAbsent;
  return integer(th, r - int64_t(f->input.size() - f->input_at) + int64_t(f->output.size()));
}
Value file_truncate(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0], "truncate of");
  if (!f) return kAbsent;
  if (!f->writable) return unsupported(th, "truncate");
  FileTurn turn(th, a[0]);
  if (!turn) return kAbsent;
  if (f->raw.u) {
    if (!flush_file(th, f) || !drop_input(th, f)) return kAbsent;
    Owned r(ask_raw(th, f, "truncate", a + 1, 1));
    if (!r) return kAbsent;
    Owned place(f->raw.u ? ask_raw(th, f, "tell") : kNone);
    th.clear_pending();
    return r.release();
  }
  Owned size(a[1] != kNone ? inc(a[1]) : file_tell(th, a, 1));
  int64_t n;
  if (!size || !to_index(th, size.get(), &n) || !flush_file(th, f)) return kAbsent;
  if (::ftruncate(f->fd, off_t(n)) != 0) return raise_errno(th, errno);
  return size.release();
}
Value reader_flush(Thread& th, Value* a, int) {
  BinaryFile* f = attached(th, a[0]);
  if (!f) return kAbsent;
  if (f->raw.u) return ask_raw(th, f, "flush");
  return f->closed ? closed_error(th) : kNone;
}
Value writer_flush(Thread& th, Value* a, int) {
  BinaryFile* f = open_of(th, a[0], "flush of");
  if (!f) return kAbsent;
  FileTurn turn(th, a[0]);
  return turn && flush_file(th, f) && (!f->readable || drop_input(th, f)) ? kNone : kAbsent;
}
Value file_close(Thread& th, Value* a, int) {
  BinaryFile* f = attached(th, a[0]);
  bool closed;
  if (!f || !is_closed(th, f, &closed)) return kAbsent;
  if (closed) return kNone;
  Owned flushed(self_call(th, a[0], "flush"));
  Value failed = flushed ? kAbsent : th.take_pending();
  {
    FileTurn turn(th, a[0]);
    if (turn && !f->detached) {
      f->closed = true;
      if (f->raw.u) {
        Owned done(ask_raw(th, f, "close"));
      } else if (const int fd = std::exchange(f->fd, -1); f->close_fd && fd >= 0 && ::close(fd) != 0) {
        raise_errno(th, errno);
      }
    }
  }
  if (failed.u) {
    th.clear_pending();
    return th.raise_obj(failed);
  }
  return th.pending.u ? kAbsent : kNone;
}
// The raw stream as an object, which a file on a descriptor makes when it is asked for: from then on it works over it.
Value raw_of(Thread& th, BinaryFile* f) {
  if (!f->raw.u) f->raw = raw_file(th, f);
  return inc(f->raw);
}
Value file_detach(Thread& th, Value* a, int) {
  if (!attached(th, a[0])) return kAbsent;
  Owned flushed(self_call(th, a[0], "flush"));
  BinaryFile* f = flushed ? attached(th, a[0]) : nullptr;
  if (!f) return kAbsent;
  Value raw = raw_of(th, f);
  f->input.clear();
  f->input_at = 0;
  put(f->raw, kAbsent);
  f->closed = f->detached = true;
  return raw;
}
// -- What the raw stream answers.

Value forward(Thread& th, Value self, int what) {
  static constexpr const char* kNames[] = {"fileno", "isatty", "readable", "writable", "seekable"};
  BinaryFile* f = attached(th, self);
  if (!f) return kAbsent;
  if (f->raw.u) return ask_raw(th, f, kNames[what]);
  if (f->closed) return raw_closed(th);
  switch (what) {
    case 0: return integer49(f->fd);
    case 1: return boolean(::isatty(f->fd));
    case 2: return boolean(f->readable);
    case 3: return boolean(f->writable);
    default: return boolean(::lseek(f->fd, 0, SEEK_CUR) >= 0);
  }
}
template <int kWhat>
Value file_forward(Thread& th, Value* a, int) {
  return forward(th, a[0], kWhat);
}
Value file_name(Thread& th, Value v) {
  BinaryFile* f = attached(th, v);
  if (!f) return kAbsent;
  if (f->raw.u) return raw_field(th, f, "name");
  return f->name.u ? inc(f->name) : th.raise(E_AttributeError, "name");
}
Value file_mode(Thread& th, Value v) {
  BinaryFile* f = attached(th, v);
  if (!f) return kAbsent;
  return f->raw.u ? raw_field(th, f, "mode") : new_str(th, f->mode);
}
Value file_closed(Thread& th, Value v) {
  BinaryFile* f = attached(th, v);
  bool closed;
  return f && is_closed(th, f, &closed) ? boolean(closed) : kAbsent;
}
Value file_raw(Thread& th, Value v) {
  BinaryFile* f = file_of(v);
  return f->raw.u || f->fd >= 0 || (f->closed && !f->detached) ? raw_of(th, f) : kNone;
}
Value file_repr(Thread& th, Value* a, int) {
  std::string out = "<" + full_type_name(type_of(th.in, a[0]));
  Owned name(get_attr_native(th, a[0], intern(th.in, "name")));
  if (!name && (th.pending_is(E_AttributeError) || th.pending_is(E_ValueError))) {
    th.clear_pending();
    return new_str(th, out + ">");
  }
  out += " name=";
  return name && repr_of(th, name.get(), &out) ? new_str(th, out + ">") : kAbsent;
}

const NativeDef kCommon[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", file_new, Rule::residual},
    {"__init__", "(self, raw, buffer_size=8192)", "", file_init, Rule::residual},
    {"detach", "(self, /)", "Give the raw stream back.", file_detach, Rule::residual},
    {"seek", "(self, target, whence=0, /)", "Change the position.", file_seek, Rule::residual},
    {"tell", "(self, /)", "The position.", file_tell, Rule::residual},
    {"truncate", "(self, pos=None, /)", "Change the size of the file.", file_truncate, Rule::residual},
    {"close", "(self, /)", "Close the file.", file_close, Rule::residual},
    {"fileno", "(self, /)", "The descriptor.", file_forward<0>, Rule::residual},
    {"isatty", "(self, /)", "Whether it is a terminal.", file_forward<1>, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", file_forward<4>, Rule::residual},
    {"__repr__", "(self, /)", "", file_repr, Rule::residual},
};
const NativeDef kReads[] = {
    {"read", "(self, size=-1, /)", "Bytes, up to the end if size is negative.", reader_read, Rule::opaque},
    {"read1", "(self, size=-1, /)", "Bytes, with one read of the system at most.", reader_read1, Rule::opaque},
    {"peek", "(self, size=0, /)", "Bytes without moving the position.", reader_peek, Rule::opaque},
    {"readinto", "(self, buffer, /)", "Fill a buffer.", reader_into<false>, Rule::opaque},
    {"readinto1", "(self, buffer, /)", "Fill a buffer, with one read of the system at most.", reader_into<true>,
     Rule::opaque},
    {"readline", "(self, size=-1, /)", "The next line.", reader_readline, Rule::opaque},
    {"readable", "(self, /)", "Whether it can be read from.", file_forward<2>, Rule::residual},
};
const NativeDef kReaderFlush[] = {{"flush", "(self, /)", "", reader_flush, Rule::residual}};
const NativeDef kWrites[] = {
    {"write", "(self, buffer, /)", "Write bytes.", writer_write, Rule::residual},
    {"flush", "(self, /)", "Write what is collected.", writer_flush, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", file_forward<3>, Rule::residual},
};
const GetSetDef kFields[] = {
    {"name", file_name, nullptr, ""},
    {"mode", file_mode, nullptr, ""},
    {"closed", file_closed, nullptr, ""},
    {"raw", file_raw, nullptr, ""},
};
const NativeTypeDef kReader = {"_io.BufferedReader", "A file opened for reading.",
                               sizeof(BinaryFile),   kCommon,
                               kFields,              destroy_file,
                               traverse_file,        clear_file};
const NativeTypeDef kWriter = {"_io.BufferedWriter", "A file opened for writing.",
                               sizeof(BinaryFile),   kCommon,
                               kFields,              destroy_file,
                               traverse_file,        clear_file};
const NativeTypeDef kRandom = {"_io.BufferedRandom", "A file opened for both.",
                               sizeof(BinaryFile),   kCommon,
                               kFields,              destroy_file,
                               traverse_file,        clear_file};

}  // namespace

RawFile* beneath(Thread& th, BinaryFile* f) {
  if (!f->raw.u) return f;
  return type_of(th.in, f->raw) == io_types(th).raw ? payload<RawFile>(f->raw) : nullptr;
}
bool is_binary_file(Thread& th, Value v) {
  if (!v.u) return false;
  IoTypes& t = io_types(th);
  return is_instance_of(v, t.buffered_reader) || is_instance_of(v, t.buffered_writer) ||
         is_instance_of(v, t.buffered_random);
}

void define_buffered_files(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  auto define = [&](const NativeTypeDef& def, const char* name) {
    Type* type = define_type(th.in, def, t.base);
    module_set(th.in, m, name, of(inc(type)));
    return type;
  };
  t.buffered_reader = define(kReader, "BufferedReader");
  t.buffered_writer = define(kWriter, "BufferedWriter");
  t.buffered_random = define(kRandom, "BufferedRandom");
  add_unsupported(th, t.buffered_reader, Unsupported::kWrite);
  add_unsupported(th, t.buffered_writer, Unsupported::kRead);
  for (Type* type : {t.buffered_reader, t.buffered_random}) add_methods(th.in, type, kReads);
  add_methods(th.in, t.buffered_reader, kReaderFlush);
  for (Type* type : {t.buffered_writer, t.buffered_random}) add_methods(th.in, type, kWrites);
}

}  // namespace adder::lib
