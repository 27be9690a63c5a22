// Making, visiting and freeing cells.
#include "interp/objects/object.h"

#include <algorithm>
#include <new>

#include "interp/bytecode/code.h"
#include "interp/vm/machine_code.h"
#include "interp/vm/native.h"
#include "interp/vm/thread.h"

namespace adder {
// --- making ---
Value integer_slow(Heap& h, int64_t v) {
  Int64* i = make<Int64>(h, Kind::Int);
  i->aux = kInt64Aux;
  i->v = v;
  return of(i);
}
Value complex(Heap& h, double re, double im) {
  Complex* c = make<Complex>(h, Kind::Complex);
  c->re = re;
  c->im = im;
  return of(c);
}
// Counts of items are 32 bits wide.
static void check_count(size_t n) {
  if (UNLIKELY(n >= UINT32_MAX)) throw std::bad_alloc();
}
Tuple* tuple(Heap& h, size_t n) {
  check_count(n);
  if (n == 0 && h.owner()->empty_tuple) return inc(h.owner()->empty_tuple);
  Tuple* t = make<Tuple>(h, Kind::Tuple, n ? (n - 1) * 8 : 0);
  t->len = uint32_t(n);
  for (size_t i = 0; i < n; i++) t->items[i] = kAbsent;
  return t;
}
List* list(Heap& h, size_t cap) {
  check_count(cap);
  List* l = make<List>(h, Kind::List);
  l->len = 0;
  l->cap = uint32_t(cap);
  l->items = cap ? static_cast<Value*>(h.raw(cap * 8)) : nullptr;
  return l;
}
void push(List* l, Value v) {
  if (UNLIKELY(l->len == l->cap)) {
    Owned owned(v);
    size_t want = l->cap ? size_t(l->cap) + (l->cap >> 2) + 6 : 4;
    check_count(want);
    uint32_t cap = uint32_t(want);
    l->items = static_cast<Value*>(heap_of(l).raw_resize(l->items, size_t(l->cap) * 8, size_t(cap) * 8));
    l->cap = cap;
    owned.release();
  }
  l->items[l->len++] = v;
}
Value bound(Heap& h, Value self, Value func) {
  Method* m = make<Method>(h, Kind::Method);
  m->self = inc(self);
  m->func = inc(func);
  return of(m);
}
Value range_of(Heap& h, int64_t start, int64_t stop, int64_t step) {
  Range* r = make<Range>(h, Kind::Range);
  r->start = integer(h, start);
  r->stop = integer(h, stop);
  r->step = integer(h, step);
  return of(r);
}
int64_t Range::len() const {
  int64_t a = to_int(start), b = to_int(stop), s = to_int(step);
  if (s > 0) return a < b ? int64_t((uint64_t(b) - uint64_t(a) - 1) / uint64_t(s) + 1) : 0;
  return a > b ? int64_t((uint64_t(a) - uint64_t(b) - 1) / (0 - uint64_t(s)) + 1) : 0;
}
Value make_iter(Heap& h, IterKind k, Value seq) {
  Iter* t = make<Iter>(h, Kind::Iter);
  t->ik = k;
  t->strict = false;
  t->size = 0;
  t->seq = seq;
  t->i = t->stop = 0;
  t->step = 1;
  return of(t);
}
Module* module(Heap& h) {
  Module* m = make<Module>(h, Kind::Module, sizeof(Instance) - sizeof(Module));
  m->dict = nullptr;
  return m;
}
static size_t instance_bytes(const Instance* i) {
  switch (i->kind) {
    case Kind::Exc: return sizeof(Exc);
    case Kind::Extension: return sizeof(Extension) + i->type()->native->size;
    default: return sizeof(Instance) + size_t(i->aux) * 8;
  }
}
void mark_finalizer(Heap& h, Instance* i) {
  i->flags |= kHasDel;
  h.owner()->any_finalizers = true;
}
Instance* instance(Heap& h, Type* t) {
  if (LIKELY(t->inst_kind == Kind::Instance)) {
    uint32_t cap = t->slot_hint;
    Instance* i = make<Instance>(h, Kind::Instance, cap * 8);
    if (UNLIKELY(t->tflags & kFinalizer)) mark_finalizer(h, i);
    i->aux = uint16_t(cap);
    t->count++;
    i->shape = t->root;
    i->cap = cap;
    i->slots = i->inl;
    if (UNLIKELY(t->payload_kind != Kind::Count)) i->slots[0] = kAbsent;
    return i;
  }
  bool exc = t->inst_kind == Kind::Exc;
  size_t bytes = exc ? sizeof(Exc) : sizeof(Extension) + t->native->size;
  Instance* i = make<Instance>(h, t->inst_kind, bytes - sizeof(Instance));
  if (t->tflags & kFinalizer) mark_finalizer(h, i);
  t->count++;
  i->shape = t->root;
  i->cap = 0;
  i->slots = nullptr;
  if (exc) {
    Exc* e = static_cast<Exc*>(i);
    e->args = of(tuple(h, 0));
    e->cause = e->context = e->traceback = kNone;
    e->suppress = false;
  } else {
    memset(static_cast<Extension*>(i)->data(), 0, t->native->size);
  }
  return i;
}

// --- frames that were left ---
void keep_variables(FrameObject* o, Value* registers) {
  for (size_t i = 0; i < o->aux; i++) o->kept[i] = std::exchange(registers[register_of(o->code, i)], kAbsent);
}
void release_generator_frame(Gen* g, Value* registers) {
  FrameObject* o = std::exchange(g->frame, nullptr);
  if (!o) return;
  o->gen = nullptr;
  if (registers && o->count > 1) keep_variables(o, registers);
  dec(o);
}

// --- visiting ---
void traverse(Cell* c, Visitor& v) {
  auto all = [&](const Value* p, size_t n) {
    for (size_t i = 0; i < n; i++) v.visit(p[i]);
  };
  switch (c->kind) {
    case Kind::Tuple: return all(static_cast<Tuple*>(c)->items, static_cast<Tuple*>(c)->len);
    case Kind::List: return all(static_cast<List*>(c)->items, static_cast<List*>(c)->len);
    case Kind::Dict: {
      Dict* d = static_cast<Dict*>(c);
      for (uint32_t i = 0; i < d->filled; i++) {
        v.visit(d->entries[i].key);
        v.visit(d->entries[i].val);
      }
      return;
    }
    case Kind::Set:
    case Kind::FrozenSet: {
      Set* s = static_cast<Set*>(c);
      if (s->table)
        for (size_t i = 0; i <= s->mask; i++) v.visit(s->table[i].key);
      return;
    }
    case Kind::Range: return all(&static_cast<Range*>(c)->start, 3);
    case Kind::Slice: return all(&static_cast<Slice*>(c)->lo, 3);
    case Kind::Func: {
      Func* f = static_cast<Func*>(c);
      for (int i = 0; i < c->aux; i++) v.visit(f->cells[i]);
      v.visit(f->code);
      v.visit(f->globals);
      v.visit(f->builtins);
      v.visit(f->defaults);
      v.visit(f->kwdefaults);
      return all(&f->name, 3);
    }
    case Kind::Native: return v.visit(static_cast<Native*>(c)->module);
    case Kind::Method: return all(&static_cast<Method*>(c)->self, 2);
    case Kind::Code: {
      Code* k = static_cast<Code*>(c);
      return all(k->k.data(), k->k.size());
    }
    case Kind::Cell: return v.visit(static_cast<CellVar*>(c)->v);
    case Kind::Type: {
      Type* t = static_cast<Type*>(c);
      v.visit(t->meta);
      v.visit(t->dict);
      for (Type* b : t->bases) v.visit(b);
      return v.visit(t->named_in_mro);
    }
    case Kind::Module: return v.visit(static_cast<Module*>(c)->dict);
    case Kind::Property: return all(&static_cast<Property*>(c)->get, 5);
    case Kind::StaticMethod:
    case Kind::ClassMethod: return all(&static_cast<Wrapper*>(c)->func, 2);
    case Kind::TupleGetter: return v.visit(static_cast<TupleGetter*>(c)->doc);
    case Kind::Super:
      v.visit(static_cast<Super*>(c)->type);
      v.visit(static_cast<Super*>(c)->self_type);
      return v.visit(static_cast<Super*>(c)->self);
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems: return v.visit(static_cast<DictView*>(c)->dict);
    case Kind::MappingProxy: return v.visit(static_cast<MappingProxy*>(c)->mapping);
    case Kind::Iter: return v.visit(static_cast<Iter*>(c)->seq);
    case Kind::Member: return v.visit(static_cast<Member*>(c)->owner);
    case Kind::Gen:
    case Kind::Coroutine:
    case Kind::AsyncGen: {
      Gen* g = static_cast<Gen*>(c);
      v.visit(g->func);
      all(&g->sent, 5);
      v.visit(g->frame);
      return all(g->regs, g->nreg);
    }
    case Kind::Awaiter: v.visit(static_cast<Awaiter*>(c)->gen); return all(&static_cast<Awaiter*>(c)->value, 2);
    case Kind::Traceback: {
      Traceback* t = static_cast<Traceback*>(c);
      v.visit(t->next);
      return v.visit(t->frame);
    }
    case Kind::FrameObject: {
      FrameObject* f = static_cast<FrameObject*>(c);
      v.visit(f->code);
      v.visit(f->func);
      all(&f->locals, 2);
      return all(f->kept, f->aux);
    }
    case Kind::WeakRef: return v.visit(static_cast<WeakRef*>(c)->callback);
    case Kind::GenericAlias:
      v.visit(static_cast<GenericAlias*>(c)->origin);
      v.visit(static_cast<GenericAlias*>(c)->args);
      return v.visit(static_cast<GenericAlias*>(c)->parameters);
    case Kind::Union: return v.visit(static_cast<Union*>(c)->args);
    case Kind::Instance:
    case Kind::Exc:
    case Kind::Extension: {
      Instance* i = static_cast<Instance*>(c);
      v.visit(i->type());
      all(i->slots, i->shape->names.size());
      if (c->kind == Kind::Exc) all(&static_cast<Exc*>(c)->args, 4);
      if (c->kind == Kind::Extension && i->type()->native->traverse)
        i->type()->native->traverse(static_cast<Extension*>(c)->data(), v);
      return;
    }
    default: return;
  }
}

void clear_cell(Cell* c) {
  switch (c->kind) {
    case Kind::List: {  // out of the list first: finalizers may add to it
      List* l = static_cast<List*>(c);
      List old = *l;
      l->items = nullptr;
      l->len = l->cap = 0;
      for (uint32_t i = old.len; i-- > 0;) dec(old.items[i]);
      return heap_of(l).raw_free(old.items, size_t(old.cap) * 8);
    }
    case Kind::Dict: return dict_clear(static_cast<Dict*>(c));
    case Kind::Set: return set_clear(static_cast<Set*>(c));
    case Kind::Func: {
      Func* f = static_cast<Func*>(c);
      put(f->dict, kAbsent);
      if (f->defaults) dec(std::exchange(f->defaults, nullptr));
      if (f->kwdefaults) dec(std::exchange(f->kwdefaults, nullptr));
      return;
    }
    case Kind::Cell: return put(static_cast<CellVar*>(c)->v, kAbsent);
    case Kind::WeakRef: return put(static_cast<WeakRef*>(c)->callback, kNone);
    case Kind::Method: return put(static_cast<Method*>(c)->self, kNone);
    case Kind::Iter: return put(static_cast<Iter*>(c)->seq, kAbsent);
    case Kind::Module: return dict_clear(static_cast<Module*>(c)->dict);
    case Kind::Property: return clear_values(&static_cast<Property*>(c)->get, 5);
    case Kind::StaticMethod:
    case Kind::ClassMethod: return put(static_cast<Wrapper*>(c)->func, kNone);
    case Kind::Gen:
    case Kind::Coroutine:
    case Kind::AsyncGen: {
      Gen* g = static_cast<Gen*>(c);
      if (g->running) return;
      g->done = true;
      uint32_t n = g->nreg;
      g->nreg = 0;
      clear_values(g->regs, n);
      put(g->delegate, kAbsent);
      release_generator_frame(g, nullptr);
      return put(g->sent, kAbsent);
    }
    case Kind::FrameObject: {
      FrameObject* f = static_cast<FrameObject*>(c);
      clear_values(f->kept, f->aux);
      return put(f->locals, kAbsent);
    }
    case Kind::Type: {
      Type* t = static_cast<Type*>(c);
      if (t->tflags & kHeapType) {
        dict_clear(t->dict);
        if (t->named_in_mro) {  // the class is among them
          t->mro.assign(1, t);
          dec(std::exchange(t->named_in_mro, nullptr));
        }
        type_changed(t);
      }
      return;
    }
    case Kind::Instance:
    case Kind::Exc:
    case Kind::Extension: {
      Instance* i = static_cast<Instance*>(c);
      const Interpreter& in = *heap_of(c).owner();
      for (size_t k = 0; k < i->shape->names.size(); k++)  // a finalizer may change the shape
        if (Str* name = i->shape->names[k]; name == in.hidden_dict)
          dict_clear(i->slots[k].as<Dict>());
        else if (name != in.hidden_payload)
          put(i->slots[k], kAbsent);
      if (c->kind == Kind::Exc) {
        Exc* e = static_cast<Exc*>(c);
        put(e->context, kNone);
        put(e->cause, kNone);
        put(e->traceback, kNone);
      }
      if (c->kind == Kind::Extension && i->type()->native->clear)
        i->type()->native->clear(static_cast<Extension*>(c)->data());
      return;
    }
    default: return;
  }
}

// --- freeing: iterative past a depth, so that long chains do not overflow the C stack. What a cell holds ends in the
// order in which CPython lets it go: finalizers show it ---
static void free_type(Heap& h, Type* t) {
  for (uint32_t i = 0; t->dict && i < t->dict->filled; i++)  // scripts may hold these longer than the class
    if (Value d = t->dict->entries[i].val; t->dict->entries[i].key.u && d.is(Kind::GetSet) && d.as<GetSet>()->owner == t)
      d.as<GetSet>()->owner = h.owner()->object_type;
  for (Type* b : t->bases) {
    auto& s = b->subs;
    s.erase(std::remove(s.begin(), s.end(), t), s.end());
  }
  for (auto caches = std::move(t->dependents); AttrCache * c : caches) forget_cache(c);
  for (MethodCacheEntry& e : h.owner()->method_cache)
    if (e.type == t) e = {};
  for (Type* b : t->bases) dec(b);
  if (t->named_in_mro) dec(t->named_in_mro);
  if (t->meta) dec(t->meta);
  dec(t->name);
  dec(t->qualname);
  if (t->module) dec(t->module);
  dec(t->dict);
  delete t->root;
  for (Str* key : t->slots) dec(key);
  t->~Type();
  h.free_cell(t, sizeof(Type));
}
static void free_code(Heap& h, Code* c) {
  if (c->machine) h.owner()->machine->forget(c);
  for (Value k : c->k) dec(k);
  for (AttrCache* a : c->attr) {
    forget_cache(a);
    delete a;
  }
  h.external(-ptrdiff_t(c->own_bytes));
  c->~Code();
  h.free_cell(c, sizeof(Code));
}
// The members of __slots__ end before the attributes: those of the class before those of its bases, by name.
static void drop_members(Instance* o) {
  for (const Type* t = o->type(); t->base; t = t->base)
    for (size_t i = t->base->slots.size(); i < t->slots.size(); i++)
      if (int at = o->shape->find(t->slots[i]); at >= 0) put(o->slots[at], kAbsent);
}
static void drop(Heap& h, Cell* c) {
  if (UNLIKELY(c->flags & (kWatched | kWeak | kHasDel))) {
    if (c->kind >= Kind::Instance && c->flags & kHasDel) {
      c->flags &= ~kHasDel;
      c->count = 1;
      run_del(*h.owner(), static_cast<Instance*>(c));
      if (--c->count) return;
    }
    if (c->flags & kWeak) clear_weakrefs(c);  // those that the finalizer has made as well
    if (c->flags & kWatched) h.owner()->watches.on_death(c);
    if (c->count) return;
  }
  auto opt = [](Cell* x) {
    if (x) dec(x);
  };
  switch (c->kind) {
    case Kind::Int:
      return h.free_cell(c,
                         c->aux == kInt64Aux ? sizeof(Int64) : sizeof(BigInt) + (static_cast<BigInt*>(c)->n - 1) * 8);
    case Kind::Complex: return h.free_cell(c, sizeof(Complex));
    case Kind::Str: {
      Str* s = static_cast<Str*>(c);
      if (UNLIKELY(s->flags & kIndexed)) h.owner()->str_index.erase(s);
      return h.free_cell(c, sizeof(Str) + (s->len > 3 ? s->len - 3 : 0));
    }
    case Kind::Bytes: {
      uint32_t n = static_cast<Bytes*>(c)->len;
      return h.free_cell(c, sizeof(Bytes) + (n > 7 ? n - 7 : 0));
    }
    case Kind::ByteArray:
      h.raw_free(static_cast<ByteArray*>(c)->start(), static_cast<ByteArray*>(c)->cap);
      return h.free_cell(c, sizeof(ByteArray));
    case Kind::Tuple: {
      Tuple* t = static_cast<Tuple*>(c);
      for (uint32_t i = t->len; i-- > 0;) dec(t->items[i]);
      return h.free_cell(t, sizeof(Tuple) + (t->len ? (t->len - 1) * 8 : 0));
    }
    case Kind::List: {
      List* l = static_cast<List*>(c);
      for (uint32_t i = l->len; i-- > 0;) dec(l->items[i]);
      h.raw_free(l->items, size_t(l->cap) * 8);
      return h.free_cell(l, sizeof(List));
    }
    case Kind::Dict: {
      Dict* d = static_cast<Dict*>(c);
      for (uint32_t i = 0; i < d->filled; i++) {
        dec(d->entries[i].key);
        dec(d->entries[i].val);
      }
      if (d->index) {
        h.raw_free(d->index, (size_t(d->mask) + 1) * 4);
        h.raw_free(d->entries, d->cap * sizeof(Dict::Entry));
      }
      return h.free_cell(d, sizeof(Dict));
    }
    case Kind::Set:
    case Kind::FrozenSet: set_clear(static_cast<Set*>(c)); return h.free_cell(c, sizeof(Set));
    case Kind::Range: clear_values(&static_cast<Range*>(c)->start, 3); return h.free_cell(c, sizeof(Range));
    case Kind::Slice: {
      Slice* s = static_cast<Slice*>(c);
      for (Value v : {s->step, s->lo, s->hi}) dec(v);
      return h.free_cell(c, sizeof(Slice));
    }
    case Kind::Func: {
      Func* f = static_cast<Func*>(c);
      dec(f->globals);
      opt(f->builtins);
      opt(f->defaults);
      opt(f->kwdefaults);
      clear_values(&f->name, 3);
      for (int i = c->aux; i-- > 0;) dec(f->cells[i]);  // as a tuple of them ends
      dec(f->code);
      return h.free_cell(c, sizeof(Func) + c->aux * 8);
    }
    case Kind::Native: dec(static_cast<Native*>(c)->module); return h.free_cell(c, sizeof(Native));
    case Kind::Method:
      dec(static_cast<Method*>(c)->func);
      dec(static_cast<Method*>(c)->self);
      return h.free_cell(c, sizeof(Method));
    case Kind::Code: return free_code(h, static_cast<Code*>(c));
    case Kind::Cell: dec(static_cast<CellVar*>(c)->v); return h.free_cell(c, sizeof(CellVar));
    case Kind::Type: return free_type(h, static_cast<Type*>(c));
    case Kind::Module: dec(static_cast<Module*>(c)->dict); return h.free_cell(c, sizeof(Instance) + size_t(c->aux) * 8);
    case Kind::Property: clear_values(&static_cast<Property*>(c)->get, 5); return h.free_cell(c, sizeof(Property));
    case Kind::StaticMethod:
    case Kind::ClassMethod: clear_values(&static_cast<Wrapper*>(c)->func, 2); return h.free_cell(c, sizeof(Wrapper));
    case Kind::Member:
      dec(static_cast<Member*>(c)->name);
      dec(static_cast<Member*>(c)->key);
      dec(static_cast<Member*>(c)->owner);
      return h.free_cell(c, sizeof(Member));
    case Kind::GetSet: return h.free_cell(c, sizeof(GetSet));
    case Kind::TupleGetter: dec(static_cast<TupleGetter*>(c)->doc); return h.free_cell(c, sizeof(TupleGetter));
    case Kind::Super: {
      Super* s = static_cast<Super*>(c);
      dec(s->self);
      opt(s->type);
      opt(s->self_type);
      return h.free_cell(c, sizeof(Super));
    }
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems: dec(static_cast<DictView*>(c)->dict); return h.free_cell(c, sizeof(DictView));
    case Kind::MappingProxy: dec(static_cast<MappingProxy*>(c)->mapping); return h.free_cell(c, sizeof(MappingProxy));
    case Kind::Iter: dec(static_cast<Iter*>(c)->seq); return h.free_cell(c, sizeof(Iter));
    case Kind::Gen:
    case Kind::Coroutine:
    case Kind::AsyncGen: {
      Gen* g = static_cast<Gen*>(c);
      // Its finally blocks run now; one that was never awaited is told of.
      if (!g->done && (g->started || g->kind == Kind::Coroutine) && h.owner()->current) {
        g->count = 1;
        close_dropped(*h.owner()->current, g);
        if (--g->count) return;
        if (g->flags & kWeak) clear_weakrefs(g);
      }
      release_generator_frame(g, g->nreg ? g->regs : nullptr);
      for (uint32_t i = 0; i < g->nreg; i++) dec(g->regs[i]);
      dec(g->func);
      clear_values(&g->sent, 5);
      return h.free_cell(c, sizeof(Gen) + (g->aux ? size_t(g->aux) - 1 : 0) * 8);
    }
    case Kind::Awaiter:
      opt(static_cast<Awaiter*>(c)->gen);
      clear_values(&static_cast<Awaiter*>(c)->value, 2);
      return h.free_cell(c, sizeof(Awaiter));
    case Kind::Traceback: {
      Traceback* t = static_cast<Traceback*>(c);
      opt(t->next);
      opt(t->frame);
      return h.free_cell(c, sizeof(Traceback));
    }
    case Kind::FrameObject: {
      FrameObject* f = static_cast<FrameObject*>(c);
      clear_values(f->kept, f->aux);
      clear_values(&f->locals, 2);
      dec(f->code);
      opt(f->func);
      return h.free_cell(c, sizeof(FrameObject) + (f->aux ? size_t(f->aux) - 1 : 0) * sizeof(Value));
    }
    case Kind::WeakRef:
      forget_target(static_cast<WeakRef*>(c));
      dec(static_cast<WeakRef*>(c)->callback);
      return h.free_cell(c, sizeof(WeakRef));
    case Kind::GenericAlias: {
      GenericAlias* g = static_cast<GenericAlias*>(c);
      dec(g->origin);
      dec(g->args);
      dec(g->parameters);
      return h.free_cell(c, sizeof(GenericAlias));
    }
    case Kind::Union: dec(static_cast<Union*>(c)->args); return h.free_cell(c, sizeof(Union));
    case Kind::Instance:
    case Kind::Exc:
    case Kind::Extension: {
      Instance* o = static_cast<Instance*>(c);
      size_t n = o->shape->names.size();
      if (UNLIKELY(o->type()->payload_kind == Kind::WeakRef) && o->slots[0].u) {
        WeakRef* w = o->slots[0].as<WeakRef>();
        w->outer = nullptr;
        if (w->count == 1) forget_target(w);  // which may die with the attributes below: nobody is left to be told
      }
      if (UNLIKELY(!o->type()->slots.empty())) drop_members(o);
      const size_t own = o->type()->payload_kind != Kind::Count;
      for (size_t i = own; i < n; i++) dec(o->slots[i]);
      if (own) dec(o->slots[0]);
      if (o->slots != o->inl) h.raw_free(o->slots, size_t(o->cap) * 8);
      if (o->kind == Kind::Exc) {
        Exc* e = static_cast<Exc*>(o);
        for (Value v : {e->args, e->traceback, e->cause, e->context}) dec(v);
      } else if (o->kind == Kind::Extension && o->type()->native->destroy) {
        o->type()->native->destroy(static_cast<Extension*>(o)->data());
      }
      Type* t = o->type();
      h.free_cell(o, instance_bytes(o));
      return dec(t);
    }
    default: return;
  }
}
// The commonest cells that hold no others, or that hold nothing that dies with them; false: ask drop().
static inline bool drop_leaf(Cell* c) {
  if (UNLIKELY(c->flags & (kImmortal | kWatched | kWeak | kLarge | kIndexed))) return false;
  Heap& h = *Heap::chunk_of(c)->heap;
  switch (c->kind) {
    case Kind::Str: {
      uint32_t n = static_cast<Str*>(c)->len;
      h.free_cell(c, sizeof(Str) + (n > 3 ? n - 3 : 0));
      return true;
    }
    case Kind::Int:
      if (c->aux != kInt64Aux) return false;
      h.free_cell(c, sizeof(Int64));
      return true;
    case Kind::Tuple: {
      Tuple* t = static_cast<Tuple*>(c);
      uint32_t n = t->len;
      if (n == 0 || n > 4) return false;
      for (uint32_t i = n; i-- > 0;) {
        Value v = t->items[i];
        if (!v.is_cell()) continue;
        if (v.cell()->count == 1) {  // it dies too: those behind it are no longer the tuple's
          for (uint32_t j = i + 1; j < n; j++) t->items[j] = kNone;
          return false;
        }
        v.cell()->count--;
      }
      h.free_cell(t, sizeof(Tuple) + (n - 1) * 8);
      return true;
    }
    case Kind::Method: {
      Method* m = static_cast<Method*>(c);
      if (m->self.is_cell() && m->self.cell()->count == 1) return false;
      if (m->func.is_cell() && m->func.cell()->count == 1) return false;
      dec(m->self);
      dec(m->func);
      h.free_cell(c, sizeof(Method));
      return true;
    }
    default: return false;
  }
}
void dealloc(Cell* c) {
  if (LIKELY(drop_leaf(c))) return;
  if (UNLIKELY(c->flags & kImmortal)) {  // natives may give interned strings away without counting
    c->count = 1u << 30;
    return;
  }
  Heap& h = heap_of(c);
  Interpreter& in = *h.owner();
  if (UNLIKELY(in.drop_depth > 200)) {
    if (c->flags & kWeak && !(c->kind >= Kind::Instance && c->flags & kHasDel)) clear_weakrefs(c);  // nobody revives it
    in.trash.push_back(c);
    return;
  }
  in.drop_depth++;
  drop(h, c);
  if (UNLIKELY(in.drop_depth == 1 && !in.trash.empty()))
    while (!in.trash.empty()) {
      Cell* t = in.trash.back();
      in.trash.pop_back();
      drop(h, t);
    }
  in.drop_depth--;
}

// --- weak references ---
void add_weakref(WeakRef* w) {
  Interpreter& in = *heap_of(w).owner();
  in.any_finalizers |= w->callback.u != kNone.u;
  WeakRef** at = &in.weakrefs[w->target];
  while (*at && (*at)->aux < w->aux) at = &(*at)->next;
  w->next = *at;
  *at = w;
  w->target->flags |= kWeak;
}
void forget_target(WeakRef* w) {
  if (!w->target) return;
  auto& table = heap_of(w).owner()->weakrefs;
  auto it = table.find(w->target);
  WeakRef** at = &it->second;
  while (*at != w) at = &(*at)->next;
  *at = w->next;
  if (!it->second) {
    w->target->flags &= ~kWeak;
    table.erase(it);
  }
  w->target = nullptr;
  w->next = nullptr;
}
void detach_weakrefs(Cell* c, std::vector<WeakRef*>* with_callbacks) {
  Interpreter& in = *heap_of(c).owner();
  auto it = in.weakrefs.find(c);
  c->flags &= ~kWeak;
  if (it == in.weakrefs.end()) return;
  WeakRef* w = it->second;
  in.weakrefs.erase(it);
  while (w) {
    WeakRef* next = w->next;
    w->target = nullptr;
    w->next = nullptr;
    if (w->callback.u && w->callback.u != kNone.u) {
      with_callbacks->push_back(inc(w));
      if (w->outer) inc(w->outer);
    }
    w = next;
  }
}
void run_weakref_callbacks(Interpreter& in, const std::vector<WeakRef*>& refs) {
  for (WeakRef* w : refs) {
    Cell* outer = w->outer;
    run_weakref_callback(in, w);
    dec(w);
    if (outer) dec(outer);
  }
}
void clear_weakrefs(Cell* c) {
  std::vector<WeakRef*> call;
  detach_weakrefs(c, &call);
  run_weakref_callbacks(*heap_of(c).owner(), call);
}
}  // namespace adder
