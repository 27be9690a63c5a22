# Convolutions of complex tensors, as three of real ones.
import torch
import torch.nn.functional as F


def wave(*sizes):
    t = torch.arange(torch.Size(sizes).numel(), dtype=torch.float64)
    return torch.complex(torch.sin(t * 1.7), torch.cos(t * 0.9)).reshape(sizes).requires_grad_()


def show(make, *args):
    y = make(*args)
    print(y.dtype, tuple(y.shape), y.detach())
    for g in torch.autograd.grad((y * y.conj()).real.sum() + (y * y).imag.sum(), args):
        print(g)


show(lambda x, w, b: F.conv1d(x, w, b, padding="same"), wave(2, 2, 4), wave(2, 2, 2), wave(2))
show(lambda x, w: F.conv1d(x, w, stride=2, padding=1), wave(2, 5), wave(1, 2, 3))
show(lambda x, w, b: F.conv2d(x, w, b, groups=2, dilation=2), wave(1, 2, 3, 4), wave(2, 1, 2, 2), wave(2))
show(lambda x, w: F.conv3d(x, w), wave(1, 1, 2, 2, 3), wave(1, 1, 1, 2, 2))
show(lambda x, w, b: F.conv_transpose2d(x, w, b, stride=2, output_padding=1), wave(1, 1, 2, 2), wave(1, 1, 2, 1), wave(1))
m = torch.nn.Conv1d(1, 1, 2, dtype=torch.complex64)
with torch.no_grad():
    m.weight.copy_(wave(1, 1, 2))
    m.bias.fill_(1j)
print(m(wave(1, 1, 3).to(torch.complex64).conj()).detach())
for x, w in ((torch.ones(1, 1, 3), wave(1, 1, 2)), (wave(1, 1, 3), torch.ones(1, 1, 2, dtype=torch.float64))):
    try:
        F.conv1d(x, w)
    except RuntimeError as e:
        print("RuntimeError")
