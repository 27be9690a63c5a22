// Code objects as scripts see them. In offsets (co_lines(), f_lasti, tb_lasti) an instruction word counts two bytes, as
// in CPython; what the words mean is this interpreter's own, and so replace() can give other names, lines and constants
// but no other instructions.
#include <algorithm>

#include "interp/bytecode/library_code.h"
#include "interp/vm/frames.h"
#include "interp/vm/run_support.h"

namespace adder {
namespace {

Code* code_of(Value v) {
  return ensure_body(v.as<Code>());
}
Value names_tuple(Thread& th, const std::vector<Str*>& names) {
  Tuple* t = tuple(th, names.size());
  for (size_t i = 0; i < names.size(); i++) t->items[i] = of(inc(names[i]));
  return of(t);
}
Value text(Str* s) {
  return of(inc(s));
}

size_t parameters_of(const Code* c) {
  return c->nparams + c->nkwonly + bool(c->cflags & kVarArgs) + bool(c->cflags & kVarKw);
}
// Which of tables->varnames are CPython's local variables: parameters, and locals that do not live in cells.
std::vector<size_t> local_places(const Code* c) {
  std::vector<size_t> places;
  if (!(c->cflags & kNewLocals)) return places;
  const size_t parameters = parameters_of(c);
  const std::vector<Str*>&names = c->tables->varnames, &cells = c->tables->cellnames;
  for (size_t i = 0; i < named_locals(c) && i < names.size(); i++) {
    const bool in_cell = std::find(cells.begin(), cells.end(), names[i]) != cells.end();
    if (i < parameters || (!in_cell && names[i]->sv().find('.') == std::string_view::npos)) places.push_back(i);
  }
  return places;
}
std::vector<size_t> named_places(const std::vector<Str*>& names) {
  std::vector<size_t> places;
  for (size_t i = 0; i < names.size(); i++)
    if (names[i]->sv().find('.') == std::string_view::npos) places.push_back(i);
  return places;
}
Value chosen_names(Thread& th, const std::vector<Str*>& names, const std::vector<size_t>& places) {
  std::vector<Str*> chosen;
  for (size_t i : places) chosen.push_back(names[i]);
  return names_tuple(th, chosen);
}

// Calls f(opcode, kind of operand, its number) for constants, names and caches in the order of the instructions.
template <class F>
void each_operand(const Code* c, F&& f) {
  for (size_t pc = 0; pc < c->ins.size(); pc += kOps[c->ins[pc] & 255].words) {
    const Word w = c->ins[pc];
    const Op op = Op(w & 255);
    const OpInfo& info = kOps[op];
    const uint32_t second = info.words > 1 ? c->ins[pc + 1] : 0;
    if (op == LOADI) f(op, 'i', uint32_t(BX_(w)));
    if (op == RETNONE) f(op, 'i', 0u);
    for (int field = 0; info.operands[field]; field++) {
      const char kind = info.operands[field];
      if (kind == 's' || kind == 'x') f(op, kind, second);
      if (kind == 'k')
        f(op, kind,
          op == LOADK ? uint32_t(uint16_t(BX_(w))) : field == 3 ? second : uint32_t(field == 1 ? B_(w) : C_(w)));
    }
  }
}

struct Constant {
  Value value;            // borrowed from the code, or immediate
  int place;              // in Code::k; -1: in an instruction itself, or there too
  std::vector<Op> users;  // the instructions that take it; of a documentation often none
  bool is_name = false;   // one more takes it as a name
};
// The documentation of a function comes first, None where it has none.
std::vector<Constant> constants_of(const Code* c) {
  std::vector<Constant> found;
  auto add = [&](Value v, int place, Op user) {
    for (Constant& known : found) {
      if (known.value.u != v.u) continue;
      if (known.place != place) known.place = -1;
      return known.users.push_back(user);
    }
    found.push_back({v, place, {user}});
  };
  if (c->cflags & kHasDoc)
    found.push_back({c->k[0], 0, {}});
  else if (c->cflags & kNewLocals)
    add(kNone, -1, LOADI);
  each_operand(c, [&](Op op, char kind, uint32_t n) {
    if (kind == 'i') add(op == RETNONE ? kNone : integer49(int32_t(n)), -1, op);
    if (kind == 'k') add(c->k[n], int(n), op);
  });
  each_operand(c, [&](Op, char kind, uint32_t n) {
    if (kind != 's') return;
    for (Constant& known : found) known.is_name |= known.place == int(n);
  });
  return found;
}

Value co_name(Thread&, Value v) {
  return text(v.as<Code>()->name);
}
Value co_qualname(Thread&, Value v) {
  return text(v.as<Code>()->qualname);
}
Value co_filename(Thread&, Value v) {
  return text(v.as<Code>()->filename);
}
Value co_firstlineno(Thread& th, Value v) {
  return integer(th, v.as<Code>()->first_line);
}
Value co_argcount(Thread& th, Value v) {  // the parameter of other code is its namespace
  return integer(th, v.as<Code>()->cflags & kNewLocals ? v.as<Code>()->nparams : 0);
}
Value co_posonly(Thread& th, Value v) {
  return integer(th, v.as<Code>()->nposonly);
}
Value co_kwonly(Thread& th, Value v) {
  return integer(th, v.as<Code>()->nkwonly);
}
Value co_nlocals(Thread& th, Value v) {
  return integer(th, int64_t(local_places(code_of(v)).size()));
}
Value co_varnames(Thread& th, Value v) {
  return chosen_names(th, code_of(v)->tables->varnames, local_places(code_of(v)));
}
Value co_freevars(Thread& th, Value v) {
  return chosen_names(th, code_of(v)->tables->freenames, named_places(code_of(v)->tables->freenames));
}
Value co_cellvars(Thread& th, Value v) {
  return chosen_names(th, code_of(v)->tables->cellnames, named_places(code_of(v)->tables->cellnames));
}
Value co_names(Thread& th, Value v) {
  Code* c = code_of(v);
  std::vector<Str*> names;
  each_operand(c, [&](Op op, char kind, uint32_t n) {
    if (kind != 's' && kind != 'x') return;
    const bool global = op >= LOADG && op <= LOADG_B;
    Str* name = kind == 's' ? c->k[n].as<Str>() : global ? c->glob[n].name : c->attr[n]->name;
    if (name->sv() != "__build_class__" && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  });
  return names_tuple(th, names);
}
Value co_consts(Thread& th, Value v) {
  const std::vector<Constant> constants = constants_of(code_of(v));
  Tuple* t = tuple(th, constants.size());
  for (size_t i = 0; i < constants.size(); i++) t->items[i] = inc(constants[i].value);
  return of(t);
}
Value co_flags(Thread& th, Value v) {
  constexpr std::pair<uint32_t, int64_t> kFlags[] = {
      {kNewLocals, 3},   {kVarArgs, 4},    {kVarKw, 8},        {kNested, 0x10},
      {kGenerator, 0x20}, {kCoroutine, 0x80}, {kAsyncGen, 0x200}, {kFutureAnnotations, 0x1000000}};
  int64_t flags = 0;
  for (auto [mine, shown] : kFlags)
    if (v.as<Code>()->cflags & mine) flags |= shown;
  return integer(th, flags);
}
Value co_stacksize(Thread& th, Value v) {
  return integer(th, v.as<Code>()->nreg);
}

// An instruction before the interpreter made a faster one of it.
Word as_compiled(Word w) {
  const Op op = Op(w & 255);
  const Op plain = op >= LOADG && op <= LOADG_B     ? LOADG
                   : op == GETATTR_S                ? GETATTR
                   : op >= METHOD && op <= METHOD_T ? METHOD
                   : op >= CALL && op <= CALL_G     ? CALL
                   : op >= CALLM && op <= CALLM_G   ? CALLM
                                                    : op;
  return (w & ~Word(255)) | plain;
}
std::vector<Word> instructions_of(const Code* c) {
  std::vector<Word> words = c->ins;
  for (size_t pc = 0; pc < words.size(); pc += kOps[words[pc] & 255].words) words[pc] = as_compiled(words[pc]);
  return words;
}
Value co_code(Thread& th, Value v) {
  const std::vector<Word> words = instructions_of(code_of(v));
  return of(bytes(th, {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(Word)}));
}

// The line and columns of each word of the instructions: (line, end line, column, end column), None where unknown.
Value co_positions(Thread& th, Value* a, int) {
  Code* c = code_of(a[0]);
  Ref<List> all(list(th));
  for (size_t pc = 0; pc < c->ins.size();) {
    const Position p = position_of(c, uint32_t(pc));
    const bool columns = p.line && !is_library(c);
    Ref<Tuple> place(tuple(th, 4));
    place->items[0] = p.line ? integer49(p.line) : kNone;
    place->items[1] = p.line ? integer49(p.end_line) : kNone;
    place->items[2] = columns ? integer49(p.column) : kNone;
    place->items[3] = columns ? integer49(p.end_column) : kNone;
    for (int words = kOps[c->ins[pc] & 255].words; words--; pc++) push(all.get(), of(inc(place.get())));
  }
  return iter_exact(th, of(all.get()));
}
// (first offset, offset after the last, line) of each run of instructions of one line.
Value co_lines(Thread& th, Value* a, int) {
  Code* c = code_of(a[0]);
  Ref<List> runs(list(th));
  size_t begin = 0;
  uint32_t line = 0;
  auto end_run = [&](size_t end) {
    if (begin == end) return;
    Tuple* t = tuple(th, 3);
    t->items[0] = integer49(int64_t(begin) * 2);
    t->items[1] = integer49(int64_t(end) * 2);
    t->items[2] = line ? integer49(line) : kNone;
    push(runs.get(), of(t));
    begin = end;
  };
  for (size_t pc = 0; pc < c->ins.size(); pc += kOps[c->ins[pc] & 255].words) {
    const uint32_t here = position_of(c, uint32_t(pc)).line;
    if (here != line) end_run(pc);
    line = here;
  }
  end_run(c->ins.size());
  return iter_exact(th, of(runs.get()));
}

// --- replace ---
const GetSetDef kFields[] = {
    {"co_argcount", co_argcount, nullptr, ""},
    {"co_posonlyargcount", co_posonly, nullptr, ""},
    {"co_kwonlyargcount", co_kwonly, nullptr, ""},
    {"co_nlocals", co_nlocals, nullptr, ""},
    {"co_stacksize", co_stacksize, nullptr, ""},
    {"co_flags", co_flags, nullptr, ""},
    {"co_firstlineno", co_firstlineno, nullptr, ""},
    {"co_code", co_code, nullptr, ""},
    {"co_consts", co_consts, nullptr, ""},
    {"co_names", co_names, nullptr, ""},
    {"co_varnames", co_varnames, nullptr, ""},
    {"co_freevars", co_freevars, nullptr, ""},
    {"co_cellvars", co_cellvars, nullptr, ""},
    {"co_filename", co_filename, nullptr, ""},
    {"co_name", co_name, nullptr, ""},
    {"co_qualname", co_qualname, nullptr, ""},
};
// The arguments of replace() behind self, in the order of kFields.
enum Field { kFirstNumber, kFirstLine = 6, kCode, kConsts, kNames, kVarnames, kFreevars, kCellvars, kFilename, kName,
             kQualname };
constexpr const char* kReplaceSignature =
    "(self, /, *, co_argcount=..., co_posonlyargcount=..., co_kwonlyargcount=..., co_nlocals=..., co_stacksize=..., "
    "co_flags=..., co_firstlineno=..., co_code=..., co_consts=..., co_names=..., co_varnames=..., co_freevars=..., "
    "co_cellvars=..., co_filename=..., co_name=..., co_qualname=..., co_linetable=..., co_exceptiontable=...)";

bool cannot_replace(Thread& th, const char* what) {
  th.raise(E_NotImplementedError, "replace() cannot change %s: code here is not CPython's bytecode", what);
  return false;
}
bool has_type(Thread& th, Value v, Kind kind, Field field, const char* wanted) {
  if (unwrap(v).is(kind)) return true;
  th.raise(E_TypeError, "replace() argument '%s' must be %s, not %s", kFields[field].name, wanted,
           argument_type_name(th, v).c_str());
  return false;
}
bool replace_name(Thread& th, Value v, Field field, Str** name) {
  if (!v.u) return true;
  if (!has_type(th, v, Kind::Str, field, "str")) return false;
  *name = intern(th.in, unwrap(v).as<Str>());
  return true;
}
bool replace_names(Thread& th, Value v, Field field, const std::vector<size_t>& places, std::vector<Str*>* names) {
  if (!v.u) return true;
  if (!has_type(th, v, Kind::Tuple, field, "tuple")) return false;
  Tuple* t = unwrap(v).as<Tuple>();
  for (uint32_t i = 0; i < t->len; i++)
    if (!is_str(unwrap(t->items[i]))) {
      th.raise(E_SystemError, "non-string found in code slot");
      return false;
    }
  if (field == kVarnames && t->len < places.size())
    return th.raise(E_ValueError, "code: co_varnames is too small"), false;
  if (t->len != places.size())
    return cannot_replace(th, (std::string("how many names are in ") + kFields[field].name).c_str());
  for (uint32_t i = 0; i < t->len; i++) (*names)[places[i]] = intern(th.in, unwrap(t->items[i]).as<Str>());
  return true;
}
// Locals that live in cells are told from others by their names (local_places), which have to stay their own.
bool rename_locals(Thread& th, Value v, const Code* code, CodeTables* tables) {
  const std::vector<size_t> places = local_places(code);
  const std::vector<Str*>&cells = tables->cellnames, old = tables->varnames;
  if (!replace_names(th, v, kVarnames, places, &tables->varnames)) return false;
  for (size_t i : places)
    if (Str* name = tables->varnames[i]; i >= parameters_of(code) && name != old[i] &&
                                         std::find(cells.begin(), cells.end(), name) != cells.end())
      return cannot_replace(th, "the name of a variable to that of a cell");
  return true;
}
bool rename_cells(Thread& th, Value v, const Code* code, CodeTables* tables) {
  const std::vector<Str*> old = tables->cellnames;
  std::vector<Str*>&names = tables->cellnames, &locals = tables->varnames;
  if (!replace_names(th, v, kCellvars, named_places(old), &names)) return false;
  std::vector<Str*> renamed = locals;
  for (size_t i = 0; i < names.size(); i++) {
    if (names[i] == old[i]) continue;
    if (std::find(locals.begin(), locals.end(), names[i]) != locals.end() ||
        std::count(names.begin(), names.end(), names[i]) > 1)
      return cannot_replace(th, "the name of a cell to that of another variable");
    for (size_t j = parameters_of(code); j < locals.size(); j++)
      if (locals[j] == old[i]) renamed[j] = names[i];
  }
  locals = std::move(renamed);
  return true;
}

// Whether an instruction takes the type of what is in a register, or of a key of a dictionary, for granted.
bool trusts_registers(const Code* c) {
  for (size_t pc = 0; pc < c->ins.size(); pc += kOps[c->ins[pc] & 255].words) {
    switch (Op(c->ins[pc] & 255)) {
      case JOIN:
      case FORMAT:
      case IMPORT:
      case MKFUNC:
      case DICTSET:
      case MATCHKEYS: return true;
      default: break;
    }
  }
  return false;
}
bool same_shape(Thread& th, Value x, Value y) {
  if (type_of(th.in, x) != type_of(th.in, y)) return false;
  if (!x.is(Kind::Tuple)) return true;
  const Tuple *s = x.as<Tuple>(), *t = y.as<Tuple>();
  if (s->len != t->len) return false;
  for (uint32_t i = 0; i < s->len; i++)
    if (!same_shape(th, s->items[i], t->items[i])) return false;
  return true;
}
// Whether functions of both are made and called in the same way.
bool same_kind_of_code(const Code* x, const Code* y) {
  constexpr uint32_t kKind = kVarArgs | kVarKw | kGenerator | kCoroutine | kAsyncGen | kNewLocals | kNamespace;
  auto same_cell = [](const CellSpec& s, const CellSpec& t) { return s.local == t.local && s.index == t.index; };
  return (x->cflags & kKind) == (y->cflags & kKind) && x->nparams == y->nparams && x->nposonly == y->nposonly &&
         x->nkwonly == y->nkwonly &&
         std::equal(x->cells.begin(), x->cells.end(), y->cells.begin(), y->cells.end(), same_cell);
}
// Whether every instruction of `code` that takes the constant can take the other value.
bool can_replace_constant(Thread& th, const Code* code, const Constant& constant, Value wanted) {
  if (constant.place < 0 || constant.is_name) return false;
  if (constant.users.empty()) return is_str(wanted) || wanted.u == kNone.u;
  for (Op user : constant.users) {
    if (user == CALLKW || user == MATCHCLS) return false;  // the instructions around it count on what it holds
    if (user == MKFUNC)
      return wanted.is(Kind::Code) && same_kind_of_code(constant.value.as<Code>(), wanted.as<Code>());
  }
  return !trusts_registers(code) || same_shape(th, constant.value, wanted);
}
bool replace_constants(Thread& th, Value v, const Code* old, Code* made) {
  if (!v.u) return true;
  if (!has_type(th, v, Kind::Tuple, kConsts, "tuple")) return false;
  Tuple* t = unwrap(v).as<Tuple>();
  const std::vector<Constant> constants = constants_of(old);
  if (t->len < constants.size()) return cannot_replace(th, "how many constants are in co_consts");
  for (size_t i = 0; i < constants.size(); i++) {
    const Constant& constant = constants[i];
    const Value wanted = t->items[i];
    if (wanted.u == constant.value.u) continue;
    if (!can_replace_constant(th, old, constant, wanted)) {
      std::string shown;
      if (!repr_of(th, constant.value, &shown)) return false;
      return cannot_replace(th, ("the constant " + shown).c_str());
    }
    put(made->k[size_t(constant.place)], inc(wanted));
  }
  return true;
}
// Lines move with the first one.
std::string moved_lines(const std::string& positions, int64_t by) {
  PositionWriter writer;
  each_position(positions, [&](uint32_t pc, Position p) {
    p.line = uint32_t(p.line + by);
    p.end_line = uint32_t(p.end_line + by);
    writer.add(pc, p);
  });
  return writer.take();
}
Value co_replace(Thread& th, Value* a, int) {
  Code* old = code_of(a[0]);
  const Value* given = a + 1;
  for (int i = kFirstNumber; i <= kFirstLine; i++) {
    int64_t n;
    if (!given[i].u) continue;
    if (!to_index(th, given[i], &n)) return kAbsent;
    if (n < 0) return th.raise(E_ValueError, "%s must be a positive integer", kFields[i].name);
  }
  for (int i : {0, 1, 2, 3, 4, 5, int(kCode), int(kNames)}) {
    if (!given[i].u) continue;
    Owned current(kFields[i].get(th, a[0]));
    const int same = equal(th, current.get(), given[i]);
    if (same < 0 || (!same && !cannot_replace(th, kFields[i].name))) return kAbsent;
  }
  for (int i : {0, 1})
    if (given[kQualname + 1 + i].u && !cannot_replace(th, i ? "co_exceptiontable" : "co_linetable")) return kAbsent;

  Ref<Code> owned(new_code(th.in.heap, old->name, old->filename));
  Code* c = owned.get();
  c->aux = old->aux;
  c->qualname = old->qualname;
  c->nreg = old->nreg;
  c->nlocals = old->nlocals;
  c->nnamed = old->nnamed;
  c->far_base = old->far_base;
  c->far_temps = old->far_temps;
  c->nparams = old->nparams;
  c->nposonly = old->nposonly;
  c->nkwonly = old->nkwonly;
  c->cflags = old->cflags;
  c->first_line = old->first_line;
  c->ins = instructions_of(old);
  for (Value k : old->k) c->k.push_back(inc(k));
  for (const AttrCache* cache : old->attr) {
    c->attr.push_back(new AttrCache());
    c->attr.back()->name = cache->name;
  }
  for (const GlobalCache& cache : old->glob) c->glob.push_back({cache.name, 0, 0, nullptr});
  c->cells = old->cells;
  auto tables = std::make_unique<CodeTables>(*old->tables);
  if (!replace_name(th, given[kName], kName, &c->name) ||
      !replace_name(th, given[kQualname], kQualname, &c->qualname) ||
      !replace_name(th, given[kFilename], kFilename, &c->filename) ||
      !replace_constants(th, given[kConsts], old, c) ||
      !rename_locals(th, given[kVarnames], old, tables.get()) ||
      !replace_names(th, given[kFreevars], kFreevars, named_places(tables->freenames), &tables->freenames) ||
      !rename_cells(th, given[kCellvars], old, tables.get()))
    return kAbsent;
  if (given[kFirstLine].u) {
    int64_t line;
    if (!to_index(th, given[kFirstLine], &line)) return kAbsent;
    if (line != int32_t(line)) return th.raise(E_OverflowError, "Python int too large to convert to C int");
    if (!is_library(c)) tables->positions = moved_lines(tables->positions, line - int64_t(old->first_line));
    c->first_line = uint32_t(line);
  }
  c->own_bytes = old->own_bytes;
  th.in.heap.external(ptrdiff_t(c->own_bytes));
  set_tables(c, std::move(tables));
  return of(owned.release());
}

const NativeDef kMethods[] = {
    {"replace", kReplaceSignature, "The same code with other names, lines or constants.", co_replace, Rule::residual},
    {"co_positions", "(self, /)", "Where each instruction stands in the source.", co_positions, Rule::residual},
    {"co_lines", "(self, /)", "Which instructions belong to which line.", co_lines, Rule::residual},
};

}  // namespace

int equal_codes(Thread& th, Code* x, Code* y) {
  if (x == y) return 1;
  const CodeTables &s = *ensure_body(x)->tables, &t = *ensure_body(y)->tables;
  if (x->name != y->name || x->first_line != y->first_line || x->cflags != y->cflags || x->nparams != y->nparams ||
      x->nposonly != y->nposonly || x->nkwonly != y->nkwonly || s.varnames != t.varnames ||
      s.positions != t.positions || s.cellnames != t.cellnames || s.freenames != t.freenames ||
      x->attr.size() != y->attr.size() ||
      x->glob.size() != y->glob.size() || x->k.size() != y->k.size() || instructions_of(x) != instructions_of(y))
    return 0;
  for (size_t i = 0; i < x->attr.size(); i++)
    if (x->attr[i]->name != y->attr[i]->name) return 0;
  for (size_t i = 0; i < x->glob.size(); i++)
    if (x->glob[i].name != y->glob[i].name) return 0;
  for (size_t i = 0; i < x->k.size(); i++) {
    if (type_of(th.in, x->k[i]) != type_of(th.in, y->k[i])) return 0;
    if (const int same = equal(th, x->k[i], y->k[i]); same != 1) return same;
  }
  return 1;
}
int64_t hash_code(const Code* c) {  // of what no load_body changes
  return hash_int(int64_t(c->first_line) << 20 ^ int64_t(c->nparams) << 10 ^ int64_t(str_hash(c->name)));
}

void init_code_objects(Interpreter& in) {
  add_methods(in, in.types[int(Kind::Code)], kMethods);
  add_fields(in, in.types[int(Kind::Code)], kFields);
}

}  // namespace adder
