# io.IncrementalNewlineDecoder.
import codecs
import io


def tell(call, *args):
    try:
        print(repr(call(*args)))
    except Exception as e:
        print(f'{type(e).__name__}: {e}')


Decoder = io.IncrementalNewlineDecoder
print(Decoder, Decoder.__mro__, 'IncrementalNewlineDecoder' in dir(io), 'IncrementalNewlineDecoder' in io.__all__)
print('--- texts')
for translate in True, False, 2:
    d = Decoder(None, translate)
    for text in 'a\r', '\nb\r', 'c\n\r\n', '', '\r', '':
        print(repr(d.decode(text)), d.newlines, d.getstate())
    print(repr(d.decode('', final=True)), d.newlines, d.reset(), d.newlines, d.getstate())
print('--- bytes')
d = Decoder(codecs.getincrementaldecoder('utf-8')(), translate=False)
for data in b'\xe4', b'\xb8\x88\r', b'\n', b'\r':
    print(repr(d.decode(data)), d.newlines, d.getstate())
state = d.getstate()
tell(d.decode, b'x')
d.setstate(state)
tell(d.decode, b'\n')
print('--- wrong')
for state in 1, (1,), (b'', 'x'), (b'', 1, 2), [b'', 1]:
    tell(d.setstate, state)
tell(Decoder(None, True).decode, b'a')
unmade = Decoder.__new__(Decoder)
for call in lambda: unmade.decode('a'), lambda: unmade.newlines, unmade.getstate, unmade.reset:
    tell(call)


class Own:
    def decode(self, data, final):
        print('decode', data, final)
        return 5 if data == 'five' else data

    def getstate(self):
        return 'held', 3

    def setstate(self, state):
        print('setstate', state)

    def reset(self):
        print('reset')


class Sub(Decoder):
    pass


d = Sub(Own(), True, errors='any')
for call in (lambda: d.decode('a\r\nb'), lambda: d.decode('c', 1), lambda: d.decode('five'), d.getstate,
             lambda: d.setstate(('q', 7)), d.getstate, d.reset):
    tell(call)
