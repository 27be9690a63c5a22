# args: 1 60
# Files and texts with bytes changed, cut, doubled or swapped, given to what reads them: pickles, weights, archives,
# compressed streams, JSON, encodings, patterns, formats, dates, source. Whatever is raised is fine; a crash, a hang or a report
# of a sanitizer is a find.
#   damaged_files.py [FIRST_SEED [SEEDS [trace]]]    `trace` tells each reader and its input on standard error
import base64
import collections
import csv
import datetime
import decimal
import gzip
import io
import json
import pickle
import random
import re
import struct
import sys
import warnings
import zipfile
import zlib

import torch

warnings.simplefilter('ignore')
first = int(sys.argv[1]) if len(sys.argv) > 1 else 1
seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
trace = len(sys.argv) > 3


class Kept:
    def __init__(self):
        self.a, self.b = [1, 2], {'x': self}

    def __eq__(self, other):
        return True

    __hash__ = None


def pickled():
    shared = [1, 2.5, 'text \u20ac', b'bytes', None, True, 2 ** 80, -(2 ** 31), (1, (2, (3,))), {'k': {1, 2}}, frozenset('ab'), 1j]
    shared.append(shared)
    values = [shared, Kept(), collections.OrderedDict(a=[Kept()]), [datetime.datetime(2020, 1, 1), decimal.Decimal('1.5'), range(5)],
              bytearray(b'x' * 300), 'y' * 300, [collections.deque([1, 2], 5), collections.Counter('aab'), slice(1, 2), len, ValueError('x')],
              {i: str(i) for i in range(40)}]
    return [pickle.dumps(v, p) for v in values for p in range(6)]


def zipped():
    out = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        f = io.BytesIO()
        with zipfile.ZipFile(f, 'w', method) as z:
            z.writestr('a.txt', 'text ' * 50)
            z.writestr('dir/b.bin', bytes(range(256)))
            z.comment = b'comment'
        out.append(f.getvalue())
    return out


def weights():
    out = []
    for value in ({'w': torch.arange(6.).reshape(2, 3).t(), 'b': torch.ones(3, dtype=torch.float16), 'n': torch.tensor(5)},
                  torch.nn.Linear(3, 2).state_dict(), [torch.zeros(0), torch.ones(2, 2, dtype=torch.complex64), 'text', {1: 2.5}]):
        f = io.BytesIO()
        torch.save(value, f)
        out.append(f.getvalue())
    return out


TEXTS = [s.encode() for s in (
    '{"a": [1, -2.5e10, "x\\u20ac\\n", null, true, {"b": []}], "c": 12345678901234567890}', '[[[[[[1]]]]]]', '"\\ud83d\\ude00"')]
PATTERNS = [s.encode() for s in (
    r'(?P<name>\w+)\s*=\s*(?:"([^"]*)"|(\d+))', r'^(a|b)*?c{2,5}$', r'(?i:[a-z\d_]+)(?<!x)(?=y)\1', r'(?:(a)|b)(?(1)c|d)', r'[^\x00-\x1f\u20ac]+',
    r'(?x) a b # comment', r'\b(?:\.|,){1,3}\Z', r'((((((((((a))))))))))\10')]
FORMATS = [s.encode() for s in ('{:>10.3f}', '{0!r:^{1}}', '{a.b[c]}', '%(key)-5.2s|%*d', '{:#010_x}', '{:+,.5e}', '%5.1f %c %%')]
STRUCTS = [b'<hHiIqQ', b'@3s2x4p?', b'>10d', b'=nN', b'!2e3f']
DATES = [b'2020-01-01T10:20:30.123456+01:00', b'2020-W01-1', b'10:20:30.5', b'%Y-%m-%d %H:%M:%S.%f %z', b'1.5E+10', b'-Infinity', b'NaN123']
SOURCES = [s.encode() for s in (
    'def f(a, *b, c=1, **d) -> int:\n    x = [i for i in a if i]\n    return f"{x!r:>{c}}"\n', 'match x:\n    case [1, *_] | {"k": v}: pass\n',
    'async def g():\n    async with a as b:\n        yield await c\n', 'try:\n    pass\nexcept* E as e:\n    del e\n', '# coding: latin-1\nx = "\\N{EURO SIGN}" b"\\x00"\n')]
ROWS = [b'a,b,"c\nd",e\r\n1,2,,\n', b'"a""b",\'c\'\n']
CODECS = ('utf-8', 'utf-16', 'utf-16-le', 'utf-32', 'utf-8-sig', 'ascii', 'latin-1', 'cp1252', 'unicode_escape', 'raw_unicode_escape')


def load_weights(data, rng):
    value = torch.load(io.BytesIO(data), weights_only=rng.random() < .7)
    for t in value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]:
        if isinstance(t, torch.Tensor):
            repr(t)
            t.clone().sum()


