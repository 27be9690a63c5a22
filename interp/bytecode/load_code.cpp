// Code objects from bytes made ahead of time. A module's top-level code is complete at once; a function's body waits
// for its first call, and with it the piece of the module's bytes that it lies in: until then the function has kLazy
// instead of kSimple, so that no fast path enters it, and call_func, which all other ways go through, reads the body.
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interp/bytecode/library_code.h"
#include "interp/bytecode/serialize.h"
#include "interp/objects/bigint.h"
#include "interp/objects/interpreter.h"
#include "runtime/base/check.h"

namespace adder {
namespace {

struct Image;

}  // namespace

struct LazyBody {
  Image* image;
  const char* at;  // the body, in `piece`; null: it is apart
  uint32_t size;   // of the body, or the number of the function
  uint32_t piece;
  uint32_t flags;  // of the Code once it is read
};

namespace {

// A piece of a module's bytes.
struct Piece {
  std::string bytes;
  std::vector<std::string_view> text;    // its strings
  std::vector<Str*> made;                // the same, interned when first used: immortal, so no counts are kept
  std::vector<std::string_view> bodies;  // of functions
};

// What is left of a module's bytes. It goes with the last function that waits for its body.
struct Image {
  Image(Interpreter& i, CodePieces p) : in(i), load(std::move(p)), pieces(1) { pieces[0].bytes = load(0); }

  Interpreter& in;
  CodePieces load;
  std::vector<Piece> pieces;     // the first one is there, the others are read when first needed
  std::vector<uint32_t> counts;  // of functions in each of the others
  std::deque<LazyBody> waiting;
  size_t users = 0;  // functions that wait, and readers
  Str* file = nullptr;

  Str* string(uint32_t piece, uint64_t i) {
    const size_t shared = pieces[0].text.size();
    Piece& p = pieces[i < shared ? 0 : piece];
    if (i >= shared) i -= shared;
    if (!p.made[i]) p.made[i] = intern(in, p.text[i]);
    return p.made[i];
  }
  // The body of a function that is apart.
  std::string_view body(uint32_t number, uint32_t* piece) {
    *piece = 1;
    for (; number >= counts[*piece - 1]; ++*piece) number -= counts[*piece - 1];
    if (pieces[*piece].bodies.empty()) open(&pieces[*piece], *piece);
    return pieces[*piece].bodies[number];
  }

 private:
  void open(Piece* p, size_t i) {
    p->bytes = load(i);
    std::vector<std::string_view> bodies;
    CHECK(open_piece(p->bytes, &p->text, &bodies) && bodies.size() == counts[i - 1]);
    p->made.resize(p->text.size());
    p->bodies = std::move(bodies);
  }
};
class User {  // keeps the bytes while they are read
 public:
  explicit User(Image* image) : image_(image) { ++image->users; }
  User(const User&) = delete;
  ~User() { leave(image_); }
  static void leave(Image* image) {
    if (--image->users == 0) delete image;
  }

 private:
  Image* image_;
};

// Reads from one body.
class BodyReader {
 public:
  BodyReader(Image& image, uint32_t piece, std::string_view bytes) : image_(image), piece_(piece), r_(bytes) {}

  void read(Code* c) {
    around_ = c;
    line_ = c->first_line;
    if (!piece_ && !image_.counts.empty()) next_apart_ = r_.number32();
    r_.words(&c->ins);
    size_t n = r_.number();
    c->k.reserve(n);
    for (size_t i = 0; i < n; i++) c->k.push_back(constant());
    n = r_.number();
    c->attr.reserve(n);
    for (size_t i = 0; i < n; i++) {
      c->attr.push_back(new AttrCache());
      c->attr.back()->name = string();
    }
    n = r_.number();
    c->glob.reserve(n);
    for (size_t i = 0; i < n; i++) c->glob.push_back({string(), 0, 0, nullptr});
    set_tables(c, tables());
  }
  Code* function() {
    CodeHeader h = read_header(&r_);
    Str* name = image_.string(piece_, h.name);
    Ref<Code> c(new_code(image_.in, name, image_.file));
    c->aux = uint16_t(kLibraryCode | (h.flags & kStandInFlag ? kStandIn : 0));
    c->qualname = h.qualname ? image_.string(piece_, h.qualname - 1) : qualname(name);
    c->first_line = line_ = uint32_t(line_ + h.line);
    c->nparams = h.nparams;
    c->nposonly = h.nposonly;
    c->nkwonly = h.nkwonly;
    c->nlocals = h.nlocals;
    c->nnamed = h.nnamed;
    c->far_base = h.far_base;
    c->far_temps = h.far_temps;
    c->nreg = h.nreg;
    c->cells = std::move(h.cells);
    const uint32_t flags = h.flags & ~(kApart | kStandInFlag);
    c->cflags = (flags & ~uint32_t(kSimple)) | kLazy;
    const bool apart = h.flags & kApart;
    c->lazy = &image_.waiting.emplace_back(LazyBody{&image_, apart ? nullptr : h.body.data(),
                                                    apart ? next_apart_++ : uint32_t(h.body.size()), piece_, flags});
    ++image_.users;
    return c.release();
  }

