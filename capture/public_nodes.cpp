#include "capture/public_nodes.h"

#include <functional>

#include "capture/activation.h"
#include "capture/values.h"
#include "interp/bridge/op_binding.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/library_code.h"

namespace adder::capture {
namespace {
// The value number of a tensor, 0 if the segment does not know it.
uint32_t number_of(const Segment& s, const rt::TensorImpl* t) {
  for (size_t n = s.values.size(); n-- > 1;)
    if (s.values[n].tensor.get() == t) return uint32_t(n);
  return 0;
}
void release(PublicArg& a) {
  if (a.form == PublicArg::Form::Plain) dec(a.value);
  for (PublicArg& item : a.items) release(item);
}
PublicArg argument(Thread& th, Value v) {
  PublicArg a;
  auto add_items = [&](PublicArg::Form form, const Value* items, size_t n) {
    a.form = form;
    for (size_t i = 0; i < n; i++) a.items.push_back(argument(th, items[i]));
  };
  if (is_tensor(torch_state(th), v)) {
    a.form = PublicArg::Form::Tensor;
    a.tensor = tensor_of(v).get();
  } else if (v.is_int()) {
    a.form = PublicArg::Form::Integer;
    a.value = v;
  } else if (v.is(Kind::Tuple)) {
    add_items(PublicArg::Form::Tuple, v.as<Tuple>()->items, v.as<Tuple>()->len);
  } else if (v.is(Kind::List)) {
    add_items(PublicArg::Form::List, v.as<List>()->items, v.as<List>()->len);
  } else if (v.is(Kind::Slice)) {
    Value parts[] = {v.as<Slice>()->lo, v.as<Slice>()->hi, v.as<Slice>()->step};
    add_items(PublicArg::Form::Slice, parts, 3);
  } else if (has_fields(v) && unwrap(v) != v && unwrap(v).is(Kind::Tuple)) {  // torch.Size, named tuples
    Tuple* t = unwrap(v).as<Tuple>();
    add_items(PublicArg::Form::Tuple, t->items, t->len);
  } else {
    a.value = inc(v);
  }
  return a;
}
// Tensors get their numbers; integers find the operations that received them. False: a tensor is not the segment's.
bool settle(const Segment& s, PublicArg& a) {
  if (a.form == PublicArg::Form::Tensor) return (a.number = number_of(s, a.tensor)) != 0;
  for (PublicArg& item : a.items)
    if (!settle(s, item)) return false;
  return true;
}
void each_integer(PublicArg& a, const std::function<void(PublicArg&)>& fn) {
  if (a.form == PublicArg::Form::Integer) fn(a);
  for (PublicArg& item : a.items) each_integer(item, fn);
}
void find_spots(const Segment& s, PublicNode& node) {
  struct Found {
    PublicArg::Spot spot;
    int64_t value;
    bool taken;
  };
  std::vector<Found> found;
  for (uint32_t k = node.first_op; k < node.end_op; k++) {
    const DeferredOp& op = s.ops[k];
    for (uint32_t i = 0; i < op.args.size(); i++) {
      const rt::Arg& a = op.args[i];
      if (a.tag == rt::Tag::integer) found.push_back({{k, i, 0}, a.i, false});
      if (a.tag == rt::Tag::int_list)
        for (uint32_t e = 0; e < a.count; e++) found.push_back({{k, i, e}, a.ints[e].hint, false});
    }
  }
  // The first argument with a value gets the first place that has it, and so on; places left over go to the first.
  std::vector<PublicArg*> integers;
  for (PublicArg& a : node.args) each_integer(a, [&](PublicArg& i) { integers.push_back(&i); });
  for (PublicArg* i : integers)
    for (Found& f : found)
      if (!f.taken && f.value == i->value.as_int()) {
        f.taken = true;
        i->spots.push_back(f.spot);
        break;
      }
  for (Found& f : found) {
    if (f.taken) continue;
    for (PublicArg* i : integers)
      if (f.value == i->value.as_int()) {
        i->spots.push_back(f.spot);
        break;
      }
  }
}
// Only functions and methods that are operators as a whole can be called again in a graph.
bool is_operator(Thread& th, Residual kind, std::span<const Value> args) {
  switch (kind) {
    case Residual::Native:
    case Residual::NativePure:
      return !args.empty() && args[0].is(Kind::Native) && args[0].as<Native>()->def->rule == Rule::tensor_op;
    case Residual::Call: return !args.empty() && args[0].is(Kind::Func);  // the recorder has chosen it
    case Residual::Binary:
    case Residual::Compare:
    case Residual::Unary:
    case Residual::Subscript:
    case Residual::SetItem:
    case Residual::GetAttr:
      for (Value v : args)
        if (is_tensor(torch_state(th), v)) return true;
      return false;
    default: return false;
  }
}
}  // namespace

PublicNodes::~PublicNodes() {
  for (PublicNode& n : nodes_) {
    dec(n.target);
    for (PublicArg& a : n.args) capture::release(a);
  }
}
void PublicNodes::begin(Thread& th, const Segment& s, Residual kind, uint64_t key, std::span<const Value> args) {
  if (open_) end(th, s, kAbsent);
  if (!is_operator(th, kind, args)) return;
  PublicNode node;
  node.kind = kind;
  node.key = key;
  size_t first = 0;
  if (kind == Residual::Native || kind == Residual::NativePure || kind == Residual::Call) {
    node.target = inc(args[0]);
    first = 1;
    if (Tuple* names = reinterpret_cast<Tuple*>(key))
      for (uint32_t i = 0; i < names->len; i++) node.keywords.emplace_back(sv(names->items[i]));
  }
  for (size_t i = first; i < args.size(); i++) node.args.push_back(argument(th, args[i]));
  node.first_op = uint32_t(s.ops.size());
  for (const Frame* f = th.fr; f > th.frames; f--) {
    std::string_view file = f->code->filename ? f->code->filename->sv() : std::string_view();
    if (!f->func || file.empty() || is_library(f->code)) continue;
    node.file = file;
    node.function = f->code->name->sv();
    node.line = line_of(f->code, f->pc);
    break;
  }
  nodes_.push_back(std::move(node));
  open_ = true;
}
void PublicNodes::end(Thread& th, const Segment& s, Value result) {
  if (!open_) return;
  open_ = false;
  PublicNode& node = nodes_.back();
  node.end_op = uint32_t(s.ops.size());
  if (node.end_op <= node.first_op) {  // it did nothing here: a question about metadata, or a call that looked at data
    dec(node.target);
    for (PublicArg& a : node.args) capture::release(a);
    nodes_.pop_back();
    return;
  }
  bool fits = result.u != 0;
  for (PublicArg& a : node.args) fits = fits && settle(s, a);
  auto add_result = [&](Value v) {
    uint32_t n = is_tensor(torch_state(th), v) ? number_of(s, tensor_of(v).get()) : 0;
    node.results.push_back(n);
    node.names.emplace_back();
    return n != 0;
  };
  Value items = result.u && has_fields(result) ? unwrap(result) : result;
  if (fits && (items.is(Kind::Tuple) || items.is(Kind::List))) {
    node.many = true;
    const Value* v = items.is(Kind::Tuple) ? items.as<Tuple>()->items : items.as<List>()->items;
    for (int64_t i = 0; i < container_length(items); i++) fits = add_result(v[i]) && fits;
  } else if (fits && result != kNone) {
    fits = add_result(result);
  }
  if (!fits) {
    whole_ = false;
    return;
  }
  find_spots(s, node);
}
void PublicNodes::name(const Segment& s, const rt::TensorImpl* t, std::string_view variable) {
  uint32_t n = number_of(s, t);
  if (!n) return;
  for (size_t i = nodes_.size(); i-- > 0;)
    for (size_t k = 0; k < nodes_[i].results.size(); k++)
      if (nodes_[i].results[k] == n) {
        if (nodes_[i].names[k].empty()) nodes_[i].names[k] = variable;
        return;
      }
}
void PublicNodes::close(const Segment& s) {
  if (open_) {
    // A comparison that branches looks at its own result: it is complete, though nobody has seen the result.
    PublicNode& node = nodes_.back();
    node.end_op = uint32_t(s.ops.size());
    bool whole = node.kind == Residual::Compare && node.end_op == node.first_op + 1 &&
                 s.ops[node.first_op].results.size() == 1;
    for (PublicArg& a : node.args) whole = whole && settle(s, a);
    if (node.end_op == node.first_op) {
      node.first_op = node.end_op = 0;
    } else if (whole) {
      node.results = {s.ops[node.first_op].results[0]};
      node.names.resize(1);
    } else {
      whole_ = false;
    }
    open_ = false;
  }
  std::erase_if(nodes_, [](PublicNode& n) {
    if (n.end_op > n.first_op) return false;
    dec(n.target);
    for (PublicArg& a : n.args) capture::release(a);
    return true;
  });
  for (SizeExpr& e : sizes)
    if (e.form == SizeExpr::Form::Size) e.tensor = number_of(s, e.of);
  for (uint32_t n : s.inputs) {
    auto it = noted_sources.find(s.values[n].tensor.get());
    if (it != noted_sources.end()) sources[n] = it->second;
  }
  noted_sources.clear();
  uint32_t covered = 0;
  for (const PublicNode& n : nodes_) {
    if (n.first_op != covered) whole_ = false;
    covered = n.end_op;
  }
  if (covered != s.ops.size()) whole_ = false;
}
}  // namespace adder::capture
