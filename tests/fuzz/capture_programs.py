# timeout: 60
# Random programs, interpreted and captured: both must print, return, raise and leave behind the same.
#
# A program is one captured function, helpers, a class and module state, called several times with changing arguments;
# between calls the state is changed from outside. Statements are random, idioms are known ways to go wrong: a write
# through an alias between two reads, a callee that changes a global only now and then, an iterator that is advanced
# from outside, an exception that comes from elsewhere the next time.
# ADDER_FUZZ_SEEDS=from:to runs other seeds, ADDER_FUZZ_BACKEND=inductor through the code generator; a difference prints the program.
import os
import random
import sys

import torch
import torch._dynamo

HEADER = """
import torch
K = {"a": 1, "b": 2}
LIMIT = 3
LOG = []
HELD = []

class Box:
    scale = 2
    def __init__(self, n):
        self.n = n
        self.t = torch.ones(3) * n
    def grow(self, by=1):
        self.n += by
        return self.n
    @property
    def twice(self):
        return self.n * self.scale
    def __add__(self, other):
        return Box(self.n + other)
    def __len__(self):
        return self.n % 3
    def __enter__(self):
        LOG.append(("enter", self.n))
        return self
    def __exit__(self, kind, value, tb):
        LOG.append(("exit", kind.__name__ if kind else None))
        return kind is KeyError

class Quiet(Exception):
    pass

def helper(x, k=2):
    if k > LIMIT:
        return x * k
    return x + k

calls = 0
def sometimes():
    global calls, LIMIT
    calls += 1
    if calls % 3 == 0:
        LIMIT += 1
    return calls

def pairs(x, n):
    try:
        for i in range(n):
            yield i, x * i
    finally:
        LOG.append("closed")

def risky(k):
    if k % 4 == 1:
        raise KeyError(k)
    if k % 4 == 2:
        raise Quiet(k)
    return k

def counter():
    n = 0
    def step():
        nonlocal n
        n += 1
        return n
    return step
STEP = counter()

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 3)
        self.register_buffer("seen", torch.zeros(3))
        self.k = 2
    def forward(self, x):
        if self.training:
            self.seen += 1
        return self.lin(x) * self.k
torch.manual_seed(1)
NET = Net()
W = torch.nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))

class Dying:
    def __init__(self, n):
        self.n = n
    def __del__(self):
        LOG.append(("del", self.n))

def variadic(x, *more, scale=1, **named):
    for m in more:
        x = x + m
    return x * scale + len(named)

def steps(x, n):
    for i in range(n):
        got = yield x * i
        if got:
            x = x + got
    return n
"""

