#pragma once
// What BytesIO and StringIO have in common: how they are made, closed, asked what they can do, copied and pickled.
#include <new>

#include "stdlib/native/io.h"

namespace adder::lib::memory {

template <class Stream>
Stream* stream_of(Value v) {
  return payload<Stream>(v);
}
// An open stream; null: ValueError is pending.
template <class Stream>
Stream* open_stream(Thread& th, Value v) {
  Stream* s = stream_of<Stream>(v);
  if (const char* why = s->unusable()) {
    th.raise(E_ValueError, "%s", why);
    return nullptr;
  }
  return s;
}

template <class Stream>
Value stream_new(Thread& th, Value* a, int) {
  Value self = of(instance(th, a[0].as<Type>()));
  new (payload<Stream>(self)) Stream();
  return self;
}
template <class Stream>
void destroy_stream(void* p) {
  static_cast<Stream*>(p)->~Stream();
}
template <class Stream>
Value stream_yes(Thread& th, Value* a, int) {
  return open_stream<Stream>(th, a[0]) ? kTrue : kAbsent;
}
template <class Stream>
Value stream_tell(Thread& th, Value* a, int) {
  Stream* s = open_stream<Stream>(th, a[0]);
  return s ? integer(th, int64_t(s->place)) : kAbsent;
}

// The second argument of seek(), which C takes as an int; false: an exception is pending.
bool whence_arg(Thread&, Value, int64_t* out);

// The tuple of __getstate__: `contents` (kAbsent: an exception is pending), for texts the newline, the place, and a
// copy of the attributes or None where there are none. Takes the first two.
Value state_of(Thread&, Value self, Value contents, Value newline, size_t place);
// The tuple that __setstate__ was given, which has `size` items at least; null: TypeError is pending.
Tuple* state_arg(Thread&, Value self, Value state, uint32_t size);
// Its item `i`, a place: false with an exception. *out is the place.
bool state_place(Thread&, Tuple* state, uint32_t i, size_t* out);
// Its item `i`, attributes or None, which are given to the stream.
bool restore_attributes(Thread&, Value self, Tuple* state, uint32_t i);

}  // namespace adder::lib::memory
