// CodeProto <-> bytes, so that modules can be compiled ahead of time. The bytes hold no addresses and no host order.
//
// Layout: magic, checksum of the rest (seeded with the opcode table), the table of strings (each once), then the code.
// A code is a header, which is what a function needs before its first call, and a body behind its length: whoever loads
// it may leave the body for later (load_code.cpp).
#pragma once
#include <string>
#include <string_view>

#include "interp/bytecode/code_proto.h"

namespace adder {

std::string write_code(const CodeProto&);
// False: the bytes are damaged or from another version of the format or of opcodes.def.
bool read_code(std::string_view bytes, CodeProto* out);

// --- for readers ---

// After damage every read gives zeros and empty texts, and fine() is false.
class ByteReader {
 public:
  ByteReader() = default;
  explicit ByteReader(std::string_view s) : s_(s) {}
  bool fine() const { return fine_; }
  bool at_end() const { return i_ == s_.size(); }
  void fail() { fine_ = false; }

  uint64_t number() {
    if (i_ >= s_.size()) fine_ = false;
    return fine_ ? varint::get(s_, &i_) : 0;
  }
  uint32_t number32() {
    uint64_t v = number();
    if (v > UINT32_MAX) fine_ = false;
    return uint32_t(v);
  }
  // A number of things of at least `bytes` bytes each.
  size_t count(size_t bytes) {
    uint64_t n = number();
    if (n > (s_.size() - i_) / bytes) fine_ = false;
    return fine_ ? size_t(n) : 0;
  }
  uint8_t byte() {
    if (i_ >= s_.size()) fine_ = false;
    return fine_ ? uint8_t(s_[i_++]) : 0;
  }
  uint32_t word() {
    if (s_.size() - i_ < 4) {
      fine_ = false;
      return 0;
    }
    uint32_t v = 0;
    for (int k = 0; k < 4; k++) v |= uint32_t((unsigned char)s_[i_++]) << (8 * k);
    return v;
  }
  // Instructions: a count, then for each two words a mask of their bytes that are not 0, and those bytes. Half of all
  // bytes of instructions are 0.
  void words(std::vector<uint32_t>* out);
  // A table of positions, which has only lines where the text of the module is not kept.
  std::string positions();
  double bits();
  std::string_view text() {
    size_t n = count(1);
    std::string_view out = s_.substr(i_, n);
    i_ += n;
    return out;
  }

 private:
  std::string_view s_;
  size_t i_ = 0;
  bool fine_ = true;
};
enum class PositionTable : uint8_t {
  kWhole,  // as PositionWriter makes it
  kLines,  // pairs: pc - previous pc, zigzag(line - previous line)
};

struct CodeHeader {
  uint32_t name = 0, qualname = 0, filename = 0;  // strings of the table
  uint32_t first_line, flags, nparams, nposonly, nkwonly, nlocals, nnamed, far_base, far_temps, nreg;
  std::vector<CellProto> cells;
  std::string_view body;
};
CodeHeader read_header(ByteReader*);
// Positions `out` at the first code, behind the strings. `check`: compare the checksum too. False: not such bytes.
bool open_code(std::string_view bytes, bool check, ByteReader* out, std::vector<std::string_view>* strings);

}  // namespace adder
