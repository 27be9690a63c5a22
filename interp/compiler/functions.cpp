// Functions, lambdas, classes and the module.
#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

namespace {

// Does a body annotate names of its own scope?
bool has_annotations(const NodeList& body) {
  for (Node* n : body) {
    switch (n->kind) {
      case Kind::AnnAssign:
        if (as<AnnAssign>(n)->simple) return true;
        break;
      case Kind::If:
        if (has_annotations(as<If>(n)->body) || has_annotations(as<If>(n)->orelse)) return true;
        break;
      case Kind::For:
        if (has_annotations(as<For>(n)->body) || has_annotations(as<For>(n)->orelse)) return true;
        break;
      case Kind::While:
        if (has_annotations(as<While>(n)->body) || has_annotations(as<While>(n)->orelse)) return true;
        break;
      case Kind::With:
        if (has_annotations(as<With>(n)->body)) return true;
        break;
      case Kind::Try: {
        auto* t = as<Try>(n);
        if (has_annotations(t->body) || has_annotations(t->orelse) || has_annotations(t->finalbody)) return true;
        for (Node* h : t->handlers) {
          if (has_annotations(as<ExceptHandler>(h)->body)) return true;
        }
        break;
      }
      case Kind::Match:
        for (Node* c : as<Match>(n)->cases) {
          if (has_annotations(as<MatchCase>(c)->body)) return true;
        }
        break;
      default: break;
    }
  }
  return false;
}

}  // namespace

std::string FunctionCompiler::qualified(std::string_view name) const {
  std::string prefix;
  const Symbol* s = scope_->find(mangle(&unit_.arena, names_->private_name, unit_.arena.intern(name)));
  if (s && (s->flags & kDefGlobal)) return std::string(name);
  if (scope_->type == Scope::Class) {
    prefix = proto_.qualname + ".";
  } else if (scope_->function_like()) {
    prefix = proto_.qualname + (scope_->type == Scope::Generator ? "." : ".<locals>.");
  }
  std::vector<const Node*> comprehensions;
  for (Scope* c = names_; c != scope_; c = c->parent) comprehensions.push_back(c->node);
  for (size_t i = comprehensions.size(); i-- > 0;)
    prefix += name_of_comprehension(comprehensions[i]) + std::string(".");
  return prefix + std::string(name);
}

const std::string* FunctionCompiler::docstring(const NodeList& body, std::string* storage) const {
  auto* e = cast<Expr>(body.first);
  auto* c = e ? cast<Constant>(e->value) : nullptr;
  if (!c || c->value.type != Literal::Str || unit_.options.optimize >= 2) return nullptr;
  *storage = c->value.text;
  return storage;
}

// --- functions ---

void FunctionCompiler::set_parameters(Arguments* a) {
  proto_.nposonly = a->posonlyargs.count;
  proto_.nparams = a->posonlyargs.count + a->args.count;
  proto_.nkwonly = a->kwonlyargs.count;
  if (a->vararg) proto_.flags |= kVarArgs;
  if (a->kwarg) proto_.flags |= kVarKw;
  for (const Symbol& s : scope_->symbols) {
    if (!(s.flags & kDefParam)) continue;
    declare_local(s.name);
    if (s.name->text == "__debug__") fail_at(begin_, end_, "cannot assign to __debug__");
  }
  if (proto_.nparams + proto_.nkwonly > 30000) fail(a, "more than 30000 arguments");
}

bool FunctionCompiler::nested() const {
  for (const FunctionCompiler* o = outer_; o; o = o->outer_)
    if (o->scope_->function_like()) return true;
  return false;
}

void FunctionCompiler::compile_function(FunctionDef* n) {
  proto_.flags |= kNewLocals;
  if (nested()) proto_.flags |= kNested;
  set_parameters(as<Arguments>(n->args));
  if (n->is_async) {
    proto_.flags |= scope_->is_generator ? kAsyncGen : kCoroutine;
  } else if (scope_->is_generator) {
    proto_.flags |= kGenerator;
  }
  bool plain = !(proto_.flags & (kVarArgs | kVarKw | kGenerator | kCoroutine | kAsyncGen)) && !proto_.nkwonly;
  if (plain) proto_.flags |= kSimple;
  std::string text;
  if (docstring(n->body, &text)) {
    string_constant(text);
    proto_.flags |= kHasDoc;
  }
  layout_locals();
  for (const Symbol& s : scope_->symbols) {
    if ((s.flags & kDefParam) && !(s.flags & kDeleted) && registers_.at(s.name) < 256) {
      bound_.set(size_t(registers_.at(s.name)));
    }
  }
  emit_prologue();
  statements(n->body);
  if (!terminates(n->body)) {
    At place(*this, n->body.last ? n->body.last : n);
    return_none();
  }
  finish_code();
}

