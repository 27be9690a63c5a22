# JSON round trip: a nested document written and read, compact, indented and sorted
import json


def document(n):
    seed = 3
    users = []
    for i in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        users.append({
            'id': i,
            'name': 'user %d' % (seed % 1000),
            'mail': 'u%d@example.org' % (seed % 97),
            'score': seed / 1000.0,
            'active': seed % 3 == 0,
            'parent': None if seed % 5 == 0 else seed % 50,
            'tags': ['tag%d' % (seed >> k & 15) for k in range(4)],
            'note': 'line one\nline "two"\t\u00e9\u4e2d' if i % 7 == 0 else 'plain text of some length, nothing special',
            'place': {'lat': (seed % 18000) / 100 - 90, 'lon': (seed % 36000) / 100 - 180, 'alt': [1, 2.5, -3e10]},
        })
    return {'version': 1, 'users': users, 'empty': {}, 'none': []}


doc = document(300)
total = 0
for i in range(60):
    text = json.dumps(doc)
    total += len(text)
    back = json.loads(text)
    assert back == doc
for i in range(4):
    text = json.dumps(doc, indent=2, sort_keys=True)
    total += len(text)
    back = json.loads(text)
    assert back == doc
compact = json.dumps(doc, separators=(',', ':'), ensure_ascii=False)
print(total, len(compact), compact[:100])
