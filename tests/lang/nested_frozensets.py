# Comparing sets that nest deeply is refused where the stack would not last.
def nest(n):
    f = frozenset()
    for _ in range(n):
        f = frozenset([f])
    return f


for n in (10, 10000):
    a, b = nest(n), nest(n)
    for text in ('a == b', 'a != b', 'a <= b', 'a < b', 'a.issubset(b)', 'a in {b}', '{a: 1}[b]', 'a & b == a', 'a.isdisjoint(b)',
                 'len(a | b)', '(a,) == (b,)', '[a].index(b)', 'a == set(b)'):
        try:
            print(n, text, eval(text))
        except RecursionError:
            print(n, text, 'RecursionError')
