# shlex: split, join, quote and the lexer's states.
import io
import shlex


def tell(what, call):
    try:
        print(what, "->", repr(call()))
    except Exception as e:
        print(what, "->", type(e).__name__, e)


samples = [
    "a b  c",
    "'a b' c",
    '"a b" c',
    r"a\ b c",
    r'"a\"b" \c',
    "a'b'c\"d\"",
    "''",
    '"" x',
    "a # b",
    "#",
    "a#b",
    "\\",
    '"',
    "'",
    '"a\\',
    "a\tb\nc\rd",
    "é ü",
    "a;b|c&d",
    "$(x) `y`",
    "a=b --c='d e'",
    "~/x *.py",
    r"'a\'b",
    r'"a\b\$\`"',
    "",
    " ",
    "x\\\ny",
    "(a) <b>",
    "one 'two",
    "a\x00b",
]
for text in samples:
    tell(repr(text), lambda: shlex.split(text))
    tell("  comments", lambda: shlex.split(text, comments=True))
    tell("  not posix", lambda: shlex.split(text, posix=False))
    tell("  quote", lambda: shlex.quote(text))
    tell("  round", lambda: shlex.split(shlex.quote(text)) == [text])
print(shlex.join(["a", "b c", "d'e", "", "$f"]), shlex.split(shlex.join(["a", "b c", "d'e", "", "$f"])))
tell("quote", lambda: shlex.quote(3))
tell("split None", lambda: shlex.split(3))

for text in samples:
    for options in (
        dict(),
        dict(posix=True),
        dict(punctuation_chars=True),
        dict(posix=True, punctuation_chars=True),
        dict(posix=True, punctuation_chars="|"),
    ):
        tell((text, options), lambda: list(shlex.shlex(text, **options)))

lex = shlex.shlex("a b\nc 'd'", infile="name")
print(lex.infile, lex.get_token(), lex.lineno, lex.get_token(), lex.lineno, lex.error_leader())
lex.push_token("pushed")
print(lex.get_token(), lex.get_token(), lex.get_token(), repr(lex.get_token()), lex.lineno)
print(lex.error_leader("other", 7))
lex = shlex.shlex(io.StringIO("from a file"), posix=True)
lex.whitespace_split = True
print(list(lex), lex.get_token())
lex = shlex.shlex("a,b;c", posix=True)
lex.whitespace += ","
print(list(lex))
lex = shlex.shlex("a!b c", posix=True)
lex.wordchars += "!"
print(list(lex))
lex = shlex.shlex("a 'b' |c|", posix=True)
lex.quotes = "|"
print(list(lex))
lex = shlex.shlex("a ; b\nc % d\ne", posix=True)
lex.commenters = "%"
print(list(lex))
lex = shlex.shlex("a&&b||c >d", posix=True, punctuation_chars=True)
print(lex.punctuation_chars, sorted(set(lex.wordchars) - set(shlex.shlex("").wordchars)))
tell("read only", lambda: setattr(lex, "punctuation_chars", "x"))
lex.whitespace_split = True
print(list(lex))


class Sourcing(shlex.shlex):
    def sourcehook(self, newfile):
        return newfile, io.StringIO("inner " + newfile)


lex = Sourcing("a source x b")
lex.source = "source"
print(list(lex))
lex = shlex.shlex("a b")
lex.push_source("c d", "pushed")
print(lex.infile, list(lex))
print(list(shlex.shlex("")), shlex.shlex("").eof == "", shlex.shlex("", posix=True).eof)
