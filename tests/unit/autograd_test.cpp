// The tape: accumulation, errors, views and in-place changes, hooks, higher derivatives, memory.
#include <gtest/gtest.h>
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"

using namespace adder;
using namespace adder::rt;

namespace {

class AutogradTest : public testing::Test {
 protected:
  AutogradTest() { install_autograd(c); }
  Tensor make(std::initializer_list<double> v, bool grad = false) {
    Tensor t = new_tensor(DType::f32, {int64_t(v.size())});
    int64_t i = 0;
    for (double x : v) write_element(*t, i++, x);
    if (grad) {
      EXPECT_TRUE(set_requires_grad(t, true).ok());
    }
    return t;
  }
  Tensor op(std::string_view name, std::initializer_list<Arg> in) {
    Result<Tensor> r = call_op(c, find_op(name), in);
    EXPECT_TRUE(r.ok()) << (r.ok() ? "" : r.status().message());
    return r.ok() ? std::move(r).value() : Tensor();
  }
  Status in_place(std::string_view name, const Tensor& dest, std::initializer_list<Arg> rest) {
    std::vector<Arg> in{Arg(dest)};
    in.insert(in.end(), rest.begin(), rest.end());
    return call_into(c, find_op(name), in, dest);
  }
  Status backward(const Tensor& root, bool retain = false, bool create = false) {
    BackwardOptions o;
    o.retain_graph = retain || create;
    o.create_graph = create;
    return run_backward(c, {&root, 1}, {}, o);
  }
  Result<std::vector<Tensor>> grad(const Tensor& root, std::vector<Tensor> inputs, bool create = false,
                                   bool allow_unused = false) {
    BackwardOptions o;
    o.accumulate = false;
    o.create_graph = o.retain_graph = create;
    o.allow_unused = allow_unused;
    o.inputs = inputs;
    std::vector<Tensor> r;
    TRY(run_backward(c, {&root, 1}, {}, o, &r));
    return r;
  }
  std::vector<double> values(const Tensor& t) {
    std::vector<double> r;
    for (int64_t i = 0; t && i < t->numel; ++i) r.push_back(read_element(*t, i));
    return r;
  }
  using V = std::vector<double>;
  Context c;
};

TEST_F(AutogradTest, AccumulatesIntoLeaves) {
  Tensor x = make({1, 2, 3}, true);
  Tensor y = op("sum", {op("mul", {x, x})});
  EXPECT_TRUE(backward(y, true).ok());
  EXPECT_EQ(values(grad_of(x)), (V{2, 4, 6}));
  EXPECT_TRUE(backward(y).ok());
  EXPECT_EQ(values(grad_of(x)), (V{4, 8, 12}));
  Status s = backward(y);
  ASSERT_FALSE(s.ok());
  EXPECT_TRUE(s.message().starts_with("Trying to backward through the graph a second time"));
}

TEST_F(AutogradTest, NamesNodesAsPyTorchDoes) {
  Tensor x = make({1, 2, 3}, true);
  auto name = [](const Tensor& t) { return grad_fn_of(t) ? grad_fn_of(t)->name() : "none"; };
  EXPECT_EQ(name(op("mul", {x, 2})), "MulBackward0");
  EXPECT_EQ(name(op("sum", {x})), "SumBackward0");
  Dims<SymInt> zero{0};
  EXPECT_EQ(name(op("sum", {x, zero})), "SumBackward1");
  EXPECT_EQ(name(op("pow", {x, 2})), "PowBackward0");
  EXPECT_EQ(name(op("reshape", {x, Dims<SymInt>{3, 1}})), "ViewBackward0");
  EXPECT_EQ(name(op("logsumexp", {x, zero})), "LogsumexpBackward0");
  EXPECT_EQ(name(op("linalg_vector_norm", {x})), "LinalgVectorNormBackward0");
  Tensor y = op("mul", {x, 2});
  ASSERT_EQ(grad_fn_of(y)->edges.size(), 2u);
  EXPECT_EQ(grad_fn_of(y)->edges[0].node->name(), "AccumulateGrad");
  EXPECT_FALSE(grad_fn_of(y)->edges[1].node);
}

TEST_F(AutogradTest, RefusesChangedOperands) {
  Tensor x = make({1, 2, 3}, true);
  Tensor y = op("exp", {x});
  Tensor z = op("sum", {op("mul", {y, 2})});
  EXPECT_TRUE(in_place("add", y, {1}).ok());
  Status s = backward(z);
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.message(),
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            "[torch.FloatTensor [3]], which is output 0 of Exp, is at version 1; expected version 0 instead. Hint: "
            "enable anomaly detection to find the operation that failed to compute its gradient, with "
            "torch.autograd.set_detect_anomaly(True, check_nan=False).");
}

