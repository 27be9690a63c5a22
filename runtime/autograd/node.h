// The tape: nodes, edges and what they save.
//
// A node is counted by hand and freed without recursion, since a chain of a million nodes is an ordinary program. It
// holds its inputs' nodes (edges) and the tensors its rule needs; it never holds its own results, so tensors and nodes
// form no cycle: a saved result is kept as an alias without history and joined to the node again when it is unpacked.
#pragma once
#include <functional>
#include "runtime/base/memory_account.h"
#include "runtime/ops/dispatch.h"

namespace adder::rt {

class Node;
template <class T>
class Counted {  // an intrusive reference to anything with retain() and release()
 public:
  Counted() = default;
  explicit Counted(T* p) : p_(p) {
    if (p_) p_->retain();
  }
  static Counted adopt(T* p) {
    Counted c;
    c.p_ = p;
    return c;
  }
  Counted(const Counted& o) : Counted(o.p_) {}
  Counted(Counted&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  Counted& operator=(Counted o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~Counted() {
    if (p_) p_->release();
  }
  T* get() const { return p_; }
  T* operator->() const { return p_; }
  T& operator*() const { return *p_; }
  explicit operator bool() const { return p_; }
  T* take() {
    T* p = p_;
    p_ = nullptr;
    return p;
  }

 private:
  T* p_ = nullptr;
};
using NodeRef = Counted<Node>;

struct Edge {
  NodeRef node;  // null: no gradient wanted
  int output = 0;
};

// A gradient hook. `gradients` are those of the node's outputs (pre), or inputs and outputs (post). The bridge
// implements it over a Python callable; errors are the hook's.
class Hook {
 public:
  virtual ~Hook() = default;
  void retain() { ++refs_; }
  void release() {
    if (--refs_ == 0) delete this;
  }
  int64_t id = 0;  // for RemovableHandle

 private:
  int refs_ = 0;
};
class TensorHook : public Hook {  // tensor.register_hook; an empty result keeps the gradient
 public:
  virtual Result<Tensor> call(Context& c, const Tensor& gradient) = 0;
};
class PreHook : public Hook {  // Node.register_prehook; may replace the gradients in place
 public:
  virtual Status call(Context& c, std::vector<Tensor>& gradients) = 0;
};
class PostHook : public Hook {  // Node.register_hook; may replace the results in place
 public:
  virtual Status call(Context& c, std::vector<Tensor>& results, std::span<const Tensor> gradients) = 0;
};
class AccumulateHook : public Hook {  // register_post_accumulate_grad_hook
 public:
  virtual Status call(Context& c, const Tensor& leaf) = 0;
};

class Packed : public Hook {  // what a pack hook gave in a saved tensor's place
 public:
  virtual Result<Tensor> unpack(Context& c) = 0;
};
class SaveHook : public Hook {  // torch.autograd.graph.saved_tensors_hooks
 public:
  virtual Result<Counted<Packed>> pack(Context& c, const Tensor&) = 0;
};

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  virtual ~Node() = default;
  void retain() { ++refs_; }
  void release();

  virtual std::string name() const = 0;  // as PyTorch prints it: "MulBackward0"
  std::string forward_name() const;      // as its error texts do: "Mul"
  virtual bool is_function() const { return false; }  // of an autograd.Function written by the user
  // grads: one per output, absent where nothing flowed in. result: one per edge, absent where nothing flows on.
  virtual Status apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) = 0;
  // The next `apply` is the last one: it may use up what the node has saved, and take its gradients out of `grads`, which
  // is empty where somebody wants to see them afterwards.
  virtual void will_release(std::span<Tensor> grads) { static_cast<void>(grads); }
  virtual void release_saved() {}  // after a backward without retain_graph
  virtual bool takes_undefined() const { return true; }

  // A node may stand for several that eager execution would have made: a captured segment's. `reveal` makes these; the
  // node then passes gradients on to them, and edge k leads to the node of its output k. Nothing for other nodes.
  virtual Status reveal() { return {}; }
  virtual bool revealed() const { return false; }
  virtual bool entangled() const { return false; }  // gradients of some outputs pass through others
  virtual std::string name_of(int) const { return name(); }  // of the node that made that output

  std::vector<Edge> edges;  // one per differentiable input, in PyTorch's order
  int n_outputs = 1;
  uint64_t sequence = 0;   // later nodes run first; UINT64_MAX for gradient accumulation
  void* object = nullptr;  // the interpreter's object, not owned
  std::vector<std::vector<Counted<TensorHook>>> tensor_hooks;  // by output
  std::vector<TensorImpl*> retain_grad;                        // by output: who keeps the gradient; not owned
  std::vector<Counted<PreHook>> pre_hooks;
  std::vector<Counted<PostHook>> post_hooks;
  // Meta of each output, for checks of incoming gradients.
  std::vector<Meta<int64_t>> outputs;
  std::string made_at;  // the script's stack, while anomalies are looked for

 private:
  // About what a node with an edge, a saved tensor and the tensor that it made takes: a loop whose results are small grows
  // by this.
  static constexpr int64_t about_bytes = 1024;
  Accounted accounted_{about_bytes};
  int refs_ = 0;
};

struct SavedTensor {
  Tensor tensor;  // without history of its own when is_result
  uint32_t version = 0;
  int result = -1;  // this node's output of that number
  int input = -1;
  Counted<Packed> packed;  // then `tensor` is absent,
  Edge history;            // and this is where its gradient goes unless it is a result
  bool given() const { return tensor || packed; }
};
// What a node (or a Python function's context) keeps. `owner` is the node whose result it is, if it is one.
SavedTensor save_tensor(const Tensor& t, int result);
// Lets the innermost hook of the thread, if there is one, take the tensor; `as_seen`: the script's own.
Status pack_saved(Context&, SavedTensor&, const Tensor& as_seen);
// The tensor, checked against in-place changes, joined to `owner` again when it is its result.
Result<Tensor> unpack_saved(Context&, const SavedTensor& s, Node* owner);

// What the thread's recording and backward do besides.
struct AutogradModes {
  std::vector<Counted<SaveHook>> save_hooks;  // innermost last
  bool anomaly = false, check_nan = true;
  std::function<std::string()> stack;                // of the script, for a node that is being made
  std::function<void(const Node& failed)> report;  // tells where it was made
};
AutogradModes& autograd_modes();

class AccumulateGrad : public Node {  // owns the leaf; the leaf knows it weakly
 public:
  explicit AccumulateGrad(const Tensor& leaf) : variable(leaf) { sequence = UINT64_MAX; }
  ~AccumulateGrad() override;
  std::string name() const override { return "AccumulateGrad"; }
  Status apply(Context& c, std::span<const Tensor> grads, std::vector<Tensor>& result) override;
  Tensor variable;
};

struct AutogradMeta {
  NodeRef grad_fn;  // null: a leaf, whose gradient collects in grad
  int output = 0;
  Tensor grad;
  AccumulateGrad* accumulator = nullptr;                       // weak
  std::vector<Counted<TensorHook>> hooks;                      // of a leaf
  std::vector<Counted<AccumulateHook>> post_accumulate_hooks;  // of a leaf
  bool retains_grad = false;
  bool requires_grad_leaf = false;
  std::string name;
};
AutogradMeta& autograd_of(TensorImpl* t);
void set_history(const Tensor& t, NodeRef node, int output);

}  // namespace adder::rt
