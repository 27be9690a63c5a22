"""torch.cuda as a CPU build answers."""

from torch._inert import Context, answers, refuse

_NO = "Torch not compiled with CUDA enabled"

has_half = False
default_generators = ()

_answer = answers(
    {
        "is_available": False,
        "is_initialized": False,
        "is_bf16_supported": False,
        "is_current_stream_capturing": False,
        "device_count": 0,
        "manual_seed": None,
        "manual_seed_all": None,
        "seed": None,
        "seed_all": None,
        "empty_cache": None,
        "ipc_collect": None,
        "reset_peak_memory_stats": None,
        "reset_max_memory_allocated": None,
        "memory_allocated": 0,
        "max_memory_allocated": 0,
        "memory_reserved": 0,
        "max_memory_reserved": 0,
        "memory_stats": {},
        "get_arch_list": [],
        "set_sync_debug_mode": None,
        "nvtx": None,
    },
    "torch.cuda",
)


def __getattr__(name):
    if name == "amp":
        import torch.cuda.amp as value

        return value
    return _answer(name)



synchronize = refuse(_NO)
current_device = refuse(_NO)
get_device_name = refuse(_NO)
get_device_properties = refuse(_NO)
get_device_capability = refuse(_NO)
current_stream = refuse(_NO)
mem_get_info = refuse(_NO)
init = refuse(_NO)
initial_seed = refuse(_NO)
get_rng_state = refuse(_NO)
set_rng_state = refuse(_NO)


def _lazy_init():
    """What every use of a CUDA device runs into."""
    raise AssertionError(_NO)


def set_device(device):
    """Refused for a real device."""
    if not isinstance(device, int) or device >= 0:
        raise AssertionError(_NO)


class device(Context):
    """Accepted."""


class stream(Context):
    """Accepted for None."""


class Stream:
    """Refused."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class Stream")


class Event:
    """Refused."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class Event")


class CUDAGraph:
    """Refused."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class CUDAGraph")
