# shlex, graphlib, getopt, sched.
import getopt, graphlib, io, sched, shlex, time
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
for s in ("a b 'c d' \"e f\"", "a\\ b c", "x='y z'", "# c", "a # b", "''", "", "a 'b", "a\\", '"a\\"b\\x"', "it''s", "é ü", "a;b|c", "\ta\n b "):
    t(shlex.split, s); t(shlex.split, s, True); t(shlex.split, s, posix=False); t(lambda: list(shlex.shlex(s, punctuation_chars=True))); t(lambda: list(shlex.shlex(s)))
print(shlex.quote("a b"), shlex.quote("it's"), shlex.quote(""), shlex.quote("ok-1.x"), shlex.join(["a b", "c", "$x"]), shlex.split(shlex.join(["a b", "it's"])))
g = graphlib.TopologicalSorter({"d": ["b", "c"], "b": ["a"], "c": ["a"]}); print(list(g.static_order())); t(g.prepare); t(lambda: list(graphlib.TopologicalSorter({1: [2], 2: [3], 3: [1]}).static_order()))
g = graphlib.TopologicalSorter(); g.add("x", "y"); t(g.get_ready); g.prepare(); t(g.add, "z"); print(g.get_ready(), g.is_active(), bool(g)); t(g.done, "x"); t(g.done, "nope"); g.done("y"); t(g.done, "y"); print(g.get_ready(), g.done("x"), g.is_active())
for args in (["-a", "-b", "v", "rest", "-a"], ["-abv"], ["--long", "--val=3", "x"], ["--val", "4"], ["--lo"], ["-x"], ["-b"], ["--none"], ["--long=1"], ["--val"], ["--v"], ["--", "-a"], ["-", "-a"], []):
    t(getopt.getopt, args, "ab:", ["long", "val=", "very"]); t(getopt.gnu_getopt, args, "ab:", ["long", "val=", "very"])
out = []; s = sched.scheduler(time.monotonic, time.sleep); s.enter(0.02, 1, out.append, ("b",)); s.enter(0.01, 1, out.append, ("a",)); e = s.enter(9, 1, print); s.cancel(e); print(len(s.queue), s.empty()); s.run(); print(out, s.empty(), s.run(False))