void FunctionCompiler::compile_lambda(Lambda* n) {
  proto_.flags |= kNewLocals;
  if (nested()) proto_.flags |= kNested;
  set_parameters(as<Arguments>(n->args));
  if (scope_->is_generator) proto_.flags |= kGenerator;
  if (!(proto_.flags & (kVarArgs | kVarKw | kGenerator)) && !proto_.nkwonly) proto_.flags |= kSimple;
  layout_locals();
  for (const Symbol& s : scope_->symbols) {
    if ((s.flags & kDefParam) && registers_.at(s.name) < 256) bound_.set(size_t(registers_.at(s.name)));
  }
  emit_prologue();
  int r = expr(n->body);
  At at(*this, n->body);
  emit_return(r);
  finish_code();
}

int FunctionCompiler::lambda(Lambda* n, int d) {
  int base = top_;
  FunctionCompiler inner(unit_, this, unit_.scopes.of(n), "<lambda>");
  inner.proto_.qualname = qualified("<lambda>");
  inner.compile_lambda(n);
  int t = temp();
  make_function(inner, as<Arguments>(n->args), nullptr, t);
  return finish(t, d, base);
}

// Evaluates defaults and annotations and makes the function in R[d].
int FunctionCompiler::make_function(FunctionCompiler& inner, Arguments* args, Node* returns, int d) {
  int base = top_;
  int flags = 0;
  int extra = 0;
  if (args) {
    NodeList defaults;
    std::vector<Node*> values;
    for (const NodeList* list : {&args->posonlyargs, &args->args}) {
      for (Node* x : *list) {
        if (as<Arg>(x)->default_value) values.push_back(as<Arg>(x)->default_value);
      }
    }
    bool named = false;
    for (Node* x : args->kwonlyargs) named |= as<Arg>(x)->default_value != nullptr;
    bool annotated = returns != nullptr;
    auto each_annotation = [&](auto&& f) {
      auto one = [&](Node* x) {
        if (x && as<Arg>(x)->annotation) f(as<Arg>(x));
      };
      for (Node* x : args->posonlyargs) one(x);
      for (Node* x : args->args) one(x);
      one(args->vararg);
      for (Node* x : args->kwonlyargs) one(x);
      one(args->kwarg);
    };
    each_annotation([&](Arg*) { annotated = true; });
    if (!values.empty() || named || annotated) extra = temp(3);
    if (!values.empty()) {
      flags |= 1;
      ConstProto all;
      all.type = ConstProto::Tuple;
      bool constant_tuple = true;
      for (Node* x : values) {
        all.items.emplace_back();
        constant_tuple = constant_tuple && folds(x, &all.items.back());
      }
      if (constant_tuple) {
        load_constant(std::move(all), extra);
      } else if (values.size() <= size_t(kMaxDirectItems)) {
        int first = top_;
        for (Node* x : values) fresh(x);
        emit(MKTUPLE, extra, first, int(values.size()));
        clean(first, int(values.size()));
        top_ = first;
      } else {
        emit(MKLIST, extra, extra, 0);
        for (Node* x : values) {
          int save = top_;
          int e = fresh(x);
          emit(APPEND, extra, e);
          clean(e);
          top_ = save;
        }
        emit(TOTUPLE, extra, extra);
      }
      mark(extra);
    }
    auto put = [&](int dict, std::string_view name, auto&& value) {
      int save = top_;
      ConstProto key;
      key.type = ConstProto::Str;
      key.text = name;
      int k = load_constant(std::move(key), -1);
      int v = temp();
      value(v);
      emit(DICTSET, dict, k, v);
      clean(k, 2);
      top_ = save;
    };
    if (named) {
      flags |= 2;
      emit(MKDICT, extra + 1);
      mark(extra + 1);
      for (Node* x : args->kwonlyargs) {
        auto* a = as<Arg>(x);
        if (!a->default_value) continue;
        put(extra + 1, mangled(a->arg)->text, [&](int v) {
          int save = top_;
          into(a->default_value, v);
          top_ = save;
        });
      }
    }
    if (annotated) {
      flags |= 4;
      emit(MKDICT, extra + 2);
      mark(extra + 2);
      auto annotation = [&](Node* value) {
        return [this, value](int v) {
          int save = top_;
          annotation_value(value, v);
          top_ = save;
        };
      };
      each_annotation([&](Arg* a) { put(extra + 2, mangled(a->arg)->text, annotation(a->annotation)); });
      if (returns) put(extra + 2, "return", annotation(returns));
    }
  }
  // Closure cells, in the order of the inner scope.
  for (const Identifier* name : inner.scope_->free) {
    inner.proto_.freevars.emplace_back(name->text);
    CellProto cell{false, 0};
    Scope* s = names_;
    for (; s->inlined(); s = s->parent) {
      const Symbol* k = s->find(name);
      if (k && k->local()) {
        cell = {true, uint16_t(hidden_[s].at(name))};
        break;
      }
    }
    if (!cell.local) {
      const Symbol* k = scope_->find(name);
      bool own = scope_->function_like() && k && k->local();
      bool class_cell = scope_->type == Scope::Class && name->text == "__class__" && scope_->needs_class_cell;
      if (own) {
        cell = {true, uint16_t(registers_.at(name))};
      } else if (class_cell) {
        cell = {true, 1};
      } else {
        cell = {false, uint16_t(free_index(name))};
      }
    }
    inner.proto_.cells.push_back(cell);
  }
  emit2(MKFUNC, d, extra, flags, uint32_t(code_constant(inner)));
  if (extra) clean(extra, 3);
  mark(d);
  top_ = base;
  return d;
}

