# Numbers from bytes that are no ASCII: refused, whether they are digits in UTF-8 or no UTF-8 at all.
for number in ("\u0663", "1\u0664", "\u00a012", "12\u2003", " 12 ", "1_000"):
    for kind in (str, bytes, bytearray, memoryview):
        value = number if kind is str else kind(number.encode()) if kind is not memoryview else memoryview(number.encode())
        for convert in (int, float, lambda v: int(v, 16)):
            try:
                print(ascii(number), kind.__name__, convert(value))
            except (ValueError, TypeError) as e:
                print(ascii(number), kind.__name__, ascii(str(e)).split(" at 0x")[0])
for value in (b"\xff", b"\xc3", b"1\xe2\x80", b"\xf0\x9f", b"12\x80", b"\x8012", bytearray(b"1" * 18 + b"\xf0"), b"\x1f12\x1c", b"\x8512"):
    for convert in (int, float, lambda v: int(v, 36)):
        try:
            print(value, convert(value))
        except ValueError as e:
            print(value, e)
