# json: texts, hooks, errors with their positions
import json


def error(text, **kw):
    try:
        return json.loads(text, **kw)
    except (json.JSONDecodeError, RecursionError, ValueError) as e:
        return f'{type(e).__name__}: {e}'


for text in ['', ' ', '{', '[', '[1', '[1,', '[1,]', '[1 2]', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{1:2}',
             '{"a" 1}', '"abc', '"a\\', '"a\\q"', '"\\u12"', '"\\u12g4"', '"\\u00e9"', '"\\ud83d\\ude00"', '"\\ud83d"',
             '"\\ud83dx"', '"\\ud83d\\u0041"', '"tab\there"', 'nul', 'nullx', 'tru', '01', '-', '-0', '1.', '1.5e', '1e5',
             '1E+2', '1e400', '-1e-400', '123456789012345678901234567890', 'NaN', '[Infinity, -Infinity]', '[] x', 'é"',
             '"é" x', '{"é": [1, {"中": }]}', '["a", "b",\n "c" "d"]']:
    print(ascii(text), '->', ascii(error(text)))
print(error('"a\tb"', strict=False) == 'a\tb')
print(json.loads('{"b": 1, "a": {"c": 2.50}}', object_pairs_hook=lambda p: p, parse_float=str, parse_int=float))
print(json.loads('{"b": 1, "a": {"c": 2}}', object_hook=lambda d: sorted(d)))
print(json.loads('[NaN]', parse_constant=lambda n: n.lower()), json.loads(b'[1, "\xc3\xa9"]'))
decoder = json.JSONDecoder()
print(decoder.raw_decode('éé [1] rest', 3), decoder.decode('  7  '))
print(error('[' * 100000)[:14])


class Shown:
    pass


class MyInt(int):
    def __repr__(self):
        return 'no'


class MyStr(str):
    pass


class MyDict(dict):
    def items(self):
        return [('z', 1), ('y', 2)]


def dump(o, **kw):
    try:
        return json.dumps(o, **kw)
    except (TypeError, ValueError, RecursionError) as e:
        return f'{type(e).__name__}: {e}'


loop = []
loop.append([loop])
for o in [None, True, 1, -1.5, 1e100, 1e16, 'a"\\\n\t\x01\x7f/', 'é中\U0001f600\ud800', [], {}, (), [[]], (1, (2,)),
          {'a': [1, {'b': None}]}, {1: 2, 1.5: 3, None: 4, True: 5, False: 6}, {(1,): 2}, Shown(), MyInt(3), MyStr('s'),
          MyDict(a=1), float('inf'), {float('nan'): 1}, loop, b'x', {'k': {1, 2}}, 10 ** 30]:
    print(dump(o), ascii(dump(o, ensure_ascii=False)), sep=' | ')
doc = {'b': [1, 2, {'c': {}}], 'a': [], 'd': {'x': 'é'}}
print(dump(doc, indent=2), dump(doc, indent='\t', sort_keys=True), dump(doc, indent=0), sep='\n')
print(dump(doc, separators=(',', ':')), dump({(1,): 1, 'a': 2, 3: 4}, skipkeys=True), dump(float('nan'), allow_nan=False))
print(dump({1: 1, 'a': 2}, sort_keys=True), dump([Shown()], default=lambda o: {'shown': [1]}))
print(dump(Shown(), default=lambda o: o), dump(loop, check_circular=False)[:14])
print(list(json.JSONEncoder().iterencode([1, 'a'])) and ''.join(json.JSONEncoder(indent=1).iterencode([1, {'a': 2}])))
