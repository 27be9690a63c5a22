# String building and formatting: +=, join, f-strings, %, format, slicing, translate
def report(n):
    lines = []
    for i in range(n):
        x = i * 1.37
        lines.append(f'{i:05d} {x:10.3f} {i * 7919 % 1000:>6} {"even" if i % 2 == 0 else "odd":<5}|')
    return '\n'.join(lines)


def percent(n):
    out = ''
    for i in range(n):
        out += '%d:%s:%.2f;' % (i, 'abc'[i % 3], i / 3)
    return out


def method(n):
    return ''.join('{0}-{1:x}-{name!r}'.format(i, i * 31, name='n%d' % (i % 10)) for i in range(n))


def reverse_words(s):
    return ' '.join(w[::-1] for w in s.split(' '))


def caesar(s, k):
    out = []
    for c in s:
        if 'a' <= c <= 'z':
            out.append(chr((ord(c) - 97 + k) % 26 + 97))
        elif c.isupper():
            out.append(chr((ord(c) - 65 + k) % 26 + 65))
        else:
            out.append(c)
    return ''.join(out)


def palindromes(s):
    n, best = len(s), ''
    for mid in range(n):
        for lo, hi in ((mid, mid), (mid, mid + 1)):
            while lo >= 0 and hi < n and s[lo] == s[hi]:
                lo -= 1
                hi += 1
            if hi - lo - 1 > len(best):
                best = s[lo + 1:hi]
    return best


r = report(40000)
p = percent(70000)
m = method(60000)
print(len(r), len(p), len(m), hash(r) == hash(report(40000)))
print(r.splitlines()[777], p[-20:], m[-14:])
text = 'The quick brown fox jumps over the lazy dog; never odd or even, was it a car or a cat I saw? ' * 30
print(reverse_words(text)[:60])
print(caesar(caesar(text, 3), 23) == text, caesar(text, 5)[:40])
print(palindromes(text.lower().replace(' ', '')[:1500]))
table = str.maketrans('aeiou', 'AEIOU', ' ;,')
print(text.translate(table)[:50], text.title()[:30], text.swapcase()[:30], text.find('saw'), text.rfind('saw'))
print(sum(len(s.strip().center(40, '*').partition('*')[2]) for s in p.split(';')))
