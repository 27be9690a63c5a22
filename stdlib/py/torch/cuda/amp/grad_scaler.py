"""torch.cuda.amp.grad_scaler."""

from torch.cuda.amp import GradScaler

__all__ = ["GradScaler"]
