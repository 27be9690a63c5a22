#include "interp/bytecode/serialize.h"

#include <cstring>

#include "interp/bytecode/opcodes.h"

namespace adder {

namespace {

constexpr char kMagic[8] = {'A', 'D', 'D', 'E', 'R', 'B', 'C', '1'};
constexpr size_t kHeader = sizeof kMagic + 8;
constexpr int kMaxDepth = 200;  // of nested code and tuples

uint64_t fnv(std::string_view s, uint64_t h = 14695981039346656037ull) {
  for (unsigned char c : s) h = (h ^ c) * 1099511628211ull;
  return h;
}

// Code is only as good as the table it was made for.
uint64_t table_hash() {
  uint64_t h = fnv("");
  for (const OpInfo& op : kOps) h = fnv(op.operands, fnv(op.name, h));
  return h;
}

class Writer {
 public:
  std::string out;

  void number(uint64_t v) { varint::put(&out, v); }
  void word(uint32_t v) {
    for (int i = 0; i < 4; i++) out += char(v >> (8 * i));
  }
  void bits(double d) {
    uint64_t b;
    memcpy(&b, &d, 8);
    for (int i = 0; i < 8; i++) out += char(b >> (8 * i));
  }
  void text(std::string_view s) {
    number(s.size());
    out += s;
  }
  void texts(const std::vector<std::string>& v) {
    number(v.size());
    for (const std::string& s : v) text(s);
  }
  void constant(const ConstProto& c) {
    out += char(c.type);
    switch (c.type) {
      case ConstProto::Int: number(varint::zigzag(c.integer)); break;
      case ConstProto::Float: bits(c.real); break;
      case ConstProto::Complex:
        bits(c.real);
        bits(c.imaginary);
        break;
      case ConstProto::BigInt:
      case ConstProto::Str:
      case ConstProto::Bytes: text(c.text); break;
      case ConstProto::Tuple:
      case ConstProto::FrozenSet:
        number(c.items.size());
        for (const ConstProto& x : c.items) constant(x);
        break;
      case ConstProto::Code: code(*c.code); break;
      default: break;
    }
  }
  void code(const CodeProto& c) {
    text(c.name);
    text(c.qualname);
    text(c.filename);
    for (uint32_t v : {c.first_line, c.flags, c.nparams, c.nposonly, c.nkwonly, c.nlocals, c.nnamed, c.far_base,
                       c.far_temps, c.nreg}) {
      number(v);
    }
    number(c.ins.size());
    for (uint32_t w : c.ins) word(w);
    number(c.k.size());
    for (const ConstProto& k : c.k) constant(k);
    texts(c.attr);
    texts(c.glob);
    texts(c.varnames);
    texts(c.cellvars);
    texts(c.freevars);
    number(c.handlers.size());
    for (const HandlerProto& h : c.handlers) {
      for (uint32_t v : {h.start, h.end, h.target, uint32_t(h.reg), uint32_t(h.clear_from)}) number(v);
    }
    number(c.handled.size());
    for (const HandledProto& h : c.handled) {
      for (uint32_t v : {h.start, h.end, uint32_t(h.reg)}) number(v);
    }
    number(c.cells.size());
    for (const CellProto& x : c.cells) number(uint32_t(x.index) << 1 | uint32_t(x.local));
    number(c.inlined.size());
    for (const InlinedProto& i : c.inlined) {
      number(i.start);
      number(i.end);
      text(i.name);
      number(i.position);
    }
    text(c.positions);
  }
};

class Reader {
 public:
  explicit Reader(std::string_view s) : s_(s) {}
  bool done() const { return fine_ && i_ == s_.size(); }

