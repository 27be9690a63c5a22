"""Switches of backends, as a CPU build answers."""

import sys



class _Flags:
    """Attributes with values; functions with answers."""

    def __init__(self, name, values, answers):
        d = self.__dict__
        d["_name"] = name
        d["_answers"] = answers
        d.update(values)

    def __getattr__(self, key):
        answers = self.__dict__["_answers"]
        if key in answers:
            answer = answers[key]
            return lambda *args, **kwargs: answer
        raise AttributeError(f"module '{self.__dict__['_name']}' has no attribute '{key}'")

    def flags(self, **kwargs):
        """Other values inside a with."""
        return _Changed(self, kwargs)


class _Changed:
    def __init__(self, owner, changes):
        self.owner = owner
        self.changes = changes

    def __enter__(self):
        self.old = {k: self.owner.__dict__.get(k) for k in self.changes}
        self.owner.__dict__.update(self.changes)

    def __exit__(self, kind, value, tb):
        self.owner.__dict__.update(self.old)


class _SdpSwitches(_Flags):
    """torch.backends.cuda with its switches of attention kernels."""

    def enable_flash_sdp(self, enabled):
        self.__dict__["_flash"] = enabled

    def enable_math_sdp(self, enabled):
        self.__dict__["_math"] = enabled

    def enable_mem_efficient_sdp(self, enabled):
        self.__dict__["_efficient"] = enabled

    def enable_cudnn_sdp(self, enabled):
        self.__dict__["_cudnn"] = enabled

    def flash_sdp_enabled(self):
        return self._flash

    def math_sdp_enabled(self):
        return self._math

    def mem_efficient_sdp_enabled(self):
        return self._efficient

    def cudnn_sdp_enabled(self):
        return self._cudnn

    def sdp_kernel(self, enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
        return _Changed(self, {"_flash": enable_flash, "_math": enable_math, "_efficient": enable_mem_efficient})


_matmul = _Flags(
    "torch.backends.cuda.matmul",
    {
        "allow_tf32": False,
        "allow_fp16_reduced_precision_reduction": True,
        "allow_bf16_reduced_precision_reduction": True,
        "fp32_precision": "none",
    },
    {},
)
cuda = _SdpSwitches(
    "torch.backends.cuda",
    {"matmul": _matmul, "_flash": True, "_math": True, "_efficient": True, "_cudnn": True},
    {"is_built": False, "preferred_linalg_library": None},
)
cudnn = _Flags(
    "torch.backends.cudnn",
    {
        "enabled": True,
        "benchmark": False,
        "deterministic": False,
        "allow_tf32": True,
        "benchmark_limit": None,
    },
    {"is_available": False, "version": None, "is_acceptable": False},
)
mps = _Flags("torch.backends.mps", {}, {"is_available": False, "is_built": False})
mkl = _Flags("torch.backends.mkl", {}, {"is_available": False})
mkldnn = _Flags("torch.backends.mkldnn", {"enabled": True, "allow_tf32": False}, {"is_available": False})
openmp = _Flags("torch.backends.openmp", {}, {"is_available": False})
opt_einsum = _Flags("torch.backends.opt_einsum", {"enabled": False, "strategy": None}, {"is_available": False})
xnnpack = _Flags("torch.backends.xnnpack", {"enabled": False}, {})
cpu = _Flags("torch.backends.cpu", {}, {"get_cpu_capability": "DEFAULT"})

# `import torch.backends.cudnn` names these too.
for _backend in (cuda, cudnn, mps, mkl, mkldnn, openmp, opt_einsum, xnnpack, cpu):
    sys.modules[_backend._name] = _backend
