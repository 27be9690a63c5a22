// Pickles of plain objects: the loops of stdlib/py/_pickle_write.py and _pickle_read.py for numbers, texts, tuples,
// lists and dicts in protocol 4 and later. Everything else, and every error in a pickle, is left to those files.
#include <cstring>
#include <utility>

#include "interp/objects/dict_probe.h"
#include "interp/vm/containers.h"
#include "interp/vm/native_depth.h"
#include "interp/vm/wanted.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

constexpr size_t kFrame = 64 << 10;  // a frame ends where an object begins behind so many bytes
constexpr uint32_t kBatch = 1000;    // items that one opcode adds

enum Code : char {
  kMark = '(',
  kEmptyTuple = ')',
  kFloat = 'G',
  kInt4 = 'J',
  kInt1 = 'K',
  kInt2 = 'M',
  kNone_ = 'N',
  kText4 = 'X',
  kAppend = 'a',
  kAppends = 'e',
  kEmptyList = ']',
  kEmptyDict = '}',
  kGet1 = 'h',
  kGet4 = 'j',
  kSetItem = 's',
  kSetItems = 'u',
  kTuple = 't',
  kPop = '0',
  kPopMark = '1',
  kBytes4 = 'B',
  kBytes1 = 'C',
  kTuple1 = char(0x85),
  kTrue_ = char(0x88),
  kFalse_ = char(0x89),
  kLong1 = char(0x8a),
  kText1 = char(0x8c),
  kMemoize = char(0x94)
};

template <class T>
T read_as(const char* p) {
  T v;
  memcpy(&v, p, sizeof v);
  return v;
}
uint64_t swapped(uint64_t v) {
  return __builtin_bswap64(v);
}

// --- writing

struct Saver {
  Thread& th;
  ByteArray* out;
  Dict* memo;  // id -> (number, object)
  Value flush, other;

  bool add(std::string_view bytes) { return splice_bytes(th, out, out->len, 0, bytes); }
  bool add(char code) { return add({&code, 1}); }
  template <class T>
  bool add(char code, T number) {
    char text[1 + sizeof number] = {code};
    memcpy(text + 1, &number, sizeof number);
    return add({text, sizeof text});
  }
  static Value id_of(Value v) { return integer49(int64_t(v.u)); }
  bool memoize(Value v) {
    Ref<Tuple> entry(tuple(th, 2));
    entry->items[0] = integer49(memo->used);
    entry->items[1] = inc(v);
    return dict_set(th, memo, id_of(v), of(entry.release())) && add(kMemoize);
  }
  // Writes a reference to what has been written. 1: done, 0: it has not, -1: an exception.
  int recall(Value v) {
    const Value id = id_of(v);
    const int64_t at = dict_find_int(memo, id, int_key_hash(id.as_int()));
    if (at < 0) return 0;
    const Value known = memo->entries[at].val;
    if (!known.is(Kind::Tuple) || !known.as<Tuple>()->len || !known.as<Tuple>()->items[0].is_int()) return 0;
    const int64_t number = known.as<Tuple>()->items[0].as_int();
    return (number < 256 ? add(kGet1, uint8_t(number)) : add(kGet4, uint32_t(number))) ? 1 : -1;
  }
  bool data(char short_code, char code, std::string_view s, Value v) {
    return (s.size() < 256 ? add(short_code, uint8_t(s.size())) : add(code, uint32_t(s.size()))) && add(s) &&
           memoize(v);
  }
  bool all(const Value* items, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      if (!save(items[i])) return false;
    return true;
  }
  bool tuple_of(Value v) {
    const Tuple* t = v.as<Tuple>();
    if (!t->len) return add(kEmptyTuple);
    if ((t->len > 3 && !add(kMark)) || !all(t->items, t->len)) return false;
    const int64_t id = id_of(v).as_int();
    if (dict_find_int(memo, id_of(v), int_key_hash(id)) < 0)
      return add(t->len > 3 ? char(kTuple) : char(kTuple1 + t->len - 1)) && memoize(v);
    // An item holds the tuple, and has written it.
    return (t->len > 3 ? add(kPopMark) : add(std::string_view("000", t->len))) && recall(v) > 0;
  }
  bool list_of(Value v) {
    const List* l = v.as<List>();
    if (!add(kEmptyList) || !memoize(v)) return false;
    if (l->len == 1) return save(Owned(inc(l->items[0])).get()) && add(kAppend);
    for (uint32_t i = 0; i < l->len;) {
      if (!add(kMark)) return false;
      for (uint32_t end = i + kBatch; i < end && i < l->len; i++)
        if (!save(Owned(inc(l->items[i])).get())) return false;
      if (!add(kAppends)) return false;
    }
    return true;
  }
  bool dict_of(Value v) {
    const Dict* d = v.as<Dict>();
    if (!add(kEmptyDict) || !memoize(v)) return false;
    const uint32_t used = d->used;
    if (!used) return true;
    uint32_t n, i = 0;
    do {  // an empty batch behind full ones, as CPython writes it
      if (used != 1 && !add(kMark)) return false;
      for (n = 0; i < d->filled && n < kBatch; i++) {
        const Owned key(inc(d->entries[i].key)), value(inc(d->entries[i].val));
        if (!key || !value) continue;
        if (!save(key.get()) || !save(value.get())) return false;
        if (d->used != used) return th.raise(E_RuntimeError, "dictionary changed size during iteration"), false;
        n++;
      }
      if (!add(used == 1 ? kSetItem : kSetItems)) return false;
    } while (n == kBatch);
    return true;
  }
  bool save(Value v) {
    if (UNLIKELY(out->len >= kFrame)) {
      Owned done(th.call(flush, nullptr, 0));
      if (!done) return false;
    }
    if (v.is_float()) {
      const double d = v.as_float();
      return add(char(kFloat), swapped(read_as<uint64_t>(reinterpret_cast<const char*>(&d))));
    }
    if (is_small_int(v) && !is_bool(v)) {
      const int64_t i = to_int(v);
      if (uint64_t(i) < 256) return add(kInt1, uint8_t(i));
      if (uint64_t(i) < 65536) return add(kInt2, uint16_t(i));
      if (i == int32_t(i)) return add(kInt4, int32_t(i));
      char text[10] = {kLong1, 8};
      memcpy(text + 2, &i, 8);
      while (text[1] > 1 && text[int(text[1]) + 1] == text[int(text[1])] >> 7) text[1]--;
      return add({text, size_t(text[1]) + 2});
    }
    if (v == kNone || is_bool(v)) return add(v == kNone ? kNone_ : v == kTrue ? kTrue_ : kFalse_);
    if (v.is_cell()) {
      if (int r = recall(v)) return r > 0;
      if (is_str(v) && v.as<Str>()->len < kFrame) return data(kText1, kText4, sv(v), v);
      if (v.is(Kind::Bytes) && v.as<Bytes>()->len < kFrame) return data(kBytes1, kBytes4, v.as<Bytes>()->sv(), v);
      if (v.is(Kind::Tuple) || v.is(Kind::List) || v.is(Kind::Dict)) {
        NativeDepth depth(th, " while pickling an object");
        return depth && (v.is(Kind::Tuple) ? tuple_of(v) : v.is(Kind::List) ? list_of(v) : dict_of(v));
      }
    }
    Owned done(th.call(other, &v, 1));
    return bool(done);
  }
};

