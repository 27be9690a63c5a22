"""Softmax over very many classes, most of them rare."""

from collections import namedtuple

import _torch
from torch.nn import functional as F
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module

__all__ = ["AdaptiveLogSoftmaxWithLoss"]

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


class AdaptiveLogSoftmaxWithLoss(Module):
    """Classes are sorted by how frequent they are and cut into clusters at `cutoffs` (Grave et al., 2017).

    The head chooses among the classes of the first cluster and the other clusters as wholes; a cluster's tail, which goes
    through fewer features, chooses among its classes."""

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if len(cutoffs) == 0:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        if (cutoffs != sorted(cutoffs) or min(cutoffs) <= 0 or max(cutoffs) > n_classes - 1
                or len(set(cutoffs)) != len(cutoffs) or any(int(c) != c for c in cutoffs)):
            raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where "
                             "each value is between 1 and n_classes-1")
        self.in_features, self.n_classes, self.cutoffs = in_features, n_classes, cutoffs + [n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        made = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            inner = int(in_features // div_value ** (i + 1))
            outer = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(Linear(in_features, inner, bias=False, **made),
                                        Linear(inner, outer, bias=False, **made)))

    def reset_parameters(self):
        """Draw all weights anew."""
        self.head.reset_parameters()
        for projection, output in self.tail:
            projection.reset_parameters()
            output.reset_parameters()

    def forward(self, input, target):
        """The log probability of each target, and the mean loss."""
        dims = target.dim()
        if dims == 1 and input.size(0) != target.size(0):
            raise RuntimeError("Input and target should have the same size in the batch dimension.")
        if dims > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if input.dim() != dims + 1:
            raise RuntimeError(f"{dims}D target tensor expects {dims + 1}D input tensors, but found inputs with size",
                               input.size())
        rows, labels = (input, target) if dims else (input.unsqueeze(0), target.unsqueeze(0))
        output = rows.new_zeros(labels.size(0))
        # What the head has to choose for each row: the class itself or its cluster.
        choices = labels.new_empty(labels.size(0))
        found = 0
        for i, (low, high) in enumerate(zip([0] + self.cutoffs, self.cutoffs)):
            places = ((labels >= low) & (labels < high)).nonzero().squeeze(1)
            found += places.numel()
            if places.numel() == 0:
                continue
            if i == 0:
                choices.index_copy_(0, places, labels[places])
                continue
            relative = labels[places] - low
            choices.index_fill_(0, places, self.shortlist_size + i - 1)
            within = F.log_softmax(self.tail[i - 1](rows.index_select(0, places)), dim=1)
            output = output.index_copy(0, places, within.gather(1, relative.unsqueeze(1)).squeeze(1))
        if found != labels.size(0):
            raise RuntimeError(f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                               f"[{labels.min().item()}, {labels.max().item()}] were found. ")
        head = F.log_softmax(self.head(rows), dim=1)
        output = output + head.gather(1, choices.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output if dims else output.squeeze(0), loss)

    def _whole(self, input, head_output):
        """The log probabilities of all classes, given the head's output."""
        head = F.log_softmax(head_output, dim=1)
        parts = [head[:, : self.shortlist_size]]
        for i, tail in enumerate(self.tail):
            parts.append(F.log_softmax(tail(input), dim=1) + head[:, self.shortlist_size + i].unsqueeze(1))
        return _torch.cat(parts, 1)

    def log_prob(self, input):
        """The log probabilities of all classes, of shape (batch, n_classes)."""
        return self._whole(input, self.head(input))

    def predict(self, input):
        """The likeliest class of each row; tails are asked only where the head chooses one."""
        head = self.head(input)
        best = _torch.argmax(head, dim=1)
        unsure = best >= self.shortlist_size
        if unsure.any():
            best[unsure] = _torch.argmax(self._whole(input[unsure], head[unsure]), dim=1)
        return best
