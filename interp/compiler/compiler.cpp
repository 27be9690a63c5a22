// AST -> register code. Locals are registers 0..nlocals-1; above them temporaries in stack order. Each temporary is
// used once; one that may still hold a heap pointer after its use is `dirty` and is KILLed at the end of its statement
// (CAPTURE rule 3). Moves, calls and arithmetic consume their temporaries.
#include <algorithm>
#include <charconv>
#include <set>

#include "interp/compiler/scope.h"

namespace adder {
#ifdef NO_KILL
constexpr bool kKill = false;
#else
constexpr bool kKill = true;
#endif
namespace {
struct Context {  // what a jump out of a statement must undo, innermost last
  enum Kind { Loop, Finally, With, Handler } kind;
  Node* node = nullptr;                               // Finally: the body
  int reg = -1;                                       // Loop: iterator, With: manager's exit, Handler: exception
  Str* bound = nullptr;                               // Handler: name to unbind
  std::vector<std::pair<uint32_t, uint32_t>> ranges;  // Finally, With and try bodies
  uint32_t open = 0;
  std::vector<uint32_t> breaks, continues;
  bool is_try = false;
};
struct Fn {
  Front& f;
  Fn* up;
  Scope* s;
  Code* c;
  std::map<Str*, int> reg;  // local registers (also cells)
  std::map<Str*, int> freei;
  std::set<int> bound;  // registers known to be assigned
  std::set<int> dirty;
  std::vector<Context*> ctx;
  int nlocals = 0, top = 0, hi = 0;
  uint32_t line = 0;
  bool ok = true;

  // --- emission ---
  uint32_t pc() const { return uint32_t(c->ins.size()); }
  uint32_t emit(Word w) {
    c->ins.push_back(w);
    c->line.push_back(line);
    return pc() - 1;
  }
  uint32_t emit2(Word w, uint32_t x) {
    uint32_t p = emit(w);
    emit(x);
    return p;
  }
  int konst(Value v) {
    for (size_t i = 0; i < c->k.size(); i++)
      if (c->k[i].u == v.u) return int(i);
    c->k.push_back(v);
    return int(c->k.size()) - 1;
  }
  int kname(Str* n) { return konst(of(n)); }
  int attr(Str* n) {
    AttrCache* a = new AttrCache();
    memset(a, 0, sizeof *a);
    a->name = n;
    c->attr.push_back(a);
    return int(c->attr.size()) - 1;
  }
  uint32_t jump() { return emit(JUMP); }
  void land(uint32_t at) { land_at(at, pc()); }
  void land_at(uint32_t at, uint32_t to) {
    if ((c->ins[at] & 255) == JUMP)
      c->ins[at] = JUMP | (to - at) << 8;
    else
      c->ins[at + 1] = to - at;
  }
  void jump_to(uint32_t to) { emit(JUMP | (to - pc()) << 8); }
  int temp(int n = 1) {
    int r = top;
    top += n;
    hi = std::max(hi, top);
    if (top > 250) f.fail(nullptr, "too many registers in one function"), top = 100;
    return r;
  }
  bool is_temp(int r) const { return r >= nlocals; }
  int dst(int d) { return d >= 0 ? d : temp(); }
  void mark(int r) {
    if (is_temp(r)) dirty.insert(r);
  }
  void clean(int r) { dirty.erase(r); }
  void clean(int r, int n) {
    for (int i = 0; i < n; i++) clean(r + i);
  }
  void end_statement(int base) {
    top = base;
    auto it = dirty.lower_bound(base);
    if (it == dirty.end()) return;
    if (kKill) emit(word(KILL, *it, *dirty.rbegin()));
    dirty.erase(it, dirty.end());
  }
  void kill(int r) {
    emit(word(KILL, r, r));
    clean(r);
  }

  // --- names ---
  bool is_cell(Str* n) const {
    auto it = s->vars.find(n);
    return it != s->vars.end() && it->second & Scope::kCell;
  }
  int load(Node* n, int d) {
    Str* x = f.name(n);
    auto it = reg.find(x);
    if (it != reg.end()) {
      if (is_cell(x)) {
        d = dst(d);
        emit(word(LOADC, d, it->second));
        mark(d);
        return d;
      }
      if (!bound.count(it->second)) {
        emit(word(CHECK, it->second));
        bound.insert(it->second);
      }
      if (d < 0 || d == it->second) return it->second;
      emit(word(MOVE, d, it->second));
      mark(d);
      return d;
    }
    d = dst(d);
    auto fr = freei.find(x);
    if (fr != freei.end())
      emit(word(FREE, d, fr->second));
    else if (s->type == Scope::Class && s->vars[x] & Scope::kLocal)
      emit2(word(LOADNAME, d), kname(x));
    else {
      c->glob.push_back({x, 0, 0, nullptr});
      emit2(word(LOADG, d), uint32_t(c->glob.size() - 1));
    }
    mark(d);
    return d;
  }
  void store(Str* x, int r) {
    auto it = reg.find(x);
    if (it != reg.end()) {
      if (is_cell(x)) {
        emit(word(STOREC, it->second, r));
        return;
      }
      if (r != it->second) {
        emit(word(is_temp(r) ? TAKE : MOVE, it->second, r));
        clean(r);
      }
      bound.insert(it->second);
      return;
    }
    auto fr = freei.find(x);
    if (fr != freei.end() && !(s->type == Scope::Class && s->vars[x] & Scope::kLocal))
      emit(word(SETFREE, r, fr->second));
    else if (s->type == Scope::Class && !(s->vars[x] & Scope::kGlobal))
      emit2(word(STORENAME, r), kname(x));
    else {
      bool m = is_temp(r) && dirty.count(r);
      emit2(word(STOREG, r, 0, m), kname(x));
      if (m) clean(r);
    }
  }
  int local_target(Node* n) {  // register that an expression may be evaluated into directly
    if (n->k != N_Name) return -1;
    auto it = reg.find(f.name(n));
    return it != reg.end() && !is_cell(n->name) ? it->second : -1;
  }

  // --- constants ---
  bool constant(Node* n, Value* out) {
    switch (n->k) {
      case N_Paren: return n->n == 1 && constant(n->first, out);
      case N_Int: {
        std::string t(f.text(n->t));
        t.erase(std::remove(t.begin(), t.end(), '_'), t.end());
        int base = t.size() > 1 && t[0] == '0' ? (t[1] | 32) == 'x'   ? 16
                                                 : (t[1] | 32) == 'o' ? 8
                                                 : (t[1] | 32) == 'b' ? 2
                                                                      : 10
                                               : 10;
        int64_t v = 0;
        auto r = std::from_chars(t.data() + (base == 10 ? 0 : 2), t.data() + t.size(), v, base);
        if (r.ec != std::errc()) return f.fail(n, "integer literal beyond 64 bits: not in this sketch");
        *out = integer(f.interp, v);
        return true;
      }
      case N_Float: {
        std::string t(f.text(n->t));
        t.erase(std::remove(t.begin(), t.end(), '_'), t.end());
        *out = real(strtod(t.c_str(), nullptr));
        return true;
      }
      case N_Str: {
        std::vector<FPart> p;
        if (!fstring_parts(f, n, &p)) return false;
        std::string t;
        for (auto& x : p) {
          if (x.expr) return false;
          t += x.text;
        }
        *out = of(intern(f.interp, t));
        return true;
      }
      case N_Const:
        switch (n->t->kind) {
          case NONE: *out = kNone; return true;
          case TRUE_: *out = kTrue; return true;
          case FALSE_: *out = kFalse; return true;
          default: return false;
        }
      case N_Un: {
        Value v;
        if (n->t->kind != MINUS || !constant(n->first, &v)) return false;
        if (v.is_float())
          *out = real(-v.as_float());
        else if (v.is_int())
          *out = integer(f.interp, -v.as_int());
        else
          return false;
        return true;
      }
      case N_Tuple: {
        std::vector<Value> v;
        for (Node* x = n->first; x; x = x->next) {
          Value e;
          if (!constant(x, &e)) return false;
          v.push_back(e);
        }
        Tuple* t = tuple(f.interp, uint32_t(v.size()));
        std::copy(v.begin(), v.end(), t->items);
        *out = of(t);
        return true;
      }
      default: return false;
    }
  }
  int load_const(Value v, int d) {
    d = dst(d);
    if (v.is_int() && v.as_int() >= -32768 && v.as_int() < 32768)
      emit(word_bx(LOADI, d, int(v.as_int())));
    else
      emit(word_bx(LOADK, d, konst(v)));
    clean(d);
    if (v.is_cell()) mark(d);
    return d;
  }

