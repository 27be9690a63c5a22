// _random.Random: the Mersenne Twister, seeded and read as CPython does.
#include <sys/random.h>

#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

constexpr int kWords = 624;
constexpr int kShift = 397;

struct Twister {
  uint32_t state[kWords];
  int index = kWords + 1;

  void seed_word(uint32_t s) {
    state[0] = s;
    for (int i = 1; i < kWords; ++i) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + uint32_t(i);
    index = kWords;
  }
  void seed_array(const std::vector<uint32_t>& key) {
    seed_word(19650218u);
    int i = 1;
    size_t j = 0;
    for (size_t k = std::max<size_t>(kWords, key.size()); k > 0; --k) {
      state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525u)) + key[j] + uint32_t(j);
      if (++i >= kWords) {
        state[0] = state[kWords - 1];
        i = 1;
      }
      if (++j >= key.size()) j = 0;
    }
    for (int k = kWords - 1; k > 0; --k) {
      state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941u)) - uint32_t(i);
      if (++i >= kWords) {
        state[0] = state[kWords - 1];
        i = 1;
      }
    }
    state[0] = 0x80000000u;
  }
  uint32_t next() {
    if (index >= kWords) {
      for (int k = 0; k < kWords; ++k) {
        uint32_t y = (state[k] & 0x80000000u) | (state[(k + 1) % kWords] & 0x7fffffffu);
        state[k] = state[(k + kShift) % kWords] ^ (y >> 1) ^ ((y & 1) ? 0x9908b0dfu : 0);
      }
      index = 0;
    }
    uint32_t y = state[index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
};
Twister* self_of(Value v) {
  return payload<Twister>(v);
}

void seed_entropy(Twister* t) {
  std::vector<uint32_t> key(kWords);
  size_t bytes = key.size() * sizeof(uint32_t);
  char* p = reinterpret_cast<char*>(key.data());
  size_t at = 0;
  while (at < bytes) {
    ssize_t n = getrandom(p + at, bytes - at, 0);
    if (n > 0) at += size_t(n);
  }
  t->seed_array(key);
}
bool seed(Thread& th, Twister* t, Value arg) {
  if (!arg.u || arg.u == kNone.u) {
    seed_entropy(t);
    return true;
  }
  Owned n;
  Value u = unwrap(arg);
  if (is_intlike(u)) {
    n = Owned(big_sign(u) < 0 ? big_negate(th, u) : inc(u));
  } else {
    int64_t h;
    if (!hash_of(th, arg, &h)) return false;
    uint64_t v = uint64_t(h);
    n = Owned(big_from_bytes(th, std::string_view(reinterpret_cast<char*>(&v), 8), false));
  }
  size_t bits = big_bit_length(n.get());
  size_t words = bits == 0 ? 1 : (bits + 31) / 32;
  std::string bytes(words * 4 + 1, '\0');
  big_to_bytes(n.get(), bytes.data(), bytes.size(), false);
  std::vector<uint32_t> key(words);
  memcpy(key.data(), bytes.data(), words * 4);
  t->seed_array(key);
  return true;
}

Value random_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (self_of(self)) Twister();
  if (!seed(th, self_of(self), a[1].u && is_intlike(unwrap(a[1])) ? a[1] : kAbsent)) {
    dec(self);
    return kAbsent;
  }
  return self;
}
Value random_seed(Thread& th, Value* a, int) {
  return seed(th, self_of(a[0]), a[1]) ? kNone : kAbsent;
}
Value random_random(Thread&, Value* a, int) {
  Twister* t = self_of(a[0]);
  uint32_t x = t->next() >> 5;
  uint32_t y = t->next() >> 6;
  return real((x * 67108864.0 + y) * (1.0 / 9007199254740992.0));
}
Value random_bits(Thread& th, Value* a, int) {
  int64_t k;
  if (!to_index(th, a[1], &k)) return kAbsent;
  if (k < 0) return th.raise(E_ValueError, "number of bits must be non-negative");
  if (k == 0) return integer49(0);
  Twister* t = self_of(a[0]);
  if (k <= 32) return integer(th, int64_t(t->next() >> (32 - k)));
  if (!th.check_memory(size_t(k) / 8)) return kAbsent;
  size_t words = size_t(k - 1) / 32 + 1;
  std::string bytes(words * 4, '\0');
  for (size_t i = 0; i < words; ++i, k -= 32) {
    uint32_t r = t->next();
    if (k < 32) r >>= 32 - k;
    memcpy(bytes.data() + i * 4, &r, 4);
  }
  return big_from_bytes(th, bytes, false);
}
Value random_getstate(Thread& th, Value* a, int) {
  Twister* t = self_of(a[0]);
  Tuple* r = tuple(th, kWords + 1);
  for (int i = 0; i < kWords; ++i) r->items[i] = integer(th, t->state[i]);
  r->items[kWords] = integer49(t->index);
  return of(r);
}
Value random_setstate(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (!u.is(Kind::Tuple)) return th.raise(E_TypeError, "state vector must be a tuple");
  Tuple* s = u.as<Tuple>();
  if (s->len != kWords + 1) return th.raise(E_ValueError, "state vector is the wrong size");
  Twister fresh;
  for (int i = 0; i <= kWords; ++i) {
    Value v = unwrap(s->items[i]);
    if (!is_intlike(v)) return th.raise(E_TypeError, "an integer is required");
    if (is_big(v) || to_int(v) < 0) return th.raise(E_OverflowError, "can't convert negative int to unsigned");
    if (i < kWords)
      fresh.state[i] = uint32_t(to_int(v));
    else if (to_int(v) > kWords)
      return th.raise(E_ValueError, "invalid state");
    else
      fresh.index = int(to_int(v));
  }
  *self_of(a[0]) = fresh;
  return kNone;
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, x=..., /, *args, **kwargs)", "", random_new, Rule::residual},
    {"seed", "(self, n=None, /)", "Start from a seed.", random_seed, Rule::residual},
    {"random", "(self, /)", "A float in [0, 1).", random_random, Rule::residual},
    {"getrandbits", "(self, k, /)", "An integer with k random bits.", random_bits, Rule::residual},
    {"getstate", "(self, /)", "The state as a tuple.", random_getstate, Rule::residual},
    {"setstate", "(self, state, /)", "Restore a state.", random_setstate, Rule::residual},
};
const NativeTypeDef kRandom = {"_random.Random", "The Mersenne Twister.", sizeof(Twister), kMethods};

bool init_random(Thread& th, Module* m) {
  module_set(th.in, m, "Random", of(inc(define_type(th.in, kRandom))));
  return true;
}

}  // namespace

const NativeModuleDef kRandomModule = {"_random", "Random numbers.", {}, init_random};

}  // namespace adder::lib
