#include "interp/objects/leak_check.h"

#include <map>
#include <unordered_set>

#include "interp/bytecode/code.h"
#include "interp/vm/native.h"

namespace adder {
namespace {

// Everything that can be reached from what is visited.
struct Reachable : Visitor {
  std::unordered_set<const Cell*> seen;
  std::vector<Cell*> todo;
  using Visitor::visit;
  void visit(Value v) override {
    if (v.is_cell() && seen.insert(v.cell()).second) todo.push_back(v.cell());
  }
  void run() {
    while (!todo.empty()) {
      Cell* c = todo.back();
      todo.pop_back();
      traverse(c, *this);
      names_of(c);
    }
  }
  // Texts that no cycle runs through, which traverse() leaves out.
  void names_of(Cell* c) {
    if (c->kind == Kind::Type) {
      Type* t = static_cast<Type*>(c);
      visit(t->name);
      visit(t->qualname);
      visit(t->module);
      for (Str* key : t->slots) visit(key);
      for (Type* s : t->subs)
        if (s->tflags & kImmutable) visit(s);
    } else if (c->kind == Kind::Code) {
      Code* code = static_cast<Code*>(c);
      for (Str* s : {code->name, code->qualname, code->filename}) visit(s);
      for (auto* list : {&code->tables->varnames, &code->tables->cellnames, &code->tables->freenames})
        for (Str* s : *list) visit(s);
    } else if (c->kind == Kind::Member) {
      visit(static_cast<Member*>(c)->name);
      visit(static_cast<Member*>(c)->key);
    }
  }
};

std::string kind_text(const Cell* c) {
  static const char* const kNames[] = {
#define X(name, text, container) text,
#include "interp/objects/kinds.def"
#undef X
  };
  if (c->kind >= Kind::Instance) return std::string(static_cast<const Instance*>(c)->type()->name->sv());
  return kNames[int(c->kind)];
}
std::string content(const Cell* c) {
  if (c->kind == Kind::Str) return std::string(static_cast<const Str*>(c)->sv().substr(0, 60));
  if (c->kind == Kind::Type) return std::string(static_cast<const Type*>(c)->name->sv());
  if (c->kind == Kind::Func) {
    Value q = static_cast<const Func*>(c)->qualname;
    return is_str(q) ? std::string(sv(q)) : std::string();
  }
  return {};
}

}  // namespace

size_t objects_left(Interpreter& in, std::string* report) {
  Reachable kept;
  kept.visit(in.object_type);
  kept.visit(in.type_type);
  for (const auto& [def, type] : in.native_types) kept.visit(type);
  for (Dict* d : {in.builtins, in.modules}) kept.visit(d);
  kept.visit(in.sys_path);
  kept.visit(in.unraisable_type);
  for (const auto& [def, signature] : in.signatures)
    for (const Signature::Param& p : signature->params) kept.visit(p.value);
  kept.run();
  size_t n = 0;
  std::map<std::string, std::pair<size_t, std::string>> by_type;
  in.heap.each_cell([&](Cell* c) {
    if (c->flags & kImmortal || kept.seen.count(c) || c == in.empty_tuple) return;
    n++;
    auto& [count, texts] = by_type[kind_text(c)];
    std::string text = content(c);
    if (count++ < 5 && !text.empty()) texts += (texts.empty() ? ": " : ", ") + text;
  });
  for (const auto& [type, found] : by_type) *report += "  " + std::to_string(found.first) + " " + type + found.second + "\n";
  return n;
}
}  // namespace adder
