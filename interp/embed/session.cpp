#include "interp/embed/session.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <set>

#include "interp/compiler/compile.h"
#include "interp/embed/deadline.h"
#include "interp/jit/compiler.h"
#include "interp/objects/leak_check.h"
#include "interp/vm/traceback.h"
#include "interp/vm/frame_hook.h"
#include "interp/vm/import.h"
#include "interp/vm/interpreter_lock.h"
#include "interp/vm/shutdown.h"
#include "runtime/base/file.h"
#include "runtime/base/isa.h"
#include "stdlib/blob.h"
#include "stdlib/native/library.h"
#include "stdlib/native/torch_native.h"
#include "stdlib/native/state.h"

namespace adder {
namespace {

// The part of the standard library that is written in Python and linked into the program.
bool find_library_source(void* unpacker, std::string_view name, ModuleSource* out) {
  auto m = std::lower_bound(kStdlibModules.begin(), kStdlibModules.end(), name,
                            [](const StdlibModule& a, std::string_view n) { return a.name < n; });
  if (m == kStdlibModules.end() || m->name != name) return false;
  out->code = [unpacker, m](size_t i) { return static_cast<Unpacker*>(unpacker)->unpack(m->first + i); };
  out->filename = "<adder>/" + m->file();
  out->package = m->package;
  return true;
}

// --stress=rebuild: before every instruction all frames are copied out, the stack is emptied and they are built again
// elsewhere, as a side exit does. Nothing that a script can see may change.
struct StopEverywhere : Recorder {
  const Word* at = nullptr;
  bool follow_nested() const override { return true; }
  Step before(Thread&, Frame& f, Value*) override {
    bool stopped_here = at == f.pc;
    at = stopped_here ? nullptr : f.pc;
    return stopped_here ? Step::Go : Step::Stop;
  }
};

// The instructions of a script and of the functions in it.
void dump_code(DumpWriter& dump, const Code* c) {
  dump.write("bytecode", c->qualname->sv(), disassemble(c));
  for (Value v : c->k)
    if (v.is(Kind::Code)) dump_code(dump, ensure_body(v.as<Code>()));
}

struct StressKind {
  std::string_view name;
  bool capture::Stress::*member;
};
constexpr StressKind kCaptureStress[] = {{"verify", &capture::Stress::verify},   {"guards", &capture::Stress::guards},
                                         {"exits", &capture::Stress::exits},     {"breaks", &capture::Stress::breaks},
                                         {"dynamic", &capture::Stress::dynamic}, {"abandon", &capture::Stress::abandon},
                                         {"text", &capture::Stress::text},
                                         {"again", &capture::Stress::again}};
capture::CaptureOptions capture_options(const Flags& flags, GraphCompiler& compiler, DumpWriter& dump) {
  capture::CaptureOptions o;
  o.dump = [&dump](std::string_view stage, std::string_view text) {
    dump.write(stage, "", text);
    dump.finished(stage);
  };
  if (flags.capture == "off") o.mode = capture::CaptureOptions::Mode::Off;
  if (flags.capture == "auto") o.mode = capture::CaptureOptions::Mode::Auto;
  o.inductor = flags.backend == "auto" ? "cpu" : flags.backend;
  for (auto [kind, member] : kCaptureStress) o.stress.*member = flags.stressed(kind);
  o.dump_trace = flags.dumps("trace");
  o.dump_graph = flags.dumps("graph");
  o.compile = [&compiler](std::shared_ptr<const ir::Graph> graph, const std::string& backend) {
    return compiler.compile(std::move(graph), backend);
  };
  return o;
}

}  // namespace

Session::Session(const Flags& flags) : flags_(flags) {}

Result<std::unique_ptr<Session>> Session::create(const Flags& flags) {
  std::vector<std::string_view> kinds{"gc", "rebuild", "memory"};
  for (const StressKind& k : kCaptureStress) kinds.push_back(k.name);
  int64_t refusal = 0;
  for (const std::string& kind : flags.stress) {
    if (kind.starts_with("memory:")) {
      const char *digits = kind.c_str() + strlen("memory:"), *end = kind.c_str() + kind.size();
      if (std::from_chars(digits, end, refusal).ptr == end && refusal > 0) continue;
    }
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      std::string names;
      for (std::string_view name : kinds) names += (names.empty() ? "" : ", ") + std::string(name);
      return Status::error(ErrorKind::value, "--stress: '" + kind + "' is not one of " + names);
    }
    if (kind == "memory") refusal = 1000;
  }
  auto known = [](const std::string& stage) {
    return stage == "bytecode" || stage == "jit" || stage == "trace" || stage == "graph" || GraphCompiler::knows_stage(stage);
  };
  auto unknown_stage = [](const char* flag, const std::string& stage) {
    return Status::error(ErrorKind::value, std::string(flag) + ": '" + stage + "' is not one of bytecode, jit, trace, graph, " +
                                               GraphCompiler::stage_names());
  };
  for (const std::string& name : flags.allow_modules)
    if (!name.empty() && name.find_first_of(" \t/\\\"'") != name.npos)
      return Status::error(ErrorKind::value, "--allow-modules: '" + name + "' is not the name of a module");
  for (const std::string& stage : flags.dump)
    if (!known(stage)) return unknown_stage("--dump", stage);
  if (!flags.stop_after.empty() && !known(flags.stop_after)) return unknown_stage("--stop-after", flags.stop_after);
  // Said now and not after hours of work.
  if (!flags.dump_dir.empty() && mkdir(flags.dump_dir.c_str(), 0777) != 0 && errno != EEXIST)
    return Status::error(ErrorKind::value, "--dump-dir: cannot make '" + flags.dump_dir + "': " + strerror(errno));
  if (!flags.stats.empty() && !can_write_file(flags.stats))
    return Status::error(ErrorKind::value, "--stats: cannot write '" + flags.stats + "': " + strerror(errno));
  if (std::optional<rt::Isa> isa = rt::isa_of(flags.isa)) {
    if (*isa > rt::host_isa()) return Status::error(ErrorKind::value, "--isa: this CPU does not have " + flags.isa);
    rt::choose_isa(*isa);
  }
  std::unique_ptr<Session> session(new Session(flags));
  session->dump_ = std::make_unique<DumpWriter>(flags);
  session->compiler_ = std::make_unique<GraphCompiler>(session->flags_, *session->dump_);
  session->interpreter_ = std::make_unique<Interpreter>();
  Interpreter& in = *session->interpreter_;
  if (flags.max_steps > 0) in.limits.steps = flags.max_steps;
  if (flags.max_memory > 0 || refusal) {
    // Objects may take what tensors leave, and tensors never more than the whole.
    int64_t limit = flags.max_memory > 0 ? flags.max_memory : INT64_MAX;
    in.heap.set_limit(size_t(limit));
    Heap* heap = &in.heap;
    session->account_ =
        std::make_shared<rt::MemoryAccount>(limit, [heap](int64_t left) { heap->set_limit(size_t(left)); });
  }
  in.limits.recursion = flags.max_recursion;
  in.limits.wall_seconds = flags.max_seconds;
  try {
    session->thread_ = std::make_unique<Thread>(in);
  } catch (const std::bad_alloc&) {
    return Status::error(ErrorKind::memory, "the address space has no room for the interpreter's stacks");
  }
  Thread& th = *session->thread_;
  if (flags.max_seconds > 0) session->deadline_ = std::make_unique<Deadline>(th, flags.max_seconds);
  init_builtins(th);
  init_library(th);
  register_torch(th.in);
  in.find_source = find_library_source;
  in.find_source_context = &session->unpacker_;
  session->import_policy_ = {!flags.no_files, flags.allow_modules};
  if (flags.no_files || !flags.allow_modules.empty()) in.import_policy = &session->import_policy_;
  lib::library_state(in).no_files = flags.no_files;
  for (unsigned fd = 0; fd < 3; ++fd)
    if (fcntl(int(fd), F_GETFD) < 0) lib::library_state(in).closed |= 1u << fd;
  // Said at once, not in the middle of the script.
  if (flags.backend == "vulkan") TRY(session->compiler_->open_device());
  session->capture_ = std::make_unique<capture::Capture>(th, capture_options(flags, *session->compiler_, *session->dump_));
  in.heap.stress(refusal);
  if (refusal) session->account_->stress(refusal);
  if (flags.jit != "off" && !flags.stressed("rebuild")) {
    jit::Options options{.stress = flags.jit == "stress", .dump = {}};
    if (flags.dumps("jit"))
      options.dump = [dump = session->dump_.get()](std::string_view name, std::string_view listing) {
        dump->write("jit", name, listing);
      };
    in.machine = jit::make_compiler(std::move(options));
    if (in.machine) th.slow_check();  // the first slice is the compiler's
  }
  if (flags.stressed("gc")) {
    th.in.stress_collect = 5;
    th.budget = 0;
  }
  if (flags.stressed("rebuild")) {
    session->stress_recorder_ = std::make_unique<StopEverywhere>();
    th.rec = session->stress_recorder_.get();
  }
  return session;
}

