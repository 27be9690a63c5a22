"""Random numbers: for the same seed the ones that CPython gives.

Which numbers come out depends on how many are drawn and in which order, so each function below keeps to the published
method (named where it has a name) draw by draw.
"""
import _random
from bisect import bisect as _bisect
from itertools import accumulate as _accumulate
from math import acos as _acos, ceil as _ceil, cos as _cos, e as _e, exp as _exp, floor as _floor, isfinite as _isfinite, log as _log, pi as _pi, sin as _sin, sqrt as _sqrt
from operator import index as _index

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices", "expovariate", "gammavariate", "gauss",
           "getrandbits", "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint",
           "random", "randrange", "sample", "seed", "setstate", "shuffle", "triangular", "uniform", "vonmisesvariate",
           "weibullvariate"]

BPF = 53  # bits of a float's mantissa
RECIP_BPF = 2.0 ** -BPF
TWOPI = 2.0 * _pi
LOG4 = _log(4.0)
NV_MAGICCONST = 4.0 * _exp(-0.5) / _sqrt(2.0)
SG_MAGICCONST = 1.0 + _log(4.5)


def _hash_of_text(text):
    """The seed that version 1 makes of text: the string hash of Python 2 on 64 bits."""
    mask = (1 << 64) - 1
    h = ord(text[0]) << 7 if text else 0
    for c in text:
        h = h * 1000003 & mask ^ ord(c)
    h ^= len(text)
    return -2 if h == -1 else h


def _whole(value, name):
    """An argument of randrange as an integer; floats without a fraction are still taken."""
    try:
        return _index(value)
    except TypeError:
        whole = int(value)
    from warnings import warn
    if whole != value:
        warn("randrange() will raise TypeError in the future", DeprecationWarning, 3)
        raise ValueError(f"non-integer {name} for randrange()")
    warn("non-integer arguments to randrange() have been deprecated since Python 3.10 and will be removed in a "
         "subsequent version", DeprecationWarning, 3)
    return whole


_UNIT_STEP = 1  # an object to tell `step` left out from a step given


