// The text of an uncaught exception, as CPython prints it.
#include "interp/vm/traceback.h"

#include <algorithm>
#include <cstdio>
#include <unordered_set>

#include "interp/parser/parser.h"
#include "interp/text/utf8.h"
#include "interp/vm/attrs.h"
#include "interp/vm/exceptions.h"
#include "interp/vm/import.h"
#include "runtime/base/file.h"

namespace adder {
void remember_source(Interpreter& in, const std::string& filename, std::string_view text) {
  std::vector<std::string>& lines = in.sources[filename];
  lines.clear();
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
}
bool source_line(Thread& th, std::string_view filename, uint32_t line, std::string* out) {
  std::string key(filename);
  auto it = th.in.sources.find(key);
  if (it == th.in.sources.end()) {
    std::string text;  // without a file there are no lines
    // Code says itself which file it is from: a script that may not read files learns nothing of others this way.
    if (!th.in.import_policy || th.in.import_policy->files) read_file(key, &text);
    remember_source(th.in, key, text);
    it = th.in.sources.find(key);
  }
  if (line == 0 || line > it->second.size()) return false;
  *out = it->second[line - 1];
  return true;
}
namespace {
// Calls f(name, position) for an entry, and once more for each comprehension that was running inlined: CPython gives those
// frames of their own.
template <class F>
void each_place(const Traceback* t, F f) {
  const Code* c = t->code();
  std::string_view name = c->name->sv();
  if (t->line) {  // of a frame that had not begun to run, or made by a script, which gave the line
    Position p = position_of(c, t->pc);
    p.line = p.end_line = t->line;
    p.column = p.end_column = 0;
    return f(name, p);
  }
  for (size_t i = c->tables->inlined.size(); i-- > 0;) {  // outer ones come last
    const Inlined& inlined = c->tables->inlined[i];
    if (t->pc < inlined.start || t->pc >= inlined.end) continue;
    f(name, position_of(c, inlined.position));
    name = inlined.name->sv();
  }
  f(name, position_of(c, t->pc));
}

// sys.tracebacklimit: so many entries are told, the last ones.
int64_t entry_limit(Thread& th) {
  Value sys = dict_get(th.in.modules, intern(th.in, "sys"));
  if (!sys.is(Kind::Module)) return INT64_MAX;
  Value set = unwrap(dict_get(sys.as<Module>()->dict, intern(th.in, "tracebacklimit")));
  if (!set.u) return INT64_MAX;
  if (set.u == kTrue.u || set.u == kFalse.u) return set.u == kTrue.u;
  return is_small_int(set) ? to_int(set) : INT64_MAX;
}

struct Writer {
  Thread& th;
  std::string out;
  std::unordered_set<Exc*> seen;
  std::string margin;
  int depth = 0;
  int64_t limit = entry_limit(th);

