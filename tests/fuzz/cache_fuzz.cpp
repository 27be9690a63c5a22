// Damages the entries of the kernel cache on disk and runs a script over them: it must print what it prints without a cache,
// and a second run, over what the first one mended, too.
//   cache_fuzz --adder=PATH --script=PATH [--seed=N] [--rounds=N]
// A round that goes wrong is told with its seed and the damage; the status is 1.
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "tests/fuzz/options.h"
#include "tests/runner/process.h"

using namespace adder::testing_support;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& p) {
  std::ifstream in(p, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
void write(const fs::path& p, const std::string& s) {
  std::ofstream(p, std::ios::binary | std::ios::trunc) << s;
}
std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code unknown;  // a link may lead nowhere
  for (const auto& e : fs::recursive_directory_iterator(folder))
    if (e.is_regular_file(unknown)) all.push_back(e.path());
  std::sort(all.begin(), all.end());
  return all;
}

class Damage {
 public:
  explicit Damage(uint32_t seed) : rng_(seed) {}
  size_t pick(size_t n) { return n ? std::uniform_int_distribution<size_t>(0, n - 1)(rng_) : 0; }
  // Harms one entry; says how.
  std::string harm(const std::vector<fs::path>& all) {
    const fs::path& p = all[pick(all.size())];
    const fs::path& other = all[pick(all.size())];
    std::string s = read(p), o = read(other);
    switch (pick(12)) {
      case 0: s[pick(s.size())] ^= char(1 << pick(8)); return put(p, s, "a bit changed");
      case 1: s[pick(s.size())] = char(pick(256)); return put(p, s, "a byte changed");
      case 2: return put(p, s.substr(0, pick(s.size())), "cut");
      case 3: return put(p, s + std::string(1 + pick(5000), char(pick(256))), "longer");
      case 4: return put(p, o, "another entry");
      case 5: return put(p, s.substr(0, 32) + o.substr(std::min<size_t>(32, o.size())), "the body of another entry");
      case 6: {  // sizes in the head that lie
        for (size_t i = 8; i < std::min<size_t>(24, s.size()); i++)
          if (pick(4) == 0) s[i] = char(pick(256));
        return put(p, s, "other sizes");
      }
      case 7: return put(p, "", "empty");
      case 8: {
        size_t from = pick(s.size()), n = 1 + pick(64);
        for (size_t i = from; i < std::min(s.size(), from + n); i++) s[i] = char(pick(256));
        return put(p, s, "a range changed");
      }
      case 9: fs::remove(p); fs::create_directory(p); return "a folder in its place";
      case 10: fs::remove(p); fs::create_symlink(other, p); return "a link in its place";
      default: fs::remove(p); return ::mkfifo(p.c_str(), 0600) == 0 ? "a pipe in its place" : "gone";
    }
  }

 private:
  std::string put(const fs::path& p, const std::string& s, const char* how) {
    write(p, s);
    return how;
  }
  std::mt19937 rng_;
};

}  // namespace

int main(int argc, char** argv) {
  std::string adder = option(argc, argv, "adder", ""), script = option(argc, argv, "script", "");
  uint32_t first = uint32_t(std::atoi(option(argc, argv, "seed", "1").c_str()));
  int rounds = std::atoi(option(argc, argv, "rounds", "20").c_str());
  char made[] = "/tmp/cache_fuzz.XXXXXX";
  if (adder.empty() || script.empty() || !mkdtemp(made)) {
    std::fprintf(stderr, "cache_fuzz: --adder=PATH and --script=PATH are needed\n");
    return 2;
  }
  fs::path folder = made, good = folder / "good", cache = folder / "cache";
  auto run = [&](const fs::path& at) { return run_process({adder, script}, {"ADDER_CACHE_DIR=" + at.string()}, "", "", 300); };
  ProcessResult want = run(good);
  int wrong = want.exit_status != 0;
  if (wrong) std::printf("the script fails without any damage:\n%s\n", want.err.c_str());
  bool emits = !wrong && !entries(good).empty();  // where this CPU has an emitter
  for (int i = 0; i < rounds && emits; i++) {
    Damage damage(first + uint32_t(i));
    fs::remove_all(cache);
    fs::copy(good, cache, fs::copy_options::recursive);
    std::string told;
    for (size_t n = 1 + damage.pick(4); n > 0; n--) {
      std::vector<fs::path> all = entries(cache);
      if (!all.empty()) told += " " + damage.harm(all) + ";";
    }
    for (const char* turn : {"first", "second"}) {
      ProcessResult got = run(cache);
      if (!got.timed_out && !got.signal && got.exit_status == 0 && got.out == want.out) continue;
      std::printf("seed %u, %s run:%s\n%s%s%s\n", first + uint32_t(i), turn, told.c_str(), got.timed_out ? "time is over\n" : "",
                  got.out == want.out ? "" : got.out.c_str(), got.err.c_str());
      wrong++;
      break;
    }
  }
  fs::remove_all(folder);
  std::printf("%d rounds, %d wrong%s\n", emits ? rounds : 0, wrong, emits || wrong ? "" : " (no kernels are made for this CPU)");
  return wrong ? 1 : 0;
}
