# Buffers of bytearray, array and memoryview while a script runs in between: what is looked at cannot be resized.
import array
import re
import struct
import zlib


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Index:
    def __init__(self, action, value=0):
        self.action, self.value = action, value

    def __index__(self):
        try:
            self.action()
        except BufferError as e:
            print('refused:', e)
        return self.value


def fresh(n=1000):
    return bytearray(b'abcdefgh' * (n // 8))


b = fresh()
m = memoryview(b)
for change in ('b *= 0', 'b *= 2', 'b *= 1', 'b += b"x"', 'b += b""', 'b[:] = b""', 'b[:4] = b"ABCD"', 'del b[0]', 'b.clear()',
               'b.append(1)', 'b.pop()'):
    try:
        exec(change)
        print(change, 'done', len(m), bytes(m[:4]))
    except BufferError as e:
        print(change, e)
del m

# Methods that ask for an index after they have looked at the bytes
for method, args in (('find', (b'h',)), ('count', (b'h',)), ('index', (b'a',)), ('startswith', (b'a',)), ('rfind', (b'h',))):
    b = fresh()
    try:
        getattr(b, method)(*args, Index(b.clear, 0))
    except ValueError:
        pass
    print(method, len(b))
b = fresh(16)
show(lambda: b.replace(b'a', b'b', Index(b.clear, 1)))
b = fresh(16)
show(lambda: b.hex(':', Index(b.clear, 2)))
b = fresh(16)
show(lambda: b.split(b'd', Index(b.clear, 1)))

# struct: the values are asked while the buffer is held
b = bytearray(64)
show(lambda: struct.pack_into('ii', b, 0, 1, Index(b.clear, 7)))
print(len(b), b[:8])
show(lambda: struct.pack_into('i', b, Index(b.clear, 0), 5))
show(lambda: struct.unpack_from('i', b, Index(b.clear, 0)))

# zlib
b = fresh(64)
show(lambda: zlib.crc32(b, Index(b.clear, 0)) == zlib.crc32(bytes(fresh(64)), 0))

# re: the function that is called
b = fresh(64)
show(lambda: len(re.sub(b'a', lambda m: (Index(b.clear).__index__(), b'x')[1], b)))

# memoryview: released in the middle
b = fresh(64)
m = memoryview(b)


def drop():
    m.release()
    b.clear()


show(lambda: m.__setitem__(0, Index(drop, 5)))
b = fresh(64)
m = memoryview(b)
show(lambda: m.__setitem__(Index(drop, 60), 5))
b = fresh(64)
m = memoryview(b)
source = memoryview(b)
source.release()
show(lambda: m.__setitem__(slice(0, 4), source))
m.release()

# array: slices whose bounds shrink it
for action in ('a[Index(shrink, 0):Index(shrink, 900)]', 'a.__delitem__(slice(Index(shrink, 0), 900))',
               'a.__setitem__(slice(Index(shrink, 0), 2), array.array("i", [9, 9]))', 'a.index(0, Index(shrink, 0), 900)'):
    a = array.array('i', range(1000))

    def shrink():
        del a[3:]
    show(lambda: eval(action))
    print(len(a))
a = array.array('i', [1, 2])
show(lambda: a.frombytes(a))
show(lambda: a.extend(a))
show(lambda: array._array_reconstructor(array.array, 'u', 20, b'\xff\xff\xff\xff'))


class Sink:
    def read(self, n):
        return b''


show(lambda: a.fromfile(Sink(), 2 ** 62))
print(a)
