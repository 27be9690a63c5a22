# Files that are dropped without close(): a ResourceWarning for whoever listens, one a file.
import gc
import io
import os
import tempfile
import warnings

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'f')
with open(path, 'w') as f:
    f.write('text\n')


class Named(io.FileIO):
    pass


def cycle():
    ring = [open(path, 'rb', 0)]
    ring.append(ring)


def closed():
    with open(path) as f:
        f.buffer.raw
    f = open(path)
    f.detach().close()
    f = open(path)
    f.buffer.close()


def dropped(make, listen='always'):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter(listen)
        make()
        gc.collect()
    print([(w.category.__name__, str(w.message).replace(folder, '')) for w in told])


for make in (lambda: open(path), lambda: open(path, 'a'), lambda: open(path, 'rb'), lambda: open(path, 'ab'),
             lambda: open(path, 'r+b'), lambda: open(path, 'rb', 0), lambda: Named(path), lambda: io.FileIO(path),
             lambda: io.BufferedReader(io.FileIO(path)), lambda: io.TextIOWrapper(io.FileIO(path)),
             lambda: io.TextIOWrapper(open(path, 'rb'), 'latin-1'), lambda: open(path).read(), lambda: next(open(path)),
             cycle, closed, lambda: open(0, closefd=False), lambda: io.StringIO('x'), lambda: io.BytesIO(b'x'),
             lambda: io.TextIOWrapper(io.BytesIO())):
    dropped(make)
dropped(lambda: open(path), 'ignore')

# What was written is there, and whoever does not listen hears nothing.
open(path, 'w').write('more\n')
print(open(path).read())
os.unlink(path)
os.rmdir(folder)
