// Assignment to __class__: an object changes its class in its place.
#include "interp/vm/attrs.h"
#include "interp/vm/thread.h"

namespace adder {
namespace {
// The nearest class, t or above it, that adds something to its instances: slots, a __dict__, weak references.
Type* layout_class(Thread& th, Type* t) {
  Str* weak = intern(th.in, "__weakref__");
  for (; t->tflags & kHeapType; t = t->base) {
    bool adds =
        t->slots.size() != t->base->slots.size() || dict_get(t->dict, weak).u || dict_get(t->dict, th.name(n_dict)).u;
    if (adds) return t;
  }
  return t;
}
// The names of the slots that a class adds to those of the bases of its instances' layout, in order.
std::vector<std::string_view> added_slots(const Type* t) {
  std::vector<std::string_view> s;
  for (size_t i = t->base->slots.size(); i < t->slots.size(); i++) s.push_back(t->slots[i]->sv());
  return s;
}
// What `to` names the slot by that another class of the same layout names by `key`.
Str* key_in(const Type* to, Str* key) {
  if (!is_hidden(key)) return key;
  for (Str* own : to->slots)
    if (own == key) return key;
  for (size_t i = to->slots.size(); i-- > 0;)
    if (to->slots[i]->sv() == key->sv()) return to->slots[i];
  return key;
}
// May an instance of one class become one of the other?
bool same_layout(Thread& th, Type* x, Type* y) {
  if (x->inst_kind != y->inst_kind || x->payload_kind != y->payload_kind || x->native != y->native ||
      (x->tflags & kNoDict) != (y->tflags & kNoDict))
    return false;
  Type *a = layout_class(th, x), *b = layout_class(th, y);
  if (a == b) return true;
  Str* weak = intern(th.in, "__weakref__");
  bool heap = a->tflags & kHeapType && b->tflags & kHeapType;
  return heap && layout_class(th, a->base) == layout_class(th, b->base) && added_slots(a) == added_slots(b) &&
         (type_find(a, weak).u != 0) == (type_find(b, weak).u != 0);
}
// A module becomes an instance of a subclass in its place, or an instance a module; who holds it sees the change.
void make_module_instance(Thread& th, Module* m, Type* to) {
  Shape* shape = to->root->add(th.in.hidden_dict);
  Value* slots = static_cast<Value*>(th.in.heap.raw(2 * sizeof(Value)));
  slots[0] = of(module(th));
  slots[0].as<Module>()->dict = m->dict;
  slots[1] = of(inc(m->dict));
  if (m->flags & kWatched) th.in.watches.on_death(m);
  Instance* i = static_cast<Instance*>(static_cast<Cell*>(m));
  i->kind = Kind::Instance;
  i->shape = shape;
  i->slots = slots;
  i->cap = 2;
  if (to->tflags & kFinalizer) mark_finalizer(th, i);
  to->count++;
}
void make_plain_module(Thread& th, Instance* i) {
  std::vector<Value> held(i->slots, i->slots + i->shape->names.size());
  Dict* d = inc(unwrap(of(i)).as<Module>()->dict);
  if (i->flags & kWatched) th.in.watches.on_death(i);
  if (i->slots != i->inl) th.in.heap.raw_free(i->slots, size_t(i->cap) * sizeof(Value));
  held.push_back(of(i->type()));
  i->kind = Kind::Module;
  i->flags &= ~kHasDel;
  static_cast<Module*>(static_cast<Cell*>(i))->dict = d;
  for (Value v : held) dec(v);
}
}  // namespace

bool set_class(Thread& th, Value v, Value c) {
  if (!c.u) return th.raise(E_TypeError, "can't delete __class__ attribute"), false;
  if (!c.is(Kind::Type))
    return th.raise(E_TypeError, "__class__ must be set to a class, not '%s' object", type_name(th, c).c_str()), false;
  Type* to = c.as<Type>();
  Type* from = type_of(th, v);
  Type* plain = th.in.types[int(Kind::Module)];
  const bool modules = subtype(from, plain) && subtype(to, plain);
  if (!modules && (!has_fields(v) || !(to->tflags & kHeapType) || !(from->tflags & kHeapType)))
    return th.raise(E_TypeError, "__class__ assignment only supported for mutable types or ModuleType subclasses"),
           false;
  const bool one_plain = from == plain || to == plain;
  if (one_plain ? !from->slots.empty() || !to->slots.empty() : !same_layout(th, to, from))
    return th.raise(E_TypeError, "__class__ assignment: '%s' object layout differs from '%s'", type_name(to).c_str(),
                    from->name->data),
           false;
  if (one_plain) {
    if (from != to && to == plain) make_plain_module(th, v.as<Instance>());
    if (from != to && from == plain) make_module_instance(th, v.as<Module>(), to);
    return true;
  }
  Instance* i = v.as<Instance>();
  barrier(i, kWatchClass);
  Shape* s = to->root;
  for (size_t k = s->names.size(); k < i->shape->names.size(); k++) s = s->add(key_in(to, i->shape->names[k]));
  i->shape = s;
  to->count++;
  if (to->tflags & kFinalizer) mark_finalizer(th, i);
  dec(from);
  return true;
}
}  // namespace adder