Session::~Session() {
  let_go();
}
void Session::let_go() {
  if (!thread_) return;
  if (!finished_ && capture_) finish(0);
  end_torch_modes();
  release_modules(*thread_);
  capture_.reset();
  collect_cycles(*thread_);  // what traces held
  thread_.reset();
}

int Session::end(std::unique_ptr<Session> session, int status) {
  status = session->finish(status);
  InterpreterLock* lock = session->interpreter_->lock.get();
  if (lock && lock->started > 0) {
    [[maybe_unused]] static Session* left = session.release();
    return status;
  }
  session->let_go();
  if (!session->flags_.check_objects) return status;
  Interpreter& in = *session->interpreter_;
  in.torch.reset();
  in.library.reset();
  std::string report;
  size_t n = objects_left(in, &report);
  if (n) std::fprintf(stderr, "adder: %zu objects are left\n%s", n, report.c_str());
  return n && !status ? 70 : status;
}

void Session::set_warn_options(std::vector<std::string> options) {
  lib::library_state(*interpreter_).warn_options = std::move(options);
  if (lib::library_state(*interpreter_).warn_options.empty()) return;
  rt::AccountScope entered = enter();  // what is wrong with them is told before the script begins
  Owned module(import_absolute(*thread_, intern(*interpreter_, "warnings")));
  thread_->clear_pending();
}
void Session::set_interactive(bool inspect, bool quiet, bool unbuffered) {
  lib::library_state(*interpreter_).unbuffered = unbuffered;
  lib::library_state(*interpreter_).interactive = inspect;
  lib::library_state(*interpreter_).quiet = quiet;
}
void Session::set_optimization(int level) {
  interpreter_->optimize = level;
  Module* builtins = find_module(*interpreter_, intern(*interpreter_, "builtins"));
  dict_set(builtins->dict, intern(*interpreter_, "__debug__"), boolean(!level));
}
void Session::set_isolation(bool ignore_environment, bool isolated, bool safe_path) {
  lib::LibraryState& state = lib::library_state(*interpreter_);
  state.ignore_environment = ignore_environment;
  state.isolated = isolated;
  state.safe_path = safe_path;
}
bool Session::set_stream_text(const std::string& encoding, const std::string& errors) {
  lib::LibraryState& state = lib::library_state(*interpreter_);
  if (lib::encoding_of(encoding) == lib::Encoding::kUnknown) return false;
  state.stream_encoding = lib::encoding_name(lib::encoding_of(encoding));
  state.stream_errors = errors;
  state.stdout_errors = lib::error_mode_of(errors);
  return true;
}
void Session::set_closed(unsigned streams) {
  lib::library_state(*interpreter_).closed |= streams;
}
void Session::set_arguments(const std::vector<std::string>& argv) {
  lib::library_state(*interpreter_).arguments = argv;
}

