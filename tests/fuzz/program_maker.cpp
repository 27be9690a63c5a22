#include "tests/fuzz/program_maker.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace adder::testing_support {
namespace {

constexpr const char* kVariables[] = {"a", "b", "c", "d", "e", "f"};
constexpr const char* kIntegers[] = {"0", "1", "-1", "2", "3", "7", "10", "-5", "255", "256", "65537", "True", "False",
                                     "281474976710655", "281474976710656", "-281474976710657", "9223372036854775807",
                                     "-9223372036854775808", "18446744073709551616", "100000000000000000000", "-10000000000000000000000000",
                                     "717897987691852588770249"};
constexpr const char* kFloats[] = {"0.0", "-0.0", "1.0", "1.5", "-2.25", "0.1", "1e16", "1e-7", "123456789.125",
                                   "1e300", "5e-324", "float('inf')", "nan", "2.5", "3.5", "1e22"};
constexpr const char* kTexts[] = {"''", "'a'", "'abc'", "'Hello World'", "' x y '", "'a,b,,c'", "'\\u00e9t\\u00e9'",
                                  "'12'", "'-7'", "'1.5'", "'\\n'", "'line1\\nline2\\r\\n'", "'aaa'", "'%s'", "'%d %r'",
                                  "'{}'", "'{0!r:>5}'", "'\\U0001f600x'", "'tab\\there'", "'\\x00'", "'\\u0130'",
                                  "'ABC'", "'_id1'", "\"it's\"", "'\\ud800'", "'0x1f'", "'\\u00df'"};
constexpr const char* kBytes[] = {"b''", "b'a'", "b'abc'", "b'\\x00\\xff'", "b'a b'", "bytearray(b'xyz')", "b'12'",
                                  "bytes(range(5))", "b'A-b'", "b'\\n'"};
constexpr const char* kBinary[] = {"+", "-", "*", "/", "//", "%", "&", "|", "^", "@"};
constexpr const char* kSingular[] = {"None", "True", "False", "NotImplemented", "[]", "int"};
constexpr const char* kCompare[] = {"<", ">", "==", "!=", "<=", ">=", "in", "not in", "is", "is not"};
constexpr const char* kErrors[] = {"ValueError", "TypeError", "KeyError", "IndexError", "ZeroDivisionError",
                                   "AttributeError", "Exception", "LookupError", "ArithmeticError", "StopIteration",
                                   "RuntimeError", "OverflowError"};
constexpr const char* kTextMethods[] = {
    "upper()", "lower()", "title()", "capitalize()", "swapcase()", "casefold()", "strip(T)", "lstrip()", "rstrip(T)",
    "split(T)", "split()", "split(None, I)", "rsplit(T, I)", "splitlines(B)", "partition(T)", "rpartition(T)", "find(T)",
    "rfind(T, I)", "index(T)", "count(T)", "count(T, I, I)", "replace(T, T)", "replace(T, T, I)", "startswith(T)",
    "endswith(T, I)", "startswith((T, T))", "join(S)", "center(W)", "center(W, T)", "ljust(W, T)", "rjust(W)", "zfill(W)",
    "expandtabs(W)", "isalpha()", "isdigit()", "isnumeric()", "isdecimal()", "isidentifier()", "isspace()", "istitle()",
    "isupper()", "islower()", "isalnum()", "isascii()", "isprintable()", "encode('utf-8', 'replace')",
    "encode('latin-1', 'backslashreplace')", "encode('ascii', 'xmlcharrefreplace')", "translate({97: 'z', 98: None})",
    "removeprefix(T)", "removesuffix(T)", "format(A, A)", "format_map(M)", "__len__()", "__contains__(A)", "__mul__(A)",
    "__getitem__(A)", "__add__(A)", "__mod__(A)"};
constexpr const char* kBytesMethods[] = {
    "upper()", "title()", "strip(Y)", "split(Y)", "replace(Y, Y)", "find(Y)", "find(I)", "count(Y)", "hex()", "hex(':', I)",
    "decode('utf-8', 'replace')", "decode('latin-1')", "startswith(Y)", "join([Y, Y])", "center(W, Y)", "zfill(W)",
    "isalpha()", "isdigit()", "splitlines()", "partition(Y)", "translate(None, Y)", "__contains__(A)", "__getitem__(A)",
    "rjust(W)", "expandtabs()", "swapcase()", "capitalize()", "index(A)", "rindex(Y)"};
constexpr const char* kListMethods[] = {
    "append(A)", "extend(S)", "extend(A)", "insert(I, A)", "pop()", "pop(I)", "remove(A)", "index(A)", "index(A, I, I)",
    "count(A)", "reverse()", "copy()", "clear()", "sort()", "sort(reverse=B)", "sort(key=repr)", "sort(key=F)",
    "__contains__(A)", "__getitem__(A)", "__len__()", "__eq__(A)", "__iadd__(A)", "__mul__(I)"};
constexpr const char* kMappingMethods[] = {
    "get(A)", "get(A, A)", "pop(A)", "pop(A, None)", "popitem()", "setdefault(A, A)", "update(M)", "update(A)",
    "update(k=A)", "keys()", "values()", "items()", "copy()", "clear()", "__contains__(A)", "fromkeys(S, A)",
    "fromkeys(A)", "__or__(M)", "__ior__(A)", "__getitem__(A)", "__eq__(M)"};
constexpr const char* kSetMethods[] = {
    "add(I)", "discard(N)", "remove(N)", "union(Z, Z)", "intersection(Z)", "difference(Z)", "symmetric_difference(Z)",
    "issubset(Z)", "issuperset(Z)", "isdisjoint(Z)", "update(Z)", "copy()", "clear()", "difference_update(Z)",
    "intersection_update(Z)", "union(set_(A))", "__or__(A)", "__contains__(A)", "__le__(Z)", "__xor__(Z)"};
constexpr const char* kNumberMethods[] = {
    "bit_length()", "bit_count()", "conjugate()", "is_integer()", "as_integer_ratio()", "hex()", "real", "imag",
    "numerator", "denominator", "to_bytes(W, 'big')", "to_bytes(W, 'little', signed=True)", "__add__(A)", "__radd__(A)",
    "__floordiv__(A)", "__mod__(N)", "__divmod__(N)", "__pow__(I)", "__round__(I)", "__round__()", "__trunc__()",
    "__floor__()", "__ceil__()", "__int__()", "__float__()", "__index__()", "__bool__()", "__neg__()", "__lt__(A)",
    "__eq__(A)", "__lshift__(W)", "__rshift__(W)", "__and__(A)", "__or__(N)"};
constexpr const char* kBuiltins[] = {
    "len(A)", "repr(A)", "str(A)", "abs(N)", "abs(A)", "sum(S)", "sum(S, A)", "min(S)", "max(S)", "min(N, N)",
    "max(S, default=A)", "max(S, key=F)", "sorted(S)", "sorted(S, key=repr)", "sorted(Z)", "list(A)", "tuple(A)",
    "list(M)", "dict(A)", "dict(M, k=A)", "set_(A)", "int(A)", "int(T, W)", "int(N)", "float(A)", "float(T)", "bool(A)",
    "complex(N, N)", "complex(T)", "bytes(A)", "bytes(S)", "bytearray(A)", "round(N)", "round(N, I)", "divmod(N, N)",
    "pow(N, W)", "pow(N, W, N)", "chr(N)", "ord(T)", "hex(N)", "oct(N)", "bin(N)", "all(S)", "any(S)", "enumerate_(S, I)",
    "zip_(S, S)", "zip_(S, S, strict=B)", "map_(F, S)", "map_(F, S, S)", "filter_(F, S)", "filter_(None, S)",
    "reversed_(A)", "reversed_(S)", "range_(I, I, I)", "slice(A, A).indices(W)", "isinstance(A, (int, str))",
    "isinstance(A, A)", "issubclass(type(A), A)", "type(A).__name__", "callable(A)", "hash_(N)", "format(A, SPEC)",
    "format(N, SPEC)", "format(T, SPEC)", "getattr(A, 'real', A)", "hasattr(A, T)", "iter_(A)", "next(iter(S), A)",
    "next(iter(S))", "ascii(A)", "frozenset_(A)", "list(range_(I, I))", "type('K', (A,), {})", "vars(A)", "dir(A)[:0]",
    "(lambda x: id(x) == id(x))(A)", "list(M.items())", "int.from_bytes(Y[:2], 'big')", "str(Y, 'latin-1')", "print(A, A, sep=T)",
    "memoryview(Y).tolist()", "list(map(F, S, S))", "sum(map(len, S))", "''.join(map(str, S))", "bytes.fromhex(T)",
    "float.fromhex(T)", "str.maketrans(T, T)", "dict.fromkeys(S)", "dict(zip(S, S))", "[*S, *S]", "(*A, 1)", "{**M, **M}",
    "{**A}", "call(F, *S)", "call(F, **M)", "call(F, A, *A, k=A)"};
constexpr const char* kSpecFills[] = {"", "", "*", " ", "0", "x"};
constexpr const char* kSpecAligns[] = {"", "<", ">", "^", "="};
constexpr const char* kSpecSigns[] = {"", "", "+", "-", " "};
constexpr const char* kSpecTypes[] = {"", "", "d", "x", "X", "o", "b", "c", "e", "f", "g", "G", "%", "s", "n", "E", "z"};

}  // namespace

