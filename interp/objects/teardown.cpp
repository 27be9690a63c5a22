// The end of an interpreter in a process that goes on: what its cells own outside the heap's pages goes with them. A
// program that ends needs none of this; one that embeds interpreters makes and drops many.
#include "interp/bytecode/code.h"
#include "interp/objects/interpreter.h"
#include "interp/objects/object.h"
#include "interp/vm/native.h"

namespace adder {
namespace {

// Payloads of extension types hold tensors, files and values. They end first, while all other cells still stand; each
// cell is held meanwhile, since a payload may let go of the last reference to another.
void end_extensions(Interpreter& in) {
  std::vector<Extension*> owners;
  in.heap.each_cell([&](Cell* c) {
    if (c->kind != Kind::Extension || !static_cast<Extension*>(c)->type()->native->destroy) return;
    c->count++;
    owners.push_back(static_cast<Extension*>(c));
  });
  for (Extension* e : owners)
    if (auto clear = e->type()->native->clear) clear(e->data());
  for (Extension* e : owners) {
    e->type()->native->destroy(e->data());
    e->kind = Kind::Instance;  // should it be dropped yet, there is no payload any more
  }
}

void end_code(Code* c) {
  for (AttrCache* a : c->attr) delete a;
  c->~Code();
}

void end_type(Type* t) {
  delete t->root;
  t->~Type();
}

}  // namespace

Interpreter::~Interpreter() {
  end_extensions(*this);
  library.reset();
  torch.reset();
  heap.each_cell([this](Cell* c) {
    switch (c->kind) {
      case Kind::Code: return end_code(static_cast<Code*>(c));
      case Kind::Type: return end_type(static_cast<Type*>(c));
      case Kind::List: return heap.raw_free(static_cast<List*>(c)->items, size_t(static_cast<List*>(c)->cap) * 8);
      case Kind::ByteArray: return heap.raw_free(static_cast<ByteArray*>(c)->start(), static_cast<ByteArray*>(c)->cap);
      case Kind::Dict: {
        Dict* d = static_cast<Dict*>(c);
        if (!d->index) return;
        heap.raw_free(d->index, (size_t(d->mask) + 1) * 4);
        return heap.raw_free(d->entries, d->cap * sizeof(Dict::Entry));
      }
      case Kind::Set:
      case Kind::FrozenSet: {
        Set* s = static_cast<Set*>(c);
        return heap.raw_free(s->table, (size_t(s->mask) + 1) * sizeof(Set::Entry));
      }
      case Kind::Instance:
      case Kind::Exc:
      case Kind::Extension: {
        Instance* o = static_cast<Instance*>(c);
        if (o->slots != o->inl) heap.raw_free(o->slots, size_t(o->cap) * 8);
        return;
      }
      default: return;
    }
  });
}

}  // namespace adder