  // --- expressions: the result's register; d >= 0 asks for it there, and d is written last ---
  int into(Node* n, int d) {
    int r = expr(n, d);
    if (r != d) {
      emit(word(is_temp(r) ? TAKE : MOVE, d, r));
      clean(r);
      mark(d);
    }
    return d;
  }
  int fresh(Node* n) {
    int d = temp();
    int save = top;
    into(n, d);
    top = save;
    return d;
  }  // always in a new temporary
  static int binop(Token const* t, std::string_view x) {
    switch (x[0]) {
      case '+': return kAdd;
      case '-': return kSub;
      case '@': return kMatmul;
      case '%': return kMod;
      case '&': return kAnd;
      case '|': return kOr;
      case '^': return kXor;
      case '*': return x.size() > 1 && x[1] == '*' ? kPow : kMul;
      case '/': return x.size() > 1 && x[1] == '/' ? kFdiv : kDiv;
      case '<': return kShl;
      default: (void)t; return kShr;
    }
  }
  int binary(int kind, bool inplace, int a, Node* rhs, int d) {
    int op = ADD + kind * 4 + (inplace ? 2 : 0);
    Value v;
    if (constant(rhs, &v)) {
      int k = konst(v);
      if (k < 256) {
        d = dst(d);
        emit(word(Op(op + 1), d, a, k));
        clean(a);
        mark(d);
        return d;
      }
    }
    int save = top;
    int b = expr(rhs);
    top = save;
    d = dst(d);
    emit(word(Op(op), d, a, b));
    clean(a);
    clean(b);
    mark(d);
    return d;
  }
  static Op compare(const Token* t) {
    switch (t->kind) {
      case ::LT: return LT;
      case ::GT: return GT;
      case ::LE: return LE;
      case ::GE: return GE;
      case ::EQEQ: return EQ;
      case ::NE: return NE;
      case ::IN: return IN;
      case ::NOT_IN: return NOTIN;
      case ::IS: return IS;
      default: return ISNOT;
    }
  }
  int operand(Node* n) { return expr(n); }
  // jump to the returned patches when truth(n) == sense
  void branch(Node* n, bool sense, std::vector<uint32_t>& out) {
    int base = top;
    Value v;
    if (n->k == N_Paren && n->n == 1) return branch(n->first, sense, out);
    if (n->k == N_Not) return branch(n->first, !sense, out);
    if (n->k == N_And || n->k == N_Or) {
      bool stop = n->k == N_Or;  // the value that ends the evaluation
      std::vector<uint32_t> skip;
      auto saved = bound;
      for (Node* x = n->first; x; x = x->next) {
        if (x->next)
          branch(x, stop, stop == sense ? out : skip);
        else
          branch(x, sense, out);
        if (x == n->first) saved = bound;
      }
      bound = saved;
      for (uint32_t p : skip) land(p);
      return;
    }
    if (n->k == N_Cmp && n->first->k != N_Cmp) {
      int a = operand(n->first);
      Op op = compare(n->t);
      if (op >= LT && op <= JNE_K && constant(n->last, &v)) {
        int k = konst(v);
        if (k < 256) {
          out.push_back(emit2(word(Op(op + 2), a, k, sense), 0));
          clean(a);
          top = base;
          return;
        }
      }
      if ((op == IS || op == ISNOT) && n->last->k == N_Const && n->last->t->kind == NONE) {
        out.push_back(emit2(word(JNONE, a, is_temp(a) && dirty.count(a), sense == (op == IS)), 0));
        clean(a);
        top = base;
        return;
      }
      int b = operand(n->last);
      if (op == IS || op == ISNOT)
        out.push_back(emit2(word(JIS, a, b, sense == (op == IS)), 0));
      else if (op == IN || op == NOTIN)
        out.push_back(emit2(word(JIN, a, b, sense == (op == IN)), 0)), clean(a), clean(b);
      else
        out.push_back(emit2(word(Op(op + 1), a, b, sense), 0)), clean(a), clean(b);
      top = base;
      return;
    }
    int r = expr(n);
    out.push_back(emit2(word(JTRUE, r, is_temp(r) && dirty.count(r), sense), 0));
    clean(r);
    top = base;
  }
  int expr(Node* n, int d = -1) {
    uint32_t saved_line = line;
    if (n->t) line = n->t->line;
    int r = expr_(n, d);
    line = saved_line;
    return r;
  }
  int expr_(Node* n, int d) {
    Value v;
    if (n->k != N_Name && constant(n, &v)) return load_const(v, d);
    int base = top;
    switch (n->k) {
      case N_Name: return load(n, d);
      case N_Paren: return expr(n->first, d);
      case N_Const: {
        d = dst(d);
        emit(word_bx(LOADK, d, konst(kNone)));
        return d;
      }  // Ellipsis: not in this sketch
      case N_Bin: {
        int a = expr(n->first);
        top = is_temp(a) && a >= base ? a + 1 : base;
        int r = d >= 0 ? d : base;
        int keep = top;
        if (d < 0) {
          top = std::max(top, base + 1);
          hi = std::max(hi, top);
        }
        (void)keep;
        binary(binop(n->t, f.text(n->t)), false, a, n->last, r);
        top = d >= 0 ? base : base + 1;
        return r;
      }
      case N_Un: {
        int a = expr(n->first);
        top = base;
        d = dst(d);
        emit(word(n->t->kind == MINUS ? NEG : n->t->kind == PLUS ? POS : INVERT, d, a));
        clean(a);
        mark(d);
        return d;
      }
      case N_Not:
      case N_Cmp: {
        if (n->k == N_Cmp && n->first->k == N_Cmp) return chain(n, d);
        if (n->k == N_Not) {
          int a = expr(n->first);
          top = base;
          d = dst(d);
          emit(word(NOT, d, a));
          return d;
        }
        int a = operand(n->first), b = operand(n->last);
        top = base;
        d = dst(d);
        emit(word(compare(n->t), d, a, b));
        return d;
      }
      case N_And:
      case N_Or: {
        int t = temp();
        std::vector<uint32_t> out;
        std::set<int> saved;
        for (Node* x = n->first; x; x = x->next) {
          into(x, t);
          top = t + 1;
          if (x == n->first) saved = bound;
          if (x->next) out.push_back(emit2(word(JTRUE, t, 0, n->k == N_Or), 0));
        }
        bound = saved;
        for (uint32_t p : out) land(p);
        return finish(t, d, base);
      }
      case N_IfExp: {
        int t = d >= 0 ? d : temp();
        std::vector<uint32_t> out;
        branch(n->at(1), false, out);
        auto saved = bound;
        int save = top;
        into(n->first, t);
        top = save;
        uint32_t j = jump();
        for (uint32_t p : out) land(p);
        bound = saved;
        into(n->last, t);
        top = save;
        land(j);
        bound = saved;
        mark(t);
        return t;
      }
      case N_Walrus: {
        int r = fresh(n->last);
        Str* x = f.name(n->first);
        int t = temp();
        emit(word(MOVE, t, r));
        store(x, t);
        mark(r);
        return finish(r, d, base);
      }
      case N_Call: return call(n, d);
      case N_Attr: {
        int o = expr(n->first);
        top = base;
        d = dst(d);
        emit2(word(GETATTR, d, o), attr(f.name(n->last)));
        mark(d);
        return d;
      }
      case N_Sub: {
        int o = expr(n->first);
        if (constant(n->last, &v)) {
          int k = konst(v);
          if (k < 256) {
            top = base;
            d = dst(d);
            emit(word(SUBSCR_K, d, o, k));
            mark(d);
            return d;
          }
        }
        int k = subscript(n->last);
        top = base;
        d = dst(d);
        emit(word(SUBSCR, d, o, k));
        mark(d);
        return d;
      }
      case N_Slice: return subscript(n);
      case N_Tuple:
      case N_List: return sequence(n, d, n->k == N_List ? MKLIST : MKTUPLE);
      case N_Dict: {
        if (n->first && n->first->k != N_Pair && n->first->k != N_DStar) return sequence(n, d, MKSET);
        int t = temp();
        emit(word(MKDICT, t));
        mark(t);
        for (Node* x = n->first; x; x = x->next) {
          int save = top;
          if (x->k == N_DStar) {
            int m = expr(x->first);
            emit(word(MERGE, t, m));
          } else {
            int k = fresh(x->first), w = fresh(x->last);
            emit(word(DICTSET, t, k, w));
            clean(k);
            clean(w);
          }
          top = save;
        }
        return finish(t, d, base);
      }
      case N_ListComp:
      case N_SetComp:
      case N_DictComp: {
        int t = temp();
        bool is_set = n->k == N_DictComp && n->first->k != N_Pair;
        if (n->k == N_ListComp)
          emit(word(MKLIST, t, t, 0));
        else if (is_set)
          emit(word(MKSET, t, t, 0));
        else
          emit(word(MKDICT, t));
        mark(t);
        comprehension(n->first->next, [&] {
          int save = top;
          if (n->k == N_ListComp) {
            int e = expr(n->first);
            emit(word(APPEND, t, e));
            clean(e);
          } else if (is_set) {
            int e = expr(n->first);
            emit(word(SETADD, t, e));
            clean(e);
          } else {
            int k = fresh(n->first->first), w = fresh(n->first->last);
            emit(word(DICTSET, t, k, w));
            clean(k);
            clean(w);
          }
          end_statement(save);
        });
        return finish(t, d, base);
      }
      case N_GenExp: {
        int fn = temp(3);
        function(n, nullptr, nullptr, intern(f.interp, "<genexpr>"), fn);
        int it = expr(n->first->next->first->next);
        emit(word(ITER, fn + 2, it));
        top = fn + 3;
        mark(fn + 2);
        emit(word(CALL, fn, 1, fn));
        clean(fn + 2);
        mark(fn);
        top = fn + 1;
        return finish(fn, d, base);
      }
      case N_Lambda: {
        int t = temp();
        top = t;
        t = temp();
        function(n, n->first, n->last, intern(f.interp, "<lambda>"), t);
        return finish(t, d, base);
      }
      case N_Yield: {
        int r = n->n ? expr(n->first) : load_const(kNone, -1);
        top = base;
        d = dst(d);
        emit(word(YIELD, r, d));
        clean(r);
        mark(d);
        return d;
      }
      case N_YieldFrom: {
        int it = temp(3), a = it + 1, v2 = it + 2;
        int save = top;
        int x = expr(n->first);
        top = save;
        emit(word(ITER, it, x));
        mark(it);
        mark(a);
        mark(v2);
        emit(word_bx(LOADK, v2, konst(kNone)));
        uint32_t j = jump(), body = pc();
        emit(word(YIELD, a, v2));
        land(j);
        emit(word(SEND, a, it, v2));
        emit(word_bx(JMORE, a, int(body) - int(pc())));
        kill(it);
        clean(a);
        emit(word(TAKE, it, v2));
        clean(v2);
        mark(it);
        top = it + 1;
        return finish(it, d, base);
      }
      case N_Str: {
        std::vector<FPart> parts;
        fstring_parts(f, n, &parts);
        int t = format(parts);
        return finish(t, d, base);
      }
      case N_Star: f.fail(n, "can't use starred expression here"); return dst(d);
      default: f.fail(n, "this expression is not in the sketch"); return dst(d);
    }
  }
  int finish(int t, int d, int base) {  // t is a temporary at `base`
    if (d >= 0 && d != t) {
      emit(word(TAKE, d, t));
      clean(t);
      mark(d);
      top = base;
      return d;
    }
    if (d < 0 && t != base) {
      emit(word(TAKE, base, t));
      clean(t);
      mark(base);
      t = base;
    }
    top = d >= 0 ? base : base + 1;
    hi = std::max(hi, top);
    return t;
  }
  int format(std::vector<FPart>& parts) {
    int t = temp(int(parts.size()) ? int(parts.size()) : 1);
    int i = 0;
    for (FPart& p : parts) {
      int d = t + i++, save = top;
      if (!p.expr) {
        load_const(of(intern(f.interp, p.text)), d);
        continue;
      }
      int r = expr(p.expr), spec = 255;
      if (p.conv && !(p.conv == 'r' && p.has_spec && p.expr && false)) {
        int x = temp();
        emit(word(REPR, x, r, p.conv));
        mark(x);
        r = x;
      }
      if (p.has_spec) spec = format(p.spec);
      emit(word(FORMAT, d, r, spec));
      mark(d);
      top = save;
    }
    emit(word(JOIN, t, t, int(parts.size())));
    clean(t, int(parts.size()));
    mark(t);
    top = t + 1;
    return t;
  }
  int chain(Node* n, int d) {  // a < b < c: b is evaluated once
    std::vector<Node*> v;
    for (Node* x = n;; x = x->first) {
      v.push_back(x);
      if (x->first->k != N_Cmp) break;
    }
    std::reverse(v.begin(), v.end());
    int base = top, t = temp();
    int a = expr(v[0]->first);
    std::vector<uint32_t> out;
    for (size_t i = 0; i < v.size(); i++) {
      int b = expr(v[i]->last);
      emit(word(compare(v[i]->t), t, a, b));
      if (i + 1 < v.size()) out.push_back(emit2(word(JTRUE, t, 0, 0), 0));
      a = b;
    }
    for (uint32_t p : out) land(p);
    return finish(t, d, base);
  }
  int subscript(Node* n) {
    if (n->k != N_Slice) return expr(n);
    int t = temp(3);
    for (int i = 0; i < 3; i++) emit(word_bx(LOADK, t + i, konst(kNone)));
    int i = 0;
    for (Node* x = n->first; x; x = x->next)
      if (x->k == N_Colon)
        i++;
      else {
        int save = top;
        into(x, t + i);
        top = save;
      }
    emit(word(SLICE, t));
    mark(t);
    clean(t + 1, 2);
    top = t + 1;
    return t;
  }
  int sequence(Node* n, int d, Op op) {
    int base = top;
    bool star = false;
    for (Node* x = n->first; x; x = x->next) star |= x->k == N_Star;
    if (star || n->n > 60) {
      int t = temp();
      emit(op == MKSET ? word(MKSET, t, t, 0) : word(MKLIST, t, t, 0));
      mark(t);
      for (Node* x = n->first; x; x = x->next) {
        int save = top, e = expr(x->k == N_Star ? x->first : x);
        emit(word(x->k == N_Star ? EXTEND : op == MKSET ? SETADD : APPEND, t, e));
        if (x->k != N_Star) clean(e);
        top = save;
      }
      if (op == MKTUPLE) emit(word(TOTUPLE, t, t));
      return finish(t, d, base);
    }
    for (Node* x = n->first; x; x = x->next) fresh(x);
    clean(base, int(n->n));
    top = base;
    d = dst(d);
    emit(word(op, d, base, int(n->n)));
    mark(d);
    return d;
  }
  // call layout: a = callee (then result), a+1 = self or absent, a+2 .. arguments, which become the callee's registers
  int call(Node* n, int d) {
    int base = top, a = temp(2);
    bool method = n->first->k == N_Attr;
    if (method) {
      int save = top, o = expr(n->first->first);
      top = save;
      emit2(word(METHOD, a, o), attr(f.name(n->first->last)));
      mark(a);
      mark(a + 1);
    } else {
      into(n->first, a);
      top = a + 2;
    }
    Node* args = n->n > 1 ? n->last : nullptr;
    int npos = 0, nkw = 0;
    bool star = false;
    for (Node* x = args ? args->first : nullptr; x; x = x->next) {
      star |= x->k == N_Star || x->k == N_DStar;
      if (x->k == N_Kw)
        nkw++;
      else
        npos++;
    }
    if (!method && !args && n->first->k == N_Name && n->first->name && n->first->name->sv() == "super" &&
        s->type == Scope::Function && c->nparams) {
      int k = temp(), self = temp();
      emit(word(FREE, k, freei[intern(f.interp, "__class__")]));
      Str* first = c->varnames[0];
      emit(word(is_cell(first) ? LOADC : MOVE, self, reg[first]));
      npos = 2;
    }
    int out = d >= 0 && !is_temp(d) ? d : base;
    if (star) {
      if (!method) {
        emit(word(KILL, a + 1, a + 1));
        clean(a + 1);
      }
      int l = temp(), m = temp(), ns = 0, nd = 0;
      for (Node* x = args->first; x; x = x->next) {
        ns += x->k == N_Star;
        nd += x->k == N_DStar;
      }
      bool direct = npos == ns + nd && ns == 1 && !nkw && nd <= 1 &&
                    (!nd || args->last->k == N_DStar);  // f(*a) and f(*a, **k) pass both as they are
      if (direct) {
        into(args->first->first, l);
        top = m + 1;
        mark(l);
        if (nd) {
          into(args->last->first, m);
          top = m + 1;
          mark(m);
        } else
          emit(word(KILL, m, m));
      } else {
        emit(word(MKLIST, l, l, 0));
        emit(word(MKDICT, m));
        mark(l);
        mark(m);
      }
      for (Node* x = direct ? nullptr : args->first; x; x = x->next) {
        int save = top;
        if (x->k == N_Kw) {
          int k = load_const(of(intern(f.interp, f.text(x->t))), -1), w = fresh(x->first);
          emit(word(DICTSET, m, k, w));
          clean(k);
          clean(w);
        } else {
          int e = expr(x->k == N_Star || x->k == N_DStar ? x->first : x);
          emit(x->k == N_DStar ? word(MERGE, m, e) : word(x->k == N_Star ? EXTEND : APPEND, l, e));
          if (x->k != N_Star && x->k != N_DStar) clean(e);
        }
        top = save;
      }
      emit(word(CALLX, a, 0, out));
      clean(a, 4);
    } else {
      for (Node* x = args ? args->first : nullptr; x; x = x->next)
        if (x->k != N_Kw) fresh(x);
      Tuple* names = nkw ? tuple(f.interp, uint32_t(nkw)) : nullptr;
      int i = 0;
      for (Node* x = args ? args->first : nullptr; x; x = x->next)
        if (x->k == N_Kw) {
          names->items[i++] = of(intern(f.interp, f.text(x->t)));
          fresh(x->first);
        }
      if (nkw) {
        if (!method) {
          emit(word(KILL, a + 1, a + 1));
        }
        emit2(word(CALLKW, a, npos + nkw, out), uint32_t(konst(of(names))));
      } else
        emit(word(method ? CALLM : CALL, a, npos, out));
      clean(a, 2 + npos + nkw);
    }
    if (out != a) mark(a);
    top = base;
    if (out != d && d >= 0) {
      emit(word(TAKE, d, base));
      mark(d);
      return d;
    }
    if (d < 0) {
      top = base + 1;
      mark(base);
    }
    if (out != a) clean(a);  // the callee's slot is cleared when the result goes elsewhere
    return out;
  }
  template <class F>
  void comprehension(Node* g, F body) {
    int base = top, it = top, x = expr(g->first->next);
    top = it;
    temp();
    for (Node* t = g->first; t && t != g->first->next; t = nullptr) make_cells(t);
    emit(word(ITER, it, x));
    mark(it);
    uint32_t j = jump(), start = pc();
    int item = temp();
    mark(item);
    assign(g->first, item);
    clean(item);
    std::vector<uint32_t> skip;
    for (Node* c2 = g->first->next->next; c2; c2 = c2->next) branch(c2, false, skip);
    if (g->next)
      comprehension(g->next, body);
    else
      body();
    for (uint32_t p : skip) land(p);
    land(j);
    emit(word(NEXT, item, it));
    emit(word_bx(JMORE, item, int(start) - int(pc())));
    top = base;
    kill(it);
  }
  void make_cells(Node* t) {
    if (t->k == N_Name) {
      auto it = reg.find(f.name(t));
      if (it != reg.end() && is_cell(t->name)) {
        emit(word(KILL, it->second, it->second));
        emit(word(MKCELL, it->second));
      }
    } else if (t->k == N_Tuple || t->k == N_List || t->k == N_Star || t->k == N_Paren)
      for (Node* x = t->first; x; x = x->next) make_cells(x);
  }

