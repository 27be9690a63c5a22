# Sets whose members change them while they are compared: any result, no crash.
from random import Random

rng = Random(1)
class Bad:
    def __eq__(self, other):
        if not enabled:
            return False
        if rng.randrange(20) == 0:
            set1.clear()
        if rng.randrange(20) == 0:
            set2.clear()
        return bool(rng.randrange(2))
    def __hash__(self):
        return rng.randrange(2)
for op in ("a & b", "a | b", "a - b", "a ^ b", "a == b", "a < b", "a >= b", "a.isdisjoint(b)", "a.union(b)", "a.update(b)",
           "a.difference_update(b)", "a.symmetric_difference_update(b)", "a.intersection_update(b)", "a.issubset(b)"):
    for _ in range(40):
        enabled = False
        set1 = set(Bad() for _ in range(rng.randrange(50)))
        set2 = set(Bad() for _ in range(rng.randrange(50)))
        enabled = True
        try:
            eval(op, {"a": set1, "b": set2})
        except RuntimeError:
            pass
print("no crash")
