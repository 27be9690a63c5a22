# Sources that cannot be decoded, and what errors count and show in sources of bytes.
import sys

SOURCES = [b"\xe9 = 1\n", b"x = a\xe9b + 1\n", b"y = 2\nx = (a +\n \xe9b + 1)\n", b"x = \xff\n", b"x = 'a\xe9' 'b'\n",
           b"x = 'a\\n\xc3\xa9\xe9'\n", b"x = b'a\xe9'\n", b"x = r'a\\n\xe9'\n", b"x = '''a\n\xe9\n'''\n",
           b"x = (\n'a'\n'\xe9'\n)\n", b"x = 1\xe9\n", b"x.\xe9 = 1\n", b"x = = '\xe9'\n", b"'\xe9' = = 1\n",
           b"def f():\n  '\xe2\x82'\n", b"x = '\xf0\x9f\x98'\n", b"x = '\xed\xa0\x80'\n", b"x = '\xe9",
           b"x = \xe9'a'\n",
           b"# \xe9\nx = 1\n", b"# coding: utf-8\n# \xe9\nx = 1\n", b"# coding: utf-8\nprint('\xe9')\n",
           b"# coding: ascii\nx = '\xe9'\n",
           b"# coding: utf8\nx = '\xe9'\n", b"# coding: xyz\nx = 1\n",
           b"#!/bin/sh\n# vim: set fileencoding=foobar :\nx = 1\n",
           b"\xef\xbb\xbf# coding: latin-1\nx = 1\n", b"\xef\xbb\xbf# coding: utf-8\nx = 1\n",
           b"\xef\xbb\xbfx = 1\ny = '\xe9'\n",
           b"# coding: latin-1\nx = '\xe9'\n", b"# coding: iso-latin-1-unix\nx = '\xe9'\n",
           b"# coding: iso-8859-15\nx = '\xa4'\n",
           b"\n# coding: latin-1\nx = '\xe9'\n", b"\n\n# coding: latin-1\nx = '\xc3\xa9'\n",
           b"x = 1\n# coding: latin-1\ny = '\xc3\xa9'\n",
           b"x = 1\0\n", b"\xc3\xa9; return\n", b"def f():\n  x\xc3\xa9 = 1; global x\xc3\xa9\n",
           b"\xc3\xa9 + f() = 1\n",
           b"# coding: utf-8\n\xc3\xa9 + f() = 1\n", b"\xc3\xa9; break\n", b"x = '\xc3\xa9' \\x\n", b"\xc3\xa9 = 'a\n",
           b"\xc3\xa9 = 07\n",
           b"\xc3\xa9 = (\n", b"\xc3\xa9 = ]\n", b"if \xc3\xa9:\npass\n", b"\xc3\xa9 = $\n",
           b"\xc3\xa9 = \xe2\x82\xac\n",
           b"\xc3\xa9 = '\\x1'\n", b"'\xc3\xa9'; del f()\n", b"f(**'\xc3\xa9', *a)\n", b"x = 1\xc2\xa0+ 2\n",
           b"print([1,\n2,",
           b"[file for str(file) in []\n]", b"def f(x):", b"try:\n  x\n", b"x = (1,\n\n"]
for source in SOURCES:
    for text in (source, source.decode("utf-8", "replace")):
        names = {}
        try:
            exec(compile(text, "<q>", "exec"), names)
            print(ascii(text), ascii(names.get("x")))
        except (SyntaxError, ValueError) as e:
            if not isinstance(e, SyntaxError):
                print(ascii(text), "|", type(e).__name__, e)
                continue
            print(ascii(text), "|", type(e).__name__, ascii(e.msg), e.lineno, e.offset, e.end_lineno, e.end_offset,
                  ascii(e.text), len(e.args))
for code in ["(__debug__ := 1)", "__debug__ += 1", "__debug__: int", "x.__debug__: int",
             "def f():\n  x = 1\n  print(x)\n  global x",
             "def f():\n  x: int\n  global x", "def f(/, a): pass", "lambda /, a: 1", "def f(a, /, b, /): pass",
             "123é", "x = 0b1é"]:
    try:
        compile(code, "<q>", "exec")
    except SyntaxError as e:
        print(ascii(code), "|", e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, len(e.args))
