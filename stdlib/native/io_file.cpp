// FileIO: the files of the system, each method one of its calls.
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/vm/attrs.h"
#include "interp/vm/interpreter_lock.h"
#include "interp/vm/warn.h"
#include "stdlib/native/io.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

constexpr size_t kPiece = 8192;  // of what is read to the end

RawFile* file_of(Value v) {
  return payload<RawFile>(v);
}
// An open file; null: ValueError is pending.
RawFile* open_of(Thread& th, Value v) {
  RawFile* f = file_of(v);
  if (f->fd >= 0) return f;
  th.raise(E_ValueError, "I/O operation on closed file");
  return nullptr;
}
RawFile* readable_of(Thread& th, Value v) {
  RawFile* f = open_of(th, v);
  if (!f || f->readable) return f;
  unsupported(th, "File not open for reading");
  return nullptr;
}
RawFile* writable_of(Thread& th, Value v) {
  RawFile* f = open_of(th, v);
  if (!f || f->writable) return f;
  unsupported(th, "File not open for writing");
  return nullptr;
}

void traverse_file(void* p, Visitor& v) {
  v.visit(static_cast<RawFile*>(p)->name);
}
void destroy_file(void* p) {
  RawFile* f = static_cast<RawFile*>(p);
  if (Thread* th = thread_of(p)) warn_unclosed(*th, p, f, " mode='" + f->mode + "' closefd=True");
  if (f->fd >= 0 && f->close_fd) ::close(f->fd);
  dec(f->name);
  f->~RawFile();
}
Value file_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (payload<RawFile>(self)) RawFile();
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

