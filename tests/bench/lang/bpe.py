# Training a byte-pair tokenizer, then encoding and decoding with it
def text(n):
    stems = ['token', 'train', 'model', 'layer', 'atten', 'grad', 'loss', 'batch', 'deep', 'learn', 'net', 'work',
             'opt', 'form', 'trans', 'soft', 'max', 'norm', 'drop', 'embed']
    ends = ['', 's', 'er', 'ing', 'ed', 'tion', 'al', 'ize', 'ly', 'ness']
    seed, words = 7, []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        a = seed >> 16
        words.append(stems[a % 20] + (stems[a // 20 % 20] if a % 3 == 0 else '') + ends[a // 400 % 10])
    return ' '.join(words)


def pairs_of(ids, counts, weight):
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + weight


def merge(ids, pair, new):
    out = []
    i, n = 0, len(ids)
    first, second = pair
    while i < n:
        if ids[i] == first and i + 1 < n and ids[i + 1] == second:
            out.append(new)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


class Tokenizer:
    def __init__(self):
        self.merges = {}
        self.vocab = {i: bytes([i]) for i in range(256)}

    def train(self, words, size):
        chunks = {}
        for w in words:
            chunks[w] = chunks.get(w, 0) + 1
        data = [(list(w.encode('utf-8')), n) for w, n in chunks.items()]
        for new in range(256, size):
            counts = {}
            for ids, n in data:
                pairs_of(ids, counts, n)
            if not counts:
                break
            best = max(counts, key=lambda p: (counts[p], p))
            self.merges[best] = new
            self.vocab[new] = self.vocab[best[0]] + self.vocab[best[1]]
            data = [(merge(ids, best, new), n) if best[0] in ids else (ids, n) for ids, n in data]

    def encode(self, word):
        ids = list(word.encode('utf-8'))
        while len(ids) > 1:
            best = min(zip(ids, ids[1:]), key=lambda p: self.merges.get(p, 1 << 30))
            if best not in self.merges:
                break
            ids = merge(ids, best, self.merges[best])
        return ids

    def decode(self, ids):
        return b''.join(self.vocab[i] for i in ids).decode('utf-8')


words = text(6000).split()
tokenizer = Tokenizer()
tokenizer.train(words, 256 + 60)
total = 0
for w in words[:2500]:
    ids = tokenizer.encode(w)
    total += len(ids)
    assert tokenizer.decode(ids) == w
print(len(tokenizer.merges), total)
print([tokenizer.vocab[i].decode() for i in range(256, 286)])
