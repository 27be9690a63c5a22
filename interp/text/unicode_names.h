#pragma once
// Names of characters by Unicode 14.0, from libunistring; ideographs, aliases and named sequences are added here.
#include <cstdint>
#include <string>
#include <string_view>

namespace adder::text {

std::string character_name(char32_t c);                  // empty: none
uint32_t character_by_name(std::string_view name);       // a name or an alias in any case; kNoCharacter: unknown
std::string characters_by_name(std::string_view name);   // named sequences too, as UTF-8; empty: unknown
constexpr uint32_t kNoCharacter = 0xFFFFFFFFu;

}  // namespace adder::text
