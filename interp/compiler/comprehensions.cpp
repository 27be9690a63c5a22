// Comprehensions run in the frame around them (see scope.h); generator expressions are functions of one argument, the
// first iterable.
#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

bool FunctionCompiler::in_async() const {
  return scope_->is_async;
}

// Variables of the comprehension that closures share: a new cell each time the comprehension runs.
void FunctionCompiler::make_hidden_cells(Scope* s) {
  for (const Symbol& k : s->symbols) {
    if (!k.local() || !(k.flags & kCellVariable)) continue;
    int r = hidden_[s].at(k.name);
    cell_names_[k.name] = int(proto_.cellvars.size());
    proto_.cellvars.emplace_back(k.name->text);
    emit(KILL, r, r);
    emit(MKCELL, r);
  }
}

int FunctionCompiler::comprehension(Node* n, int d) {
  int base = top_;
  Scope* s = unit_.scopes.of(n);
  const NodeList* generators;
  const char* label;
  switch (n->kind) {
    case Kind::ListComp:
      generators = &as<ListComp>(n)->generators;
      label = "<listcomp>";
      break;
    case Kind::SetComp:
      generators = &as<SetComp>(n)->generators;
      label = "<setcomp>";
      break;
    default:
      generators = &as<DictComp>(n)->generators;
      label = "<dictcomp>";
      break;
  }
  if (s->is_async && !in_async()) {
    fail(n, "asynchronous comprehension outside of an asynchronous function");
    return dst(d);
  }
  int t = temp();
  uint32_t whole = pc();
  if (n->kind == Kind::DictComp) {
    emit(MKDICT, t);
  } else {
    emit(n->kind == Kind::ListComp ? MKLIST : MKSET, t, t, 0);
  }
  mark(t);
  auto* first = as<Comprehension>(generators->first);
  int iterable = fresh(first->iter);
  iterate(first, iterable);
  uint32_t start = pc();
  int hidden = hidden_top_;
  auto& registers = hidden_[s];
  registers.clear();
  for (const Symbol& k : s->symbols) {
    if (!k.local()) continue;
    bound_.reset(size_t(hidden_top_));
    registers[k.name] = hidden_top_++;
    hidden_names_[s][k.name] = int(proto_.varnames.size());
    proto_.varnames.emplace_back(k.name->text);
  }
  Scope* outer = names_;
  names_ = s;
  make_hidden_cells(s);
  clauses(generators->first, iterable, [&] {
    int save = top_;
    if (n->kind == Kind::DictComp) {
      int k = fresh(as<DictComp>(n)->key);
      int v = fresh(as<DictComp>(n)->value);
      emit(DICTSET, t, k, v);
      clean(k, 2);
    } else {
      int e = expr(n->kind == Kind::ListComp ? as<ListComp>(n)->elt : as<SetComp>(n)->elt);
      emit(n->kind == Kind::ListComp ? APPEND : SETADD, t, e);
      clean(e);
    }
    end_statement(save);
  });
  names_ = outer;
  if (hidden_top_ > hidden) emit(KILL, hidden, hidden_top_ - 1);
  for (int r = hidden; r < hidden_top_; r++) bound_.reset(size_t(r));
  hidden_top_ = hidden;
  proto_.inlined.push_back({start, pc(), label, whole});
  return finish(t, d, base);
}