class Random(_random.Random):
    """A generator with a state of its own; a subclass gives random() and, for large ranges, getrandbits()."""

    VERSION = 3  # of the state's form
    gauss_next = None  # the second of the two numbers that gauss() makes at a time

    def __init__(self, x=None):
        self.seed(x)

    def __init_subclass__(cls, /, **kwargs):
        # The method that the class or its nearest base replaced last decides where bounded integers come from.
        sources = {"_randbelow": None, "getrandbits": cls._randbelow_with_getrandbits,
                   "random": cls._randbelow_without_getrandbits}
        for base in cls.__mro__:
            replaced = [name for name in sources if name in vars(base)]
            if replaced:
                if sources[replaced[0]] is not None:
                    cls._randbelow = sources[replaced[0]]
                return

    # State.

    def seed(self, a=None, version=2):
        """Start from a seed: None (the system's own), int, float, str, bytes or bytearray."""
        kinds = (str, bytes) if version == 1 else (str, bytes, bytearray) if version == 2 else ()
        if isinstance(a, kinds):
            if version == 1:
                a = _hash_of_text(a if isinstance(a, str) else a.decode("latin-1"))
            else:
                from hashlib import sha512
                data = a.encode() if isinstance(a, str) else a
                a = int.from_bytes(data + sha512(data).digest(), "big")
        elif a is not None and not isinstance(a, (int, float, str, bytes, bytearray)):
            raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        """The state, for setstate()."""
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        """Go back to a state."""
        version, *rest = state
        if version not in (2, 3):
            raise ValueError(f"state with version {version} passed to Random.setstate() of version {self.VERSION}")
        words, self.gauss_next = rest
        if version == 2:  # kept signed words
            try:
                words = tuple(word & 0xFFFFFFFF if isinstance(word, int) else word % 2 ** 32 for word in words)
            except ValueError as e:
                raise TypeError from e
        super().setstate(words)

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return type(self), (), self.getstate()

    # Integers.

    def _randbelow_with_getrandbits(self, n):
        """An integer in [0, n): draws of as many bits as n has, until one is small enough."""
        draw, bits = self.getrandbits, n.bit_length()
        while (number := draw(bits)) >= n:
            pass
        return number

    _randbelow = _randbelow_with_getrandbits

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        """The same from random() alone; draws in the last, incomplete span of n are thrown away, as they would favour
        small numbers."""
        draw = self.random
        if n >= maxsize:
            from warnings import warn
            warn("Underlying random() generator does not supply \nenough bits to choose from a population range this "
                 "large.\nTo remove the range limitation, add a getrandbits() method.")
            return _floor(draw() * n)
        usable = (maxsize - maxsize % n) / maxsize
        while (share := draw()) >= usable:
            pass
        return _floor(share * maxsize) % n

    def randbytes(self, n):
        """n random bytes."""
        return self.getrandbits(8 * n).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=_UNIT_STEP):
        """A random item of range(start, stop, step)."""
        first = _whole(start, "arg 1")
        if stop is None:
            if step is not _UNIT_STEP:
                raise TypeError("Missing a non-None stop argument")
            if first <= 0:
                raise ValueError("empty range for randrange()")
            return self._randbelow(first)
        last = _whole(stop, "stop")
        stride = _whole(step, "step")
        if stride == 0:
            raise ValueError("zero step for randrange()")
        count = -((first - last) // stride)  # the width over the step, rounded up
        if count <= 0:
            raise ValueError("empty range for randrange()" + (f" ({first}, {last}, {last - first})" * (stride == 1)))
        return first + stride * self._randbelow(count)

    def randint(self, a, b):
        """A random integer in [a, b]."""
        return self.randrange(a, b + 1)

    # Sequences.

    def choice(self, seq):
        """A random item of a sequence."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        """Put the items of a list in a random order: each place from the last takes one of those not yet placed."""
        below = self._randbelow
        for place in range(len(x) - 1, 0, -1):
            chosen = below(place + 1)
            x[place], x[chosen] = x[chosen], x[place]

    def sample(self, population, k, *, counts=None):
        """k items at different places; `counts` says how often each item of the population is repeated."""
        from _collections_abc import Sequence
        if not isinstance(population, Sequence):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        if counts is not None:
            return self._sample_repeated(population, k, counts)
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        below = self._randbelow
        # A list of the population costs less than a set of k places unless the population is much larger than k.
        set_cost = 21 + (4 ** _ceil(_log(3 * k, 4)) if k > 5 else 0)
        if n <= set_cost:
            left, result = list(population), []
            for size in range(n, n - k, -1):
                place = below(size)
                result.append(left[place])
                left[place] = left[size - 1]
            return result
        places = {}  # as an ordered set
        while len(places) < k:
            places[below(n)] = True
        return [population[place] for place in places]

    def _sample_repeated(self, population, k, counts):
        ends = list(_accumulate(counts))
        if len(ends) != len(population):
            raise ValueError("The number of counts does not match the population")
        total = ends.pop()
        if not isinstance(total, int):
            raise TypeError("Counts must be integers")
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        return [population[_bisect(ends, place)] for place in self.sample(range(total), k=k)]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """k items, each chosen anew; the weights say how likely each is."""
        draw, n = self.random, len(population)
        if weights is None and cum_weights is None:
            return [population[_floor(draw() * float(n))] for _ in range(k)]
        if cum_weights is None:
            if isinstance(weights, int):
                raise TypeError(f"The number of choices must be a keyword argument: k={weights!r}")
            cum_weights = list(_accumulate(weights))
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not _isfinite(total):
            raise ValueError("Total of weights must be finite")
        return [population[_bisect(cum_weights, draw() * total, 0, n - 1)] for _ in range(k)]

    # Distributions.

    def uniform(self, a, b):
        """Every number between a and b is as likely."""
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """Likelihood that rises from `low` to `mode` (by default the middle) and falls to `high`."""
        u = self.random()
        if high == low and mode is not None:
            return low
        turn = 0.5 if mode is None else (mode - low) / (high - low)
        if u > turn:  # the falling side is the rising one from the other end
            low, high, u, turn = high, low, 1.0 - u, 1.0 - turn
        return low + (high - low) * _sqrt(u * turn)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normal distribution, by the ratio of uniforms of Kinderman and Monahan."""
        draw = self.random
        while True:
            u = draw()
            v = 1.0 - draw()
            z = NV_MAGICCONST * (u - 0.5) / v
            if z * z / 4.0 <= -_log(v):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """Normal distribution, by Box and Muller's method: two numbers at a time."""
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            angle = self.random() * TWOPI
            radius = _sqrt(-2.0 * _log(1.0 - self.random()))
            z, self.gauss_next = _cos(angle) * radius, _sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        """A number whose logarithm is normal."""
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        """Exponential distribution of rate `lambd`."""
        return -_log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """An angle near `mu`, by Best and Fisher's method; the larger `kappa`, the nearer."""
        draw = self.random
        if kappa <= 1e-6:
            return TWOPI * draw()
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        accepted = False
        while not accepted:
            z = _cos(_pi * draw())
            d = z / (r + z)
            u = draw()
            accepted = u < 1.0 - d * d or u <= (1.0 - d) * _exp(d)
        q = 1.0 / r
        turn = _acos((q + z) / (1.0 + q * z))
        return (mu + turn if draw() > 0.5 else mu - turn) % TWOPI

    def gammavariate(self, alpha, beta):
        """Gamma distribution of shape `alpha` and scale `beta`."""
        if min(alpha, beta) <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha == 1.0:
            return -_log(1.0 - self.random()) * beta
        return beta * (self._gamma_large(alpha) if alpha > 1.0 else self._gamma_small(alpha))

    def _gamma_large(self, alpha):
        """Cheng's method, for alpha > 1."""
        root = _sqrt(2.0 * alpha - 1.0)
        while True:
            u = self.random()
            if not 1e-7 < u < 0.9999999:
                continue
            w = 1.0 - self.random()
            v = _log(u / (1.0 - u)) / root
            x = alpha * _exp(v)
            z = u * u * w
            r = alpha - LOG4 + (alpha + root) * v - x
            if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                return x

    def _gamma_small(self, alpha):
        """Ahrens and Dieter's method, for alpha < 1: x below 1 and above have a bound each."""
        b = (_e + alpha) / _e
        while True:
            p = b * self.random()
            x = -_log((b - p) / alpha) if p > 1.0 else p ** (1.0 / alpha)
            if self.random() <= (x ** (alpha - 1.0) if p > 1.0 else _exp(-x)):
                return x

    def betavariate(self, alpha, beta):
        """Beta distribution: the share of one gamma number in the sum of two."""
        part = self.gammavariate(alpha, 1.0)
        return part / (part + self.gammavariate(beta, 1.0)) if part else 0.0

    def paretovariate(self, alpha):
        """Pareto distribution."""
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """Weibull distribution of scale `alpha` and shape `beta`."""
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)


