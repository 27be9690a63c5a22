// Random programs that run: what they print is the same under every Python 3.11, so one implementation is the oracle
// of the other. A program is a function of guarded statements: whatever a statement raises is printed and the program
// goes on, so that error types and messages are compared too. Sizes are cut after every assignment and loops are
// bounded, so every program ends soon.
#pragma once
#include <cstdint>
#include <random>
#include <string>

namespace adder::testing_support {

class ProgramMaker {
 public:
  explicit ProgramMaker(uint32_t seed) : rng_(seed) {}
  // What every file of programs starts with: the helpers that programs call.
  static std::string preamble();
  // `def NAME(): ...` and a call of it.
  std::string program(const std::string& name);
  // A text that is nearly Python: a made program with bytes changed, cut or doubled.
  std::string damaged();

 private:
  int pick(int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(rng_); }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  template <size_t N>
  std::string one(const char* const (&table)[N]) {
    return table[size_t(pick(0, int(N) - 1))];
  }
  std::string variable();
  std::string any(int depth);
  std::string number(int depth);
  std::string text(int depth);
  std::string bytes_value(int depth);
  std::string sequence(int depth);
  std::string mapping(int depth);
  std::string set_value(int depth);
  std::string callable(int depth);
  std::string condition(int depth);
  std::string method_call(int depth);
  std::string fill(const std::string& pattern, int depth);
  std::string items(int lo, int hi, int depth);
  std::string slice();
  std::string spec();
  std::string pattern(int depth);
  std::string target();
  std::string statement(int indent, int depth, bool loop, bool function);
  std::string block(int indent, int depth, bool loop, bool function);
  std::string class_definition(int indent);
  std::string generator_definition(int indent);

  std::mt19937 rng_;
  int fresh_ = 0;
};

}  // namespace adder::testing_support