void Session::add_search_path(const std::string& folder) {
  List* path = interpreter_->sys_path.as<List>();
  push(path, kNone);
  for (uint32_t i = path->len - 1; i > 0; --i) path->items[i] = path->items[i - 1];
  path->items[0] = of(str(*interpreter_, folder));
}

namespace {

// __main__, made at the first use, with what CPython puts there.
Module* main_module(Interpreter& in) {
  Str* name = intern(in, "__main__");
  if (Module* m = find_module(in, name)) return m;
  Module* m = new_module(in, name);
  dict_set(m->dict, in.names[n_builtins], inc(of(find_module(in, intern(in, "builtins")))));
  dict_set(m->dict, intern(in, "__annotations__"), of(dict(in)));
  dict_set(in.modules, name, of(m));
  return m;
}

}  // namespace

// Compiled once more for this; a SyntaxError is the run's to raise.
void Session::dump_bytecode(std::string_view text, const std::string& file) {
  CompileOptions options;
  options.filename = file;
  options.source = SourceKind::File;
  options.optimize = interpreter_->optimize;
  SyntaxErrorInfo error;
  Code* code = compile(*interpreter_, text, options, &error);
  if (!code) return;
  Owned keep(of(code));
  dump_code(*dump_, code);
  dump_->finished("bytecode");
}

