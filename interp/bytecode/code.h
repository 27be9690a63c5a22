// Code objects: what the VM runs. Made from a CodeProto; constants are Values, names are interned, caches are empty.
#pragma once
#include <memory>
#include <span>

#include "interp/bytecode/code_proto.h"
#include "interp/bytecode/opcodes.h"
#include "interp/objects/object.h"
#include "interp/parser/source.h"

namespace adder {

struct CompileOptions;

struct GlobalCache {
  Str* name;
  uint64_t mver, bver;
  Value* slot;
};
using Handler = HandlerProto;
using Handled = HandledProto;
using CellSpec = CellProto;
struct Inlined {  // see InlinedProto
  uint32_t start, end;
  Str* name;
  uint32_t position;
};

// Where the machine code of an instruction begins, and where it goes on with a value that a called frame returned (for
// calls only). Null: the eval loop runs the instruction.
struct MachineEntry {
  const void *start, *after;
};
// The entries of a Code by the address of the instruction's word, without its start: words are a quarter as large.
static_assert(sizeof(MachineEntry) == 4 * sizeof(Word));

// Where the body of a Code that was made ahead of time still lies.
struct LazyBody;

// What seldom is looked at while code runs.
struct CodeTables {
  std::vector<Str*> varnames, cellnames, freenames;
  std::vector<Handler> handlers;
  std::vector<Handled> handled;
  std::vector<Inlined> inlined;
  std::string positions;  // of library code: lines alone (find_line)
};
extern const CodeTables kNoTables;  // those of a body that has not been read

struct Code : Cell {
  ~Code();
  Str *name, *qualname;
  Str* filename;
  // The register layout is described at CodeProto.
  uint32_t nreg, nlocals, nnamed, far_base, far_temps, nparams, nposonly, nkwonly, cflags, first_line;
  std::vector<Word> ins;
  std::vector<Value> k;
  std::vector<AttrCache*> attr;
  std::vector<GlobalCache> glob;
  std::vector<CellSpec> cells;
  const CodeTables* tables = &kNoTables;
  // Those of `tables`: every exception that passes looks at them.
  std::span<const Handler> handlers;
  std::span<const Handled> handled;
  LazyBody* lazy = nullptr;  // with kLazy in cflags: everything from `ins` on, `cells` aside, is empty
  const MachineEntry* machine = nullptr;  // by word, owned by Interpreter::machine; null: not compiled
  uintptr_t machine_bias = 0;             // address of `machine` less four times that of `ins`
  const void* machine_call = nullptr;     // where compiled calls go; null: the loop enters this code
  size_t own_bytes = 0;                   // outside the heap, and counted there
  uint32_t heat = 0;                      // how often it was met by the samples that choose what is compiled
};

// Before anything but the header (names, counts, cells) is read of a Code that need not have run.
void load_body(Code*);
inline Code* ensure_body(Code* c) {
  if (c->cflags & kLazy) [[unlikely]]
    load_body(c);
  return c;
}

Code* new_code(Heap&, Str* name, Str* filename);  // empty
void set_tables(Code*, std::unique_ptr<const CodeTables>);
Code* make_code(Interpreter&, const CodeProto&);  // new reference
// Null: `error` says why.
Code* compile(Interpreter&, std::string_view text, const CompileOptions&, SyntaxErrorInfo* error);

// Of the instruction at pc; line 0: unknown.
Position position_of(const Code*, uint32_t pc);
inline uint32_t line_of(const Code* c, const Word* pc) {
  return position_of(c, uint32_t(pc - c->ins.data())).line;
}
// The register of variable i of varnames (named ones only).
inline uint32_t register_of(const Code* c, size_t i) {
  return uint32_t(i) < c->nnamed ? uint32_t(i) : c->far_base + uint32_t(i) - c->nnamed;
}
inline size_t named_locals(const Code* c) {
  return c->nnamed + (c->far_temps - c->far_base);
}

std::string disassemble(const Code*);
std::string disassemble_at(const Code*, const Word*);

}  // namespace adder
