// open(), the standard streams, and the module `_io`.
#include "stdlib/native/io.h"
#include "stdlib/native/state.h"
#include "stdlib/native/system_numbers.h"

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
  // The file's name is the path that a path object stands for.
  Owned file(inc(a[0]));
  if (Value fspath = a[0].is_cell() ? type_find(type_of(th.in, a[0]), th.name(n_fspath)) : kAbsent; fspath.u) {
    Owned path(th.call(fspath, a, 1));
    if (!path) return kAbsent;
    if (is_str(unwrap(path.get())) || unwrap(path.get()).is(Kind::Bytes)) file = Owned(path.release());
  }
  return open_file(th, file.get(), mode, buffering, a[3], a[4], a[5], close_fd, a[7]);
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
  define_base(th, m);
  define_raw_files(th, m);
  define_buffered_files(th, m);
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

Value raise_errno(Thread& th, int error, Value filename, Value filename2) {
  char buffer[128];
  Owned message(new_str(th, strerror_r(error, buffer, sizeof buffer)));
  Value args[5] = {integer49(error), message.get(), filename, kNone, filename2};
  Owned texts[2];  // a path object is shown as its text
  for (int i = 0; i < 2; ++i) {
    Value& path = args[2 + 2 * i];
    if (Value m = path.is_cell() ? type_find(type_of(th.in, path), th.name(n_fspath)) : kAbsent; m.u) {
      texts[i] = Owned(th.call(m, &path, 1));
      if (!texts[i]) return kAbsent;
      path = texts[i].get();
    }
  }
  Value exc = th.call(of(th.type(E_OSError)), args, filename2.u ? 5 : filename.u ? 3 : 2);
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
  int64_t given = INT64_MAX;
  if (is_intlike(unwrap(file)) && !to_index_clamped(th, file, &given)) return kAbsent;
  if (given == int(given)) {  // what does not fit counts as no descriptor, as in CPython
    if (given < 0) return th.raise(E_ValueError, "negative file descriptor");
    fd = int(given);
    struct stat st;
    if (fstat(fd, &st) != 0) return raise_errno(th, errno);
  } else {
    std::string path;
    if (!path_arg(th, file, "open", &path)) return kAbsent;
    if (!close_fd) return th.raise(E_ValueError, "Cannot use closefd=False with file name");
    if (opener.u && opener.u != kNone.u) {
      Value args[2] = {file, integer49(flags)};
      Owned r(th.call(opener, args, 2));
      if (!r) return kAbsent;
      if (!is_intlike(unwrap(r.get()))) return th.raise(E_TypeError, "expected integer from opener");
      if (!int_arg(th, r.get(), &fd)) return kAbsent;
      if (fd < 0) return th.raise(E_ValueError, "opener returned %d", fd);
    } else {
      fd = ::open(path.c_str(), flags, 0666);
      if (fd < 0) return raise_errno(th, errno, file);
    }
    struct stat st;
    const bool known = fstat(fd, &st) == 0;
    if (!known && errno == EBADF) return raise_errno(th, errno);
    if (known && S_ISDIR(st.st_mode)) {
      ::close(fd);
      return raise_errno(th, EISDIR, file);
    }
  }
  const bool raw = m.binary && buffering == 0;
  IoTypes& t = io_types(th);
  Type* type = raw                    ? t.raw
               : reading && writing ? t.buffered_random
               : writing            ? t.buffered_writer
                                    : t.buffered_reader;
  Owned binary(of(instance(th, type)));
  RawFile* f = raw ? new (payload<RawFile>(binary.get())) RawFile()
                   : new (payload<BinaryFile>(binary.get())) BinaryFile();
  f->fd = fd;
  f->readable = reading;
  f->writable = writing;
  th.in.any_finalizers |= writing;  // what a script leaves open is written at its end
  f->close_fd = close_fd;
  f->name = inc(file);
  f->mode = m.create ? "xb" : m.append ? "ab" : m.write && !m.update ? "wb" : "rb";
  if (m.update) f->mode += "+";
  if (buffering > 1) payload<BinaryFile>(binary.get())->buffer_size = size_t(buffering);
  if (m.append) ::lseek(fd, 0, SEEK_END);
  auto close_quietly = [&] {
    if (close_fd) ::close(fd);
    f->fd = -1;
    return kAbsent;
  };
  if (!raw && reading && writing && ::lseek(fd, 0, SEEK_CUR) < 0) {
    unsupported(th, "File or stream is not seekable.");
    return close_quietly();
  }
  if (m.binary) return binary.release();
  bool line_buffering = buffering == 1 || (buffering < 0 && ::isatty(fd));
  Value args[5] = {binary.get(), encoding, errors, newline, boolean(line_buffering)};
  Owned text(th.call(of(t.text_wrapper), args, 5));
  if (!text) return close_quietly();
  payload<TextFile>(text.get())->mode = mode_text;
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
  text->readable = fd == 0;
  text->writable = fd != 0;
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
