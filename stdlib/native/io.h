#pragma once
// Files and in-memory streams. `io` (stdlib/py/io.py) adds the abstract names and re-exports.
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/support/codec.h"

namespace adder::lib {

// A blocking call of the system ended with EINTR: shall it be tried again? False: the signal raised an exception.
inline bool heed_signal(Thread& th) {
  return !th.attention || th.slow_check();
}

// A file of the system, as FileIO has it; closed: fd < 0.
struct RawFile {
  int fd = -1;
  bool readable = false;
  bool writable = false;
  bool close_fd = true;
  Value name = kAbsent;  // owned
  std::string mode;
};
// What the Buffered classes have. They work on a descriptor of their own, or over a raw stream.
struct BinaryFile : RawFile {
  bool closed = false;
  bool detached = false;
  bool buffered = true;  // what is written is collected
  size_t buffer_size = 8192;
  Value raw = kAbsent;     // owned: the raw stream, an object, that it stands on instead of `fd`
  Thread* user = nullptr;  // who is at work with it
  std::string input;       // read ahead; input_at is how much of it was taken
  size_t input_at = 0;
  std::string output;  // not yet written
};
// A thread's turn at a Buffered file: others wait for its end. False: an exception is pending, since this thread is at
// work with the file already (it came back by a method of the raw stream or by a signal).
class FileTurn {
 public:
  FileTurn(Thread&, Value file);
  ~FileTurn();
  FileTurn(const FileTurn&) = delete;
  explicit operator bool() const { return file_; }

