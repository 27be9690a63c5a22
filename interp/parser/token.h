// Tokens as the layout pass produces them: brackets matched, NEWLINE / INDENT / DEDENT made from lines.
#pragma once
#include <cstdint>

namespace adder {

enum class Tok : uint8_t {
#define TOKEN(name, spelling) name,
#define OP(name, spelling) name,
#define KEYWORD(name, spelling) Kw##name,
#include "interp/parser/tokens.def"
  Count
};

const char* spelling(Tok kind);

// `begin` and `end` are byte offsets into Source::text(); `line` (1-based) is the line of `begin`.
// Indent, Dedent and End have no text: CPython gives them no column, which `kNoColumn` records.
struct Token {
  static constexpr uint8_t kNoColumn = 1;
  Tok kind = Tok::End;
  uint8_t flags = 0;
  uint16_t level = 0;  // bracket depth after this token
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t line = 0;
};
static_assert(sizeof(Token) == 16);

}  // namespace adder
