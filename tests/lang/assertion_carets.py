# Where carets stand below a failed assertion.
import traceback


def t(f):
    try: f()
    except Exception as e: print(traceback.format_exception(e)[2:-1][0].split('\n',1)[1], end='')
x=1; y='a'; f=lambda *a: 0
def a(): assert 1 == 2
t(a)
def a(): assert 1 == 2, "msg"
t(a)
def a(): assert f(x)
t(a)
def a(): assert (x ==
 2)
t(a)
def a(): assert not x, f"a{x}"
t(a)
def a(): assert x and not y
t(a)
def a(): assert x and f(y), "abc"
t(a)
def a(): assert x < 3 < 1, (1,
2)
t(a)
def a(): assert 0
t(a)
def a(): assert not x
t(a)
def a():
    if 1: assert x == 2 or y == 'b' or (x == 5)
t(a)
def a():
    assert x == 2 and y == 'b'
t(a)
def a():
    assert None, x
t(a)
def a():
    assert [] , x
t(a)
def a():
    assert f(x) if y else x
t(a)
def a():
    assert f(x) if not y else not x, 'q'
t(a)
def a():
    assert f.__code__ is None
t(a)
def a():
    assert not (x or y)
t(a)
def a():
    assert x.real == 2 > y, f'{y}' + 'x'
t(a)
def a():
    assert (z := 0)
t(a)
def a():
    assert x not in (1, 2)
t(a)
def a():
    assert all(i == 2 for i in [x])
t(a)
def a():
    assert not not 0
t(a)
def a():
    assert not x == 1, \
       "abc"
t(a)
