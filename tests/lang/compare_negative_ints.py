# Comparisons of small ints across zero, as values and as branches.
def values(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


def branch(a):
    if a >= 0:
        return "not negative"
    return "negative"


for a in (-3, -1, 0, 2):
    for b in (-3, -1, 0, 2):
        print(a, b, values(a, b))
    print(branch(a), "up" if a > 0 else "down", -4 <= a < 1)
