// Special functions that no C library has, in double precision, and complex functions. One definition for the tiles of
// every instruction set and for the reference evaluator.
#pragma once
#include "runtime/kernel/tile_abi.h"

extern "C" {
double adder_erfinv(double x);
double adder_digamma(double x);
double adder_trigamma(double x);
double adder_i0(double x);
double adder_i1(double x);
// Rows of kernel_ops.def on complex operands: z and w are {re, im}; `out` takes {re, im}, or the real result in out[0].
void adder_complex_op(KOp op, const double* z, const double* w, double* out);
}
