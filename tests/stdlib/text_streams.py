# io.StringIO and text files: places in code points, beyond the end as well; places of files whose line ends are translated.
import io
import os
import random
import tempfile

random.seed(11)
for alphabet in ("ab\n", "aé\n", "漢é😀\n\r", "x\r\n"):
    for newline in ("\n", "", None, "\r\n"):
        s = io.StringIO("".join(random.choices(alphabet, k=40)), newline=newline)
        log = []
        for _ in range(300):
            what = random.randrange(9)
            if what == 0:
                log.append(s.read(random.randrange(-1, 6)))
            elif what == 1:
                log.append(s.readline(random.choice((-1, -1, 0, 1, 3))))
            elif what == 2:
                log.append(s.seek(random.randrange(60)))
            elif what == 3:
                log.append(s.seek(0, random.choice((1, 2))))
            elif what in (4, 5):
                log.append(s.write("".join(random.choices(alphabet, k=random.randrange(5)))))
            elif what == 6:
                log.append(s.truncate(random.choice((None, 30, 50, 70))))
            elif what == 7:
                log.append(s.getvalue())
            else:
                log.append(s.tell())
            log.append(s.tell())
        print(repr(alphabet), repr(newline), hash(tuple(log)) == hash(tuple(log)), len(s.getvalue()))
        print(ascii(log[-60:]))
s = io.StringIO()
print(s.seek(3), repr(s.read()), s.tell(), repr(s.getvalue()), s.write("a"), repr(s.getvalue()), s.tell())
print(s.truncate(1), s.tell(), repr(s.getvalue()), repr(s.read(2)), repr(s.readline()), s.write("é"), repr(s.getvalue()))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "t")
    for data in (b"ab\r\ncd\r\n\r\nef\r\n" * 3, "é\r\n漢\n".encode() * 4, b"a\nb\n", b"x" * 8191 + b"\r\n" + b"y\r\n" * 5000, b"\r\n" * 9000):
        with open(path, "wb") as f:
            f.write(data)
        with open(path, encoding="utf-8") as f:
            places, lines = [f.tell()], []
            for line in iter(f.readline, ""):
                lines.append(line)
                places.append(f.tell())
            print(len(lines), places[:8], places[-3:])
            for i in (0, 1, 3, len(lines) // 2, len(lines) - 1):
                if i < len(lines):
                    f.seek(places[i])
                    assert f.readline() == lines[i]
                    assert f.tell() == places[i + 1]
            f.seek(0)
            print(ascii(f.read(3)), f.tell(), ascii(f.read(2)), len(f.read()), f.tell())
        text = "".join(lines)
        with open(path, encoding="utf-8") as f:
            pieces = iter(lambda: f.read(random.randrange(1, 9)), "")
            assert "".join(pieces) == text
        with open(path, encoding="utf-8", newline="") as f:
            assert "".join(iter(lambda: f.readline(5), "")).encode() == data

# A character at a time, from long ones.
s = io.StringIO("aé" * 50_000)
n = 0
while c := s.read(1):
    n += len(c)
for i in range(0, 100_000, 7):
    s.seek(i)
    s.write("bé")
print(n, s.tell(), s.getvalue().count("b"))

# Long lines and many places: each takes a moment, not minutes.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "t")
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write("xé" * 1_700_000 + "\r\n" + "ab\r\n" * 5000 + "end")
    with open(path, encoding="utf-8") as f:
        line = f.readline()
        print(len(line), line[-3:].encode())
        f.seek(0)
        print(len(f.readline(3_000_000)), len(f.read(2_000_000)))
        f.seek(0)
        print(sum(len(x) for x in iter(lambda: f.read(100_003), "")))

# Seeks to and fro between writes, against a str.
import io
import random
r = random.Random(7)
s, plain, place = io.StringIO(), '', 0
for i in range(4000):
    way = r.randrange(5)
    if way < 2:
        place = r.randrange(len(plain) + 2)
        s.seek(place)
    elif way == 2:
        new = ''.join(r.choices('a\xe9\u20ac\U0001f600', k=r.choice((1, 20, 3000 if i % 50 == 0 else 2))))
        s.write(new)
        plain = plain.ljust(place, '\0')
        plain = plain[:place] + new + plain[place + len(new):]
        place += len(new)
    elif way == 3:
        n = r.choice((1, 5, 2000))
        got = s.read(n)
        if got != plain[place:place + n]:
            print('differs', i)
            break
        place += len(got)
    elif i % 40 == 0:
        s.truncate()
        plain = plain[:place]
print(place == s.tell(), plain == s.getvalue(), len(plain))
