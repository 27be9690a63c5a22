// Parser, unparser, compiler, verifier and the code format, without an interpreter.
#include <gtest/gtest.h>

#include "interp/bytecode/serialize.h"
#include "interp/bytecode/verify.h"
#include "interp/compiler/compile.h"
#include "interp/parser/unparse.h"

namespace adder {
namespace {

struct Parsed {
  Source source;
  ast::Arena arena;
  SyntaxErrorInfo error;
  ast::Node* root = nullptr;
  explicit Parsed(std::string_view text) {
    if (source.set_text(text, "<test>", &error)) root = parse(source, arena, {}, &error);
  }
};

std::string again(std::string_view text) {  // through the parser and back
  Parsed p(text);
  return p.root ? unparse(p.root) : p.error.message;
}

TEST(Lexer, TokensHaveTheirPlaces) {
  Source s;
  SyntaxErrorInfo e;
  ASSERT_TRUE(s.set_text("if x:\r\n  y = 'a'  # c\n", "<test>", &e));
  TokenList list = tokenize(s);
  std::vector<Tok> kinds;
  for (const Token& t : list.tokens) kinds.push_back(t.kind);
  EXPECT_EQ(kinds, (std::vector<Tok>{Tok::KwIf, Tok::Name, Tok::Colon, Tok::Newline, Tok::Indent, Tok::Name,
                                     Tok::Assign, Tok::String, Tok::Newline, Tok::Dedent, Tok::End}));
  EXPECT_EQ(list.tokens[5].line, 2u);
  EXPECT_EQ(s.at(list.tokens[7].begin).column, 6u);
}

TEST(Source, Encodings) {
  Source s;
  SyntaxErrorInfo e;
  EXPECT_TRUE(s.decode("\xEF\xBB\xBFx = 1", SourceKind::File, "<test>", &e));
  EXPECT_EQ(s.text(), "x = 1\n");
  EXPECT_TRUE(s.decode("# coding: latin-1\nx = '\xE9'\n", SourceKind::File, "<test>", &e));
  EXPECT_NE(s.text().find("\xC3\xA9"), std::string::npos);
  EXPECT_FALSE(s.decode("# coding: nothing\n", SourceKind::File, "<test>", &e));
  EXPECT_EQ(e.message, "unknown encoding: nothing");
  EXPECT_FALSE(s.decode("x = '\xFF'\n", SourceKind::Script, "<test>", &e));
}

TEST(Unparse, WritesWhatCPythonWrites) {
  const char* kTexts[] = {"x = a + b * c",
                          "x = (a + b) * c",
                          "x = -a ** (-b)",
                          "x = not a in b",
                          "f(a, *b, c=1, **d)",
                          "x = [i for i in y if i if j for k in l]",
                          "x = a if b else c",
                          "lambda a, /, b=1, *c, d, **e: a",
                          "x = {**a, 'b': 1}",
                          "x = (yield)",
                          "x[a, (b, c)]", "x[a:b:c, d]",
                          "del a, b[0]",
                          "from ..a import b as c, d",
                          "x: int = 3",
                          "(x): int",
                          "a, *b = c",
                          "assert a, b",
                          "x = f'{a!r:>{w}} b'"};
  for (const char* text : kTexts) EXPECT_EQ(again(text), text);
}

TEST(CaretAnchors, OperatorsAndSubscripts) {
  uint32_t left = 0;
  uint32_t right = 0;
  ASSERT_TRUE(caret_anchors("a + b", &left, &right));
  EXPECT_EQ(left, 2u);
  EXPECT_EQ(right, 3u);
  ASSERT_TRUE(caret_anchors("a // b", &left, &right));
  EXPECT_EQ(right, 4u);
  ASSERT_TRUE(caret_anchors("x[0][1]", &left, &right));
  EXPECT_EQ(left, 4u);
  EXPECT_EQ(right, 7u);
  EXPECT_FALSE(caret_anchors("f(x)", &left, &right));
}

const char kProgram[] = R"(
import a.b as c
class A(B, metaclass=M):
    """Doc."""
    x: int = 1
    def f(self, a, /, b=2, *args, k=3, **kw) -> int:
        try:
            return [lambda: i for i in range(a) if i > b]
        except (E, F) as e:
            raise G from e
        finally:
            with x as y, z:
                super().f()
async def g():
    async for x in y:
        await x
        yield {k: v async for k, v in z}
def h(v):
    match v:
        case [1, *rest] | {"k": rest}:
            return rest
        case A(x=0, y=q) if q:
            return q
    return 1e308, 2j, 10**30, b"x", ..., -5
)";

TEST(Compile, VerifiesAndSurvivesTheFormat) {
  CodeProto code;
  SyntaxErrorInfo error;
  ASSERT_TRUE(compile_source(kProgram, {}, &code, &error)) << error.message << " " << error.line;
  EXPECT_EQ(verify(code), "");
  std::string bytes = write_code(code);
  CodeProto back;
  ASSERT_TRUE(read_code(bytes, &back));
  EXPECT_EQ(verify(back), "");
  EXPECT_EQ(write_code(back), bytes);
  for (size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = char(damaged[i] ^ 0x20);
    EXPECT_FALSE(read_code(damaged, &back)) << i;
  }
  EXPECT_FALSE(read_code(std::string_view(bytes).substr(0, bytes.size() - 1), &back));
}

// What a library module has: functions that importing it calls, others, and both in classes in classes.
const char kModule[] = R"(
def early(x): return helper(x) + 1
def helper(x): return x
def late(x, *, y=2):
    def inner(): return lambda: [x for _ in y]
    return inner
class C:
    size = early(3)
    def __init__(self): self.x = "in several pieces"
    class D:
        def f(self): return "in several pieces", 1.5, b"bytes", 10**30
        g = property(lambda self: self.f)
    async def h(self):
        try: await self.x
        except ValueError as e: raise KeyError from e
c = C()
)";

