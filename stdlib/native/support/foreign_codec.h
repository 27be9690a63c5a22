#pragma once
// Encodings that the C library converts (iconv): code pages, and the multi-byte sets of East Asia. They are loaded when
// they are first used.
#include "stdlib/native/support/codec.h"

namespace adder::lib {

// Values of Encoding from kForeign on stand for rows of the table in foreign_codec.cpp.
Encoding foreign_encoding_of(std::string_view normalized);  // lower case, '_' for '-' and ' '; kUnknown: none
const char* foreign_encoding_name(Encoding e);
// The name that exceptions show: one-byte sets are all called "charmap".
const char* foreign_shown_name(Encoding e);
bool encode_foreign(std::string_view text, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
                    ErrorHandler* handler);
bool decode_foreign(std::string_view bytes, Encoding e, ErrorMode mode, std::string* out, CodecError* error,
                    size_t* consumed, ErrorHandler* handler);

}  // namespace adder::lib
