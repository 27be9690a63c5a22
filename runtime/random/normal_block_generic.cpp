#define NORMAL_BLOCKS normal_blocks_generic
#include "runtime/random/normal_block.inc"
