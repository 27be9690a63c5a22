# An error in an expression of an f-string gives way to what the tokenizer finds wrong further on.
for source in ("f'{1x}' 'a", "f'{1x}'\n(", "f'{1x}'\n'abc", "f'{a b}' 'abc", "f'{1x}' + \n\n  \"abc", "x = f'{1x}' )", "f'{1x}'\n)",
               "f'{a b}'\n)", "1x\n'abc", "a b\n'abc", "f'{a!z}'\n'abc", "f'{}'\n'abc", "f'{a'\n'abc", "f'{'\n)", "f'{\"a'\n'abc",
               "f'{1x}'\n0b2", "(f'{1x}'\n 1x)", "f'{1x}'\n\\ x", "if 1:\n  f'{1x}'\n 5", "f'{1x}'\n$", "(f'{1x}'"):
    try:
        compile(source, 'f', 'exec')
    except SyntaxError as e:
        print(repr(source), e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, type(e).__name__)
