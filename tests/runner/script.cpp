#include "tests/runner/script.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace adder::testing_support {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

bool take_prefix(std::string_view line, std::string_view prefix, std::string* rest) {
  if (!line.starts_with(prefix)) return false;
  *rest = std::string(line.substr(prefix.size()));
  return true;
}

int parse_limit(const std::string& text) {
  return std::stoi(text.starts_with("<=") ? text.substr(2) : text);
}

void read_directive(std::string_view line, Script* script) {
  std::string rest;
  if (take_prefix(line, "# args: ", &rest)) {
    script->args = words_of(rest);
  } else if (take_prefix(line, "# stdin: ", &rest)) {
    script->input += rest + "\n";
  } else if (take_prefix(line, "# exit: ", &rest)) {
    script->exit_status = std::stoi(rest);
  } else if (take_prefix(line, "# stderr-has: ", &rest)) {
    script->stderr_has.push_back(rest);
  } else if (take_prefix(line, "# timeout: ", &rest)) {
    script->timeout_seconds = std::stod(rest);
  } else if (take_prefix(line, "# no-sanitizers: ", &rest)) {
    script->no_sanitizers = rest;
  } else if (take_prefix(line, "# graphs: ", &rest)) {
    script->graphs = parse_limit(rest);
  } else if (take_prefix(line, "# recompiles: ", &rest)) {
    script->recompiles = parse_limit(rest);
  } else if (take_prefix(line, "# static-launches: ", &rest)) {
    script->static_launches = parse_limit(rest);
  }
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::optional<Script> load_script(const std::string& root, const std::string& path) {
  Script script;
  script.path = path;
  const std::string full = root + "/" + path;
  std::istringstream text(read_file(full));
  std::string line, expected;
  bool in_header = true, has_expect = false;
  while (std::getline(text, line)) {
    if (in_header && !line.empty() && line[0] != '#') in_header = false;
    if (in_header) read_directive(line, &script);
    const std::string_view marker = "# expect: ";
    size_t at = line.find(marker);
    if (at != std::string::npos) {
      has_expect = true;
      expected += line.substr(at + marker.size()) + "\n";
    }
  }
  const std::string out_path = full.substr(0, full.size() - 3) + ".out";
  if (std::filesystem::exists(out_path)) {
    script.expected = read_file(out_path);
  } else if (has_expect) {
    script.expected = expected;
  } else {
    return std::nullopt;
  }
  return script;
}

Config load_config(const std::string& path) {
  Config config;
  config.name = std::filesystem::path(path).stem().string();
  std::istringstream text(read_file(path));
  std::string line, rest;
  while (std::getline(text, line)) {
    if (take_prefix(line, "args: ", &rest)) config.args = words_of(rest);
    if (take_prefix(line, "env: ", &rest)) config.env.push_back(rest);
    if (take_prefix(line, "dirs: ", &rest)) config.dirs = words_of(rest);
    if (take_prefix(line, "needs: ", &rest)) config.needs = rest;
    if (take_prefix(line, "slow: ", &rest)) config.slow = std::stod(rest);
    if (take_prefix(line, "turns: ", &rest)) config.turns = words_of(rest);
    if (line == "check: counts") config.check_counts = true;
    if (line == "check: survives") config.survives = true;
  }
  return config;
}

std::vector<KnownFailure> load_known_failures(const std::string& path) {
  std::vector<KnownFailure> list;
  std::istringstream text(read_file(path));
  std::string line;
  while (std::getline(text, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    KnownFailure failure;
    words >> failure.path >> failure.config >> std::ws;
    std::getline(words, failure.reason);
    list.push_back(failure);
  }
  return list;
}

}  // namespace adder::testing_support
