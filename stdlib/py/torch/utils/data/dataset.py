"""Datasets: examples by index, or in a stream."""

import bisect
import itertools
import math
from abc import ABC, abstractmethod
from types import GenericAlias

import _torch

__all__ = [
    "Dataset", "IterableDataset", "TensorDataset", "StackDataset", "ConcatDataset", "ChainDataset", "Subset",
    "random_split",
]


class Dataset:
    """Examples by index."""

    __class_getitem__ = classmethod(GenericAlias)

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset, ABC):
    """Examples in a stream."""

    def __add__(self, other):
        return ChainDataset([self, other])

    @abstractmethod
    def __iter__(self):
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")


def _fetch(dataset, indices):
    """Several examples: all at once, of a dataset that can do so."""
    together = getattr(dataset, "__getitems__", None)
    if not callable(together):
        return [dataset[index] for index in indices]
    examples = together(indices)
    if len(examples) != len(indices):
        raise ValueError("Nested dataset's output size mismatch. "
                         f"Expected {len(indices)}, got {len(examples)}")
    return examples


class TensorDataset(Dataset):
    """Rows of tensors."""

    def __init__(self, *tensors):
        if len({tensor.size(0) for tensor in tensors}) > 1:
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return len(self.tensors[0])


class StackDataset(Dataset):
    """Several datasets side by side: their examples as a tuple, or as a dict where they have names."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError("Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                             "input/output, but both types are given.")
        if not (args or kwargs):
            raise ValueError("At least one dataset should be passed")
        lengths = {len(dataset) for dataset in args or kwargs.values()}
        if len(lengths) > 1:
            raise ValueError("Size mismatch between datasets")
        self.datasets = args or kwargs
        (self._length,) = lengths

    def _each(self, take):
        """take(dataset) of each dataset, in the form of an example."""
        if isinstance(self.datasets, dict):
            return {name: take(dataset) for name, dataset in self.datasets.items()}
        return tuple([take(dataset) for dataset in self.datasets])

    def __getitem__(self, index):
        return self._each(lambda dataset: dataset[index])

    def __getitems__(self, indices):
        columns = self._each(lambda dataset: _fetch(dataset, indices))
        if isinstance(columns, dict):
            return [dict(zip(columns, row)) for row in zip(*columns.values())]
        return list(zip(*columns))

    def __len__(self):
        return self._length


class ConcatDataset(Dataset):
    """Datasets one after the other."""

    @staticmethod
    def cumsum(sequence):
        """The number of examples up to and with each dataset."""
        return list(itertools.accumulate(map(len, sequence)))

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        place = idx if idx >= 0 else idx + len(self)
        if place < 0:
            raise ValueError("absolute value of index should not exceed dataset length")
        which = bisect.bisect_right(self.cumulative_sizes, place)
        return self.datasets[which][place - self.cumulative_sizes[which - 1] if which else place]


class ChainDataset(IterableDataset):
    """Streams one after the other."""

    def __init__(self, datasets):
        self.datasets = datasets

    def _streams(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield dataset

    def __iter__(self):
        return itertools.chain.from_iterable(self._streams())

    def __len__(self):
        return sum(map(len, self._streams()))


class Subset(Dataset):
    """Some examples of a dataset, named by indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        named = [self.indices[i] for i in idx] if isinstance(idx, list) else self.indices[idx]
        return self.dataset[named]

    def __getitems__(self, indices):
        return _fetch(self.dataset, [self.indices[i] for i in indices])

    def __len__(self):
        return len(self.indices)


def _lengths_of_shares(shares, total):
    """Numbers of examples for shares that sum to 1; what is left over by rounding goes to the first ones."""
    for place, share in enumerate(shares):
        if not 0 <= share <= 1:
            raise ValueError(f"Fraction at index {place} is not between 0 and 1")
    lengths = [math.floor(total * share) for share in shares]
    for place in range(total - sum(lengths)):
        lengths[place % len(lengths)] += 1
    for place, length in enumerate(lengths):
        if length == 0:
            import warnings

            warnings.warn(f"Length of split at index {place} is 0. This might result in an empty dataset.",
                          stacklevel=3)
    return lengths


def random_split(dataset, lengths, generator=None):
    """Disjoint random subsets of given lengths or shares."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths_of_shares(lengths, len(dataset))
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = iter(_torch.randperm(len(dataset), generator=generator or _torch.default_generator).tolist())
    return [Subset(dataset, list(itertools.islice(order, length))) for length in lengths]
