# '%' as a directive, and directives that there are not.
class A:
    def f(self):
        return super()


def show(f):
    try:
        print(repr(f()))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


for form, args in [('%5%', ()), ('%5%', 1), ('%-5%|', ('a',)), ('%%', ()), ('%.3%', 2.5), ('%(a)%', {'a': 1}), ('%%%d%%', 3),
                   ('%y', ()), ('%5y', 1), (b'%5%', 1), (b'%%', ()), (b'%5%', ()), ('100%', ()), ('%d%', 1)]:
    show(lambda: form % args)
print(repr(A().f()).split(" at ")[0])
print(repr(super(A)))
