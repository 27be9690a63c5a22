// _hashlib: message digests. Nettle computes MD5, SHA-1, SHA-2, SHA-3, RIPEMD-160 and SM3, libb2 computes BLAKE2; the SHAKE
// functions, whose length is free, are a sponge over Nettle's Keccak permutation.
#include <blake2.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha3.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "stdlib/native/library.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {
namespace {

class Hash {
 public:
  virtual ~Hash() = default;
  virtual void update(std::string_view) = 0;
  virtual std::string digest(size_t length) const = 0;  // the state stays as it is
  virtual std::unique_ptr<Hash> copy() const = 0;
  const char* name = nullptr;
  size_t block = 0, size = 0;  // bytes; size 0: chosen by the caller
};

const uint8_t* bytes_of(std::string_view s) {
  return reinterpret_cast<const uint8_t*>(s.data());
}
uint8_t* bytes_of(std::string* s) {
  return reinterpret_cast<uint8_t*>(s->data());
}

class NettleHash : public Hash {
 public:
  NettleHash(const char* name_, const nettle_hash* kind) : kind_(kind), context_(kind->context_size / 8 + 1) {
    name = name_;
    block = kind->block_size;
    size = kind->digest_size;
    kind->init(context_.data());
  }
  void update(std::string_view s) override { kind_->update(context_.data(), s.size(), bytes_of(s)); }
  std::string digest(size_t length) const override {
    std::vector<uint64_t> context = context_;  // reading a digest starts the context anew
    std::string out(length, '\0');
    kind_->digest(context.data(), length, bytes_of(&out));
    return out;
  }
  std::unique_ptr<Hash> copy() const override { return std::make_unique<NettleHash>(*this); }

 private:
  const nettle_hash* kind_;
  std::vector<uint64_t> context_;
};

class Shake : public Hash {
 public:
  Shake(const char* name_, size_t rate) {
    name = name_;
    block = rate;
  }
  void update(std::string_view s) override {
    for (char c : s) {
      mix(at_++, uint8_t(c));
      if (at_ == block) permute();
    }
  }
  std::string digest(size_t length) const override {
    Shake last = *this;
    last.mix(last.at_, 0x1F);      // domain of SHAKE and the first bit of the padding
    last.mix(last.block - 1, 0x80);  // its last bit
    std::string out;
    out.reserve(length);
    while (out.size() < length) {
      last.permute();
      for (size_t i = 0; i < last.block && out.size() < length; ++i) out += char(last.state_.a[i / 8] >> i % 8 * 8);
    }
    return out;
  }
  std::unique_ptr<Hash> copy() const override { return std::make_unique<Shake>(*this); }

 private:
  void mix(size_t i, uint8_t byte) { state_.a[i / 8] ^= uint64_t(byte) << i % 8 * 8; }
  void permute() {
    sha3_permute(&state_);
    at_ = 0;
  }
  sha3_state state_ = {};
  size_t at_ = 0;
};

// Both variants of BLAKE2 differ in types and sizes only.
struct Blake2b {
  using State = blake2b_state;
  using Param = blake2b_param;
  static constexpr const char *kName = "blake2b", *kType = "_blake2.blake2b";
  static constexpr size_t kBlock = BLAKE2B_BLOCKBYTES, kOut = BLAKE2B_OUTBYTES, kKey = BLAKE2B_KEYBYTES,
                          kSalt = BLAKE2B_SALTBYTES, kPerson = BLAKE2B_PERSONALBYTES;
  static constexpr uint64_t kMaxOffset = UINT64_MAX;
  static constexpr auto start = blake2b_init_param;
  static constexpr auto add = blake2b_update;
  static constexpr auto end = blake2b_final;
};
struct Blake2s {
  using State = blake2s_state;
  using Param = blake2s_param;
  static constexpr const char *kName = "blake2s", *kType = "_blake2.blake2s";
  static constexpr size_t kBlock = BLAKE2S_BLOCKBYTES, kOut = BLAKE2S_OUTBYTES, kKey = BLAKE2S_KEYBYTES,
                          kSalt = BLAKE2S_SALTBYTES, kPerson = BLAKE2S_PERSONALBYTES;
  static constexpr uint64_t kMaxOffset = (uint64_t(1) << 48) - 1;
  static constexpr auto start = blake2s_init_param;
  static constexpr auto add = blake2s_update;
  static constexpr auto end = blake2s_final;
};
template <class Variant>
class Blake2 : public Hash {
 public:
  Blake2(const typename Variant::Param& param, std::string_view key, bool last_node) {
    name = Variant::kName;
    block = Variant::kBlock;
    size = param.digest_length;
    Variant::start(&state_, &param);
    state_.last_node = last_node;
    if (!key.empty()) {  // the key is the first block
      std::string first(key);
      first.resize(block);
      update(first);
    }
  }
  void update(std::string_view s) override { Variant::add(&state_, bytes_of(s), s.size()); }
  std::string digest(size_t length) const override {
    typename Variant::State state = state_;
    std::string out(length, '\0');
    Variant::end(&state, bytes_of(&out), length);
    return out;
  }
  std::unique_ptr<Hash> copy() const override { return std::make_unique<Blake2>(*this); }

