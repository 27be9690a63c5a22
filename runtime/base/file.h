#pragma once
// Whole files. (The streams of <fstream> and <iostream> would bring locales into the program: 0.6 MB, made at every
// start.)
#include <string>
#include <string_view>

namespace adder {

// False: errno says why, and *out holds what was read until then.
bool read_file(const std::string& path, std::string* out);
bool read_file(int descriptor, std::string* out);  // from where it stands to its end
// Makes the file or replaces what it holds. False: errno says why.
bool write_file(const std::string& path, std::string_view text);
// Could the file be written? Makes it if there is none and leaves what it holds.
bool can_write_file(const std::string& path);

}  // namespace adder
