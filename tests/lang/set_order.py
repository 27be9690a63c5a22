# The order in which a set gives its members is visible; of numbers it is the same everywhere. A line for each operation:
# the last result, and a checksum of all.
import random
import zlib

rng = random.Random(5)
POOL = [0, 1, 7, 8, 15, 16, 256, 257, 1 << 20, -1, -2, 33, 64, 3.0, 5, True]


def make():
    s = set([rng.choice(POOL) for _ in range(rng.randrange(9))])
    for _ in range(rng.randrange(4)):
        s.add(rng.randrange(60))
    if rng.randrange(3) == 0:
        for x in list(s)[:rng.randrange(4)]:
            s.discard(x)
    if rng.randrange(4) == 0:
        s |= set(range(rng.randrange(70)))
    return s


def changed(a, method, *others):
    getattr(a, method)(*others)
    return a


KEYS = dict.fromkeys
OPERATIONS = {
    'made': lambda a, b: a, 'copied': lambda a, b: a.copy(), 'of a list': lambda a, b: set(list(a)),
    'of a dict': lambda a, b: set(KEYS(a)), 'frozen': lambda a, b: frozenset(a), 'displayed': lambda a, b: {*a, *b},
    'displayed dict': lambda a, b: {*KEYS(a), *b}, 'comprehended': lambda a, b: {x for x in a},
    'popped': lambda a, b: [a.pop() for _ in range(len(a) // 2)] + list(a),
    '^': lambda a, b: a ^ b, '&': lambda a, b: a & b, '-': lambda a, b: a - b, '|': lambda a, b: a | b,
    '^=': lambda a, b: a.__ixor__(b), '&=': lambda a, b: a.__iand__(b), '-=': lambda a, b: a.__isub__(b),
    '|=': lambda a, b: a.__ior__(b), '^= itself': lambda a, b: a.__ixor__(a), '-= itself': lambda a, b: a.__isub__(a),
    'frozen ^': lambda a, b: frozenset(a) ^ b, 'frozen &': lambda a, b: frozenset(a) & b,
    'frozen -': lambda a, b: frozenset(a) - b, 'frozen |': lambda a, b: frozenset(a) | b,
    'keys ^': lambda a, b: KEYS(a).keys() ^ b, 'keys &': lambda a, b: KEYS(a).keys() & b,
    'keys -': lambda a, b: KEYS(a).keys() - b, 'keys |': lambda a, b: KEYS(a).keys() | b,
    '^ keys': lambda a, b: a ^ KEYS(b).keys(), '- keys': lambda a, b: a - KEYS(b).keys(),
}
for name in ('union', 'intersection', 'difference', 'symmetric_difference'):
    for kind in (set, list, KEYS):
        OPERATIONS[f'{name} {kind.__name__}'] = lambda a, b, name=name, kind=kind: getattr(a, name)(kind(b))
        update = 'update' if name == 'union' else name + '_update'
        OPERATIONS[f'{update} {kind.__name__}'] = lambda a, b, update=update, kind=kind: changed(a, update, kind(b))
    if name != 'symmetric_difference':
        OPERATIONS[name + ' of none'] = lambda a, b, name=name: getattr(a, name)()
        OPERATIONS[name + ' of two'] = lambda a, b, name=name: getattr(a, name)(b, [1, 2, 8])
sums = dict.fromkeys(OPERATIONS, 0)
for turn in range(60):
    for name, operation in OPERATIONS.items():
        a, b = make(), make()
        result = list(operation(a, b))
        sums[name] = zlib.crc32(repr((result, list(a))).encode(), sums[name])
        if turn == 59:
            print(name, *result[:12], sums[name])


# The table of a subclass is taken as it is; its repr asks __iter__.
class Own(set):
    def __iter__(self):
        yield from (1, 2, 3)


own = Own([9, 8])
print(set(own), {5} | own, {5}.union(own), {*own}, [*own], {9, 1} & own, {9, 1} - own, {9, 1} ^ own, own, len(own))
five = {5}
five |= own
print(five, repr(Own()))


# A comparison that changes the sets meanwhile.
class Meddling:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    def __eq__(self, other):
        if meddle:
            left.clear()
            right.add(rng.randrange(1000))
        return self is other


for operate in OPERATIONS.values():
    meddle = False
    left, right = {Meddling(1), 1, 2, 3}, {Meddling(2), 1, 33, 65}
    meddle = True
    try:
        operate(left, right)
    except RuntimeError as error:
        print(type(error).__name__)

# pop() goes on from where it was, also in a set that was emptied meanwhile.
for empty in (set.clear, lambda s: s.symmetric_difference_update(s), lambda s: s.difference_update(s), lambda s: s.__init__()):
    popped = set(range(40))
    for _ in range(5):
        popped.pop()
    empty(popped)
    popped.update((3, 17, 30))
    print(popped.pop(), popped.pop(), popped)
# Room that was made for members that are gone is given back before others come.
emptied = set(range(40))
emptied.difference_update(list(range(40)))
emptied.update({1000, 2000, 3000})
print(emptied)
# Also where none is left: then the members come as into a new set.
for more in range(20):
    left = set(range(10 + more))
    others = {n for n in range(more * 37 % 640, 0, -32)} | {n for n in range(0, 640, 64)}
    gone = left ^ left
    gone |= others
    print(gone)
print('done')
