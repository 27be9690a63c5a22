# configparser: reading, writing, interpolation, converters, messages; urllib.parse.
import configparser as cp
import io
import urllib.parse as up


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except BaseException as e:
        print(type(e).__name__, e)


TEXT = """
# comment
[DEFAULT]
root = /usr
level: 3

[paths]
Home = %(root)s/home
data = %(home)s/data
multi = one
  two

  three
; another
empty =
[flags]
a = yes
b = off
n = 42
f = 2.5
bad = maybe
pct = 50%%
"""
c = cp.ConfigParser()
c.read_string(TEXT)
print(c.sections(), c.options("paths"), c.defaults(), "paths" in c, "DEFAULT" in c, len(c), list(c))
for o in c.options("paths"):
    print(o, repr(c.get("paths", o)), repr(c.get("paths", o, raw=True)))
print(c.getint("flags", "n"), c.getfloat("flags", "f"), c.getboolean("flags", "a"), c.getboolean("flags", "b"), c["flags"].getint("n"), c["flags"].getboolean("zz", fallback=True), c["flags"]["pct"])
t(c.getboolean, "flags", "bad"); t(c.getint, "flags", "a"); t(c.get, "no", "x"); t(c.get, "flags", "no"); t(c.get, "no", "x", fallback=1); t(c["flags"].get, "no"); t(lambda: c["no"]); t(lambda: c["flags"]["no"])
t(c.add_section, "paths"); t(c.add_section, "DEFAULT"); t(c.add_section, 5); t(c.set, "no", "a", "b"); t(c.set, "flags", "a", 5); t(c.set, "flags", "a", "50%"); t(c.options, "no"); t(c.items, "no")
print(c.items("flags", raw=True)[-2:], c.has_option("paths", "HOME"), c.get("paths", "home", vars={"root": "/x"}), dict(c["flags"])["n"], c.remove_option("flags", "n"), c.remove_section("flags"), c.has_section("flags"))
c["new"] = {"k": "v", "n": 5}; c["new"]["z"] = "a\nb"; out = io.StringIO(); c.write(out); print(out.getvalue()); out = io.StringIO(); c.write(out, space_around_delimiters=False); print(repr(out.getvalue()[:40]))
for text in ("x = 1", "[a]\n[a]", "[a]\nx=1\nx=2", "[a]\nnonsense", "[a]\n= 5", "[a]\nx = %(y)s", "[a]\nx = %(x)s", "[a]\nx = %y", "[a]\nx = %(y"):
    p = cp.ConfigParser()
    def go():
        p.read_string(text); return dict(p["a"])
    t(go)
p = cp.ConfigParser(allow_no_value=True, strict=False, inline_comment_prefixes=("#",), delimiters=("=",), interpolation=cp.ExtendedInterpolation(), converters={"list": lambda s: s.split(",")})
p.read_string("[a]\nflag\nx = 1 # note\nl = 1,2\ny = ${x}${b:z}\n[b]\nz = ${a:x}!\nbad = ${q}\nworse = $x\n[a]\nx = 2\n")
print(dict(p["a"]), p["b"]["z"], p.getlist("a", "l"), p["a"].getlist("l")); t(p.get, "b", "bad"); t(p.get, "b", "worse"); t(p.getlist, "a", "none")
r = cp.RawConfigParser({"d": "1"}); r.read_dict({"s": {"a": 1, "b": None}}); print(dict(r["s"]), r.read("/nonexistent"), r.popitem(), r.sections()); t(r.popitem)
p.optionxform = str; p.read_string("[c]\nAbC = 1"); print(list(p["c"])); t(cp.ConfigParser, interpolation=5); print(p["c"], cp.ConfigParser(None).defaults())

for u in ("http://user:pw@Host.com:8080/p/a;x?q=1&r=#frag", "//net/path", "path/only?x#y", "mailto:a@b.c", "http://[::1]:80/", "HTTP://A/B", "file:///etc", "", "?q", "#f", "a:b", "1a:b", " http://x \n", "http://h:99999/", "http://h:x/", "x://a;b/c;d"):
    t(up.urlparse, u); t(up.urlsplit, u); r = up.urlsplit(u); t(lambda: (r.hostname, r.port, r.username, r.password, r.geturl()))
t(up.urlsplit, "http://[::1/"); t(up.urlparse, b"http://h/p?q"); t(up.urlparse, b"x", "y"); t(up.urlsplit, "http://\u2100/")
base = "http://a/b/c/d;p?q"
for ref in "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", ";x", "", ".", "./", "..", "../", "../g", "../..", "../../../g", "/./g", "g.", "..g", "./g/.", "g;x=1/../y", "http:g":
    print(ref, up.urljoin(base, ref), end=" | ")
print(); print(up.urldefrag("http://a/b#c"), up.urlunparse(("http", "h", "/p", "x", "q=1", "f")), up.urlunsplit(("", "", "p", "", "")))
print(up.quote("a b/ü&=?~", safe=""), up.quote("a/b c"), up.quote_plus("a b+c"), up.quote(b"\xff a"), up.unquote("a%20b%C3%BC%zz+"), up.unquote_plus("a+b%2B"), up.unquote_to_bytes("a%ff"), up.unquote("%ff"), up.quote("x", encoding="latin-1"))
print(up.urlencode({"a": 1, "b c": "d&e", "l": [1, 2]}), up.urlencode([("l", [1, 2]), ("s", "x y")], doseq=True), up.urlencode({"a": "b c"}, quote_via=up.quote)); t(up.urlencode, "abc"); t(up.urlencode, 5); t(up.quote, 5); t(up.quote_from_bytes, "x")
print(up.parse_qs("a=1&a=2&b=&c"), up.parse_qs("a=1&b=", keep_blank_values=True), up.parse_qsl("x=%C3%BC+y;z=1&w=2"), up.parse_qsl("a=1;b=2", separator=";"), up.parse_qs(b"a=1")); t(up.parse_qsl, "a", strict_parsing=True); t(up.parse_qsl, "a=1&b=2", max_num_fields=1); t(up.parse_qs, "a", separator="")
