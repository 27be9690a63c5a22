#define TILE_TABLE adder_tiles_generic
#include "runtime/kernel/tile_isa.inc"
