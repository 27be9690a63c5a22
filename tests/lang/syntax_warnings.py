# stderr-has: SyntaxWarning: "is" with a literal. Did you mean "=="?
# stderr-has:   print(1 is 1)
# What the compiler warns about, the lines it names, and warnings that are errors.
import warnings

CASES = r'''
x is -1
x is ()
x is 1+1
x is f"{a}"
1 < 2 is 3
x is not None is 1
x is None
(1)[2]
"a"[1.5]
[1][{}]
{1:2}[3]
{1}[2]
f"{a}"["b"]
(lambda:1)[2]
...[1]
None()
{}()
(lambda:1)()
[1][None]
[1][True]
[1][x:y]
[1][1,2]
(1,2)["a"] = 3
del "abc"["a"]
assert ()
assert (x,), "y"
"\d" "\q"
b"\d"
f"\d{x}\q"
r"\d"
"\8"
'''.split("\n")[1:-1]
for case in CASES:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        compile("\n" + case, "<case>", "exec")
    print(case, "|", [(w.category.__name__, str(w.message), w.lineno) for w in found])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    for case in "x = 1 is x", "a = '\\d'", "assert (1, 2)":
        try:
            compile(case, "<case>", "exec")
        except SyntaxError as e:
            print(e.msg, e.filename, e.lineno, e.offset)
print(1 is 1)
