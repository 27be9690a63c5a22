// embed OUT.cpp ROOT FILE...: writes a C++ file that holds the bytecode of each Python FILE, as the module that its
// path relative to ROOT makes it, packed by zstd with a dictionary that all of them share (stdlib/blob.h). A file that
// does not compile ends the build with its SyntaxError.
#define ZDICT_STATIC_LINKING_ONLY  // for dictionaries trained at a level
#define ZSTD_STATIC_LINKING_ONLY  // for frames without a magic number
#include <zdict.h>
#include <zstd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "interp/bytecode/library_code.h"
#include "interp/bytecode/serialize.h"
#include "interp/compiler/compile.h"
#include "interp/tools/cpp_literal.h"

namespace {

// Bodies of functions in a piece: what importing a module calls of its own is mostly one or two of its functions. Half
// of it takes 1 % more room, twice of it hardly less.
constexpr size_t kPieceBytes = 8 << 10;

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

void mark_stand_in(adder::CodeProto* code) {
  code->flags |= adder::kStandInFlag;
  for (adder::ConstProto& k : code->k)
    if (k.code) mark_stand_in(k.code.get());
}
// Marks what stands for C in CPython: functions and classes of a module by their names, or all.
void mark_stand_ins(const std::string& file, adder::CodeProto* module) {
  static constexpr struct {
    const char *file, *names;  // names with blanks around them
  } kStandIns[] = {
#define X(file, names) {file, " " names " "},
#include "stdlib/stand_ins.def"
#undef X
  };
  for (const auto& s : kStandIns) {
    if (file != s.file) continue;
    for (adder::ConstProto& k : module->k)
      if (k.code && (!std::strcmp(s.names, " * ") || std::strstr(s.names, (" " + k.code->name + " ").c_str())))
        mark_stand_in(k.code.get());
  }
}

struct Module {
  std::string name;  // dotted
  bool package;
  std::vector<std::string> pieces;
};

Module module_of(const std::string& file, std::vector<std::string> pieces) {
  constexpr std::string_view kInit = "/__init__.py";
  bool package = file.ends_with(kInit);
  std::string name = file.substr(0, file.size() - (package ? kInit.size() : 3));
  std::replace(name.begin(), name.end(), '/', '.');
  return {name, package, std::move(pieces)};
}

constexpr int kLevel = 22;  // of zstd, the highest

// What modules have in common, as zstd finds it; empty where they are too few.
std::string train_dictionary(const std::vector<Module>& modules) {
  constexpr size_t kSize = 96 << 10;  // 64 or 40: 6 or 22 KB more in all
  std::string joined, out(kSize, '\0');
  std::vector<size_t> sizes;
  for (const Module& m : modules) {
    for (const std::string& piece : m.pieces) {
      joined += piece;
      sizes.push_back(piece.size());
    }
  }
  ZDICT_cover_params_t parameters = {};
  parameters.d = 8;
  parameters.k = 150;  // of 60 to 1000 the best
  parameters.zParams.compressionLevel = kLevel;
  size_t n = ZDICT_trainFromBuffer_cover(out.data(), out.size(), joined.data(), sizes.data(), unsigned(sizes.size()),
                                         parameters);
  out.resize(ZDICT_isError(n) ? 0 : n);
  return out;
}

std::string pack(const std::string& plain, const std::string& dictionary) {
  std::string out(ZSTD_compressBound(plain.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context, ZSTD_c_format, ZSTD_f_zstd1_magicless);
  ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  size_t n = ZSTD_compress2(context, out.data(), out.size(), plain.data(), plain.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(n)) {
    std::fprintf(stderr, "embed: %s\n", ZSTD_getErrorName(n));
    std::exit(1);
  }
  out.resize(n);
  return out;
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
    options.source = adder::SourceKind::File;
    adder::CodeProto code;
    adder::SyntaxErrorInfo error;
    if (!adder::compile_source(text, options, &code, &error)) {
      std::fprintf(stderr, "%s:%d: %s\n", path.c_str(), int(error.line), error.message.c_str());
      return 1;
    }
    keep_lines_only(&code);
    mark_stand_ins(name, &code);
    modules.push_back(module_of(name, adder::write_pieces(code, kPieceBytes)));
  }
  std::sort(modules.begin(), modules.end(), [](const Module& a, const Module& b) { return a.name < b.name; });
  std::fputs("#include \"stdlib/blob.h\"\nnamespace adder {\n", out);
  const std::string dictionary = train_dictionary(modules);
  std::fputs("const std::string_view kStdlibDictionary = {", out);
  adder::write_literal(out, dictionary);
  std::fprintf(out, ", %zu};\n", dictionary.size());
  std::string packed, table, piece_table;
  size_t count = 0;
  for (const Module& m : modules) {
    table += "{\"" + m.name + "\", " + (m.package ? "true" : "false") + ", " + std::to_string(count) + "},\n";
    for (const std::string& piece : m.pieces) {
      piece_table += "{" + std::to_string(packed.size()) + ", " + std::to_string(piece.size()) + "},\n";
      packed += pack(piece, dictionary);
    }
    count += m.pieces.size();
  }
  piece_table += "{" + std::to_string(packed.size()) + ", 0},\n";
  std::fputs("const std::string_view kStdlibPacked = {", out);
  adder::write_literal(out, packed);
  std::fprintf(out, ", %zu};\n", packed.size());
  std::fprintf(out, "static constexpr PackedPiece kPieces[] = {\n%s};\n", piece_table.c_str());
  std::fprintf(out, "static constexpr StdlibModule kModules[] = {\n%s};\n", table.c_str());
  std::fputs("const std::span<const PackedPiece> kStdlibPieces = kPieces;\n", out);
  std::fputs("const std::span<const StdlibModule> kStdlibModules = kModules;\n}\n", out);
  return std::fclose(out) == 0 ? 0 : 1;
}