def load_pickle(data, rng):
    value = pickle.loads(data, encoding=rng.choice(('ASCII', 'bytes', 'latin1')))
    repr(value)


def load_zip(data, rng):
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        for name in z.namelist():
            z.getinfo(name), z.read(name)
        z.testzip()


def inflate(data, rng):
    zlib.decompress(data, rng.choice((15, 47, -15, 31)))


def inflate_pieces(data, rng):
    d = zlib.decompressobj(rng.choice((15, 47, -15)))
    for at in range(0, len(data), 7):
        d.decompress(data[at:at + 7], rng.choice((0, 5)))
    d.copy().flush()


def match(data, rng):
    p = re.compile(data if rng.random() < .3 else data.decode('utf-8', 'replace'))
    subject = 'name = "aabcc" xy 12.,\n'
    for f in (p.search, p.fullmatch, p.findall, p.split):
        f(subject if isinstance(p.pattern, str) else subject.encode())
    p.sub(lambda m: m.group(), subject if isinstance(p.pattern, str) else subject.encode())


def show(data, rng):
    s = data.decode('utf-8', 'replace')
    s = re.sub(r'\d{4,}', '99', s)
    for args in ((1.5, 12), ('text', 5), (-7, 2 ** 70), ({'key': 'v'}, 3)):
        for f in (lambda: s.format(*args), lambda: s % args, lambda: s % {'key': 'v'}, lambda: format(args[0], s)):
            try:
                f()
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
                pass


def packed(data, rng):
    n = struct.calcsize(data)
    if n < 10 ** 6:
        struct.unpack(data, bytes(n))
        struct.pack(data, *([1] * 6))


def dates(data, rng):
    s = data.decode('utf-8', 'replace')
    for f in (datetime.datetime.fromisoformat, datetime.date.fromisoformat, datetime.time.fromisoformat, decimal.Decimal, float, complex,
              int, lambda s: datetime.datetime.strptime('2020-01-01 10:20:30', s), lambda s: datetime.datetime(2020, 1, 1).strftime(s)):
        try:
            f(s)
        except (ValueError, decimal.InvalidOperation, OverflowError, TypeError):
            pass


def source(data, rng):
    compile(data if rng.random() < .5 else data.decode('utf-8', 'surrogateescape'), '<text>', rng.choice(('exec', 'eval', 'single')))


def decoded(data, rng):
    s = data.decode(rng.choice(CODECS), rng.choice(('strict', 'ignore', 'replace', 'backslashreplace', 'surrogateescape', 'surrogatepass')))
    for codec in CODECS:
        s.encode(codec, 'backslashreplace')
    s.casefold(), s.title(), s.swapcase(), s.split(), s.center(50), s.isidentifier(), s.expandtabs(), repr(s), ascii(s)


READERS = [
    (load_pickle, pickled()), (load_weights, weights()), (load_zip, zipped()),
    (lambda d, r: gzip.decompress(d), [gzip.compress(b'abc' * 100)]), (inflate, [zlib.compress(bytes(range(256)) * 3)]),
    (inflate_pieces, [zlib.compress(b'hello ' * 99)]), (lambda d, r: json.loads(d), TEXTS),
    (lambda d, r: json.loads(d.decode('utf-8', 'replace')), TEXTS), (match, PATTERNS), (show, FORMATS), (packed, STRUCTS), (dates, DATES),
    (source, SOURCES), (lambda d, r: list(csv.reader(io.StringIO(d.decode('utf-8', 'replace')))), ROWS), (decoded, TEXTS + SOURCES + [bytes(range(256))]),
    (lambda d, r: base64.b64decode(d), [base64.b64encode(bytes(range(99)))]), (lambda d, r: base64.a85decode(d), [base64.a85encode(bytes(range(99)))]),
]


def damaged(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        if not data:
            break
        at = rng.randrange(len(data))
        n = rng.choice((1, 1, 2, 4, 16))
        kind = rng.randrange(7)
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del data[at:at + n]
        elif kind == 3:
            data[at:at] = data[at:at + n]
        elif kind == 4:
            data[at:at + n] = rng.choice((b'\xff' * n, b'\0' * n, b'\x7f' * n, b'9' * n, b'(' * n))
        elif kind == 5:
            del data[at:]
        else:
            other = rng.randrange(len(data))
            data[at:at + n], data[other:other + n] = data[other:other + n], data[at:at + n]
    return bytes(data)


read = refused = 0
for seed in range(first, first + seeds):
    rng = random.Random(seed)
    for reader, originals in READERS:
        for _ in range(3):
            data = damaged(rng.choice(originals), rng)
            if trace:
                print(seed, getattr(reader, '__name__', ''), data[:2000], file=sys.stderr, flush=True)
            try:
                reader(data, rng)
                read += 1
            except Exception:
                refused += 1
print('read' if read else 'nothing was read', 'refused' if refused else 'nothing was refused')
