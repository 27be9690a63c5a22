# Which of key and value is refused first, and in which words, by what holds items of one kind.
import array


def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for make in (lambda: bytearray(b'abc'), lambda: [1,2,3], lambda: array.array('i',[1,2,3]), lambda: memoryview(bytearray(b'abc'))):
    for key in ('x', 1.5, None, 5, -9, 2**70, slice(0,1), 1):
        for value in (NotImplemented, 'y', 300, 1.5, b'q', 7):
            b = make()
            t(lambda: b.__setitem__(key, value))
            def f(): b[key] = value
            t(f)
