#include "interp/vm/statement_support.h"

#include <algorithm>

#include "interp/text/utf8.h"
#include "interp/vm/run_support.h"

namespace adder {

bool is_group(Interpreter&, Value);
Tuple* group_items(Interpreter&, Exc*);
bool group_split(Thread&, Value e, Value cond, Value* match, Value* rest);

namespace {

// A method found on the type: a function with `o` as its self, or something that is bound already.
bool bind_special(Thread& th, Value o, Value method, Value* func, Value* self) {
  if (method.is(Kind::Func) || method.is(Kind::Native)) {
    *func = inc(method);
    *self = inc(o);
    return true;
  }
  if (type_find(type_of(th.in, method), intern(th.in, "__get__")).u || method.is(Kind::StaticMethod) ||
      method.is(Kind::ClassMethod) || method.is(Kind::Property)) {
    *func = call_descriptor(th, method, o);
    return func->u != 0;
  }
  *func = inc(method);
  return true;
}

Value abstract_class(Thread& th, std::string_view name) {
  for (const char* module : {"_collections_abc", "collections.abc"}) {
    Value m = dict_get(th.in.modules, intern(th.in, module));
    if (!m.is(Kind::Module)) continue;
    Value c = dict_get(m.as<Module>()->dict, intern(th.in, name));
    if (c.is(Kind::Type)) return c;
  }
  return kAbsent;
}

}  // namespace

bool context_methods(Thread& th, Value o, bool is_async, Value found[4]) {
  Type* t = type_of(th.in, o);
  const char* protocol = is_async ? "asynchronous context manager" : "context manager";
  Value enter = type_find(t, th.name(is_async ? n_aenter : n_enter));
  if (!enter.u) {
    th.raise(E_TypeError, "'%s' object does not support the %s protocol", type_name(th, o).c_str(), protocol);
    return false;
  }
  Value exit = type_find(t, th.name(is_async ? n_aexit : n_exit));
  if (!exit.u) {
    th.raise(E_TypeError, "'%s' object does not support the %s protocol (missed %s method)", type_name(th, o).c_str(),
             protocol, is_async ? "__aexit__" : "__exit__");
    return false;
  }
  return bind_special(th, o, enter, &found[2], &found[3]) && bind_special(th, o, exit, &found[0], &found[1]);
}

Value awaitable_of(Thread& th, Value o, int context) {
  if (o.is(Kind::Coroutine)) {
    Value generator_delegate(Gen*);
    if (generator_delegate(o.as<Gen>()).u) return th.raise(E_RuntimeError, "coroutine is being awaited already");
    return inc(o);
  }
  Value method = type_find(type_of(th.in, o), th.name(n_await));
  if (!method.u) {
    std::string name = type_name(th, o);
    switch (context) {
      case 1:
        return th.raise(E_TypeError,
                        "'async with' received an object from __aenter__ that does not implement __await__: %s",
                        name.c_str());
      case 2:
        return th.raise(E_TypeError,
                        "'async with' received an object from __aexit__ that does not implement __await__: %s",
                        name.c_str());
      default: return th.raise(E_TypeError, "object %s can't be used in 'await' expression", name.c_str());
    }
  }
  Owned it(th.call_special(o, n_await, nullptr, 0));
  if (!it) return kAbsent;
  if (it.get().is(Kind::Coroutine)) return th.raise(E_TypeError, "__await__() returned a coroutine");
  Value v = it.get();
  bool native = v.is(Kind::Gen) || v.is(Kind::Iter) || v.is(Kind::Awaiter);
  if (!native && !type_find(type_of(th.in, v), th.name(n_next)).u) {
    return th.raise(E_TypeError, "__await__() returned non-iterator of type '%s'", type_name(th, v).c_str());
  }
  return it.release();
}

Value async_iterator(Thread& th, Value o) {
  if (o.is(Kind::AsyncGen)) return inc(o);
  if (!type_find(type_of(th.in, o), th.name(n_aiter)).u) {
    return th.raise(E_TypeError, "'async for' requires an object with __aiter__ method, got %s",
                    type_name(th, o).c_str());
  }
  Owned it(th.call_special(o, n_aiter, nullptr, 0));
  if (!it) return kAbsent;
  if (!it.get().is(Kind::AsyncGen) && !type_find(type_of(th.in, it.get()), th.name(n_anext)).u) {
    return th.raise(E_TypeError, "'async for' received an object from __aiter__ that does not implement __anext__: %s",
                    type_name(th, it.get()).c_str());
  }
  return it.release();
}

Value async_next(Thread& th, Value it) {
  if (!type_find(type_of(th.in, it), th.name(n_anext)).u) {
    return th.raise(E_TypeError, "'async for' requires an iterator with __anext__ method, got %s",
                    type_name(th, it).c_str());
  }
  Owned next(th.call_special(it, n_anext, nullptr, 0));
  if (!next) return kAbsent;
  Value v = next.get();
  if (!v.is(Kind::Coroutine) && !type_find(type_of(th.in, v), th.name(n_await)).u) {
    return th.raise(E_TypeError, "'async for' received an invalid object from __anext__: %s", type_name(th, v).c_str());
  }
  return awaitable_of(th, v, 0);
}

// --- patterns ---

int matches_abstract(Thread& th, Value o, std::string_view name) {
  Value v = unwrap(o);
  if (v.is(Kind::Str) || v.is(Kind::Bytes) || v.is(Kind::ByteArray)) return 0;
  bool sequence = name == "Sequence";
  if (sequence ? v.is(Kind::List) || v.is(Kind::Tuple) || v.is(Kind::Range) : v.is(Kind::Dict)) return 1;
  if (!o.is_cell()) return 0;
  Value c = abstract_class(th, name);
  if (!c.u) return 0;
  bool is = false;
  if (!isinstance(th, o, c, &is)) return -1;
  return is;
}

Value match_keys(Thread& th, Value subject, Tuple* keys) {
  Ref<Tuple> out(tuple(th, keys->len));
  std::vector<Value> seen;
  Ref<List> missing(list(th));  // a value that no mapping holds
  for (uint32_t i = 0; i < keys->len; i++) {
    Value key = keys->items[i];
    for (Value s : seen) {
      int same = equal(th, s, key);
      if (same < 0) return kAbsent;
      if (same) {
        std::string text;
        if (!repr_of(th, key, &text)) return kAbsent;
        return th.raise(E_ValueError, "mapping pattern checks duplicate key (%s)", text.c_str());
      }
    }
    seen.push_back(key);
    Value v = kAbsent;
    if (subject.is(Kind::Dict)) {
      if (!dict_get(th, subject.as<Dict>(), key, &v)) return kAbsent;
      if (!v.u) return kNone;
      out->items[i] = inc(v);
      continue;
    }
    Value args[2] = {key, of(missing.get())};
    v = th.call_method(subject, intern(th.in, "get"), args, 2);
    if (!v.u) return kAbsent;
    if (v.u == of(missing.get()).u) {
      dec(v);
      return kNone;
    }
    out->items[i] = v;
  }
  return of(out.release());
}

namespace {

// Classes whose only positional pattern is the subject itself.
bool matches_self(Interpreter& in, Type* t) {
  static constexpr Kind kKinds[] = {Kind::Dict,      Kind::List, Kind::Tuple, Kind::Set,
                                    Kind::FrozenSet, Kind::Str,  Kind::Bytes};
  for (Kind k : kKinds) {
    if (subtype(t, in.types[int(k)])) return true;
  }
  for (Value v : {integer49(0), real(0.0)}) {
    if (subtype(t, type_of(in, v))) return true;
  }
  return t->name->sv() == "bytearray";
}

}  // namespace

Value match_class(Thread& th, Value subject, Value cls, Tuple* spec) {
  if (!cls.is(Kind::Type)) return th.raise(E_TypeError, "called match pattern must be a type");
  Type* t = cls.as<Type>();
  bool is = false;
  if (!isinstance(th, subject, cls, &is)) return kAbsent;
  if (!is) return kNone;
  int64_t positional = spec->items[0].as_int();
  uint32_t named = spec->len - 1;
  std::vector<Owned> values;
  std::vector<Str*> seen;
  std::string name(t->name->sv());
  // 1: found, 0: no such attribute, -1: error
  auto take = [&](Str* attribute) {
    for (Str* s : seen) {
      if (s->sv() == attribute->sv()) {
        th.raise(E_TypeError, "%s() got multiple sub-patterns for attribute '%s'", name.c_str(), attribute->data);
        return -1;
      }
    }
    seen.push_back(attribute);
    Value v = get_attr_or_stop(th, subject, attribute);
    if (!v.u) return -1;
    if (v.u == kStop.u) return 0;
    values.emplace_back(v);
    return 1;
  };
  if (positional) {
    Owned match_args(get_attr_or_stop(th, cls, th.name(n_match_args)));
    if (!match_args) return kAbsent;
    bool self = match_args.get().u == kStop.u && matches_self(th.in, t);
    int64_t allowed = self ? 1 : 0;
    if (!self && match_args.get().u != kStop.u) {
      if (!match_args.get().is(Kind::Tuple)) {
        return th.raise(E_TypeError, "%s.__match_args__ must be a tuple (got %s)", name.c_str(),
                        type_name(th, match_args.get()).c_str());
      }
      allowed = match_args.get().as<Tuple>()->len;
    }
    if (positional > allowed) {
      return th.raise(E_TypeError, "%s() accepts %d positional sub-pattern%s (%d given)", name.c_str(), int(allowed),
                      allowed == 1 ? "" : "s", int(positional));
    }
    if (self) {
      values.emplace_back(inc(subject));
    } else {
      for (int64_t i = 0; i < positional; i++) {
        Value attribute = match_args.get().as<Tuple>()->items[i];
        if (!is_str(attribute)) {
          return th.raise(E_TypeError, "__match_args__ elements must be strings (got %s)",
                          type_name(th, attribute).c_str());
        }
        int found = take(intern(th.in, attribute.as<Str>()));
        if (found < 0) return kAbsent;
        if (!found) return kNone;
      }
    }
  }
  for (uint32_t i = 0; i < named; i++) {
    int found = take(spec->items[1 + i].as<Str>());
    if (found < 0) return kAbsent;
    if (!found) return kNone;
  }
  Tuple* out = tuple(th, uint32_t(values.size()));
  for (size_t i = 0; i < values.size(); i++) out->items[i] = values[i].release();
  return of(out);
}

// --- exception groups ---

bool match_group(Thread& th, Value e, Value classes, Value* match, Value* rest) {
  auto check = [&](Value c) {
    bool exception = c.is(Kind::Type) && subtype(c.as<Type>(), th.type(E_BaseException));
    if (!exception) {
      th.raise(E_TypeError, "catching classes that do not inherit from BaseException is not allowed");
      return false;
    }
    if (subtype(c.as<Type>(), th.type(E_BaseExceptionGroup))) {
      th.raise(E_TypeError, "catching ExceptionGroup with except* is not allowed. Use except instead.");
      return false;
    }
    return true;
  };
  if (classes.is(Kind::Tuple)) {
    for (uint32_t i = 0; i < classes.as<Tuple>()->len; i++) {
      if (!check(classes.as<Tuple>()->items[i])) return false;
    }
  } else if (!check(classes)) {
    return false;
  }
  *match = *rest = kNone;
  if (e.u == kNone.u) return true;
  int m = exception_matches(th, e, classes);
  if (m < 0) return false;
  if (m) {
    if (is_group(th.in, e)) {
      *match = inc(e);
      return true;
    }
    Ref<Tuple> items(tuple(th, 1));
    items->items[0] = inc(e);
    Value args[2] = {of(str(th, "")), of(items.get())};
    Owned text(args[0]);
    *match = th.call(of(th.type(E_BaseExceptionGroup)), args, 2);
    return match->u != 0;
  }
  if (!is_group(th.in, e)) {
    *rest = inc(e);
    return true;
  }
  Value a = kAbsent;
  Value b = kAbsent;
  if (!group_split(th, e, classes, &a, &b)) return false;
  *match = a.u ? a : kNone;
  *rest = b.u ? b : kNone;
  return true;
}

namespace {

bool same_origin(Thread& th, Exc* a, Exc* b) {
  return a->traceback.u == b->traceback.u && a->cause.u == b->cause.u && a->context.u == b->context.u;
}

void leaves(Interpreter& in, Value e, std::vector<Cell*>* out) {
  if (!is_group(in, e)) {
    out->push_back(e.cell());
    return;
  }
  Tuple* items = group_items(in, e.as<Exc>());
  for (uint32_t i = 0; i < items->len; i++) leaves(in, items->items[i], out);
}

// The part of a group that has these leaves: None, the group itself, or one derived from it.
Value project(Thread& th, Value group, const std::vector<Cell*>& keep) {
  if (!is_group(th.in, group)) {
    bool kept = std::find(keep.begin(), keep.end(), group.cell()) != keep.end();
    return kept ? inc(group) : kNone;
  }
  Tuple* items = group_items(th.in, group.as<Exc>());
  Ref<List> parts(list(th));
  bool whole = true;
  for (uint32_t i = 0; i < items->len; i++) {
    Value v = project(th, items->items[i], keep);
    if (!v.u) return kAbsent;
    whole = whole && v.u == items->items[i].u;
    if (v.u != kNone.u) push(parts.get(), v);
  }
  if (whole) return inc(group);
  if (!parts->len) return kNone;
  Value args = of(parts.get());
  Owned made(th.call_method(group, intern(th.in, "derive"), &args, 1));
  if (!made) return kAbsent;
  if (made.get().is(Kind::Exc)) {
    Exc* from = group.as<Exc>();
    Exc* to = made.get().as<Exc>();
    put(to->traceback, inc(from->traceback));
    put(to->cause, inc(from->cause));
    put(to->context, inc(from->context));
  }
  return made.release();
}

}  // namespace

Value join_group(Thread& th, Exc* caught, List* parts) {
  std::vector<Value> present;
  for (uint32_t i = 0; i < parts->len; i++) {
    if (parts->items[i].u != kNone.u) present.push_back(parts->items[i]);
  }
  if (present.empty()) return kNone;
  if (!is_group(th.in, of(caught))) return inc(present[0]);  // at most one clause can have run
  Ref<List> raised(list(th));
  std::vector<Cell*> again;  // leaves of what was not caught, or raised as it was
  for (Value e : present) {
    if (same_origin(th, e.as<Exc>(), caught)) {
      leaves(th.in, e, &again);
    } else {
      push(raised.get(), inc(e));
    }
  }
  Value left = again.empty() ? kNone : project(th, of(caught), again);
  if (!left.u) return kAbsent;
  if (!raised->len) return left;
  if (left.u != kNone.u) push(raised.get(), left);
  Owned text(of(str(th, "")));
  Value args[2] = {text.get(), of(raised.get())};
  return th.call(of(th.type(E_BaseExceptionGroup)), args, 2);
}

std::string ascii_text(std::string_view s) {
  std::string out;
  for (size_t i = 0; i < s.size();) {
    char32_t c = text::next(s, &i);
    char buffer[16];
    if (c < 128) {
      out += char(c);
      continue;
    }
    snprintf(buffer, sizeof buffer, c < 256 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
    out += buffer;
  }
  return out;
}

// --- modules ---

bool import_all(Thread& th, Value module, Value into) {
  Owned names(get_attr_or_stop(th, module, intern(th.in, "__all__")));
  if (!names) return false;
  bool listed = names.get().u != kStop.u;
  std::vector<Value> all;
  if (listed) {
    if (!iterate(th, names.get(), &all)) return false;
  } else {
    Owned space(get_attr_native(th, module, intern(th.in, "__dict__")));
    if (!space || !iterate(th, space.get(), &all)) return false;
  }
  bool fine = true;
  for (Value n : all) {
    if (fine && !is_str(n)) {
      th.raise(E_TypeError, "Item in %s must be str, not %s", listed ? "__all__" : "__dict__",
               type_name(th, n).c_str());
      fine = false;
    }
    if (fine && (listed || n.as<Str>()->len == 0 || n.as<Str>()->data[0] != '_')) {
      Owned v(get_attr_native(th, module, intern(th.in, n.as<Str>())));
      fine = bool(v) && set_subscript_native(th, into, n, v.get());
    }
    dec(n);
  }
  return fine;
}

bool setup_annotations(Thread& th, Value space) {
  Str* name = th.name(n_annotations);
  if (space.is(Kind::Dict)) {
    if (dict_find(space.as<Dict>(), name) < 0) dict_set(space.as<Dict>(), name, of(dict(th)));
    return true;
  }
  Owned there(subscript_native(th, space, of(name)));
  if (there) return true;
  if (!th.pending_is(E_KeyError)) return false;
  th.clear_pending();
  Owned made(of(dict(th)));
  return set_subscript_native(th, space, of(name), made.get());
}

bool display(Thread& th, Value v) {
  Value sys = dict_get(th.in.modules, intern(th.in, "sys"));
  Value hook = sys.is(Kind::Module) ? dict_get(sys.as<Module>()->dict, intern(th.in, "displayhook")) : kAbsent;
  if (!hook.u) {
    th.raise(E_RuntimeError, "lost sys.displayhook");
    return false;
  }
  Owned r(th.call(hook, &v, 1));
  return bool(r);
}

}  // namespace adder