// All bytes to the end; None where there are none yet.
Value read_rest(Thread& th, Value self) {
  RawFile* f = file_of(self);
  struct stat st;
  if (fstat(f->fd, &st) == 0 && st.st_size > 0 && !th.check_memory(size_t(st.st_size))) return kAbsent;
  std::string out;
  while (f->fd >= 0) {  // another thread may close it meanwhile
    const size_t before = out.size(), most = std::max(kPiece, before);
    out.resize(before + most);
    const int64_t n = read_fd(th, f->fd, out.data() + before, most);
    if (n == kFailed) return kAbsent;
    out.resize(before + size_t(std::max<int64_t>(n, 0)));
    if (n == kBlocked && out.empty()) return kNone;
    if (n <= 0) break;
  }
  return new_bytes(th, out);
}
Value file_readall(Thread& th, Value* a, int) {
  return open_of(th, a[0]) ? read_rest(th, a[0]) : kAbsent;
}
Value file_read(Thread& th, Value* a, int) {
  int64_t size;
  if (!size_arg(th, a[1], &size)) return kAbsent;  // by a method of a script perhaps, which may close the file
  RawFile* f = readable_of(th, a[0]);
  if (!f) return kAbsent;
  if (size < 0) return self_call(th, a[0], "readall");
  if (!th.check_memory(size_t(size))) return kAbsent;
  std::string out(size_t(size), '\0');
  const int64_t n = read_fd(th, f->fd, out.data(), out.size());
  if (n < 0) return n == kBlocked ? kNone : kAbsent;
  return new_bytes(th, std::string_view(out).substr(0, size_t(n)));
}
Value file_readinto(Thread& th, Value* a, int) {
  Buffer target;
  if (!into_arg(th, a[1], "readinto", &target)) return kAbsent;
  RawFile* f = readable_of(th, a[0]);
  if (!f) return kAbsent;
  const int64_t n = read_fd(th, f->fd, target.writable, target.view.size());
  return n >= 0 ? integer(th, n) : n == kBlocked ? kNone : kAbsent;
}
Value file_write(Thread& th, Value* a, int) {
  Buffer data;
  if (!get_buffer(th, a[1], &data)) return kAbsent;
  RawFile* f = writable_of(th, a[0]);
  if (!f) return kAbsent;
  if (f->fd == 1) th.flush();
  const int64_t n = write_fd(th, f->fd, data.view);
  return n >= 0 ? integer(th, n) : n == kBlocked ? kNone : kAbsent;
}
Value file_seek(Thread& th, Value* a, int) {
  int64_t whence, to;
  if (!to_index(th, a[2], &whence)) return kAbsent;
  if (!open_of(th, a[0])) return kAbsent;
  if (!to_index(th, a[1], &to)) {
    if (th.pending_is(E_OverflowError)) {
      th.clear_pending();
      th.raise(E_OverflowError, "Python int too large to convert to C long");
    }
    return kAbsent;
  }
  RawFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  const off_t at = ::lseek(f->fd, off_t(to), int(whence));
  return at < 0 ? raise_errno(th, errno) : integer(th, at);
}
Value file_tell(Thread& th, Value* a, int) {
  RawFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  const off_t at = ::lseek(f->fd, 0, SEEK_CUR);
  return at < 0 ? raise_errno(th, errno) : integer(th, at);
}
Value file_truncate(Thread& th, Value* a, int) {
  if (!writable_of(th, a[0])) return kAbsent;
  Owned size(a[1] == kNone ? file_tell(th, a, 1) : inc(a[1]));
  int64_t n;
  if (!size || !to_index(th, size.get(), &n)) return kAbsent;
  RawFile* f = open_of(th, a[0]);
  if (!f) return kAbsent;
  return ::ftruncate(f->fd, off_t(n)) != 0 ? raise_errno(th, errno) : size.release();
}
Value file_close(Thread& th, Value* a, int) {
  RawFile* f = file_of(a[0]);
  if (f->fd < 0) return kNone;
  Owned flushed(self_call(th, a[0], "flush"));
  const int fd = std::exchange(f->fd, -1);
  if (fd >= 0 && f->close_fd && ::close(fd) != 0 && flushed) return raise_errno(th, errno);
  return flushed ? kNone : kAbsent;
}
Value file_fileno(Thread& th, Value* a, int) {
  RawFile* f = open_of(th, a[0]);
  return f ? integer49(f->fd) : kAbsent;
}
Value file_isatty(Thread& th, Value* a, int) {
  RawFile* f = open_of(th, a[0]);
  return f ? boolean(::isatty(f->fd)) : kAbsent;
}
Value file_readable(Thread& th, Value* a, int) {
  RawFile* f = open_of(th, a[0]);
  return f ? boolean(f->readable) : kAbsent;
}
Value file_writable(Thread& th, Value* a, int) {
  RawFile* f = open_of(th, a[0]);
  return f ? boolean(f->writable) : kAbsent;
}
Value file_seekable(Thread& th, Value* a, int) {
  RawFile* f = open_of(th, a[0]);
  return f ? boolean(::lseek(f->fd, 0, SEEK_CUR) >= 0) : kAbsent;
}
Value file_repr(Thread& th, Value* a, int) {
  RawFile* f = file_of(a[0]);
  std::string out = "<_io.FileIO";  // of subclasses too
  if (f->fd < 0) return new_str(th, out + " [closed]>");
  Owned name(get_attr_or_stop(th, a[0], intern(th.in, "name")));
  if (!name) return kAbsent;
  if (name.get().u == kStop.u) {
    name.release();
    out += " fd=" + std::to_string(f->fd);
  } else {
    out += " name=";
    if (!repr_of(th, name.get(), &out)) return kAbsent;
  }
  return new_str(th, out + " mode='" + f->mode + (f->close_fd ? "' closefd=True>" : "' closefd=False>"));
}
Value file_name(Thread& th, Value v) {
  if (file_of(v)->name.u) return inc(file_of(v)->name);
  return attribute_error(th, v, intern(th.in, "name"), "'" + full_type_name(type_of(th.in, v)) +
                         "' object has no attribute 'name'");
}
bool set_file_name(Thread&, Value v, Value name) {
  put(file_of(v)->name, inc(name));
  return true;
}
Value file_mode(Thread& th, Value v) {
  return new_str(th, file_of(v)->mode);
}
Value file_closed(Thread&, Value v) {
  return boolean(file_of(v)->fd < 0);
}
Value file_closefd(Thread&, Value v) {
  return boolean(file_of(v)->close_fd);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, /, *args, **kwargs)", "", file_new, Rule::residual},
    {"__init__", "(self, file, mode='r', closefd=True, opener=None)", "", file_init, Rule::opaque},
    {"read", "(self, size=-1, /)", "At most so many bytes, by one read of the system; all if negative.", file_read,
     Rule::opaque},
    {"readall", "(self, /)", "All bytes to the end.", file_readall, Rule::opaque},
    {"readinto", "(self, buffer, /)", "Fill a buffer, by one read of the system.", file_readinto, Rule::opaque},
    {"write", "(self, b, /)", "Write bytes, by one write of the system.", file_write, Rule::residual},
    {"seek", "(self, pos, whence=0, /)", "Change the position.", file_seek, Rule::residual},
    {"tell", "(self, /)", "The position.", file_tell, Rule::residual},
    {"truncate", "(self, size=None, /)", "Change the size of the file.", file_truncate, Rule::residual},
    {"close", "(self, /)", "Close the file.", file_close, Rule::residual},
    {"fileno", "(self, /)", "The descriptor.", file_fileno, Rule::residual},
    {"isatty", "(self, /)", "Whether it is a terminal.", file_isatty, Rule::residual},
    {"readable", "(self, /)", "Whether it can be read from.", file_readable, Rule::residual},
    {"writable", "(self, /)", "Whether it can be written to.", file_writable, Rule::residual},
    {"seekable", "(self, /)", "Whether it can go to a place.", file_seekable, Rule::residual},
    {"__repr__", "(self, /)", "", file_repr, Rule::residual},
};
const GetSetDef kFields[] = {
    {"name", file_name, set_file_name, ""},
    {"mode", file_mode, nullptr, "String giving the file mode"},
    {"closed", file_closed, nullptr, "True if the file is closed"},
    {"closefd", file_closefd, nullptr, "True if the file descriptor will be closed by close()."},
};
const NativeTypeDef kFile = {"_io.FileIO", "A file without a buffer.", sizeof(RawFile), kMethods, kFields,
                             destroy_file, traverse_file};

}  // namespace

