// Source: the text of one compilation unit, decoded to UTF-8 with '\n' line ends, and the mapping from byte offsets
// to lines and columns. Everything behind the lexer speaks of byte offsets into text().
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace adder {

// What a SyntaxError object holds. Lines and offsets are 1-based, offsets count characters; 0 in `line` means that
// the error has no place. `end_offset` is 0 or -1 where CPython leaves the end open.
struct SyntaxErrorInfo {
  enum Kind : uint8_t { Syntax, Indentation, Tab, Memory, Recursion, Overflow, Value } kind = Syntax;
  std::string message;
  std::string filename;
  int32_t line = 0;
  int32_t offset = 0;
  int32_t end_line = 0;
  static constexpr int32_t kNone = INT32_MIN;  // end_offset: None
  int32_t end_offset = 0;
  std::string text;  // the source line, with its '\n' if it has one; empty: none
  bool has_text = false;
  bool no_line = false;    // of the whole source, which cannot be decoded: line 0, without a text
  bool bare_args = false;  // found with the scopes of names: the args of the exception hold the message only
};
const char* exception_name(SyntaxErrorInfo::Kind);

// 1-based line, 0-based byte column.
struct LineColumn {
  uint32_t line;
  uint32_t column;
};

// Where a source comes from. CPython's errors differ by it in what they count and show.
enum class SourceKind : uint8_t {
  Text,    // a str
  Bytes,   // bytes given to compile(), exec() or eval()
  File,    // a module's file
  Script,  // the file of the main program, which CPython reads line by line
};

class Source {
 public:
  // From bytes as they stand in a file: byte order mark, encoding cookie, any line ends.
  // False: `error` says why (unknown encoding, undecodable byte, null byte).
  bool decode(std::string_view bytes, SourceKind, const std::string& filename, SyntaxErrorInfo* error);
  // From text that is UTF-8 already (compile() of a str: no cookie applies).
  bool set_text(std::string_view utf8, const std::string& filename, SyntaxErrorInfo* error);

  const std::string& text() const { return text_; }
  const std::string& filename() const { return filename_; }
  const std::vector<uint32_t>& line_starts() const { return line_starts_; }
  LineColumn at(uint32_t offset) const;
  uint32_t line_start(uint32_t line) const { return line_starts_[line - 1]; }
  std::string_view line_text(uint32_t line) const;  // with its '\n'
  // Characters between the start of `offset`'s line and `offset`.
  int32_t character_column(uint32_t offset) const;
  // The same as the parser's errors count it, and a line as errors show it.
  int32_t shown_column(uint32_t offset) const;
  std::string shown_line(uint32_t line) const;
  SourceKind kind() const { return kind_; }
  bool is_ascii() const { return ascii_; }

  // Bytes that are no UTF-8 may stand in comments, as in CPython. In text() each is a letter, so that it makes a name
  // of what has it; names and strings that have one are errors.
  bool has_malformed(uint32_t begin, uint32_t end) const;
  // What Python's decoder says of such a name or string, whose bytes are [begin, end).
  std::string decoding_error(uint32_t begin, uint32_t end) const;

 private:
  bool finish(SyntaxErrorInfo* error);
  void replace_malformed();
  std::string original(uint32_t begin, uint32_t end) const;
  std::string readable(uint32_t begin, uint32_t end) const;  // with replacement characters
  bool fail(SyntaxErrorInfo*, std::string message, SyntaxErrorInfo::Kind = SyntaxErrorInfo::Syntax,
            bool no_line = false) const;
  struct Malformed {
    uint32_t offset;
    char byte;
  };
  std::vector<Malformed> malformed_;  // in the order of the text
  SourceKind kind_ = SourceKind::Text;
  bool counts_bytes_ = false;  // bytes without an encoding's name: nothing tells CPython how to count characters
  std::string text_;
  std::string filename_;
  std::vector<uint32_t> line_starts_;
  bool added_newline_ = false;
  bool ascii_ = true;
};

// Fills the place of an error from byte offsets: [begin, end), or one open-ended point if end < begin.
void place(SyntaxErrorInfo* error, const Source&, uint32_t begin, uint32_t end);
// The same with offsets that count bytes of UTF-8, as in what CPython's compiler (not its parser) reports.
void place_by_bytes(SyntaxErrorInfo* error, const Source&, uint32_t begin, uint32_t end);

}  // namespace adder
