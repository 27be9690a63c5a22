#pragma once
// How the Buffered classes reach what is beneath them (io_beneath.cpp).
#include "stdlib/native/io.h"

namespace adder::lib {

// What a method of the raw object gives, which is held: a script may take it away meanwhile, or have taken it away.
Value ask_raw(Thread&, BinaryFile*, const char* method, const Value* args = nullptr, int n = 0);
// One write of the raw stream: how many bytes it took, or kBlocked, or kFailed.
int64_t write_raw(Thread&, BinaryFile*, std::string_view);
Value would_block(Thread&, size_t written);  // raises BlockingIOError

}  // namespace adder::lib
