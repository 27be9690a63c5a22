"""Functions of neural networks.

Names in _NATIVE are the op itself. The others adapt PyTorch's Python signature to one op, or are short compositions.
"""

import _torch
from torch.autograd.grad_mode import no_grad
from torch.nn._images import (  # noqa: F401
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
    affine_grid,
    fold,
    grid_sample,
    interpolate,
    lp_pool1d,
    lp_pool2d,
    lp_pool3d,
    max_pool1d,
    max_pool1d_with_indices,
    max_pool2d,
    max_pool2d_with_indices,
    max_pool3d,
    max_pool3d_with_indices,
    max_unpool1d,
    max_unpool2d,
    max_unpool3d,
    pad,
    unfold,
    upsample,
    upsample_bilinear,
    upsample_nearest,
)
from torch.nn._losses import (  # noqa: F401
    _legacy_reduction,
    _reduction,
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cosine_embedding_loss,
    cross_entropy,
    ctc_loss,
    gaussian_nll_loss,
    hinge_embedding_loss,
    huber_loss,
    kl_div,
    l1_loss,
    margin_ranking_loss,
    mse_loss,
    multi_margin_loss,
    multilabel_margin_loss,
    multilabel_soft_margin_loss,
    nll_loss,
    pairwise_distance,
    poisson_nll_loss,
    smooth_l1_loss,
    soft_margin_loss,
    triplet_margin_loss,
    triplet_margin_with_distance_loss,
)

Tensor = _torch.Tensor

# functional name -> op
_NATIVE = {
    "conv1d": "conv1d",
    "conv2d": "conv2d",
    "conv3d": "conv3d",
    "conv_transpose1d": "conv_transpose1d",
    "conv_transpose2d": "conv_transpose2d",
    "conv_transpose3d": "conv_transpose3d",
    "conv_tbc": "conv_tbc",
    "avg_pool1d": "avg_pool1d",
    "avg_pool2d": "avg_pool2d",
    "avg_pool3d": "avg_pool3d",
    "adaptive_avg_pool1d": "adaptive_avg_pool1d",
    "linear": "linear",
    "bilinear": "bilinear",
    "gelu": "gelu",
    "prelu": "prelu",
    "hardshrink": "hardshrink",
    "softplus": "softplus",
    "softshrink": "softshrink",
    "logsigmoid": "log_sigmoid",
    "cosine_similarity": "cosine_similarity",
    "one_hot": "one_hot",
    "pixel_shuffle": "pixel_shuffle",
    "pixel_unshuffle": "pixel_unshuffle",
    "channel_shuffle": "channel_shuffle",
    "native_channel_shuffle": "native_channel_shuffle",
    "scaled_dot_product_attention": "scaled_dot_product_attention",
    "celu_": "celu_",
    "elu_": "elu_",
    "hardtanh_": "hardtanh_",
    "leaky_relu_": "leaky_relu_",
    "relu_": "relu_",
    "rrelu_": "rrelu_",
    "selu_": "selu_",
    "threshold_": "threshold_",
}


def pdist(input, p=2):
    """Distances of all pairs of rows."""
    from torch._composites import pdist as run

    return run(input, p)


def __getattr__(name):
    op = _NATIVE.get(name)
    value = _torch._find(op) if op is not None else None
    if value is None:
        raise AttributeError(f"module 'torch.nn.functional' has no attribute '{name}'")
    globals()[name] = value
    return value


# Activations.


def threshold(input, threshold, value, inplace=False):
    """x where x > threshold, else value."""
    if inplace:
        return _torch.threshold_(input, threshold, value)
    return _torch.threshold(input, threshold, value)


def relu(input, inplace=False):
    """max(0, x)."""
    if inplace:
        return _torch.relu_(input)
    return _torch.relu(input)


def glu(input, dim=-1):
    """a * sigmoid(b) for the two halves of x."""
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return _torch.glu(input, dim)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x clamped to [min_val, max_val]."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if inplace:
        return _torch.hardtanh_(input, min_val, max_val)
    return _torch.hardtanh(input, min_val, max_val)


def relu6(input, inplace=False):
    """min(max(0, x), 6)."""
    if inplace:
        return _torch.relu6_(input)
    return _torch.relu6(input)


