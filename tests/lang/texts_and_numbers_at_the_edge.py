# Quotes in the text of a bytearray, names with a NUL, characters of huge numbers.
for s in (b"a'b", b'a"b', b'a"\'b', b"'", b'"', b'\\', b"'\\"):
    print(repr(s), repr(bytearray(s)), str(bytearray(s)))
for name in ('\x00', 'a\x00b', 'plain'):
    try:
        (lambda: 1)(**{name: 1})
    except TypeError as e:
        print(ascii(str(e)))
for t in ('c', '+c', '#c', '.3c', 'd', 'n', 'x'):
    for v in (-(10**25), 10**25, 2**31, 2**63, -1, 0x110000, 0x10ffff, -2**63, 2**64, True):
        try:
            print(t, v, ascii(format(v, t)))
        except Exception as e:
            print(t, v, type(e).__name__, e)
