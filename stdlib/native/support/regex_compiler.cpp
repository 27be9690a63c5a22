// Trees to programs, and what a search may know beforehand: a literal prefix or the set of first bytes.
#include <algorithm>

#include "interp/text/utf8.h"
#include "stdlib/native/support/regex.h"

namespace adder::regex {
namespace {

constexpr uint64_t kUnbounded = kInfinite;

bool is_single(const Node& n) {
  return n.kind == Node::kChar || n.kind == Node::kAny || n.kind == Node::kSet;
}

class Generator {
 public:
  Generator(Program* program, Error* error) : program_(program), error_(error) {
    widths_.resize(size_t(program->groups) + 1, Width{0, kUnbounded});
  }

  bool emit(const Node& n) {
    switch (n.kind) {
      case Node::kEmpty: return true;
      case Node::kFail: add({Op::kFail}); return true;
      case Node::kChar:
      case Node::kAny:
      case Node::kSet: add(single(n)); return true;
      case Node::kAt: {
        Inst i{Op::kAt};
        i.at = n.at;
        i.ascii = n.ascii;
        add(i);
        return true;
      }
      case Node::kSequence:
        for (const auto& c : n.children)
          if (!emit(*c)) return false;
        return true;
      case Node::kAlternation: return alternation(n);
      case Node::kGroup: {
        save(uint32_t(n.group) * 2);
        if (!emit(*n.children[0])) return false;
        save(uint32_t(n.group) * 2 + 1);
        widths_[size_t(n.group)] = width_of(*n.children[0], widths_);
        return true;
      }
      case Node::kBackref: {
        Inst i{Op::kBackref};
        i.x = uint32_t(n.group);
        i.y = n.ignore_case;
        i.ascii = n.ascii;
        add(i);
        return true;
      }
      case Node::kLook: return look(n);
      case Node::kAtomic: return atomic(*n.children[0]);
      case Node::kCondition: {
        size_t test = add({Op::kCondition});
        program_->code[test].x = uint32_t(n.group);
        if (!emit(*n.children[0])) return false;
        if (n.children.size() == 1) {
          program_->code[test].y = here();
          return true;
        }
        size_t jump = add({Op::kJump});
        program_->code[test].y = here();
        if (!emit(*n.children[1])) return false;
        program_->code[jump].x = here();
        return true;
      }
      case Node::kRepeat: return repeat(n);
    }
    return true;
  }

 private:
  size_t add(Inst i) {
    program_->code.push_back(i);
    return program_->code.size() - 1;
  }
  uint32_t here() const { return uint32_t(program_->code.size()); }
  void save(uint32_t slot) {
    Inst i{Op::kSave};
    i.x = slot;
    add(i);
  }

  Inst single(const Node& n) {
    Inst i{n.kind == Node::kChar ? Op::kChar : n.kind == Node::kSet ? Op::kSet : n.dot_all ? Op::kAnyAll : Op::kAny};
    i.c = n.c;
    i.x = n.set;
    return i;
  }

  bool alternation(const Node& n) {
    std::vector<size_t> jumps;
    for (size_t i = 0; i < n.children.size(); ++i) {
      bool last = i + 1 == n.children.size();
      size_t split = last ? 0 : add({Op::kSplit});
      if (!emit(*n.children[i])) return false;
      if (last) break;
      jumps.push_back(add({Op::kJump}));
      program_->code[split].x = here();
    }
    for (size_t j : jumps) program_->code[j].x = here();
    return true;
  }

  bool atomic(const Node& body) {
    size_t start = add({Op::kAtomic});
    if (!emit(body)) return false;
    add({Op::kAccept});
    program_->code[start].x = here();
    return true;
  }

  bool look(const Node& n) {
    size_t start = add({Op::kLook});
    Inst i{Op::kLook};
    i.y = (n.behind ? 1u : 0u) | (n.negative ? 2u : 0u);
    if (n.behind) {
      if (!fill_widths(*n.children[0])) return false;
      Width w = width_of(*n.children[0], widths_);
      if (w.low != w.high) {
        error_->message = "look-behind requires fixed-width pattern";
        return false;
      }
      i.c = char32_t(w.low);
    }
    if (!emit(*n.children[0])) return false;
    add({Op::kAccept});
    i.x = here();
    program_->code[start] = i;
    return true;
  }
  bool fill_widths(const Node& n) {
    for (const auto& c : n.children) fill_widths(*c);
    if (n.kind == Node::kGroup) widths_[size_t(n.group)] = width_of(*n.children[0], widths_);
    return true;
  }

  bool repeat(const Node& n) {
    const Node& body = *n.children[0];
    if (n.min == 1 && n.max == 1) return emit(body);
    if (is_single(body)) {
      Inst i{Op::kRepeatOne};
      i.mode = n.mode;
      i.x = n.min;
      i.y = n.max;
      add(i);
      add(single(body));
      return true;
    }
    if (n.mode == RepeatMode::kPossessive) {
      size_t start = add({Op::kAtomic});
      if (!loop(body, n.min, n.max, RepeatMode::kGreedy)) return false;
      add({Op::kAccept});
      program_->code[start].x = here();
      return true;
    }
    if (n.min == 0 && n.max == 1) {
      size_t split = add({n.mode == RepeatMode::kLazy ? Op::kSplitLazy : Op::kSplit});
      // A lazy split goes to x first: over a jump to the end it would need two; so x is the end for both kinds.
      if (!emit(body)) return false;
      program_->code[split].x = here();
      return true;
    }
    return loop(body, n.min, n.max, n.mode);
  }

