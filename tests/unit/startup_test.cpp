// What a start costs, counted and not timed: objects, bytes, modules, and the size of the program. The bounds leave
// room of a quarter or so; whoever needs more raises them and says why.
#include <elf.h>
#include <gtest/gtest.h>

#include <charconv>
#include <cstring>
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
// The program's file, and tables of it.
struct Program {
  std::string bytes;
  Elf64_Ehdr header = {};
  Program() {
    std::ifstream file(ADDER_PROGRAM, std::ios::binary);
    bytes.assign((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.size() > sizeof header) memcpy(&header, bytes.data(), sizeof header);
  }
  bool valid() const { return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0; }
  template <class T>
  std::vector<T> table(size_t at, size_t n) const {
    if (at + n * sizeof(T) > bytes.size()) return {};
    std::vector<T> t(n);
    memcpy(t.data(), bytes.data() + at, n * sizeof(T));
    return t;
  }
  uint64_t address_of(std::string_view symbol) const {
    std::vector<Elf64_Shdr> sections = table<Elf64_Shdr>(header.e_shoff, header.e_shnum);
    for (const Elf64_Shdr& s : sections) {
      if (s.sh_type != SHT_SYMTAB) continue;
      size_t names = sections[s.sh_link].sh_offset;
      for (const Elf64_Sym& sym : table<Elf64_Sym>(s.sh_offset, s.sh_size / sizeof(Elf64_Sym)))
        if (symbol == bytes.c_str() + names + sym.st_name) return sym.st_value;
    }
    return 0;
  }
};

// What a stripped program keeps, nearly: the parts that are mapped.
TEST(Startup, ProgramIsSmall) {
  Program program;
  ASSERT_TRUE(program.valid());
  const std::string& bytes = program.bytes;
  size_t mapped = 0;
  for (const Elf64_Phdr& part : program.table<Elf64_Phdr>(program.header.e_phoff, program.header.e_phnum))
    if (part.p_type == PT_LOAD) mapped += part.p_filesz;
  EXPECT_GT(mapped, 0u);
  EXPECT_LT(mapped, size_t(14) << 20);
  RecordProperty("mapped_bytes", std::to_string(mapped));
  // A use of iostreams anywhere brings in locales: 0.4 MB, and they are made at every start.
  EXPECT_EQ(bytes.find("NSt6locale5facetE"), std::string::npos) << "the program holds the locales of libstdc++";
}

// The code of recorder and compiler stands together, and is mapped only until they have done their work. Pages around
// one that is touched are mapped with it, which may reach in from both ends, and a few functions run at other times too.
TEST(Startup, CompilersCodeGoesAgain) {
  Program program;
  uint64_t begin = program.address_of("adder_record_code"), end = program.address_of("adder_record_code_end");
  ASSERT_GT(end, begin + (200 << 10));
  uint64_t recorder = program.address_of("_ZN5adder7capture8Recorder6recordEv");
  EXPECT_TRUE(recorder >= begin && recorder < end);
  std::string code = R"(
def mapped():
    with open('/proc/self/pagemap', 'rb') as f:
        f.seek(BEGIN // 4096 * 8)
        return sum(byte >> 7 for byte in f.read((END - BEGIN) // 4096 * 8)[7::8])
import torch
before = mapped()
f = torch.compile(lambda x: (x * 2).exp() + 1)
for _ in range(4):
    f(torch.ones(3))
print(max(before, mapped()))
)";
  for (auto [name, value] : {std::pair("BEGIN", begin), std::pair("END", end)})
    for (size_t at; (at = code.find(name)) != std::string::npos;) code.replace(at, strlen(name), std::to_string(value));
  EXPECT_LE(printed(code), int64_t(end - begin) / 4096 / 2);
}
// What starting and importing ran goes before the first recording, what recording and compiling ran behind a large one.
TEST(Startup, CapturedRunsMapLessOfTheProgram) {
  std::string code = R"(
import torch
from torch import nn
model = nn.Sequential(*[layer for _ in range(16) for layer in (nn.Linear(64, 64), nn.GELU(), nn.LayerNorm(64))]).eval()
x = torch.randn(32, 64)
def mapped(f):
    with torch.no_grad():
        for _ in range(4):
            f(x)
    for line in open('/proc/self/status'):
        if line.startswith('RssFile'):
            return int(line.split()[1])
eager = mapped(model)
print(eager - mapped(torch.compile(model)))
)";
  EXPECT_GE(printed(code), 500);
}
#endif
#endif

}  // namespace
}  // namespace adder