 private:
  typename Variant::State state_;
};

// The digests by name, as CPython's constructors are called; a SHAKE function has a rate, the others Nettle's description.
struct Algorithm {
  const char* name;
  const nettle_hash* kind;
  size_t rate;
};
constexpr Algorithm kAlgorithms[] = {
    {"md5", &nettle_md5, 0},           {"sha1", &nettle_sha1, 0},
    {"sha224", &nettle_sha224, 0},     {"sha256", &nettle_sha256, 0},
    {"sha384", &nettle_sha384, 0},     {"sha512", &nettle_sha512, 0},
    {"sha3_224", &nettle_sha3_224, 0}, {"sha3_256", &nettle_sha3_256, 0},
    {"sha3_384", &nettle_sha3_384, 0}, {"sha3_512", &nettle_sha3_512, 0},
    {"shake_128", nullptr, 168},       {"shake_256", nullptr, 136},
    {"sha512_224", &nettle_sha512_224, 0}, {"sha512_256", &nettle_sha512_256, 0},
    {"ripemd160", &nettle_ripemd160, 0},   {"sm3", &nettle_sm3, 0},
};
const Algorithm* find_algorithm(std::string_view name) {
  std::string key;
  for (char c : name) key += c >= 'A' && c <= 'Z' ? char(c + 32) : c == '-' ? '_' : c;
  for (const char* dashed : {"sha_1", "sha_224", "sha_256", "sha_384", "sha_512"})
    if (key == dashed) key.erase(3, 1);
  for (const Algorithm& a : kAlgorithms)
    if (key == a.name) return &a;
  return nullptr;
}
std::unique_ptr<Hash> make_hash(const Algorithm& a) {
  if (a.kind) return std::make_unique<NettleHash>(a.name, a.kind);
  return std::make_unique<Shake>(a.name, a.rate);
}

// --- objects ---
struct HashCell {
  std::unique_ptr<Hash> hash;
};
Hash& hash_in(Value v) {
  return *payload<HashCell>(v)->hash;
}
void destroy_hash(void* p) {
  static_cast<HashCell*>(p)->~HashCell();
}
bool hash_input(Thread& th, Value v, Buffer* out) {
  if (is_str(unwrap(v))) {
    th.raise(E_TypeError, "Strings must be encoded before hashing");
    return false;
  }
  if (get_buffer(th, v, out)) return true;
  th.clear_pending();
  th.raise(E_TypeError, "object supporting the buffer API required");
  return false;
}
Type* type_named(Thread& th, const char* name) {
  return module_name(th, "_hashlib", name).as<Type>();
}
Value wrap_hash(Thread& th, Type* type, std::unique_ptr<Hash> hash) {
  Value self = of(instance(th, type));
  new (payload<HashCell>(self)) HashCell{std::move(hash)};
  return self;
}
// Adds in pieces of about a millisecond: between them other threads run, and signals and limits are answered.
bool add(Thread& th, Hash& hash, std::string_view s) {
  constexpr size_t kPiece = size_t(1) << 20;
  for (; s.size() > kPiece; s.remove_prefix(kPiece)) {
    hash.update(s.substr(0, kPiece));
    if (!th.slow_check()) return false;
  }
  hash.update(s);
  return true;
}
Value new_hash(Thread& th, const Algorithm& a, Value data) {
  Buffer b;
  if (data.u && !hash_input(th, data, &b)) return kAbsent;
  auto hash = make_hash(a);
  if (data.u && !add(th, *hash, b.view)) return kAbsent;
  return wrap_hash(th, type_named(th, a.kind ? "HASH" : "HASHXOF"), std::move(hash));
}
template <size_t at>
Value new_algorithm(Thread& th, Value* a, int) {
  return new_hash(th, kAlgorithms[at], a[0]);
}
Value new_named(Thread& th, Value* a, int) {
  std::string_view name;
  if (!is_str(unwrap(a[0]))) return th.raise(E_TypeError, "name must be a string");
  name = sv(unwrap(a[0]));
  const Algorithm* found = find_algorithm(name);
  if (!found) return th.raise(E_ValueError, "unsupported hash type %s", std::string(name).c_str());
  return new_hash(th, *found, a[1]);
}
Value hash_update(Thread& th, Value* a, int) {
  Buffer b;
  if (!hash_input(th, a[1], &b)) return kAbsent;
  return add(th, hash_in(a[0]), b.view) ? kNone : kAbsent;
}
std::string hex(std::string_view s) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(s.size() * 2);
  for (unsigned char c : s) {
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
  }
  return out;
}
Value hash_digest(Thread& th, Value* a, int) {
  return new_bytes(th, hash_in(a[0]).digest(hash_in(a[0]).size));
}
Value hash_hexdigest(Thread& th, Value* a, int) {
  return new_str(th, hex(hash_in(a[0]).digest(hash_in(a[0]).size)));
}
bool length_arg(Thread& th, Value v, int64_t* out) {
  if (!to_index(th, v, out)) return false;
  if (*out < 0) {
    th.raise(E_ValueError, "value must be positive");
    return false;
  }
  return th.check_memory(size_t(*out) * 2);
}
Value xof_digest(Thread& th, Value* a, int) {
  int64_t n;
  return length_arg(th, a[1], &n) ? new_bytes(th, hash_in(a[0]).digest(size_t(n))) : kAbsent;
}
Value xof_hexdigest(Thread& th, Value* a, int) {
  int64_t n;
  return length_arg(th, a[1], &n) ? new_str(th, hex(hash_in(a[0]).digest(size_t(n)))) : kAbsent;
}
Value hash_copy(Thread& th, Value* a, int) {
  return wrap_hash(th, a[0].as<Instance>()->type(), hash_in(a[0]).copy());
}
Value hash_repr(Thread& th, Value* a, int) {
  char text[128];
  snprintf(text, sizeof text, "<%s _hashlib.%s object @ 0x%llx>", hash_in(a[0]).name,
           a[0].as<Instance>()->type()->name->data, static_cast<unsigned long long>(a[0].u));
  return new_str(th, text);
}
Value field_name(Thread& th, Value self) {
  return new_str(th, hash_in(self).name);
}
Value field_block(Thread& th, Value self) {
  return integer(th, int64_t(hash_in(self).block));
}
Value field_size(Thread& th, Value self) {
  return integer(th, int64_t(hash_in(self).size));
}

