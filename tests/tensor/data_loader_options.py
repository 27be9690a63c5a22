"""DataLoader: options that contradict each other, workers, streams, datasets that fail."""
import warnings

import torch
from torch.utils.data import DataLoader, IterableDataset, TensorDataset

d = TensorDataset(torch.arange(8.0))
for k in ({"num_workers": -1}, {"timeout": -1}, {"prefetch_factor": 2}, {"persistent_workers": True}, {"multiprocessing_context": "fork"}, {"num_workers": 2, "multiprocessing_context": "nope"},
          {"num_workers": 1, "prefetch_factor": -1}, {"batch_size": 0}, {"drop_last": True, "batch_sampler": [[0]]}, {"sampler": [0], "shuffle": True}, {"batch_size": None, "drop_last": True}):
    try: DataLoader(d, **k); print("ok")
    except Exception as e: print(type(e).__name__, e)


class Stream(IterableDataset):
    def __iter__(self): return iter(range(7))
    def __len__(self): return 7


for k in ({"shuffle": True}, {"sampler": [0]}, {"batch_sampler": [[0]]}):
    try: DataLoader(Stream(), **k)
    except Exception as e: print(type(e).__name__, e)
for k in ({}, {"batch_size": 3}, {"batch_size": 3, "drop_last": True}, {"batch_size": 7}, {"batch_size": None}):
    l = DataLoader(Stream(), **k)
    print(len(l), list(l), list(l))


class Fails:
    def __len__(self): return 5
    def __getitem__(self, i):
        if i == 2: raise OSError("bad item")
        return i


it = iter(DataLoader(Fails()))
seen = []
for _ in range(5):
    try: seen.append(next(it).tolist())
    except OSError as e: seen.append(str(e))
print(seen)
l = DataLoader(d, batch_size=3)
try: l.batch_size = 4
except ValueError as e: print(e)
with warnings.catch_warnings(record=True):
    warnings.simplefilter("always")
    print([b[0].tolist() for b in DataLoader(d, batch_size=3, num_workers=2, prefetch_factor=2)])
