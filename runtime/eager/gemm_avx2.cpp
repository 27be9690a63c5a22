#define GEMM_VECTOR_BYTES 32
#define GEMM_ROWS 6
#define GEMM_TABLE kGemmAvx2
#include "runtime/eager/gemm_isa.inc"
