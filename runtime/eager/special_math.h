// Special functions of one or two doubles that no C library has and that no scalar program holds. All are pure; NaN
// gives NaN. What kernels of both kinds need is in runtime/kernel/special.h.
#pragma once

namespace adder::rt {

double hurwitz_zeta(double x, double q);              // sum of (q + k)^-x
double polygamma(double n, double x);                 // derivative n of digamma, n a whole number
double gamma_p(double a, double x);                   // regularized lower incomplete gamma function
double gamma_q(double a, double x);                   // 1 - gamma_p without cancellation
double normal_quantile(double p);                     // inverse of the normal distribution function
double scaled_erfc(double x);                         // exp(x^2) erfc(x)
double scaled_i0(double x), scaled_i1(double x);      // exp(-|x|) I(x)
double modified_k0(double x), modified_k1(double x);  // Bessel K
double scaled_k0(double x), scaled_k1(double x);      // exp(x) K(x)
double spherical_j0(double x);                        // sin(x) / x
double airy_ai(double x);

// Orthogonal polynomials of degree n; a negative degree gives 0.
enum class Polynomial { chebyshev_t, chebyshev_u, chebyshev_v, chebyshev_w, hermite_h, hermite_he, laguerre, legendre };
double polynomial(Polynomial kind, double x, double n);

}  // namespace adder::rt
