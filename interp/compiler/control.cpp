// Blocks: if, loops, try, with. See function_compiler.h on leaving protected regions.
#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

// --- the stack of blocks ---

void FunctionCompiler::open_block(Block& b) {
  if (blocks_.size() >= size_t(kMaxBlocks)) fail_at(begin_, end_, "too many statically nested blocks");
  b.open = pc();
  blocks_.push_back(&b);
}

void FunctionCompiler::close_block(Block& b) {
  if (b.open < pc()) b.ranges.push_back({b.open, pc()});
  blocks_.pop_back();
}

// What follows is outside the ranges of blocks `from` and inner ones.
void FunctionCompiler::suspend_blocks(size_t from) {
  for (size_t i = from; i < blocks_.size(); i++) {
    Block* b = blocks_[i];
    if (b->open < pc()) b->ranges.push_back({b->open, pc()});
    b->open = pc();
  }
}

void FunctionCompiler::resume_blocks(size_t from) {
  for (size_t i = from; i < blocks_.size(); i++) blocks_[i]->open = pc();
}

// Runs what stands between here and block `to`, innermost first, each piece outside its own range. The ranges stay
// suspended; the caller emits the jump and resumes them.
void FunctionCompiler::leave_blocks(size_t to) {
  std::vector<Block*> saved = blocks_;
  auto known = bound_;
  auto dirty = dirty_;
  for (size_t i = saved.size(); i-- > to;) {
    Block* b = saved[i];
    if (b->open < pc()) b->ranges.push_back({b->open, pc()});
    blocks_.resize(i);
    switch (b->kind) {
      case Block::Handler:
      case Block::GroupHandler:
        kill(b->reg);
        if (b->bound) unbind_name(b->bound);
        break;
      case Block::Loop:
        if (b->reg >= 0) kill(b->reg);
        break;
      case Block::Finally:
        if (b->body) statements(*b->body);
        break;
      case Block::With:
      case Block::AsyncWith: with_exit(b->reg, -1, b->kind == Block::AsyncWith, -1); break;
      case Block::Try: break;
    }
    for (size_t k = i; k < saved.size(); k++) saved[k]->open = pc();
  }
  blocks_ = saved;
  bound_ = known;
  dirty_ = dirty;
}

void FunctionCompiler::add_handlers(const Block& b, uint32_t target, int reg) {
  for (auto [start, end] : b.ranges) {
    if (start < end) proto_.handlers.push_back({start, end, target, uint8_t(reg), uint8_t(reg)});
  }
}

void FunctionCompiler::add_handled(const Block& b, int reg) {
  for (auto [start, end] : b.ranges) {
    if (start < end) proto_.handled.push_back({start, end, uint8_t(reg)});
  }
}

// --- if and loops ---

// Statements behind a constant condition make no code, but what cannot stand there is still an error: the first such
// node, or null.
static const Node* misplaced(const NodeList& body, bool loop, bool function, const char** message) {
  auto found = [&](const Node* n, const char* text) {
    *message = text;
    return n;
  };
  auto yields = [](const Node* v) { return v && (v->kind == Kind::Yield || v->kind == Kind::YieldFrom); };
  const Node* r = nullptr;
  auto in = [&](const NodeList& list, bool in_loop) { return (r = misplaced(list, in_loop, function, message)) != nullptr; };
  for (const Node* n : body) {
    switch (n->kind) {
      case Kind::Return:
        if (!function) return found(n, "'return' outside function");
        break;
      case Kind::Break:
        if (!loop) return found(n, "'break' outside loop");
        break;
      case Kind::Continue:
        if (!loop) return found(n, "'continue' not properly in loop");
        break;
      case Kind::Expr:
        if (!function && yields(as<Expr>(n)->value)) return found(as<Expr>(n)->value, "'yield' outside function");
        break;
      case Kind::Assign:
        if (!function && yields(as<Assign>(n)->value)) return found(as<Assign>(n)->value, "'yield' outside function");
        break;
      case Kind::If:
        if (in(as<If>(n)->body, loop) || in(as<If>(n)->orelse, loop)) return r;
        break;
      case Kind::While:
        if (in(as<While>(n)->body, true) || in(as<While>(n)->orelse, loop)) return r;
        break;
      case Kind::For:
        if (in(as<For>(n)->body, true) || in(as<For>(n)->orelse, loop)) return r;
        break;
      case Kind::With:
        if (in(as<With>(n)->body, loop)) return r;
        break;
      case Kind::Try: {
        auto* t = as<Try>(n);
        if (in(t->body, loop) || in(t->orelse, loop) || in(t->finalbody, loop)) return r;
        for (const Node* h : t->handlers)
          if (in(as<ExceptHandler>(h)->body, loop)) return r;
        break;
      }
      case Kind::Match:
        for (const Node* c : as<Match>(n)->cases)
          if (in(as<MatchCase>(c)->body, loop)) return r;
        break;
      default: break;
    }
  }
  return nullptr;
}

