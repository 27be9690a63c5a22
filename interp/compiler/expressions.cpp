// Expressions. expr() gives the register of the value: the one asked for (d), or a local as it stands, or the
// temporary at the base of the stack. A register that was asked for is written last, so `x = f(x)` may work in place.
#include <algorithm>

#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

namespace {

int bin_kind(Operator op) {
  switch (op) {
    case Operator::Add: return kAdd;
    case Operator::Sub: return kSub;
    case Operator::Mult: return kMul;
    case Operator::Div: return kDiv;
    case Operator::FloorDiv: return kFdiv;
    case Operator::Mod: return kMod;
    case Operator::Pow: return kPow;
    case Operator::BitAnd: return kAnd;
    case Operator::BitOr: return kOr;
    case Operator::BitXor: return kXor;
    case Operator::LShift: return kShl;
    case Operator::RShift: return kShr;
    default: return kMatmul;
  }
}

Op compare_op(Operator op) {
  switch (op) {
    case Operator::Lt: return LT;
    case Operator::Gt: return GT;
    case Operator::LtE: return LE;
    case Operator::GtE: return GE;
    case Operator::Eq: return EQ;
    case Operator::NotEq: return NE;
    case Operator::In: return IN;
    case Operator::NotIn: return NOTIN;
    case Operator::Is: return IS;
    default: return ISNOT;
  }
}

bool is_none(const Node* n) {
  return n->kind == Kind::Constant && as<Constant>(n)->value.type == Literal::None;
}

bool is_leaf(const Node* n) {
  return n->kind == Kind::Name || n->kind == Kind::Constant;
}

}  // namespace

int FunctionCompiler::into(Node* n, int d) {
  int r = expr(n, d);
  return move_to(d, r);
}

int FunctionCompiler::fresh(Node* n) {
  int d = top_;
  int r = expr(n);  // a temporary result is at d already
  if (r == d) return d;
  top_ = d;
  temp();
  return move_to(d, r);
}

int FunctionCompiler::expr(Node* n, int d) {
  At at(*this, n);
  if (top_ > kSpillAt && !is_leaf(n)) return spilled(n, d);
  ConstProto c;
  if (n->kind != Kind::Name && folds(n, &c)) return load_constant(std::move(c), d);
  return expr_inner(n, d);
}

// Saves the temporaries of this statement beyond the reach of operands and starts again at its base.
int FunctionCompiler::spilled(Node* n, int d) {
  int base = top_;
  int first = statement_base_;
  int saved = far_saved_;
  std::bitset<256> dirty = dirty_;
  for (int r = first; r < base; r++) {
    emit2(STOREFAR, r, 0, 1, uint32_t(256 + far_locals_ + far_saved_++));
    clean(r);
  }
  far_saved_high_ = std::max(far_saved_high_, far_saved_ + 1);
  uint32_t result = uint32_t(256 + far_locals_ + far_saved_);
  top_ = first;
  int r = fresh(n);
  emit2(STOREFAR, r, 0, 1, result);
  end_statement(first);
  for (int k = first; k < base; k++) {
    uint32_t from = uint32_t(256 + far_locals_ + saved + k - first);
    emit2(LOADFAR, k, 0, 0, from);
    emit2(KILLFAR, 0, 0, 0, from);
  }
  far_saved_ = saved;
  top_ = base;
  dirty_ = dirty;
  d = dst(d);
  emit2(LOADFAR, d, 0, 0, result);
  emit2(KILLFAR, 0, 0, 0, result);
  mark(d);
  return d;
}