  void line(const std::string& s) {
    out += margin;
    out += s;
    out += '\n';
  }
  void text_block(const std::string& s) {
    size_t b = 0;
    for (size_t e; (e = s.find('\n', b)) != s.npos; b = e + 1) line(s.substr(b, e - b));
    line(s.substr(b));
  }
  void entry(Traceback* t) {
    each_place(t, [&](std::string_view name, const Position& p) { entry_at(t, name, p); });
  }
  void entry_at(Traceback* t, std::string_view name, const Position& p) {
    line("  File \"" + std::string(t->code()->filename->sv()) + "\", line " + std::to_string(p.line) + ", in " +
         std::string(name));
    std::string src;
    if (!source_line(th, t->code()->filename->sv(), p.line, &src)) return;
    size_t b = src.find_first_not_of(" \t\f");
    if (b == src.npos) return;
    size_t e = src.find_last_not_of("\r\n") + 1;  // blanks at the end stay, as in CPython
    line("    " + src.substr(b, e - b));
    carets(src, b, e, p);
  }
  void carets(const std::string& src, size_t b, size_t e, const Position& p) {
    std::string marks = caret_line(src, b, e, p);
    if (!marks.empty()) line(marks);
  }
  // Marks the failing part of the line src[b, e), unless that is all of it.
  static std::string caret_line(const std::string& src, size_t b, size_t e, const Position& p) {
    size_t start = p.column;
    size_t end = p.end_line == p.line ? p.end_column : src.find_last_not_of(" \t\r\n\f") + 1;
    if (start < b || end > e || start >= end) return "";
    std::string_view segment = std::string_view(src).substr(start, end - start);
    uint32_t left = 0;
    uint32_t right = 0;
    bool anchors = p.end_line == p.line && caret_anchors(segment, &left, &right);
    if (!anchors && start == b && end == e) return "";
    std::string marks(4 + text::length(std::string_view(src).substr(b, start - b)), ' ');
    for (size_t i = 0; i < segment.size(); i++) {
      if (text::is_continuation(segment[i])) continue;
      marks += anchors && (i < left || i >= right) ? '~' : '^';
    }
    return marks;
  }
  void frames(Traceback* t) {
    constexpr int kCutoff = 3;
    int64_t entries = 0;
    for (const Traceback* each = t; each; each = each->next) ++entries;
    for (; entries > limit; --entries) t = t->next;
    Traceback* last = nullptr;
    uint32_t last_line = 0;
    int count = 0;
    auto repeated = [&] {
      if (count > kCutoff)
        line("  [Previous line repeated " + std::to_string(count - kCutoff) + " more time" +
             (count - kCutoff > 1 ? "s]" : "]"));
    };
    for (; t; t = t->next) {
      uint32_t n = line_of(t->code(), t->code()->ins.data() + t->pc);
      if (!last || last->code()->filename != t->code()->filename || last_line != n || last->code()->name != t->code()->name) {
        repeated();
        last = t;
        last_line = n;
        count = 0;
      }
      if (++count <= kCutoff) entry(t);
    }
    repeated();
  }
  std::string type_text(Exc* e) {
    Type* t = e->type();
    std::string s = full_type_name(t);
    Value home = t->tflags & kHeapType ? dict_get(t->dict, th.name(n_module)) : kAbsent;
    if (home.u && !is_str(home)) return "<unknown>." + s;
    return s.starts_with("__main__.") ? s.substr(9) : s;
  }
  // A line of source, its part from `offset` to `end` (counted from 1) marked. Of a text of several lines the one in
  // which the part begins is shown; nothing left of the line is marked.
  void marked_line(std::string_view text, int64_t offset, int64_t end) {
    const size_t marks = end > 0 && end > offset ? size_t(end - offset) : 1;
    offset--;
    const size_t blank = std::min(text.find_first_not_of(" \t\f"), text.size());
    text.remove_prefix(blank);
    offset -= int64_t(blank);
    if (text.ends_with('\n')) text.remove_suffix(1);
    offset = std::min(offset, int64_t(text.size()));
    for (size_t nl; (nl = text.find('\n')) != text.npos && int64_t(nl) < offset; offset -= int64_t(nl) + 1)
      text.remove_prefix(nl + 1);
    line("    " + std::string(text));
    if (offset >= 0) line("    " + std::string(size_t(offset), ' ') + std::string(marks, '^'));
  }
  void syntax_error(Exc* e, std::string* message) {
    auto field = [&](const char* f) { return get_hidden(e, hidden_name(th.in, f)); };
    Value file = field(".filename"), no = field(".lineno"), text = field(".text"), off = field(".offset"),
          end_no = field(".end_lineno"), end_off = field(".end_offset");
    if (no.is_int()) {
      line("  File \"" + (is_str(file) ? std::string(sv(file)) : "<string>") + "\", line " +
           std::to_string(no.as_int()));
      if (is_str(text)) {
        const int64_t from = off.is_int() ? off.as_int() : -1;
        int64_t to = end_off.is_int() ? end_off.as_int() : -1;
        if (end_no.is_int() && end_no.as_int() > no.as_int()) to = int64_t(sv(text).size());
        // Only a SyntaxError itself marks more than a point.
        marked_line(sv(text), from, e->type() == th.type(E_SyntaxError) ? to : from + 1);
      }
    }
    Value msg = field(".msg");
    *message = is_str(msg) ? std::string(sv(msg)) : msg.u == kNone.u ? "<no detail available>" : "";
  }
  void last_line_of(Exc* e) {
    std::string name = type_text(e), message;
    if (subtype(e->type(), th.type(E_SyntaxError)) && get_hidden(e, hidden_name(th.in, ".lineno")).u != kNone.u) {
      syntax_error(e, &message);
    } else {
      Value pending = th.take_pending();
      if (!str_of(th, of(e), &message)) {
        th.clear_pending();
        message = "<exception str() failed>";
      }
      th.pending = pending;
      message += suggestion(th, e);
    }
    line(message.empty() ? name : name + ": " + message);  // its further lines have no margin, as in CPython
    Owned notes(get_attr_or_stop(th, of(e), th.name(n_notes)));
    if (!notes) th.clear_pending();
    if (!notes || notes.get().u == kStop.u) return;
    Value n = unwrap(notes.get());
    if (n.is(Kind::List) || n.is(Kind::Tuple)) {
      std::vector<Value> items;
      iterate(th, n, &items);
      for (Value v : items) {
        std::string s;
        if (!str_of(th, v, &s)) {
          th.clear_pending();
          s = "<note str() failed>";
        }
        text_block(s);
        dec(v);
      }
    } else {
      std::string s;
      if (!repr_of(th, n, &s)) {
        th.clear_pending();
        s = "<__notes__ repr() failed>";
      }
      line(s);
    }
  }
  bool shows_traceback(const Exc* e) const { return limit > 0 && e->traceback.is(Kind::Traceback); }
  void group(Exc* e) {
    constexpr char kGroupHeader[] = "Exception Group Traceback (most recent call last):";
    constexpr uint32_t kMaxWidth = 15;
    constexpr int kMaxDepth = 10;
    Tuple* items = group_items(th.in, e);
    bool outer = depth == 0;
    std::string keep = margin;
    if (depth == kMaxDepth) return line("... (max_group_depth is " + std::to_string(kMaxDepth) + ")");
    depth++;
    if (outer) {
      margin += "  + ";
      if (shows_traceback(e)) line(kGroupHeader);
      margin = keep + "  | ";
    } else if (shows_traceback(e)) {
      line(kGroupHeader);
    }
    if (shows_traceback(e)) frames(e->traceback.as<Traceback>());
    last_line_of(e);
    const std::string inner = outer ? keep + "  " : keep.substr(0, keep.size() - 2);  // without "| "
    for (uint32_t i = 0; i < items->len && i <= kMaxWidth; i++) {
      bool cut = i == kMaxWidth;
      bool closed = false;  // by the box of a group within
      std::string title = cut ? "..." : std::to_string(i + 1);
      out += inner + (i == 0 ? "+-" : "  ") + "+---------------- " + title + " ----------------\n";
      margin = inner + "  | ";
      if (cut) {
        line("and " + std::to_string(items->len - kMaxWidth) + " more exception" +
             (items->len - kMaxWidth > 1 ? "s" : ""));
      } else {
        exception(items->items[i].as<Exc>());
        closed = is_group(th.in, items->items[i]) && depth < kMaxDepth;
      }
      if ((cut || i + 1 == items->len) && !closed) out += inner + "  +------------------------------------\n";
    }
    margin = keep;
    depth--;
  }
  void exception(Exc* e) {
    seen.insert(e);  // causes are told once, members of groups wherever they stand
    Exc* before = nullptr;
    const char* how = nullptr;
    if (e->cause.is(Kind::Exc)) {
      before = e->cause.as<Exc>();
      how = "The above exception was the direct cause of the following exception:";
    } else if (e->context.is(Kind::Exc) && !e->suppress) {
      before = e->context.as<Exc>();
      how = "During handling of the above exception, another exception occurred:";
    }
    if (before && !seen.count(before)) {
      if (th.native_stack_ok()) {
        exception(before);
        line("");
        line(how);
        line("");
      } else {
        th.clear_pending();
      }
    }
    if (is_group(th.in, of(e))) return group(e);
    if (shows_traceback(e)) {
      line("Traceback (most recent call last):");
      frames(e->traceback.as<Traceback>());
    }
    last_line_of(e);
  }
};

// --- suggestions: CPython's bounded edit distance ---
constexpr size_t kMoveCost = 2, kCaseCost = 1, kMaxString = 40, kMaxCandidates = 750;
size_t substitution(char a, char b) {
  if ((a & 31) != (b & 31)) return kMoveCost;
  if (a == b) return 0;
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; };
  return lower(a) == lower(b) ? kCaseCost : kMoveCost;
}
size_t distance(std::string_view a, std::string_view b, size_t max_cost) {
  if (a == b) return 0;
  while (!a.empty() && !b.empty() && a[0] == b[0]) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty() || b.empty()) return (a.size() + b.size()) * kMoveCost;
  if (a.size() > kMaxString || b.size() > kMaxString) return max_cost + 1;
  if (b.size() < a.size()) std::swap(a, b);
  if ((b.size() - a.size()) * kMoveCost > max_cost) return max_cost + 1;
  std::vector<size_t> row(a.size());
  for (size_t i = 0; i < a.size(); i++) row[i] = (i + 1) * kMoveCost;
  size_t result = 0;
  for (size_t j = 0; j < b.size(); j++) {
    size_t dist = result = j * kMoveCost, least = SIZE_MAX;
    for (size_t i = 0; i < a.size(); i++) {
      size_t substitute = dist + substitution(b[j], a[i]);
      dist = row[i];
      size_t insert_delete = std::min(result, dist) + kMoveCost;
      result = std::min(insert_delete, substitute);
      row[i] = result;
      least = std::min(least, result);
    }
    if (least > max_cost) return max_cost + 1;
  }
  return result;
}
std::string closest(const std::vector<std::string>& candidates, std::string_view name) {
  if (candidates.size() > kMaxCandidates || name.size() > kMaxString) return {};
  size_t best = SIZE_MAX;
  std::string pick;
  for (const std::string& c : candidates) {
    if (c == name) continue;
    size_t max = (name.size() + c.size() + 3) * kMoveCost / 6;
    max = std::min(max, best - 1);
    size_t d = distance(name, c, max);
    if (d > max) continue;
    if (pick.empty() || d < best) {
      pick = c;
      best = d;
    }
  }
  return pick;
}
void add_keys(Dict* d, std::vector<std::string>* out) {
  for (uint32_t i = 0; i < d->filled; i++)
    if (is_str(d->entries[i].key)) out->emplace_back(sv(d->entries[i].key));
}
// About as CPython has them, which takes the first of equally close names: functions, constants, classes, exceptions,
// and what else there is.
void add_builtins(Thread& th, std::vector<std::string>* out) {
  auto rank = [&](Value v) {
    if (v.is(Kind::Native)) return 0;
    if (v.is(Kind::Type)) return subtype(v.as<Type>(), th.type(E_BaseException)) ? 3 : 2;
    return has_fields(v) ? 4 : 1;
  };
  std::vector<std::pair<int, std::string>> ranked;
  const Dict* d = th.builtins;
  for (uint32_t i = 0; i < d->filled; i++)
    if (is_str(d->entries[i].key)) ranked.emplace_back(rank(d->entries[i].val), sv(d->entries[i].key));
  std::sort(ranked.begin(), ranked.end());
  for (auto& [order, name] : ranked) out->push_back(std::move(name));
}
}  // namespace

