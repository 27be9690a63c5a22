// _base64: base 64 by the system's library, for binascii. What the library does not take, binascii reads by itself.
#include <nettle/base64.h>

#include <algorithm>

#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

Value encode(Thread& th, Value* a, int) {
  Buffer data;
  if (!get_buffer(th, a[0], &data)) return kAbsent;
  const size_t size = data.view.size(), coded = BASE64_ENCODE_RAW_LENGTH(size);
  if (!th.check_memory(coded)) return kAbsent;
  std::string out(coded, '\0');
  base64_encode_raw(out.data(), size, reinterpret_cast<const uint8_t*>(data.view.data()));
  return new_bytes(th, out);
}
// None where anything but the alphabet, white space and the padding at the end stands in the text.
Value decode(Thread& th, Value* a, int) {
  Buffer data;
  if (!get_buffer(th, a[0], &data)) return kAbsent;
  if (std::count(data.view.begin(), data.view.end(), '=') > 2)
    return kNone;  // which the library takes after one character
  size_t size = BASE64_DECODE_LENGTH(data.view.size());
  if (!th.check_memory(size)) return kAbsent;
  std::string out(size, '\0');
  base64_decode_ctx state;
  base64_decode_init(&state);
  bool plain =
      base64_decode_update(&state, &size, reinterpret_cast<uint8_t*>(out.data()), data.view.size(), data.view.data());
  if (!plain || !base64_decode_final(&state)) return kNone;
  out.resize(size);
  return new_bytes(th, out);
}

const NativeDef kFunctions[] = {
    {"encode", "(data, /)", "Base 64, padded.", encode, Rule::residual},
    {"decode", "(text, /)", "The bytes of plain base 64; None: it is not plain.", decode, Rule::residual}};

}  // namespace

const NativeModuleDef kBase64Module = {"_base64", "Base 64.", kFunctions, nullptr};

}  // namespace adder::lib