def elu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha * (exp(x) - 1)."""
    if inplace:
        return _torch.elu_(input, alpha)
    return _torch.elu(input, alpha)


def selu(input, inplace=False):
    """The self-normalizing ELU."""
    if inplace:
        return _torch.selu_(input)
    return _torch.selu(input)


def celu(input, alpha=1.0, inplace=False):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))."""
    if inplace:
        return _torch.celu_(input, alpha)
    return _torch.celu(input, alpha)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where positive, else negative_slope * x."""
    if inplace:
        return _torch.leaky_relu_(input, negative_slope)
    return _torch.leaky_relu(input, negative_slope)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """Leaky ReLU with a random slope."""
    if inplace:
        return _torch.rrelu_(input, lower, upper, training)
    return _torch.rrelu(input, lower, upper, training)


def silu(input, inplace=False):
    """x * sigmoid(x)."""
    if inplace:
        return _torch.silu_(input)
    return _torch.silu(input)


def mish(input, inplace=False):
    """x * tanh(softplus(x))."""
    if inplace:
        return _torch.mish_(input)
    return _torch.mish(input)


def hardswish(input, inplace=False):
    """x * relu6(x + 3) / 6."""
    if inplace:
        return _torch.hardswish_(input)
    return _torch.hardswish(input)


def hardsigmoid(input, inplace=False):
    """A piecewise linear sigmoid."""
    if inplace:
        return _torch.hardsigmoid_(input)
    return _torch.hardsigmoid(input)


def tanh(input):
    """tanh(x)."""
    return input.tanh()


def sigmoid(input):
    """1 / (1 + exp(-x))."""
    return input.sigmoid()


def tanhshrink(input):
    """x - tanh(x)."""
    return input - input.tanh()


def softsign(input):
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def _softmax_dim(name, ndim, stacklevel):
    import warnings

    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. "
        "Change the call to include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if ndim in (0, 1, 3) else 1


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(-x)."""
    if dim is None:
        dim = _softmax_dim("softmin", input.dim(), _stacklevel)
    if dtype is None:
        return (-input).softmax(dim)
    return (-input).softmax(dim, dtype=dtype)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) scaled to sum 1."""
    if dim is None:
        dim = _softmax_dim("softmax", input.dim(), _stacklevel)
    if dtype is None:
        return input.softmax(dim)
    return input.softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log(softmax(x))."""
    if dim is None:
        dim = _softmax_dim("log_softmax", input.dim(), _stacklevel)
    if dtype is None:
        return input.log_softmax(dim)
    return input.log_softmax(dim, dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """A sample of a relaxed categorical distribution."""
    if eps != 1e-10:
        import warnings

        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    noise = -_torch.empty_like(logits).exponential_().log()
    y_soft = ((logits + noise) / tau).softmax(dim)
    if hard:
        index = y_soft.max(dim, keepdim=True)[1]
        y_hard = _torch.zeros_like(logits).scatter_(dim, index, 1.0)
        return y_hard - y_soft.detach() + y_soft
    return y_soft


# Dropout.


def _check_p(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Zero elements at random."""
    _check_p(p)
    if inplace:
        return _torch.dropout_(input, p, training)
    return _torch.dropout(input, p, training)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean and variance of SELU networks."""
    _check_p(p)
    if inplace:
        return _torch.alpha_dropout_(input, p, training)
    return _torch.alpha_dropout(input, p, training)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels."""
    _check_p(p)
    if inplace:
        return _torch.feature_alpha_dropout_(input, p, training)
    return _torch.feature_alpha_dropout(input, p, training)


def _feature_dropout(input, p, training, inplace):
    if inplace:
        return _torch.feature_dropout_(input, p, training)
    return _torch.feature_dropout(input, p, training)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zero channels of (N, C, L) or (C, L) at random."""
    _check_p(p)
    inp_dim = input.dim()
    if inp_dim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {inp_dim}D input. "
            "Note that dropout1d exists to provide channel-wise dropout on inputs with 1 "
            "spatial dimension, a channel dimension, and an optional batch dimension "
            "(i.e. 2D or 3D inputs)."
        )
    batched = inp_dim == 3
    if not batched:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = _feature_dropout(input, p, training, inplace)
    if not batched:
        result = result.squeeze_(0) if inplace else result.squeeze(0)
    return result


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Zero channels of (N, C, H, W) at random."""
    _check_p(p)
    inp_dim = input.dim()
    if inp_dim not in (3, 4):
        import warnings

        warnings.warn(
            f"dropout2d: Received a {inp_dim}-D input to dropout2d, which is deprecated "
            "and will result in an error in a future release. To retain the behavior "
            "and silence this warning, please use dropout instead. Note that dropout2d "
            "exists to provide channel-wise dropout on inputs with 2 spatial dimensions, "
            "a channel dimension, and an optional batch dimension (i.e. 3D or 4D inputs).",
            stacklevel=2,
        )
    return _feature_dropout(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Zero channels of (N, C, D, H, W) or (C, D, H, W) at random."""
    _check_p(p)
    inp_dim = input.dim()
    if inp_dim not in (4, 5):
        import warnings

        warnings.warn(
            f"dropout3d: Received a {inp_dim}-D input to dropout3d, which is deprecated "
            "and will result in an error in a future release.",
            stacklevel=2,
        )
    batched = inp_dim == 5
    if not batched:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = _feature_dropout(input, p, training, inplace)
    if not batched:
        result = result.squeeze_(0) if inplace else result.squeeze(0)
    return result


# Embeddings.


def embedding(
    input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
):
    """Rows of a table."""
    if padding_idx is not None:
        if padding_idx > 0:
            if padding_idx >= weight.size(0):
                raise AssertionError("Padding_idx must be within num_embeddings")
        elif padding_idx < 0:
            if padding_idx < -weight.size(0):
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx = weight.size(0) + padding_idx
    else:
        padding_idx = -1
    if max_norm is not None:
        _renorm_rows(weight, input, max_norm, norm_type)
    return _torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def _renorm_rows(weight, indices, max_norm, norm_type):
    """Scale the rows that are used down to a norm, in place."""
    if isinstance(max_norm, bool) or not isinstance(max_norm, (int, float)):
        kind = type(max_norm).__name__
        raise TypeError(f"embedding_renorm_(): argument 'max_norm' (position 3) must be float, not {kind}")
    checking = "(while checking arguments for embedding_renorm_)"
    if weight.dim() != 2:
        raise RuntimeError(
            f"Expected 2-dimensional tensor, but got {weight.dim()}-dimensional tensor for argument #1 'self' {checking}"
        )
    if indices.dtype not in (_torch.int64, _torch.int32):
        raise RuntimeError(
            "Expected tensor for argument #2 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{indices.type()} instead {checking}"
        )
    with no_grad():
        rows = indices.reshape(-1).unique()
        for row in rows[(rows < -weight.size(0)) | (rows >= weight.size(0))].tolist():
            raise IndexError(
                f"select(): index {row} out of range for tensor of size {list(weight.shape)} at dimension 0"
            )
        if rows.numel() and not (weight.is_floating_point() or weight.is_complex()):
            raise RuntimeError(
                "norm(): input dtype should be either floating point or complex. "
                f"Got {weight.type().split('.')[-1].removesuffix('Tensor')} instead."
            )
        picked = weight[rows]
        norms = picked.norm(norm_type, 1)
        scale = _torch.where(norms > max_norm, max_norm / (norms + 1e-7), _torch.ones_like(norms))
        weight[rows] = picked * scale.unsqueeze(1)


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    """Sums, means or maxima of rows of a table."""
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, "
            f"then it must have the same shape as the input ({input.shape})"
        )
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                f"sequences. However, found offsets of type {type(offsets)}"
            )
        offsets = _torch.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    elif input.dim() == 1:
        if offsets is None:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        if offsets.dim() != 1:
            raise ValueError("offsets has to be a 1D Tensor")
    else:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
            f"(got mode='{mode}'). Please open a feature request on GitHub."
        )
    if max_norm is not None:
        _renorm_rows(weight, input, max_norm, norm_type)
    bounds = offsets.tolist()
    if include_last_offset and not bounds:
        raise RuntimeError("include_last_offset: number of offset should be at least 1")
    if bounds and bounds[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. "
            f"However, got {bounds[0]}\n[ torch.LongTensor{{}} ]"
        )
    if bounds and bounds[-1] > input.numel():
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {input.numel()} but got offsets[-1] of {bounds[-1]}"
        )
    if not include_last_offset:
        bounds.append(input.numel())
    if bounds and min(bounds) < 0:
        raise IndexError("index out of range in self")
    if any(begin > end for begin, end in zip(bounds, bounds[1:])):
        raise RuntimeError(
            "Expected i < index_size to be true, but got false.  (Could this error message be improved?  If so, please "
            "report an enhancement request to PyTorch.)"
        )
    try:
        rows = embedding(input, weight, padding_idx, None, 2.0, scale_grad_by_freq, sparse)
    except IndexError:
        at, bad = next((i, k) for i, k in enumerate(input.tolist()) if not 0 <= k < weight.size(0))
        fast = mode != "max" and padding_idx is None and weight.stride(1) == 1 and weight.dtype != _torch.float64
        raise RuntimeError(
            f"Index {at} of input takes value {bad} which is not in the valid range [0, {weight.size(0)})" if fast else
            f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {bad}"
        ) from None
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
    keep = None
    if padding_idx is not None:
        keep = input != (padding_idx if padding_idx >= 0 else padding_idx + weight.size(0))
    out = []
    for begin, end in zip(bounds[:-1], bounds[1:]):
        bag = rows[begin:end]
        if keep is not None:
            bag = bag[keep[begin:end]]
        if bag.size(0) == 0:
            out.append(weight.new_zeros(weight.size(1)))
        elif mode == "sum":
            out.append(bag.sum(0))
        elif mode == "mean":
            out.append(bag.mean(0))
        else:
            out.append(bag.max(0)[0])
    if not out:
        return weight.new_zeros((0, weight.size(1)))
    return _torch.stack(out)


