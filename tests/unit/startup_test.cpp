// What a start costs, counted and not timed: objects, bytes, modules, and the size of the program. The bounds leave
// room of a quarter or so; whoever needs more raises them and says why.
#include <elf.h>
#include <gtest/gtest.h>

#include <charconv>
#include <fstream>
#include <iterator>

#include "interp/embed/session.h"
#include "interp/vm/import.h"
#include "interp/vm/signature.h"
#include "tests/runner/process.h"

namespace adder {
namespace {

using testing_support::ProcessResult;
using testing_support::run_process;

struct Started {
  std::unique_ptr<Session> session = std::move(Session::create(Flags()).value());
  Thread& th = session->thread();
  Interpreter& in = th.in;
};

TEST(Startup, MakesFewObjects) {
  Started s;
  size_t cells = 0;
  s.in.heap.each_cell([&](Cell*) { ++cells; });
  EXPECT_LT(cells, 3000u);
  EXPECT_LT(s.in.heap.bytes(), 350u << 10);
  EXPECT_LT(s.in.signatures.size(), 20u);  // of natives that the start itself calls
}

TEST(Startup, EverySignatureIsOne) {
  Started s;
  std::vector<std::string_view> names;
  for (const auto& [name, module] : s.in.native_modules) names.push_back(name);
  for (std::string_view name : names) {
    Owned module(import_absolute(s.th, intern(s.in, name)));
    s.th.clear_pending();  // some need modules in Python first; what they defined is there
  }
  std::vector<const NativeDef*> defs;
  s.in.heap.each_cell([&](Cell* c) {
    if (c->kind == Kind::Native) defs.push_back(static_cast<Native*>(c)->def);
  });
  EXPECT_GT(defs.size(), 2000u);
  for (const NativeDef* d : defs)
    EXPECT_GE(signature_of(s.in, d).fixed, 0) << d->name;  // a malformed one ends the program
}

int64_t number_from(const std::string& text) {
  int64_t n = -1;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}
int64_t printed(const std::string& code) {
  ProcessResult r = run_process({ADDER_PROGRAM, "-c", code}, {}, "", "", 20);
  EXPECT_EQ(r.exit_status, 0) << r.err;
  return number_from(r.out);
}

TEST(Startup, LoadsFewModules) {
  auto loaded = [](const std::string& before) { return printed(before + "\nimport sys\nprint(len(sys.modules))"); };
  EXPECT_LE(loaded(""), 6);
  EXPECT_LE(loaded("import torch"), 12);
  EXPECT_LE(loaded("import re"), 20);
  EXPECT_LE(loaded("import unittest.mock"), 52);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Of its own memory only: how much of the program's file counts as resident depends on how the system keeps it.
TEST(Startup, TakesLittleMemory) {
  auto kilobytes = [](const std::string& before) {
    return printed(before +
                   "\nfor line in open('/proc/self/status'):\n"
                   "    if line.startswith('RssAnon'):\n"
                   "        print(line.split()[1])");
  };
  EXPECT_LE(kilobytes(""), 800);
  EXPECT_LE(kilobytes("import torch"), 1800);
}

#ifdef __OPTIMIZE__
// What a stripped program keeps, nearly: the parts that are mapped.
TEST(Startup, ProgramIsSmall) {
  std::ifstream file(ADDER_PROGRAM, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ASSERT_GT(bytes.size(), sizeof(Elf64_Ehdr));
  Elf64_Ehdr header;
  memcpy(&header, bytes.data(), sizeof header);
  ASSERT_EQ(memcmp(header.e_ident, ELFMAG, SELFMAG), 0);
  size_t mapped = 0;
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    ASSERT_LE(header.e_phoff + (i + 1) * sizeof part, bytes.size());
    memcpy(&part, bytes.data() + header.e_phoff + i * sizeof part, sizeof part);
    if (part.p_type == PT_LOAD) mapped += part.p_filesz;
  }
  EXPECT_LT(mapped, size_t(14) << 20);
  RecordProperty("mapped_bytes", std::to_string(mapped));
  // A use of iostreams anywhere brings in locales: 0.4 MB, and they are made at every start.
  EXPECT_EQ(bytes.find("NSt6locale5facetE"), std::string::npos) << "the program holds the locales of libstdc++";
}
#endif
#endif

}  // namespace
}  // namespace adder