 private:
  Thread& th_;
  BinaryFile* file_;
};
struct FileTurns {  // of an interpreter
  std::mutex mutex;
  std::condition_variable over;
  int waiting = 0;
};

struct BytesStream {
  std::string data;
  size_t place = 0;      // the position, which may be beyond the end
  uint32_t exports = 0;  // views of `data`: it must not move
  bool closed = false;
  const char* unusable() const { return closed ? "I/O operation on closed file." : nullptr; }
};

enum class Newline : uint8_t { kUniversal, kKeep, kLf, kCr, kCrLf };  // None, '', '\n', '\r', '\r\n'

// Which line ends were met where they are translated or all kept, for `newlines`.
struct LineEnds {
  bool cr = false, lf = false, crlf = false;
  bool waits = false;  // a '\r' at the end may be half of one
  void note(std::string_view, bool final);
};

struct TextFile {
  Value buffer = kAbsent;                      // owned
  Value encoder = kAbsent, decoder = kAbsent;  // owned: of a codec of a script, where `encoding` is unknown
  Encoding encoding = Encoding::kUtf8;
  ErrorMode errors = ErrorMode::kStrict;
  std::string encoding_name = "utf-8";
  std::string errors_name = "strict";
  Newline newline = Newline::kUniversal;
  bool line_buffering = false;
  bool write_through = false;
  bool closed = false;
  bool readable = false, writable = false, seekable = false;  // as the buffer said when it was asked
  bool stepping = false;                                      // next() reads ahead: where the file is, is not known
  bool marked = false;                   // the byte order mark of the encoding stands in the file, or none is wanted
  Encoding found = Encoding::kUnknown;   // what the beginning of the input says of its encoding, once it was read
  bool read1 = false;                    // the buffer has that method, which gives what there is
  std::string raw;                       // bytes of an incomplete character
  std::string input;                     // decoded, newlines translated; input_at is how much of it was taken
  std::string source;                    // what `input` was translated from, where line ends made a difference
  size_t walked = 0, walked_source = 0;  // a place in `input` up to input_at, and the same one in `source`
  size_t input_at = 0;
  LineEnds ends;
  bool carriage = false;  // a '\r' at the end of the last chunk waits for its '\n'
  std::string output;     // encoded, not yet given to the buffer
  std::string mode;       // as open() was given it; empty: nobody has opened a file
  int standard = -1;      // 0, 1, 2: sys.stdin, sys.stdout, sys.stderr
};

// Standard output in UTF-8 as it stands in a string, so that print() needs no stream.
inline bool is_plain(const TextFile* f) {
  return f->encoding == Encoding::kUtf8 && (f->newline == Newline::kLf || f->newline == Newline::kUniversal) &&
         f->errors != ErrorMode::kUnknown;
}

struct StringStream {
  std::string data;
  size_t chars = 0;           // code points of data
  size_t place = 0;           // the position in code points, which may be beyond the end
  size_t at = 0;              // the same in bytes of data, the end at most
  std::vector<size_t> marks;  // where each kMark-th character begins, as far as seeks needed it
  static constexpr size_t kMark = 1024;
  bool ready = false;  // __init__ has run
  bool closed = false;
  Newline newline = Newline::kLf;
  LineEnds ends;
  const char* unusable() const {
    if (!ready) return "I/O operation on uninitialized object";
    return closed ? "I/O operation on closed file" : nullptr;
  }
};

// The types, made with the module.
struct IoTypes {
  Type *base, *raw, *buffered_reader, *buffered_writer, *buffered_random, *bytes_io, *bytes_buffer,
      *text_wrapper, *string_io;
};
IoTypes& io_types(Thread&);

// The CodecInfo of an encoding that is not built in, as codecs.lookup() gives it (codecs.cpp); `use` is what a message
// says is there for codecs that are not for texts.
Value codec_info(Thread&, std::string_view encoding, const char* use);
// A piece of a stream in a built-in encoding (codecs.cpp); false: an exception is pending. *consumed (if not null): an
// incomplete character at the end is left over.
bool encode_part(Thread&, std::string_view text, Encoding, const std::string& errors, std::string* out);
bool decode_part(Thread&, std::string_view bytes, Encoding, const std::string& errors, std::string* out,
                 size_t* consumed);

bool is_binary_file(Thread&, Value);
RawFile* beneath(Thread&, BinaryFile*);  // the file of the system, open or not, or null: it stands on something else
BytesStream* looked_at(Thread&, Value);  // the stream whose bytes BytesIO.getbuffer() shows, or null
bool flush_stdout(Thread&);                                       // OSError if it cannot be written
// OSError of the fitting class.
Value raise_errno(Thread&, int error, Value filename = kAbsent, Value filename2 = kAbsent);

// One call of the system: how many bytes, or kBlocked (there are none yet, or no room), or kFailed: OSError is pending.
constexpr int64_t kFailed = -1, kBlocked = -2;
int64_t read_fd(Thread&, int fd, char* to, size_t most);
int64_t write_fd(Thread&, int fd, std::string_view);
bool write_all(Thread&, int fd, std::string_view* rest);  // false: raised, and `rest` is what was not written
// A file of the system that dies without close(): tells of it by a ResourceWarning, where anybody listens. `stream` is
// the struct of the outermost stream on it, `more` what that one's repr() has behind the name.
void warn_unclosed(Thread&, void* stream, const RawFile*, const std::string& more);
inline Thread* thread_of(void* stream) {  // at work with its heap; null: none is
  return heap_of(static_cast<Extension*>(stream) - 1).owner()->current;
}
Value raw_file(Thread&, RawFile* from);                   // a FileIO that takes over all that `from` has

// Of Buffered files; false: an exception is pending.
bool flush_file(Thread&, BinaryFile*);
// One read of the raw stream; nothing comes at the end, or (*blocked, if not null) where there is nothing yet.
bool read_some(Thread&, BinaryFile*, size_t most, std::string* out, bool* blocked = nullptr);

// What streams of a kind refuse (io_base.cpp).
enum class Unsupported { kRead, kReadInto1, kWrite, kDetach };
void add_unsupported(Thread&, Type*, Unsupported);
Value unsupported(Thread&, std::string_view what);  // raises io.UnsupportedOperation
Value self_call(Thread&, Value self, const char* method);

void define_base(Thread&, Module*);
void define_raw_files(Thread&, Module*);
void define_buffered_files(Thread&, Module*);
void define_text_files(Thread&, Module*);
void define_bytes_stream(Thread&, Module*);
void define_string_stream(Thread&, Module*);

// Line ends (io_lines.cpp).
bool newline_arg(Thread&, Value, const char* what, Newline* out);  // `what` is it to messages?
constexpr std::string_view kPlainNewline = "newline";              // that of StringIO, which shows wrong ones by repr()
Value newline_value(Thread&, Newline);  // the argument again
// Text on its way out: '\n' becomes what the file wants.
std::string translate_out(std::string_view s, Newline newline);
// Text on its way in: every line end becomes '\n' in universal mode. *carriage: a '\r' waits for what comes next.
void translate_in(std::string_view s, Newline newline, bool final, bool* carriage, std::string* out);
// The bytes of the first *n code points, or of all if there are fewer; *n becomes their number.
size_t prefix_of(std::string_view s, size_t* n);
Value ends_value(Thread&, const LineEnds&);  // as `newlines` tells them

Value closed_error(Thread&);
// The first line of data[at..], with its end; `limit` < 0: none.
std::string_view line_of(std::string_view data, size_t at, int64_t limit, Newline newline);
bool size_arg(Thread&, Value, int64_t* out);   // None or absent: -1
bool text_or_none(Thread&, Value, const char* what, std::string_view* out);  // None leaves *out
bool into_arg(Thread&, Value, const char* method, Buffer* out);  // what readinto() fills

Value open_file(Thread&, Value file, std::string_view mode, int64_t buffering, Value encoding, Value errors,
                Value newline, bool close_fd, Value opener);

}  // namespace adder::lib