void warn_unclosed(Thread& th, void* stream, const RawFile* f, const std::string& more) {
  if (f->fd < 0 || !f->close_fd || th.in.shutting_down) return;
  // Nobody has changed what becomes of warnings, and these are ignored, while the module is not imported.
  if (!dict_get(th.in.modules, intern(th.in, "warnings")).u) return;
  Value pending = th.take_pending();
  const Type* type = (static_cast<Extension*>(stream) - 1)->type();
  std::string shown = "<" + (subtype(type, io_types(th).raw) ? "_io.FileIO" : full_type_name(type));
  if (f->name.u) {
    shown += " name=";
    if (!repr_of(th, f->name, &shown)) th.clear_pending();
  }
  shown += more + ">";
  if (!warn(th, E_ResourceWarning, "unclosed file " + shown))
    report_unraisable(th, ("Exception ignored in: " + shown).c_str(), kAbsent);
  th.clear_pending();
  th.pending = pending;
}

int64_t read_fd(Thread& th, int fd, char* to, size_t most) {
  if (fd == 0) th.flush();
  while (true) {
    ssize_t n;
    int error;
    {
      Unlocked unlocked(th);
      n = ::read(fd, to, most);
      error = errno;
    }
    if (n >= 0) return n;
    if (error == EAGAIN) return kBlocked;
    if (error != EINTR) return raise_errno(th, error), kFailed;
    if (!heed_signal(th)) return kFailed;
  }
}
int64_t write_fd(Thread& th, int fd, std::string_view data) {
  while (true) {
    ssize_t n;
    int error;
    {
      Unlocked unlocked(th);
      n = ::write(fd, data.data(), data.size());
      error = errno;
    }
    if (n >= 0) return n;
    if (error == EAGAIN) return kBlocked;
    if (error != EINTR) return raise_errno(th, error), kFailed;
    if (!heed_signal(th)) return kFailed;
  }
}

Value raw_file(Thread& th, RawFile* from) {
  Value raw = of(instance(th, io_types(th).raw));
  std::swap(*new (payload<RawFile>(raw)) RawFile(), *from);
  return raw;
}

void define_raw_files(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  t.raw = define_type(th.in, kFile, t.base);
  module_set(th.in, m, "FileIO", of(inc(t.raw)));
}

}  // namespace adder::lib
