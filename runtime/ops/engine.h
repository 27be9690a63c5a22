// Inside the engine: what dispatch.cpp, pointwise_engine.cpp and reduction_engine.cpp share.
#pragma once
#include <string>
#include <vector>
#include "runtime/ops/dispatch.h"

namespace adder::rt {

struct ProgramKey {
  uint64_t types = 0, extra = 0;
  bool operator==(const ProgramKey&) const = default;
};
struct CachedProgram {
  ProgramKey key;
  bool used = false;
  Program program;
  ReduceProgram reduce;
  Types types{};
  int calls = 0;
  JitKernel jit = nullptr;
};
inline constexpr int kCacheSize = 1024, kJitAfter = 64;
struct SavedSet {  // by argument position, by result
  NeedMask in, out;
};
struct SavedKey {
  OpId id{};
  uint64_t needs = 0, values = 0;  // values: a hash of sizes, dtypes and parameters, which rules may look at
  bool operator==(const SavedKey&) const = default;
};
struct CachedSaved {
  SavedKey key;
  bool used = false;
  SavedSet set;
};
struct OpCaches {
  std::unique_ptr<CachedProgram[]> programs;    // direct-mapped
  std::vector<std::string> words;               // string parameters are few words from a closed set per op
  std::unique_ptr<CachedSaved[]> saved;         // direct-mapped, kCacheSize entries
  std::unique_ptr<Interposer> autocast;         // autocast.cpp's, once it was on
  // Refuses an out= of another dtype than the result of a function; null: it is taken where the result converts to it.
  Status (*check_out)(Context&, std::string_view function, DType result, DType out) = nullptr;
  CachedProgram& entry(const ProgramKey& key);  // filled by the caller on a mismatch
  uint32_t intern(const char* s);
};
ProgramKey key_of(Context& c, OpId id, std::span<const Arg> in, Arg out);
Types eager_types(Context& c, const OpRow& row, std::span<const Arg> in);
Status check_dtypes(const OpRow& row, std::span<const Arg> in);  // the row's own check
Status infer(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Meta<int64_t>> out);
void read_scalars(std::span<const Arg> in, bool complex, ScalarArg* s);
// May the destinations be written here? Inference tensors only in inference mode.
Status check_writable(const Context&, std::span<const Arg> out);
Status check_destination(const TensorImpl& dest, const Sizes& sizes, DType result);
// Whether the destinations share memory that the row forbids; draws the warning of rows that only discourage it.
Status check_overlap(Context& c, const OpRow& row, std::span<const Arg> in, std::span<const Arg> out);
// Whether an element could be read after it was written: the same storage, walked differently.
bool partial_overlap(const TensorImpl& dest, const TensorImpl& in);
Status check_sizes(const Sizes& sizes);  // the error of a negative one
Result<Tensor> allocate(const Meta<int64_t>& meta);
Status not_implemented(const OpRow& row, DType d);
Status run_pointwise(Context& c, const OpRow& row, std::span<const Arg> in, std::span<Arg> out);
Status run_reduction(Context& c, const OpRow& row, std::span<const Arg> in, std::span<const Tensor> outs);

}  // namespace adder::rt
