# When a generator's locals die it has ended: it does not run, has no frame, and asking it again finds the end.
import sys


class Watch:
    def __init__(self, name, look):
        self.name, self.look = name, look

    def __del__(self):
        print('end of', self.name)
        self.look()


def state(kind, g):
    prefix = {'generator': 'gi', 'coroutine': 'cr', 'async_generator': 'ag'}[kind]
    frame = getattr(g, prefix + '_frame')
    print(getattr(g, prefix + '_running'), frame)


def ask(f, *args):
    try:
        print('gives', f(*args))
    except BaseException as e:
        print(type(e).__name__, e)


def returning():
    w = Watch('returning', lambda: (state('generator', g), ask(next, g), ask(g.send, 1), ask(g.close)))
    yield 1
    return 'value'


g = returning()
print(list(g))
g = returning()
next(g)
ask(next, g)


def raising():
    w = Watch('raising', lambda: (state('generator', g), ask(next, g), ask(g.throw, KeyError('k'))))
    yield 1
    raise ValueError('out')


g = raising()
next(g)
try:
    next(g)
except ValueError as e:
    e.__traceback__ = None


def looping():
    first = Watch('first', lambda: state('generator', g))
    second = Watch('second', lambda: print(sys._getframe(2).f_code.co_name))
    yield from range(2)


def run():
    for x in g:
        print(x)


g = looping()
run()


def closing():
    w = Watch('closing', lambda: (state('generator', g), ask(next, g)))
    try:
        yield 1
    finally:
        print('finally')


g = closing()
next(g)
g.close()
state('generator', g)


async def coroutine():
    w = Watch('coroutine', lambda: (state('coroutine', c), ask(c.send, None)))
    return 5


c = coroutine()
ask(c.send, None)


async def agen():
    w = Watch('asynchronous', lambda: state('async_generator', a))
    yield 1


a = agen()
ask(a.__anext__().send, None)
ask(a.__anext__().send, None)


def delegating():
    yield from inner


def inner_generator():
    w = Watch('inner', lambda: (state('generator', inner), state('generator', outer) if False else print(outer.gi_running)))
    yield 1


inner = inner_generator()
outer = delegating()
print(list(outer))

# The value that is sent may end the life of what stood in its place.


def receiver():
    x = Watch('old x', lambda: print(g.gi_running))
    x = yield 1
    print('received', x)
    x = yield 2


g = receiver()
next(g)
ask(g.send, 'text')
ask(g.send, None)

# An asynchronous generator runs as long as one of its awaitables is under way.


class Pause:
    def __await__(self):
        yield 'pause'


async def pausing():
    await Pause()
    yield 1
    await Pause()
    yield 2


a = pausing()
first, second = a.__anext__(), a.__anext__()
print(a.ag_running, first.send(None), a.ag_running)
for other in (second, a.asend(1), a.athrow(KeyError), a.aclose()):
    ask(other.send, None)
    ask(other.send, None)
ask(first.send, None)
print(a.ag_running)
third = a.__anext__()
print(third.send(None), a.ag_running)
ask(third.throw, ValueError('thrown'))
print(a.ag_running)

# What is not finished at the end of the program is finished then.


def unfinished():
    try:
        yield 1
    finally:
        print('finished at the end')


u = unfinished()
next(u)
