// Random kernels: machine code against the tile interpretation, bit for bit; the tiles against the reference evaluator
// where every op is exact; the text form back and forth. Fixed seeds. ADDER_FUZZ_ROUNDS=N runs more, ADDER_FUZZ_SEED=S
// starts elsewhere.
#include <gtest/gtest.h>
#include <cstdlib>
#include <map>
#include "codegen/cpu/emit.h"
#include "tests/unit/kernel_tools.h"

namespace adder::codegen {
namespace {

class RandomKernel {
 public:
  RandomKernel(uint32_t seed, bool exact) : rng_(seed), exact_(exact) {}
  Kernel make() {
    k_.name = "fuzz";
    int inputs = below(5) ? 1 + int(below(4)) : 8 + int(below(4));  // many: pointers do not fit the registers
    for (int i = 0; i < inputs; ++i) k_.buffers.push_back({type(), below(4) ? Walk::dense : Walk::broadcast});
    if (below(2)) {
      stage(true, {}, true);
      return std::move(k_);
    }
    std::vector<Place> kept = reducing_stage();
    stage(false, {}, below(2));  // on row values: reads the totals, makes new ones
    stage(true, kept, true);
    return std::move(k_);
  }

 private:
  size_t below(size_t n) { return rng_() % n; }
  KType type() {
    static const KType kTypes[] = {kF32, kF32, kF32, kF32, kF32, kF64, kI32, kI64, kB8, kH16};
    return kTypes[below(std::size(kTypes))];
  }
  // Programs load what stands at these places.
  Reg operand(ProgramBuilder& b, Stage& s, Place p, KType t) {
    for (size_t i = 0; i < s.in.size(); ++i)
      if (s.in[i] == p) return loaded_[i];
    s.in.push_back(p);
    loaded_.push_back(b.load_raw(int(s.in.size()) - 1, t));
    return loaded_.back();
  }
  std::vector<Reg> start(ProgramBuilder& b, Stage& s, const std::vector<Place>& kept) {
    loaded_.clear();
    halves_.clear();
    std::vector<Reg> have;
    for (size_t i = 0; i < k_.buffers.size(); ++i) {
      const BufferDecl& d = k_.buffers[i];
      bool readable = !d.written && (s.inner || d.walk == Walk::broadcast);
      for (Place p : kept) readable |= p.kind == Place::buffer && p.id == int(i);
      if (readable) have.push_back(operand(b, s, {Place::buffer, int(i)}, d.type));
    }
    for (size_t r = 0; r < set_; ++r) have.push_back(operand(b, s, {Place::row, int(r)}, k_.rows[r]));
    have.push_back(b.constant(double(below(7)) - 2.5, kF32));
    have.push_back(b.constant(double(below(5)), kI32));
    if (below(3) == 0) have.push_back(b.scalar(0, kF32));
    return have;
  }
  void grow(ProgramBuilder& b, std::vector<Reg>& have) {
    size_t wanted = have.size() + 2 + below(14);
    for (int tries = 0; tries < 400 && have.size() < wanted; ++tries) {
      KOp op = KOp(below(kOpTableEnd));
      const auto& row = rt::kKOps[op];
      if (exact_ && row.max_ulp) continue;
      Reg x = pick(have), y = pick(have), z = pick(have);
      if (!rt::accepts(op, x.type) || (row.arity > 1 && y.type != x.type)) continue;
      if (row.arity > 2 && z.type != kB8) continue;
      Reg r = row.arity == 1 ? b.op(op, x) : row.arity == 2 ? b.op(op, x, y) : b.op(op, x, y, z);
      // Halves are for storing only: read as the other kind of half, the sign of a NaN would become that of a number.
      if (r.type == kH16) halves_.push_back(r);
      if (r.type < kH16) have.push_back(r);
    }
  }
  Reg pick(const std::vector<Reg>& have) {  // late ones oftener, so that chains grow
    return have[below(3) ? have.size() - 1 - below(std::min<size_t>(4, have.size())) : below(have.size())];
  }
  int buffer(KType t, Walk walk, bool scratch) {
    BufferDecl d{t, walk};
    d.written = true;
    d.scratch = scratch;
    k_.buffers.push_back(d);
    return int(k_.buffers.size()) - 1;
  }
  void stage(bool inner, const std::vector<Place>& kept, bool stores) {
    Stage s;
    s.inner = inner;
    ProgramBuilder b;
    std::vector<Reg> have = start(b, s, kept);
    grow(b, have);
    if (stores) {
      for (size_t i = 0, n = 1 + below(2); i < n; ++i) {
        Reg r = !halves_.empty() && below(4) == 0 ? halves_[below(halves_.size())] : pick(have);
        b.store_raw(r);
        s.out.push_back({Place::buffer, buffer(r.type, inner ? Walk::dense : Walk::broadcast, false)});
      }
    }
    if (!inner) {
      Reg r = pick(have);
      b.store_raw(r);
      s.out.push_back({Place::row, int(k_.rows.size())});
      k_.rows.push_back(r.type);
      set_ = k_.rows.size();
    }
    s.program = b.finish();
    k_.stages.push_back(std::move(s));
  }
  // Reduces one or two values; may keep one of them in a scratch row, whose place it returns.
  std::vector<Place> reducing_stage() {
    Stage s;
    ProgramBuilder b;
    std::vector<Reg> have = start(b, s, {});
    grow(b, have);
    std::vector<Place> kept;
    for (size_t i = 0, n = 1 + below(2); i < n; ++i) {
      Reg x;
      for (int tries = 0; tries < 50 && (tries == 0 || x.type == kB8 || x.type == kH16); ++tries) x = pick(have);
      if (x.type == kB8 || x.type == kH16) x = b.constant(1.5, kF32);
      // One stage's reductions have one number of lanes.
      if (!s.reductions.empty() && rt::kTypeBytes[x.type] != rt::kTypeBytes[s.reductions[0].acc[0]]) break;
      b.store_raw(x);
      s.reductions.push_back(reduction(x.type, int(s.out.size())));
      s.out.push_back({});
      if (kept.empty() && below(2)) {
        b.store_raw(x);
        kept.push_back({Place::buffer, buffer(x.type, Walk::dense, true)});
        s.out.push_back(kept.back());
      }
    }
    set_ = k_.rows.size();
    s.program = b.finish();
    k_.stages.push_back(std::move(s));
    return kept;
  }
  Reduction reduction(KType t, int from) {
    static const KOp kSteps[] = {kOp_add, kOp_max, kOp_min};
    KOp op = kSteps[below(std::size(kSteps))];
    Reduction r;
    r.acc = {t};
    Cell neutral{};
    if (op != kOp_add) {
      bool low = op == kOp_max;
      if (rt::is_float_type(t)) {
        neutral.f = low ? -INFINITY : INFINITY;
      } else if (t == kI32) {
        neutral.i = low ? INT32_MIN : INT32_MAX;
      } else {
        neutral.i = low ? INT64_MIN : INT64_MAX;
      }
    }
    r.init = {neutral};
    for (Program* p : {&r.step, &r.combine}) {
      ProgramBuilder b;
      Reg x = b.load_raw(0, t), y = b.load_raw(1, t);
      b.store_raw(b.op(op, x, y));
      *p = b.finish();
    }
    r.from = {from};
    r.to = {int(k_.rows.size())};
    k_.rows.push_back(t);
    return r;
  }

