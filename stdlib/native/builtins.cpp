// Built-in functions.
#include <cmath>
#include <cstdio>
#include <unistd.h>

#include "interp/text/utf8.h"
#include "interp/vm/containers.h"
#include "interp/vm/import.h"
#include "interp/vm/quick.h"
#include "interp/vm/special.h"
#include "stdlib/native/library.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

// --- printing

// What sys.stdout is now; kAbsent: nobody imported sys or it is the original, so text goes to the thread's buffer;
// kStop: it was deleted.
Value replaced_stdout(Thread& th) {
  Value sys = dict_get(th.in.modules, intern(th.in, "sys"));
  if (!sys.is(Kind::Module)) {
    if (library_state(th.in).closed & 2) return kNone;
    if (encoding_of(library_state(th.in).stream_encoding) == Encoding::kUtf8) return kAbsent;
    Owned made(import_module(th, intern(th.in, "sys"), kNone, 0));  // the stream that encodes is there
    if (!made) {
      th.clear_pending();
      return kAbsent;
    }
    sys = made.get();
  }
  Value now = dict_get(sys.as<Module>()->dict, th.in.names[n_stdout]);
  if (now.u && is_original_stdout(th, now)) return kAbsent;
  return now.u ? now : kStop;
}

bool separator(Thread& th, Value v, const char* name, std::string_view fallback, std::string_view* out) {
  *out = fallback;
  if (v.u == kNone.u) return true;
  Value u = unwrap(v);
  if (is_str(u)) {
    *out = sv(u);
    return true;
  }
  th.raise(E_TypeError, "%s must be None or a string, not %s", name, type_name(th, v).c_str());
  return false;
}
bool write_piece(Thread& th, Value file, Value s) {
  Owned r(th.call_method(file, th.name(n_write), &s, 1));
  return bool(r);
}
Value builtin_print(Thread& th, Value* a, int n) {
  // sep, end, file, flush, *args
  std::string_view sep;
  std::string_view end;
  if (!separator(th, a[0], "sep", " ", &sep) || !separator(th, a[1], "end", "\n", &end)) return kAbsent;
  bool flush;
  if (!truth_native(th, a[3], &flush)) return kAbsent;
  Value file = a[2];
  if (file.u == kNone.u) {
    file = replaced_stdout(th);
    if (file.u == kStop.u) return th.raise(E_RuntimeError, "lost sys.stdout");
    if (file.u == kNone.u) return kNone;
  } else if (is_original_stdout(th, file)) {
    file = kAbsent;
  }
  if (!file.u) {
    std::string line;
    auto write_alone = [&](std::string_view text) {
      if (!write_stdout(th, line, false) || !write_stdout(th, text, false)) return false;
      line.clear();
      return true;
    };
    for (int i = 4; i < n; ++i) {
      if (i > 4 && !text::may_have_surrogates(sep))
        line += sep;
      else if (i > 4 && !write_alone(sep))
        return kAbsent;
      size_t start = line.size();
      bool told = str_of(th, a[i], &line);
      if (told && !text::may_have_surrogates(std::string_view(line).substr(start))) continue;
      // The arguments are written one after another: what precedes one that has no text or no UTF-8 is.
      std::string piece = line.substr(start);
      line.resize(start);
      if (!write_stdout(th, line, false) || !told || !write_stdout(th, piece, false)) return kAbsent;
      line.clear();
    }
    if (text::may_have_surrogates(end) && !write_alone("")) return kAbsent;
    line += end;
    return write_stdout(th, line, flush) ? kNone : kAbsent;
  }
  Owned keep(inc(file));
  for (int i = 4; i < n; ++i) {
    if (i > 4) {
      Owned s(new_str(th, sep));
      if (!write_piece(th, file, s.get())) return kAbsent;
    }
    std::string text;
    Owned s;
    if (is_str(a[i])) {
      s = Owned(inc(a[i]));
    } else {
      if (!str_of(th, a[i], &text)) return kAbsent;
      s = Owned(new_str(th, text));
    }
    if (!write_piece(th, file, s.get())) return kAbsent;
  }
  Owned last(new_str(th, end));
  if (!write_piece(th, file, last.get())) return kAbsent;
  if (flush) {
    Owned r(th.call_method(file, th.name(n_flush), nullptr, 0));
    if (!r) return kAbsent;
  }
  return kNone;
}
// What input() makes of what readline() gave: str or bytes without the line end.
Value line_of_input(Thread& th, Value line) {
  const Value u = unwrap(line);
  std::string_view s;
  if (is_str(u))
    s = sv(u);
  else if (u.is(Kind::Bytes))
    s = u.as<Bytes>()->sv();
  else
    return th.raise(E_TypeError, "object.readline() returned non-string");
  if (s.empty()) return th.raise(E_EOFError, "EOF when reading a line");
  if (s.back() != '\n') return inc(line);
  s.remove_suffix(1);
  return is_str(u) ? new_str(th, s) : new_bytes(th, s);
}
// A method of a stream that input() calls and whose failure it ignores.
Value ask_stream(Thread& th, Value stream, const char* method) {
  Owned keep(inc(stream));
  Value r = th.call_method(stream, intern(th.in, method), nullptr, 0);
  th.clear_pending();
  return r;
}
Value builtin_input(Thread& th, Value* a, int) {
  std::string prompt;
  Value sys = dict_get(th.in.modules, intern(th.in, "sys"));
  Owned keep_sys(inc(sys));
  for (int fd = 0; fd < 3; ++fd) {
    static constexpr const char* kNames[] = {"stdin", "stdout", "stderr"};
    Value stream = sys.is(Kind::Module) ? dict_get(sys.as<Module>()->dict, intern(th.in, kNames[fd])) : kAbsent;
    bool lost = sys.is(Kind::Module) ? !stream.u || stream.u == kNone.u : library_state(th.in).closed >> fd & 1;
    if (lost) return th.raise(E_RuntimeError, "input(): lost sys.%s", kNames[fd]);
  }
  // Streams of a script see the calls that CPython makes, in its order.
  auto replaced = [&](const char* name) {
    Value v = sys.is(Kind::Module) ? dict_get(sys.as<Module>()->dict, intern(th.in, name)) : kAbsent;
    const std::string original = "__" + std::string(name) + "__";
    return v.u && v.u != dict_get(sys.as<Module>()->dict, intern(th.in, original)).u ? v : kAbsent;
  };
  if (Value err = replaced("stderr"); err.u) Owned flushed(ask_stream(th, err, "flush"));
  if (Value in = replaced("stdin"); in.u) {
    Owned number(ask_stream(th, in, "fileno"));
    int64_t fd;
    if (number && !to_index(th, number.get(), &fd)) return kAbsent;
  }
  if (a[0].u && !str_of(th, a[0], &prompt)) return kAbsent;
  Value file = replaced_stdout(th);
  if (file.u == kStop.u) return th.raise(E_RuntimeError, "input(): lost sys.stdout");
  if (!file.u) {
    if (!write_stdout(th, prompt, true)) return kAbsent;
  } else {
    Owned keep(inc(file)), s(new_str(th, prompt));
    if (a[0].u && !write_piece(th, file, s.get())) return kAbsent;
    Owned flushed(ask_stream(th, file, "flush"));
  }
  // A terminal gives a line at a time. Anything else is read by sys.stdin, which holds what lies behind the line.
  const bool terminal = ::isatty(0);
  if (!terminal && !sys.is(Kind::Module)) {
    Owned made(import_module(th, intern(th.in, "sys"), kNone, 0));
    if (!made) return kAbsent;
    sys = made.get();  // which the table of modules keeps
  }
  Value in = sys.is(Kind::Module) ? dict_get(sys.as<Module>()->dict, intern(th.in, "stdin")) : kAbsent;
  std::string line;
  if (in.u && (!is_original_stdin(th, in) || !terminal)) {
    Owned keep(inc(in)), r(th.call_method(in, intern(th.in, "readline"), nullptr, 0));
    if (!r) return kAbsent;
    return line_of_input(th, r.get());
  } else if (!read_stdin_line(th, &line)) {
    return kAbsent;
  }
  if (line.empty()) return th.raise(E_EOFError, "EOF when reading a line");
  if (line.back() == '\n') line.pop_back();
  return new_str(th, line);
}

