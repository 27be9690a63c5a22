#include "interp/text/name_table.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "runtime/base/check.h"

namespace adder::text {

NameTable::NameTable() {
  const PackedNames& packed = kPackedNames;
  CHECK(packed.count < 0xFFFF);
  text_.resize(packed.size);
  CHECK(ZSTD_decompress(text_.data(), text_.size(), packed.zstd.data(), packed.zstd.size()) == packed.size);
  characters_.reserve(packed.count);
  starts_.reserve(packed.count + 1);
  by_hash_.resize(std::bit_ceil(packed.count * 2));
  size_t at = 0, begin = packed.steps;
  char32_t c = 0;
  for (size_t i = 0; i < packed.count; ++i) {
    for (int shift = 0;; shift += 7) {
      unsigned char b = static_cast<unsigned char>(text_[at++]);
      c += char32_t(b & 127) << shift;
      if (b < 128) break;
    }
    characters_.push_back(c);
    starts_.push_back(uint32_t(begin));
    begin = text_.find('\n', begin) + 1;
  }
  starts_.push_back(uint32_t(begin));
  const size_t mask = by_hash_.size() - 1;
  for (size_t i = 0; i < packed.count; ++i) {
    size_t h = std::hash<std::string_view>()(name_at(i)) & mask;
    while (by_hash_[h]) h = (h + 1) & mask;
    by_hash_[h] = uint16_t(i + 1);
  }
}

const NameTable& NameTable::get() {
  static const NameTable table;
  return table;
}

std::string_view NameTable::name_at(size_t i) const {
  return std::string_view(text_).substr(starts_[i], starts_[i + 1] - starts_[i] - 1);
}

std::string_view NameTable::name(char32_t c) const {
  auto at = std::lower_bound(characters_.begin(), characters_.end(), c);
  if (at == characters_.end() || *at != c) return {};
  return name_at(size_t(at - characters_.begin()));
}

char32_t NameTable::character(std::string_view name) const {
  const size_t mask = by_hash_.size() - 1;
  for (size_t h = std::hash<std::string_view>()(name) & mask; by_hash_[h]; h = (h + 1) & mask)
    if (size_t i = by_hash_[h] - 1u; name_at(i) == name) return characters_[i];
  return kMissing;
}

}  // namespace adder::text
