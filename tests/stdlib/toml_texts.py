# What TOML says, and what is no TOML, with the place.
import decimal
import tomllib

print(tomllib.loads(r'''
title = "TOML"  # a comment
a."b c".'d' = 1
[owner]
name = 'Tom "x"'
times = [1979-05-27T07:32:00-08:00, 1979-05-27 07:32:00.999999999Z, 1979-05-27, 07:32:00.5, 1979-05-27t07:32:00]
[data]
ports = [ 8000, [1, "a", {x = 1, y.z = 2}], # a comment
    8002, ]
numbers = [0xDEAD_beef, 0o755, 0b1101, 1.5, -2e10, 1_000.5e-3, inf, -inf, +1, -0, 0.0, 1e06, true]
[[p]]
n = 1
[[p.q]]
m = 1
[[p.q]]
m = 2
[[p]]
n = 2
[p.sub]
k = """
several \
    lines
"q" "" """""
u = "\u00e9\U0001F600\t\\"
[x.y.z]
v = 1
[x]
w = 2
y.k = 3
'''))
print(tomllib.loads("a=1\r\nb='''\nx\n''''\n"), tomllib.loads("[a]\n[b.c]\n[b]\n[b.d]"), tomllib.loads("[[a.b]]\nx=1\n[a.b.c]"))
print(tomllib.loads("a = 1.50\nb = inf\nc = 1", parse_float=decimal.Decimal))
wrong = """a|a=|=1|a=1 b=2|a=1~a=2|[a]~[a]|a=1~[a]|a=1~[a.b]|[[a]]~[a]|[a]~[[a]]|a=[]~[[a]]|a={}~[a.b]|a={b=1}~a.c=2|a={b=1}~[a]
a.b=1~[a]|[a.b]~[a]~b.c=1|a={b=1,}|a={b=1|a=[1|a=[1 2]|a='x|a="x|a="\\q"|a="\\u12"|a="\\ud800"|a="\\|a='''x|a=\"\"\"x|a="x~y"
a='\x01'|# \x01|a=01|a=1__2|a=_1|a=1_|a=1.|a=.5|a=1e|a=0x|a=0xg|a=+0x1|a=1979-13-01|a=25:00:00|a=1979-05-27T|a=True|a=nul
[a|[[a]|[]|[a.]|a..b=1|a b=1|[a] b|a=1]|a=1979-05-27T07:32|a={~b=1}|a=[{b=1}]~[a.c]|a.b=1~a.b.c=2|a=1~a.b=2|[a]~b=1~[a.b]
[[a]]~b.c=1~[a.b]|a.b.c=1~[a.b]|x={a=1,a=2}|x={a={b=1},a.c=1}|a=12:30:00Z|a=2021-1-1|[a]~x=1~[[a.x]]|a=[1,,2]|a=[,]|ä=1"""
for text in wrong.replace("\n", "|").split("|"):
    try:
        print(tomllib.loads(text.replace("~", "\n")))
    except tomllib.TOMLDecodeError as e:
        print(text, e)
for call in (lambda: tomllib.loads(3), lambda: tomllib.loads("a=1.5", parse_float=lambda text: []),
             lambda: tomllib.load(open("/dev/null")), lambda: tomllib.load(open("/dev/null", "rb"))):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
