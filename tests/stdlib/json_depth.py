# How deep JSON may nest: as deep as Python code may call.
import json
import sys


def nested(n, wrap):
    v = 1
    for _ in range(n):
        v = wrap(v)
    return v


for name, wrap in (("list", lambda v: [v]), ("tuple", lambda v: (v,)), ("dict", lambda v: {"a": v})):
    for n in (10, 500, 900, 5000, 100_000):
        v = nested(n, wrap)
        try:
            print(name, n, len(json.dumps(v)))
        except RecursionError as e:
            print(name, n, e)
        while isinstance(v, (list, tuple, dict)):  # taken apart level by level
            v = v[0] if not isinstance(v, dict) else v["a"]
for n in (10, 500, 900, 5000, 1_000_000):
    for text in ("[" * n + "]" * n, '{"a":' * n + "1" + "}" * n, "[" * n, '{"a":[' * n):
        try:
            print(n, len(repr(json.loads(text))) if n < 900 else json.loads(text) is not None)
        except RecursionError as e:
            print(n, e)
        except ValueError as e:
            print(n, e)


class Odd:
    pass


try:
    json.dumps(Odd(), default=lambda o: Odd())
except RecursionError as e:
    print(str(e).startswith("maximum recursion depth exceeded"))
sys.setrecursionlimit(200)
try:
    json.loads("[" * 300 + "]" * 300)
except RecursionError as e:
    print(e)
print(json.loads("[" * 100 + "]" * 100) is not None)
