"""uuencoding and quoted-printable."""
from binascii import Error, _buffer, _bytes

__name__ = "binascii"

_LINE = 76  # how long a line may be, with what ends it


def b2a_uu(data, /, *, backtick=False):
    """A line of at most 45 bytes."""
    data = bytes(_buffer(data))
    if len(data) > 45:
        raise Error("At most 45 bytes at once")
    blank = 96 if backtick else 32
    out = bytearray((32 + len(data) if data else blank,))
    for i in range(0, len(data), 3):
        word = int.from_bytes(data[i:i + 3].ljust(3, b"\0"), "big")
        for shift in (18, 12, 6, 0):
            six = word >> shift & 63
            out.append(six + 32 if six else blank)
    out.append(10)
    return bytes(out)


def a2b_uu(data, /):
    """The bytes of a line."""
    data = bytes(_bytes(data))
    size = data[0] - 32 & 63 if data else 32
    out = bytearray()
    at, word, bits = 1, 0, 0
    while len(out) < size:
        c = data[at] if at < len(data) else 10
        at += 1
        if c in b"\r\n":  # blanks at the end of a line get lost
            c = 32
        elif not 32 <= c <= 96:
            raise Error("Illegal char")
        word = word << 6 | c - 32 & 63
        bits += 6
        if bits >= 8:
            bits -= 8
            out.append(word >> bits & 255)
            word &= (1 << bits) - 1
    for c in data[at:]:
        if c not in b" `\r\n":
            raise Error("Trailing garbage")
    return bytes(out)


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    """Bytes as quoted-printable."""
    data = bytes(_buffer(data))
    size = len(data)
    newline = data.find(b"\n")
    end = b"\r\n" if newline > 0 and data[newline - 1] == 13 else b"\n"
    out = bytearray()
    at = column = 0
    while at < size:
        c = data[at]
        last = at + 1 == size
        quoted = (c > 126 or c == 61 or header and c == 95
                  or c == 46 and column == 0 and (last or data[at + 1] in b"\r\n\0")
                  or not istext and c in b"\r\n"
                  or c in b"\t " and (last or quotetabs)
                  or c < 33 and c not in b"\r\n\t ")
        if quoted:
            if column + 3 >= _LINE:
                out += b"=" + end
                column = 0
            out += b"=%02X" % c
            column += 3
            at += 1
        elif istext and (c == 10 or c == 13 and not last and data[at + 1] == 10):
            if out and out[-1] in b"\t ":  # blanks at the end of a line get lost
                out[-1:] = b"=%02X" % out[-1]
            out += end
            column = 0
            at += 1 if c == 10 else 2
        else:
            if not last and data[at + 1] != 10 and column + 1 >= _LINE:
                out += b"=" + end
                column = 0
            column += 1
            out.append(95 if header and c == 32 else c)
            at += 1
    return bytes(out)


def a2b_qp(data, header=False):
    """The bytes of quoted-printable."""
    data = bytes(_bytes(data))
    size = len(data)
    out = bytearray()
    at = 0
    while at < size:
        c = data[at]
        at += 1
        if c != 61:
            out.append(32 if header and c == 95 else c)
            continue
        if at == size:
            break
        follows = data[at:at + 2]
        if follows[0] in b"\r\n":  # a line that goes on
            newline = data.find(b"\n", at)
            at = size if newline < 0 else newline + 1
        elif follows[0] == 61:
            out.append(61)
            at += 1
        elif len(follows) == 2 and not follows.strip(b"0123456789abcdefABCDEF"):
            out.append(int(follows, 16))
            at += 2
        else:
            out.append(61)
    return bytes(out)
