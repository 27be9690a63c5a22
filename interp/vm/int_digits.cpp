#include "interp/vm/int_digits.h"

#include "interp/objects/bigint.h"

namespace adder {
// The limit stands beside sys.path, under a name that no script can write as an attribute.
static Value* limit_slot(Thread& th) {
  Value sys = dict_get(th.in.modules, intern(th.in, "sys"));
  if (!sys.is(Kind::Module)) return nullptr;
  Dict* d = sys.as<Module>()->dict;
  int64_t e = dict_find(d, intern(th.in, ".int_max_str_digits"));
  return e < 0 ? nullptr : &d->entries[e].val;
}
size_t max_int_digits(Thread& th) {
  Value* v = limit_slot(th);
  return v && v->is_int() ? size_t(v->as_int()) : 4300;
}
void set_max_int_digits(Thread& th, size_t n) {
  Value sys = dict_get(th.in.modules, intern(th.in, "sys"));
  if (sys.is(Kind::Module)) dict_set(sys.as<Module>()->dict, intern(th.in, ".int_max_str_digits"), integer49(int64_t(n)));
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
