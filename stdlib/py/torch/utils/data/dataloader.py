"""DataLoader: batches of a dataset.

There are no worker processes: with num_workers > 0 a warning says so, and batches are made in the calling thread, in the order
in which workers would deliver them.
"""

import warnings

import _torch
from torch.utils.data.collate import default_collate, default_convert
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler

__all__ = ["DataLoader", "get_worker_info", "default_collate", "default_convert"]


class _DatasetKind:
    Map = 0
    Iterable = 1


class _InfiniteConstantSampler:
    """None for ever: an iterable dataset is not asked for places."""

    def __iter__(self):
        while True:
            yield None


class WorkerInfo:
    """What a worker knows about itself."""

    def __init__(self, **kwargs):
        vars(self).update(kwargs)


def get_worker_info():
    """None: batches are made in the calling thread."""
    return None


_START_METHODS = ("fork", "spawn", "forkserver")


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers, context):
    """Refuse options of workers that contradict each other."""
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if prefetch_factor is not None and num_workers == 0:
        raise ValueError("prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
                         "multiprocessing, otherwise set prefetch_factor to None.")
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")
    if context is not None and num_workers == 0:
        raise ValueError("multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
                         f"num_workers={num_workers}")
    if isinstance(context, str) and context not in _START_METHODS:
        raise ValueError(f"multiprocessing_context option should specify a valid start method in {list(_START_METHODS)}, "
                         f"but got multiprocessing_context={context!r}")


def _warn_of_workers(num_workers, worker_init_fn):
    text = (f"DataLoader(num_workers={num_workers}): there are no worker processes here. Batches are made in the calling "
            "thread, in the same order; random numbers that the dataset draws are those of num_workers=0.")
    if worker_init_fn is not None:
        text += " worker_init_fn is not called."
    warnings.warn(text, UserWarning, stacklevel=3)


class DataLoader:
    """Batches of a dataset: a sampler chooses places, the dataset gives what stands there, collate_fn joins it."""

    _initialized = False
    _fixed = frozenset({"batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"})

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
                 pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None,
                 generator=None, *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True):
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers, multiprocessing_context)
        if num_workers:
            _warn_of_workers(num_workers, worker_init_fn)
            prefetch_factor = 2 if prefetch_factor is None else prefetch_factor
        self.dataset, self.generator = dataset, generator
        self.num_workers, self.prefetch_factor, self.persistent_workers = num_workers, prefetch_factor, persistent_workers
        self.timeout, self.worker_init_fn = timeout, worker_init_fn
        self.multiprocessing_context, self.in_order = multiprocessing_context, in_order
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        iterable = isinstance(dataset, IterableDataset)
        self._dataset_kind = _DatasetKind.Iterable if iterable else _DatasetKind.Map
        if iterable:
            for name, value, allowed in (("shuffle", shuffle, not shuffle), ("sampler", sampler, sampler is None),
                                         ("batch_sampler", batch_sampler, batch_sampler is None)):
                if not allowed:
                    raise ValueError(f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                                     f"{name}={value}")
        if shuffle and sampler is not None:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if shuffle or drop_last or sampler is not None or batch_size != 1:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
            batch_size, drop_last = None, False
        elif drop_last and batch_size is None:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            sampler = (_InfiniteConstantSampler() if iterable else
                       RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset))
        if batch_sampler is None and batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last, self.sampler, self.batch_sampler = batch_size, drop_last, sampler, batch_sampler
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)
        self._initialized = True

    def __class_getitem__(cls, item):
        return cls

    def __setattr__(self, attr, val):
        if attr in self._fixed and self._initialized:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)

    @property
    def _auto_collation(self):
        """Whether items are joined to batches."""
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self):
        return _Iterator(self)

    def __len__(self):
        if self._dataset_kind == _DatasetKind.Map:
            return len(self._index_sampler)
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else -(-length // self.batch_size)


def _from_places(loader):
    """A function that gives the batch for what the sampler chose."""
    dataset, collate = loader.dataset, loader.collate_fn
    if not loader._auto_collation:
        return lambda place: collate(dataset[place])
    many = getattr(dataset, "__getitems__", None) or (lambda places: [dataset[place] for place in places])
    return lambda places: collate(many(places))


def _from_stream(loader, source):
    """The same for a dataset that gives one item after another: the places only count them. StopIteration at the end."""
    if not loader._auto_collation:
        return lambda place: loader.collate_fn(next(source))
    ended = False

    def fetch(places):
        nonlocal ended
        items = [] if ended else [item for _, item in zip(places, source)]
        ended = len(items) < len(places)
        if not items or ended and loader.drop_last:
            raise StopIteration
        return loader.collate_fn(items)
    return fetch


class _Iterator:
    """One pass over a loader. It can be continued after an exception of the dataset."""

    def __init__(self, loader):
        self._loader = loader
        # The dataset is asked to begin first, then the sampler: both may draw random numbers.
        streamed = loader._dataset_kind == _DatasetKind.Iterable
        self._fetch = _from_stream(loader, iter(loader.dataset)) if streamed else _from_places(loader)
        self._places = iter(loader._index_sampler)
        # PyTorch draws the seed of its workers here, also when there are none.
        self._base_seed = _torch.empty((), dtype=_torch.int64).random_(generator=loader.generator).item()
        self._num_yielded = 0

    def __iter__(self):
        return self

    def __next__(self):
        batch = self._fetch(next(self._places))
        self._num_yielded += 1
        return batch

    def __len__(self):
        return len(self._loader._index_sampler)
