"""Distances as modules."""

from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import keep

__all__ = ["PairwiseDistance", "CosineSimilarity"]


class PairwiseDistance(Module):
    """The p-norm of differences along the last dimension."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def forward(self, x1, x2):
        """One distance for each pair of vectors."""
        return F.pairwise_distance(x1, x2, p=self.norm, eps=self.eps, keepdim=self.keepdim)


class CosineSimilarity(Module):
    """The cosine of the angle along a dimension."""

    def __init__(self, dim=1, eps=1e-8):
        given = locals()
        super().__init__()
        keep(self, given)

    def forward(self, x1, x2):
        """One cosine for each pair of vectors."""
        return F.cosine_similarity(x1, x2, dim=self.dim, eps=self.eps)
