// Kernels as SPIR-V: valid by SPIRV-Tools for every kernel file and op, and the same bits as the CPU when run on the
// first Vulkan device. Without a device the runs are skipped, the validation is not.
#include <gtest/gtest.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <spirv-tools/libspirv.hpp>
#include <sstream>
#include "codegen/compile.h"
#include "codegen/kernel_text.h"
#include "codegen/spirv/emit.h"
#include "ir/parser.h"
#include "ir/printer.h"
#include "tests/unit/graph_tools.h"

namespace adder::codegen {
namespace {

std::string validate(const std::vector<uint32_t>& words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  std::string messages;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* m) {
    messages += std::string(m) + "\n";
  });
  return tools.Validate(words) ? "" : messages + "\n";
}

TEST(Spirv, EveryOpIsValid) {
  int valid = 0;
  for (int op = 0; op < kOpTableEnd; ++op)
    for (KType t : {kB8, kI32, kI64, kF32}) {
      if (!rt::accepts(KOp(op), t)) continue;
      ProgramBuilder b;
      Kernel k;
      k.name = rt::kKOps[op].name;
      Stage s;
      Reg r[3];
      for (int i = 0; i < rt::kKOps[op].arity; ++i) {
        KType it = op == kOp_select && i == 2 ? kB8 : t;
        r[i] = b.load_raw(i, it);
        s.in.push_back({Place::buffer, i});
        k.buffers.push_back({it});
      }
      Reg result = b.op(KOp(op), r[0], r[1], r[2]);
      b.store_raw(result);
      s.program = b.finish();
      s.out.push_back({Place::buffer, int(k.buffers.size())});
      k.buffers.push_back({result.type, Walk::dense, true});
      std::string missing = missing_in_spirv(s.program);
      k.stages.push_back(std::move(s));
      SpirvModule m = emit_spirv(k);
      EXPECT_EQ(missing.empty(), !m.words.empty()) << k.name << ": " << missing << " / " << m.reason;
      if (m.words.empty()) continue;
      EXPECT_EQ(validate(m.words), "") << k.name << " on " << rt::type_name(t);
      ++valid;
    }
  EXPECT_GT(valid, 60);
}

TEST(Spirv, KernelFilesAreValid) {
  for (const auto& entry : std::filesystem::directory_iterator(ADDER_SOURCE_ROOT "/tests/codegen")) {
    if (entry.path().extension() != ".kernel") continue;
    std::stringstream file;
    file << std::ifstream(entry.path()).rdbuf();
    ParsedKernel k = parse_kernel(file.str());
    ASSERT_EQ(k.error, "");
    SpirvModule m = emit_spirv(k.kernel);
    if (m.words.empty()) continue;
    EXPECT_EQ(validate(m.words), "") << entry.path();
  }
}

// NAME.spvasm beside NAME.kernel is the module as text. ADDER_ACCEPT=1 writes it; what changes is read, then committed.
TEST(Spirv, KernelFilesGiveTheirGoldens) {
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ADDER_SOURCE_ROOT "/tests/codegen")) {
    if (entry.path().extension() != ".kernel") continue;
    std::stringstream file;
    file << std::ifstream(entry.path()).rdbuf();
    ParsedKernel k = parse_kernel(file.str());
    ASSERT_EQ(k.error, "");
    SpirvModule m = emit_spirv(k.kernel);
    std::filesystem::path golden = entry.path();
    golden.replace_extension(".spvasm");
    if (m.words.empty()) {
      EXPECT_FALSE(std::filesystem::exists(golden)) << m.reason;
      continue;
    }
    std::string text;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
    ASSERT_TRUE(tools.Disassemble(m.words, &text, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER));
    if (std::getenv("ADDER_ACCEPT")) std::ofstream(golden) << text;
    std::stringstream expected;
    expected << std::ifstream(golden).rdbuf();
    EXPECT_EQ(text, expected.str()) << golden;
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

class Device : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::shared_ptr<rt::VulkanDevice>> d = rt::VulkanDevice::open();
    if (!d.ok()) GTEST_SKIP() << d.status().message();
    device_ = std::move(d).value();
  }
  // Through the cpu and the vulkan backend; the same bits, NaN for NaN.
  void compare(const std::string& source) {
    ir::ParsedGraph parsed = ir::parse_graph(source);
    ASSERT_EQ(parsed.error, "") << source;
    auto graph = std::make_shared<const ir::Graph>(std::move(parsed.graph));
    std::vector<int64_t> symbols = ir::recorded_symbols(*graph);
    std::vector<ir::Tensor> inputs = ir::random_inputs(*graph, symbols, 2);
    CompileOptions options;
    auto cpu = compile(graph, options);
    options.backend = Backend::vulkan;
    options.device = device_;
    auto vulkan = compile(graph, options);
    ASSERT_TRUE(cpu.ok() && vulkan.ok());
    ir::Ran a = ir::run(*cpu.value(), *graph, inputs, symbols);
    for (int i = 0; i < 2; ++i) {
      ir::Ran b = ir::run(*vulkan.value(), *graph, inputs, symbols);
      ir::expect_same(b, a, 0, source + vulkan.value()->text());
    }
  }
  std::shared_ptr<rt::VulkanDevice> device_;
};

TEST_F(Device, Pointwise) {
  compare(
      "graph(%1: float32[5, 100], %2: float32[100], %3: bool[5, 1]) {\n %4 = add(%1, %2)\n %5 = gelu(%4)\n"
      " %6 = where(%3, %5, %1)\n %7 = gt(%6, 0.5)\n return %6, %7\n}");
}
TEST_F(Device, Softmax) {
  compare("graph(%1: float32[6, 300]) {\n %2 = softmax(%1, -1)\n %3 = mul(%2, 3.0)\n return %3\n}");
}
TEST_F(Device, ManyRowsAndTransposes) {
  compare(
      "graph(%1: float32[70000, 3], %2: float32[3, 70000]) {\n %3 = transpose(%2, 0, 1)\n %4 = mul(%1, %3)\n"
      " %5 = sum(%4, [1], True)\n return %5, %4\n}");
}
TEST_F(Device, InPlaceAndIntegers) {
  compare("graph(%1: int64[7, 9], %2: int32[9]) {\n %3 -> %1 = add(%1, %2)\n %4 = mul(%3, %3)\n return %4\n}");
}
TEST_F(Device, MixesWithExternalSteps) {
  compare(
      "graph(%1: float32[7, 9], %2: float32[9, 5]) {\n %3 = exp(%1)\n %4 = mm(%3, %2)\n %5 = tanh(%4)\n return %5, "
      "%3\n}");
}
TEST_F(Device, MemoryComesBack) {
  std::vector<rt::VulkanDevice::Slice> slices;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 100; ++i) {
      auto s = device_->allocate(uint64_t(1000 * i + 1));
      ASSERT_TRUE(s.ok());
      slices.push_back(s.value());
    }
    for (const auto& s : slices) device_->release(s);
    slices.clear();
  }
  auto s = device_->allocate(16 << 20);  // a whole chunk: the free ranges have joined again
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s.value().offset, 0u);
}

}  // namespace
}  // namespace adder::codegen
