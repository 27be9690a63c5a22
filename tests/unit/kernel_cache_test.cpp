// Machine code on disk: what is damaged, foreign or not private is no entry, and nothing fails.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <filesystem>
#include <fstream>
#include "codegen/kernel_cache.h"
#include "tests/unit/kernel_tools.h"

namespace adder::codegen {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/adder_cache_XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string path(const std::string& below = "") const { return below.empty() ? path_ : path_ + "/" + below; }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (auto& e : fs::recursive_directory_iterator(path_))
      if (e.is_regular_file()) all.push_back(e.path());
    return all;
  }

 private:
  std::string path_;
};

std::string read_file(const fs::path& p) {
  std::ifstream in(p, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
void write_file(const fs::path& p, const std::string& s) {
  std::ofstream(p, std::ios::binary | std::ios::trunc) << s;
}

Kernel sample() {
  ProgramBuilder b;
  Reg x = b.load_raw(0, kF32);
  b.store_raw(b.op(kOp_exp, b.op(kOp_neg, x)));
  return elementwise(b.finish(), {kF32}, "sample");
}

TEST(DiskCache, GivesBackWhatWasSaved) {
  Folder folder;
  DiskCache cache(folder.path("a/b"));
  ASSERT_TRUE(cache.usable());
  std::string code;
  EXPECT_FALSE(cache.load("key", &code));
  cache.save("key", "some code");
  cache.save("other", "");
  EXPECT_TRUE(DiskCache(folder.path("a/b")).load("key", &code));
  EXPECT_EQ(code, "some code");
  EXPECT_FALSE(cache.load("ke", &code));
  cache.save("key", "newer");
  EXPECT_TRUE(cache.load("key", &code));
  EXPECT_EQ(code, "newer");
}

TEST(DiskCache, IgnoresDamage) {
  Folder folder;
  DiskCache cache(folder.path());
  cache.save("a key of some length", "code that is a little longer");
  ASSERT_EQ(folder.files().size(), 1u);
  fs::path file = folder.files()[0];
  std::string good = read_file(file), code;
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = char(bad[i] ^ 0x40);
    write_file(file, bad);
    EXPECT_FALSE(cache.load("a key of some length", &code)) << i;
  }
  for (size_t n = 0; n < good.size(); ++n) {
    write_file(file, good.substr(0, n));
    EXPECT_FALSE(cache.load("a key of some length", &code)) << n;
  }
  write_file(file, good + "x");
  EXPECT_FALSE(cache.load("a key of some length", &code));
  write_file(file, good);
  EXPECT_TRUE(cache.load("a key of some length", &code));
}

TEST(DiskCache, NeedsAFolderOfItsOwn) {
  Folder folder;
  write_file(folder.path("file"), "");
  EXPECT_FALSE(DiskCache(folder.path("file")).usable());
  EXPECT_FALSE(DiskCache(folder.path("file") + "/below").usable());
  EXPECT_FALSE(DiskCache("").usable());
  EXPECT_FALSE(DiskCache("/proc/no/such/folder").usable());
  fs::create_directory(folder.path("shared"));
  ::chmod(folder.path("shared").c_str(), 0777);
  DiskCache shared(folder.path("shared"));
  EXPECT_FALSE(shared.usable());
  shared.save("key", "code");
  std::string code;
  EXPECT_FALSE(shared.load("key", &code));
  DiskCache gone(folder.path("gone"));
  fs::remove_all(folder.path("gone"));
  gone.save("key", "code");
  EXPECT_FALSE(gone.load("key", &code));
}

TEST(DiskCache, StaysWithinItsBound) {
  Folder folder;
  DiskCache cache(folder.path(), 20000);
  write_file(folder.path("notes"), "not ours");
  for (int i = 0; i < 200; ++i) cache.save("key " + std::to_string(i), std::string(500, 'x'));
  EXPECT_TRUE(fs::exists(folder.path("notes")));
  int64_t total = 0;
  for (auto& f : folder.files()) total += int64_t(fs::file_size(f));
  EXPECT_LE(total, 20000 + 64 * 600);  // it looks at the size once in 64 saves
}

TEST(KernelCache, RunsCodeFromDisk) {
  if (emitting_isas().empty()) GTEST_SKIP() << "no emitter for this CPU";
  Isa isa = emitting_isas().back();
  Folder folder;
  KernelCache first(isa, folder.path());
  ASSERT_TRUE(first.kernel(sample()));
  EXPECT_EQ(first.stats().misses, 1);
  EXPECT_EQ(folder.files().size(), 1u);
  KernelCache second(isa, folder.path());
  KernelFn fn = second.kernel(sample());
  EXPECT_EQ(second.stats().disk_hits, 1);
  EXPECT_EQ(second.stats().misses, 0);
  for (int64_t n : {1, 7, 8, 65, 300}) expect_tile_bits(sample(), fn, 2, n, 5);
  for (auto& f : folder.files()) write_file(f, read_file(f).substr(0, 100));
  KernelCache third(isa, folder.path());
  fn = third.kernel(sample());
  EXPECT_EQ(third.stats().misses, 1);
  expect_tile_bits(sample(), fn, 2, 65, 5);
  KernelCache other(isa == Isa::avx2 ? Isa::avx512 : Isa::avx2, folder.path());
  other.kernel(sample());
  EXPECT_EQ(other.stats().disk_hits, 0);
}

}  // namespace
}  // namespace adder::codegen
