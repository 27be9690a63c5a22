"""pprint of every kind at several widths, indents and depths."""
import collections, dataclasses, pprint, random, types
from collections import *

@dataclasses.dataclass
class P:
    name: str
    items: list = dataclasses.field(default_factory=list)
    hidden: int = dataclasses.field(default=3, repr=False)
class L(list): pass
class D(dict):
    def __repr__(self): return "D!" * 30
class M(pprint.PrettyPrinter):
    def format(self, o, context, maxlevels, level):
        return ("<int>", False, False) if type(o) is int else super().format(o, context, maxlevels, level)
rec = [1]; rec.append(rec); recd = {"a": rec}; recd["self"] = recd
data = [list(range(30)), {i: "value" * i for i in range(8)}, {"b": 1, 2: "c", (1, 2): None}, ("one",), tuple("abcdefgh") * 4, set(range(40)), frozenset([3, 1, 2]), set(),
        "a long text with many words that has to be broken over several lines of output, some lines\nbreak", "x" * 200, b"bytes that are long enough to be broken over lines, twice over", b"12345678" * 12, bytearray(b"abcdefg" * 15), {"k": "a text " * 20, "b": b"bytes " * 30},
        OrderedDict((i, str(i) * 9) for i in range(9)), defaultdict(list, {i: [i] * 9 for i in range(5)}), Counter("a long text that is counted"), ChainMap({"a": list(range(20))}, {"b": 2}), deque(range(40)), deque(range(40), maxlen=50), deque(),
        UserDict({i: "v" * 20 for i in range(5)}), UserList(range(40)), UserString("words " * 30), types.SimpleNamespace(a=list(range(20)), b="c" * 50), types.MappingProxyType({"a" * 20: 1, "b" * 50: 2}),
        P("a name", [P("inner " * 9, list(range(20)))]), L(range(40)), D(), rec, recd, {"nested": [{"deep": {"deeper": [[[1, 2, [3]]]]}}] * 2}, 10 ** 40, [10 ** 10, -12345, 1.5, True, None, 3j], {}, [], (), {1: [], 2: {}}]
for o in data:
    for kw in ({}, {"width": 40}, {"width": 20, "indent": 4}, {"compact": True, "width": 50}, {"depth": 2}, {"sort_dicts": False, "underscore_numbers": True}):
        text = pprint.pformat(o, **kw)
        print(text if o is not rec and o is not recd else pprint.pformat([1]), pprint.isreadable(o), pprint.isrecursive(o))
M(width=20).pprint({"a": [1, "b" * 30], 2: 3}); pprint.pp({"z": 1, "a": 2}); print(pprint.saferepr({"b": 1, "a": [2]}))
for kw in ({"indent": -1}, {"depth": 0}, {"width": 0}):
    try: pprint.pformat(1, **kw)
    except ValueError as e: print(e)
