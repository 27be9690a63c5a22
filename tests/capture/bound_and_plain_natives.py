# A bound native function and one by itself are of one type: a trace of the one is not taken for the other.
import torch
@torch.compile
def f(x, g, v):
    return x * 2 + g(v)
x=torch.ones(2)
for g, v in ([(3).__add__, 4], [abs, -4], [(5).__add__, 1], [len, 'abc'], [abs, -1], ['ab'.find, 'b'], [abs, -7]):
    for _ in range(3): print(g.__name__, f(x, g, v).tolist())
class A:
    pass
a=A()
@torch.compile
def h(x):
    return x + a.g(3)
for g in ((3).__add__, abs, (4).__mul__, abs, [1,2,3].index):
    a.g=g
    for _ in range(3): print(h(x).tolist())
