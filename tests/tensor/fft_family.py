# torch.fft over sizes, dims and normalizations, and its gradients.
import torch

F = torch.fft
torch.set_printoptions(precision=3, sci_mode=False)


def r(t):
    return torch.view_as_real(t.resolve_conj()).round(decimals=3) + 0.0 if t.is_complex() else t.round(decimals=3) + 0.0


x = torch.arange(6.0).view(2, 3) ** 2 - 3
z = torch.complex(x, x.flip(1))
for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    f = getattr(F, name)
    for source in (x, z):
        for kw in ({}, {"n": 5}, {"n": 2}, {"dim": 0}, {"norm": "ortho"}, {"norm": "forward"}):
            try:
                print(name, kw, r(f(source, **kw)))
            except Exception as e:
                print(name, kw, type(e).__name__, str(e).splitlines()[0])
for name in ("fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2", "fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn"):
    f = getattr(F, name)
    source = x if name in ("rfft2", "ihfft2", "rfftn", "ihfftn") else z
    print(name, r(f(source)), r(f(source, s=(2, 4))), r(f(source, dim=(0,))), r(f(source, norm="ortho")))
print(F.fftfreq(5), F.fftfreq(4, d=0.5), F.rfftfreq(5), F.rfftfreq(4, 0.1, dtype=torch.float64))
print(F.fftshift(torch.arange(5)), F.ifftshift(F.fftshift(torch.arange(12).view(3, 4))), F.fftshift(torch.arange(12).view(3, 4), dim=1))
print(F.fft(torch.arange(4)), F.fft(torch.arange(4)).dtype, F.rfft(torch.arange(4).double()).dtype)
for n in (1, 7, 31, 64, 97, 101, 120):
    s = torch.sin(torch.arange(n).double() ** 1.5)
    print(n, torch.allclose(F.ifft(F.fft(s)).real, s), torch.allclose(F.irfft(F.rfft(s), n), s), round(F.fft(s).abs().sum().item(), 4))
for f in [lambda: F.fft(x, n=0), lambda: F.fft(x, dim=2), lambda: F.fft(x, norm="x"), lambda: F.rfft(z), lambda: F.fft2(x, s=(2, 2, 2)), lambda: F.fftn(x, dim=(0, 0)), lambda: F.fft2(x[0])]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
torch.manual_seed(0)
a = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
c = torch.randn(3, 4, dtype=torch.complex128, requires_grad=True)
for name, args in (("fft", c), ("ifft", c), ("rfft", a), ("irfft", c), ("hfft", c), ("ihfft", a), ("fft2", c), ("rfft2", a), ("irfft2", c), ("ifftn", c), ("hfft2", c)):
    f = getattr(F, name)
    print(name, torch.autograd.gradcheck(f, args), torch.autograd.gradgradcheck(lambda t: f(t, norm="ortho"), args))
torch.manual_seed(1)
w = torch.hann_window(4, dtype=torch.float64)
s = torch.randn(2, 16, dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(lambda t: torch.stft(t, 4, 2, window=w, return_complex=True), s))
for kw in ({}, {"center": False}, {"onesided": False}, {"normalized": True}, {"win_length": 3, "window": torch.ones(3, dtype=torch.float64)}, {"pad_mode": "constant"}):
    spec = torch.stft(s.detach(), 4, 1, return_complex=True, **kw)
    kw.pop("pad_mode", None)
    print(list(kw), tuple(spec.shape), round(spec.abs().sum().item(), 4), end=" ")
    try:
        back = torch.istft(spec, 4, 1, **kw)
        print(tuple(back.shape), torch.allclose(back, s.detach()[:, : back.size(1)]))
    except RuntimeError as e:
        print(str(e).splitlines()[0][:40])
