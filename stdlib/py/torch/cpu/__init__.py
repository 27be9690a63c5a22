"""torch.cpu."""

from torch._inert import answers

_answer = answers(
    {"is_available": True, "synchronize": None, "device_count": 1, "current_device": "cpu", "set_device": None},
    "torch.cpu",
)


def __getattr__(name):
    if name == "amp":
        import torch.cpu.amp as value

        return value
    return _answer(name)
