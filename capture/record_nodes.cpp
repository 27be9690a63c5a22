// Notes for backends written in Python: which torch functions the script called, how it named what came out, and where
// the tensors that went in come from.
#include <set>

#include "capture/activation.h"
#include "capture/public_nodes.h"
#include "capture/recorder.h"
#include "capture/values.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/library_code.h"

namespace adder::capture {
namespace {
std::string_view file_of(const Code* c) {
  return c->filename ? c->filename->sv() : std::string_view();
}
bool is_module_file(const Code* c) {
  return file_of(c).find("/torch/nn/modules/") != std::string_view::npos;
}
}  // namespace

Segment* Recorder::noted() const {
  Activation* a = region_.session->activation.get();
  return a ? a->noted_segment() : nullptr;
}
// A function of torch that is written in Python is one call too.
void Recorder::note_function(const std::vector<Ref>& args, Func* f, Tuple* names) {
  if (function_depth_ || !is_library(f->code)) return;
  static const std::set<std::string_view> kModules = {"torch",        "torch.functional", "torch.nn.functional",
                                                      "torch.linalg", "torch.special",    "torch.fft"};
  Value module = dict_get(f->globals, intern(th_.in, "__name__"));
  if (!is_str(module) || !kModules.count(sv(module)) || dict_get(f->globals, f->code->name) != of(f)) return;
  std::vector<Ref> all{constant(of(f))};
  all.insert(all.end(), args.begin(), args.end());
  note_call(Residual::Call, bits(names), all);
  function_depth_ = frames_.size();
}
void Recorder::note_left(Value v) {
  if (frames_.size() > function_depth_) return;
  function_depth_ = 0;
  if (noted()) note_result(v);
}
void Recorder::note_call(Residual kind, uint64_t key, const std::vector<Ref>& args) {
  if (function_depth_ || kind == Residual::Truth) return;  // a branch is part of its comparison
  Segment& s = *noted();
  std::vector<Value> values;
  for (Ref r : args) values.push_back(value_of(settled(r)));
  s.nodes->begin(th_, s, kind, key, values);
  bool shape = kind == Residual::GetAttr && reinterpret_cast<Str*>(key)->sv() == "shape";
  bool size = (kind == Residual::Native || kind == Residual::NativePure) && values.size() > 1 &&
              values[0].is(Kind::Native) && std::string_view(values[0].as<Native>()->def->name) == "size";
  if (shape || size) {
    Value t = values[size];
    if (is_tensor(torch_state(th_), t)) {
      NotedShape& n = shapes_[flight_];
      n.tensor = tensor_of(t).get();
      n.sizes.assign(n.tensor->meta.sizes.begin(), n.tensor->meta.sizes.end());
    }
  }
  PublicNode* node = s.nodes->open_node();
  if (!node) return;
  size_t skipped = args.size() - node->args.size();  // what is called
  auto visit = [&](auto& self, PublicArg& a, Ref r) -> void {
    r = settled(r);
    if (a.form == PublicArg::Form::Integer && r.is_result() && !is_known(r)) a.expression = size_expression(r);
    if (a.form == PublicArg::Form::Tensor) {
      auto it = origins_.find(value_of(r).u);
      if (it == origins_.end()) return;
      if (!it->second.order) it->second.order = ++touched_;
      s.nodes->noted_sources[a.tensor] = {it->second.expression, it->second.order};
    }
    SunkObject* o = sunk(r);
    if (!o && r.is_result() && trace_->code[r.index()].op == TraceOp::Alloc) {  // escaped for this call
      for (SunkObject& k : sunk_)
        if (k.real == r) o = &k;
    }
    for (size_t i = 0; i < a.items.size(); i++)
      if (o && i < o->fields.size()) self(self, a.items[i], o->fields[i]);
  };
  for (size_t i = 0; i < node->args.size(); i++) visit(visit, node->args[i], args[i + skipped]);
}
void Recorder::note_result(Value v) {
  if (function_depth_) return;
  Segment& s = *noted();
  s.nodes->end(th_, s, v);
}
void Recorder::note_name(const ShadowFrame& f, int reg, Value v) {
  if (is_library(f.code) && !is_module_file(f.code)) return;
  if (!is_tensor(torch_state(th_), v) || size_t(reg) >= f.code->tables->varnames.size()) return;
  Segment& s = *noted();
  s.nodes->name(s, tensor_of(v).get(), f.code->tables->varnames[size_t(reg)]->sv());
}
// The function that the user asked to compile, behind the wrapper: its arguments are what Python expressions start from.
void Recorder::note_root(const ShadowFrame& f) {
  if (is_library(f.code) && !(is_module_file(f.code) && f.code->name->sv() == "forward")) return;
  rooted_ = true;
  for (size_t r = 0; r < f.code->nlocals; r++) {
    Value v = f.frame->base[r];
    if (v.is_cell()) origins_[v.u] = {"L['" + std::string(f.code->tables->varnames[r]->sv()) + "']"};
  }
  if (f.frame->func) origins_[of(f.frame->func->globals).u] = {"G"};
}
void Recorder::note_load(Value owner, Field f, uint64_t key, Value v) {
  auto it = origins_.find(owner.u);
  if (it == origins_.end()) return;
  std::string step;
  switch (f) {
    case Field::Attribute:
      if (reinterpret_cast<Str*>(key) != th_.in.hidden_dict) step = "." + std::string(reinterpret_cast<Str*>(key)->sv());
      break;
    case Field::Entry: {
      std::string name(reinterpret_cast<Str*>(key)->sv());
      step = it->second.attributes ? "." + name : "['" + name + "']";
      break;
    }
    case Field::Item:
    case Field::Element: step = "[" + std::to_string(int64_t(key)) + "]"; break;
    default: return;
  }
  std::string path = it->second.expression + step;
  auto [at, fresh] = origins_.try_emplace(v.u, Origin{path, 0, step.empty()});
  if (fresh && is_tensor(torch_state(th_), v)) at->second.order = ++touched_;
}

// How a number came from sizes, as far as that is arithmetic on the sizes of tensors; -1: otherwise.
int32_t Recorder::size_expression(Ref r, int depth) {
  r = settled(r);
  PublicNodes& nodes = *noted()->nodes;
  Value now = value_of(r);
  if (!now.is_int() || depth > 20) return -1;
  SizeExpr e;
  e.value = now.as_int();
  auto add = [&] {
    nodes.sizes.push_back(e);
    return int32_t(nodes.sizes.size() - 1);
  };
  if (is_known(r)) return add();
  if (!r.is_result()) return -1;
  const Instruction& i = trace_->code[r.index()];
  const Ref* args = trace_->args(i);
  if (i.op == TraceOp::Pure && i.arg_count == 2 &&
      (i.sub == kAdd || i.sub == kSub || i.sub == kMul || i.sub == kFdiv || i.sub == kMod)) {
    uint8_t kind = i.sub;
    Ref left = args[0], right = args[1];
    int32_t a = size_expression(left, depth + 1), b = size_expression(right, depth + 1);
    if (a < 0 || b < 0) return -1;
    e.form = SizeExpr::Form::Arithmetic;
    e.arithmetic = kind;
    e.left = a;
    e.right = b;
    return add();
  }
  auto shape_of = [&](Ref of) {
    of = settled(of);
    auto it = of.is_result() ? shapes_.find(of.index()) : shapes_.end();
    return it == shapes_.end() ? nullptr : &it->second;
  };
  const NotedShape* shape = nullptr;
  int64_t dim = 0;
  if (i.op == TraceOp::Load && Field(i.sub) == Field::Element && !(i.flags & kDynamicKey)) {
    Ref from = args[0];
    if (from.is_result() && trace_->code[from.index()].op == TraceOp::Residual &&
        Residual(trace_->code[from.index()].sub) == Residual::Unpack)
      from = trace_->args(trace_->code[from.index()])[0];
    shape = shape_of(from);
    dim = int64_t(i.key);
  } else if (i.op == TraceOp::Residual && Residual(i.sub) == Residual::Subscript) {
    Value k = is_known(args[1]) ? value_of(args[1]) : kAbsent;
    if (!k.is_int()) return -1;
    shape = shape_of(args[0]);
    dim = k.as_int();
  } else if (i.op == TraceOp::Residual && i.arg_count == 3) {  // x.size(k)
    Value k = is_known(args[2]) ? value_of(args[2]) : kAbsent;
    if (!k.is_int()) return -1;
    shape = shape_of(r);
    dim = k.as_int();
  }
  if (!shape) return -1;
  int64_t rank = int64_t(shape->sizes.size());
  if (dim < 0) dim += rank;
  if (dim < 0 || dim >= rank || shape->sizes[size_t(dim)] != e.value) return -1;
  e.form = SizeExpr::Form::Size;
  e.of = shape->tensor;
  e.dim = uint32_t(dim);
  return add();
}
}  // namespace adder::capture
