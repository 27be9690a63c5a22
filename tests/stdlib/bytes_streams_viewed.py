# BytesIO.getbuffer(): what is written through the view stands in the stream, whose size is fixed meanwhile.
import gc
import io


def tell(call, *args):
    try:
        print(call(*args))
    except Exception as e:
        print(f'{type(e).__name__}: {e}')


b = io.BytesIO(b'hello world')
v = b.getbuffer()
print(v.readonly, v.format, v.nbytes, type(v.obj), type(v.obj).__mro__)
print('--- what is refused')
for name, *args in (
        ('write', b''), ('write', b'a'), ('write', 'a'), ('writelines', []), ('writelines', [b'a']), ('truncate',),
        ('truncate', 'x'), ('truncate', 100), ('truncate', -1), ('close',), ('__exit__',), ('__setstate__', 3),
        ('read', 3), ('seek', 0), ('readinto', bytearray(3)), ('readline',), ('getvalue',), ('tell',), ('seek', 100),
        ('__getstate__',), ('flush',), ('readable',)):
    print(name, args, end=' ')
    tell(getattr(b, name), *args)
    if b.closed or v.tobytes() != b'hello world':
        print('changed')

print('--- what is written through it')
v[0:5] = b'HELLO'
b.seek(0)
before = b.getvalue()
print(before, b.read(7))
v[0] = 65
print(before, b.getvalue(), v[0], bytes(v.obj), memoryview(v.obj).obj is v.obj)
v.release()
tell(b.write, b'!!!!!!')
print(b.getvalue())
with b.getbuffer() as v:
    v[-1:] = b'?'
    tell(b.close)
print(b.getvalue(), b.close())
tell(b.getbuffer)

print('--- how long')
b = io.BytesIO(b'abc')
v = b.getbuffer()
w = v[1:]
v.release()
tell(b.write, b'q')
print(w.tobytes(), w.cast('H')[0])
w.release()
tell(b.write, b'q')
v = b.getbuffer()
del v
tell(b.write, b'q')
v = b.getbuffer()
del b
v[0] = 0
print(v.tobytes())

print('--- into itself')
b = io.BytesIO(b'abcdef')
with b.getbuffer() as v:
    b.seek(2)
    print(b.readinto(v), b.tell(), b.getvalue(), v.tobytes())
b.seek(0)
tell(b.readinto, b'abc')
tell(b.readinto, None)

print('--- of empty streams, of subclasses, in cycles')


class Own(io.BytesIO):
    pass


b = io.BytesIO()
v = b.getbuffer()
print(len(v), v.tobytes())
tell(b.truncate, 0)
b = Own(b'abc')
b.view = b.getbuffer()
tell(b.close)
del b
gc.collect()
tell(lambda: type(v.obj)())
tell(lambda: hash(v))
