// The backtracking machine. Every change of state (groups, loop counters) is logged on one stack together with the
// untried alternatives; failing pops entries, undoing changes, until an alternative comes up.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "stdlib/native/support/regex.h"

namespace adder::regex {
namespace {

struct Entry {
  enum Kind : uint32_t {
    kAlternative,  // resume at pc with position a
    kGroup,        // restore slot pc to a and last_index to b
    kLoop,         // restore loop pc to count a and position b
    kShrink,       // greedy one-character repeat at pc: position b, not below a
    kGrow,         // lazy one-character repeat at pc: position a, b more may follow
  } kind;
  uint32_t pc;
  size_t a, b;
};

struct Loop {
  size_t count;
  size_t last;  // position at the last test; SIZE_MAX: none
};

// Items at addresses that change as it grows; the first ones need no allocation.
template <class T, size_t kFew>
class Stack {
 public:
  explicit Stack(size_t n = 0) {
    if (n > kFew) reserve(n);
    end_ = items_ + n;
  }
  Stack(const Stack&) = delete;
  ~Stack() {
    if (items_ != few_) std::free(items_);
  }
  size_t size() const { return size_t(end_ - items_); }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }
  T* begin() { return items_; }
  T* end() { return end_; }
  void push(const T& item) {
    if (__builtin_expect(end_ == limit_, 0)) {
      T copy = item;
      reserve(size() * 2);
      *end_++ = copy;
      return;
    }
    *end_++ = item;
  }
  T& back() { return end_[-1]; }
  void pop() { --end_; }
  void shrink(size_t n) { end_ = items_ + n; }

 private:
  void reserve(size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    T* more = static_cast<T*>(std::malloc(n * sizeof(T)));
    if (!more) throw std::bad_alloc();
    size_t have = size();
    std::copy(items_, end_, more);
    if (items_ != few_) std::free(items_);
    items_ = more;
    end_ = more + have;
    limit_ = more + n;
  }
  T few_[kFew];
  T* items_ = few_;
  T* end_ = few_;
  T* limit_ = few_ + kFew;
};

template <bool kWide>
class Machine {
 public:
  Machine(const Program& p, const Request& r)
      : program_(p),
        request_(r),
        text_(r.text.data()),
        end_(r.end),
        slots_(size_t(p.groups) * 2 + 2),
        loops_(size_t(p.loops)) {
    for (Loop& loop : loops_) loop = {0, SIZE_MAX};
  }

  Outcome run(Match* out) {
    size_t at = request_.start;
    if (request_.mode != Mode::kSearch) return attempt(at, out);
    while (true) {
      if (!program_.prefix.empty()) {
        const void* hit =
            at <= end_ ? memmem(text_ + at, end_ - at, program_.prefix.data(), program_.prefix.size()) : nullptr;
        if (!hit) return Outcome::kNoMatch;
        at = size_t(static_cast<const char*>(hit) - text_);
      } else if (program_.first_known) {
        while (at < end_ && !program_.first[byte(at)]) ++at;
        if (at >= end_) return Outcome::kNoMatch;
      }
      Outcome o = attempt(at, out);
      if (o != Outcome::kNoMatch) return o;
      if (at >= end_) return Outcome::kNoMatch;
      step(&at);
    }
  }

 private:
  unsigned char byte(size_t i) const { return static_cast<unsigned char>(text_[i]); }
  char32_t read(size_t* at) const {
    if constexpr (kWide) return text::next(request_.text, at);
    return byte((*at)++);
  }
  void step(size_t* at) const {
    ++*at;
    if constexpr (kWide)
      while (*at < request_.text.size() && text::is_continuation(text_[*at])) ++*at;
  }
  void step_back(size_t* at) const {
    --*at;
    if constexpr (kWide)
      while (text::is_continuation(text_[*at])) --*at;
  }

