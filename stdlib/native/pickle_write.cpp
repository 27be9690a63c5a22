// Writing pickles, protocols 2 to 5. A Writer knows numbers, texts, tuples, lists and dicts. Where it stands below a
// Pickler (stdlib/py/_pickle_write.py), everything else and every error is left to that. By itself it writes instances
// of ordinary classes too, and gives up, before anything has happened, where it meets an object that it does not know.
#include "stdlib/native/pickle.h"

#include "interp/objects/dict_probe.h"
#include "interp/vm/attrs.h"
#include "interp/vm/containers.h"
#include "interp/vm/native_depth.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

constexpr size_t kFrame = 64 << 10;  // a frame ends where an object begins behind so many bytes
constexpr uint32_t kBatch = 1000;    // items that one opcode adds

class Writer {
 public:
  Writer(Thread& th, int protocol) : th_(th), protocol_(protocol) {}
  virtual ~Writer() = default;

  // False: an exception is pending, or the writer gives up.
  bool save(Value v) {
    if (!begin()) return false;
    if (v.is_float()) {
      uint64_t bits;
      const double d = v.as_float();
      memcpy(&bits, &d, sizeof bits);
      return add(char(kFloat), __builtin_bswap64(bits));
    }
    if (is_small_int(v) && !is_bool(v)) {
      const int64_t i = to_int(v);
      if (uint64_t(i) < 256) return add(kInt1, uint8_t(i));
      if (uint64_t(i) < 65536) return add(kInt2, uint16_t(i));
      if (i == int32_t(i)) return add(kInt4, int32_t(i));
      char text[10] = {kLong1, 8};
      memcpy(text + 2, &i, 8);
      while (text[1] > 1 && text[int(text[1]) + 1] == text[int(text[1])] >> 7) text[1]--;
      return add(std::string_view(text, size_t(text[1]) + 2));
    }
    if (v == kNone || is_bool(v)) return add(v == kNone ? kNone_ : v == kTrue ? kTrue_ : kFalse_);
    if (v.is_cell()) {
      if (int r = recall(v)) return r > 0;
      if (is_str(v) && v.as<Str>()->len < kFrame) return data(protocol_ >= 4 ? kText1 : kText4, kText4, sv(v), v);
      if (v.is(Kind::Bytes) && v.as<Bytes>()->len < kFrame && protocol_ >= 3)
        return data(kBytes1, kBytes4, v.as<Bytes>()->sv(), v);
      if (v.is(Kind::Tuple) || v.is(Kind::List) || v.is(Kind::Dict)) {
        NativeDepth depth(th_, " while pickling an object");
        return depth && (v.is(Kind::Tuple) ? tuple_of(v) : v.is(Kind::List) ? list_of(v) : dict_of(v));
      }
    }
    return other(v);
  }
  bool all(const Value* items, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      if (!save(items[i])) return false;
    return true;
  }

 protected:
  virtual bool begin() = 0;  // an object begins here: a frame may end
  virtual bool add(std::string_view bytes) = 0;
  virtual int64_t number_of(Value) = 0;  // under which it has been written; -1: it has not
  virtual int64_t remember(Value) = 0;   // gives it the next number; -1: an exception is pending
  virtual bool other(Value) = 0;         // writes what is not plain

  bool add(char code) { return add(std::string_view(&code, 1)); }
  template <class T>
  bool add(char code, T number) {
    char text[1 + sizeof number] = {code};
    memcpy(text + 1, &number, sizeof number);
    return add(std::string_view(text, sizeof text));
  }
  bool put_or_get(int64_t number, char short_code, char code) {
    return number < 256 ? add(short_code, uint8_t(number)) : add(code, uint32_t(number));
  }
  bool memoize(Value v) {
    const int64_t number = remember(v);
    return number >= 0 && (protocol_ >= 4 ? add(kMemoize) : put_or_get(number, kPut1, kPut4));
  }
  // Writes a reference to what has been written. 1: done, 0: it has not, -1: no.
  int recall(Value v) {
    const int64_t number = number_of(v);
    return number < 0 ? 0 : put_or_get(number, kGet1, kGet4) ? 1 : -1;
  }
  bool data(char short_code, char code, std::string_view s, Value v) {
    return (s.size() < 256 && short_code != code ? add(short_code, uint8_t(s.size()))
                                                 : add(code, uint32_t(s.size()))) &&
           add(s) && memoize(v);
  }
  bool tuple_of(Value v) {
    const Tuple* t = v.as<Tuple>();
    if (!t->len) return add(kEmptyTuple);
    if ((t->len > 3 && !add(kMark)) || !all(t->items, t->len)) return false;
    if (number_of(v) < 0) return add(t->len > 3 ? char(kTuple) : char(kTuple1 + t->len - 1)) && memoize(v);
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
        if (d->used != used) return th_.raise(E_RuntimeError, "dictionary changed size during iteration"), false;
        n++;
      }
      if (!add(used == 1 ? kSetItem : kSetItems)) return false;
    } while (n == kBatch);
    return true;
  }

  Thread& th_;
  const int protocol_;
};

