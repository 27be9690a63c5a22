// _ast: syntax trees between the parser and scripts. A node is a tuple here: (kind, line, column, end line, end column,
// fields…), with the kinds and fields of nodes.def; stdlib/py/ast.py turns that into CPython's node classes and back.
#include <algorithm>

#include "interp/compiler/compile.h"
#include "interp/parser/unparse.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder {
Value raise_syntax_error(Thread&, const SyntaxErrorInfo&);  // import.cpp
}

namespace adder::lib {
namespace {

using ast::Arena;
using ast::Identifier;
using ast::Literal;
using ast::Node;
using ast::NodeList;
using ast::Operator;

constexpr uint32_t kHead = 5;  // items before the fields

uint32_t field_count(ast::Kind kind) {
  switch (kind) {
#define CHILD(f) +1
#define OPT(f) +1
#define LIST(f) +1
#define NAME(f) +1
#define OPTNAME(f) +1
#define OP(f) +1
#define FLAG(f) +1
#define INT(f) +1
#define LITERAL(f) +1
#define NODE(k, fields)               \
  case ast::Kind::k: return 0 fields;
#include "interp/parser/nodes.def"
    default: return 0;
  }
}

// --- a tree as tuples ---
struct Reader {
  Thread& th;
  const Source& source;

  Value literal(const Literal& l) {
    Value v = kNone;
    switch (l.type) {
      case Literal::None: break;
      case Literal::False: v = kFalse; break;
      case Literal::True: v = kTrue; break;
      case Literal::Ellipsis: v = kEllipsis; break;
      case Literal::Int: v = integer(th, l.integer); break;
      case Literal::BigInt: {
        Owned text(new_str(th, l.text));
        v = int_from_text(th, l.text, 0, text.get());
        break;
      }
      case Literal::Float: v = real(l.real); break;
      case Literal::Imaginary: v = complex(th, 0, l.real); break;
      case Literal::Str: v = new_str(th, l.text); break;
      case Literal::Bytes: v = new_bytes(th, l.text); break;
    }
    return pair(th, v, boolean(l.unicode_prefix));
  }
  Value name(const Identifier* i) { return i ? new_str(th, i->text) : kNone; }
  Value list_of(const NodeList& nodes) {
    List* l = list(th, nodes.count);
    for (Node* n : nodes) push(l, node(n));
    return of(l);
  }
  Value node(Node* n) {
    if (!n) return kNone;
    Tuple* t = tuple(th, kHead + field_count(n->kind));
    for (uint32_t i = 0; i < t->len; ++i) t->items[i] = kNone;
    t->items[0] = of(inc(intern(th.in, ast::kind_name(n->kind))));
    LineColumn from = source.at(n->begin), to = source.at(n->end);
    t->items[1] = integer49(from.line);
    t->items[2] = integer49(from.column);
    t->items[3] = integer49(to.line);
    t->items[4] = integer49(to.column);
    uint32_t at = kHead;
    (void)at;
    switch (n->kind) {
#define CHILD(f) t->items[at++] = node(x->f);
#define OPT(f) t->items[at++] = node(x->f);
#define LIST(f) t->items[at++] = list_of(x->f);
#define NAME(f) t->items[at++] = name(x->f);
#define OPTNAME(f) t->items[at++] = name(x->f);
#define OP(f) t->items[at++] = new_str(th, ast::operator_name(x->f));
#define FLAG(f) t->items[at++] = boolean(x->f);
#define INT(f) t->items[at++] = integer49(x->f);
#define LITERAL(f) t->items[at++] = literal(x->f);
#define NODE(k, fields)         \
  case ast::Kind::k: {          \
    auto* x = ast::as<ast::k>(n);    \
    (void)x;                    \
    fields break;               \
  }
#include "interp/parser/nodes.def"
      default: break;
    }
    return of(t);
  }
};

// --- tuples as a tree ---
// The tree's source is gone: a text of blanks is made in which every node's line and column exist.
struct Writer {
  Thread& th;
  Arena& arena;
  std::vector<uint32_t> widths = {0};  // of the lines
  std::string blank;
  std::vector<uint32_t> starts;
  int depth = 0;

