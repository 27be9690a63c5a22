// Calls. The window of a call: a = callee (then result), a+1 = self or absent, a+2 … arguments, which become the
// callee's registers in place.
#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

// super() without arguments means super(__class__, first parameter), provided that `super` is the built-in: the code
// for both cases is emitted and JNOTSUPER chooses.
bool FunctionCompiler::zero_argument_super(Call* n) const {
  auto* f = cast<Name>(n->func);
  if (!f || f->id->text != "super" || !n->args.empty() || !n->keywords.empty()) return false;
  return scope_->function_like() && proto_.nparams > 0 && free_index(unit_.arena.intern("__class__")) >= 0;
}

void FunctionCompiler::check_keywords(const NodeList& keywords) {
  std::vector<const Identifier*> seen;
  for (Node* x : keywords) {
    auto* k = as<Keyword>(x);
    if (!k->arg) continue;
    if (k->arg->text == "__debug__") fail_at(begin_, end_, "cannot assign to __debug__");
    for (const Identifier* s : seen) {
      if (s == k->arg) fail(k, "keyword argument repeated: " + std::string(k->arg->text));
    }
    seen.push_back(k->arg);
  }
}

// What errors show of an attribute, or of a call of a method, that spans lines begins where the name stands.
uint32_t FunctionCompiler::shown_begin(const Attribute* a) const {
  const size_t line_end = unit_.source.text().find('\n', a->begin);
  return line_end < a->end ? a->end - uint32_t(a->attr->text.size()) : a->begin;
}

int FunctionCompiler::call(Call* n, int d) {
  check_keywords(n->keywords);
  int base = top_;
  int a = temp(2);
  auto* method = cast<Attribute>(n->func);
  uint32_t call_begin = n->begin;
  if (method && shown_begin(method) != method->begin) call_begin = shown_begin(method);
  if (method) {
    int local = scope_->has_walrus ? -1 : local_target(method->value);  // used where it stands
    int o = local >= 0 ? expr(method->value) : expr(method->value, a);
    top_ = a + 2;
    At at(*this, method);
    begin_ = call_begin != n->begin ? call_begin : begin_;
    emit2(METHOD, a, o, 0, attr_cache(method->attr));
    mark(a);
    mark(a + 1);
  } else {
    into(n->func, a);
    mark(a);
    top_ = a + 2;
  }
  begin_ = call_begin;
  int out = d >= 0 && !is_temp(d) ? d : base;
  bool spread = n->args.count + n->keywords.count > uint32_t(kMaxDirectArguments);
  for (Node* x : n->args) spread |= x->kind == Kind::Starred;
  for (Node* x : n->keywords) spread |= !as<Keyword>(x)->arg;
  if (spread) {
    if (!method) emit(KILL, a + 1, a + 1);
    clean(a + 1);
    call_spread(a, n->args, n->keywords, out);
  } else if (!n->keywords.empty()) {
    if (!method) emit(KILL, a + 1, a + 1);
    for (Node* x : n->args) fresh(x);
    ConstProto names;
    names.type = ConstProto::Tuple;
    for (Node* x : n->keywords) {
      ConstProto name;
      name.type = ConstProto::Str;
      name.text = as<Keyword>(x)->arg->text;
      names.items.push_back(std::move(name));
      fresh(as<Keyword>(x)->value);
    }
    int count = int(n->args.count + n->keywords.count);
    flush(a + 2 + count, -1, -1);
    emit2(CALLKW, a, count, out, uint32_t(constant(std::move(names))));
    clean(a, 2 + count);
  } else if (zero_argument_super(n)) {
    Label plain;
    Label done;
    jump_if(plain, JNOTSUPER, a, 0, 0);
    int cls = temp();
    int self = temp();
    emit_bx(FREE, cls, free_index(unit_.arena.intern("__class__")));
    // The first parameter, as it stands now.
    const Identifier* first = nullptr;
    for (const Symbol& s : scope_->symbols) {
      if (s.flags & kDefParam) {
        first = s.name;
        break;
      }
    }
    int r = registers_.at(first);
    if (scope_->find(first)->flags & kCellVariable) {
      emit(LOADC, self, r, cell_names_.at(first));
    } else {
      emit(MOVE, self, r);
    }
    emit(CALL, a, 2, out);
    jump(done);
    bind(plain);
    emit(CALL, a, 0, out);
    bind(done);
    clean(a, 4);
  } else {
    for (Node* x : n->args) fresh(x);
    flush(a + 2 + int(n->args.count), -1, -1);  // what lies above the arguments becomes the callee's
    emit(method ? CALLM : CALL, a, int(n->args.count), out);
    clean(a, 2 + int(n->args.count));
  }
  top_ = base;
  if (out == d) return d;
  mark(base);
  if (d >= 0) return move_to(d, base);
  top_ = base + 1;
  return base;
}

// f(*a, **k), and calls with many arguments: the positional ones in a list at a+2, the named ones in a dict at a+3.
void FunctionCompiler::call_spread(int a, const NodeList& args, const NodeList& keywords, int out) {
  int l = temp();
  int m = temp();
  auto* only = args.count == 1 ? cast<Starred>(args.first) : nullptr;
  if (only) {  // f(*a) passes a as it is
    into(only->value, l);
    top_ = m + 1;
    mark(l);
  } else {
    emit(MKLIST, l, l, 0);
    mark(l);
    for (Node* x : args) {
      int save = top_;
      auto* s = cast<Starred>(x);
      int e = expr(s ? s->value : x);
      if (s) {
        emit(EXTEND, l, e, a);
      } else {
        emit(APPEND, l, e);
        clean(e);
      }
      top_ = save;
    }
  }
  auto* first = keywords.count == 1 ? as<Keyword>(keywords.first) : nullptr;
  if (first && !first->arg) {  // f(**k) too
    into(first->value, m);
    top_ = m + 1;
    mark(m);
  } else if (keywords.empty()) {
    emit(KILL, m, m);
    clean(m);
  } else {
    emit(MKDICT, m);
    mark(m);
    bool merged = false;  // after a ** every key may be a duplicate
    for (Node* x : keywords) {
      auto* k = as<Keyword>(x);
      int save = top_;
      if (!k->arg) {
        merged = true;
        int e = expr(k->value);
        emit(MERGEKW, m, e, a);
      } else {
        int into_dict = m;
        if (merged) {
          into_dict = temp();
          emit(MKDICT, into_dict);
          mark(into_dict);
        }
        ConstProto name;
        name.type = ConstProto::Str;
        name.text = k->arg->text;
        int key = load_constant(std::move(name), -1);
        int value = fresh(k->value);
        emit(DICTSET, into_dict, key, value);
        clean(key, 2);
        if (merged) emit(MERGEKW, m, into_dict, a);
      }
      end_statement(save);
    }
  }
  emit(CALLX, a, 0, out);
  clean(a, 4);
}

}  // namespace adder
