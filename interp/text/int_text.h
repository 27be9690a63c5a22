#pragma once
// Reading ints from text, as int(str, base) does.
#include <string>
#include <string_view>

namespace adder::text {

struct IntText {
  bool negative = false;
  int base = 10;
  std::string digits;  // without sign, prefix and underscores; at least one, all valid in `base`
};

// `s` has no surrounding white space and ASCII digits; base is 0 or 2..36. False: not an int.
bool parse_int(std::string_view s, int base, IntText* out);

}  // namespace adder::text
