#include "codegen/kernel_text.h"
#include "ir/text_reader.h"
namespace adder::codegen {
namespace {

using ir::number_text;
using ir::TextReader;

bool is_float(KType t) {
  return t == kF32 || t == kF64;
}
std::string cell_text(KType t, Cell c) {
  return is_float(t) ? number_text(c.f) : std::to_string(c.i);
}
std::string place_text(Place p) {
  return p.kind == Place::none ? "_" : (p.kind == Place::buffer ? "b" : "r") + std::to_string(p.id);
}
template <class List, class F>
std::string listed(const List& list, F&& text_of) {
  std::string s;
  for (const auto& x : list) s += (s.empty() ? "" : ", ") + text_of(x);
  return "(" + s + ")";
}

}  // namespace

std::string program_text(const Program& p, const std::string& indent) {
  std::string s;
  for (const Instr& i : p.code) {
    s += indent + "%" + std::to_string(i.out) + " = ";
    switch (i.op) {
      case kLoad: s += "load " + std::to_string(i.index); break;
      case kScalar: s += "scalar " + std::to_string(i.index); break;
      case kIndex: s += "index"; break;
      case kConstant: s += "constant " + number_text(i.constant); break;
      default:
        s += rt::kKOps[i.op].name;
        for (uint16_t u : {i.a, i.b, i.c})
          if (u != 0xffff) s += " %" + std::to_string(u);
    }
    s += std::string(" : ") + rt::type_name(i.result) + "\n";
  }
  s += indent + "return";
  for (size_t k = 0; k < p.outs.size(); ++k) s += (k ? ", %" : " %") + std::to_string(p.outs[k]);
  return s + "\n";
}

std::string text(const Kernel& k) {
  std::string s = "kernel " + (k.name.empty() ? "k" : k.name) + "(";
  for (size_t i = 0; i < k.buffers.size(); ++i) {
    const BufferDecl& b = k.buffers[i];
    s += (i ? ", b" : "b") + std::to_string(i) + ": " + rt::type_name(b.type);
    s += b.walk == Walk::broadcast ? " broadcast" : " dense";
    s += b.scratch ? " scratch" : b.written ? " out" : "";
  }
  s += ") rows" + listed(k.rows, [](KType t) { return std::string(rt::type_name(t)); }) + " {\n";
  for (const Stage& st : k.stages) {
    s += std::string(st.inner ? "  inner " : "  row ") + listed(st.in, place_text) + " -> " +
         listed(st.out, place_text) + " {\n" + program_text(st.program, "    ");
    for (const Reduction& r : st.reductions) {
      std::string init;
      for (size_t j = 0; j < r.acc.size(); ++j)
        init += (j ? ", " : "") + (std::string(rt::type_name(r.acc[j])) + " " + cell_text(r.acc[j], r.init[j]));
      s += "    reduce " + listed(r.from, [](int f) { return std::to_string(f); }) + " -> " +
           listed(r.to, [](int t) { return "r" + std::to_string(t); }) + " init (" + init + ") step {\n" +
           program_text(r.step, "      ") + "    } combine {\n" + program_text(r.combine, "      ") + "    }\n";
    }
    s += "  }\n";
  }
  return s + "}\n";
}

namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : r_(text) {}

  ParsedKernel run() {
    Kernel k;
    r_.expect("kernel");
    k.name = r_.word();
    list([&] { k.buffers.push_back(buffer(k.buffers.size())); });
    r_.expect("rows");
    list([&] { k.rows.push_back(type()); });
    r_.expect("{");
    while (!r_.failed() && !r_.accept("}")) k.stages.push_back(stage());
    if (!r_.done()) r_.fail("text after the kernel");
    if (r_.failed()) return {Kernel(), r_.error()};
    std::string wrong = verify(k);
    return wrong.empty() ? ParsedKernel{std::move(k), ""} : ParsedKernel{Kernel(), wrong};
  }

