#include "interp/bytecode/code.h"

#include <new>

#include "interp/bytecode/disasm.h"
#include "interp/bytecode/library_code.h"
#include "interp/compiler/compile.h"
#include "interp/objects/bigint.h"
#include "interp/objects/interpreter.h"
#include "runtime/base/check.h"

namespace adder {

const CodeTables kNoTables;

Code* new_code(Heap& h, Str* name, Str* filename) {
  Code* c = static_cast<Code*>(h.cell(sizeof(Code)));
  new (c) Code();
  c->count = 1;
  c->kind = Kind::Code;
  c->flags = sizeof(Code) > Heap::kMaxSmall ? kLarge : 0;
  c->aux = 0;
  c->name = c->qualname = name;
  c->filename = filename;
  return c;
}
void set_tables(Code* c, std::unique_ptr<const CodeTables> tables) {
  c->handlers = tables->handlers;
  c->handled = tables->handled;
  c->tables = tables.release();
}

namespace {

Value make_constant(Interpreter& in, const ConstProto& c) {
  switch (c.type) {
    case ConstProto::None: return kNone;
    case ConstProto::False: return kFalse;
    case ConstProto::True: return kTrue;
    case ConstProto::Ellipsis: return kEllipsis;
    case ConstProto::Int: return integer(in, c.integer);
    case ConstProto::Float: return real(c.real);
    case ConstProto::Complex: return complex(in, c.real, c.imaginary);
    case ConstProto::Str: return intern_value(in, c.text);
    case ConstProto::Bytes: return of(bytes(in, c.text));
    case ConstProto::Code: return of(make_code(in, *c.code));
    case ConstProto::BigInt: return big_from_literal(in, c.text);
    case ConstProto::Tuple: {
      Ref<Tuple> t(tuple(in, uint32_t(c.items.size())));
      for (size_t i = 0; i < c.items.size(); i++) t->items[i] = make_constant(in, c.items[i]);
      return of(t.release());
    }
    case ConstProto::FrozenSet: break;
  }
  CHECK(false);  // the compiler makes no such constant
  return kNone;
}

// For listings; the constants are those of built-in types.
ConstProto describe(Value v) {
  ConstProto c;
  if (v.is_int()) {
    c.type = ConstProto::Int;
    c.integer = v.as_int();
  } else if (v.is_float()) {
    c.type = ConstProto::Float;
    c.real = v.as_float();
  } else if (v.u == kTrue.u || v.u == kFalse.u) {
    c.type = v.u == kTrue.u ? ConstProto::True : ConstProto::False;
  } else if (v.u == kEllipsis.u) {
    c.type = ConstProto::Ellipsis;
  } else if (v.is(Kind::Str)) {
    c.type = ConstProto::Str;
    c.text = v.as<Str>()->sv();
  } else if (v.is(Kind::Tuple)) {
    c.type = ConstProto::Tuple;
    for (uint32_t i = 0; i < v.as<Tuple>()->len; i++) c.items.push_back(describe(v.as<Tuple>()->items[i]));
  } else if (v.is(Kind::Int)) {
    c.type = ConstProto::BigInt;
    c.text = big_to_text(v, 10);
  }
  return c;
}

CodeProto describe(const Code* c, bool nested) {
  ensure_body(const_cast<Code*>(c));
  CodeProto p;
  p.name = c->name->sv();
  p.qualname = c->qualname->sv();
  p.first_line = c->first_line;
  p.nparams = c->nparams;
  p.nlocals = c->nlocals;
  p.nreg = c->nreg;
  p.ins = c->ins;
  const std::string& positions = c->tables->positions;
  p.positions = is_library(c) ? positions_of_lines(positions) : positions;
  for (Value v : c->k) {
    if (v.is(Kind::Code)) {
      p.k.emplace_back();
      p.k.back().type = ConstProto::Code;
      p.k.back().code = std::make_shared<CodeProto>();
      if (nested) {
        *p.k.back().code = describe(v.as<Code>(), true);
      } else {
        p.k.back().code->name = v.as<Code>()->name->sv();
      }
    } else {
      p.k.push_back(describe(v));
    }
  }
  for (AttrCache* a : c->attr) p.attr.emplace_back(a->name->sv());
  for (const GlobalCache& g : c->glob) p.glob.emplace_back(g.name->sv());
  for (Str* s : c->tables->varnames) p.varnames.emplace_back(s->sv());
  p.handlers = c->tables->handlers;
  p.handled = c->tables->handled;
  p.cells = c->cells;
  return p;
}

}  // namespace

Code* make_code(Interpreter& in, const CodeProto& p) {
  Ref<Code> owned(new_code(in, intern(in, p.name), intern(in, p.filename)));
  Code* c = owned.get();
  c->qualname = intern(in, p.qualname);
  c->nreg = p.nreg;
  c->nlocals = p.nlocals;
  c->nnamed = p.nnamed;
  c->far_base = p.far_base;
  c->far_temps = p.far_temps;
  c->nparams = p.nparams;
  c->nposonly = p.nposonly;
  c->nkwonly = p.nkwonly;
  c->cflags = p.flags;
  c->first_line = p.first_line;
  c->ins = p.ins;
  c->k.reserve(p.k.size());
  for (const ConstProto& k : p.k) c->k.push_back(make_constant(in, k));
  c->attr.reserve(p.attr.size());
  for (const std::string& name : p.attr) {
    c->attr.push_back(new AttrCache());
    c->attr.back()->name = intern(in, name);
  }
  c->glob.reserve(p.glob.size());
  for (const std::string& name : p.glob) c->glob.push_back({intern(in, name), 0, 0, nullptr});
  c->cells = p.cells;
  auto t = std::make_unique<CodeTables>();
  for (const std::string& name : p.varnames) t->varnames.push_back(intern(in, name));
  for (const std::string& name : p.cellvars) t->cellnames.push_back(intern(in, name));
  for (const std::string& name : p.freevars) t->freenames.push_back(intern(in, name));
  t->handlers = p.handlers;
  t->handled = p.handled;
  for (const InlinedProto& i : p.inlined) t->inlined.push_back({i.start, i.end, intern(in, i.name), i.position});
  t->positions = p.positions;
  size_t own = c->ins.capacity() * sizeof(Word) + c->k.capacity() * sizeof(Value) + t->positions.size();
  own += c->attr.size() * (sizeof(AttrCache) + sizeof(void*)) + c->glob.size() * sizeof(GlobalCache);
  c->own_bytes = own;
  in.heap.external(ptrdiff_t(own));
  set_tables(c, std::move(t));
  return owned.release();
}

Code* compile(Interpreter& in, std::string_view text, const CompileOptions& options, SyntaxErrorInfo* error) {
  CodeProto proto;
  // What the compiler holds counts while it runs, a short text aside: one that gives memory back must come through. It looks
  // now and then whether its work is still wanted.
  constexpr size_t kShort = size_t(1) << 20;
  size_t held = 0;
  const ast::Arena::Charge charge = [&](size_t bytes) {
    if ((held += bytes) > kShort && !in.heap.fits(held)) throw std::bad_alloc();
    in.arithmetic.spend(bytes);
  };
  CompileOptions charged = options;
  charged.charge = &charge;
  if (!compile_source(text, charged, &proto, error)) return nullptr;
  return make_code(in, proto);
}

Position position_of(const Code* c, uint32_t pc) {
  ensure_body(const_cast<Code*>(c));
  const std::string& positions = c->tables->positions;
  return is_library(c) ? find_line(positions, pc) : find_position(positions, pc);
}

std::string disassemble(const Code* c) {
  return disassemble(describe(c, true));
}
std::string disassemble_at(const Code* c, const Word* pc) {
  return disassemble_instruction(describe(c, false), uint32_t(pc - c->ins.data()));
}

}  // namespace adder
