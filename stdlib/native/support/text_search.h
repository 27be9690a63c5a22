#pragma once
// Searching and cutting of byte strings, shared by str (UTF-8) and bytes.
#include <string>
#include <string_view>
#include <vector>

namespace adder::lib {

using Pieces = std::vector<std::string_view>;

size_t find(std::string_view s, std::string_view sub, size_t from = 0);  // npos: none
size_t rfind(std::string_view s, std::string_view sub);
size_t count(std::string_view s, std::string_view sub);  // `sub` not empty

// The parts of `s` between separators, in order; maxsplit < 0: no limit.
template <class Take>
void each_part(std::string_view s, std::string_view separator, int64_t maxsplit, Take take) {
  size_t at = 0;
  while (maxsplit != 0) {
    size_t hit = find(s, separator, at);
    if (hit == s.npos) break;
    take(s.substr(at, hit - at));
    at = hit + separator.size();
    if (maxsplit > 0) --maxsplit;
  }
  take(s.substr(at));
}

// Pieces are views of `s`.
void split(std::string_view s, std::string_view separator, int64_t maxsplit, Pieces* out);
void rsplit(std::string_view s, std::string_view separator, int64_t maxsplit, Pieces* out);
// At runs of white space; `unicode` chooses str's definition or bytes'.
void split_space(std::string_view s, int64_t maxsplit, bool unicode, Pieces* out);
void rsplit_space(std::string_view s, int64_t maxsplit, bool unicode, Pieces* out);
void split_lines(std::string_view s, bool keep_ends, bool unicode, Pieces* out);

// `sub` not empty; maxcount < 0: all.
std::string replace(std::string_view s, std::string_view sub, std::string_view by, int64_t maxcount);

inline bool is_byte_space(char c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

}  // namespace adder::lib
