"""Tools for parameters and gradients."""

import _torch

_OWNER = {
    "clip_grad_norm": "clip_grad",
    "clip_grad_norm_": "clip_grad",
    "clip_grad_value_": "clip_grad",
    "clip_grads_with_norm_": "clip_grad",
    "get_total_norm": "clip_grad",
    "parameters_to_vector": "convert_parameters",
    "vector_to_parameters": "convert_parameters",
    "fuse_conv_bn_eval": "fusion",
    "fuse_conv_bn_weights": "fusion",
    "fuse_linear_bn_eval": "fusion",
    "weight_norm": "weight_norm",
    "remove_weight_norm": "weight_norm",
    "spectral_norm": "spectral_norm",
    "remove_spectral_norm": "spectral_norm",
    "skip_init": "init",
}
_SUBMODULES = (
    "clip_grad", "convert_parameters", "fusion", "init", "parametrizations", "parametrize", "rnn", "spectral_norm",
    "stateless",
)


def __getattr__(name):
    file = _OWNER.get(name)
    if file is not None:
        value = getattr(_torch._import_module("torch.nn.utils." + file), name)
    elif name in _SUBMODULES:
        value = _torch._import_module("torch.nn.utils." + name)
    else:
        raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
    globals()[name] = value
    return value
