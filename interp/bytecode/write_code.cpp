// The writing half of serialize.h.
#include <cstring>
#include <iterator>
#include <set>
#include <unordered_map>

#include "interp/bytecode/opcodes.h"
#include "interp/bytecode/serialize.h"

namespace adder {

namespace {

// The strings of a piece, each once; numbers go on from those of the first piece.
class Strings {
 public:
  explicit Strings(const Strings* first = nullptr) : first_(first) {}
  size_t place(std::string_view s) {
    if (first_ && first_->has(s)) return first_->index_.at(s);
    auto [it, fresh] = index_.try_emplace(s, texts_.size() + (first_ ? first_->texts_.size() : 0));
    if (fresh) texts_.push_back(s);
    return it->second;
  }
  bool has(std::string_view s) const { return index_.contains(s); }
  const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  const Strings* first_;
  std::unordered_map<std::string_view, size_t> index_;
  std::vector<std::string_view> texts_;
};

bool is_class(const CodeProto& c) {
  return c.flags & kNamespace;
}

// The functions of a module that importing it surely calls, as far as the code tells: it calls them by their names, or
// makes an object of their class.
class Early {
 public:
  explicit Early(const CodeProto& module) : module_(module) { follow(module, module); }
  bool has(const CodeProto& c) const { return found_.contains(&c); }

 private:
  void follow(const CodeProto& c, const CodeProto& scope) {
    if (!found_.insert(&c).second) return;
    for (const ConstProto& k : c.k)
      if (k.code && (is_class(*k.code) || k.code->name == "<genexpr>"))
        follow(*k.code, is_class(*k.code) ? *k.code : scope);
    std::unordered_map<int, std::string_view> held;  // names of what registers hold
    for (size_t i = 0; i < c.ins.size(); i += kOps[c.ins[i] & 255].words) {
      const Word w = c.ins[i];
      switch (w & 255) {
        case LOADG: held[A_(w)] = c.glob[c.ins[i + 1]]; break;
        case LOADNAME: held[A_(w)] = c.k[c.ins[i + 1]].text; break;
        case TAKE:
        case MOVE:
          if (auto it = held.find(B_(w)); it != held.end()) held[A_(w)] = it->second;
          break;
        case CALL:
        case CALLM:
        case CALLKW:
        case CALLX:
          if (auto it = held.find(A_(w)); it != held.end()) call(it->second, scope);
          break;
        default: break;
      }
    }
  }
  void call(std::string_view name, const CodeProto& scope) {
    for (const CodeProto* place : {&scope, &module_}) {
      for (const ConstProto& k : place->k) {
        if (!k.code || k.code->name != name) continue;
        if (!is_class(*k.code)) follow(*k.code, module_);
        for (const ConstProto& method : k.code->k)
          if (is_class(*k.code) && method.code && (method.code->name == "__init__" || method.code->name == "__new__"))
            follow(*method.code, module_);
      }
      if (&scope == &module_) break;
    }
  }

  const CodeProto& module_;
  std::set<const CodeProto*> found_;
};

class Writer {
 public:
  explicit Writer(Strings* strings) : strings_(strings) {}
  // Leaves out bodies of functions that are not called early, and lists the functions in `apart`.
  Writer(Strings* strings, const Early* early, std::vector<const CodeProto*>* apart)
      : strings_(strings), early_(early), apart_(apart) {}
  std::string take() { return std::move(out_); }

