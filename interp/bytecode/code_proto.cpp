#include "interp/bytecode/code_proto.h"

#include <cstring>

namespace adder {

bool same_constant(const ConstProto& a, const ConstProto& b) {
  if (a.type != b.type || a.code || b.code) return false;
  switch (a.type) {
    case ConstProto::Int: return a.integer == b.integer;
    case ConstProto::Float: return memcmp(&a.real, &b.real, 8) == 0;
    case ConstProto::Complex: return memcmp(&a.real, &b.real, 8) == 0 && memcmp(&a.imaginary, &b.imaginary, 8) == 0;
    case ConstProto::BigInt:
    case ConstProto::Str:
    case ConstProto::Bytes: return a.text == b.text;
    case ConstProto::Tuple:
    case ConstProto::FrozenSet: {
      if (a.items.size() != b.items.size()) return false;
      for (size_t i = 0; i < a.items.size(); i++) {
        if (!same_constant(a.items[i], b.items[i])) return false;
      }
      return true;
    }
    default: return true;
  }
}

void PositionWriter::add(uint32_t pc, const Position& p) {
  varint::put(&out_, pc - pc_);
  varint::put(&out_, varint::zigzag(int64_t(p.line) - int64_t(line_)));
  varint::put(&out_, p.column);
  varint::put(&out_, p.end_line - p.line);
  varint::put(&out_, p.end_column);
  pc_ = pc;
  line_ = p.line;
}

Position find_position(std::string_view table, uint32_t pc) {
  Position found;
  each_position(table, [&](uint32_t at, const Position& p) {
    if (at <= pc) found = p;
  });
  return found;
}

Position find_line(std::string_view lines, uint32_t pc) {
  Position found;
  each_line(lines, [&](uint32_t at, const Position& p) {
    if (at <= pc) found = p;
  });
  return found;
}

std::string positions_of_lines(std::string_view lines) {
  PositionWriter out;
  each_line(lines, [&](uint32_t pc, const Position& p) { out.add(pc, p); });
  return out.take();
}

}  // namespace adder
