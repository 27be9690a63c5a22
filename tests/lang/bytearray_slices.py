# What may be written into a slice of a bytearray, and padding by impossible widths.
class Index:
    def __index__(self):
        return 65


class Float:
    def __float__(self):
        return 1.0


class Iterates:
    def __init__(self, target):
        self.target = target

    def __iter__(self):
        del self.target[2:]
        return iter(b'xyz')


def attempt(value, key=slice(0, 2)):
    b = bytearray(b'abcdef')
    try:
        b[key] = value(b) if isinstance(value, type) and value is Iterates else value
        print(b)
    except Exception as e:
        print(type(e).__name__, e, b)


for value in ('x', '', 1, 2**70, 1.5, 1j, True, None, Index(), Float(), [300], [-1], ['a'], [Index()], {1: 2}, (1, 2), range(3),
              b'', b'xyz', bytearray(b'12'), memoryview(b'view'), object(), object, Iterates, iter([7, 8])):
    attempt(value)
    attempt(value, slice(0, 6, 2))
b = bytearray(b'abc')
b[1:2] = b
print(b)
for kind in (b'ab', bytearray(b'ab'), 'ab'):
    fill = '*' if isinstance(kind, str) else b'*'
    for width in (-2**63, -1, 0, 2, 3, 5):
        print(kind.ljust(width, fill), kind.rjust(width, fill), kind.center(width, fill), kind.zfill(width))