// --- objects

Value builtin_len(Thread& th, Value* a, int) {
  int64_t n = length(th, a[0]);
  return n < 0 ? kAbsent : integer(th, n);
}
Value builtin_repr(Thread& th, Value* a, int) {
  return repr_object(th, a[0]);
}
std::string ascii_text(std::string_view s) {
  std::string out;
  char b[16];
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
    if (c < 0x80) {
      out.push_back(char(c));
      continue;
    }
    std::snprintf(b, sizeof b, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
    out += b;
  }
  return out;
}
Value builtin_ascii(Thread& th, Value* a, int) {
  Owned r(repr_object(th, a[0]));
  if (!r || unwrap(r.get()).as<Str>()->ascii()) return r.release();
  return new_str(th, ascii_text(sv(unwrap(r.get()))));
}
Value builtin_format(Thread& th, Value* a, int) {
  std::string_view spec;
  std::string out;
  if (!text_arg(th, a[1], "format() argument 2", &spec)) return kAbsent;
  Value m = has_fields(a[0]) ? type_find(type_of(th, a[0]), th.name(n_format)) : kAbsent;
  const bool of_class = m.is(Kind::Native) && m.as<Native>()->owner;
  if (spec.empty() && of_class) {
    const Kind k = m.as<Native>()->owner->inst_kind;
    const bool own = k == Kind::Int || k == Kind::Float || k == Kind::Complex || k == Kind::Str;
    if (own || m.as<Native>()->owner == th.in.object_type) return str_object(th, a[0]);
  }
  const bool unbound = m.is(Kind::Native) && !of_class;  // a function of a module, which gets the specification only
  if (m.is(Kind::Func) || unbound) {
    Owned r(unbound ? th.call(m, &a[1], 1) : th.call_special(a[0], n_format, &a[1], 1));
    if (!r || is_str(unwrap(r.get()))) return r.release();
    return th.raise(E_TypeError, "__format__ must return a str, not %s", type_name(th, r.get()).c_str());
  }
  return format_value(th, a[0], spec, &out) ? new_str(th, out) : kAbsent;
}
Value builtin_id(Thread& th, Value* a, int) {
  return integer(th, int64_t(a[0].u & 0x7FFFFFFFFFFFFFFF));
}
Value builtin_hash(Thread& th, Value* a, int) {
  int64_t h;
  return hash_of(th, a[0], &h) ? integer(th, h) : kAbsent;
}
Value builtin_isinstance(Thread& th, Value* a, int) {
  bool r;
  return isinstance(th, a[0], a[1], &r) ? boolean(r) : kAbsent;
}
Value builtin_issubclass(Thread& th, Value* a, int) {
  bool r;
  return issubclass(th, a[0], a[1], &r) ? boolean(r) : kAbsent;
}
Value builtin_callable(Thread& th, Value* a, int) {
  return boolean(is_callable(th.in, a[0]));
}

