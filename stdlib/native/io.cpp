// open(), the base class of files, the standard streams, and the module `_io`.
#include "stdlib/native/io.h"
#include "stdlib/native/state.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/text/utf8.h"
#include "interp/vm/interpreter_lock.h"
#include "interp/vm/output.h"

namespace adder::lib {
namespace {

Value self_method(Thread& th, Value* a, const char* name, Value* args = nullptr, int n = 0) {
  return th.call_method(a[0], intern(th.in, name), args, n);
}
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
  Owned r(self_method(th, a, "close"));
  return r ? kNone : kAbsent;
}
Value base_iter(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? inc(a[0]) : kAbsent;
}
Value base_next(Thread& th, Value* a, int) {
  Value r = self_method(th, a, "readline");
  if (!r.u) return kAbsent;
  int64_t n = length(th, r);
  if (n > 0) return r;
  dec(r);
  return n < 0 ? kAbsent : th.raise_obj(of(instance(th, th.type(E_StopIteration))));
}
Value base_readlines(Thread& th, Value* a, int) {
  int64_t hint;
  if (!size_arg(th, a[1], &hint)) return kAbsent;
  Ref<List> lines(list(th));
  int64_t total = 0;
  while (true) {
    Owned line(self_method(th, a, "readline"));
    if (!line) return kAbsent;
    int64_t n = length(th, line.get());
    if (n < 0) return kAbsent;
    if (n == 0) break;
    total += n;
    push(lines.get(), line.release());
    if (hint > 0 && total >= hint) break;
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
    Owned r(self_method(th, a, "write", &arg, 1));
    if (!r) return kAbsent;
  }
}
Value base_flush(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? kNone : kAbsent;
}
Value base_isatty(Thread& th, Value* a, int) {
  return check_open(th, a[0]) ? kFalse : kAbsent;
}
Value base_closed(Thread&, Value) {
  return kFalse;
}

const NativeDef kBaseMethods[] = {
    {"__enter__", "(self, /)", "", base_enter, Rule::residual},
    {"__exit__", "(self, /, *args)", "", base_exit, Rule::residual},
    {"__iter__", "(self, /)", "", base_iter, Rule::residual},
    {"__next__", "(self, /)", "", base_next, Rule::opaque},
    {"readlines", "(self, hint=-1, /)", "A list of lines.", base_readlines, Rule::opaque},
    {"writelines", "(self, lines, /)", "Write each of the lines.", base_writelines, Rule::opaque},
    {"flush", "(self, /)", "", base_flush, Rule::residual},
    {"isatty", "(self, /)", "Whether it is a terminal.", base_isatty, Rule::residual},
};
const GetSetDef kBaseFields[] = {{"closed", base_closed, nullptr, ""}};
const NativeTypeDef kBase = {"_io._IOBase", "The base class of files.", 0, kBaseMethods, kBaseFields};

// --- open

struct Mode {
  bool read = false, write = false, append = false, create = false, update = false, binary = false, text = false;
};
bool parse_mode(Thread& th, std::string_view s, Mode* m) {
  auto invalid = [&] {
    th.raise(E_ValueError, "invalid mode: '%.*s'", int(s.size()), s.data());
    return false;
  };
  for (size_t i = 0; i < s.size(); ++i) {
    if (s.find(s[i], i + 1) != s.npos) return invalid();
    switch (s[i]) {
      case 'r': m->read = true; break;
      case 'w': m->write = true; break;
      case 'a': m->append = true; break;
      case 'x': m->create = true; break;
      case '+': m->update = true; break;
      case 'b': m->binary = true; break;
      case 't': m->text = true; break;
      default: return invalid();
    }
  }
  if (m->binary && m->text) {
    th.raise(E_ValueError, "can't have text and binary mode at once");
    return false;
  }
  if (m->read + m->write + m->append + m->create != 1) {
    th.raise(E_ValueError, "%s",
             m->read || m->write || m->append || m->create
                 ? "must have exactly one of create/read/write/append mode"
                 : "Must have exactly one of create/read/write/append mode and at most one plus");
    return false;
  }
  return true;
}

Value io_open(Thread& th, Value* a, int) {
  if (!io_types(th).base) {
    Owned module(import_module(th, intern(th.in, "_io"), kNone, 0));
    if (!module) return kAbsent;
  }
  // file, mode, buffering, encoding, errors, newline, closefd, opener
  std::string_view mode, ignored;
  int64_t buffering;
  bool close_fd;
  if (!text_arg(th, a[1], "open() argument 'mode'", &mode) || !to_index(th, a[2], &buffering) ||
      !text_or_none(th, a[3], "open() argument 'encoding'", &ignored) ||
      !text_or_none(th, a[4], "open() argument 'errors'", &ignored) ||
      !text_or_none(th, a[5], "open() argument 'newline'", &ignored) || !truth_native(th, a[6], &close_fd))
    return kAbsent;
  return open_file(th, a[0], mode, buffering, a[3], a[4], a[5], close_fd, a[7]);
}
Value io_text_encoding(Thread& th, Value* a, int) {
  return a[0].u == kNone.u ? new_str(th, "locale") : inc(a[0]);
}

const NativeDef kOpen[] = {
    {"open", "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
     "Open a file and return a stream.", io_open, Rule::opaque},
};
const NativeDef kFunctions[] = {
    {"text_encoding", "(encoding, stacklevel=2, /)", "The encoding that stands for None: the word locale.",
     io_text_encoding, Rule::pure},
};

bool init_io(Thread& th, Module* m) {
  IoTypes& t = io_types(th);
  t.base = define_type(th.in, kBase);
  module_set(th.in, m, "_IOBase", of(inc(t.base)));
  define_binary_files(th, m);
  define_text_files(th, m);
  define_bytes_stream(th, m);
  define_string_stream(th, m);
  module_set(th.in, m, "DEFAULT_BUFFER_SIZE", integer49(8192));
  // The same as the built-in one, unless a script has put another there.
  Value known = dict_get(th.in.builtins, intern(th.in, "open"));
  if (known.is(Kind::Native) && known.as<Native>()->def == kOpen)
    module_set(th.in, m, "open", inc(known));
  else
    add_functions(th.in, m->dict, kOpen, intern_value(th.in, "io"));
  return true;
}

}  // namespace

