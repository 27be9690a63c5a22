#pragma once
// Regular expressions with the syntax and meaning of Python's `re`, over UTF-8 text or bytes. No objects here: the
// module `re` (stdlib/native/re.cpp) makes Pattern and Match of it.
//
// A pattern is parsed to a tree (regex_parser.cpp), compiled to a linear program (regex_compiler.cpp) and run by a
// backtracking machine with its stack on the heap (regex_match.cpp), so deep matches cost no C++ stack.
// All positions that go in and out are byte offsets. A Program is immutable; threads may share it.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace adder::regex {

enum Flag : unsigned {
  kTemplate = 1,
  kIgnoreCase = 2,
  kLocale = 4,
  kMultiline = 8,
  kDotAll = 16,
  kUnicode = 32,
  kVerbose = 64,
  kDebug = 128,
  kAscii = 256,
};

// `position` counts code points of the pattern (bytes for a bytes pattern); -1: none.
struct Error {
  enum class Kind { kError, kOverflow, kValue, kRecursion } kind = Kind::kError;
  std::string message;
  long position = -1;
};

struct Inst;
struct CharSet;

struct Program {
  ~Program();
  std::vector<Inst> code;
  std::vector<CharSet> sets;
  unsigned flags = 0;
  bool bytes = false;
  int groups = 0;
  int loops = 0;
  std::vector<std::pair<std::string, int>> names;  // in order of appearance
  std::string prefix;                              // every match starts with these bytes
  bool first_known = false;                        // no empty match, and every match starts with a byte of `first`
  bool first[256] = {};
  std::vector<std::string> warnings;
};

std::unique_ptr<Program> compile(std::string_view pattern, bool bytes, unsigned flags, Error* error);

struct Match {
  std::vector<long> spans;  // start and end of group 0, 1, ...; -1: did not take part
  int last_index = 0;       // the group that closed last; 0: none
};

enum class Mode { kSearch, kMatch, kFullMatch };
enum class Outcome { kNoMatch, kMatch, kInterrupted };

struct Request {
  std::string_view text;
  bool wide = false;  // `text` is UTF-8 beyond ASCII (never for bytes)
  size_t start = 0, end = 0;
  Mode mode = Mode::kSearch;
  bool must_advance = false;           // an empty match at `start` does not count
  bool (*interrupt)(void*) = nullptr;  // asked every 65,536 steps; true stops
  void* context = nullptr;
};

Outcome match(const Program& program, const Request& request, Match* out);

// --- Shared by the three files.

constexpr uint32_t kInfinite = 0xFFFFFFFF;  // MAXREPEAT

enum class Category : uint8_t { kDigit, kNotDigit, kSpace, kNotSpace, kWord, kNotWord };

bool in_category(Category k, bool ascii, char32_t c);

struct CharSet {
  bool low[256] = {};   // decided at compile time
  bool negate = false;  // for code points from 256 on
  bool ascii = false;
  std::vector<std::pair<char32_t, char32_t>> ranges;
  std::vector<Category> categories;
  bool contains(char32_t c) const {
    if (c < 256) return low[c];
    return contains_high(c);
  }
  bool contains_high(char32_t c) const;
};

enum class Op : uint8_t {
  kChar,  // c
  kAny,   // all but newline
  kAnyAll,
  kSet,        // sets[x]
  kJump,       // x
  kSplit,      // go on; on failure at x
  kSplitLazy,  // at x; on failure go on
  kSave,       // slot x
  kAt,         // position test `at`
  kBackref,    // group x; `y`: ignore case
  kLook,       // body follows, ends with kAccept; then x. `y`: bit 0 behind, bit 1 negative; c: width behind
  kAtomic,     // body follows, ends with kAccept; then x
  kCondition,  // group x matched: go on, else y
  kRepeatOne,  // the next instruction tests one character; min x, max y, `mode`; then two further
  kLoopInit,   // counter x
  kLoop,       // counter x, at y behind the loop; min and max in the next word (kCounts); `mode`
  kCounts,     // min x, max y
  kAccept,
  kFail,
};
enum class RepeatMode : uint8_t { kGreedy, kLazy, kPossessive };
enum class At : uint8_t { kBegin, kBeginLine, kEnd, kEndLine, kEndString, kBoundary, kNotBoundary };

struct Inst {
  Op op;
  RepeatMode mode = RepeatMode::kGreedy;
  At at = At::kBegin;
  bool ascii = false;  // word tests of kAt, case of kBackref
  uint32_t x = 0, y = 0;
  char32_t c = 0;
};

struct Node {
  enum Kind : uint8_t {
    kEmpty,
    kChar,
    kAny,
    kSet,
    kSequence,
    kAlternation,
    kRepeat,
    kGroup,
    kBackref,
    kLook,
    kAtomic,
    kCondition,
    kAt,
    kFail
  } kind;
  char32_t c = 0;
  bool dot_all = false, ignore_case = false, ascii = false, negative = false, behind = false;
  RepeatMode mode = RepeatMode::kGreedy;
  At at = At::kBegin;
  int group = 0;  // kGroup: 0 is not capturing
  uint32_t set = 0;
  uint32_t min = 0, max = 0;
  std::vector<std::unique_ptr<Node>> children;
  explicit Node(Kind k) : kind(k) {}
};

// The smallest and largest number of characters that a node takes.
struct Width {
  uint64_t low, high;
};

std::unique_ptr<Node> parse(std::string_view pattern, Program* program, Error* error);
bool generate(const Node& root, Program* program, Error* error);
Width width_of(const Node& node, const std::vector<Width>& groups);

// All characters that equal `c` when case is ignored, `c` included.
std::vector<char32_t> case_variants(char32_t c, bool ascii);

}  // namespace adder::regex
