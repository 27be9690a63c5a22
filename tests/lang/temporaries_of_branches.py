# What one branch of an expression leaves behind dies with the statement, whatever the other branch does with its place
class Noisy:
    def __init__(self, name):
        self.name = name
        self.items = [1, 2, 0]

    def __getitem__(self, i):
        return self.items[i]

    def __del__(self):
        print('del', self.name)


def same(x):
    return x


def conditional(t):
    v = Noisy('a')[same(0)] if t else same(same(5))
    print('after', v)
    v = same(same(5)) if t else Noisy('b')[same(1)]
    print('after', v)
    v = [Noisy('c').items[same(0)] if t else same(same(same(3)))]
    print('after', v)


def either(t):
    v = Noisy('d').items[same(0)] and same(same(same(t)))
    print('after', v)
    v = (t and Noisy('e').items[same(1)]) or same(same(same(2)))
    print('after', v)
    v = Noisy('f').items[0] < same(same(2)) < Noisy('g').items[same(1)] < same(same(9))
    print('after', v)
    v = 5 if Noisy('h').items[same(1)] > 3 else same(same(4))
    print('after', v)


def loops():
    for i in range(3):
        v = Noisy(i).items[same(0)] if i % 2 else same(same(i))
        print('round', v)
    print([(Noisy(j).items[same(1)] if j else same(same(same(0)))) for j in range(2)])
    print('end')


for t in (True, False):
    conditional(t)
    either(t)
loops()


def attributes(t, i, o):
    v = Noisy('i')[i] if t else getattr(o, 'real')
    print('after', v)
    w = Noisy('j')[i] or getattr(o, 'real')
    print('after', w)
    w = Noisy('k').items[i] < Noisy('l').items[i] < getattr(o, 'real')
    print('after', w)
    w = (Noisy('m')[i] and getattr(o, 'real'), 3)
    print('after', w)
    print(Noisy('n')[i] or getattr(o, 'real'), Noisy('o')[i] if t else getattr(o, 'imag'))
    print('after')


for t in (True, False):
    for i in (0, 1, 2):
        attributes(t, i, 7)


# What the last branch of an argument leaves above the arguments lies where the callee has its own variables.
def many_locals(v):
    a = b = c = d = e = 1
    return v, a + b + c + d + e


def argument(t):
    print(many_locals(5 if t else Noisy('m').items[same(0)]))
    print(many_locals(t or Noisy('n').items[same(1)]))
    print(many_locals(v=5 if t else Noisy('o').items[same(0)]))


argument(0)
argument(1)
