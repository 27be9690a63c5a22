# Sizes that no memory holds, and negative ones.
import torch

for f in (lambda: torch.FloatTensor(10**7,10**8), lambda: torch.Tensor(10**10, 10**10), lambda: torch.Tensor(-1), lambda: torch.FloatTensor(3,-2), lambda: torch.FloatTensor(torch.Size([10**7,10**8])), lambda: torch.empty(10**7, 10**8), lambda: torch.LongTensor(0,5).shape, lambda: torch.empty(2,-3)):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:150])
