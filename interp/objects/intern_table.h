// The interned strings of one interpreter, found by text.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace adder {

struct Str;

// Open addressing over the hashes that the strings carry: a name is hashed once, and a miss that add() follows costs no
// second search by bytes. Borrows; interned strings live as long as the interpreter.
class InternTable {
 public:
  Str* find(std::string_view text, uint32_t hash) const;  // null: none; hash: of text_hash()
  void add(Str*);                                         // hashed, not in the table; may throw std::bad_alloc

 private:
  void grow();

  std::vector<Str*> slots_;  // a power of two of them, at most half of them taken
  size_t used_ = 0;
};

}  // namespace adder
