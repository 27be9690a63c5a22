# Shapes that memoryview.cast takes, and the separators of hex().
m=memoryview(bytes(range(10)))
print(m.hex(), m.hex('-'), m.hex(':',3), m[::3].hex('_'), m.hex(sep=b' ', bytes_per_sep=-2))
for s in ([10],(10,),[5],[0],[-1],5,['x'],[10.0],None,[2**70]):
    try: print(m.cast('B',s).tolist())
    except Exception as e: print(s, type(e).__name__, e)
print(m.cast('h',[5]).tolist())
