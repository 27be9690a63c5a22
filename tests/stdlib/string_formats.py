# string: constants, capwords, templates and formatters.
import string
from string import Formatter, Template


def tell(what, call):
    try:
        print(what, "->", repr(call()))
    except Exception as e:
        print(what, "->", type(e).__name__, e)


for name in (
    "whitespace",
    "ascii_lowercase",
    "ascii_uppercase",
    "ascii_letters",
    "digits",
    "hexdigits",
    "octdigits",
    "punctuation",
    "printable",
):
    print(name, repr(getattr(string, name)))
print(sorted(string.__all__))
print(repr(string.capwords("  aB  cd\tEF ")), repr(string.capwords("a-bC-d", "-")), repr(string.capwords("")))

t = Template("$who likes ${what}s for $$5, $who does")
tell("substitute", lambda: t.substitute(who="Ann", what="book"))
tell("mapping", lambda: t.substitute({"who": "Ann", "what": "pen"}))
tell("both", lambda: t.substitute({"who": "Ann", "what": "pen"}, who="Bob"))
tell("missing", lambda: t.substitute(who="Ann"))
tell("safe", lambda: t.safe_substitute(who="Ann"))
tell("numbers", lambda: t.substitute(who=1, what=None))
for text in ("$", "a $ b", "line\n  $1x", "${", "${a", "${1}", "$a$", "$$", "$é"):
    u = Template(text)
    tell(text, lambda: u.substitute(a="A"))
    tell(text, lambda: u.safe_substitute(a="A"))
    tell(text, lambda: (u.is_valid(), u.get_identifiers()))
print(t.get_identifiers(), t.template == "x", t.pattern.flags)


class Percent(Template):
    delimiter = "%"
    idpattern = r"[a-z]+_[a-z]+"


tell("other sign", lambda: Percent("%a_b %ab %% $a_b").safe_substitute(a_b="x"))
tell("other sign", lambda: Percent("%ab").substitute(a_b="x"))


class Braced(Template):
    braceidpattern = r"[a-z.]+"


tell("braces", lambda: Braced("$a ${b.c}").substitute({"a": 1, "b.c": 2}))
tell("braces", lambda: Braced("$a.b").substitute({"a": 1}))


class Own(Template):
    pattern = r"(?P<escaped>@@)|@(?P<named>[a-z]+)@|(?P<braced>~~~)|(?P<invalid>@)"


tell("own pattern", lambda: Own("@a@ @@ x").substitute(a=5))
tell("own pattern", lambda: Own("@a@ @").substitute(a=5))


class Flagless(Template):
    flags = 0


tell("no flags", lambda: Flagless("$a $B").safe_substitute(a=1, B=2))
tell(
    "bad group",
    lambda: type("Bad", (Template,), {"pattern": "(?P<named>a)(?P<braced>b)?(?P<escaped>c)?(?P<invalid>d)?|x"}),
)
tell("two mappings", lambda: t.substitute({}, {}))

f = Formatter()
tell("format", lambda: f.format("{0} {1!r:>5} {a.real:.1f} {b[k]} {b[1]}", 1, "x", a=2.5, b={"k": "v", 1: "one"}))
tell("numbers by turn", lambda: f.format("{} {} {:{}}", 1, 2, "x", ">3"))
tell("mixed", lambda: f.format("{} {1}", 1, 2))
tell("mixed", lambda: f.format("{1} {}", 1, 2))
tell("mixed", lambda: f.format("{0:{}}", 1, 2))
tell("names and turn", lambda: f.format("{a} {} {b} {}", 1, 2, a=3, b=4))
tell("too few", lambda: f.format("{} {}", 1))
tell("no name", lambda: f.format("{a}"))
tell("conversion", lambda: f.format("{!s} {!r} {!a}", "é", "é", "é"))
tell("conversion", lambda: f.format("{!x}", 1))
tell("nested", lambda: f.format("{0:{1}{2}}", 5, "0", 4))
tell("too deep", lambda: f.format("{0:{1:{2:{3}}}}", 1, 2, 3, 4))
tell("braces", lambda: f.format("{{{0}}}", 1))
tell("single", lambda: f.format("}"))
tell("single", lambda: f.format("{"))
tell("vformat", lambda: f.vformat("{0} {k}", (1,), {"k": 2}))
print(list(f.parse("a{b!r:c{d}}e{{{f.g[0]}")))
tell("get_field", lambda: f.get_field("a.real[0]", (), {"a": 1}))
tell("get_field", lambda: f.get_field("0.imag", (3j,), {}))
tell("get_value", lambda: (f.get_value(0, "ab", {}), f.get_value("x", (), {"x": 1})))
tell("convert", lambda: (f.convert_field(1, None), f.convert_field("a", "r")))
tell("convert", lambda: f.convert_field(1, "q"))
tell("no arguments", lambda: Formatter.format())
tell("no arguments", lambda: f.format())


class Loud(Formatter):
    def get_value(self, key, args, kwargs):
        if isinstance(key, str):
            return kwargs.get(key, f"<{key}>")
        return super().get_value(key, args, kwargs)

    def check_unused_args(self, used, args, kwargs):
        print("used", sorted(map(str, used)))

    def format_field(self, value, spec):
        return "!" + super().format_field(value, spec) if spec != "skip" else "-"

    def convert_field(self, value, conversion):
        return str(value).upper() if conversion == "u" else super().convert_field(value, conversion)


tell("own formatter", lambda: Loud().format("{0} {x} {y!u} {1:skip} {0:{1}}", "a", "5", y="q"))
