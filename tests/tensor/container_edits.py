# Containers changed in place: inserting, deleting, adding, multiplying, updating, and the faults these report.
from collections import OrderedDict

import torch
import torch.nn as nn


def attempt(what):
    try:
        print(what())
    except Exception as e:
        print(type(e).__name__, e)


def layers(*sizes):
    return [nn.Linear(n, n) for n in sizes]


s = nn.Sequential(*layers(1, 2, 3))
s.insert(-1, nn.ReLU()).insert(0, nn.Tanh())
print(s, s + nn.Sequential(nn.ReLU()), s * 2)
del s[1:3]
del s[-1]
print(s, s[0:1], s.pop(0), len(s), 2 * s)
s += nn.Sequential(*layers(7))
s *= 2
print(s.extend(layers(8)), s.append(nn.Identity()) is s, [n for n in dir(s) if n.isdigit()])
named = nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh()))
print(named, named[1:], nn.Sequential(named, nn.ReLU())[0] is named)
attempt(lambda: named.__imul__(2))
for what in (
    lambda: s + 1, lambda: s.__iadd__([1]), lambda: s * 1.5, lambda: s * 0, lambda: s.__imul__(-1), lambda: s[99],
    lambda: s.insert(0, 3), lambda: s.insert(99, nn.ReLU()), lambda: nn.Sequential(3),
):
    attempt(what)

m = nn.ModuleList(layers(1, 2, 3, 4))
m.insert(1, nn.ReLU())
del m[0::2]
print(m, m + layers(9), m.pop(0), len(m), m[0:], [n for n in dir(m) if n.isdigit()])
attempt(lambda: m.extend(3))
attempt(lambda: m[5])

d = nn.ModuleDict({"z": nn.ReLU(), "a": nn.Tanh()})
d.update([("q", nn.Identity())])
print(d, d.pop("z"), list(d), "a" in d)
for source in 3, [4], [(1, 2, 3)], [("k", 3)]:
    attempt(lambda: d.update(source))

p = nn.ParameterList([torch.ones(1), nn.Parameter(torch.ones(2))])
p.append(torch.zeros(3)).extend([torch.zeros(1, 2)])
p[0] = torch.full((4,), 2.0)
print(p, p[1:3], len(p), list(p[-1]), [n for n in dir(p) if n.isdigit()])
attempt(lambda: p.extend(torch.ones(2)))
attempt(lambda: p[9])
q = nn.ParameterDict({"z": torch.ones(1), "a": torch.ones(2)})
q.update(OrderedDict(m=torch.ones(3), b="text"))
q.update([("one", torch.ones(1, 1))])
print(q, list(q), q.popitem(), q.pop("z"), list(q.keys()), len(q | {"n": torch.ones(1)}))
for source in 3, [4], [(1, 2, 3)]:
    attempt(lambda: q.update(source))
q.clear()
print(len(q))
attempt(q.popitem)
