# graphs: 8
# recompiles: 0
# Methods of classes, found through the class, an instance and super(), in captured functions: recorded once.
import torch


class Base:
    factor = 3

    @classmethod
    def scaled(cls, x, *args, **named):
        return x * cls.factor

    @staticmethod
    def shifted(x, by=1):
        return x + by

    def both(self, x):
        return self.scaled(x) + self.shifted(x)


class Derived(Base):
    factor = 4

    @classmethod
    def scaled(cls, x, *args, **named):
        return super().scaled(x, *args, **named) - 1

    def both(self, x):
        return super().both(x) * 2


def by_class(x):
    return Derived.scaled(x).sum()


def by_class_with_rest(x):
    rest = (1, 2)
    return Derived.scaled(x, *rest, name=3).sum()


def by_static(x):
    return Derived.shifted(x, by=2).sum()


def by_instance(x):
    return Derived().both(x).sum()


for f in by_class, by_class_with_rest, by_static, by_instance:
    for turn in range(40):  # sites that were used before the capture, too
        f(torch.ones(2))
    for grad in (False, True):
        compiled = torch.compile(f)
        for i in range(4):
            print(f.__name__, compiled(torch.full((2,), float(i), requires_grad=grad)).item(), end=" ")
        print()
        torch._dynamo.reset()
