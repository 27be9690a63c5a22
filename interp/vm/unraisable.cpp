#include "interp/vm/unraisable.h"

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
void write_to_stderr(Thread& th, const std::string& text, bool even_without) {
  th.flush();
  Value err = sys_name(th, "stderr");
  bool none = err.u == kNone.u;
  if (none && !even_without) return;
  if (err.u && !none && err.u != sys_name(th, "__stderr__").u && !th.in.shutting_down) {  // the script's own
    Owned keep(inc(err)), arg(of(str(th, text)));
    Value a = arg.get();
    Owned written(th.call_method(err, intern(th.in, "write"), &a, 1));
    Owned flushed(written ? th.call_method(err, intern(th.in, "flush"), nullptr, 0) : kAbsent);
    th.clear_pending();
    if (written) return;
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
