# Places and texts of syntax errors that hang on details of CPython's tokenizer, parser and compiler.
def check(source):
    try:
        compile(source, '<text>', 'exec')
    except SyntaxError as e:
        print(type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
    else:
        print('fine')


# What a soft keyword begins with gets no hint of a comma.
for name in ('c', 'ca', 'cas', 'case', 'cc', 'm', 'mat', 'match', 'matc', '_', '__', 'x', 'C'):
    check(f'P(a, {name} d, e)')
    check(f'P(a, {name}[1] d, e)')
    check(f'try: P([{name}.x y for y in z])\nexcept: pass')

# A number ends before a keyword, if that is a whole word.
for text in ('[1, 2and3]', '[1, 3notglobal]', '[0xfor x in y]', '[0xforas x]', '[1if 1else 2]', '[1iffy]', '[1in x, 1inx]',
             '[1is x, 1isx]', '[1orx]', '[0b1or 2]', '[1jor 2]', '[1jork]', '[1_000elsewhere]', '[1elsé]'):
    check(text)

# The end of a range of lines is looked for in the first of them.
check('f(a\nb(range(5)).index(1))')
check('x = [(71789\n98769 (1e16 < 255) for i in a]')
check('f(é\nbb + cccc + ddd)')
check('f(\n  a b\n    c)')
check('f(aaaaaaaaaaaaaaaaaaaaaaaaaa\n  (b for b in c), d e)')
check('f(x for x in y,\n  1)')

# A backslash in the indentation that does not end the line comes before a wrong indentation.
check('def f():\n    pass\n  \\x = 1\n')
check('def f():\n    pass\n  \\ x = 1\n')
check('\\ x')
check('if 1:\n  \\\n  x = 1\n')
check('if 1:\n  \\\n x = 1\n')

# The compiler counts bytes, the parser characters.
check('éé = 1; return 2')
check('éé = 1; break; é')
check('def f():\n  é = 1; nonlocal é')
check('def f():\n  nonlocal cé')
check('é = 1; x = 01')
check('é = 1; x = 0xg')
check('é = 1; x y')
check('match é:\n  case éNone: pass\n  case _: pass')
check('def f(é, é): pass')
check('é = [yield 1]')
check("x = {'k': 1, sté}")
check("x = {'k': 1, **é, 'é'}")

# A subscript that is only annotated is evaluated part by part.
check('case [int(n2), *_]: P()')
check('x[1, *y]: int = 3')
check('x[1, *y]: int')
check('x[*y]: int')
check('x[a:b, *y]: int')


class Told:
    def __getitem__(self, k):
        print('got', k)

    def __index__(self):
        print('index')
        return 1


def say(x):
    print('evaluated', x)
    return x


t = Told()
t[say(1):say(2):say(3), say(4), (say(5), say(6))]: print('annotation')

# Numbers that end in a keyword are warned about, and so are escapes in texts that do not compile.
import warnings

for action in ('error', 'always'):
    for source in ('x = [éé, 1and 2,\n 0xfor 1]\nx = 1or 2', 'x = "\\d" + é y', 'x = "\\d"; return 3; x is 3', 'x = 0b1or 2; x is 3',
                   'x = 1if 2else 3; nonlocal z; x is 3', 'x is 3; return', 'x = 1in 2; y z', 'y z; x = 1in 2'):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter(action)
            try:
                compile(source, 'text', 'exec')
            except SyntaxError as e:
                print(e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text))
        print(sorted({(w.category.__name__, str(w.message), w.lineno, w.filename) for w in seen}))

# A key without a colon is shown at its last character, counted in its first line.
for key in ("f(\na)", "f(a, a, a,\na)", "f(\n aaaaaaaaaaaaaaaaaa)", "'é' f(\n 'éé')", "'éé'\n 'éééééééééééééé'", "('éé'\n 'éééééééééé')",
            "'éé'\n    'éa'", "'''a\nb'''", "'''ééé\nb\nccccc'''"):
    check('{1: 2, ' + key + ' 3}')
    check('x = 1\nx = {"é": 2, ' + key + ' 3}\n')

# What is wrong with the names of a pattern is shown at the part that was looked at last.
for pattern in ('[a] | [b]', 'a | (b, c)', '[1, x] | [1, 2]', '[_, *a, _] as a', '[None, *a, b] as a', '(a, (b, a))',
                '{1: a, **a}', '{1: {2: 3, **r}, **r}', '[-1] | [_, *c, _]', 'list() | {1: _, **rest}', 'C(x=a, y=a)',
                '(1 as a) | 2', '(x, 1) as x', '[*a, *b]', 'C(a, b) | C(a, 3)', '([1, 2] as a) | ([1, {3: b}] as a)'):
    check(f'match v:\n  case {pattern}: pass\n')
    check(f'match v:\n  case ({pattern}) if w: pass\n  case [{pattern}]: pass\n')

# What is wrong with a literal comes before what is wrong with its neighbours.
for text in ("'a' b'é'", "b'é' 'a'", "b'a' 'é'", "'a' b'\\x'", "b'a' f'{'", "f'{x}' b'é'", "f'{x}' b'a'",
             "b'a' f'{x}'", "'a' b'b' '\\x'", "b'a' '\\x'", "'\\x' b'a'"):
    check(text)
