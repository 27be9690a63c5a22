# Datasets, splits and samplers: what they give, draw, warn of and refuse.

import warnings

import torch
from torch.utils.data import *
from torch.utils.data import distributed, sampler

warnings.simplefilter('always')


def show(label, fn):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try:
            v = fn()
        except Exception as e:
            v = type(e).__name__ + ': ' + str(e)
    print(label, v, [str(x.message) for x in w])


a, b = TensorDataset(torch.arange(5), torch.arange(5) * 2), TensorDataset(torch.arange(3), torch.arange(3) * 3)
show('t', lambda: (a[2], len(a), a[1:3]))
show('tb', lambda: TensorDataset(torch.ones(2), torch.ones(3)))
show(
    's',
    lambda: (StackDataset(a, b[:]) if 0 else StackDataset(a, a)[1], len(StackDataset(a, a)), StackDataset(x=a, y=a)[0]),
)
show('s', lambda: StackDataset(a, b))
show('s', lambda: StackDataset(x=a, y=b))
show('s', lambda: StackDataset())
show('s', lambda: StackDataset(a, x=a))
c = a + b
show('c', lambda: (len(c), c[0], c[4], c[5], c[7], c[-1], c[-8], c.cumulative_sizes))
show('c', lambda: c[-9])
show('c', lambda: c[8])
show('c', lambda: ConcatDataset([]))
show('sg', lambda: StackDataset(a, a).__getitems__([0, 2]))
show('sg2', lambda: StackDataset(x=a).__getitems__([0, 2]))
show('sub', lambda: Subset(c, [1, 6]).__getitems__([1, 0]))


class It(IterableDataset):
    def __init__(s, n):
        s.n = n

    def __iter__(s):
        return iter(range(s.n))

    def __len__(s):
        return s.n


ch = It(2) + It(3)
show('ch', lambda: (list(ch), len(ch)))
show('cb', lambda: list(ChainDataset([a])))
show('cl', lambda: len(ChainDataset([3])))
show('ci', lambda: ConcatDataset([It(1)]))
show('ab', lambda: Dataset()[0])
show('ai', lambda: iter(IterableDataset()))
show('gen', lambda: str(Dataset[int])[-30:])
s = Subset(a, [4, 1])
show('sub', lambda: (len(s), s[0], s.__getitems__([1, 0])))
g = lambda: torch.Generator().manual_seed(3)
for l in (
    [3, 2],
    [0.5, 0.5],
    [0.3, 0.3, 0.4],
    [0.9, 0.1],
    [0.2, 0.2, 0.2, 0.2, 0.2],
    [1.5, -0.5],
    [3, 3],
    [0.99, 0.01],
):
    show(l, lambda: [x.indices for x in random_split(a, l, g())])


def lst(s):
    return list(s)


show('seq', lambda: lst(SequentialSampler(a)))
show('rnd', lambda: lst(RandomSampler(a, generator=g())))
show('rep', lambda: lst(RandomSampler(a, True, 40, g())))
show('more', lambda: lst(RandomSampler(a, num_samples=12, generator=g())))
torch.manual_seed(5)
show('own', lambda: lst(RandomSampler(a)))
show('own', lambda: lst(RandomSampler(a)))
show('e', lambda: RandomSampler(a, 3))
show('e', lambda: RandomSampler(a, num_samples=-1))
show('e', lambda: RandomSampler(a, num_samples=1.5))
show('sub', lambda: lst(SubsetRandomSampler([7, 8, 9], g())))
show('w', lambda: lst(WeightedRandomSampler([0.1, 0.9, 0.4], 5, generator=g())))
show('w', lambda: lst(WeightedRandomSampler([0.1, 0.9, 0.4], 3, False, g())))
show('we', lambda: WeightedRandomSampler([0.1], 0))
show('we', lambda: WeightedRandomSampler([0.1], True))
show('we', lambda: WeightedRandomSampler([0.1], 1, 3))
show('we', lambda: WeightedRandomSampler([[0.1]], 1))
for d in (True, False):
    show('b', lambda: (lst(BatchSampler(range(7), 3, d)), len(BatchSampler(range(7), 3, d))))
show('be', lambda: BatchSampler(range(3), 0, True))
show('be', lambda: BatchSampler(range(3), True, True))
show('be', lambda: BatchSampler(range(3), 2, 1))
show('ms', lambda: iter(Sampler()))
for n in (2, 3):
    for r in range(n):
        for sh in (True, False):
            for dl in (True, False):
                d = DistributedSampler(range(7), n, r, sh, 1, dl)
                d.set_epoch(2)
                show((n, r, sh, dl), lambda: (lst(d), len(d)))
show('de', lambda: DistributedSampler(range(7), 2, 2))
show('de', lambda: DistributedSampler(range(2), 5, 1, False).num_samples)
show('dl', lambda: lst(DistributedSampler(range(2), 5, 4, False)))
show('de', lambda: DistributedSampler(range(7)))