  Outcome attempt(size_t at, Match* out) {
    for (size_t& s : slots_) s = SIZE_MAX;
    last_index_ = 0;
    stack_.shrink(0);
    start_ = at;
    size_t end;
    Outcome o = execute(0, at, true, &end);
    if (o != Outcome::kMatch) return o;
    out->spans.resize(slots_.size());
    slots_[0] = at;
    slots_[1] = end;
    for (size_t i = 0; i < slots_.size(); i += 2) {
      bool set = slots_[i] != SIZE_MAX && slots_[i + 1] != SIZE_MAX;
      out->spans[i] = set ? long(slots_[i]) : -1;
      out->spans[i + 1] = set ? long(slots_[i + 1]) : -1;
    }
    out->last_index = last_index_;
    return Outcome::kMatch;
  }

  bool word_at(size_t at, bool ascii) const {
    size_t p = at;
    return in_category(Category::kWord, ascii, read(&p));
  }
  bool boundary(size_t at, bool ascii) const {
    bool before = false;
    bool after = false;
    if (at > 0) {
      size_t p = at;
      step_back(&p);
      before = word_at(p, ascii);
    }
    if (at < end_) after = word_at(at, ascii);
    return before != after;
  }
  bool test(const Inst& i, size_t at) const {
    switch (i.at) {
      case At::kBegin: return at == 0;
      case At::kBeginLine: return at == 0 || text_[at - 1] == '\n';
      case At::kEnd: return at == end_ || (at + 1 == end_ && text_[at] == '\n');
      case At::kEndLine: return at == end_ || text_[at] == '\n';
      case At::kEndString: return at == end_;
      case At::kBoundary: return end_ > 0 && boundary(at, i.ascii);
      case At::kNotBoundary: return end_ > 0 && !boundary(at, i.ascii);
    }
    return false;
  }

  // Moves *at over one character that `i` accepts.
  bool one(const Inst& i, size_t* at) const {
    if (*at >= end_) return false;
    switch (i.op) {
      case Op::kChar:
        if (!kWide || i.c < 0x80) {
          if (byte(*at) != i.c) return false;
          ++*at;
          return true;
        } else {
          size_t p = *at;
          if (read(&p) != i.c) return false;
          *at = p;
          return true;
        }
      case Op::kAny:
        if (text_[*at] == '\n') return false;
        step(at);
        return true;
      case Op::kAnyAll: step(at); return true;
      default: {
        size_t p = *at;
        if (!program_.sets[i.x].contains(read(&p))) return false;
        *at = p;
        return true;
      }
    }
  }

  // Takes as many characters as `i` accepts, at most `max`; returns how many.
  size_t many(const Inst& i, size_t max, size_t* at) const {
    size_t n = 0;
    if constexpr (!kWide) {
      size_t p = *at;
      size_t stop = end_ - p > max ? p + max : end_;
      switch (i.op) {
        case Op::kAnyAll: p = stop; break;
        case Op::kAny: {
          const void* hit = p < stop ? memchr(text_ + p, '\n', stop - p) : nullptr;
          p = hit ? size_t(static_cast<const char*>(hit) - text_) : stop;
          break;
        }
        case Op::kChar:
          while (p < stop && byte(p) == i.c) ++p;
          break;
        default: {
          const bool* low = program_.sets[i.x].low;
          while (p < stop && low[byte(p)]) ++p;
          break;
        }
      }
      n = p - *at;
      *at = p;
    } else {
      while (n < max && one(i, at)) ++n;
    }
    return n;
  }

  bool backref(const Inst& i, size_t* at) const {
    size_t from = slots_[i.x * 2];
    size_t to = slots_[i.x * 2 + 1];
    if (from == SIZE_MAX || to == SIZE_MAX || to < from) return false;
    size_t n = to - from;
    if (!i.y) {
      if (end_ - *at < n || memcmp(text_ + from, text_ + *at, n) != 0) return false;
      *at += n;
      return true;
    }
    size_t p = *at;
    while (from < to) {
      if (p >= end_) return false;
      char32_t a = read(&from);
      char32_t b = read(&p);
      if (a == b) continue;
      bool same = false;
      for (char32_t v : case_variants(a, i.ascii)) same |= v == b;
      if (!same) return false;
    }
    *at = p;
    return true;
  }

