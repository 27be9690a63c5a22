# no-sanitizers: the address sanitizer keeps freed memory back, so the process grows
# Memory that instructions use on the way is given back: the process does not grow with the number of rounds.


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096


class Long:
    def __repr__(self):
        return "a representation that is long enough to need memory of its own"

    def __format__(self, spec):
        return repr(self) + spec


def numbers():
    yield from range(20)


def many(*args, **kwargs):
    return len(args) + len(kwargs)


def attempt():
    try:
        raise ValueError("a message that is long enough to need memory of its own")
    except ValueError as e:
        return str(e)


def round_of(o, words):
    text = f"{o} {o!r} {o!s} {o:some specification that is long} {3.14159:60.20f}"
    spread = [*numbers(), *words]
    merged = {**words, **{"x": 1}}
    a, *b = numbers()
    many(*numbers(), **words)
    many(*words, *b, **merged)
    attempt()
    "%s and %40s" % (o, text)
    words.get(text), {x for x in numbers()}, sorted(spread, key=str)
    return len(text) + len(spread)


words = {"a word of some length number %d" % i: i for i in range(20)}
for _ in range(300):
    round_of(Long(), words)
before = resident()
for _ in range(3000):
    round_of(Long(), words)
print(resident() - before < 400_000)
