// embed OUT.cpp ROOT FILE...: writes a C++ file that holds the bytecode of each Python FILE, as the module that its path
// relative to ROOT makes it. A file that does not compile ends the build with its SyntaxError.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "interp/bytecode/serialize.h"
#include "interp/compiler/compile.h"

namespace {

// Octal escapes for everything but plain printable text: three digits, so that no following digit can join them.
void write_literal(std::FILE* out, const std::string& text) {
  std::fputc('"', out);
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '\n') {
      std::fputs("\\n\"\n\"", out);
    } else if (c >= 32 && c < 127 && c != '"' && c != '\\' && c != '?') {
      std::fputc(c, out);
    } else {
      std::fprintf(out, "\\%03o", c);
    }
  }
  std::fputc('"', out);
}

// The texts are not in the program, so nothing can underline a part of a line: the lines are enough.
void keep_lines_only(adder::CodeProto* code) {
  adder::PositionWriter lines;
  uint32_t line = 0;
  adder::each_position(code->positions, [&](uint32_t pc, const adder::Position& p) {
    if (p.line != line || pc == 0) lines.add(pc, {p.line, 0, p.line, 0});
    line = p.line;
  });
  code->positions = lines.take();
  for (adder::ConstProto& k : code->k)
    if (k.code) keep_lines_only(k.code.get());
}

struct Module {
  std::string name;  // dotted
  std::string file;  // relative to the root
  bool package;
  std::string code;
};

Module module_of(const std::string& file, std::string code) {
  constexpr std::string_view kInit = "/__init__.py";
  bool package = file.ends_with(kInit);
  std::string name = file.substr(0, file.size() - (package ? kInit.size() : 3));
  std::replace(name.begin(), name.end(), '/', '.');
  return {name, file, package, std::move(code)};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: embed OUT.cpp ROOT FILE...\n");
    return 2;
  }
  const std::filesystem::path root = std::filesystem::canonical(argv[2]);
  std::FILE* out = std::fopen(argv[1], "w");
  if (!out) {
    std::perror(argv[1]);
    return 1;
  }
  std::vector<Module> modules;
  for (int i = 3; i < argc; ++i) {
    std::string path = argv[i];
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "embed: cannot read %s\n", path.c_str());
      return 1;
    }
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::string name = std::filesystem::canonical(path).lexically_relative(root).generic_string();
    adder::CompileOptions options;
    options.filename = "<adder>/" + name;
    options.is_bytes = true;
    options.is_file = true;
    adder::CodeProto code;
    adder::SyntaxErrorInfo error;
    if (!adder::compile_source(text, options, &code, &error)) {
      std::fprintf(stderr, "%s:%d: %s\n", path.c_str(), int(error.line), error.message.c_str());
      return 1;
    }
    keep_lines_only(&code);
    modules.push_back(module_of(name, adder::write_code(code)));
  }
  std::sort(modules.begin(), modules.end(), [](const Module& a, const Module& b) { return a.name < b.name; });
  std::fputs("#include \"stdlib/blob.h\"\nnamespace adder {\n", out);
  std::string table;
  for (size_t i = 0; i < modules.size(); ++i) {
    const Module& m = modules[i];
    std::string n = std::to_string(i);
    std::fprintf(out, "static const char kCode%s[] =\n", n.c_str());
    write_literal(out, m.code);
    std::fputs(";\n", out);
    table += "{\"" + m.name + "\", \"" + m.file + "\", " + (m.package ? "true" : "false") + ", {kCode" + n + ", " +
             std::to_string(m.code.size()) + "}},\n";
  }
  std::fprintf(out, "static constexpr StdlibModule kModules[] = {\n%s};\n", table.c_str());
  std::fputs("const std::span<const StdlibModule> kStdlibModules = kModules;\n}\n", out);
  return std::fclose(out) == 0 ? 0 : 1;
}
