# Augmented assignment to slices: the slice is read and written.
x = [1, 2, 3]
y = x
x[1:2] *= 2
y[1:2] += [1]
print(x, x is y)
a = 1


def f(items):
    items[a:] += [7]
    items[:a] *= 3
    items[::2] += []
    return items


print(f([1, 2]), f(bytearray(b"ab") and [5]))