void FunctionCompiler::if_statement(If* n) {
  // A chain of elif is walked in a loop, however long it is.
  Label done;
  std::bitset<256> joined;
  bool reachable = false;  // some branch comes to its end
  auto join = [&](const NodeList& body) {
    if (terminates(body)) return;
    joined = reachable ? joined & bound_ : bound_;
    reachable = true;
  };
  auto check_dead = [&](const NodeList& body) {
    bool loop = false;
    for (Block* b : blocks_) loop |= b->kind == Block::Loop;
    const char* message = nullptr;
    if (const Node* bad = misplaced(body, loop, scope_->function_like(), &message)) fail(bad, message);
  };
  for (;;) {
    ConstProto c;
    int truth = -1;  // a constant condition
    if (folds(n->test, &c)) {
      truth = c.type == ConstProto::True || (c.type == ConstProto::Int && c.integer) ? 1
              : c.type <= ConstProto::False || (c.type == ConstProto::Int)           ? 0
                                                                                     : -1;
    }
    Label otherwise;
    auto before = bound_;
    if (truth >= 0) check_dead(truth ? n->orelse : n->body);
    if (truth != 0) {
      if (truth < 0) {
        At at(*this, n);  // an `elif` is a statement of its own
        branch(n->test, false, otherwise);
        before = bound_;
      }
      statements(n->body);
      join(n->body);
      if (truth < 0 && !n->orelse.empty() && !terminates(n->body)) jump(done);
    }
    if (truth == 1) break;
    bind(otherwise);
    bound_ = before;
    auto* next = n->orelse.count == 1 ? cast<If>(n->orelse.first) : nullptr;
    if (next) {
      n = next;
      begin_ = n->begin;
      end_ = n->end;
      continue;
    }
    statements(n->orelse);
    join(n->orelse);
    break;
  }
  bind(done);
  if (reachable) bound_ = joined;
}

void FunctionCompiler::while_statement(While* n) {
  Block loop{Block::Loop};
  ConstProto c;
  bool constant = folds(n->test, &c);
  bool forever = constant && (c.type == ConstProto::True || (c.type == ConstProto::Int && c.integer));
  bool never = constant && (c.type == ConstProto::False || (c.type == ConstProto::Int && !c.integer));
  if (never) {
    const char* message = nullptr;
    if (const Node* bad = misplaced(n->body, true, scope_->function_like(), &message)) fail(bad, message);
    statements(n->orelse);
    return;
  }
  Label test;
  Label body;
  if (!forever) jump(test);
  bind(body);
  auto known = bound_;
  open_block(loop);
  statements(n->body);
  close_block(loop);
  bind(loop.continues);
  bound_ = known;
  if (forever) {
    jump(body);
  } else {
    bind(test);
    branch(n->test, true, body);
    statements(n->orelse);
  }
  bind(loop.breaks);
  bound_ = known;
}

