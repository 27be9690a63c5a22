# What is made in a comprehension is named without <locals> after it.
def show(f):
    print(f.__qualname__)


class A:
    def m(self):
        show(next(lambda: 1 for i in [0]))
        show([lambda: 1 for i in [0]][0])
        show(next((lambda: (lambda: 1) for i in [0]))())
        show([[lambda: 1 for j in [0]] for i in [0]][0][0])
        x = ((lambda: 1 for j in [0]) for i in [0])
        show(x)
        y = next(x)
        show(y)
        show(next(y))
        show(next(iter({lambda: 1 for i in [0]})))
        show({0: lambda: 1 for i in [0]}[0])
        z = [(lambda: 1 for j in [0]) for i in [0]][0]
        show(z)
        show(next(z))

        def inner():
            return [lambda: 1 for i in [0]]
        show(inner()[0])
        try:
            next((lambda x: x) for i in [0])()
        except TypeError as error:
            print(error)

    show([lambda: 1 for i in [0]][0])
    show(next(lambda: 1 for i in [0]))


A().m()
show(next(lambda: 1 for i in [0]))
show([lambda: 1 for i in [0]][0])
show(next([lambda: 1 for i in [0]][0] for j in [0]))