 private:
  template <class F>
  void list(F&& element) {
    r_.expect("(");
    if (r_.accept(")")) return;
    do {
      element();
    } while (r_.accept(",") && !r_.failed());
    r_.expect(")");
  }
  KType type() {
    std::string name(r_.word());
    for (int t = 0; t < kTypeCount; ++t)
      if (name == rt::type_name(KType(t))) return KType(t);
    r_.fail("no type '" + name + "'");
    return kF32;
  }
  int numbered(std::string_view prefix) {
    std::string name(r_.word());
    int n = 0;
    if (name.substr(0, prefix.size()) != prefix || name.size() == prefix.size())
      r_.fail("expected " + std::string(prefix) + "N");
    for (size_t i = prefix.size(); i < name.size(); ++i) {
      if (name[i] < '0' || name[i] > '9' || n > 10000) {
        r_.fail("expected " + std::string(prefix) + "N, not " + name);
        return 0;
      }
      n = n * 10 + (name[i] - '0');
    }
    return n;
  }
  BufferDecl buffer(size_t position) {
    BufferDecl b;
    if (numbered("b") != int(position)) r_.fail("buffers are numbered in order");
    r_.expect(":");
    b.type = type();
    if (r_.accept("broadcast")) {
      b.walk = Walk::broadcast;
    } else {
      r_.expect("dense");
    }
    b.scratch = r_.accept("scratch");
    b.written = b.scratch || r_.accept("out");
    return b;
  }
  Place place() {
    if (r_.accept("_")) return {};
    bool row = false;
    TextReader before = r_;
    std::string name(r_.word());
    row = name[0] == 'r';
    r_ = before;
    return {row ? Place::row : Place::buffer, numbered(row ? "r" : "b")};
  }

  Stage stage() {
    Stage s;
    s.inner = r_.accept("inner");
    if (!s.inner) r_.expect("row");
    list([&] { s.in.push_back(place()); });
    r_.expect("->");
    list([&] { s.out.push_back(place()); });
    r_.expect("{");
    s.program = program();
    while (r_.accept("reduce")) s.reductions.push_back(reduction());
    r_.expect("}");
    return s;
  }

  Reduction reduction() {
    Reduction r;
    list([&] { r.from.push_back(int(r_.integer())); });
    r_.expect("->");
    list([&] { r.to.push_back(numbered("r")); });
    r_.expect("init");
    list([&] {
      r.acc.push_back(type());
      bool integral = false;
      Cell c{};
      int64_t whole = 0;
      double v = r_.number(&integral, &whole);
      if (is_float(r.acc.back())) {
        c.f = v;
      } else {
        c.i = whole;
      }
      r.init.push_back(c);
    });
    r_.expect("step");
    r_.expect("{");
    r.step = program();
    r_.expect("}");
    r_.expect("combine");
    r_.expect("{");
    r.combine = program();
    r_.expect("}");
    return r;
  }

  Program program() {
    ProgramBuilder b;
    std::vector<Reg> regs;
    auto operand = [&]() -> Reg {
      r_.expect("%");
      int64_t n = r_.integer();
      if (n < 0 || n >= int64_t(regs.size())) {
        r_.fail("%" + std::to_string(n) + " is not defined");
        return {};
      }
      return regs[size_t(n)];
    };
    while (!r_.failed() && r_.accept("%")) {
      if (r_.integer() != int64_t(regs.size())) r_.fail("instructions are numbered in order");
      r_.expect("=");
      regs.push_back(instruction(b, operand));
      if (b.failed()) r_.fail("the op does not take that type");
    }
    r_.expect("return");
    if (r_.peek("%")) do {
        Reg r = operand();
        if (!r_.failed()) b.store_raw(r);
      } while (r_.accept(",") && !r_.failed());
    return r_.failed() ? Program() : b.finish();
  }

  template <class F>
  Reg instruction(ProgramBuilder& b, F& operand) {
    std::string name(r_.word());
    Reg r;
    if (name == "load" || name == "scalar") {
      int index = int(r_.integer());
      r_.expect(":");
      KType t = type();
      if (index < 0 || index >= kMaxBuffers) r_.fail("no such operand");
      if (r_.failed()) return r;
      return name == "load" ? b.load_raw(index, t) : b.scalar(index, t);
    }
    if (name == "constant") {
      bool integral = false;
      int64_t whole = 0;
      double v = r_.number(&integral, &whole);
      r_.expect(":");
      return b.constant(v, type());
    }
    if (name == "index") {
      r = b.index();
    } else {
      int op = 0;
      while (op < kOpTableEnd && name != rt::kKOps[op].name) ++op;
      if (op == kOpTableEnd) {
        r_.fail("no op '" + name + "'");
        return r;
      }
      Reg x[3];
      for (int i = 0; i < rt::kKOps[op].arity && !r_.failed(); ++i) x[i] = operand();
      if (r_.failed()) return r;
      if (rt::kKOps[op].arity >= 2 && x[0].type != x[1].type) {
        r_.fail("operands of different types");
        return r;
      }
      if (op == kOp_select && x[2].type != kB8) {
        r_.fail("select chooses by a b8");
        return r;
      }
      r = b.op(KOp(op), x[0], x[1], x[2]);
    }
    r_.expect(":");
    if (type() != r.type) r_.fail("the op gives another type");
    return r;
  }

  TextReader r_;
};

}  // namespace

ParsedKernel parse_kernel(std::string_view text) {
  return Parser(text).run();
}

}  // namespace adder::codegen