bool Session::run_main(std::string_view text, const std::string& file) {
  rt::AccountScope entered = enter();
  return or_memory_error(*thread_, [&] { return run_text(text, file); });
}
bool Session::run_text(std::string_view text, const std::string& file) {
  Module* m = main_module(*interpreter_);
  if (!file.starts_with('<') || file == "<stdin>") dict_set(m->dict, interpreter_->names[n_file], of(str(*interpreter_, file)));
  if (flags_.dumps("bytecode")) dump_bytecode(text, file);
  if (flags_.no_files) remember_source(*interpreter_, file, text);
  const SourceKind kind = file == "<string>" ? SourceKind::Bytes : SourceKind::Script;
  Owned result(run_source(*thread_, std::string(text), file, m->dict, kind));
  return bool(result);
}

bool Session::run_module_as_main(const std::string& name) {
  rt::AccountScope entered = enter();
  return or_memory_error(*thread_, [&] { return run_named(name); });
}
bool Session::run_named(const std::string& name) {
  Thread& th = *thread_;
  Interpreter& in = *interpreter_;
  Module* m = main_module(in);
  Owned finder(import_absolute(th, intern(in, "runpy")));
  Owned asked(of(str(in, name)));
  Value argument = asked.get();
  Owned found(finder ? th.call_method(finder.get(), intern(in, "_main_spec"), &argument, 1) : kAbsent);
  if (!found) return false;
  const Value* details = found.get().as<Tuple>()->items;  // spec, package, file
  dict_set(m->dict, in.names[n_spec], inc(details[0]));
  dict_set(m->dict, in.names[n_package], inc(details[1]));
  dict_set(m->dict, in.names[n_file], inc(details[2]));
  ModuleSource source;
  source.filename = sv(details[2]);
  if (source.filename.starts_with("<adder>")) {
    Owned full(get_attr_native(th, details[0], in.names[n_name_plain]));
    if (!full || !find_library_source(&unpacker_, sv(full.get()), &source)) return false;
  } else if (!read_file(source.filename, &source.text)) {
    return th.raise(E_ImportError, "cannot read '%s'", source.filename.c_str()), false;
  }
  if (flags_.dumps("bytecode") && !source.text.empty()) dump_bytecode(source.text, source.filename);
  Owned result(run_source(th, source, m->dict));
  return bool(result);
}

Value Session::load_module(const std::string& file, const std::string& name) {
  rt::AccountScope entered = enter();
  return or_memory_error(*thread_, [&] { return load_file(file, name); });
}
Value Session::load_file(const std::string& file, const std::string& name) {
  Thread& th = *thread_;
  std::string text;
  if (!read_file(file, &text)) {
    std::string message = "cannot read '" + file + "': " + strerror(errno);
    return th.raise_text(th.type(E_OSError), message);
  }
  size_t slash = file.find_last_of('/');
  add_search_path(slash == std::string::npos ? "." : file.substr(0, slash));
  Interpreter& in = *interpreter_;
  Module* m = new_module(in, intern(in, name));
  dict_set(m->dict, in.names[n_builtins], inc(of(find_module(in, intern(in, "builtins")))));
  dict_set(m->dict, in.names[n_file], of(str(in, file)));
  dict_set(in.modules, intern(in, name), inc(of(m)));
  Owned module(of(m));
  Owned result(run_source(th, text, file, m->dict));
  if (!result) {
    dict_del(in.modules, intern(in, name));
    return kAbsent;
  }
  return module.release();
}

