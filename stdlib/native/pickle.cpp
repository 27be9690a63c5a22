// Pickles of plain objects, read: the loop of stdlib/py/_pickle_read.py for what most pickles consist of. Everything
// else, and every error in a pickle, is left to that file.
#include "stdlib/native/pickle.h"

#include <utility>

#include "interp/objects/dict_probe.h"
#include "interp/text/utf8.h"
#include "interp/vm/attrs.h"
#include "interp/vm/containers.h"
#include "interp/vm/wanted.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

template <class T>
T read_as(const char* p) {
  T v;
  memcpy(&v, p, sizeof v);
  return v;
}
uint64_t swapped(uint64_t v) {
  return __builtin_bswap64(v);
}

// Obeys opcodes from `at` on; stops before one that it leaves to others, and gives its place.
struct Loader {
  Thread& th;
  std::string_view data;
  List* outer;  // the stacks below the last mark
  Dict* memo;   // number -> object
  Value stack;  // owned: a list
  Value finder = kAbsent;  // the unpickler whose find_class() is to be called, or
  bool whole = false;      // the function find_class(module, name, protocol), where no unpickler is needed yet
  int64_t protocol = 0;    // of a whole pickle
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
    if (text::is_ascii({p, n})) return put_back(new_str(th, {p, n}));  // a text of its own, also of one character
    return put_made(decode_bytes(th, {p, n}, "utf-8", "surrogatepass", kAbsent));
  }
  bool put_made(Value owned) { return owned.u ? put_back(owned) : !(failed = true); }
  Value take() { return top()->items[--top()->len]; }
  bool top_is(uint32_t below_top, Kind kind) const {
    return top()->len > below_top && top()->items[top()->len - 1 - below_top].is(kind);
  }

  // What runs code of scripts takes its operands off the stack first.
  bool find(Value module, Value name) {
    const Value args[] = {module, name, integer49(protocol)};
    return put_made(whole ? th.call(finder, args, 3) : th.call_method(finder, intern(th.in, "find_class"), args, 2));
  }
  bool stack_global() {
    if (!top_is(0, Kind::Str) || !top_is(1, Kind::Str)) return false;
    const Owned name(take()), module(take());
    return find(module.get(), name.get());
  }
  bool global(const char* p, size_t left, size_t* used) {
    const std::string_view rest(p, left);
    const size_t first = rest.find('\n'), second = first == rest.npos ? first : rest.find('\n', first + 1);
    if (second == rest.npos || !first || second == first + 1 || !text::is_ascii(rest.substr(0, second))) return false;
    *used = second + 1;
    return text(p, first) && text(p + first + 1, second - first - 1) && stack_global();
  }
  bool reduce() {
    if (!top_is(0, Kind::Tuple) || top()->len < 2) return false;
    const Owned args(take()), function(take());
    return put_made(th.call(function.get(), args.get().as<Tuple>()->items, int(args.get().as<Tuple>()->len)));
  }
  bool new_object() {
    if (!top_is(0, Kind::Tuple) || !top_is(1, Kind::Type)) return false;
    const Owned args(take()), cls(take()), make(get_attr_native(th, cls.get(), th.name(n_new)));
    if (!make) return !(failed = true);
    std::vector<Value> given{cls.get()};
    const Tuple* t = args.get().as<Tuple>();
    given.insert(given.end(), t->items, t->items + t->len);
    return put_made(th.call(make.get(), given.data(), int(given.size())));
  }
  // Gives an instance its attributes, where its class leaves it at that.
  bool build() {
    if (!top_is(0, Kind::Dict) || !top_is(1, Kind::Instance)) return false;
    Instance* i = top()->items[top()->len - 2].as<Instance>();
    Type* t = i->type();
    if ((t->tflags & (kHasGetAttribute | kHasGetAttr | kNoDict)) || type_find(t, th.name(n_setstate)).u ||
        live_dict(th.in, i) || i->shape->find(th.name(n_setstate)) >= 0)
      return false;
    const Dict* state = top()->items[top()->len - 1].as<Dict>();
    for (uint32_t k = 0; k < state->filled; k++) {
      const Value name = state->entries[k].key;
      if (!name.u) continue;
      if (!is_str(name)) return false;
      const Value known = type_find(t, intern(th.in, sv(name)));  // a default of the class is no descriptor
      if (known.is_cell() && !is_str(known) && !known.is(Kind::Func) && !known.is(Kind::Tuple)) return false;
    }
    const Owned held(take());
    for (uint32_t k = 0; k < state->filled; k++)
      if (state->entries[k].key.u &&
          !set_attr_plain(th, of(i), intern(th.in, sv(state->entries[k].key)), state->entries[k].val))
        return !(failed = true);
    return true;
  }
  bool add_items() {
    List* l = below(Kind::Set);
    if (!l) return false;
    List* from = top();
    for (uint32_t i = 0; i < from->len; i++)
      if (!is_str(from->items[i]) && !from->items[i].is_int()) return false;
    for (uint32_t i = 0; i < from->len; i++)
      if (set_add(th, l->items[l->len - 1].as<Set>(), from->items[i]) < 0) return !(failed = true);
    return drop_mark(), true;
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
      case kLong1: {
        const size_t n = left ? uint8_t(*p) : 9;
        if (n > 8 || !needs(1 + n)) return false;
        int64_t v = n && p[n] < 0 ? -1 : 0;
        memcpy(&v, p + 1, n);
        return put_back(integer(th, v));
      }
      case kProtocol: return whole && needs(1) && uint8_t(*p) <= 5 && (protocol = uint8_t(*p), true);
      case kFrameHead: return whole && needs(8) && read_as<uint64_t>(p) <= left - 8;
      case kGlobal: return global(p, left, used);
      case kStackGlobal: return stack_global();
      case kReduce: return reduce();
      case kNewObject: return new_object();
      case kBuild: return build();
      case kEmptySet: return put_back(of(set(th)));
      case kAddItems: return add_items();
      case kEmptyTuple: return tuple_of(0);
      case kEmptyList: return put_back(of(list(th)));
      case kEmptyDict: return put_back(of(dict(th)));
      case kMark:
        push(outer, stack);
        stack = of(list(th));
        return true;
      case kMemoize: return remember(memo->used);
      case kPut1: return needs(1) && remember(uint8_t(*p));
      case kPut4: return needs(4) && remember(read_as<uint32_t>(p));
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

// Obeys from *at on what it can; false: an exception is pending.
bool obey(Loader& l, int64_t* at) {
  for (size_t used = 0; size_t(*at) < l.data.size(); *at += int64_t(used) + 1) {
    used = 0;
    if (!wanted(l.th)) return false;
    if (!l.step(l.data[size_t(*at)], l.data.data() + *at + 1, l.data.size() - size_t(*at) - 1, &used)) return !l.failed;
  }
  return true;
}
// (the object,), or what an Unpickler needs to go on: [stack, stacks below marks, memo, place, protocol].
Value pickle_loads(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::Bytes)) return th.raise(E_TypeError, "loads() takes bytes");
  const Owned outer(of(list(th))), memo(of(dict(th)));
  Loader l{th, a[0].as<Bytes>()->sv(), outer.get().as<List>(), memo.get().as<Dict>(), of(list(th)), a[1], true};
  int64_t at = 0;
  if (!obey(l, &at)) return kAbsent;
  if (size_t(at) < l.data.size() && l.data[size_t(at)] == kStop_ && !l.outer->len && l.top()->len) {
    Tuple* made = tuple(th, 1);
    made->items[0] = l.take();
    return of(made);
  }
  List* state = list(th, 5);
  for (Value v : {inc(l.stack), inc(outer.get()), inc(memo.get()), integer(th, at), integer49(l.protocol)})
    push(state, v);
  return of(state);
}
Value pickle_load(Thread& th, Value* a, int) {
  int64_t at;
  Str* name = intern(th.in, "stack");
  if (!to_index(th, a[2], &at)) return kAbsent;
  Value stack = get_attr_native(th, a[0], name);
  if (!stack.u) return kAbsent;
  Loader l{th, {}, a[3].as<List>(), a[4].as<Dict>(), stack, a[0]};
  if (!a[1].is(Kind::Bytes) || !stack.is(Kind::List) || !a[3].is(Kind::List) || !a[4].is(Kind::Dict) || at < 0)
    return th.raise(E_TypeError, "load() takes an unpickler, bytes, an index, a list and a dict");
  l.data = a[1].as<Bytes>()->sv();
  return !obey(l, &at) || !set_attr_native(th, a[0], name, l.stack) ? kAbsent : integer(th, at);
}

const NativeDef kFunctions[] = {
    {"save", "(out, memo, objects, flush, other, protocol, /)", "Write plain objects; the others by other(obj).",
     pickle_save, Rule::calls},
    {"dumps", "(obj, protocol, reducers, /)", "The pickle of an object, or None where only a Pickler can write it.",
     pickle_dumps, Rule::residual},
    {"loads", "(data, find_class, /)", "(the object,), or a list of what an Unpickler needs to go on.", pickle_loads,
     Rule::calls},
    {"load", "(unpickler, data, at, outer, memo, /)",
     "Read plain objects; the place of the next opcode that makes another.", pickle_load, Rule::calls},
};

}  // namespace

const NativeModuleDef kPickleModule = {"_pickle_plain", "Pickles of plain objects.", kFunctions};

}  // namespace adder::lib
