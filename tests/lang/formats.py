# format(), f-strings and % in their plain forms and around them
for v in (0, 7, -42, 2 ** 48, -2 ** 60, 10 ** 30, True):
    print([format(v, s) for s in ('', 'd', '5', '<5', '>8d', '05', '08d', '0', '00', 'x', '6x', '08x', '+d', ',', '^9', 'b')])
for v in (0.0, -0.0, 1.5, -2.675, 1e-7, 123456789.125, 1e22, float('inf'), float('-inf'), float('nan')):
    print([format(v, s) for s in ('', '.2f', 'f', '.0f', '10.3f', '<10.1f', '010.2f', '.15f', '.3e', 'g', '.1%', '08.3f')])
for v in ('', 'abc', 'é中', 'x' * 12):
    print([format(v, s) for s in ('', 's', '5', '<5', '>5s', '^7', '.2', '5.1', '*>6')])
print(f'{1:02d}:{2:02}:{3.14159:.3f}|{"ab":>4}|{"ab":<4}|{-5:04d}|{255:x}|{1234567:,}')
print('%d %s %s %5d|%-5d|%05d|%s %.2f %r %x %%' % (1, 'a', 2, 3, 4, -5, None, 2.5, 'q', 255))
print('%s' % 'one', '%s' % (1,), '%d%%' % 50, '%(a)s %(b)d' % {'a': 1, 'b': 2}, '%s %s' % ('é', 3), '%d' % 3.7, '%s' % True)
for call in (lambda: format(1, 'q'), lambda: format('a', 'd'), lambda: format(1.5, 'd'), lambda: format(1, '.2'),
             lambda: format('a', '05'), lambda: format('a', '=5'), lambda: '%d' % 'x', lambda: '%s %s' % (1,),
             lambda: '%s' % (1, 2), lambda: '%d' % (1, 2), lambda: format(5, '99999999999999999999')):
    try:
        print(repr(call()))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class I(int):
    def __format__(self, spec):
        return 'I' + spec

    def __str__(self):
        return 'str'


print(f'{I(3)} {I(3):5} {I(3)!s:>5}', '%s %d' % (I(4), I(4)), '{:d} {}'.format(5, I(1)))
