// compile(), eval(), exec(), __import__(), and the local names of a frame.
#include "interp/compiler/compile.h"
#include "interp/vm/frames.h"
#include "interp/vm/import.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder {
Value compile_text(Thread&, std::string_view text, const CompileOptions&);  // import.cpp
}

namespace adder::lib {
namespace {

bool source_text(Thread& th, Value v, const char* function, std::string* out, SourceKind* kind) {
  *kind = SourceKind::Text;
  Value u = unwrap(v);
  Buffer b;
  if (is_str(u)) {
    *out = sv(u);
  } else if (get_buffer(th, v, &b)) {
    *out = b.view;
    *kind = SourceKind::Bytes;
  } else {
    th.clear_pending();
    th.raise(E_TypeError, "%s() arg 1 must be a string, bytes or code object", function);
    return false;
  }
  if (out->find('\0') != out->npos) {
    th.raise(E_ValueError, "source code string cannot contain null bytes");
    return false;
  }
  return true;
}

// Namespaces as eval and exec take them: a Dict for globals, any mapping for locals.
bool namespaces(Thread& th, Value globals, Value locals, const char* function, Owned* g, Owned* l) {
  if (globals.u == kNone.u) {
    *g = Owned(of(inc(th.fr->func->globals)));
    *l = locals.u == kNone.u ? Owned(frame_locals(th)) : Owned(inc(locals));
    return bool(*l);
  }
  Value u = unwrap(globals);
  if (!u.is(Kind::Dict)) {
    if (std::string_view(function) == "exec")
      th.raise(E_TypeError, "exec() globals must be a dict, not %s", type_name(th, globals).c_str());
    else
      th.raise(E_TypeError, "globals must be a %s",
               globals.is_cell() ? "real dict; try eval(code, {}, mapping)" : "dict");
    return false;
  }
  // Where they name no built-ins, those of the caller hold.
  Dict* own = th.fr->func ? th.fr->func->builtins : nullptr;
  if (own && dict_find(u.as<Dict>(), th.name(n_builtins)) < 0) dict_set(u.as<Dict>(), th.name(n_builtins), of(inc(own)));
  *g = Owned(inc(u));
  *l = Owned(inc(locals.u == kNone.u ? u : locals));
  return true;
}

Value run(Thread& th, Value source, Value globals, Value locals, bool expression, Value closure = kNone) {
  const char* function = expression ? "eval" : "exec";
  Owned g;
  Owned l;
  if (!namespaces(th, globals, locals, function, &g, &l)) return kAbsent;
  Owned code;
  if (source.is(Kind::Code)) {
    size_t free = source.as<Code>()->tables->freenames.size();
    if (free && expression) return th.raise(E_TypeError, "code object passed to eval() may not contain free variables");
    bool given = closure.is(Kind::Tuple) && closure.as<Tuple>()->len == free;
    for (size_t i = 0; given && i < free; ++i) given = closure.as<Tuple>()->items[i].is(Kind::Cell);
    if (!free && closure.u != kNone.u)
      return th.raise(E_TypeError, "cannot use a closure with this code object");
    if (free && !given) return th.raise(E_TypeError, "code object requires a closure of exactly length %zu", free);
    if (free) {
      Value args[5] = {source, g.get(), kNone, kNone, closure};
      Owned function(th.call(of(th.in.types[int(Kind::Func)]), args, 5));
      if (!function) return kAbsent;
      Owned r(th.call(function.get(), nullptr, 0));
      return r ? kNone : kAbsent;
    }
    code = Owned(inc(source));
  } else {
    std::string text;
    CompileOptions options;
    if (!source_text(th, source, function, &text, &options.source)) return kAbsent;
    if (expression) text.erase(0, text.find_first_not_of(" \t") == text.npos ? text.size() : text.find_first_not_of(" \t"));
    options.mode = expression ? CompileMode::Eval : CompileMode::Exec;
    options.own_locals = true;
    options.optimize = -1;
    code = Owned(compile_text(th, text, options));
    if (!code) return kAbsent;
  }
  Value space = l.get().u == g.get().u ? kAbsent : l.get();
  Owned r(run_code(th, code.get().as<Code>(), g.get().as<Dict>(), space));
  if (!r) return kAbsent;
  return expression ? r.release() : kNone;
}
Value builtin_eval(Thread& th, Value* a, int) {
  return run(th, a[0], a[1], a[2], true);
}
Value builtin_exec(Thread& th, Value* a, int) {
  return run(th, a[0], a[1], a[2], false, a[3]);
}
// A syntax tree: an instance of ast.AST, which exists only where that module was imported.
bool is_tree(Thread& th, Value v) {
  if (!has_fields(v)) return false;
  Module* m = find_module(th.in, intern(th.in, "ast"));
  Value base = m ? dict_get(m->dict, intern(th.in, "AST")) : kAbsent;
  return base.is(Kind::Type) && subtype(type_of(th, v), base.as<Type>());
}
Value builtin_compile(Thread& th, Value* a, int) {
  // source, filename, mode, flags, dont_inherit, optimize
  std::string text;
  std::string filename;
  std::string_view mode;
  if (!path_arg(th, a[1], "compile", &filename) || !text_arg(th, a[2], "compile() argument 'mode'", &mode))
    return kAbsent;
  if (mode.find('\0') != mode.npos) return th.raise(E_ValueError, "embedded null character");
  if (mode != "exec" && mode != "eval" && mode != "single")
    return th.raise(E_ValueError, "compile() mode must be 'exec', 'eval' or 'single'");
  int64_t flags;
  if (!to_index(th, a[3], &flags)) return kAbsent;
  constexpr int64_t kOnlyTree = 0x400, kKnown = 0x1000000 * 2 - 1;  // PyCF_ONLY_AST; bits of __future__ and below
  if (flags & ~kKnown) return th.raise(E_ValueError, "compile(): unrecognised flags");
  int64_t optimize;
  if (!to_index(th, a[5], &optimize)) return kAbsent;
  if (optimize < -1 || optimize > 2) return th.raise(E_ValueError, "compile(): invalid optimize value");
  if (flags & kOnlyTree || is_tree(th, a[0])) {
    Owned ast(import_module(th, intern(th.in, "ast"), kNone, 0)), file(new_str(th, filename));
    Value args[4] = {a[0], file.get(), a[2], a[5]};
    const bool tree = flags & kOnlyTree;
    return ast ? th.call_method(ast.get(), intern(th.in, tree ? "_tree" : "_code"), args, tree ? 3 : 4) : kAbsent;
  }
  CompileOptions options;
  options.optimize = int(optimize);
  if (!source_text(th, a[0], "compile", &text, &options.source)) return kAbsent;
  options.filename = filename;
  options.mode = mode == "eval" ? CompileMode::Eval : mode == "single" ? CompileMode::Single : CompileMode::Exec;
  options.own_locals = true;  // the locals that eval() or exec() will be given are not known yet
  return compile_text(th, text, options);
}
Value builtin_import(Thread& th, Value* a, int) {
  // name, globals, locals, fromlist, level
  int64_t level;
  Value name = unwrap(a[0]);
  if (!is_str(name))
    return th.raise(E_TypeError, "module name must be a string");
  if (!to_index(th, a[4], &level)) return kAbsent;
  if (level == 0 && !import_allowed(th, sv(name), true)) return kAbsent;
  return import_module(th, intern(th.in, name.as<Str>()), a[3], int(level));
}

const NativeDef kFunctions[] = {
    {"eval", "(source, globals=None, locals=None, /)", "The value of an expression.", builtin_eval, Rule::breaks},
    {"exec", "(source, globals=None, locals=None, /, *, closure=None)", "Run statements.", builtin_exec, Rule::breaks},
    {"compile", "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)",
     "A code object for eval() and exec().", builtin_compile, Rule::opaque},
    {"__import__", "(name, globals=None, locals=None, fromlist=(), level=0)", "Import a module.", builtin_import,
     Rule::opaque},
};

}  // namespace

Value frame_locals(Thread& th) {
  return adder::frame_locals(th, th.fr);
}

void init_eval(Interpreter& in) {
  add_functions(in, in.builtins, kFunctions, intern_value(in, "builtins"));
}

}  // namespace adder::lib
