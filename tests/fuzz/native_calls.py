# args: 1 150
# Functions and methods of the library, called with arguments that nobody should give them: sizes beyond memory, texts with
# NULs and lone surrogates, containers that hold themselves, objects whose special methods raise, lie, or change what is in
# use. Whatever is raised is fine; a crash, a hang or a report of a sanitizer is a find.
#   native_calls.py [FIRST_SEED [SEEDS [trace]]]    `trace` tells each call on standard error before it is made
import collections
import importlib
import io
import random
import sys
import warnings

warnings.simplefilter('ignore')
first = int(sys.argv[1]) if len(sys.argv) > 1 else 1
seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 150
trace = len(sys.argv) > 3

MODULES = '''builtins math cmath itertools functools operator collections _collections struct array re json binascii zlib base64
hashlib string textwrap datetime decimal fractions random statistics heapq bisect copy pickle io codecs unicodedata weakref types
enum dataclasses contextvars difflib csv calendar html urllib.parse uuid configparser numbers abc reprlib pprint collections.abc
gzip zipfile typing inspect traceback keyword token shlex fnmatch posixpath colorsys quopri hmac secrets'''.split()
# They wait, read or write outside the process, end it, or take as long as they are told.
NOT = set('''input exit quit breakpoint open open_code print help license credits copyright FileIO fdopen __import__ exec eval compile
execfile callback finalize run main test _test input_trait set_trace interact get_close_matches getpass TextIOWrapper
BufferedReader BufferedWriter BufferedRandom BufferedRWPair perm comb factorial isqrt seed shuffle pbkdf2_hmac scrypt file_digest
randbytes token_bytes token_hex token_urlsafe product accumulate cycle repeat count ZipFile PyZipFile GzipFile open_resource
read_code is_zipfile read cleandoc getsourcefile unpack_archive pprint pp print_exc print_exception print_tb print_stack print_last
print_list print_file encode_file decode_file encode decode walk_stack reload
betavariate gammavariate vonmisesvariate fill wrap shorten'''.split())


class Raises:
    def __getattr__(self, name):
        raise AttributeError(name)

    def __index__(self):
        raise ValueError('index')

    def __eq__(self, other):
        raise ValueError('eq')

    def __hash__(self):
        raise ValueError('hash')

    def __repr__(self):
        raise ValueError('repr')

    def __len__(self):
        raise ValueError('len')

    def __iter__(self):
        raise ValueError('iter')

    def __bool__(self):
        raise ValueError('bool')


class Lies:
    def __index__(self):
        return 2 ** 70

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def __len__(self):
        return 2 ** 60

    def __iter__(self):
        return iter(('x', None, 3))

    def __getitem__(self, key):
        if isinstance(key, int) and key > 4:
            raise IndexError
        return self

    def __float__(self):
        return float('nan')

    def __lt__(self, other):
        return True

    def __str__(self):
        return '\ud800'

    def __call__(self, *args, **kwargs):
        return self

    def keys(self):
        return [1, 'a', None]


class Clears:
    """Empties what it was given, whenever it is asked for anything."""

    def __init__(self, *targets):
        self.targets = targets

    def clear(self):
        for t in self.targets:
            try:
                t.clear()
            except (BufferError, AttributeError):
                pass
        return 1

    def __eq__(self, other):
        return self.clear() == 2

    def __lt__(self, other):
        return self.clear() == 1

    def __index__(self):
        return self.clear()

    def __hash__(self):
        return self.clear()

    def __len__(self):
        return self.clear()

    def __iter__(self):
        return iter([self.clear()] * 3)

    def __next__(self):
        if self.clear() and len(self.targets) > 9:
            raise StopIteration
        self.targets += (None,)
        return self

    def __call__(self, *args, **kwargs):
        return self.clear()

    def __repr__(self):
        self.clear()
        return 'clears'

    def __del__(self):
        self.clear()


class IntLike(int):
    pass


class StrLike(str):
    pass


class ListLike(list):
    pass


