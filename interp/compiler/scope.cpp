#include "interp/compiler/scope.h"

#include <algorithm>

#include "interp/parser/stack_room.h"

namespace adder {

using namespace ast;

const Identifier* mangle(Arena* arena, const Identifier* class_name, const Identifier* name) {
  std::string_view n = name->text;
  if (!class_name || n.size() < 3 || n[0] != '_' || n[1] != '_') return name;
  if (n.substr(n.size() - 2) == "__" || n.find('.') != n.npos) return name;
  std::string_view c = class_name->text;
  size_t letters = c.find_first_not_of('_');
  if (letters == c.npos) return name;
  return arena->intern("_" + std::string(c.substr(letters)) + std::string(n));
}

class ScopeBuilder {
 public:
  ScopeBuilder(ScopeTable* table, Arena* arena, ScopeError* error) : table_(*table), arena_(arena), error_(error) {}

  bool run(Node* root) {
    open(Scope::Module, root);
    class_cell_ = arena_->intern("__class__");
    super_ = arena_->intern("super");
    each_child(root, [&](Node* c) { visit(c); });
    if (failed_) return false;
    resolve(table_.top());
    sort_free(table_.top());
    count_hidden(table_.top());
    return !failed_;
  }

 private:
  void fail(const Node* n, std::string message) { fail(n->begin, n->end, std::move(message)); }
  void fail(uint32_t begin, uint32_t end, std::string message) {
    if (failed_) return;
    failed_ = true;
    *error_ = {std::move(message), begin, end};
  }
  static std::string quoted(const Identifier* name) { return "'" + std::string(name->text) + "'"; }

  Scope* open(Scope::Type type, Node* n) {
    table_.scopes_.push_back(std::make_unique<Scope>());
    Scope* s = table_.scopes_.back().get();
    s->type = type;
    s->node = n;
    s->parent = scope_;
    if (scope_) {
      s->private_name = scope_->private_name;
      scope_->children.push_back(s);
    }
    table_.by_node_[n] = s;
    scope_ = s;
    return s;
  }
  void close() { scope_ = scope_->parent; }

  Symbol& add(Scope* s, const Identifier* name, uint16_t flags) {
    auto [it, fresh] = s->index.try_emplace(name, uint32_t(s->symbols.size()));
    if (fresh) s->symbols.push_back({name});
    Symbol& symbol = s->symbols[it->second];
    symbol.flags |= flags;
    return symbol;
  }
  const Identifier* mangled(const Identifier* name) { return mangle(arena_, scope_->private_name, name); }

  void use(const Identifier* id) {
    const Identifier* name = mangled(id);
    add(scope_, name, kUsed);
    if (name == super_ && scope_->function_like()) add(scope_, class_cell_, kUsed);
  }
  // A binding in the current scope.
  void bind(const Identifier* id, const Node* where, uint16_t extra = 0) {
    const Identifier* name = mangled(id);
    if (in_targets_) extra |= kIterationVariable;
    Symbol& s = add(scope_, name, kDefLocal | extra);
    if (in_targets_ && (s.flags & kWalrusTarget)) {
      fail(where, "comprehension inner loop cannot rebind assignment expression target " + quoted(name));
    }
  }

  void target(Node* n, uint16_t extra = 0) {
    switch (n->kind) {
      case Kind::Name: return bind(as<Name>(n)->id, n, extra);
      case Kind::Tuple:
        for (Node* e : as<Tuple>(n)->elts) target(e, extra);
        return;
      case Kind::List:
        for (Node* e : as<ast::List>(n)->elts) target(e, extra);
        return;
      case Kind::Starred: return target(as<Starred>(n)->value, extra);
      default: {
        bool saved = in_targets_;
        in_targets_ = false;
        visit(n);
        in_targets_ = saved;
      }
    }
  }

  void list(const NodeList& l) {
    for (Node* n : l) visit(n);
  }
  void opt(Node* n) {
    if (n) visit(n);
  }

