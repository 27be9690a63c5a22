#define GEMM_VECTOR_BYTES 16
#define GEMM_ROWS 4
#define GEMM_TABLE kGemmGeneric
#include "runtime/eager/gemm_isa.inc"