TEST_F(AutogradTest, RefusesInPlaceOnLeaves) {
  Tensor x = make({1, 2, 3}, true);
  Status s = in_place("add", x, {1});
  EXPECT_EQ(s.message(), "a leaf Variable that requires grad is being used in an in-place operation.");
  s = in_place("add", op("slice", {x, 0, 0, 1}), {1});
  EXPECT_EQ(s.message(), "a view of a leaf Variable that requires grad is being used in an in-place operation.");
  NoGrad off(c);
  EXPECT_TRUE(in_place("add", x, {1}).ok());
}

TEST_F(AutogradTest, InPlaceOnViewsChangesTheBase) {
  Tensor w = make({2, 3, 4}, true);
  Tensor b = op("reshape", {make({1, 1, 1, 1, 1, 1}), Dims<SymInt>{2, 3}});
  b = op("clone", {b});
  Tensor v = op("select", {b, 0, 0});
  EXPECT_TRUE(in_place("mul", v, {w}).ok());
  EXPECT_EQ(grad_fn_of(b)->name(), "CopySlices");
  EXPECT_EQ(grad_fn_of(v)->name(), "AsStridedBackward0");
  EXPECT_TRUE(backward(op("sum", {op("mul", {b, b})})).ok());
  EXPECT_EQ(values(grad_of(w)), (V{4, 6, 8}));
  // A view taken before its base changed sees the new history.
  Tensor base = make({1, 2, 3});
  Tensor early = op("slice", {base, 0, 0, 2});
  Tensor u = make({5, 6, 7}, true);
  EXPECT_TRUE(in_place("mul", base, {u}).ok());
  EXPECT_TRUE(backward(op("sum", {early})).ok());
  EXPECT_EQ(values(grad_of(u)), (V{1, 2, 0}));
}

TEST_F(AutogradTest, RefusesViewsMadeWithoutGrad) {
  Tensor x = make({1, 2, 3}, true);
  Tensor y = op("mul", {x, 2});
  Tensor v;
  {
    NoGrad off(c);
    v = op("slice", {y, 0, 0, 2});
  }
  Status s = in_place("add", v, {1});
  ASSERT_FALSE(s.ok());
  EXPECT_TRUE(s.message().starts_with("A view was created in no_grad mode and is being modified inplace"));
}

TEST_F(AutogradTest, OverwrittenOperandIsKept) {
  Tensor x = make({1, 2, 3}, true);
  Tensor y = op("mul", {x, 3});
  EXPECT_TRUE(in_place("mul", y, {y}).ok());  // y = (3x)^2
  EXPECT_TRUE(backward(op("sum", {y})).ok());
  EXPECT_EQ(values(grad_of(x)), (V{18, 36, 54}));
}

TEST_F(AutogradTest, HigherDerivatives) {
  Tensor x = make({2}, true);
  Tensor y = op("pow", {x, 3});
  auto g = grad(op("sum", {y}), {x}, true);
  ASSERT_TRUE(g.ok());
  EXPECT_EQ(values(g.value()[0]), (V{12}));
  auto h = grad(op("sum", {g.value()[0]}), {x}, true);
  ASSERT_TRUE(h.ok());
  EXPECT_EQ(values(h.value()[0]), (V{12}));
  auto k = grad(op("sum", {h.value()[0]}), {x});
  ASSERT_TRUE(k.ok());
  EXPECT_EQ(values(k.value()[0]), (V{6}));
}

