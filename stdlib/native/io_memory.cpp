// How streams in memory are taken apart and made again by copy and pickle.
#include "stdlib/native/io_memory.h"

#include "interp/vm/attrs.h"

namespace adder::lib::memory {
namespace {

constexpr const char* kOrdinals[] = {"first", "second", "third", "fourth"};

}  // namespace

bool whence_arg(Thread& th, Value v, int64_t* out) {
  if (!to_index_clamped(th, v, out)) return false;
  if (*out == int32_t(*out)) return true;
  th.raise(E_OverflowError, "Python int too large to convert to C int");
  return false;
}
Value state_of(Thread& th, Value self, Value contents, Value newline, size_t place) {
  Owned all(contents), line_end(newline);
  if (!all) return kAbsent;
  Dict* attributes = has_dict(self) ? instance_dict(th.in, self.as<Instance>()) : nullptr;
  Ref<Tuple> state(tuple(th, newline.u ? 4 : 3));
  uint32_t i = 0;
  state->items[i++] = all.release();
  if (newline.u) state->items[i++] = line_end.release();
  state->items[i++] = integer(th, int64_t(place));
  state->items[i] = attributes && attributes->used ? of(dict_copy(th.in.heap, attributes)) : kNone;
  return of(state.release());
}
Tuple* state_arg(Thread& th, Value self, Value state, uint32_t size) {
  Value u = unwrap(state);
  if (u.is(Kind::Tuple) && u.as<Tuple>()->len >= size) return u.as<Tuple>();
  th.raise(E_TypeError, "%s.__setstate__ argument should be %u-tuple, got %s",
           full_type_name(type_of(th.in, self)).c_str(), size, type_name(th, state).c_str());
  return nullptr;
}
bool state_place(Thread& th, Tuple* state, uint32_t i, size_t* out) {
  Value v = state->items[i];
  if (!is_intlike(unwrap(v))) {
    th.raise(E_TypeError, "%s item of state must be an integer, %s %s", kOrdinals[i], i == 1 ? "not" : "got",
             type_name(th, v).c_str());
    return false;
  }
  int64_t place;
  if (!to_index(th, v, &place)) return false;
  if (place < 0) return th.raise(E_ValueError, "position value cannot be negative"), false;
  *out = size_t(place);
  return true;
}
bool restore_attributes(Thread& th, Value self, Tuple* state, uint32_t i) {
  Value v = state->items[i];
  if (v == kNone) return true;
  if (!unwrap(v).is(Kind::Dict)) {
    th.raise(E_TypeError, "%s item of state should be a dict, got a %s", kOrdinals[i], type_name(th, v).c_str());
    return false;
  }
  return !has_dict(self) || dict_update(th, instance_dict(th.in, self.as<Instance>()), v);
}

}  // namespace adder::lib::memory
