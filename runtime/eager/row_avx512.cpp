#define ROW_TABLE kRowsAvx512
#include "runtime/eager/row_isa.inc"
