# Natives and records where nobody expects them: as special methods, with values of other kinds, with sources full of bad bytes.
import sys
import typing

T = typing.TypeVar("T")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for native in (len, repr, str, abs, print, int, "".join):
    attempt(lambda: format(type("X", (), {"__format__": native})()))
    attempt(lambda: format(type("X", (), {"__format__": native})(), "abc"))
for mark in (True, 1, None, "ab", [int], (int, str), (int, ...)):
    attempt(lambda: list[T][type("X", (), {"__typing_unpacked_tuple_args__": mark})()] is not None)
    attempt(lambda: dict[T, int][type("X", (), {"__typing_is_unpacked_typevartuple__": mark})()] is not None)
Flags = type(sys.flags)
for call in (lambda: Flags.__repr__((1, 2)), lambda: Flags.__repr__(1), lambda: Flags.__reduce__((1, 2)), lambda: Flags(),
             lambda: Flags(1)):
    try:
        call()
        print("fine")
    except TypeError as e:
        print("TypeError")
print(repr(sys.flags)[:17], isinstance(sys.flags, tuple))

for n in (1, 2, 50, 20_000):
    for text in (b'x = "' + b"\xe9" * n + b'"\n', b"\xe9" * n, b"# " + b"\xe9\xa0" * n + b"\n"):
        try:
            exec(text)
            print(n, "fine")
        except SyntaxError as e:
            print(n, str(e)[:90])
