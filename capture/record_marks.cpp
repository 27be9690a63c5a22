// Promises of torch._dynamo.mark_dynamic: a recording that would fix a marked size, or that holds for a part of its
// range only, ends with an error.
#include "capture/recorder.h"
#include "capture/scalar.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/library_code.h"

namespace adder::capture {

// The instruction is about to give a shape, or one size, of its operand.
void Recorder::note_shape(uint32_t n, Residual kind, uint64_t key, const std::vector<Ref>& args) {
  if (!region_.session->marks) return;
  size_t at = 0;
  if (kind == Residual::Native || kind == Residual::NativePure) {
    Value callee = args.empty() ? kAbsent : value_of(args[0]);
    if (args.size() < 2 || !callee.is(Kind::Native) || std::string_view(callee.as<Native>()->def->name) != "size")
      return;
    at = 1;
  } else if (kind != Residual::GetAttr || reinterpret_cast<Str*>(key)->sv() != "shape") {
    return;
  }
  Value tensor = value_of(settled(args[at]));
  if (!is_tensor_value(tensor)) return;
  SegmentCache::Marks marks = region_.session->marks(tensor_of(tensor));
  if (!marks.required) return;
  std::string name = "?";
  for (const ShadowFrame& f : frames_) {
    if (is_library(f.code)) continue;
    for (size_t v = 0; v < f.code->nlocals && v < f.code->tables->varnames.size(); v++)
      if (f.frame->base[v] == tensor) name = "L['" + std::string(f.code->tables->varnames[v]->sv()) + "']";
    break;
  }
  marked_shapes_[n] = {std::move(name), tensor_of(tensor)->meta.sizes.n, std::move(marks)};
}
// Is a number the size of such a tensor, as the script read it: t.shape[k], t.size(k), or one of several unpacked?
const Recorder::MarkedShape* Recorder::marked_size(Ref r, uint32_t* dimension) const {
  r = settled(r);
  if (marked_shapes_.empty() || !r.is_result() || is_known(r)) return nullptr;
  const Instruction& i = trace_->code[r.index()];
  const Ref* a = trace_->args(i);
  Ref shape;
  Value index = kAbsent;
  if (i.op == TraceOp::Load && Field(i.sub) == Field::Element && !(i.flags & kDynamicKey)) {
    shape = settled(a[0]);
    index = integer49(int64_t(i.key));
    if (shape.is_result() && trace_->code[shape.index()].op == TraceOp::Residual &&
        Residual(trace_->code[shape.index()].sub) == Residual::Unpack)
      shape = settled(trace_->args(trace_->code[shape.index()])[0]);
  } else if (i.op == TraceOp::Residual && Residual(i.sub) == Residual::Subscript) {
    shape = settled(a[0]);
    index = is_known(a[1]) ? value_of(a[1]) : kAbsent;
  } else if (i.op == TraceOp::Residual && i.arg_count == 3) {
    shape = r;
    index = is_known(a[2]) ? value_of(a[2]) : kAbsent;
  }
  auto it = shape.is_result() ? marked_shapes_.find(shape.index()) : marked_shapes_.end();
  if (it == marked_shapes_.end() || !index.is_int()) return nullptr;
  int64_t d = index.as_int() + (index.as_int() < 0 ? it->second.rank : 0);
  if (d < 0 || d >= it->second.rank) return nullptr;
  *dimension = uint32_t(d);
  return it->second.marks.required >> std::min(*dimension, 63u) & 1 ? &it->second : nullptr;
}
bool Recorder::promised_size(Ref r) const {
  uint32_t dimension;
  return marked_size(r, &dimension) != nullptr;
}
static std::string size_name(const std::string& tensor, uint32_t dimension) {
  return tensor + ".size()[" + std::to_string(dimension) + "]";
}
static std::string violated(const std::string& name) {
  return "Constraints violated (" + name + ")! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - ";
}
void Recorder::refuse_fixed_size(const std::string& name, int64_t value) {
  refuse("ConstraintViolationError",
         violated(name) + "You marked " + name + " as dynamic but your code specialized it to be a constant (" +
             std::to_string(value) +
             "). If you're using mark_dynamic, either remove it or use maybe_mark_dynamic. If you're using "
             "Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.\n\nUser stack:\n" +
             traceback_lines(user_frames(th_, region_.session->base)),
         true);
}
// How often a loop runs is part of what a recording is.
void Recorder::check_trip_count(Ref r) {
  uint32_t dimension;
  if (const MarkedShape* s = marked_size(r, &dimension))
    refuse_fixed_size(size_name(s->name, dimension), to_int(value_of(settled(r))));
}
void Recorder::check_marks(Ref comparison, bool truth) {
  if (marked_shapes_.empty() || !comparison.is_result()) return;
  const Instruction& i = trace_->code[comparison.index()];
  if (i.op != TraceOp::Pure || i.arg_count != 2 || i.sub < kScalarCompare || i.sub > kScalarCompare + 5) return;
  const Ref* a = trace_->args(i);
  int op = i.sub - kScalarCompare;  // < <= > >= == !=
  Ref other = a[1];
  uint32_t dimension;
  const MarkedShape* shape = marked_size(a[0], &dimension);
  if (!shape) {
    shape = marked_size(a[1], &dimension);
    if (!shape) return;
    other = a[0];
    static constexpr int kMirrored[] = {2, 3, 0, 1, 4, 5};
    op = kMirrored[op];
  }
  Value with = value_of(settled(other));
  if (!with.is_int() || !is_known(other)) return;
  std::string name = size_name(shape->name, dimension);
  auto holds = [&](int64_t v) {
    int64_t c = with.as_int();
    bool h = op == 0 ? v < c : op == 1 ? v <= c : op == 2 ? v > c : op == 3 ? v >= c : op == 4 ? v == c : v != c;
    return h == truth;
  };
  if ((op == 4 && truth) || (op == 5 && !truth)) return refuse_fixed_size(name, with.as_int());
  for (const SegmentCache::Marks::Range& r : shape->marks.ranges) {
    if (r.dimension != dimension || op >= 4) continue;
    int64_t least = std::max<int64_t>(r.least, 2);
    if (holds(least) && (r.greatest == INT64_MAX || holds(r.greatest))) continue;
    // The part of the range for which the guard holds.
    int64_t from = least, to = r.greatest, c = with.as_int();
    static constexpr int kNegated[] = {3, 2, 1, 0};
    switch (truth ? op : kNegated[op]) {
      case 0: to = std::min(to, c - 1); break;
      case 1: to = std::min(to, c); break;
      case 2: from = std::max(from, c + 1); break;
      default: from = std::max(from, c); break;
    }
    std::string low = std::to_string(r.least) + " <= ", high = " <= " + std::to_string(r.greatest);
    std::string given = (r.least > 2 ? low : "") + name + (r.greatest == INT64_MAX ? "" : high);
    std::string kept = std::to_string(from) + " <= " + name;
    if (to != INT64_MAX) kept += " and " + name + " <= " + std::to_string(to);
    return refuse("ConstraintViolationError",
                  violated(name) + "Not all values of " + name + " = " + name + " in the specified range " + given +
                      " satisfy the generated guard " + kept,
                  true);
  }
}
}  // namespace adder::capture
