// _weakref and gc.
#include "interp/vm/import.h"
#include "stdlib/native/library.h"
#include "stdlib/native/state.h"
#include "stdlib/native/weak_proxy.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

Value weak_count(Thread& th, Value* a, int) {
  int64_t n = 0;
  if (a[0].is_cell()) {
    auto it = th.in.weakrefs.find(a[0].cell());
    if (it != th.in.weakrefs.end())
      for (WeakRef* w = it->second; w; w = w->next) ++n;
  }
  return integer49(n);
}
Value weak_list(Thread& th, Value* a, int) {
  List* l = list(th);
  if (a[0].is_cell()) {
    auto it = th.in.weakrefs.find(a[0].cell());
    if (it != th.in.weakrefs.end())
      for (WeakRef* w = it->second; w; w = w->next) push(l, w->outer ? of(inc(w->outer)) : of(inc(w)));
  }
  return of(l);
}

const NativeDef kWeakFunctions[] = {
    {"getweakrefcount", "(object, /)", "The number of weak references.", weak_count, Rule::residual},
    {"getweakrefs", "(object, /)", "The weak references.", weak_list, Rule::residual},
    {"proxy", "(object, callback=None, /)", "A proxy that holds the object weakly.", new_proxy, Rule::residual},
};
bool init_weakref(Thread& th, Module* m) {
  Type* t = th.in.types[int(Kind::WeakRef)];
  module_set(th.in, m, "ref", of(inc(t)));
  module_set(th.in, m, "ReferenceType", of(inc(t)));
  define_proxies(th, m);
  return true;
}

// --- gc

