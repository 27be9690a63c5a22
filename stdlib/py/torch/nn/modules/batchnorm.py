"""Batch normalization, and what instance normalization shares with it."""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import add_parameters, keep, listed
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter, is_lazy

__all__ = [
    "BatchNorm1d", "LazyBatchNorm1d", "BatchNorm2d", "LazyBatchNorm2d", "BatchNorm3d", "LazyBatchNorm3d",
    "SyncBatchNorm",
]

_STATISTICS = "running_mean", "running_var", "num_batches_tracked"


def _no_batches(device=None):
    return _torch.tensor(0, dtype=_torch.int64, device=device)


def _check_dims(input, *allowed):
    if input.dim() not in allowed:
        wanted = " or ".join([f"{dims}D" for dims in allowed])
        raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")


class _NormBase(Module):
    """Running statistics and an affine map, a number of each per channel."""

    _version = 2
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]
    _input_dims = ()  # what dims an input may have

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None, *, bias=True):
        given = {name: value for name, value in locals().items() if name != "bias"}
        super().__init__()
        keep(self, given)
        scale = num_features if affine else None
        add_parameters(self, device, dtype, weight=scale, bias=scale if bias else None)
        kept = (None, None, None)
        if track_running_stats:
            kept = [make(num_features, device=device, dtype=dtype) for make in (_torch.zeros, _torch.ones)]
            kept.append(_no_batches(device))
        for name, tensor in zip(_STATISTICS, kept):
            self.register_buffer(name, tensor)
        self.reset_parameters()

    def reset_running_stats(self):
        """Forget all batches."""
        if self.track_running_stats:
            for name, start in zip(_STATISTICS, (0, 1, 0)):
                getattr(self, name).fill_(start)

    def reset_parameters(self):
        """Forget all batches and make the affine map change nothing."""
        self.reset_running_stats()
        for name, fill in (("weight", init.ones_), ("bias", init.zeros_)):
            parameter = getattr(self, name)
            if parameter is not None:
                fill(parameter)

    def _check_input_dim(self, input):
        if not self._input_dims:
            raise NotImplementedError
        _check_dims(input, *self._input_dims)

    def extra_repr(self):
        """The options."""
        shown = listed(self, "eps", "momentum", "affine")
        return f"{self.num_features}, {shown}, bias={self.bias is not None}, " + listed(self, "track_running_stats")

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        # The first version did not count batches.
        key = prefix + "num_batches_tracked"
        if self.track_running_stats and (local_metadata.get("version") or 1) < 2 and key not in state_dict:
            own = self.num_batches_tracked
            state_dict[key] = _no_batches() if own is None or own.device.type == "meta" else own
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)


class _BatchNorm(_NormBase):
    def forward(self, input):
        """Normalize by the batch while training, else by what was kept; without statistics by the batch too."""
        self._check_input_dim(input)
        share = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the mean over all batches
                share = 1.0 / float(self.num_batches_tracked)
        mean, var = self.running_mean, self.running_var
        by_batch = self.training or (mean is None and var is None)
        if self.training and not self.track_running_stats:
            mean = var = None
        return F.batch_norm(input, mean, var, self.weight, self.bias, by_batch, share, self.eps)


class BatchNorm1d(_BatchNorm):
    """Batch normalization of (N, C) or (N, C, L)."""

    _input_dims = 2, 3


class BatchNorm2d(_BatchNorm):
    """Batch normalization of (N, C, H, W)."""

    _input_dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalization of (N, C, D, H, W)."""

    _input_dims = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalization across processes; with one process that of BatchNorm."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, process_group=None,
                 device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    def forward(self, input):
        """As BatchNorm; training needs devices that can exchange their statistics."""
        self._check_input_dim(input)
        if self.training:
            raise ValueError("SyncBatchNorm expected input tensor to be on GPU or hpu or npu or xpu or privateuseone")
        return super().forward(input)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """A module in which every BatchNorm is replaced."""
        result = module
        if isinstance(module, _BatchNorm):
            options = [getattr(module, name) for name in ("num_features", "eps", "momentum", "affine")]
            result = cls(*options, module.track_running_stats, process_group)
            names = _STATISTICS + (("weight", "bias") if module.affine else ())
            for name in (*names, "training"):
                setattr(result, name, getattr(module, name))
        for name, child in module.named_children():
            result.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return result


class _LazyNorm(Module):
    """Takes num_features from the first input, then becomes the class it stands for."""

    def _set_up(self, given):
        form = {"device": given["device"], "dtype": given["dtype"]}
        self.cls_to_become.__init__(self, 0, given["eps"], given["momentum"], False, False, **form)
        self.affine, self.track_running_stats = given["affine"], given["track_running_stats"]
        for name in ("weight", "bias") if given["bias"] else ("weight",):
            if self.affine:
                setattr(self, name, UninitializedParameter(**form))
        if self.track_running_stats:
            self.running_mean, self.running_var = UninitializedBuffer(**form), UninitializedBuffer(**form)
            self.num_batches_tracked = _no_batches(form["device"])

    def reset_parameters(self):
        """Reset what there is, once there is something."""
        if self.num_features:
            super().reset_parameters()

    def forward(self, input):
        """Take the channels and go on as the class it stands for."""
        self._check_input_dim(input)
        self.num_features = input.shape[1]
        for held in (self._parameters, self._buffers):
            for name, tensor in held.items():
                if tensor is not None and is_lazy(tensor):
                    held[name] = tensor.made((self.num_features,))
        with no_grad():
            self.reset_parameters()
        self.__class__ = self.cls_to_become
        return self.forward(input)


def _lazy(base, module):
    """The lazy class of a norm."""

    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
                 bias=True):
        self._set_up(locals())

    name = "Lazy" + base.__name__
    __init__.__qualname__ = "_LazyNormBase.__init__"  # as errors show it
    body = {"__init__": __init__, "cls_to_become": base, "__module__": module,
            "__doc__": f"{base.__name__} with num_features from the first input."}
    return type(name, (_LazyNorm, base), body)


LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d = [
    _lazy(base, __name__) for base in (BatchNorm1d, BatchNorm2d, BatchNorm3d)
]
