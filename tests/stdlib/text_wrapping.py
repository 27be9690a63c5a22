# textwrap: wrap, fill, shorten, dedent, indent and the options of TextWrapper.
import textwrap

text = (
    "The quick brown fox, which is not-so-quick after all, jumped over   the lazy dog.  It was e.g. \t tired!  "
    "A-very-long-word-with-hyphens and supercalifragilisticexpialidocious ones -- with dashes--too.\n\nNew line."
)
for width in (1, 5, 12, 20, 40, 200):
    print(width, textwrap.wrap(text, width))
print(textwrap.fill(text, 30))
options = [
    dict(initial_indent="* ", subsequent_indent="  "),
    dict(expand_tabs=False),
    dict(replace_whitespace=False),
    dict(drop_whitespace=False),
    dict(fix_sentence_endings=True),
    dict(break_long_words=False),
    dict(tabsize=2),
    dict(break_on_hyphens=False),
    dict(max_lines=2),
    dict(max_lines=1, placeholder="..."),
    dict(max_lines=3, placeholder=""),
    dict(max_lines=2, initial_indent=">>", subsequent_indent=">>>>"),
    dict(break_long_words=False, break_on_hyphens=False),
    dict(max_lines=2, placeholder=" [rest]"),
]
for each in options:
    for width in (15, 33):
        print(each, width, textwrap.wrap(text, width, **each))


def tell(call):
    try:
        print(repr(call()))
    except Exception as e:
        print(type(e).__name__, e)


tell(lambda: textwrap.wrap("abc", 0))
tell(lambda: textwrap.wrap("abc", -1))
tell(lambda: textwrap.wrap("", 5))
tell(lambda: textwrap.wrap("   ", 5))
tell(lambda: textwrap.wrap("   ", 5, drop_whitespace=False))
tell(lambda: textwrap.wrap("abc def", 2, max_lines=1))
tell(lambda: textwrap.wrap("abc def", 12, max_lines=1, placeholder=" [and a long rest]"))
tell(lambda: textwrap.wrap("abcdef", 5, initial_indent="123456"))
tell(lambda: textwrap.wrap("x y", 3, unknown=1))
for width in (4, 10, 12, 20, 100):
    tell(lambda: textwrap.shorten("Hello  world,  this is\n text", width))
    tell(lambda: textwrap.shorten("Hello  world,  this is\n text", width, placeholder=".."))
for block in (
    "  a\n    b\n  c\n",
    "\ta\n\t b\n",
    "  a\n\tb\n",
    "a\n  b",
    "   \n  a\n\n  b\n      \n",
    "",
    "\n\n",
    "  a",
    " \t a\n \t b\n \tc",
):
    tell(lambda: textwrap.dedent(block))
for block in ("a\nb\n\n  \nc", "a", "", "a\r\nb\x0bc"):
    tell(lambda: textwrap.indent(block, "> "))
    tell(lambda: textwrap.indent(block, "> ", lambda line: True))
    tell(lambda: textwrap.indent(block, "> ", lambda line: "a" in line))
w = textwrap.TextWrapper(width=10)
w.width, w.max_lines = 12, 2
tell(lambda: w.wrap(text))
tell(lambda: w.fill(text))
print(sorted(vars(w)))


class Halves(textwrap.TextWrapper):
    def _split(self, text):
        return list(text[: len(text) // 2]) + [text[len(text) // 2 :]]


tell(lambda: Halves(width=4).wrap("abcdefgh"))
for sample in (
    "well-known e-mail",
    "foo--bar---baz",
    "a.-b",
    "1-2-3",
    "--option=val",
    "x-",
    "-x",
    "(a-b)",
    "é-è",
    "foo-\nbar",
    "this-is-a-useful-feature",
    "em--dash",
    "'quoted-word'",
    "half-wit -- yes",
    "I'm-well",
):
    print(
        sample, textwrap.TextWrapper()._split(sample) == textwrap.TextWrapper()._split(sample), textwrap.wrap(sample, 3)
    )
