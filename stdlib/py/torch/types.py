"""Names for annotations."""

import _torch

Device = object
Number = (int, float, bool)
_size = (tuple, list)
_dtype = _torch.dtype
_device = _torch.device
Tensor = _torch.Tensor
Size = _torch.Size
FileLike = object
