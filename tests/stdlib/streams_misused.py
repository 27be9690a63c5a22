# Raw streams that answer wrongly, openers, streams taken apart, unmade, dropped or used from within; files that cannot
# read or write at once; a pipe that two threads read.
import io
import os
import tempfile
import threading


def tell(what, call, *args):
    try:
        print(what, repr(call(*args)))
    except Exception as e:
        print(what, f'{type(e).__name__}: {e}', *(['<-', repr(e.__cause__)] if e.__cause__ else []))


class Raw(io.RawIOBase):
    def __init__(self, *answers):
        self.answers = list(answers)

    def readable(self):
        return True

    writable = readable

    def readinto(self, b):
        answer = self.answers.pop(0) if self.answers else 0
        if isinstance(answer, bytes):
            b[:len(answer)] = answer
            return len(answer)
        return answer

    def write(self, b):
        return self.answers.pop(0) if self.answers else len(b)


print('--- what readinto() of a raw stream answers')
for answers in (None,), (b'ab', None), (b'ab', b'cd'), ('x',), (1.5,), (-1,), (1 << 70,), (9999,):
    for name, *args in (('read', 3), ('read', 10000), ('read1', 3), ('peek',), ('readline',),
                        ('readinto', bytearray(3)), ('readinto1', bytearray(3))):
        tell(f'{answers} {name} {args}', getattr(io.BufferedReader(Raw(*answers)), name), *args)

print('--- what its write() answers')
for answers in (-1,), (9999,), (1, 1), ('x',):
    w = io.BufferedWriter(Raw(*answers), 4)
    w.write(b'abc')
    tell(f'{answers} flush', w.flush)
    tell('again', w.flush)
    w = io.BufferedWriter(Raw(*answers), 4)
    tell('write', lambda: (w.write(b'abc'), w.write(b'defghijkl')))

print('--- openers')
tell('-1', lambda: open('x', opener=lambda *args: -1))
tell('no', lambda: io.FileIO('x', opener=lambda *args: 'no'))
tell('fd', lambda: open(-1))
tell('newline', lambda: open(os.devnull, newline=3))
tell('encoding', lambda: open(os.devnull, encoding=3))

print('--- the raw stream')
path = tempfile.mktemp()
with open(path, 'wb') as f:
    f.write(b'0123456789')
with open(path, 'rb') as f:
    raw = f.raw
    print(type(raw), f.raw is raw, raw.fileno() == f.fileno(), raw.closefd, f.mode, raw.mode, f.name == raw.name)
    print(raw.tell(), f.read(3), raw.tell(), f.tell())
    f.seek(2)
    print(f.read(2), f.raw.readall())
    raw.close()
    print(f.closed)
    tell('flush', f.flush)
f = open(path, 'rb')
f.read(2)
raw = f.detach()
print(raw.tell(), raw.closed, repr(f), f.raw)
tell('closed', lambda: f.closed)
tell('detach', f.detach)
raw.close()
f = open(path, 'r+b', buffering=4)
for data in b'ab', b'cdefg':
    f.write(data)
    with open(path, 'rb') as other:
        print(other.read())
f.raw.seek(0)
f.close()
with open(path, 'rb') as f:
    print(f.read())
f = open(path)
raw = f.buffer.raw
del f
print(raw.closed)
r = io.BufferedReader(io.FileIO(path))
print(r.read(2), r.name == path, r.raw.closed)
r.close()
print(r.raw.closed)
with io.FileIO(path) as f:
    f.name = 'other'
    print(f)

print('--- unmade')
for cls in io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper:
    s = cls.__new__(cls)
    for name in 'read', 'flush', 'close', 'tell', 'fileno', 'readable':
        tell(f'{cls.__name__} {name}', getattr(s, name))
    tell('write', s.write, '' if cls is io.TextIOWrapper else b'')
    tell('closed', lambda: s.closed)

print('--- dropped')
for wrap, data in (io.TextIOWrapper, 'x'), (io.BufferedWriter, b'x'):
    below = io.BytesIO()
    above = wrap(below)
    above.write(data)
    del above
    print(below.closed)
below = open(path, 'rb')
above = io.TextIOWrapper(below)
del above
print(below.closed)
below = io.BytesIO()
above = io.TextIOWrapper(below)
above.write('x')
above.detach()
del above
print(below.closed, below.getvalue())

print('--- texts')
with open(path, 'w+') as f:
    f.write('one\ntwo\n')
    f.seek(0)
    next(f)
    tell('tell', f.tell)
    tell('seek', f.seek, 0, 1)
    for line in f:
        pass
    tell('tell', f.tell)
    for place in (-1, 2), (1, 1), (-1,), (0, 7):
        tell(f'seek {place}', f.seek, *place)
    f.buffer.close()
    print(f.closed)
    tell('write', f.write, 'x')
    tell('read', f.read)
ends = os.pipe()
with open(ends[1], 'w') as f:
    tell('tell', f.tell)
    tell('seek', f.seek, 0)
    tell('r+', lambda: open(f.fileno(), 'r+b', closefd=False))
os.close(ends[0])

print('--- at once')
ends = os.pipe()
for end in ends:
    print(os.get_blocking(end), os.set_blocking(end, False), os.get_blocking(end))
f = open(ends[0], 'rb', 0)
print(f.read(3), f.readinto(bytearray(3)), f.read())
b = open(ends[0], 'rb', closefd=False)
print(b.read(3), b.read(), b.read1(3), b.peek(), b.readinto(bytearray(2)), b.readline())
raw = open(ends[1], 'wb', 0)
count = 0
while taken := raw.write(b'x' * 65536):
    count += taken
print(count, taken, raw.write(b'x'))
w = open(ends[1], 'wb', 4096, closefd=False)
for data in b'y' * 10, b'z' * 100000:
    try:
        print(w.write(data))
        w.flush()
    except BlockingIOError as e:
        print(e.errno, e.strerror, e.characters_written)
print(len(f.read()))
w.flush()
print(f.read() == b'y' * 10 + b'z' * 4086)
for s in w, raw, b, f:
    s.close()

print('--- from within')


class Again(Raw):
    name = 'again'

    def readinto(self, b):
        tell('read', f.read, 1)
        tell('peek', f.peek)
        return 0

    def write(self, b):
        tell('write', f.write, b'x')
        tell('flush', f.flush)
        return len(b)


f = io.BufferedReader(Again())
tell('read', f.read, 2)
tell('readline', f.readline)
f = io.BufferedWriter(Again())
f.write(b'ab')
tell('flush', f.flush)

print('--- by two threads')


def read_by_two(records):
    size, found = len(records[0]), []
    ends = os.pipe()

    def write():
        with open(ends[1], 'wb') as f:
            for i in range(0, len(records), 100):
                f.write(b''.join(records[i:i + 100]))

    def read():
        while record := source.read(size):
            found.append(record)

    with open(ends[0], 'rb') as source:
        threads = [threading.Thread(target=t) for t in (write, read, read)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    return sorted(found) == records


for count, size in (3000, 130), (100, 13000):
    print(read_by_two([b'%010d' % i * (size // 10) for i in range(count)]))
os.unlink(path)
