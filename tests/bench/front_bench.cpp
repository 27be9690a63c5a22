// How fast text becomes tokens, a tree and code: front_bench FILE.py [copies]. Processor time, the least of five.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>

#include "interp/compiler/compile.h"

using namespace adder;

namespace {
double processor_ms() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
}
template <class F>
double best_ms(F&& f) {
  double best = 1e9;
  for (int i = 0; i < 5; i++) {
    double start = processor_ms();
    f();
    best = std::min(best, processor_ms() - start);
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