// Makes an iterator of the iterable of a `for` in its register.
void FunctionCompiler::iterate(Node* generator, int iterable) {
  if (iterable > 250) return fail_at(begin_, end_, "too many statically nested blocks");
  auto* g = as<Comprehension>(generator);
  if (g->is_async && !in_async()) fail(g, "asynchronous comprehension outside of an asynchronous function");
  emit(g->is_async ? AITER : ITER, iterable, iterable);
  mark(iterable);
}
// One `for` with its conditions, and what stands inside. The iterator is in a temporary.
void FunctionCompiler::clauses(Node* generator, int iterable, const std::function<void()>& body) {
  auto* g = as<Comprehension>(generator);
  iterable = std::min(iterable, 250);  // iterate() has refused more
  int base = iterable;
  int it = iterable;
  Label next;
  Label skip;
  Label start;
  Label done;
  auto known = bound_;
  int local = g->is_async ? -1 : local_target(g->target);
  if (g->is_async) {
    bind(start);
    top_ = it + 1;
    async_next(it, g->target, done, top_);
  } else {
    jump(next);
    bind(start);
    top_ = it + 1;
    if (local >= 0) {
      note_bound(mangled(as<Name>(g->target)->id), local);
    } else {
      int item = temp();
      mark(item);
      assign(g->target, item);
      if (dirty_.test(size_t(item))) kill(item);
    }
    top_ = it + 1;
  }
  for (Node* c : g->ifs) {
    int save = top_;
    branch(c, false, skip);
    end_statement(save);
  }
  if (g->next) {
    int inner = fresh(as<Comprehension>(g->next)->iter);
    iterate(g->next, inner);
    clauses(g->next, inner, body);
  } else {
    body();
  }
  bind(skip);
  bound_ = known;
  if (g->is_async) {
    jump(start);
    bind(done);
  } else {
    bind(next);
    top_ = it + 1;
    int item = local >= 0 ? local : temp();
    next_item(NEXT, item, it, 0, start);
    if (local < 0) clean(item);
  }
  top_ = base;
  kill(it);
}

int FunctionCompiler::generator(GeneratorExp* n, int d) {
  int base = top_;
  Scope* s = unit_.scopes.of(n);
  FunctionCompiler inner(unit_, this, s, "<genexpr>");
  inner.proto_.qualname = qualified("<genexpr>");
  inner.compile_generator(n);
  auto* first = as<Comprehension>(n->generators.first);
  int fn = temp(3);
  make_function(inner, nullptr, nullptr, fn);
  int save = top_;
  int it = expr(first->iter);
  emit(first->is_async ? AITER : ITER, fn + 2, it);
  if (is_temp(it)) kill(it);  // the callee's registers begin where it stands
  mark(fn + 2);
  top_ = save;
  emit(CALL, fn, 1, fn);
  clean(fn + 1, 2);
  mark(fn);
  top_ = fn + 1;
  return finish(fn, d, base);
}

void FunctionCompiler::compile_generator(GeneratorExp* n) {
  At at(*this, n);
  proto_.flags |= kNewLocals | (scope_->is_async ? kAsyncGen : kGenerator);
  if (nested()) proto_.flags |= kNested;
  proto_.nparams = 1;
  layout_locals();
  bound_.set(0);
  emit_prologue();
  int it = temp();
  // The iterator was made by the caller; taking it leaves the parameter empty, as the last use of it.
  emit(TAKE, it, 0);
  mark(it);
  auto* g = as<Comprehension>(n->generators.first);
  Label next;
  Label skip;
  Label start;
  Label done;
  if (g->is_async) {
    bind(start);
    async_next(it, g->target, done, top_);
  } else {
    jump(next);
    bind(start);
    int item = temp();
    mark(item);
    assign(g->target, item);
    if (dirty_.test(size_t(item))) kill(item);
    top_ = it + 1;
  }
  auto known = bound_;
  for (Node* c : g->ifs) {
    int save = top_;
    branch(c, false, skip);
    end_statement(save);
  }
  auto body = [&] {
    int save = top_;
    int e = expr(n->elt);
    int sent = temp();
    At at(*this, n->elt);
    emit(YIELD, e, sent, 0);
    clean(e);
    mark(sent);
    end_statement(save);
  };
  if (g->next) {
    int inner = fresh(as<Comprehension>(g->next)->iter);
    iterate(g->next, inner);
    clauses(g->next, inner, body);
  } else {
    body();
  }
  bind(skip);
  bound_ = known;
  if (g->is_async) {
    jump(start);
    bind(done);
  } else {
    bind(next);
    top_ = it + 1;
    int item = temp();
    next_item(NEXT, item, it, 0, start);
    clean(item);
  }
  kill(it);
  top_ = it;
  return_none();
  finish_code();
}

}  // namespace adder
