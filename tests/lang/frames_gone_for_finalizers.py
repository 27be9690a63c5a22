# What dies with a frame finds the frame gone: its caller is the innermost, on the line of the call.
import sys


class Mark:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        f = sys._getframe(1)
        print(self.name, f.f_code.co_name, f.f_lineno - f.f_code.co_firstlineno)


def left():
    x = Mark('left')
    z = 1
    return (
        z
    )


def left_at_end():
    x = Mark('left at the end')
    z = 1
    z = 2


def many():
    a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = u = v = w = x = y = z = 1
    zz = Mark('thirtieth local')
    a = 1
    a = 2


def deeper(n):
    x = Mark('in depth %d' % n)
    if n:
        deeper(n - 1)
    return n


def parameters(a, *b, c, **d):
    return None


class Calls:
    def __del__(self):
        print('finalizer calls', many_arguments(*range(30)), [x for x in range(3)])


def many_arguments(*a, b=[1, 2, 3]):
    c = d = e = a
    return len(c) + len(d) + sum(b)


def busy():
    a, b, c = Calls(), [Calls()], 'kept'
    return c + c


def everything():
    left()
    left_at_end()
    many()
    deeper(2)
    parameters(Mark('parameter'), Mark('in a tuple'), c=Mark('keyword'), d=Mark('in a dict'))
    print(busy())


for _ in range(4):
    everything()
