// How much of the native stack is left: passes that recurse over a program ask before they go deeper, since a script can
// nest without end and may call the compiler with most of the stack in use.
#pragma once
#include <pthread.h>

#include <cstddef>

namespace adder {
inline size_t stack_room() {
  static thread_local const char* lowest = [] {
    pthread_attr_t attributes;
    void* low = nullptr;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &low, &size);
      pthread_attr_destroy(&attributes);
    }
    return static_cast<const char*>(low);
  }();
  const char* here = static_cast<const char*>(__builtin_frame_address(0));
  return here > lowest ? size_t(here - lowest) : 0;
}
}  // namespace adder
