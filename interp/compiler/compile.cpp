#include "interp/compiler/compile.h"

#include "interp/compiler/function_compiler.h"
#include "interp/compiler/warnings.h"

namespace adder {

using namespace ast;

namespace {

constexpr std::string_view kFutures[] = {"nested_scopes",  "generators",     "division",         "absolute_import",
                                         "with_statement", "print_function", "unicode_literals", "barry_as_FLUFL",
                                         "generator_stop", "annotations"};

// `from __future__ import` may stand only before all other code.
bool check_futures(Node* root, bool* annotations, ScopeError* error) {
  if (root->kind == Kind::Expression) return true;
  const NodeList& body = root->kind == Kind::Module ? as<Module>(root)->body : as<Interactive>(root)->body;
  bool done = false;
  bool first = true;
  for (Node* n : body) {
    auto* f = cast<ImportFrom>(n);
    bool future = f && f->level == 0 && f->module && f->module->text == "__future__";
    if (future) {
      if (done) {
        *error = {"from __future__ imports must occur at the beginning of the file", n->begin, n->end};
        return false;
      }
      for (Node* a : f->names) {
        std::string_view name = as<Alias>(a)->name->text;
        if (name == "braces") {
          *error = {"not a chance", n->begin, n->end, false, true};
          return false;
        }
        bool known = false;
        for (std::string_view k : kFutures) known |= k == name;
        if (!known) {
          *error = {"future feature " + std::string(name) + " is not defined", n->begin, n->end, false, true};
          return false;
        }
        *annotations |= name == "annotations";
      }
      f->leading = true;
    } else {
      auto* e = cast<Expr>(n);
      bool doc = first && e && e->value->kind == Kind::Constant;
      done |= !doc;
    }
    first = false;
  }
  return true;
}

void report(const Source& source, const CompileOptions& options, const ScopeError& e, SyntaxErrorInfo* error) {
  *error = SyntaxErrorInfo();
  error->message = e.message;
  if (e.too_deep) {
    error->kind = SyntaxErrorInfo::Recursion;
    return;
  }
  place_by_bytes(error, source, e.begin, e.end);
  if (e.line_only) {
    error->offset = 1;
    error->end_offset = SyntaxErrorInfo::kNone;
  }
  error->filename = options.filename;
  if (options.source < SourceKind::File) {
    error->has_text = false;
    error->text.clear();
  }
}

}  // namespace

bool compile_source(std::string_view text, const CompileOptions& options, CodeProto* out, SyntaxErrorInfo* error) {
  Source source;
  bool decoded =
      options.source == SourceKind::Text ? source.set_text(text, options.filename, error)
                                         : source.decode(text, options.source, options.filename, error);
  if (!decoded) return false;
  Arena arena(options.charge);
  ParseOptions parse_options;
  parse_options.mode = options.mode == CompileMode::Eval     ? ParseMode::Eval
                       : options.mode == CompileMode::Single ? ParseMode::Interactive
                                                             : ParseMode::File;
  parse_options.warnings = options.warnings;
  Node* root = parse(source, arena, parse_options, error);
  if (!root && parse_options.mode == ParseMode::Eval && options.source < SourceKind::File)
    place_in_expression(text, error);
  if (!root && options.warnings) find_warnings(nullptr, source, options.filename, options.warnings);
  return root && compile_tree(root, &arena, source, options, out, error);
}

bool compile_tree(Node* root, Arena* arena_in, const Source& source, const CompileOptions& options, CodeProto* out,
                  SyntaxErrorInfo* error) {
  Arena& arena = *arena_in;
  CompileUnit unit{options, source, arena, {}, options.future_annotations, false, {}};
  ScopeError scope_error;
  if (!check_futures(root, &unit.future_annotations, &scope_error) ||
      !unit.scopes.build(root, &arena, options.own_locals, &scope_error)) {
    if (options.warnings) find_warnings(nullptr, source, options.filename, options.warnings);  // the parser's
    report(source, options, scope_error, error);
    error->bare_args = true;
    return false;
  }
  if (options.warnings) find_warnings(root, source, options.filename, options.warnings);
  FunctionCompiler module(unit, nullptr, unit.scopes.top(), "<module>");
  module.compile_module(root);
  if (unit.failed) {
    if (options.warnings) {  // the compiler did not get further
      std::erase_if(*options.warnings, [&](const CompileWarning& w) { return !w.by_parser && w.begin > unit.error.begin; });
    }
    report(source, options, unit.error, error);
    return false;
  }
  *out = module.take_proto();
  if (unit.future_annotations) out->flags |= kFutureAnnotations;
  return true;
}

}  // namespace adder
