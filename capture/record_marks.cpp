// Promises of torch._dynamo.mark_dynamic: a recording that would fix a marked size, or that holds for a part of its range
// only, ends with an error.
#include "capture/recorder.h"
#include "capture/scalar.h"
#include "interp/bridge/tensor_cell.h"

namespace adder::capture {

// Is a number the size of a tensor, as the script read it: t.shape[k], t.size(k), or one of several unpacked?
bool Recorder::marked_size(Ref r, Value* tensor, uint32_t* dimension) const {
  r = settled(r);
  if (!r.is_result() || is_known(r)) return false;
  const Instruction& i = trace_->code[r.index()];
  const Ref* a = trace_->args(i);
  Ref shape, owner;
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
  } else if (i.op == TraceOp::Residual && i.arg_count == 3 && value_of(a[0]).is(Kind::Native) &&
             std::string_view(value_of(a[0]).as<Native>()->def->name) == "size") {
    owner = a[1];
    index = is_known(a[2]) ? value_of(a[2]) : kAbsent;
  }
  if (!index.is_int()) return false;
  if (!shape.nothing()) {
    if (!shape.is_result()) return false;
    const Instruction& s = trace_->code[shape.index()];
    if (s.op != TraceOp::Residual) return false;
    if (Residual(s.sub) == Residual::GetAttr && reinterpret_cast<Str*>(s.key)->sv() == "shape")
      owner = trace_->args(s)[0];
    else if (s.arg_count == 2 && value_of(trace_->args(s)[0]).is(Kind::Native) &&
             std::string_view(value_of(trace_->args(s)[0]).as<Native>()->def->name) == "size")
      owner = trace_->args(s)[1];
    else
      return false;
  }
  // A tensor that the trace has made may be gone by now, and nobody has marked it.
  if (owner.is_result() && !known_[owner.index()].loaded) return false;
  *tensor = value_of(owner);
  if (!is_tensor_value(*tensor)) return false;
  int64_t rank = tensor_of(*tensor)->meta.sizes.n, d = index.as_int();
  if (d < 0) d += rank;
  if (d < 0 || d >= rank) return false;
  *dimension = uint32_t(d);
  return true;
}
bool Recorder::promised_size(Ref r) const {
  Value tensor = kAbsent;
  uint32_t dimension = 0;
  if (!region_.session->marks || !marked_size(r, &tensor, &dimension)) return false;
  return region_.session->marks(tensor_of(tensor)).required >> std::min(dimension, 63u) & 1;
}
void Recorder::check_marks(Ref comparison, bool truth) {
  if (!region_.session->marks || !comparison.is_result()) return;
  const Instruction& i = trace_->code[comparison.index()];
  if (i.op != TraceOp::Pure || i.arg_count != 2 || i.sub < kScalarCompare || i.sub > kScalarCompare + 5) return;
  const Ref* a = trace_->args(i);
  Value tensor = kAbsent;
  uint32_t dimension = 0;
  int op = i.sub - kScalarCompare;  // < <= > >= == !=
  Ref other = a[1];
  if (!marked_size(a[0], &tensor, &dimension)) {
    if (!marked_size(a[1], &tensor, &dimension)) return;
    other = a[0];
    static constexpr int kMirrored[] = {2, 3, 0, 1, 4, 5};
    op = kMirrored[op];
  }
  Value with = value_of(settled(other));
  if (!with.is_int() || !is_known(other)) return;
  SegmentCache::Marks marks = region_.session->marks(tensor_of(tensor));
  if (!(marks.required >> std::min(dimension, 63u) & 1)) return;
  std::string name = "?";
  for (const ShadowFrame& f : frames_) {
    if (f.code->filename && f.code->filename->sv().starts_with("<adder>")) continue;
    for (size_t r = 0; r < f.code->nlocals && r < f.code->varnames.size(); r++)
      if (f.frame->base[r] == tensor) name = "L['" + std::string(f.code->varnames[r]->sv()) + "']";
    break;
  }
  name += ".size()[" + std::to_string(dimension) + "]";
  std::string head = "Constraints violated (" + name + ")! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - ";
  auto holds = [&](int64_t v) {
    int64_t c = with.as_int();
    bool h = op == 0 ? v < c : op == 1 ? v <= c : op == 2 ? v > c : op == 3 ? v >= c : op == 4 ? v == c : v != c;
    return h == truth;
  };
  if ((op == 4 && truth) || (op == 5 && !truth))
    return refuse("ConstraintViolationError",
                  head + "You marked " + name + " as dynamic but your code specialized it to be a constant (" +
                      std::to_string(with.as_int()) +
                      "). If you're using mark_dynamic, either remove it or use maybe_mark_dynamic. If you're using "
                      "Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.\n\nUser stack:\n" +
                      traceback_lines(user_frames(th_, region_.session->base)),
                  true);
  for (const SegmentCache::Marks::Range& r : marks.ranges) {
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
                  head + "Not all values of " + name + " = " + name + " in the specified range " + given +
                      " satisfy the generated guard " + kept,
                  true);
  }
}
}  // namespace adder::capture
