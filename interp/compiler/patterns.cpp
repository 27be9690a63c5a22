// The match statement. A pattern jumps to `fail` as soon as it does not match. Names are bound only after the whole
// pattern has matched: until then their values wait in a block of temporaries, one for each name, or in a dict if they
// are many.
#include "interp/compiler/function_compiler.h"

namespace adder {

using namespace ast;

// Keys of a mapping are compared with ==: 1, True and 1.0 are one key.
static bool same_number(const ConstProto& a, const ConstProto& b) {
  auto number = [](const ConstProto& c, double* re, double* im) {
    *re = c.type == ConstProto::True ? 1 : c.type == ConstProto::Int ? double(c.integer) : c.real;
    *im = c.imaginary;
    return c.type == ConstProto::True || c.type == ConstProto::False || c.type == ConstProto::Int ||
           c.type == ConstProto::Float || c.type == ConstProto::Complex;
  };
  double x[2], y[2];
  return number(a, &x[0], &x[1]) && number(b, &y[0], &y[1]) && x[0] == y[0] && x[1] == y[1];
}


struct FunctionCompiler::PatternState {
  Label fail;
  std::vector<const Identifier*> names;  // all names of the pattern, in order of appearance
  std::vector<bool> captured;            // which of them this alternative has bound so far
  int first = 0;                         // R[first + i] waits for names[i]; many(): R[first][i] does
  bool many() const { return names.size() > kMaxUnpack; }
  bool allow_irrefutable = true;
  const Node* latest = nullptr;  // the pattern that was compiled last: errors of names point at it
};

namespace {

void collect_names(Node* p, std::vector<const Identifier*>* out) {
  auto add = [&](const Identifier* name) {
    if (!name) return;
    for (const Identifier* k : *out) {
      if (k == name) return;
    }
    out->push_back(name);
  };
  switch (p->kind) {
    case Kind::MatchAs:
      if (as<MatchAs>(p)->pattern) collect_names(as<MatchAs>(p)->pattern, out);
      add(as<MatchAs>(p)->name);
      return;
    case Kind::MatchStar: add(as<MatchStar>(p)->name); return;
    case Kind::MatchSequence:
      for (Node* x : as<MatchSequence>(p)->patterns) collect_names(x, out);
      return;
    case Kind::MatchMapping:
      for (Node* x : as<MatchMapping>(p)->items) collect_names(as<MappingItem>(x)->pattern, out);
      add(as<MatchMapping>(p)->rest);
      return;
    case Kind::MatchClass:
      for (Node* x : as<MatchClass>(p)->patterns) collect_names(x, out);
      for (Node* x : as<MatchClass>(p)->kwd_patterns) collect_names(as<KeywordPattern>(x)->pattern, out);
      return;
    case Kind::MatchOr:
      for (Node* x : as<MatchOr>(p)->patterns) collect_names(x, out);
      return;
    default: return;
  }
}

bool is_wildcard(const Node* p) {
  return p->kind == Kind::MatchAs && !as<MatchAs>(p)->pattern && !as<MatchAs>(p)->name;
}

std::string repr_of(const ConstProto& c, const Source& source, const Node* n) {
  (void)c;
  return std::string(std::string_view(source.text()).substr(n->begin, n->end - n->begin));
}

}  // namespace

void FunctionCompiler::match_statement(Match* n) {
  int base = top_;
  int subject = fresh(n->subject);
  mark(subject);
  Label done;
  auto known = bound_;
  for (Node* x : n->cases) {
    auto* c = as<MatchCase>(x);
    At at(*this, c->pattern);
    PatternState s;
    s.allow_irrefutable = c->guard || !c->next;
    collect_names(c->pattern, &s.names);
    s.captured.assign(s.names.size(), false);
    s.first = temp(s.many() ? 1 : int(s.names.size()));
    if (s.many()) emit(MKDICT, s.first);
    int high = high_;
    high_ = top_;
    pattern(c->pattern, subject, s);
    for (size_t i = 0; i < s.names.size(); i++) {
      int r = s.many() ? list_item(s.first, int(i)) : s.first + int(i);
      mark(r);
      store_name(s.names[i], r);
      if (dirty_.test(size_t(r))) kill(r);
      if (s.many()) top_ = r;
    }
    if (s.many()) kill(s.first);
    top_ = subject + 1;
    if (c->guard) branch(c->guard, false, s.fail);
    int used = high_;
    end_statement(subject + 1);
    statement_base_ = subject + 1;
    bool last = !c->next;
    // The subject is not needed any more; a body may run for long.
    kill(subject);
    statements(c->body);
    if (!terminates(c->body)) jump(done);
    bind(s.fail);
    bound_ = known;
    mark(subject);
    high_ = std::max(high, high_);
    if (used > subject + 1)
      emit(KILL, subject + 1, std::min(used, 254) - 1 > subject ? std::min(used, 254) - 1 : subject + 1);
    statement_base_ = base;
    if (last) kill(subject);
  }
  bind(done);
  bound_ = known;
  clean(subject);
  top_ = base;
}

void FunctionCompiler::capture(const Identifier* name, int value, PatternState& s) {
  for (size_t i = 0; i < s.names.size(); i++) {
    if (s.names[i] != name) continue;
    if (s.captured[i]) {
      fail(s.latest, "multiple assignments to name '" + std::string(name->text) + "' in pattern");
      return;
    }
    s.captured[i] = true;
    if (s.many()) {
      int key = temp(2);
      load_integer(int64_t(i), key);
      emit(MOVE, key + 1, value);
      emit(DICTSET, s.first, key, key + 1);
      top_ = key;
    } else {
      emit(MOVE, s.first + int(i), value);
    }
    return;
  }
}

void FunctionCompiler::pattern(Node* p, int subject, PatternState& s) {
  At at(*this, p);
  s.latest = p;
  int base = top_;
  if (top_ > kSpillAt) {
    fail(p, "pattern is nested too deeply");
    return;
  }
  switch (p->kind) {
    case Kind::MatchValue: {
      if (as<MatchValue>(p)->value->kind == Kind::JoinedStr) {
        fail(as<MatchValue>(p)->value, "patterns may only match literals and attribute lookups");
        return;
      }
      int v = expr(as<MatchValue>(p)->value);
      top_ = std::max(top_, v + 1);
      int t = temp();
      emit(EQ, t, subject, v);
      mark(t);
      flush(base, t, t);
      jump_if(s.fail, JTRUE, t, 1, 0);
      clean(t);
      break;
    }
    case Kind::MatchSingleton: {
      auto* c = as<Constant>(as<MatchSingleton>(p)->value);
      if (c->value.type == Literal::None) {
        jump_if(s.fail, JNONE, subject, 0, 0);
      } else {
        int v = expr(c);
        jump_if(s.fail, JIS, subject, v, 0);
      }
      break;
    }
    case Kind::MatchSequence: sequence_pattern(as<MatchSequence>(p), subject, s); break;
    case Kind::MatchMapping: mapping_pattern(as<MatchMapping>(p), subject, s); break;
    case Kind::MatchClass: class_pattern(as<MatchClass>(p), subject, s); break;
    case Kind::MatchOr: or_pattern(as<MatchOr>(p), subject, s); break;
    case Kind::MatchAs: {
      auto* a = as<MatchAs>(p);
      if (!a->pattern) {
        if (!s.allow_irrefutable) {
          fail(p, a->name ? "name capture '" + std::string(a->name->text) + "' makes remaining patterns unreachable"
                          : std::string("wildcard makes remaining patterns unreachable"));
        }
        if (a->name) capture(a->name, subject, s);
        break;
      }
      pattern(a->pattern, subject, s);
      capture(a->name, subject, s);
      break;
    }
    case Kind::MatchStar: fail(p, "star pattern outside a sequence"); break;
    default: fail(p, "this kind of pattern cannot stand here"); break;
  }
  top_ = base;
}

void FunctionCompiler::sequence_pattern(MatchSequence* p, int subject, PatternState& s) {
  bool irrefutable = s.allow_irrefutable;
  s.allow_irrefutable = true;
  int count = int(p->patterns.count);
  int star = -1;
  bool all_wild = true;
  bool star_wild = false;
  int i = 0;
  for (Node* x : p->patterns) {
    if (x->kind == Kind::MatchStar) {
      if (star >= 0) {
        fail(p, "multiple starred names in sequence pattern");
        return;
      }
      star = i;
      star_wild = !as<MatchStar>(x)->name;
      all_wild &= star_wild;
    } else {
      all_wild &= is_wildcard(x);
    }
    i++;
  }
  int t = temp();
  emit(MATCHSEQ, t, subject);
  jump_if(s.fail, JTRUE, t, 0, 0);
  int fixed = count - (star >= 0);
  if (star < 0 || fixed > 0) {
    emit(LEN, t, subject);
    ConstProto n;
    n.type = ConstProto::Int;
    n.integer = fixed;
    int k = load_constant(std::move(n), temp());
    jump_if(s.fail, star < 0 ? JEQ : JGE, t, k, 0);
  }
  top_ = t;
  if (all_wild) {
    // the length was all
  } else if (star_wild) {
    // the items are taken by index, so that the rest is never read
    int length = temp();
    int item = temp();
    int index = temp();
    i = 0;
    for (Node* x : p->patterns) {
      int at = i++;
      if (x->kind == Kind::MatchStar || is_wildcard(x)) continue;
      ConstProto n;
      n.type = ConstProto::Int;
      n.integer = at < star ? at : count - at;
      load_constant(std::move(n), index);
      if (at > star) {
        emit(LEN, length, subject);
        emit(SUB, index, length, index);
      }
      emit(SUBSCR, item, subject, index);
      mark(item);
      pattern(x, item, s);
      if (dirty_.test(size_t(item))) kill(item);
    }
  } else {
    if (star > 255) return fail(p, "too many expressions in star-unpacking sequence pattern");
    std::vector<Node*> items;
    for (Node* x : p->patterns) items.push_back(x);
    parts(items, subject, star, s);
  }
  s.allow_irrefutable = irrefutable;
}

// Matches the items of R[from] against as many patterns, one of which may be a star.
void FunctionCompiler::parts(const std::vector<Node*>& patterns, int from, int star, PatternState& s) {
  const int count = int(patterns.size());
  const bool many = count > kMaxUnpack;
  const int u = many ? unpack_list(from, count, star) : temp(count);
  if (!many) {
    if (star < 0) {
      emit(UNPACK, u, from, count);
    } else {
      emit2(UNPACKX, u, from, star, uint32_t(count - 1 - star));
    }
    for (int k = 0; k < count; k++) mark(u + k);
  }
  for (int i = 0; i < count; i++) {
    Node* x = patterns[size_t(i)];
    auto* rest = cast<MatchStar>(x);
    s.latest = x;
    if (rest ? !rest->name : is_wildcard(x)) continue;
    const int save = top_;
    const int r = many ? list_item(u, i) : u + i;
    if (rest) {
      capture(rest->name, r, s);
    } else {
      pattern(x, r, s);
    }
    if (many && dirty_.test(size_t(r))) kill(r);
    top_ = save;
  }
  for (int k = 0; k < (many ? 1 : count); k++) {
    if (dirty_.test(size_t(u + k))) kill(u + k);
  }
  top_ = u;
}

void FunctionCompiler::mapping_pattern(MatchMapping* p, int subject, PatternState& s) {
  bool irrefutable = s.allow_irrefutable;
  s.allow_irrefutable = true;
  int count = int(p->items.count);
  int t = temp();
  emit(MATCHMAP, t, subject);
  jump_if(s.fail, JTRUE, t, 0, 0);
  if (count) {
    emit(LEN, t, subject);
    ConstProto n;
    n.type = ConstProto::Int;
    n.integer = count;
    int k = load_constant(std::move(n), temp());
    jump_if(s.fail, JGE, t, k, 0);
  }
  top_ = t;
  int keys = temp();
  int values = temp();
  if (count) {
    std::vector<ConstProto> seen;
    std::vector<Node*> inner;
    int first = top_;
    const bool many = count > kMaxUnpack;
    if (many) emit(MKLIST, keys, keys, 0);
    for (Node* x : p->items) {
      auto* m = as<MappingItem>(x);
      if (m->key->kind == Kind::JoinedStr) {
        fail(m->key, "mapping pattern keys may only match literals and attribute lookups");
        return;
      }
      ConstProto c;
      if (folds(m->key, &c)) {
        for (const ConstProto& k : seen) {
          if (same_constant(k, c) || same_number(k, c)) {
            fail(p, "mapping pattern checks duplicate key (" + repr_of(c, unit_.source, m->key) + ")");
            return;
          }
        }
        seen.push_back(std::move(c));
      }
      inner.push_back(m->pattern);
      int key = fresh(m->key);
      if (!many) continue;
      emit(APPEND, keys, key);
      clean(key);
      top_ = first;
    }
    if (many) {
      emit(TOTUPLE, keys, keys);
    } else {
      emit(MKTUPLE, keys, first, count);
      clean(first, count);
    }
    mark(keys);
    top_ = first;
    emit(MATCHKEYS, values, subject, keys);
    mark(values);
    jump_if(s.fail, JNONE, values, 0, 1);
    parts(inner, values, -1, s);
  }
  if (p->rest) {
    int rest = temp();
    emit(MKDICT, rest);
    emit(MERGE, rest, subject);
    mark(rest);
    for (int i = 0; i < count; i++) {
      int key = list_item(keys, i);
      emit(DELSUB, rest, key);
      if (dirty_.test(size_t(key))) kill(key);
      top_ = key;
    }
    capture(p->rest, rest, s);
    kill(rest);
  }
  if (dirty_.test(size_t(keys))) kill(keys);
  if (dirty_.test(size_t(values))) kill(values);
  s.allow_irrefutable = irrefutable;
}

void FunctionCompiler::class_pattern(MatchClass* p, int subject, PatternState& s) {
  bool irrefutable = s.allow_irrefutable;
  s.allow_irrefutable = true;
  int count = int(p->patterns.count + p->kwd_patterns.count);
  ConstProto names;
  names.type = ConstProto::Tuple;
  names.items.emplace_back();
  names.items.back().type = ConstProto::Int;
  names.items.back().integer = p->patterns.count;
  for (Node* x : p->kwd_patterns) {
    auto* k = as<KeywordPattern>(x);
    for (size_t i = 1; i < names.items.size(); i++) {
      if (names.items[i].text == k->attr->text) {
        fail(k->pattern, "attribute name repeated in class pattern: " + std::string(k->attr->text));
        return;
      }
    }
    names.items.emplace_back();
    names.items.back().type = ConstProto::Str;
    names.items.back().text = k->attr->text;
  }
  int t = temp();
  int save = top_;
  int cls = expr(p->cls);
  emit2(MATCHCLS, t, subject, cls, uint32_t(constant(std::move(names))));
  mark(t);
  flush(save, t, t);
  jump_if(s.fail, JNONE, t, 0, 1);
  top_ = save;
  if (count) {
    std::vector<Node*> inner;
    for (Node* x : p->patterns) inner.push_back(x);
    for (Node* x : p->kwd_patterns) inner.push_back(as<KeywordPattern>(x)->pattern);
    parts(inner, t, -1, s);
  }
  kill(t);
  s.allow_irrefutable = irrefutable;
}

void FunctionCompiler::or_pattern(MatchOr* p, int subject, PatternState& s) {
  Label matched;
  std::vector<bool> before = s.captured;
  std::vector<bool> bound;
  bool irrefutable = s.allow_irrefutable;
  for (Node* x : p->patterns) {
    Label outer_fail = std::move(s.fail);
    s.fail = Label();
    s.captured = before;
    s.allow_irrefutable = !x->next && irrefutable;
    pattern(x, subject, s);
    if (x == p->patterns.first) {
      bound = s.captured;
    } else if (bound != s.captured) {
      fail(s.latest, "alternative patterns bind different names");
      return;
    }
    Label next = std::move(s.fail);
    s.fail = std::move(outer_fail);
    if (x->next) {
      jump(matched);
      bind(next);
      // what the alternative left behind where it failed
      if (high_ > top_) emit(KILL, top_, std::min(high_, 254) - 1);
    } else {
      for (uint32_t at : next.uses) s.fail.uses.push_back(at);
    }
  }
  bind(matched);
  s.captured = bound;
  s.allow_irrefutable = irrefutable;
}

}  // namespace adder
