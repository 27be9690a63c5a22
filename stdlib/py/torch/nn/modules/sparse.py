"""Embeddings: tables of vectors, and sums or means over several of them."""

from torch.autograd.grad_mode import no_grad
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import add_parameters, keep, unusual
from torch.nn.parameter import Parameter

__all__ = ["Embedding", "EmbeddingBag"]


class _Table(Module):
    """What both kinds have: a weight of `num_embeddings` rows, one of which may stand for nothing."""

    _padding_word = "padding_idx"

    def _set_up(self, given, frozen=False):
        Module.__init__(self)
        keep(self, given)
        rows, width = self.num_embeddings, self.embedding_dim
        if self.padding_idx is not None:
            if not -rows <= self.padding_idx < rows:
                raise AssertionError(f"{self._padding_word} must be within num_embeddings")
            self.padding_idx %= rows
        table = given["_weight"]
        if table is None:
            add_parameters(self, given["device"], given["dtype"], weight=(rows, width))
            self.weight.requires_grad_(not frozen)
            self.reset_parameters()
            return
        if tuple(table.shape) != (rows, width):
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        self.weight = Parameter(table, requires_grad=not frozen)

    def reset_parameters(self):
        """Draw normal numbers; the row that stands for nothing is zero."""
        init.normal_(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self):
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)


class Embedding(_Table):
    """A table of vectors, looked up by index."""

    _padding_word = "Padding_idx"

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        self._set_up(locals(), _freeze)

    def forward(self, input):
        """The rows that the input names."""
        return F.embedding(input, self.weight, padding_idx=self.padding_idx, max_norm=self.max_norm,
                           norm_type=self.norm_type, scale_grad_by_freq=self.scale_grad_by_freq, sparse=self.sparse)

    def extra_repr(self):
        """Sizes; the rest where it is unusual."""
        return f"{self.num_embeddings}, {self.embedding_dim}" + unusual(
            self, padding_idx=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, sparse=False
        )

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        """An Embedding over a given table."""
        _check_table(embeddings)
        return cls(*embeddings.shape, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, _weight=embeddings,
                   _freeze=freeze)


class EmbeddingBag(_Table):
    """Sums, means or maxima of vectors of a table."""

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                 mode="mean",
                 sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None):
        self._set_up(locals())

    def forward(self, input, offsets=None, per_sample_weights=None):
        """One vector for each row of the input, or for each range of it that begins at an offset."""
        return F.embedding_bag(input, self.weight, offsets, mode=self.mode, per_sample_weights=per_sample_weights,
                               max_norm=self.max_norm, norm_type=self.norm_type, padding_idx=self.padding_idx,
                               scale_grad_by_freq=self.scale_grad_by_freq, sparse=self.sparse,
                               include_last_offset=self.include_last_offset)

    def extra_repr(self):
        """Sizes and mode; the rest where it is unusual."""
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        text += unusual(self, max_norm=None, norm_type=2, scale_grad_by_freq=False)
        return f"{text}, mode={self.mode!r}" + unusual(self, padding_idx=None)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                        mode="mean",
                        sparse=False, include_last_offset=False, padding_idx=None):
        """An EmbeddingBag over a given table."""
        _check_table(embeddings)
        bag = cls(*embeddings.shape, max_norm, norm_type, scale_grad_by_freq, mode, sparse, embeddings,
                  include_last_offset, padding_idx)
        bag.weight.requires_grad_(not freeze)
        return bag


def _check_table(table):
    if table.dim() != 2:
        raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
