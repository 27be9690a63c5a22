"""Averages, spread, relations of two samples, and the normal distribution.

mean(), variance() and their kin add exactly, as fractions, and round once: _moments() is the core of them all. The
modules of fractions and named tuples are imported when they are first needed.
"""
import math
import sys
from math import erf, exp, fabs, fsum, hypot, log, sqrt, tau
from operator import add, mul, sub

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean",
           "linear_regression", "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode",
           "pstdev", "pvariance", "quantiles", "stdev", "variance"]


class StatisticsError(ValueError):
    """The data do not allow what is asked."""


def __getattr__(name):
    """Names that most scripts do without, made when they are first looked up."""
    if name == "LinearRegression":
        from collections import namedtuple
        value = namedtuple(name, ("slope", "intercept"), module=__name__)
    elif name == "Decimal":
        from decimal import Decimal as value
    elif name == "Fraction":
        from fractions import Fraction as value
    elif name == "random":
        import random as value
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


# -- Exact sums


def _is_decimal(kind):
    decimal = sys.modules.get("decimal")
    return decimal is not None and issubclass(kind, decimal.Decimal)


def _isfinite(x):
    own = getattr(x, "is_finite", None)
    return math.isfinite(x) if own is None else own()


def _exact_ratio(x):
    """A number as numerator and denominator; the denominator of infinities and NaN is None."""
    if hasattr(x, "as_integer_ratio"):
        try:
            return x.as_integer_ratio()
        except (OverflowError, ValueError):
            return x, None
    try:
        return x.numerator, x.denominator
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None


def _coerce(one, other):
    """The type of results from numbers of two types: the subclass of the two, else the one that is less exact."""
    assert one is not bool, "initial type T is bool"
    if other in (one, int, bool):
        return one
    if one is int or issubclass(other, one):
        return other
    if issubclass(one, other):
        return one
    for here, there in ((one, other), (other, one)):
        if issubclass(here, int):
            return there
    from fractions import Fraction
    for here, there in ((one, other), (other, one)):
        if issubclass(here, Fraction) and issubclass(there, float):
            return there
    raise TypeError(f"don't know how to coerce {one.__name__} and {other.__name__}")


def _result_type(kinds):
    found = int
    for kind in kinds:
        found = _coerce(found, kind)
    return found


