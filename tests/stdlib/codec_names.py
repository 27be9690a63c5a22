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

# Codecs that are not for texts.
import codecs
for name, data in (("rot13", "Why, 5?"), ("rot_13", "é"), ("hex", b"\x00ab"), ("hex_codec", b""), ("base64", b"abc" * 30),
                   ("base-64", b"x"), ("zlib", b"a" * 99), ("zip", b"b"), ("bz2", b"c" * 99)):
    coded = codecs.encode(data, name)
    print(name, coded if name[0] in "rhb" and name != "bz2" else len(coded), codecs.decode(coded, name) == data)
for call in (lambda: codecs.encode("text", "hex"), lambda: codecs.decode(b"abc", "hex"), lambda: codecs.decode(b"abc", "zlib")):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e, type(e.__cause__).__name__)