  bool loop(const Node& body, uint32_t min, uint32_t max, RepeatMode mode) {
    uint32_t counter = uint32_t(program_->loops++);
    Inst init{Op::kLoopInit};
    init.x = counter;
    add(init);
    Inst test{Op::kLoop};
    test.x = counter;
    test.mode = mode;
    size_t at = add(test);
    Inst counts{Op::kCounts};
    counts.x = min;
    counts.y = max;
    add(counts);
    if (!emit(body)) return false;
    Inst jump{Op::kJump};
    jump.x = uint32_t(at);
    add(jump);
    program_->code[at].y = here();
    return true;
  }

  Program* program_;
  Error* error_;
  std::vector<Width> widths_;
};

// What a match of `n` can start with. Returns true if `n` can match the empty string (what follows then counts too).
bool first_bytes(const Node& n, const Program& program, bool* out) {
  auto all = [&] { std::fill(out, out + 256, true); };
  switch (n.kind) {
    case Node::kChar:
      if (program.bytes || n.c < 0x80) {
        out[n.c & 0xFF] = true;
      } else {
        std::string s;
        text::append(&s, n.c);
        out[static_cast<unsigned char>(s[0])] = true;
      }
      return false;
    case Node::kAny: all(); return false;
    case Node::kSet: {
      const CharSet& set = program.sets[n.set];
      for (int c = 0; c < (program.bytes ? 256 : 128); ++c) out[c] |= set.low[c];
      if (!program.bytes)
        for (int c = 0xC2; c < 0xF8; ++c) out[c] = true;
      return false;
    }
    case Node::kSequence:
      for (const auto& c : n.children)
        if (!first_bytes(*c, program, out)) return false;
      return true;
    case Node::kAlternation: {
      bool empty = false;
      for (const auto& c : n.children) empty |= first_bytes(*c, program, out);
      return empty;
    }
    case Node::kGroup:
    case Node::kAtomic: return first_bytes(*n.children[0], program, out);
    case Node::kRepeat: return first_bytes(*n.children[0], program, out) || n.min == 0;
    case Node::kAt:
    case Node::kLook:
    case Node::kEmpty: return true;
    default: all(); return true;
  }
}

void literal_prefix(const Node& n, const Program& program, std::string* out, bool* more) {
  switch (n.kind) {
    case Node::kChar:
      if (program.bytes)
        out->push_back(char(n.c));
      else
        text::append(out, n.c);
      return;
    case Node::kSequence:
      for (const auto& c : n.children) {
        literal_prefix(*c, program, out, more);
        if (!*more) return;
      }
      return;
    case Node::kGroup: literal_prefix(*n.children[0], program, out, more); return;
    default: *more = false; return;
  }
}

uint64_t add_width(uint64_t a, uint64_t b) {
  return std::min(a + b, kUnbounded);
}
uint64_t multiply_width(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return 0;
  if (a >= kUnbounded || b >= kUnbounded) return kUnbounded;
  return std::min(a * b, kUnbounded);
}

}  // namespace

Program::~Program() = default;

Width width_of(const Node& n, const std::vector<Width>& groups) {
  switch (n.kind) {
    case Node::kChar:
    case Node::kAny:
    case Node::kSet: return {1, 1};
    case Node::kSequence: {
      Width w{0, 0};
      for (const auto& c : n.children) {
        Width k = width_of(*c, groups);
        w = {add_width(w.low, k.low), add_width(w.high, k.high)};
      }
      return w;
    }
    case Node::kAlternation: {
      Width w = width_of(*n.children[0], groups);
      for (size_t i = 1; i < n.children.size(); ++i) {
        Width k = width_of(*n.children[i], groups);
        w = {std::min(w.low, k.low), std::max(w.high, k.high)};
      }
      return w;
    }
    case Node::kRepeat: {
      Width w = width_of(*n.children[0], groups);
      return {multiply_width(w.low, n.min), multiply_width(w.high, n.max)};
    }
    case Node::kGroup:
    case Node::kAtomic: return width_of(*n.children[0], groups);
    case Node::kBackref: return groups[size_t(n.group)];
    case Node::kCondition: {
      Width yes = width_of(*n.children[0], groups);
      Width no = n.children.size() > 1 ? width_of(*n.children[1], groups) : Width{0, 0};
      return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
    }
    default: return {0, 0};
  }
}

bool generate(const Node& root, Program* program, Error* error) {
  Generator g(program, error);
  if (!g.emit(root)) return false;
  program->code.push_back({Op::kAccept});
  bool more = true;
  literal_prefix(root, *program, &program->prefix, &more);
  program->first_known = !first_bytes(root, *program, program->first);
  return true;
}

std::unique_ptr<Program> compile(std::string_view pattern, bool bytes, unsigned flags, Error* error) {
  auto program = std::make_unique<Program>();
  program->bytes = bytes;
  program->flags = flags;
  std::unique_ptr<Node> root = parse(pattern, program.get(), error);
  if (!root || !generate(*root, program.get(), error)) return nullptr;
  return program;
}

}  // namespace adder::regex
