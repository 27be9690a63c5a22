# random: the numbers of seeds, distributions, samples and states.
import copy
import pickle
import random
import warnings
from random import Random

warnings.simplefilter("ignore")


def tell(what, call):
    try:
        print(what, "->", repr(call()))
    except Exception as e:
        print(what, "->", type(e).__name__, e)


for seed in (0, 1, -5, 10**30, "text", b"bytes", bytearray(b"array"), 3.5, True, ""):
    r = Random(seed)
    print(repr(seed), r.random(), r.getrandbits(70), r.randrange(1000), r.choice("abcdef"))
for version in (1, 2):
    r = Random()
    r.seed("abc", version=version)
    print(version, r.random())
tell("bad seed", lambda: Random([1]))
tell("bad seed", lambda: Random((1, 2)))

r = Random(42)
for call in (
    "randint(1, 6)",
    "randrange(10)",
    "randrange(5, 50, 7)",
    "randrange(50, 5, -7)",
    "uniform(1, 10)",
    "uniform(5, -5)",
    "triangular()",
    "triangular(0, 10, 3)",
    "triangular(2, 2)",
    "betavariate(2, 3)",
    "expovariate(1.5)",
    "gammavariate(0.5, 2)",
    "gammavariate(1, 2)",
    "gammavariate(3, 2)",
    "gauss(0, 1)",
    "gauss()",
    "normalvariate(1, 2)",
    "normalvariate()",
    "lognormvariate(0, 0.5)",
    "vonmisesvariate(1, 4)",
    "vonmisesvariate(0, 0)",
    "paretovariate(3)",
    "weibullvariate(1, 2)",
    "getrandbits(0)",
    "getrandbits(1)",
    "getrandbits(33)",
    "getrandbits(1000)",
    "randbytes(0)",
    "randbytes(7)",
    "choice(range(100))",
    "choice([3])",
    "choices('abc', k=5)",
    "choices('abc', [1, 2, 3], k=5)",
    "choices('abc', cum_weights=[1, 1, 5], k=5)",
    "sample(range(1000), 5)",
    "sample('abcdef', 6)",
    "sample(['a', 'b'], counts=[3, 4], k=5)",
    "sample(range(30), 25)",
    "sample([], 0)",
):
    for _ in range(3):
        tell(call, lambda: eval("r." + call))
items = list(range(20))
r.shuffle(items)
print(items)

for call in (
    "randint(5, 1)",
    "randrange(0)",
    "randrange(3, 3)",
    "randrange(1, 10, 0)",
    "randrange(1.5)",
    "randrange('a')",
    "choice([])",
    "choices([], k=1)",
    "choices('ab', [1], k=1)",
    "choices('ab', [0, 0], k=1)",
    "choices('ab', [1, 2], cum_weights=[1, 2])",
    "choices('ab', [-1, -2])",
    "choices('ab', [float('inf'), 1])",
    "sample('ab', 3)",
    "sample({1, 2}, 1)",
    "sample('ab', -1)",
    "sample('ab', counts=[1], k=1)",
    "sample('ab', counts=[1.5, 1], k=1)",
    "getrandbits(-1)",
    "getrandbits(1.5)",
    "randbytes(-1)",
    "gammavariate(0, 1)",
    "gammavariate(1, -1)",
    "expovariate(0)",
    "shuffle('abc')",
    "setstate((1,))",
    "setstate((9, (), None))",
    "choice({1: 2})",
    "choice(5)",
    "jumpahead(1)",
):
    tell(call, lambda: eval("r." + call))

state = r.getstate()
print(state[0], len(state[1]), state[2])
first = [r.random(), r.gauss(), r.randint(1, 100)]
r.setstate(state)
print(first == [r.random(), r.gauss(), r.randint(1, 100)])
random.seed(7)
print(random.random(), random.randint(1, 10), random.sample(range(10), 3))
state = random.getstate()
a = random.random()
random.setstate(state)
print(a == random.random())


class Half(Random):
    def random(self):
        return 0.5


h = Half(1)
print(h.random(), h.uniform(2, 4), h.choices("abcd", k=2), h.triangular(), h.expovariate(2))


class Counting(Random):
    calls = 0

    def getrandbits(self, k):
        Counting.calls += 1
        return super().getrandbits(k)


c = Counting(3)
print(c.randrange(10), c.choice("abc"), Counting.calls > 0)
s = random.SystemRandom()
print(0 <= s.random() < 1, 1 <= s.randint(1, 3) <= 3, len(s.randbytes(4)), 0 <= s.getrandbits(9) < 512, s.seed(1))
tell("state of a system", s.getstate)
tell("state of a system", lambda: s.setstate(1))
tell("bits", lambda: s.getrandbits(-1))
r = Random(11)
p = pickle.loads(pickle.dumps(r))
q = copy.deepcopy(r)
print(r.random() == p.random() == q.random())
print(sorted(random.__all__))
