// The reading half of serialize.h, for protos; load_code.cpp reads what the VM runs.
#include "interp/bytecode/serialize.h"

#include <bit>
#include <cstring>
#include <utility>

#include "interp/bytecode/opcodes.h"

namespace adder {

namespace {

constexpr char kMagic[8] = {'A', 'D', 'D', 'E', 'R', 'B', 'C', '5'};
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

std::string checksum(std::string_view s) {
  const uint64_t h = fnv(s, table_hash());
  std::string out;
  for (int i = 0; i < 8; i++) out += char(h >> (8 * i));
  return out;
}

struct OpenPiece {
  std::vector<std::string_view> strings, bodies;
};

class Reader {
 public:
  // `pieces`: the first one has no bodies, `in` stands at its code.
  Reader(ByteReader in, const std::vector<OpenPiece>& pieces) : in_(in), pieces_(pieces) {
    for (uint32_t p = 1; p < pieces.size(); p++)
      for (std::string_view body : pieces[p].bodies) apart_.push_back({p, body});
  }
  bool done() const { return in_.fine() && in_.at_end(); }

  void root(CodeProto* c) {
    file_ = string(in_.number());
    code(c, nullptr);
  }

 private:
  struct Body {
    uint32_t piece;
    std::string_view bytes;
  };
  struct Around {
    const CodeProto* code;
    uint32_t line;
    uint64_t next_apart;  // the number of the next function in it whose body is apart
  };
  void code(CodeProto* c, Around* around) {
    if (!enter()) return;
    CodeHeader h = read_header(&in_);
    c->name = string(h.name);
    if (h.qualname)
      c->qualname = string(h.qualname - 1);
    else if (around)
      c->qualname = inner_qualname(around->code->qualname, around->code->flags, c->name);
    else
      in_.fail();
    c->filename = file_;
    c->first_line = uint32_t(h.line + (around ? around->line : 0));
    if (around) around->line = c->first_line;
    c->flags = h.flags & ~kApart;
    c->nparams = h.nparams;
    c->nposonly = h.nposonly;
    c->nkwonly = h.nkwonly;
    c->nlocals = h.nlocals;
    c->nnamed = h.nnamed;
    c->far_base = h.far_base;
    c->far_temps = h.far_temps;
    c->nreg = h.nreg;
    c->cells = std::move(h.cells);
    Body at{piece_, h.body};
    if (h.flags & kApart) {
      if (!around || piece_ || around->next_apart >= apart_.size()) return in_.fail();
      at = apart_[around->next_apart++];
    }
    const ByteReader outer = std::exchange(in_, ByteReader(at.bytes));
    const uint32_t outer_piece = std::exchange(piece_, at.piece);
    body(c);
    const bool whole = done();
    in_ = outer;
    piece_ = outer_piece;
    if (!whole) in_.fail();
    depth_--;
  }
  void body(CodeProto* c) {
    Around around{c, c->first_line, 0};
    if (!piece_ && pieces_.size() > 1) around.next_apart = in_.number();
    in_.words(&c->ins);
    c->k.resize(in_.count(1));
    for (ConstProto& k : c->k) constant(&k, &around);
    for (std::vector<std::string>* v : {&c->attr, &c->glob, &c->varnames, &c->cellvars, &c->freevars}) {
      v->resize(in_.count(1));
      for (std::string& s : *v) s = string(in_.number());
    }
    in_.tables(c, [this] { return string(in_.number()); });
    bool lines;
    std::string_view table = in_.positions(&lines);
    c->positions = lines ? positions_of_lines(table) : std::string(table);
  }
  bool enter() {
    if (++depth_ > kMaxDepth) in_.fail();
    return in_.fine();
  }
  std::string string(uint64_t i) {
    const size_t shared = pieces_[0].strings.size();
    if (i < shared) return std::string(pieces_[0].strings[i]);
    if (piece_ && i - shared < pieces_[piece_].strings.size()) return std::string(pieces_[piece_].strings[i - shared]);
    in_.fail();
    return {};
  }
  void constant(ConstProto* c, Around* around) {
    if (!enter()) return;
    uint8_t type = in_.byte();
    if (type > ConstProto::Code) return in_.fail();
    c->type = ConstProto::Type(type);
    switch (c->type) {
      case ConstProto::Int: c->integer = varint::unzigzag(in_.number()); break;
      case ConstProto::Float: c->real = in_.bits(); break;
      case ConstProto::Complex:
        c->real = in_.bits();
        c->imaginary = in_.bits();
        break;
      case ConstProto::Str: c->text = string(in_.number()); break;
      case ConstProto::BigInt:
      case ConstProto::Bytes: c->text = in_.text(); break;
      case ConstProto::Tuple:
      case ConstProto::FrozenSet:
        c->items.resize(in_.count(1));
        for (ConstProto& x : c->items) constant(&x, around);
        break;
      case ConstProto::Code:
        c->code = std::make_shared<CodeProto>();
        code(c->code.get(), around);
        break;
      default: break;
    }
    depth_--;
  }

