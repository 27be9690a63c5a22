# Values that refer to other options, in both notations, with every way to get them wrong.
import configparser
src = """
[a]
base = /x
one = %(base)s/y
two = %(one)s/%%z
Loop = %(loop)s
bad = %(nope)s
odd = 5% of
open = %(base
[b]
base = /q
[e]
base = /r
one = ${base}/y
two = ${one}:$$ ${a:base} ${a:two}
far = ${b:base}${e:one}
bad = ${nope}
bad2 = ${no:pe}
bad3 = ${a:b:c}
odd = $x
open = ${base
self = ${self}
"""
for kind in (configparser.BasicInterpolation, configparser.ExtendedInterpolation):
    c = configparser.ConfigParser(interpolation=kind()); c.read_string(src)
    for s in c.sections():
        for o in c.options(s):
            try: print(s, o, repr(c.get(s, o)))
            except Exception as e: print(s, o, type(e).__name__, e, e.args)
    for v in ("%(x)s", "50%", "${x}", "a$", "%%", "$$"):
        try: c.set("a", "new", v); print("set", v)
        except Exception as e: print(type(e).__name__, e)