  void parameter(Node* n) {
    auto* a = as<Arg>(n);
    const Identifier* name = mangled(a->arg);
    Symbol* known = scope_->find(name);
    if (known && (known->flags & kDefParam)) {
      fail(n, "duplicate argument " + quoted(name) + " in function definition");
    }
    add(scope_, name, kDefParam);
  }
  // Registers follow this order: positional, keyword-only, *args, **kwargs.
  void parameters(Arguments* a) {
    for (Node* n : a->posonlyargs) parameter(n);
    for (Node* n : a->args) parameter(n);
    for (Node* n : a->kwonlyargs) parameter(n);
    if (a->vararg) parameter(a->vararg);
    if (a->kwarg) parameter(a->kwarg);
  }
  void defaults(Arguments* a) {
    auto one = [&](const NodeList& l) {
      for (Node* n : l) opt(as<Arg>(n)->default_value);
    };
    one(a->posonlyargs);
    one(a->args);
    one(a->kwonlyargs);
  }
  void annotations(Arguments* a) {
    auto one = [&](Node* n) {
      if (n) annotation(as<Arg>(n)->annotation);
    };
    for (Node* n : a->posonlyargs) one(n);
    for (Node* n : a->args) one(n);
    one(a->vararg);
    for (Node* n : a->kwonlyargs) one(n);
    one(a->kwarg);
  }
  // CPython visits annotations in a block of their own when they will not be evaluated; names in them bind nothing
  // either way.
  void annotation(Node* n) {
    if (!n) return;
    bool saved = in_annotation_;
    in_annotation_ = true;
    visit(n);
    in_annotation_ = saved;
  }

  void function(FunctionDef* n) {
    bind(n->name, n);
    auto* args = as<Arguments>(n->args);
    defaults(args);
    list(n->decorator_list);
    annotations(args);
    annotation(n->returns);
    Scope* s = open(Scope::Function, n);
    s->is_async = n->is_async;
    parameters(args);
    list(n->body);
    close();
  }

  static uint32_t count_names(Node* target) {
    if (target->kind == Kind::Name) return 1;
    uint32_t n = 0;
    if (target->kind == Kind::Tuple || target->kind == Kind::List || target->kind == Kind::Starred)
      each_child(target, [&](Node* c) { n += count_names(c); });
    return n;
  }
  // n: ListComp, SetComp, DictComp or GeneratorExp.
  void comprehension(Node* n, const NodeList& generators, Node* first, Node* second) {
    auto* outermost = as<Comprehension>(generators.first);
    in_iterable_++;
    visit(outermost->iter);
    in_iterable_--;
    bool is_generator = n->kind == Kind::GeneratorExp;
    int saved_iterable = in_iterable_;
    uint32_t hidden = 0;
    for (Node* g : generators) hidden += count_names(as<Comprehension>(g)->target);
    uint32_t around = 0;
    for (Scope* o = scope_; o->inlined(); o = o->parent) around += o->hidden;
    const bool inlined = !is_generator && hidden + around <= kMaxHidden;
    Scope* s = open(inlined ? Scope::Comprehension : Scope::Generator, n);
    s->is_generator = is_generator;
    if (inlined)
      s->hidden = hidden;
    else
      add(s, arena_->intern(".0"), kDefParam);
    for (Node* g : generators) {
      auto* c = as<Comprehension>(g);
      s->is_async |= c->is_async;
      in_targets_ = true;
      target(c->target);
      in_targets_ = false;
      if (c != outermost) {
        in_iterable_++;
        visit(c->iter);
        in_iterable_--;
      }
      list(c->ifs);
    }
    if (second) visit(second);
    visit(first);
    in_iterable_ = saved_iterable;
    close();
    // awaiting makes a comprehension asynchronous, and so the comprehension around it
    if (s->is_async && !is_generator && scope_->inlined()) scope_->is_async = true;
  }

