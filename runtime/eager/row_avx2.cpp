#define ROW_TABLE kRowsAvx2
#include "runtime/eager/row_isa.inc"
