#include "runtime/eager/winograd.h"

#include <algorithm>

#include "runtime/eager/gemm_workspace.h"

namespace adder::rt {
namespace {

constexpr int kElements = 16;             // of a transformed patch
constexpr int64_t kBlockBytes = 3 << 18;  // of transformed patches and products at a time
constexpr int64_t kLeastTiles = 32;       // per image; with fewer, transforming the kernels costs more than it saves
constexpr int64_t kLeastChannels = 32;    // below, the transforms cost more than the products save

using Buffer = ScratchBlock<float>;

// The 16 matrices of elements are written side by side: an odd number of cache lines between them keeps them in
// different sets of the first cache.
int64_t spread(int64_t elements) {
  return ((elements + 15) / 16 | 1) * 16;
}

struct Tiles {
  int64_t columns, rows;  // of an image
  int64_t block_rows;     // rows of tiles that are worked on together
  int64_t blocks;         // of an image
};
Tiles tiles_of(const ConvShape& s) {
  Tiles t;
  t.columns = (s.out[2] + 1) / 2;
  t.rows = (s.out[1] + 1) / 2;
  int64_t bytes = kElements * (s.in_channels + s.out_channels) * t.columns * int64_t(sizeof(float));
  t.block_rows = std::clamp<int64_t>(kBlockBytes / bytes, 1, t.rows);
  t.blocks = (t.rows + t.block_rows - 1) / t.block_rows;
  t.block_rows = (t.rows + t.blocks - 1) / t.blocks;
  return t;
}

// The kernels, transformed and packed as left operands: one matrix [out_channels, in_channels] for each element.
class Kernels {
 public:
  Kernels(const Parallel& parallel, const ConvShape& s, const float* weight)
      : step_(spread((s.out_channels + kGemmRowPad - 1) / kGemmRowPad * kGemmRowPad * s.in_channels)),
        packed_(kElements * step_ + kGemmSlack) {
    int64_t panels = gemm_kernels().winograd_panels(s.out_channels);
    parallel(panels, std::max<int64_t>(1, 256 / s.in_channels), [&](int64_t begin, int64_t end) {
      gemm_kernels().pack_winograd(weight, s.out_channels, s.in_channels, begin, end - begin, packed_.data(), step_);
    });
  }
  const float* of(int64_t element) const { return packed_.data() + element * step_; }

 private:
  int64_t step_;
  Buffer packed_;
};

// What one thread works with.
class Worker {
 public:
  Worker(const ConvShape& s, const Tiles& t, const Kernels& kernels)
      : s_(s),
        t_(t),
        kernels_(kernels),
        patches_(kElements * spread(s.in_channels * t.block_rows * t.columns)),
        products_(kElements * spread(s.out_channels * t.block_rows * t.columns)),
        lines_(4 * line_size()) {}

  void run(const float* image, const float* bias, float* output, int64_t block) {
    int64_t first = block * t_.block_rows;
    int64_t rows = std::min(t_.block_rows, t_.rows - first);
    int64_t tiles = rows * t_.columns;
    int64_t patch_step = spread(s_.in_channels * tiles), product_step = spread(s_.out_channels * tiles);
    for (int64_t channel = 0; channel < s_.in_channels; ++channel) {
      const float* plane = image + channel * s_.in_pixels();
      for (int64_t r = 0; r < rows; ++r) take(plane, first + r, channel * tiles + r * t_.columns, patch_step);
    }
    for (int64_t e = 0; e < kElements; ++e) {
      GemmTask<float> t{};
      t.m = s_.out_channels;
      t.n = tiles;
      t.k = s_.in_channels;
      t.packed_a = kernels_.of(e);
      t.b = patches_.data() + e * patch_step;
      t.b_row = tiles;
      t.b_col = 1;
      t.c = products_.data() + e * product_step;
      t.c_row = tiles;
      t.workspace = workspace_.data();
      gemm_kernels().f32(t);
    }
    for (int64_t channel = 0; channel < s_.out_channels; ++channel) {
      float* plane = output + channel * s_.out_pixels();
      float added = bias ? bias[channel] : 0.f;
      for (int64_t r = 0; r < rows; ++r) give(plane, first + r, channel * tiles + r * t_.columns, product_step, added);
    }
  }

 private:
  int64_t line_size() const { return 2 * t_.columns + 2; }

  // Transforms one row of patches of one channel. Rows that reach over the image's border are completed with zeros.
  void take(const float* plane, int64_t tile_row, int64_t at, int64_t step) {
    const float* rows[4];
    int64_t length = line_size();
    for (int y = 0; y < 4; ++y) {
      int64_t from = 2 * tile_row + y - s_.padding[1];
      float* line = lines_.data() + y * length;
      rows[y] = line;
      if (from < 0 || from >= s_.in[1]) {
        std::fill_n(line, length, 0.f);
        continue;
      }
      const float* source = plane + from * s_.in[2];
      if (s_.padding[2] == 0 && length <= s_.in[2]) {
        rows[y] = source;
        continue;
      }
      int64_t left = std::min(s_.padding[2], length);
      int64_t inside = std::min(s_.in[2], length - left);
      std::fill_n(line, left, 0.f);
      std::copy_n(source, inside, line + left);
      std::fill(line + left + inside, line + length, 0.f);
    }
    row_kernels().winograd_input(rows, t_.columns, patches_.data() + at, step);
  }
  void give(float* plane, int64_t tile_row, int64_t at, int64_t step, float bias) {
    int64_t width = s_.out[2], y = 2 * tile_row;
    float* first = plane + y * width;
    float* second = first + width;
    bool whole = width % 2 == 0;
    float* to_first = whole ? first : lines_.data();
    float* to_second = whole && y + 1 < s_.out[1] ? second : lines_.data() + line_size();
    row_kernels().winograd_output(products_.data() + at, step, t_.columns, bias, to_first, to_second);
    if (!whole) std::copy_n(to_first, width, first);
    if (to_second != second && y + 1 < s_.out[1]) std::copy_n(to_second, width, second);
  }

  const ConvShape& s_;
  const Tiles& t_;
  const Kernels& kernels_;
  Buffer patches_, products_, lines_;
  GemmWorkspace<float> workspace_;
};

}  // namespace

bool winograd_wins(const ConvShape& s) {
  bool fits = s.groups == 1 && s.in[0] == 1 && s.out[0] == 1 && s.kernel[0] == 1;
  for (int d : {1, 2}) fits = fits && s.kernel[d] == 3 && s.stride[d] == 1 && s.dilation[d] == 1;
  int64_t tiles = (s.out[1] + 1) / 2 * ((s.out[2] + 1) / 2);
  return fits && s.in_channels >= kLeastChannels && s.out_channels >= kLeastChannels &&
         s.batch * tiles >= kLeastTiles && tiles >= 4;
}

void winograd_forward(const Parallel& parallel, const ConvShape& s, const float* input, const float* weight,
                      const float* bias, float* output) {
  Tiles tiles = tiles_of(s);
  Kernels kernels(parallel, s, weight);
  parallel(s.batch * tiles.blocks, 1, [&](int64_t begin, int64_t end) {
    Worker worker(s, tiles, kernels);
    for (int64_t task = begin; task < end; ++task) {
      int64_t sample = task / tiles.blocks;
      worker.run(input + sample * s.in_channels * s.in_pixels(), bias,
                 output + sample * s.out_channels * s.out_pixels(), task % tiles.blocks);
    }
  });
}

}  // namespace adder::rt