  void undo(const Entry& e) {
    switch (e.kind) {
      case Entry::kGroup:
        slots_[e.pc] = e.a;
        last_index_ = int(e.b);
        break;
      case Entry::kLoop: loops_[e.pc] = {e.a, e.b}; break;
      default: break;
    }
  }

  // Drops the alternatives above `base`, keeps what undoes changes.
  void cut(size_t base) {
    size_t to = base;
    for (size_t i = base; i < stack_.size(); ++i)
      if (stack_[i].kind == Entry::kGroup || stack_[i].kind == Entry::kLoop) stack_[to++] = stack_[i];
    stack_.shrink(to);
  }

  // Runs from pc until kAccept; on failure everything above the stack height at entry is undone. `top`: the whole
  // pattern, whose end must satisfy the request. Nests once per lookaround or atomic group around it.
  Outcome execute(uint32_t pc, size_t at, bool top, size_t* end) {
    const size_t base = stack_.size();
    const Inst* code = program_.code.data();
    while (true) {
      const Inst& i = code[pc];
      bool failed = false;
      switch (i.op) {
        case Op::kChar:
        case Op::kAny:
        case Op::kAnyAll:
        case Op::kSet:
          failed = !one(i, &at);
          ++pc;
          break;
        case Op::kJump: pc = i.x; break;
        case Op::kSplit:
          stack_.push({Entry::kAlternative, i.x, at, 0});
          ++pc;
          break;
        case Op::kSplitLazy:
          stack_.push({Entry::kAlternative, pc + 1, at, 0});
          pc = i.x;
          break;
        case Op::kSave:
          stack_.push({Entry::kGroup, i.x, slots_[i.x], size_t(last_index_)});
          slots_[i.x] = at;
          if (i.x & 1) last_index_ = int(i.x / 2);
          ++pc;
          break;
        case Op::kAt:
          failed = !test(i, at);
          ++pc;
          break;
        case Op::kBackref:
          failed = !backref(i, &at);
          ++pc;
          break;
        case Op::kCondition: pc = slots_[i.x * 2 + 1] != SIZE_MAX && slots_[i.x * 2] != SIZE_MAX ? pc + 1 : i.y; break;
        case Op::kLook: {
          size_t from = at;
          bool possible = true;
          if (i.y & 1) {
            for (char32_t k = 0; k < i.c && possible; ++k) {
              if (from == 0)
                possible = false;
              else
                step_back(&from);
            }
          }
          size_t height = stack_.size();
          size_t ignored;
          Outcome o = possible ? execute(pc + 1, from, false, &ignored) : Outcome::kNoMatch;
          if (o == Outcome::kInterrupted) return o;
          bool matched = o == Outcome::kMatch;
          if (i.y & 2) {
            if (matched) unwind(height);
            failed = matched;
          } else {
            if (matched) cut(height);
            failed = !matched;
          }
          pc = i.x;
          break;
        }
        case Op::kAtomic: {
          size_t height = stack_.size();
          Outcome o = execute(pc + 1, at, false, &at);
          if (o == Outcome::kInterrupted) return o;
          failed = o != Outcome::kMatch;
          if (!failed) cut(height);
          pc = i.x;
          break;
        }
        case Op::kRepeatOne: {
          const Inst& body = code[pc + 1];
          if (i.mode == RepeatMode::kLazy) {
            if (many(body, i.x, &at) < i.x) {
              failed = true;
              break;
            }
            if (i.y > i.x) stack_.push({Entry::kGrow, pc, at, i.y == kInfinite ? SIZE_MAX : size_t(i.y - i.x)});
          } else {
            size_t low = at;
            size_t n = many(body, i.y == kInfinite ? SIZE_MAX : i.y, &at);
            if (n < i.x) {
              failed = true;
              break;
            }
            if (n > i.x && i.mode == RepeatMode::kGreedy) {
              for (uint32_t k = 0; k < i.x; ++k) step(&low);
              stack_.push({Entry::kShrink, pc, low, at});
            }
          }
          pc += 2;
          break;
        }
        case Op::kLoopInit:
          stack_.push({Entry::kLoop, i.x, loops_[i.x].count, loops_[i.x].last});
          loops_[i.x] = {0, SIZE_MAX};
          ++pc;
          break;
        case Op::kLoop: {
          Loop& loop = loops_[i.x];
          const Inst& counts = code[pc + 1];
          uint32_t body = pc + 2;
          if (loop.count < counts.x) {
            stack_.push({Entry::kLoop, i.x, loop.count, loop.last});
            ++loop.count;
            loop.last = at;
            pc = body;
          } else if ((counts.y == kInfinite || loop.count < counts.y) && loop.last != at) {
            if (i.mode == RepeatMode::kGreedy) {
              stack_.push({Entry::kAlternative, i.y, at, 0});
              stack_.push({Entry::kLoop, i.x, loop.count, loop.last});
              ++loop.count;
              loop.last = at;
              pc = body;
            } else {
              // On failure the body runs: an alternative that arrives there with the counter advanced.
              stack_.push({Entry::kLoop, i.x, loop.count, loop.last});
              stack_.push({Entry::kGrow, pc, at, SIZE_MAX});
              pc = i.y;
            }
          } else {
            pc = i.y;
          }
          break;
        }
        case Op::kCounts: ++pc; break;
        case Op::kAccept:
          if (top && ((request_.mode == Mode::kFullMatch && at != end_) ||
                      (request_.must_advance && at == start_ && start_ == request_.start))) {
            failed = true;
            break;
          }
          *end = at;
          return Outcome::kMatch;
        case Op::kFail: failed = true; break;
      }
      if (!failed) {
        if (++steps_ == kStepsPerCheck && interrupted()) return Outcome::kInterrupted;
        continue;
      }
      if (++steps_ >= kStepsPerCheck && interrupted()) return Outcome::kInterrupted;
      if (!backtrack(base, &pc, &at)) return Outcome::kNoMatch;
    }
  }

