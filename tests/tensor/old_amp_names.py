# The older names of automatic mixed precision, and modules that scripts import by habit.
# stderr-has: FutureWarning: `torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.
# stderr-has: FutureWarning: `torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.
import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn
from torch.cuda.amp import GradScaler, autocast
from torch.nn.common_types import _size_2_t
from torch.utils.data._utils.collate import default_collate

scaler = GradScaler()
print(scaler.is_enabled(), isinstance(scaler, torch.amp.GradScaler), torch.cuda.amp.autocast is autocast)
model = nn.Linear(2, 2)
opt = torch.optim.SGD(model.parameters(), 0.1)
with autocast():
    loss = model(torch.ones(1, 2)).sum()
    print(loss.dtype, torch.is_autocast_enabled())
scaler.scale(loss).backward()
scaler.step(opt)
scaler.update()


@autocast(enabled=False)
def f(x):
    return x @ x


print(f(torch.ones(2, 2)).dtype)
with torch.cpu.amp.autocast():
    print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
import torch.amp.autocast_mode
import torch.cuda.amp.grad_scaler

print(torch.amp.autocast_mode.autocast is torch.amp.autocast, torch.cuda.amp.grad_scaler.GradScaler is GradScaler)
cudnn.benchmark = True
cudnn.deterministic = False
print(torch.backends.cudnn.benchmark, cudnn.is_available())
print(default_collate([1, 2]), _size_2_t)
print(torch.cuda.amp.autocast, torch.cuda.amp.GradScaler, torch.cpu.amp.autocast, torch.cpu.amp.GradScaler)
