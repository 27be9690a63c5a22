"""The losses of torch.nn.functional, which re-exports them."""

import math

import _torch
from torch.autograd.grad_mode import no_grad

__all__ = [
    "_legacy_reduction", "_reduction", "nll_loss", "cross_entropy", "poisson_nll_loss", "gaussian_nll_loss",
    "kl_div", "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy",
    "binary_cross_entropy_with_logits", "hinge_embedding_loss", "margin_ranking_loss", "cosine_embedding_loss",
    "soft_margin_loss", "multilabel_soft_margin_loss", "multilabel_margin_loss", "multi_margin_loss",
    "pairwise_distance", "triplet_margin_loss", "triplet_margin_with_distance_loss", "ctc_loss",
]

__name__ = "torch.nn.functional"


def _legacy_reduction(size_average, reduce):
    """The reduction that the two old flags mean."""
    import warnings

    if size_average is None:
        size_average = True
    if reduce is None:
        reduce = True
    ret = ("mean" if size_average else "sum") if reduce else "none"
    warnings.warn(
        f"size_average and reduce args will be deprecated, please use reduction='{ret}' instead.", stacklevel=3
    )
    return ret


_REDUCTIONS = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}


def _reduction(reduction, size_average=None, reduce=None):
    """The number that ops use for a reduction."""
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    number = _REDUCTIONS.get(reduction)
    if number is None:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return number


def _reduced(value, reduction, size_average=None, reduce=None):
    """A loss reduced as asked."""
    number = _reduction(reduction, size_average, reduce)
    if number == 1:
        return value.mean()
    return value.sum() if number == 2 else value


def nll_loss(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"
):
    """Negative log likelihood."""
    return _torch.nll_loss_nd(input, target, weight, _reduction(reduction, size_average, reduce), ignore_index)


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    """Cross entropy of logits."""
    return _torch.cross_entropy_loss(
        input, target, weight, _reduction(reduction, size_average, reduce), ignore_index, label_smoothing
    )


def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    """Negative log likelihood of counts."""
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not a valid value for reduction")
    return _torch.poisson_nll_loss(input, target, log_input, full, eps, _reduction(reduction))


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Negative log likelihood under a normal distribution."""
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * _torch.ones_like(input)
    elif _torch.any(var < 0):
        raise ValueError("var has negative entry/entries")
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = _torch.unsqueeze(var, -1)
        elif not (input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1):
            for s1, s2 in zip(reversed(input.size()), reversed(var.size())):
                if s1 != s2 and s2 != 1:
                    raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (_torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence."""
    if size_average is None and reduce is None and reduction == "batchmean":
        return _torch.kl_div(input, target, 2, log_target=log_target) / input.size()[0]
    if size_average is None and reduce is None and reduction == "mean":
        import warnings

        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
            "'mean' will be changed to behave the same as 'batchmean' in the next major release.",
            stacklevel=2,
        )
    return _torch.kl_div(input, target, _reduction(reduction, size_average, reduce), log_target=log_target)


def _warn_broadcast(input, target):
    import warnings

    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
        "This will likely lead to incorrect results due to broadcasting. "
        "Please ensure they have the same size.",
        stacklevel=3,
    )


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Mean squared error."""
    if target.size() != input.size():
        _warn_broadcast(input, target)
    if weight is None:
        return _torch.mse_loss(input, target, _reduction(reduction, size_average, reduce))
    return _weighted(_torch.mse_loss(input, target, 0), weight, input, reduction, size_average, reduce)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Mean absolute error."""
    if target.size() != input.size():
        _warn_broadcast(input, target)
    if weight is None:
        return _torch.l1_loss(input, target, _reduction(reduction, size_average, reduce))
    return _weighted(_torch.l1_loss(input, target, 0), weight, input, reduction, size_average, reduce)