  // `name := value` binds in the nearest scope that is no comprehension.
  void walrus(NamedExpr* n) {
    auto* t = as<Name>(n->target);
    if (in_iterable_) {
      fail(n, "assignment expression cannot be used in a comprehension iterable expression");
      return;
    }
    visit(n->value);
    const Identifier* name = mangled(t->id);
    Scope* s = scope_;
    while (s->type == Scope::Comprehension || s->type == Scope::Generator) {
      if (Symbol* k = s->find(name)) {
        if (k->flags & kIterationVariable) {
          fail(t, "assignment expression cannot rebind comprehension iteration variable " + quoted(name));
          return;
        }
      }
      add(s, name, kUsed | kWalrusTarget);
      s = s->parent;
    }
    if (s != scope_) {
      if (s->type == Scope::Class) {
        fail(t, "assignment expression within a comprehension cannot be used in a class body");
        return;
      }
      for (Scope* c = scope_; c != s; c = c->parent) {
        Symbol* outer = s->find(name);
        bool global = s->type == Scope::Module || (outer && (outer->flags & kDefGlobal));
        if (global) add(c, name, kDefGlobal);
      }
    }
    Symbol* known = s->find(name);
    if (!known || !(known->flags & (kDefGlobal | kDefNonlocal))) add(s, name, kDefLocal);
    add(s, name, kWalrusTarget);
    scope_->real()->has_walrus = true;
  }

  void declare(Node* statement, const NodeList& names, uint16_t flag, const char* word) {
    for (Node* n : names) {
      const Identifier* name = mangled(as<Name>(n)->id);
      Symbol* s = scope_->find(name);
      if (s) {
        std::string what;
        if (s->flags & kDefParam) {
          what = "name " + quoted(name) + " is parameter and " + word;
        } else if (s->flags & kUsed) {
          what = "name " + quoted(name) + " is used prior to " + word + " declaration";
        } else if (s->flags & kAnnotated) {
          what = "annotated name " + quoted(name) + " can't be " + word;
        } else if (s->flags & kDefLocal) {
          what = "name " + quoted(name) + " is assigned to before " + word + " declaration";
        }
        bool both = what.empty() && (s->flags & (kDefGlobal | kDefNonlocal) & ~flag);
        if (both) {  // reported where the name was declared first
          fail(declared_at_[scope_][name], "name " + quoted(name) + " is nonlocal and global");
          return;
        }
        if (!what.empty()) {
          fail(statement, what);
          return;
        }
      }
      add(scope_, name, flag);
      declared_at_[scope_][name] = statement;
      if (flag == kDefGlobal) {  // the top of the same text then means the global too, not the namespace it runs in
        Scope* top = scope_;
        while (top->parent) top = top->parent;
        if (top != scope_ && top->type == Scope::Module) add(top, name, kDefGlobal);
      }
    }
  }

  void capture(const Identifier* name, const Node* n) {
    if (name) bind(name, n);
  }

