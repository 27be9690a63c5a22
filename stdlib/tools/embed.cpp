// embed OUT.cpp ROOT FILE...: writes a C++ file that holds each Python FILE under its path relative to ROOT: its text,
// for tracebacks and inspect, and its bytecode. A file that does not compile ends the build with its SyntaxError.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

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
  std::string table;
  std::fputs("#include \"stdlib/blob.h\"\nnamespace adder {\n", out);
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
    std::string bytes = adder::write_code(code);
    std::fprintf(out, "static const char kCode%d[] =\n", i);
    write_literal(out, bytes);
    std::fprintf(out, ";\nstatic const char kText%d[] =\n", i);
    write_literal(out, text);
    std::fputs(";\n", out);
    std::string n = std::to_string(i);
    table += "{\"" + name + "\", kText" + n + ", " + std::to_string(text.size()) + ", kCode" + n + ", " +
             std::to_string(bytes.size()) + "},\n";
  }
  std::fprintf(out, "extern const StdlibFile kStdlibFiles[] = {\n%s};\n", table.c_str());
  std::fprintf(out, "extern const size_t kStdlibFileCount = %d;\n}\n", argc - 3);
  return std::fclose(out) == 0 ? 0 : 1;
}
