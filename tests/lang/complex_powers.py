# Powers and quotients of complex numbers: signs of zero, what overflows and what has no value.
import random
rng = random.Random(3)
parts = [0.0, -0.0, 1.0, -1.0, 2.5, -3.0, 1e-7, 1e200, 1e-200, 256.0, float('inf'), float('nan'), 0.1, 7.0]
for i in range(120):
    x = complex(rng.choice(parts), rng.choice(parts)); y = complex(rng.choice(parts), rng.choice(parts))
    n = rng.randrange(-6, 7)
    for name, f in (('pow', lambda: x ** n), ('div', lambda: x / y), ('powc', lambda: x ** y), ('powf', lambda: x ** y.real), ('rpow', lambda: n ** x), ('mul', lambda: x * y)):
        try: r = f()
        except Exception as e: r = type(e).__name__ + ' ' + str(e)
        print(name, x, y, n, r)