const NativeModuleDef kIoModule = {"_io", "Files and in-memory streams.", kFunctions, init_io};

Value closed_error(Thread& th) {
  return th.raise(E_ValueError, "I/O operation on closed file.");
}

bool size_arg(Thread& th, Value v, int64_t* out) {
  *out = -1;
  if (!v.u || v.u == kNone.u) return true;
  if (!to_index(th, v, out)) {
    if (th.pending_is(E_TypeError)) {
      th.clear_pending();
      th.raise(E_TypeError, "argument should be integer or None, not '%s'", type_name(th, v).c_str());
    }
    return false;
  }
  return true;
}

bool place_arg(Thread& th, Value v, int64_t* out) {
  if (to_index(th, v, out)) return true;
  if (th.pending_is(E_OverflowError) && is_intlike(unwrap(v))) {
    th.clear_pending();
    th.raise(E_OverflowError, "Python int too large to convert to C ssize_t");
  }
  return false;
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

std::string_view line_of(std::string_view data, size_t at, int64_t limit, Newline newline) {
  std::string_view rest = data.substr(at);
  size_t end = rest.npos;
  switch (newline) {
    case Newline::kUniversal:
    case Newline::kLf: end = rest.find('\n'); break;
    case Newline::kCr: end = rest.find('\r'); break;
    case Newline::kCrLf:
      end = rest.find("\r\n");
      if (end != rest.npos) ++end;
      break;
    case Newline::kKeep:
      end = rest.find_first_of("\r\n");
      if (end != rest.npos && rest[end] == '\r' && end + 1 < rest.size() && rest[end + 1] == '\n') ++end;
      break;
  }
  if (end != rest.npos) rest = rest.substr(0, end + 1);
  if (limit >= 0 && rest.size() > size_t(limit)) rest = rest.substr(0, size_t(limit));
  return rest;
}

Value raise_errno(Thread& th, int error, Value filename) {
  ExcId id = E_OSError;
  switch (error) {
    case ENOENT: id = E_FileNotFoundError; break;
    case EEXIST: id = E_FileExistsError; break;
    case EACCES:
    case EPERM: id = E_PermissionError; break;
    case EISDIR: id = E_IsADirectoryError; break;
    case ENOTDIR: id = E_NotADirectoryError; break;
    case EPIPE:
    case ESHUTDOWN: id = E_BrokenPipeError; break;
    case ECHILD: id = E_ChildProcessError; break;
    case EAGAIN:
    case EALREADY:
    case EINPROGRESS: id = E_BlockingIOError; break;
    case EINTR: id = E_InterruptedError; break;
    case ESRCH: id = E_ProcessLookupError; break;
    case ETIMEDOUT: id = E_TimeoutError; break;
    case ECONNABORTED: id = E_ConnectionAbortedError; break;
    case ECONNREFUSED: id = E_ConnectionRefusedError; break;
    case ECONNRESET: id = E_ConnectionResetError; break;
    default: break;
  }
  char buffer[128];
  const char* text = strerror_r(error, buffer, sizeof buffer);
  Owned message(new_str(th, text));
  Owned path;  // a path object is shown as its text
  if (Value m = filename.is_cell() ? type_find(type_of(th.in, filename), th.name(n_fspath)) : kAbsent; m.u) {
    path = Owned(th.call(m, &filename, 1));
    if (!path) return kAbsent;
    filename = path.get();
  }
  Value args[3] = {integer49(error), message.get(), filename};
  Value exc = th.call(of(th.type(id)), args, filename.u ? 3 : 2);
  return exc.u ? th.raise_obj(exc) : kAbsent;
}

Value open_file(Thread& th, Value file, std::string_view mode_text, int64_t buffering, Value encoding, Value errors,
                Value newline, bool close_fd, Value opener) {
  Mode m;
  if (!parse_mode(th, mode_text, &m)) return kAbsent;
  if (m.binary) {
    if (encoding.u != kNone.u) return th.raise(E_ValueError, "binary mode doesn't take an encoding argument");
    if (errors.u != kNone.u) return th.raise(E_ValueError, "binary mode doesn't take an errors argument");
    if (newline.u != kNone.u) return th.raise(E_ValueError, "binary mode doesn't take a newline argument");
  } else if (buffering == 0) {
    return th.raise(E_ValueError, "can't have unbuffered text I/O");
  }
  Owned io(import_module(th, intern(th.in, "_io"), kNone, 0));
  if (!io) return kAbsent;
  bool reading = m.read || m.update;
  bool writing = !m.read || m.update;
  int flags = O_CLOEXEC | (reading && writing ? O_RDWR : writing ? O_WRONLY : O_RDONLY);
  if (m.write) flags |= O_CREAT | O_TRUNC;
  if (m.append) flags |= O_CREAT | O_APPEND;
  if (m.create) flags |= O_CREAT | O_EXCL;
  int fd;
  if (is_intlike(unwrap(file))) {
    int64_t given;
    if (!to_index(th, file, &given)) return kAbsent;
    if (given < 0) return th.raise(E_ValueError, "negative file descriptor");
    fd = int(given);
    struct stat st;
    if (fstat(fd, &st) != 0) return raise_errno(th, errno, file);
  } else {
    std::string path;
    if (!path_arg(th, file, "open", &path)) return kAbsent;
    if (!close_fd) return th.raise(E_ValueError, "Cannot use closefd=False with file name");
    if (opener.u && opener.u != kNone.u) {
      Value args[2] = {file, integer49(flags)};
      Owned r(th.call(opener, args, 2));
      int64_t given;
      if (!r || !to_index(th, r.get(), &given)) return kAbsent;
      fd = int(given);
    } else {
      fd = ::open(path.c_str(), flags, 0666);
      if (fd < 0) return raise_errno(th, errno, file);
    }
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
      ::close(fd);
      return raise_errno(th, EISDIR, file);
    }
  }
  IoTypes& t = io_types(th);
  Type* type = m.binary && buffering == 0 ? t.raw
               : reading && writing       ? t.buffered_random
               : writing                  ? t.buffered_writer
                                          : t.buffered_reader;
  Owned binary(of(instance(th, type)));
  BinaryFile* f = new (payload<BinaryFile>(binary.get())) BinaryFile();
  f->fd = fd;
  f->readable = reading;
  f->writable = writing;
  th.in.any_finalizers |= writing;  // what a script leaves open is written at its end
  f->appending = m.append;
  f->close_fd = close_fd;
  f->buffered = !(m.binary && buffering == 0);
  f->name = inc(file);
  f->mode = m.create ? "xb" : m.append ? "ab" : m.write && !m.update ? "wb" : "rb";
  if (m.update) f->mode += "+";
  if (m.append) ::lseek(fd, 0, SEEK_END);
  if (m.binary) return binary.release();
  bool line_buffering = buffering == 1 || (buffering < 0 && ::isatty(fd));
  Value args[5] = {binary.get(), encoding, errors, newline, boolean(line_buffering)};
  Owned text(th.call(of(t.text_wrapper), args, 5));
  if (text) payload<TextFile>(text.get())->mode = mode_text;
  return text.release();
}

