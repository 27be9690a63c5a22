# What a function transform was given and has returned dies with its last reference, without the cycle collector.
import gc
import weakref

import torch
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten


def loss(w, x):
    return ((w * x).sum() - 1) ** 2


def probe(name, fn):
    gc.disable()
    x = torch.tensor([1.0, 2.0])
    given, out = weakref.ref(x), fn(x)
    returned = weakref.ref(out)
    del x, out
    print(name, given() is None, returned() is None)
    gc.enable()


def rebuilt(x):
    leaves, spec = tree_flatten({"a": [x, (x, 1)]})
    return tree_unflatten([v * 2 for v in leaves], spec)["a"][0]


w = torch.tensor([1.0, -1.0])
torch.func.grad(loss)(w, w)  # imports on the way
probe("grad", lambda x: torch.func.grad(loss)(w, x))
probe("vmap", lambda x: torch.func.vmap(lambda q: q * 2)(x))
probe("both", lambda x: torch.func.vmap(torch.func.grad(loss), in_dims=(None, 0))(w, x[None]))
probe("vjp", lambda x: torch.func.vjp(lambda q: q * 2, x)[1](torch.ones(2))[0])
probe("jacrev", lambda x: torch.func.jacrev(lambda q: q * q)(x))
probe("map", lambda x: tree_map(lambda v: v * 2, [x])[0])
probe("flatten", rebuilt)
