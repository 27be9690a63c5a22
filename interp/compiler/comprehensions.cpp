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

const char* name_of_comprehension(const Node* n) {
  switch (n->kind) {
    case Kind::ListComp: return "<listcomp>";
    case Kind::SetComp: return "<setcomp>";
    case Kind::DictComp: return "<dictcomp>";
    default: return "<genexpr>";
  }
}

static Comprehension* first_clause(Node* n) {
  switch (n->kind) {
    case Kind::ListComp: return as<Comprehension>(as<ListComp>(n)->generators.first);
    case Kind::SetComp: return as<Comprehension>(as<SetComp>(n)->generators.first);
    case Kind::DictComp: return as<Comprehension>(as<DictComp>(n)->generators.first);
    default: return as<Comprehension>(as<GeneratorExp>(n)->generators.first);
  }
}

// The list, set or dict that a comprehension fills, in a new temporary.
int FunctionCompiler::empty_result(Node* n) {
  int t = temp();
  if (n->kind == Kind::DictComp) {
    emit(MKDICT, t);
  } else {
    emit(n->kind == Kind::ListComp ? MKLIST : MKSET, t, t, 0);
  }
  mark(t);
  return t;
}

// Puts the element of this round into R[result].
void FunctionCompiler::add_element(Node* n, int result) {
  int save = top_;
  if (n->kind == Kind::DictComp) {
    int k = fresh(as<DictComp>(n)->key);
    int v = fresh(as<DictComp>(n)->value);
    emit(DICTSET, result, k, v);
    clean(k, 2);
  } else {
    int e = expr(n->kind == Kind::ListComp ? as<ListComp>(n)->elt : as<SetComp>(n)->elt);
    emit(n->kind == Kind::ListComp ? APPEND : SETADD, result, e);
    clean(e);
  }
  end_statement(save);
}

bool FunctionCompiler::misplaced_async(Node* n) {
  if (!unit_.scopes.of(n)->is_async || in_async()) return false;
  fail(n, "asynchronous comprehension outside of an asynchronous function");
  return true;
}

int FunctionCompiler::comprehension(Node* n, int d) {
  int base = top_;
  Scope* s = unit_.scopes.of(n);
  if (misplaced_async(n)) return dst(d);
  uint32_t whole = pc();
  int t = empty_result(n);
  auto* first = first_clause(n);
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
  clauses(first, iterable, [&] { add_element(n, t); });
  names_ = outer;
  if (hidden_top_ > hidden) emit(KILL, hidden, hidden_top_ - 1);
  for (int r = hidden; r < hidden_top_; r++) bound_.reset(size_t(r));
  hidden_top_ = hidden;
  proto_.inlined.push_back({start, pc(), name_of_comprehension(n), whole});
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

// A generator expression, or another comprehension that is a function of its own.
int FunctionCompiler::generator(Node* n, int d) {
  int base = top_;
  Scope* s = unit_.scopes.of(n);
  const bool yields = n->kind == Kind::GeneratorExp;
  if (!yields && misplaced_async(n)) return dst(d);
  FunctionCompiler inner(unit_, this, s, name_of_comprehension(n));
  inner.proto_.qualname = qualified(inner.proto_.name);
  inner.compile_generator(n);
  auto* first = first_clause(n);
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
  if (!yields && s->is_async) await_value(fn, 0, fn);
  return finish(fn, d, base);
}

void FunctionCompiler::compile_generator(Node* n) {
  At at(*this, n);
  const bool yields = n->kind == Kind::GeneratorExp;
  proto_.flags |= kNewLocals | (yields             ? scope_->is_async ? kAsyncGen : kGenerator
                                : scope_->is_async ? kCoroutine
                                                   : kSimple);
  if (nested()) proto_.flags |= kNested;
  proto_.nparams = 1;
  layout_locals();
  bound_.set(0);
  emit_prologue();
  const int result = yields ? -1 : empty_result(n);
  int it = temp();
  // The iterator was made by the caller; taking it leaves the parameter empty, as the last use of it.
  emit(TAKE, it, 0);
  mark(it);
  auto* g = first_clause(n);
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
    if (!yields) return add_element(n, result);
    Node* elt = as<GeneratorExp>(n)->elt;
    int save = top_;
    int e = expr(elt);
    int sent = temp();
    At at(*this, elt);
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
  emit_return(result);
  finish_code();
}

}  // namespace adder
