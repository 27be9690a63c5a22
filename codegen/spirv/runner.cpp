#include "codegen/spirv/runner.h"
#include <algorithm>
#include <cstring>
#include <set>
#include "codegen/driver.h"
namespace adder::codegen {
namespace {

constexpr int64_t kMaxRows = 65535;  // workgroups along one dim that every device allows
constexpr int64_t kElementsPerGroup = 1024;

// The elements of a root that its meta reaches, counted from its first one.
struct Extent {
  int64_t low = 0, count = 0;
};
Extent extent_of(const rt::Meta<int64_t>& m) {
  Extent e;
  int64_t high = 0;
  for (int d = 0; d < m.sizes.n; ++d) {
    if (m.sizes[d] == 0) return {0, 0};
    int64_t reach = (m.sizes[d] - 1) * m.strides[d];
    (reach < 0 ? e.low : high) += reach;
  }
  e.count = high - e.low + 1;
  return e;
}

}  // namespace

VulkanRunner::VulkanRunner(std::shared_ptr<rt::VulkanDevice> device, const Graph& graph, const Plan& plan)
    : device_(std::move(device)), graph_(graph), plan_(plan) {
  for (const KernelStep& k : plan.kernels) {
    modules_.push_back(emit_spirv(k.kernel));
    n_modules_ += !modules_.back().words.empty();
  }
  auto on_device = [&](size_t step) {
    return step < plan.steps.size() && plan.steps[step].kind == Step::kernel &&
           plan.kernels[size_t(plan.steps[step].index)].columns.empty() &&
           !modules_[size_t(plan.steps[step].index)].words.empty();
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    if (!on_device(i)) continue;
    Batch b;
    b.first = int(i);
    while (on_device(i + 1)) ++i;
    b.last = int(i);
    std::set<ValueId> roots, written, uploads, downloads;
    for (int s = b.first; s <= b.last; ++s) {
      const KernelStep& k = plan.kernels[size_t(plan.steps[size_t(s)].index)];
      for (size_t q = 0; q < k.buffers.size(); ++q) {
        ValueId root = k.buffers[q].root;
        if (!root) continue;
        roots.insert(root);
        if (!k.kernel.buffers[q].written && !written.count(root)) uploads.insert(root);
      }
      for (size_t q = 0; q < k.buffers.size(); ++q)
        if (k.buffers[q].root && k.kernel.buffers[q].written) written.insert(k.buffers[q].root);
    }
    for (ValueId root : written)
      if (plan.roots[root].home != Home::arena || plan.roots[root].last_step > b.last) downloads.insert(root);
    b.roots.assign(roots.begin(), roots.end());
    b.uploads.assign(uploads.begin(), uploads.end());
    b.downloads.assign(downloads.begin(), downloads.end());
    batches_.push_back(std::move(b));
  }
}

const VulkanRunner::Batch* VulkanRunner::batch_from(int step) const {
  for (const Batch& b : batches_)
    if (b.first == step) return &b;
  return nullptr;
}

class VulkanSession : public VulkanRunner::Session {
 public:
  VulkanSession(const VulkanRunner& runner, std::shared_ptr<const Bound> bound)
      : r_(runner), bound_(std::move(bound)), slices_(runner.graph_.n_values()) {}
  ~VulkanSession() override {
    commands_.clear();  // before the memory that they name
    for (const rt::VulkanDevice::Slice& s : slices_) r_.device_->release(s);
    for (const rt::VulkanDevice::Slice& s : others_) r_.device_->release(s);
  }
  const Bound& bound() const override { return *bound_; }
  bool usable() const override { return usable_; }

  Status prepare() {
    for (const VulkanRunner::Batch& b : r_.batches()) {
      for (ValueId v : b.roots) {
        if (slices_[v].host) continue;
        const rt::Meta<int64_t>& m = bound_->meta(r_.graph_, v);
        uint64_t bytes = uint64_t(extent_of(m).count) * uint64_t(rt::bytes_of(m.dtype));
        usable_ = usable_ && bytes <= r_.device_->largest_range() && bytes < (uint64_t(1) << 31);
        if (!usable_) return {};
        ASSIGN_OR_RETURN(slices_[v], r_.device_->allocate(bytes));
      }
      std::vector<rt::VulkanDevice::Dispatch> dispatches;
      for (int s = b.first; s <= b.last && usable_; ++s)
        TRY(add_step(size_t(r_.plan_.steps[size_t(s)].index), dispatches));
      if (!usable_) return {};
      std::unique_ptr<rt::VulkanDevice::Commands> list;
      if (!dispatches.empty()) {
        ASSIGN_OR_RETURN(list, r_.device_->record(dispatches));
      }
      commands_.push_back(std::move(list));
    }
    return {};
  }

  Status run(const VulkanRunner::Batch& batch, std::span<char* const> memory) override {
    size_t at = size_t(&batch - r_.batches().data());
    for (ValueId v : batch.uploads) copy(v, memory[v], true);
    // A root that is written in part keeps the rest.
    if (commands_[at]) TRY(commands_[at]->submit_and_wait());
    for (ValueId v : batch.downloads) copy(v, memory[v], false);
    return {};
  }

 private:
  void copy(ValueId v, char* host, bool to_device) {
    const rt::Meta<int64_t>& m = bound_->meta(r_.graph_, v);
    Extent e = extent_of(m);
    size_t bytes = size_t(e.count) * size_t(rt::bytes_of(m.dtype));
    char* first = host + e.low * rt::bytes_of(m.dtype);
    if (to_device) {
      std::memcpy(slices_[v].host, first, bytes);
    } else {
      std::memcpy(first, slices_[v].host, bytes);
    }
  }

