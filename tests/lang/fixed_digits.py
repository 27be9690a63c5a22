# A fixed number of digits: exact halves round to even, all others to the nearest; signs, zeros, sizes
values = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 0.125, 0.375, 0.1, 0.2, 0.3, 2.675, 1.005, 1e-5, -1e-5, 4.9999999999, 999999.9999995,
          0.00048828125, 123456789.123456789, 999999999.9999999, 1e9, 1e15, 5e-324, 2.2250738585072014e-308, 0.049999999999999996,
          0.05, 1 / 3, 2 / 3, 1e8 + 0.5, 65535.5, 8.5, 9.5, -2.5]
for v in values:
    print(v, ['%.*f' % (p, v) for p in range(12)], f'{v:.0f} {v:.2f} {v:10.3f} {v:<12.4f}|{v:012.1f} {v:f}')
seed = 1
total = 0
for i in range(4000):
    seed = (seed * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    v = (seed >> 11) / 2 ** 53 * 10 ** (i % 12 - 3)
    total = (total * 31 + hash(int((f'{v:.{i % 10}f}' + '1').replace('.', '')))) % 1000000007
print(total)
