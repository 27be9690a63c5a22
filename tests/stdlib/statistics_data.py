# statistics: every function on ints, floats, fractions, decimals; messages; the normal distribution.
import random
import statistics as s
from decimal import Decimal as D
from fractions import Fraction as F


def t(f, *a, **k):
    try:
        print(f.__name__, repr(f(*a, **k)))
    except BaseException as e:
        print(f.__name__, type(e).__name__, e)


r = random.Random(3)
sets = [[1, 2, 3, 4, 4], [1.5, 2.25, -3.0, 1e10, 0.1], [F(1, 3), F(2, 5), F(7, 2)], [D("1.1"), D("2.25"), D("-0.5")], [5], [], [True, False, True],
        [r.gauss(10, 3) for _ in range(50)], [1, 2.5, F(1, 2)], [10 ** 20, 1, -10 ** 20], range(10), ["a", "b", "a"], [0, 0, 0], [2, 4, 8]]
for data in sets:
    for f in (s.mean, s.fmean, s.geometric_mean, s.harmonic_mean, s.median, s.median_low, s.median_high, s.median_grouped, s.mode, s.multimode, s.variance,
              s.pvariance, s.stdev, s.pstdev, s.quantiles):
        t(f, data)
t(s.fmean, [1, 2], [3, 4]); t(s.fmean, [1], [1, 2]); t(s.fmean, [1], [0]); t(s.harmonic_mean, [40, 60], weights=[5, 30]); t(s.harmonic_mean, [1, -1]); t(s.harmonic_mean, [0, 1])
t(s.variance, [1, 2, 3], 2); t(s.pvariance, [1, 2, 3], 2.5); t(s.stdev, iter([1, 2])); t(s.mean, [float("inf"), 1]); t(s.mean, [float("nan")]); t(s.variance, [float("inf"), 1])
for n in 1, 2, 4, 10, 0:
    t(s.quantiles, [1, 2, 5, 9, 12], n=n); t(s.quantiles, [1, 2, 5, 9, 12], n=n, method="inclusive")
t(s.quantiles, [1, 2], method="x"); t(s.median_grouped, [1, 3, 3, 5, 7], 2); t(s.median_grouped, ["a"])
x, y = [1, 2, 3, 4, 5], [1.1, 1.9, 3.2, 3.8, 5.1]
for f in s.covariance, s.correlation, s.linear_regression:
    t(f, x, y); t(f, x, y[:2]); t(f, [1], [1]); t(f, [1, 1], [1, 2])
t(s.linear_regression, x, y, proportional=True); t(s.mean, 5); t(s.mean, "abc")
n, m = s.NormalDist(10, 2), s.NormalDist(11.5, 3)
print(n, n.mean, n.stdev, n.variance, n.median, n.mode, n.pdf(9), n.cdf(12.5), n.inv_cdf(0.9), n.inv_cdf(0.001), n.inv_cdf(1e-12), n.quantiles(), n.overlap(m), n.zscore(13))
print(n + m, n - m, n * 2, n / 4, -n, +n, n + 1, 5 - n, 2 * n, n == s.NormalDist(10, 2), n != m, hash(n) == hash(s.NormalDist(10, 2)), s.NormalDist.from_samples(sets[7]), n.samples(2, seed=1))
t(n.inv_cdf, 0); t(n.overlap, 5); t(s.NormalDist, 0, -1); t(s.NormalDist(0, 0).pdf, 1); t(s.NormalDist.from_samples, [1])
