// Who may include whom: the table of the architecture, checked against every #include of the tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// A layer is a folder (the longest prefix that stands here wins) and the layers it may include besides itself.
// `runtime/*` stands for all of runtime.
const std::map<std::string, std::vector<std::string>> kMayInclude = {
    {"runtime/base", {}},
    {"runtime/types", {"runtime/base"}},
    {"runtime/tensor", {"runtime/base", "runtime/types"}},
    {"runtime/kernel", {"runtime/base", "runtime/types", "runtime/tensor"}},
    {"runtime/random", {"runtime/base", "runtime/types", "runtime/tensor"}},
    {"runtime/cpu", {"runtime/base", "runtime/types", "runtime/tensor"}},
    {"runtime/eager",
     {"runtime/base", "runtime/types", "runtime/tensor", "runtime/kernel", "runtime/cpu", "runtime/random"}},
    {"runtime/ops",
     {"runtime/base", "runtime/types", "runtime/tensor", "runtime/kernel", "runtime/cpu", "runtime/random",
      "runtime/eager"}},
    {"runtime/autograd", {"runtime/base", "runtime/types", "runtime/tensor", "runtime/ops"}},
    {"runtime/vulkan", {"runtime/base", "runtime/types", "runtime/tensor"}},
    {"runtime", {"runtime/*"}},
    {"ir", {"runtime/*"}},
    {"codegen", {"ir", "runtime/*"}},
    {"interp/bridge", {"interp", "runtime/*"}},
    {"interp/jit", {"interp", "runtime/base", "runtime/cpu"}},
    {"interp/embed", {"interp", "interp/bridge", "interp/jit", "capture", "codegen", "ir", "stdlib", "runtime/*"}},
    {"interp", {"runtime/base"}},
    {"capture", {"interp", "interp/bridge", "ir", "runtime/*"}},
    {"stdlib", {"interp", "interp/bridge", "capture", "runtime/*"}},
};
// main.cpp is a client of the library; the tests see everything.
const std::set<std::string> kTopLayer = {"interp/main.cpp"};

fs::path source_root() {
  return fs::path(__FILE__).is_absolute() ? fs::path(__FILE__).parent_path().parent_path().parent_path()
                                          : fs::path(ADDER_SOURCE_ROOT);
}

std::string layer_of(const std::string& file) {
  std::string best;
  for (const auto& [layer, allowed] : kMayInclude)
    if (file.starts_with(layer + "/") && layer.size() > best.size()) best = layer;
  return best;
}

bool allowed(const std::string& from, const std::string& to) {
  if (from == to) return true;
  for (const std::string& entry : kMayInclude.at(from)) {
    if (entry == to) return true;
    if (entry.ends_with("/*") && to.starts_with(entry.substr(0, entry.size() - 2))) return true;
  }
  return false;
}

std::vector<std::string> source_files() {
  std::vector<std::string> files;
  for (const char* top : {"runtime", "ir", "codegen", "interp", "capture", "stdlib"})
    for (const auto& entry : fs::recursive_directory_iterator(source_root() / top)) {
      std::string extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp" || extension == ".inc" || extension == ".def" || extension == ".hpp")
        files.push_back(fs::relative(entry.path(), source_root()).generic_string());
    }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Layers, NobodyIncludesWhatStandsAbove) {
  int includes = 0;
  for (const std::string& file : source_files()) {
    if (kTopLayer.count(file)) continue;
    std::string from = layer_of(file);
    ASSERT_FALSE(from.empty()) << file << " belongs to no layer";
    std::ifstream in(source_root() / file);
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("#include \"")) continue;
      std::string included = line.substr(10, line.find('"', 10) - 10);
      std::string to = layer_of(included);
      if (to.empty()) continue;
      ++includes;
      EXPECT_TRUE(allowed(from, to)) << file << " (layer " << from << ") includes " << included << " (layer " << to
                                     << ")";
    }
  }
  EXPECT_GT(includes, 100);  // the scan has seen the tree
}

TEST(Layers, OneTranslationUnitFamilySeesSpirit) {
  for (const std::string& file : source_files()) {
    std::ifstream in(source_root() / file);
    for (std::string line; std::getline(in, line);)
      if (line.find("boost/spirit") != std::string::npos)
        EXPECT_TRUE(file.starts_with("interp/parser/")) << file << " includes Boost.Spirit";
  }
}

TEST(Layers, EveryFolderHasItsPage) {
  for (const char* top : {"runtime", "ir", "codegen", "interp", "capture", "stdlib", "tests", "examples"}) {
    EXPECT_TRUE(fs::exists(source_root() / top / "README.md")) << top;
    if (std::string_view(top) == "tests" || std::string_view(top) == "examples") continue;
    for (const auto& entry : fs::directory_iterator(source_root() / top))
      if (entry.is_directory() && entry.path().filename() != "py" && entry.path().filename() != "tools")
        EXPECT_TRUE(fs::exists(entry.path() / "README.md")) << entry.path();
  }
}

TEST(Layers, NoFileOutgrowsItsJob) {
  for (const std::string& file : source_files()) {
    if (file.ends_with("_tables.inc")) continue;  // generated
    std::ifstream in(source_root() / file);
    long lines = std::count(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(), '\n');
    EXPECT_LE(lines, 1000) << file;
  }
}

}  // namespace
