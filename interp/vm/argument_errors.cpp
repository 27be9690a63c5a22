#include "interp/vm/argument_errors.h"

#include <algorithm>
#include <cstring>

#include "interp/vm/signature.h"
#include "interp/vm/thread.h"

namespace adder {
bool is_slot_name(std::string_view);  // interpreter.cpp

namespace {
bool is_new(const Native* n) {
  return n->owner && !std::strcmp(n->def->name, "__new__");
}
bool takes_self(const Native* n) {
  return n->owner && !(n->def->flags & kStaticMethod);
}
// Of a method of a type whose instances are numbers or not.
Convention slot_convention(const Callee& c, bool number) {
  const bool repeats = !number && (c.name == "__mul__" || c.name == "__rmul__" || c.name == "__imul__");
  return repeats || c.positional > 1 ? Convention::NamelessSlot : Convention::Slot;
}
Convention by_parameters(const Callee& c) {
  return c.positional_only == int(c.params.size()) && !c.names ? Convention::Items : Convention::Names;
}
Convention convention_of(const Native* n, const Callee& c) {
  if (n->owner && !c.constructor && !(n->def->flags & (kStaticMethod | kClassMethod)) && is_slot(n) &&
      c.name != "__call__") {
    const Kind k = n->owner->inst_kind;
    return slot_convention(c, k == Kind::Int || k == Kind::Bool || k == Kind::Float || k == Kind::Complex);
  }
  if (!(n->def->flags & kParsesTuple)) return by_parameters(c);
  return int(c.params.size()) > c.positional ? Convention::Items : Convention::ParsedTuple;
}
const char* plural(int n) {
  return n == 1 ? "" : "s";
}

void slot_count_error(Thread& th, const Callee& c, int given) {
  const int lo = c.required, hi = c.positional, want = given < lo ? lo : hi;
  const char* how = lo == hi ? "" : given < lo ? "at least " : "at most ";
  th.raise(E_TypeError, "%sexpected %s%d argument%s, got %d", c.convention == Convention::NamelessSlot ? " " : "", how,
           want, plural(want), given);
}
void items_count_error(Thread& th, const Callee& c, int given) {
  const int lo = c.required, hi = c.positional;
  if (hi == 0 && !c.rest && !c.constructor) {
    th.raise(E_TypeError, "%s() takes no arguments (%d given)", c.full.c_str(), given);
  } else if (lo == 1 && c.params.size() == 1 && !c.rest && !c.constructor) {
    th.raise(E_TypeError, "%s() takes exactly one argument (%d given)", c.full.c_str(), given);
  } else {
    const int want = given < lo ? lo : hi;
    const char* how = lo == hi && !c.rest ? "" : given < lo ? "at least " : "at most ";
    th.raise(E_TypeError, "%s expected %s%d argument%s, got %d", c.name.c_str(), how, want, plural(want), given);
  }
}
void tuple_count_error(Thread& th, const Callee& c, int given) {
  const int lo = c.required, hi = c.positional, want = given < lo ? lo : hi;
  const char* how = lo == hi ? "exactly" : given < lo ? "at least" : "at most";
  if (hi == 0)
    th.raise(E_TypeError, "%s() takes no arguments", c.name.c_str());
  else
    th.raise(E_TypeError, "%s() takes %s %d argument%s (%d given)", c.name.c_str(), how, want, plural(want), given);
}
void positions_error(Thread& th, const Callee& c, const char* how, int want, int given) {
  th.raise(E_TypeError, "%s() takes %s %d positional argument%s (%d given)", c.name.c_str(), how, want, plural(want),
           given);
}
// Too many arguments, or too few positions where a name would not do. False: neither.
bool names_count_error(Thread& th, const Callee& c, int positions, int named) {
  const int all = int(c.params.size()), given = positions + named;
  if (!c.names && given > all) {
    th.raise(E_TypeError, "%s() takes at most %d %sargument%s (%d given)", c.name.c_str(), all,
             positions == 0 ? "keyword " : "", plural(all), given);
    return true;
  }
  if (positions > c.positional) {
    if (c.positional == 0)
      th.raise(E_TypeError, "%s() takes no positional arguments", c.name.c_str());
    else
      positions_error(th, c, c.required < c.positional ? "at most" : "exactly", c.positional, positions);
    return true;
  }
  const int least = std::min(c.positional_only, c.required);
  if (positions >= least) return false;
  positions_error(th, c, least < c.positional ? "at least" : "exactly", least, positions);
  return true;
}
int parameter(const Callee& c, std::string_view name) {
  for (size_t i = size_t(c.positional_only); i < c.params.size(); i++)
    if (c.params[i].name == name) return int(i);
  return -1;
}
bool given_by_name(const Tuple* kw, std::string_view name) {
  for (uint32_t i = 0; kw && i < kw->len; i++)
    if (sv(kw->items[i]) == name) return true;
  return false;
}
// A parameter without an argument, an argument without a parameter, or two for one.
bool names_error(Thread& th, const Callee& c, int positions, const Tuple* kw) {
  for (size_t i = size_t(std::min(positions, c.positional)); i < c.params.size(); i++) {
    const Callee::Param& p = c.params[i];
    if (p.optional || (int(i) >= c.positional_only && given_by_name(kw, p.name))) continue;
    th.raise(E_TypeError, "%s() missing required argument '%.*s' (pos %d)", c.name.c_str(), int(p.name.size()),
             p.name.data(), int(i) + 1);
    return true;
  }
  for (uint32_t i = 0; kw && i < kw->len; i++) {
    const std::string_view name = sv(kw->items[i]);
    const int at = parameter(c, name);
    if (at >= 0 && at < std::min(positions, c.positional)) {
      th.raise(E_TypeError, "argument for %s() given by name ('%s') and position (%d)", c.name.c_str(), name.data(),
               at + 1);
      return true;
    }
    if (at < 0 && !c.names) {
      th.raise(E_TypeError, "'%s' is an invalid keyword argument for %s()", name.data(), c.name.c_str());
      return true;
    }
  }
  return false;
}
}  // namespace

Callee callee_of(Thread& th, const Native* n, Value self) {
  const Signature& s = signature_of(th.in, n->def);
  Callee c;
  const int skip = takes_self(n);
  c.constructor = n->owner && (is_new(n) || !std::strcmp(n->def->name, "__init__"));
  c.name = c.constructor ? n->owner->name->data : n->def->name;
  for (size_t i = size_t(skip); i < s.params.size(); i++)
    c.params.push_back({s.params[i].name->sv(), s.params[i].optional});
  c.positional = std::max(0, s.npos - skip);
  c.positional_only = std::max(0, s.nposonly - skip);
  c.required = std::max(0, s.required - skip);
  c.rest = s.varargs;
  c.names = s.varkw;
  c.full = c.name;
  if (n->owner && !c.constructor) {
    const Type* shown = n->owner;
    if (self.is(Kind::Type) && n->def->flags & kClassMethod)
      shown = self.as<Type>();
    else if (self.u && th.bound_native == n)
      shown = self.is(Kind::Type) ? self.as<Type>() : type_of(th, self);
    c.full = std::string(sv(of(shown->qualname))) + "." + c.name;
  } else if (is_str(n->module) && sv(n->module) != "builtins") {
    c.full = std::string(sv(n->module)) + "." + c.name;
  }
  c.convention = convention_of(n, c);
  const bool built_in = n->owner && n->owner->inst_kind < Kind::Instance;
  if (c.convention == Convention::ParsedTuple && built_in && self.u && th.bound_native == n) c.full = c.name;
  return c;
}
bool argument_error(Thread& th, const Callee& c, int positions, const Tuple* kw) {
  const int named = kw ? int(kw->len) : 0;
  if (named && !c.names && c.positional_only == int(c.params.size())) {
    if (c.convention == Convention::Slot || c.convention == Convention::NamelessSlot)
      th.raise(E_TypeError, "wrapper %s() takes no keyword arguments", c.name.c_str());
    else
      th.raise(E_TypeError, "%s() takes no keyword arguments", c.full.c_str());
    return true;
  }
  if (c.convention == Convention::Names && !c.rest)
    return names_count_error(th, c, positions, named) || names_error(th, c, positions, kw);
  if (positions < c.required || (positions > c.positional && !c.rest)) {
    switch (c.convention) {
      case Convention::Slot:
      case Convention::NamelessSlot: slot_count_error(th, c, positions); break;
      case Convention::ParsedTuple: tuple_count_error(th, c, positions); break;
      default: items_count_error(th, c, positions);
    }
    return true;
  }
  const int keywords = int(c.params.size()) - c.positional;
  if (c.rest && !c.names && named > keywords) {
    th.raise(E_TypeError, "%s() takes at most %d keyword argument%s (%d given)", c.name.c_str(), keywords,
             plural(keywords), named);
    return true;
  }
  return names_error(th, c, positions, kw);
}
bool stand_in_error(Thread& th, const Func* f, int positions, const Tuple* kw) {
  const Code* code = f->code;
  Callee c;
  c.name = sv(f->name);
  c.full = sv(f->qualname);
  const size_t dot = c.full.rfind('.');
  const std::string_view first = code->nparams ? code->tables->varnames[0]->sv() : std::string_view();
  const bool method = dot != c.full.npos && (first == "self" || first == "cls");
  if (c.name == "__init__" || c.name == "__new__") {
    c.constructor = true;
    c.name = c.full = c.full.substr(0, dot);
  } else if (dot == c.full.npos) {
    Value module = dict_get(f->globals, th.name(n_name));
    if (is_str(module)) c.full = std::string(sv(module)) + "." + c.full;
  }
  const int skip = method, defaults = f->defaults ? int(f->defaults->len) : 0, np = int(code->nparams);
  for (int i = skip; i < np; i++) c.params.push_back({code->tables->varnames[size_t(i)]->sv(), i >= np - defaults});
  for (int i = np; i < np + int(code->nkwonly); i++) {
    Str* name = code->tables->varnames[size_t(i)];
    c.params.push_back({name->sv(), f->kwdefaults && dict_get(f->kwdefaults, name).u});
  }
  c.positional = np - skip;
  c.positional_only = std::max(0, int(code->nposonly) - skip);
  c.required = std::max(0, np - defaults - skip);
  c.rest = code->cflags & kVarArgs;
  c.names = code->cflags & kVarKw;
  c.convention = by_parameters(c);
  if (method && !c.constructor && c.name != "__call__" && is_slot_name(c.name)) {
    c.convention = slot_convention(c, true);
    c.positional_only = c.positional;
  }
  if (method && positions == 0) {
    if (c.convention == Convention::Slot || c.convention == Convention::NamelessSlot)
      th.raise(E_TypeError, "descriptor '%s' of '%s' object needs an argument", c.name.c_str(),
               c.full.substr(0, dot).c_str());
    else
      th.raise(E_TypeError, "unbound method %s() needs an argument", c.full.c_str());
    return true;
  }
  return argument_error(th, c, std::max(0, positions - skip), kw);
}
void self_error(Thread& th, const Native* n, Value self) {
  const char* name = n->def->name;
  const std::string owner = full_type_name(n->owner);
  const bool slot = is_slot(n);
  if (!self.u && slot)
    th.raise(E_TypeError, "descriptor '%s' of '%s' object needs an argument", name, owner.c_str());
  else if (!self.u)
    th.raise(E_TypeError, "unbound method %s.%s() needs an argument", n->owner->name->data, name);
  else if (slot)
    th.raise(E_TypeError, "descriptor '%s' requires a '%s' object but received a '%s'", name, owner.c_str(),
             type_name(th, self).c_str());
  else
    th.raise(E_TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, owner.c_str(),
             type_name(th, self).c_str());
}
}  // namespace adder
