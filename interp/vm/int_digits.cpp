#include "interp/vm/int_digits.h"

#include "interp/objects/bigint.h"

namespace adder {
size_t max_int_digits(Thread& th) {
  return th.in.max_int_digits;
}
void set_max_int_digits(Thread& th, size_t n) {
  th.in.max_int_digits = n;
}
bool int_text(Thread& th, Value v, int base, std::string* out) {
  bool decimal = base == 10 && is_big(v);
  size_t most = decimal ? max_int_digits(th) : 0;
  auto too_long = [&] {
    th.raise(E_ValueError,
             "Exceeds the limit (%zu digits) for integer string conversion; use sys.set_int_max_str_digits() to increase "
             "the limit",
             most);
    return false;
  };
  if (most && big_bit_length(v) / 10 * 3 > most + 2) return too_long();  // 10 bits are more than 3 digits
  std::string text = big_to_text(v, base);
  if (most && text.size() - (text[0] == '-') > most) return too_long();
  *out += text;
  return true;
}
}  // namespace adder
