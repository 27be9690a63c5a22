# Rare special functions over their ranges, to three digits, with gradients.
import torch

S = torch.special
torch.set_printoptions(precision=3, sci_mode=True)
x = torch.tensor([-3.0, -0.7, 0.0, 0.3, 1.0, 2.5, 8.0, 40.0], dtype=torch.float64)
p = torch.tensor([0.0, 0.001, 0.3, 0.5, 0.9, 1.0], dtype=torch.float64)
for name in ("ndtr", "log_ndtr", "erfcx", "i0e", "i1e", "bessel_j0", "bessel_j1", "modified_bessel_i0", "modified_bessel_i1", "spherical_bessel_j0"):
    print(name, getattr(S, name)(x))
for name in ("bessel_y0", "bessel_y1", "modified_bessel_k0", "modified_bessel_k1", "scaled_modified_bessel_k0", "scaled_modified_bessel_k1"):
    print(name, getattr(S, name)(x[3:]))
print(S.ndtri(p), S.airy_ai(torch.tensor([-2.0, 0.0, 1.0, 3.0], dtype=torch.float64)))
print(S.zeta(torch.tensor([1.5, 2.0, 5.0, 1.0]), torch.tensor([1.0, 2.5, 0.3, 1.0])), S.zeta(2.0, x[3:]), S.zeta(x[5:], 1.0))
for n in range(4):
    print(n, torch.polygamma(n, x[3:]), torch.tensor([0.5]).polygamma(n))
a = torch.tensor([0.5, 1.0, 3.0, 20.0, 100.0], dtype=torch.float64)
for v in (0.1, 1.0, 15.0, 101.0):
    print(v, torch.igamma(a, torch.full_like(a, v)), S.gammaincc(a, torch.full_like(a, v)))
print(S.multigammaln(a[2:], 3), torch.mvlgamma(a[2:].float(), 1))
n = torch.arange(5)
for name in ("chebyshev_polynomial_t", "chebyshev_polynomial_u", "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p"):
    print(name, getattr(S, name)(torch.tensor(0.3), n), getattr(S, name)(0.3, n), getattr(S, name)(torch.tensor([0.1]), 3))
print(S.exp2(x), S.expm1(x[:4]), S.log1p(p), S.round(x, decimals=0), torch.float_power(torch.tensor([2, 3]), 2))
g = lambda *v: torch.tensor(v, dtype=torch.float64, requires_grad=True)
for f, t in ((S.ndtr, g(-1.0, 0.5)), (S.log_ndtr, g(-3.0, 0.5)), (S.ndtri, g(0.2, 0.7)), (S.erfcx, g(-0.5, 1.5)), (S.i0e, g(0.5, 2.0)), (S.i1e, g(0.5, 2.0)), (lambda v: torch.polygamma(2, v), g(0.7, 3.0)), (lambda v: torch.igamma(torch.tensor([2.0, 0.5]).double(), v), g(0.7, 3.0)), (lambda v: torch.igammac(torch.tensor([2.0, 0.5]).double(), v), g(0.7, 3.0)), (lambda v: S.multigammaln(v, 2), g(2.0, 3.0)), (lambda v: S.zeta(3.0, v), g(1.5, 2.0))):
    print(torch.autograd.gradcheck(f, t))
for f in (lambda: torch.igamma(g(1.0), torch.tensor([1.0]).double()).sum().backward(), lambda: torch.polygamma(-1, x), lambda: S.multigammaln(a, 0)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
