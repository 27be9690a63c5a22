// Natives: signature texts, argument binding, tables of functions, methods, types and modules.
#include "interp/vm/argument_errors.h"
#include "interp/vm/signature.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "interp/objects/bigint.h"
#include "interp/objects/type_flags.h"
#include "interp/vm/attrs.h"
#include "interp/vm/thread.h"

namespace adder {
// --- signatures ---
namespace {
std::vector<std::string_view> split_parameters(std::string_view t) {
  std::vector<std::string_view> out;
  int depth = 0;
  char quote = 0;
  size_t b = 0;
  for (size_t i = 0; i < t.size(); i++) {
    char c = t[i];
    if (quote) {
      if (c == '\\')
        i++;
      else if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      depth++;
    } else if (c == ')' || c == ']' || c == '}') {
      depth--;
    } else if (c == ',' && !depth) {
      out.push_back(t.substr(b, i - b));
      b = i + 1;
    }
  }
  if (b < t.size()) out.push_back(t.substr(b));
  for (auto& p : out) {
    while (!p.empty() && p.front() == ' ') p.remove_prefix(1);
    while (!p.empty() && p.back() == ' ') p.remove_suffix(1);
  }
  return out;
}
std::string unescape(std::string_view s) {
  std::string r;
  for (size_t i = 0; i < s.size(); i++) {
    if (s[i] != '\\' || i + 1 == s.size()) {
      r += s[i];
      continue;
    }
    char c = s[++i];
    r += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == '0' ? '\0' : c;
  }
  return r;
}
Value parse_default(Interpreter& in, std::string_view t, const NativeDef* d) {
  if (t == "None") return kNone;
  if (t == "True") return kTrue;
  if (t == "False") return kFalse;
  if (t == "...") return kAbsent;
  if (t == "()") return of(in.empty_tuple);
  if (t.size() >= 2 && (t[0] == '\'' || t[0] == '"')) return intern_value(in, unescape(t.substr(1, t.size() - 2)));
  if (t.size() >= 3 && t[0] == 'b' && t[1] == '\'') return of(bytes(in, unescape(t.substr(2, t.size() - 3))));
  int64_t i;
  auto r = std::from_chars(t.data(), t.data() + t.size(), i);
  if (r.ec == std::errc() && r.ptr == t.data() + t.size()) return integer(in, i);
  double f;
  auto q = std::from_chars(t.data(), t.data() + t.size(), f);
  if (q.ec == std::errc() && q.ptr == t.data() + t.size()) return real(f);
  fprintf(stderr, "adder: native %s: default '%.*s' is not a literal\n", d->name, int(t.size()), t.data());
  abort();
}
std::unique_ptr<Signature> read_signature(Interpreter& in, const NativeDef* d) {
  auto made = std::make_unique<Signature>();
  Signature& s = *made;
  std::string_view t = d->signature;
  if (t.size() < 2 || t.front() != '(' || t.back() != ')') {
    fprintf(stderr, "adder: native %s: malformed signature '%s'\n", d->name, d->signature);
    abort();
  }
  bool keyword_only = false;
  std::vector<Signature::Param> named;
  for (std::string_view p : split_parameters(t.substr(1, t.size() - 2))) {
    if (p == "/") {
      s.nposonly = int(s.params.size());
    } else if (p == "*") {
      keyword_only = true;
    } else if (p.starts_with("**")) {
      s.varkw = true;
    } else if (p.starts_with("*")) {
      s.varargs = keyword_only = true;
    } else {
      size_t eq = p.find('=');
      std::string_view name = p.substr(0, eq);
      while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
      Signature::Param x{intern(in, name), kAbsent, eq != p.npos};
      if (x.optional) x.value = parse_default(in, p.substr(eq + 1), d);
      s.params.push_back(x);
      if (!keyword_only) {
        s.npos++;
        if (!x.optional) s.required = s.npos;
      }
    }
  }
  s.fixed = int(s.params.size()) + s.varkw;
  s.simple = !s.varargs && !s.varkw && int(s.params.size()) == s.npos;
  return made;
}

}  // namespace
const Signature& signature_of(Interpreter& in, const NativeDef* d) {
  auto known = in.signatures.find(d);  // several cells may share a record
  if (known == in.signatures.end()) known = in.signatures.emplace(d, read_signature(in, d)).first;
  return *known->second;
}
namespace {
bool is_new(const Native* nt) {
  return nt->flags & kNativeNew;
}
constexpr int kAnyCount = 255, kAnyKind = 255;  // in aux

// Most natives are never called, so a signature is read before the first call; until then no path but call_native's
// takes the native.
bool settle_signature(Thread& th, Native* nt) {
  try {
    nt->sig = &signature_of(th.in, nt->def);
  } catch (...) {
    th.raise_caught();
    return false;
  }
  const Signature& s = *nt->sig;
  bool direct = s.simple && s.npos < kAnyCount && !is_new(nt) && !nt->def->raw;
  Kind kind = nt->owner ? nt->owner->inst_kind : Kind::None;
  if (nt->flags & kNativeCheck && nt->owner != th.in.object_type &&
      (kind >= Kind::Instance || kind == Kind::Iter || kind == Kind::Type))
    direct = false;
  if (direct) nt->aux = uint16_t((nt->aux & 0xFF00) | s.npos);
  return true;
}

// Lays the bound arguments out in `out` (all borrowed); `kwdict` owns the Dict of **kw. -1: an exception is pending.
int bind_arguments(Thread& th, const Native* nt, Value* args, int n, Tuple* kw, std::vector<Value>& big, Value*& out,
                   int room, Owned& kwdict) {
  const Signature& s = *nt->sig;
  const int nkw = kw ? int(kw->len) : 0, npos = n - nkw, np = int(s.params.size());
  auto refuse = [&] {
    const bool self = nt->owner && !(nt->def->flags & kStaticMethod);
    argument_error(th, callee_of(th, nt, self && npos ? args[0] : kAbsent), npos - self, kw);
    return -1;
  };
  const int extra = npos > s.npos ? npos - s.npos : 0;
  if (UNLIKELY((extra && !s.varargs) || (nkw && !s.varkw && s.nposonly == np))) return refuse();
  const int total = s.fixed + extra;
  if (total > room) {
    big.resize(size_t(total));
    out = big.data();
  }
  for (int i = 0; i < s.fixed; i++) out[i] = kAbsent;
  for (int i = 0; i < npos && i < s.npos; i++) out[i] = args[i];
  for (int i = 0; i < extra; i++) out[s.fixed + i] = args[s.npos + i];
  if (s.varkw) {
    kwdict = Owned(of(dict(th)));
    out[np] = kwdict.get();
  }
  for (int j = 0; j < nkw; j++) {
    Str* key = kw->items[j].as<Str>();
    int at = -1;
    for (int i = s.nposonly; i < np; i++)
      if (s.params[size_t(i)].name == key || s.params[size_t(i)].name->sv() == key->sv()) {
        at = i;
        break;
      }
    if (at >= 0) {
      if (UNLIKELY(out[at].u != 0)) return refuse();
      out[at] = args[npos + j];
    } else {
      if (UNLIKELY(!s.varkw)) return refuse();
      dict_set(kwdict.get().as<Dict>(), key, inc(args[npos + j]));
    }
  }
  for (int i = 0; i < np; i++) {
    if (out[i].u) continue;
    const Signature::Param& p = s.params[size_t(i)];
    if (UNLIKELY(!p.optional)) return refuse();
    out[i] = p.value;
  }
  return total;
}
Kind kind_of(Value v) {
  if (v.is_int()) return Kind::Int;
  if (v.is_float()) return Kind::Float;
  if (v.is_cell()) return v.cell()->kind;
  return v.u == kNone.u       ? Kind::None
         : is_bool(v)         ? Kind::Bool
         : v.u == kEllipsis.u ? Kind::Ellipsis
                              : Kind::NotImplemented;
}
// `self` of a method: checked, and unwrapped for built-in kinds.
bool check_self(Thread& th, const Native* nt, Value* args, int n, Value* self) {
  if (n < 1) {
    self_error(th, nt, kAbsent);
    return false;
  }
  Value v = args[0];
  *self = v;
  Type* owner = nt->owner;
  if (owner == th.in.object_type || type_of(th, v) == owner) return true;
  Kind k = kind_of(v);
  if (owner->inst_kind < Kind::Instance) {
    if (k == owner->inst_kind || (k == Kind::Bool && owner->inst_kind == Kind::Int)) {
      if (k != Kind::Iter || type_of(th, v) == owner) return true;
    } else {
      Value u = unwrap(v);
      if (kind_of(u) == owner->inst_kind) {
        if (!(nt->def->flags & kKeepSelf)) *self = u;
        return true;
      }
    }
  } else if (subtype(type_of(th, v), owner)) {
    return true;
  }
  self_error(th, nt, v);
  return false;
}
bool check_new(Thread& th, const Native* nt, Value* args, int n) {
  auto owner = [&] { return type_name(nt->owner); };
  if (n < 1) {
    th.raise(E_TypeError, "%s.__new__(): not enough arguments", owner().c_str());
    return false;
  }
  if (!args[0].is(Kind::Type)) {
    th.raise(E_TypeError, "%s.__new__(X): X is not a type object (%s)", owner().c_str(),
             type_name(th, args[0]).c_str());
    return false;
  }
  Type* c = args[0].as<Type>();
  if (!subtype(c, nt->owner)) {
    const std::string given = type_name(c);
    th.raise(E_TypeError, "%s.__new__(%s): %s is not a subtype of %s", owner().c_str(), given.c_str(), given.c_str(),
             owner().c_str());
    return false;
  }
  // The built-in type that decides what an instance is made of makes it; another one would leave parts unmade.
  Type* base = c;
  Value own = type_find(base, th.name(n_new));
  while (!own.is(Kind::Native) && base->base) own = type_find(base = base->base, th.name(n_new));
  bool makes_nothing = c->native ? c->native->flags & kNoNew : nt->owner == th.in.object_type && c->inst_kind < Kind::Instance;
  if (!makes_nothing && (!own.is(Kind::Native) || own.cell() == nt)) return true;
  th.raise(E_TypeError, "%s.__new__(%s) is not safe, use %s.__new__()", owner().c_str(), type_name(c).c_str(),
           type_name(base).c_str());
  return false;
}
}  // namespace

Value wrap_payload(Thread& th, Type* cls, Value exact_owned) {
  if (!exact_owned.u) return kAbsent;
  Owned exact(exact_owned);
  Ref<Instance> i(instance(th, cls));
  i->slots[0] = exact.release();
  if (cls->payload_kind == Kind::Module) instance_dict(th.in, i.get());  // the module's
  if (cls->payload_kind == Kind::WeakRef) exact_owned.as<WeakRef>()->outer = i.get();
  return of(i.release());
}
// A class that derives from a built-in type and has an __init__ (or __new__) of its own takes keywords there; the built-in
// __new__ (or __init__), which takes none, ignores them.
static bool ignores_keywords(Thread& th, const Native* nt, Value* args) {
  const Signature& s = *nt->sig;
  if (!nt->owner || s.nposonly != int(s.params.size()) || s.varkw) return false;
  bool makes = is_new(nt), init = !std::strcmp(nt->def->name, "__init__");
  if (!makes && !init) return false;
  Type* t = makes ? args[0].is(Kind::Type) ? args[0].as<Type>() : nt->owner : type_of(th, args[0]);
  if (t == nt->owner) return false;
  Value other = type_find(t, th.name(makes ? n_init : n_new));
  if (other.is(Kind::StaticMethod)) other = other.as<Wrapper>()->func;
  return other.is(Kind::Func);
}
constexpr int kFewArguments = 12;
// A call by positions alone of a plain signature, with the defaults that are missing. `self`, if there is one, is
// right.
static Value call_simple(Thread& th, Native* nt, Value* args, int n) {
  const Signature& s = *nt->sig;
  Value* spill = th.spill;
  if (args + n > spill && args >= th.stack && args < th.stack_end) th.spill = args + n;
  Value filled[kFewArguments];
  Value* a = args;
  if (n < s.npos) {
    for (int i = 0; i < n; i++) filled[i] = args[i];
    for (int i = n; i < s.npos; i++) filled[i] = s.params[size_t(i)].value;
    a = filled;
  }
  Value r = kAbsent;
  try {
    r = nt->def->fn(th, a, s.npos);
  } catch (...) {  // it ran out of memory and has dropped what it held
    th.raise_caught();
  }
  th.spill = spill;
  return r;
}
static Value call_any(Thread& th, Native* nt, Value* args, int n, Tuple* kw);
Value call_native(Thread& th, Native* nt, Value* args, int n, Tuple* kw) {
  if (UNLIKELY(!nt->sig) && !settle_signature(th, nt)) return kAbsent;
  const Signature& s = *nt->sig;
  if (LIKELY(s.simple && !kw && n <= s.npos && n >= s.required && s.npos <= kFewArguments && !nt->def->raw &&
             !is_new(nt))) {
    uint32_t kind = nt->aux >> 8;
    if (LIKELY(!(nt->flags & kNativeCheck) ||
               (n > 0 &&
                (kind < uint32_t(Kind::Super) ? args[0].is_cell() && uint32_t(args[0].cell()->kind) == kind
                                              : has_fields(args[0]) && args[0].as<Instance>()->type() == nt->owner))))
      return call_simple(th, nt, args, n);
  }
  return call_any(th, nt, args, n, kw);
}
static Value call_any(Thread& th, Native* nt, Value* args, int n, Tuple* kw) {
  const NativeDef* d = nt->def;
  const Signature& s = *nt->sig;
  if (UNLIKELY(kw && ignores_keywords(th, nt, args))) {
    n -= int(kw->len);
    kw = nullptr;
  }
  Value self = kAbsent;
  bool makes = is_new(nt);
  if (makes) {
    if (!check_new(th, nt, args, n - (kw ? int(kw->len) : 0))) return kAbsent;
  } else if (nt->flags & kNativeCheck) {
    uint32_t kind = nt->aux >> 8;
    if (LIKELY(kind < uint32_t(Kind::Super) && n > (kw ? int(kw->len) : 0) && args[0].is_cell() &&
               uint32_t(args[0].cell()->kind) == kind))
      self = args[0];
    else if (!check_self(th, nt, args, n - (kw ? int(kw->len) : 0), &self)) return kAbsent;
  }
  Value* spill = th.spill;
  // A native that runs out of memory has dropped what it held: the script sees MemoryError.
  auto guarded = [&](auto&& call) {
    if (args + n > th.spill && args >= th.stack && args < th.stack_end) th.spill = args + n;
    Value r = kAbsent;
    try {
      r = call();
    } catch (...) {
      th.raise_caught();
    }
    th.spill = spill;
    return r;
  };
  if (d->raw) return guarded([&] { return d->raw(th, nt, args, n, kw); });
  Value small[kFewArguments];
  std::vector<Value> big;
  Value* a = small;
  Owned kwdict;
  int total = n;
  if (s.simple && !kw && n == s.npos && (!self.u || self.u == args[0].u)) {
    a = args;
  } else if (s.simple && !kw && n <= s.npos && n >= s.required &&
             s.npos <= kFewArguments) {  // defaults behind plain arguments
    for (int i = 0; i < n; i++) small[i] = args[i];
    for (int i = n; i < s.npos; i++) small[i] = s.params[size_t(i)].value;
    if (self.u) small[0] = self;
    total = s.npos;
  } else if (s.varargs && !kw && n >= s.npos && s.fixed == s.npos && (!self.u || self.u == args[0].u)) {
    a = args;  // positions and then more of them: they lie as they are wanted
  } else {
    total = bind_arguments(th, nt, args, n, kw, big, a, kFewArguments, kwdict);
    if (total < 0) return kAbsent;
    if (self.u) a[0] = self;
  }
  Value r = guarded([&] { return d->fn(th, a, total); });
  if (makes && r.u) {
    Type* c = args[0].as<Type>();
    if (c != nt->owner && c->payload_kind != Kind::Count && !(has_fields(r) && r.as<Instance>()->type() == c))
      return guarded([&] { return wrap_payload(th, c, r); });
  }
  return r;
}

// --- tables ---
Value native(Interpreter& in, const NativeDef* d, Type* owner, Value module_name) {
  Native* n = make<Native>(in, Kind::Native);
  n->def = d;
  n->sig = nullptr;
  n->owner = owner;
  n->module = inc(module_name);
  bool makes = owner && !strcmp(d->name, "__new__");
  if (makes)
    n->flags |= kNativeNew;
  else if (owner && !(d->flags & kStaticMethod))
    n->flags |= kNativeSelf | (d->flags & kClassMethod ? 0 : kNativeCheck);
  int kind = kAnyKind;
  if (n->flags & kNativeCheck && owner != in.object_type) kind = int(owner->inst_kind);
  n->aux = uint16_t(kAnyCount | kind << 8);
  return of(n);
}
void add_functions(Interpreter& in, Dict* d, std::span<const NativeDef> defs, Value module_name) {
  for (const NativeDef& f : defs) dict_set(d, intern(in, f.name), native(in, &f, nullptr, module_name));
}
void add_methods(Interpreter& in, Type* t, std::span<const NativeDef> defs) {
  bool flags = false;
  for (const NativeDef& f : defs) {
    Str* name = intern(in, f.name);
    flags |= affects_flags(in, name);
    Value v = native(in, &f, t);
    if ((f.flags & (kStaticMethod | kClassMethod)) || !strcmp(f.name, "__class_getitem__") ||
        !strcmp(f.name, "__init_subclass__")) {
      Wrapper* w = make<Wrapper>(in, f.flags & kStaticMethod ? Kind::StaticMethod : Kind::ClassMethod);
      w->func = v;
      w->dict = kAbsent;
      w->aux = 1;
      v = of(w);
    }
    dict_set(t->dict, name, v);
  }
  type_gained(t, flags);
}
void add_fields(Interpreter& in, Type* t, std::span<const GetSetDef> defs) {
  bool flags = false;
  for (const GetSetDef& f : defs) {
    Str* name = intern(in, f.name);
    flags |= affects_flags(in, name);
    GetSet* g = make<GetSet>(in, Kind::GetSet);
    g->owner = t;
    g->def = &f;
    dict_set(t->dict, name, of(g));
  }
  type_gained(t, flags);
}
Type* define_type(Interpreter& in, const NativeTypeDef& def, Type* base) {
  TypeSpec s{};
  std::string_view full = def.name;
  size_t dot = full.rfind('.');
  if (dot != full.npos) s.module = intern(in, full.substr(0, dot));
  s.name = intern(in, dot == full.npos ? full : full.substr(dot + 1));
  s.bases = {base ? base : in.object_type};
  s.dict = dict(in);
  s.meta = in.type_type;
  s.inst_kind = Kind::Extension;
  s.flags = kImmutable | (def.flags & kNoSubclass ? kFinal : 0u) | (def.flags & kNoAttributes ? kNoDict : 0u);
  Type* t = new_type(in, s);
  t->native = &def;
  in.native_types[&def] = t;
  if (def.doc && *def.doc) dict_set(t->dict, in.names[n_doc], of(str(in, def.doc)));
  if (s.module) dict_set(t->dict, in.names[n_module], of(inc(s.module)));
  add_fields(in, t, def.fields);
  add_methods(in, t, def.methods);
  return t;
}
Type* native_type(const Interpreter& in, const NativeTypeDef& def) {
  return in.native_types.at(&def);
}
void register_module(Interpreter& in, const NativeModuleDef& m) {
  in.native_modules[m.name] = &m;
}
Module* new_module(Heap& h, Str* name, std::string_view doc) {
  Interpreter& in = *h.owner();
  Module* m = module(h);
  m->dict = dict(h);
  dict_set(m->dict, in.names[n_name], of(inc(name)));
  dict_set(m->dict, in.names[n_doc], doc.empty() ? kNone : of(str(h, doc)));
  for (Name n : {n_package, n_loader, n_spec}) dict_set(m->dict, in.names[n], kNone);
  return m;
}
void module_set(Interpreter& in, Module* m, std::string_view name, Value owned) {
  dict_set(m->dict, intern(in, name), owned);
}
void watched_write(Cell* owner, uint64_t key) {
  heap_of(owner).owner()->watches.on_write(owner, key);
}

}  // namespace adder
