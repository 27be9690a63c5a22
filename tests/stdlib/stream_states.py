# What every method of every stream answers while it is open, closed or detached, and after next() and write().
import io
import os
import re
import tempfile
import warnings

warnings.simplefilter('ignore')
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'f')
others = []
CONTENTS = b'one\ntwo\nthree\r\nfour'


class Raw(io.RawIOBase):
    def readable(self):
        return True


class Plain(io.IOBase):
    pass


def pipe(end):
    ends = os.pipe()
    if end == 0:
        os.write(ends[1], CONTENTS)
        os.close(ends[1])
    else:
        others.append(ends[0])
    return ends[end]


KINDS = {
    'FileIO r': lambda: io.FileIO(path, 'r'),
    'FileIO w': lambda: io.FileIO(path, 'w'),
    'FileIO pipe': lambda: io.FileIO(pipe(0), 'r'),
    'BufferedReader': lambda: open(path, 'rb'),
    'BufferedWriter': lambda: open(path, 'wb'),
    'BufferedRandom': lambda: open(path, 'r+b'),
    'BufferedReader pipe': lambda: open(pipe(0), 'rb'),
    'BufferedWriter pipe': lambda: open(pipe(1), 'wb'),
    'BufferedReader BytesIO': lambda: io.BufferedReader(io.BytesIO(CONTENTS)),
    'BufferedWriter BytesIO': lambda: io.BufferedWriter(io.BytesIO(CONTENTS)),
    'BufferedRandom BytesIO': lambda: io.BufferedRandom(io.BytesIO(CONTENTS)),
    'BufferedRWPair': lambda: io.BufferedRWPair(io.BytesIO(CONTENTS), io.BytesIO(CONTENTS)),
    'text r': lambda: open(path),
    'text w': lambda: open(path, 'w'),
    'text r+': lambda: open(path, 'r+'),
    'text pipe': lambda: open(pipe(0)),
    'text BytesIO': lambda: io.TextIOWrapper(io.BytesIO(CONTENTS)),
    'StringIO': lambda: io.StringIO(CONTENTS.decode()),
    'BytesIO': lambda: io.BytesIO(CONTENTS),
    'IOBase': Plain,
    'RawIOBase': Raw,
    'BufferedIOBase': io.BufferedIOBase,
    'TextIOBase': io.TextIOBase,
}


def calls():
    for size in (), (-1,), (2,), (-5,):
        for method in 'read', 'read1', 'readline', 'readlines', 'peek':
            yield method, size
    for size in (None,), (1.5,), (1 << 70,):
        for method in 'read', 'readline':
            yield method, size
    yield 'readall', ()
    for method in 'readinto', 'readinto1':
        for target in bytearray(3), b'abc', 'abc', None, bytearray():
            yield method, (target,)
    for data in b'ab', 'ab', None, 3, b'', '':
        yield 'write', (data,)
    for lines in [b'a', b'b'], ['a', 'b'], None, ['a', 3], []:
        yield 'writelines', (lines,)
    for place in (0,), (-1,), (0, 1), (1, 1), (0, 2), (-1, 2), (0, -1), (100,):
        yield 'seek', place
    for size in (), (None,), (2,), (-1,):
        yield 'truncate', size
    for method in ('tell', 'flush', 'close', 'isatty', 'readable', 'writable', 'seekable', 'detach', '__enter__',
                   '__iter__', '__next__', '__exit__', 'getvalue', '_checkClosed', '_checkReadable', '_checkWritable',
                   '_checkSeekable', 'reconfigure'):
        yield method, ()


FIELDS = ('closed', 'name', 'mode', 'raw', 'buffer', 'encoding', 'errors', 'newlines', 'line_buffering',
          'write_through', 'closefd')
STATES = {
    'open': lambda s: None,
    'closed': lambda s: s.close(),
    'detached': lambda s: s.detach(),
    'after next': next,
    'written': lambda s: s.write('ab' if isinstance(s, io.TextIOBase) else b'ab'),
}


def text(value):
    if isinstance(value, io.IOBase):
        value = type(value).__name__
    return re.sub(r'=\d+', '=N', repr(value).replace(folder, ''))


def answer(call, *args):
    try:
        return text(call(*args))
    except Exception as e:
        return re.sub(' at 0x.*?>', '>', f'{type(e).__name__}: {e}')


def start(make, prepare):
    if os.path.exists(path):  # a new file is made faster than an old one is cut
        os.unlink(path)
    if not kind.endswith((' w', 'Writer')):
        with open(path, 'wb') as f:
            f.write(CONTENTS)
    stream = make()
    prepare(stream)
    return stream


for kind, make in KINDS.items():
    for state, prepare in STATES.items():
        if state == 'written' and ('Random' in kind or '+' in kind):
            continue
        try:
            start(make, prepare)
        except Exception as e:
            print(f'--- {kind}, {state}: {type(e).__name__}: {e}')
            continue
        print(f'--- {kind}, {state}')
        answers = {}
        for name in FIELDS:
            stream = start(make, prepare)
            said = answer(getattr, stream, name)
            if name == 'name' and said.isdigit():
                said = 'the descriptor'
            if not said.startswith('AttributeError'):
                answers.setdefault(said, []).append('.' + name)
            stream = None
        for name, args in calls():
            stream = start(make, prepare)
            if hasattr(stream, name):
                args = tuple(bytearray(a) if isinstance(a, bytearray) else a for a in args)
                shown = ', '.join(map(repr, args))
                said = answer(getattr(stream, name), *args)
                if name.startswith('readinto') and said in ('1', '2', '3'):
                    said += f' {bytes(args[0])}'
                if state == 'open' and name != 'detach':
                    said += f', then {answer(stream.tell)}, closed: {answer(getattr, stream, "closed")}'
                answers.setdefault(said, []).append(f'{name}({shown})')
            try:
                stream.close()
            except ValueError:
                pass
            while others:
                os.close(others.pop())
        for said, asked in answers.items():
            print(said, '<-', ' '.join(asked))
