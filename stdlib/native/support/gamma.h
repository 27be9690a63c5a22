// The gamma function and its logarithm to the last digit of CPython's, which does not take the C library's.
#pragma once

namespace adder::lib {

// Both for finite x that is no pole (0 or a negative integer); an infinity where the result is too large.
double gamma_function(double x);
double log_abs_gamma(double x);

}  // namespace adder::lib
