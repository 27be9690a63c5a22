# Regular-expression matching: tokenizing, log lines, substitution, splitting
import re

TOKEN = re.compile(r'''
    (?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<op>\*\*|//|[-+*/%()=<>,\[\]])
  | (?P<space>\s+)
''', re.VERBOSE)

SOURCE = '''
total = alpha_1 * (beta + 3.25e-2) ** 2 // gamma % 17 "a \\"quoted\\" word"
result = fn(x, y, [1, 2, 3.5]) - other[index] * 100 + "text" / 4
'''


def tokens(text):
    at, out = 0, []
    while at < len(text):
        m = TOKEN.match(text, at)
        if m.lastgroup != 'space':
            out.append((m.lastgroup, m.group()))
        at = m.end()
    return out


def log(n):
    lines, seed = [], 5
    for i in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        lines.append('192.168.%d.%d - - [%02d/Mar/2024:10:%02d:%02d +0000] "%s /page/%d.html?q=%d HTTP/1.1" %d %d' % (
            seed >> 8 & 255, seed >> 16 & 255, i % 28 + 1, i % 60, seed % 60, ('GET', 'POST', 'PUT')[seed % 3],
            seed % 1000, seed % 77, (200, 404, 301, 500)[seed >> 5 & 3], seed % 100000))
    return lines


LINE = re.compile(r'^(\d+\.\d+\.\d+\.\d+) \S+ \S+ \[([^\]]+)\] "(GET|POST|PUT) ([^" ]+)[^"]*" (\d{3}) (\d+)$')

kinds = {}
for _ in range(200):
    for kind, _text in tokens(SOURCE):
        kinds[kind] = kinds.get(kind, 0) + 1
print(sorted(kinds.items()))
lines = log(24000)
status, size = {}, 0
for line in lines:
    m = LINE.match(line)
    if m:
        status[m.group(5)] = status.get(m.group(5), 0) + 1
        size += int(m.group(6))
print(sorted(status.items()), size)
body = '\n'.join(lines[:14000])
print(len(re.findall(r'\b\d{3}\b', body)), len(re.findall(r'[a-z]+\.html', body)))
print(len(re.sub(r'(\d+)\.(\d+)\.(\d+)\.(\d+)', r'\4.\3.\2.\1', body)),
      len(re.sub(r'q=(\d+)', lambda m: 'q=%x' % int(m.group(1)), body)))
print(len(re.split(r'[\s"\[\]]+', body)), bool(re.search(r'(a|b|c|ab)*d$', 'abcabcabcab')))
print(sum(1 for m in re.finditer(r'(?i)mar/2024:(\d\d):(?=0)', body)))
