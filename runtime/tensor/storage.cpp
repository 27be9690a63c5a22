#include "runtime/tensor/storage.h"

namespace adder::rt {

Storage* new_storage_without_data(int64_t bytes) {
  auto* s = new Storage;
  s->bytes = bytes;
  return s;
}

bool allocate_storage(Storage& s) {
  s.block = allocate_block(s.bytes);
  s.data = s.block.data;
  return s.data;
}

Storage* new_storage(int64_t bytes) {
  Storage* s = new_storage_without_data(bytes);
  allocate_storage(*s);
  return s;
}

Storage* adopt_memory(void* data, int64_t bytes, void (*deleter)(void*), void* owner) {
  auto* s = new Storage;
  s->data = data;
  s->bytes = bytes;
  s->deleter = deleter;
  s->owner = owner;
  return s;
}

void destroy_storage(Storage* s) {
  if (s->deleter)
    s->deleter(s->owner);
  else
    release_block(s->block);
  delete s;
}

}  // namespace adder::rt
