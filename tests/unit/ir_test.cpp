// Graphs: text round trip, verifier, passes against goldens (tests/ir/*.graph), and the meaning of passes: a graph and
// what a pass makes of it give the same results.
//
// A golden names one pass in its first line, `// pass: cse`; the input graph follows, then a line of dashes and the
// expected graph. ADDER_ACCEPT=1 writes the expectations anew.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include "ir/builder.h"
#include "ir/interpreter.h"
#include "ir/joint.h"
#include "ir/parser.h"
#include "ir/pipeline.h"
#include "ir/printer.h"
#include "ir/rewriter.h"
#include "ir/verifier.h"
#include "runtime/ops/dispatch.h"
#include "tests/unit/graph_tools.h"

namespace adder::ir {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& p) {
  std::ifstream f(p);
  std::stringstream s;
  s << f.rdbuf();
  return s.str();
}

Graph run_pass(std::string_view name, Graph g) {
  for (const PassRow& p : passes())
    if (p.name == name) return p.run(std::move(g), {});
  ADD_FAILURE() << "no pass " << name;
  return g;
}

TEST(Graph, TextRoundTrips) {
  for (const auto& entry : fs::directory_iterator(ADDER_SOURCE_ROOT "/tests/ir")) {
    if (entry.path().extension() != ".graph") continue;
    std::string file = slurp(entry.path());
    std::string source = file.substr(0, file.find("\n----"));
    ParsedGraph g = parse_graph(source);
    ASSERT_EQ(g.error, "") << entry.path();
    EXPECT_EQ(verify(g.graph), "") << entry.path();
    std::string once = text(g.graph);
    ParsedGraph again = parse_graph(once);
    ASSERT_EQ(again.error, "") << entry.path() << "\n" << once;
    EXPECT_EQ(text(again.graph), once) << entry.path();
  }
}

TEST(Graph, TextKeepsTheGroupingOfSizes) {
  auto shapes = std::make_shared<rt::ShapeEnv>();
  SymInt n = shapes->symbol(6), h = shapes->symbol(4);
  GraphBuilder b(shapes);
  SymMeta m;
  m.sizes = {n * (h / SymInt(2)), n * (h * n), n + (h - n), n - (h - SymInt(1)), n * (h * SymInt(2)) * SymInt(3), n};
  m.set_contiguous();
  rt::Value x = b.placeholder(m), cube, added;
  m.sizes = {n, n, n, n};
  m.set_contiguous();
  rt::Value y = b.placeholder(m);
  m.strides = {n * (n * n), n * n, n, SymInt(1)};
  rt::Value z = b.placeholder(m);
  b.call(rt::find_op_or_null("unsqueeze")->id(), {{y, Arg(1)}}, {&cube, 1});
  b.call(rt::find_op_or_null("mul")->id(), {{z, Arg(2.0)}}, {&added, 1});
  for (rt::Value v : {x, cube, added}) b.output(v);
  Graph g = b.finish();
  std::string once = text(g);
  EXPECT_NE(once.find("float32[s0*(s1//2), s0*(s1*s0), s0+(s1-s0), s0-(s1+-1), s0*(s1*2)*3, s0]"), once.npos) << once;
  EXPECT_NE(once.find("float32[s0, s0, s0, s0]{s0*(s0*s0), s0*s0, s0, 1}"), once.npos) << once;
  EXPECT_NE(once.find("float32[s0, 1, s0, s0, s0]\n"), once.npos) << once;
  ParsedGraph again = parse_graph(once);
  ASSERT_EQ(again.error, "") << once;
  EXPECT_EQ(text(again.graph), once);
}

TEST(Graph, PassesGiveTheirGoldens) {
  bool accept = std::getenv("ADDER_ACCEPT") != nullptr;
  for (const auto& entry : fs::directory_iterator(ADDER_SOURCE_ROOT "/tests/ir")) {
    if (entry.path().extension() != ".graph") continue;
    std::string file = slurp(entry.path());
    std::string head = "// pass: ";
    ASSERT_EQ(file.substr(0, head.size()), head) << entry.path();
    std::string pass = file.substr(head.size(), file.find('\n') - head.size());
    size_t dashes = file.find("\n----");
    std::string source = file.substr(0, dashes);
    ParsedGraph g = parse_graph(source);
    ASSERT_EQ(g.error, "") << entry.path();
    Graph before = copy_of(g.graph);
    std::string got;
    if (pass == "joint") {
      std::vector<bool> wanted;
      for (ValueId v : before.inputs()) wanted.push_back(rt::is_floating(before.meta(v).dtype));
      Result<Joint> joint = make_joint(before, wanted);
      ASSERT_TRUE(joint.ok()) << joint.status().message();
      EXPECT_EQ(verify(joint.value().forward), "");
      EXPECT_EQ(verify(joint.value().backward), "");
      got = text(joint.value().forward) + text(joint.value().backward);
    } else {
      Graph after = run_pass(pass, std::move(g.graph));
      got = text(after);
      EXPECT_EQ(verify(after), "") << entry.path() << "\n" << got;
      expect_same_meaning(before, after, entry.path().string());
    }
    if (accept) {
      std::ofstream(entry.path()) << source << "\n----\n" << got;
      continue;
    }
    ASSERT_NE(dashes, std::string::npos) << entry.path();
    EXPECT_EQ(got, file.substr(file.find('\n', dashes + 1) + 1)) << entry.path();
  }
}

