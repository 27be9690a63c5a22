// CodeProto <-> bytes, so that modules can be compiled ahead of time. The bytes hold no addresses and no host order.
//
// Layout: magic, checksum of the rest (seeded with the opcode table), the table of strings (each once), how many
// functions each other piece has, the name of the file, then the code. A code is a header, which is what a function
// needs before its first call, and a body behind its length: whoever loads it may leave the body for later
// (load_code.cpp).
//
// In pieces, the first one has what importing the module reads: headers of functions (kApart), whole classes. Functions
// are numbered through all other pieces, and a body in the first piece begins with the number of its first function;
// the others follow in the order of its constants. Another piece is a table of strings, whose numbers go on from those
// of the first one, a count, the lengths of so many bodies, and the bodies.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "interp/bytecode/code_proto.h"

namespace adder {

std::string write_code(const CodeProto&);
// The same in pieces; all but the first have bodies of functions that take at least so many bytes, the last one aside.
std::vector<std::string> write_pieces(const CodeProto&, size_t bytes);
// What write_pieces gave. False: the bytes are damaged or from another version of the format or of opcodes.def.
bool read_pieces(const std::vector<std::string>&, CodeProto* out);
bool read_code(std::string_view bytes, CodeProto* out);  // what write_code gave

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
    if (i_ < s_.size() && uint8_t(s_[i_]) < 128) return uint8_t(s_[i_++]);  // nearly always
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
  // The tables of instructions in a CodeProto or a CodeTables; string() reads a name.
  template <class Tables, class F>
  void tables(Tables* t, F&& string) {
    handlers(&t->handlers);
    handled(&t->handled);
    t->inlined.resize(count(4));
    for (auto& i : t->inlined) {
      i.start = number32();
      i.end = number32();
      i.name = string();
      i.position = number32();
    }
  }
  // A table of positions, or of lines where `lines` is set to true.
  std::string_view positions(bool* lines);
  double bits();
  void texts(std::vector<std::string_view>* out);  // a count, then so many
  std::string_view text() { return bytes(count(1)); }
  std::string_view bytes(size_t n) {
    if (n > s_.size() - i_) fine_ = false;
    if (!fine_) return {};
    i_ += n;
    return s_.substr(i_ - n, n);
  }
  std::string_view rest() const { return s_.substr(i_); }

 private:
  void handlers(std::vector<HandlerProto>* out);
  void handled(std::vector<HandledProto>* out);

  std::string_view s_;
  size_t i_ = 0;
  bool fine_ = true;
};
enum class PositionTable : uint8_t {
  kWhole,  // as PositionWriter makes it
  kLines,  // as find_line reads it
};

// A flag of headers beside those of CodeProto: the body is in another piece.
constexpr uint32_t kApart = 4096;
// Fields of a header that are there only if they are not what they mostly are, which a mask tells: positional-only and
// keyword-only parameters (none), named locals (all), where far temporaries and far locals begin (none), cells (none).
constexpr unsigned kHeaderFields = 6;
struct CodeHeader {
  uint32_t name = 0;      // a string of the table
  uint32_t qualname = 0;  // one more than a string of the table; 0: inner_qualname()
  int64_t line = 0;       // first_line less that of the code before it in the same body, or of the code around it
  uint32_t flags, nparams, nposonly, nkwonly, nlocals, nnamed, far_base, far_temps, nreg;
  std::vector<CellProto> cells;
  std::string_view body;  // unless it is apart
};
CodeHeader read_header(ByteReader*);
// The qualified name of what is defined in other code.
std::string inner_qualname(std::string_view outer, uint32_t outer_flags, std::string_view name);
// Positions `out` at the code of a first piece. `check`: compare the checksum too. False: not such bytes.
bool open_code(std::string_view bytes, bool check, ByteReader* out, std::vector<std::string_view>* strings,
               std::vector<uint32_t>* pieces);
std::string seal_code(const std::string& bytes);  // with the magic and the checksum that open_code wants
// What is in another piece. It has no checksum of its own.
bool open_piece(std::string_view bytes, std::vector<std::string_view>* strings, std::vector<std::string_view>* bodies);

}  // namespace adder
