#include "interp/compiler/warnings.h"

#include <algorithm>
#include <unordered_set>

namespace adder {

using namespace ast;

namespace {

bool is_constant(Node* n);

bool all_constant(const NodeList& list) {
  for (Node* n : list)
    if (!is_constant(n)) return false;
  return true;
}
// A constant once it is folded: CPython's compiler sees it so.
bool is_constant(Node* n) {
  switch (n->kind) {
    case Kind::Constant: return true;
    case Kind::UnaryOp: return is_constant(as<UnaryOp>(n)->operand);
    case Kind::BinOp: return is_constant(as<BinOp>(n)->left) && is_constant(as<BinOp>(n)->right);
    case Kind::Tuple: return all_constant(as<Tuple>(n)->elts);
    default: return false;
  }
}
bool is_singleton(Node* n) {
  auto* c = cast<Constant>(n);
  return c && (c->value.type == Literal::None || c->value.type == Literal::True || c->value.type == Literal::False ||
               c->value.type == Literal::Ellipsis);
}

// The name of the type of a display or constant; null: not known.
const char* type_of(Node* n) {
  switch (n->kind) {
    case Kind::Tuple: return "tuple";
    case Kind::List:
    case Kind::ListComp: return "list";
    case Kind::Dict:
    case Kind::DictComp: return "dict";
    case Kind::Set:
    case Kind::SetComp: return "set";
    case Kind::GeneratorExp: return "generator";
    case Kind::Lambda: return "function";
    case Kind::JoinedStr:
    case Kind::FormattedValue: return "str";
    case Kind::Constant:
      switch (as<Constant>(n)->value.type) {
        case Literal::None: return "NoneType";
        case Literal::False:
        case Literal::True: return "bool";
        case Literal::Ellipsis: return "ellipsis";
        case Literal::Int:
        case Literal::BigInt: return "int";
        case Literal::Float: return "float";
        case Literal::Imaginary: return "complex";
        case Literal::Str: return "str";
        case Literal::Bytes: return "bytes";
      }
      return nullptr;
    default: return nullptr;
  }
}

class Finder {
 public:
  explicit Finder(std::vector<CompileWarning>* out) : out_(out) {}

  void run(Node* root) {
    std::vector<Node*> todo = {root}, below;  // long chains of operators are deep: no recursion
    while (!todo.empty()) {
      Node* n = todo.back();
      todo.pop_back();
      check(n);
      below.clear();
      each_child(n, [&](Node* c) { below.push_back(c); });
      todo.insert(todo.end(), below.rbegin(), below.rend());
    }
  }

 private:
  void warn(Node* n, std::string message) { out_->push_back({false, false, std::move(message), n->begin, n->end, {}}); }

  void check(Node* n) {
    switch (n->kind) {
      case Kind::Assert: {
        auto* t = cast<Tuple>(as<Assert>(n)->test);
        if (t && !t->elts.empty()) warn(n, "assertion is always true, perhaps remove parentheses?");
        return;
      }
      case Kind::Compare: return compare(as<Compare>(n));
      case Kind::Call: return call(as<Call>(n));
      case Kind::Subscript:
        if (!targets_.count(n)) subscript(as<Subscript>(n));
        return;
      case Kind::Assign:
        for (Node* t : as<Assign>(n)->targets) mark(t);
        return;
      case Kind::Delete:
        for (Node* t : as<Delete>(n)->targets) mark(t);
        return;
      case Kind::AugAssign: return mark(as<AugAssign>(n)->target);
      case Kind::AnnAssign: return mark(as<AnnAssign>(n)->target);
      case Kind::For: return mark(as<For>(n)->target);
      case Kind::Comprehension: return mark(as<Comprehension>(n)->target);
      case Kind::WithItem:
        if (as<WithItem>(n)->optional_vars) mark(as<WithItem>(n)->optional_vars);
        return;
      default: return;
    }
  }
  // Subscripts that are assigned to are not looked at.
  void mark(Node* n) {
    if (n->kind == Kind::Subscript) targets_.insert(n);
    if (auto* s = cast<Starred>(n)) mark(s->value);
    const NodeList* elts = n->kind == Kind::Tuple ? &as<Tuple>(n)->elts : n->kind == Kind::List ? &as<List>(n)->elts : nullptr;
    if (elts)
      for (Node* e : *elts) mark(e);
  }
  void compare(Compare* n) {
    bool left = is_constant(n->left) && !is_singleton(n->left);
    for (Node* x : n->comparators) {
      auto* c = as<Comparator>(x);
      bool right = is_constant(c->value) && !is_singleton(c->value);
      if ((c->op == Operator::Is || c->op == Operator::IsNot) && (left || right)) {
        warn(n, c->op == Operator::Is ? "\"is\" with a literal. Did you mean \"==\"?"
                                      : "\"is not\" with a literal. Did you mean \"!=\"?");
        return;
      }
      left = right;
    }
  }
  void call(Call* n) {
    switch (n->func->kind) {
      case Kind::Constant:
      case Kind::Tuple:
      case Kind::List:
      case Kind::ListComp:
      case Kind::Dict:
      case Kind::DictComp:
      case Kind::Set:
      case Kind::SetComp:
      case Kind::GeneratorExp:
      case Kind::JoinedStr:
        warn(n->func, std::string("'") + type_of(n->func) + "' object is not callable; perhaps you missed a comma?");
        return;
      default: return;
    }
  }
  void subscript(Subscript* n) {
    Node *value = n->value, *index = n->slice;
    const char* of = type_of(value);
    if (!of) return;
    std::string_view name = of;
    bool indexed = name == "str" || name == "bytes" || name == "tuple" || name == "list" || name == "dict";
    if (!indexed) {
      warn(value, "'" + std::string(name) + "' object is not subscriptable; perhaps you missed a comma?");
      return;
    }
    if (name == "dict") return;
    bool wrong = false;
    switch (index->kind) {
      case Kind::Constant: {
        std::string_view t = type_of(index);
        wrong = t != "int" && t != "bool";
        break;
      }
      case Kind::Tuple:
      case Kind::List:
      case Kind::ListComp:
      case Kind::Dict:
      case Kind::DictComp:
      case Kind::Set:
      case Kind::SetComp:
      case Kind::GeneratorExp:
      case Kind::Lambda:
      case Kind::JoinedStr: wrong = true; break;
      default: break;
    }
    if (wrong)
      warn(value, std::string(name) + " indices must be integers or slices, not " + type_of(index) +
                      "; perhaps you missed a comma?");
  }

  std::vector<CompileWarning>* out_;
  std::unordered_set<Node*> targets_;
};

}  // namespace

void find_warnings(Node* root, const Source& source, const std::string& filename, std::vector<CompileWarning>* out) {
  if (root) Finder(out).run(root);
  std::stable_sort(out->begin(), out->end(),
                   [](const CompileWarning& a, const CompileWarning& b) { return a.begin < b.begin; });
  auto same = [](const CompileWarning& a, const CompileWarning& b) { return a.begin == b.begin && a.message == b.message; };
  out->erase(std::unique(out->begin(), out->end(), same), out->end());  // the parser may read a string twice
  for (CompileWarning& w : *out) {
    w.error.message = w.message;
    (w.by_parser ? place : place_by_bytes)(&w.error, source, w.begin, w.end);
    if (w.by_parser && !w.deprecated && w.error.text.ends_with('\n')) w.error.text.pop_back();  // as its tokenizer gives it
    w.error.filename = filename;
  }
}

}  // namespace adder
