// Assignment, deletion and annotation targets.
#include "interp/compiler/function_compiler.h"
#include "interp/parser/unparse.h"

namespace adder {

using namespace ast;

void FunctionCompiler::assign(Node* t, int r) {
  int base = top_;
  At at(*this, t);
  switch (t->kind) {
    case Kind::Name: store_name(as<Name>(t)->id, r); return;
    case Kind::Attribute: {
      auto* a = as<Attribute>(t);
      if (a->attr->text == "__debug__") fail(t, "cannot assign to __debug__");
      int o = expr(a->value);
      begin_ = shown_begin(a);
      emit2(SETATTR, o, r, is_temp(r), attr_cache(a->attr));
      clean(r);
      break;
    }
    case Kind::Subscript: {
      auto* s = as<Subscript>(t);
      int o = expr(s->value);
      int k = subscript_key(s->slice);
      emit(is_temp(r) ? SETSUB_M : SETSUB, o, k, r);
      clean(r);
      break;
    }
    case Kind::Tuple: unpack(as<Tuple>(t)->elts, r, t); break;
    case Kind::List: unpack(as<ast::List>(t)->elts, r, t); break;
    case Kind::Starred: fail(t, "starred assignment target must be in a list or tuple"); break;
    default: fail(t, "cannot assign to this expression"); break;
  }
  top_ = base;
}

void FunctionCompiler::unpack(const NodeList& targets, int r, Node* where) {
  int star = -1;
  int count = int(targets.count);
  int i = 0;
  for (Node* x : targets) {
    if (x->kind == Kind::Starred) {
      if (star >= 0) {
        fail(where, "multiple starred expressions in assignment");
        return;
      }
      star = i;
    }
    i++;
  }
  auto target = [](Node* x) { return x->kind == Kind::Starred ? as<Starred>(x)->value : x; };
  int base = top_;
  if (star < 0 && count >= 2 && count <= int(kFewTargets)) {  // locals in a row take the items themselves
    int first = local_target(targets.first);
    int next = first;
    for (Node* x : targets)
      if (next < 0 || local_target(x) != next++) next = -1;
    if (first >= 0 && next > 0 && (r < first || r >= next)) {
      emit(UNPACK, first, r, count);
      mark(r);
      for (Node* x : targets) note_bound(mangled(as<Name>(x)->id), first++);
      return;
    }
  }
  if (count <= kMaxUnpack) {
    int u = temp(count);
    if (star < 0) {
      emit(UNPACK, u, r, count);
    } else {
      emit2(UNPACKX, u, r, star, uint32_t(count - 1 - star));
    }
    mark(r);
    for (int k = 0; k < count; k++) mark(u + k);
    i = 0;
    for (Node* x : targets) assign(target(x), u + i++);
    return;
  }
  if (star > 255) {
    fail(where, "too many expressions in star-unpacking assignment");
    return;
  }
  int list = unpack_list(r, count, star);
  mark(r);
  i = 0;
  for (Node* x : targets) {
    int item = list_item(list, i++);
    assign(target(x), item);
    if (dirty_.test(size_t(item))) kill(item);
    top_ = list + 1;
  }
  top_ = base;
}

// The items of R[r] as many targets or patterns take them, in a list in a new temporary.
int FunctionCompiler::unpack_list(int r, int count, int star) {
  int list = temp();
  emit2(UNPACKL, list, r, star, star < 0 ? uint32_t(count) : uint32_t(count) | kStarred);
  mark(list);
  return list;
}

// R[list][index], or a value of a dict by that key, in a new temporary.
int FunctionCompiler::list_item(int list, int index) {
  int item = temp();
  load_integer(index, item);
  emit(SUBSCR, item, list, item);
  mark(item);
  return item;
}

void FunctionCompiler::delete_target(Node* t) {
  int base = top_;
  At at(*this, t);
  switch (t->kind) {
    case Kind::Name: delete_name(as<Name>(t)->id); return;
    case Kind::Attribute: {
      auto* a = as<Attribute>(t);
      if (a->attr->text == "__debug__") fail(t, "cannot delete __debug__");
      int o = expr(a->value);
      begin_ = shown_begin(a);
      emit2(DELATTR, o, 0, 0, uint32_t(name_constant(mangled(a->attr))));
      break;
    }
    case Kind::Subscript: {
      auto* s = as<Subscript>(t);
      int o = expr(s->value);
      int k = subscript_key(s->slice);
      emit(DELSUB, o, k);
      break;
    }
    case Kind::Tuple:
      for (Node* x : as<Tuple>(t)->elts) delete_target(x);
      break;
    case Kind::List:
      for (Node* x : as<ast::List>(t)->elts) delete_target(x);
      break;
    default: fail(t, "cannot delete this expression"); break;
  }
  top_ = base;
}

void FunctionCompiler::augmented(AugAssign* n) {
  static constexpr struct {
    Operator op;
    int kind;
  } kKinds[] = {{Operator::Add, kAdd},       {Operator::Sub, kSub},       {Operator::Mult, kMul},
                {Operator::Div, kDiv},       {Operator::FloorDiv, kFdiv}, {Operator::Mod, kMod},
                {Operator::Pow, kPow},       {Operator::BitAnd, kAnd},    {Operator::BitOr, kOr},
                {Operator::BitXor, kXor},    {Operator::LShift, kShl},    {Operator::RShift, kShr},
                {Operator::MatMult, kMatmul}};
  int kind = kAdd;
  for (auto& row : kKinds) {
    if (row.op == n->op) kind = row.kind;
  }
  Node* t = n->target;
  if (auto* name = cast<Name>(t)) {
    if (name->id->text == "__debug__") fail(t, "cannot assign to __debug__");
    int local = local_target(t);
    int a;
    {
      At at(*this, t);
      a = load_name(name->id, -1);
    }
    if (local >= 0) {
      arithmetic(kind, true, a, n->value, local);
      return;
    }
    int r = arithmetic(kind, true, a, n->value, a);
    store_name(name->id, r);
    return;
  }
  if (auto* a = cast<Attribute>(t)) {
    int o = expr(a->value);
    top_ = std::max(top_, o + 1);
    if (!is_temp(o)) top_ = statement_base_;
    int r = temp();
    {
      At at(*this, t);
      begin_ = shown_begin(a);
      emit2(GETATTR, r, o, 0, attr_cache(a->attr));
    }
    mark(r);
    arithmetic(kind, true, r, n->value, r);
    At at(*this, t);
    begin_ = shown_begin(a);
    emit2(SETATTR, o, r, 1, attr_cache(a->attr));
    clean(r);
    return;
  }
  auto* s = as<Subscript>(t);
  int o = expr(s->value);
  int k = subscript_key(s->slice);
  int r = temp();
  {
    At at(*this, t);
    if (s->slice->kind == Kind::Slice) emit(MOVE, r, k);  // else SLICE and SUBSCR are one step that leaves no slice
    emit(SUBSCR, r, o, k);
  }
  mark(r);
  arithmetic(kind, true, r, n->value, r);
  At at(*this, t);
  emit(SETSUB_M, o, k, r);
  clean(r);
}

int FunctionCompiler::annotation_value(Node* n, int d) {
  if (!unit_.future_annotations) {
    auto* star = cast<Starred>(n);  // *args: *Ts
    if (!star) return into(n, d);
    int save = top_;
    int e = expr(star->value);
    emit(UNPACK, d, e, 1);
    mark(d);
    top_ = save;
    return d;
  }
  ConstProto text;
  text.type = ConstProto::Str;
  text.text = unparse(n);
  return load_constant(std::move(text), d);
}

// Evaluates what stands in a subscript whose value nobody wants, part by part: no tuple or slice is made.
void FunctionCompiler::key_parts(Node* n) {
  if (auto* slice = cast<Slice>(n)) {
    for (Node* part : {slice->lower, slice->upper, slice->step})
      if (part) mark(expr(part));
  } else if (auto* tuple = cast<Tuple>(n)) {
    for (Node* part : tuple->elts) key_parts(part);
  } else {
    mark(expr(n));
  }
}

void FunctionCompiler::annotated(AnnAssign* n) {
  if (n->value) {
    int base = top_;
    int r = expr(n->value);
    assign(n->target, r);
    end_statement(base);
  }
  if (auto* a = cast<Attribute>(n->target); a && a->attr->text == "__debug__") fail(n, "cannot assign to __debug__");
  At at(*this, n->target);
  bool stored = !scope_->function_like();  // module and class bodies keep their annotations
  if (auto* name = cast<Name>(n->target)) {
    if (name->id->text == "__debug__") fail(n, "cannot assign to __debug__");
    if (!n->simple || !stored) {
      return;
    }
    int value = temp();
    {
      At place(*this, n->annotation);
      annotation_value(n->annotation, value);
    }
    int dict = temp();
    load_name(unit_.arena.intern("__annotations__"), dict);
    ConstProto key;
    key.type = ConstProto::Str;
    key.text = mangled(name->id)->text;
    int k = load_constant(std::move(key), -1);
    emit(SETSUB_M, dict, k, value);
    clean(value);
    return;
  }
  // Other targets: their parts are evaluated, and outside functions the annotation is too.
  if (!n->value) {
    if (auto* a = cast<Attribute>(n->target)) {
      mark(expr(a->value));
    } else {
      auto* s = as<Subscript>(n->target);
      mark(expr(s->value));
      key_parts(s->slice);
    }
  }
  if (stored && !unit_.future_annotations) mark(expr(n->annotation));
}

}  // namespace adder
