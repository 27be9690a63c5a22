# Which values the fields of built-in exceptions take, and which of them can be deleted.
import array
import collections


class Index:
    def __index__(self):
        return 2

    def __repr__(self):
        return 'Index()'


def result(get):
    try:
        return repr(get())
    except BaseException as e:
        return f'{type(e).__name__}: {e}'


def assign(e, field, value):
    if value == 'delete':
        delattr(e, field)
    else:
        setattr(e, field, value)
    return getattr(e, field)


VALUES = 'x', 10**30, -1, 1, True, 2.5, None, b'y', Index(), 'delete'
for make in (lambda: UnicodeEncodeError('a', 'bcd', 0, 1, 'r'), lambda: UnicodeDecodeError('a', b'bcd', 0, 1, 'r'),
             lambda: UnicodeTranslateError('bcd', 0, 1, 'r')):
    for field in 'start', 'end':
        for value in VALUES:
            e = make()
            print(type(e).__name__, field, value, result(lambda: assign(e, field, value)), e)
    for field in 'object', 'reason', 'encoding':
        for value in VALUES:
            e = make()
            print(type(e).__name__, field, value, result(lambda: assign(e, field, value)))
for value in (collections.deque([1]), array.array('i', [1]), bytearray(b'q'), b'q', 's', [1], 3):
    print(value, result(lambda: UnicodeDecodeError('a', value, 0, 1, 'r').object))
print(result(lambda: UnicodeDecodeError('a', memoryview(b'ab'), 0, 1, 'r').object))

FIELDS = {
    OSError(1, 'a', 'f'): ('errno', 'strerror', 'filename', 'filename2', 'characters_written'),
    BlockingIOError(11, 'a', 3): ('errno', 'filename', 'characters_written'),
    SyntaxError('m'): ('msg', 'filename', 'lineno', 'offset', 'text', 'end_lineno', 'end_offset', 'print_file_and_line'),
    StopIteration(4): ('value',),
    ImportError('m'): ('msg', 'name', 'path'),
    SystemExit(3): ('code',),
    NameError('x'): ('name',),
    AttributeError('x'): ('name', 'obj'),
    ExceptionGroup('m', [ValueError(1)]): ('message', 'exceptions'),
}
for e, fields in FIELDS.items():
    for field in fields:
        for value in VALUES:
            print(type(e).__name__, field, value, result(lambda: assign(e, field, value)))
