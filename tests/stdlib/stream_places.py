# Places and sizes of streams in memory that no machine has.
import io

TOP = 2**63 - 1


def t(f, *a):
    try:
        print(repr(f(*a)))
    except Exception as e:
        print(type(e).__name__, e)


for new, text in ((lambda: io.BytesIO(b"abc\ndef"), b"xyz"), (lambda: io.StringIO("abc\ndef"), "xyz")):
    for place in (TOP, TOP - 1, TOP - 3, TOP - 2, 2**62, 2**63, -2**63, -2**63 - 1, 2**70, -2**70, -1):
        s = new()
        print(type(s).__name__, place)
        t(s.seek, place)
        t(s.tell)
        t(s.read)
        t(s.read, place)
        t(s.readline)
        t(s.readline, place)
        t(s.readlines)
        t(s.readlines, place)
        if place == TOP:
            t(s.write, text)
            t(s.write, text[:1])
            t(s.writelines, [text, text])
        t(s.write, text[:0])
        t(s.tell)
        t(s.truncate)
        t(s.truncate, place)
        t(s.getvalue)
        for whence in 0, 1, 2, 3, -1, 2**31, 2**63, -2**31 - 1:
            t(s.seek, place, whence)
            t(s.seek, 0, whence)
        t(s.tell)
        t(s.seek, TOP, 1)
        t(s.seek, TOP, 2)
        t(s.seek, -TOP, 1)
        t(s.tell)
        t(s.__setstate__, (text, place, None))
        t(s.__setstate__, (text, "\n", place, None))
        t(s.tell)
        t(s.read)
        if isinstance(s, io.BytesIO):
            t(s.seek, place)
            t(s.read1, place)
            t(s.readinto, bytearray(3))
            t(s.getbuffer().nbytes.__int__)
