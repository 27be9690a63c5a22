# Pickles with damages of every kind: what the reader says of each.
import io
import pickle
import random


class Plain:
    def __init__(self):
        print("__init__ was called")


class Moody:
    def __setstate__(self, state):
        raise IndexError("of the object")

    def extend(self, items):
        print("extend", items)


def tell(data, **options):
    try:
        answer = repr(pickle.loads(data, **options))
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    print(data[:50], "->", answer if " at 0x" not in answer else "an object")


for data in (
    b"", b".", b"(.", b"N", b"((l.", b"N0.", b"N00.", b"(0.", b"2.", b"]u.", b"(u.", b"a.", b"]a.", b"]N(Kau.",
    b"'.", b"\\.", b"\x7f.", b"z.", b"\x00", b"Vab\\u12\n.", b"Va\\U0001000\n.", b"Va\\u00e9\xe9\n.", b"V", b"V\n.",
    b"(Nd.", b"(NNNu.", b"}(Nu.", b"}(NNNu.", b"I\n.", b"I01\n.", b"I00\n.", b"I0x1f\n.", b"Iabc\n.", b"I1\0a\n.",
    b"I1",
    b"L\n.", b"L5L\n.", b"L5\n.", b"L5LL\n.", b"L01\n.", b"L0x\n.", b"L\xff\n.", b"F\n.", b"F1.5\n.", b"F1.5x\n.",
    b"Fx\n.", b"Finfx\n.", b"S\n.", b"S'a\n.", b"S'a\\x4'\n.", b"S'a\\x41'\n.", b"Sa\n.", b"T\xff\xff\xff\xffa.",
    b"U\x05ab.", b"X\x05\0\0\0ab.", b"X\x02\0\0\0\xff\xff.", b"\x8c\x02\xff\xff.", b"\x8e" + b"\xff" * 8 + b".",
    b"\x8e" + b"\xff" * 7 + b"\x6f.", b"\x8d" + b"\xff" * 8, b"\x96" + b"\xff" * 8, b"\x95" + b"\xff" * 8,
    b"\x95\x05" + b"\0" * 7 + b"N.", b"J\1\2", b"G123", b"\x8b\xff\xff\xff\xff.", b"\x8a\x02\1", b"g5\n.", b"gx\n.",
    b"g\n.", b"h\5.", b"j\5\0\0\0.", b"p1\n.", b"Np-1\n.", b"Npx\n.", b"Np\xff\n.", b"q\1.", b"\x94.", b"P1\n.",
    b"P\xff\n.",
    b"NQ.", b"Q.", b"\x82\1.", b"\x82\0.", b"\x84\xff\xff\xff\xff.", b"\x80\6.", b"\x80", b"c\nlist\n.",
    b"cbuiltins\n\n.",
    b"cbuiltins\nnothing\n.", b"cno_such_module\nx\n.", b"i\n", b"ibuiltins\nlist\n.", b"(ibuiltins\nlist\n.",
    b"(K\5ibuiltins\nrange\n.", b"o.", b"(o.", b"((o.", b"(cbuiltins\nlist\no.", b"N\x93.", b"\x93.", b"\x8c\1aN\x93.",
    b"NNR.", b"NR.", b"cbuiltins\nlist\n]R.", b"NN\x81.", b"cbuiltins\nlist\nN\x81.", b"NNN\x92.",
    b"cbuiltins\nlist\n)N\x92.", b"cbuiltins\nlist\n)}\x92.", b"NNb.", b"N(b.", b"Nb.", b"]K\5b.", b"]NK\5\x86b.",
    b"c__main__\nPlain\n)\x81K\5b.", b"c__main__\nPlain\n)\x81}K\5\x86b.", b"(c__main__\nPlain\no.",
    b"c__main__\nMoody\n)\x81}b.", b"c__main__\nMoody\n)\x81Na.", b"](K\1K\2u.", b"N(Ne.", b"N(N\x90.", b"\x8f(]\x90.",
    b"\x85.", b"N\x86.", b"NN\x87.", b"1.", b"(1.", b"\x97.", b"N\x98.", b"\x98.", b"Ns.", b"NNNs.", b"}]Ns.",
):
    tell(data)
tell(b"U\x02\xff\xffq\0.", encoding="ascii")
tell(b"U\x02\xff\xff.", encoding="bytes")
tell(b"\x97.", buffers=[])
random.seed(5)
kinds = {}
whole = [pickle.dumps(value, protocol) for protocol in range(6)
         for value in ([1, -2, 2**40, 2.5], {"a": None, "b": (True, ())}, "é\n\\", b"\xff\0", {1, 2}, bytearray(b"x"))]
for _ in range(1500):
    damaged = bytearray(random.choice(whole))
    for _ in range(random.choice((1, 1, 2))):
        place = random.randrange(len(damaged))
        if random.random() < 0.5:
            damaged[place] = random.randrange(128)
        else:
            del damaged[place:place + random.randrange(1, 4)]
        damaged = damaged or bytearray(b"N")
    if b"\n" in damaged and b"c" in damaged or b"\x93" in damaged or b"i" in damaged:
        continue  # names of modules
    try:
        pickle.load(io.BytesIO(damaged))
        answer = "read"
    except MemoryError:
        continue
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    kinds[answer] = kinds.get(answer, 0) + 1
for answer, times in sorted(kinds.items()):
    print(times, ascii(answer))
