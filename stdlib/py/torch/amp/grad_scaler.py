"""torch.amp.grad_scaler."""

from torch.amp import GradScaler

__all__ = ["GradScaler"]
