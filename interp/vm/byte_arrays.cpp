// How bytearrays change: every operation that adds or takes away bytes comes down to splice_bytes.
#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "interp/vm/containers.h"

namespace adder {
namespace {

// Room for `len` bytes and the zero behind them. What grows a little leaves an eighth free, so that a loop of appends
// copies each byte a few times only; so does one that deletes at the front and appends, since the contents move there
// only where they are no longer than the way.
size_t room_for(const ByteArray* b, size_t len) {
  size_t needed = len + 1;
  if (needed <= (b->front < b->cap / 2 ? b->cap - b->front : b->cap)) return needed < b->cap / 2 ? needed : b->cap;
  size_t generous = std::min(needed + needed / 8 + 8, size_t(UINT32_MAX));
  return len <= b->len + b->len / 8 + 8 ? generous : needed;
}

}  // namespace

bool splice_bytes(Thread& th, ByteArray* b, size_t at, size_t removed, std::string_view with) {
  if (removed != with.size() && b->exports) {
    th.raise(E_BufferError, "Existing exports of data: object cannot be re-sized");
    return false;
  }
  if (!with.empty() && with.data() >= b->data && with.data() < b->data + b->len) {
    std::string copy(with);
    return splice_bytes(th, b, at, removed, copy);
  }
  const size_t len = b->len - removed + with.size(), tail = b->len - at - removed;
  if (len >= UINT32_MAX || (len > b->len && !th.check_memory(len - b->len))) {
    if (!th.pending.u) th.raise_obj(of(instance(th.in, th.type(E_MemoryError))));
    return false;
  }
  const size_t room = room_for(b, len);
  auto to_start = [&] {
    memmove(b->start(), b->data, size_t(b->len) + 1);
    b->data -= std::exchange(b->front, 0);
  };
  auto resize = [&] {
    to_start();
    b->data = static_cast<char*>(th.in.heap.raw_resize(b->data, b->cap, room));
    b->cap = uint32_t(room);
  };
  if (at == 0 && with.size() < removed) {
    const size_t less = removed - with.size();
    b->data += less;
    b->front += uint32_t(less);
  } else {
    if (room > b->cap)
      resize();
    else if (len >= b->cap - b->front)
      to_start();
    memmove(b->data + at + with.size(), b->data + at + removed, tail);
  }
  if (!with.empty()) memcpy(b->data + at, with.data(), with.size());
  b->len = uint32_t(len);
  b->data[len] = 0;
  if (room < b->cap && !b->exports) try {
      resize();
    } catch (const std::bad_alloc&) {  // it keeps what it has
    }
  return true;
}
bool assign_bytes(Thread& th, ByteArray* b, std::string_view contents) {
  return splice_bytes(th, b, 0, b->len, contents);
}

}  // namespace adder
