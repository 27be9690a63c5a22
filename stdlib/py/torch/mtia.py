"""torch.mtia as a CPU build answers."""

from torch._inert import answers

__getattr__ = answers(
    {
        "is_available": False,
        "is_initialized": False,
        "device_count": 0,
        "manual_seed": None,
        "manual_seed_all": None,
        "empty_cache": None,
        "synchronize": None,
        "current_allocated_memory": 0,
    },
    "torch.mtia",
)
