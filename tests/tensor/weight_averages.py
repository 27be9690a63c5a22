# Averages of weights over training, and the schedule that goes with them.
import torch
from torch import nn
from torch.optim.swa_utils import *
import torch.optim.swa_utils as su
torch.manual_seed(0)
model=nn.Sequential(nn.Linear(4,8),nn.BatchNorm1d(8),nn.ReLU(),nn.Linear(8,2))
opt=torch.optim.SGD(model.parameters(),lr=0.1)
swa=AveragedModel(model)
ema=AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True)
e2=AveragedModel(model, avg_fn=get_ema_avg_fn(0.9)); e3=AveragedModel(model, avg_fn=get_swa_avg_fn())
sch=SWALR(opt, swa_lr=0.05, anneal_epochs=4, anneal_strategy='linear')
data=[(torch.randn(16,4),torch.randint(0,2,(16,))) for _ in range(6)]
for i,(x,y) in enumerate(data):
    opt.zero_grad(); loss=nn.functional.cross_entropy(model(x),y); loss.backward(); opt.step()
    for a in (swa,ema,e2,e3): a.update_parameters(model)
    sch.step(); print(i, f"{loss.item():.4f}", sch.get_last_lr(), opt.param_groups[0]['lr'])
update_bn(data, swa)
for a in (swa,ema,e2,e3):
    print(a.n_averaged, f"{sum(p.sum().item() for p in a.parameters()):.4f}", [f"{b.float().mean().item():.5f}" for b in a.module.buffers()])
print(sorted(swa.state_dict().keys()))
for s in ('cos','linear'):
    opt=torch.optim.SGD([{'params':[torch.zeros(1,requires_grad=True)]},{'params':[torch.zeros(1,requires_grad=True)],'lr':0.2}],lr=0.1)
    sch=SWALR(opt, swa_lr=[0.01,0.02], anneal_epochs=3, anneal_strategy=s)
    for _ in range(5): opt.step(); sch.step(); print(sch.get_last_lr())
sch=SWALR(opt, swa_lr=0.5, anneal_epochs=0); opt.step(); sch.step(); print(sch.get_last_lr())
for bad in (dict(swa_lr=[1]), dict(swa_lr=0.1,anneal_strategy='x'), dict(swa_lr=.1,anneal_epochs=-1), dict(swa_lr=.1,anneal_epochs=1.5)):
    try: SWALR(opt,**bad)
    except Exception as e: print(type(e).__name__, e)
try: get_ema_multi_avg_fn(2)
except Exception as e: print(type(e).__name__, e)
try: AveragedModel(model, avg_fn=1, multi_avg_fn=2)
except Exception as e: print(type(e).__name__, e)
