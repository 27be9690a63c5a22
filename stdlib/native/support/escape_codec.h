#pragma once
// The encodings unicode_escape and raw_unicode_escape: text as it stands in source code.
#include "stdlib/native/support/codec.h"

namespace adder::lib {

enum class Escapes { kNone, kFull, kRaw };
Escapes escapes_of(std::string_view encoding);  // kNone: another encoding
std::string encode_escapes(std::string_view text, Escapes);
// *consumed (if not null): an escape that the end cuts off is left over instead of being an error.
bool decode_escapes(std::string_view bytes, Escapes, ErrorMode mode, std::string* out, CodecError* error,
                    size_t* consumed = nullptr, ErrorHandler* handler = nullptr);

}  // namespace adder::lib
