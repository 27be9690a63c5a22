"""Bytes as text: base 16, 32, 64 and 85."""
import binascii
import re

__all__ = ["encode", "decode", "encodebytes", "decodebytes", "b64encode", "b64decode", "b32encode", "b32decode",
           "b32hexencode", "b32hexdecode", "b16encode", "b16decode", "b85encode", "b85decode", "a85encode", "a85decode",
           "standard_b64encode", "standard_b64decode", "urlsafe_b64encode", "urlsafe_b64decode"]


def _input(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r" % s.__class__.__name__) from None


def b64encode(s, altchars=None):
    """Base 64."""
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """The bytes of base 64 text."""
    s = _input(s)
    if altchars is not None:
        altchars = _input(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    """Base 64 with + and /."""
    return b64encode(s)


def standard_b64decode(s):
    """Bytes from base 64 with + and /."""
    return b64decode(s)


_url_encode = bytes.maketrans(b"+/", b"-_")
_url_decode = bytes.maketrans(b"-_", b"+/")


def urlsafe_b64encode(s):
    """Base 64 with - and _."""
    return b64encode(s).translate(_url_encode)


def urlsafe_b64decode(s):
    """Bytes from base 64 with - and _."""
    return b64decode(_input(s).translate(_url_decode))


_B32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_B32HEX = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"


def _b32encode(alphabet, s):
    if not isinstance(s, (bytes, bytearray)):
        s = memoryview(s).tobytes()
    left = len(s) % 5
    if left:
        s = bytes(s) + b"\0" * (5 - left)
    out = bytearray()
    for i in range(0, len(s), 5):
        c = int.from_bytes(s[i:i + 5], "big")
        for shift in range(35, -1, -5):
            out.append(alphabet[c >> shift & 31])
    pad = {0: 0, 1: 6, 2: 4, 3: 3, 4: 1}[left]
    if pad:
        out[-pad:] = b"=" * pad
    return bytes(out)


def _b32decode(alphabet, s, casefold=False, map01=None):
    s = _input(s)
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        map01 = _input(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b"01", b"O" + map01))
    if casefold:
        s = s.upper()
    n = len(s)
    s = s.rstrip(b"=")
    pad = n - len(s)
    values = {c: i for i, c in enumerate(alphabet)}
    out = bytearray()
    acc = 0
    for i in range(0, len(s), 8):
        acc = 0
        for c in s[i:i + 8]:
            if c not in values:
                raise binascii.Error("Non-base32 digit found")
            acc = (acc << 5) + values[c]
        if i + 8 <= len(s):
            out += acc.to_bytes(5, "big")
    if n % 8 or pad not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    if pad and n:
        acc <<= 5 * pad
        out += acc.to_bytes(5, "big")[:(43 - 5 * pad) // 8]
    return bytes(out)


def b32encode(s):
    """Base 32: letters and 2 to 7."""
    return _b32encode(_B32, s)


def b32decode(s, casefold=False, map01=None):
    """Bytes from base 32."""
    return _b32decode(_B32, s, casefold, map01)


def b32hexencode(s):
    """Base 32 that sorts as the bytes do: 0 to 9 and A to V."""
    return _b32encode(_B32HEX, s)


def b32hexdecode(s, casefold=False):
    """Bytes from base 32 with 0 to 9 and A to V."""
    return _b32decode(_B32HEX, s, casefold)


def b16encode(s):
    """Base 16: two digits a byte."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """Bytes from base 16."""
    s = _input(s)
    if casefold:
        s = s.upper()
    if re.search(b"[^0-9A-F]", s):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


def _85encode(b, chars, pad=False, foldnuls=False, foldspaces=False):
    if not isinstance(b, (bytes, bytearray)):
        b = memoryview(b).tobytes()
    padding = (-len(b)) % 4
    if padding:
        b = bytes(b) + b"\0" * padding
    chunks = []
    for i in range(0, len(b), 4):
        word = int.from_bytes(b[i:i + 4], "big")
        if foldnuls and not word:
            chunks.append(b"z")
            continue
        if foldspaces and word == 0x20202020:
            chunks.append(b"y")
            continue
        digits = bytearray(5)
        for j in range(4, -1, -1):
            word, d = divmod(word, 85)
            digits[j] = chars[d]
        chunks.append(bytes(digits))
    if padding and not pad:
        if chunks[-1] == b"z":
            chunks[-1] = bytes([chars[0]]) * 5
        chunks[-1] = chunks[-1][:-padding]
    return b"".join(chunks)


_A85 = bytes(range(33, 118))
_B85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Ascii85."""
    result = _85encode(b, _A85, pad, True, foldspaces)
    if adobe:
        result = b"<~" + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        chunks = [result[i:i + wrapcol] for i in range(0, len(result), wrapcol)]
        if adobe and len(chunks[-1]) + 2 > wrapcol:
            chunks.append(b"")
        result = b"\n".join(chunks)
    if adobe:
        result += b"~>"
    return result


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    """The bytes of Ascii85."""
    b = _input(b)
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with {!r}".format(b"~>"))
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    out = []
    cur = []
    for x in bytes(b) + b"u" * 4:
        if 33 <= x <= 117:
            cur.append(x)
            if len(cur) == 5:
                acc = 0
                for c in cur:
                    acc = 85 * acc + (c - 33)
                if acc > 0xffffffff:
                    raise ValueError("Ascii85 overflow") from None
                out.append(acc.to_bytes(4, "big"))
                cur.clear()
        elif x == 122:
            if cur:
                raise ValueError("z inside Ascii85 5-tuple")
            out.append(b"\0\0\0\0")
        elif foldspaces and x == 121:
            if cur:
                raise ValueError("y inside Ascii85 5-tuple")
            out.append(b"    ")
        elif x in ignorechars:
            continue
        else:
            raise ValueError("Non-Ascii85 digit found: %c" % x)
    result = b"".join(out)
    padding = 4 - len(cur)
    return result[:-padding] if padding else result


def b85encode(b, pad=False):
    """Base 85."""
    return _85encode(b, _B85, pad)


def b85decode(b):
    """The bytes of base 85 text."""
    b = _input(b)
    values = {c: i for i, c in enumerate(_B85)}
    padding = (-len(b)) % 5
    b = bytes(b) + b"~" * padding
    out = []
    for i in range(0, len(b), 5):
        acc = 0
        for j, c in enumerate(b[i:i + 5]):
            if c not in values:
                raise ValueError("bad base85 character at position %d" % (i + j)) from None
            acc = acc * 85 + values[c]
        if acc > 0xffffffff:
            raise ValueError("base85 overflow in hunk starting at byte %d" % i) from None
        out.append(acc.to_bytes(4, "big"))
    result = b"".join(out)
    return result[:-padding] if padding else result


def _plain_bytes(s):
    try:
        view = memoryview(s)
    except TypeError as e:
        raise TypeError(f"expected bytes-like object, not {s.__class__.__name__}") from e
    if view.format not in "cbB":
        raise TypeError(f"expected single byte elements, not {view.format!r} from {s.__class__.__name__}")
    if view.ndim != 1:
        raise TypeError(f"expected 1-D data, not {view.ndim}-D data from {s.__class__.__name__}")
    return view.tobytes()


def encodebytes(s):
    """Base 64 in lines of 76."""
    s = _plain_bytes(s)
    return b"".join(binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57))


def decodebytes(s):
    """Bytes from lines of base 64."""
    return binascii.a2b_base64(_plain_bytes(s))


def encode(input, output):
    """Base 64 of a file."""
    while s := input.read(57):
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    """Decode a file into another."""
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def main():
    """python -m base64: a file, or standard input, encoded or decoded."""
    import getopt
    import sys
    usage = f"""usage: {sys.argv[0]} [-h|-d|-e|-u|-t] [file|-]
        -h: print this help message and exit
        -d, -u: decode
        -e: encode (default)
        -t: encode and decode string 'Aladdin:open sesame'"""
    try:
        options, words = getopt.getopt(sys.argv[1:], "hdeut")
    except getopt.error as e:
        sys.stdout = sys.stderr
        print(e)
        print(usage)
        sys.exit(2)
    change = encode
    for option, _ in options:
        if option == "-h":
            print(usage)
            return
        if option == "-t":
            text = b"Aladdin:open sesame"
            print(repr(text), repr(encodebytes(text)), repr(decodebytes(encodebytes(text))), sep="\n")
            return
        change = encode if option == "-e" else decode
    if words and words[0] != "-":
        with open(words[0], "rb") as f:
            change(f, sys.stdout.buffer)
    else:
        change(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
