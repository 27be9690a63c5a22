# A backslash before a brace of an f-string stands for itself, with a warning.
import warnings

a, d = 1, 2
for s in (
    r"f'\{a}'", r"f'{d}\{a}'", r"f'{d}\{a=}'[-5:]", r"f'x\{a=}'", r"f'\{{a}}'", r"f'{d}\}}'", r"f'{a:\{d}}'", r"f'{a:x\{d}}'", r"rf'\{a=}'",
    r"f'\\{a=}'", r"f'\\\{a=}'", r"f'{d}\N{DIGIT ONE}{a=}'", r"f'\{a!r}{d}\{d}'", r"f'\{a}' 'x\d'", r"f'{a}\ '", r"f'\d\{a}'",
):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(s, repr(eval(s)))
        except Exception as e:
            print(s, type(e).__name__, e)
    print(sorted({str(w.message) for w in caught}))