SIMPLE = [
    "x = x + {c}",
    "x = x * {c} - y",
    "y = x.sum() * {c}",
    "x = helper(x)",
    "x = helper(x, {c})",
    "x = x.relu() + n",
    "n = n + {c}",
    "n = n * 2 % 17",
    "n -= len(items)",
    "items.append(n)",
    "items.append(x)",
    "items[-1:] = [n, n]",
    "t = (x, n)\nx = t[0] + t[1]",
    "box.n = n",
    "n = box.grow()",
    "n = box.grow(by={c})",
    "n += box.twice",
    "box.t = x",
    "x = x + box.t",
    "K['a'] = n",
    "n = n + K['a'] + K.get('b', 0)",
    "K['k' + str(n % 3)] = n",
    "n += len(K)",
    "K.pop('k1', None)",
    "LOG.append(n)",
    "print('n', n)",
    "n += sometimes()",
    "x = x * LIMIT",
    "x = x.clone()\nx.add_({c})",
    "v = x.view(-1)\nv[0] = {c}",
    "x = torch.cat([x, x])[:3]",
    "a, b = n, {c}\nn = a - b",
    "n = sum([1, 2, n])",
    "d = {{'p': x, 'q': n}}\nx = d['p'] + d['q']",
    "s = f'{{n}}:{{len(items)}}'\nLOG.append(s)",
    "n += STEP()",
    "g = lambda q: q + n\nx = g(x)",
    "n = max(n, {c}) - min(n, 3)",
    "box = box + {c}",
    "HELD.append(box)",
    "x = x / x.shape[0]",
    "n += x.shape[0]",
    "n = n if n < 40 else n % 7",
    "other = items\nother.append({c})\nn += len(items)",
    "n += 1 if box else 2",
    "del items[:1]",
    "box.extra = n\nn += getattr(box, 'extra', 0)",
    "Box.scale = {c}",
    "w = [q * 2 for q in range({c})]\nn += w[-1]",
    "x = torch.where(x > {c}, x, y)",
    "n = next(it, n)",
    "x = x.detach()",
    "x = NET(x[:3].detach())",
    "NET.k = {c}",
    "NET.train(n % 2 == 0)",
    "x = x[:3] * W\nx.sum().backward()\nx = x.detach() + W.grad",
    "W.grad = None",
    "with torch.no_grad():\n    W.mul_(1.5)\n    W.clamp_(-4, 4)",
    "x = x + torch.rand(3)[:1]",
    "x = torch.nn.functional.dropout(x, 0.5)",
    "x = x.detach().to(torch.float64).float()",
    "x = (x.detach().int() % {c}).float()",
    "x = x.detach().clone()\nv = x[1:]\nv += {c}\nx = x + v.sum()",
    "x = torch.stack([x, y[:1].expand(x.shape[0])]).mean(0)",
    "n += int(x.detach().sum().clamp(-9, 9))",
    "n = n + x.detach().abs().argmax().item()",
    "LOG.append([round(q, 2) for q in x.tolist()])",
    "LOG.append('%s %.2f' % (n, x.detach().max()))",
    "n = sorted([n, {c}, 3], key=lambda q: -q)[0]",
    "n += sum(q for q in range({c}) if q != 1)",
    "n += len(list(zip(items, 'abc'))) + max(map(len, ['a', 'bb']))",
    "if (m := n % 3) == 1: n += m",
    "d = Dying(n)",
    "d = None",
    "HELD.append(Dying({c}))",
    "HELD.clear()",
    "x = variadic(x, y[:1], {c}, scale=2)",
    "x = variadic(x, *[n, 1], **dict(p=1))",
    "g = steps(x, 3)\nnext(g)\nx = x + g.send({c})\ng.close()",
    "items[0:0] = [n]\nitems.sort(key=lambda q: 0)",
    "e = {{k: v for k, v in K.items() if v != {c}}}\nn += len(e)",
    "n, items[0] = items[0] if isinstance(items[0], int) else n, n",
    "n = n // {c} + n % {c} if n > 0 else n + 3",
    "assert n != 1000, 'no'",
    "s = set(range({c})) | {{n % 5}}\nn += len(s)",
    "box.n += 1\nbox.t = box.t * 2\nx = x + box.t[:1]",
    "match n % 3:\n    case 0: n += 1\n    case 1 if box: n += 2\n    case _: pass",
    "x = x.view(1, -1).squeeze(0).contiguous()",
    "x = x.sort()[0]",
    "x = x.masked_fill(x > 9, {c})",
    "y = x",
]
# Statements that work with sizes; programs of the kind `sizes` have many of them, and are called with many sizes.
SIZES = [
    "x = x[: x.shape[0] - 1]",
    "x = x[x.size(0) // 2 :]",
    "x = x.reshape(-1, 1).expand(-1, 2).sum(1)",
    "x = x.reshape(x.shape[0], 1).flatten()",
    "(rows,) = x.shape\nx = x * rows",
    "for j in range(x.shape[0]): n += j",
    "x = x + torch.zeros(x.shape[0])",
    "x = torch.arange(x.shape[0]) * x",
    "x = torch.cat([x, x[:{c}]])",
    "x = torch.cat([x] * {c})[: 2 * y.shape[0]]",
    "x = x.chunk(2)[0]",
    "n += x.numel() + x.dim() + len(x.shape)",
    "x = torch.nn.functional.pad(x, (1, {c}))",
    "x = x[None].repeat({c}, 1).sum(0)",
    "x = torch.ones(n % 4 + 1, x.shape[0]).sum(0) * x",
    "x = x.unfold(0, 2, 1).mean(1) if x.shape[0] > 1 else x",
    "x = (x[:, None] * y[None]).sum(1)",
    "x = x.view(2, -1).t().reshape(-1) if x.shape[0] % 2 == 0 else x",
    "n = min(n, x.shape[0]) + x.shape[-1] * {c}",
    "x = x.softmax(0) * x.shape[0]",
    "x = x - x.mean() if x.shape[0] else x",
    "items.append(x.shape[0])",
    "x = x[:1].expand(y.shape[0])",
    "LOG.append(tuple(x.shape))",
]
SIZE_TESTS = ["x.shape[0] > {c}", "x.shape[0] == {c}", "x.numel() % 2", "x.shape == y.shape", "x.size(0) >= n", "len(x) < {c}"]
TEST = [
    "n > {c}",
    "n % 2",
    "len(items) > {c}",
    "box",
    "x.shape[0] == 3",
    "x.sum() > {c}",
    "bool((x > {c}).any())",
    "isinstance(box, Box)",
    "'k1' in K",
    "LIMIT > {c}",
    "not items",
    "hasattr(box, 'extra')",
]


class Maker(random.Random):
    """Random choices for one program; `sizes`: among them many that work with sizes."""

    sizes = False

    def simple(self):
        return self.choice(SIZES if self.sizes and self.random() < 0.4 else SIMPLE)

    def test(self):
        return self.choice(SIZE_TESTS if self.sizes and self.random() < 0.6 else TEST)


def block(rng, depth, size):
    lines = []
    for _ in range(size):
        lines += statement(rng, depth)
    return lines or ["pass"]


def indent(lines):
    return ["    " + line for line in lines]


def fill(rng, text):
    return text.format(c=rng.randrange(1, 5)).split("\n")


