# perm() and comb() at the ends of machine words; names of modules that are not there.
import math

for n in (2**63 - 1, 2**63, 2**62, 2**63 + 5, 2**48 - 1):
    for k in (1, 2, 3, 7, 19, 20, 21, 40):
        print(n, k, math.perm(n, k) % 1000003, math.comb(n, k) % 1000003)
for name in ('a\x03', "it's", 'no.such', 'é\udc80'):
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        print(ascii(str(e)), ascii(e.name))
