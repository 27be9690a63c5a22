# Where errors in patterns and templates stand, and in what words.
import re, warnings

warnings.simplefilter("ignore")
PATTERNS = ["x{3,1}", "x{2,1}y", "(x{5,2})", "a**", "*a", "(?P<a", "(?P<a b>x)", "(?P<a>x)(?P<a>y)", "(?P=a)",
            "(?<=a*)", "(?(999999999999)a)",
            "(?(2)a)", "(?z)", "(?i-", "a(?i)b", "a)", "(", "[a", "[z-a]", "\\x1", "\\u12", "\\N{}", "\\N{foo}", "\\1",
            "\\8", "\\q",
            "a{99999999999}", "x\n\ny{2,1}", "a\n*", "é(", b"(", b"[\xe9-a]", b"\xe9{2,1}", b"(?P<\xe9>a)",
            b"\\N{DIGIT ONE}"]
for pattern in PATTERNS:
    try:
        print(pattern, re.compile(pattern).groups)
    except (re.error, OverflowError) as e:
        print(pattern, "|", e, "|", getattr(e, "pos", None), getattr(e, "lineno", None), getattr(e, "colno", None))
TEMPLATES = ["\\g<1>", "\\g<2>", "\\g<b>", "\\g<a b>", "\\g<-1>", "\\g<+1>", "\\g< 1>", "\\g<1_0>", "\\g<1a>",
             "\\g<é>", "\\g<", "\\g<>", "\\8", "\\q"]
for template in TEMPLATES:
    for pattern, text, convert in [("(?P<a>x)", "x", str), (b"(?P<a>x)", b"x", lambda t: t.encode("latin-1"))]:
        try:
            print(template, re.sub(pattern, convert(template), text))
        except (re.error, IndexError) as e:
            print(template, "|", type(e).__name__, e, getattr(e, "pos", None))
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    re.sub("(x)", "\\g<+1>", "x")
print([(w.category.__name__, str(w.message)) for w in log])