# Normalization.


def _verify_batch_size(size):
    size_prods = size[0]
    for i in range(len(size) - 2):
        size_prods *= size[i + 2]
    if size_prods == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def batch_norm(
    input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Normalize channels over the batch."""
    if training:
        _verify_batch_size(input.size())
    return _torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, False)


def instance_norm(
    input,
    running_mean=None,
    running_var=None,
    weight=None,
    bias=None,
    use_input_stats=True,
    momentum=0.1,
    eps=1e-5,
):
    """Normalize channels of each example."""
    if use_input_stats:
        size = input.size()
        size_prods = 1
        for i in range(2, len(size)):
            size_prods *= size[i]
        if size_prods == 1:
            raise ValueError(f"Expected more than 1 spatial element when training, got input size {size}")
    return _torch.instance_norm(
        input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, False
    )


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalize over the last dimensions."""
    return _torch.layer_norm(input, normalized_shape, weight, bias, eps, False)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divide by the root of the mean square."""
    return _torch.rms_norm(input, normalized_shape, weight, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalize over groups of channels."""
    if input.dim() < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.dim()}")
    _verify_batch_size([input.size(0) * input.size(1) // num_groups, num_groups] + list(input.size()[2:]))
    return _torch.group_norm(input, num_groups, weight, bias, eps, False)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Normalize over neighboring channels."""
    dim = input.dim()
    if dim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {dim} dimensions)")
    if input.numel() == 0:
        return input
    div = input.mul(input)
    if dim == 3:
        div = div.unsqueeze(1)
        div = _torch.pad(div, (0, 0, size // 2, (size - 1) // 2))
        div = _torch.avg_pool2d(div, (size, 1), stride=1).squeeze(1)
    else:
        sizes = input.size()
        div = div.view(sizes[0], 1, sizes[1], sizes[2], -1)
        div = _torch.pad(div, (0, 0, 0, 0, size // 2, (size - 1) // 2))
        div = _torch.avg_pool3d(div, (size, 1, 1), stride=1).squeeze(1)
        div = div.view(sizes)
    return input / div.mul(alpha).add(k).pow(beta)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the p-norm along a dimension."""
    denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    if out is None:
        return input / denom
    return _torch.div(input, denom, out=out)


# Attention.


def multi_head_attention_forward(
    query,
    key,
    value,
    embed_dim_to_check,
    num_heads,
    in_proj_weight,
    in_proj_bias,
    bias_k,
    bias_v,
    add_zero_attn,
    dropout_p,
    out_proj_weight,
    out_proj_bias,
    training=True,
    key_padding_mask=None,
    need_weights=True,
    attn_mask=None,
    use_separate_proj_weight=False,
    q_proj_weight=None,
    k_proj_weight=None,
    v_proj_weight=None,
    static_k=None,
    static_v=None,
    average_attn_weights=True,
    is_causal=False,
):
    """Multi-head attention; see torch.nn.MultiheadAttention."""
    from torch.nn.modules.attention import attention_forward

    return attention_forward(
        query,
        key,
        value,
        embed_dim_to_check,
        num_heads,
        in_proj_weight,
        in_proj_bias,
        bias_k,
        bias_v,
        add_zero_attn,
        dropout_p,
        out_proj_weight,
        out_proj_bias,
        training,
        key_padding_mask,
        need_weights,
        attn_mask,
        use_separate_proj_weight,
        q_proj_weight,
        k_proj_weight,
        v_proj_weight,
        static_k,
        static_v,
        average_attn_weights,
        is_causal,
    )