// --- BLAKE2 ---
bool bounded(Thread& th, Value v, uint64_t low, uint64_t high, const char* message, uint64_t* out) {
  if (!v.u) return true;
  Owned n(to_int_object(th, v));
  if (!n) return false;
  char eight[8];
  if (big_to_bytes(n.get(), eight, 8, false)) {
    memcpy(out, eight, 8);
    if (*out >= low && *out <= high) return true;
  }
  th.raise(std::string_view(message).ends_with("too large") ? E_OverflowError : E_ValueError, "%s", message);
  return false;
}
template <size_t room>
bool short_bytes(Thread& th, Value v, const char* what, uint8_t (*to)[room]) {
  Buffer b;
  if (!v.u) return true;
  if (!get_buffer(th, v, &b)) return false;
  if (b.view.size() > room) {
    th.raise(E_ValueError, "maximum %s length is %zu bytes", what, room);
    return false;
  }
  memcpy(*to, b.view.data(), b.view.size());
  return true;
}
// (cls, data, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth, inner_size, last_node,
// usedforsecurity)
template <class Variant>
Value blake2_new(Thread& th, Value* a, int) {
  uint64_t size = Variant::kOut, fanout = 1, depth = 1, leaf = 0, offset = 0, node_depth = 0, inner = 0;
  std::string size_text = "digest_size must be between 1 and " + std::to_string(Variant::kOut) + " bytes";
  std::string inner_text = "inner_size must be between 0 and is " + std::to_string(Variant::kOut);
  typename Variant::Param param = {};
  uint8_t key[Variant::kKey] = {};
  Buffer key_bytes;
  bool last;
  if (!bounded(th, a[2], 1, Variant::kOut, size_text.c_str(), &size) || !short_bytes(th, a[4], "salt", &param.salt) ||
      !short_bytes(th, a[5], "person", &param.personal) ||
      !bounded(th, a[6], 0, 255, "fanout must be between 0 and 255", &fanout) ||
      !bounded(th, a[7], 1, 255, "depth must be between 1 and 255", &depth) ||
      !bounded(th, a[8], 0, UINT32_MAX, "leaf_size is too large", &leaf) ||
      !bounded(th, a[9], 0, Variant::kMaxOffset, "node_offset is too large", &offset) ||
      !bounded(th, a[10], 0, 255, "node_depth must be between 0 and 255", &node_depth) ||
      !bounded(th, a[11], 0, Variant::kOut, inner_text.c_str(), &inner) || !short_bytes(th, a[3], "key", &key) ||
      (a[3].u && !get_buffer(th, a[3], &key_bytes)) || !truth_arg(th, a[12], false, &last))
    return kAbsent;
  param.digest_length = uint8_t(size);
  param.key_length = uint8_t(key_bytes.view.size());
  param.fanout = uint8_t(fanout);
  param.depth = uint8_t(depth);
  param.leaf_length = uint32_t(leaf);
  memcpy(&param.node_offset, &offset, sizeof param.node_offset);  // little-endian, 8 or 6 bytes
  param.node_depth = uint8_t(node_depth);
  param.inner_length = uint8_t(inner);
  std::unique_ptr<Hash> hash = std::make_unique<Blake2<Variant>>(param, key_bytes.view, last);
  Buffer data;
  if (a[1].u && !hash_input(th, a[1], &data)) return kAbsent;
  if (a[1].u && !add(th, *hash, data.view)) return kAbsent;
  return wrap_hash(th, a[0].as<Type>(), std::move(hash));
}

