# Finalizers that run in some calls only, and write what the captured function reads: attributes, globals, elements, cells.
import weakref

import torch

K = 1
turns = []


class Plain:
    pass


class Bumps:
    def __del__(self):
        global K
        K += 1


class Writes:
    def __del__(self):
        state.n += 1
        state.items[0] += 10
        turns.append("died")


class State:
    def __init__(self):
        self.n = 5
        self.items = [1, 2]


state = State()


def reads_a_global(x, box):
    a = box.pop()
    y = x + 1
    a = None
    k = K
    return y * k


def reads_what_it_stored(x, box):
    state.n = 7
    a = box.pop()
    y = x + 1
    a = None
    return y * state.n


def reads_twice(x, box):
    a = box.pop()
    n = state.n
    a = 3
    m = state.n
    return x * n + m


def drops_an_element(x, box):
    a = [box.pop()]
    y = x * state.n
    a[0] = None
    m = state.n
    box.clear()
    return y + m, state.n


def drops_by_a_call(x, box):
    first = K
    second = state.items[0]
    box.clear()
    return x + K + first + state.items[0] - second


def drops_by_a_store(x, box):
    state.held = box.pop()
    n = state.n
    state.held = None
    return x + n + state.n


def inner(x, a):
    b = a
    return x + state.n


def drops_at_a_return(x, box):
    y = inner(x, box.pop())
    return y * state.n


def drops_in_a_loop(x, box):
    for i in range(3):
        a = box[i]
        box[i] = None
        x = x + state.n
    del a
    return x * state.n


def drops_a_tensor(x, box):
    t = x + 1
    t.mark = box.pop()
    y = t * 2
    t = None
    return y + state.n + K


def drops_an_argument(x, box):
    y = x + state.n
    box = box.pop()
    z = y * 2 + 1
    z = z * z - 3
    box = 0
    return z + state.n


def drops_in_a_cell(x, box):
    a = box.pop()

    def f():
        return a

    y = x + state.n
    f = a = None
    return y + state.n


def branches(x, box):
    a = box.pop()
    a = state.n
    if a > 20:
        return x + a
    return x - state.n


CASES = [reads_what_it_stored, reads_twice, drops_an_element, drops_by_a_call, drops_by_a_store, drops_at_a_return,
         drops_in_a_loop, drops_a_tensor, drops_an_argument, drops_in_a_cell, branches]


def run(f, make):
    g = torch.compile(f)
    for i in range(9):
        special = i in (3, 4, 6)
        box = [make() if special else Plain() for _ in range(3 if f is drops_in_a_loop else 1)]
        print(f.__name__, i, g(torch.arange(2.0) + i, box), K, state.n, state.items, len(turns))


for f in [reads_a_global, drops_by_a_call, drops_a_tensor]:
    run(f, Bumps)
for f in CASES:
    state.n = 5
    run(f, Writes)


def generator():
    try:
        yield 1
    finally:
        state.n += 100


def started():
    it = generator()
    next(it)
    return it


refs = []


def referred():
    def gone(r):
        state.n += 1000

    p = Plain()
    refs.append(weakref.ref(p, gone))
    return p


for f in CASES:
    state.n = 5
    run(f, started)
    run(f, referred)
