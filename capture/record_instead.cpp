// Calls of built-in functions that would run the script's code out of the recorder's sight. The recorder sets that code
// going itself, in frames that it sees: next() resumes a generator, len() calls __len__, getattr() calls __getattr__, and
// a native that iterates over an object first gets the object's iterator in its place.
#include "capture/recorder.h"
#include "capture/values.h"
#include "interp/vm/special.h"

namespace adder::capture {

bool Recorder::call_next(const std::vector<Ref>& args, int dest) {
  if (args.size() != 1) return false;
  Ref r = settled(args[0]);
  if (follows(r)) {
    IterKind k = IterKind(sunk(r)->key);
    std::vector<std::pair<Ref, std::vector<Ref>>> before;
    remember_positions(r, &before);
    if (k == IterKind::Enumerate || k == IterKind::Zip) snapshot();
    Ref item;
    if (!advance(r, &item)) {  // StopIteration
      for (auto& [iterator, fields] : before) sunk(iterator)->fields = std::move(fields);
      return false;
    }
    deliver(dest, item);
    return true;
  }
  if (!sunk(r) || sunk(r)->kind != Kind::Gen || generator_state(r) == GeneratorState::Done || !resumes(r)) return false;
  instead_ = {Instead::Resume, kAbsent, {}, dest};
  return true;
}
// The callee iterates over its arguments, the registers from `first` on: has one of them an __iter__ that is followed?
bool Recorder::iterate_arguments(int first, int count, Value callee) {
  auto type = [&](Kind k) { return callee == of(th_.in.types[int(k)]); };
  auto iterator = [&](IterKind k) { return callee == of(th_.in.iter_types[int(k)]); };
  bool all = iterator(IterKind::Zip);
  bool some = all || type(Kind::List) || type(Kind::Tuple) || type(Kind::Set) || type(Kind::FrozenSet) ||
              iterator(IterKind::Enumerate);
  if (callee.is(Kind::Native) && is_builtin(callee)) {
    std::string_view name = callee.as<Native>()->def->name;
    some |= (name == "iter" && count == 1) || name == "sum" || name == "any" || name == "all" || name == "sorted" ||
            ((name == "min" || name == "max") && count == 1);
  }
  if (!some || !need_same(shadow(first - 2))) return false;
  bool again = iterated_.frame == top().frame && iterated_.pc == pc_;
  int done = again ? iterated_.reg : -1;
  iterated_ = {};
  for (int r = first; r < first + (all ? count : std::min(count, 1)); r++)
    if (r > done && iterate_first(r)) return true;
  return false;
}
bool Recorder::is_builtin(Value native) const {
  Value module = native.as<Native>()->module;
  return is_str(module) && sv(module) == "builtins" && !native.as<Native>()->owner;
}
bool Recorder::iterate_first(int iterable) {
  Ref r = settled(shadow(iterable));
  Value v = reg(iterable);
  if (!inlines_special(v) || v.is(Kind::Type)) return false;
  Value m = type_find(type_at(v), intern(th_.in, "__iter__"));
  if (!m.is(Kind::Func)) return false;
  need_type(r);
  Ref func = load_member(type_at(v), intern(th_.in, "__iter__"), &m);
  if (!is_known(func)) return false;
  if (m.as<Func>()->code->cflags & (kGenerator | kCoroutine | kAsyncGen)) {
    if (!makes_generator(func, m.as<Func>(), {r}, nullptr, iterable)) return false;
  } else {
    implicit_ = {r};
    implicit_funcs_ = {{m, func}};
  }
  instead_ = {Instead::Iterate, m, {v}, iterable, Cont::IterAgain};
  return true;
}

bool Recorder::instead_call(std::initializer_list<Ref> operands, Ref func, Value func_value, int dest, Cont cont) {
  std::vector<Value> args;
  for (Ref r : operands) args.push_back(value_of(settled(r)));
  implicit_.assign(operands);
  implicit_funcs_ = {{func_value, func}};
  instead_ = {Instead::Call, func_value, std::move(args), dest, cont};
  return true;
}
Step Recorder::go_instead(Frame& f) {
  Instead todo = std::exchange(instead_, {});
  bool consumes = todo.what != Instead::Iterate;
  Value result = kAbsent;
  Out out;
  if (todo.what == Instead::Resume) {
    Gen* gen = value_of(resuming_).as<Gen>();
    out = resume(th_, gen, kNone, todo.reg, Cont::Store, &result);
  } else {
    if (!consumes) iterated_ = {&f, pc_, todo.reg};
    out = call_dunder(th_, todo.func, todo.args.data(), int(todo.args.size()), todo.reg, todo.cont, &result);
    if (out == kPushed) event(th_, Event::Push, th_.fr, "");
  }
  if (out == kError) abandon("call in its place");
  if (out == kDone) put(f.base[todo.reg], result);  // a generator, in the place of what it iterates over
  if (out == kPushed && consumes)
    for (int c : consumed_) {
      put(f.base[c], kAbsent);
      if (!finished_) frames_[frames_.size() - 2].registers[size_t(c)] = Ref();
    }
  return Step::Reload;
}

bool Recorder::call_length(Ref r, int dest) {
  r = settled(r);
  Value v = value_of(r);
  if (!is_instance(v) || is_tensor_value(v)) return false;
  Value m = type_find(type_at(v), intern(th_.in, "__len__"));
  if (!m.is(Kind::Func) || m.as<Func>()->code->cflags & (kGenerator | kCoroutine | kAsyncGen)) return false;
  need_type(r);
  if (!sunk(r) && is_known(r)) need_class(r, type_at(v));
  Ref func = load_member(type_at(v), intern(th_.in, "__len__"), &m);
  return is_known(func) && instead_call({r}, func, m, dest, Cont::FromLen);
}
bool Recorder::call_getattr(const std::vector<Ref>& args, int dest) {
  Ref object = settled(args[0]), key = settled(args[1]);
  Value o = value_of(object);
  if (!value_of(key).is(Kind::Str) || !is_instance(o) || is_tensor_value(o)) return false;
  Str* name = intern(th_.in, value_of(key).as<Str>());
  Type* t = type_at(o);
  bool there = read_attribute(th_.in, o, name).u || type_find(t, name).u;
  // What a default stands in for: nothing there, or a getter that may raise AttributeError.
  Value getter_of_class = type_find(t, name);
  bool may_raise = getter_of_class.is(Kind::GetSet) || getter_of_class.is(Kind::Member) || getter_of_class.is(Kind::TupleGetter);
  if (args.size() > 2 && (!there || may_raise)) return false;
  if (!need_same(key) || !get_attribute(object, name, dest, false)) return false;
  if (implicit_.empty()) return true;
  // A getter that raises AttributeError would hand over to __getattr__.
  Value getter = t->tflags & kHasGetAttr ? type_find(t, intern(th_.in, "__getattr__")) : kAbsent;
  auto [func, func_ref] = implicit_funcs_[0];
  if ((getter.u && func != getter) || (args.size() > 2)) {
    implicit_.clear();
    return false;
  }
  std::vector<Value> values;
  for (Ref r : implicit_) values.push_back(value_of(settled(r)));
  instead_ = {Instead::Call, func, std::move(values), dest, Cont::Store};
  return true;
}
bool Recorder::call_builtin(Value callee, const std::vector<Ref>& args, int dest) {
  const Native* n = callee.as<Native>();
  std::string_view name = n->def->name;
  if (!is_builtin(callee)) {
    if (name != "index" || args.size() != 1 || !is_str(n->module) || n->owner || !value_of(args[0]).is_int()) return false;
    prefer_constant(args[0]);  // operator.index of an int is that int
    deliver(dest, settled(args[0]));
    return true;
  }
  if (name == "iter") return call_iteration(callee, args, dest);
  if (name == "next") return call_next(args, dest);
  if (name == "len") return args.size() == 1 && call_length(args[0], dest);
  if (name == "getattr") return (args.size() == 2 || args.size() == 3) && call_getattr(args, dest);
  return false;
}
}  // namespace adder::capture
