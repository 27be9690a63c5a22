"""Batch norm folded into the layer before it."""

import copy

import _torch
from torch.nn.parameter import Parameter

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval"]


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """The weight and bias of the fused convolution."""
    if conv_b is None:
        conv_b = _torch.zeros_like(bn_rm)
    if bn_w is None:
        bn_w = _torch.ones_like(bn_rm)
    if bn_b is None:
        bn_b = _torch.zeros_like(bn_rm)
    rstd = _torch.rsqrt(bn_rv + bn_eps)
    shape = [1, -1] if transpose else [-1, 1]
    shape = shape + [1] * (len(conv_w.shape) - 2)
    weight = (conv_w * (bn_w * rstd).reshape(shape)).to(dtype=conv_w.dtype)
    bias = ((conv_b - bn_rm) * rstd * bn_w + bn_b).to(dtype=conv_b.dtype)
    return Parameter(weight, conv_w.requires_grad), Parameter(bias, conv_b.requires_grad)


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A convolution that does both."""
    if conv.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, transpose
    )
    return fused


def fuse_linear_bn_eval(linear, bn):
    """A linear layer that does both."""
    if linear.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(linear)
    bias = fused.bias if fused.bias is not None else _torch.zeros_like(bn.running_mean)
    scale = bn.weight * _torch.rsqrt(bn.running_var + bn.eps)
    fused.weight = Parameter(fused.weight * scale.unsqueeze(-1), fused.weight.requires_grad)
    fused.bias = Parameter((bias - bn.running_mean) * scale + bn.bias, bias.requires_grad)
    return fused
