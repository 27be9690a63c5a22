// A C++ program that runs a model written in Python: its own memory goes in, the model's memory comes out, nothing is
// copied. Usage: embed_example model.py
#include <cstdio>
#include <string>
#include <thread>

#include "interp/embed/adder.hpp"

namespace {

// One inference in an interpreter of its own; the text that it would print.
std::string infer(const char* file) {
  adder::embed::Interpreter python;
  auto module = python.load(file);
  if (!module) return module.error().traceback;
  float input[2][4] = {{1, 2, 3, 4}, {-1, 0, 1, 0}};
  auto output = module->get("infer")->operator()(python.tensor(&input[0][0], {2, 4}));
  if (!output) return output.error().traceback;
  adder_tensor_info view = *output->tensor();
  std::string text;
  for (int64_t i = 0; i < view.sizes[0]; ++i)
    for (int64_t j = 0; j < view.sizes[1]; ++j) {
      char number[32];
      std::snprintf(number, sizeof number, "%.4f ",
                    static_cast<float*>(view.data)[i * view.strides[0] + j * view.strides[1]]);
      text += number;
    }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s model.py\n", argv[0]);
    return 2;
  }
  std::printf("one interpreter:  %s\n", infer(argv[1]).c_str());

  std::string first, second;  // two interpreters, two threads, no shared state
  std::thread a([&] { first = infer(argv[1]); });
  std::thread b([&] { second = infer(argv[1]); });
  a.join();
  b.join();
  std::printf("two threads:      %s%s\n", first.c_str(), first == second ? "(the same twice)" : "(DIFFERENT)");

  adder::embed::Interpreter python;
  auto module = python.load(argv[1]);
  if (!module) {
    std::fprintf(stderr, "%s", module.error().traceback.c_str());
    return 1;
  }
  float row[4] = {1, 2, 3, 4};
  auto bad = module->get("fail")->operator()(python.tensor(row, {1, 4}));
  if (!bad)
    std::printf("an error as a value: %s: %s\n%s", bad.error().type.c_str(), bad.error().message.c_str(),
                bad.error().traceback.c_str());
  return bad ? 1 : 0;
}
