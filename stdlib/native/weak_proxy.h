// weakref.proxy.
#pragma once
#include "stdlib/native/library.h"

namespace adder::lib {
Value new_proxy(Thread&, Value* args, int n);  // (object, callback)
void define_proxies(Thread&, Module*);         // the two types
}  // namespace adder::lib
