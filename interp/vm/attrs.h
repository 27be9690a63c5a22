#pragma once
// Instance storage and the parts of attribute access that other files of the VM need.
#include "interp/vm/thread.h"

namespace adder {
Dict* live_dict(Interpreter&, Instance*);      // the Dict of an instance whose __dict__ was asked for, or null
Dict* instance_dict(Interpreter&, Instance*);  // makes it; borrow
bool has_dict(Value);
// A function's attributes. What was written to __doc__, __module__ and __annotations__ is kept apart from them: `dict` of
// a Func is then a pair of both tables.
Dict* func_attributes(const Func*);          // borrow; null: none
Dict* make_func_attributes(Heap&, Func*);    // borrow
Dict* func_hidden(const Func*);              // borrow; null: none
Dict* make_func_hidden(Heap&, Func*);        // borrow
Value attribute_error(Thread&, Value o, Str* name, const std::string& message);
// Of an AttributeError that is pending, whoever raised it: which attribute of what was asked for, if it does not know.
void tell_attribute(Thread&, Value o, Str* name);
// Whether the descriptor of a type is for an object; if not, a TypeError is pending.
bool descriptor_applies(Thread&, const Type* owner, const char* name, Value o);
// The arguments of __get__(self, instance, owner): TypeError if both are None.
bool asks_for_something(Thread&, const Value* args);
// What a descriptor of __slots__ does, with its errors: `o` may be any object. A new reference; v borrowed, kAbsent
// deletes.
Value get_member(Thread&, Member*, Value o);
bool set_member(Thread&, Member*, Value o, Value v);
Value get_tuple_item(Thread&, TupleGetter*, Value o);  // the same for the fields of named tuples
// __getattr__ after the regular way failed with AttributeError.
bool has_attr_fallback(Thread&, Value o);
Out get_attr_fallback(Thread&, Value o, Str* name, int ret, Value* res);
// Facts about a native in its cell's flags, where other kinds have bits that natives do not need.
constexpr uint8_t kNativeNew = kInterned;   // a __new__, which is a static method
constexpr uint8_t kNativeSelf = kHasDel;    // the first argument is an instance of the owner
constexpr uint8_t kNativeCheck = kIndexed;  // and must be checked
// Is it a native that an access through an instance binds?
inline bool binds(Value v) {
  return v.is(Kind::Native) && v.as<Native>()->owner && !(v.cell()->flags & kNativeNew);
}
// Does the guard of what a site found last hold for this receiver?
inline bool found_holds(const AttrCache::Found& n, Value o) {
  if (n.how == AttrCache::kNothing || !o.is_cell() || o.cell()->kind != n.kind) return false;
  if (n.kind >= Kind::Instance) return o.as<Instance>()->shape == n.shape;
  if (n.kind == Kind::Type) return o.as<Type>()->root == n.shape;
  if (n.kind == Kind::Module) return o.as<Module>()->dict->keys_version == n.version;
  Super* s = o.as<Super>();
  return s->type == n.second && s->self_type && s->self_type->root == n.shape && s->self.u != of(s->self_type).u;
}
inline bool may_bind(Value d) {  // a __get__ came to its class after it was found
  return has_fields(d) && (d.as<Instance>()->type()->tflags & kHasGet);
}
// Under the guard: the function of a method call and its `self`, or kAbsent; both borrowed.
inline Value found_method(const AttrCache::Found& n, Value o, Value* self) {
  switch (n.how) {
    case AttrCache::kPlain: return may_bind(n.value) ? kAbsent : n.value;
    case AttrCache::kModuleEntry: return *n.entry;
    case AttrCache::kItem: {
      Tuple* t = o.as<Instance>()->slots[0].as<Tuple>();
      return n.index < t->len ? t->items[n.index] : kAbsent;
    }
    case AttrCache::kStored: return o.as<Instance>()->slots[n.index];
    case AttrCache::kStatic: return n.value.as<Wrapper>()->func;
    case AttrCache::kClass: {
      Value f = n.value.as<Wrapper>()->func;
      *self = n.kind == Kind::Type ? o : of(o.as<Instance>()->type());
      return f.is(Kind::Func) ? f : kAbsent;
    }
    case AttrCache::kMethod: *self = n.kind == Kind::Super ? o.as<Super>()->self : o; return n.value;
    default: return kAbsent;
  }
}
// The same for a plain access, which makes bound methods; a new reference.
inline Value found_value(Heap& h, const AttrCache::Found& n, Value o) {
  Value self = kAbsent, v = found_method(n, o, &self);
  return v.u && self.u ? bound(h, self, v) : inc(v);
}
Value own_dict_descriptor(Thread&, Type*);  // the entry `__dict__` of a class
Value property_error(Thread&, const Property*, Value o, const char* lacks);  // AttributeError: it has no getter …
// What pickle makes an attribute again by: getattr(owner, name). Takes the name.
Value attribute_recipe(Thread&, Value owner, Value name);
// The attribute name that a special method was given, interned; false with a TypeError.
bool name_arg(Thread&, Value, Str** out);
}  // namespace adder
