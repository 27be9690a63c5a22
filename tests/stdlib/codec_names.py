# Names of encodings and error handlers that are none; bytes without content need none.
def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)


for name in ('abc', '\x00', 'utf-8\x00', 'ascii', ''):
    for value in (b'', b'a', bytearray(b''), bytearray(b'a')):
        t(value.decode, name)
        t(value.decode, 'ascii', name)
        t(str, value, name)
        t(str, value, 'ascii', name)
    for text in ('', 'a'):
        t(bytes, text, name)
        t(bytearray, text, 'ascii', name)
    t(str, memoryview(b''), name)
    t(str, 1.5, name)
b = bytearray(b'ab')
t(b.__iadd__, b)
b = bytearray()
t(b.__iadd__, b)
for text in ('\ud800\ud800_id1', '1_0\xe9_', '\u0661\u0662', '1\xe92', '\xe9'):
    t(complex, text)
    t(float, text)
    t(int, text)
