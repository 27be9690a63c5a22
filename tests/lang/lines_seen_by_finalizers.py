# The line of a frame as a finalizer finds it that the frame's own steps have called.
import sys


class Mark:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        f = sys._getframe(1)
        print(self.name, f.f_code.co_name, f.f_lineno - f.f_code.co_firstlineno)


def rebound():
    x = Mark('rebound to a constant')
    y = 1
    x = 2
    x = Mark('rebound to a name')
    z = 3
    x = z
    x = Mark('deleted')
    z = 4
    del x
    x = Mark('rebound to a sum')
    z = z + 1
    x = z + z
    x = Mark('rebound to a list')
    z = z + 1
    x = []
    x.append(Mark('in a list'))
    z = 5
    x[0] = z
    x = {1: Mark('in a dict')}
    z = 6
    x[1] = z
    x = {1: Mark('deleted from a dict')}
    z = 7
    del x[1]
    x = Mark('rebound to a comparison')
    z = 8
    x = z < 9
    x = Mark('rebound to a test')
    z = 8
    x = x is z
    x = Mark('rebound to an attribute')
    z = sys
    x = z.path
    x = Mark('unpacked over')
    z = (1, 2)
    x, y = z


def temporaries():
    z = 1
    Mark('statement')
    z = 2
    z = (
        Mark('operand'),
        2,
    )[1]
    z = 3
    print(
        Mark('argument') is
        z
    )
    z = 4


def loops():
    for x in [Mark('first of a loop'), Mark('second of a loop')]:
        z = 1
    z = 2
    x = None
    z = 3


def handled():
    try:
        x = Mark('in an exception')
        raise ValueError(x)
    except ValueError:
        x = None
    z = 1


def closure():
    x = Mark('cell')

    def inner():
        return x

    z = 1
    x = None
    z = 2


class Holder:
    pass


def attributes():
    h = Holder()
    h.x = Mark('attribute')
    z = 1
    h.x = 2
    h.x = Mark('attribute deleted')
    z = 1
    del h.x
    h.x = Mark('attribute of a holder')
    z = 1
    h = None


def everything():
    for f in (rebound, temporaries, loops, handled, closure, attributes):
        f()


everything()
for _ in range(3):
    print('again')
    everything()
