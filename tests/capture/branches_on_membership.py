# `in` and comparisons of containers, used as conditions, on objects whose __hash__ and __eq__ are the script's: the trace
# goes on behind them, also where they write what it depends on, count their calls or raise.
import torch

LIMIT = 2
calls = []


class Key:
    def __init__(self, k):
        self.k = k

    def __hash__(self):
        return hash(self.k)

    def __eq__(self, other):
        global LIMIT
        calls.append((self.k, other.k))
        if self.k == "raise":
            raise ValueError("not comparable")
        if self.k == "change":
            LIMIT += 1
        return self.k == other.k


def member(x, key, names, keys):
    if key in keys:
        x = x + 1
    if key not in names:
        x = x * 2
    return x.sum() * LIMIT


def equal(x, a, b):
    if a == b:
        x = x - 1
    if a != b:
        x = x * 3
    return x.sum() * LIMIT


def caught(x, key, keys):
    try:
        if key in keys:
            x = x + 1
    except ValueError as e:
        x = x * 10
    return x.sum()


f, g, h = torch.compile(member), torch.compile(equal), torch.compile(caught)
x = torch.ones(3)
ready = {Key("a"), Key("b")}
for name in ["a", "b", "c", "a", "change", "change", "a", "c"]:
    calls.clear()
    other = "change" if name == "change" else "d"
    print(name, f(x, Key(name), [Key("c"), Key(other)], ready).item(), LIMIT, calls)
for left in [["a", "b"], ["a", "c"], ["a", "b"], ["change", "b"], ["change", "b"], ["a", "b"]]:
    calls.clear()
    a, b = [Key(k) for k in left], [Key("a"), Key("b")]
    print(left, g(x, a, b).item(), LIMIT, calls)
for name in ["a", "raise", "a", "raise", "raise", "b"]:
    calls.clear()
    print(name, h(x, Key("a"), [Key("x"), Key(name)]).item(), calls)