TEST(Graph, ParserRefusesWithALine) {
  auto error = [](std::string_view s) { return parse_graph(s).error; };
  EXPECT_EQ(error("graph(%1: float32[2]) {\n  %2 = nope(%1)\n}"), "line 2: no op 'nope'");
  EXPECT_EQ(error("graph(%1: float32[2]) {\n  %2 = exp(%3)\n}"), "line 2: %3 is not defined");
  EXPECT_EQ(error("graph(%1: float31[2]) {\n}"), "line 1: no dtype 'float31'");
  EXPECT_EQ(error("graph(%1: float32[s0]) {\n}"), "line 1: no symbol 's0'");
  EXPECT_NE(error("graph(%1: float32[2], %2: float32[3]) {\n  %3 = add(%1, %2)\n}"), "");
  EXPECT_NE(error(""), "");
  EXPECT_NE(error("graph("), "");
  EXPECT_NE(error("graph() { return %1 }"), "");
}

TEST(Graph, ParserSurvivesDamage) {
  std::string good =
      "graph(s0 = 4, %1 \"x\": float32[s0, 3]) {\n  %2 = mul(%1, 2.5): float32[s0, 3]\n"
      "  %3 = sum(%2, [1], True): float32[s0, 1] @ \"m.py:3\"\n  return %3, None\n}\n";
  ASSERT_EQ(parse_graph(good).error, "");
  for (size_t i = 0; i < good.size(); ++i) {
    parse_graph(good.substr(0, i));
    for (char c : {'%', '(', '9', '"', ' ', '-'}) {
      std::string bad = good;
      bad[i] = c;
      ParsedGraph g = parse_graph(bad);
      if (g.error.empty()) verify(g.graph);
    }
  }
}

TEST(Graph, VerifierFindsBrokenMetas) {
  ParsedGraph g = parse_graph("graph(%1: float32[2, 3]) {\n  %2 = exp(%1): float32[2, 4]\n  return %2\n}");
  ASSERT_EQ(g.error, "");
  EXPECT_NE(verify(g.graph).find("another shape than the op gives"), std::string::npos);
}

void expect_joint(const std::string& source, const std::vector<bool>& wanted) {
  ParsedGraph g = parse_graph(source);
  ASSERT_EQ(g.error, "") << source;
  Result<Joint> joint = make_joint(g.graph, wanted);
  ASSERT_TRUE(joint.ok()) << joint.status().message();
  EXPECT_EQ(verify(joint.value().forward), "");
  EXPECT_EQ(verify(joint.value().backward), "");
  expect_gradients_match(g.graph, joint.value(), 1e-3);
}
TEST(Joint, TransformerParts) {
  expect_joint(
      "graph(%1: float32[3, 6], %2: float32[6], %3: float32[6], %4: float32[5, 6], %5: float32[5]) {\n"
      " %6 = layer_norm(%1, [6], %2, %3)\n %7 = linear(%6, %4, %5)\n %8 = gelu(%7)\n %9 = softmax(%8, -1)\n"
      " %10 = mul(%9, %8)\n %11 = sum(%10, [0, 1])\n return %11\n}",
      {true, true, true, true, true});
}
TEST(Joint, SymbolicBatch) {
  expect_joint(
      "graph(s0 = 4, %1: float32[s0, 3], %2: float32[3, 3]) {\n %3 = mm(%1, %2)\n %4 = sigmoid(%3)\n"
      " %5 = mean(%4, [0], True)\n %6 = mul(%4, %5)\n return %6\n}",
      {false, true});
}
TEST(Joint, WrittenInputsAreSavedAsTheyWere) {
  expect_joint(
      "graph(%1: float32[4], %2: float32[4]) {\n %3 = mul(%1, %2)\n %4 -> %2 = add(%2, 1.0)\n"
      " return %3\n}",
      {true, false});
}

TEST(Joint, MatchesTheTape) {
  ParsedGraph g = parse_graph(
      "graph(%1: float32[5, 4], %2: float32[4, 3], %3: float32[3]) {\n"
      "  %4 = mm(%1, %2)\n  %5 = add(%4, %3)\n  %6 = tanh(%5)\n  %7 = mul(%6, %6)\n  %8 = mean(%7, [0, 1])\n"
      "  return %8, %6\n}");
  ASSERT_EQ(g.error, "");
  Result<Joint> joint = make_joint(g.graph, {true, true, true});
  ASSERT_TRUE(joint.ok()) << joint.status().message();
  expect_gradients_match(g.graph, joint.value(), 1e-4);
}

}  // namespace
}  // namespace adder::ir
