// The text form of a trace. Values are numbered in order; objects print as what they are and by number, never by
// address.
#include <unordered_map>

#include "capture/scalar.h"
#include "capture/trace_text.h"
#include "capture/values.h"
#include "interp/bytecode/opcodes.h"
#include "interp/objects/bigint.h"
#include "ir/text_reader.h"

namespace adder::capture {
namespace {
const char* const kKindText[] = {
#define X(name, text, container) text,
#include "interp/objects/kinds.def"
#undef X
};
const char* const kIterText[] = {
#define X(name, text) text,
#include "interp/objects/iters.def"
#undef X
};
// In the order of Cont.
const char* const kContText[] = {"store",         "discard", "init",    "test",  "frombool",   "fromlen", "next",
                                 "exit",          "inplace", "left",    "right", "rightfirst", "cmpleft", "cmpright",
                                 "cmprightfirst", "iter",    "getattr", "await", "iteragain"};
static_assert(std::size(kContText) == size_t(Cont::IterAgain) + 1);

// Names of objects are for people: whatever else they contain would end the word that they are in the text.
std::string plain(std::string_view name) {
  std::string s;
  for (char c : name) s += isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '<' || c == '>' ? c : '_';
  return s.empty() ? "_" : s;
}
std::string name_of(Value v) {
  if (v.is(Kind::Func)) return plain(v.as<Func>()->code->name->sv());
  if (v.is(Kind::Type)) return plain(v.as<Type>()->name->sv());
  if (v.is(Kind::Native)) return plain(v.as<Native>()->def->name);
  if (v.is(Kind::Code)) return plain(v.as<Code>()->name->sv());
  if (has_fields(v)) return plain(v.as<Instance>()->type()->name->sv());
  return v.is_cell() ? plain(kKindText[int(v.cell()->kind)]) : v == kNotImplemented ? "NotImplemented" : "Ellipsis";
}
bool is_word(std::string_view s) {
  if (s.empty() || isdigit(static_cast<unsigned char>(s[0]))) return false;
  for (char c : s)
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return true;
}
std::string key_text(const Str* s) {
  return is_word(s->sv()) ? std::string(s->sv()) : ir::quote(s->sv());
}

class Printer {
 public:
  Printer(const Trace& t, std::vector<Value>* objects) : t_(t), objects_(objects), mentions_(t.recipes.size()) {}
  std::string run();

 private:
  std::string object(Value v) {
    auto [it, fresh] = numbers_.try_emplace(v.u, numbers_.size());
    if (fresh && objects_) objects_->push_back(v);
    return name_of(v) + "#" + std::to_string(it->second);
  }
  std::string object(const void* cell) { return object({bits(cell)}); }
  std::string value(Value v);
  std::string ref(Ref);
  std::string sunk(uint32_t n);
  std::string frame(const FrameRecipe&);
  std::string snapshot(uint32_t n);
  std::string instruction(uint32_t n);
  std::string what(const Instruction&);
  void count(Ref);

