# Draining more items than the recorder follows leaves the iterator where it was.
import torch


def check(f, *args):
    g = torch.compile(f)
    print([g(*args)[1] == f(*args)[1] for _ in range(3)])


x = torch.ones(2)
for n in (4095, 4096, 4097, 5000):
    items = list(range(n))
    check(lambda x, l: (x.sum(), len(list(enumerate(l)))), x, items)
    check(lambda x, l: (x.sum(), len(list(zip(l, l)))), x, items)
    check(lambda x, l: (x.sum(), sum(list(zip(l, reversed(l)))[-1])), x, items)
    check(lambda x, l: (x.sum(), len(tuple(iter(l)))), x, items)
    check(lambda x, l: (x.sum(), max(*map(abs, l))), x, items)
    check(lambda x, l: (x.sum(), len(list(range(len(l))))), x, items)
    check(lambda x, l: (x.sum(), len(list(dict.fromkeys(l)))), x, items)
    check(lambda x, l: (x.sum(), len([*enumerate(zip(l, l))])), x, items)
for n in (254, 255, 256, 257, 1000):
    items = list(range(n))
    check(lambda x, l: (x.sum(), tuple(enumerate(l))), x, items)
    check(lambda x, l: (x.sum(), max(*l)), x, items)
    check(lambda x, l: (x.sum(), [i + 1 for i in l]), x, items)
    check(lambda x, l: (x.sum(), (lambda *a: len(a))(*l)), x, items)
    check(lambda x, l: (x.sum(), dict(zip(l, l))), x, items)
    check(lambda x, l: (x.sum(), "".join([*map(str, l)])), x, items)
