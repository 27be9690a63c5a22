# torch.signal.windows against PyTorch's numbers.
import torch
from torch.signal import windows

for name in windows.__all__:
    w = getattr(windows, name)
    extra = {"general_cosine": {"a": [0.5, 0.3, 0.2]}, "gaussian": {"std": 1.5}, "exponential": {"tau": 2.0}}.get(name, {})
    for M in (0, 1, 2, 7):
        for sym in (True, False):
            t = w(M, sym=sym, dtype=torch.float64, **extra)
            print(name, M, sym, t.dtype, [abs(round(v, 9)) for v in t.tolist()])
print(windows.general_hamming(5, alpha=0.7), windows.kaiser(4, beta=3.0), windows.exponential(5, center=0, sym=False))
print(windows.hann(4, requires_grad=True))
for bad in (lambda: windows.hann(-1), lambda: windows.gaussian(3, std=-1.0), lambda: windows.hann(3, dtype=torch.half)):
    try:
        bad()
    except ValueError as e:
        print(e)