  ByteReader in_;
  uint32_t piece_ = 0;  // where in_ reads
  const std::vector<OpenPiece>& pieces_;
  std::vector<Body> apart_;
  std::string file_;
  int depth_ = 0;
};

}  // namespace

void ByteReader::handlers(std::vector<HandlerProto>* out) {
  out->resize(count(5));
  for (HandlerProto& h : *out) {
    h.start = number32();
    h.end = number32();
    h.target = number32();
    h.reg = uint8_t(number32());
    h.clear_from = uint8_t(number32());
  }
}

void ByteReader::handled(std::vector<HandledProto>* out) {
  out->resize(count(3));
  for (HandledProto& h : *out) {
    h.start = number32();
    h.end = number32();
    h.reg = uint8_t(number32());
  }
}

void ByteReader::words(std::vector<uint32_t>* out) {
  uint64_t n = number();
  if (n > 2 * (s_.size() - i_)) fine_ = false;  // each two take a byte or more
  if (!fine_) return out->clear();
  out->resize(n);
  for (size_t i = 0; i < n; i += 2) {
    uint64_t pair = 0;
    unsigned mask = byte();
    if (s_.size() - i_ < 8 && s_.size() - i_ < size_t(std::popcount(mask))) {
      fine_ = false;
      return out->clear();
    }
    for (; mask; mask &= mask - 1) pair |= uint64_t(uint8_t(s_[i_++])) << (8 * std::countr_zero(mask));
    (*out)[i] = uint32_t(pair);
    if (i + 1 < n) (*out)[i + 1] = uint32_t(pair >> 32);
  }
}

std::string_view ByteReader::positions(bool* lines) {
  uint8_t kind = byte();
  *lines = kind == uint8_t(PositionTable::kLines);
  if (!*lines && kind != uint8_t(PositionTable::kWhole)) fine_ = false;
  return text();
}

double ByteReader::bits() {
  uint64_t b = word();
  b |= uint64_t(word()) << 32;
  double d;
  memcpy(&d, &b, 8);
  return d;
}

CodeHeader read_header(ByteReader* in) {
  CodeHeader h;
  h.name = in->number32();
  h.qualname = in->number32();
  h.line = varint::unzigzag(in->number());
  h.flags = in->number32();
  const unsigned mask = in->number32();
  h.nparams = in->number32();
  h.nlocals = in->number32();
  h.nreg = in->number32();
  h.nposonly = mask & 1 ? in->number32() : 0;
  h.nkwonly = mask & 2 ? in->number32() : 0;
  h.nnamed = mask & 4 ? in->number32() : h.nlocals;
  h.far_temps = mask & 8 ? in->number32() : h.nreg;
  h.far_base = mask & 16 ? in->number32() : h.far_temps;
  h.cells.resize(mask & 32 ? in->count(1) : 0);
  for (CellProto& x : h.cells) {
    uint32_t v = in->number32();
    x = {bool(v & 1), uint16_t(v >> 1)};
  }
  if (mask >> kHeaderFields) in->fail();
  if (!(h.flags & kApart)) h.body = in->text();
  return h;
}

std::string inner_qualname(std::string_view outer, uint32_t outer_flags, std::string_view name) {
  if (!(outer_flags & (kNamespace | kNewLocals))) return std::string(name);  // in a module
  std::string s(outer);
  s += outer_flags & kNamespace ? "." : ".<locals>.";
  return s += name;
}

void ByteReader::texts(std::vector<std::string_view>* out) {
  out->resize(count(1));
  for (std::string_view& t : *out) t = text();
}

std::string seal_code(const std::string& bytes) {
  return std::string(kMagic, sizeof kMagic) + checksum(bytes) + bytes;
}

bool open_code(std::string_view s, bool check, ByteReader* out, std::vector<std::string_view>* strings,
               std::vector<uint32_t>* pieces) {
  if (s.size() < kHeader || memcmp(s.data(), kMagic, sizeof kMagic) != 0) return false;
  std::string_view body = s.substr(kHeader);
  if (check && s.substr(sizeof kMagic, 8) != checksum(body)) return false;
  *out = ByteReader(body);
  out->texts(strings);
  pieces->resize(out->count(1));
  for (uint32_t& n : *pieces) n = out->number32();
  return out->fine();
}

bool open_piece(std::string_view s, std::vector<std::string_view>* strings, std::vector<std::string_view>* bodies) {
  ByteReader in(s);
  in.texts(strings);
  bodies->resize(in.count(1));
  std::vector<uint64_t> sizes(bodies->size());
  for (uint64_t& n : sizes) n = in.number();
  for (size_t i = 0; i < sizes.size(); i++) (*bodies)[i] = in.bytes(sizes[i]);
  return in.fine() && in.at_end();
}

static bool read(const std::vector<std::string_view>& pieces, CodeProto* out) {
  ByteReader in;
  std::vector<OpenPiece> open(pieces.size());
  std::vector<uint32_t> counts;
  if (pieces.empty() || !open_code(pieces[0], true, &in, &open[0].strings, &counts)) return false;
  if (counts.size() + 1 != pieces.size()) return false;
  for (size_t i = 1; i < pieces.size(); i++)
    if (!open_piece(pieces[i], &open[i].strings, &open[i].bodies) || open[i].bodies.size() != counts[i - 1])
      return false;
  Reader r(in, open);
  r.root(out);
  return r.done();
}
bool read_code(std::string_view s, CodeProto* out) {
  return read({s}, out);
}
bool read_pieces(const std::vector<std::string>& pieces, CodeProto* out) {
  return read({pieces.begin(), pieces.end()}, out);
}

}  // namespace adder
