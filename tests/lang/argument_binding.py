# Names, defaults, * and ** in every combination that calls bind, and their errors.
def plain(a, b=2, c=3):
    return a, b, c


def only(a, /, b, *, c, d=4):
    return a, b, c, d


def rest(a, *args, k=1, **kwargs):
    return a, args, k, sorted(kwargs.items())


def words(**kwargs):
    return kwargs


def many(*args):
    return args


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except TypeError as e:
        print(e)


for _ in range(3):
    print(plain(1), plain(1, c=5), plain(c=1, b=2, a=3), plain(1, 2, c=9), plain(*(1, 2)), plain(**{'a': 1, 'c': 2}))
    print(only(1, 2, c=3), only(1, b=2, c=3), only(1, c=5, d=6, b=7))
    print(rest(1), rest(1, 2, 3), rest(1, 2, k=5), rest(1, z=3, k=2), rest(a=1, b=2), rest(*range(5), **{'q': 1}))
    print(words(), words(x=1, self=2), many(), many(1), many(*'abc'))
for args, kwargs in (((), {}), ((1, 2, 3, 4), {}), ((1,), {'a': 2}), ((1,), {'zz': 2}), ((), {'b': 1}), ((), {'b': 1, 'c': 2})):
    attempt(plain, *args, **kwargs)
    attempt(only, *args, **kwargs)
    attempt(rest, *args, **kwargs)
    attempt(words, *args, **kwargs)
    attempt(many, *args, **kwargs)
attempt(only, 1, 2)
attempt(only, 1, 2, 3, c=1)
attempt(only, a=1, b=2, c=3)
attempt(plain, **{'a' + chr(98): 1})
name = ''.join(['', 'c'])
print(plain(1, **{name: 7}), words(**{name + 'x': 1}))


# values that are bound die when the call ends, or fails
class Tracked:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('del', self.name)


print(len(rest(Tracked('a'), 1, x=2)), len(rest(1, Tracked('b'), x=2)), len(rest(1, 2, x=Tracked('c'))))
attempt(plain, Tracked('d'), 1, nothing=2)
attempt(plain, 1, 2, nothing=Tracked('e'))
print(rest(1, *[Tracked('f')], **{'y': 1})[2])


def passes(*args, **kwargs):
    return rest(*args, **kwargs)


def passes_on(*args, **kwargs):
    return passes(*args, **kwargs)


print(passes_on(1), passes_on(1, 2, k=3), passes_on(1, 2, 3, z=4))


def counting(n, *, step=1):
    while n > 0:
        yield n
        n -= step


print(list(counting(3)), list(counting(5, step=2)), list(counting(n=4, step=3)))
plain.__defaults__ = (20, 30)
only.__kwdefaults__ = {'c': 33, 'd': 44}
print(plain(1), plain(1, c=2), only(1, 2), only(1, b=3, d=0))
plain.__defaults__ = None
only.__kwdefaults__ = None
attempt(plain, 1, c=1)
attempt(only, 1, 2)
attempt(only, 1, 2, c=1)
wide = eval('lambda %s: p69 + p0' % ', '.join('p%d=%d' % (i, i) for i in range(70)))
print(wide(), wide(p69=1), wide(5, p68=0))
lots = {'k%d' % i: i for i in range(40)}
print(sum(words(**lots).values()), len(rest(0, **lots)[3]))