  const Trace& t_;
  std::vector<Value>* objects_;
  std::unordered_map<uint64_t, size_t> numbers_;
  std::unordered_map<uint32_t, size_t> snapshots_;
  std::vector<uint32_t> mentions_;               // of each recipe
  std::unordered_map<uint32_t, size_t> labels_;  // of those written out already
};

std::string Printer::value(Value v) {
  if (v == kAbsent) return "absent";
  if (v == kStop) return "stop";
  if (v == kNone) return "None";
  if (v == kTrue) return "True";
  if (v == kFalse) return "False";
  if (v.is_int()) return std::to_string(v.as_int());
  if (v.is_float()) return ir::number_text(v.as_float());
  if (v.is(Kind::Str)) return ir::quote(sv(v));
  if (v.is(Kind::Int)) return "int" + ir::quote(big_to_text(v, 10));
  return "@" + object(v);
}
std::string Printer::ref(Ref r) {
  switch (r.tag()) {
    case Ref::kNothing: return "absent";
    case Ref::kResult: return "v" + std::to_string(r.index());
    case Ref::kConstant: return value(t_.constants[r.index()]);
    case Ref::kSunkObject: return sunk(r.index());
  }
  return "absent";
}
std::string Printer::sunk(uint32_t n) {
  std::string s;
  if (mentions_[n] > 1) {
    auto [it, fresh] = labels_.try_emplace(n, labels_.size());
    s = "^" + std::to_string(it->second);
    if (!fresh) return s;
    s += "=";
  }
  const Recipe& r = t_.recipes[n];
  s += kKindText[int(r.kind)];
  if (r.kind == Kind::Iter)
    s += std::string(":") + kIterText[r.key];
  else if (r.key)
    s += "@" + object({r.key});
  if (r.extra) s += "@" + object({r.extra});
  s += "{";
  for (size_t i = 0; i < r.fields.size(); i++) {
    if (i) s += " ";
    if (i < r.keys.size()) s += ref(r.keys[i]) + ": ";
    s += ref(r.fields[i]);
  }
  return s + "}";
}
std::string Printer::frame(const FrameRecipe& f) {
  std::string s = object(f.code) + ":" + std::to_string(f.pc) + " " + kContText[int(f.cont)] + ">" +
                  std::to_string(f.ret) + " (" + ref(f.func);
  if (!f.gen.nothing()) s += ", " + ref(f.gen);
  s += ") [";
  bool some = false;
  std::span<const Ref> registers = t_.registers_of(f);
  for (size_t r = 0; r < registers.size(); r++) {
    if (registers[r].nothing()) continue;
    if (some) s += " ";
    some = true;
    s += "r" + std::to_string(r) + "=" + ref(registers[r]);
  }
  return s + "]";
}
std::string Printer::snapshot(uint32_t n) {
  auto [it, fresh] = snapshots_.try_emplace(n, snapshots_.size());
  std::string s = "s" + std::to_string(it->second);
  if (!fresh) return s;
  s += " = ";
  bool first = true;
  for (const FrameRecipe* f : t_.frames_of(t_.snapshots[n])) {
    if (!first) s += " | ";
    first = false;
    s += frame(*f);
  }
  return s;
}
// What the operation is about, in front of its operands.
std::string Printer::what(const Instruction& i) {
  auto name = [&] { return " " + key_text(reinterpret_cast<Str*>(i.key)); };
  auto number = [&] { return " " + std::to_string(int64_t(i.key)); };
  switch (i.op) {
    case TraceOp::Input: return " " + std::to_string(i.key >> 8) + ":" + std::to_string(i.key & 0xff);
    case TraceOp::Load:
    case TraceOp::Store: {
      Field f = Field(i.sub);
      std::string s = std::string(" ") + text_of(f);
      if (i.flags & kDynamicKey) return s + " []";
      return s + (key_form(f) == KeyForm::Name ? name() : key_form(f) == KeyForm::Number ? number() : "");
    }
    case TraceOp::Alloc: {
      std::string s = std::string(" ") + kKindText[i.sub];
      if (Kind(i.sub) == Kind::Iter) return s + ":" + kIterText[i.key];
      return i.key ? s + "@" + object({i.key}) : s;
    }
    case TraceOp::Init: return std::string(" ") + kKindText[i.sub] + number();
    case TraceOp::Pure: return " " + ir::quote(scalar_name(i.sub));
    case TraceOp::Guard:
      switch (Fact(i.sub)) {
        case Fact::Type: return " type @" + object({i.key});
        case Fact::Same: return " same";
        case Fact::Truth: return i.key ? " truth yes" : " truth no";
        case Fact::Present: return i.key ? " present yes" : " present no";
      }
      return "";
    case TraceOp::Deaths: return i.key ? " none" : "";
    case TraceOp::Traceback: return " " + object({i.key}) + ":" + std::to_string(i.location);
    case TraceOp::Residual: {
      std::string s = std::string(" ") + text_of(Residual(i.sub));
      switch (key_form(Residual(i.sub))) {
        case KeyForm::Name: s += name(); break;
        case KeyForm::Names:
          if (i.key) s += " names @" + object({i.key});
          break;
        case KeyForm::Operator:
          s += " " + ir::quote(scalar_name(uint8_t(i.key & 0xff)) + std::string(i.key & 0x100 ? "=" : ""));
          break;
        case KeyForm::Opcode: s += std::string(" ") + kOps[i.key].name; break;
        case KeyForm::Number:
        case KeyForm::Slot:
          if (i.key) s += number();
      }
      return s;
    }
    default: return "";
  }
}
std::string Printer::instruction(uint32_t n) {
  const Instruction& i = t_.code[n];
  std::string s = "v" + std::to_string(n) + " = " + text_of(i.op) + what(i) + "(";
  for (uint32_t a = 0; a < i.arg_count; a++) s += (a ? ", " : "") + ref(t_.args(i)[a]);
  s += ")";
  for (auto [flag, text] : kFlagTexts)
    if (i.flags & flag) s += std::string(" ") + text;
  if (i.op == TraceOp::Guard && i.location) s += " from ~" + std::to_string(i.location);
  if (i.snapshot != kNoSnapshot) s += " at " + snapshot(i.snapshot);
  if (i.after != kNoSnapshot) s += " after " + snapshot(i.after);
  if (is_next(i)) s += " on " + snapshot(i.location);
  if (i.dies) s += " dies " + std::to_string(i.dies);
  return s;
}
// How often each sunk object is mentioned in what is going to be printed.
void Printer::count(Ref r) {
  if (!r.is_sunk() || mentions_[r.index()]++) return;
  for (Ref f : t_.recipes[r.index()].fields) count(f);
  for (Ref k : t_.recipes[r.index()].keys) count(k);
}
std::string Printer::run() {
  for (const Snapshot& s : t_.snapshots)
    for (const FrameRecipe* f : t_.frames_of(s)) {
      count(f->func);
      count(f->gen);
      for (Ref r : t_.registers_of(*f)) count(r);
    }
  std::string s = std::string("trace") + (t_.side ? " side" : "") + " frames " + std::to_string(t_.frame_count) +
                  " depth " + std::to_string(t_.max_depth) + "\n";
  for (const Dependency& d : t_.dependencies) {
    s += std::string("  watch ") + text_of(d.field);
    if (key_form(d.field) == KeyForm::Name) s += " " + key_text(reinterpret_cast<Str*>(d.key));
    if (key_form(d.field) == KeyForm::Number) s += " " + std::to_string(int64_t(d.key));
    s += " of @" + object(d.owner) + " is " + value(d.expected) + "\n";
  }
  for (uint32_t n = 0; n < t_.code.size(); n++) s += "  " + instruction(n) + "\n";
  switch (t_.end) {
    case End::Return: s += "  return " + ref(t_.result); break;
    case End::Raise: s += "  raise " + ref(t_.result) + " at " + std::to_string(t_.raise_pc); break;
    case End::Exit: s += std::string(t_.link ? "  loop " : "  exit ") + snapshot(t_.end_snapshot); break;
  }
  return s + "\n";
}
}  // namespace

std::string print(const Trace& t, std::vector<Value>* objects) {
  return Printer(t, objects).run();
}
const char* text_of(Cont c) {
  return kContText[int(c)];
}
const char* text_of(Kind k) {
  return kKindText[int(k)];
}
const char* text_of(IterKind k) {
  return kIterText[int(k)];
}
}  // namespace adder::capture
