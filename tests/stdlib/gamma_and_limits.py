# Gamma to the last digit; angles, floats and complex numbers at their limits.
import array
import math
import random
import struct
random.seed(3)
for f in (math.gamma, math.lgamma):
    for x in [0.5, 2.5, 10.1, 3.3, 200.0, 1e-5, 1e-21, -0.5, -1.5, -10.3, 170.6, 171.5, 172.0, 171.624, 23.0, 24.0, 1.0, 2.0, 3.0, 1e300, 1e-308, 5e-324, -171.5, -180.2, -200.5, 139.9, 140.0, 150.5, float('inf'), float('nan'), 5.0, 4.999, 0.1, 1e10, -1e-300] + [random.uniform(-50, 170) for _ in range(300)]:
        try: print(f.__name__, x, f(x))
        except Exception as e: print(f.__name__, x, type(e).__name__, e)
for x in (0, -1, -0.0, float('-inf'), -5):
    for f in (math.gamma, math.lgamma):
        try: print(f(x))
        except Exception as e: print(type(e).__name__, e)
print(math.degrees(1e308), math.degrees(float('inf')), math.radians(180), math.degrees(math.pi), math.radians(-1e-320))
print(2 - 0j, 0 - 0j, 2.5 - 0j, 1 + 0j, -0.0 + 0j, 3 - 2j, 0 + -0j)
print(array.array('f', [1e39, -1e300]), struct.pack('f', 1e300))
for form in ('<f', '>f'):
    try: struct.pack(form, 1e300)
    except OverflowError as e: print(e)
m = memoryview(bytearray(4)).cast('f'); m[0] = 1e39; print(m[0])
