// Setting __bases__ of a class: new orders for it and for all classes below it.
#include <algorithm>

#include "interp/vm/attrs.h"
#include "interp/vm/class_bases.h"
#include "interp/vm/thread.h"

namespace adder {

namespace {
Ref<Tuple> named_order(Type* t) {
  return Ref<Tuple>(t->named_in_mro ? inc(t->named_in_mro) : nullptr);
}
// New orders for a class whose bases changed and for all classes below it; they can be taken back.
struct OrderChange {
  struct Before {
    Ref<Type> type;    // an mro() may drop the class
    Ref<Tuple> named;  // the order, where an mro() gave it
    Ref<Tuple> given;  // the order that this change put in its place
  };
  std::vector<Before> before;
  bool apply(Thread& th, Type* t) {
    const size_t mine = before.size();
    before.push_back({Ref<Type>(inc(t)), named_order(t), named_order(t)});
    std::vector<Type*> order;
    if (!mro_of(t, &order)) {
      std::string names;
      for (Type* b : t->bases) names += (names.empty() ? "" : ", ") + std::string(b->name->sv());
      th.raise(E_TypeError, "Cannot create a consistent method resolution\norder (MRO) for bases %s", names.c_str());
      return false;
    }
    t->mro = order;
    if (t->meta != th.in.type_type) {
      if (!own_mro(th, t)) return false;
      before[mine].given = named_order(t);
    }
    std::vector<Ref<Type>> below;
    for (Type* s : t->subs) below.emplace_back(inc(s));
    for (const Ref<Type>& s : below)
      if (!apply(th, s.get())) return false;
    return true;
  }
  // Once the bases are the old ones again. Orders that no mro() gave are made anew: one of the mro() that ran may have
  // changed other bases, so that classes of the order from before are gone.
  void undo() {
    std::vector<Ref<Tuple>> taken;  // goes last: it may be all that keeps the classes
    for (auto it = before.rbegin(); it != before.rend(); ++it) {
      Type* t = it->type.get();
      if (t->named_in_mro == it->given.get())  // else a later change has won
        taken.emplace_back(std::exchange(t->named_in_mro, it->named.release()));
    }
    for (const Before& b : before) {
      Type* t = b.type.get();
      std::vector<Type*> order;
      if (Tuple* named = t->named_in_mro)
        for (uint32_t i = 0; i < named->len; i++) order.push_back(named->items[i].as<Type>());
      else if (!mro_of(t, &order))
        continue;  // the bases that an mro() gave to a class above forbid it
      t->mro = std::move(order);
    }
  }
};
// By the bases themselves: while an mro() runs, the orders lag behind.
bool derives(Type* t, Type* from) {
  for (Type* b : t->bases)
    if (b == from || derives(b, from)) return true;
  return t == from;
}
void hold_bases(Type* t, const std::vector<Type*>& bases) {
  for (Type* b : bases) {
    b->count++;
    b->subs.push_back(t);
  }
}
void drop_bases(Type* t, const std::vector<Type*>& bases) {
  for (Type* b : bases) {
    auto at = std::find(b->subs.begin(), b->subs.end(), t);
    if (at != b->subs.end()) b->subs.erase(at);
    dec(b);
  }
}
}  // namespace

bool set_type_bases(Thread& th, Value v, Value x) {
  Type* t = v.as<Type>();
  if (!(t->tflags & kHeapType))
    return th.raise(E_TypeError, "cannot set '__bases__' attribute of immutable type '%s'", type_name(t).c_str()),
           false;
  if (!x.u || !x.is(Kind::Tuple) || !x.as<Tuple>()->len) {
    bool other = x.u && !x.is(Kind::Tuple);
    return th.raise(E_TypeError, "can only assign %s to %s.__bases__, not %s", other ? "tuple" : "non-empty tuple",
                    t->name->data, other ? type_name(th, x).c_str() : "()"),
           false;
  }
  std::vector<Type*> bases;
  for (uint32_t i = 0; i < x.as<Tuple>()->len; i++) {
    Value b = x.as<Tuple>()->items[i];
    if (!b.is(Kind::Type))
      return th.raise(E_TypeError, "%s.__bases__ must be tuple of classes, not '%s'", t->name->data,
                      type_name(th, b).c_str()),
             false;
    if (subtype(b.as<Type>(), t) || derives(b.as<Type>(), t))
      return th.raise(E_TypeError, "a __bases__ item causes an inheritance cycle"), false;
    if (b.as<Type>()->inst_kind != t->inst_kind || b.as<Type>()->native != t->native)
      return th.raise(E_TypeError, "__bases__ assignment: '%s' object layout differs from '%s'",
                      b.as<Type>()->name->data, t->base->name->data),
             false;
    bases.push_back(b.as<Type>());
  }
  // The new bases are held before any mro() runs: one may assign __bases__ itself.
  const std::vector<Type*> old = t->bases, mine = bases;
  hold_bases(t, mine);
  t->bases = mine;
  OrderChange change;
  bool done = change.apply(th, t);
  if (!done) {
    bool own = t->bases == mine;
    if (own) t->bases = old;
    change.undo();
    drop_bases(t, own ? mine : old);
    return false;
  }
  drop_bases(t, old);
  if (t->bases != mine) return true;
  t->base = t->bases[0];
  type_changed(t);
  return true;
}
}  // namespace adder
