#pragma once
// Backends: what turns a segment into something that runs.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "ir/graph.h"
#include "runtime/executable.h"
#include "runtime/ops/dispatch.h"

namespace adder::capture {
struct Segment;

// A compiled segment. `run` carries out the operations of a segment with the same key: it gives data to the storages
// of segment.outputs and writes through the destinations that came from outside.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual Status run(rt::Context&, Segment&) = 0;
  // What runs behind it, if that takes a segment's inputs and gives its outputs and needs nothing else of the segment.
  virtual std::shared_ptr<rt::Executable> direct() const { return nullptr; }
};
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Result<std::shared_ptr<Executable>> compile(rt::Context&, const Segment&) = 0;
  // Does an executable serve every segment of its structure, whatever the sizes; whatever the floats?
  virtual bool any_sizes() const { return false; }
  virtual bool any_floats() const { return false; }
  // A graph of capture's own making, as a joint graph's halves are; null where the backend takes no graphs.
  virtual Result<std::shared_ptr<rt::Executable>> compile_graph(std::shared_ptr<const ir::Graph>) {
    return std::shared_ptr<rt::Executable>();
  }
};
// Carries the operations out one by one with the eager kernels. Also what every backend falls back on.
Status run_eagerly(rt::Context&, Segment&);
std::shared_ptr<Backend> eager_backend();

struct CompiledSegment {
  std::shared_ptr<Executable> executable;
  uint64_t launches = 0;
  int ops = 0;
  std::string text;
};
// The segments of one region.
class SegmentCache {
 public:
  explicit SegmentCache(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}
  // `ran`: the executable that was used, null where the eager kernels stood in.
  Status run(rt::Context&, Segment&, std::shared_ptr<Executable>* ran = nullptr);
  const std::shared_ptr<Backend>& backend() const { return backend_; }
  size_t size() const { return segments_.size(); }
  uint64_t ops() const { return ops_; }
  uint64_t launches() const { return launches_; }
  uint64_t failures() const { return failures_; }
  std::function<void(const Segment&)> on_compile;
  const std::unordered_map<std::string, CompiledSegment>& segments() const { return segments_; }

 private:
  std::shared_ptr<Backend> backend_;
  std::unordered_map<std::string, CompiledSegment> segments_;
  std::unordered_map<std::string, int> structures_;  // how many static executables each has
  uint64_t ops_ = 0, launches_ = 0, failures_ = 0;
};
}  // namespace adder::capture