bool attribute_name(Thread& th, Value v, const char* function, Str** out) {
  Value u = unwrap(v);
  if (!is_str(u)) {
    (void)function;
    th.raise(E_TypeError, "attribute name must be string, not '%s'", type_name(th, v).c_str());
    return false;
  }
  *out = intern(th.in, u.as<Str>());
  return true;
}
Value builtin_getattr(Thread& th, Value* a, int) {
  Str* name;
  if (!attribute_name(th, a[1], "getattr", &name)) return kAbsent;
  if (!a[2].u) return get_attr_native(th, a[0], name);
  Value v = get_attr_or_stop(th, a[0], name);
  return v.u == kStop.u ? inc(a[2]) : v;
}
Value builtin_hasattr(Thread& th, Value* a, int) {
  Str* name;
  if (!attribute_name(th, a[1], "hasattr", &name)) return kAbsent;
  Value v = get_attr_or_stop(th, a[0], name);
  if (!v.u) return kAbsent;
  if (v.u == kStop.u) return kFalse;
  dec(v);
  return kTrue;
}
Value builtin_setattr(Thread& th, Value* a, int) {
  Str* name;
  if (!attribute_name(th, a[1], "setattr", &name)) return kAbsent;
  return set_attr_native(th, a[0], name, a[2]) ? kNone : kAbsent;
}
Value builtin_delattr(Thread& th, Value* a, int) {
  Str* name;
  if (!attribute_name(th, a[1], "delattr", &name)) return kAbsent;
  return set_attr_native(th, a[0], name, kAbsent) ? kNone : kAbsent;
}

