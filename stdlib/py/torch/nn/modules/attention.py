"""Multi-head attention."""

import math

import _torch
from torch.nn import functional as F
from torch.nn.init import constant_, xavier_normal_, xavier_uniform_
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ["MultiheadAttention"]


def canonical_mask(mask, mask_name, other_type, other_name, target_type, check_other=True):
    """A mask as numbers to add to weights: a boolean one gives -inf where it is true, and 0 elsewhere."""
    if mask is None:
        return None
    if not (mask.dtype == _torch.bool or mask.is_floating_point()):
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    if check_other and other_type not in (None, mask.dtype):
        import warnings

        warnings.warn(f"Support for mismatched {mask_name} and {other_name} is deprecated. Use same type for both instead.",
                      stacklevel=2)
    if mask.is_floating_point():
        return mask
    return _torch.zeros_like(mask, dtype=target_type).masked_fill_(mask, float("-inf"))


def _none_or_dtype(mask):
    return None if mask is None else mask.dtype


def _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether there is a batch; raises where tensors do not have the dims that follow from that."""
    dims = query.dim()
    if dims not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {dims}-D query tensor")
    start = f"For {'batched' if dims == 3 else 'unbatched'} ({dims}-D) `query`, expected"
    if key.dim() != dims or value.dim() != dims:
        raise AssertionError(f"{start} `key` and `value` to be {dims}-D but found {key.dim()}-D and {value.dim()}-D tensors "
                             "respectively")
    if key_padding_mask is not None and key_padding_mask.dim() != dims - 1:
        raise AssertionError(f"{start} `key_padding_mask` to be `None` or {dims - 1}-D but found "
                             f"{key_padding_mask.dim()}-D tensor instead")
    if attn_mask is not None:
        if attn_mask.dim() not in (2, 3):
            raise AssertionError(f"{start} `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead")
        expected = (num_heads, query.shape[0], key.shape[0])
        if dims == 2 and attn_mask.dim() == 3 and attn_mask.shape != expected:
            raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}")
    return dims == 3


def _side_by_side(x, weight, bias, parts):
    """Several projections of one input by one product: linear() with all their weights, one tensor for each."""
    together = F.linear(x, weight, bias).unflatten(-1, (parts, x.size(-1)))
    return together.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()


def _project(query, key, value, weight, bias):
    """Queries, keys and values by the three parts of one weight, in as few products as the inputs differ."""
    if query is key is value:
        both = _side_by_side(query, weight, bias, 3)
        return both[0], both[1], both[2]
    if key is value:
        sizes = [query.size(-1), 2 * query.size(-1)]
        of_query, of_both = weight.split(sizes)
        query_bias, bias_of_both = (None, None) if bias is None else bias.split(sizes)
        query = F.linear(query, of_query, query_bias)
        both = _side_by_side(key, of_both, bias_of_both, 2)
        return query, both[0], both[1]
    return _project_apart(query, key, value, weight.chunk(3), bias)


def _project_apart(query, key, value, weights, bias):
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return tuple([F.linear(x, weight, part) for x, weight, part in zip((query, key, value), weights, biases)])


def _with_one_more(k, v, masks, more_k, more_v, dim):
    """Keys and values with one more position each, which no mask hides."""
    k, v = _torch.cat([k, more_k], dim=dim), _torch.cat([v, more_v], dim=dim)
    return k, v, [mask if mask is None else F.pad(mask, (0, 1)) for mask in masks]


def _of_heads(x, given, name, heads, head_dim):
    """Keys or values with the batch and its heads in front of positions, or those that the caller has given."""
    if given is None:
        return x.view(x.shape[0], heads, head_dim).transpose(0, 1)
    for dim, size in ((0, heads), (2, head_dim)):
        if given.size(dim) != size:
            raise AssertionError(f"expecting {name}.size({dim}) of {size}, but got {given.size(dim)}")
    return given


def _checked_mask(attn_mask, batch_and_heads, tgt_len, src_len):
    """An attention mask with a dim for batch and heads."""
    dims = attn_mask.dim()
    if dims not in (2, 3):
        raise RuntimeError(f"attn_mask's dimension {dims} is not supported")
    fitting = (tgt_len, src_len) if dims == 2 else (batch_and_heads, tgt_len, src_len)
    if attn_mask.shape != fitting:
        raise RuntimeError(f"The shape of the {dims}D attn_mask is {attn_mask.shape}, but should be {fitting}.")
    return attn_mask.unsqueeze(0) if dims == 2 else attn_mask


def attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
                      add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training, key_padding_mask, need_weights,
                      attn_mask, use_separate_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight, static_k, static_v,
                      average_attn_weights, is_causal):
    """The body of torch.nn.functional.multi_head_attention_forward(): the sequence is the first dim, the batch the second.

    Gives the output and the weights of attention, or None for these where they are not needed."""
    is_batched = _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not is_batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = key_padding_mask if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    tgt_len, batch, embed_dim = query.shape
    src_len, heads = key.shape[0], batch * num_heads

    # Masks as numbers. The causal hint stands for the mask where nothing else needs the mask itself.
    key_padding_mask = canonical_mask(key_padding_mask, "key_padding_mask", _none_or_dtype(attn_mask), "attn_mask",
                                      query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
                           "`generate_square_subsequent_mask` to create this mask.")
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        attn_mask = canonical_mask(attn_mask, "attn_mask", None, "", query.dtype, False)
        is_causal = is_causal and key_padding_mask is None

    # Projections.
    if embed_dim != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed_dim}")
    head_dim = embed_dim // num_heads
    if head_dim * num_heads != embed_dim:
        raise AssertionError(f"embed_dim {embed_dim} not divisible by num_heads {num_heads}")
    if use_separate_proj_weight:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
        q, k, v = _project_apart(query, key, value, (q_proj_weight, k_proj_weight, v_proj_weight), in_proj_bias)
    else:
        if key.shape != value.shape:
            raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
        q, k, v = _project(query, key, value, in_proj_weight, in_proj_bias)

    # Positions that are not from the input: biases, and zeros.
    if attn_mask is not None:
        attn_mask = _checked_mask(attn_mask, heads, tgt_len, src_len)
    masks = [attn_mask, key_padding_mask]
    if bias_k is not None and bias_v is not None:
        k, v, masks = _with_one_more(k, v, masks, bias_k.repeat(1, batch, 1), bias_v.repeat(1, batch, 1), 0)
    q = q.view(tgt_len, heads, head_dim).transpose(0, 1)
    k, v = [_of_heads(x, given, name, heads, head_dim)
            for x, given, name in ((k, static_k, "static_k"), (v, static_v, "static_v"))]
    if add_zero_attn:
        zeros = [_torch.zeros((heads, 1, head_dim), dtype=x.dtype, device=x.device) for x in (k, v)]
        k, v, masks = _with_one_more(k, v, masks, *zeros, 1)
    attn_mask, key_padding_mask = masks
    src_len = k.size(1)
    if key_padding_mask is not None:
        hidden = key_padding_mask.view(batch, 1, 1, src_len).expand(-1, num_heads, -1, -1).reshape(heads, 1, src_len)
        attn_mask = hidden if attn_mask is None else attn_mask + hidden

    # Attention, and the output's projection.
    dropout_p = dropout_p if training else 0.0
    weights = None
    if need_weights:
        q = q * math.sqrt(1.0 / float(head_dim))
        k = k.transpose(-2, -1)
        scores = _torch.bmm(q, k) if attn_mask is None else _torch.baddbmm(attn_mask, q, k)
        weights = F.softmax(scores, dim=-1)
        if dropout_p > 0.0:
            weights = F.dropout(weights, p=dropout_p)
        out = _torch.bmm(weights, v).transpose(0, 1)
        weights = weights.view(batch, num_heads, tgt_len, src_len)
    else:
        if attn_mask is not None:
            shared = attn_mask.dim() == 3 and attn_mask.size(0) == 1
            attn_mask = attn_mask.unsqueeze(0) if shared else attn_mask.view(batch, num_heads, -1, src_len)
        q, k, v = [x.view(batch, num_heads, length, head_dim) for x, length in ((q, tgt_len), (k, src_len), (v, src_len))]
        out = _torch.scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal).permute(2, 0, 1, 3)
    out = F.linear(out.contiguous().view(tgt_len * batch, embed_dim), out_proj_weight, out_proj_bias)
    out = out.view(tgt_len, batch, out.size(1))
    if weights is not None and average_attn_weights:
        weights = weights.mean(dim=1)
    if not is_batched:
        out, weights = out.squeeze(1), weights if weights is None else weights.squeeze(0)
    return out, weights


class MultiheadAttention(Module):
    """Attention with several heads, each on its part of the features."""

    __constants__ = ["batch_first"]

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None,
                 vdim=None, batch_first=False, device=None, dtype=None):
        if not (embed_dim > 0 and num_heads > 0):
            raise ValueError(f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and "
                             f"num_heads={num_heads} instead")
        super().__init__()
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim, self.vdim = [embed_dim if dim is None else dim for dim in (kdim, vdim)]
        self._qkv_same_embed_dim = self.kdim == embed_dim == self.vdim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        where = {"device": device, "dtype": dtype}

        def parameter(name, wanted, *shape):
            self.register_parameter(name, Parameter(_torch.empty(shape, **where)) if wanted else None)

        # Of the weights of the inputs there is one for all, or one each.
        apart = not self._qkv_same_embed_dim
        for name, dim in (("q", embed_dim), ("k", self.kdim), ("v", self.vdim)):
            parameter(f"{name}_proj_weight", apart, embed_dim, dim)
        parameter("in_proj_weight", not apart, 3 * embed_dim, embed_dim)
        parameter("in_proj_bias", bias, 3 * embed_dim)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **where)
        if add_bias_kv:
            parameter("bias_k", True, 1, 1, embed_dim)
            parameter("bias_v", True, 1, 1, embed_dim)
        else:
            self.bias_k = self.bias_v = None
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            for bias in (self.in_proj_bias, self.out_proj.bias):
                constant_(bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                xavier_normal_(bias)

    def __setstate__(self, state):
        state.setdefault("_qkv_same_embed_dim", True)  # of modules that were saved before there were others
        super().__setstate__(state)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                average_attn_weights=True, is_causal=False):
        key_padding_mask = canonical_mask(key_padding_mask, "key_padding_mask", _none_or_dtype(attn_mask), "attn_mask",
                                          query.dtype)
        attn_mask = canonical_mask(attn_mask, "attn_mask", None, "", query.dtype, False)
        swapped = self.batch_first and query.dim() == 3
        if swapped:
            # Inputs that are one object stay one: they are projected together.
            if query is key is value:
                query = key = value = query.transpose(1, 0)
            else:
                query, others = query.transpose(1, 0), (key,) if key is value else (key, value)
                key, value = [other.transpose(1, 0) for other in others] * (3 - len(others))
        out, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias, self.training,
            key_padding_mask, need_weights, attn_mask, not self._qkv_same_embed_dim, self.q_proj_weight,
            self.k_proj_weight, self.v_proj_weight, average_attn_weights=average_attn_weights, is_causal=is_causal)
        return (out.transpose(1, 0) if swapped else out), weights