// Evaluates the decorators into consecutive temporaries, many into a list; gives the first.
int FunctionCompiler::decorators(const NodeList& list) {
  int first = top_;
  const bool many = list.count > kMaxDecorators;
  if (many) {
    temp();
    emit(MKLIST, first, first, 0);
    mark(first);
  }
  for (Node* x : list) {
    At at(*this, x);
    int r = fresh(x);
    if (!many) continue;
    emit(APPEND, first, r);
    clean(r);
    top_ = first + 1;
  }
  return first;
}

// Calls the decorators, last first, on R[value].
void FunctionCompiler::apply_decorators(const NodeList& list, int first, int value) {
  std::vector<Node*> nodes;
  for (Node* x : list) nodes.push_back(x);
  for (size_t i = nodes.size(); i-- > 0;) {
    At at(*this, nodes[i]);
    int a = temp(2);
    int argument = temp();
    if (nodes.size() > kMaxDecorators) {
      load_integer(int64_t(i), a);
      emit(SUBSCR, a, first, a);
    } else {
      emit(TAKE, a, first + int(i));
      clean(first + int(i));
    }
    emit(TAKE, argument, value);
    emit(CALL, a, 1, a);
    emit(TAKE, value, a);
    clean(a, 3);
    mark(value);
    top_ = a;
  }
}

void FunctionCompiler::function_statement(FunctionDef* n) {
  int first = decorators(n->decorator_list);
  At at(*this, n);
  FunctionCompiler inner(unit_, this, unit_.scopes.of(n), std::string(n->name->text));
  inner.proto_.qualname = qualified(n->name->text);
  if (n->decorator_list.first) inner.proto_.first_line = unit_.locate(n->decorator_list.first->begin).line;
  inner.compile_function(n);
  int t = temp();
  make_function(inner, as<Arguments>(n->args), n->returns, t);
  apply_decorators(n->decorator_list, first, t);
  store_name(n->name, t);
}

// --- classes ---

void FunctionCompiler::class_statement(ClassDef* n) {
  int first = decorators(n->decorator_list);
  At at(*this, n);
  int t = temp();
  class_object(n, t);
  apply_decorators(n->decorator_list, first, t);
  store_name(n->name, t);
}

