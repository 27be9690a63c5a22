# The limit of recursion through generators, and below one
def deep(n):
    yield n
    for x in deep(n + 1):
        yield x


try:
    for x in deep(0):
        pass
except RecursionError as e:
    print('RecursionError', x > 100)


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def many():
    for n in (1, 100, 500):
        yield down(n)
    try:
        down(10 ** 5)
    except RecursionError:
        yield 'too deep'
    yield down(10)


print(list(many()))