// --- keys from passwords ---
Value pbkdf2(Thread& th, Value* a, int) {  // RFC 8018
  std::string_view name;
  Buffer password, salt;
  int64_t rounds, length;
  if (!text_arg(th, a[0], "pbkdf2_hmac() argument 'hash_name'", &name) || !get_buffer(th, a[1], &password) ||
      !get_buffer(th, a[2], &salt) || !to_index(th, a[3], &rounds))
    return kAbsent;
  const Algorithm* found = find_algorithm(name);
  if (!found || !found->kind) return th.raise(E_ValueError, "unsupported hash type %s", std::string(name).c_str());
  const Algorithm& algorithm = *found;
  if (rounds < 1) return th.raise(E_ValueError, "iteration value must be greater than 0.");
  auto plain = make_hash(algorithm);
  length = int64_t(plain->size);
  if (a[4].u != kNone.u && !to_index(th, a[4], &length)) return kAbsent;
  if (length < 1) return th.raise(E_ValueError, "key length must be greater than 0.");
  if (!th.check_memory(size_t(length))) return kAbsent;
  std::string key(password.view);
  if (key.size() > plain->block) {
    plain->update(key);
    key = plain->digest(plain->size);
  }
  key.resize(plain->block);
  auto keyed = [&](char mask) {
    std::string pad = key;
    for (char& c : pad) c ^= mask;
    auto hash = make_hash(algorithm);
    hash->update(pad);
    return hash;
  };
  auto inner = keyed(0x36), outer = keyed(0x5C);
  auto code_of = [&](std::string_view message) {
    auto in = inner->copy(), out = outer->copy();
    in->update(message);
    out->update(in->digest(in->size));
    return out->digest(out->size);
  };
  std::string result;
  for (uint32_t number = 1; result.size() < size_t(length); ++number) {
    std::string message(salt.view);
    for (int shift = 24; shift >= 0; shift -= 8) message += char(number >> shift);
    std::string last = code_of(message), sum = last;
    for (int64_t i = 1; i < rounds; ++i) {
      last = code_of(last);
      for (size_t k = 0; k < sum.size(); ++k) sum[k] ^= last[k];
      if (i % 4096 == 0 && th.attention && !th.slow_check()) return kAbsent;
    }
    result += sum;
  }
  result.resize(size_t(length));
  return new_bytes(th, result);
}
Value compare_digest(Thread& th, Value* a, int) {
  Value x = unwrap(a[0]), y = unwrap(a[1]);
  std::string_view left, right;
  if (is_str(x) && is_str(y)) {
    if (!x.as<Str>()->ascii() || !y.as<Str>()->ascii())
      return th.raise(E_TypeError, "comparing strings with non-ASCII characters is not supported");
    left = sv(x);
    right = sv(y);
  } else {
    Buffer p, q;
    if (!get_buffer(th, a[0], &p) || !get_buffer(th, a[1], &q)) return kAbsent;
    left = p.view;
    right = q.view;
  }
  std::string_view against = left.size() == right.size() ? left : right;
  volatile unsigned different = left.size() != right.size();
  for (size_t i = 0; i < right.size(); ++i) different = different | unsigned(uint8_t(against[i]) ^ uint8_t(right[i]));
  return boolean(different == 0);
}