def _weighted(loss, weight, input, reduction, size_average, reduce):
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    number = _reduction(reduction, size_average, reduce)
    loss = loss * weight
    if number == 0:
        return loss
    return loss.sum() / weight.sum() if number == 1 else loss.sum()


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared error near 0, absolute error beyond beta."""
    if target.size() != input.size():
        _warn_broadcast(input, target)
    number = _reduction(reduction, size_average, reduce)
    if beta == 0.0:
        return _torch.l1_loss(input, target, number)
    return _torch.smooth_l1_loss(input, target, number, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squared error near 0, delta times absolute error beyond delta."""
    if target.size() != input.size():
        _warn_broadcast(input, target)
    if weight is None:
        return _torch.huber_loss(input, target, _reduction(reduction), delta)
    return _weighted(_torch.huber_loss(input, target, 0, delta), weight, input, reduction, None, None)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of probabilities."""
    number = _reduction(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is "
            "deprecated. Please ensure they have the same size."
        )
    if weight is not None:
        weight = weight.expand_as(target)
    return _torch.binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """Binary cross entropy of logits."""
    number = _reduction(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    return _torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """x where target is 1, max(0, margin - x) where it is -1."""
    zeros = _torch.zeros_like(input)
    loss = _torch.where(target != 1, (margin - input).clamp_min(0), zeros) + _torch.where(target != -1, input, zeros)
    return _reduced(loss, reduction, size_average, reduce)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target * (x1 - x2) + margin)."""
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    loss = (-target * (input1 - input2) + margin).clamp_min(0)
    return _reduced(loss, reduction, size_average, reduce)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """Distance by cosine similarity."""
    if target.dim() not in (0, 1):
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported"
        )
    dim = target.dim()
    epsilon = 1e-12
    prod = (input1 * input2).sum(dim)
    mag1 = (input1 * input1).sum(dim) + epsilon
    mag2 = (input2 * input2).sum(dim) + epsilon
    cos = prod / (mag1 * mag2).sqrt()
    zeros = _torch.zeros_like(cos)
    loss = _torch.where(target == 1, 1 - cos, zeros) + _torch.where(target == -1, (cos - margin).clamp_min(0), zeros)
    return _reduced(loss, reduction, size_average, reduce)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * x))."""
    return _torch.soft_margin_loss(input, target, _reduction(reduction, size_average, reduce))


def multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Binary cross entropy of logits, averaged over classes."""
    number = _reduction(reduction, size_average, reduce)
    loss = -(target * _torch.log_sigmoid(input) + (1 - target) * _torch.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    class_dim = input.dim() - 1
    loss = loss.sum(dim=class_dim) / input.size(class_dim)
    if number == 0:
        return loss
    return loss.mean() if number == 1 else loss.sum()


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Hinge loss with several right classes; target lists them, ended by -1."""
    return _torch.multilabel_margin_loss(input, target, _reduction(reduction, size_average, reduce))


def _type_word(tensor):
    return tensor.type().split(".")[-1].removesuffix("Tensor")


def multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """Hinge loss with one right class."""
    number = _reduction(reduction, size_average, reduce)
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    shape = list(input.shape)
    count = 1 if input.dim() < 2 else shape[0]
    if input.dim() > 2 or 0 in shape[1:] or (input.dim() == 1 and shape[0] == 0):
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {shape}")
    if target.dim() > 1 or target.numel() != count:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). "
            f"Expected target size [{count}], but got {list(target.shape)}. Input has shape {shape}."
        )
    x = input if input.dim() > 1 else input.reshape(1, -1)
    if weight is not None and weight.numel() != x.size(1):
        raise RuntimeError(f"inconsistent weight size, expected {x.size(1)} but got {list(weight.shape)}")
    if not x.is_floating_point():
        raise NotImplementedError(
            f""""multi_margin_loss_cpu_kernel" not implemented for '{_type_word(x)}'"""
        )
    if target.dtype != _torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {_type_word(target)}")
    t = target.reshape(-1, 1)
    if t.numel() and bool(((t < 0) | (t >= x.size(1))).any()):
        raise RuntimeError("target out of range")
    z = (margin - x.gather(1, t) + x).clamp_min(0)
    if p == 2:
        z = z * z
    if weight is not None:
        z = z * weight[t]
    own = _torch.zeros_like(x).scatter(1, t, 1.0) > 0
    loss = _torch.where(own, _torch.zeros_like(z), z).sum(1) / x.size(1)
    if number == 0:
        return loss if input.dim() > 1 else loss.squeeze(0)
    return loss.mean() if number == 1 else loss.sum()


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of differences along the last dimension."""
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def triplet_margin_loss(
    anchor,
    positive,
    negative,
    margin=1.0,
    p=2,
    eps=1e-6,
    swap=False,
    size_average=None,
    reduce=None,
    reduction="mean",
):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin)."""
    number = _reduction(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    dist_pos = pairwise_distance(anchor, positive, p, eps)
    dist_neg = pairwise_distance(anchor, negative, p, eps)
    if swap:
        dist_neg = _torch.minimum(dist_neg, pairwise_distance(positive, negative, p, eps))
    loss = (margin + dist_pos - dist_neg).clamp_min(0)
    if number == 0:
        return loss
    return loss.mean() if number == 1 else loss.sum()


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """triplet_margin_loss with a distance of one's own."""
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if distance_function is None:
        distance_function = pairwise_distance
    dist_pos = distance_function(anchor, positive)
    dist_neg = distance_function(anchor, negative)
    if swap:
        dist_neg = _torch.minimum(dist_neg, distance_function(positive, negative))
    return _reduced((margin + dist_pos - dist_neg).clamp_min(0), reduction)


def ctc_loss(
    log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False
):
    """Connectionist temporal classification."""
    from torch._sampling import ctc_loss as run

    return run(
        log_probs, targets, input_lengths, target_lengths, blank, _reduction(reduction), zero_infinity
    )