def make_values(rng):
    import array
    import datetime
    import decimal
    import fractions
    loop = [1]
    loop.append(loop)
    looped = {}
    looped['x'] = looped
    deep = []
    for _ in range(2000):
        deep = [deep]
    target_list, target_dict, target_set = list(range(20)), {i: str(i) for i in range(20)}, set(range(20))
    target_bytes, target_deque = bytearray(range(20)), collections.deque(range(20))
    clears = Clears(target_list, target_dict, target_set, target_bytes, target_deque)
    target_list.append(clears)
    target_deque.append(clears)
    target_dict[clears] = 1
    target_dict.update({i: str(i) for i in range(20)})
    target_list.extend(range(20))
    target_deque.extend(range(20))
    target_set.update(range(20))
    target_bytes.extend(range(20))
    return [
        0, 1, -1, 2, 3, 7, 16, 64, 255, 256, 1000, -1000, 2 ** 62, 2 ** 63 - 1, 2 ** 63, -2 ** 63,
        2 ** 64, 10 ** 30, True, False, None, ..., NotImplemented, 0.0, -0.0, 1.5, 1e308, float('inf'), float('nan'), 5e-324, 1j,
        complex('nan'), complex('-inf+nanj'),
        '', 'a', 'abc', 'a\0b', '\ud800', '\U0001F600\u20ac', 'x' * 300, '%s %d', '{0} {a[1]} {!r:>{1}}', '(a|b)*c', '[', '\\', '1_0',
        ' 12 ', 'utf-8', 'strict', 'ignore', '<i', 'rb', '%', '*', '2020-01-01', b'', b'abc', b'\xff\xfe\x00', b'x' * 300,
        target_bytes, memoryview(b'abcdef'), memoryview(bytearray(b'abcdef'))[::-1], array.array('i', [1, 2, 3]),
        array.array('u', 'ab'), (), (1,), (1, 'a', None), ((1, 2), (3, 4)), [], [1, 2, 3], ['a', 'b'], [b'a', b'b'], loop, deep,
        looped, target_list, target_dict, target_set, target_deque, clears, frozenset((1, 2)), range(5), range(0),
        range(2 ** 70, 2 ** 70 + 3), slice(None), slice(1, Raises()), slice(clears, None, -1), Raises(), Lies(), IntLike(5),
        StrLike('abc'), ListLike([1, 2]), object(), object, int, str, list, dict, type, ValueError, ValueError('x'),
        len, print, lambda *a, **k: None, lambda x: x, lambda: 1, iter([1, 2, 3]), (x for x in (1, 2)), {}.keys(), {1: 2}.items(),
        collections.OrderedDict(a=1), collections.defaultdict(list), collections.Counter('abc'), io.StringIO('ab\ncd'),
        io.BytesIO(b'ab\ncd'), datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1), datetime.timedelta(1),
        decimal.Decimal('1.5'), fractions.Fraction(1, 3), sys.modules['math'], type('Made', (), {})(), ValueError.__init__,
    ]


def targets():
    found = []
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for n in sorted(vars(module)):
            f = vars(module)[n]
            if n in NOT or n.startswith('_') and not n.startswith('_c') or not callable(f):
                continue
            found.append((f'{name}.{n}', f))
            if isinstance(f, type) and (f.__module__ == name or name == 'builtins' or name == 'types'):
                for m in sorted(vars(f)):
                    g = getattr(f, m, None)
                    if callable(g) and m not in NOT and m not in ('__class__', '__subclasses__', '__init_subclass__'):
                        found.append((f'{name}.{n}.{m}', g))
    return found


EVERY_INDEX = (type, collections.defaultdict, collections.Counter)  # dict[0], dict[1] … have no end


def is_patient(name, args):
    """Left out: what takes its time because it is told to."""
    if name.startswith('collections.abc') and any(isinstance(a, EVERY_INDEX) for a in args):
        return True
    big = any(isinstance(a, int) and abs(a) > 10 ** 6 for a in args)
    return big and any(w in name for w in ('pow', 'Fraction', 'Decimal', 'nlargest', 'nsmallest', 'randrange', 'sample', 'choices',
                                           'getrandbits', 'sumprod', 'prod', 'gauss', 'range', 'islice', 'Context', 'lshift', 'mul',
                                           'timedelta', 'wrap', 'fill', 'shorten', 'TextCalendar', 'HTMLCalendar', 'calendar.'))


ALL = targets()
calls = 0
sys.unraisablehook = lambda u: None
stdout = sys.stdout
for seed in range(first, first + seeds):
    rng = random.Random(seed)
    values = make_values(rng)
    by_type = {}
    for v in values:
        by_type.setdefault(type(v), []).append(v)
    for step in range(40):
        name, f = rng.choice(ALL)
        args = [rng.choice(values) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4)))]
        owner = getattr(f, '__objclass__', None)
        if owner in by_type and rng.random() < .9:
            args.insert(0, rng.choice(by_type[owner]))
        if is_patient(name, args):
            continue
        if trace:
            shown = []
            for a in args:
                try:
                    shown.append(type(a).__name__ if type(a) in (Clears, Raises, Lies) else repr(a)[:40])
                except Exception:
                    shown.append('?')
            print(seed, step, name, shown, file=sys.stderr, flush=True)
        calls += 1
        sys.stdout = io.StringIO()
        try:
            result = f(*args)
            if rng.random() < .3:
                repr(result)
            if rng.random() < .3:
                for i, x in enumerate(iter(result)):
                    if i > 20:
                        break
        except BaseException:
            pass
        result = None
        sys.stdout = stdout
print('called' if calls > seeds else calls)
