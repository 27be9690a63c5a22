// What captured code needs at most, beside eager execution of the same code: bytes of tensors, as the allocator counts
// them. Resident memory would have the slack of the C library and of the system; clocks play no part.
#include <gtest/gtest.h>

#include "interp/embed/adder.hpp"
#include "runtime/base/allocator.h"
#include "runtime/base/memory_use.h"

namespace {

using adder::embed::Interpreter;

// The most that one call of `function` takes beyond what was in use, once it has been called often enough that captured
// code is launched whole.
int64_t peak_of(Interpreter& python, const std::string& function) {
  auto main = python.import("__main__");
  auto f = main->get(function);
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(bool((*f)()));
  int64_t before = adder::rt::allocator_stats().in_use;
  adder::rt::reset_allocator_peak();
  EXPECT_TRUE(bool((*f)()));
  return adder::rt::allocator_stats().peak - before;
}
// `make` in the script makes a function without arguments around a model, which it passes through `compile` first.
struct Peaks {
  int64_t eager, captured;
};
Peaks peaks_of(const std::string& make) {
  Interpreter python;
  auto ok = python.run("import torch\nfrom torch import nn\nimport torch.nn.functional as F\ntorch.set_num_threads(1)\n" + make +
                       "torch.manual_seed(0)\neager = make(lambda f: f)\ncaptured = make(torch.compile)\n");
  EXPECT_TRUE(bool(ok)) << ok.error().traceback;
  return {peak_of(python, "eager"), peak_of(python, "captured")};
}

// Each layer's saved tensor goes when its part of the backward is over.
TEST(Memory, CapturedConvolutionsTrainInEagersMemory) {
  Peaks p = peaks_of(R"(
def make(compile):
    model = nn.Sequential(nn.Conv2d(1, 16, 3), nn.ReLU(), nn.Conv2d(16, 32, 3), nn.ReLU(), nn.Conv2d(32, 32, 3), nn.ReLU())
    f = compile(model)
    x = torch.randn(8, 1, 32, 32)
    def step():
        f(x).mean().backward()
        model.zero_grad()
    return step
)");
  EXPECT_LE(p.captured, p.eager);
  EXPECT_GT(p.eager, 1 << 20);
}

// A product, and what a kernel makes of it, lie in one place; the kernel's other operands are there in eager mode, too.
TEST(Memory, CapturedProductsTakeTheRoomOfOne) {
  Peaks p = peaks_of(R"(
def make(compile):
    model = nn.Sequential(nn.Linear(128, 512), nn.GELU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 16)).eval()
    f = compile(model)
    x = torch.randn(512, 128)
    def call():
        with torch.no_grad():
            f(x)
    return call
)");
  EXPECT_LE(p.captured, p.eager);
  EXPECT_GT(p.eager, 1 << 20);
}

// Normalizations and activations are computed again where only the products of backward read them.
TEST(Memory, CapturedLayersKeepLess) {
  Peaks p = peaks_of(R"(
class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(n), nn.Linear(n, 4 * n), nn.Linear(4 * n, n)
    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))
def make(compile):
    model = nn.Sequential(*[Block(64) for _ in range(4)])
    f = compile(model)
    x = torch.randn(256, 64)
    def step():
        f(x).mean().backward()
        model.zero_grad()
    return step
)");
  EXPECT_LE(p.captured, p.eager * 3 / 4);
  EXPECT_GT(p.eager, 1 << 20);
}

}  // namespace
