# StringIO and BytesIO are copied and pickled with their contents, place and attributes; files are not.
import copy
import io
import pickle


def tell(call):
    try:
        print(call())
    except Exception as e:
        print(f'{type(e).__name__}: {e}')


def contents(stream):
    return stream.read(), stream.tell(), stream.getvalue(), vars(stream)


print('--- by every way')
b = io.BytesIO(b'one\ntwo')
b.seek(2)
b.tag = [1]
s = io.StringIO('ein\nzwölf')
s.seek(5)
for stream in (b, s):
    print(stream.__getstate__(), stream.__reduce_ex__(4)[1:])
    tell(lambda: contents(copy.copy(stream)))
    tell(lambda: contents(copy.deepcopy(stream)))
    for protocol in range(6):
        tell(lambda: contents(pickle.loads(pickle.dumps(stream, protocol))))
print(pickle.dumps(b), pickle.dumps(s), pickle.dumps(b, 2))
print(copy.copy(b).tag is b.tag, copy.deepcopy(b).tag is b.tag)

print('--- line ends')
for newline in (None, '', '\n', '\r', '\r\n'):
    s = io.StringIO('a\r\nb\n', newline=newline)
    s.seek(2)
    print(s.__getstate__(), copy.copy(s).newlines)
    again = pickle.loads(pickle.dumps(s))
    again.write('\n')
    print(repr(again.read()), repr(again.getvalue()))


print('--- subclasses')
class Text(io.StringIO):
    def __init__(self, *args):
        super().__init__(*args)
        self.me = self


class Data(io.BytesIO):
    def __getstate__(self):
        return super().__getstate__() + ('more',)

    def __setstate__(self, state):
        print('set', state)
        super().__setstate__(state)


q = Text('hello')
q.seek(2)
for made in (copy.copy(q), copy.deepcopy(q), pickle.loads(pickle.dumps(q))):
    print(type(made).__name__, made.me is made, made.me is q, made.read())
made = copy.deepcopy(Data(b'xyz'))
print(contents(made))

print('--- wrong states')
for cls, states in (
        (io.BytesIO, [(), None, (1,), (1, 2, 3), (b'a', 'x', None), (b'a', -1, None), (b'a', 1, 5), [b'a', 1, None],
                      (b'abc', 1, {'y': 2}), (None, 0, None), ('a', 0, None), (b'abc', 1 << 70, None),
                      (b'a', 9, None, 4), (b'q', True, None)]),
        (io.StringIO, [(), None, (1, 2, 3), ('a', '\n', 'x', None), ('a', '\n', -1, None), ('a', '\n', 1, 5),
                       ['a', '\n', 1, None], ('abc', '\n', 1, {'y': 2}), (None, '\n', 0, None), (b'a', '\n', 0, None),
                       ('a', 5, 0, None), ('a', 'z', 0, None), ('a\r\nb', None, 0, None), ('a', '\n', 9, None, 4),
                       ('abc', '\n', 1 << 70, None), ('a\n', '\r\n', 0, None)])):
    for state in states:
        stream = cls(b'old' if cls is io.BytesIO else 'old')
        print(cls.__name__, state, end=' ')
        tell(lambda: stream.__setstate__(state))
        print(' ', stream.getvalue(), stream.tell(), vars(stream))

print('--- closed and unmade ones')
for stream in (io.BytesIO(b'x'), io.StringIO('x')):
    state = stream.__getstate__()
    stream.close()
    for call in (stream.__getstate__, lambda: stream.__setstate__(state), lambda: copy.copy(stream),
                 lambda: pickle.dumps(stream)):
        tell(call)
    stream.__init__()
    print(stream.closed)
stream = io.StringIO.__new__(io.StringIO)
for call in (stream.__getstate__, stream.read, lambda: stream.write('x'), lambda: stream.closed,
             lambda: stream.__setstate__(('abc', '\n', 1, None)), stream.read):
    tell(call)

print('--- files')


class Named(io.TextIOWrapper):
    pass


class Raw(io.RawIOBase):
    pass


for stream in (open('/dev/null'), open('/dev/null', 'rb'), open('/dev/null', 'wb'), open('/dev/null', 'wb', 0),
               io.BufferedRandom(io.BytesIO()), Named(io.BytesIO())):
    for call in (lambda: pickle.dumps(stream, 1), lambda: pickle.dumps(stream), lambda: copy.copy(stream),
                 lambda: copy.deepcopy(stream)):
        tell(call)
print(type(copy.copy(Raw())).__name__, type(pickle.loads(pickle.dumps(Raw()))).__name__)
