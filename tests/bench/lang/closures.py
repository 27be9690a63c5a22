# Decorator and closure chains
import functools


def counted(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return fn(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


def scaled(k):
    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            return k * fn(*args, **kwargs)
        return wrapper
    return decorate


def checked(*kinds):
    def decorate(fn):
        def wrapper(*args):
            for a, k in zip(args, kinds):
                if not isinstance(a, k):
                    raise TypeError(f'{fn.__name__}: {a!r}')
            return fn(*args)
        wrapper.__name__ = fn.__name__
        return wrapper
    return decorate


def memoize(fn):
    cache = {}

    def wrapper(*args):
        if args not in cache:
            cache[args] = fn(*args)
        return cache[args]
    return wrapper


@counted
@scaled(2)
@checked(int, int)
def add(a, b):
    return a + b


@memoize
def paths(r, c):
    return 1 if r == 0 or c == 0 else paths(r - 1, c) + paths(r, c - 1)


class Trace:
    def __init__(self, fn):
        self.fn = fn
        self.count = 0

    def __call__(self, *args, **kwargs):
        self.count += 1
        return self.fn(*args, **kwargs)


@Trace
def area(w, h=2, *, unit=1):
    return w * h * unit


def compose(*fns):
    def composed(x):
        for f in fns:
            x = f(x)
        return x
    return composed


def counter():
    n = 0

    def up(by=1):
        nonlocal n
        n += by
        return n

    return up, lambda: n


def adders(n):
    return [lambda x, i=i: x + i for i in range(n)]


def church(n):
    return (lambda f: lambda x: x) if n == 0 else (lambda f: lambda x: f(church(n - 1)(f)(x)))


total = 0
for i in range(110000):
    total += add(i, 3)
print(total, add.calls, add.__name__)
for i in range(110000):
    total += area(i, unit=3) + area(i, h=1)
print(total, area.count)
pipeline = compose(*adders(12), compose(*[functools.partial(lambda a, b: a ^ b, k) for k in range(6)]))
print(sum(pipeline(i) for i in range(12000)))
up, value = counter()
for i in range(300000):
    up()
    up(by=2)
print(value(), paths(60, 60))
print(church(150)(lambda x: x + 1)(0))