  // --- functions and classes ---
  void function(Node* n, Node* params, Node* body, Str* name, int d);
  void klass(Node* n, int d);

  // --- assignment ---
  void assign(Node* t, int r) {
    int base = top;
    switch (t->k) {
      case N_Name: store(f.name(t), r); return;
      case N_Paren: return assign(t->first, r);
      case N_Attr: {
        int o = expr(t->first);
        bool m = is_temp(r);
        emit2(word(SETATTR, o, r, m), attr(f.name(t->last)));
        clean(r);
        break;
      }
      case N_Sub: {
        int o = expr(t->first), k = subscript(t->last);
        emit(word(is_temp(r) ? SETSUB_M : SETSUB, o, k, r));
        clean(r);
        break;
      }
      case N_Tuple:
      case N_List: {
        int star = -1, i = 0;
        for (Node* x = t->first; x; x = x->next, i++)
          if (x->k == N_Star) star = i;
        int u = temp(int(t->n));
        if (star < 0)
          emit(word(UNPACK, u, r, int(t->n)));
        else
          emit2(word(UNPACKX, u, r, star), t->n - 1 - uint32_t(star));
        mark(r);
        for (uint32_t k = 0; k < t->n; k++) mark(u + int(k));
        i = 0;
        for (Node* x = t->first; x; x = x->next) assign(x->k == N_Star ? x->first : x, u + i++);
        break;
      }
      default: f.fail(t, "cannot assign to expression here. Maybe you meant '==' instead of '='?");
    }
    top = base;
  }
  void del(Node* t) {
    int base = top;
    switch (t->k) {
      case N_Name: {
        Str* x = f.name(t);
        if (reg.count(x)) {
          if (is_cell(x))
            emit(word(STOREC, reg[x], 255));
          else {
            emit(word(CHECK, reg[x]));
            emit(word(KILL, reg[x], reg[x]));
            bound.erase(reg[x]);
          }
        } else
          emit2(word(DELG), kname(x));
        return;
      }
      case N_Attr: {
        int o = expr(t->first);
        emit2(word(DELATTR, o), kname(f.name(t->last)));
        break;
      }
      case N_Sub: {
        int o = expr(t->first), k = subscript(t->last);
        emit(word(DELSUB, o, k));
        break;
      }
      default:
        for (Node* x = t->first; x; x = x->next) del(x);
    }
    top = base;
  }

