# The order in which a slice assignment looks at its parts and its value.
class I:
    def __init__(self, v): self.v = v
    def __index__(self): print('index', self.v); return self.v
class It:
    def __iter__(self): print('iter'); return iter((7, 8))
for step in (0, 1, 2, -1, None, True, 'x', 1.5, I(1), I(0)):
    for v in (5, It(), [1, 2], (3,), None, 'ab'):
        a = [1, 2, 3, 4]
        try: a[I(0):I(4):step] = v; print(a)
        except Exception as e: print(step.__class__, type(e).__name__, e)
        try: del a[::step]; print(a)
        except Exception as e: print(step.__class__, type(e).__name__, e)
class Clears:
    def __init__(self, v): self.v = v
    def __index__(self): a.clear(); return self.v
class ClearsIt:
    def __iter__(self): a.clear(); return iter((7, 8))
for s in (slice(Clears(0), 2), slice(0, Clears(3)), slice(0, 3, Clears(2))):
    for v in ([5, 6],):
        a = [1, 2, 3, 4]
        try: a[s] = v; print(a)
        except Exception as e: print(type(e).__name__, e)
