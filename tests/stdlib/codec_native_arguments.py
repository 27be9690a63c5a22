# What codecs calls by itself, called with what it never gives. (CPython has no such module.)
try:
    from _text_codecs import decode, encode, name
except ImportError:
    def encode(*args):
        raise TypeError

    decode = name = encode

refused = 0
for text in (None, 5, b"x", bytearray(b"x"), [], memoryview(b"x"), 1.5):
    for encoding in ("utf-8", "cp1252", "unicode_escape", "unknown", "hex", None, 5):
        for errors in ("strict", "unknown", None, b"x"):
            try:
                encode(text, encoding, errors)
            except (TypeError, LookupError):
                refused += 1
for data in (None, 5, "x", [], 1.5):
    for encoding in ("utf-8", "cp1252", "unicode_escape", "unknown", "hex", None, 5):
        try:
            decode(data, encoding, "strict", True)
        except (TypeError, LookupError):
            refused += 1
for call in (lambda: encode("x", "unknown", "strict"), lambda: decode(b"x", "unknown", "strict", True),
             lambda: encode("x", "hex", "strict"), lambda: name(5), lambda: name(None)):
    try:
        call()
    except (TypeError, LookupError):
        refused += 1
print(refused)
