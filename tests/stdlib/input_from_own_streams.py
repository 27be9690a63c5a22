# input() where a script has put streams of its own in the place of those of sys.
import io
import sys

calls = []


class Stream:
    def __init__(self, name, lines=()):
        self.name, self.lines = name, iter(lines)

    def readline(self, *args):
        calls.append((self.name, 'readline', args))
        return next(self.lines)

    def write(self, text):
        calls.append((self.name, 'write', text))

    def flush(self):
        calls.append((self.name, 'flush'))
        raise OSError('ignored')

    def fileno(self):
        calls.append((self.name, 'fileno'))
        raise OSError('ignored')


class Text(str):
    pass


out, err, read = sys.stdout, sys.stderr, sys.stdin
lines = ['text\n', 'no end', b'bytes\n', b'no end', bytearray(b'array\n'), '', b'', 5, None, Text('sub\n'), Text('sub'), '\n', '\r\n']
results = []
sys.stdin, sys.stdout, sys.stderr = Stream('in', lines), Stream('out'), Stream('err')
for number in range(len(lines)):
    try:
        results.append(input() if number else input('prompt'))
    except Exception as e:
        results.append((type(e).__name__, str(e)))
sys.stdout, sys.stderr = out, err
print(calls[:7])
print(calls[-4:])
for given, got in zip(lines, results):
    print(repr(given), '->', repr(got), type(got).__name__)
sys.stdin = io.StringIO('one\ntwo')
print(input('> '), input(), sys.stdin.read() == '')
try:
    input()
except EOFError as e:
    print(e)
sys.stdin = io.BytesIO(b'one\n')
print(input())
for name in ('stdin', 'stdout', 'stderr'):
    kept = getattr(sys, name)
    setattr(sys, name, None)
    try:
        input()
    except RuntimeError as e:
        message = e
    setattr(sys, name, kept)
    print(message)
sys.stdin = Stream('in', ['x\n'])
del sys.stdin.__class__.fileno
print(input())
