// embed OUT.cpp ROOT FILE...: writes a C++ file that holds the text of each FILE under its path relative to ROOT.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

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
  std::fputs("#include \"stdlib/blob.h\"\nnamespace adder {\nextern const StdlibFile kStdlibFiles[] = {\n", out);
  for (int i = 3; i < argc; ++i) {
    std::string path = argv[i];
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "embed: cannot read %s\n", path.c_str());
      return 1;
    }
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::fprintf(out, "{\"%s\", ", std::filesystem::canonical(path).lexically_relative(root).generic_string().c_str());
    write_literal(out, text);
    std::fprintf(out, ", %zu},\n", text.size());
  }
  std::fprintf(out, "};\nextern const size_t kStdlibFileCount = %d;\n}\n", argc - 3);
  return std::fclose(out) == 0 ? 0 : 1;
}
