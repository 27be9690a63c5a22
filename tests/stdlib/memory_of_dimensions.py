# Views of memory with several dimensions, and views that cannot be written.
import array


def told(text, **names):
    try:
        print(text, '->', eval(text, {**names}))
    except Exception as e:
        print(text, '->', type(e).__name__, str(e))


b = bytearray(range(24))
m = memoryview(b)
for shape in [(24,), (4, 6), (2, 3, 4), (1, 24), (24, 1), [2, 12], (), (5, 5), (0,), (2, -1), (1.5,), 3, (1,) * 64 + (24,),
              (2,) * 63 + (1,), (2 ** 40, 2 ** 40)]:
    told('m.cast("B", shape).shape', m=m, shape=shape)
v = m.cast('B', (2, 3, 4))
for text in ['v.ndim, v.shape, v.strides, v.suboffsets, v.nbytes, v.itemsize, len(v), v.format, v.readonly',
             'v.contiguous, v.c_contiguous, v.f_contiguous', 'v.tolist()', 'v.tobytes() == b', 'v[1, 2, 3]', 'v[0, 0, 0]',
             'v[-1, -1, -1]', 'v[2, 0, 0]', 'v[0, 3, 0]', 'v[0, 0, -5]', 'v[0]', 'v[0, 1]', 'v[0, 1, 2, 3]', 'v[()]',
             'v["x"]', 'v[0, 1, "x"]', 'v[0, 1, 1:2]', 'v[0:1, 0:1]', 'v[0:1, 0:1, 0:1]', 'v[...]', 'v[1:].tolist()',
             'v[::-1].tolist()', 'v[::-1].strides', 'v[::2].shape', 'v[1:1].tolist(), v[1:1].shape', 'list(v)', '3 in v',
             'v == m', 'v == v.cast("B")', 'v == m.cast("B", (2, 3, 4))', 'v == m.cast("B", (3, 2, 4))', 'hash(v)',
             'v.cast("B").shape', 'v.cast("I").tolist()', 'v.cast("B", (4, 6)).shape', 'v.cast("B", (24,)).shape',
             'v[::-1].cast("B")', 'bytes(v) == bytes(b)', 'v.hex() == m.hex()', 'v.toreadonly().shape', 'memoryview(v).shape',
             'm.cast("I", (2, 3)).tolist()', 'm.cast("I", (2, 3))[1, 2]', 'm.cast("I", (2, 3)).strides',
             'm.cast("d", (3,)).shape', 'm.cast("H", (3, 4)).cast("B").nbytes', 'm.cast("H").cast("I")',
             'm.cast("I", (1, 6)).f_contiguous', 'iter(v)', 'v[True, 0, 0]', 'v[2**70, 0, 0]']:
    told(text, v=v, m=m, b=b)
s = memoryview(b'\x05').cast('B', ())
for text in ['s.ndim, s.shape, s.strides, s.nbytes, s.tolist()', 's[()]', 's[...] is s', 's[0]', 's[:]', 'len(s)', 'list(s)',
             's == s.cast("B", ())', 's.cast("B").shape', 's.tobytes()', 's == b"\\x05"']:
    told(text, s=s)
print('--- writing')
v[1, 2, 3] = 99
v[-2, 0, 0] = 77
print(b[0], b[23], v[0, 0, 0])
for text in ['v.__setitem__((0, 0, 0), 256)', 'v.__setitem__((0, 0, 0), "x")', 'v.__setitem__(0, 1)', 'v.__setitem__((0, 0), 1)',
             'v.__setitem__(slice(0, 1), b"x")', 'v.__setitem__((slice(0, 1),) * 3, b"x")', 'v.__setitem__((0, 0, 0, 0), 1)',
             'v.__setitem__((), 1)', 'v.__setitem__("x", 1)', 'v.__delitem__((0, 0, 0))']:
    told(text, v=v)
a = array.array('i', range(6))
w = memoryview(a).cast('B').cast('i', (2, 3))
w[1, 1] = -5
print(a, w.tolist(), w.obj is a)
z = memoryview(bytearray(b'q')).cast('B', ())
z[()] = 65
z[...] = 66
print(z.tolist())
told('z.__setitem__(0, 1)', z=z)
print('--- read-only views are of the same memory')
r = m.toreadonly()
b[1] = 200
print(r[1], r.readonly, m.readonly, r.obj is b, memoryview(r).readonly, r[1:3].readonly, r.cast('I').readonly)
for text in ['r.__setitem__(0, 1)', 'r.__delitem__(0)', 'hash(r)', 'hash(memoryview(b"abc").toreadonly()) == hash(b"abc")',
             'r.toreadonly() == r', 'bytearray().join([r[:2]])']:
    told(text, r=r)
print('--- iterating sees what changes meanwhile')
seen = []
for x in memoryview(b)[:3]:
    seen.append(x)
    b[2] = 42
print(seen, 42 in m, list(m[::8]))
m2 = memoryview(bytearray(b'abc'))
try:
    for x in m2:
        m2.release()
except ValueError as e:
    print(e)
print('--- values, not bytes, are compared')
nan = float('nan')
m = memoryview(array.array('f', [nan]))
print(m == m, m == memoryview(array.array('f', [nan])))
print(memoryview(array.array('d', [0.0])) == memoryview(array.array('d', [-0.0])), memoryview(array.array('d', [1.5])) == array.array('d', [1.5]), memoryview(array.array('i', [1])) == memoryview(array.array('d', [1.0])))
print(memoryview(b'abc') == b'abc', memoryview(b'abc') == bytearray(b'abd'), memoryview(b'abc') == 'abc', memoryview(b'abc') != 5, memoryview(array.array('i', [1, 2])) == b'\1\0\0\0\2\0\0\0')
for f in 'IbBcd':
    try: print(f, hash(memoryview(b'abcdefgh').cast(f)) is not None)
    except ValueError as e: print(f, e)
r = memoryview(b'abc')
r.release()
print(r == r, r == memoryview(b'abc'), memoryview(b'abc') == r)
