#define TILE_TABLE adder_tiles_avx2
#include "runtime/kernel/tile_isa.inc"
