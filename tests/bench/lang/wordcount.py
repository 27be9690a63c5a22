# Word count over a text: cleaning, splitting, counting, sorting, n-grams
from collections import Counter, defaultdict


def text(lines):
    words = ('The quick brown fox jumps over the lazy dog while seven wizards box five dozen liquor jugs and '
             'A model, once trained, is only as good as its data; its loss (and gradient) tells why').split()
    seed, out = 11, []
    for _ in range(lines):
        line = []
        for _ in range(12):
            seed = (seed * 1103515245 + 12345) % 2147483648
            w = words[(seed >> 16) % len(words)]
            line.append(w.upper() if seed % 31 == 0 else w + str(seed >> 20 & 63) if seed % 7 == 0 else w)
        out.append(' '.join(line) + '.\n')
    return ''.join(out)


def clean(line):
    return line.strip().lower().replace(',', '').replace('.', '').replace('(', '').replace(')', '').replace(';', '')


body = text(18000)
counts = {}
pairs = Counter()
by_letter = defaultdict(list)
longest = ''
for line in body.splitlines():
    words = clean(line).split()
    for w in words:
        counts[w] = counts.get(w, 0) + 1
        if len(w) > len(longest):
            longest = w
    pairs.update(zip(words, words[1:]))
for w in counts:
    by_letter[w[0]].append(w)
top = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))
for w, n in top[:10]:
    print(f'{w:<12}{n:>6}')
print(pairs.most_common(3), longest)
print(sorted((k, len(v)) for k, v in by_letter.items())[:5])
print(sum(body.count(w) for w in ('the', 'dog', 'model')), sum(1 for w in counts if w.isalpha()),
      sum(1 for w in counts if w.startswith('d') or w.endswith('s')))
titles = [' '.join(w.capitalize() for w in clean(line).split()) for line in body.splitlines()[:2000]]
print(len(set(titles)), titles[-1])
