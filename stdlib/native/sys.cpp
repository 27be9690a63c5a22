// sys.
#include <unistd.h>

#include <cfloat>
#include <cmath>

#include "interp/bytecode/library_code.h"
#include "interp/vm/frames.h"
#include "interp/vm/import.h"
#include "interp/vm/int_digits.h"
#include "interp/vm/records.h"
#include "interp/vm/unraisable.h"
#include "stdlib/native/state.h"
#include "stdlib/native/system_numbers.h"

namespace adder::lib {
namespace {

Value sys_exit(Thread& th, Value* a, int) {
  Value arg = a[0];
  Value exc = th.call(of(th.type(E_SystemExit)), &arg, arg.u == kNone.u ? 0 : 1);
  return exc.u ? th.raise_obj(exc) : kAbsent;
}
Value sys_getrecursionlimit(Thread& th, Value*, int) {
  return integer49(th.limit);
}
Value sys_setrecursionlimit(Thread& th, Value* a, int) {
  int n;
  if (!int_arg(th, a[0], &n)) return kAbsent;
  if (n < 1) return th.raise(E_ValueError, "recursion limit must be greater or equal than 1");
  if (int depth = int(th.fr - th.frames); depth >= n)
    return th.raise(E_RecursionError,
                    "cannot set the recursion limit to %i at the recursion depth %i: the limit is too low", n, depth);
  th.in.limits.recursion = n;
  th.take_limit();
  return kNone;
}
Value sys_getrefcount(Thread& th, Value* a, int) {
  return integer(th, a[0].is_cell() ? int64_t(a[0].cell()->count) : 1000000000);
}
Value sys_library_file(Thread& th, Value* a, int) {
  if (!is_str(a[0])) return th.raise(E_TypeError, "a module's name must be str, not %s", type_name(th, a[0]).c_str());
  std::string_view name = sv(a[0]);
  if (th.in.native_modules.count(name)) return new_str(th, "built-in");
  ModuleSource source;
  if (!th.in.find_source || !th.in.find_source(th.in.find_source_context, name, &source)) return kNone;
  return new_str(th, source.filename);
}
Value sys_intern(Thread& th, Value* a, int) {
  if (!is_str(a[0]))
    return th.raise(E_TypeError, "intern() argument must be str, not %s", argument_type_name(th, a[0]).c_str());
  return of(inc(intern(th.in, a[0].as<Str>())));
}
Value sys_getsizeof(Thread& th, Value* a, int) {
  Owned size(th.call_special(a[0], n_sizeof, nullptr, 0));
  if (size.get().u == kStop.u) return a[1].u ? inc(a[1]) : integer49(16);
  if (size && !is_intlike(unwrap(size.get()))) th.raise(E_TypeError, "an integer is required");
  if (th.pending.u) {
    if (!a[1].u || !th.pending_is(E_TypeError)) return kAbsent;
    th.clear_pending();
    return inc(a[1]);
  }
  int64_t bytes;
  if (!to_index(th, size.get(), &bytes)) return kAbsent;
  return bytes < 0 ? th.raise(E_ValueError, "__sizeof__() should return >= 0") : integer(th, bytes);
}
Value sys_exc_info(Thread& th, Value*, int) {
  Value e = handled_exception(th);
  Tuple* t = tuple(th, 3);
  bool none = e.u == kNone.u || !e.u;
  t->items[0] = none ? kNone : of(inc(type_of(th.in, e)));
  t->items[1] = none ? kNone : inc(e);
  t->items[2] = none ? kNone : inc(e.as<Exc>()->traceback);
  return of(t);
}
Value sys_exception(Thread& th, Value*, int) {
  Value e = handled_exception(th);
  return e.u ? inc(e) : kNone;
}
Value sys_getframe(Thread& th, Value* a, int) {
  int64_t depth;
  if (!to_index(th, a[0], &depth)) return kAbsent;
  Frame* f = th.fr;
  while (depth > 0 && f > th.frames + 1) {
    --f;
    if (f->code && !is_stand_in(f->code)) --depth;
  }
  if (depth > 0) return th.raise(E_ValueError, "call stack is not deep enough");
  return of(inc(frame_object(th, f)));
}
Value sys_encoding(Thread& th, Value*, int) {
  return new_str(th, "utf-8");
}
Value sys_errors(Thread& th, Value*, int) {
  return new_str(th, "surrogateescape");
}
Value sys_is_finalizing(Thread& th, Value*, int) {
  return boolean(th.in.shutting_down);
}
Value sys_getswitchinterval(Thread&, Value*, int) {
  return real(0.005);
}
Value sys_ignore(Thread&, Value*, int) {
  return kNone;
}
Value sys_none(Thread&, Value*, int) {
  return kNone;
}
Value sys_max_digits(Thread& th, Value*, int) {
  return integer(th, int64_t(max_int_digits(th)));
}
Value sys_set_max_digits(Thread& th, Value* a, int) {
  int64_t n;
  if (!to_index(th, a[0], &n)) return kAbsent;
  if (n < 0 || (n > 0 && n < 640) || n > INT32_MAX)
    return th.raise(E_ValueError, "maxdigits must be 0 or larger than 640");
  set_max_int_digits(th, size_t(n));
  return kNone;
}
std::string program_path() {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n > 0 ? std::string(path, size_t(n)) : std::string();
}
// A stream of sys as it is now, which a script may have replaced; kAbsent: there is none. Borrow.
Value stream(Thread& th, const char* name) {
  Module* m = find_module(th.in, intern(th.in, "sys"));
  Value v = m ? dict_get(m->dict, intern(th.in, name)) : kAbsent;
  return v.u == kNone.u ? kAbsent : v;
}
bool write_to(Thread& th, Value file, std::string_view text) {
  Owned keep(inc(file)), arg(new_str(th, text));
  Value a = arg.get();
  Owned r(th.call_method(file, intern(th.in, "write"), &a, 1));
  return bool(r);
}
Value sys_breakpointhook(Thread& th, Value* a, int n) {
  return call_breakpoint(th, "call_named", a, n);
}
Value sys_displayhook(Thread& th, Value* a, int) {
  if (a[0].u == kNone.u) return kNone;
  Str* last = intern(th.in, "_");
  dict_set(th.in.builtins, last, kNone);  // so that a repr that looks at it does not find the value before
  std::string text;
  if (!repr_of(th, a[0], &text)) return kAbsent;
  Value out = stream(th, "stdout");
  if (!out.u) return th.raise(E_RuntimeError, "lost sys.stdout");
  if (is_original_stdout(th, out) ? !write_stdout(th, text + "\n", false)
                                  : !write_to(th, out, text) || !write_to(th, out, "\n"))
    return kAbsent;
  dict_set(th.in.builtins, last, inc(a[0]));
  return kNone;
}
Value sys_excepthook(Thread& th, Value* a, int) {
  if (!has_fields(a[1]) || !(a[1].as<Instance>()->type()->tflags & kIsExc)) return kNone;
  th.flush();
  Owned keep(inc(a[1]));
  if (a[2].is(Kind::Traceback)) put(a[1].as<Exc>()->traceback, inc(a[2]));
  std::string text = traceback_text(th, a[1].as<Exc>());
  Value err = stream(th, "stderr");
  if (err.u && !write_to(th, err, text)) return kAbsent;
  return kNone;
}

Value sys_unraisablehook(Thread& th, Value* a, int) {
  return write_unraisable(th, a[0]) ? kNone : kAbsent;
}
Value sys_settrace(Thread& th, Value* a, int) {
  if (a[0].u == kNone.u) return kNone;
  return th.raise(E_NotImplementedError, "sys.settrace() is not supported: code cannot be traced");
}
Value sys_setprofile(Thread& th, Value* a, int) {
  if (a[0].u == kNone.u) return kNone;
  return th.raise(E_NotImplementedError, "sys.setprofile() is not supported: code cannot be profiled");
}
Value sys_report_unraisable(Thread& th, Value* a, int) {
  std::string_view message;
  if (!(type_of(th.in, a[0])->tflags & kIsExc) || !text_arg(th, a[1], "message", &message)) {
    return th.pending.u ? kAbsent : th.raise(E_TypeError, "an exception is expected");
  }
  th.raise_obj(inc(a[0]));
  report_unraisable(th, std::string(message).c_str(), a[2]);
  return kNone;
}
Value sys_origin_depth(Thread& th, Value*, int) {
  return integer49(th.origin_depth);
}
Value sys_set_origin_depth(Thread& th, Value* a, int) {
  int64_t n;
  if (!to_index(th, a[0], &n)) return kAbsent;
  if (n < 0) return th.raise(E_ValueError, "depth must be >= 0");
  th.origin_depth = int(std::min<int64_t>(n, INT32_MAX));
  return kNone;
}

// One record of a class of its own.
struct Field {
  const char* name;
  Value value;  // owned
};
Value sys_record(Thread& th, std::string_view name, std::initializer_list<Field> fields, bool only_ours = false) {
  std::vector<const char*> names;
  std::vector<Value> values;
  for (const Field& f : fields) {
    names.push_back(f.name);
    values.push_back(f.value);
  }
  Ref<Type> type(record_type(th, "sys." + std::string(name), names, only_ours));
  return type ? record(th, type.get(), values) : kAbsent;
}
Value sys_get_asyncgen_hooks(Thread& th, Value*, int) {
  static constexpr const char* kNames[] = {"firstiter", "finalizer"};
  Ref<Type> type(record_type(th, "asyncgen_hooks", kNames));
  if (!type) return kAbsent;
  const Value values[] = {inc(th.asyncgen_firstiter), inc(th.asyncgen_finalizer)};
  return record(th, type.get(), values);
}
Value sys_set_asyncgen_hooks(Thread& th, Value* a, int) {
  static constexpr const char* kNames[] = {"firstiter", "finalizer"};
  for (int i : {1, 0})
    if (a[i].u && a[i].u != kNone.u && !is_callable(th.in, a[i]))
      return th.raise(E_TypeError, "callable %s expected, got %s", kNames[i], type_name(th, a[i]).c_str());
  if (a[0].u) put(th.asyncgen_firstiter, inc(a[0]));
  if (a[1].u) put(th.asyncgen_finalizer, inc(a[1]));
  return kNone;
}
const NativeDef kFunctions[] = {
    {"exit", "(status=None, /)", "Raise SystemExit.", sys_exit, Rule::residual},
    {"getrecursionlimit", "()", "The limit of nested calls.", sys_getrecursionlimit, Rule::residual},
    {"setrecursionlimit", "(limit, /)", "Set the limit of nested calls.", sys_setrecursionlimit, Rule::residual},
    {"getrefcount", "(object, /)", "The number of references.", sys_getrefcount, Rule::residual},
    {"_library_file", "(name, /)", "Where the library inside the program has a module; None: it has none.",
     sys_library_file, Rule::residual},
    {"intern", "(string, /)", "The one copy of the string.", sys_intern, Rule::pure},
    {"getsizeof", "(object, default=...)", "Size in bytes.", sys_getsizeof, Rule::residual},
    {"exc_info", "()", "Type, value and traceback of the exception being handled.", sys_exc_info, Rule::breaks},
    {"exception", "()", "The exception being handled.", sys_exception, Rule::breaks},
    {"_getframe", "(depth=0, /)", "A frame of the call stack.", sys_getframe, Rule::breaks},
    {"getdefaultencoding", "()", "The encoding of texts: utf-8.", sys_encoding, Rule::pure},
    {"getfilesystemencoding", "()", "The encoding of names of files: utf-8.", sys_encoding, Rule::pure},
    {"getfilesystemencodeerrors", "()", "What happens to names that cannot be decoded.", sys_errors, Rule::pure},
    {"is_finalizing", "()", "Whether the program ends.", sys_is_finalizing, Rule::residual},
    {"getswitchinterval", "()", "For how long a thread runs before others may.", sys_getswitchinterval, Rule::pure},
    {"setswitchinterval", "(interval, /)", "Choose for how long a thread runs before others may.", sys_ignore,
     Rule::residual},
    {"gettrace", "()", "None: there are no tracing functions.", sys_none, Rule::residual},
    {"getprofile", "()", "None: there are no profiling functions.", sys_none, Rule::residual},
    {"settrace", "(function, /)", "Refused but for None: there are no tracing functions.", sys_settrace,
     Rule::residual},
    {"setprofile", "(function, /)", "Refused but for None: there are no profiling functions.", sys_setprofile,
     Rule::residual},
    {"get_int_max_str_digits", "()", "How many digits ints may have in texts.", sys_max_digits, Rule::pure},
    {"set_int_max_str_digits", "(maxdigits)", "Choose how many digits ints may have in texts.", sys_set_max_digits,
     Rule::residual},
    {"breakpointhook", "(*args, **kws)", "Call the function that $PYTHONBREAKPOINT names.", sys_breakpointhook, Rule::opaque},
    {"get_asyncgen_hooks", "()", "The hooks of asynchronous generators in this thread.", sys_get_asyncgen_hooks,
     Rule::residual},
    {"set_asyncgen_hooks", "(firstiter=..., finalizer=...)",
     "Functions to be called at the first iteration of an asynchronous generator and in place of its end.",
     sys_set_asyncgen_hooks, Rule::opaque},
    {"displayhook", "(object, /)", "Print the value of an expression statement.", sys_displayhook, Rule::residual},
    {"excepthook", "(exctype, value, traceback, /)", "Print an exception.", sys_excepthook, Rule::residual},
    {"unraisablehook", "(unraisable, /)", "Print an exception that nobody can catch.", sys_unraisablehook,
     Rule::residual},
    {"_report_unraisable", "(exception, message, object, /)", "Tell unraisablehook of an exception.",
     sys_report_unraisable, Rule::opaque},
    {"get_coroutine_origin_tracking_depth", "()", "How many frames of its making a coroutine remembers.",
     sys_origin_depth, Rule::residual},
    {"set_coroutine_origin_tracking_depth", "(depth)", "Choose how many frames of its making a coroutine remembers.",
     sys_set_origin_depth, Rule::residual},
};

bool init_sys(Thread& th, Module* m) {
  Interpreter& in = th.in;
  auto set = [&](const char* name, Value v) { module_set(in, m, name, v); };
  LibraryState& state = library_state(in);
  List* argv = list(th, state.arguments.size());
  for (const std::string& s : state.arguments) push(argv, name_text(th, s));
  set("argv", of(argv));
  set("orig_argv", of(list(th)));
  set("path", inc(in.sys_path));
  set("modules", of(inc(in.modules)));
  for (int fd = 0; fd < 3; ++fd) {
    static constexpr const char* kNames[] = {"stdin", "stdout", "stderr"};
    Value s = standard_stream(th, fd);
    if (!s.u) return false;
    set(kNames[fd], s);
    set((std::string("__") + kNames[fd] + "__").c_str(), inc(s));
  }
  {  // what --max-steps and --max-seconds raise: no Exception, so that scripts do not go on by accident
    Ref<Tuple> bases(tuple(th, 1));
    bases->items[0] = inc(of(th.type(E_BaseException)));
    Ref<Dict> body(dict(th));
    dict_set(body.get(), th.name(n_module), new_str(th, "sys"));
    dict_set(body.get(), th.name(n_doc), new_str(th, "A limit of the interpreter (steps, wall time) is used up."));
    Value type = make_class(th, th.in.type_type, intern(th.in, "LimitExceeded"), bases.get(), body.value(), nullptr);
    if (!type.u) return false;
    set("LimitExceeded", type);
  }
  set("maxsize", integer(th, INT64_MAX));
  set("maxunicode", integer49(0x10FFFF));
  set("byteorder", new_str(th, "little"));
  set("platform", new_str(th, "linux"));
  set("version", new_str(th, "3.11.0 (adder)"));
  set("copyright", new_str(th, ""));
  set("hexversion", integer49(0x030B00F0));
  set("api_version", integer49(1013));
  set("prefix", new_str(th, "/usr"));
  set("exec_prefix", new_str(th, "/usr"));
  set("base_prefix", new_str(th, "/usr"));
  set("base_exec_prefix", new_str(th, "/usr"));
  // A program that embeds the interpreter has no arguments of its own here, and is no interpreter to start again.
  set("executable", new_str(th, state.arguments.empty() ? std::string() : program_path()));
  set("dont_write_bytecode", kTrue);
  set("platlibdir", new_str(th, "lib"));
  set("pycache_prefix", kNone);
  set("float_repr_style", new_str(th, "short"));
  set("_git", of(tuple(th, 0)));
  List* warn_options = list(th);
  for (const std::string& s : state.warn_options) push(warn_options, new_str(th, s));
  set("warnoptions", of(warn_options));
  set("meta_path", of(list(th)));
  set("path_hooks", of(list(th)));
  set("path_importer_cache", of(dict(th)));
  set("_xoptions", of(dict(th)));
  set("version_info", sys_record(th, "version_info",
                                 {{"major", integer49(3)},
                                  {"minor", integer49(11)},
                                  {"micro", integer49(0)},
                                  {"releaselevel", new_str(th, "final")},
                                  {"serial", integer49(0)}},
                                 true));
  set("float_info", sys_record(th, "float_info",
                           {{"max", real(DBL_MAX)},
                            {"max_exp", integer49(DBL_MAX_EXP)},
                            {"max_10_exp", integer49(DBL_MAX_10_EXP)},
                            {"min", real(DBL_MIN)},
                            {"min_exp", integer49(DBL_MIN_EXP)},
                            {"min_10_exp", integer49(DBL_MIN_10_EXP)},
                            {"dig", integer49(DBL_DIG)},
                            {"mant_dig", integer49(DBL_MANT_DIG)},
                            {"epsilon", real(DBL_EPSILON)},
                            {"radix", integer49(FLT_RADIX)},
                            {"rounds", integer49(1)}}));
  set("int_info", sys_record(th, "int_info",
                         {{"bits_per_digit", integer49(30)},
                          {"sizeof_digit", integer49(4)},
                          {"default_max_str_digits", integer49(4300)},
                          {"str_digits_check_threshold", integer49(640)}}));
  set("hash_info", sys_record(th, "hash_info",
                          {{"width", integer49(64)},
                           {"modulus", integer(th, (int64_t(1) << 61) - 1)},
                           {"inf", integer49(314159)},
                           {"nan", integer49(0)},
                           {"imag", integer49(1000003)},
                           {"algorithm", new_str(th, "adder")},
                           {"hash_bits", integer49(64)},
                           {"seed_bits", integer49(64)},
                           {"cutoff", integer49(0)}}));
  set("thread_info",
      sys_record(th, "thread_info",
             {{"name", new_str(th, "pthread")}, {"lock", new_str(th, "semaphore")}, {"version", kNone}}));
  set("flags", sys_record(th, "flags",
                          {{"debug", integer49(0)},
                           {"inspect", integer49(state.interactive)},
                           {"interactive", integer49(state.interactive)},
                           {"optimize", integer49(in.optimize)},
                           {"dont_write_bytecode", integer49(1)},
                           {"no_user_site", integer49(state.isolated)},
                           {"no_site", integer49(0)},
                           {"ignore_environment", integer49(state.ignore_environment)},
                           {"verbose", integer49(0)},
                           {"bytes_warning", integer49(0)},
                           {"quiet", integer49(state.quiet)},
                           {"hash_randomization", integer49(1)},
                           {"isolated", integer49(state.isolated)},
                           {"dev_mode", kFalse},
                           {"utf8_mode", integer49(1)},
                           {"warn_default_encoding", integer49(0)},
                           {"safe_path", boolean(state.safe_path)},
                           {"int_max_str_digits", integer49(4300)}},
                          true));
  Value version = dict_get(m->dict, intern(in, "version_info"));
  if (!version.u) return false;
  Owned implementation(sys_record(th, "SimpleNamespace",
                              {{"name", new_str(th, "adder")},
                               {"cache_tag", kNone},
                               {"version", inc(version)},
                               {"hexversion", integer49(0x030B00F0)}}));
  if (!implementation) return false;
  set("implementation", implementation.release());
  List* names = list(th);
  for (const auto& [name, def] : in.native_modules) push(names, new_str(th, name));
  set("builtin_module_names", of(names));
  for (const char* name : {"breakpointhook", "displayhook", "excepthook", "unraisablehook"}) {
    Value v = dict_get(m->dict, intern(in, name));
    set((std::string("__") + name + "__").c_str(), inc(v));
  }
  return true;
}

}  // namespace

const NativeModuleDef kSysModule = {"sys", "Objects and functions close to the interpreter.", kFunctions, init_sys};

}  // namespace adder::lib