 private:
  Str* qualname(Str* name) {  // of something in the code that is read
    if (!(around_->cflags & (kNamespace | kNewLocals))) return name;
    return intern(image_.in, inner_qualname(around_->qualname->sv(), around_->cflags, name->sv()));
  }
  Str* string() { return image_.string(piece_, r_.number()); }
  Value constant() {
    Interpreter& in = image_.in;
    switch (r_.byte()) {
      case ConstProto::None: return kNone;
      case ConstProto::False: return kFalse;
      case ConstProto::True: return kTrue;
      case ConstProto::Ellipsis: return kEllipsis;
      case ConstProto::Int: return integer(in, varint::unzigzag(r_.number()));
      case ConstProto::Float: return real(r_.bits());
      case ConstProto::Complex: {
        double re = r_.bits();
        return complex(in, re, r_.bits());
      }
      case ConstProto::Str: return of(string());
      case ConstProto::BigInt: return big_from_literal(in, r_.text());
      case ConstProto::Bytes: return of(bytes(in, r_.text()));
      case ConstProto::Tuple: {
        Ref<Tuple> t(tuple(in, r_.number()));
        for (uint32_t i = 0; i < t->len; i++) t->items[i] = constant();
        return of(t.release());
      }
      case ConstProto::Code: return of(function());
      default: break;
    }
    CHECK(false);  // the compiler makes no such constant
    return kNone;
  }
  std::unique_ptr<const CodeTables> tables() {
    auto t = std::make_unique<CodeTables>();
    for (std::vector<Str*>* names : {&t->varnames, &t->cellnames, &t->freenames}) {
      size_t n = r_.number();
      names->reserve(n);
      for (size_t i = 0; i < n; i++) names->push_back(string());
    }
    bool lines;
    r_.tables(t.get(), [this] { return string(); });
    t->positions = r_.positions(&lines);
    CHECK(r_.fine() && r_.at_end() && lines);
    return t;
  }

  Image& image_;
  const uint32_t piece_;
  ByteReader r_;
  const Code* around_ = nullptr;  // what is read; null: the module's own code
  uint32_t line_ = 0;             // where the last function began
  uint32_t next_apart_ = 0;       // the number of the next function whose body is apart
};

// What a reader has made so far.
void drop_body(Code* c) {
  for (Value v : c->k) dec(v);
  for (AttrCache* a : c->attr) delete a;
  c->ins.clear();
  c->k.clear();
  c->attr.clear();
  c->glob.clear();
}
void forget_body(Code* c) {
  if (c->lazy) User::leave(std::exchange(c->lazy, nullptr)->image);
}

}  // namespace

void load_body(Code* c) {
  const LazyBody lazy = *c->lazy;
  const User reading(lazy.image);
  uint32_t piece = lazy.piece;
  std::string_view bytes = lazy.at ? std::string_view(lazy.at, lazy.size) : lazy.image->body(lazy.size, &piece);
  try {
    BodyReader(*lazy.image, piece, bytes).read(c);
  } catch (...) {  // no memory: the next call begins anew
    drop_body(c);
    throw;
  }
  c->cflags = lazy.flags;
  forget_body(c);
}
Code::~Code() {
  forget_body(this);
  if (tables != &kNoTables) delete tables;
}
Code* load_code(Interpreter& in, CodePieces pieces) {
  Image* image = new Image(in, std::move(pieces));
  const User reading(image);
  Piece& first = image->pieces[0];
  ByteReader r;
  if (!open_code(first.bytes, false, &r, &first.text, &image->counts)) return nullptr;
  first.made.resize(first.text.size());
  image->pieces.resize(1 + image->counts.size());
  image->file = image->string(0, r.number());
  Ref<Code> code(BodyReader(*image, 0, r.rest()).function());
  ensure_body(code.get());
  return code.release();
}

}  // namespace adder
