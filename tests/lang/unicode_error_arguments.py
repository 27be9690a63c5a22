# What the exceptions of codecs are made of.
for cls, right in ((UnicodeEncodeError, ["ascii", "x", 1, 2, "why"]), (UnicodeDecodeError, ["ascii", b"x", 1, 2, "why"]),
                   (UnicodeTranslateError, ["x", 1, 2, "why"])):
    for i in range(len(right)):
        for wrong in ("text", b"bytes", 42, 1.5, None, bytearray(b"q"), memoryview(b"q"), True, 10**30, []):
            given = list(right)
            given[i] = wrong
            try:
                made = cls(*given)
            except Exception as e:
                print(cls.__name__, i, type(wrong).__name__, type(e).__name__, e)
            else:
                print(cls.__name__, i, type(wrong).__name__, made.object, made.start, made.end, made.reason,
                      made.args == tuple(given))
    for given in (right[1:], right + [1], []):
        try:
            cls(*given)
        except TypeError as e:
            print(e)
