#define TILE_TABLE adder_tiles_avx512
#include "runtime/kernel/tile_isa.inc"
