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

for name in 'add_ sub_ mul_ div_ pow_ atan2_ copy_ fmod_ hypot_'.split():
    for shape in ((3, 2), (3, 1, 2), (1, 2)):
        x = torch.ones(2)
        try:
            getattr(x, name)(torch.ones(shape, requires_grad=True))
            print(name, shape, 'fits')
        except RuntimeError as e:
            print(name, shape, e)
