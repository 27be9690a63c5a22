# Assignments to indices: the value's dtype has to be the tensor's, except for numbers, views and one value for a mask.
import torch


def show(f):
    try:
        print(f())
    except RuntimeError as e:
        print(e)


def assign(tensor, key, value):
    def run():
        tensor[key] = value
        return tensor
    return run


floats = lambda: torch.arange(5.)
show(assign(floats(), torch.tensor([0, 1]), torch.tensor([5, 6])))
show(assign(torch.arange(5), torch.arange(5) > 2, torch.tensor([1.5, 2.5])))
show(assign(floats(), floats() > 2, torch.tensor(3)))
show(assign(floats(), floats() > 2, torch.tensor([3])))
show(assign(floats(), torch.tensor([0, 1]), torch.tensor(3)))
show(assign(floats(), torch.tensor([0, 1]), 3))
show(assign(floats(), [0, 1], True))
show(assign(floats(), slice(1, 3), torch.tensor([3, 4])))
show(assign(torch.zeros(2, 3), torch.tensor([True, False]), torch.tensor([1, 2, 3])))
show(assign(torch.zeros(2, 3), (torch.tensor([True, False]), 1), torch.tensor(1)))
show(assign(torch.zeros(3), torch.tensor([0, 1]), torch.ones(2).double()))
show(assign(torch.zeros(3).half(), torch.tensor([0, 1]), 1.5))
