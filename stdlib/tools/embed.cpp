// embed OUT.cpp ROOT FILE...: writes a C++ file that holds the text of each FILE under its path relative to ROOT.
#include <cstdio>
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
  const std::string root = std::string(argv[2]) + "/";
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
    size_t at = path.find(root);
    std::fprintf(out, "{\"%s\", ", path.substr(at == std::string::npos ? 0 : at + root.size()).c_str());
    write_literal(out, text);
    std::fprintf(out, ", %zu},\n", text.size());
  }
  std::fprintf(out, "};\nextern const size_t kStdlibFileCount = %d;\n}\n", argc - 3);
  return std::fclose(out) == 0 ? 0 : 1;
}
