# What Formatter takes for a format in each style.
import logging

FORMATS = {"%": ["abc", "%(message)s", "", "%(x", "%(a)5.3f", "%(a)z", "%s"],
           "{": ["abc", "{message}", "{a!x}", "{a:>5}", "{a:zz}", "{", "{a b}", "{a.b[c]}", "{:d}"],
           "$": ["abc", "$message", "${message}", "$", "a $ b $m", "$$"]}
for style, formats in FORMATS.items():
    for text in formats:
        try:
            print(style, text, logging.Formatter(text, style=style).usesTime())
        except Exception as e:
            print(style, text, type(e).__name__, e)
print(logging.Formatter("$asctime $message", style="$").usesTime(), logging.Formatter("abc", validate=False)._fmt)
for call in (lambda: logging.basicConfig(format="abc"), lambda: logging.Formatter("x", style="?")):
    try:
        call()
    except ValueError as e:
        print(e)
