// How much of the native stack is left: passes that recurse over a program ask before they go deeper, since a script can
// nest without end and may call the compiler with most of the stack in use.
#pragma once
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace adder {
// The lowest address that this thread's stack may grow to.
inline const char* stack_limit() {
  rlimit most;
  if (gettid() == getpid() && getrlimit(RLIMIT_STACK, &most) == 0 && most.rlim_cur != RLIM_INFINITY) {
    // The program's name stands at the top of the main stack. (Asking pthread_getattr_np reads /proc/self/maps.)
    uintptr_t top = getauxval(AT_EXECFN);
    if (top > most.rlim_cur) return reinterpret_cast<const char*>(top - most.rlim_cur);
  }
  pthread_attr_t attributes;
  void* low = nullptr;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  return static_cast<const char*>(low);
}
inline size_t stack_room() {
  static thread_local const char* const lowest = stack_limit();
  const char* here = static_cast<const char*>(__builtin_frame_address(0));
  return here > lowest ? size_t(here - lowest) : 0;
}
}  // namespace adder