int FunctionCompiler::expr_inner(Node* n, int d) {
  int base = top_;
  switch (n->kind) {
    case Kind::Name: {
      ConstProto debug;
      if (as<Name>(n)->id->text == "__debug__" && folds(n, &debug)) return load_constant(std::move(debug), d);
      return load_name(as<Name>(n)->id, d);
    }
    case Kind::BinOp: return binary(as<BinOp>(n), d);
    case Kind::UnaryOp: {
      auto* u = as<UnaryOp>(n);
      int a = expr(u->operand);
      top_ = base;
      d = dst(d);
      Op op = u->op == Operator::USub ? NEG : u->op == Operator::UAdd ? POS : u->op == Operator::Not ? NOT : INVERT;
      emit(op, d, a);
      if (op != NOT) {
        if (a == d) clean(a);
        mark(d);
      }
      return d;
    }
    case Kind::Compare: return compare(as<Compare>(n), d);
    case Kind::BoolOp: return bool_op(as<BoolOp>(n), d);
    case Kind::IfExp: {
      auto* i = as<IfExp>(n);
      int t = d >= 0 ? d : temp();
      int save = top_;
      Label other;
      Label done;
      branch(i->test, false, other);
      auto known = bound_;
      into(i->body, t);
      top_ = save;
      flush(save, t, t);
      jump(done);
      bind(other);
      bound_ = known;
      into(i->orelse, t);
      top_ = save;
      bind(done);
      bound_ = known;
      mark(t);
      return t;
    }
    case Kind::NamedExpr: {
      auto* w = as<NamedExpr>(n);
      int r = fresh(w->value);
      int t = temp();
      emit(MOVE, t, r);
      mark(t);
      {
        At at(*this, w->target);
        store_name(as<Name>(w->target)->id, t);
      }
      if (dirty_.test(size_t(t))) kill(t);
      mark(r);
      top_ = r + 1;
      return finish(r, d, base);
    }
    case Kind::Call: return call(as<Call>(n), d);
    case Kind::Attribute: {
      auto* a = as<Attribute>(n);
      int o = expr(a->value);
      top_ = base;
      d = dst(d);
      begin_ = shown_begin(a);
      emit2(GETATTR, d, o, 0, attr_cache(a->attr));
      if (o == d) clean(o);
      mark(d);
      return d;
    }
    case Kind::Subscript: {
      auto* s = as<Subscript>(n);
      int o = expr(s->value);
      ConstProto c;
      if (folds(s->slice, &c)) {
        int k = constant(std::move(c));
        if (k < 256) {
          top_ = base;
          d = dst(d);
          emit(SUBSCR_K, d, o, k);
          mark(d);
          return d;
        }
      }
      int k = subscript_key(s->slice);
      top_ = base;
      d = dst(d);
      emit(SUBSCR, d, o, k);
      mark(d);
      return d;
    }
    case Kind::Slice: {
      int t = subscript_key(n);
      return finish(t, d, base);
    }
    case Kind::Tuple: return sequence(as<Tuple>(n)->elts, MKTUPLE, d);
    case Kind::List: return sequence(as<ast::List>(n)->elts, MKLIST, d);
    case Kind::Set: return sequence(as<ast::Set>(n)->elts, MKSET, d);
    case Kind::Dict: return dict_display(as<Dict>(n), d);
    case Kind::ListComp:
    case Kind::SetComp:
    case Kind::DictComp: return unit_.scopes.of(n)->inlined() ? comprehension(n, d) : generator(n, d);
    case Kind::GeneratorExp: return generator(n, d);
    case Kind::Lambda: return lambda(as<Lambda>(n), d);
    case Kind::JoinedStr: return joined_string(as<JoinedStr>(n), d);
    case Kind::Yield: {
      auto* y = as<Yield>(n);
      if (!scope_->function_like()) {
        fail(n, "'yield' outside function");
        return dst(d);
      }
      int r = y->value ? expr(y->value) : load_none();
      top_ = base;
      d = dst(d);
      emit(YIELD, r, d, 0);
      clean(r);
      mark(d);
      return d;
    }
    case Kind::YieldFrom: {
      if (!scope_->function_like()) {
        fail(n, "'yield' outside function");
        return dst(d);
      }
      if (scope_->is_async) {
        fail(n, "'yield from' inside async function");
        return dst(d);
      }
      int it = fresh(as<YieldFrom>(n)->value);
      emit(ITERFROM, it, it);
      mark(it);
      int r = drive(it, base);
      return finish(r, d, base);
    }
    case Kind::Await: {
      if (!scope_->function_like()) {
        fail(n, "'await' outside function");
        return dst(d);
      }
      if (!in_async()) {
        fail(n, "'await' outside async function");
        return dst(d);
      }
      int a = fresh(as<Await>(n)->value);
      int r = await_value(a, 0, base);
      return finish(r, d, base);
    }
    case Kind::Starred: fail(n, "can't use starred expression here"); return dst(d);
    case Kind::Constant: {  // folds() takes every constant
      return load_none(d);
    }
    default: fail(n, "this kind of expression cannot stand here"); return dst(d);
  }
}