std::string suggestion(Thread& th, Exc* e) {
  Value name = get_hidden(e, th.name(n_dot_name));
  if (!is_str(name)) return {};
  std::vector<std::string> candidates;
  if (subtype(e->type(), th.type(E_AttributeError))) {
    int at = e->shape->find(th.name(n_dot_obj));
    if (at < 0 || !e->slots[at].u) return {};
    Owned names(th.call_special(e->slots[at], n_dir, nullptr, 0));
    std::vector<Value> v;
    if (!names || names.get().u == kStop.u || !iterate(th, names.get(), &v)) {
      th.clear_pending();
      return {};
    }
    for (Value x : v) {
      if (is_str(x)) candidates.emplace_back(sv(x));
      dec(x);
    }
    std::sort(candidates.begin(), candidates.end());
  } else if (subtype(e->type(), th.type(E_NameError))) {
    Traceback* t = e->traceback.is(Kind::Traceback) ? e->traceback.as<Traceback>() : nullptr;
    if (!t) return {};
    while (t->next) t = t->next;
    for (Str* n : t->code()->tables->varnames)
      if (n->sv().find('.') == std::string_view::npos) candidates.emplace_back(n->sv());
    std::string pick = closest(candidates, sv(name));
    if (pick.empty()) {
      candidates.clear();
      if (t->frame->func) add_keys(t->frame->func->globals, &candidates);
      pick = closest(candidates, sv(name));
    }
    if (pick.empty()) {
      candidates.clear();
      add_builtins(th, &candidates);
      pick = closest(candidates, sv(name));
    }
    return pick.empty() ? "" : ". Did you mean: '" + pick + "'?";
  } else {
    return {};
  }
  std::string pick = closest(candidates, sv(name));
  return pick.empty() ? "" : ". Did you mean: '" + pick + "'?";
}
std::string caret_line(const std::string& source, const Position& p) {
  size_t b = source.find_first_not_of(" \t\f");
  if (b == source.npos) return "";
  const size_t e = source.find_last_not_of(" \t\r\n\f") + 1, blanks = source.find_last_not_of("\r\n") + 1 - e;
  std::string marks = Writer::caret_line(source, b, e, p);
  // CPython's module takes the blanks at the end for some of those before the line.
  if (!marks.empty()) marks.erase(0, std::min(blanks, marks.find_first_not_of(' ') - 4));
  return marks;
}
// (name, line, end line, column, end column, line of carets) of one entry; None in place of the last: there is no
// source here.
static Value entry_tuple(Thread& th, Traceback* t, std::string_view name, const Position& p) {
  std::string src, marks;
  const bool known = source_line(th, t->code()->filename->sv(), p.line, &src);
  if (known) {
    marks = caret_line(src, p);
  }
  Tuple* r = tuple(th, 6);
  r->items[0] = of(str(th, name));
  r->items[1] = integer(th, p.line);
  r->items[2] = integer(th, p.end_line);
  r->items[3] = integer(th, p.column);
  r->items[4] = integer(th, p.end_column);
  r->items[5] = known ? of(str(th, marks)) : kNone;
  return of(r);
}
Value traceback_entries(Thread& th, Traceback* t) {
  Ref<List> l(list(th));
  each_place(t, [&](std::string_view name, const Position& p) { push(l.get(), entry_tuple(th, t, name, p)); });
  return of(l.release());
}
std::string traceback_text(Thread& th, Exc* e) {
  Writer w{th, {}, {}, {}};
  Value keep = th.take_pending();
  w.exception(e);
  th.pending = keep;
  return w.out;
}
std::string frames_text(Thread& th, Traceback* t) {
  Writer w{th, {}, {}, {}};
  if (w.limit <= 0) return {};
  w.line("Traceback (most recent call last):");
  w.frames(t);
  return w.out;
}
}  // namespace adder
