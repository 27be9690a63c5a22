# What an in-place change leaves of a tensor's history, eagerly and compiled; errors come before anything is recorded.
import torch


def gradients(change, values, compiled):
    leaf = torch.tensor(values, requires_grad=True)
    other = torch.tensor([0.5, 0.25, 1.25], requires_grad=True)

    def f(leaf, other):
        x = leaf * 1.5
        change(x, other)
        return (x * x + leaf).sum()

    step = torch.compile(f) if compiled else f
    for _ in range(3 if compiled else 1):
        leaf.grad = other.grad = None
        total = step(leaf, other)
        total.backward()
    numbers = [round(v, 4) for v in leaf.grad.tolist()]
    used = other.grad is not None and bool(other.grad.any())
    return round(total.item(), 4), numbers, [round(v, 4) for v in other.grad.tolist()] if used else None


for name, change in [
    ('ge', lambda x, y: x.ge_(y)),
    ('lt', lambda x, y: x.lt_(0.5)),
    ('ne', lambda x, y: x.ne_(y)),
    ('zero', lambda x, y: x.zero_()),
    ('fill', lambda x, y: x.fill_(2.0)),
    ('copy', lambda x, y: x.copy_(y)),
    ('xlogy', lambda x, y: x.xlogy_(y)),
    ('ldexp', lambda x, y: x.ldexp_(y)),
    ('i0', lambda x, y: x.i0_()),
    ('row', lambda x, y: x[1:].ge_(0.5)),
    ('mul', lambda x, y: x.mul_(y)),
    ('bernoulli', lambda x, y: x.bernoulli_(1.0)),
    ('selu', lambda x, y: torch.selu_(x)),
    ('celu', lambda x, y: torch.nn.CELU(0.5, inplace=True)(x[1:])),
    ('rrelu', lambda x, y: torch.rrelu_(x.sub_(0.5), 0.25, 0.25, True)),
    ('dropout', lambda x, y: torch.nn.Dropout(1.0, inplace=True)(x[:2])),
    ('not', lambda x, y: x.logical_not_()),
    ('and', lambda x, y: x[1:].logical_and_(y[1:])),
    ('renorm', lambda x, y: (x.view(1, 3).renorm_(2, 0, 0.5), x.mul_(y.detach()))),
    ('nextafter', lambda x, y: x.nextafter_(torch.tensor([0.45, 1.0, 2.0]))),
    ('polygamma', lambda x, y: x.polygamma_(1)),
    ('reduce', lambda x, y: x.index_reduce_(0, torch.tensor([0, 2, 2]), y, 'prod')),
]:
    eager = gradients(change, [0.3, 0.6, 0.2], False)
    compiled = gradients(change, [0.3, 0.6, 0.2], True)
    print(name, eager, 'alike' if eager == compiled else compiled)

# Random numbers in the place of what needs a gradient.
for fill in (lambda x: x.uniform_(), lambda x: x.normal_(), lambda x: x.exponential_(), lambda x: x.random_()):
    leaf = torch.ones(2, 2, requires_grad=True)
    x = leaf * 2
    fill(x[0])
    x.sum().backward()
    print(leaf.grad.tolist())
    try:
        fill(leaf)
    except RuntimeError as e:
        print(e)

# Leaves: what has no place in a graph, or leaves them as they are, may change them.
for change in (
    lambda x: x.logical_not_(),
    lambda x: x.logical_xor_(x),
    lambda x: torch.dropout_(x, 0.5, False),
    lambda x: torch.dropout_(x, 0.5, True),
    lambda x: torch.selu_(x),
    lambda x: torch.celu_(x[1:]),
):
    leaf = torch.tensor([0.0, 2.0, 1.0], requires_grad=True)
    try:
        change(leaf)
        (leaf * 3).sum().backward()
        print(leaf.tolist(), leaf.grad.tolist(), leaf.grad_fn)
    except RuntimeError as e:
        print(e)

for name in 'add_ sub_ mul_ div_ pow_ atan2_ copy_ fmod_ hypot_'.split():
    for shape in ((3, 2), (3, 1, 2), (1, 2)):
        x = torch.ones(2)
        try:
            getattr(x, name)(torch.ones(shape, requires_grad=True))
            print(name, shape, 'fits')
        except RuntimeError as e:
            print(name, shape, e)
