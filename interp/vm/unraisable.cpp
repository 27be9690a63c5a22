#include "interp/vm/unraisable.h"

#include <algorithm>
#include <cstdio>

#include "interp/vm/attrs.h"
#include "interp/vm/import.h"
#include "interp/vm/records.h"
#include "interp/vm/traceback.h"

namespace adder {
namespace {
enum Field { kType, kValue, kTraceback, kMessage, kObject };

Type* arguments_type(Thread& th) {
  static constexpr const char* kFields[] = {"exc_type", "exc_value", "exc_traceback", "err_msg", "object"};
  if (!th.in.unraisable_type) th.in.unraisable_type = record_type(th, "UnraisableHookArgs", kFields);
  return th.in.unraisable_type;
}
Value sys_name(Thread& th, const char* name) {  // borrow
  Module* sys = find_module(th.in, intern(th.in, "sys"));
  return sys ? dict_get(sys->dict, intern(th.in, name)) : kAbsent;
}
// The text of a part, or words in its place where a script's method fails.
std::string shown(Thread& th, bool (*text_of)(Thread&, Value, std::string*), Value v, const char* failed) {
  std::string s;
  if (text_of(th, v, &s)) return s;
  th.clear_pending();
  return failed;
}
// Neither causes nor notes: what led to the exception is over.
std::string text_of(Thread& th, const Tuple* args) {
  std::string s = is_str(args->items[kMessage]) ? std::string(sv(args->items[kMessage])) + ":" : "";
  if (args->items[kObject].u != kNone.u) {
    if (s.empty()) s = "Exception ignored in:";
    s += " " + shown(th, repr_of, args->items[kObject], "<object repr() failed>");
  }
  if (!s.empty()) s += "\n";
  if (args->items[kTraceback].is(Kind::Traceback)) s += frames_text(th, args->items[kTraceback].as<Traceback>());
  if (!args->items[kType].is(Kind::Type)) return s;
  std::string type = full_type_name(args->items[kType].as<Type>());
  s += type.starts_with("__main__.") ? type.substr(9) : type;
  if (args->items[kValue].u != kNone.u) s += ": " + shown(th, str_of, args->items[kValue], "<exception str() failed>");
  return s + "\n";
}
}  // namespace
namespace {
enum class Written { kYes, kNo, kNotEncodable };
Written write_piece(Thread& th, Value stream, std::string_view text) {
  Owned arg(of(str(th, text)));
  Value a = arg.get();
  Owned written(th.call_method(stream, intern(th.in, "write"), &a, 1));
  if (written) return Written::kYes;
  const bool encoding = th.pending_is(E_UnicodeEncodeError);
  th.clear_pending();
  return encoding ? Written::kNotEncodable : Written::kNo;
}
// Of a text that the stream cannot encode, what precedes the message or the line that is in the way: CPython writes
// piece by piece.
void write_as_far_as_possible(Thread& th, Value stream, std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    if (write_piece(th, stream, line) != Written::kYes) {
      const size_t colon = line.find(": ");
      if (colon != line.npos) write_piece(th, stream, line.substr(0, colon + 2));
      return;
    }
    text.remove_prefix(line.size());
  }
}
bool is_ascii(std::string_view s) {
  return std::all_of(s.begin(), s.end(), [](char c) { return (c & 0x80) == 0; });
}
}  // namespace
void write_to_stderr(Thread& th, const std::string& text, bool even_without) {
  th.flush();
  Value err = sys_name(th, "stderr");
  if (!err.u && !th.in.shutting_down && !is_ascii(text)) {  // nobody has imported sys, whose stream knows the encoding
    Owned sys(import_absolute(th, intern(th.in, "sys")));
    th.clear_pending();
    err = sys_name(th, "stderr");
  }
  bool none = err.u == kNone.u;
  if (none && !even_without) return;
  if (err.u && !none && !th.in.shutting_down) {
    Owned keep(inc(err));
    const bool own = err.u != sys_name(th, "__stderr__").u;  // the script's
    const Written written = write_piece(th, err, text);
    if (written == Written::kYes) {
      Owned flushed(own ? th.call_method(err, intern(th.in, "flush"), nullptr, 0) : kAbsent);
      th.clear_pending();
      return;
    }
    if (written == Written::kNotEncodable && !own) return write_as_far_as_possible(th, err, text);
  }
  fwrite(text.data(), 1, text.size(), stderr);
  fflush(stderr);
}
namespace {
// What a hook is told of the pending exception, which is taken; kAbsent: something failed, which is pending.
Value hook_arguments(Thread& th, const char* message, Value object) {
  Owned e(th.take_pending());
  Exc* exc = e.get().as<Exc>();
  if (!exc->traceback.is(Kind::Traceback)) add_traceback(th, exc, th.fr);
  Type* type = arguments_type(th);
  if (!type) return kAbsent;
  const Value values[] = {of(inc(exc->type())), inc(e.get()), inc(exc->traceback),
                          message ? of(str(th, message)) : kNone, object.u ? inc(object) : kNone};
  return record(th, type, values);
}
}  // namespace

bool write_unraisable(Thread& th, Value v) {
  if (!has_fields(v) || v.as<Instance>()->type() != th.in.unraisable_type) {
    th.raise(E_TypeError, "sys.unraisablehook argument type must be UnraisableHookArgs");
    return false;
  }
  write_to_stderr(th, text_of(th, unwrap(v).as<Tuple>()));
  return true;
}
void report_unraisable(Thread& th, const char* message, Value object) {
  Owned keep(object.u ? inc(object) : kAbsent);
  Owned args(hook_arguments(th, message, object));
  Owned hook(inc(sys_name(th, "unraisablehook")));
  if (args && hook.get().u != kNone.u && hook && hook.get().u != sys_name(th, "__unraisablehook__").u) {
    Value a = args.get();
    Owned told(th.call(hook.get(), &a, 1));
    if (told) return;
    args = Owned(hook_arguments(th, "Exception ignored in sys.unraisablehook", hook.get()));
  }
  if (args) write_unraisable(th, args.get());
  th.clear_pending();
}
}  // namespace adder
