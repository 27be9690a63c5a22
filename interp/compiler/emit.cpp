// Instructions, registers, constants and names.
#include <algorithm>
#include <cstring>

#include "interp/compiler/function_compiler.h"
#include "runtime/base/check.h"

namespace adder {

using namespace ast;

LineColumn CompileUnit::locate(uint32_t offset) {
  const auto& starts = source.line_starts();
  uint32_t line = cached_line;
  if (starts[line - 1] > offset || (line < starts.size() && starts[line] <= offset)) {
    if (line < starts.size() && starts[line] <= offset && (line + 1 >= starts.size() || starts[line + 1] > offset)) {
      line++;
    } else {
      line = source.at(offset).line;
    }
    cached_line = line;
  }
  return {line, offset - starts[line - 1]};
}

FunctionCompiler::FunctionCompiler(CompileUnit& unit, FunctionCompiler* outer, Scope* scope, std::string name)
    : unit_(unit), outer_(outer), scope_(scope), names_(scope) {
  proto_.name = std::move(name);
  proto_.qualname = proto_.name;
  proto_.filename = unit.options.filename;
  if (scope->node) {
    begin_ = scope->node->begin;
    end_ = scope->node->end;
  }
  proto_.first_line = unit.locate(begin_).line;
}

// --- errors ---

void FunctionCompiler::fail(const Node* n, std::string message) {
  fail_at(n->begin, n->end, std::move(message));
}

void FunctionCompiler::fail_at(uint32_t begin, uint32_t end, std::string message) {
  if (unit_.failed) return;
  unit_.failed = true;
  unit_.error = {std::move(message), begin, end};
}

// --- instructions ---

void FunctionCompiler::push_word(Word w) {
  if (proto_.ins.size() == proto_.ins.capacity()) unit_.arena.charge(proto_.ins.size() * 24);  // with positions
  proto_.ins.push_back(w);
  offsets_.push_back({begin_, end_});
}

uint32_t FunctionCompiler::emit(Op op, int a, int b, int c) {
  push_word(word(op, a, b, c));
  return pc() - 1;
}

uint32_t FunctionCompiler::emit_bx(Op op, int a, int bx) {
  push_word(word_bx(op, a, bx));
  return pc() - 1;
}

uint32_t FunctionCompiler::emit2(Op op, int a, int b, int c, uint32_t w) {
  uint32_t at = emit(op, a, b, c);
  push_word(w);
  return at;
}

void FunctionCompiler::patch(uint32_t at, uint32_t target) {
  int64_t offset = int64_t(target) - int64_t(at);
  if ((proto_.ins[at] & 255) == JUMP) {
    CHECK(offset >= -(1 << 23) && offset < (1 << 23));
    proto_.ins[at] = JUMP | uint32_t(offset) << 8;
  } else {
    proto_.ins[at + 1] = uint32_t(int32_t(offset));
  }
}

void FunctionCompiler::bind(Label& label) {
  label.at = pc();
  for (uint32_t at : label.uses) patch(at, pc());
  label.uses.clear();
}

void FunctionCompiler::use_label(Label& label, uint32_t at) {
  if (label.at >= 0) {
    patch(at, uint32_t(label.at));
  } else {
    label.uses.push_back(at);
  }
}

void FunctionCompiler::jump(Label& label) {
  use_label(label, emit(JUMP));
}

void FunctionCompiler::jump_if(Label& label, Op op, int a, int b, int c) {
  use_label(label, emit2(op, a, b, c, 0));
}

// The JMORE behind NEXT and SEND has 16 bits; a longer way goes over two jumps.
void FunctionCompiler::next_item(Op op, int item, int iterator, int sent, Label& body) {
  emit(op, item, iterator, sent);
  int64_t offset = body.at - int64_t(pc());
  if (offset >= INT16_MIN) {
    emit_bx(JMORE, item, int(offset));
    return;
  }
  emit_bx(JMORE, item, 2);
  Label over;
  jump(over);
  jump(body);
  bind(over);
}

// --- constants ---

// Equal for constants that are equal and of one type, as same_constant() has it.
static void append_key(std::string* key, const ConstProto& c) {
  auto bytes = [&](const void* from) { key->append(static_cast<const char*>(from), 8); };
  *key += char(c.type);
  switch (c.type) {
    case ConstProto::Int: bytes(&c.integer); break;
    case ConstProto::Complex: bytes(&c.imaginary); [[fallthrough]];
    case ConstProto::Float: bytes(&c.real); break;
    case ConstProto::BigInt:
    case ConstProto::Str:
    case ConstProto::Bytes:
      varint::put(key, c.text.size());
      *key += c.text;
      break;
    case ConstProto::Tuple:
    case ConstProto::FrozenSet:
      varint::put(key, c.items.size());
      for (const ConstProto& item : c.items) append_key(key, item);
      break;
    default: break;
  }
}

int FunctionCompiler::constant(ConstProto value) {
  int next = int(proto_.k.size());
  if (value.type != ConstProto::Code) {
    std::string key;
    append_key(&key, value);
    auto [it, fresh] = constant_index_.try_emplace(std::move(key), next);
    if (!fresh) return it->second;
  }
  if (proto_.k.size() == proto_.k.capacity()) unit_.arena.charge(proto_.k.size() * 2 * sizeof value);  // with the index
  proto_.k.push_back(std::move(value));
  return next;
}

int FunctionCompiler::string_constant(std::string_view text) {
  ConstProto c;
  c.type = ConstProto::Str;
  c.text = text;
  return constant(std::move(c));
}

int FunctionCompiler::name_constant(const Identifier* name) {
  return string_constant(name->text);
}

uint32_t FunctionCompiler::attr_cache(const Identifier* name) {
  proto_.attr.emplace_back(mangled(name)->text);
  return uint32_t(proto_.attr.size() - 1);
}

uint32_t FunctionCompiler::global_cache(std::string_view name) {
  proto_.glob.emplace_back(name);
  return uint32_t(proto_.glob.size() - 1);
}

int FunctionCompiler::load_constant(ConstProto value, int d) {
  d = dst(d);
  bool pointer = value.type >= ConstProto::BigInt && value.type != ConstProto::Float;
  if (value.type == ConstProto::Int && value.integer >= INT16_MIN && value.integer <= INT16_MAX) {
    emit_bx(LOADI, d, int(value.integer));
  } else {
    pointer |= value.type == ConstProto::Ellipsis;
    pointer |= value.type == ConstProto::Int && (value.integer >> 48) != (value.integer >> 63);
    int k = constant(std::move(value));
    if (k > 0xFFFF) {
      emit2(LOADKX, d, 0, 0, uint32_t(k));
    } else {
      emit_bx(LOADK, d, k);
    }
  }
  clean(d);
  if (pointer) mark(d);
  return d;
}

int FunctionCompiler::load_integer(int64_t value, int d) {
  ConstProto c;
  c.type = ConstProto::Int;
  c.integer = value;
  return load_constant(std::move(c), d);
}

int FunctionCompiler::load_none(int d) {
  return load_constant(ConstProto(), d);
}

int FunctionCompiler::code_constant(FunctionCompiler& inner) {
  ConstProto c;
  c.type = ConstProto::Code;
  c.code = std::make_shared<CodeProto>(inner.take_proto());
  return constant(std::move(c));
}

// --- registers ---

int FunctionCompiler::temp(int n) {
  if (top_ + n > 254) {  // spilled() keeps room for what one instruction needs, but targets may nest without end
    fail_at(begin_, end_, "too many values at once in one statement");
    return top_ - n;
  }
  int r = top_;
  top_ += n;
  high_ = std::max(high_, top_);
  return r;
}

void FunctionCompiler::mark(int r) {
  if (is_temp(r)) dirty_.set(size_t(r));
}

void FunctionCompiler::clean(int r, int n) {
  for (int i = 0; i < n; i++) dirty_.reset(size_t(r + i));
}

void FunctionCompiler::end_statement(int base) {
  top_ = base;
  int first = -1;
  int last = -1;
  for (int r = base; r <= high_ && r < 256; r++) {
    if (!dirty_.test(size_t(r))) continue;
    if (first < 0) first = r;
    last = r;
    dirty_.reset(size_t(r));
  }
  if (first >= 0) emit(KILL, first, last);
}

void FunctionCompiler::kill(int r) {
  emit(KILL, r, r);
  clean(r);
}

int FunctionCompiler::move_to(int d, int r) {
  if (d == r) return d;
  emit(is_temp(r) ? TAKE : MOVE, d, r);
  clean(r);
  mark(d);
  return d;
}

int FunctionCompiler::finish(int t, int d, int base) {
  if (d >= 0) {
    move_to(d, t);
    top_ = base;
    return d;
  }
  move_to(base, t);
  top_ = base + 1;
  high_ = std::max(high_, top_);
  return base;
}

void FunctionCompiler::declare_local(const Identifier* name) {
  registers_.try_emplace(name, int(registers_.size()));
}

// Parameters are declared first, so their registers are the first ones. Variables that closures share are the last, in
// the order of their names: this is the order in which the end of a call releases values. Far locals are numbered from
// kFarBase.
void FunctionCompiler::layout_locals() {
  if (scope_->function_like()) {
    std::vector<const Identifier*> shared;
    for (const Symbol& s : scope_->symbols) {
      if (!s.local()) continue;
      if (s.flags & kCellVariable) {
        shared.push_back(s.name);
      } else {
        declare_local(s.name);
      }
    }
    std::sort(shared.begin(), shared.end(), [](auto* a, auto* b) { return a->text < b->text; });
    for (const Identifier* name : shared) declare_local(name);
  }
  int named = int(registers_.size());
  int hidden = int(scope_->hidden);
  static_assert(kMaxHidden <= kNearLocals / 2);
  if (named > 60000) fail_at(begin_, end_, "too many local variables");
  int reserved = scope_->type == Scope::Class || unit_.options.own_locals ? 2 : 0;  // namespace, __class__
  if (scope_->function_like()) reserved = 0;
  int near = std::min(named, kNearLocals - hidden);
  far_locals_ = named - near;
  if (scope_->function_like()) {
    std::vector<const Identifier*> order(registers_.size());
    for (auto& [name, r] : registers_) order[size_t(r)] = name;
    for (size_t i = 0; i < order.size(); i++) {
      if (int(i) >= near) registers_[order[i]] = 256 + int(i) - near;
      proto_.varnames.emplace_back(order[i]->text);
    }
  }
  nlocals_ = near + reserved + hidden;
  hidden_top_ = near + reserved;
  near_named_ = scope_->function_like() ? near : 0;
  top_ = high_ = nlocals_;
}

// Moves parameters that arrived past the near registers, and puts the variables that closures share into cells.
void FunctionCompiler::emit_prologue() {
  int params = int(proto_.nparams + proto_.nkwonly) + bool(proto_.flags & kVarArgs) + bool(proto_.flags & kVarKw);
  for (int i = params - 1; i >= near_named_; i--) {
    emit2(MOVEFAR, 0, 0, 0, uint32_t(256 + i - near_named_) << 16 | uint32_t(i));
  }
  for (const Symbol& s : scope_->symbols) {
    if (!s.local() || !(s.flags & kCellVariable) || !scope_->function_like()) continue;
    int r = registers_.at(s.name);
    cell_names_[s.name] = int(proto_.cellvars.size());
    proto_.cellvars.emplace_back(s.name->text);
    if (r < 256) {
      emit(MKCELL, r);
      continue;
    }
    int t = temp();
    emit2(LOADFAR, t, 0, 0, uint32_t(r));
    emit2(KILLFAR, 0, 0, 0, uint32_t(r));
    emit(MKCELL, t);
    emit2(STOREFAR, t, 0, 1, uint32_t(r));
    top_ = t;
  }
}

void FunctionCompiler::finish_code() {
  bool far = far_locals_ || far_saved_high_;
  proto_.nlocals = uint32_t(nlocals_);
  proto_.nnamed = uint32_t(near_named_);
  if (far) {
    proto_.far_base = 256;
    proto_.far_temps = 256 + uint32_t(far_locals_);
    proto_.nreg = proto_.far_temps + uint32_t(far_saved_high_);
    // Far registers hold whatever the stack held before: they are emptied first of all, behind moved parameters.
    uint32_t at = 0;
    uint32_t filled = 256;
    while (at < pc() && (proto_.ins[at] & 255) == MOVEFAR) {
      filled = std::max(filled, (proto_.ins[at + 1] >> 16) + 1);
      at += 2;
    }
    Word extra[2] = {word(INITFAR), filled};
    proto_.ins.insert(proto_.ins.begin() + at, extra, extra + 2);
    std::pair<uint32_t, uint32_t> place = offsets_.empty() ? std::pair(begin_, end_) : offsets_[0];
    offsets_.insert(offsets_.begin() + at, 2, place);
    auto shift = [&](uint32_t& p) { p += p >= at ? 2 : 0; };
    for (HandlerProto& h : proto_.handlers) {
      shift(h.start);
      shift(h.end);
      shift(h.target);
    }
    for (HandledProto& h : proto_.handled) {
      shift(h.start);
      shift(h.end);
    }
    for (InlinedProto& i : proto_.inlined) {
      shift(i.start);
      shift(i.end);
      shift(i.position);
    }
  } else {
    proto_.nreg = proto_.far_base = proto_.far_temps = uint32_t(std::max(high_, nlocals_) + 2);
  }
  PositionWriter positions;
  std::pair<uint32_t, uint32_t> last{~0u, ~0u};
  for (uint32_t at = 0; at < pc(); at += kOps[proto_.ins[at] & 255].words) {
    if (offsets_[at] == last) continue;
    last = offsets_[at];
    LineColumn b = unit_.locate(last.first);
    LineColumn e = unit_.locate(last.second);
    positions.add(at, {b.line, b.column, e.line, e.column});
  }
  proto_.positions = positions.take();
}

// --- names ---

const Identifier* FunctionCompiler::mangled(const Identifier* name) {
  return mangle(&unit_.arena, names_->private_name, name);
}

int FunctionCompiler::free_index(const Identifier* name) const {
  for (size_t i = 0; i < scope_->free.size(); i++) {
    if (scope_->free[i] == name) return int(i);
  }
  return -1;
}

FunctionCompiler::Place FunctionCompiler::place_of(const Identifier* name) {
  Scope* s = names_;
  for (; s->inlined(); s = s->parent) {
    const Symbol* k = s->find(name);
    if (!k) continue;
    if (k->flags & kDefGlobal) return {Place::Global};
    if (!k->local()) continue;
    int r = hidden_[s].at(name);
    if (k->flags & kCellVariable) return {Place::Cell, r, cell_names_.at(name)};
    return {Place::Local, r, hidden_names_[s].at(name)};
  }
  bool from_comprehension = s != names_;
  const Symbol* k = s->find(name);
  switch (s->type) {
    case Scope::Module:
      if (unit_.options.own_locals && !from_comprehension && !(k && (k->flags & kDefGlobal))) return {Place::Namespace};
      return {Place::Global};
    case Scope::Class: {
      if (k && (k->flags & kDefGlobal)) return {Place::Global};
      int free = free_index(name);
      if (from_comprehension) {
        if (free >= 0) return {Place::Free, free};
        return {Place::Global};
      }
      if (k && (k->flags & kDefNonlocal)) return {Place::Free, free};
      if (k && !k->local() && free >= 0) return {Place::NamespaceFree, free};
      return {Place::Namespace};
    }
    default: break;
  }
  if (k && k->local()) {
    int r = registers_.at(name);
    if (k->flags & kCellVariable) return {r < 256 ? Place::Cell : Place::FarCell, r, cell_names_.at(name)};
    return {r < 256 ? Place::Local : Place::Far, r, r < 256 ? r : near_named_ + r - 256};
  }
  int free = free_index(name);
  if (free >= 0) return {Place::Free, free};
  return {Place::Global};
}

// A name that is deleted anywhere in its scope is checked at every use.
void FunctionCompiler::note_bound(const Identifier* name, int r) {
  const Symbol* s = names_->find(name);
  if (!s || !s->local()) s = scope_->find(name);
  if (!s || !(s->flags & kDeleted)) bound_.set(size_t(r));
}

int FunctionCompiler::load_name(const Identifier* id, int d) {
  const Identifier* name = mangled(id);
  Place p = place_of(name);
  switch (p.kind) {
    case Place::Local: {
      if (!bound_.test(size_t(p.index))) {
        emit_bx(CHECK, p.index, p.name_index);
        note_bound(name, p.index);
      }
      if (d == p.index) return d;
      // An assignment expression later in this expression may rebind the local: the value of now is wanted.
      if (d < 0 && !scope_->has_walrus) return p.index;
      d = dst(d);
      emit(MOVE, d, p.index);
      mark(d);
      return d;
    }
    case Place::Far:
      d = dst(d);
      emit2(LOADFAR, d, 0, 0, uint32_t(p.index));
      emit_bx(CHECK, d, p.name_index);
      mark(d);
      return d;
    case Place::Cell:
      d = dst(d);
      emit(LOADC, d, p.index, p.name_index);
      mark(d);
      return d;
    case Place::FarCell: {
      d = dst(d);
      int t = temp();
      emit2(LOADFAR, t, 0, 0, uint32_t(p.index));
      emit(LOADC, d, t, p.name_index);
      kill(t);
      top_--;
      mark(d);
      return d;
    }
    case Place::Free:
      d = dst(d);
      emit_bx(FREE, d, p.index);
      mark(d);
      return d;
    case Place::Namespace:
      d = dst(d);
      emit2(LOADNAME, d, 0, 0, uint32_t(name_constant(name)));
      mark(d);
      return d;
    case Place::NamespaceFree:
      d = dst(d);
      emit2(LOADNAMEF, d, p.index, p.index >> 8, uint32_t(name_constant(name)));
      mark(d);
      return d;
    case Place::Global: break;
  }
  d = dst(d);
  emit2(LOADG, d, 0, 0, global_cache(name->text));
  mark(d);
  return d;
}

void FunctionCompiler::store_name(const Identifier* id, int r) {
  const Identifier* name = mangled(id);
  if (name->text == "__debug__") fail_at(begin_, end_, "cannot assign to __debug__");
  Place p = place_of(name);
  switch (p.kind) {
    case Place::Local: {
      if (r != p.index) {
        emit(is_temp(r) ? TAKE : MOVE, p.index, r);
        clean(r);
      }
      note_bound(name, p.index);
      return;
    }
    case Place::Far:
      emit2(STOREFAR, r, 0, is_temp(r), uint32_t(p.index));
      clean(r);
      return;
    case Place::Cell: emit(STOREC, p.index, r); return;
    case Place::FarCell: {
      int t = temp();
      emit2(LOADFAR, t, 0, 0, uint32_t(p.index));
      emit(STOREC, t, r);
      kill(t);
      top_--;
      return;
    }
    case Place::Free:
    case Place::NamespaceFree: emit_bx(SETFREE, r, p.index); return;
    case Place::Namespace: emit2(STORENAME, r, 0, 0, uint32_t(name_constant(name))); return;
    case Place::Global: {
      bool moved = is_temp(r) && dirty_.test(size_t(r));
      emit2(STOREG, r, 0, moved, uint32_t(name_constant(name)));
      if (moved) clean(r);
    }
  }
}

void FunctionCompiler::delete_name(const Identifier* id) {
  const Identifier* name = mangled(id);
  if (name->text == "__debug__") fail_at(begin_, end_, "cannot delete __debug__");
  Place p = place_of(name);
  switch (p.kind) {
    case Place::Local:
      emit_bx(CHECK, p.index, p.name_index);
      emit(KILL, p.index, p.index);
      bound_.reset(size_t(p.index));
      return;
    case Place::Far: {
      int t = temp();
      emit2(LOADFAR, t, 0, 0, uint32_t(p.index));
      emit_bx(CHECK, t, p.name_index);
      kill(t);
      top_--;
      emit2(KILLFAR, 0, 0, 0, uint32_t(p.index));
      return;
    }
    case Place::Cell: emit(DELC, p.index, p.name_index); return;
    case Place::FarCell: {
      int t = temp();
      emit2(LOADFAR, t, 0, 0, uint32_t(p.index));
      emit(DELC, t, p.name_index);
      kill(t);
      top_--;
      return;
    }
    case Place::Free:
    case Place::NamespaceFree: emit_bx(DELFREE, 0, p.index); return;
    case Place::Namespace: emit2(DELNAME, 0, 0, 0, uint32_t(name_constant(name))); return;
    case Place::Global: emit2(DELG, 0, 0, 0, uint32_t(name_constant(name))); return;
  }
}

void FunctionCompiler::unbind_name(const Identifier* id) {
  const Identifier* name = mangled(id);
  Place p = place_of(name);
  switch (p.kind) {
    case Place::Local:
      emit(KILL, p.index, p.index);
      bound_.reset(size_t(p.index));
      return;
    case Place::Far: emit2(KILLFAR, 0, 0, 0, uint32_t(p.index)); return;
    case Place::Cell: emit(STOREC, p.index, 255); return;
    case Place::FarCell: {
      int t = temp();
      emit2(LOADFAR, t, 0, 0, uint32_t(p.index));
      emit(STOREC, t, 255);
      kill(t);
      top_--;
      return;
    }
    case Place::Free:
    case Place::NamespaceFree: emit_bx(SETFREE, 255, p.index); return;
    case Place::Namespace: emit2(DELNAME, 1, 0, 0, uint32_t(name_constant(name))); return;
    case Place::Global: emit2(DELG, 1, 0, 0, uint32_t(name_constant(name))); return;
  }
}

int FunctionCompiler::local_target(Node* n) {
  auto* t = cast<Name>(n);
  if (!t || t->id->text == "__debug__") return -1;
  Place p = place_of(mangled(t->id));
  return p.kind == Place::Local ? p.index : -1;
}

}  // namespace adder
