// The cycle collector: trial deletion over all cells. A cell whose count is explained by references from other cells of
// the candidate set is not held from outside; what such a cell cannot be reached from is garbage. Registers, C++ locals
// and the interpreter's own tables count as outside, so no roots need to be known.
//
// Finalizers run once, before anything is torn down (PEP 442); weak references of garbage are cleared first. Then the
// references through which cycles run are dropped, and reference counting does the rest.
#include <algorithm>
#include <unordered_set>

#include "interp/vm/thread.h"

namespace adder {
namespace {
bool is_container(Kind k) {
  static const bool kContainer[] = {
#define X(name, text, container) container,
#include "interp/objects/kinds.def"
#undef X
  };
  return kContainer[int(k)];
}
struct Collector {
  Heap& heap;
  // one count a cell: -1 not a candidate; while marking, 0 means reached from outside
  int32_t* slot(Cell* c) {
    if (c->flags & kLarge) return reinterpret_cast<int32_t*>(&Heap::large_of(c)->refs);
    Heap::Chunk* chunk = Heap::chunk_of(c);
    size_t offset = size_t(reinterpret_cast<char*>(c) - reinterpret_cast<char*>(chunk));
    Heap::Page& p = chunk->pages[offset / Heap::kPage];
    // offset / (cls * 16) without a division: exact, since a page holds less than 2^10 units of 16 bytes
    return p.refs + ((offset % Heap::kPage / 16 * reciprocal[p.cls]) >> 16);
  }
  uint32_t reciprocal[Heap::kClasses + 1] = {};
  // Can it be part of a cycle? Tuples of texts and numbers, which are many, cannot.
  static bool candidate(const Cell* c) {
    if (!is_container(c->kind) || (c->flags & kImmortal)) return false;
    if (c->kind != Kind::Tuple) return true;
    const Tuple* t = static_cast<const Tuple*>(c);
    if (t->len > 8) return true;
    for (uint32_t i = 0; i < t->len; i++)
      if (t->items[i].is_cell() && is_container(t->items[i].cell()->kind)) return true;
    return false;
  }
  void prepare() {
    for (uint32_t cls = 1; cls <= uint32_t(Heap::kClasses); cls++) reciprocal[cls] = (1u << 16) / cls + 1;
    for (Heap::Chunk* c : heap.chunks())
      for (int p = 1; p < c->used; p++)
        if (c->pages[p].cls) {
          size_t n = Heap::kPage / (size_t(c->pages[p].cls) * 16);
          c->pages[p].refs = new int32_t[n];
          for (size_t i = 0; i < n; i++) c->pages[p].refs[i] = -1;
        }
    heap.each_cell([&](Cell* c) { *slot(c) = candidate(c) ? int32_t(c->count & 0x7FFFFFFF) : -1; });
  }
  void finish() {
    for (Heap::Chunk* c : heap.chunks())
      for (int p = 1; p < c->used; p++) {
        delete[] c->pages[p].refs;
        c->pages[p].refs = nullptr;
      }
  }
};
constexpr int32_t kReached = -2;
struct Subtract : Visitor {
  Collector& c;
  explicit Subtract(Collector& x) : c(x) {}
  void visit(Value v) override {
    if (!v.is_cell()) return;
    int32_t* s = c.slot(v.cell());
    if (*s > 0) --*s;
  }
};
struct Reach : Visitor {
  Collector& c;
  std::vector<Cell*> todo;
  explicit Reach(Collector& x) : c(x) {}
  void add(Cell* x) {
    int32_t* s = c.slot(x);
    if (*s < 0) return;
    *s = kReached;
    todo.push_back(x);
  }
  void visit(Value v) override {
    if (v.is_cell()) add(v.cell());
  }
  void run() {
    while (!todo.empty()) {
      Cell* x = todo.back();
      todo.pop_back();
      traverse(x, *this);
    }
  }
};
// Cells not reachable from outside, each with one count added.
std::vector<Cell*> find_garbage(Heap& heap) {
  Collector c{heap};
  c.prepare();
  Subtract subtract(c);
  heap.each_cell([&](Cell* x) {
    if (*c.slot(x) != -1) traverse(x, subtract);
  });
  Reach reach(c);
  heap.each_cell([&](Cell* x) {
    if (*c.slot(x) <= 0) return;
    reach.add(x);
    reach.run();
  });
  std::vector<Cell*> garbage;
  heap.each_cell([&](Cell* x) {
    if (*c.slot(x) != 0) return;
    x->count++;
    garbage.push_back(x);
  });
  c.finish();
  return garbage;
}
}  // namespace

size_t collect_cycles(Thread& th, List* save) {
  Interpreter& in = th.in;
  if (in.collecting) return 0;
  in.collecting = true;
  Value pending = th.take_pending();
  std::vector<Cell*> garbage = find_garbage(in.heap);
  // weak references to garbage from outside it: cleared, their callbacks run; those inside are forgotten
  std::unordered_set<Cell*> dead(garbage.begin(), garbage.end());
  for (Cell* c : garbage)
    if (c->kind == Kind::WeakRef) forget_target(static_cast<WeakRef*>(c));
  std::vector<WeakRef*> callbacks;
  for (Cell* c : garbage)
    if (c->flags & kWeak) detach_weakrefs(c, &callbacks);
  run_weakref_callbacks(in, callbacks);
  bool finalizers = false;
  for (Cell* c : garbage) {
    bool gen = (c->kind == Kind::Gen || c->kind == Kind::Coroutine || c->kind == Kind::AsyncGen) &&
               !static_cast<Gen*>(c)->done && (static_cast<Gen*>(c)->started || c->kind == Kind::Coroutine);
    if (c->kind >= Kind::Instance && (c->flags & kHasDel)) {
      c->flags &= uint8_t(~kHasDel);
      finalizers = true;
      run_del(in, static_cast<Instance*>(c));
    } else if (gen) {
      finalizers = true;
      close_dropped(th, static_cast<Gen*>(c));
    }
  }
  if (finalizers) {  // some may have come back to life: look again, and tear down only what is still garbage
    for (Cell* c : garbage) dec(c);
    garbage = find_garbage(in.heap);
    std::vector<Cell*> still;
    for (Cell* c : garbage)
      if (dead.count(c))
        still.push_back(c);
      else
        dec(c);
    garbage.swap(still);
  }
  // Code counts as no object of its own: CPython's cannot be part of a cycle.
  size_t n = size_t(std::count_if(garbage.begin(), garbage.end(), [](Cell* c) { return c->kind != Kind::Code; }));
  if (save)
    for (Cell* c : garbage) push(save, of(inc(c)));
  else
    for (Cell* c : garbage) clear_cell(c);
  for (Cell* c : garbage) dec(c);
  in.heap.collected(n > 0);
  th.pending = pending;
  in.collecting = false;
  in.collections++;
  return n;
}
}  // namespace adder