def statement(rng, depth):
    kind = rng.random()
    if depth == 0 or kind < 0.6:
        return fill(rng, rng.simple())
    inner = block(rng, depth - 1, rng.randrange(1, 4))
    form = rng.randrange(10)
    if form == 0:
        other = block(rng, depth - 1, rng.randrange(1, 3))
        return ["if " + fill(rng, rng.test())[0] + ":"] + indent(inner) + ["else:"] + indent(other)
    if form == 1:
        return ["if " + fill(rng, rng.test())[0] + ":"] + indent(inner)
    if form == 2:
        return [f"for i in range({rng.randrange(1, 4)}):"] + indent(inner)
    if form == 3:
        return ["for i in list(items)[:3]:"] + indent(inner)
    if form == 4:
        how = rng.choice(["except (KeyError, Quiet) as e:", "except KeyError as e:", "except Exception as e:"])
        last = rng.choice([[], ["finally:"] + indent(fill(rng, rng.simple()))])
        return ["try:"] + indent(["n += risky(n)"] + inner) + [how] + indent(["LOG.append(type(e).__name__)"]) + last
    if form == 5:
        return ["with box:"] + indent(inner + ["n += risky(n)"])
    if form == 6:
        return [f"for i, p in pairs(x, {rng.randrange(1, 4)}):"] + indent(["x = x + p"] + inner)
    if form == 7:
        k = f"k{depth}"
        return [f"{k} = 0", f"while {k} < {rng.randrange(1, 4)}:"] + indent(inner + [f"{k} += 1"])
    if form == 8:
        return [f"for i, q in enumerate(items[:{rng.randrange(1, 4)}]):"] + indent(inner + ["if i: break"])
    return ["def local(z, w=n):"] + indent(["return z + w"]) + ["x = local(x)"] + inner


def program(seed):
    rng = Maker(seed)
    rng.sizes = rng.random() < 0.4
    options = {"dynamic": rng.choice([None, None, True, False]), "mark": rng.random() < 0.3} if rng.sizes else {}
    body = block(rng, 3, rng.randrange(3, 9))
    lines = ["def f(x, n, box, items, it):"] + indent(["y = x", "d = None"] + body + ["return x, n, len(items)"])
    calls = []
    numbers = [rng.randrange(0, 9) for _ in range(2)]
    for _ in range(rng.randrange(5, 14)):
        size = rng.choice([0, 1, 1, 2, 3, 4, 5, 6, 8, 13]) if rng.sizes else rng.choice([3, 3, 3, 3, 5])
        args = (size, rng.choice(numbers), rng.randrange(0, 4), rng.randrange(0, 4))
        change = rng.choice(["", "", "", "LIMIT = 2", "K['a'] = 7", "Box.scale = 3", "K.clear(); K['a'] = 0; K['b'] = 1",
                             "helper.__defaults__ = (4,)", "Box.grow = lambda self, by=1: by"])
        calls.append((args, change))
    return HEADER + "\n".join(lines) + "\n", calls, options


def show(v):
    if isinstance(v, torch.Tensor):
        return f"tensor{[round(float(q), 4) for q in v.reshape(-1)]}"
    if isinstance(v, (tuple, list)):
        return [show(q) for q in v]
    if isinstance(v, dict):
        return {k: show(q) for k, q in v.items()}
    if type(v).__name__ == "Box":
        return show(v.__dict__)
    return repr(v)


def run(source, calls, captured, dynamic=None, mark=False):
    space = {"__name__": "program"}
    exec(source, space)
    printed = []
    space["print"] = lambda *a: printed.append(a)
    f = space["f"]
    if captured:
        torch._dynamo.reset()
        f = torch.compile(f, backend=os.environ.get("ADDER_FUZZ_BACKEND", "eager"), dynamic=dynamic)
    seen = []
    torch.manual_seed(7)
    box = space["Box"](1)
    items = [1, 2]
    for (size, n, boxes, fresh), change in calls:
        exec(change, space)
        if boxes == 0:
            box = space["Box"](n)
        if fresh == 0:
            items = [n]
        it = iter([n, 7])
        try:
            x = torch.arange(float(size))
            if mark:
                torch._dynamo.maybe_mark_dynamic(x, 0)
            seen.append(show(f(x, n, box, items, it)))
        except Exception as e:
            seen.append((type(e).__name__, str(e)))
        seen.append((list(it), show(items), show(box), show(space["K"]), space["LIMIT"]))
    space["HELD"].clear()
    seen += [show(space["W"]), show(space["W"].grad), show(space["NET"].seen), torch.rand(1).item()]
    seen += [show(space["LOG"]), show(space["HELD"]), show(printed), space["calls"]]
    return seen


def main():
    first, last = (int(s) for s in os.environ.get("ADDER_FUZZ_SEEDS", "0:120").split(":"))
    differences = 0
    for seed in range(first, last):
        source, calls, options = program(seed)
        plain = run(source, calls, False, **options)
        captured = run(source, calls, True, **options)
        if plain != captured:
            differences += 1
            at = next(i for i, (a, b) in enumerate(zip(plain, captured)) if a != b)
            print("seed", seed, "differs at", at, "\n ", plain[at], "\n ", captured[at])
            if differences == 1:
                print(source[len(HEADER):], calls, options, file=sys.stderr)
    print(last - first, "programs,", differences, "differences")
    if differences:
        sys.exit(1)


main()
