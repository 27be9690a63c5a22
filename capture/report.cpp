#include "capture/report.h"

#include <algorithm>
#include <unordered_map>

#include "capture/machine.h"
#include "capture/public_nodes.h"
#include "capture/scalar.h"
#include "capture/values.h"
#include "interp/bytecode/library_code.h"
#include "interp/vm/traceback.h"

namespace adder::capture {
namespace {
std::string_view name_in(Interpreter& in, Dict* globals, const char* key) {
  Value v = globals ? dict_get(globals, intern(in, key)) : kAbsent;
  return is_str(v) ? sv(v) : std::string_view();
}
Code* code_behind(Interpreter& in, Value callable, bool* bound) {
  *bound = false;
  if (callable.is(Kind::Func)) return callable.as<Func>()->code;
  *bound = true;
  if (callable.is(Kind::Method)) {
    Value f = callable.as<Method>()->func;
    return f.is(Kind::Func) ? f.as<Func>()->code : nullptr;
  }
  if (!has_fields(callable)) return nullptr;
  for (const char* name : {"forward", "__call__"}) {
    Value f = type_find(type_of(in, callable), intern(in, name));
    if (f.is(Kind::Func) && (!is_library(f.as<Func>()->code) || name[0] == '_')) return f.as<Func>()->code;
  }
  return nullptr;
}
// What the wrapper of torch.compile calls; the function itself where there is no wrapper.
Value behind_wrapper(const Region& region) {
  Func* f = region.func;
  if (!is_library(f->code)) return of(f);
  for (size_t i = 0; i < f->code->tables->freenames.size() && i < f->aux; i++)
    if (f->code->tables->freenames[i]->sv() == "fn" && f->cells[i]->v.u) return f->cells[i]->v;
  return of(f);
}

// Python expressions for the values of a trace.
class Names {
 public:
  Names(Thread& th, const Trace& t) : th_(th), t_(t) {
    wrapped_ = is_library(t.region->func->code);
    target_ = code_behind(th.in, behind_wrapper(*t.region), &bound_);
    Func* f = t.region->func;
    Value behind = behind_wrapper(*t.region);
    if (behind.is(Kind::Method)) behind = behind.as<Method>()->func;
    globals_ = behind.is(Kind::Func) ? behind.as<Func>()->globals : f->globals;
    if (has_fields(behind)) names_[behind.u] = {"L['self']", true, false};
    for (const Dependency& d : t.dependencies)
      if (d.expected.is_cell() && !is_scalar(d.expected)) made_by_.try_emplace(d.expected.u, &d);
  }
  struct Name {
    std::string text;
    bool rooted = false;   // begins at an argument or a global
    bool library = false;  // begins at something of the library's own
  };
  Name name(Ref r) {
    switch (r.tag()) {
      case Ref::kNothing: return {"absent", false, false};
      case Ref::kConstant: return object(t_.constants[r.index()]);
      case Ref::kSunkObject: return {"...", false, false};
      case Ref::kResult: return result(r.index());
    }
    return {};
  }
  Name object(Value v) {
    if (v.u == kAbsent.u) return {"absent", false, false};
    if (is_scalar(v)) return {scalar_text(v), true, false};
    auto it = names_.find(v.u);
    if (it != names_.end()) return it->second;
    names_[v.u] = {plain_name(v), false, false};  // stands while a cycle is followed
    Name n = found(v);
    return names_[v.u] = n;
  }
  Name step(const Name& owner, Value owner_value, Field f, uint64_t key) const {
    Name n = owner;
    std::string text = owner.text;
    switch (f) {
      case Field::Attribute:
      case Field::Member:
        if (reinterpret_cast<Str*>(key) == th_.in.hidden_dict) break;  // the attributes as a dict: the same names
        n.text = text + "." + std::string(reinterpret_cast<Str*>(key)->sv());
        break;
      case Field::Entry: {
        std::string word(reinterpret_cast<Str*>(key)->sv());
        if (owner_value.is(Kind::Dict) && owner_value.as<Dict>() == globals_)
          return {"G['" + word + "']", true, false};
        if (owner_value.is(Kind::Dict) && is_module(owner_value.as<Dict>()))
          n.text = text + "." + word;
        else
          n.text = text + "['" + word + "']";
        break;
      }
      case Field::Item:
      case Field::Element: n.text = text + "[" + std::to_string(int64_t(key)) + "]"; break;
      case Field::Length:
      case Field::Count: n.text = "len(" + text + ")"; break;
      case Field::Class: n.text = "type(" + text + ")"; break;
      case Field::Content: n.text = text; break;
      case Field::Closure: n.text = text + ".__closure__[" + std::to_string(key) + "]"; break;
      case Field::FuncCode: n.text = text + ".__code__"; break;
      case Field::Defaults: n.text = text + ".__defaults__"; break;
      case Field::KwDefaults: n.text = text + ".__kwdefaults__"; break;
      case Field::Self: n.text = text + ".__self__"; break;
      case Field::Callee: n.text = text + ".__func__"; break;
      default: n.text = text + "." + text_of(f); break;
    }
    return n;
  }
  bool is_module(Dict* d) const { return !name_in(th_.in, d, "__name__").empty(); }