// R[awaitable] -> the result of awaiting it, in a temporary at base.
int FunctionCompiler::await_value(int awaitable, int context, int base) {
  emit(AWAIT, awaitable, awaitable, context);
  mark(awaitable);
  return drive(awaitable, base);
}

// yield from / await: sends what comes in to the iterator and yields what it gives, until it returns. The iterator
// stays at `it`; the result comes to `base`.
int FunctionCompiler::drive(int it, int base) {
  top_ = std::max(top_, it + 1);
  int item = temp();
  int sent = temp();
  load_none(sent);
  mark(item);
  mark(sent);
  Label send;
  Label body;
  jump(send);
  bind(body);
  emit(YIELD, item, sent, 1);
  bind(send);
  next_item(SEND, item, it, sent, body);
  kill(it);
  clean(item);
  move_to(base, sent);
  top_ = base + 1;
  mark(base);
  return base;
}

int FunctionCompiler::binary(BinOp* n, int d) {
  int base = top_;
  int a = expr(n->left);
  top_ = std::max(top_, base + 1);
  high_ = std::max(high_, top_);
  int r = d >= 0 ? d : base;
  arithmetic(bin_kind(n->op), false, a, n->right, r);
  top_ = d >= 0 ? base : base + 1;
  return r;
}

int FunctionCompiler::arithmetic(int kind, bool inplace, int a, Node* right, int d) {
  int op = ADD + kind * 4 + (inplace ? 2 : 0);
  ConstProto c;
  if (is_constant_node(right) && folds(right, &c)) {
    int k = constant(std::move(c));
    if (k < 256) {
      emit(Op(op + 1), d, a, k);
      clean(a);
      mark(d);
      return d;
    }
  }
  int save = top_;
  int b = expr(right);
  top_ = save;
  emit(Op(op), d, a, b);
  clean(a);
  clean(b);
  mark(d);
  return d;
}

bool FunctionCompiler::is_constant_node(Node* n) const {
  return n->kind == Kind::Constant || n->kind == Kind::UnaryOp || n->kind == Kind::BinOp || n->kind == Kind::Tuple;
}

int FunctionCompiler::compare(Compare* n, int d) {
  int base = top_;
  if (n->comparators.count == 1) {
    auto* c = as<Comparator>(n->comparators.first);
    int a = expr(n->left);
    int b = expr(c->value);
    top_ = base;
    d = dst(d);
    emit(compare_op(c->op), d, a, b);
    if (c->op < Operator::Is) mark(d);
    return d;
  }
  // a < b < c: b is evaluated once, and c only if a < b
  int t = temp();
  int slot = temp(2);  // for a value and the next one by turns, however long the chain is
  auto operand = [&](Node* x) {
    int r = !scope_->has_walrus && local_target(x) >= 0 ? expr(x) : expr(x, slot);
    slot = t + 1 + (slot == t + 1);
    top_ = t + 3;
    return r;
  };
  int a = operand(n->left);
  Label done;
  std::bitset<256> known;
  std::bitset<256> left;  // what a way out leaves in the slots
  bool first = true;
  for (Node* x : n->comparators) {
    auto* c = as<Comparator>(x);
    int b = operand(c->value);
    emit(compare_op(c->op), t, a, b);
    mark(t);
    if (x->next) {
      flush(base, t, b);
      left |= dirty_;
      jump_if(done, JTRUE, t, 0, 0);
    }
    if (first) known = bound_;
    first = false;
    a = b;
  }
  bound_ = known;
  dirty_ |= left;
  bind(done);
  return finish(t, d, base);
}

