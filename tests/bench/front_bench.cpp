// How fast text becomes tokens, a tree and code: front_bench FILE.py [copies].
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "interp/compiler/compile.h"

using namespace adder;

namespace {
template <class F>
double best_ms(F&& f) {
  double best = 1e9;
  for (int i = 0; i < 5; i++) {
    auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}
}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  std::string one((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::string text;
  for (int i = 0, n = argc > 2 ? std::atoi(argv[2]) : 100; i < n; i++) text += one;
  Source source;
  SyntaxErrorInfo error;
  if (!source.set_text(text, argv[1], &error)) return 1;
  double mb = double(text.size()) / 1e6;
  double lines = double(source.line_starts().size());
  double lex = best_ms([&] { tokenize(source); });
  double tree = best_ms([&] {
    ast::Arena arena;
    parse(source, arena, {}, &error);
  });
  double code = best_ms([&] {
    CodeProto proto;
    compile_source(text, {}, &proto, &error);
  });
  std::printf("%.2f MB, %.0f lines: tokens %.0f MB/s, tree %.0f MB/s, code %.1f ms for 10,000 lines\n", mb, lines,
              mb / lex * 1e3, mb / tree * 1e3, code / lines * 1e4);
  return 0;
}
