# A view of a wider dtype needs an offset and strides that are whole in it, and is refused in this order.
import torch


def show(f):
    try:
        print(f().tolist())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.arange(64, dtype=torch.int8)
show(lambda: x[1:17].view(torch.int32))
show(lambda: x[4:20].view(torch.int32))
show(lambda: x[1:16].view(torch.int32))
show(lambda: x[1:33:2].view(torch.int32))
show(lambda: x[0:32:2].view(torch.int32))
show(lambda: x[:60].view(6, 10)[:, :4].view(torch.int32))
show(lambda: x[:60].view(6, 10)[:, 1:5].view(torch.int32))
show(lambda: x[:60].view(10, 6).t().view(torch.int32))
show(lambda: x[:60].view(15, 4).t()[:, :4].view(torch.int32))
show(lambda: x[:60].view(3, 5, 4).permute(1, 0, 2).view(torch.int32))
show(lambda: x.view(torch.int32)[::2].view(torch.int8))
show(lambda: x[:40].view(4, 10)[:1, :4].view(torch.int32))
show(lambda: x[:40].view(4, 10)[:1, :0].view(torch.int32))
show(lambda: x.as_strided((0, 4), (3, 1), 1).view(torch.int32))
show(lambda: x.as_strided((4,), (1,), 3).view(torch.int16))
show(lambda: x.as_strided((2, 1), (1, 1), 4).view(torch.int16))
show(lambda: torch.arange(9.)[1:5].view(torch.complex64))
show(lambda: torch.arange(9.)[1:5].view(torch.bfloat16))
show(lambda: torch.view_as_complex(torch.arange(9.)[1:5].view(2, 2)))
show(lambda: torch.view_as_complex(torch.arange(10.)[:9].view(3, 3)[:, :2]))
# PyTorch does not mind the stride of a single element.
a = torch.arange(10.)
for sizes, strides in (((1, 2), (3, 1)), ((2, 1, 2), (4, 7, 1)), ((0, 2), (3, 1)), ((1, 2), (1, 2))):
    try:
        print(torch.view_as_complex(a.as_strided(sizes, strides)).stride())
    except RuntimeError as e:
        print(e)