  std::mt19937 rng_;
  bool exact_;
  Kernel k_;
  std::vector<Reg> loaded_, halves_;
  size_t set_ = 0;  // row values that have been set
};

void expect_reference_bits(const Kernel& k, int64_t rows, int64_t n, uint32_t seed) {
  Memories tiles = memories(k, rows, n, seed, true), reference = tiles;
  point_to(tiles);
  point_to(reference);
  interpret(k, tiles.launch, rt::Executor::tiles);
  interpret(k, reference.launch, rt::Executor::reference);
  for (size_t b = 0; b < k.buffers.size(); ++b) {
    KType t = k.buffers[b].type;
    for (size_t i = 0; i < tiles.buffers[b].size(); i += size_t(rt::kTypeBytes[t]))
      ASSERT_TRUE(same_bits(tiles.buffers[b].data() + i, reference.buffers[b].data() + i, t))
          << "seed " << seed << " rows " << rows << " n " << n << " b" << b << " at byte " << i << "\n"
          << text(k);
  }
}

uint32_t setting(const char* name, uint32_t otherwise) {
  const char* s = std::getenv(name);
  return s ? uint32_t(std::strtoul(s, nullptr, 10)) : otherwise;
}

TEST(Fuzz, KernelsMeanTheSameOnEveryExecutor) {
  uint32_t rounds = setting("ADDER_FUZZ_ROUNDS", 300), first = setting("ADDER_FUZZ_SEED", 1);
  rt::ExecMemory memory;
  int emitted = 0, compared = 0;
  static const int64_t kLengths[] = {1, 2, 7, 8, 9, 31, 32, 63, 64, 65, 127, 300};
  for (uint32_t seed = first; seed < first + rounds && !testing::Test::HasFailure(); ++seed) {
    bool exact = seed % 2;
    Kernel k = RandomKernel(seed, exact).make();
    ASSERT_EQ(verify(k), "") << "seed " << seed << "\n" << text(k);
    ParsedKernel parsed = parse_kernel(text(k));
    ASSERT_EQ(parsed.error, "") << text(k);
    EXPECT_EQ(text(parsed.kernel), text(k));
    EXPECT_EQ(parsed.kernel.key(), k.key());
    int64_t rows = 1 + seed % 3, n = seed % 50 == 49 ? kBlock + 70 : kLengths[seed / 3 % std::size(kLengths)];
    if (exact) {
      expect_reference_bits(k, rows, n, seed);
      ++compared;
    }
    for (Isa isa : emitting_isas()) {
      KernelFn fn = emit_kernel(k, isa, memory);
      if (!fn) continue;  // some op has no instruction: the nodes run one by one
      ++emitted;
      expect_tile_bits(k, fn, rows, n, seed);
    }
  }
  EXPECT_GT(compared, int(rounds) / 3);
  EXPECT_GE(emitted, int(emitting_isas().size() * rounds) / 5);
}

}  // namespace
}  // namespace adder::codegen
