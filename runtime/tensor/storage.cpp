#include "runtime/tensor/storage.h"
#include <cstring>
#include "runtime/tensor/tensor.h"

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

Status grow_storage(Storage& s, int64_t bytes, bool with_data) {
  if (bytes <= s.bytes) return {};
  if (s.deleter) return Status::error("Trying to resize storage that is not resizable");
  if (with_data) {
    Block wider = allocate_block(bytes);
    if (!wider.data) return Status::error(ErrorKind::memory, out_of_memory_text(bytes));
    if (s.data) std::memcpy(wider.data, s.data, size_t(s.bytes));
    release_block(s.block);
    s.block = wider;
    s.data = wider.data;
  }
  s.bytes = bytes;
  return {};
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
