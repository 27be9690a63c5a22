#include "interp/parser/parser.h"

#include "interp/parser/parse_state.h"
#include "interp/parser/stack_room.h"

namespace adder {

namespace {

void set_error(SyntaxErrorInfo* error, SyntaxErrorInfo::Kind kind, const char* message, const Source& source) {
  *error = SyntaxErrorInfo();
  error->kind = kind;
  error->message = message;
  error->filename = source.filename();
}

bool only_blank_after(const Token* f) {
  while (f->kind == Tok::Newline || f->kind == Tok::Dedent) ++f;
  return f->kind == Tok::End;
}

}  // namespace

// A level of nesting takes this much of the native stack at most; where less of it is left than all levels need, the
// nesting counts from further on.
#ifdef __SANITIZE_ADDRESS__
constexpr size_t kStackOfLevel = 20'000;
#else
constexpr size_t kStackOfLevel = 2'500;
#endif
static int first_depth() {
  size_t room = stack_room(), reserve = size_t(512) << 10;
  size_t levels = room > reserve ? (room - reserve) / kStackOfLevel : 0;
  return levels < size_t(ParseState::kMaxDepth) ? ParseState::kMaxDepth - int(levels) : 0;
}

ast::Node* parse(const Source& source, ast::Arena& arena, const ParseOptions& options, SyntaxErrorInfo* error) {
  arena.charge(source.text().size());
  TokenList list = tokenize(source);
  arena.charge(list.tokens.size() * sizeof(Token));
  if (options.warnings) {
    for (const TokenList::Warning& w : list.warnings)
      options.warnings->push_back({false, true, w.message, w.at, w.at, {}});
  }
  ParseState st{source, arena, options.warnings};
  st.depth = first_depth();
  const Token* f = list.tokens.data();
  ast::Node* root = nullptr;
  bool fine = false;
  switch (options.mode) {
    case ParseMode::Interactive:
      fine = parse_interactive(st, f, nullptr, root);
      if (fine && !only_blank_after(f)) {
        set_error(error, SyntaxErrorInfo::Syntax, "multiple statements found while compiling a single statement",
                  source);
        place(error, source, f->begin, f->begin);
        return nullptr;
      }
      break;
    case ParseMode::Eval: fine = parse_eval(st, f, nullptr, root); break;
    default: fine = parse_file(st, f, nullptr, root); break;
  }
  if (fine && !list.failed) return root;
  if (st.too_deep) {
    set_error(error, SyntaxErrorInfo::Recursion, "maximum recursion depth exceeded during compilation", source);
    return nullptr;
  }
  if (st.long_number)
    *error = st.error;
  else
    diagnose(st, list, options.mode, error);
  error->filename = source.filename();
  return nullptr;
}

bool caret_anchors(std::string_view segment, uint32_t* left, uint32_t* right) {
  using namespace ast;
  SyntaxErrorInfo error;
  Source source;
  if (!source.set_text(segment, "<segment>", &error)) return false;
  Arena arena;
  TokenList list = tokenize(source);
  ParseState st{source, arena};
  const Token* f = list.tokens.data();
  Node* root = nullptr;
  if (list.failed || !parse_file(st, f, nullptr, root)) return false;
  auto* statement = cast<Expr>(as<Module>(root)->body.first);
  if (!statement) return false;
  if (auto* n = cast<BinOp>(statement->value)) {
    uint32_t i = n->left->end;
    while (i < n->right->begin && (segment[i] == ' ' || segment[i] == ')' || segment[i] == '\\')) i++;
    *left = i;
    *right = i + 1;
    if (i + 1 < n->right->begin && segment[i + 1] != ' ' && segment[i + 1] != '(') ++*right;
    return true;
  }
  if (auto* n = cast<Subscript>(statement->value)) {
    *left = n->value->end;
    *right = n->end;
    return true;
  }
  return false;
}

}  // namespace adder
