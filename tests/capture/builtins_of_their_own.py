# Functions with built-in names of their own hand them on when they are captured.
import torch

ns = {'__builtins__': {'scale': lambda n: n * 2, 'len': lambda x: 'mine', 'list': list}}
exec("def f(x):\n  y = x * 2\n  g = lambda: scale(3)\n  return y, g\n"
     "def h(x):\n  def inner(z): return z * scale(2)\n  return inner(x) + 1, len(x)\n"
     "def comp(x):\n  return list(x * scale(i) for i in (1, 2))", ns)
x = torch.ones(2)
for name in 'f', 'h', 'comp':
    c = torch.compile(ns[name], backend='eager')
    for _ in range(3):
        r = c(x)
        print(name, r[1]() if name == 'f' else r)