// __build_class__(body function, name, tuple of bases, dict of keywords)
void FunctionCompiler::class_object(ClassDef* n, int d) {
  check_keywords(n->keywords);
  int base = top_;
  int a = temp(2);
  emit2(LOADG, a, 0, 0, global_cache("__build_class__"));
  mark(a);
  FunctionCompiler inner(unit_, this, unit_.scopes.of(n), std::string(n->name->text));
  inner.proto_.qualname = qualified(n->name->text);
  if (n->decorator_list.first) inner.proto_.first_line = unit_.locate(n->decorator_list.first->begin).line;
  inner.compile_class(n);
  int fn = temp(4);
  make_function(inner, nullptr, nullptr, fn);
  ConstProto name;
  name.type = ConstProto::Str;
  name.text = n->name->text;
  load_constant(std::move(name), fn + 1);
  int save = top_;
  move_to(fn + 2, sequence(n->bases, MKTUPLE, fn + 2));
  top_ = save;
  emit(MKDICT, fn + 3);
  mark(fn + 3);
  bool merged = false;
  for (Node* x : n->keywords) {
    auto* k = as<Keyword>(x);
    if (!k->arg) {
      merged = true;
      int e = expr(k->value);
      emit(MERGEKW, fn + 3, e, a);
    } else {
      int into_dict = fn + 3;
      if (merged) {
        into_dict = temp();
        emit(MKDICT, into_dict);
        mark(into_dict);
      }
      ConstProto key;
      key.type = ConstProto::Str;
      key.text = k->arg->text;
      int r = load_constant(std::move(key), -1);
      int v = fresh(k->value);
      emit(DICTSET, into_dict, r, v);
      clean(r, 2);
      if (merged) emit(MERGEKW, fn + 3, into_dict, a);
    }
    end_statement(save);
  }
  emit(CALL, a, 4, a);
  clean(a, 6);
  emit(TAKE, d, a);
  mark(d);
  top_ = base;
}

// The body is a function of its namespace. It returns the cell of __class__ if a method needs it, else None.
void FunctionCompiler::compile_class(ClassDef* n) {
  proto_.flags |= kSimple | kNamespace;
  proto_.nparams = 1;
  layout_locals();
  bound_.set(0);
  bool cell = scope_->needs_class_cell;
  if (cell) emit(MKCELL, 1);
  std::string text;
  if (docstring(n->body, &text)) {  // __module__ and __qualname__ stand in the namespace already
    ConstProto doc;
    doc.type = ConstProto::Str;
    doc.text = text;
    int t = load_constant(std::move(doc), -1);
    emit2(STORENAME, t, 0, 0, uint32_t(string_constant("__doc__")));
    end_statement(t);
  }
  if (has_annotations(n->body)) emit(SETUPANN, 1);
  statements(n->body);
  int t = temp();
  if (cell) {
    emit(MOVE, t, 1);
  } else {
    load_none(t);
  }
  emit_return(t);
  finish_code();
}

// --- modules ---

void FunctionCompiler::compile_module(Node* root) {
  proto_.flags |= kSimple;
  proto_.first_line = 1;
  begin_ = end_ = 0;
  if (unit_.options.own_locals) {
    proto_.flags |= kNamespace;
    proto_.nparams = 1;
  }
  layout_locals();
  if (auto* e = cast<Expression>(root)) {
    At at(*this, e->body);
    int r = expr(e->body);
    emit_return(r);
    finish_code();
    return;
  }
  const NodeList& body = root->kind == Kind::Interactive ? as<Interactive>(root)->body : as<Module>(root)->body;
  std::string text;
  if (root->kind == Kind::Module && docstring(body, &text)) {
    At at(*this, body.first);
    ConstProto doc;
    doc.type = ConstProto::Str;
    doc.text = text;
    int t = load_constant(std::move(doc), -1);
    store_name(unit_.arena.intern("__doc__"), t);
    end_statement(nlocals_);
  }
  if (has_annotations(body)) emit(SETUPANN, unit_.options.own_locals);
  statements(body);
  if (body.last) {
    begin_ = body.last->begin;
    end_ = body.last->end;
  }
  return_none();
  finish_code();
}

}  // namespace adder