// --- the standard streams

// A text stream over descriptor 0, 1 or 2; None if the program began with it closed.
Value standard_stream(Thread& th, int fd) {
  if (library_state(th.in).closed >> fd & 1) return kNone;
  Owned io(import_module(th, intern(th.in, "_io"), kNone, 0));
  if (!io) return kAbsent;
  IoTypes& t = io_types(th);
  Owned binary(of(instance(th, fd == 0 ? t.buffered_reader : t.buffered_writer)));
  BinaryFile* f = new (payload<BinaryFile>(binary.get())) BinaryFile();
  f->fd = fd;
  f->readable = fd == 0;
  f->writable = fd != 0;
  f->close_fd = false;
  f->buffered = fd == 0;
  f->name = new_str(th, fd == 0 ? "<stdin>" : fd == 1 ? "<stdout>" : "<stderr>");
  f->mode = fd == 0 ? "rb" : "wb";
  Value self = of(instance(th, t.text_wrapper));
  TextFile* text = new (payload<TextFile>(self)) TextFile();
  text->buffer = binary.release();
  text->standard = fd;
  text->mode = fd == 0 ? "r" : "w";
  text->line_buffering = fd == 2 || ::isatty(fd);
  text->write_through = fd && library_state(th.in).unbuffered;
  text->newline = Newline::kLf;
  LibraryState& state = library_state(th.in);
  text->encoding_name = state.stream_encoding;
  text->encoding = encoding_of(text->encoding_name);
  text->errors_name = fd == 2 ? "backslashreplace" : state.stream_errors;
  text->errors = error_mode_of(text->errors_name);
  if (fd != 0) {
    const off_t place = ::lseek(fd, 0, SEEK_CUR);  // as begin_marks() of files does it
    text->marked = place < 0 ? text->encoding != Encoding::kUtf8Sig : place > 0;
  }
  if (fd == 1) state.stdout_errors = text->errors;
  return self;
}

