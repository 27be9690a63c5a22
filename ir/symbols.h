// A node's arguments as a launch sees them: value numbers become tensors, symbolic integers their values.
#pragma once
#include <deque>
#include <span>
#include <vector>
#include "ir/graph.h"
namespace adder::ir {

inline bool is_symbolic(const Arg& a) {
  if (a.tag == rt::Tag::symbol) return true;
  if (a.tag != rt::Tag::int_list) return false;
  for (uint32_t k = 0; k < a.count; ++k)
    if (a.ints[k].expr) return true;
  return false;
}

class BoundArgs {
 public:
  // tensor_of(ValueId) gives a TensorImpl* that outlives the use of the arguments.
  template <class F>
  BoundArgs(std::span<const Arg> args, std::span<const int64_t> symbols, F&& tensor_of)
      : args_(args.begin(), args.end()) {
    for (Arg& a : args_) {
      if (a.is_tensor()) {
        a = Arg(static_cast<rt::TensorImpl*>(tensor_of(ValueId(a.value))));
      } else if (a.tag == rt::Tag::symbol) {
        a = Arg(rt::ShapeEnv::evaluate(a.sym(), symbols));
      } else if (is_symbolic(a)) {
        std::vector<SymInt>& list = lists_.emplace_back();
        for (uint32_t k = 0; k < a.count; ++k) list.push_back(rt::ShapeEnv::evaluate(a.ints[k], symbols));
        a.ints = list.data();
      }
    }
  }
  BoundArgs(const BoundArgs&) = delete;
  std::span<const Arg> args() const { return args_; }

 private:
  std::vector<Arg> args_;
  std::deque<std::vector<SymInt>> lists_;
};

inline rt::Sizes evaluate(const rt::Dims<SymInt>& dims, std::span<const int64_t> symbols) {
  rt::Sizes r;
  for (SymInt v : dims) r.push(rt::ShapeEnv::evaluate(v, symbols));
  return r;
}
inline rt::Meta<int64_t> evaluate(const SymMeta& m, std::span<const int64_t> symbols) {
  rt::Meta<int64_t> r;
  r.dtype = m.dtype;
  r.device = m.device;
  r.sizes = evaluate(m.sizes, symbols);
  r.strides = evaluate(m.strides, symbols);
  r.offset = rt::ShapeEnv::evaluate(m.offset, symbols);
  return r;
}

}  // namespace adder::ir