std::string ProgramMaker::preamble() {
  return R"(import sys
nan = float('nan')
def cut(x):
    try:
        if isinstance(x, int) and not isinstance(x, bool) and x.bit_length() > 600: return x % 1000003
        if isinstance(x, (str, bytes, bytearray, list, tuple)) and len(x) > 40: return x[:40]
        if isinstance(x, (dict, set)) and len(x) > 40: return type(x)()
    except Exception as error:
        report(error)
    return x
def show(x):
    if isinstance(x, (set, frozenset)): return type(x).__name__ + repr(sorted(map(repr, x)))
    if isinstance(x, type): return 'class ' + x.__name__
    if callable(x): return 'callable'
    r = repr(x)
    return 'object' if ' at 0x' in r else r[:300]
def P(*x):
    try: print(*map(show, x))
    except Exception as error: report(error)
def report(error):
    text = str(error)
    if ' at 0x' in text: text = '(address)'
    print('!', type(error).__name__, text[:200])
    c = error.__context__
    if c is not None and c is not error: print('  context', type(c).__name__)
def call(f, *a, **k): return f(*a, **k)
def throw(it, e): return it.throw(e)
def set_(x): return {v for v in x if isinstance(v, (int, float)) and v == v}
def frozenset_(x): return frozenset(set_(x))
def hash_(x):
    h = hash(x)
    return h if isinstance(x, (int, float, complex, Number)) and x == x else 0
def iter_(x): return list(iter(x))[:20]
def range_(*a): return range(*a)[:20]
def enumerate_(*a): return list(enumerate(*a))[:20]
def zip_(*a, **k): return list(zip(*a, **k))[:20]
def map_(*a): return list(map(*a))[:20]
def filter_(*a): return list(filter(*a))[:20]
def reversed_(a): return list(reversed(a))[:20]
class Manager:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self): print('enter', self.name); return self.name
    def __exit__(self, kind, value, trace):
        print('exit', self.name, kind and kind.__name__)
        return self.swallow