int FunctionCompiler::bool_op(BoolOp* n, int d) {
  int base = top_;
  int t = temp();
  Label done;
  std::bitset<256> known;
  for (Node* x : n->values) {
    into(x, t);
    mark(t);
    top_ = t + 1;
    if (x == n->values.first) known = bound_;
    if (x->next) {
      flush(base, t, t);
      jump_if(done, JTRUE, t, 0, n->op == Operator::Or);
    }
  }
  bound_ = known;
  bind(done);
  return finish(t, d, base);
}

int FunctionCompiler::subscript_key(Node* n) {
  auto* s = cast<Slice>(n);
  if (!s) return expr(n);
  At at(*this, n);
  int t = temp(3);
  Node* parts[] = {s->lower, s->upper, s->step};
  for (int i = 0; i < 3; i++) {
    int save = top_;
    if (parts[i]) {
      into(parts[i], t + i);
      mark(t + i);
    } else {
      load_none(t + i);
    }
    top_ = save;
  }
  emit(SLICE, t);
  clean(t + 1, 2);
  mark(t);
  top_ = t + 1;
  return t;
}

int FunctionCompiler::sequence(const NodeList& items, Op op, int d) {
  int base = top_;
  bool star = false;
  for (Node* x : items) star |= x->kind == Kind::Starred;
  if (!star && items.count <= kMaxDirectItems) {
    for (Node* x : items) fresh(x);
    clean(base, int(items.count));
    top_ = base;
    d = dst(d);
    emit(op, d, base, int(items.count));
    mark(d);
    return d;
  }
  // A set hashes its items when it is made: what stands before the first * is evaluated first, unless it is much.
  int first = 0;
  if (op == MKSET && items.count <= kMaxDirectItems)
    for (Node* x : items) {
      if (x->kind == Kind::Starred) break;
      fresh(x);
      first++;
    }
  int t = base;
  clean(base, first);
  top_ = base;
  temp();
  emit(op == MKSET ? MKSET : MKLIST, t, t, first);
  mark(t);
  for (Node* x : items) {
    if (first-- > 0) continue;
    int save = top_;
    auto* s = cast<Starred>(x);
    int e = expr(s ? s->value : x);
    if (s) {
      emit(op == MKSET ? SETUPDATE : EXTEND, t, e, 255);
    } else {
      emit(op == MKSET ? SETADD : APPEND, t, e);
      clean(e);
    }
    top_ = save;
  }
  if (op == MKTUPLE) emit(TOTUPLE, t, t);
  return finish(t, d, base);
}

int FunctionCompiler::dict_display(Dict* n, int d) {
  int base = top_;
  int t = temp();
  emit(MKDICT, t);
  mark(t);
  // Keys are hashed when their group of items is evaluated as a whole: a group ends at ** and, if it is long, is set item
  // by item. Constants always have a hash.
  std::vector<int> waiting;  // registers of keys, each with its value behind it
  int group = t + 1;
  auto set_waiting = [&] {
    for (int k : waiting) emit(DICTSET, t, k, k + 1);
    clean(group, int(waiting.size()) * 2);
    waiting.clear();
    top_ = group;
  };
  int left = 0;  // items of the group that are still to come
  bool waits = false;
  for (Node* x : n->items) {
    auto* item = as<DictItem>(x);
    if (!item->key) {
      set_waiting();
      int m = expr(item->value);
      emit(MERGE, t, m);
      top_ = group;
      left = 0;
      continue;
    }
    if (left == 0) {
      set_waiting();
      bool constant = true;
      ConstProto key;
      for (Node* y = x; y && as<DictItem>(y)->key && left < kMaxDictGroup + 2; y = y->next, left++)
        constant &= folds(as<DictItem>(y)->key, &key);
      waits = !constant && left <= kMaxDictGroup;
    }
    left--;
    int k = fresh(item->key);
    fresh(item->value);
    waiting.push_back(k);
    if (!waits) set_waiting();
  }
  set_waiting();
  return finish(t, d, base);
}

int FunctionCompiler::joined_string(JoinedStr* n, int d) {
  int base = top_;
  int t = format_parts(n);
  return finish(t, d, base);
}

