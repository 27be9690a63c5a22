// Attributes and subscripts.
#include "capture/recorder.h"
#include "capture/activation.h"
#include "capture/values.h"
#include "interp/bytecode/library_code.h"
#include "interp/vm/attrs.h"

namespace adder::capture {
namespace {
int find_field(const Shape* shape, Str* name) {
  return shape ? shape->find(name) : -1;
}
}  // namespace

Dict* live_dict_of(Interpreter& in, Value object) {
  if (!has_fields(object)) return nullptr;
  Instance* i = object.as<Instance>();
  int at = i->shape->find(in.hidden_dict);
  return at < 0 ? nullptr : i->slots[at].as<Dict>();
}
Value read_attribute(Interpreter& in, Value object, Str* name) {
  if (!has_fields(object)) return kAbsent;
  Instance* i = object.as<Instance>();
  int at = i->shape->find(name);
  if (at >= 0) return i->slots[at];
  at = i->shape->find(in.hidden_dict);
  return at < 0 ? kAbsent : dict_get(i->slots[at].as<Dict>(), name);
}

// Modules of the library fill in names when they are first asked for. The recorder asks ahead of the instruction, so that
// the trace finds the name in its place.
bool Recorder::load_lazily(Dict* module, Value object, Str* name) {
  Value maker = dict_get(module, intern(th_.in, "__getattr__"));
  bool library = maker.is(Kind::Func) && is_library(maker.as<Func>()->code);
  if (!library && !maker.is(Kind::Native)) return false;
  adder::Recorder* rec = th_.rec;
  th_.rec = nullptr;
  bool suspended = region_.session->activation != nullptr;
  if (suspended) region_.session->activation->suspend();
  Owned v(get_attr_native(th_, object, name));
  if (suspended) region_.session->activation->resume();
  th_.rec = rec;
  if (!v) put(th_.pending, kAbsent);
  if (v && maker.is(Kind::Native)) dict_set(module, name, inc(v.get()));  // a native one answers the same for ever
  return bool(v);
}

// An attribute's value, or a bound method as function and receiver when `method` is set.
bool Recorder::get_attribute(Ref object, Str* name, int dest, bool method) {
  object = settled(object);
  Value o = value_of(object);
  if (o.is(Kind::FrameObject)) return false;  // the frame has to be there
  fallback_ = {true, Residual::GetAttr, bits(name), {object}, method ? -2 : dest};
  auto give = [&](Ref r) {
    deliver(dest, r);
    if (method) deliver(dest + 1, Ref());
    return true;
  };
  auto bind = [&](Ref func) {
    if (method) {
      deliver(dest, func);
      deliver(dest + 1, object);
      return true;
    }
    deliver(dest, make_sunk(Kind::Method, kAbsent, 0, {object, func}));
    return true;
  };
  auto plain_residual = [&](Effect e) {
    if (method) return false;
    residual_to(Residual::GetAttr, bits(name), {object}, dest, e);
    return true;
  };
  if (is_instance(o)) {
    SunkObject* s = sunk(object);
    if (!s && !is_known(object)) {  // a tensor is never asked which one it is
      if (is_tensor_value(o) || !may_specialize(object) || !need_same(object)) need_type(object);
    }
    Type* t = type_at(o);
    if (!s && is_known(object)) need_class(object, t);
    Value cls;
    Ref member = load_member(t, name, &cls);
    if (!s && is_known(object) && name->sv() == "__dict__" && (!cls.u || cls.is(Kind::GetSet)) && has_dict(o)) {
      // From here on the attributes live in that dict, and what stands under its keys can be a dependency.
      Dict* d = instance_dict(th_.in, o.as<Instance>());
      Ref r = load(object, Field::Attribute, bits(th_.in.hidden_dict), of(d));
      if (!need_same(r)) need_type(r);
      return give(r);
    }
    if (cls.u && !is_known(member)) {  // an attribute of the class that keeps changing
      need_type(member);
      if (!is_scalar(cls)) return plain_residual(Effect::Unknown);
    }
    bool data = cls.is(Kind::Property) || cls.is(Kind::Member) || cls.is(Kind::GetSet) || cls.is(Kind::TupleGetter);
    if (is_instance(cls)) {
      Value set;
      load_member(type_at(cls), intern(th_.in, "__set__"), &set);
      data = set.u != 0;
    }
    if (!data) {
      Value v = read_attribute(th_.in, o, name);
      if (s) {
        if (v.u) {
          int at = find_field(o.as<Instance>()->shape, name);
          if (at < 0 || size_t(at) >= sunk(object)->fields.size()) return false;
          return give(sunk(object)->fields[size_t(at)]);
        }
      } else {
        Ref r = load(object, Field::Attribute, bits(name), v);
        need_present(r);
        if (v.u) return give(r);
      }
    }
    if (cls.u) {
      if (cls.is(Kind::Func) || cls.is(Kind::Native)) return bind(member);
      if (cls.is(Kind::Property)) {
        Value getter = cls.as<Property>()->get;
        if (!getter.is(Kind::Func)) return plain_residual(Effect::Unknown);
        implicit_ = {object};
        implicit_funcs_ = {{getter, constant(getter)}};
        if (method) deliver(dest + 1, Ref());
        return true;
      }
      if (cls.is(Kind::StaticMethod)) return give(constant(cls.as<Wrapper>()->func));
      if (cls.is(Kind::ClassMethod)) {
        Ref func = constant(cls.as<Wrapper>()->func);
        return give(make_sunk(Kind::Method, kAbsent, 0, {constant(of(t)), func}));
      }
      if (cls.is(Kind::Member) || cls.is(Kind::GetSet) || cls.is(Kind::TupleGetter))
        return plain_residual(Effect::None);  // no code of the user's
      if (is_instance(cls)) {
        Value get;
        Ref func = load_member(type_at(cls), intern(th_.in, "__get__"), &get);
        if (get.is(Kind::Func) && is_known(func)) {
          implicit_ = {constant(cls), object, constant(of(t))};
          implicit_funcs_ = {{get, func}};
          return true;
        }
      }
      return give(member);
    }
    std::string_view n = name->sv();
    if (n == "__class__") return give(constant(of(t)));
    if (n == "__dict__" || o.is(Kind::Exc)) return plain_residual(Effect::Unknown);
    if (t->tflags & kHasGetAttr) {
      Value getter;
      Ref func = load_member(t, intern(th_.in, "__getattr__"), &getter);
      if (!getter.is(Kind::Func) || !is_known(func)) return plain_residual(Effect::Unknown);
      implicit_ = {object, constant(of(name))};
      implicit_funcs_ = {{getter, func}};
      if (method) deliver(dest + 1, Ref());
      return true;
    }
    return plain_residual(Effect::Unknown);
  }
  if (o.is(Kind::Module)) {
    if (!need_same(object)) return plain_residual(Effect::Unknown);
    Dict* d = o.as<Module>()->dict;
    Value v = dict_get(d, name);
    if (v == kAbsent && load_lazily(d, o, name)) v = dict_get(d, name);
    if (v == kAbsent) return plain_residual(Effect::Unknown);
    Ref r = load(constant(of(d)), Field::Entry, bits(name), v);
    need_present(r);
    return give(r);
  }
  if (o.is(Kind::Type)) {
    if (!need_same(object) || name->sv().starts_with("__")) return plain_residual(Effect::Unknown);
    Value v;
    Ref r = load_member(o.as<Type>(), name, &v);
    if (v.is(Kind::StaticMethod)) return give(constant(v.as<Wrapper>()->func));
    if (v.is(Kind::ClassMethod))
      return give(make_sunk(Kind::Method, kAbsent, 0, {object, constant(v.as<Wrapper>()->func)}));
    if (v == kAbsent || !is_known(r) || is_instance(v) || v.is(Kind::Property)) return plain_residual(Effect::Unknown);
    return give(r);
  }
  if (o.is(Kind::Super)) {
    Super* s = o.as<Super>();
    Value v = kAbsent;
    bool past = false;
    Type* t = s->self_type;
    Ref self, member;
    if (SunkObject* k = sunk(object))
      self = settled(k->fields[1]);
    else
      return plain_residual(Effect::Unknown);
    for (Type* m : t->mro) {
      if (past) {
        v = dict_get(m->dict, name);
        Ref r = load(constant(of(m->dict)), Field::Entry, bits(name), v);
        need_present(r);
        if (v.u) {
          if (may_specialize(r)) need_same(r);
          break;
        }
      }
      past |= m == s->type;
    }
    if (!v.is(Kind::Func)) return plain_residual(Effect::Unknown);
    need_type(self);
    if (method) {
      deliver(dest, constant(v));
      deliver(dest + 1, self);
      return true;
    }
    return give(make_sunk(Kind::Method, kAbsent, 0, {self, constant(v)}));
  }
  // Built-in types: their methods never change. Native types may be extended by Python code.
  need_type(object);
  Value v = type_find(type_at(o), name);
  if (has_fields(o)) {
    if (!v.u || v.is(Kind::GetSet) || v.is(Kind::Property) || read_attribute(th_.in, o, name).u)
      return plain_residual(v.is(Kind::GetSet) ? Effect::None : Effect::Unknown);
    if (known_type(object) && known_[object.is_result() ? object.index() : 0].loaded && object.is_result())
      need_present(load(object, Field::Attribute, bits(name), kAbsent));
    Ref member = load_member(type_at(o), name, &v);
    if (!is_known(member)) return plain_residual(Effect::Unknown);
  }
  if (v.is(Kind::Native) || v.is(Kind::Func)) {
    if (method) {
      deliver(dest, constant(v));
      deliver(dest + 1, object);
      return true;
    }
    return give(make_sunk(Kind::Method, kAbsent, 0, {object, constant(v)}));
  }
  return plain_residual(effect_on({object}, Effect::None));
}

bool Recorder::set_attribute(Ref object, Str* name, Ref value) {
  object = settled(object);
  Value o = value_of(object);
  fallback_ = {true, Residual::SetAttr, bits(name), {object, value}, -1};
  if (!is_instance(o)) {
    residual_to(Residual::SetAttr, bits(name), {object, value}, -1, Effect::Unknown);
    return true;
  }
  if (!sunk(object) && !is_known(object)) need_type(object);
  Type* t = type_at(o);
  if (!sunk(object) && is_known(object)) need_class(object, t);
  if (t->tflags & kHasSetAttr) {
    Value setter;
    Ref func = load_member(t, intern(th_.in, "__setattr__"), &setter);
    if (setter.is(Kind::Func) && is_known(func)) {
      implicit_ = {object, constant(of(name)), value};
      implicit_funcs_ = {{setter, func}};
      return true;
    }
  }
  Value cls;
  Ref member = load_member(t, name, &cls);
  if (cls.u && !is_known(member)) need_type(member);
  if (cls.is(Kind::Property) || cls.is(Kind::Member) || cls.is(Kind::TupleGetter) || cls.is(Kind::GetSet) ||
      is_instance(cls) || !t->slots.empty()) {
    Value setter = cls.is(Kind::Property) ? cls.as<Property>()->set : kAbsent;
    if (setter.is(Kind::Func)) {
      implicit_ = {object, value};
      implicit_funcs_ = {{setter, constant(setter)}};
      return true;
    }
    residual_to(Residual::SetAttr, bits(name), {object, value}, -1, Effect::Unknown);
    return true;
  }
  if (SunkObject* s = sunk(object)) {
    int at = find_field(o.as<Instance>()->shape, name);
    if (at < 0) {
      s->fields.push_back(value);
      s->keys.push_back(constant(of(name)));
    } else {
      s->fields[size_t(at)] = value;
    }
    return true;
  }
  store(object, Field::Attribute, bits(name), value);
  return true;
}

bool Recorder::subscript(Ref object, Ref key, int dest) {
  object = settled(object);
  key = settled(key);
  Value o = value_of(object), k = value_of(key);
  fallback_ = {true, Residual::Subscript, 0, {object, key}, dest};
  SunkObject* s = sunk(object);
  if ((o.is(Kind::List) || o.is(Kind::Tuple)) && k.is_int()) {
    need_type(object);
    bool fixed = need_same(key);
    int64_t n = container_length(o), i = k.as_int() < 0 ? k.as_int() + n : k.as_int();
    if (i >= 0 && i < n) {
      Value v = o.is(Kind::List) ? o.as<List>()->items[i] : o.as<Tuple>()->items[i];
      if (s && fixed && size_t(i) < s->fields.size()) {
        deliver(dest, s->fields[size_t(i)]);
        return true;
      }
      if (!s) {
        Field f = o.is(Kind::List) ? Field::Item : Field::Element;
        if (!fixed) need_type(key);
        Ref r = fixed ? load(object, f, uint64_t(k.as_int()), v) : load_dynamic(object, f, key, v);
        need_present(r);
        deliver(dest, r);
        return true;
      }
    }
  }
  if (o.is(Kind::Dict) && is_scalar(k)) {
    need_type(object);
    if (s && need_same(key)) {
      for (size_t i = 0; i < s->keys.size(); i++)
        if (same(value_of(s->keys[i]), k)) {
          deliver(dest, s->fields[i]);
          return true;
        }
    }
    if (!sunk(object) && k.is(Kind::Str) && need_same(key)) {
      Value v = dict_get(o.as<Dict>(), k.as<Str>());
      if (v.u) {
        Ref r = load(object, Field::Entry, bits(intern(th_.in, k.as<Str>())), v);
        need_present(r);
        deliver(dest, r);
        return true;
      }
    }
  }
  if (inlines_special(o) && special_call({object, key}, {{object, "__getitem__"}})) return true;
  if (!is_scalar(k) || !need_same(key)) need_type(key);
  need_type(object);
  residual_to(Residual::Subscript, 0, {object, key}, dest, effect_on({object, key}, Effect::None));
  return true;
}

bool Recorder::store_subscript(Ref object, Ref key, Ref value) {
  object = settled(object);
  key = settled(key);
  Value o = value_of(object), k = value_of(key);
  fallback_ = {true, Residual::SetItem, 0, {object, key, value}, -1};
  if (SunkObject* s = sunk(object)) {
    if (s->kind == Kind::List && k.is_int() && need_same(key)) {
      int64_t n = int64_t(s->fields.size()), i = k.as_int() < 0 ? k.as_int() + n : k.as_int();
      if (i >= 0 && i < n) {
        if (value.nothing())
          s->fields.erase(s->fields.begin() + i);
        else
          s->fields[size_t(i)] = value;
        return true;
      }
    }
    if (s->kind == Kind::Dict && is_scalar(k) && !value.nothing() && need_same(key)) {
      for (size_t i = 0; i < s->keys.size(); i++)
        if (same(value_of(s->keys[i]), k)) {
          s->fields[i] = value;
          return true;
        }
      s->keys.push_back(key);
      s->fields.push_back(value);
      return true;
    }
  }
  if (inlines_special(o)) {
    bool inlined = value.nothing() ? special_call({object, key}, {{object, "__delitem__"}})
                                   : special_call({object, key, value}, {{object, "__setitem__"}});
    if (inlined) return true;
  }
  need_type(object);
  if (o.is(Kind::Dict) && k.is(Kind::Str) && !value.nothing() && need_same(key)) {
    store(object, Field::Entry, bits(intern(th_.in, k.as<Str>())), value);
    return true;
  }
  residual_to(Residual::SetItem, 0, {object, key, value}, -1, effect_on({object, key}, Effect::Container));
  return true;
}

bool Recorder::record_heap() {
  Word w = instruction_;
  ShadowFrame& s = top();
  switch (Op(w & 255)) {
    case GETATTR:
    case GETATTR_S: return get_attribute(shadow(B_(w)), s.code->attr[pc_[1]]->name, A_(w), false);
    case METHOD:
    case METHOD_S:
    case METHOD_T: return get_attribute(shadow(B_(w)), s.code->attr[pc_[1]]->name, A_(w), true);
    case SETATTR:
      if (C_(w)) consume(B_(w));
      return set_attribute(shadow(A_(w)), s.code->attr[pc_[1]]->name, shadow(B_(w)));
    case DELATTR: {
      Ref object = settled(shadow(A_(w)));
      residual_to(Residual::SetAttr, bits(s.code->k[pc_[1]].cell()), {object, Ref()}, -1, Effect::Unknown);
      return true;
    }
    case SUBSCR: return subscript(shadow(B_(w)), shadow(C_(w)), A_(w));
    case SUBSCR_K: return subscript(shadow(B_(w)), constant(s.code->k[size_t(C_(w))]), A_(w));
    case SETSUB:
    case SETSUB_M:
      if (Op(w & 255) == SETSUB_M) consume(C_(w));
      return store_subscript(shadow(A_(w)), shadow(B_(w)), shadow(C_(w)));
    case DELSUB: return store_subscript(shadow(A_(w)), shadow(B_(w)), Ref());
    default: return false;
  }
}
}  // namespace adder::capture
