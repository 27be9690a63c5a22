# What buffered and text streams ask of a stream that a script has written, in which order.
import io

log = []


class Raw(io.RawIOBase):
    def __init__(self, data=b'', chunk=None, r=True, w=True, s=True):
        self.data, self.place, self.chunk, self.r, self.w, self.s = bytearray(data), 0, chunk, r, w, s

    def readable(self):
        log.append('readable')
        return self.r

    def writable(self):
        log.append('writable')
        return self.w

    def seekable(self):
        log.append('seekable')
        return self.s

    def readinto(self, b):
        n = min(len(b), len(self.data) - self.place, self.chunk or 10 ** 9)
        log.append(f'readinto({len(b)})={n}')
        b[:n] = self.data[self.place:self.place + n]
        self.place += n
        return n

    def write(self, b):
        n = min(len(b), self.chunk or 10 ** 9)
        log.append(f'write({bytes(b)[:12]!r} {len(b)})={n}')
        self.data[self.place:self.place + n] = bytes(b)[:n]
        self.place += n
        return n

    def seek(self, offset, whence=0):
        self.place = offset if whence == 0 else self.place + offset if whence == 1 else len(self.data) + offset
        log.append(f'seek({offset},{whence})={self.place}')
        return self.place

    def tell(self):
        log.append('tell')
        return self.place

    def truncate(self, n=None):
        log.append(f'truncate({n})')
        return n

    def flush(self):
        log.append('flush')

    def close(self):
        log.append('close')
        super().close()

    def isatty(self):
        log.append('isatty')
        return False


class Buffer(io.BufferedIOBase):
    def __init__(self, data=b''):
        self.data, self.place = data, 0

    def readable(self):
        log.append('readable')
        return True

    def writable(self):
        log.append('writable')
        return True

    def seekable(self):
        log.append('seekable')
        return True

    def read(self, n=-1):
        log.append(f'read({n})')
        end = len(self.data) if n is None or n < 0 else self.place + n
        part = self.data[self.place:end]
        self.place += len(part)
        return part

    def read1(self, n=-1):
        log.append(f'read1({n})')
        part = self.data[self.place:self.place + n]
        self.place += len(part)
        return part

    def write(self, b):
        log.append(f'write({bytes(b)[:10]!r} {len(b)})')
        return len(b)

    def seek(self, offset, whence=0):
        log.append(f'seek({offset},{whence})')
        self.place = offset
        return offset

    def tell(self):
        log.append('tell')
        return self.place

    def flush(self):
        log.append('flush')

    def close(self):
        log.append('close')
        super().close()

    def truncate(self, n=None):
        log.append(f'truncate({n})')
        return n

    def isatty(self):
        log.append('isatty')
        return False

    def fileno(self):
        log.append('fileno')
        return 3


def steps(name, make, *words):
    log.clear()
    try:
        f = make()
    except Exception as e:
        print(name, 'cannot be made:', type(e).__name__, e, log[0])
        return
    print(name, 'made', *log)
    for word in words:
        log.clear()
        try:
            result = eval(word, {'f': f, 'io': io})
        except Exception as e:
            result = f'{type(e).__name__} {e}'
        print('  ', word, '->', type(result).__name__ if hasattr(result, 'read') else repr(result), *log)
    log.clear()
    f = None
    print('   dropped', *log)


DATA = b'abc\ndefg\n' * 3000


def text(buffer, **options):
    return lambda: io.TextIOWrapper(buffer(), encoding='utf-8', **options)


steps('reader', lambda: io.BufferedReader(Raw(DATA)), 'f.read(3)', 'f.read(3)', 'f.tell()', 'f.peek(1)[:3]', 'f.read1(5)',
      'f.readline()', 'f.seek(20000)', 'len(f.read(5000))', 'f.seek(-5,2)', 'f.read()', 'f.read()', 'f.read(1)', 'f.seekable()',
      'f.readable()', 'f.writable()', 'f.isatty()', 'f.flush()', 'f.close()', 'f.close()', 'f.closed')
