# Displays evaluate a group of items before they hash its keys.
def says(x):
    print('value', x)
    return x
def attempt(source):
    try: print(eval(source))
    except Exception as e: print(type(e).__name__, e)
class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): print('hash', self.n); return 1
    def __eq__(self, other): print('eq', self.n, other.n); return self.n == other.n
    def __repr__(self): return f'Key({self.n})'
attempt('{[]: says(1), says(2): says(3)}')
attempt('{says(1): says(2), []: says(3), says(4): 1 / 0}')
attempt('{**{"a": says(1)}, []: says(2), says(3): 4, **says({5: 6})}')
attempt('{[]: 1, **says({})}')
attempt('{[], says(1)}')
attempt('{[], *says([1])}')
attempt('{*says([1]), [], says(2)}')
attempt('{Key(1): says(1), Key(2): says(2), Key(1): says(3)}')
attempt('{Key(1), Key(2), says(Key(1))}')
attempt('{1: says(1), "a": says(2), 1: says(3)}')
for n in (14, 15, 16, 17, 18, 33):
    items = ', '.join('says(%d): 0' % i for i in range(n - 1))
    attempt('{[]: 0, ' + items + '}')
    attempt('{**{}, ' + items + ', []: 0}')
for n in (29, 30, 31):
    attempt('{[], ' + ', '.join('says(%d)' % i for i in range(n - 1)) + '}')
def f(x, y, z):
    return {x: y, y: z, z: {x: y, (z, x): {y: z}}}
try: print(f(1, 2, 3))
except TypeError as e: print(e)
def g():
    yield {(yield 1): (yield 2), (yield 3): (yield 4)}
it = g()
print([next(it)] + [it.send(c) for c in 'abcd'])
