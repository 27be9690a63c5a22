# An interrupt that arrives as a call begins: the arguments and defaults that were laid out for it are given back
import _thread
import sys

marker = object()


class C:
    def __init__(self, a=marker, b=marker):
        self.a = a

    def method(self, x, y=marker):
        return y


def function(a, b=marker, c=marker):
    return b


def keyword(a, *rest, k=marker, **more):
    return k


def within():
    for _ in range(30):
        yield function(marker), function(marker, marker, marker), C(), keyword(marker, marker, k=marker)


def attempt(n, call):
    caught = 0
    for i in range(n):
        try:
            if i >= 5:
                _thread.interrupt_main()
            call()
        except KeyboardInterrupt:
            caught += 1
    return caught


c = C()
for call in (lambda: C(), lambda: C(marker), lambda: c.method(marker), lambda: function(marker), lambda: function(marker, marker),
             lambda: keyword(marker, marker, k=marker), lambda: next(within())):
    before = sys.getrefcount(marker)
    caught = attempt(25, call)
    print(caught, sys.getrefcount(marker) - before)