 private:
  static std::string scalar_text(Value v) {
    return v == kNone        ? "None"
           : v == kTrue      ? "True"
           : v == kFalse     ? "False"
           : v.is_int()      ? std::to_string(v.as_int())
           : v.is_float()    ? float_repr(v.as_float())
           : v.is(Kind::Str) ? quote(sv(v))
                             : "<int>";
  }
  std::string plain_name(Value v) const {
    if (v.is(Kind::Func)) return std::string(v.as<Func>()->code->name->sv());
    if (v.is(Kind::Type)) return std::string(v.as<Type>()->name->sv());
    if (v.is(Kind::Native)) return v.as<Native>()->def->name;
    if (v.is(Kind::Module)) return std::string(name_in(th_.in, v.as<Module>()->dict, "__name__"));
    return "<" + std::string(type_of(th_.in, v)->name->sv()) + " object>";
  }
  bool library_module(Dict* d) const {
    return name_in(th_.in, d, "__file__").starts_with("<adder>") || d == th_.in.builtins;
  }
  Name found(Value v) {
    if (v.is(Kind::Dict)) {
      Dict* d = v.as<Dict>();
      if (d == globals_) return {"G", true, false};
      if (is_module(d)) return {std::string(name_in(th_.in, d, "__name__")), true, library_module(d)};
    }
    if (v.is(Kind::Module)) return {plain_name(v), true, library_module(v.as<Module>()->dict)};
    if (v.is(Kind::Type)) {
      Value module = dict_get(v.as<Type>()->dict, intern(th_.in, "__module__"));
      bool own = is_str(module) && is_user_module(sv(module));
      auto it = made_by_.find(v.u);
      if (own && it != made_by_.end()) return along(*it->second);
      return {plain_name(v), own, !own};
    }
    auto it = made_by_.find(v.u);
    if (it != made_by_.end()) return along(*it->second);
    if (v.is(Kind::Func) && is_library(v.as<Func>()->code)) return {plain_name(v), true, true};
    if (v.is(Kind::Func)) return {plain_name(v), true, false};
    return {plain_name(v), false, false};
  }
  Name along(const Dependency& d) {
    if (d.field == Field::Content) {  // a variable of an enclosing function
      for (const Value& c : t_.constants) {
        if (!c.is(Kind::Func)) continue;
        Func* f = c.as<Func>();
        for (size_t i = 0; i < f->aux && i < f->code->tables->freenames.size(); i++)
          if (f->cells[i] == static_cast<CellVar*>(d.owner))
            return {"L['" + std::string(f->code->tables->freenames[i]->sv()) + "']", true, is_library(f->code)};
      }
    }
    return step(object(of(d.owner)), of(d.owner), d.field, d.key);
  }
  bool is_user_module(std::string_view name) const {
    Value m = th_.in.modules ? dict_get(th_.in.modules, intern(th_.in, std::string(name).c_str())) : kAbsent;
    return m.is(Kind::Module) && !library_module(m.as<Module>()->dict) && name != "builtins";
  }
  Name result(uint32_t n) {
    const Instruction& i = t_.code[n];
    const Ref* a = t_.args(i);
    switch (i.op) {
      case TraceOp::Input: {
        uint32_t frame = uint32_t(i.key >> 8), reg = uint32_t(i.key & 0xff);
        if (frame || reg == 0xff) return {"frame" + std::to_string(frame) + "[" + std::to_string(reg) + "]", false, false};
        Code* c = t_.region->func->code;
        std::string name =
            reg < c->tables->varnames.size() ? std::string(c->tables->varnames[reg]->sv()) : std::to_string(reg);
        return {wrapped_ ? name : "L['" + name + "']", true, wrapped_};
      }
      case TraceOp::Load: {
        const Instruction* owner = a[0].is_result() ? &t_.code[a[0].index()] : nullptr;
        if (wrapped_ && owner && owner->op == TraceOp::Input && !(owner->key >> 8)) {
          Field f = Field(i.sub);
          if (f == Field::Element && target_) {
            size_t at = size_t(i.key) + (bound_ ? 1 : 0);
            if (at < target_->nparams)
              return {"L['" + std::string(target_->tables->varnames[at]->sv()) + "']", true, false};
            return {"L['args'][" + std::to_string(i.key) + "]", true, false};
          }
          if (f == Field::Entry) return {"L['" + std::string(reinterpret_cast<Str*>(i.key)->sv()) + "']", true, false};
        }
        Name from = name(a[0]);
        if (i.flags & kDynamicKey) {
          from.text += "[" + name(a[1]).text + "]";
          return from;
        }
        return step(from, a[0].is_constant() ? t_.constants[a[0].index()] : kAbsent, Field(i.sub), i.key);
      }
      case TraceOp::Pure: {
        Name left = name(a[0]);
        if (i.arg_count == 1) {
          left.text = std::string(i.sub == kScalarNot ? "not " : scalar_name(i.sub)) + "(" + left.text + ")";
          return left;
        }
        Name right = name(a[1]);
        auto part = [&](const Name& x, Ref r) {
          bool nested = r.is_result() && t_.code[r.index()].op == TraceOp::Pure && t_.code[r.index()].arg_count == 2;
          return nested ? "(" + x.text + ")" : x.text;
        };
        std::string op = i.sub == kScalarIsNot ? "is not" : scalar_name(i.sub);
        return {part(left, a[0]) + " " + op + " " + part(right, a[1]), left.rooted && right.rooted,
                left.library || right.library};
      }
      case TraceOp::Residual: return residual(i, a);
      default: return {"v" + std::to_string(n), false, false};
    }
  }
  // Questions about sizes keep their root; the results of other calls are the trace's own.
  Name residual(const Instruction& i, const Ref* a) {
    switch (Residual(i.sub)) {
      case Residual::GetAttr: {
        Name n = name(a[0]);
        n.text += "." + std::string(reinterpret_cast<Str*>(i.key)->sv());
        return n;
      }
      case Residual::Subscript: {
        Name n = name(a[0]), k = name(a[1]);
        n.text += "[" + k.text + "]";
        return n;
      }
      case Residual::Native:
      case Residual::NativePure: {
        Name f = name(a[0]);
        std::string text = f.text + "(";
        bool rooted = i.arg_count > 1;
        for (uint32_t k = 1; k < i.arg_count; k++) {
          Name n = name(a[k]);
          rooted = rooted && n.rooted;
          text += (k > 1 ? ", " : "") + n.text;
        }
        bool asks = text.starts_with("size(") || text.starts_with("dim(") || text.starts_with("len(");
        return {text + ")", rooted && asks, false};
      }
      default: return {"...", false, false};
    }
  }
  Thread& th_;
  const Trace& t_;
  bool wrapped_ = false, bound_ = false;
  Code* target_ = nullptr;
  Dict* globals_ = nullptr;
  std::unordered_map<uint64_t, Name> names_;
  std::unordered_map<uint64_t, const Dependency*> made_by_;
};

class Facts {
 public:
  Facts(Thread& th, const Trace& t) : th_(th), t_(t), names_(th, t) {}
  // Gives false where there is nothing that a user could read.
  bool of_guard(uint32_t n, GuardFact* out) {
    const Instruction& i = t_.code[n];
    const Ref* a = t_.args(i);
    Names::Name subject = names_.name(a[0]);
    out->source = subject.text;
    out->library = subject.library || is_private(i.snapshot, subject.text);
    place(i.snapshot, out);
    const Instruction* from = a[0].is_result() ? &t_.code[a[0].index()] : nullptr;
    bool length = from && from->op == TraceOp::Load && (Field(from->sub) == Field::Length || Field(from->sub) == Field::Count);
    if (length) out->source = names_.name(t_.args(*from)[0]).text;
    switch (Fact(i.sub)) {
      case Fact::Type: {
        Type* t = reinterpret_cast<Type*>(i.key);
        out->type = "<class '" + type_name(t) + "'>";
        out->kind = "TYPE_MATCH";
        out->code = "___check_type_id(" + subject.text + ", " + out->type + ")";
        break;
      }
      case Fact::Same: same_value(subject.text, a[1].is_constant() ? t_.constants[a[1].index()] : kAbsent, length, out); break;
      case Fact::Truth:
        out->kind = from && from->op == TraceOp::Pure ? "LAMBDA_GUARD" : length ? "SEQUENCE_LENGTH" : "BOOL_MATCH";
        if (length)
          out->code = subject.text + (i.key ? " != 0" : " == 0");
        else if (i.key)
          out->code = subject.text;
        else
          out->code = from && from->op == TraceOp::Pure ? "not (" + subject.text + ")" : "not " + subject.text;
        break;
      case Fact::Present: {
        bool entry = from && from->op == TraceOp::Load && Field(from->sub) == Field::Entry;
        bool attribute = from && from->op == TraceOp::Load && Field(from->sub) == Field::Attribute;
        if (!entry && !attribute) {
          out->kind = "LAMBDA_GUARD";
          out->code = subject.text + (i.key ? " exists" : " does not exist");
          break;
        }
        Names::Name owner = names_.name(t_.args(*from)[0]);
        std::string key = "'" + std::string(reinterpret_cast<Str*>(from->key)->sv()) + "'";
        out->source = owner.text;
        out->kind = entry ? "DICT_CONTAINS" : i.key ? "HASATTR" : "NOT_PRESENT_IN_GENERIC_DICT";
        if (entry)
          out->code = key + (i.key ? " in " : " not in ") + owner.text;
        else
          out->code = (i.key ? "hasattr(" : "not hasattr(") + owner.text + ", " + key + ")";
        break;
      }
    }
    return subject.rooted;
  }
  bool of_dependency(const Dependency& d, GuardFact* out) {
    if (!d.owner) return false;
    Names::Name owner = names_.object(of(d.owner));
    Names::Name subject = d.expected.u && d.expected.is_cell() && !is_scalar(d.expected)
                              ? names_.object(d.expected)
                              : names_.step(owner, of(d.owner), d.field, d.key);
    Names::Name slot = names_.step(owner, of(d.owner), d.field, d.key);
    out->source = slot.text;
    out->library = slot.library || owner.library;
    if (d.expected == kAbsent) {
      out->kind = "NOT_PRESENT_IN_GENERIC_DICT";
      out->source = owner.text;
      bool named = d.field == Field::Attribute || d.field == Field::Entry || d.field == Field::Member;
      std::string key = named ? std::string(reinterpret_cast<Str*>(d.key)->sv()) : text_of(d.field);
      out->code = "not hasattr(" + owner.text + ", '" + key + "')";
      // Looked for on the way to the class, or to the builtins.
      out->library = out->library || d.field == Field::Attribute || d.field == Field::Entry;
      return owner.rooted;
    }
    same_value(slot.text, d.expected, d.field == Field::Length, out);
    return slot.rooted && d.field != Field::Class && d.field != Field::FuncCode;
  }