// --- numbers

Value builtin_abs(Thread& th, Value* a, int) {
  Value v = a[0];
  if (v.is_float()) return real(std::fabs(v.as_float()));
  if (v.is_int() && v.as_int() >= 0) return v;
  Value r = th.call_special(v, n_abs, nullptr, 0);
  if (r.u == kStop.u) return th.raise(E_TypeError, "bad operand type for abs(): '%s'", type_name(th, v).c_str());
  return r;
}
Value builtin_round(Thread& th, Value* a, int) {
  Value args[1] = {a[1].u ? a[1] : kNone};
  bool with_digits = a[1].u && a[1].u != kNone.u;
  Value r = th.call_special(a[0], n_round, args, with_digits ? 1 : 0);
  if (r.u == kStop.u)
    return th.raise(E_TypeError, "type %s doesn't define __round__ method", type_name(th, a[0]).c_str());
  return r;
}
Value builtin_divmod(Thread& th, Value* a, int) {
  Value r = th.call_special(a[0], n_divmod, &a[1], 1);
  if (r.u != kStop.u && r.u != kNotImplemented.u) return r;
  r = th.call_special(a[1], n_rdivmod, &a[0], 1);
  if (r.u != kStop.u && r.u != kNotImplemented.u) return r;
  return th.raise(E_TypeError, "unsupported operand type(s) for divmod(): '%s' and '%s'", type_name(th, a[0]).c_str(),
                  type_name(th, a[1]).c_str());
}
Value builtin_pow(Thread& th, Value* a, int) {
  if (a[2].u == kNone.u) return binary_native(th, kPow, false, a[0], a[1]);
  Value r = th.call_special(a[0], n_pow_, a + 1, 2);
  if (r.u != kStop.u && r.u != kNotImplemented.u) return r;
  for (int i : {1, 2}) {  // then the other operands are asked: numbers that know no modulus say so
    Value u = unwrap(a[i]);
    if (u.is_float()) return th.raise(E_TypeError, "pow() 3rd argument not allowed unless all arguments are integers");
    auto is_complex = [](Value v) { return is_number(unwrap(v)) || unwrap(v).is(Kind::Complex); };
    if (u.is(Kind::Complex) && is_complex(a[0]) && is_complex(a[1])) return th.raise(E_ValueError, "complex modulo");
  }
  return th.raise(E_TypeError, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'",
                  type_name(th, a[0]).c_str(), type_name(th, a[1]).c_str(), type_name(th, a[2]).c_str());
}
Value in_base(Thread& th, Value v, int base, const char* prefix) {
  Owned i(to_int_object(th, v));
  if (!i) return kAbsent;
  std::string digits = big_to_text(i.get(), base);
  digits.insert(digits[0] == '-' ? 1 : 0, prefix);
  return new_str(th, digits);
}
Value builtin_bin(Thread& th, Value* a, int) {
  return in_base(th, a[0], 2, "0b");
}
Value builtin_oct(Thread& th, Value* a, int) {
  return in_base(th, a[0], 8, "0o");
}
Value builtin_hex(Thread& th, Value* a, int) {
  return in_base(th, a[0], 16, "0x");
}
Value builtin_chr(Thread& th, Value* a, int) {
  int64_t c;
  if (!to_index(th, a[0], &c)) {
    if (!th.pending_is(E_OverflowError)) return kAbsent;
    th.clear_pending();
    return th.raise(E_OverflowError, "Python int too large to convert to C int");
  }
  if (c != int32_t(c)) return th.raise(E_OverflowError, "Python int too large to convert to C int");
  if (c < 0 || c > 0x10FFFF) return th.raise(E_ValueError, "chr() arg not in range(0x110000)");
  return of(char_str(th.in, uint32_t(c)));
}
Value builtin_ord(Thread& th, Value* a, int) {
  Value u = unwrap(a[0]);
  std::string_view view;
  size_t n;
  if (is_str(u)) {
    n = u.as<Str>()->chars;
    if (n == 1) {
      size_t at = 0;
      return integer49(text::next(sv(u), &at));
    }
  } else if (bytes_view(u, &view)) {
    n = view.size();
    if (n == 1) return integer49(static_cast<unsigned char>(view[0]));
  } else {
    return th.raise(E_TypeError, "ord() expected string of length 1, but %s found", type_name(th, a[0]).c_str());
  }
  return th.raise(E_TypeError, "ord() expected a character, but string of length %zu found", n);
}