  bool wrong(const char* what) {
    if (!th.pending.u) th.raise(E_TypeError, "malformed syntax tree: %s", what);
    return false;
  }
  static int64_t number(Value v) { return is_small_int(v) ? to_int(v) : 0; }
  // First pass: how long the lines are.
  bool measure(Value v) {
    if (v.is(Kind::List)) {
      for (uint32_t i = 0; i < v.as<List>()->len; ++i)
        if (!measure(v.as<List>()->items[i])) return false;
      return true;
    }
    if (!v.is(Kind::Tuple) || v.as<Tuple>()->len < kHead) return true;
    if (++depth > 4000) return wrong("nested too deeply");
    Tuple* t = v.as<Tuple>();
    for (int end = 0; end < 2; ++end) {
      int64_t line = number(t->items[1 + 2 * end]), column = number(t->items[2 + 2 * end]);
      if (line < 1 || line > 10000000 || column < 0 || column > 1000000) continue;
      if (widths.size() < size_t(line)) widths.resize(size_t(line));
      widths[size_t(line) - 1] = std::max(widths[size_t(line) - 1], uint32_t(column));
    }
    for (uint32_t i = kHead; i < t->len; ++i)
      if (!measure(t->items[i])) return false;
    --depth;
    return true;
  }
  void lay_out() {
    for (uint32_t w : widths) {
      starts.push_back(uint32_t(blank.size()));
      blank.append(w, ' ');
      blank += '\n';
    }
  }
  uint32_t offset(Value line_value, Value column_value) {
    int64_t line = number(line_value), column = number(column_value);
    if (line < 1 || size_t(line) > starts.size()) return 0;
    return starts[size_t(line) - 1] + uint32_t(std::clamp<int64_t>(column, 0, widths[size_t(line) - 1]));
  }
  bool literal(Value v, Literal* out) {
    if (!v.is(Kind::Tuple) || v.as<Tuple>()->len != 2) return wrong("a constant");
    Value c = v.as<Tuple>()->items[0];
    out->unicode_prefix = v.as<Tuple>()->items[1].u == kTrue.u;
    if (c.u == kNone.u) return true;
    if (is_bool(c) || c.u == kEllipsis.u) {
      out->type = c.u == kTrue.u ? Literal::True : c.u == kFalse.u ? Literal::False : Literal::Ellipsis;
    } else if (is_small_int(c)) {
      out->type = Literal::Int;
      out->integer = to_int(c);
    } else if (is_big(c)) {
      std::string digits;
      if (!format_value(th, c, "x", &digits)) return false;
      out->type = Literal::BigInt;
      out->text = arena.copy("0x" + digits);
    } else if (c.is_float()) {
      out->type = Literal::Float;
      out->real = c.as_float();
    } else if (c.is(Kind::Complex)) {
      out->type = Literal::Imaginary;
      out->real = c.as<Complex>()->im;
    } else if (is_str(c)) {
      out->type = Literal::Str;
      out->text = arena.copy(sv(c));
    } else if (c.is(Kind::Bytes)) {
      out->type = Literal::Bytes;
      out->text = arena.copy(c.as<Bytes>()->sv());
    } else {
      th.raise(E_TypeError, "got an invalid type in Constant: %s", type_name(th, c).c_str());
      return false;
    }
    return true;
  }
  bool name(Value v, bool optional, const Identifier** out) {
    if (optional && v.u == kNone.u) return true;
    if (!is_str(v)) {
      th.raise(E_TypeError, "AST identifier must be of type str");
      return false;
    }
    *out = arena.intern(sv(v));
    return true;
  }
  bool op(Value v, Operator* out) {
    for (int i = 0; is_str(v) && i < int(Operator::Count); ++i)
      if (sv(v) == ast::operator_name(Operator(i))) return *out = Operator(i), true;
    return wrong("an operator");
  }
  bool list_of(Value v, NodeList* out) {
    if (!v.is(Kind::List)) return wrong("a field is no list");
    for (uint32_t i = 0; i < v.as<List>()->len; ++i) {
      Node* n = nullptr;
      if (!node(v.as<List>()->items[i], &n)) return false;
      out->push(n);
    }
    return true;
  }
  bool optional(Value v, Node** out) { return v.u == kNone.u || node(v, out); }
  bool node(Value v, Node** out) {
    if (!v.is(Kind::Tuple) || v.as<Tuple>()->len < kHead || !is_str(v.as<Tuple>()->items[0]))
      return wrong("a node is missing");
    Tuple* t = v.as<Tuple>();
    std::string_view kind = sv(t->items[0]);
    uint32_t begin = offset(t->items[1], t->items[2]), end = offset(t->items[3], t->items[4]);
    uint32_t at = kHead;
    (void)at;
#define CHILD(f) &&node(t->items[at++], &x->f)
#define OPT(f) &&optional(t->items[at++], &x->f)
#define LIST(f) &&list_of(t->items[at++], &x->f)
#define NAME(f) &&name(t->items[at++], false, &x->f)
#define OPTNAME(f) &&name(t->items[at++], true, &x->f)
#define OP(f) &&op(t->items[at++], &x->f)
#define FLAG(f) &&((x->f = t->items[at++].u == kTrue.u), true)
#define INT(f) &&((x->f = int32_t(number(t->items[at++]))), true)
#define LITERAL(f) &&literal(t->items[at++], &x->f)
#define NODE(k, fields)                                                          \
  if (kind == #k) {                                                              \
    if (t->len != kHead + field_count(ast::Kind::k)) return wrong("fields of " #k); \
    auto* x = arena.make<ast::k>(begin, std::max(begin, end));                   \
    *out = x;                                                                    \
    return true fields;                                                          \
  }
#include "interp/parser/nodes.def"
    return wrong("an unknown kind of node");
  }
};

bool mode_of(std::string_view mode, ParseMode* parse, CompileMode* compile) {
  if (mode == "eval") return *parse = ParseMode::Eval, *compile = CompileMode::Eval, true;
  if (mode == "single") return *parse = ParseMode::Interactive, *compile = CompileMode::Single, true;
  return *parse = ParseMode::File, *compile = CompileMode::Exec, mode == "exec";
}

Value ast_parse(Thread& th, Value* a, int) {  // (source, filename, mode)
  std::string_view filename, mode;
  if (!text_arg(th, a[1], "filename", &filename) || !text_arg(th, a[2], "mode", &mode)) return kAbsent;
  ParseOptions options;
  CompileMode unused;
  if (!mode_of(mode, &options.mode, &unused))
    return th.raise(E_ValueError, "compile() mode must be 'exec', 'eval', 'single' or 'func_type'");
  Source source;
  SyntaxErrorInfo error;
  Value u = unwrap(a[0]);
  Buffer b;
  bool text = is_str(u);
  if (!text && !get_buffer(th, a[0], &b)) {
    th.clear_pending();
    return th.raise(E_TypeError, "compile() arg 1 must be a string, bytes or AST object");
  }
  std::string_view given = text ? sv(u) : b.view;
  if (given.find('\0') != given.npos)
    return th.raise(E_ValueError, "source code string cannot contain null bytes");
  bool ok = text ? source.set_text(given, std::string(filename), &error)
                 : source.decode(given, SourceKind::Bytes, std::string(filename), &error);
  Arena arena;
  Node* root = ok ? parse(source, arena, options, &error) : nullptr;
  if (!root && options.mode == ParseMode::Eval) place_in_expression(given, &error);
  if (!root) return raise_syntax_error(th, error);
  return Reader{th, source}.node(root);
}
bool read_tree(Thread& th, Writer* writer, Value tree, Node** root) {
  if (!writer->measure(tree)) return false;
  writer->lay_out();
  return writer->node(tree, root);
}
Value ast_unparse(Thread& th, Value* a, int) {
  Arena arena;
  Writer writer{th, arena};
  Node* root = nullptr;
  return read_tree(th, &writer, a[0], &root) ? new_str(th, unparse(root)) : kAbsent;
}
Value ast_compile(Thread& th, Value* a, int) {  // (tree, filename, mode, optimize)
  std::string_view filename, mode;
  if (!text_arg(th, a[1], "filename", &filename) || !text_arg(th, a[2], "mode", &mode)) return kAbsent;
  CompileOptions options;
  options.filename = filename;
  options.own_locals = true;
  int64_t optimize;
  if (!to_index(th, a[3], &optimize)) return kAbsent;
  options.optimize = optimize < 0 ? th.in.optimize : int(optimize);
  ParseMode unused;
  if (!mode_of(mode, &unused, &options.mode))
    return th.raise(E_ValueError, "compile() mode must be 'exec', 'eval' or 'single'");
  Arena arena;
  Writer writer{th, arena};
  Node* root = nullptr;
  if (!read_tree(th, &writer, a[0], &root)) return kAbsent;
  Source source;
  SyntaxErrorInfo error;
  CodeProto proto;
  if (!source.set_text(writer.blank, options.filename, &error) ||
      !compile_tree(root, &arena, source, options, &proto, &error))
    return raise_syntax_error(th, error);
  return of(make_code(th.in, proto));
}

const NativeDef kFunctions[] = {
    {"parse", "(source, filename, mode, /)", "The tree of a source text, as tuples.", ast_parse, Rule::residual},
    {"unparse", "(tree, /)", "Source text of a tree of tuples.", ast_unparse, Rule::residual},
    {"compile", "(tree, filename, mode, optimize, /)", "Code of a tree of tuples.", ast_compile, Rule::residual},
};

}  // namespace

const NativeModuleDef kSyntaxTreeModule = {"_ast_tree", "Syntax trees as tuples.", kFunctions};

}  // namespace adder::lib