class Noisy:
    def __init__(self, name): self.name = name
    def __repr__(self): return 'Noisy(%r)' % (self.name,)
    def __del__(self): print('del', self.name)
class Number:
    def __init__(self, v): self.v = v
    def __repr__(self): return 'Number(%r)' % (self.v,)
    def __add__(self, o): return Number(self.v + getattr(o, 'v', o))
    def __radd__(self, o): return Number(o + self.v)
    def __sub__(self, o): return NotImplemented
    def __rmul__(self, o): return Number(o * self.v)
    def __iadd__(self, o): self.v += getattr(o, 'v', o); return self
    def __eq__(self, o): return self.v == getattr(o, 'v', o)
    def __lt__(self, o): return self.v < getattr(o, 'v', o)
    def __hash__(self): return hash(self.v)
    def __index__(self): return self.v
    def __bool__(self): return bool(self.v)
    def __len__(self): return self.v
    def __getitem__(self, k): return k * 2 if k in range(min(self.v, 50)) else [][k]
    def __call__(self, *a, **k): return len(a) + len(k)
    def __format__(self, s): return 'N' + format(self.v, s)
    def __contains__(self, k): return k == self.v
)";
}

std::string ProgramMaker::variable() {
  return one(kVariables);
}
std::string ProgramMaker::items(int lo, int hi, int depth) {
  std::string s;
  for (int i = 0, n = pick(lo, hi); i < n; i++) s += (i ? ", " : "") + any(depth + 1);
  return s;
}
std::string ProgramMaker::slice() {
  auto part = [&] { return chance(40) ? std::string() : std::to_string(pick(-6, 6)); };
  std::string s = part() + ":" + part();
  if (chance(30)) s += ":" + part();
  return s;
}
std::string ProgramMaker::spec() {
  std::string align = one(kSpecAligns);
  std::string s = align.empty() ? "" : one(kSpecFills);
  s += align + one(kSpecSigns);
  if (chance(15)) s += "#";
  if (chance(15)) s += "0";
  if (chance(60)) s += std::to_string(pick(0, 12));
  if (chance(20)) s += chance(50) ? "," : "_";
  if (chance(40)) s += "." + std::to_string(pick(0, 8));
  return s + one(kSpecTypes);
}
std::string ProgramMaker::number(int depth) {
  if (depth > 3 || chance(40)) return chance(65) ? one(kIntegers) : one(kFloats);
  switch (pick(0, 9)) {
    case 0: return "(" + number(depth + 1) + " " + one(kBinary) + " " + number(depth + 1) + ")";
    case 1: return "(-" + number(depth + 1) + ")";
    case 2: return "len(" + sequence(depth + 1) + ")";
    case 3: return "(" + number(depth + 1) + " ** " + std::to_string(pick(-3, 5)) + ")";
    case 4: return "(" + number(depth + 1) + (chance(50) ? " << " : " >> ") + std::to_string(pick(-1, 70)) + ")";
    case 5: return "(~" + number(depth + 1) + ")";
    case 6: return "Number(" + std::to_string(pick(0, 5)) + ")";
    case 7: return one(kIntegers) + " * " + std::to_string(pick(-3, 3)) + "j";
    default: return variable();
  }
}
std::string ProgramMaker::text(int depth) {
  if (depth > 3 || chance(50)) return one(kTexts);
  switch (pick(0, 7)) {
    case 0: return "(" + text(depth + 1) + " + " + text(depth + 1) + ")";
    case 1: return "(" + text(depth + 1) + " * " + std::to_string(pick(-1, 4)) + ")";
    case 2: return text(depth + 1) + "[" + slice() + "]";
    case 3: return "str(" + any(depth + 1) + ")";
    case 4: return "f'{" + variable() + (chance(50) ? "!r" : "") + (chance(50) ? ":" + spec() : "") + "}|{" + variable() + "=}'";
    case 5: return "(" + one(kTexts) + " % (" + any(depth + 1) + ",))";
    case 6: {
      static constexpr const char* kCodes[] = {"%d", "%5.2f", "%-8s|", "%+x", "%r", "%c", "%e", "%g", "%05d", "%#o", "%i%%", "%(k)s"};
      return "('" + one(kCodes) + "' % " + any(depth + 1) + ")";
    }
    default: return variable();
  }
}
std::string ProgramMaker::bytes_value(int depth) {
  if (depth > 3 || chance(60)) return one(kBytes);
  switch (pick(0, 3)) {
    case 0: return "(" + bytes_value(depth + 1) + " + " + bytes_value(depth + 1) + ")";
    case 1: return bytes_value(depth + 1) + "[" + slice() + "]";
    case 2: return text(depth + 1) + ".encode()";
    default: return "(b'%d|%s' % (" + number(depth + 1) + ", " + bytes_value(depth + 1) + "))";
  }
}
std::string ProgramMaker::sequence(int depth) {
  if (depth > 3) return chance(50) ? "[1, 2, 3]" : "(4, 'x')";
  switch (pick(0, 11)) {
    case 0: return "[" + items(0, 4, depth) + "]";
    case 1: return "(" + items(1, 4, depth) + ",)";
    case 2: return "range(" + std::to_string(pick(-3, 8)) + ")";
    case 3: return "[" + any(depth + 1) + " for i in " + sequence(depth + 1) + (chance(40) ? " if " + condition(depth + 1) : "") + "]";
    case 4: return "list(" + any(depth + 1) + " for i in range(" + std::to_string(pick(0, 5)) + "))";
    case 5: return sequence(depth + 1) + "[" + slice() + "]";
    case 6: return "(" + sequence(depth + 1) + " + " + sequence(depth + 1) + ")";
    case 7: return text(depth + 1);
    case 8: return "[*" + sequence(depth + 1) + ", " + any(depth + 1) + "]";
    case 9: return "list(" + mapping(depth + 1) + ")";
    case 10: return "sorted([" + number(4) + ", " + number(4) + ", " + number(4) + "])";
    default: return variable();
  }
}
std::string ProgramMaker::mapping(int depth) {
  if (depth > 3) return "{1: 2, 'k': 3}";
  switch (pick(0, 6)) {
    case 0:
    case 1: {
      std::string s = "{";
      for (int i = 0, n = pick(0, 4); i < n; i++)
        s += (i ? ", " : "") + (chance(50) ? one(kTexts) : chance(80) ? one(kIntegers) : any(depth + 1)) + ": " + any(depth + 1);
      return s + "}";
    }
    case 2: return "{i: " + any(depth + 1) + " for i in " + sequence(depth + 1) + "}";
    case 3: return "dict(k=" + any(depth + 1) + ", j=1)";
    case 4: return "(" + mapping(depth + 1) + " | " + mapping(depth + 1) + ")";
    case 5: return "{**" + mapping(depth + 1) + ", 'z': " + any(depth + 1) + "}";
    default: return variable();
  }
}
std::string ProgramMaker::set_value(int depth) {
  if (depth > 3 || chance(50)) return chance(50) ? "{1, 2, 3}" : "{" + one(kIntegers) + ", " + one(kIntegers) + "}";
  switch (pick(0, 2)) {
    case 0: return "set_(" + sequence(depth + 1) + ")";
    case 1: {
      static constexpr const char* kOps[] = {"&", "|", "-", "^"};
      return "(" + set_value(depth + 1) + " " + one(kOps) + " " + set_value(depth + 1) + ")";
    }
    default: return "{i % 7 for i in range(" + std::to_string(pick(0, 20)) + ")}";
  }
}
std::string ProgramMaker::callable(int depth) {
  static constexpr const char* kCallables[] = {"len", "str", "repr", "int", "abs", "bool", "type", "Number(2)", "tuple", "list"};
  if (depth > 3 || chance(40)) return one(kCallables);
  switch (pick(0, 3)) {
    case 0: return "(lambda x: " + any(depth + 1) + ")";
    case 1: return "(lambda x, y=" + any(depth + 1) + ": (x, y))";
    case 2: return "(lambda *x, k=1, **z: (x, k, len(z)))";
    default: return "(lambda x: x + 1)";
  }
}
std::string ProgramMaker::condition(int depth) {
  switch (pick(0, 4)) {
    case 0: {
      const std::string left = any(depth + 1), sign = one(kCompare);
      // Equal floats and large ints are one object or two as the implementation likes.
      return "(" + left + " " + sign + " " + (sign.starts_with("is") ? one(kSingular) : any(depth + 1)) + ")";
    }
    case 1: return "(" + number(depth + 1) + " < " + number(depth + 1) + " <= " + number(depth + 1) + ")";
    case 2: return "(not " + any(depth + 1) + ")";
    case 3: return "(" + any(depth + 1) + (chance(50) ? " and " : " or ") + any(depth + 1) + ")";
    default: return any(depth + 1);
  }
}
// A template's lone capital letters become expressions: Any, Text, small Integer, Width, Boolean, Sequence, bYtes,
// Number, Mapping, set (Z), callable (F); SPEC is a format specification.
std::string ProgramMaker::fill(const std::string& pattern, int depth) {
  std::string out;
  auto letter = [&](size_t i) { return i < pattern.size() && isalpha(static_cast<unsigned char>(pattern[i])); };
  for (size_t i = 0; i < pattern.size(); i++) {
    if (pattern.compare(i, 4, "SPEC") == 0) {
      out += "'" + spec() + "'";
      i += 3;
      continue;
    }
    bool alone = !letter(i - 1) && !letter(i + 1);
    switch (alone ? pattern[i] : '\0') {
      case 'A': out += any(depth + 1); break;
      case 'T': out += text(depth + 2); break;
      case 'I': out += std::to_string(pick(-4, 5)); break;
      case 'W': out += std::to_string(pick(0, 12)); break;
      case 'B': out += chance(50) ? "True" : "False"; break;
      case 'S': out += sequence(depth + 1); break;
      case 'Y': out += bytes_value(depth + 1); break;
      case 'N': out += number(depth + 1); break;
      case 'M': out += mapping(depth + 1); break;
      case 'Z': out += set_value(depth + 1); break;
      case 'F': out += callable(depth + 1); break;
      default: out += pattern[i];
    }
  }
  return out;
}
std::string ProgramMaker::method_call(int depth) {
  std::string self, call;
  switch (pick(0, 6)) {
    case 0: self = text(depth + 1), call = one(kTextMethods); break;
    case 1: self = bytes_value(depth + 1), call = one(kBytesMethods); break;
    case 2: self = sequence(depth + 1), call = one(kListMethods); break;
    case 3: self = mapping(depth + 1), call = one(kMappingMethods); break;
    case 4: self = set_value(depth + 1), call = one(kSetMethods); break;
    case 5: self = "(" + number(depth + 1) + ")", call = one(kNumberMethods); break;
    default: self = variable(), call = chance(50) ? one(kListMethods) : one(kMappingMethods); break;
  }
  return self + "." + fill(call, depth);
}
std::string ProgramMaker::any(int depth) {
  if (depth > 3) return chance(50) ? variable() : one(kIntegers);
  switch (pick(0, 15)) {
    case 0:
    case 1: return number(depth);
    case 2: return text(depth);
    case 3: return bytes_value(depth);
    case 4: return sequence(depth);
    case 5: return mapping(depth);
    case 6: return set_value(depth);
    case 7:
    case 8: return method_call(depth);
    case 9:
    case 10: return fill(one(kBuiltins), depth);
    case 11: return "(" + any(depth + 1) + " if " + condition(depth + 1) + " else " + any(depth + 1) + ")";
    case 12: return variable() + "[" + (chance(50) ? slice() : any(depth + 1)) + "]";
    case 13: return "None";
    case 14: return "(" + any(depth + 1) + " " + one(kBinary) + " " + any(depth + 1) + ")";
    default: return variable();
  }
}
std::string ProgramMaker::target() {
  switch (pick(0, 7)) {
    case 0: return variable() + "[" + std::to_string(pick(-3, 3)) + "]";
    case 1: return variable() + "[" + slice() + "]";
    case 2: {  // different ones: CPython before 3.11.4 stores `a, a = x, y` in the wrong order (its issue 104615)
      int first = pick(0, 5), second = pick(0, 4);
      return std::string(kVariables[first]) + ", " + kVariables[second + (second >= first)];
    }
    case 3: return variable() + ", *" + variable();
    case 4: return variable() + "['k']";
    default: return variable();
  }
}
std::string ProgramMaker::pattern(int depth) {
  if (depth > 2) return chance(50) ? "_" : "1";
  switch (pick(0, 9)) {
    case 0: return chance(50) ? "1 | 2 | 'a'" : "0";
    case 1: return "[" + pattern(depth + 1) + ", *_]";
    case 2: return "(" + pattern(depth + 1) + ", " + pattern(depth + 1) + ")";
    case 3: return "{'k': " + pattern(depth + 1) + ", **rest" + std::to_string(++fresh_) + "}";
    case 4: return "int(n" + std::to_string(++fresh_) + ")";
    case 5: return "str() | bytes()";
    case 6: return "Number(v=" + pattern(depth + 1) + ")";
    case 7: return "(int() | str() as w" + std::to_string(++fresh_) + ")";
    case 8: return "None | True | -1.5";
    default: return "float() | complex()";
  }
}
std::string ProgramMaker::block(int indent, int depth, bool loop, bool function) {
  std::string s;
  for (int i = 0, n = pick(1, 3); i < n; i++) s += statement(indent, depth + 1, loop, function);
  return s;
}
std::string ProgramMaker::class_definition(int indent) {
  static constexpr const char* kBases[] = {"", "(int)", "(str)", "(list)", "(dict)", "(tuple)", "(Number)",
                                           "(Exception)", "(set)", "(float)", "(object)"};
  static constexpr const char* kMembers[] = {
      "def __repr__(self): return 'made'", "x = 5", "def m(self, *a): return (len(a), self.x)", "__slots__ = ('x', 'y')",
      "@property\nIdef p(self): return 7", "@classmethod\nIdef k(cls, n=1): return cls.__name__ * n",
      "@staticmethod\nIdef s(n=2): return n", "def __getattr__(self, name): return name.upper()",
      "def __eq__(self, o): return True", "def __lt__(self, o): return False", "def __hash__(self): return 3",
      "def __len__(self): return 2", "def __iter__(self): yield from (1, 2, 3)", "def __call__(self, a=1): return a",
      "def __add__(self, o): return 'add'", "def __getitem__(self, k): return k if k in (1, 'no') else [][0]",
      "def __bool__(self): return False", "def __contains__(self, k): return k == 1",
      "def __init__(self, *a): self.x = a", "def __str__(self): return 'text'",
      "def __init_subclass__(cls, **k): print('subclass', k)", "def __set_name__(self, o, n): print(n)",
      "def __del__(self): print('gone')", "def __index__(self): return 4", "def __format__(self, s): return 'F' + s",
      "def __reversed__(self): return [9]", "def __setattr__(self, n, v): object.__setattr__(self, n, [v])",
      "def __delattr__(self, n): print('del', n)", "def __missing__(self, k): return 'missing'",
      "def __new__(cls, *a): return super().__new__(cls, *a[:1])", "def __neg__(self): return 'neg'",
      "def __round__(self, n=None): return n", "def __enter__(self): return self\nIdef __exit__(self, *a): return True",
      "def __class_getitem__(cls, k): return k", "def __get__(self, o, t): return 'got'", "x: int = 3"};
  static constexpr const char* kUses[] = {
      "q.x", "q.m(1)", "q.p", "q.k()", "q.s()", "q.zz", "q == 1", "q < q", "len(q)", "list(q)", "q()", "q + 1", "q[1]",
      "bool(q)", "1 in q", "str(q)[:3]", "repr(q)[:3]", "f'{q:>3}.'[:3]", "list(reversed(q))", "-q", "round(q)",
      "[1, 2, 3, 4, 5][q]", "q.x.__class__.__name__", "isinstance(q, int)", "hash(q) == hash(q)", "sorted([q, q])",
      "{q: 1}[q]", "type(q).__mro__[1].__name__", "q * 2", "q @ 1", "q.p.real", "q['no']", "q[:1]", "q.__dict__",
      "q.__doc__ is None", "q.update({1: 2})", "q.append(3)", "q.upper()", "max(q, key=len)", "('%s %r' % (q, q))[:3]",
      "q.__class__.__name__", "q >= 1", "abs(q)", "q ** 2", "1 + q"};
  std::string in(size_t(indent) * 4, ' ');
  std::string name = "C" + std::to_string(++fresh_);
  std::string base = one(kBases);
  std::string s = in + "try:\n" + in + "    class " + name + base + ":\n";
  std::string inner = in + "        ";
  for (int i = 0, n = pick(1, 5); i < n; i++) {
    std::string member = one(kMembers);
    size_t at = member.find("\nI");
    if (at != std::string::npos) member.replace(at, 2, "\n" + inner);
    s += inner + member + "\n";
  }
  // The order in which a set gives texts is each program's own.
  bool set = base == "(set)";
  s += in + "    q = " + name + (set ? "(*map(set_, [" : "(") + items(0, 1, 2) + (set ? "]))\n" : ")\n");
  s += in + "except Exception as error: report(error)\n" + in + "else:\n";
  for (int i = 0, n = pick(2, 5); i < n; i++)
    s += in + "    try: P(" + one(kUses) + ")\n" + in + "    except Exception as error: report(error)\n";
  if (chance(50))
    s += in + "    try: q.x = " + any(2) + "; P(q.x); del q.x; P(q.x)\n" + in +
         "    except Exception as error: report(error)\n";
  if (chance(30))
    s += in + "    try:\n" + in + "        class D" + name + "(" + name + (chance(30) ? ", k=1" : "") + "): y = 1\n" + in +
         "        P(D" + name + ".y, D" + name + ".x)\n" + in + "    except Exception as error: report(error)\n";
  return s + in + "    del q\n";
}
std::string ProgramMaker::generator_definition(int indent) {
  static constexpr const char* kSteps[] = {
      "yield n", "x = yield 1; P('sent', x)", "yield from [1, 2]", "yield from range(n)", "r = yield from inner(); P(r)",
      "return 5", "raise ValueError('in generator')", "yield (yield 2)", "for i in range(n): yield i", "1 / 0",
      "yield [i for i in range(2)]", "yield next(iter(()))"};
  static constexpr const char* kUses[] = {
      "P(next(it))", "P(next(it, 'end'))", "P(it.send(5))", "P(throw(it, ValueError('thrown')))", "it.close()", "P(list(it))",
      "P(throw(it, KeyError))", "P(*it)", "P(sum(x for x in it if isinstance(x, int)))", "P([*it])", "P([*zip(it, it)])",
      "P(it.gi_frame is None)"};
  std::string in(size_t(indent) * 4, ' '), name = "g" + std::to_string(++fresh_);
  std::string s = in + "def " + name + "(n=3):\n" + in + "    def inner():\n" + in + "        try: yield 7\n" + in +
                  "        finally: P('inner')\n" + in + "        return 'r'\n" + in + "    try:\n";
  for (int i = 0, n = pick(1, 4); i < n; i++) s += in + "        " + one(kSteps) + "\n";
  s += in + "        yield 'last'\n";
  if (chance(50)) s += in + "    except ValueError as error: report(error); yield 'caught'\n";
  s += in + "    finally: P('finally " + name + "')\n";
  s += in + "it = " + name + "(" + std::to_string(pick(0, 4)) + ")\n";
  for (int i = 0, n = pick(1, 5); i < n; i++)
    s += in + "try: " + one(kUses) + "\n" + in + "except (Exception, GeneratorExit) as error: report(error)\n";
  return s + in + "del it\n";
}
std::string ProgramMaker::statement(int indent, int depth, bool loop, bool function) {
  std::string in(size_t(indent) * 4, ' ');
  std::string guard = in + "except Exception as error: report(error)\n";
  if (depth > 3) return in + "try: " + variable() + " = cut(" + any(1) + ")\n" + guard;
  auto inside = [&](int more, bool in_loop, bool in_function) { return block(indent + more, depth, in_loop, in_function); };
  switch (pick(0, 21)) {
    case 0:
      return in + "try: cond = bool(" + condition(1) + ")\n" + in + "except Exception as error: report(error); cond = None\n" +
             in + "if cond:\n" + inside(1, loop, function) + in + (chance(50) ? "elif cond is None:\n" : "else:\n") +
             inside(1, loop, function);
    case 1: {
      std::string i = "i" + std::to_string(++fresh_);
      return in + "try:\n" + in + "    for " + i + " in list(" + sequence(1) + ")[:5]:\n" + inside(2, true, function) + in +
             "    else: P('else')\n" + guard;
    }
    case 2: {
      std::string i = "n" + std::to_string(++fresh_);
      return in + i + " = 0\n" + in + "while " + i + " < " + std::to_string(pick(1, 4)) + ":\n" + in + "    " + i +
             " += 1\n" + inside(1, true, function) + (chance(30) ? in + "else: P('while else')\n" : "");
    }
    case 3:
      return in + "try:\n" + inside(1, loop, function) + in + "    P(" + any(1) + ")\n" + in + "except " + one(kErrors) +
             " as error:\n" + in + "    report(error)\n" + inside(1, loop, function) + guard + in + "else: P('fine')\n" + in +
             "finally:\n" + inside(1, false, false);
    case 4:
      return in + "try:\n" + in + "    with Manager('m', " + (chance(40) ? "True" : "False") + ") as " + variable() +
             (chance(30) ? ", Manager('o')" : "") + ":\n" + inside(2, loop, function) + in + "        P(" + any(1) + ")\n" +
             guard;
    case 5: return class_definition(indent);
    case 6: return generator_definition(indent);
    case 7: {
      std::string f = "f" + std::to_string(++fresh_);
      std::string s = in + "def " + f + "(x, y=" + (chance(50) ? "1" : "[]") + (chance(40) ? ", *r" : "") +
                      (chance(40) ? ", k=None" : "") + "):\n";
      if (chance(40)) s += in + "    nonlocal " + variable() + "\n";
      s += block(indent + 1, depth + 1, false, true) + in + "    return " + any(1) + "\n";
      return s + in + "try: P(" + f + "(" + items(1, 3, 2) + (chance(30) ? ", k=2" : "") + "))\n" + guard;
    }
    case 8: return in + "try: " + target() + " = " + any(0) + "\n" + guard;
    case 9: {
      static constexpr const char* kOps[] = {"+=", "-=", "*=", "|=", "&=", "//=", "%=", "^="};
      std::string v = variable();
      return in + "try: " + v + " " + one(kOps) + " " + any(1) + "; " + v + " = cut(" + v + ")\n" + guard;
    }
    case 10: return in + "try: del " + variable() + (chance(50) ? "" : chance(50) ? "[0]" : "[" + slice() + "]") + "\n" + guard;
    case 11:
      if (loop && chance(60)) return in + "if " + variable() + " is None: " + (chance(50) ? "break" : "continue") + "\n";
      return in + "pass\n";
    case 12: return function && chance(30) ? in + "return " + any(1) + "\n" : in + "pass\n";
    case 13:
      return in + "try: raise " + one(kErrors) + "(" + items(0, 2, 2) + ")" + (chance(30) ? " from KeyError('cause')" : "") +
             "\n" + guard;
    case 14:
      return in + "try:\n" + in + "    match " + any(1) + ":\n" + in + "        case " + pattern(0) +
             (chance(30) ? " if " + condition(2) : "") + ": P('first')\n" + in + "        case " + pattern(0) +
             ": P('second')\n" + in + "        case _: P('other')\n" + guard;
    case 15: return in + "try: assert " + condition(1) + ", " + any(2) + "\n" + guard;
    case 16: return in + "try: (" + variable() + ", [*" + variable() + "]) = " + any(1) + "\n" + guard;
    case 17: return in + "try: P(" + callable(0) + "(" + items(0, 2, 1) + "))\n" + guard;
    case 18: {  // in no other variable: those are held on to by frames of tracebacks and cycles, which Adder has not
      static constexpr const char* kEnds[] = {"del w", "w = None", "w = [w]; w.clear()", "w = (w, 1)[1]", "w = {0: w}; del w[0]"};
      if (chance(50)) return in + variable() + " = Number(" + std::to_string(pick(0, 5)) + ")\n";
      return in + "w = Noisy(" + std::to_string(pick(0, 5)) + ")\n" + in + "P(w)\n" + in + one(kEnds) + "\n";
    }
    default: return in + "try: P(" + any(0) + ")\n" + guard;
  }
}
std::string ProgramMaker::program(const std::string& name) {
  std::string s = "def " + name + "():\n    a, b, c, d, e, f = " + one(kIntegers) + ", " + one(kTexts) + ", [1, 'x', 2.5], {1: 2, 'k': [3]}, 2, None\n";
  for (int i = 0, n = pick(4, 10); i < n; i++) s += statement(1, 0, false, false);
  s += "    try: P(a, b, c, d, e, f)\n    except Exception as error: report(error)\n";
  return s + "print('---', '" + name + "')\ntry: " + name + "()\nexcept Exception as error: report(error)\n";
}
std::string ProgramMaker::damaged() {
  static constexpr const char* kPieces[] = {
      "(", ")", "[", "]", "{", "}", ":", ",", "=", "'", "\"", "\\", "\n", "\t", " ", "#", "@", "*", ".", "!", "0", "x",
      "if ", "for ", "in ", "not ", "else ", "lambda ", "def ", "class ", "yield ", "await ", "async ", "return ", "print ",
      "**", ":=", "->", "==", "f'{", "}'", "'''", "None", "import ", "from ", "as ", "is ", "and ", "0x", "1_", "1e",
      "\xC3\xA9", "$", "?", "try:", "except", "    ", "del ", "global ", "with "};
  // Some lines of a program, moved to the left margin.
  std::string whole = program("p"), s;
  std::vector<std::string> lines;
  for (size_t at = 0; at < whole.size();) {
    size_t end = whole.find('\n', at);
    lines.push_back(whole.substr(at, end - at + 1));
    at = end + 1;
  }
  size_t from = size_t(pick(0, int(lines.size()) - 1));
  size_t margin = lines[from].find_first_not_of(' ');
  for (size_t i = from, n = from + size_t(pick(1, 8)); i < n && i < lines.size(); i++)
    s += lines[i].substr(std::min(margin, lines[i].find_first_not_of(' ')));
  for (int i = 0, n = pick(1, 3); i < n && !s.empty(); i++) {
    size_t at = size_t(pick(0, int(s.size()) - 1));
    switch (pick(0, 3)) {
      case 0: s.replace(at, 1, one(kPieces)); break;
      case 1: s.erase(at, size_t(pick(1, 5))); break;
      case 2: s.insert(at, one(kPieces)); break;
      default: s.insert(at, s.substr(at, size_t(pick(1, 9)))); break;
    }
  }
  return s;
}

}  // namespace adder::testing_support