// Below a Pickler, whose memo and output it shares.
class PicklerWriter : public Writer {
 public:
  PicklerWriter(Thread& th, int protocol, Value* a)
      : Writer(th, protocol), out_(a[0].as<ByteArray>()), memo_(a[1].as<Dict>()), flush_(a[3]), other_(a[4]) {}

 private:
  bool begin() override { return LIKELY(protocol_ < 4 || out_->len < kFrame) || Owned(th_.call(flush_, nullptr, 0)); }
  bool add(std::string_view bytes) override { return splice_bytes(th_, out_, out_->len, 0, bytes); }
  static Value id_of(Value v) { return integer49(int64_t(v.u)); }
  int64_t number_of(Value v) override {
    const Value id = id_of(v);
    const int64_t at = dict_find_int(memo_, id, int_key_hash(id.as_int()));
    if (at < 0) return -1;
    const Value known = memo_->entries[at].val;
    const bool right = known.is(Kind::Tuple) && known.as<Tuple>()->len && known.as<Tuple>()->items[0].is_int();
    return right ? known.as<Tuple>()->items[0].as_int() : -1;
  }
  int64_t remember(Value v) override {
    const int64_t number = memo_->used;
    Ref<Tuple> entry(tuple(th_, 2));
    entry->items[0] = integer49(number);
    entry->items[1] = inc(v);
    return dict_set(th_, memo_, id_of(v), of(entry.release())) ? number : -1;
  }
  bool other(Value v) override { return bool(Owned(th_.call(other_, &v, 1))); }

  ByteArray* out_;
  Dict* memo_;  // id -> (number, object)
  Value flush_, other_;
};

// A whole pickle. No code of scripts runs, so nothing changes meanwhile: objects are known by their places, and writing
// may be given up.
class WholeWriter : public Writer {
 public:
  WholeWriter(Thread& th, int protocol, Dict* reducers) : Writer(th, protocol), reducers_(reducers) {}

  // bytes, kNone: it gave up, kAbsent: an exception is pending.
  Value pickle(Value v) {
    out_ = {kProtocol, char(protocol_)};
    begin_frame();
    if (!save(v)) return th_.pending.u ? kAbsent : kNone;
    out_ += kStop_;
    end_frame();
    return new_bytes(th_, out_);
  }

 private:
  static constexpr size_t kHead = 9;  // of a frame: its opcode and its length

  void begin_frame() {
    frame_ = out_.size();
    if (protocol_ >= 4) out_.append(kHead, kFrameHead);
  }
  void end_frame() {
    if (protocol_ < 4) return;
    const uint64_t size = out_.size() - frame_ - kHead;
    if (size < 4)
      out_.erase(frame_, kHead);
    else
      memcpy(out_.data() + frame_ + 1, &size, sizeof size);
  }
  bool begin() override {
    if (LIKELY(out_.size() - frame_ < kFrame + kHead)) return true;
    if (protocol_ >= 4) end_frame(), begin_frame();
    return th_.check_memory(out_.size());
  }
  using Writer::add;
  bool add(std::string_view bytes) override { return out_.append(bytes), true; }

  // Where the entry of an object is or would be.
  size_t place_of(Value v) const {
    size_t at = (v.u >> 4) * 0x9E3779B97F4A7C15u >> 32 & (memo_.size() - 1);
    while (memo_[at].first && memo_[at].first != v.u) at = (at + 1) & (memo_.size() - 1);
    return at;
  }
  int64_t number_of(Value v) override {
    if (memo_.empty()) return -1;
    const auto& entry = memo_[place_of(v)];
    return entry.first ? int64_t(entry.second) : -1;
  }
  int64_t remember(Value v) override {
    if (count_ * 2 >= memo_.size()) {
      std::vector<std::pair<uint64_t, uint32_t>> old(memo_.empty() ? 32 : memo_.size() * 2);
      old.swap(memo_);
      for (const auto& entry : old)
        if (entry.first) memo_[place_of(Value{entry.first})] = entry;
    }
    memo_[place_of(v)] = {v.u, count_};
    return count_++;
  }

