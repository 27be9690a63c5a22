// CHECK: a bug of ours. It prints where and stops the process; input of a user must never reach it.
#pragma once
#include <cstdio>
#include <cstdlib>

#define CHECK(x)                                                          \
  do {                                                                    \
    if (!(x)) [[unlikely]] {                                              \
      std::fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #x); \
      std::abort();                                                       \
    }                                                                     \
  } while (0)
