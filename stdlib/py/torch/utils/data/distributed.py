"""The sampler of one process among several."""

import itertools

import _torch
from torch.utils.data.sampler import Sampler

__all__ = ["DistributedSampler"]


class DistributedSampler(Sampler):
    """Every num_replicas-th index from `rank` on. All processes get as many: the first indices come again at the end,
    or the last ones are left out if so wanted."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        if num_replicas is None or rank is None:
            raise ValueError("Default process group has not been initialized, please make sure to call "
                             "init_process_group.")
        if not 0 <= rank < num_replicas:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.shuffle, self.seed, self.drop_last, self.epoch = shuffle, seed, drop_last, 0
        share, rest = divmod(len(dataset), num_replicas)
        self.num_samples = share + (rest > 0 and not drop_last)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        count = len(self.dataset)
        if self.shuffle:
            generator = _torch.Generator().manual_seed(self.seed + self.epoch)
            order = _torch.randperm(count, generator=generator).tolist()
        else:
            order = range(count)
        return itertools.islice(itertools.cycle(order), self.rank, self.total_size, self.num_replicas)

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Set the number that the shuffle depends on."""
        self.epoch = epoch
