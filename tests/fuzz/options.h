// Command lines of the fuzzers: --NAME=VALUE, or --NAME alone for "yes".
#pragma once
#include <string>

namespace adder::testing_support {

inline std::string option(int argc, char** argv, const std::string& name, const std::string& otherwise) {
  std::string found = otherwise, prefix = "--" + name + "=";
  for (int i = 1; i < argc; i++) {
    std::string word = argv[i];
    if (word.starts_with(prefix)) found = word.substr(prefix.size());
    if (word == "--" + name) found = "yes";
  }
  return found;
}

}  // namespace adder::testing_support