  void unwind(size_t base) {
    while (stack_.size() > base) {
      undo(stack_.back());
      stack_.pop();
    }
  }

  bool backtrack(size_t base, uint32_t* pc, size_t* at) {
    const Inst* code = program_.code.data();
    while (stack_.size() > base) {
      Entry& e = stack_.back();
      switch (e.kind) {
        case Entry::kAlternative:
          *pc = e.pc;
          *at = e.a;
          stack_.pop();
          return true;
        case Entry::kShrink: {
          step_back(&e.b);
          *pc = e.pc + 2;
          // A literal must follow: skip the positions where it does not.
          const Inst& follow = code[*pc];
          if (follow.op == Op::kChar && (!kWide || follow.c < 0x80))
            while (e.b > e.a && (e.b >= end_ || byte(e.b) != follow.c)) step_back(&e.b);
          *at = e.b;
          if (e.b == e.a) stack_.pop();
          return true;
        }
        case Entry::kGrow: {
          if (code[e.pc].op == Op::kLoop) {
            const Inst& i = code[e.pc];
            *at = e.a;
            *pc = e.pc + 2;
            stack_.pop();
            stack_.push({Entry::kLoop, i.x, loops_[i.x].count, loops_[i.x].last});
            ++loops_[i.x].count;
            loops_[i.x].last = *at;
            return true;
          }
          if (e.b == 0 || !one(code[e.pc + 1], &e.a)) {
            stack_.pop();
            continue;
          }
          if (e.b != SIZE_MAX) --e.b;
          *at = e.a;
          *pc = e.pc + 2;
          return true;
        }
        default: undo(e); stack_.pop();
      }
    }
    return false;
  }

  bool interrupted() {
    steps_ = 0;
    return request_.interrupt && request_.interrupt(request_.context);
  }

  static constexpr unsigned kStepsPerCheck = 65536;
  const Program& program_;
  const Request& request_;
  const char* text_;
  size_t end_;
  size_t start_ = 0;
  Stack<size_t, 24> slots_;
  Stack<Loop, 4> loops_;
  Stack<Entry, 64> stack_;
  int last_index_ = 0;
  unsigned steps_ = 0;
};

}  // namespace

Outcome match(const Program& program, const Request& request, Match* out) {
  if (request.wide) return Machine<true>(program, request).run(out);
  return Machine<false>(program, request).run(out);
}

}  // namespace adder::regex
