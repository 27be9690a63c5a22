# Numbers just below, at and above powers of ten, where the number of digits before the point changes with rounding.
import hashlib
import math
import random

for k in (-300, -20, -5, -1, 0, 1, 8, 15, 16, 22, 23, 24, 31, 100, 300):
    p = 10.0 ** k
    for v in (math.nextafter(p, 0), p, math.nextafter(p, math.inf), p * 0.99999999):
        print(repr(v), f'{v:.17g} {v:.16g} {v:.15g} {v:.6g} {v:.3e} {v:.16e} {v:.18e} {v:.5f}', '%.1f %.9e' % (v, v), round(v, 2 - k))

rng = random.Random(11)
digest = hashlib.sha256()
for i in range(6000):
    v = 10.0 ** rng.randrange(-30, 31) * rng.choice((1, rng.random(), 1 - rng.random() * 1e-15, rng.randrange(1, 1000) / 8))
    p = rng.randrange(20)
    digest.update(f'{v!r} {v:.{p}f} {v:.{p}e} {v:.{p}g} {round(v, p - 5)!r}'.encode())
print(digest.hexdigest())
