# Streams of scripts that nobody closes: close() is called when they are dropped, once, in cycles and at the end too.
import bz2
import gc
import gzip
import io
import lzma
import os
import tempfile

print('--- dropped')
for base in (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase):
    class Stream(base):
        def __init__(self, name):
            self.name = name

        def close(self):
            print('close', base.__name__, self.name, self.__dict__.get('_finalizing'))
            super().close()

    Stream('dropped')
    s = Stream('closed')
    s.close()
    print('was closed')
    del s
    with Stream('with'):
        pass
    s = Stream('cycle')
    s.me = s
    del s
    gc.collect()

print('--- errors')


class Failing(io.RawIOBase):
    def close(self):
        print('closing')
        raise ValueError('dropped')


Failing()


class Unmade(io.RawIOBase):
    def __init__(self):
        raise KeyError('unmade')

    def close(self):
        print('unmade closed')
        super().close()


try:
    Unmade()
except KeyError as e:
    kept = repr(e)
print(kept)


class Strange(io.RawIOBase):
    @property
    def closed(self):
        raise ValueError('neither')

    def close(self):
        print('never')


Strange()


class Own(io.BytesIO):
    pass


class Last(io.RawIOBase):
    def __del__(self):
        print('__del__')
        super().__del__()

    def close(self):
        print('close of one with __del__', self.closed)
        super().close()


Last()

print('--- compressed')
with tempfile.TemporaryDirectory() as folder:
    for module in gzip, bz2, lzma:
        path = os.path.join(folder, module.__name__)

        def dropped():
            module.open(path, 'wb').write(b'abc')

        def dropped_text():
            module.open(path, 'at').write('d\xe9f\n')

        def dropped_cycle():
            f = module.open(path, 'ab')
            f.write(b'ghi')
            f.me = f

        dropped()
        print(module.open(path).read())
        dropped_text()
        print(module.open(path, 'rt').read())
        dropped_cycle()
        gc.collect()
        print(module.open(path, 'rb').read())

print('--- encoding of the locale')
for make in (lambda: io.TextIOWrapper(io.BytesIO(b'\xc3\xa9'), encoding='locale'),
             lambda: open(os.devnull, encoding='locale'),
             lambda: os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding='locale')):
    f = make()
    print(f.encoding, repr(f.read()))
    f.close()
for module in gzip, bz2, lzma:
    b = io.BytesIO()
    with module.open(b, 'wt') as f:
        print(f.encoding, f.write('\xe9\n'))
    b.seek(0)
    print(repr(module.open(b, 'rt').read()))

print('--- at the end')


class End(io.RawIOBase):
    def __init__(self, name):
        self.name = name

    def close(self):
        if not self.closed:
            print('close', self.name)
        super().close()


again = End('left in a cycle')
again.me = again
del again