// --- iterables

Value builtin_iter(Thread& th, Value* a, int) {
  if (!a[1].u) return iter_native(th, a[0]);
  Owned called(builtin_callable(th, a, 1));
  if (called.get().u != kTrue.u) return th.raise(E_TypeError, "iter(v, w): v must be callable");
  return make_iter(th, IterKind::Callable, pair(th, inc(a[0]), inc(a[1])));
}
Value builtin_next(Thread& th, Value* a, int) {
  bool iterator = a[0].is(Kind::Iter) || a[0].is(Kind::Gen) ||
                  (a[0].is_cell() && type_find(type_of(th.in, a[0]), th.name(n_next)).u);
  if (!iterator) return th.raise(E_TypeError, "'%s' object is not an iterator", type_name(th, a[0]).c_str());
  Value v = next_or_raise(th, a[0]);
  if (LIKELY(v.u && v.u != kStop.u)) return v;
  if (!v.u && !(a[1].u && th.pending_is(E_StopIteration))) return kAbsent;
  if (!v.u) th.clear_pending();
  if (a[1].u) return inc(a[1]);
  return th.raise_obj(of(instance(th, th.type(E_StopIteration))));
}
Value builtin_aiter(Thread& th, Value* a, int) {
  Value r = th.call_special(a[0], n_aiter, nullptr, 0);
  if (r.u == kStop.u) return th.raise(E_TypeError, "'%s' object is not an async iterable", type_name(th, a[0]).c_str());
  return r;
}
Value builtin_anext(Thread& th, Value* a, int) {
  Owned r(th.call_special(a[0], n_anext, nullptr, 0));
  if (r.get().u == kStop.u)
    return th.raise(E_TypeError, "'%s' object is not an async iterator", type_name(th, a[0]).c_str());
  if (!r || !a[1].u) return r.release();
  Owned module(import_module(th, intern(th.in, "_anext"), kNone, 0));
  if (!module) return kAbsent;
  Value args[2] = {r.get(), a[1]};
  return th.call_method(module.get(), intern(th.in, "or_default"), args, 2);
}

template <bool kMax>
Value extreme(Thread& th, Value* a, int n) {
  // key, default, *args
  const char* name = kMax ? "max" : "min";
  Value* items = a + 2;
  size_t count = size_t(n - 2), at = 0;
  List* whole = nullptr;
  Owned steps;  // what gives the items one by one: others than those that stand somewhere already
  if (count == 0) return th.raise(E_TypeError, "%s expected at least 1 argument, got 0", name);
  if (count > 1) {
    if (a[1].u)
      return th.raise(E_TypeError, "Cannot specify a default for %s() with multiple positional arguments", name);
  } else if (a[2].is(Kind::List)) {
    whole = a[2].as<List>();
  } else if (a[2].is(Kind::Tuple)) {
    items = a[2].as<Tuple>()->items;
    count = a[2].as<Tuple>()->len;
  } else {
    steps = Owned(iter_native(th, a[2]));
    if (!steps) return kAbsent;
  }
  const bool keyed = a[0].u != kNone.u;
  Owned best, best_key;
  for (;;) {
    if (whole) {  // a key function may change it
      items = whole->items;
      count = whole->len;
    }
    Owned item(steps ? next_value(th, steps.get()) : at < count ? inc(items[at++]) : kStop);
    if (!item) return kAbsent;
    if (item.get().u == kStop.u) break;
    Value argument = item.get();
    Owned key(keyed ? th.call(a[0], &argument, 1) : inc(argument));
    if (!key) return kAbsent;
    int r;
    if (!best)
      r = true;
    else if (both_int(key.get(), best_key.get()))
      r = kMax ? key.get().as_int() > best_key.get().as_int() : key.get().as_int() < best_key.get().as_int();
    else if (int known = kMax ? quick_less(best_key.get(), key.get()) : quick_less(key.get(), best_key.get());
             known >= 0)
      r = known;
    else if (kMax) {
      Owned c(compare_native(th, GT, key.get(), best_key.get()));
      bool t;
      if (!c || !truth_native(th, c.get(), &t)) return kAbsent;
      r = t;
    } else {
      r = less(th, key.get(), best_key.get());
      if (r < 0) return kAbsent;
    }
    if (r) {
      best = std::move(item);
      best_key = std::move(key);
    }
  }
  if (best) return best.release();
  if (a[1].u) return inc(a[1]);
  return th.raise(E_ValueError, "%s() arg is an empty sequence", name);
}

