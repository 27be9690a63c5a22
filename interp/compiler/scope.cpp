#include "interp/compiler/scope.h"

namespace adder {
namespace {
struct Pass {
  Front& f;
  Scope* s;
  std::vector<std::map<Str*, Str*>> renames;
  int counter = 0;

  Scope* open(Scope::Type t, Node* n) {
    f.scopes.push_back(std::make_unique<Scope>(Scope{t, s, n, {}, {}, {}, {}}));
    Scope* k = f.scopes.back().get();
    if (s) s->kids.push_back(k);
    n->scope = k;
    return k;
  }
  void use(Node* n) {
    Str* name = f.name(n);
    for (size_t i = renames.size(); i-- > 0;) {
      auto it = renames[i].find(name);
      if (it != renames[i].end()) {
        n->name = it->second;
        break;
      }
    }
    s->mark(n->name, Scope::kUsed);
  }
  void bind(Node* n) {
    use(n);
    if (!(s->vars[n->name] & (Scope::kGlobal | Scope::kNonlocal))) s->mark(n->name, Scope::kLocal);
  }
  void target(Node* n) {
    switch (n->k) {
      case N_Name: return bind(n);
      case N_Tuple:
      case N_List:
      case N_Paren:
      case N_Star:
        for (Node* c = n->first; c; c = c->next) target(c);
        return;
      default: visit(n);
    }
  }
  void comp_targets(Node* n, std::map<Str*, Str*>& m) {
    if (n->k == N_Name) {
      Str* x = f.name(n);
      m[x] = intern(f.interp, std::string(x->sv()) + "." + std::to_string(++counter));
    } else
      for (Node* c = n->first; c; c = c->next) comp_targets(c, m);
  }
  void comp(Node* n) {
    Node* el = n->first;
    Node* gen = el->next;
    if (n->k == N_GenExp) {  // a function of one argument: the first iterable is evaluated outside
      visit(gen->first->next);
      Scope* outer = s;
      auto saved = std::move(renames);
      renames.clear();
      s = open(Scope::Function, n);
      s->generator = true;
      s->mark(intern(f.interp, ".0"), Scope::kLocal | Scope::kParam);
      for (auto& [a, b] : saved.empty() ? std::map<Str*, Str*>() : flatten(saved)) rename_free[s][a] = b;
      renames.push_back(rename_free[s]);
      for (Node* g = gen; g; g = g->next) {
        std::map<Str*, Str*> own;
        comp_targets(g->first, own);
        for (auto& [a, b] : own) {
          (void)b;
          renames[0].erase(a);
        }
        if (g != gen) visit(g->first->next);
        target(g->first);
        for (Node* c = g->first->next->next; c; c = c->next) visit(c);
      }
      visit(el);
      s = outer;
      renames = std::move(saved);
      return;
    }
    visit(gen->first->next);
    renames.emplace_back();
    for (Node* g = gen; g; g = g->next) comp_targets(g->first, renames.back());
    for (Node* g = gen; g; g = g->next) {
      if (g != gen) visit(g->first->next);
      target(g->first);
      for (Node* c = g->first->next->next; c; c = c->next) visit(c);
    }
    visit(el);
    renames.pop_back();
  }
  std::map<Scope*, std::map<Str*, Str*>> rename_free;
  static std::map<Str*, Str*> flatten(const std::vector<std::map<Str*, Str*>>& v) {
    std::map<Str*, Str*> m;
    for (auto& x : v)
      for (auto& [a, b] : x) m[a] = b;
    return m;
  }
  void function(Node* n, Node* params, Node* body) {
    for (Node* p = params->first; p; p = p->next)
      if (p->k == N_Param && p->first) visit(p->first);
    Scope* outer = s;
    auto saved = std::move(renames);
    auto flat = flatten(saved);
    renames.clear();
    s = open(Scope::Function, n);
    for (Node* p = params->first; p; p = p->next) {
      Node* x = p->k == N_Param ? p : p->first;
      if (x && p->k != N_Const) {
        s->mark(f.name(x), Scope::kLocal | Scope::kParam);
        flat.erase(x->name);
      }
    }
    renames.push_back(flat);
    if (n->k == N_Lambda)
      visit(body);
    else
      for (Node* c = body->first; c; c = c->next) visit(c);
    s = outer;
    renames = std::move(saved);
  }
  void visit(Node* n) {
    if (!n) return;
    switch (n->k) {
      case N_Name:
        use(n);
        if (n->name->sv() == "super") s->mark(intern(f.interp, "__class__"), Scope::kUsed);
        return;
      case N_Attr: return visit(n->first);
      case N_Str: {
        std::vector<FPart> parts;
        if (fstring_parts(f, n, &parts)) walk_parts(parts);
        return;
      }
      case N_Assign:
        for (Node* c = n->first; c != n->last; c = c->next) target(c);
        return visit(n->last);
      case N_Aug:
      case N_Ann:
        target(n->first);
        if (n->n > 1) visit(n->last);
        return;
      case N_Walrus: visit(n->last); return bind(n->first);
      case N_For:
        target(n->first);
        for (Node* c = n->first->next; c; c = c->next) visit(c);
        return;
      case N_Def: bind(n->first); return function(n, n->at(1), n->last);
      case N_Lambda: return function(n, n->first, n->last);
      case N_Class: {
        bind(n->first);
        if (n->n == 3) visit(n->at(1));
        Scope* outer = s;
        auto saved = std::move(renames);
        renames.clear();
        s = open(Scope::Class, n);
        for (Node* c = n->last->first; c; c = c->next) visit(c);
        s = outer;
        renames = std::move(saved);
        return;
      }
      case N_ListComp:
      case N_SetComp:
      case N_DictComp:
      case N_GenExp: return comp(n);
      case N_Global:
        for (Node* c = n->first; c; c = c->next) s->mark(f.name(c), Scope::kGlobal);
        return;
      case N_Nonlocal:
        for (Node* c = n->first; c; c = c->next) s->mark(f.name(c), Scope::kNonlocal | Scope::kUsed);
        return;
      case N_Import:
        for (Node* c = n->first; c; c = c->next) bind(c->last && c->last->k == N_Kw ? c->last : c);
        return;
      case N_FromImport:
        for (Node* c = n->first->next; c; c = c->next) bind(c->last && c->last->k == N_Kw ? c->last : c);
        return;
      case N_Except:
        for (Node* c = n->first; c; c = c->next)
          if (c == n->at(1) && n->n == 3)
            bind(c);
          else
            visit(c);
        return;
      case N_WithItem:
        visit(n->first);
        if (n->n > 1) target(n->last);
        return;
      case N_Del:
        for (Node* c = n->first; c; c = c->next) target(c);
        return;
      case N_Kw: return visit(n->first);
      case N_Yield:
      case N_YieldFrom: s->generator = true; [[fallthrough]];
      default:
        for (Node* c = n->first; c; c = c->next) visit(c);
    }
  }
  void walk_parts(std::vector<FPart>& v) {
    for (FPart& p : v) {
      if (p.expr) visit(p.expr);
      walk_parts(p.spec);
    }
  }
  // second pass: names that are not local are looked up outwards; class scopes are skipped
  bool provide(Scope* k, Str* n) {
    if (!k) return false;
    int* b = k->vars.count(n) ? &k->vars[n] : nullptr;
    if (k->type == Scope::Class && n->sv() == "__class__") {
      k->mark(n, Scope::kCell);
      return true;
    }
    if (b && k->fast(n)) {
      if (*b & Scope::kGlobal) return false;
      if (*b & Scope::kLocal) {
        *b |= Scope::kCell;
        return true;
      }
      if (*b & Scope::kFreeVar) return true;
    }
    if (!provide(k->parent, n)) return false;
    k->mark(n, Scope::kFreeVar);
    k->frees.push_back(n);
    return true;
  }
  void resolve(Scope* k) {
    auto copy = k->vars;
    for (auto& [n, b] : copy) {
      if (b & (Scope::kGlobal) ||
          (b & Scope::kLocal && (k->fast(n) || k->type == Scope::Class || k->type == Scope::Module)))
        continue;
      if (k->vars[n] & (Scope::kFreeVar | Scope::kCell)) continue;
      if (provide(k->parent, n)) {
        if (!(k->vars[n] & Scope::kFreeVar)) {
          k->mark(n, Scope::kFreeVar);
          k->frees.push_back(n);
        }
      }
    }
    for (Scope* c : k->kids) resolve(c);
  }
};
}  // namespace
Scope* analyze(Front& f, Node* module) {
  Pass p{f, nullptr, {}};
  Scope* top = p.open(Scope::Module, module);
  p.s = top;
  for (Node* c = module->first; c; c = c->next) p.visit(c);
  p.resolve(top);
  return top;
}

// --- f-strings: the expression text is lexed and parsed by the same rules ---
static std::string unescape(std::string_view s, bool raw) {
  std::string o;
  for (size_t i = 0; i < s.size(); i++) {
    if (s[i] != '\\' || raw || i + 1 >= s.size()) {
      o += s[i];
      continue;
    }
    char c = s[++i];
    switch (c) {
      case 'n': o += '\n'; break;
      case 't': o += '\t'; break;
      case 'r': o += '\r'; break;
      case '0': o += '\0'; break;
      case '\\':
      case '\'':
      case '"': o += c; break;
      case '\n': break;
      case 'x':
        o += char(std::stoi(std::string(s.substr(i + 1, 2)), nullptr, 16));
        i += 2;
        break;
      default: o += '\\'; o += c;
    }
  }
  return o;
}
static bool parts(Front& f, Node* n, std::string_view s, bool raw, bool in_spec, std::vector<FPart>* out) {
  FPart text;
  auto flush = [&] {
    if (!text.text.empty()) {
      text.text = unescape(text.text, raw);
      out->push_back(text);
      text = FPart();
    }
  };
  for (size_t i = 0; i < s.size();) {
    char c = s[i];
    if (!in_spec && (c == '{' || c == '}') && i + 1 < s.size() && s[i + 1] == c) {
      text.text += c;
      i += 2;
      continue;
    }
    if (c != '{') {
      text.text += c;
      i++;
      continue;
    }
    flush();
    size_t b = ++i;
    int depth = 0;
    char q = 0;
    for (; i < s.size(); i++) {
      char d = s[i];
      if (q) {
        if (d == q) q = 0;
        continue;
      }
      if (d == '\'' || d == '"')
        q = d;
      else if (d == '(' || d == '[' || d == '{')
        depth++;
      else if (depth && (d == ')' || d == ']' || d == '}'))
        depth--;
      else if (!depth && (d == '}' || d == ':' || (d == '!' && i + 1 < s.size() && s[i + 1] != '=')))
        break;
    }
    std::string_view e = s.substr(b, i - b);
    FPart p;
    size_t last = e.find_last_not_of(" ");
    if (last != e.npos && last > 0 && e[last] == '=' && !strchr("=!<>", e[last - 1])) {
      text.text = std::string(e);
      flush();
      e = e.substr(0, last);
      p.conv = 'r';
    }
    auto* toks = new std::vector<Token>();
    try {
      Lexer lx(e);
      lx.run();
      *toks = lx.out;
    } catch (SyntaxErr& x) {
      return f.fail(n, "f-string: " + x.msg);
    }
    for (auto it = toks->begin(); it != toks->end();)
      if (it->kind == T_NEWLINE || it->kind == T_INDENT || it->kind == T_DEDENT)
        it = toks->erase(it);
      else
        ++it;
    for (Token& t : *toks) {
      t.pos += uint32_t(e.data() - f.src.data());
      t.line = n->t->line;
    }
    const Token* where;
    std::string err;
    if (!parse_tokens(toks->data(), toks->data() + toks->size(), *f.st, true, p.expr, err, where))
      return f.fail(n, "f-string: " + err);
    if (i < s.size() && s[i] == '!') {
      p.conv = s[i + 1];
      i += 2;
    }
    if (i < s.size() && s[i] == ':') {
      size_t sb = ++i;
      int d = 0;
      for (; i < s.size() && (d || s[i] != '}'); i++) d += s[i] == '{' ? 1 : s[i] == '}' ? -1 : 0;
      p.has_spec = true;
      if (!parts(f, n, s.substr(sb, i - sb), raw, true, &p.spec)) return false;
      if (p.conv == 'r' && e.size() != size_t(i - b)) {
      }
    }
    i++;
    out->push_back(std::move(p));
  }
  flush();
  return true;
}
bool fstring_parts(Front& f, Node* n, std::vector<FPart>* out) {
  static std::map<Node*, std::vector<FPart>> cache;  // sketch: one compilation at a time
  auto it = cache.find(n);
  if (it != cache.end() && it->second.size() && n->scope == n) {
    *out = it->second;
    return true;
  }
  auto one = [&](const Token* t) {
    std::string_view s = f.text(t);
    bool raw = false;
    size_t i = 0;
    for (; s[i] != '\'' && s[i] != '"'; i++) raw |= (s[i] | 32) == 'r';
    size_t q = s.size() - i >= 6 && s[i + 1] == s[i] && s[i + 2] == s[i] ? 3 : 1;
    std::string_view body = s.substr(i + q, s.size() - i - 2 * q);
    if (t->kind == T_FSTR) return parts(f, n, body, raw, false, out);
    FPart p;
    p.text = unescape(body, raw);
    if (!p.text.empty()) out->push_back(p);
    return true;
  };
  if (!one(n->t)) return false;
  for (Node* c = n->first; c; c = c->next)
    if (!one(c->t)) return false;
  cache[n] = *out;
  n->scope = n;
  return true;
}
}  // namespace adder
