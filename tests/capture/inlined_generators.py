# Generators inside captured functions: used up, left early, closed, raising, passed on.
import torch

BACKEND = "eager"
x = torch.ones(2)
log = []


def calls(f, *argument_lists):
    g = torch.compile(f, backend=BACKEND)
    for args in argument_lists:
        outcome = []
        for h in (f, g, g, g):
            log.clear()
            try:
                r = h(*args)
                r = [v.tolist() if isinstance(v, torch.Tensor) else v for v in (r if isinstance(r, (tuple, list)) else [r])]
            except Exception as e:
                names = []
                tb = e.__traceback__
                while tb:
                    if tb.tb_frame.f_code.co_filename == __file__:
                        names.append(tb.tb_frame.f_code.co_name)
                    tb = tb.tb_next
                r = [type(e).__name__, str(e), names]
            outcome.append((r, list(log)))
        same = all(repr(outcome[0]) == repr(o) for o in outcome)
        print(f.__name__, outcome[0] if same else outcome)


def evens(n):
    for i in range(n):
        if i % 2 == 0:
            yield i


def used_up(x, n):
    for i in evens(n):
        x = x + i
    return x


calls(used_up, (x, 5), (x, 6), (x, 0))


def expression(x, items):
    for v in (w * w for w in items):
        x = x + v
    return [x, list(w + 1 for w in items), sum(w for w in items), max(w for w in items)]


calls(expression, (x, [1, 2]), (x, [3, 4]), (x, [5]))


def left_early(x, n):
    for i in evens(n):
        if i > 2:
            break
        x = x + i
    return x


calls(left_early, (x, 3), (x, 9))


def guarded():
    try:
        log.append("in")
        yield 1
        log.append("between")
        yield 2
    finally:
        log.append("out")


def runs_finally(x):
    for v in guarded():
        x = x + v
    return x


def drops_suspended(x):
    for v in guarded():
        x = x + v
        break
    log.append("behind")
    return x


def returns_from_loop(x):
    for v in guarded():
        return x + v


calls(runs_finally, (x,))
calls(drops_suspended, (x,))
calls(returns_from_loop, (x,))


def failing(n):
    yield 1
    if n:
        raise ValueError("inside")
    yield 2


def raises(x, n):
    for v in failing(n):
        x = x + v
    return x


calls(raises, (x, 0), (x, 1))


def stops_inside():
    yield 1
    raise StopIteration


def converted(x):
    for v in stops_inside():
        x = x + v
    return x


calls(converted, (x,))


def inner(n):
    for i in range(n):
        yield i
    return "done"


def outer(n):
    got = yield from inner(n)
    log.append(got)
    yield from [10, 20]


def delegated(x, n):
    for v in outer(n):
        x = x + v
    return x


calls(delegated, (x, 2), (x, 3))


def by_next(x):
    g = inner(3)
    a = next(g)
    b = next(g)
    return [x + a + b, g]


f = torch.compile(by_next, backend=BACKEND)
for _ in range(3):
    y, g = f(x)
    print(y.tolist(), list(g))


def sends(x):
    def talk():
        got = 0
        while True:
            got = yield got + 1

    g = talk()
    next(g)
    return [x + g.send(5), g.send(7)]


calls(sends, (x,))


def closure(x, k):
    total = [v * k for v in evens(4)]
    pairs = {name: v for name, v in zip("ab", total)}
    return [x + sum(total), pairs, [a + b for a in total for b in total if a != b]]


calls(closure, (x, 2), (x, 3))


def breaks_on_data(x):
    for i in evens(6):
        x = x + i
        if x.sum() > 6:
            break
    return x


calls(breaks_on_data, (x,), (x * 4,), (x * -9,))


def first_parameter(module, x):
    return x.to(next(module.parameters()).dtype) + sum(p.numel() for p in module.parameters())


calls(first_parameter, (torch.nn.Linear(2, 3), x))


class Walk:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        self.i = 0
        return self

    def __next__(self):
        if self.i == self.n:
            raise StopIteration
        self.i += 1
        return self.i


def walked(x, n):
    for v in Walk(n):
        x = x + v
    return [x, list(Walk(n))]


calls(walked, (x, 2), (x, 3))
