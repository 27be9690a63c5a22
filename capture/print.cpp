// The text form of a trace. Values are numbered in order; objects print as what they are, never as where they are.
#include "capture/scalar.h"
#include "capture/trace.h"
#include "capture/values.h"

namespace adder::capture {
namespace {
std::string object_text(Value v) {
  if (v == kAbsent) return "absent";
  if (v == kStop) return "stop";
  if (is_scalar(v))
    return v == kNone        ? "None"
           : v == kTrue      ? "True"
           : v == kFalse     ? "False"
           : v.is_int()      ? std::to_string(v.as_int())
           : v.is_float()    ? float_repr(v.as_float())
           : v.is(Kind::Str) ? quote(sv(v))
                             : "int";
  if (v.is(Kind::Func)) return "@" + std::string(v.as<Func>()->code->name->sv());
  if (v.is(Kind::Type)) return "@" + std::string(v.as<Type>()->name->sv());
  if (v.is(Kind::Native)) return std::string("@") + v.as<Native>()->def->name;
  if (v.is(Kind::Code)) return "@code:" + std::string(v.as<Code>()->name->sv());
  if (v.is(Kind::Module)) return "@module";
  if (has_fields(v)) return "@" + std::string(v.as<Instance>()->type()->name->sv());
  return "@object";
}
std::string ref_text(const Trace& t, Ref r);
std::string recipe_text(const Trace& t, uint32_t n, std::vector<uint32_t>& open) {
  static const char* const kKinds[] = {
#define X(name, text, container) text,
#include "interp/objects/kinds.def"
#undef X
  };
  for (uint32_t o : open)
    if (o == n) return "^" + std::to_string(n);
  const Recipe& r = t.recipes[n];
  open.push_back(n);
  std::string s = std::string(kKinds[int(r.kind)]) + "{";
  for (size_t i = 0; i < r.fields.size(); i++) {
    if (i) s += " ";
    if (i < r.keys.size()) s += ref_text(t, r.keys[i]) + "=";
    s += r.fields[i].is_sunk() ? recipe_text(t, r.fields[i].index(), open) : ref_text(t, r.fields[i]);
  }
  open.pop_back();
  return s + "}";
}
std::string ref_text(const Trace& t, Ref r) {
  switch (r.tag()) {
    case Ref::kNothing: return "absent";
    case Ref::kResult: return "v" + std::to_string(r.index());
    case Ref::kConstant: return object_text(t.constants[r.index()]);
    case Ref::kSunkObject: {
      std::vector<uint32_t> open;
      return recipe_text(t, r.index(), open);
    }
  }
  return "?";
}
std::string snapshot_text(const Trace& t, uint32_t n) {
  if (n == kNoSnapshot) return "";
  std::string s = "  @";
  bool first = true;
  for (const FrameRecipe& f : t.snapshots[n]->frames) {
    if (!first) s += " | ";
    first = false;
    s += std::string(f.code->name->sv()) + ":" + std::to_string(f.pc) + "[";
    bool some = false;
    for (size_t r = 0; r < f.registers.size(); r++) {
      if (f.registers[r].nothing()) continue;
      if (some) s += " ";
      some = true;
      s += "r" + std::to_string(r) + "=" + ref_text(t, f.registers[r]);
    }
    s += "]";
  }
  return s;
}
}  // namespace

std::string print(const Trace& t) {
  std::string s = std::string("trace") + (t.side ? " side" : "") + "\n";
  for (uint32_t n = 0; n < t.code.size(); n++) {
    const Instruction& i = t.code[n];
    s += "  v" + std::to_string(n) + " = " + text_of(i.op);
    switch (i.op) {
      case TraceOp::Input: s += " " + std::to_string(i.key >> 8) + ":" + std::to_string(i.key & 0xff); break;
      case TraceOp::Load:
      case TraceOp::Store: {
        Field f = Field(i.sub);
        s += std::string(" ") + text_of(f);
        if (i.flags & kDynamicKey) break;
        if (f == Field::Attribute || f == Field::Entry || f == Field::Member)
          s += " " + std::string(reinterpret_cast<Str*>(i.key)->sv());
        else if (f == Field::Item || f == Field::Element || f == Field::Closure)
          s += " " + std::to_string(int64_t(i.key));
        break;
      }
      case TraceOp::Pure: s += std::string(" ") + scalar_name(i.sub); break;
      case TraceOp::Guard:
        s += std::string(" ") + text_of(Fact(i.sub));
        if (Fact(i.sub) == Fact::Type) s += " " + std::string(reinterpret_cast<Type*>(i.key)->name->sv());
        if (Fact(i.sub) == Fact::Truth || Fact(i.sub) == Fact::Present) s += i.key ? " yes" : " no";
        break;
      case TraceOp::Residual:
        s += std::string(" ") + text_of(Residual(i.sub));
        if (i.flags & kRaises) s += " raises";
        if (i.flags & kStopped) s += " stops";
        break;
      default: break;
    }
    s += "(";
    for (uint32_t a = 0; a < i.arg_count; a++) s += (a ? ", " : "") + ref_text(t, t.args(i)[a]);
    s += ")" + snapshot_text(t, i.snapshot) + "\n";
  }
  s += t.end == End::Return  ? "  return " + ref_text(t, t.result)
       : t.end == End::Raise ? "  raise " + ref_text(t, t.result)
                             : "  exit" + snapshot_text(t, t.end_snapshot);
  return s + "\n";
}
}  // namespace adder::capture
