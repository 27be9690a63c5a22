// Code objects from bytes made ahead of time. A module's top-level code is complete at once; a function's body waits for
// its first call: until then the function has kLazy instead of kSimple, so that no fast path enters it, and call_func,
// which all other ways go through, reads the body.
#include <memory>
#include <string>
#include <utility>

#include "interp/bytecode/library_code.h"
#include "interp/bytecode/serialize.h"
#include "interp/objects/bigint.h"
#include "interp/objects/interpreter.h"
#include "runtime/base/check.h"

namespace adder {
namespace {

// The strings of one module's bytes, interned when first used; interned strings are immortal, no counts are kept.
struct Image {
  Interpreter& in;
  const std::shared_ptr<const std::string> bytes;
  std::vector<std::string_view> text = {};
  std::vector<Str*> made = {};
  Str* string(uint64_t i) {
    if (!made[i]) made[i] = intern(in, text[i]);
    return made[i];
  }
};

}  // namespace

struct LazyBody {
  std::shared_ptr<Image> image;
  std::string_view bytes;
  uint32_t flags;
};

namespace {

Code* read_function(const std::shared_ptr<Image>& image, ByteReader* in, bool now);

Value read_constant(const std::shared_ptr<Image>& image, ByteReader* r) {
  Interpreter& in = image->in;
  switch (r->byte()) {
    case ConstProto::None: return kNone;
    case ConstProto::False: return kFalse;
    case ConstProto::True: return kTrue;
    case ConstProto::Ellipsis: return kEllipsis;
    case ConstProto::Int: return integer(in, varint::unzigzag(r->number()));
    case ConstProto::Float: return real(r->bits());
    case ConstProto::Complex: {
      double re = r->bits();
      return complex(in, re, r->bits());
    }
    case ConstProto::Str: return of(image->string(r->number()));
    case ConstProto::BigInt: return big_from_literal(in, r->text());
    case ConstProto::Bytes: return of(bytes(in, r->text()));
    case ConstProto::Tuple: {
      Tuple* t = tuple(in, r->number());
      for (uint32_t i = 0; i < t->len; i++) t->items[i] = read_constant(image, r);
      return of(t);
    }
    case ConstProto::Code: return of(read_function(image, r, false));
    default: break;
  }
  CHECK(false);  // the compiler makes no such constant
  return kNone;
}
void read_body(Code* c, const std::shared_ptr<Image>& image, std::string_view bytes) {
  ByteReader r(bytes);
  r.words(&c->ins);
  size_t n = r.number();
  c->k.reserve(n);
  for (size_t i = 0; i < n; i++) c->k.push_back(read_constant(image, &r));
  n = r.number();
  c->attr.reserve(n);
  for (size_t i = 0; i < n; i++) {
    AttrCache* a = new AttrCache();
    a->name = image->string(r.number());
    c->attr.push_back(a);
  }
  n = r.number();
  c->glob.reserve(n);
  for (size_t i = 0; i < n; i++) c->glob.push_back({image->string(r.number()), 0, 0, nullptr});
  for (std::vector<Str*>* names : {&c->varnames, &c->cellnames, &c->freenames}) {
    n = r.number();
    names->reserve(n);
    for (size_t i = 0; i < n; i++) names->push_back(image->string(r.number()));
  }
  c->handlers.resize(r.number());
  for (Handler& h : c->handlers) {
    h.start = r.number32();
    h.end = r.number32();
    h.target = r.number32();
    h.reg = uint8_t(r.number32());
    h.clear_from = uint8_t(r.number32());
  }
  c->handled.resize(r.number());
  for (Handled& h : c->handled) {
    h.start = r.number32();
    h.end = r.number32();
    h.reg = uint8_t(r.number32());
  }
  c->inlined.resize(r.number());
  for (Inlined& i : c->inlined) {
    i.start = r.number32();
    i.end = r.number32();
    i.name = image->string(r.number());
    i.position = r.number32();
  }
  c->positions = r.positions();
  CHECK(r.fine());
}
// What read_body() has made so far.
void drop_body(Code* c) {
  for (Value v : c->k) dec(v);
  for (AttrCache* a : c->attr) delete a;
  c->ins.clear();
  c->k.clear();
  c->attr.clear();
  c->glob.clear();
  for (std::vector<Str*>* names : {&c->varnames, &c->cellnames, &c->freenames}) names->clear();
  c->handlers.clear();
  c->handled.clear();
  c->inlined.clear();
}
Code* read_function(const std::shared_ptr<Image>& image, ByteReader* in, bool now) {
  CodeHeader h = read_header(in);
  Str* name = image->string(h.name);
  Code* c = new_code(image->in, name, image->string(h.filename));
  c->aux = kLibraryCode;
  c->qualname = image->string(h.qualname);
  c->first_line = h.first_line;
  c->cflags = h.flags;
  c->nparams = h.nparams;
  c->nposonly = h.nposonly;
  c->nkwonly = h.nkwonly;
  c->nlocals = h.nlocals;
  c->nnamed = h.nnamed;
  c->far_base = h.far_base;
  c->far_temps = h.far_temps;
  c->nreg = h.nreg;
  c->cells = std::move(h.cells);
  if (now) {
    read_body(c, image, h.body);
  } else {
    c->lazy = new LazyBody{image, h.body, h.flags};
    c->cflags = (h.flags & ~uint32_t(kSimple)) | kLazy;
  }
  return c;
}

}  // namespace

void load_body(Code* c) {
  try {
    read_body(c, c->lazy->image, c->lazy->bytes);
  } catch (...) {  // no memory: the next call begins anew
    drop_body(c);
    throw;
  }
  c->cflags = c->lazy->flags;
  forget_body(c);
}
void forget_body(Code* c) {
  delete std::exchange(c->lazy, nullptr);
}
Code* load_code(Interpreter& in, std::shared_ptr<const std::string> bytes) {
  ByteReader r;
  auto image = std::make_shared<Image>(in, std::move(bytes));
  if (!open_code(*image->bytes, false, &r, &image->text)) return nullptr;
  image->made.resize(image->text.size());
  return read_function(image, &r, true);
}

}  // namespace adder