bool is_original(Thread& th, Value v, int fd) {
  if (!v.is(Kind::Extension)) return false;
  Type* t = io_types(th).text_wrapper;
  if (!t || !is_instance_of(v, t)) return false;
  TextFile* f = payload<TextFile>(v);
  return f->standard == fd && !f->closed && (fd == 0 || is_plain(f));
}
bool is_original_stdout(Thread& th, Value v) {
  return is_original(th, v, 1);
}
bool is_original_stdin(Thread& th, Value v) {
  return is_original(th, v, 0);
}
bool flush_stdout(Thread& th) {
  th.flush();
  if (th.out.empty()) return true;
  int error = errno;
  auto held = hold_output(th);
  th.out.clear();
  raise_errno(th, error);
  return false;
}
bool write_stdout(Thread& th, std::string_view s, bool flush) {
  std::string encoded;
  CodecError error;
  if (text::may_have_surrogates(s)) {  // lone ones have no UTF-8
    if (!encode(s, Encoding::kUtf8, library_state(th.in).stdout_errors, &encoded, &error)) {
      Owned text(new_str(th, s));
      encode_text(th, text.get(), "utf-8", "strict");
      return false;
    }
    s = encoded;
  }
  return write_stdout_bytes(th, s, flush);
}
bool write_stdout_bytes(Thread& th, std::string_view s, bool flush) {
  {
    auto held = hold_output(th);
    th.out += s;
  }
  constexpr size_t kLimit = 1 << 15;
  return !(flush || library_state(th.in).unbuffered || th.out.size() > kLimit || ::isatty(1)) || flush_stdout(th);
}
// For a terminal, which gives a line at a time: where lines come from anywhere else, what sys.stdin holds comes first.
bool read_stdin_line(Thread& th, std::string* out) {
  th.flush();
  char c;
  while (true) {
    ssize_t n;
    int error;
    {
      Unlocked unlocked(th);
      n = ::read(0, &c, 1);
      error = errno;
    }
    if (n < 0 && error == EINTR) {
      if (!heed_signal(th)) return false;
      continue;
    }
    if (n < 0) {
      raise_errno(th, error);
      return false;
    }
    if (n == 0) return true;
    out->push_back(c);
    if (c == '\n') return true;
  }
}

void init_open(Interpreter& in) {
  add_functions(in, in.builtins, kOpen, intern_value(in, "io"));
}

}  // namespace adder::lib
