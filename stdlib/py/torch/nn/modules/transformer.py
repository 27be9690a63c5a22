"""Transformers."""

import copy

import _torch
from torch.nn import functional as F
from torch.nn.init import xavier_uniform_
from torch.nn.modules.attention import MultiheadAttention, _none_or_dtype, canonical_mask
from torch.nn.modules.container import ModuleList
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm

__all__ = [
    "Transformer", "TransformerEncoder", "TransformerDecoder", "TransformerEncoderLayer", "TransformerDecoderLayer",
]


def _generate_square_subsequent_mask(sz, device=None, dtype=None):
    hidden = _torch.full((sz, sz), float("-inf"), dtype=dtype or _torch.get_default_dtype(), device=device)
    return _torch.triu(hidden, diagonal=1)


def _get_seq_len(src, batch_first):
    """The length of a sequence, with or without a batch."""
    return src.size(1 if batch_first and src.dim() != 2 else 0)


def _detect_is_causal_mask(mask, is_causal=None, size=None):
    """Whether a mask hides what comes later and nothing else; `is_causal` says so where it is not None."""
    if is_causal is not None:
        return is_causal is True
    if mask is None:
        return False
    causal = _generate_square_subsequent_mask(mask.size(-2) if size is None else size, mask.device, mask.dtype)
    return mask.size() == causal.size() and bool((mask == causal).all())


def _get_clones(module, n):
    return ModuleList([copy.deepcopy(module) for _ in range(n)])


def _get_activation_fn(activation):
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return getattr(F, activation)


def _added_masks(mask, mask_name, padding, padding_name, dtype):
    """An attention mask and one of padding as numbers to add to weights."""
    padding = canonical_mask(padding, padding_name, _none_or_dtype(mask), mask_name, dtype)
    return canonical_mask(mask, mask_name, None, "", dtype, False), padding


class Transformer(Module):
    """An encoder and a decoder that attends to its output."""

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048,
                 dropout=0.1, activation=F.relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}

        def stack(kind, layer_kind, count):
            layer = layer_kind(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
                               norm_first, bias, **where)
            return kind(layer, count, LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **where))

        if custom_encoder is None:
            custom_encoder = stack(TransformerEncoder, TransformerEncoderLayer, num_encoder_layers)
        self.encoder = custom_encoder
        if custom_decoder is None:
            custom_decoder = stack(TransformerDecoder, TransformerDecoderLayer, num_decoder_layers)
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
                tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
                memory_is_causal=False):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if not src.size(-1) == self.d_model == tgt.size(-1):
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
                            memory_is_causal=memory_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """A mask of numbers to add that hides what comes later."""
        return _generate_square_subsequent_mask(sz, device, dtype)

    def _reset_parameters(self):
        for parameter in self.parameters():
            if parameter.dim() > 1:
                xavier_uniform_(parameter)


class _Stack(Module):
    """Copies of a layer, one behind the other, and perhaps a norm."""

    __constants__ = ["norm"]

    def __init__(self, layer, num_layers, norm):
        super().__init__()
        self.layers = _get_clones(layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def _is_causal(self, x, mask, is_causal):
        return _detect_is_causal_mask(mask, is_causal, _get_seq_len(x, self.layers[0].self_attn.batch_first))


class TransformerEncoder(_Stack):
    """Layers that attend to their own input."""

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__(encoder_layer, num_layers, norm)
        self.enable_nested_tensor, self.use_nested_tensor = enable_nested_tensor, False
        self.mask_check = mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        mask, padding = _added_masks(mask, "mask", src_key_padding_mask, "src_key_padding_mask", src.dtype)
        is_causal = self._is_causal(src, mask, is_causal)
        for layer in self.layers:
            src = layer(src, src_mask=mask, is_causal=is_causal, src_key_padding_mask=padding)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(_Stack):
    """Layers that attend to their own input and to a memory."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__(decoder_layer, num_layers, norm)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        tgt_is_causal = self._is_causal(tgt, tgt_mask, tgt_is_causal)
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                        tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask,
                        tgt_is_causal=tgt_is_causal, memory_is_causal=memory_is_causal)
        return tgt if self.norm is None else self.norm(tgt)


class _Layer(Module):
    """What layers of encoders and decoders are made from: attentions, a network for each position, and for each of these
    blocks a norm and a dropout."""

    __constants__ = ["norm_first"]
    _attentions = ("self_attn",)

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        for name in self._attentions:
            self.add_module(name, MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first,
                                                     **where))
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **where)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **where)
        self.norm_first = norm_first
        blocks = range(1, len(self._attentions) + 2)
        for block in blocks:
            self.add_module(f"norm{block}", LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **where))
        for block in blocks:
            self.add_module(f"dropout{block}", Dropout(dropout))
        self.activation = _get_activation_fn(activation) if isinstance(activation, str) else activation

    def __setstate__(self, state):
        state.setdefault("activation", F.relu)  # of layers that were saved before there were others
        super().__setstate__(state)

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        attended, _ = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                                     is_causal=is_causal, need_weights=False)
        return self.dropout1(attended)

    def _positions(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Layer):
    """Attention to the input itself, and a network for each position."""

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        mask, padding = _added_masks(src_mask, "src_mask", src_key_padding_mask, "src_key_padding_mask", src.dtype)
        if self.norm_first:
            src = src + self._sa_block(self.norm1(src), mask, padding, is_causal=is_causal)
            return src + self._ff_block(self.norm2(src))
        src = self.norm1(src + self._sa_block(src, mask, padding, is_causal=is_causal))
        return self.norm2(src + self._ff_block(src))

    def _ff_block(self, x):
        return self.dropout2(self._positions(x))


class TransformerDecoderLayer(_Layer):
    """Attention to the input itself and to a memory, and a network for each position."""

    _attentions = ("self_attn", "multihead_attn")

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False):
        own = tgt_mask, tgt_key_padding_mask, tgt_is_causal
        of_memory = memory, memory_mask, memory_key_padding_mask, memory_is_causal
        if self.norm_first:
            tgt = tgt + self._sa_block(self.norm1(tgt), *own)
            tgt = tgt + self._mha_block(self.norm2(tgt), *of_memory)
            return tgt + self._ff_block(self.norm3(tgt))
        tgt = self.norm1(tgt + self._sa_block(tgt, *own))
        tgt = self.norm2(tgt + self._mha_block(tgt, *of_memory))
        return self.norm3(tgt + self._ff_block(tgt))

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        attended, _ = self.multihead_attn(x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                                          is_causal=is_causal, need_weights=False)
        return self.dropout2(attended)

    def _ff_block(self, x):
        return self.dropout3(self._positions(x))
