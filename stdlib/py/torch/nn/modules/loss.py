"""Losses as modules: each calls the function of torch.nn.functional of the same kind with its options."""

from torch.nn import functional as F
from torch.nn.modules.distance import PairwiseDistance
from torch.nn.modules.module import Module
from torch.nn.modules.utils import keep

__all__ = [
    "L1Loss", "NLLLoss", "NLLLoss2d", "PoissonNLLLoss", "GaussianNLLLoss", "KLDivLoss", "MSELoss", "BCELoss",
    "BCEWithLogitsLoss", "HingeEmbeddingLoss", "MultiLabelMarginLoss", "SmoothL1Loss", "HuberLoss", "SoftMarginLoss",
    "CrossEntropyLoss", "MultiLabelSoftMarginLoss", "CosineEmbeddingLoss", "MarginRankingLoss", "MultiMarginLoss",
    "TripletMarginLoss", "TripletMarginWithDistanceLoss", "CTCLoss",
]


class _Loss(Module):
    """A loss and its way of reduction. A subclass has the function and the attributes that are its options."""

    _function = None
    _options = ()

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if not size_average is reduce is None:  # what was there before `reduction`
            reduction = F._legacy_reduction(size_average, reduce)
        self.reduction = reduction

    def _set_up(self, given):
        """Begin with the arguments of a constructor."""
        kept = dict(given)
        old = [kept.pop(name, None) for name in ("size_average", "reduce")]
        _Loss.__init__(self, *old, kept.pop("reduction"))
        for name in ("weight", "pos_weight"):
            if name in kept:
                # They move and are saved with the module.
                self.register_buffer(name, kept.pop(name))
        keep(self, kept)

    def _of(self, *tensors):
        if not self._options:
            return self._function(*tensors, reduction=self.reduction)
        options = {name: getattr(self, name) for name in self._options}
        return self._function(*tensors, reduction=self.reduction, **options)

    def forward(self, input, target):
        """The loss of predictions."""
        return self._of(input, target)


class _WeightedLoss(_Loss):
    """A loss with a weight per class."""

    _options = ("weight",)

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        self._set_up(locals())


class L1Loss(_Loss):
    """Mean absolute error."""

    _function = staticmethod(F.l1_loss)


class NLLLoss(_WeightedLoss):
    """Negative log likelihood of log probabilities."""

    _function, _options = staticmethod(F.nll_loss), ("weight", "ignore_index")

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        self._set_up(locals())


class NLLLoss2d(NLLLoss):
    """NLLLoss under its old name."""


class PoissonNLLLoss(_Loss):
    """Negative log likelihood of counts."""

    _function, _options = staticmethod(F.poisson_nll_loss), ("log_input", "full", "eps")

    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        self._set_up(locals())

    def forward(self, log_input, target):
        """The loss of expected counts, or of their logarithms."""
        return self._of(log_input, target)


class GaussianNLLLoss(_Loss):
    """Negative log likelihood under a normal distribution."""

    _function, _options = staticmethod(F.gaussian_nll_loss), ("full", "eps")

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        self._set_up(locals())

    def forward(self, input, target, var):
        """The loss of means and variances."""
        return self._of(input, target, var)


class KLDivLoss(_Loss):
    """Kullback-Leibler divergence."""

    _function, _options = staticmethod(F.kl_div), ("log_target",)

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        self._set_up(locals())


class MSELoss(_Loss):
    """Mean squared error."""

    _function = staticmethod(F.mse_loss)


class BCELoss(_WeightedLoss):
    """Binary cross entropy of probabilities."""

    _function = staticmethod(F.binary_cross_entropy)


class BCEWithLogitsLoss(_Loss):
    """Binary cross entropy of logits."""

    _function, _options = staticmethod(F.binary_cross_entropy_with_logits), ("weight", "pos_weight")

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        self._set_up(locals())


class _MarginLoss(_Loss):
    _options = ("margin",)


class HingeEmbeddingLoss(_MarginLoss):
    """x where target is 1, max(0, margin - x) where it is -1."""

    _function = staticmethod(F.hinge_embedding_loss)

    def __init__(self, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        self._set_up(locals())


class MultiLabelMarginLoss(_Loss):
    """Hinge loss with several right classes."""

    _function = staticmethod(F.multilabel_margin_loss)


class SmoothL1Loss(_Loss):
    """Squared error near 0, absolute error beyond beta."""

    _function, _options = staticmethod(F.smooth_l1_loss), ("beta",)

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        self._set_up(locals())


class HuberLoss(_Loss):
    """Squared error near 0, delta times absolute error beyond delta."""

    _function, _options = staticmethod(F.huber_loss), ("delta",)

    def __init__(self, reduction="mean", delta=1.0):
        self._set_up(locals())


class SoftMarginLoss(_Loss):
    """log(1 + exp(-target * x))."""

    _function = staticmethod(F.soft_margin_loss)


class CrossEntropyLoss(_WeightedLoss):
    """log_softmax and NLLLoss in one."""

    _function, _options = staticmethod(F.cross_entropy), ("weight", "ignore_index", "label_smoothing")

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                 label_smoothing=0.0):
        self._set_up(locals())


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """Binary cross entropy of logits, averaged over classes."""

    _function = staticmethod(F.multilabel_soft_margin_loss)


class _PairLoss(_MarginLoss):
    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        self._set_up(locals())

    def forward(self, input1, input2, target):
        """The loss of pairs."""
        return self._of(input1, input2, target)


class CosineEmbeddingLoss(_PairLoss):
    """Distance by cosine similarity."""

    _function = staticmethod(F.cosine_embedding_loss)


class MarginRankingLoss(_PairLoss):
    """max(0, -target * (x1 - x2) + margin)."""

    _function = staticmethod(F.margin_ranking_loss)


class MultiMarginLoss(_WeightedLoss):
    """Hinge loss with one right class."""

    _function, _options = staticmethod(F.multi_margin_loss), ("p", "margin", "weight")

    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.dim() != 1:
            raise ValueError(
                f"MultiMarginLoss: expected weight to be None or 1D tensor, got {weight.dim()}D instead"
            )
        self._set_up(locals())


class _TripletLoss(_Loss):
    """Losses of an anchor and of what is near to it and far from it."""

    def _set_up(self, given):
        margin = given["margin"]
        if margin <= 0:
            raise ValueError(f"{type(self).__name__}: expected margin to be greater than 0, got {margin} instead")
        super()._set_up(given)

    def forward(self, anchor, positive, negative):
        """The loss of triplets."""
        return self._of(anchor, positive, negative)


class TripletMarginLoss(_TripletLoss):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin)."""

    _function, _options = staticmethod(F.triplet_margin_loss), ("margin", "p", "eps", "swap")

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        self._set_up(locals())


class TripletMarginWithDistanceLoss(_TripletLoss):
    """TripletMarginLoss with a distance of one's own."""

    _function, _options = staticmethod(F.triplet_margin_with_distance_loss), ("distance_function", "margin", "swap")

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        if distance_function is None:
            distance_function = PairwiseDistance()
        self._set_up(locals())


class CTCLoss(_Loss):
    """Connectionist temporal classification."""

    _function, _options = staticmethod(F.ctc_loss), ("blank", "zero_infinity")

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        self._set_up(locals())

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        """The loss of sequences of several lengths."""
        return self._of(log_probs, targets, input_lengths, target_lengths)