Value pickle_save(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::ByteArray) || !a[1].is(Kind::Dict) || !a[2].is(Kind::Tuple))
    return th.raise(E_TypeError, "save() takes a bytearray, a dict and a tuple");
  Saver saver{th, a[0].as<ByteArray>(), a[1].as<Dict>(), a[3], a[4]};
  return saver.all(a[2].as<Tuple>()->items, a[2].as<Tuple>()->len) ? kNone : kAbsent;
}

// --- reading

// Obeys opcodes from `at` on; stops before one that it leaves to others, and gives its place.
struct Loader {
  Thread& th;
  std::string_view data;
  List* outer;  // the stacks below the last mark
  Dict* memo;   // number -> object
  Value stack;  // owned: a list
  bool failed = false;

  ~Loader() { dec(stack); }
  List* top() const { return stack.as<List>(); }
  bool put_back(Value owned) { return push(top(), owned), true; }
  bool remember(int64_t number) {
    if (!top()->len) return false;
    return dict_set(th, memo, integer49(number), inc(top()->items[top()->len - 1])) || !(failed = true);
  }
  bool recall(int64_t number) {
    const int64_t at = dict_find_int(memo, integer49(number), int_key_hash(number));
    return at >= 0 && put_back(inc(memo->entries[at].val));
  }
  bool text(const char* p, size_t n) {
    for (size_t i = 0; i < n; i++)
      if (p[i] < 0) return false;  // may be no UTF-8
    return put_back(new_str(th, {p, n}));
  }
  bool tuple_of(uint32_t n) {
    List* l = top();
    if (l->len < n) return false;
    Tuple* t = tuple(th, n);
    l->len -= n;
    memcpy(static_cast<void*>(t->items), l->items + l->len, n * sizeof(Value));
    return put_back(of(t));
  }
  // The list below the last mark if what it ends with is of the kind; the stack above is the caller's then.
  List* below(Kind kind) const {
    if (!outer->len || !outer->items[outer->len - 1].is(Kind::List)) return nullptr;
    List* l = outer->items[outer->len - 1].as<List>();
    return kind == Kind::Count || (l->len && l->items[l->len - 1].is(kind)) ? l : nullptr;
  }
  void drop_mark() { put(stack, outer->items[--outer->len]); }
  bool set_items(Value target, List* from, uint32_t start) {
    for (uint32_t i = start; i < from->len; i += 2)  // keys that run no script
      if (!is_str(from->items[i]) && !from->items[i].is_int()) return false;
    for (uint32_t i = start; i < from->len; i += 2)
      if (!dict_set(th, target.as<Dict>(), from->items[i], inc(from->items[i + 1]))) return !(failed = true);
    return true;
  }
  bool step(char code, const char* p, size_t left, size_t* used) {
    List* s = top();
    auto needs = [&](size_t n) { return left >= n && (*used = n, true); };
    switch (code) {
      case kNone_: return put_back(kNone);
      case kTrue_: return put_back(kTrue);
      case kFalse_: return put_back(kFalse);
      case kInt1: return needs(1) && put_back(integer49(uint8_t(*p)));
      case kInt2: return needs(2) && put_back(integer49(read_as<uint16_t>(p)));
      case kInt4: return needs(4) && put_back(integer49(read_as<int32_t>(p)));
      case kFloat: {
        if (!needs(8)) return false;
        const uint64_t bits = swapped(read_as<uint64_t>(p));
        return put_back(real(read_as<double>(reinterpret_cast<const char*>(&bits))));
      }
      case kText1: return left && needs(1 + size_t(uint8_t(*p))) && text(p + 1, uint8_t(*p));
      case kText4: return left >= 4 && needs(4 + size_t(read_as<uint32_t>(p))) && text(p + 4, read_as<uint32_t>(p));
      case kBytes1: return left && needs(1 + size_t(uint8_t(*p))) && put_back(new_bytes(th, {p + 1, uint8_t(*p)}));
      case kEmptyTuple: return tuple_of(0);
      case kEmptyList: return put_back(of(list(th)));
      case kEmptyDict: return put_back(of(dict(th)));
      case kMark:
        push(outer, stack);
        stack = of(list(th));
        return true;
      case kMemoize: return remember(memo->used);
      case 'q': return needs(1) && remember(uint8_t(*p));
      case 'r': return needs(4) && remember(read_as<uint32_t>(p));
      case kGet1: return needs(1) && recall(uint8_t(*p));
      case kGet4: return needs(4) && recall(read_as<uint32_t>(p));
      case kTuple: {
        List* l = below(Kind::Count);
        if (!l) return false;
        tuple_of(s->len);
        push(l, s->items[--s->len]);
        return drop_mark(), true;
      }
      case kAppends: {
        List* l = below(Kind::List);
        if (!l || l->items[l->len - 1] == of(s)) return false;
        List* target = l->items[l->len - 1].as<List>();
        for (uint32_t i = 0; i < s->len; i++) push(target, std::exchange(s->items[i], kNone));  // each has one owner
        s->len = 0;
        return drop_mark(), true;
      }
      case kAppend: {
        if (s->len < 2 || !s->items[s->len - 2].is(Kind::List)) return false;
        const Value item = s->items[--s->len];
        return push(s->items[s->len - 1].as<List>(), item), true;
      }
      case kSetItems: {
        List* l = below(Kind::Dict);
        return l && s->len % 2 == 0 && set_items(l->items[l->len - 1], s, 0) && (drop_mark(), true);
      }
      case kSetItem: {
        if (s->len < 3 || !s->items[s->len - 3].is(Kind::Dict)) return false;
        if (!set_items(s->items[s->len - 3], s, s->len - 2)) return false;
        for (int i = 0; i < 2; i++) dec(s->items[--s->len]);
        return true;
      }
      default:
        if (code < kTuple1 || code > kTuple1 + 2) return false;
        return tuple_of(uint32_t(code - kTuple1) + 1);
    }
  }
};