  bool other(Value v) override {
    if (v.is(Kind::Type) || v.is(Kind::Func)) return global(v);
    if (!v.is(Kind::Instance)) return false;
    Instance* i = v.as<Instance>();
    if (i->type() != plain_class_) {
      if (!is_plain(i->type())) return false;
      plain_class_ = i->type();
    }
    NativeDepth depth(th_, " while pickling an object");
    if (!depth || !save(of(i->type())) || !add(kEmptyTuple) || !add(kNewObject) || !memoize(v)) return false;
    return attributes(i);
  }
  // Does pickle take instances of the class apart as it does those of most? Its __slotnames__ are what copyreg notes
  // when it does so for the first time.
  bool is_plain(Type* t) {
    if (t->meta != th_.in.type_type || t->payload_kind != Kind::Count || t->native || !t->slots.empty()) return false;
    if (!(t->tflags & kHeapType) || (t->tflags & (kHasGetAttribute | kNoDict | kStandInType))) return false;
    for (Name name : {n_reduce, n_reduce_ex, n_getstate, n_class})
      if (type_find(t, th_.name(name)) != type_find(th_.in.object_type, th_.name(name))) return false;
    for (const char* name : {"__getnewargs__", "__getnewargs_ex__"})
      if (type_find(t, intern(th_.in, name)).u) return false;
    const Value names = dict_get(t->dict, intern(th_.in, "__slotnames__"));
    Value reducer;
    return names.is(Kind::List) && !names.as<List>()->len && dict_get(th_, reducers_, of(t), &reducer) && !reducer.u;
  }
  bool attributes(Instance* i) {
    const Shape* shape = i->shape;
    for (Name name : {n_reduce, n_reduce_ex, n_getstate, n_dict, n_class})
      if (shape->find(th_.name(name)) >= 0) return false;
    if (Dict* d = live_dict(th_.in, i)) {
      for (Name name : {n_reduce, n_reduce_ex, n_getstate, n_dict, n_class})
        if (dict_get(d, th_.name(name)).u) return false;
      return !d->used || (save(of(d)) && add(kBuild));
    }
    uint32_t used = 0;
    for (size_t k = 0; k < shape->names.size(); k++) used += !is_hidden(shape->names[k]) && i->slots[k].u;
    if (!used) return true;
    if (used >= kBatch) return false;
    // Nobody has the dict, so that nothing can refer to it; it takes a number all the same.
    if (!add(kEmptyDict) || !memoize(Value{++nobody_}) || (used > 1 && !add(kMark))) return false;
    for (size_t k = 0; k < shape->names.size(); k++)
      if (!is_hidden(shape->names[k]) && i->slots[k].u && (!save(of(shape->names[k])) || !save(i->slots[k])))
        return false;
    return add(used > 1 ? kSetItems : kSetItem) && add(kBuild);
  }
  // A class or a function, by the name under which loading finds it.
  bool global(Value v) {
    if (v.is(Kind::Type) && v.as<Type>()->meta != th_.in.type_type) return false;
    Value reducer;
    if (!dict_get(th_, reducers_, of(type_of(th_, v)), &reducer) || reducer.u) return false;
    const Value home = get_attr_native(th_, v, th_.name(n_module));
    kept_.items.push_back(home);
    const Value name = home.u ? get_attr_native(th_, v, th_.name(n_qualname)) : kAbsent;
    kept_.items.push_back(name);
    th_.clear_pending();
    if (!is_str(home) || !is_str(name) || sv(name).find('.') != std::string_view::npos) return false;
    const Value module = dict_get(th_.in.modules, home.as<Str>());
    if (!module.is(Kind::Module) || dict_get(module.as<Module>()->dict, name.as<Str>()) != v) return false;
    if (protocol_ >= 4) return save(home) && save(name) && add(kStackGlobal) && memoize(v);
    if (protocol_ < 3 && sv(home) != "__main__") return false;  // names of Python 2
    const std::string line = std::string(1, kGlobal) + std::string(sv(home)) + "\n" + std::string(sv(name)) + "\n";
    for (char c : line)
      if (c < 0) return false;
    return add(line) && memoize(v);
  }

  std::string out_;
  size_t frame_ = 0;
  std::vector<std::pair<uint64_t, uint32_t>> memo_;  // object and number
  uint32_t count_ = 0;
  Dict* reducers_;               // copyreg.dispatch_table
  Type* plain_class_ = nullptr;  // the last that was found so
  Values kept_;                  // made here: their places must not be given to others
  uint64_t nobody_ = 0;
};

}  // namespace

Value pickle_save(Thread& th, Value* a, int) {
  int64_t protocol;
  if (!a[0].is(Kind::ByteArray) || !a[1].is(Kind::Dict) || !a[2].is(Kind::Tuple))
    return th.raise(E_TypeError, "save() takes a bytearray, a dict and a tuple");
  if (!to_index(th, a[5], &protocol)) return kAbsent;
  PicklerWriter writer(th, int(protocol), a);
  return writer.all(a[2].as<Tuple>()->items, a[2].as<Tuple>()->len) ? kNone : kAbsent;
}
Value pickle_dumps(Thread& th, Value* a, int) {
  int64_t protocol;
  if (!to_index(th, a[1], &protocol)) return kAbsent;
  if (!a[2].is(Kind::Dict) || protocol < 2 || protocol > 5) return kNone;
  return WholeWriter(th, int(protocol), a[2].as<Dict>()).pickle(a[0]);
}

}  // namespace adder::lib