void FunctionCompiler::for_statement(For* n) {
  int it = top_;
  int x = expr(n->iter);
  top_ = it;
  temp();
  emit(ITER, it, x);  // at the statement, as the steps of the iterator
  mark(it);
  Label next;
  Label body;
  jump(next);
  bind(body);
  auto known = bound_;
  int local = local_target(n->target);
  int item = local >= 0 ? local : temp();
  if (local >= 0) {
    note_bound(mangled(as<Name>(n->target)->id), local);
  } else {
    mark(item);
    assign(n->target, item);
    end_statement(it + 1);
  }
  Block loop{Block::Loop};
  loop.reg = it;
  open_block(loop);
  statements(n->body);
  close_block(loop);
  bind(loop.continues);
  bind(next);
  bound_ = known;
  next_item(NEXT, item, it, 0, body);  // exhaustion leaves `item` alone, so that a loop variable keeps its last value
  top_ = it + 1;
  if (!n->orelse.empty()) {
    kill(it);
    statements(n->orelse);
  }
  bind(loop.breaks);
  bound_ = known;
  kill(it);
  top_ = it;
}

// Awaits the next item of R[iterator] and assigns it; at the end jumps to `exhausted` with temporaries from `base` on
// empty. StopAsyncIteration counts only where __anext__ is awaited.
void FunctionCompiler::async_next(int iterator, Node* target, Label& exhausted, int base) {
  top_ = base;
  if (far_saved_) fail_at(begin_, end_, "too many values at once in one statement");  // its handler would clear them
  Block attempt{Block::Try};
  Label got;
  open_block(attempt);
  int a = temp();
  emit(ANEXT, a, iterator);
  mark(a);
  int item = drive(a, base);
  close_block(attempt);
  jump(got);
  add_handlers(attempt, pc(), base);
  {
    int t = base + 1;
    high_ = std::max(high_, t + 1);
    Label other;
    emit(ISASTOP, t, base);
    jump_if(other, JTRUE, t, 0, 0);
    emit(KILL, base, base);
    jump(exhausted);
    bind(other);
    emit(RERAISE, base);
  }
  bind(got);
  mark(item);
  assign(target, item);
  if (dirty_.test(size_t(item))) kill(item);
  top_ = base;
}

void FunctionCompiler::async_for_statement(For* n) {
  if (!in_async() || !scope_->function_like()) {
    fail(n, "'async for' outside async function");
    return;
  }
  int it = fresh(n->iter);
  {
    At at(*this, n->iter);
    emit(AITER, it, it);
  }
  mark(it);
  Block loop{Block::Loop};
  loop.reg = it;
  Label exhausted;
  bind(loop.continues);
  auto known = bound_;
  async_next(it, n->target, exhausted, it + 1);
  open_block(loop);
  statements(n->body);
  close_block(loop);
  jump(loop.continues);
  bind(exhausted);
  bound_ = known;
  top_ = it + 1;
  if (!n->orelse.empty()) {
    kill(it);
    statements(n->orelse);
  }
  bind(loop.breaks);
  bound_ = known;
  kill(it);
  top_ = it;
}

void FunctionCompiler::loop_jump(Node* n, bool is_break) {
  size_t i = blocks_.size();
  while (i > 0 && blocks_[i - 1]->kind != Block::Loop) {
    if (blocks_[i - 1]->kind == Block::GroupHandler) {
      fail(n, "'break', 'continue' and 'return' cannot appear in an except* block");
      return;
    }
    i--;
  }
  if (!i) {
    fail(n, is_break ? "'break' outside loop" : "'continue' not properly in loop");
    return;
  }
  leave_blocks(i);
  suspend_blocks(i);
  jump(is_break ? blocks_[i - 1]->breaks : blocks_[i - 1]->continues);
  resume_blocks(i);
}

// --- try ---

void FunctionCompiler::try_statement(Try* n) {
  int e = temp();
  auto before = bound_;
  Block outer{Block::Finally};
  outer.body = &n->finalbody;
  bool has_finally = !n->finalbody.empty();
  if (has_finally) open_block(outer);
  if (n->handlers.empty()) {
    statements(n->body);
  } else {
    Label done;
    Block body{Block::Try};
    open_block(body);
    statements(n->body);
    close_block(body);
    statements(n->orelse);
    if (!terminates(n->orelse.empty() ? n->body : n->orelse)) jump(done);
    add_handlers(body, pc(), e);
    bound_ = before;
    mark(e);
    Block handler{Block::Handler};
    handler.reg = e;
    if (n->is_star) {
      except_star_clauses(n, e, done);
    } else {
      except_clauses(n, e, done);
    }
    clean(e);
    bind(done);
  }
  bound_ = before;
  if (!has_finally) {
    top_ = e;
    return;
  }
  close_block(outer);
  Label over;
  statements(n->finalbody);
  jump(over);
  add_handlers(outer, pc(), e);
  bound_ = before;
  Block handler{Block::Handler};
  handler.reg = e;
  open_block(handler);
  top_ = e + 1;
  statements(n->finalbody);
  close_block(handler);
  add_handled(handler, e);
  {
    At place(*this, n->finalbody.last);
    emit(RERAISE, e);
  }
  bind(over);
  bound_ = before;
  top_ = e;
}

