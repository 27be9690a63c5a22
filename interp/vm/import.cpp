// The import system: sys.modules, native modules, sources linked in, files on sys.path; packages, relative and circular
// imports.
#include "interp/vm/import.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "interp/bytecode/library_code.h"
#include "interp/compiler/compile.h"
#include "interp/vm/attrs.h"
#include "interp/vm/exceptions.h"
#include "interp/vm/frames.h"
#include "interp/vm/run_support.h"
#include "runtime/base/check.h"
#include "runtime/base/file.h"

namespace adder {
bool import_allowed(Thread& th, std::string_view name, bool dynamic) {
  const ImportPolicy* policy = th.in.import_policy;
  if (!policy || policy->allowed.empty()) return true;
  const Frame* f = th.fr;
  auto of_library = [&] { return f->code == th.host || is_library(f->code); };
  while (dynamic && f->code != th.host && of_library()) --f;
  if (of_library()) return true;
  auto within = [](std::string_view inner, std::string_view outer) {
    return inner == outer || (inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '.');
  };
  for (const std::string& allowed : policy->allowed)
    if (within(name, allowed) || within(allowed, name)) return true;
  th.raise_text(th.type(E_ImportError), "import of '" + std::string(name) + "' is not allowed (--allow-modules)");
  set_hidden(th.pending.as<Instance>(), th.name(n_dot_name), of(str(th, name)));
  set_hidden(th.pending.as<Instance>(), hidden_name(th.in, ".msg"),
             inc(th.pending.as<Exc>()->args.as<Tuple>()->items[0]));
  return false;
}
Module* find_module(Interpreter& in, Str* name) {
  Value v = unwrap(dict_get(in.modules, name));
  return v.is(Kind::Module) ? v.as<Module>() : nullptr;
}
bool is_initializing(Interpreter& in, Value module) {
  return std::any_of(in.initializing.begin(), in.initializing.end(), [&](Module* m) { return of(m) == module; });
}
Ref<Dict> other_builtins(Thread& th, Dict* globals) {
  Value v = dict_get(globals, th.name(n_builtins));
  if (!v.u) return {};
  v = unwrap(v);
  if (!v.is(Kind::Module) && !v.is(Kind::Dict)) return Ref<Dict>(dict(th));
  Dict* d = v.is(Kind::Module) ? v.as<Module>()->dict : v.as<Dict>();
  return Ref<Dict>(d == th.builtins ? nullptr : inc(d));
}
Value run_code(Thread& th, Code* c, Dict* globals, Value locals) {
  if (dict_find(globals, th.name(n_builtins)) < 0) dict_set(globals, th.name(n_builtins), of(inc(th.builtins)));
  Ref<Dict> others(other_builtins(th, globals));
  Ref<Func> f(make_func(th, c, globals, others.get()));
  Value ns = locals.u ? locals : of(globals);
  return th.call(f.value(), &ns, int(c->nparams));
}
Value raise_syntax_error(Thread& th, const SyntaxErrorInfo& e) {
  switch (e.kind) {
    case SyntaxErrorInfo::Memory: return th.raise(E_MemoryError, "%s", e.message.c_str());
    case SyntaxErrorInfo::Recursion: return th.raise(E_RecursionError, "%s", e.message.c_str());
    case SyntaxErrorInfo::Overflow: return th.raise(E_OverflowError, "%s", e.message.c_str());
    case SyntaxErrorInfo::Value: return th.raise(E_ValueError, "%s", e.message.c_str());
    default: break;
  }
  ExcId id = e.kind == SyntaxErrorInfo::Tab           ? E_TabError
             : e.kind == SyntaxErrorInfo::Indentation ? E_IndentationError
                                                      : E_SyntaxError;
  Owned message(of(str(th, e.message)));
  const bool placed = e.line || e.no_line || e.has_text;
  Ref<Tuple> place(tuple(th, 6));
  place->items[0] = of(str(th, e.filename));
  place->items[1] = integer(th, e.line);
  place->items[2] = integer(th, e.no_line ? -1 : e.offset);
  place->items[3] = e.has_text ? of(str(th, e.text)) : kNone;
  place->items[4] = e.no_line ? kNone : integer(th, e.end_line);
  place->items[5] = e.no_line || e.end_offset == SyntaxErrorInfo::kNone ? kNone : integer(th, e.end_offset);
  Value args[2] = {message.get(), of(place.get())};
  Owned made(th.call(of(th.type(id)), args, placed ? 2 : 1));
  if (!made) return kAbsent;
  if (placed && e.bare_args) {
    Tuple* bare = tuple(th, 1);
    bare->items[0] = message.release();
    put(made.get().as<Exc>()->args, of(bare));
  }
  return th.raise_obj(made.release());
}
// False: an exception is pending, SyntaxError where the filters make the warning one.
static bool warn_while_compiling(Thread& th, const CompileWarning& w) {
  Owned module(import_absolute(th, intern(th.in, "warnings")));
  if (!module) return false;
  Type* category = th.type(w.deprecated ? E_DeprecationWarning : E_SyntaxWarning);
  Owned message(of(str(th, w.message))), file(of(str(th, w.error.filename)));
  Value args[4] = {message.get(), of(category), file.get(), integer49(w.error.line)};
  Owned done(th.call_method(module.get(), intern(th.in, "warn_explicit"), args, 4));
  if (done) return true;
  if (has_fields(th.pending) && subtype(th.pending.as<Instance>()->type(), category)) {
    th.clear_pending();
    raise_syntax_error(th, w.error);
  }
  return false;
}
Value compile_text(Thread& th, std::string_view text, const CompileOptions& options) {
  SyntaxErrorInfo error;
  std::vector<CompileWarning> warnings;
  CompileOptions warned = options;
  warned.warnings = &warnings;
  if (warned.optimize < 0) warned.optimize = th.in.optimize;
  Owned code(of(compile(th.in, text, warned, &error)));
  for (CompileWarning& w : warnings) {
    if (options.source < SourceKind::File && !w.by_parser) w.error.has_text = false;
    if (!warn_while_compiling(th, w)) return kAbsent;
  }
  if (!code) return raise_syntax_error(th, error);
  return code.release();
}
Value run_source(Thread& th, const std::string& text, std::string_view filename, Dict* globals, SourceKind kind) {
  CompileOptions options;
  options.filename = filename;
  options.source = kind;
  options.optimize = -1;
  Owned code(compile_text(th, text, options));
  return code ? run_code(th, code.get().as<Code>(), globals, kAbsent) : kAbsent;
}
Value run_source(Thread& th, const ModuleSource& source, Dict* globals) {
  if (!source.code) return run_source(th, source.text, source.filename, globals);
  Code* ready = load_code(th.in, source.code);
  CHECK(ready);  // the program's own code
  Owned code(of(ready));
  return run_code(th, ready, globals, kAbsent);
}
static Value module_not_found(Thread& th, std::string_view name, const std::string& message) {
  th.raise_text(th.type(E_ModuleNotFoundError), message);
  Instance* e = th.pending.as<Instance>();

  set_hidden(e, th.name(n_dot_name), of(str(th, name)));
  set_hidden(e, hidden_name(th.in, ".msg"), inc(th.pending.as<Exc>()->args.as<Tuple>()->items[0]));
  return kAbsent;
}
static Value not_found(Thread& th, std::string_view name, const std::string& why = {}) {
  const Owned text(of(str(th, name)));
  std::string shown;
  return repr_of(th, text.get(), &shown) ? module_not_found(th, name, "No module named " + shown + why) : kAbsent;
}
// Names of modules' files do not depend on the working directory.
static std::string absolute_folder(std::string_view folder) {
  if (folder.starts_with('/')) return std::string(folder);
  char buffer[4096];
  const std::string here = getcwd(buffer, sizeof buffer) ? buffer : ".";
  return folder.empty() || folder == "." ? here : here + "/" + std::string(folder);
}
static bool is_kind(const std::string& p, mode_t kind) {
  struct stat s;
  return stat(p.c_str(), &s) == 0 && (s.st_mode & S_IFMT) == kind;
}
bool describe_module(Thread& th, Module* m) {
  Owned util(import_absolute(th, intern(th.in, "importlib.util")));
  Value arg = of(m);
  if (!util || !Owned(th.call_method(util.get(), intern(th.in, "_describe"), &arg, 1))) return false;
  m->flags &= uint8_t(~kFoundModule);
  return true;
}
bool describe_globals(Thread& th, Dict* globals) {
  Value name = dict_get(globals, th.name(n_name));
  Value m = is_str(name) ? dict_get(th.in.modules, unwrap(name).as<Str>()) : kAbsent;
  if (!m.u || !unwrap(m).is(Kind::Module)) return true;
  Module* module = unwrap(m).as<Module>();
  return module->dict != globals || !(module->flags & kFoundModule) || describe_module(th, module);
}
// Runs the body of a module that was found; it stands in sys.modules while it runs.
static Value load(Thread& th, Str* name, const ModuleSource& src, const std::vector<std::string>& folders) {
  Ref<Module> m(new_module(th, name));
  m->flags |= kFoundModule;
  if (!src.filename.empty()) dict_set(m->dict, th.name(n_file), of(str(th, src.filename)));
  std::string_view full = name->sv();
  size_t dot = full.rfind('.');
  std::string_view parent = src.package ? full : dot == full.npos ? std::string_view() : full.substr(0, dot);
  dict_set(m->dict, th.name(n_package), of(str(th, parent)));
  if (src.package) {
    List* l = list(th, folders.size());
    for (const std::string& folder : folders) push(l, of(str(th, folder)));
    dict_set(m->dict, th.name(n_path), of(l));
  }
  dict_set(th.in.modules, name, inc(m.value()));
  th.in.initializing.push_back(m.get());
  Owned r(run_source(th, src, m->dict));
  auto& busy = th.in.initializing;
  busy.erase(std::find(busy.begin(), busy.end(), m.get()));
  if (!r) {
    Value e = th.take_pending();
    dict_del(th.in.modules, name);
    th.pending = e;
    return kAbsent;
  }
  Value v = dict_get(th.in.modules, name);  // a module may replace itself
  return v.u ? inc(v) : m.value().u ? of(inc(m.get())) : kAbsent;
}
static bool is_frozen(std::string_view name) {
  for (std::string_view n : {"abc", "codecs", "io", "_collections_abc", "genericpath", "ntpath", "os", "posixpath",
                             "site", "stat", "importlib", "runpy"})
    if (n == name) return true;
  return false;
}
static Value find_and_load(Thread& th, Str* name, std::string_view leaf, Value search_path) {  // kStop: not found
  Interpreter& in = th.in;
  auto nat = in.native_modules.find(name->sv());
  if (nat != in.native_modules.end()) {
    const NativeModuleDef& d = *nat->second;
    Ref<Module> m(new_module(th, name, d.doc ? d.doc : ""));
    m->flags |= kFoundModule;
    add_functions(in, m->dict, d.functions, of(name));
    dict_set(in.modules, name, inc(m.value()));
    if (d.init && !d.init(th, m.get())) {
      Value e = th.take_pending();
      dict_del(in.modules, name);
      th.pending = e;
      return kAbsent;
    }
    return of(m.release());
  }
  // The library inside the program stands behind the folders of sys.path, as CPython's does; only what CPython has frozen
  // comes before them. Submodules are where their package is.
  bool top = leaf.size() == name->sv().size();
  ModuleSource src;
  auto from_library = [&]() -> Value {
    if (!in.find_source || !in.find_source(in.find_source_context, name->sv(), &src)) return kStop;
    std::string dir = src.filename;
    size_t slash = dir.rfind('/');
    if (slash != dir.npos) dir.resize(slash);
    return load(th, name, src, {dir});
  };
  if (!top || is_frozen(leaf)) {
    Value r = from_library();
    if (r.u != kStop.u) return r;
  }
  Value path = unwrap(search_path);
  std::vector<Value> dirs;
  std::vector<std::string> portions;  // folders of that name without __init__.py: together a package if nothing else is
  const ImportPolicy* policy = in.import_policy;
  if (policy && !policy->files) path = kNone;
  if ((path.is(Kind::List) || path.is(Kind::Tuple)) && !iterate(th, path, &dirs)) return kAbsent;
  Value result = kStop;
  for (Value d : dirs) {
    if (result.u == kStop.u && is_str(d)) {
      const std::string base = absolute_folder(sv(d)) + "/" + std::string(leaf);
      if (is_kind(base + "/__init__.py", S_IFREG)) {
        src.package = true;
        src.filename = base + "/__init__.py";
      } else if (is_kind(base + ".py", S_IFREG)) {
        src.filename = base + ".py";
      } else if (is_kind(base, S_IFDIR)) {
        portions.push_back(base);
      }
      if (!src.filename.empty()) {
        if (!read_file(src.filename, &src.text))
          result = th.raise(E_ImportError, "cannot read '%s'", src.filename.c_str());
        else
          result = load(th, name, src, {base});
      }
    }
    dec(d);
  }
  if (result.u == kStop.u && top) result = from_library();
  if (result.u != kStop.u || portions.empty()) return result;
  src.package = true;
  return load(th, name, src, portions);
}
static Value import_one(Thread& th, Str* name, Value parent) {  // parent: module or kNone; new reference
  Value have = dict_get(th.in.modules, name);
  if (have.u == kNone.u) {
    return module_not_found(th, name->sv(), "import of " + std::string(name->sv()) + " halted; None in sys.modules");
  }
  if (have.u) return inc(have);
  std::string_view full = name->sv();
  size_t dot = full.rfind('.');
  std::string_view leaf = dot == full.npos ? full : full.substr(dot + 1);
  Owned path(inc(th.in.sys_path));
  if (parent.u != kNone.u) {
    path = Owned(get_attr_or_stop(th, parent, th.name(n_path)));
    if (!path) return kAbsent;
    if (path.get().u == kStop.u) {
      // a native submodule (os.path) needs no package path
      if (!th.in.native_modules.count(full))
        return not_found(th, full, "; '" + std::string(full.substr(0, dot)) + "' is not a package");
    }
  }
  Value m = find_and_load(th, name, leaf, path.get());
  if (m.u == kStop.u) return not_found(th, full);
  if (m.u && parent.u != kNone.u && !set_attr_native(th, parent, intern(th.in, leaf), m)) {
    dec(m);
    return kAbsent;
  }
  return m;
}
static Value import_chain(Thread& th, std::string_view full, bool top) {
  Owned first, parent(kNone);
  for (size_t at = 0;;) {
    size_t dot = full.find('.', at);
    Str* name = intern(th.in, full.substr(0, dot));
    Value m = import_one(th, name, parent.get());
    if (!m.u) return kAbsent;
    if (!first) first = Owned(inc(m));
    parent = Owned(m);
    if (dot == full.npos) break;
    at = dot + 1;
  }
  return top ? first.release() : parent.release();
}
Value import_absolute(Thread& th, Str* dotted) {
  return import_chain(th, dotted->sv(), false);
}
Value import_submodule_or_stop(Thread& th, Value package, Str* name) {
  Owned path(get_attr_or_stop(th, package, th.name(n_path)));
  if (!path) return kAbsent;
  if (path.get().u == kStop.u) return kStop;
  Owned own(get_attr_or_stop(th, package, th.name(n_name)));
  if (!own) return kAbsent;
  if (!is_str(own.get())) return kStop;
  std::string full = std::string(sv(own.get())) + "." + std::string(name->sv());
  Value m = import_one(th, intern(th.in, full), package);
  if (!m.u && th.pending_is(E_ModuleNotFoundError)) {
    Value missing = kNone;
    Instance* e = th.pending.as<Instance>();
    int at = e->shape->find(th.name(n_dot_name));
    if (at >= 0) missing = e->slots[at];
    if (is_str(missing) && sv(missing) == full) {
      th.clear_pending();
      return kStop;
    }
  }
  return m;
}
static bool package_of(Thread& th, Dict* globals, std::string* out) {
  Value p = dict_get(globals, th.name(n_package));
  if (is_str(p)) {
    *out = sv(p);
    return true;
  }
  Value n = dict_get(globals, th.name(n_name));
  if (!is_str(n)) {
    th.raise(E_KeyError, "'__name__' not in globals");
    return false;
  }
  *out = sv(n);
  if (dict_find(globals, th.name(n_path)) < 0) {
    size_t dot = out->rfind('.');
    out->resize(dot == out->npos ? 0 : dot);
  }
  return true;
}
static bool is_builtin_import(Value v) {
  return v.is(Kind::Native) && v.as<Native>()->def->name == std::string_view("__import__");
}
// What an import statement does; natives, which need modules of the library for themselves, call import_module.
// A script may have put another function in the place of __import__; the library's own imports are no matter of it.
Value import_statement(Thread& th, Str* name, Value fromlist, int level) {
  Dict* others = th.fr->func ? th.fr->func->builtins : nullptr;
  const Value import = dict_get(others ? others : th.builtins, th.name(n_import));
  if (UNLIKELY(!is_builtin_import(import)) && !is_library(th.fr->code)) {
    if (!import.u) return th.raise(E_ImportError, "__import__ not found");
    const Owned callee(inc(import));
    const Owned locals(th.fr->code->cflags & kNewLocals ? kNone : frame_locals(th, th.fr));
    const Value args[5] = {of(name), of(th.fr->func->globals), locals.get(), fromlist, integer49(level)};
    return th.call(callee.get(), args, 5);
  }
  if (level == 0 && th.in.import_policy && !import_allowed(th, name->sv(), false)) return kAbsent;
  return import_module(th, name, fromlist, level);
}
// Imports those of `names` that the package does not have yet; * stands for all of its __all__ (`all`: these are they).
static bool import_submodules(Thread& th, Value package, Value names, bool all) {
  std::vector<Value> items;
  if (!iterate(th, names, &items)) return false;
  bool fine = true;
  for (Value item : items) {
    Owned keep(item);
    if (!fine) continue;
    if (!is_str(item)) {
      std::string where = "``from list''";
      if (all) {
        Owned own(get_attr_native(th, package, th.name(n_name)));
        fine = bool(own);
        if (!fine) continue;
        where = (is_str(own.get()) ? std::string(sv(own.get())) : type_name(th, own.get())) + ".__all__";
      }
      th.raise(E_TypeError, "Item in %s must be str, not %s", where.c_str(), type_name(th, item).c_str());
      fine = false;
      continue;
    }
    const bool star = sv(item) == "*";
    if (star && all) continue;
    Str* name = star ? th.name(n_all) : intern(th.in, item.as<Str>());
    Owned have(get_attr_or_stop(th, package, name));
    fine = bool(have);
    if (!fine || star == (have.get().u == kStop.u)) continue;
    if (star) {
      fine = import_submodules(th, package, have.get(), true);
    } else {
      Owned sub(import_submodule_or_stop(th, package, name));
      fine = bool(sub);
    }
  }
  return fine;
}
Value import_module(Thread& th, Str* name, Value fromlist, int level) {
  std::string full(name->sv());
  if (level > 0) {
    std::string package;
    if (!package_of(th, th.fr->func ? th.fr->func->globals : th.builtins, &package)) return kAbsent;
    if (package.empty()) return th.raise(E_ImportError, "attempted relative import with no known parent package");
    for (int i = 1; i < level; i++) {
      size_t dot = package.rfind('.');
      if (dot == package.npos) return th.raise(E_ImportError, "attempted relative import beyond top-level package");
      package.resize(dot);
    }
    full = full.empty() ? package : package + "." + full;
  }
  if (full.empty()) return th.raise(E_ValueError, "Empty module name");
  if (level > 0 && th.in.import_policy && !import_allowed(th, full, false)) return kAbsent;
  bool from = fromlist.u && fromlist.u != kNone.u;
  if (from && !truth_native(th, fromlist, &from)) return kAbsent;
  Owned module(import_chain(th, full, !from && level == 0));
  if (!module || !from || fromlist.u == kTrue.u) return module.release();
  Owned path(get_attr_or_stop(th, module.get(), th.name(n_path)));
  if (!path) return kAbsent;
  if (path.get().u == kStop.u && module.get().is(Kind::Module)) return module.release();
  return import_submodules(th, module.get(), fromlist, false) ? module.release() : kAbsent;
}
Value import_from(Thread& th, Value module, Str* name) {
  Value v = get_attr_or_stop(th, module, name);
  if (v.u != kStop.u) return v;
  Owned own(get_attr_or_stop(th, module, th.name(n_name)));
  Owned file(own ? get_attr_or_stop(th, module, th.name(n_file)) : kAbsent);
  if (!file) return kAbsent;
  std::string n = is_str(own.get()) ? std::string(sv(own.get())) : "<unknown module name>";
  std::string where = is_str(file.get()) ? std::string(sv(file.get())) : "unknown location";
  if (is_str(own.get())) {
    Value sub = dict_get(th.in.modules, intern(th.in, n + "." + std::string(name->sv())));
    if (sub.u) return inc(sub);
  }
  bool partial = is_initializing(th.in, module);
  std::string text =
      "cannot import name '" + std::string(name->sv()) + "' from " +
      (partial ? "partially initialized module '" + n + "' (most likely due to a circular import)" : "'" + n + "'") +
      " (" + where + ")";
  th.raise_text(th.type(E_ImportError), text);
  set_hidden(th.pending.as<Instance>(), th.name(n_dot_name), of(str(th, n)));
  if (is_str(file.get())) set_hidden(th.pending.as<Instance>(), hidden_name(th.in, ".path"), inc(file.get()));
  set_hidden(th.pending.as<Instance>(), hidden_name(th.in, ".msg"), of(str(th, text)));
  return kAbsent;
}
}  // namespace adder
