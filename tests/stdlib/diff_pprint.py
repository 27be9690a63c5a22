# difflib and pprint.
import collections, dataclasses, difflib, pprint, types
a = "one\ntwo\nthree\nfour\nfive\nsix\n".splitlines(True); b = "one\n2wo\nthree\nfive\nsixx\nseven\n".splitlines(True)
for f in difflib.ndiff, difflib.unified_diff, difflib.context_diff:
    print("".join(f(a, b)))
print("".join(difflib.unified_diff(a, b, "a.txt", "b.txt", "d1", "d2", n=0)), list(difflib.unified_diff(a, a)))
d = list(difflib.ndiff(a, b)); print(list(difflib.restore(d, 1)) == a, list(difflib.restore(d, 2)) == b)
s = difflib.SequenceMatcher(None, " abcd", "abcd abcd"); print(s.find_longest_match(0, 5, 0, 9), s.get_matching_blocks(), s.get_opcodes(), s.ratio(), s.quick_ratio(), s.real_quick_ratio())
s = difflib.SequenceMatcher(lambda x: x == " ", "private Thread currentThread;", "private volatile Thread currentThread;"); print(round(s.ratio(), 3), list(s.get_grouped_opcodes(2)))
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]), difflib.get_close_matches("x", []), difflib.SequenceMatcher(None, [1, 2] * 150, [2, 1] * 150).ratio())
for bad in (lambda: difflib.get_close_matches("a", [], 0), lambda: difflib.get_close_matches("a", [], 1, 2), lambda: list(difflib.restore([], 3)), lambda: list(difflib.unified_diff([1], [2]))):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
print(list(difflib.diff_bytes(difflib.unified_diff, [b"a\n"], [b"b\n"])))
@dataclasses.dataclass
class P:
    name: str
    values: list = dataclasses.field(default_factory=list)
    other: object = None
big = {"key%d" % i: list(range(i)) for i in range(12)}
nest = [[["deep", ["er" * 10] * 3] * 2] * 2, ("tuple",), {"one in a set"}, frozenset(range(30)), "a long text with words " * 8, b"bytes " * 20, 10 ** 60, None, 1.5]
for o in (big, nest, P("n" * 30, list(range(20)), P("inner")), collections.OrderedDict(big), collections.defaultdict(list, big), collections.Counter("abracadabra" * 3), collections.deque(range(40), maxlen=50),
          types.SimpleNamespace(**big), collections.ChainMap(big, {"a": 1}), [], {}, (), set(), (1,), "x", types.MappingProxyType(big), collections.UserDict(big), collections.UserList(range(50)), bytearray(b"x" * 100)):
    pprint.pprint(o)
pprint.pprint(nest, width=40, compact=True); pprint.pprint(big, indent=4, depth=1); pprint.pp({"z": 1, "a": 2}); pprint.pprint({"z": 1, "a": 2}, sort_dicts=False); pprint.pprint([123456789, {1000: 10000}], underscore_numbers=True)
r = [1]; r.append(r); print(pprint.pformat(r).split(" with")[0], pprint.isrecursive(r), pprint.isreadable([1]), pprint.saferepr({2: 1, 1: 2}))
pprint.pprint({1: "a", "b": 2, None: 3, (1, 2): [4]}); pprint.pprint("text\nwith\nlines " * 10, width=30); print(pprint.PrettyPrinter(width=20).pformat(list(range(20))))
for bad in (lambda: pprint.PrettyPrinter(indent=-1), lambda: pprint.PrettyPrinter(depth=0), lambda: pprint.PrettyPrinter(width=0)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