// What an iterator over a list or a tuple has before it. It may be looked at as long as no script runs.
std::span<const Value> rest_of(Value it) {
  if (!it.is(Kind::Iter)) return {};
  const Iter* t = it.as<Iter>();
  if (!t->seq.u || (t->ik != IterKind::List && t->ik != IterKind::Tuple)) return {};
  const bool list = t->ik == IterKind::List;
  const Value* items = list ? t->seq.as<List>()->items : t->seq.as<Tuple>()->items;
  const size_t n = list ? t->seq.as<List>()->len : t->seq.as<Tuple>()->len, at = size_t(t->i);
  return at < n ? std::span(items + at, n - at) : std::span<const Value>();
}
// Adds to the number `acc` what the iterator goes on with, as long as that is of its kind.
void add_numbers(Thread& th, Value it, Owned* acc) {
  const std::span<const Value> rest = rest_of(it);
  size_t i = 0;
  if (acc->get().is_float()) {
    double sum = acc->get().as_float();
    for (; i < rest.size() && rest[i].is_float(); ++i) sum += rest[i].as_float();
    if (i) *acc = Owned(real(sum));
  } else if (acc->get().is_int()) {
    int64_t sum = acc->get().as_int();
    for (; i < rest.size() && rest[i].is_int() && fits49(sum); ++i) sum += rest[i].as_int();
    if (i) *acc = Owned(integer(th, sum));
  }
  if (i) it.as<Iter>()->i += int64_t(i);
}
Value builtin_sum(Thread& th, Value* a, int) {
  Owned acc(inc(a[1]));
  Owned it(iter_native(th, a[0]));
  if (!it) return kAbsent;
  Value start = unwrap(a[1]);
  if (is_str(start)) return th.raise(E_TypeError, "sum() can't sum strings [use ''.join(seq) instead]");
  if (start.is(Kind::Bytes)) return th.raise(E_TypeError, "sum() can't sum bytes [use b''.join(seq) instead]");
  if (start.is(Kind::ByteArray)) return th.raise(E_TypeError, "sum() can't sum bytearray [use b''.join(seq) instead]");
  while (true) {
    add_numbers(th, it.get(), &acc);
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) return acc.release();
    if (both_float(acc.get(), v.get())) {
      acc = Owned(real(acc.get().as_float() + v.get().as_float()));
    } else if (both_int(acc.get(), v.get())) {
      acc = Owned(integer(th, acc.get().as_int() + v.get().as_int()));
    } else {
      acc = Owned(binary_native(th, kAdd, false, acc.get(), v.get()));
      if (!acc) return kAbsent;
    }
  }
}

template <bool kAny>
Value any_all(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[0]));
  if (!it) return kAbsent;
  while (true) {
    int64_t passed = 0;
    for (const Value v : rest_of(it.get())) {
      const int is_true = v.is_int()                  ? v.as_int() != 0
                          : v == kTrue                ? 1
                          : v == kFalse || v == kNone ? 0
                                                      : quick_truth(v);
      if (is_true != !kAny) break;
      ++passed;
    }
    if (passed) it.get().as<Iter>()->i += passed;
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) return boolean(!kAny);
    bool t;
    if (!truth_native(th, v.get(), &t)) return kAbsent;
    if (t == kAny) return boolean(kAny);
  }
}