  // This is the first pass that recurses over the whole tree; the later ones rely on its limit.
  static constexpr int kMaxDepth = 2995;
  // They take up to four times as much of the native stack as this one.
  bool fits_stack() {
    size_t room = stack_room();
    if (depth_ == 0) room_ = room;
    return depth_ < 100 || (room_ - room) * 4 + (size_t(512) << 10) < room;
  }
  void visit(Node* n) {
    if (failed_) return;
    if (depth_ >= kMaxDepth || !fits_stack()) {
      fail(n, "maximum recursion depth exceeded during compilation");
      error_->too_deep = true;
      return;
    }
    depth_++;
    visit_node(n);
    depth_--;
  }
  void visit_node(Node* n) {
    switch (n->kind) {
      case Kind::Name: return use(as<Name>(n)->id);
      case Kind::FunctionDef: return function(as<FunctionDef>(n));
      case Kind::Lambda: {
        auto* l = as<Lambda>(n);
        defaults(as<Arguments>(l->args));
        open(Scope::Lambda, n);
        parameters(as<Arguments>(l->args));
        visit(l->body);
        return close();
      }
      case Kind::ClassDef: {
        auto* c = as<ClassDef>(n);
        bind(c->name, n);
        list(c->bases);
        list(c->keywords);
        list(c->decorator_list);
        Scope* s = open(Scope::Class, n);
        s->private_name = c->name;
        list(c->body);
        return close();
      }
      case Kind::ListComp: return comprehension(n, as<ListComp>(n)->generators, as<ListComp>(n)->elt, nullptr);
      case Kind::SetComp: return comprehension(n, as<SetComp>(n)->generators, as<SetComp>(n)->elt, nullptr);
      case Kind::GeneratorExp:
        return comprehension(n, as<GeneratorExp>(n)->generators, as<GeneratorExp>(n)->elt, nullptr);
      case Kind::DictComp:
        return comprehension(n, as<DictComp>(n)->generators, as<DictComp>(n)->key, as<DictComp>(n)->value);
      case Kind::NamedExpr: return walrus(as<NamedExpr>(n));
      case Kind::Assign:
        visit_after(as<Assign>(n)->value, [&] {
          for (Node* t : as<Assign>(n)->targets) target(t);
        });
        return;
      case Kind::AugAssign:
        target(as<AugAssign>(n)->target);
        visit(as<AugAssign>(n)->value);
        return;
      case Kind::AnnAssign: {
        auto* a = as<AnnAssign>(n);
        if (auto* t = cast<Name>(a->target)) {
          const Identifier* name = mangled(t->id);
          Symbol* s = scope_->find(name);
          if (a->simple && s && (s->flags & (kDefGlobal | kDefNonlocal)) && scope_->type != Scope::Module) {
            fail(n, "annotated name " + quoted(name) + " can't be " + (s->flags & kDefGlobal ? "global" : "nonlocal"));
            return;
          }
          if (a->simple) {
            bind(t->id, n, kAnnotated);
          } else if (a->value) {
            bind(t->id, n);
          }
        } else {
          visit(a->target);
        }
        annotation(a->annotation);
        opt(a->value);
        return;
      }
      case Kind::Delete:
        for (Node* t : as<Delete>(n)->targets) target(t, kDeleted);
        return;
      case Kind::For: {
        auto* f = as<For>(n);
        target(f->target);
        visit(f->iter);
        list(f->body);
        return list(f->orelse);
      }
      case Kind::WithItem:
        visit(as<WithItem>(n)->context_expr);
        if (as<WithItem>(n)->optional_vars) target(as<WithItem>(n)->optional_vars);
        return;
      case Kind::ExceptHandler: {
        auto* h = as<ExceptHandler>(n);
        opt(h->type);
        if (h->name) bind(h->name, n, kDeleted);
        return list(h->body);
      }
      case Kind::Import:
      case Kind::ImportFrom: {
        const NodeList& names = n->kind == Kind::Import ? as<Import>(n)->names : as<ImportFrom>(n)->names;
        for (Node* a : names) import_name(n, as<Alias>(a));
        return;
      }
      case Kind::Global: return declare(n, as<Global>(n)->names, kDefGlobal, "global");
      case Kind::Nonlocal:
        if (scope_->type == Scope::Module) {
          fail(n, "nonlocal declaration not allowed at module level");
          return;
        }
        return declare(n, as<Nonlocal>(n)->names, kDefNonlocal, "nonlocal");
      case Kind::Yield:
      case Kind::YieldFrom:
        if (in_annotation_) {
          // fall through to the compiler's own checks
        }
        if (scope_->type == Scope::Comprehension || scope_->type == Scope::Generator) {
          static constexpr std::pair<Kind, const char*> kNames[] = {{Kind::ListComp, "list comprehension"},
                                                                    {Kind::SetComp, "set comprehension"},
                                                                    {Kind::DictComp, "dict comprehension"},
                                                                    {Kind::GeneratorExp, "generator expression"}};
          for (auto [kind, text] : kNames) {
            if (scope_->node->kind == kind) fail(n, std::string("'yield' inside ") + text);
          }
          return;
        }
        scope_->is_generator = true;
        break;
      case Kind::Await:
        if (scope_->type == Scope::Comprehension || scope_->type == Scope::Generator) scope_->is_async = true;
        break;
      case Kind::MatchAs: capture(as<MatchAs>(n)->name, n); break;
      case Kind::MatchStar: capture(as<MatchStar>(n)->name, n); break;
      case Kind::MatchMapping:
        for (Node* m : as<MatchMapping>(n)->items) visit(m);
        capture(as<MatchMapping>(n)->rest, n);
        return;
      default: break;
    }
    each_child(n, [&](Node* c) { visit(c); });
  }
  template <class F>
  void visit_after(Node* value, F&& targets) {
    targets();
    visit(value);
  }