const NativeDef kHashMethods[] = {
    {"update", "(self, obj, /)", "Add the bytes of obj.", hash_update, Rule::residual},
    {"digest", "(self, /)", "The digest as bytes.", hash_digest, Rule::residual},
    {"hexdigest", "(self, /)", "The digest as hexadecimal text.", hash_hexdigest, Rule::residual},
    {"copy", "(self, /)", "A copy with the same state.", hash_copy, Rule::residual},
    {"__repr__", "(self, /)", "", hash_repr, Rule::residual},
};
const NativeDef kXofMethods[] = {
    {"digest", "(self, /, length)", "The first `length` bytes of the digest.", xof_digest, Rule::residual},
    {"hexdigest", "(self, /, length)", "The same as hexadecimal text.", xof_hexdigest, Rule::residual},
};
#define BLAKE2_PARAMETERS(size)                                                                                        \
  "(cls, data=..., /, *, digest_size=" size ", key=..., salt=..., person=..., fanout=1, depth=1, leaf_size=0, "        \
  "node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)"
#define BLAKE2_METHODS                                                                                                 \
  {"update", "(self, data, /)", "Add the bytes of data.", hash_update, Rule::residual},                                \
      {"digest", "(self, /)", "The digest as bytes.", hash_digest, Rule::residual},                                    \
      {"hexdigest", "(self, /)", "The digest as hexadecimal text.", hash_hexdigest, Rule::residual}, {                 \
    "copy", "(self, /)", "A copy with the same state.", hash_copy, Rule::residual                                      \
  }
