# Random functions of tensor work, compiled and plain, over several calls: results, writes, aliases and gradients agree.
import random
import torch


def make(rng, number):
    """Source of a function of x, y (matrices), w (a matrix that may need gradients) and k (a number)."""
    names, lines = ["x", "y"], []
    grads = rng.random() < 0.5
    if grads:
        names.append("w")
    for i in range(rng.randint(2, 9)):
        a, b = rng.choice(names), rng.choice(names)
        new = "t%d" % i
        kind = rng.randint(0, 13)
        if kind == 0:
            lines.append(f"{new} = {a} + {b}")
        elif kind == 1:
            lines.append(f"{new} = {a} * k - {b}")
        elif kind == 2:
            lines.append(f"{new} = {a}.tanh() * {b}")
        elif kind == 3:
            lines.append(f"{new} = torch.cat([{a}, {b}], dim=1)[:, :{a}.shape[1]]")
        elif kind == 4:
            lines.append(f"{new} = {a} @ {b}.t() @ {b} * 0.1")
        elif kind == 5:
            lines.append(f"{new} = {a} - {a}.mean(dim=1, keepdim=True)")
        elif kind == 6:
            lines.append(f"{new} = {a}.reshape(-1).view({b}.size(0), {b}.size(1)) / 2")
        elif kind == 7:
            lines.append(f"{new} = torch.where({a} > 0, {b}, {a} * 2)")
        elif kind == 8:
            lines.append(f"{new} = {a}.softmax(dim=-1) + {b}.sum()* 0.01")
        elif kind == 9:
            lines.append(f"{new} = {a}.chunk(2, dim=0)[0].repeat(2, 1)[:{a}.shape[0]] + {b}")
        elif kind == 10:
            lines.append(f"{new} = {a}.relu() + {b}.shape[0] * k")
        elif kind == 11 and not grads:
            lines.append(f"{new} = {a}.clone()")
            lines.append(f"{new}[0] = {b}[-1]")
            lines.append(f"{new}.mul_(0.5)")
        elif kind == 12 and not grads:
            lines.append(f"{a}.add_({b}, alpha=0.1)")
            lines.append(f"{new} = {a} * 1.5")
        else:
            lines.append(f"{new} = {a}.detach() * 0.3 + {b}" if rng.random() < 0.5 else f"{new} = {a}.t().contiguous().t()")
        names.append(new)
    results = rng.sample(names, min(len(names), rng.randint(1, 3)))
    if rng.random() < 0.3:
        results.append(rng.choice(names) + rng.choice([".t()", "[1:]", ".view(-1)" if False else ".flatten()"]))
    source = f"def f{number}(x, y, w, k):\n    " + "\n    ".join(lines) + f"\n    return ({', '.join(results)},)\n"
    space = {"torch": torch}
    exec(source, space)
    return space[f"f{number}"], source, grads


def same(a, b):
    if a.shape != b.shape or a.stride() != b.stride() or a.dtype != b.dtype or a.requires_grad != b.requires_grad:
        return False
    return torch.allclose(a, b, rtol=1e-4, atol=1e-4)


def versions(tensors):
    return [t._version for t in tensors]


def call(f, seed, rows, shared, grads):
    torch.manual_seed(seed)
    x, y = torch.randn(rows, 4), torch.randn(rows, 4)
    w = torch.randn(rows, 4, requires_grad=grads)
    if shared == 1:
        y = x
    elif shared == 2:
        big = torch.randn(rows + 1, 4)
        x, y = big[:-1], big[1:]
    out = f(x, y, w, 1.25 if seed % 5 else 2)
    leaves = [x, y]
    counts = versions(list(out) + leaves)
    if grads and any(o.requires_grad for o in out):
        loss = sum((o * o).sum() for o in out if o.requires_grad)
        loss.backward()
        leaves.append(w.grad)
    return list(out), leaves, [[a is b for b in (x, y, w)] for a in out] + [counts]


rng = random.Random(7)
bad = 0
for number in range(60):
    f, source, grads = make(rng, number)
    g = torch.compile(f)
    for turn in range(9):
        rows = 4 if turn < 6 else 6
        shared = 0 if turn < 4 else rng.randint(0, 2)
        want, got = call(f, turn, rows, shared, grads), call(g, turn, rows, shared, grads)
        ok = want[2] == got[2] and all(same(a, b) for p, q in zip(want[:2], got[:2]) for a, b in zip(p, q))
        if not ok:
            bad += 1
            print(source, "turn", turn, "shared", shared)
            break
print("functions that differ:", bad)