TEST_F(AutogradTest, UnusedInputs) {
  Tensor x = make({2}, true);
  Tensor z = make({2}, true);
  auto g = grad(op("sum", {op("mul", {x, x})}), {x, z});
  ASSERT_FALSE(g.ok());
  EXPECT_TRUE(g.status().message().starts_with("The differentiated Tensor at index 1 appears to not have been used"));
  g = grad(op("sum", {op("mul", {x, x})}), {x, z}, false, true);
  ASSERT_TRUE(g.ok());
  EXPECT_FALSE(g.value()[1]);
  Status s = backward(op("mul", {x, make({1, 2})}));
  EXPECT_EQ(s.message(), "grad can be implicitly created only for scalar outputs");
  s = backward(make({1}));
  EXPECT_EQ(s.message(), "element 0 of tensors does not require grad and does not have a grad_fn");
}

TEST_F(AutogradTest, GradientOfAnInnerTensor) {
  Tensor x = make({2}, true);
  Tensor y = op("mul", {x, 5});
  Tensor z = op("sum", {op("mul", {y, y})});
  EXPECT_TRUE(retain_grad(y).ok());
  auto g = grad(z, {y}, true);
  ASSERT_TRUE(g.ok());
  EXPECT_EQ(values(g.value()[0]), (V{20}));
  EXPECT_FALSE(grad_of(x));
  EXPECT_TRUE(backward(z).ok());
  EXPECT_EQ(values(grad_of(x)), (V{100}));
}

class Doubler : public TensorHook {
 public:
  Result<Tensor> call(Context& c, const Tensor& g) override {
    ++calls;
    return call_op(c, find_op("mul"), {g, 2});
  }
  int calls = 0;
};
TEST_F(AutogradTest, Hooks) {
  Tensor x = make({1, 2}, true);
  Tensor y = op("mul", {x, 3});
  auto* on_y = new Doubler;
  Counted<TensorHook> keep(on_y);
  add_tensor_hook(y, keep);
  auto* on_x = new Doubler;
  on_x->id = 7;
  add_tensor_hook(x, Counted<TensorHook>(on_x));
  EXPECT_TRUE(backward(op("sum", {y}), true).ok());
  EXPECT_EQ(values(grad_of(x)), (V{12, 12}));
  remove_tensor_hook(x, 7);
  EXPECT_TRUE(set_grad(x, Tensor()).ok());
  EXPECT_TRUE(backward(op("sum", {y})).ok());
  EXPECT_EQ(values(grad_of(x)), (V{6, 6}));
  EXPECT_EQ(on_y->calls, 2);
}

TEST_F(AutogradTest, LongChainsDoNotRecurse) {
  Tensor x = make({1}, true);
  Tensor y = x;
  for (int i = 0; i < 100000; ++i) y = op("add", {y, 1});
  EXPECT_TRUE(backward(op("sum", {y}), true).ok());
  EXPECT_EQ(values(grad_of(x)), (V{1}));
  y = Tensor();
}

TEST_F(AutogradTest, MemoryComesBack) {
  int64_t before = allocator_stats().in_use;
  {
    Tensor x = make({1, 2, 3}, true);
    for (int i = 0; i < 10; ++i) {
      Tensor y = op("mul", {op("exp", {x}), 2});
      EXPECT_TRUE(in_place("mul", y, {y}).ok());
      Tensor z = op("sum", {y});
      if (i % 2) {
        EXPECT_TRUE(backward(z).ok());
      }
    }
  }
  EXPECT_EQ(allocator_stats().in_use, before);
}

TEST_F(AutogradTest, ThreadsGiveTheSameBits) {
  Tensor big = new_tensor(DType::f32, {300001});
  for (int64_t i = 0; i < big->numel; ++i) write_element(*big, i, double(i * 37 % 1013) / 1013 - 0.4);
  double one = values(op("sum", {big}))[0];
  for (int t : {2, 3}) {
    c.pool = std::make_shared<ThreadPool>(t);
    EXPECT_EQ(values(op("sum", {big}))[0], one);
  }
  set_tile_table(&adder_tiles_generic);
  EXPECT_EQ(values(op("sum", {big}))[0], one);
  set_tile_table(nullptr);
}

}  // namespace
