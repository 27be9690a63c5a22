# The line ends that text files and StringIO have met.
import io
import os
import tempfile

for data in (b'a\nb', b'a\r\nb\r\n', b'a\rb', b'a\r', b'a\r\nb\nc\rd', b'a\n\r', b'a\rb\n', b'', b'a'):
    for newline in (None, '', '\n', '\r', '\r\n'):
        text = io.TextIOWrapper(io.BytesIO(data), 'utf-8', newline=newline)
        before = text.newlines
        text.readline()
        behind = text.newlines
        text.read()
        print(data, repr(newline), repr(before), repr(behind), repr(text.newlines))
        stream = io.StringIO(data.decode(), newline=newline)
        print(repr(stream.newlines), stream.line_buffering, stream.read().encode(), repr(stream.newlines))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'a')
    with open(path, 'wb') as f:
        f.write(b'x' * 8191 + b'\r\ny\n')
    with open(path) as f:
        f.read()
        print(repr(f.newlines))
    with open(path) as f:
        for line in f:
            print(len(line), repr(f.newlines))
stream = io.StringIO(newline=None)
for part in ('a\n', 'b\r\n', 'c\r', '\n'):
    stream.write(part)
    print(repr(stream.newlines), stream.getvalue().encode())
