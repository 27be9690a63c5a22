// Random programs and damaged ones through the front end. Fixed seeds: front_fuzz [rounds [first seed]].
//   - a program made from the grammar parses; unparsed and parsed again it is the same tree; its code verifies and
//     survives the code format
//   - raw damage (bytes changed, cut, doubled) is refused or compiled, never a crash, and an error has a place
#include <cstdio>
#include <cstdlib>
#include <random>

#include "interp/bytecode/serialize.h"
#include "interp/bytecode/verify.h"
#include "interp/compiler/compile.h"
#include "interp/parser/unparse.h"

using namespace adder;

namespace {

class Maker {
 public:
  explicit Maker(uint32_t seed) : rng_(seed) {}
  std::string program() {
    std::string out;
    for (int i = 0, n = pick(1, 6); i < n; i++) out += statement(0, false, false);
    return out;
  }
  int pick(int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(rng_); }

 private:
  std::string name() {
    static constexpr const char* kNames[] = {"a", "b", "c", "x", "y", "self", "match", "case", "_", "__p"};
    return kNames[pick(0, 9)];
  }
  std::string list(int lo, int hi, int depth) {
    std::string s;
    for (int i = 0, n = pick(lo, hi); i < n; i++) s += (i ? ", " : "") + expr(depth);
    return s;
  }
  std::string comp(int depth) {
    std::string s = " for " + target(depth) + " in " + expr(depth);
    if (pick(0, 2) == 0) s += " if " + expr(depth);
    return s;
  }
  std::string target(int depth) {
    switch (pick(0, 4)) {
      case 0: return name() + "." + name();
      case 1: return name() + "[" + expr(depth) + "]";
      case 2: return "(" + name() + ", *" + name() + ")";
      default: return name();
    }
  }
  std::string expr(int depth) {
    if (depth > 3) {
      static constexpr const char* kAtoms[] = {"1", "2.5", "'s'", "None", "x", "y", "1j", "b'b'", "...", "True"};
      return kAtoms[pick(0, 9)];
    }
    int d = depth + 1;
    switch (pick(0, 19)) {
      case 0: {
        static constexpr const char* kOps[] = {"+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^"};
        return expr(d) + " " + kOps[pick(0, 12)] + " " + expr(d);
      }
      case 1: return "(" + expr(d) + " if " + expr(d) + " else " + expr(d) + ")";
      case 2: return "(not " + expr(d) + ")";
      case 3: return "(" + expr(d) + (pick(0, 1) ? " and " : " or ") + expr(d) + ")";
      case 4: {
        static constexpr const char* kOps[] = {"<", ">", "==", "!=", "in", "not in", "is", "is not", "<="};
        return "(" + expr(d) + " " + kOps[pick(0, 8)] + " " + expr(d) + " < " + expr(d) + ")";
      }
      case 5: return name() + "(" + list(0, 3, d) + ")";
      case 6: return name() + "(*" + expr(d) + ", k=" + expr(d) + ", **" + expr(d) + ")";
      case 7: return "[" + list(0, 4, d) + "]";
      case 8: return "{" + expr(d) + ": " + expr(d) + ", **" + name() + "}";
      case 9: return "{" + list(1, 3, d) + "}";
      case 10: return "[" + expr(d) + comp(d) + "]";
      case 11: return "{" + expr(d) + ": " + expr(d) + comp(d) + "}";
      case 12: return name() + "(" + expr(d) + comp(d) + ")";
      case 13: return "(lambda q, *r, s=" + expr(d) + ": " + expr(d) + ")";
      case 14: return name() + "." + name();
      case 15: return name() + "[" + expr(d) + ":" + expr(d) + "]";
      case 16: return "(-" + expr(d) + ")";
      case 17: return "f'{" + name() + "!r:>{" + name() + "}} t'";
      case 18: return "(" + list(2, 3, d) + ",)";
      default: return name();
    }
  }
  std::string body(int depth, bool loop, bool function) {
    std::string s;
    for (int i = 0, n = pick(1, 3); i < n; i++) s += statement(depth + 1, loop, function);
    return s;
  }
  std::string statement(int depth, bool loop, bool function) {
    std::string in(size_t(depth) * 4, ' ');
    if (depth > 3) return in + name() + " = " + expr(1) + "\n";
    switch (pick(0, 17)) {
      case 0:
        return in + "if " + expr(1) + ":\n" + body(depth, loop, function) + in + "else:\n" +
               body(depth, loop, function);
      case 1: return in + "while " + expr(1) + ":\n" + body(depth, true, function);
      case 2:
        return in + "for " + target(2) + " in " + expr(1) + ":\n" + body(depth, true, function) + in + "else:\n" +
               body(depth, loop, function);
      case 3: return in + "def f(a, b=" + expr(2) + ", *c, d=1, **e) -> " + expr(2) + ":\n" + body(depth, false, true);
      case 4: return in + "class C(" + name() + "):\n" + body(depth, false, false);
      case 5:
        return in + "try:\n" + body(depth, loop, function) + in + "except E as e:\n" + body(depth, loop, function) +
               in + "finally:\n" + body(depth, false, function);
      case 6: return in + "with " + expr(1) + " as " + target(2) + ", " + expr(1) + ":\n" + body(depth, loop, function);
      case 7: return in + target(1) + " = " + target(1) + " = " + expr(1) + "\n";
      case 8: return in + name() + " += " + expr(1) + "\n";
      case 9: return in + "del " + name() + ", " + name() + "[" + expr(2) + "]\n";
      case 10: return in + (function ? "return " + expr(1) : "pass") + "\n";
      case 11: return in + (loop ? (pick(0, 1) ? "break" : "continue") : "pass") + "\n";
      case 12: return in + "raise " + expr(1) + " from " + expr(1) + "\n";
      case 13:
        return in + "match " + expr(1) + ":\n" + in + "    case [1, *_] | {'k': 2} if " + expr(2) + ":\n" +
               body(depth + 1, loop, function) + in + "    case C(u, v=w) as z:\n" + body(depth + 1, loop, function);
      case 14: return in + "assert " + expr(1) + ", " + expr(1) + "\n";
      case 15: return in + "from .m import n as o, p\n";
      case 16:
        return in + (function ? name() + " = yield " + expr(1) : name() + ": " + expr(1) + " = " + expr(1)) + "\n";
      default: return in + expr(1) + "\n";
    }
  }
  std::mt19937 rng_;
};

void stop(const char* what, const std::string& text, const std::string& more) {
  std::printf("%s: %s\n%s\n", what, more.c_str(), text.c_str());
  std::exit(1);
}

void check_program(const std::string& text) {
  Source a;
  Source b;
  ast::Arena first;
  ast::Arena second;
  SyntaxErrorInfo error;
  if (!a.set_text(text, "<fuzz>", &error)) stop("refused text", text, error.message);
  ast::Node* x = parse(a, first, {}, &error);
  if (!x) stop("does not parse", text, error.message + " line " + std::to_string(error.line));
  std::string printed = unparse(x);
  if (!b.set_text(printed, "<fuzz>", &error)) stop("refused print", printed, error.message);
  ast::Node* y = parse(b, second, {}, &error);
  if (!y) stop("printed text does not parse", text + "\n---\n" + printed, error.message);
  if (!same_tree(x, y)) stop("trees differ", text, printed);
  CodeProto code;
  if (!compile_source(text, {}, &code, &error)) return;  // an error of scopes
  std::string problem = verify(code);
  if (!problem.empty()) stop("bad code", text, problem);
  CodeProto back;
  if (!read_code(write_code(code), &back)) stop("code format", text, "");
}

void check_damage(const std::string& text, Maker& rng) {
  std::string s = text;
  static constexpr char kBytes[] = "()[]{}:,='\"\\\n\t #@*.!0ax\xC3\x80\xFF";
  for (int i = 0, n = rng.pick(1, 4); i < n && !s.empty(); i++) {
    size_t at = size_t(rng.pick(0, int(s.size()) - 1));
    switch (rng.pick(0, 3)) {
      case 0: s[at] = kBytes[rng.pick(0, int(sizeof kBytes) - 2)]; break;
      case 1: s.erase(at, size_t(rng.pick(1, 5))); break;
      case 2: s.insert(at, 1, kBytes[rng.pick(0, int(sizeof kBytes) - 2)]); break;
      default: s.insert(at, s.substr(at, size_t(rng.pick(1, 9)))); break;
    }
  }
  CompileOptions options;
  options.source = SourceKind::Bytes;
  CodeProto code;
  SyntaxErrorInfo error;
  if (compile_source(s, options, &code, &error)) {
    std::string problem = verify(code);
    if (!problem.empty()) stop("bad code", s, problem);
  } else if (error.message.empty() && error.kind != SyntaxErrorInfo::Memory) {
    stop("no message", s, "");
  }
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 400;
  int first = argc > 2 ? std::atoi(argv[2]) : 0;
  for (int seed = first; seed < first + rounds; seed++) {
    Maker maker(static_cast<uint32_t>(seed));
    std::string text = maker.program();
    check_program(text);
    for (int i = 0; i < 4; i++) check_damage(text, maker);
  }
  std::printf("%d programs\n", rounds);
  return 0;
}
