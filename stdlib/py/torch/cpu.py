"""torch.cpu."""

from torch._inert import answers

__getattr__ = answers(
    {"is_available": True, "synchronize": None, "device_count": 1, "current_device": "cpu", "set_device": None},
    "torch.cpu",
)
