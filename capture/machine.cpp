#include "capture/machine.h"

#include "capture/values.h"

#include "interp/vm/run_support.h"

namespace adder::capture {

Value read_field(Thread& th, Field f, Value o, uint64_t key, std::pair<Shape*, int>* cache) {
  if (!o.is_cell()) return kAbsent;
  switch (f) {
    case Field::Attribute: {
      if (!has_fields(o)) return kAbsent;
      Instance* i = o.as<Instance>();
      if (cache && cache->first == i->shape) return cache->second < 0 ? kAbsent : i->slots[cache->second];
      int at = i->shape->find(reinterpret_cast<Str*>(key));
      // The shape answers only while no live __dict__ holds the attributes.
      if (at < 0 && i->shape->find(th.in.hidden_dict) >= 0)
        return read_attribute(th.in, o, reinterpret_cast<Str*>(key));
      if (cache) *cache = {i->shape, at};
      return at < 0 ? kAbsent : i->slots[at];
    }
    case Field::Entry: return o.is(Kind::Dict) ? dict_get(o.as<Dict>(), reinterpret_cast<Str*>(key)) : kAbsent;
    case Field::Member: return type_find(o.as<Type>(), reinterpret_cast<Str*>(key));
    case Field::Content: return o.as<CellVar>()->v;
    case Field::Item:
    case Field::Element: {
      int64_t n = container_length(o), i = int64_t(key);
      if (i < 0) i += n;
      if (i < 0 || i >= n) return kAbsent;
      return o.is(Kind::List) ? o.as<List>()->items[i] : o.as<Tuple>()->items[i];
    }
    case Field::Length:
    case Field::Count: return integer49(container_length(o));
    case Field::Keys: return integer49(int64_t(o.as<Dict>()->keys_version));
    case Field::KeyAt:
    case Field::ValueAt: {
      const Dict* d = o.as<Dict>();
      if (key >= d->filled || !d->entries[key].key.u) return kAbsent;
      return f == Field::KeyAt ? d->entries[key].key : d->entries[key].val;
    }
    case Field::FuncCode: return of(o.as<Func>()->code);
    case Field::Globals: return of(o.as<Func>()->globals);
    case Field::Defaults: return of(o.as<Func>()->defaults);
    case Field::KwDefaults: return of(o.as<Func>()->kwdefaults);
    case Field::Closure: return of(o.as<Func>()->cells[key]);
    // A native function by itself is of the same type as a bound one.
    case Field::Self: return o.is(Kind::Method) ? o.as<Method>()->self : kAbsent;
    case Field::Callee: return o.is(Kind::Method) ? o.as<Method>()->func : kAbsent;
    case Field::IterSeq: return o.as<Iter>()->seq;
    case Field::IterAt: return integer49(o.as<Iter>()->i);
    case Field::IterStop: return integer49(o.as<Iter>()->stop);
    case Field::IterStep: return integer49(o.as<Iter>()->step);
    case Field::RangeStart: return o.as<Range>()->start;
    case Field::RangeStop: return o.as<Range>()->stop;
    case Field::RangeStep: return o.as<Range>()->step;
    case Field::Class: return of(type_of(th.in, o));
    case Field::Getter: return o.as<Property>()->get;
    case Field::Setter: return o.as<Property>()->set;
    case Field::Total: break;
  }
  return kAbsent;
}
void write_field(Thread& th, Field f, Value o, uint64_t key, Value v) {
  switch (f) {
    case Field::Attribute: set_attr_plain(th, o, reinterpret_cast<Str*>(key), v); return;
    case Field::Entry: {
      Dict* d = o.as<Dict>();
      barrier(d, reinterpret_cast<Str*>(key));
      dict_set(d, reinterpret_cast<Str*>(key), inc(v));
      return;
    }
    case Field::Content:
      barrier(o.cell(), uint64_t(0));
      put(o.as<CellVar>()->v, inc(v));
      return;
    default: return;
  }
}
bool made_whole(Kind k) {
  return k == Kind::Tuple || k == Kind::Range || k == Kind::Method || k == Kind::Slice || k == Kind::Func || k == Kind::Super ||
         k == Kind::DictKeys || k == Kind::DictValues || k == Kind::DictItems;
}
Value make_object(Thread& th, Kind kind, uint64_t key, uint64_t extra, std::span<const Value> f) {
  switch (kind) {
    case Kind::Tuple: {
      Tuple* t = tuple(th, f.size());
      for (size_t i = 0; i < f.size(); i++) t->items[i] = inc(f[i]);
      return of(t);
    }
    case Kind::Range: return range_of(th, to_int(f[0]), to_int(f[1]), to_int(f[2]));
    case Kind::Method: return bound(th, f[0], f[1]);
    case Kind::Slice: {
      Slice* s = make<Slice>(th, Kind::Slice);
      s->lo = inc(f[0]);
      s->hi = inc(f[1]);
      s->step = inc(f[2]);
      return of(s);
    }
    case Kind::Super: {
      Super* s = make<Super>(th, Kind::Super);
      s->type = inc(f[0].as<Type>());
      s->self = inc(f[1]);
      s->self_type = inc(type_of(th.in, f[1]));
      return of(s);
    }
    case Kind::Func: {
      Code* c = reinterpret_cast<Code*>(key);
      size_t n = f.size() - 2;
      Func* g = make<Func>(th, Kind::Func, n * 8);
      g->aux = uint16_t(n);
      g->code = inc(c);
      g->globals = inc(reinterpret_cast<Dict*>(extra));
      g->builtins = nullptr;
      g->name = inc(of(c->name));
      g->qualname = inc(of(c->qualname));
      g->dict = kAbsent;
      g->defaults = inc(f[0]).as<Tuple>();
      g->kwdefaults = inc(f[1]).as<Dict>();
      for (size_t i = 0; i < n; i++) g->cells[i] = inc(f[2 + i]).as<CellVar>();
      return of(g);
    }
    case Kind::DictKeys:
    case Kind::DictValues:
    case Kind::DictItems: {
      DictView* v = make<DictView>(th, kind);
      v->dict = inc(f[0].as<Dict>());
      return of(v);
    }
    case Kind::Gen: {
      Code* c = reinterpret_cast<Code*>(key);
      Gen* g = make<Gen>(th, Kind::Gen, (c->nreg > 0 ? c->nreg - 1 : 0) * 8);
      g->aux = uint16_t(c->nreg);
      g->func = nullptr;
      g->pc = c->ins.data();
      g->top = nullptr;
      g->nreg = 0;
      g->running = g->started = g->done = g->awaited = false;
      g->sent = g->name = g->qualname = g->delegate = kAbsent;
      g->frame = nullptr;
      std::fill_n(g->regs, c->nreg, kAbsent);
      return of(g);
    }
    case Kind::List: return of(list(th));
    case Kind::Dict: return of(dict(th));
    case Kind::Cell: {
      CellVar* c = make<CellVar>(th, Kind::Cell);
      c->v = kAbsent;
      return of(c);
    }
    case Kind::Instance: return of(instance(th, reinterpret_cast<Type*>(key)));
    case Kind::Iter: {
      Value v = make_iter(th, IterKind(key), kAbsent);
      v.as<Iter>()->i = 0;
      return v;
    }
    default: return kAbsent;
  }
}
namespace {
void init_generator(Gen* g, uint64_t number, Value v) {
  switch (number) {
    case kGeneratorFunc:
      g->func = inc(v.as<Func>());
      g->name = inc(g->func->name);
      g->qualname = inc(g->func->qualname);
      return;
    case kGeneratorPc: g->pc = g->func->code->ins.data() + to_int(v); return;
    case kGeneratorState:
      g->started = GeneratorState(to_int(v)) != GeneratorState::Fresh;
      g->running = GeneratorState(to_int(v)) == GeneratorState::Running;
      g->done = GeneratorState(to_int(v)) == GeneratorState::Done;
      return;
    default:
      g->regs[number - kGeneratorRegisters] = inc(v);
      g->nreg = g->func->code->nreg;
  }
}
}  // namespace
void init_object(Thread& th, Kind kind, Value o, uint64_t number, Value v, Value key) {
  switch (kind) {
    case Kind::List: push(o.as<List>(), inc(v)); return;
    case Kind::Dict: dict_set(th, o.as<Dict>(), key, inc(v)); return;
    case Kind::Cell: put(o.as<CellVar>()->v, inc(v)); return;
    case Kind::Instance: set_attr_plain(th, o, key.as<Str>(), v); return;
    case Kind::Iter: {
      Iter* it = o.as<Iter>();
      if (number == 0)
        put(it->seq, inc(v));
      else
        number == 4 ? void(it->size = uint32_t(to_int(v)))
                    : void((number == 1 ? it->i : number == 2 ? it->stop : it->step) = to_int(v));
      return;
    }
    case Kind::Gen: init_generator(o.as<Gen>(), number, v); return;
    default: return;
  }
}
namespace {
// Finishes an operation that pushed a frame: runs it here.
Value complete(Thread& th, Out o, Value res) {
  if (o == kError) return kAbsent;
  if (o == kDone) return res;
  th.fr->cont = Cont::Exit;
  adder::Recorder* rec = th.rec;
  th.rec = nullptr;
  Value v = th.finish();
  th.rec = rec;
  return v;
}
Value truth_of(Thread& th, Value v) {
  bool t = false;
  return truth_native(th, v, &t) ? boolean(t) : kAbsent;
}
}  // namespace

Value run_residual(Thread& th, const Instruction& ins, std::span<const Value> a) {
  Value res = kAbsent;
  switch (Residual(ins.sub)) {
    case Residual::Call:
    case Residual::Native:
    case Residual::NativePure:
    case Residual::NativeItem: return th.call(a[0], a.data() + 1, int(a.size()) - 1, reinterpret_cast<Tuple*>(ins.key));
    case Residual::Binary: return binary_native(th, int(ins.key & 0xff), ins.key & 0x100, a[0], a[1]);
    case Residual::Compare: return compare_native(th, Op(ins.key), a[0], a[1]);
    case Residual::Contains: {
      bool there = false;
      if (!contains_native(th, a[0], a[1], &there)) return kAbsent;
      return boolean(there != bool(ins.key));
    }
    case Residual::Unary: return complete(th, adder::unary(th, Op(ins.key), a[0], 255, &res), res);
    case Residual::Truth: {
      Value t = truth_of(th, a[0]);
      return t.u && ins.key ? boolean(t != kTrue) : t;
    }
    case Residual::GetAttr: return get_attr_native(th, a[0], reinterpret_cast<Str*>(ins.key));
    case Residual::SetAttr: {
      return set_attr_native(th, a[0], reinterpret_cast<Str*>(ins.key), a[1]) ? kNone : kAbsent;
    }
    case Residual::Subscript: return subscript_native(th, a[0], a[1]);
    case Residual::SetItem: {
      return set_subscript_native(th, a[0], a[1], a[2]) ? kNone : kAbsent;
    }
    case Residual::GetIter: return iter_native(th, a[0]);
    case Residual::NextItem: return next_value(th, a[0]);
    case Residual::Format: {
      std::string s;
      if (a[1] == kAbsent && is_str(a[0])) return inc(a[0]);
      if (!format_value(th, a[0], a[1].u ? sv(a[1]) : std::string_view(), &s)) return kAbsent;
      return of(str(th, s));
    }
    case Residual::Repr: {
      std::string s;
      if (!(ins.key == 's' ? str_of(th, a[0], &s) : repr_of(th, a[0], &s))) return kAbsent;
      return of(str(th, s));
    }
    case Residual::Join: {
      std::string s;
      for (Value v : a) s += sv(v);
      return of(str(th, s));
    }
    case Residual::Append: push(a[0].as<List>(), inc(a[1])); return kNone;
    case Residual::Extend: {
      if (a[0].is(Kind::Set)) return set_update(th, a[0].as<Set>(), a[1]) ? kNone : kAbsent;
      std::vector<Value> v;
      if (!iterate(th, a[1], &v)) return kAbsent;
      for (Value x : v) push(a[0].as<List>(), x);
      return kNone;
    }
    case Residual::Unpack: {
      adder::Ref<Tuple> t(tuple(th, ins.key));
      if (!unpack_any(th, a[0], uint32_t(ins.key), t->items)) return kAbsent;
      return of(t.release());
    }
    case Residual::Merge: return dict_update(th, a[0].as<Dict>(), a[1]) ? kNone : kAbsent;
    case Residual::SetAdd: return set_add(th, a[0].as<Set>(), a[1]) >= 0 ? kNone : kAbsent;
    case Residual::MakeSet: {
      adder::Ref<Set> s(set(th));
      for (Value v : a)
        if (set_add(th, s.get(), v) < 0) return kAbsent;
      return of(s.release());
    }
    case Residual::ToTuple: {
      List* l = a[0].as<List>();
      Tuple* t = tuple(th, l->len);
      for (uint32_t i = 0; i < l->len; i++) t->items[i] = inc(l->items[i]);
      return of(t);
    }
    case Residual::Import: return import_statement(th, reinterpret_cast<Str*>(ins.key), a[0].u ? a[0] : kNone, 0);
    case Residual::ImportFrom: return import_from(th, a[0], reinterpret_cast<Str*>(ins.key));
    case Residual::Raise: raise_statement(th, a[0], a[1]); return kAbsent;
    case Residual::Total: break;
  }
  return kAbsent;
}
}  // namespace adder::capture