steps('whole reader', lambda: io.BufferedReader(Raw(DATA)), 'len(f.read())', 'f.close()')
steps('long reads', lambda: io.BufferedReader(Raw(DATA), 1000), 'len(f.read(2500))', 'len(f.read(10))', 'f.tell()')
steps('small reader', lambda: io.BufferedReader(Raw(DATA, chunk=5), 16), 'f.read(3)', 'f.read1()', 'f.peek()', 'f.readline()')
steps('loop', lambda: io.BufferedReader(Raw(DATA[:20], chunk=7), 8), 'list(f)')
steps('writer', lambda: io.BufferedWriter(Raw()), "f.write(b'abc')", "f.write(b'x'*9000)", "f.write(b'y'*100)", 'f.tell()',
      'f.flush()', "f.write(b'z')", 'f.seek(0)', "f.write(b'q')", 'f.truncate(4)', 'f.truncate()', "f.write(b'last')", 'f.close()')
steps('small writer', lambda: io.BufferedWriter(Raw(chunk=3), 8), "f.write(b'abc')", "f.write(b'defgh')", "f.write(b'i')",
      "f.write(b'0123456789')", "f.write(b'0123456')", "f.write(b'')", 'f.writelines([b"1",b"2"])', 'f.flush()', 'f.detach()')
steps('writer left open', lambda: io.BufferedWriter(Raw()), "f.write(b'abc')")
steps('pair', lambda: io.BufferedRWPair(Raw(DATA), Raw()), 'f.read(3)', "f.write(b'XY')", 'f.flush()', 'f.close()')
steps('not readable', lambda: io.BufferedReader(Raw(DATA, r=False)))
steps('not writable', lambda: io.BufferedWriter(Raw(DATA, w=False)))
steps('not seekable', lambda: io.BufferedRandom(Raw(DATA, s=False)))
steps('stream without places', lambda: io.BufferedReader(Raw(DATA, s=False)), 'f.read(3)', 'f.tell()', 'f.seek(0)', 'f.close()')
steps('no size', lambda: io.BufferedReader(Raw(), 0))
steps('text over a reader', text(lambda: io.BufferedReader(Raw(DATA))), 'f.read(3)', 'f.readline()', 'f.tell()', 'f.seekable()', 'f.close()')
steps('text over a writer', text(lambda: io.BufferedWriter(Raw())), "f.write('abc')", 'f.flush()', "f.write('a\\n')", 'f.tell()',
      'f.seek(0)', "f.write('last')", 'f.close()')
steps('line by line', text(lambda: io.BufferedWriter(Raw()), line_buffering=True), "f.write('abc')", "f.write('a\\n')",
      "f.write('a\\r')", 'f.close()')
steps('text', text(lambda: Buffer(DATA)), 'f.read(3)', 'f.readline()', 'f.tell()', 'f.seek(0)', 'f.readline()', 'next(f)',
      'f.seekable()', 'f.readable()', 'f.isatty()', 'f.fileno()', 'len(f.read())', 'f.read()', 'f.readline()', 'f.closed',
      'f.truncate(3)', 'f.flush()', 'f.close()', 'f.close()', 'f.closed')
steps('written text', text(Buffer), "f.write('abc')", "f.write('x'*9000)", "f.write('y'*100)", 'f.flush()', "f.write('a\\n')",
      'f.tell()', 'f.seek(0)', "f.write('last')", 'f.writelines(["a","b"])', 'f.detach()')
steps('marked text', lambda: io.TextIOWrapper(Buffer(), encoding='utf-16'), "f.write('abc')", 'f.seek(0)', "f.write('x')",
      'f.close()')
steps('lines', text(Buffer, line_buffering=True), "f.write('abc')", "f.write('a\\n')", 'f.reconfigure(line_buffering=False)',
      "f.write('a\\n')", 'f.close()')


class All(io.RawIOBase):
    def readable(self):
        return True

    def readall(self):
        log.append('readall')
        return b'xyz'

    def readinto(self, b):
        log.append(f'readinto({len(b)})')
        return 0


class Nothing(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, b):
        log.append('readinto')


steps('own readall', lambda: io.BufferedReader(All()), 'f.read()', 'f.read(2)')
steps('raw readall', All, 'f.read()', 'f.read(2)', 'f.read(-1)')
steps('nothing yet', Nothing, 'f.read(5)', 'f.read()', 'f.readall()')
raw = open('/dev/null', 'rb').detach()
print(type(raw).__name__, raw.name, raw.read(3), raw.closed)
raw.close()