Value pickle_load(Thread& th, Value* a, int) {
  int64_t at;
  Str* name = intern(th.in, "stack");
  if (!to_index(th, a[2], &at)) return kAbsent;
  Value stack = get_attr_native(th, a[0], name);
  if (!stack.u) return kAbsent;
  Loader l{th, {}, a[3].as<List>(), a[4].as<Dict>(), stack};
  if (!a[1].is(Kind::Bytes) || !stack.is(Kind::List) || !a[3].is(Kind::List) || !a[4].is(Kind::Dict) || at < 0)
    return th.raise(E_TypeError, "load() takes an unpickler, bytes, an index, a list and a dict");
  l.data = a[1].as<Bytes>()->sv();
  size_t used = 0;
  while (size_t(at) < l.data.size()) {
    used = 0;
    if (!wanted(th)) return kAbsent;
    if (!l.step(l.data[size_t(at)], l.data.data() + at + 1, l.data.size() - size_t(at) - 1, &used)) break;
    at += int64_t(used) + 1;
  }
  return l.failed || !set_attr_native(th, a[0], name, l.stack) ? kAbsent : integer(th, at);
}

const NativeDef kFunctions[] = {
    {"save", "(out, memo, objects, flush, other, /)", "Write plain objects; the others by other(obj).", pickle_save,
     Rule::calls},
    {"load", "(unpickler, data, at, outer, memo, /)",
     "Read plain objects; the place of the next opcode that makes another.", pickle_load, Rule::calls},
};

}  // namespace

const NativeModuleDef kPickleModule = {"_pickle_plain", "Pickles of plain objects.", kFunctions};

}  // namespace adder::lib