 private:
  std::string type_name(Type* t) const {
    Value module = dict_get(t->dict, intern(th_.in, "__module__"));
    std::string name(t->name->sv());
    if (name == "Tensor") return "torch.Tensor";
    return is_str(module) && sv(module) != "builtins" ? std::string(sv(module)) + "." + name : name;
  }
  void same_value(const std::string& subject, Value expected, bool length, GuardFact* out) {
    if (is_scalar(expected)) {
      std::string value = names_.object(expected).text;
      bool identity = expected == kNone || expected == kTrue || expected == kFalse;
      out->kind = length ? "SEQUENCE_LENGTH" : identity ? "ID_MATCH" : "EQUALS_MATCH";
      out->code = subject + (identity ? " is " : " == ") + value;
      if (!length) out->type = "<class '" + std::string(type_of(th_.in, expected)->name->sv()) + "'>";
      return;
    }
    out->kind = "ID_MATCH";
    out->type = expected.u && expected != kStop ? "<class '" + type_name(type_of(th_.in, expected)) + "'>" : "";
    out->code = "___check_obj_id(" + subject + "), type=" + out->type;
  }
  void place(uint32_t snapshot, GuardFact* out) {
    if (snapshot == kNoSnapshot) return;
    for (uint32_t k = t_.snapshots[snapshot].frame; k != kNoFrame; k = t_.frames[k].caller) {
      const FrameRecipe& f = t_.frames[k];
      if (is_library(f.code) || !f.code->filename) continue;
      uint32_t line = line_of(f.code, f.code->ins.data() + f.pc);
      std::string text;
      source_line(th_, f.code->filename->sv(), line, &text);
      size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t\r\n");
      if (first != std::string::npos) out->text = text.substr(first, last - first + 1);
      out->place = std::string(short_path(f.code->filename->sv())) + ":" + std::to_string(line) + " in " +
                   std::string(f.code->name->sv());
      return;
    }
  }
  // Something that the library keeps for itself on an object of the user's: the hooks of a module.
  bool is_private(uint32_t snapshot, const std::string& subject) const {
    if (snapshot == kNoSnapshot || t_.snapshots[snapshot].frame == kNoFrame) return false;
    if (!is_library(t_.frames[t_.snapshots[snapshot].frame].code)) return false;
    size_t dot = subject.rfind('.');
    return dot != std::string::npos && dot + 1 < subject.size() && subject[dot + 1] == '_';
  }
  Thread& th_;
  const Trace& t_;
  Names names_;
};
}  // namespace

std::vector<GuardFact> facts_of(Thread& th, const Trace& t) {
  std::vector<GuardFact> out;
  Facts facts(th, t);
  auto add = [&](GuardFact f) {
    if (f.library) return;
    for (const GuardFact& g : out)
      if (g.code == f.code) return;
    out.push_back(std::move(f));
  };
  for (uint32_t n = 0; n < t.code.size(); n++) {
    if (t.code[n].op != TraceOp::Guard) continue;
    GuardFact f;
    if (facts.of_guard(n, &f)) add(std::move(f));
  }
  for (const Dependency& d : t.dependencies) {
    GuardFact f;
    if (facts.of_dependency(d, &f)) add(std::move(f));
  }
  return out;
}
std::string failure_of(Thread& th, const Trace& t) {
  Facts facts(th, t);
  GuardFact f;
  bool found = false;
  for (const Dependency& d : t.dependencies) {
    if (t.valid || !d.owner || same(read_field(th, d.field, of(d.owner), d.key, nullptr), d.expected)) continue;
    GuardFact g;
    facts.of_dependency(d, &g);
    if (!found || f.library) f = g;
    found = true;
  }
  if (!found && t.failed_at >= t.code.size()) return "a value that was written meanwhile";
  if (!found) facts.of_guard(t.failed_at, &f);
  std::string out = plain(f.code);
  if (f.text.empty()) return out;
  out.resize(std::max<size_t>(out.size(), 60), ' ');
  return out + "  # " + f.text + "  # " + f.place;
}
std::vector<GuardFact> tensor_facts(const Segment& s, const SymbolPlan* plan) {
  std::vector<GuardFact> out;
  if (!s.nodes) return out;
  for (uint32_t i = 0; i < s.inputs.size(); i++) {
    auto it = s.nodes->sources.find(s.inputs[i]);
    if (it == s.nodes->sources.end()) continue;
    const rt::Tensor& t = s.values[s.inputs[i]].tensor;
    auto numbers = [&](SizePosition::Kind kind, const auto& list) {
      std::string text = "[";
      for (uint32_t d = 0; d < uint32_t(list.n); d++) {
        bool free = plan && plan->everything;
        for (size_t p = 0; plan && p < plan->positions.size(); p++)
          if (plan->positions[p].kind == kind && plan->positions[p].a == i && plan->positions[p].b == d)
            free |= plan->of[p] != SymbolPlan::kFixed;
        text += (d ? ", " : "") + (free ? std::string("None") : std::to_string(int64_t(list[d])));
      }
      return text + "]";
    };
    GuardFact f;
    f.source = it->second.expression;
    f.kind = "TENSOR_MATCH";
    f.type = "<class 'torch.Tensor'>";
    f.code = "check_tensor(" + f.source + ", Tensor, torch." + rt::row_of(t->meta.dtype).name +
             ", device=cpu, requires_grad=" + (t->requires_grad() ? "True" : "False") +
             ", size=" + numbers(SizePosition::Kind::Size, t->meta.sizes) +
             ", stride=" + numbers(SizePosition::Kind::Stride, t->meta.strides) + ")";
    out.push_back(std::move(f));
  }
  return out;
}
std::string guard_tree(const std::vector<GuardFact>& facts) {
  std::vector<std::string> sources;
  for (const GuardFact& f : facts)
    if (std::find(sources.begin(), sources.end(), f.source) == sources.end()) sources.push_back(f.source);
  std::string out = "GUARDS:\n\nTREE_GUARD_MANAGER:\n+- RootGuardManager\n";
  for (const std::string& source : sources) {
    std::string type;
    bool tensor = false;
    for (const GuardFact& f : facts) {
      if (f.source != source) continue;
      if (type.empty()) type = f.type;
      tensor |= f.kind == "TENSOR_MATCH";
    }
    out += "| +- GuardManager: source=" + source + (type.empty() ? "" : ", type=" + type) + "\n";
    for (const GuardFact& f : facts) {
      if (f.source != source || (tensor && f.kind == "TYPE_MATCH")) continue;
      std::string line = "| | +- " + f.kind + ": " + f.code;
      if (!f.text.empty()) {
        line.resize(std::max<size_t>(line.size(), 78), ' ');
        line += "  # " + f.text + "  # " + f.place;
      }
      out += line + "\n";
    }
  }
  return out;
}
std::string plain(const std::string& code) {
  std::string out;
  for (size_t i = 0; i < code.size(); i++) {
    size_t end;
    if (code.compare(i, 3, "L['") == 0 && (end = code.find("']", i)) != std::string::npos) {
      out += code.substr(i + 3, end - i - 3);
      i = end + 1;
    } else {
      out += code[i];
    }
  }
  return out;
}
Value target_of(const Region& region) {
  return behind_wrapper(region);
}
Code* target_code(const Region& region) {
  bool bound;
  Code* c = code_behind(region.session->thread.in, behind_wrapper(region), &bound);
  return c ? c : region.func->code;
}
std::string target_place(const Region& region) {
  Code* c = target_code(region);
  return std::string(c->name->sv()) + " in " + (c->filename ? std::string(c->filename->sv()) : "?") + ":" +
         std::to_string(c->first_line);
}

void Session::report_trace(const Trace& t) {
  for (GuardFact& f : facts_of(thread, t)) fresh_guards.push_back(std::move(f));
}
void Session::report_segment(const Segment& s, const SymbolPlan* plan) {
  for (GuardFact& f : tensor_facts(s, plan)) {
    bool known = false;
    for (const GuardFact& g : fresh_guards) known |= g.code == f.code;
    if (!known) fresh_guards.push_back(std::move(f));
  }
}
}  // namespace adder::capture
