"""Samplers: the order in which examples are taken."""

import itertools
from types import GenericAlias

import _torch

__all__ = [
    "BatchSampler", "RandomSampler", "Sampler", "SequentialSampler", "SubsetRandomSampler", "WeightedRandomSampler",
]

_DRAWN_AT_ONCE = 32  # indices, with replacement


def _positive(name, value):
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")


def _truth(name, value, error=ValueError):
    if not isinstance(value, bool):
        raise error(f"{name} should be a boolean value, but got {name}={value}")


class Sampler:
    """An order of indices."""

    __class_getitem__ = classmethod(GenericAlias)

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """0, 1, 2, ..."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """Random indices: all in turn, or independent ones if with replacement."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self._num_samples = data_source, num_samples
        self.replacement, self.generator = replacement, generator
        _truth("replacement", replacement, TypeError)
        _positive("num_samples", self.num_samples)

    @property
    def num_samples(self):
        """How many indices there are, by default as many as examples."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        generator, count = self.generator, len(self.data_source)
        if generator is None:  # one of this pass, which the default one seeds
            seed = _torch.empty((), dtype=_torch.int64).random_().item()
            generator = _torch.Generator().manual_seed(int(seed))
        if self.replacement:
            for left in range(self.num_samples, 0, -_DRAWN_AT_ONCE):
                size = (min(left, _DRAWN_AT_ONCE),)
                yield from _torch.randint(high=count, size=size, dtype=_torch.int64, generator=generator).tolist()
        else:
            # As in PyTorch one more order is drawn where nothing of it is needed: the generator goes on from there.
            for left in range(self.num_samples, -1, -count):
                yield from _torch.randperm(count, generator=generator).tolist()[:left]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """Given indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        order = _torch.randperm(len(self), generator=self.generator).tolist()
        return map(self.indices.__getitem__, order)

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Random indices with given weights."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        _positive("num_samples", num_samples)
        _truth("replacement", replacement)
        self.weights = _torch.as_tensor(weights, dtype=_torch.float64)
        if self.weights.dim() != 1:
            raise ValueError("weights should be a 1d sequence but given weights have shape "
                             f"{tuple(self.weights.shape)}")
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        drawn = _torch.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        return iter(drawn.tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of indices; the last one may be shorter, or is left out if so wanted."""

    def __init__(self, sampler, batch_size, drop_last):
        _positive("batch_size", batch_size)
        _truth("drop_last", drop_last)
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        order = iter(self.sampler)
        least = self.batch_size if self.drop_last else 1
        while len(batch := list(itertools.islice(order, self.batch_size))) >= least:
            yield batch

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)
