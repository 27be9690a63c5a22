// The objects of `re`: Pattern and Match over the engine in support/regex.h. `re` (stdlib/py/re.py) has the functions.
#include <memory>

#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "interp/vm/special.h"
#include "interp/vm/warn.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/regex.h"

namespace adder::lib {
namespace {

struct Pattern {
  Value source = kAbsent;  // str, bytes or None
  Value index = kAbsent;   // a dict: name -> group
  std::shared_ptr<regex::Program> program;
};
struct MatchData {
  Value pattern = kAbsent;  // Pattern object
  Value string = kAbsent;
  regex::Match match;
  int64_t pos = 0, endpos = 0;  // code points
};
Pattern* pattern_of(Value v) {
  return payload<Pattern>(v);
}
MatchData* match_of(Value v) {
  return payload<MatchData>(v);
}
void destroy_pattern(void* p) {
  dec(static_cast<Pattern*>(p)->source);
  dec(static_cast<Pattern*>(p)->index);
  static_cast<Pattern*>(p)->~Pattern();
}
void destroy_match(void* p) {
  dec(static_cast<MatchData*>(p)->pattern);
  dec(static_cast<MatchData*>(p)->string);
  static_cast<MatchData*>(p)->~MatchData();
}

bool is_cell_text(Value v) {
  return is_str(v) || v.is(Kind::Bytes) || v.is(Kind::ByteArray);
}

Value raise_regex(Thread& th, const regex::Error& e, Value source) {
  switch (e.kind) {
    case regex::Error::Kind::kValue: return th.raise_text(th.type(E_ValueError), e.message);
    case regex::Error::Kind::kOverflow: return th.raise_text(th.type(E_OverflowError), e.message);
    case regex::Error::Kind::kRecursion: return th.raise_text(th.type(E_RecursionError), e.message);
    default: break;
  }
  Owned re(import_module(th, intern(th.in, "re"), kNone, 0));
  Owned type(re ? get_attr_native(th, re.get(), intern(th.in, "error")) : kAbsent);
  if (!type) return kAbsent;
  std::string text;
  for (size_t i = 0; i < e.message.size();) {  // an error about bytes is ASCII
    const char32_t c = text::next(e.message, &i);
    if (c < 128 || is_str(source))
      text::append(&text, c);
    else
      text += "\\x" + std::string{"0123456789abcdef"[c >> 4 & 15], "0123456789abcdef"[c & 15]};
  }
  Owned message(new_str(th, text));
  Value args[3] = {message.get(), source, e.position < 0 ? kNone : integer(th, e.position)};
  Value exc = th.call(type.get(), args, 3);
  return exc.u ? th.raise_obj(exc) : kAbsent;
}

Value re_compile(Thread& th, Value* a, int) {
  int64_t flags;
  if (!to_index(th, a[1], &flags)) return kAbsent;
  Value u = unwrap(a[0]);
  std::string_view view;
  bool is_bytes = !is_str(u);
  if (is_bytes && !bytes_view(u, &view))
    return th.raise(E_TypeError, "first argument must be string or compiled pattern");
  if (!is_bytes) view = sv(u);
  regex::Error error;
  std::shared_ptr<regex::Program> program = regex::compile(view, is_bytes, unsigned(flags), &error);
  if (!program) return raise_regex(th, error, u);
  for (const std::string& w : program->warnings) {
    if (!warn(th, E_FutureWarning, w, 5)) return kAbsent;
  }
  Value self = of(instance(th, library_state(th.in).pattern));
  Pattern* p = new (pattern_of(self)) Pattern();
  p->source = inc(u);
  p->program = std::move(program);
  Dict* index = dict(th);
  for (const auto& [name, group] : p->program->names) dict_set(index, intern(th.in, name), integer49(group));
  p->index = of(index);
  return self;
}

// --- what is searched

struct Subject {
  Value owner = kAbsent;  // str or bytes-like, borrowed
  Buffer buffer;          // of one that is bytes-like: it keeps its size while this lives
  std::string_view text;
  bool wide = false;
  bool is_bytes = false;
  size_t start = 0, end = 0;
};
bool subject_of(Thread& th, Pattern* p, Value v, Subject* out) {
  Value u = unwrap(v);
  out->owner = v;
  if (is_str(u)) {
    out->text = sv(u);
    out->wide = !u.as<Str>()->ascii();
  } else if (get_buffer(th, v, &out->buffer)) {
    out->text = out->buffer.view;
    out->is_bytes = true;
  } else {
    th.clear_pending();
    th.raise(E_TypeError, "expected string or bytes-like object, got '%s'", type_name(th, v).c_str());
    return false;
  }
  if (out->is_bytes != p->program->bytes) {
    th.raise(E_TypeError, out->is_bytes ? "cannot use a string pattern on a bytes-like object"
                                        : "cannot use a bytes pattern on a string-like object");
    return false;
  }
  out->end = out->text.size();
  return true;
}
bool bounds(Thread& th, Subject* s, Value pos, Value endpos) {
  int64_t n = s->wide ? int64_t(unwrap(s->owner).as<Str>()->chars) : int64_t(s->text.size());
  int64_t lo = 0;
  int64_t hi = n;
  if (pos.u && !to_index_clamped(th, pos, &lo)) return false;
  if (endpos.u && !to_index_clamped(th, endpos, &hi)) return false;
  lo = lo < 0 ? 0 : lo > n ? n : lo;
  hi = hi < 0 ? 0 : hi > n ? n : hi;
  if (hi < lo) hi = lo;
  if (s->wide) {
    s->start = str_offset(unwrap(s->owner).as<Str>(), size_t(lo));
    s->end = str_offset(unwrap(s->owner).as<Str>(), size_t(hi));
  } else {
    s->start = size_t(lo);
    s->end = size_t(hi);
  }
  return true;
}
int64_t index_in(const Subject& s, size_t offset) {
  return s.wide ? int64_t(str_index(unwrap(s.owner).as<Str>(), offset)) : int64_t(offset);
}
Value piece(Thread& th, const Subject& s, size_t lo, size_t hi) {
  hi = std::min(hi, s.text.size());  // a bytearray may have shrunk since the match
  lo = std::min(lo, hi);
  if (s.is_bytes) return new_bytes(th, s.text.substr(lo, hi - lo));
  if (lo == 0 && hi == s.text.size() && is_str(s.owner)) return inc(s.owner);
  return new_str(th, s.text.substr(lo, hi - lo));
}
bool interrupt(void* p) {
  Thread& th = *static_cast<Thread*>(p);
  return th.attention && !th.slow_check();
}
// 1: matched, 0: not, -1: an exception.
int run(Thread& th, Pattern* p, const Subject& s, size_t start, regex::Mode mode, bool must_advance,
        regex::Match* out) {
  regex::Request r;
  r.text = s.text;
  r.wide = s.wide;
  r.start = start;
  r.end = s.end;
  r.mode = mode;
  r.must_advance = must_advance;
  r.interrupt = interrupt;
  r.context = &th;
  switch (regex::match(*p->program, r, out)) {
    case regex::Outcome::kMatch: return 1;
    case regex::Outcome::kNoMatch: return 0;
    default: return -1;
  }
}
Value make_match(Thread& th, Value pattern, const Subject& s, regex::Match match, size_t start) {
  Value self = of(instance(th, library_state(th.in).match));
  MatchData* m = new (match_of(self)) MatchData();
  m->pattern = inc(pattern);
  m->string = inc(s.owner);
  m->pos = index_in(s, start);
  m->endpos = index_in(s, s.end);
  m->match = std::move(match);
  return self;
}
template <int kMode>
Value pattern_match(Thread& th, Value* a, int) {
  Pattern* p = pattern_of(a[0]);
  Subject s;
  if (!subject_of(th, p, a[1], &s) || !bounds(th, &s, a[2], a[3])) return kAbsent;
  regex::Match m;
  int r = run(th, p, s, s.start, regex::Mode(kMode), false, &m);
  if (r < 0) return kAbsent;
  return r ? make_match(th, a[0], s, std::move(m), s.start) : kNone;
}

// All matches in order; `visit` returns false to stop with an exception.
template <class Visit>
bool each_match(Thread& th, Pattern* p, const Subject& s, Visit visit) {
  size_t at = s.start;
  bool must_advance = false;
  while (at <= s.end) {
    regex::Match m;
    int r = run(th, p, s, at, regex::Mode::kSearch, must_advance, &m);
    if (r < 0) return false;
    if (r == 0) return true;
    size_t lo = size_t(m.spans[0]);
    size_t hi = size_t(m.spans[1]);
    bool stop = false;
    if (!visit(m, &stop)) return false;
    if (stop) return true;
    must_advance = lo == hi;
    at = hi;
  }
  return true;
}
Value group_piece(Thread& th, const Subject& s, const regex::Match& m, size_t g, Value missing) {
  if (m.spans[g * 2] < 0) return inc(missing);
  return piece(th, s, size_t(m.spans[g * 2]), size_t(m.spans[g * 2 + 1]));
}
Value pattern_findall(Thread& th, Value* a, int) {
  Pattern* p = pattern_of(a[0]);
  Subject s;
  if (!subject_of(th, p, a[1], &s) || !bounds(th, &s, a[2], a[3])) return kAbsent;
  Ref<List> l(list(th));
  Owned empty(s.is_bytes ? new_bytes(th, "") : of(inc(th.in.names[n_empty])));
  size_t groups = size_t(p->program->groups);
  bool ok = each_match(th, p, s, [&](const regex::Match& m, bool*) {
    if (groups <= 1) {
      push(l.get(), group_piece(th, s, m, groups, empty.get()));
    } else {
      Tuple* t = tuple(th, groups);
      for (size_t g = 1; g <= groups; ++g) t->items[g - 1] = group_piece(th, s, m, g, empty.get());
      push(l.get(), of(t));
    }
    return true;
  });
  return ok ? of(l.release()) : kAbsent;
}
Value pattern_split(Thread& th, Value* a, int) {
  Pattern* p = pattern_of(a[0]);
  Subject s;
  int64_t maxsplit;
  if (!subject_of(th, p, a[1], &s) || !to_index(th, a[2], &maxsplit)) return kAbsent;
  Ref<List> l(list(th));
  size_t last = 0;
  int64_t n = 0;
  bool ok = true;
  if (maxsplit >= 0) {
    ok = each_match(th, p, s, [&](const regex::Match& m, bool* stop) {
      push(l.get(), piece(th, s, last, size_t(m.spans[0])));
      for (size_t g = 1; g <= size_t(p->program->groups); ++g) push(l.get(), group_piece(th, s, m, g, kNone));
      last = size_t(m.spans[1]);
      *stop = maxsplit > 0 && ++n >= maxsplit;
      return true;
    });
  }
  if (!ok) return kAbsent;
  push(l.get(), piece(th, s, last, s.end));
  return of(l.release());
}

// --- templates of sub() and expand()

struct Part {
  std::string literal;
  int group = -1;  // behind the literal; -1: none
};
bool template_error(Thread& th, Value source, const char* message, std::string_view detail, size_t position) {
  regex::Error e;
  e.message = std::string(message) + std::string(detail);
  e.position = long(position);
  raise_regex(th, e, source);
  return false;
}
// The number that a group's name in a template is, as int() reads it, or -1; *plain: it is digits alone, without a
// sign, blanks or underscores.
int64_t group_number(std::string_view name, bool* plain) {
  *plain = name.find_first_not_of("0123456789") == name.npos;
  name = text::trim(name);
  if (name.starts_with('+')) name.remove_prefix(1);
  int64_t g = 0;
  for (size_t i = 0; i < name.size(); i++) {
    if (name[i] == '_' && i && i + 1 < name.size() && name[i - 1] != '_') continue;
    if (name[i] < '0' || name[i] > '9') return -1;
    if (g < 100000000) g = g * 10 + (name[i] - '0');
  }
  return name.empty() ? -1 : g;
}
bool parse_template(Thread& th, Pattern* p, Value source, std::vector<Part>* out) {
  std::string_view s;
  bool is_bytes = !is_str(source);
  if (is_bytes)
    bytes_view(source, &s);
  else
    s = sv(source);
  auto position = [&](size_t at) { return is_bytes ? at : text::length(s.substr(0, at)); };
  Part part;
  auto digit = [&](size_t i) { return i < s.size() && s[i] >= '0' && s[i] <= '9'; };
  auto octal = [&](size_t i) { return i < s.size() && s[i] >= '0' && s[i] <= '7'; };
  auto put_char = [&](unsigned c) {
    if (is_bytes)
      part.literal += char(c);
    else
      text::append(&part.literal, c);
  };
  auto put_group = [&](int g) {
    part.group = g;
    out->push_back(std::move(part));
    part = Part();
  };
  size_t i = 0;
  while (i < s.size()) {
    if (s[i] != '\\') {
      part.literal += s[i++];
      continue;
    }
    size_t start = i++;
    if (i == s.size()) return template_error(th, source, "bad escape (end of pattern)", "", position(start));
    char c = s[i++];
    if (c == 'g') {
      if (i >= s.size() || s[i] != '<') return template_error(th, source, "missing <", "", position(i));
      size_t name_start = ++i;
      size_t end = s.find('>', i);
      if (end == s.npos) {
        if (i == s.size()) return template_error(th, source, "missing group name", "", position(i));
        return template_error(th, source, "missing >, unterminated name", "", position(name_start));
      }
      std::string_view name = s.substr(i, end - i);
      i = end + 1;
      if (name.empty()) return template_error(th, source, "missing group name", "", position(end));
      std::string decoded(name);
      if (is_bytes) {  // bytes stand for the characters of these numbers
        decoded.clear();
        for (unsigned char b : name) text::append(&decoded, b);
      }
      const std::string quoted = text::quote(decoded, false);
      bool plain;
      int64_t g = group_number(decoded, &plain);
      if (g >= 0) {
        if (!plain &&
            !warn(th, E_DeprecationWarning,
                  "bad character in group name " + quoted + " at position " + std::to_string(position(name_start)), 2))
          return false;
        if (g > p->program->groups)
          return template_error(th, source, "invalid group reference ", std::to_string(g), position(name_start));
      } else {
        if (!text::is_identifier(decoded))
          return template_error(th, source, "bad character in group name ", quoted, position(name_start));
        g = -1;
        for (const auto& [n, k] : p->program->names)
          if (n == decoded) g = k;
        if (g < 0) {
          std::string message = "unknown group name " + quoted;
          th.raise_text(th.type(E_IndexError), message);
          return false;
        }
      }
      put_group(int(g));
    } else if (c == '0') {
      unsigned v = 0;
      for (int k = 0; k < 2 && octal(i); ++k) v = v * 8 + unsigned(s[i++] - '0');
      put_char(v & 0xFF);
    } else if (c >= '1' && c <= '9') {
      if (digit(i)) {
        if (octal(i - 1) && octal(i) && octal(i + 1)) {
          unsigned v = unsigned(c - '0') * 64 + unsigned(s[i] - '0') * 8 + unsigned(s[i + 1] - '0');
          i += 2;
          if (v > 0377)
            return template_error(th, source, "octal escape value ",
                                  std::string(s.substr(start, i - start)) + " outside of range 0-0o377",
                                  position(start));
          put_char(v);
          continue;
        }
        ++i;
      }
      int g = 0;
      for (size_t k = start + 1; k < i; ++k) g = g * 10 + (s[k] - '0');
      if (g > p->program->groups)
        return template_error(th, source, "invalid group reference ", std::to_string(g), position(start + 1));
      put_group(g);
    } else {
      switch (c) {
        case 'a': part.literal += '\a'; break;
        case 'b': part.literal += '\b'; break;
        case 'f': part.literal += '\f'; break;
        case 'n': part.literal += '\n'; break;
        case 'r': part.literal += '\r'; break;
        case 't': part.literal += '\t'; break;
        case 'v': part.literal += '\v'; break;
        case '\\': part.literal += '\\'; break;
        default:
          if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
            return template_error(th, source, "bad escape ", s.substr(start, i - start), position(start));
          part.literal += s.substr(start, i - start);
      }
    }
  }
  if (!part.literal.empty()) out->push_back(std::move(part));
  return true;
}
void expand(const std::vector<Part>& parts, const Subject& s, const regex::Match& m, std::string* out) {
  for (const Part& part : parts) {
    *out += part.literal;
    if (part.group < 0) continue;
    long lo = m.spans[size_t(part.group) * 2];
    if (lo < 0 || size_t(lo) > s.text.size()) continue;
    out->append(s.text.substr(size_t(lo), size_t(m.spans[size_t(part.group) * 2 + 1] - lo)));
  }
}
Value substitute(Thread& th, Value self, Value repl, Value string, Value count, int64_t* hits) {
  Pattern* p = pattern_of(self);
  Subject s;
  int64_t limit;
  if (!to_index(th, count, &limit) || !subject_of(th, p, string, &s)) return kAbsent;
  std::vector<Part> parts;
  bool callable =
      repl.is_cell() && !is_str(unwrap(repl)) && !unwrap(repl).is(Kind::Bytes) && !unwrap(repl).is(Kind::ByteArray);
  if (!callable) {
    Value u = unwrap(repl);
    if (is_str(u) == s.is_bytes) {
      std::string_view ignored;
      if (!is_str(u) && !bytes_view(u, &ignored))
        return th.raise(E_TypeError, "decoding to str: need a bytes-like object, %s found",
                        type_name(th, repl).c_str());
      return th.raise(E_TypeError, s.is_bytes ? "sequence item 0: expected a bytes-like object, str found"
                                              : "sequence item 0: expected str instance, bytes found");
    }
    if (!is_cell_text(u)) return th.raise(E_TypeError, "expected str instance, %s found", type_name(th, repl).c_str());
    if (!parse_template(th, p, u, &parts)) return kAbsent;
  }
  std::string out;
  size_t last = 0;
  *hits = 0;
  Owned keep(inc(string));
  bool ok = limit < 0 || each_match(th, p, s, [&](regex::Match& m, bool* stop) {
              size_t lo = size_t(m.spans[0]);
              if (last <= s.text.size() && lo >= last) out.append(s.text.substr(last, lo - last));
              last = size_t(m.spans[1]);
              if (callable) {
                Owned match(make_match(th, self, s, m, 0));
                Value arg = match.get();
                Owned r(th.call(repl, &arg, 1));
                if (!r) return false;
                Value u = unwrap(r.get());
                std::string_view piece_view;
                if (u.u == kNone.u) {
                  // nothing
                } else if (is_str(u) && !s.is_bytes) {
                  out += sv(u);
                } else if (s.is_bytes && bytes_view(u, &piece_view)) {
                  out += piece_view;
                } else {
                  th.raise(E_TypeError,
                           s.is_bytes ? "sequence item %lld: expected a bytes-like object, %s found"
                                      : "sequence item %lld: expected str instance, %s found",
                           (long long)*hits, type_name(th, r.get()).c_str());
                  return false;
                }
              } else {
                expand(parts, s, m, &out);
              }
              ++*hits;
              *stop = limit > 0 && *hits >= limit;
              return th.check_memory(out.size());
            });
  if (!ok) return kAbsent;
  if (*hits == 0 && is_str(string)) return inc(string);
  if (last < s.text.size()) out.append(s.text.substr(last));
  return s.is_bytes ? new_bytes(th, out) : new_str(th, out);
}
Value pattern_sub(Thread& th, Value* a, int) {
  int64_t hits;
  return substitute(th, a[0], a[1], a[2], a[3], &hits);
}
Value pattern_subn(Thread& th, Value* a, int) {
  int64_t hits;
  Value r = substitute(th, a[0], a[1], a[2], a[3], &hits);
  return r.u ? pair(th, r, integer(th, hits)) : kAbsent;
}

// --- finditer and scanner

struct Finder {
  Value pattern = kAbsent;
  Value string = kAbsent;
  size_t at = 0, end = 0, start = 0;
  bool must_advance = false;
  bool done = false;
};
void destroy_finder(void* p) {
  dec(static_cast<Finder*>(p)->pattern);
  dec(static_cast<Finder*>(p)->string);
}
template <int kMode>
Value finder_step(Thread& th, Value self) {
  Finder* f = payload<Finder>(self);
  if (f->done) return kStop;
  Subject s;
  Pattern* p = pattern_of(f->pattern);
  if (!subject_of(th, p, f->string, &s)) return kAbsent;
  s.end = std::min(f->end, s.text.size());
  regex::Match m;
  int r = f->at > s.end ? 0 : run(th, p, s, f->at, regex::Mode(kMode), f->must_advance, &m);
  if (r < 0) return kAbsent;
  if (r == 0) {
    f->done = true;
    return kStop;
  }
  f->must_advance = m.spans[0] == m.spans[1];
  f->at = size_t(m.spans[1]);
  return make_match(th, f->pattern, s, std::move(m), f->start);
}
Value finder_next(Thread& th, Value* a, int) {
  return finder_step<int(regex::Mode::kSearch)>(th, a[0]);
}
Value finder_iter(Thread&, Value* a, int) {
  return inc(a[0]);
}
template <int kMode>
Value scanner_match(Thread& th, Value* a, int) {
  Value v = finder_step<kMode>(th, a[0]);
  return v.u == kStop.u ? kNone : v;
}
Value finder_pattern(Thread&, Value v) {
  return inc(payload<Finder>(v)->pattern);
}
extern const NativeTypeDef kFinder, kScanner;
Value make_finder(Thread& th, Value* a, const NativeTypeDef& type) {
  Pattern* p = pattern_of(a[0]);
  Subject s;
  if (!subject_of(th, p, a[1], &s) || !bounds(th, &s, a[2], a[3])) return kAbsent;
  Value self = of(instance(th, native_type(th.in, type)));
  Finder* f = new (payload<Finder>(self)) Finder();
  f->pattern = inc(a[0]);
  f->string = inc(a[1]);
  f->at = s.start;
  f->start = s.start;
  f->end = s.end;
  return self;
}
Value pattern_finditer(Thread& th, Value* a, int) {
  return make_finder(th, a, kFinder);
}
Value pattern_scanner(Thread& th, Value* a, int) {
  return make_finder(th, a, kScanner);
}

Value pattern_repr(Thread& th, Value* a, int) {
  Pattern* p = pattern_of(a[0]);
  struct Row {
    const char* name;
    unsigned flag;
  };
  static constexpr Row kNames[] = {{"re.IGNORECASE", regex::kIgnoreCase}, {"re.LOCALE", regex::kLocale},
                                   {"re.MULTILINE", regex::kMultiline},   {"re.DOTALL", regex::kDotAll},
                                   {"re.UNICODE", regex::kUnicode},       {"re.VERBOSE", regex::kVerbose},
                                   {"re.DEBUG", regex::kDebug},           {"re.ASCII", regex::kAscii}};
  unsigned flags = p->program->flags;
  if (!p->program->bytes && (flags & (regex::kLocale | regex::kUnicode | regex::kAscii)) == regex::kUnicode)
    flags &= ~unsigned(regex::kUnicode);
  std::string source;
  if (!repr_of(th, p->source, &source)) return kAbsent;
  std::string out =
      "re.compile(" +
      (is_str(p->source)
           ? std::string(text::length(source) > 200 ? source.substr(0, text::offset_of(source, 200)) : source)
           : source.substr(0, 200));
  std::string names;
  for (const Row& r : kNames) {
    if (!(flags & r.flag)) continue;
    names += names.empty() ? "" : "|";
    names += r.name;
    flags &= ~r.flag;
  }
  if (flags) {
    char rest[16];
    snprintf(rest, sizeof rest, "%s0x%x", names.empty() ? "" : "|", flags);
    names += rest;
  }
  return new_str(th, out + (names.empty() ? "" : ", " + names) + ")");
}
Value pattern_eq(Thread& th, Value* a, int) {
  if (!is_instance_of(a[1], library_state(th.in).pattern)) return kNotImplemented;
  Pattern* p = pattern_of(a[0]);
  Pattern* q = pattern_of(a[1]);
  int e = p->program->flags == q->program->flags && p->program->bytes == q->program->bytes
              ? equal(th, p->source, q->source)
              : 0;
  return e < 0 ? kAbsent : boolean(e);
}
Value pattern_hash(Thread& th, Value* a, int) {
  int64_t h;
  if (!hash_of(th, pattern_of(a[0])->source, &h)) return kAbsent;
  return integer(th, h ^ int64_t(pattern_of(a[0])->program->flags));
}
Value pattern_self(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value pattern_reduce(Thread& th, Value* a, int) {
  Owned re(import_module(th, intern(th.in, "re"), kNone, 0));
  Owned f(re ? get_attr_native(th, re.get(), intern(th.in, "_compile")) : kAbsent);
  if (!f) return kAbsent;
  Pattern* p = pattern_of(a[0]);
  return pair(th, f.release(), pair(th, inc(p->source), integer49(p->program->flags)));
}
Value pattern_flags(Thread&, Value v) {
  return integer49(pattern_of(v)->program->flags);
}
Value pattern_groups(Thread&, Value v) {
  return integer49(pattern_of(v)->program->groups);
}
Value pattern_groupindex(Thread& th, Value v) {
  MappingProxy* p = make<MappingProxy>(th, Kind::MappingProxy);
  p->mapping = inc(pattern_of(v)->index);
  return of(p);
}
Value pattern_source(Thread&, Value v) {
  return inc(pattern_of(v)->source);
}
Value class_getitem(Thread& th, Value* a, int) {
  return th.call(of(th.in.types[int(Kind::GenericAlias)]), a, 2);
}

// --- Match

bool match_subject(Thread& th, Value self, Subject* s) {
  return subject_of(th, pattern_of(match_of(self)->pattern), match_of(self)->string, s);
}
bool group_index(Thread& th, Value self, Value key, size_t* out) {
  Pattern* p = pattern_of(match_of(self)->pattern);
  Value u = unwrap(key);
  int64_t g = -1;
  if (is_intlike(u) || (key.is_cell() && type_find(type_of(th.in, key), th.name(n_index)).u && !is_str(u))) {
    if (!to_index_clamped(th, key, &g)) return false;
  } else {
    Value found = kAbsent;
    if (!dict_get(th, p->index.as<Dict>(), key, &found)) return false;
    if (found.u) g = found.as_int();
  }
  if (g < 0 || g > p->program->groups) {
    th.raise(E_IndexError, "no such group");
    return false;
  }
  *out = size_t(g);
  return true;
}
Value group_value(Thread& th, Value self, size_t g, Value missing) {
  Subject s;
  if (!match_subject(th, self, &s)) return kAbsent;
  return group_piece(th, s, match_of(self)->match, g, missing);
}
Value match_group(Thread& th, Value* a, int n) {
  size_t g = 0;
  if (n <= 2) {
    if (n == 2 && !group_index(th, a[0], a[1], &g)) return kAbsent;
    return group_value(th, a[0], g, kNone);
  }
  Ref<Tuple> t(tuple(th, size_t(n - 1)));
  for (int i = 1; i < n; ++i) t->items[i - 1] = kNone;
  for (int i = 1; i < n; ++i) {
    if (!group_index(th, a[0], a[i], &g)) return kAbsent;
    t->items[i - 1] = group_value(th, a[0], g, kNone);
    if (!t->items[i - 1].u) return kAbsent;
  }
  return of(t.release());
}
Value match_getitem(Thread& th, Value* a, int) {
  size_t g;
  return group_index(th, a[0], a[1], &g) ? group_value(th, a[0], g, kNone) : kAbsent;
}
Value match_groups(Thread& th, Value* a, int) {
  size_t n = size_t(pattern_of(match_of(a[0])->pattern)->program->groups);
  Tuple* t = tuple(th, n);
  for (size_t g = 1; g <= n; ++g) t->items[g - 1] = group_value(th, a[0], g, a[1]);
  return of(t);
}
Value match_groupdict(Thread& th, Value* a, int) {
  Dict* d = dict(th);
  for (const auto& [name, g] : pattern_of(match_of(a[0])->pattern)->program->names)
    dict_set(d, intern(th.in, name), group_value(th, a[0], size_t(g), a[1]));
  return of(d);
}
// kWhat: 0 start, 1 end, 2 span
template <int kWhat>
Value match_position(Thread& th, Value* a, int) {
  size_t g = 0;
  if (!group_index(th, a[0], a[1], &g)) return kAbsent;
  Subject s;
  if (!match_subject(th, a[0], &s)) return kAbsent;
  long lo = match_of(a[0])->match.spans[g * 2];
  long hi = match_of(a[0])->match.spans[g * 2 + 1];
  Value x = lo < 0 ? integer49(-1) : integer(th, index_in(s, size_t(lo)));
  Value y = hi < 0 ? integer49(-1) : integer(th, index_in(s, size_t(hi)));
  return kWhat == 0 ? x : kWhat == 1 ? y : pair(th, x, y);
}
Value match_expand(Thread& th, Value* a, int) {
  std::vector<Part> parts;
  Subject s;
  Value u = unwrap(a[1]);
  if (!is_cell_text(u)) return th.raise(E_TypeError, "expected str instance, %s found", type_name(th, a[1]).c_str());
  if (!match_subject(th, a[0], &s) || !parse_template(th, pattern_of(match_of(a[0])->pattern), u, &parts))
    return kAbsent;
  std::string out;
  expand(parts, s, match_of(a[0])->match, &out);
  return s.is_bytes ? new_bytes(th, out) : new_str(th, out);
}
Value match_repr(Thread& th, Value* a, int) {
  Value args[2] = {a[0], integer49(0)};
  Owned span(match_position<2>(th, args, 2));
  Owned text(group_value(th, a[0], 0, kNone));
  if (!span || !text) return kAbsent;
  std::string out = "<re.Match object; span=";
  if (!repr_of(th, span.get(), &out)) return kAbsent;
  std::string shown;
  if (!repr_of(th, text.get(), &shown)) return kAbsent;
  if (text::length(shown) > 50) shown.resize(text::offset_of(shown, 50));
  return new_str(th, out + ", match=" + shown + ">");
}
Value match_string(Thread&, Value v) {
  return inc(match_of(v)->string);
}
Value match_re(Thread&, Value v) {
  return inc(match_of(v)->pattern);
}
Value match_pos(Thread& th, Value v) {
  return integer(th, match_of(v)->pos);
}
Value match_endpos(Thread& th, Value v) {
  return integer(th, match_of(v)->endpos);
}
Value match_lastindex(Thread&, Value v) {
  int i = match_of(v)->match.last_index;
  return i ? integer49(i) : kNone;
}
Value match_lastgroup(Thread& th, Value v) {
  int i = match_of(v)->match.last_index;
  for (const auto& [name, g] : pattern_of(match_of(v)->pattern)->program->names)
    if (g == i) return new_str(th, name);
  return kNone;
}
Value match_regs(Thread& th, Value v) {
  size_t n = size_t(pattern_of(match_of(v)->pattern)->program->groups) + 1;
  Tuple* t = tuple(th, n);
  for (size_t g = 0; g < n; ++g) {
    Value args[2] = {v, integer49(int64_t(g))};
    t->items[g] = match_position<2>(th, args, 2);
  }
  return of(t);
}

#define SEARCH(name, mode, doc) \
  { name, "(self, /, string, pos=0, endpos=...)", doc, pattern_match<int(regex::Mode::mode)>, Rule::residual }
const NativeDef kPatternMethods[] = {
    SEARCH("match", kMatch, "Match at the beginning."),
    SEARCH("search", kSearch, "The first match anywhere."),
    SEARCH("fullmatch", kFullMatch, "Match all of the string."),
    {"findall", "(self, /, string, pos=0, endpos=...)", "All matches as a list of strings or tuples.", pattern_findall,
     Rule::residual},
    {"finditer", "(self, /, string, pos=0, endpos=...)", "All matches, one after the other.", pattern_finditer,
     Rule::residual},
    {"scanner", "(self, /, string, pos=0, endpos=...)", "A scanner of a text by this pattern.", pattern_scanner,
     Rule::residual},
    {"split", "(self, /, string, maxsplit=0)", "The string cut at the matches.", pattern_split, Rule::residual},
    {"sub", "(self, /, repl, string, count=0)", "Matches replaced.", pattern_sub, Rule::opaque},
    {"subn", "(self, /, repl, string, count=0)", "Matches replaced, and how many.", pattern_subn, Rule::opaque},
    {"__repr__", "(self, /)", "", pattern_repr, Rule::residual},
    {"__eq__", "(self, value, /)", "", pattern_eq, Rule::residual},
    {"__hash__", "(self, /)", "", pattern_hash, Rule::residual},
    {"__copy__", "(self, /)", "", pattern_self, Rule::residual},
    {"__deepcopy__", "(self, memo, /)", "", pattern_self, Rule::residual},
    {"__reduce__", "(self, /)", "", pattern_reduce, Rule::residual},
    {"__class_getitem__", "(cls, item, /)", "", class_getitem, Rule::residual, kClassMethod},
};
const GetSetDef kPatternFields[] = {
    {"flags", pattern_flags, nullptr, "The regex matching flags."},
    {"groups", pattern_groups, nullptr, "The number of capturing groups in the pattern."},
    {"groupindex", pattern_groupindex, nullptr, "A dictionary mapping group names to group numbers."},
    {"pattern", pattern_source, nullptr, "The pattern string from which the RE object was compiled."},
};
const NativeDef kMatchMethods[] = {
    {"group", "(self, /, *args)", "One or more groups.", match_group, Rule::residual},
    {"groups", "(self, /, default=None)", "All groups.", match_groups, Rule::residual},
    {"groupdict", "(self, /, default=None)", "The named groups.", match_groupdict, Rule::residual},
    {"start", "(self, group=0, /)", "Where a group begins.", match_position<0>, Rule::residual},
    {"end", "(self, group=0, /)", "Where a group ends.", match_position<1>, Rule::residual},
    {"span", "(self, group=0, /)", "Begin and end of a group.", match_position<2>, Rule::residual},
    {"expand", "(self, /, template)", "A template filled in.", match_expand, Rule::residual},
    {"__getitem__", "(self, key, /)", "", match_getitem, Rule::residual},
    {"__repr__", "(self, /)", "", match_repr, Rule::residual},
    {"__copy__", "(self, /)", "", pattern_self, Rule::residual},
    {"__deepcopy__", "(self, memo, /)", "", pattern_self, Rule::residual},
    {"__class_getitem__", "(cls, item, /)", "", class_getitem, Rule::residual, kClassMethod},
};
const GetSetDef kMatchFields[] = {
    {"string", match_string, nullptr, "The string passed to match() or search()."},
    {"re", match_re, nullptr, "The regular expression object."},
    {"pos", match_pos, nullptr, "The index into the string at which the RE engine started looking for a match."},
    {"endpos", match_endpos, nullptr, "The index into the string beyond which the RE engine will not go."},
    {"lastindex", match_lastindex, nullptr, "The integer index of the last matched capturing group."},
    {"lastgroup", match_lastgroup, nullptr, "The name of the last matched capturing group."},
    {"regs", match_regs, nullptr, ""},
};
const NativeDef kFinderMethods[] = {
    {"__iter__", "(self, /)", "", finder_iter, Rule::residual},
    {"__next__", "(self, /)", "", finder_next, Rule::residual, 0, next_called},
};
const NativeDef kScannerMethods[] = {
    {"match", "(self, /)", "", scanner_match<int(regex::Mode::kMatch)>, Rule::residual},
    {"search", "(self, /)", "", scanner_match<int(regex::Mode::kSearch)>, Rule::residual},
};
const GetSetDef kScannerFields[] = {{"pattern", finder_pattern, nullptr, ""}};
const NativeTypeDef kPattern = {"re.Pattern",
                                "Compiled regular expression object.",
                                sizeof(Pattern),
                                kPatternMethods,
                                kPatternFields,
                                destroy_pattern,
                                nullptr,
                                nullptr,
                                kNoSubclass | kNoNew | kNoAttributes};
const NativeTypeDef kMatch = {"re.Match",
                              "The result of re.match() and re.search().",
                              sizeof(MatchData),
                              kMatchMethods,
                              kMatchFields,
                              destroy_match,
                              nullptr,
                              nullptr,
                              kNoSubclass | kNoNew | kNoAttributes};
const NativeTypeDef kFinder = {"callable_iterator",
                               "",
                               sizeof(Finder),
                               kFinderMethods,
                               {},
                               destroy_finder,
                               nullptr,
                               nullptr,
                               kNoSubclass | kNoNew | kNoAttributes};
const NativeTypeDef kScanner = {"_sre.SRE_Scanner",
                                "",
                                sizeof(Finder),
                                kScannerMethods,
                                kScannerFields,
                                destroy_finder,
                                nullptr,
                                nullptr,
                                kNoSubclass | kNoNew | kNoAttributes};

const NativeDef kFunctions[] = {
    {"compile", "(pattern, flags, /)", "A Pattern.", re_compile, Rule::residual},
};
bool init_regex(Thread& th, Module* m) {
  LibraryState& state = library_state(th.in);
  state.pattern = define_type(th.in, kPattern);
  state.match = define_type(th.in, kMatch);
  module_set(th.in, m, "Pattern", of(inc(state.pattern)));
  module_set(th.in, m, "Match", of(inc(state.match)));
  module_set(th.in, m, "callable_iterator", of(inc(define_type(th.in, kFinder))));
  module_set(th.in, m, "SRE_Scanner", of(inc(define_type(th.in, kScanner))));
  return true;
}

}  // namespace

const NativeModuleDef kRegexModule = {"_re", "Regular expression objects.", kFunctions, init_regex};

}  // namespace adder::lib
