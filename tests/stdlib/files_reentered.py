# Files that codecs, handlers and indices of the program use, change or close while they are at work, and files that two
# threads read.
import codecs
import io
import os
import threading


def attempt(what, function):
    try:
        print(what, repr(function()))
    except Exception as e:
        print(what, type(e).__name__, str(e)[:100])


# reconfigure() without errors goes back to strict; without an encoding it keeps what there is.
for errors in ('strict', 'backslashreplace', 'a handler with a long name'):
    f = io.TextIOWrapper(io.BytesIO(), 'utf-8', errors='xmlcharrefreplace')
    f.reconfigure(errors=errors)
    print(f.errors, f.encoding)
    f.reconfigure(encoding='ascii')
    print(f.errors, f.encoding)
    attempt('write', lambda: f.write('\xe9'))
    f.reconfigure(errors=errors)
    f.reconfigure(line_buffering=True)
    print(f.errors, f.encoding)

# A codec whose reset() changes the file's codec.
wrapper = None
count = 0


class Encoder(codecs.IncrementalEncoder):
    def encode(self, input, final=False):
        return input.encode()

    def reset(self):
        change()


class Decoder(codecs.IncrementalDecoder):
    def decode(self, input, final=False):
        return bytes(input).decode()

    def reset(self):
        change()


def change():
    global count
    count += 1
    if wrapper is not None:
        wrapper.reconfigure(encoding='utf-8')


codecs.register(lambda name: codecs.CodecInfo(
    lambda text, errors='strict': (text.encode(), len(text)),
    lambda data, errors='strict': (bytes(data).decode(), len(data)),
    incrementalencoder=Encoder, incrementaldecoder=Decoder, name=name) if name == 'resetting' else None)
for _ in range(20):
    f = io.TextIOWrapper(io.BytesIO(b'abc\ndef'), 'resetting')
    wrapper = f
    f.seek(0)
    wrapper = None
    print(f.encoding, f.read())
print(count > 0)

# A handler that reads the file, or moves in it, while a piece of it is decoded.
f = None
uses = {'read': lambda: f.read(), 'readline': lambda: f.readline(), 'read some': lambda: f.read(9000),
        'none': lambda: ''}
use = None
codecs.register_error('uses the file', lambda e: ('' if uses[use]() else '', e.end))
for use in uses:
    for name, read in (('readline', lambda: f.readline()), ('limited', lambda: f.readline(14000)),
                       ('read', lambda: f.read(14000))):
        f = io.TextIOWrapper(io.BytesIO(b'a' * 15000 + b'\xff'), 'ascii', errors='uses the file')
        attempt(f'{use} in {name}', lambda: (len(read()), len(f.read())))
places = [0]
codecs.register_error('seeks', lambda e: ('x' * (f.seek(places.pop()) + 1 if places else 2), e.end))
f = io.TextIOWrapper(io.BytesIO(b'a' * 15000 + b'\xffb'), 'ascii', errors='seeks')
print(len(f.readline()) > 0, places)

# Lines whose ends lie across two pieces.
for newline in (None, '', '\n', '\r', '\r\n'):
    for end in ('\n', '\r', '\r\n', '\n\r', '\r\r\n', '\n\n'):
        for size in (8190, 8191, 8192):
            f = io.TextIOWrapper(io.BytesIO(('a' * size + end + 'b' + end).encode()), 'utf-8', newline=newline)
            print(repr(newline), repr(end), size, [(len(line), line[-2:]) for line in f])
            f.seek(0)
            print([f.readline(8191)[-2:], f.readline(2), f.readline()[-2:], f.read()])

# The last line of a pipe with '\r' as the end of lines comes without another read.
r, w = os.pipe()
os.write(w, b'abc\r')
f = os.fdopen(r, newline='\r')
timer = threading.Timer(20, os.write, (w, b'too late\r'))
timer.start()
print(repr(f.readline()))
timer.cancel()
os.close(w)
f.close()

# Files without a buffer.
for f in io.TextIOWrapper.__new__(io.TextIOWrapper), io.TextIOWrapper(io.BytesIO()):
    try:
        f.detach()
    except ValueError as e:
        print(e)
    for name in ('read', 'readline', 'tell', 'flush', 'close', 'fileno', 'detach', 'reconfigure', 'seekable'):
        attempt(name, getattr(f, name))
    attempt('seek', lambda: f.seek(0))
    attempt('write', lambda: f.write('a'))
    attempt('closed', lambda: f.closed)
    attempt('name', lambda: f.name)


# Indices that close what they are for.
class Index:
    def __init__(self, value, file):
        self.value, self.file = value, file

    def __index__(self):
        self.file.close()
        return self.value


def closed_by(name, make):
    file = make()
    file.seek(3)
    try:
        print(name, getattr(file, name)(Index(1, file)))
    except ValueError:
        print(name, 'ValueError', file.closed)


for make in (lambda: io.StringIO('abcdef'), lambda: io.BytesIO(b'abcdef'),
             lambda: io.TextIOWrapper(io.BytesIO(b'abcdef')), lambda: io.BufferedReader(io.BytesIO(b'abcdef'))):
    for name in ('read', 'readline'):
        closed_by(name, make)
for name in ('seek', 'truncate'):
    closed_by(name, lambda: io.StringIO('abcdef'))
    closed_by(name, lambda: io.BytesIO(b'abcdef'))

# Two threads that read lines of one pipe.
for mode in ('r', 'rb'):
    r, w = os.pipe()
    f = os.fdopen(r, mode)
    failures = []

    def read_all():
        try:
            while f.readline():
                pass
        except Exception as e:
            failures.append(repr(e))
            while os.read(r, 1 << 16):  # so that the writer goes on
                pass

    threads = [threading.Thread(target=read_all) for _ in range(2)]
    for t in threads:
        t.start()
    try:
        for i in range(3000):
            os.write(w, b'line of some length %d\n' % i * (i % 7))
    finally:
        os.close(w)  # else the readers wait for ever
    for t in threads:
        t.join()
    print(mode, failures)
    f.close()
