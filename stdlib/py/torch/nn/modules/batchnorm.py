"""Batch normalization."""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import add_parameters
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter, is_lazy

__all__ = [
    "BatchNorm1d", "LazyBatchNorm1d", "BatchNorm2d", "LazyBatchNorm2d", "BatchNorm3d", "LazyBatchNorm3d",
    "SyncBatchNorm",
]


class _NormBase(Module):
    """Running statistics and an affine map per channel."""

    _version = 2
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        bias=True,
    ):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        scale = num_features if affine else None
        add_parameters(self, device, dtype, weight=scale, bias=scale if bias else None)
        if self.track_running_stats:
            self.register_buffer("running_mean", _torch.zeros(num_features, device=device, dtype=dtype))
            self.register_buffer("running_var", _torch.ones(num_features, device=device, dtype=dtype))
            self.register_buffer("num_batches_tracked", _torch.tensor(0, dtype=_torch.int64, device=device))
        else:
            self.register_buffer("running_mean", None)
            self.register_buffer("running_var", None)
            self.register_buffer("num_batches_tracked", None)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input):
        raise NotImplementedError

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):
        version = local_metadata.get("version", None)
        if (version is None or version < 2) and self.track_running_stats:
            key = prefix + "num_batches_tracked"
            if key not in state_dict:
                known = self.num_batches_tracked
                if known is not None and known.device != _torch.device("meta"):
                    state_dict[key] = known
                else:
                    state_dict[key] = _torch.tensor(0, dtype=_torch.int64)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        )


class _BatchNorm(_NormBase):
    def forward(self, input):
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        if self.training:
            use_batch = True
        else:
            use_batch = self.running_mean is None and self.running_var is None
        keep = not self.training or self.track_running_stats
        return F.batch_norm(
            input,
            self.running_mean if keep else None,
            self.running_var if keep else None,
            self.weight,
            self.bias,
            use_batch,
            factor,
            self.eps,
        )


def _check_dims(input, *allowed):
    if input.dim() not in allowed:
        wanted = " or ".join(f"{n}D" for n in allowed)
        raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")


class BatchNorm1d(_BatchNorm):
    """Batch normalization of (N, C) or (N, C, L)."""

    def _check_input_dim(self, input):
        _check_dims(input, 2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalization of (N, C, H, W)."""

    def _check_input_dim(self, input):
        _check_dims(input, 4)


class BatchNorm3d(_BatchNorm):
    """Batch normalization of (N, C, D, H, W)."""

    def _check_input_dim(self, input):
        _check_dims(input, 5)


class SyncBatchNorm(_BatchNorm):
    """Batch normalization across processes; with one process that of BatchNorm."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        process_group=None,
        device=None,
        dtype=None,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    def forward(self, input):
        self._check_input_dim(input)
        if self.training:
            raise ValueError("SyncBatchNorm expected input tensor to be on GPU or hpu or npu or xpu or privateuseone")
        return super().forward(input)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """Replace every BatchNorm of a module."""
        out = module
        if isinstance(module, _BatchNorm):
            out = cls(
                module.num_features,
                module.eps,
                module.momentum,
                module.affine,
                module.track_running_stats,
                process_group,
            )
            if module.affine:
                with no_grad():
                    out.weight = module.weight
                    out.bias = module.bias
            out.running_mean = module.running_mean
            out.running_var = module.running_var
            out.num_batches_tracked = module.num_batches_tracked
            out.training = module.training
        for name, child in module.named_children():
            out.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return out


class _LazyNorm(Module):
    """Takes num_features from the first input."""

    def _prepare(self, affine, track, device, dtype, bias=True):
        self.affine = affine
        self.track_running_stats = track
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            if bias:
                self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = _torch.tensor(0, dtype=_torch.int64, device=device)

    def reset_parameters(self):
        if self.num_features != 0:
            super().reset_parameters()

    def forward(self, input):
        self._check_input_dim(input)
        self.num_features = input.shape[1]
        with no_grad():
            for value in (self.weight, self.bias, self.running_mean, self.running_var):
                if value is not None and is_lazy(value):
                    value.materialize((self.num_features,))
            self.reset_parameters()
        self.__class__ = self.cls_to_become
        return self.forward(input)


def _lazy(name, base, text):
    class Lazy(_LazyNorm, base):
        cls_to_become = base

        def __init__(
            self,
            eps=1e-5,
            momentum=0.1,
            affine=True,
            track_running_stats=True,
            device=None,
            dtype=None,
            bias=True,
        ):
            super().__init__(0, eps, momentum, False, False, device, dtype)
            self._prepare(affine, track_running_stats, device, dtype, bias)

    Lazy.__name__ = name
    Lazy.__qualname__ = name
    Lazy.__doc__ = text
    return Lazy


LazyBatchNorm1d = _lazy("LazyBatchNorm1d", BatchNorm1d, "BatchNorm1d with num_features from the first input.")
LazyBatchNorm2d = _lazy("LazyBatchNorm2d", BatchNorm2d, "BatchNorm2d with num_features from the first input.")
LazyBatchNorm3d = _lazy("LazyBatchNorm3d", BatchNorm3d, "BatchNorm3d with num_features from the first input.")