int FunctionCompiler::format_parts(JoinedStr* n) {
  At at(*this, n);
  int t = top_;
  int count = 0;
  if (n->values.empty()) {
    ConstProto empty;
    empty.type = ConstProto::Str;
    return load_constant(std::move(empty), -1);
  }
  auto join = [&] {
    emit(JOIN, t, t, count);
    clean(t, count);
    mark(t);
    count = 1;
    top_ = t + 1;
  };
  for (Node* x : n->values) {
    if (count == kMaxDirectItems) join();
    int part = temp();
    count++;
    auto* f = cast<FormattedValue>(x);
    if (!f) {
      into(x, part);
      continue;
    }
    int save = top_;
    int r = expr(f->value);
    if (f->conversion >= 0) {
      At place(*this, f);
      int c = temp();
      emit(REPR, c, r, f->conversion);
      mark(c);
      r = c;
    }
    int spec = 255;
    if (f->format_spec) spec = format_parts(as<JoinedStr>(f->format_spec));
    At place(*this, f);
    emit(FORMAT, part, r, spec);
    mark(part);
    top_ = save;
  }
  join();
  return t;
}

// The truth of a value is tested at the place of the statement or comprehension, as in CPython.
void FunctionCompiler::branch(Node* n, bool sense, Label& target) {
  int base = top_;
  if (n->kind == Kind::UnaryOp && as<UnaryOp>(n)->op == Operator::Not) {
    return branch(as<UnaryOp>(n)->operand, !sense, target);
  }
  if (auto* b = cast<BoolOp>(n); b && top_ <= kSpillAt) {
    bool stop = b->op == Operator::Or;  // the truth value that ends the evaluation
    Label skip;
    std::bitset<256> known;
    for (Node* x : b->values) {
      if (x->next) {
        branch(x, stop, stop == sense ? target : skip);
      } else {
        branch(x, sense, target);
      }
      if (x == b->values.first) known = bound_;
    }
    bound_ = known;
    bind(skip);
    return;
  }
  if (auto* c = cast<Compare>(n); c && c->comparators.count == 1 && top_ <= kSpillAt) {
    return branch_compare(c, sense, target);
  }
  int r = expr(n);
  flush(base, r, r);
  jump_if(target, JTRUE, r, is_temp(r) && dirty_.test(size_t(r)), sense);
  clean(r);
  top_ = base;
}

// Both ways out of a branch must find the dead temporaries empty, so they are cleared before it.
void FunctionCompiler::flush(int base, int keep, int keep_too) {
  for (int r = base; r <= high_ && r < 256; r++) {
    if (r != keep && r != keep_too && dirty_.test(size_t(r))) kill(r);
  }
}

void FunctionCompiler::branch_compare(Compare* n, bool sense, Label& target) {
  At at(*this, n);
  int base = top_;
  auto* c = as<Comparator>(n->comparators.first);
  int a = expr(n->left);
  Op op = compare_op(c->op);
  ConstProto k;
  if (op >= LT && op <= JNE_K && is_constant_node(c->value) && folds(c->value, &k)) {
    int index = constant(std::move(k));
    if (index < 256) {
      flush(base, a, a);
      jump_if(target, Op(op + 2), a, index, sense);
      clean(a);
      top_ = base;
      return;
    }
  }
  if ((op == IS || op == ISNOT) && is_none(c->value)) {
    flush(base, a, a);
    jump_if(target, JNONE, a, is_temp(a) && dirty_.test(size_t(a)), sense == (op == IS));
    clean(a);
    top_ = base;
    return;
  }
  int b = expr(c->value);
  if (op == IS || op == ISNOT) {  // JIS leaves its operands
    bool dirty = false;
    for (int r = base; r <= high_ && r < 256; r++) dirty |= dirty_.test(size_t(r));
    if (dirty) {
      top_ = std::max(top_, b + 1);
      int t = temp();
      emit(op, t, a, b);
      flush(base, t, t);
      jump_if(target, JTRUE, t, 0, sense);
    } else {
      jump_if(target, JIS, a, b, sense == (op == IS));
    }
  } else {
    flush(base, a, b);
    if (op == IN || op == NOTIN) {
      jump_if(target, JIN, a, b, sense == (op == IN));
    } else {
      jump_if(target, Op(op + 1), a, b, sense);
    }
    clean(a);
    clean(b);
  }
  top_ = base;
}

}  // namespace adder
