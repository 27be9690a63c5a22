# Counting, searching, replacing and mapping in long texts and bytes, against the obvious way.
import random

choose = random.Random(4).choice


def naive_count(s, part):
    n = at = 0
    while at + len(part) <= len(s):
        if s[at:at + len(part)] == part:
            n, at = n + 1, at + len(part)
        else:
            at += 1
    return n


def naive_rfind(s, part):
    return max((i for i in range(len(s) - len(part) + 1) if s[i:i + len(part)] == part), default=-1)


wrong = 0
for _ in range(400):
    s = "".join(choose("abcde\x7f\u00e9") for _ in range(choose(range(40))))
    b = s.encode("latin-1")
    part = "".join(choose("abe") for _ in range(choose((1, 1, 2, 3))))
    piece = part.encode()
    wrong += s.count(part) != naive_count(s, part) or b.count(piece) != naive_count(b, piece)
    wrong += s.rfind(part) != naive_rfind(s, part) or b.rfind(piece) != naive_rfind(b, piece)
    wrong += b.replace(b"a", b"x") != b"x".join(b.split(b"a")) or b.replace(piece, b"") != b"".join(b.split(piece))
    table = bytes(choose(range(256)) for _ in range(256))
    wrong += b.translate(table, b"ab") != bytes(table[c] for c in b if c not in b"ab")
    wrong += b.translate(None, b"e") != bytes(c for c in b if c != 101)
    wrong += bytes.fromhex(b.hex()) != b or b.hex() != "".join("%02x" % c for c in b) or b.decode("latin-1") != s
    wrong += s.encode("utf-16-be").decode("utf-16-be") != s or s.encode("utf-32").decode("utf-32") != s
    n = choose(range(5))
    wrong += [s, 1] * n != [x for _ in range(n) for x in (s, 1)] or (s,) * n != tuple(s for _ in range(n))
    wrong += s.isascii() != all(ord(c) < 128 for c in s) or b.isascii() != all(c < 128 for c in b)
print(wrong)


class Table(dict):
    def __missing__(self, c):
        print("asked for", c)
        return {97: "A", 98: "B", 100: 233, 101: ""}.get(c, c)


print(ascii("abcde\u00e9abcde\u00e9".translate(Table())), "abcab".translate({97: "", 98: 98, 99: None}))
print(b"abc".rfind(b""), "abc".rfind(""), b"".rfind(b"a"), b"aXbX".rfind(b"X", 0, 3), "aéé".rfind("é", 0, 2))
for bad in ("61 6", "6g", "é1", "61é"):
    try:
        bytes.fromhex(bad)
    except ValueError as error:
        print(error)
shared = []
lists = [shared] * 1000
print(len(lists), all(x is shared for x in lists), [shared] * 0, () * 5, [None] * 3, ([1],) * 2)
