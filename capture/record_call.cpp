// Calls: what is called decides whether it is inlined, folded, or executed as itself.
#include <cstring>

#include "capture/recorder.h"
#include "capture/values.h"

namespace adder::capture {

// Natives that look at the frames below them, which a replayed trace does not have: they are executed by the
// interpreter, between two traces. With so many arguments they do not look.
bool Recorder::reads_frame(std::string_view native, size_t arguments) const {
  static constexpr size_t kAlways = ~size_t();
  static constexpr struct {
    const char* name;
    size_t enough;
  } kAsk[] = {{"vars", 1},    {"dir", 1},           {"eval", 2},          {"exec", 2},
              {"globals", 1}, {"locals", 1},        {"_getframe", kAlways}, {"start_new_thread", kAlways},
              {"start_new", kAlways}};
  for (auto [name, enough] : kAsk)
    if (native == name) return arguments < enough;
  return (native == "exc_info" || native == "exception") && handles_exception();
}
// Is the code at hand, or a caller of it, in a handler?
bool Recorder::handles_exception() const {
  for (const ShadowFrame& s : frames_) {
    uint32_t at = uint32_t(s.frame->pc - s.code->ins.data());
    for (const Handled& h : s.code->handled)
      if (at >= h.start && at < h.end && !s.registers[h.reg].nothing()) return true;
  }
  return false;
}

bool Recorder::call_residual(Ref callee, std::vector<Ref> args, Tuple* names, int dest) {
  Value c = value_of(settled(callee));
  if (c.is(Kind::Func) && region_.session->disabled.count(c.as<Func>()))
    refuse("Unsupported", "Skip calling `torch.compiler.disable()`d function");
  args.insert(args.begin(), callee);
  if (names) constant(of(names));
  residual_to(Residual::Call, bits(names), args, dest, Effect::Unknown);
  return true;
}
bool Recorder::call_native(Ref callee, const NativeDef* d, std::vector<Ref> args, Tuple* names, int dest) {
  std::vector<Ref> all{callee};
  all.insert(all.end(), args.begin(), args.end());
  if (names) constant(of(names));
  uint64_t key = bits(names);
  for (Ref& r : args) r = settled(r);
  std::string_view name = d->name;
  if (d->rule == Rule::breaks && reads_frame(name, args.size())) return false;
  if (name == "graph_break" && d->fn == region_.session->graph_break)
    refuse("Unsupported", "Call to `torch._dynamo.graph_break()`");
  flight_reads_data_ = !args.empty() && is_tensor_value(value_of(args[0])) && d->rule == Rule::residual;
  if (name == "isinstance" && args.size() == 2 && !names) {
    if (!args[0].is_sunk()) need_type(args[0]);
    Value c = value_of(args[1]);
    bool classes = c.is(Kind::Type);
    if (c.is(Kind::Tuple)) {
      classes = true;
      for (uint32_t i = 0; i < c.as<Tuple>()->len; i++) classes &= c.as<Tuple>()->items[i].is(Kind::Type);
      classes &= is_known(args[1]);
    }
    if (classes && (args[1].is_sunk() || need_same(args[1]))) {
      deliver(dest, Ref::constant(kFromRegister));
      return true;
    }
  }
  if (name == "len" && args.size() == 1 && is_exact_container(value_of(args[0]))) {
    if (SunkObject* s = sunk(args[0])) {
      deliver(dest, constant(integer49(int64_t(s->fields.size()))));
      return true;
    }
    need_type(args[0]);
    Value v = value_of(args[0]);
    Ref n = load(args[0], v.is(Kind::Tuple) ? Field::Count : Field::Length, 0, integer(th_, container_length(v)));
    if (n.is_result()) known_[n.index()].type = type_at(integer49(0));
    deliver(dest, n);
    return true;
  }
  if (!args.empty()) {
    SunkObject* s = sunk(args[0]);
    if (s && s->kind == Kind::List && name == "append" && args.size() == 2) {
      s->fields.push_back(args[1]);
      deliver(dest, constant(kNone));
      return true;
    }
  }
  if (args.size() == 1 && value_of(args[0]).is(Kind::Dict) && (name == "keys" || name == "values" || name == "items")) {
    need_type(args[0]);
    Kind k = name == "keys" ? Kind::DictKeys : name == "values" ? Kind::DictValues : Kind::DictItems;
    deliver(dest, make_sunk(k, kAbsent, 0, {args[0]}));
    return true;
  }
  switch (d->rule) {
    case Rule::pure:
    case Rule::symbolic: {
      bool scalars = true, tensors = !args.empty();
      for (Ref r : args) {
        Value v = value_of(r);
        tensors &= is_scalar(v) || is_tensor_value(v) || (is_known(r) && !inlines_special(v));
      }
      for (Ref r : args) scalars &= is_scalar(value_of(r)) || (is_known(r) && !inlines_special(value_of(r)));
      if (!scalars && tensors) {  // a question about a tensor's metadata
        for (Ref r : args) {
          if (is_tensor_value(value_of(r)))
            need_type(r);
          else
            prefer_constant(r);
        }
        residual_to(Residual::NativePure, key, all, dest, Effect::None);
        return true;
      }
      if (!scalars) break;
      for (Ref r : args) prefer_constant(r);
      if (all_known(args) && !names) {
        fallback_ = {true, Residual::Native, key, all, dest};
        deliver(dest, Ref::constant(kFromRegister));
        return true;
      }
      residual_to(Residual::NativePure, key, all, dest, Effect::None);
      return true;
    }
    case Rule::tensor_op: residual_to(Residual::NativePure, key, all, dest, Effect::None); return true;
    default: break;
  }
  static const char* const kContainerMethods[] = {"append", "extend", "pop",     "insert",     "get",
                                                  "keys",   "values", "items",   "setdefault", "update",
                                                  "copy",   "clear",  "reverse", "popitem",    "add"};
  if (!args.empty() && is_exact_container(value_of(args[0]))) {
    for (const char* m : kContainerMethods)
      if (name == m) {
        need_type(args[0]);
        bool plain_keys = args.size() < 2 || name == "append" || is_scalar(value_of(args[1]));
        if (args.size() > 1 && is_scalar(value_of(args[1])) && name != "append") need_type(args[1]);
        bool reads = name == "get" || name == "keys" || name == "values" || name == "items" || name == "copy";
        Effect e = !plain_keys ? Effect::Unknown : reads ? Effect::None : Effect::Container;
        residual_to(Residual::NativeItem, key, all, dest, e);
        return true;
      }
  }
  residual_to(Residual::Native, key, all, dest, Effect::Unknown);
  return true;
}

bool Recorder::call_function(Ref func, Func* f, std::vector<Ref> args, Tuple* names) {
  if (!sunk(func) && !is_known(func)) {
    const Known& k = known_[func.index()];
    bool constant_slot = k.dependency != kNoResult || f->aux == 0;
    if (!constant_slot || !may_specialize(func) || !need_same(func)) {
      need_type(func);
      Ref code = load(func, Field::FuncCode, kWatchCode, of(f->code));
      if (code.is_result() && !need_same(code)) return false;
    }
  }
  if (is_known(func)) {
    Ref code = load(func, Field::FuncCode, kWatchCode, of(f->code));
    if (code.is_result() && !need_same(code)) return false;
  }
  inlining_ = {};
  inlining_.active = true;
  inlining_.func = func;
  inlining_.f = f;
  inlining_.args = std::move(args);
  inlining_.names = names;
  return true;
}

bool Recorder::call(Ref callee, Value c, std::vector<Ref> args, Tuple* names, int dest) {
  callee = settled(callee);
  fallback_.set = false;
  auto residual_call = [&] { return call_residual(callee, args, names, dest); };
  if (!c.is_cell()) return residual_call();
  switch (c.cell()->kind) {
    case Kind::Method: {
      Ref self, func;
      if (SunkObject* s = sunk(callee)) {
        self = s->fields[0];
        func = s->fields[1];
      } else {
        need_type(callee);
        self = load(callee, Field::Self, 0, c.as<Method>()->self);
        func = load(callee, Field::Callee, 0, c.as<Method>()->func);
        need_present(func);  // a native function by itself is of the same type as a bound one
      }
      args.insert(args.begin(), self);
      return call(func, c.as<Method>()->func, std::move(args), names, dest);
    }
    case Kind::Func: {
      Func* f = c.as<Func>();
      // Recursion is not unrolled far. The library's own code may nest: modules within modules, mappings over trees.
      uint32_t same_code = 0;
      bool of_library = f->code->filename && f->code->filename->sv().starts_with("<adder>");
      for (const ShadowFrame& s : frames_) same_code += s.code == f->code && !of_library;
      auto raises = [&] {
        std::vector<Ref> all{callee};
        all.insert(all.end(), args.begin(), args.end());
        if (names) constant(of(names));
        fallback_ = {true, Residual::Call, bits(names), all, dest};
        return true;
      };
      if (makes_generator(callee, f, args, names, dest)) return raises();
      if ((f->code->cflags & (kGenerator | kCoroutine | kAsyncGen)) || region_.session->never.count(f) ||
          frames_.size() >= region_.session->max_inline || same_code >= 3)
        return residual_call();
      if (!call_function(callee, f, args, names)) return residual_call();
      return raises();
    }
    case Kind::Native: {
      if (!need_same(callee)) return residual_call();
      Native* n = c.as<Native>();
      if (!names && call_builtin(c, args, dest)) return true;
      return call_native(constant(c), n->def, std::move(args), names, dest);
    }
    case Kind::Type: {
      Type* t = c.as<Type>();
      if (!need_same(callee)) return residual_call();
      if (t == th_.in.types[int(Kind::Super)] && args.size() == 2 && !names && value_of(args[0]).is(Kind::Type) &&
          need_same(args[0]) && is_instance(value_of(settled(args[1])))) {
        deliver(dest, make_sunk(Kind::Super, kAbsent, 0, {args[0], args[1]}));
        return true;
      }
      if (t == th_.in.types[int(Kind::Type)] && args.size() == 1 && !names) {  // type(x)
        Ref x = settled(args[0]);
        if (!x.is_sunk()) need_type(x);
        deliver(dest, constant(of(type_at(value_of(x)))));
        return true;
      }
      if ((t->inst_kind == Kind::Int || t->inst_kind == Kind::Float || t->inst_kind == Kind::Bool ||
           t->inst_kind == Kind::Str) &&
          t == th_.in.types[int(t->inst_kind)] && args.size() == 1 && !names &&
          is_scalar(value_of(settled(args[0])))) {  // a conversion
        prefer_constant(args[0]);
        std::vector<Ref> all{callee, args[0]};
        fallback_ = {true, Residual::Call, 0, all, dest};
        if (is_known(settled(args[0])))
          deliver(dest, Ref::constant(kFromRegister));
        else
          residual_to(Residual::NativePure, 0, all, dest, Effect::None);
        return true;
      }
      if (args.size() == 3 && subtype(t, th_.in.type_type)) return false;  // the new class belongs to the caller's module
      if (!names && call_iteration(c, args, dest)) return true;
      bool simple = t->inst_kind == Kind::Instance && t->payload_kind == Kind::Count && t->slots.empty() &&
                    t->meta == th_.in.type_type && !(t->tflags & (kIsExc | kFinalizer | kAbstract));
      if (!simple) return residual_call();
      Value make, init, end;
      load_member(t, intern(th_.in, "__new__"), &make);
      if (make.u && make != type_find(th_.in.object_type, intern(th_.in, "__new__"))) return residual_call();
      Ref func = load_member(t, intern(th_.in, "__init__"), &init);
      load_member(t, intern(th_.in, "__del__"), &end);  // with one, the trace could not do without the object
      if (init == kAbsent && args.empty()) {
        deliver(dest, make_sunk(Kind::Instance, kAbsent, bits(t), {}));
        constant(c);
        return true;
      }
      if (!init.is(Kind::Func) || !is_known(func)) return residual_call();
      args.insert(args.begin(), Ref());  // the instance, known when the frame is pushed
      if (!call_function(func, init.as<Func>(), std::move(args), names)) return residual_call();
      inlining_.constructs = true;
      inlining_.instance_register = A_(instruction_);
      constant(c);
      return true;
    }
    case Kind::Instance: {
      if (!sunk(callee) && !is_known(callee)) {
        if (!may_specialize(callee) || !need_same(callee)) need_type(callee);
      }
      if (is_known(callee)) need_class(callee, type_at(c));
      Value m;
      Ref func = load_member(type_at(c), intern(th_.in, "__call__"), &m);
      if (!m.is(Kind::Func)) return residual_call();
      args.insert(args.begin(), callee);
      return call(func, m, std::move(args), names, dest);
    }
    default: return residual_call();
  }
}

Ref Recorder::bind_default(Ref func, Func* f, int index) {
  Value v = f->defaults->items[index];
  if (SunkObject* s = sunk(func)) {
    Ref tuple = settled(s->fields[0]);
    if (SunkObject* t = sunk(tuple)) return t->fields[size_t(index)];
    return load(tuple, Field::Element, uint64_t(index), v);
  }
  Ref tuple = load(func, Field::Defaults, kWatchDefaults, of(f->defaults));
  if (may_specialize(tuple)) need_same(tuple);
  return load(tuple, Field::Element, uint64_t(index), v);
}
// Arguments to parameters, as the VM's own binding has just done it for the values.
void Recorder::bind_arguments(ShadowFrame& s, Frame* frame) {
  Func* f = inlining_.f;
  Code* c = f->code;
  if (frame->func != f) return abandon("other function");
  std::vector<Ref>& args = inlining_.args;
  if (inlining_.constructs) {
    Value o = frame->base[0];
    Ref instance = make_sunk(Kind::Instance, o, bits(type_at(o)), {});
    if (int n = int(o.as<Instance>()->shape->names.size())) {
      abandon(n ? "instance" : "");
      return;
    }
    args[0] = instance;
    top().registers[size_t(inlining_.instance_register)] = instance;
  }
  Tuple* names = inlining_.names;
  int np = int(c->nparams), nk = int(c->nkwonly), nkw = names ? int(names->len) : 0, npos = int(args.size()) - nkw;
  int va = c->cflags & kVarArgs ? np + nk : -1, vk = c->cflags & kVarKw ? np + nk + (va >= 0) : -1;
  std::vector<bool> given(size_t(np + nk));
  for (int i = 0; i < npos && i < np; i++) {
    s.registers[size_t(i)] = args[size_t(i)];
    given[size_t(i)] = true;
  }
  if (va >= 0) {
    std::vector<Ref> rest;
    for (int i = np; i < npos; i++) rest.push_back(args[size_t(i)]);
    s.registers[size_t(va)] = make_sunk(Kind::Tuple, frame->base[va], 0, rest);
  }
  std::vector<Ref> keys, values;
  for (int j = 0; j < nkw; j++) {
    Value name = names->items[j];
    int at = -1;
    for (int i = int(c->nposonly); i < np + nk; i++)
      if (c->tables->varnames[size_t(i)]->sv() == sv(name)) at = i;
    Ref v = args[size_t(npos + j)];
    if (at < 0) {
      keys.push_back(constant(name));
      values.push_back(v);
    } else {
      s.registers[size_t(at)] = v;
      given[size_t(at)] = true;
    }
  }
  if (vk >= 0) s.registers[size_t(vk)] = make_sunk(Kind::Dict, frame->base[vk], 0, values, keys);
  int nd = f->defaults ? int(f->defaults->len) : 0;
  // Defaults are read with the snapshot of the call: nothing of the callee has happened yet.
  for (int i = 0; i < np; i++)
    if (!given[size_t(i)]) s.registers[size_t(i)] = bind_default(inlining_.func, f, i - (np - nd));
  for (int i = np; i < np + nk; i++) {
    if (given[size_t(i)]) continue;
    if (sunk(inlining_.func)) return abandon("keyword defaults");
    Ref d = load(inlining_.func, Field::KwDefaults, kWatchDefaults, of(f->kwdefaults));
    if (!need_same(d)) return abandon("keyword defaults");
    Value v = dict_get(f->kwdefaults, c->tables->varnames[size_t(i)]);
    s.registers[size_t(i)] = load(d, Field::Entry, bits(c->tables->varnames[size_t(i)]), v);
  }
  for (int i = 0; i < int(c->nlocals); i++)
    if (!(value_of(s.registers[size_t(i)]) == frame->base[i])) return abandon("argument");
}
// A special method: each argument is one of the instruction's operands.
void Recorder::bind_implicit(ShadowFrame& s, Frame* frame) {
  bool found = false;
  for (auto [v, r] : implicit_funcs_)
    if (v == of(frame->func)) {
      s.func = r;
      found = true;
    }
  if (!found) return abandon("special method");
  Code* c = frame->code;
  size_t count = c->nlocals;
  for (size_t i = 0; i < count; i++) {
    Value v = frame->base[i];
    if (v == kAbsent) continue;
    if (i < implicit_.size() && value_of(settled(implicit_[i])) == v) {
      s.registers[i] = implicit_[i];
      continue;
    }
    bool matched = false;
    for (Ref r : implicit_)
      if (value_of(settled(r)) == v) {
        s.registers[i] = r;
        matched = true;
      }
    if (matched) continue;
    if (is_scalar(v) || v.is(Kind::Type)) {
      abandon("special method default");
      return;
    }
    return abandon("special method argument");
  }
  implicit_.clear();
}

bool Recorder::spread_into_list(SunkObject& target, Ref source, bool arguments) {
  std::vector<Ref> items;
  if (!drain(source, &items, arguments)) return false;
  target.fields.insert(target.fields.end(), items.begin(), items.end());
  return true;
}
bool Recorder::merge_into_dict(SunkObject& target, Ref source) {
  source = settled(source);
  std::vector<Ref> keys, fields;
  if (SunkObject* s = sunk(source)) {
    if (s->kind != Kind::Dict) return false;
    keys = s->keys;
    fields = s->fields;
  } else {
    Value v = value_of(source);
    if (!v.is(Kind::Dict)) return false;
    need_type(source);
    Dict* d = v.as<Dict>();
    for (uint32_t i = 0; i < d->filled; i++)
      if (d->entries[i].key.u && !is_str(d->entries[i].key)) return false;
    Ref length = load(source, Field::Length, 0, integer(th_, d->used));
    if (!need_same(length)) return false;
    for (uint32_t i = 0; i < d->filled; i++) {
      if (!d->entries[i].key.u) continue;
      Str* name = intern(th_.in, d->entries[i].key.as<Str>());
      Ref r = load(source, Field::Entry, bits(name), d->entries[i].val);
      need_present(r);
      keys.push_back(constant(of(name)));
      fields.push_back(r);
    }
  }
  keys_added_ = keys.size();
  for (size_t i = 0; i < keys.size(); i++) {
    bool there = false;
    for (size_t j = 0; j < target.keys.size(); j++)
      if (same(value_of(target.keys[j]), value_of(keys[i]))) {
        target.fields[j] = fields[i];
        there = true;
      }
    if (there) continue;
    target.keys.push_back(keys[i]);
    target.fields.push_back(fields[i]);
  }
  return true;
}

bool Recorder::record_call() {
  Word w = instruction_;
  int op = int(w & 255), a = A_(w), n = B_(w), dest = C_(w);
  if (op < CALL || op > CALLX) return false;
  if (op != CALLX) {
    bool self = op >= CALLM && reg(a + 1).u;
    if (!self && op != CALLKW && iterate_arguments(a + 2, n, reg(a))) return true;
    std::vector<Ref> args;
    if (self) args.push_back(shadow(a + 1));
    for (int i = 0; i < n; i++) args.push_back(shadow(a + 2 + i));
    for (int i = 0; i < n + 2; i++) consume(a + i);
    Tuple* names = op == CALLKW ? top().code->k[pc_[1]].as<Tuple>() : nullptr;
    return call(shadow(a), reg(a), std::move(args), names, dest);
  }
  for (int i = 0; i < 4; i++) consume(a + i);
  SunkObject list{Kind::List, kAbsent}, dict{Kind::Dict, kAbsent};
  if (reg(a + 1).u) list.fields.push_back(shadow(a + 1));
  if (!spread_into_list(list, shadow(a + 2), true)) return false;
  if (reg(a + 3).u && !merge_into_dict(dict, shadow(a + 3))) return false;
  Tuple* names = nullptr;
  if (!dict.keys.empty()) {
    names = tuple(th_, dict.keys.size());
    for (size_t i = 0; i < dict.keys.size(); i++) {
      names->items[i] = inc(value_of(dict.keys[i]));
      list.fields.push_back(dict.fields[i]);
    }
    constant(of(names));
    dec(of(names));
  }
  return call(shadow(a), reg(a), std::move(list.fields), names, dest);
}
}  // namespace adder::capture