Value builtin_sorted(Thread& th, Value* a, int) {
  // iterable, key, reverse
  bool reverse;
  bool changed;
  Ref<List> l(list(th));
  if (!extend_list(th, l.get(), a[0]) || !truth_native(th, a[2], &reverse)) return kAbsent;
  if (!sort_list(th, l.get(), a[1], reverse, &changed)) return kAbsent;
  if (changed) return th.raise(E_ValueError, "list modified during sort");
  return of(l.release());
}
// Positions that sort the keys, for the Python form of sorted() that a recorder follows.
Value builtin_argsort(Thread& th, Value* a, int) {
  bool reverse;
  Values keys;
  if (!truth_native(th, a[1], &reverse) || !iterate(th, a[0], &keys.items)) return kAbsent;
  size_t n = keys.items.size();
  std::vector<Value> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = integer49(int64_t(i));
  Owned held(inc(a[0]));
  Owned getter(get_attr_native(th, a[0], th.name(n_getitem)));
  if (!getter || !sort_values(th, order.data(), n, getter.get(), reverse)) return kAbsent;
  List* l = list(th, n);
  for (Value v : order) l->items[l->len++] = v;
  return of(l);
}

// --- namespaces

Value builtin_vars(Thread& th, Value* a, int) {
  if (!a[0].u) return frame_locals(th);
  Value v = get_attr_or_stop(th, a[0], th.name(n_dict));
  if (v.u == kStop.u) return th.raise(E_TypeError, "vars() argument must have __dict__ attribute");
  return v;
}
Value builtin_globals(Thread& th, Value*, int) {
  return of(inc(th.fr->func->globals));
}
Value builtin_locals(Thread& th, Value*, int) {
  return frame_locals(th);
}
Value builtin_dir(Thread& th, Value* a, int) {
  Values names;
  if (!a[0].u) {
    Owned space(frame_locals(th));
    if (!space || !iterate(th, space.get(), &names.items)) return kAbsent;
  } else {
    Owned r(th.call_special(a[0], n_dir, nullptr, 0));
    if (!r) return kAbsent;
    if (r.get().u == kStop.u) return th.raise(E_TypeError, "object does not provide __dir__");
    if (!iterate(th, r.get(), &names.items)) return kAbsent;
  }
  if (!sort_values(th, names.items.data(), names.items.size(), kNone, false)) return kAbsent;
  List* l = list(th, names.items.size());
  for (Value v : names.items) l->items[l->len++] = v;
  names.items.clear();
  return of(l);
}