const NativeDef kBlake2bMethods[] = {
    {"__new__", BLAKE2_PARAMETERS("64"), "", blake2_new<Blake2b>, Rule::residual},
    BLAKE2_METHODS,
};
const NativeDef kBlake2sMethods[] = {
    {"__new__", BLAKE2_PARAMETERS("32"), "", blake2_new<Blake2s>, Rule::residual},
    BLAKE2_METHODS,
};
const GetSetDef kFields[] = {
    {"name", field_name, nullptr, "the algorithm"},
    {"block_size", field_block, nullptr, "bytes of a block"},
    {"digest_size", field_size, nullptr, "bytes of a digest"},
};
const NativeTypeDef kHash = {"_hashlib.HASH", "A digest being computed.", sizeof(HashCell), kHashMethods, kFields,
                             destroy_hash,    nullptr,                    nullptr,          kNoNew};
const NativeTypeDef kXof = {"_hashlib.HASHXOF", "A digest of free length being computed.", sizeof(HashCell),
                            kXofMethods,        {},                                        destroy_hash,
                            nullptr,            nullptr,                                   kNoSubclass | kNoNew};
const NativeTypeDef kBlake2b = {Blake2b::kType, "A BLAKE2b digest being computed.", sizeof(HashCell), kBlake2bMethods,
                                kFields,        destroy_hash};
const NativeTypeDef kBlake2s = {Blake2s::kType, "A BLAKE2s digest being computed.", sizeof(HashCell), kBlake2sMethods,
                                kFields,        destroy_hash};

#define DIGEST(name, at)                                                                                               \
  {                                                                                                                    \
    name, "(string=..., *, usedforsecurity=True)", "A digest of this kind, begun with the bytes of string.",           \
        new_algorithm<at>, Rule::residual                                                                              \
  }
const NativeDef kFunctions[] = {
    DIGEST("md5", 0),       DIGEST("sha1", 1),       DIGEST("sha224", 2),     DIGEST("sha256", 3),
    DIGEST("sha384", 4),    DIGEST("sha512", 5),     DIGEST("sha3_224", 6),   DIGEST("sha3_256", 7),
    DIGEST("sha3_384", 8),  DIGEST("sha3_512", 9),   DIGEST("shake_128", 10), DIGEST("shake_256", 11),
    {"new", "(name, string=..., *, usedforsecurity=True)", "A digest by the name of its kind.", new_named,
     Rule::residual},
    {"pbkdf2_hmac", "(hash_name, password, salt, iterations, dklen=None)", "A key from a password.", pbkdf2,
     Rule::residual},
    {"compare_digest", "(a, b, /)", "a == b, in a time that does not tell where they differ.", compare_digest,
     Rule::residual},
};

template <class Variant>
void add_blake2(Thread& th, Module* m, const NativeTypeDef& def) {
  Type* t = define_type(th.in, def);
  auto constant = [&](const char* name, size_t n) {
    dict_set(t->dict, intern(th.in, name), integer(th, int64_t(n)));
  };
  constant("MAX_DIGEST_SIZE", Variant::kOut);
  constant("MAX_KEY_SIZE", Variant::kKey);
  constant("SALT_SIZE", Variant::kSalt);
  constant("PERSON_SIZE", Variant::kPerson);
  module_set(th.in, m, Variant::kName, of(inc(t)));
}
bool init_hashlib(Thread& th, Module* m) {
  Type* hash = define_type(th.in, kHash);
  module_set(th.in, m, "HASH", of(inc(hash)));
  module_set(th.in, m, "HASHXOF", of(inc(define_type(th.in, kXof, hash))));
  add_blake2<Blake2b>(th, m, kBlake2b);
  add_blake2<Blake2s>(th, m, kBlake2s);
  List* names = list(th, std::size(kAlgorithms));
  for (const Algorithm& a : kAlgorithms) push(names, new_str(th, a.name));
  module_set(th.in, m, "names", of(names));
  return true;
}

}  // namespace

const NativeModuleDef kHashlibModule = {"_hashlib", "Message digests.", kFunctions, init_hashlib};

}  // namespace adder::lib