class SystemRandom(Random):
    """Random numbers of the operating system: no seed and no state."""

    def random(self):
        """A number from 0 up to 1."""
        return (int.from_bytes(self.randbytes(7), "big") >> 3) * RECIP_BPF

    def getrandbits(self, k):
        """An int of so many random bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        count = -(-k // 8)
        return int.from_bytes(self.randbytes(count), "big") >> 8 * count - k

    def randbytes(self, n):
        """So many random bytes."""
        from os import urandom
        return urandom(n)

    def seed(self, *args, **kwds):
        """Does nothing: the system's numbers cannot be repeated."""
        return None

    def getstate(self, *args, **kwds):
        """NotImplementedError: there is no state."""
        raise NotImplementedError("System entropy source does not have state.")

    setstate = getstate


_inst = Random()
# The functions of the module are the methods of one generator that all share.
globals().update((_name, getattr(_inst, _name)) for _name in __all__ if _name not in ("Random", "SystemRandom"))


def _test_generator(n, func, args):
    from statistics import fmean, stdev
    from time import perf_counter
    start = perf_counter()
    drawn = [func(*args) for _ in range(n)]
    seconds = perf_counter() - start
    mean = fmean(drawn)
    print(f"{seconds:.3f} sec, {n} times {func.__name__}")
    print("avg %g, stddev %g, min %g, max %g\n" % (mean, stdev(drawn, mean), min(drawn), max(drawn)))


def _test(N=2000):
    """What `python -m random` does: tell how the numbers of each distribution lie."""
    _test_generator(N, random, ())
    for function in normalvariate, lognormvariate, vonmisesvariate:
        _test_generator(N, function, (0.0, 1.0))
    for alpha, beta in ((0.01, 1.0), (0.1, 1.0), (0.1, 2.0), (0.5, 1.0), (0.9, 1.0), (1.0, 1.0), (2.0, 1.0), (20.0, 1.0),
                        (200.0, 1.0)):
        _test_generator(N, gammavariate, (alpha, beta))
    _test_generator(N, gauss, (0.0, 1.0))
    _test_generator(N, betavariate, (3.0, 3.0))
    _test_generator(N, triangular, (0.0, 1.0, 1.0 / 3.0))


if __name__ == "__main__":
    _test()
