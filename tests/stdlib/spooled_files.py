# Temporary files that stay in memory up to a size.
import io
import tempfile

with tempfile.SpooledTemporaryFile(max_size=10) as f:
    print(f._rolled, f.name, f.mode, isinstance(f, io.IOBase), f.seekable(), f.readable(), f.writable())
    print(f.write(b'12345'), f._rolled, f.tell())
    print(f.write(b'678901'), f._rolled, f.tell(), f.mode, isinstance(f.name, int))
    f.seek(0)
    print(f.read(4), f.read(), f.closed)
    print(f.truncate(3), f.seek(0), f.readlines())
print(f.closed)
try:
    with f:
        pass
except ValueError as e:
    print(e)
with tempfile.SpooledTemporaryFile(mode='w+', encoding='utf-8', newline='') as f:
    f.writelines(['äöü\n', 'second\r\n'])
    print(f._rolled, f.encoding, f.errors, f.mode)
    f.seek(0)
    print(list(f), f.newlines)
    print(f.fileno() > 2, f._rolled, f.mode, f.encoding)
    f.rollover()
    f.seek(0)
    print([line for line in f], f.tell())
f = tempfile.SpooledTemporaryFile(4)
f.truncate(4)
print(f._rolled)
f.truncate(5)
print(f._rolled, f.seek(0, 2))
f.close()
for name in ('encoding', 'errors', 'newlines'):
    try:
        getattr(f, name)
    except AttributeError as e:
        print(e)
b = bytearray(3)
f = tempfile.SpooledTemporaryFile()
f.write(b'abcdef')
f.seek(1)
print(f.readinto(b), b, f.read1(1), f.readline(), f.isatty(), f.flush())
print(tempfile.SpooledTemporaryFile[bytes])