void FunctionCompiler::except_clauses(Try* n, int e, Label& done) {
  auto before = bound_;
  Block matching{Block::Try};  // while the classes are evaluated the exception is being handled too
  open_block(matching);
  bool has_bare = false;
  for (Node* x : n->handlers) {
    auto* h = as<ExceptHandler>(x);
    At at(*this, h);
    Label next;
    top_ = e + 1;
    if (h->type) {
      int save = top_;
      int k = expr(h->type);
      top_ = std::max(top_, k + 1);
      int t = temp();
      emit(EXCMATCH, t, e, k);
      flush(save, t, t);
      jump_if(next, JTRUE, t, 0, 0);
      top_ = save;
    } else {
      if (h->next) fail(h, "default 'except:' must be last");
      has_bare = true;
    }
    close_block(matching);
    Block body{Block::Handler};
    body.reg = e;
    body.bound = h->name;
    open_block(body);
    if (h->name) {
      int t = temp();
      emit(MOVE, t, e);
      mark(t);
      store_name(h->name, t);
      if (dirty_.test(size_t(t))) kill(t);
      top_ = e + 1;
    }
    if (h->name) {  // the name goes whatever happens
      Label fine;
      Block cleanup{Block::Try};
      open_block(cleanup);
      statements(h->body);
      close_block(cleanup);
      if (!terminates(h->body)) jump(fine);
      int second = e + 1;
      high_ = std::max(high_, second + 1);
      add_handlers(cleanup, pc(), second);
      unbind_name(h->name);
      emit(RERAISE, second, 1);
      bind(fine);
    } else {
      statements(h->body);
    }
    close_block(body);
    add_handled(body, e);
    if (!terminates(h->body)) {  // the exception ends on the line that its handler ends on
      At place(*this, h->body.last);
      if (h->name) unbind_name(h->name);
      emit(KILL, e, e);
      jump(done);
    }
    bind(next);
    open_block(matching);
    bound_ = before;
  }
  if (!has_bare) emit(RERAISE, e);
  close_block(matching);
  add_handled(matching, e);
}

// except*: what each clause takes out of the group, what its body raises, and what is left are put together at the end.
void FunctionCompiler::except_star_clauses(Try* n, int e, Label& done) {
  auto before = bound_;
  top_ = e + 1;
  int rest = temp();
  int raised = temp();
  emit(MOVE, rest, e);
  emit(MKLIST, raised, raised, 0);
  Block whole{Block::GroupHandler};
  whole.reg = e;
  open_block(whole);
  for (Node* x : n->handlers) {
    auto* h = as<ExceptHandler>(x);
    At at(*this, h);
    Label next;
    top_ = raised + 1;
    int match = temp(2);
    {
      int save = top_;
      int k = expr(h->type);
      emit(EGMATCH, match, rest, k);
      mark(match);
      mark(match + 1);
      flush(save, match, match + 1);
    }
    emit(TAKE, rest, match + 1);
    clean(match + 1);
    jump_if(next, JNONE, match, 0, 1);
    top_ = match + 1;
    close_block(whole);
    Block body{Block::GroupHandler};
    body.reg = match;
    body.bound = h->name;
    Label fine;
    open_block(body);
    if (h->name) {
      int t = temp();
      emit(MOVE, t, match);
      mark(t);
      store_name(h->name, t);
      if (dirty_.test(size_t(t))) kill(t);
      top_ = match + 1;
    }
    Block attempt{Block::Try};
    open_block(attempt);
    statements(h->body);
    close_block(attempt);
    jump(fine);
    int second = match + 1;
    high_ = std::max(high_, second + 1);
    add_handlers(attempt, pc(), second);
    close_block(body);
    add_handled(body, match);
    emit(APPEND, raised, second);
    bind(fine);
    if (h->name) unbind_name(h->name);
    open_block(whole);
    bind(next);
    emit(KILL, match, match + 1);
    clean(match, 2);
    bound_ = before;
  }
  close_block(whole);
  add_handled(whole, e);
  Label swallowed;
  top_ = raised + 1;
  int result = temp();
  emit(APPEND, raised, rest);
  emit(EGRAISE, result, e, raised);
  emit(KILL, e, raised);
  jump_if(swallowed, JNONE, result, 0, 1);
  emit(RERAISE, result);
  bind(swallowed);
  emit(KILL, e, result);
  jump(done);
  clean(e, result - e + 1);
}

