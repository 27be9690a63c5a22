// Iteration: iterators that exist only as a container and a position, generators whose frames are inlined.
//
// An iterator made by the recorded code is a sunk object with the fields of Iter: seq, at, stop, step, size. Advancing
// it is arithmetic on shadows, so a loop over a container costs its loads, and where the container is a constant whose
// keys are watched, nothing. What is not followed here is advanced as itself, a residual.
#include "capture/recorder.h"
#include "capture/scalar.h"
#include "capture/values.h"
#include "interp/text/utf8.h"

namespace adder::capture {
namespace {
enum IteratorField { kSeq, kAt, kStop, kStep, kSize };
// Items of one container that may become values of the trace. As the arguments of a call they must.
constexpr int64_t kMaxDrained = 256, kMaxArguments = 4096;
}  // namespace

Ref Recorder::make_iterator(IterKind k, Ref seq, Ref at, Ref stop, Ref step, Ref size) {
  return make_sunk(Kind::Iter, kAbsent, uint64_t(k), {seq, at, stop, step, size});
}
Ref Recorder::length_of(Ref container) {
  container = settled(container);
  if (SunkObject* s = sunk(container)) return constant(integer49(int64_t(s->fields.size())));
  Value v = value_of(container);
  Ref n = load(container, v.is(Kind::Tuple) ? Field::Count : Field::Length, 0, integer(th_, container_length(v)));
  if (n.is_result()) known_[n.index()].type = type_at(integer49(0));
  return n;
}
// The iterator over `r`, if it can be followed or is an iterator already; else nothing.
Ref Recorder::iterator_over(Ref r) {
  r = settled(r);
  Value v = value_of(r);
  Ref zero = constant(integer49(0)), one = constant(integer49(1));
  if (!v.is_cell()) return {};
  switch (v.cell()->kind) {
    case Kind::List:
    case Kind::Tuple:
      need_type(r);
      return make_iterator(v.is(Kind::List) ? IterKind::List : IterKind::Tuple, r, zero, zero, one, zero);
    case Kind::Str:
      if (!need_same(r)) return {};
      return make_iterator(IterKind::Str, r, zero, zero, one, zero);
    case Kind::Range: {
      need_type(r);
      Range* o = v.as<Range>();
      if (!o->start.is_int() || !o->stop.is_int() || !o->step.is_int()) return {};
      if (SunkObject* s = sunk(r)) {
        std::vector<Ref> f = s->fields;
        return make_iterator(IterKind::Range, Ref(), f[0], f[1], f[2], zero);
      }
      Ref start = load(r, Field::RangeStart, 0, o->start), stop = load(r, Field::RangeStop, 0, o->stop);
      return make_iterator(IterKind::Range, Ref(), start, stop, load(r, Field::RangeStep, 0, o->step), zero);
    }
    case Kind::Dict: {
      need_type(r);
      Ref size = length_of(r);
      return make_iterator(IterKind::Keys, r, zero, zero, one, size);
    }
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems: {
      SunkObject* s = sunk(r);
      if (!s) return {};
      Ref dict = settled(s->fields[0]);
      IterKind k = v.is(Kind::DictKeys) ? IterKind::Keys : v.is(Kind::DictValues) ? IterKind::Values : IterKind::Items;
      Ref size = length_of(dict);
      return make_iterator(k, dict, zero, zero, one, size);
    }
    case Kind::Iter:
    case Kind::Gen: need_type(r); return r;
    default: return {};
  }
}
Ref Recorder::reversed_over(Ref r) {
  r = settled(r);
  Value v = value_of(r);
  if (!v.is(Kind::List) && !v.is(Kind::Tuple)) return {};
  need_type(r);
  Ref length = length_of(r);
  if (!need_same(length)) return {};
  Ref last = constant(integer(th_, container_length(v) - 1)), zero = constant(integer49(0));
  return make_iterator(v.is(Kind::List) ? IterKind::RevList : IterKind::Reversed, r, last, zero, constant(integer49(1)),
                       zero);
}
// Every item that iterating over `r` gives from here on, where that runs no code of the script's.
bool Recorder::drain(Ref r, std::vector<Ref>* items, bool arguments) {
  Ref it = iterator_over(r);
  if (it.nothing() || !follows(it) || items_left(it) > (arguments ? kMaxArguments : kMaxDrained)) return false;
  snapshot();
  for (Ref item; advance(it, &item);) items->push_back(item);
  return true;
}
// The fields of a followed iterator and of those that it draws from.
void Recorder::remember_positions(Ref it, std::vector<std::pair<Ref, std::vector<Ref>>>* out) {
  it = settled(it);
  SunkObject* s = sunk(it);
  if (!s) return;
  std::vector<Ref> fields = s->fields;
  if (s->kind == Kind::Iter) {
    out->push_back({it, fields});
    IterKind k = IterKind(s->key);
    if (k == IterKind::Enumerate || k == IterKind::Zip) remember_positions(fields[kSeq], out);
  } else if (s->kind == Kind::Tuple) {  // of the iterators of a zip
    for (Ref f : fields) remember_positions(f, out);
  }
}
// How often `advance` will give an item of an iterator that is followed.
int64_t Recorder::items_left(Ref it) const {
  it = settled(it);
  const SunkObject& s = sunk_[it.index()];
  IterKind k = IterKind(s.key);
  auto number = [&](int field) { return to_int(value_of(settled(s.fields[size_t(field)]))); };
  if (k == IterKind::Range) {
    int64_t at = number(kAt), stop = number(kStop), step = number(kStep);
    bool more = step > 0 ? at < stop : at > stop;
    return !more ? 0
                 : int64_t((step > 0 ? uint64_t(stop) - uint64_t(at) - 1 : uint64_t(at) - uint64_t(stop) - 1) /
                               (step > 0 ? uint64_t(step) : 0 - uint64_t(step)) +
                           1);
  }
  Ref seq = settled(s.fields[kSeq]);
  if (seq.nothing()) return 0;
  switch (k) {
    case IterKind::Enumerate: return items_left(seq);
    case IterKind::Zip: {
      int64_t n = INT64_MAX;
      for (Ref inner : sunk_[seq.index()].fields) n = std::min(n, items_left(inner));
      return n == INT64_MAX ? 0 : n;
    }
    case IterKind::RevList:
    case IterKind::Reversed: return number(kAt) + 1;
    default: {
      bool made = seq.is_sunk();
      int64_t n = made ? int64_t(sunk_[seq.index()].fields.size()) : container_length(value_of(seq));
      return n - (k == IterKind::Str ? 0 : number(kAt));
    }
  }
}

// Which entries of a dict there are, is that settled by a dependency or a guard? Then iterating needs no more checks.
bool Recorder::fixed_keys(Ref dict) {
  if (!is_known(dict)) return false;
  return need_same(load(dict, Field::Keys, kWatchCell, integer49(int64_t(value_of(dict).as<Dict>()->keys_version))));
}
// Can the iterator be advanced by arithmetic on shadows alone? Asks for the facts that this rests on.
bool Recorder::follows(Ref it) {
  it = settled(it);
  if (!sunk(it) || sunk(it)->kind != Kind::Iter) return false;
  IterKind k = IterKind(sunk(it)->key);
  std::vector<Ref> f = sunk(it)->fields;
  for (Ref& r : f) r = settled(r);
  if (k == IterKind::Range) return need_same(f[kStep]);
  if (f[kSeq].nothing()) return true;  // exhausted
  Value seq = value_of(f[kSeq]);
  switch (k) {
    case IterKind::List:
    case IterKind::Tuple:
    case IterKind::Str: return true;
    case IterKind::RevList:
    case IterKind::Reversed: return need_same(length_of(f[kSeq]));
    case IterKind::Keys:
    case IterKind::Values:
    case IterKind::Items: {
      Dict* d = seq.as<Dict>();
      Value size = value_of(f[kSize]);
      if (!size.is_int() || size.as_int() != int64_t(d->used)) return false;  // it raises
      if (SunkObject* s = sunk(f[kSeq]))
        return is_known(f[kSize]) && s->fields.size() == d->used && d->filled == d->used;
      if (fixed_keys(f[kSeq])) return need_same(f[kSize]);
      if (d->filled != d->used) return false;
      Ref length = length_of(f[kSeq]);
      return need_same(length) && need_same(f[kSize]);
    }
    case IterKind::Enumerate: return value_of(f[kAt]).is_int() && follows(f[kSeq]);
    case IterKind::Zip: {
      if (!sunk(f[kSeq])) return false;
      for (Ref inner : std::vector<Ref>(sunk(f[kSeq])->fields))
        if (!follows(inner)) return false;
      return true;
    }
    default: return false;
  }
}
// The next item of an iterator that can be followed; false: there is none any more. Guards stand before anything moves
// if the snapshot of the instruction has been taken.
bool Recorder::advance(Ref it, Ref* item) {
  it = settled(it);
  IterKind k = IterKind(sunk(it)->key);
  std::vector<Ref> f = sunk(it)->fields;
  for (Ref& r : f) r = settled(r);
  auto set = [&](int field, Ref r) { sunk(it)->fields[size_t(field)] = r; };
  auto finished = [&] {  // exhaustion is a store: a list grown later does not revive it
    set(kSeq, Ref());
    return false;
  };
  if (k != IterKind::Range && f[kSeq].nothing()) return false;
  Value seq = value_of(f[kSeq]);
  int64_t at = to_int(value_of(f[kAt]));
  switch (k) {
    case IterKind::Range: {
      check_trip_count(f[kAt]);
      check_trip_count(f[kStop]);
      prefer_constant(f[kAt]);
      prefer_constant(f[kStop]);
      int64_t step = to_int(value_of(f[kStep])), stop = to_int(value_of(f[kStop]));
      bool more = step > 0 ? at < stop : at > stop;
      if (!is_known(f[kAt]) || !is_known(f[kStop])) {
        Ref c = pure(uint8_t(kScalarCompare + (step > 0 ? 0 : 2)), f[kAt], f[kStop], boolean(more));
        known_[c.index()].type = type_at(kTrue);
        need_truth(c, more);
      }
      if (!more) return false;
      *item = f[kAt];
      Value sum = integer(th_, at + step);
      if (is_known(f[kAt])) {
        set(kAt, constant(sum));
      } else {
        Ref next = pure(kAdd, f[kAt], f[kStep], sum);
        known_[next.index()].type = type_at(sum);
        set(kAt, next);
      }
      return true;
    }
    case IterKind::List:
    case IterKind::Tuple: {
      bool tuple = k == IterKind::Tuple;
      if (SunkObject* l = sunk(f[kSeq])) {
        if (at >= int64_t(l->fields.size())) return finished();
        *item = l->fields[size_t(at)];
      } else {
        bool more = at < container_length(seq);
        Ref length = length_of(f[kSeq]);
        if (!need_same(length)) {
          Ref c = pure(uint8_t(kScalarCompare), constant(integer(th_, at)), length, boolean(more));
          known_[c.index()].type = type_at(kTrue);
          need_truth(c, more);
        }
        if (!more) return finished();
        Value e = tuple ? seq.as<Tuple>()->items[at] : seq.as<List>()->items[at];
        *item = load(f[kSeq], tuple ? Field::Element : Field::Item, uint64_t(at), e);
      }
      set(kAt, constant(integer(th_, at + 1)));
      return true;
    }
    case IterKind::RevList:
    case IterKind::Reversed: {
      bool tuple = k == IterKind::Reversed;
      if (at < 0 || at >= container_length(seq)) return finished();
      if (SunkObject* l = sunk(f[kSeq])) {
        *item = l->fields[size_t(at)];
      } else {
        Value e = tuple ? seq.as<Tuple>()->items[at] : seq.as<List>()->items[at];
        *item = load(f[kSeq], tuple ? Field::Element : Field::Item, uint64_t(at), e);
      }
      set(kAt, constant(integer(th_, at - 1)));
      return true;
    }
    case IterKind::Str: {
      const Str* s = seq.as<Str>();
      if (at >= int64_t(s->len)) return finished();
      const char* p = s->data + at;
      *item = constant(of(char_str(th_.in, utf8_decode(p))));
      set(kAt, constant(integer(th_, p - s->data)));
      return true;
    }
    case IterKind::Keys:
    case IterKind::Values:
    case IterKind::Items: return advance_dict(it, f, item);
    case IterKind::Enumerate: {
      Ref x;
      if (!advance(f[kSeq], &x)) return false;  // asked again, it asks again
      *item = make_sunk(Kind::Tuple, kAbsent, 0, {f[kAt], x});
      Value sum = integer(th_, at + 1);
      if (is_known(f[kAt])) {
        set(kAt, constant(sum));
      } else {
        Ref next = pure(kAdd, f[kAt], constant(integer49(1)), sum);
        known_[next.index()].type = type_at(sum);
        set(kAt, next);
      }
      return true;
    }
    case IterKind::Zip: {
      std::vector<Ref> inner = sunk(f[kSeq])->fields, items;
      if (inner.empty()) return false;
      for (Ref i : inner) {
        Ref x;
        if (!advance(i, &x)) return false;
        items.push_back(x);
      }
      *item = make_sunk(Kind::Tuple, kAbsent, 0, std::move(items));
      return true;
    }
    default: return false;
  }
}
bool Recorder::advance_dict(Ref it, const std::vector<Ref>& f, Ref* item) {
  Ref dict = f[kSeq];
  Dict* d = value_of(dict).as<Dict>();
  IterKind k = IterKind(sunk(it)->key);
  int64_t at = to_int(value_of(f[kAt])), left = to_int(value_of(f[kStop]));
  bool fixed = !sunk(dict) && fixed_keys(dict);
  if (left == 0) left = int64_t(d->used) + 1;
  while (at < int64_t(d->filled) && !d->entries[at].key.u) at++;  // only where the keys are fixed
  Ref key, value;
  if (at >= int64_t(d->filled)) {
    if (!sunk(dict) && !fixed) need_present(load(dict, Field::KeyAt, uint64_t(at), kAbsent));
    sunk(it)->fields[kStop] = constant(integer(th_, left));
    sunk(it)->fields[kSeq] = Ref();
    return false;
  }
  const Dict::Entry& e = d->entries[at];
  if (SunkObject* s = sunk(dict)) {
    key = s->keys[size_t(at)];
    value = s->fields[size_t(at)];
  } else {
    if (fixed) {
      key = constant(e.key);
    } else if (k != IterKind::Values) {
      key = load(dict, Field::KeyAt, uint64_t(at), e.key);
      need_present(key);
    }
    if (k != IterKind::Keys) {
      bool named = fixed && is_str(e.key);
      value = named ? load(dict, Field::Entry, bits(intern(th_.in, e.key.as<Str>())), e.val)
                    : load(dict, Field::ValueAt, uint64_t(at), e.val);
      need_present(value);
    }
  }
  sunk(it)->fields[kAt] = constant(integer(th_, at + 1));
  sunk(it)->fields[kStop] = constant(integer(th_, left - 1));
  *item = k == IterKind::Keys ? key : k == IterKind::Values ? value : make_sunk(Kind::Tuple, kAbsent, 0, {key, value});
  return true;
}

// A sunk object has come into being as `v`; what it is made of is found inside.
void Recorder::adopt(Ref r, Value v) {
  SunkObject* s = sunk(r);
  if (!s) return;
  s->object = v;
  if (v.is_cell()) born_.insert(v.u);
  std::vector<Ref> fields = s->fields;
  auto inner = [&](size_t n, Value part) {
    if (SunkObject* o = sunk(fields[n]); o && o->object == kAbsent) adopt(fields[n], part);
  };
  switch (s->kind) {
    case Kind::Tuple:
      for (size_t i = 0; i < fields.size() && i < v.as<Tuple>()->len; i++) inner(i, v.as<Tuple>()->items[i]);
      return;
    case Kind::List:
      for (size_t i = 0; i < fields.size() && i < v.as<List>()->len; i++) inner(i, v.as<List>()->items[i]);
      return;
    case Kind::Iter:
      if (!fields[kSeq].nothing()) inner(kSeq, v.as<Iter>()->seq);
      return;
    default: return;
  }
}

// ---------------------------------------------------------------------------------------------------- calls

// iter(), enumerate(), zip(), reversed(), range(), list() and tuple() of what can be followed.
bool Recorder::call_iteration(Value callee, const std::vector<Ref>& args, int dest) {
  if (args.empty()) return false;
  auto type = [&](IterKind k) { return callee == of(th_.in.iter_types[int(k)]); };
  Ref out;
  if (callee.is(Kind::Native)) {
    if (args.size() == 1) out = iterator_over(args[0]);
  } else if (type(IterKind::Enumerate)) {
    Ref start = args.size() > 1 ? settled(args[1]) : constant(integer49(0));
    if (args.size() > 2 || !value_of(start).is_int()) return false;
    Ref inner = iterator_over(args[0]);
    if (!sunk(inner) || sunk(inner)->kind != Kind::Iter) return false;
    prefer_constant(start);
    Ref zero = constant(integer49(0));
    out = make_iterator(IterKind::Enumerate, inner, start, zero, constant(integer49(1)), zero);
  } else if (type(IterKind::Zip)) {
    std::vector<Ref> inner;
    for (Ref a : args) {
      Ref i = iterator_over(a);
      if (!sunk(i) || sunk(i)->kind != Kind::Iter) return false;
      inner.push_back(i);
    }
    Ref zero = constant(integer49(0)), all = make_sunk(Kind::Tuple, kAbsent, 0, std::move(inner));
    out = make_iterator(IterKind::Zip, all, zero, zero, constant(integer49(1)), zero);
  } else if (type(IterKind::Reversed)) {
    if (args.size() == 1) out = reversed_over(args[0]);
  } else if (callee == of(th_.in.types[int(Kind::Range)])) {
    if (args.size() > 3) return false;
    std::vector<Ref> f{constant(integer49(0)), Ref(), constant(integer49(1))};
    for (size_t n = 0; n < args.size(); n++) {
      Ref r = settled(args[n]);
      if (!value_of(r).is_int()) return false;
      f[args.size() == 1 ? 1 : n] = r;
    }
    if (value_of(f[2]).as_int() == 0) return false;
    for (Ref r : args) need_type(r);
    if (!need_same(f[2])) return false;
    out = make_sunk(Kind::Range, kAbsent, 0, std::move(f));
  } else if (callee == of(th_.in.types[int(Kind::List)]) || callee == of(th_.in.types[int(Kind::Tuple)])) {
    bool list = callee == of(th_.in.types[int(Kind::List)]);
    if (args.size() != 1) return false;
    Ref source = settled(args[0]);
    if (!list && value_of(source).is(Kind::Tuple)) {  // the same one
      need_type(source);
      deliver(dest, source);
      return true;
    }
    std::vector<Ref> items;
    if (!drain(source, &items)) return false;
    out = make_sunk(list ? Kind::List : Kind::Tuple, kAbsent, 0, std::move(items));
  }
  if (out.nothing()) return false;
  deliver(dest, out);
  return true;
}

// ---------------------------------------------------------------------------------------------------- instructions

bool Recorder::iterate() {
  Word w = instruction_;
  Ref r = settled(shadow(B_(w)));
  Value v = reg(B_(w));
  if (Ref it = iterator_over(r); !it.nothing()) {
    deliver(A_(w), it);
    return true;
  }
  fallback_ = {true, Residual::GetIter, 0, {r}, A_(w)};
  if (inlines_special(v)) {
    Value m = type_find(type_at(v), intern(th_.in, "__iter__"));
    if (m.is(Kind::Func) && m.as<Func>()->code->cflags & (kGenerator | kCoroutine | kAsyncGen)) {
      need_type(r);
      Ref func = load_member(type_at(v), intern(th_.in, "__iter__"), &m);
      if (is_known(func) && makes_generator(func, m.as<Func>(), {r}, nullptr, A_(w))) return true;
      residual_to(Residual::GetIter, 0, {r}, A_(w), Effect::Unknown);
      return true;
    }
  }
  if (inlines_special(v) && special_call({r}, {{r, "__iter__"}})) return true;
  if (!r.is_sunk()) need_type(r);
  residual_to(Residual::GetIter, 0, {r}, A_(w), effect_on({r}, Effect::None));
  return true;
}
bool Recorder::next_item() {
  Word w = instruction_;
  Ref r = settled(shadow(B_(w)));
  Value v = reg(B_(w));
  if (follows(r)) {
    IterKind k = IterKind(sunk(r)->key);
    if (k == IterKind::Enumerate || k == IterKind::Zip) snapshot();  // several things move
    Ref item;
    if (advance(r, &item)) deliver(A_(w), item);
    return true;
  }
  if (resumes(r)) return true;
  // From outside, or of a kind that is not modelled: the iterator is advanced as itself, and how it answered is kept.
  uint32_t n = residual(Residual::NextItem, 0, {r}, v.is(Kind::Iter) ? Effect::Container : Effect::Unknown);
  next_item_ = true;
  flight_dest_ = A_(w);
  uint32_t at = uint32_t(pc_ - top().code->ins.data());
  snapshot_stop_ = snapshot_after(at + 2, -1, {});
  snapshot_more_ = snapshot_after(uint32_t(int(at) + 1 + BX_(pc_[1])), A_(w), Ref::result(n));
  return true;
}
// `yield from` and the loops it stands for: values come from a generator of the recorded code or a plain iterator.
bool Recorder::send_none() {
  Word w = instruction_;
  Ref r = settled(shadow(B_(w)));
  if (!(reg(C_(w)) == kNone)) return false;
  if (follows(r)) {
    IterKind k = IterKind(sunk(r)->key);
    if (k == IterKind::Enumerate || k == IterKind::Zip) snapshot();
    Ref item;
    if (advance(r, &item))
      deliver(A_(w), item);
    else
      deliver(C_(w), constant(kNone));
    return true;
  }
  return sunk(r) && sunk(r)->kind == Kind::Gen && generator_state(r) != GeneratorState::Done && resumes(r);
}
bool Recorder::unpack() {
  Word w = instruction_;
  Ref r = settled(shadow(B_(w)));
  Value v = reg(B_(w));
  int n = C_(w);
  if (SunkObject* s = sunk(r)) {
    if ((s->kind == Kind::Tuple || s->kind == Kind::List) && int(s->fields.size()) == n) {
      for (int i = 0; i < n; i++) deliver(A_(w) + i, sunk(r)->fields[size_t(i)]);
      return true;
    }
  }
  fallback_ = {true, Residual::Unpack, uint64_t(n), {r}};
  if ((v.is(Kind::Tuple) || v.is(Kind::List)) && !sunk(r)) {
    bool tuple = v.is(Kind::Tuple);
    need_type(r);
    Ref length = load(r, tuple ? Field::Count : Field::Length, 0, integer(th_, container_length(v)));
    bool fixed = need_same(length);
    if (!fixed && length.is_result()) {
      guard(Fact::Same, length, 0, constant(integer(th_, container_length(v))));
      known_[length.index()].same = true;
    }
    if (container_length(v) != n) return true;  // raises: the fallback
    for (int i = 0; i < n; i++) {
      Value e = tuple ? v.as<Tuple>()->items[i] : v.as<List>()->items[i];
      Ref item = load(r, tuple ? Field::Element : Field::Item, uint64_t(i), e);
      if (promised_size(item)) known_[settled(item).index()].promised = true;
      deliver(A_(w) + i, item);
    }
    return true;
  }
  uint32_t t = residual(Residual::Unpack, uint64_t(n), {r}, Effect::Unknown);
  trace_->code[t].after = snapshot();
  for (int i = 0; i < n; i++) {
    uint32_t e = emit(TraceOp::Load, uint8_t(Field::Element), uint64_t(i), {Ref::result(t)});
    known_[e].loaded = true;
    known_[e].location = location();
    known_[e].promised = promised_size(Ref::result(e));
    deliver(A_(w) + i, Ref::result(e));
  }
  return true;
}
bool Recorder::record_iteration() {
  switch (Op(instruction_ & 255)) {
    case ITER: return iterate();
    case ITERFROM:
      if (reg(B_(instruction_)).is(Kind::Coroutine)) return false;
      return iterate();
    case NEXT: return next_item();
    case SEND: return send_none();
    case JMORE: return true;
    case UNPACK: return unpack();
    default: return false;
  }
}
}  // namespace adder::capture
