// The only header that tile_isa.inc includes: plain enums and structs, no inline function, no template. An inline
// function compiled with -mavx512f in one file and without it in another is one symbol to the linker, which may keep
// the AVX-512 copy for every CPU.
#pragma once
// kU8, kI8, kI16 and kH16 are forms in memory only; programs widen them on load.
enum KType : unsigned char { kB8, kI32, kI64, kF32, kF64, kH16, kU8, kI8, kI16, kC64, kC128, kTypeCount };
enum KOp : unsigned char {
#define KOP(name, arity, types, result, ulp, meaning) kOp_##name,
#include "runtime/kernel/kernel_ops.def"
#undef KOP
  kOpTableEnd,
  kLoad = kOpTableEnd,
  kScalar,
  kConstant,
  kIndex  // filled in by the interpreter, not table rows
};
typedef void (*TileFn)(void* out, const void* a, const void* b, const void* c, long n);  // out may equal a, b or c
// acc[l] = op(acc[l], x[i]) for l = i % lanes, lanes of reduce_lanes(); acc stays in registers. n elements, dense.
typedef void (*TileReduceFn)(void* acc, const void* x, long n);
struct TileTable {
  TileFn fn[kOpTableEnd][kTypeCount];            // by type of operand 0; null: not in the table
  TileReduceFn reduce[kOpTableEnd][kTypeCount];  // null: the step program runs tile by tile
  void (*fold[kOpTableEnd][kTypeCount])(void* acc);  // where `reduce` is: lanes fold by halves; the result is acc[0]
};
extern "C" {
extern const TileTable adder_tiles_generic, adder_tiles_avx2, adder_tiles_avx512;
}