  void table(const Strings& strings) {
    number(strings.texts().size());
    for (std::string_view s : strings.texts()) text(s);
  }
  void number(uint64_t v) { varint::put(&out_, v); }
  // The outermost code; its file is that of all others.
  void root(const CodeProto& c) {
    string(c.filename);
    code(c, nullptr);
  }
  void body(const CodeProto& c) {
    Around around{&c, c.first_line};
    if (apart_) {  // the functions of one body stand side by side, before those of the classes in it
      number(apart_->size());
      for (const ConstProto& k : c.k)
        if (k.code && is_apart(*k.code)) apart_->push_back(k.code.get());
    }
    words(c.ins);
    number(c.k.size());
    for (const ConstProto& k : c.k) constant(k, &around);
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

 private:
  struct Around {
    const CodeProto* code;
    uint32_t line;  // where the last code in it begins
  };
  void code(const CodeProto& c, Around* around) {
    const bool apart = is_apart(c);
    string(c.name);
    if (around && c.qualname == inner_qualname(around->code->qualname, around->code->flags, c.name))
      number(0);
    else
      number(strings_->place(c.qualname) + 1);
    number(varint::zigzag(int64_t(c.first_line) - (around ? around->line : 0)));
    if (around) around->line = c.first_line;
    number(c.flags | (apart ? kApart : 0));
    const bool given[] = {
        c.nposonly > 0,  c.nkwonly > 0, c.nnamed != c.nlocals, c.far_temps != c.nreg, c.far_base != c.far_temps,
        !c.cells.empty()};
    static_assert(std::size(given) == kHeaderFields);
    unsigned mask = 0;
    for (unsigned i = 0; i < kHeaderFields; ++i) mask |= unsigned(given[i]) << i;
    number(mask);
    for (uint32_t v : {c.nparams, c.nlocals, c.nreg}) number(v);
    const uint32_t values[] = {c.nposonly, c.nkwonly, c.nnamed, c.far_temps, c.far_base, uint32_t(c.cells.size())};
    for (unsigned i = 0; i < kHeaderFields; ++i)
      if (given[i]) number(values[i]);
    for (const CellProto& x : c.cells) number(uint32_t(x.index) << 1 | uint32_t(x.local));
    if (apart) return;
    std::string before = std::move(out_);
    out_.clear();
    body(c);
    std::swap(before, out_);
    text(before);
  }
  bool is_apart(const CodeProto& c) const { return apart_ && !early_->has(c); }
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
  void string(const std::string& s) { number(strings_->place(s)); }
  void strings(const std::vector<std::string>& v) {
    number(v.size());
    for (const std::string& s : v) string(s);
  }
  void constant(const ConstProto& c, Around* around) {
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
        for (const ConstProto& x : c.items) constant(x, around);
        break;
      case ConstProto::Code: code(*c.code, around); break;
      default: break;
    }
  }

  std::string out_;
  Strings* strings_;
  const Early* early_ = nullptr;
  std::vector<const CodeProto*>* apart_ = nullptr;
};

// What every first piece begins with, and how many functions each of the others has.
std::string first_piece(const Strings& strings, const std::vector<size_t>& counts, const std::string& code) {
  Writer out(nullptr);
  out.table(strings);
  out.number(counts.size());
  for (size_t n : counts) out.number(n);
  return seal_code(out.take() + code);
}
std::string body_of(const CodeProto& c, Strings* strings) {
  Writer out(strings);
  out.body(c);
  return out.take();
}

}  // namespace

std::string write_code(const CodeProto& c) {
  Strings strings;
  Writer out(&strings);
  out.root(c);
  return first_piece(strings, {}, out.take());
}

std::vector<std::string> write_pieces(const CodeProto& c, size_t bytes) {
  Strings first;
  std::vector<const CodeProto*> apart;
  const Early early(c);
  Writer out(&first, &early, &apart);
  out.root(c);
  std::string code = out.take();
  if (apart.empty()) return {write_code(c)};

  std::vector<size_t> counts;  // of functions in each other piece
  std::vector<Strings> used;   // the strings of each
  size_t filled = bytes;
  for (const CodeProto* f : apart) {
    if (filled >= bytes) {
      counts.push_back(0);
      used.emplace_back();
      filled = 0;
    }
    filled += body_of(*f, &used.back()).size();
    ++counts.back();
  }
  std::set<std::string_view> seen;
  for (const Strings& s : used)
    for (std::string_view text : s.texts())
      if (!seen.insert(text).second) first.place(text);  // of several pieces

  std::vector<std::string> pieces{first_piece(first, counts, code)};
  auto f = apart.begin();
  for (size_t n : counts) {
    Strings own(&first);
    Writer head(nullptr);
    std::string bodies;
    head.number(n);
    for (; n; --n) {
      std::string body = body_of(**f++, &own);
      head.number(body.size());
      bodies += body;
    }
    Writer table(nullptr);
    table.table(own);
    pieces.push_back(table.take() + head.take() + bodies);
  }
  return pieces;
}

}  // namespace adder