void Session::set_overdue(std::function<void()> call) {
  if (deadline_) deadline_->set_overdue(std::move(call));
}
bool Session::knows_module(const std::string& name, const std::string& folder) {
  ModuleSource source;
  if (name == "__main__" || interpreter_->native_modules.count(name) || find_library_source(&unpacker_, name, &source)) return true;
  std::string path = folder + "/" + name;
  std::replace(path.end() - ptrdiff_t(name.size()), path.end(), '.', '/');
  return !flags_.no_files && (access(path.c_str(), F_OK) == 0 || access((path + ".py").c_str(), F_OK) == 0);
}
std::vector<std::string> Session::module_names() const {
  std::set<std::string> names;
  for (const auto& [name, def] : interpreter_->native_modules)
    if (!name.starts_with('_')) names.insert(std::string(name));
  for (const StdlibModule& m : kStdlibModules)
    if (!m.name.starts_with('_') && m.name.find("._") == m.name.npos) names.insert(std::string(m.name));
  return {names.begin(), names.end()};
}

int Session::report_pending(bool goes_on) {
  bool interrupted = thread_->pending_is(E_KeyboardInterrupt);
  int status = 1;
  try {
    status = report_uncaught(*thread_, goes_on);
  } catch (const std::bad_alloc&) {  // not even for the text
    thread_->clear_pending();
    std::fputs("MemoryError\n", stderr);
  }
  return interrupted ? 130 : status;
}

// The counters of capture and the peak of memory, as one JSON object.
std::string Session::stats_json() const {
  Thread& th = *thread_;
  std::string text = "{\"version\": \"0.1.0\"";
  Owned module(import_absolute(th, intern(th, "_capture")));
  Owned stats(module ? get_attr_native(th, module.get(), intern(th, "stats")) : kAbsent);
  Owned counts(stats ? th.call(stats.get(), nullptr, 0) : kAbsent);
  th.clear_pending();
  if (counts && counts.get().is(Kind::Dict)) {
    Dict* d = counts.get().as<Dict>();
    for (uint32_t i = 0; i < d->filled; ++i)
      if (d->entries[i].val.is_int())
        text += ", \"" + std::string(sv(d->entries[i].key)) + "\": " + std::to_string(d->entries[i].val.as_int());
  }
  text += compiler_->stats_json();
  if (capture_) {
    capture::Capture::Totals totals = capture_->totals();
    char line[64];
    std::snprintf(line, sizeof line, ", \"capture_ms\": %.3f", totals.capture_ms);
    text += line;
    text += ", \"break_reasons\": {";
    for (const auto& [reason, n] : totals.break_reasons)
      text += (text.back() == '{' ? "\"" : ", \"") + reason + "\": " + std::to_string(n);
    text += "}";
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return text + ", \"peak_rss_mb\": " + std::to_string(usage.ru_maxrss / 1024) + "}\n";
}

int Session::finish(int status) {
  rt::AccountScope entered = enter();
  if (finished_) return status;
  finished_ = true;
  deadline_.reset();
  thread_->rec = nullptr;
  if (capture_) capture_->end_of_script();
  if (flags_.time_passes) compiler_->print_times();
  if (!flags_.stats.empty()) {
    if (!write_file(flags_.stats, stats_json())) std::fprintf(stderr, "adder: cannot write %s\n", flags_.stats.c_str());
  }
  bool written = true;
  or_memory_error(*thread_, [&] {
    written = shut_down(*thread_);
    return true;
  });
  thread_->clear_pending();
  thread_->flush();
  if (thread_->out.empty()) return written ? status : 120;
  int error = errno;
  std::fprintf(stderr,
               "Exception ignored in: <_io.TextIOWrapper name='<stdout>' mode='w' encoding='%s'>\n%s: [Errno %d] %s\n",
               lib::library_state(*interpreter_).stream_encoding.c_str(),
               error == EPIPE ? "BrokenPipeError" : "OSError", error, std::strerror(error));
  return 120;
}

}  // namespace adder
