"""Datasets, samplers and loaders. A file is loaded when one of its names is first used."""

import _torch

_OWNER = {
    "BatchSampler": "sampler",
    "ChainDataset": "dataset",
    "ConcatDataset": "dataset",
    "DataLoader": "dataloader",
    "Dataset": "dataset",
    "DistributedSampler": "distributed",
    "IterableDataset": "dataset",
    "RandomSampler": "sampler",
    "Sampler": "sampler",
    "SequentialSampler": "sampler",
    "StackDataset": "dataset",
    "Subset": "dataset",
    "SubsetRandomSampler": "sampler",
    "TensorDataset": "dataset",
    "WeightedRandomSampler": "sampler",
    "_DatasetKind": "dataloader",
    "default_collate": "collate",
    "default_convert": "collate",
    "get_worker_info": "dataloader",
    "random_split": "dataset",
}
_SUBMODULES = ("collate", "dataloader", "dataset", "distributed", "sampler")

__all__ = sorted(_OWNER)


def __getattr__(name):
    file = _OWNER.get(name)
    if file is not None:
        value = getattr(_torch._import_module("torch.utils.data." + file), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.utils.data." + name)
    else:
        raise AttributeError(f"module 'torch.utils.data' has no attribute '{name}'")
    globals()[name] = value
    return value
