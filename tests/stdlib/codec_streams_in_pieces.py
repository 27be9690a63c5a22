# Streams of codecs over files that give what they have piece by piece, open() by its two names, and bad input in sets of
# several bytes, which takes time in proportion to its size.
import codecs
import io
import pickle
import time


class Pieces:
    def __init__(self, *pieces):
        self.pieces, self.sizes = list(pieces), []

    def read(self, *size):
        self.sizes.append(size)
        return self.pieces.pop(0) if self.pieces else b''


for encoding in ('utf-8', 'ascii', 'latin-1', 'utf-16-le', 'cp1252', 'utf-8-sig', 'utf-7'):
    pieces = Pieces(b'ab\0\0', b'cd\0\0', b'', b'ef')
    reader = codecs.getreader(encoding)(pieces)
    print(encoding, repr(reader.read()), pieces.sizes, repr(reader.read()))
    pieces = Pieces(b'ab\0\0', b'cd\0\0', b'', b'ef')
    reader = codecs.getreader(encoding)(pieces)
    print(repr(reader.read(2)), repr(reader.read(-1, 2)), repr(reader.read(-1)), pieces.sizes)

print(io.open is open, pickle.loads(pickle.dumps(open)) is open)

codecs.register_error('one', lambda e: ('?', e.start + 1))
start = time.perf_counter()
for encoding in ('gbk', 'shift_jis', 'big5', 'euc_kr', 'cp949', 'johab', 'gb18030', 'euc_jp'):
    for errors in ('replace', 'ignore', 'one'):
        print(encoding, errors, len((b'\xff' * 100000).decode(encoding, errors)))
        if encoding != 'gb18030':
            print(len(('\u20f0a' * 50000).encode(encoding, errors)))
print(time.perf_counter() - start < 20)
