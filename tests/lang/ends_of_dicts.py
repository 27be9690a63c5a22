# popitem() after deletions at the end and in the middle, and places in long texts that are not ASCII.
import collections
import random
import re

random.seed(3)
d = dict.fromkeys(range(100_000))
while d:  # each takes the last one, however many have gone before it
    d.popitem()
d = dict.fromkeys(range(200_000))
for i in range(50_000):  # a stack of items that grows and shrinks
    d[-i - 1] = i
    d.popitem()
    d.popitem()
print(len(d), next(reversed(d)))
for kind in (dict, collections.OrderedDict):
    for seed in range(40):
        random.seed(seed)
        d, keys = kind(), []
        for step in range(600):
            what = random.random()
            if what < 0.45 or not keys:
                k = random.randrange(200)
                if k not in d:
                    keys.append(k)
                d[k] = step
            elif what < 0.7:
                assert d.popitem()[0] == keys.pop()
            elif what < 0.8:
                k = keys.pop(random.randrange(len(keys)))
                del d[k]
            elif what < 0.9:
                del d[keys.pop()]
            elif kind is dict:
                k = next(iter(d))
                assert k == keys.pop(0)
                del d[k]
            else:
                assert d.popitem(last=False)[0] == keys.pop(0)
            assert list(d) == keys and list(reversed(d)) == keys[::-1]
    try:
        kind().popitem()
    except KeyError as e:
        print(kind.__name__, e)

for text in ("aé" * 3000, "é" * 5000, "x" * 2000 + "漢字" * 1000, "😀b" * 1500 + "é" * 63, "é" + "a" * 4000, "ab" * 700 + "é" * 64):
    n = len(text)
    for i in list(range(0, n, 97)) + [n - 1]:
        c = text[i]
        at = text.find(c, i)
        assert at == i, (at, i)
        assert text.index(c, i) == i and text.rfind(c, 0, i + 1) == i
        m = re.compile(re.escape(c)).search(text, i)
        assert m.start() == i and m.end() == i + 1
    print(n, [m.start() for m in re.finditer("[^a-zé]|b", text)][::500], text.find("?"), text.rfind("é"))
