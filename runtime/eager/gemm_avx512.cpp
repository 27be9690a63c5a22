#define GEMM_VECTOR_BYTES 64
#define GEMM_ROWS 14
#define GEMM_TABLE kGemmAvx512
#include "runtime/eager/gemm_isa.inc"
