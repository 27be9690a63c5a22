# Backends see complex numbers of the script as arguments of their nodes.
import torch

z = torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0]))


def shown(gm, inputs):
    print([a for n in gm.graph.nodes for a in n.args if isinstance(a, complex)])
    return gm.forward


print(torch.compile(lambda z: z * 1j + (2 - 1j), backend=shown)(z))