  // Bytes from the start of the root's slice to a buffer's first element.
  int64_t behind_slice(const BoundKernel& b, size_t q) const {
    const rt::Meta<int64_t>& m = bound_->meta(r_.graph_, b.root(q));
    return b.offset(q) - extent_of(m).low * rt::bytes_of(m.dtype);
  }
  Status add_step(size_t kernel, std::vector<rt::VulkanDevice::Dispatch>& dispatches) {
    const KernelStep& step = r_.plan_.kernels[kernel];
    const BoundKernel& b = bound_->kernels[kernel];
    const KernelLaunch l = b.launch();
    int64_t rows = l.rows();
    bool reduces = !step.kernel.pointwise();
    usable_ = l.n_outer <= kSpirvDims && l.n < (int64_t(1) << 31) && (!reduces || l.n <= kBlock);
    for (size_t q = 0; q < step.kernel.buffers.size() && usable_; ++q)  // the device reads whole elements of a slice
      usable_ = !b.root(q) || behind_slice(b, q) % rt::kTypeBytes[step.kernel.buffers[q].type] == 0;
    if (!usable_ || rows == 0 || (l.n == 0 && !reduces)) return {};
    uint32_t groups =
        reduces ? 1 : uint32_t(std::min<int64_t>((l.n + kElementsPerGroup - 1) / kElementsPerGroup, kMaxRows));
    size_t n_buffers = step.kernel.buffers.size();
    ASSIGN_OR_RETURN(const rt::VulkanDevice::Pipeline* pipeline,
                     r_.device_->pipeline(r_.modules_[kernel].words, uint32_t(n_buffers) + 1));
    for (int64_t first = 0; first < rows; first += kMaxRows) {
      rt::VulkanDevice::Dispatch d;
      d.pipeline = pipeline;
      d.groups_x = groups;
      d.groups_y = uint32_t(std::min(kMaxRows, rows - first));
      for (size_t q = 0; q < n_buffers; ++q) {
        if (b.root(q)) {
          d.bindings.push_back(slices_[b.root(q)]);
        } else {
          uint64_t bytes = uint64_t(d.groups_y) * uint64_t(l.n) * uint64_t(rt::kTypeBytes[step.kernel.buffers[q].type]);
          ASSIGN_OR_RETURN(rt::VulkanDevice::Slice scratch, r_.device_->allocate(bytes));
          others_.push_back(scratch);
          d.bindings.push_back(scratch);
        }
      }
      ASSIGN_OR_RETURN(rt::VulkanDevice::Slice parameters,
                       r_.device_->allocate(SpirvParameters::size(n_buffers) * sizeof(uint32_t)));
      others_.push_back(parameters);
      d.bindings.push_back(parameters);
      fill_parameters(step, b, uint32_t(first), groups, reinterpret_cast<uint32_t*>(parameters.host));
      dispatches.push_back(std::move(d));
    }
    return {};
  }

  void fill_parameters(const KernelStep& step, const BoundKernel& b, uint32_t first_row, uint32_t groups,
                       uint32_t* words) const {
    using P = SpirvParameters;
    const KernelLaunch l = b.launch();
    words[P::kExtent] = uint32_t(l.n);
    words[P::kStep] = kWorkgroup * groups;
    words[P::kFirstRow] = first_row;
    for (int d = 0; d < kSpirvDims; ++d) words[P::kSizes + uint32_t(d)] = d < l.n_outer ? uint32_t(l.outer[d]) : 1;
    for (int s = 0; s < rt::kScalars; ++s) {
      float f = float(l.scalars[s].f);
      int32_t i = int32_t(l.scalars[s].i);
      std::memcpy(&words[P::kScalars + 2 * uint32_t(s)], &f, sizeof f);
      std::memcpy(&words[P::kScalars + 2 * uint32_t(s) + 1], &i, sizeof i);
    }
    for (size_t q = 0; q < step.kernel.buffers.size(); ++q) {
      uint32_t* w = words + P::kBuffers + P::kBufferWords * q;
      bool scratch = b.root(q) == 0;
      w[0] = scratch ? 0 : uint32_t(behind_slice(b, q) / rt::kTypeBytes[step.kernel.buffers[q].type]);
      w[1] = scratch ? 1 : uint32_t(l.inner_stride[q]);
      for (int d = 0; d < kSpirvDims; ++d) w[2 + d] = d < l.n_outer ? uint32_t(l.strides[q][d]) : 0;
    }
  }

  const VulkanRunner& r_;
  std::shared_ptr<const Bound> bound_;
  std::vector<rt::VulkanDevice::Slice> slices_;                        // by root
  std::vector<rt::VulkanDevice::Slice> others_;                        // scratch and parameters
  std::vector<std::unique_ptr<rt::VulkanDevice::Commands>> commands_;  // by batch; null when there is nothing to do
  bool usable_ = true;
};

Result<std::unique_ptr<VulkanRunner::Session>> VulkanRunner::session(std::shared_ptr<const Bound> bound) const {
  auto s = std::make_unique<VulkanSession>(*this, std::move(bound));
  TRY(s->prepare());
  return std::unique_ptr<Session>(std::move(s));
}

}  // namespace adder::codegen
