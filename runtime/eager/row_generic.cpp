#define ROW_TABLE kRowsGeneric
#include "runtime/eager/row_isa.inc"
