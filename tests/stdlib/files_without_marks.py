# Text in UTF-16 and UTF-32 that lacks its byte order mark: a file must have one, a string of bytes need not.
import io

for encoding in ('utf-16', 'utf-32', 'utf-16-le', 'utf-32-be', 'utf-8-sig'):
    for codec in (encoding, encoding.replace('-sig', '') if 'sig' in encoding else encoding + ('' if encoding[-1] == 'e' else '-le')):
        data = 'aé\nb'.encode(codec)
        for read in (lambda t: t.read(), lambda t: t.readline(), lambda t: t.read(1)):
            try:
                print(encoding, codec, repr(read(io.TextIOWrapper(io.BytesIO(data), encoding))))
            except UnicodeError as e:
                print(encoding, codec, type(e).__name__, e)
        try:
            print(repr(data.decode(encoding)))
        except UnicodeError as e:
            print(type(e).__name__, e)
print(repr(io.TextIOWrapper(io.BytesIO(b''), 'utf-16').read()), repr(io.TextIOWrapper(io.BytesIO(b'\xff\xfe'), 'utf-16').read()))
