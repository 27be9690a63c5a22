"""Examples to batches."""

from collections.abc import Mapping, Sequence

import _torch

__all__ = ["default_collate", "default_convert"]


def _is_array(elem):
    return type(elem).__module__ == "numpy"


def default_convert(data):
    """Arrays to tensors, inside containers too."""
    if isinstance(data, _torch.Tensor):
        return data
    if _is_array(data):
        return _torch.as_tensor(data)
    if isinstance(data, Mapping):
        return type(data)({key: default_convert(data[key]) for key in data})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(d) for d in data))
    if isinstance(data, tuple):
        return [default_convert(d) for d in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return type(data)([default_convert(d) for d in data])
    return data


def default_collate(batch):
    """A list of examples as one batch."""
    elem = batch[0]
    if isinstance(elem, _torch.Tensor):
        return _torch.stack(batch, 0)
    if _is_array(elem):
        if type(elem).__name__ == "ndarray":
            return default_collate([_torch.as_tensor(b) for b in batch])
        return _torch.as_tensor(batch)
    if isinstance(elem, float):
        return _torch.tensor(batch, dtype=_torch.float64)
    if isinstance(elem, int):
        return _torch.tensor(batch)
    if isinstance(elem, (str, bytes)):
        return batch
    if isinstance(elem, Mapping):
        collated = {key: default_collate([d[key] for d in batch]) for key in elem}
        return collated if type(elem) is dict else type(elem)(collated)
    if isinstance(elem, tuple) and hasattr(elem, "_fields"):
        return type(elem)(*(default_collate(samples) for samples in zip(*batch)))
    if isinstance(elem, Sequence):
        it = iter(batch)
        elem_size = len(next(it))
        if not all(len(e) == elem_size for e in it):
            raise RuntimeError("each element in list of batch should be of equal size")
        transposed = list(zip(*batch))
        if isinstance(elem, tuple):
            return [default_collate(samples) for samples in transposed]
        return type(elem)([default_collate(samples) for samples in transposed])
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {type(elem)}"
    )
