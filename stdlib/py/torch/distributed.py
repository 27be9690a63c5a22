"""torch.distributed: one process."""

from torch._inert import answers, refuse

_NO = "Default process group has not been initialized, please make sure to call init_process_group."

__getattr__ = answers(
    {
        "is_available": True,
        "is_initialized": False,
        "is_nccl_available": False,
        "is_gloo_available": False,
        "is_mpi_available": False,
        "is_torchelastic_launched": False,
    },
    "torch.distributed",
)


def get_rank(group=None):
    """-1 outside of a group; there is never a default group."""
    raise ValueError(_NO)


def get_world_size(group=None):
    """Refused without a group."""
    raise ValueError(_NO)


def init_process_group(*args, **kwargs):
    """Refused."""
    raise NotImplementedError("torch.distributed.init_process_group is not supported")


all_reduce = refuse(_NO, ValueError)
all_gather = refuse(_NO, ValueError)
broadcast = refuse(_NO, ValueError)
barrier = refuse(_NO, ValueError)
destroy_process_group = refuse(_NO, ValueError)


class ReduceOp:
    """Kinds of reductions."""

    SUM = "SUM"
    AVG = "AVG"
    PRODUCT = "PRODUCT"
    MIN = "MIN"
    MAX = "MAX"