  void import_name(Node* statement, Alias* a) {
    if (a->name->text == "*") {
      if (scope_->type != Scope::Module) fail(a, "import * only allowed at module level");
      return;
    }
    if (a->asname) return bind(a->asname, statement);
    std::string_view name = a->name->text;
    size_t dot = name.find('.');
    bind(dot == name.npos ? a->name : arena_->intern(name.substr(0, dot)), statement);
  }

  // --- who owns each name that is not local ---
  void resolve(Scope* s) {
    for (size_t i = 0; i < s->symbols.size() && !failed_; i++) {  // may grow by free names from below
      Symbol symbol = s->symbols[i];
      if (symbol.local() || (symbol.flags & (kDefGlobal | kFreeVariable))) continue;
      if (s->type == Scope::Module) {
        if (symbol.flags & kDefNonlocal) no_binding(s, symbol.name);
        continue;
      }
      if (!find_owner(s, symbol.name)) {
        if (symbol.flags & kDefNonlocal) {
          no_binding(s, symbol.name);
        } else {
          s->find(symbol.name)->flags |= kGlobalImplicit;
        }
      }
    }
    for (Scope* c : s->children) resolve(c);
  }
  // co_freevars and __closure__ are in the order of the names.
  static void sort_free(Scope* s) {
    std::sort(s->free.begin(), s->free.end(),
              [](const Identifier* a, const Identifier* b) { return a->text < b->text; });
    for (Scope* c : s->children) sort_free(c);
  }
  void no_binding(Scope* s, const Identifier* name) {
    fail(declared_at_[s][name], "no binding for nonlocal " + quoted(name) + " found");
  }

  bool find_owner(Scope* s, const Identifier* name) {
    std::vector<Scope*> crossed;  // real scopes between the use and the owner
    for (Scope* p = s;; p = p->parent) {
      if (p != s && owns(p, name)) {
        Symbol* owner = p->find(name);
        if (!owner) owner = &add(p, name, kDefLocal);  // __class__
        if (owner->flags & kDefGlobal) return false;
        if (crossed.empty()) return true;  // the same frame
        if (owner->flags & (kFreeVariable | kDefNonlocal)) {
          // the owner is still further out; it is reached through p, which has it free already or will
          if (!(owner->flags & kFreeVariable) && !find_owner(p, name)) return false;
        } else {
          owner->flags |= kCellVariable;
        }
        for (Scope* c : crossed) {
          Symbol& through = add(c, name, 0);
          if (!(through.flags & kFreeVariable)) {
            through.flags |= kFreeVariable;
            c->free.push_back(name);
          }
        }
        return true;
      }
      if (!p->inlined()) crossed.push_back(p);
      if (!p->parent) return false;
    }
  }
  bool owns(Scope* p, const Identifier* name) {
    if (p->type == Scope::Class) {
      if (name != class_cell_) return false;
      p->needs_class_cell = true;
      return true;
    }
    if (p->type == Scope::Module) return false;
    Symbol* k = p->find(name);
    if (!k) return false;
    if (k->flags & kDefGlobal) return true;
    return k->local() || (k->flags & kDefNonlocal);
  }

  // Sibling comprehensions share hidden registers; nested ones stack.
  uint32_t count_hidden(Scope* s) {
    uint32_t inside = 0;
    for (Scope* c : s->children) {
      uint32_t h = count_hidden(c);
      if (c->inlined()) inside = std::max(inside, h);
    }
    if (!s->inlined()) {
      s->hidden = inside;
      return 0;
    }
    uint32_t own = 0;
    for (const Symbol& k : s->symbols) own += k.local();
    return own + inside;
  }

  ScopeTable& table_;
  Arena* arena_;
  ScopeError* error_;
  Scope* scope_ = nullptr;
  const Identifier* class_cell_ = nullptr;
  const Identifier* super_ = nullptr;
  std::unordered_map<Scope*, std::unordered_map<const Identifier*, Node*>> declared_at_;
  bool failed_ = false;
  bool in_targets_ = false;
  bool in_annotation_ = false;
  int in_iterable_ = 0;
  int depth_ = 0;
  size_t room_ = 0;  // of the native stack, at the top of the tree
};

bool ScopeTable::build(Node* root, Arena* arena, bool own_locals, ScopeError* error) {
  (void)own_locals;
  return ScopeBuilder(this, arena, error).run(root);
}

}  // namespace adder