bool tell_callbacks(Thread& th, const char* phase, int64_t generation, int64_t collected) {
  Module* m = find_module(th.in, intern(th.in, "gc"));
  Value callbacks = m ? dict_get(m->dict, intern(th.in, "callbacks")) : kAbsent;
  if (!callbacks.is(Kind::List) || !callbacks.as<List>()->len) return true;
  Owned info(of(dict(th))), word(new_str(th, phase));
  dict_set(info.get().as<Dict>(), intern(th.in, "generation"), integer49(generation));
  dict_set(info.get().as<Dict>(), intern(th.in, "collected"), integer(th, collected));
  dict_set(info.get().as<Dict>(), intern(th.in, "uncollectable"), integer49(0));
  Values functions;
  if (!iterate(th, callbacks, &functions.items)) return false;
  for (Value f : functions.items) {
    Value args[2] = {word.get(), info.get()};
    Owned r(th.call(f, args, 2));
    if (!r) report_unraisable(th, nullptr, f);
  }
  return true;
}
Value gc_collect(Thread& th, Value* a, int) {
  int64_t generation;
  if (!to_index(th, a[0], &generation)) return kAbsent;
  if (generation < 0 || generation > 2) return th.raise(E_ValueError, "invalid generation");
  if (!tell_callbacks(th, "start", generation, 0)) return kAbsent;
  constexpr int64_t kSaveAll = 32;
  Value garbage = module_name(th, "gc", "garbage");
  bool saves = library_state(th.in).gc_settings.debug & kSaveAll && garbage.is(Kind::List);
  int64_t n = int64_t(collect_cycles(th, saves ? garbage.as<List>() : nullptr));
  GcStats& stats = library_state(th.in).gc[generation];
  ++stats.collections;
  stats.collected += n;
  if (!tell_callbacks(th, "stop", generation, n)) return kAbsent;
  return integer(th, n);
}
Value gc_stats(Thread& th, Value*, int) {
  List* l = list(th, 3);
  for (const GcStats& g : library_state(th.in).gc) {
    Dict* d = dict(th);
    dict_set(d, intern(th.in, "collections"), integer(th, g.collections));
    dict_set(d, intern(th.in, "collected"), integer(th, g.collected));
    dict_set(d, intern(th.in, "uncollectable"), integer49(0));
    push(l, of(d));
  }
  return of(l);
}
Value gc_enable(Thread& th, Value*, int) {
  th.in.gc_enabled = true;
  return kNone;
}
Value gc_disable(Thread& th, Value*, int) {
  th.in.gc_enabled = false;
  return kNone;
}
Value gc_isenabled(Thread& th, Value*, int) {
  return boolean(th.in.gc_enabled);
}
Value gc_count(Thread& th, Value*, int) {
  Tuple* t = tuple(th, 3);
  for (int i = 0; i < 3; ++i) t->items[i] = integer49(0);
  return of(t);
}
Value gc_threshold(Thread& th, Value*, int) {
  Tuple* t = tuple(th, 3);
  for (int i = 0; i < 3; ++i) t->items[i] = integer(th, library_state(th.in).gc_settings.thresholds[i]);
  return of(t);
}
Value gc_set_threshold(Thread& th, Value* a, int) {
  int64_t given[3];
  for (int i = 0; i < 3; ++i) {
    given[i] = library_state(th.in).gc_settings.thresholds[i];
    if (a[i].u && !to_index(th, a[i], &given[i])) return kAbsent;
  }
  std::copy(given, given + 3, library_state(th.in).gc_settings.thresholds);
  return kNone;
}
Value gc_get_debug(Thread& th, Value*, int) {
  return integer(th, library_state(th.in).gc_settings.debug);
}
Value gc_set_debug(Thread& th, Value* a, int) {
  return to_index(th, a[0], &library_state(th.in).gc_settings.debug) ? kNone : kAbsent;
}
bool is_container(Value v) {
  static constexpr bool kContainer[] = {
#define X(name, text, container) container != 0,
#include "interp/objects/kinds.def"
#undef X
  };
  return v.is_cell() && kContainer[int(v.cell()->kind)];
}
// Frozen objects are counted only: the collector asks for no generations, so nothing is copied by looking at them.
Value gc_freeze(Thread& th, Value*, int) {
  int64_t n = 0;
  th.in.heap.each_cell([&](Cell* c) { n += is_container(of(c)); });
  library_state(th.in).gc_settings.frozen = n;
  return kNone;
}
Value gc_unfreeze(Thread& th, Value*, int) {
  library_state(th.in).gc_settings.frozen = 0;
  return kNone;
}
Value gc_freeze_count(Thread& th, Value*, int) {
  return integer(th, library_state(th.in).gc_settings.frozen);
}
// What CPython tracks: no built-in types, no empty tuple, no plain object(), and dicts only once they hold something
// that can be part of a cycle.
bool is_tracked(Value v) {
  if (!is_container(v)) return false;
  switch (v.cell()->kind) {
    case Kind::Type: return v.as<Type>()->tflags & kHeapType;
    case Kind::Tuple: return v.as<Tuple>()->len != 0;
    case Kind::Code:
    case Kind::Range: return false;
    case Kind::Dict: {
      Dict* d = v.as<Dict>();
      for (uint32_t i = 0; i < d->filled; ++i)
        if (d->entries[i].key.u && (is_tracked(d->entries[i].key) || is_tracked(d->entries[i].val))) return true;
      return false;
    }
    case Kind::Instance: return v.as<Instance>()->type()->tflags & kHeapType;
    default: return true;
  }
}
Value gc_is_tracked(Thread&, Value* a, int) {
  return boolean(is_tracked(a[0]));
}
Value gc_is_finalized(Thread&, Value* a, int) {
  if (!has_fields(a[0])) return kFalse;
  return boolean(a[0].as<Instance>()->type()->tflags & kFinalizer && !(a[0].cell()->flags & kHasDel));
}
Value gc_objects(Thread& th, Value* a, int) {
  if (a[0].u != kNone.u) {
    int64_t generation;
    if (!to_index(th, a[0], &generation)) return kAbsent;
    if (generation < 0) return th.raise(E_ValueError, "generation parameter cannot be negative");
    if (generation > 2)
      return th.raise(E_ValueError, "generation parameter must be less than the number of available generations (3)");
  }
  std::vector<Cell*> cells;
  th.in.heap.each_cell([&](Cell* c) {
    if (is_container(of(c))) cells.push_back(c);
  });
  List* l = list(th, cells.size());
  for (Cell* c : cells) push(l, of(inc(c)));
  return of(l);
}
Value gc_referents(Thread& th, Value* a, int n) {
  struct Collect : Visitor {
    List* out;
    void visit(Value v) override {
      bool script_value = v.is_cell() || v.is_int() || v.is_float() || v.u == kNone.u || is_bool(v);
      if (script_value) push(out, inc(v));
    }
  } visitor;
  Ref<List> l(list(th));
  visitor.out = l.get();
  for (int i = 0; i < n; ++i)
    if (is_container(a[i])) traverse(a[i].cell(), visitor);
  return of(l.release());
}
Value gc_referrers(Thread& th, Value* a, int n) {
  struct Find : Visitor {
    Value* targets;
    int n;
    bool found;
    void visit(Value v) override {
      for (int i = 0; i < n; ++i) found |= v == targets[i];
    }
  } visitor;
  visitor.targets = a;
  visitor.n = n;
  std::vector<Cell*> cells;
  th.in.heap.each_cell([&](Cell* c) {
    if (!is_container(of(c))) return;
    visitor.found = false;
    traverse(c, visitor);
    if (visitor.found) cells.push_back(c);
  });
  List* l = list(th, cells.size());
  for (Cell* c : cells) push(l, of(inc(c)));
  return of(l);
}
const NativeDef kGcFunctions[] = {
    {"collect", "(generation=2)", "Find and free cycles; the number of objects freed.", gc_collect, Rule::opaque},
    {"get_stats", "()", "Collections so far, by generation.", gc_stats, Rule::residual},
    {"enable", "()", "Let collections run by themselves.", gc_enable, Rule::residual},
    {"disable", "()", "Collect only on request.", gc_disable, Rule::residual},
    {"isenabled", "()", "Whether cycles are collected by themselves.", gc_isenabled, Rule::residual},
    {"freeze", "()", "Count the objects that there are as frozen.", gc_freeze, Rule::residual},
    {"unfreeze", "()", "Count none as frozen.", gc_unfreeze, Rule::residual},
    {"get_freeze_count", "()", "The number of frozen objects.", gc_freeze_count, Rule::residual},
    {"get_count", "()", "New objects by generation: none are counted.", gc_count, Rule::residual},
    {"get_threshold", "()", "What set_threshold was given.", gc_threshold, Rule::residual},
    {"set_threshold", "(threshold0, threshold1=..., threshold2=..., /)", "Keep thresholds for get_threshold.",
     gc_set_threshold, Rule::residual},
    {"get_debug", "()", "The debugging flags.", gc_get_debug, Rule::residual},
    {"set_debug", "(flags, /)", "Set the debugging flags; DEBUG_SAVEALL has an effect.", gc_set_debug, Rule::residual},
    {"is_finalized", "(obj, /)", "Has its __del__ run?", gc_is_finalized, Rule::residual},
    {"is_tracked", "(obj, /)", "Can the collector reach it?", gc_is_tracked, Rule::residual},
    {"get_objects", "(generation=None)", "All containers.", gc_objects, Rule::opaque},
    {"get_referents", "(*objs)", "What the objects refer to.", gc_referents, Rule::opaque},
    {"get_referrers", "(*objs)", "What refers to any of the objects.", gc_referrers, Rule::opaque},
};
bool init_gc(Thread& th, Module* m) {
  module_set(th.in, m, "garbage", of(list(th)));
  module_set(th.in, m, "callbacks", of(list(th)));
  module_set(th.in, m, "DEBUG_STATS", integer49(1));
  module_set(th.in, m, "DEBUG_COLLECTABLE", integer49(2));
  module_set(th.in, m, "DEBUG_UNCOLLECTABLE", integer49(4));
  module_set(th.in, m, "DEBUG_SAVEALL", integer49(32));
  module_set(th.in, m, "DEBUG_LEAK", integer49(38));
  return true;
}

}  // namespace

const NativeModuleDef kWeakrefModule = {"_weakref", "Weak references.", kWeakFunctions, init_weakref};
const NativeModuleDef kGcModule = {"gc", "The cycle collector.", kGcFunctions, init_gc};

}  // namespace adder::lib
