// Statements that are no blocks.
#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

void FunctionCompiler::statements(const NodeList& list) {
  for (Node* n : list) statement(n);
}

void FunctionCompiler::statement(Node* n) {
  At at(*this, n);
  int base = top_;
  int outer = statement_base_;
  statement_base_ = base;
  statement_inner(n);
  end_statement(base);
  statement_base_ = outer;
}

// No way leads past the end of these statements.
bool FunctionCompiler::terminates(const NodeList& list) {
  if (!list.last) return false;
  switch (list.last->kind) {
    case Kind::Return:
    case Kind::Raise:
    case Kind::Break:
    case Kind::Continue: return true;
    default: return false;
  }
}

void FunctionCompiler::statement_inner(Node* n) {
  switch (n->kind) {
    case Kind::Pass:
    case Kind::Global:
    case Kind::Nonlocal: return;
    case Kind::Expr: return expression_statement(as<Expr>(n));
    case Kind::Assign: return assign_statement(as<Assign>(n));
    case Kind::AugAssign: return augmented(as<AugAssign>(n));
    case Kind::AnnAssign: return annotated(as<AnnAssign>(n));
    case Kind::Delete:
      for (Node* t : as<Delete>(n)->targets) {
        int base = top_;
        delete_target(t);
        end_statement(base);
      }
      return;
    case Kind::Return: return return_statement(as<Return>(n));
    case Kind::Raise: return raise_statement(as<Raise>(n));
    case Kind::Assert: return assert_statement(as<Assert>(n));
    case Kind::Import: return import_statement(as<Import>(n));
    case Kind::ImportFrom: return import_from(as<ImportFrom>(n));
    case Kind::If: return if_statement(as<If>(n));
    case Kind::While: return while_statement(as<While>(n));
    case Kind::For: return as<For>(n)->is_async ? async_for_statement(as<For>(n)) : for_statement(as<For>(n));
    case Kind::With: return with_statement(as<With>(n), as<With>(n)->items.first);
    case Kind::Try: return try_statement(as<Try>(n));
    case Kind::Match: return match_statement(as<Match>(n));
    case Kind::Break: return loop_jump(n, true);
    case Kind::Continue: return loop_jump(n, false);
    case Kind::FunctionDef: return function_statement(as<FunctionDef>(n));
    case Kind::ClassDef: return class_statement(as<ClassDef>(n));
    default: fail(n, "this kind of statement cannot stand here");
  }
}

void FunctionCompiler::expression_statement(Expr* n) {
  bool prints = unit_.options.mode == CompileMode::Single && scope_->type == Scope::Module;
  if (prints) {
    int r = expr(n->value);
    emit(PRINTEXPR, r);
    mark(r);
    return;
  }
  if (n->value->kind == Kind::Constant) return;
  mark(expr(n->value));
}

void FunctionCompiler::assign_statement(Assign* n) {
  if (n->targets.count == 1) {
    Node* target = n->targets.first;
    int local = local_target(target);
    if (local >= 0) {
      int r = expr(n->value, local);
      if (r != local) {
        emit(is_temp(r) ? TAKE : MOVE, local, r);
        clean(r);
      }
      note_bound(mangled(as<Name>(target)->id), local);
      return;
    }
    auto* left = cast<Tuple>(target);
    auto* right = cast<Tuple>(n->value);
    if (left && right && left->elts.count == right->elts.count && left->elts.count <= 3) {
      // a, b = b, a without a tuple
      bool star = false;
      for (Node* x : left->elts) star |= x->kind == Kind::Starred;
      for (Node* x : right->elts) star |= x->kind == Kind::Starred;
      if (!star) {
        int b = top_;
        for (Node* x : right->elts) fresh(x);
        for (Node* x : left->elts) assign(x, b++);
        return;
      }
    }
    assign(target, expr(n->value));
    return;
  }
  int r = fresh(n->value);
  mark(r);
  for (Node* t : n->targets) {
    if (!t->next) {
      assign(t, r);
      return;
    }
    int copy = temp();
    emit(MOVE, copy, r);
    mark(copy);
    assign(t, copy);
    if (dirty_.test(size_t(copy))) kill(copy);
    top_ = copy;
  }
}

// r < 0: None.
void FunctionCompiler::emit_return(int r) {
  int used = std::max(nlocals_, high_);
  if (far_locals_ || far_saved_high_ || used > 254) used = 255;
  if (proto_.flags & (kGenerator | kCoroutine | kAsyncGen)) used = 0;
  if (r < 0)
    emit(RETNONE, 0, used);
  else
    emit(RET, r, used);
}

static bool is_none(const Node* n) {
  return n->kind == Kind::Constant && as<Constant>(n)->value.type == Literal::None;
}
void FunctionCompiler::return_none() {
  emit_return(-1);
}

