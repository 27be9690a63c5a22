// Python values to op arguments.
#pragma once
#include <deque>
#include <vector>

#include "interp/bridge/tensor_cell.h"

namespace adder {

// Owns what converted Args point to: elements of lists, complex numbers, names of types. One per call.
class ArgPack {
 public:
  explicit ArgPack(Thread& th) : th_(th), state_(torch_state(th)) {}
  ArgPack(const ArgPack&) = delete;
  ArgPack& operator=(const ArgPack&) = delete;

  // False: an exception is pending. Values that no parameter takes become Arg::object.
  bool add(Value v, rt::Arg* out);
  // The first argument met (list elements included) that wants __torch_function__, in order; borrowed.
  const std::vector<Value>& overriding() const { return overriding_; }

 private:
  bool add_list(const Value* items, uint32_t n, rt::Arg* out);
  bool add_object(Value v, rt::Arg* out);
  rt::Arg* room(uint32_t n);

  Thread& th_;
  TorchState& state_;
  static constexpr uint32_t kInline = 24;
  rt::Arg inline_[kInline];
  uint32_t used_ = 0;
  std::vector<std::unique_ptr<rt::Arg[]>> blocks_;
  std::deque<rt::Complex> complex_;
  std::deque<std::string> names_;
  std::vector<Value> overriding_;
};

}  // namespace adder
