// Command-line options, from the one registry flags.def. A Flags object is a value: an interpreter copies the one it is
// created with, nothing is global.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"

namespace adder {

namespace flag_types {
using Word = std::string;
using Text = std::string;
using List = std::vector<std::string>;
using Switch = bool;
using Count = int64_t;
using Seconds = double;
}  // namespace flag_types

struct Flags {
#define FLAG(type, field, name, value, default_text, group, help) flag_types::type field{};
#include "runtime/base/flags.def"
#undef FLAG

  Flags();  // every flag at its default
  // `option` as written, "--name" or "--name=value". Errors (ErrorKind::value) say what is wrong and what would be
  // right.
  Status set(std::string_view option);
  bool stressed(std::string_view kind) const;  // `kind` is among --stress
  bool dumps(std::string_view stage) const;    // `stage` is among --dump, or --stop-after's
};

enum class FlagGroup { user, limits, debug };
// One line a flag, aligned, help text wrapped at 100 columns.
std::string describe_flags(FlagGroup group);

}  // namespace adder
