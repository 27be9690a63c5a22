# f.__code__ is set again and again, on plain functions and while an older code runs: what runs keeps its own.

def one(): return 1
def two(): return 2
def f(): return 0
a, b = one.__code__, two.__code__
total = 0
for i in range(2000):
    f.__code__ = a if i % 2 else b
    total += f()
for i in range(300):
    f.__code__ = eval("lambda: %d" % i).__code__
    total += f()
print(total)

def swapped(n):
    swapped.__code__ = other.__code__
    n = n + 1
    again = swapped(n)
    swapped.__code__ = another.__code__
    return n, again, swapped(n)
def other(n): return "other", n
def another(n): return "another", n
print(swapped(1), swapped(1))

def count(n):
    for i in range(n): yield i
def letters(n):
    yield from "abc"
g = count(3)
print(next(g))
count.__code__ = letters.__code__
print(list(g), list(count(3)))
count.__code__ = other.__code__
print(count(3))