// --- with ---

// Registers: m, m+1 the exit method and its self; m+2 the exception; the enter method's window starts at m+2 too.
void FunctionCompiler::with_statement(With* n, Node* item_node) {
  if (unit_.failed) return;  // nested too deep, which the next item would be still more
  if (!item_node) return statements(n->body);
  if (n->is_async && (!in_async() || !scope_->function_like())) {
    fail(n, "'async with' outside async function");
    return;
  }
  auto* item = as<WithItem>(item_node);
  int outer_base = statement_base_;
  int m = temp(2);
  int w = temp(2);
  int e = w;
  into(item->context_expr, w);
  top_ = w + 2;
  emit(WITHLOOK, m, w, n->is_async);
  mark(m);
  mark(m + 1);
  emit(CALLM, w, 0, w);
  clean(w + 1);
  mark(w);
  if (n->is_async) await_value(w, 1, w);
  mark(w);
  Block body{n->is_async ? Block::AsyncWith : Block::With};
  body.reg = m;
  body.node = item->context_expr;
  open_block(body);
  top_ = w + 1;
  statement_base_ = w + 1;
  if (item->optional_vars) assign(item->optional_vars, w);
  if (dirty_.test(size_t(w))) kill(w);
  top_ = e + 1;
  auto before = bound_;
  with_statement(n, item->next);
  close_block(body);
  bound_ = before;
  Label done;
  top_ = e + 1;
  with_exit(m, -1, n->is_async, -1);
  jump(done);
  add_handlers(body, pc(), e);
  Block handler{Block::Handler};
  handler.reg = e;
  open_block(handler);
  mark(e);
  top_ = e + 1;
  int r = temp();
  with_exit(m, e, n->is_async, r);
  Label swallowed;
  jump_if(swallowed, JTRUE, r, 1, 1);
  clean(r);
  close_block(handler);
  add_handled(handler, e);
  emit(RERAISE, e, 1);
  bind(swallowed);
  emit(KILL, m, r);
  bind(done);
  clean(m, 4);
  clean(r);
  statement_base_ = outer_base;
  top_ = m;
}

// Calls the exit method at m; with an exception the result goes to register `result`.
void FunctionCompiler::with_exit(int m, int exception, bool is_async, int result) {
  int base = top_;
  int a = temp(2);
  emit(exception < 0 ? TAKE : MOVE, a, m);
  emit(exception < 0 ? TAKE : MOVE, a + 1, m + 1);
  for (int i = 0; i < 3; i++) {
    int x = temp();
    if (exception < 0) {
      load_none(x);
    } else if (i == 1) {
      emit(MOVE, x, exception);
    } else {
      emit2(GETATTR, x, exception, 0, attr_cache(unit_.arena.intern(i == 0 ? "__class__" : "__traceback__")));
    }
  }
  emit(CALLM, a, 3, a);
  clean(a, 5);
  mark(a);
  int r = a;
  if (is_async) {
    top_ = a + 1;
    r = await_value(a, 2, a);
  }
  if (result >= 0) {
    move_to(result, r);
  } else {
    kill(r);
  }
  top_ = base;
}

}  // namespace adder