  void code(CodeProto* c) {
    if (!enter()) return;
    c->name = text();
    c->qualname = text();
    c->filename = text();
    for (uint32_t* v : {&c->first_line, &c->flags, &c->nparams, &c->nposonly, &c->nkwonly, &c->nlocals, &c->nnamed,
                        &c->far_base, &c->far_temps, &c->nreg}) {
      *v = number32();
    }
    size_t n = count(4);
    c->ins.resize(n);
    for (uint32_t& w : c->ins) w = word();
    n = count(1);
    c->k.resize(n);
    for (ConstProto& k : c->k) constant(&k);
    for (std::vector<std::string>* v : {&c->attr, &c->glob, &c->varnames, &c->cellvars, &c->freevars}) {
      v->resize(count(1));
      for (std::string& s : *v) s = text();
    }
    c->handlers.resize(count(5));
    for (HandlerProto& h : c->handlers) {
      h.start = number32();
      h.end = number32();
      h.target = number32();
      h.reg = uint8_t(number32());
      h.clear_from = uint8_t(number32());
    }
    c->handled.resize(count(3));
    for (HandledProto& h : c->handled) {
      h.start = number32();
      h.end = number32();
      h.reg = uint8_t(number32());
    }
    c->cells.resize(count(1));
    for (CellProto& x : c->cells) {
      uint32_t v = number32();
      x = {bool(v & 1), uint16_t(v >> 1)};
    }
    c->inlined.resize(count(4));
    for (InlinedProto& i : c->inlined) {
      i.start = number32();
      i.end = number32();
      i.name = text();
      i.position = number32();
    }
    c->positions = text();
    depth_--;
  }

 private:
  bool enter() {
    if (++depth_ > kMaxDepth) fine_ = false;
    return fine_;
  }
  uint64_t number() {
    if (i_ >= s_.size()) fine_ = false;
    return fine_ ? varint::get(s_, &i_) : 0;
  }
  uint32_t number32() {
    uint64_t v = number();
    if (v > UINT32_MAX) fine_ = false;
    return uint32_t(v);
  }
  // A number of things of at least `bytes` bytes each.
  size_t count(size_t bytes) {
    uint64_t n = number();
    if (n > (s_.size() - i_) / bytes) fine_ = false;
    return fine_ ? size_t(n) : 0;
  }
  uint32_t word() {
    if (i_ + 4 > s_.size()) {
      fine_ = false;
      return 0;
    }
    uint32_t v = 0;
    for (int k = 0; k < 4; k++) v |= uint32_t((unsigned char)s_[i_++]) << (8 * k);
    return v;
  }
  double bits() {
    uint64_t b = word();
    b |= uint64_t(word()) << 32;
    double d;
    memcpy(&d, &b, 8);
    return d;
  }
  std::string text() {
    size_t n = count(1);
    std::string out(s_.substr(i_, n));
    i_ += n;
    return out;
  }
  void constant(ConstProto* c) {
    if (!enter()) return;
    if (i_ >= s_.size() || (unsigned char)s_[i_] > ConstProto::Code) {
      fine_ = false;
      return;
    }
    c->type = ConstProto::Type(s_[i_++]);
    switch (c->type) {
      case ConstProto::Int: c->integer = varint::unzigzag(number()); break;
      case ConstProto::Float: c->real = bits(); break;
      case ConstProto::Complex:
        c->real = bits();
        c->imaginary = bits();
        break;
      case ConstProto::BigInt:
      case ConstProto::Str:
      case ConstProto::Bytes: c->text = text(); break;
      case ConstProto::Tuple:
      case ConstProto::FrozenSet:
        c->items.resize(count(1));
        for (ConstProto& x : c->items) constant(&x);
        break;
      case ConstProto::Code:
        c->code = std::make_shared<CodeProto>();
        code(c->code.get());
        break;
      default: break;
    }
    depth_--;
  }

  std::string_view s_;
  size_t i_ = 0;
  int depth_ = 0;
  bool fine_ = true;
};

std::string bytes_of(uint64_t v) {
  std::string s;
  for (int i = 0; i < 8; i++) s += char(v >> (8 * i));
  return s;
}

}  // namespace

// Layout: magic, checksum of the rest (seeded with the opcode table), then the code.
std::string write_code(const CodeProto& c) {
  Writer w;
  w.code(c);
  return std::string(kMagic, sizeof kMagic) + bytes_of(fnv(w.out, table_hash())) + w.out;
}

bool read_code(std::string_view s, CodeProto* out) {
  if (s.size() < kHeader || memcmp(s.data(), kMagic, sizeof kMagic) != 0) return false;
  std::string_view body = s.substr(kHeader);
  if (s.substr(sizeof kMagic, 8) != bytes_of(fnv(body, table_hash()))) return false;
  Reader r(body);
  r.code(out);
  return r.done();
}

}  // namespace adder
