// Deferred tensor work without an interpreter: what is pending, what launches it, and that nothing can tell.
#include <gtest/gtest.h>

#include "capture/activation.h"
#include "runtime/base/allocator.h"
#include "runtime/base/memory_use.h"

using namespace adder;
using namespace adder::rt;
using adder::capture::Activation;
using adder::capture::SegmentCache;

namespace {
struct Deferred : testing::Test {
  Context context;
  SegmentCache cache{capture::eager_backend()};
  Activation activation{context};

  Tensor filled(std::initializer_list<double> values) {
    Tensor t = new_tensor(DType::f32, Sizes{int64_t(values.size())});
    int64_t i = 0;
    for (double v : values) write_element(*t, i++, v);
    return t;
  }
  Tensor op(const char* name, std::initializer_list<Arg> in) {
    Result<Tensor> r = call_op(context, find_op(name), in);
    EXPECT_TRUE(r.ok()) << (r.ok() ? "" : r.status().message());
    return r.ok() ? r.value() : Tensor();
  }
  double at(const Tensor& t, int64_t i) {
    EXPECT_TRUE(touch(*t, false).ok());
    return read_element(*t, i);
  }
};

TEST_F(Deferred, NothingRunsUntilSomebodyLooks) {
  Tensor x = filled({1, 2, 3});
  activation.start(cache);
  Tensor y = op("add", {x, 1.0});
  Tensor z = op("mul", {y, y});
  EXPECT_EQ(z->storage->data, nullptr);
  EXPECT_EQ(activation.launches, 0u);
  EXPECT_EQ(at(z, 2), 16);
  EXPECT_EQ(activation.launches, 1u);
  EXPECT_EQ(at(y, 0), 2);
  EXPECT_EQ(activation.launches, 1u);
  activation.suspend();
}
TEST_F(Deferred, WritesAndReadsKeepTheirOrder) {
  Tensor x = filled({1, 2, 3});
  activation.start(cache);
  Tensor y = op("add", {x, 10.0});
  ASSERT_TRUE(call_into(context, find_op("mul"), std::initializer_list<Arg>{x, 2.0}, x).ok());
  Tensor z = op("add", {x, y});
  EXPECT_EQ(activation.launches, 0u);
  EXPECT_EQ(at(x, 1), 4);
  EXPECT_EQ(at(y, 1), 12);
  EXPECT_EQ(at(z, 1), 16);
  EXPECT_EQ(activation.launches, 1u);
  EXPECT_EQ(x->storage->version.load(), 1u);
  activation.suspend();
}
TEST_F(Deferred, AWriteFromOutsideWaitsForPendingReads) {
  Tensor x = filled({1, 2, 3});
  activation.start(cache);
  Tensor y = op("add", {x, 1.0});
  activation.suspend();  // what is pending stays so
  ASSERT_TRUE(call_into(context, find_op("mul"), std::initializer_list<Arg>{x, 0.0}, x).ok());
  EXPECT_EQ(at(y, 2), 4);
  EXPECT_EQ(at(x, 2), 0);
}
TEST_F(Deferred, ShapeErrorsComeAtOnce) {
  Tensor x = filled({1, 2, 3}), y = filled({1, 2});
  activation.start(cache);
  Result<Tensor> r = call_op(context, find_op("add"), {x, y});
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.status().message(),
            "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0");
  activation.suspend();
}
TEST_F(Deferred, EqualSegmentsAreCompiledOnce) {
  for (int i = 0; i < 3; i++) {
    Tensor x = filled({double(i), 2});
    activation.start(cache);
    Tensor y = op("add", {x, 1.0});
    y = op("mul", {y, 3.0});
    ASSERT_TRUE(activation.launch(capture::Cause::End).ok());
    activation.suspend();
    EXPECT_EQ(at(y, 0), (i + 1) * 3);
  }
  EXPECT_EQ(cache.size(), 1u);
  EXPECT_EQ(cache.launches(), 3u);
}
// Nothing outside holds what lies between the ends of a chain: two of its links are there at a time.
TEST_F(Deferred, EagerSegmentsLetGoOfWhatIsDone) {
  constexpr int64_t kElements = 1 << 18;
  Tensor x = op("zeros", {std::span<const SymInt>(std::initializer_list<SymInt>{kElements})});
  activation.start(cache);
  Tensor y = x, kept;
  for (int i = 0; i < 8; i++) {
    y = op("add", {y, 1.0});
    if (i == 1) kept = op("view", {y, std::span<const SymInt>(std::initializer_list<SymInt>{2, kElements / 2})});
  }
  int64_t before = allocator_stats().in_use;
  reset_allocator_peak();
  ASSERT_TRUE(activation.launch(capture::Cause::End).ok());
  activation.suspend();
  EXPECT_LT(allocator_stats().peak - before, 4 * kElements * int64_t(sizeof(float)));
  EXPECT_EQ(at(y, 5), 8);
  EXPECT_EQ(at(kept, 5), 2);
}
// A backend for which each set of sizes is another program.
struct Counted final : capture::Backend {
  Result<std::shared_ptr<capture::Executable>> compile(Context& c, const capture::Segment& s) override {
    compiled++;
    return eager->compile(c, s);
  }
  std::shared_ptr<capture::Backend> eager = capture::eager_backend();
  int compiled = 0;
};
TEST_F(Deferred, SizesThatChangeAreCompiledForWhenTheyComeAgain) {
  auto backend = std::make_shared<Counted>();
  SegmentCache sizes{backend};
  auto compiled = [&](std::initializer_list<double> values) {
    Tensor x = filled(values);
    activation.start(sizes);
    Tensor y = op("add", {x, 1.0});
    EXPECT_TRUE(activation.finish().ok());
    EXPECT_EQ(at(y, 0), 2);
    return backend->compiled;
  };
  EXPECT_EQ(compiled({1, 2}), 1);
  EXPECT_EQ(compiled({1, 2, 3}), 1);  // the first executable goes: it has run once
  EXPECT_EQ(compiled({1, 2, 3, 4}), 1);
  EXPECT_EQ(compiled({1, 2}), 2);
  EXPECT_EQ(compiled({1, 2, 3}), 3);
  EXPECT_EQ(compiled({1, 2, 3, 4, 5}), 3);
  EXPECT_EQ(compiled({1, 2}), 3);
  EXPECT_EQ(compiled({1, 2, 3}), 3);
}
TEST_F(Deferred, SizesThatComeOftenKeepWhatIsCompiledForThem) {
  auto backend = std::make_shared<Counted>();
  SegmentCache sizes{backend};
  for (int64_t n : {2, 2, 3, 2, 2, 3, 2}) {
    Tensor x = op("ones", {std::span<const SymInt>(std::initializer_list<SymInt>{n})});
    activation.start(sizes);
    Tensor y = op("add", {x, 1.0});
    EXPECT_TRUE(activation.finish().ok());
    EXPECT_EQ(at(y, n - 1), 2);
  }
  EXPECT_EQ(backend->compiled, 2);
  EXPECT_EQ(sizes.size(), 2u);
}
TEST_F(Deferred, ViewsFollowTheirBase) {
  Tensor x = filled({1, 2, 3, 4});
  activation.start(cache);
  Tensor y = op("add", {x, 1.0});
  SymInt sizes[] = {2, 2};
  Tensor v = op("view", {y, std::span<const SymInt>(sizes)});
  ASSERT_TRUE(call_into(context, find_op("mul"), std::initializer_list<Arg>{v, 10.0}, v).ok());
  y = Tensor();
  EXPECT_EQ(at(v, 3), 50);
  EXPECT_EQ(activation.launches, 1u);
  activation.suspend();
}
}  // namespace
