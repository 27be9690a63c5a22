#define NORMAL_BLOCKS normal_blocks_avx2
#include "runtime/random/normal_block.inc"
