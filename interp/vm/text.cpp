// repr, str, format specs, % formatting, tracebacks.
#include <charconv>
#include <cmath>

#include "interp/vm/thread.h"

namespace adder {
static std::string float_repr(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d < 0 ? "-inf" : "inf";
  char b[64];
  auto r = std::to_chars(b, b + 64, d, std::chars_format::scientific);
  std::string s(b, r.ptr);
  size_t e = s.find('e');
  int x = std::stoi(s.substr(e + 1));
  if (x >= -4 && x < 16) {
    r = std::to_chars(b, b + 64, d, std::chars_format::fixed);
    s.assign(b, r.ptr);
    if (s.find('.') == s.npos) s += ".0";
    return s;
  }
  return s;
}
static std::string quote(std::string_view v) {
  char q = v.find('\'') != v.npos && v.find('"') == v.npos ? '"' : '\'';
  std::string s(1, q);
  char b[8];
  for (char c : v) switch (c) {
      case '\n': s += "\\n"; break;
      case '\t': s += "\\t"; break;
      case '\r': s += "\\r"; break;
      case '\\': s += "\\\\"; break;
      default:
        if (c == q) {
          s += '\\';
          s += c;
        } else if (uint8_t(c) < 32 || c == 127) {
          snprintf(b, 8, "\\x%02x", c);
          s += b;
        } else
          s += c;
    }
  return s + q;
}
bool repr_of(Thread& th, Value v, std::string* o) {
  if (v.is_float()) {
    *o += float_repr(v.as_float());
    return true;
  }
  if (v.is_int() || v.is(Kind::Int)) {
    *o += std::to_string(to_int(v));
    return true;
  }
  if (!v.is_cell()) {
    *o += v.u == kNone.u ? "None" : v.u == kTrue.u ? "True" : v.u == kFalse.u ? "False" : "<absent>";
    return true;
  }
  auto seq = [&](Value* p, uint32_t n, const char* open, const char* close) {
    *o += open;
    for (uint32_t i = 0; i < n; i++) {
      if (i) *o += ", ";
      if (!repr_of(th, p[i], o)) return false;
    }
    *o += close;
    return true;
  };
  char b[160];
  switch (v.cell()->kind) {
    case Kind::Str: *o += quote(sv(v)); return true;
    case Kind::List:
      if (v.cell()->flags & kBusy) {
        *o += "[...]";
        return true;
      } else {
        v.cell()->flags |= kBusy;
        bool r = seq(v.as<List>()->items, v.as<List>()->len, "[", "]");
        v.cell()->flags &= ~kBusy;
        return r;
      }
    case Kind::Tuple: return seq(v.as<Tuple>()->items, v.as<Tuple>()->len, "(", v.as<Tuple>()->len == 1 ? ",)" : ")");
    case Kind::Dict:
    case Kind::Set: {
      Dict* d = v.as<Dict>();
      bool set = v.is(Kind::Set), first = true;
      if (set && !d->used) {
        *o += "set()";
        return true;
      }
      *o += "{";
      for (uint32_t i = 0; i < d->filled; i++)
        if (d->entries[i].key.u) {
          if (!first) *o += ", ";
          first = false;
          if (!repr_of(th, d->entries[i].key, o)) return false;
          if (!set) {
            *o += ": ";
            if (!repr_of(th, d->entries[i].val, o)) return false;
          }
        }
      *o += "}";
      return true;
    }
    case Kind::Range: {
      Range* r = v.as<Range>();
      *o += "range(" + std::to_string(r->start) + ", " + std::to_string(r->stop) +
            (r->step != 1 ? ", " + std::to_string(r->step) : "") + ")";
      return true;
    }
    case Kind::Type:
      *o += "<class '" + std::string(v.as<Type>()->tflags & kHeapType ? "__main__." : "") +
            std::string(v.as<Type>()->name->sv()) + "'>";
      return true;
    case Kind::Func:
      snprintf(b, 160, "<function %s at %p>", v.as<Func>()->code->qualname->data, static_cast<void*>(v.cell()));
      *o += b;
      return true;
    case Kind::Native: *o += "<built-in function " + std::string(v.as<Native>()->def->name) + ">"; return true;
    case Kind::Instance:
    case Kind::Exc: {
      static Str* s = intern("__repr__");
      Value m = type_find(v.as<Instance>()->type, s);
      if (m.is(Kind::Func)) {
        Value r = th.call(m, &v, 1);
        if (!r.u) return false;
        if (is_str(r)) *o += sv(r);
        dec(r);
        return true;
      }
      if (v.is(Kind::Exc)) {
        *o += v.as<Exc>()->type->name->sv();
        Tuple* t = v.as<Exc>()->args.as<Tuple>();
        return seq(t->items, t->len, "(", ")");
      }
      snprintf(b, 160, "<__main__.%s object at %p>", v.as<Instance>()->type->name->data, static_cast<void*>(v.cell()));
      *o += b;
      return true;
    }
    default:
      snprintf(b, 160, "<%s object at %p>", type_of(v)->name->data, static_cast<void*>(v.cell()));
      *o += b;
      return true;
  }
}
extern Thread* g_thread;
std::string repr(Value v) {
  std::string s;
  repr_of(*g_thread, v, &s);
  return s;
}
bool str_of(Thread& th, Value v, std::string* o) {
  if (is_str(v)) {
    *o += sv(v);
    return true;
  }
  if (v.is(Kind::Instance) || v.is(Kind::Exc)) {
    static Str* s = intern("__str__");
    Value m = type_find(v.as<Instance>()->type, s);
    if (m.is(Kind::Func)) {
      Value r = th.call(m, &v, 1);
      if (!r.u) return false;
      if (is_str(r)) *o += sv(r);
      dec(r);
      return true;
    }
    if (v.is(Kind::Exc)) {
      Tuple* t = v.as<Exc>()->args.as<Tuple>();
      if (t->len == 0) return true;
      if (t->len == 1)
        return v.as<Exc>()->type == E_KeyError ? repr_of(th, t->items[0], o) : str_of(th, t->items[0], o);
      return repr_of(th, of(t), o);
    }
  }
  return repr_of(th, v, o);
}
static std::string fixed_exp(std::string s) {
  return s;
}
bool format_value(Thread& th, Value v, std::string_view spec, std::string* out) {
  if (spec.empty()) return str_of(th, v, out);
  if (v.is(Kind::Instance)) {
    static Str* s = intern("__format__");
    Value m = type_find(v.as<Instance>()->type, s);
    if (m.u) {
      Value a[2] = {v, of(str(spec))};
      Value r = th.call(m, a, 2);
      dec(a[1]);
      if (!r.u) return false;
      *out += sv(r);
      dec(r);
      return true;
    }
  }
  char fill = ' ', align = 0, sign = '-', type = 0;
  bool alt = false, zero = false, comma = false;
  int width = 0, prec = -1;
  size_t i = 0;
  if (spec.size() > 1 && strchr("<>=^", spec[1])) {
    fill = spec[0];
    align = spec[1];
    i = 2;
  } else if (strchr("<>=^", spec[0])) {
    align = spec[0];
    i = 1;
  }
  if (i < spec.size() && strchr("+- ", spec[i])) sign = spec[i++];
  if (i < spec.size() && spec[i] == '#') {
    alt = true;
    i++;
  }
  if (i < spec.size() && spec[i] == '0') {
    zero = true;
    i++;
  }
  while (i < spec.size() && isdigit(spec[i])) width = width * 10 + spec[i++] - '0';
  if (i < spec.size() && (spec[i] == ',' || spec[i] == '_')) {
    comma = true;
    i++;
  }
  if (i < spec.size() && spec[i] == '.') {
    prec = 0;
    i++;
    while (i < spec.size() && isdigit(spec[i])) prec = prec * 10 + spec[i++] - '0';
  }
  if (i < spec.size()) type = spec[i++];
  std::string body, head;
  char b[400];
  if (is_number(v)) {
    bool neg;
    if (is_intlike(v) && !(type && strchr("eEfFgG%", type))) {
      int64_t x = to_int(v);
      neg = x < 0;
      uint64_t u = neg ? 0 - uint64_t(x) : uint64_t(x);
      int base = type == 'x' || type == 'X' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
      if (type == 'c')
        body = std::string(1, char(u));
      else {
        auto r = std::to_chars(b, b + 80, u, base);
        body.assign(b, r.ptr);
        if (type == 'X')
          for (char& c : body) c = char(toupper(c));
      }
      if (alt && base != 10) head = base == 16 ? (type == 'X' ? "0X" : "0x") : base == 8 ? "0o" : "0b";
    } else {
      double d = to_double(v);
      neg = std::signbit(d);
      d = std::fabs(d);
      if (type == '%') {
        snprintf(b, sizeof b, "%.*f%%", prec < 0 ? 6 : prec, d * 100);
        body = b;
      } else if (!type && prec < 0)
        body = float_repr(d);
      else {
        char f[8] = {'%', '.', '*', type ? type : 'g', 0};
        snprintf(b, sizeof b, f, prec < 0 ? 6 : prec, d);
        body = b;
        if (!type && body.find_first_of(".e") == body.npos) body += ".0";
      }
      body = fixed_exp(body);
    }
    if (comma) {
      size_t e = body.find_first_not_of("0123456789");
      if (e == body.npos) e = body.size();
      for (int64_t k = int64_t(e) - 3; k > 0; k -= 3) body.insert(size_t(k), ",");
    }
    head = (neg ? "-" : sign == '+' ? "+" : sign == ' ' ? " " : "") + head;
    if (zero && !align) {
      fill = '0';
      align = '=';
    }
    if (!align) align = '>';
  } else {
    if (!str_of(th, v, &body)) return false;
    if (type && type != 's') {
      th.raise(E_ValueError, "Unknown format code '%c' for object of type '%s'", type, type_name(v).c_str());
      return false;
    }
    if (prec >= 0 && prec < int(body.size())) body.resize(prec);
    if (!align) align = '<';
  }
  int pad = width - int(head.size() + body.size());
  if (pad < 0) pad = 0;
  if (align == '=')
    *out += head + std::string(pad, fill) + body;
  else if (align == '>')
    *out += std::string(pad, fill) + head + body;
  else if (align == '^')
    *out += std::string(pad / 2, fill) + head + body + std::string(pad - pad / 2, fill);
  else
    *out += head + body + std::string(pad, fill);
  return true;
}
Value percent(Thread& th, Value fmt, Value args) {
  std::string o;
  std::string_view f = sv(fmt);
  uint32_t n = 0;
  for (size_t i = 0; i < f.size(); i++) {
    if (f[i] != '%') {
      o += f[i];
      continue;
    }
    if (f[++i] == '%') {
      o += '%';
      continue;
    }
    size_t b = i;
    while (i < f.size() && !isalpha(f[i])) i++;
    std::string spec(f.substr(b, i - b));
    Value v = args.is(Kind::Tuple) ? (n < args.as<Tuple>()->len ? args.as<Tuple>()->items[n] : kAbsent)
              : n                  ? kAbsent
                                   : args;
    n++;
    if (!v.u) return th.raise(E_TypeError, "not enough arguments for format string");
    char c = f[i];
    std::string s;
    bool left = !spec.empty() && spec[0] == '-';
    if (left) spec.erase(0, 1);
    if (c == 's' || c == 'r') {
      if (!(c == 's' ? str_of(th, v, &s) : repr_of(th, v, &s))) return kAbsent;
      Value t = of(str(s));
      bool ok = format_value(th, t, (left ? "<" : ">") + spec, &o);
      dec(t);
      if (!ok) return kAbsent;
    } else {
      if (c == 'i' || c == 'u') c = 'd';
      if (c == 'd' && v.is_float()) v = integer(int64_t(v.as_float()));
      if (!format_value(th, v, (left ? "<" : "") + spec + c, &o)) return kAbsent;
    }
  }
  return of(str(o));
}
void add_traceback(Exc* e, Code* c, uint32_t line) {
  if (UNLIKELY(e->ntb == e->tbcap)) {
    e->tbcap = e->tbcap ? e->tbcap * 2 : 4;
    e->tb = static_cast<TbEntry*>(realloc(e->tb, e->tbcap * sizeof(TbEntry)));
  }
  e->tb[e->ntb++] = {c, line};
}
std::string traceback(Thread& th, Exc* e) {
  std::string s;
  if (e->cause.is(Kind::Exc))
    s += traceback(th, e->cause.as<Exc>()) +
         "\nThe above exception was the direct cause of the following exception:\n\n";
  else if (e->context.is(Kind::Exc) && !e->suppress)
    s += traceback(th, e->context.as<Exc>()) +
         "\nDuring handling of the above exception, another exception occurred:\n\n";
  if (e->ntb) s += "Traceback (most recent call last):\n";
  for (uint32_t i = e->ntb; i-- > 0;)
    s += "  File \"" + *e->tb[i].code->file + "\", line " + std::to_string(e->tb[i].line) + ", in " +
         std::string(e->tb[i].code->name->sv()) + "\n";
  std::string m;
  str_of(th, of(e), &m);
  return s + std::string(e->type->name->sv()) + (m.empty() ? "" : ": " + m) + "\n";
}
}  // namespace adder
