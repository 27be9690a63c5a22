"""torch.cpu.amp.grad_scaler."""

from torch.cpu.amp import GradScaler

__all__ = ["GradScaler"]
