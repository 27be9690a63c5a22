#include "interp/bytecode/serialize.h"

#include <cstring>
#include <unordered_map>

#include "interp/bytecode/opcodes.h"

namespace adder {

namespace {

constexpr char kMagic[8] = {'A', 'D', 'D', 'E', 'R', 'B', 'C', '3'};
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
  std::string take(const CodeProto& c) {
    code(c);
    std::string code = std::move(out_);
    out_.clear();
    number(strings_.size());
    for (const std::string* s : strings_) text(*s);
    return out_ + code;
  }

 private:
  void number(uint64_t v) { varint::put(&out_, v); }
  void words(const std::vector<uint32_t>& v) {
    number(v.size());
    for (size_t i = 0; i < v.size(); i += 2) {
      uint64_t pair = v[i] | (i + 1 < v.size() ? uint64_t(v[i + 1]) << 32 : 0);
      size_t mask = out_.size();
      out_ += '\0';
      for (int k = 0; k < 8; k++) {
        char byte = char(pair >> (8 * k));
        if (!byte) continue;
        out_[mask] = char(out_[mask] | 1 << k);
        out_ += byte;
      }
    }
  }
  void positions(const std::string& table) {
    PositionWriter lines;
    std::string pairs;
    uint32_t last_pc = 0, last_line = 0;
    each_position(table, [&](uint32_t pc, const Position& p) {
      lines.add(pc, {p.line, 0, p.line, 0});
      varint::put(&pairs, pc - last_pc);
      varint::put(&pairs, varint::zigzag(int64_t(p.line) - int64_t(last_line)));
      last_pc = pc;
      last_line = p.line;
    });
    bool lines_only = lines.take() == table;
    out_ += char(lines_only ? PositionTable::kLines : PositionTable::kWhole);
    text(lines_only ? pairs : table);
  }
  void bits(double d) {
    uint64_t b;
    memcpy(&b, &d, 8);
    for (int i = 0; i < 8; i++) out_ += char(b >> (8 * i));
  }
  void text(std::string_view s) {
    number(s.size());
    out_ += s;
  }
  void string(const std::string& s) {
    auto [it, fresh] = index_.try_emplace(s, strings_.size());
    if (fresh) strings_.push_back(&it->first);
    number(it->second);
  }
  void strings(const std::vector<std::string>& v) {
    number(v.size());
    for (const std::string& s : v) string(s);
  }
  void constant(const ConstProto& c) {
    out_ += char(c.type);
    switch (c.type) {
      case ConstProto::Int: number(varint::zigzag(c.integer)); break;
      case ConstProto::Float: bits(c.real); break;
      case ConstProto::Complex:
        bits(c.real);
        bits(c.imaginary);
        break;
      case ConstProto::Str: string(c.text); break;
      case ConstProto::BigInt:
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
    for (const std::string* s : {&c.name, &c.qualname, &c.filename}) string(*s);
    for (uint32_t v : {c.first_line, c.flags, c.nparams, c.nposonly, c.nkwonly, c.nlocals, c.nnamed, c.far_base,
                       c.far_temps, c.nreg}) {
      number(v);
    }
    number(c.cells.size());
    for (const CellProto& x : c.cells) number(uint32_t(x.index) << 1 | uint32_t(x.local));
    std::string before = std::move(out_);
    out_.clear();
    body(c);
    std::swap(before, out_);
    text(before);
  }
  void body(const CodeProto& c) {
    words(c.ins);
    number(c.k.size());
    for (const ConstProto& k : c.k) constant(k);
    strings(c.attr);
    strings(c.glob);
    strings(c.varnames);
    strings(c.cellvars);
    strings(c.freevars);
    number(c.handlers.size());
    for (const HandlerProto& h : c.handlers) {
      for (uint32_t v : {h.start, h.end, h.target, uint32_t(h.reg), uint32_t(h.clear_from)}) number(v);
    }
    number(c.handled.size());
    for (const HandledProto& h : c.handled) {
      for (uint32_t v : {h.start, h.end, uint32_t(h.reg)}) number(v);
    }
    number(c.inlined.size());
    for (const InlinedProto& i : c.inlined) {
      number(i.start);
      number(i.end);
      string(i.name);
      number(i.position);
    }
    positions(c.positions);
  }

  std::string out_;
  std::unordered_map<std::string, size_t> index_;
  std::vector<const std::string*> strings_;
};

class Reader {
 public:
  Reader(ByteReader in, const std::vector<std::string_view>& strings) : in_(in), strings_(strings) {}
  bool done() const { return in_.fine() && in_.at_end(); }

  void code(CodeProto* c) {
    if (!enter()) return;
    CodeHeader h = read_header(&in_);
    c->name = string(h.name);
    c->qualname = string(h.qualname);
    c->filename = string(h.filename);
    c->first_line = h.first_line;
    c->flags = h.flags;
    c->nparams = h.nparams;
    c->nposonly = h.nposonly;
    c->nkwonly = h.nkwonly;
    c->nlocals = h.nlocals;
    c->nnamed = h.nnamed;
    c->far_base = h.far_base;
    c->far_temps = h.far_temps;
    c->nreg = h.nreg;
    c->cells = std::move(h.cells);
    ByteReader outer = in_;
    in_ = ByteReader(h.body);
    body(c);
    bool whole = done();
    in_ = outer;
    if (!whole) in_.fail();
    depth_--;
  }