def _collected(by_denominator):
    """The sum of numerators over their denominators, as a Fraction; infinities and NaN outweigh everything."""
    if None in by_denominator:
        return by_denominator[None]
    from fractions import Fraction
    common = math.lcm(*by_denominator)
    return Fraction(sum([n * (common // d) for d, n in by_denominator.items()]), common)


def _sum(data):
    """The type of results, the exact sum and the count of the data."""
    kinds, sums, count = {}, {}, 0
    for x in data:
        count += 1
        kinds[type(x)] = None
        n, d = _exact_ratio(x)
        sums[d] = sums.get(d, 0) + n
    return _result_type(kinds), _collected(sums), count


def _moments(data, center=None):
    """The type of results, the exact sum of squared distances from the center, the center (the mean, unless it is given)
    and the count."""
    if center is not None:
        kind, total, count = _sum(distance * distance for distance in (x - center for x in data))
        return kind, total, center, count
    kinds, sums, squares, count = {}, {}, {}, 0
    for x in data:
        count += 1
        kinds[type(x)] = None
        n, d = _exact_ratio(x)
        sums[d] = sums.get(d, 0) + n
        if d is not None:
            squares[d * d] = squares.get(d * d, 0) + n * n
    kind, total = _result_type(kinds), _collected(sums)
    if None in sums or not count:
        return kind, total, total, count
    return kind, (count * _collected(squares) - total * total) / count, total / count, count


def _convert(value, kind):
    """A fraction as a number of a type; integers become floats where they would not be exact."""
    if type(value) is kind:
        return value
    if issubclass(kind, int) and value.denominator != 1:
        kind = float
    try:
        return kind(value)
    except TypeError:
        if not _is_decimal(kind):
            raise
        return kind(value.numerator) / kind(value.denominator)


# -- Averages


def _fail_neg(values, errmsg="negative value"):
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


def _with_length(data):
    return data if hasattr(data, "__len__") else list(data)


def mean(data):
    """The arithmetic mean, in the type of the data."""
    kind, total, count = _sum(data)
    if not count:
        raise StatisticsError("mean requires at least one data point")
    return _convert(total / count, kind)


def fmean(data, weights=None):
    """The arithmetic mean as a float, perhaps weighted: faster than mean(), and rounded once more."""
    data = _with_length(data)
    if weights is None:
        total, count = fsum(data), len(data)
        if not count:
            raise StatisticsError("fmean requires at least one data point")
        return total / count
    weights = _with_length(weights)
    total = fsum(map(mul, data, weights))
    if len(data) != len(weights):
        raise StatisticsError("data and weights must be the same length")
    weight = fsum(weights)
    if not weight:
        raise StatisticsError("sum of weights must be non-zero")
    return total / weight


def geometric_mean(data):
    """The mean that n factors have in common, as a float."""
    try:
        return exp(fmean(map(log, data)))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of the reciprocals: the right average of speeds and rates."""
    negative = "harmonic mean does not support negative values"
    if iter(data) is data:
        data = list(data)
    count = len(data)
    if count < 1:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if weights is None:
        if count == 1:
            return _only_value(data[0], negative)
        weights, whole = [1] * count, count
    else:
        if iter(weights) is weights:
            weights = list(weights)
        if len(weights) != count:
            raise StatisticsError("Number of weights does not match data size")
        whole = _sum(_fail_neg(weights, negative))[1]
    try:
        kind, total, _ = _sum(w / x if w else 0 for w, x in zip(weights, _fail_neg(data, negative)))
    except ZeroDivisionError:
        return 0
    if total <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _convert(whole / total, kind)


def _only_value(x, negative):
    import numbers
    if not (isinstance(x, numbers.Real) or _is_decimal(type(x))):
        raise TypeError("unsupported type")
    if x < 0:
        raise StatisticsError(negative)
    return x


def _in_order(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data


def median(data):
    """The value in the middle of the sorted data, or the mean of the two there."""
    data = _in_order(data)
    half, odd = divmod(len(data), 2)
    return data[half] if odd else (data[half - 1] + data[half]) / 2


def median_low(data):
    """As median(), but the lower of two values."""
    data = _in_order(data)
    return data[(len(data) - 1) // 2]


def median_high(data):
    """As median(), but the higher of two values."""
    data = _in_order(data)
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    """The median of data rounded to classes of a width, as if each class were spread evenly over it."""
    from bisect import bisect_left, bisect_right
    data = _in_order(data)
    x = data[len(data) // 2]
    below = bisect_left(data, x)
    inside = bisect_right(data, x, lo=below) - below
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError("Value cannot be converted to a float")
    return x - interval / 2.0 + interval * (len(data) / 2 - below) / inside


def _counted(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    return counts


def mode(data):
    """The value that occurs most, the first one of several."""
    counts = _counted(data)
    if not counts:
        raise StatisticsError("no mode for empty data")
    return max(counts, key=counts.get)


def multimode(data):
    """All the values that occur most."""
    counts = _counted(data)
    most = max(counts.values(), default=0)
    return [x for x, times in counts.items() if times == most]


def quantiles(data, *, n=4, method="exclusive"):
    """The n - 1 points that cut the data in n parts of equal probability. "exclusive": the data are a sample of a wider
    range; "inclusive": they hold its least and greatest values."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    last = len(data) - 1
    if last < 1:
        raise StatisticsError("must have at least two data points")
    if method == "inclusive":
        outside = 0
    elif method == "exclusive":
        outside = 1  # steps beyond either end of the data
    else:
        raise ValueError(f"Unknown method: {method!r}")
    points = []
    for i in range(1, n):
        place = i * (last + 2 * outside)  # in n-ths of a step
        at = min(max(place // n - outside, 0), last - 1)
        above = place - (at + outside) * n
        points.append((data[at] * (n - above) + data[at + 1] * above) / n)
    return points


# -- Spread


def _spread(data, center, given, caller):
    """The type of results and the exact variance; `given` degrees of freedom are spent on the mean."""
    kind, total, _, count = _moments(data, center)
    if count <= given:
        raise StatisticsError(f"{caller} requires at least {'two data points' if given else 'one data point'}")
    return kind, total / (count - given)


def variance(data, xbar=None):
    """The variance of the population that the data are a sample of."""
    kind, value = _spread(data, xbar, 1, "variance")
    return _convert(value, kind)


def pvariance(data, mu=None):
    """The variance of the data as a whole population."""
    kind, value = _spread(data, mu, 0, "pvariance")
    return _convert(value, kind)


def stdev(data, xbar=None):
    """The square root of variance()."""
    return _root(*_spread(data, xbar, 1, "stdev"))


def pstdev(data, mu=None):
    """The square root of pvariance()."""
    return _root(*_spread(data, mu, 0, "pstdev"))


def _root(kind, value):
    root = _decimal_sqrt_of_frac if _is_decimal(kind) else _float_sqrt_of_frac
    return root(value.numerator, value.denominator)


def _integer_sqrt_of_frac_rto(n, m):
    """The integer below the square root of n / m, made odd where it is not exact: a later rounding then goes right."""
    below = math.isqrt(n // m)
    return below if below * below * m == n else below | 1


def _float_sqrt_of_frac(n, m):
    """The float nearest to the square root of n / m, from an integer root of at least 54 bits."""
    shift = (n.bit_length() - m.bit_length() - 109) // 2
    if shift < 0:
        return _integer_sqrt_of_frac_rto(n << -2 * shift, m) / (1 << -shift)
    return (_integer_sqrt_of_frac_rto(n, m << 2 * shift) << shift) / 1


def _decimal_sqrt_of_frac(n, m):
    """The Decimal nearest to the square root of n / m."""
    from decimal import Decimal
    if not n:
        return Decimal("0.0")
    if n < 0:
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    # The quotient was rounded, so a neighbour may be nearer: then n / m lies beyond the square of the point between.
    numerator, denominator = root.as_integer_ratio()
    for neighbour, sign in ((root.next_plus(), 1), (root.next_minus(), -1)):
        p, q = neighbour.as_integer_ratio()
        between = m * (denominator * p + q * numerator) ** 2
        if sign * (4 * n * (denominator * q) ** 2 - between) > 0:
            return neighbour
    return root


# -- Two samples


def _paired(x, y, caller, centered=True):
    """The distances of both samples from their means, and the means (zero where they are not to be taken off)."""
    count = len(x)
    if len(y) != count:
        raise StatisticsError(f"{caller} requires that both inputs have same number of data points")
    if count < 2:
        raise StatisticsError(f"{caller} requires at least two data points")
    if not centered:
        return x, y, 0.0, 0.0
    across, along = fsum(x) / count, fsum(y) / count
    return [v - across for v in x], [v - along for v in y], across, along


def _product(one, other):
    return fsum(map(mul, one, other))


def covariance(x, y, /):
    """How two samples vary together."""
    dx, dy, _, _ = _paired(x, y, "covariance")
    return _product(dx, dy) / (len(dx) - 1)


def correlation(x, y, /):
    """Pearson's coefficient, from -1 to 1."""
    dx, dy, _, _ = _paired(x, y, "correlation")
    try:
        return _product(dx, dy) / sqrt(_product(dx, dx) * _product(dy, dy))
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant")


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the line with the least squared distances along y; a proportional one meets the origin."""
    dx, dy, across, along = _paired(x, y, "linear regression", not proportional)
    try:
        slope = _product(dx, dy) / _product(dx, dx)
    except ZeroDivisionError:
        raise StatisticsError("x is constant")
    record = sys.modules[__name__].LinearRegression
    return record(slope, 0.0 if proportional else along - slope * across)


# -- The normal distribution


# Wichura's algorithm AS 241: rational approximations of the quantile function, for three regions of p.
_CENTRAL = ((2.50908_09287_30122_6727e+3, 3.34305_75583_58812_8105e+4, 6.72657_70927_00870_0853e+4,
             4.59219_53931_54987_1457e+4, 1.37316_93765_50946_1125e+4, 1.97159_09503_06551_4427e+3,
             1.33141_66789_17843_7745e+2, 3.38713_28727_96366_6080e+0),
            (5.22649_52788_52854_5610e+3, 2.87290_85735_72194_2674e+4, 3.93078_95800_09271_0610e+4,
             2.12137_94301_58659_5867e+4, 5.39419_60214_24751_1077e+3, 6.87187_00749_20579_0830e+2,
             4.23133_30701_60091_1252e+1, 1.0))
_MIDDLE = ((7.74545_01427_83414_07640e-4, 2.27238_44989_26918_45833e-2, 2.41780_72517_74506_11770e-1,
            1.27045_82524_52368_38258e+0, 3.64784_83247_63204_60504e+0, 5.76949_72214_60691_40550e+0,
            4.63033_78461_56545_29590e+0, 1.42343_71107_49683_57734e+0),
           (1.05075_00716_44416_84324e-9, 5.47593_80849_95344_94600e-4, 1.51986_66563_61645_71966e-2,
            1.48103_97642_74800_74590e-1, 6.89767_33498_51000_04550e-1, 1.67638_48301_83803_84940e+0,
            2.05319_16266_37758_82187e+0, 1.0))
_FAR = ((2.01033_43992_92288_13265e-7, 2.71155_55687_43487_57815e-5, 1.24266_09473_88078_43860e-3,
         2.65321_89526_57612_30930e-2, 2.96560_57182_85048_91230e-1, 1.78482_65399_17291_33580e+0,
         5.46378_49111_64114_36990e+0, 6.65790_46435_01103_77720e+0),
        (2.04426_31033_89939_78564e-15, 1.42151_17583_16445_88870e-7, 1.84631_83175_10054_68180e-5,
         7.86869_13114_56132_59100e-4, 1.48753_61290_85061_48525e-2, 1.36929_88092_27358_05310e-1,
         5.99832_20655_58879_37690e-1, 1.0))


def _polynomial(r, coefficients):
    total = 0.0
    for c in coefficients:
        total = total * r + c
    return total


def _normal_dist_inv_cdf(p, mu, sigma):
    """The quantile of p: the mean and as many deviations as a quotient of polynomials says."""
    q = p - 0.5
    if fabs(q) <= 0.425:
        r = 0.180625 - q * q
        return mu + _polynomial(r, _CENTRAL[0]) * q / _polynomial(r, _CENTRAL[1]) * sigma
    r = sqrt(-log(min(p, 1.0 - p)))
    start, table = (1.6, _MIDDLE) if r <= 5.0 else (5.0, _FAR)
    distance = _polynomial(r - start, table[0]) / _polynomial(r - start, table[1]) * sigma
    return mu - distance if q < 0.0 else mu + distance


class NormalDist:
    """A normal distribution, as a value: sums and multiples of it are those of independent random variables."""
    __slots__ = {"_mu": "Arithmetic mean of a normal distribution",
                 "_sigma": "Standard deviation of a normal distribution"}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        """The distribution with the mean() and stdev() of a sample."""
        _, total, center, count = _moments(data)
        if count < 2:
            raise StatisticsError("stdev requires at least two data points")
        square = total / (count - 1)
        if hasattr(square, "numerator"):
            return cls(float(center), _float_sqrt_of_frac(square.numerator, square.denominator))
        return cls(float(center), float(center) / float(total))  # infinities or NaN: the deviation is NaN

    def samples(self, n, *, seed=None):
        """n random values."""
        import random
        gauss = (random if seed is None else random.Random(seed)).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def _need_width(self, caller):
        if not self._sigma:
            raise StatisticsError(f"{caller}() not defined when sigma is zero")

    def pdf(self, x):
        """The density at x."""
        self._need_width("pdf")
        square = self._sigma * self._sigma
        distance = x - self._mu
        return exp(distance * distance / (-2.0 * square)) / sqrt(tau * square)

    def cdf(self, x):
        """The probability of values up to x."""
        self._need_width("cdf")
        return 0.5 * (1.0 + erf((x - self._mu) / (self._sigma * sqrt(2.0))))

    def inv_cdf(self, p):
        """The x of which cdf(x) is p."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        """The n - 1 points that cut the distribution in n parts of equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """The area below both densities, from 0 to 1: what they agree in."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        narrow, wide = sorted((self, other), key=lambda normal: (normal._sigma, normal._mu))
        small, large = narrow.variance, wide.variance
        if not (small and large):
            raise StatisticsError("overlap() not defined when sigma is zero")
        excess, apart = large - small, fabs(wide._mu - narrow._mu)
        if not excess:
            return 1.0 - erf(apart / (2.0 * narrow._sigma * sqrt(2.0)))
        # The densities cross at two points; between them the narrow one is the higher.
        middle = narrow._mu * large - wide._mu * small
        reach = narrow._sigma * wide._sigma * sqrt(apart * apart + excess * log(large / small))
        above, below = [fabs(wide.cdf(x) - narrow.cdf(x)) for x in ((middle + reach) / excess,
                                                                    (middle - reach) / excess)]
        return 1.0 - (above + below)

    def zscore(self, x):
        """How many deviations x lies above the mean."""
        self._need_width("zscore")
        return (x - self._mu) / self._sigma

    mean = median = mode = property(lambda self: self._mu, doc="The middle of the distribution.")
    stdev = property(lambda self: self._sigma, doc="The standard deviation.")
    variance = property(lambda self: self._sigma * self._sigma, doc="The square of the deviation.")

    def _moved(self, other, operate):
        if isinstance(other, NormalDist):
            return NormalDist(operate(self._mu, other._mu), hypot(self._sigma, other._sigma))
        return NormalDist(operate(self._mu, other), self._sigma)

    def __add__(self, other):
        return self._moved(other, add)

    def __sub__(self, other):
        return self._moved(other, sub)

    def __rsub__(self, other):
        return -(self - other)

    def __mul__(self, factor):
        return NormalDist(self._mu * factor, self._sigma * fabs(factor))

    def __truediv__(self, divisor):
        return NormalDist(self._mu / divisor, self._sigma / fabs(divisor))

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    __radd__, __rmul__ = __add__, __mul__

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state

    def __eq__(self, other):
        if isinstance(other, NormalDist):
            return self.__getstate__() == other.__getstate__()
        return NotImplemented

    def __hash__(self):
        return hash(self.__getstate__())

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"