  // --- statements ---
  void block(Node* b) {
    if (b->k != N_Block) return stmt(b);
    for (Node* x = b->first; x; x = x->next) stmt(x);
  }
  void stmt(Node* n) {
    int base = top;
    if (n->t) line = n->t->line;
    stmt_(n);
    end_statement(base);
  }
  void close_ranges(size_t from) {
    for (size_t i = from; i < ctx.size(); i++)
      if (ctx[i]->is_try && ctx[i]->open < pc()) ctx[i]->ranges.push_back({ctx[i]->open, pc()});
  }
  void open_ranges(size_t from) {
    for (size_t i = from; i < ctx.size(); i++) ctx[i]->open = pc();
  }
  void leave(size_t to) {  // run what stands between here and context `to`: finally bodies are duplicated here, outside
                           // their own ranges
    std::vector<Context*> saved = ctx;
    for (size_t i = ctx.size(); i-- > to;) {
      Context* x = saved[i];
      close_ranges(i);
      ctx.resize(i);
      if (x->kind == Context::Handler) {
        kill(x->reg);
        if (x->bound) unbind(x->bound);
      } else if (x->kind == Context::Loop) {
        if (x->reg >= 0) kill(x->reg);
      } else if (x->kind == Context::Finally && x->node)
        block(x->node);
      else if (x->kind == Context::With)
        with_exit(x->reg, -1);
      ctx = saved;
      ctx.resize(i + 1);
      for (size_t k = i; k < saved.size(); k++) saved[k]->open = pc();
    }
    ctx = saved;
  }
  void unbind(Str* x) {
    if (reg.count(x) && !is_cell(x)) {
      emit(word(KILL, reg[x], reg[x]));
      bound.erase(reg[x]);
    } else if (!reg.count(x) && s->type == Scope::Module)
      emit2(word(DELG, 1), kname(x));
  }
  int with_exit(int m, int exc) {  // result in a temporary
    int a = temp(2);
    emit2(word(METHOD, a, m), attr(intern(f.interp, "__exit__")));
    for (int i = 0; i < 3; i++) {
      int x = temp();
      if (exc < 0)
        emit(word_bx(LOADK, x, konst(kNone)));
      else if (i == 0)
        emit2(word(GETATTR, x, exc), attr(intern(f.interp, "__class__")));
      else if (i == 1)
        emit(word(MOVE, x, exc));
      else
        emit(word_bx(LOADK, x, konst(kNone)));
    }
    emit(word(CALLM, a, 3, a));
    mark(a);
    clean(a + 1, 4);
    top = a + 1;
    if (exc < 0) {
      kill(a);
      top = a;
    }
    return a;
  }
  void add_handlers(Context& x, uint32_t target, int reg, int clear_from) {
    for (auto [a, b] : x.ranges)
      if (a < b) c->handlers.push_back({a, b, target, uint8_t(reg), uint8_t(clear_from)});
  }
  void loop_jump(bool is_break, Node* n) {
    size_t i = ctx.size();
    while (i > 0 && ctx[i - 1]->kind != Context::Loop) i--;
    if (!i) {
      f.fail(n, is_break ? "'break' outside loop" : "'continue' not properly in loop");
      return;
    }
    leave(i);
    close_ranges(i);
    (is_break ? ctx[i - 1]->breaks : ctx[i - 1]->continues).push_back(jump());
    open_ranges(i);
  }
  void try_stmt(Node* n) {
    Node* fin = nullptr;
    Node* els = nullptr;
    std::vector<Node*> handlers;
    for (Node* x = n->first->next; x; x = x->next) {
      if (x->k == N_Except)
        handlers.push_back(x);
      else if (x->k == N_Else)
        els = x = x->next;
      else if (x->k == N_Finally)
        fin = x = x->next;
    }
    int e = temp();
    std::set<int> before = bound;
    Context outer;
    outer.kind = Context::Finally;
    outer.node = fin;
    outer.is_try = true;
    outer.open = pc();
    if (fin) ctx.push_back(&outer);
    std::vector<uint32_t> done;
    if (!handlers.empty()) {
      Context inner;
      inner.kind = Context::Finally;
      inner.is_try = true;
      inner.open = pc();
      ctx.push_back(&inner);
      block(n->first);
      if (inner.open < pc()) inner.ranges.push_back({inner.open, pc()});
      ctx.pop_back();
      if (els) block(els);
      done.push_back(jump());
      add_handlers(inner, pc(), e, e);
      bound = before;
      mark(e);
      uint32_t handling = pc();
      for (Node* h : handlers) {
        std::vector<uint32_t> next;
        line = h->t->line;
        if (h->n > 1) {
          int save = top, k = expr(h->first), t = temp();
          emit(word(EXCMATCH, t, e, k));
          next.push_back(emit2(word(JTRUE, t, 0, 0), 0));
          end_statement(save);
          mark(e);
        }
        Str* nm = h->n == 3 ? f.name(h->at(1)) : nullptr;
        if (nm) {
          int t = temp();
          emit(word(MOVE, t, e));
          store(nm, t);
          if (!reg.count(nm) || is_cell(nm)) kill(t);
          top--;
        }
        Context hc;
        hc.kind = Context::Handler;
        hc.reg = e;
        hc.bound = nm;
        ctx.push_back(&hc);
        block(h->last);
        ctx.pop_back();
        if (nm) unbind(nm);
        emit(word(KILL, e, e));
        done.push_back(jump());
        for (uint32_t p : next) land(p);
        bound = before;
      }
      emit(word(RERAISE, e));
      c->handled.push_back({handling, pc(), uint8_t(e)});
      clean(e);
      for (uint32_t p : done) land(p);
    } else
      block(n->first);
    bound = before;
    if (fin) {
      if (outer.open < pc()) outer.ranges.push_back({outer.open, pc()});
      ctx.pop_back();
      block(fin);
      uint32_t j = jump();
      add_handlers(outer, pc(), e, e);
      Context hc;
      hc.kind = Context::Handler;
      hc.reg = e;
      ctx.push_back(&hc);
      top = e + 1;
      uint32_t handling = pc();
      block(fin);
      ctx.pop_back();
      emit(word(RERAISE, e));
      c->handled.push_back({handling, pc(), uint8_t(e)});
      land(j);
    }
  }
  void with_stmt(Node* n, Node* item) {
    if (item == n->last) return block(item);
    int m = temp(), e = temp();
    into(item->first, m);
    top = e + 1;
    mark(m);
    int a = temp(2);
    emit2(word(METHOD, a, m), attr(intern(f.interp, "__enter__")));
    emit(word(CALLM, a, 0, a));
    mark(a);
    if (item->n > 1) assign(item->last, a);
    if (dirty.count(a)) kill(a);
    top = e + 1;
    std::set<int> before = bound;
    Context x;
    x.kind = Context::With;
    x.reg = m;
    x.is_try = true;
    x.open = pc();
    ctx.push_back(&x);
    with_stmt(n, item->next);
    if (x.open < pc()) x.ranges.push_back({x.open, pc()});
    ctx.pop_back();
    bound = before;
    with_exit(m, -1);
    uint32_t j = jump();
    add_handlers(x, pc(), e, e);
    uint32_t handling = pc();
    int r = with_exit(m, e);
    c->handled.push_back({handling, pc(), uint8_t(e)});
    uint32_t ok2 = emit2(word(JTRUE, r, 0, 1), 0);
    emit(word(RERAISE, e));
    land(ok2);
    emit(word(KILL, e, r));
    land(j);
    clean(e);
    clean(r);
    mark(m);
  }
  void stmt_(Node* n) {
    switch (n->k) {
      case N_Block: return block(n);
      case N_Pass:
      case N_Global:
      case N_Nonlocal: return;
      case N_Assign: {
        if (n->n == 2) {
          int t = local_target(n->first);
          if (t >= 0) {
            int r = expr(n->last, t);
            if (r != t) {
              emit(word(is_temp(r) ? TAKE : MOVE, t, r));
              clean(r);
            }
            bound.insert(t);
            return;
          }
          if (n->first->k == N_Tuple && n->last->k == N_Tuple && n->first->n == n->last->n &&
              n->first->n <= 3) {  // a, b = b, a without a tuple
            bool star = false;
            for (Node* x = n->first->first; x; x = x->next) star |= x->k == N_Star;
            for (Node* x = n->last->first; x; x = x->next) star |= x->k == N_Star;
            if (!star) {
              int b = top;
              for (Node* x = n->last->first; x; x = x->next) fresh(x);
              for (Node* x = n->first->first; x; x = x->next) assign(x, b++);
              return;
            }
          }
        }
        int r = n->n > 2 ? fresh(n->last) : expr(n->last);
        for (Node* x = n->first; x != n->last; x = x->next) {
          if (x->next == n->last) {
            assign(x, r);
            return;
          }
          int t = temp();
          emit(word(MOVE, t, r));
          mark(t);
          mark(r);
          assign(x, t);
        }
        return;
      }
      case N_Ann:
        if (n->n > 1) {
          int r = expr(n->last);
          assign(n->first, r);
        }
        return;
      case N_Aug: {
        std::string_view op = f.text(n->t);
        int kind = binop(n->t, op.substr(0, op.size() - 1));
        Node* t = n->first;
        if (t->k == N_Name) {
          int l = local_target(t);
          int a = load(t, -1);
          if (l >= 0) {
            binary(kind, true, a, n->last, l);
            return;
          }
          int r = binary(kind, true, a, n->last, a);
          store(t->name, r);
          mark(r);
        } else if (t->k == N_Attr) {
          int o = expr(t->first), r = temp();
          emit2(word(GETATTR, r, o), attr(f.name(t->last)));
          mark(r);
          binary(kind, true, r, n->last, r);
          emit2(word(SETATTR, o, r, 1), attr(f.name(t->last)));
          clean(r);
        } else if (t->k == N_Sub) {
          int o = expr(t->first), k = subscript(t->last), r = temp();
          emit(word(SUBSCR, r, o, k));
          mark(r);
          binary(kind, true, r, n->last, r);
          emit(word(SETSUB_M, o, k, r));
          clean(r);
        } else
          f.fail(n, "illegal target for augmented assignment");
        return;
      }
      case N_Return: {
        bool simple = true;
        for (Context* x : ctx)
          simple &=
              x->kind == Context::Handler || x->kind == Context::Loop || (x->kind == Context::Finally && !x->node);
        int r;
        if (simple)
          r = n->n ? expr(n->first) : load_const(kNone, -1);
        else {
          if (n->n)
            r = fresh(n->first);
          else
            r = load_const(kNone, -1);
          mark(r);
          leave(0);
        }
        emit(word(RET, r, std::max({nlocals, top, dirty.empty() ? 0 : *dirty.rbegin() + 1})));
        open_ranges(ctx.size());
        return;
      }
      case N_If: {
        std::vector<uint32_t> out;
        branch(n->first, false, out);
        end_statement_keep();
        auto saved = bound;
        block(n->at(1));
        auto after = bound;
        bool ends = terminates(n->at(1));
        if (n->n == 3) {
          uint32_t j = ends ? 0 : jump();
          for (uint32_t p : out) land(p);
          bound = saved;
          block(n->last);
          if (!ends) {
            land(j);
            if (terminates(n->last))
              bound = after;
            else
              intersect(after);
          }
        } else {
          for (uint32_t p : out) land(p);
          bound = saved;
        }
        return;
      }
      case N_While: {
        Context x;
        x.kind = Context::Loop;
        std::vector<uint32_t> again;
        Value v;
        bool forever = constant(n->first, &v) && v.u == kTrue.u;
        uint32_t j = forever ? 0 : jump(), start = pc();
        auto saved = bound;
        ctx.push_back(&x);
        block(n->at(1));
        ctx.pop_back();
        for (uint32_t p : x.continues) land(p);
        if (!forever) land(j);
        bound = saved;
        line = n->t->line;
        if (forever)
          jump_to(start);
        else {
          branch(n->first, true, again);
          for (uint32_t p : again) land_at(p, start);
          end_statement_keep();
        }
        if (n->n == 3) block(n->last);
        for (uint32_t p : x.breaks) land(p);
        bound = saved;
        return;
      }
      case N_For: {
        int it = top, x = expr(n->at(1));
        top = it;
        temp();
        emit(word(ITER, it, x));
        mark(it);
        uint32_t j = jump(), start = pc();
        auto saved = bound;
        int d = local_target(n->first), item = d >= 0 ? d : temp();
        if (d >= 0)
          bound.insert(d);
        else {
          mark(item);
          assign(n->first, item);
          top = it + 1;
          end_statement(top);
        }
        Context c2;
        c2.kind = Context::Loop;
        ctx.push_back(&c2);
        block(n->at(2));
        ctx.pop_back();
        for (uint32_t p : c2.continues) land(p);
        land(j);
        line = n->t->line;
        bound = saved;
        emit(word(NEXT, item, it));  // exhausted: the fast path leaves `item` alone and goes past JMORE; so a loop
                                     // variable keeps its last value
        emit(word_bx(JMORE, item, int(start) - int(pc())));
        top = it;
        if (n->n == 4) {
          kill(it);
          block(n->last);
        }
        for (uint32_t p : c2.breaks) land(p);
        kill(it);
        return;
      }
      case N_Try: return try_stmt(n);
      case N_With: return with_stmt(n, n->first);
      case N_Break:
      case N_Continue: return loop_jump(n->k == N_Break, n);
      case N_Def: {
        int d = local_target(n->first);
        int t = temp();
        function(n, n->at(1), n->last, f.name(n->first), t);
        (void)d;
        store(n->first->name, t);
        return;
      }
      case N_Class: {
        int t = temp();
        klass(n, t);
        store(f.name(n->first), t);
        return;
      }
      case N_Decorated: {
        int t = temp();
        decorated(n, t);
        Node* x = n;
        while (x->k == N_Decorated) x = x->last;
        store(f.name(x->first), t);
        return;
      }
      case N_Raise: {
        int x = 255, cause = 255, context = 255;
        for (size_t i = ctx.size(); i-- > 0;)
          if (ctx[i]->kind == Context::Handler) {
            context = ctx[i]->reg;
            break;
          }
        if (!n->n) {
          if (context == 255) context = load_const(kNone, -1);
          emit(word(RERAISE, context));
          return;
        }
        x = expr(n->first);
        if (n->n > 1) cause = expr(n->last);
        emit(word(RAISE, x, cause, context));
        mark(x);
        return;
      }
      case N_Del:
        for (Node* x = n->first; x; x = x->next) del(x);
        return;
      case N_Assert: {
        std::vector<uint32_t> out;
        branch(n->first, true, out);
        int a = temp(2);
        c->glob.push_back({intern(f.interp, "AssertionError"), 0, 0, nullptr});
        emit2(word(LOADG, a), uint32_t(c->glob.size() - 1));
        if (n->n > 1) {
          fresh(n->last);
          emit(word(CALL, a, 1, a));
        }
        emit(word(RAISE, a, 255, 255));
        mark(a);
        for (uint32_t p : out) land(p);
        return;
      }
      case N_Import:
        for (Node* a = n->first; a; a = a->next) {
          Node* as = a->last && a->last->k == N_Kw ? a->last : nullptr;
          int t = temp();
          emit2(word(IMPORT, t), kname(intern(f.interp, f.text(a->t))));
          mark(t);
          store(as ? f.name(as) : f.name(a), t);
        }
        return;
      case N_FromImport: {
        int m = temp();
        emit2(word(IMPORT, m, 1), kname(intern(f.interp, f.text(n->first->t))));
        mark(m);
        for (Node* a = n->first->next; a; a = a->next) {
          int t = temp();
          emit2(word(IMPORTF, t, m), kname(intern(f.interp, f.text(a->t))));
          mark(t);
          store(a->last && a->last->k == N_Kw ? f.name(a->last) : f.name(a), t);
        }
        return;
      }
      default: expr(n);
    }
  }
  void end_statement_keep() { end_statement(top); }
  void intersect(const std::set<int>& o) {
    std::set<int> r;
    for (int x : bound)
      if (o.count(x)) r.insert(x);
    bound = r;
  }
  bool terminates(Node* b) {
    if (b->k == N_Block) return b->last && terminates(b->last);
    return b->k == N_Return || b->k == N_Raise || b->k == N_Break || b->k == N_Continue;
  }
  void decorated(Node* n, int d) {
    int a = temp(2);
    into(n->first, a);
    top = a + 2;
    int x = temp();
    if (n->last->k == N_Decorated)
      decorated(n->last, x);
    else if (n->last->k == N_Def)
      function(n->last, n->last->at(1), n->last->last, f.name(n->last->first), x);
    else
      klass(n->last, x);
    top = a + 3;
    emit(word(CALL, a, 1, a));
    emit(word(TAKE, d, a));
    mark(d);
    clean(a, 3);
    top = a;
  }
};

Code* new_code(Front& f, Str* name) {
  return adder::new_code(f.interp, name, f.file);
}
void finish_code(Fn& fn) {
  fn.c->nreg = uint32_t(std::max(fn.hi, fn.nlocals) + 2);
  fn.c->nlocals = uint32_t(fn.nlocals);
}
void declare(Fn& fn, Str* n) {
  if (!fn.reg.count(n)) {
    fn.reg[n] = fn.nlocals++;
    fn.c->varnames.push_back(n);
  }
}

void Fn::function(Node* n, Node* params, Node* body, Str* name, int d) {
  Scope* k = static_cast<Scope*>(n->scope);
  Fn in{f, this, k, new_code(f, name)};
  in.line = n->t->line;
  if (s->type != Scope::Module)
    in.c->qualname = intern(f.interp, std::string(c->qualname->sv()) + (s->type == Scope::Function ? ".<locals>." : ".") +
                            std::string(name->sv()));
  std::vector<Node*> pos, kwonly;
  Node *va = nullptr, *vk = nullptr;
  bool only = false;
  for (Node* p = params ? params->first : nullptr; p; p = p->next) {
    if (p->k == N_Param)
      (only ? kwonly : pos).push_back(p);
    else if (p->k == N_Star) {
      only = true;
      va = p->first;
    } else if (p->k == N_DStar)
      vk = p->first;
    else
      in.c->nposonly = uint32_t(pos.size());
  }
  if (n->k == N_GenExp) declare(in, intern(f.interp, ".0"));
  for (Node* p : pos) declare(in, f.name(p));
  for (Node* p : kwonly) declare(in, f.name(p));
  if (va) declare(in, f.name(va));
  if (vk) declare(in, f.name(vk));
  in.c->nparams = n->k == N_GenExp ? 1 : uint32_t(pos.size());
  in.c->nkwonly = uint32_t(kwonly.size());
  in.c->cflags = (va ? kVarArgs : 0) | (vk ? kVarKw : 0) | (k->generator ? kGenerator : 0);
  in.c->cflags |= kNewLocals;
  in.c->first_line = n->t->line;
  if (!va && !vk && kwonly.empty() && !k->generator) in.c->cflags |= kSimple;
  for (int i = 0; i < in.nlocals; i++) in.bound.insert(i);
  for (Str* x : k->order) declare(in, x);
  for (Str* x : k->frees) {
    if (!in.freei.count(x)) {
      int i = int(in.freei.size());
      in.freei[x] = i;
    }
  }
  in.top = in.hi = in.nlocals;
  for (auto& [x, r] : in.reg)
    if (in.is_cell(x)) in.emit(word(MKCELL, r));
  if (n->k == N_GenExp) {
    Node* g = n->first->next;
    auto body2 = [&] {
      int t = in.top;
      int r = in.expr(n->first);
      int dd = in.temp();
      in.emit(word(YIELD, r, dd));
      in.mark(dd);
      in.end_statement(t);
    };
    // the first iterable arrives as the argument
    Node* it = f.st->arena.make(N_Name, n->t);
    it->name = intern(f.interp, ".0");
    Node* old = g->first->next;
    it->next = old->next;
    g->first->next = it;
    in.comprehension(g, body2);
    in.emit(word(KILL, 0, 0));
    g->first->next = old;
  } else if (n->k == N_Lambda) {
    int r = in.expr(body);
    in.emit(word(RET, r, std::max(in.nlocals, in.hi)));
  } else
    in.block(body);
  int t = in.temp();
  in.emit(word_bx(LOADK, t, in.konst(kNone)));
  in.emit(word(RET, t, std::max(in.nlocals, in.hi)));
  finish_code(in);
  if (in.c->nlocals > 200) f.fail(n, "more than 200 locals: not in this sketch");
  // closure cells, in the inner function's order
  in.c->cells.resize(in.freei.size());
  in.c->freenames.resize(in.freei.size());
  for (auto& [x, i] : in.freei) in.c->freenames[size_t(i)] = x;
  for (auto& [x, i] : in.freei)
    in.c->cells[i] = reg.count(x) && is_cell(x) ? CellSpec{true, uint8_t(reg[x])} : CellSpec{false, uint8_t(freei[x])};
  // defaults
  int base = top, dr = 0, flags = 0;
  std::vector<Node*> defs;
  for (Node* p : pos)
    if (p->first) defs.push_back(p->first);
  bool kd = false;
  for (Node* p : kwonly) kd |= p->first != nullptr;
  if (!defs.empty() || kd) {
    dr = temp(2);
    if (!defs.empty()) {
      flags |= 1;
      int b = top;
      for (Node* x : defs) fresh(x);
      clean(b, int(defs.size()));
      emit(word(MKTUPLE, dr, b, int(defs.size())));
      top = b;
      mark(dr);
    }
    if (kd) {
      flags |= 2;
      emit(word(MKDICT, dr + 1));
      mark(dr + 1);
      for (Node* p : kwonly)
        if (p->first) {
          int save = top, key = load_const(of(f.name(p)), -1), w = fresh(p->first);
          emit(word(DICTSET, dr + 1, key, w));
          clean(w);
          top = save;
        }
    }
  }
  emit2(word(MKFUNC, d, dr, flags), uint32_t(konst(of(in.c))));
  mark(d);
  top = base;
}
void Fn::klass(Node* n, int d) {  // __build_class__(body function, name, bases tuple, keywords)
  Scope* k = static_cast<Scope*>(n->scope);
  int base = top, a = temp(2);
  c->glob.push_back({intern(f.interp, "__build_class__"), 0, 0, nullptr});
  emit2(word(LOADG, a), uint32_t(c->glob.size() - 1));
  mark(a);
  Fn in{f, this, k, new_code(f, f.name(n->first))};
  if (s->type == Scope::Function)
    in.c->qualname = intern(f.interp, std::string(c->qualname->sv()) + ".<locals>." + std::string(in.c->name->sv()));
  else if (s->type == Scope::Class)
    in.c->qualname = intern(f.interp, std::string(c->qualname->sv()) + "." + std::string(in.c->name->sv()));
  declare(in, intern(f.interp, ".ns"));
  in.c->nparams = 1;
  in.c->cflags = kSimple;
  Str* cls = intern(f.interp, "__class__");
  if (k->vars.count(cls) && k->vars[cls] & Scope::kCell) declare(in, cls);
  for (Str* x : k->order)
    if (x->sv().find('.') != std::string_view::npos) declare(in, x);
  for (Str* x : k->frees)
    if (!in.freei.count(x)) {
      int i = int(in.freei.size());
      in.freei[x] = i;
    }
  in.top = in.hi = in.nlocals;
  in.line = n->t->line;
  for (auto& [x, r] : in.reg)
    if (in.is_cell(x)) in.emit(word(MKCELL, r));
  in.block(n->last);
  int t = in.temp();
  if (in.reg.count(cls))
    in.emit(word(MOVE, t, in.reg[cls]));
  else
    in.emit(word_bx(LOADK, t, in.konst(kNone)));
  in.emit(word(RET, t, std::max(in.nlocals, in.hi)));
  finish_code(in);
  in.c->cells.resize(in.freei.size());
  in.c->freenames.resize(in.freei.size());
  for (auto& [x, i] : in.freei) in.c->freenames[size_t(i)] = x;
  for (auto& [x, i] : in.freei)
    in.c->cells[i] = reg.count(x) && is_cell(x) ? CellSpec{true, uint8_t(reg[x])} : CellSpec{false, uint8_t(freei[x])};
  int fn = temp(4);
  emit2(word(MKFUNC, fn, 0, 0), uint32_t(konst(of(in.c))));
  mark(fn);
  emit(word_bx(LOADK, fn + 1, konst(of(f.name(n->first)))));
  Node* args = n->n == 3 ? n->at(1) : nullptr;
  int b = top, nb = 0;
  for (Node* x = args ? args->first : nullptr; x; x = x->next)
    if (x->k != N_Kw) {
      fresh(x);
      nb++;
    }
  emit(word(MKTUPLE, fn + 2, b, nb));
  top = b;
  clean(b, nb);
  emit(word(MKDICT, fn + 3));
  for (Node* x = args ? args->first : nullptr; x; x = x->next)
    if (x->k == N_Kw) {
      int save = top, key = load_const(of(intern(f.interp, f.text(x->t))), -1), w = fresh(x->first);
      emit(word(DICTSET, fn + 3, key, w));
      top = save;
    }
  emit(word(CALL, a, 4, a));
  clean(a, 6);
  emit(word(TAKE, d, a));
  mark(d);
  top = base;
}
}  // namespace

Code* compile(Interpreter& interp, const std::string& text, std::string_view filename, std::string* err, bool expression) {
  auto* src = new std::string(text);  // tokens and tracebacks point into it
  Str* file = intern(interp, filename);
  Front f{interp, *src, new State(), file, {}, {}, {}};
  auto* toks = new std::vector<Token>();
  auto syntax = [&](uint32_t line, const std::string& m) {
    *err = "  File \"" + std::string(file->sv()) + "\", line " + std::to_string(line) + "\nSyntaxError: " + m;
    return nullptr;
  };
  try {
    Lexer lx(*src);
    lx.run();
    *toks = std::move(lx.out);
  } catch (SyntaxErr& e) {
    return syntax(uint32_t(1 + std::count(src->begin(), src->begin() + std::min<size_t>(e.pos, src->size()), '\n')),
                  e.msg);
  }
  if (expression)
    for (auto it = toks->begin(); it != toks->end();)
      if (it->kind == T_NEWLINE)
        it = toks->erase(it);
      else
        ++it;
  Node* n = nullptr;
  const Token* where = nullptr;
  std::string m;
  if (!parse_tokens(toks->data(), toks->data() + toks->size(), *f.st, expression, n, m, where))
    return syntax(where->line, m);
  if (expression) {
    Node* mod = f.st->arena.make(N_Module, toks->data());
    Node* r = f.st->arena.make(N_Return, toks->data());
    r->add(n);
    mod->add(r);
    n = mod;
  }
  Scope* top = analyze(f, n);
  Fn fn{f, nullptr, top, new_code(f, intern(f.interp, "<module>"))};
  for (Str* x : top->order)
    if (x->sv().find('.') != std::string_view::npos) declare(fn, x);
  fn.top = fn.hi = fn.nlocals;
  for (auto& [x, r] : fn.reg)
    if (fn.is_cell(x)) fn.emit(word(MKCELL, r));
  for (Node* x = n->first; x; x = x->next) fn.stmt(x);
  int t = fn.temp();
  fn.emit(word_bx(LOADK, t, fn.konst(kNone)));
  fn.emit(word(RET, t, std::max(fn.nlocals, fn.hi)));
  finish_code(fn);
  if (!f.error.empty()) return syntax(f.error_line, f.error);
  return fn.c;
}
}  // namespace adder