Value builtin_breakpoint(Thread& th, Value* a, int n) {
  return call_breakpoint(th, "enter", a, n);
}
const NativeDef kFunctions[] = {
    {"breakpoint", "(*args, **kws)", "Call sys.breakpointhook().", builtin_breakpoint, Rule::opaque},
    {"print", "(*args, sep=' ', end='\\n', file=None, flush=False)",
     "Writes the arguments to a file, sys.stdout by default.", builtin_print, Rule::residual},
    {"input", "(prompt=..., /)", "A line from standard input, without its end.", builtin_input, Rule::residual},
    {"len", "(obj, /)", "The number of items in a container.", builtin_len, Rule::symbolic},
    {"repr", "(obj, /)", "The canonical text of an object.", builtin_repr, Rule::residual},
    {"ascii", "(obj, /)", "repr() in ASCII.", builtin_ascii, Rule::residual},
    {"format", "(value, format_spec='', /)", "The object formatted by a specification.", builtin_format,
     Rule::residual},
    {"id", "(obj, /)", "A number that identifies the object while it lives.", builtin_id, Rule::residual},
    {"hash", "(obj, /)", "The hash value of an object.", builtin_hash, Rule::residual},
    {"isinstance", "(obj, class_or_tuple, /)", "Is the object an instance of the class or of a subclass?",
     builtin_isinstance, Rule::pure},
    {"issubclass", "(cls, class_or_tuple, /)", "Is it derived from the class, or the class itself?", builtin_issubclass,
     Rule::pure},
    {"callable", "(obj, /)", "Can it be called?", builtin_callable, Rule::pure},
    {"getattr", "(object, name, default=..., /)", "The attribute, or the default.", builtin_getattr, Rule::traced},
    {"hasattr", "(obj, name, /)", "Does it have the attribute?", builtin_hasattr, Rule::traced},
    {"setattr", "(obj, name, value, /)", "Set an attribute.", builtin_setattr, Rule::traced},
    {"delattr", "(obj, name, /)", "Delete an attribute.", builtin_delattr, Rule::traced},
    {"abs", "(x, /)", "The absolute value.", builtin_abs, Rule::symbolic},
    {"round", "(number, ndigits=None)", "Rounded to a number of decimal digits.", builtin_round, Rule::symbolic},
    {"divmod", "(x, y, /)", "(x//y, x%y).", builtin_divmod, Rule::symbolic},
    {"pow", "(base, exp, mod=None)", "base**exp, or that modulo mod.", builtin_pow, Rule::symbolic},
    {"bin", "(number, /)", "Binary text.", builtin_bin, Rule::pure},
    {"oct", "(number, /)", "Octal text.", builtin_oct, Rule::pure},
    {"hex", "(number, /)", "Hexadecimal text.", builtin_hex, Rule::pure},
    {"chr", "(i, /)", "The character with that code point.", builtin_chr, Rule::pure},
    {"ord", "(c, /)", "The code point of a character.", builtin_ord, Rule::pure},
    {"iter", "(object, sentinel=..., /)", "An iterator.", builtin_iter, Rule::traced},
    {"anext", "(aiterator, default=..., /)", "The next item of an asynchronous iterator, to be awaited.", builtin_anext,
     Rule::breaks},
    {"next", "(iterator, default=..., /)", "The next item.", builtin_next, Rule::traced},
    {"aiter", "(async_iterable, /)", "An asynchronous iterator.", builtin_aiter, Rule::traced},
    {"max", "(*args, key=None, default=...)", "The largest item.", extreme<true>, Rule::calls},
    {"min", "(*args, key=None, default=...)", "The smallest item.", extreme<false>, Rule::calls},
    {"sum", "(iterable, /, start=0)", "The sum of the items.", builtin_sum, Rule::calls},
    {"any", "(iterable, /)", "Is any item true?", any_all<true>, Rule::calls},
    {"all", "(iterable, /)", "Are all items true?", any_all<false>, Rule::calls},
    {"sorted", "(iterable, /, *, key=None, reverse=False)", "A new list of the items in ascending order.",
     builtin_sorted, Rule::calls, kParsesTuple},
    {"__argsort", "(keys, reverse, /)", "Positions that sort the keys.", builtin_argsort, Rule::residual},
    {"vars", "(object=..., /)", "The __dict__ of an object, or the local names.", builtin_vars, Rule::breaks},
    {"globals", "()", "The names of the module.", builtin_globals, Rule::breaks},
    {"locals", "()", "The local names.", builtin_locals, Rule::breaks},
    {"dir", "(object=..., /)", "The names of its attributes.", builtin_dir, Rule::breaks},
};

}  // namespace

Value call_breakpoint(Thread& th, const char* function, Value* a, int n) {
  Owned module(import_absolute(th, intern(th.in, "_breakpoint")));
  if (!module) return kAbsent;
  Ref<Tuple> given(tuple(th, size_t(n - 1)));
  for (int i = 1; i < n; i++) given->items[i - 1] = inc(a[i]);
  Owned keywords(a[0].u ? inc(a[0]) : of(dict(th)));
  Value both[2] = {of(given.get()), keywords.get()};
  return th.call_method(module.get(), intern(th.in, function), both, 2);
}

bool ascii_of(Thread& th, Value v, std::string* out) {
  std::string s;
  if (!repr_of(th, v, &s)) return false;
  *out += ascii_text(s);
  return true;
}

void init_builtin_functions(Interpreter& in) {
  add_functions(in, in.builtins, kFunctions, intern_value(in, "builtins"));
}

}  // namespace adder::lib