void FunctionCompiler::return_statement(Return* n) {
  if (!scope_->function_like()) {
    fail(n, "'return' outside function");
    return;
  }
  if (n->value && scope_->is_async && scope_->is_generator) {
    fail(n, "'return' with value in async generator");
    return;
  }
  for (size_t i = blocks_.size(); i-- > 0;) {
    if (blocks_[i]->kind == Block::GroupHandler) {
      fail(n->value ? n->value : n, "'break', 'continue' and 'return' cannot appear in an except* block");
      return;
    }
  }
  bool plain = true;
  for (Block* b : blocks_) {
    plain &= b->kind == Block::Loop || b->kind == Block::Try;  // a handled exception goes before the frame that it holds
  }
  int r;
  if (plain) {
    r = n->value && !is_none(n->value) ? expr(n->value) : -1;
  } else {
    r = n->value ? fresh(n->value) : -1;
    if (r >= 0) mark(r);
    leave_blocks(0);
  }
  emit_return(r);
  if (!plain) resume_blocks(0);
  clean(statement_base_, 256 - statement_base_);  // nothing of this statement is left on any path
}

void FunctionCompiler::raise_statement(Raise* n) {
  int handled = 255;
  for (size_t i = blocks_.size(); i-- > 0 && handled == 255;) {
    if (blocks_[i]->kind == Block::Handler || blocks_[i]->kind == Block::GroupHandler) handled = blocks_[i]->reg;
  }
  if (!n->exc) {
    if (handled == 255) {
      emit(RAISE0);
    } else {
      int t = temp();
      emit(MOVE, t, handled);
      emit(RERAISE, t);
    }
    clean(statement_base_, 256 - statement_base_);
    return;
  }
  int x = expr(n->exc);
  top_ = std::max(top_, x + 1);
  int cause = n->cause ? expr(n->cause) : 255;
  emit(RAISE, x, cause, handled);
  clean(statement_base_, 256 - statement_base_);  // unwinding clears what is left
}

// What a failed assertion points at: the comparison that is tested last, as CPython's jumps leave it. Null: the
// statement.
static Node* last_comparison(Node* test) {
  if (test->kind == Kind::Compare) return test;
  if (auto* u = cast<UnaryOp>(test)) return u->op == Operator::Not ? last_comparison(u->operand) : nullptr;
  Node* found = nullptr;
  if (auto* b = cast<BoolOp>(test)) {
    for (Node* x : b->values)
      if (Node* inner = last_comparison(x)) found = inner;
  } else if (auto* choice = cast<IfExp>(test)) {
    for (Node* x : {choice->test, choice->body, choice->orelse})
      if (Node* inner = last_comparison(x)) found = inner;
  }
  return found;
}
void FunctionCompiler::assert_statement(Assert* n) {
  if (unit_.options.optimize) return;
  Label fine;
  branch(n->test, true, fine);
  Node* comparison = last_comparison(n->test);
  At at(*this, comparison ? comparison : n);
  int a = temp(2);
  emit(ASSERTERR, a);
  mark(a);
  if (n->msg) {
    fresh(n->msg);
    emit(CALL, a, 1, a);
    clean(a + 2);
  }
  emit(RAISE, a, 255, 255);
  end_statement(a);
  bind(fine);
}

void FunctionCompiler::import_statement(Import* n) {
  for (Node* x : n->names) {
    auto* a = as<Alias>(x);
    int base = top_;
    int t = temp();
    emit2(IMPORT, t, 255, 0, uint32_t(name_constant(a->name)));
    mark(t);
    std::string_view name = a->name->text;
    size_t dot = name.find('.');
    if (!a->asname) {
      store_name(dot == name.npos ? a->name : unit_.arena.intern(name.substr(0, dot)), t);
    } else {
      // import a.b.c as d: from the top package down
      while (dot != name.npos) {
        size_t next = name.find('.', dot + 1);
        int part = temp();
        emit2(IMPORTF, part, t, 0, uint32_t(string_constant(name.substr(dot + 1, next - dot - 1))));
        mark(part);
        move_to(t, part);
        top_ = t + 1;
        dot = next;
      }
      store_name(a->asname, t);
    }
    end_statement(base);
  }
}

void FunctionCompiler::import_from(ImportFrom* n) {
  bool future = n->level == 0 && n->module && n->module->text == "__future__";
  if (future && !n->leading) {
    fail(n, "from __future__ imports must occur at the beginning of the file");
    return;
  }
  if (n->level > 255) {
    fail(n, "too many dots in a relative import");
    return;
  }
  int module = temp();
  int names = temp();
  ConstProto list;
  list.type = ConstProto::Tuple;
  for (Node* x : n->names) {
    ConstProto name;
    name.type = ConstProto::Str;
    name.text = as<Alias>(x)->name->text;
    list.items.push_back(std::move(name));
  }
  load_constant(std::move(list), names);
  emit2(IMPORT, module, names, n->level, uint32_t(string_constant(n->module ? n->module->text : "")));
  mark(module);
  for (Node* x : n->names) {
    auto* a = as<Alias>(x);
    if (a->name->text == "*") {
      emit(IMPORTALL, module, scope_->type == Scope::Class || unit_.options.own_locals);
      continue;
    }
    int save = top_;
    int t = temp();
    emit2(IMPORTF, t, module, 0, uint32_t(string_constant(a->name->text)));
    mark(t);
    store_name(a->asname ? a->asname : a->name, t);
    if (dirty_.test(size_t(t))) kill(t);
    top_ = save;
  }
}

}  // namespace adder
