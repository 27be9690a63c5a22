# Decimal literals beyond the limit of digits are SyntaxErrors; conversions raise ValueError.
import sys
for source, mode in (('1' * 5000, 'eval'), ('x = ' + '1' * 5000, 'exec'), ('f(' + '1' * 5000 + ')', 'eval'),
                     ('x = (1,\n ' + '1' * 5000 + ')', 'exec'), ('1' * 4300, 'eval'), ('0x' + 'f' * 5000, 'eval'),
                     ('x = 1' + '_1' * 4300, 'exec')):
    try: compile(source, '<t>', mode); print('ok')
    except SyntaxError as e: print(e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
for f in (lambda: int('1' * 4301), lambda: str(10**4300), lambda: f'{10**5000}', lambda: '%d' % 10**5000, lambda: int('1' * 5000, 32) > 0,
          lambda: format(10**5000, ','), lambda: '%x' % 10**5000 > '', lambda: [10**5000].__repr__()):
    try: print(f())
    except ValueError as e: print(e)
