# Hashing what is not a number ends.
nan = float('nan')
for z in (nan, complex(nan, 1), complex(1, nan), complex(nan, nan), complex(nan, float('inf'))):
    print(isinstance(hash(z), int), z in {z}, {z: 'found'}[z], z in {1, 2j}, (z, 1) in {(z, 1)})
print(hash(complex(float('inf'), 0)), hash(complex(0, float('-inf'))), hash(0j), hash(-0.0))
