#pragma once
// The native half of the standard library: methods of built-in types, built-in functions, modules written in C++.
#include <sys/resource.h>

#include <string>
#include <string_view>

#include "interp/vm/thread.h"

namespace adder {

// Fills the tables of the built-in types, puts the built-in functions into `builtins` and registers every native
// module (made at its first import). Called once per interpreter, after the types exist.
void init_library(Thread&);

namespace lib {

// One function a file: adds the records of that file.
void init_str(Interpreter&);
void init_bytes(Interpreter&);
void init_int(Interpreter&);
void init_float(Interpreter&);
void init_complex(Interpreter&);
void init_list(Interpreter&);
void init_tuple(Interpreter&);
void init_dict(Interpreter&);
void init_set(Interpreter&);
void init_range_slice(Interpreter&);
void init_slots(Interpreter&);
void init_object_reduce(Interpreter&);
void init_iterators(Interpreter&);
void init_builtin_functions(Interpreter&);
void init_site_builtins(Interpreter&);
void register_modules(Interpreter&);

#define X(name) extern const NativeModuleDef name;
#include "stdlib/native/modules.def"
#undef X

// A view of the bytes of a bytes-like object. While it lives, the owner is held and cannot be resized, so scripts may run
// meanwhile: a resize raises BufferError, as under CPython.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  ~Buffer() { release(); }
  void release();

  std::string_view view;
  char* writable = nullptr;  // null: read-only
  char format = 'B';         // of the items, as struct names it
  size_t item = 1;           // bytes of one

 private:
  friend bool get_buffer(Thread&, Value, Buffer* out);
  void hold(Value owner, uint32_t* exports);
  Value owner_ = kAbsent;
  uint32_t* exports_ = nullptr;  // the owner's count of views, where it can be resized
};
uint32_t* exports_of(Thread&, Value owner);    // its count of views, or null where it cannot be resized
bool get_buffer(Thread&, Value, Buffer* out);  // false: TypeError "a bytes-like object is required, not 'X'"

// codecs.cpp; `source` is the object for the exception.
Value encode_text(Thread&, Value text, std::string_view encoding, std::string_view errors);
Value decode_bytes(Thread&, std::string_view, std::string_view encoding, std::string_view errors, Value source);

// str.format (string_format.cpp): `count` positional arguments, or -1: none allowed (format_map). `mapping` borrowed.
bool format_string(Thread&, std::string_view format, Value* args, int count, Value mapping, std::string* out);

// ascii().
bool ascii_of(Thread&, Value, std::string* out);

// list.sort's work (list.cpp): sorts n owned values in place; kAbsent or kNone key: none. False: an exception; the
// values are then in some order, none lost.
bool sort_values(Thread&, Value* items, size_t n, Value key, bool reverse);
// The same for a list, which is empty for whoever looks meanwhile. *changed: somebody put something into it, which is
// gone.
bool sort_list(Thread&, List*, Value key, bool reverse, bool* changed);

// operator.length_hint: len() or __length_hint__ of any object, else `otherwise`; -1: an exception is pending.
int64_t length_hint(Thread&, Value, int64_t otherwise);

// The standard streams (io.cpp). Text for the original stdout goes through the thread's buffer.
bool is_original_stdout(Thread&, Value);
bool is_original_stdin(Thread&, Value);
Value name_text(Thread&, std::string_view);  // of a name or word that the system gave, in whatever bytes
bool write_stdout(Thread&, std::string_view, bool flush);
bool write_stdout_bytes(Thread&, std::string_view, bool flush);  // as they are
bool read_stdin_line(Thread&, std::string* out);  // with its end; empty at the end of the file

Value standard_stream(Thread&, int fd);
// A function of module _breakpoint, for natives with (*args, **kws): a[0] the keywords or kAbsent, then the arguments.
Value call_breakpoint(Thread&, const char* function, Value* a, int n);

// A path: str, bytes or an object with __fspath__ (os.cpp). Errors name `function`.
bool path_arg(Thread&, Value, const char* function, std::string* out);
Value usage_tuple(Thread&, const rusage&);  // in the order of resource.struct_rusage
Value files_refused(Thread&, Value path);  // PermissionError, under --no-files; kNone: no path

// strftime() of C (time.cpp).
Value format_time(Thread&, std::string_view format, const struct tm&);

// The local names of the calling frame: a new reference, kAbsent on error (frames.cpp).
Value frame_locals(Thread&);

// int(text, base) with CPython's errors; `source` is shown in the message.
Value int_from_text(Thread&, std::string_view s, int64_t base, Value source);

}  // namespace lib
}  // namespace adder
