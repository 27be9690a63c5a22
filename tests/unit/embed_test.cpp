// The embedding interface as a host program uses it. The expected numbers are PyTorch's for examples/embed/model.py.
#include "interp/embed/adder.hpp"

#include <gtest/gtest.h>

#include <malloc.h>
#include <thread>

namespace {

using adder::embed::Interpreter;
using adder::embed::Value;

std::vector<float> infer() {
  Interpreter python;
  auto module = python.load(ADDER_MODEL);
  if (!module) {
    ADD_FAILURE() << module.error().traceback;
    return {};
  }
  float input[2][4] = {{1, 2, 3, 4}, {-1, 0, 1, 0}};
  auto infer = module->get("infer");
  auto output = (*infer)(python.tensor(&input[0][0], {2, 4}));
  if (!output) {
    ADD_FAILURE() << output.error().traceback;
    return {};
  }
  adder_tensor_info view = *output->tensor();
  EXPECT_EQ(view.dtype, ADDER_FLOAT32);
  EXPECT_EQ(view.ndim, 2);
  const float* data = static_cast<const float*>(view.data);
  return std::vector<float>(data, data + 4);
}

void expect_pytorch_numbers(const std::vector<float>& values) {
  const float expected[] = {-0.4979551434516907, -0.33661240339279175, 0.28322356939315796, -0.1632579267024994};
  ASSERT_EQ(values.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(values[i], expected[i], 1e-5) << i;
}

TEST(Embed, RunsAModelOnTheHostsMemory) {
  expect_pytorch_numbers(infer());
}

TEST(Embed, TwoInterpretersInTwoThreads) {
  std::vector<float> first, second;
  std::thread a([&] { first = infer(); });
  std::thread b([&] { second = infer(); });
  a.join();
  b.join();
  expect_pytorch_numbers(first);
  EXPECT_EQ(first, second);
}

// Bytes that the process holds from malloc: exact, where resident memory has slack.
size_t held_bytes() {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

TEST(Embed, DroppedInterpretersLeaveNothing) {
  auto once = [] {
    Interpreter python;
    // modules, classes with caches, cycles, tensors with gradients, captured code
    ASSERT_TRUE(python.run(R"(
import json, re, torch
class Node:
    def __init__(self): self.me = self; self.x = torch.ones(100, 1000, requires_grad=True)
kept = [Node() for _ in range(3)]
kept.append(kept)
big = {i: str(i) for i in range(10000)}
f = torch.compile(lambda x: (x * 2 + 1).relu())
y = f(kept[0].x).sum()
y.backward()
f(kept[1].x)
)"));
  };
  for (int i = 0; i < 4; ++i) once();
  size_t before = held_bytes();
  for (int i = 0; i < 10; ++i) once();
  // Without the end of code, types and payloads each interpreter keeps 117 kB. What threads keep in malloc's own caches
  // counts as held, and varies by some kB an interpreter.
  EXPECT_LT(held_bytes(), before + 10 * 16384);
}

// Modes belong to the thread; what one script leaves on must not reach into the next interpreter.
TEST(Embed, ModesEndWithTheirInterpreter) {
  for (int i = 0; i < 2; ++i) {
    Interpreter python;
    ASSERT_TRUE(python.run(R"(
import torch
from torch.overrides import TorchFunctionMode
x = torch.tensor([0.], requires_grad=True)
(torch.sqrt(x) * 0).sum().backward()  # NaN: an error while anomalies are looked for
assert x.grad.isnan().all()
class Mode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise RuntimeError("left on")
torch.autograd.set_detect_anomaly(True)
torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: 1 / 0).__enter__()
Mode().__enter__()
)"));
  }
}

TEST(Embed, WritesOfTheScriptAreSeenInTheHostsMemory) {
  Interpreter python;
  float data[3] = {1, 2, 3};
  ASSERT_TRUE(python.run("def f(x):\n    x.mul_(2)\n"));
  auto main = python.import("__main__");
  Value x = python.tensor(data, {3});
  auto f = main->get("f");
  ASSERT_TRUE(bool((*f)(x)));
  EXPECT_EQ(data[0], 2);
  EXPECT_EQ(data[2], 6);
  EXPECT_EQ(x.tensor()->data, static_cast<void*>(data));
}

TEST(Embed, ErrorsAreValuesWithATraceback) {
  Interpreter python;
  auto failed = python.run("def f():\n    return 1 // 0\nf()\n", "host.py");
  ASSERT_FALSE(bool(failed));
  EXPECT_EQ(failed.error().type, "ZeroDivisionError");
  EXPECT_NE(failed.error().traceback.find("File \"host.py\", line 2, in f"), std::string::npos)
      << failed.error().traceback;
  EXPECT_TRUE(bool(python.run("x = 1\n")));  // still usable
}

TEST(Embed, WrongOptionsAreRefused) {
  EXPECT_THROW(Interpreter({"--backend=fpga"}), std::invalid_argument);
}

TEST(Embed, ScriptsKeepToTheirLimits) {
  Interpreter python({"--no-files", "--allow-modules=json,os"});
  auto file = python.run("open('/etc/hostname')\n");
  ASSERT_FALSE(bool(file));
  EXPECT_EQ(file.error().type, "PermissionError");
  auto module = python.run("import socket\n");
  ASSERT_FALSE(bool(module));
  EXPECT_EQ(module.error().type, "ImportError");
  EXPECT_TRUE(bool(python.run("import json, os\nx = json.dumps([1])\n")));
}

adder_value* twice(adder_interpreter* in, void*, adder_value* const* arguments, size_t count) {
  int64_t n;
  if (count != 1 || adder_as_int(arguments[0], &n) != 0) {
    adder_raise(in, "TypeError", "twice() takes one int");
    return nullptr;
  }
  return adder_int(in, 2 * n);
}

TEST(Embed, ScriptsCallTheHost) {
  Interpreter python;
  ASSERT_EQ(adder_define(python.handle(), "host", "twice", twice, nullptr), 0);
  ASSERT_TRUE(python.run(
      "import host\ny = host.twice(21)\ntry:\n    host.twice('a')\nexcept TypeError as e:\n    m = str(e)\n"));
  auto main = python.import("__main__");
  EXPECT_EQ(*main->get("y")->as_int(), 42);
  EXPECT_EQ(*main->get("m")->as_text(), "twice() takes one int");
}

}  // namespace