TEST(Compile, SurvivesTheFormatInPieces) {
  for (std::string_view text : {kProgram, kModule}) {
    CodeProto code, back;
    SyntaxErrorInfo error;
    ASSERT_TRUE(compile_source(text, {}, &code, &error)) << error.message << " " << error.line;
    for (size_t bytes : {1, 100, 1 << 20}) {
      std::vector<std::string> pieces = write_pieces(code, bytes);
      EXPECT_GE(pieces.size(), bytes == 1 ? 4 : 2);
      ASSERT_TRUE(read_pieces(pieces, &back));
      EXPECT_EQ(write_code(back), write_code(code));
      CodeProto other;
      EXPECT_FALSE(read_code(pieces[0], &other));  // the others are missing
    }
  }
}

TEST(Compile, RefusesDamagedPieces) {
  CodeProto code;
  SyntaxErrorInfo error;
  ASSERT_TRUE(compile_source(kModule, {}, &code, &error));
  const std::vector<std::string> pieces = write_pieces(code, 100);
  const size_t sealed = seal_code("").size();
  for (size_t p = 0; p < pieces.size(); p++) {
    // Only the first piece has a checksum, which here is right for the damaged bytes.
    const std::string bytes = p ? pieces[p] : pieces[p].substr(sealed);
    auto read = [&](const std::string& damaged) {
      std::vector<std::string> all = pieces;
      all[p] = p ? damaged : seal_code(damaged);
      CodeProto back;
      const bool fine = read_pieces(all, &back);
      if (fine) verify(back);  // it need not be what was written, but can be looked at
      return fine;
    };
    ASSERT_TRUE(read(bytes));
    EXPECT_FALSE(read(bytes + '\0'));
    for (size_t i = 0; i < bytes.size(); i++) {
      EXPECT_FALSE(read(bytes.substr(0, i))) << p << " " << i;
      for (int change : {1, 2, 0x40, 0x80, 0xff}) {
        std::string damaged = bytes;
        damaged[i] = char(damaged[i] ^ change);
        read(damaged);
      }
    }
  }
}

TEST(Compile, PositionsAreThoseOfTheExpression) {
  CodeProto code;
  SyntaxErrorInfo error;
  ASSERT_TRUE(compile_source("x = 1\ny = (a +\n  b.c)\n", {}, &code, &error));
  bool seen = false;
  each_position(code.positions, [&](uint32_t, const Position& p) {
    seen |= p.line == 3 && p.column == 2 && p.end_line == 3 && p.end_column == 5;
  });
  EXPECT_TRUE(seen);
}

TEST(Compile, DeepTreesAreRefused) {
  for (std::string text : {"x = " + std::string(20000, '-') + "1", std::string("x = a") + [] {
                             std::string s;
                             for (int i = 0; i < 20000; i++) s += ".b";
                             return s;
                           }()}) {
    CodeProto code;
    SyntaxErrorInfo error;
    EXPECT_FALSE(compile_source(text, {}, &code, &error));
    EXPECT_EQ(error.kind, SyntaxErrorInfo::Recursion);
  }
}

}  // namespace
}  // namespace adder
