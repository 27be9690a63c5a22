# A class whose first object is made while a call is recorded, and one that gets __del__ when traces make objects.
import torch


class Holder:
    def __init__(self, value):
        self.value = value


class Loud(Holder):
    def __del__(self):
        print("  dies:", self.value.tolist())


@torch.compile(backend="eager")
def held(x):
    holder = Holder(x + 1)
    y = holder.value * 2
    del holder
    return y + 1


@torch.compile(backend="eager")
def loud(x):
    return Loud(x).value + 1


x = torch.ones(2)
for i in range(4):
    print(loud(x).tolist())
for i in range(4):
    print(held(x).tolist())
Holder.__del__ = lambda self: print("  late:", self.value.tolist())
for i in range(3):
    print(held(x).tolist())
