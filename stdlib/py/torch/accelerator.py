"""torch.accelerator as a CPU build answers."""

from torch._inert import answers, refuse

__getattr__ = answers(
    {
        "is_available": False,
        "device_count": 0,
        "current_accelerator": None,
        "empty_cache": None,
    },
    "torch.accelerator",
)

_NO = "Cannot access accelerator device when none is available."

synchronize = refuse(_NO, RuntimeError)
current_device_index = refuse(_NO, RuntimeError)
current_stream = refuse(_NO, RuntimeError)
set_device_index = refuse(_NO, RuntimeError)