 private:
  void body(CodeProto* c) {
    in_.words(&c->ins);
    c->k.resize(in_.count(1));
    for (ConstProto& k : c->k) constant(&k);
    for (std::vector<std::string>* v : {&c->attr, &c->glob, &c->varnames, &c->cellvars, &c->freevars}) {
      v->resize(in_.count(1));
      for (std::string& s : *v) s = string(in_.number());
    }
    c->handlers.resize(in_.count(5));
    for (HandlerProto& h : c->handlers) {
      h.start = in_.number32();
      h.end = in_.number32();
      h.target = in_.number32();
      h.reg = uint8_t(in_.number32());
      h.clear_from = uint8_t(in_.number32());
    }
    c->handled.resize(in_.count(3));
    for (HandledProto& h : c->handled) {
      h.start = in_.number32();
      h.end = in_.number32();
      h.reg = uint8_t(in_.number32());
    }
    c->inlined.resize(in_.count(4));
    for (InlinedProto& i : c->inlined) {
      i.start = in_.number32();
      i.end = in_.number32();
      i.name = string(in_.number());
      i.position = in_.number32();
    }
    c->positions = in_.positions();
  }
  bool enter() {
    if (++depth_ > kMaxDepth) in_.fail();
    return in_.fine();
  }
  std::string string(uint64_t i) {
    if (i < strings_.size()) return std::string(strings_[i]);
    in_.fail();
    return {};
  }
  void constant(ConstProto* c) {
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

  ByteReader in_;
  const std::vector<std::string_view>& strings_;
  int depth_ = 0;
};

std::string bytes_of(uint64_t v) {
  std::string s;
  for (int i = 0; i < 8; i++) s += char(v >> (8 * i));
  return s;
}

}  // namespace

void ByteReader::words(std::vector<uint32_t>* out) {
  uint64_t n = number();
  if (n > 2 * (s_.size() - i_)) fine_ = false;  // each two take a byte or more
  if (!fine_) return out->clear();
  out->resize(n);
  for (size_t i = 0; i < n; i += 2) {
    uint64_t pair = 0;
    unsigned mask = byte();
    for (int k = 0; mask; k++, mask >>= 1)
      if (mask & 1) pair |= uint64_t(byte()) << (8 * k);
    (*out)[i] = uint32_t(pair);
    if (i + 1 < n) (*out)[i + 1] = uint32_t(pair >> 32);
  }
}

std::string ByteReader::positions() {
  uint8_t kind = byte();
  std::string_view table = text();
  if (kind == uint8_t(PositionTable::kWhole)) return std::string(table);
  if (kind != uint8_t(PositionTable::kLines)) fine_ = false;
  PositionWriter lines;
  ByteReader pairs(table);
  uint32_t pc = 0, line = 0;
  while (fine_ && !pairs.at_end()) {
    pc += pairs.number32();
    line += uint32_t(varint::unzigzag(pairs.number()));
    fine_ = pairs.fine();
    lines.add(pc, {line, 0, line, 0});
  }
  return lines.take();
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
  for (uint32_t* v : {&h.name, &h.qualname, &h.filename, &h.first_line, &h.flags, &h.nparams, &h.nposonly, &h.nkwonly,
                      &h.nlocals, &h.nnamed, &h.far_base, &h.far_temps, &h.nreg}) {
    *v = in->number32();
  }
  h.cells.resize(in->count(1));
  for (CellProto& x : h.cells) {
    uint32_t v = in->number32();
    x = {bool(v & 1), uint16_t(v >> 1)};
  }
  h.body = in->text();
  return h;
}

bool open_code(std::string_view s, bool check, ByteReader* out, std::vector<std::string_view>* strings) {
  if (s.size() < kHeader || memcmp(s.data(), kMagic, sizeof kMagic) != 0) return false;
  std::string_view body = s.substr(kHeader);
  if (check && s.substr(sizeof kMagic, 8) != bytes_of(fnv(body, table_hash()))) return false;
  ByteReader in(body);
  strings->resize(in.count(1));
  for (std::string_view& t : *strings) t = in.text();
  *out = in;
  return in.fine();
}

std::string write_code(const CodeProto& c) {
  std::string body = Writer().take(c);
  return std::string(kMagic, sizeof kMagic) + bytes_of(fnv(body, table_hash())) + body;
}

bool read_code(std::string_view s, CodeProto* out) {
  ByteReader in;
  std::vector<std::string_view> strings;
  if (!open_code(s, true, &in, &strings)) return false;
  Reader r(in, strings);
  r.code(out);
  return r.done();
}

}  // namespace adder
